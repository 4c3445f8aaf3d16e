"""What students hand in: the record of their attempts, the code to paste, and what a class view reads from codes."""

import json
import math
import os
import random
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import rankteach as rt
from rankteach.classroom import class_view, question, report
from rankteach.classroom.codes import CODE, DIGITS, NUMERALS, hashed_mistake, read, tasks_of, written
from rankteach.classroom.hand_in import FORGOTTEN, NOTHING, SURE
from rankteach.classroom.record import FILE, MOST, Progress, Record, record
from rankteach.classroom.whole_class import EACH, _mistakes_in_code
from rankteach.core.attempts import RECORDERS, Attempt
from tests.notebooks.questions import TASKS

ROOT = Path(__file__).resolve().parents[2]
LESSONS = [path for path in TASKS if path.parent.parent.name == "lessons"]
CODES = ["MAP", "nDCG@5", "RR"]
WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(autouse=True)
def _anew():
    """A record of its own for each test."""
    RECORDERS.clear()
    record.cache_clear()
    yield
    RECORDERS.clear()
    record.cache_clear()


def lesson(path):
    """The module of a lesson's tasks, loaded anew."""
    spec = spec_from_file_location(f"tasks.{path.stem}", path)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def send(surface, *actions):
    for action in actions:
        surface._session.receive({"n": surface._session._done + 1, **action})
        assert not surface._session.error


def chosen(surface):
    """An action that changes what is shown only."""
    return {"do": "choose", "card": surface._state.cards.shown[-1].key}


@pytest.fixture
def tasks():
    return lesson(next(path for path in LESSONS if path.stem == "average_precision"))


def divided_by(last):
    """A function that is wrong, or right if it divides by m."""

    def my_ap(grades, m):
        hits = total = 0
        for rank, grade in enumerate(grades, start=1):
            if grade > 0:
                hits += 1
                total += hits / rank
        divisor = last(grades, m, hits)
        return total / divisor if divisor else 0

    return my_ap


DRAFT, BY_HITS, RIGHT = (
    divided_by(last)
    for last in (lambda grades, m, hits: len(grades), lambda grades, m, hits: hits, lambda grades, m, hits: m)
)


# --- the record -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("actions", "progress"),
    [
        ([], Progress()),
        ([{"do": "answer", "given": ["a few"]}], Progress()),  # cannot be read
        ([{"do": "answer", "given": ["0.5"]}], Progress(True, 1)),
        ([{"do": "answer", "given": ["1/4"]}, {"do": "answer", "given": ["1/2"]}], Progress(True, 2, False, ["1/4"])),
        ([{"do": "hint"}, {"do": "answer", "given": ["1/2"]}], Progress(True, 1, True)),
        ([{"do": "reveal"}], Progress(False, 0, True)),
        ([{"do": "answer", "given": ["1/2"]}, {"do": "reset"}, {"do": "answer", "given": ["2"]}], Progress(True, 1)),
    ],
)
def test_what_a_student_does_with_a_question_is_recorded_until_it_is_solved(actions, progress):
    asked = question("How much is a half?", answer=rt.precision([1, 0]), hints=["Divide."])
    record()
    send(asked, *actions)
    assert record().of("How much is a half?") == progress


@pytest.mark.parametrize(
    ("arguments", "given", "kept"),
    [
        ({"answer": rt.precision([1, 0])}, ["a few", 0.25, "1/2"], ["0.25"]),
        ({"answer": ["c", "a", "b"]}, [("a", "b", "c"), iter("cab")], ["a", "b", "c"]),
        ({"answer": "b", "choices": ["a", "b"]}, ["a", ["b"]], ["a"]),
        ({"answer": {"a", "b"}, "choices": ["a", "b", "c"]}, [{"c"}, {"a", "b"}], ["c"]),
    ],
)
def test_an_answer_typed_in_a_cell_counts_as_one_on_the_page(arguments, given, kept):
    asked = question("What?", **arguments)
    for one in given:
        asked.check(one)
    progress = record().of("What?")
    assert progress == Progress(True, 2, False, kept)
    asked.check(kept)
    assert record().of("What?") == progress


def test_an_answer_typed_in_a_cell_is_reported_and_a_class_view_counts_nothing(tasks):
    tasks.tart.check("0.58")
    one = report(tasks)
    assert "Nothing is answered" not in one.to_text() and one.progress["tart"].first_mistake == ["0.58"]
    assert class_view([one.code], tasks).mistakes and report(tasks).code == one.code


