"""Two systems over the same queries: differences, deciding queries, the randomisation test and the bootstrap."""

import csv
import itertools
import math
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rankteach as rt
from rankteach.runs.comparison import resampling as module

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
FIRST = {"a": Fraction(1, 2), "b": Fraction(1, 4), "c": 1, "d": 0}
SECOND = {"d": 0, "c": Fraction(3, 4), "b": Fraction(1, 2), "a": 1}
VALUES = st.sampled_from([0, 1, 2, HALF, THIRD, Fraction(3, 4)])
PAIRS = st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=8)
some = settings(max_examples=30)


# --- differences ------------------------------------------------------------------------------------
def test_differences_are_paired_by_query() -> None:
    comparison = rt.compare(FIRST, SECOND, "AP")
    assert comparison.differences.exact.tolist() == [HALF, Fraction(1, 4), Fraction(-1, 4), 0]
    assert comparison.mean == (HALF + Fraction(1, 4) - Fraction(1, 4) + 0) / 4
    assert (comparison.wins, comparison.losses, comparison.ties) == (2, 1, 1)
    total = HALF + Fraction(1, 4) - Fraction(1, 4)
    assert comparison.deciding == [("a", HALF, HALF / total), ("b", Fraction(1, 4), Fraction(1, 4) / total)]
    assert comparison.turning == 1


def test_sequences_are_paired_by_position() -> None:
    by_position = rt.compare([0.5, 0.25], np.array([0.75, 0.25]))
    assert by_position.queries == ["q1", "q2"]
    assert by_position.mean == 0.125
    assert rt.compare({301: 0.5}, {301: np.float64(1)}).queries == ["301"]


def test_evaluations_are_compared_by_a_measure() -> None:
    qrels = {"one": {"a": 1}, "two": {"c": 1}}
    runs = [{"one": ["a", "b"], "two": ["d", "c"]}, {"one": ["b", "a"], "two": ["c", "d"]}]
    scored = [
        {query: {item: -place for place, item in enumerate(items)} for query, items in run.items()} for run in runs
    ]
    first, second = (rt.evaluate(qrels, run, ["RR", "P@1"]) for run in scored)
    comparison = rt.compare(first, second)
    assert comparison.label == "RR" and comparison.queries == ["one", "two"]
    assert comparison.differences.values.tolist() == [1 / 2 - 1, 1 - 1 / 2]
    by_precision = rt.compare(first, second, "P@1")
    assert by_precision.label == "P@1" and by_precision.differences.values.tolist() == [-1, 1]
    assert rt.compare(first, {"one": 1, "two": 0}, "P@1").differences.values.tolist() == [0, 0]


@some
@given(pairs=PAIRS)
def test_without_the_turning_queries_the_side_changes_and_not_before(pairs: list[Any]) -> None:
    first, second = zip(*pairs, strict=True)
    comparison = rt.compare(first, second)
    side = (comparison.mean > 0) - (comparison.mean < 0)
    contributions = sorted((side * (y - x) for x, y in pairs), reverse=True)
    left = [sum(contributions[number:]) for number in range(len(pairs) + 1)]
    assert comparison.turning == next(number for number, rest in enumerate(left) if rest <= 0)
    assert [abs(one.difference) for one in comparison.deciding] == [c for c in contributions if side and c > 0]


def test_other_judgements_and_a_measure_of_which_less_is_better_are_said() -> None:
    """Two runs that were judged differently cannot be compared; of LAG a higher mean is worse."""
    judged, more = {"q": {"a": 1, "b": 0}, "p": {"a": 1}}, {"q": {"a": 1, "b": 1}, "p": {"a": 1}}
    one, other = {"q": {"a": 2, "b": 1}, "p": {"a": 1}}, {"q": {"a": 1, "b": 2}, "p": {"a": 1}}

    def words(first: Any, second: Any, measure: str) -> str:
        results = rt.evaluate(first, one, [measure]), rt.evaluate(second, other, [measure])
        return " ".join(rt.compare(*results, measure).words)

    for measure in ("AP", "LAG", "NumRet", "AP(rel=0.5)@1"):
        assert ("of which less is better" in words(judged, judged, measure)) is (measure == "LAG")
        assert "same judgements" not in words(judged, judged, measure)
        differ = "In 1 of 2 queries the number of relevant items differs, such as q: 1 and 2. Evaluate both systems"
        assert differ in words(judged, more, measure)
    levels = (rt.evaluate({"q": {"a": 2, "b": 1}}, {"q": {"a": 1}}, "AP", relevant_from=level) for level in (1, 2))
    assert "such as q: 2 and 1. Evaluate both systems" in " ".join(rt.compare(*levels).words)


