"""What a game is to be played with, settled before it begins: plain, checked values.

They are made by the command line and the configuration, and read by the application.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Literal, TypeAlias

from device.language import Language
from device.view import Orientation
from game.cpu import Level
from game.record import Header
from game.rules import Rules

LanguageChoice: TypeAlias = Literal["auto", "de", "en"]
"""A language, or `auto`: that of the locale for words, that of the words for letters."""

LOUDEST = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """How the table looks, speaks and sounds; none of it changes a game.

    `volume`: 0, mute, to `LOUDEST`. `sound_device`: a part of its name, "" for the usual one.
    """

    lang: LanguageChoice = "auto"
    flat: bool | None = None
    """The screen lies on the table between people, else it stands before them; None: it lies where
    buttons are wired, see `placed`."""
    orientation: Orientation | None = None
    """None: for where people sit, see `printed`."""
    rotation: int = 0
    """Degrees by which the picture is turned clockwise, one of `ROTATIONS`."""
    four_colour: bool = False
    letters: LanguageChoice = "auto"
    brightness: int = 100
    """Of the picture, in per cent."""
    dim_s: int = 60
    dark_s: int = 600
    """After so many seconds without a press a table where nobody plays is dimmed, and dark."""
    lay_s: int = 20
    """After so many seconds the card of a person on turn lays itself; 0: never."""
    pause_s: int = 45
    """After so many seconds without a press a game stands still; 0: never."""
    lag_ms: int = 0
    """So much later than the display says do people see a picture."""
    volume: int = 60
    sound_device: str = ""

    def placed(self, wired: bool) -> "Settings":
        """The same, and known whether the screen lies; `wired`: it belongs to a table."""
        return self if self.flat is not None else replace(self, flat=wired)

    @property
    def printed(self) -> Orientation:
        """For which sides cards are printed: around a flat screen people sit at all of them."""
        if self.orientation is not None:
            return self.orientation
        return Orientation.CROSS if self.flat else Orientation.ONE_SIDE


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who sits at a seat: a person where `level` is None, else a computer player.

    `guest`: a person who has said no name; `name` is only that of the seat.
    """

    name: str
    level: Level | None = None
    guest: bool = False

    @property
    def is_person(self) -> bool:
        """Whether somebody must press here."""
        return self.level is None

    def __str__(self) -> str:
        """As `--seats` takes it, a computer player without its name."""
        return self.name if self.level is None else f"cpu:{self.level.value}"


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Everything that `ratscrew play` was told.

    `buttons` is auto, gpio, gpiozero, keys or script:FILE; `display` auto, window, hdmi, oled, both
    or none; `simulate` goes with oled and both. `patient`: beside wired buttons a display that is
    missing is looked for until it is there. `rules` counts, not the rules of `deal`; with `daily`
    it is the law of that mode. At most one of `daily`, `seed` and `deal` is given. `fast` comes
    with computer players only. `record`, `edge_log` None: none is wanted. `last_edges`: the folder
    for edge logs that are kept unasked where buttons are wired, None: they are not. `config`: the
    folder of people's files, None for the usual ones. `asked`: a certain game was asked for, so
    a table with people at it asks nobody. `names` are on offer to whoever sits down. `trouble` is a
    line about settings that could not be used.
    """

    seats: tuple[SeatPlan, ...]
    rules: Rules
    tempo: Level
    state_dir: Path
    buttons: str = "auto"
    display: str = "auto"
    simulate: bool = False
    patient: bool = False
    daily: date | None = None
    seed: str | None = None
    deal: Header | None = None
    record: Path | None = None
    edge_log: Path | None = None
    last_edges: Path | None = None
    resume: bool = False
    fresh: bool = False
    fast: bool = False
    settings: Settings = field(default_factory=Settings)
    config: Path | None = None
    asked: bool = True
    names: tuple[str, ...] = ()
    trouble: str = ""


def default_seats(tempo: Level, spoken: Language) -> tuple[SeatPlan, ...]:
    """A guest in the South against three computer players."""
    south, *others = compass(spoken)
    return (SeatPlan(south, guest=True), *(SeatPlan(name, tempo) for name in others))


def demonstration(seats: Iterable[SeatPlan], tempo: Level) -> tuple[SeatPlan, ...]:
    """The same seats with a computer player in the place of each person."""
    return tuple(SeatPlan(seat.name, seat.level or tempo) for seat in seats)


def compass(spoken: Language) -> tuple[str, str, str, str]:
    """The names of four seats, clockwise from the one at the bottom of the picture."""
    _ = spoken.gettext
    return _("South"), _("West"), _("North"), _("East")
