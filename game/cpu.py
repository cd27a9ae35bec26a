"""Computer players: when they lay and when they slap, from a key alone.

The law of reactions: all that a computer player does about a card is a function of the key, its
seat and the number of cards shown so far, that card included. It is drawn when the card is shown,
so nothing that anybody does afterwards changes it. Seat s has word s, 8 bytes, of the key
`{key}/cpu/{shown}` (see `game.chance`; 0 shown right after the deal):

- bytes 0 to 2: how long after the card was shown the hand comes down (`reaction_us`);
- bytes 3 to 5: how long after its turn came the seat lays a card (`pace_us`);
- byte 6: a pattern is missed where it is below `MISSED`, below `MISSED_DEEP` where no pattern
  there can be seen from the top two cards alone (`misses`);
- byte 7: a near miss is slapped where it is below `FOOLED` (`errs`).

The level picks the table of the first three bytes, and nothing else. No float decides: three bytes
become microseconds by a table of 33 whole numbers. Their first 5 bits choose one of 32 steps, the
other 19 bits lie between the step's two ends, in proportion and rounded down.

Entry k of a table is the k/32 quantile, in whole microseconds, of an ex-Gaussian distribution: a
normal one of mean mu and deviation sigma plus an exponential one of mean tau, which reaction times
follow closely (Hohle 1965). The first entry stands at 1/256, the last at 255/256:

======  =====  =====  =====  ====  =============================================================
table   mu     sigma  tau    mean  what stands behind the mean, in milliseconds
======  =====  =====  =====  ====  =============================================================
fast    300    36     84     384   knowing a sign when it comes (Laming 1968, as Kosinski's
                                   review gives it; 220 for a plain light there, 231 in Woods
                                   et al. 2015)
normal  355    45     105    460   between the two
slow    420    55     130    550   telling whether two letters are the same (Posner and Mitchell
                                   1967)
pace    560    80     140    700   our own choice: laying is no race
======  =====  =====  =====  ====  =============================================================

The soonest reaction of all is 230 ms. Telling pictures apart takes the eye some 150 ms before any
hand moves (Thorpe, Fize and Marlot 1996), and below 100 ms nobody reacts, he anticipates (R44).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

from game.cards import Pile, Seat
from game.digest import sha256
from game.engine import step
from game.events import Fact, Flip, Input, Shown, Slap, Slapped, Taken, Tick
from game.patterns import PATTERNS, Pattern
from game.state import Laying, Over, State, Turning


class Level(Enum):
    """How fast a computer player slaps, and nothing else about it."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"


MISSED, MISSED_DEEP, FOOLED = 15, 31, 5
"""Out of 256: a pattern of two cards is missed (6 %), a deeper one (12 %); a near miss slapped."""

DEEP = frozenset({Pattern.SANDWICH, Pattern.HOAGIE, Pattern.RUN, Pattern.TOP_BOTTOM})
"""Patterns that two cards alone do not show."""

MEMORY = 5
"""How far apart equal ranks still fool somebody, in cards."""

REACTIONS_US: Mapping[Level, Sequence[int]] = MappingProxyType(
    {
        Level.SLOW: (
            314_621, 366_721, 389_418, 404_917, 417_336, 428_050, 437_704, 446_662, 455_152,
            463_335, 471_328, 479_228, 487_116, 495_065, 503_146, 511_430, 519_993, 528_914,
            538_287, 548_218, 558_831, 570_281, 582_757, 596_502, 611_838, 629_207, 649_250,
            672_953, 701_962, 739_361, 792_071, 882_180, 1_152_508,
        ),
        Level.NORMAL: (
            268_585, 311_144, 329_672, 342_317, 352_445, 361_178, 369_044, 376_339, 383_251,
            389_909, 396_410, 402_831, 409_239, 415_694, 422_252, 428_972, 435_912, 443_141,
            450_730, 458_767, 467_352, 476_610, 486_693, 497_800, 510_189, 524_220, 540_409,
            559_554, 582_984, 613_191, 655_765, 728_545, 946_886,
        ),
        Level.FAST: (
            230_868, 264_915, 279_738, 289_854, 297_956, 304_942, 311_235, 317_071, 322_601,
            327_927, 333_128, 338_265, 343_391, 348_555, 353_802, 359_177, 364_730, 370_512,
            376_584, 383_013, 389_882, 397_288, 405_355, 414_240, 424_152, 435_376, 448_327,
            463_643, 482_387, 506_553, 540_612, 598_836, 773_509,
        ),
    }
)  # fmt: skip

