"""The queries of an evaluated run as a strip of dots, in a bare page with the real Python behind it."""

import random
from itertools import pairwise

import pytest
from playwright.sync_api import expect

import rankteach as rt
from tests.browser import screen
from tests.browser.axe import faults
from tests.browser.bare import at_rest, on_a_phone, traits_of
from tests.browser.player import answered, open_calculation
from tests.browser.surfaces import SURFACES

MEASURES = ["AP", "nDCG@10"]
TITLES = rt.examples.queries()
FOCUSED = "() => surface.activeElement.getAttribute('aria-label')"
WINDOWS = [(1280, 720), (1440, 900), (390, 844)]


def evaluated(n, seed=0):
    """A run of n queries, every fifth of which finds nothing."""
    if n == 29:
        run = rt.examples.second_run() if seed else rt.examples.run()
        return rt.evaluate(rt.examples.qrels(), run, MEASURES)
    chance = random.Random(seed)
    qrels = {f"q{q}": dict.fromkeys("abc", 1) for q in range(n)}
    run = {}
    for place, query in enumerate(qrels):
        items = [*("" if place % 5 == 4 else "abc"), *map(str, range(12))]
        chance.shuffle(items)
        run[query] = {item: -rank for rank, item in enumerate(items)}
    return rt.evaluate(qrels, run, MEASURES, name=f"run {seed}")


@pytest.fixture(params=[1, 29, 300])
def strip(bare_page, request):
    """Open the explorer of a run of so many queries."""
    bare = bare_page(rt.explore(evaluated(request.param), titles=TITLES))
    bare.n = request.param
    return bare


@pytest.fixture
def run(bare_page):
    return bare_page(rt.explore(evaluated(29), titles=TITLES))


def dots(page):
    return page.get_by_role("option", name="query ")


def circles(page):
    """The x, y and radius of every dot of the first run."""
    places = "(all) => all.map((one) => ['cx', 'cy', 'r'].map((name) => Number(one.getAttribute(name))))"
    return page.locator(".rt-strip g > line + circle").evaluate_all(places)


@pytest.mark.parametrize("size", WINDOWS)
def test_no_dot_covers_another(strip, size):
    page = strip.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    width = "() => surface.querySelector('.rt-strip').clientWidth"
    assert dots(page).count() == strip.n
    across = page.evaluate(width)
    page.wait_for_function(
        "(across) => Number(surface.querySelector('.rt-run-axis text:last-child').getAttribute('x')) === across",
        arg=across,
    )
    places = circles(page)
    for place, (x, y, r) in enumerate(places):
        assert r <= x <= across - r
        assert all((x - u) ** 2 + (y - v) ** 2 >= (2 * r) ** 2 for u, v, _ in places[:place])
    page.wait_for_function("() => surface.querySelector('.rankteach').getBoundingClientRect().height <= innerHeight")


@pytest.mark.parametrize("width", [760, 640])
def test_a_table_that_scrolls_is_reached_by_keys_and_no_other(run, width):
    page = run.page
    page.set_viewport_size({"width": width, "height": 900})
    open_calculation(page)
    page.wait_for_function(
        """() => [...surface.querySelectorAll(".rt-scroll")].every(
          (node) => (node.scrollWidth > node.clientWidth) === (node.tabIndex === 0))"""
    )


def test_nothing_watches_a_surface_that_is_gone(bare_page):
    """With a strip, with two lists: each observer of sizes is told to stop."""
    page = bare_page(rt.explore_agreement(["a", "b"], ["b", "a"])).page
    page.add_script_tag(
        content="""
        window.watching = new Set();
        window.ResizeObserver = class extends ResizeObserver {
          observe(node) { super.observe(node); window.watching.add(this); }
          disconnect() { super.disconnect(); window.watching.delete(this); }
        };"""
    )
    for make in (lambda: rt.explore_agreement(["a", "b"], ["b", "a"]), SURFACES["evaluated run"].make):
        counts = page.evaluate(
            """async ([esm, traits]) => {
              const module = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
              const { default: widget } = await import(module);
              const model = { get: (name) => traits[name], on() {}, off() {}, send() {} };
              const el = document.body.appendChild(document.createElement("div"));
              const leave = await widget.render({ model, el });
              const during = window.watching.size;
              leave();
              return [during, window.watching.size];
            }""",
            [(widget := make())._esm, traits_of(widget)],
        )
        assert counts[0] >= 3
        assert counts[1] == 0


