"""What a lesson needs: questions, printed numbers next to the exact ones, formulas worked out, and data to work on."""

from rankteach.classroom.printed import compare
from rankteach.classroom.questions import question
from rankteach.classroom.worked import worked

__all__ = ["compare", "question", "worked"]
