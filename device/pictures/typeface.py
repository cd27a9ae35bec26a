"""The typeface of every picture: DejaVu Sans Bold, bundled, whose figures are tabular."""

from pathlib import Path
from typing import Final

FACE: Final = str(Path(__file__).parents[1] / "fonts" / "DejaVuSans-Bold.ttf")
"""Its file."""
CAP: Final = 0.729
"""Height of a capital, of the size."""
