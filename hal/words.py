"""What a part says to people, for whoever knows their language.

The law: a text stays apart from what fills its gaps, so a catalogue can hold it as it stands here.
"""

from typing import Final


class Words:
    """One line: a text with gaps by name, and the `values` that fill them; in English by `str`.

    Each value is told by `str` too, what the system says by its own few words. A text without
    values has no gaps, whatever stands in it.

    >>> str(Words("no line {line} on {chip}", line=3, chip=Words("this chip")))
    'no line 3 on this chip'
    """

    def __init__(self, text: str, **values: object) -> None:
        self.text: Final = text
        self.values: Final = values

    def __str__(self) -> str:
        told = {name: _told(value) for name, value in self.values.items()}
        return self.text.format(**told) if told else self.text


def _told(value: object) -> str:
    if isinstance(value, OSError):
        return value.strerror or str(value) or type(value).__name__
    return str(value)


def either(first: object, *others: object) -> object:
    """One of these.

    >>> str(either(1, 2, 3))
    '1 or 2 or 3'
    """
    for other in others:
        first = Words("{first} or {other}", first=first, other=other)
    return first
