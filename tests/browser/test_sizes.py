"""Every surface on a phone, by touch, and on a projector: what is drawn is seen, words and keys are large enough."""

import re

import pytest
from playwright.sync_api import expect

import rankteach as rt
from rankteach.tracing.measures import metrics
from tests.browser import screen
from tests.browser.bare import at_rest, frames, on_a_phone, traits_of
from tests.browser.looks import looked
from tests.browser.pages import LAB, LARGE, LOW, PHONE, PROJECTOR, SIZE
from tests.browser.player import TRACES, button, open_calculation, open_part
from tests.browser.surfaces import SURFACES
from tests.tiers import thirds

ITEMS = ["Kartoffelpuffer", "Ratatouille niçoise", "Leek soup", "Fish and chips", "Bread and butter pudding"]
ITEMS += ["Coq au vin", "Antidisestablishmentarianism", "Pea risotto", "Tarte tatin", "Bouillabaisse", "Crêpes"]

FITTED = """
async () => {
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  const formula = surface.querySelector(".rt-formula");
  const step = surface.querySelector(".rt-table tbody tr.rt-now");
  const place = step ? step.sectionRowIndex : -1;
  const now = [...formula.querySelectorAll(`.rt-numbers [data-from^="0."][data-from$=".${place}"]`)];
  const hidden = now.filter((one) => !one.getBoundingClientRect().width && one.closest(".rt-left-out"));
  const dots = formula.querySelectorAll(".rt-ellipsis").length;
  const unseen = hidden.length && hidden.length === now.length; // the same term of a second fraction may be left out
  return { wide: formula.scrollWidth - formula.clientWidth > 1, unseen, dots };
}
"""


IN_STRIP = """
(node) => {
  const [box, strip] = [node, node.parentElement].map((one) => one.getBoundingClientRect());
  return box.left >= strip.left - 1 && box.right <= strip.right + 1;
}
"""


@pytest.mark.parametrize("answer", ["AP", ["AP", "RR"]], ids=["one", "several"])
def test_on_a_phone_a_choice_is_level_with_its_button_and_can_be_hit(opened, answer):
    page = opened(
        rt.classroom.question("Which sees the order?", answer=answer, choices=["P", "AP", "RR"]), PHONE, touch=True
    )
    for option in page.locator(".rt-option").all():
        (top, bottom, height), name = option.evaluate(
            """(option) => {
              const parts = [option.querySelector("input"), option.lastElementChild];
              const [box, words] = parts.map((one) => one.getBoundingClientRect());
              return [[box.top - words.top, words.bottom - box.bottom, option.offsetHeight], option.textContent];
            }"""
        )
        assert min(top, bottom) > -2 and abs(top - bottom) < 5 and height >= 44, name


@pytest.mark.parametrize("name", TRACES)
def test_on_a_phone_a_step_is_a_card_and_the_sum_is_seen(opened, name):
    trace = TRACES[name]
    page = opened(rt.step_through(trace), PHONE)
    card = page.locator(".rt-row-card")
    for _ in trace.steps[1:3]:
        button(page, "next").click()
    heads = page.locator(".rt-tables > div:first-child thead tr:first-child th").all_inner_texts()
    names = card.locator("dt").all_inner_texts()
    assert names == [one for place, one in enumerate(heads) if place or one == names[0]]
    made = card.locator(".rt-made:has(math)").first
    number = made.locator("b").inner_text()
    assert number and made.locator("math").text_content()
    assert page.locator(".rt-formula .rt-numbers").first.bounding_box()["width"] > 20
    assert page.locator(".rt-formula .rt-pieces > :not(.rt-numbers):visible").count() == 0
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(card).to_be_hidden()


TALL = {
    **{name: TRACES[name] for name in ("AP", "nDCG", "AUC", "Tau")},
    "FAP": rt.measure("FAP")(rt.Ranking([3, 0, 2, 0, 1, 0, 0, 3])),
    "RBO": rt.measure("RBO")(list("abcdefgh"), list("hgabdcef")),
}
ON_TOP = """
(node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return node.contains(surface.elementFromPoint(left + width / 2, top + height / 2));
}
"""
CUT_FORMULAS = """
() => [...surface.querySelectorAll(".rt-made math")].filter((math) => {
  const [inner, outer] = [math, math.closest("dd")].map((node) => node.getBoundingClientRect());
  return inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
}).map((math) => math.textContent)
"""


@pytest.mark.parametrize("name", TALL)
def test_on_a_phone_the_keys_and_the_sum_stay_where_they_are_over_a_tall_card(opened, name):
    page = opened(rt.step_through(TALL[name]), PHONE, touch=True)
    for _ in range(2):
        button(page, "next").click()
    at_rest(page)
    assert not page.evaluate(CUT_FORMULAS)
    page.locator(".rt-trace").evaluate("(node) => node.scrollTo(0, node.scrollHeight)")
    assert page.locator(".rt-trace").evaluate("(node) => node.scrollTop") > 50
    for kept in (screen.where(page), button(page, "next"), screen.formula(page).locator(".rt-numbers").first):
        assert kept.evaluate(ON_TOP)


