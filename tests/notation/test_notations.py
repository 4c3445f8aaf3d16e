"""How a trace is written: golden renders, and text from outside that stays text.

The files in ``golden/`` are what each notation gives for a few traces. After a wanted change of a notation, write
them again with ``python -m tests.notation.test_notations`` and review the difference.
"""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import rankteach as rt
from rankteach import Batch, Column, Measure, Ranking, Trace
from rankteach.__main__ import PLAIN
from rankteach.classroom import examples
from rankteach.core.column import Axis
from rankteach.core.operations import OPERATIONS, Operation
from rankteach.core.running import running
from rankteach.notation import expression, html, latex, mathml, spreadsheet, text, typeset
from rankteach.notation.expression import Node, symbolic
from rankteach.notation.origins import made_from
from rankteach.notation.tables import Entry, Table, parts
from rankteach.notation.text import visible
from rankteach.tracing.measures import metrics
from rankteach.tracing.paired import ranked
from tests.catalogue import cases, random_traces
from tests.core.test_column import OPERATIONS as EXAMPLES
from tests.core.test_column import column

GOLDEN = Path(__file__).parent / "golden"
MISSED = Ranking([3, 2, None, 0, 1], items=list("abcde"), missed={"x": 3, "y": 2})
TRACES: dict[str, Callable[[], Trace]] = {
    "average_precision": lambda: rt.average_precision(examples.eight_documents),
    "ndcg": lambda: rt.ndcg(examples.five_graded, gain="exponential"),
    "f_score": lambda: rt.f_score(examples.five_binary, k=3, beta=2),
    "dcg_missed": lambda: rt.ndcg(MISSED, k=4),
    "roc_auc": lambda: rt.roc_auc(Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])),
    "kendall_distance": lambda: rt.kendall_distance(["a", "b", "c"], ["c", "a", "d"]),
    "spearman": lambda: rt.spearman([1, 2, 3, 4, 5], [1, 2, 3, 3, 5]),
    "map": lambda: rt.mean(rt.average_precision, Batch([[1, 0, 1], [0, 1], [0, 0]], queries=["one", "two", "three"])),
}
# one tag and one field to a line, so that a difference can be read
NOTATIONS: dict[str, Callable[[Trace], str]] = {
    "txt": lambda trace: trace.to_text(),
    "md": lambda trace: trace.to_markdown(),
    "html": lambda trace: trace.to_html().replace("><", ">\n<"),
    "tex": lambda trace: trace.to_latex(),
    "json": lambda trace: json.dumps(json.loads(trace.to_json()), indent=1, ensure_ascii=False),
    "mathml": lambda trace: trace.to_mathml().replace("><", ">\n<"),
}


def rendered(name: str, notation: str) -> str:
    return NOTATIONS[notation](TRACES[name]()).rstrip("\n") + "\n"


def write_golden() -> None:
    for name in TRACES:
        for notation in NOTATIONS:
            (GOLDEN / f"{name}.{notation}").write_text(rendered(name, notation), encoding="utf-8", newline="\n")


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("name", TRACES)
def test_a_render_is_the_golden_one(name: str, notation: str) -> None:
    assert rendered(name, notation) == (GOLDEN / f"{name}.{notation}").read_text(encoding="utf-8")


def test_every_golden_file_is_of_a_render() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {f"{n}.{e}" for n in TRACES for e in NOTATIONS}


# --- formulas in the heads of tables ---------------------------------------------------------------
def lines_in_heads(written: str) -> list[list[str]]:
    """For each formula in a head, the lines that it has where there is no room."""
    formulas = re.findall(r'<small style="font-weight:normal">(.*?)</small></th>', written)
    return [unescape(re.sub("<[^>]*>", "", formula)).split(" ") for formula in formulas]


def test_a_long_formula_in_a_head_has_few_lines() -> None:
    lines = lines_in_heads(rt.rbo(list("abc"), list("bad")).to_html())
    assert ["Xd\xa0=", "∑j=1..d\xa0cj"] in lines
    assert ["Ad\xa0=", "Xd", "/\xa0d"] in lines
    scaled = rt.lambdas(rt.ndcg(Ranking([1, 0], scores=[2, 1]), gain="exponential"), convention="lightgbm").to_html()
    assert all(len(line) <= html.MOST_UNBROKEN for lines in lines_in_heads(scaled) for line in lines)


