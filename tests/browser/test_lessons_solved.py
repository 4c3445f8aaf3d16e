"""Every task of the notebooks, solved in a real JupyterLab as a student does it: by mouse and by keys; every list.

Right answers are those of the modules of tasks. A goal is reached by the fewest drags and clicks, which a search over
the surface's own lists finds. Right code is in the source of each notebook: the cell tagged ``check`` below its task.
"""

import itertools
import re
import sys
from fractions import Fraction
from typing import Any, NamedTuple

import jupytext
import pytest
from playwright.sync_api import Locator, Page, expect

from docs.recordings import run
from notebooks.build import FOLDER, SOURCES, names
from rankteach.core.ranking import Ranking
from rankteach.widgets.question.answers import Choice, Number, Value
from rankteach.widgets.question.widget import Question
from tests.browser import screen
from tests.browser.jupyter import PANEL
from tests.browser.pages import PATIENCE

FIRST = "00_start_here"  # also in the short form: it is the first that anyone opens
NOTEBOOKS = [name if name == FIRST else pytest.param(name, marks=pytest.mark.slow) for name in names()]
HARSH = ("wrong answer", "incorrect", "failed", "no!", "false!", "obviously", "simply", "you should")
MOST_WORDS = 50  # of a reply
PASSED = "Well done."
REACHED = re.compile(r"(^| )reached( |$)")
NEAR, MOST_MOVES = 9, 100  # pixels at a time, and how often: a row is about three times as high

SHOW = f"""
async (place) => {{
  const content = {PANEL}.content;
  content.activeCellIndex = place;
  await content.scrollToItem(place, "start");
  content.widgets[place].node.dataset.task = place;
}}
"""


class Task(NamedTuple):
    """A cell with a task, by its place in the notebook: a question, a surface with a goal, or code that is right."""

    place: int
    what: Any


# --- what there is to solve ---------------------------------------------------------------------------------


def tasks_of(name: str) -> list[Task]:
    """The tasks of a notebook; its cells run here, too."""
    found, place, task = [], -1, ""
    namespace = {"__name__": name, "display": lambda *shown: None}
    for cell in jupytext.read(SOURCES / f"{name}.py", fmt="py:percent").cells:
        if "check" in cell.metadata.get("tags", []):
            if task and "def " in cell.source:
                found.append(Task(place, cell.source.replace("assert rt.check(", "rt.check(")))
                task = ""
            continue
        assert not task or not name.startswith("lessons/"), f"no solution in {name}: {task}"
        place += 1
        task = ""
        if cell.cell_type == "code":
            shown = run(cell.source, namespace)
            if isinstance(shown, Question) or getattr(getattr(shown, "_state", None), "goal", None):
                found.append(Task(place, shown))
            task = cell.source if "rt.check(" in cell.source else ""
    return found


# --- questions ----------------------------------------------------------------------------------------------


def wrong_answers(question: Question) -> list[list[str]]:
    """What a student can answer that isn't right: every wrong choice; for a number slips, and numbers that can't be."""
    answer = question._state.answer
    if isinstance(answer, Choice):
        wrong = [[one] for one in answer.items if [one] != answer.right]
        return [*wrong, list(answer.items)] if answer.several else wrong
    if answer.kind == "order":
        return [list(answer.items)]
    if answer.kind == "text":
        return [[" "]]
    slips = [format_of(one) for one in answer.replies] if isinstance(answer, Number | Value) else []
    return [[one] for one in (*slips, "0.123", "17", "a half") if not question.check(one)]


def format_of(number: Any) -> str:
    return str(number) if isinstance(number, Fraction) and number.denominator < 1000 else f"{float(number):.3f}"


def right_answers(question: Question) -> list[list[str]]:
    """What a student can answer that is right: a number rounded, in percent, and as a fraction if it is one."""
    answer = question._state.answer
    if isinstance(answer, Number | Value):
        exact = answer.exact if isinstance(answer, Number) else answer.trace.exact or answer.trace.value
        digits = 2 if abs(exact) >= 1 / 10 or not exact else 4
        return [[f"{float(exact):.{digits}f}"], [f"{100 * float(exact):.{digits}f} %"], [format_of(exact)]]
    return [list(answer.right)] if answer.kind != "text" else [["In my own words."]]


