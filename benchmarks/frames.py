"""How fast a page is, measured inside it: frames while something moves, and how long a click takes to show."""

from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Page

# Moves something once in each frame. An update is what it does at once, with the layout that follows.
FRAMES = """
([start, count]) => new Promise((done) => {
  const move = eval(start)();
  const at = [];
  const updates = [];
  const frame = (time) => {
    at.push(time);
    if (at.length > count) {
      done([at.slice(1).map((one, i) => one - at[i]), updates]);
      return;
    }
    const before = performance.now();
    move(updates.length);
    document.body.getBoundingClientRect();
    updates.push(performance.now() - before);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})
"""

# From a click to the frame in which something else has changed.
CLICK = """
([click, changes, pace]) => new Promise((done) => {
  const [watched, clicked] = [changes, click].map((one) => surface.querySelector(one)); // takes long in JupyterLab
  setTimeout(() => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => done(performance.now() - start));
    });
    observer.observe(watched, { childList: true, characterData: true, subtree: true });
    const start = performance.now();
    clicked.click();
  }, pace + 17 * Math.random()); // at any moment of a frame
})
"""

# Chooses the rows of a calculation one after the other.
SCRUB = """
() => {
  const rows = surface.querySelectorAll(".rankteach .rt-table tbody tr");
  return (frame) => rows[frame % rows.length].click();
}
"""

# Draws the slider of a step player through all steps.
SLIDE = """
() => {
  const slider = surface.querySelector(".rankteach .rt-scrub");
  return (frame) => {
    slider.value = 1 + (frame % slider.max);
    slider.dispatchEvent(new Event("input"));
  };
}
"""


@dataclass(frozen=True)
class Frames:
    """What was measured while something moved in every frame, in milliseconds."""

    intervals: list[float]
    """From each frame to the next one: also what the machine was busy with otherwise."""
    updates: list[float]
    """What each move itself took, layout included."""

    @property
    def rate(self) -> float:
        """Frames a second."""
        return 1000 / median(self.intervals)

    def __str__(self) -> str:
        return (
            f"{self.rate:.3g} frames a second, slowest frame {max(self.intervals):.3g} ms; "
            f"an update {median(self.updates):.3g} ms, slowest {max(self.updates):.3g} ms"
        )


def measure_frames(page: Page, start: str, count: int = 60) -> Frames:
    """Move something once in each of so many frames, one after the other.

    ``start`` is a JavaScript function that returns what moves it, a function of the number of the frame:
    ``"() => { const rows = document.querySelectorAll('tr'); return (i) => rows[i % rows.length].click(); }"``.
    """
    return Frames(*page.evaluate(FRAMES, [start, count]))


def click_to_redraw(page: Page, click: str, changes: str, clicks: int = 30, pace: int = 300) -> list[float]:
    """Click so many times, and return the milliseconds until what is to change by it has changed and is drawn.

    ``click`` and ``changes`` are CSS selectors in the page's first surface, of each the first element counts. ``pace``
    is how long a hand waits before each click, in milliseconds. A click more comes first, and does not count.
    """
    return [page.evaluate(CLICK, [click, changes, pace]) for _ in range(clicks + 1)][1:]
