"""The question whether to switch off, and what came of a deed, in words."""

from device.drawer import Deed, Drawer, Sheet
from device.language import Language
from device.overlay import Paused, Question
from device.wording import said


def off_page(selected: int, of_machine: bool, language: Language) -> Question:
    """The question; `of_machine`: the machine goes off, and not the program alone."""
    _ = language.gettext
    title = _("Switch the table off?") if of_machine else _("End the program?")
    answers = (_("Back"), _("Switch off") if of_machine else _("End"))
    return Question(title, answers, selected, _("Flip: next. Slap: choose."))


def deed_page(drawer: Drawer, language: Language) -> Paused:
    """How the deed of an open drawer stands."""
    _ = language.gettext
    off = drawer.sheet is Sheet.OFF
    match drawer.deed:
        case Deed.DONE if off:
            return Paused(_("Switching off"), _("Pull the plug when the green light stays out."))
        case Deed.DONE:
            return Paused(_("Written"), said(drawer.told, language))
        case Deed.FAILED:
            return Paused(
                _("Not switched off") if off else _("Not written"), said(drawer.told, language)
            )
        case _:
            return Paused(_("One moment"), _("Switching off …") if off else _("Writing …"))
