"""On a desk: JupyterLab with its list of files open, in a window of 1280 × 720 and of 1440 × 900. Nothing is cut."""

from itertools import product

import pytest
from playwright.sync_api import expect

import rankteach as rt
from rankteach.tracing.measures import metrics
from tests.browser import screen
from tests.browser.bare import frames, traits_of
from tests.browser.pages import LAB, LOW
from tests.browser.player import open_calculation
from tests.tiers import spread

SIZES = {"1280": LOW, "1440": LAB}  # what is left of the window for an output
SOUPS = {
    "d1": "Leek and potato soup with cream",
    "d2": "Onion tart",
    "d3": "Creamy leek soup",
    "d4": "Leek soup with trout, dill and new potatoes",
    "d5": "Potato salad",
}
GRADED = rt.Ranking([3, 1, 3, 2, 0], items=list(SOUPS), scores=[0.93, 0.81, 0.8, 0.6, 0.42], missed=[2])
LISTS = {
    "5, with titles, grades and scores": (GRADED, SOUPS),
    "8": (rt.examples.eight_documents, None),
    "20": (rt.Ranking([1, 0, 1, 1, 0] * 4), None),
    "200": (rt.Ranking([(7 * rank) % 4 for rank in range(200)], scores=[1 - rank / 200 for rank in range(200)]), None),
}

# What a person cannot see of the calculation: of the formula, of rows, and of the whole.
CUT = """
async () => {
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  const find = (selector) => surface.querySelector(selector);
  const over = (node) => Math.max(node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight);
  const [body, formula, scroller] = [".rt-body", ".rt-formula", ".rt-rows"].map(find);
  const rest = scroller.matches(".rt-more-below") ? parseFloat(scroller.style.getPropertyValue("--rt-rest")) : 0;
  const edge = scroller.getBoundingClientRect().top + scroller.clientHeight - rest;
  const boxes = [...find(".rt-tables table").tBodies[0].rows].map((row) => row.getBoundingClientRect());
  return {
    formula: Math.max(over(formula), 0) > 1,
    whole: over(body) > 1,
    rows: Math.min(4, boxes.length) - boxes.slice(0, 4).filter(({ bottom }) => bottom <= edge + 1).length,
    half: boxes.filter(({ top, bottom }) => top < edge - 2 && bottom > edge + 2).length,
    small: [...formula.querySelectorAll("mn")].some((one) => parseFloat(getComputedStyle(one).fontSize) < 7),
  };
}
"""


def nothing_cut(page):
    return {what: cut for what, cut in page.evaluate(CUT).items() if cut}


CASES = list(product(SIZES, LISTS))


@pytest.mark.parametrize("case", CASES, ids=", ".join)
def test_no_measure_of_the_menu_is_cut(bare_page, case):
    size, listed = case
    ranking, titles = LISTS[listed]
    bare = bare_page(rt.explore(ranking, titles=titles))
    page = bare.page
    page.set_viewport_size(SIZES[size])
    page.add_style_tag(content="body { margin: 0 }")
    every = [
        f"{metric.name}@5" if "k" in metric.parameters else metric.name for metric in metrics() if not metric.pairing
    ]
    cut = {}
    for measure in ("AP", *spread(every, CASES.index(case), len(CASES))):
        usual = ["P@5", "R@5", "F1@5", "RR", "DCG@5", "nDCG@5"]
        try:
            explorer = rt.explore(ranking, measures=[*usual, measure], chosen=measure, titles=titles)
        except ValueError:  # it needs scores, or grades of another kind
            continue
        bare.push(**traits_of(explorer))
        page.wait_for_function(
            "(label) => surface.querySelector('.rt-title b').textContent === label", arg=explorer.view["trace"]["label"]
        )
        if found := nothing_cut(page):
            cut[measure] = found
    assert not cut


@pytest.fixture
def low(opened):
    """A list in a low window."""
    return opened(rt.explore([1, 0, 1, 1, 0]), LOW)


