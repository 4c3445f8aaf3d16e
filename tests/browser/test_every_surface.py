"""What holds for surfaces of every kind: strangers' names, keys, errors, a busy kernel, two views."""

import pytest

import rankteach as rt
from tests.browser import screen
from tests.browser.bare import fits, keeps_keys, traits_of
from tests.browser.player import answered
from tests.browser.surfaces import EACH, SURFACES

ASKS_PYTHON = [name for name in EACH if name not in ("steps", "signs")]
SCRIPT = "<script>window.hit=1</script>"
STRANGE = ["<img src=x onerror='window.hit=1'>", "$x$ & y", "name " * 40, "שלום", "x" * 200]
ONE = rt.Ranking([1, 0, 1, 0, 1], items=STRANGE, scores=[2, 1, 1, 1, 0], missed={SCRIPT: 1})
STRANGERS = {
    "explore": lambda: rt.explore(ONE),
    "agreement": lambda: rt.explore_agreement(STRANGE, [*STRANGE[1:], SCRIPT]),
    "side by side": lambda: rt.side_by_side(
        *(rt.Ranking.from_items(items, {SCRIPT}) for items in (STRANGE, [*STRANGE[1:], SCRIPT]))
    ),
    "curve": lambda: rt.explore_curve(ONE, threshold=2),
    "queries": lambda: rt.explore_queries({SCRIPT: ONE}),
}


@pytest.mark.parametrize("name", STRANGERS)
def test_strangers_names_are_only_text(bare_page, name):
    page = bare_page(STRANGERS[name]()).page
    assert set(STRANGE) <= {*screen.names(page).all_text_contents()}
    assert page.evaluate("() => window.hit") is None
    assert page.locator("img, script").count() == 0
    fits(page, (1200, 760, 360))


PLACES = (
    ".rt-mark", ".rt-end", ".rt-pick", ".rt-plot", ".rt-pair", ".rt-flip", ".rt-either button", "input", "select",
    ".rt-tables tbody tr", ".rt-ranks tbody tr", ".rt-steps li", ".rt-scroll",
)  # fmt: skip


@pytest.mark.parametrize("name", EACH)
def test_no_key_leaves_a_surface(bare_page, name):
    page = bare_page(SURFACES[name].make()).page
    there = [place for place in PLACES if page.locator(place).count()]
    keeps_keys(page, there, ("x", "b", "d", "Escape", "ArrowLeft", "Alt+ArrowRight", "Shift+Enter"))
    page.locator(".rt-frame").click(position={"x": 5, "y": 5})
    page.keyboard.press("x")
    assert page.evaluate("() => window.keys") == []


@pytest.mark.parametrize("name", ASKS_PYTHON)
def test_an_error_is_shown_and_goes_away(bare_page, name):
    bare = bare_page(SURFACES[name].make())
    page, alert = bare.page, bare.page.get_by_role("alert")
    where = page.locator(SURFACES[name].click).bounding_box()
    bare.push(error="something <b>odd</b>")
    assert alert.inner_text() == "something <b>odd</b>"
    assert page.locator(SURFACES[name].click).bounding_box() == where
    page.locator(SURFACES[name].click).click()
    answered(bare.page, 1)
    bare.push(error="")
    assert not page.locator(".rt-error").is_visible()


