"""The tails of letters such as g and y: no name loses them, in a font whose letters reach far below the line, too."""

import io

import pytest
from PIL import Image, ImageChops

import rankteach as rt
from tests.browser.bare import at_rest

NAMES = ["gyjpq", "pygmy jig", "(Åqj)"]
JUDGED = dict(zip(NAMES, [1, 0, 1], strict=True))
LIST = rt.Ranking([1, 0, 1], items=NAMES, scores=[0.9, 0.8, 0.1])
SURFACES = {
    "explorer": lambda: rt.explore(LIST, ["AP"]),
    "explorer with titles": lambda: rt.explore(LIST, ["AP"], titles={name: f"{name} gypsy" for name in NAMES}),
    "side by side": lambda: rt.side_by_side(
        *(rt.Ranking.from_items(names, JUDGED) for names in (NAMES, NAMES[::-1])), measures=["AP"]
    ),
    "queries": lambda: rt.explore_queries({"gyjpq": LIST, "pygmy jig": [1, 0]}, ["MAP"]),
    "agreement": lambda: rt.explore_agreement(NAMES, NAMES[::-1], measures=["Tau"]),
    "curve": lambda: rt.explore_curve(LIST),
    "steps": lambda: rt.step_through(rt.average_precision(LIST)),
}
# The lines of Segoe UI, for a font of the machine: of 1.33 of its size, so that 1.2 is too little for a tail.
TALL = """
@font-face { font-family: tall; src: local("DejaVu Sans"); ascent-override: 107.9%; descent-override: 25.1%; }
body { --jp-ui-font-family: tall; --rt-size: 28px; }
* { transition: none !important; animation: none !important; }
"""
# Let each element that holds a name, or clips it, show what is outside of it; how many there are.
UNCUT = """
() => {
  const names = [...surface.querySelectorAll(".rankteach *")].filter((one) =>
    [...one.childNodes].some((child) => child.nodeType === 3 && /gyjpq|pygmy|qj/.test(child.data))
  );
  const clip = names.map((one) => {
    while (getComputedStyle(one).overflowY === "visible" && one.parentElement) one = one.parentElement;
    return one;
  });
  const hiding = clip.filter((one) => /hidden|clip/.test(getComputedStyle(one).overflowY) && one.clientHeight);
  hiding.forEach((one) => one.style.setProperty("overflow", "visible", "important"));
  return hiding.length;
}
"""


def picture(page):
    """What the page shows, in pixels; a border that is drawn again differs in its last bits."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


@pytest.mark.parametrize("name", SURFACES)
def test_no_name_is_cut_below_the_line(bare_page, name):
    page = bare_page(SURFACES[name]()).page
    page.add_style_tag(content=TALL)
    page.evaluate("() => document.fonts.ready")
    before, now = None, picture(page)
    while now != before:  # a larger font can make it show one part at a time
        before, now = now, picture(page)
    assert page.evaluate(UNCUT) >= 3
    changed = ImageChops.difference(before, picture(page))
    assert max(most for _, most in changed.getextrema()) < 9, changed.getbbox()


@pytest.mark.parametrize(
    "make", [lambda one: rt.explore(one), lambda one: rt.explore_queries({"q": one})], ids=["list", "queries"]
)
def test_of_the_line_that_is_left_out_nothing_is_seen(bare_page, make):
    seen = []
    for third in ("fraîche bdfhkl", "............"):
        page = bare_page(
            make(rt.Ranking([3, 0], items=[f"Leek soup with trout, dill and a spoonful of crème {third}", "Pie"]))
        ).page
        page.set_viewport_size({"width": 390, "height": 844})
        page.emulate_media(reduced_motion="reduce")
        name = page.locator(".rt-item .rt-name").first
        at_rest(page)
        assert name.evaluate("(node) => node.scrollHeight > 1.3 * node.clientHeight")
        box = name.bounding_box()
        seen.append(page.screenshot(clip={**box, "height": box["height"] + 2}))
    assert seen[0] == seen[1]
