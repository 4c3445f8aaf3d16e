"""The curve explorer and the agreement explorer in a real JupyterLab, with a real kernel."""

import pytest

from tests.browser import screen
from tests.browser.jupyter import notebook_of

CELLS = [
    "import rankteach as rt",
    "curves = rt.explore_curve(rt.examples.eight_documents, threshold=4)\ncurves",
    'lists = rt.explore_agreement(["d1", "d2", "d3"], ["d1", "d2", "d3"])\nlists',
    "curves.point, lists.values",
]
LETTERS = ("x", "b", "a", "d", "d", "m")


@pytest.fixture(scope="module")
def opened(lab, opened_lab, tmp_path_factory):
    """Open a notebook with both, once for all tests."""
    lab.open_notebook(opened_lab[0], notebook_of(tmp_path_factory.mktemp("lab") / "curves.ipynb", *CELLS))


@pytest.fixture
def live(lab, opened, lab_page):
    """Run all cells again: both are new."""
    lab.run_all(lab_page)
    lab_page.locator(".rt-curve .rt-count").first.wait_for()
    screen.cards(lab_page).first.wait_for()
    return lab_page


def test_the_keyboard_moves_the_threshold_and_spares_the_notebook(live, lab):
    point = live.get_by_role("slider", name="ROC curve")
    point.focus()
    point.press("ArrowRight")
    live.locator(".rt-curve .rt-slider b", has_text="score ≥ 0.47").wait_for()
    for key in LETTERS:
        live.keyboard.press(key)
    assert lab.sources(live) == CELLS
    lab.run_all(live)  # runs the cell that makes it, too: a new one, as at the start
    live.locator(".rt-curve .rt-slider b", has_text="score ≥ 0.63").wait_for()


def test_a_mark_reaches_python_and_comes_back(live):
    screen.values(live).filter(has_text="0.750").wait_for()  # 12 of 16 pairs
    screen.marks(live).nth(1).click()
    screen.values(live).filter(has_text="0.933").wait_for()  # 14 of 15


def test_the_keyboard_moves_an_item_and_spares_the_notebook(live, lab):
    screen.values(live).filter(has_text="1.000").first.wait_for()
    live.get_by_role("button", name="Move d3 up").click()
    screen.values(live).filter(has_text="0.333").first.wait_for()
    live.locator(".rt-agreement .rt-list:not(.rt-fixed) .rt-item [tabindex='0']").first.focus()
    for key in LETTERS:
        live.keyboard.press(key)
    assert lab.sources(live) == CELLS
