"""What a button test tells, in lines of text.

The law: a button is its seat, its name and both numbers of its line; whatever is wrong comes with
what to do.
"""

from collections.abc import Iterator, Mapping

from device.cabling import button_name, line_name
from device.guide import Answer, Guide, Place
from device.language import Language
from device.listening import Press, Tally
from device.wiring_table import mark
from hal.buttons import ButtonEvent, Flag, Kind
from hal.stream import LineTrouble
from hal.wiring import Wiring

MANY_BOUNCES = 40
LONG_NS = 8_000_000
"""A contact that is longer or bounces more than this is worn, or its wire is loose."""


class Report:
    """The words for one wiring; `start_ns` is when the test began."""

    def __init__(self, wiring: Wiring, language: Language, start_ns: int) -> None:
        self._wiring, self._language, self._start_ns = wiring, language, start_ns
        self._buttons = wiring.buttons()

    def line(self, told: Press | ButtonEvent) -> str | None:
        """A press, or whatever else a line did; None for what needs no word."""
        _ = self._language.gettext
        event = told.event if isinstance(told, Press) else told
        if isinstance(told, Press):
            what = self.contact(told)
        elif event.kind is Kind.GLITCH:
            what = _("a glitch, no press")
        elif event.kind is Kind.CHATTER:
            what = _("again too soon after a press; not counted")
        elif event.kind is Kind.STUCK:
            what = self.trouble(LineTrouble.STUCK)
        elif event.kind is Kind.NOISY:
            off = Flag.DISABLED in event.flags
            what = self.trouble(LineTrouble.OFF) if off else _("a contact that does not settle")
        else:
            return None
        at = self._language.fixed((event.ts_ns - self._start_ns) // 1000, 6)
        return f"{at:>12} s  {self.button(event.line)}  {what}"

    def contact(self, press: Press) -> str:
        """How the contact of a press bounced."""
        language = self._language
        _ = language.gettext
        contact = press.contact
        told = language.fixed(press.event.latency_us, 3)
        if not contact.bounces:
            return _("no bounce; told after {told} ms").format(told=told)
        bounces = language.ngettext("{n} bounce", "{n} bounces", contact.bounces)
        return _("{bounces} in {span} ms; told after {told} ms").format(
            bounces=bounces.format(n=contact.bounces),
            span=language.fixed(contact.length_ns // 1000, 3),
            told=told,
        )

    def trouble(self, trouble: LineTrouble) -> str:
        """Why a line is not heard, and what to do."""
        _ = self._language.gettext
        return {
            LineTrouble.HELD: _("pressed from the start: let go, or look for a wire at GND"),
            LineTrouble.STUCK: _("stuck: let go, or free the button; nothing else counts on it"),
            LineTrouble.OFF: _("never rests and is switched off: check its wire and its GND"),
        }[trouble]

    def button(self, line: int) -> str:
        """A button with its seat and both numbers of its line."""
        name = line_name(line, self._wiring, self._language)
        if line not in self._buttons:
            return f"{'-':<5}{'':<7}{name}"
        seat, button = self._buttons[line]
        return f"{mark(seat):<5}{button_name(button, self._language):<7}{name}"

    def question(self, place: Place) -> str:
        """Asks for a button."""
        message = self._language.gettext("Press {button} of seat {seat}")
        seat, button = place
        return message.format(button=button_name(button, self._language), seat=mark(seat))

    def answer(self, answer: Answer, line: int, guide: Guide) -> str:
        """What a press was worth to the guide."""
        _ = self._language.gettext
        name = line_name(line, self._wiring, self._language)
        match answer:
            case Answer.RIGHT:
                return _("  {line}: good").format(line=name)
            case Answer.BELIEVED:
                return _("  {line}: believed").format(line=name)
            case Answer.TAKEN:
                found = next(place for place, other in guide.found.items() if other == line)
                message = _("  {line} is {button} already; press another one")
                return message.format(line=name, button=self._place(found))
            case Answer.OTHER:
                if line in self._buttons:
                    message = _("  that was {line}, the wire of {button}; once more, please")
                    return message.format(line=name, button=self._place(self._buttons[line]))
                return _("  that was {line}; once more, please").format(line=name)

    def dead(self, place: Place) -> str:
        """A button that nobody heard."""
        message = self._language.gettext(
            "  nothing came from {line}: check this wire, and the one from the button to GND"
        )
        line = self._wiring.line(*place)
        return message.format(line=line_name(line, self._wiring, self._language))

    def verdict(self, guide: Guide) -> Iterator[str]:
        """What the guide found out, and what to do."""
        _ = self._language.gettext
        found = guide.verdict()
        for one, other in found.swapped:
            message = _("Swapped: {one} and {other}")
            yield message.format(one=self._place(one), other=self._place(other))
        for place, line in found.astray.items():
            message = _("{button} is on {line}")
            name = line_name(line, self._wiring, self._language)
            yield message.format(button=self._place(place), line=name)
        for place in found.dead:
            yield _("Dead: {button}").format(button=self._place(place))
        if found.well:
            yield _("Every button is where it should be.")
        else:
            yield _("Mend the wires (ratscrew wiring), or: ratscrew buttons --learn")

    def summary(self, tallies: Mapping[int, Tally]) -> Iterator[str]:
        """What each button did, and what is to be mended."""
        _ = self._language.gettext
        for line in sorted(tallies, key=lambda line: self._buttons.get(line, (99, None))[0]):
            yield f"{self.button(line)}  {'; '.join(self._remarks(tallies[line]))}"

    def _remarks(self, tally: Tally) -> Iterator[str]:
        language = self._language
        _ = language.gettext
        if tally.presses:
            presses = language.ngettext("{n} press", "{n} presses", tally.presses)
            message = _("{presses}; most bounces: {bounces}, longest: {span} ms")
            yield message.format(
                presses=presses.format(n=tally.presses),
                bounces=tally.bounces,
                span=language.fixed(tally.length_ns // 1000, 3),
            )
        else:
            yield _("never pressed; if you did press it, it is dead: check both its wires")
        if tally.bounces > MANY_BOUNCES or tally.length_ns > LONG_NS:
            yield _("a worn contact or a loose wire")
        counted = (
            (language.ngettext("{n} glitch", "{n} glitches", tally.glitches), tally.glitches),
            (
                language.ngettext("{n} time too soon", "{n} times too soon", tally.chatter),
                tally.chatter,
            ),
            (
                language.ngettext("{n} time unsettled", "{n} times unsettled", tally.noisy),
                tally.noisy,
            ),
            (language.ngettext("{n} time stuck", "{n} times stuck", tally.stuck), tally.stuck),
            (
                language.ngettext("{n} time switched off", "{n} times switched off", tally.off),
                tally.off,
            ),
        )
        yield from (message.format(n=number) for message, number in counted if number)

    def _place(self, place: Place) -> str:
        seat, button = place
        return f"{button_name(button, self._language)} {mark(seat)}"
