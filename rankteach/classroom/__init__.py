"""What a lesson needs: questions, printed numbers next to the exact ones, small tables, and data to work on."""

from rankteach.classroom.printed import compare
from rankteach.classroom.questions import question
from rankteach.classroom.tables import measured, table

__all__ = ["compare", "measured", "question", "table"]
