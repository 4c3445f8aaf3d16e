"""What a class needs: questions, what students hand in, printed numbers next to exact ones, tables, and data."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rankteach.classroom.printed import compare
from rankteach.classroom.questions import question
from rankteach.classroom.tables import measured, table
from rankteach.classroom.worked import worked

if TYPE_CHECKING:
    from rankteach.classroom.hand_in import report as report
    from rankteach.classroom.whole_class import class_view as class_view

_LATER = {"class_view": "whole_class", "report": "hand_in"}  # they need widgets, which the examples do not
__all__ = ["class_view", "compare", "measured", "question", "report", "table", "worked"]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"there is no attribute {name!r} in module 'rankteach.classroom'")
    return getattr(import_module(f"rankteach.classroom.{_LATER[name]}"), name)
