"""One question of a bank, and how each kind of question is drawn from a list and the record of its calculation."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import islice, permutations, takewhile
from pathlib import Path
from typing import Any, NamedTuple

from rankteach.classroom.drawn import MOST_UNEVEN, TINY, Case, Different, judgements, letters, sees_grades, told, uneven
from rankteach.classroom.questions import MOST_HINTS
from rankteach.core.ranking import Ranking
from rankteach.explain.numbers import conventions
from rankteach.explain.numbers.diagnose import diagnosed, errors_of
from rankteach.explain.numbers.explanation import Explanation
from rankteach.explain.numbers.record import Asked
from rankteach.notation.numbers import decimal, plain, readable
from rankteach.notation.page import calculated
from rankteach.notation.sentence import row_name
from rankteach.notation.tables import Entry, behind, follows_value
from rankteach.notation.text import text as as_text
from rankteach.tracing.meaning import first_line
from rankteach.tracing.measures import Measure, measure
from rankteach.tracing.trace import Trace
from rankteach.widgets.question.answers import Answer, Feedback, Value, answer_of, warm
from rankteach.widgets.question.widget import Question

DIGITS = 3
"""Digits after the point that exported questions ask for."""
TOLERANCE = 1e-3
APART = 0.011
"""How far two answers must be from each other: more than a number that is cut off after two digits."""
MOST_WRONG = 6
FAR_FETCHED = 8  # the penalty from which an error is not likely
MOVES = {1: "It rises", 0: "It stays the same", -1: "It falls"}


class Item(NamedTuple):
    """A question of a bank.

    ``answer`` is what ``rankteach.classroom.question`` takes; ``wrong`` says something to each likely wrong answer.
    ``trace`` is the worked solution, if there is one, and ``cell`` the cell of its table that is asked for.
    """

    kind: str
    measure: str
    level: int
    text: str
    answer: Any
    wrong: Mapping[Any, str]
    hints: tuple[str, ...] = ()
    because: str = ""
    taught: tuple[str, ...] = ()
    trace: Trace | None = None
    cell: tuple[str, int] | None = None
    lesson: str = ""
    misconception: str = ""

    @property
    def checked(self) -> Answer:
        """The answer, which says something to what is given."""
        return answer_of(self.answer, self.wrong or None, self.taught)

    @property
    def tags(self) -> list[str]:
        """What a teacher searches it by."""
        return [tag for tag in (self.measure, f"level {self.level}", self.kind, self.lesson, self.misconception) if tag]

    def question(self) -> Question:
        """The live question."""
        from rankteach.widgets.question.state import QuestionState

        return Question(QuestionState(self.text, self.checked, list(self.hints), self.because), self.answer)


class Drawing(NamedTuple):
    """What a question is drawn with."""

    lists: Different
    measure: Measure
    taught: tuple[str, ...]

    @property
    def graded(self) -> bool:
        """Whether the items of its lists are graded, and not only relevant or not."""
        return sees_grades(self.measure)

    def list(self, fits: Callable[[Case], bool] = lambda case: True) -> Case:
        """A list that fits, from which the measure can be worked out by hand."""
        return self.lists.draw([self.measure], fits)

    def item(self, kind: str, text: str, answer: Any, wrong: Mapping[Any, str], **more: Any) -> Item:
        """A question about the measure."""
        return Item(kind, str(self.measure), self.lists.level, text, answer, wrong, taught=self.taught, **more)


# --- what is likely to be answered ------------------------------------------------------------------------------------
def likely(asked: Asked) -> Iterator[Explanation]:
    """The likely errors of those who work out a number by hand, the likelier first, whose numbers can be told apart."""
    known = [float(asked.exact)]
    own = asked.own
    usual = {*conventions.changes(own.metric, own.parameters)}  # no logarithm to base 3
    for model, explanations in errors_of(asked):
        for one in explanations if model.penalty < FAR_FETCHED else ():
            value = float(one.value)
            way = one.variant if one.variant and one.variant.metric is own.metric else own
            apart = value == value and abs(value) < 1e6 and all(abs(value - other) > APART for other in known)
            undefined = not value and one.trace is not None and "0/0 counts as 0" in one.trace.conventions
            if apart and usual.issuperset(way.changed) and not undefined:
                known.append(value)
                yield one


def typed(value: Any) -> str:
    """A number as a student types it in an exam."""
    exact = Fraction(value if abs(value) >= TOLERANCE / 20 else 0).limit_denominator(10**6)  # no 5e-6
    shown = (plain(exact) if exact.denominator == 1 else decimal(value, DIGITS + 1)).replace("−", "-")
    return shown.rstrip("0").rstrip(".") if "." in shown and Fraction(shown) == exact else shown


def replies(asked: Asked, check: Callable[[str], Feedback]) -> dict[str, str]:
    """What to say to each likely number that is wrong, however it was rounded."""
    # to 0.25, what leads to 0.2500, and not to 0.2512
    said = ((typed(one.value), check(decimal(one.value, DIGITS + 1)).message) for one in likely(asked))
    wrong = ((number, words) for number, words in said if words and check(number).right is False)
    return dict(islice(wrong, MOST_WRONG))


def as_list(draw: Drawing, case: Case) -> str:
    """What was searched, and the list, as the text of a question shows it."""
    ranking = case.ranking
    names = ranking.items if ranking.scores is None else map("{} (score {})".format, ranking.items, ranking.scores)
    marked = zip(names, judgements(ranking, draw.graded), strict=True)
    lines = [f"{rank}. {item} – {mark}" for rank, (item, mark) in enumerate(marked, 1)]
    return "\n".join([case.scenario, *lines, *stated(draw.measure, len(ranking)), ""])


def stated(asked: Measure, n: int) -> list[str]:
    """The conventions that decide the value in lists of ``n`` items, as a line of a question's text."""
    conventions = told(asked, n=n)
    words = "; ".join(filter(None, (conventions, letters(conventions))))
    return [f"{asked.label}: {words}."] if words else []


