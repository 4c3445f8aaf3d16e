"""A saved page answers as Python does: its script, run in node, and a session get the same gestures."""

import json
import random
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path

import pytest

import rankteach as rt
from rankteach.__main__ import main
from rankteach.runs import progress
from rankteach.tracing.measures import metrics
from rankteach.widgets.agreement.widget import AgreementState
from rankteach.widgets.curves.widget import CurveState
from rankteach.widgets.explorer.widget import ExplorerState
from rankteach.widgets.pages import page as pages
from rankteach.widgets.pages import recorder
from rankteach.widgets.pages.recorder import record
from rankteach.widgets.pages.takeover import beginning, begun, taken_over
from rankteach.widgets.parts.goal import Setup
from rankteach.widgets.parts.trace_view import TraceDrawing, record_of
from rankteach.widgets.queries.widget import QueriesState
from rankteach.widgets.session.session import Session
from rankteach.widgets.session.state import State
from rankteach.widgets.sides.widget import SideBySideState
from rankteach.widgets.steps.widget import PlayerState
from tests.tiers import LONG, SEED, many
from tests.widgets.shared import in_node, walk

RESULT = rt.evaluate({"q1": {"a": 1}, "q2": {"b": 1}}, {"q1": {"a": 1}, "q2": {"c": 2, "b": 1}}, ["AP"])
MODEL = Path(pages.__file__).with_name("model.js")


def walked(state, actions, table=None):
    """Return what a page of the state shows at first and after each action."""
    for one in walk(MODEL, "makeModel", table or record(state), actions):
        worked = {key: value for key, value in json.loads(one["formulas"]).items() if key != "n"}
        yield {"view": json.loads(one["view"]), "worked": worked, "error": one["error"]}


def performed(state, actions):
    """Return what a session shows at first and after each action."""
    session = Session(state)

    def shown():
        list(session.work())
        sent = session.sent()
        worked = {key: value for key, value in session.formulas().items() if key != "n"}
        return {"view": sent["view"], "worked": worked, "error": sent["error"]}

    yield shown()
    for n, action in enumerate(actions, start=1):
        session.receive({**action, "n": n})
        yield shown()


def compare(make, actions, table=None):
    """Compare both, but for the numbers that a page gives to calculations."""
    pairs = zip(walked(make(), actions, table), performed(make(), actions), strict=True)
    for place, (page, python) in enumerate(pairs):
        page["view"].pop("calculation")
        page["view"].pop("still", None)
        python["view"].pop("calculation")
        assert page == json.loads(json.dumps(python)), (place, actions[: place + 1][-3:])


def two_queries():
    return QueriesState({"soup": [1, 0], "tart": [0]}, ["MAP", "MRR"])


def every_pattern(items):
    """Return the items to click, one after the other, for every pattern once (a Gray code)."""
    return [items[(click & -click).bit_length() - 1] for click in range(1, 2 ** len(items))]


