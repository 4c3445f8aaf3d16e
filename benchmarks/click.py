"""Click to redraw, timed inside the page of a real JupyterLab; run by ``python -m benchmarks page``."""

import statistics
from typing import Any

from playwright.sync_api import Page

CLICKS = 31
PACE = 300  # milliseconds between clicks: a person's pace

# From the click on a mark to the frame in which the chosen measure's value and its table have changed.
ONE_CLICK = """
(pace) => new Promise((done) => {
  setTimeout(() => {
    const surface = document.querySelector(".rankteach");
    const marks = surface.querySelectorAll(".rt-mark");
    const watched = surface.querySelector(".rt-card .rt-value");
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => done(performance.now() - start));
    });
    observer.observe(watched, { childList: true, characterData: true, subtree: true });
    const start = performance.now();
    marks[1].click();
  }, pace);
})
"""


def test_click_to_redraw(lab: Any, page: Page) -> None:
    lab.open_notebook(page, "00_start_here")
    page.locator(".rankteach .rt-mark").first.wait_for()
    times = [page.evaluate(ONE_CLICK, PACE) for _ in range(CLICKS)][1:]
    print(f"\nclick to redraw in JupyterLab, {len(times)} clicks")
    print(f"  median {statistics.median(times):.3g} ms, slowest {max(times):.3g} ms")
