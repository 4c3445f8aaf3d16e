"""How often ``rt.which`` and ``rt.diagnose`` are right, and how often they explain a number that has no story."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import log, log2, log10, sqrt
from typing import Any, NamedTuple

import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.explain.numbers.which import Origin, Which
from tests.tiers import SEED


# --- what is planted, calculated without the package ----------------------------------------------------------------
class List(NamedTuple):
    """A list: the grades of its items and of those that were missed, a cutoff, and the number of relevant items."""

    grades: list[int]
    missed: list[int]
    k: int

    @property
    def top(self) -> list[int]:
        return self.grades[: self.k]

    @property
    def relevant(self) -> int:
        return sum(grade > 0 for grade in [*self.grades, *self.missed])

    @property
    def found(self) -> int:
        return sum(grade > 0 for grade in self.top)

    @property
    def precisions(self) -> list[Fraction]:
        """At each rank."""
        return [Fraction(sum(grade > 0 for grade in self.top[:i]), i) for i in range(1, len(self.top) + 1)]

    @property
    def credits(self) -> list[Fraction]:
        """The precision at each relevant item."""
        return [one for one, grade in zip(self.precisions, self.top, strict=True) if grade > 0]


Of = Callable[[List], Any]
Gain = Callable[[int], float]


def ap(divisor: Of) -> Of:
    return lambda one: sum(one.credits) / divisor(one) if divisor(one) else 0


def f(weight: float) -> Of:
    def value(one: List) -> float:
        p, r = one.found / one.k, one.found / one.relevant
        return (1 + weight) * p * r / (weight * p + r) if p else 0

    return value


def linear(grade: int) -> float:
    return grade


def exponential(grade: int) -> float:
    return 2.0**grade - 1


def log_of_next(rank: int) -> float:
    return log2(rank + 1)


def added(grades: Sequence[int], gain: Gain, divisor: Gain) -> float:
    return sum(gain(grade) / divisor(rank) for rank, grade in enumerate(grades, start=1))


def dcg(gain: Gain = linear, divisor: Gain = log_of_next) -> Of:
    return lambda one: added(one.top, gain, divisor)


def ndcg(gain: Gain = linear, divisor: Gain = log_of_next, retrieved: bool = False) -> Of:
    def value(one: List) -> float:
        ideal = sorted(one.grades + ([] if retrieved else one.missed), reverse=True)[: one.k]
        return added(one.top, gain, divisor) / added(ideal, gain, divisor)

    return value


def rbp(p: float, factor: bool = True) -> Of:
    return lambda one: (1 - p if factor else 1) * sum(p**i for i, grade in enumerate(one.top) if grade)


def err(largest: int | None = None) -> Of:
    def value(one: List) -> float:
        reads_on, total = 1.0, 0.0
        for rank, grade in enumerate(one.top, start=1):
            satisfied = (2**grade - 1) / 2 ** (largest or max(one.grades + one.missed))
            total += reads_on * satisfied / rank
            reads_on *= 1 - satisfied
        return total

    return value


def rounded(number: Any) -> float:
    return int(number * 100 + Fraction(1, 2)) / 100


class Case(NamedTuple):
    """A convention or a slip, whether it needs grades, and words of which one is in a right answer."""

    name: str
    graded: bool
    value: Of
    words: tuple[str, ...]


CASES = [
    Case("P", False, lambda one: Fraction(one.found, one.k), ("P",)),
    Case("R", False, lambda one: Fraction(one.found, one.relevant), ("R",)),
    Case("RPrec", False, lambda one: Fraction(sum(one.grades[: one.relevant]), one.relevant), ("RPrec", "P")),
    Case("F2", False, f(4), ("F(beta=2)",)),
    Case("F0.5", False, f(0.25), ("F(beta=0.5)",)),
    Case("AP", False, ap(lambda one: one.relevant), ("AP",)),
    Case("AP over hits", False, ap(lambda one: one.found), ('AP(denominator="hits")',)),
    Case("AP over min", False, ap(lambda one: min(one.k, one.relevant)), ('AP(denominator="min")',)),
    Case("DCG exponential", True, dcg(exponential), ('DCG(gain="exponential")',)),
    Case("nDCG", True, ndcg(), ("nDCG",)),
    Case("nDCG exponential", True, ndcg(exponential), ('nDCG(gain="exponential")',)),
    Case("nDCG of the retrieved", True, ndcg(retrieved=True), ('nDCG(ideal="retrieved")',)),
    Case("nDCG of rax", True, ndcg(exponential, retrieved=True), ('nDCG(gain="exponential", ideal="retrieved")',)),
    Case("nDCG of 2002", True, ndcg(divisor=lambda i: max(1, log2(i))), ('nDCG(discount="log_rank")',)),
    Case("RBP", False, rbp(0.8), ("RBP",)),
    Case("RBP 0.5", False, rbp(0.5), ("RBP(p=0.5)",)),
    Case("RBP 0.9", False, rbp(0.9), ("RBP(p=0.9)",)),
    Case("RBP 0.95", False, rbp(0.95), ("RBP(p=0.95)",)),
    Case("ERR", True, err(), ("ERR",)),
    Case("ERR of gdeval", True, err(4), ("ERR(max_grade=4)",)),
    # --- slips, and conventions that no tool has
    Case("AP over k", False, ap(lambda one: one.k), ("divided by the",)),
    Case("AP not divided", False, ap(lambda one: 1), ("not divided", "running sum")),
    Case("P averaged over all ranks", False, lambda one: sum(one.precisions) / one.k, ("mean of precision at all",)),
    Case("a hit left out of AP", False, lambda one: (sum(one.credits) - one.credits[0]) / one.relevant, ("left out",)),
    Case("recall of the list", False, lambda one: Fraction(one.found, len(one.grades)), ("divided by the length",)),
    Case("terms of AP rounded", False, lambda one: sum(map(rounded, one.credits)) / one.relevant, ("rounded too",)),
    Case("geometric F", False, lambda one: sqrt(Fraction(one.found**2, one.k * one.relevant)), ("geometric mean",)),
    Case("plain F", False, lambda one: (one.found / one.k + one.found / one.relevant) / 2, ("plain mean",)),
    Case("RBP without 1 - p", False, rbp(0.8, factor=False), ("without the factor 1 − p", "0.2")),
    Case("RR from 0", False, lambda one: 1 / next((i for i, grade in enumerate(one.top) if grade), 0), ("from 0",)),
    Case("2^rel in nDCG", True, ndcg(lambda grade: 2.0**grade), ("without the − 1",)),
    Case("2^rel in DCG", True, dcg(lambda grade: 2.0**grade), ("without the − 1",)),
    Case("log2(i + 2) in nDCG", True, ndcg(divisor=lambda i: log2(i + 2)), ("with log2(i + 2) instead",)),
    Case("log2(i + 2) in DCG", True, dcg(divisor=lambda i: log2(i + 2)), ("with log2(i + 2) instead",)),
    Case("gain / rank in nDCG", True, ndcg(divisor=lambda i: i), ("with the rank i instead",)),
    Case("gain / rank in DCG", True, dcg(divisor=lambda i: i), ("with the rank i instead",)),
    Case("natural logarithm", True, dcg(divisor=lambda i: log(i + 1)), ("natural logarithm", "base e")),
    Case("no + 1", True, dcg(divisor=lambda i: log2(i) or 1), ("without the + 1", "log(rank)", "from 0")),
    Case("terms of DCG rounded", True, lambda one: sum(rounded(grade / log2(i + 1)) for i, grade in
         enumerate(one.top, start=1)), ("rounded too",)),
]  # fmt: skip


def drawn(chance: random.Random, case: Case) -> tuple[List, float]:
    """A list on which the case has a number of its own, and the number."""
    while True:
        n = chance.randint(6, 14)
        grades = chance.choices([0, 0, 1, 2, 3] if case.graded else [0, 0, 1], k=n)
        missed = chance.choices([1, 2, 3] if case.graded else [1], k=chance.randint(0, 3))
        one = List(grades, missed, chance.choice([n, n, 5]))
        if sum(grade > 0 for grade in one.top) < 2:
            continue
        try:
            value = float(case.value(one))
        except ZeroDivisionError:
            continue
        if value not in (0, 1):
            return one, value


def is_right(answer: Which, case: Case, value: float) -> bool:
    """Whether the first explanation names the case, or another calculation of exactly the same number."""
    first = answer.first
    assert first is not None
    if abs(float(first.value) - value) < 1e-9:
        return True
    if isinstance(first, Origin):
        return any(measure.partition("@")[0] in case.words for measure in first.measures) or any(
            word in first.words for word in case.words[1:]
        )
    return any(word in first.words for word in case.words)


# --- random numbers ---------------------------------------------------------------------------------------------------
def explained(chance: random.Random, lists: int, numbers: int, digits: int) -> tuple[int, int]:
    """How many random decimals get an explanation, of how many; on lists of 8 to 15 items."""
    number, of = 0, lists * numbers
    for _ in range(lists):
        grades = chance.choices([0, 0, 1], k=chance.randint(8, 15))
        if chance.random() < 0.5:
            grades = [grade * chance.choice([1, 2, 3]) for grade in grades]
        ranking = Ranking(grades, missed=[1] * chance.randint(0, 2))
        for _ in range(numbers):
            answer = rt.which(f"{chance.random():.{digits}f}", ranking)
            if answer.first is not None:
                number += 1
                assert answer.chance is not None
                assert answer.few is (answer.chance > Fraction(1, 20) or Fraction(answer.number).denominator == 1)
    return number, of


def at_most(share: float, of: int) -> float:
    """The largest number that is likely if the share is this one: four standard errors above it."""
    return share * of + 4 * sqrt(share * (1 - share) * of)


@pytest.mark.parametrize(("digits", "share"), [(4, 0.05), (3, 0.2)])
def test_few_random_numbers_are_explained(digits: int, share: float) -> None:
    number, of = explained(random.Random(SEED), 4, 25, digits)
    assert number <= at_most(share, of), f"{number} of {of}"


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(3))
@pytest.mark.parametrize(("digits", "share"), [(4, 0.05), (3, 0.2)])
def test_few_of_many_random_numbers_are_explained(digits: int, share: float, turn: int) -> None:
    number, of = explained(random.Random(SEED + turn), 30, 50, digits)
    assert number <= share * of, f"{number} of {of}"


def planted(seed: int, number: int) -> tuple[int, list[str]]:
    """How many of so many planted numbers are named first, and what is said of those that get a false story first."""
    chance, right, false = random.Random(seed), 0, []
    for turn in range(number):
        case = CASES[turn % len(CASES)]
        one, value = drawn(chance, case)
        answer = rt.which(f"{value:.4f}", Ranking(one.grades, missed=one.missed))
        if answer.first is not None and is_right(answer, case, value):
            right += 1
        elif answer.first is not None:
            false.append(f"{case.name}, {value:.4f} of {one}: {answer.first.words}")
    return right, false


def test_what_is_planted_is_named_first() -> None:
    number = len(CASES)
    right, false = planted(SEED, number)
    assert number - right <= at_most(0.15, number), f"{right} of {number}"
    assert len(false) <= at_most(0.03, number), false


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(3))
def test_much_that_is_planted_is_named_first(turn: int) -> None:
    number = 200
    right, false = planted(SEED + turn, number)
    assert right >= 0.85 * number, f"{right} of {number}"
    assert len(false) <= 0.03 * number, false


# --- what a learner types ---------------------------------------------------------------------------------------------
class Mistake(NamedTuple):
    """A mistake in a metric of every introduction, and words of which one is in the right answer."""

    metric: str
    name: str
    value: Of
    words: tuple[str, ...]

    @property
    def case(self) -> Case:
        return Case(self.name, self.metric in GRADED, self.value, self.words)


GRADED = ("CG", "DCG", "nDCG")


def p(one: List) -> float:
    return one.found / one.k


def r(one: List) -> float:
    return one.found / one.relevant


def p_at(change: int) -> Of:
    """Cut off so many ranks too late."""
    return lambda one: Fraction(sum(one.grades[: one.k + change]), one.k + change)


def place(one: List, number: int) -> int:
    """The rank of the first hit, or a later one."""
    return [rank for rank, grade in enumerate(one.top, start=1) if grade][number - 1]


MISTAKES = [
    Mistake("P", "by the length", lambda one: one.found / len(one.grades), ("length of the list",)),
    Mistake("P", "by the relevant items", r, ("R@", "divided by all relevant items")),
    Mistake("P", "one rank too late", p_at(1), ("one rank too late",)),
    Mistake("P", "one rank too early", p_at(-1), ("one rank too early",)),
    Mistake("P", "of the whole list", lambda one: sum(one.grades) / len(one.grades), ("whole list",)),
    Mistake("P", "complement", lambda one: 1 - p(one), ("1 − P",)),
    Mistake("P", "percent", lambda one: 100 * p(one), ("percent",)),
    Mistake("R", "precision", p, ("P@", "cutoff (k)")),
    Mistake("R", "by the smaller one", lambda one: one.found / min(one.k, one.relevant), ('"min"',)),
    Mistake("R", "complement", lambda one: 1 - r(one), ("1 − R",)),
    Mistake("R", "by the length", lambda one: one.found / len(one.grades), ("length of the list",)),
    Mistake("F", "plain mean", lambda one: (p(one) + r(one)) / 2, ("plain mean",)),
    Mistake("F", "geometric mean", lambda one: sqrt(p(one) * r(one)), ("geometric mean",)),
    Mistake("F", "beta 2", f(4), ("F2",)),
    Mistake("F", "beta 0.5", f(0.25), ("F0.5",)),
    Mistake("F", "without the 2", lambda one: f(1)(one) / 2, ("factor 2",)),
    Mistake("RR", "from 0", lambda one: 1 / (place(one, 1) - 1), ("from 0",)),
    Mistake("RR", "upside down", lambda one: place(one, 1), ("1 / RR", "the rank")),
    Mistake("RR", "of the second hit", lambda one: 1 / place(one, 2), ("second",)),
    Mistake("AP", "by the hits", ap(lambda one: one.found), ('"hits"',)),
    Mistake("AP", "by the cutoff", ap(lambda one: one.k), ("cutoff (k)",)),
    Mistake("AP", "by the smaller one", ap(lambda one: min(one.k, one.relevant)), ('"min"',)),
    Mistake("AP", "not divided", ap(lambda one: 1), ("not divided",)),
    Mistake("AP", "by the length", ap(lambda one: len(one.grades)), ("length of the list",)),
    Mistake("AP", "at every rank", lambda one: sum(one.precisions) / one.relevant, ("at every rank",)),
    Mistake("AP", "the mean of all P", lambda one: sum(one.precisions) / one.k, ("mean of precision at all",)),
    Mistake("AP", "a hit left out", lambda one: (sum(one.credits) - one.credits[1]) / one.relevant, ("left out",)),
    Mistake("AP", "rounded early", lambda one: sum(map(rounded, one.credits)) / one.relevant, ("rounded too early",)),
    Mistake("CG", "an item left out", lambda one: sum(one.top) - one.top[place(one, 1) - 1], ("left out",)),
    Mistake("CG", "a mean", lambda one: sum(one.top) / one.k, ("the mean of grade",)),
    Mistake("DCG", "not discounted", lambda one: sum(one.top), ("CG@", "without the", "not divided")),
    Mistake("DCG", "natural logarithm", dcg(divisor=lambda i: log(i + 1)), ("natural logarithm", "base e")),
    Mistake("DCG", "no + 1", dcg(divisor=lambda i: log2(i) or 1), ("log(rank)", "without the + 1")),
    Mistake("DCG", "exponential", dcg(exponential), ("exponential",)),
    Mistake("DCG", "to base 10", dcg(divisor=lambda i: log10(i + 1)), ("base 10",)),
    Mistake("DCG", "gain / rank", dcg(divisor=lambda i: i), ("the rank itself", "the rank i instead")),
    Mistake("DCG", "rounded early", lambda one: sum(rounded(grade / log2(i + 1)) for i, grade in
            enumerate(one.top, start=1)), ("rounded too early",)),
    Mistake("nDCG", "exponential", ndcg(exponential), ("exponential",)),
    Mistake("nDCG", "ideal of the retrieved", ndcg(retrieved=True), ("retrieved items only",)),
    Mistake("nDCG", "not normalised", dcg(), ("DCG@", "not divided")),
    Mistake("nDCG", "log2(i + 2)", ndcg(divisor=lambda i: log2(i + 2)), ("log2(i + 2)",)),
]  # fmt: skip


def asked(one: List, metric: str) -> rt.Trace:
    return rt.measure(f"{metric}@{one.k}")(Ranking(one.grades, missed=one.missed))


def recognised(seed: int, times: int, digits: int = 4, places: int = 1) -> tuple[int, list[str]]:
    """How often the mistake comes first, or in so many places, and what is said of the others."""
    chance, right, others = random.Random(seed), 0, []
    for mistake in MISTAKES * times:
        said = None
        while said is None or said.right is not False:  # until the mistake leads to a wrong number
            one, value = drawn(chance, mistake.case)
            said = rt.diagnose(asked(one, mistake.metric), f"{value:.{digits}f}")
        first = said.mistakes[:places]
        if any(word in one.words for one in first for word in mistake.words):
            right += 1
        else:
            others.append(f"{mistake.metric} {mistake.name}, {value:.4f} of {one}: {said.said}")
    return right, others


def told(seed: int, number: int) -> list[str]:
    """What is said of random numbers in which it sees a mistake."""
    chance, stories = random.Random(seed), []
    for _ in range(number):
        mistake = chance.choice(MISTAKES)
        one, _ = drawn(chance, mistake.case)
        said = rt.diagnose(asked(one, mistake.metric), f"{chance.random():.4f}")
        stories += [said.said] if said.mistakes else []
    return stories


def test_most_mistakes_of_learners_are_named_first() -> None:
    assert len(MISTAKES) == 41
    right, others = recognised(15, 1)
    assert right >= 31, others


def test_nearly_every_mistake_that_is_typed_with_two_digits_is_among_the_two_that_are_said() -> None:
    right, others = recognised(15, 2, digits=2, places=2)
    assert right >= 72, others


def test_nothing_is_said_of_random_numbers() -> None:
    assert told(15, 12) == []


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(3))
def test_most_of_many_mistakes_are_named_first_and_few_random_numbers_are(turn: int) -> None:
    right, others = recognised(SEED + turn, 5)
    assert right >= 31 * 5, f"{right} of {41 * 5}: {others}"
    right, others = recognised(SEED + turn, 5, digits=2, places=2)
    assert right >= 36 * 5, f"{right} of {41 * 5}: {others}"
    stories = told(SEED + turn, 200)
    assert len(stories) <= 0.03 * 200, stories
