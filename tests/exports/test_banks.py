"""Files of a question bank, read back by other implementations, and marked by the rules that the files state."""

import json
import random
import re
import subprocess
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from rankteach import Ranking, average_precision, classroom
from rankteach.classroom.banks import Bank
from rankteach.classroom.exports import (
    ASK,
    MISREAD,
    NEAR,
    NEARLY,
    NOT_QUITE,
    SIGNS,
    Choice,
    _cells,
    _qti,
    exported,
    gift,
    moodle,
    qti_source,
)
from rankteach.classroom.items import APART, TOLERANCE, Item, typed
from rankteach.notation.page import calculated
from rankteach.notation.text import on_one_line
from tests.notation.test_notations import HOSTILE
from tests.tiers import LONG, SEED
from tests.tools import npm_packages, program

NAMES = [name for name in HOSTILE if "\r" not in name] + [
    "{1:SA:=a}",
    "a ~ b = c # d { e } f : g \\ h",
    "**b** $x$ `c` <i>&amp;",
    "]]>",
    "(n) (y) &#40;h)",
]
# what the filters of Moodle 4.5 look for in HTML: pictures and mathematics
FILTERED = re.compile(r"\((?:n|y|h|heart|grr|martin)\)|\$\$|\\[(\[]")


def hostile() -> Item:
    """A question in which every name is one that some format could take for its own signs."""
    ranking = Ranking([1, 0, 1], items=NAMES[:3])
    trace = average_precision(ranking)
    said = {name: f"No: {name}" for name in NAMES[1:]}
    return Item(
        "choose", "AP", 1, "\n".join(NAMES), NAMES[0], {NAMES[0]: "", **said}, hints=tuple(NAMES[:3]), trace=trace
    )


def hostile_table() -> Item:
    """A cell of a table that has all of these names."""
    trace = average_precision(Ranking([1, *[0] * (len(NAMES) - 1)], items=NAMES))
    return Item(
        "fill a cell", "AP", 1, NAMES[0], Fraction(1, 2), {"2": "\n".join(NAMES)}, trace=trace, cell=("precision", 1)
    )


@pytest.fixture(scope="module")
def bank() -> Bank:
    drawn = classroom.bank(["AP", "nDCG@5", "P@3", "RR", "DCG"], n=1500 if LONG else 40, seed=SEED)
    kinds = ["calculate a value", "fill a cell", "predict a change", "find the mistake"]
    drawn += classroom.bank(
        ["AUC", "nDCG", "Bpref", "AP(rel=2)"], n=500 if LONG else 20, seed=SEED, kinds=kinds, level=3
    )
    several = Item(
        "choose", "AP", 1, "Which ones depend on the order?", ["AP", "RR"], {"AP": "", "RR": "", "P": "No.", "R": "No."}
    )
    all_but_one = Item(
        "choose", "AP", 1, "Which ones count?", ["AP", "P", "R"], {"AP": "", "P": "", "R": "", "RR": "No."}
    )
    text = Item("explain", "AP", 1, "What does AP see?", "The ranks of the relevant items.", {})
    return Bank([*drawn, several, all_but_one, text, hostile(), hostile_table()], "AP & co.: a < b / c")


class Marked(NamedTuple):
    """What a file's rules say to an answer: its points, from 0 to 1, and the sentence."""

    points: float
    said: str


def answers(item: Item) -> Iterator[tuple[str, bool, str]]:
    """What can be given, whether it is right, and the sentence; of an order what the file offers."""
    (one,) = exported([item])
    checked = item.checked
    if one.kind == "number":
        value: Any = checked.exact
        for digits in (3, 4, 5):
            yield f"{float(value):.{digits}f}", True, "Right."
            cut = int(float(value) * 10**digits) / 10**digits
            yield f"{cut:.{digits}f}", True, "Right."
        for wrong, said in item.wrong.items():
            yield f"{float(Fraction(wrong)):.3f}", False, said
        known = [float(value), *(float(Fraction(wrong)) for wrong in item.wrong)]
        rng, closest = random.Random(item.text), str(min(NEAR, abs(float(value)) / 10))
        for most in 20 * (0.3, NEAR):
            near = f"{float(value) + rng.choice((-1, 1)) * rng.uniform(0.0016, most):.3f}"
            if all(abs(float(near) - other) > 2 * TOLERANCE for other in known):
                yield near, False, NEARLY if close(near, one.answers[0].text, closest) else NOT_QUITE
        for short in (f"{float(value):.2f}", f"{int(float(value) * 100) / 100:.2f}"):
            good = close(short, one.answers[0].text, str(TOLERANCE))
            nearly = NEARLY if close(short, one.answers[0].text, closest) else NOT_QUITE
            yield short, good, "Right." if good else nearly
        yield f"{max(known) + 3.6:.3f}", False, NOT_QUITE
        for typed_as in (f"{100 * known[0]:.1f}", f"{100 * known[0]:.0f}", f"{1000 * known[0]:.0f}"):
            if 1 / 100 + NEAR / 2 < value <= 1 and all(abs(float(typed_as) - other) > NEAR for other in known):
                yield typed_as, False, MISREAD
    else:
        for answer in one.answers:
            yield answer.text, answer.right, answer.said


