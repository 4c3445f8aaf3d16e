"""The kinds of answers: what a student gives, and what a teacher would say to it, without saying what is right."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence, Set
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any, ClassVar, Literal, NamedTuple

from rankteach.core.checks import scalar, shown
from rankteach.explain.numbers.diagnose import TOO_FEW, UNKNOWN, compare, diagnosed, hint, out_of_range, what_to_check
from rankteach.explain.numbers.record import Asked
from rankteach.explain.printed import Printed
from rankteach.notation.numbers import decimal, given, readable, with_decimal
from rankteach.tracing.trace import Trace

INTRODUCTORY = ("P", "R", "F", "RR", "AP", "CG", "DCG", "IDCG", "nDCG")
"""The metrics that an explanation may name, if the question does not say which ones were taught."""

CLOSENESS = {"the same": 3, "rounded": 2, "cut off": 1}
THOUSAND = 1000  # from here on a comma groups digits: 40,000
TYPE = "type one number, such as 0.83 or 5/6"
PERCENT = "Not quite. Is it a percentage? Then write the % sign, too."
_ARGUMENT = re.compile(r" \(\w+=[^()]*\)")  # such as (denominator="hits"), which is for programmers


class Feedback(NamedTuple):
    """Whether an answer is ``right`` (None: not to be judged), and the ``message`` to the student; true if right."""

    right: bool | None
    message: str

    def __bool__(self) -> bool:
        return bool(self.right)

    def require(self) -> Feedback:
        """The feedback itself if right. Raises ``AssertionError`` with the message if not: for tests and graders."""
        if not self.right:
            raise AssertionError(self.message)
        return self

    def __repr__(self) -> str:
        return f"{ {True: '✓', False: '✗', None: '·'}[self.right] } {self.message}"


class Answer(ABC):
    """The answer of a question. ``items`` are what a student chooses from, or puts in order."""

    kind: ClassVar[Literal["number", "choice", "order", "text"]]
    label = "Your answer"
    several = False  # whether more than one choice can be right
    items: Sequence[str] = ()

    @abstractmethod
    def check(self, given: Any) -> Feedback:
        """What to say to an answer."""

    @abstractmethod
    def __str__(self) -> str:
        """The answer in words."""


class Number(Answer):
    """A number. ``replies`` are what to say to particular wrong ones."""

    kind = "number"

    def __init__(self, number: Any, replies: Mapping[Any, str] | None = None) -> None:
        if not isfinite(number):
            raise ValueError(f"answer must be a finite number, not {shown(number)}.")
        number = scalar(number)  # whole numbers of numpy would overflow
        self.exact: Fraction | float = Fraction(number) if isinstance(number, Rational) else float(number)
        self.replies = _replies(replies, self.exact)

    def check(self, given: Any) -> Feedback:
        """Right, rounded, wrong in a way that the question knows, too short, a forgotten % sign, or wrong."""
        typed = _one(given, TYPE)
        if abs(float(self.exact)) >= THOUSAND:
            typed = typed.replace(",", "")
        if (listed := _listed(self.replies, typed, self.exact)) is not None:
            return listed
        compared = compare(typed, self.exact)
        if compared.said != UNKNOWN:
            return Feedback(compared.right, warm(compared.said))
        percent = -1 <= self.exact <= 1 and compare(typed, 100 * self.exact).right is not False
        return Feedback(False, PERCENT if percent else f"Not quite. {what_to_check(typed)}")

    def __str__(self) -> str:
        value = self.exact
        if not isinstance(value, Fraction):
            return min(decimal(value), given(value), key=len)
        return with_decimal(value) if readable(value) else decimal(value)


class Value(Answer):
    """The value of a trace. ``replies``, its calculation and the metrics that were taught explain a wrong one."""

    kind = "number"

    def __init__(self, trace: Trace, taught: Iterable[str] = (), replies: Mapping[Any, str] | None = None) -> None:
        if not trace.single:
            raise TypeError("answer must be the trace of one query, not of a batch. Choose one: trace['q1'].")
        self.trace, self.label, self.taught = trace, f"{trace.label} =", list(taught) or INTRODUCTORY
        # an unknown one raises now, not when a student answers
        self.asked = Asked(trace, taught=self.taught)
        self.exact = trace.value if trace.exact is None else trace.exact
        self.replies = _replies(replies, self.exact)

    def check(self, given: Any) -> Feedback:
        """What the question knows of the number; or its range, the mistake that explains it, or else the next move."""
        typed = _one(given, TYPE)
        if (listed := _listed(self.replies, typed, self.exact)) is not None:
            return listed
        diagnosis = diagnosed(self.asked, typed)
        if diagnosis.right is not False:
            return Feedback(diagnosis.right, diagnosis.said)
        if beyond := out_of_range(self.trace, typed):
            mistake = diagnosis.said.removeprefix("Not yet. ").removeprefix(f"{beyond} ")
            return Feedback(False, warm(f"{beyond} {mistake if diagnosis.mistakes else hint(self.asked, typed)}"))
        unknown = diagnosis.said == UNKNOWN
        return Feedback(False, warm(f"Not yet. {hint(self.asked, typed)}" if unknown else diagnosis.said))

    def __str__(self) -> str:
        exact = self.trace.exact
        return f"{self.trace.label} {'≈' if exact is None or not readable(exact) else '='} {self.trace.shown}"


class Choice(Answer):
    """One of several choices, or all that are right. ``replies`` are what to say to each."""

    kind = "choice"

    def __init__(self, right: str | Iterable[str], choices: Mapping[str, str] | Iterable[str]) -> None:
        self.replies = dict(choices) if isinstance(choices, Mapping) else dict.fromkeys(choices, "")
        self.several = not isinstance(right, str)
        self.items = list(self.replies)
        if len(self.items) < 2 or not all(isinstance(one, str) for one in self.items):
            raise TypeError(f"choices must be at least two different strings, not {shown(choices)}.")
        right = self._known(right)
        self.right = [one for one in self.items if one in right]
        if not right:
            raise ValueError("answer must have at least one of the choices.")

    def check(self, given: Any) -> Feedback:
        """The reply to the first wrong choice; without one, how many choices are right, if there can be several."""
        chosen = self._known(given)
        if not chosen:
            return Feedback(None, "Choose an answer first: a guess is fine.")
        wrong, good = [one for one in chosen if one not in self.right], [one for one in chosen if one in self.right]
        if not wrong and len(set(good)) == len(set(self.right)):
            return Feedback(True, (not self.several and self.replies[good[0]]) or "Right.")
        if not wrong:
            return Feedback(False, "Right so far, but not all of them: look through the other choices again.")
        if reply := next(filter(None, map(self.replies.get, wrong)), ""):
            return Feedback(False, reply)
        if not self.several:
            return Feedback(False, "Not quite. What speaks for each of the other choices?")
        if not good:
            none = "Your choice isn't" if len(chosen) == 1 else f"None of the {len(chosen)} that you chose is"
            return Feedback(False, f"Not quite. {none} right. Which of the other choices fit the question?")
        count = f"{len(good)} of the {len(chosen)} that you chose {'are' if len(good) > 1 else 'is'} right."
        return Feedback(False, f"Not quite. {count} Which one would you uncheck?")

    def _known(self, given: str | Iterable[str]) -> list[str]:
        chosen = [given] if isinstance(given, str) else list(given)
        for one in chosen:
            if one not in self.items:
                choices = ", ".join(map(repr, self.items))
                raise ValueError(f"answer must be among the choices {choices}, not {shown(one)}.")
        return chosen

    def __str__(self) -> str:
        return " · ".join(self.right)  # a choice can have commas


class Order(Answer):
    """Items to be put in order. They are shown from A to Z, or in another order if that is the answer."""

    kind = "order"
    label = "Your order"

    def __init__(self, items: Iterable[Any]) -> None:
        self.right = list(map(str, items))
        if len(self.right) < 2 or len(set(self.right)) < len(self.right):
            raise ValueError(f"answer must be at least two different items in their order, not {shown(self.right)}.")
        in_order = sorted(self.right)
        half = len(in_order) // 2
        self.items = in_order if in_order != self.right else in_order[half:] + in_order[:half]

    def check(self, given: Any) -> Feedback:
        """How many of the first places are right."""
        order = [given] if isinstance(given, str) else list(map(str, given))
        if sorted(order) != sorted(self.right):
            raise ValueError(
                f"an order must contain each of {', '.join(map(repr, self.items))} once, not {shown(order)}."
            )
        same = [one == other for one, other in zip(order, self.right, strict=True)]
        if all(same):
            return Feedback(True, "Right.")
        first = same.index(False)
        if not first:
            return Feedback(False, "Not quite. Look at the first place: what comes before all the others?")
        places = "first place is" if first == 1 else f"first {first} places are"
        return Feedback(False, f"The {places} right. What comes next?")

    def __str__(self) -> str:
        return " → ".join(self.right)


class Text(Answer):
    """A text of the student's own, to be compared with a model answer."""

    kind = "text"

    def __init__(self, model: str) -> None:
        self.model = model

    def check(self, given: Any) -> Feedback:
        """The model answer, once something was written."""
        if not _one(given, "write a sentence").strip():
            return Feedback(None, "Write your answer first, in your own words. Then compare.")
        return Feedback(None, f"Compare your answer with this one: {self.model}")

    def __str__(self) -> str:
        return self.model


