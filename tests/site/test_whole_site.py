"""The whole site, built in an environment of its own, and its JupyterLite in a browser that reaches no other host."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest

from docs.build import NOTEBOOKS
from docs.lite import PAGE
from rankteach.tracing.metric import METRICS
from tests.browser.jupyter import Lab
from tests.browser.pages import open_page, served
from tests.environment import Environment
from tests.tools import program

ROOT = NOTEBOOKS.parent
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the site as ``make site`` does; a warning of Sphinx ends it."""
    program("npm", "npm")
    folder = tmp_path_factory.mktemp("site")
    environment = Environment(folder / "environment")
    environment.variables["RANKTEACH_REPOSITORY"] = "https://github.com/ann/rankteach"
    environment.python("-m", "pip", "install", "--editable", f"{ROOT}[site]")
    environment.python("-m", "docs.build", folder, cwd=ROOT)
    return folder / "site"


def test_pages_load_nothing_from_elsewhere(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(METRICS)
    for page in pages:
        loaded = re.findall(
            r'<(?:script|img|iframe)[^>]+src="(?:https?:)?//[^"]*|<link[^>]+href="(?:https?:)?//[^"]*',
            page.read_text(encoding="utf-8"),
        )
        assert not loaded, page.relative_to(site)


def test_each_notebook_opens_in_jupyterlite(site):
    for path in NOTEBOOKS.rglob("*.ipynb"):
        inside = path.relative_to(NOTEBOOKS).as_posix()
        page = (site / "notebooks" / inside).with_suffix(".html")
        (link,) = re.findall(r'href="([^"]+)">Open in JupyterLite', page.read_text(encoding="utf-8"))
        assert (page.parent / urlsplit(link).path).is_file(), link
        assert urlsplit(link).query == f"path={inside}" and (site / "lite/files" / inside).is_file()


@dataclass
class Lite:
    """JupyterLite of the site, which needs no server of Jupyter."""

    url: str

    def address(self, place, source, *, run):
        return f"{self.url}{PAGE}{source.relative_to(NOTEBOOKS).as_posix()}"


def test_the_first_lesson_runs_in_jupyterlite_and_answers_a_click(site, chromium):
    asked = []
    with served(site) as url, open_page(chromium) as page:
        page.on("request", lambda request: asked.append(urlsplit(request.url)))
        outputs = Lab(Lite(url)).open_notebook(page, "lessons/01_is_this_a_good_list")
        assert not [output for cell in outputs for output in cell if output["output_type"] == "error"]

        card = page.locator(".rt-card").filter(has=page.get_by_text("P@4", exact=True)).first
        card.locator(".rt-value", has_text="0.750").wait_for()
        page.get_by_role("button", name="rank 1, Mailbox full: log in now: relevant").first.click()
        card.locator(".rt-value", has_text="0.500").wait_for()
        assert {one.netloc for one in asked if one.scheme.startswith("http")} == {urlsplit(url).netloc}
