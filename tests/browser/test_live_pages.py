"""A saved page in Chromium: opened from the file system, with every host blocked, it answers as Python does."""

import re
from itertools import product
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

import rankteach as rt
from rankteach.classroom import question
from tests.browser import screen
from tests.browser.axe import faint, faults
from tests.browser.bare import at_rest
from tests.browser.pages import served
from tests.browser.surfaces import SURFACES

ELSEWHERE = '(input) => { input.value = input.value > 1 ? 1 : 2; input.dispatchEvent(new Event("input")); }'


@pytest.fixture
def opened(page, tmp_path):
    """Return a function that saves surfaces and opens their page; any request but for the file fails the test."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    def open_saved(*surfaces):
        path = tmp_path / "live.html"
        rt.live_page(surfaces, path)
        page.goto(path.as_uri())
        screen.surface(page).nth(len(surfaces) - 1).wait_for()
        return page

    yield open_saved
    assert asked[0].startswith("file:") and all(url == asked[0] or url.startswith("blob:") for url in asked), asked


def test_titles_stay_with_their_items_and_in_the_line_of_code(opened):
    titles = {"d1": "Leek soup", "d2": "Onion tart"}
    page = opened(rt.explore([1, 0], ["AP"], titles=titles))
    page.get_by_role("button", name="rank 1,").press("Alt+ArrowDown")
    page.get_by_text("d1 moved to rank 2").wait_for(state="attached")
    assert screen.names(page).all_inner_texts() == ["d2\nOnion tart", "d1\nLeek soup"]
    page.get_by_role("button", name="Copy as code").click()
    page.get_by_role("status").filter(has_text="Copied").wait_for()
    copied = eval(page.evaluate("() => navigator.clipboard.readText()"), {"rt": rt})
    assert copied.titles == titles and copied.ranking.items == ("d2", "d1")


def test_the_dots_of_a_run_show_their_lists(opened):
    qrels = {"1": {"a": 1}, "2": {"b": 1}}
    result = rt.evaluate(qrels, {"1": {"a": 1}, "2": {"a": 2, "b": 1}}, "AP")
    page = opened(rt.explore(result, second=result, titles={"1": "soups", "2": "tarts"}))
    page.get_by_role("option", name="query 1, soups").press("Enter")
    page.locator(".rt-pointed").get_by_text("1 of 1 relevant item in the list, the first one at rank 1.").wait_for()
    assert screen.names(page).all_inner_texts() == ["a"]
    assert page.locator(".rt-strip line[x2]").count() == 2


@pytest.mark.parametrize(("touched", "words"), [(False, "Click a label"), (True, "Tap a label")])
def test_how_to_play_speaks_of_the_hand_that_plays(chromium, tmp_path, touched, words):
    rt.explore([1, 0], ["RR"]).to_live_page(tmp_path / "page.html")
    context = chromium.new_context(has_touch=touched, is_mobile=touched)
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    screen.surface(page).wait_for()
    assert page.locator(".how").inner_text().startswith(words)
    context.close()


@pytest.mark.parametrize("view", ["full", "lecture"])
def test_a_page_begins_in_the_view_that_its_surface_was_given(opened, view):
    page = opened(rt.explore([1, 0, 1], ["AP"], view=view))
    assert screen.surface(page).get_attribute("data-layout") == view
    page.get_by_role("button", name="Lecture view").click()
    assert screen.surface(page).get_attribute("data-layout") != view
    page.reload()
    screen.surface(page).wait_for()
    assert screen.surface(page).get_attribute("data-layout") == view


def test_a_lecture_has_the_whole_width_of_its_page(opened):
    page = opened(rt.explore([1, 0, 1], ["AP"]))
    page.set_viewport_size({"width": 1920, "height": 1080})
    title = page.get_by_role("heading", level=1)
    expect(title).to_be_visible()
    page.get_by_role("button", name="Lecture view").click()
    expect(title).not_to_be_visible()
    assert screen.surface(page).bounding_box()["width"] > 1750
    page.get_by_role("button", name="Lecture view").click()
    expect(title).to_be_visible()


def test_what_needs_python_is_refused_in_words(opened):
    page = opened(rt.explore([1, 0, 1], ["AP"]))
    page.get_by_role("button", name="Options").click()
    parts = page.locator("h4:visible, .rt-tools, .rt-list, .rt-formula, .rt-controls, .rt-card, .rt-table")
    before = [one.bounding_box() for one in parts.all()]
    page.locator(".rt-switch").click()
    page.get_by_role("alert").filter(has_text="This page has no Python").wait_for()
    notice = page.locator(".rt-error").bounding_box()
    assert [one.bounding_box() for one in parts.all()] == before
    assert all(box["y"] + box["height"] <= notice["y"] for box in before if box)
    assert not page.get_by_role("button", name="Your own list").is_visible()


def test_an_item_that_was_dropped_in_vain_goes_back_each_time(bare_page, monkeypatch):
    widget = rt.explore([1, 0] * 4, ["AP", "nDCG", "RR"])

    def refuse(*_):
        raise ValueError("Not here.")

    monkeypatch.setattr(type(widget._state), "move", refuse)
    page = bare_page(widget).page
    rows = screen.items(page)
    for _ in range(2):
        first, fourth = (rows.nth(place).bounding_box() for place in (0, 3))
        page.mouse.move(first["x"] + 60, first["y"] + 8)
        page.mouse.down()
        page.mouse.move(first["x"] + 60, fourth["y"], steps=3)
        page.mouse.move(first["x"] + 60, fourth["y"] + 10)
        assert page.locator(".rt-held").count() == 1
        page.mouse.up()
        page.get_by_role("alert").filter(has_text="Not here.").wait_for()
        for place in range(4):
            expect(rows.nth(place)).not_to_have_attribute("style", re.compile("translateY"))


RUN = {"soup": {"a": 2, "b": 1}, "tart": {"a": 2, "b": 1}}
SHORT = {
    "explore": rt.explore([1, 0, 1], ["AP", "P@2"]),
    "evaluated run": rt.explore(rt.evaluate({"soup": {"a": 1}, "tart": {"b": 1}}, RUN, ["P@2", "AP"])),
    "curve": rt.explore_curve([1, 0, 1]),
    "agreement": rt.explore_agreement(["a", "b", "c"], ["b", "a", "c"]),
    "queries": rt.explore_queries({"soup": [1, 0], "tart": [1]}, ["P@2"]),
    "side by side": rt.side_by_side([0, 1], [1, 0], ["AP", "P@2"]),
    "steps": rt.step_through(rt.average_precision([1, 0, 1])),
}
"""For each kind of surface a short one, most of them with something that has a cutoff."""
READ = "(where) => [...surface.querySelectorAll(where)].map((node) => node.textContent).join()"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Save a page of each kind; return the addresses of their folder: in the file system, and on a plain server."""
    folder = tmp_path_factory.mktemp("pages")
    for name, surface in SHORT.items():
        surface.to_live_page(folder / f"{name}.html")
    with served(folder) as address:
        yield {"the file system": f"{folder.as_uri()}/", "a plain server": address}


