"""A prediction is one: nothing above a question shows its answer, not even after a move that the text orders.

Of every surface above a question, each single move, click and cutoff is tried. What was calculated there under the name
of the measure that is asked for must not be the answer; nor may a table or an output have its number. Whole numbers and
halves are everywhere, so only the name of a measure gives those away.
"""

import re

import pytest

from notebooks.build import names
from rankteach.explain.printed import Printed
from rankteach.widgets.question.answers import Number, Value
from rankteach.widgets.question.widget import Question
from rankteach.widgets.session.live import LiveTrace
from tests.notebooks.goals import cells_of

GESTURES = ("move", "toggle", "cut", "threshold")
CLOSE = 5e-4  # as three digits on a card tell


def values_of(state):
    """What the cards say of each measure, by its name."""
    if not hasattr(state, "cards"):
        return {(state.trace().label, float(state.trace()))}
    shown = set()
    for lists in state.named_lists(state.now).values() if hasattr(state, "goal") else ():
        shown |= {(card.measure.label, float(lists.value(card))) for card in state.cards.shown}
    return shown


def columns_of(state):
    """What the columns of a calculation say of a measure at each rank, by its name there: RR@i at rank 2 is RR@2."""
    for table in state.view()["trace"]["tables"]:
        for place, head in enumerate(table["heads"]):
            for row, cells in enumerate(table["rows"], start=1):
                if (number := Printed.read(cells[place])) is not None:
                    yield head["title"].replace("@i", f"@{row}"), float(number.number)


def shown_by(surface):
    """Every value that a surface shows under a name, also after one gesture; and every number at the start."""
    state = surface._state
    values, numbers = set(values_of(state)), {number for _, number in columns_of(state)}
    values |= set(columns_of(state))
    for action in state.recordable_actions():
        if action["do"] in GESTURES and "back" not in action and "by" not in action:
            values |= set(values_of(state.after(lambda one, action=action: one.dispatch(action))))
    return values, numbers | {value for _, value in values_of(state)}


def printed_in(shown, printed):
    """Every number that an output has in its text."""
    forms = shown._repr_html_() if hasattr(shown, "_repr_html_") else ""
    text = f"{printed} {'' if shown is None else shown!s} {re.sub('<[^>]+>', ' ', forms)}"
    return {float(Printed(one).number) for one in re.findall(r"(?<![\w./])\d+(?:/[1-9]\d*|\.\d+)(?![\w/]|\.\d)", text)}


def exact_of(answer):
    if isinstance(answer, Number):
        return answer.exact
    return answer.trace.value if answer.trace.exact is None else answer.trace.exact


def is_everywhere(exact):
    """Whether any table may have it: a whole number or a half."""
    return 2 * exact == int(2 * exact)


@pytest.mark.parametrize("name", [one for one in names() if one.startswith(("00", "lessons/"))])
def test_no_answer_can_be_looked_up(name, monkeypatch):
    values, numbers, read_off = set(), set(), []
    for shown, printed, _ in cells_of(name, monkeypatch):
        if isinstance(shown, Question):
            answer = shown._state.answer
            if not isinstance(answer, Number | Value):
                continue
            exact = exact_of(answer)
            label = answer.trace.label if isinstance(answer, Value) else None
            known = [(name, value) for name, value in values if name == label and abs(value - float(exact)) < CLOSE]
            seen = [] if is_everywhere(exact) else [one for one in numbers if abs(one - float(exact)) < CLOSE]
            read_off += [f"{shown.text} {exact}: {[*known, *seen]}"] if known or seen else []
        elif isinstance(shown, LiveTrace):
            if not shown._state.covered:
                more = shown_by(shown)
                values |= more[0]
                numbers |= more[1]
        else:
            numbers |= printed_in(shown, printed)
    assert not read_off, "\n".join(read_off)
