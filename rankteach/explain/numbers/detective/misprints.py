"""Numbers that were typed wrong: one digit, two that changed places, one that is lost or too many."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from rankteach.explain.numbers.detective.origin import shown
from rankteach.explain.numbers.detective.search import Search
from rankteach.explain.numbers.diagnosis.mistakes import Mistake

FEWEST_DIGITS = 3  # with fewer, anything is one digit away from something


def misprints(search: Search) -> Iterator[Mistake]:
    """Values that are one slip of the finger away, the likeliest first."""
    printed = search.printed
    if printed.digits is None or printed.significant < FEWEST_DIGITS:
        return
    typed = str(printed.answer.digits)
    for value in search.plain:
        if abs(value.value) > 10 * abs(printed.number) + 10:
            continue
        exact = Fraction(value.value).limit_denominator(10**9)
        for digits, how in _meant(exact, printed.digits).items():
            if slip := typed_wrong(typed, digits):
                trace = value.calculation.at(value.k)
                number = float(trace) if trace.exact is None else trace.exact
                words = f"That may be a misprint of {trace.label}, {shown(number, printed)}, {how} to {digits}: {slip}."
                yield Mistake(words, trace.measure, number, trace)
                break


def _meant(exact: Fraction, places: int) -> dict[str, str]:
    """What would have been printed: the value rounded, or cut off, with as many digits; and with one more."""
    meant: dict[str, str] = {}
    for more in (places, places + 1):
        scale = 10**more
        for how, number in (
            ("rounded", math.floor(abs(exact) * scale + Fraction(1, 2))),
            ("cut off", math.floor(abs(exact) * scale)),
        ):
            meant.setdefault(f"{number // scale}.{number % scale:0{more}d}" if more else str(number), how)
    return meant


def typed_wrong(typed: str, meant: str) -> str:
    """How one number became the other by one slip of the finger; nothing where it takes more.

    >>> typed_wrong("0.7575", "0.7555"), typed_wrong("0.7565", "0.7556"), typed_wrong("0.756", "0.7556")
    ('one digit is wrong', 'two digits changed places', 'one digit is lost')
    >>> typed_wrong("0.75", "0.66"), typed_wrong("0.755", "0.7556")
    ('', '')
    """
    if len(typed) == len(meant):
        apart = [place for place, (one, other) in enumerate(zip(typed, meant, strict=True)) if one != other]
        if len(apart) == 1:
            return "one digit is wrong"
        if len(apart) == 2 and apart[1] - apart[0] == 1 and typed[apart[0]] == meant[apart[1]]:
            return "two digits changed places" if typed[apart[1]] == meant[apart[0]] else ""
        return ""
    if len(meant) == len(typed) + 1:
        lost = (meant[:place] + meant[place + 1 :] for place in range(len(meant) - 1) if meant[place].isdigit())
        return "one digit is lost" if typed in lost else ""
    return ""
