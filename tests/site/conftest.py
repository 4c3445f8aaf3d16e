"""The browser that opens the site is that of the surfaces."""

from tests.browser.conftest import chromium

__all__ = ["chromium"]
