"""The whole site, and its JupyterLite in a browser that reaches no other host."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest

from docs.build import NOTEBOOKS
from docs.lite import PAGE
from rankteach.tracing.metric import METRICS
from tests.browser.jupyter import Lab
from tests.browser.pages import open_page, served

pytestmark = pytest.mark.slow


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

    def copy(self, source, *, run):
        return source.relative_to(NOTEBOOKS).as_posix()

    def address(self, place, path):
        return f"{self.url}{PAGE}{path}"


def test_the_first_lesson_runs_in_jupyterlite_and_answers_a_click_also_on_a_phone(site, chromium):
    asked = []
    with served(site) as url, open_page(chromium) as page:
        page.on("request", lambda request: asked.append(urlsplit(request.url)))
        outputs = Lab(Lite(url)).open_notebook(page, "lessons/01_is_this_a_good_list")
        assert not [output for cell in outputs for output in cell if output["output_type"] == "error"]

        card = page.locator(".rt-card").filter(has=page.get_by_text("P@4", exact=True)).first
        card.locator(".rt-value", has_text="0.750").wait_for()
        page.get_by_role("button", name="rank 1, Mailbox full: log in now: relevant").first.click()
        card.locator(".rt-value", has_text="0.500").wait_for()

        page.set_viewport_size({"width": 390, "height": 844})  # the lesson on a phone
        surface = page.locator(".rt-explorer").first
        surface.get_by_role("button", name="rank 1, Mailbox full: log in now: not relevant").click()
        surface.get_by_role("radio", name="Measures", exact=True).click()
        surface.locator(".rt-value", has_text="0.750").first.wait_for()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert {one.netloc for one in asked if one.scheme.startswith("http")} == {urlsplit(url).netloc}
