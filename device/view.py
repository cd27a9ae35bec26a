"""What there is to see at the table: plain values, ready to be drawn.

The law: a view holds finished, translated text and plain numbers. It knows no rule, no language,
no clock and no pixel, so two equal views are the same picture, and whoever draws one needs
nothing else. It never says more than a person at the table may know: a card that nobody has seen
yet has no face here, and no value tells that a pattern lies.

Progress is in per mille of the whole motion, 0 .. 1000, linear in time; the pictures ease it.
Seats are named by their index, 0 .. 7, which fixes colour, shape and number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from device.overlay import Overlay

SEATS_MIN, SEATS_MAX = 2, 8
VISIBLE_MAX = 4
"""As many top cards as the longest pattern needs."""
ROTATIONS = (0, 90, 180, 270)
"""Degrees by which a picture may be turned."""
WHOLE = 1000
"""Progress of a motion that has arrived, per mille."""


class Suit(Enum):
    """A suit, as a shape to draw."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Figure(Enum):
    """What stands in the middle of a card; the letter of its corners is text and differs by
    language."""

    NUMBER = "number"
    ACE = "ace"
    JACK = "jack"
    QUEEN = "queen"
    KING = "king"


class Orientation(Enum):
    """For which sides of the table a card is printed."""

    CROSS = "cross"
    """Square, four indices, one turned to each side: everyone reads it at the same instant."""
    TWO_SIDE = "two-side"
    """The classic card with two indices."""
    ONE_SIDE = "one-side"
    """Upright only: one large index."""


class Tone(Enum):
    """How an event feels to the table; colours the headline."""

    NEUTRAL = "neutral"
    GOOD = "good"
    BAD = "bad"


class MotionKind(Enum):
    """What a motion tells."""

    TAKE = "take"
    """The pile slides to its owner, face down."""
    BURN = "burn"
    """Cards slip face down under the pile."""
    BACK = "back"
    """A turning card that nobody has seen goes back to its owner."""
    SLAP = "slap"
    """A hand came down on the pile: a ring in the seat's colour."""
    STRIKE = "strike"
    """A false slap without cards: a cross where the seat's cards were."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card whose face may be seen. `letter` is what stands in its corners, "10" or German "D",
    1 or 2 characters."""

    letter: str
    suit: Suit
    figure: Figure = Figure.NUMBER


@dataclass(frozen=True, slots=True)
class Style:
    """How cards are printed."""

    orientation: Orientation = Orientation.TWO_SIDE
    four_colour: bool = False


@dataclass(frozen=True, slots=True)
class KeyHint:
    """A key, drawn as a key cap, and what it does ("Enter", "legen")."""

    key: str
    does: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's place."""

    index: int
    name: str
    cards: int
    """Cards left in hand."""
    turn: bool = False
    """Must lay now: the stack is highlighted."""
    owed: int = 0
    """Attempts left in a challenge; 0: owes nothing."""
    attempts: int = 0
    """Attempts there were in all in this challenge (the pips drawn), 0 .. 4."""
    owed_text: str = ""
    """The same in words, "2 of 3"."""
    strikes: int = 0
    strikes_max: int = 0
    """Places for strikes; 0: strikes are not counted here and none are drawn."""
    barred: bool = False
    out: bool = False
    status: str = ""
    """A short word that stands near the player: "out", "barred", "not now"."""
    person: bool = True
    keys: tuple[KeyHint, ...] = ()
    """Keys of this seat, lay first; empty for a computer player."""
    flash: bool = False
    """The whole panel lights up (a false slap, a seat that lets everyone wait)."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The middle of the table."""

    top: tuple[Face, ...] = ()
    """The visible cards, bottom first: the last one is the top card. At most `VISIBLE_MAX`."""
    count: int = 0
    """Cards in the pile, face up ones and burned ones."""
    count_text: str = ""
    """The same in words, "17 cards"."""
    burned: int = 0
    burned_text: str = ""
    """The same in words, "2 burned"; empty: not told."""
    bottom: Face | None = None
    """The first shown card where top and bottom count; None where it plays no part."""
    bottom_text: str = ""
    hidden: bool = False
    """A pause hides the faces."""


@dataclass(frozen=True, slots=True)
class Turning:
    """A card in the air, its face not yet seen by anyone."""

    seat: int
    progress: int

    def __post_init__(self) -> None:
        _check("progress", self.progress)


@dataclass(frozen=True, slots=True)
class Motion:
    """Something on its way. `source` and `target` are seats; None is the pile."""

    kind: MotionKind
    progress: int
    source: int | None = None
    target: int | None = None
    cards: int = 1
    """How many cards move (drawn as a stack of at most a few)."""

    def __post_init__(self) -> None:
        _check("progress", self.progress)


@dataclass(frozen=True, slots=True)
class Hold:
    """Somebody holds a button at a place of the table, and how far that is; 0: others must hold
    theirs, too."""

    place: int
    progress: int

    def __post_init__(self) -> None:
        _check("progress", self.progress)


