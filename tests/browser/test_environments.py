"""One notebook with every surface, in JupyterLab, Notebook 7 and Voila."""

import nbformat
import pytest
from playwright.sync_api import expect

from notebooks import without_code
from tests.browser import screen
from tests.browser.axe import faults
from tests.browser.jupyter import notebook_of
from tests.browser.pages import SCHEMA, new_page, ours
from tests.browser.surfaces import SURFACES, Surface
from tests.browser.test_hosts import WINDOWS, fits

ALL = list({surface.name: surface for surface in reversed(SURFACES.values())}.values())
FEW = [surface for surface in ALL if surface.name in ("rt-explorer", "rt-step")]
TWENTY = Surface("rt.explore([1, 0, 0, 1, 0] * 4, ['nDCG', 'AP'])", "rt-explorer", ".rt-mark >> nth=1", ".rt-value")
LETTERS = ("x", "b", "a", "d", "d", "m")
FRONT_ENDS = [  # which surfaces are tried, and the themes in which all of them are looked at
    ("lab", ALL, []),
    ("notebook_7", FEW, []),
    pytest.param("lab", ALL, ["JupyterLab Dark", "JupyterLab Light"], marks=pytest.mark.slow),
    pytest.param("notebook_7", ALL, [], marks=pytest.mark.slow),
    pytest.param("lab_4_4", ALL, [], marks=pytest.mark.slow),
]

# The cells of the tables in some HTML, in Python's own and in what a front end has made of it.
OF_HTML = """
(html) => [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("td")].map((one) => one.textContent)
"""
OF_PAGE = "(node) => [...node.querySelectorAll('td')].map((one) => one.textContent)"


def sources(surfaces):
    """The cells of a notebook with each of these surfaces in a cell."""
    return ["import rankteach as rt", *(surface.source for surface in surfaces)]


def written(path, surfaces):
    """Write that notebook, as its cells have left it; who opens it has not run any."""
    cells = [
        nbformat.v4.new_code_cell(source, execution_count=number)
        for number, source in enumerate(sources(surfaces), start=1)
    ]
    for cell, surface in zip(cells[1:], surfaces, strict=True):
        data, metadata = surface.make()._repr_mimebundle_()
        kept = {"data": data, "metadata": metadata, "execution_count": cell.execution_count}
        cell.outputs = [nbformat.v4.new_output("execute_result", **kept)]
    return notebook_of(path / "surfaces.ipynb", *cells)


def try_each(page, surfaces):
    """Click in every surface and see that it answers; what is typed there stays there."""
    for place, surface in enumerate(surfaces):
        shown = screen.surface(page).nth(place)
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


