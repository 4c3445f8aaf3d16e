"""Every surface in every state: axe-core finds nothing, and every word stands out from what is behind it."""

from collections import defaultdict

import pytest

from tests.browser import screen
from tests.browser.axe import faint, faults
from tests.browser.bare import at_rest
from tests.browser.player import open_calculation, unfold
from tests.browser.surfaces import EACH, SURFACES
from tests.tiers import LONG

SHOW = """
([scheme, size]) => {
  document.body.style.background = scheme === "dark" ? "#111" : "#fff";
  document.documentElement.dataset.rtSize = size;
  document.dispatchEvent(new Event("rankteach-size"));
  // what is wider than its place can be scrolled with keys: that is seen a frame later
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
"""
WIDTHS = {"wide": 1280, "narrow": 360, "projector": 1600}  # pixels


class Looked:
    """A surface in a page of its own, and what was found wrong with it: for each fault the states that have it."""

    def __init__(self, page):
        self.page = page
        self.found = defaultdict(list)

    def at(self, state, *sizes):
        """Look at it in so many sizes, and at its colours in the dark, where nothing else is another way."""
        for size in sizes:
            self._look(state, size, "light", faults)
        self._look(state, sizes[0], "dark", faint)

    def _look(self, state, size, scheme, wrong):
        self.page.set_viewport_size({"width": WIDTHS[size], "height": 900})
        # what glides or fades is seen where it ends
        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        self.page.evaluate(SHOW, [scheme, size])
        for fault in wrong(self.page):
            self.found[fault].append(f"{state}, {size}, {scheme}")

    def report(self):
        return "\n".join(f"{fault}\n    {'; '.join(states)}" for fault, states in self.found.items())


@pytest.mark.parametrize("name", EACH)
def test_every_surface_passes_the_accessibility_checks(bare_page, name):
    surface = SURFACES[name]
    bare = bare_page(surface.make())
    page, looked = bare.page, Looked(bare.page)
    looked.at("as it opens", *(WIDTHS if LONG else ["wide", "projector"]))  # the phone comes below, part by part
    before = page.locator(surface.changes).first.inner_text()
    page.locator(surface.click).click()
    page.locator(surface.changes).first.filter(has_not_text=before).wait_for()
    if page.locator(".rt-tables").count():
        open_calculation(page)
        screen.table_rows(page).nth(1).click()
        page.locator(".rt-tables tr.rt-now").wait_for()
        for name in ("In words", "Conventions", "Options"):
            unfold(page, name)
    at_rest(page)
    looked.at("after a gesture, with a chosen row", "wide")
    page.get_by_role("button", name="Lecture view").click()
    looked.at("in a lecture", "wide")
    page.get_by_role("button", name="Lecture view").click()
    page.set_viewport_size({"width": 390, "height": 844})
    for tab in page.get_by_role("tablist", name="Parts").get_by_role("tab").all():
        tab.click()
        looked.at(f"on a telephone, {tab.inner_text()}", "narrow")
    bare.push(error="grade 3 is more than the highest")
    page.get_by_role("alert").filter(has_text="grade 3").wait_for()
    looked.at("with an error", "narrow")
    assert not looked.found, looked.report()


def test_the_accessibility_checks_find_each_kind_of_fault(page):
    """A page with faults of each kind."""
    page.set_content(
        """<html lang="en"><body style="background: #fff"><main class="rankteach">
        <button></button><p style="color: #999">too faint</p><b style="opacity: .4">x</b>
        <div role="grid"><div>no row</div></div></main>"""
    )
    found = "\n".join(faults(page))
    for fault in ("button-name", 'contrast 2.85 of "too faint"', 'of "x":', "aria-required-children"):
        assert fault in found
    assert "button-name" not in "\n".join(faint(page))
