"""Two rankings side by side without a browser: gestures go in as the browser sends them, the view comes out."""

import json
from fractions import Fraction

import pytest

import rankteach as rt
from rankteach.tracing.metric import known_metrics
from rankteach.widgets import side_by_side
from tests.widgets.shared import play, static

A, B = ["page", "query", "index", "score", "rank"], ["query", "tfidf", "page", "rank", "cosine"]
RELEVANT = {"page", "query", "tfidf", "overlooked"}
MODELS = rt.examples.model_a, rt.examples.model_b


def named(measures=None, **options):
    """Two systems, one set of judgements."""
    return side_by_side(*(rt.Ranking.from_items(items, RELEVANT) for items in (A, B)), measures, **options)


def test_a_list_without_a_value_is_neither_ahead_nor_behind():
    two = side_by_side([0, 0, 1], [0, 0, 0], ['AP(no_relevant="nan")', "AP"])
    (undefined, plain), written = two.view["cards"], json.dumps(two.view, allow_nan=False)
    assert [value["value"] for value in undefined["values"]] == ["0.333", "undefined"]
    assert undefined["ahead"] is None and undefined["verdict"] == "undefined" and plain["verdict"] == "A ahead"
    assert undefined["words"] == "A 0.333, B undefined"
    assert undefined["difference"]["value"] == "undefined"
    assert two.view["ranks"]["words"] == "A list without a value has no contributions."
    assert side_by_side([], [], ["AP"]).view["ranks"]["words"] == "There is nothing to compare rank by rank here."
    assert "nan" not in written.replace('no_relevant=\\"nan\\"', "")
    assert not play(two, "toggle", list=0, item="a3")
    assert two.view["announcement"].endswith("A undefined, B undefined")
    assert "undefined" in static(two)


def line(two, label):
    """The line of a measure."""
    return next(card for card in two.view["cards"] if card["label"] == label)


def grades(two):
    return two.first.grades, two.second.grades


# --- one set of judgements ----------------------------------------------------------------------------------


def test_the_models_of_the_article():
    """As precise at 5, and told apart by every measure that looks at the order."""
    two = side_by_side(*MODELS, ["P@5", "RR", "AP", "nDCG@5"])
    values = "P@5 = 3/5 and 3/5, RR = 1 and 1/3, AP = 1 and 43/90, nDCG@5 = 1.0000 and 0.6183"
    assert repr(two) == f"A and B side by side, 5 and 5 items: {values}"
    assert [card["verdict"] for card in two.view["cards"]] == ["equal", "A ahead", "A ahead", "A ahead"]
    assert two.values["AP"] == (1.0, pytest.approx((1 / 3 + 2 / 4 + 3 / 5) / 3))
    assert line(two, "AP")["difference"] == {"value": "−0.522", "exact": "−47/90"}
    assert line(two, "AP")["words"] == "A 1, B 0.478; A ahead by 0.522"
    assert two.view["ranks"]["words"] == "Ranks 1 and 2: 2/5 more for A; ranks 4 and 5: 2/5 more for B."


def test_lists_without_names_are_not_linked():
    two = side_by_side(*MODELS)
    assert two.view["lines"] == []
    assert [list(one.items[:2]) for one in (two.first, two.second)] == [["a1", "a2"], ["b1", "b2"]]
    assert not play(two, "toggle", list=1, item="b1")
    assert grades(two) == ([1, 1, 1, 0, 0], [1, 0, 1, 1, 1])
    assert two.view["announcement"].startswith("b1 is relevant in B; AP: A 1, B 0.804")
    assert {row["way"] for row in two.view["second"]["rows"]} == {""}