@pytest.mark.parametrize(("front_end", "surfaces", "themes"), FRONT_ENDS)
def test_a_notebook_reads_well_unrun_and_works_once_run(front_end, surfaces, themes, request, tmp_path):
    lab = request.getfixturevalue(front_end)
    page = request.getfixturevalue("lab_page" if front_end == "lab" else "page")
    errors = []
    page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
    outputs = lab.open_notebook(page, written(tmp_path, surfaces), run=False)[1:]
    assert screen.surface(page).count() == 0
    static = page.locator(".jp-OutputArea-output.jp-RenderedHTML")
    for place, (output,) in enumerate(outputs):
        cells = page.evaluate(OF_HTML, output["data"]["text/html"])
        assert len(cells) > 10
        static.nth(place).scroll_into_view_if_needed()
        assert static.nth(place).evaluate(OF_PAGE) == cells
    lab.run_all(page)
    try_each(page, surfaces)
    assert lab.sources(page) == sources(surfaces)
    for theme in themes:
        page.evaluate("(theme) => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
        page.locator(f"body[data-jp-theme-name='{theme}']").wait_for(state="attached")
        assert not look(page)
    # what Notebook 7 throws without us, too; and commands of Jupyter's plugins, before they are there on a busy machine
    assert {error.partition("\n")[0] for error in errors if "not registered" not in error} <= {SCHEMA}


@pytest.mark.parametrize("surfaces", [FEW, pytest.param(ALL, marks=pytest.mark.slow)])
def test_voila_shows_the_surfaces_alone(voila, surfaces, page, tmp_path):
    voila.open_notebook(page, written(tmp_path, surfaces))
    try_each(page, surfaces)
    assert page.get_by_text("import rankteach").count() == 0
    assert not look(page)
    page.get_by_role("link", name="in JupyterLab").click()
    page.wait_for_url("**/lab/**/*.ipynb")
    page.get_by_text("import rankteach").first.wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("host", ["lab", "voila"])
def test_every_surface_fits_what_its_host_shows(host, page, request, tmp_path):
    surfaces = [*SURFACES.values(), TWENTY]
    page.emulate_media(reduced_motion="reduce")
    request.getfixturevalue(host).open_notebook(page, written(tmp_path, surfaces))
    shown = screen.surface(page)
    for view in ("full", "lecture"):
        for place in range(len(surfaces)):
            shown.nth(place).scroll_into_view_if_needed()
            if view == "lecture":
                shown.nth(place).get_by_role("button", name="Lecture view").click()
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            # nobody keeps JupyterLab's list of files open in a narrow window
            page.evaluate(f"() => window.jupyterapp?.shell.{'expand' if width >= 1280 else 'collapse'}Left?.()")
            for place in range(len(surfaces)):
                fits(shown.nth(place), width)


def test_a_lesson_without_code_needs_no_other_host(server, page):
    """Its formulas are there, its list answers, its draft has a link to JupyterLab, and so do the lists of words."""
    without_code.write(server.folder / "build" / "lessons")
    elsewhere = []

    def block(route):
        own = route.request.url.startswith((server.url, "data:", "blob:"))
        if not own:
            elsewhere.append(route.request.url)
        route.fallback() if own else route.abort()

    page.route("**/*", block)
    page.goto(server.address("voila/render", "build/lessons/lessons/03_average_precision.ipynb"))
    card = screen.cards(page).filter(has=page.get_by_text("AP", exact=True)).first
    screen.values(card).filter(has_text="0.542").wait_for()
    screen.marks(page).nth(1).click()
    card.locator(".rt-value:not(:text('0.542'))").wait_for()
    assert page.locator("#rendered_cells .jp-MarkdownCell math").count() > 3
    assert page.get_by_text("Run each cell").count() == 0 and page.get_by_text("Your function").count() == 0
    draft = page.get_by_role("link", name="Open the lesson in JupyterLab")
    assert draft.get_attribute("href").endswith("lab/tree/notebooks/lessons/03_average_precision.ipynb")
    page.get_by_role("link", name="glossary", exact=True).last.click()
    page.wait_for_url("**/glossary.ipynb*")
    page.get_by_role("heading", name="Average precision").first.wait_for()
    assert not elsewhere


# anywidget gives up a module that has not loaded after two seconds; on this page at once, as on a machine that is busy
AT_ONCE = """
{
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => timeout(ms === 2000 ? 0 : ms);
}
"""


@pytest.mark.parametrize("front_end", ["lab", "notebook_7"])
def test_a_surface_that_anywidget_gave_up_hears_python(front_end, request, chromium, tmp_path):
    page, errors = new_page(chromium)
    page.add_init_script(AT_ONCE)
    cells = [*sources(FEW), "one = rt.explore([1, 0, 1])\none", "one.k = 2"]
    request.getfixturevalue(front_end).open_notebook(page, notebook_of(tmp_path / "late.ipynb", *cells))
    try_each(page, FEW)
    expect(screen.surface(page).last.get_by_label("cutoff k")).to_have_value("2")  # what came before it was shown
    assert {error.split("\n")[0] for error in ours(errors)} == {"Error: [anywidget] Failed to initialize model."}
    page.context.close()
