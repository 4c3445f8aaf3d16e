"""Questions in a bare page, with the real Python behind them: by mouse and by keys, in every size and colour."""

import pytest

import rankteach as rt
from rankteach.classroom import question
from tests.browser import screen
from tests.browser.axe import faint, faults
from tests.browser.bare import STAND_IN, traits_of
from tests.browser.player import answered

AP = rt.average_precision([1, 0, 1, 1, 0])  # 29/36
HINTS = ["Only relevant ranks count.", "There are three of them."]
IN_SIGHT = (
    "(node) => { const { top, bottom } = node.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"
)
LISTEN = """(node) => {
  window.said = [];
  new MutationObserver(() => said.push(node.textContent)).observe(node, { childList: true });
}"""
GROUND = "(colour) => { document.body.style.background = colour; }"
MAKE = {
    "number": lambda: question("What is AP?", answer=AP, hints=HINTS, because="The mean at ranks 1, 3 and 4."),
    "choice": lambda: question(
        "Which sees the order?", answer="AP", choices={"P": "P only counts.", "AP": "", "R": ""}
    ),
    "choices": lambda: question("Which need grades?", answer={"DCG", "nDCG"}, choices=["AP", "DCG", "nDCG"]),
    "order": lambda: question("From the best to the worst?", answer=["c", "a", "d", "b"]),
    "text": lambda: question("Why is rank 1 worth most?", answer="Few users look further."),
}


@pytest.fixture
def ask(bare_page):
    """Return a function that opens a question of a kind; its page."""

    def open_question(kind):
        bare = bare_page(MAKE[kind]())
        bare.page.emulate_media(reduced_motion="reduce")
        return bare.page

    return open_question


def focused(page):
    return page.evaluate("() => surface.activeElement.textContent || surface.activeElement.value")


def everything(page):
    """The whole page, with what its widget knows."""
    return page.content() + page.evaluate(
        "() => ['view', 'menu', 'formulas'].map((name) => window.model.get(name)).join()"
    )


def test_a_number_is_checked_with_enter_and_announced(ask):
    page = ask("number")
    field = page.get_by_role("textbox", name="What is AP? AP =")
    assert "29/36" not in everything(page) and "0.80" not in everything(page)
    field.fill("2")
    field.press("Enter")
    answered(page, 1)
    said = screen.feedback(page)
    assert said.inner_text().startswith("AP can't be above 1.")
    assert page.locator("[aria-live]").inner_text() == said.inner_text()
    assert "29/36" not in everything(page) and "0.80" not in everything(page)
    assert field.input_value() == "2"
    field.fill("0.81")
    field.press("Enter")
    answered(page, 2)
    assert said.inner_text() == "Right, rounded."
    assert page.locator(".rt-answer").inner_text().split() == ["Answer", "AP", "=", "29/36", "≈", "0.8056"]
    assert page.get_by_text("The mean at ranks 1, 3 and 4.").is_visible()
    assert page.locator(".rt-worked-out tbody tr").count() == 5
    page.get_by_role("button", name="Calculation").click()
    assert not page.locator(".rt-worked-out").is_visible()


@pytest.mark.parametrize("kind", ["number", "choice", "choices", "order"])
def test_what_is_given_while_an_answer_is_checked_stays_and_is_checked_next(ask, kind):
    page = ask(kind)
    if kind == "number":
        order = "() => [surface.querySelector('input').value]"
        click = "() => { surface.querySelector('input').value += '1'; }"
    elif kind == "order":
        order = "() => [...surface.querySelectorAll('.rt-list .rt-name')].map((node) => node.textContent)"
        click = "() => surface.querySelector('.rt-moves button:enabled').click()"
    else:
        order = "() => [...surface.querySelectorAll(':checked')].map((node) => node.value)"
        click = "() => surface.querySelector('.rt-options input:not(:checked)').click()"
    page.evaluate(click)
    sent = page.evaluate(order)
    page.evaluate(f"() => {{ surface.querySelector('.rt-check').click(); ({click})(); }}")
    chosen = page.evaluate(order)
    answered(page, 1)
    assert page.evaluate(order) == chosen != sent
    page.get_by_role("button", name="Check").click()
    answered(page, 2)
    assert page.evaluate("() => JSON.parse(window.model.get('view')).given") == page.evaluate(order) == chosen


