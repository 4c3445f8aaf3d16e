"""A column is an array that remembers how it was made: the arithmetic, the record, and what the record gives."""

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Axis, Column, Ranking
from rankteach.core.checks import LARGEST_SUM
from rankteach.core.operations import OPERATIONS as core_operations
from rankteach.core.running import can_be_cut, running
from rankteach.notation.expression import symbolic
from rankteach.notation.latex import latex
from rankteach.notation.text import text
from rankteach.tracing.measures import Measure

RANKS = Axis("rank", length=4)
VALUES = [2, 0, 1, 4]
HALF = Fraction(1, 2)


def column(values: Any = VALUES, axis: Axis | None = RANKS, **about: Any) -> Column:
    return Column(np.asarray(values), axis, **about)


def number(value: Any) -> Column:
    """A column without rows."""
    return Column(value, None)


# --- arithmetic: one table, in four modes ---------------------------------------------------------
OPERATIONS: dict[str, tuple[Callable[[Any], Column], str, list[Any]]] = {
    "c + 3": (lambda c: c + 3, "add", [5, 3, 4, 7]),
    "3 + c": (lambda c: 3 + c, "add", [5, 3, 4, 7]),
    "c - 3": (lambda c: c - 3, "subtract", [-1, -3, -2, 1]),
    "3 - c": (lambda c: 3 - c, "subtract", [1, 3, 2, -1]),
    "c * 3": (lambda c: c * 3, "multiply", [6, 0, 3, 12]),
    "3 * c": (lambda c: 3 * c, "multiply", [6, 0, 3, 12]),
    "c / 4": (lambda c: c / 4, "divide", [HALF, 0, Fraction(1, 4), 1]),
    "6 / (c + 1)": (lambda c: 6 / (c + 1), "divide", [2, 6, 3, Fraction(6, 5)]),
    "c ** 2": (lambda c: c**2, "power", [4, 0, 1, 16]),
    "2 ** c": (lambda c: 2**c, "power", [4, 1, 2, 16]),
    "c + c": (lambda c: c + c, "add", [4, 0, 2, 8]),
    "c / c": (lambda c: c / c, "divide", [1, 0, 1, 1]),
    "c >= 2": (lambda c: c >= 2, "greater_equal", [1, 0, 0, 1]),
    "2 >= c": (lambda c: c <= 2, "less_equal", [1, 1, 1, 0]),
    "c > 2": (lambda c: c > 2, "greater", [0, 0, 0, 1]),
    "c <= 2": (lambda c: c <= 2, "less_equal", [1, 1, 1, 0]),
    "c < 2": (lambda c: c < 2, "less", [0, 1, 1, 0]),
    "c == 2": (lambda c: c == 2, "equal", [1, 0, 0, 0]),
    "c != 2": (lambda c: c != 2, "not_equal", [0, 1, 1, 1]),
    "c.minimum(2)": (lambda c: c.minimum(2), "minimum", [2, 0, 1, 2]),
    "c.maximum(2)": (lambda c: c.maximum(2), "maximum", [2, 2, 2, 4]),
    "c.lookup(table)": (lambda c: c.lookup({0: 7, 1: 5, 2: 3, 4: 1}, "gain"), "lookup", [3, 7, 5, 1]),
    "c.cumsum()": (lambda c: c.cumsum(), "cumsum", [2, 2 + 0, 2 + 0 + 1, 2 + 0 + 1 + 4]),
    "c.cumprod()": (lambda c: (c + 1).cumprod(), "cumprod", [3, 3 * 1, 3 * 1 * 2, 3 * 1 * 2 * 5]),
    "c.cummax()": (lambda c: c.cummax(), "cummax", [2, 2, 2, 4]),
    "c.cummax_up()": (lambda c: (c - 4 * (c == 4)).cummax_up(), "cummax_up", [2, 1, 1, 0]),
    "c.sign()": (lambda c: (c - 1).sign(), "sign", [1, -1, 0, 1]),
    "c.sqrt()": (lambda c: (c * c).sqrt(), "sqrt", [2, 0, 1, 4]),
    "c.reciprocal()": (lambda c: c.reciprocal(), "reciprocal", [Fraction(1, 2), 0, 1, Fraction(1, 4)]),
    "c.exp()": (lambda c: (c * 0).exp(), "exp", [1, 1, 1, 1]),
    "c.shift()": (lambda c: c.shift(), "shift", [0, 2, 0, 1]),
    "c.shift(9)": (lambda c: c.shift(9), "shift", [9, 2, 0, 1]),
    "c.shift(HALF)": (lambda c: c.shift(HALF), "shift", [HALF, 2, 0, 1]),
}
# What moves or sums rows, and what needs an argument of its own kind: tested below.
ELSEWHERE = {
    "given", "constant", "opaque", "lazy", "sum", "last", "align", "take", "as_rows", "where", "log", "average_rank",
    "inverse_squares",
}  # fmt: skip


