"""The lobby, and the naming, in words: who sits where, and what the two buttons do now.

The law: each seat is told what its own buttons do; what is long says how long.
"""

from collections.abc import Mapping
from types import MappingProxyType

from device.between import Chair, Line, LobbyPage, NamePage
from device.board_page import boards_title
from device.config import Config
from device.gesture_text import either_held, slap_held
from device.language import Language
from device.lengths import MINUTE_US, expected_min
from device.lobby import FOR_FOUR, FOUR, Lack, Lobby, Mode, Row
from device.menu import Item, differs
from device.menu_page import level_word, rule_value
from device.naming import GROUPS, Naming
from device.options import SeatPlan
from device.results import person_of
from device.seating import person_name
from device.view import KeyHint
from game.rules import PRESETS, Rules


def lobby_page(
    lobby: Lobby,
    config: Config,
    unheard: Mapping[int, str],
    language: Language,
    firsts: Mapping[str, int] = MappingProxyType({}),
    nobody: str = "",
) -> LobbyPage:
    """What there is to see of the lobby; `unheard`: what is wrong with the buttons of a place.

    `firsts`: the points of whoever has played today's game already, by person. `nobody`: why
    nobody is on a board, if so.
    """
    _ = language.gettext
    chairs = tuple(
        _chair(place, guest, unheard.get(place, ""), language)
        for place, guest in enumerate(lobby.guests)
    )
    title = _("Who plays?")
    if not lobby.persons:
        return LobbyPage(title, chairs, text=_("Press your slap button to join"))
    rows = lobby.rows
    warning = "" if lobby.lack is None else _lack(lobby.lack, language)
    return LobbyPage(
        title=title,
        chairs=chairs,
        lines=tuple(_line(row, lobby, config, language) for row in rows),
        selected=rows.index(lobby.row) if lobby.row in rows else 0,
        text=warning or _about(lobby, config.rules, firsts, nobody, language),
        warns=bool(warning),
        hints=(
            KeyHint(_("Flip"), _("next")),
            KeyHint(_("Slap"), _("choose")),
            KeyHint(slap_held(language), _("leave the seat")),
        ),
    )


def name_page(naming: Naming, language: Language) -> NamePage:
    """What there is to see while somebody is asked for a name."""
    _ = language.gettext
    title = _("Who sits here?")
    spelled = (
        KeyHint(_("Flip"), _("next")),
        KeyHint(_("Slap"), _("take")),
        KeyHint(either_held(language), _("back")),
    )
    if naming.typed is None:
        cells = (*naming.names, _("Spell a name"))
        return NamePage(title, naming.place, cells, naming.at, hints=spelled)
    refused = _("Somebody here has this name.") if naming.typed.strip() else _("A letter at least.")
    return NamePage(
        title=title,
        place=naming.place,
        cells=(
            *(group.replace(" ", "␣") for group in GROUPS),
            _("erase"),
            _("finish"),
        ),
        selected=naming.cell,
        typed=naming.typed,
        letters=() if naming.letter is None else tuple(GROUPS[naming.cell].replace(" ", "␣")),
        letter=naming.letter or 0,
        text=refused if naming.refused else "",
        warns=naming.refused,
        hints=spelled,
    )


def mode_word(mode: Mode, language: Language) -> str:
    """What a mode is called."""
    _ = language.gettext
    return {
        Mode.NEW: _("new game"),
        Mode.DAILY: _("game of the day"),
        Mode.PRACTICE: _("practice"),
    }[mode]


def _chair(place: int, guest: SeatPlan | None, trouble: str, language: Language) -> Chair:
    _ = language.gettext
    told = (trouble,) if trouble else ()
    if guest is None:
        return Chair(place, _("free"), told or (_("slap: join"), _("flip: computer")))
    if guest.level is not None:
        title = _("Computer, {level}").format(level=level_word(guest.level, language))
        return Chair(place, title, told or (_("slap: join"), _("flip: another")), taken=True)
    return Chair(place, guest.name or person_name(place, language), told, person=True)


