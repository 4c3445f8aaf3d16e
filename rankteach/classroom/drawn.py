"""Lists that are drawn at random until their numbers come out well: for worksheets and question banks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from rankteach.classroom import examples
from rankteach.core.checks import joined, listed, must, one_of, seed_number
from rankteach.core.column import Column
from rankteach.core.operations import RowDependency
from rankteach.core.ranking import Ranking
from rankteach.notation.numbers import plain
from rankteach.notation.tables import behind
from rankteach.tracing.measures import MeanMeasure, Measure, measure
from rankteach.tracing.trace import Trace

MOST_UNEVEN = 3
TINY = 1e-9
LENGTHS = {1: (3, 5), 2: (5, 6), 3: (6, 8)}
TRIES, TRIES_FOR_A_PATTERN = 4000, 200
CASES = ("recipes",)


class NoList(ValueError):
    """No list fits what it is drawn for."""


class Case(NamedTuple):
    """A list that was drawn, with what it is about."""

    ranking: Ranking
    scenario: str


def measures_of(names: Any, argument: str = "measures") -> list[Measure]:
    """Measures of one list, from which a class can calculate by hand."""
    listed_names = listed([names] if isinstance(names, str | Measure) else names, argument)
    found = [measure(name) for name in listed_names]
    if not found:
        raise ValueError(f"{argument} must name at least one measure, such as 'AP'.")
    for name, one in zip(listed_names, found, strict=True):
        other = one.aggregation or one.metric.pairing is not None or not one.metric.about_relevance
        # MAP and MRR are read as AP and RR, of which they are the means
        if other or str(name).strip().casefold().startswith((MeanMeasure.of(one).mean.name.casefold(), "mean")):
            hint = "Use 'AP' or 'nDCG@5'." if other else f"Use {str(one)!r}."
            raise ValueError(must(argument, str(name), "be about the relevant items of one list", hint))
        if one.metric.of_subtopics:
            raise ValueError(must(argument, str(one), "be about lists without subtopics", "Use 'AP' or 'nDCG@5'."))
    return found


PROBES = [
    Ranking(grades, missed=missed, scores=range(len(grades), 0, -1))
    for grades, missed in (
        ([0, 3, 1, 0, 2, 1, 0], [2]),
        ([0, 1, 0, 1, 1], [2]),
        ([3, 0, 3, 2], [3]),
        ([2, 0, 3, 1, 0, 1], []),
    )
]
FOUND = " (found or not)"
PLAINER = {
    r" \([^()]*\)(?=;|$)": "",  # who does so
    r"gain is the grade(?=;|$)": "gain = grade",
    r"gain is 2 to the power of the grade, minus 1": "gain = 2^grade − 1",
    r"gains are divided by the logarithm of rank \+ 1; logarithm to base (\d+)(?=;|$)": r"divided by log\1(rank + 1)",
    r"(divided by (?:all|the) relevant items)(?=;|$| or)": rf"\1{FOUND}",
    r"1e-05 added": "0.00001 added",
    r"the largest grade is the largest judged one": "the largest grade is the largest that was given",
}
LETTERS = {
    "m": f"m is the number of all relevant items{FOUND}",
    "n": "n is the length of the list",
    "N": "N is the number of items in the list that are not relevant",
}


@cache
def sees_grades(measure: Measure) -> bool:
    """Whether the value depends on how relevant items are, and not only on which ones are relevant.

    >>> [sees_grades(measure(name)) for name in ("AP", "AP(rel=2)", "nDCG", 'nDCG(gain="binary")')]
    [False, True, True, False]
    """
    flat = [
        one.replace(grades=[min(grade, 1) for grade in one.grades], missed=[min(grade, 1) for grade in one.missed])
        for one in PROBES
    ]
    return any(_differ(measure, one, measure, other) for one, other in zip(PROBES, flat, strict=True))


@cache
def told(measure: Measure, graded: bool | None = None, n: int = 0) -> str:
    """The conventions that decide the value, in words; in a list that is graded, also from which grade on.

    In lists of ``n`` items or more, empty ranks are told only if the cutoff is past their end.

    >>> told(measure('nDCG(gain="exponential")@5'))
    'gain = 2^grade − 1; divided by log2(rank + 1); ideal order of all judged items, cut at k'
    >>> told(measure("AP")), told(measure("RR")), told(measure("RR"), graded=True)
    ('divided by all relevant items (found or not)', '', 'relevant from grade 1')
    >>> told(measure("P@5"), n=4), told(measure("P@5"), n=5)
    ('divided by all ranks, empty ones too', 'divided by all ranks')
    """
    described = measure.metric.described(measure.parameters)
    words = "; ".join(sentence for name, sentence in described.items() if _decides(measure, name))
    for pattern, plainer in PLAINER.items():
        words = re.sub(pattern, plainer, words)
    if any(one.endswith("not in the list: left out") for one in measure(PROBES[0]).conventions):
        words = "; ".join(filter(None, [words, "relevant items that were not retrieved are left out"]))
    if n >= measure.parameters.get("k", 1):
        words = words.replace(", empty ones too", "")
    graded = sees_grades(measure) if graded is None else graded
    if graded and measure.metric.counts_relevant(measure.parameters):
        words += f"{'; ' * bool(words)}relevant from grade {plain(measure.relevant_from or 1)}"
    return words


def _decides(measure: Measure, name: str) -> bool:
    """Whether another value of a parameter can give another number, and the label does not say it, as F1 and F2 do."""
    declared = measure.metric.declaration(name)
    labels = {measure.metric.label({**measure.parameters, name: other}) for other in declared.common_values}
    if not labels <= {measure.label}:
        return False
    for other in (*declared.values, *declared.common_values):
        changed = {**measure.parameters, name: other}
        with suppress(ValueError):  # it does not go with the others
            other_way = Measure(measure.metric, changed, measure.relevant_from)
            if any(_differ(measure, one, other_way, one) for one in PROBES):
                return True
    return not declared.values


def _differ(measure: Measure, ranking: Ranking, other: Measure, other_ranking: Ranking) -> bool:
    return abs(float(measure(ranking)) - float(other(other_ranking))) > TINY


def letters(words: str) -> str:
    """What m, n and N are, if words have them; "found or not" is said once.

    >>> letters("divided by all relevant items (found or not), which is m")
    'm is the number of all relevant items'
    """
    told = "; ".join(said for letter, said in LETTERS.items() if re.search(rf"\b{letter}\b", words))
    return told.replace(FOUND, "") if FOUND in words else told


def judgements(ranking: Ranking, graded: bool) -> list[str]:
    """How each item of a list was judged, as its text says it."""
    return [f"grade {plain(grade)}" if graded else "●" if grade else "○" for grade in ranking.grades]


def uneven(trace: Trace) -> int:
    """How many different divisions on the way to a value have no end as a decimal.

    >>> import rankteach as rt
    >>> uneven(rt.precision([1, 0, 1, 0])), uneven(rt.average_precision([1, 0, 1]))
    (0, 2)
    """
    made = (one for one in behind(trace.calculation.result) if not one.is_list_independent)  # logarithms of the ranks
    row_by_row = (one for one in made if one.rule.reads is RowDependency.ROW_BY_ROW and one.rule.calculates)
    divides = (one for one in row_by_row if one.is_quotient or one.rule.arity == 1)  # as do 1/x and a root
    return len({value for column in divides for value in _counted(column, trace) if not is_even(value)})


def _counted(column: Column, trace: Trace) -> Iterator[Any]:
    """The cells of a column that the value is made of: in the rows that are added up, or else in the last one."""
    if column.axis is None:
        return iter([column.cells])
    totals = [total for total in behind(trace.calculation.result) if total.is_sum]
    over = [total for total in totals if any(one is column for one in behind(total.sources[0]))]
    rows = {row for total in over for row in total.contributing_rows} if over else {len(column) - 1}
    return (column.cells[row] for row in rows if 0 <= row < len(column))


def is_even(value: Any) -> bool:
    """Whether a number ends after a few digits: 3/8, but not 1/3 nor 1/log2(3)."""
    return value == 0 or (isinstance(value, int | Fraction) and 10**6 % Fraction(value).denominator == 0)


class Different:
    """Lists that differ from each other: as long as there are some, in the ranks at which something is relevant."""

    def __init__(self, seed: Any, level: Any, case: Any) -> None:
        self.rng = random.Random(seed_number(seed))
        self.level: int = one_of(level, tuple(LENGTHS), "level")
        self.case = case if case is None else one_of(case, CASES, "case")
        self._known: set[Any] = set()  # patterns, and patterns with the items
        self._drawn = 0

    def draw(self, measures: Sequence[Measure], fits: Callable[[Case], bool] = lambda case: True) -> Case:
        """A list from which each measure can be worked out by hand, and that fits what it is drawn for."""
        searches = _searches() if self.case == "recipes" else [None]
        unfit: set[Any] = set()
        for tried in range(TRIES):
            case = _drawn(self.rng, self.rng.choice(searches), measures, self.level)
            if case is None:
                continue
            pattern = tuple(case.ranking.grades), tuple(case.ranking.missed)
            with_items = pattern, case.ranking.items
            new = pattern if tried < TRIES_FOR_A_PATTERN else with_items
            if new in self._known or pattern in unfit:
                continue
            if all(is_by_hand(one(case.ranking)) for one in measures) and fits(case):
                self._known |= {pattern, with_items}
                self._drawn += 1
                return case
            unfit.add(pattern)
        named = joined([one.metric.label(one.parameters) for one in measures], "and")
        rule, other = f"n must be at most {self._drawn} for", "other " * bool(self._drawn)
        end = f"no {other}list of level {self.level} comes out well. Try another level or measure."
        raise NoList(f"{rule if other else 'measures must not be'} {named}: {end}")


def is_by_hand(trace: Trace) -> bool:
    """Whether a value is neither 0 nor the highest there is, and needs few divisions that have no end."""
    value, high = float(trace), trace.metric.of_one.bounds[1]
    return value == value and value != 0 and (high is None or value < high) and uneven(trace) <= MOST_UNEVEN


@cache
def _searches() -> list[tuple[str, dict[str, int]]]:
    """The searches for recipes with enough recipes to choose from, and the grade of each."""
    titles = examples.queries()
    return [
        (titles[query], {name.replace("-", " "): int(grade) for name, grade in grades.items()})
        for query, grades in examples.qrels().items()
        if sum(grade > 0 for grade in grades.values()) >= 4
    ]


def _drawn(
    rng: random.Random, search: tuple[str, dict[str, int]] | None, measures: Sequence[Measure], level: int
) -> Case | None:
    """A list of a search, or of items without names; nothing if the search has too few grades."""
    graded = any(map(sees_grades, measures))
    length = rng.randint(*LENGTHS[level])
    relevant = rng.randint(1 if level == 1 else 2, max(2, length // 2))
    missed = int(level > 1 and rng.random() < 0.5)
    if search is None:
        grades = [rng.randint(1, 3) if graded else 1 for _ in range(relevant + missed)]
        names = [f"d{place}" for place in range(1, length + missed + 1)]
    else:
        good = [name for name, grade in search[1].items() if grade]
        bad = [name for name, grade in search[1].items() if not grade]
        if len(good) < relevant + missed:
            return None
        names = [*rng.sample(good, relevant + missed), *rng.sample(bad, length - relevant)]
        grades = [search[1][name] if graded else 1 for name in names[: relevant + missed]]
    if graded and max(grades[missed:]) == 1:
        return None
    judged = [*zip(names, [*grades, *[0] * (length - relevant)], strict=True)]
    lost, listed_items = judged[:missed], judged[missed:]
    rng.shuffle(listed_items)
    scored = any(one.needs_scores for one in measures)
    ranking = Ranking(
        [grade for _, grade in listed_items],
        items=[name for name, _ in listed_items] if search else None,
        scores=[round(0.95 - 0.1 * place, 2) for place in range(length)] if scored else None,
        missed=[grade for _, grade in lost],
    )
    thing, who = ("recipe", "A cook") if search else ("item", "You")
    found = f"{f'You search for “{search[0]}” and get' if search else 'A system returns'} this list, best first"
    sentences = [f"{found}, with the score of each {thing}." if scored else f"{found}."]
    sentences.append(
        f"{who} {f'graded each {thing} from 0 to 3' if graded else f'marked each relevant {thing} with ●'}."
    )
    if lost:
        more = f"{thing}, of grade {lost[0][1]}," if graded else f"relevant {thing}"
        sentences.append(f"One more {more} is not in the list.")
    else:
        sentences.append(f"No other {thing} {'has a grade above 0' if graded else 'is relevant'}.")
    return Case(ranking, " ".join(sentences))