@pytest.mark.parametrize(
    ("a", "b", "linked"),
    [
        ([1, 0, 1], rt.Ranking([1, 0, 1]).moved(3, 1), True),  # a list and the same list in another order
        ([1, 0, 1], [1, 0, 1], True),
        ([1, 0, 1], [1, 0, 0], False),
        ([1, 0, 1], [1, 0], False),
        ([1, 0, 1], rt.Ranking([1, 0, 1], missed=[1]), False),
        ([1, 0], rt.Ranking([1, 0], items=["a", "b"]), False),
        (rt.Ranking([1], items=["a"]), rt.Ranking([0], items=["b"]), True),
        (rt.Ranking.from_scores([1, 0, 1], [3, 2, 1]), rt.Ranking.from_scores([1, 0, 1], [1, 2, 3]), True),
        (rt.examples.five_graded, rt.examples.five_graded_swapped, True),
    ],
)
def test_which_lists_are_linked(a, b, linked):
    two = side_by_side(a, b)
    assert two.view["linked"] is linked
    if linked and set(two.first.items) == set(two.second.items):
        assert two.first.relevant_total.values == two.second.relevant_total.values
        assert two.first.missed == two.second.missed == []
    assert not side_by_side(a, b, linked=False).view["linked"]


def test_what_only_one_list_has_was_missed_in_the_other():
    two = named(["R", "AP", "nDCG"])
    assert set(two.first.missed_items) == {"tfidf", "overlooked"}
    assert two.second.missed_items == ("overlooked",)
    assert two.values["R"] == (2 / 4, 3 / 4)
    assert line(two, "AP")["difference"]["exact"] == "+1/4"
    assert two.view["first"]["retrieved"] == "2 of 4 relevant"
    assert two.view["first"]["below"] == "not in A: tfidf (relevant) and cosine"
    assert two.view["second"]["below"] == "not in B: index and score"
    assert two.view["note"] == (
        "A relevant item that only one list contains counts as missed in the other list. Missed by both: overlooked."
    )


def test_nothing_is_missed_twice():
    """Missed grades without names stand for items of the other list; what is left of them is missed by both."""
    a = rt.Ranking([1, 0], items=["x", "y"], missed=[1, 1])
    b = rt.Ranking([0, 1], items=["y", "z"], missed=[1])
    two = side_by_side(a, b, ["R"])
    assert (two.first.missed, two.second.missed) == ([1, 1], [1, 1])
    assert two.values["R"] == (1 / 3, 1 / 3)
    assert two.view["note"].endswith("Missed by both: 1 without a name.")
    graded = rt.Ranking([3], items=["x"], missed=[2, 2, 0])
    two = side_by_side(graded, rt.Ranking([2], items=["z"], missed={"x": 3, "u": 1}), ["CG", "nDCG"])
    assert (sorted(two.first.missed), sorted(two.second.missed)) == ([1, 2, 2], [1, 2, 3])
    as_given = side_by_side(a, rt.Ranking([0, 1], items=["y", "x"]), ["R"])
    assert as_given.first.missed == [1, 1]


def test_an_item_that_is_judged_in_one_list_is_judged_in_both():
    two = side_by_side(rt.Ranking([None, 1], items=["x", "y"]), rt.Ranking([2, None], items=["x", "z"]), ["CG"])
    assert grades(two) == ([2, 1], [2, None])
    assert two.first.missed == []
    assert (two.first.unjudged, two.second.unjudged) == (0, 1)


def test_a_collection_is_that_of_both():
    a, b = rt.Ranking([1], items=["x"], collection_size=9), rt.Ranking([0], items=["y"])
    assert side_by_side(a, b).second.collection_size == 9


# --- gestures -----------------------------------------------------------------------------------------------


def test_side_by_side_has_defaults():
    two = named()
    assert two.measures == ["P@5", "R@5", "F@5", "RR", "AP", "DCG@5", "nDCG@5"]
    assert (two.chosen, two.k) == ("AP", 5)
    assert list(two.values) == ["P@5", "R@5", "F1@5", "RR", "AP", "DCG@5", "nDCG@5"]
    assert two.view["cutoff"] == {"value": 5, "most": 5}
    assert side_by_side([1], [1, 0, 1], k=2).view["cutoff"] == {"value": 2, "most": 3}


