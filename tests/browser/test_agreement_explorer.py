"""The explorer of agreement in a bare page, with the real Python behind it."""

import pytest

from rankteach.widgets import explore_agreement
from tests.browser import screen
from tests.browser.bare import at_rest, drag, joins
from tests.browser.player import answered, unfold

FOUR = ["d1", "d2", "d3", "d4"]
FIRST = ["page", "query", "index", "score", "rank"]
SECOND = ["query", "page", "tfidf", "rank", "cosine"]
SECOND_LIST = ".rt-list:not(.rt-fixed)"


@pytest.fixture
def open_page(bare_page):
    """Return a function that opens an explorer of two lists; its page."""

    return lambda first, second, **options: bare_page(explore_agreement(first, second, **options))


@pytest.fixture
def explorer(open_page):
    """Open an explorer of four items in the same order; its page."""
    return open_page(FOUR, FOUR)


def names(page):
    return page.locator(f"{SECOND_LIST} .rt-name").all_inner_texts()


def item(page, name, where=SECOND_LIST):
    return page.locator(f"{where} .rt-item").filter(has=page.get_by_text(name, exact=True))


def card(page, name):
    return screen.cards(page).filter(has_text=name)


def crossings(page):
    """How many pairs each mark where lines cross stands for."""
    at_rest(page)
    marks = page.locator(".rt-crossing").evaluate_all("(nodes) => nodes.map((node) => Number(node.textContent) || 1)")
    return sorted(marks)


def near(page):
    """The items whose lines are marked."""
    return page.locator(".rt-join.rt-near").evaluate_all("(nodes) => nodes.map((node) => node.dataset.item)")


def test_dragging_crosses_pairs_out(explorer):
    page = explorer.page
    assert crossings(page) == []
    drag(item(page, "d4"), item(page, "d2"))
    answered(explorer.page, 1)
    assert names(page) == ["d1", "d4", "d2", "d3"]
    assert explorer.saved == [{"action": {"do": "move", "item": "d4", "to": 2, "n": 1}}]
    assert explorer.widget.second == ("d1", "d4", "d2", "d3")
    assert crossings(page) == [1, 1]
    for name, value in (("Tau", "0.333"), ("Kendall distance", "0.333"), ("Rho", "0.400")):
        assert screen.values(card(page, name)).inner_text() == value
    assert page.get_by_role("gridcell", name="d2, d4: opposite").locator(".rt-sign.opposite").count() == 1
    assert page.get_by_role("gridcell", name="d1, d2: in the same order").locator(".rt-sign.same").count() == 1
    assert " ".join(page.locator(".rt-counts").inner_text().split()) == "● 4 in the same order × 2 in opposite order"
    said = "d4 moved to rank 2; Tau 1/3, down 2/3"
    page.get_by_role("status").filter(has_text=said).wait_for(state="attached")
    page.get_by_role("button", name="Reset").click()
    answered(explorer.page, 2)
    assert (names(page), crossings(page)) == (FOUR, [])


def test_lines_follow_an_item_while_it_is_dragged(explorer):
    page = explorer.page
    drag(item(page, "d4"), item(page, "d2"), drop=False)
    page.locator(".rt-crossing").nth(1).wait_for()  # before Python has said anything
    assert explorer.saved == []
    assert "Drop the item" in page.locator(".rt-words").inner_text()
    assert near(page) == ["d4"]
    page.keyboard.press("Escape")
    assert crossings(page) == []
    page.mouse.up()
    assert (names(page), explorer.saved) == (FOUR, [])


def test_each_frame_of_a_move_is_laid_out_once(open_page):
    page = open_page(list("abcdefgh"), list("badcfehg")).page
    page.evaluate(
        """() => {
          const { requestAnimationFrame: ask } = window;
          window.frames_asked = 0;
          window.requestAnimationFrame = (draw) => ask.call(window, (time) => {
            window.frames_asked += 1;
            draw(time);
          });
        }"""
    )
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def layouts():
        return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}["LayoutCount"]

    before = layouts()
    page.get_by_role("button", name="Move b down").dispatch_event("click")
    at_rest(page)
    assert layouts() - before <= page.evaluate("() => window.frames_asked") + 8


def test_a_line_joins_the_two_places_of_an_item(open_page):
    page = open_page(FOUR, ["d2", "d1", "d4", "d3"]).page
    at_rest(page)
    for name in FOUR:
        joins(page, name, item(page, name, ".rt-fixed"), item(page, name, SECOND_LIST))


def test_keys_that_would_move_an_item_of_the_first_list_say_that_it_is_fixed(explorer):
    page = explorer.page
    screen.ends(item(page, "d1", ".rt-fixed")).focus()
    page.keyboard.press("Alt+ArrowDown")
    page.locator("[role=status]").filter(has_text="First list (fixed)").wait_for(state="attached")
    assert names(page) == FOUR
    assert page.get_by_role("list", name="First list (fixed)").get_by_role("button", name="Move").count() == 0