def test_dots_are_in_the_order_of_their_values(run):
    at = {dot["query"]: dot["at"] for dot in run.widget.view["queries"]["dots"]}
    xs = dict(zip(at, (x for x, _, _ in circles(run.page)), strict=True))
    assert all(xs[one] <= xs[other] for one, other in pairwise(at) if at[one] < at[other] - 0.02)
    assert len({xs[query] for query in at if at[query] == 0}) == 1


def test_a_click_shows_the_list_and_why_its_value_is_low(run):
    page, widget = run.page, run.widget
    assert "14 of 14 relevant items in the list" in page.locator(".rt-pointed").inner_text()
    dot = page.get_by_role("option", name="query 117, winter stew without meat")
    box = dot.locator("circle").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] + 6, box["y"] + 3)  # near it is enough
    assert page.locator(".rt-pointed").inner_text().startswith("winter stew without meat (117)\nAP 0.209, 4th")
    assert run.saved == []
    page.mouse.down()
    page.mouse.up()
    answered(run.page, 1)
    assert widget.query == "117"
    assert screen.names(page).first.inner_text() == widget.ranking.items[0]
    assert dot.get_attribute("aria-selected") == "true"
    page.mouse.move(5, 5)
    assert widget.view["queries"]["why"] in page.locator(".rt-pointed").inner_text()


def test_the_list_of_another_query_begins_at_its_first_rank(run):
    page = run.page
    for sent, name in enumerate(["query 117, winter stew without meat", "query 106, pumpkin risotto"], 1):
        page.get_by_role("option", name=name).locator("circle").first.click(force=True)
        answered(run.page, sent)
        at_rest(page)
        expect(screen.items(page).first).to_be_in_viewport(ratio=0.9)


def test_the_strip_is_one_stop_of_the_tabulator_and_arrows_go_on(strip):
    page = strip.page
    names = [dot["words"] for dot in strip.widget.view["queries"]["dots"]]
    assert dots(page).evaluate_all("(all) => all.filter((one) => one.tabIndex === 0).length") == 1
    page.locator(".rt-strip [tabindex='0']").focus()
    page.keyboard.press("Home")
    assert page.evaluate(FOCUSED) == names[0]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED) == names[min(1, strip.n - 1)]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUSED) == names[min(1, strip.n - 1)]
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == names[0]
    page.keyboard.press("End")
    assert page.evaluate(FOCUSED) == names[-1]
    assert names[-1].rpartition(", ")[2] in page.locator(".rt-pointed").inner_text()
    page.keyboard.press("Enter")
    answered(strip.page, 1)
    assert strip.widget.query == strip.widget.view["queries"]["dots"][-1]["query"]
    assert page.evaluate(FOCUSED) == names[-1]
    assert strip.page.locator(".rt-strip [tabindex='0']").count() == 1


def test_a_long_run_is_searched_by_name_or_title(bare_page):
    widget = rt.explore(evaluated(300), titles={"q123": "Soups of Normandy"})
    bare = bare_page(widget)
    page, find = bare.page, bare.page.get_by_role("combobox", name="Find a query")
    find.fill("normandy")
    seen = page.locator(".rt-strip [role=option]:not(.rt-away)")
    assert seen.count() == 1
    find.fill("q77")
    find.press("Enter")
    answered(bare.page, 1)
    assert widget.query == "q77"
    assert seen.count() == 300
    find.fill("q9999")
    find.press("Enter")
    page.get_by_role("alert").filter(has_text="query must be one that was evaluated, but 'q9999'").wait_for()


def test_the_names_of_what_was_not_retrieved_are_folded(bare_page):
    widget = rt.explore(evaluated(29), query="113")
    page = bare_page(widget).page
    summary, names = widget.view["list"]["missed"].split(" Not retrieved: ")
    assert page.get_by_text(summary, exact=True).is_visible()
    fold = page.get_by_role("button", name="Not retrieved")
    assert not page.get_by_text(names, exact=True).is_visible()
    fold.click()
    named = page.get_by_text(names, exact=True)
    named.wait_for()
    assert named.evaluate("(node) => node.scrollHeight <= node.clientHeight")  # all of them can be read
    bare = bare_page(rt.explore(rt.evaluate({"q": {"a": 1}}, {"q": {"a": 1.0}}, "AP")))
    assert not bare.page.get_by_role("button", name="Not retrieved").is_visible()