def test_a_judgement_is_changed_in_both_lists():
    two = named(["R", "AP"], chosen="R")
    assert not play(two, "toggle", list=0, item="rank")
    assert grades(two) == ([1, 1, 0, 0, 1], [1, 1, 1, 1, 0])
    assert two.values["R"] == (3 / 5, 4 / 5)
    assert two.view["announcement"] == "rank is relevant; R: A 0.600, B 0.800; B ahead by 0.200"
    assert not play(two, "toggle", list=1, item="cosine")  # which A does not have: it has missed it
    assert set(two.first.missed_items) == {"tfidf", "cosine", "overlooked"}
    assert two.values["R"] == (3 / 6, 5 / 6)
    assert not play(two, "toggle", list=1, item="tfidf", back=True)
    assert set(two.first.missed_items) == {"overlooked", "cosine"}
    assert two.view["first"]["below"] == "not in A: tfidf and cosine (relevant)"
    play(two, "reset")
    assert grades(two) == ([1, 1, 0, 0, 0], [1, 1, 1, 0, 0])
    assert not two.view["changed"]


def test_either_list_can_be_reordered():
    two = named(["RR", "AP"], chosen="AP")
    assert not play(two, "move", list=1, item="page", to=1)
    assert two.second.items == ("page", "query", "tfidf", "rank", "cosine")
    assert two.first.items == tuple(A)
    assert two.second.grades == [1, 1, 1, 0, 0]
    assert two.view["announcement"] == "page moved to rank 1 in B; AP: A 0.500, B 0.750; B ahead by 0.250"
    assert [(row["item"], row["way"], row["shift"]) for row in two.view["second"]["rows"]] == [
        ("page", "level", ""),
        ("query", "level", ""),
        ("tfidf", "only", ""),
        ("rank", "up", "1"),
        ("cosine", "only", ""),
    ]
    kinds = {one["item"]: one["kind"] for one in two.view["lines"]}
    assert kinds == dict.fromkeys(("page", "query"), "level") | dict.fromkeys(
        ("index", "score", "tfidf", "cosine"), "only"
    ) | {"rank": "up"}
    assert not play(two, "move", list=0, item="rank", by=-9)
    assert two.first.items[0] == "rank"
    assert two.view["second"]["rows"][3]["words"] == "rank 1 in A"
    assert two.view["second"]["rows"][3]["shift"] == "3"


def test_a_calculation_of_either_list():
    two = side_by_side(*MODELS, ["AP"])
    assert two.trace.exact == 1
    assert not play(two, "side", list=1)
    assert two.trace.exact == Fraction(43, 90)
    assert two.view["side"] == 1
    assert not play(two, "predict", column="precision", row=3, typed="1/3")
    assert two.view["trace"]["verdict"]["right"]


def test_the_cutoff_and_the_conventions_are_those_of_both():
    two = side_by_side(*MODELS, ["P@5", 'nDCG(gain="exponential")@5'])
    play(two, "cut", k=2)
    assert two.values == {"P@2": (1, 0), "nDCG@2": (1, 0)}
    two.k = 3
    assert two.values["P@3"] == (1, pytest.approx(1 / 3))
    two.measures = ["AP"]
    assert not play(two, "convention", parameter="denominator", value="hits")
    assert two.chosen == 'AP(denominator="hits")'
    assert not play(two, "add", measure="LAG")
    assert line(two, "LAG")["verdict"] == "A ahead, less is better"
    assert line(two, "LAG")["difference"]["value"] == "+2.000"


def test_less_is_better_whatever_grades_count():
    two = side_by_side([0, 5], [5, 0], ["LAG(rel=5)", "nDCG(gain={0: 0, 5: 3})"])
    assert [card["verdict"] for card in two.view["cards"]] == ["B ahead, less is better", "B ahead"]


