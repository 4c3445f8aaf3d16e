"""What every surface does, without a browser: undo and redo, a line of Python, a state that survives under a key."""

import random
import re
from fractions import Fraction
from itertools import product

import pytest

import rankteach as rt
from rankteach.widgets.session.session import MOST_STEPS
from tests.widgets.shared import WIDGETS, play

ODD = ["a", 'b"', "c'\\", "d\n", "😀", "rt.Fraction(1, 2)"]
GRADED = rt.Ranking([3, 0, 2, None, 1, 0], items=ODD, scores=[6, 5, 4, 4, 2, 1], missed={"it's": 2, "x\\n": 0})
OF_A_CARD = ("label", "title", "value", "exact", "chosen")
OF_A_ROW = ("item", "state", "score", "shift", "way", "words")


def explore():
    return rt.explore(GRADED, ["P@3", "AP", "nDCG@4"])


# --- undo and redo ----------------------------------------------------------------------------------------
STEPS = [
    ("toggle", {"item": "a"}),
    ("move", {"item": "a", "by": 2}),
    ("move", {"item": "😀", "to": 1}),
    ("swap", {"items": ["a", "😀"]}),
    ("cut", {"k": 2}),
    ("choose", {"card": 2}),
    ("convention", {"parameter": "denominator", "value": "hits"}),
    ("add", {"measure": "RR"}),
    ("remove", {"card": 3}),
    ("reset", {}),
]
LOOKS = [
    ("show", {}),
    ("display", {"fractions": False}),
    ("best_swap", {}),
    ("predict", {"column": None, "row": None, "typed": "1/2"}),
]


def test_every_change_is_one_step_back_and_forth():
    explorer = explore()
    began, codes, said = explorer.code, [], []
    for do, details in STEPS:
        assert (explorer.view["undo"], explorer.view["redo"]) == (bool(codes), False)
        assert not play(explorer, do, **details)
        assert (explorer.code == began) is (do == "reset") and explorer.code not in codes[-1:]
        codes.append(explorer.code)
        said.append(explorer.view["announcement"])
    for code, words in zip([*codes[-2::-1], began], reversed(said), strict=True):
        assert not play(explorer, "undo")
        undone = f"Undone: {words.partition('; ')[0]}"
        assert (explorer.code, explorer.view["code"], explorer.view["announcement"]) == (code, code, undone)
        assert explorer.view["redo"]
    assert not explorer.view["undo"]
    for code, words in zip(codes, said, strict=True):
        assert not play(explorer, "redo")
        assert (explorer.code, explorer.view["announcement"]) == (code, f"Redone: {words}")
    assert not explorer.view["redo"]
    assert play(explorer, "redo") == "There is no change to redo."


def test_what_only_looks_is_no_step_and_stays_when_others_are_undone():
    explorer = rt.explore([1, 0] * 15)
    for do, details in LOOKS:
        code = explorer.code
        assert not play(explorer, do, **details)
        assert (explorer.code, explorer.view["undo"]) == (code, False)
    assert play(explorer, "undo") == "There is no change to undo."
    play(explorer, "toggle", item="d2")
    play(explorer, "display", digits=2)
    play(explorer, "show")
    play(explorer, "undo")
    assert explorer.view["trace"]["display"] == {"fractions": False, "digits": 2}
    assert len(explorer.view["list"]["rows"]) == 20
    play(explorer, "redo")
    assert explorer.view["trace"]["display"] == {"fractions": False, "digits": 2}
    assert not explorer.view["redo"]


def test_looking_loses_nothing_to_redo_but_another_change_does():
    explorer = explore()
    play(explorer, "toggle", item="a")
    play(explorer, "undo")
    play(explorer, "display", digits=2)
    assert explorer.view["redo"]
    play(explorer, "toggle", item="d\n")
    assert not explorer.view["redo"]
    with pytest.raises(ValueError, match="no change to redo"):
        explorer.redo()


def test_the_whole_way_of_a_slider_is_one_step():
    explorer = explore()
    began = explorer.code
    for k in (4, 5, 6):
        assert not play(explorer, "cut", k=k, slides=True)
    play(explorer, "undo")
    assert (explorer.code, explorer.view["announcement"]) == (began, "Undone: cutoff 6")
    play(explorer, "redo")
    assert explorer.k == 6
    play(explorer, "cut", k=2, slides=True)  # what was undone and done again is done with
    play(explorer, "toggle", item="a")
    play(explorer, "cut", k=1, slides=True)
    for k in (2, 2, 6, 3):
        play(explorer, "undo")
        assert explorer.k == k
    assert explorer.code == began