PACE_US: Sequence[int] = (
    398_870, 472_050, 503_463, 524_686, 541_531, 555_933, 568_795, 580_621, 591_728, 602_331,
    612_588, 622_621, 632_534, 642_414, 652_344, 662_404, 672_674, 683_243, 694_205, 705_673,
    717_779, 730_683, 744_588, 759_758, 776_543, 795_431, 817_126, 842_709, 873_972, 914_254,
    971_020, 1_068_060, 1_359_182,
)  # fmt: skip


def drawn(key: str, seat: Seat, shown: int) -> bytes:
    """The word that decides what a seat does about one card.

    >>> drawn("vector", 2, 17).hex()
    'c426190e798b4e82'
    """
    place = seat % 4 * 8
    return _block(key, shown, seat // 4)[place : place + 8]


def reaction_us(word: bytes, level: Level) -> int:
    """From the card being shown to the hand coming down.

    >>> [reaction_us(drawn("vector", 2, 17), level) for level in Level]
    [620845, 517465, 429972]
    """
    return _quantile(REACTIONS_US[level], word[0:3])


def pace_us(word: bytes) -> int:
    """From a seat's turn to its card.

    >>> pace_us(drawn("vector", 2, 17))
    497474
    """
    return _quantile(PACE_US, word[3:6])


def misses(word: bytes, deep: bool) -> bool:
    """Whether a pattern goes unseen; `deep` where the top two cards alone do not show it."""
    return word[6] < (MISSED_DEEP if deep else MISSED)


def errs(word: bytes) -> bool:
    """Whether a near miss is taken for a pattern."""
    return word[7] < FOOLED


def near_miss(shown: Pile) -> bool:
    """Whether these face-up cards, bottom first, look like a pattern to somebody.

    The top card is one above or below the next (7 on 8), has the rank of one of the last
    `MEMORY` cards, or makes a pattern of any house rules.
    """
    if len(shown) < 2:
        return False
    top, under = shown[-1].rank, shown[-2].rank
    return (
        abs(top.height - under.height) == 1
        or any(card.rank is top for card in shown[-1 - MEMORY : -1])
        or any(lies(shown) for lies in PATTERNS.values())
    )


class Computers:
    """What the computer seats of one game are about to do.

    `watch` the state after the deal (no facts) and after every step (its facts); `next` is then
    their next press. Once it has been stepped and watched it is done; nothing else need be told.
    A slap belongs to the card it was drawn for: it is dropped when another card is shown or the
    pile is taken, and joins a race that is open at its time. A lay belongs to its seat's turn.
    Both are instants of the play clock, so a pause moves them along.

    Whoever watches the same steps from the deal on expects the same presses; so does a table
    that comes back from a crash and watches its record again.
    """

    def __init__(self, key: str, levels: Mapping[Seat, Level]) -> None:
        self.next: Flip | Slap | None = None
        self._key = key
        self._levels = dict(levels)
        self._shown = self._taken = -1
        self._slaps: list[tuple[int, Seat]] = []
        self._lay: tuple[int, Seat] | None = None

    def watch(self, state: State, facts: Iterable[Fact]) -> None:
        """The game has come to this state, by these facts.

        `next` is then the earliest press that is due, never before the state's own time. At one
        instant a slap goes before a flip, then the lower seat before the higher. None in a pause,
        where only a person may press, and where the state's deadline comes first: what happens
        there may change everything, so it must be ticked (see `coming`).
        """
        fresh = state.shown != self._shown
        taken = state.taken != self._taken >= 0
        self._shown, self._taken = state.shown, state.taken
        if fresh:
            self._slaps = self._hands_coming_down(state)
        elif taken:
            self._slaps = []
        elif self._slaps:
            done = state.barred.union(fact.seat for fact in facts if isinstance(fact, Slapped))
            self._slaps = [slap for slap in self._slaps if slap[1] not in done]
        phase = state.phase
        if not isinstance(phase, Laying) or phase.seat not in self._levels:
            self._lay = None
        elif fresh or taken or self._lay is None or self._lay[1] != phase.seat:
            came_us = _taken_us(state, phase.seat, facts) if taken else state.played_us
            word = drawn(self._key, phase.seat, state.shown)
            self._lay = (came_us + pace_us(word), phase.seat)
        self.next = self._earliest(state) if self._slaps or self._lay else None

    def _earliest(self, state: State) -> Flip | Slap | None:
        if state.paused_us is not None or isinstance(state.phase, Over):
            return None
        lay = self._lay if state.race is None else None
        kind: type[Flip] | type[Slap]
        if self._slaps and (lay is None or self._slaps[0][0] <= lay[0]):
            kind, (due_us, seat) = Slap, self._slaps[0]
        elif lay is not None:
            kind, (due_us, seat) = Flip, lay
        else:
            return None
        t_us = max(due_us + state.stood_us, state.now_us)
        end_us = state.due_us
        if end_us is not None and (t_us > end_us or (t_us == end_us and state.race is None)):
            return None
        return kind(t_us, seat)

    def _hands_coming_down(self, state: State) -> list[tuple[int, Seat]]:
        """When each seat that takes the top card for a pattern slaps it, earliest first."""
        shown, shown_us = state.face_up, state.shown_us
        if not shown or shown_us is None:
            return []
        key, number = self._key, state.shown
        words = [(seat, drawn(key, seat, number)) for seat in self._levels]
        if state.rules.slappable(shown):
            deep = DEEP.issuperset(state.rules.lying(shown))
            words = [(seat, word) for seat, word in words if not misses(word, deep)]
        else:
            words = [(seat, word) for seat, word in words if errs(word)]
            if not words or not near_miss(shown):
                return []
        return sorted(
            (shown_us + reaction_us(word, self._levels[seat]), seat)
            for seat, word in words
            if seat not in state.barred
        )


def coming(state: State, computers: Computers) -> Flip | Slap | Tick | None:
    """What happens next if no person presses and no card is shown: a press, or a deadline.

    A table that steps this at its own time, before anything later, plays the same game at any
    frame rate. None where nothing comes by itself.
    """
    if computers.next is not None:
        return computers.next
    due_us = state.due_us
    if due_us is None:
        return None
    return Tick(due_us if state.race is None else due_us + 1)


def played(
    state: State, computers: Computers, air_us: int
) -> Iterator[tuple[Input, State, tuple[Fact, ...]]]:
    """A game played on to its end without a clock: each input, the state after it, its facts.

    Every card is shown `air_us` after it was flipped. Ends early in a pause, and where only a
    person could go on.
    """
    computers.watch(state, ())
    turning, lands_us = isinstance(state.phase, Turning), state.now_us + air_us
    while state.paused_us is None and not isinstance(state.phase, Over):
        happened: Input | None = coming(state, computers)
        if turning and (happened is None or lands_us < happened.t_us):
            happened = Shown(lands_us)
        if happened is None:
            return
        state, facts = step(state, happened)
        computers.watch(state, facts)
        turned, turning = turning, isinstance(state.phase, Turning)
        if turning and not turned:
            lands_us = state.now_us + air_us
        yield happened, state, facts


def _taken_us(state: State, seat: Seat, facts: Iterable[Fact]) -> int:
    """When a seat took the pile, on the play clock, though it may have come to light later."""
    taken_us = [fact.t_us for fact in facts if isinstance(fact, Taken) and fact.seat == seat]
    return taken_us[-1] - state.stood_us if taken_us else state.played_us


@lru_cache(maxsize=16)
def _block(key: str, shown: int, number: int) -> bytes:
    """Four words at once: seats look at the same card, so it is asked for again and again."""
    return sha256(f"{key}/cpu/{shown}/{number}".encode()).digest()


def _quantile(table: Sequence[int], three: bytes) -> int:
    number = int.from_bytes(three, "big")
    place = number >> 19
    low = table[place]
    return low + ((table[place + 1] - low) * (number & 0x7FFFF) >> 19)
