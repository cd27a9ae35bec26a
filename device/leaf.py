"""A page of the rules: plain values, ready to be drawn or printed.

The law is that of `device.view`: finished, translated text, no rule, no clock, no pixel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.view import Face, KeyHint


@dataclass(frozen=True, slots=True)
class Example:
    """Cards, and what they mean.

    `faces` in the order in which they were laid. `notes`: a word under each card, empty for none.
    `piled`: they lie on each other; else they only stand side by side.
    """

    faces: tuple[Face, ...]
    text: str
    notes: tuple[str, ...] = ()
    piled: bool = True


@dataclass(frozen=True, slots=True)
class Leaf:
    """One idea: the first paragraph of `text` tells it in short.

    `here`: what the rules of this table settle in another way than usual.
    """

    title: str
    text: tuple[str, ...]
    here: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    number: str = ""
    """Which page of how many, "3 / 16"; empty: not told."""
    hints: tuple[KeyHint, ...] = ()
