"""The explorer of agreement without a browser: gestures go in as the browser sends them, the view comes out."""

from fractions import Fraction

import pytest

import rankteach as rt
from rankteach.widgets import explore_agreement
from tests.widgets.shared import convention, play, static

FOUR = ["d1", "d2", "d3", "d4"]
FIRST = ["page", "query", "index", "score", "rank"]
SECOND = ["query", "page", "tfidf", "rank", "cosine"]
LONG = [f"d{i}" for i in range(1, 41)]


def card(explorer, name):
    place = list(explorer.values).index(name)
    return explorer.view["cards"][place]


def kinds(explorer):
    return {tuple(pair["items"]): pair["kind"] for pair in explorer.view["pairs"]["list"]}


def counts(explorer):
    return {one["kind"]: one["count"] for one in explorer.view["pairs"]["counts"]}


def options(explorer):
    return {one["value"]: one for one in explorer.menu}


def test_an_agreement_explorer_has_defaults():
    explorer = explore_agreement(FOUR, ["d1", "d3", "d2", "d4"])
    assert explorer.measures == ["Tau", "KendallDistance@4", "Rho"]
    assert (explorer.chosen, explorer.k) == ("Tau", 4)
    assert (explorer.first, explorer.second) == (tuple(FOUR), ("d1", "d3", "d2", "d4"))
    assert explorer.trace.exact == Fraction(2, 3)
    assert explorer.values == {
        "Tau": pytest.approx(2 / 3),
        "KendallDistance@4": pytest.approx(1 / 6),
        "Rho": pytest.approx(4 / 5),
    }
    assert explore_agreement(LONG, LONG).measures[1] == "KendallDistance@5"
    assert explore_agreement(FOUR, FOUR, k=2).measures[1] == "KendallDistance@2"
    assert explore_agreement(FOUR, FOUR, k=9).view["cutoff"] == {"value": 9, "most": 9}
    assert explore_agreement(["a", "b", "c"], ["a"]).view["cutoff"] == {"value": 3, "most": 3}
    measures = ["KendallDistance@2", "KendallDistance", "KendallDistance@3"]
    assert explore_agreement(FOUR, FOUR, k=1, measures=measures).measures == [
        "KendallDistance@1",
        "KendallDistance",
        "KendallDistance@1",
    ]


def test_a_ranking_counts_by_its_order():
    first = rt.Ranking([1, 0, 1], items=["a", "b", "c"], scores=[3.0, 2.0, 1.0])
    explorer = explore_agreement(first, rt.Ranking([1, 0, 1], items=["a", "c", "b"], scores=[9.0, 8.0, 8.0]))
    assert (explorer.second, explorer.trace.exact) == (("a", "c", "b"), Fraction(1, 3))
    assert explore_agreement([1, 2], [2, 1]).first == ("1", "2")


def test_moving_is_followed_by_every_measure():
    explorer = explore_agreement(FOUR, FOUR)
    assert not play(explorer, "move", item="d3", to=2)
    assert explorer.second == ("d1", "d3", "d2", "d4")
    assert explorer.view["announcement"] == "d3 moved to rank 2; Tau 2/3, down 1/3"
    assert (card(explorer, "Rho")["exact"], card(explorer, "Rho")["change"]) == ("4/5", "−0.200")
    assert card(explorer, "KendallDistance@4")["exact"] == "1/6"
    assert kinds(explorer)["d2", "d3"] == "opposite"
    assert counts(explorer) == {"same": 5, "opposite": 1}
    assert explorer.first == tuple(FOUR)
    play(explorer, "move", item="d3", by=-9)  # stops at the top
    assert explorer.second[0] == "d3"
    play(explorer, "move", item="d3", by=1)
    assert explorer.view["changed"]
    play(explorer, "reset")
    assert (explorer.second, explorer.view["changed"]) == (tuple(FOUR), False)