def test_what_is_predicted_is_not_on_the_card(opened):
    page = opened(rt.step_through(TRACES["AP"]), PHONE)
    page.get_by_role("button", name="More").click()
    page.get_by_label("predict").select_option("column precision")
    asked = page.locator(".rt-row-card > div", has=page.get_by_text("precision", exact=True))
    assert asked.locator("b").inner_text() == "?"
    assert asked.locator("math").count() == 0
    page.get_by_role("button", name="Reveal answer").click()
    expect(asked.locator("b")).to_have_text("1/1")


def test_the_buttons_of_the_player_are_behind_one_menu_of_a_phone(opened):
    page = opened(rt.step_through(TRACES["AP"]), PHONE)
    menu, words = page.get_by_role("button", name="More"), page.get_by_role("button", name="In words")
    expect(words).to_be_hidden()
    menu.click()
    expect(words).to_be_visible()
    expect(page.get_by_role("button", name="Show every step")).to_be_visible()
    assert menu.get_attribute("aria-expanded") == "true"
    menu.click()
    expect(words).to_be_hidden()


def test_a_tap_on_a_phone_moves_the_formula_below_the_list(opened):
    page = opened(rt.explore([1, 0, 1], ["AP", "RR"]), PHONE)
    formula = screen.formula(page.get_by_role("group", name="Calculation"))
    before = formula.inner_text()
    page.get_by_role("button", name=re.compile("not relevant")).first.click()
    expect(formula).not_to_have_text(before, use_inner_text=True)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("tab", name="Calculation")).to_have_attribute("aria-selected", "true")


def test_a_long_list_of_a_phone_has_the_room_of_the_formula(opened):
    page = opened(rt.explore([1, 0] * 10, ["AP"]), PHONE)
    expect(page.get_by_role("group", name="Calculation")).to_be_hidden()
    open_part(page, "Measures")
    expect(screen.formula(page)).to_be_visible()


LONG = {
    "one list": rt.Ranking(
        [(7 * rank) % 4 for rank in range(14)], scores=[1 - rank / 14 for rank in range(14)], missed=[3]
    ),
    "two lists": (list("abcdefgh"), list("hgabdcef")),
}
ONE = [metric.name for metric in metrics() if metric.pairing is None]
PAIRED = ["RBO", "Tau", "KendallDistance", "Rho", "TauW"]  # of 8 items


