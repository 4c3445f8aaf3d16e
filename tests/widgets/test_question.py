"""A question without a browser: answers go in, the view comes out, and the answer stays out of it."""

import json

import pytest

import rankteach as rt
from rankteach.classroom import question
from tests.widgets.shared import play

AP = rt.average_precision([1, 0, 1, 1, 0])
HINTS = ["Only relevant ranks count.", "There are three of them.", "Divide by 3."]
SECRET = {
    "number": (lambda: question("AP?", answer=AP, hints=HINTS, because="The mean at 1, 3, 4."), ["29/36"], "0.8056"),
    "choice": (
        lambda: question("Which?", answer="AP", choices={"P": "It only counts.", "AP": "SECRET reply"}),
        ["AP"],
        "SECRET reply",
    ),
    "order": (lambda: question("In which order?", answer=["b", "a", "c"], because="SECRET"), ["b", "a", "c"], "SECRET"),
    "text": (lambda: question("Why?", answer="SECRET reason"), ["I think so."], "SECRET reason"),
}


def everything(asked):
    """All that leaves Python: what a browser gets, what a notebook saves, and what a terminal prints."""
    state = {name: value for name, value in asked.get_state().items() if name != "_esm"}
    saved = {name: value for name, value in asked._repr_mimebundle_()[0].items() if name.startswith("text/")}
    return json.dumps([state, saved, asked.code, repr(asked)], default=str, ensure_ascii=False)


@pytest.mark.parametrize(("make", "given", "secret"), SECRET.values(), ids=SECRET)
def test_nothing_of_the_answer_leaves_python_before_it_is_given(make, given, secret):
    asked = make()
    assert secret not in everything(asked)
    play(asked, "hint")
    assert secret not in everything(asked)
    assert not play(asked, "answer", given=given)
    assert secret in everything(asked)
    play(asked, "reset")
    assert secret not in everything(asked)


@pytest.mark.parametrize("make", [make for make, *_ in SECRET.values()], ids=SECRET)
def test_the_answer_is_revealed_when_the_student_asks(make):
    asked = make()
    assert asked.view["answer"] == ""
    play(asked, "reveal")
    assert asked.view["answer"]
    assert asked.view["right"] is None
    assert asked.view["announcement"].endswith(asked.view["answer"])


def test_a_wrong_answer_gives_nothing_away():
    asked = SECRET["number"][0]()
    for typed in ("29/60", "2", "0.8", "1/7", "nonsense"):
        play(asked, "answer", given=[typed])
        assert asked.view["feedback"] == asked.view["announcement"] == asked.check(typed).message
        assert asked.view["given"] == [typed]
        assert (asked.view["answer"], asked.view["because"], asked.view["worked"]) == ("", "", None)
        assert "29/36" not in everything(asked) and "0.80" not in everything(asked)


def test_checking_in_python_leaves_the_page_as_it_is():
    asked = SECRET["number"][0]()
    before = asked.view
    assert asked.check(AP.exact)
    assert not asked.check("1/2")
    assert asked.view == before
    assert asked.answer is AP


@pytest.mark.parametrize("given", [["d"], ["a", "b"], ["a", "b", "c", "c"]])
def test_an_order_of_other_items_is_refused(given):
    asked = SECRET["order"][0]()
    assert "must contain each of 'a', 'b', 'c' once" in play(asked, "answer", given=given)
    assert asked.view["given"] == ["a", "b", "c"]


def test_an_empty_text_is_not_compared():
    asked = SECRET["text"][0]()
    play(asked, "answer", given=["  "])
    assert (asked.view["answer"], asked.view["feedback"]) == ("", asked.check("").message)


def test_a_saved_notebook_shows_the_question_and_its_choices():
    asked = question("Which <b>?", answer="<i>", choices=["<i>", "P"])
    html = asked._repr_mimebundle_()[0]["text/html"]
    assert "Which &lt;b&gt;?" in html and "<p>&lt;i&gt;</p><p>P</p>" in html
    assert "Run this cell to answer." in html
    assert repr(asked).splitlines() == ["Which <b>?", "  ○ <i>", "  ○ P", "Try q.check(...), or see q.answer."]
