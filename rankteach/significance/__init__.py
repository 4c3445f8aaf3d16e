"""Two systems over the same queries: how they differ, and whether it could be chance."""

from rankteach.significance.bootstrap import Bootstrap
from rankteach.significance.comparing import compare
from rankteach.significance.comparison import Comparison, Deciding
from rankteach.significance.randomisation import Randomisation

__all__ = ["Bootstrap", "Comparison", "Deciding", "Randomisation", "compare"]