def test_the_keyboard_alone_does_everything(explorer):
    page = explorer.page
    handle = screen.ends(item(page, "d1"))
    handle.focus()
    assert near(page) == ["d1"]
    page.keyboard.press("Alt+ArrowDown")
    answered(explorer.page, 1)
    assert names(page)[:2] == ["d2", "d1"]
    assert handle.evaluate(screen.IN_FOCUS)
    words = "d1: rank 2 in the second list, 1 lower than in the first (rank 1); in opposite order to d2."
    assert handle.get_attribute("aria-label") == words
    page.keyboard.press("End")
    assert near(page) == ["d4"]
    page.keyboard.press("Enter")  # keeps it marked
    page.get_by_role("button", name="Reset").focus()
    assert near(page) == ["d4"]
    assert screen.ends(item(page, "d4")).get_attribute("aria-pressed") == "true"
    screen.ends(item(page, "d4")).press("Enter")
    page.get_by_role("button", name="Reset").focus()
    assert near(page) == []
    # one stop for the tabulator in each group
    for kind, stops in ((".rt-fixed .rt-end", 1), (f"{SECOND_LIST} .rt-end", 1), (".rt-pair", 1)):
        assert page.locator(f"{kind}[tabindex='0']").count() == stops, kind
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    answered(explorer.page, 2)
    assert explorer.widget.chosen == "KendallDistance@4"


def test_arrow_keys_walk_the_grid_of_pairs(explorer):
    page = explorer.page
    page.locator(".rt-pair[tabindex='0']").focus()
    name = "() => surface.activeElement.getAttribute('aria-label')"
    for key, pair in (
        ("ArrowRight", "d1, d2"),  # there is none
        ("ArrowDown", "d1, d3"),
        ("ArrowRight", "d2, d3"),
        ("ArrowUp", "d2, d3"),
        ("ArrowDown", "d2, d4"),
        ("End", "d3, d4"),
        ("Home", "d1, d4"),
        ("ArrowUp", "d1, d3"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(name) == f"{pair}: in the same order", key
    assert near(page) == ["d1", "d3"]
    assert page.locator(".rt-words").inner_text() == "d1, d3: in the same order"
    page.keyboard.press("Enter")
    assert page.locator("tr.rt-now td").first.inner_text() == "d1, d3"
    assert page.locator(".rt-pair[aria-current='step']").get_attribute("aria-label").startswith("d1, d3")
    screen.table_rows(page).nth(5).click()
    page.mouse.move(0, 0)
    assert near(page) == ["d3", "d4"]
    assert explorer.saved == []


def test_pointing_at_an_item_marks_it_everywhere(open_page):
    page = open_page(FOUR, ["d4", "d1", "d3", "d2"]).page
    item(page, "d3", ".rt-fixed").hover()
    assert near(page) == ["d3"]
    assert page.locator(".rt-pair.rt-near").count() == 3
    assert page.locator(".rt-item.rt-near").count() == 2
    assert page.locator(".rt-words").inner_text() == ("d3: rank 3 in both lists; in opposite order to d2 and d4.")
    page.get_by_role("gridcell", name="d2, d3: opposite").hover()
    assert near(page) == ["d2", "d3"]
    assert page.locator(".rt-pair.rt-near").count() == 1
    page.locator(".rt-bar").first.hover()
    assert near(page) == []
    page.locator(".rt-crossing").first.hover()
    assert len(near(page)) == 2


def test_the_items_of_the_table_are_those_of_both_lists(open_page):
    page = open_page(FOUR, FOUR[::-1], measures=["Rho"]).page
    screen.table_rows(page).nth(0).click()
    assert [one.inner_text() for one in page.locator(".rt-item.rt-now .rt-name").all()] == ["d1", "d1"]
    page.mouse.move(0, 0)
    assert near(page) == ["d1"]
    screen.names(item(page, "d3")).click()
    assert page.locator("tr.rt-now td").first.inner_text() == "d3"


def test_crossings_in_one_place_are_counted(open_page):
    page = open_page(FOUR, FOUR[::-1]).page
    assert crossings(page) == [6]
    assert page.locator(".rt-crossing text").text_content() == "6"


def test_items_of_one_list_only_are_shown_as_such(open_page):
    explorer = open_page(FIRST, SECOND)
    page = explorer.page
    assert screen.cards(page).count() == 1
    assert "Tau, Rho, Pearson, TauAP and TauW need the same items" in page.locator(".rt-right > .rt-note").inner_text()
    assert page.locator(".rt-below").all_inner_texts() == [
        "not in the first list: tfidf and cosine",
        "not in the second list: index and score",
    ]
    assert page.locator(".rt-join.out").count() == 4
    assert screen.ends(item(page, "tfidf")).inner_text() == "only here"
    assert sum(crossings(page)) == 8  # as many as there are opposite pairs: lines go on below the list
    assert page.get_by_role("gridcell", name="index, score: ordered by one list only").count() == 1
    unfold(page, "Conventions")
    page.get_by_label("p", exact=True).select_option("0")
    answered(explorer.page, 1)
    assert explorer.widget.chosen == "KendallDistance(p=0)@5"
    screen.ends(item(page, "cosine")).focus()
    page.keyboard.press("Alt+ArrowUp")
    answered(explorer.page, 2)
    assert explorer.widget.second[3] == "cosine"


def test_the_cutoff_slides(open_page):
    explorer = open_page(FOUR, FOUR[::-1], k=3, measures=["KendallDistance@3"])
    page = explorer.page
    page.get_by_label("cutoff k").focus()
    page.keyboard.press("ArrowLeft")
    answered(explorer.page, 1)
    assert page.locator(".rt-cut").all_inner_texts() == ["k = 2", "k = 2"]
    assert "2 ordered by one list only" in page.locator(".rt-counts").inner_text().replace("\n", " ")
    assert sum(crossings(page)) == 4
