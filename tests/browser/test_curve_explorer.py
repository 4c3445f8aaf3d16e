"""The curve explorer in a bare page, with the real Python behind it, and once in a notebook."""

import pytest

import rankteach as rt
from tests.browser import screen
from tests.browser.bare import at_rest
from tests.browser.player import answered, open_part, unfold

NAMES = ["06", "03", "05", "00", "04", "02", "01", "07"]
EIGHT = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0], items=NAMES, scores=[0.9, 0.85, 0.71, 0.63, 0.47, 0.36, 0.24, 0.16])
TIED = rt.Ranking(EIGHT.grades, items=NAMES, scores=[0.9, 0.7, 0.7, 0.7, 0.4, 0.4, 0.2, 0.1])


def opened(bare_page, widget):
    bare = bare_page(widget)
    bare.page.emulate_media(reduced_motion="reduce")  # what is measured stands still
    return bare


@pytest.fixture
def curves(bare_page):
    """Open a curve explorer of eight items; its page."""
    return opened(bare_page, rt.explore_curve(EIGHT))


def at_threshold(curves, threshold):
    """Wait until the page has drawn a threshold."""
    curves.page.wait_for_function("(t) => JSON.parse(window.model.get('view')).threshold.value === t", arg=threshold)
    assert curves.widget.threshold == threshold


@pytest.mark.parametrize("ranking", [EIGHT, EIGHT.grades], ids=["by score", "by rank"])
def test_the_words_at_the_strip_are_whole(bare_page, ranking):
    page = opened(bare_page, rt.explore_curve(ranking)).page
    page.set_viewport_size({"width": 1280, "height": 900})
    part = page.locator(".rt-right").bounding_box()
    for words in page.locator(".rt-spread > span").all():
        box = words.bounding_box()
        assert part["x"] <= box["x"] and box["x"] + box["width"] <= part["x"] + part["width"], words.inner_text()


def plot(page, name="ROC"):
    return page.get_by_role("slider", name=f"{name} curve")


def spot(locator, x, y):
    """Where a point of a chart is on the page."""
    box = locator.bounding_box()
    return box["x"] + x * box["width"], box["y"] + (1 - y) * box["height"]


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def shown(page):
    """What stands where on the surface: all of it moves together."""
    return {
        "matrix": page.locator(".rt-count b").all_inner_texts(),
        "items above the line": page.evaluate("() => surface.querySelectorAll('.rt-item:has(~ .rt-cut)').length"),
        "row": page.locator(".rt-tables tr.rt-now td").first.inner_text(),
        "words": page.locator(".rt-slider b").inner_text(),
        "slider": page.get_by_label("threshold", exact=True).input_value(),
    }


def test_curve_line_matrix_and_slider_move_together(curves):
    page = curves.page
    assert shown(page) == {
        "matrix": ["3", "1", "1", "3"],
        "items above the line": 4,
        "row": "0.63",
        "words": "score ≥ 0.63",
        "slider": "4",
    }
    page.get_by_label("threshold", exact=True).focus()
    page.keyboard.press("ArrowRight")
    at_threshold(curves, 5)
    assert shown(page) == {
        "matrix": ["3", "2", "1", "2"],
        "items above the line": 5,
        "row": "0.47",
        "words": "score ≥ 0.47",
        "slider": "5",
    }
    for name, x, y in (("ROC", 0.5, 0.75), ("Precision-recall", 0.75, 0.6)):
        point = middle(plot(page, name).locator(".rt-point"))
        assert point == pytest.approx(spot(plot(page, name), x, y), abs=2)
    page.get_by_role("status").filter(has_text="threshold 0.47; TPR 3/4, FPR 2/4").wait_for(state="attached")
    assert [saved["action"]["to"] for saved in curves.saved] == [5]
    point = plot(page).locator(".rt-point")
    assert point.evaluate("(node) => getComputedStyle(node).transitionProperty") == "none"  # where motion is reduced


