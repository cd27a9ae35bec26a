"""The loop that joins the two sides: presses go in, pictures come out.

The law: one thread, one round after the other, and a round waits for nothing but the next thing to
do. What it hears is judged before it draws, by stamps alone, so a slow picture costs no one a slap.
A card counts from when the display says that its face could be seen; while the picture that shows
it is under way, nothing is judged that came after it was sent.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, assert_never

from device import page as pages
from device.complaint import Part
from device.dealing import is_lesson, next_header
from device.desk import help_rows
from device.ear import Ear
from device.easel import Easel
from device.echo import Echo
from device.evening import Room
from device.gesture import Gesture
from device.host import Host
from device.language import Language, language
from device.options import Settings
from device.page import Wish
from device.painter import PictureT
from device.reading import Paging, whole
from device.reception import Reception
from device.scribe import Scribe
from device.sitting import Sitting
from device.sittings import Sittings
from device.sounds import sounds_of
from device.troubles import Troubles
from device.unfinished import NothingLeftError
from device.usher import Usher
from game.events import Fact, Input, Left
from game.record import Header
from hal import garbage
from hal.buttons import ButtonEvent
from hal.clock import Clock
from hal.display import Ailing, Closing, Exposed, Happening, KeyChange, Seen, Touch

MOST_LOOKS = 3
"""In a round, where a press is nearly certain."""


class Table(Generic[PictureT]):
    """Plays game after game until people leave: they press what `ear` hears, and see what lies on
    `easel`; `echo` says the same, `scribe` writes it down.

    Where it is not `attended` the table ends with the game, or where it could not go on. `troubles`
    are those that people are told of. `host` receives people between games, at wired buttons; None:
    one game follows the other. `pulse` is called each time that the loop has come round. `paging`:
    how the rules become pages for the display. All times are those of `clock`.
    """

    def __init__(
        self,
        ear: Ear,
        easel: Easel[PictureT],
        echo: Echo,
        scribe: Scribe,
        troubles: Troubles,
        clock: Clock,
        settings: Settings,
        spoken: Language,
        attended: bool = True,
        host: Host | None = None,
        pulse: Callable[[], None] = lambda: None,
        paging: Paging = whole,
    ) -> None:
        self._ear, self._easel, self._echo = ear, easel, echo
        self._scribe, self._troubles = scribe, troubles
        self._clock, self._pulse = clock, pulse
        self._settings, self._language = settings, spoken
        self._attended = attended
        self._host = host
        self._usher = None if host is None else Usher(host, ear, echo)
        self._sittings = Sittings(clock.now_ns, ear, scribe, attended, host, paging)
        self._wanted: Header | None = None
        self._left = self._looked_at = False

    def play(self, header: Header | None, resume: bool | None = None) -> None:
        """Play this game, and as many more as people like; then let all go.

        `header`: None where the host asks people which. `resume`: what to do with a game that was
        not finished: go on, drop it, or ask.
        """
        old = None if resume is False else self._scribe.unfinished()
        if old is None:
            if resume and self._scribe.folder_is_ours():  # else that is told
                self._troubles.tell(Part.UNFINISHED, NothingLeftError())
            self._open(header, at=Room.IDLE)
        else:
            self._wanted = header
            self._open(old[0], old[1])
            shown, when = self.game.session.state.shown, self._scribe.left_at
            question = pages.Asking(pages.Topic.OLD_GAME, cards=shown, when=when)
            self.game.stop(question, self._clock.now_ns())
            if resume:
                self._wish(Wish.OLD_GAME)
        try:
            while not self._left:
                self.round()
                self._pulse()
        finally:
            self._tell(self.game, self.game.close(self._clock.now_ns()))

    def leave(self) -> None:
        """End after this round; may be called from a signal."""
        self._left = True

    def round(self) -> None:
        """Hear, judge, tell, draw: once."""
        happenings, heard = self._look()
        for event in heard:
            self._hear(event)
        held = [] if self._usher is None else self._ear.held()
        self._gestures(held)
        if self._host is not None:
            self.game.held = self._ear.holding
        game, page = self.game, self.game.page
        stirred = bool(heard or held) or any(not isinstance(each, Seen) for each in happenings)
        stirred |= self._ear.misses(game) | (self._usher is not None and self._usher.look())
        facts = game.advance(self._horizon_ns())
        if facts:
            self._ear.pause_by(game.pausing)
        self._tell(game, facts)
        self._scribe.failed(game.session.troubles())
        self._wish(game.turn_by_itself(self._clock.now_ns()))
        if page is None and game.page is not None:
            self._ear.let_go()
        stirred |= self._troubles_changed()
        self._draw(stirred or bool(facts) or game is not self.game or page is not game.page)
        if self._looked_at:  # what sounds and shines is opened after the first picture
            self._echo.look()
            if self._echo.shines:
                self._echo.light(self.game.lights(self._clock.now_ns()))
        if not self._attended and self._at_its_end():
            self._left = True

    def _look(self) -> tuple[Sequence[Happening], Sequence[ButtonEvent]]:
        """What has happened, taken, and what has been heard since. Right before a press may become
        certain nothing else is begun: that press would have to wait for it."""
        garbage.gives_way(self._ear.undecided_ns is not None)
        happenings, most_ms = list[Happening](), self._wait_ms()
        for _ in range(MOST_LOOKS):
            found = self._easel.display.wait(most_ms)
            for happening in found:  # before listening, which hears of nothing older any more
                self._take(happening)
            happenings += found
            heard = self._ear.listen()
            if heard or not self._ear.nearly_hears(self._clock.now_ns()):
                break
            most_ms = 1
        return happenings, heard

    # What people do

    def _take(self, happening: Happening) -> None:
        match happening:
            case Closing():
                self._left = True
            case Seen(t_ns):
                self._looked_at = True
                sent_ns = self._easel.seen()
                if sent_ns is not None:
                    self.game.seen(sent_ns, t_ns)
            case Ailing(why):
                if why is None:
                    self._troubles.mend(Part.DISPLAY)
                else:
                    self._troubles.tell(Part.DISPLAY, why)
            case Exposed():
                self._easel.expose()
            case KeyChange():
                self._take_key(happening)
            case Touch():
                self._take_touch(happening)
            case _:
                assert_never(happening)

    def _take_key(self, change: KeyChange) -> None:
        game, now_ns = self.game, self._clock.now_ns()
        of_game = game.page is None or not change.pressed
        if of_game and self._sittings.desk is not None and self._sittings.desk.key(change):
            return
        if not change.pressed:
            return
        if change.key == "f11":
            self._easel.display.toggle_full_screen()
        elif change.key == "f2":
            self._speak_the_next()
        else:
            self._wish(game.key(change.key, now_ns))

    def _take_touch(self, touch: Touch) -> None:
        target = self._easel.hit(touch.x, touch.y)
        if self.game.page is None or not touch.pressed:
            if self._sittings.desk is not None:
                self._sittings.desk.touch(target, touch)
        else:
            self._wish(self.game.touch(target, self._clock.now_ns()))

    def _hear(self, event: ButtonEvent) -> None:
        """A button was pressed or let go."""
        self._looked_at = True
        if self._usher is not None:
            self._gestures(self._ear.gestures(event))
            self._usher.hear(event)
        self._ear.press(event, self.game)

    def _gestures(self, gestures: Sequence[Gesture]) -> None:
        """Hands have done something that lasted."""
        host, usher = self._host, self._usher
        if not gestures or host is None or usher is None:
            return
        for gesture in gestures:
            wish = usher.gesture(gesture, self.game)
            self._wish(wish)
            if wish is Wish.ANOTHER:
                host.sit_down(gesture.place)
        self._settings = host.settings
        if self._settings.lang not in ("auto", self._language.code):
            self._language = language(self._settings.lang)
        self.game.stage.settings, self.game.stage.language = self._settings, self._language

    # Games

    def _receive(self, room: Room | None = None) -> None:
        """No game is on: the host shows one among computer players, and people are here now."""
        host = self._host
        if host is not None:
            if room is not None:
                host.enter(room, self._clock.now_ns())
            self._sit(self._sittings.reception(host, self._language, self._settings))

    def _open(
        self, header: Header | None, old: Sequence[Input] = (), at: Room = Room.LOBBY
    ) -> None:
        """A game begins, or goes on where its old inputs end; None: people are asked which."""
        if header is None:
            self._receive(at)
        else:
            self._sit(self._sittings.game(header, old, self._language, self._settings))

    def _sit(self, game: Sitting) -> None:
        """This is the game now."""
        self.game = game
        self._easel.forget()

    def _wish(self, wish: Wish | None) -> None:
        game, now_ns = self.game, self._clock.now_ns()
        match wish:
            case None | Wish.ASK_TO_LEAVE | Wish.PART:
                pass
            case Wish.GO_ON | Wish.OLD_GAME:
                game.count_down(now_ns)
            case Wish.LEAVE:
                self._left = True
            case Wish.STAND_UP:
                game.close(now_ns)
                self._receive(Room.LOBBY if is_lesson(game.header) else Room.IDLE)
            case Wish.RECEIVE:
                self._receive()
            case Wish.BEGIN | Wish.ANOTHER:
                if isinstance(game.page, pages.Asking):
                    self._scribe.drop()
                game.close(now_ns)
                then = next_header(game.header) if self._host is None else self._host.taken()
                self._open(self._wanted or then)
                self._wanted = None
            case _:
                assert_never(wish)

    def _at_its_end(self) -> bool:
        """Whether nothing will happen any more where nobody attends."""
        nobody = self._ear.keys is not None or self._ear.ended
        return self.game.over or (nobody and self.game.at_rest(self._clock.now_ns()))

    def _tell(self, game: Sitting, facts: Sequence[Fact]) -> None:
        """These facts have come about, in a game of people or asked for."""
        if not isinstance(game, Reception):
            self._scribe.tell(game.header, [*facts, *game.stage.disputes()])
            self._echo.play(sounds_of(facts, game.places))
            if self._host is not None:
                for fact in facts:
                    if isinstance(fact, Left):
                        self._host.stand_up(game.places[fact.seat])
            if game.over:
                self._scribe.finished()

    def _troubles_changed(self) -> bool:
        """Whether something else than before does not work, or is not new any more."""
        self._scribe.look()
        troubles, stage, now_ns = self._troubles, self.game.stage, self._clock.now_ns()
        troubles.look(now_ns)
        before = stage.trouble, stage.news, stage.kept
        stage.kept = self._scribe.keeps
        stage.trouble, stage.news = troubles.line(self._language), troubles.news(now_ns)
        if self._host is not None:
            self._host.trouble = stage.trouble
        return before != (stage.trouble, stage.news, stage.kept)

    def _speak_the_next(self) -> None:
        """The next language, at once."""
        self._language = self.game.stage.language = self._language.following

    # Pictures

    def _draw(self, stirred: bool) -> None:
        """Show what there is to see of the game now."""
        game, spoken = self.game, self._language
        rows = partial(help_rows, game.stage.names, game.stage.keys, spoken)
        now_ns = self._clock.now_ns()
        self._easel.draw(game, rows, stirred, now_ns, self._ear.undecided_ns)

    def _horizon_ns(self) -> int:
        """Up to when all is known: every press, and whether a card could be seen."""
        return self._easel.horizon_ns(self._ear.horizon_ns, self._clock.now_ns())

    def _wait_ms(self) -> int:
        """Until the next thing to do, unless somebody does something."""
        now_ns = self._clock.now_ns()
        longest_ms = self._ear.rest_ms(self.game)
        dues_ns = self.game.dues_ns() + self._troubles.dues_ns(now_ns)
        if self._easel.sent_ns is None:
            dues_ns.append(self._easel.still_ns)
        if self._echo.shines:
            dues_ns += self.game.lights_change_ns(now_ns)
        due_ns = self._ear.held_due_ns()
        dues_ns += [] if due_ns is None else [due_ns]
        if not dues_ns:
            return longest_ms
        # What is overdue waits for the horizon, which comes by itself.
        return max(1, min(-(-(min(dues_ns) - now_ns) // 1_000_000), longest_ms))