def test_in_a_low_window_a_card_is_one_line(low):
    heights = "[...surface.querySelectorAll('[role=radio]')].map((card) => card.offsetHeight)"
    low.wait_for_function(f"() => Math.max(...{heights}) <= 40")
    low.set_viewport_size(LAB)
    low.wait_for_function(f"() => Math.min(...{heights}) > 80")


@pytest.mark.parametrize("items", [3, 8, 20])
def test_in_a_low_window_long_titles_leave_room_for_two_cards_and_for_rows_of_the_calculation(opened, items):
    names = [f"{title}, the {place}th" for place, title in zip(range(items), 4 * list(SOUPS.values()), strict=False)]
    ranking = rt.Ranking(([3, 2, 1] + 10 * [0, 2])[:items], items=names, scores=range(items, 0, -1))
    page = opened(rt.explore(ranking), LOW)
    screen.marks(page).nth(1).click()  # a card has the room of its change
    frames(page)
    assert not nothing_cut(page)
    boxes = [card.bounding_box() for card in screen.cards(page).all()]
    assert len(boxes) == 7 and len({round(box["y"]) for box in boxes}) == 4
    over = "(nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)"
    assert not page.locator(".rt-pick, .rt-pick > *").evaluate_all(over)


def test_the_tools_cover_nothing_of_the_measures(low):
    tools, *others = (
        low.get_by_role(role, name=name).bounding_box()
        for role, name in (("toolbar", "Surface"), ("slider", "cutoff k"), ("combobox", "Add a measure"))
    )
    for other in others:
        beside = other["x"] + other["width"] <= tools["x"]
        assert beside or other["y"] >= tools["y"] + tools["height"]


LINES = """
(label) => [...label.childNodes].filter((node) => node.data).map((part) => {
  const range = document.createRange();
  range.selectNodeContents(part);
  return range.getClientRects().length;
})
"""


def test_next_to_a_change_a_name_is_broken_before_the_cutoff_only(opened):
    page = opened(rt.explore([2, 0, 1, 3, 0, 3], ["nDCG@5", "CG"]), LOW)
    screen.marks(page).last.press("Alt+Home")
    card = screen.cards(page).first
    card.get_by_text("▲").wait_for()
    assert set(card.locator(".rt-label").evaluate(LINES)) == {1}


def test_changes_say_since_when(low):
    since = low.get_by_text("▲▼ since the start")
    assert not since.is_visible()
    screen.marks(low).nth(1).click()
    since.wait_for()
    assert low.locator(".rt-change", has_text="▲").first.get_attribute("title") == "since the start"
    low.get_by_role("button", name="Reset").click()
    since.wait_for(state="hidden")


def test_a_column_says_what_it_is(low):
    said = screen.origin(low)
    low.get_by_role("columnheader", name="credit").hover()
    said.filter(has_text="credit: What this row adds to the sum.").wait_for()
    low.mouse.move(0, 0)  # what is under the pointer is said, too, when a table moves
    screen.table_rows(low).first.focus()
    low.keyboard.press("ArrowRight")
    low.keyboard.press("ArrowUp")
    said.filter(has_text="rank: The place in the list, from the top.").wait_for()
    low.keyboard.press("End")
    low.keyboard.press("ArrowRight")
    said.filter(has_text="item: What is ranked.").wait_for()
    low.keyboard.press("ArrowDown")
    assert low.locator(".rt-tables tbody td:focus").inner_text() == "d1"


def test_the_lines_that_calculate_come_first(low):
    low.get_by_role("button", name="Python").click()
    lines = low.get_by_role("list", name="Python").locator("li:not(.rt-more)")
    head, *body = lines.all_inner_texts()
    assert head.startswith("def average_precision(")
    assert len(body) == 6
    low.get_by_role("button", name="Show all").click()
    assert lines.count() > 15


def test_slots_that_are_not_filled_are_boxes(low):
    low.get_by_role("button", name="Next (→)").click()
    slots = low.locator(".rt-formula .rt-gap")
    assert slots.count() == 2
    style = (
        "(slot) => { const { visibility, outlineStyle } = getComputedStyle(slot); return [visibility, outlineStyle]; }"
    )
    assert slots.first.evaluate(style) == ["visible", "dotted"]
    assert slots.first.evaluate("(slot) => getComputedStyle(slot.firstChild).visibility") == "hidden"


