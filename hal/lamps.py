"""Lamps in the buttons, through gpiozero's outputs.

The law: no lamp, no trouble. Whatever is wrong with one, its library or its chip is told once, and
the rest goes on without it. The factory is made by name, on the chip with the label; nothing else
is tried when it fails. No thread of ours and none of gpiozero's: a lamp does what it was last told.

A line gives 3.3 V and a few mA. A bare diode needs a resistor, a lamp of 5 or 12 V a transistor.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final

from hal.buttons import ButtonsError
from hal.chips import Chip, Chips, KernelChips, header_chip, in_use, refusal
from hal.wiring import Wiring
from hal.words import Words

FULL: Final = 1000
"""Per mille of brightness."""
PULSES_HZ: Final = 200
"""Of a lamp between dark and full; the eye sees none of them."""
Load = Callable[[str], Any]


class LampError(Exception):
    """A lamp stays dark; one line for people."""


Tell = Callable[[LampError], None]


class Lamps:
    """The lamps that could be lit, by seat. Used by one thread.

    `lines`: the line of each lamp, by seat. `factory` is a pin factory of gpiozero; it stays its
    maker's. `tell` gets one line for people, at most once. `holder` says who holds a line that
    cannot be taken, None where nobody does.
    """

    def __init__(
        self,
        lines: Mapping[int, int],
        factory: Any,
        tell: Tell,
        load: Load = import_module,
        close: Callable[[], None] | None = None,
        holder: Callable[[int], Exception | None] = lambda _line: None,
    ) -> None:
        self._tell, self._told = tell, False
        self._close_factory = close
        self._lamps: dict[int, Any] = {}
        self._levels: dict[int, int] = {}
        for seat, line in lines.items():
            try:
                lamp = load("gpiozero").PWMLED(f"GPIO{line}", frequency=None, pin_factory=factory)
            except Exception as error:  # noqa: BLE001 - gpiozero and its factories raise anything
                reason = holder(line) or error
                self._complain(
                    Words(
                        "the lamp of seat {n} on GPIO{line}: {why}",
                        n=seat + 1,
                        line=line,
                        why=_line(reason),
                    )
                )
            else:
                self._lamps[seat], self._levels[seat] = lamp, 0

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose lamp works as far as is known."""
        return tuple(sorted(self._lamps))

    def show(self, levels: Sequence[int]) -> None:
        """Light the lamp of each seat, in per mille; what has not changed costs nothing."""
        for seat, level in enumerate(levels):
            if self._levels.get(seat, level) != level:
                self._set(seat, level)

    def close(self) -> None:
        """All lamps go out, and their lines are let go. May be called again."""
        self.show([0] * (max(self._lamps, default=-1) + 1))
        for seat in self.seats:
            self._drop(seat)
        if self._close_factory is not None:
            self._close_factory()
            self._close_factory = None

    def _set(self, seat: int, level: int) -> None:
        lamp = self._lamps[seat]
        pulsed = 0 < level < FULL
        try:
            if pulsed != (lamp.frequency is not None):
                lamp.frequency = PULSES_HZ if pulsed else None
            lamp.value = level / FULL
            self._levels[seat] = level
        except Exception as error:  # noqa: BLE001 - as above
            self._complain(Words("the lamp of seat {n}: {why}", n=seat + 1, why=_line(error)))
            self._drop(seat)

    def _drop(self, seat: int) -> None:
        lamp = self._lamps.pop(seat)
        del self._levels[seat]
        try:
            lamp.close()
        except Exception as error:  # noqa: BLE001 - as above
            self._complain(Words("the lamp of seat {n}: {why}", n=seat + 1, why=_line(error)))

    def _complain(self, message: Words) -> None:
        if not self._told:
            self._told = True
            self._tell(LampError(message))


def open_lamps(
    wiring: Wiring, tell: Tell, *, chips: Chips | None = None, load: Load = import_module
) -> Lamps:
    """The lamps of a wiring, on the pins of LGPIOFactory. Never raises for want of a part."""
    lines = wiring.lamps()
    if not lines:
        return Lamps({}, None, tell, load)
    kernel: Chips = KernelChips() if chips is None else chips
    try:
        chip = header_chip(kernel, lines.values(), wiring.chip)
        factory = _factory(kernel, chip, tuple(lines.values()), load)
    except ButtonsError as error:
        tell(LampError(error))
        return Lamps({}, None, tell, load)
    return Lamps(lines, factory, tell, load, factory.close, partial(_holder, kernel, chip))


def _holder(chips: Chips, chip: Chip, line: int) -> ButtonsError | None:
    return in_use(chips, chip, (line,))


def _factory(chips: Chips, chip: Chip, lines: Sequence[int], load: Load) -> Any:
    """A pin factory on this chip. Raises ButtonsError."""
    from hal.lgpio import pins_on_lgpio

    pins = pins_on_lgpio(load)
    try:
        return pins.LGPIOFactory(chip=int(chip.name.removeprefix("gpiochip")))
    except Exception as error:  # noqa: BLE001 - whatever it is: no other factory is tried
        raise refusal(chips, chip, lines, error) from None


def _line(error: Exception) -> object:
    """What is no text of ours, in one line."""
    return error if isinstance(error, ButtonsError) else " ".join(str(error).split())
