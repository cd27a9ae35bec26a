"""A length of time in words.

The law: wherever it stands, a length reads the same: in its best unit, no digit more than it has.
"""

from device.language import Language

NO_BREAK = "\xa0"
_MINUTE_US, _SECOND_US, _MS_US = 60_000_000, 1_000_000, 1_000


def span(span_us: int, language: Language) -> str:
    """A length of time in its best unit, which no line break parts from its number.

    >>> from device.language import language
    >>> spans = [span(us, language("de")) for us in (600_000_000, 1_500_000, 200_000, 90_500)]
    >>> ", ".join(spans).replace(NO_BREAK, " ")
    '10 min, 1,5 s, 200 ms, 90,5 ms'
    """
    _ = language.gettext
    if span_us >= _MINUTE_US and span_us % _MINUTE_US == 0:
        return _("{n} min").format(n=span_us // _MINUTE_US).replace(" ", NO_BREAK)
    unit_us, unit = (_SECOND_US, "s") if span_us >= _SECOND_US else (_MS_US, "ms")
    number = language.fixed(span_us * 1000 // unit_us, 3)
    return f"{number.rstrip('0').rstrip('.,')}{NO_BREAK}{unit}"
