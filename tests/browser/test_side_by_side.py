"""Two rankings side by side in a bare page, with the real Python behind it."""

import pytest
from playwright.sync_api import expect

import rankteach as rt
from tests.browser import screen
from tests.browser.bare import at_rest, drag, joins
from tests.browser.player import add_measure, answered, open_part, unfold

A, B = ["page", "query", "index", "score", "rank"], ["query", "tfidf", "page", "rank", "cosine"]
RELEVANT = {"page", "query", "tfidf", "overlooked"}
MODELS = rt.examples.model_a, rt.examples.model_b
FIRST, SECOND = ".rt-side:first-child", ".rt-side:last-child"


def judged(*lists):
    return [rt.Ranking.from_items(items, RELEVANT) for items in lists]


@pytest.fixture
def open_page(bare_page):
    """Return a function that opens two rankings; its page."""

    return lambda *arguments, **options: bare_page(rt.side_by_side(*arguments, **options))


@pytest.fixture
def named(open_page):
    """Open two systems under one set of judgements; their page."""
    return open_page(*judged(A, B), ["R", "AP", "P@5"], chosen="AP")


def names(page, side):
    return page.locator(f"{side} .rt-name").all_inner_texts()


def item(page, name, side):
    return page.locator(f"{side} .rt-item").filter(has=page.get_by_text(name, exact=True))


def heard(two, words):
    two.page.get_by_role("status").filter(has_text=words).wait_for(state="attached")


def near(page):
    """The items that are marked in either list, and those whose lines are."""
    items = page.locator(".rt-item.rt-near .rt-name").all_inner_texts()
    return items, page.locator(".rt-join.rt-near").evaluate_all("(nodes) => nodes.map((node) => node.dataset.item)")


def rows(page):
    """The table by rank, without the bars."""
    return [line.locator("th, td").all_inner_texts() for line in page.locator(".rt-ranks tbody tr").all()]


def test_the_models_of_the_article(open_page):
    two = open_page(*MODELS, ["P@5", "RR", "AP"], chosen="AP")
    page = two.page
    heard_of = page.get_by_role("radio", name="AP: A 1, B 0.478; A ahead by 0.522")
    assert heard_of.get_attribute("aria-checked") == "true"
    assert screen.values(heard_of).all_inner_texts() == ["1.000", "0.478", "−0.522"]
    assert heard_of.locator("small").all_inner_texts() == ["1", "43/90", "−47/90"]
    assert page.get_by_role("radio", name="P@5: A 0.600, B 0.600; equal").count() == 1
    assert page.locator(".rt-join").count() == 0
    assert "not linked" in page.locator(".rt-left .rt-note").inner_text()
    assert rows(page)[3] == ["4", "a4", "", "1/6", "b4", "+1/6", "−13/18"]
    assert page.locator(".rt-ranks tfoot tr").inner_text().split() == ["all", "1", "43/90", "−47/90"]
    assert (
        page.locator(".rt-contributions").inner_text()
        == "Ranks 1, 2 and 3: 8/9 more for A; ranks 4 and 5: 11/30 more for B."
    )
    # each is judged by itself
    screen.marks(item(page, "b1", SECOND)).click()
    answered(two.page, 1)
    assert (two.widget.first.grades, two.widget.second.grades) == ([1, 1, 1, 0, 0], [1, 0, 1, 1, 1])
    heard(two, "b1 is relevant in B; AP: A 1, B 0.804; A ahead by 0.196")


def test_a_bar_is_as_long_as_what_the_rank_adds(open_page):
    page = open_page(*MODELS, ["AP"]).page
    widths = page.locator(".rt-adds i").evaluate_all(
        "(nodes) => nodes.map((node) => node.getBoundingClientRect().width)"
    )
    first, second = widths[::2], widths[1::2]
    assert [width / first[0] for width in first] == pytest.approx([1, 1, 1, 0, 0], abs=0.02)
    assert [width / first[0] for width in second] == pytest.approx([0, 0, 1 / 3, 1 / 2, 3 / 5], abs=0.02)
    # A's grow to the left and B's to the right, from one line
    middle = page.locator(".rt-adds i").evaluate_all(
        "(nodes) => [nodes[4].getBoundingClientRect().right, nodes[5].getBoundingClientRect().left]"
    )
    assert middle[0] == pytest.approx(middle[1], abs=2)


