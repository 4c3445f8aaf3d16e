"""Whether a function of yours is right: on how many lists it agrees, where not, and what it calculates instead."""

from __future__ import annotations

import dis
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import product
from typing import Any, NamedTuple

from rankteach.core.attempts import Attempt, tell
from rankteach.core.batch import Batch
from rankteach.core.checks import counted, real_number, shown, yes_or_no
from rankteach.core.column import Axis
from rankteach.core.ranking import Ranking
from rankteach.explain.checking.calls import (
    CUTOFF,
    LARGEST,
    SCORED,
    Answer,
    Call,
    Trial,
    answers,
    by_query,
    calls,
    largest_grades,
    name_of,
    needs_cutoff,
    roles_of,
    written,
)
from rankteach.explain.checking.cases import Case, explained, fits, same
from rankteach.explain.checking.lists import (
    BARE,
    BELOW,
    EMPTY,
    HIGH,
    IN_ONE_LIST,
    KINDS,
    NOT_RUN,
    NOTHING,
    ONE_CLASS,
    SEVERAL,
    TIES,
    TWICE,
    UNEVEN,
    UNJUDGED,
    named_lists,
    on_missed,
    on_unjudged,
    rule,
    trials_for,
)
from rankteach.explain.differences import Differences
from rankteach.explain.numbers.code_errors import BEST_AND_WORST, on_other_lists, other_orders
from rankteach.explain.numbers.conventions import MEAN
from rankteach.explain.numbers.explanation import Explanation
from rankteach.notation.calculation import exact_or_float
from rankteach.notation.html import sentence
from rankteach.notation.numbers import displayed, plain
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table
from rankteach.tracing.grammar import A_MEAN
from rankteach.tracing.list_conventions import tied_orders
from rankteach.tracing.measures import MeanMeasure, Measure
from rankteach.tracing.measures import measure as find_measure
from rankteach.tracing.trace import Trace

MOST_ROWS = 5
DIGITS = (4, 6, 8, 10, 12, 16)  # of which the first are shown that tell two numbers apart
LARGEST_DENOMINATOR = 1_000
COARSE = 1e-4  # a difference that shows in the digits of a report
OWN_CUTOFFS = 3, 2  # of a function that must be given one, where the measure has none
FEW = 16  # lists, on which every way to call a function is tried first
OTHER_TAKES = "takes='relevant, retrieved'"
WRAPPED = "such as lambda retrieved, relevant: {}(...)"
COMMA = "A number needs a decimal point in Python: 0.5. A comma, as in 0,5, makes two numbers."
START = (
    "This draft is wrong. Find out why from the smallest list below, change it, and rerun the cell. Then I say more."
)
REMEMBERS = (
    "Your function returns another number when I call it again with the same list: it keeps something from one call to "
    "the next, such as a list as a default value or a global variable, or it draws random numbers"
)

CHANGES = "Your function changes what it gets, so whatever uses the same list or set next finds another. Change a copy."

