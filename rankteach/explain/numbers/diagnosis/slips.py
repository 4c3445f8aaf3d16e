"""One slip in a recorded calculation: what a learner who made it would get.

No metric is known here. A slip alters one column of the record (leaves out one side of an operation, counts rows from
0, divides by another count, forgets a term), together with the columns that are calculated alike, such as those of an
ideal order; everything that was made from it follows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Column
from rankteach.explain.numbers.diagnosis.recalculated import Finish, Record, place, rows_of

MOST_TERMS = 40
MOST_CHOICES = 32
DIGITS = (2, 3, 4)
UNEVEN = ((3, 2), (4, 3), (4, 2))
BASES = {2.0: "the logarithm to base 2", math.e: "the natural logarithm", 10.0: "the logarithm to base 10"}


class Slip(NamedTuple):
    """What a slip would give; ``words`` follow the name of what is calculated: "without the + 1 in log2(i + 1)"."""

    words: str
    value: float


class Count(NamedTuple):
    """A number that a learner could divide by, and what it is called; in a batch one for each query."""

    words: str
    values: Any


def miscounts(record: Record, counts: Sequence[Count]) -> Iterator[Slip]:
    """What comes of rows counted from 0, and of dividing by another count."""
    yield from _each(record, _from_0(record), _divided(record, counts))


def slips(record: Record, known_bases: Sequence[Any] = ()) -> Iterator[Slip]:
    """What comes of something left out, or of another logarithm."""
    yield from _each(record, _left_out(record), _other_base(record, known_bases))


def lapses(record: Record) -> Iterator[Slip]:
    """What comes of rows that were not added up, or of one that was forgotten."""
    yield from _each(record, _not_added_up(record), _terms(record))


def _each(record: Record, *kinds: Iterator[tuple[str, Column, np.ndarray]]) -> Iterator[Slip]:
    """Every alteration, done to all columns that are called alike; then, where there are several, to one alone."""
    for kind in kinds:
        alike: dict[str, list[tuple[Column, np.ndarray]]] = {}
        for words, column, values in kind:
            alike.setdefault(words, []).append((column, values))
        for words, altered in alike.items():
            yield from _tried(record, words, altered)
        for words, altered in alike.items():
            places = [record.place(column) for column, _ in altered]
            if len(set(places)) > 1 and all(places):
                for where, one in zip(places, altered, strict=True):
                    yield from _tried(record, f"{words}, only in the {where}", [one])


def _tried(record: Record, words: str, altered: Sequence[tuple[Column, np.ndarray]]) -> Iterator[Slip]:
    made = _value(record, {id(column): values for column, values in altered})
    if made is not None:
        value, fell_away = made
        yield Slip(words + (", leaving out what is then divided by 0" if fell_away else ""), value)


def _value(
    record: Record, altered: Mapping[int, np.ndarray], finish: Finish | None = None
) -> tuple[float, bool] | None:
    """What the altered record gives; None where no learner gets a number either, as for the logarithm of 0."""
    try:
        with np.errstate(all="ignore"):
            made = record.value(altered, finish)
    except (ArithmeticError, ValueError, LookupError):
        return None
    return made if math.isfinite(made[0]) else None


def _left_out(record: Record) -> Iterator[tuple[str, Column, np.ndarray]]:
    """One side of an operation taken for the whole."""
    for column in record.columns:
        if not all(id(source) in record.values for source in column.sources):
            continue
        for kept, dropped in _sides(column):
            if kept.operation != "constant" and kept.axis is column.axis and dropped.operation != "take":
                yield _without(record, column, kept, dropped), column, record.values[id(kept)]


def _without(record: Record, column: Column, kept: Column, dropped: Column) -> str:
    left_out = record.formula(dropped) or record.called(dropped)
    match column.operation:
        case "divide":
            return f"{record.subject(column)}not divided by {record.divisor(dropped)}"
        case "multiply" if dropped.axis and dropped.name and set(record.values[id(dropped)].ravel()) <= {0, 1}:
            what = record.called(kept) or record.formula(kept)
            return f"with {what} at every {dropped.axis.name}, {record.called(dropped)} or not"
        case "multiply":
            return f"without the factor {left_out}{record.where(column)}"
        case "add":
            return f"without the + {left_out}{record.where(column)}"
        case "subtract" if dropped is column.sources[0]:
            return f"without the {left_out} before the minus{record.where(column)}"
        case "subtract":
            return f"without the − {left_out}{record.where(column)}"
    return f"without the {column.rule.words or column.operation}{record.where(column)}"


def _from_0(record: Record) -> Iterator[tuple[str, Column, np.ndarray]]:
    """Ranks and other rows counted from 0."""
    for column in record.columns:
        if column.counts_rows and column.axis:
            yield f"with {rows_of(column.axis)} counted from 0", column, record.values[id(column)] - 1


def _divided(record: Record, counts: Sequence[Count]) -> Iterator[tuple[str, Column, np.ndarray]]:
    """Divided by another count than the one it should be."""
    for column in record.columns:
        if column.operation != "divide" or id(column.sources[0]) not in record.values:
            continue
        above, below = column.sources
        if below.operation == "constant":
            continue
        for words, count in counts:
            beside = np.asarray(count, dtype=float)
            beside = beside[..., None] if column.axis and beside.ndim else beside
            made = record.values[id(above)] / np.where(beside == 0, np.inf, beside)
            if made.shape == record.values[id(column)].shape:
                yield f"{record.subject(column)}divided by {words}, not by {record.divisor(below)}", column, made


def _other_base(record: Record, known: Sequence[Any]) -> Iterator[tuple[str, Column, np.ndarray]]:
    """A logarithm to another base, where the base is no convention of the metric."""
    for column in record.columns:
        if column.operation == "log" and column.argument not in known:
            for base, words in BASES.items():
                values = record.values[id(column)] * math.log(column.argument) / math.log(base)
                yield f"with {words} in place of {record.formula(column, opened=True)}", column, values


def _not_added_up(record: Record) -> Iterator[tuple[str, Column, np.ndarray]]:
    """What grows from row to row taken without growing, or from the row before."""
    for column in record.columns:
        if column.operation == "cumsum" and column.axis and column.name:
            values, name = record.values[id(column)], record.called(column)
            yield f"with {name} not added up", column, record.values[id(column.sources[0])]
            before = np.concatenate([np.zeros_like(values[..., :1]), values[..., :-1]], axis=-1)
            yield f"with {name} of the {column.axis.name} before", column, before


def _terms(record: Record) -> Iterator[tuple[str, Column, np.ndarray]]:
    """A sum in which one term is forgotten."""
    for column in record.columns:
        if column.operation != "sum" or (terms := record.values[id(column.sources[0])]).ndim > 1:
            continue
        rows: dict[float, list[int]] = {}
        for row in np.flatnonzero(terms).tolist()[:MOST_TERMS]:
            rows.setdefault(round(float(terms[row]), 12), []).append(row)
        axis = column.sources[0].axis
        assert axis is not None
        for term, places in rows.items():
            named = " or ".join(place(axis, row) for row in places) if len(places) <= 2 else "one of the terms"
            yield f"with {named} left out of the sum", column, record.values[id(column)] - term


def rounded(record: Record) -> Iterator[Slip]:
    """What is added up rounded, or cut off, before; or every step before the next one."""
    added = {id(column.sources[0]) for column in record.columns if column.operation in ("sum", "cumsum")}
    ways = (("every term to {} digits, then added up", added), ("to {} digits after every step", None))
    for digits, (which, only), (how, cut) in product(DIGITS, ways, (("rounded", _round), ("cut off", np.trunc))):

        def finish(
            column: Column, values: np.ndarray, cut: Any = cut, only: Any = only, scale: float = 10.0**digits
        ) -> np.ndarray:
            chosen = only is None or id(column) in only
            return np.asarray(cut(np.round(values * scale, 6)) / scale) if chosen else values

        if (made := _value(record, {}, finish)) is not None:
            yield Slip(f"{how} too early: {which.format(digits)}", made[0])


def unevenly_shortened(record: Record) -> Iterator[Slip]:
    """Terms of a sum rounded or cut off before they were added up, some to fewer digits than others."""
    for column in record.columns:
        if column.operation not in ("sum", "cumsum") or np.ndim(terms := record.values[id(column.sources[0])]) > 1:
            continue
        row = record.row if column is record.result else None
        if column.operation == "cumsum" and row is None:
            continue
        added = [term for term in terms[: None if row is None else row + 1].tolist() if term]
        for digits, (how, cut) in product(UNEVEN, (("cut off", np.trunc), ("rounded", _round))):
            choices = [list(dict.fromkeys(_shortened(term, number, cut) for number in digits)) for term in added]
            if math.prod(map(len, choices)) > MOST_CHOICES:
                continue
            for chosen in product(*choices):
                altered = np.array(record.values[id(column)], dtype=float)
                altered[() if row is None else row] = sum(chosen)
                if (made := _value(record, {id(column): altered})) is not None:
                    words = " + ".join(f"{term:.12g}" for term in chosen)
                    yield Slip(f"{how} too early, not all terms to as many digits: {words}", made[0])


def _shortened(number: float, digits: int, cut: Any) -> float:
    return float(cut(round(number * 10.0**digits, 6))) / 10.0**digits


def _round(values: np.ndarray) -> np.ndarray:
    return np.floor(values + 0.5)


def _sides(column: Column) -> Iterator[tuple[Column, Column]]:
    """Which source of an operation can be taken for the whole, and what is left out then."""
    sources = column.sources
    for kept in column.rule.alone:
        yield sources[kept], sources[len(sources) - 1 - kept]
    if column.operation == "subtract" and sources[0].operation == "constant":
        yield sources[1], sources[0]
