"""What the game says to people, for whoever knows their language.

The law: a text stays apart from what fills its gaps, so a catalogue can hold it as it stands here.
"""

from typing import Final


class Words:
    """One line: a text with gaps by name, and the `values` that fill them; in English by `str`.

    A text without values has no gaps, whatever stands in it.

    >>> str(Words("{n} seats; expected {what}", n=9, what=Words("at most {most}", most=8)))
    '9 seats; expected at most 8'
    """

    def __init__(self, text: str, **values: object) -> None:
        self.text: Final = text
        self.values: Final = values

    def __str__(self) -> str:
        return self.text.format(**self.values) if self.values else self.text
