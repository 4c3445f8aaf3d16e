"""No blank of a worksheet can be read off a number that is printed on it."""

from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Measure, Ranking, Trace
from rankteach.classroom import examples
from rankteach.core.column import Column
from rankteach.core.running import replay
from rankteach.notation.expression import symbolic
from rankteach.notation.page import Blanks, left_blank
from rankteach.notation.tables import Entry, behind
from tests.catalogue import turn_of, two_short_lists
from tests.tiers import in_turn

GRADED = Ranking([3, 0, 2, None, 1], items=["a", "b", "c", "d", "e"], scores=[0.9, 0.7, 0.7, 0.5, 0.3], missed=[2])
AP = rt.average_precision(examples.eight_documents)


def left(trace: Trace, blanks: Any, keep: Any = ()) -> Blanks:
    return left_blank(trace.calculation, trace.tables(), blanks, keep)


def entries(trace: Trace) -> list[Entry]:
    return [entry for table in trace.tables() for entry in table.entries if entry.column is not None]


def whole(trace: Trace, titles: set[str]) -> dict[str, set[int]]:
    return {entry.title: set(range(len(entry.column))) for entry in entries(trace) if entry.title in titles}


def again(column: Column, changed: Column, repeats: set[int], rows: set[int], by: float) -> Any:
    """A column calculated a second time, with other numbers in some rows of one column."""

    def other(one: Column) -> Any:
        if one is changed or id(one) in repeats:
            values = np.array(one.values, dtype=float)
            there = [row for row in rows if row < len(values)]
            values[there] = np.abs(values[there]) * 2 + by
            return values
        if one.rule.arrays is None and one.own_sources:  # too many steps to record: it follows all that it reads
            same = all(np.array_equal(replay(source, other, False), source.values) for source in one.own_sources)
            return None if same else np.asarray(one.values) + by
        return None if one.own_sources else one.values

    with np.errstate(all="ignore"):
        return replay(column.materialise(), other, exactly=False)


def repeated(trace: Trace, column: Column) -> set[int]:
    """The columns on the way to the value that repeat a calculation, such as the discounts of an ideal list."""
    if not column.sources or column.is_running_sum:
        return set()
    alike = symbolic(column)
    return {id(one) for one in behind(trace.calculation.result) if one.axis and one.sources and symbolic(one) == alike}


def changed(trace: Trace, entry: Entry, rows: set[int]) -> dict[str, set[int]]:
    """The cells that follow a column's, by calculating with other numbers in it; the value is the row 0 of ""."""
    assert entry.column is not None
    found: dict[str, set[int]] = {}
    repeats = repeated(trace, entry.column)
    for by in (0.25, 1):
        for other in [*entries(trace), Entry("", [], trace.calculation.result)]:
            column = other.column
            assert column is not None
            try:
                new = np.atleast_1d(np.asarray(again(column, entry.column, repeats, rows, by), dtype=float))
            except (ArithmeticError, LookupError, ValueError):
                continue  # no metric has such a number
            old = np.atleast_1d(np.asarray(column.values, dtype=float))
            differ = ~((new == old) | ((new != new) & (old != old)))
            found.setdefault(other.title, set()).update(np.flatnonzero(differ).tolist())
    return found


def check(trace: Trace, turn: int = 0) -> None:
    """Each column blank by itself, or one of them in turn, and its last row alone."""
    lengths = {entry.title: (entry, len(entry.column)) for entry in entries(trace) if entry.column is not None}
    for title in in_turn([*lengths], turn):
        entry, length = lengths[title]
        assert length
        for blank, rows in ((title, set(range(length))), ((title, length), {length - 1})):
            follows = changed(trace, entry, rows)
            try:
                blanks = left(trace, [blank])
                assert blanks.value or not follows.get("")
            except ValueError as error:
                assert "is given" in str(error)
                blanks = left(trace, [blank], keep="value")
            for other, differ in follows.items():
                assert not other or differ <= blanks.of(other), (trace.measure, blank, other)


def test_of_every_metric(settled: Measure) -> None:
    """A second calculation, with other numbers in the blanks, has the same in every cell that is printed."""
    turn = turn_of(settled)
    if "k" in settled.metric.parameters:
        check(settled.metric(GRADED, **settled.parameters, k=3), turn)
        turn += 1
    check(settled(GRADED), turn)


def test_of_every_comparison(agreeing: Measure) -> None:
    lists = two_short_lists(agreeing)
    check(agreeing(*lists))
    check(rt.mean(agreeing, [lists, lists[::-1]]))


def test_the_second_calculation_sees_what_is_printed() -> None:
    """It finds the columns that follow one, so that it would find one that is printed by mistake."""
    hits = next(entry for entry in entries(AP) if entry.title == "hits")
    found = changed(AP, hits, {2})
    assert found["precision"] == found["credit"] == {2}
    assert found["running sum"] == set(range(2, 8))
    assert found[""] == {0}
    assert not found["relevant"]


@pytest.mark.parametrize(
    ("blanks", "keep", "columns", "value"),
    [
        ("hits", (), {"hits", "precision", "credit", "running sum"}, True),
        ("precision", (), {"precision", "credit", "running sum"}, True),
        ("credit", (), {"credit", "running sum"}, True),
        ("running sum", (), {"running sum"}, True),
        (["precision"], ["value"], {"precision", "credit", "running sum"}, False),
        (["hits"], ["precision"], {"hits"}, False),
        (["hits"], ["credit"], {"hits", "precision"}, False),
        ("relevant", "hits", {"relevant", "credit", "running sum"}, True),
        ("value", (), set(), True),
    ],
)
def test_what_follows_is_blank_down_to_what_is_kept(blanks: Any, keep: Any, columns: set[str], value: bool) -> None:
    assert left(AP, blanks, keep)[:2] == (whole(AP, columns), value)


def test_of_a_cell_what_follows_is_blank() -> None:
    assert left(AP, ("precision", 3))[:2] == (
        {"precision": {2}, "credit": {2}, "running sum": set(range(2, 8))},
        True,
    )
    assert left(AP, ("precision", 3), ("running sum", 8)).value is False
    assert left(AP, ("running sum", 1))[:2] == ({"running sum": {0}}, False)
    assert left(AP, ("running sum", 8)).value


def test_a_blank_curve_leaves_its_last_number_blank() -> None:
    trace = rt.ndcg(examples.five_graded)
    assert left(trace, "nDCG@i").value
    assert not left(trace, ("nDCG@i", 1)).value
    assert not left(trace, "nDCG@i", keep="value").value


@pytest.mark.parametrize(
    ("trace", "given"),
    [
        (AP, "relevant"),
        (rt.ndcg([3, 2]), "grade"),
        (rt.kendall_tau([1, 2], [2, 1]), "first"),
        (rt.mean("AP", [[1]]), "AP"),
    ],
)
def test_what_is_given_needs_something_to_work_back_from(trace: Trace, given: str) -> None:
    with pytest.raises(ValueError, match=f"keep must name .*'{given}' is given"):
        left(trace, given)
    assert set(range(len(trace.columns[given]))) <= left(trace, given, keep="value").of(given)