@pytest.mark.whole
@pytest.mark.parametrize("operation", sorted(core_operations.keys() - ELSEWHERE))
def test_an_operation_has_an_example_here(operation: str) -> None:
    examples = {name for _, name, _ in OPERATIONS.values()}
    assert operation in examples, f"add an example of {operation} with its exact results to OPERATIONS in this file"


every_operation = pytest.mark.parametrize(("make", "operation", "expected"), OPERATIONS.values(), ids=OPERATIONS)


@every_operation
def test_an_operation_on_one_list(make: Callable[[Any], Column], operation: str, expected: list[Any]) -> None:
    made = make(given := column())
    assert np.asarray(made, dtype=float).tolist() == [float(value) for value in expected]
    assert (made.operation, made.axis) == (operation, RANKS)
    assert (given.values.tolist(), given.operation, given.sources) == (VALUES, "given", ())


@every_operation
def test_an_operation_on_a_batch(make: Callable[[Any], Column], operation: str, expected: list[Any]) -> None:
    batch = column([VALUES, [0, 0, 0, 0], VALUES])
    made = np.asarray(make(batch), dtype=float)
    assert made.shape == (3, 4)
    assert made[[0, 2]].tolist() == [[float(value) for value in expected]] * 2
    assert made[1].tolist() == np.asarray(make(column([0, 0, 0, 0])), dtype=float).tolist()


@every_operation
def test_an_operation_on_fractions(make: Callable[[Any], Column], operation: str, expected: list[Any]) -> None:
    made = make(column([Fraction(value) for value in VALUES]))
    assert [Fraction(value) for value in made.values.tolist()] == expected
    if operation == "divide":
        assert all(isinstance(value, Fraction | int) for value in made.values.tolist())


@every_operation
def test_an_operation_exactly(make: Callable[[Any], Column], operation: str, expected: list[Any]) -> None:
    exact = make(column()).exact.tolist()
    assert exact == expected
    assert all(isinstance(value, Fraction | int) for value in exact)


def test_what_is_true_counts_1() -> None:
    found, values = column([True, True, False, True]), column([1, 2, 3, 4])
    assert found.cumsum().values.tolist() == [1, 2, 2, 3]
    assert found.sum().values == 3
    assert column([[True] * 4] * 2).sum().values.tolist() == [4, 4]
    for made, expected in (((values > 1) + (values > 2), [0, 1, 2, 2]), ((values > 1) - (values > 2), [0, 1, 0, 0])):
        assert made.values.tolist() == made.exact.tolist() == expected


@pytest.mark.parametrize(("make", "operation"), [(lambda c: c.sum(), "sum"), (lambda c: c.last(), "last")])
def test_a_reduction_is_one_number_for_each_list(make: Callable[[Any], Column], operation: str) -> None:
    alone, batch = make(column()), make(column([VALUES, VALUES[::-1]]))
    expected = {"sum": (2 + 0 + 1 + 4, 7), "last": (4, 2)}[operation]
    assert (alone.axis, alone.operation, alone.values) == (None, operation, expected[0])
    assert batch.values.tolist() == list(expected)


@pytest.mark.parametrize("shape", [(0,), (3, 0)])
def test_of_no_rows_the_sum_and_the_last_are_0(shape: tuple[int, ...]) -> None:
    empty = Column(np.zeros(shape, dtype=np.int64), Axis("rank", length=0))
    for made in (empty.sum(), empty.last()):
        assert np.array_equal(made.values, np.zeros(shape[:-1]))


def test_a_logarithm_has_the_base_that_you_ask_for() -> None:
    ranks = column([1, 2, 4, 10])
    assert ranks.log2().values == pytest.approx([0, 1, 2, math.log2(10)])
    assert ranks.log(10).values == pytest.approx([0, math.log10(2), math.log10(4), 1])
    assert (ranks.log2().operation, ranks.log2().argument) == ("log", 2)


