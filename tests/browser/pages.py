"""Empty pages of the browser, in which an exception that their JavaScript does not catch fails the test."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page


@contextmanager
def open_page(chromium: Browser) -> Iterator[Page]:
    """Open an empty page of its own; at the end its exceptions are looked at.

    Not so one that Jupyter throws in its own code alone, whatever it shows: in Notebook 7 the order in which extensions
    load is a matter of chance (github.com/jupyter/notebook/issues/7862).
    """
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(20_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
    yield page
    context.close()
    assert not [error for error in errors if not _is_jupyters(error)]


def _is_jupyters(error: str) -> bool:
    places = re.findall(r"(?:https?|blob):[^\s)]+", error)
    return bool(places) and all(re.search("/static/(lab|notebook)/", place) for place in places)
