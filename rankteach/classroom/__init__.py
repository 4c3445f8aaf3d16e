"""What a lesson needs: questions, printed numbers next to the exact ones, worked formulas, small tables, and data."""

from rankteach.classroom.banks import bank
from rankteach.classroom.curated import curated
from rankteach.classroom.printed import compare
from rankteach.classroom.questions import question
from rankteach.classroom.sheets import worksheets
from rankteach.classroom.tables import measured, table
from rankteach.classroom.worked import worked

__all__ = ["bank", "compare", "curated", "measured", "question", "table", "worked", "worksheets"]