def steps(trace: Trace) -> tuple[str, ...]:
    """Up to three hints: the first steps of the calculation, as long as none says the answer."""
    value = {*trace.shown.split()} - {"=", "≈"}
    said = (step.text for step in trace.steps)
    hints = takewhile(lambda text: value.isdisjoint(word.strip(".,:;()") for word in text.split()), said)
    return tuple(hints)[:MOST_HINTS]


# --- a kind of question each ------------------------------------------------------------------------------------------
def recall(draw: Drawing) -> Item | None:
    """Which sentence defines the measure; none if its sentence has its name."""
    own = draw.measure.metric
    if own.title in definition(own).lower():
        return None
    taught, known = (
        {definition(other): other for other in (measure(name).metric for name in names) if other is not own}
        for names in (draw.taught, ("P", "R", "RR", "AP"))
    )
    others = taught if len(taught) >= 3 else {**taught, **known}
    choices = [definition(own), *draw.lists.rng.sample(sorted(others), 3)]
    draw.lists.rng.shuffle(choices)
    said = {
        line: f"This is {others[line].title} ({others[line].label({})})." if line in others else "" for line in choices
    }
    whole = {**draw.measure.parameters, **dict.fromkeys({"k"} & {*draw.measure.parameters})}  # without a cutoff
    example = Measure(own, whole, draw.measure.relevant_from)([3, 0, 1] if draw.graded else [1, 0, 1])
    shown = "grades 3, 0, 1" if draw.graded else "the list ● ○ ●"
    because = f"{own.label({})} of {shown} is {value_in_words(example)}."
    text = f"Which sentence describes {own.title} ({own.label({})})?"
    return draw.item("recall a definition", text, definition(own), said, because=because, trace=example)


def definition(metric: Any) -> str:
    """What a metric is, without the remark after it, in which it can be named."""
    return first_line(metric).partition(";")[0].rstrip(".") + "."


def calculate(draw: Drawing) -> Item:
    """The value of the measure."""
    case = draw.list()
    trace = draw.measure(case.ranking)
    value = Value(trace, draw.taught)
    text = f"{as_list(draw, case)}What is {trace.label}?"
    said = replies(value.asked, value.check)
    return draw.item("calculate a value", text, trace, said, hints=steps(trace), trace=trace)


