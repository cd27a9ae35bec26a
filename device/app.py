"""The loop that joins the two sides: presses go in, pictures come out.

The law: one thread, one round after the other, and a round waits for nothing but the next thing to
do. What it hears is judged before it draws, by stamps alone, so a slow picture costs no one a slap.
A card counts from when the display says that its face could be seen; while the picture that shows
it is under way, nothing is judged that came after it was sent.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeVar, assert_never

from device import page as pages
from device.dealing import next_header, seats_of
from device.desk import Desk, help_rows
from device.display_trouble import display_trouble
from device.keyboard import pairs
from device.language import LANGUAGES, Language, language
from device.options import Settings
from device.page import Wish
from device.pictures.layout import Target, TargetKind
from device.scribe import Scribe
from device.sitting import Sitting
from device.stage import Unheard
from device.view import View
from game.events import Input
from game.record import Header
from hal.buttons import ButtonEvent, Capabilities, Kind
from hal.clock import Clock
from hal.display import (
    Ailing,
    Closing,
    Display,
    Exposed,
    Happening,
    KeyChange,
    Seen,
    Touch,
)
from hal.keys import Keys
from hal.lamps import Lamps
from hal.stream import Stream
from hal.wiring import Button, Wiring

FRAME_NS = 16_000_000
LONGEST_WAIT_MS = 500
SHARED_LOOK_MS = 4
"""Keys that people share are read so often: what one look finds is a dead heat."""
BUTTON_LOOK_MS = 2
"""Buttons that ring no bell are looked at so often."""
LATEST_SEEN_NS = 100_000_000
"""The game waits so long for a picture to be seen, and no longer."""

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


class Table(Generic[PictureT]):
    """Plays game after game on one display until people leave.

    `painter` makes the painter for a size. `keys` is the source of the stream where people sit at
    a keyboard, else None; `lamps` are those of wired buttons. Where it is not `attended` the table
    ends with the game, or where it could not go on. `rung`: the display stops waiting when there is
    something to hear. All times are those of `clock`.
    """

    def __init__(
        self,
        display: Display[PictureT],
        painter: Callable[[tuple[int, int]], Painter[PictureT]],
        clock: Clock,
        wiring: Wiring,
        stream: Stream,
        keys: Keys | None,
        lamps: Lamps | None,
        scribe: Scribe,
        settings: Settings,
        spoken: Language,
        attended: bool = True,
        rung: bool = False,
    ) -> None:
        self._display = display
        self._painter_of = painter
        self._size = display.size
        self._painter = painter(self._size)
        self._clock = clock
        self._wiring = wiring
        self._buttons = wiring.buttons()
        self._stream = stream
        self._keys = keys
        self._lamps = lamps
        self._desk: Desk | None = None
        self._scribe = scribe
        self._settings = settings
        self._language = spoken
        self._attended = attended
        self._rung = rung
        self._wanted: Header | None = None
        self._view: View | None = None
        self._covered = False
        self._drawn_ns = self._still_ns = 0
        self._sent_ns: int | None = None
        self._sent_face = False
        self._dealt = False
        self._left = False

    def play(self, header: Header, resume: bool | None = None) -> None:
        """Play this game, and as many more as people like; then let all go.

        `resume`: what to do with a game that was not finished: go on, drop it, or ask.
        """
        old = None if resume is False else self._scribe.unfinished()
        if old is None:
            self._open(header)
        else:
            self._wanted = header
            self._open(old[0], old[1])
            about = ", ".join(old[0].seats)
            question = pages.Asking(pages.Topic.OLD_GAME, about=about)
            self.game.stop(question, self._clock.now_ns())
            if resume:
                self._wish(Wish.OLD_GAME)
        try:
            while not self._left:
                self.round()
        finally:
            self._scribe.tell(self.game.header, self.game.close(self._clock.now_ns()))

    def round(self) -> None:
        """Hear, judge, tell, draw: once."""
        happenings = self._display.wait(self._wait_ms())
        for happening in happenings:
            self._take(happening)
        heard = self._stream.listen()
        for event in heard:
            self._press(event)
        game, page = self.game, self.game.page
        stirred = bool(heard) or any(not isinstance(each, Seen) for each in happenings)
        stirred |= self._unheard_changed()
        facts = game.advance(self._horizon_ns())
        self._scribe.tell(game.header, facts)
        self._warn(game)
        game.turn_by_itself(self._clock.now_ns())
        if game.over:
            self._scribe.finished()
        self._draw(stirred or bool(facts) or page is not game.page)
        if self._lamps is not None:
            self._lamps.show(game.lights(self._clock.now_ns()))
        if not self._attended and self._at_its_end():
            self._left = True

    # What people do

    def _take(self, happening: Happening) -> None:
        match happening:
            case Closing():
                self._left = True
            case Seen(t_ns):
                if self._sent_ns is not None:
                    self.game.seen(self._sent_ns, t_ns)
                self._sent_ns = None
            case Ailing(why):
                self.game.stage.trouble = (
                    "" if why is None else display_trouble(why, self._language)
                )
            case Exposed():
                if self._size != self._display.size:
                    self._size = self._display.size
                    self._painter = self._painter_of(self._size)
                self._covered = True
            case KeyChange():
                self._take_key(happening)
            case Touch():
                self._take_touch(happening)
            case _:
                assert_never(happening)

    def _take_key(self, change: KeyChange) -> None:
        game, now_ns = self.game, self._clock.now_ns()
        of_game = game.page is None or not change.pressed
        if of_game and self._desk is not None and self._desk.key(change):
            return
        if not change.pressed:
            return
        if change.key == "f11":
            self._display.toggle_full_screen()
        elif change.key == "f2":
            self._speak_the_next()
        elif game.page is not None:
            self._wish(game.turn(change.key, now_ns))
        elif change.key == "p":
            game.stop(pages.Pausing(), now_ns)
        elif change.key == "f1":
            game.stop(pages.Helping(), now_ns)
        elif change.key == "esc":
            game.stop(pages.Asking(pages.Topic.LEAVING), now_ns)

    def _take_touch(self, touch: Touch) -> None:
        page, view = self.game.page, self._view
        target = None if view is None else self._painter.hit(view, touch.x, touch.y)
        if page is None or not touch.pressed:
            if self._desk is not None:
                self._desk.touch(target, touch)
        elif isinstance(page, pages.Asking):
            if target is not None and target.kind is TargetKind.OPTION:
                self._wish(page.topic.value[target.index or 0])
        else:
            self._wish(self.game.turn("enter", self._clock.now_ns()))

    def _press(self, event: ButtonEvent) -> None:
        """A button was pressed; the game knows whether it counts."""
        if event.kind is not Kind.PRESS:
            return
        seat, button = self._buttons[event.line]
        if button is Button.FLIP:
            self.game.flip(seat, event.ts_ns)
        else:
            contact_us = self.game.us(event.contact_ns) if event.disputes else None
            self.game.slap(seat, event.ts_ns, self._reach_us(event), contact_us)

    def _reach_us(self, event: ButtonEvent) -> int:
        """How far back the hand may have come down; at keys only where people share them."""
        if self._keys is None:
            return event.uncertainty_us
        return self._keys.reach_ns(event.ts_ns) // 1000 if self._shared else 0

    @property
    def _shared(self) -> bool:
        return self._keys is not None and len(self.game.persons) > 1

    def _unheard_changed(self) -> bool:
        """Whether other buttons than before are not heard just now."""
        seats = len(self.game.header.seats)
        unheard = {
            self._buttons[line][0]: Unheard(trouble.value)
            for line, trouble in self._stream.troubled().items()
            if self._buttons[line][0] < seats
        }
        changed = unheard != self.game.stage.unheard
        self.game.stage.unheard = unheard
        return changed

    # Games

    def _open(self, header: Header, old: Sequence[Input] = ()) -> None:
        """A game begins, or goes on where its old inputs end."""
        stamps = self._stream.source.capabilities
        if not old:
            header = replace(header, more={**header.more, "buttons": _worth(stamps)})
        if self._desk is not None:
            self._desk.let_go(self._clock.now_ns())
        persons = [seat for seat, plan in enumerate(seats_of(header)) if plan.is_person]
        at_keys = [] if self._keys is None else persons
        self._desk = None if self._keys is None else Desk(self._keys, self._wiring, at_keys)
        keys = pairs(at_keys)
        scribe = self._scribe
        self.game = Sitting(
            header,
            [keys.get(seat, ()) for seat in range(len(header.seats))],
            stamps.exact,
            self._language,
            self._settings,
            scribe.go_on(header, old) if old else scribe.begin(header),
            self._deal_ns(stamps),
            old,
        )
        self._dealt = True
        self._view = None

    def _deal_ns(self, stamps: Capabilities) -> int:
        """Now; but a script begins with the first deal, so its times are those of the game."""
        scripted = stamps.stamp == "script" and not self._dealt
        return self._stream.opened_ns if scripted else self._clock.now_ns()

    def _wish(self, wish: Wish | None) -> None:
        game, now_ns = self.game, self._clock.now_ns()
        match wish:
            case None:
                pass
            case Wish.GO_ON | Wish.OLD_GAME:
                game.count_down(now_ns)
            case Wish.ASK_TO_LEAVE:
                game.stop(pages.Asking(pages.Topic.LEAVING), now_ns)
            case Wish.LEAVE:
                self._left = True
            case Wish.ANOTHER:
                if isinstance(game.page, pages.Asking):
                    self._scribe.drop()
                game.close(now_ns)
                header = self._wanted or next_header(game.header)
                self._wanted = None
                self._open(header)
            case _:
                assert_never(wish)

    def _at_its_end(self) -> bool:
        """Whether nothing will happen any more where nobody attends."""
        nobody = self._keys is not None or self._stream.ended
        return self.game.over or (nobody and self.game.at_rest(self._clock.now_ns()))

    def _warn(self, game: Sitting) -> None:
        """What could not be written is told, and stays on the screen."""
        for trouble in game.session.troubles():
            self._scribe.warn(trouble)
            game.stage.trouble = trouble

    def _speak_the_next(self) -> None:
        """The next language, at once."""
        codes = list(LANGUAGES)
        code = codes[(codes.index(self._language.code) + 1) % len(codes)]
        self._language = self.game.stage.language = language(code)

    # Pictures

    def _draw(self, stirred: bool) -> None:
        """Show the view of now if it is another and the display is free.

        Where nothing has stirred the view is the same until `_still_ns`, and is not even made.
        """
        game, now_ns = self.game, self._clock.now_ns()
        if not stirred and now_ns < self._still_ns:
            return
        if self._sent_ns is not None:
            self._still_ns = now_ns
            return
        view = game.view(now_ns, help_rows(game.header.seats, game.keys, self._language))
        if view != self._view or self._covered:
            self._display.show(self._painter.picture(view))
            self._view = view
            self._drawn_ns = self._sent_ns = now_ns
            self._sent_face = game.reveals(now_ns)
            self._covered = False
        changes_ns = game.changes_ns(now_ns)
        if game.moving(now_ns):
            changes_ns.append(self._drawn_ns + FRAME_NS)
        self._still_ns = min(changes_ns, default=now_ns + LONGEST_WAIT_MS * 1_000_000)

    def _horizon_ns(self) -> int:
        """Up to when all is known: every press, and whether a card could be seen."""
        horizon_ns = self._stream.horizon_ns
        if self._sent_ns is None or not self._sent_face:
            return horizon_ns
        late = self._clock.now_ns() - self._sent_ns > LATEST_SEEN_NS
        return horizon_ns if late else min(horizon_ns, self._sent_ns)

    def _wait_ms(self) -> int:
        """Until the next thing to do, unless somebody does something."""
        now_ns = self._clock.now_ns()
        longest_ms = LONGEST_WAIT_MS
        if self._keys is None and not self._rung:
            longest_ms = BUTTON_LOOK_MS
        elif self._shared and self.game.page is None:
            longest_ms = SHARED_LOOK_MS
        dues_ns = self.game.dues_ns()
        if self._sent_ns is None:
            dues_ns.append(self._still_ns)
        if self._lamps is not None:
            dues_ns += self.game.lights_change_ns(now_ns)
        if not dues_ns:
            return longest_ms
        # What is overdue waits for the horizon, which comes by itself.
        return max(1, min(-(-(min(dues_ns) - now_ns) // 1_000_000), longest_ms))


def _worth(stamps: Capabilities) -> dict[str, object]:
    """What the stamps of a game are worth, for its header."""
    return {
        "stamp": stamps.stamp,
        "resolution_us": stamps.resolution_us,
        "uncertainty_us": stamps.typical_uncertainty_us,
    }
