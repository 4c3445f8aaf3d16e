"""Several lists and the mean over them without a browser: gestures go in, the view comes out."""

from fractions import Fraction

import numpy as np
import pytest

import rankteach as rt
from rankteach.tracing.measures import MeanMeasure
from rankteach.widgets import QueriesExplorer, explore, explore_queries
from rankteach.widgets.queries.widget import QueriesState
from tests.widgets.shared import Tags, play, static

SOUP, TART, SALAD = [1, 0, 1, 1], [0, 1, 0], [0, 0, 1, 1]
LISTS = {"soup": SOUP, "tart": TART, "salad": SALAD}
MEASURES = ["MAP", "MRR", "mean nDCG@2"]
SCORED = {
    "soup": rt.Ranking([1, 0], scores=[0.9, 0.8]),
    "tart": rt.Ranking([1, 0], scores=[0.3, 0.2]),
}


def by_hand(lists, **options):
    return {
        "MAP": float(rt.mean("AP", lists, **options)),
        "MRR": float(rt.mean("RR", lists, **options)),
        "mean nDCG@2": float(rt.mean("nDCG@2", lists, **options)),
    }


def shown(surface):
    """The value of each query, as the browser shows it."""
    return {one["query"]: one["value"]["exact"] for one in surface.view["lists"]}


def choices(surface, parameter):
    """What each choice of a convention says, by its value."""
    found = next(one for one in surface.view["trace"]["conventions"] if one.get("parameter") == parameter)
    return {option["value"]: option["words"] for option in found["options"]}


def test_the_values_are_the_means():
    surface = explore_queries(LISTS, MEASURES)
    assert surface.values == by_hand(LISTS)
    assert surface.measures == MEASURES
    assert surface.chosen == "MAP"
    ap = {"soup": (1 + Fraction(2, 3) + Fraction(3, 4)) / 3, "tart": Fraction(1, 2), "salad": Fraction(5, 12)}
    assert surface.trace.exact == sum(ap.values()) / 3
    assert shown(surface) == {query: str(value) for query, value in ap.items()}
    assert surface.trace.rows == "query"


@pytest.mark.parametrize(
    ("gesture", "after"),
    [
        ({"do": "toggle", "query": "tart", "item": "d1"}, {**LISTS, "tart": [1, 1, 0]}),
        ({"do": "move", "query": "salad", "item": "d3", "to": 1}, {**LISTS, "salad": [1, 0, 0, 1]}),
        ({"do": "move", "query": "soup", "item": "d1", "by": 1}, {**LISTS, "soup": [0, 1, 1, 1]}),
        ({"do": "take_out", "query": "salad"}, {"soup": SOUP, "tart": TART}),
    ],
)
def test_a_gesture_changes_the_means_and_can_be_undone(gesture, after):
    surface = explore_queries(LISTS, MEASURES)
    before = surface.view["lists"]
    assert not play(surface, **gesture)
    assert surface.values == by_hand(after)
    assert surface.view["undo"] and surface.view["changed"]
    play(surface, "undo")
    assert surface.values == by_hand(LISTS)
    assert surface.view["lists"] == before
    surface.redo()
    assert surface.values == by_hand(after)
    play(surface, "reset")
    assert surface.values == by_hand(LISTS)


def test_a_click_changes_the_value_of_its_query_alone():
    surface = explore_queries(LISTS, MEASURES)
    play(surface, "toggle", query="tart", item="d1")
    assert shown(surface) == {"soup": "29/36", "tart": "1", "salad": "5/12"}
    assert surface.view["announcement"] == "tart: d1 is relevant; MAP 20/27, up 1/6"
    assert [one["value"]["way"] for one in surface.view["lists"]] == ["", "up", ""]