def test_a_slider_that_comes_back_is_no_step():
    explorer = explore()
    play(explorer, "toggle", item="a")
    for k in (4, 5, 3):  # the cutoff of the chosen measure was 3
        assert not play(explorer, "cut", k=k, slides=True)
    assert play(explorer, "undo") == ""
    assert explorer.ranking == GRADED
    assert "no change to undo" in play(explorer, "undo")


def test_a_change_that_fails_is_no_step_to_undo():
    explorer = explore()
    play(explorer, "toggle", item="a")
    code = explorer.code
    assert "items in the list, not 'nobody'" in play(explorer, "toggle", item="nobody")
    assert (explorer.code, explorer.view["undo"], explorer.view["redo"]) == (code, True, False)
    assert not play(explorer, "undo")
    assert explorer.ranking == GRADED
    assert "no change to undo" in play(explorer, "undo")
    assert explorer.view["redo"]


def test_python_can_undo_a_change():
    explorer = explore()
    explorer.k = 5
    explorer.ranking = [1, 0]
    explorer.undo()
    assert (explorer.ranking, explorer.k, explorer.view["announcement"]) == (GRADED, 5, "Undone.")
    explorer.undo()
    assert explorer.k == 3
    explorer.redo()
    assert (explorer.k, explorer.view["announcement"]) == (5, "Redone.")
    with pytest.raises(ValueError, match="no change to undo"):
        rt.explore_curve([1, 0]).undo()


def test_what_was_said_of_a_prediction_or_a_swap_goes_away():
    predict = ("predict", {"column": None, "row": None, "typed": "1/2"})
    for (do, details), where in ((predict, ("trace", "verdict")), (("best_swap", {}), ("list", "swap"))):
        for change in (
            lambda explorer: play(explorer, "toggle", item="a"),
            lambda explorer: setattr(explorer, "ranking", [1, 0]),
            lambda explorer: play(explorer, "undo"),
            lambda explorer: play(explorer, "toggle", item="a") or play(explorer, "undo"),
        ):
            explorer = explore()
            play(explorer, "toggle", item='b"')
            play(explorer, do, **details)
            assert explorer.view[where[0]][where[1]]
            change(explorer)
            assert explorer.view[where[0]][where[1]] is None


def test_only_so_many_steps_are_kept_to_undo():
    explorer = rt.explore([1, 0], ["RR"])
    for _ in range(MOST_STEPS + 5):
        play(explorer, "toggle", item="d2")
    for _ in range(MOST_STEPS):
        assert not play(explorer, "undo")
    assert play(explorer, "undo") == "There is no change to undo."
    assert explorer.ranking == rt.Ranking([1, 1])  # after five changes


# --- as a line of Python --------------------------------------------------------------------------------
def again(widget):
    """The widget that its line of Python makes, with ``rt`` alone."""
    return eval(widget.code, {"rt": rt, "__builtins__": {}})


def seen(view):
    """What is drawn, but for what a new start changes: nothing is changed yet, and grades that are gone are unknown."""
    trace = {name: part for name, part in view["trace"].items() if name not in ("comparison", "verdict")}
    rows = [view[part]["rows"] for part in ("list", "first", "second") if part in view]
    cards = view.get("cards") or view.get("charts") or ()
    drawn = [[{name: row.get(name) for name in OF_A_ROW} for row in side] for side in rows]
    return trace, drawn, [{name: card.get(name) for name in OF_A_CARD} for card in cards], view.get("pairs")


def gesture(chance, widget):
    """A random gesture that the surface offers."""
    kinds = {}
    for action in widget._state.recordable_actions():
        kinds.setdefault(action["do"], []).append(action)
    offered = [chance.choice(some) for some in kinds.values()]
    offered += [{"do": "display", "fractions": chance.random() < 0.5}, {"do": "undo"}, {"do": "redo"}]
    card = chance.choice(widget.view.get("cards") or widget.view.get("charts"))["key"]
    if widget.menu:
        offered += [{"do": "remove", "card": card}]
        offered += [{"do": "add", "measure": chance.choice(widget.menu)["value"]}] * 2
    for convention in widget.view["trace"]["conventions"]:
        if "options" in convention:
            value = chance.choice(convention["options"])["value"]
            offered.append({"do": "convention", "parameter": convention["parameter"], "value": value})
    return chance.choice(offered)


