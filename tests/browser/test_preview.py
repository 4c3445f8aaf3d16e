"""The preview in a browser: every surface is drawn and answers, and a file that is edited is seen at once."""

from threading import Thread

import pytest
from playwright.sync_api import expect

from rankteach.widgets.frame import modules
from tests.browser.pages import PATIENCE
from tests.preview.examples import EXAMPLES
from tests.preview.server import Preview
from tests.widgets.test_preview import widgets  # noqa: F401

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def server():
    """Serve on a free port."""
    server = Preview()
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_every_example_is_drawn(server, page):
    page.goto(server.address)
    for example in EXAMPLES:
        page.get_by_role("link", name=example, exact=True).click()
        expect(page.locator("nav a[aria-current]")).to_have_text(example)
        expect(page.locator("#surface .rankteach")).to_have_count(1)
        expect(page.locator(".rt-title, .rt-asked")).not_to_be_empty()
        expect(page.locator("#wrong")).to_be_empty()


def test_a_click_is_answered_and_an_edit_keeps_what_was_done(server, page, widgets):  # noqa: F811
    page.goto(server.address)
    mark = page.locator(".rt-mark").nth(1)
    expect(mark).to_have_attribute("aria-pressed", "false")
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "true")
    sheet = widgets / "parts" / "list.css"
    sheet.write_text(
        f"{sheet.read_text(encoding='utf-8')}\n.rankteach {{ outline: 7px solid red; }}\n", encoding="utf-8"
    )
    expect(page.locator(".rankteach")).to_have_css("outline-width", "7px")
    module = modules.WIDGETS / "parts" / "list.js"
    module.write_text(
        module.read_text(encoding="utf-8").replace('"Ranked list"', '"Another heading"'), encoding="utf-8"
    )
    expect(page.locator(".rt-left h4")).to_have_text("Another heading")
    expect(page.locator(".rt-mark").nth(1)).to_have_attribute("aria-pressed", "true")
    page.locator(".rt-mark").nth(1).click()
    expect(page.locator(".rt-mark").nth(1)).to_have_attribute("aria-pressed", "false")
