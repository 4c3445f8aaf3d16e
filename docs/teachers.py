"""A page for each lesson, for who teaches it: one screen, or one sheet of paper.

Everything on it is read off the lesson. What rankteach replies to a wrong answer is its reply, not a copy of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from itertools import chain, islice, zip_longest
from typing import Any

from docs.formulas import convert
from docs.lessons import WORDS, Draft, Lesson, Part, at_goal, in_fives, lessons, number_of_words
from notebooks.build import SOURCES
from rankteach.classroom import items
from rankteach.core.ranking import Ranking
from rankteach.explain.numbers.diagnose import errors_of
from rankteach.explain.numbers.errors import turned_by_hand
from rankteach.notation.numbers import decimal, readable
from rankteach.widgets.question.answers import Answer, Choice, Number, Value
from rankteach.widgets.question.widget import Question

CLASS_HOUR, ASKED, WRONG = 50, 3, 5
LAST = "Before you go"
REFUTED = "reference/misconceptions"
BACK = '<a href="../teachers.html">all lessons</a>'
FEW = 7
"""Of words: with fewer, a question says too little."""
MOST = 1000
"""A class hardly types a larger number."""
LINK = re.compile(r"\[([^]]*)\]\(([^)\s]*?)\.ipynb\)")
MARKUP = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\$([^$]+)\$")
TAGS = ("code", "b", "i")


def page_name(name: str) -> str:
    """The page of a lesson by the name of the lesson."""
    return f"teachers/{name.removeprefix('lessons/')}"


def page(lesson: Lesson) -> str:
    """One lesson on one screen."""
    words = WORDS[lesson.file]
    before = inline(lesson.needs or "no other lesson")
    sections = [
        section("Goals", listing(map(inline, lesson.goals), "ol") + f"<p>Before it: {before}.</p>"),
        section(f"A plan for {CLASS_HOUR} minutes", plan(lesson)),
        section("Ask the class", listing(map(asked, to_ask(lesson)))),
        section("Wrong answers to expect", expected(lesson)),
        section("One way to reach each goal", goals(lesson)) if lesson.goal_cells else "",
        section("Code", "".join(map(code, lesson.drafts))) if lesson.drafts else "",
        section("Before they go", listing(asked(one) for one in exit_questions(lesson))),
        section("Your room", listing(map(inline, rooms(lesson)))),
    ]
    title = f"# {'Lesson ' if lesson.number.isdecimal() else 'Extra lesson '}{lesson.number}. {lesson.title}"
    links = f"[The lesson](../notebooks/{lesson.name}.ipynb) · {to_slides(lesson, '../')} · {BACK}"
    lead = f"<p><b>To project.</b> {inline(words['project'])}</p>"
    body = f'<div class="sheet">{lead}{"".join(sections)}</div>'
    return (
        f"---\norphan: true\n---\n{title}\n\n{links} · {lesson.takes} minutes in full\n\n```{{raw}} html\n{body}\n```\n"
    )


def overview() -> str:
    """The table of all pages, for the front page of teachers."""
    rows = [
        f"| {one.number} | [{one.title}](teachers/{one.file}.md) | {one.takes} | {to_slides(one)} |"
        for one in lessons()
    ]
    return "\n".join(["| | lesson | minutes | to project |", "|---|---|---|---|", *rows])


def to_slides(lesson: Lesson, up: str = "") -> str:
    """A link to the deck of a lesson, which another run of Sphinx makes."""
    return f'<a href="{up}slides/{lesson.file}.html">slides</a>'


# --- the sections -----------------------------------------------------------------------------------------------------
def plan(lesson: Lesson) -> str:
    """When each part begins in a class hour; what is left for home, what to skip, and what to do with 90 minutes."""
    words, home = WORDS[lesson.file], for_home(lesson)
    begins, rows, at = 0.0, [], {}
    for part in together(lesson):
        skipped = ' class="skip"' if part.title in (home, words["skip"]) else ""
        when = "home" if part.title == home else f"{begins:.0f}"
        rows.append(f"<tr{skipped}><td>{when}</td><td>{inline(part.title)}</td><td>{tasks(part)}</td></tr>")
        if part.title != home:
            at[part.title] = begins
            begins += part.takes(lesson.outputs)
    late = {
        one: CLASS_HOUR - int(begins - begun) for one, begun in at.items()
    }  # when there is still time for all of it
    *_, last, _ = at
    instead = {words["skip"]: "Skip it.", last: "Set it as homework."}
    said = [
        f"Not at <i>{inline(one)}</i> by minute {max(round(at[one]), late[one])}? {what}"
        for one, what in instead.items()
        if one in at
    ]
    spare = CLASS_HOUR - in_fives(begins)
    left = f" You have {spare} minutes for questions." if spare else ""
    return (
        f"<table><tr><th>at</th><th>part</th><th>they do</th></tr>{''.join(rows)}</table>"
        f"<p>{' '.join(said)}{left} <b>With 90 minutes:</b> {inline(words['longer'])}</p>"
    )


def for_home(lesson: Lesson) -> str:
    """The part that is left for home if a lesson takes more than a class hour: the code, or what can be skipped.

    Of those that are long enough, it is the shorter one.
    """
    takes = {part.title: part.takes(lesson.outputs) for part in together(lesson)}
    code = [part.title for part in together(lesson) if any(cell.kind == "code" for cell in part.cells)]
    total = sum(takes.values())
    enough = [one for one in (WORDS[lesson.file]["skip"], *code) if in_fives(total - takes[one]) <= CLASS_HOUR]
    return min(enough, key=takes.__getitem__) if in_fives(total) > CLASS_HOUR else ""


def together(lesson: Lesson) -> list[Part]:
    """The parts of a lesson; what takes less than a minute belongs to the part before it."""
    first, *rest = lesson.parts
    parts = [first._replace(title="Hello", cells=[*first.cells])]
    for part in rest:
        if part.takes(lesson.outputs) < 1 or (len(parts) == 1 and parts[0].takes(lesson.outputs) < 1):
            title = part.title if parts[-1].title == "Hello" else parts[-1].title
            parts[-1] = Part(title, [*parts[-1].cells, *part.cells])
        else:
            parts.append(part)
    return parts


DOES = {
    "choice": "answer",
    "number": "calculate",
    "order": "put in order",
    "text": "write",
    "walk": "step through",
    "play": "play",
    "reach": "reach a goal",
    "code": "fix code",
    "yours": "try their own",
}


def tasks(part: Part) -> str:
    """What students do in a part."""
    kinds = dict.fromkeys(cell.kind for cell in part.cells if cell.kind in DOES)
    return ", ".join(DOES[kind] for kind in kinds) or "read"


def to_ask(lesson: Lesson) -> list[Question]:
    """Three questions that a class can answer aloud: numbers and choices, spread over the lesson."""
    closed = [one for one in lesson.questions if not_open(one)]
    return [closed[at * (len(closed) - 1) // (ASKED - 1)] for at in range(ASKED)] if len(closed) >= ASKED else closed


def not_open(question: Question) -> bool:
    """Whether it has one right answer."""
    return bool(question._state.answer.kind != "text")


def asked(question: Question) -> str:
    """A question and its answer."""
    answer = question._state.answer
    choices = f" <i>{' · '.join(map(inline, answer.items))}</i>" if isinstance(answer, Choice) else ""
    because = question._state.because
    why = f" {inline(because)}" if because and answer.kind != "text" else ""
    return f"{inline(question.text)}{choices} <b>→ {inline(str(answer))}</b>.{why}".replace(".</b>.", ".</b>")


def exit_questions(lesson: Lesson) -> list[Question]:
    """What is asked below *Before you go*."""
    return [cell.shown for part in lesson.parts if part.title == LAST for cell in part.cells if cell.question]


def expected(lesson: Lesson) -> str:
    """Five wrong answers with what rankteach replies: those that two lists refute, then some of each question."""
    known: dict[str, Mapping[str, int]] = WORDS[lesson.file].get("refuted", {})
    refuted, others = [], []
    for name, question in lesson.named_questions.items():
        entries = [(question, *pair, known.get(name, {}).get(pair[0])) for pair in likely_wrong(question)]
        refuted += [entry for entry in entries if entry[-1]]
        others.append([entry for entry in entries if not entry[-1]])
    turns = chain.from_iterable(zip_longest(*others))
    chosen = islice(chain(refuted, filter(None, turns)), WRONG)
    by_question: dict[Question, list[str]] = {}
    for question, *entry in sorted(chosen, key=lambda one: lesson.questions.index(one[0])):
        by_question.setdefault(question, []).append(_wrong_answer(*entry))
    return listing(
        f"{inline(short(question.text, lesson))} {'<br>'.join(said)}" for question, said in by_question.items()
    )


def _wrong_answer(typed: str, said: str, refuted: int | None) -> str:
    link = f' <a href="../notebooks/{REFUTED}.html#{misconceptions()[refuted]}">two lists</a>' if refuted else ""
    return f"<b>✗ {inline(typed)}</b><br><q>{inline(said)}</q>{link}"


@cache
def misconceptions() -> dict[int, str]:
    """The misconceptions by their numbers, each as the site links to it."""
    source = (SOURCES / f"{REFUTED}.py").read_text(encoding="utf-8")
    found = re.findall(r"^# ## ((\d+)\. .*)$", source, re.MULTILINE)
    return {int(number): re.sub(r"[^\w-]", "", title.lower().replace(" ", "-")) for title, number in found}


def likely_wrong(question: Question) -> Iterator[tuple[str, str]]:
    """Wrong answers that the question knows, the likelier ones first, each with its reply to it."""
    answer: Answer = question._state.answer
    replied: set[str] = set()
    for typed in dict.fromkeys(_wrong(answer)):
        feedback = question.check([typed] if isinstance(answer, Choice) and answer.several else typed)
        if feedback.right is False and feedback.message not in replied:
            replied.add(feedback.message)
            yield typed, feedback.message


def _wrong(answer: Answer) -> Iterator[str]:
    if isinstance(answer, Choice):
        yield from (one for one in answer.items if one not in answer.right and answer.replies[one])
    if isinstance(answer, Number | Value):
        yield from (str(one) if readable(one) else decimal(one) for one in answer.replies)
    if isinstance(answer, Value):
        for model, explanations in errors_of(answer.asked):
            if model.explanations is not turned_by_hand:  # percentages, signs and 1 − value say nothing of the metric
                values = [one.value for one in explanations if 0 <= one.value < MOST]
                yield from (items.typed(one) for one in values if abs(one - answer.exact) > items.APART)


def short(text: str, lesson: Lesson) -> str:
    """The sentence of a question that asks, with as many before it as one needs to know what it is about.

    All of them if other questions end like it.
    """
    sentences = re.split(r"(?<=[.?!]) (?=[A-Z])", text)
    asks = max([at for at, one in enumerate(sentences) if one.endswith("?")], default=len(sentences) - 1)
    ends = (" ".join(sentences[first : asks + 1]) for first in range(asks, -1, -1))
    alone = (
        one for one in ends if number_of_words(one) >= FEW and sum(one in other.text for other in lesson.questions) == 1
    )
    return next(alone, text)


def goals(lesson: Lesson) -> str:
    """Each goal, and lists that reach it."""
    return listing(f"{inline(cell.shown._state.goal.task)}{drawn(at_goal(cell))}" for cell in lesson.goal_cells)


def drawn(lists: Mapping[str, Ranking]) -> str:
    """Lists as dots: filled ones are relevant, and a grade above 1 is written in it. Where all look alike, by names."""
    made = []
    for name, one in lists.items():
        items = one.items if len(one) > 1 == len({*one.grades}) else ()
        dots = escape(" › ".join(map(str, items))) or "".join(map(dot, one.grades))
        label = f"{escape(name)}: " if name else ""
        made.append(f'<span class="dots">{label}{dots}</span>')
    return f"<br>{' '.join(made)}"


def dot(grade: float | None) -> str:
    """An item by its grade."""
    shown = "" if grade is None or grade in (0, 1) else f"{grade:g}"
    return f'<i class="{"on" if grade else "off"}">{shown}</i>'


def code(draft: Draft) -> str:
    """What is wrong with the draft, and the function without it."""
    said = first_words(draft.said)
    return f"<p><q>{inline(said)}</q></p><pre>{escape(draft.solution)}</pre>"


def first_words(report: Any) -> str:
    """What is wrong with a draft, which the report on it leaves to a student at first."""
    return f"{report.mistake_in_words[:1].upper()}{report.mistake_in_words[1:]}."


def rooms(lesson: Lesson) -> list[str]:
    """The same lesson with 20 students, with 300, and without a network."""
    vote = next((one for one in lesson.questions if isinstance(one._state.answer, Choice)), None)
    hands = f'vote by hand on "{short(vote.text, lesson)}"' if vote else "guess aloud before each number is revealed"
    return [
        "**20 students:** pairs at one laptop. One clicks, the other predicts aloud; swap after each part.",
        f"**300 students:** share this lesson's page for their phones, project one surface, and {hands}",
        "**No network:** this page and the slides are files. Copy the site, or run `make lab` once before.",
    ]


# --- HTML -------------------------------------------------------------------------------------------------------------
def section(title: str, body: str) -> str:
    """A section of the sheet."""
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def listing(entries: Iterable[str], kind: str = "ul") -> str:
    """A list of entries."""
    return f"<{kind}>{''.join(f'<li>{one}</li>' for one in entries)}</{kind}>"


def inline(text: str) -> str:
    """Markdown of one line as HTML, its links as those of the site."""

    def made(found: re.Match[str]) -> str:
        if found[4]:
            return convert(found[4])
        kind, shown = next((tag, one) for tag, one in zip(TAGS, found.groups(), strict=False) if one)
        return f"<{kind}>{escape(shown, quote=False)}</{kind}>"

    parts, at = [], 0
    for found in MARKUP.finditer(text):
        parts += [escape(text[at : found.start()], quote=False), made(found)]
        at = found.end()
    return LINK.sub(r'<a href="../notebooks/lessons/\2.html">\1</a>', "".join([*parts, escape(text[at:], quote=False)]))
