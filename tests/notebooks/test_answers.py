"""Every numeric question of the notebooks: no wrong number is praised, and no right one refused."""

from fractions import Fraction
from math import floor

import pytest

from rankteach.explain.printed import Printed
from rankteach.widgets.question.answers import Number, Value
from tests.notebooks.questions import TASKS, questions_of

ASKS_FOR_MORE = ("digit", "decimal")
NUMERIC = [
    pytest.param(question, id=f"{path.stem}.{name}")
    for path in TASKS
    for name, question in questions_of(path).items()
    if isinstance(question._state.answer, Number | Value)
]


def exact_of(question):
    """The answer: a fraction, or a float where there is none."""
    answer = question._state.answer
    if isinstance(answer, Number):
        return answer.exact
    return answer.trace.value if answer.trace.exact is None else answer.trace.exact


def typed_forms(number):
    """How a student types a number: in 2, 3 and 4 digits, rounded and cut off; as a fraction; and as a percentage."""
    exact = Fraction(number).limit_denominator(10**9)
    sign, size = "-" if exact < 0 else "", abs(exact)
    forms = set()
    for digits in (2, 3, 4):
        for percent in (False, True):
            shift = digits - 2 if percent else digits
            scaled = size * (100 if percent else 1) * 10**shift
            for whole in {floor(scaled), floor(scaled + Fraction(1, 2))}:
                text = f"{whole // 10**shift}.{whole % 10**shift:0{shift}d}" if shift else str(whole)
                forms.add(f"{sign}{text}{' %' if percent else ''}")
    if exact.denominator < 10_000:
        forms.add(str(exact))
    return sorted(forms)


def is_right(typed, exact):
    """Whether a number is the exact one, or that one rounded as it should be."""
    return Printed.read(typed).verdict(exact) in ("the same", "rounded")


@pytest.mark.parametrize("question", NUMERIC)
def test_a_right_number_is_right_however_it_is_typed(question):
    exact = exact_of(question)
    for typed in typed_forms(exact):
        if not is_right(typed, exact) and Printed.read(typed).significant < 2:
            continue  # cut off to one digit, it could be another number
        feedback = question.check(typed)
        asks = feedback.right is None and any(word in feedback.message for word in ASKS_FOR_MORE)
        assert feedback.right or asks, (typed, feedback)


@pytest.mark.parametrize("question", NUMERIC)
def test_a_known_mistake_is_never_praised(question):
    exact, replies = exact_of(question), question._state.answer.replies
    for wrong, reply in replies.items():
        for typed in typed_forms(wrong):
            feedback = question.check(typed)
            if feedback.right:
                assert is_right(typed, exact) and not is_right(typed, wrong), (typed, feedback)
        assert question.check(str(wrong)).message == reply
