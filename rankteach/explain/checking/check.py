"""Whether a function of yours is right: on how many lists it agrees, where not, and what it calculates instead."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from rankteach.core.checks import counted, real_number, shown
from rankteach.core.column import Axis
from rankteach.explain.checking.calls import CUTOFF, Call, answers, calls, name_of, needs_cutoff
from rankteach.explain.checking.lists import lists_for, named_lists
from rankteach.explain.checking.reasons import Case, explained, same
from rankteach.explain.differences import Differences
from rankteach.explain.numbers.conventions import effective
from rankteach.notation.account import exact_or_float
from rankteach.notation.numbers import displayed, plain
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table
from rankteach.tracing.measures import Measure
from rankteach.tracing.measures import measure as find_measure
from rankteach.tracing.trace import Trace

MOST_ROWS = 5
LARGEST_DENOMINATOR = 1_000
OWN_CUTOFF = 3  # of a function that must be given one, where the measure has none


class Check(Report):
    """What ``rt.check`` returns. It is true if the function passed.

    Attributes
    ----------
    passed
        Whether the function agrees on every list.
    agreed, tried
        On how many lists it agrees, of how many.
    smallest
        The smallest list where it differs: a ranking, or a tuple of two lists; None if there is none.
    expected, got
        Our value for this list, a fraction where there is one; and what the function returned, or its error in words.
    computes
        The measure that fits all lists, as a string such as ``'AP(denominator="hits")'``; None if no measure does.
    mistake
        The one mistake that explains every wrong number, in a sentence; None if no mistake that we know does.
    trace
        Our calculation for the smallest list.
    """

    def __init__(self, call: Call, cases: Sequence[Case], asked: Measure) -> None:
        self._call, self._measure = call, call.measure
        label = asked.metric.label(asked.parameters)
        needs_k = f"Your function needs a cutoff, and {label} has none, so k is {OWN_CUTOFF}."
        self._cutoff = [] if asked == call.measure else [needs_k]
        self._wrong = [case for case in cases if not case.agrees]
        self.tried, self.agreed = len(cases), len(cases) - len(self._wrong)
        self.passed = not self._wrong
        self._first = self._wrong[0] if self._wrong else None
        self.smallest: Any = self._first and self._first.lists
        self.trace: Trace | None = self._first and self._first.trace
        self.expected: Fraction | float | None = self._first and exact_or_float(self._first.trace.result)
        self.got: Any = self._first and self._first.answer.got
        self._reason, of_a_measure = explained(cases)
        self.computes: str | None = str(self._measure) if self.passed else None
        if of_a_measure is not None and of_a_measure.calculation and not self._problems:
            self.computes = of_a_measure.calculation(cases[0].trace).measure(None)
        self.mistake: str | None = self._mistake()

    def __bool__(self) -> bool:
        return self.passed

    @property
    def _problems(self) -> list[Case]:
        return [case for case in self._wrong if case.answer.problem]

    def _mistake(self) -> str | None:
        all_of_them = len(self._wrong)
        binary = self._measure.metric.binary
        if self._wrong and all(effective(case.trace.ranking, binary).get("no_relevant") for case in self._wrong):
            words = f"nothing is relevant in these lists. Return {plain(self.expected)} there"
            return f"{all_of_them} of {all_of_them} differences explained: {words}."
        if self._reason is None:
            return None
        explained = all_of_them - len(self._problems)
        return f"{explained} of {all_of_them} differences explained: your function returns {self._reason.words}."

    @property
    def _name(self) -> str:
        """What the measure is called in every sentence: by its label, if that says how it is calculated."""
        asked = self._measure
        label = asked.metric.label(asked.parameters)
        if str(asked) == asked.metric.measure({"k": asked.parameters.get("k")}):
            return label
        return label if _reads_as(label, asked) else str(asked)

    @property
    def words(self) -> list[str]:
        """First what is right, then the smallest difference, the mistake, and the next step."""
        if self.passed:
            return [f"Your function agrees with {self._name} on all {self.tried} lists. Well done.", *self._cutoff]
        sentences = [self._agreement, *self._cutoff, self._smallest]
        sentences += [self.mistake] if self.mistake else []
        sentences += [f"It agrees with {self.computes} on all {self.tried} lists."] if self.computes else []
        sentences += [self._first_row] if self._first_row else []
        return [*sentences, self._next]

    @property
    def _agreement(self) -> str:
        if not self.agreed and not self._problems:
            return f"Your function returns a number for all {self.tried} lists, but none is {self._name} yet."
        if not self.agreed:
            return f"Your function does not return {self._name} yet: 0 of {counted(self.tried, 'list')} agree."
        return f"Your function agrees with {self._name} on {self.agreed} of {self.tried} lists."

    @property
    def _smallest(self) -> str:
        """The smallest difference in one sentence or two."""
        assert self._first is not None and self.trace is not None
        problem = self._first.answer.problem or f"returned {_got(self._first)}"
        return (
            f"The smallest list where it differs: {_list(self.smallest)}. "
            f"{self._measure} is {plain(self.expected)}, but your function {problem}."
        )

    @property
    def _first_row(self) -> str:
        """Where the calculation of the function first differs from ours, if we know it."""
        if self._reason is None or self._reason.calculation is None or self.trace is None:
            return ""
        theirs = self._reason.calculation(self.trace).at(None)
        two = Differences(self.trace, theirs, called=("our calculation", "yours"))
        return two.words[-1].replace("They", "The two calculations", 1) if two.first_row is not None else ""

    @property
    def _next(self) -> str:
        assert self._first is not None
        named = self._name if _reads_as(self._name, self._measure) else str(self._measure)
        assign = f"report = rt.check({name_of(self._call.function)}, {named!r})"
        call = self._call.written(self.smallest)
        given = " with numpy as np" if "np." in call else ""
        return f"Try it{given}: {call}. For our calculation: {assign}, then report.trace."

    def table(self, *, digits: int = 4, fractions: bool = True) -> Table:
        """The smallest differences: the list, our value, and what the function returned."""
        digits, fractions = displayed(digits, fractions)
        rows = self._wrong[:MOST_ROWS]
        entries = [
            Entry("list", [_list(case.lists) for case in rows], numeric=False),
            Entry(self._name, [plain(exact_or_float(case.trace.result), digits, fractions) for case in rows]),
            Entry("yours", [_got(case, digits, fractions) for case in rows]),
        ]
        more = len(self._wrong) - len(rows)
        return Table(Axis("difference", length=len(rows)), entries, f"{more} more" if more else "")

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        """One line, because pytest shows no more of it."""
        return " ".join(self.words if self.passed else filter(None, [self._agreement, self._smallest, self.mistake]))


def check(function: Callable[..., Any], measure: Any, *, takes: str | None = None, seconds: float = 5) -> Check:
    """Check a function of yours against a measure, on many short lists.

    The lists are all patterns of grades up to a length, then longer random ones, always the same; with relevant items
    that the list misses, with ties, and longer and shorter than the cutoff, as far as the measure depends on these and
    the function can know them. If it differs, you see the smallest such list, and what the function calculates instead
    if one mistake explains every wrong number. An error in the function is part of the report, never raised.

    What the function gets is decided by the names of its parameters:

    - one list: the grades, best rank first (a list, an array, or a ``Ranking``);
    - ``retrieved, relevant``: the items, best first, and the set of relevant items (``{item: grade}`` for grades);
    - ``qrels, run``: ``{query: {item: grade}}`` and ``{query: {item: score}}`` of one query, or without the query;
    - ``y_true, y_score``: two arrays in any order;
    - ``grades, m`` or ``grades, missed``: with the number, or the grades, of the relevant items that there are or that
      the list misses;
    - two lists, for a metric that compares two: numbers for the same items, or names, best first;
    - also ``k`` for the cutoff, and any parameter of the metric, by its name.

    If the names do not tell, it is tried with each, and you see the way in which it agrees most often.

    Parameters
    ----------
    function : callable
        It returns one number: an int, a float, a fraction, or a scalar of numpy. A dict of one query is fine, too.
    measure : str or Measure
        Such as ``"AP"`` or ``"nDCG@5"``. Where the function needs a cutoff and the measure has none, it is 3.
    takes : str, optional
        What each parameter takes, in order, such as ``"relevant, retrieved, k"``, if the names do not tell.
    seconds : float
        The time for all lists together. Then the function is stopped, and the report says at which list. (Code that
        does not return from C, such as ``sum(itertools.count())``, cannot be stopped.)

    Returns
    -------
    Check
        True if the function agrees on every list. A table in a notebook, one line in a failing ``assert``.

    Raises
    ------
    TypeError, ValueError
        If the function cannot be called, the measure is unknown, or ``takes`` is needed or wrong.

    >>> import rankteach as rt
    >>> def mine(grades):
    ...     hits = total = 0
    ...     for rank, grade in enumerate(grades, start=1):
    ...         hits += grade
    ...         total += grade * hits / rank
    ...     return total / len(grades)
    >>> report = rt.check(mine, "AP")
    >>> report.passed, report.smallest, str(report.expected), report.got
    (False, Ranking([0, 1]), '1/2', 0.25)
    >>> print(report.mistake.partition(": ")[2])
    your function returns AP divided by the length of the list (n), not by the relevant items (m).
    """
    named = asked = find_measure(measure)
    if asked.over:
        raise ValueError(f"measure must be of one list, not {asked}. Leave out how queries are averaged.")
    if not callable(function):
        raise TypeError(f"function must be a function that returns one number, not {shown(function)}.")
    if takes is not None and not isinstance(takes, str):
        raise TypeError(f"takes must be a string such as 'retrieved, relevant', not {shown(takes)}.")
    seconds = float(real_number(seconds, "seconds", above=0))
    if needs_cutoff(function, takes) and CUTOFF in asked.metric.parameters and asked.parameters.get(CUTOFF) is None:
        asked = Measure(asked.metric, {**asked.parameters, CUTOFF: OWN_CUTOFF}, asked.relevant_from)
    calculated = cache(lambda lists: asked(*lists) if isinstance(lists, tuple) else asked(lists))
    tried: list[tuple[Call, list[Case]]] = []
    for call, names in product(calls(function, asked, takes), named_lists(asked)):
        lists = lists_for(call, names)
        returned = answers(call, lists, seconds)
        tried.append((call, [Case(one, calculated(one), got) for one, got in zip(lists, returned, strict=False)]))
        if len(returned) < len(lists) or all(case.agrees for case in tried[-1][1]):
            break
    if not tried:
        raise TypeError(
            f"{name_of(function)} must have parameters whose names tell what they take. Else say it: "
            "takes='retrieved, relevant'."
        )
    return Check(*max(tried, key=lambda one: _fit(one[1])), named)


def _fit(cases: Sequence[Case]) -> tuple[bool, bool, float, bool]:
    """Whether it always agrees; else how often, in tenths, and whether it returns a number at all.

    Of two lists, numbers come before names where it always returns a number: names can be compared with ``<``, too.
    """
    agreed = sum(case.agrees for case in cases)
    of_numbers = isinstance(cases[0].lists, tuple) and not any(case.answer.problem for case in cases)
    share = 0 if of_numbers else round(agreed / len(cases), 1)
    return agreed == len(cases), of_numbers, share, any(not case.answer.problem for case in cases)


def _reads_as(name: str, asked: Measure) -> bool:
    """Whether you can type a name for a measure."""
    try:
        return str(find_measure(name)) == str(asked)
    except ValueError:
        return False


# --- in words ---------------------------------------------------------------------------------------------------------
def _list(lists: Any) -> str:
    """A list as you type it: [0, 1]; with whatever else belongs to it as a Ranking."""
    if isinstance(lists, tuple):
        return " and ".join(str(list(one)) for one in lists)
    return str(lists.grades) if set(lists.arguments()) == {"grades"} else repr(lists)


def _got(case: Case, digits: int = 4, fractions: bool = True) -> str:
    """What the function returned, as a fraction if our value is one."""
    number, got = case.answer.number, case.answer.got
    if number is None:
        return got if isinstance(got, str) else shown(got)
    if case.trace.exact is not None and math.isfinite(number):
        near = Fraction(number).limit_denominator(LARGEST_DENOMINATOR)
        return plain(near if same(case.answer, float(near)) else number, digits, fractions)
    return plain(number, digits, fractions)
