"""One slip in a recorded calculation, and the number that a learner gets by it.

No metric is known here. A slip alters one column of the record (leaves out one side of an operation, counts rows from
0, divides by another count, forgets a term), together with the columns that are calculated alike, such as those of an
ideal order; everything calculated from them follows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Column
from rankteach.core.operations import RowDependency
from rankteach.explain.numbers.explanation import Explanation
from rankteach.explain.numbers.record import Asked, Finish, Record, rows_of
from rankteach.notation.sentence import row_name

MOST_TERMS = 40
MOST_CHOICES = 32
DIGITS = (2, 3, 4)
UNEVEN = ((3, 2), (4, 3), (4, 2))
WITHOUT_A_ROW = ", leaving out what is then divided by 0"


class Alteration(NamedTuple):
    """Other values of a column; in words, which follow the name of the number; and whether few would make them."""

    words: str
    column: Column
    values: np.ndarray
    rare: bool = False


def altered(asked: Asked, alterations: Iterable[Alteration]) -> Iterator[Explanation]:
    """Every alteration of all columns that it applies to; then, if there are several, of each alone."""
    alike: dict[str, list[Alteration]] = {}
    for one in alterations:
        alike.setdefault(one.words, []).append(one)
    for some in alike.values():
        yield from _slip(asked, some[0].words, some)
    for some in alike.values():
        places = [asked.record.place(one.column) for one in some]
        along = [one.column.axis is not None and one.column.axis.along is not None for one in some]
        # the running sums over queries have no names that a learner knows
        if len(set(places)) > 1 and all(places) and (any(along) or asked.trace.rows != "query"):
            for place, of_ideal, one in zip(places, along, some, strict=True):
                # the list itself and its ideal order are calculated alike
                where = place if not any(along) else "ideal order" if of_ideal else "list itself"
                yield from _slip(asked, f"{one.words}, only in the {where}", [one._replace(rare=True)])


def _slip(asked: Asked, words: str, some: Sequence[Alteration]) -> Iterator[Explanation]:
    result = _again(asked.record, {id(one.column): one.values for one in some})
    if result is not None:
        value, without_a_row = result
        remark = WITHOUT_A_ROW if without_a_row else ""
        yield Explanation(f"{asked.name()} {words}", value, rare=all(one.rare for one in some), remark=remark)


def _again(
    record: Record, altered: Mapping[int, np.ndarray], finish: Finish | None = None
) -> tuple[float, bool] | None:
    """The value of the altered record; None where a learner gets no number either, as for the logarithm of 0."""
    try:
        with np.errstate(all="ignore"):
            result = record.value(altered, finish)
    except (ArithmeticError, ValueError, LookupError):
        return None
    return result if math.isfinite(result[0]) else None


def from_0(record: Record) -> Iterator[Alteration]:
    """Rows counted from 0."""
    for column in record.columns:
        if column.is_row_index and column.axis:
            words = f"with {rows_of(column.axis)} counted from 0"
            yield Alteration(words, column, record.values[id(column)] - 1)


def divided(record: Record, counts: Mapping[str, Any]) -> Iterator[Alteration]:
    """Division by another count."""
    for column in record.complete:
        if not column.is_quotient or column.sources[1].is_constant:
            continue
        above, below = column.sources
        for words, count in counts.items():
            divisor = np.asarray(count, dtype=float)
            divisor = divisor[..., None] if column.axis and divisor.ndim else divisor
            quotient = record.values[id(above)] / np.where(divisor == 0, np.inf, divisor)
            if quotient.shape == record.values[id(column)].shape:
                subject = record.subject(column)
                words = f"{subject}divided by {words}, not by {record.divisor(below)}"
                yield Alteration(words, column, quotient, rare=bool(subject))


def one_off(record: Record) -> Iterator[Alteration]:
    """Division by one more, or one less."""
    for column in filter(lambda one: one.is_quotient and not one.sources[1].is_constant, record.complete):
        above, below = (record.values[id(source)] for source in column.sources)
        for words, divisor in (("more", below + 1), ("less", below - 1)):
            called = f"{record.subject(column)}divided by one {words} than {record.divisor(column.sources[1])}"
            yield Alteration(called, column, above / np.where(divisor == 0, np.inf, divisor), rare=True)


def left_out(record: Record) -> Iterator[Alteration]:
    """One side of an operation mistaken for its result."""
    for column in record.complete:
        for kept, dropped in _sides(column):
            words = _without(record, column, kept, dropped)
            if words and not kept.is_constant and kept.axis is column.axis:
                inside = bool(record.subject(column)) and dropped.axis is not None
                yield Alteration(words, column, record.values[id(kept)], rare=inside)


def _without(record: Record, column: Column, kept: Column, dropped: Column) -> str:
    """What is missing; empty if there are no words for it that a learner would understand."""
    part = record.formula(dropped) or record.called(dropped)
    if not part and dropped.is_product:  # the formula is too long: the name of its first factor
        part = dropped.sources[0].name or ""
    if not part or dropped.rule.reads is RowDependency.TAKEN:
        return ""
    if column.is_quotient:
        return f"{record.subject(column)}not divided by {record.divisor(dropped)}"
    if column.is_product and dropped.rule.compares:
        if not (dropped.name and dropped.axis and kept.name) or kept.is_row_index:
            return ""
        which = "relevant or not" if dropped.name == "relevant" else f"whatever the {dropped.sources[0].name}"
        return f"with {record.called(kept)} at every {dropped.axis.name}, {which}"
    if column.is_product and (dropped.is_row_index or kept.is_row_index):
        return ""
    if column.is_addition and dropped.is_addition:  # all terms but the last
        return ""
    if column.rule.reads is RowDependency.DOWN:  # the highest so far
        return f"of the last {column.axis.name} alone" if column.axis else ""
    where = record.where(column)
    if column.is_addition and not where:
        return f"without {part} in the sum"
    if column.is_difference and dropped is column.sources[0]:
        return f"without the {part} before the minus{where}"
    if column.rule.chooses:
        name, one_of_two = record.formula(kept), record.formula(column)
        if not (name and one_of_two):
            return ""
        if any(one.is_quotient and one.sources[1] is column for one in record.complete):
            return f"divided by {name}, not by {one_of_two}"
        return f"with {name} instead of {one_of_two}{where if where != f' in {one_of_two}' else ''}"
    if column.is_power and np.all(record.values[id(dropped)] == 2):
        squared = record.called(kept) or record.formula(kept)
        return squared and f"with {squared} not squared"
    return f"without the {column.rule.words.format(part)}{where}"


def other_logarithm(record: Record) -> Iterator[Alteration]:
    """The row itself instead of the logarithm of the next row; or that of the row after it; or 1 added outside."""
    for column in record.complete:
        if not column.is_logarithm or not column.sources[0].is_addition or column.axis is None:
            continue
        (following,) = column.sources
        row, one = following.sources
        if row.is_row_index and one.is_constant:
            log, of_row = record.formula(column, opened=True), record.formula(row)
            words = f"with the {(column.axis.along or column.axis).name} {of_row} instead of {log}"
            yield Alteration(words, column, record.values[id(row)])
            for more in (2, 3):
                later = np.log(record.values[id(row)] + more) / math.log(column.argument)
                yield Alteration(f"with {log.replace('+ 1', f'+ {more}')} instead of {log}", column, later)
            outside = np.log(record.values[id(row)]) / math.log(column.argument) + 1
            yield Alteration(f"with {log.replace(' + 1', '')} + 1 instead of {log}", column, outside)


def not_added_up(record: Record) -> Iterator[Alteration]:
    """A running sum replaced by its terms, or by the running sum of the row above."""
    for column in record.complete:
        if column.is_running_sum and column.axis and column.name:
            values, name = record.values[id(column)], record.called(column)
            yield Alteration(f"with {name} not added up", column, record.values[id(column.sources[0])])
            before = np.concatenate([np.zeros_like(values[..., :1]), values[..., :-1]], axis=-1)
            yield Alteration(f"with {name} of the {column.axis.name} before", column, before)


def forgotten(record: Record) -> Iterator[Alteration]:
    """A sum in which one term is missing."""
    for column in filter(lambda one: one.is_sum, record.complete):
        terms, axis = record.values[id(column.sources[0])], column.sources[0].axis
        assert axis is not None
        rows: dict[float, list[int]] = {}
        for row in np.flatnonzero(terms).tolist()[:MOST_TERMS] if terms.ndim == 1 else ():
            rows.setdefault(round(float(terms[row]), 12), []).append(row)
        for term, places in rows.items() if len(rows) > 1 or any(len(one) > 1 for one in rows.values()) else ():
            named = " or ".join(row_name(axis, row) for row in places) if len(places) <= 2 else "one of the terms"
            values = record.values[id(column)] - term
            yield Alteration(f"with {named} left out of the sum", column, values, rare=axis.along is not None)


# --- rounded early ----------------------------------------------------------------------------------------------------
def rounded(asked: Asked) -> Iterator[Explanation]:
    """Every term rounded, or cut off, before it is added; or every step before the next one."""
    record = asked.record
    terms = {id(column.sources[0]) for column in record.complete if column.is_sum or column.is_running_sum}
    scopes = (("every term to {} digits, then added up", terms), ("to {} digits after every step", None))
    for digits, (words, only), (how, cut) in product(DIGITS, scopes, WAYS):

        def finish(
            column: Column, values: np.ndarray, cut: Any = cut, only: Any = only, digits: int = digits
        ) -> np.ndarray:
            return values if only is not None and id(column) not in only else _shortened(values, digits, cut)

        if (result := _again(record, {}, finish)) is not None:
            called = f"{asked.name()} {how} too early: {words.format(digits)}"
            yield Explanation(called, result[0], rare=only is None)


def unevenly_rounded(asked: Asked) -> Iterator[Explanation]:
    """Terms of a sum rounded or cut off before they are added, some to fewer digits than others."""
    record = asked.record
    for column in record.complete:
        if not (column.is_sum or column.is_running_sum):
            continue
        row = record.row if column is record.result else None
        terms = record.values[id(column.sources[0])]
        if terms.ndim > 1 or (column.is_running_sum and row is None):
            continue
        added = [term for term in terms[: None if row is None else row + 1].tolist() if term]
        for digits, (how, cut) in product(UNEVEN, reversed(WAYS)):
            shortened = [_shortened(np.array(added), one, cut).tolist() for one in digits]
            choices = [list(dict.fromkeys(ways)) for ways in zip(*shortened, strict=True)]
            if math.prod(map(len, choices)) > MOST_CHOICES:
                continue
            for chosen in product(*choices):
                altered = np.array(record.values[id(column)], dtype=float)
                altered[() if row is None else row] = sum(chosen)
                if (result := _again(record, {id(column): altered})) is not None:
                    terms_added = " + ".join(f"{term:.12g}" for term in chosen)
                    called = f"{asked.name()} {how} too early, not all terms to as many digits: {terms_added}"
                    yield Explanation(called, result[0])


def _shortened(values: Any, digits: int, cut: Any) -> np.ndarray:
    return np.asarray(cut(np.round(values * 10.0**digits, 6)) / 10.0**digits)


WAYS: tuple[tuple[str, Any], ...] = (("rounded", lambda values: np.floor(values + 0.5)), ("cut off", np.trunc))


def _sides(column: Column) -> Iterator[tuple[Column, Column]]:
    """Which source of an operation can be mistaken for the result, and which source that leaves out."""
    sources = column.sources
    for kept in column.rule.fallback_sources:
        yield sources[kept], sources[len(sources) - 1 - kept]
    if column.is_difference and sources[0].is_constant:
        yield sources[1], sources[0]
