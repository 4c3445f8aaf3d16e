"""A click in a list of a thousand items, or ten thousand: what is calculated for it, and what the browser is sent."""

import json
import random

import numpy as np
import pytest

from rankteach.tracing import metric
from rankteach.widgets.explorer.widget import ExplorerState
from rankteach.widgets.parts import cards
from rankteach.widgets.session.session import Session
from tests.tiers import many

LENGTH = many(1000)
MEASURES = ["ERR", "INST", "nERR", "Bpref", "nDCG", f"P@{LENGTH * 7 // 10}"]


@pytest.fixture
def session():
    return Session(ExplorerState(random.Random(1).choices([0, 0, 1, 2], k=LENGTH), MEASURES))


def test_the_lines_on_cards_have_few_points_and_the_values_at_their_cutoffs(session):
    session.receive({"do": "toggle", "item": "d2", "n": 1})
    view = session.sent()["view"]
    assert len(json.dumps(view)) < 150_000
    for card, shown in zip(view["cards"], session.state.cards.shown, strict=True):
        every = np.asarray(shown.whole(session.state.ranking).at_every_k(), dtype=float)
        top = max(1, every.max())
        places = np.linspace(1, LENGTH, cards.MOST_POINTS).round().astype(int) - 1
        expected = every[places] / top
        k = shown.cutoff or LENGTH
        assert card["at"] == round((k - 1) / (LENGTH - 1) * (cards.MOST_POINTS - 1))
        expected[card["at"]] = every[k - 1] / top
        np.testing.assert_allclose(card["points"], expected, atol=1e-3 / top)
        assert len(card["start"]) in (0, cards.MOST_POINTS)


def test_a_click_calculates_a_measure_once_for_each_point_of_its_line(session, monkeypatch):
    calculated = []
    at_cutoffs = metric.AtCutoffs
    monkeypatch.setattr(
        metric, "AtCutoffs", lambda one, some: calculated.extend(some.tolist()) or at_cutoffs(one, some)
    )
    session.receive({"do": "toggle", "item": "d2", "n": 1})
    points = np.linspace(1, LENGTH, cards.MOST_POINTS).round().astype(int).tolist()
    assert calculated == points  # of INST, whose rows depend on how many relevant items there are
    assert not session.error


def test_a_list_of_any_other_length_has_every_cutoff_on_its_line():
    for length in (1, 2, cards.MOST_POINTS):
        view = ExplorerState([1, 0] * (length // 2) + [1] * (length % 2), ["P", "nDCG@1"]).view()
        assert [len(card["points"]) for card in view["cards"]] == [length, length]
        assert [card["at"] for card in view["cards"]] == [length - 1, 0]
    (card,) = ExplorerState([1, 0, 1], ["P@5"]).view()["cards"]
    assert card["at"] is None  # the list ends before the cutoff
