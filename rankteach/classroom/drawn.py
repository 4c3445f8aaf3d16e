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
from rankteach.core.checks import listed, must
from rankteach.core.column import Column
from rankteach.core.operations import RowDependency
from rankteach.core.ranking import Ranking
from rankteach.notation.numbers import plain
from rankteach.notation.tables import behind
from rankteach.tracing.measures import Measure, measure
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
    found = [measure(name) for name in listed([names] if isinstance(names, str | Measure) else names, argument)]
    if not found:
        raise ValueError(f"{argument} must name at least one measure, such as 'AP'.")
    for one in found:
        if one.aggregation or one.metric.pairing is not None or not one.metric.about_relevance:
            raise ValueError(
                must(argument, str(one), "be about the relevant items of one list", "Use 'AP' or 'nDCG@5'.")
            )
    return found


PROBES = [
    Ranking(grades, missed=missed, scores=range(len(grades), 0, -1))
    for grades, missed in (
        ([0, 3, 1, 0, 2, 1, 0], [2]),
        ([0, 1, 0, 1, 1], [1]),
        ([2, 0, 3, 1, 0, 1], []),
        ([1, 0, 1], []),
    )
]
PLAINER = {
    r" \([^()]*\)(?=;|$)": "",  # who does so
    r"gain is the grade(?=;|$)": "gain = grade",
    r"gain is 2 to the power of the grade, minus 1": "gain = 2^grade − 1",
    r"gains are divided by the logarithm of rank \+ 1; logarithm to base (\d+)(?=;|$)": r"divided by log\1(rank + 1)",
    r"(divided by (?:all|the) relevant items)(?=;|$| or)": r"\1, found or not,",
    r",(?=;|$)": "",
}
LETTERS = {"m": "m is the number of all relevant items, found or not", "n": "n is the length of the list"}


@cache
def told(measure: Measure) -> str:
    """The conventions that decide the value, in words.

    >>> told(measure('nDCG(gain="exponential")@5'))
    'gain = 2^grade − 1; divided by log2(rank + 1); ideal order of all judged items, cut at k'
    >>> told(measure("AP")), told(measure("RR"))
    ('divided by all relevant items, found or not', '')
    """
    described = measure.metric.described(measure.parameters)
    words = "; ".join(sentence for name, sentence in described.items() if _decides(measure, name))
    for pattern, plainer in PLAINER.items():
        words = re.sub(pattern, plainer, words)
    if measure.relevant_from or (measure.metric.counts_relevant(measure.parameters) and not measure.metric.binary):
        words += f"{'; ' * bool(words)}relevant from grade {plain(measure.relevant_from or 1)}"
    return words


def _decides(measure: Measure, name: str) -> bool:
    """Whether another value of a parameter can give another number."""
    values = measure.metric.declaration(name).values
    for other in values:
        changed = {**measure.parameters, name: other}
        with suppress(ValueError):  # it does not go with the others
            other_way = Measure(measure.metric, changed, measure.relevant_from)
            if any(abs(float(other_way(one)) - float(measure(one))) > TINY for one in PROBES):
                return True
    return not values


def letters(words: str) -> str:
    """What m and n are, if words have them."""
    return "; ".join(said for letter, said in LETTERS.items() if re.search(rf"\b{letter}\b", words))


def uneven(trace: Trace) -> int:
    """How many different divisions on the way to a value have no end as a decimal.

    >>> import rankteach as rt
    >>> uneven(rt.precision([1, 0, 1, 0])), uneven(rt.average_precision([1, 0, 1]))
    (0, 2)
    """
    made = [column for column in behind(trace.calculation.result) if _can_be_uneven(column)]
    return len({value for column in made for value in _counted(column, trace) if not is_even(value)})


def _can_be_uneven(column: Column) -> bool:
    """Whether it divides, or takes 1/x or a root; the logarithms of the ranks are looked up in a table."""
    of_one = column.rule.arity == 1 and column.rule.reads is RowDependency.ROW_BY_ROW and column.rule.calculates
    return (column.is_quotient or of_one) and not column.is_list_independent


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

    def __init__(self) -> None:
        self._patterns: set[Any] = set()
        self._lists: set[Any] = set()

    def draw(
        self,
        rng: random.Random,
        measures: Sequence[Measure],
        level: int,
        about: str | None,
        fits: Callable[[Case], bool] = lambda case: True,
    ) -> Case:
        """A list from which each measure can be worked out by hand, and that fits what it is drawn for."""
        searches = _searches() if about == "recipes" else [None]
        kinds = {one.metric.binary for one in measures}
        scored = any(one.needs_scores for one in measures)
        for tried in range(TRIES):
            case = _drawn(rng, rng.choice(searches), kinds, level, scored)
            if case is None:
                continue
            pattern = tuple(case.ranking.grades), tuple(case.ranking.missed)
            known = self._patterns if tried < TRIES_FOR_A_PATTERN else self._lists
            new = pattern if tried < TRIES_FOR_A_PATTERN else (pattern, case.ranking.items)
            if new not in known and all(is_by_hand(one(case.ranking)) for one in measures) and fits(case):
                self._patterns.add(pattern)
                self._lists.add((pattern, case.ranking.items))
                return case
        named = ", ".join(map(str, measures))
        raise NoList(f"n must be smaller for {named}: level {level} has no more lists whose numbers come out well.")


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
    rng: random.Random, search: tuple[str, dict[str, int]] | None, binary: set[bool], level: int, scored: bool
) -> Case | None:
    """A list of a search, or of items without names; nothing if the search has too few grades."""
    length = rng.randint(*LENGTHS[level])
    relevant = rng.randint(1 if level == 1 else 2, max(2, length // 2))
    missed = int(level > 1 and rng.random() < 0.5)
    if search is None:
        grades = [1 if binary == {True} else rng.randint(1, 3) for _ in range(relevant + missed)]
        names = [f"d{place}" for place in range(1, length + missed + 1)]
    else:
        good = [name for name, grade in search[1].items() if grade]
        bad = [name for name, grade in search[1].items() if not grade]
        if len(good) < relevant + missed:
            return None
        names = [*rng.sample(good, relevant + missed), *rng.sample(bad, length - relevant)]
        grades = [1 if binary == {True} else search[1][name] for name in names[: relevant + missed]]
    if False in binary and max(grades[missed:]) == 1:
        return None
    judged = [*zip(names, [*grades, *[0] * (length - relevant)], strict=True)]
    lost, listed_items = judged[:missed], judged[missed:]
    rng.shuffle(listed_items)
    ranking = Ranking(
        [grade for _, grade in listed_items],
        items=[name for name, _ in listed_items] if search else None,
        scores=[round(0.95 - 0.1 * place, 2) for place in range(length)] if scored else None,
        missed=[grade for _, grade in lost],
    )
    return Case(ranking, _scenario(search and search[0], binary, lost[0][1] if lost else 0))


def _scenario(query: str | None, binary: set[bool], lost: int) -> str:
    """What was searched, how it was judged, and what the list lacks, in plain words."""
    thing, who = ("recipe", "A cook") if query else ("item", "You")
    sentences = [f"{f'You search for “{query}” and get' if query else 'A system returns'} this list, best first."]
    if False in binary:
        sentences.append(f"{who} graded each {thing} from 0 to 3.")
    if True in binary:
        marked = f"{who} marked each relevant {thing} with ●."
        sentences.append(marked if len(binary) == 1 else f"From grade 1 on, {thing}s are relevant.")
    if lost:
        grade = f" of grade {lost}" if False in binary else ""
        sentences.append(f"One more relevant {thing}{grade} is not in the list.")
    return " ".join(sentences)
