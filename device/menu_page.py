"""The menus in words: each row with its value, what it is about, and an example.

The law: every row of `device.menu.ITEMS` has its words here, or `KeyError` says which has not. An
example of a pattern shows that pattern and no other.
"""

from collections.abc import Mapping
from enum import Enum

from device.between import Line, MenuPage
from device.config import Config
from device.faces import faces
from device.gesture_text import either_held
from device.house_rules import PATTERN_EXAMPLES, meaning, pattern_meaning
from device.language import LANGUAGES, Language, lettered
from device.menu import ITEMS, Item, Kind, Menu, differs
from device.options import Settings
from device.span import span
from device.telling import pattern_name
from device.view import KeyHint, Orientation
from game.cards import CARDS, Card
from game.cpu import Level
from game.rules import EmptySlap, LateSlap, Mash, Rules, Runout

SECOND_US, MS_US = 1_000_000, 1_000

_EXAMPLES: Mapping[str, str] = {
    "burn": "5H 9S",
    "runout": "KH 3S 7D",
    "empty_slap": "5H 9S 3D",
    "last_chance": "5H JS 9D",
    "late_slap": "9D 9S",
    "mash": "5H 9S 3D",
    "cover_grace_us": "9S 9D 4C",
    "claim_us": "JH 9S 9D",
    "race_us": "9S 9D",
    "tie_us": "9S 9D",
    "run_wrap": "QH KS AD 2C",
    "flat": "QH 9D KS",
    "orientation": "QH 9D KS",
    "four_colour": "9H 9D 9C 9S",
    "letters": "JH QS KD",
}


def menu_page(menu: Menu, config: Config, language: Language) -> MenuPage:
    """What there is to see of an open menu."""
    _ = language.gettext
    rules, item = config.rules, menu.item
    of_rules = menu.kind is Kind.RULES
    silent = item.key == "volume" and not config.settings.volume
    lines = tuple(
        Line(
            label_of(each, language),
            rule_value(rules, each, language)
            if of_rules
            else set_value(config, each.key, language),
            of_rules and differs(rules, each),
        )
        for each in ITEMS[menu.kind]
    )
    letters = lettered(config.settings.letters, language)
    return MenuPage(
        title=_("House rules") if of_rules else _("Settings"),
        lines=lines,
        selected=menu.at,
        heading=lines[menu.at].label,
        text=_("Mute: nothing can be heard.") if silent else about(item, language),
        cards=faces(example(item), letters),
        hidden=rules.burn if item.key == "burn" else 0,
        warning=_("One pattern at least must be slapped.") if menu.refused else "",
        legend=_("not as in {preset}").format(preset=rules.preset)
        if any(line.marked for line in lines)
        else "",
        hints=hints(language, _lead(item.key, language) if item.sheet is not None else ""),
    )


def hints(language: Language, leads: str = "") -> tuple[KeyHint, ...]:
    """What the two buttons do in a menu, at a row that settles something or `leads` on."""
    _ = language.gettext
    return (
        KeyHint(_("Flip"), _("next")),
        KeyHint(_("Slap"), leads or _("change")),
        KeyHint(either_held(language), _("back")),
    )


def label_of(item: Item, language: Language) -> str:
    """What a row is called."""
    _ = language.gettext
    if item.pattern is not None:
        return pattern_name(item.pattern, language)
    return {
        "preset": _("Preset"),
        "burn": _("A false slap costs"),
        "runout": _("Payer out of cards"),
        "empty_slap": _("False slap, no card"),
        "last_chance": _("Last chance"),
        "late_slap": _("Slap too late"),
        "mash": _("False slaps in a row"),
        "cover_grace_us": _("Covered pattern"),
        "claim_us": _("Pile lies open"),
        "race_us": _("A race lasts"),
        "tie_us": _("Dead heat within"),
        "run_wrap": _("Row over the ace"),
        "time_limit_us": _("Time limit"),
        "lang": _("Language"),
        "flat": _("The screen"),
        "orientation": _("Cards are read"),
        "rotation": _("Picture turned"),
        "four_colour": _("Four colours"),
        "letters": _("Letters on cards"),
        "tempo": _("Computer players"),
        "lay_s": _("Lays itself after"),
        "pause_s": _("Pause after"),
        "buttons": _("Button test"),
        "wiring": _("Wiring"),
        "about": _("About this table"),
        "off": _("Switch off"),
        "lag_ms": _("Display lag"),
        "tie": _("Tie span"),
        "volume": _("Volume"),
        "brightness": _("Brightness"),
        "dim_s": _("Dimmed after"),
        "dark_s": _("Dark after"),
    }[item.key]