def test_without_the_hard_query_the_note_says_what_it_did_to_the_mean():
    surface = explore_queries(LISTS, ["MAP"])
    assert surface.view["note"] == ""
    play(surface, "take_out", query="salad")
    assert surface.without == ["salad"]
    with_all, others = (29 / 36 + 1 / 2 + 5 / 12) / 3, (29 / 36 + 1 / 2) / 2
    said = f"Without salad, MAP is {others:.3f} over 2 of 3 queries. Over all 3 it is {with_all:.3f}."
    assert surface.view["note"] == said
    assert [one["out"] for one in surface.view["lists"]] == [False, False, True]
    assert surface.view["announcement"].startswith("salad taken out; MAP ")
    play(surface, "toggle", query="salad", item="d1")  # a list that is taken out can be changed
    assert surface.values["MAP"] == pytest.approx(others)
    play(surface, "put_back", query="salad")
    assert surface.values["MAP"] == float(rt.mean("AP", {**LISTS, "salad": [1, 0, 1, 1]}))


def test_a_query_opens_its_own_calculation():
    surface = explore_queries(LISTS, MEASURES)
    of_all = surface.view["trace"]["line"]
    play(surface, "query", query="tart")
    of_one = surface.view["trace"]["line"]  # which describes AP, also below the mean
    assert of_all.startswith("AP: ") and of_all.removeprefix("AP: ")[1:] == of_one[1:]
    assert surface.trace == rt.average_precision(TART)
    assert surface.view["query"] == surface.query == "tart"
    play(surface, "toggle", query="tart", item="d3")
    assert surface.trace.exact == (Fraction(1, 2) + Fraction(2, 3)) / 2
    play(surface, "undo")
    assert surface.query == "tart"
    play(surface, "convention", parameter="denominator", value="hits")  # of one query, it is that of the mean, too
    assert surface.chosen == 'MAP(denominator="hits")'
    play(surface, "query", query="")
    assert surface.trace.rows == "query"


@pytest.mark.parametrize("queries", ["all", "with_items", "with_relevant", "with_hits"])
@pytest.mark.parametrize("average", ["query", "geometric"])
def test_the_conventions_of_the_mean_are_choices_that_say_what_each_would_be(average, queries):
    lists = {**LISTS, "none": [0, 0], "missed": rt.Ranking([0], missed=[1]), "empty": []}
    surface = explore_queries(lists, ["MAP"])
    expected = float(rt.mean("AP", lists, average=average))
    assert choices(surface, "average")[average].endswith(f": {expected:.3f}")
    assert not play(surface, "convention", parameter="average", value=average)
    expected = float(rt.mean("AP", lists, average=average, queries=queries))
    assert choices(surface, "queries")[queries].endswith(f": {expected:.3f}")
    assert not play(surface, "convention", parameter="queries", value=queries)
    assert list(surface.values.values()) == [expected]
    counted = {one["query"] for one in surface.view["lists"] if one["counts"]}
    left_out = {"all": set(), "with_items": {"empty"}, "with_relevant": {"empty", "none"}}
    assert counted == lists.keys() - left_out.get(queries, {"empty", "none", "missed"})
    changed = (average, queries) != ("query", "all")
    assert (surface.view["trace"]["comparison"] is not None) == changed


def test_lag_can_be_pooled():
    surface = explore_queries([[0, 1, 0, 1], [1]], ["mean LAG"])
    assert surface.trace.exact == Fraction(3, 4)
    play(surface, "convention", parameter="queries", value="with_hits")
    assert not play(surface, "convention", parameter="average", value="pooled")  # over all queries
    assert (surface.trace.exact, surface.chosen) == (1, "pooled LAG")
    assert surface.values == {"pooled LAG": 1}
    assert not any(one.get("parameter") == "queries" for one in surface.view["trace"]["conventions"])


def test_auc_can_be_pooled_if_there_are_scores():
    surface = explore_queries(SCORED, ["AUC"])
    assert surface.values == {"mean AUC": 1}
    assert not play(surface, "convention", parameter="average", value="pooled")
    assert surface.values == {"pooled AUC": 3 / 4}
    assert surface.trace.rows != "query"
    assert "mean" in repr(explore_queries(SCORED, ["AUC"]))
    unscored = explore_queries(LISTS, ["AUC"])
    assert choices(unscored, "average")["pooled"] == "all queries' items in one list, by their scores"


