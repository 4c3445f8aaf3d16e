"""The site in Chromium, from a plain static server, with every other host blocked."""

import pytest

from tests.browser.axe import faults
from tests.browser.pages import open_page, served
from tests.site.conftest import SLOW, SOME

OTHERS = {
    "metrics/index": "",
    "metrics/auc": ".rt-mark",
    "notebooks/documents/03_rank_metrics": ".rt-mark",
    "notebooks/reference/tools": ".rt-mark",
    "notebooks/README": "",
    "notebooks/glossary": "",
    "gallery": ".rt-mark",
    "api/metrics": "",
    "api/index": "",
    "teachers": "",
    "cite": "",
    "lessons": "",
    "search": "",
}
SAID = "(place) => [...place.shadowRoot.querySelectorAll('.rt-value, .rt-title')].map((one) => one.textContent).join()"
AT_REST = """
() => {
  const shadows = [...document.querySelectorAll("[data-drawn]")].map((one) => one.shadowRoot);
  return [document, ...shadows].every((one) => !one.getAnimations().length);
}
"""


@pytest.fixture(scope="module")
def opened(site, chromium):
    """Return a function that opens a page of the site; it must say nothing to the console and ask no other host."""
    asked, said = [], []
    with served(site) as url, open_page(chromium) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)

        def open_one(name, width=1280, scheme="light"):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(f"{url}{name}.html")
            page.wait_for_load_state()
            return page

        yield open_one
    assert not said, said
    assert not [one for one in asked if not one.startswith((url, "blob:", "data:"))]


PAGES = {**SOME, **(OTHERS if SLOW else {})}


@pytest.mark.parametrize("name", [name for name, click in PAGES.items() if click])
def test_a_live_list_answers_a_click(opened, name):
    page = opened(name)
    page.locator("[data-live]").first.scroll_into_view_if_needed()
    live = page.locator("[data-drawn]").first
    before = live.evaluate(SAID)
    live.locator(PAGES[name]).first.click()
    page.wait_for_function(f"([place, before]) => ({SAID})(place) !== before", arg=[live.element_handle(), before])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_on_a_phone_and_on_a_screen(opened, name, scheme):
    for width in (390, 1280):
        page = opened(name, width, scheme)
        page.wait_for_function(AT_REST)
        page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
        assert not faults(page, "body")
