"""Is what a screen shows the picture that it should be? Judged by what never changes in it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame
from PIL import Image, ImageChops

from device.between import IdlePage
from device.config import Config
from device.dealing import seats_of
from device.language import language
from device.leaf import Leaf
from device.options import Settings
from device.overlay import Result
from device.pictures.screen import Screen
from device.sitting import Sitting
from device.stage import Stage
from device.view import Seat, View
from game.record import Record
from tests.boot.table import Shot
from tests.device.playing import Evening

ALIKE = 950
"""Per mille of the pixels that must agree; another deal may look otherwise here and there."""
LATER_NS = 10_000_000_000
"""After the end of a game its result has come, and not gone."""
_NEAR = 24
"""Of 255: as much may a colour differ."""


def attract_share(shot: Shot) -> int:
    """Per mille of the title, the marks and the names of the idle table that are on the screen."""
    return max(_share(shot, *fixed) for fixed in _idle_pictures(shot.size))


@cache
def _idle_pictures(size: tuple[int, int]) -> tuple[tuple[Image.Image, Image.Image], ...]:
    """A picture of each of these, and what of it never changes."""
    found = []
    for views in idle_views():
        pictures = [_drawn(view, size) for view in views]
        plain = Image.new("RGB", size, pictures[0].getpixel((size[0] // 3, 150)))
        marked = ImageChops.multiply(_fixed(pictures), _mask(pictures[0], plain, differ=True))
        found.append((pictures[0], marked))
    return tuple(found)


@cache
def idle_views() -> tuple[tuple[View, ...], ...]:
    """What an idle table of four shows in its first seconds, the words at one edge and then at the
    other. What all views of an edge have is what never changes."""
    edges: dict[bool, list[View]] = {True: [], False: []}
    settings = Settings().placed(wired=True)
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder), None, received=Config(settings), settings=settings)
        evening.play(until_ms=19_500)
    for ms, view in evening.views[:: max(1, len(evening.views) // 30)]:
        if ms > 1000 and isinstance(view.overlay, IdlePage):
            views = edges[view.overlay.high]
            views += [view, _with_other_cards(view, len(views) // 2)]
    return tuple(map(tuple, edges.values()))


def _with_other_cards(view: View, turn: int) -> View:
    """The same in another deal."""
    seats = (
        replace(seat, cards=1 + (turn * 5 + seat.index * 17) % 47, turn=turn % 4 == seat.index)
        for seat in view.seats
    )
    return replace(view, seats=tuple(seats))


def page_share(shot: Shot, title: str, text: Sequence[str]) -> int:
    """Per mille of this page, but for its number, that are on the screen."""
    seats = (Seat(0, "", 0), Seat(1, "", 0))
    pages = [Leaf(title, tuple(text), number=number) for number in ("", "1 / 2", "3 / 9")]
    pictures = [_drawn(View(seats, overlay=page), shot.size) for page in pages]
    plain = Image.new("RGB", shot.size, pictures[0].getpixel((1, 1)))
    marked = ImageChops.multiply(_fixed(pictures), _mask(pictures[0], plain, differ=True))
    return _share(shot, pictures[0], marked)


def result_share(shot: Shot, lines: bytes) -> int:
    """Per mille of the page at the end of the game of these lines that are on the screen: how it
    ended, who sat there, and every number of each of them."""
    page = result_view(lines)
    pictures = [_drawn(view, shot.size) for view in (page, replace(page, overlay=None))]
    marked = _mask(pictures[0], pictures[1], differ=True)
    return _share(shot, pictures[0], marked)


def result_view(lines: bytes) -> View:
    """What people are shown at the end of the game of these lines."""
    record = Record(BytesIO(lines))
    seats = seats_of(record.header)
    stage = Stage(seats, [()] * len(seats), True, language("en"), Settings().placed(wired=True))
    game = Sitting(record.header, stage, (), 0, list(record))
    game.wired, game.around = True, 4
    later_ns = game.ns(game.session.state.now_us) + LATER_NS
    game.turn_by_itself(later_ns)
    view = game.view(later_ns, ())
    assert isinstance(view.overlay, Result)
    return view


def _drawn(view: View, size: tuple[int, int]) -> Image.Image:
    return Image.frombytes("RGB", size, pygame.image.tobytes(Screen(size).picture(view), "RGB"))


def _fixed(pictures: Sequence[Image.Image]) -> Image.Image:
    """White where all pictures are the same."""
    mask = Image.new("L", pictures[0].size, 255)
    for picture in pictures[1:]:
        mask = ImageChops.multiply(mask, _mask(pictures[0], picture, differ=False))
    return mask


def _mask(one: Image.Image, other: Image.Image, differ: bool) -> Image.Image:
    """White where two pictures differ, or where they do not."""
    bands = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return most.point([255 if (value > _NEAR) is differ else 0 for value in range(256)])


def _share(shot: Shot, picture: Image.Image, marked: Image.Image) -> int:
    seen = Image.frombytes("RGB", shot.size, shot.pixels)
    whole = marked.histogram()[255]
    agree = ImageChops.multiply(marked, _mask(seen, picture, differ=False)).histogram()[255]
    assert whole > 1000, "there is something to compare"
    return agree * 1000 // whole
