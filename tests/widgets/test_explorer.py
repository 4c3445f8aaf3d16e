"""The explorer without a browser: gestures go in as the browser sends them, the view comes out."""

import json
import math
from fractions import Fraction

import pytest

import rankteach as rt
from rankteach.classroom import compare
from rankteach.tracing.metric import known_metrics
from rankteach.widgets.explorer.widget import ExplorerState
from tests.widgets.shared import HOSTILE, Tags, convention, play

EIGHT = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0], items=["06", "03", "05", "00", "04", "02", "01", "07"])
GRADED = rt.Ranking([3, 2, None, 0, 1], missed=[3, 2])


def card(explorer, label):
    return next(one for one in explorer.view["cards"] if one["label"] == label)


def marks(explorer):
    return [row["mark"] for row in explorer.view["list"]["rows"]]


def test_an_explorer_has_defaults():
    explorer = rt.explore(EIGHT)
    assert explorer.measures == ["P@5", "R@5", "F@5", "RR", "AP", "DCG@5", "nDCG@5"]
    assert (explorer.k, explorer.chosen) == (5, "AP")
    assert rt.explore([1, 0, 1]).k == 3
    assert rt.explore([]).values["AP"] == 0
    assert rt.explore([1, 0], k=7).measures[0] == "P@7"


def test_toggling_changes_every_measure():
    explorer = rt.explore(EIGHT)
    before = explorer.values
    assert not play(explorer, "toggle", item="03")
    assert explorer.ranking.grades == [1, 1, 1, 1, 0, 1, 0, 0]
    assert card(explorer, "P@5")["value"] == "0.800"
    assert (card(explorer, "P@5")["exact"], card(explorer, "P@5")["change"]) == ("4/5", "+0.200")
    assert explorer.values["AP"] > before["AP"]
    assert explorer.view["changed"]
    assert explorer.view["announcement"] == "03 is relevant; AP 29/30, up 47/240"
    play(explorer, "toggle", item="03")
    assert explorer.values == before
    assert card(explorer, "P@5")["change"] == ""


def test_a_measure_without_a_value():
    explorer = rt.explore([0, 1, 0], ['AP(no_relevant="nan")', "P@2"])
    assert not play(explorer, "toggle", item="d2")
    assert explorer.view["announcement"] == "d2 is not relevant; AP undefined"
    card, _ = explorer.view["cards"]
    assert (card["value"], card["way"], card["points"]) == ("undefined", "", [])
    assert json.loads(explorer.get_state()["view"]) == json.loads(json.dumps(explorer.view))
    assert not play(explorer, "toggle", item="d2")
    assert explorer.view["cards"][0]["value"] == "0.500"


def test_grades_go_round_and_back():
    explorer = rt.explore(GRADED)
    assert marks(explorer) == ["grade 3", "grade 2", "not judged", "grade 0", "grade 1"]
    for grade in (1, 2, 3, 0):
        play(explorer, "toggle", item="d3")
        assert explorer.ranking.grades[2] == grade
    play(explorer, "toggle", item="d3", back=True)
    assert explorer.ranking.grades[2] == 3


@pytest.mark.parametrize(
    ("grades", "seen"),
    [
        ([1, None], ["not judged", "relevant", "not relevant"]),
        ([0, 0.5, 2.5], ["grade 0", "grade 0.5", "grade 2.5", "grade 0"]),
        ([0, 50, 100], ["grade 0", "grade 50", "grade 100", "grade 0"]),
        ([0, Fraction(1, 2)], ["grade 0", "grade 1/2", "grade 0"]),
    ],
)
def test_what_a_click_goes_through(grades, seen):
    explorer = rt.explore(grades)
    place = grades.index(None) if None in grades else 0
    found = []
    for _ in seen:
        found.append(marks(explorer)[place])
        play(explorer, "toggle", item=f"d{place + 1}")
    assert found == seen


