"""What is pressed: the lines of a chip, a script that is fed live, or keys.

The law: what was asked for by name is opened or refused. Only `auto` chooses, says what it chose
and why, and never takes a weaker way to read the same lines.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from device.formats import EDGES, hint
from device.language import Language
from device.machine import Machine
from device.paper import raw_lines, regular
from device.trouble import Trouble
from device.wording import said, why
from hal.buttons import Capabilities
from hal.chips import ChipDeniedError, ChipMissingError, Chips, KernelChips, header_chip
from hal.clock import Clock
from hal.edgeline import EdgeLogError
from hal.edgelog import EdgeLog
from hal.gpio import GpioSource
from hal.keys import Keys
from hal.lgpio import LgpioSource
from hal.script import ScriptSource
from hal.wired import WiredSource
from hal.wiring import Wiring

SCRIPT = "script:"
Pressed: TypeAlias = Keys | ScriptSource | WiredSource
Opening: TypeAlias = Callable[[str, Sequence[int], Wiring, Clock, Language], Pressed]
"""Makes the source of a word of `--buttons`, as `opened` does."""


def script_word(language: Language) -> str:
    """The word of `--buttons` for an edge log, as people are told of it."""
    return SCRIPT + language.gettext("FILE")


def is_wired(word: str) -> bool:
    """Whether this word of `--buttons` means the lines of a chip."""
    return word in ("gpio", "gpiozero")


def chosen(
    word: str,
    wiring: Wiring,
    machine: Machine,
    language: Language,
    say: Callable[[str], None],
    chips: Chips | None = None,
) -> str:
    """The word itself, or what `auto` comes to on this machine. Raises ButtonsError on a Pi.

    `say` is told what was chosen and why, and what the way that was asked for cannot do.
    """
    if word != "auto":
        weakness = weakness_of(word, language)
        if weakness is not None:
            say(weakness)
        return word
    _ = language.gettext
    try:
        chip = header_chip(KernelChips() if chips is None else chips, wiring.lines, wiring.chip)
    except (ChipDeniedError, ChipMissingError) as error:
        if machine.is_pi and isinstance(error, ChipDeniedError):
            raise  # a Pi's own buttons are not given up for a missing group
        if machine.is_pi or wiring.chip is not None:
            (words,) = error.args
            reason = said(words.values.get("what", words), language)  # that keys are played with
            say(_("buttons: keys, mouse and touch; {why}").format(why=reason))
        else:
            say(_("buttons: keys, mouse and touch, for this is no Raspberry Pi"))
        return "keys"
    say(
        _("buttons: those on {chip} ({label}); --buttons keys plays with keys").format(
            chip=chip.path, label=chip.label
        )
    )
    return "gpio"


def weakness_of(word: str, language: Language) -> str | None:
    """What this way to read the lines cannot do that another one can; None for the best."""
    if word != "gpiozero":
        return None
    return language.gettext(
        "buttons: through gpiozero, which does not tell when edges were lost or became one; "
        "--buttons gpio does"
    )


def opened(
    word: str, lines: Sequence[int], wiring: Wiring, clock: Clock, language: Language
) -> Pressed:
    """The source of a word of `--buttons`, not opened yet. Raises Trouble."""
    if word.startswith(SCRIPT):
        return _script(word.removeprefix(SCRIPT), lines, clock, language)
    match word:
        case "gpio":
            return GpioSource(lines, clock, wiring.chip)
        case "gpiozero":
            return LgpioSource(lines, clock, wiring.chip)
        case _:
            return Keys(lines, clock)


def _script(name: str, lines: Sequence[int], clock: Clock, language: Language) -> ScriptSource:
    try:
        with regular(name) as file:
            try:
                source = ScriptSource(EdgeLog(raw_lines(file)), clock)
            except EdgeLogError as error:
                more = hint(file, EDGES, language)
                raise Trouble(f"{name}: {said(error, language)}{more}") from None
    except OSError as error:
        raise Trouble(f"{name}: {why(error, language)}") from None
    strange = set(source.lines).difference(lines)
    if strange:
        known = ", ".join(map(str, sorted(lines)))
        message = language.gettext(
            "{file}: line {line} is no button of this table, which has {known}; any log is read by "
            "ratscrew edges"
        )
        raise Trouble(message.format(file=name, line=min(strange), known=known))
    return source


def worth(stamps: Capabilities) -> dict[str, object]:
    """What the stamps of a game are worth, for its header."""
    return {
        "stamp": stamps.stamp,
        "resolution_us": stamps.resolution_us,
        "uncertainty_us": stamps.typical_uncertainty_us,
    }
