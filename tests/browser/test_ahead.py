"""What Python has foreseen of a gesture is drawn at once, before the answer comes."""

import json
import time

import pytest

from rankteach.widgets.session import predicted as ahead
from tests.browser import screen
from tests.browser.jupyter import notebook_of
from tests.browser.pages import PATIENCE
from tests.browser.surfaces import SURFACES

# Python answers from then on only when it is let go.
HOLD = """
() => {
  const answer = window.toPython;
  const go = new Promise((go) => { window.letGo = go; });
  window.toPython = async (changes) => { await go; return answer(changes); };
}
"""
LET_GO = "() => window.letGo()"
# What stands out at once, and what does when the answer has come: before it fades.
TINTS = """
async (mark) => {
  const tinted = () => [...surface.querySelectorAll(".rt-value")].map((node) => node.classList.contains("rt-changed"));
  mark.click();
  const before = tinted();
  const answered = new Promise((answered) => window.model.on("change:view", answered));
  window.letGo();
  await answered;
  return [before, tinted()];
}
"""
TELL = "(predicted) => window.model.tell({ predicted })"
SHOWN = """
() => [...surface.querySelectorAll(".rt-item, .rt-value, .rt-change, .rt-verdict")].map((node) => [
  node.textContent, node.querySelectorAll(".full").length,
  ...["className", "ariaLabel", "ariaPressed"].map((name) => node.querySelector(".rt-mark")?.[name]),
])
"""
CALCULATION = ".rt-tables tbody"


@pytest.fixture
def foresee(bare_page, monkeypatch):
    """Open surfaces whose Python does not answer yet, and which were told what the likely gestures would change."""

    def open_surface(name):
        surface = SURFACES[name]
        widget = surface.make()
        bare = bare_page(widget)
        monkeypatch.setattr(ahead, "TOO_LONG", 3600)  # however busy the machine is
        found = ahead.Lookahead(widget._state)
        while found.goes_on():
            pass
        bare.page.evaluate(HOLD)
        bare.page.evaluate(TELL, json.loads(json.dumps(found.predictions)))
        bare.mark = bare.page.locator(surface.click)
        return bare

    return open_surface


def done(page):
    return page.evaluate("() => JSON.parse(window.model.get('view')).done")


@pytest.mark.parametrize("name", ["explore", "explore graded", "evaluated run", "side by side", "side by side, named"])
def test_a_predicted_view_is_drawn_before_python_answers(foresee, name):
    surface = foresee(name)
    page, before = surface.page, surface.page.evaluate(SHOWN)
    calculation = page.locator(CALCULATION).first.inner_text()
    surface.mark.click()
    at_once = page.evaluate(SHOWN)
    assert at_once != before
    assert done(page) == 0
    assert page.locator(CALCULATION).first.inner_text() == calculation
    page.evaluate(LET_GO)
    page.wait_for_function("() => JSON.parse(window.model.get('view')).done === 1")
    assert page.evaluate(SHOWN) == at_once
    assert page.locator(CALCULATION).first.inner_text() != calculation


def test_changed_values_stand_out_until_they_fade(foresee):
    surface = foresee("explore")
    before, after = surface.mark.evaluate(TINTS)
    assert any(before)
    assert after == before


def test_only_the_first_of_several_actions_is_drawn_ahead(foresee):
    surface = foresee("side by side")
    page = surface.page
    surface.mark.click()
    at_once = page.evaluate(SHOWN)
    screen.marks(page).first.click()
    assert page.evaluate(SHOWN) == at_once
    page.evaluate(LET_GO)
    page.wait_for_function("() => JSON.parse(window.model.get('view')).done === 2")
    assert page.evaluate(SHOWN) != at_once


def test_a_value_that_the_learner_predicts_is_not_drawn_ahead(foresee):
    surface = foresee("explore")
    page = surface.page
    page.locator("select", has_text="Predict").select_option("value")
    before = page.evaluate(SHOWN)
    surface.mark.click()
    assert page.evaluate(SHOWN) == before


def test_a_new_view_from_python_ends_drawing_ahead(foresee):
    surface = foresee("explore")
    page = surface.page
    view = json.loads(page.evaluate("() => window.model.get('view')"))
    surface.push(view={**view, "announcement": "something else"})
    before = page.evaluate(SHOWN)
    surface.mark.click()
    assert page.evaluate(SHOWN) == before


def test_a_real_kernel_sends_predicted_views(lab, lab_page, kernel, tmp_path):
    page = lab_page
    told = []

    def listen(frame):
        if b'"predicted"' in (frame if isinstance(frame, bytes) else frame.encode()):
            told.append(frame)

    page.on("websocket", lambda socket: socket.on("framereceived", listen))
    # however busy the machine is
    patient = "from rankteach.widgets.session import predicted\npredicted.TOO_LONG = 3600"
    made = "import rankteach as rt\nrt.explore([1, 0, 1, 1, 0, 1, 0, 0], ['P@5', 'AP'])"
    lab.open_notebook(page, notebook_of(tmp_path / "ahead.ipynb", patient, made))
    limit = time.monotonic() + PATIENCE / 1000
    while not told:
        assert time.monotonic() < limit, "the kernel sends no predicted views"
        page.evaluate("() => new Promise(requestAnimationFrame)")
    kernel.shut_down()
    screen.marks(page).nth(1).click()
    screen.values(page).filter(has_text="0.800").wait_for()
    # another view of it is drawn all the same
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:create-output-view')")
    page.locator(".jp-LinkedOutputView .rt-item").first.wait_for()
