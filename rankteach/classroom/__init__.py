"""What a class needs: questions and banks of them, worksheets, what students hand in, tables, and data."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rankteach.classroom.printed import compare as compare
from rankteach.classroom.questions import question as question
from rankteach.classroom.tables import measured as measured
from rankteach.classroom.tables import switch as switch
from rankteach.classroom.tables import table as table
from rankteach.classroom.tables import worked as worked

if TYPE_CHECKING:
    from rankteach.classroom.banks import bank as bank
    from rankteach.classroom.banks import curated as curated
    from rankteach.classroom.hand_in import report as report
    from rankteach.classroom.sheets import worksheets as worksheets
    from rankteach.classroom.whole_class import class_view as class_view

_LATER = {
    "bank": "banks",
    "class_view": "whole_class",
    "curated": "banks",
    "report": "hand_in",
    "worksheets": "sheets",
}
__all__ = ["compare", "measured", "question", "switch", "table", "worked", *_LATER]


def __getattr__(name: str) -> Any:
    """What draws questions or needs widgets is loaded when it is first used: the examples need nothing of it."""
    if name not in _LATER:
        raise AttributeError(f"there is no attribute {name!r} in module 'rankteach.classroom'")
    return getattr(import_module(f"rankteach.classroom.{_LATER[name]}"), name)
