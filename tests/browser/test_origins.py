"""Where does this number come from? Marked in two ways and said in words, for every metric, with pointer and keys."""

import pytest

import rankteach as rt
from tests.browser import screen
from tests.browser.bare import traits_of
from tests.browser.player import EVERY_METRIC, GRADED, TRACES, answered, button, cell, column, rows

CLASSES = ("itself", "source", "behind", "into")
LISTS = list("abcdefg"), list("cabdgfe")


def calculated(name):
    """Return a trace of the metric of that name."""
    measure = rt.measure(name)
    return measure(*LISTS) if measure.metric.pairing else measure(GRADED)


def marked(page, kind, where=".rt-tables > div:first-child"):
    """Return the row and the column of each cell that is marked so."""
    cells = page.locator(f"{where} td.rt-{kind}")
    return sorted(
        map(tuple, cells.evaluate_all("(cells) => cells.map((one) => [one.parentNode.sectionRowIndex, one.cellIndex])"))
    )


def said(page):
    return screen.origin(page).inner_text()


@pytest.fixture
def ap(bare_page):
    """Open the calculation of an AP, all of it shown."""
    page = bare_page(rt.step_through(TRACES["AP"])).page
    page.get_by_role("button", name="Show every step").click()
    return page


# --- with the pointer ------------------------------------------------------------------------------------


def test_a_cell_tells_what_it_was_made_of(ap):
    cell(ap, 3, column(ap, "precision")).hover()
    hits, rank, relevant = (column(ap, title) for title in ("hits", "rank", "relevant"))
    assert marked(ap, "itself") == [(3, column(ap, "precision"))]
    assert marked(ap, "source") == [(3, rank), (3, hits)]
    assert {(row, relevant) for row in range(4)} <= set(marked(ap, "behind"))
    assert said(ap) == "precision at rank 4 is 3/4, made of hits at rank 4 (3) and rank 4."
    cell(ap, 5, hits).hover()
    assert said(ap) == "hits at rank 6 is 4, made of relevant at ranks 1 to 6."
    cell(ap, 1, relevant).hover()
    assert said(ap) == "relevant at rank 2 is no, as given for d2."
    assert [marked(ap, kind) for kind in ("source", "behind", "into")] == [[(1, column(ap, "item"))], [], []]
    cell(ap, 1, column(ap, "item")).hover()
    assert said(ap) == "item at rank 2 is d2: given, not calculated."
    assert marked(ap, "source") == []


