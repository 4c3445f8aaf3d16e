"""The lines of Python that calculated a trace, and the columns that each of them made.

The metric is run once more, and watched: a line made every column that was not there before it. So the metrics need
nothing for it, and it costs nothing where you do not look.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, NamedTuple

from rankteach.core.column import Column
from rankteach.notation.tables import behind
from rankteach.tracing.metric import Metric
from rankteach.tracing.trace import Trace

METRICS = "rankteach.metrics."
MOST_COLUMNS = 64  # in a list: as many as there can be subtopics; a longer one has items
Place = tuple[str, int]  # a file, and a line of it


class Line(NamedTuple):
    """A statement, or the head of a function: its text, whether it ran, and the names of the columns that it made."""

    text: str
    ran: bool
    makes: list[str]


def lines(trace: Trace) -> list[Line]:
    """The statements of the metric, and of its helpers that make columns; none of a mean, and where no file has them.

    The statement that returns the value makes the measure, and what follows from it, such as the value at every k.

    >>> import rankteach as rt
    >>> [line.text for line in lines(rt.reciprocal_rank([0, 1])) if "first hit" in line.makes]
    ['    first = (top.relevant * (top.hits == 1)).named("first hit", "f_i")']
    """
    if not isinstance(trace.metric, Metric):
        return []
    own = trace.metric.function
    watch = _Watch(own.__module__)
    before = sys.gettrace()
    sys.settrace(watch.enter)
    try:
        result = trace.metric(trace.ranking, **trace.parameters).result.materialise()
    finally:
        sys.settrace(before)
    makers = {trace.label: (own.__code__.co_filename, watch.last[own.__code__])}
    for column in behind(result):
        for one in (column, *([column.running] if column.is_sum else [])):
            if one.name and id(column) in watch.places:
                makers.setdefault(one.name, watch.places[id(column)])
    makers |= {name: makers[trace.label] for name, one in trace.columns.items() if one.sources and name not in makers}
    marked: list[Line] = []
    shown: set[Place] = set()
    try:
        for code in watch.last:
            statements = _statements(code)
            whole = {(code.co_filename, line) for _, first, last in statements for line in range(first, last + 1)}
            if code is own.__code__ or (whole.intersection(makers.values()) and not whole <= shown):
                shown |= whole
                marked += _marked(code.co_filename, statements, watch.ran, makers)
    except (OSError, SyntaxError):  # typed at a prompt
        return []
    return marked


class _Watch:
    """Where each column was seen first, which lines of the metrics ran, and the last one that ran of each function."""

    def __init__(self, module: str) -> None:
        self.places: dict[int, Place] = {}
        self.ran: set[Place] = set()
        self.last: dict[CodeType, int] = {}
        self._module = module
        self._columns: list[Column] = []  # kept, so that no other one gets its id

    def enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Watch a function of the metrics; what it is given was made where it is called."""
        code, module, caller = frame.f_code, frame.f_globals.get("__name__", ""), frame.f_back
        if code.co_name.startswith("<") or not (module == self._module or module.startswith(METRICS)) or not caller:
            return None
        here = caller.f_code.co_filename, caller.f_lineno

        def step(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal here
            self._note([*frame.f_locals.values(), argument], here)
            here = code.co_filename, frame.f_lineno
            self.ran.add(here)
            self.last[code] = frame.f_lineno
            return step

        return step

    def _note(self, things: Iterable[Any], place: Place) -> None:
        for thing in things:
            if isinstance(thing, list | tuple) and len(thing) <= MOST_COLUMNS:
                self._note(thing, place)
            elif isinstance(thing, Column) and id(thing) not in self.places:
                self._columns.append(thing)
                self.places[id(thing)] = place
                self._note(thing.sources, place)


def _marked(
    file: str, statements: list[tuple[str, int, int]], lines_run: set[Place], makers: Mapping[str, Place]
) -> list[Line]:
    """The statements with what they made. An else or a comment runs if the statement after it does."""
    lines: list[Line] = []
    ran = False
    for text, first, last in reversed(statements):
        places = {(file, line) for line in range(first, last + 1)}
        ran = bool(places & lines_run) or (ran and text.strip().startswith(("else:", "#", "def ")))
        lines.append(Line(text, ran, [name for name, place in makers.items() if place in places]))
    return lines[::-1]


@lru_cache
def _statements(code: CodeType) -> list[tuple[str, int, int]]:
    """A function's head without types and defaults, and its statements without the docstring.

    Each with its first and its last line in the file.
    """
    source, start = inspect.getsourcelines(code)
    (function,) = ast.parse(textwrap.dedent("".join(source))).body
    assert isinstance(function, ast.FunctionDef)
    arguments = ", ".join(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
    ends = {node.lineno: _end(node) for node in ast.walk(function) if isinstance(node, ast.stmt)}
    line = function.body[ast.get_docstring(function) is not None].lineno
    statements = [(f"def {code.co_name}({arguments}):", start, start)]
    while line <= len(source):
        end = ends.get(line, line)
        if text := "".join(source[line - 1 : end]).rstrip():
            statements.append((text, start + line - 1, start + end - 1))
        line = end + 1
    return statements


def _end(node: ast.stmt) -> int:
    """The last line of a statement; of one that has others in it, the last line before these."""
    inner = getattr(node, "body", None)
    return max(node.lineno, inner[0].lineno - 1) if inner else node.end_lineno or node.lineno