@pytest.mark.parametrize(("given", "names"), zip(LONG.values(), (thirds(ONE, 1), PAIRED), strict=True), ids=LONG)
def test_on_a_phone_a_formula_is_seen_whole_and_the_term_of_each_step(bare_page, given, names):
    bare = bare_page(rt.step_through(TRACES["AP"]))
    page = bare.page
    page.emulate_media(reduced_motion="reduce")
    on_a_phone(page)
    found, dots = {}, 0
    for name in names:
        try:
            trace = rt.measure(name)(*given) if isinstance(given, tuple) else rt.measure(name)(given)
        except (TypeError, ValueError):  # it needs another list
            continue
        if trace.value != trace.value:
            continue
        for at in (1, len(trace.steps) // 2, len(trace.steps), None):
            player = rt.step_through(trace)
            bare.push(**traits_of(player))
            title = "(label) => surface.querySelector('.rt-title b').textContent === label"
            page.wait_for_function(title, arg=player.view["trace"]["label"])
            walk(page, at, len(trace.steps))
            fitted = page.evaluate(FITTED)
            dots += fitted.pop("dots")
            if any(fitted.values()):
                found[name, at] = fitted
    assert not found
    assert dots


WATCHED = """
() => {
  window.found = [];
  const watcher = new MutationObserver((changes) => window.found.push(...changes));
  watcher.observe(surface.querySelector(".rt-formula"), { childList: true, subtree: true });
}
"""
ANEW = """
async () => {
  surface.querySelector(".rt-body").dispatchEvent(new Event("scroll"));
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  const dots = (nodes) => [...nodes].filter((one) => one.matches?.(".rt-ellipsis")).length;
  const ofThis = window.found.filter(({ target }) => target.isConnected);
  return [ofThis.some(({ addedNodes }) => dots(addedNodes)), ofThis.some(({ removedNodes }) => dots(removedNodes))];
}
"""


def test_a_formula_with_terms_left_out_is_fitted_once(bare_page):
    """Anew it could take other terms, as in another font that the page has loaded meanwhile."""
    bare = bare_page(rt.step_through(TRACES["AP"]))
    page = bare.page
    on_a_phone(page)
    page.evaluate(WATCHED)
    bare.push(**traits_of(rt.step_through(rt.ndcg(LONG["one list"]))))
    expect(page.locator(".rt-ellipsis").first).to_be_attached()
    assert page.evaluate(ANEW) == [True, False]


def walk(page, at, steps):
    """Go to a step, or to where all of them are shown."""
    slider = page.get_by_role("slider", name="step", exact=True)
    slider.evaluate(
        "(node, at) => { node.value = at; node.dispatchEvent(new Event('input', { bubbles: true })); }", at or steps + 1
    )


@pytest.mark.parametrize("name", ["evaluated run", "two evaluated runs"])
def test_below_the_bars_of_a_browser_four_items_of_a_run_are_seen(opened, name):
    page = opened(SURFACES[name].make(), {"width": 390, "height": 664}, touch=True)
    place = page.locator(".rt-list").bounding_box()
    boxes = [row.bounding_box() for row in screen.items(page).all()]
    assert len([box for box in boxes if box["y"] + box["height"] <= place["y"] + place["height"] + 1]) >= 4


SHORT = [item for item in ITEMS if len(item) < 24]  # next to which a label has its words


EIGHT_LONG = [f"{item}, with a long title" for item in SHORT[:8]]
COMPARED = {
    "the same items": [rt.Ranking.from_items(all, SHORT[:3]) for all in (SHORT[:8], SHORT[7::-1])],
    "grades and titles": [
        rt.Ranking.from_items(all, dict(zip(EIGHT_LONG, (3, 0, 1), strict=False)))
        for all in (EIGHT_LONG, EIGHT_LONG[::-1])
    ],
    "other items": [[1, 0] * 4, [0, 1] * 4],
}


@pytest.mark.parametrize("name", COMPARED)
def test_on_a_phone_two_lists_are_seen_at_once_and_their_values_while_an_item_is_moved(opened, name):
    page = opened(rt.side_by_side(*COMPARED[name], ["AP", "RR"]), PHONE, touch=True)
    rows = [page.get_by_role("list", name=f"List {one}").locator(".rt-item") for one in "AB"]
    assert [one.count() for one in rows] == [8, 8]
    for here, there in zip(*(one.all() for one in rows), strict=True):
        expect(here).to_be_in_viewport(ratio=0.99)
        expect(there).to_be_in_viewport(ratio=0.99)
        assert abs(here.bounding_box()["y"] - there.bounding_box()["y"]) < 2
    assert not page.locator(".rt-left.rt-more-below").count()
    both = page.locator(".rt-chip[aria-pressed=true]")
    expect(both).to_be_in_viewport(ratio=0.99)
    for moves in (
        rows[1].nth(5).get_by_role("button", name=re.compile(" up$")),
        *(one.nth(1).locator(".rt-mark") for one in rows),
    ):
        known = both.inner_text()
        moves.click()
        expect(both).not_to_have_text(known, use_inner_text=True)


@pytest.mark.parametrize("measures", [["AP", "nDCG@5", "P@5", "RR"], ["AP"]], ids=len)
def test_on_a_phone_a_shadow_says_where_there_are_more_values(opened, measures):
    page = opened(rt.side_by_side([1, 0, 1, 0, 1], [0, 1, 1, 0, 0], measures), PHONE, touch=True)
    page.get_by_role("group", name="Values").get_by_role("button").first.click()
    strip = page.get_by_role("group", name="Values")
    edges = {"left": 0, "right": strip.bounding_box()["width"] - 3}

    def shaded(at):
        strip.evaluate("(node, at) => node.scrollTo(at, 0)", at)
        at_rest(page)
        box = strip.bounding_box()
        picture = {
            side: page.screenshot(clip={"x": box["x"] + x, "y": box["y"] + 1, "width": 3, "height": 3})
            for side, x in edges.items()
        }
        blank = page.screenshot(clip={"x": box["x"] + 20, "y": box["y"] - 4, "width": 3, "height": 3})
        return {side for side, seen in picture.items() if seen != blank}

    many = len(measures) > 1
    assert shaded(0) == ({"right"} if many else set())
    assert shaded(60) == ({"left", "right"} if many else set())
    assert shaded(9999) == ({"left"} if many else set())


def test_on_a_phone_all_tabs_of_a_curve_are_seen(opened):
    page = opened(SURFACES["curve"].make(), PHONE, touch=True)
    for tab in page.get_by_role("tablist", name="Parts").get_by_role("tab").all():
        assert tab.evaluate(IN_STRIP)


@pytest.mark.parametrize(
    ("make", "tab", "column"),
    [
        (lambda: rt.explore_agreement(ITEMS, ITEMS[::-1]), "Calculation", "order in second"),
        (
            lambda: rt.side_by_side(*(rt.Ranking.from_items(all, ITEMS[:2]) for all in (ITEMS, ITEMS[::-1]))),
            "Where the calculations differ",
            "relevant",
        ),
    ],
    ids=["pairs", "items"],
)
def test_on_a_phone_names_leave_room_for_a_column_next_to_them(opened, make, tab, column):
    page = opened(make(), PHONE, touch=True)
    open_part(page, tab)
    expect(page.get_by_role("columnheader", name=column).first).to_be_in_viewport(ratio=0.99)


RIGHT_OF_WORDS = """
(node) => {
  const words = document.createRange();
  words.selectNodeContents(node);
  return words.getBoundingClientRect().right;
}
"""


def test_on_a_phone_the_button_that_removes_a_measure_covers_no_word(opened):
    page = opened(SURFACES["side by side"].make(), PHONE, touch=True)
    open_part(page, "Measures")
    said = page.locator(".rt-verdict").all()
    for verdict, remove in zip(said, page.locator(".rt-standings .rt-remove").all(), strict=True):
        assert verdict.evaluate(RIGHT_OF_WORDS) <= remove.bounding_box()["x"]
    assert said


def test_on_a_phone_the_chosen_value_stays_in_sight_with_its_change(opened):
    page = opened(rt.explore([1, 0, 1, 1, 0]), PHONE, touch=True)
    chosen = page.locator(".rt-chip[aria-pressed=true]")
    for place in (1, 4, 0):
        screen.marks(page).nth(place).click()
        expect(chosen).to_contain_text("▲" if place else "▼")
        expect(chosen).to_be_in_viewport(ratio=0.99)
        assert chosen.evaluate(IN_STRIP)


def test_the_chosen_measure_and_the_open_tab_are_in_sight_where_a_surface_becomes_narrow(opened):
    measures = ["Tau", "KendallDistance@4", 'Rho(form="differences")', "RBO"]
    page = opened(rt.explore_agreement(ITEMS[:5], ITEMS[4::-1], measures=measures), SIZE)
    page.get_by_role("radio", name="RBO").click()
    page.set_viewport_size(PHONE)
    expect(page.locator(".rt-chip[aria-pressed=true]")).to_be_in_viewport(ratio=0.99)
    page = opened(SURFACES["side by side"].make(), PHONE)
    for tab in page.get_by_role("tablist", name="Parts").get_by_role("tab").all():
        tab.evaluate("(node) => node.click()")
        assert tab.evaluate(IN_STRIP), tab.inner_text()


def test_values_that_are_in_sight_at_first_are_not_scrolled_out_of_it(opened):
    measures = ['AP(denominator="hits")', "P", "R", "Success"]
    page = opened(rt.explore([0, 1, 0, 1], measures, chosen="P"), PHONE, touch=True)
    strip = page.get_by_role("group", name="Values")
    assert strip.evaluate("(node) => node.scrollWidth > node.clientWidth && !node.scrollLeft")
    strip.get_by_role("button").last.evaluate("(node) => node.click()")
    expect(page.locator(".rt-chip[aria-pressed=true]")).to_have_text(re.compile("Success"))
    page.wait_for_function("() => surface.querySelector('.rt-chips').scrollLeft > 0")


# --- what the last change changed -------------------------------------------------------------------------


def test_the_rows_of_the_last_change_are_marked_until_the_list_changes_again(bare_page):
    page = bare_page(rt.explore([1, 0, 1, 0, 0], ["AP", "RR"])).page
    touched = page.locator(".rt-item.rt-touched .rt-name")
    assert touched.count() == 0
    screen.marks(page).nth(1).click()
    expect(touched).to_have_text(["d2"])
    page.get_by_role("radio", name="RR").click()
    expect(page.locator(".rt-title b")).to_have_text("RR")
    expect(touched).to_have_text(["d2"])
    screen.marks(page).nth(4).focus()
    page.keyboard.press("Alt+Home")
    expect(touched).to_have_text(["d5"])


RICE = [f"{name} with rice" for name in ("Kartoffelpuffer", "Leek soup", "Coq au vin", "Pea risotto")]
HELD = {
    "binary": rt.Ranking([1, 0, 1, 0], items=["Tart", "Soup", "Pie", "Stew"]),
    "long, binary": rt.Ranking([1, 0, 1, 0], items=RICE),
    "long, graded, with scores": rt.Ranking([3, 0, 1, 2], items=RICE, scores=[0.9, 0.8, 0.7, 0.6]),
    "graded": rt.Ranking([3, 0, 1, 2], items=["Tart", "Soup", "Pie", "Stew"]),
}


@pytest.mark.parametrize("lecture", [False, True])
@pytest.mark.parametrize("name", HELD)
def test_the_values_at_each_rank_cover_no_label_while_an_item_is_held(opened, name, lecture):
    page = opened(rt.explore(HELD[name], ["nDCG", "AP"]), PROJECTOR)
    if lecture:
        page.get_by_role("button", name="Lecture view").click()
    grip = page.locator(".rt-grip").first.bounding_box()
    page.mouse.move(grip["x"] + 4, grip["y"] + 8)
    page.mouse.down()
    page.mouse.move(grip["x"] + 4, grip["y"] + 60, steps=4)
    slots = page.locator(".rt-slots > span")
    expect(slots).to_have_count(4)
    at_rest(page)
    left = min(slot.bounding_box()["x"] for slot in slots.all())
    for dot in page.locator(".rt-mark .rt-dots").all():
        assert dot.is_visible()
        assert dot.bounding_box()["x"] + dot.bounding_box()["width"] <= left
    page.mouse.up()


# --- on a projector ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [660, 740])
def test_the_plots_of_a_curve_have_the_room_that_measures_leave(opened, width):
    """As on a page with a column of text, or in a notebook beside another one."""
    page = opened(SURFACES["curve"].make(), {"width": width, "height": 1100})
    open_part(page, "Threshold")
    plots = [plot.bounding_box() for plot in page.get_by_role("slider", name="threshold on the").all()]
    assert len(plots) == 2 and min(one["width"] for one in plots) > 180


@pytest.mark.parametrize(("width", "height", "least", "letters"), [(1280, 720, 300, 18), (1920, 1080, 480, 28)])
def test_the_plots_of_a_lecture_take_what_the_window_leaves(opened, width, height, least, letters):
    page = opened(SURFACES["curve"].make(), {"width": width, "height": height}, lecture=True)
    plots = [plot.bounding_box() for plot in page.get_by_role("slider", name="threshold on the").all()]
    assert len(plots) == 2
    assert min(min(one["width"], one["height"]) for one in plots) > least
    assert page.locator(".rt-frame").bounding_box()["height"] < height
    size = screen.surface(page).evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
    assert size >= letters
    dots = page.locator(".rt-plot .rt-dots").first.evaluate("(node) => parseFloat(getComputedStyle(node).strokeWidth)")
    assert dots > 0.4 * size


@pytest.mark.parametrize("width", [1008, 850, 800])
@pytest.mark.parametrize("name", ["explore", "curve", "agreement"])
def test_a_slider_is_so_long_that_it_can_be_moved(opened, name, width):
    """In JupyterLab in windows of 1440 and 1280, and where the tools leave no room beside the heading."""
    page = opened(SURFACES[name].make(), LOW | {"width": width})
    sliders = [one.bounding_box() for one in page.locator(".rt-slider").get_by_role("slider").all()]
    assert sliders and all(box and box["width"] > 45 for box in sliders), sliders


STARS = rt.Ranking([3, 1, 3, 2, 0], items=ITEMS[:5], missed=[2])
LONG_FORMULAS = {
    **{name: SURFACES[name].make for name in ("evaluated run", "two evaluated runs")},
    "exponential": lambda: rt.explore(STARS, ['nDCG(gain="exponential")']),
    "goal": lambda: rt.explore(STARS, ["nDCG"], goal="nDCG > 0.9", task="Find a better order"),
}


@pytest.mark.parametrize("size", [LOW, PROJECTOR, LARGE], ids=["848", "1280", "1920"])
@pytest.mark.parametrize("make", LONG_FORMULAS.values(), ids=LONG_FORMULAS)
def test_a_lecture_shows_the_sentence_of_each_step_of_a_long_formula(opened, make, size):
    page = opened(make(), size, lecture=True)
    page.add_style_tag(content="body { margin: 0 }")
    button(page, "first").click()
    for _ in range(3):
        button(page, "next").click()
        frames(page)
        expect(page.locator(".rt-scene.rt-shown .rt-sentence")).to_be_in_viewport(ratio=1)
        lower = page.locator(".rt-lower")
        assert lower.evaluate("(node) => node.scrollHeight - node.clientHeight") <= 4


WALKED = {
    **{name: SURFACES[name].make for name in ("explore", "explore graded", "steps", "evaluated run", "queries")},
    **{
        f"agreement of {n}": lambda n=n: rt.explore_agreement(ITEMS[:n], ITEMS[:n][::-1], measures=["Tau", "RBO"])
        for n in (5, 8, 11)
    },
    "RBO": lambda: rt.explore_agreement(ITEMS[:6], ITEMS[2:8], measures=["RBO"]),
    "eight": lambda: rt.explore(rt.Ranking([1, 0] * 4, items=ITEMS[:8])),
}
WALK = [".rt-formula", ".rt-bar-player", ".rt-scrub", ".rt-play", ".rt-left", ".rt-right"]


def walk_in_place(page, height):
    """Take two steps, at which nothing of the surface moves."""

    def boxes():
        frames(page)
        return {one: page.locator(one).bounding_box() for one in WALK if page.locator(one).first.is_visible()}

    before = boxes()
    assert before[".rt-bar-player"]["y"] + before[".rt-bar-player"]["height"] < height
    for _ in range(2):
        page.get_by_role("button", name="Next").click()
        for one, box in boxes().items():
            sides = ("x", "y", "width") if one in (".rt-left", ".rt-right") else ("x", "y", "width", "height")
            assert {side: round(box[side] - before[one][side]) for side in sides} == dict.fromkeys(sides, 0), one


@pytest.mark.parametrize("size", [PROJECTOR, LARGE], ids=["1280", "1920"])
@pytest.mark.parametrize("name", WALKED)
def test_a_step_of_a_lecture_moves_nothing(opened, name, size):
    page = opened(WALKED[name](), size, lecture=True)
    walk_in_place(page, size["height"])
    expect(page.locator(".rt-scene.rt-shown .rt-sentence")).to_be_in_viewport(ratio=0.95)
    over = "(all) => Math.max(0, ...all.map((part) => part.scrollHeight - part.clientHeight))"
    assert page.locator(".rt-left, .rt-right").evaluate_all(over) <= 4  # nothing above the steps is cut


TWO = {
    **{f"agreement of {n}": WALKED[f"agreement of {n}"] for n in (5, 8, 11)},
    **{
        f"side by side, {n}": lambda n=n: rt.side_by_side(
            *(rt.Ranking.from_items(items, ITEMS[:2]) for items in (ITEMS[:n], ITEMS[:n][::-1]))
        )
        for n in (5, 8, 11)
    },
}


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1920, 1080)])
@pytest.mark.parametrize("name", TWO)
def test_a_step_of_two_lists_moves_nothing(opened, name, width, height):
    page = opened(TWO[name](), {"width": width, "height": height})
    open_calculation(page)
    walk_in_place(page, height)
    page.get_by_role("button", name="Show every step").click()
    screen.to_lecture(page, PROJECTOR)
    walk_in_place(page, 720)