def test_a_mark_counts_in_both_lists(named):
    page = named.page
    screen.marks(item(page, "rank", FIRST)).click()
    answered(named.page, 1)
    assert named.saved == [{"action": {"do": "toggle", "list": 0, "item": "rank", "n": 1}}]
    for side, rank, other in ((FIRST, 5, "rank 4 in B"), (SECOND, 4, "rank 5 in A")):
        mark = screen.marks(item(page, "rank", side))
        assert mark.get_attribute("aria-pressed") == "true"
        assert (
            mark.get_attribute("aria-label") == f"{'A' if side == FIRST else 'B'}, rank {rank}, rank: relevant; {other}"
        )
    heard(named, "rank is relevant; AP: A 0.520, B 0.800; B ahead by 0.280")
    assert page.locator(f"{FIRST} .rt-side-head").inner_text().split("\n")[-1] == "3 of 5 relevant"
    page.get_by_role("button", name="Undo").click()
    answered(named.page, 2)
    assert screen.marks(item(page, "rank", SECOND)).get_attribute("aria-pressed") == "false"


def move(two, name, to, side):
    """Drop an item where another one is."""
    before = len(two.saved)
    drag(item(two.page, name, side), item(two.page, to, side))
    answered(two.page, before + 1)
    at_rest(two.page)


def test_after_drags_in_both_lists_a_reset_numbers_their_ranks(named):
    """What was dropped last keeps its place only until the answer is drawn."""
    for name, to, side in (("query", "tfidf", SECOND), ("page", "query", FIRST), ("query", "page", FIRST)):
        move(named, name, to, side)
    named.page.get_by_role("button", name="Reset").click()
    answered(named.page, 4)
    for side, order in ((FIRST, A), (SECOND, B)):
        assert names(named.page, side) == order
        assert named.page.locator(f"{side} .rt-rank").all_inner_texts() == list("12345")


def test_either_list_can_be_reordered(named):
    page = named.page
    for name, to, side, order in (
        ("rank", "page", FIRST, ["rank", "page", "query", "index", "score"]),
        ("page", "query", SECOND, ["page", "query", "tfidf", "rank", "cosine"]),
    ):
        move(named, name, to, side)
        assert names(page, side) == order
    assert item(page, "rank", SECOND).locator(".rt-way").inner_text() == "▼ 3"
    assert item(page, "query", SECOND).locator(".rt-way").inner_text() == "▲ 1"
    assert item(page, "tfidf", SECOND).locator(".rt-way").inner_text() == "only here"
    assert item(page, "rank", FIRST).locator(".rt-way").inner_text() == ""
    kinds = page.locator(".rt-join").evaluate_all(
        "(nodes) => Object.fromEntries(nodes.map((n) => [n.dataset.item, n.classList[1]]))"
    )
    assert (kinds["rank"], kinds["query"], kinds["tfidf"]) == ("down", "up", "only")