_DRAFTS: dict[tuple[str, str], Any] = {}
"""The code of each draft, by its lesson and its name: the first that has a mistake the lesson knows."""


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
    mistake, mistake_in_words
        The main mistake, and how many wrong numbers it explains, in a sentence; None if no mistake that we know does.
        And the mistake alone, as ``mistakes_of`` has it; empty if it is not known.
    remarks
        A sentence for everything that differs and is right, too.
    covered, untested
        The special lists that were tried; and a sentence for everything that the measure depends on and the function
        never sees.
    trace
        Our calculation for the smallest list.
    is_draft
        Whether this is the draft of a lesson, not changed yet. The report in sentences then leaves the mistake to you.
    """

    is_draft = False

    def __init__(self, tried: Tried, *, typed: Any, others: int = 0, remembers: bool = False) -> None:
        call, cases, remarks, named_mean = tried
        several = named_mean and any(isinstance(case.trial.lists, Batch) for case in cases)
        self._call, self._several = call, several
        self._measure = call.over_queries if several else call.measure
        another = isinstance(typed, str) and not several and not typed.startswith(call.measure.metric.name)
        self._typed = typed if another and typed.isascii() and _reads_as(typed, self._measure) else ""
        wrong = [case for case in cases if not case.agrees]
        self.tried, self.agreed, self.passed = len(cases), len(cases) - len(wrong), not wrong
        stopped = wrong[-1:] if wrong and wrong[-1].answer.stopped else []
        by_kind = {kind: [case for case in wrong if case.trial.kind == kind] for kind in ("", *KINDS)}
        at_the_edge = (NOTHING, EMPTY)  # what a function returns there is told last
        in_turn = sorted((kind for kind, some in by_kind.items() if some), key=lambda kind: kind in at_the_edge)
        self._kind = "" if stopped or not in_turn else in_turn[0]
        self._wrong = stopped or by_kind.pop(self._kind)
        self._others = {} if stopped else {kind: some for kind, some in by_kind.items() if some}
        self._cases = cases
        self._of_this_kind = [case for case in cases if case.trial.kind == self._kind]
        self._reason = None if stopped or remembers else next(explained(self._of_this_kind, cases), None)
        shows = (case for case in self._wrong if not (self._reason and case.fails))
        self._first = next(shows, self._wrong[0]) if wrong else None
        self.smallest: Any = self._first and self._first.trial.lists
        self.trace: Trace | None = self._first and self._first.trace
        self.expected: Fraction | float | None = self._first and exact_or_float(self._first.trace.result)
        self.got: Any = self._first and self._first.answer.got
        known = (REMEMBERS, "") if remembers else ("", "") if stopped else self._main_mistake(wrong)
        self.mistake_in_words, self._explains = known
        self.remarks = tuple(remarks) if self.passed else ()
        self.covered = tuple(kind for kind in KINDS if any(case.trial.kind == kind for case in cases))
        self.untested = tuple(_untested(call, cases, named_mean))
        if others and self.passed and "relevant" in call.takes and "judged" not in call.takes:
            self.untested += ("It is right for a set of relevant items, but not for a dict of grades.",)
        if self.passed and not call.told and len(call.lists) > 1:
            self.untested += (self._took,)
        unjudged = [case for case in cases if case.accepted and case.trial.kind == UNJUDGED]
        partly = any(case.accepted and case.trial.kind in (IN_ONE_LIST, UNEVEN, HIGH) for case in cases)
        self._praised = not (self.untested or partly or _finds_more_than_all(call, cases)) and all(
            map(_refused, unjudged)
        )

    def __bool__(self) -> bool:
        return self.passed

    @property
    def takes_no_grades(self) -> bool:
        """Whether the function fails with every dict of grades, or of no grades."""
        cases = [case for case in self._cases if len(case.trial.lists)]
        return "relevant" in self._call.takes and all(case.answer.raised for case in cases)

    @cached_property
    def computes(self) -> str | None:
        """The measure that fits all lists; None if no measure does."""
        if self.passed:
            return str(self._measure)
        if self._reason is None or any(case.answer.problem for case in self._cases if not case.agrees):
            return None
        reasons = [self._reason] if self._reason.variant else explained(self._of_this_kind, self._cases, measures=True)
        fitting = (one.variant for one in reasons if one.variant and fits(one, self._cases))
        variant = next((one.on(self._of_this_kind[0].of_queries) for one in fitting), None)
        if variant and self._several and variant.over in (None, MEAN):
            return str(MeanMeasure(variant.metric, variant.in_force, variant.lists.relevant_from))
        return variant.measure if variant else None

    def require(self) -> Check:
        """The report itself if the function passed.

        Raises ``AssertionError`` with the report in sentences if it did not: for tests and graders.

        >>> import rankteach as rt
        >>> rt.check(lambda hits, k: sum(hits[:k]) / k, "P@5").require().passed
        True
        """
        if not self.passed:
            raise AssertionError(" ".join(self.words))
        return self

    @property
    def mistake(self) -> str | None:
        """The main mistake, after how many differences it explains."""
        before = f"{self._explains} differences explained: " if self._explains else ""
        return f"{before}{self.mistake_in_words}." if self.mistake_in_words else None

    def _main_mistake(self, wrong: Sequence[Case]) -> tuple[str, str]:
        """The main mistake in words, and how many of the differences it explains, such as 3 of 5."""
        words = self._reason.in_code if self._reason else self._advice(self._kind, self._wrong)
        if self._reason and self._several and not self._reason.over_queries:
            words = f"for each query, {words}"
        same = [
            case
            for case in wrong
            if not case.answer.problem and self._reason and _explains(self._reason, self._call, case)
        ]
        number = len(same) if self._reason else len(self._wrong)
        return words, f"{number} of {len(wrong)}"

    def _advice(self, kind: str, cases: Sequence[Case]) -> str:
        """What is right for one kind of lists; nothing, where the function may know it and be wrong elsewhere."""
        k = self._measure.parameters.get("k")
        of_one = [case for case in self._cases if isinstance(case.trial.lists, Ranking)]
        short = [case for case in of_one if not (kind or case.trial.kind) and k and len(case.trial.lists) < k]
        if cases and [*map(id, short)] == [*map(id, cases)] and all(case.answer.raised for case in cases):
            return f"these lists have fewer than {k} items. A rank that they lack counts as not relevant"
        if not kind and cases and (advice := self._on_errors(cases)):
            return advice
        if not kind or not cases or (kind in (NOT_RUN, BARE) and not cases[0].answer.problem):
            return ""
        return rule(kind, self._measure, plain(exact_or_float(cases[0].trace.result)))

    def _on_errors(self, cases: Sequence[Case]) -> str:
        """What is right where a function only fails, and returns no wrong number: without a hit, or in every list."""
        lists = [case.trial.lists for case in cases]
        if not all(case.answer.problem and isinstance(one, Ranking) for case, one in zip(cases, lists, strict=True)):
            return ""
        k, least = self._measure.parameters.get("k"), self._measure.relevant_from or 1
        if not any(grade is not None and grade >= least for one in lists for grade in one.grades[:k]):
            values = {plain(exact_or_float(case.trace.result)) for case in cases}  # fall-out has several there
            told = f". Return {values.pop()} there" if len(values) == 1 else ""
            return f"no relevant item is retrieved in these lists{told}"
        if len(cases) == len(self._of_this_kind) and all("ZeroDivisionError" in case.answer.problem for case in cases):
            where = "in every list with a relevant item"
            return f"your function divides by 0 {where}: look for a rank 0, or for a logarithm of 1"
        return ""

    @property
    def _also(self) -> list[str]:
        """A sentence for each other kind of lists where the main mistake does not explain what the function returns."""
        sentences, main = [], self._kind or self._reason
        if self._first is not self._wrong[0]:
            sentences.append(f"Also, for {_shown(self._wrong[0].trial)}: {self._difference(self._wrong[0])}.")
        for kind, cases in sorted(self._others.items(), key=lambda one: one[0] == EMPTY):
            rest = [case for case in cases if not (self._reason and _explains(self._reason, self._call, case))]
            if kind != EMPTY and sentences and rest and rest[0].answer.problem == self._wrong[0].answer.problem:
                continue  # told already: the mistake that stops the function is not about these lists
            if kind == TIES and self._kind == "" and not self._measure.parameters.get("ties"):
                continue  # any order of them would be right
            if rest and (main or (rest[0].answer.problem and not self._wrong[0].answer.problem)):
                reason = next(explained(rest, rest), None)
                words = reason.in_code if reason else self._advice(kind, rest)
                where = f"Also, with {kind}, such as {_shown(rest[0].trial)}: {self._difference(rest[0])}."
                sentences += [f"{where} {words[:1].upper()}{words[1:]}."] if words else []
        return sentences

    @property
    def _name(self) -> str:
        """What the measure is called in every sentence: as you typed it, or by its label if that tells everything."""
        asked = self._measure
        if self._typed:
            return self._typed
        label = asked.metric.label(asked.parameters)
        if str(asked) == asked.metric.measure({"k": asked.parameters.get("k")}):
            return label
        return label if _reads_as(label, asked) else str(asked)

    @property
    def words(self) -> list[str]:
        """First the mistake and the smallest list that shows it, then what is right and the next step; then the rest.

        What the function returns for an empty list comes last.
        """
        tested = [*self.remarks, *self.untested]
        tested += [f"I also tried lists with {', '.join(self.covered)}."] if self.covered else []
        if self.passed:
            praise = " Well done." if self._praised else ""
            return [f"Your function agrees with {self._name} on all {self.tried} lists.{praise}", *tested]
        if self.is_draft:
            return [self._lead, self._smallest, self._next]
        sentences = [*filter(None, [self._lead]), self._smallest, *self._decimals, self._agreement]
        sentences += [f"It agrees with {self.computes} on all {self.tried} lists."] if self.computes else []
        sentences += [self._first_row] if self._first_row else []
        constant = len({case.answer.number for case in self._cases}) == 1
        unfinished = self.got is None or str(self.got).startswith(("NameError", "UnboundLocalError"))
        unsure = (not self.mistake or constant) and (len(self._call.lists) > 1 or self._call.left) and not unfinished
        sentences += [self._took] if unsure or not self._call.told else []
        return [*sentences, self._next, *tested, *self._also]

    @property
    def _lead(self) -> str:
        """The main mistake in a sentence, and then how many differences it explains; empty if it is not known."""
        words, explains = self.mistake_in_words, self._explains
        if self.is_draft:
            return START
        more = f" (This explains {explains} differences.)" if explains else ""
        return f"{words[:1].upper()}{words[1:]}.{more}" if words else ""

    @property
    def _agreement(self) -> str:
        if not self.agreed and not any(case.answer.problem for case in self._wrong):
            return f"Your function returns a number for all {self.tried} lists, but none is {self._name} yet."
        if not self.agreed:
            return f"Your function does not return {self._name} yet: none of {counted(self.tried, 'list')} agrees."
        return f"Your function agrees with {self._name} on {self.agreed} of {self.tried} lists."

    @property
    def _smallest(self) -> str:
        assert self._first is not None
        what = "differs" if self._first is self._wrong[0] else "returns a wrong number"
        return f"The smallest list where it {what}: {_shown(self._first.trial)}. {self._difference(self._first)}."

    def _difference(self, case: Case) -> str:
        right = exact_or_float(case.trace.result)
        digits = next((digits for digits in DIGITS if _got(case, digits) != plain(float(right), digits)), DIGITS[-1])
        problem = case.answer.problem or f"returned {_got(case, digits)}"
        called: Any = self._name
        if isinstance(case.trial.lists, Batch):
            called = f"mean {self._typed}" if self._typed else self._call.over_queries
        return f"{called} is {plain(right, digits)}, but your function {problem}"

    @property
    def _decimals(self) -> list[str]:
        """What to write instead of 0,5, where such a pair is among the function's constants and leads to a tuple."""
        code = getattr(self._call.function, "__code__", None)
        steps = [*dis.get_instructions(code)] if code else []
        pairs = {
            str(one.argval)
            for one, then in zip(steps, steps[1:] + steps[-1:], strict=True)
            if isinstance(one.argval, tuple) and [*map(type, one.argval)] == [int, int]
            if then.opname not in ("GET_ITER", "CONTAINS_OP", "UNPACK_SEQUENCE")  # no number, as in "for k in (1, 2)"
        }
        returned = {str(case.answer.got) for case in self._cases if isinstance(case.answer.got, tuple)}
        in_the_way = returned <= pairs if isinstance(self.got, tuple) else "tuple" in str(self.got)
        return [COMMA] if pairs and in_the_way else []

    @property
    def _took(self) -> str:
        """What each parameter was taken for."""
        roles, backwards = [role for _, role in self._call.roles], reversed(self._call.lists)
        other = [next(backwards) if role in self._call.lists else role for role in roles]
        others = f"If they are something else, say so, such as takes={', '.join(other)!r}"
        others = f"takes can name {', '.join(roles_of(self._measure))}" if other == roles else others
        if all(case.answer.raised for case in self._cases if not case.trial.kind):
            others += f"; or check a function that calls yours, {WRAPPED.format(name_of(self._call.function))}"
        left = f", and left {' and '.join(self._call.left)} as it is" if self._call.left else ""
        return f"I took the arguments as takes={', '.join(roles)!r}{left}. {others}."

    @property
    def _first_row(self) -> str:
        """Where the calculation of the function first differs from ours, if we know it."""
        if self._reason is None or self._reason.variant is None or self._first is None or self.trace is None:
            return ""
        theirs = self._reason.variant.on(self._first.of_queries).trace()
        two = Differences(self.trace, theirs, called=("our calculation", "yours"))
        if any(column.first[-1] == self.trace.result != theirs.result != column.second[-1] for column in two.columns):
            return ""  # their column has another number at each rank than the function, such as h_i / min(m, i)
        return two.words[-1].replace("They", "The two calculations", 1) if two.first_row is not None else ""

    @property
    def _next(self) -> str:
        assert self._first is not None
        named = self._name if _reads_as(self._name, self._measure) else str(self._measure)
        assign = f"report = rt.check({name_of(self._call.function)}, {named!r})"
        call = self._call.written(self._first.trial)
        given = " with numpy as np" if "np." in call else ""
        return f"Try it{given}: {call}. For our calculation: {assign}, then report.trace."

    def table(self, *, digits: int = 4, fractions: bool = True) -> Table:
        """The smallest differences: the list, our value, and what the function returned."""
        digits, fractions = displayed(digits, fractions)
        rows = self._wrong[:MOST_ROWS]
        entries = [
            Entry("list", [_shown(case.trial) for case in rows], numeric=False),
            Entry(self._name, [plain(exact_or_float(case.trace.result), digits, fractions) for case in rows]),
            Entry("yours", [_got(case, digits, fractions) for case in rows], numeric=False),
        ]
        more = self.tried - self.agreed - len(rows)
        return Table(Axis("difference", length=len(rows)), entries, f"{more} more" if more else "")

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        """One line, because pytest shows no more of it."""
        return " ".join(self.words if self.passed else filter(None, [self._lead, self._smallest, self._agreement]))

    def to_html(self, **display: Any) -> str:
        """Static HTML: a bar and a mark say at once whether the function passed, and on how many lists it agrees."""
        mark = "✓ Passed" if self.passed else f"{self.agreed} of {self.tried} lists agree"
        bar = f"border-left: .3em solid {'#0b7a4b' if self.passed else '#b3530a'}; padding-left: .9em"
        told = "" if self.passed else f"<p>{sentence(self._agreement)}</p>"
        return f'<div style="{bar}"><p><b>{mark}</b></p>{super().to_html(**display).replace(told, "")}</div>'


