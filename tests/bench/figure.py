"""What a benchmark tells: figures beside their bounds, a line each."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured value and what it may be at most, None where nothing is asked."""

    name: str
    value: float
    unit: str
    bound: float | None = None

    @property
    def kept(self) -> bool:
        """Whether it is no more than it may be."""
        return self.bound is None or self.value <= self.bound

    def __str__(self) -> str:
        bound = "" if self.bound is None else f"  (at most {self.bound:g})"
        missed = "" if self.kept else "  MISSED"
        return f"{self.value:10.3f} {self.unit:3}  {self.name}{bound}{missed}"


def told(figures: Iterable[Figure]) -> int:
    """Print figures; 1 where a bound is missed, else 0."""
    kept = True
    for figure in figures:
        print(figure, flush=True)
        kept = kept and figure.kept
    return int(not kept)
