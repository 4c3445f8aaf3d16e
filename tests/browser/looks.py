"""What can be wrong with what is seen of a surface: cut, broken, too small, covered, or not drawn at all."""

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.browser.bare import frames

# Each function returns the elements that are so. Words of names and sentences that end with an ellipsis are whole
# in a tooltip; the signs of two lists become dots where there is no room for them.
LOOK = """
() => {
  const ENDED = ".rt-way, .rt-end, .rt-line, .rt-name, .rt-note, .rt-pair-name, td *";
  const all = (kind) => [...surface.querySelectorAll(kind)].filter(isSeen);
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const style = (node) => getComputedStyle(node);
  const box = (node) => node.getBoundingClientRect();
  const written = (node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
  const words = all(".rankteach *").filter((node) => written(node) && !node.closest(".rt-unseen, .rt-sign, math, svg"));
  const rects = (node) => {
    const [texts, found] = [document.createTreeWalker(node, NodeFilter.SHOW_TEXT), []];
    for (const range = document.createRange(); texts.nextNode(); ) {
      range.selectNodeContents(texts.currentNode);
      found.push(...range.getClientRects());
    }
    return found;
  };
  const looks = {
    // Lines, dots and curves that were drawn without a size.
    drawn: () => all(".rt-body svg :is(path, polyline, line, circle)").filter((node) => {
      const data = node.getAttribute("d") ?? node.getAttribute("points") ?? "drawn";
      return data && node.style.display !== "none" && !box(node).width && !box(node).height;
    }),
    wide: () => [
      ...[document.body].filter(() => document.documentElement.scrollWidth > innerWidth),
      ...all(".rt-right, .rt-scroll:not([tabindex])").filter((one) => one.scrollWidth > one.clientWidth + 1),
      ...all(".rt-standings :is(.rt-value, .rt-verdict)").filter(
        (one) => box(one).right > box(one.closest(".rt-right, .rt-body")).right + 1,
      ),
    ],
    cut: () => words.filter((node) => {
      const { overflowX, overflowY, fontSize } = style(node);
      const wide = overflowX !== "visible" && node.scrollWidth > node.clientWidth + 1;
      const high = overflowY !== "visible" && node.scrollHeight > node.clientHeight + 3;
      return parseFloat(fontSize) && (wide || high) && !node.matches(ENDED);
    }),
    broken: () => words.filter((node) => [...node.childNodes].some((text) => {
      if (node.matches("td *, code *, .rt-label")) return false;
      const range = document.createRange();
      return [...(text.data ?? "").matchAll(/[^\\s-]+/g)].some(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      });
    })),
    // Words of neighbours in a row of a table, or of the values of two lists, that touch or lie over each other.
    touching: () => all(".rt-table tr, .rt-ranks tr, .rt-standings .rt-pick").flatMap((row) => {
      const read = [...row.children].filter((one) => isSeen(one) && !one.matches(".rt-unseen"));
      const cells = read.filter((one) => one.textContent.trim());
      const ends = (cell, side, best) => best(...rects(cell).map((rect) => rect[side]));
      return cells.slice(1).filter((cell, place) => {
        const [before, here] = [cells[place], cell].map((one) => ({
          left: ends(one, "left", Math.min), right: ends(one, "right", Math.max),
          top: ends(one, "top", Math.min), bottom: ends(one, "bottom", Math.max),
        }));
        const beside = before.top < here.bottom - 2 && here.top < before.bottom - 2;
        return beside && here.left - before.right < 3;
      });
    }),
    // What scrolls without a shadow at its edge, or ends with a part of a row.
    half: () => all(".rt-left, .rt-right, .rt-list, .rt-scroll, .rt-standings").filter((node) => {
      if (node.scrollHeight - node.scrollTop - node.clientHeight < 4) return false;
      if (!/auto|scroll/.test(style(node).overflowY)) return false;
      if (!node.matches(".rt-more-below")) return true;
      const rest = parseFloat(node.style.getPropertyValue("--rt-rest"));
      const edge = box(node).top + node.clientTop + node.clientHeight - rest;
      const rows = [...node.querySelectorAll(".rt-item, tr, [role=row], .rt-standings .rt-card")].map(box);
      return rows.some(({ top, bottom }) => top < edge - 3 && bottom > edge + 3);
    }),
    behind: () => all(".rt-chips, .rt-top, h4, .rt-tab, .rt-hint > *").filter((node) => {
      const other = box(surface.querySelector(".rt-tools"));
      return (node.matches("div") ? [box(node)] : rects(node)).some(({ left, right, top, bottom }) =>
        left < other.right - 1 && right > other.left + 1 && top < other.bottom - 1 && bottom > other.top + 1);
    }),
    outside: () => [
      ...all(".rt-row-card dd b").filter((one) => box(one).right > box(one.parentElement).right + 1),
      ...all(".rt-card .rt-change").filter((one) => {
        const card = box(one.closest(".rt-card"));
        const cross = one.closest(".rt-card").querySelector(".rt-remove");
        const right = cross && isSeen(cross) && box(cross).bottom > box(one).top + 2 ? box(cross).left : card.right;
        return box(one).left < card.left || box(one).right > right + 1;
      }),
    ],
  };
  return Object.entries(looks).flatMap(([how, find]) => find().map((node) => `${how}: ${node.outerHTML.slice(0, 99)}`));
}
"""
SMALL = """
() => [...surface.querySelectorAll(".rankteach *")].filter((node) => {
  const written = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
  const words = node.localName === "math" || (!node.closest("math, .rt-unseen, .rt-sign, .rt-crossing") && written);
  const size = parseFloat(getComputedStyle(node).fontSize);
  return words && node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && size > 0 && size < 12;
}).map((node) => `${getComputedStyle(node).fontSize}: ${node.outerHTML.slice(0, 160)}`)
"""
# What a finger has to hit, but is smaller than 24 pixels; of an input in a label, the label.
TINY = """
() => [...surface.querySelectorAll(
  ".rankteach :is(button, select, input, [role=slider], [role=tab], .rt-grip, .rt-exercise .rt-item)"
)].map((node) => (/radio|checkbox/.test(node.type) && node.closest("label")) || node)
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => [node.className || node.tagName, node.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && Math.min(width, height) < 23.9)
  .map(([name, { width, height }]) => `${name}: ${width} × ${height}`)
"""
# Controls of which a part of the ring that says where the keys are is cut by what scrolls around them.
RING_CUT = """
() => [...surface.querySelectorAll("button, select, input, [tabindex]:not(tr)")].filter((node) => {
  const isSeen = node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  if (!isSeen || !node.offsetWidth || node.closest("svg")) return false;
  node.focus({ focusVisible: true });
  const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(node);
  if (!node.matches(":focus-visible") || outlineStyle === "none" || parseFloat(outlineWidth) < 1) return false;
  const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset) - 1; // a scroller stops at whole pixels
  const box = node.getBoundingClientRect();
  for (let one = node.parentElement; one.matches(".rt-frame *"); one = one.parentElement) {
    if (getComputedStyle(one).overflow === "visible") continue;
    const { left, top } = one.getBoundingClientRect();
    const [x, y] = [left + one.clientLeft, top + one.clientTop];
    const over = [x - box.left, box.right - x - one.clientWidth, y - box.top, box.bottom - y - one.clientHeight];
    if (Math.max(...over) + ring > 0) return true;
  }
  return false;
}).map((node) => node.outerHTML.slice(0, 160))
"""