@pytest.mark.parametrize(
    ("grades", "measures"),
    [
        ([1, 0, 1, 0], ["P@3", "AP", "nDCG@3"]),
        pytest.param([1, 0, 1, 1, 0, 0], ["P@5", "AP", "nDCG@5"], marks=pytest.mark.slow),
        pytest.param([1, 0, 1, 1, 0, 0], None, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_every_state_of_a_list_is_the_same_as_in_python(grades, measures):
    def make():
        return ExplorerState(grades, measures)

    cards = [card.key for card in make().cards.shown]
    everywhere = [
        action
        for card in cards
        for action in ({"do": "choose", "card": card}, *({"do": "cut", "k": k} for k in range(1, len(grades) + 1)))
    ]
    clicks = [{"do": "toggle", "item": item} for item in every_pattern(make().ranking.items)]
    assert len(record(make())["views"]) == 2 ** len(grades) * len(cards) * len(grades)  # which are all visited
    compare(make, [*everywhere, *(action for click in clicks for action in (click, *everywhere))])


def test_in_many_queries_one_is_taken_out_as_in_python(monkeypatch):
    monkeypatch.setattr(recorder, "MOST_STATES", 600)  # so that no two clicks follow each other, as in longer lists

    def make():
        return QueriesState({"soup": [1, 0, 1], "tart": [1, 0], "stew": [0, 1]}, ["MAP", "MRR"])

    click = {"do": "toggle", "query": "tart", "item": "d2"}
    compare(make, [click, {"do": "undo"}, {"do": "take_out", "query": "soup"}, {"do": "take_out", "query": "stew"}])


LETTERS = list("abcdefghijkl")
LISTS = [rt.Ranking.from_items(items, {"c": 1, "d": 1}) for items in (LETTERS, LETTERS[::-1])]


@pytest.mark.parametrize(
    ("make", "far"),
    [
        (lambda: rt.explore([0, 1, 1], ["AP"], goal="AP == 1"), False),
        (lambda: rt.explore([1, 0, 1], ["AP"], goal="RR == 1"), False),  # at the start
        (lambda: rt.explore([0, 1] * 10, ["AP"], goal="AP == 1", solution=[1] * 10 + [0] * 10), True),
        (lambda: rt.side_by_side(*LISTS, ["AP", "RR"], goal="AP of A == 1 and AP of B == 1"), True),
        (lambda: rt.side_by_side([0, 0, 1], [1, 0, 0], ["AP"], goal="AP of A > AP of B", fixed="labels"), False),
        (lambda: rt.explore_queries([[0, 0, 1], [0, 1]], ["MAP"], goal="MAP == 1", fixed="labels"), False),
        (lambda: rt.explore([0] * 8 + [1, 1], ["AP"], goal="AP == 1", fixed="labels"), False),
        (lambda: rt.explore([0] * 9 + [1, 1], ["AP"], goal="AP == 1", fixed="labels"), True),
        (lambda: rt.explore_agreement(LETTERS, LETTERS[::-1], measures=["Tau"], goal="Tau > 0.9"), True),
    ],
)
def test_a_page_says_that_it_does_not_reach_a_goal(make, far):
    surface = make()
    assert (recorder.FAR in json.dumps(record(surface._state), ensure_ascii=False)) == far
    assert recorder.FAR not in json.dumps(surface.view, ensure_ascii=False)


def test_of_lists_whose_labels_stay_no_more_is_saved_than_a_page_takes(monkeypatch):
    """Of two lists of ten items all orders are over 40,000; twenty lists have 1,800 moves in each state."""
    monkeypatch.setattr(recorder, "MOST_IF_FIXED", 2_000)
    goal = {"goal": "AP of A < AP of B", "fixed": "labels"}
    two = record(SideBySideState([1, 0, 0, 1, 0, 0], [1, 0, 0, 1, 0, 0], Setup(["AP"], **goal), linked=False))
    assert 1 < len(two["views"]) < 225 and not two["whole"]
    lists = {f"q{place}": [1, 0, 0] for place in range(17)}
    many = record(QueriesState(lists, Setup(["MAP"], goal="MAP < 1/2", fixed="labels")))
    assert not any('"move"' in action for action in many["edges"])


UNDO = {"do": "undo"}


def toggle(item, **details):
    return {"do": "toggle", "item": item, **details}


EVALUATED = rt.evaluate(
    {"q1": {"a": 1}, "q2": {"b": 2, "c": 1}}, {"q1": {"a": 2, "b": 1}, "q2": {"a": 2, "c": 1}}, ["AP", "P@1"]
)
FILMS = rt.Ranking([2, 0, 1], items=["Up", "Jaws", "it's"])
MISSED = rt.Ranking([1, 0, 0], missed={"x": 1})
NEARER = Setup(["AP", "P@2"], goal="P@2 of A < P@2 of B", fixed="labels")
STEWS = {"soup": rt.Ranking([1, 0], items=["a", "b"]), "tart": rt.Ranking([0, 0, 1], items=["a", "b", "c"])}
SOLVED = {  # how a surface is made, and one solution of it
    "a list": (partial(ExplorerState, [0, 1, 1]), [1, 1, 0]),
    "labels": (partial(ExplorerState, [0, 1, 0]), [1, 1, 1]),
    "names": (partial(ExplorerState, rt.Ranking([0, 1, 1], items=[*"xyz"])), rt.Ranking([1, 1, 0], items=[*"zyx"])),
    "scores": (partial(ExplorerState, rt.Ranking([0, 1, 1], scores=[3, 2, 1])), [1, 1, 0]),
    "queries": (partial(QueriesState, {"a": [0, 1], "b": [1, 0]}), {"a": [1, 0]}),
    "two lists": (partial(SideBySideState, [0, 1], [1, 0]), ([1, 0], [1, 0])),
    "agreement": (partial(AgreementState, ["a", "b", "c"], ["c", "a", "b"]), ["a", "b", "c"]),
}


def solvable(make, solution):
    measure = make().cards.card.name
    goal = f"{measure} of A == 1" if make.func is SideBySideState else f"{measure} == 1"
    return partial(make, Setup([measure], goal=goal, solution=solution))


RECORDED = {
    "explorer": lambda: ExplorerState([1, 0, 2], ["P@2", "AP"]),
    "two conditions": lambda: ExplorerState([1, 0, 1], Setup(["AP"], goal="AP == 1/2 and nDCG > 0.6 and P@2 <= RR")),
    "quotes in names": lambda: ExplorerState(
        rt.Ranking([1, 0, 1], items=["it's", '"b"', "c\\d"], missed=[1]), ["AP", "nDCG@2"]
    ),
    "grades and scores": lambda: ExplorerState(rt.Ranking([2, None], scores=[0.9, 0.7], missed=[1]), ["nDCG@2"]),
    "ties by name": lambda: ExplorerState(
        rt.Ranking([1, 0, 1], items=["b", "c", "a"], scores=[2, 1, 1]), ["RR(ties='item_descending')", "AP"]
    ),
    "an item that comes twice": lambda: ExplorerState(
        rt.Ranking([1, 0, 1], items=["a", "b", "a"], duplicates="count"), ["P@2", "AP"]
    ),
    "copies left out": lambda: ExplorerState(rt.Ranking([1, 0, 1], items=["a", "b", "a"], duplicates="first"), ["AP"]),
    "cut and condensed": lambda: ExplorerState(
        rt.Ranking([1, None, 0, 1], items=list("abcd")).head(3).condensed(), ["P@2", "AP"]
    ),
    "a list that was changed": lambda: ExplorerState([1, 0, 1], ["AP"]).after(
        lambda state: state.move({"item": "d3", "to": 1})
    ),
    "weights of instances": lambda: ExplorerState(
        [1, 0, 1], [rt.Measure(rt.roc_auc.metric, {"weighting": "instances", "weights": (3, 2, 1)}), "AP"]
    ),
    "subtopics": lambda: ExplorerState(
        rt.Ranking([1] * 3, items=[*"abc"], subtopics={"vegan": ["a", "b"], "quick": ["c"]}), ["alpha_nDCG@2", "AP"]
    ),
    "a run": lambda: ExplorerState.of_evaluation(EVALUATED),
    "curves": lambda: CurveState([1, 0, 1]),
    "a curve of scores": lambda: CurveState(rt.Ranking([1, 0, 1], scores=[0.9, 0.8, 0.8])),
    "agreement": lambda: AgreementState(["a", "b", "c"], ["b", "a", "c"]),
    "side by side": lambda: SideBySideState([1, 0], [0, 1], ["AP", "RR"]),
    "linked": lambda: SideBySideState(FILMS, FILMS.moved(3, to=1), NEARER),
    "two grades": lambda: SideBySideState([1, 0, 0], [1, 0, 0], NEARER, linked=False),
    "missed": lambda: SideBySideState(MISSED, MISSED, NEARER),
    "queries": two_queries,
    "orders of queries": lambda: QueriesState(STEWS, Setup(["MAP", "MRR"], goal="MAP == 1", fixed="labels")),
    "one query": lambda: QueriesState({"soup": STEWS["soup"]}, ["MAP"]),
    **{f"a solution, {name}": solvable(*given) for name, given in SOLVED.items()},
}


@cache
def recording(name):
    return record(RECORDED[name]())


@pytest.mark.parametrize("name", RECORDED)
def test_every_action_does_the_same_in_a_page_and_copies_the_same_line(name):
    state = RECORDED[name]()
    actions = state.recordable_actions()
    if {"do": "best_swap"} in actions:
        found = state.after(lambda same: same.dispatch({"do": "best_swap"})).best["items"]
        actions += [{"do": "best_swap"}, {"do": "swap", "items": found}] if found else []
    compare(RECORDED[name], [step for action in actions for step in (action, UNDO)], recording(name))


def test_a_list_that_is_shown_whole_and_other_digits_are_as_in_python():
    show, redo, click = {"do": "show"}, {"do": "redo"}, toggle("d2")
    longer = [[1, 0] * 11, Setup(["AP"])]
    for make in (partial(ExplorerState, *longer), partial(SideBySideState, longer[0], *longer)):
        which = {} if make.func is ExplorerState else {"list": 0}
        compare(make, [{**click, **which}, show, UNDO, redo, show, UNDO, show, redo])
    digits = [{"fractions": False}, {"digits": 2}, {"fractions": True}]
    compare(lambda: PlayerState(rt.average_precision([1, 0, 1])), [{"do": "display", **one} for one in digits])


@pytest.mark.parametrize("name", RECORDED)
def test_whatever_was_done_before_a_page_answers_as_python_does(name):
    assert recording(name)["whole"]  # every action can follow each other
    for number in range(many(1)):
        chance, session, actions = random.Random(f"{name} {number} {SEED or ''}"), Session(RECORDED[name]()), []
        for n in range(1, 61):
            view, possible = session.sent()["view"], session.state.recordable_actions()
            steps = [do for do in ("undo", "redo") if view[do]]
            kind = chance.choice([*steps, *sorted({action["do"] for action in possible})])
            slides = {"slides": True} if kind in ("cut", "threshold") and chance.random() < 0.5 else {}
            actions.append(chance.choice([one for one in possible if one["do"] == kind] or [{"do": kind}]) | slides)
            session.receive({**actions[-1], "n": n})
            list(session.work())
        compare(RECORDED[name], actions, recording(name))


ONE_OF_EACH = {type(make()): name for name, make in reversed(RECORDED.items())}.values()


@pytest.mark.parametrize("name", RECORDED if LONG else ONE_OF_EACH)
def test_an_action_that_depends_on_one_part_does_the_same_in_every_state_that_has_it(name, monkeypatch):
    """Performed once for each list or cards, or in every state: the recording is the same."""
    state, once = RECORDED[name](), recording(name)
    kinds = {do: replace(kind, part="") for do, kind in state.actions.items()}
    monkeypatch.setattr(type(state), "actions", kinds)
    assert record(state) == once


def test_each_gesture_is_performed_once_for_the_part_that_it_depends_on(monkeypatch):
    performed = Counter()
    dispatch = State.dispatch
    monkeypatch.setattr(
        State, "dispatch", lambda state, gesture: performed.update([gesture["do"]]) or dispatch(state, gesture)
    )
    recorded = record(ExplorerState([1, 0, 1, 0], ["P@2", "P@3", "AP"]))
    patterns, items, measures = 16, 4, 3
    cards = len(recorded["views"]) // patterns  # with each cutoff and each measure chosen
    assert cards > measures
    assert performed["toggle"] == items * patterns
    assert performed["move"] == items * items * patterns
    assert performed["reset"] == patterns * cards + 1  # once more for whether Python then names the items
    assert (performed["cut"], performed["choose"]) == (items * cards, measures * cards)


def test_every_order_of_a_list_with_scores_is_recorded():
    recorded = record(CurveState(rt.Ranking([1, 0, 1], scores=[3, 2, 2])))
    patterns, orders_of_scores, thresholds, measures = 8, 3, 4, 2
    assert recorded["whole"] and len(recorded["views"]) == patterns * orders_of_scores * thresholds * measures


def test_of_a_long_curve_all_that_few_actions_lead_to_is_recorded(monkeypatch):
    monkeypatch.setattr(CurveState, "most_nearest", min(CurveState.most_nearest, many(400)))

    def make():
        return CurveState([1, 0, 1, 1, 0, 1, 0, 0])

    clicks, lines = [toggle(f"d{rank}") for rank in range(1, 9)], [{"do": "threshold", "to": to} for to in (0, 5, 8)]
    table = record(make())
    assert not table["whole"] and len(table["views"]) == CurveState.most_nearest
    compare(make, [step for click in clicks for step in (click, *lines, *[UNDO] * (len(lines) + 1))], table)


def test_an_action_never_makes_the_estimate_of_states_smaller():
    for moves, grades in product(range(1, 100), (None, [[0] * 9], [[1, 1, 0]], [[3, 2, 1], [0, 1]])):
        assert recorder._estimated_states([("grades", 3), ("order", moves)], (), grades) >= 2**3


def test_a_recording_that_takes_long_shows_how_far_it_is(monkeypatch, capsys):
    monkeypatch.setattr(progress, "SOON", -1)
    drawn = []
    monkeypatch.setattr(progress.Bar, "_draw", lambda bar: drawn.append((bar.look["desc"], bar.total)) or False)
    states = len(record(ExplorerState([1, 0], ["AP"]))["views"])
    assert drawn == [("trying every action", None), ("drawing every state", states)]
    assert [line.partition(" ")[0] for line in capsys.readouterr().err.splitlines()] == ["trying", "drawing"]


def test_what_was_not_recorded_is_refused_and_changes_nothing():
    first, refused = walked(ExplorerState([1, 0, 1], ["AP"]), [{"do": "add", "measure": "RR"}])
    assert refused["error"].startswith("This page has no Python")
    assert refused["view"] == {**first["view"], "done": 1}


WITH_PYTHON = """
import { readFileSync } from "node:fs";
import { makeModel } from "MODEL";
const { table, actions } = JSON.parse(readFileSync(0, "utf-8"));
const model = makeModel(table, false);
const asked = [];
for (const action of actions) {
  if (action === "python") model.ask((message) => asked.push(message));
  else {
    model.set("action", action);
    await model.save_changes();
  }
}
console.log(JSON.stringify(asked));
"""


def test_python_is_told_what_was_done_before_it_came_and_nothing_that_was_refused():
    state = ExplorerState([1, 0, 1], ["AP"])
    click, add = {"do": "toggle", "item": "d2"}, {"do": "add", "measure": "RR"}
    actions = [{**action, "n": n} for n, action in enumerate([click, add, click, add, click], start=1)]
    given = {"table": record(state), "actions": [*actions[:2], "python", *actions[2:]]}
    asked = in_node(WITH_PYTHON.replace("MODEL", MODEL.as_uri()), given)
    answer = taken_over(json.dumps([beginning(state)]))
    told = [json.loads(answer(0, json.dumps(message))) for message in asked]
    views = [json.loads(one["view"]) for one in told]
    assert [view["done"] for view in views] == [1, 3, 4, 5]
    assert [[card["label"] for card in view["cards"]] for view in views] == [["AP"], ["AP"], ["AP", "RR"], ["AP", "RR"]]


def test_a_surface_begins_in_python_as_it_was_saved():
    changed = ExplorerState([1, 0, 1], ["AP"]).after(lambda state: state.move({"item": "d3", "to": 1}))
    changed.set_display(False, 3)
    again = begun(beginning(changed))
    assert again.view() == changed.after(lambda same: None).view()
    again.dispatch({"do": "reset"})
    assert list(again.ranking.grades) == [1, 0, 1] and list(again.ranking.items) == ["d1", "d2", "d3"]


# --- the file -------------------------------------------------------------------------------------------------
def test_a_page_is_one_file_with_text_that_stays_text(tmp_path):
    path = tmp_path / "page.html"
    trace = rt.reciprocal_rank([0, 1])
    rt.live_page(
        ["Look at <b>\n\nand TITLE", trace, rt.explore([1, 0], ["AP"]), rt.explore([0, 1], ["AP"])], path, title="A & B"
    )
    page = path.read_text(encoding="utf-8")
    assert "<h1>A &amp; B</h1>" in page and "<p>Look at &lt;b&gt;</p>\n<p>and TITLE</p>" in page
    assert [f'id="surface-{place}"' in page for place in range(4)] == [True, True, True, False]
    assert page.count(rt.widgets.Explorer.how) == 1  # above the first of both
    rt.explore([1, 0], ["AP"], goal="AP == 1/2", fixed="labels").to_live_page(path)
    assert pages.DRAG in (page_of_fixed := path.read_text(encoding="utf-8")) and "Click a label" not in page_of_fixed
    assert "http:" not in page and "https:" not in page  # without the colon, packed text has it by chance
    assert '<link rel="icon" href="data:' in page  # no browser asks a server for another one


def test_a_text_of_your_own_replaces_how_to_play(tmp_path):
    path, (one, other) = tmp_path / "page.html", (rt.explore([1, 0], ["RR"]), rt.explore_curve([1, 0]))
    rt.live_page(["Before.", one, other], path, text="Which <swap>?\n\nWrite it down.")
    page = path.read_text(encoding="utf-8")
    parts = ["<p>Before.</p>", "<p>Which &lt;swap&gt;?</p>", "<p>Write it down.</p>", '<section id="surface-0">']
    assert "\n".join(parts) in page and 'class="how"' not in page
    one.to_live_page(path, text="")
    assert 'class="how"' not in path.read_text(encoding="utf-8")
    one.to_live_page(path)
    assert 'class="how"' in path.read_text(encoding="utf-8")
    with pytest.raises(TypeError, match="text must be"):
        one.to_live_page(path, text=3)


def test_a_surface_is_saved_as_it_is_now(tmp_path):
    explorer = rt.explore([1, 0, 1], ["AP"])
    explorer.ranking = [0, 0, 1]
    explorer.to_live_page(tmp_path / "now.html")
    rt.live_page(rt.explore([0, 0, 1], ["AP"]), tmp_path / "fresh.html")
    assert (tmp_path / "now.html").read_text() == (tmp_path / "fresh.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([1, 0, 1], "a.html"), "surface must be a live surface, such as"),
        (("only text", "a.html"), "not only text"),
        ((rt.average_precision([1]), "a.txt"), "must end in .html, not 'a.txt'"),
        (
            (rt.average_precision([1]), "a.html", True),
            "runtime must be the folder .* in a terminal: npm install",
        ),
        ((rt.explore(RESULT), "a.html", True), "python must be False for .*, which no line of code makes"),
    ],
)
def test_what_no_page_can_be_made_of_is_refused(arguments, words):
    with pytest.raises((TypeError, ValueError), match=words):
        rt.live_page(*arguments)


@pytest.mark.parametrize(
    ("python", "runtime", "words"),
    [
        (True, None, "runtime must be the folder .*, not None"),
        (True, 5, "runtime must be the folder .*, not 5"),
        (False, None, "runtime=None needs python=True"),
        (False, "cdn", "runtime='cdn' needs python=True"),
    ],
)
def test_a_page_without_the_python_that_was_asked_for_is_refused(python, runtime, words, tmp_path):
    one, path = rt.explore([1, 0], ["AP"]), tmp_path / "a.html"
    for save in (partial(rt.live_page, one), one.to_live_page):
        with pytest.raises(ValueError, match=words):
            save(path, python=python, runtime=runtime)
    assert not [*tmp_path.iterdir()]


def test_the_terminal_saves_a_page(tmp_path, capsys):
    path = tmp_path / "ap.html"
    assert main(["page", "--grades", "1", "0", "1", "--measure", "AP", "nDCG@3", "--out", str(path)]) == 0
    assert "open it in a browser" in capsys.readouterr().out
    assert "<h1>AP: average precision</h1>" in path.read_text(encoding="utf-8")


def test_with_few_answers_fewer_states_are_recorded():
    state = rt.explore([0, 1, 0, 1], ["AP", "RR"])._state
    whole, partly = record(state), record(state, 500)
    assert whole["whole"] and not partly["whole"]
    assert 1 < len(partly["views"]) < len(whole["views"])


@pytest.mark.parametrize("metric", [one for one in metrics() if not one.pairing], ids=lambda one: one.name)
def test_lists_with_the_same_record_are_drawn_alike(metric):
    drawings, cut = {}, {"k": 2} if "k" in metric.parameters else {}
    for grades in product((0, 1), (0, 1, None), (0, 1), (0, 1)):
        trace = metric(rt.Ranking(grades, missed=[1]), **cut)
        own = TraceDrawing(trace)
        like = drawings.setdefault(record_of(trace), own)
        assert (like.view, like.formulas) == (own.view, own.formulas), grades
