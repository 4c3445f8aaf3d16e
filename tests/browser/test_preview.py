"""The preview: every surface is drawn and answers a click, and no other site gets an answer."""

from collections.abc import Iterator
from http.client import HTTPConnection
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.browser import screen
from tests.browser.pages import PATIENCE
from tests.preview import EXAMPLES, server

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Serve on a free port."""
    serving = server()
    Thread(target=serving.serve_forever, daemon=True).start()
    yield serving.server_address[1]
    serving.shutdown()
    serving.server_close()


def test_every_example_is_drawn_and_a_click_is_answered(port: int, page: Page) -> None:
    page.goto(f"http://127.0.0.1:{port}/")
    for example in EXAMPLES:
        page.get_by_role("link", name=example, exact=True).click()
        expect(screen.surface(page.locator("#widget"))).to_have_count(1)
        expect(page.locator(".rt-title, .rt-asked, .rt-signs b").first).not_to_be_empty()
        expect(page.locator("#wrong")).to_be_empty()
    page.get_by_role("link", name="explorer of the gallery", exact=True).click()
    mark = page.get_by_role("button", name="Onion tart: not relevant")
    mark.click()
    expect(page.get_by_role("button", name="Onion tart: relevant")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "https://evil.example"}], ids=str)
def test_another_site_gets_no_answer(port: int, headers: dict[str, str]) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE / 1000)
    connection.request("POST", "/version", "null", headers)
    assert connection.getresponse().status == 403
