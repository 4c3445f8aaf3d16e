"""Weights by rank, which several metrics share: one for each rank, or falling by a constant factor."""

from __future__ import annotations

from collections.abc import Callable, Collection
from numbers import Real
from typing import Any

import numpy as np

from rankteach.core.checks import LARGEST_NUMBER, checked_scores, counted, must, real_number
from rankteach.core.column import Column
from rankteach.tracing.parameters import Parameter, Value


def rank_weights(rank: Column, weights: Any) -> Column:
    """The weight of each rank: ``weights`` in their order, or a number q for 1, q, q², ...

    Raises ``ValueError`` for too few weights.
    """
    if isinstance(weights, Real):
        return (Column.constant(weights) ** (rank - 1)).named("weight", "w_i")
    return at_ranks(rank, _checked(weights), "weights", "weight", "w_i")


def at_ranks(rank: Column, numbers: np.ndarray, argument: str, name: str, symbol: str) -> Column:
    """A number for each rank; there can be more of them, but not fewer."""
    if len(numbers) < len(rank):
        raise ValueError(f"{argument} must have {counted(len(rank), 'entry')}, one for each rank, not {len(numbers)}.")
    return Column(numbers[: len(rank)], rank.axis, name=name, symbol=symbol)


def numbers_within(
    values: Any, argument: str, allows: Callable[[np.ndarray], Any], rule: str, hint: str = ""
) -> np.ndarray:
    """Numbers as an array. Raises ``ValueError`` for the first one that is not allowed."""
    numbers = checked_scores(values, None, argument)
    if (wrong := np.flatnonzero(~allows(numbers))).size:
        raise ValueError(must(f"{argument}[{wrong[0]}]", numbers[wrong[0]], rule, hint))
    return numbers


def _checked(weights: Any) -> Any:
    """A factor, or one weight for each rank as an array."""
    if isinstance(weights, Real) and not isinstance(weights, bool):
        return real_number(weights, "weights", "A number is the factor from rank to rank.", above=0, most=1)
    if not isinstance(weights, Collection) or isinstance(weights, str | bytes):
        raise TypeError(must("weights", weights, "be one weight for each rank, or the factor from rank to rank"))
    rule = f"be 0, or between {1 / LARGEST_NUMBER:g} and {LARGEST_NUMBER:g}"
    return numbers_within(
        weights, "weights", lambda each: (each == 0) | ((each >= 1 / LARGEST_NUMBER) & (each <= LARGEST_NUMBER)), rule
    )


def _said(factor: str) -> Callable[[Any], str]:
    """The weights in words, with those for a factor."""
    return lambda weights: factor.format(float(weights)) if isinstance(weights, Real) else "weights by rank"


WEIGHTS = Parameter(
    "One weight for each rank; or the factor from rank to rank: 0.8 for 1, 0.8, 0.64, ...",
    {None: Value("all ranks weigh the same", "no weights")},
    sentence=_said("weights fall by the factor {:g} from rank to rank"),
    phrase=_said("weights that fall by the factor {:g}"),
    refuse=_checked,
    hidden_if_default=True,
    kind="sequence of numbers, or number",
)
