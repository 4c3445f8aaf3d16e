"""The report of a lesson in JupyterLab: its button, pressed with keys, starts the lesson again in the same kernel."""

import json
import shutil

import pytest
from playwright.sync_api import expect

from rankteach.classroom.hand_in import FORGOTTEN, NOTHING, SURE
from rankteach.classroom.record import FILE
from tests.browser import screen
from tests.browser.axe import faults
from tests.browser.jupyter import PANEL, ROOT, notebook_of

BEGIN = "from tasks import average_precision as tasks\nimport rankteach as rt"
GOAL = "rt.explore(tasks.soup, measures=['AP', 'R'], covered_until=tasks.tart, **tasks.best_order)"
REPORT = "rt.classroom.report(tasks)"
RUN_LAST = f"""
async () => {{
  {PANEL}.content.activeCellIndex = {PANEL}.content.model.cells.length - 1;
  await window.jupyterapp.commands.execute("notebook:run-cell");
}}
"""


def in_a_lesson(folder, *cells):
    """A notebook of these cells, next to the questions of the lessons."""
    shutil.copytree(ROOT / "notebooks" / "lessons" / "tasks", folder / "tasks")
    return notebook_of(folder / "lesson.ipynb", BEGIN, *cells)


def focused(page, name):
    """Wait until the button of this name has the focus."""
    page.wait_for_function("(name) => document.activeElement.textContent === name", arg=name)


def labels(marks):
    """The items of a list, best first, as a screen reader reads them."""
    return marks.evaluate_all("(all) => all.map((one) => one.ariaLabel)")


def test_a_lesson_starts_again_by_keys_without_a_restart(lab, lab_page, tmp_path):
    page = lab_page
    lab.open_notebook(page, in_a_lesson(tmp_path, "tasks.tart", GOAL, REPORT))
    folders = (path.parent for path in lab.server.folder.rglob("lesson.ipynb") if path.parts[-2].isdecimal())
    folder = max(folders, key=lambda one: int(one.name))  # of this test: each notebook has the next number
    asked, goal = page.locator(".rt-question-surface"), screen.surface(page)
    field = asked.get_by_role("textbox")
    marks = screen.marks(goal)
    marks.first.wait_for()
    before = labels(marks)
    page.get_by_text(NOTHING).wait_for()
    assert not page.get_by_role("button", name="Start again").count()

    field.fill("1/7")
    page.keyboard.press("Enter")
    asked.get_by_text("Not quite").first.wait_for()
    field.fill("7/18")
    page.keyboard.press("Enter")
    asked.get_by_role("button", name="Try again").wait_for()
    goal.get_by_text("Answer this question to see the numbers").wait_for(state="hidden")
    goal.get_by_role("button", name="Hint 1 of 2").click()
    marks.nth(2).focus()
    page.keyboard.press("Alt+ArrowUp")
    near = goal.get_by_role("meter", name="How near you are")
    expect(near).not_to_have_attribute("aria-valuenow", "0")
    assert labels(marks) != before

    page.evaluate(RUN_LAST)
    page.get_by_text("You solved 1 of 7 tasks").wait_for()
    page.locator("summary", has_text="Each task").focus()
    page.keyboard.press("Tab")
    focused(page, "Start again")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text(SURE).wait_for()
    focused(page, "Keep them")
    page.keyboard.press("Space")
    focused(page, "Start again")
    assert field.input_value() == "7/18" and len(json.loads((folder / FILE).read_text(encoding="utf-8"))) == 1
    page.keyboard.press("Enter")
    focused(page, "Keep them")
    page.keyboard.press("Shift+Tab")
    focused(page, "Forget them")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text(FORGOTTEN).wait_for()
    page.get_by_text(NOTHING).wait_for()
    focused(page, "Start again")

    asked.get_by_role("button", name="Check").wait_for()
    assert field.input_value() == "" and field.is_editable()
    goal.get_by_text("Answer this question to see the numbers").wait_for()
    assert labels(marks) == before and goal.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"
    goal.get_by_role("button", name="Hint 1 of 2").wait_for()
    expect(near).to_have_attribute("aria-valuenow", "0")
    assert not goal.get_by_role("list", name="Hints").is_visible()
    assert json.loads((folder / FILE).read_text(encoding="utf-8")) == {}
    assert len(lab.sources(page)) == 4


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_a_report_and_a_class_are_accessible(lab, lab_page, tmp_path, theme):
    page = lab_page
    seen = "rt.classroom.class_view([done.code] * 3, tasks)"
    lab.open_notebook(page, in_a_lesson(tmp_path, f"tasks.tart.check('7/12')\ndone = {REPORT}\ndone", seen))
    page.evaluate("(theme) => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
    page.wait_for_function("(theme) => document.body.dataset.jpThemeName === theme", arg=theme)
    page.locator("summary", has_text="Each task").click()
    page.get_by_text("3 students handed in a code").wait_for()
    assert not faults(page, ".rt-look")
    page.get_by_role("button", name="Start again").click()
    page.get_by_role("alert").get_by_text(SURE).wait_for()
    assert not faults(page, ".rt-look")
