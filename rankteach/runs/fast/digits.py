"""Scores as numbers: the digits of every line at a time, in words of eight characters."""

from __future__ import annotations

import numpy as np

from rankteach.runs.fast.fields import WORD, Fields, Irregular
from rankteach.runs.values import score_from_text

_DIGITS = 3 * WORD  # that are looked at; what has more is left to ``float``
_EACH = 0x0101010101010101  # times a byte: a word with that byte in each place
_MINUS, _POINT, _ZERO = b"-.0"
# Masks that keep the last 0, 1, ... 8 bytes of a word.
_LAST = np.array([(1 << 64) - (1 << 8 * (WORD - kept)) for kept in range(WORD + 1)], dtype=np.uint64)
# 1, 10, ... 10**22 are floats without an error. As many digits after the point as are looked at: there is no point.
_SCALE = np.array([10.0**after for after in range(23)] + [np.nan, 1.0])


def numbers(fields: Fields) -> np.ndarray:
    """The value of each field as ``float`` gives it; raises ``Irregular`` for what is not a finite number."""
    text, starts, lengths = fields
    ends = starts + lengths
    negative = text.bytes[starts] == _MINUS
    if some_negative := bool(negative.any()):
        lengths = lengths - negative
    after = _after_point(fields, ends, lengths)
    digits = lengths - (after < _DIGITS)
    good = (digits > 0) & (digits <= _DIGITS)
    whole = np.zeros(len(starts), dtype=np.uint64)
    for offset in range(0, min(int(digits.max(initial=0)), _DIGITS), WORD):
        # The point is taken out: digits after it are read where they are, those before it from one byte further ahead.
        kept, word = _LAST.take(after - offset, mode="clip"), text.words[ends - offset - WORD]
        word = word & kept | (word << 8 | text.bytes[ends - offset - WORD - 1]) & ~kept
        eight, are_digits = _eight_digits((word ^ _ZERO * _EACH) & _LAST.take(digits - offset, mode="clip"))
        good &= are_digits
        if offset == 2 * WORD:
            good &= eight < 1000  # nineteen digits are always less than 2**64
        whole += eight * 10**offset
    # 12.5 is 125 / 10: a float holds both exactly, so their quotient is rounded once, as ``float`` does it.
    values: np.ndarray = whole / _SCALE[after]
    good &= values >= 0  # unless 23 digits follow the point
    if (large := np.flatnonzero(good & (whole > 1 << 53))).size:
        values[large], sure = _quotients(whole[large], np.broadcast_to(_SCALE[after], len(whole))[large])
        good[large] &= sure
    if some_negative:
        np.negative(values, where=negative, out=values)
    if not good.all():
        rows = np.flatnonzero(~good).tolist()
        values[rows] = [_exactly(fields.name(row)) for row in rows]
    return values


def whole_numbers(fields: Fields) -> tuple[np.ndarray, np.ndarray]:
    """The value of each field that is a whole number of up to eight digits, and which ones are."""
    word = fields.text.words[fields.starts + fields.lengths - WORD] ^ _ZERO * _EACH
    values, are_digits = _eight_digits(word & _LAST.take(fields.lengths, mode="clip"))
    return values, are_digits & (fields.lengths <= WORD)


def _after_point(fields: Fields, ends: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """How many digits each field has after its point; one number for all where all have the same."""
    after = fields.name(0)[::-1].find(b".")
    if 0 <= after < min(int(lengths.min()), _DIGITS - 1) and (fields.text.bytes[ends - 1 - after] == _POINT).all():
        return np.array(after)
    every = np.full(len(ends), _DIGITS)
    for offset in range(0, min(int(lengths.max()), _DIGITS), WORD):
        word = fields.text.words[ends - offset - WORD] & _LAST.take(lengths - offset, mode="clip")
        away = word ^ _POINT * _EACH  # a byte of it is zero where a point is
        # Subtracting 1 from every byte sets the highest bit of a zero. Above it, but not below, it may set others too.
        points = (away - _EACH) & ~away & 0x80 * _EACH
        below = (points - 1) & ~points  # ones below that bit of the first point; all ones without a point
        before = np.bitwise_count(below).astype(np.intp) >> 3
        every = np.where(before < WORD, offset + WORD - 1 - before, every)
    return every


def _eight_digits(word: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eight bytes from 0 to 9 as one number, and whether all of them are from 0 to 9."""
    good = ((word + 0x76 * _EACH) | word) & 0x80 * _EACH == 0  # adding 0x76 lifts 10 and more to 0x80 and more
    # Neighbours join, the first one counts more: eight digits, four pairs, two fours, one number.
    word = (word * (10 * (1 << 8) + 1) >> 8) & 0x00FF00FF00FF00FF
    word = (word * (100 * (1 << 16) + 1) >> 16) & 0x0000FFFF0000FFFF
    return word * (10000 * (1 << 32) + 1) >> 32, good


def _quotients(whole: np.ndarray, scale: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Quotients of numbers that are too large for a float, rounded once; and where this is sure.

    As in long division: a first quotient, what it leaves, and the quotient of that.
    """
    rounded = whole.astype(np.float64)
    rest = (whole - rounded.astype(np.uint64)).view(np.int64)  # what rounding took away; below 2**64 it wraps around
    first = rounded / scale
    product, product_rest = _product(first, scale)
    second = ((rounded - product) - product_rest + rest) / scale
    value = first + second
    # The sum lies half way between two floats at most. Where it is that close, an error in the last bits would matter.
    beyond = np.abs(second - (value - first))
    half = np.spacing(value) / 2
    return value, (beyond < half * (1 - 1e-6)) & (np.frexp(value)[0] != 0.5)


def _product(one: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A product as the sum of two floats, without any error (Dekker 1971)."""

    def halves(value: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        large = value * ((1 << 27) + 1)
        high = large - (large - value)
        return high, value - high

    product = one * other
    (high, low), (other_high, other_low) = halves(one), halves(other)
    return product, low * other_low - (((product - high * other_high) - low * other_high) - high * other_low)


def _exactly(text: bytes) -> float:
    try:
        return score_from_text(text)
    except ValueError:
        raise Irregular from None
