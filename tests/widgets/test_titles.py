"""Items and queries with a second line: where it is shown, sent and kept."""

from typing import Any

import pytest

import rankteach as rt
from rankteach.widgets.pages.recorder import record
from rankteach.widgets.pages.takeover import beginning, begun

TITLES = {"d1": "Leek <soup>", "d2": "Onion tart", "soup": "What can I cook with leeks?", "elsewhere": "Unseen"}
RANKING = rt.Ranking([1, 0, 1], items=["d1", "d2", "d3"])
SURFACES = {
    "explore": lambda titles: rt.explore(RANKING, ["AP"], titles=titles),
    "curve": lambda titles: rt.explore_curve(RANKING, titles=titles),
    "agreement": lambda titles: rt.explore_agreement(["d1", "d2", "d3"], ["d2", "d1", "d3"], titles=titles),
    "queries": lambda titles: rt.explore_queries({"soup": RANKING, "tart": [0, 1]}, ["MAP"], titles=titles),
    "steps": lambda titles: rt.step_through(rt.average_precision(RANKING), titles=titles),
    "steps of a mean": lambda titles: rt.step_through(rt.mean("AP", {"soup": RANKING, "tart": [0, 1]}), titles=titles),
    "side by side": lambda titles: rt.side_by_side(RANKING, RANKING, ["AP"], titles=titles),
    "evaluated": lambda titles: rt.explore(
        rt.evaluate({"soup": {"d1": 1}}, {"soup": {"d1": 2, "d2": 1}}, "AP"), titles=titles
    ),
}


@pytest.fixture(params=SURFACES)
def make(request: pytest.FixtureRequest) -> Any:
    return SURFACES[request.param]


def test_a_surface_sends_the_titles_of_what_it_shows(make: Any) -> None:
    titles = make(TITLES).titles
    assert {"d1", "d2"} <= set(titles) and "elsewhere" not in titles
    assert all(TITLES[name] == title for name, title in titles.items())
    assert make(None).titles == {}


def test_the_static_view_has_titles(make: Any) -> None:
    bundle, _ = make(TITLES)._repr_mimebundle_()
    title = (
        "What can I cook with leeks?"
        if "queries:" in bundle["text/plain"] or "of 2 queries" in bundle["text/plain"]
        else "Leek &lt;soup&gt;"
    )
    assert f": {title}</p>" in bundle["text/html"]
    assert title not in make(None)._repr_mimebundle_()[0]["text/html"]


def test_the_line_of_code_keeps_titles(make: Any) -> None:
    surface = make(TITLES)
    again = eval(surface.code, {"rt": rt})
    assert {"d1", "d2"} <= set(again.titles)
    assert again.code == surface.code
    assert "elsewhere" not in surface.code


def test_a_query_of_a_run_is_called_by_its_title() -> None:
    (dot,) = SURFACES["evaluated"](TITLES).view["queries"]["dots"]
    assert dot["words"] == "query soup, What can I cook with leeks?, AP 1.000, lowest of 1"


def test_titles_follow_the_query_that_is_shown() -> None:
    result = rt.evaluate({"1": {"a": 1}, "2": {"b": 1}}, {"1": {"a": 1}, "2": {"b": 1}}, "AP")
    explorer = rt.explore(result, query="1", titles={"a": "A", "b": "B", 2: "second"})
    assert explorer.titles == {"a": "A", "2": "second"}
    explorer.query = "2"
    assert explorer.titles == {"b": "B", "2": "second"}


def test_a_saved_page_knows_titles_of_items_that_have_signs() -> None:
    recorded = record(rt.explore([1, 0], ["AP"], titles=TITLES)._state)
    assert recorded["titles"] == {"d1": "Leek <soup>", "d2": "Onion tart"}
    assert recorded["titled"] == f", titles={recorded['titles']!r}"


def test_python_in_a_saved_page_begins_with_titles() -> None:
    state = rt.explore(RANKING, ["AP"], titles=TITLES)._state
    assert begun(beginning(state)).shown_titles() == state.shown_titles()
