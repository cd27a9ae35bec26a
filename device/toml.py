"""What keeps a text from being TOML, in the language of people.

The law: one line that says where and what would be right; the library's own words are for those who
know how it reads.
"""

import re

from device.language import Language

_PLACE = re.compile(r"at line (\d+), column (\d+)")
_TWICE = ("Cannot", "Duplicate")
_OPEN = ("Unclosed", "Unterminated", "Expected '\"", "Expected \"'", r"Illegal character '\n'")
_VALUE = ("Invalid value", "Invalid date")


def flaw(error: object, language: Language) -> str:
    """What is wrong, by what `tomllib.loads` raised."""
    _ = language.gettext
    reason = str(error)
    place = _PLACE.search(reason)
    if isinstance(error, RecursionError):
        return _("nested too deep")
    if place is None and "end of document" not in reason:
        return _("a number has too many digits")
    if reason.startswith(_TWICE):
        what = _("a key stands there twice")
    elif reason.startswith(_OPEN):
        what = _("a quotation mark or a bracket is not closed")
    elif reason.startswith(_VALUE):
        what = _('no value; words stand in quotation marks, as in lang = "de"')
    else:
        what = _("no TOML; expected KEY = VALUE")
    if place is None:
        return _("at its end: {what}").format(what=what)
    message = _("line {n}, column {column}: {what}")
    return message.format(n=place[1], column=place[2], what=what)