@pytest.mark.parametrize(
    "make",
    [
        lambda: rt.explore(GRADED),
        lambda: rt.explore([1, None, 0, 1], ["AP(weights=0.8)@3", "DCG(gain={0: 0, 1: 7, 2: 9}, base=3)", "P(rel=1)"]),
        lambda: rt.explore([Fraction(1, 3), 0, 1], ["CG", "AP"]),
        lambda: rt.explore_curve(GRADED),
        lambda: rt.explore_curve([1, 0, 0, 1]),
        lambda: rt.explore_agreement(ODD[:4], [*ODD[2:0:-1], "new", "a"]),
        lambda: rt.explore_agreement(ODD[:4], ODD[3::-1], measures=["Tau", "Pearson"], chosen="Pearson"),
        lambda: rt.explore_queries({"soup": rt.Ranking([2, 0], items=["a", "it's"]), "tart": [0, 1]}, ["MAP", "MRR"]),
        lambda: rt.side_by_side(*rt.Batch([[1, 1, 0], [1, 0, 1]]), ["AP", "R@2"]),
        lambda: rt.side_by_side(GRADED, GRADED.moved(3, to=1), ["AP", "R@3"]),
    ],
    ids=["list", "parameters", "fractions", "curve", "binary curve", "agreement", "same", "queries", "two", "linked"],
)
def test_a_surface_says_in_python_what_it_shows(make):
    chance = random.Random(6)
    widget = make()
    for _ in range(25):
        play(widget, **gesture(chance, widget))
        other = again(widget)
        assert other.code == widget.code
        assert type(other).__name__ == type(widget).__name__
        play(other, "display", **widget.view["trace"]["display"])
        for name, do, key in (("query", "query", "query"), ("side", "side", "list")):  # what is looked at is no code
            if name in widget.view:
                play(other, do, **{key: widget.view[name]})
        assert seen(other.view) == seen(widget.view)
        assert repr(other) == repr(widget)


@pytest.mark.parametrize(
    "trace",
    [
        rt.average_precision(GRADED, k=4, denominator="hits"),
        rt.ndcg([Fraction(1, 2), 1], gain={0.5: 3, 1: 8}),
        rt.precision(rt.Ranking([2, 1], relevant_from=2, collection_size=9)),
        rt.kendall_distance(ODD, ODD[::-2], k=3, p=0),
        rt.pearson([1, Fraction(1, 3), 2.5], [0, 2, 1]),
        rt.kendall_tau({"a": 1, "b": 2}, {"a": 2, "b": 1}),
        rt.mean("AP", rt.Batch([[1, 0], [Fraction(1, 2), 1]], queries=["it's", "2"]), k=1),
        rt.mean("AP", [[1, 0], [0, 0]], queries="with_relevant"),
        rt.mean("LAG", [[1, 0, 1], [0, 1]], average="pooled"),
        rt.mean("Tau", [([1, 2], [2, 1]), ([1, 2, 2], [1, 2, 3])]),
    ],
    ids=lambda trace: trace.label,
)
def test_a_step_player_says_in_python_which_trace_it_shows(trace):
    player = rt.step_through(trace)
    assert again(player).trace == trace
    assert again(player).code == player.code


# --- under a key ------------------------------------------------------------------------------------------
def test_with_a_key_a_surface_goes_on_where_it_was():
    first = rt.explore(GRADED, ["AP", "P@2"], key="lesson")
    play(first, "toggle", item="a")
    play(first, "choose", card=2)
    play(first, "undo")
    play(first, "display", fractions=False)
    second = rt.explore(GRADED, ["AP", "P@2"], key="lesson")
    assert (second.code, second.view["announcement"]) == (first.code, first.view["announcement"])
    assert second.view["trace"]["display"]["fractions"] is False
    assert (second.view["undo"], second.view["redo"]) == (True, True)
    assert not play(second, "redo")
    assert second.chosen == "P@2"
    second.undo(), second.undo()
    assert second.ranking == GRADED


def test_what_is_given_anew_starts_anew():
    play(rt.explore([1, 0], ["AP"], key="new"), "toggle", item="d2")
    assert rt.explore([1, 0], ["RR"], key="new").ranking == rt.Ranking([1, 0])
    assert rt.explore([1, 0], ["AP"], key="new").view["undo"] is False  # the other input has taken the key
    one = rt.explore([1, 0], ["AP"], key="new")
    play(one, "toggle", item="d2")
    assert rt.explore([1, 0], ["AP"], key="new").view["undo"] is True