FOUR = ["d1", "d2", "d3", "d4"]
SECOND_LIST = ".rt-list:not(.rt-fixed)"
LABELS = [1, 0, 1, 1, 0, 1, 0, 0]
CUTOFF = "role=slider[name='cutoff k']"
BUSY = {
    "explore": (
        lambda: rt.explore(LABELS, ["P@5"]),
        [*((f".rt-mark >> nth={place}", "Space") for place in (1, 2, 7)), *[(CUTOFF, "ArrowLeft")] * 3],
        ["toggle", "toggle", "toggle"],
        {"ranking": rt.Ranking([1, 1, 0, 1, 0, 1, 0, 1]), "k": 2},
    ),
    "agreement": (
        lambda: rt.explore_agreement(FOUR, FOUR),
        [(f"{SECOND_LIST} .rt-end >> nth=3", "Alt+Home"), (f"{SECOND_LIST} .rt-end >> nth=1", "Alt+ArrowUp")],
        ["move"],
        {"second": ("d4", "d2", "d1", "d3")},
    ),
    "side by side": (
        lambda: rt.side_by_side(LABELS[:5], LABELS[:5]),
        [(".rt-side:first-child .rt-mark >> nth=4", "Space"), (".rt-side:last-child .rt-mark >> nth=3", "Alt+ArrowUp")],
        ["toggle"],
        {},
    ),
    "curve": (
        lambda: rt.explore_curve(rt.examples.eight_documents, threshold=4),
        [(".rt-mark >> nth=1", "Space"), *((".rt-plot >> nth=0", f"Arrow{way}") for way in ("Right", "Right", "Left"))],
        ["toggle"],
        {"ranking": rt.examples.eight_documents.with_grade(2, 1), "threshold": 5},
    ),
}


@pytest.mark.parametrize(("make", "gestures", "late", "after"), BUSY.values(), ids=BUSY)
def test_a_busy_kernel_loses_no_action(bare_page, make, gestures, late, after):
    """Only the last message of many reaches a busy kernel: it holds what the others said."""
    widget = make()
    bare = bare_page(esm=widget._esm, traits=traits_of(widget))
    for place, key in gestures:
        bare.page.locator(place).press(key)
    assert [one["do"] for one in bare.saved[-1]["action"]["late"]] == late
    widget.set_state(bare.saved[-1])
    assert {name: getattr(widget, name) for name in after} == after


SECOND_VIEW = """
async () => {
  const second = document.body.appendChild(document.createElement("div"));
  second.id = "second";
  const { default: widget } = await import("/widget.js");
  window.second = await widget.render({ model: window.model, el: second });
}
"""


@pytest.mark.parametrize("name", ASKS_PYTHON)
def test_two_views_of_one_widget(bare_page, name):
    bare, surface = bare_page(SURFACES[name].make()), SURFACES[name]
    page = bare.page
    page.evaluate(SECOND_VIEW)
    before = page.locator(f"#widget {surface.changes}").all_inner_texts()
    page.locator(f"#second {surface.click}").click()
    answered(bare.page, 1)
    after, other = (page.locator(f"#{view} {surface.changes}").all_inner_texts() for view in ("widget", "second"))
    assert before != after == other
    page.evaluate("() => window.second()")
    assert page.locator("#second .rankteach").count() == 0
    page.locator(f"#widget {surface.click}").click()
    answered(bare.page, 2)
    assert page.locator(f"#widget {surface.changes}").all_inner_texts() != after
    page.evaluate("() => window.cleanup()")
    assert screen.surface(page).count() == 0


MOVED = {
    "explore": (".rt-mark >> nth=1", ["Space"], ".rt-card, .rt-item, .rt-trace, .rt-table tbody tr"),
    "agreement": (
        f"{SECOND_LIST} .rt-end >> nth=3",
        ["Alt+ArrowUp"],
        ".rt-card, .rt-pair, .rt-trace, .rt-table tbody tr",
    ),
    "curve": (
        ".rt-plot >> nth=0",
        ["Home", *["ArrowRight"] * 8],
        ".rt-chart, .rt-plot, .rt-matrix, .rt-rates > li, .rt-tables tbody tr",
    ),
}


@pytest.mark.parametrize("name", MOVED)
def test_numbers_change_and_what_is_next_to_them_stays_where_it_is(bare_page, name):
    bare, (place, keys, kinds) = bare_page(SURFACES[name].make()), MOVED[name]

    def boxes():
        corners = "(all) => all.map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().left])"
        return bare.page.locator(kinds).evaluate_all(corners)

    before = boxes()
    for number, key in enumerate(keys, start=1):
        bare.page.locator(place).press(key)
        answered(bare.page, number)
        assert boxes() == before, key
