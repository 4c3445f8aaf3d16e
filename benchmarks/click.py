"""What a person waits for in a real JupyterLab, timed inside the page; run by ``python -m benchmarks page``."""

from pathlib import Path
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Page

import rankteach as rt
from benchmarks.frames import SCRUB, SLIDE, click_to_redraw, measure_frames
from tests.browser.jupyter import notebook_of

# As much as one screen shows.
LARGE = "rt.explore([1, 0] * 10, 'AP P@5 R@5 F1@5 RR DCG@5 nDCG@5 P@10 R@10 DCG nDCG AP@10'.split())"


@pytest.fixture
def live(lab: Any, page: Page, tmp_path: Path) -> Page:
    """Open a notebook with twenty items and twelve measures, all cells run."""
    lab.open_notebook(page, notebook_of(tmp_path / "large.ipynb", f"import rankteach as rt\n{LARGE}"))
    page.locator(".rankteach .rt-mark").first.wait_for()
    return page


def test_click_to_redraw(live: Page) -> None:
    for name, place in (("the values", ".rt-value"), ("the calculation", ".rt-tables")):
        times = click_to_redraw(live, ".rankteach .rt-mark", f".rankteach {place}")
        print(
            f"\nclick to redraw of {name} in JupyterLab, 20 items, 12 measures, {len(times)} clicks at a person's pace"
        )
        print(f"  median {median(times):.3g} ms, slowest {max(times):.3g} ms")


def test_scrubbing(live: Page) -> None:
    print(f"\n20 rows chosen one after the other, one in each frame\n  {measure_frames(live, SCRUB, 300)}")


def test_the_players_slider(bare_page: Any) -> None:
    page = bare_page(rt.step_through(rt.ndcg([3, 0, 2, 1] * 5))).page
    print(f"\n20 steps of a player in a bare page, one in each frame\n  {measure_frames(page, SLIDE, 300)}")
