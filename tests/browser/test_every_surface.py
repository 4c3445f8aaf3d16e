"""What holds for surfaces of every kind: strangers' names, keys, errors, a busy kernel, two views."""

import pytest

import rankteach as rt
from tests.browser import screen
from tests.browser.bare import fits, keeps_keys, traits_of
from tests.browser.player import answered
from tests.browser.surfaces import EACH, SURFACES
from tests.tiers import in_turn

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


# The names of its parts, of its lists, and of what else has one.
PARTS = {
    "explore": (["Ranked list", "Measures", "Calculation"], ["Ranked list"], []),
    "agreement": (
        ["Two lists", "Measures", "Pairs of items", "Calculation"],
        ["First list (fixed)", "Second list (reorder it)"],
        [("grid", "Pairs of items")],
    ),
    "side by side": (
        ["Two lists", "Measures", "Where the difference comes from", "Where the calculations differ", "Calculation"],
        ["List A", "List B"],
        [("radiogroup", "Whose calculation")],
    ),
    "curve": (
        ["Ranked list", "Threshold", "Counts and rates", "Calculation"],
        ["Ranked list", "Rates"],
        [("table", "Confusion matrix"), ("rowheader", "above the threshold")],
    ),
}


@pytest.mark.parametrize("name", PARTS)
def test_every_part_has_a_name(bare_page, name):
    page, (parts, lists, others) = bare_page(SURFACES[name].make()).page, PARTS[name]
    for named in parts:
        tab = page.get_by_role("tab", name=named, exact=True)
        if tab.count():
            tab.click()
        role = "tabpanel" if tab.count() else "group"
        assert page.get_by_role(role, name=named, exact=True).count() == 1, named
        others = [one for one in others if not page.get_by_role(one[0], name=one[1], exact=True).count()]
    assert not others
    for named in lists:
        assert page.get_by_role("list", name=named, include_hidden=True).count() == 1, named


FIRST_LIST, SECOND_LIST_OF_FIVE = (
    ["page", "query", "index", "score", "rank"],
    ["query", "page", "tfidf", "rank", "cosine"],
)
THIRTY = [f"d{i}" for i in range(1, 31)]
TIED = rt.Ranking([1, 0, 1, 1, 0], scores=[0.9, 0.7, 0.7, 0.7, 0.4])
PAIRS = {
    "four": (FOUR, FOUR[::-1]),
    "other items": (["page", "query", "index", "score", "rank"], ["query", "page", "tfidf", "rank", "cosine"]),
    "15": (THIRTY[:15], THIRTY[14::-1]),
    "30": (THIRTY, THIRTY[::-1]),
    "1": (["a"], ["a"]),
    "0": ([], []),
}
AREAS = ["AUC", "PRAUC", 'AUC(form="pairs")', 'PRAUC(form="eleven_points")']
QUERY = "how do I cook a leek pie for twelve people on a rainy Sunday in November? " * 2
CURVES = (LABELS, TIED, rt.Ranking([3, 2, None, 0], missed=[3, 2]), [1, 0, 0] * 10, [0, 0], [])


def sides(*orders):
    return rt.side_by_side(*(rt.Ranking.from_items(one, {"page", "query", "d3"}) for one in orders))


STRETCHED = {
    **{f"list {n}": (rt.explore, one) for n, one in enumerate(([1, 0, 1], [3, 2, None, 0, 1] * 3, [0], []))},
    **{f"curve {n}": (rt.explore_curve, one) for n, one in enumerate(CURVES)},
    **{f"agreement {n}": (rt.explore_agreement, *pair) for n, pair in PAIRS.items()},
    **{f"sides {n}": (sides, *pair) for n, pair in PAIRS.items()},
    "sides": (rt.side_by_side, rt.examples.model_a, rt.examples.model_b),
    "a long query": (rt.explore, rt.evaluate({QUERY: {"a": 1}}, {QUERY: {"a": 2, "b": 1}}, "RR")),
}
INSIDE = """
() => [".rt-left", ".rt-right", ".rt-matrix"].every((part) => {
  const edge = surface.querySelector(part)?.getBoundingClientRect().right;
  const inside = [...surface.querySelectorAll(`${part} :is(td, th, li > span, button, .rt-plot > span)`)];
  return inside.every((node) => node.getBoundingClientRect().right <= edge + 1);
})
"""
TOPS = "(all) => all.map((one) => one.getBoundingClientRect().top)"
SIZED = "(size) => document.documentElement.style.setProperty('--rt-size', `${size}px`)"


@pytest.mark.parametrize("name", STRETCHED)
def test_nothing_sticks_out(bare_page, name):
    """Whatever is chosen, in small letters and in large ones; two lists are beside each other but in a tiny window."""
    make, *given = STRETCHED[name]
    widget = make(*given)
    bare, areas = bare_page(widget), AREAS if name.startswith("curve") else []
    for turn, chosen in enumerate(areas or widget.measures):
        widget.chosen = chosen
        if areas:
            widget.threshold = (len(widget.view["threshold"]["ends"]) - 1) * (turn % 2)
        bare.push(**traits_of(widget))
        bare.page.evaluate(SIZED, 22 if turn % 2 else 14)
        for width in in_turn((1600, 1200, 950, 700, 460, 360, 300), turn):
            fits(bare.page, [width])
            if areas:
                bare.page.wait_for_function(INSIDE)
            if name.startswith("sides"):
                first, second = bare.page.locator(".rt-side").evaluate_all(TOPS)
                assert (first == second) is (width > 300), width


@pytest.mark.parametrize(("name", "words"), [("explore", "Enter, Alt+↑↓/End"), ("agreement", "Alt+↑↓/End")])
def test_a_list_in_focus_names_its_keys(bare_page, name, words):
    page = bare_page(SURFACES[name].make()).page
    keys = page.get_by_text(words, exact=True)
    assert keys.is_hidden()
    page.keyboard.press("Tab")
    page.locator("[aria-keyshortcuts]").first.focus()
    keys.wait_for()