def check(
    function: Callable[..., Any],
    measure: Any,
    *,
    takes: str | None = None,
    seconds: float = 5,
    strict_empty: bool = True,
) -> Check:
    """Check a function of yours against a measure, on many short lists.

    The lists are all patterns of grades up to a length, then longer random ones, always the same; also special ones, as
    far as the measure depends on these and the function can know them: no item at all, nothing relevant, relevant items
    that the list lacks, grades up to 5 and below 0, equal scores, unjudged items, an item twice, several queries. If it
    differs, you see the smallest list that shows the main mistake, and what the function calculates instead if one
    mistake explains the wrong numbers. If it passes, the report says what it could not test. An error in the function
    is never raised, but part of the report; what the function prints is not shown.

    What the function gets is decided by the names of its parameters:

    - one list: the grades, best rank first (a list, an array, or a ``Ranking``); ``hits`` for 0 and 1 only;
    - ``retrieved, relevant``: the items, best first, and the set of relevant items (``{item: grade}`` for grades);
    - ``qrels, run``: ``{query: {item: grade}}`` and ``{query: {item: score}}``, of one query and of several (one number
      is then their mean, and a query that the run lacks counts as 0); or without the query;
    - ``retrieved, target``: the only relevant item; ``retrieved, relevant, judged`` (or ``irrelevant``), as for Bpref;
    - lists of such lists, one for each query, for a mean such as MAP; ``pairs``: a list of (retrieved, relevant);
    - ``y_true, y_score``: two arrays in any order;
    - ``grades, m``, ``grades, missed`` or ``grades, ideal``: with the number of the relevant items that there are, the
      grades of those that the list misses, or all grades, highest first;
    - two lists, for a metric that compares two: numbers for the same items, or names, best first;
    - also ``k`` for the cutoff, and any parameter of the metric, by its name.

    If the names do not tell, or it fails, it is tried with each, and you see the way in which it agrees most often.

    Parameters
    ----------
    function : callable
        It returns one number: an int, a float, a fraction, or a scalar of numpy. A dict of queries is fine, too.
    measure : str or Measure
        Such as ``"AP"`` or ``"nDCG@5"``. Where the function needs a cutoff and the measure has none, it is 3.
    takes : str, optional
        What each parameter takes, in order, such as ``"relevant, retrieved, k"``, if the names do not tell.
    seconds : float
        The time for all lists together. Then the function is stopped, and the report says at which list. (Code that
        does not return from C, such as ``sum(itertools.count())``, cannot be stopped. On Windows, and in any thread but
        the main one, the function runs on; in a browser it is stopped between two lists only.)
    strict_empty : bool
        False for an exercise that leaves open what an empty list has: the function is then tried on none.

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
    ...         if grade > 0:
    ...             hits += 1
    ...             total += hits / rank
    ...     return total / len(grades)
    >>> report = rt.check(mine, "AP")
    >>> report.passed, report.smallest, str(report.expected), report.got
    (False, Ranking([0, 1]), '1/2', 0.25)
    >>> print(report.mistake.partition(": ")[2])
    your function returns AP divided by the length of the list (n), not by the relevant items (m).
    """
    asked = find_measure(measure)
    task = str(asked)
    if not callable(function):
        raise TypeError(f"function must be a function that returns one number, not {shown(function)}.")
    if takes is not None and not isinstance(takes, str):
        raise TypeError(f"takes must be a string such as {OTHER_TAKES[6:]}, not {shown(takes)}.")
    seconds = float(real_number(seconds, "seconds", above=0))
    yes_or_no(strict_empty, "strict_empty")
    own = [asked]
    if needs_cutoff(function, takes) and CUTOFF in asked.metric.parameters and asked.parameters.get(CUTOFF) is None:
        own = [asked.with_parameters(k=k) for k in OWN_CUTOFFS]
    asked = own[0]
    report = _checked(function, asked, measure, takes, seconds, strict_empty)
    if report and own[1:]:  # it may have the first cutoff without reading it
        report = min(report, _checked(function, own[1], measure, takes, seconds, strict_empty), key=bool)
    if not report and "gain" in asked.metric.parameters and report.takes_no_grades:
        as_set = asked.with_parameters(gain="binary")
        if not (other := _checked(function, as_set, measure, takes, seconds, strict_empty)).takes_no_grades:
            other.untested += ("It takes no dict of grades, so I gave it a set of relevant items.",)
            report, other._praised = other, False
    for measures in () if report else _with_a_largest_grade(asked, largest_grades(function, takes)):
        if all(reports := [_checked(function, one, measure, takes, seconds, strict_empty) for one in measures]):
            report, given = reports[0], ", ".join(str(one.parameters[LARGEST]) for one in measures)
            takes_it = f"It takes {given}" if len(measures) == 1 else f"I gave it each of {given}"
            report.remarks += (f"{takes_it} as the largest grade; {asked} takes the largest judged one.",)
            break
    if report and _changes_arguments(report, seconds):
        report.remarks, report._praised = (*report.remarks, CHANGES), False
    if report and not strict_empty:
        report.remarks += ("I did not try a list without items, because strict_empty=False.",)
    given = report.mistake_in_words or "unknown"
    report.is_draft = _is_draft(function, str(measure), given)
    tell(Attempt(task, report.passed, given, by_hand=False))
    return report


