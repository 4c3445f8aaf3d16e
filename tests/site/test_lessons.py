"""What is made of a lesson for its teacher: a page, slides, a notebook with solutions."""

import json
import re
from fractions import Fraction
from html import escape, unescape

import pytest

import rankteach as rt
from docs import one_lesson, slides, solutions, teachers
from docs.build import LESSONS, NOT_HERE
from docs.lessons import WORDS, at_goal, in_fives, lesson
from docs.recordings import ROOT, run
from notebooks.build import path_of, text_of


@pytest.fixture(params=LESSONS)
def taught(request):
    made = lesson(request.param)
    assert made.file in WORDS, f"docs/lessons.toml needs [{made.file}], with project, skip and longer"
    return made


def plain(html):
    """The words of a page, without its marks."""
    return " ".join(unescape(re.sub(r"<math.*?</math>|<[^>]+>", " ", html, flags=re.DOTALL)).split())


def test_each_lesson_has_words_for_its_teacher_and_they_name_its_parts(taught):
    words, parts = WORDS[taught.file], [part.title for part in taught.parts]
    assert {*words} - {"refuted"} == {"project", "skip", "longer"} and words["skip"] in parts
    for named in re.findall(r"\*([A-Z][^*]+)\*", f"{words['project']} {words['longer']}"):
        assert named in parts, f"{taught.file}.toml speaks of {named!r}, which the lesson lacks"


def test_no_words_are_left_of_a_lesson_that_is_gone():
    assert {*WORDS} == {lesson(name).file for name in LESSONS}, "docs/lessons.toml must have these lessons"


def test_what_can_be_skipped_is_needed_by_nothing_else(taught):
    """Neither the draft nor the exit question, which the goals are about."""
    (part,) = [part for part in taught.parts if part.title == WORDS[taught.file]["skip"]]
    assert part.title not in ("Play first", "Recap", "Before you go")
    assert 1 <= part.takes(taught.outputs) <= 15, (
        f"skip of {taught.file} in docs/lessons.toml must take 1 to 15 minutes"
    )


def test_a_page_has_every_goal_solution_and_exit_question(taught):
    page = plain(teachers.page(taught))
    assert len(taught.goals) == 3
    for question in teachers.exit_questions(taught):
        assert plain(teachers.inline(str(question._state.answer))) in page
    made = teachers.page(taught)
    assert made.count('class="dots"') >= len(taught.goal_cells)
    assert made.count("<pre>") == len(taught.drafts)
    assert all(plain(teachers.inline(draft.said.mistake_in_words[1:])) in page for draft in taught.drafts)


def test_lists_are_drawn_as_dots_unless_all_of_their_items_look_alike():
    assert teachers.drawn({"helmet": rt.Ranking([1])}).count('class="on"') == 1
    assert "d2 › d1" in teachers.drawn({"": rt.Ranking([1, 1], items=["d2", "d1"])})


def test_a_wrong_answer_on_a_page_is_wrong_and_has_the_reply_of_its_question(taught):
    entries = [(one, *pair) for one in taught.questions for pair in teachers.likely_wrong(one)]
    expected = teachers.expected(taught)
    shown = re.findall(r"<b>✗ (.*?)</b><br><q>(.*?)</q>", expected)
    known = {(teachers.inline(typed), teachers.inline(said)) for _, typed, said in entries}
    assert {*shown} <= known
    for asks in re.findall(r"<li>(.*?) <b>✗", expected):
        assert sum(asks in teachers.inline(one.text) for one in taught.questions) == 1, "it must say which question"
    assert len(shown) == teachers.WRONG, "the questions of a lesson must reply to this many wrong answers or more"
    for question, typed, said in entries[:20]:
        several = getattr(question._state.answer, "several", False)
        assert question.check([typed] if several else typed)[:] == (False, said)
        if said.startswith("Not quite. That is"):  # no percentage, and wrong with two digits as well
            assert "in percent" not in said and question.check(f"{float(Fraction(typed)):.2f}").right is False


def test_what_two_lists_refute_is_a_wrong_answer_to_a_question_of_the_lesson(taught):
    for name, answers in WORDS[taught.file].get("refuted", {}).items():
        known = dict(teachers.likely_wrong(taught.named_questions[name]))
        assert {*answers} <= {*known} and {*answers.values()} <= {*teachers.misconceptions()}


def test_there_are_24_misconceptions_and_the_lessons_lead_to_most():
    assert [*teachers.misconceptions()] == list(range(1, 25))
    led = {number for words in WORDS.values() for one in words.get("refuted", {}).values() for number in one.values()}
    assert len(led) >= 12


