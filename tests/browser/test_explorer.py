"""The explorer in a bare page, with the real Python behind it."""

import itertools

import pytest

import rankteach as rt
from tests.browser import screen
from tests.browser.axe import faults
from tests.browser.bare import drag, traits_of
from tests.browser.player import add_measure, answered, unfold

EIGHT = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0], items=["06", "03", "05", "00", "04", "02", "01", "07"])
MEASURES = ["P@5", "AP", "nDCG@5"]


@pytest.fixture
def explorer(bare_page):
    """Open an explorer of eight items; its page."""
    return bare_page(rt.explore(EIGHT, MEASURES))


def names(page):
    return screen.names(page).all_inner_texts()


def row(page, item):
    return screen.items(page).filter(has=page.get_by_text(item, exact=True))


def mark(page, item):
    return screen.marks(row(page, item))


def value(page, label):
    return screen.values(screen.cards(page).filter(has=page.get_by_text(label, exact=True)))


def focused(page):
    return page.evaluate("() => surface.activeElement.getAttribute('aria-label') ?? surface.activeElement.className")


def wait_for_text(locator, text):
    locator.filter(has_text=text).wait_for(state="attached")


def test_a_click_changes_the_values(explorer):
    page = explorer.page
    mark(page, "03").click()
    wait_for_text(value(page, "P@5"), "0.800")
    assert mark(page, "03").get_attribute("aria-pressed") == "true"
    assert explorer.saved == [{"action": {"do": "toggle", "item": "03", "n": 1}}]
    wait_for_text(page.get_by_role("status"), "03 is relevant; P@5 4/5, up 1/5")
    assert "dotted: before your changes" in page.locator(".rt-spark").first.get_attribute("title")
    assert "back to the start" in page.get_by_role("button", name="Reset").get_attribute("title")
    assert not page.locator(".rt-coach").is_visible()  # hints of the first minute come if asked for
    assert not page.locator(".rt-goal").is_visible()
    page.get_by_role("button", name="Reset").press("Enter")
    wait_for_text(value(page, "P@5"), "0.600")
    assert page.get_by_role("button", name="Reset").is_disabled()
    assert page.get_by_role("button", name="Reset").evaluate(screen.IN_FOCUS)
    page.keyboard.press("Enter")
    assert len(explorer.saved) == 2  # there is nothing to undo


def test_the_keyboard_alone_does_everything(explorer):
    page = explorer.page
    mark(page, "06").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    wait_for_text(mark(page, "03"), "relevant")
    for gestures, (key, rank) in enumerate(
        [("Alt+ArrowDown", 3), ("Alt+ArrowUp", 2), ("Alt+ArrowUp", 1), ("Alt+End", 8), ("Alt+Home", 1)], start=2
    ):
        page.keyboard.press(key)
        answered(page, gestures)
        assert names(page)[rank - 1] == "03"
        assert focused(page) == f"rank {rank}, 03: relevant"
    page.keyboard.press("End")
    assert focused(page) == "rank 8, 07: not relevant"
    assert page.locator(".rt-mark[tabindex='0']").count() == 1  # one stop for the tabulator
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    wait_for_text(screen.title(page), "average precision")
    page.keyboard.press("Delete")
    wait_for_text(screen.title(page), "normalised discounted cumulative gain")
    assert explorer.widget.measures == ["P@5", "nDCG@5"]
    assert page.get_by_role("radiogroup", name="Measures").get_by_role("radio", checked=True).evaluate(screen.IN_FOCUS)
    page.get_by_role("button", name="Your own list").press("Enter")
    page.keyboard.type("1 0 1\n")
    screen.items(page).nth(3).wait_for(state="detached")


def test_the_current_row_needs_no_kernel(explorer):
    page = explorer.page
    unfold(page, "In words")
    screen.table_rows(page).nth(2).click()
    assert page.locator(".rt-now").count() == 3  # the row, the item, the sentence
    assert page.locator(".rt-item.rt-now .rt-name").inner_text() == "05"
    page.keyboard.press("ArrowDown")
    screen.table_rows(page).nth(2).press("ArrowDown")
    assert page.locator(".rt-steps .rt-now").inner_text().startswith("Rank 4")
    page.locator(".rt-steps li").nth(0).click()
    assert page.locator("tr.rt-now td").first.inner_text() == "1"
    screen.items(page).nth(1).click(position={"x": 60, "y": 10})
    assert page.locator(".rt-steps .rt-now").inner_text().startswith("Rank 2")
    assert explorer.saved == []
    mark(page, "07").click()
    answered(explorer.page, 1)
    assert page.locator(".rt-steps .rt-now").inner_text().startswith("Rank 2")


