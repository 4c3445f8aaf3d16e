"""A prediction is one: nothing above a question shows its answer, not even after a move that the text orders.

Of every surface above a question, each single move, click and cutoff is tried. If that makes the list that is asked
about, the surface must not show the measure that is asked for, at any cutoff. At the start, neither a measure of that
name nor a table or an output may have the number of the answer; whole numbers and halves are in every table.
"""

import re

import pytest

from docs import lessons
from notebooks.build import names
from rankteach.core.batch import Batch
from rankteach.core.ranking import Ranking
from rankteach.explain.printed import Printed
from rankteach.widgets.question.answers import Number, Value
from rankteach.widgets.question.widget import Question
from rankteach.widgets.session.live import LiveTrace
from rankteach.widgets.signs.widget import SignsExplorer
from tests.notebooks import goals
from tests.notebooks.goals import cells_of
from tests.notebooks.questions import lesson_of_contributing

GESTURES = ("order", "grades", "line")  # what an action of one gesture changes, as its Kind says
CLOSE = 5e-4  # as three digits on a card tell
# A number of a long table that has another meaning: an AP of 1/4 among those of 29 queries.
COINCIDENCES = {"lessons/11_is_the_difference_real": {0.25}}


def contents(rankings):
    """What tells lists apart for a measure: their grades, those that they missed, and the subtopics at each rank."""
    return sorted(
        (repr(one.grades), repr(sorted(one.missed)), repr(one.arrays.served is not None and one.arrays.served.tolist()))
        for one in rankings
    )


def asked_about(ranking):
    """The lists that an answer is calculated of."""
    return contents([ranking] if isinstance(ranking, Ranking) else list(ranking) if isinstance(ranking, Batch) else [])


def values_of(state):
    """What the cards say of each measure, at every cutoff, by its name; and of which lists."""
    if not hasattr(state, "cards"):
        trace = state.trace()
        return [(trace.label, float(trace), asked_about(trace.ranking))]
    shown = []
    for lists in state.named_lists(state.now).values():
        several = getattr(lists, "lists", None)
        about = contents([one.ranking for one in several.values()] if several else [lists.ranking])
        for card in state.cards.shown:
            points = enumerate(lists.points(card), start=1)
            shown += [(f"{card.whole.label}@{k}", point, about) for k, point in points]
            shown.append((card.measure.label, float(lists.value(card)), about))
    return shown


def numbers_of(state):
    """Every number in the tables of a calculation."""
    tables = state.view()["trace"]["tables"]
    read = (Printed.read(cell) for table in tables for cells in table["rows"] for cell in cells)
    return {float(number.number) for number in read if number is not None}


def shown_by(surface):
    """What a surface shows at the start: values by name, numbers; and values of which lists after one gesture."""
    state = surface._state
    start = values_of(state)
    later = list(start)
    for action in state.recordable_actions():
        if state.actions[action["do"]].changes in GESTURES and "back" not in action and "by" not in action:
            later += values_of(state.after(lambda one, action=action: one.dispatch(action)))
    return start, numbers_of(state) | {value for _, value, _ in start}, later


def printed_in(shown, printed):
    """Every number that an output has in its text."""
    forms = shown._repr_html_() if hasattr(shown, "_repr_html_") else ""
    text = f"{printed} {'' if shown is None else shown!s} {re.sub('<[^>]+>', ' ', forms)}"
    return {float(Printed(one).number) for one in re.findall(r"(?<![\w./])\d+(?:/[1-9]\d*|\.\d+)(?![\w/]|\.\d)", text)}


def told_by(signs):
    """Every number that the signs of differences can show: means, and the fractions of the choices that are extreme."""
    view, test = signs.view, signs._state.test
    means = [Printed.read(mean) for mean in view["means"]]
    return {abs(float(mean.number)) for mean in means} | {count / test.total for count in range(test.count + 1)}


def is_everywhere(exact):
    """Whether any table may have it: a whole number or a half."""
    return 2 * exact == int(2 * exact)


def looked_up(question, values, numbers, later, coincidences):
    """What shows the answer to a question, if it is a number."""
    answer = question._state.answer
    if not isinstance(answer, Number | Value):
        return []
    exact = float(answer.exact)
    known = []
    if isinstance(answer, Value):
        label, about = answer.trace.label, asked_about(answer.trace.ranking)
        known = [one for one in values if one[0] == label and abs(one[1] - exact) < CLOSE]
        known += [one for one in later if one[0] == label and one[2] == about]
    if not is_everywhere(exact) and exact not in coincidences:
        known += [number for number in numbers if abs(number - exact) < CLOSE]
    return [f"{question.text} {exact}: {known}"] if known else []


@pytest.mark.parametrize("name", [one for one in names() if one.startswith(("00", "lessons/"))])
def test_no_answer_can_be_looked_up(name):
    values, numbers, later, read_off = [], set(), [], []
    covered, asked = {}, set()  # surfaces by the question that uncovers them: what is below it can be read off

    def look_at(surface):
        if isinstance(surface, SignsExplorer):
            numbers.update(told_by(surface))
            return
        start, seen, made = shown_by(surface)
        numbers.update(seen)
        values.extend(start)
        later.extend(made)

    for shown, printed, _ in cells_of(name):
        if isinstance(shown, Question):
            read_off += looked_up(shown, values, numbers, later, COINCIDENCES.get(name, ()))
            asked.add(shown.text)
            for surface in covered.pop(shown.text, ()):
                look_at(surface)
        elif isinstance(shown, LiveTrace | SignsExplorer):
            if (question := shown._state.covered) and question not in asked:
                covered.setdefault(question, []).append(shown)
            else:
                look_at(shown)
        else:
            numbers |= printed_in(shown, printed)
    assert not covered, "no question uncovers them"
    assert not read_off, "\n".join(read_off)


def test_no_answer_can_be_looked_up_in_the_lesson_that_contributing_adds(tmp_path, monkeypatch):
    name = "lessons/17_my_lesson"
    source, questions = lesson_of_contributing()
    (tmp_path / "lessons" / "tasks").mkdir(parents=True)
    (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    (tmp_path / "lessons" / "tasks" / "my_lesson.py").write_text(questions, encoding="utf-8")
    monkeypatch.setattr(lessons, "FOLDER", tmp_path)
    monkeypatch.setattr(goals, "SOURCES", tmp_path)
    test_no_answer_can_be_looked_up(name)
