"""What a page of JupyterLite does with a notebook, in Notebook 7: it is the same there, and needs no site."""

import nbformat

from docs.lite import FIRST, FOLDER
from tests.browser.jupyter import KERNEL, PANEL, notebook_of

CELLS = ["import rankteach as rt", "rt.explore([1, 0, 1], ['AP'])", "rt.explore([0, 1], ['RR'])"]
COUNTS = f"() => [...{PANEL}.content.model.cells].map((cell) => cell.executionCount)"


def as_read(path, picture):
    """A notebook as it is read: run once, then closed."""
    notebook = nbformat.read(notebook_of(path, *CELLS), as_version=4)
    for number, cell in enumerate(notebook.cells):
        html = f'<img src="data:image/{picture},">' if number else ""
        cell.outputs = (
            [nbformat.v4.new_output("execute_result", {"text/html": html}, execution_count=7)] if html else []
        )
        cell.execution_count = 7
    nbformat.write(notebook, path)
    return path


def test_a_notebook_is_run_as_far_as_its_first_surface(notebook_7, page, tmp_path):
    notebook_7.open_notebook(page, as_read(tmp_path / "ours.ipynb", "svg+xml"), run=False)
    page.add_script_tag(path=FOLDER / FIRST)
    page.locator(".rt-explorer").wait_for()
    page.wait_for_function(f"{COUNTS.removeprefix('() => ')}.join() === '1,2,7'")
    assert page.evaluate(f"() => {PANEL}.content.activeCellIndex") == 0


def test_a_notebook_of_your_own_is_not_run(notebook_7, page, tmp_path):
    notebook_7.open_notebook(page, as_read(tmp_path / "yours.ipynb", "png"), run=False)
    page.add_script_tag(path=FOLDER / FIRST)
    page.evaluate(f"async () => {{ await {PANEL}.sessionContext.ready; await {KERNEL}.info; }}")
    assert page.evaluate(COUNTS) == [7, 7, 7]