def test_a_long_list_ends_with_a_whole_row(opened):
    page = opened(rt.explore([1, 0] * 10), LOW)
    node = page.get_by_role("list", name="Ranked list")
    cut = """(list) => {
      const rest = parseFloat(list.style.getPropertyValue("--rt-rest"));
      const edge = list.getBoundingClientRect().top + list.clientTop + list.clientHeight - rest;
      const boxes = [...list.querySelectorAll("li")].map((item) => item.getBoundingClientRect());
      // of the last one a quarter can be cut: its name is read
      return boxes.filter(({ top, bottom, height }) => top < edge - 2 && bottom > edge + height / 4 + 2).length;
    }"""
    page.wait_for_function(f"(list) => list.matches('.rt-more-below') && !({cut})(list)", arg=node.element_handle())
    node.evaluate("(list) => { list.scrollTop = 47; }")
    page.wait_for_function(f"(list) => !({cut})(list)", arg=node.element_handle())
    node.evaluate("(list) => { list.scrollTop = list.scrollHeight; }")
    page.wait_for_function("(list) => !list.matches('.rt-more-below')", arg=node.element_handle())


SOUP = ["Leek and potato soup", "Leek quiche", "Creamy leek soup with nutmeg", "Leek soup with barley", "Onion soup"]
SOUP += ["Vichyssoise, served cold", "How to wash a leek", "Soup spoons, set of six"]


MANY = {"measures": ["P@5", "R@5", "AP", "nDCG@5"], "chosen": "P@5", "first_steps": True}
FAP = {"measures": ["F1@1", "AP@1", "FAP@1"], "chosen": "FAP@1"}
MARKS = [1, 0, 1, 1, 0, 1, 0, 0]
SCORED = rt.Ranking([3, 1, 0, 2, 0, 1, 0, 0], scores=[0.95, 0.91, 0.9, 0.8, 0.77, 0.7, 0.6, 0.5], missed=[2])
FILMS = ["Spirited Away", "Ponyo", "Totoro", "Porco Rosso", "Kiki"]
OTHER_FILMS = ["Ponyo", "Spirited Away", "Totoro", "Kiki", "Porco Rosso"]
SEEN_WHOLE = {
    "with scores": (LAB, lambda: rt.explore(SCORED)),
    "next to curves": (LOW, lambda: rt.explore_curve(rt.examples.eight_documents)),
    "with hints": (LOW, lambda: rt.explore(rt.Ranking(MARKS, items=SOUP, missed=[1]), **MANY)),
    "above one row": (LOW, lambda: rt.explore(rt.Ranking(MARKS[:7], items=SOUP[:7], missed=[1]), **FAP)),
    "a last name in two lines": (LOW, lambda: rt.explore_agreement(FILMS, OTHER_FILMS, measures=["Tau", "Rho"])),
}


@pytest.mark.parametrize(("size", "make"), SEEN_WHOLE.values(), ids=SEEN_WHOLE)
def test_each_item_of_a_short_list_is_seen_at_once(opened, size, make):
    page = opened(make(), size)
    page.add_style_tag(content="body { margin: 0 }")
    seen = "[...surface.querySelectorAll('.rt-list')].every((one) => one.scrollHeight <= one.clientHeight)"
    page.wait_for_function(f"() => {seen}")
    assert not page.evaluate(CUT)["half"]


SIX = rt.Ranking([1, 0, 1, 0, 0, 1], items=["Soup", "Quiche", "Cream", "Broth", "Spoons", "Vichyssoise"], missed=[1])
HINTED = {
    "measures": ["AP", "R"],
    "goal": "AP == 3/4",
    "task": "Reach the highest AP",
    "hints": [
        "One star is relevant from grade 1, but not from grade 2. Move the soup with one star out of the first three.",
        "If the broth is in the first three and left out, the soup at rank 4 moves up. Let that be the quiche.",
    ],
    "fixed": "labels",
}
PLAYED = {"measures": ["AP", "P@3", "R@3", "RR"], "chosen": "AP"}
PRINTED = {"measures": ["DCG@6"], "printed": ["0.1234"] * 6}
UNFOLDED = {
    "play": (PLAYED, ["Conventions"]),
    "goal": (HINTED, ["Hint 1 of 2", "Hint 2 of 2"]),
    "printed": (PRINTED, ["Conventions"]),
}