def test_an_empty_cell_has_a_frame_as_high_as_others(bare_page):
    page = bare_page(rt.step_through(TRACES["nDCG"])).page
    page.get_by_role("button", name="Show every step").click()
    cell(page, len(TRACES["nDCG"].steps) - 1, column(page, "DCG")).hover()
    frames = page.locator("td:is(.rt-source, .rt-behind) > span")
    assert "" in frames.all_inner_texts()
    assert min(frames.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")) > 10


def test_a_term_tells_what_it_stands_for(ap):
    terms = ap.locator(".rt-formula [data-from]:visible")
    m = terms.get_by_text("m", exact=True)
    m.hover()
    assert said(ap) == "relevant items is 4: given, not calculated."
    next(one for one in terms.all() if one.text_content() == "P(i)").hover()
    assert marked(ap, "itself") == [(row, column(ap, "precision")) for row in range(8)]
    assert said(ap) == "precision is made of hits and rank."
    cell(ap, 2, column(ap, "credit")).hover()
    assert [one.text_content() for one in ap.locator(".rt-formula .rt-itself").all()] == ["23"]  # the 2/3 of the sum


@pytest.mark.parametrize("view", ["full", "lecture"])
def test_a_term_in_focus_has_a_name_to_see_and_to_hear(bare_page, view):
    page = bare_page(rt.step_through(TRACES["AP"], view=view)).page
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator(".rt-called").is_hidden()
    page.locator(".rt-formula [data-from][tabindex='0']").focus()
    seen = []
    for _ in range(4):
        focused, name = page.locator("[data-from]:focus"), page.locator(".rt-called")
        seen.append(name.inner_text())
        assert focused.get_attribute("aria-label") == seen[-1]
        formula, below = (one.bounding_box() for one in (screen.formula(page), name))
        assert formula["y"] < below["y"] <= formula["y"] + formula["height"] + 1
        assert below["x"] + below["width"] <= 390
        page.keyboard.press("ArrowRight")
    assert seen[:2] == ["AP", "credit at rank 1"]  # of a narrow formula the numbers, while it walks
    page.get_by_role("slider", name="step", exact=True).press("End")
    assert page.locator(".rt-called").is_hidden()
    names = page.locator("[data-from]").evaluate_all("(terms) => terms.map((one) => one.ariaLabel)")
    assert all(names) and not any("undefined" in name or "NaN" in name for name in names)


def test_no_mark_is_a_colour_alone(ap):
    cell(ap, 3, column(ap, "precision")).hover()
    style = "(node) => [getComputedStyle(node).outlineStyle, getComputedStyle(node, '::before').content]"
    ways = {kind: ap.locator(f"td.rt-{kind} > span").first.evaluate(style) for kind in ("itself", "source", "behind")}
    assert [ways[kind][0] for kind in ("itself", "source", "behind")] == ["solid", "dashed", "dotted"]


def test_marks_of_a_cells_sources_disappear_with_the_pointer_and_the_focus(ap):
    for kind, away in (
        ("hover", ap.get_by_role("button", name="Large").hover),
        ("focus", ap.get_by_label("step", exact=True).focus),
    ):
        getattr(cell(ap, 3, 4), kind)() if kind == "hover" else (
            rows(ap).first.focus(),
            ap.keyboard.press("ArrowRight"),
        )
        assert said(ap)
        away()
        assert ap.locator(", ".join(f".rt-{one}" for one in CLASSES)).count() == 0
        assert said(ap) == ""
    cell(ap, 3, 4).hover()
    screen.formula(ap).hover(position={"x": 600, "y": 10})  # where nothing stands
    assert said(ap) == ""


EVERY_CELL = """
() => {
  const { trace } = JSON.parse(window.model.get("view"));
  const faults = [];
  const tables = [...surface.querySelectorAll(".rt-tables > div")];
  const at = ([table, column, row]) => tables[table]?.querySelector("tbody").rows[row]?.cells[column];
  const cells = (places) => places.flatMap(([table, column, first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => at([table, column, first + i])).filter(Boolean));
  const have = (name) => new Set(surface.querySelectorAll(`td.rt-${name}`));
  const point = (node) => node.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  const words = () => surface.querySelector(".rt-origin").textContent;
  let sources = 0;
  trace.tables.forEach(({ origins, rows, heads }, table) => rows.forEach((_, row) => heads.forEach((head, column) => {
    const one = at([table, column, row]);
    point(one);
    const made = new Set(cells(origins[row][column]));
    sources += made.size;
    const [itself, source, behind] = ["itself", "source", "behind"].map(have);
    const wrong =
      (itself.size !== 1 || !itself.has(one)) && "itself" ||
      (source.symmetricDifference(made).size && "sources") ||
      (!behind.isDisjointFrom(made) && "behind") ||
      (origins[row][column].length > 0 && !/made of|as given for/.test(words()) && "words") ||
      (/undefined|null|NaN|\\[object/.test(words()) && words()) || (!words() && "silence");
    if (wrong) faults.push(`${head.title} ${row + 1}: ${wrong}`);
  })));
  const slider = surface.querySelector(".rt-scrub");
  let terms = 0;
  for (const step of [slider.max, 2, 1]) {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    for (const term of surface.querySelectorAll("[data-from]")) {
      if (!term.checkVisibility({ visibilityProperty: true })) continue;
      point(term);
      terms += 1;
      const { from } = term.dataset;
      if (!term.classList.contains("rt-itself") && from.split(".").length === 3) faults.push(`term ${from}`);
      if (!words() || /undefined|null|NaN|\\[object/.test(words())) faults.push(`term ${from}: ${words()}`);
    }
  }
  return [sources, terms, faults];
}
"""


@EVERY_METRIC
def test_every_cell_of_every_metric_tells(bare_page, some):
    traces = [calculated(row.name) for row in rt.catalogue()[some]] + [TRACES["MAP"], TRACES["AUC"]]
    bare = bare_page(rt.step_through(traces[0]))
    bare.page.get_by_role("button", name="Show every step").click()
    for trace in traces:
        bare.push(**traits_of(rt.step_through(trace)))
        bare.page.locator(".rt-title b", has_text=trace.label.replace("_", "")).wait_for()
        sources, terms, faults = bare.page.evaluate(EVERY_CELL)
        assert not faults, (trace.label, faults)
        assert sources > 0 and terms > 0, trace.label
        bare.page.get_by_role("button", name="Show every step").click()


# What is in focus, and for a cell its column and its row.
PLACE = """
() => {
  const { activeElement: node } = surface;
  return [node.tagName, node.cellIndex ?? null, (node.closest("tr") ?? node).sectionRowIndex ?? null];
}
"""

# --- with the keyboard -----------------------------------------------------------------------------------


def test_arrow_keys_go_from_cell_to_cell(ap):
    ap.clock.install()
    rows(ap).nth(2).focus()
    ways = [
        ("ArrowRight", ["TD", 0, 2]),
        ("ArrowRight", ["TD", 1, 2]),
        ("ArrowDown", ["TD", 1, 3]),
        ("ArrowRight", ["TD", 2, 3]),
        ("ArrowRight", ["TD", 3, 3]),
        ("ArrowUp", ["TD", 3, 2]),
    ]
    for key, there in ways:
        ap.keyboard.press(key)
        assert ap.evaluate(PLACE) == there, key
    assert said(ap) == "hits at rank 3 is 2, made of relevant at ranks 1 to 3 (yes, no, yes)."
    live = ap.get_by_role("status").filter(has_text="hits at rank 3")
    assert live.count() == 0  # who only passes by hears nothing
    ap.clock.run_for(500)
    assert live.inner_text() == said(ap)
    assert ap.locator("td:focus").evaluate("(node) => getComputedStyle(node).outlineStyle") == "solid"
    for _ in range(3):
        ap.keyboard.press("ArrowLeft")
    ap.keyboard.press("ArrowLeft")
    assert ap.evaluate(PLACE)[0] == "TR"
    for key in ("End", "ArrowRight", "ArrowDown", *["ArrowRight"] * 20):  # past the ends nothing happens
        ap.keyboard.press(key)
    assert ap.evaluate(PLACE) == ["TD", ap.get_by_role("columnheader").count() - 1, 7]
    assert screen.where(ap).inner_text() == "8 steps"  # arrow keys in cells are no steps


def test_arrow_keys_go_from_term_to_term(ap):
    ap.clock.install()
    terms = ap.locator(".rt-formula [data-from]:visible")
    assert ap.locator(".rt-formula [data-from][tabindex='0']").count() == 1
    terms.first.focus()
    seen = []
    for _ in range(terms.count()):
        seen.append(said(ap))
        assert ap.locator("[data-from]:focus").evaluate("(node) => getComputedStyle(node).outlineStyle") != "none"
        ap.keyboard.press("ArrowRight")
    assert all(seen)
    assert len(set(seen)) > 3
    ap.clock.run_for(500)
    assert ap.get_by_role("status").filter(has_text=seen[-1]).count() == 1
    ap.keyboard.press("ArrowLeft")
    assert said(ap) == seen[-2]
    button(ap, "first").press("Enter")
    ap.locator(".rt-scene.rt-shown [data-from]").first.focus()
    assert said(ap)
    ap.keyboard.press("Space")  # plays: the term goes, and the focus goes on
    assert ap.evaluate("() => surface.activeElement.title") == "Next (→)"


# --- items, and what changes -----------------------------------------------------------------------------


def test_an_item_marks_what_is_made_of_it(bare_page):
    bare = bare_page(rt.explore([1, 0, 1, 1, 0, 1, 0, 0], ["AP", "AUC"]))
    page = bare.page
    mark = screen.marks(page).nth(2)
    mark.hover()
    assert marked(page, "itself") == [(2, column(page, "relevant"))]
    into = [(2, column(page, "credit")), *((row, column(page, "hits")) for row in range(2, 8))]
    assert marked(page, "into") == sorted(into)
    assert said(page) == "Rank 3 is relevant. That decides the hits at ranks 3 to 8 and the credit here."
    arrow = page.locator("td.rt-into > span").first.evaluate("(node) => getComputedStyle(node, '::before').content")
    assert "→" in arrow
    mark.click()
    answered(bare.page, 1)
    assert (
        said(page) == "Rank 3 is not relevant. That decides the hits at ranks 3 to 8 and the credit here."
    )  # of the new view
    assert marked(page, "itself") == [(2, column(page, "relevant"))]
    page.get_by_role("heading", name="Measures").hover()
    assert said(page) == ""
    page.get_by_role("radio", name="AUC").focus()
    page.keyboard.press("Enter")
    answered(bare.page, 2)
    mark.press("ArrowUp")  # by keyboard too; the list stands in the second table
    assert page.locator(".rt-tables > div:nth-child(2) td.rt-itself").count() == 1
    assert said(page).startswith("Rank 2 is not relevant. That decides the hits at ranks 2 to 8")


def test_a_change_under_the_pointer_updates_what_the_cell_tells(bare_page):
    bare = bare_page(rt.explore([1, 0, 1, 1], ["AP"]))
    page = bare.page
    cell(page, 1, column(page, "hits")).hover()
    before = marked(page, "source")
    bare.widget = rt.explore([1, 1, 1, 1], ["AP"])
    bare.push(view={**bare.widget.view, "done": 0})
    assert said(page) == "hits at rank 2 is 2, made of relevant at ranks 1 to 2 (yes, yes)."
    assert marked(page, "source") == before
    bare.push(**traits_of(rt.explore([1], ["AP"])))  # the cell has gone
    assert said(page) == ""
    assert page.locator(", ".join(f".rt-{one}" for one in CLASSES)).count() == 0


def test_items_of_the_curve_explorer_tell_their_cells(bare_page):
    page = bare_page(rt.explore_curve(rt.Ranking([1, 0, 1, 0], scores=[4, 3, 2, 1]))).page
    screen.items(page).nth(1).hover(position={"x": 60, "y": 10})
    assert said(page).startswith("Rank 2 is not relevant. That decides the hits at ranks 2 to 4")
