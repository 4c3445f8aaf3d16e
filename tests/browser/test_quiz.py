"""Predict, then reveal: what is asked for is hidden wherever it could be read, and an answer gets words."""

import pytest

import rankteach as rt
from tests.browser import screen
from tests.browser.bare import traits_of
from tests.browser.pages import PHONE
from tests.browser.player import (
    EVERY_METRIC,
    TIED,
    TRACES,
    answered,
    button,
    cell,
    column,
    open_calculation,
    rows,
    sentence,
    unfold,
    where,
)
from tests.browser.test_origins import calculated

AP = TRACES["AP"]


def ask(page, quiz):
    open_calculation(page)
    page.get_by_label("predict", exact=True).select_option(quiz)


def answer(bare, typed):
    """Type an answer and press Enter, and wait for what Python says."""
    done = bare.page.evaluate("() => JSON.parse(window.model.get('view')).done")
    field(bare.page).fill(typed)
    field(bare.page).press("Enter")
    answered(bare.page, done + 1)


def field(page):
    return page.locator(".rt-question input")


def question(page):
    return page.locator(".rt-question label").inner_text().strip()


def verdict(page):
    return page.locator(".rt-said").inner_text()


def readable(page):
    """Return all that can be read: seen, or heard."""
    surface = screen.surface(page)
    return surface.inner_text() + surface.aria_snapshot()


@pytest.fixture
def step(bare_page):
    """Open the player of a trace and ask for something."""

    def open_step(quiz, trace=AP):
        bare = bare_page(rt.step_through(trace))
        ask(bare.page, quiz)
        return bare

    return open_step


# --- the value -------------------------------------------------------------------------------------------


def test_a_hidden_value_can_be_read_nowhere_until_it_is_answered(bare_page):
    bare = bare_page(rt.explore([1, 0, 1, 1, 0, 1, 0, 0], ["AP", "P@5"]))
    page = bare.page
    button(page, "last").click()
    assert "37/48" in readable(page)
    ask(page, "value")
    assert field(page).evaluate(screen.IN_FOCUS)
    assert question(page) == "AP ="
    assert [value in readable(page) for value in ("37/48", "0.771", "0.7708")] == [False] * 3
    assert sentence(page) == "The value: what comes here?"
    assert page.get_by_role("radio", name="AP").inner_text() == "AP"
    answer(bare, "1/2")
    wrong = rt.diagnose(AP, "1/2").said
    assert (verdict(page), "wrong" in page.locator(".rt-said").get_attribute("class")) == (wrong, True)
    assert page.get_by_role("status").filter(has_text=wrong).count() == 1
    assert field(page).evaluate(screen.IN_FOCUS)
    assert field(page).input_value() == "1/2"
    assert "37/48" not in readable(page)
    answer(bare, "0.77")
    assert verdict(page) == rt.diagnose(AP, "0.77").said == "Right, rounded."
    assert button(page, "next").evaluate(screen.IN_FOCUS)
    assert not field(page).is_visible()
    assert sentence(page) == "The value: Divide the sum, 37/12, by the 4 relevant items: AP = 37/48 ≈ 0.7708."
    assert "0.771" in page.get_by_role("radio", name="AP").inner_text()


def test_fractions_and_decimals_count_as_answers(step):
    bare = step("next")
    button(bare.page, "next").click()
    button(bare.page, "next").click()
    for typed in ("2/3", "0.667", " .67 ", "2 / 3", "0,6667", "66.7%", "4/6"):
        ask(bare.page, "column precision")  # anew
        assert question(bare.page) == "precision at rank 3 ="
        answer(bare, typed)
        assert verdict(bare.page).startswith("Right"), typed
        assert cell(bare.page, 2, column(bare.page, "precision")).inner_text() == "2/3"


def test_an_empty_answer_is_not_sent(step):
    bare = step("value")
    for typed in ("", "   "):
        field(bare.page).fill(typed)
        field(bare.page).press("Enter")
        bare.page.get_by_role("button", name="Check").click()
    assert bare.saved == []
    answer(bare, "<b>two</b>")
    assert "Type just a number" in verdict(bare.page)
    assert bare.page.locator(".rt-said b").count() == 0


# --- each step -------------------------------------------------------------------------------------------


def test_a_walk_of_predictions_by_keyboard(step):
    """Type, Enter, and Enter goes on to the next question."""
    bare = step("next")
    page = bare.page
    running = {1: "1", 3: "5/3", 4: "29/12", 6: "37/12"}
    precision = {2: "1/2", 5: "0.6", 7: "4/7", 8: "4/8"}
    for rank in range(1, 9):
        assert where(page) == f"step {rank} of 8"
        assert sentence(page) == f"Rank {rank}: what comes here?"
        assert question(page) == f"{'running sum' if rank in running else 'precision'} at rank {rank} ="
        assert field(page).evaluate(screen.IN_FOCUS)
        masked = page.locator(".rt-tables tbody tr:has(td.rt-masked)").count()
        assert masked == 8 - rank + 1  # this row and those to come
        page.keyboard.type({**running, **precision}[rank])
        page.keyboard.press("Enter")
        answered(bare.page, rank)
        assert verdict(page) == "Right."
        assert sentence(page).startswith(f"Rank {rank}: d{rank} is ")
        assert button(page, "next").evaluate(screen.IN_FOCUS)
        page.keyboard.press("Enter")
    assert where(page) == "the value"
    assert verdict(page) == "All steps are done."
    assert "37/48" in readable(page)  # it follows from the last step, and no longer is a secret
    button(page, "back").click()
    button(page, "back").click()
    assert verdict(page) == "Go on with the next step."  # and not what was said of another one