@pytest.mark.parametrize(
    "give", [lambda asked, text: asked.check(text), lambda asked, text: send(asked, {"do": "answer", "given": [text]})]
)
def test_a_text_is_solved_once_it_is_compared(give):
    asked = question("Why?", answer="Because.")
    give(asked, " ")
    assert record().of("Why?") == Progress()
    give(asked, "I think so.")
    assert record().of("Why?") == Progress(True, 1)


def test_a_goal_is_solved_when_it_is_reached_and_with_help_after_a_look_at_the_solution():
    def explorer():
        return rt.explore([0, 1], measures=["RR"], goal="RR == 1", task="First", solution=[1, 0], fixed="labels")

    record()
    looked_at = explorer()
    send(looked_at, chosen(looked_at))
    assert record().of("First") == Progress()
    helped = explorer()
    send(helped, {"do": "solution"}, chosen(helped))
    assert record().of("First") == Progress(True, 1, True)
    record().start_again(["First"])
    send(explorer(), {"do": "move", "item": "d2", "to": 1})
    assert record().of("First") == Progress(True, 1)
    record().start_again(["First"])
    after_hints = explorer()
    send(after_hints, {**chosen(after_hints), "hints": 2}, {"do": "move", "item": "d2", "to": 1, "hints": 2})
    assert record().of("First") == Progress(True, 1, True)


def test_a_goal_that_is_reached_at_the_start_is_not_solved_by_looking():
    record()
    reached = rt.explore([1, 0], measures=["RR", "AP"], goal="RR == 1")
    send(reached, chosen(reached))
    assert record().of("RR == 1") == Progress()


GOALS = {
    "one list": (
        lambda: rt.explore([0, 1, 2], measures=["RR"], goal="RR == 1"),
        {"do": "toggle", "item": "d1"},
    ),
    "names": (
        lambda: rt.explore(rt.Ranking([0, 1], items=["a", "b"]), measures=["RR"], goal="RR == 1"),
        {"do": "move", "item": "b", "to": 1},
    ),
    "fractions": (
        lambda: rt.explore(rt.Ranking([rt.Fraction(1, 3), 0.5, 1], relevant_from=1), ["RR"], goal="RR > 1/2"),
        {"do": "move", "item": "d3", "to": 1},
    ),
    "two lists": (
        lambda: rt.side_by_side([1, 0], [1, 0], ["RR"], linked=False, goal="RR of A < RR of B", fixed="labels"),
        {"do": "move", "list": 0, "item": "a2", "to": 1},
    ),
    "queries": (
        lambda: rt.explore_queries({"soup": [0, 1], "tart": [1]}, ["MRR"], goal="MRR == 1"),
        {"do": "move", "query": "soup", "item": "d2", "to": 1},
    ),
    "orders": (
        lambda: rt.explore_agreement(list("abc"), list("cba"), measures=["Tau"], goal="Tau > -1"),
        {"do": "move", "item": "a", "to": 1},
    ),
}


def shown(surface):
    """The lists of a surface."""
    return [(one.items, one.grades) for _, one in surface._state.lists()]


@pytest.mark.usefixtures("in_a_notebook")
@pytest.mark.parametrize(("make", "action"), GOALS.values(), ids=GOALS)
def test_a_goal_that_was_reached_is_shown_so_after_a_restart_until_the_lesson_starts_again(make, action):
    record()
    before = make()
    send(before, action)
    assert before.goal_reached
    RECORDERS.clear()
    record.cache_clear()
    record()
    again = make()
    assert again.goal_reached and again.view["changed"] and shown(again) == shown(before)
    send(again, {"do": "reset"})
    assert not again.goal_reached and record().of(again._state.task).solved
    restored = make()
    record().start_again([restored._state.task])
    assert not restored.goal_reached and not make().goal_reached


@pytest.mark.usefixtures("in_a_notebook")
@pytest.mark.parametrize(
    "given",
    [
        "",
        3,
        {},
        {"": 1},
        {"": [[0], [1]]},
        {"": [[0, 9], [1, 0]]},
        {"": [[0, 1], [0, 1]]},
        {"A": [[1, 0], [1, 0]]},
        {"": [[1, 0], ["1/0", 1]]},
    ],
)
def test_a_goal_of_another_lesson_or_a_damaged_file_is_not_restored(given):
    record()(Attempt("First", True, given))
    assert not rt.explore([0, 1], ["RR"], goal="RR == 1", task="First").goal_reached


