"""Two systems over the same queries: how they differ, and whether that could be chance."""

from rankteach.runs.comparison.bootstrap import Bootstrap
from rankteach.runs.comparison.comparison import Comparison, Deciding
from rankteach.runs.comparison.paired import compare
from rankteach.runs.comparison.randomisation import Randomisation

__all__ = ["Bootstrap", "Comparison", "Deciding", "Randomisation", "compare"]
