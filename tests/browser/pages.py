"""Empty pages of the browser, in which an exception that their JavaScript does not catch fails the test."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

PATIENCE = 180_000
"""Milliseconds until a wait for a state gives up: a busy machine takes long, and a test that passes never waits."""
SCHEMA = "TypeError: Cannot read properties of undefined (reading 'schema')"

# The windows in which surfaces are looked at.
SIZE: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
PROJECTOR: ViewportSize = {"width": 1280, "height": 720}
LARGE: ViewportSize = {"width": 1920, "height": 1080}
LOW: ViewportSize = {"width": 848, "height": 599}  # of JupyterLab with its list of files, in one of 1280 × 720
LAB: ViewportSize = {"width": 1008, "height": 779}  # and of 1440 × 900

# What a page's JavaScript calls `surface`: the shadow root of the first surface in it, and without one the document.
SURFACE = """
const find = (root) => {
  for (const { shadowRoot } of root.querySelectorAll("*")) {
    const found = shadowRoot && (shadowRoot.querySelector(".rankteach") ? shadowRoot : find(shadowRoot));
    if (found) return found;
  }
};
Object.defineProperty(window, "surface", { get: () => find(document) ?? document });
"""


@contextmanager
def open_page(chromium: Browser) -> Iterator[Page]:
    """Open an empty page of its own; at the end its exceptions are looked at."""
    page, errors = new_page(chromium)
    yield page
    page.context.close()
    assert not ours(errors), errors


def new_page(chromium: Browser) -> tuple[Page, list[str]]:
    """Open an empty page that shares nothing with any other; with the exceptions that it is not going to catch."""
    context = chromium.new_context(viewport=SIZE)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.add_init_script(SURFACE)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
    return page, errors


def ours(errors: list[str]) -> list[str]:
    """Return the exceptions without those that Jupyter throws in its own code alone.

    Notebook 7.6 throws ``SCHEMA`` whatever it shows, also a notebook with 1 + 1 only. Settings of its extensions load
    in an order of chance; those that come first announce themselves to the shortcuts of JupyterLab 4.6, which then read
    the schema of their own settings, not loaded yet (github.com/jupyter/notebook/issues/7862). Nothing else goes wrong.
    A kernel that ends leaves questions of JupyterLab without an answer.
    """
    return [error for error in errors if not _is_jupyters(error)]


def _is_jupyters(error: str) -> bool:
    if error.startswith("Error: Canceled future for "):
        return True
    places = re.findall(r"(?:https?|blob):[^\s)]+", error)
    return bool(places) and all(re.search("/static/(lab|notebook)/|/lite/build/", place) for place in places)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the files of a folder; yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