def test_the_slider_moves_what_has_its_cutoff():
    explorer = rt.explore(EIGHT, ["P@3", "AP", "nDCG@5"])
    assert explorer.measures == ["P@3", "AP", "nDCG@5"]
    assert explorer.view["cut"] == explorer.k == 3
    play(explorer, "cut", k=4)
    assert explorer.measures == ["P@4", "AP", "nDCG@5"]
    play(explorer, "choose", card=3)  # the slider goes to the cutoff of what is chosen
    assert explorer.view["cut"] == explorer.k == 5
    play(explorer, "cut", k=2)
    assert explorer.measures == ["P@4", "AP", "nDCG@2"]
    assert rt.explore(EIGHT, ["AP", "RR"]).view["cutoff"] is None
    assert rt.explore(EIGHT, ["P@3", "AP"], k=6).measures == ["P@6", "AP"]


def test_the_slider_takes_nothing_along_that_it_passes():
    explorer = rt.explore(EIGHT, ["DCG@5", "CG@5", "DCG@2", "CG@2"])
    for k in (4, 3, 2):
        play(explorer, "cut", k=k)
    assert explorer.measures == ["DCG@2", "CG@2", "DCG@2", "CG@2"]
    assert list(explorer.values) == ["DCG@2", "CG@2", "DCG@2 (2)", "CG@2 (2)"]
    play(explorer, "cut", k=1)
    assert explorer.measures == ["DCG@1", "CG@1", "DCG@2", "CG@2"]
    explorer.measures = ["AP", "P@3"]
    explorer.k = 4
    assert explorer.measures == ["AP", "P@4"]


def test_a_measure_without_cutoff_has_no_line_of_its_own():
    explorer = rt.explore(EIGHT, ["AP", "P@3"])
    assert (explorer.view["cut"], explorer.view["cuts"]) == (3, False)
    explorer.chosen = "P@3"
    assert (explorer.view["cut"], explorer.view["cuts"]) == (3, True)


def test_conventions_are_chosen_in_the_line():
    explorer = rt.explore(rt.Ranking([1, 0, 1], missed=[1]), ["AP"])
    first = explorer.view["trace"]["conventions"][0]
    assert first["parameter"] == "denominator"
    assert first["value"] == "relevant"
    assert [option["value"] for option in first["options"]] == list(
        rt.measure("AP").metric.declared["denominator"].values
    )
    assert not play(explorer, "convention", parameter="denominator", value="hits")
    assert explorer.chosen == 'AP(denominator="hits")'
    assert explorer.trace.exact == Fraction(5, 6)


def test_a_gain_of_ones_own_gives_way_to_a_named_one():
    made = rt.Measure(rt.measure("DCG").metric, {"gain": {0: 0, 1: 7}})
    explorer = rt.explore([1, 0], [made])
    assert explorer.view["trace"]["conventions"][0]["value"] == ""
    assert not play(explorer, "convention", parameter="ideal" if "ideal" in made.parameters else "gain", value="linear")
    assert explorer.values == {"DCG": 1.0}


def test_two_measures_of_one_name_are_told_apart():
    explorer = rt.explore(EIGHT, ["AP@5", 'AP(denominator="hits")@5'])
    assert list(explorer.values) == ["AP@5", 'AP(denominator="hits")@5']
    assert list(rt.explore(EIGHT, ["AP", "RR", "AP"]).values) == ["AP", "RR", "AP (2)"]


def test_python_drives_it_too():
    explorer = rt.explore(EIGHT)
    explorer.k = 3
    assert card(explorer, "P@3")["exact"] == "2/3"
    explorer.measures = ["RR", "AP"]
    assert explorer.chosen == "AP"
    explorer.chosen = "RR"
    assert explorer.view["trace"]["label"] == "RR"
    play(explorer, "toggle", item="06")
    explorer.ranking = [0, 1]
    assert (card(explorer, "RR")["exact"], card(explorer, "RR")["change"]) == ("1/2", "")