def test_a_rank_is_the_mean_of_the_places_of_equal_values() -> None:
    ranks = column([5, 2, 2, 7]).average_rank()
    assert (ranks.operation, ranks.axis) == ("average_rank", RANKS)
    assert ranks.values.tolist() == [3, 1.5, 1.5, 4]
    assert ranks.exact.tolist() == [3, Fraction(1 + 2, 2), Fraction(1 + 2, 2), 4]
    fractions = column([Fraction(1, 3), Fraction(1, 2), Fraction(1, 3), Fraction(0)]).average_rank()
    assert fractions.exact.tolist() == [Fraction(2 + 3, 2), 4, Fraction(2 + 3, 2), 1]


def test_an_exact_root_is_a_fraction_where_there_is_one() -> None:
    roots = column([Fraction(4, 9), Fraction(2), Fraction(0), Fraction(10**40)]).sqrt().exact.tolist()
    assert roots == [Fraction(2, 3), math.sqrt(2), 0, 10**20]
    assert [type(root) for root in roots] == [Fraction, float, int, int]
    assert type(column([0.25, 1, 4, 9]).sqrt().exact.tolist()[0]) is float  # what a float has touched


def test_the_exponential_is_the_inverse_of_the_natural_logarithm() -> None:
    powers = column([1, 0, -2, Fraction(1, 2)]).exp()
    assert powers.exact.tolist() == [math.e, 1, math.exp(-2), math.sqrt(math.e)]
    assert type(powers.exact.tolist()[1]) is int
    assert np.asarray(powers.log(math.e), dtype=float).tolist() == pytest.approx([1, 0, -2, 0.5])
    whole = Column(2, name="x", symbol="x")
    assert text(symbolic(whole.log(math.e).exp())) == "exp(ln(x))"
    assert latex(symbolic(whole.exp())) == r"\mathrm{exp}(x)"


@pytest.mark.parametrize("rows", [[3, 3, 0], [1], [], [0, -1, -1, 2, 3]], ids=str)
def test_rows_are_taken_from_another_axis_and_a_row_of_minus_one_is_0(rows: list[int]) -> None:
    pairs = Axis("pair", length=len(rows))
    expected = [0 if row < 0 else VALUES[row] for row in rows]
    places = np.array(rows, dtype=np.intp)
    taken = column(symbol="s_i").take(pairs, places, "p")
    assert (taken.axis, taken.operation, taken.values.tolist()) == (pairs, "take", expected)
    assert taken.exact.tolist() == expected
    assert (column() / 3).take(pairs, places, "p").exact.tolist() == [Fraction(value, 3) for value in expected]
    assert column([VALUES, [9, 9, 9, 9]]).take(pairs, places, "p").values[0].tolist() == expected


def test_a_number_is_exactly_what_was_written() -> None:
    assert [Column.constant(number).exact for number in (0.8, 0.1, 3, HALF)] == [
        Fraction(4, 5),
        Fraction(1, 10),
        3,
        HALF,
    ]
    assert Column.constant(0.8).values == 0.8
    assert (column() * Column.constant(0.1)).exact.tolist() == [Fraction(value, 10) for value in VALUES]


def test_a_number_that_was_counted_keeps_its_sources_and_every_digit() -> None:
    counted = Column.opaque(10**30, (column(name="first"),), "opposite pairs", "D")
    assert [source.name for source in counted.sources] == ["first"]
    assert (counted.exact, (counted / 3).exact) == (10**30, Fraction(10**30, 3))
    assert not can_be_cut(counted / 3)


def test_a_column_says_what_made_it() -> None:
    given, constant = column(), Column.constant(2)
    made = {"is_given": given, "is_constant": constant, "is_quotient": given / constant}
    made |= {"is_running_sum": given.cumsum(), "is_sum": given.sum(), "is_last": given.last()}
    for name, one in made.items():
        assert [other for other, column in made.items() if getattr(column, name)] == [name]
        assert one.before_last is (given if name == "is_last" else one)


def test_a_table_without_an_entry_is_an_error() -> None:
    with pytest.raises(KeyError):
        column().lookup({0: 0, 1: 1}, "gain")


# --- 0/0 is 0, and nothing else is divided by 0 ---------------------------------------------------
@pytest.mark.parametrize(
    ("above", "below"),
    [
        (column([0, 1, 0, 3]), column([0, 2, 5, 3])),
        (column([0.0, 1.0, 0.0, 3.0]), column([0.0, 2.0, 5.0, 3.0])),
        (column([Fraction(0), Fraction(1), Fraction(0), Fraction(3)]), column([0, 2, 5, 3])),
        (column([False, True, False, True]), column([0, 2, 5, 1])),
    ],
    ids=["whole", "floats", "fractions", "truths"],
)
def test_nothing_out_of_nothing_is_0(above: Column, below: Column) -> None:
    quotient = above / below
    assert [float(value) for value in quotient.values.tolist()] == [0, 0.5, 0, 1]
    assert quotient.exact.tolist() == [0, HALF, 0, 1]


