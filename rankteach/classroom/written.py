"""Questions that were written for each lesson, from the files in ``data/questions``; numbers are calculated here."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rankteach.classroom.banks import Bank
from rankteach.classroom.drawn import LENGTHS
from rankteach.classroom.items import APART, MOVES, Item, move, replies
from rankteach.core.checks import a_text, one_of, or_none, takes
from rankteach.core.ranking import Ranking
from rankteach.tracing.measures import measure
from rankteach.widgets.question.answers import Value

FOLDER = Path(__file__).parent / "data" / "questions"
SHORT = {"rises": 1, "stays": 0, "falls": -1}


@takes(lesson=or_none(a_text), metric=or_none(a_text))
def curated(lesson: str | None = None, *, metric: str | None = None, level: int | None = None) -> Bank:
    """Questions that were written for the lessons, with a reply to each wrong answer.

    Parameters
    ----------
    lesson : str, optional
        The beginning of a lesson's name, such as ``"03"`` (or ``"3"``) or ``"e1"``; by default all lessons.
    metric : str, optional
        Only questions about this metric, such as ``"AP"``.
    level : int, optional
        1: one step; 2: a whole calculation, or a comparison; 3: more than that.

    Returns
    -------
    Bank

    Raises
    ------
    ValueError
        For a lesson, a metric or a level without questions.

    >>> from rankteach.classroom import curated
    >>> curated("03")[0].question().check("5/12")
    ✗ You divided by the four results. AP divides by the relevant items.
    """
    names = [path.stem for path in sorted(FOLDER.glob("*.toml"))]
    if lesson is not None:
        lesson = lesson.zfill(2) if lesson.isdecimal() else lesson
        lesson = one_of(lesson, [name.partition("_")[0] for name in names], "lesson")
        names = [name for name in names if name.startswith(f"{lesson}_")]
    if level is not None:
        level = one_of(level, tuple(LENGTHS), "level")
    items = [item for name in names for item in _read(name)]
    if metric is not None:
        metric = measure(metric).name
        one_of(metric, sorted({measure(item.measure).name for item in items}), "metric")
    found = [item for item in items if level in (None, item.level) and metric in (None, measure(item.measure).name)]
    return Bank(found, f"Questions of {'all lessons' if lesson is None else f'lesson {lesson}'}")


def _read(name: str) -> Iterator[Item]:
    """The questions of a lesson."""
    read = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    for one in read["question"]:
        yield _item(name, tuple(read["taught"]), one)


def _item(lesson: str, taught: tuple[str, ...], one: Mapping[str, Any]) -> Item:
    """A question; what is calculated from a list is not in the file."""
    wrong: dict[Any, str] = dict(one.get("wrong", {}))
    trace = None if "list" not in one else measure(one["metric"])(Ranking(one["list"], missed=one.get("missed", [])))
    kind, answer = "choose an answer", one.get("answer")
    if "after" in one:
        assert trace is not None
        after = measure(one["metric"])(Ranking(one["after"], missed=one.get("after_missed", one.get("missed", []))))
        direction = move(trace, after)
        assert direction is not None, one["text"]
        kind, answer = "predict a change", MOVES[direction]
        wrong = {MOVES[way]: wrong.get(short, "") for short, way in SHORT.items()}
        trace = after
    elif trace is not None:
        kind, answer = "calculate a value", trace
        value = Value(trace, taught, wrong)
        likely = replies(value.asked, lambda number: value.check(number).message)
        own = [float(number) for number in value.replies]
        far = {number: said for number, said in likely.items() if all(abs(float(number) - one) > APART for one in own)}
        wrong = {**far, **wrong}
    else:
        right = dict.fromkeys([answer] if isinstance(answer, str) else answer or (), "")
        wrong = dict(sorted({**wrong, **right}.items()))
    return Item(
        kind,
        one["metric"],
        one["level"],
        one["text"],
        answer,
        wrong,
        tuple(one.get("hints", ())),
        one.get("because", ""),
        taught,
        trace,
        lesson=lesson,
        misconception=one["misconception"],
    )