def test_a_list_of_ones_own_is_typed_and_undone():
    ranking = rt.Ranking([1, 2], missed=[1], relevant_from=2)
    explorer = rt.explore(ranking, ["AP", "P@2"], titles={"d1": "Leek soup"})
    assert play(explorer, "list", typed="0,2 - 1.5") == ""
    assert explorer.ranking == rt.Ranking([0, 2, None, 1.5], relevant_from=2)
    assert explorer.view["announcement"].startswith("your own list of 4 items; AP 1/2")
    assert eval(explorer.view["code"], {"rt": rt}).ranking == explorer.ranking
    assert not explorer.titles and not explorer.view["changed"]
    assert play(explorer, "undo") == ""
    assert explorer.ranking == ranking and explorer.titles == {"d1": "Leek soup"}


def test_a_click_passes_over_grades_without_a_gain():
    made = rt.Measure(rt.measure("DCG").metric, {"gain": {0: 0, 1: 1, 3: 6}})
    explorer = rt.explore([3, 1, None], [made])
    for grade in (3, 0, 1):
        assert not play(explorer, "toggle", item="d2")
        assert explorer.ranking.grades[1] == grade
    play(explorer, "toggle", item="d3")
    assert explorer.ranking.grades == [3, 1, 1]


def test_a_measure_that_cannot_take_the_new_grade_says_so():
    made = rt.Measure(rt.measure("DCG").metric, {"gain": lambda grade: -1 if grade == 1 else grade})
    explorer = rt.explore([3, 0], [made])
    assert "The gain of grade 1 must be a finite number" in play(explorer, "toggle", item="d2")
    assert explorer.ranking.grades == [3, 0]


def test_actions_that_a_busy_kernel_missed_come_with_the_next():
    explorer = rt.explore(EIGHT)
    late = [{"do": "toggle", "item": "03", "n": 1}, {"do": "move", "item": "02", "to": 1, "n": 2}]
    explorer.set_state({"action": {"do": "cut", "k": 2, "n": 3, "late": late}})
    assert (explorer.view["done"], explorer.k, explorer.ranking.items[0]) == (3, 2, "02")
    explorer.set_state({"action": {"do": "toggle", "item": "03", "n": 4, "late": late}})  # done already
    assert explorer.ranking == EIGHT.moved(6, 1)


def test_an_interrupted_action_is_performed_with_the_next_one(monkeypatch):
    explorer = rt.explore([1, 0], ["AP"])

    def interrupted(state, action):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ExplorerState, "dispatch", interrupted)
        with pytest.raises(KeyboardInterrupt):
            explorer.set_state({"action": {"do": "toggle", "item": "d2", "n": 1}})
    assert explorer.view["done"] == 0
    explorer.set_state({"action": {"do": "cut", "k": 1, "n": 2, "late": [{"do": "toggle", "item": "d2", "n": 1}]}})
    assert (explorer.view["done"], explorer.ranking.grades) == (2, [1, 1])


def test_an_action_that_fails_keeps_none_of_the_others_from_being_done():
    explorer = rt.explore(EIGHT)
    late = [{"do": "toggle", "item": "nobody", "n": 1}, {"do": "move", "item": "02", "to": 1, "n": 2}]
    explorer.set_state({"action": {"do": "cut", "k": 2, "n": 3, "late": late}})
    assert "items in the list, not 'nobody'" in explorer.error
    assert (explorer.view["done"], explorer.k, explorer.ranking.items[0]) == (3, 2, "02")


def test_long_lists_show_their_top():
    explorer = rt.explore([1, 0] * 25, ["AP", "P@30"])
    view = explorer.view
    assert len(view["list"]["rows"]) == len(view["trace"]["tables"][0]["rows"]) == len(view["trace"]["steps"]) == 20
    assert "rank 21 to 50" in view["list"]["hidden"]
    assert "rank 21 to 50" in view["trace"]["tables"][0]["hidden"]


def test_long_lists_can_be_shown_whole():
    explorer = rt.explore([1, 0] * 25, ["AP", "P@30"])
    assert explorer.view["list"]["more"] == "Show all 50"
    play(explorer, "show")
    assert explorer.view["announcement"] == "50 items shown"
    shown = explorer.view["list"]
    assert (len(shown["rows"]), shown["hidden"], shown["more"]) == (50, "", "Show fewer")
    assert len(explorer.view["trace"]["tables"][0]["rows"]) == 20
    play(explorer, "show")
    assert len(explorer.view["list"]["rows"]) == 20
    assert rt.explore([1] * 20).view["list"]["more"] == ""