@pytest.mark.parametrize("metric", metrics(), ids=lambda metric: metric.name)
def test_no_line_of_a_head_ends_inside_brackets(metric: Any) -> None:
    lists = ([1, 2, 3], [3, 1, 2]) if metric.pairing else (Ranking([1, 0, 2], scores=[3, 2, 1], missed=[1]),)
    for line in (line for lines in lines_in_heads(metric(*lists).to_html()) for line in lines):
        assert line and all(line.count(one) == line.count(other) for one, other in ("()", "[]"))
        assert "-" not in line  # after which a browser starts a line


# --- wide tables -----------------------------------------------------------------------------------
def test_a_wide_table_scrolls_and_leaves_its_texts_room() -> None:
    words = ["short", "x" * html.LONG_TEXT, "x" * html.LONG_TEXT + "x"]
    written = html.table_html(Table(Axis("row", length=1), [Entry("", [said], numeric=False) for said in words]))
    widths = re.findall(r'<th style="text-align:left(.*?)">', written)
    assert widths == ["", "", f";min-width:{html.LONG_TEXT // 2}em"]
    assert re.fullmatch(r'<div style="overflow-x:auto"><table>.*</table></div>', written)


def test_code_in_what_a_value_means_is_code(tmp_path: Path) -> None:
    trace = rt.average_precision(Ranking([1, 0], scores=[1, 1]))
    trace.to_page(tmp_path / "page.html")
    for written in (trace.to_html(), (tmp_path / "page.html").read_text(encoding="utf-8")):
        assert "<code>ties=&#x27;averaged&#x27;</code>" in written and "`" not in written


def test_a_table_that_is_too_wide_goes_on_below_with_its_labels() -> None:
    """It is cut where the ideal order begins; without one, between columns of which neither is made of the other."""
    graded = Ranking([3, 2, 3, 0, 1], missed=[3, 2])
    first, second = re.findall("<thead>(.*?)</thead>", rt.measure("nERR")(graded).to_html())
    for head, heads in (first, ["rank", "item", "grade", "satisfied"]), (second, ["rank", "item", "ideal item"]):
        assert re.findall("<th[^>]*>([^<]*)", head)[: len(heads)] == heads
    assert "nERR@i" in second and "ideal" not in first
    (whole,) = rt.gap(graded).calculation.tables()
    _, below = parts(whole, html.WIDEST)
    assert [entry.title for entry in below.entries][:3] == ["rank", "item", "at least 3"]


# --- well formed ----------------------------------------------------------------------------------
def assert_balanced_latex(written: str) -> None:
    """Braces, environments and displays are closed in the order in which they were opened."""
    opened: list[str] = []
    ends = {"}": "{", r"\]": r"\["}
    for token in re.findall(r"\\begin\{[^}]*\}|\\end\{[^}]*\}|\\[\[\]]|\\\\|\\.|[{}]", written, re.DOTALL):
        if token in ("{", r"\[") or token.startswith(r"\begin"):
            opened.append(token)
        elif token in ends or token.startswith(r"\end"):
            wanted = ends.get(token, token.replace(r"\end", r"\begin"))
            assert opened, f"{token} closes nothing in {written}"
            assert opened.pop() == wanted, f"{token} in {written}"
    assert not opened, f"{opened} stay open in {written}"


class Page(HTMLParser):
    """HTML taken apart: its text, its tags and attributes, and whether every tag is closed in order."""

    def __init__(self, written: str) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.cells: list[str] = []
        self.open: list[str] = []
        self.feed(written)
        self.close()
        assert not self.open, f"{self.open} stay open"

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attributes)
        if tag != "br":
            self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, words: str) -> None:
        self.words.append(words)
        if {"td", "th"} & set(self.open):
            self.cells[-1] += words


HARMLESS_TAGS = {
    "div", "p", "b", "i", "em", "br", "span", "sub", "sup", "table", "caption", "thead", "tbody", "tr", "th", "td",
    "code", "details", "summary", "small", "ul", "ol", "li", "style",
}  # fmt: skip
LISTS = [
    Ranking([3, 0, 2, 1]),
    Ranking([1, None, 1], scores=[2, 2, 0.5], missed=[2]),
    Ranking([0, 0]),
    Ranking([]),
]


def test_every_notation_is_well_formed(settled: Measure) -> None:
    for trace in cases(settled, LISTS, (None, 2, 6)):
        assert_well_formed(trace)


