"""The table's ear: what the buttons tell, for the game that is on.

The law: presses count by their stamps, and a hand that lasts is a gesture besides. Where people
share a keyboard, a press reaches back to the look before it; buttons tell themselves how far.
"""

from collections.abc import Collection, Mapping, Sequence

from device.gesture import Gesture, Hands, Held
from device.sitting import Sitting
from device.stage import Unheard
from hal.buttons import ButtonEvent, Capabilities, Kind
from hal.keys import Keys
from hal.stream import LineTrouble, Stream
from hal.wiring import Button, Wiring

LONGEST_WAIT_MS = 500
SHARED_LOOK_MS = 4
"""Keys that people share are read so often: what one look finds is a dead heat."""
BUTTON_LOOK_MS = 2
"""Buttons that ring no bell are looked at so often."""

NEAR_NS = 1_000_000
"""So long before and after it is due a press is nearly certain: it comes by another thread."""


class Ear:
    """Hears `stream`. `keys` is its source where people sit at a keyboard, else None.

    `rung`: a bell ends the wait of the display when there is something to hear.
    `unheard`: by place, why its buttons are not heard just now; `troubled`: the same by line.
    Raises what the stream raises.
    """

    def __init__(
        self, stream: Stream, wiring: Wiring, keys: Keys | None = None, rung: bool = False
    ) -> None:
        self._stream, self._rung = stream, rung
        self.wiring, self.keys = wiring, keys
        self._buttons = wiring.buttons()
        self._hands = Hands(self._buttons)
        self.unheard: dict[int, Unheard] = {}
        self.troubled: Mapping[int, LineTrouble] = {}

    @property
    def horizon_ns(self) -> int:
        """Every press up to here has been heard."""
        return self._stream.horizon_ns

    @property
    def undecided_ns(self) -> int | None:
        """When the next press under way may become certain; None: none is."""
        return self._stream.undecided_ns

    def nearly_hears(self, now_ns: int) -> bool:
        """Whether a press may become certain any moment."""
        press_ns = self.undecided_ns
        return press_ns is not None and abs(press_ns - now_ns) < NEAR_NS

    @property
    def opened_ns(self) -> int:
        """When the stream was opened."""
        return self._stream.opened_ns

    @property
    def stamps(self) -> Capabilities:
        """What the stamps are worth."""
        return self._stream.source.capabilities

    @property
    def ended(self) -> bool:
        """Whether nothing will be heard any more."""
        return self._stream.ended

    def listen(self) -> Sequence[ButtonEvent]:
        """What has become certain since the last time, oldest first."""
        heard = self._stream.listen()
        self.troubled = self._stream.troubled()
        self.unheard = {
            self._buttons[line][0]: Unheard(trouble.value)
            for line, trouble in self.troubled.items()
        }
        return heard

    def press(self, event: ButtonEvent, game: Sitting) -> None:
        """Tell the game of a press; it knows whether it counts."""
        place, button = self._buttons[event.line]
        seat = game.seat_at(place)
        if event.kind is not Kind.PRESS or seat is None:
            return
        if button is Button.FLIP:
            game.flip(seat, event.ts_ns)
        else:
            contact_us = game.us(event.contact_ns) if event.disputes else None
            game.slap(seat, event.ts_ns, self._reach_us(event, game), contact_us)

    def misses(self, game: Sitting) -> bool:
        """Tell the game whose buttons are not heard just now; whether it knew of others."""
        at = enumerate(game.places)
        unheard = {seat: self.unheard[place] for seat, place in at if place in self.unheard}
        changed = unheard != game.stage.unheard
        game.stage.unheard = unheard
        return changed

    def rest_ms(self, game: Sitting) -> int:
        """How long nothing is missed though nobody listens."""
        if self.keys is None and not self._rung:
            return BUTTON_LOOK_MS
        return SHARED_LOOK_MS if self._shared(game) and game.page is None else LONGEST_WAIT_MS

    def _shared(self, game: Sitting) -> bool:
        """Whether several people sit at one keyboard."""
        return self.keys is not None and len(game.persons) > 1

    def gestures(self, event: ButtonEvent) -> Sequence[Gesture]:
        """What hands have done by this event."""
        return self._hands.hear(event)

    def held(self) -> Sequence[Gesture]:
        """What hands have done by holding on until now."""
        return self._hands.until(self._stream.horizon_ns)

    def held_due_ns(self) -> int | None:
        """When the next hand will have held on for long; None: none holds."""
        return self._hands.due_ns()

    @property
    def holding(self) -> Sequence[Held]:
        """What is held just now and is not long yet."""
        return self._hands.holding()

    def pause_by(self, places: Collection[int]) -> None:
        """The flips of these places, all held, make a pause."""
        self._hands.places = places

    def let_go(self) -> None:
        """Whatever is held means nothing any more."""
        self._hands.let_go()

    def _reach_us(self, event: ButtonEvent, game: Sitting) -> int:
        """How far back the hand may have come down."""
        if self.keys is None:
            return event.uncertainty_us
        return self.keys.reach_ns(event.ts_ns) // 1000 if self._shared(game) else 0
