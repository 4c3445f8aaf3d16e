"""A goal: conditions on the measures of a surface, read from a text that is never run, and how far each one is."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any, NamedTuple

from rankteach.core.checks import a_text, listed, must, one_of, shown
from rankteach.core.ranking import Ranking
from rankteach.notation import numbers
from rankteach.notation.numbers import TOLERANCE
from rankteach.tracing.measures import Measure
from rankteach.widgets.parts.cards import Card, Cards, ScoredList
from rankteach.widgets.protocol import ConditionView, GoalView

EXAMPLE = "AP == 5/12 and nDCG > 0.6"
MOST_CONDITIONS, MOST_SIGNS = 6, 6_000
LEAST_DIGITS, MOST_DIGITS, MOST_SIGNS_OF_A_FRACTION = 3, 12, 5
MOST_HINTS = 3
ALMOST = 0.8
"""How near a condition can be at most that does not hold; one that holds has 1."""


class Comparison(NamedTuple):
    """How two values are compared: the test of their difference's sign, the sign to show, what a value needs."""

    test: Any
    sign: str
    needs: str
    mirrored: str


COMPARISONS = {
    "==": Comparison(operator.eq, "=", "", "=="),
    "!=": Comparison(operator.ne, "≠", "any value other than ", "!="),
    "<=": Comparison(operator.le, "≤", "at most ", ">="),
    ">=": Comparison(operator.ge, "≥", "at least ", "<="),
    "<": Comparison(operator.lt, "<", "less than ", ">"),
    ">": Comparison(operator.gt, ">", "more than ", "<"),
}
_COMPARED = re.compile(r"(==|!=|<=|>=|<|>)")
_NUMBER = re.compile(r"-?([0-9]{1,12} ?/ ?0{0,5}[1-9][0-9]{0,11}|[0-9]{1,12}\.?|[0-9]{0,12}\.[0-9]{1,12})")
_NUMERIC = re.compile(r"[-−+.]?[0-9]")

Lists = Mapping[str, ScoredList]
"""The lists that a goal is about, by their names; a list alone has an empty one."""


def arranged(start: Ranking, solution: Any) -> Ranking:
    """The list at the start, with its items in the order of a solution, and with the grades that they have there."""
    ranking = solution if isinstance(solution, Ranking) else Ranking(solution)
    order = list(ranking.items)
    if not ranking.named and len(ranking) == len(start):  # a pattern of grades: items that have them, or get them
        order, left = [], dict(zip(start.items, start.grades, strict=True))
        for grade in ranking.grades if Counter(ranking.grades) == Counter(start.grades) else ():
            order.append(next(item for item, one in left.items() if one == grade))
            del left[order[-1]]
    elif sorted(order) != sorted(start.items):
        raise ValueError(f"solution must have the items of the list at the start, not {shown(ranking.items)}.")
    for rank, item in enumerate(order, start=1):
        start = start.moved(start.items.index(item) + 1, rank)
    return start.replace(grades=list(ranking.grades))


class Setup(NamedTuple):
    """What a teacher sets: what is measured, and what is to be reached.

    The ``task`` says the goal in a sentence, the ``solution`` reaches it, and ``fixed`` is what stays.
    """

    measures: Sequence[str | Measure] | None = None
    k: int | None = None
    chosen: str | Measure | None = None
    goal: str | None = None
    task: str | None = None
    hints: Sequence[str] = ()
    solution: Any = None
    fixed: str | None = None

    def checked(self) -> Setup:
        """The same, once the parts of the goal are what they must be."""
        task = None if self.task is None else a_text(self.task, "task")
        hints = [a_text(hint, "hints") for hint in listed(self.hints, "hints", f"Write up to {MOST_HINTS} sentences.")]
        if len(hints) > MOST_HINTS:
            raise ValueError(must("hints", hints, f"be a list of up to {MOST_HINTS} sentences"))
        fixed = None if self.fixed is None else one_of(self.fixed, ["labels"], "fixed")
        for name, value in {"task": task, "hints": hints or None, "solution": self.solution}.items():
            if value is not None and self.goal is None:
                raise TypeError(f"{name} needs a goal. Write goal={EXAMPLE!r}, too.")
        return self._replace(task=task, hints=hints, fixed=fixed)