def test_an_answer_that_was_not_checked_is_gone_for_who_starts_again(bare_page):
    bare = bare_page(MAKE["choice"]())
    chosen = bare.page.get_by_role("radio", name="P", exact=True)
    chosen.check()
    bare.push(view={**bare.page.evaluate("() => JSON.parse(window.model.get('view'))"), "begun": 1})
    assert not chosen.is_checked()


@pytest.mark.parametrize(
    ("kind", "field", "key", "given"),
    [("number", "input", "7", ["7"]), ("choice", "input", "Space", ["P"]), ("order", "li", "Alt+ArrowDown", [*"bacd"])],
)
def test_an_answer_that_was_not_checked_stays_when_the_question_is_drawn_again(bare_page, kind, field, key, given):
    bare = bare_page(MAKE[kind]())
    bare.page.locator(f".rt-ask {field}").first.press(key)
    bare.page.evaluate("() => window.cleanup()")
    bare.page.evaluate(STAND_IN, traits_of(bare.widget))
    bare.page.locator(".rt-check").click()
    answered(bare.page, 1)
    assert bare.page.evaluate("() => JSON.parse(window.model.get('view')).given") == given


def test_hints_come_one_by_one_and_the_answer_when_it_is_asked_for(ask):
    page = ask("number")
    for place, hint in enumerate(HINTS, start=1):
        assert hint not in everything(page)
        page.get_by_role("button", name=f"Hint {place} of 2").press("Enter")
        answered(page, place)
        assert page.get_by_role("list", name="Hints").get_by_role("listitem").nth(place - 1).inner_text().endswith(hint)
    field = page.get_by_role("textbox")  # there is no further hint: on to the answer
    assert field.evaluate(screen.IN_FOCUS)
    page.get_by_role("button", name="Reveal answer").press("Enter")
    answered(page, 3)
    assert page.get_by_role("group", name="Answer AP = 29/36 ≈ 0.8056").evaluate(screen.IN_FOCUS)
    page.keyboard.press("Tab")
    assert focused(page) == "Calculation"
    page.keyboard.press("Tab")
    assert focused(page) == "Try again"
    page.keyboard.press("Enter")
    answered(page, 4)
    assert field.evaluate(screen.IN_FOCUS)
    assert not page.locator(".rt-solution").is_visible()
    assert "29/36" not in everything(page)


def test_a_choice_is_made_with_arrow_keys(ask):
    page = ask("choice")
    page.get_by_role("radio", name="P", exact=True).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    answered(page, 1)
    assert screen.feedback(page).inner_text() == "P only counts."
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    answered(page, 2)
    assert screen.feedback(page).inner_text() == "Right."
    assert screen.surface(page).get_attribute("data-verdict") == "right"
    assert page.get_by_role("radio", name="AP", exact=True).is_checked()
    # a choice that is made can't be changed, nor have the focus
    assert page.get_by_role("group", name="Answer AP", exact=True).evaluate(screen.IN_FOCUS)


def test_several_boxes_can_be_ticked(ask):
    page = ask("choices")
    page.get_by_role("checkbox", name="DCG", exact=True).check()
    page.get_by_role("button", name="Check").click()
    answered(page, 1)
    assert screen.feedback(page).inner_text().startswith("Right so far, but not all")
    page.get_by_role("checkbox", name="nDCG").press("Space")
    page.get_by_role("button", name="Check").click()
    answered(page, 2)
    assert screen.feedback(page).inner_text() == "Right."


def test_items_are_put_in_order_with_buttons_keys_and_the_mouse(ask):
    page = ask("order")
    items = page.get_by_role("list", name="From the best to the worst?").get_by_role("listitem")

    def order():
        return "".join(name for name in "".join(items.all_inner_texts()) if name.isalpha())

    assert order() == "abcd"
    page.get_by_role("button", name="Move c up").click()
    assert order() == "acbd"
    page.get_by_role("button", name="Check").focus()
    page.keyboard.press("Shift+Tab")  # the list is one stop, at the item that was moved last
    assert items.nth(1).evaluate(screen.IN_FOCUS)
    page.keyboard.press("Alt+ArrowUp")
    assert order() == "cabd"
    assert page.locator("[aria-live]").inner_text() == "c: place 1 of 4"
    page.keyboard.press("Alt+ArrowUp")  # it is first
    assert order() == "cabd"
    page.keyboard.press("ArrowDown")
    assert items.nth(1).evaluate(screen.IN_FOCUS)
    page.keyboard.press("Alt+End")
    assert order() == "cbda"
    assert items.nth(3).evaluate(screen.IN_FOCUS)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Alt+Home")
    assert order() == "dcba"
    page.keyboard.press("Alt+End")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Alt+ArrowUp")
    assert order() == "cabd"
    page.keyboard.press("Tab")
    assert focused(page) == "Check"
    page.keyboard.press("Enter")
    answered(page, 1)
    assert screen.feedback(page).inner_text() == "The first 2 places are right. What comes next?"
    items.nth(3).drag_to(items.nth(2))
    assert order() == "cadb"
    page.get_by_role("button", name="Check").click()
    answered(page, 2)
    assert screen.feedback(page).inner_text() == "Right."