def test_dragging_along_the_curve(curves):
    page = curves.page
    roc = plot(page)
    page.mouse.move(*middle(roc.locator(".rt-point")))
    page.mouse.down()
    assert curves.saved == []
    for t, x, y in ((6, 0.52, 0.97), (2, 0.27, 0.2), (0, -0.3, -0.2), (8, 1.4, 0.9)):
        page.mouse.move(*spot(roc, x, y))
        at_threshold(curves, t)
    page.keyboard.press("Escape")
    at_threshold(curves, 4)
    page.mouse.move(*spot(roc, 0, 0))
    page.mouse.up()
    at_threshold(curves, 4)
    page.mouse.move(*spot(plot(page, "Precision-recall"), 0.5, 0.62))
    page.mouse.down()
    page.mouse.up()
    at_threshold(curves, 3)
    assert plot(page, "Precision-recall").evaluate("(node) => node.matches(':focus')")


def test_a_finger_takes_the_point_and_taps(curves):
    page = curves.page
    page.evaluate(
        """() => {
          Element.prototype.setPointerCapture = () => {};
          const plot = surface.querySelector(".rt-plot");
          const box = plot.getBoundingClientRect();
          window.finger = (where, type, x, y) => plot.querySelector(where).dispatchEvent(new PointerEvent(type, {
            bubbles: true, pointerId: 7, pointerType: "touch", button: 0,
            clientX: box.x + x * box.width, clientY: box.bottom - y * box.height,
          }));
          finger("svg", "pointerdown", 0.5, 1);
          finger("svg", "pointermove", 1, 1);
          finger("svg", "pointerup", 1, 1);
        }"""
    )
    assert curves.saved == []  # it scrolled
    page.evaluate("() => finger('svg', 'click', 0.5, 1)")
    at_threshold(curves, 6)
    page.evaluate(
        """() => {
          finger(".rt-point", "pointerdown", 0.5, 1);
          finger(".rt-point", "pointermove", 1, 1);
          finger(".rt-point", "pointerup", 1, 1);
        }"""
    )
    at_threshold(curves, 8)


def test_the_line_in_the_list_is_dragged(curves):
    page = curves.page
    page.mouse.move(*middle(page.locator(".rt-cut")))
    page.mouse.down()
    for t, item in ((6, 5), (2, 1)):
        box = screen.items(page).nth(item).bounding_box()
        page.mouse.move(box["x"] + 90, box["y"] + box["height"] - 4, steps=3)
        at_threshold(curves, t)
    page.mouse.up()
    assert page.get_by_label("threshold", exact=True).evaluate("(node) => node.matches(':focus')")
    assert curves.widget.ranking == EIGHT
    screen.names(page).nth(6).click()
    at_threshold(curves, 7)


def test_the_threshold_is_dragged_between_the_two_distributions(curves):
    page = curves.page
    spread = page.get_by_role("img", name="relevant and other items by score")
    box = spread.bounding_box()
    places = curves.widget.view["threshold"]["places"]
    page.mouse.move(box["x"] + places[4] * box["width"], box["y"] + 10)
    page.mouse.down()
    for t in (2, 6):
        page.mouse.move(box["x"] + places[t] * box["width"], box["y"] + 10, steps=3)
        at_threshold(curves, t)
    page.mouse.up()
    line = spread.locator("i").bounding_box()
    assert line["x"] + line["width"] / 2 == pytest.approx(box["x"] + places[6] * box["width"], abs=2)
    page.keyboard.press("ArrowLeft")
    at_threshold(curves, 5)


def test_the_line_stays_out_of_tied_items(bare_page):
    curves = opened(bare_page, rt.explore_curve(TIED, threshold=1))
    page = curves.page
    screen.names(page).nth(2).click()  # the second of three with the same score
    at_threshold(curves, 2)
    assert shown(page)["items above the line"] == 4
    assert page.get_by_text("Equal scores pass the threshold together: 03, 05 and 00.").is_visible()
    open_part(page, "Calculation")
    unfold(page, "Conventions")
    page.get_by_label("ties").select_option("input_order")
    answered(curves.page, 2)
    assert page.get_by_label("threshold", exact=True).get_attribute("max") == "8"


