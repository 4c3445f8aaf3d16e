"""One notebook with every surface, in JupyterLab, Notebook 7 and Voila."""

import nbformat
import pytest

from tests.browser.axe import faults
from tests.browser.jupyter import notebook_of
from tests.browser.surfaces import SURFACES

KINDS = {surface.name: surface for surface in reversed(SURFACES.values())}.values()
CELLS = ["import rankteach as rt", *(surface.source for surface in KINDS)]
LETTERS = ("x", "b", "a", "d", "d", "m")
FRONT_ENDS = [  # and the themes in which all surfaces are looked at
    ("lab", ["JupyterLab Dark", "JupyterLab Light"]),
    ("notebook_7", []),
    pytest.param("lab_4_4", [], marks=pytest.mark.slow),
]

# The cells of the tables in some HTML, in Python's own and in what a front end has made of it.
OF_HTML = """
(html) => [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("td")].map((one) => one.textContent)
"""
OF_PAGE = "(node) => [...node.querySelectorAll('td')].map((one) => one.textContent)"


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """Write a notebook with each surface in a cell, as its cells have left it; who opens it has not run any."""
    cells = []
    for number, source in enumerate(CELLS, start=1):
        cell = nbformat.v4.new_code_cell(source, execution_count=number)
        cells.append(cell)
    for cell, surface in zip(cells[1:], KINDS, strict=True):
        data, metadata = surface.make()._repr_mimebundle_()
        kept = {"data": data, "metadata": metadata, "execution_count": cell.execution_count}
        cell.outputs = [nbformat.v4.new_output("execute_result", **kept)]
    return notebook_of(tmp_path_factory.mktemp("surfaces") / "surfaces.ipynb", *cells)


def try_all(page):
    """Click in every surface and see that it answers; what is typed there stays there."""
    for place, surface in enumerate(KINDS):
        shown = page.locator(".rankteach").nth(place)
        shown.scroll_into_view_if_needed()
        changes = shown.locator(surface.changes).first
        before = changes.inner_text()
        shown.locator(surface.click).click()
        changes.filter(has_not_text=before).wait_for()
        for key in LETTERS:
            page.keyboard.press(key)


def look(page):
    """What is wrong for people who use it in another way. Which heading stands above it is the notebook's matter."""
    return "\n\n".join(fault for fault in faults(page) if not fault.startswith("heading-order"))


@pytest.mark.parametrize(("front_end", "themes"), FRONT_ENDS)
def test_a_notebook_reads_well_unrun_and_works_once_run(front_end, themes, notebook, page, request):
    lab = request.getfixturevalue(front_end)
    written = lab.open_notebook(page, notebook, run=False)[1:]
    assert page.locator(".rankteach").count() == 0
    static = page.locator(".jp-OutputArea-output.jp-RenderedHTML")
    for place, (output,) in enumerate(written):
        cells = page.evaluate(OF_HTML, output["data"]["text/html"])
        assert len(cells) > 10
        static.nth(place).scroll_into_view_if_needed()
        assert static.nth(place).evaluate(OF_PAGE) == cells
    lab.run_all(page)
    try_all(page)
    assert lab.sources(page) == CELLS
    for theme in themes:
        page.evaluate("(theme) => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
        page.locator(f"body[data-jp-theme-name='{theme}']").wait_for(state="attached")
        assert not look(page)


def test_voila_shows_the_surfaces_alone(voila, notebook, page):
    voila.open_notebook(page, notebook)
    try_all(page)
    assert page.get_by_text("import rankteach").count() == 0
    assert not look(page)