@pytest.mark.parametrize(("task", "unfolded"), UNFOLDED.values(), ids=UNFOLDED)
def test_the_name_of_each_of_six_items_is_read_whatever_is_unfolded(opened, task, unfolded):
    page = opened(rt.explore(SIX, **task), LOW)
    page.add_style_tag(content="body { margin: 0 }")
    for name in (*unfolded, None):
        page.wait_for_function(
            """() => {
              const [[list], names] = [".rt-list", ".rt-name"].map((one) => [...surface.querySelectorAll(one)]);
              const edge = list.getBoundingClientRect().bottom - parseFloat(list.style.getPropertyValue("--rt-rest"));
              return names.at(-1).getBoundingClientRect().bottom <= edge;
            }""",
        )
        if name:
            page.get_by_role("button", name=name, exact=True).click()
            frames(page)


def test_what_a_convention_changes_is_read_below_it(opened):
    measures = ["AP@3", "AP", "P@8", "DCG@5", "nDCG@5", "AUC", "PRAUC", "LAG", "F1", "RR", "R@3"]
    page = opened(rt.explore(SIX, measures, chosen="AP@3"), {"width": 850, "height": 640})
    page.get_by_role("button", name="Conventions").click()
    page.get_by_label("denominator").select_option("min")
    seen = """() => {
      const parts = [".rt-comparison tbody tr", ".rt-rows"].map((one) => surface.querySelector(one));
      const [changed, rows] = parts.map((one) => one?.getBoundingClientRect().bottom);
      const body = surface.querySelector(".rt-body");
      return changed <= rows && body.scrollHeight <= body.clientHeight + 1;
    }"""
    page.wait_for_function(seen)


def test_above_two_lists_a_low_window_shows_the_last_hint_only(opened):
    hints = ["Which of them sees grades?", "Look at the first two ranks.", "Exchange them."]
    page = opened(rt.side_by_side([1, 3, 0], [3, 1, 0], ["nDCG", "AP"], goal="nDCG of A == 1", hints=hints), LOW)
    for number, hint in enumerate(hints, start=1):
        page.get_by_role("button", name=f"Hint {number} of 3").click()
        expect(page.get_by_role("list", name="Hints").get_by_role("listitem")).to_have_text([hint])
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_role("list", name="Hints").get_by_role("listitem")).to_have_text(hints)


def test_what_a_value_means_is_read_next_to_two_lists(opened):
    page = opened(rt.side_by_side([3, 1, 0, 2], [1, 3, 2, 0], ["RBP(p=0.8)", "ERR"]), LOW)
    line = page.locator(".rt-glimpse .rt-line").bounding_box()
    assert line["width"] > 3 * line["height"], line


LAST = "Leek and potato soup"
CARDS = {
    "long names that begin alike": ([2, None, 1, 3, 0], ["P@3", "P(rel=2)@3", "P(judged_only=True)@3"]),
    "short ones": ([1, 0, 3, 0, 2], ["nDCG", "DCG"]),
}


@pytest.mark.parametrize(("grades", "measures"), CARDS.values(), ids=CARDS)
def test_the_name_of_a_card_is_whole_after_a_move(opened, grades, measures):
    ranking = rt.Ranking(grades, items=["Tart", "Onion soup", "Salad", "Leek soup", LAST], scores=[2, 1.5, 1, 0.5, 0])
    page = opened(rt.explore(ranking, measures=measures), LOW)
    page.add_style_tag(content="body { margin: 0 }")
    for _ in range(4):
        page.get_by_role("button", name=f"Move {LAST} up").click()
    page.wait_for_function("() => [...surface.querySelectorAll('.rt-card .rt-change')].some((one) => one.textContent)")
    frames(page)
    broken = """(labels) => labels.filter((label) => {
      const lines = label.offsetHeight / parseFloat(getComputedStyle(label).lineHeight);
      return label.scrollHeight > label.clientHeight + 1 || (lines > 1.5 && !label.textContent.includes(" "));
    }).map((label) => label.textContent)"""
    assert page.locator(".rt-card .rt-label").evaluate_all(broken) == []


