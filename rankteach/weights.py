"""Weights by rank: given one by one, or falling by a constant factor."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np

from rankteach.checks import checked_scores
from rankteach.column import Column


def rank_weights(rank: Column, weights: Any) -> Column:
    """The weight of each rank: ``weights`` in their order, or a number q for 1, q, q², ...

    Raises ``TypeError`` or ``ValueError`` for weights that are negative, not finite, or too few.
    """
    if isinstance(weights, Real) and not isinstance(weights, bool):
        if not 0 < weights < math.inf:  # type: ignore[operator]
            raise ValueError(f"weights is {weights!r}; a number is the factor from rank to rank, above 0")
        return (Column.written(weights) ** (rank - 1)).named("weight", "w_i")
    if not isinstance(weights, Iterable) or isinstance(weights, str):
        raise TypeError(f"weights is {weights!r}; it is one weight for each rank, or the factor from rank to rank")
    given = checked_scores(
        weights if isinstance(weights, np.ndarray) else list(weights), None, "weights", noun="weight"
    )
    assert rank.axis is not None
    if len(given) < rank.axis.length:
        raise ValueError(f"weights has {len(given)} entries, but there are {rank.axis.length} ranks")
    if (negative := np.flatnonzero(given < 0)).size:
        raise ValueError(f"weights[{negative[0]}] is {given[negative[0]]}; a weight is at least 0")
    return Column(given[: rank.axis.length], rank.axis, name="weight", symbol="w_i")


def said(weights: Any) -> str:
    """Words for a trace's header; none without weights."""
    if weights is None:
        return ""
    if isinstance(weights, Real):
        return f"weights fall by the factor {float(weights):g} from rank to rank"
    return "weights by rank"
