"""What columns can do: one row for each operation, in the table at the end.

A row says how an operation calculates and which rows it reads. Its function is one of numpy or of ``on_arrays``, and
works on arrays of whole numbers, floats and ``Fraction``. Some have a second function, of ``on_fractions``, where the
first one would not stay exact. The last dimension of an array lies along the rows; in a batch there is one before it.

>>> cumsum = OPERATIONS["cumsum"]
>>> cumsum.reads.name, cumsum.arrays(np.array([1, 0, 1]), None).tolist()
('DOWN', [1, 1, 2])
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Any, NamedTuple

import numpy as np

from rankteach.core import on_arrays, on_fractions
from rankteach.core.sorting import average_ranks


class RowDependency(Enum):
    """Which rows of its sources an operation reads to make a row of its own."""

    ROW_BY_ROW = auto()
    ONE_DOWN = auto()  # the row above
    DOWN = auto()  # this row and those above
    UP = auto()  # this row and those below
    AMONG_ALL = auto()
    OUT = auto()  # all rows, of which one number remains
    ALIGNED = auto()  # the same row of another axis
    TAKEN = auto()  # the rows that the argument names
    OF_QUERIES = auto()  # none: each row is the number of a calculation of its own
    OPAQUE = auto()  # it is not recorded

    @property
    def needs_later_rows(self) -> bool:
        """Whether a row changes with the rows below it."""
        return self in (RowDependency.UP, RowDependency.AMONG_ALL)

    @property
    def fixed(self) -> bool:
        """Whether it is tied to the rows as they are, so that it cannot be done again with fewer rows."""
        return self in (RowDependency.TAKEN, RowDependency.OPAQUE)


class Operation(NamedTuple):
    """One operation: how many columns it takes, what it calculates, and which rows it reads.

    ``arrays`` makes the values. An operation on two columns takes the values of both; any other takes the values of
    its column and then the argument, or for a sum and a last row how many rows each list of a batch has. It is None
    where columns have values of their own. ``fractions`` does the same exactly, if ``arrays`` does not.

    The rest describes it: ``words`` name it in a sentence, with its other side at ``{}``, and ``call`` in formulas and
    spreadsheets, if it is a function with a name. It ``compares``, it ``chooses`` one of its two sources in each row,
    or it ``is_copy``: its numbers are those of its source. If you leave it out, the sources at ``fallback_sources``
    remain.
    """

    arity: int | None
    arrays: Callable[..., Any] | None = None
    fractions: Callable[..., Any] | None = None
    reads: RowDependency = RowDependency.ROW_BY_ROW
    words: str = ""
    fallback_sources: tuple[int, ...] = ()
    compares: bool = False
    chooses: bool = False
    is_copy: bool = False
    call: tuple[str, str] | None = None

    @property
    def calculates(self) -> bool:
        """Whether it makes new numbers, and does not only compare its sources or pass their numbers on."""
        return self.arity != 0 and not (self.compares or self.is_copy)


OPERATIONS = {
    "given": Operation(0),
    "constant": Operation(0),
    "lazy": Operation(0),
    "opaque": Operation(None, reads=RowDependency.OPAQUE),
    # row by row
    "add": Operation(2, on_arrays.add, words="+ {}", fallback_sources=(0, 1)),
    "subtract": Operation(2, on_arrays.subtract, words="− {}", fallback_sources=(0,)),
    "multiply": Operation(2, np.multiply, on_fractions.multiply, words="factor {}", fallback_sources=(0, 1)),
    "divide": Operation(2, on_arrays.divide, on_fractions.divide, fallback_sources=(0,)),
    "power": Operation(2, on_arrays.power, on_fractions.power, words="exponent", fallback_sources=(0,)),
    "minimum": Operation(2, np.minimum, fallback_sources=(0, 1), chooses=True, call=("min", "MIN")),
    "maximum": Operation(
        2, np.maximum, on_fractions.maximum, fallback_sources=(0, 1), chooses=True, call=("max", "MAX")
    ),
    "greater_equal": Operation(2, np.greater_equal, compares=True),
    "greater": Operation(2, np.greater, compares=True),
    "less_equal": Operation(2, np.less_equal, compares=True),
    "less": Operation(2, np.less, compares=True),
    "equal": Operation(2, np.equal, compares=True),
    "not_equal": Operation(2, np.not_equal, compares=True),
    "where": Operation(2, lambda values, holds: np.where(holds, values, np.nan)[()], on_fractions.where),
    "log": Operation(1, on_arrays.log, on_fractions.log, words="logarithm", fallback_sources=(0,)),
    "lookup": Operation(1, on_arrays.lookup),
    "sign": Operation(1, on_arrays.sign, call=("sgn", "SIGN")),
    "sqrt": Operation(1, on_arrays.of_floats(np.sqrt), on_fractions.sqrt, words="square root", fallback_sources=(0,)),
    "exp": Operation(
        1,
        on_arrays.of_floats(np.exp),
        on_fractions.exp,
        words="exponential",
        fallback_sources=(0,),
        call=("exp", "EXP"),
    ),
    "reciprocal": Operation(1, on_arrays.reciprocal, on_fractions.reciprocal),
    "inverse_squares": Operation(1, on_arrays.inverse_squares),
    # down the rows, or up
    "cumsum": Operation(1, on_arrays.down(np.add), reads=RowDependency.DOWN),
    "cumprod": Operation(1, on_arrays.down(np.multiply), reads=RowDependency.DOWN),
    "cummax": Operation(
        1, on_arrays.down(np.maximum), reads=RowDependency.DOWN, words="largest so far", fallback_sources=(0,)
    ),
    "cummax_up": Operation(
        1, on_arrays.cummax_up, reads=RowDependency.UP, words="largest still to come", fallback_sources=(0,)
    ),
    "shift": Operation(1, on_arrays.shift, reads=RowDependency.ONE_DOWN),
    "average_rank": Operation(
        1, lambda values, _: average_ranks(values), on_fractions.average_rank, RowDependency.AMONG_ALL
    ),
    # out of the rows, and to other rows
    "sum": Operation(1, on_arrays.total, reads=RowDependency.OUT),
    "last": Operation(1, on_arrays.last, reads=RowDependency.OUT, is_copy=True),
    "align": Operation(1, lambda values, end: values[..., :end], reads=RowDependency.ALIGNED, is_copy=True),
    "take": Operation(1, on_arrays.take, reads=RowDependency.TAKEN, is_copy=True),
    "as_rows": Operation(1, lambda numbers, _: numbers, reads=RowDependency.OF_QUERIES, is_copy=True),
}