def _is_draft(function: Callable[..., Any], typed: str, mistake: str) -> bool:
    """Whether it is a draft of the lesson that defines it, as it was when its mistake was first found."""
    lesson = getattr(function, "__globals__", {}).get("tasks")
    called, code = (getattr(lesson, "__name__", ""), name_of(function)), getattr(function, "__code__", None)
    return mistake in getattr(lesson, "DRAFTS", {}).get(typed, ()) and _DRAFTS.setdefault(called, code) == code


def _checked(
    function: Callable[..., Any], asked: Measure, typed: Any, takes: str | None, seconds: float, strict_empty: bool
) -> Check:
    """The report on a function, called in the way in which it agrees most often."""
    named_mean = bool(asked.aggregation) or bool(A_MEAN.match(str(typed)))

    def calculated(lists: Any) -> Trace:
        return asked(*lists) if isinstance(lists, tuple) else lists.cached(calculated, lambda: asked(lists))

    def tried(call: Call, trials: Sequence[Trial]) -> Tried:
        cases = _cases(call, trials, answers(call.__call__, trials, seconds), calculated)
        return Tried(call, cases, _accept(call, cases, named_mean), named_mean)

    best: tuple[Tried, list[Trial]] | None = None
    trials_of: dict[Any, list[Trial]] = {}
    others = 0  # readings with a dict of grades that did not fit
    told: list[Tried] = []
    report_of = cache(lambda place: Check(told[place], typed=typed))

    def known() -> list[Check]:
        """The reports on the ways that the names tell in which a mistake is known, the best one first."""
        places = sorted(range(len(told)), key=lambda place: told[place].fit, reverse=True)
        return [report_of(place) for place in places if report_of(place).mistake_in_words]

    one_list = asked.aggregation.get("average") == "pooled" and asked.needs_scores  # of all queries, by their scores
    for call, names in product(calls(function, asked, takes, named_mean), named_lists(asked)):
        not_told = not (call.told and best and call.several is best[0].call.several)
        if best and best[0].told and not_told and known():
            break
        if (names and best and best[0].of_numbers) or (one_list and not call.takes & SCORED):
            continue
        key = (call.several, names, *sorted(call.takes))
        if key not in trials_of:
            every = [trial for trial in trials_for(call, names) if strict_empty or trial.kind != EMPTY]
            with_one = [trial for trial in every if "target" in call.takes and trial.lists.relevant_total.values == 1]
            trials_of[key] = with_one or every
        trials = trials_of[key]
        one = tried(call, trials if call.told else trials[:: max(len(trials) // FEW, 1)])
        if one.settled and (call.told or (one := tried(call, trials)).settled):
            return Check(one, typed=typed, others=others)
        others += call.told and "judged" in call.takes and any(not case.answer.problem for case in one.cases)
        if best is None or one.fit > best[0].fit:
            best = one, trials
        told += [one] * one.told
    if best is None and one_list:
        raise TypeError(
            f"{name_of(function)} must take scores, because {MeanMeasure.of(asked)} puts the items of all queries in "
            "one list by their scores: takes='qrels, run', or takes='y_true, y_score' with a list for each query."
        )
    if best is None:
        own = name_of(function)
        raise TypeError(
            f"{own} must have parameters whose names tell what they take. Else say for each what it takes, from "
            f"{', '.join(roles_of(asked))}, such as {OTHER_TAKES}; or check a function that calls yours, "
            f"{WRAPPED.format(own)}."
        )
    final = best[0] if best[0].call.told else tried(best[0].call, best[1])
    if remembers := _remembers(final, seconds):
        return Check(final, typed=typed, remembers=remembers)
    return (known() or [Check(final, typed=typed)])[0]


def _remembers(one: Tried, seconds: float) -> bool:
    """Whether a function returns another number for a list when it is called again with it."""
    wrong = [case for case in one.cases if not case.agrees]
    if not wrong or wrong[-1].answer.stopped:
        return False
    some = [case for case in (*wrong[:1] * 2, *one.cases[:: max(len(one.cases) // FEW, 1)]) if not case.answer.problem]
    again = answers(one.call.__call__, [case.trial for case in some], seconds)
    pairs = zip(some, again, strict=False)  # fewer, if it takes too long now
    return not all(then.stopped or same(then, case.answer.number or 0.0) for case, then in pairs)


def _changes_arguments(report: Check, seconds: float) -> bool:
    """Whether a list, a dict, or a set that a function gets is another one afterwards."""

    def changed(trial: Trial) -> bool:
        positional, named = report._call.arguments(trial)
        before = repr((positional, named))
        report._call.function(*positional, **named)
        return repr((positional, named)) != before

    trials = [case.trial for case in report._cases]
    return any(answer.number for answer in answers(changed, trials[:: max(len(trials) // FEW, 1)], seconds))


def _with_a_largest_grade(measure: Measure, each: Sequence[Sequence[float]]) -> Iterator[list[Measure]]:
    """The measure with one largest grade for all lists, if it takes that from the judgements."""
    known, chosen = measure.metric.declared.get(LARGEST), {**measure.metric.parameters, **measure.parameters}
    if known is not None and chosen[LARGEST] is None and not known.has_no_effect(chosen):
        for some in each:
            yield [measure.with_parameters(**{LARGEST: one}) for one in some]


class Tried(NamedTuple):
    """A way to call a function, what came of it, and remarks on what was accepted."""

    call: Call
    cases: list[Case]
    remarks: list[str]
    named_mean: bool

    @property
    def settled(self) -> bool:
        """Whether no other way needs to be tried: it always agrees, or gave no answer."""
        return self.cases[-1].answer.stopped or all(case.agrees for case in self.cases)

    @property
    def told(self) -> bool:
        """Whether the names of the parameters tell so, and it returns finite numbers, not always the same one."""
        numbers = [case.answer.number for case in self.cases]
        finite = all(number is not None and math.isfinite(number) for number in numbers)
        return self.call.told and finite and len({*numbers}) > 1

    @property
    def of_numbers(self) -> bool:
        """Whether it takes two lists of numbers, and always returns a number."""
        first = self.cases[0].trial.lists
        numbers = isinstance(first, tuple) and not isinstance(first[0][0], str)
        return numbers and not any(case.answer.problem for case in self.cases)

    @property
    def fit(self) -> tuple[float, ...]:
        """How well it fits: what the names tell comes first where it returns any number at all.

        Of two lists, numbers come before names where it always returns a number: names can be compared with ``<``, too.
        Else those come first that it takes: what takes names, and is wrong, may agree on some lists of numbers.
        """
        numbers = [not case.answer.problem for case in self.cases]
        of_one = (EMPTY, *KINDS) if self.call.several else (EMPTY,)  # whatever a function is for, 0 or 1 fits there
        agreed = [case.agrees for case in self.cases if case.trial.kind not in of_one]
        share = 0 if self.of_numbers else round(sum(agreed) / (len(agreed) or 1), 1)
        varies = len({case.answer.number for case in self.cases if math.isfinite(case.answer.number or 0)} - {None}) > 1
        told, right = self.call.told and any(numbers), all(case.agrees for case in self.cases)
        taken = sum(_takes_it(case.answer) for case in self.cases) / len(self.cases)
        of_two = bool(self.call.measure.metric.pairing)
        return right, self.of_numbers, told, varies, any(numbers), of_two and taken, share, taken


def _takes_it(answer: Answer) -> bool:
    """Whether a function took what it was given: a division by 0 is a mistake of its arithmetic."""
    number = answer.number
    return "ZeroDivisionError" in answer.problem or (number is not None and math.isfinite(number))


def _cases(
    call: Call, trials: Sequence[Trial], returned: Sequence[Answer], calculated: Callable[[Any], Trace]
) -> list[Case]:
    """What the function returned for each list, next to our calculation."""
    cases = []
    in_order = {name: value for name, value in call.measure.parameters.items() if name != "ties"}
    for trial, answer in zip(trials, returned, strict=False):
        lists = trial.lists
        if isinstance(lists, Batch):
            each = tuple(calculated(lists[query]) for query in lists.queries)
            answer = answer if call.several or call.measure.aggregation else _averaged(answer, lists)
            cases.append(Case(trial, call.over_queries(lists), each, answer))
        else:
            tied = trial.kind == TIES and len(in_order) < len(call.measure.parameters)
            each = (call.measure.metric(lists, **in_order),) if tied else ()
            cases.append(Case(trial, calculated(lists), each, answer))
    return cases


def _averaged(answer: Answer, queries: Batch) -> Answer:
    """The mean of the numbers that a function returned for each query; 0 for one without a list that it left out."""
    if answer.each is None:
        return answer
    each = [answer.each.get(name, None if len(queries[name]) else 0.0) for name in queries.queries]
    numbers = [number for number in each if number is not None]
    if len(numbers) < len(each) or not {*answer.each} <= {*queries.queries}:
        return answer
    return answer._replace(number=sum(numbers) / len(numbers), problem="")


def _accept(call: Call, cases: list[Case], named_mean: bool) -> list[str]:
    """Accept what is right, too, if all plain lists are right, and say so; else drop the lists that are unusual."""
    remarks: dict[str, None] = {}

    def accept(kind: str, words: str, right: Callable[[Case], bool]) -> None:
        for place, case in enumerate(cases):
            if case.trial.kind == kind and not case.agrees and right(case):
                cases[place] = case._replace(accepted=words)
                remarks[words] = None

    # where unjudged items matter, or are not in the judgements, a function must know them
    known = call.measure.metric.pairing or call.takes & {"qrels", "judged"} or on_unjudged(call.measure)
    unusual = [IN_ONE_LIST, UNEVEN] if call.measure.metric.pairing else [BELOW] if known else [UNJUDGED, BELOW]
    if call.measure.metric.family == "curve":  # which take no list with an item twice
        unusual.append(TWICE)
    if call.measure.metric.binary and "y_true" in call.takes:  # which are classes, two of them, in most code
        unusual.append(HIGH)
    if not all(case.agrees for case in cases if not case.trial.kind):
        cases[:] = [case for case in cases if case.trial.kind not in unusual or case.answer.stopped]
        return []
    own = [IN_ONE_LIST] if call.measure.name == "RBO" else []  # whose definition is for any items
    for kind in unusual:
        odd = next((case for case in cases if case.trial.kind == kind and not case.agrees), None)
        if odd and not odd.answer.stopped:
            value, problem = plain(exact_or_float(odd.trace.result)), odd.answer.problem.partition(":")[0]
            did = problem or f"returned {_got(odd)}, not {value}"
            words = f"Not counted: with {kind}, such as {_shown(odd.trial)}, your function {did}."
            accept(kind, words, lambda case: case.answer.raised or not (case.answer.stopped or case.trial.kind in own))
    high = next((case for case in cases if case.trial.kind == HIGH and case.answer.raised), None)
    if high and (not call.measure.metric.binary or call.measure.metric.family == "curve"):
        words = f"It does not take every grade: for {_shown(high.trial)}, it {high.answer.problem}."
        accept(HIGH, words, lambda case: case.answer.raised)
    accept(EMPTY, f"With no items, your function has no value; {call.measure} is 0 there by convention.", _refused)
    accept(TWICE, "It refuses an item that is in the list twice, which is right.", lambda case: case.answer.raised)
    again = [case for case in cases if case.trial.kind == TWICE and not case.agrees]
    shows = max(again, key=lambda case: bool(_above_all(case)), default=None)
    counts = ""
    if shows is not None:
        right = _above_all(shows) or f"not {plain(exact_or_float(shows.trace.result))}"
        counts = f" It returns {_got(shows)}, {right}, for {_shown(shows.trial)}."
    for words, changed in (
        ("It leaves out an item that is there again, which is right.", _without_second),
        (f"It counts an item twice that is in the list twice.{counts}", _with_both),
    ):
        if all(map(partial(_is_of, call, changed), again)):  # the same in each list, or both would be said
            accept(TWICE, words, lambda _: True)
    words = f"With one class only, {call.measure} has no value, so that any convention is right there."
    accept(
        ONE_CLASS, words, lambda case: _refused(case) or case.answer.got is None or case.answer.number in (0, 0.5, 1)
    )
    raises = all(case.answer.raised for case in cases if case.trial.kind == SEVERAL)
    if raises and not named_mean and not call.several:
        for kind in (SEVERAL, BARE, NOT_RUN):
            accept(kind, "It takes one query at a time, so I did not try several.", lambda case: case.answer.raised)
    tied = [case for case in cases if case.trial.kind == TIES]
    if call.measure.parameters.get("ties", "stable") == "stable" and not all(case.agrees for case in tied):
        for order in other_orders(tied[0].asked):
            if all(case.explained_by(order) for case in tied):
                accept(TIES, f"Y{order.called[1:]}; {call.measure} keeps the order of the list there.", lambda _: True)
        if not any(
            all(case.explained_by(order) for case in tied) for order in on_other_lists(tied[0].asked, BEST_AND_WORST)
        ):
            words = f"Its order of equal scores is its own; {call.measure} keeps the order of the list there."
            accept(TIES, words, lambda case: _in_some_order(call, case))
    return list(remarks)


def _above_all(case: Case, value: float | None = None) -> str:
    """That a value, by default the one returned, is more than the measure ever is; empty if it is not."""
    most, value = case.trace.metric.of_one.bounds[1], case.answer.number if value is None else value
    return f"which is above {float(most):g}" if most is not None and (value or 0) > most else ""


def _finds_more_than_all(call: Call, cases: Sequence[Case]) -> bool:
    """Whether items are counted twice by a measure that such items take above its bound, whatever is returned then."""
    twice = [case for case in cases if case.accepted and case.trial.kind == TWICE and _is_of(call, _with_both, case)]
    both = ((one, float(call.measure(_with_both(one.trial)))) for one in cases if twice and one.trial.twice)
    return any(_above_all(one, value) for one, value in both)


def _refused(case: Case) -> bool:
    """Whether a function has no value for a list."""
    return case.answer.raised or case.answer.number != case.answer.number


def _in_some_order(call: Call, case: Case) -> bool:
    """Whether the value is that of some order of the items with equal scores, unless these are too many to try."""
    grades = case.trial.lists.grades
    try:
        orders = tied_orders(case.trial.lists)
    except ValueError:
        return False
    return any(same(case.answer, float(call.measure(Ranking([grades[at] for at in order])))) for order in orders)


def _is_of(call: Call, changed: Callable[[Trial], Ranking], case: Case) -> bool:
    """Whether the value is that of the list changed in some way."""
    try:
        return same(case.answer, float(call.measure(changed(case.trial))))
    except ValueError:
        return False


def _with_both(trial: Trial) -> Ranking:
    """The list where an item counts as often as it appears."""
    again, first = trial.twice or (0, 0)
    grades, items = trial.lists.grades, list(trial.lists.items)
    lost = {items[again]: grades[again]}  # which is judged, but not in the list
    grades[again], items[again] = grades[first], items[first]
    return Ranking(grades, items=items, missed=[*lost.values(), *trial.lists.missed], duplicates="count")


def _without_second(trial: Trial, lost: bool = True) -> Ranking:
    """The list without the second place of an item; what was there is judged, if it is ``lost``."""
    assert trial.twice is not None
    grades = trial.lists.grades
    grade = grades.pop(trial.twice[0])
    return Ranking(grades, missed=[*[grade] * lost, *trial.lists.missed])


def _explains(reason: Explanation, call: Call, case: Case) -> bool:
    """Whether an error is all that is wrong: equal scores are in order, and an item that comes twice is skipped."""
    ways = [case]
    if case.trial.kind == TIES:
        ways += [case._replace(each=())]
    if case.trial.twice:
        ways += [case._replace(trace=call.measure(_without_second(case.trial, lost))) for lost in (True, False)]
    return any(one.explained_by(reason) for one in ways)


def _untested(call: Call, cases: Sequence[Case], named_mean: bool) -> Iterator[str]:
    """What the measure depends on and the function never sees."""
    measure, takes, rankings = call.measure, call.takes, [case.trial.lists for case in cases]
    if (coarse := max(case.answer.tolerance for case in cases)) > COARSE:
        yield f"Your function returns numbers of 16 bits, so I could not test differences of less than {coarse:.1g}."
    if measure.metric.pairing:
        if len(named_lists(measure)) > 1 and isinstance(rankings[0][0][0], str):
            yield "Your function takes names, best first, not numbers, so I could not test ties."
        return
    never = "so I could not test that."
    lists = [one for many in rankings for one in by_query(many).values()]
    if on_missed(measure) and not any(one.missed for one in lists):
        yield f"Your function never sees the relevant items that the list lacks, {never}"
    if on_missed(measure, relevant=False) and not any(0 in one.missed for one in lists):
        yield f"Your function never sees the items judged not relevant that the list lacks, {never}"
    if on_unjudged(measure) and not any(one.unjudged for one in lists):
        yield f"Your function never sees which items are unjudged, {never}"
    in_order = measure.metric.family == "curve" and measure.parameters.get("ties", "") in ("stable", "")
    if measure.needs_scores and not (in_order and "ties" in measure.metric.shared) and not takes & SCORED:
        yield "Your function never sees the scores, so I could not test equal scores."
    if named_mean and not any(isinstance(one, Batch) for one in rankings):
        yield f"Your function takes one query at a time, so I could not test {call.over_queries}."
    if measure.metric.of_subtopics and "subtopics" not in takes:
        yield f"Your function never sees the subtopics, {never}"
    if "target" in takes:
        yield "Your function takes one relevant item, so I tried lists with only one."
    if "hits" in takes:
        yield "I gave your function 0 and 1 only, so I could not test grades above 1."


def _reads_as(name: str, asked: Measure) -> bool:
    """Whether you can type a name for a measure."""
    try:
        return str(find_measure(name)) == str(asked)
    except ValueError:
        return False


# --- in words ---------------------------------------------------------------------------------------------------------
def _shown(trial: Trial) -> str:
    """A list as you type it: [0, 1]; with whatever else belongs to it as a Ranking, and each query's by its name."""
    lists = trial.lists
    if isinstance(lists, tuple):
        return " and ".join(str(list(one)) for one in lists)
    if isinstance(lists, Batch):
        return ", ".join(f"{query}: {_shown(Trial(one))}" for query, one in by_query(lists).items())
    words = written(trial.with_zero(lists.grades)) if set(lists.arguments()) == {"grades"} else repr(lists)
    if trial.twice:
        again, first = trial.twice
        words += f", where rank {again + 1} repeats the item of rank {first + 1}"
    return words


def _got(case: Case, digits: int = 4, fractions: bool = True) -> str:
    """What the function returned, as a fraction if our value is one."""
    number, got = case.answer.number, case.answer.got
    if number is None:
        return got if isinstance(got, str) else shown(got)
    if case.trace.exact is not None and math.isfinite(number):
        near = Fraction(number).limit_denominator(LARGEST_DENOMINATOR)
        return plain(near if same(case.answer, float(near)) else number, digits, fractions)
    return plain(number, digits, fractions)