def test_a_verdict_stays_with_its_question(step):
    bare = step("next")
    page = bare.page
    answer(bare, "7")
    assert verdict(page).startswith("Not yet")
    button(page, "next").click()
    assert field(page).evaluate(screen.IN_FOCUS)
    assert field(page).input_value() == ""
    assert not page.locator(".rt-said").is_visible()
    button(page, "back").click()
    assert verdict(page).startswith("Not yet")


def test_what_is_hidden_is_not_told_by_what_was_made_of_it(step):
    page = step("column precision").page
    hidden = {title: page.locator(f".rt-tables tbody tr td.rt-masked:nth-child({column(page, title) + 1})").count()
              for title in ("hits", "precision", "credit", "running sum")}  # fmt: skip
    assert hidden == {"hits": 0, "precision": 8, "credit": 8, "running sum": 8}
    cell(page, 2, column(page, "precision")).hover()
    assert screen.origin(page).inner_text() == "precision at rank 3 is ?, made of hits at rank 3 (2) and rank 3."
    cell(page, 2, column(page, "credit")).hover()
    assert screen.origin(page).inner_text() == (
        "credit at rank 3 is ?, made of precision at rank 3 (?) and relevant at rank 3 (yes)."
    )
    page.get_by_role("button", name="Reveal answer").click()
    assert cell(page, 0, column(page, "precision")).inner_text() == "1/1"
    assert cell(page, 0, column(page, "running sum")).inner_text() == "1"
    assert "37/48" not in readable(page)


@pytest.mark.parametrize(
    ("make", "secrets"),
    [
        (lambda: rt.explore_curve(TIED), ("13/16", "0.813", "0.8125")),
        (lambda: rt.explore_agreement(list("abcde"), list("badec"), measures=["Tau"]), ("2/5", "0.400", "0.4")),
        (lambda: rt.side_by_side([1, 0, 1], [0, 1, 1], ["AP"]), ("5/6", "0.833", "7/12", "0.583", "1/4", "0.250")),
    ],
    ids=["curve", "agreement", "side by side"],
)
def test_no_other_part_of_a_surface_shows_a_hidden_value(bare_page, make, secrets):
    page = bare_page(make()).page
    before = readable(page)
    assert [secret in before for secret in secrets[:2]] == [True, True]
    ask(page, "value")
    hidden = readable(page)
    assert [secret for secret in secrets if secret in hidden] == []
    page.get_by_role("button", name="Reveal answer").click()
    assert secrets[0] in readable(page)


def test_on_a_phone_no_word_of_what_is_asked_is_cut(step):
    page = step("value").page
    page.set_viewport_size(PHONE)
    assert field(page).evaluate("(one) => [(one.value = one.placeholder), one.scrollWidth <= one.clientWidth][1]")
    page.get_by_role("button", name="More").click()
    wide = "(one) => { const has = one.clientWidth; one.style.flex = 'none'; return one.clientWidth <= has; }"
    assert page.get_by_label("predict", exact=True).evaluate(wide)


# Asks for everything that can be asked for, and returns what tells it all the same.
LEAKS = """
() => {
  const { trace } = JSON.parse(window.model.get("view"));
  const select = surface.querySelector(".rt-choices select");
  const tables = [...surface.querySelectorAll(".rt-tables > div")];
  const scenes = surface.querySelectorAll(".rt-scene");
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const isMasked = (cell) => cell?.classList.contains("rt-masked");
  const at = (t, c, row) => tables[t]?.querySelector("tbody").rows[row]?.cells[c];
  const cells = ([t, c, first, last]) => Array.from({ length: last - first + 1 }, (_, i) => at(t, c, first + i));
  const tells = (places) => places.some((place) =>
    place[0] === -1 ? tells(trace.scalars[place[1]].origins) : cells(place).some(isMasked));
  const found = [];
  for (const { value } of [...select.options].slice(1)) {
    const faults = [];
    select.value = value;
    select.dispatchEvent(new Event("change"));
    const masked = [...surface.querySelectorAll("td.rt-masked")];
    if (!masked.length && value !== "value") faults.push("nothing is hidden");
    if (masked.some((one) => seen(one.firstChild) || one.innerText.trim())) faults.push("what is hidden is to be seen");
    trace.tables.forEach(({ origins }, t) => origins.forEach((row, r) => row.forEach((places, c) => {
      const open = at(t, c, r) && !isMasked(at(t, c, r));
      if (open && value !== "value" && tells(places)) faults.push(`cell ${t} ${c} ${r} tells`);
    })));
    for (const { sectionRowIndex: row } of tables[0].querySelectorAll("tr:has(td.rt-masked)")) {
      if (scenes[row] && !scenes[row].classList.contains("rt-untold")) faults.push(`step ${row + 1} tells`);
    }
    const { origins } = trace.scalars.at(-1);
    const secret = value === "value" || tells(origins);
    if (secret && [...surface.querySelectorAll(".rt-numbers")].some(seen)) faults.push("the formula tells");
    if (secret !== Boolean(surface.querySelector(".rt-secret"))) faults.push("the cards tell");
    const [[t, c], ...others] = origins;
    const last = [...tables[0].querySelectorAll(`tbody td:nth-child(${c + 1})`)].findLast((one) => one.textContent);
    // the end of a column of which the value is the last number
    if (value === "value" && !others.length && t === 0 && seen(last.firstChild)) faults.push("a cell is the value");
    found.push(...faults.map((fault) => `${value}: ${fault}`));
  }
  return found;
}
"""