def _line(row: Row, lobby: Lobby, config: Config, language: Language) -> Line:
    _ = language.gettext
    rules = config.rules
    match row:
        case Row.BEGIN:
            return Line(_("Begin"))
        case Row.MODE:
            return Line(_("Game"), mode_word(lobby.mode, language))
        case Row.LENGTH:
            return Line(_("Time limit"), rule_value(rules, Item("time_limit_us"), language))
        case Row.NAME:
            return Line(_("My name"))
        case Row.RULES:
            return Line(_("House rules"), rules.preset, differs(rules, Item("preset")))
        case Row.SETTINGS:
            return Line(_("Settings"))
        case Row.BOOK:
            return Line(_("Rules"))
        case Row.LESSON:
            return Line(_("Learn to play"))
        case Row.BOARDS:
            return Line(boards_title(language))


def _about(
    lobby: Lobby, rules: Rules, firsts: Mapping[str, int], nobody: str, language: Language
) -> str:
    """What the selected row is about."""
    _ = language.gettext
    worth = _worth_of_day(lobby, firsts, language)
    if worth and lobby.row in (Row.BEGIN, Row.MODE):
        return worth
    match lobby.row:
        case Row.BEGIN | Row.LENGTH:
            return _length(lobby, rules, language)
        case Row.MODE:
            return {
                Mode.NEW: _("Everybody who sits here, with fresh cards."),
                Mode.DAILY: _(
                    "One person against three: the same cards for everyone today. "
                    "The first game that you finish counts."
                ),
                Mode.PRACTICE: _("One person against three computer players."),
            }[lobby.mode]
        case Row.NAME:
            return _("Whoever slaps here is asked; only names get on the boards.")
        case Row.RULES:
            return _("What may be slapped, and what it costs.")
        case Row.SETTINGS:
            return _("Language, cards, brightness.")
        case Row.BOOK:
            return _("How the game goes here, page by page.")
        case Row.LESSON:
            return _("Play for five minutes, with explanations.")
        case Row.BOARDS:
            return nobody or _("Who is best at what, and your own page.")


def _worth_of_day(lobby: Lobby, firsts: Mapping[str, int], language: Language) -> str:
    """Why the game of the day would count for nothing, empty where it counts."""
    _ = language.gettext
    if lobby.mode is not Mode.DAILY or len(lobby.persons) != 1:
        return ""
    guest = lobby.guests[lobby.persons[0]]
    if guest is None or not guest.name:
        return _("Without a name it counts for nobody.")
    points = firsts.get(person_of(guest.name))
    if points is None:
        return ""
    return _("Played already: {points} points. Now it is practice.").format(points=points)


def _length(lobby: Lobby, rules: Rules, language: Language) -> str:
    """How long the game is likely to last."""
    _ = language.gettext
    if lobby.mode is Mode.NEW:
        seats = sum(guest is not None for guest in lobby.guests)
    else:
        seats = FOUR
    if lobby.mode is Mode.DAILY:
        rules = PRESETS[FOR_FOUR]
    likely_min = expected_min(rules, seats)
    limit_us = rules.time_limit_us
    if limit_us is not None and limit_us <= likely_min * MINUTE_US:
        text = _("Ends after {n} min; without the limit about {likely} min.")
        return text.format(n=limit_us // MINUTE_US, likely=likely_min)
    return _("Such a game lasts about {n} min.").format(n=likely_min)


def _lack(lack: Lack, language: Language) -> str:
    _ = language.gettext
    return {
        Lack.ONE_MORE: _("One more is needed: slap to join, or flip to bring in a computer."),
        Lack.NOT_ALONE: _("This game is for one person; the others hold slap to leave."),
        Lack.NOT_FOUR: _("These house rules are for four seats."),
    }[lack]
