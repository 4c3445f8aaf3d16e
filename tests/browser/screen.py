"""What a person sees of a surface, by the role and the name that a screen reader says.

What has neither is named by its class here, and nowhere else, as long as several tests look for it.
"""

import re

from playwright.sync_api import Locator, Page, ViewportSize

Place = Page | Locator
IN_FOCUS = "(node) => node.matches(':focus')"
LISTS = re.compile(r"\blist\b", re.IGNORECASE)


def surface(place: Place) -> Locator:
    """All of a surface."""
    return place.locator(".rankteach")


def marks(place: Place) -> Locator:
    """The relevance labels of the items."""
    return place.get_by_role("button", name=re.compile(r"\brank \d+, .+: "))


def ends(place: Place) -> Locator:
    """The buttons of two linked lists that say where the other list has the same item."""
    return place.get_by_role("button", name=re.compile(r": .*\brank \d+ in "))


def items(place: Place) -> Locator:
    """The rows of all judged lists."""
    return rows(place.get_by_role("list", name=LISTS))


def rows(judged: Locator) -> Locator:
    """The rows of a judged list, without the one that says where the cutoff is."""
    return judged.get_by_role("listitem").filter(has_not_text=re.compile("k = |score ≥"))


def names(place: Place) -> Locator:
    """The names of the items."""
    return place.locator(".rt-name")


def cards(place: Place) -> Locator:
    """The measures."""
    return place.get_by_role("radiogroup", name="Measures").get_by_role("radio")


def values(place: Place) -> Locator:
    """The numbers that measures have."""
    return place.locator(".rt-value")


def title(place: Place) -> Locator:
    """What the calculation is of."""
    return place.locator(".rt-title")


def formula(place: Place) -> Locator:
    """The formula of a calculation."""
    return place.locator(".rt-formula")


def table_rows(place: Place) -> Locator:
    """The rows of the calculation's tables."""
    return place.locator(".rt-tables tbody tr")


def where(place: Place) -> Locator:
    """What the player says of where it is."""
    return place.locator(".rt-where")


def slider(place: Place, name: str) -> Locator:
    return place.get_by_role("slider", name=name, exact=True)


def feedback(place: Place) -> Locator:
    """What a question says to an answer."""
    return place.locator(".rt-feedback")


def origin(place: Place) -> Locator:
    """The line below a calculation that says where a number comes from."""
    return place.locator(".rt-origin")


def conditions(place: Place) -> Locator:
    """The conditions of a goal."""
    return place.get_by_role("list", name="Goal").get_by_role("listitem")


def to_lecture(page: Page, size: ViewportSize) -> None:
    """Show the view for lectures, without movement, in a window of this size."""
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(size)
    page.get_by_role("button", name="Lecture view").click()
