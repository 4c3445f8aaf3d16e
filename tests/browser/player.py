"""The step player in a page: what it is made of, and everything that can be seen of it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

import rankteach as rt
from tests.browser import screen

GRADED = rt.Ranking([3, 2, 3, 0, 1, 2], items=list("abcdef"), missed=[3, 2])
TIED = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0], scores=[0.9, 0.8, 0.8, 0.6, 0.5, 0.5, 0.2, 0.1])
TRACES = {
    "AP": rt.average_precision([1, 0, 1, 1, 0, 1, 0, 0]),
    "nDCG": rt.ndcg(GRADED, k=5),
    "AUC": rt.roc_auc(TIED),
    "Tau": rt.kendall_tau(list("abcde"), list("badec")),
    "MAP": rt.mean(rt.average_precision, {"q1": [1, 0, 1], "q2": [0, 1, 0, 1], "q3": [0, 0, 1]}),
}

# Everything that a step can change: each element's name, attributes, own text, value, and whether it is to be seen.
# (What has once been in focus has an attribute that says so, or is where the Tab key comes back to.)
EVERYTHING = """
const attributes = (node) => [...node.attributes]
  .filter(({ name }) => name !== "data-lm-suppress-shortcuts")
  .filter(({ name }) => name !== "tabindex" || !node.closest("[role=toolbar]"))
  .map(({ name, value }) => `${name}=${value.split(" ").sort().join(" ")}`);
const everything = () => [...surface.querySelectorAll(".rankteach *")].map((node) => [
  node.tagName,
  attributes(node).sort().join(" "),
  [...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data).join("|"),
  String(node.value ?? ""),
  node.checkVisibility({ visibilityProperty: true }),
].join(" · "));
"""

# A third of the metrics for every change, and all of them in the long form.
EVERY_METRIC = pytest.mark.parametrize(
    "some", [slice(None, None, 3), pytest.param(slice(None), marks=pytest.mark.slow)], ids=["a third", "all"]
)

NAMES = ("First step (Home)", "Back (←)", "Next (→)", "Last: the value (End)")


def button(page: Page, name: str) -> Any:
    """Return a button of the player: first, back, next, last, play."""
    if name == "play":
        return page.get_by_role("button", name=re.compile("^(Play|Pause)"))
    return page.get_by_title(next(one for one in NAMES if one.lower().startswith(name)), exact=True)


def unfold(page: Page, name: str) -> None:
    """Unfold the options, the sentences or the conventions of a calculation."""
    page.get_by_role("button", name=name, exact=True).click()


def add_measure(page: Page, words: str) -> None:
    """Type an entry of the menu of measures, or any measure, as somebody who does not use the mouse."""
    field = page.get_by_role("combobox", name="Add a measure")
    field.fill(words)
    field.press("Enter")


def open_part(page: Page, name: str) -> None:
    """Open a part of a surface by its tab."""
    page.get_by_role("tablist", name="Parts").get_by_role("tab", name=name, exact=True).click()


def open_calculation(page: Page) -> None:
    """Open the part with the calculation, where the surface has room for one part at a time."""
    page.locator(".rt-controls").wait_for(state="attached")  # there are no tabs before
    if page.get_by_role("tablist", name="Parts").is_visible():
        open_part(page, "Calculation")


def where(page: Page) -> str:
    """Return what the player says of where it is."""
    return screen.where(page).inner_text()


def sentence(page: Page) -> str:
    """Return what is said of the step."""
    return page.locator(".rt-scene.rt-shown .rt-sentence").inner_text()


def rows(page: Page) -> Any:
    """Return the rows of the calculation."""
    return page.locator(".rt-tables > div:first-child tbody tr")


def cell(page: Page, row: int, column: int, table: int = 0) -> Any:
    """Return a cell of a table, each counted from 0."""
    return page.locator(".rt-tables > div").nth(table).locator("tbody tr").nth(row).locator("td").nth(column)


def column(page: Page, title: str, table: int = 0) -> int:
    """Return the place of a column."""
    titles: list[str] = page.locator(".rt-tables > div").nth(table).locator("thead tr:first-child th").all_inner_texts()
    return titles.index(title)


def answered(page: Page, gestures: int) -> None:
    """Wait until Python has done so many gestures and the page has drawn the answer."""
    page.wait_for_function("(n) => JSON.parse(window.model.get('view')).done >= n", arg=gestures)