def test_dragging_moves_an_item_and_escape_cancels(explorer):
    page = explorer.page
    drag(row(page, "06"), row(page, "00"), drop=False)
    answered(explorer.page, 1)
    assert page.locator(".rt-held .rt-rank").inner_text() == "4"
    page.keyboard.press("Escape")
    assert page.locator(".rt-held").count() == 0
    page.mouse.up()
    assert names(page)[0] == "06"
    assert [saved["action"]["do"] for saved in explorer.saved] == ["hold"]
    drag(row(page, "06"), row(page, "00"))
    answered(explorer.page, 3)
    assert names(page)[:4] == ["03", "05", "00", "06"]
    assert explorer.widget.ranking.items[:4] == ("03", "05", "00", "06")
    assert page.locator(".rt-rank").all_inner_texts() == [str(rank) for rank in range(1, 9)]
    drag(row(page, "07"), row(page, "03"))  # upwards, over the cutoff line
    answered(explorer.page, 5)
    assert names(page)[0] == "07"


def test_no_text_is_selected_while_an_item_is_dragged(explorer):
    page = explorer.page
    name = screen.names(page).first.bounding_box()
    page.mouse.move(name["x"] + 2, name["y"] + 2)
    page.mouse.down()
    page.mouse.move(900, name["y"] + 400, steps=5)
    assert page.locator(".rt-held").count() == 1
    assert page.evaluate("() => String(getSelection())") == ""
    page.mouse.up()


def test_the_column_of_scores_has_its_name(bare_page):
    page = bare_page(rt.explore(rt.Ranking([1, 0, 1], scores=[0.9, 0.25, 0.1]))).page
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        scores = page.locator(".rt-list .rt-score")
        assert scores.all_inner_texts() == ["score", "0.90", "0.25", "0.10"]
        rights = {round(box["x"] + box["width"]) for box in (one.bounding_box() for one in scores.all())}
        assert len(rights) == 1
    page = bare_page(rt.explore([1, 0])).page
    assert page.get_by_text("score", exact=True).count() == 0


def test_touch_drags_by_the_grip(explorer):
    page = explorer.page
    page.evaluate(
        """() => {
          const grip = surface.querySelectorAll(".rt-grip")[2];
          const box = grip.getBoundingClientRect();
          const finger = { bubbles: true, pointerId: 7, pointerType: "touch", button: 0, clientX: box.x };
          const send = (type, clientY) => grip.dispatchEvent(new PointerEvent(type, { ...finger, clientY }));
          Element.prototype.setPointerCapture = () => {};
          send("pointerdown", box.y);
          send("pointermove", box.y - 20);
          send("pointermove", box.y - 80);
          send("pointerup", box.y - 80);
        }"""
    )
    answered(explorer.page, 1)
    assert names(page)[0] == "05"


def test_buttons_move_an_item(explorer):
    page = explorer.page
    screen.items(page).nth(3).hover()
    page.get_by_role("button", name="Move 00 up").click()
    answered(explorer.page, 1)
    assert names(page)[2] == "00"
    assert page.get_by_role("button", name="Move 00 up").evaluate(screen.IN_FOCUS)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    answered(explorer.page, 3)
    assert names(page)[0] == "00"
    assert page.get_by_role("button", name="Move 00 up").is_disabled()
    assert focused(page) == "rank 1, 00: relevant"


def test_all_of_a_long_list_can_be_reached(bare_page):
    explorer = rt.explore([1, 0] * 20, ["AP"])
    bare = bare_page(explorer)
    page = bare.page
    mark(page, "d20").focus()
    page.keyboard.press("Alt+ArrowDown")
    answered(bare.page, 1)
    assert focused(page) == "rank 21, d20: not relevant"
    inside = """() => {
      const [list, mark] = [".rt-list", ":focus"].map((s) => surface.querySelector(s).getBoundingClientRect());
      return list.top <= mark.top && mark.bottom <= list.bottom;
    }"""
    assert page.evaluate(inside)
    page.keyboard.press("End")
    assert focused(page) == "rank 40, d40: not relevant"
    assert page.evaluate(inside)
    assert page.get_by_role("list", name="Ranked list").bounding_box()["height"] < 800
    drag(row(page, "d40"), row(page, "d36"))  # in a list that is scrolled
    answered(bare.page, 2)
    assert explorer.ranking.items[34:37] == ("d35", "d40", "d36")
    page.get_by_role("button", name="Show fewer").click()
    answered(bare.page, 3)
    assert screen.items(page).count() == 20
    page.get_by_role("button", name="Show all 40").click()
    answered(bare.page, 4)
    assert screen.items(page).count() == 40


