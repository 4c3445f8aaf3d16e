"""Python takes over in a saved page, served as plain files with every other host blocked: then it does everything."""

import shutil
from pathlib import Path

import pytest

import rankteach as rt
from tests.browser import screen
from tests.browser.axe import faults
from tests.browser.pages import open_page, served
from tests.browser.player import add_measure
from tests.tools import npm_packages

WASM = Path(__file__).parents[1] / "wasm"
READY = "#python[data-ready]"
TWELVE = [1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Serve a folder; return it, and its address."""
    folder = tmp_path_factory.mktemp("site")
    with served(folder) as address:
        yield folder, address


@pytest.fixture(scope="module")
def page_with_python(chromium, site):
    """Open a page with three surfaces and Python, which takes long to start: once for both tests."""
    folder, address = site
    short = rt.explore([1, 0, 1], ["AP", "P@2"], titles={"d1": "Leek soup"})
    surfaces = [short, rt.explore(TWELVE, ["AP", "P@5"]), rt.reciprocal_rank([0, 1])]
    rt.live_page(surfaces, folder / "page.html", python=True, runtime=npm_packages(WASM))
    with open_page(chromium) as page:
        page.goto(f"{address}page.html")
        yield page


def values(surface):
    return screen.values(surface).all_text_contents()


def shown(explorer):
    return [f"{value:.3f}" for value in explorer.values.values()]


def test_python_knows_what_was_done_and_does_what_was_not_recorded(page_with_python):
    page, surface = page_with_python, screen.surface(page_with_python).nth(1)
    explorer = rt.explore(TWELVE, ["AP", "P@5"])
    surface.get_by_role("button", name="rank 2, d2").click()  # before Python is there
    explorer.ranking = [1, 1, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1]
    screen.values(surface).first.filter(has_text=shown(explorer)[0]).wait_for()
    page.locator(READY).wait_for()

    add_measure(surface, "nDCG")
    surface.get_by_role("radio", name="nDCG").wait_for()
    explorer.measures = ["AP", "P@5", "nDCG"]
    assert values(surface) == shown(explorer)

    surface.get_by_role("button", name="rank 5, d5").click()
    explorer.ranking = [1, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0, 1]
    screen.values(surface).first.filter(has_text=shown(explorer)[0]).wait_for()
    assert values(surface) == shown(explorer)

    for _ in range(3):  # the mark, the measure, and what was done before Python was there
        surface.get_by_role("button", name="Undo").click()
    start = rt.explore(TWELVE, ["AP", "P@5"])
    screen.values(surface).first.filter(has_text=shown(start)[0]).wait_for()
    assert values(surface) == shown(start)


def test_an_own_list_can_be_typed_once_python_is_there(page_with_python):
    page, surface = page_with_python, screen.surface(page_with_python).first
    explorer = rt.explore([1, 0, 1], ["AP", "P@2"])
    page.locator(READY).wait_for()
    surface.get_by_role("button", name="Your own list").press("Enter")
    assert not faults(page)
    typed = surface.get_by_label("Grades, best rank first")
    for wrong, words in (("1 x", "your list, at rank 2, must be"), ("10110", "your list must have a space")):
        typed.fill(wrong)
        typed.press("Enter")
        surface.get_by_role("alert").get_by_text(words).wait_for()
    typed.fill("1, 0 1 1 -")
    typed.press("Enter")
    surface.get_by_role("status").get_by_text("your own list of 5 items").wait_for(state="attached")
    explorer.ranking = [1, 0, 1, 1, None]
    assert values(surface) == shown(explorer)
    assert screen.names(surface).all_inner_texts() == ["d1", "d2", "d3", "d4", "d5"]  # not the soup

    surface.get_by_role("button", name="Copy as code").click()
    surface.get_by_role("status").filter(has_text="Copied").wait_for()
    copied = eval(page.evaluate("() => navigator.clipboard.readText()"), {"rt": rt})
    assert copied.ranking == rt.Ranking([1, 0, 1, 1, None])
    surface.get_by_role("button", name="Undo").click()
    surface.get_by_text("Leek soup").first.wait_for()
    assert values(surface) == shown(rt.explore([1, 0, 1], ["AP", "P@2"]))


def test_without_its_folder_or_a_server_a_page_goes_on_alone(page, site, tmp_path):
    folder, address = site
    rt.live_page(rt.explore([1, 0, 1], ["AP"]), tmp_path / "alone.html", python=True, runtime=npm_packages(WASM))
    shutil.copyfile(tmp_path / "alone.html", folder / "alone.html")
    shutil.rmtree(folder / "python", ignore_errors=True)
    for opened in ((tmp_path / "alone.html").as_uri(), f"{address}alone.html"):
        page.goto(opened)
        page.get_by_text("Python could not be loaded").wait_for()
        screen.marks(page).nth(1).click()
        page.wait_for_function("() => surface.querySelector('.rt-value').textContent === '1.000'")