Begins = Setup | Sequence[str | Measure] | None
"""A setup, or its measures alone."""


class Term(NamedTuple):
    """A side of a condition: a number, or a measure of one of the lists."""

    words: str
    number: Fraction | None = None
    card: Card | None = None
    of: str = ""

    def value(self, lists: Lists) -> Any:
        """The value, as a fraction if it has one."""
        return self.number if self.card is None else lists[self.of].value(self.card)


class Condition(NamedTuple):
    """A measure, compared with a number or with another measure."""

    left: Term
    comparison: Comparison
    right: Term

    @property
    def words(self) -> str:
        """The condition as it is shown: AP = 5/12."""
        return f"{self.left.words} {self.comparison.sign} {self.right.words}"

    def met(self, lists: Lists) -> bool:
        """Whether it holds: exactly where both values are exact, else within the tolerance of rounding."""
        difference = self.left.value(lists) - self.right.value(lists)
        if difference != difference:
            return False
        exact = isinstance(difference, Rational)
        level = abs(difference) <= (0 if exact else TOLERANCE)
        return bool(self.comparison.test(0 if level else difference, 0))

    def far(self, lists: Lists) -> str:
        """How far it is: AP is 0.583, needs 0.417; where it holds, AP is 0.417. With enough decimals."""
        values = [term.value(lists) for term in (self.left, self.right)]
        for digits in range(LEAST_DIGITS, MOST_DIGITS):
            here, there = (numbers.decimal(value, digits) for value in values)
            if here != there:
                break
        else:
            short = len(numbers.plain(values[0])) <= MOST_SIGNS_OF_A_FRACTION
            here, there = (numbers.plain(value, LEAST_DIGITS, fractions=short) for value in values)
        if self.right.card is not None:
            return f"{self.left.words} is {here}, {self.right.words} is {there}"
        there = there if "/" in self.right.words else self.right.words
        missing = "" if self.met(lists) else f", needs {self.comparison.needs}{there}"
        return f"{self.left.words} is {here}{missing}"

    def near(self, lists: Lists, start: Lists) -> float:
        """How near it is to holding: 0 as far off as at the start, or farther, to 1 where it holds."""
        if self.met(lists):
            return 1.0
        gap, of = self._gap(lists), self._span(start) if self.met(start) else self._gap(start)
        return round(ALMOST * max(0.0, 1 - gap / of), 4) if of > TOLERANCE and gap == gap else 0.0

    def _values(self, lists: Lists) -> list[float]:
        return [float(term.value(lists)) for term in (self.left, self.right)]

    def _gap(self, lists: Lists) -> float:
        one, other = self._values(lists)
        return abs(one - other)

    def _span(self, lists: Lists) -> float:
        """How far apart the two sides can be."""
        bounds = (term.card.measure.metric.of_one.bounds for term in (self.left, self.right) if term.card)
        low, high = next(bounds)
        return float(max(map(abs, self._values(lists))) if high is None else high - low)


