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
    """One operation: its name, how many columns it takes, what it calculates, and which rows it reads.

    ``arrays`` makes the values. An operation on two columns takes the values of both; any other takes the values of
    its column and then the argument, or for a sum and a last row how many rows each list of a batch has. It is None
    where columns have values of their own. ``fractions`` does the same exactly, if ``arrays`` does not.

    The rest describes it: ``words`` name it in a sentence, with its other side at ``{}``, and ``call`` in formulas and
    spreadsheets, if it is a function with a name. It ``compares``, it ``chooses`` one of its two sources in each row,
    or it ``is_copy``: its numbers are those of its source. If you leave it out, the sources at ``fallback_sources``
    remain.
    """

    name: str
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


_ROWS = (
    Operation("given", 0),
    Operation("constant", 0),
    Operation("lazy", 0),
    Operation("opaque", None, reads=RowDependency.OPAQUE),
    # row by row
    Operation("add", 2, on_arrays.add, words="+ {}", fallback_sources=(0, 1)),
    Operation("subtract", 2, on_arrays.subtract, words="− {}", fallback_sources=(0,)),
    Operation("multiply", 2, np.multiply, on_fractions.multiply, words="factor {}", fallback_sources=(0, 1)),
    Operation("divide", 2, on_arrays.divide, on_fractions.divide, fallback_sources=(0,)),
    Operation("power", 2, on_arrays.power, on_fractions.power, words="exponent", fallback_sources=(0,)),
    Operation("minimum", 2, np.minimum, fallback_sources=(0, 1), chooses=True, call=("min", "MIN")),
    Operation(
        "maximum", 2, np.maximum, on_fractions.maximum, fallback_sources=(0, 1), chooses=True, call=("max", "MAX")
    ),
    Operation("greater_equal", 2, np.greater_equal, compares=True),
    Operation("greater", 2, np.greater, compares=True),
    Operation("less_equal", 2, np.less_equal, compares=True),
    Operation("less", 2, np.less, compares=True),
    Operation("equal", 2, np.equal, compares=True),
    Operation("not_equal", 2, np.not_equal, compares=True),
    Operation("where", 2, lambda values, holds: np.where(holds, values, np.nan)[()], on_fractions.where),
    Operation("log", 1, on_arrays.log, on_fractions.log, words="logarithm", fallback_sources=(0,)),
    Operation("lookup", 1, on_arrays.lookup),
    Operation("sign", 1, on_arrays.sign, call=("sgn", "SIGN")),
    Operation("sqrt", 1, on_arrays.of_floats(np.sqrt), on_fractions.sqrt, words="square root", fallback_sources=(0,)),
    Operation(
        "exp",
        1,
        on_arrays.of_floats(np.exp),
        on_fractions.exp,
        words="exponential",
        fallback_sources=(0,),
        call=("exp", "EXP"),
    ),
    Operation("reciprocal", 1, on_arrays.reciprocal, on_fractions.reciprocal),
    Operation("inverse_squares", 1, on_arrays.inverse_squares),
    # down the rows, or up
    Operation("cumsum", 1, on_arrays.down(np.add), reads=RowDependency.DOWN),
    Operation("cumprod", 1, on_arrays.down(np.multiply), reads=RowDependency.DOWN),
    Operation(
        "cummax", 1, on_arrays.down(np.maximum), reads=RowDependency.DOWN, words="largest so far", fallback_sources=(0,)
    ),
    Operation(
        "cummax_up",
        1,
        on_arrays.cummax_up,
        reads=RowDependency.UP,
        words="largest still to come",
        fallback_sources=(0,),
    ),
    Operation("shift", 1, on_arrays.shift, reads=RowDependency.ONE_DOWN),
    Operation(
        "average_rank", 1, lambda values, _: average_ranks(values), on_fractions.average_rank, RowDependency.AMONG_ALL
    ),
    # out of the rows, and to other rows
    Operation("sum", 1, on_arrays.total, reads=RowDependency.OUT),
    Operation("last", 1, on_arrays.last, reads=RowDependency.OUT, is_copy=True),
    Operation("align", 1, lambda values, end: values[..., :end], reads=RowDependency.ALIGNED, is_copy=True),
    Operation("take", 1, on_arrays.take, reads=RowDependency.TAKEN, is_copy=True),
    Operation("as_rows", 1, lambda numbers, _: numbers, reads=RowDependency.OF_QUERIES, is_copy=True),
)
OPERATIONS = {row.name: row for row in _ROWS}
