"""Who was first: several hands on one pattern, judged by their stamps alone.

The law (R35): the hand of stamp `t` and uncertainty `u` came down in `[t - u, t]`. Whose interval
begins at or before the earliest stamp plus `tie_us` cannot be told from the earliest. Nobody else:
the earliest wins, the others are late. Otherwise it is a dead heat, and a lot decides among those
hands in the order of their seats: the first 8 bytes of SHA-256 of `{seed}/lot/{earliest stamp}`, a
big-endian number, modulo how many they are. Neither a seat nor a pin is ever preferred.
"""

from collections.abc import Sequence

from game.cards import Seat
from game.digest import sha256
from game.events import Finish, Verdict
from game.state import Contender


def level_with_the_first(contenders: Sequence[Contender], tie_us: int) -> list[Seat]:
    """The seats that cannot be told from the earliest, itself included, in seat order.

    `contenders` by stamp, the earliest first.
    """
    bound_us = contenders[0].t_us + tie_us
    return sorted(hand.seat for hand in contenders if hand.t_us - hand.uncertainty_us <= bound_us)


def lot(seats: Sequence[Seat], seed: str, earliest_us: int) -> Seat:
    """The seat that the lot falls to; `earliest_us` is the earliest stamp of the record.

    >>> [lot([0, 2, 3], "vector", earliest_us) for earliest_us in (1000, 1001, 1002)]
    [2, 2, 3]
    """
    digest = sha256(f"{seed}/lot/{earliest_us}".encode()).digest()
    return seats[int.from_bytes(digest[:8], "big") % len(seats)]


def photo_finish(
    contenders: Sequence[Contender], tie_us: int, seed: str, shown_us: int
) -> tuple[Seat, bool, tuple[Finish, ...]]:
    """The winner, whether it was a dead heat, and each hand with its verdict.

    `contenders` by stamp, the earliest first; `shown_us` is when the top card was shown, on the
    play clock.
    """
    first = contenders[0]
    level = level_with_the_first(contenders, tie_us)
    dead_heat = len(level) > 1
    winner = lot(level, seed, first.t_us) if dead_heat else first.seat

    def verdict(seat: Seat) -> Verdict:
        if seat == winner:
            return Verdict.WON
        return Verdict.TIE if seat in level else Verdict.LATE

    return (
        winner,
        dead_heat,
        tuple(
            Finish(
                seat=hand.seat,
                t_us=hand.t_us,
                reaction_us=hand.played_us - shown_us,
                behind_us=hand.t_us - first.t_us,
                uncertainty_us=hand.uncertainty_us,
                verdict=verdict(hand.seat),
            )
            for hand in contenders
        ),
    )
