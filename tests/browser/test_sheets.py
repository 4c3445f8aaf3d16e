"""A surface looks the same whatever styles the page around it has, and gives it none."""

import pytest

from tests.browser.surfaces import SURFACES

HOSTILE = """
* { font-family: cursive !important; }
button, table, ol, p, .rt-card, .rankteach {
  margin: 9px !important; border: 5px solid red !important; background: red !important;
}
"""
LOOKS = """
() => [...surface.querySelectorAll(".rankteach, .rankteach *")].map((node) => {
  const { margin, padding, border, backgroundColor, fontFamily, display } = getComputedStyle(node);
  const name = node.className.baseVal ?? node.className;
  return [name, margin, padding, border, backgroundColor, fontFamily, display].join(" · ");
})
"""


@pytest.mark.parametrize("name", ["explore", "steps", "side by side"])
def test_the_styles_of_a_page_end_at_a_surface(bare_page, name):
    page = bare_page(SURFACES[name].make()).page
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function("() => surface.querySelector('.rankteach').style.colorScheme")
    before = page.evaluate(LOOKS)
    page.add_style_tag(content=HOSTILE)
    assert page.evaluate(LOOKS) == before
    assert page.evaluate("() => document.head.querySelectorAll('style').length") == 1  # that of the test
