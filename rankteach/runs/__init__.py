"""Own data: runs and judgements out of files, mappings, lists and data frames."""

from rankteach.runs.in_memory import Qrels, Run
from rankteach.runs.reading import read_qrels, read_run

__all__ = ["Qrels", "Run", "read_qrels", "read_run"]
