"""What a page of JupyterLite does with a notebook, in Notebook 7: it is the same there, and needs no site."""

import json

import nbformat
import pytest

from docs.lite import FIRST, FOLDER, with_version
from tests.browser import screen
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
    screen.surface(page).wait_for()
    page.wait_for_function(f"{COUNTS.removeprefix('() => ')}.join() === '1,2,7'")
    assert page.evaluate(f"() => {PANEL}.content.activeCellIndex") == 0


def test_a_notebook_of_your_own_is_not_run(notebook_7, page, tmp_path):
    notebook_7.open_notebook(page, as_read(tmp_path / "yours.ipynb", "png"), run=False)
    page.add_script_tag(path=FOLDER / FIRST)
    page.evaluate(f"async () => {{ await {PANEL}.sessionContext.ready; await {KERNEL}.info; }}")
    assert page.evaluate(COUNTS) == [7, 7, 7]


# --- a copy that was saved in the browser ---------------------------------------------------------------------------
OFFER = "This lesson has changed since you saved your copy."


def saved_copy(path, version):
    """A notebook as JupyterLite keeps it; without a version, it was saved before there were any."""
    notebook = nbformat.read(notebook_of(path, "answer = 42"), as_version=4)
    notebook.metadata.update({"rankteach": {"version": version}} if version else {})
    nbformat.write(notebook, path)
    return path


@pytest.mark.parametrize("saved", ["old", pytest.param("", marks=pytest.mark.slow)])
def test_an_older_copy_is_offered_the_version_of_the_site_and_keeps_its_own_name(notebook_7, page, tmp_path, saved):
    notebook_7.open_notebook(page, saved_copy(tmp_path / "lesson.ipynb", saved), run=False)
    on_site(page, json.dumps({"metadata": {"rankteach": {"version": "new"}}}))
    page.evaluate(f"() => {PANEL}.context.ready")
    page.evaluate(f"() => {PANEL}.content.model.cells.get(0).sharedModel.setSource('answer = 43')")
    page.add_script_tag(path=FOLDER / FIRST)
    page.get_by_text(OFFER).wait_for()
    address = page.url
    with page.expect_navigation(url=address):
        page.get_by_role("button", name="Open the new version").click()
    (copy,) = notebook_7.server.folder.glob("[0-9]*/lesson until *.ipynb")
    assert "answer = 43" in copy.read_text(encoding="utf-8")
    assert not (copy.parent / "lesson.ipynb").exists()  # JupyterLite then shows what the site has
    copy.unlink()


@pytest.mark.parametrize("site", [json.dumps({"metadata": {"rankteach": {"version": "new"}}}), None])
def test_the_version_of_the_site_and_a_notebook_of_your_own_are_offered_nothing(notebook_7, page, tmp_path, site):
    notebook_7.open_notebook(page, saved_copy(tmp_path / "lesson.ipynb", "new"), run=False)
    on_site(page, site)
    with page.expect_response("**/files/**"):
        page.add_script_tag(path=FOLDER / FIRST)
    page.evaluate(f"async () => {{ await {PANEL}.sessionContext.ready; await {KERNEL}.info; }}")
    assert not page.get_by_text(OFFER).count()


def on_site(page, text):
    """What the site has at the path of the notebook."""
    page.route("**/files/**", lambda route: route.fulfill(status=200, body=text) if text else route.fulfill(status=404))


def test_the_version_of_a_notebook_follows_its_cells_and_not_their_outputs(tmp_path):
    def version(source, output):
        notebook = nbformat.read(notebook_of(tmp_path / "lesson.ipynb", source), as_version=4)
        notebook.cells[0].outputs = [nbformat.v4.new_output("stream", text=output)]
        written = json.loads(with_version(nbformat.writes(notebook)))
        assert written["cells"][0]["outputs"][0]["text"] in (output, [output])
        return written["metadata"]["rankteach"]["version"]

    assert version("1 + 1", "2") == version("1 + 1", "two") != version("1 + 2", "3")
