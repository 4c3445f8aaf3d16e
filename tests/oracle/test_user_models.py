"""Metrics of user models against another tool, and against plain loops, on hundreds of random lists.

The tool is cwl-eval (every user of C/W/L). test_conventions_of_tools.py has RBP of raw grades and ERR.
"""

import functools
import importlib
import math
import random
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

import rankteach as rt
from rankteach import Batch, Ranking
from tests.oracle.answers import answer
from tests.tiers import many

LISTS = many(100)
STORED_LISTS = 30  # of tools whose answers are stored
MOST = 4  # the largest grade: gdeval's


class Judged(NamedTuple):
    """A list of grades (None where not judged), those of missed items, and a cutoff, which may lie past its end."""

    grades: list[int | None]
    missed: list[int]
    k: int

    @property
    def ranking(self) -> Ranking:
        return Ranking(self.grades, missed=self.missed)

    def gains(self, ranks: int, scale: int | None) -> list[Fraction]:
        """Grades over a largest one, or 1 for each relevant item; with empty ranks as far as asked."""
        known = [grade or 0 for grade in self.grades[:ranks]] + [0] * (ranks - len(self.grades))
        return [Fraction(grade, scale) if scale else Fraction(grade > 0) for grade in known]


@functools.cache
def lists() -> list[Judged]:
    """Drawn by ``random()``, which is the same in every version of Python: stored answers are of these lists."""
    chance = random.Random(2012)

    def below(limit: int) -> int:
        return int(chance.random() * limit)

    judged = []
    for _ in range(LISTS):
        n, density = 1 + below(12), chance.random()
        grades = [None if chance.random() < 0.15 else (1 + below(MOST)) * (chance.random() < density) for _ in range(n)]
        judged.append(Judged(grades, [below(MOST + 1) for _ in range(below(4))], max(1, n + below(6) - 3)))
    return judged


def compare(measure: str, expected: list[float], *, cut: bool = False, tolerance: float = 1e-12) -> None:
    """Ours against other numbers, one by one, and all at once where no list is cut."""
    asked = rt.measure(measure)
    ours = [rt.measure(f"{measure}@{one.k}" if cut else measure)(one.ranking).value for one in lists()]
    np.testing.assert_allclose(ours, expected, rtol=0, atol=tolerance)
    if not cut:
        together = asked(Batch([one.ranking for one in lists()])).value
        np.testing.assert_allclose(together, expected, rtol=0, atol=tolerance)


# --- plain loops --------------------------------------------------------------------------------------
def continuation(user: str, rank: int, so_far: Fraction, p: Any, T: Any) -> Any:
    match user:
        case "P":
            return 1
        case "RR":
            return int(so_far == 0)
        case "RBP":
            return p
        case "SDCG":
            return math.log2(rank + 1) / math.log2(rank + 2)
        case "INSQ":
            return ((rank + 2 * T - 1) / (rank + 2 * T)) ** 2
    return ((rank + 2 * T - so_far - 1) / (rank + 2 * T - so_far)) ** 2


def gain_per_rank(
    user: str, gains: list[Fraction], p: Any = Fraction(4, 5), T: Any = Fraction(1), tail: Any = 0
) -> Any:
    """The gain at each rank over the ranks read, one user after the other; ``tail`` are ranks read after the last."""
    reading, read, gained, so_far = 1, 0, 0, Fraction(0)
    for rank, gain in enumerate(gains, start=1):
        read += reading
        gained += reading * gain
        so_far += gain
        reading *= continuation(user, rank, so_far, p, T)
    if tail == "endless":
        rank = len(gains)
        if user == "RBP":
            read += reading / (1 - p)
        else:
            away = float(rank + 2 * T - (so_far if user == "INST" else 0))
            # 1/away² + 1/(away + 1)² + ..., which after a thousand terms is about 1 / (away + 999.5)
            endless = sum(1 / (away + place) ** 2 for place in range(1000)) + 1 / (away + 999.5)
            read += float(reading) * away**2 * endless
    return gained / read


