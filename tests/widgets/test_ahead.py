"""What the browser is told of likely gestures before somebody makes one."""

import asyncio
import time
from operator import methodcaller

import pytest

import rankteach as rt
from rankteach.widgets.session import predicted as ahead
from rankteach.widgets.session.predicted import Lookahead, changes, in_json
from tests.browser.surfaces import SURFACES

EIGHT = [1, 0, 1, 1, 0, 1, 0, 0]
WITH_MARKS = [name for name, surface in SURFACES.items() if surface.name in ("rt-explorer", "rt-sidebyside")]


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """However busy the machine is, everything is worked out."""
    monkeypatch.setattr(ahead, "TOO_LONG", 3600)


def changed(before, change):
    """What the browser makes of a change."""
    if not isinstance(change, dict):
        return change
    after = dict(enumerate(before)) if isinstance(before, list) else dict(before)
    for name, one in change.items():
        key = int(name) if isinstance(before, list) else name
        after[key] = changed(after.get(key), one)
    return list(after.values()) if isinstance(before, list) else after


def drawn(data):
    """Everything but the small lines of measures, which may wait."""
    if isinstance(data, dict):
        return {name: drawn(one) for name, one in data.items() if name not in ("points", "start")}
    return [drawn(one) for one in data] if isinstance(data, list) else data


def everything(state):
    found = Lookahead(state)
    while found.goes_on():
        pass
    return found.predictions


@pytest.mark.parametrize("name", WITH_MARKS)
def test_a_predicted_view_is_what_the_action_does(name):
    state = SURFACES[name].make()._state
    foreseen = everything(state)
    gestures = list(state.predicted())
    assert len(foreseen) == len(gestures) > 3
    for gesture in gestures:
        after = state.after(methodcaller("dispatch", gesture))
        change = foreseen[in_json(gesture)]
        assert change["cards"]
        assert drawn(changed(state.fast_view(), change)) == drawn(after.fast_view())


def test_what_is_drawn_at_once_is_a_part_of_the_view():
    for surface in SURFACES.values():
        state = surface.make()._state
        view = state.view()
        assert state.fast_view() == {name: view[name] for name in state.fast_view()}


def test_changes_are_told_by_name_and_by_place():
    assert changes({"a": 1, "b": [{"c": 1, "d": 2}, {"c": 3}]}, {"a": 1, "b": [{"c": 1, "d": 5}, {"c": 3}]}) == {
        "b": {"0": {"d": 5}}
    }
    for before, after in [(None, {"b": 1}), ({"b": 1}, None), ([{"b": 1}], [{"b": 1}, {"b": 2}]), ([1, 2], [1, 3])]:
        assert changes({"a": before, "b": ""}, {"a": after, "b": ""}) == {"a": after}
    for same in ({"a": 1}, {"a": None}, {"a": [{"b": [1, 2]}]}, {}, {"a": []}):
        assert changes(same, same) is ahead.SAME
    assert changes({"points": [1, 2], "start": [1]}, {"points": [1, 3], "start": [2]}) is ahead.SAME


def test_an_action_that_cannot_be_done_is_not_foreseen():
    explorer = rt.explore(EIGHT, [rt.Measure(rt.measure("AP").metric, {"no_relevant": "error"})])
    for item in ("d3", "d4", "d6"):
        toggle(explorer, item)
    assert explorer.ranking.grades == [1, 0, 0, 0, 0, 0, 0, 0]
    foreseen = everything(explorer._state)
    assert len(foreseen) == 7
    assert in_json({"do": "toggle", "item": "d1"}) not in foreseen


def test_what_changes_nothing_is_not_told():
    state = rt.explore(EIGHT)._state
    state.predicted = lambda: [{"do": "cut", "k": state.cards.cutoff}, {"do": "toggle", "item": "d1"}]
    assert list(everything(state)) == [in_json({"do": "toggle", "item": "d1"})]


def test_what_takes_long_is_not_worked_out(monkeypatch):
    monkeypatch.setattr(ahead, "TOO_LONG", 0)
    assert len(everything(rt.explore(EIGHT)._state)) == 1


@pytest.mark.parametrize("make", [rt.explore, lambda one: rt.side_by_side(one, one[::-1])])
def test_nothing_is_foreseen_of_a_long_list(make):
    assert len(list(make([1, 0] * 250)._state.predicted())) >= 20
    assert not list(make([1, 0] * 250 + [1])._state.predicted())


# --- in a loop, as a kernel has one -------------------------------------------------------------------------
def told(script):
    """What a widget tells its browsers while a script of gestures runs in a loop."""
    explorer = rt.explore(EIGHT)
    sent = []
    explorer.send = lambda content: sent.append(content["predicted"])

    async def run():
        await script(explorer)
        for _ in range(30_000):
            await asyncio.sleep(0.01)
            if sent or not explorer._lookahead:
                break
        await asyncio.sleep(0.1)  # for whatever should not come

    asyncio.run(run())
    return explorer, sent


def toggle(explorer, item):
    explorer.set_state({"action": {"do": "toggle", "item": item, "n": explorer.view["done"] + 1}})


async def ask(explorer):
    explorer._handle_custom_msg({"do": "look ahead"}, [])


def test_a_browser_that_shows_a_widget_is_told():
    explorer, sent = told(ask)
    assert sent == [everything(explorer._state)]
    assert len(sent[0]) == 8


def test_each_action_is_followed_by_the_next_ones():
    async def script(explorer):
        await ask(explorer)
        toggle(explorer, "d1")
        await asyncio.sleep(0)
        time.sleep(0.3)  # as a busy machine does
        toggle(explorer, "d2")

    explorer, sent = told(script)
    assert sent == [everything(explorer._state)]  # of the last state alone
    assert explorer.ranking.grades[:2] == [0, 1]


def test_a_change_from_python_is_followed_by_the_next_predictions():
    async def script(explorer):
        await ask(explorer)
        explorer.k = 3

    explorer, sent = told(script)
    assert sent == [everything(explorer._state)]


def test_where_no_browser_asked_nothing_is_worked_out():
    async def script(explorer):
        toggle(explorer, "d1")
        explorer.k = 3

    explorer, sent = told(script)
    assert (sent, explorer._lookahead) == ([], None)


def test_without_a_loop_nothing_is_worked_out():
    explorer = rt.explore(EIGHT)
    explorer._handle_custom_msg({"do": "look ahead"}, [])
    assert explorer._lookahead is None
