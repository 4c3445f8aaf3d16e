"""Same name, different number: every convention of every metric, with the list that tells it from the others.

Each row has the arithmetic that a reader would do on paper. The numbers are those of the tools that follow the
convention, which tests/oracle/test_conventions_of_tools.py asks.
"""

import math
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import pytest

import rankteach as rt
from rankteach import Ranking
from tests.draws import harmonic

log2 = math.log2
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


class Row(NamedTuple):
    """A measure of a list, of two lists (a tuple), or its mean over queries (a dict); the arithmetic of its value."""

    measure: str
    lists: Any
    expected: Fraction | float
    printed: float | None = None  # what the table of conventions says it is, to as many places
    header: str = ""  # words of the trace's header that name the convention

    def trace(self) -> rt.Trace:
        if isinstance(self.lists, dict):
            return rt.mean(self.measure, self.lists)
        return rt.measure(self.measure)(*(self.lists if isinstance(self.lists, tuple) else (self.lists,)))


FOUR_RELEVANT = Ranking([1, 0, 1, 0, 0], missed=[1, 1])  # of which two are retrieved
ONE_OF_FOUR = Ranking([1, 0], missed=[1, 1, 1])  # P = 1/2, R = 1/4
GRADED = Ranking([3, 2, 3, 0, 1])
MISSED = Ranking([3, 2, 3, 0, 1], missed=[3, 2])
LINEAR = 3 + 2 / log2(3) + 3 / 2 + 1 / log2(6)  # the DCG of both
EIGHT = [1, 0, 1, 1, 0, 1, 0, 0]
SIX = [1, 0, 1, 0, 0, 1]
TIED = Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
SWAPPED = Ranking([1, 1, 0, 0], scores=[0.9, 0.5, 0.5, 0.1])
THREE_TIED = Ranking([0, 0, 1], items=list("cba"), scores=[0.5] * 3)
UNJUDGED = Ranking([None, 1, None, 0, 1])
# each query is in perfect order, on a scale of its own
TWO_SCALES = {
    "high": Ranking([1, 0, 0], scores=[0.9, 0.8, 0.7]),
    "low": Ranking([1, 1, 0], scores=[0.3, 0.2, 0.1]),
}
TWO_TAILS = {"short": [1, 1, 0, 0], "long": [1, 0, 0, 0]}  # P = 1/2, 1/4; R = 1; AP = 1
TWO_LAGS = {"wrong": [0, 1, 0, 1], "right": [1]}
MISSING = {"perfect": Ranking([1]), "not in the run": Ranking([], missed=[1])}
NONE_RELEVANT = {**MISSING, "nothing relevant": Ranking([0, 0])}
FALL = Fraction(4, 5)  # the weights are 1, 0.8, 0.64, ...
PARTLY_TIED = [1, 2, 3, 4, 5], [1, 2, 3, 3, 5]


f1, f2 = harmonic, partial(harmonic, beta=2)


