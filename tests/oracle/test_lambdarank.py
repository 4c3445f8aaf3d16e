"""The gradient of LambdaRank, as LightGBM has it.

LightGBM doesn't show its gradients. But a tree with two leaves, one of them for a single item, has the leaf value
−G / (H + L), where L is the penalty that we choose: two penalties give G.
"""

import importlib
from functools import partial
from typing import Any

import numpy as np

import rankteach as rt
from rankteach import Ranking
from tests.oracle.answers import answer

NEAR = 1e-5  # LightGBM reads its sigmoid from a table


def cases() -> list[dict[str, Any]]:
    """Lists with grades from 0 to 3, scores, and a truncation level within and past their ends."""
    random = np.random.default_rng(41)
    made = []
    for _ in range(12):
        n = int(random.integers(2, 8))
        grades, scores = random.integers(0, 4, n), random.normal(size=n).round(2)
        made.append({"grades": grades.tolist(), "scores": scores.tolist(), "k": int(random.choice([2, 3, 30]))})
    return made


def of_lightgbm(grades: list[int], scores: list[float], k: int) -> list[float | None]:
    """The gradient of each item, where LightGBM makes a leaf for it: up is positive."""
    lightgbm = importlib.import_module("lightgbm")
    n = len(grades)

    def leaf(item: int, penalty: float) -> float:
        options = {
            "objective": "lambdarank", "lambdarank_truncation_level": k, "learning_rate": 1.0, "num_leaves": 2,
            "min_data_in_leaf": 1, "min_sum_hessian_in_leaf": 0, "lambda_l2": penalty, "min_data_in_bin": 1,
            "feature_pre_filter": False, "verbose": -1, "num_threads": 1,
        }  # fmt: skip
        alone = (np.arange(n) == item).astype(float)[:, None]
        data = lightgbm.Dataset(alone, label=grades, group=[n], init_score=scores, params=options)
        return float(lightgbm.train(options, data, 1).predict(alone, raw_score=True)[item])

    found: list[float | None] = []
    for item in range(n):
        one, other = leaf(item, 1.0), leaf(item, 2.0)
        found.append(1 / (1 / other - 1 / one) if one and other else None)
    return found


def ours(grades: list[int], scores: list[float], k: int) -> list[float]:
    ranking = Ranking.from_scores(grades, scores)
    cut = None if k >= len(grades) else k
    gradients = rt.lambdas(rt.ndcg(ranking, gain="exponential", k=cut), convention="lightgbm").gradients
    in_order = np.empty(len(grades))
    in_order[list(ranking.order)] = gradients
    return in_order.tolist()


def agree(found: list[float], known: list[float | None]) -> bool:
    return all(one is None or abs(one - value) <= NEAR for one, value in zip(known, found, strict=True))


def test_the_gradients_are_those_of_lightgbm() -> None:
    known = [answer("lightgbm", "gradients", case, partial(of_lightgbm, **case)) for case in cases()]
    assert not [case for case, gradients in zip(cases(), known, strict=True) if not agree(ours(**case), gradients)]
    assert sum(one is not None for gradients in known for one in gradients) >= 30