def test_the_cutoff_slides(explorer):
    page = explorer.page
    slider = page.get_by_label("cutoff k")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    value(page, "P@3").wait_for()
    assert explorer.widget.measures == ["P@3", "AP", "nDCG@3"]
    line = page.locator(".rt-cut", has_text="k = 3")
    line.wait_for()
    tint = "() => getComputedStyle(surface.querySelector('.rt-item:last-child .rt-name')).color"
    cut = page.evaluate(tint)
    page.get_by_role("radio", name="AP", exact=False).nth(0).click()
    page.locator(".rt-cut.rt-idle").wait_for()  # AP has none
    assert page.evaluate(tint) != cut
    assert slider.input_value() == "3"
    explorer.push(view={**explorer.widget.view, "cutoff": None})
    assert not slider.is_visible()


def test_measures_and_conventions_are_chosen(explorer):
    page = explorer.page
    add_measure(page, "AP@5: average precision (order of the relevant items)")
    wait_for_text(screen.title(page), "AP@5")
    unfold(page, "Conventions")
    page.get_by_label("denominator").select_option("min")
    answered(explorer.page, 2)
    assert explorer.widget.chosen == 'AP(denominator="min")@5'
    screen.cards(page).nth(0).hover()
    page.get_by_role("button", name="Remove P@5").click()
    answered(explorer.page, 3)
    assert screen.cards(page).count() == 3


def test_what_another_convention_changes_is_shown_and_goes_away(bare_page):
    explorer = rt.explore(rt.Ranking([1, 0, 1], missed=[1], items=["<b>a", "b", "c"]), ["AP"])
    bare = bare_page(explorer)
    page, parted = bare.page, bare.page.locator(".rt-comparison")
    assert not parted.is_visible()
    unfold(page, "Conventions")
    page.get_by_label("denominator").select_option("hits")
    answered(bare.page, 1)
    assert parted.locator("p").first.inner_text().endswith("5/18 more.")
    assert ["\t".join(row.locator("td").all_text_contents()) for row in parted.locator("tbody tr").all()] == [
        "1\t<b>a\t1/3\t1\t+2/3", "2\tb\t1/3\t1\t+2/3", "3\tc\t5/9\t5/6\t+5/18",
    ]  # fmt: skip
    page.get_by_label("denominator", exact=True).select_option("relevant")
    answered(bare.page, 2)
    assert not parted.is_visible()


def test_a_measure_that_cannot_be_cut_has_no_small_line(explorer):
    first, *others = explorer.widget.view["cards"]
    explorer.push(view={**explorer.widget.view, "cards": [{**first, "points": [], "start": [], "at": None}, *others]})
    sparks = explorer.page.locator(".rt-spark")
    assert [spark.is_visible() for spark in sparks.all()] == [False, True, True]


@pytest.mark.parametrize("width", [390, 640, 1280])
def test_an_error_leaves_the_tools_free(explorer, width):
    page = explorer.page
    page.set_viewport_size({"width": width, "height": 844})
    explorer.push(error="The gain of grade 1 must be a finite number of at least 0, not -1. " * 2)
    for tool in ("Copy as code", "Present"):
        page.get_by_role("button", name=tool).click(trial=True)
    page.get_by_role("button", name="Large").click()
    page.get_by_role("button", name="Large").click()
    assert page.get_by_role("alert").is_visible()


def test_an_error_can_be_closed(bare_page):
    gain = {"gain": lambda grade: -1 if grade == 1 else grade}
    bare = bare_page(rt.explore([3, 0], [rt.Measure(rt.measure("DCG").metric, gain)]))
    page, alert = bare.page, bare.page.get_by_role("alert")
    for n, close in enumerate(("Escape", "Enter"), start=1):
        mark(page, "d2").click()
        alert.filter(has_text="The gain of grade 1 must be a finite number").wait_for()  # the same error, every time
        answered(bare.page, n)
        if close == "Enter":
            page.get_by_role("button", name="Close", exact=True).focus()
        page.keyboard.press(close)
        assert not alert.is_visible()
        assert focused(page) == "rank 2, d2: grade 0"