@pytest.mark.usefixtures("in_a_notebook")
def test_a_goal_reached_with_another_list_is_solved_but_not_shown_again():
    record()
    own = rt.explore([0, 1], ["RR"], goal="RR == 1")
    send(own, {"do": "list", "typed": "0 0 1"}, {"do": "move", "item": "d3", "to": 1})
    assert record().of("RR == 1").solved
    assert not rt.explore([0, 1], ["RR"], goal="RR == 1").goal_reached


@pytest.mark.parametrize(
    ("checked", "tries", "first_mistake"),
    [
        ([], 0, ""),
        (["draft"], 0, ""),
        (["draft", "draft"], 0, ""),
        (["draft", "right"], 1, ""),
        (["right"], 1, ""),
        (["hits", "right"], 2, "found"),
        (["hits", "draft", "right"], 3, "found"),
        (["draft", "draft", "hits", "right"], 2, "found"),
    ],
)
def test_only_the_draft_of_the_lesson_is_no_try(checked, tries, first_mistake, tasks):
    begun = report(tasks, code=["AP"])
    for one in checked:
        rt.check({"draft": DRAFT, "hits": BY_HITS, "right": RIGHT}[one], "AP")
    progress = report(tasks, code=["AP"]).progress["AP in Python"]
    assert (progress.solved, progress.tries) == ("right" in checked, tries)
    assert first_mistake in progress.first_mistake and bool(first_mistake) is bool(progress.first_mistake)
    assert (report(tasks, code=["AP"]).words == begun.words) is (tries == 0)


def test_without_drafts_every_check_is_a_try(tasks):
    del tasks.DRAFTS
    report(tasks)
    rt.check(DRAFT, "AP")
    assert report(tasks, code=["AP"]).progress["AP in Python"].tries == 1


def test_answers_survive_a_restart(tmp_path):
    path = tmp_path / "answers.json"
    first, asked = Record(path), Attempt("What?", False, ["1/3"])
    for attempt in (asked, Attempt("What?", None, "hint"), Attempt("AP", False, "wrong", by_hand=False)):
        first(attempt)
    again = question("What?", answer=rt.precision([1, 0]), hints=["Divide."])._state
    Record(path).restore(again)
    assert again.given == ["1/3"] and again.feedback.right is False and again.hints_taken == ["Divide."]
    assert not again.seen and not again.announcement
    Record(path)(Attempt("What?", True, ["1/2"]))
    Record(path).restore(again)
    assert again.feedback.right and again.seen
    Record(path).start_again(["What?"])
    assert Record(path).of("What?") == Progress()


def test_two_notebooks_in_one_folder_keep_their_answers(tmp_path):
    one, other = Record(tmp_path / "answers.json"), Record(tmp_path / "answers.json")
    one(Attempt("What?", True, ["1/2"]))
    other(Attempt("Why?", None, "hint"))
    one.start_again(["Where?"])
    both = Record(tmp_path / "answers.json")
    assert both.of("What?").solved and both.of("Why?").helped
    both.start_again(["What?"])
    assert not Record(tmp_path / "answers.json").of("What?").solved


def test_an_answer_that_the_question_no_longer_has_is_left_out(tmp_path):
    kept = Record(tmp_path / "answers.json")
    kept(Attempt("Which?", False, ["an old choice"]))
    asked = question("Which?", answer="a", choices=["a", "b"])._state
    kept.restore(asked)
    assert asked.given == [] and not asked.seen


@pytest.mark.parametrize("text", ["", "{", "[]", '{"a": 1}', '{"a": [[1, 2, 3, 4, 5]]}', "\x00"])
def test_a_damaged_file_is_no_answer(tmp_path, text):
    path = tmp_path / "answers.json"
    path.write_text(text, encoding="utf-8")
    kept = Record(path)
    kept(Attempt("What?", False, ["1/3"]))
    assert json.loads(path.read_text(encoding="utf-8")) == {"What?": [[False, ["1/3"], True]]}


def test_a_folder_that_cannot_be_written_is_said(tmp_path, tasks):
    record().path = tmp_path / "not there" / "answers.json"
    send(tasks.tart, {"do": "answer", "given": ["7/12"]})
    assert "could not be kept" in report(tasks).words[-1]
    assert "could not be kept" in report(tasks).to_html()


def test_one_task_does_not_fill_the_file(tmp_path):
    kept = Record(tmp_path / "answers.json")
    for number in range(3 * MOST):
        kept(Attempt("What?", False, [str(number)]))
    assert kept.of("What?").tries == MOST