def test_the_keyboard_alone_does_everything(curves):
    page = curves.page
    for name in ("ROC", "Precision-recall"):
        plot(page, name).focus()
        page.keyboard.press("Home")
        at_threshold(curves, 0)
        for key, t in (
            ("ArrowRight", 1),
            ("ArrowUp", 2),
            ("ArrowLeft", 1),
            ("ArrowDown", 0),
            ("ArrowLeft", 0),
            ("End", 8),
        ):
            page.keyboard.press(key)
            at_threshold(curves, t)
    assert plot(page).get_attribute("aria-valuetext") == "score ≥ 0.16: TPR 4/4, FPR 4/4"
    assert plot(page).get_attribute("aria-valuenow") == "8"
    assert plot(page, name).evaluate("(node) => getComputedStyle(node).outlineStyle") == "solid"
    screen.marks(page).first.focus()
    page.keyboard.press("Space")
    page.locator(".rt-mark[aria-pressed='false']").first.wait_for()
    page.wait_for_function("() => surface.querySelector('.rt-count b').textContent === '3'")
    page.get_by_role("button", name="Precision-recall curve").press("Enter")
    screen.title(page).filter(has_text="PRAUC").wait_for()
    assert page.get_by_role("button", name="Precision-recall curve").get_attribute("aria-pressed") == "true"


def test_a_row_of_the_calculation_is_a_threshold(curves):
    page = curves.page
    open_part(page, "Calculation")
    unfold(page, "In words")
    screen.table_rows(page).nth(1).click()
    at_threshold(curves, 2)
    screen.table_rows(page).nth(1).click()  # the one that is current stays so
    screen.table_rows(page).nth(1).press("ArrowDown")
    at_threshold(curves, 3)
    assert page.locator(".rt-steps .rt-now").inner_text().startswith("Threshold 0.71")
    plot(page).focus()
    page.keyboard.press("Home")
    at_threshold(curves, 0)
    assert page.locator(".rt-now").count() == 0


def test_a_row_that_is_no_threshold_is_marked_and_moves_nothing(curves):
    page = curves.page
    open_part(page, "Calculation")
    unfold(page, "Conventions")
    page.get_by_label("form").select_option("pairs")
    answered(curves.page, 1)
    assert page.locator(".rt-now").count() == 0
    screen.table_rows(page).nth(1).click()
    assert page.locator(".rt-now").count() == 2
    assert curves.widget.threshold == 4
    page.get_by_label("form").select_option("trapezoids")
    answered(curves.page, 2)
    assert page.locator(".rt-tables tr.rt-now td").first.inner_text() == "0.63"


def test_the_line_is_in_sight_in_a_long_list(bare_page):
    curves = opened(bare_page, rt.explore_curve([1, 0] * 20, threshold=8))
    page = curves.page
    page.wait_for_function("() => surface.querySelector('.rt-list').scrollTop === 0")  # rank 1 is in sight, too
    page.get_by_role("button", name="Show all 40").click()
    answered(curves.page, 1)
    plot(page).focus()
    page.keyboard.press("End")
    at_threshold(curves, 40)
    assert page.evaluate(
        """() => {
          const [list, line] = [".rt-list", ".rt-cut"].map((s) => surface.querySelector(s).getBoundingClientRect());
          return list.top <= line.top && line.bottom <= list.bottom + 1;
        }"""
    )


CROSSED = """
() => [...surface.querySelectorAll(".rt-chance-name:not([hidden])")].filter((word) => {
  const [box, path] = [word.getBoundingClientRect(), word.parentNode.querySelector(".rt-path")];
  const [scale, length] = [path.getScreenCTM(), path.getTotalLength()];
  return Array.from({ length: 500 }, (_, step) => path.getPointAtLength((length * step) / 499).matrixTransform(scale))
    .some(({ x, y }) => x > box.left && x < box.right && y > box.top + 2 && y < box.bottom - 2);
}).length
"""


@pytest.mark.parametrize("labels", ["111000", "101001010101", "110100", "100101", "0101", "011100", "1010101010"])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=str)
def test_the_curve_does_not_run_through_the_word_chance(bare_page, labels, size):
    page = bare_page(rt.explore_curve([int(label) for label in labels])).page
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    at_rest(page)
    assert page.locator(".rt-chance-name").first.text_content() == "chance"
    assert page.evaluate(CROSSED) == 0
