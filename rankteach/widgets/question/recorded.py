"""A question in a page without Python: what each answer leads to, found by a hash of how the answer is spelled.

What tells the answer is sealed, so you cannot read it in the source of the page; its script opens it when you ask for
it. A number has many spellings: recorded are those near the right one, and those of each known mistake.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import compress, product
from math import floor, isfinite
from operator import methodcaller
from typing import Any

from rankteach.explain.numbers.diagnose import ASK, ASK_BOTH, CHECK_ABOVE, CHECK_BELOW, errors_of, what_to_check
from rankteach.explain.printed import Printed
from rankteach.widgets.question.answers import Choice, Feedback, Number, Order, Value
from rankteach.widgets.question.state import QuestionState

MOST_CHOICES = 12  # of which several can be right: each selection is recorded
RIGHT_PLACES, WRONG_PLACES = 8, 6  # digits after the point
FEW, ALL = 10**5, 10**9  # parts of 1 in which numbers are compared: where no more is asked, and otherwise
NEAR = 3  # by so much the last digit of a number that is almost right can be off
UNLIKELY = Fraction(1013, 7919)  # as a part of the range: no known mistake
UNREADABLE, OTHER, BELOW, ABOVE = "?", "other", "below", "above"
START, PRIME = 0xCBF29CE484222325, 0x100000001B3  # of FNV-1a, a hash of 64 bits
SHORT = 10  # hexadecimal digits of it, which tell a thousand answers apart


def recorded(state: QuestionState) -> dict[str, Any]:
    """All that a page needs to ask the question, for JSON. It begins without an answer, also if there is one now.

    >>> from rankteach.widgets.question.answers import Number
    >>> page = recorded(QuestionState("What is 1/2 + 1/3?", Number(Fraction(5, 6)), because="3/6 + 2/6 = 5/6"))
    >>> "5/6" in str(page), f"{hashed('=833333333', hashed(page['view']['text'])):x}"[-SHORT:] in page["places"]
    (False, True)
    """
    state = state.after(QuestionState.reset)
    known, salt = Recorded(state), hashed(state.text)
    return {
        "view": {**state.view(), "code": state.code(), "covered": state.covered},
        "bounds": known.bounds,
        "places": {f"{hashed(spelling, salt):x}"[-SHORT:]: number for spelling, number in known.places.items()},
        "sealed": sealed(f"[{','.join(known.changes)}]", salt),
        "asks": [ASK, ASK_BOTH, CHECK_ABOVE, CHECK_BELOW],
        "whole": True,
    }


class Recorded:
    """What actions change in the view, as JSON, and its number for each spelling of an action.

    Of the spellings of one answer the first that is known counts: ``OTHER`` is one of every number.
    """

    def __init__(self, state: QuestionState) -> None:
        self.state, self.start = state, state.view()
        self.bounds: list[float | None] = [None, None]
        self.changes: dict[str, int] = {}
        self.replies: dict[Feedback, int] = {}
        self.places = {
            do: self._number(state.after(methodcaller("dispatch", {"do": do}))) for do in ("reveal", "reset")
        }
        asking = state
        for taken in range(len(state.hints)):
            asking = asking.after(QuestionState.take_hint)
            asking.announcement = asking.hints[taken]
            self.places[f"hint {taken}"] = self._number(asking)
        match answer := state.answer:
            case Number() | Value():
                self._learn_numbers(answer)
            case Order(right=right):
                for places in (*range(len(right) - 1), len(right)):
                    self._answer(["\n".join(right[:places])], right[:places] + right[places:][1:] + right[places:][:1])
            case Choice(several=True, items=items) if len(items) > MOST_CHOICES:
                raise ValueError(f"choices must be at most {MOST_CHOICES} in a page, if several of them can be right.")
            case Choice(items=items):
                for which in product((False, True), repeat=len(items) if answer.several else 0):
                    self._answer(["\n".join(compress(items, which))], list(compress(items, which)))
                for one in () if answer.several else items:
                    self._answer([one], [one])
            case _:
                self._answer(["blank"], [""])
                self._answer([OTHER], ["words"])

    def _number(self, there: QuestionState) -> int:
        """The number of what is different there."""
        said = {"announcement": there.announcement, "feedback": there.feedback.message, "right": there.feedback.right}
        view: dict[str, Any] = {**there.view(), "given": self.start["given"]}
        changed = said | {name: one for name, one in view.items() if one != self.start[name]}  # type: ignore[literal-required]
        text = json.dumps(changed, ensure_ascii=False)
        if there.given and isinstance(self.state.answer, Number | Value):  # the page says which part to check
            text = text.replace(what_to_check(there.given[0], getattr(self.state.answer, "asked", None)), ASK)
        return self.changes.setdefault(text, len(self.changes))

    def _answer(self, spelled: Sequence[str], given: list[str]) -> None:
        """Where an answer leads, unless a less particular spelling of it leads there already."""
        reply = self.state.answer.check(given)
        if reply not in self.replies:
            answered = methodcaller("dispatch", {"do": "answer", "given": given})
            self.replies[reply] = self._number(self.state.after(answered))
        if next((self.places[one] for one in spelled if one in self.places), None) != self.replies[reply]:
            self.places[spelled[0]] = self.replies[reply]

    def _learn_numbers(self, answer: Number | Value) -> None:
        exact: Any = answer.exact if isinstance(answer, Number) else answer.asked.exact
        wrong, low, high = {*answer.replies}, exact, exact + NEAR
        if isinstance(answer, Value):
            if answer.asked.quotient:
                above, below = answer.asked.quotient
                self.places |= {f"{above}/": 0, f"/{below}": 0}  # a wrong fraction can have one of them
            wrong |= {
                _fraction(one.value) for _, errors in errors_of(answer.asked) for one in errors if isfinite(one.value)
            }
            self.bounds = [None if one is None else float(one) for one in answer.trace.metric.of_one.bounds]
            low, high = (own if one is None else one for one, own in zip(self.bounds, (low, high), strict=True))
        if isfinite(exact):
            between = low + (high - low) * UNLIKELY
            for name, number in ((OTHER, between), (BELOW, low - UNLIKELY), (ABOVE, high + UNLIKELY)):
                self._answer([name], [str(_fraction(number))])
            unit = floor(exact * FEW)
            for near in range(unit - 2 * NEAR, unit + 2 * NEAR + 2):  # a fraction can be close to a value that is none
                self._answer([f"≈{near}"], [f"{near}/{FEW}"])
        self._answer([UNREADABLE], [UNREADABLE])
        for typed in ("nan", "undefined", *(_near(_fraction(exact), wrong) if isfinite(exact) else "0")):
            self._answer(spellings(typed, self.bounds), [typed])


def spellings(typed: str, bounds: Sequence[float | None]) -> list[str]:
    """How to look up what was typed as a number, the most particular spelling first."""
    printed = Printed.read(typed)
    if printed is None:
        return [f"?{typed.strip().lower()}", UNREADABLE]
    low, high = bounds
    number, billionths = printed.number, floor(printed.number * ALL + Fraction(1, 2))
    digits = [f"{printed.digits}:{billionths}"] if printed.decimal else []
    few = [f"≈{floor(number * FEW + Fraction(1, 2))}"] * (not printed.decimal)
    beyond = [BELOW] * (low is not None and number < low) + [ABOVE] * (high is not None and number > high)
    return [*(f"{one}…" for one in digits if printed.cut), *digits, f"={billionths}", *few, *beyond, OTHER]


def _near(exact: Fraction, wrong: set[Fraction]) -> Iterator[str]:
    """What you type if you are right, almost right, forget a % sign, or are wrong in a way that is known."""
    for number in sorted({exact, *wrong}):
        yield f"{number.numerator}/{number.denominator}"
    for number, places, near in [
        *((number, WRONG_PLACES, 1) for number in sorted({*wrong, 100 * exact})),
        (exact, RIGHT_PLACES, NEAR),
    ]:
        for digits, off in product(range(places + 1), range(-near, near + 1)):
            yield f"{Decimal(floor(number * 10**digits) + off).scaleb(-digits):f}"
            if number == exact:
                yield f"{Decimal(floor(number * 10**digits) + off).scaleb(-digits):f}…"
    yield f"{float(exact):,.0f}"


def _fraction(value: Any) -> Fraction:
    """A number as you type it: a float that is nearly a short fraction is that fraction."""
    return Fraction(value).limit_denominator(10**9) if isinstance(value, float) else Fraction(value)


def hashed(text: str, value: int = START) -> int:
    """A hash of a text, after another hash."""
    for byte in text.encode():
        value = (value ^ byte) * PRIME % 2**64
    return value


def sealed(text: str, value: int) -> str:
    """A text, packed, each byte changed by one that follows from a hash; ``opened`` in recorded.js reads it."""
    packed = bytearray(zlib.compress(text.encode(), 9))
    for place, byte in enumerate(packed):
        value = (value ^ place % 256) * PRIME % 2**64
        packed[place] = byte ^ value >> 56
    return base64.b64encode(packed).decode()