KEPT = [".rt-title", ".rt-controls", ".rt-formula"]


@pytest.mark.parametrize("name", [*WALKED, "side by side, 8"])
def test_the_first_step_on_a_phone_moves_nothing(opened, name):
    page = opened((WALKED | TWO)[name](), PHONE)
    open_calculation(page)
    tops = []
    for press in (None, "Next", "Next"):
        if press:
            page.get_by_role("button", name=press).click()
        frames(page)
        tops.append([round(page.locator(one).bounding_box()["y"]) for one in KEPT])
    assert tops == tops[:1] * 3


EIGHT = ["Leek soup", "Kartoffelpuffer", "Tarte tatin", "Ratatouille niçoise", "Pot-au-feu", "Vichyssoise"]
EIGHT += ["Quiche lorraine", "Coq au vin"]
OTHER = [EIGHT[1], EIGHT[0], *EIGHT[3:], EIGHT[2]]


@pytest.mark.parametrize(
    ("make", "rows"),
    [
        (lambda: rt.explore_agreement(EIGHT, OTHER), 8),
        (lambda: rt.side_by_side(*(rt.Ranking.from_items(all, EIGHT[:3]) for all in (EIGHT, OTHER)), ["AP", "P@5"]), 3),
        (SURFACES["evaluated run"].make, 3),
        (SURFACES["two evaluated runs"].make, 6),
        (lambda: rt.explore(rt.Ranking([1, 0] * 4, items=EIGHT), ["AP", "RR"]), 4),
    ],
    ids=["agreement", "side by side", "a run", "two runs", "one list"],
)
def test_a_step_shows_its_rows_and_breaks_no_word_in_jupyterlab(opened, make, rows):
    page = opened(make(), LAB)
    open_calculation(page)
    walk_in_place(page, LAB["height"])
    scroller, body = (page.locator(one).bounding_box() for one in (".rt-rows", ".rt-body"))
    seen = [row.bounding_box() for row in screen.table_rows(page).all()]
    head = page.locator(".rt-tables thead").first.bounding_box()
    top = head["y"] + head["height"] - 1
    bottom = min(one["y"] + one["height"] for one in (scroller, body)) + 1
    whole = [one for one in seen if top <= one["y"] and one["y"] + one["height"] <= bottom]
    assert len(whole) >= rows
    assert not looked(page)


