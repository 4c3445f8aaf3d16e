"""What a lesson needs: questions, printed numbers next to the exact ones, worked formulas, small tables, and data."""

from rankteach.classroom.printed import compare
from rankteach.classroom.questions import question
from rankteach.classroom.switches import switch
from rankteach.classroom.tables import measured, table
from rankteach.classroom.worked import worked

__all__ = ["compare", "measured", "question", "switch", "table", "worked"]