def test_outside_of_a_notebook_nothing_is_kept_and_a_report_has_no_button(tmp_path, monkeypatch, tasks):
    monkeypatch.chdir(tmp_path)
    send(tasks.tart, {"do": "answer", "given": ["7/12"]})
    assert record().of(tasks.tart.text).tries == 1 and not list(tmp_path.iterdir())
    assert WIDGET not in report(tasks)._repr_mimebundle_()


# --- the code -------------------------------------------------------------------------------------------------------
def answers_to(task, chance):
    """A wrong answer to a task, as it is recorded."""
    if task.question is None:
        return "you forgot" if task.kind == "code" else ""
    items = list(task.question.view["items"])
    if task.kind == "number":
        return ["".join(chance.choices(NUMERALS, k=chance.randint(1, 12)))]
    if task.kind == "order":
        return chance.sample(items, len(items))
    if task.kind == "choices":
        return [one for one in items if chance.random() < 0.5] or items[:1]
    return [chance.choice(items)] if items else ""


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_code_says_what_was_done(path):
    module = lesson(path)
    tasks, chance = tasks_of(module, CODES), random.Random(path.stem)
    assert len({one.name for one in tasks}) == len(tasks) > 4
    for _ in range(30):
        progress = []
        for task in tasks:
            solved, tries = chance.random() < 0.5, chance.randint(0, 7)
            wrong = tries > solved and task.kind not in ("text", "goal")
            given = answers_to(task, chance) if wrong else ""
            progress.append(Progress(solved, tries, chance.random() < 0.5, given))
        code = written(module, tasks, progress)
        assert CODE.fullmatch(code) and len(code) < 160
        for one, task, now in zip(progress, tasks, read(code, module, tasks), strict=True):
            assert now[:3] == one[:3]
            assert now.first_mistake == one.first_mistake or task.kind == "code"


def test_a_mistyped_code_is_refused(tasks):
    send(tasks.tart, {"do": "answer", "given": ["7/12"]})
    code, known = report(tasks).code, tasks_of(tasks)
    assert read(code.lower(), tasks, known) == read(code, tasks, known)
    signs = code.replace("-", "")[2:]
    for place in range(len(signs)):
        for other in DIGITS:
            changed = signs[:place] + other + signs[place + 1 :]
            if changed != signs:
                with pytest.raises(ValueError, match="typing error"):
                    read(f"RT-{changed}", tasks, known)
    for place in range(len(signs) + 1):
        with pytest.raises(ValueError, match="typing error"):
            read(f"RT-{signs[:place]}", tasks, known) if place < len(signs) else read(f"RT-{signs}0", tasks, known)


def test_a_code_of_another_lesson_or_of_other_tasks_is_refused(tasks):
    other = lesson(next(path for path in LESSONS if path.stem == "ndcg"))
    with pytest.raises(ValueError, match="of this lesson"):
        read(report(other).code, tasks, tasks_of(tasks))
    with pytest.raises(ValueError, match="typing error"):
        read(report(tasks, code=["AP"]).code, tasks, tasks_of(tasks))


def test_a_report_counts_and_starts_again(tasks):
    begun = report(tasks, code=["AP"])
    assert begun.code not in begun.to_text() + begun.to_html() and "Nothing is answered yet" in begun.to_text()
    send(tasks.tart, {"do": "hint"})
    words = ["You solved 0 of 7 tasks.", "Your function hasn't passed its check yet."]
    assert report(tasks, code=["AP"]).words[:2] == words and report(tasks).words[:1] == words[:1]
    assert report(tasks, code=["AP", "RR"]).words[1] == "0 of your 2 functions passed their checks."
    record().start_again([tasks.tart.text])
    send(tasks.tart, {"do": "answer", "given": ["7/12"]}, {"do": "answer", "given": ["7/18"]})
    send(tasks.ceiling, {"do": "answer", "given": ["2/7"]})
    rt.check(RIGHT, "AP")
    one = report(tasks, code=["AP"])
    assert one.words[0] == "You solved 2 of 7 tasks. At the first try, you solved 1 of the 6 that have a right answer."
    assert one.words[1] == "Your function passed its check." and one.code in one.to_text() and one.code in one.to_html()
    question = one.table().entries[0].cells[list(one.progress).index("tart")]
    assert tasks.tart.text.startswith(question.removesuffix(" …"))
    send(tasks.exit_question, {"do": "answer", "given": ["Nothing"]})  # which is solved when it is compared
    assert report(tasks, code=["AP"]).words[0] == one.words[0].replace("solved 2", "solved 3")
    assert one.start_again().words == begun.words


