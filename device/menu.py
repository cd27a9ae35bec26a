"""The menus: every house rule and every setting, worked with two buttons.

The law: a value; flip goes to the next row, slap changes it, long goes back. Each row changes one
thing and shows it at once. A row of the house rules comes from `game.rules.OPTIONS`, so none can be
missing; a change that the rules refuse changes nothing, and says so.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeVar, cast

from device.config import Config
from device.drawer import Sheet
from device.gesture import Press
from device.language import LANGUAGES, Language
from device.lengths import MINUTE_US
from device.options import LanguageChoice, Settings
from device.view import ROTATIONS, Orientation
from game.cpu import Level
from game.patterns import Pattern
from game.rules import OPTIONS, PRESETS, EmptySlap, LateSlap, Mash, RuleError, Rules, Runout

CHOICES: Mapping[str, tuple[object, ...]] = {
    "burn": (1, 2),
    "runout": tuple(Runout),
    "empty_slap": tuple(EmptySlap),
    "last_chance": (False, True),
    "late_slap": tuple(LateSlap),
    "mash": tuple(Mash),
    "cover_grace_us": (0, 100_000, 200_000, 300_000, 500_000),
    "claim_us": (0, 500_000, 1_000_000, 1_500_000, 2_000_000, 3_000_000),
    "race_us": (0, 5_000, 10_000, 20_000, 50_000, 100_000),
    "tie_us": (0, 100, 500, 1_000, 2_000, 5_000),
    "run_wrap": (False, True),
    "time_limit_us": (None, *(minutes * MINUTE_US for minutes in (5, 10, 15, 20, 30))),
}
"""The values that the table offers; what people wrote elsewhere stays until it is changed."""

_SHEETS: Mapping[str, Sheet] = {sheet.value: sheet for sheet in Sheet}
LAY_S = (20, 40, 60, 0)
PAUSE_S = (45, 90, 180, 0)
LAG_MS = (0, 10, 20, 40, 60, 80, 100, 150)
VOLUME = (60, 80, 100, 0, 20, 40)
DIM_S = (30, 60, 120, 300)
DARK_S = (300, 600, 1200, 3600)
BRIGHTNESS = (100, 75, 50, 25)


class Kind(Enum):
    """Which menu is open."""

    RULES = "rules"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class Item:
    """A row: the option of the rules, or the key of the setting; of `patterns`, which one."""

    key: str
    pattern: Pattern | None = None

    @property
    def sheet(self) -> Sheet | None:
        """What of the drawer this row leads to, None where it settles something."""
        return _SHEETS.get(self.key)


@dataclass(frozen=True, slots=True)
class Menu:
    """An open menu; `at` is the row that is selected."""

    kind: Kind
    at: int = 0
    refused: bool = False
    """The last change was none: the rules do not allow it."""

    @property
    def item(self) -> Item:
        """The row that is selected."""
        return ITEMS[self.kind][self.at]


_RULES = (
    Item("preset"),
    *(Item("patterns", pattern) for pattern in Pattern),
    *(Item(option) for option in OPTIONS if option != "patterns"),
)
_SETTINGS = tuple(
    Item(key)
    for key in (
        *("lang", "volume", "brightness", "off", "buttons", "wiring", "about"),
        *("flat", "orientation", "rotation", "four_colour", "letters", "tempo"),
        *("lay_s", "pause_s", "dim_s", "dark_s", "lag_ms", "tie"),
    )
)
"""What is wanted most often comes first, for there is one way only."""
ITEMS: Mapping[Kind, tuple[Item, ...]] = {Kind.RULES: _RULES, Kind.SETTINGS: _SETTINGS}
"""All rows of each menu, in order."""


def turned(
    menu: Menu, press: Press, config: Config, spoken: Language
) -> tuple[Menu | Sheet | None, Config]:
    """The menu after a press, None where it is closed, a sheet where it leads to the drawer; and
    what is settled then."""
    menu = replace(menu, refused=False)
    match press:
        case Press.FLIP:
            return replace(menu, at=(menu.at + 1) % len(ITEMS[menu.kind])), config
        case Press.SLAP if menu.kind is Kind.RULES:
            try:
                return menu, replace(config, rules=changed(config.rules, menu.item))
            except RuleError:
                return replace(menu, refused=True), config
        case Press.SLAP if menu.item.sheet is not None:
            return menu.item.sheet, config
        case Press.SLAP:
            return menu, _set(config, menu.item.key, spoken)
        case Press.SLAP_LONG | Press.FLIP_LONG:
            return None, config
        case Press.FLIPS_HELD:
            return menu, config


def changed(rules: Rules, item: Item) -> Rules:
    """The rules with the next value of a row; the next preset is that one as it is.

    Raises RuleError where no such rules can be played.
    """
    if item.key == "preset":
        return PRESETS[after(list(PRESETS), rules.preset)]
    if item.pattern is not None:
        return replace(rules, patterns=rules.patterns ^ {item.pattern})
    choices = CHOICES[item.key]
    value = after(choices, getattr(rules, item.key))
    more: dict[str, Any] = {item.key: value}
    return replace(rules, **more)


def differs(rules: Rules, item: Item) -> bool:
    """Whether a row is not as its preset has it; of the preset itself: whether any row is not."""
    preset = PRESETS[rules.preset]
    if item.key == "preset":
        return rules != preset
    if item.pattern is not None:
        return (item.pattern in rules.patterns) != (item.pattern in preset.patterns)
    return bool(getattr(rules, item.key) != getattr(preset, item.key))


ChoiceT = TypeVar("ChoiceT")


def after(choices: Sequence[ChoiceT], value: ChoiceT) -> ChoiceT:
    """The next of the choices, the first after the last; a value that is none of them is gone."""
    return choices[(choices.index(value) + 1) % len(choices)] if value in choices else choices[0]


def _set(config: Config, key: str, spoken: Language) -> Config:
    """The next value of a setting, at once."""
    settings = config.settings
    letters: tuple[LanguageChoice, ...] = ("auto", "de", "en")
    if key == "tempo":
        return replace(config, tempo=after(list(Level), config.tempo))
    if key == "tie":  # a house rule, but one that is about the table
        return replace(config, rules=changed(config.rules, Item("tie_us")))
    steps: Mapping[str, Callable[[], Settings]] = {
        "lang": lambda: replace(
            settings, lang=cast(LanguageChoice, after(list(LANGUAGES), spoken.code))
        ),
        "flat": lambda: replace(settings, flat=not settings.flat),
        "rotation": lambda: replace(settings, rotation=after(ROTATIONS, settings.rotation)),
        "orientation": lambda: replace(
            settings, orientation=after((None, *Orientation), settings.orientation)
        ),
        "four_colour": lambda: replace(settings, four_colour=not settings.four_colour),
        "letters": lambda: replace(settings, letters=after(letters, settings.letters)),
        "lay_s": lambda: replace(settings, lay_s=after(LAY_S, settings.lay_s)),
        "pause_s": lambda: replace(settings, pause_s=after(PAUSE_S, settings.pause_s)),
        "lag_ms": lambda: replace(settings, lag_ms=after(LAG_MS, settings.lag_ms)),
        "volume": lambda: replace(settings, volume=after(VOLUME, settings.volume)),
        "brightness": lambda: replace(settings, brightness=after(BRIGHTNESS, settings.brightness)),
        "dim_s": lambda: replace(settings, dim_s=after(DIM_S, settings.dim_s)),
        "dark_s": lambda: replace(settings, dark_s=after(DARK_S, settings.dark_s)),
    }
    return replace(config, settings=steps[key]())
