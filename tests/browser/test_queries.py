"""Several lists and the mean over them in a bare page, with the real Python behind it."""

import pytest

import rankteach as rt
from tests.browser import screen
from tests.browser.axe import faults
from tests.browser.bare import at_rest
from tests.browser.looks import looked
from tests.browser.player import answered

LISTS = {"soup": [1, 0, 1], "tart": [0, 1], "salad": [0, 0, 1]}


@pytest.fixture
def queries(bare_page):
    """Open three lists; their page."""
    return bare_page(rt.explore_queries(LISTS, ["MAP", "MRR"]))


def of(page, name):
    return page.get_by_role("group", name=name, exact=True)


def values(page):
    """The value of each query, and those of the means."""
    shown = page.locator(".rt-query .rt-value").all_inner_texts()
    return shown, screen.values(screen.cards(page)).all_inner_texts()


def test_a_click_on_a_mark_moves_its_query_and_the_means(queries):
    page = queries.page
    assert values(page) == (["0.833", "0.500", "0.333"], ["0.556", "0.611"])
    screen.marks(of(page, "tart")).first.click()
    answered(queries.page, 1)
    assert values(page) == (["0.833", "1.000", "0.333"], ["0.722", "0.778"])
    page.get_by_role("button", name="Undo").click()
    answered(queries.page, 2)
    mark = screen.marks(of(page, "soup")).nth(1)
    mark.press("Alt+ArrowUp")
    answered(queries.page, 3)
    assert queries.widget.rankings["soup"].grades == [0, 1, 1]
    assert mark.evaluate("(node) => node.getRootNode().activeElement.ariaLabel") == "soup, rank 1, d2: not relevant"


def test_the_hard_query_is_taken_out_and_put_back(queries):
    page = queries.page
    page.get_by_role("button", name="Take salad out").click()
    answered(queries.page, 1)
    assert values(page)[1] == ["0.667", "0.750"]
    note = "Without salad, MAP is 0.667 over 2 of 3 queries. Over all 3 it is 0.556."
    assert page.get_by_role("note").inner_text() == note
    assert screen.table_rows(page).count() == 2
    of(page, "salad").get_by_role("button", name="salad", exact=True).click()
    page.locator(".rt-back b", has_text="salad").wait_for()
    assert not faults(page)
    page.get_by_role("button", name="All queries: MAP").click()
    answered(queries.page, 3)
    page.get_by_role("button", name="Put salad back").press("Enter")
    answered(queries.page, 4)
    assert values(page)[1] == ["0.556", "0.611"]


def test_the_player_walks_over_the_queries_and_a_name_opens_its_own_calculation(queries):
    page, marked = queries.page, queries.page.locator(".rt-query.rt-now")
    for query in LISTS:
        page.get_by_role("button", name="Next").click()
        assert marked.get_attribute("aria-label") == query
    page.get_by_role("button", name="Show every step").click()
    of(page, "tart").get_by_role("button", name="tart", exact=True).click()
    screen.title(page).filter(has_text="average precision").filter(has_not_text="mean").wait_for()
    assert screen.table_rows(page).count() == len(LISTS["tart"])
    screen.table_rows(page).nth(1).click()
    assert of(page, "tart").locator(".rt-item.rt-now .rt-name").inner_text() == "d2"
    assert page.locator(".rt-item.rt-now").count() == 1
    page.get_by_role("button", name="All queries: MAP").click()
    screen.title(page).filter(has_text="mean average precision").wait_for()
    screen.table_rows(page).nth(2).locator("td").first.click()  # the name in the table
    page.locator(".rt-back b", has_text="salad").wait_for()


def test_nothing_says_the_mean_while_it_is_predicted(queries):
    page = queries.page
    page.get_by_role("combobox", name="predict").select_option("value")
    assert not page.locator(".rt-query .rt-value").first.is_visible()
    screen.marks(of(page, "tart")).first.click()
    answered(queries.page, 1)
    page.get_by_role("status").filter(has_text="tart: d1 is relevant").wait_for(state="attached")
    assert "0.722" not in screen.surface(page).inner_text()


def test_another_average_is_a_choice_in_the_header(queries):
    page = queries.page
    page.get_by_role("button", name="Conventions").click()
    menu = page.get_by_role("combobox", name="average")
    assert menu.locator("option").first.inner_text() == "mean: 0.556"
    menu.select_option("geometric")
    page.locator(".rt-title b", has_text="gMAP").wait_for()
    assert queries.widget.chosen == "gMAP"


@pytest.mark.parametrize("scores", [None, range(8, 0, -1)], ids=["without scores", "with scores"])
def test_three_lists_of_eight_dishes_are_seen_next_to_each_other_in_a_low_window(bare_page, scores):
    dishes = ["Leek soup", "Quiche", "Cream of mushroom", "Broth", "Spoons", "Vichyssoise", "Onion tart", "Bread"]
    one = rt.Ranking([2, 0, 1, 0, 0, 1, 0, 1], items=dishes, scores=scores)
    page = bare_page(rt.explore_queries(dict.fromkeys(LISTS, one))).page
    page.set_viewport_size({"width": 848, "height": 599})
    at_rest(page)
    bottom = page.locator(".rt-each").evaluate("(node) => node.getBoundingClientRect().bottom")
    boxes = [page.get_by_role("list", name=f"List of {query}").bounding_box() for query in LISTS]
    assert len({box["y"] for box in boxes}) == 1 and max(box["y"] + box["height"] for box in boxes) <= bottom + 1
    assert not looked(page)