def test_0_out_of_0_without_rows() -> None:
    assert (number(0) / number(0)).values == 0
    assert (number(0) / number(0)).exact == 0
    assert (number(np.array([0, 1])) / number(np.array([0, 2]))).values.tolist() == [0, 0.5]


@pytest.mark.parametrize(
    ("above", "below"),
    [
        (column([0, 1, 1, 1]), column([1, 0, 1, 1])),
        (column([0, 1, 1, 1.5]), 0),
        (column([0, Fraction(1), 1, 1]), column([1, 0, 1, 1])),
        (number(1), number(0)),
        (1, column([1, 1, 0, 1])),
        (column([VALUES, VALUES]), number(np.array([1, 0]))),
    ],
)
def test_anything_else_out_of_0_is_an_error(above: Any, below: Any) -> None:
    with pytest.raises(ZeroDivisionError, match=r"^cannot divide .+ by 0: only 0/0 is defined here, as 0$"):
        _ = above / below


# --- axes -----------------------------------------------------------------------------------------
def test_two_axes_do_not_mix() -> None:
    pairs = Axis("pair", length=4)
    message = (
        "cannot add grade: 2, 0, 1, 4 and swapped: 1, 1, 0, 0: their rows are not the same "
        "(Axis('rank', length=4) and Axis('pair', length=4)). Align one with the other first: column.align(axis)."
    )
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        _ = column(name="grade") + column([1, 1, 0, 0], pairs, name="swapped")
    with pytest.raises(ValueError, match="their rows are not the same"):
        _ = column() * Column(np.arange(4), Axis("rank", length=4))  # alike, yet another axis


# --- the record -----------------------------------------------------------------------------------
def test_a_sum_has_a_running_column() -> None:
    total = column().sum("total")
    assert (total.running.name, total.running.values.tolist(), total.running.axis) == ("total", [2, 2, 3, 7], RANKS)
    last = column().last()
    assert last.running is last.sources[0]


# --- exact ----------------------------------------------------------------------------------------
def test_exact_powers_do_not_overflow() -> None:
    assert (2 ** column([62, 63, 64, 100]) - 1).exact.tolist() == [2**62 - 1, 2**63 - 1, 2**64 - 1, 2**100 - 1]


def test_the_exact_logarithm_of_a_whole_power_is_whole() -> None:
    exact = column([1, 8, 6, 2**40]).log2().exact.tolist()
    assert exact == [0, 3, math.log2(6), 40]
    assert [type(value) for value in exact] == [int, int, float, int]
    assert column([1, 243, 1000, 3]).log(3).exact.tolist()[:2] == [0, 5]
    assert column([1, 10, 1000, 3]).log(10).exact.tolist()[:3] == [0, 1, 3]


def test_what_a_float_has_touched_stays_a_float() -> None:
    touched = (column([0.5, 1, 2, 3]) / 2).exact.tolist()
    assert [type(value) for value in touched] == [float] * 4
    assert (number(1) / number(3.0)).exact == pytest.approx(1 / 3)


# --- running --------------------------------------------------------------------------------------
def grown(number: Column) -> Column:
    every = running(number, RANKS)
    assert every is not None
    return every


def test_a_number_as_it_grows() -> None:
    rank = column([1, 2, 3, 4], name="rank")
    mean = column().sum() / rank.last()
    assert mean.values == 7 / 4
    assert grown(mean).exact.tolist() == [2, Fraction(2, 2), Fraction(3, 3), Fraction(7, 4)]
    assert grown(number(3)).values.tolist() == [3, 3, 3, 3]
    assert grown(column([VALUES, VALUES[::-1]]).sum()).values.tolist() == [[2, 2, 3, 7], [4, 5, 5, 7]]


def test_where_rows_depend_on_the_end_the_record_does_not_say_how_a_number_grows() -> None:
    values = column([2, 1, 1, 4])
    assert grown(values.sum()).operation == "cumsum"
    assert running((values / values.last()).sum(), RANKS) is None  # every share changes with the last row
    assert running(values.average_rank().last(), RANKS) is None


