"""What a lesson needs: questions, printed numbers next to the exact ones, and data to work on."""

from rankteach.classroom.printed import compare
from rankteach.classroom.questions import question

__all__ = ["compare", "question"]