@pytest.mark.parametrize("scale", [None, MOST])
@pytest.mark.parametrize("T", [Fraction(1), Fraction(5, 2)])
@pytest.mark.parametrize("user", ["P", "RR", "RBP", "SDCG", "INSQ", "INST"])
def test_a_user_step_by_step(user: str, T: Fraction, scale: int | None) -> None:
    gain = f'gain="scaled", max_grade={scale}' if scale else 'gain="binary"'
    for tail in ("cut", "endless"):
        named = f'CWL(user="{user}", T={float(T)}, {gain}, tail="{tail}")'
        goes_on = tail if user in ("RBP", "INSQ", "INST") else "cut"
        for cut in (False, True):
            expected = []
            for one in lists():
                gains = one.gains(one.k if cut else len(one.grades), scale)
                expected.append(float(gain_per_rank(user, gains, T=T, tail=goes_on)))
            compare(named, expected, cut=cut, tolerance=1e-9 if goes_on == "endless" else 1e-12)


@pytest.mark.parametrize("most", [MOST, None])
def test_expected_reciprocal_rank_user_by_user(most: int | None) -> None:
    def err(grades: list[int], largest: int) -> Fraction:
        left, value = Fraction(1), Fraction(0)
        for rank, grade in enumerate(grades, start=1):
            satisfied = Fraction(2**grade - 1, 2**largest)
            value += left * satisfied / rank
            left -= left * satisfied
        return value

    for cut in (False, True):
        values, ratios = [], []
        for one in lists():
            known = [grade or 0 for grade in one.grades]
            best = sorted([*known, *one.missed], reverse=True)
            largest = most or best[0]
            k = one.k if cut else len(best)
            values.append(float(err(known[:k], largest)))
            ratios.append(float(err(known[:k], largest) / (err(best[:k], largest) or 1)))
        chosen = "" if most is None else f"(max_grade={most})"
        compare(f"ERR{chosen}", values, cut=cut)
        compare(f"nERR{chosen}", ratios, cut=cut)


@pytest.mark.parametrize("p", [0.0, 0.5, 0.8, 0.95])
def test_the_residual_is_the_gain_of_relevant_items_wherever_nothing_is_known(p: float) -> None:
    for cut in (False, True):
        residuals = []
        for one in lists():
            ranks = one.k if cut else len(one.grades)
            unknown = [rank > len(one.grades) or one.grades[rank - 1] is None for rank in range(1, ranks + 1)]
            far = unknown + [True] * 2000
            residuals.append(sum((1 - p) * p**place for place, gone in enumerate(far) if gone))
        compare(f"RBPResidual(p={p})", residuals, cut=cut)


# --- tools --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("scale", [None, MOST])
def test_every_user_is_that_of_cwl_eval(scale: int | None) -> None:
    some = lists()[:STORED_LISTS]
    batch = Batch([one.ranking for one in some])
    gain = f'gain="scaled", max_grade={scale}' if scale else 'gain="binary"'
    for ranks in (1, 5, 1000):  # 1000 are its own default
        users = {
            f'user="P", {gain}': ("PrecisionCWLMetric", ranks),
            f'user="RR", {gain}': ("RRCWLMetric",),
            f'user="RBP", p=0.9, tail="cut", {gain}': ("RBPCWLMetric", 0.9),
            f'user="SDCG", {gain}': ("NDCGCWLMetric", ranks),
            f'user="INSQ", T=1, tail="cut", {gain}': ("INSQCWLMetric", 1),
            f'user="INSQ", T=2.5, tail="cut", {gain}': ("INSQCWLMetric", 2.5),
            f'user="INST", T=1, tail="cut", {gain}': ("INSTCWLMetric", 1),
            f'user="INST", T=2.5, tail="cut", {gain}': ("INSTCWLMetric", 2.5),
        }
        gains = [[float(gain) for gain in one.gains(len(one.grades), scale)] for one in some]
        for chosen, theirs in users.items():
            asked = functools.partial(measured_by_cwl_eval, theirs, ranks, gains)
            expected = answer("cwl-eval", f"{theirs}, max_n={ranks}", gains, asked)
            ours = rt.measure(f"CWL({chosen})@{ranks}")(batch).value
            np.testing.assert_allclose(ours, expected, rtol=1e-11, atol=1e-13)


def measured_by_cwl_eval(metric: tuple[Any, ...], ranks: int, lists_of_gains: list[list[float]]) -> list[float]:
    """What the package says, which has to be there."""
    ranking = importlib.import_module("cwl.ruler.ranking").Ranking
    name, *chosen = metric
    theirs = getattr(importlib.import_module("cwl.ruler.cwl_ruler"), name)(*chosen)
    costs = [np.ones(len(gains)) for gains in lists_of_gains]
    return [
        float(theirs.measure(ranking("q", np.array(gains), cost, max_n=ranks)))
        for gains, cost in zip(lists_of_gains, costs, strict=True)
    ]