def close(typed: str, number: str, tolerance: str) -> bool:
    return abs(Fraction(typed) - Fraction(number)) <= Fraction(tolerance)


def plain(html: str) -> str:
    """HTML as a browser shows it."""
    return unescape(re.sub(r"<[^>]*>", "", html.replace("<br>", "\n")))


def squeezed(words: str) -> str:
    """Words without regard to white space and typographic quotes, which some readers change."""
    return " ".join(words.translate(str.maketrans("‘’“”", "''\"\"")).split())


def shown(words: str) -> str:
    """Text as it is shown, line by line."""
    return "\n".join(on_one_line(line) for line in words.split("\n"))


def read_as_html(html: str) -> str:
    """The words of a text and of its table, cell by cell."""
    return squeezed(plain(re.sub(r"</?t[hd]\b[^>]*>", " | ", html)))


def table_of(item: Item) -> str:
    """The words of the table in which a cell is asked for."""
    return "".join(f" | {cell} | " for row in _cells(item) for cell in map(shown, row)) + SIGNS if item.cell else ""


def test_moodle_marks_as_the_question_does(bank: Bank, tmp_path: Path) -> None:
    """By Moodle's rules: the first answer whose number is close enough, and a * for all others."""
    bank.save(tmp_path / "quiz.xml")
    assert NEAR < APART  # so that no number is very close to the right one and to a known wrong one
    category, *questions = ElementTree.parse(tmp_path / "quiz.xml").getroot()
    assert (category.findtext("category/text") or "").replace("//", "").count("/") == "$course$/top/".count("/")
    assert len(questions) == len(bank)
    for item, question in zip(bank, questions, strict=True):
        kind, right = question.get("type"), item.checked.kind
        made: list[tuple[str, float, str, str]] = []
        text = question.findtext("questiontext/text") or ""
        if kind == "essay":
            assert right == "text"
            continue
        if kind == "numerical":
            made = [
                (
                    one.findtext("text") or "",
                    float(one.get("fraction") or 0) / 100,
                    one.findtext("feedback/text") or "",
                    one.findtext("tolerance") or "0",
                )
                for one in question.findall("answer")
            ]
            assert plain(text).startswith(shown(item.text))
        elif kind == "cloze":
            gap = re.search(r"\{1:NUMERICAL:(.*?)(?<!\\)\}", text, re.DOTALL)
            assert gap
            assert len(re.findall(r"(?<!\\)\{\d", text)) == 1
            for one in re.split(r"(?<!\\)~", gap[1]):
                answer, _, said = one.partition("#")
                number, _, tolerance = re.sub(r"^=|^%0%", "", answer).partition(":")
                html = unescape(said)  # in a gap, Moodle takes entities for what they mean
                made.append((number, float(answer.startswith("=")), html, tolerance or "0"))
        for given, good, said in answers(item):
            if right == "number":
                points, feedback = next(
                    (share, words) for number, share, words, by in made if number == "*" or close(given, number, by)
                )
            else:
                chosen = next(
                    one for one in question.findall("answer") if plain(one.findtext("text") or "") == shown(given)
                )
                points, feedback = float(chosen.get("fraction") or 0) / 100, chosen.findtext("feedback/text") or ""
            assert (points > 0) == good, (item, given)
            assert plain(feedback) == shown(said)
        assert plain(question.findtext("generalfeedback/text") or "").startswith(shown(str(item.checked)))
        assert [tag.text for tag in question.findall("tags/tag/text")] == item.tags
        written = [one.text or "" for one in question.iter("text") if one not in question.findall("name/text")]
        assert not any(FILTERED.search(html) for html in [*written, *(said for *_, said, _ in made)])
    said = [answer.text for one in exported(bank) for answer in one.answers]
    assert any("(n)" in words for words in said if words not in NAMES)  # as real questions have it