def fill(draw: Drawing) -> Item:
    """One cell of the table."""

    def cells(case: Case) -> list[tuple[Entry, int]]:
        trace = draw.measure(case.ranking)
        tables = trace.tables()
        made = [entry for table in tables for entry in table.entries if entry.title in calculated(tables)]
        rows = range(1, min(trace.axis.length, len(case.ranking)))
        return [
            (entry, row)
            for entry in made
            if entry.column is not None and entry.column.axis is trace.axis and entry.definition is not None
            for row in rows
            if abs(entry.column.cells[row] or 0) > TOLERANCE and not follows_value(entry.column)
        ]

    case = draw.list(lambda case: bool(cells(case)))
    trace = draw.measure(case.ranking)
    entry, row = draw.lists.rng.choice(cells(case))
    column: Any = entry.column
    asked = Asked(trace, column.name, row + 1, draw.taught)
    where = row_name(trace.axis, row)
    text = f"{as_list(draw, case)}You work out {trace.label}. Which number is in the column “{entry.title}” at {where}?"

    def check(number: str) -> Feedback:
        found = diagnosed(asked, number)
        return Feedback(found.right, warm(found.said) if found.mistakes else "")

    said = replies(asked, check)
    shown = {one.column.name: one for table in trace.tables() for one in table.entries if one.column is not None}
    made = [shown[one.name] for one in behind(column) if one.name in shown]  # it, then what it is calculated from
    how = {one.title: one.definition for one in made if one.definition is not None and one.definition.kind != "name"}
    hints = tuple(f"{title}: {as_text(definition)}" for title, definition in how.items())[:MOST_HINTS]
    cell = entry.title, row
    return draw.item("fill a cell", text, column.cells[row], said, hints=hints, trace=trace, cell=cell)


def predict(draw: Drawing) -> Item:
    """What a change does to the value."""
    wanted = draw.lists.rng.choice(list(MOVES))

    def changes(case: Case) -> list[tuple[str, Ranking]]:
        ranking, before = case.ranking, draw.measure(case.ranking)
        found = [
            (f"The items at ranks {rank} and {rank + 1} change places.", ranking.moved(rank + 1, to=rank))
            for rank in range(1, len(ranking))
        ]
        for rank, grade in enumerate(ranking.grades, start=1):
            new = 0 if grade else max(ranking.grades)
            now = f"has grade {plain(new)}" if draw.graded else f"is {'' if new else 'not '}relevant"
            found.append((f"The item at rank {rank} is judged again: now it {now}.", ranking.with_grade(rank, new)))
        made = [(words, other, draw.measure(other)) for words, other in found]
        known = [one for one in made if float(one[-1].ranking.relevant_total)]  # without any, tools differ
        return [(words, other) for words, other, after in known if move(before, after) == wanted]

    case = draw.list(lambda case: bool(changes(case)))
    words, other = draw.lists.rng.choice(changes(case))
    before, after = draw.measure(case.ranking), draw.measure(other)
    look = _first_change(before, after)
    said = {answer: "" if direction == wanted else look for direction, answer in MOVES.items()}
    text = f"{as_list(draw, case)}{words} What does {before.label} do?"
    because = f"{before.label} is {value_in_words(before)} before and after."
    if wanted:
        because = f"{before.label} was {value_in_words(before)}. Now it is {value_in_words(after)}."
    return draw.item("predict a change", text, MOVES[wanted], said, hints=steps(before), because=because, trace=after)


def value_in_words(trace: Trace) -> str:
    """A value, with a word before it where it is rounded."""
    if abs(float(trace) - round(float(trace))) < TINY:
        return str(round(float(trace)))
    return trace.shown if trace.exact is not None and readable(trace.exact) else f"about {trace.shown}"


def move(before: Trace, after: Trace) -> int | None:
    """Whether a value rises or falls; None if it does so little that you need a calculator to see it."""
    change = float(after) - float(before)
    if abs(change) < TINY:
        return 0
    return None if abs(change) < APART else 1 if change > 0 else -1


def _first_change(before: Trace, after: Trace) -> str:
    """Where two calculations first differ, and what changes with it; no single column that changes the other way."""
    both = before, after
    m = {float(one.ranking.relevant_total) for one in both}
    ideal = {tuple(one.columns["ideal grade"].cells) for one in both if "ideal grade" in one.columns}
    also = ["m"] * (len(m) > 1 and "m is" in letters(as_text(before.calculation.formula)))
    also += ["the ideal order"] * (len(ideal) > 1)
    more = f"{' and '.join(also)} {'change' if also[1:] else 'changes'}, too" if also else ""
    for name, column in before.columns.items():
        other = after.columns.get(name)
        if other is not None and column.axis is before.axis and name not in ("relevant", "grade", "hits needed"):
            for row, (one, another) in enumerate(zip(column.cells, other.cells, strict=False)):
                agrees = move(before, after) == (1 if float(another) > float(one) else -1)
                if one != another and (more or agrees):
                    follows = f"; {more}. What follows from both?" if more else ". What follows from it?"
                    return f"Compare the column “{name}” at {row_name(before.axis, row)} before and after{follows}"
    return "Compare the calculation before and after: which numbers in it change?"


