"""One widget in a page that has nothing else, with what anywidget would give to it."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route

from tests.browser.pages import PHONE, SIZE, new_page, ours

SITE = "http://rankteach.test/"

BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>widget</title>
<body><div id="widget"></div></body></html>"""

STAND_IN = (Path(__file__).parent / "stand_in.js").read_text(encoding="utf-8")
"""What calls a widget's module as anywidget does; ``window.toPython`` answers what it saves."""


@dataclass
class BarePage:
    """A page that shows nothing but one widget."""

    page: Page
    widget: Any = None
    saved: list[dict[str, Any]] = field(default_factory=list)
    """What the widget saved: a dictionary of traits for each ``save_changes``."""

    def push(self, **traits: Any) -> None:
        """Change traits as the kernel would; it sends what has parts as one string of JSON."""
        sent = {name: json.dumps(value) if isinstance(value, dict) else value for name, value in traits.items()}
        self.page.evaluate("(changes) => window.model.receive(changes)", sent)


# A page keeps a clock of the test's own, and fingers, however often it loads.
AS_NEW = "() => /native code/.test(setTimeout) && !navigator.maxTouchPoints"

Files = dict[str, tuple[str, str]]  # their kinds and their texts
ToPython = Callable[[dict[str, Any]], dict[str, Any]]


class BareSite:
    """Bare pages for one test after the other: the same page, since a new one takes longer than most of them."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._opened: tuple[Page, list[str]] | None = None
        self._numbers = count()

    @contextmanager
    def lend(self) -> Iterator[Page]:
        """Lend the page for one test, at the end of which its exceptions are looked at, and what else it asked for.

        It is lent again only if the test has left it as new.
        """
        page, self._errors = opened = self._opened or self._open()
        self._opened = None
        self._strangers: list[str] = []
        yield page
        as_new = page.locator("html").evaluate(AS_NEW)
        wrong = [*ours(self._errors), *self._strangers]
        assert not wrong, wrong
        if as_new:
            self._opened = opened
        else:
            page.context.close()

    def load(self, page: Page, files: Files, to_python: ToPython) -> None:
        """Load the page anew: nothing is left of what was done in it before."""
        self._files, self._to_python = files, to_python
        page.goto(f"{SITE}?{next(self._numbers)}")  # the same address again would be scrolled to where it was
        page.evaluate("() => localStorage.clear()")
        self._errors.clear()  # of the test before, after its end
        page.mouse.up()
        page.mouse.move(0, 0)
        page.set_viewport_size(SIZE)
        page.emulate_media(color_scheme="light", reduced_motion="no-preference", forced_colors="none")

    def _open(self) -> tuple[Page, list[str]]:
        page, errors = new_page(self._chromium)
        page.route("**/*", self._answer)
        page.expose_function("toPython", lambda changes: self._to_python(changes))
        return page, errors

    def _answer(self, route: Route) -> None:
        kind, body = self._files.get(route.request.url.removeprefix(SITE).partition("?")[0], (None, ""))
        if kind is None:
            self._strangers.append(route.request.url)
            route.abort()
        else:
            route.fulfill(body=body, content_type=f"{kind}; charset=utf-8")


def traits_of(widget: Any) -> dict[str, Any]:
    """Return the widget's own synchronised traits, without ipywidgets' machinery."""
    machinery = {"layout", "tabbable", "tooltip"}
    return dict(widget.get_state([key for key in widget.keys if key[0] != "_" and key not in machinery]))


def on_a_phone(page: Page) -> None:
    """Make the window that of a phone, with a finger instead of a mouse."""
    page.set_viewport_size(PHONE)
    page.context.new_cdp_session(page).send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.wait_for_function("() => matchMedia('(pointer: coarse)').matches")


def at_rest(page: Page) -> None:
    """Wait until nothing glides any more: what is looked for then stands where it stays."""
    page.wait_for_function("() => !surface.querySelector('.rankteach').getAnimations({ subtree: true }).length")
    frames(page)


def drag(row: Locator, onto: Locator, drop: bool = True) -> None:
    """Take an item by its grip and carry it onto another one's place."""
    mouse = row.page.mouse
    at_rest(row.page)
    grip, target = row.locator(".rt-grip").bounding_box(), onto.bounding_box()
    assert grip
    assert target
    mouse.move(grip["x"] + 4, grip["y"] + grip["height"] / 2)
    mouse.down()
    mouse.move(grip["x"] + 6, grip["y"] + 8)
    mouse.move(grip["x"] + 6, target["y"] + target["height"] / 2, steps=4)
    if drop:
        mouse.up()


def joins(page: Page, name: str, *places: Locator) -> None:
    """Check that the line of an item leads from the middle of one of its places to that of the other."""
    middle = "(node) => { const { top, height } = node.getBoundingClientRect(); return top + height / 2; }"
    ends = page.locator(f".rt-join[data-item='{name}'] circle").all()
    found, wanted = ([one.evaluate(middle) for one in nodes] for nodes in (ends, places))
    assert found == pytest.approx(wanted, abs=1), name


def fits(page: Page, widths: Iterable[int]) -> None:
    """Wait until nothing is wider than the window, in each of these widths."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


def keeps_keys(page: Page, places: Iterable[str], keys: Iterable[str]) -> None:
    """Press each key in each of these places; the page, which a notebook is, hears none of them."""
    page.evaluate("() => { window.keys = []; document.addEventListener('keydown', (e) => window.keys.push(e.key)); }")
    for place in places:
        page.locator(place).first.focus()
        for key in keys:
            if place != "select" or key != "Shift+Enter":
                page.keyboard.press(key)
    assert page.evaluate("() => window.keys") == []


def frames(page: Page) -> None:
    """Wait for some frames: what a surface changes where a size has changed is seen one or two frames later."""
    page.evaluate("async () => { for (const _ of [1, 2, 3, 4]) await new Promise(requestAnimationFrame); }")


def styled(page: Page, act: Callable[[], object]) -> int:
    """Do something; return of how many elements the browser calculated the styles anew at once, at most."""
    browser = page.context.browser
    assert browser
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    act()
    frames(page)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    return max(event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree")
