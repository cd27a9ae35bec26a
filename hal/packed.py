"""What goes on to another process, and is none of the business of those it passes through.

The law: it is taken apart once, by whoever uses it. Who hands it on needs to know nothing of it,
not even its class.
"""

import pickle
from typing import Generic, TypeVar

T = TypeVar("T")


class Packed(Generic[T]):
    """A value as the bytes that are sent of it."""

    __slots__ = ("_sent",)

    def __init__(self, value: T) -> None:
        self._sent = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)

    def value(self) -> T:
        """The value, made anew."""
        value: T = pickle.loads(self._sent)
        return value


def unpacked(value: T | Packed[T]) -> T:
    """The value, whether it came packed or not."""
    return value.value() if isinstance(value, Packed) else value