def test_what_is_moved_stays_in_sight():
    explorer = rt.explore([1, 0] * 25, ["AP"])
    play(explorer, "move", item="d20", by=1)
    assert explorer.view["list"]["rows"][20]["item"] == "d20"
    explorer = rt.explore([1, 0] * 300, ["P@5"])
    assert explorer.view["list"]["more"] == "Show 500"
    play(explorer, "show")
    play(explorer, "move", item="d500", by=1)
    assert explorer.view["list"]["rows"][-1]["item"] == "d500"
    assert "rank 501 to 600" in explorer.view["list"]["hidden"]


def test_the_ideal_columns_stand_apart():
    explorer = rt.explore(rt.Ranking([3, 2, 0, 1], missed=[3]), ["nDCG", "IDCG"])
    (table,) = explorer.view["trace"]["tables"]
    assert table["linked"]
    assert [head["title"] for head in table["heads"] if head["edge"]] == ["ideal item", "nDCG@i"]
    explorer.chosen = "IDCG"
    assert not explorer.view["trace"]["tables"][0]["linked"]


def test_the_menu_lists_measures_by_family_with_and_without_the_cutoff():
    words = [option["words"] for option in rt.explore(EIGHT, ["AP"], k=3).menu]
    families = [one[one.rindex("(") :] for one in words]
    assert families == sorted(families, key=families.index) and len(set(families)) == 4
    assert "AP@3: average precision (order of the relevant items)" in words
    assert "AP: average precision (order of the relevant items)" not in words  # it is there already


# --- what another convention changes ------------------------------------------------------------------------


def parted(explorer):
    return explorer.view["trace"]["comparison"]


def test_other_measures_are_compared_with_no_earlier_ones():
    explorer = rt.explore([1, 0, 1], ['AP(denominator="hits")'])
    play(explorer, "convention", parameter="denominator", value="relevant")
    assert parted(explorer)
    explorer.measures = ["AP"]
    assert parted(explorer) is None


@pytest.mark.parametrize("name", [name for name, metric in known_metrics().items() if not metric.pairing])
@pytest.mark.parametrize("ranking", [rt.Ranking([3, 0]), rt.Ranking([])], ids=["short", "empty"])
def test_every_convention_of_every_measure_can_be_chosen(name, ranking):
    explorer = rt.explore(ranking, [known_metrics()[name].measure({"k": 3})])
    for one in explorer.view["trace"]["conventions"]:
        values = [option["value"] for option in one.get("options", ())]
        for value in (*values, *([one["value"]] if values else [])):  # at last the one it came with
            gesture = {"parameter": one["parameter"], "value": value}
            assert not play(explorer, "convention", **gesture), gesture
            json.dumps(explorer.view, allow_nan=False)
    assert parted(explorer) is None


def test_a_number_is_chosen_from_those_in_use():
    explorer = rt.explore([1, 0, 1], ["RBP", "nDCG"])
    numbers = [option["value"] for option in convention(explorer, "p")["options"]]
    assert (convention(explorer, "p")["value"], numbers) == ("0.8", ["0.5", "0.8", "0.9", "0.95"])
    assert not play(explorer, "convention", parameter="p", value="0.5")
    assert (explorer.measures, explorer.trace.exact) == (["RBP(p=0.5)", "nDCG"], Fraction(5, 8))
    explorer.measures = ["RBP(p=0.7)"]
    assert convention(explorer, "p")["value"] == ""  # a number of one's own
    explorer.measures = ["nDCG"]
    assert "logarithm to base e" in [option["words"] for option in convention(explorer, "base")["options"]]
    assert not play(explorer, "convention", parameter="base", value=str(math.e))
    assert explorer.trace.parameters["base"] == math.e


