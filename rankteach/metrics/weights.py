"""Weights by rank, which several metrics share: one for each rank, or falling by a constant factor."""

from __future__ import annotations

from collections.abc import Collection
from numbers import Real
from typing import Any

import numpy as np

from rankteach.core.checks import LARGEST_NUMBER, checked_scores, counted, listed, must, real_number
from rankteach.core.column import Column
from rankteach.tracing.parameters import Parameter, Value


def rank_weights(rank: Column, weights: Any) -> Column:
    """The weight of each rank: ``weights`` in their order, or a number q for 1, q, q², ...

    Raises ``ValueError`` for too few weights.
    """
    if isinstance(weights, Real):
        return (Column.constant(weights) ** (rank - 1)).named("weight", "w_i")
    numbers = _checked(weights)
    assert rank.axis is not None
    if len(numbers) < rank.axis.length:
        raise ValueError(
            f"weights must have {counted(rank.axis.length, 'entry')}, one for each rank, not {len(numbers)}."
        )
    return Column(numbers[: rank.axis.length], rank.axis, name="weight", symbol="w_i")


def _checked(weights: Any) -> Any:
    """A factor, or one weight for each rank as an array."""
    if isinstance(weights, Real) and not isinstance(weights, bool):
        return real_number(weights, "weights", "A number is the factor from rank to rank.", above=0, most=1)
    if not isinstance(weights, Collection) or isinstance(weights, str | bytes):
        raise TypeError(must("weights", weights, "be one weight for each rank, or the factor from rank to rank"))
    given = weights if isinstance(weights, np.ndarray) else listed(weights, "weights")
    numbers = checked_scores(given, None, "weights")
    if (wrong := np.flatnonzero((numbers < 0) | (numbers > LARGEST_NUMBER))).size:
        raise ValueError(must(f"weights[{wrong[0]}]", numbers[wrong[0]], f"be between 0 and {LARGEST_NUMBER:g}"))
    return numbers


def _sentence(weights: Any) -> str:
    if isinstance(weights, Real):
        return f"weights fall by the factor {float(weights):g} from rank to rank"
    return "weights by rank"


def _phrase(weights: Any) -> str:
    if isinstance(weights, Real):
        return f"weights that fall by the factor {float(weights):g}"
    return "weights by rank"


WEIGHTS = Parameter(
    "One weight for each rank; or the factor from rank to rank: 0.8 for 1, 0.8, 0.64, ...",
    {None: Value("all ranks weigh the same", "no weights")},
    sentence=_sentence,
    phrase=_phrase,
    refuse=_checked,
    hidden_if_default=True,
    kind="sequence of numbers, or number",
)