def test_pairs_are_those_of_the_traces():
    """The drawn pairs, their order and their counts are the rows of the trace."""
    for measure, second in (("Tau", ["d4", "d2", "d1", "d3"]), ("KendallDistance@2", ["d4", "d2", "d1", "d3"])):
        explorer = explore_agreement(FOUR, second, measures=[measure])
        pairs = explorer.view["pairs"]
        table = explorer.view["trace"]["tables"][0]
        assert [", ".join(pair["items"]) for pair in pairs["list"]] == [row[0] for row in table["rows"]]
        assert table["linked"]
        assert explorer.view["by_pairs"]
        signs = (
            explorer.trace.columns["agreement"].values
            if measure == "Tau"
            else explorer.trace.columns["order in first"].values * explorer.trace.columns["order in second"].values
        )
        assert [pair["kind"] for pair in pairs["list"]] == [
            {1: "same", -1: "opposite", 0: "single"}[int(sign)] for sign in signs
        ]
        listed = [pair["kind"] for pair in pairs["list"]]
        assert counts(explorer) == {kind: listed.count(kind) for kind in counts(explorer)}
    assert not explore_agreement(FOUR, FOUR, measures=["Rho"]).view["by_pairs"]


def test_the_cutoff_decides_which_pairs_there_are():
    explorer = explore_agreement(FOUR, ["d4", "d3", "d2", "d1"], k=2)
    assert (explorer.view["cut"], explorer.view["cuts"]) == (2, False)
    assert counts(explorer) == {"same": 0, "opposite": 6}
    explorer.chosen = "KendallDistance@2"
    assert (explorer.view["cut"], explorer.view["cuts"]) == (2, True)
    assert counts(explorer) == {"same": 0, "opposite": 4, "single": 2}
    assert kinds(explorer)["d1", "d2"] == "single"  # the other list ends before both
    assert "first 2 of each list: 4 items" in explorer.view["pairs"]["words"]
    play(explorer, "cut", k=1)
    assert explorer.measures[1] == "KendallDistance@1"
    assert explorer.view["pairs"]["items"] == ["d1", "d4"]
    lines = {line["item"]: line["kind"] for line in explorer.view["lines"]}
    assert lines == {"d1": "opposite", "d2": "apart", "d3": "apart", "d4": "opposite"}
    assert "below the cutoff in both" in explorer.view["first"]["rows"][1]["words"]


def test_items_of_one_list_only_are_shown_as_such():
    explorer = explore_agreement(FIRST, SECOND)
    assert explorer.measures == ["KendallDistance@5"]
    assert explorer.view["note"] == "Tau, Rho, Pearson, TauAP and TauW need the same items in both lists."
    assert explorer.trace.exact == Fraction(3, 7)
    assert counts(explorer) == {"same": 11, "opposite": 8, "single": 2}
    assert kinds(explorer)["index", "score"] == kinds(explorer)["tfidf", "cosine"] == "single"
    first, second = explorer.view["first"], explorer.view["second"]
    assert [row["item"] for row in first["rows"] if row["way"] == "only"] == ["index", "score"]
    assert first["below"] == "not in the first list: tfidf and cosine"
    assert second["below"] == "not in the second list: index and score"
    assert options(explorer)["Tau"]["words"].endswith("(needs the same items in both lists)")
    assert "is not in the second list" in play(explorer, "add", measure="Tau")
    assert not play(explorer, "add", measure="KendallDistance")
    with pytest.raises(ValueError, match="is not in the second list"):
        explore_agreement(FIRST, SECOND, measures=["Tau"])


