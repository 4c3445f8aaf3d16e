"""A question in a saved page replies as Python does, and nobody can read its answer in the source of the page."""

import base64
import json
import random
import re
import zlib
from fractions import Fraction
from pathlib import Path

import pytest

import rankteach as rt
from rankteach.classroom import question
from rankteach.widgets.question import recorded
from rankteach.widgets.session.session import Session
from tests.tiers import many
from tests.widgets.shared import walk

SCRIPT = Path(recorded.__file__).with_name("recorded.js")
TAUGHT = ["P", "R", "F1", "RR", "AP"]
SOUP = rt.Ranking([1, 0, 1, 0, 0, 1], missed=[1])
QUESTIONS = {
    "a fraction": lambda: question("What is 1/2 + 1/3?", answer=Fraction(5, 6), choices={"2/5": "Not so."}),
    "a float": lambda: question("What is 1 / log2(3)?", answer=0.6309297535714575),
    "a negative number": lambda: question("What is tau?", answer=rt.kendall_tau([1, 2, 3], [3, 1, 2])),
    "a large number": lambda: question("How many?", answer=40_000, choices={40: "In thousands?"}),
    "AP": lambda: question("What is AP?", answer=rt.average_precision(SOUP), choices={"2/3": "Of all."}, taught=TAUGHT),
    "recall": lambda: question("What is R@4?", answer=rt.recall(SOUP, k=4)),
    "nDCG": lambda: question("What is nDCG@4?", answer=rt.ndcg([3, 0, 2, 1], k=4), hints=["First", "Second"]),
    "MAP": lambda: question("What is MAP?", answer=rt.mean(rt.average_precision, [[1, 0, 1], [0, 1]])),
    "no value": lambda: question("What is tau of one item?", answer=rt.kendall_tau([1, 1], [1, 2])),
    "a choice": lambda: question("Which?", answer="P", choices={"P": "Yes: no order.", "AP": "No.", "R": ""}),
    "choices": lambda: question("Which?", answer=["P", "R"], choices=["P", "AP", "R", "nDCG"], because="No order."),
    "an order": lambda: question("In order?", answer=["leek", "onion", "pea", "tart"], hints=["The soup first."]),
    "a text": lambda: question("Why?", answer="Because a late hit adds less."),
}


def typed_for(kind):
    """Return what students type, near the right number and elsewhere."""
    own = kind()._state.answer
    exact = own.exact if hasattr(own, "exact") else own.asked.exact
    known = [exact] if exact == exact else []
    known += [one.value for _, errors in getattr(own, "errors", ()) for one in errors if abs(one.value) < 1e6]
    chosen = random.Random(1)
    numbers = [float(one) * factor for one in known for factor in (1, 1.0001, 0.97)] + [0, 1, 0.5, 1 / 3, -0.2, 1.7]
    written = [f"{one:.{digits}f}" for one in numbers for digits in (1, 2, 3, 4)]
    written += [f"{100 * one:.1f} %" for one in numbers] + [str(one) for one in known if isinstance(one, Fraction)]
    written += [str(Fraction(one).limit_denominator(999)) for one in numbers]
    odd = [
        "",
        " ",
        "one",
        "nan",
        "Undefined",
        "1 2/3",
        "2.5/3",
        "−1/2",
        "3/0",
        ",5",
        "≈ 0.83",
        "0.83...",
        "0,63",
        "5e-1",
        "40,000",
    ]
    fractions = [f"{above}/{below}" for above in range(9) for below in range(1, 9)]
    odd += ["0.6666…", "= 10/12", "1/1", "63/100", "9" * 60, "= 02/ 09", "-2/9", "1 2/9", "11/7"]
    return [*odd, *(one for some in (written, fractions) for one in chosen.sample(some, min(many(40), len(some))))]