def told(question: Question, given: list[str]) -> str:
    """The reply to an answer that isn't right, which is kind, helps, and keeps the answer to itself."""
    state, answer = question._state, question._state.answer
    feedback = answer.check(given)
    reply = feedback.message
    where = f"{question.text!r}, {given}: {reply!r}"
    assert not feedback, where
    assert 4 <= len(reply.split()) <= MOST_WORDS, where
    assert not [word for word in HARSH if word in reply.lower()], where
    assert not state.because or state.because not in reply, where
    assert not says_answer(reply, question, given), where
    return reply


def says_answer(reply: str, question: Question, given: list[str]) -> bool:
    """Whether a reply gives the answer away. Numbers of the question, and those that were typed, may come again."""
    answer = question._state.answer
    if answer.kind == "number":
        known = f"{question.text} {' '.join(given)}"
        return any(question.check(one) for one in re.findall(r"\d+[./]\d+", reply) if one not in known)
    whole = [str(answer)] if answer.several or answer.kind in ("order", "text") else answer.right
    return any(one in reply for one in whole if len(one) > len("relevant"))  # a reply can't do without such words as No


def answer_in_page(page: Page, surface: Locator, question: Question, given: list[str]) -> None:
    """Answer as a student does: type and press Enter, tick, or put in order with buttons and keys; then check."""
    kind = question._state.answer.kind
    if kind == "number":
        surface.get_by_role("textbox").fill(given[0])
        page.keyboard.press("Enter")
        return
    if kind == "choice":
        choose(surface, given)
    elif kind == "order":
        items = surface.locator(".rt-list > li")
        for place, item in enumerate(given):
            order = items.evaluate_all("(nodes) => nodes.map((node) => node.querySelector('[dir]').textContent)")
            for _ in range(order.index(item) - place):
                up = page.get_by_role("button", name=f"Move {item} up", exact=True)
                moved = items.filter(has=up)
                moved.press("Alt+ArrowUp") if place % 2 else moved.locator(up).click()
    else:
        surface.get_by_role("textbox").fill(given[0])
    surface.locator(".rt-check").click()
    if kind == "choice" and choose(surface, given):  # it was lost: JupyterLab may draw a surface again
        surface.locator(".rt-check").click()


def choose(surface: Locator, given: list[str]) -> bool:
    """Tick what is given, and no other box; whether anything had to be clicked."""
    clicked = False
    for option in surface.locator(".rt-option").all():
        field = option.locator("input")
        wanted = field.get_attribute("value") in given
        if field.is_checked() != wanted and (wanted or field.get_attribute("type") == "checkbox"):
            tick(option, field, wanted)
            clicked = True
    return clicked


def tick(option: Locator, field: Locator, wanted: bool) -> None:
    """Click until the option is as it should be: while surfaces above are drawn, a click can miss what moves."""
    for _ in range(3):
        if field.is_checked() != wanted:
            option.click()
    expect(field).to_be_checked(checked=wanted)


def solve_question(page: Page, surface: Locator, question: Question) -> None:
    reply, solution = screen.feedback(surface), surface.locator(".rt-solution")
    state = question._state
    for given in wrong_answers(question):
        answer_in_page(page, surface, question, given)
        expect(reply).to_have_text(told(question, given))
        assert not solution.is_visible()
        assert not state.because or state.because not in surface.inner_html()
    for place, given in enumerate(right_answers(question)):
        if place:
            surface.get_by_role("button", name="Try again").click()
            expect(solution).to_be_hidden()
        answer_in_page(page, surface, question, given)
        expect(solution).to_be_visible()
        if state.answer.kind == "text":
            expect(surface.locator(".rt-answer")).to_contain_text(str(state.answer))
        else:
            expect(reply).to_have_text(state.answer.check(given).message)
            expect(surface).to_have_attribute("data-verdict", "right")
        if state.because:
            expect(surface.locator(".rt-because")).to_have_text(state.because)


# --- goals --------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """A drag of an item to another rank, or a click on its mark."""

    do: str
    rank: int
    to: int = 0


class OneList(NamedTuple):
    """A list of a surface: its label, how an action names it, and its ranking."""

    label: str
    where: dict[str, Any]
    ranking: Ranking


