"""What a lesson needs: questions and banks of them, worksheets, printed numbers next to the exact ones, and data."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rankteach.classroom.printed import compare
from rankteach.classroom.questions import question
from rankteach.classroom.tables import measured, table
from rankteach.classroom.worked import worked

if TYPE_CHECKING:
    from rankteach.classroom.banks import bank
    from rankteach.classroom.sheets import worksheets
    from rankteach.classroom.written import curated

__all__ = ["bank", "compare", "curated", "measured", "question", "table", "worked", "worksheets"]

_LATER = {"bank": "banks", "curated": "written", "worksheets": "sheets"}


def __getattr__(name: str) -> Any:
    """What draws questions is loaded when it is first used, because the examples need nothing of it."""
    if name not in _LATER:
        raise AttributeError(f"there is no attribute {name!r} in module 'rankteach.classroom'")
    return getattr(import_module(f"rankteach.classroom.{_LATER[name]}"), name)
