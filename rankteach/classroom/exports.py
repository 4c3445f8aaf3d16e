"""Questions of a bank in the formats of learning platforms, and on paper.

Names from outside are escaped for each format, so that they stay text there.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import chain, permutations
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring
from xml.sax.saxutils import escape

from rankteach.classroom.items import DIGITS, TOLERANCE, Item, typed
from rankteach.core.operations import RowDependency
from rankteach.notation.markdown import escape_markdown
from rankteach.notation.page import NAME_LINE, calculated, document, left_blank, one_line
from rankteach.notation.tables import Table
from rankteach.notation.text import on_one_line

ASK = (
    f"Type a whole number, or a decimal with a point and {DIGITS} digits after it, such as 0.123, "
    "without a comma, a fraction or a % sign."
)
"""No platform reads 1/2 or 50 % as a number, and a decimal comma only in some languages."""
GAP = "____"
SIGNS = "? is a number that is left out. You don't need the empty cells."
NOT_QUITE = "Not quite. Go through it once more: which numbers did you use?"
NEARLY = f"Very close. Type {DIGITS} digits after the point, and round only at the very end."
MISREAD = f"Did you type a percentage, or a comma? {ASK}"
NEAR = 0.01  # what a number that is cut off after two digits can be away; a known wrong one is farther away
MOST_ORDERS = 4
PLACES = 6  # digits of a right number in a file


class Choice(NamedTuple):
    """A choice of an exported question, or a number that is typed: whether it is right, and what to say to it."""

    text: str
    right: bool
    said: str


class Exported(NamedTuple):
    """A question as every format needs it. ``kind`` is number, choice, choices or text."""

    kind: str
    name: str
    text: str
    answers: Sequence[Choice]
    solution: Sequence[str]
    item: Item

    @property
    def to_type(self) -> str:
        """The question and, if a number is to be typed, how."""
        return f"{self.text} {ASK}" if self.kind == "number" else self.text

    @property
    def marked(self) -> list[tuple[Choice, str, float]]:
        """The answers with their points in percent, and the tolerance of a number: the first that fits counts.

        Several right choices share 100 points, and wrong ones take them away.
        """
        right = sum(answer.right for answer in self.answers)
        less = -100 / max(1, len(self.answers) - right) if self.kind == "choices" else 0
        answers = [(answer, 100 / right if answer.right else less, TOLERANCE) for answer in self.answers]
        if self.kind == "number":
            value = float(self.answers[0].text)
            answers += [(Choice(self.answers[0].text, False, NEARLY), 0, min(NEAR, abs(value) / 10))]
            # of 0.123: a percentage, and what a platform with decimal points makes of 0,123; both are above what can be
            misread = [(by * value, by * NEAR / 2) for by in (100, 1000) if 1 / by + NEAR / 2 < abs(value) <= 1]
            answers += [(Choice(f"{other:g}", False, MISREAD), 0, near) for other, near in misread]
            answers += [(Choice("*", False, NOT_QUITE), 0, 0)]
        return [(answer, f"{share:.5f}".rstrip("0").rstrip("."), close) for answer, share, close in answers]


def exported(items: Iterable[Item]) -> list[Exported]:
    """The questions, numbered."""
    made = []
    for number, item in enumerate(items, start=1):
        answer: Any = item.checked
        kind, text = ("choices" if answer.several else answer.kind), item.text
        if kind == "order":
            kind, text = "choice", "\n".join([text, *answer.items])
        solution = [str(answer), item.because]
        if item.trace is not None:
            solution += [*(step.text for step in item.trace.steps), item.trace.closing]
        name = f"{number:03d} {item.measure}, {item.kind}"
        made.append(Exported(kind, name, text, _answers(answer), [line for line in solution if line], item))
    return made


def _answers(answer: Any) -> list[Choice]:
    """What a file can mark: the right answer and the wrong ones that have a reply.

    Some orders are offered as choices, because not every platform can put items in order.
    """
    if answer.kind == "number":
        right = Choice(f"{float(answer.exact):.{PLACES}f}", True, "Right.")
        return [right, *(Choice(typed(wrong), False, said) for wrong, said in answer.replies.items())]
    if answer.kind == "order":
        others = [list(one) for one in permutations(answer.right) if list(one) != answer.right]
        some = others[:: max(1, len(others) // (MOST_ORDERS - 1))][: MOST_ORDERS - 1]
        every = sorted([answer.right, *some])
        return [Choice(" → ".join(one), one == answer.right, answer.check(one).message) for one in every]
    if answer.kind == "choice":
        right = answer.right
        return [Choice(one, one in right, said or "Right." * (one in right)) for one, said in answer.replies.items()]
    return []


# --- Moodle XML -------------------------------------------------------------------------------------------------------
def moodle(items: Iterable[Item], title: str) -> bytes:
    """Moodle XML: a category with all questions; a cell is asked for inside its table."""
    quiz = Element("quiz")
    category = SubElement(SubElement(quiz, "question", type="category"), "category")
    SubElement(category, "text").text = f"$course$/top/{_category(title)}"
    kinds = {"number": "numerical", "choice": "multichoice", "choices": "multichoice", "text": "essay"}
    for one in exported(items):
        table = _cloze(one) if one.item.cell else ""
        question = SubElement(quiz, "question", type="cloze" if table else kinds[one.kind])
        SubElement(SubElement(question, "name"), "text").text = on_one_line(one.name)
        _html(question, "questiontext", _lines(one.to_type) + table)
        _html(question, "generalfeedback", _lines("\n".join(one.solution)))
        SubElement(question, "defaultgrade").text = "1"
        SubElement(question, "penalty").text = "0.1"
        if one.kind == "text":
            _html(question, "graderinfo", _lines(one.solution[0]))
        elif not table:
            _moodle_answers(question, one)
        for hint in one.item.hints:
            _html(question, "hint", _lines(hint))
        tags = SubElement(question, "tags")
        for tag in one.item.tags:
            SubElement(SubElement(tags, "tag"), "text").text = on_one_line(tag)
    written: bytes = tostring(quiz, "utf-8", xml_declaration=True)
    return written


def _moodle_answers(question: Element, one: Exported) -> None:
    if one.kind != "number":
        SubElement(question, "single").text = str(one.kind == "choice").lower()
        SubElement(question, "shuffleanswers").text = "true"
    for answer, share, tolerance in one.marked:
        made = SubElement(question, "answer", fraction=share, format="html")
        SubElement(made, "text").text = answer.text if one.kind == "number" else _lines(answer.text)
        _html(made, "feedback", _lines(answer.said))
        if one.kind == "number":
            SubElement(made, "tolerance").text = str(tolerance)


def _category(title: str) -> str:
    """The name of one category, in which a slash makes no other one."""
    return on_one_line(title).replace("/", "//")


def _html(parent: Element, name: str, html: str) -> None:
    SubElement(SubElement(parent, name, format="html"), "text").text = html


def _lines(words: str) -> str:
    """Lines as HTML, in which no platform finds a gap or mathematics, nor Moodle a thumb in (n)."""
    html = "<br>".join(one_line(line) for line in words.split("\n"))
    return re.sub(r"[{}~\\$]|\((?=\w+\))", lambda sign: f"&#{ord(sign[0])};", html)


def _cloze(question: Exported) -> str:
    """The table of a calculation, with a gap for the cell that is asked for."""
    answers = [
        f"{'=' if one.right else '%0%'}{one.text}{f':{tolerance}' if tolerance else ''}#{escape(_lines(one.said))}"
        for one, _, tolerance in question.marked
    ]  # in a gap, Moodle takes entities for what they mean, before it shows the HTML
    return _table(question.item, f"{{1:NUMERICAL:{'~'.join(answers)}}}")


def _table(item: Item, gap: str) -> str:
    """The table of a question as HTML, and what its signs mean."""
    head, *rows = [[_lines(cell) for cell in row] for row in _cells(item)]
    whole = {cell: ' style="white-space: nowrap"' for cell in chain(*rows) if re.fullmatch(r"[\d./−]+", cell)}
    lines = ["".join(f"<td{whole.get(cell, '')}>{gap if cell == GAP else cell}</td>" for cell in row) for row in rows]
    table = "".join(f"<tr>{line}</tr>" for line in ["".join(f"<th>{cell}</th>" for cell in head), *lines])
    return f'<table cellpadding="6">{table}</table><p>{SIGNS}</p>'


def _cells(item: Item) -> list[list[str]]:
    """The heads and rows of a calculation, without what follows from the cell that is asked for or repeats it.

    Of a column that grows from row to row, the rows below say it, too.
    """
    assert item.trace is not None and item.cell is not None
    title, row = item.cell
    calculation = item.trace.calculation
    tables: list[Table] = calculation.tables()
    table = next(table for table in tables if title in [entry.title for entry in table.entries])
    made = calculated(tables)
    same = [
        (entry.title, row + 1)
        for entry in table.entries
        if entry.column is not None and (entry.title in made or entry.column.is_list_independent)
        if row < len(entry.column.cells)
        if abs(float(entry.column.cells[row] or 0) - float(item.answer)) < TOLERANCE
    ]
    (column,) = [entry.column for entry in table.entries if entry.title == title and entry.column is not None]
    alone = column.rule.reads is RowDependency.ROW_BY_ROW
    asked = [(title, place + 1) for place in range(row, row + 1 if alone else len(column))]
    left = left_blank(calculation, tables, [*asked, *same])
    rows = [list(row) for row in zip(*(entry.cells for entry in table.entries), strict=True)]
    for at, entry in enumerate(table.entries):
        for place in left.of(entry.title):
            rows[place][at] = GAP if (entry.title, place) == (title, row) else "?"
    return [[entry.title for entry in table.entries], *rows]


# --- GIFT -------------------------------------------------------------------------------------------------------------
def gift(items: Iterable[Item], title: str) -> bytes:
    """GIFT: plain text, with a sentence for each answer."""
    parts = [f"// {on_one_line(title)}\n$CATEGORY: {_category(title)}\n"]
    for one in exported(items):
        table = _gift(_table(one.item, GAP)) if one.item.cell else ""
        answers, write = [], (lambda words: _gift(_lines(words))) if table else _gift
        for answer, share, tolerance in one.marked:
            given = f"~%{share}%{write(answer.text)}"
            if one.kind == "choice":
                given = f"{'=' if answer.right else '~'}{write(answer.text)}"
            elif one.kind == "number":
                given = f"={'' if answer.right else '%0%'}{answer.text}:{tolerance}" if tolerance else "~"
            answers.append(f"{given}#{write(answer.said)}" if answer.said else given)
        lines = [*answers, f"####{write(chr(10).join(one.solution))}"]
        inside = "\n".join(["#" if one.kind == "number" else "", *lines])
        tags = "".join(f"[tag:{on_one_line(tag)}] " for tag in one.item.tags)
        text = f"[{'html' if table else 'plain'}]{write(one.to_type)}{table}"
        parts.append(f"// {tags}\n::{_gift(one.name)}::{text} {{{inside}\n}}\n")
    return "\n".join(parts).encode("utf-8", "backslashreplace")


def _gift(words: str) -> str:
    """Text in which no sign has a meaning."""
    lines = [re.sub(r"([\\~=#{}:])", r"\\\1", on_one_line(line)) for line in words.split("\n")]
    return "\\n".join(lines)


# --- QTI, by text2qti -------------------------------------------------------------------------------------------------
def qti(items: Iterable[Item], title: str) -> bytes:
    """QTI 1.2, packed by text2qti. Where wrong numbers are known, they are choices, each with its sentence."""
    try:
        from text2qti.config import Config
        from text2qti.qti import QTI
        from text2qti.quiz import Quiz
    except ImportError:
        raise ImportError("save needs text2qti for a .zip: pip install text2qti") from None
    quiz = Quiz(qti_source(items, title), config=Config(), source_name="rankteach")
    with tempfile.TemporaryDirectory() as folder:
        packed = Path(folder, "quiz.zip")
        QTI(quiz).save(packed)
        return packed.read_bytes()


def qti_source(items: Iterable[Item], title: str) -> str:
    """What text2qti reads."""
    parts = [f"Quiz title: {_qti(title)}\n"]
    for one in exported(items):
        typed_in = one.kind == "number" and len(one.answers) == 1
        lines = [f"Title: {_qti(one.name)}", f"1. {_qti(one.to_type if typed_in else one.text)}"]
        if one.item.cell:
            lines += ["", f"    {_table(one.item, GAP)}", ""]
        lines += [f"... {_qti(chr(10).join(one.solution))}"]
        if one.kind == "text":
            lines += ["____"]
        elif typed_in:
            lines += [f"= {one.answers[0].text} +- {TOLERANCE}"]
        else:
            for place, answer in enumerate(sorted(one.answers)):
                mark = f"{'*' * answer.right}{chr(ord('a') + place)})"
                if one.kind == "choices":
                    mark = f"[{'*' if answer.right else ' '}]"
                shown = typed(Fraction(answer.text)) if one.kind == "number" else _qti(answer.text)
                lines += [f"{mark} {shown}", *([f"... {_qti(answer.said)}"] if answer.said else [])]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _qti(words: str) -> str:
    """Text in which Markdown and HTML find nothing; the lines of a list are paragraphs."""
    lines = [re.sub(r"([\\`*_{}\[\]()#+\-.!])", r"\\\1", on_one_line(line)) for line in words.split("\n")]
    return "\n\n    ".join(escape(line, {"$": "&#36;"}) for line in lines if line.strip())


# --- to read and to print ---------------------------------------------------------------------------------------------
def markdown(items: Iterable[Item], title: str) -> bytes:
    """Markdown: the questions, then the answers."""
    questions, answers = [f"# {escape_markdown(title)}"], ["# Answers"]
    for number, one in enumerate(exported(items), start=1):
        text = "  \n".join(map(escape_markdown, one.item.text.split("\n")))
        choices = [] if one.kind == "number" else [f"- [ ] {escape_markdown(answer.text)}" for answer in one.answers]
        table = [] if one.item.cell is None else [_markdown_table(one.item), SIGNS]
        questions.append("\n\n".join([f"## {number}", text, *table, *(["\n".join(choices)] if choices else [])]))
        answers.append(f"**{number}.** " + " ".join(map(escape_markdown, one.solution)))
    return ("\n\n".join([*questions, *answers]) + "\n").encode("utf-8", "backslashreplace")


def _markdown_table(item: Item) -> str:
    head, *rows = [[cell if cell == GAP else escape_markdown(cell) for cell in row] for row in _cells(item)]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])


def paper(items: Iterable[Item], title: str) -> bytes:
    """A page to print: the questions, and behind them the answers with their calculations."""
    questions, answers = [], []
    for one in exported(items):
        below = '<div class="working"><div></div></div>'
        first, *more = one.solution
        if one.kind in ("choice", "choices"):
            letters = ", ".join(chr(ord("A") + place) for place, answer in enumerate(one.answers) if answer.right)
            first = f"{letters}: {first}"
            below = f'<ol type="A">{"".join(f"<li>{one_line(answer.text)}</li>" for answer in one.answers)}</ol>'
        table = "" if one.item.cell is None else _table(one.item, '<span class="box"></span>')
        questions.append(f"<li>{_lines(one.item.text)}{table}{below}</li>\n")
        answers.append(f"<li><b>{one_line(first)}</b><br>{_lines(chr(10).join(more))}</li>\n")
    head = f"<header><h1>{one_line(title)}</h1></header>\n"
    body = (
        f'<section class="worksheet">\n{NAME_LINE}{head}<ol class="questions">\n{"".join(questions)}</ol>\n</section>\n'
        f'<section class="key">\n<header><h1>Answers</h1></header>\n<ol>\n{"".join(answers)}</ol>\n</section>\n'
    )
    return document(title, body, wide=False).encode("utf-8", "backslashreplace")


FORMATS: dict[str, Callable[[Iterable[Item], str], bytes]] = {
    ".xml": moodle,
    ".gift": gift,
    ".zip": qti,
    ".md": markdown,
    ".html": paper,
}