def cut_short(trace: rt.Trace) -> list[float]:
    """The slow way: the metric calculated again for each cutoff."""
    ranks = range(1, len(trace.at_every_k()) + 1)
    return [trace.metric(trace.ranking, **trace.parameters, k=k).value for k in ranks]


LISTS = [
    Ranking([3, 0, 2, 1]),
    Ranking([0, 1, 0, 4], missed=[4, 1]),
    Ranking([1, None, 0, 1], items=list("abcd"), pooled=["b"], collection_size=50),
    Ranking([1, 0, 2, 0], scores=[3 + LARGEST_SUM, 2 + LARGEST_SUM, 1 + LARGEST_SUM, 1 + LARGEST_SUM]),
    Ranking([1, 0, 1, 1], scores=[0.9, 0.5, 0.5, 0.5], relevant_from=0.5),
    Ranking([1, 1, 0], items=list("abc"), missed={"d": 2}, subtopics={"x": ["a", "d"], "y": ["b"]}),
]


@pytest.mark.parametrize("ranking", LISTS, ids=repr)
def test_the_fast_and_the_slow_way_to_every_k_agree(settled: Measure, ranking: Ranking) -> None:
    trace = settled(ranking)
    assert np.asarray(trace.at_every_k(), dtype=float) == pytest.approx(cut_short(trace), rel=1e-12)


# --- beside numpy, and in Python ------------------------------------------------------------------
def test_a_column_is_an_array_where_one_is_wanted() -> None:
    given_ = column()
    assert np.asarray(given_).tolist() == VALUES
    assert np.asarray(given_, dtype=float).dtype == np.float64
    assert np.array(given_, copy=True) is not given_.values
    assert np.mean(given_) == 7 / 4
    assert len(given_) == 4
    assert (given_[0], given_[-1]) == (2, 4)
    assert given_[1:3].tolist() == [0, 1]
    assert np.asarray(number(3)) == 3


@pytest.mark.parametrize("other", [np.array([1, 2, 3, 4]), np.float64(2), np.int64(2), 2.0, HALF], ids=repr)
def test_an_array_or_a_number_on_either_side_makes_a_column(other: Any) -> None:
    for left, right in (((other * column()), (column() * other)), (other + column(), column() + other)):
        assert isinstance(left, Column)
        assert isinstance(right, Column)
        assert np.array_equal(left, right)
    assert (other * column()).values.tolist() == (other * np.array(VALUES)).tolist()
    assert isinstance(other - column(), Column)
    assert isinstance(other / (column() + 1), Column)


def test_a_column_is_not_true_or_false_but_a_number_is() -> None:
    with pytest.raises(TypeError, match=r"A condition needs one value, but .* has many"):
        bool(column())
    assert number(1)
    assert not number(0)
    assert column().sum() == 7
    assert column().sum() != 8


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (column(name="grade", symbol="rel_i"), "grade rel_i: 2, 0, 1, 4"),
        (column(name="grade"), "grade: 2, 0, 1, 4"),
        (column().cumsum(), "cumsum: 2, 2, 3, 7"),
        (column() / 2, "divide: 1.0, 0.0, 0.5, 2.0"),
        (column([[1, 2, 3, 4]] * 3, name="hits"), "hits: batch of 3 x 4"),
        (number(3).named("relevant items", "m"), "relevant items m: 3"),
        (
            Column(np.arange(13), Axis("rank", length=13), name="long"),
            "long: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... (13 values)",
        ),
        (Column([], Axis("rank", length=0), name="none"), "none: "),
    ],
    ids=lambda shown: "" if isinstance(shown, str) else shown.name,
)
def test_a_column_shows_its_name_symbol_and_values(shown: Column, expected: str) -> None:
    assert repr(shown) == expected


def test_the_logarithm_of_0_is_refused() -> None:
    with pytest.raises(ValueError, match="needs numbers above 0, but one of them is 0"):
        column([0, 1, 2, 3]).log2()


def test_a_record_cannot_be_written_to() -> None:
    ranking = Ranking([3, 2, 3], missed=[2])
    for trace in (rt.ndcg(ranking, k=5), rt.average_precision(ranking), rt.dcg(ranking, k=5)):
        for recorded in trace.columns.values():
            with pytest.raises(ValueError, match="read-only"):
                np.asarray(recorded)[0] = 77
    with pytest.raises(TypeError):
        rt.precision(ranking, k=2).parameters["k"] = 1  # type: ignore[index]