def test_a_kernel_that_does_not_answer_is_announced(bare_page):
    """After a restart of the kernel nobody answers."""
    explorer = rt.explore(EIGHT, MEASURES)
    traits = traits_of(explorer)
    bare = bare_page(esm=explorer._esm, traits=traits)
    page, silence = bare.page, bare.page.get_by_role("status").first
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    mark(page, "03").click()
    mark(page, "05").click()
    page.clock.fast_forward(3900)
    assert silence.inner_text() == ""
    page.clock.fast_forward(200)
    assert "run this cell again" in silence.inner_text()
    explorer.set_state(bare.saved[0])
    bare.push(**traits_of(explorer))  # the first gesture's answer
    assert silence.inner_text() == ""
    page.clock.fast_forward(4100)
    assert "run this cell again" in silence.inner_text()
    explorer.set_state(bare.saved[1])
    bare.push(**traits_of(explorer))
    page.clock.fast_forward(9000)
    assert silence.inner_text() == ""


def test_small_print_is_readable(explorer):
    """Fractions within fractions, and the formulas over the columns."""
    page = explorer.page
    explorer.widget.chosen = "AP"
    explorer.push(**traits_of(explorer.widget))
    size = "(node) => parseFloat(getComputedStyle(node).fontSize)"
    formula = screen.formula(page).evaluate(size)
    assert page.locator(".rt-formula mfrac mfrac mn").first.evaluate(size) >= 0.8 * formula
    cell = page.locator(".rt-table td").first.evaluate(size)
    for math in page.locator(".rt-table thead math").all():
        assert math.evaluate(size) >= 0.9 * cell


def test_the_focus_goes_all_the_way_round_a_row(explorer):
    page = explorer.page
    screen.table_rows(page).first.focus()
    page.keyboard.press("ArrowDown")
    row = page.locator(".rt-table tbody tr:focus-visible")
    drawn = row.locator("td").evaluate_all("(cells) => cells.map((cell) => getComputedStyle(cell).boxShadow)")
    assert [" 2px 0px 0px 0px inset" in drawn[0], " -2px 0px 0px 0px inset" in drawn[-1]] == [True, True]
    assert all(" 0px 2px 0px 0px inset" in one and " 0px -2px 0px 0px inset" in one for one in drawn)


def test_tables_use_the_room_there_is(bare_page):
    name = "a document with a very long name" * 3
    explorer = rt.explore(rt.Ranking([1, 0], items=[name, "b"]), ["AP", "P"])
    bare = bare_page(explorer)
    page = bare.page
    page.set_viewport_size({"width": 1600, "height": 900})
    assert page.locator(".rt-tables tbody td.name").first.get_attribute("title") == name
    assert page.get_by_role("columnheader").count() > 5
    widths = "() => ['.rt-tables .rt-table', '.rt-trace'].map((one) => surface.querySelector(one).offsetWidth)"
    assert len(set(page.evaluate(widths))) == 1
    explorer.chosen = "P"
    bare.push(**traits_of(explorer))
    assert len(set(page.evaluate(widths))) == 2


@pytest.mark.parametrize("width", [360, 320])
def test_conventions_fit_a_narrow_page(explorer, width):
    page = explorer.page
    page.set_viewport_size({"width": width, "height": 900})
    for measure in explorer.widget.measures:
        explorer.widget.chosen = measure
        explorer.push(**traits_of(explorer.widget))
        assert page.evaluate(
            """() => {
              const line = surface.querySelector(".rt-conventions");
              const edge = line.getBoundingClientRect().right;
              const boxes = [...line.querySelectorAll("span, select")].map((one) => one.getBoundingClientRect());
              // no wider than the line; a dot stands beside its words: with a select, one line's height
              const single = [...line.querySelectorAll("span:has(select)")].every((one) => one.offsetHeight < 30);
              return single && boxes.every((box) => box.right <= edge + 1);
            }"""
        ), measure


LINES = """
(label) => {
  const range = document.createRange();
  const texts = [...label.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  const signs = texts.flatMap((text) => [...text.data].map((sign, place) => {
    range.setStart(text, place);
    range.setEnd(text, place + 1);
    return [sign, range.getBoundingClientRect().top];
  }));
  const lines = new Map();
  for (const [sign, top] of signs) lines.set(top, (lines.get(top) ?? "") + sign);
  return [...lines.values()];
}
"""


