"""What each operation does, in one row each: to arrays, exactly, and which rows it reads to make a row.

The table is at the end; the functions in it are those of numpy, of ``on_arrays`` and of ``exactly``.

The last dimension of an array lies along the rows; dimensions before it are a batch. Every operation works on floats,
whole numbers and object arrays of ``Fraction``; some have a second function that stays exact.

>>> cumsum = OPERATIONS["cumsum"]
>>> cumsum.reads.name, cumsum.calculate([np.array([1, 0, 1])]).tolist()
('DOWN', [1, 1, 2])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any, NamedTuple

import numpy as np

from rankteach.core import exactly, on_arrays
from rankteach.core.sorting import average_ranks


class RowDependency(Enum):
    """Which rows of its sources an operation reads to make its own."""

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
        """Whether the argument belongs to the rows as they are, so that fewer rows cannot be calculated with it."""
        return self in (RowDependency.TAKEN, RowDependency.OPAQUE)

    def spans(self, argument: Any, first: int, last: int, length: int) -> list[tuple[int, int]]:
        """The spans of a source's rows, first and last, that the rows from ``first`` to ``last`` are made of.

        ``argument`` is the operation's, and ``length`` says how many rows the source has.
        """
        match self:
            case RowDependency.ROW_BY_ROW | RowDependency.ALIGNED:
                return [(first, last)]
            case RowDependency.ONE_DOWN:
                return [(max(first - 1, 0), last - 1)]
            case RowDependency.DOWN:
                return [(0, last)]
            case RowDependency.UP:
                return [(first, length - 1)]
            case RowDependency.TAKEN:
                return [(int(row), int(row)) for row in argument.rows[first : last + 1] if row >= 0]
            case RowDependency.OF_QUERIES:
                return []
        return [(0, length - 1)]


class Operation(NamedTuple):
    """One operation: its name, how many columns it takes, what it calculates, and which rows it reads.

    A function of two columns takes their values; any other takes the values of its columns and then the argument that
    was recorded, or for a sum and a last row how many rows each list of a batch has. ``words`` name the operation in a
    sentence. ``fallback_sources`` are the sources, by position, that remain if you leave the operation out. One that
    ``is_copy`` has the numbers of its source and calculates nothing. ``call`` is what formulas and spreadsheets call
    it, where it is a function with a name in both.
    """

    name: str
    arity: int | None
    arrays: Callable[..., Any]
    exact: Callable[..., Any] | None = None
    reads: RowDependency = RowDependency.ROW_BY_ROW
    words: str = ""
    fallback_sources: tuple[int, ...] = ()
    compares: bool = False
    is_copy: bool = False
    call: tuple[str, str] | None = None

    @property
    def calculates(self) -> bool:
        """Whether it makes new numbers, and does not only compare its sources or pass their numbers on."""
        return self.arity != 0 and not (self.compares or self.is_copy)

    def calculate(self, sources: Sequence[Any], argument: Any = None, *, exactly: bool = False) -> Any:
        """The values that the operation makes of its sources' values; fractions instead of floats if ``exactly``."""
        function = (self.exact if exactly else None) or self.arrays
        return function(*sources) if self.arity == 2 else function(*sources, argument)


def _its_own(argument: Any) -> Any:
    """Nothing is calculated: a column without sources has values of its own."""
    return argument


_ROWS = (
    Operation("given", 0, _its_own),
    Operation("constant", 0, _its_own),
    Operation("lazy", 0, _its_own),
    Operation("add", 2, on_arrays.add, fallback_sources=(0, 1)),
    Operation("subtract", 2, on_arrays.subtract, fallback_sources=(0,)),
    Operation("multiply", 2, np.multiply, exactly.multiply, fallback_sources=(0, 1)),
    Operation("divide", 2, on_arrays.divide, exactly.divide, fallback_sources=(0,)),
    Operation("power", 2, on_arrays.power, exactly.power, words="exponent", fallback_sources=(0,)),
    Operation("minimum", 2, np.minimum, words="smaller of the two", fallback_sources=(0, 1), call=("min", "MIN")),
    Operation(
        "maximum",
        2,
        np.maximum,
        exactly.maximum,
        words="larger of the two",
        fallback_sources=(0, 1),
        call=("max", "MAX"),
    ),
    Operation("greater_equal", 2, np.greater_equal, compares=True),
    Operation("greater", 2, np.greater, compares=True),
    Operation("less_equal", 2, np.less_equal, compares=True),
    Operation("less", 2, np.less, compares=True),
    Operation("equal", 2, np.equal, compares=True),
    Operation("not_equal", 2, np.not_equal, compares=True),
    Operation("where", 2, lambda values, holds: np.where(holds, values, np.nan)[()], exactly.where),
    Operation("log", 1, on_arrays.log, exactly.log, words="logarithm", fallback_sources=(0,)),
    Operation("lookup", 1, on_arrays.lookup),
    Operation("sign", 1, on_arrays.sign, call=("sgn", "SIGN")),
    Operation("sqrt", 1, on_arrays.of_floats(np.sqrt), exactly.sqrt, words="square root", fallback_sources=(0,)),
    Operation(
        "exp",
        1,
        on_arrays.of_floats(np.exp),
        exactly.exp,
        words="exponential",
        fallback_sources=(0,),
        call=("exp", "EXP"),
    ),
    Operation("reciprocal", 1, on_arrays.reciprocal, exactly.reciprocal),
    Operation("inverse_squares", 1, on_arrays.inverse_squares),
    Operation(
        "average_rank", 1, lambda values, _: average_ranks(values), exactly.average_rank, RowDependency.AMONG_ALL
    ),
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
    Operation("sum", 1, on_arrays.total, reads=RowDependency.OUT),
    Operation("last", 1, on_arrays.last, reads=RowDependency.OUT, is_copy=True),
    Operation("align", 1, lambda values, axis: values[..., : axis.length], reads=RowDependency.ALIGNED, is_copy=True),
    Operation("take", 1, on_arrays.take, reads=RowDependency.TAKEN, is_copy=True),
    Operation("as_rows", 1, lambda values, _: values, reads=RowDependency.OF_QUERIES, is_copy=True),
    Operation(
        "opaque", None, lambda *sources: sources[-1], reads=RowDependency.OPAQUE
    ),  # its argument is what was counted
)
OPERATIONS = {row.name: row for row in _ROWS}