def test_the_static_view_holds_the_table_of_differing_rows():
    explorer = rt.explore(rt.Ranking([1, 0], items=HOSTILE[:2], missed=[1]), ["AP"])
    words = Tags(explorer._repr_mimebundle_()[0]["text/html"]).words
    assert not any("They first differ at" in one for one in words)
    play(explorer, "convention", parameter="denominator", value="hits")
    data = explorer._repr_mimebundle_()[0]["text/html"]
    words = Tags(data).words
    assert parted(explorer)["words"][-1] in words
    assert "AP@i, second" in words and "+1/2" in words
    assert "<img src=x" not in data


def test_measures_that_differ_in_a_function_alone_have_values_of_their_own():
    gains = [rt.Measure(rt.dcg.metric, {"gain": gain}) for gain in (lambda g: g, lambda g: g * g)]
    explorer = rt.explore([3, 0, 2], gains)
    assert list(explorer.values.values()) == [3 + 2 / 2, 9 + 4 / 2]


@pytest.mark.parametrize("measure", ["AP", "nDCG@3", "LAG", "RBP(p=0.5)@4"])
def test_a_held_item_shows_what_each_rank_would_bring(measure):
    explorer = rt.explore(rt.Ranking([1, 0, 2, 0, 1], missed=[1]), [measure])
    code = explorer.code
    play(explorer, "hold", item="d3")
    moves = explorer.view["list"]["moves"]
    assert (explorer.code, explorer.view["undo"], explorer.view["announcement"]) == (code, False, "")
    for rank, move in enumerate(moves, start=1):
        play(explorer, "move", item="d3", to=rank)
        assert explorer.view["cards"][0]["value"] == move["value"], rank
        assert explorer.view["list"]["moves"] is None
    less = rt.measure(measure).metric.less_is_better
    best = (min if less else max)(moves, key=lambda move: float(move["value"]))
    assert best["share"] == 1
    assert min(move["share"] for move in moves) == 0


@pytest.mark.parametrize(
    "changes",
    [
        [("cut", {"k": 3})],
        [("remove", {"card": 2})],
        [("remove", {"card": 3}), ("add", {"measure": "RR"})],
        [("convention", {"parameter": "denominator", "value": "hits"})],
        [("toggle", {"item": "d2"}), ("cut", {"k": 1}), ("remove", {"card": 1})],
    ],
    ids=lambda changes: "-".join(do for do, _ in changes),
)
def test_a_reset_brings_back_the_cutoff_and_the_measures(changes):
    explorer = rt.explore([1, 0, 1, 0], ["AP", "P@2", "R@2"])
    at_first = {name: explorer.view[name] for name in ("cards", "cutoff", "list", "code")}
    play(explorer, "choose", card=1)
    assert not explorer.view["changed"]
    for do, what in changes:
        play(explorer, do, **what)
        assert explorer.view["changed"]
    play(explorer, "reset")
    assert not explorer.view["changed"]
    play(explorer, "choose", card=1)
    assert {name: explorer.view[name] for name in at_first} == at_first
    explorer.measures = ["RR"]  # from Python: these are now those of the start
    assert not explorer.view["changed"]


def test_a_very_long_list_shows_no_values_while_an_item_is_held():
    explorer = rt.explore([1, 0] * 501, ["AP"])
    play(explorer, "hold", item="d3")
    assert explorer.view["list"]["moves"] is None
    assert not explorer.error


# --- printed numbers ----------------------------------------------------------------------------------------
F1_PRINTED = ["0.40", "0.33", "0.62", "0.75", "0.66", "0.80", "0.73", "0.66"]