def order(draw: Drawing) -> Item | None:
    """The best order of graded items; or lists of relevant ones, the best first."""
    if not draw.graded:

        def by_look(case: Case) -> dict[str, float]:
            return _orders(draw.measure, tuple(sorted(case.ranking.grades)))

        case = draw.list(lambda case: len(by_look(case)) >= 3)
        marks = sorted(draw.lists.rng.sample(sorted(by_look(case).items()), 3), key=lambda one: -one[1])
        lists = [look for look, _ in marks]
        about = "\n".join(
            ["● is a relevant item, and nothing else is relevant.", *stated(draw.measure, len(case.ranking)), ""]
        )
        text = f"{about}Put these lists in order: the highest {draw.measure.label} first."
        shown = ", ".join(typed(value) for _, value in marks)
        return draw.item("order a list", text, lists, {}, because=f"{draw.measure.label} is {shown}.")

    ranking = draw.list(lambda case: len({*case.ranking.grades}) >= 3).ranking
    grades = dict(zip(ranking.grades, ranking.items, strict=True))
    best = sorted(grades, reverse=True)
    values = sorted(float(draw.measure(list(one))) for one in permutations(best))
    if values[-1] - values[-2] < APART or values[-1] != float(draw.measure(best)):
        return None
    right = [f"{grades[grade]} (grade {grade})" for grade in best]
    asked = f"Put these items in the order with the highest {draw.measure.label}."
    text = "\n".join([*stated(draw.measure, len(best)), asked])
    trace = draw.measure(Ranking(best, items=[grades[grade] for grade in best]))
    because = f"Then {draw.measure.label} is {value_in_words(trace)}."
    return draw.item("order a list", text, right, {}, because=because, trace=trace)


@cache
def _orders(asked: Measure, grades: tuple[int, ...]) -> dict[str, float]:
    """The orders of a list by how they look, one for each value that can be told apart."""
    found: dict[str, float] = {}
    for one in sorted(set(permutations(grades))):
        trace = asked(list(one))
        apart = all(abs(float(trace) - other) > 2 * APART for other in found.values())
        if apart and uneven(trace) <= MOST_UNEVEN:
            found[" ".join("●" if grade else "○" for grade in one)] = float(trace)
    return found


def mistake(draw: Drawing) -> Item:
    """Which error leads to a number."""

    def known(case: Case) -> dict[str, float]:
        trace = draw.measure(case.ranking)
        asked = Asked(trace, taught=draw.taught)
        # a cell of the table is nothing that a student works out instead
        errors = [one for one in likely(asked) if one.trace or one.called.startswith((trace.label, "the mean"))]
        # nor are letters that only a table explains
        errors = [one for one in errors if "_" not in one.called and "(t" not in one.called]
        return dict([(f"{warm(one.called)}{one.remark}", float(one.value)) for one in errors][:MOST_WRONG])

    case = draw.list(lambda case: len(known(case)) >= 4)
    trace, errors = draw.measure(case.ranking), known(case)
    choices = draw.lists.rng.sample(list(errors), 4)
    right = choices[0]
    draw.lists.rng.shuffle(choices)
    said = {one: "" if one is right else f"That would be {typed(errors[one])}." for one in choices}
    wrong = f"A student works out {trace.label} and gets {typed(errors[right])}. What did the student work out?"
    legend = letters(" ".join(choices))
    text = f"{as_list(draw, case)}{wrong}{f' ({legend}.)' if legend else ''}"
    because = f"{trace.label} is {value_in_words(trace)}."
    return draw.item("find the mistake", text, right, said, hints=steps(trace), because=because, trace=trace)


@cache
def cases() -> list[dict[str, Any]]:
    """Situations, each with the measure that fits it and what to say to others."""
    with (Path(__file__).parent / "data" / "cases.toml").open("rb") as file:
        read: list[dict[str, Any]] = tomllib.load(file)["case"]
    return read


def choose(draw: Drawing) -> Item | None:
    """The measure for a case."""
    fitting = [one for one in cases() if one["answer"] == draw.measure.name]
    if not fitting:
        return None
    one = draw.lists.rng.choice(fitting)
    choices = [one["answer"], *one["wrong"]]
    draw.lists.rng.shuffle(choices)
    said = {name: one["wrong"].get(name, "") for name in choices}
    return draw.item("choose the metric", one["text"], one["answer"], said, because=one["because"])


KINDS: dict[str, Callable[[Drawing], Item | None]] = {
    "recall a definition": recall,
    "calculate a value": calculate,
    "fill a cell": fill,
    "predict a change": predict,
    "order a list": order,
    "find the mistake": mistake,
    "choose the metric": choose,
}
