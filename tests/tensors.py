"""A stand-in for the arrays of torch and jax: it can become one of numpy, and its entries are such arrays, too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np


class Tensor:
    def __init__(self, values: Any) -> None:
        self.values = np.asarray(values)
        self.ndim = self.values.ndim

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.values

    def __dlpack__(self, **_: Any) -> Any:
        return self.values.__dlpack__()

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Tensor]:
        return map(Tensor, self.values)

    def __contains__(self, one: object) -> bool:
        return one in self.values


class OfTorch(Tensor):
    """One that torch does not make an array of: it needs a gradient, or lies on a graphics card."""

    def __init__(self, values: Any, error: Exception) -> None:
        super().__init__(values)
        self.error = error

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        raise self.error

    def detach(self) -> Tensor:
        return Tensor(self.values)
