"""What a long session keeps in memory: the states that can be undone, without their calculations."""

import gc
import random
import statistics
import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from rankteach import Ranking
from rankteach.widgets.agreement.widget import AgreementState
from rankteach.widgets.curves.widget import CurveState
from rankteach.widgets.explorer.widget import ExplorerState
from rankteach.widgets.session.session import Session
from rankteach.widgets.sides.widget import SideBySideState
from tests.tiers import many

DEPTH, CLICKS = 1000, many(6)
NAMES = [f"doc{place}" for place in range(DEPTH)]


def a_list(seed: int) -> Ranking:
    return Ranking(random.Random(seed).choices([0, 0, 0, 1], k=DEPTH), items=NAMES)


SURFACES: dict[str, tuple[Callable[[], Any], Callable[[int], dict[str, Any]]]] = {
    "explorer": (lambda: ExplorerState(a_list(1)), lambda n: {"do": "toggle", "item": NAMES[n]}),
    "curves": (lambda: CurveState(a_list(1)), lambda n: {"do": "toggle", "item": NAMES[n]}),
    "side by side": (
        lambda: SideBySideState(a_list(1), a_list(1)),
        lambda n: {"do": "toggle", "item": NAMES[n], "list": 0},
    ),
}


@pytest.mark.parametrize(("state", "action"), SURFACES.values(), ids=SURFACES)
def test_a_click_keeps_a_state_and_not_its_calculation(state: Any, action: Any) -> None:
    session = Session(state())

    def click(n: int) -> None:
        session.receive({**action(n), "n": n + 1})
        assert not session.sent()["error"]

    click(0)
    memory = []
    tracemalloc.start()
    try:
        for n in range(1, CLICKS):
            click(n)
            gc.collect()
            memory.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    kept = statistics.median(after - before for before, after in pairwise(memory))  # a cache may grow now and then
    assert kept < 20e6 / 200  # twenty megabytes for all that can be undone


@pytest.mark.parametrize("back", [1, 3])
def test_what_was_forgotten_is_calculated_again_when_it_is_undone(back: int) -> None:
    session = Session(AgreementState(list("abcdef"), list("bacdfe")))
    views = [session.sent()["view"]]
    for n, item in enumerate("adf", start=1):
        session.receive({"do": "move", "item": item, "to": 1, "n": n})
        views.append(session.sent()["view"])
    for _ in range(back):
        session.step(back=True)
    undone, start = session.sent()["view"], views[-1 - back]
    assert [card["exact"] for card in undone["cards"]] == [card["exact"] for card in start["cards"]]
    assert undone["trace"] == start["trace"]
