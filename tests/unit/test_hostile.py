"""Numbers at the end of what a computer holds, long lists, names with control characters, and names that take long."""

import warnings
from collections.abc import Iterator

import numpy as np
import pytest

import rankteach as rt
from rankteach.core.column import MOST_EXACT
from rankteach.tracing import grammar

NOTATIONS = ("to_text", "to_html", "to_markdown", "to_mathml", "to_latex", "to_json")


@pytest.fixture(autouse=True)
def _no_warning() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_a_sum_of_grades_does_not_wrap_round() -> None:
    grades = np.full(10**7, 10**12)
    assert float(rt.cumulative_gain(grades)) == float(10**19)


@pytest.mark.parametrize("scores", [[2**63 - 1, 2, -(2**63)], [2**70, 1, -(2**70)], [1e308, 0.0, -1e308]])
def test_scores_of_any_size_are_in_their_own_order(scores: list[float]) -> None:
    for given in (scores, np.array(scores)) if abs(scores[0]) < 2**63 else (scores,):
        assert rt.Ranking.from_scores([0, 1, 0], given).grades == [0, 1, 0]
        assert float(rt.roc_auc(rt.Ranking.from_scores([0, 1, 0], given), form="pairs")) == 0.5
        for metric in (rt.kendall_tau, rt.spearman, rt.weighted_tau):
            assert float(metric(given, [3, 2, 1])) == float(metric([3, 2, 1], given)) == 1


@pytest.mark.parametrize("metric", [rt.err, rt.nerr, rt.inst, rt.rbp, rt.inferred_ap, rt.average_precision])
def test_a_long_list_can_be_shown(metric: object) -> None:
    trace = metric([place % 3 for place in range(2 * MOST_EXACT)])  # type: ignore[operator]
    assert trace.exact is None
    assert f"more than {MOST_EXACT:,} ranks: decimals, no fractions" in trace.conventions
    for notation in NOTATIONS:
        assert getattr(trace, notation)()


def test_fractions_that_python_cannot_write_are_decimals() -> None:
    trace = rt.rbp([place % 3 for place in range(MOST_EXACT)], p=0.123456789)
    for notation in NOTATIONS:
        assert getattr(trace, notation)()


def test_a_short_list_is_exact() -> None:
    trace = rt.average_precision([1, 0, 1])
    assert trace.exact is not None
    assert "decimals" not in " ".join(trace.conventions)


def test_the_grammar_never_gives_back_the_spaces_that_it_has_read() -> None:
    # a pattern that could would try every way to share them: 19 s for 2,000 of them
    assert r"\s*" not in grammar._MEASURE.pattern.replace(r"\s*+", "")
    with pytest.raises(ValueError, match="a measure must be a name"):
        rt.measure("a" + " " * 100_000 + "!")


def test_control_characters_are_shown_and_never_sent_to_a_terminal() -> None:
    name = "\x1b[2Jq1"
    result = rt.evaluate({name: {"a": 1}}, {name: {"a": 1.0}}, ["AP"], name="tag\x1b[2J\rfine")
    ranking = rt.Ranking([1, 0], items=["\x1b[2J", "b\x07"])
    for text in (repr(result), repr(rt.precision(ranking)), repr(rt.at_every_k(ranking, ["P"]))):
        assert all(sign.isprintable() or sign == "\n" for sign in text)
    assert "␛[2J" in repr(result)
    assert "␛[2J" in repr(rt.precision(ranking))
