"""Question banks: questions that are drawn, and curated ones, to show in a notebook or save for a learning platform."""

from __future__ import annotations

import tomllib
from collections import Counter, UserList
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rankteach.classroom.drawn import LENGTHS, Different, NoList, measures_of
from rankteach.classroom.items import APART, KINDS, MOVES, Drawing, Item, move, replies
from rankteach.core.checks import a_text, collected, counted, file_path, must, one_of, or_none, takes, whole_number
from rankteach.core.ranking import Ranking
from rankteach.tracing.measures import measure
from rankteach.widgets.question.answers import Value

MOST = 2000
TRIES = 60
FOLDER = Path(__file__).parent / "data" / "questions"


class Bank(UserList[Item]):
    """Questions with their answers, hints, worked solutions, and a sentence for each likely wrong answer.

    It is a list: ``bank[0].question()`` is the first live question, and ``bank[:5]`` is a bank of five. ``save`` writes
    a file.
    """

    def __init__(self, items: Iterable[Item] = (), title: str = "Questions") -> None:
        super().__init__(items)
        self.title = title

    def __repr__(self) -> str:
        kinds = Counter(item.kind for item in self.data)
        return f"{counted(len(self), 'question')}: {', '.join(f'{kind} ({number})' for kind, number in kinds.items())}"

    def save(self, path: Any) -> None:
        """Write the questions to a file. The end of its name says for what:

        - ``.xml``: Moodle XML, for Moodle's question bank;
        - ``.gift``: GIFT, which Moodle and others import;
        - ``.zip``: QTI 1.2, for Canvas and others; it needs text2qti: ``pip install text2qti``;
        - ``.md``: Markdown;
        - ``.html``: a page to print, with the answers behind the questions.

        Platforms read no fractions, so an exported question says how to type a number, and replies to a percentage or
        a decimal comma. QTI has no sentence for a particular wrong number, so there the wrong numbers are choices.

        Parameters
        ----------
        path : str or path

        Raises
        ------
        ValueError
            For a path that ends otherwise.
        ImportError
            For a .zip without text2qti.
        """
        from rankteach.classroom.exports import FORMATS
        from rankteach.notation.saving import save

        file = Path(file_path(path, "path"))
        write = FORMATS.get(file.suffix.lower())
        if write is None:
            raise ValueError(must("path", file.name, f"end in {', '.join(FORMATS)}"))
        save(file, write(self.data, self.title))


def bank(
    measures: Any,
    *,
    n: int = 20,
    seed: int = 0,
    level: int = 2,
    kinds: Any = None,
    case: str | None = "recipes",
    taught: Iterable[str] = (),
) -> Bank:
    """Questions about some measures, drawn at random: each can be solved by hand and has one right answer.

    Parameters
    ----------
    measures : str or sequence of measure strings
        What the questions are about, in turn, such as ``["AP", "nDCG@5"]``.
    n : int
        How many questions.
    seed : int
        Another seed draws other questions; the same seed draws the same ones.
    level : int
        1: lists of three to five items; 2: of five or six; 3: of six to eight.
    kinds : sequence of str, optional
        Some of: recall a definition, calculate a value, fill a cell, predict a change, order a list, find the mistake,
        choose the metric. By default all, in turn. A measure has one definition, and few cases that it is chosen for:
        when they are used up, the next kind takes their turn.
    case : "recipes" or None
        What the lists are about: searches for recipes, with a cook's grades; None for items without names.
    taught : sequence of measure strings
        The only other measures that a reply to a number may name, and from which definitions are chosen if there are
        enough; by default those in ``measures``.

    Returns
    -------
    Bank
        ``bank[0].question()`` shows a question, and ``save("quiz.xml")`` writes all of them for Moodle.

    Raises
    ------
    TypeError, ValueError
        For measures of two lists or of many queries, a kind, case or level that there is not, and for more questions
        than can be drawn.

    >>> from rankteach.classroom import bank
    >>> questions = bank(["AP", "nDCG@5"], n=20, seed=7)
    >>> len(questions), questions[0].kind
    (20, 'recall a definition')
    >>> questions[0].question().check(questions[0].answer)
    ✓ Right.
    """
    found = measures_of(measures)
    n, lists = whole_number(n, "n", most=MOST), Different(seed, level, case)
    named = [one_of(kind, tuple(KINDS), "kinds") for kind in collected(KINDS if kinds is None else kinds, "kinds")]
    if not named:
        raise ValueError(must("kinds", kinds, "name at least one kind of question", "Leave kinds out to use all."))
    known = tuple(str(measure(name)) for name in collected(taught, "taught")) or tuple(map(str, found))
    items: list[Item] = []
    used: set[Any] = set()
    without_lists: set[Any] = set()
    turn = 0
    while len(items) < n:
        for _ in range(TRIES):
            about = found[sum(divmod(turn, len(named))) % len(found)]  # each kind meets each measure
            drawing = Drawing(lists, about, known)
            kind = KINDS[named[turn % len(named)]]
            turn += 1
            try:
                item = None if (kind, about) in without_lists else kind(drawing)
            except NoList:
                without_lists.add((kind, about))
                continue
            if item is None:
                continue
            asked = item.text, *(sorted(item.answer) if item.kind == "order a list" else ())
            if asked not in used and is_fair(item):
                used.add(asked)
                items.append(item)
                break
        else:
            hint = "Name more measures or kinds, or try another level."
            if not items:
                raise ValueError(f"measures must have a question of one of these kinds at level {level}. {hint}")
            raise ValueError(must("n", n, f"be at most {len(items)} for these measures and kinds", hint))
    return Bank(items, f"Questions about {', '.join(map(str, found))}")


def is_fair(item: Item) -> bool:
    """Whether the answer is right, and every likely wrong answer wrong."""
    answer = item.checked
    right = str(float(item.answer)) if answer.kind == "number" else item.answer
    return bool(answer.check(right)) and not any(answer.check(one).right for one in item.wrong if one != item.answer)


# --- questions that were written for each lesson; their numbers are calculated here -----------------------------------
@takes(metric=or_none(a_text))
def curated(lesson: str | int | None = None, *, metric: str | None = None, level: int | None = None) -> Bank:
    """Questions that were written for the lessons, with a reply to each wrong answer.

    Parameters
    ----------
    lesson : str or int, optional
        The beginning of a lesson's name, such as ``"03"`` (or 3) or ``"e1"``; by default all lessons.
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
        known = [name.partition("_")[0] for name in names]
        numbers = {typed: one for one in known if one.isdecimal() for typed in (int(one), str(int(one)))}
        lesson = one_of(numbers.get(lesson, lesson) if type(lesson) in (int, str) else lesson, known, "lesson")
        names = [name for name in names if name.startswith(f"{lesson}_")]
    if level is not None:
        level = one_of(level, tuple(LENGTHS), "level")
    files = {name: tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")) for name in names}
    items = [_item(name, tuple(file["taught"]), one) for name, file in files.items() for one in file["question"]]
    if metric is not None:
        metric = one_of(measure(metric).name, sorted({measure(item.measure).name for item in items}), "metric")
    found = [item for item in items if level in (None, item.level) and metric in (None, measure(item.measure).name)]
    return Bank(found, f"Questions of {'all lessons' if lesson is None else f'lesson {lesson}'}")


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
        wrong = {said: wrong.get(said.split()[1], "") for said in MOVES.values()}  # rises, stays or falls
        trace = after
    elif trace is not None:
        kind, answer = "calculate a value", trace
        value = Value(trace, taught, wrong)
        likely = replies(value.asked, value.check)
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