def lists_of(state: Any) -> list[OneList]:
    """The lists of a surface that can be changed."""
    if hasattr(state, "side"):
        return [OneList(f"List {'AB'[side]}", {"list": side}, one) for side, one in enumerate(state.now.lists)]
    if hasattr(state.now, "lists"):
        return [OneList(f"List of {name}", {"query": name}, one.ranking) for name, one in state.now.lists.items()]
    label = "Second list (reorder it)" if hasattr(state, "second") else "Ranked list"
    return [OneList(label, {}, state.ranking)]


def variants(state: Any, one: Ranking, most: int, clicks: bool) -> list[tuple[Step, ...]]:
    """The shortest ways, of at most so many steps, to lists with other grades; else in another order."""
    ways, reached = {_content(one): ()}, [(one, ())]
    ranks = range(1, len(one) + 1)
    steps = [Step("move", rank, to) for rank in ranks for to in ranks if rank != to]
    steps += [Step("toggle", rank) for rank in ranks if clicks]
    for ranking, way in reached:
        for step in steps if len(way) < most else ():
            if step.to:
                after = ranking.moved(step.rank, step.to)
            else:
                after = ranking.with_grade(step.rank, state.next_grade(ranking.grades[step.rank - 1], {}))
            if _content(after) not in ways:
                ways[_content(after)] = (*way, step)
                reached.append((after, (*way, step)))
    return list(ways.values())


def _content(ranking: Ranking) -> tuple[Any, ...]:
    return tuple(ranking.items if None in ranking.grades or ranking.served else ranking.grades)


def performed(state: Any, one: OneList, step: Step) -> Any:
    """The state after a step in one of its lists; ``one`` has the list as it is before."""
    after = state.copy()
    action = {"do": step.do, "item": one.ranking.items[step.rank - 1], **one.where}
    after.actions[step.do].perform(after, {**action, "to": step.to} if step.to else action)
    return after


def taken(state: Any, ways: tuple[tuple[Step, ...], ...]) -> list[tuple[str, Step, list[str]]]:
    """What these ways do one after the other, if they end at the goal: the list, the step, and the items after it."""
    done = []
    for place, steps in enumerate(ways):
        for step in steps:
            state = performed(state, lists_of(state)[place], step)
            now = lists_of(state)[place]
            done.append((now.label, step, list(now.ranking.items)))
    return done if state.goal_reached else []


def way_to_goal(state: Any) -> list[tuple[str, Step, list[str]]]:
    """The fewest steps that reach the goal: by drags alone if they can reach it; else with clicks on marks."""
    assert not state.goal_reached
    for clicks in (False, True):
        for total in itertools.count(1):
            choices = [variants(state, one.ranking, total, clicks) for one in lists_of(state)]
            if sum(max(map(len, ways)) for ways in choices) < total:
                break  # all were tried
            for ways in itertools.product(*choices):
                if sum(map(len, ways)) == total and (way := taken(state, ways)):
                    return way
    pytest.fail(f"nothing reaches the goal {state.goal.words}")


def drag(page: Page, one: Locator, start: int, to: int) -> None:
    """Take an item and carry it until it shows the rank that is wanted; a long list scrolls meanwhile."""
    row = screen.rows(one).nth(start - 1)
    row.hover(position={"x": 14, "y": 10})
    box = row.bounding_box()
    x, y, by = box["x"] + 14, box["y"] + 10, NEAR if to > start else -NEAR
    page.mouse.down()
    for _ in range(MOST_MOVES):
        y += by
        page.mouse.move(x, y)
        held = one.locator(".rt-held .rt-rank")
        if held.count() and held.inner_text() == str(to):
            break
    page.mouse.up()


def by_mouse(page: Page, one: Locator, step: Step) -> None:
    if step.to:
        drag(page, one, step.rank, step.to)
    else:
        screen.marks(one).nth(step.rank - 1).click()


def by_keys(page: Page, one: Locator, step: Step) -> None:
    one.locator("[aria-keyshortcuts]").nth(step.rank - 1).focus()
    for _ in range(abs(step.to - step.rank) if step.to else 0):
        page.keyboard.press("Alt+ArrowDown" if step.to > step.rank else "Alt+ArrowUp")
    if not step.to:
        page.keyboard.press("Space")


