"""What a reader of a live page waits for; run by ``python -m benchmarks live``.

The page has 6 items and 7 measures. The network is as slow as a phone's; so is nothing else, since a throttled
processor would only repeat what the machine does.
"""

import gzip
import time
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page

import rankteach as rt
from benchmarks.frames import click_to_redraw
from tests.browser.pages import SURFACE, served
from tests.browser.test_python_in_a_page import READY, WASM
from tests.tools import npm_packages

LIST = [1, 0, 1, 1, 0, 1]
RUNS = 5
MEGABIT = 10**6 / 8
NETWORK = {"offline": False, "latency": 40, "downloadThroughput": 10 * MEGABIT, "uploadThroughput": 10 * MEGABIT}
FIRST = """
() => new Promise((done) => {
  const look = () => {
    const mark = surface.querySelector(".rt-mark");
    if (!mark) return requestAnimationFrame(look);
    const value = surface.querySelector(".rt-value");
    const observer = new MutationObserver(() => requestAnimationFrame(() => done([shown, performance.now()])));
    observer.observe(value, { childList: true, characterData: true, subtree: true });
    const shown = performance.now();
    mark.click();
  };
  look();
})
"""
"""Milliseconds from navigation until the list is there, and until a click on it is answered and drawn."""


def test_first_answer(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    rt.explore(LIST).to_live_page(path)
    size = len(gzip.compress(path.read_bytes(), 9))
    print(f"\n6 items, 7 measures: {size / 1000:.0f} kB compressed before the first answer (aim: at most 300 kB)")
    with served(tmp_path) as address:
        times = [_first(chromium, f"{address}page.html") for _ in range(RUNS)]
        shown, answered = (median(one) / 1000 for one in zip(*times, strict=True))
        slowest = max(one for _, one in times) / 1000
        print(f"10 Mbit/s, 40 ms: list drawn after {shown:.2f} s, a click answered after {answered:.2f} s", end=" ")
        print(f"(slowest {slowest:.2f} s; aim: at most 1 s), median of {RUNS} navigations")
        page = chromium.new_page()
        page.add_init_script(SURFACE)
        page.goto(f"{address}page.html")
        page.locator(".rt-mark").first.wait_for()
        for name, place in (("the values", ".rt-value"), ("the calculation", ".rt-tables")):
            clicks = click_to_redraw(page, ".rt-mark", place)
            print(f"click to redraw of {name}: median {median(clicks):.3g} ms (aim: under 30 ms)")
        page.close()


def test_python_takes_over(chromium: Browser, tmp_path: Path) -> None:
    rt.explore(LIST).to_live_page(tmp_path / "page.html", python=True, runtime=npm_packages(WASM))
    with served(tmp_path) as address:
        times, own = [], []
        for _ in range(RUNS):
            context: Any = chromium.new_context()
            page = context.new_page()
            start = time.perf_counter()
            page.goto(f"{address}page.html")
            page.locator(READY).wait_for(timeout=180_000)
            times.append(time.perf_counter() - start)
            own.append(_own_list(page))
            context.close()
    print(f"\nPython ready after {median(times):.1f} s (slowest {max(times):.1f} s), not throttled, {RUNS} navigations")
    print(f"a list of your own, typed there: all measures after {median(own):.2f} s (slowest {max(own):.2f} s)")


def _own_list(page: Page) -> float:
    """Seconds from Enter until Python has answered and the page says so."""
    page.get_by_role("button", name="Your own list").press("Enter")
    typed = page.get_by_label("Grades, best rank first")
    typed.fill("1 0 1 1 0 0 1 0")
    start = time.perf_counter()
    typed.press("Enter")
    page.get_by_role("status").get_by_text("your own list of 8 items").wait_for(state="attached")
    return time.perf_counter() - start


def _first(chromium: Browser, address: str) -> list[float]:
    """One navigation with an empty cache and a slow network."""
    context = chromium.new_context()
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", NETWORK)
    page.add_init_script(f"{SURFACE}; window.first = ({FIRST})()")
    page.goto(address, wait_until="commit")
    times: list[float] = page.evaluate("() => window.first")
    context.close()
    return times
