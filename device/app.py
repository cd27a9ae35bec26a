"""The loop that joins the two sides: presses go in, pictures come out.

The law: one thread, one round after the other, and a round waits for nothing but the next thing to
do. What it hears is judged before it draws, by stamps alone, so a slow picture costs no one a slap.
A card counts from when the display says that its face could be seen.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeVar, assert_never

from device import page as pages
from device.dealing import computers_of, next_header, seats_of
from device.desk import Desk, help_rows
from device.journal import Journal
from device.keyboard import pairs
from device.language import LANGUAGES, Language, language
from device.options import Settings
from device.page import Page, Wish
from device.pictures.layout import Target, TargetKind
from device.scribe import Scribe
from device.session import Session
from device.stage import AIR_US, Stage, Unheard
from device.view import Overlay, View
from game.events import Flip, Input, Pause, Resume, Shown, Slap
from game.record import MOST_UNCERTAINTY_US, Header
from hal.buttons import ButtonEvent, Kind
from hal.clock import Clock
from hal.display import Closing, Display, Exposed, Happening, KeyChange, Touch
from hal.keys import Keys
from hal.stream import Stream
from hal.wiring import Button, Wiring

FRAME_NS = 16_000_000
LONGEST_WAIT_MS = 500
SHARED_LOOK_MS = 4
"""Keys that people share are read so often: what one look finds is a dead heat."""
SCRIPT_LOOK_MS = 2
RESULT_AFTER_US = 1_500_000


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


class Game:
    """One game at this table: its session, what is told of it, and its time.

    `old` are inputs of it that were played before; the game goes on where they end.
    """

    def __init__(
        self,
        header: Header,
        stage: Stage,
        journals: Sequence[Journal],
        now_ns: int,
        old: Sequence[Input] = (),
    ) -> None:
        self.header = header
        self.stage = stage
        self.session = Session(header.deal(), computers_of(header), journals)
        self.stopped_us: int | None = None
        stage.note(self.session.recall(old))
        self._deal_ns = now_ns - self.session.state.now_us * 1000

    def us(self, t_ns: int) -> int:
        """A time of the clock in whole microseconds from the deal, rounded down."""
        return (t_ns - self._deal_ns) // 1000

    def ns(self, t_us: int) -> int:
        """A time from the deal on the clock."""
        return self._deal_ns + t_us * 1000


class Table(Generic[PictureT]):
    """Plays game after game on one display until people leave.

    `painter` makes the painter for a size. `keys` is the source of the stream where people sit at
    a keyboard, else None. Where it is not `attended` the table ends with the game, or where it
    could not go on. All times are those of `clock`.
    """

    def __init__(
        self,
        display: Display[PictureT],
        painter: Callable[[tuple[int, int]], Painter[PictureT]],
        clock: Clock,
        wiring: Wiring,
        stream: Stream,
        keys: Keys | None,
        scribe: Scribe,
        settings: Settings,
        spoken: Language,
        attended: bool = True,
    ) -> None:
        self._display = display
        self._painter_of = painter
        self._size = display.size
        self._painter = painter(self._size)
        self._covered = False
        self._clock = clock
        self._wiring = wiring
        self._buttons = wiring.buttons()
        self._stream = stream
        self._keys = keys
        self._scribe = scribe
        self._settings = settings
        self._language = spoken
        self._desk: Desk | None = None
        self._page: Page | None = None
        self._view: View | None = None
        self._waiting_header: Header | None = None
        self._reported_us: int | None = None
        self._drawn_ns = self._still_ns = 0
        self._dealt = False
        self._attended = attended
        self._left = False

    def play(self, header: Header, resume: bool | None = None) -> None:
        """Play this game, and as many more as people like; then let all go.

        `resume`: what to do with a game that was not finished: go on, drop it, or ask.
        """
        old = None if resume is False else self._scribe.unfinished()
        if old is None:
            self._open(header)
        else:
            self._waiting_header = header
            self._open(old[0], old[1])
            self._stop(pages.Asking(pages.Topic.OLD_GAME, about=", ".join(old[0].seats)))
            if resume:
                self._wish(Wish.OLD_GAME)
        try:
            while not self._left:
                self.round()
        finally:
            self.game.session.close()

    def round(self) -> None:
        """Hear, judge, tell, draw: once."""
        happenings = self._display.wait(self._wait_ms())
        if self._keys is not None:
            self._keys.look(self._clock.now_ns())
        for happening in happenings:
            self._take(happening)
        heard = self._stream.listen()
        for event in heard:
            self._press(event)
        game, page, unheard = self.game, self._page, self._unheard()
        stirred = bool(happenings or heard) or unheard != game.stage.unheard
        game.stage.unheard = unheard
        facts = game.session.advance(game.us(self._stream.horizon_ns + 1) - 1)
        game.stage.note(facts)
        self._scribe.tell(game.header, facts)
        for trouble in game.session.troubles():
            self._scribe.warn(trouble)
        self._turn_pages()
        self._draw(stirred or bool(facts) or page is not self._page)
        if not self._attended:
            self._stay()

    # What people do

    def _take(self, happening: Happening) -> None:
        match happening:
            case Closing():
                self._left = True
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
        desk = self._desk
        of_game = self._page is None or not change.pressed
        if of_game and desk is not None and desk.key(change.key, change.pressed, change.t_ns):
            return
        if not change.pressed:
            return
        if change.key == "f11":
            self._display.toggle_full_screen()
        elif change.key == "f2":
            self._speak_the_next()
        elif self._page is not None:
            self._page, wish = pages.turned(self._page, change.key, self._clock.now_ns())
            self._wish(wish)
        elif change.key == "p":
            self._stop(pages.Pausing())
        elif change.key == "f1":
            self._stop(pages.Helping())
        elif change.key == "esc":
            self._stop(pages.Asking(pages.Topic.LEAVING))

    def _take_touch(self, touch: Touch) -> None:
        view = self._view
        target = None if view is None else self._painter.hit(view, touch.x, touch.y)
        if self._page is None or not touch.pressed:
            if self._desk is not None:
                self._desk.touch(target, touch.pressed, touch.t_ns)
        elif isinstance(self._page, pages.Asking):
            if target is not None and target.kind is TargetKind.OPTION:
                self._wish(self._page.topic.value[target.index or 0])
        else:
            self._page, wish = pages.turned(self._page, "enter", self._clock.now_ns())
            self._wish(wish)

    def _press(self, event: ButtonEvent) -> None:
        """A button of the game, if it was pressed while the game was to be heard."""
        game, (seat, button) = self.game, self._buttons[event.line]
        if event.kind is not Kind.PRESS or game.session.state.over is not None:
            return
        t_us = game.us(event.ts_ns)
        if t_us < 0 or seat >= len(game.header.seats):
            return
        if game.stopped_us is not None and t_us >= game.stopped_us:
            return
        if button is Button.FLIP:
            game.session.hear(Flip(t_us, seat))
        else:
            game.session.hear(Slap(t_us, seat, self._uncertainty_us(event)))
            if event.disputes:
                game.stage.dispute(seat, game.us(event.contact_ns))

    def _unheard(self) -> dict[int, Unheard]:
        """The seats of which a button is not heard just now."""
        seats = len(self.game.header.seats)
        return {
            self._buttons[line][0]: Unheard(trouble.value)
            for line, trouble in self._stream.troubled().items()
            if self._buttons[line][0] < seats
        }

    def _uncertainty_us(self, event: ButtonEvent) -> int:
        """How far back the hand may have come down; at keys only where two people share them."""
        known_us = event.uncertainty_us
        if self._keys is not None:
            known_us = self._keys.reach_ns(event.ts_ns) // 1000 if self._shared else 0
        return min(known_us, MOST_UNCERTAINTY_US)

    # Games and pages

    def _open(self, header: Header, old: Sequence[Input] = ()) -> None:
        """A game begins, or goes on where its old inputs end."""
        source = self._stream.source
        stamps = source.capabilities
        header = replace(
            header,
            more={
                **header.more,
                "buttons": {
                    "stamp": stamps.stamp,
                    "resolution_us": stamps.resolution_us,
                    "uncertainty_us": stamps.typical_uncertainty_us,
                },
            },
        )
        seats = seats_of(header)
        self._persons = [seat for seat, plan in enumerate(seats) if plan.is_person]
        at_keys = self._persons if self._keys is not None else []
        self._shared = len(at_keys) > 1
        if self._desk is not None:
            self._desk.let_go(self._clock.now_ns())
        self._desk = None if self._keys is None else Desk(self._keys, self._wiring, at_keys)
        exact = stamps.stamp != "pump"
        keys = pairs(at_keys)
        self._hints = [keys.get(seat, ()) for seat in range(len(seats))]
        stage = Stage(seats, self._hints, exact, self._language, self._settings)
        scribe = self._scribe
        journals = scribe.go_on(header, old) if old else scribe.begin(header)
        deal_ns = self._clock.now_ns()
        if stamps.stamp == "script" and not self._dealt:
            deal_ns = self._stream.opened_ns  # a script begins with the deal
        self._dealt = True
        self.game = Game(header, stage, journals, deal_ns, old)
        self._page = None
        self._view = None
        self._reported_us = None
        self._finished = False

    def _stop(self, page: Page) -> None:
        """The game stands still, and a page lies over it."""
        game = self.game
        if self._page is None and game.session.state.over is None:
            game.stopped_us = game.us(self._clock.now_ns())
            game.session.hear(Pause(game.stopped_us))
        self._page = page

    def _wish(self, wish: Wish | None) -> None:
        match wish:
            case None:
                pass
            case Wish.GO_ON | Wish.OLD_GAME:
                self._page = pages.Counting(self._clock.now_ns() + pages.COUNTDOWN_NS)
            case Wish.ASK_TO_LEAVE:
                self._page = pages.Asking(pages.Topic.LEAVING)
            case Wish.LEAVE:
                self._left = True
            case Wish.ANOTHER:
                if isinstance(self._page, pages.Asking):
                    self._scribe.drop()
                self.game.session.close()
                header = self._waiting_header or next_header(self.game.header)
                self._waiting_header = None
                self._open(header)
            case _:
                assert_never(wish)

    def _turn_pages(self) -> None:
        """The pages that come and go by themselves."""
        game, now_ns = self.game, self._clock.now_ns()
        state = game.session.state
        over = state.over
        if over is not None:
            if not self._finished:
                self._finished = True
                self._scribe.finished()
            if not isinstance(self._page, pages.Ending) and self._result_ns() <= now_ns:
                self._page = pages.Ending(now_ns)
        elif isinstance(self._page, pages.Counting) and self._page.ends_ns <= now_ns:
            game.session.hear(Resume(game.us(now_ns)))
            game.stopped_us = None
            self._reported_us = None
            self._page = None

    def _stay(self) -> None:
        """A table that nobody attends ends where nothing will happen any more."""
        game, now_us = self.game, self.game.us(self._clock.now_ns())
        state = game.session.state
        at_rest = game.session.due_us() is None and not game.stage.moving(state, now_us)
        nobody = self._keys is not None or self._stream.ended
        if state.over is not None or (at_rest and nobody):
            self._left = True

    def _speak_the_next(self) -> None:
        """The next language, at once."""
        codes = list(LANGUAGES)
        code = codes[(codes.index(self._language.code) + 1) % len(codes)]
        self._language = self.game.stage.language = language(code)

    # Pictures

    def _draw(self, stirred: bool) -> None:
        """Show the view of now if it is another; tell the game when a card's face could be seen.

        Where nothing has stirred the view is the same until `_still_ns`, and is not even made.
        """
        game, now_ns = self.game, self._clock.now_ns()
        if not stirred and now_ns < self._still_ns:
            return
        state, now_us = game.session.state, game.us(now_ns)
        view = game.stage.view(state, now_us, self._overlay(now_ns))
        seen_ns = now_ns
        if view != self._view or self._covered:
            seen_ns = self._display.show(self._painter.picture(view))
            self._view, self._drawn_ns = view, now_ns
            self._covered = False
        self._still_ns = self._changes_ns(now_ns)
        flipped_us = game.stage.flipped_us
        if game.stage.revealed(state, now_us) and self._reported_us != flipped_us:
            game.session.hear(Shown(game.us(seen_ns)))
            self._reported_us = flipped_us

    def _changes_ns(self, now_ns: int) -> int:
        """When the view of now will be another one, though nothing stirs."""
        game, now_us = self.game, self.game.us(now_ns)
        if isinstance(self._page, pages.Counting):
            return now_ns
        if game.stage.moving(game.session.state, now_us):
            next_ns = self._drawn_ns + FRAME_NS
            face_ns = game.ns((game.stage.flipped_us or 0) + AIR_US)
            return min(next_ns, face_ns) if now_ns < face_ns else next_ns
        changes_us = game.stage.changes_us(now_us)
        return now_ns + pages.SECOND_NS if changes_us is None else game.ns(changes_us)

    def _overlay(self, now_ns: int) -> Overlay | None:
        game = self.game
        if isinstance(self._page, pages.Ending):
            return game.stage.result(game.session.state)
        rows = help_rows(game.header.seats, self._hints, self._language)
        return pages.overlay(self._page, now_ns, rows, self._language)

    def _result_ns(self) -> int:
        """When the result page comes, once the game is over: the last motion is to be seen."""
        over = self.game.stage.tally.over
        return self.game.ns((over.t_us if over is not None else 0) + RESULT_AFTER_US)

    def _wait_ms(self) -> int:
        """Until the next thing to do, unless somebody does something."""
        game, now_ns = self.game, self._clock.now_ns()
        state, now_us = game.session.state, game.us(now_ns)
        if game.stage.moving(state, now_us):
            dues_ns = [self._still_ns]
        else:
            dues_us = (game.session.due_us(), game.stage.changes_us(now_us))
            dues_ns = [game.ns(due_us) for due_us in dues_us if due_us is not None]
        if isinstance(self._page, pages.Counting):
            second_ns = pages.SECOND_NS
            dues_ns.append(now_ns + ((self._page.ends_ns - now_ns) % second_ns or second_ns))
        if state.over is not None and not isinstance(self._page, pages.Ending):
            dues_ns.append(self._result_ns())
        longest_ms = LONGEST_WAIT_MS
        if self._keys is None:
            longest_ms = SCRIPT_LOOK_MS
        elif self._shared and self._page is None:
            longest_ms = SHARED_LOOK_MS
        wait_ns = min(dues_ns, default=now_ns + LONGEST_WAIT_MS * 1_000_000) - now_ns
        return max(0, min(-(-wait_ns // 1_000_000), longest_ms))