def answers_for(name):
    """Return the answers to try."""
    kind = QUESTIONS[name]()._state.answer.kind
    items = list(QUESTIONS[name]()._state.answer.items)
    if kind == "number":
        return [[typed] for typed in typed_for(QUESTIONS[name])]
    if kind == "choice":
        several = [[], items[:2], items[1:], items[::2], items] if name == "choices" else []
        return [*([item] for item in items), *several]
    if kind == "order":
        return [items, items[::-1], ["leek", "onion", "tart", "pea"], ["leek", "tart", "onion", "pea"], sorted(items)]
    return [[" "], ["A late hit adds less."]]


def both(name, actions):
    """Return what the page and what Python show at first and after each action."""
    walked = walk(SCRIPT, "makeRecorded", recorded.recorded(QUESTIONS[name]()._state), actions)
    page = [json.loads(one["view"]) for one in walked]
    session = Session(QUESTIONS[name]()._state)
    python = [session.sent()["view"]]
    for n, action in enumerate(actions, start=1):
        session.receive({**action, "n": n})
        python.append(session.sent()["view"])
    return page, json.loads(json.dumps(python))


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_page_replies_to_each_answer_as_python_does(name):
    answers = answers_for(name)
    page, python = both(name, [one for given in answers for one in ({"do": "answer", "given": given}, {"do": "reset"})])
    wrong = {
        given[0] if len(given) == 1 else str(given): (one["right"], one["feedback"], other["right"], other["feedback"])
        for given, one, other in zip(answers, page[1::2], python[1::2], strict=True)
        if (one["right"], one["feedback"]) != (other["right"], other["feedback"])
    }
    assert not wrong
    for one, other in zip(page, python, strict=True):
        del one["calculation"], other["calculation"]
        assert one == other


@pytest.mark.parametrize("name", QUESTIONS)
def test_hints_the_answer_and_a_second_try_are_as_in_python(name):
    hints = [{"do": "hint"}] * len(QUESTIONS[name]()._state.hints)
    page, python = both(name, [*hints, {"do": "reveal"}, {"do": "reset"}, *hints, {"do": "reset"}])
    for one, other in zip(page, python, strict=True):
        del one["calculation"], other["calculation"]
        assert one == other


SECRETS = {
    "AP": ("13/24", "0.5417", "Right."),
    "a choice": ("Yes: no order.", "Right."),
    "choices": ("No order.", "Right."),
    "an order": ("leek → onion", '["leek", "onion", "pea", "tart"]', "The soup first."),
    "a text": ("Because a late hit adds less.",),
}


@pytest.mark.parametrize("name", SECRETS)
def test_the_answer_cannot_be_read_in_the_source_of_a_page(name, tmp_path):
    path = tmp_path / "page.html"
    asked = QUESTIONS[name]()
    asked.check("13/24" if name == "AP" else asked.answer)
    rt.live_page(["Try this.", asked], path)
    page = path.read_text(encoding="utf-8")
    (packed,) = re.findall(r'id="packed">([^<]+)<', page)
    table = json.loads(zlib.decompress(base64.b64decode(packed)))["tables"][0]["table"]
    source = page + json.dumps(table, ensure_ascii=False)
    assert asked.text in source and not [secret for secret in SECRETS[name] if secret in source]
    with pytest.raises(zlib.error):
        zlib.decompress(base64.b64decode(table["sealed"]))


def test_a_page_asks_as_if_nobody_had_answered_yet():
    asked = QUESTIONS["AP"]()
    fresh = recorded.recorded(asked._state)
    asked._change(lambda state: state.take(["13/24"]))
    assert recorded.recorded(asked._state) == fresh


def test_questions_alone_make_a_page(tmp_path):
    QUESTIONS["AP"]().to_live_page(tmp_path / "page.html")
    assert "<h1>Questions</h1>" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_too_many_choices_of_which_several_can_be_right_are_refused():
    many = question("Which?", answer=["1"], choices=list(map(str, range(20))))
    with pytest.raises(ValueError, match="choices must be at most 12"):
        recorded.recorded(many._state)