def test_what_is_the_same_has_no_side() -> None:
    comparison = rt.compare([1, 0, HALF], [0, 1, HALF])
    assert (comparison.mean, comparison.deciding, comparison.turning) == (0, [], 0)
    assert len(comparison.words) == 2 and comparison.words[0].endswith("the same.")
    assert "fraction" not in [entry.title for entry in comparison.table().entries]
    assert comparison.randomisation().p == 1
    alike = rt.compare([1, 0], [1, 0])
    assert alike.randomisation().p == 1 and alike.bootstrap().low == alike.bootstrap().high == 0
    nearly = rt.compare([0.3, 1], [0.1 + 0.2, 1])  # differs by rounding only
    assert nearly.ties == 2 and nearly.randomisation().different == 0
    for equal in (alike, nearly):
        parts = equal, equal.randomisation(), equal.bootstrap(samples=100)
        assert [len(part.words) for part in parts] == [2, 2, 2]
        for part in parts:
            assert part.words[1].startswith("No query differs.")
            assert part.to_text() == "\n".join(part.words) and "<table" not in part.to_html()


def test_a_comparison_is_shown_in_words_and_as_a_table() -> None:
    comparison = rt.compare(FIRST, SECOND, "AP")
    table = comparison.table()
    assert [entry.title for entry in table.entries] == ["query", "first", "second", "difference", "fraction"]
    assert [row[0] for row in zip(*(entry.cells for entry in table.entries), strict=True)] == ["a", "b", "c", "d"]
    assert table.entries[3].cells == ["+1/2", "+1/4", "−1/4", ""]
    assert table.entries[4].cells == ["100.0 %", "50.0 %", "−50.0 %", "0.0 %"]
    assert table.hidden and comparison.to_text().endswith(table.hidden) and table.hidden in comparison.to_html()
    turned = rt.compare(SECOND, FIRST)  # the first is ahead
    assert sorted(turned.table().entries[4].cells) == sorted(table.entries[4].cells)
    assert turned.table().hidden == table.hidden
    assert "<table" in comparison.to_html()
    assert comparison.formula == r"\text{mean d} = \frac{\sum_{q=1}^{n} d_q}{n}"
    assert comparison.substitution.endswith(r"\frac{1}{8} = 0.125")


def test_a_minus_is_as_wide_as_a_plus() -> None:
    comparison = rt.compare([-HALF, 0.25, -1], [-0.75, -HALF, -1], "τ")
    parts = (comparison, comparison.bootstrap(samples=100), comparison.randomisation())
    for part in parts:
        shown = part.to_text(), part.to_html()
        assert all("−" in words for words in shown)
        assert not any(re.search(r"-\d", words) for words in shown)
    assert "is −0.4167 in the first system and −0.7500 in the second" in comparison.words[0]
    assert "is −0.3333, over 3 queries" in parts[1].words[0] and "is −0.3333, over 3 queries" in parts[2].words[0]