# --- rank by rank ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side, item", [(0, "a1"), (1, "b1")])
@pytest.mark.parametrize("then", [{"do": "choose", "card": 2}, {"do": "reset"}, {"do": "undo"}])
def test_ranks_add_the_same_after_clicks_as_in_lists_that_begin_there(side, item, then):
    two = side_by_side([1, 0, 1], [0, 1, 1], ["AP", "P@2"], chosen="P@2" if then["do"] != "choose" else "AP")
    for one in ({"do": "toggle", "list": side, "item": item}, {"do": "toggle", "list": side, "item": item}, then):
        assert not play(two, **one)
    again = eval(two.code, {"rt": rt})
    assert two.view["ranks"] == again.view["ranks"]


@pytest.mark.parametrize("name", [name for name, metric in known_metrics().items() if not metric.pairing])
def test_every_measure_of_the_catalogue(name):
    two = named([known_metrics()[name].measure({"k": 4})])
    (values,) = two.values.values()
    if two.shares:
        assert float(two.shares[-1].total) == pytest.approx(values[1] - values[0])
    else:
        assert two.view["ranks"]["words"] == "There is nothing to compare rank by rank here."
    assert json.loads(json.dumps(two.view, allow_nan=False))
    assert static(two)


def test_where_the_calculations_part():
    two = side_by_side(*MODELS, ["AP"])
    assert [row["sides"][1]["share"] for row in two.view["ranks"]["rows"]] == [0, 0, 0.3333, 0.5, 0.6]
    parted = two.differences
    assert (parted.exact, parted.first_row) == (Fraction(-47, 90), 1)
    assert [column.name for column in parted.columns] == ["relevant", "hits", "precision", "credit", "running sum"]
    assert parted.words[0] == "A is 1, B is 43/90 ≈ 0.4778: 47/90 less."


# --- sizes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b"), [([], []), ([], [1]), ([1], [0]), ([0, 0], [0, 0]), ([1] * 40, [0] * 30)])
def test_short_long_and_empty_lists(a, b):
    two = side_by_side(a, b)
    assert json.loads(json.dumps(two.view, allow_nan=False))
    assert static(two)
    assert len(two.view["first"]["rows"]) == min(len(a), 20)


def test_long_lists_show_their_top():
    items = [f"d{i}" for i in range(1, 41)]
    judged = set(items[::3])
    two = side_by_side(*(rt.Ranking.from_items(one, judged) for one in (items, items[::-1])), ["AP"])
    assert two.view["more"] == "Show all 40"
    assert two.view["first"]["below"] == "rank 21 to 40: not shown"
    assert [row["rank"] for row in two.view["ranks"]["rows"]][-2:] == ["20", "21 to 40"]
    assert two.shares[-1].total == two.differences.exact
    assert not play(two, "show")
    assert len(two.view["first"]["rows"]) == 40
    play(two, "show")
    assert not play(two, "move", list=0, item="d20", by=1)  # stays in sight
    assert len(two.view["first"]["rows"]) == 40


# --- where nothing is live ----------------------------------------------------------------------------------


def test_the_static_view_holds_all_of_it():
    two = side_by_side(*MODELS, ["P@5", "AP"], chosen="AP")
    html = static(two)
    assert html.count("<details><summary>Step by step") == 2
    for trace in two.differences.first, two.differences.second:
        assert trace.to_html() in html
    for words in (
        "The lists are not linked.",
        "AP: A 1, B 0.478; A ahead by 0.522.",
        "Ranks 1, 2 and 3: 8/9 more for A; ranks 4 and 5: 11/30 more for B.",
        "They first differ at rank 1, where relevant is 1 in A and 0 in B.",
        "−47/90",
    ):
        assert words in html
    assert "credit, B" in html
    html = static(named())
    for words in ("not in A: tfidf (relevant) and cosine", "Missed by both: overlooked."):
        assert words in html


def test_linked_lists_keep_what_was_done_to_them_before():
    judged = {"a": 1, "b": 0, "c": 1, "e": 1}
    condensed = rt.Ranking.from_items([*"abcx"], judged).condensed()
    surface = rt.side_by_side(condensed, rt.Ranking.from_items([*"baec"], judged), ["AP"])
    assert "1 item not judged: left out" in surface.trace.conventions
    play(surface, "toggle", list=0, item="b")
    assert "1 item not judged: left out" in surface.trace.conventions