def test_keys_surfaces_and_none_at_all_share_nothing():
    lists = [1, 0, 1]
    play(rt.explore(lists, key=1), "toggle", item="d1")
    play(rt.explore(lists), "toggle", item="d1")
    for other in (rt.explore(lists, key=2), rt.explore(lists), rt.explore_curve(lists, key=1)):
        assert (other.ranking, other.view["undo"]) == (rt.Ranking(lists), False)
    agreement = rt.explore_agreement(["a", "b", "c"], ["c", "a", "b"], key=1)
    play(agreement, "move", item="c", to=3)
    assert rt.explore_agreement(["a", "b", "c"], ["c", "a", "b"], key=1).second == ("a", "b", "c")
    assert rt.explore_agreement(["a", "b", "c"], ["c", "a", "b"], key=("a", 1)).second == ("c", "a", "b")


def test_a_key_knows_functions_apart():
    """No line of code can say which function it is, so another one begins anew."""

    def explorer(gain):
        return rt.explore([3, 1, 2], [rt.Measure(rt.dcg.metric, {"gain": gain})], key="functions")

    def square(grade):
        return grade**2

    first = explorer(square)
    first.set_state({"action": {"do": "move", "item": "d3", "to": 1, "n": 1}})
    assert explorer(square).ranking == first.ranking
    assert explorer(lambda grade: grade).ranking == rt.Ranking([3, 1, 2])


def test_an_action_says_what_it_is_about():
    explorer = rt.explore([1, 0])
    explorer.set_state({"action": {"do": "toggle", "n": 1}})
    assert explorer.error == "the action 'toggle' needs 'item'"


GARBAGE = [None, -1, 1.5, "x", [], ["a"], ["a", "b", "d\n"], {}, [[1]], float("nan")]
NEEDED = {"toggle": ["item"], "move": ["item", "to"], "swap": ["items"], "cut": ["k"], "choose": ["card"]}
NEEDED |= {"convention": ["parameter", "value"], "add": ["measure"], "remove": ["card"], "query": ["query"]}
NEEDED |= {"threshold": ["to"], "side": ["list"], "hold": ["item"], "list": ["typed"], "take_out": ["query"]}


def kept(widget):
    """What is shown, but for the number of the last action, and what the next change begins with."""
    return {**widget.view, "done": 0}, widget._state.code()


SETTABLE = ("ranking", "first", "second", "k", "chosen", "measures", "threshold", "query", "without")


@pytest.mark.parametrize("name", WIDGETS)
def test_an_action_of_other_kinds_of_values_is_refused_with_a_sentence_and_changes_nothing(name):
    widget = WIDGETS[name]()
    for do in {*widget._state.actions} & {*NEEDED} | {"dance", None}:
        for value in GARBAGE:
            needed = NEEDED.get(do, ())
            values = {key: "a" if key == "item" and len(needed) > 1 else value for key in needed}
            before = kept(widget)
            if error := play(widget, do, **values):
                assert re.search(" must | needs | has no |Nothing ", error), (do, values, error)
                assert kept(widget) == before, (do, values)
    play(widget, "display", digits=2)
    assert not widget.error and widget.view["trace"]["display"]["digits"] == 2


@pytest.mark.parametrize("name", WIDGETS)
def test_what_cannot_be_set_changes_nothing(name):
    widget = WIDGETS[name]()
    for one, value in product([one for one in SETTABLE if hasattr(widget, one)], GARBAGE):
        before = kept(widget)
        try:
            setattr(widget, one, value)
        except (AttributeError, TypeError, ValueError) as error:
            assert re.search(" must | needs | no setter", str(error)), (one, value, error)
            assert kept(widget) == before, (one, value)


@pytest.mark.parametrize(
    "garbage", [{"n": "1"}, {"n": None}, {"late": 3}, {"late": [[]]}, {"late": [{"n": []}]}], ids=str
)
def test_a_message_with_a_wrong_number_says_so_and_the_next_one_is_answered(garbage):
    explorer = explore()
    explorer.set_state({"action": {"do": "toggle", "item": 'b"', **garbage}})
    assert explorer.error.startswith("n must be the whole number of an action, but the action is ")
    assert not play(explorer, "toggle", item="a")
    assert explorer.ranking != GRADED