def about(item: Item, language: Language) -> str:
    """What a row settles, in one sentence."""
    _ = language.gettext
    if item.pattern is not None:
        return pattern_meaning(item.pattern, language)
    settings = {
        "preset": _("House rules to begin with; the next one takes back every change."),
        "lang": _("What the table speaks."),
        "flat": _("Flat between you, each seat is turned to its edge; standing, nothing is."),
        "rotation": _("To the right, all of it; a small display only by 180°."),
        "orientation": _("From how many sides of the table a card is read at once."),
        "four_colour": _("A colour of its own for each suit."),
        "letters": _("Which letters stand for jack and queen."),
        "tempo": _("How fast computer players slap in practice."),
        "lay_s": _("The card of whoever is on turn and does not lay."),
        "pause_s": _("Where nobody presses anything, the game stands still."),
        "buttons": _("Press them: each shows what it does, and whether its contact is good."),
        "wiring": _("Which wire of which seat goes where."),
        "about": _("Version, address, and a file for whoever helps you."),
        "off": _("The game that was left is kept. It asks first."),
        "lag_ms": _("How long your screen takes to show a picture; a card counts from then on."),
        "tie": _("Slaps no further apart are a dead heat; a house rule, too."),
        "volume": _("How loud the table is; each change can be heard."),
        "brightness": _("How bright the screen is."),
        "dim_s": _("When nobody plays, the screen is dimmed."),
        "dark_s": _("When nobody plays, the screen goes dark; any press wakes it."),
    }
    if item.key in settings:
        return settings[item.key]
    text = meaning(item.key, language)
    return f"{text[:1].upper()}{text[1:]}."


def rule_value(rules: Rules, item: Item, language: Language) -> str:
    """The value of a house rule in a word or two."""
    _ = language.gettext
    if item.pattern is not None:
        return yes_or_no(item.pattern in rules.patterns, language)
    value = rules.preset if item.key == "preset" else getattr(rules, item.key)
    match value:
        case bool():
            return yes_or_no(value, language)
        case str():
            return value
        case int() if item.key == "burn":
            return language.ngettext("{n} card", "{n} cards", value).format(n=value)
        case int() | None:
            return span_or_none(value, language)
        case _:
            return _choice(value, language)


def set_value(config: Config, key: str, language: Language) -> str:
    """The value of a setting in a word or two."""
    _ = language.gettext
    settings: Settings = config.settings
    match key:
        case "lang":
            return LANGUAGES[language.code]
        case "flat":
            return _("lies flat") if settings.flat else _("stands upright")
        case "rotation":
            return f"{settings.rotation}°"
        case "orientation":
            return {
                None: _("as the screen"),
                Orientation.CROSS: _("from four sides"),
                Orientation.TWO_SIDE: _("from two sides"),
                Orientation.ONE_SIDE: _("from one side"),
            }[settings.orientation]
        case "four_colour":
            return yes_or_no(settings.four_colour, language)
        case "letters":
            return {"auto": _("as the language"), "de": "A K D B", "en": "A K Q J"}[
                settings.letters
            ]
        case "tempo":
            return level_word(config.tempo, language)
        case "brightness":
            return f"{settings.brightness} %"
        case "lay_s":
            return span_or_none(settings.lay_s * SECOND_US or None, language)
        case "pause_s":
            return span_or_none(settings.pause_s * SECOND_US or None, language)
        case "buttons" | "wiring" | "about" | "off":
            return _lead(key, language)
        case "lag_ms":
            return span(settings.lag_ms * MS_US, language)
        case "tie":
            return span(config.rules.tie_us, language)
        case "volume":
            return f"{settings.volume} %" if settings.volume else _("mute")
        case "dim_s":
            return span(settings.dim_s * SECOND_US, language)
        case _:
            return span(settings.dark_s * SECOND_US, language)


def _lead(key: str, language: Language) -> str:
    """What is done with a row that leads on."""
    _ = language.gettext
    return _("choose") if key == "off" else _("open")


def span_or_none(span_us: int | None, language: Language) -> str:
    """A length of time, or that there is none."""
    return language.gettext("none") if span_us is None else span(span_us, language)


def yes_or_no(value: bool, language: Language) -> str:
    """A switch in a word."""
    _ = language.gettext
    return _("yes") if value else _("no")


def level_word(level: Level, language: Language) -> str:
    """How fast a computer player is."""
    _ = language.gettext
    return {Level.SLOW: _("slow"), Level.NORMAL: _("normal"), Level.FAST: _("fast")}[level]


def example(item: Item) -> tuple[Card, ...]:
    """The example pile of a row, bottom first; empty: it has none."""
    names = PATTERN_EXAMPLES[item.pattern] if item.pattern else _EXAMPLES.get(item.key, "")
    return tuple(CARDS[name] for name in names.split())


def _choice(value: Enum, language: Language) -> str:
    _ = language.gettext
    return {
        Runout.CHALLENGER: _("challenger takes"),
        Runout.NEXT_PLAYER: _("next one pays"),
        EmptySlap.OUT: _("out"),
        EmptySlap.THREE_STRIKES: _("three strikes"),
        EmptySlap.NOTHING: _("nothing"),
        LateSlap.FORGIVEN: _("costs nothing"),
        LateSlap.BURN: _("burns"),
        Mash.EACH: _("each one costs"),
        Mash.ONCE_PER_CARD: _("one a card costs"),
    }[value]
