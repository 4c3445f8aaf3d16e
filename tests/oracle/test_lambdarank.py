"""The gradient of LambdaRank, as LightGBM and XGBoost have it.

They don't show their gradients. But a leaf of a tree, or a weight of a linear model, that is for a single item is
−G / (H + L), where L is the penalty that we choose: two penalties give G.
"""

import importlib
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Ranking
from tests.oracle.answers import answer

NEAR = {"lightgbm": 1e-5, "xgboost": 1e-4}  # one reads its sigmoid from a table, the other writes weights with 6 digits


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

    return _solved(*([leaf(item, penalty) for item in range(n)] for penalty in (1.0, 2.0)))


def of_xgboost(grades: list[int], scores: list[float], k: int) -> list[float | None]:
    """The gradient of each item; its penalty is multiplied by the number of items."""
    xgboost = importlib.import_module("xgboost")
    n = len(grades)

    def weights(penalty: float) -> list[float]:
        options = {
            "objective": "rank:ndcg", "lambdarank_pair_method": "topk", "lambdarank_num_pair_per_sample": k,
            "booster": "gblinear", "updater": "coord_descent", "eta": 1.0, "reg_lambda": penalty / n, "nthread": 1,
        }  # fmt: skip
        data = xgboost.DMatrix(np.eye(n), label=grades, base_margin=scores)
        data.set_group([n])
        return [float(one) for one in xgboost.train(options, data, 1).get_dump()[0].split("weight:")[1].split()]

    return _solved(weights(1.0), weights(2.0))


def _solved(ones: list[float], others: list[float]) -> list[float | None]:
    """G of −G / (H + 1) and −G / (H + 2), up is positive; None where there is none."""
    return [1 / (1 / two - 1 / one) if one and two else None for one, two in zip(ones, others, strict=True)]


def ours(tool: str, grades: list[int], scores: list[float], k: int) -> list[float]:
    ranking = Ranking.from_scores(grades, scores)
    cut = None if k >= len(grades) else k
    gradients = rt.lambdas(rt.ndcg(ranking, gain="exponential", k=cut), convention=tool).gradients
    in_order = np.empty(len(grades))
    in_order[list(ranking.order)] = gradients
    return in_order.tolist()


@pytest.mark.parametrize(("tool", "asked"), [("lightgbm", of_lightgbm), ("xgboost", of_xgboost)])
def test_the_gradients_are_those_of_the_tools(tool: str, asked: Callable[..., Any]) -> None:
    known = [answer(tool, "gradients", case, partial(asked, **case)) for case in cases()]
    for case, gradients in zip(cases(), known, strict=True):
        near = [value for value in gradients if value is not None]
        mine = [one for one, value in zip(ours(tool, **case), gradients, strict=True) if value is not None]
        assert mine == pytest.approx(near, abs=NEAR[tool]), case
    assert sum(one is not None for gradients in known for one in gradients) >= 30