def test_a_text_is_compared_with_a_model_answer(ask):
    page = ask("text")
    assert "Few users" not in everything(page)
    field = page.get_by_role("textbox", name="Why is rank 1 worth most?")
    page.get_by_role("button", name="Compare with a model answer").click()
    answered(page, 1)
    assert screen.feedback(page).inner_text().startswith("Write your answer first")
    field.fill("They stop.")
    field.press("Enter")
    field.press("Control+Enter")
    answered(page, 2)
    assert page.get_by_text("Few users look further.", exact=True).is_visible()
    assert page.locator("[aria-live]").inner_text() == "A model answer: Few users look further."
    assert field.input_value() == "They stop.\n"
    assert field.evaluate(screen.IN_FOCUS)  # to read it again, and the model answer at the next stop
    page.keyboard.press("Tab")
    assert page.get_by_role("group", name="A model answer Few users look further.").evaluate(screen.IN_FOCUS)


def test_the_same_reply_to_another_answer_is_announced_again(ask):
    page = ask("number")
    page.locator("[aria-live]").evaluate(LISTEN)
    field = page.get_by_role("textbox")
    for times, typed in enumerate(["", "", "0.11", "0.12"], start=1):
        field.fill(typed)
        field.press("Enter")
        answered(page, times)
    said = [words for words in page.evaluate("() => window.said") if words]
    assert len(said) == 4 and said[0] == said[1] and said[2] == said[3]


@pytest.mark.parametrize("kind", ["number", "choice", "text"])
def test_what_is_new_below_the_screen_comes_into_sight_and_nothing_else_jumps(ask, kind):
    page = ask(kind)
    page.set_viewport_size({"width": 700, "height": 320})
    page.evaluate("() => { document.body.style.paddingBlock = '250px 2000px'; }")
    page.locator("input, textarea").first.scroll_into_view_if_needed()
    before = page.evaluate("() => scrollY")
    if kind == "text":
        page.get_by_role("textbox").fill("They stop.")
        page.keyboard.press("Control+Enter")
    else:
        page.get_by_role("button", name="Reveal answer").press("Enter")
    answered(page, 1)
    page.wait_for_function(f"() => ({IN_SIGHT})(surface.querySelector('.rt-answer'))")
    assert page.evaluate("() => scrollY") >= before
    page.set_viewport_size({"width": 700, "height": 1200})
    page.evaluate("() => scrollTo(0, 100)")
    page.get_by_role("button", name="Try again").press("Enter")
    answered(page, 2)
    if kind != "text":
        page.get_by_role("button", name="Reveal answer").press("Enter")
        answered(page, 3)
    assert page.evaluate("() => scrollY") == 100  # it was in sight


@pytest.mark.parametrize("kind", MAKE)
def test_a_question_passes_the_accessibility_checks(ask, kind):
    page = ask(kind)

    def look(state):
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate(GROUND, "#fff")
            assert not faults(page), (state, width)
            page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
        page.evaluate(GROUND, "#111")
        page.wait_for_function("() => surface.querySelector('.rankteach').style.colorScheme === 'dark'")
        assert not faint(page), (state, "dark")

    look("as it opens")
    if page.locator("input, textarea").count():
        field = page.locator("input, textarea").first
        field.check() if kind.startswith("choice") else field.fill("1/2")
    page.locator("button[type=submit]").click()
    answered(page, 1)
    look("after an answer")
    if kind != "text":
        page.get_by_role("button", name="Reveal answer").click()
        answered(page, 2)
        look("with its answer")