def test_a_lecture_says_how_far_a_task_is(bare_page):
    page = bare_page(rt.explore([1, 0, 0, 1], ["AP"], goal="AP == 1", task="Make AP as large as it can be.")).page
    page.get_by_role("button", name="Lecture view").click()
    expect(screen.conditions(page)).to_contain_text("AP is 0.750, needs 1")


# --- in a low window --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["evaluated run", "two evaluated runs", "side by side, named", "agreement"])
def test_in_a_low_window_the_formula_is_next_to_two_lists_and_below_the_measures(opened, name):
    page = opened(SURFACES[name].make(), PROJECTOR)
    formula = page.locator(".rt-glimpse .rt-formula")
    expect(formula).to_be_visible()
    left, right, seen = (page.locator(one).bounding_box() for one in (".rt-left", ".rt-right", ".rt-glimpse"))
    assert seen["x"] >= left["x"] + left["width"]
    assert seen["y"] >= right["y"] + right["height"] - 1
    assert page.locator(".rt-glimpse").evaluate("(node) => node.scrollHeight - node.clientHeight") <= 1
    before = formula.inner_text()
    page.locator(SURFACES[name].click).first.click()
    expect(formula).not_to_have_text(before, use_inner_text=True)


@pytest.mark.parametrize("chosen", ["AP", "nDCG@5"])
def test_in_a_low_window_a_walk_has_its_keys_in_one_line_its_words_and_three_rows(opened, chosen):
    page = opened(rt.explore(rt.examples.eight_documents, chosen=chosen), LOW)
    page.get_by_role("button", name="First step").click()
    tops = [
        page.get_by_role("button", name=name).bounding_box()["y"] for name in ("Play", "Show every step", "Conventions")
    ]
    assert max(tops) - min(tops) < 8
    expect(page.locator(".rt-sentence").first).to_be_in_viewport(ratio=1)
    body, row = page.locator(".rt-body"), screen.table_rows(page).nth(2)
    whole = "(body, row) => row.getBoundingClientRect().bottom <= body.getBoundingClientRect().bottom + 1"
    page.wait_for_function(f"([body, row]) => ({whole})(body, row)", arg=[body.element_handle(), row.element_handle()])


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_number_of_a_curve_is_next_to_it_where_there_is_room(opened, width):
    page = opened(SURFACES["curve"].make(), {"width": width, "height": width * 9 // 16})
    for chart in page.locator(".rt-chart").all():
        card, plot, pick = (one.bounding_box() for one in (chart, chart.locator(".rt-plot"), chart.locator(".rt-pick")))
        assert pick["x"] >= plot["x"] + plot["width"]
        assert plot["width"] > card["width"] / 2 and plot["height"] > card["height"] / 2
        assert abs(plot["width"] - plot["height"]) < 1
        assert chart.locator(".rt-value").bounding_box()["y"] < plot["y"] + plot["height"] / 2


def test_in_a_low_window_all_counts_of_a_curve_are_seen(opened):
    page = opened(SURFACES["curve"].make(), LOW)
    body = page.locator(".rt-body").bounding_box()
    counts = page.locator(".rt-matrix :is(b, abbr, small), .rt-rates math").filter(visible=True).all()
    assert len(counts) > 12
    for one in counts:
        expect(one).to_be_in_viewport(ratio=1)
        assert one.bounding_box()["y"] + one.bounding_box()["height"] <= body["y"] + body["height"] + 1


DISHES = ["Bread and butter pudding", "Vichyssoise", "Fish and chips", "Ratatouille", "Pot-au-feu", "Coq au vin"]
DISHES += ["Cassoulet", "Boeuf bourguignon", "Tarte tatin", "Bouillabaisse", "Quiche lorraine", "Crêpes Suzette"]


@pytest.mark.parametrize(
    "make, part, least",
    [
        (
            lambda: rt.explore_queries({q: rt.Ranking([1, 0, 0], items=DISHES[q : q + 3]) for q in range(4)}),
            ".rt-query",
            4,
        ),
        (lambda: rt.explore_agreement(DISHES, DISHES[::-1]), ".rt-pair-name", 12),
        (lambda: rt.explore(rt.Ranking([1, 0] * 5, items=DISHES[:10])), ".rt-item", 10),
        (lambda: rt.side_by_side(*2 * [rt.Ranking([1, 0] * 3, items=DISHES[:6])]), ".rt-ranks tbody tr", 6),
    ],
    ids=["queries", "agreement", "explore", "side by side"],
)
def test_a_class_of_lists_is_seen_whole_in_a_lecture(opened, make, part, least):
    page = opened(make(), LARGE, lecture=True)
    assert page.locator(part).count() == least
    for one in page.locator(part).all():
        expect(one).to_be_in_viewport(ratio=0.95)


def test_five_queries_and_their_mean_are_seen_at_once_in_a_lecture(opened):
    lists = {f"query {q}": rt.Ranking([1, 0, 1, 0, q % 2], items=DISHES[q : q + 5]) for q in range(5)}
    page = opened(rt.explore_queries(lists), PROJECTOR, lecture=True)
    walk_in_place(page, PROJECTOR["height"])
    card = page.locator(".rt-card").filter(visible=True)
    for one in [*page.locator(".rt-query").all(), card, page.locator(".rt-scene.rt-shown .rt-sentence")]:
        expect(one).to_be_in_viewport(ratio=0.99)
    assert page.locator(".rt-query").count() == 5


@pytest.mark.parametrize("size", [LOW, LAB, LARGE], ids=["low", "lab", "large"])
def test_rank_by_rank_no_word_is_broken_and_the_table_is_as_wide_as_its_place(opened, size):
    lists = [rt.Ranking.from_items(all, ITEMS[:3]) for all in (ITEMS, ITEMS[::-1])]
    page = opened(rt.side_by_side(*lists, ["AP", "RR"]), size)
    open_part(page, "Where the difference comes from")
    assert not looked(page)
    table, place = page.locator(".rt-ranks").bounding_box(), page.locator(".rt-body").bounding_box()
    assert 0.97 * place["width"] < table["width"] <= place["width"] + 1


@pytest.mark.parametrize("size", [PHONE, {"width": 660, "height": 1100}, LOW, PROJECTOR, LARGE], ids=str)
@pytest.mark.parametrize("lecture", [False, True])
def test_the_bars_of_both_lists_have_one_scale(opened, lecture, size):
    """However long the numbers next to them are."""
    orders = [ITEMS[:8], [*ITEMS[2:8], ITEMS[10], ITEMS[0]]]
    lists = [rt.Ranking.from_items(order, dict.fromkeys(ITEMS[:11:2], 2)) for order in orders]
    page = opened(rt.side_by_side(*lists, ["AP"]), size, lecture=lecture)
    if page.get_by_role("tab", name="Where the difference comes from").is_visible():
        open_part(page, "Where the difference comes from")
    frames(page)
    bars = page.locator(".rt-adds i").evaluate_all(
        "(all) => all.map((one) => [one.offsetWidth, parseFloat(one.style.getPropertyValue('--share'))])"
    )
    scales = [width / share for width, share in bars if share > 0.3]
    assert len(scales) > 6 and max(scales) < 1.1 * min(scales)
    scroll = page.locator(".rt-by-rank .rt-scroll")
    assert scroll.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 1


@pytest.mark.parametrize("size", [PROJECTOR, LARGE], ids=["1280", "1920"])
def test_a_lecture_shows_the_row_of_the_step_of_a_long_formula(opened, size):
    items = [f"{place}: {ITEMS[4]}, with a title that needs two lines" for place in range(20)]
    page = opened(rt.step_through(rt.ndcg(rt.Ranking([3, 3, 2, 0] * 5, items=items))), size, lecture=True)
    for _ in range(3):
        button(page, "next").click()
    at_rest(page)
    assert page.locator(".rt-tables tbody tr.rt-now td").first.evaluate(ON_TOP)
    button(page, "last").click()
    expect(page.locator(".rt-letters").first).to_be_hidden()
    page.get_by_role("button", name="Show every step").click()
    expect(page.locator(".rt-letters").first).to_be_visible()


def test_a_lecture_of_steps_in_jupyterlab_shows_the_next_rows_of_a_table(opened):
    lists = ITEMS[:8], ITEMS[3:8] + ITEMS[:3]
    page = opened(rt.step_through(rt.measure("RBO")(*lists)), {"width": 1428, "height": 959}, lecture=True)
    for row in screen.table_rows(page).all()[:5]:
        assert row.locator("td").first.evaluate(ON_TOP)


@pytest.mark.parametrize("missed", [[], [1]], ids=["all found", "one missed"])
@pytest.mark.parametrize("relevant", [[1, 1, 1], [1, 1, 0, 1, 0] * 3 + [0, 1, 0, 0, 1]], ids=["all", "some"])
def test_in_a_low_window_the_rates_of_a_curve_do_not_touch(opened, relevant, missed):
    rates_of = ["TPR", "FPR", "precision", *(["recall"] if missed else [])]
    items = [f"{place}: {ITEMS[4]}, with a title that needs two lines" for place in range(len(relevant))]
    scores = [1 / (place + 1.1) for place in range(len(relevant))]
    page = opened(rt.explore_curve(rt.Ranking(relevant, items=items, scores=scores, missed=missed)), LOW)
    rates = page.locator(".rt-rates > li")
    assert rates.count() == len(rates_of)
    ends = """(one) => Math.max(...[...one.querySelectorAll("b, small, math")].map((part) =>
      part.getBoundingClientRect().right))"""
    boxes = [rate.bounding_box() for rate in rates.all()]
    for rate, here in zip(rates.all(), boxes, strict=True):
        beside = [there["x"] for there in boxes if there["x"] > here["x"] and abs(there["y"] - here["y"]) < 9]
        assert all(rate.evaluate(ends) + 8 <= left for left in beside)
    assert len({round(box["x"]) for box in boxes}) == 2


@pytest.mark.parametrize("make", [rt.side_by_side, rt.explore_agreement])
def test_a_list_that_ends_with_a_name_of_two_lines_is_seen_whole_in_a_lecture(opened, make):
    items = [f"{item}, with a title that needs two lines" for item in ITEMS[:8]]
    orders = [
        rt.Ranking.from_items(order, items[::2]) if make is rt.side_by_side else order for order in (items, items[::-1])
    ]
    page = opened(make(*orders), LARGE, lecture=True)
    lists = page.locator(".rt-list")
    assert lists.count() == 2
    assert not lists.evaluate_all("(all) => all.filter((one) => one.scrollHeight > one.clientHeight).length")