def test_a_short_run_needs_no_search(run):
    assert not run.page.get_by_role("combobox", name="Find a query").is_visible()


@pytest.mark.parametrize("n", [1, 29, 300])
def test_a_second_run_draws_a_bar_for_each_query_and_the_highest_gain_first(bare_page, n):
    widget = rt.explore(evaluated(n), second=evaluated(n, 1))
    page = bare_page(widget).page
    ways = [dot["way"] for dot in widget.view["queries"]["dots"]]
    order = ["better", "level", "worse"]
    assert [one.get_attribute("class").split()[0] for one in dots(page).all()] == sorted(ways, key=order.index)
    bars = """(all) => all.map(({ children: [line, circle] }) => [
      line.getAttribute("x1") === line.getAttribute("x2") && line.getAttribute("y1") === circle.getAttribute("cy"),
      Number(circle.getAttribute("cx")), line.getAttribute("y1") - line.getAttribute("y2")])"""
    upright, places, heights = zip(*dots(page).evaluate_all(bars), strict=True)
    assert all(upright)
    assert list(places) == sorted(places) and list(heights) == sorted(heights, reverse=True)
    assert [height > 0 for height in heights] == [way == "better" for way in sorted(ways, key=order.index)]
    names = page.locator(".rt-run-axis text")
    assert names.all_text_contents() == [f"{run} better" for run in widget.view["queries"]["runs"][::-1]]
    right = max(box["x"] + box["width"] for box in (name.bounding_box() for name in names.all()))
    assert right <= dots(page).first.locator("circle").bounding_box()["x"]
    if n == 29:
        green, red = (page.locator(f".rt-strip .{way} line").first for way in ("better", "worse"))
        colour = "(line) => getComputedStyle(line).stroke"
        assert green.evaluate(colour) != red.evaluate(colour)


def test_the_strip_is_accessible_in_light_and_dark_and_forced_colours(bare_page):
    page = bare_page(rt.explore(evaluated(29), second=evaluated(29, 1), titles=TITLES)).page
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert not faults(page)
    page.emulate_media(forced_colors="active")
    fill = "(circle) => getComputedStyle(circle).fill"
    fills = {
        page.locator(f".rt-strip [aria-selected={chosen}] circle").first.evaluate(fill) for chosen in ("true", "false")
    }
    assert len(fills) == 2
    assert page.evaluate("() => getComputedStyle(surface.querySelector('.rt-frame')).backgroundColor") not in fills


def test_another_measure_moves_the_dots(run):
    page = run.page
    before = circles(page)
    page.get_by_role("radio", name="nDCG@10").click()
    answered(run.page, 1)
    page.get_by_role("heading", name="Queries by nDCG@10").wait_for()
    assert circles(page) != before


def test_a_title_is_a_second_line_and_is_read(bare_page):
    long = "A soup of leeks and potatoes, with a spoon of cream, chives and a slice of dark bread " * 2
    bare = bare_page(rt.explore([1, 0], ["AP"], titles={"d1": long}))
    page = bare.page
    name = screen.names(page).first
    assert name.get_attribute("title") == f"d1, {long}"
    assert screen.marks(page).first.get_attribute("aria-label") == f"rank 1, d1, {long}: relevant"
    lines = name.locator("*").evaluate_all("(all) => all.map((one) => one.getClientRects().length)")
    assert lines == [1, 1]
    assert name.locator("small").evaluate("(one) => one.scrollWidth > one.clientWidth")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    assert screen.names(page).nth(1).inner_text() == "d2"


TITLE = "(cell) => [cell.title, getComputedStyle(cell.firstChild, '::after').content]"
PLAYED = {
    "AP": ("d1", rt.average_precision([1, 0])),
    "Rho": ("d1", rt.spearman(["d1", "d2"], ["d2", "d1"])),
    "MAP": ("q1", rt.mean("AP", [[1, 0], [0, 1]])),
}


@pytest.mark.parametrize("name", PLAYED)
def test_the_title_is_next_to_the_name_in_the_calculation(bare_page, name):
    item, trace = PLAYED[name]
    bare = bare_page(rt.step_through(trace, titles={item: "Leek soup", "1": "not an item"}))
    cells = bare.page.locator(".rt-tables tbody td")
    words = cells.evaluate_all(f"(all) => all.map({TITLE})")
    titled = [one for one in words if one[1] not in ("none", "normal", '""')]  # a mark is drawn there
    assert titled == [[f"{item}, Leek soup", '"Leek soup"']]
    assert cells.filter(has_text=item).first.inner_text() == item  # what is searched and clicked is the name
    bare.push(titles={})
    bare.page.wait_for_function("() => !surface.querySelector('[data-title]')")


