"""A match with people at it: the page that lies over it, who is waited for, and what is explained.

The law: while a page is open the game stands still; what was pressed before it came still counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from device import holding
from device import page as pages
from device.brightness import DARK, FULL, brightness
from device.brightness import dues_ns as darkens_ns
from device.dealing import is_lesson, persons_of
from device.gesture import Gesture, Held, Press
from device.language import lettered
from device.lesson import lesson_text
from device.match import Match
from device.memo import Writing
from device.overlay import Overlay
from device.page import Page, Wish
from device.page_text import ending_hints, game_hints, overlay
from device.patience import Duty, Patience
from device.reading import BookPage, Paging, book_of, whole
from device.rulebook import rulebook
from device.stage import Stage
from device.target import Target, TargetKind
from device.tutor import Tutor, taught
from device.view import KeyHint, View
from game.cards import Seat
from game.events import Fact, Flip, Input, Leave
from game.record import Header
from game.state import Laying

SECOND_US = 1_000_000
RESULT_AFTER_US = 1_500_000
"""The last motion is to be seen before the result."""


class Sitting(Match):
    """A match from its deal to its result, with all that lies over it; arguments as those of a
    `Match`.

    In a lesson what happens is explained to the one person of two at the table; raises
    ValueError for any other seats. `paging`: how the rules become pages for the display.
    """

    def __init__(
        self,
        header: Header,
        stage: Stage,
        journals: Sequence[Writing],
        now_ns: int,
        old: Sequence[Input] = (),
        paging: Paging = whole,
    ) -> None:
        self._tutor = taught(header, persons_of(header)) if is_lesson(header) else None
        super().__init__(header, stage, journals, now_ns, old)
        self.around = 0
        """How many places the table has, where each has buttons of its own; 0: it is not told."""
        self.wired = False
        """Whether pages are worked with the buttons of the seats."""
        self.page: Page | None = None
        self.held: Sequence[Held] = ()
        """What is held just now, for the table to set."""
        self.hurries = False
        """Whether nobody waits for one who does not lay, and the game for nobody."""
        self._paging = paging
        self._pressed_ns = now_ns
        self._typed = False
        """Whether somebody has taken the open page to the keyboard."""
        settings = stage.settings
        waits_us = (settings.lay_s * SECOND_US, settings.pause_s * SECOND_US)
        self._patience = Patience(*waits_us, self.session.state.now_us)

    # What people do

    def flip(self, seat: Seat, t_ns: int) -> None:
        """A person pressed its flip button."""
        self._patience.pressed(self.us(t_ns))
        super().flip(seat, t_ns)

    def slap(self, seat: Seat, t_ns: int, reach_us: int, disputed_us: int | None) -> None:
        """A person slapped; arguments as those of a `Match`."""
        self._patience.pressed(self.us(t_ns))
        super().slap(seat, t_ns, reach_us, disputed_us)

    # Pages

    def stop(self, page: Page, now_ns: int) -> None:
        """The game stands still, and a page lies over it."""
        self._pressed_ns = now_ns
        self.stand_still(now_ns)
        self.page = page

    def turn(self, key: str, now_ns: int, seat: Seat | None = None) -> Wish | None:
        """A key on the open page; what is wished by it. `seat`: whose button stands for it."""
        if self.page is None:
            return None
        self.page, wish = pages.turned(self.page, key, now_ns)
        if wish is Wish.ASK_TO_LEAVE:
            self.stop(self._leaving(seat), now_ns)
        elif wish is Wish.PART and isinstance(self.page, pages.Asking):
            self._part(self.page.parts, now_ns)
        return wish

    def touch(self, target: Target | None, now_ns: int) -> Wish | None:
        """A press on something in the picture of the open page; what is wished by it."""
        if isinstance(self.page, pages.Asking):
            if target is None or target.kind is not TargetKind.OPTION:
                return None
            self.page = replace(self.page, selected=target.index or 0)
        return self.turn("enter", now_ns)

    def _leaving(self, seat: Seat | None) -> pages.Asking:
        """The question who leaves: where buttons are wired, whoever asks leaves alone or nobody."""
        staying = self.playing
        parting = [each for each in staying if seat in (each, None)] if len(staying) > 1 else []
        if not parting or (seat is None and self.wired and not self._typed):
            return pages.Asking(pages.Topic.LEAVING)
        named = tuple((each, self.stage.names[each]) for each in parting)
        return pages.Asking(pages.Topic.LEAVING, parting=named, by=seat)

    def _part(self, seat: Seat | None, now_ns: int) -> None:
        """A person leaves the game in a pause (R68); the others see it, and go on or not."""
        if seat is not None:
            self.session.hear(Leave(self.us(now_ns), seat))
            self.page = pages.Pausing(left=self.stage.names[seat])

    def count_down(self, now_ns: int) -> None:
        """The game goes on in a moment."""
        self.page = pages.Counting(now_ns + pages.COUNTDOWN_NS)

    def key(self, key: str, now_ns: int) -> Wish | None:
        """A key that stands for no button of this game; what is wished by it."""
        opened: Mapping[str, Page] = {
            "p": pages.Pausing(),
            "f1": pages.Helping(),
            "esc": pages.Asking(pages.Topic.LEAVING),
        }
        self._typed, self._pressed_ns = True, now_ns
        if self.page is None and key in opened:
            self.stop(opened[key], now_ns)
            return None
        return self.turn(key, now_ns)

    def gesture(self, gesture: Gesture) -> Wish | None:
        """A hand at the table did something that lasted; what is wished by it."""
        dark = self._light(gesture.t_ns) == DARK
        self._pressed_ns = max(self._pressed_ns, gesture.t_ns)
        if dark:
            return None
        seat = self.seat_at(gesture.place)
        if self.page is not None:
            key = "" if self._typed else pages.key_of(self.page, gesture.press)
            others = isinstance(self.page, pages.Asking) and self.page.by not in (None, seat)
            if others and key != "esc":
                return None
            wish = self.turn(key, gesture.t_ns, seat)
            return Wish.STAND_UP if wish is Wish.LEAVE else wish
        if gesture.press is Press.SLAP_LONG and self._tutor is not None:
            return Wish.STAND_UP
        if gesture.press is Press.FLIPS_HELD and not self.over:
            who = "" if seat is None else self.stage.names[seat]
            self.stop(pages.Pausing(who), gesture.t_ns)
        return None

    def answers(self, gesture: Gesture) -> bool:
        """Whether this press, which takes its time, does something here."""
        if self._light(gesture.t_ns) == DARK:
            return False
        if self.page is not None:
            key = "" if self._typed else pages.key_of(self.page, gesture.press)
            return pages.turned(self.page, key, gesture.t_ns) != (self.page, None)
        if gesture.press is Press.SLAP_LONG:
            return self._tutor is not None
        return gesture.press is Press.FLIPS_HELD and not self.over

    def turn_by_itself(self, now_ns: int) -> Wish | None:
        """The pages that come and go by themselves; what is wished where nobody answers."""
        over = self.stage.tally.over
        if over is not None:
            if not isinstance(self.page, pages.Ending) and self._result_ns() <= now_ns:
                self.page, self._typed = pages.Ending(now_ns), False
        elif isinstance(self.page, pages.Counting) and self.page.ends_ns <= now_ns:
            self.go_on(now_ns)
            self.page, self._typed = None, False
            self._patience.begin(self.us(now_ns))
        self._hurry(now_ns)
        alone = isinstance(self.page, pages.Ending) and self.page.alone(now_ns)
        return Wish.ANOTHER if alone and self.wired else None

    def _hurry(self, now_ns: int) -> None:
        """Remind who is on turn, lay for him, or let the game stand still."""
        now_us, state = self.us(now_ns), self.session.state
        phase = state.phase
        on_turn = phase.seat if isinstance(phase, Laying) and state.race is None else None
        if not self.hurries or self.page is not None or not self.persons or self.over:
            self.stage.reminded = None
            return
        self._patience.wait_for(on_turn if on_turn in self.persons else None, state.shown, now_us)
        self.stage.reminded = self._patience.reminded(now_us)
        match self._patience.duty(now_us):
            case Duty.LAY if on_turn is not None:
                self.session.mark_idle(on_turn)
                self.session.hear(Flip(now_us, on_turn))
                self._patience.wait_for(None, state.shown, now_us)
            case Duty.PAUSE:
                self.stop(pages.Pausing(), now_ns)
            case _:
                pass

    # What is seen

    def view(self, now_ns: int, rows: tuple[KeyHint, ...]) -> View:
        """What there is to see now; `rows` are all keys, for the help."""
        view = self.stage.view(self.session.state, self.us(now_ns), self._overlay(now_ns, rows))
        if self.places != tuple(range(len(self.places))):
            view = replace(view, places=self.places)
        if self.around:
            view = replace(view, around=max(self.around, *(place + 1 for place in self.places)))
        if self.wired:
            hints = game_hints(self.stage.language, self._tutor is not None)
            view = replace(view, hints=hints)
        if self._tutor is not None:
            view = replace(view, lesson_text=self._lesson(self._tutor, self.us(now_ns)))
        if self.held:
            view = replace(view, holds=holding.holds(self._holding(now_ns), now_ns))
        light = self._light(now_ns)
        if light == FULL:
            return view
        return replace(view, brightness=view.brightness * light // FULL)

    def dues_ns(self) -> list[int]:
        """When something happens though nobody does anything."""
        due_us = self.session.due_us()
        dues_ns = [] if due_us is None else [self.ns(due_us)]
        if isinstance(self.page, pages.Counting):
            dues_ns.append(self.page.ends_ns)
        if self.over and not isinstance(self.page, pages.Ending):
            dues_ns.append(self._result_ns())
        return dues_ns

    def changes_ns(self, now_ns: int) -> list[int]:
        """When the view of now will be another one, whatever happens; motions left out."""
        now_us = self.us(now_ns)
        state = self.session.state
        changes_us = [self.stage.changes_us(state, now_us), self.stage.reveals_us(state)]
        changes_us += [] if self._tutor is None else [self._tutor.changes_us(now_us)]
        changes_ns = [self.ns(change_us) for change_us in changes_us if change_us is not None]
        if isinstance(self.page, pages.Counting):
            second_ns = pages.SECOND_NS
            changes_ns.append(now_ns + ((self.page.ends_ns - now_ns) % second_ns or second_ns))
        if self.hurries and self.page is None and not self.over:
            changes_ns += [self.ns(due_us) for due_us in self._patience.dues_us()]
        if self._still:
            changes_ns += darkens_ns(self._pressed_ns, self.stage.settings)
        held_ns = [holding.changes_ns(each, now_ns) for each in self.held]
        changes_ns += [change_ns for change_ns in held_ns if change_ns is not None]
        return [change_ns for change_ns in changes_ns if change_ns > now_ns]

    def _holding(self, now_ns: int) -> list[Held]:
        """What is held for so long that people see it, and does something."""
        return [
            each
            for each in self.held
            if holding.shown(each, now_ns)
            and self.answers(Gesture(each.press, each.place, each.due_ns or now_ns))
        ]

    def _note(self, facts: Sequence[Fact]) -> None:
        """These facts have come about: they are told, and explained."""
        super()._note(facts)
        if self._tutor is not None:
            self._tutor.note(self.session.state, facts)

    def _lesson(self, tutor: Tutor, now_us: int) -> str:
        """What is explained now; empty: nothing."""
        lesson = None if self.over else tutor.at(now_us)
        if lesson is None:
            return ""
        names, keys = self.stage.names, self.stage.keys[self.persons[0]]
        return lesson_text(lesson, names, self.header.rules, keys, self.stage.language)

    def _overlay(self, now_ns: int, rows: tuple[KeyHint, ...]) -> Overlay | None:
        language, wired = self.stage.language, self.wired and not self._typed
        if isinstance(self.page, pages.Ending):
            result = self.stage.result(self.session.state)
            free = self.around > len(self.persons)
            hints = ending_hints(language, wired, self._tutor is not None, free)
            return replace(result, hints=hints)
        kept = self.stage.kept
        return overlay(self._named(), now_ns, rows, language, wired, self._book, kept)

    def _named(self) -> Page | None:
        """The open page, with the names as they are told now."""
        page, names = self.page, self.stage.names
        if not isinstance(page, pages.Asking):
            return page
        parting = tuple((seat, names[seat]) for seat, _name in page.parting)
        return replace(page, about=", ".join(names), parting=parting)

    def _book(self, hints: tuple[KeyHint, ...]) -> list[BookPage]:
        """The rules of this game as pages."""
        stage = self.stage
        letters = lettered(stage.settings.letters, stage.language)
        leaves = rulebook(self.header.rules, stage.language, letters)
        return book_of(leaves, hints, self._paging, stage.language)

    @property
    def _still(self) -> bool:
        """Whether a picture may stand here for ever."""
        lies = pages.Pausing | pages.Greeting | pages.Asking | pages.Helping
        return self.wired and isinstance(self.page, lies)

    def _light(self, now_ns: int) -> int:
        """How bright the picture is, per mille of what is set."""
        alone_ns = now_ns - self._pressed_ns
        return brightness(alone_ns, self.stage.settings) if self._still else FULL

    def _result_ns(self) -> int:
        over = self.stage.tally.over
        return self.ns((0 if over is None else over.t_us) + RESULT_AFTER_US)
