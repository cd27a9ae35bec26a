"""What lies on the display: one picture at a time, and the next when that one could be seen.

The law: a view is painted only if it is another, and never while a picture is under way. A picture
gives way to a press: none is begun right before one may become certain.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Generic

from device.painter import Painter, PictureT
from device.sitting import Sitting
from device.target import Target
from device.view import KeyHint, View
from hal.display import Display

FRAME_NS = 16_000_000
LONGEST_STILL_NS = 500_000_000
PAINTING_NS = 2_000_000
"""What a picture takes of the loop, and more."""
LONGEST_WAY_NS = 8_000_000
"""Hands that never come to rest do not keep a picture off for longer."""
LATEST_SEEN_NS = 100_000_000
"""The game waits so long for a picture to be seen, and no longer."""


class Easel(Generic[PictureT]):
    """Paints views for `display`; `painter` makes what paints one size.

    `lit`: the lamps are seen in the picture, too.

    `sent_ns`: when the last picture was sent while it is under way, else None; `sent_face`:
    whether it shows a card's face of which nobody has told yet. `still_ns`: until when the view
    stays the same if nothing stirs.
    """

    def __init__(
        self,
        display: Display[PictureT],
        painter: Callable[[tuple[int, int]], Painter[PictureT]],
        lit: bool = False,
    ) -> None:
        self.display = display
        self._painter_of = painter
        self._lit = lit
        self._size = display.size
        self._painter = painter(self._size)
        self._view: View | None = None
        self._covered = False
        self._drawn_ns = 0
        self._wanted_ns: int | None = None
        self.still_ns = 0
        self.sent_ns: int | None = None
        self.sent_face = False

    def expose(self) -> None:
        """The picture must be shown again, perhaps in another size."""
        if self._size != self.display.size:
            self._size = self.display.size
            self._painter = self._painter_of(self._size)
        self._covered = True

    def forget(self) -> None:
        """Another game begins: whatever is shown next is new."""
        self._view = None

    def seen(self) -> int | None:
        """The picture under way could be seen; when it was sent, None where none was."""
        sent_ns, self.sent_ns = self.sent_ns, None
        return sent_ns

    def draw(
        self,
        game: Sitting,
        rows: Callable[[], tuple[KeyHint, ...]],
        stirred: bool,
        now_ns: int,
        press_ns: int | None = None,
    ) -> None:
        """Send the picture of the game's view of now if it is another and none is under way.

        `rows` tells the keys. Where nothing has stirred the view is the same until `still_ns`, and
        is not even made. `press_ns`: when a press may become certain; the picture gives way to it.
        """
        if not stirred and now_ns < self.still_ns:
            return
        if self.sent_ns is not None:
            self.still_ns = now_ns
            return
        if press_ns is not None and self._gives_way(press_ns, now_ns):
            self.still_ns = max(press_ns, now_ns) + PAINTING_NS  # to hear it comes first
            return
        self._wanted_ns = None
        view = game.view(now_ns, rows())
        changes_ns = game.changes_ns(now_ns)
        if self._lit:
            view = replace(view, lamps=tuple(game.lights(now_ns)))
            changes_ns += game.lights_change_ns(now_ns)
        if view != self._view or self._covered:
            self.display.show(self._painter.picture(view))
            self._view, self._covered = view, False
            self._drawn_ns = self.sent_ns = now_ns
            self.sent_face = game.reveals(now_ns)
        if game.moving(now_ns):
            changes_ns.append(self._drawn_ns + FRAME_NS)
        self.still_ns = min(changes_ns, default=now_ns + LONGEST_STILL_NS)

    def _gives_way(self, press_ns: int, now_ns: int) -> bool:
        """Whether a picture would be under the brush when the press becomes certain."""
        if self._wanted_ns is None:
            self._wanted_ns = now_ns
        return press_ns < now_ns + PAINTING_NS and now_ns - self._wanted_ns < LONGEST_WAY_NS

    def horizon_ns(self, heard_ns: int, now_ns: int) -> int:
        """Up to when all is known if every press up to `heard_ns` is: while a face is under way,
        nothing that came after it was sent."""
        if self.sent_ns is None or not self.sent_face or now_ns - self.sent_ns > LATEST_SEEN_NS:
            return heard_ns
        return min(heard_ns, self.sent_ns)

    def hit(self, x: int, y: int) -> Target | None:
        """What a press on this point of the picture means."""
        return None if self._view is None else self._painter.hit(self._view, x, y)
