"""What does not work at this table just now.

The law: of each part the newest trouble, from when it fails until it is mended; one that nobody
can mend while people play passes by itself. Each is news for a moment and a small line from then
on; of several it is first the turn of what lasts, then of what passes, so that none hides another.
All of it happens in the loop's thread; the terminal gets each line once.
"""

from collections.abc import Callable
from dataclasses import dataclass

from device.complaint import Part, complaint
from device.language import Language, language
from device.wording import Words, said

NEWS_NS = 6_000_000_000
PASSES_NS = 20_000_000_000
"""So long what passes by itself is told."""
_PASSING = frozenset({Part.FILE, Part.UNFINISHED, Part.EDGES, Part.LAMPS, Part.SOUND})
"""Many a table has no loudspeaker, and is not to say so all evening."""


@dataclass(slots=True)
class _Trouble:
    error: Exception
    since_ns: int | None = None
    """When it could first be seen; None: not yet."""

    def is_new(self, now_ns: int) -> bool:
        """Whether people have not seen it yet, or only just."""
        return self.since_ns is None or now_ns < self.since_ns + NEWS_NS


class Troubles:
    """The troubles of one table; `complain` gets a whole line for the terminal, as it is `spoken`
    there; None: in English.
    """

    def __init__(self, complain: Callable[[str], None], spoken: Language | None = None) -> None:
        self._complain = complain
        self._spoken = language("en") if spoken is None else spoken
        self._told: dict[Part, str] = {}
        self._troubles: dict[Part, _Trouble] = {}
        self._now_ns = 0

    def tell(self, part: Part, error: Exception, line: str | Words | None = None) -> None:
        """A part fails; `line` is what the terminal gets, if not what the error says of itself;
        empty: it knows already."""
        told = said(error if line is None else line, self._spoken)
        if told and self._told.get(part) != told:
            self._told[part] = told
            self._complain(told)
        before = self._troubles.get(part)
        if before is None or not _same(part, before.error, error):
            self._troubles.pop(part, None)
            self._troubles[part] = _Trouble(error)

    def mend(self, part: Part) -> None:
        """A part works, as far as is known."""
        self._troubles.pop(part, None)

    def look(self, now_ns: int) -> None:
        """People can see by now what there is to tell; what has passed is told no more."""
        self._now_ns = now_ns
        for part, trouble in list(self._troubles.items()):
            since_ns = trouble.since_ns
            if part in _PASSING and since_ns is not None and now_ns >= since_ns + PASSES_NS:
                del self._troubles[part]
        foremost = self._foremost()
        if foremost is not None and self._troubles[foremost].since_ns is None:
            self._troubles[foremost].since_ns = now_ns

    def line(self, spoken: Language) -> str:
        """The one whose turn it is, empty where all is well."""
        part = self._foremost()
        return "" if part is None else complaint(part, self._troubles[part].error, spoken)

    def news(self, now_ns: int) -> bool:
        """Whether that has only just been told."""
        part = self._foremost()
        return part is not None and self._troubles[part].is_new(now_ns)

    def _foremost(self) -> Part | None:
        """What is news goes first, then what lasts, then the newest."""
        newest = list(reversed(self._troubles))
        return min(
            newest,
            key=lambda part: (not self._troubles[part].is_new(self._now_ns), part in _PASSING),
            default=None,
        )

    def dues_ns(self, now_ns: int) -> list[int]:
        """When something of that changes by itself."""
        dues_ns = []
        for part, trouble in self._troubles.items():
            since_ns = now_ns if trouble.since_ns is None else trouble.since_ns
            dues_ns.append(since_ns + NEWS_NS)
            if part in _PASSING:
                dues_ns.append(since_ns + PASSES_NS)
        return [due_ns for due_ns in dues_ns if due_ns > now_ns]


def _same(part: Part, *errors: Exception) -> bool:
    """Whether people are told the same by all."""
    return len({complaint(part, error, language("en")) for error in errors}) == 1