@pytest.mark.parametrize(
    ("written", "name", "one"),
    [
        ("AP", "MAP", "AP"),
        ("MAP@3", "MAP@3", "AP@3"),
        ("gMAP", "gMAP", "AP"),
        ("RR", "MRR", "RR"),
        ("nDCG@5", "mean nDCG@5", "nDCG@5"),
        ("mean nDCG@5", "mean nDCG@5", "nDCG@5"),
        ("geometric mean RR", "geometric mean RR", "RR"),
        ("Pooled LAG", "pooled LAG", "LAG"),
        ('F(average="means")@3', 'F(average="means")@3', "F@3"),
        ('MAP(rel=2, queries="with_hits")', 'MAP(rel=2, queries="with_hits")', "AP(rel=2)"),
        ('AP(average="query", queries="all")', "MAP", "AP"),
    ],
)
def test_a_mean_has_a_name_that_reads_back(written, name, one):
    made = MeanMeasure.of(written)
    assert (str(made), str(made.of_one)) == (name, one)
    assert MeanMeasure.of(name) == made
    assert made(LISTS) == rt.mean(rt.measure(written), LISTS)


def test_a_tool_decides_over_which_queries():
    lists = {**LISTS, "none": [0, 0]}
    for tool in ("trec_eval", "ranx"):
        made = MeanMeasure.of(rt.measure("AP", convention=tool))
        assert float(made(lists)) == float(rt.mean("AP", lists, convention=tool))
        assert made.mean.queries == rt.mean("AP", lists, convention=tool).metric.queries


def test_the_cutoff_is_drawn_in_every_list():
    surface = explore_queries(LISTS, ["MAP@2", "mean P@2"])
    assert (surface.view["cut"], surface.view["cutoff"]["most"]) == (2, 4)
    surface.k = 3
    assert surface.values == {"MAP@3": float(rt.mean("AP@3", LISTS)), "mean P@3": float(rt.mean("P@3", LISTS))}
    assert surface.view["cards"][0]["points"] == [
        pytest.approx(float(rt.mean(f"AP@{k}", LISTS)), abs=1e-4) for k in range(1, 5)
    ]


def test_the_menu_has_means():
    surface = explore_queries(LISTS, ["MAP"])
    names = [option["value"] for option in surface.menu]
    assert {"MRR", "mean nDCG", "MAP@4"} <= set(names) and "MAP" not in names  # it is there already
    assert "mean Tau" not in names
    assert not play(surface, "add", measure="mean nDCG")
    assert surface.values == {"MAP": float(rt.mean("AP", LISTS)), "mean nDCG": float(rt.mean("nDCG", LISTS))}


@pytest.mark.parametrize(
    "lists", [LISTS, [SOUP, TART], rt.Batch(LISTS), np.array([[1, 0], [0, 1]]), (rt.Ranking(SOUP), rt.Ranking(TART))]
)
def test_explore_opens_several_lists(lists):
    assert isinstance(explore(lists, ["MAP"]), QueriesExplorer)
    assert explore(lists, ["MAP"], k=None, chosen="MAP").values == {"MAP": float(rt.mean("AP", lists))}


def test_the_static_view_shows_every_list_and_the_calculation():
    surface = explore_queries({"<b>soup": SOUP, "tart": [2, None, 0]}, ["MAP", "MRR"], without=["tart"])
    words = Tags(static(surface)).words
    assert "<b>soup: 3 of 3 relevant; AP 29/36" in words
    assert "tart (taken out): 1 of 1 relevant; AP 1" in words and "– not judged" in words
    assert "Without tart, MAP is 0.806 over 1 of 2 queries. Over all 2 it is 0.903." in words
    assert repr(surface) == "1 of 2 queries: MAP = 29/36, MRR = 1"


def test_a_state_keeps_what_it_shares_with_the_one_that_is_shown():
    surface = explore_queries(LISTS, MEASURES)
    soup, tart = (surface._state.now.lists[query] for query in ("soup", "tart"))
    play(surface, "toggle", query="tart", item="d1")
    play(surface, "toggle", query="tart", item="d3")
    assert surface._state.now.lists["soup"] is soup
    assert surface._state.now.lists["tart"] is not tart
    assert soup._known


def test_a_view_says_once_what_an_average_would_be():
    state = QueriesState({"soup": [1, 0], "tart": [0]}, ["MAP"])
    assert state.view() == state.view()