# Open what a part of a surface can unfold, also the menu of the player.
UNFOLD = """
() => {
  for (const one of surface.querySelectorAll(":is(.rt-fold, .rt-menu)[aria-expanded=false]")) one.click();
  return [];
}
"""


def looked(page: Page, *more: str) -> list[str]:
    """What is wrong with what is seen now, by these scripts and those that are for every size."""
    frames(page)
    return [one for script in (LOOK, *more) for one in page.evaluate(script)]


def parts(page: Page) -> Iterator[str]:
    """Open each part in turn; its name."""
    tabs = [tab for tab in page.get_by_role("tablist", name="Parts").get_by_role("tab").all() if tab.is_visible()]
    for tab in tabs:
        tab.evaluate("(node) => node.click()")
        yield tab.inner_text()
    if not tabs:
        yield "the surface"


WHOLE = """
() => [...surface.querySelectorAll(".rt-left > .rt-note, .rt-left .rt-name, .rt-each .rt-name")].filter((node) => {
  const below = node.getBoundingClientRect().bottom > node.closest(".rt-left").getBoundingClientRect().bottom + 1;
  const isSeen = node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const cut = node.textContent.length < 16 && node.scrollWidth > node.clientWidth + 1;
  return isSeen && (cut || (node.matches(".rt-note") && below) || node.scrollHeight > node.clientHeight + 3);
}).map((node) => node.outerHTML.slice(0, 160))
"""
