"""Clicks: against the papers' own algorithms in plain Python, by hand, and in the mean over simulated users."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rankteach as rt

NAMES = st.lists(st.sampled_from("abcdefg"), max_size=6, unique=True)
COINS = st.text("AB", min_size=1, max_size=4)


# --- inverse propensity scoring ---------------------------------------------------------------------------------------
def test_each_click_is_divided_by_the_probability_of_a_look() -> None:
    trace = rt.ips([30, 10, 15], examination=[1, 0.8, 0.5])
    assert trace.columns["credit"].cells == [30, 12.5, 30]
    assert float(trace) == 72.5
    assert rt.ips([0, 1, 1]).exact == 2 + 3
    assert rt.ips(rt.Ranking([None, 2]), k=1).exact == 0


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 10)), min_size=1, max_size=6), st.sampled_from([None, 1, 3, 8])
)
def test_it_is_the_sum_of_clicks_over_probabilities(rows: list[tuple[int, int]], k: int | None) -> None:
    clicks, tenths = zip(*rows, strict=True)
    looks = [Fraction(one, 10) for one in tenths]
    trace = rt.ips(list(clicks), k=k, examination=[*looks, *[Fraction(1)] * 8])
    assert trace.exact == sum(c / p for c, p in list(zip(clicks, looks, strict=True))[:k])


def test_discounting_what_clicks_stand_for_gives_the_clicks_on_another_order() -> None:
    """The position-based model: clicks on a new list are attraction times examination, which is DCG over the rank."""
    logged = rt.Ranking([24, 6, 12, 3], items=list("abcd"))
    likes = rt.Ranking(rt.ips(logged).columns["credit"].cells, items=list("abcd"))
    assert likes.grades == [24, 12, 36, 12]
    assert rt.dcg(likes, discount="rank").exact == 24 + 6 + 12 + 3
    assert rt.dcg(likes.moved(3, to=1), discount="rank").exact == 36 + Fraction(24, 2) + Fraction(12, 3) + 3


# --- team-draft interleaving ------------------------------------------------------------------------------------------
def algorithm_2(first: list[str], second: list[str], bits: list[str]) -> tuple[list[str], list[str]]:
    """Team-draft interleaving as the paper writes it: the smaller team picks, and a random bit decides if none is."""
    shown: list[str] = []
    teams: list[str] = []
    coins = itertools.cycle(bits)
    while set(first) - set(shown) and set(second) - set(shown):
        a, b = teams.count("A"), teams.count("B")
        turn = "A" if a < b or (a == b and next(coins) == "A") else "B"
        source = first if turn == "A" else second
        shown.append(next(item for item in source if item not in shown))
        teams.append(turn)
    return shown, teams


@given(NAMES, NAMES, COINS, st.sets(st.sampled_from("abcdefg")))
def test_it_is_the_algorithm_of_the_paper(first: list[str], second: list[str], coins: str, liked: set[str]) -> None:
    shown, teams = algorithm_2(first, second, list(coins))
    clicks = sorted(liked & {*first, *second})
    trace = rt.team_draft(first, second, coins=coins, clicks=clicks)
    assert trace.axis.labels()["item"] == shown
    assert trace.columns["A picks"].values.tolist() == [team == "A" for team in teams]
    on = {team: sum(item in liked and own == team for item, own in zip(shown, teams, strict=True)) for team in "AB"}
    total = on["A"] + on["B"]
    assert trace.exact == (Fraction(on["A"] - on["B"], total) if total else 0)


def test_a_draft_by_hand() -> None:
    """B wins the first toss, and takes the stew; then A the soup. A wins the second toss: the pie."""
    trace = rt.team_draft(["soup", "pie", "stew"], ["stew", "soup", "dip"], coins="BA", clicks=["soup", "stew", "stew"])
    assert trace.axis.labels()["item"] == ["stew", "soup", "pie"]
    assert trace.axis.labels()["rank in B"] == [1, 2, None]
    assert trace.exact == Fraction(1 - 2, 3)


@given(NAMES, NAMES)
def test_without_clicks_each_item_is_clicked_once(first: list[str], second: list[str]) -> None:
    assume(first and second)
    shown = rt.team_draft(first, second)
    assert shown.exact == rt.team_draft(first, second, clicks=sorted({*first, *second})).exact
    assert rt.team_draft(first, second, clicks=[]).exact == 0


def test_a_list_can_end_early_and_an_item_twice_is_refused() -> None:
    assert rt.team_draft([], ["a"]).axis.length == 0
    assert rt.team_draft(["a"], ["b", "a", "c"], coins="B").axis.labels()["item"] == ["b", "a"]
    with pytest.raises(ValueError, match="must all differ"):
        rt.team_draft(["a", "a"], ["b"])


def test_clicks_on_what_users_do_not_see_are_named_and_do_not_count() -> None:
    trace = rt.team_draft(["a"], ["b", "a", "c"], clicks=["c", "a", "elsewhere"])
    assert trace.exact == 1 and trace.axis.labels()["item"] == ["a"]
    assert "not in the list that users see, so these clicks don't count: c, elsewhere" in trace.conventions
    assert not any("don't count" in words for words in rt.team_draft(["a"], ["b"], clicks=["a"]).conventions)
    assert "no clicks" in rt.team_draft(["a"], ["b"], clicks=[]).conventions


def test_clicks_have_a_measure_string_that_reads_back() -> None:
    trace = rt.team_draft(["a", "b"], ["b", "a"], coins="B", clicks=["a", "a"])
    assert rt.measure(trace.measure)(["a", "b"], ["b", "a"]) == trace
    assert rt.read_json(trace.to_json()) == trace
