"""The button test in words: each button of each seat, and what is wrong.

The law: the words are those of `ratscrew buttons`; a button that nobody has pressed is named, for a
dead one says nothing by itself.
"""

from device.between import TrialPage, TriedButton, TriedSeat
from device.button_report import LONG_NS, MANY_BOUNCES, Report
from device.cabling import button_name
from device.gesture_text import either_held
from device.guide import Place
from device.language import Language
from device.listening import Tally
from device.span import NO_BREAK
from device.trial import Trial
from device.view import KeyHint
from hal.stream import LineTrouble
from hal.wiring import Button

BUTTONS = (Button.SLAP, Button.FLIP)


def trial_page(trial: Trial, language: Language) -> TrialPage:
    """What there is to see of a test."""
    _ = language.gettext
    last, brief, warns = _last(trial, language)
    return TrialPage(
        title=_("Button test"),
        seats=tuple(
            TriedSeat(seat, tuple(_button(trial, (seat, button), language) for button in BUTTONS))
            for seat in range(trial.wiring.seats)
        ),
        last=last,
        brief=brief,
        text=_missing(trial, language),
        warns=warns,
        hints=(KeyHint(either_held(language), _("back")),),
    )


def _button(trial: Trial, place: Place, language: Language) -> TriedButton:
    line = trial.wiring.line(*place)
    tally = trial.tallies.get(line, Tally())
    trouble = trial.troubled.get(line)
    faulty = trouble is not None or _worn(tally)
    text = _told(tally, language) if trouble is None else _word(trouble, language)
    return TriedButton(
        label=button_name(place[1], language),
        text=text,
        down=line in trial.down,
        heard=tally.presses > 0,
        faulty=faulty,
    )


def _told(tally: Tally, language: Language) -> str:
    """What a button did so far: how often, and how the last contact bounced."""
    _ = language.gettext
    if tally.last is None:
        return _("not pressed yet")
    if not tally.last.bounces:
        return _("{n}×, no bounce").format(n=tally.presses)
    bounces = language.ngettext("{n} bounce", "{n} bounces", tally.last.bounces)
    return _("{n}×, {bounces}, {span} ms").format(
        n=tally.presses,
        bounces=bounces.format(n=tally.last.bounces),
        span=language.fixed(tally.last.length_ns // 100_000, 1),
    )


def _word(trouble: LineTrouble, language: Language) -> str:
    _ = language.gettext
    return {
        LineTrouble.HELD: _("held down"),
        LineTrouble.STUCK: _("stuck"),
        LineTrouble.OFF: _("never rests"),
    }[trouble]


def _last(trial: Trial, language: Language) -> tuple[str, str, bool]:
    """A fault and what to do, else the last press; in fewer words; and whether it is a fault."""
    _ = language.gettext
    buttons = trial.wiring.buttons()
    report = Report(trial.wiring, language, 0)
    for line, trouble in trial.troubled.items():
        if line in buttons:
            name, word = _name(buttons[line], language), _word(trouble, language)
            return f"{name}: {report.trouble(trouble)}", f"{name}: {word}", True
    for line, tally in trial.tallies.items():
        if _worn(tally):
            name = _name(buttons[line], language)
            what, brief = _("a worn contact or a loose wire"), _("worn or loose")
            return f"{name}: {what}", f"{name}: {brief}", True
    if trial.last is None:
        text = _("Press each button, one after the other.")
        return text, text, False
    line = trial.last.event.line
    name, word = _name(buttons[line], language), _told(trial.tallies[line], language)
    return f"{name}: {report.contact(trial.last)}", f"{name}: {word}", False


def _missing(trial: Trial, language: Language) -> str:
    """Which buttons have not been heard."""
    _ = language.gettext
    missing = [
        _name((seat, button), language)
        for seat in range(trial.wiring.seats)
        for button in BUTTONS
        if not trial.tallies.get(trial.wiring.line(seat, button), Tally()).presses
    ]
    if not missing:
        return _("Every button has been heard.")
    names = ", ".join(name.replace(" ", NO_BREAK) for name in missing)
    return _("Not pressed yet, or dead: {names}").format(names=names)


def _name(place: Place, language: Language) -> str:
    seat, button = place
    return f"{button_name(button, language)} {seat + 1}"


def _worn(tally: Tally) -> bool:
    return tally.bounces > MANY_BOUNCES or tally.length_ns > LONG_NS