@pytest.fixture
def in_a_notebook(tmp_path, monkeypatch):
    """Answers are kept in a folder, and a report has a button, as in a notebook."""
    monkeypatch.chdir(tmp_path)
    for module in ("record", "hand_in"):
        monkeypatch.setattr(f"rankteach.classroom.{module}.in_a_notebook", lambda: True)


def drawn(surface):
    """What the browser draws of a surface."""
    return surface._session.sent()["view"]


def goal(tasks):
    """The goal of the lesson, with the list as it is moved first."""
    return rt.explore(tasks.soup, measures=["AP", "R"], **tasks.best_order)


def test_after_a_new_start_questions_and_goals_are_as_at_the_start(tasks):
    record()
    covered = rt.explore([1, 0], measures=["AP"], covered_until=tasks.tart, key="covered")
    played = rt.explore([1, 0], measures=["AP"])
    surfaces = [tasks.tart, tasks.neighbours, goal(tasks), covered]
    fresh = [drawn(one) for one in surfaces]
    send(tasks.tart, {"do": "hint"}, {"do": "answer", "given": ["1/7"]}, {"do": "answer", "given": ["7/18"]})
    send(tasks.neighbours, {"do": "reveal"})
    send(surfaces[2], {"do": "solution"}, {"do": "add", "measure": "RR"})
    for one in (covered, played):
        send(one, {"do": "move", "item": "d2", "to": 1})
    moved = drawn(played)
    assert report(tasks).start_again().words == report(tasks).words == [NOTHING]
    for one, before in zip(surfaces, fresh, strict=True):
        same = {name: value for name, value in drawn(one).items() if name not in ("begun", "done", "calculation")}
        assert same == {name: before[name] for name in same} and drawn(one)["begun"] == 1 and "begun" not in before
        with pytest.raises(ValueError, match="no change to undo"):
            one.undo()
    assert drawn(played) == moved
    again = rt.explore([1, 0], measures=["AP"], covered_until=tasks.tart, key="covered")
    assert drawn(again)["list"] == fresh[3]["list"]
    send(tasks.tart, {"do": "answer", "given": ["7/18"]})
    assert report(tasks).progress["tart"] == Progress(True, 1)


def test_a_new_start_leaves_other_lessons_as_they_are(tasks, tmp_path):
    record().path = tmp_path / FILE
    other = lesson(next(path for path in LESSONS if path.stem == "ndcg"))
    name, asked = next((one.name, one.question) for one in tasks_of(other) if one.kind == "number")
    send(asked, {"do": "reveal"})
    send(tasks.tart, {"do": "reveal"})
    report(tasks).start_again()
    assert drawn(asked)["answer"] and not drawn(tasks.tart)["answer"]
    assert Record(record().path).of(asked.text).helped and report(other).progress[name].helped
    assert not Record(record().path).of(tasks.tart.text).helped


@pytest.mark.usefixtures("in_a_notebook")
def test_a_question_that_was_kept_starts_again_as_well(tmp_path):
    Record(tmp_path / FILE)(Attempt("What?", True, ["1/2"]))
    asked = question("What?", answer=rt.precision([1, 0]))
    assert drawn(asked)["answer"] and drawn(asked)["given"] == ["1/2"]
    record().start_again(["What?"])
    assert not drawn(asked)["answer"] and drawn(asked)["given"] == [] and drawn(asked)["right"] is None


@pytest.mark.usefixtures("in_a_notebook")
def test_the_button_of_a_report_asks_before_it_forgets(tasks, tmp_path):
    assert WIDGET not in report(tasks)._repr_mimebundle_()
    send(tasks.tart, {"do": "answer", "given": ["7/18"]})
    done = report(tasks)
    assert WIDGET in done._repr_mimebundle_() and done._repr_mimebundle_()["text/html"] == done._repr_html_()
    card, said, row = (box := done._card()).children
    start, forget, keep = row.children

    def seen():
        return [one.description for one in row.children if not one.layout.display], said.value

    assert seen() == (["Start again"], "") and done.code in card.value
    start.click()
    assert seen() == (["Forget them", "Keep them"], f'<p role="alert">{SURE}</p>')
    keep.click()
    assert seen() == (["Start again"], "") and report(tasks).progress["tart"].solved
    start.click()
    forget.click()
    assert seen() == (["Start again"], f'<p role="alert">{FORGOTTEN}</p>')
    assert NOTHING in card.value and done.code not in card.value
    assert not report(tasks).progress["tart"].solved and json.loads((tmp_path / FILE).read_text()) == {}
    assert WIDGET not in report(tasks)._repr_mimebundle_() and "rt-look" in box._dom_classes