def test_a_sheet_calculates_the_differences(tmp_path: Any) -> None:
    rt.compare(FIRST, SECOND).to_spreadsheet(tmp_path / "x.csv")
    with (tmp_path / "x.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.reader(file))
    assert lines[:2] == [
        ["query", "first", "second", "difference", "running sum"],
        ["a", "0.5", "1", "=C2-B2", "=SUM(D$2:D2)"],
    ]
    assert ["mean d", "=IF($B$7=0,0,SUM(D$2:D5)/$B$7)"] in lines


# --- the randomisation test -------------------------------------------------------------------------
EXTREME: dict[str, Any] = {
    "two_sided": lambda mean, observed: abs(mean) >= abs(observed),
    "larger": lambda mean, observed: mean >= observed,
    "smaller": lambda mean, observed: mean <= observed,
}


@some
@given(pairs=PAIRS, alternative=st.sampled_from(list(EXTREME)), as_floats=st.booleans())
def test_p_is_the_share_of_all_choices_of_signs(pairs: list[Any], alternative: str, as_floats: bool) -> None:
    differences = [Fraction(y) - x for x, y in pairs]
    means = [
        sum(sign * value for sign, value in zip(signs, differences, strict=True)) / len(pairs)
        for signs in itertools.product([1, -1], repeat=len(pairs))
    ]
    first, second = zip(*pairs, strict=True)
    if as_floats:
        first, second = tuple(map(float, first)), tuple(map(float, second))
    test = rt.compare(first, second).randomisation(alternative=alternative)
    extreme = sum(EXTREME[alternative](mean, means[0]) for mean in means)
    assert test.exact and test.p == Fraction(extreme, len(means))
    assert test.total == 2**test.different and test.standard_error == 0 and test.seed is None


def test_three_differences_by_hand() -> None:
    # 1 + 2 + 3 = 6 and −6; all other choices are nearer to 0
    test = rt.compare([0, 0, 0], [1, 2, 3]).randomisation()
    assert (test.count, test.total, test.p, test.observed) == (2, 8, Fraction(2, 8), 2)
    means = [Fraction(sum(signs)) / 3 for signs in itertools.product([1, -1], [2, -2], [3, -3])]
    assert sorted(flip.mean for flip in test.flips) == sorted(means)
    assert test.flips[0] == ([1, 2, 3], 2, True)
    assert test.flips[1] == ([-1, 2, 3], Fraction(-1 + 2 + 3, 3), False)
    assert [flip.as_extreme for flip in test.flips].count(True) == 2


def test_a_difference_of_0_has_no_sign() -> None:
    test = rt.compare([0, 5, 0], [1, 5, 2]).randomisation()
    assert (test.different, test.total, test.count) == (2, 4, 2)
    assert test.flips[3].differences == [-1, 0, -2]
    assert "each of the 2 differences could just as well have had the opposite sign (1 more is 0)." in test.words[1]


def test_forty_queries_are_all_counted() -> None:
    second = [2**place for place in range(40)]  # every choice has a mean of its own
    test = rt.compare([0] * 40, second).randomisation()
    assert (test.count, test.total) == (2, 2**40)
    assert rt.compare([0] * 40, [1] * 40).randomisation(alternative="larger").count == 1
    twelve = rt.compare([0] * 40, [1] * 26 + [-1] * 14).randomisation(alternative="larger")
    assert twelve.count == sum(math.comb(40, wrong) for wrong in range(15))


def test_random_choices_come_near_all(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    first, second = random.random((2, 13)).round(2)
    exact = rt.compare(first, second).randomisation()
    monkeypatch.setattr(module, "MOST", 1)
    test = rt.compare(first, second).randomisation(trials=20_000, seed=1)
    assert not test.exact and test.total == 20_000 and test.seed == 1
    assert test.p == (test.count + 1) / (20_000 + 1)
    assert test.standard_error == pytest.approx(math.sqrt(test.p * (1 - test.p) / 20_000))
    assert abs(test.p - exact.p) < 5 * test.standard_error
    again = rt.compare(first, second).randomisation(trials=20_000, seed=1)
    assert (again.count, again.flips) == (test.count, test.flips)
    assert rt.compare(first, second).randomisation(trials=20_000, seed=2).flips != test.flips


def test_random_choices_are_added_up_as_they_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sums by eight queries at a time are those of the signs."""
    monkeypatch.setattr(module, "MOST", 1)
    first, second = np.zeros(19), np.arange(1, 20) ** 2 / 7
    test = rt.compare(first, second).randomisation(trials=8)
    assert test.count == sum(flip.as_extreme for flip in test.flips)
    for flip in test.flips:
        assert [abs(value) for value in flip.differences] == pytest.approx(second.tolist())
        assert flip.mean == pytest.approx(sum(flip.differences) / 19)
    bits = next(module._random_bits(19, 1000, 5))
    signs = 1 - 2 * np.unpackbits(bits, axis=1, count=19, bitorder="little").astype(int)
    assert abs(signs.mean(axis=0)).max() < 5 / math.sqrt(1000)
    numbers = np.arange(8)
    expected = [sum(-n if choice >> n & 1 else n for n in range(8)) for choice in range(256)]
    assert module._all_sums(numbers).tolist() == expected


# --- the bootstrap ----------------------------------------------------------------------------------
def test_the_bounds_are_means_of_samples() -> None:
    comparison = rt.compare([0, 0, 0, 0], [0, 0, 0, 1])
    interval = comparison.bootstrap(level=0.8, samples=9_999)
    assert interval.rank == 1000  # (9,999 + 1) · 0.1
    assert (interval.low, interval.high) == (interval.means[999], interval.means[-1000])
    # the query that differs is drawn k of four times with a chance of C(4, k) (1/4)^k (3/4)^(4 − k)
    chances = [math.comb(4, k) * 3 ** (4 - k) / 4**4 for k in range(5)]
    found = [float((interval.means == k / 4).mean()) for k in range(5)]
    assert found == pytest.approx(chances, abs=0.02)
    assert sum(chances[2:]) > 0.1 > sum(chances[3:])
    assert (interval.low, interval.high) == (0, 2 / 4)


def test_a_sample_is_the_mean_of_the_queries_drawn() -> None:
    values = {"a": 1, "b": 2, "c": 5}
    interval = rt.compare(dict.fromkeys(values, 0), values).bootstrap(samples=100, seed=9)
    assert len(interval.resamples) == 8 and len(interval.means) == 100
    for sample in interval.resamples:
        assert len(sample.queries) == 3
        assert sample.mean == pytest.approx(sum(values[query] for query in sample.queries) / 3)
        assert np.isclose(interval.means, sample.mean).any()
    assert interval.observed == pytest.approx(8 / 3)
    again = rt.compare(dict.fromkeys(values, 0), values).bootstrap(samples=100, seed=9)
    assert again.resamples == interval.resamples and (again.means == interval.means).all()


def test_samples_in_blocks_are_samples() -> None:
    values = np.random.default_rng(1).normal(size=3000)
    interval = rt.compare(np.zeros(3000), values).bootstrap(samples=1000)  # more than a block has room for
    assert len(interval.means) == 1000
    assert interval.low < values.mean() < interval.high
    assert interval.standard_error == pytest.approx(values.std() / math.sqrt(3000), rel=0.1)


# --- what is refused --------------------------------------------------------------------------------
def test_a_mean_of_opposite_differences_is_shown_as_zero():
    """0.7 − 0.5 and 0.6 − 0.9 are not exact as floats, so their mean is a hair off."""
    shown = str(rt.compare([0.5, 0.4, 0.6], [0.7, 0.5, 0.9], "AP").randomisation())
    assert "0.0000" in shown
    assert "e-" not in shown


def test_a_typed_value_that_a_measure_cannot_have_is_noted():
    """1.30 is no AP. A name that is no measure says nothing of its values."""
    for first, second, words in (
        ([1.3], [0], "First system: 1.3 is more"),
        ([0], [-0.1], "Second system: -0.1 is less"),
    ):
        for name in ("AP", "nDCG@10", rt.measure("P@3")):
            assert words in " ".join(rt.compare(first, second, name).notes)
        for name in (None, "score", "seconds"):
            assert rt.compare(first, second, name).notes == []
    assert rt.compare([1.3], [0], "LAG").notes == rt.compare([1], [0], "AP").notes == []


@pytest.mark.parametrize("measure", ["R", "AP", "nDCG"])
def test_runs_with_an_item_that_counts_twice_can_be_compared(measure):
    """Their values are above 1, and the results themselves say why."""
    qrels, other = {"q": {"a": 1}}, {"q": ["x", "a"]}
    twice = rt.evaluate(qrels, {"q": ["a", "a"]}, [measure], duplicates="count")
    comparison = rt.compare(twice, rt.evaluate(qrels, other, [measure]), measure)
    assert comparison.first[0] > 1
    assert not any("percentage" in note for note in comparison.notes)
