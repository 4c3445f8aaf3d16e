"""Whatever was done before, a surface shows what it would show if nothing of it were kept: no calculation is stale."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.widgets.agreement.widget import AgreementState
from rankteach.widgets.curves.widget import CurveState
from rankteach.widgets.explorer.widget import ExplorerState
from rankteach.widgets.queries.widget import QueriesState
from rankteach.widgets.session.session import Session
from rankteach.widgets.sides.widget import SideBySideState
from tests.tiers import SEED, many

GRADES = [[0, 1], [0, 1, 2], [0, 1, None], [0]]
MEASURES = ["AP", "P@3", "nDCG@4", "RR", "ERR@2", "Bpref", "R@2", "RBP"]


def a_list(chance: random.Random, grades: list[Any], scored: bool = False) -> Ranking:
    n = chance.randint(2 if scored else 1, 5)
    scores = sorted(chance.choices([-1, 0, 0.5, 2], k=n), reverse=True) if scored or chance.random() < 0.3 else None
    return Ranking(chance.choices(grades, k=n), scores=scores, missed=chance.choices([1], k=chance.randint(0, 1)))


def explorer(chance: random.Random) -> ExplorerState:
    return ExplorerState(a_list(chance, chance.choice(GRADES)), chance.sample(MEASURES, 2))


def evaluation(chance: random.Random) -> ExplorerState:
    result = rt.evaluate(rt.examples.qrels(), rt.examples.run(), chance.sample(["AP", "nDCG@10", "P@5"], 2))
    return ExplorerState.of_evaluation(result, query=chance.choice(["101", "117"]))


def sides(chance: random.Random) -> SideBySideState:
    grades = chance.choice(GRADES)
    return SideBySideState(a_list(chance, grades), a_list(chance, grades), chance.sample(MEASURES, 2), linked=False)


def linked_sides(chance: random.Random) -> SideBySideState:
    known = dict(zip("abcde", chance.choices(chance.choice(GRADES), k=5), strict=True))
    lists = [Ranking.from_items(chance.sample("abcde", chance.randint(2, 5)), known) for _ in range(2)]
    return SideBySideState(*lists, chance.sample(MEASURES, 2))


def queries(chance: random.Random) -> QueriesState:
    grades = chance.choice(GRADES)
    lists = {f"q{number}": a_list(chance, grades) for number in range(chance.randint(1, 3))}
    return QueriesState(lists, chance.sample(["MAP", "MRR", "P@2", "nDCG@3"], 2))


def curves(chance: random.Random) -> CurveState:
    return CurveState(a_list(chance, chance.choice(GRADES[:2]), scored=True))


def agreement(chance: random.Random) -> AgreementState:
    items = list("abcde")[: chance.randint(2, 5)]
    return AgreementState(items, chance.sample(items, len(items)), chance.sample(["Tau", "RBO", "Rho"], 2))


def without_calculations(state: Any) -> Any:
    """A copy of the state, in which nothing has been calculated."""
    cold = deepcopy(state)
    for shown in (cold.now, cold.start):
        several = shown.lists.values() if isinstance(cold, QueriesState) else getattr(shown, "scored", ())
        for one in (shown, *several):
            one.forget()
    return cold


@pytest.mark.parametrize("surface", [explorer, evaluation, sides, linked_sides, queries, curves, agreement])
def test_nothing_that_is_shown_is_stale(surface: Any) -> None:
    for number in range(many(3)):
        chance = random.Random(f"{surface.__name__} {number} {SEED or ''}")
        session, done = Session(surface(chance)), []
        for n in range(1, 13):
            possible = session.state.recordable_actions()
            kind = chance.choice(["undo", "redo", "reset", *(action["do"] for action in possible)])
            action = chance.choice([one for one in possible if one["do"] == kind] or [{"do": kind}])
            done.append(action)
            possible_now = session.sent()["view"].get(kind, True)  # False where there is nothing to undo or redo
            session.receive({**action, "n": n})
            list(session.work())
            assert bool(session.error) is not possible_now, session.error
            assert session.state.view() == without_calculations(session.state).view(), done
