"""A place in a picture of dots."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A place in the picture, in dots."""

    x: int
    y: int
    width: int
    height: int

    def inner(self, by: int) -> Box:
        """The same, smaller by so much on each side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def from_left(self, by: int) -> Box:
        """What is left of it, so much further to the right."""
        return Box(self.x + by, self.y, self.width - by, self.height)

    def narrower(self, by: int) -> Box:
        """Its left part, so much narrower."""
        return Box(self.x, self.y, self.width - by, self.height)

    def from_top(self, by: int) -> Box:
        """What is left of it, so much further down."""
        return Box(self.x, self.y + by, self.width, self.height - by)