TWO_LISTS: list[tuple[list[Any], list[Any]]] = [
    ([2, 1, 2, 5], [1, 1, 3, 0]),
    ([1, 1, 1], [1, 2, 3]),
    ([0.5, 2, 3.25], [-1, 7, 1e-3]),
    (list(range(25)), list(range(24, -1, -1))),  # more pairs than are listed
]
every_pair = pytest.mark.parametrize("lists", TWO_LISTS, ids=lambda lists: f"{lists[0][:3]}-{lists[1][:3]}")


@every_pair
def test_every_notation_of_a_comparison_is_well_formed(agreeing: Measure, lists: tuple[list[Any], list[Any]]) -> None:
    if agreeing.metric.pairing is ranked:  # the names that the numbers make
        lists = tuple([str(item) for item in dict.fromkeys(one)] for one in lists)  # type: ignore[assignment]
    trace = agreeing(*lists)
    assert_well_formed(trace)
    assert_well_formed(rt.mean(agreeing, [lists, lists]))
    assert len(trace.steps) == trace.axis.length


def assert_well_formed(trace: Trace) -> None:
    latex = trace.to_latex()
    for written in (latex, trace.formula, trace.substitution):
        assert_balanced_latex(written)
    page = Page(trace.to_html())
    assert page.tags <= HARMLESS_TAGS
    assert page.attributes <= {"style", "class", "title", "open"}
    assert ElementTree.fromstring(f"<all>{trace.to_mathml()}</all>").findall("math")
    for written in (trace.to_text(), trace.to_markdown(), latex, "".join(page.words)):
        assert not any(bad in written for bad in ("np.float64", "Fraction(", "nan", "array(", "<lambda>"))
    json.loads(trace.to_json(), parse_constant=lambda constant: pytest.fail(f"{constant} is no JSON"))


def test_latex_says_nothing_twice(settled: Measure) -> None:
    for line in settled(LISTS[0]).to_latex().split("\n"):
        sides = [side.strip(" &\\") for side in re.split(r"=|\\approx", line)]
        assert all(one != other for one, other in pairwise(sides)), line


A, B, C = (Column(value, None, symbol=letter) for letter, value in (("a", 7), ("b", 2), ("c", 3)))