def test_measures_wait_for_lists_that_they_can_compare():
    explorer = explore_agreement(FOUR, FOUR)
    explorer.first = ["a", "b"]
    assert (explorer.measures, explorer.chosen) == (["KendallDistance@4"], "KendallDistance@4")
    play(explorer, "add", measure="KendallDistance")
    explorer.second = ["b", "a"]
    assert explorer.measures == ["Tau", "KendallDistance@4", "Rho", "KendallDistance"]
    assert len({one["key"] for one in explorer.view["cards"]}) == 4
    assert explorer.values["Tau"] == -1
    assert explorer.view["note"] == ""
    explorer.measures = ["Rho"]
    with pytest.raises(ValueError, match="is not in the"):
        explorer.first = ["a", "c"]
    assert explorer.first == ("a", "b")


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ([], [], "There are no pairs"),
        (["a"], ["a"], "There are no pairs"),
        ([], ["a"], "There are no pairs"),
        (["a"], ["b"], "2 items"),
    ],
)
def test_an_agreement_explorer_of_hardly_any_items(first, second, said):
    explorer = explore_agreement(first, second)
    assert explorer.measures == ["KendallDistance@1"]
    assert said in explorer.view["pairs"]["words"]
    assert explorer.view["note"]
    assert static(explorer)
    if second:
        assert not play(explorer, "move", item=second[0], by=1)
    if first == second == ["a"]:
        assert explorer.view["note"] == "Tau, Rho, Pearson, TauAP and TauW need at least two items."


def test_conventions_are_chosen():
    explorer = explore_agreement(FIRST, SECOND)
    price = convention(explorer, "p")
    assert (price["value"], [one["value"] for one in price["options"]]) == ("0.5", ["0", "0.5", "1"])
    assert not play(explorer, "convention", parameter="p", value="0")
    assert explorer.measures == ["KendallDistance(p=0)@5"]
    assert explorer.trace.exact == Fraction(8, 21)
    assert convention(explorer, "p")["value"] == "0"
    assert not play(explorer, "convention", parameter="p", value="1")
    assert explorer.trace.exact == Fraction(10, 21)
    assert "p must be a number, between 0 and 1" in play(explorer, "convention", parameter="p", value="nonsense")
    explorer.measures = ["KendallDistance(p=0.3)"]
    assert convention(explorer, "p")["value"] == ""  # a price of one's own
    explorer = explore_agreement(FOUR, FOUR[::-1])
    assert not play(explorer, "convention", parameter="variant", value="a")
    assert explorer.chosen == 'Tau(variant="a")'
    explorer.chosen = "Rho"
    assert not play(explorer, "convention", parameter="form", value="differences")
    assert explorer.trace.exact == -1


def test_long_lists_show_their_top():
    explorer = explore_agreement(LONG, LONG[::-1])
    view = explorer.view
    assert [len(view[side]["rows"]) for side in ("first", "second")] == [20, 20]
    assert view["first"]["below"] == "rank 21 to 40 of the first list: not shown"
    assert (view["pairs"]["list"], view["pairs"]["items"]) == ([], [])
    assert view["pairs"]["words"] == "780 pairs: counted, not listed."
    assert counts(explorer) == {"same": 0, "opposite": 780}
    assert explorer.values["Tau"] == -1
    assert view["first"]["rows"][0]["words"] == "d1: rank 1 in the first list, 39 higher than in the second (rank 40)."
    play(explorer, "move", item="d21", by=5)  # stays in sight
    assert explorer.second.index("d21") == 19
    twenty = explore_agreement(LONG[:20], LONG[19::-1])
    assert len(twenty.view["pairs"]["list"]) == 190
    assert card(explore_agreement([f"d{i}" for i in range(300)], LONG), "KendallDistance@5")["points"] == []


# --- where nothing is live --------------------------------------------------------------------------------


def test_the_static_view_names_what_is_opposite():
    html = static(explore_agreement(FIRST, SECOND))
    assert "Pairs: 11 in the same order, 8 in opposite order, 2 ordered by one list only." in html
    assert "Opposite: page and query; index and rank; " in html
    assert "not in the first list: tfidf and cosine.</p>" in html
    assert "Tau, Rho, Pearson, TauAP and TauW need the same items in both lists." in html
    assert "Opposite" not in static(explore_agreement(FOUR, FOUR))