def test_the_plan_begins_at_0_and_ends_with_the_class_hour(taught):
    """All parts in order; what would be too long is left for home, but never what they are asked at the end."""
    rows = re.findall(r"<td>(\d+|home)</td><td>(.*?)</td>", teachers.plan(taught))
    parts = teachers.together(taught)
    assert [unescape(title) for _, title in rows] == [plain(teachers.inline(part.title)) for part in parts]
    begins = [int(at) for at, _ in rows if at != "home"]
    assert begins[0] == 0 and begins == sorted(begins) and rows[-1] == (str(begins[-1]), teachers.LAST)
    assert in_fives(begins[-1] + parts[-1].takes(taught.outputs)) <= teachers.CLASS_HOUR
    assert (taught.takes > teachers.CLASS_HOUR) == (len(begins) < len(rows))


def test_every_solution_passes(taught):
    """The code by its check, each list by its goal."""
    cells = json.loads(solutions.solved(taught))["cells"]
    sources = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    names = {"rt": rt}  # a function can call the one before it
    reports = [run(source, names) for source in sources if "rt.check(" in source]
    assert len(reports) == len(taught.drafts) and all(reports)


def test_every_list_of_the_solutions_reaches_its_goal(taught):
    for cell in taught.goal_cells:
        state = cell.shown._state
        there = state.with_rankings(at_goal(cell))
        assert state.goal.reached(state.named_lists(there)) and not state.goal_reached
        for one in at_goal(cell).values():
            assert all(str(item) in solutions.answer(cell) for item in one.items)


def test_solutions_leave_what_else_is_in_a_folder(tmp_path, monkeypatch):
    (tmp_path / "own.txt").write_text("mine", encoding="utf-8")
    monkeypatch.setattr(solutions, "lessons", lambda: [lesson(LESSONS[0])])
    for _ in range(2):
        solutions.write(tmp_path)
    written = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.glob("*/*.ipynb"))
    assert (tmp_path / "own.txt").exists() and written == [f"{LESSONS[0]}.ipynb"]


def test_no_notebook_leads_to_the_solutions(taught):
    assert "solutions" not in text_of(taught.name)


def test_a_deck_asks_every_question_and_keeps_each_answer_for_the_next_key(taught):
    deck = slides.deck(taught, {})
    assert deck.count('class="fragment answer"') >= len(taught.questions)
    for question in taught.questions:
        assert teachers.inline(question.text) in deck
    assert "**Next:**" not in deck and "**All lessons:**" not in deck


def test_a_deck_loses_no_paragraph(taught):
    deck = slides.deck(taught, {})
    parts = [part for part in taught.parts[1:] if part.title != "Hand in"]
    for text in [cell.source for part in parts for cell in part.cells if cell.kind == "prose"]:
        said = slides.linkless(slides.NEXT.split(slides.RUN.sub("", text))[0])
        assert all(paragraph.strip() in deck for paragraph in said.split("\n\n"))


def test_a_covered_surface_comes_once_more_after_the_answer(taught):
    """Without a question to answer, its numbers would stay covered."""
    surfaces = [cell for cell in taught.cells if cell.kind in slides.PLAYED]
    names = [slides.place(path_of(taught.name), cell.number) for cell in surfaces]
    deck = slides.deck(taught, dict.fromkeys(names, ("", True)))
    asked = {cell.question.text: cell.number for cell in taught.cells if cell.question}
    for name, cell in zip(names, surfaces, strict=True):
        question = cell.shown._state.covered
        *before, _ = deck.split(f'data-live="{name}"')
        assert len(before) == (2 if question and asked[question] > cell.number else 1)
        assert not question or f'data-answers="{escape(question)}"' in "".join(before)


def test_a_slide_shows_no_code_that_only_names_what_is_below_it():
    deck = slides.deck(lesson("lessons/01_is_this_a_good_list"), {})
    assert "tasks.monday" not in deck
    deck = slides.deck(lesson("lessons/14_swaps_and_the_gradient"), {})
    assert "Change `steps`" in deck and re.search(r"^steps = \d$", deck, re.MULTILINE)


