"""A laptop as a table: what keys, clicks and taps mean.

The law: a key or a place that stands for a button makes edges on that button's line, whatever else
it may mean; a command is a key that stands for no button, or any key while a page is open.
"""

from collections.abc import Sequence

from device.keyboard import key_lines, label
from device.language import Language
from device.target import Target, TargetKind
from device.view import KeyHint
from hal.display import KeyChange, Touch
from hal.keys import Keys
from hal.wiring import Button, Wiring


class Desk:
    """Turns what is done at a window into edges of `keys`.

    `persons` are the seats that press here; the first of them is whose hand a click on the pile
    is, and each may lay with a click on the own stack.
    """

    def __init__(self, keys: Keys, wiring: Wiring, persons: Sequence[int]) -> None:
        self._keys = keys
        self._lines = key_lines(wiring, persons)
        self._places = {button: line for line, button in wiring.buttons().items()}
        self._persons = tuple(persons)
        self._touched: int | None = None

    def key(self, change: KeyChange) -> bool:
        """A key went down or up; False if it stands for no button."""
        line = self._lines.get(change.key)
        if line is None:
            return False
        self._keys.change(line, change.pressed, change.t_ns, change.since_ns)
        return True

    def touch(self, target: Target | None, touch: Touch) -> None:
        """A mouse button or finger went down on something, or up anywhere."""
        self._lift(touch.t_ns)
        line = self._line_of(target)
        if touch.pressed and line is not None:
            self._touched = line
            self._keys.change(line, True, touch.t_ns, touch.since_ns)

    def let_go(self, t_ns: int) -> None:
        """Whatever is held here is held no more, as far as the game goes."""
        self._lift(t_ns)
        for line in self._lines.values():
            self._keys.change(line, False, t_ns)

    def _lift(self, t_ns: int) -> None:
        if self._touched is not None:
            self._keys.change(self._touched, False, t_ns)
            self._touched = None

    def _line_of(self, target: Target | None) -> int | None:
        if target is None or not self._persons:
            return None
        if target.kind in (TargetKind.PILE, TargetKind.SLAP):
            return self._places[self._persons[0], Button.SLAP]
        if target.kind is TargetKind.STACK and target.index in self._persons:
            return self._places[target.index, Button.FLIP]
        return None


def help_rows(
    names: Sequence[str], keys: Sequence[tuple[str, ...]], language: Language
) -> tuple[KeyHint, ...]:
    """All keys and what they do; `keys` by seat, to lay and to slap, empty for a computer."""
    _ = language.gettext
    rows = [
        KeyHint(
            " / ".join(label(key, language) for key in pair),
            _("{name}: lay / slap").format(name=name),
        )
        for name, pair in zip(names, keys, strict=True)
        if pair
    ]
    if rows:
        click = _("own stack: lay; pile: slap")
        if len(rows) > 1:
            first = next(name for name, pair in zip(names, keys, strict=True) if pair)
            click = _("own stack: lay; pile: {name} slaps").format(name=first)
        rows.append(KeyHint(_("Click"), click))
    return (
        *rows,
        KeyHint("P", _("pause, and go on")),
        KeyHint("F2", _("language")),
        KeyHint("F11", _("full screen")),
        KeyHint("Esc", _("leave")),
    )