@EVERY_METRIC
def test_no_metric_shows_the_value_it_asks_for(bare_page, some):
    traces = [calculated(row.name) for row in rt.catalogue()[some]] + [TRACES["MAP"], TRACES["AUC"]]
    bare = bare_page(rt.step_through(traces[0]))
    for trace in traces:
        bare.push(**traits_of(rt.step_through(trace)))
        bare.page.locator(".rt-title b", has_text=trace.label.replace("_", "")).wait_for()
        button(bare.page, "last").press("Enter")
        assert bare.page.evaluate(LEAKS) == [], trace.label


# --- beside the answers ----------------------------------------------------------------------------------


def test_revealing_the_answer_needs_no_python(bare_page):
    player = rt.step_through(AP)
    traits = traits_of(player)
    bare = bare_page(esm=player._esm, traits=traits)
    page = bare.page
    ask(page, "next")
    page.get_by_role("button", name="Reveal answer").press("Enter")
    assert sentence(page).startswith("Rank 1: d1 is relevant, ")
    assert verdict(page) == "Go on with the next step."
    assert page.get_by_role("status").filter(has_text="Rank 1: d1 is relevant, ").count() == 1
    assert button(page, "next").evaluate(screen.IN_FOCUS)
    ask(page, "value")
    page.get_by_role("button", name="Reveal answer").click()
    assert verdict(page) == "That is the value."
    button(page, "last").click()
    assert sentence(page) == "The value: Divide the sum, 37/12, by the 4 relevant items: AP = 37/48 ≈ 0.7708."
    assert bare.saved == []


def test_a_changed_list_asks_again_and_another_measure_asks_nothing(bare_page):
    bare = bare_page(rt.explore([1, 0, 1, 1], ["AP", "P@3"]))
    page = bare.page
    ask(page, "value")
    answer(bare, str(rt.average_precision([1, 0, 1, 1]).exact))
    assert verdict(page) == "Right."
    unfold(page, "Options")
    page.locator(".rt-switch").click()  # other numbers for the same: what is open stays open
    answered(bare.page, 2)
    assert not field(page).is_visible()
    page.get_by_role("button", name="rank 2,").click()
    answered(bare.page, 3)
    assert question(page) == "AP ="
    assert page.get_by_role("radio", name="AP").inner_text() == "AP"
    said = page.get_by_role("status").filter(has_text="d2 is relevant")
    assert said.inner_text() == "d2 is relevant"  # and not what AP is now
    page.get_by_role("radio", name="P@3").click()
    answered(bare.page, 4)
    assert page.get_by_label("predict", exact=True).input_value() == ""
    assert not page.locator(".rt-question").is_visible()
    assert "1.000" in page.get_by_role("radio", name="P@3").inner_text()
    ask(page, "value")
    page.get_by_label("cutoff k").press("ArrowLeft")  # the same measure
    answered(bare.page, 5)
    assert question(page) == "P@2 ="
    ask(page, "")
    assert page.locator(".rt-masked, .rt-secret").count() == 0


def test_the_form_fits_a_narrow_page(step):
    page = step("next").page
    page.set_viewport_size({"width": 360, "height": 900})
    places = [page.get_by_role("button", name=name).bounding_box()["y"] for name in ("Check", "Reveal answer")]
    assert abs(places[0] - places[1]) < 10 and 0 < places[0] - field(page).bounding_box()["y"] < 60  # the next line
    table = rows(page).first.bounding_box()["y"]
    assert (
        page.locator(".rt-question").bounding_box()["y"]
        > page.locator(".rt-scene.rt-shown .rt-sentence").bounding_box()["y"]
    )
    page.get_by_role("button", name="Reveal answer").click()
    assert rows(page).first.bounding_box()["y"] - table < 80  # little jumps
