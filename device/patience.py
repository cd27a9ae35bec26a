"""How long a table waits: for the one who is on turn, and for anybody at all.

The law: nobody waits for one. Who is on turn and does not lay is reminded after 10 s; after 20 s
the card lays itself, as if the button had been pressed; a dead button is no reason to wait
either. Where nobody presses anything for 45 s the game stands still until somebody comes back. How
long the last two are is a setting.
"""

from enum import Enum, auto

from game.cards import Seat

REMIND_US = 10_000_000


class Duty(Enum):
    """What the table has to do by itself."""

    LAY = auto()
    """The seat on turn lays."""
    PAUSE = auto()
    """The game stands still."""


class Patience:
    """Since when a person is on turn, and since when nobody has pressed anything.

    `lay_us`: after how long a card lays itself, `pause_us`: after how long the game stands still
    without a press; 0: never. All times in us of one clock; `begin` anew after a pause.
    """

    def __init__(self, lay_us: int, pause_us: int, now_us: int) -> None:
        self._lay_us, self._pause_us = lay_us, pause_us
        self._seat: Seat | None = None
        self._card = 0
        self._since_us = self._pressed_us = now_us

    def begin(self, now_us: int) -> None:
        """All waiting begins now."""
        self._since_us = self._pressed_us = now_us

    def pressed(self, now_us: int) -> None:
        """Somebody is there."""
        self._pressed_us = max(self._pressed_us, now_us)

    def wait_for(self, seat: Seat | None, card: int, now_us: int) -> None:
        """A person is on turn, None: no person is; `card`: how many cards were shown by then."""
        if (seat, card) != (self._seat, self._card):
            self._seat, self._card, self._since_us = seat, card, now_us

    def reminded(self, now_us: int) -> Seat | None:
        """Who is to be reminded that he is on turn."""
        return self._seat if now_us - self._since_us >= REMIND_US else None

    def duty(self, now_us: int) -> Duty | None:
        """What the table has to do now."""
        if self._pause_us and now_us - self._pressed_us >= self._pause_us:
            return Duty.PAUSE
        late = self._lay_us and now_us - self._since_us >= self._lay_us
        return Duty.LAY if late and self._seat is not None else None

    def dues_us(self) -> list[int]:
        """When something of it comes, or came."""
        dues_us = [self._pressed_us + self._pause_us] if self._pause_us else []
        if self._seat is not None:
            waits_us = (REMIND_US, self._lay_us) if self._lay_us else (REMIND_US,)
            dues_us += [self._since_us + wait_us for wait_us in waits_us]
        return dues_us