def answer_of(answer: Any, choices: Any, taught: Iterable[str]) -> Answer:
    """The answer of a question, whose kind follows from the arguments: see ``rankteach.classroom.question``."""
    if choices is None or isinstance(choices, Mapping):
        if isinstance(answer, Trace):
            return Value(answer, taught, choices)
        if isinstance(answer, Real) and not isinstance(answer, bool):
            return Number(answer, choices)
    if choices is not None:
        if not isinstance(answer, str | list | tuple | Set):
            raise TypeError(f"answer must be a choice, or a list of choices, not {shown(answer)}.")
        return Choice(answer, choices)
    if isinstance(answer, str):
        return Text(answer)
    if isinstance(answer, list | tuple):
        return Order(answer)
    raise TypeError(
        "answer must be a number, a trace, a text, or a list of items in their order, "
        f"not {shown(answer)}. For a set of right choices, pass all choices: choices=['P', 'R', 'AP']."
    )


def _replies(replies: Mapping[Any, str] | None, right: Fraction | float) -> dict[Fraction, str]:
    """What to say to particular wrong numbers."""
    return {_wrong_number(wrong, right): reply for wrong, reply in (replies or {}).items()}


def _listed(replies: Mapping[Fraction, str], typed: str, exact: Fraction | float) -> Feedback | None:
    """What to say to a wrong number that the question knows, or nothing.

    The closest one wins, and it wins over a right one that is cut off. If both are rounded to the same digits, more
    digits tell them apart.
    """
    printed = Printed.read(typed)
    if printed is None:
        return None
    closeness = {number: CLOSENESS.get(printed.verdict(number), 0) for number in (exact, *replies)}
    right = closeness.pop(exact)
    close = max(closeness.values(), default=0)
    if right == CLOSENESS["the same"] or not close or close < right:
        return None
    one_digit = printed.digits == 1 and printed.verdict(exact) == "too few digits"
    if right == CLOSENESS["rounded"] or close == right or one_digit:
        return Feedback(None, TOO_FEW)
    return Feedback(False, next(reply for wrong, reply in replies.items() if closeness[wrong] == close))


def _wrong_number(wrong: Any, right: Fraction | float) -> Fraction:
    """A wrong number, as it is typed."""
    read = Printed.read(wrong)
    if read is None:
        raise ValueError(f"choices must have a number for each reply, such as 12 or '5/6', not {shown(wrong)}.")
    if compare(wrong, right).right:
        raise ValueError(f"choices must have wrong numbers, but {shown(wrong)} is the answer. Use because= for it.")
    return read.number


def _one(given: Any, hint: str) -> str:
    """The only text of what was given; a browser sends it in a list."""
    if isinstance(given, list | tuple):
        if len(given) != 1:
            raise ValueError(f"the answer must be one text, not {len(given)}: {hint}.")
        (given,) = given
    return str(given)


def warm(message: str) -> str:
    """A diagnosis as a question says it, without the arguments that it names."""
    return _ARGUMENT.sub("", message.replace("Not yet", "Not quite", 1))
