"""What each operation does, in one row each: to arrays, exactly, and which rows it reads to make a row.

The table is at the end; the functions in it are those of numpy, of ``on_arrays`` and of ``exactly``.

The last dimension of an array lies along the rows; dimensions before it are a batch. Every operation works on floats,
whole numbers and object arrays of ``Fraction``; some have a second function that stays exact.

>>> cumsum = OPERATIONS["cumsum"]
>>> cumsum.moves is DOWN, cumsum.calculate([np.array([1, 0, 1])]).tolist()
(True, [1, 1, 2])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.core import exactly, on_arrays
from rankteach.core.sorting import average_ranks


class Movement(NamedTuple):
    """How an operation moves rows.

    ``source_rows`` takes the operation's argument, a first and a last row, and how many rows a source has; it returns
    the spans of that source's rows, first and last, from which these rows are made. If ``fixed``, the argument belongs
    to the rows as they are, so that fewer rows cannot be calculated with it.
    """

    source_rows: Callable[[Any, int, int, int], list[tuple[int, int]]]
    looks_below: bool = False
    fixed: bool = False


ROW_BY_ROW = Movement(lambda _, first, last, length: [(first, last)])
DOWN = Movement(lambda _, first, last, length: [(0, last)])
UP = Movement(lambda _, first, last, length: [(first, length - 1)], looks_below=True)
ONE_DOWN = Movement(lambda _, first, last, length: [(max(first - 1, 0), last - 1)])
AMONG_ALL = Movement(lambda _, first, last, length: [(0, length - 1)], looks_below=True)
OUT = Movement(lambda _, first, last, length: [(0, length - 1)])
ALIGNED = Movement(lambda _, first, last, length: [(first, last)])
TAKEN = Movement(lambda taken, first, last, length: taken.spans(first, last), fixed=True)
OF_QUERIES = Movement(lambda _, first, last, length: [])  # each query is a calculation of its own
OPAQUE = Movement(lambda _, first, last, length: [(0, length - 1)], fixed=True)


class Operation(NamedTuple):
    """One operation: its name, how many columns it takes, what it calculates, and how it moves rows.

    A function of two columns takes their values; any other takes the values of its columns and then the argument that
    was recorded, or for a sum and a last row how many rows each list of a batch has. ``words`` name the operation in a
    sentence. ``alone`` are the sources, by position, that remain if you leave the operation out. An operation that
    ``passes_on`` has the numbers of its source and calculates nothing.
    """

    name: str
    arity: int | None
    arrays: Callable[..., Any]
    exact: Callable[..., Any] | None = None
    moves: Movement = ROW_BY_ROW
    words: str = ""
    alone: tuple[int, ...] = ()
    compares: bool = False
    passes_on: bool = False

    @property
    def calculates(self) -> bool:
        """Whether it makes new numbers, and does not only compare its sources or pass their numbers on."""
        return self.arity != 0 and not (self.compares or self.passes_on)

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
    Operation("add", 2, on_arrays.add, alone=(0, 1)),
    Operation("subtract", 2, on_arrays.subtract, alone=(0,)),
    Operation("multiply", 2, np.multiply, exactly.multiply, alone=(0, 1)),
    Operation("divide", 2, on_arrays.divide, exactly.divide, alone=(0,)),
    Operation("power", 2, on_arrays.power, exactly.power, words="exponent", alone=(0,)),
    Operation("minimum", 2, np.minimum, words="smaller of the two", alone=(0, 1)),
    Operation("maximum", 2, np.maximum, exactly.maximum, words="larger of the two", alone=(0, 1)),
    Operation("greater_equal", 2, np.greater_equal, compares=True),
    Operation("greater", 2, np.greater, compares=True),
    Operation("less_equal", 2, np.less_equal, compares=True),
    Operation("less", 2, np.less, compares=True),
    Operation("equal", 2, np.equal, compares=True),
    Operation("not_equal", 2, np.not_equal, compares=True),
    Operation("where", 2, lambda values, holds: np.where(holds, values, np.nan)[()], exactly.where),
    Operation("log", 1, on_arrays.log, exactly.log, words="logarithm", alone=(0,)),
    Operation("lookup", 1, on_arrays.lookup),
    Operation("sign", 1, on_arrays.sign),
    Operation("sqrt", 1, on_arrays.of_floats(np.sqrt), exactly.sqrt, words="square root", alone=(0,)),
    Operation("exp", 1, on_arrays.of_floats(np.exp), exactly.exp, words="exponential", alone=(0,)),
    Operation("reciprocal", 1, on_arrays.reciprocal, exactly.reciprocal),
    Operation("inverse_squares", 1, on_arrays.inverse_squares),
    Operation("average_rank", 1, lambda values, _: average_ranks(values), exactly.average_rank, AMONG_ALL),
    Operation("cumsum", 1, on_arrays.down(np.add), moves=DOWN),
    Operation("cumprod", 1, on_arrays.down(np.multiply), moves=DOWN),
    Operation("cummax", 1, on_arrays.down(np.maximum), moves=DOWN, words="largest so far", alone=(0,)),
    Operation("cummax_up", 1, on_arrays.cummax_up, moves=UP, words="largest still to come", alone=(0,)),
    Operation("shift", 1, on_arrays.shift, moves=ONE_DOWN),
    Operation("sum", 1, on_arrays.total, moves=OUT),
    Operation("last", 1, on_arrays.last, moves=OUT, passes_on=True),
    Operation("align", 1, lambda values, axis: values[..., : axis.length], moves=ALIGNED, passes_on=True),
    Operation("take", 1, on_arrays.take, moves=TAKEN, passes_on=True),
    Operation("as_rows", 1, lambda values, _: values, moves=OF_QUERIES, passes_on=True),
    Operation("opaque", None, lambda *sources: sources[-1], moves=OPAQUE),  # its argument is what was counted
)
OPERATIONS = {row.name: row for row in _ROWS}