@dataclass(frozen=True, slots=True)
class HandLine:
    """One hand that raced, in words: "+12.7 ms". `seat` None: a line about nobody."""

    text: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """One hand on the photo finish."""

    seat: int
    at_us: int
    """Microseconds after the earliest hand, 0 and more."""
    text: str
    """Finished, with its unit: "213.4 ms" or "+12.708 ms"."""
    reach_us: int = 0
    """The hand came down in [at_us - reach_us, at_us]."""
    first: bool = False
    """Won; in a dead heat all who could not be told apart."""
    late: bool = False
    """Came after the race was closed."""


@dataclass(frozen=True, slots=True)
class PhotoFinish:
    """All hands of a race on a time line, earliest first, and behind them those that came after it
    was closed; at least one that raced."""

    marks: tuple[Mark, ...]
    title: str = ""
    dead_heat: bool = False
    decimal: str = "."
    """Between milliseconds and their parts on the scale."""
    late_text: str = ""
    """What the hands after the race have in common: "too late"."""
    shown_us: int = 0
    """So long before the first hand the card could be seen, where the line begins with it; 0: it
    begins with the first hand."""


@dataclass(frozen=True, slots=True)
class Event:
    """What happened last."""

    headline: str
    tone: Tone = Tone.NEUTRAL
    seat: int | None = None
    """Whose event it is: its emblem stands before the headline."""
    lines: tuple[HandLine, ...] = ()
    """Under the headline; whoever has a mark on the photo finish needs no line, it is left out."""
    finish: PhotoFinish | None = None


@dataclass(frozen=True, slots=True)
class View:
    """One picture of the table, whole."""

    seats: tuple[Seat, ...]
    """In seat order, clockwise; 2 .. 8."""
    pile: Pile = field(default_factory=Pile)
    style: Style = field(default_factory=Style)
    bottom_seat: int = 0
    """The seat at the bottom edge of the picture (the person at the laptop)."""
    turning: Turning | None = None
    event: Event | None = None
    motions: tuple[Motion, ...] = ()
    slap_text: str = ""
    """On the slap button; empty: no button."""
    slap_pressed: bool = False
    slap_seat: int | None = None
    """Whose hand the slap button is, where several people share the screen; None: nobody asks."""
    now_text: str = ""
    """One line above the pile: whose turn it is, what is owed."""
    limit_text: str = ""
    """What is left of the time; empty: there is no limit."""
    lesson_text: str = ""
    """What is explained to a beginner, where two play."""
    timing_text: str = ""
    """Says that times are practice timing; empty: they are to be trusted."""
    hints: tuple[KeyHint, ...] = ()
    """Keys that belong to nobody (pause, help, leave), along the edge."""
    overlay: Overlay | None = None
    places: tuple[int, ...] = ()
    """Where at the table each seat is, whose colour, shape and number it wears; empty: seat 0 is
    at place 0 and so on."""
    brightness: int = WHOLE
    """Per mille; 0: the picture is black."""
    flat: bool = False
    """The screen lies on the table: what belongs to a seat is turned to its edge."""
    around: int = 0
    """How many places there are, each at its own edge of a flat screen, clockwise from the bottom;
    0: the seats are spread evenly."""
    rotation: int = 0
    """Degrees by which the whole picture is turned clockwise, one of `ROTATIONS`."""
    holds: tuple[Hold, ...] = ()
    """What is held just now, where holding it does something."""
    lamps: tuple[int, ...] = ()
    """How bright the lamp of each place at the table is, per mille, where lamps are to be seen in
    the picture; empty: they are not."""

    def __post_init__(self) -> None:
        if not SEATS_MIN <= len(self.seats) <= SEATS_MAX:
            raise ValueError(f"seats: {len(self.seats)}, must be {SEATS_MIN} .. {SEATS_MAX}")
        if tuple(seat.index for seat in self.seats) != tuple(range(len(self.seats))):
            raise ValueError("seats: must stand in the order of their index, from 0")
        if not 0 <= self.bottom_seat < len(self.seats):
            raise ValueError(f"bottom_seat: {self.bottom_seat}, must be 0 .. {len(self.seats) - 1}")
        if self.lesson_text and len(self.seats) != SEATS_MIN:
            raise ValueError(f"lesson: {len(self.seats)} seats, must be {SEATS_MIN}")
        if self.places and len(self.places) != len(self.seats):
            raise ValueError(f"places: {len(self.places)}, must be {len(self.seats)} or none")
        _check("brightness", self.brightness)
        last = max(self.places or (len(self.seats) - 1,))
        if self.around and not last < self.around <= SEATS_MAX:
            raise ValueError(f"around: {self.around}, must be {last + 1} .. {SEATS_MAX}, or 0")
        if self.rotation not in ROTATIONS:
            allowed = ", ".join(map(str, ROTATIONS))
            raise ValueError(f"rotation: {self.rotation}, must be one of {allowed}")
        if len(self.pile.top) > VISIBLE_MAX:
            raise ValueError(f"top cards: {len(self.pile.top)}, must be at most {VISIBLE_MAX}")


def _check(name: str, value: int) -> None:
    if not 0 <= value <= WHOLE:
        raise ValueError(f"{name}: {value}, must be 0 .. {WHOLE}")
