"""Chance from a key: whoever has the key recomputes every shuffle, lot and reaction.

The law of chance: the *words* of a key are the 64-bit big-endian integers of SHA-256 in counter
mode. Block `i` is SHA-256 of the UTF-8 text `{key}/{i}`, four words a block, `i` from 0. A number
below `n` is the next word that is smaller than the largest multiple of `n` up to 2**64, modulo `n`
(rejection sampling: no number is likelier than another).
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from game.digest import sha256

_WORDS = 1 << 64
_Item = TypeVar("_Item")


def words(key: str) -> Iterator[int]:
    """The endless 64-bit words of a key.

    >>> [f"{word:016x}" for word, _ in zip(words("vector"), range(2))]
    ['98ddb695bbd9cfd7', '191cc2ebf5fa2bc3']
    """
    block = 0
    while True:
        digest = sha256(f"{key}/{block}".encode()).digest()
        for start in (0, 8, 16, 24):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


def below(bound: int, source: Iterator[int]) -> int:
    """The next number from 0 to `bound - 1`; takes as many words as rejection needs."""
    fair = _WORDS - _WORDS % bound
    for word in source:
        if word < fair:
            return word % bound
    raise ValueError(f"the words ran out before a number below {bound} was drawn")


def shuffled(items: Sequence[_Item], key: str) -> tuple[_Item, ...]:
    """The items in the order of a key: Fisher-Yates from the last place down to the second.

    >>> "".join(shuffled("ABCDEFG", "vector"))
    'FAGEBDC'
    """
    source = words(key)
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        drawn = below(last + 1, source)
        order[last], order[drawn] = order[drawn], order[last]
    return tuple(order)
