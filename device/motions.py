"""Motions under way: a pile that slides to its owner, a card that burns, a hand that comes down.

The law: a motion begins at its fact and tells what has happened; nothing waits for it. It lasts its
120 to 250 ms, or until the same happens to the same seat again: then the newer one takes its place.
"""

from dataclasses import dataclass, replace

from device.view import WHOLE, Motion, MotionKind
from game import events
from game.cards import Seat
from game.events import Fact, Verdict

_LASTS_US = {
    MotionKind.TAKE: 250_000,
    MotionKind.BURN: 250_000,
    MotionKind.BACK: 150_000,
    MotionKind.SLAP: 220_000,
    MotionKind.STRIKE: 250_000,
}
_NO_HAND = (Verdict.IGNORED, Verdict.BARRED)


@dataclass(frozen=True, slots=True)
class _Moving:
    """A motion, when it began, and when it is over."""

    began_us: int
    ends_us: int
    motion: Motion

    @property
    def path(self) -> tuple[MotionKind, Seat | None, Seat | None]:
        """What moves, from where and to where."""
        return self.motion.kind, self.motion.source, self.motion.target


class Motions:
    """The motions of one game."""

    def __init__(self) -> None:
        self._moving: list[_Moving] = []

    def note(self, fact: Fact) -> None:
        """A fact has come about; perhaps something moves by it."""
        match fact:
            case events.Burned():
                self._begin(fact, MotionKind.BURN, source=fact.seat, cards=fact.cards)
            case events.Taken():
                self._begin(fact, MotionKind.TAKE, target=fact.seat, cards=fact.cards)
            case events.CardReturned():
                self._begin(fact, MotionKind.BACK, target=fact.seat)
            case events.Struck() | events.Eliminated():
                self._begin(fact, MotionKind.STRIKE, target=fact.seat)
            case events.Slapped():
                if fact.verdict not in _NO_HAND:
                    self._begin(fact, MotionKind.SLAP, source=fact.seat)
            case _:
                pass

    def active(self, now_us: int) -> bool:
        """Whether anything moves."""
        return any(now_us < moving.ends_us for moving in self._moving)

    def at(self, now_us: int) -> tuple[Motion, ...]:
        """How far each has come; those that are over are forgotten."""
        self._moving = [moving for moving in self._moving if now_us < moving.ends_us]
        return tuple(
            replace(moving.motion, progress=_progress(moving, now_us)) for moving in self._moving
        )

    def _begin(
        self,
        fact: Fact,
        kind: MotionKind,
        source: Seat | None = None,
        target: Seat | None = None,
        cards: int = 1,
    ) -> None:
        motion = Motion(kind, 0, source, target, cards=cards)
        path = kind, source, target
        self._moving = [moving for moving in self._moving if moving.path != path]
        self._moving.append(_Moving(fact.t_us, fact.t_us + _LASTS_US[kind], motion))


def _progress(moving: _Moving, now_us: int) -> int:
    gone_us = max(0, now_us - moving.began_us)
    return WHOLE * gone_us // (moving.ends_us - moving.began_us)
