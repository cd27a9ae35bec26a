"""What does not work at this table just now.

The law: of each part the newest trouble, from when it fails until it is mended; one that nobody
can mend while people play passes by itself. Each is news for a moment and a small line from then
on. All of it happens in the loop's thread; the terminal gets each line once.
"""

from collections.abc import Callable
from dataclasses import dataclass

from device.complaint import Part, complaint
from device.language import Language, language

NEWS_NS = 6_000_000_000
PASSES_NS = 20_000_000_000
"""So long what passes by itself is told."""
_PASSING = frozenset({Part.FILE, Part.EDGES, Part.LAMPS, Part.SOUND})
"""Many a table has no loudspeaker, and is not to say so all evening."""


@dataclass(slots=True)
class _Trouble:
    error: Exception
    since_ns: int | None = None
    """When it could first be seen; None: not yet."""


class Troubles:
    """The troubles of one table; `complain` gets a whole line for the terminal."""

    def __init__(self, complain: Callable[[str], None]) -> None:
        self._complain = complain
        self._told: dict[Part, str] = {}
        self._troubles: dict[Part, _Trouble] = {}

    def tell(self, part: Part, error: Exception, line: str | None = None) -> None:
        """A part fails; `line` is what the terminal gets, if not what the error says of itself;
        empty: it knows already."""
        line = str(error) if line is None else line
        if line and self._told.get(part) != line:
            self._told[part] = line
            self._complain(line)
        before = self._troubles.get(part)
        if before is None or not _same(part, before.error, error):
            self._troubles.pop(part, None)
            self._troubles[part] = _Trouble(error)

    def mend(self, part: Part) -> None:
        """A part works, as far as is known."""
        self._troubles.pop(part, None)

    def look(self, now_ns: int) -> None:
        """People can see by now what there is to tell; what has passed is told no more."""
        for part, trouble in list(self._troubles.items()):
            if trouble.since_ns is None:
                trouble.since_ns = now_ns
            elif part in _PASSING and now_ns >= trouble.since_ns + PASSES_NS:
                del self._troubles[part]

    def line(self, spoken: Language) -> str:
        """The newest of all, empty where all is well."""
        for part in reversed(self._troubles):
            return complaint(part, self._troubles[part].error, spoken)
        return ""

    def news(self, now_ns: int) -> bool:
        """Whether that has only just been told."""
        for part in reversed(self._troubles):
            since_ns = self._troubles[part].since_ns
            return since_ns is None or now_ns < since_ns + NEWS_NS
        return False

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
