"""That nothing is slow by an order of magnitude; the figures themselves are for ``python -m benchmarks page``."""

from statistics import median

from tests.browser.frames import SCRUB, click_to_redraw, measure_frames
from tests.browser.surfaces import LARGE


def test_scrubbing_in_every_frame_ends_at_the_last_row(bare_page):
    page = bare_page(LARGE.make()).page
    assert page.locator(".rt-table tbody tr").count() == 20
    frames = measure_frames(page, SCRUB)
    assert page.locator(".rt-item.rt-now .rt-rank").inner_text() == "20"
    assert len(frames.intervals) == len(frames.updates) == 60
    assert median(frames.updates) < 100, frames
    assert frames.rate > 5, frames


def test_a_toggle_redraws_every_card(bare_page):
    bare = bare_page(LARGE.make())
    assert bare.page.locator(".rt-card").count() == 12
    times = click_to_redraw(bare.page, ".rt-mark", ".rt-value", clicks=5, pace=0)
    assert [saved["gesture"]["do"] for saved in bare.saved] == ["toggle"] * 6
    assert median(times) < 1000, times
