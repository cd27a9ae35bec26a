"""Why a table does not start, as pages that people can read at it.

The law: in plain words first what is wrong and what mends it, and only then what the log says.
"""

from collections.abc import Iterable, Sequence

from device.checks.finding import Finding, Grade
from device.language import Language
from device.leaf import Leaf
from device.trouble import line_of

LOG_LINES = 6
"""Of the log, the last."""
_MOST = 160
"""Letters of a line of the log."""


def standstill(
    found: Iterable[tuple[str, Finding]], log: Sequence[str], language: Language
) -> tuple[Leaf, ...]:
    """A page for each part that keeps people from playing, and one for the log.

    `found`: each part by its name for people, and what was found of it.
    """
    _ = language.gettext
    title = _("The table cannot start")
    then = _("Then switch the table off and on again.")
    pages = [
        Leaf(title, tuple(filter(None, (f"{part}: {finding.what}", finding.remedy, then))))
        for part, finding in found
        if finding.grade is Grade.FAULT
    ]
    if not pages:
        pages.append(Leaf(title, (_("All parts seem to be well. The log says what it was."),)))
    lines = tuple(line_of(line)[:_MOST] for line in log if line.strip())[-LOG_LINES:]
    if lines:
        pages.append(Leaf(_("The last lines of its log"), lines))
    many = len(pages)
    return tuple(
        Leaf(page.title, page.text, number=f"{n} / {many}" if many > 1 else "")
        for n, page in enumerate(pages, 1)
    )
