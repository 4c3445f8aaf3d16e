"""Every view has exactly the keys and types that the protocol declares, and the TypeScript declarations follow it."""

import json
import types
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import rankteach as rt
from rankteach.classroom import question
from rankteach.tracing.measures import MeanMeasure
from rankteach.tracing.metric import known_metrics
from rankteach.widgets import protocol
from tests.browser.surfaces import SURFACES
from tests.javascript import typescript
from tests.widgets.shared import play

ACTIONS: dict[str, list[dict[str, Any]]] = {
    "explore": [
        {"do": "toggle", "item": "d2"},
        {"do": "best_swap"},
        {"do": "predict", "column": None, "row": None, "typed": "1/2"},
        {"do": "convention", "parameter": "denominator", "value": "hits"},
        {"do": "remove", "card": 1},
        {"do": "list", "typed": "1 0 1 1 0"},
    ],
    "curve": [{"do": "threshold", "to": 0}, {"do": "choose", "card": 2}, {"do": "best_swap"}],
    "agreement": [{"do": "move", "item": "a", "to": 1}, {"do": "choose", "card": 2}],
    "queries": [
        {"do": "toggle", "query": "tart", "item": "d1"},
        {"do": "query", "query": "tart"},
        {"do": "take_out", "query": "soup"},
        {"do": "put_back", "query": "soup"},
    ],
    "side by side": [{"do": "toggle", "list": 1, "item": "b3"}, {"do": "side", "list": 1}],
}


