"""A click in a list of a thousand items, or ten thousand: what is calculated for it, and what the browser is sent."""

import json
import random

from rankteach.widgets.explorer.widget import ExplorerState
from rankteach.widgets.parts import cards
from rankteach.widgets.session.session import Session
from tests.tiers import many

LENGTH = many(1000)
MEASURES = ["ERR", "INST", "nERR", "Bpref", "nDCG", f"P@{LENGTH * 7 // 10}"]


def test_a_long_list_has_values_and_no_lines_on_its_cards():
    session = Session(ExplorerState(random.Random(1).choices([0, 0, 1, 2], k=LENGTH), MEASURES))
    session.receive({"do": "toggle", "item": "d2", "n": 1})
    view = session.sent()["view"]
    assert not session.error
    assert len(json.dumps(view)) < 40_000
    assert {(*card["points"], *card["start"], card["at"]) for card in view["cards"]} == {(None,)}


def test_a_list_of_any_other_length_has_every_cutoff_on_its_line():
    for length in (1, 2, cards.MOST_POINTS):
        view = ExplorerState([1, 0] * (length // 2) + [1] * (length % 2), ["P", "nDCG@1"]).view()
        assert [len(card["points"]) for card in view["cards"]] == [length, length]
        assert [card["at"] for card in view["cards"]] == [length - 1, 0]
    (card,) = ExplorerState([1, 0, 1], ["P@5"]).view()["cards"]
    assert card["at"] is None  # the list ends before the cutoff