PAIRED = [metric.name for metric in metrics() if metric.pairing and metric.name != "TeamDraft"]
AGREEING = [PAIRED, ['Rho(form="differences")', 'Tau(variant="a")', "TeamDraft"]]


@pytest.mark.parametrize("measures", AGREEING, ids=["each", "conventions"])
def test_the_name_of_a_measure_of_two_lists_is_whole_after_a_move_and_the_values_stay(opened, measures):
    page = opened(rt.explore_agreement(list("abcdef"), list("badcfe"), measures=measures), LOW)
    page.add_style_tag(content="body { margin: 0 }")
    frames(page)
    values = screen.values(screen.cards(page))
    before = [value.bounding_box()["y"] for value in values.all()]
    page.get_by_role("button", name="Move a up").click()
    page.wait_for_function("() => [...surface.querySelectorAll('.rt-card .rt-change')].some((one) => one.textContent)")
    frames(page)
    assert [value.bounding_box()["y"] for value in values.all()] == pytest.approx(before, abs=1)
    over = """(nodes) => nodes.filter((node) => node.scrollHeight > node.clientHeight + 1
      || node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)"""
    assert page.locator(".rt-card .rt-label").evaluate_all(over) == []


PLACES = """
() => [...surface.querySelectorAll(".rt-list, .rt-card, .rt-foot, .rt-queries, .rt-head, .rt-formula, .rt-controls")]
  .filter((node) => node.checkVisibility() && node.offsetHeight)
  .map((node) => Object.values(node.getBoundingClientRect().toJSON()))
"""
STEPPED = {
    **{name: (ranking, {"titles": titles}) for name, (ranking, titles) in LISTS.items()},
    "goal": (GRADED, {"goal": "nDCG > 0.9", "titles": SOUPS}),
    "tall": (GRADED, {"measures": ["nDCG", "AP"]}),
    "run": (rt.evaluate(rt.examples.qrels(), rt.examples.run(), ["nDCG@10", "AP"]), {"titles": rt.examples.queries()}),
}


@pytest.mark.parametrize("name", STEPPED)
@pytest.mark.parametrize("size", [(1280, 640), (1280, 720), (1440, 900), (1920, 1080)], ids=str)
def test_the_first_step_moves_neither_a_value_nor_the_formula(opened, name, size):
    given, how = STEPPED[name]
    page = opened(rt.explore(given, **how), dict(zip(("width", "height"), size, strict=True)))
    open_calculation(page)
    frames(page)
    before = page.evaluate(PLACES)
    for _ in range(2):
        page.get_by_role("button", name="Next").click()
        frames(page)
        after = page.evaluate(PLACES)
        assert len(after) == len(before)
        assert after == [pytest.approx(box, abs=1) for box in before]


@pytest.mark.parametrize("width", [848, 1300, 1900])
def test_what_stands_at_a_curve_is_in_its_card_and_the_rates_are_whole(opened, width):
    page = opened(rt.explore_curve([1, 0, 1, 1, 0, 0, 1, 0]), {"width": width, "height": 599})
    page.locator("[aria-keyshortcuts]").nth(1).press("Alt+ArrowDown")
    page.locator(".rt-chart").last.get_by_text("▲").wait_for()
    frames(page)
    over = """(all, side) => all.map((one) => Math.max(...[...one.querySelectorAll("*")]
      .map((part) => part.getBoundingClientRect()[side])) - one.getBoundingClientRect()[side])"""
    for cards, side in ((".rt-chart", "right"), (".rt-rates", "bottom")):
        assert max(page.locator(cards).evaluate_all(over, side)) <= 1
    expect(page.locator(".rt-rates")).to_be_in_viewport(ratio=1)
