"""How somebody says who sits here, with two buttons: from a list, or letter by letter.

The law: a value, worked by one seat: flip goes to the next, slap takes it, long goes back. Letters
lie in groups, so that none is more than a few presses away. No two people have one name.
"""

from dataclasses import dataclass, replace

from device.gesture import Press

GROUPS = ("ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY", "ZÄÖÜß", "- 0123", "456789")
ERASE, DONE = len(GROUPS), len(GROUPS) + 1
"""The cells behind the groups: take the last letter back, and that is the name."""
LONGEST = 12
"""Letters of a name that is spelled here."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The naming of whoever sits at `place`.

    `names` are on offer, after them comes spelling; `at` is the one selected. `typed` is what is
    spelled, None while the list is open; `cell` is the group, ERASE or DONE, and `letter` the
    place within an opened group, None for none. `taken`: names of others, in one case.
    """

    place: int
    names: tuple[str, ...] = ()
    taken: frozenset[str] = frozenset()
    at: int = 0
    typed: str | None = None
    cell: int = 0
    letter: int | None = None
    refused: bool = False
    """The name that was spelled is taken, or none."""


def naming(place: int, names: tuple[str, ...], taken: frozenset[str]) -> Naming:
    """The naming begins; names that others have are not on offer."""
    offered = tuple(name for name in names if name.casefold() not in taken)
    return Naming(place, offered, taken)


def turned(naming: Naming, press: Press) -> tuple[Naming | None, str | None]:
    """The naming after a press of its seat, None where it has ended; and the name, if one is."""
    naming = replace(naming, refused=False)
    match press:
        case Press.FLIP:
            return _next(naming), None
        case Press.SLAP:
            return _taken(naming)
        case Press.SLAP_LONG | Press.FLIP_LONG:
            return _back(naming), None
        case Press.FLIPS_HELD:
            return naming, None


def _next(naming: Naming) -> Naming:
    if naming.typed is None:
        return replace(naming, at=(naming.at + 1) % (len(naming.names) + 1))
    if naming.letter is not None:
        return replace(naming, letter=(naming.letter + 1) % len(GROUPS[naming.cell]))
    return replace(naming, cell=(naming.cell + 1) % (DONE + 1))


def _taken(naming: Naming) -> tuple[Naming | None, str | None]:
    if naming.typed is None:
        if naming.at < len(naming.names):
            return None, naming.names[naming.at]
        return replace(naming, typed="", cell=0), None
    if naming.letter is not None:
        return _with_letter(naming, GROUPS[naming.cell][naming.letter]), None
    if naming.cell == ERASE:
        return replace(naming, typed=naming.typed[:-1]), None
    if naming.cell == DONE:
        name = naming.typed.strip()
        if not name or name.casefold() in naming.taken:
            return replace(naming, refused=True), None
        return None, name
    return replace(naming, letter=0), None


def _with_letter(naming: Naming, letter: str) -> Naming:
    """A letter more, large at the beginning of a word; a name that is full takes none."""
    typed = naming.typed or ""
    if typed and typed[-1] not in " -":
        letter = letter.lower()
    if len(typed) < LONGEST and (typed or letter not in " -"):
        typed += letter
    cell = DONE if len(typed) == LONGEST else naming.cell
    return replace(naming, typed=typed, letter=None, cell=cell)


def _back(naming: Naming) -> Naming | None:
    """Out of a group, then the last letter, then to the list, then away."""
    if naming.letter is not None:
        return replace(naming, letter=None)
    if naming.typed:
        return replace(naming, typed=naming.typed[:-1])
    return None if naming.typed is None else replace(naming, typed=None)
