"""What paints the table's pictures, whatever they are made of."""

from typing import Protocol, TypeVar

from device.target import Target
from device.view import View

PictureT = TypeVar("PictureT")
PictureT_co = TypeVar("PictureT_co", covariant=True)


class Painter(Protocol[PictureT_co]):
    """Makes pictures of one size, and knows what lies where in them."""

    def picture(self, view: View) -> PictureT_co:
        """The picture of a view."""
        ...

    def hit(self, view: View, x: int, y: int) -> Target | None:
        """What a press on this point means."""
        ...
