"""The explorer in a real JupyterLab, with a real kernel."""

import pytest

from tests.browser import screen
from tests.browser.jupyter import notebook_of

CELLS = [
    "import rankteach as rt",
    'explorer = rt.explore([1, 0, 1, 1, 0, 1, 0, 0], ["P@5", "AP", "nDCG@5"])\nexplorer.chosen = "AP"\nexplorer',
    "explorer.values",
]


@pytest.fixture(scope="module")
def opened(lab, opened_lab, tmp_path_factory):
    """Open a notebook with an explorer, once for all tests."""
    lab.open_notebook(opened_lab[0], notebook_of(tmp_path_factory.mktemp("lab") / "explorer.ipynb", *CELLS))


@pytest.fixture
def live(lab, opened, lab_page):
    """Run all cells again: the explorer is a new one."""
    lab.run_all(lab_page)
    screen.cards(lab_page).first.wait_for()
    return lab_page


def shows(page, label, value):
    card = screen.cards(page).filter(has=page.get_by_text(label, exact=True))
    screen.values(card).filter(has_text=value).wait_for()


def test_a_click_reaches_python_and_comes_back(live, lab):
    live.get_by_role("button", name="rank 2, d2: not relevant").click()
    shows(live, "P@5", "0.800")
    live.get_by_role("radio").get_by_text("▲ +0.200").wait_for()
    lab.run_all(live)  # runs the cell that makes the explorer, too: a new one, as at the start
    shows(live, "P@5", "0.600")


def test_the_keyboard_moves_items_and_spares_the_notebook(live, lab):
    live.get_by_role("button", name="rank 6, d6: relevant").click()
    shows(live, "P@5", "0.600")
    mark = live.get_by_role("button", name="rank 6, d6: not relevant")
    mark.press("Alt+ArrowUp")
    moved = live.get_by_role("button", name="rank 5, d6: not relevant")
    moved.wait_for()
    assert moved.evaluate("(node) => node.matches(':focus')")
    for key in ("x", "b", "a", "d", "d", "Enter"):
        live.keyboard.press(key)
    live.locator(".rt-frame").click(position={"x": 4, "y": 4})
    live.keyboard.press("x")
    assert lab.sources(live) == CELLS
    live.get_by_role("button", name="rank 5, d6: relevant").wait_for()  # Enter was for the mark


IS_ACTIVE = "(cell) => cell === document.activeElement && cell.matches('.jp-mod-active')"


def test_escape_and_shift_enter_lead_back_to_the_cells(live):
    of_explorer, after = (live.locator(".jp-Notebook .jp-Cell").nth(place) for place in (1, 2))
    mark = live.get_by_role("button", name="rank 2, d2:")
    mark.click()
    shows(live, "P@5", "0.800")
    mark.press("Escape")
    live.wait_for_function(IS_ACTIVE, arg=of_explorer.element_handle())
    mark.click()
    shows(live, "P@5", "0.600")
    mark.press("Shift+Enter")
    live.wait_for_function(IS_ACTIVE, arg=after.element_handle())
    shows(live, "P@5", "0.600")  # it was no click


def test_ctrl_s_saves_the_notebook_while_a_label_has_the_focus(live):
    live.evaluate(
        """() => {
          window.executed = [];
          window.jupyterapp.commands.commandExecuted.connect((_, { id }) => window.executed.push(id));
        }"""
    )
    mark = live.get_by_role("button", name="rank 2, d2: not relevant")
    mark.press("x")  # would cut the cell
    mark.press("Control+s")
    live.wait_for_function("() => window.executed.includes('docmanager:save')")
    assert not live.evaluate("() => window.executed.some((id) => id.startsWith('notebook:'))")
    shows(live, "P@5", "0.600")


def test_python_changes_what_is_shown(live, kernel):
    kernel.execute("explorer.k = 2; explorer.chosen = 'nDCG@2'")
    shows(live, "P@2", "0.500")
    screen.title(live).filter(has_text="nDCG@2").wait_for()


def test_a_restarted_kernel_is_noticed(live, kernel):
    kernel.restart()
    live.get_by_role("button", name="rank 2, d2: not relevant").click()
    live.get_by_text("Python has not answered.").wait_for()


def test_the_theme_follows_jupyterlab(live, lab):
    background = "() => getComputedStyle(surface.querySelector('.rt-frame')).backgroundColor"
    # JupyterLab remembers the theme that another test has chosen
    live.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Light' })")
    live.wait_for_function(f"() => ({background})() === 'rgb(255, 255, 255)'")
    light = live.evaluate(background)
    live.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' })")
    live.wait_for_function(f"(light) => ({background})() !== light", arg=light)
    assert light == "rgb(255, 255, 255)"
    assert live.evaluate("() => getComputedStyle(surface.querySelector('.rankteach')).colorScheme") == "dark"


def test_two_explorers_share_the_width(lab, lab_page, tmp_path):
    """The last test of this file: it opens another notebook."""
    beside = "import ipywidgets\nipywidgets.HBox([rt.explore([1, 0]), rt.explore([0, 1])])"
    lab.open_notebook(lab_page, notebook_of(tmp_path / "beside.ipynb", *CELLS[:2], beside))
    screen.surface(lab_page).nth(2).wait_for()
    alone, left, right = (one.bounding_box()["width"] for one in screen.surface(lab_page).all())
    assert left == right > 0.45 * alone
    overflow = ".jp-OutputArea-output:has(.rankteach)"
    wide = "(nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth).length"
    assert lab_page.locator(overflow).evaluate_all(wide) == 0
