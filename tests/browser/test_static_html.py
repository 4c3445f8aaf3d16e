"""A trace as static HTML, in a page that is all there is: as text where nothing typesets its formulas."""

import pytest

import rankteach as rt

OF_TERM = """
(term) => {
  const after = getComputedStyle(term, "::after");
  return { written: getComputedStyle(term).fontSize, instead: after.content, size: after.fontSize };
}
"""


@pytest.fixture
def terms(page):
    page.set_content(f"<!doctype html>{rt.average_precision([1, 0, 1]).to_html()}")
    return page.locator(".rt-tex")


def test_a_formula_is_text_without_a_renderer(terms):
    shown = terms.last.evaluate(OF_TERM)
    assert shown == {"written": "0px", "instead": '"AP = (1 + 2/3) / 2 = 5/6 ≈ 0.8333"', "size": "16px"}


def test_a_formula_is_what_a_renderer_makes_of_it(terms):
    terms.last.evaluate("(term) => term.replaceChildren(document.createElement('b'))")
    shown = terms.last.evaluate(OF_TERM)
    assert (shown["written"], shown["instead"]) == ("16px", "none")
