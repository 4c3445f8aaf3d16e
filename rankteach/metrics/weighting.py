"""The parameter for weights by rank, which two metrics share."""

from __future__ import annotations

from numbers import Real
from typing import Any

from rankteach.tracing.parameters import Parameter, Value


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
    quiet=True,
    kind="sequence of numbers, or number",
)