def test_the_names_of_measures_break_at_signs_and_values_stand_in_line(bare_page):
    measures = ["AP", 'nDCG(ideal="retrieved")@5', "nDCG@5"]
    page = bare_page(rt.explore(EIGHT, measures)).page
    labels = page.locator(".rt-label")
    names = ["AP", "nDCG@5, the ideal order of the retrieved items only", "nDCG@5"]
    assert labels.all_inner_texts() == names
    assert 'nDCG(ideal="retrieved")@5' in page.get_by_role("radio").nth(1).get_attribute("title")
    lines = [label.evaluate(LINES) for label in labels.all()]
    assert ["".join(one) for one in lines] == names
    broken = [pair for one in lines for pair in itertools.pairwise(one)]
    assert broken
    assert all(line[-1] in "(=, " or following[0] == "@" for line, following in broken), broken
    tops = screen.values(page).evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1


@pytest.mark.parametrize("size", [14, 22])
def test_the_words_of_a_mark_fit_or_are_left_out(bare_page, size):
    page = bare_page(rt.explore(EIGHT, MEASURES)).page
    page.evaluate("(size) => document.documentElement.style.setProperty('--rt-size', `${size}px`)", size)
    marks = screen.marks(page)
    for width in (360, 700, 721, 800, 900, 1000, 1280, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert marks.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)"), width
        dots = marks.evaluate_all("(all) => all.map((one) => getComputedStyle(one).fontSize === '0px')")
        wide = page.get_by_role("list", name="Ranked list").evaluate(
            "(node) => node.offsetWidth > 23 * parseFloat(getComputedStyle(node).fontSize)"
        )
        assert set(dots) == {not wide}, width


def test_a_dragged_item_shows_the_value_of_each_rank(explorer):
    page = explorer.page
    drag(row(page, "05"), row(page, "06"), drop=False)
    answered(explorer.page, 1)
    slots = page.locator(".rt-slots span")
    slots.first.wait_for()
    shown = slots.all_inner_texts()
    assert len(shown) == len(EIGHT)
    page.mouse.up()
    answered(explorer.page, 2)
    assert slots.count() == 0
    assert value(page, "P@5").inner_text() == shown[0]


def test_the_hints_tick_themselves_and_do_not_come_back(bare_page):
    explorer = bare_page(rt.explore(rt.examples.eight_documents, first_steps=True))
    page = explorer.page
    hint = page.locator(".rt-coach")
    assert hint.inner_text().startswith("1 of 5")
    mark(page, "03").click()
    answered(explorer.page, 1)
    assert hint.inner_text().startswith("2 of 5")
    page.get_by_role("button", name="Close the hints").click()
    assert not hint.is_visible()
    assert page.evaluate("() => surface.querySelector('.rankteach').contains(surface.activeElement)")
    assert page.evaluate("() => localStorage.getItem('rankteach coach')") == "5"


def test_no_hint_is_about_what_is_not_there(bare_page):
    explorer = bare_page(rt.explore([0, 1, 1], ["AP"], first_steps=True))
    page = explorer.page
    mark(page, "d1").click()
    answered(explorer.page, 1)
    page.keyboard.press("Alt+ArrowDown")
    answered(explorer.page, 2)
    assert page.locator(".rt-coach").inner_text().startswith("4 of 5"), "AP of the whole list has no cutoff to move"


def test_a_button_that_goes_away_leaves_its_focus_to_the_list(bare_page):
    explorer = bare_page(rt.explore([0, 1, 1, 0], ["AP"]))
    page = explorer.page
    page.get_by_role("button", name="Best swap").press("Enter")
    page.get_by_role("button", name="Swap them").press("Enter")
    answered(explorer.page, 2)
    assert page.locator(".rt-mark[tabindex='0']").evaluate(screen.IN_FOCUS)


def test_a_printed_number_moves_the_cutoff_and_says_whether_it_is_right(bare_page):
    printed = ["0.40", "0.33", "0.62", "0.75"]
    explorer = bare_page(rt.explore(rt.examples.eight_documents, ["F1@1"], printed=printed))
    page = explorer.page
    numbers = page.get_by_role("group", name="Printed numbers").get_by_role("button")
    assert numbers.all_inner_texts() == [f"k = {k}\n{number}" for k, number in enumerate(printed, start=1)]
    numbers.nth(2).press("Enter")
    page.get_by_text("F1@3 is 4/7 ≈ 0.5714, so 0.62 is wrong ✗.").wait_for()
    assert page.get_by_role("slider", name="cutoff k").input_value() == "3"
    assert [one.get_attribute("aria-pressed") for one in numbers.all()] == ["false", "false", "true", "false"]
    assert not [fault for fault in faults(page) if not fault.startswith("heading-order")]  # of a bare page