def test_moodle_is_read_by_moodle_xml_parser(bank: Bank, tmp_path: Path) -> None:
    parser = pytest.importorskip("moodle_xml_parser.parser", reason="pip install moodle_xml_parser reads it back")

    def read_as(words: str) -> str:
        """It takes entities for what they mean."""
        return squeezed(shown(words).replace("\n", "<br>"))

    bank.save(tmp_path / "quiz.xml")
    read = parser.parse_file(str(tmp_path / "quiz.xml"))
    made = list(zip(bank, exported(bank), strict=True))
    choices = [one for _, one in made if one.kind in ("choice", "choices")]
    gaps = [one for item, one in made if item.cell is not None]
    assert [question.name for question in read["multichoice"]] == [one.name for one in choices]
    for question, one in zip(read["multichoice"], choices, strict=True):
        assert question.single == (one.kind == "choice")
        assert squeezed(question.text_pre_parse) == read_as(one.text)
        got = [
            (squeezed(option.answer), option.score_fraction > 0, squeezed(option.feedback))
            for option in question.options
        ]
        assert got == [(read_as(answer.text), answer.right, read_as(answer.said)) for answer in one.answers]
        assert sum(max(0, option.score_fraction) for option in question.options) == pytest.approx(100)
    for question, one in zip(read["cloze"], gaps, strict=True):
        (gap,) = [gap for gap in question.gaps if gap.sub_type == "NUMERICAL"]  # it reads &#123; as a brace, too
        read_back = [(option.answer.partition(":")[0], option.score == 100) for option in gap.options]
        assert read_back == [(answer.text, answer.right) for answer, _, _ in one.marked]


