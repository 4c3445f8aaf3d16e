"""Links of many queries against a ground truth: by the wiki's page, by its calculator, over projects."""

from collections.abc import Sequence
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankteach import aggregate, rank_metrics
from rankteach.runs.traceability import RankMetrics

# a has both of its items, b one of two, c has none that is relevant, d's is not retrieved
LISTS = {"a": ["x", "y", "z"], "b": ["w", "x"], "c": ["v", "u"], "d": ["t"]}
LINKS: dict[str, set[str]] = {"a": {"x", "z"}, "b": {"w", "q"}, "c": set(), "d": {"s"}}
SCORES = {"a": [3, 2, 2], "b": [3, 1], "c": [5, 2], "d": [0]}
HALF = Fraction(1, 2)
ONE = rank_metrics([["a"]], [{"a"}])
OTHER = rank_metrics([["a", "b", "c"]], [{"b", "c", "d"}])  # precisions 1/2 and 2/3 of three; lags 1 and 1
OTHER_MAP = (HALF + Fraction(2, 3)) / 3
PAGE = {
    "MAP": ((1 + Fraction(2, 3)) / 2 + HALF + 0 + 0) / 4,
    "LAG": (Fraction(0 + 1, 2) + 0 + 0 + 0) / 4,
    # relevant: 3, 2, 3; others: 2, 1, 5, 2, 0. Each 3 loses to the 5 alone; the 2 is tied with two and loses to it too
    "AUC": (4 + (2 + HALF + HALF) + 4) / Fraction(3 * 5),
}
CALCULATOR = {
    "MAP": ((1 + Fraction(2, 3)) / 2 + 1) / 2,  # a and b have a hit; divided by the hits
    "LAG": Fraction(0 + 1 + 0, 3),
    # a's other item comes before its relevant one of the same score, c's after it
    "AUC": Fraction(4 + (2 + 0 + 1) + 4, 3 * 5),
}


def exact(found: RankMetrics) -> dict[str, Any]:
    return {name: trace.exact for name, trace in found.items()}


@pytest.mark.parametrize(("convention", "expected"), [("page", PAGE), ("calculator", CALCULATOR)])
def test_traceability_links_give_the_numbers_calculated_by_hand(convention: str, expected: dict[str, Fraction]) -> None:
    found = rank_metrics(LISTS, LINKS, scores=SCORES, convention=convention)
    assert exact(found) == expected
    assert (found.convention, found.size, found.unassigned) == (convention, 5, ())
    assert [found["MAP"][query].exact for query in LISTS] == [
        *((Fraction(5, 6), HALF) if convention == "page" else (Fraction(5, 6), 1)), 0, 0,
    ]  # fmt: skip
    assert found.rankings is not None and found.rankings["b"].missed_items == ("q",)


def test_the_page_and_the_calculator_share_no_number() -> None:
    assert PAGE["MAP"] != CALCULATOR["MAP"] and PAGE["LAG"] != CALCULATOR["LAG"]
    lists, links, scores = [["a", "b", "c"]], [{"b"}], [[1, 1, 0]]
    found = [rank_metrics(lists, links, scores=scores, convention=one)["AUC"].exact for one in ("page", "calculator")]
    assert found == [(HALF + 1) / 2, HALF]


QUERIES = st.lists(
    st.lists(st.tuples(st.booleans(), st.integers(0, 2)), min_size=1, max_size=4), min_size=1, max_size=3
)