# --- the class ------------------------------------------------------------------------------------------------------
def a_student(tasks, answers, function, task="tart"):
    """The code of a student who answers one question and writes one function."""
    asked = getattr(tasks, task)
    record().start_again([asked.text, "AP"])
    for given in answers:
        send(asked, {"do": "answer", "given": [given]})
    for one in (DRAFT, function):
        rt.check(one, "AP")
    send(asked, {"do": "reset"})
    return report(tasks, code=["AP"]).code


@pytest.fixture
def view(tasks, tmp_path):
    """The class view of a form with this text."""

    def of(text):
        file = tmp_path / "form.csv"
        file.write_text(text, encoding="utf-8")
        return class_view(file, tasks, code=["AP"])

    return of


WHO = "Your name", "E-mail address", "USERNAME", "Student number", "Student ID:", "Student"
GROUPS = "Name of your group", "Are you a student?", "Student status", "User type", "Your tutor's name", "Comment", ""
AGAIN, SAME = "The same student is in rows", "The same code is in rows"


def example_codes():
    """The codes of a class that never was, in the lesson on average precision."""
    return lesson(next(path for path in TASKS if path.stem == "your_class")).codes()


def test_a_class_view_names_the_mistakes_and_refutes_them(tasks, view):
    codes = [
        *(a_student(tasks, ["0.58", "7/18"], BY_HITS) for _ in range(3)),
        a_student(tasks, ["7/12"], RIGHT),
        a_student(tasks, ["7/18"], RIGHT),
        a_student(tasks, ["1/7"], DRAFT),
    ]
    seen = view("\ufeffname;code\n" + "".join(f'"Nour, {at}";"{one}"\n' for at, one in enumerate(codes)))
    assert seen.students == 6 and not seen.refused
    names, _, *counts = (one.cells for one in seen.table().entries)
    rows = dict(zip(names, zip(*counts, strict=True), strict=True))
    assert rows["tart"] == ("4", "1", "0") and rows["AP in Python"] == ("2", "2", "0")
    first, second, third = seen.mistakes
    assert (first.task, first.students, first.given) == ("tart", 4, "0.58")
    assert first.said == "You divided by the two tarts in the list. How many are relevant in all?"
    assert (second.task, second.students) == ("AP in Python", 3) and "relevant items found" in second.said
    assert (third.task, third.given, third.students) == ("tart", "1/7", 1) and third.refutation() is None
    for one in (first, second):
        better, worse = one.refutation()
        assert one.right(better).value > one.right(worse).value
        assert one.instead(better).value <= one.instead(worse).value
        assert one.show().values["AP"][0] > one.show().values["AP"][1]
    with pytest.raises(ValueError, match="needs a mistake that two short lists refute"):
        third.show()


def test_the_lists_refute_the_mistake_that_is_said(tasks):
    """Not AP divided by min(m, k), which is 1/3, too, if you divide by six; nor RPrec, for a precision at rank 3."""
    answers = [("ceiling", "1", 'AP(denominator="hits")'), ("ceiling", "1/3", None), ("third_hit", "1/3", None)]
    for task, given, instead in [*answers, ("tart", "0.5", "RR")]:
        report(tasks).start_again()
        [mistake] = class_view([a_student(tasks, [given], RIGHT, task)], tasks, code=["AP"]).mistakes
        assert mistake.instead == (instead and rt.measure(instead))
        assert (mistake.refutation() is None) is (instead is None)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_each_row_of_a_form_is_accounted_for(delimiter, tasks, view):
    (one, *_), ndcg = example_codes(), lesson(next(path for path in LESSONS if path.stem == "ndcg"))
    of_another = report(ndcg).code
    comment = f'"two\nlines{delimiter} and more"'
    typed = one.lower().replace("-", " – ").replace("0", "o").replace("1", "l")
    rows = ["", one, "", "RT-WRUNG", of_another, typed, "none", report(tasks, code=["AP"]).code]
    lines = [delimiter.join((f"Nour {at}", comment, code)) for at, code in enumerate(rows[1:])]
    seen = view("\n".join([delimiter.join(("name", "comment", "code")), *lines, "", delimiter]))
    assert seen.students == 3 and [*seen.refused] == ["RT-WRUNG in row 4", f"{of_another} in row 5"]
    assert seen.words[:5] == [
        "3 students handed in a code.",
        "RT-WRUNG in row 4 could not be read: the code must be without U, so there is a typing error.",
        f"{of_another} in row 5 could not be read: the code must be one of this lesson, but it is of “ndcg”.",
        "2 rows without a code: 3 and 7.",
        "The same code is in rows 2 and 6. Each row counts as a student: two students can have the same code.",
    ]