@pytest.mark.parametrize(
    ("name", "host"),
    [
        *product(SHORT, ["the file system"]),
        ("explore", "a plain server"),
        *(pytest.param(name, "a plain server", marks=pytest.mark.slow) for name in SHORT if name != "explore"),
    ],
)
def test_a_page_is_clicked_cut_walked_through_and_undone(page, site, name, host):
    surface, asked, missing = SURFACES[name], [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
    address = f"{site[host]}{quote(name)}.html"
    page.goto(address)
    page.locator(surface.changes).first.wait_for()
    undo = page.get_by_role("button", name="Undo")

    def after(do, where):
        before = page.evaluate(READ, where)
        do()
        page.wait_for_function(f"([where, before]) => ({READ})(where) !== before", arg=[where, before])
        return before

    start = after(page.locator(f".{surface.name} {surface.click}").click, surface.changes)
    if name != "steps":
        slider = page.get_by_role("slider", name=re.compile("^(cutoff k|threshold)$"))
        after(lambda: slider.evaluate(ELSEWHERE), ".rt-slider b")
        after(undo.click, ".rt-slider b")
        after(undo.click, surface.changes)
        assert page.evaluate(READ, surface.changes) == start
    if name in ("curve", "side by side"):
        page.get_by_role("tab", name="Calculation", exact=True).click()
    after(page.get_by_role("button", name="First step").click, ".rt-where")
    after(page.get_by_role("button", name="Next").click, ".rt-where")
    assert page.locator(".rt-shown .rt-worked math").count()
    assert not page.get_by_role("alert").is_visible()
    assert all(url == address or url.startswith(("blob:", "data:")) for url in asked) and not missing, asked


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_accessible_on_a_phone_and_on_a_screen(opened, scheme):
    page = opened(rt.explore([1, 0, 1], ["AP"]), rt.reciprocal_rank([0, 1]))
    page.emulate_media(color_scheme=scheme)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        at_rest(page)
        page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
        look = faults if scheme == "light" else faint  # nothing but colours differs in the dark
        assert not look(page)


def test_a_dragged_item_shows_the_recorded_values(opened):
    page = opened(rt.explore([1, 0, 1, 1, 0], ["AP"]))
    x, y, *_ = screen.names(page).nth(2).bounding_box().values()
    page.mouse.move(x + 10, y + 8)
    page.mouse.down()
    page.mouse.move(x + 10, y - 20, steps=3)
    page.locator(".rt-slots span").first.wait_for()
    moved = [rt.average_precision(rt.Ranking([1, 0, 1, 1, 0]).moved(3, rank)) for rank in range(1, 6)]
    assert page.locator(".rt-slots span").all_inner_texts() == [f"{float(one):.3f}" for one in moved]
    assert not page.get_by_role("alert").is_visible()


def test_a_question_replies_to_a_mistake_gives_a_hint_and_praises_the_answer(opened):
    soup = rt.average_precision(rt.Ranking([1, 0, 1], missed=[1]))
    page = opened(rt.explore([1, 0, 1], ["AP"]), question("What is AP?", answer=soup, hints=["Divide by m."]))
    asked = page.locator(".rt-question-surface")
    asked.get_by_role("textbox").fill("5/6")
    asked.get_by_role("button", name="Check").click()
    asked.get_by_text("divided by the relevant items found").first.wait_for()
    asked.get_by_role("button", name="Hint 1 of 1").click()
    asked.get_by_text("Divide by m.").first.wait_for()
    asked.get_by_role("textbox").fill("55.6 %")
    asked.get_by_role("textbox").press("Enter")
    asked.get_by_text("Right, rounded.").first.wait_for()
    asked.get_by_text("AP = 5/9 ≈ 0.5556", exact=True).first.wait_for()
    asked.get_by_role("button", name="Try again").click()
    asked.get_by_role("button", name="Reveal answer").wait_for()


def test_on_paper_all_is_seen_and_nothing_can_be_pressed(opened):
    items = [f"Leek and potato soup, number {n}" for n in range(1, 6)]
    page = opened(rt.explore(rt.Ranking([1, 0, 1, 1, 0], items=items), ["AP", "P@3"], first_steps=True))
    pressed = [page.get_by_role("button", name=name).first for name in ("Play", "Undo", "Best swap", "Next", "Options")]
    pressed += [page.get_by_text("1 of 5"), page.get_by_role("slider", name="cutoff k", exact=True)]
    for one in pressed:
        one.wait_for()
    page.emulate_media(media="print")
    for one in pressed:
        one.wait_for(state="hidden")
    fits = "(all) => all.every((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 4)"
    assert screen.names(page).evaluate_all(fits)
    assert screen.table_rows(page).last.is_visible()


@pytest.mark.parametrize(
    ("make", "most", "words"),
    [
        (lambda: rt.explore([1, 0, 1, 0], ["AP", "P@4"]), 3000, None),
        (lambda: rt.explore([1, 0, 1, 0], ["AP", "P@4"]), 10, "Reset to drag again"),
        (lambda: rt.explore_queries({"soup": [1, 0, 1, 0], "tart": [0, 1, 1]}), 3000, "click a label"),
    ],
    ids=["all moves", "from the start", "none"],
)
def test_a_page_offers_the_moves_that_it_has(opened, monkeypatch, make, most, words):
    monkeypatch.setattr("rankteach.widgets.pages.recorder.MOST_STATES", most)
    page = opened(make())
    button, handle = page.locator(".rt-moves :enabled"), page.locator(".rt-grip")
    page.locator(".rt-mark").nth(1).click()
    page.get_by_text("d2 is").first.wait_for(state="attached")
    if not words:
        button.first.click()
        expect(page.locator(".rt-item .rt-name").first).to_have_text("d2")
        return
    expect(handle.first).to_be_hidden()
    expect(button.first).to_be_hidden()
    expect(page.locator(".rt-hint").first).to_have_text(words, use_inner_text=True)
    page.locator(".rt-mark").first.press("Alt+ArrowDown")
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator(".rt-item .rt-name").first).to_have_text("d1")
    page.get_by_role("button", name="Reset").click()
    expect(handle.first).to_be_visible(visible=words == "Reset to drag again")