@pytest.mark.parametrize("width", [1280, 1440])
@pytest.mark.parametrize("letter", ["", "Leek and potato soup "])
def test_five_lists_are_all_in_sight(bare_page, width, letter):
    lists = {query: rt.Ranking([1, 0, 1, 0, 0, 1, 0, 1], items=[f"{letter}{n}" for n in range(8)]) for query in "abcde"}
    page = bare_page(rt.explore_queries(lists, ["MAP", "MRR"], titles={"a": "the first"})).page
    page.set_viewport_size({"width": width, "height": 720})
    page.wait_for_function("() => surface.querySelector('.rankteach').getBoundingClientRect().height <= innerHeight")
    part, *boxes = [one.bounding_box() for one in (page.locator(".rt-left"), *page.locator(".rt-query").all())]
    assert len(boxes) == 5
    for box in boxes:
        assert box["x"] + box["width"] <= part["x"] + part["width"] + 1
        assert box["y"] + box["height"] <= part["y"] + part["height"] + 1
    last = page.locator(".rt-query").last
    screen.marks(last).last.focus()
    seen, list_box = (last.locator(one).last.bounding_box() for one in (".rt-mark", ".rt-list"))
    assert list_box["y"] <= seen["y"] and seen["y"] + seen["height"] <= list_box["y"] + list_box["height"] + 1


@pytest.fixture
def phone(bare_page):
    """Open two runs on a phone."""
    bare = bare_page(rt.explore(evaluated(29), second=evaluated(29, 1), titles=TITLES))
    bare.page.emulate_media(reduced_motion="reduce")
    on_a_phone(bare.page)
    at_rest(bare.page)
    return bare


def test_on_a_phone_six_items_are_seen_below_what_is_said_of_both_runs(phone):
    page = phone.page
    reason = page.locator(".rt-pointed > span").nth(1)
    assert reason.text_content().count(" relevant items in the ") == 2
    assert reason.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")
    node = page.get_by_role("list", name="Ranked list")
    edge = node.evaluate(
        "(list) => list.getBoundingClientRect().bottom - parseFloat(list.style.getPropertyValue('--rt-rest'))"
    )
    bottoms = [box["y"] + box["height"] for box in (name.bounding_box() for name in screen.names(page).all())]
    assert sum(bottom <= edge for bottom in bottoms) >= 6
    first, second = (button.bounding_box() for button in page.locator(".rt-left button.rt-quiet:visible").all())
    assert first["y"] > edge and abs(first["y"] - second["y"]) < 2  # Best swap, and Show all


def test_it_is_said_whose_list_it_is(phone):
    expect(phone.page.get_by_role("tab", name="Ranked list: words", exact=True)).to_be_visible()
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    expect(phone.page.get_by_role("heading", name="Ranked list: words", exact=True)).to_be_visible()


def test_a_finger_slides_to_a_thin_bar(phone):
    page = phone.page
    start, *_, end = (dot.locator("circle").bounding_box() for dot in dots(page).all())
    touch = page.context.new_cdp_session(page)
    for kind, x in (("Start", start["x"]), ("Move", start["x"] + 40), ("Move", end["x"] + 2), ("End", None)):
        points = [] if x is None else [{"x": x, "y": end["y"] + 2}]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    answered(phone.page, 1)
    assert dots(page).last.get_attribute("aria-selected") == "true"


def test_what_is_pointed_at_moves_nothing(bare_page):
    page = bare_page(rt.explore(evaluated(29), second=evaluated(29, 1), titles=TITLES)).page
    page.set_viewport_size({"width": 848, "height": 599})
    at_rest(page)
    place = page.locator(".rt-left").bounding_box()
    reason = page.locator(".rt-pointed > span").nth(1)
    expect(reason).to_be_visible()
    dots(page).first.locator("circle").hover(force=True)
    expect(reason).to_be_hidden()
    assert page.locator(".rt-left").bounding_box() == place
    assert "relevant" not in page.locator(".rt-pointed").get_attribute("title")