def test_gift_is_read_by_gift_pegjs(bank: Bank, tmp_path: Path) -> None:
    folder = Path(__file__).parent / "gift"
    npm_packages(folder)
    bank.save(tmp_path / "quiz.gift")
    done = subprocess.run(
        [program("node", "node"), folder / "read.js", tmp_path / "quiz.gift"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert not done.stderr
    category, *questions = json.loads(done.stdout)
    assert category["title"] == shown(bank.title).replace("/", "//")  # one category, and not one in another
    weights = re.findall(r"[~=](%[^%\n]*%)", (tmp_path / "quiz.gift").read_text("utf-8"))
    assert all(re.fullmatch(r"%-*[0-9]{1,2}\.?[0-9]*%", weight) for weight in weights)  # as Moodle reads them
    assert "%-100%" in weights
    assert len(questions) == len(bank)
    for item, one, question in zip(bank, exported(bank), questions, strict=True):
        read = read_as_html if item.cell else squeezed
        assert question["stem"]["format"] == ("html" if item.cell else "plain")
        assert read(question["stem"]["text"]) == squeezed(shown(one.to_type) + table_of(item))
        assert question["type"] == {"number": "Numerical", "text": "Essay"}.get(one.kind, "MC")
        assert read(question["globalFeedback"]["text"]) == squeezed(shown("\n".join(one.solution)))
        if one.kind == "text":
            continue
        for given, good, said in answers(item):
            points = 0.0
            for choice in question["choices"]:
                text, weight = choice["text"], choice["weight"]
                share = (100 if choice["isCorrect"] else 0) if weight is None else weight
                if one.kind == "number":
                    hit = "number" not in text or abs(float(given) - text["number"]) <= text["range"] + 1e-12
                else:
                    hit = squeezed(text["text"]) == squeezed(shown(given))
                if hit:
                    points = share
                    assert read((choice["feedback"] or {"text": ""})["text"]) == squeezed(shown(said))
                    break
            assert (points > 0) == good, (item, given)


def test_qti_is_written_by_text2qti_and_marks_as_the_question_does(bank: Bank, tmp_path: Path) -> None:
    pytest.importorskip("text2qti", reason="pip install text2qti writes QTI")
    bank.save(tmp_path / "quiz.zip")
    with zipfile.ZipFile(tmp_path / "quiz.zip") as packed:
        (name,) = [
            one for one in packed.namelist() if one.endswith(".xml") and one.count("/") == 1 and "meta" not in one
        ]
        root = ElementTree.fromstring(packed.read(name))
    space = {"q": root.tag[1:].partition("}")[0]}
    items = root.findall(".//q:item", space)
    assert len(items) == len(bank)
    for one, written in zip(exported(bank), items, strict=True):
        question = written.findtext("q:presentation/q:material/q:mattext", "", space)
        typed_in = one.kind == "number" and len(one.answers) == 1
        asked = one.to_type if typed_in else one.text
        assert read_as_html(question) == squeezed(shown(asked) + table_of(one.item))
        if one.kind == "text" or typed_in:
            continue
        labels = written.findall(".//q:response_label", space)
        texts = {label.get("ident"): squeezed(plain(label.findtext(".//q:mattext", "", space))) for label in labels}
        assert len(texts) == len(one.answers)
        conditions = written.findall(".//q:respcondition", space)
        (condition,) = [each for each in conditions if each.find("q:setvar", space) is not None]
        no = {node.text for node in condition.findall(".//q:not/q:varequal", space)}
        right = sorted(texts[node.text] for node in condition.findall(".//q:varequal", space) if node.text not in no)
        expected = [
            typed(Fraction(each.text)) if one.kind == "number" else each.text for each in one.answers if each.right
        ]
        assert right == sorted(squeezed(shown(each)) for each in expected)


def test_markdown_and_paper_have_every_question_and_its_answer(bank: Bank, tmp_path: Path) -> None:
    for name in ("quiz.md", "quiz.html"):
        bank.save(tmp_path / name)
    markdown, paper = ((tmp_path / name).read_text(encoding="utf-8") for name in ("quiz.md", "quiz.html"))
    questions, _, key = markdown.partition("# Answers\n")
    assert (
        len(re.findall(r"^## \d+$", questions, re.MULTILINE))
        == len(re.findall(r"^\*\*\d+\.\*\*", key, re.MULTILINE))
        == len(bank)
    )
    parts = paper.partition("<body")[2].partition('<section class="key">')
    sheet, _, answered = (plain(re.sub(r"<[^>]*>", " ", part)) for part in parts)
    for one in exported(bank):
        assert all(shown(line).strip() in sheet for line in one.item.text.split("\n"))
        assert shown(one.solution[0]) in answered
        right = ", ".join("ABCDEF"[place] for place, answer in enumerate(one.answers) if answer.right)
        assert (f"{right}: {shown(one.solution[0])}" in answered) == (one.kind in ("choice", "choices"))


def test_a_cell_is_asked_for_in_a_table_in_which_its_number_is_nowhere_in_the_row(tmp_path: Path) -> None:
    """In Moodle, in Markdown and on paper, with the other numbers that can be calculated left as they are."""
    cells = classroom.bank(["AP", "P@3", "nDCG", "AUC"], n=16, seed=SEED, kinds=["fill a cell"])
    assert any(item.measure == "nDCG" and item.trace and item.trace.ranking.missed for item in cells)  # a longer ideal
    for name in ("quiz.xml", "quiz.md", "quiz.html"):
        cells.save(tmp_path / name)
    xml, markdown, paper = ((tmp_path / f"quiz.{end}").read_text("utf-8") for end in ("xml", "md", "html"))
    assert markdown.count("____") == paper.partition('class="key"')[0].count('class="box"') == len(cells)
    assert all(unescape(written).count(SIGNS) == len(cells) for written in (xml, paper))
    assert len(re.findall(r"^\| --- ", markdown, re.MULTILINE)) == len(cells)
    for item in [*cells, *classroom.bank("RBP", n=4, seed=SEED, kinds=["fill a cell"])]:
        assert item.trace is not None and item.cell is not None
        head, *rows = _cells(item)
        made = calculated(item.trace.calculation.tables())
        shown_here = dict(zip(head, rows[item.cell[1]], strict=True))
        assert shown_here[item.cell[0]] == "____"
        for title, cell in shown_here.items():
            if title in (*made, "weight") and re.fullmatch(r"[\d./]+", cell):
                assert float(Fraction(cell)) != pytest.approx(float(item.answer), abs=1e-3), (title, item.text)


def test_the_row_below_does_not_say_a_cell_that_grows_from_row_to_row() -> None:
    """Below hits, which only grow, there are none to read; below a precision the others stay."""
    seen = set()
    for item in classroom.bank(["AP", "RR", "AUC", "P@3"], n=40, seed=SEED, kinds=["fill a cell"]):
        assert item.cell is not None
        (title, row), (head, *rows) = item.cell, _cells(item)
        below = {cells[head.index(title)] for cells in rows[row + 1 :]} - {""}
        grows = title in ("hits", "running sum", "TP", "FP", "area", "rank of the first hit")
        seen |= {(grows, below == {"?"})} if below else set()
    assert (True, True) in seen and (False, False) in seen and (True, False) not in seen


@pytest.mark.parametrize("value", ["0", "0.004", "0.01", "0.02", "0.5", "1", "2.5"])
def test_no_number_that_a_measure_can_have_is_taken_for_a_percentage(bank: Bank, value: str) -> None:
    one = next(one for one in exported(bank) if one.kind == "number")._replace(answers=[Choice(value, True, "Right.")])
    misread = [(float(answer.text), close) for answer, _, close in one.marked if answer.said == MISREAD]
    assert all(other - close > 1 for other, close in misread)
    assert len(misread) == {"0.01": 1, "0.02": 2, "0.5": 2, "1": 2}.get(value, 0)


def test_how_a_number_is_typed_is_said_wherever_one_is_typed(bank: Bank) -> None:
    """Fractions, percentages and commas are no numbers for a platform. The sentence says nothing of the answer."""
    for one in exported(bank):
        number = one.kind == "number"
        chosen = number and len(one.answers) > 1
        written = moodle([one.item], ""), gift([one.item], ""), qti_source([one.item], "").encode()
        files = [unescape(unescape(file.decode())) for file in written]
        said = [words in file for words, file in zip((ASK, ASK, _qti(ASK)), files, strict=True)]
        assert said == [number, number, number and not chosen], one.item