def wrong(value: Any, kind: Any, where: str = "view") -> list[str]:
    """Where a value differs from its declared type."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return []
    if origin in (Union, types.UnionType):
        tries = [wrong(value, one, where) for one in inner]
        return [] if [] in tries else max(tries, key=len)
    if origin is Literal:
        return [] if value in inner else [f"{where} is {value!r}"]
    if is_typeddict(kind):
        if not isinstance(value, dict):
            return [f"{where} is {value!r}"]
        hints = get_type_hints(kind, vars(protocol), include_extras=True)
        needed = {key for key, one in hints.items() if get_origin(one) is not NotRequired}
        errors = [f"{where} lacks {key}" for key in sorted(needed - value.keys())]
        errors += [f"{where} has {key}" for key in sorted(value.keys() - hints.keys())]
        plain = {key: get_args(one)[0] if get_origin(one) is NotRequired else one for key, one in hints.items()}
        return errors + [e for key in value.keys() & plain for e in wrong(value[key], plain[key], f"{where}.{key}")]
    if origin is tuple:
        if not isinstance(value, list) or len(value) != len(inner):
            return [f"{where} is {value!r}"]
        return [
            e
            for place, (one, part) in enumerate(zip(value, inner, strict=True))
            for e in wrong(one, part, f"{where}[{place}]")
        ]
    if origin is list:
        if not isinstance(value, list):
            return [f"{where} is {value!r}"]
        return [e for place, one in enumerate(value) for e in wrong(one, inner[0], f"{where}[{place}]")]
    if origin is dict:
        return [e for key, one in value.items() for e in wrong(one, inner[1], f"{where}[{key!r}]")]
    kinds = (int, float) if kind is float else (type(None) if kind is None else kind,)
    return (
        [] if isinstance(value, kinds) and (kind is bool or not isinstance(value, bool)) else [f"{where} is {value!r}"]
    )


def check(widget: Any) -> None:
    """Compare everything that a widget sends with the protocol."""
    sent = {
        name: json.loads(json.dumps(getattr(widget, name), allow_nan=False)) for name in ("view", "menu", "formulas")
    }
    for card in sent["view"].get("cards", []):
        assert all(0 <= point <= 1 for point in (*card.get("points", ()), *card.get("start", ())))
    for table in sent["view"].get("trace", {}).get("tables", []):
        assert all(len(row) == len(table["heads"]) for row in table["rows"])
    session = get_type_hints(protocol.SessionView)
    view = {key: value for key, value in sent["view"].items() if key not in session}
    known = {key: value for key, value in sent["view"].items() if key in session}
    assert wrong(view, get_type_hints(type(widget._state).view)["return"]) == []
    assert wrong(known, protocol.SessionView, "session") == []
    assert wrong(sent["menu"], list[protocol.Option], "menu") == []
    assert wrong(sent["formulas"], protocol.Formulas, "formulas") == []


@pytest.mark.parametrize("name", SURFACES)
def test_a_view_has_the_keys_and_types_of_the_protocol(name):
    widget = SURFACES[name].make()
    check(widget)
    for action in ACTIONS.get(name, []):
        widget.set_state({"action": {**action, "n": widget.view["done"] + 1}})
        assert widget.error == ""
        check(widget)


WITH_MENUS = {
    "one list": lambda: rt.explore(rt.Ranking([3, 2, None, 0, 1], missed=[3, 2]), ["P@5"]),
    "same items": lambda: rt.explore_agreement(["a", "b", "c", "d"], ["d", "c", "b", "a"]),
    "other items": lambda: rt.explore_agreement(["a", "b", "c"], ["b", "d", "a"]),
    "queries": lambda: rt.explore_queries([[1, 0, 2], [0, 1]], ["MAP"]),
}


@pytest.mark.parametrize("make", WITH_MENUS.values(), ids=WITH_MENUS)
def test_every_measure_of_the_menu_comes_and_goes(make):
    widget = make()
    at_first, pairing = list(widget.measures), hasattr(widget, "second")
    offered = [option["value"] for option in widget.menu if "needs" not in option["words"]]
    known = {name for name, metric in known_metrics().items() if bool(metric.pairing) is pairing}
    if pairing:
        assert {rt.measure(name).name for name in offered} <= known
    else:  # none that compares two lists
        assert {MeanMeasure.of(name).of_one.name for name in offered} == known
    for name in offered:
        assert not play(widget, "add", measure=name), name
        assert widget.chosen == name
        check(widget)
        assert not play(widget, "remove", card=widget.view["cards"][-1]["key"])
    assert widget.measures == at_first


@pytest.mark.parametrize(
    "make",
    [
        lambda: rt.explore([]),
        lambda: rt.explore([1, None, 0] * 10, ["RR"]),
        lambda: rt.explore_curve([]),
        lambda: rt.explore_curve(rt.Ranking([2, 0, 1], scores=[3, 1, 1], missed=[1])),
        lambda: rt.explore_agreement([f"d{n}" for n in range(40)], [f"d{n}" for n in range(40, 0, -1)]),
        lambda: rt.explore_queries([[], [0, 0], rt.Ranking([2, None, 1] * 9, missed=[1])], ["mean AUC", "gMAP"]),
        lambda: rt.side_by_side([], [1]),
        lambda: rt.side_by_side([1, 0] * 15, [1, 0] * 20, ["AP", "nDCG@3"], linked=True),
        lambda: rt.step_through(rt.mean("AP", [[1, 0], [0, 0]])),
        lambda: rt.step_through(rt.kendall_tau([1, 2, 3], [3, 2, 1])),
    ],
)
def test_a_view_of_an_unusual_list_has_the_keys_and_types_of_the_protocol(make):
    check(make())


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        (question("AP?", answer=rt.average_precision([1, 0, 1]), hints=["Only hits count."], because="So."), ["5/6"]),
        (question("Which?", answer="AP", choices=["AP", "P"]), ["P"]),
        (question("Which?", answer={"AP", "P"}, choices=["AP", "P", "R"]), ["P", "AP"]),
        (question("In which order?", answer=["b", "a", "c"]), ["a", "b", "c"]),
        (question("Why?", answer="Because."), ["I think so."]),
    ],
)
def test_a_question_has_the_keys_and_types_of_the_protocol(asked, given):
    for action in ({"do": "hint"}, {"do": "answer", "given": given}, {"do": "reveal"}, {"do": "reset"}):
        check(asked)
        assert wrong(action, protocol.Action, "action") == []
        asked.set_state({"action": {**action, "n": asked.view["done"] + 1}})
        assert asked.error == ""
    check(asked)


@pytest.mark.parametrize("name", SURFACES)
def test_the_actions_of_a_surface_have_the_keys_and_types_of_the_protocol(name):
    for action in [*ACTIONS.get(name, []), *SURFACES[name].make()._state.recordable_actions()]:
        assert wrong(action, protocol.Action, "action") == []


def test_a_type_without_a_translation_is_refused():
    with pytest.raises(TypeError, match=r"set\[str\] needs a translation to TypeScript"):
        typescript.translated(set[str])