def reach_goal(page: Page, surface: Locator, shown: Any) -> None:
    """Reach the goal of a surface by mouse, go back to the start, and reach it by keys."""
    goal, way = surface.locator(".rt-goal"), way_to_goal(shown._state)
    for take in (by_mouse, by_keys):
        expect(goal).not_to_have_class(REACHED)
        for label, step, items in way:
            one = surface.get_by_role("list", name=label, exact=True)
            one.scroll_into_view_if_needed()
            mark = one.locator("[aria-keyshortcuts]").nth(step.rank - 1)
            before = mark.get_attribute("aria-label")
            take(page, one, step)
            expect(mark).not_to_have_attribute("aria-label", before)
            for row, item in zip(screen.rows(one).all(), items, strict=True):
                expect(screen.names(row)).to_contain_text(item)
        expect(goal).to_have_class(REACHED)
        expect(goal.get_by_role("status").filter(has_text="Goal reached")).to_have_count(1)
        surface.get_by_role("button", name="Reset", exact=True).click()
    expect(goal).not_to_have_class(REACHED)


# --- code ---------------------------------------------------------------------------------------------------


def write_code(page: Page, cell: Locator, solution: str) -> None:
    outputs = cell.locator(".jp-OutputArea-output").last
    expect(outputs).not_to_contain_text(PASSED)
    cell.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(solution)
    page.keyboard.press("Shift+Enter")
    expect(cell.locator(".jp-OutputArea-output").last).to_contain_text(PASSED)


# ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def in_its_folder(monkeypatch):
    """Let a notebook find its modules of tasks, and no other's."""

    def enter(name):
        monkeypatch.chdir((FOLDER / name).parent)
        monkeypatch.syspath_prepend((FOLDER / name).parent)
        for module in [module for module in sys.modules if module.split(".")[0] == "tasks"]:
            monkeypatch.delitem(sys.modules, module)

    return enter


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_task_is_solved(lab, lab_page, name, in_its_folder):
    page = lab_page
    in_its_folder(name)
    tasks = tasks_of(name)
    expect.set_options(timeout=PATIENCE)
    page.emulate_media(reduced_motion="reduce")
    outputs = lab.open_notebook(page, name)
    assert not [output for cell in outputs for output in cell if output["output_type"] == "error"]
    for task in tasks:
        page.evaluate(SHOW, task.place)
        cell = page.locator(f"[data-task='{task.place}']")
        surface = screen.surface(cell)
        if isinstance(task.what, str):
            write_code(page, cell, task.what)
        elif isinstance(task.what, Question):
            solve_question(page, surface, task.what)
        else:
            reach_goal(page, surface, task.what)


# --- lists and sliders --------------------------------------------------------------------------------------
SURFACES = f"""
() => [...{PANEL}.content.model.cells].flatMap((cell, place) => {{
  const outputs = cell.type === "code" ? cell.outputs.toJSON() : [];
  return outputs.some((one) => one.data?.["application/vnd.jupyter.widget-view+json"]) ? [place] : [];
}})
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in names() if name.startswith("documents/")])
def test_every_list_and_slider_of_a_document_is_live(lab, lab_page, name):
    """The first item of each list is changed by a key, where labels are fixed moved; each slider goes to and fro."""
    page = lab_page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(reduced_motion="reduce")
    lab.open_notebook(page, name)
    lists = 0
    for place in page.evaluate(SURFACES):
        page.evaluate(SHOW, place)
        surface = page.locator(f"[data-task='{place}'] .rankteach").first
        surface.wait_for()
        for one in surface.get_by_role("list").filter(has=page.locator("[aria-keyshortcuts]")).all():
            first = one.locator("[aria-keyshortcuts]").first
            before = first.get_attribute("aria-label")
            first.focus()
            still = first.get_attribute("aria-disabled") == "true" or " in the second list" in before
            page.keyboard.press("Alt+ArrowDown" if still else "Space")
            expect(first).not_to_have_attribute("aria-label", before)
            lists += 1
        for slider in surface.get_by_role("slider").filter(visible=True).all():
            slider.focus()
            for key in ("ArrowRight", "ArrowLeft", "ArrowLeft"):
                page.keyboard.press(key)
        expect(surface.get_by_role("alert").filter(visible=True)).to_have_count(0)
    assert lists
