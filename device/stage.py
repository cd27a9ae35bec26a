"""What the table tells right now: from state and facts to a `View`.

The law: a view is a function of the state, of the facts that are still being told, and of the
time; the rules never wait for it. The face of a turning card is in the view `AIR_US` after its
flip; when that picture could be seen is the table's to report, and only then does the card count.
Nothing here tells that a pattern lies.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from device import view as show
from device.faces import face
from device.headline import Dispute, Headline
from device.keyboard import label
from device.language import Language, lettered
from device.motions import Motions
from device.options import SeatPlan, Settings
from device.overlay import Overlay, Result
from device.result_page import result_page
from device.seating import spoken_names
from device.view import Face, KeyHint, MotionKind, Style, View
from game import events
from game.cards import Card, Seat
from game.draft import STRIKES
from game.events import Fact
from game.patterns import Pattern
from game.rules import EmptySlap
from game.score import Tally
from game.state import Claim, Laying, State, Turning

AIR_US = 140_000
"""From the flip to the face: how long a card turns."""
NOT_NOW_US = 700_000
REMIND_US = 500_000
"""Who is reminded flashes for so long, and then does not for as long."""
SECOND_US = 1_000_000
FLASH_US = 400_000


class Unheard(Enum):
    """Why a button of a seat is not heard just now."""

    HELD = "held"
    STUCK = "stuck"
    OFF = "off"


class Stage:
    """Tells one game. `language` and `settings` may change at any time, from one view to the next.

    `unheard` are the seats with a button that is not heard just now, `trouble` a line about what
    does not work, `news` whether that is new, `kept` whether the game could be gone on with later;
    all are for the table to set.

    `keys` are those of each seat, to lay and to slap, empty where there are none; `exact` says
    whether stamps are good to the microsecond, else whole milliseconds are told and called practice
    timing.
    """

    def __init__(
        self,
        seats: Sequence[SeatPlan],
        keys: Sequence[tuple[str, ...]],
        exact: bool,
        language: Language,
        settings: Settings,
    ) -> None:
        self.settings = settings
        self.tally = Tally(len(seats))
        self.flipped_us: int | None = None
        self.unheard: Mapping[Seat, Unheard] = {}
        self.reminded: Seat | None = None
        self.trouble = ""
        self.news = False
        self.kept = False
        self._seats = tuple(seats)
        self.keys = tuple(keys)
        self._exact = exact
        self._attempts = 0
        self._motions = Motions()
        self._headline = Headline((), exact)
        self.language = language
        self._not_now: dict[Seat, int] = {}
        self._flashed: dict[Seat, int] = {}
        persons = [seat for seat, plan in enumerate(seats) if plan.is_person]
        self._bottom = persons[0] if persons else 0

    @property
    def language(self) -> Language:
        """In which it is told."""
        return self._language

    @language.setter
    def language(self, spoken: Language) -> None:
        self._language = spoken
        self.names = self._headline.names = spoken_names(self._seats, spoken)
        """Of the seats, as they are told."""

    def note(self, facts: Iterable[Fact]) -> None:
        """These facts have come about."""
        facts = tuple(facts)
        self.tally.add(facts)
        for fact in facts:
            self._motions.note(fact)
            self._headline.note(fact)
            match fact:
                case events.Flipped():
                    self.flipped_us = fact.t_us
                case events.Challenged():
                    self._attempts = fact.attempts
                case events.NotNow():
                    self._not_now[fact.seat] = fact.t_us
                case events.Burned() | events.Struck() | events.Eliminated():
                    self._flashed[fact.seat] = fact.t_us
                case _:
                    pass

    def dispute(self, seat: Seat, t_us: int, earliest_us: int) -> None:
        """The stream cannot vouch for a slap of stamp `t_us`; it came at `earliest_us` or later."""
        self._headline.dispute(seat, t_us, earliest_us)

    def disputes(self) -> list[Dispute]:
        """What has become disputed since the last call."""
        return self._headline.disputes()

    def reveals_us(self, state: State) -> int | None:
        """From when on the face of the turning card is in the view, None where none turns."""
        turns = isinstance(state.phase, Turning) and state.paused_us is None
        return self.flipped_us + AIR_US if turns and self.flipped_us is not None else None

    def revealed(self, state: State, now_us: int) -> bool:
        """Whether the face of the turning card is in the view of this instant."""
        reveals_us = self.reveals_us(state)
        return reveals_us is not None and now_us >= reveals_us

    def moving(self, state: State, now_us: int) -> bool:
        """Whether the view changes from one picture to the next."""
        in_air = isinstance(state.phase, Turning) and state.paused_us is None
        return (in_air and not self.revealed(state, now_us)) or self._motions.active(now_us)

    def changes_us(self, state: State, now_us: int) -> int | None:
        """When something that is told now will be told no more, None where nothing is."""
        ends = [since_us + NOT_NOW_US for since_us in self._not_now.values()]
        ends += [since_us + FLASH_US for since_us in self._flashed.values()]
        ends += [self._headline.ends_us] if self._headline.ends_us is not None else []
        if self.reminded is not None:
            ends.append(now_us - now_us % REMIND_US + REMIND_US)
        left_us = _left_us(state, now_us)
        if left_us and state.paused_us is None:
            ends.append(now_us + (left_us % SECOND_US or SECOND_US))
        return min((end_us for end_us in ends if end_us > now_us), default=None)

    def view(self, state: State, now_us: int, overlay: Overlay | None = None) -> View:
        """The picture of this instant."""
        _ = self.language.gettext
        face_up = state.face_up
        motions = self._motions.at(now_us)
        turning = None
        if isinstance(state.phase, Turning) and self.flipped_us is not None:
            if self.revealed(state, now_us):
                face_up = (*face_up, state.phase.card)
            else:
                gone_us = max(0, min(now_us - self.flipped_us, AIR_US))
                turning = show.Turning(state.phase.seat, show.WHOLE * gone_us // AIR_US)
        return View(
            seats=tuple(self._seat(state, seat, now_us) for seat in range(len(self._seats))),
            pile=self._pile(state, face_up),
            style=Style(self.settings.printed, self.settings.four_colour),
            bottom_seat=self._bottom,
            turning=turning,
            event=self._headline.at(now_us, self.language, self._letters) or self._news(),
            motions=motions,
            slap_text=_("SLAP!") if any(self.keys) else "",
            slap_pressed=any(
                motion.kind is MotionKind.SLAP and motion.source == self._bottom
                for motion in motions
            ),
            slap_seat=self._bottom if sum(map(bool, self.keys)) > 1 else None,
            now_text=self._now_text(state),
            limit_text=self._limit_text(state, now_us),
            timing_text=self.trouble or ("" if self._exact else _("Practice timing")),
            hints=(
                KeyHint("F1", _("help")),
                KeyHint("P", _("pause")),
                KeyHint("Esc", _("leave")),
            ),
            overlay=overlay,
            brightness=show.WHOLE * self.settings.brightness // 100,
            flat=self.settings.flat is True,
            rotation=self.settings.rotation,
        )

    def result(self, state: State) -> Result:
        """The page at the end of a game."""
        page = result_page(self.names, state, self.tally, self.language, self._exact)
        return replace(page, warning=self.trouble, news=self.news)

    # Parts of a view

    def _news(self) -> show.Event | None:
        """A trouble stands in the headline while that is free, then small in a corner."""
        return show.Event(self.trouble, show.Tone.BAD) if self.trouble and self.news else None

    def _seat(self, state: State, seat: Seat, now_us: int) -> show.Seat:
        _ = self.language.gettext
        plan, challenge = self._seats[seat], state.challenge
        phase = state.phase
        pays = isinstance(phase, Laying | Turning) and phase.seat == seat
        owed = challenge.owed if challenge is not None and pays else 0
        counts = state.rules.empty_slap is EmptySlap.THREE_STRIKES
        status = ""
        if seat in state.out:
            status = _("out")
        elif seat in state.barred:
            status = _("barred")
        elif seat in self.unheard:
            status = unheard_text(self.unheard[seat], self.language)
        elif now_us < self._not_now.get(seat, -NOT_NOW_US) + NOT_NOW_US:
            status = _("not now")
        elif seat == self.reminded:
            status = _("your turn")
        lay_and_slap = zip(self.keys[seat], (_("lay"), _("slap")), strict=False)
        return show.Seat(
            index=seat,
            name=self.names[seat],
            cards=len(state.hands[seat]),
            turn=state.turn == seat,
            owed=owed,
            attempts=self._attempts if owed else 0,
            owed_text=_("{owed} of {all}").format(owed=owed, all=self._attempts) if owed else "",
            strikes=state.strikes[seat],
            strikes_max=STRIKES if counts else 0,
            barred=seat in state.barred,
            out=seat in state.out,
            status=status,
            person=plan.is_person,
            keys=tuple(KeyHint(label(key, self.language), does) for key, does in lay_and_slap),
            flash=self._flashes(seat, now_us),
        )

    def _flashes(self, seat: Seat, now_us: int) -> bool:
        """Something happened to a seat just now, or it does not lay for a while already."""
        reminded = seat == self.reminded and now_us // REMIND_US % 2 == 0
        return reminded or now_us < self._flashed.get(seat, -FLASH_US) + FLASH_US

    def _pile(self, state: State, face_up: tuple[Card, ...]) -> show.Pile:
        ngettext = self.language.ngettext
        _ = self.language.gettext
        count = len(face_up) + state.burned
        with_bottom = Pattern.TOP_BOTTOM in state.rules.patterns and bool(face_up)
        return show.Pile(
            top=tuple(self._face(card) for card in face_up[-state.rules.depth :]),
            count=count,
            count_text=ngettext("{n} card", "{n} cards", count).format(n=count) if count else "",
            burned=state.burned,
            burned_text=ngettext("{n} burned", "{n} burned", state.burned).format(n=state.burned)
            if state.burned
            else "",
            bottom=self._face(face_up[0]) if with_bottom else None,
            bottom_text=_("bottom") if with_bottom else "",
            hidden=state.paused_us is not None,
        )

    def _now_text(self, state: State) -> str:
        _ = self.language.gettext
        phase = state.phase
        if isinstance(phase, Claim) and state.race is None:
            if phase.challenger is None:
                return _("Nobody has a card left")
            return _("The pile goes to {name}").format(name=self.names[phase.challenger])
        if not isinstance(phase, Laying | Turning):
            return ""
        name = self.names[phase.seat]
        if state.last_chance is not None:
            return _("Last chance: {name} lays").format(name=name)
        if phase.challenge is None:
            return _("{name} lays").format(name=name)
        challenger = self.names[phase.challenge.challenger]
        return _("{name} pays {challenger}").format(name=name, challenger=challenger)

    def _limit_text(self, state: State, now_us: int) -> str:
        left_us = _left_us(state, now_us)
        if left_us is None:
            return ""
        minutes, seconds = divmod(-(-left_us // SECOND_US), 60)
        return self.language.gettext("{time} left").format(time=f"{minutes}:{seconds:02}")

    def _face(self, card: Card) -> Face:
        return face(card, self._letters)

    @property
    def _letters(self) -> Language:
        return lettered(self.settings.letters, self.language)


def unheard_text(why: Unheard, language: Language) -> str:
    """What people can do about a button that is not heard."""
    _ = language.gettext
    match why:
        case Unheard.HELD:
            return _("let go of your button")
        case Unheard.STUCK:
            return _("button is stuck")
        case Unheard.OFF:
            return _("button is off")


def _left_us(state: State, now_us: int) -> int | None:
    """Play time up to the limit, None where there is none or no more; it stands in a pause."""
    limit_us = state.rules.time_limit_us
    if limit_us is None or state.over is not None:
        return None
    clock_us = now_us if state.paused_us is None else state.paused_us
    return max(0, limit_us - (clock_us - state.stood_us))