@pytest.mark.parametrize(
    ("heading", "students", "said"),
    [
        *((who, 3, [f"{AGAIN} 2, 4 and 5: the last of these rows counts.", f"{SAME} 5 and 6. {EACH}"]) for who in WHO),
        *((who, 5, [f"{SAME} 2, 3 and 4; 5 and 6. {EACH}"]) for who in GROUPS),
    ],
)
def test_of_a_student_who_hands_in_again_the_last_code_counts(heading, students, said, view):
    """By name, however it is typed, and once for each row; a code that cannot be read takes no other one away."""
    first, second, *_ = dict.fromkeys(example_codes())
    rows = [("Nour", first), ("Tom", first), ("nour ", f"{first} {first.lower()}"), ("Nour", second), ("Mia", second)]
    lines = [f"{at};{name};{code}" for at, (name, code) in enumerate([*rows, ("Nour", "RT-WRUNG")])]
    seen = view("\n".join([f"Time;{heading};Student code", *lines]))
    assert seen.students == students and [*seen.refused] == ["RT-WRUNG in row 7"]
    assert [words for words in seen.words if words.startswith((AGAIN, SAME))] == said


def test_a_form_without_names_says_anonymous_and_each_row_counts(view):
    one, other, *_ = dict.fromkeys(example_codes())
    assert view(f"ID,Email,Name,Code\n1,anonymous,,{one}\n2,anonymous,,{other}\n").students == 2


def test_a_file_without_a_heading_has_its_first_row(view):
    seen = view("\n".join(example_codes()[:3]))
    assert seen.students == 3 and not seen.refused and "row" not in seen.to_text()


def test_codes_of_another_lesson_only_make_no_table(tasks):
    """A class that is read with the notebook of another lesson is told so once, and not for each student."""
    of_another = report(lesson(next(path for path in LESSONS if path.stem == "ndcg"))).code
    seen = class_view([of_another, "", of_another, of_another], tasks)
    assert seen.words[0] == "No code could be read." and seen.words[2] == "1 row without a code: 2."
    assert seen.words[1].startswith(f"{of_another} in row 1 and 2 more could not be read: the code must be one of this")
    assert len(seen.refused) == 3
    assert seen.words[3].startswith("Pass the notebook that your students worked in")
    assert "█" not in seen.to_text() and "░" not in seen.to_text() and "<table" not in seen.to_html()


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks" / "lessons").glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_notebook_of_a_lesson_says_its_tasks_and_its_code(path):
    """The code of a student who ran its last cell is read without naming a measure."""
    last = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"][-1]
    tasks = lesson(next(one for one in LESSONS if one.stem == path.stem.partition("_")[2]))
    handed_in = eval("".join(last["source"]), {"rt": rt, "tasks": tasks})
    seen = class_view([handed_in.code], path)
    assert seen.students == 1 and not seen.refused


def notebook(source):
    return json.dumps({"cells": [{"cell_type": "code", "source": source}]})


NO_NAMES = "from tasks import mine as tasks\nmine = 3\nrt.classroom.report(tasks, code=mine)"


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"cells": []}', notebook("%%"), notebook(NO_NAMES)])
def test_a_notebook_that_hands_nothing_in_is_refused(text, tasks, tmp_path):
    file = tmp_path / "of_mine.ipynb"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="tasks must be a notebook that ends with"):
        class_view([report(tasks).code], file)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "heading",
    ["sep=;\nName;Code", "\n\nName;Code", 'Name;"Code, as it is, please"', "Name;Code, such as RT-01034-58ZK9"],
)
def test_the_heading_of_a_form_is_found(heading, line_end, encoding, tasks, tmp_path):
    """As spreadsheets save it; then a student in two rows is one student."""
    text = f"{heading}\nNour;{report(tasks).code}\nNour;{report(tasks).code}\n"
    file = tmp_path / "form.csv"
    file.write_bytes(text.replace("\n", line_end).encode(encoding))
    seen = class_view(file, tasks)
    assert seen.students == 1 and not seen.refused and "without a code" not in seen.to_text()


def test_the_file_of_codes_is_a_text(tasks, tmp_path):
    """The format of Excel is refused with what to do."""
    file = tmp_path / "form.csv"
    file.write_bytes(b"PK\x03\x04\xc7\xff")
    with pytest.raises(ValueError, match="codes must be a text file, such as a CSV file"):
        class_view(file, tasks)