class Goal:
    """Conditions that all have to hold, as ``text`` says them.

    ``cards`` reads and names the measures, and ``of`` has the names of the lists, if the surface has two. ``task``
    says the goal in a sentence; by it, or else by its text, it is recorded (``name``). ``words`` show the goal, and
    ``measures`` are what it is about. ``solution`` has each list as it is where the goal is reached.

    >>> import rankteach as rt
    >>> goal = Goal("AP == 5/12 and 0.6 < nDCG", Cards(["AP"]))
    >>> goal.words
    'AP = 5/12 and nDCG > 0.6'
    >>> lists = {"": ScoredList(rt.Ranking([0, 0, 1]))}
    >>> goal.reached(lists), [condition.far(lists) for condition in goal.conditions]
    (False, ['AP is 0.333, needs 0.417', 'nDCG is 0.500, needs more than 0.6'])
    """

    solution: Mapping[str, Ranking] | None = None
    note = ""
    """What is said until it is reached."""

    def __init__(
        self, text: Any, cards: Cards, of: Collection[str] = ("",), task: str | None = None, hints: Sequence[str] = ()
    ) -> None:
        self.task, self.hints = task or "", list(hints)
        if not isinstance(text, str):
            raise TypeError(f"goal must be a text such as {EXAMPLE!r}, not {shown(text)}.")
        self.text = " ".join(text.split())
        if (length := len(self.text)) > MOST_SIGNS:
            raise ValueError(f"goal must have at most {MOST_SIGNS:,} characters, not {length:,}. Write {EXAMPLE!r}.")
        written = self.text.split(" and ")
        if len(written) > MOST_CONDITIONS:
            raise ValueError(f"goal must have at most {MOST_CONDITIONS} conditions, not {len(written)}.")
        self.conditions = [_condition(one, cards, of) for one in written]
        self.name = self.task or self.text
        self.words = " and ".join(condition.words for condition in self.conditions)
        terms = [term for condition in self.conditions for term in (condition.left, condition.right)]
        self.measures = [term.card.measure for term in terms if term.card is not None]

    def reached(self, lists: Lists) -> bool:
        """Whether all conditions hold."""
        return all(condition.met(lists) for condition in self.conditions)

    def view(self, now: Lists, start: Lists) -> GoalView:
        """The goal as it is drawn; ``start`` are the lists at the start."""
        conditions: list[ConditionView] = [
            {"words": one.words, "met": one.met(now), "far": one.far(now)} for one in self.conditions
        ]
        near = sum(condition.near(now, start) for condition in self.conditions) / len(conditions)
        met, n = sum(condition["met"] for condition in conditions), len(conditions)
        if met == n:
            status = "Goal reached at the start" if self.reached(start) else "Goal reached"
        else:
            status = f"{met} of {n} conditions met" if n > 1 else "Not reached yet"
            status += self.note
        return {
            "task": self.task,
            "words": self.words,
            "conditions": conditions,
            "reached": met == n,
            "status": status,
            "near": round(near, 4),
            "hints": self.hints,
            "solution": self.solution is not None,
        }


def _condition(text: str, cards: Cards, of: Collection[str]) -> Condition:
    parts = _COMPARED.split(text)
    if len(parts) != 3:
        hint = "Write == instead of =." if "=" in re.sub(r"\(.*?\)", "", text) and len(parts) == 1 else ""
        raise ValueError(
            f"goal must be conditions joined by 'and', each with one of {' '.join(COMPARISONS)}, such as {EXAMPLE!r}, "
            f"not {shown(text)}. {hint}".strip()
        )
    left, right = (_term(part.strip(), text, cards, of) for part in parts[::2])
    comparison = COMPARISONS[parts[1]]
    if left.card is None:
        left, comparison, right = right, COMPARISONS[comparison.mirrored], left
    if left.card is None:
        raise ValueError(f"goal must have a measure in each condition, such as 'AP > 1/2', not {shown(text)}.")
    return Condition(left, comparison, right)


def _term(text: str, condition: str, cards: Cards, of: Collection[str]) -> Term:
    """A side of a condition: a number, or a measure, with the name of its list if there are two."""
    if _NUMBER.fullmatch(text):
        number = text.replace(" ", "")
        return Term(number, number=Fraction(number))
    if not text or _NUMERIC.match(text):
        raise ValueError(
            "goal must have a measure, a fraction such as 5/12, or a decimal such as 0.6 on both sides of each "
            f"condition, not {shown(text)} in {shown(condition)}."
        )
    name, _, place = text.rpartition(" of ") if " of " in text else (text, "", "")
    if place not in of:
        write = " or ".join(f"'{name} of {one}'" for one in of if one)
        must = (
            f"say which list a measure is of: write {write}" if write else f"be about the one list: write {shown(name)}"
        )
        raise ValueError(f"goal must {must}, not {shown(text)}.")
    try:
        resolved = cards.read(name)
    except ValueError as error:
        raise ValueError(f"goal must have measures that can be shown here: {error}") from None
    card = Card(0, resolved)
    label = card.in_goal(cards.named(resolved))
    return Term(f"{label} of {place}" if place else label, card=card, of=place)