ROWS = [
    # --- sets and order
    Row("P@5", [1, 0, 1], Fraction(2, 5), 0.4),  # past the end, too
    Row("P", [1, 0, 1], Fraction(2, 3), 0.6667),
    Row('P(denominator="items")@5', [1, 0, 1], Fraction(2, 3), 0.6667, "divided by the items"),
    Row('P(denominator="items")@2', [1, 0, 1], HALF),
    Row("R@3", FOUR_RELEVANT, Fraction(2, 4)),
    Row("R@9", FOUR_RELEVANT, Fraction(2, 4)),
    Row('R(denominator="min")@2', FOUR_RELEVANT, Fraction(1, min(4, 2))),
    Row("Success@2", FOUR_RELEVANT, Fraction(1)),  # what metric learning calls Recall@k
    Row("F(beta=2)", ONE_OF_FOUR, f2(HALF, Fraction(1, 4)), 0.2778, "beta is 2"),
    # trec_eval's x stands where others have beta squared
    Row("set_F.2", ONE_OF_FOUR, float((1 + 2) * HALF * Fraction(1, 4) / (2 * HALF + Fraction(1, 4))), 0.3),
    Row("SetF(beta=2)", ONE_OF_FOUR, float((1 + 2) * HALF * Fraction(1, 4) / (2 * HALF + Fraction(1, 4))), 0.3),
    Row("F", [0, 0], Fraction(0), 0.0),
    Row("AP@3", FOUR_RELEVANT, (1 + Fraction(2, 3)) / 4, 0.4167, "all relevant items"),
    Row('AP(denominator="min")@3', FOUR_RELEVANT, (1 + Fraction(2, 3)) / 3, 0.5556, "or the ranks, whichever"),
    Row('AP(denominator="min")@9', [1, 0, 1], (1 + Fraction(2, 3)) / 2),
    Row('AP(denominator="hits")@3', FOUR_RELEVANT, (1 + Fraction(2, 3)) / 2, 0.8333, "relevant items found"),
    Row("FAP(beta=2)", [1], f2(Fraction(1), Fraction(1)), 1.0, "weighted harmonic mean of F and AP"),
    Row('FAP(beta=2, form="printed")', [1], Fraction((1 + 4) * 1 * 1, 2 * 1 + 1), 1.667, "as the review prints"),
    Row("FAP(beta=2)", [1, 0], f2(f2(HALF, Fraction(1)), Fraction(1))),  # AP weighs more for a larger beta
    Row('FAP(form="printed")', [1, 0], f1(f1(HALF, Fraction(1)), Fraction(1)), 0.8),
    Row("LAG", Ranking([0, 1], missed=[1]), Fraction(1), 1.0, "that were not retrieved are left out"),
    Row('LAG(missed="after_list")', Ranking([0, 1, 0], missed=[1]), Fraction(1 + 2, 2), 1.5, "after the whole list"),
    # --- gains
    Row("nDCG@5", GRADED, LINEAR / (3 + 3 / log2(3) + 2 / 2 + 1 / log2(5)), 0.9724, "gain is the grade"),
    *(
        Row(
            measure,
            GRADED,
            (7 + 3 / log2(3) + 7 / 2 + 1 / log2(6)) / (7 + 7 / log2(3) + 3 / 2 + 1 / log2(5)),
            0.9575,
            "gain is 2 to the power of the grade, minus 1",
        )
        for measure in ('nDCG(gain="exponential")@5', 'nDCG(dcg="exp-log2")@5', "ndcg_burges@5")
    ),
    Row(
        'nDCG(gain="binary")@2',
        Ranking([1, 3, 2], missed=[3], relevant_from=2),
        (1 / log2(3)) / (1 + 1 / log2(3)),
        header="relevant from grade 2",
    ),
    Row('Q(gain="binary")', [0, 3, 2], (Fraction(1 + 1, 2 + 2) + Fraction(2 + 2, 3 + 2)) / 2),
    Row("DCG(gain={0: 0, 1: 1, 2: 5, 3: 6})", GRADED, 6 + 5 / log2(3) + 6 / 2 + 1 / log2(6), header="gain is {0: 0"),
    Row("IDCG(gain={1: 3, 2: 0, 3: 1})", [1, 2, 3], 3 + 1 / log2(3) + 0),  # ideal by gain, whatever the grade
    Row("DCG", GRADED, LINEAR, 6.1487, "logarithm of rank + 1"),
    # no discount below rank 2, then log2(i)
    Row(
        'nDCG(discount="log_rank", base=2)',
        GRADED,
        (3 + 2 / 1 + 3 / log2(3) + 0 / log2(4) + 1 / log2(5)) / (3 + 3 / 1 + 2 / log2(3) + 1 / log2(4)),
        0.9435,
        "Järvelin and Kekäläinen 2002",
    ),
    Row('DCG(discount="log_rank", base=3)', GRADED, 3 + 2 + 3 + 0 + 1 / math.log(5, 3), header="logarithm to base 3"),
    Row('DCG(discount="rank")', GRADED, 3 + Fraction(2, 2) + Fraction(3, 3) + Fraction(1, 5), 5.2, "gain / rank"),
    Row("IDCG(discount=[1, 0.5, 0])", [1, 2, 3], 3 + 2 * 0.5, 4, "multiplied by the discount [1, 0.5, 0]"),
    Row("DCG(discount={1: 2, 2: 1})@2", GRADED, Fraction(3 * 2 + 2 * 1)),
    Row(
        "DCG(base=10)",
        GRADED,
        3 / math.log10(2) + 2 / math.log10(3) + 3 / math.log10(4) + 1 / math.log10(6),
    ),
    Row(
        "nDCG@5",
        MISSED,
        LINEAR / (3 + 3 / log2(3) + 3 / 2 + 2 / log2(5) + 2 / log2(6)),
        0.7659,
        "all judged items, cut at k",
    ),
    Row("nDCG@2", MISSED, (3 + 2 / log2(3)) / (3 + 3 / log2(3)), header="cut at k"),
    Row(
        'nDCG(ideal="uncut")@5',
        MISSED,
        LINEAR / (3 + 3 / log2(3) + 3 / 2 + 2 / log2(5) + 2 / log2(6) + 1 / log2(7)),
        0.7334,
        "all judged items, never cut",
    ),
    Row(
        'nDCG(ideal="retrieved")@5',
        MISSED,
        LINEAR / (3 + 3 / log2(3) + 2 / 2 + 1 / log2(5)),
        0.9724,
        "the retrieved items only",
    ),
    # --- unjudged items, and the order of equal scores
    Row("AP", UNJUDGED, (HALF + Fraction(2, 5)) / 2),
    Row("AP(judged_only=True)", UNJUDGED, (1 + Fraction(2, 3)) / 2, header="2 items not judged: left out"),
    Row("RBP(p=0.8)", UNJUDGED, Fraction(1, 5) * (FALL + FALL**4)),
    Row("RBPResidual(p=0.8)", UNJUDGED, Fraction(1, 5) * (1 + FALL**2) + FALL**5),
    Row("bpref", UNJUDGED, Fraction(1 + 0, 2)),  # nothing is above the first, all of N = 1 above the second
    Row('RR(ties="item_descending")', THREE_TIED, THIRD),
    Row('RR(ties="item_ascending")', THREE_TIED, Fraction(1)),
    Row('RR(ties="stable")', THREE_TIED, THIRD),
    Row('RR(ties="averaged")', THREE_TIED, (1 + HALF + THIRD) / 3, 0.6111),
    # --- curves
    Row("AUC", TIED, (1 + 1 + HALF + 1) / 4, 0.875, "half a point"),
    Row("AUC", SWAPPED, (1 + 1 + HALF + 1) / 4, 0.875),
    Row('AUC(form="pairs")', TIED, (1 + 1 + HALF + 1) / 4, 0.875, "pairs of a relevant item and another"),
    Row('AUC(ties="strict")', TIED, Fraction(1 + 1 + 0 + 1, 4), 0.75, "a tied pair counts nothing"),
    Row('AUC(ties="strict")', SWAPPED, Fraction(1 + 1 + 0 + 1, 4)),
    Row('AUC(ties="strict", form="pairs")', TIED, Fraction(1 + 1 + 0 + 1, 4), 0.75, "counts nothing"),
    Row('AUC(ties="input_order")', TIED, Fraction(1 + 1 + 0 + 1, 4), 0.75, "the order of the list decides"),
    Row('AUC(ties="input_order")', SWAPPED, Fraction(1 + 1 + 1 + 1, 4), 1.0, "the order of the list decides"),
    Row(
        "AUC(weights=0.8)",
        EIGHT,
        (FALL * Fraction(1, 4) + FALL**4 * Fraction(3, 4) + FALL**6 * 1 + FALL**7 * 1) / 4,
        0.2448,
        "a weight counts for the trapezoid that ends at its rank",
    ),
    Row(
        'AUC(weights=0.8, weighting="instances")',
        EIGHT,
        (FALL * 1 + FALL**4 * (1 + FALL**2 + FALL**3) + (FALL**6 + FALL**7) * (1 + FALL**2 + FALL**3 + FALL**5))
        / ((1 + FALL**2 + FALL**3 + FALL**5) * (FALL + FALL**4 + FALL**6 + FALL**7)),
        0.6839,
        "a weight counts for the item",
    ),
    # 1 up to recall 0.3, 2/3 from 0.4 to 0.6, 3/6 from 0.7 on
    Row(
        'PRAUC(form="eleven_points")',
        SIX,
        (4 * 1 + 3 * Fraction(2, 3) + 4 * Fraction(3, 6)) / 11,
        0.7273,
        "mean of the interpolated precision at recall 0, 0.1, ..., 1",
    ),
    # 3 of 10 reach recall 0.3 as it is; from 0.4 on the best precision to come is 10/16
    Row(
        'PRAUC(form="eleven_points")',
        [1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1],
        (4 * 1 + 7 * Fraction(10, 16)) / 11,
    ),
    Row("PRAUC", SIX, (1 + Fraction(2, 3) + Fraction(3, 6)) / 3, 0.7222, "steps at each rise in recall"),
    # the mean of the precisions at both ends of each rise in recall
    Row(
        'PRAUC(form="trapezoids")',
        SIX,
        ((1 + 1) * HALF + (HALF + Fraction(2, 3)) * HALF + (Fraction(2, 5) + Fraction(3, 6)) * HALF) / 3,
        0.6778,
        "straight lines from point to point",
    ),
    Row(
        'PRAUC(form="interpolated")',
        SIX,
        (1 + Fraction(2, 3) + Fraction(3, 6)) / 3,
        0.7222,
        "the best precision at this recall or a higher one",
    ),
    Row('PRAUC(form="interpolated")', [0, 1, 1], (Fraction(2, 3) + Fraction(2, 3)) / 2),
    # --- over queries
    Row("AUC", TWO_SCALES, (1 + Fraction(1)) / 2, 1.0, "mean over all queries"),
    # 1 above 2 in the first, 2 above 1 in the second, 1 of the first above 1 of the second
    Row(
        'AUC(average="pooled")',
        TWO_SCALES,
        Fraction(1 * 2 + 2 * 1 + 1 * 1, 3 * 3),
        0.5556,
        "all queries' items in one list, by their scores",
    ),
    Row("AP", MISSING, (1 + Fraction(0)) / 2, 0.5, "mean over all queries"),
    Row("AP", NONE_RELEVANT, (1 + Fraction(0) + 0) / 3, header="no relevant item in nothing relevant"),
    Row('AP(queries="with_items")', MISSING, Fraction(1), 1.0),
    Row(
        'AP(queries="with_relevant")',
        NONE_RELEVANT,
        (1 + Fraction(0)) / 2,
        0.5,
        "mean over queries with a relevant item",
    ),
    Row('AP(queries="with_hits")', MISSING, Fraction(1), 1.0, "with a relevant item in their list"),
    Row("LAG", TWO_LAGS, (Fraction(1 + 2, 2) + 0) / 2, 0.75, "mean over all queries"),
    Row('LAG(average="pooled")', TWO_LAGS, Fraction(1 + 2 + 0, 2 + 1), 1.0, "pooled over all relevant items"),
    Row("F", TWO_TAILS, (f1(HALF, Fraction(1)) + f1(Fraction(1, 4), Fraction(1))) / 2, 0.5333),
    Row(
        'F(average="means")',
        TWO_TAILS,
        f1((HALF + Fraction(1, 4)) / 2, Fraction(1)),
        0.5455,
        "from the mean precision and the mean recall",
    ),
    Row("FAP", TWO_TAILS, (Fraction(4, 5) + Fraction(4, 7)) / 2, 0.6857),  # F1 is 2/3 and 2/5
    Row(
        'FAP(average="means")',
        TWO_TAILS,
        f1((f1(HALF, Fraction(1)) + f1(Fraction(1, 4), Fraction(1))) / 2, Fraction(1)),
        0.6957,
        "from the mean F and the mean AP (MAP)",
    ),
    # --- two lists
    Row("Tau", ([1, 2, 2], [1, 2, 3]), (1 + 1) / math.sqrt(2 * 3), 0.8165, "divided by the pairs that are untied in"),
    Row('Tau(variant="a")', ([1, 2, 2], [1, 2, 3]), Fraction(1 + 1, 3), 0.6667, "by all pairs"),
    # distances from the mean rank: -2, -1, 0, 1, 2 and -2, -1, 1/2, 1/2, 2
    Row(
        "Rho",
        PARTLY_TIED,
        (4 + 1 + 0 + 1 / 2 + 4) / math.sqrt((4 + 1 + 0 + 1 + 4) * (4 + 1 + 1 / 4 + 1 / 4 + 4)),
        0.97468,
        "ties share the mean of their ranks",
    ),
    Row(
        'Rho(form="differences")',
        PARTLY_TIED,
        1 - 6 * (Fraction(1, 4) + Fraction(1, 4)) / (5 * (25 - 1)),
        0.975,
        "exact only without ties",
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.measure} of {row.lists}")
def test_each_convention(row: Row) -> None:
    trace = row.trace()
    assert trace.value == pytest.approx(float(row.expected), rel=0, abs=1e-12)
    if isinstance(row.expected, Fraction):
        assert trace.exact == row.expected
    if row.printed is not None:
        assert round(trace.value, len(str(row.printed).partition(".")[2])) == row.printed
    assert row.header in " · ".join(trace.conventions)


def test_gains_and_discounts_can_be_functions() -> None:
    squares = rt.dcg(GRADED, gain=lambda grade: grade**2)
    assert squares.value == pytest.approx(9 + 4 / log2(3) + 9 / 2 + 1 / log2(6))
    steep = rt.ndcg(GRADED, discount=lambda rank: Fraction(1, rank**2), k=3)
    assert steep.exact == (3 + Fraction(2, 4) + Fraction(3, 9)) / (3 + Fraction(3, 4) + Fraction(2, 9))