@pytest.mark.parametrize("codes", [[], ["Nour"], ["rt-"]])
def test_a_class_view_needs_codes(codes, tasks):
    with pytest.raises(ValueError, match="codes must have at least one code"):
        class_view(codes, tasks)


def test_a_view_of_a_class_that_did_nothing_has_empty_bars(tasks):
    seen = class_view([report(tasks).code] * 2, tasks)
    assert seen.students == 2 and not seen.mistakes and "█" not in seen.to_text()


def without_a_list(qrels, run):
    """MAP over the queries of the run only."""

    def best_first(query):
        return sorted(run[query], key=run[query].get, reverse=True)

    each = [
        RIGHT([qrels[one].get(item, 0) for item in best_first(one)], sum(map(bool, qrels[one].values()))) for one in run
    ]
    return sum(each) / len(each)


def without_a_bare_query(qrels, run):
    """MAP, but it fails where a query has no relevant item."""
    assert all(any(grade > 0 for grade in grades.values()) for grades in qrels.values())
    return without_a_list(qrels, {one: run.get(one, {}) for one in qrels})


@pytest.mark.parametrize(
    ("asked", "function"),
    [
        ("AP", DRAFT),
        ("AP", BY_HITS),
        ("AP", lambda grades, m: 1.0),
        ("RR", lambda hits: 1 / hits.index(1) if 1 in hits[1:] else 0.0),
        ("RR", lambda hits: 1 / (hits.index(1) + 1)),
        ("P@3", lambda hits, k: sum(hits[:k]) / len(hits[:k]) if hits else 0),
        ("nDCG@5", lambda grades, k: float(rt.dcg(grades, k=k))),
        ("DCG", lambda grades: sum(grade / max(1, math.log2(rank)) for rank, grade in enumerate(grades, start=1))),
        ("DCG", lambda grades: sum(grade / math.log(rank + 1) for rank, grade in enumerate(grades, start=1))),
        ("MAP", without_a_list),
        ("MAP", without_a_bare_query),
        ('Tau(variant="a")', lambda x, y: -float(rt.kendall_tau(x, y, variant="a"))),
        ("AUC", lambda y_true, y_score: 1 - float(rt.roc_auc(rt.Ranking.from_scores(y_true, y_score)))),
    ],
)
def test_mistakes_in_code_keep_their_names(asked, function):
    words = rt.check(function, asked).mistake_in_words
    assert words and (hashed_mistake(words) in _mistakes_in_code(str(rt.measure(asked))))


def test_the_tasks_are_a_module_or_in_a_file(tasks, tmp_path):
    path = next(path for path in LESSONS if path.stem == "average_precision")
    assert report(path).code == report(str(path)).code == report(tasks).code
    with pytest.raises(ValueError, match="tasks must be the path of a file that exists"):
        report("nowhere.py")
    other = tmp_path / "tasks.txt"
    other.write_text("")
    with pytest.raises(ValueError, match="tasks must be a module, or its path"):
        report(other)
    with pytest.raises(TypeError, match="tasks must be the module"):
        report({"tart": 1})


ASKED = """
from rankteach.classroom import question, report
import rankteach as rt, types
tasks = types.ModuleType("tasks")
tasks.half = question("How much is a half?", answer=rt.precision([1, 0]), hints=["Divide."])
"""
ANSWERED = 'tasks.half.action = {"do": "answer", "given": ["1/4"], "n": 1}'
SHOWN = "print(tasks.half.view['given'], tasks.half.view['right'], report(tasks).progress['half'].tries)"


@pytest.mark.processes
@pytest.mark.parametrize(("server", "shown"), [("", "['1/4'] False 1"), ("voila/0.5", "[] None 0")])
def test_answers_survive_a_restart_of_the_kernel_but_not_in_voila(tmp_path, server, shown):
    """Voila shows one notebook to many people, who would see each other's answers."""
    from jupyter_client.manager import start_new_kernel

    said = []
    for source in (ASKED + ANSWERED, ASKED + SHOWN):
        environment = {**os.environ, "SERVER_SOFTWARE": server, "PYTHONPATH": str(ROOT)}
        manager, client = start_new_kernel(cwd=str(tmp_path), env=environment)
        try:
            client.execute_interactive(source, timeout=120, output_hook=lambda message: said.append(message["content"]))
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
    assert "".join(one.get("text") or one.get("evalue") or "" for one in said).strip() == shown
    assert (tmp_path / FILE).exists() is not bool(server)
