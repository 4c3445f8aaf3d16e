"""What a lesson needs: questions, printed numbers next to the exact ones, and data to work on."""

from rankteach.classroom.notebook import compare, question

__all__ = ["compare", "question"]