def test_the_keyboard_alone_does_everything(named):
    page = named.page
    mark = screen.marks(item(page, "index", FIRST))
    screen.marks(item(page, "page", FIRST)).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert mark.evaluate(screen.IN_FOCUS)
    page.keyboard.press("Space")
    answered(named.page, 1)
    page.keyboard.press("Alt+ArrowUp")
    answered(named.page, 2)
    assert names(page, FIRST) == ["page", "index", "query", "score", "rank"]
    assert named.widget.first.grades == [1, 1, 1, 0, 0]
    assert mark.evaluate(screen.IN_FOCUS)
    assert named.widget.second.missed_items == ("index", "overlooked")
    for kind in (f"{FIRST} .rt-mark", f"{SECOND} .rt-mark", ".rt-pick", ".rt-ranks tbody tr", ".rt-either button"):
        assert page.locator(f"{kind}[tabindex='0']").count() + page.locator(f"{kind}:not([tabindex])").count() in (
            1,
            2,
        ), kind
    page.locator(".rt-pick[tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    answered(named.page, 3)
    assert named.widget.chosen == "R"
    assert page.get_by_role("radio", name="R: ").evaluate(screen.IN_FOCUS)
    open_part(page, "Calculation")
    page.locator(".rt-either [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    answered(named.page, 4)
    heard(named, "calculation of B")
    assert page.locator(".rt-either [aria-checked='true']").inner_text() == "Calculation of B"
    open_part(page, "Where the difference comes from")
    page.locator(".rt-ranks tr[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    assert page.locator(".rt-ranks .rt-now th").inner_text() == "2"
    page.get_by_role("slider", name="cutoff").focus()
    page.keyboard.press("ArrowLeft")
    answered(named.page, 5)
    assert named.widget.measures[-1] == "P@4"
    page.keyboard.press("Control+z")
    answered(named.page, 6)
    assert named.widget.measures[-1] == "P@5"


def test_what_is_pointed_at_is_marked_in_both_lists(named):
    page = named.page
    item(page, "page", FIRST).hover()
    assert near(page) == (["page", "page"], ["page"])
    screen.marks(item(page, "tfidf", SECOND)).focus()
    page.mouse.move(0, 0)
    assert near(page) == (["tfidf"], ["tfidf"])
    page.get_by_role("slider", name="cutoff").focus()
    assert near(page) == ([], [])


def test_a_line_joins_the_two_places_of_an_item(named):
    page = named.page
    at_rest(page)
    for name in ("page", "query", "rank"):
        joins(page, name, item(page, name, FIRST), item(page, name, SECOND))
    # up, down and level are told apart without colour
    dash = "(node) => getComputedStyle(node.children[1]).strokeDasharray"
    dashes = {name: page.locator(f".rt-join[data-item='{name}']").evaluate(dash) for name in ("page", "query")}
    assert dashes["page"] != dashes["query"] == "none"


def test_a_rank_is_marked_in_both_lists_and_in_the_calculation(named):
    page = named.page
    page.locator(".rt-ranks tbody tr").nth(2).click()
    assert page.locator(".rt-item.rt-now .rt-name").all_inner_texts() == ["index", "page"]
    open_part(page, "Calculation")
    assert page.locator(".rt-tables tr.rt-now td").nth(1).inner_text() == "index"
    page.get_by_role("radio", name="Calculation of B").click()
    answered(named.page, 1)
    assert screen.title(page).inner_text().endswith("average precision of B")
    assert page.locator(".rt-tables tr.rt-now td").nth(1).inner_text() == "page"
    screen.names(item(page, "rank", SECOND)).click()
    open_part(page, "Where the difference comes from")
    assert page.locator(".rt-ranks .rt-now th").inner_text() == "4"


def test_rows_that_differ_are_marked(named):
    page = named.page
    lines = page.locator(".rt-differences tbody tr")
    assert lines.evaluate_all("(nodes) => nodes.map((node) => node.classList.contains('rt-same'))") == [
        True,
        True,
        False,
        False,
        False,
    ]
    sign = "(node) => getComputedStyle(node, '::after').content"
    assert [line.locator("td").first.evaluate(sign) for line in lines.all()[1:3]] == ["none", '" ≠"']
    assert (
        page.locator(".rt-differences p").inner_text()
        == "They first differ at rank 3, where relevant is 0 in A and 1 in B."
    )


def test_measures_come_and_go(named):
    page = named.page
    add_measure(page, "LAG")
    answered(named.page, 1)
    assert page.get_by_role("radio", name="LAG: ").get_attribute("aria-checked") == "true"
    page.get_by_role("radio", name="LAG: ").press("Delete")
    answered(named.page, 2)
    assert screen.cards(page).count() == 3
    assert named.widget.chosen == "P@5"  # where the chosen one went, its neighbour is
    page.get_by_role("radio", name="AP: ").click()
    open_part(page, "Calculation")
    unfold(page, "Conventions")
    page.get_by_label("denominator").select_option("hits")
    answered(named.page, 4)
    assert named.widget.chosen == 'AP(denominator="hits")'
    heard(named, "AP: A 1, B 1; equal")


@pytest.mark.parametrize("width", [800, 860, 1300, 1400])
@pytest.mark.parametrize("measures", [['AP(denominator="min")@3', "RR"], ["DCG", 'DCG(gain="exponential")']], ids=str)
def test_the_numbers_of_a_measure_with_a_long_name_are_below_their_heads(bare_page, measures, width):
    page = bare_page(rt.side_by_side([2, 0, 1], [0, 1, 2], measures)).page
    page.set_viewport_size({"width": width, "height": 900})
    ends = "(all) => all.map((one) => one.getBoundingClientRect().right)"
    heads = page.locator(".rt-standing-heads span").evaluate_all(ends)[1:4]
    numbers = page.locator(".rt-standings .rt-number").evaluate_all(ends)
    assert len(numbers) == 6 and all(numbers)
    assert all(abs(number - head) < 9 for number, head in zip(numbers, heads * 2, strict=True))
    assert numbers[:3] == pytest.approx(numbers[3:], abs=1)


def test_marks_are_dots_in_both_lists_or_words_in_both(open_page):
    sizes = "(marks) => [...new Set(marks.map((mark) => getComputedStyle(mark).fontSize))]"
    for items, dots in ((["a", "b"], False), (["a", "a name that needs the room of the words"], True)):
        page = open_page(rt.Ranking([1, 0], items=["a", "b"]), rt.Ranking([1, 0], items=items)).page
        page.set_viewport_size({"width": 1900, "height": 900})
        [size] = screen.marks(page).evaluate_all(sizes)
        assert (size == "0px") == dots


def test_the_whole_of_a_long_name_is_its_title(open_page):
    urls = [f"https://example.org/corpus/documents/section/the-quick-brown-fox-{i}" for i in range(10, 20)]
    page = open_page(*([rt.Ranking.from_items(urls[i:] + urls[:i], set(urls[:3])) for i in (0, 4)])).page
    shown = screen.names(screen.items(page))
    assert set(shown.evaluate_all("(names) => names.map((name) => name.title)")) == set(urls)
    lines = "(names) => names.every((name) => name.scrollWidth <= name.clientWidth && name.clientHeight < 40)"
    assert shown.evaluate_all(lines)


@pytest.mark.parametrize("width", [360, 600, 800, 1100])
def test_the_bars_have_room_and_nothing_beside_them_is_cut(open_page, width):
    page = open_page(
        *[rt.Ranking.from_items([f"mushroom-{i}-pie" for i in order], {"mushroom-2-pie"}) for order in ("1234", "2143")]
    ).page
    page.set_viewport_size({"width": width, "height": 900})
    open_part(page, "Where the difference comes from")
    assert page.locator(".rt-scroll:has(.rt-ranks)").evaluate("(node) => node.scrollWidth <= node.clientWidth")
    [longest] = page.locator(".rt-adds i").evaluate_all("(bars) => [Math.max(...bars.map((bar) => bar.offsetWidth))]")
    assert longest > 30


def test_after_a_move_nothing_says_that_arrows_count_from_the_start(bare_page):
    """In list B they count from list A."""
    page = bare_page(rt.side_by_side([1, 0, 1], [1, 0, 1], ["AP"])).page
    hint = page.locator(".rt-hint").first
    page.get_by_role("list", name="List B").locator("[aria-keyshortcuts]").first.press("Alt+ArrowDown")
    page.get_by_text("▼ 1").first.wait_for()
    page.mouse.move(9, 9)
    expect(hint).not_to_contain_text("since the start")


def test_all_rows_of_nine_ranks_are_seen_in_a_lecture_with_a_goal(open_page):
    goal = "AP of A > AP of B and nDCG of A < nDCG of B"
    page = open_page([1] * 3 + [0] * 6, [1] * 3 + [0] * 6, ["AP", "nDCG"], goal=goal, fixed="labels").page
    screen.to_lecture(page, {"width": 1280, "height": 720})
    page.wait_for_function(
        "() => { const { scrollHeight, clientHeight } = surface.querySelector('.rt-by-rank .rt-scroll');"
        " return scrollHeight <= clientHeight; }",
    )
