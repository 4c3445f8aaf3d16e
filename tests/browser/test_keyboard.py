"""Everything without a mouse: one walk through a surface, and no key that leaves it."""

import rankteach as rt
from tests.browser import screen
from tests.browser.player import answered

RECORD = """
() => {
  window.keys = [];
  document.addEventListener("keydown", ({ key }) => window.keys.push(key));
}
"""

FOCUS = """
() => {
  const node = surface.activeElement;
  const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(node);
  const [cell] = node.tagName === "TR" ? node.cells : [];
  const ring = cell ? getComputedStyle(cell).boxShadow : boxShadow;
  return {
    tag: node.tagName.toLowerCase(),
    name: node.ariaLabel ?? node.labels?.[0]?.innerText ?? node.innerText ?? node.textContent,
    visible: (outlineStyle !== "none" && outlineColor !== "rgba(0, 0, 0, 0)") || ring !== "none",
    inside: Boolean(node.closest(".rankteach")),
  };
}
"""


class Hands:
    """Keys only; after every key that moves the focus it has to be seen where it is."""

    def __init__(self, page):
        self.page = page

    def focus(self):
        return self.page.evaluate(FOCUS)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            focus = self.focus()
            assert focus["visible"], (key, focus)

    def tab_to(self, name, back=False):
        """Press Tab until something is in focus whose name begins so."""
        for _ in range(60):
            self.press("Shift+Tab" if back else "Tab")
            if self.focus()["name"].strip().startswith(name):
                return
        raise AssertionError(f"Tab does not come to {name!r}")


def test_a_walk_without_a_mouse(bare_page):
    widget = rt.explore([1, 0, 1, 1, 0], ["P@3", "AP"], chosen="P@3")
    bare = bare_page(widget)
    page, hands = bare.page, Hands(bare.page)
    page.evaluate(RECORD)

    hands.tab_to("rank 1, d1")
    hands.press("ArrowDown", "Space")  # toggles
    answered(bare.page, 1)
    assert widget.ranking.grades == [1, 1, 1, 1, 0]
    hands.press("Alt+ArrowDown")  # reorders
    answered(bare.page, 2)
    assert widget.ranking.items == ("d1", "d3", "d2", "d4", "d5")

    hands.tab_to("P@3")
    hands.press("ArrowRight")  # another measure
    answered(bare.page, 3)
    assert widget.chosen == "AP"

    hands.tab_to("Play")
    hands.press("Home", "ArrowRight", "ArrowRight")  # steps
    assert screen.where(page).inner_text() == "step 3 of 5"
    hands.press("ArrowLeft")
    assert screen.where(page).inner_text() == "step 2 of 5"

    hands.tab_to("2\n")  # the row of the step
    hands.press(*["ArrowRight"] * 5)  # where does this number come from?
    assert screen.origin(page).inner_text() == "precision at rank 2 is 2/2, made of hits at rank 2 (2) and rank 2."
    assert page.locator("td.rt-source").count() == 2
    hands.tab_to("AP", back=True)
    hands.press("ArrowRight")  # and a term of the formula
    assert page.locator(".rt-itself").count() > 0

    hands.tab_to("Conventions")
    hands.press("Enter", "Tab")  # leads into what was unfolded
    assert hands.focus()["tag"] == "select"
    hands.tab_to("predict", back=True)
    page.get_by_label("predict", exact=True).select_option("value")  # as its own keys do, which the browser draws
    assert hands.focus()["tag"] == "input"
    assert hands.focus()["visible"]
    page.keyboard.type("3/4")
    hands.press("Enter")  # wrong
    answered(bare.page, 4)
    assert page.locator(".rt-said.wrong").count() == 1
    hands.press("Control+a")
    page.keyboard.type("1.0")
    hands.press("Enter")  # right
    answered(bare.page, 5)
    assert page.locator(".rt-said.right").count() == 1
    assert hands.focus()["name"] == "Next (→)"

    hands.press("Control+z")  # the measure, the move and the mark
    answered(bare.page, 6)
    hands.press("Control+z", "Control+z")
    answered(bare.page, 8)
    assert widget.ranking.grades == [1, 0, 1, 1, 0]
    assert widget.ranking.items == ("d1", "d2", "d3", "d4", "d5")
    assert widget.chosen == "P@3"
    assert set(page.evaluate("() => window.keys")) <= {"Tab"}  # the first one, which led into the surface


def test_no_key_reaches_the_page(bare_page):
    """Wherever it is pressed in a surface, the answer to a question included."""
    bare = bare_page(rt.step_through(rt.average_precision([1, 0, 1])))
    page = bare.page
    page.evaluate(RECORD)
    page.get_by_label("predict", exact=True).select_option("next")
    answer = ".rt-question input"
    places = (answer, ".rt-key", ".rt-scrub", ".rt-formula [data-from]", "tbody tr", "tbody td", ".rt-tool", "select")
    for place in places:
        page.locator(place).first.evaluate("(node) => { node.tabIndex = 0; node.focus(); }")
        for key in ("x", "b", "d", "1", "ArrowLeft", "ArrowRight", "Home", "Escape"):
            page.keyboard.press(key)
        if place == answer:
            assert page.locator(answer).input_value() == "xbd1"
    assert page.evaluate("() => window.keys") == []
    assert bare.saved == []


def test_the_shortcuts_of_a_notebook_go_on_while_a_surface_has_the_focus(bare_page):
    """Ctrl+S saves; but not Ctrl+Z, which is the surface's own, and nothing out of a field for text."""
    page = bare_page(rt.explore([1, 0, 1])).page
    page.evaluate(
        """() => {
          window.held = [];
          document.addEventListener("keydown", (event) => {
            if (event.target.hasAttribute("data-lm-suppress-shortcuts")) window.held.push(event.key);
          }, true);
          document.addEventListener("keydown", (event) => event.preventDefault()); // the browser would save the page
        }"""
    )
    page.evaluate(RECORD)
    page.get_by_role("button", name="rank 1,").focus()
    for key in ("Control+s", "x", "Control+z", "Control+Shift+c", "Control+Enter"):
        page.keyboard.press(key)
    assert [key for key in page.evaluate("() => window.keys") if len(key) == 1] == ["s", "c"]
    assert [key for key in page.evaluate("() => window.held") if len(key) == 1] == ["x", "z"]
    page.get_by_role("combobox", name="Add a measure").press("Control+b")
    assert "b" not in page.evaluate("() => window.keys")
    assert "b" in page.evaluate("() => window.held")