def mean(values: Sequence[Any]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


@settings(max_examples=30)
@given(queries=QUERIES, missed=st.lists(st.integers(0, 2), min_size=3, max_size=3))
def test_traceability_links_agree_with_plain_python(queries: list[list[tuple[bool, int]]], missed: list[int]) -> None:
    queries = [sorted(one, key=lambda item: -item[1]) for one in queries]
    lists = [[f"d{place}" for place in range(len(one))] for one in queries]
    links = [
        {f"d{place}" for place, (hit, _) in enumerate(one) if hit} | {f"m{place}" for place in range(more)}
        for one, more in zip(queries, missed, strict=False)
    ]
    precisions, lags = [], []
    for one in queries:
        hits = [place for place, (hit, _) in enumerate(one) if hit]
        precisions.append([Fraction(number, place + 1) for number, place in enumerate(hits, start=1)])
        lags.append([place - number for number, place in enumerate(hits)])
    scores = [[score for _, score in one] for one in queries]
    page, calculator = (
        exact(rank_metrics(lists, links, scores=scores, convention=one)) for one in ("page", "calculator")
    )
    assert page["MAP"] == mean(
        [sum(p, Fraction(0)) / len(r) if r else 0 for p, r in zip(precisions, links, strict=True)]
    )
    assert page["LAG"] == mean([mean(one) for one in lags])
    assert calculator["MAP"] == mean([mean(p) for p in precisions if p])
    assert calculator["LAG"] == mean([lag for one in lags for lag in one])
    items = sorted((item for one in queries for item in one), key=lambda item: -item[1])
    pairs = [(i, j) for i, one in enumerate(items) if one[0] for j, other in enumerate(items) if not other[0]]
    assert calculator["AUC"] == mean([Fraction(i < j) for i, j in pairs])
    worth = [(items[i][1], items[j][1]) for i, j in pairs]
    assert page["AUC"] == mean([Fraction(1 + (one > other) - (one < other), 2) for one, other in worth])


# --- what is given --------------------------------------------------------------------------------------
def test_links_may_be_sequences_or_mappings() -> None:
    by_name = rank_metrics(LISTS, LINKS, scores=SCORES)
    by_place = rank_metrics(list(LISTS.values()), tuple(LINKS.values()), scores=list(SCORES.values()))
    assert exact(by_place) == exact(by_name)
    assert by_place.rankings is not None and list(by_place.rankings.queries) == ["q1", "q2", "q3", "q4"]
    turned = rank_metrics(LISTS, dict(reversed(LINKS.items())), scores=dict(reversed(SCORES.items())))
    assert exact(turned) == exact(by_name)
    assert exact(rank_metrics({1: ["a", "b"]}, {1: ["b"]}))["MAP"] == HALF


def test_without_scores_there_is_no_auc() -> None:
    found = rank_metrics(LISTS, LINKS)
    assert list(found) == ["MAP", "LAG"] and len(found) == 2
    assert exact(found) == {name: PAGE[name] for name in found}
    with pytest.raises(KeyError):
        found["AUC"]


def test_a_key_says_what_is_the_same() -> None:
    lists, links = [["src/A.java", "B.java"]], [{"b.JAVA"}]
    assert exact(rank_metrics(lists, links))["MAP"] == 0
    found = rank_metrics(lists, links, key=lambda name: name.rsplit("/")[-1].lower())
    assert exact(found)["MAP"] == HALF
    assert found.rankings is not None and found.rankings[0].items == ("a.java", "b.java")
    one_set = rank_metrics(lists, {"b.JAVA", "a.JAVA", "Z"}, key=lambda name: name.rsplit("/")[-1].lower())
    assert (exact(one_set)["MAP"], one_set.unassigned) == (1, ("z",))


def test_one_set_holds_those_of_all_queries() -> None:
    found = rank_metrics([["x", "y"], ["y", "x"], ["v"]], frozenset({"x", "s", "q"}))
    assert exact(found) == {"MAP": (1 + HALF + 0) / 3, "LAG": Fraction(0 + 1 + 0, 3)}
    assert (found.size, found.unassigned) == (2, ("q", "s"))


def test_the_table_of_links_is_shown_in_a_notebook() -> None:
    found = rank_metrics(LISTS, LINKS, scores=SCORES, convention="calculator")
    for words in ("MAP", "11/12", "no relevant item in c"):
        assert words in repr(found) and words in found._repr_html_()


def test_names_are_only_text() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    found = rank_metrics({hostile: ["a"]}, {hostile: set()})
    unassigned = rank_metrics([["a"]], {hostile})
    over = aggregate({hostile: found})["MAP"]
    for html in (found._repr_html_(), unassigned._repr_html_(), over.to_html(), over[hostile].to_html()):
        assert "<img" not in html
        assert hostile in unescape(html)


# --- over projects --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("weights", "expected", "said"),
    [
        ("equal", {"MAP": (1 + OTHER_MAP) / 2, "LAG": Fraction(0 + 1, 2)}, "each project counts alike"),
        ("size", {"MAP": (1 + 3 * OTHER_MAP) / 4, "LAG": Fraction(0 + 3 * 1, 4)}, "by the size of its ground truth"),
    ],
)
def test_projects_give_the_numbers_calculated_by_hand(weights: str, expected: dict[str, Fraction], said: str) -> None:
    over = aggregate({"one": ONE, "other": OTHER}, weights=weights)
    assert exact(over) == expected
    assert [trace.value for trace in over.values()] == pytest.approx([float(value) for value in expected.values()])
    assert (over.size, over.convention, over.rankings, over.unassigned) == (1 + 3, "page", None, ())
    trace = over["MAP"]
    assert trace.rows == "project"
    assert [row["project"] for row in trace.to_records()] == ["one", "other"]
    assert trace.columns["MAP"].exact.tolist() == [1, OTHER_MAP]
    assert said in trace.conventions[0] and "by the page" in trace.conventions
    assert said in repr(over)
    assert len(trace.steps) == 2 and "Project other" in trace.steps[1].text
    for written in (trace.to_text(), trace.to_html(), trace.to_markdown(), trace.to_latex(), trace.to_json()):
        assert "mean MAP" in written


def test_each_project_has_its_trace() -> None:
    trace = aggregate({"one": ONE, "other": OTHER})["LAG"]
    assert trace["other"] is OTHER["LAG"]
    assert trace[0] is ONE["LAG"]
    assert trace["other"]["q1"].exact == 1
    with pytest.raises(KeyError):
        trace["third"]
    with pytest.raises(TypeError, match="no cutoff"):
        trace.at_every_k()


def test_only_measures_that_all_have() -> None:
    scored = rank_metrics(LISTS, LINKS, scores=SCORES)
    assert list(aggregate({"scored": scored, "one": ONE})) == ["MAP", "LAG"]
    assert aggregate({"scored": scored, "again": scored}, weights="size")["AUC"].exact == PAGE["AUC"]


def test_the_calculator_over_projects_says_so() -> None:
    found = rank_metrics(LISTS, LINKS, convention="calculator")
    assert "by the calculator" in aggregate({"one": found})["LAG"].conventions


def test_projects_without_any_ground_truth_weigh_nothing() -> None:
    nothing = rank_metrics([["a"]], [set()])
    assert aggregate({"nothing": nothing, "one": ONE}, weights="size")["MAP"].exact == 1
    assert aggregate({"nothing": nothing, "one": ONE})["MAP"].exact == HALF
    empty = aggregate({"nothing": nothing}, weights="size")["MAP"]
    assert empty.exact == 0 and "0/0 counts as 0" in empty.conventions