@pytest.mark.parametrize(
    ("expression", "in_text", "in_latex"),
    [
        (A - (B - C), "a − (b − c)", "a - (b - c)"),
        (A - B - C, "a − b − c", "a - b - c"),
        (A - (B + C), "a − (b + c)", "a - (b + c)"),
        (A + (B - C), "a + b − c", "a + b - c"),
        ((A + B) * C, "(a + b) · c", r"(a + b) \cdot c"),
        (A * (B / C), "a · (b / c)", r"a \cdot \frac{b}{c}"),
        (A / (B / C), "a / (b / c)", r"\frac{a}{\frac{b}{c}}"),
        (A / (B * C), "a / (b · c)", r"\frac{a}{b \cdot c}"),
        (A / B / C, "a / b / c", r"\frac{\frac{a}{b}}{c}"),
        (2 ** (A - 1), "2^(a − 1)", "2^{a - 1}"),
        ((A + B) ** 2, "(a + b)^2", "(a + b)^{2}"),
        ((A**B) ** C, "(a^b)^c", "(a^{b})^{c}"),
        ((A / B).minimum(C), "min(a / b, c)", r"\min(\frac{a}{b}, c)"),
        ((A + 1).log(3), "log3(a + 1)", r"\log_{3}(a + 1)"),
        ((A >= B) * C, "[a ≥ b] · c", r"[a \ge b] \cdot c"),
        ((A < B) * C, "[a < b] · c", r"[a < b] \cdot c"),
        (A / (B * C).sqrt(), "a / √(b · c)", r"\frac{a}{\sqrt{b \cdot c}}"),
        (A.sqrt() ** 2, "√(a)^2", r"\sqrt{a}^{2}"),
        ((A - B).sign() * C, "sgn(a − b) · c", r"\mathrm{sgn}(a - b) \cdot c"),
        (Column.constant(0.8) ** (A - 1), "(4/5)^(a − 1)", r"(\frac{4}{5})^{a - 1}"),
        (Column.constant(0.5) * A, "(1/2) · a", r"\frac{1}{2} \cdot a"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_parentheses_stand_where_they_are_needed(expression: Column, in_text: str, in_latex: str) -> None:
    assert text.text(symbolic(expression)) == in_text
    assert latex.latex(symbolic(expression)) == in_latex


# --- one table for each notation -------------------------------------------------------------------
@pytest.mark.parametrize(
    ("table", "place"),
    [
        (expression.FORMULAS, "FORMULAS in rankteach/notation/expression.py"),
        (spreadsheet.CELLS, "CELLS in rankteach/notation/spreadsheet.py"),
    ],
    ids=["expressions", "spreadsheet"],
)
def test_every_operation_has_an_entry_in_every_notation(table: dict[str, Any], place: str) -> None:
    missing, unknown = OPERATIONS.keys() - table.keys(), table.keys() - OPERATIONS.keys()
    assert not missing, f"add {', '.join(sorted(missing))} to {place}"
    assert not unknown, f"{place} has {', '.join(sorted(unknown))}, which is no operation"


@pytest.mark.parametrize("make", [make for make, _, _ in EXAMPLES.values()], ids=EXAMPLES)
def test_every_operation_can_be_written_in_every_style(make: Callable[[Any], Column]) -> None:
    node = symbolic(make(column(name="count", symbol="c_i")))
    for write in (text.text, text.markup, latex.latex, mathml.mathml):
        assert write(node)
    assert typeset.width(node) > 0  # long formulas are broken by it
    signs = {sign for sign in text.text(node) if not sign.isascii()}
    assert signs <= PLAIN.keys(), "add the sign to PLAIN in rankteach/__main__.py, for terminals that do not have it"


def test_every_style_has_a_template_for_the_same_kinds_of_expression() -> None:
    styles = (text.TEXT, text.MARKUP, latex.LATEX, mathml.MATHML)
    first, *others = ({kind for kind in style.templates if kind != "mark"} for style in styles)
    assert all(kinds == first for kinds in others)


def test_a_new_operation_is_one_row_and_one_entry_in_each_notation(monkeypatch: pytest.MonkeyPatch) -> None:
    half = Operation(1, lambda values, _: values / 2, lambda values, _: values * Fraction(1, 2))
    monkeypatch.setitem(OPERATIONS, "half", half)
    monkeypatch.setitem(
        expression.FORMULAS, "half", expression.FormulaRule(lambda _, parts: Node("call", ("half", *parts)))
    )
    monkeypatch.setitem(spreadsheet.CELLS, "half", lambda sheet, column, row: f"{sheet.cell(column.sources[0], row)}/2")
    ranks = Axis("rank", length=3)
    grade = Column([3, 1, 2], ranks, name="grade", symbol="g_i")
    total = grade.apply("half").named("part").sum("parts so far")
    assert (total.values, total.exact) == (3.0, 3)
    every = running(total, ranks)
    assert every is not None and every.exact.tolist() == [Fraction(3, 2), 2, 3]
    assert text.text(symbolic(total)) == "∑(i=1..n) half(g_i)"
    assert latex.latex(symbolic(total)) == r"\sum_{i=1}^{n} \mathrm{half}(g_i)"
    assert "<mi>half</mi>" in mathml.mathml(symbolic(total))
    assert text.text(expression.substituted(total, None)) == "3/2 + 1/2 + 1"
    assert made_from(total.sources[0], 1, 1) == [(grade, 1, 1)]
    trace = Trace(total, ranks, rt.cumulative_gain.metric, Ranking([3, 1, 2]), {})  # type: ignore[attr-defined]
    assert [row[1] for row in spreadsheet.Sheet(trace.calculation).cells[1:4]] == ["=A2/2", "=A3/2", "=A4/2"]


# --- text from outside ----------------------------------------------------------------------------
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</td></tr></table>",
    "a & b &lt; c",
    "$x$ and $$y$$",
    r"\(x\) and \[y\]",
    r"\begin{align*}x\end{align*}",
    r"\input{secret}",
    "a|b||c",
    "one\ntwo",
    "one\r\ntwo",
    "a_b_c ^2 ~",
    "=1+1",
    "50% #1 {a} }{",
    "back\\slash\\",
    "`code` **bold** [link](http://example.org) ![](x) <http://x>",
    "- list\n# heading",
    "\u202eright to left",
    "\U0001f600 \u0301",
    "'single' \"double\"",
    "]]> --> <!--",
    "\ttab",
]


def in_lists() -> list[Trace]:
    """The names as retrieved items, as missed ones, and as queries."""
    some = Ranking([1, 0] * (len(HOSTILE) // 2), items=HOSTILE)
    missed = Ranking([1], items=["fine"], missed=dict.fromkeys(HOSTILE, 2))
    queries = Batch([[1, 0]] * len(HOSTILE), queries=HOSTILE)
    return [rt.average_precision(some), rt.ndcg(missed, k=30), rt.mean(rt.precision, queries)]


hostile_lists = pytest.mark.parametrize("trace", in_lists(), ids=["items", "missed items", "queries"])


@hostile_lists
def test_html_shows_a_name_with_signs_for_control_characters_and_nothing_of_it_works(trace: Trace) -> None:
    written = trace.to_html()
    page = Page(written)
    assert page.tags <= HARMLESS_TAGS
    assert page.attributes <= {"style", "class", "title"}
    for name in HOSTILE:
        assert visible(name) in page.cells


@hostile_lists
def test_html_keeps_a_name_from_the_pages_tex_renderer(trace: Trace) -> None:
    cells = re.findall(r"<td[^>]*>(.*?)</td>", trace.to_html(), re.DOTALL)
    for piece in (piece for cell in cells for piece in re.split(r"<[^>]*>", cell)):
        for delimiter in ("$", r"\(", r"\[", r"\begin"):
            assert not (delimiter in piece and len(piece) > len(delimiter)), piece


def markdown_cells(written: str) -> list[list[str]]:
    """The cells of the tables as a Markdown parser sees them; what is no plain text in them is in angle brackets."""
    parser = pytest.importorskip("markdown_it").MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(written)
    rows: list[list[str]] = []
    for token, inside in pairwise(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("td_open", "th_open"):
            parts = [part.content if part.type.startswith("text") else f"<{part.type}>" for part in inside.children]
            rows[-1].append("".join(parts))
    return rows


def assert_tables(trace: Trace) -> None:
    """A parser of Markdown finds every table, and every cell as plain text in its place."""
    rows = iter(markdown_cells(trace.to_markdown()))
    for table in trace.tables():
        assert len(next(rows)) == len(table.entries)
        for cells in zip(*(entry.cells for entry in table.entries), strict=True):
            expected = [" ".join(text.on_one_line(cell).split()) for cell in cells]
            assert [" ".join(cell.split()) for cell in next(rows)] == expected
    assert next(rows, None) is None


@hostile_lists
def test_a_markdown_parser_sees_a_name_as_plain_text_in_its_cell(trace: Trace) -> None:
    assert_tables(trace)


def test_a_markdown_parser_finds_every_table(anything: Measure) -> None:
    (trace,) = random_traces(anything, 1)
    assert_tables(trace)


@hostile_lists
def test_text_has_one_line_for_each_row(trace: Trace) -> None:
    (table,) = trace.tables()
    below_the_formulas = trace.to_text().split("\n\n")[-1].split("\n")
    assert len(below_the_formulas) == 2 + len(table.entries[0].cells)


@hostile_lists
def test_latex_and_mathml_are_well_formed_whatever_the_names(trace: Trace) -> None:
    assert_balanced_latex(trace.to_latex())
    assert not any(bad in trace.to_latex() for bad in (r"\input", "<script>", "$"))
    ElementTree.fromstring(f"<all>{trace.to_mathml()}</all>")


@pytest.mark.parametrize(("place", "header"), [(0, "item"), (2, "query")])
def test_json_gives_a_name_back_as_it_is(place: int, header: str) -> None:
    data = json.loads(in_lists()[place].to_json())
    assert data["labels"][header] == HOSTILE
    assert [step["item"] for step in data["steps"]] == HOSTILE


def hostile_gain(grade: Any) -> Any:
    return grade


hostile_gain.__name__ = r"<script>$\input{x}_"


def test_the_name_of_a_gain_function_is_escaped_too() -> None:
    trace = rt.dcg([2, 1], gain=hostile_gain)
    assert_balanced_latex(trace.to_latex())
    assert r"\input" not in trace.to_latex()
    assert Page(trace.to_html()).tags <= HARMLESS_TAGS
    ElementTree.fromstring(f"<all>{trace.to_mathml()}</all>")


def test_latex_escapes_every_sign_that_means_something_to_tex() -> None:
    escaped = latex.escape_latex("\\{}^<>|~&%$#_")
    named = "backslash asciicircum textless textgreater textbar asciitilde".replace("text", "")
    for name in named.split():
        assert rf"\text{name}{{}}" in escaped
    for sign in "{}&%$#_":
        assert rf"\{sign}" in escaped


if __name__ == "__main__":
    write_golden()