def test_an_answer_on_a_slide_ends_before_its_reason_begins():
    deck = slides.deck(lesson("lessons/03_average_precision"), {})
    assert "<b>It stays the same.</b> Neither" in deck and "<b>P = 3/5 = 0.6</b>" in deck


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_begun_by_the_last_minute_of_the_plan_is_done_in_an_hour(name):
    """Unless the plan needs the whole hour: then that minute is when the plan begins it."""
    taught = lesson(name)
    said = re.findall(r"Not at <i>(.*?)</i> by minute (\d+)\?", teachers.plan(taught))
    parts = [part for part in teachers.together(taught) if part.title != teachers.for_home(taught)]
    titles, takes = [teachers.inline(part.title) for part in parts], [part.takes(taught.outputs) for part in parts]
    assert {titles[-2]} <= {title for title, _ in said} <= {*titles}
    for title, minute in said:
        before = sum(takes[: titles.index(title)])
        rest = sum(takes) - before
        assert int(minute) - 1 < teachers.CLASS_HOUR - rest + 1 or int(minute) == round(before)
        assert int(minute) + rest > teachers.CLASS_HOUR - 1  # and no earlier


def test_what_a_wrong_answer_is_to_is_said():
    """A question of one word says nothing without the sentence before it."""
    page = teachers.page(lesson("lessons/14_swaps_and_the_gradient"))
    assert "Still, the pie is pushed down. Why? <b>✗" in page
    page = teachers.page(lesson("lessons/02_where_is_the_first_hit"))
    assert page.count("What does RR do? <b>✗") == 1 and "<br><b>✗ It falls" in page


def test_one_lesson_is_the_page_for_its_teacher_its_slides_and_the_lesson(monkeypatch, capsys, tmp_path):
    asked = []
    monkeypatch.setattr(one_lesson, "build", lambda folder, only: asked.append(only) or 0)
    monkeypatch.setattr(one_lesson, "linked", lambda file: "")
    for name in ("teachers", "slides", "notebooks/lessons", "notebooks/reference"):
        (tmp_path / "site" / name).mkdir(parents=True)
    assert one_lesson.main(["07"], tmp_path) == one_lesson.main(["3"], tmp_path) == 0
    without, file = "07_many_queries", "03_average_precision"
    made, pages = (
        {"index", *(f"{part}/{one}" for part in ("teachers", "slides", "notebooks/lessons"))} for one in (without, file)
    )
    assert asked == [made, pages | {"notebooks/reference/misconceptions"}]  # to which the page of lesson 3 links
    said = capsys.readouterr().out
    assert f"{tmp_path}/site/teachers/{file}.html" in said and f"{tmp_path}/site/slides/{file}.html" in said
    with pytest.raises(ValueError, match="lesson must be '01'"):
        one_lesson.main(["17"], tmp_path)


def test_a_lesson_alone_has_no_link_to_a_page_that_was_not_built(tmp_path):
    page = tmp_path / "page.html"
    lite = '<p>Run it <a href="../lite/notebooks/index.html?path=a.ipynb">here</a>.</p>'
    page.write_text(f'{lite}<a href="page.html">this</a> <a href="other.html#part">that</a>', encoding="utf-8")
    assert one_lesson.linked(page) == '<a href="page.html">this</a> that'


def test_a_lesson_alone_has_no_label_of_a_link_that_is_gone(tmp_path):
    """Sphinx writes # before the address of a notebook that it does not have."""
    page = tmp_path / "page.html"
    link = '<a class="reference" href="#{}"><span>{}</span></a>'.format
    gone = f"<strong>All lessons:</strong> {link('../README.md', 'the list')}. <strong>Words:</strong>\n"
    gone += f"{link('../glossary.md#ap', 'glossary')}."
    kept = f"<strong>Next:</strong> {{}}. {link('part', 'below')}"
    page.write_text(kept.format(link("04_b.ipynb", "lesson 4")) + gone, encoding="utf-8")
    assert one_lesson.linked(page).rstrip() == kept.format("<span>lesson 4</span>")
    page.write_text(f"slides · {teachers.BACK} · 35 minutes", encoding="utf-8")
    assert one_lesson.linked(page) == "slides · 35 minutes"


def test_only_the_site_has_a_table_of_lessons():
    """In the project, the page says so, and where to find them."""
    page = (ROOT / "docs" / "pages" / "teachers.md").read_text(encoding="utf-8")
    on_site = NOT_HERE.sub(lambda _: teachers.overview(), page)
    assert "you don't find them" in page and "slides/03_average_precision.html" not in page
    assert "you don't find them" not in on_site and "slides/03_average_precision.html" in on_site
    assert page.partition("## A page for each lesson")[0] in on_site
    assert on_site.endswith(page.rpartition("<!-- LESSONS -->")[2])