def test_a_printed_number_moves_the_cutoff_and_is_judged():
    surface = rt.explore(rt.examples.eight_documents, ["F1@1", "P@1"], printed=F1_PRINTED)
    assert surface.view["printed"]["numbers"] == F1_PRINTED
    said = {}
    for k in range(1, 9):
        surface.set_state({"action": {"do": "cut", "k": k, "n": k}})
        said[k] = surface.view["printed"]["says"]
    assert said[1] == "F1@1 is 2/5 = 0.4, as printed."
    assert said[2] == "F1@2 is 1/3 ≈ 0.3333, so 0.33 is rounded."
    assert said[3] == "F1@3 is 4/7 ≈ 0.5714, so 0.62 is wrong ✗."
    assert said[5] == "F1@5 is 2/3 ≈ 0.6667, so 0.66 is cut off."
    compared = compare("F1@k", F1_PRINTED, rt.f_score(rt.examples.eight_documents).at_every_k())
    words = {"the same": "as printed", "off": "wrong"}
    assert all(words.get(verdict, verdict) in said[k] for k, verdict in enumerate(compared.verdicts, start=1))


def test_the_copied_line_has_printed_numbers_as_long_as_they_belong_to_it():
    surface = rt.explore([1, 0, 1], ["P@2", "AP"], printed=["1", "0.5"])
    again = eval(surface.code, {"rt": rt})
    assert again.view["printed"] == surface.view["printed"] and again.code == surface.code
    surface.k = 1
    assert "printed=['1', '0.5']" in surface.code
    surface.chosen = "AP"
    assert "printed" not in surface.code
    surface.chosen = "P@1"
    play(surface, "toggle", item="d2")
    assert "printed" not in surface.code and not eval(surface.code, {"rt": rt}).error


def test_a_printed_number_is_about_the_list_as_it_was_given():
    surface = rt.explore([1, 0, 1], ["P@2", "AP"], printed=["1", "0.5"])
    surface.set_state({"action": {"do": "toggle", "item": "d2", "n": 1}})
    surface.chosen = "AP"
    assert surface.view["printed"]["says"] == "P@2 is 1/2 = 0.5, as printed."
    surface.k = 3
    assert surface.view["printed"]["says"] == ""
    play(surface, "list", typed="0 0 1")
    assert "printed" not in surface.view
    surface.undo()
    assert "printed" in surface.view and "printed" not in rt.explore([1, 0, 1]).view


def test_equal_scores_have_an_order_to_choose():
    explorer = rt.explore(rt.Ranking([0, 1, 0], scores=[0.9, 0.9, 0.1], items=["a", "b", "c"]), ["RR", "P@1"])
    (ties,) = [one for one in explorer.view["trace"]["conventions"] if one.get("parameter") == "ties"]
    assert ties["value"] == "stable" and "refuse" not in [one["value"] for one in ties["options"]]
    values = []
    for option in ties["options"]:
        assert not play(explorer, "convention", parameter="ties", value=option["value"])
        values.append(explorer.view["cards"][0]["exact"])
    assert values == ["1/2", "1", "1/2", "3/4"]
    alone = rt.explore(rt.Ranking([0, 1], scores=[0.9, 0.8]), ["RR"])
    assert not [one for one in alone.view["trace"]["conventions"] if one.get("parameter") == "ties"]


@pytest.mark.parametrize("name", ["AP@3", 'AP(denominator="hits")@3', 'nDCG(gain="exponential")', "P(rel=2)@3"])
def test_the_calculation_is_called_like_its_card(name):
    view = rt.explore([2, 0, 1], [name]).view
    assert view["trace"]["label"] == view["cards"][0]["label"]


@pytest.mark.parametrize(
    ("measures", "words"), [(["IPS"], "clicked"), (["CG", "IPS"], "clicked"), (["CG"], "relevant")]
)
def test_labels_are_clicks_where_a_measure_counts_them(measures, words):
    explorer = rt.explore(rt.Ranking([1, 0], missed=[1]), measures)
    assert [row["mark"] for row in explorer.view["list"]["rows"]] == [words, f"not {words}"]
    assert explorer.view["list"]["missed"] == f"2 {words} items, 1 in the list."
    explorer.set_state({"action": {"do": "toggle", "item": "d2", "n": 1}})
    assert f"is {words}" in explorer.view["announcement"]
    explorer.measures = ["AP"]
    assert [row["mark"] for row in explorer.view["list"]["rows"]] == ["relevant"] * 2
    assert explorer.view["list"]["missed"].startswith("3 relevant items, 2 in the list.")
