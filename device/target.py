"""What a press on a point of a picture can mean, whoever painted it."""

from dataclasses import dataclass
from enum import Enum


class TargetKind(Enum):
    """What a press can mean."""

    STACK = "stack"
    PILE = "pile"
    SLAP = "slap"
    OPTION = "option"
    """An answer of a question."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a press on a point means."""

    kind: TargetKind
    index: int | None = None
    """The seat whose stack it is, or the index of the answer."""
