"""A trace as a page to print: a list and its calculation, or a worksheet with blanks and the answer key behind it.

One HTML file for A4 or Letter: system fonts, formulas in MathML, no script, nothing from a network. A browser prints
it, or saves it as PDF.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from rankteach.core.checks import collected, file_path, joined, shown
from rankteach.core.column import Column
from rankteach.notation.calculation import Calculation
from rankteach.notation.expression import Node
from rankteach.notation.html import sentence as with_code
from rankteach.notation.mathml import row as mathml
from rankteach.notation.numbers import Display, displayed, readable
from rankteach.notation.origins import SCALARS, Origins
from rankteach.notation.saving import save
from rankteach.notation.tables import LONGEST_UNBROKEN, MOST_ROWS, Entry, Table, across, behind, follows_value
from rankteach.notation.text import escape_html, markup, on_one_line

Blank = str | tuple[str, int]
VALUE = "value"
NAME_LINE = '<p class="who"><span>Name</span><span>Date</span></p>\n'
UPRIGHT, WIDE = 72, 108  # signs of the largest type across a page, upright and on its side


class Blanks(NamedTuple):
    """What is left blank: for each title the rows, from 0, that are asked for, and those that reveal the value."""

    asked: dict[str, set[int]]
    value: bool
    reveal: Mapping[str, set[int]] = MappingProxyType({})

    def __bool__(self) -> bool:
        return bool(self.asked) or self.value

    def of(self, title: str) -> set[int]:
        """The rows of a column that stay blank."""
        return self.asked.get(title, set()) | self.reveal.get(title, set())


def save_page(calculation: Calculation, path: Any, **options: Any) -> None:
    """Write the page as an .html file; the options are those of ``calculation_page``."""
    path = Path(file_path(path))
    if path.suffix.lower() not in (".html", ".htm"):
        raise ValueError(
            f"the path must end in .html, not {shown(path.name)}. Open it in a browser to print it or save it as PDF."
        )
    save(path, calculation_page(calculation, **options).encode())


class Sheet(NamedTuple):
    """A worksheet, which is empty if nothing is left blank, the calculation with all its numbers, and their width."""

    worksheet: str
    key: str
    wide: bool


def calculation_page(
    calculation: Calculation,
    blanks: Blank | Iterable[Blank] = (),
    keep: Blank | Iterable[Blank] = (),
    answers: bool = True,
    **display: Any,
) -> str:
    """The whole page: worksheet and key, or, with nothing blank, the calculation with all its numbers."""
    worksheet, key, wide = sheet(calculation, blanks, keep, **display)
    body = worksheet + key if answers or not worksheet else worksheet
    return document(f"{calculation.label}: {calculation.title}", body, wide)


def sheet(
    calculation: Calculation,
    blanks: Blank | Iterable[Blank] | None = (),
    keep: Blank | Iterable[Blank] = (),
    heads: tuple[str, str] | None = None,
    most_rows: int | None = MOST_ROWS,
    **display: Any,
) -> Sheet:
    """A worksheet and its key. ``heads`` are other tops of both, in HTML.

    With None as blanks the tables have only what the value needs, and all is blank that is calculated from the list.
    """
    first, *others = calculation.tables(most_rows=most_rows, **display)
    tables = [*others, first]  # the others come first, because the first is calculated from them
    if blanks is None:
        at_every_k = {id(column) for column in calculation.columns if follows_value(column)}
        unneeded = at_every_k - {id(column) for column in behind(calculation.result)}
        tables = [
            one._replace(entries=[entry for entry in one.entries if id(entry.column) not in unneeded]) for one in tables
        ]
        blanks = [*calculated(tables), VALUE]
    left = left_blank(calculation, tables, blanks, keep)
    wide = max(map(across, tables)) > UPRIGHT * 1.25
    room = WIDE if wide else UPRIGHT
    head, above = heads or ("", "")
    worksheet = _worksheet(calculation, tables, left, room, head) if left else ""
    return Sheet(worksheet, _calculation(calculation, tables, left, room, displayed(**display), above), wide)


def document(title: str, body: str, wide: bool) -> str:
    """A file of its own, on paper that is upright or wide."""
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    style += "@page { size: landscape; margin-block: 8mm 10mm; }\n" * wide
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{one_line(title)}</title>\n<style>{style}</style>\n</head>\n"
        f'<body class="{"wide" if wide else "upright"}">\n{body}</body>\n</html>\n'
    )


def calculated(tables: list[Table]) -> list[str]:
    """Everything in tables that is calculated from the list, by title."""
    entries = {entry.title: entry.column for table in tables for entry in table.entries if entry.column is not None}
    made = {title: column for title, column in entries.items() if not _is_given(column, [*entries.values()])}
    return [title for title, column in made.items() if not column.is_list_independent]


def left_blank(calculation: Calculation, tables: list[Table], blanks: Any, keep: Any = ()) -> Blanks:
    """What was asked for, and all that is calculated from it, down to what is kept.

    With the value, the rows that repeat it are blank, too.
    """
    asked, kept = (_named(given, name, tables) for given, name in ((blanks, "blanks"), (keep, "keep")))
    for title, rows in asked.asked.items():
        if rows & kept.asked.get(title, set()):
            raise ValueError(f"keep must not name {shown(title)}, because blanks leaves it blank")
    if asked.value and kept.value:
        raise ValueError(f"keep must not name {shown(VALUE)}, because blanks leaves it blank")
    left = _with_all_behind(calculation, tables, asked, kept)
    on_page = {entry.title: entry.column for table in tables for entry in table.entries if entry.column is not None}
    for title, rows in asked.asked.items():
        if rows and not kept and _is_given(on_page[title], [*on_page.values()]):
            raise ValueError(
                f"keep must name a column or {shown(VALUE)}, because {shown(title)} is given: "
                "you can only work it out from what is calculated from it"
            )
    elsewhere = dict(_value_elsewhere(calculation, tables))
    if not kept.value and any(rows & left.of(title) for title, rows in elsewhere.items()):
        left = left._replace(value=True)
    if not left.value:
        return left
    return left._replace(reveal={title: rows - kept.asked.get(title, set()) for title, rows in elsewhere.items()})


def _named(given: Any, name: str, tables: list[Table]) -> Blanks:
    """The columns, cells and the value that an argument names, checked."""
    entries = [entry for table in tables for entry in table.entries if entry.column is not None]
    cells = {entry.title: _length(entry) for entry in entries}
    heads = {entry.column.name: entry.title for entry in entries if entry.column is not None}
    rows: dict[str, set[int]] = {}
    value = False
    if not isinstance(given, Iterable):
        raise TypeError(
            f"{name} must be a column name, a pair of a name and a row, or a list of them, not {shown(given)}"
        )
    for blank in [given] if _is_pair(given) or isinstance(given, str) else collected(given, name):
        if isinstance(blank, str) and blank == VALUE:
            value = True
            continue
        title, row = blank if _is_pair(blank) else (blank, None)
        title = heads.get(title, title) if isinstance(title, str) else title
        if not isinstance(title, str) or title not in cells:
            raise ValueError(f"{name} must name {', '.join(map(repr, cells))} or {shown(VALUE)}, not {shown(blank)}")
        if row is not None and not 1 <= row <= cells[title]:
            hidden = any(table.hidden for table in tables if title in [entry.title for entry in table.entries])
            more = " on this page; most_rows=None shows all rows" if hidden else ""
            raise ValueError(
                f"{name} must name a row from 1 to {cells[title]} of {shown(title)}, not {shown(blank)}{more}"
            )
        rows.setdefault(title, set()).update(range(cells[title]) if row is None else [row - 1])
    return Blanks(rows, value)


def _with_all_behind(calculation: Calculation, tables: list[Table], asked: Blanks, kept: Blanks) -> Blanks:
    """What is asked for, with every cell that was made of a blank one and is not kept."""
    filled = [  # a number can be made of empty cells, too
        table._replace(entries=[entry._replace(cells=[cell or "0" for cell in entry.cells]) for entry in table.entries])
        for table in tables
    ]
    origins = Origins(calculation, filled)
    rows = {title: set(here) for title, here in asked.asked.items()}
    entries = {(n, c): entry for n, table in enumerate(tables) for c, entry in enumerate(table.entries)}

    @cache
    def reads_blank(column: Column, row: int) -> bool:
        """Whether a number was made of a blank cell; a number that has no row is looked through."""
        return any(
            reads_blank(origins.scalars[place.column], 0)
            if place.table == SCALARS
            else not rows.get(entries[place.table, place.column].title, set()).isdisjoint(
                range(place.first, place.last + 1)
            )
            for place in origins.of(column, row)
        )

    before = None
    while before != (before := sum(map(len, rows.values()))):  # columns of an ideal list come after those that use them
        reads_blank.cache_clear()
        for entry in entries.values():
            if entry.column is not None:
                here = set(range(_length(entry))) - rows.get(entry.title, set()) - kept.asked.get(entry.title, set())
                if made := {row for row in here if reads_blank(entry.column, row)}:
                    rows.setdefault(entry.title, set()).update(made)
    value = asked.value or (not kept.value and reads_blank(calculation.result, 0))
    return Blanks(rows, value)


def _is_given(column: Column, on_page: Sequence[Column]) -> bool:
    """Whether a column was given, or is made of one that was given and is not on the page."""
    if not column.own_sources:
        return not (column.is_row_index or column.is_constant)
    hidden = [source for source in column.own_sources if not any(source is one for one in on_page)]
    return any(source.axis is not None and _is_given(source, on_page) for source in hidden)


def _is_pair(blank: Any) -> bool:
    return isinstance(blank, tuple) and len(blank) == 2 and isinstance(blank[0], str) and isinstance(blank[1], int)


def _value_elsewhere(calculation: Calculation, tables: list[Table]) -> Iterable[tuple[str, set[int]]]:
    """The rows at the end of a running column, which hold the value of the trace."""
    result = calculation.result
    grows = result.running.name if result.reduces else None
    for entry in (entry for table in tables for entry in table.entries):
        if entry.column is not None and (entry.title == grows or follows_value(entry.column)):
            filled = [cell for cell in entry.cells if cell]
            others = [row for row, cell in enumerate(entry.cells) if cell and cell != filled[-1]]
            yield entry.title, set(range(others[-1] + 1 if others else 0, _length(entry)))


def _worksheet(calculation: Calculation, tables: list[Table], left: Blanks, room: int, head: str) -> str:
    """What the class gets: it shows nothing that is left blank."""
    if not head:
        words = " · ".join(_told(calculation, tables, left))
        head = NAME_LINE + _head(calculation.title, words)
    result = "" if left.value else f'<p class="result">To check: {_result(calculation)}</p>'
    questions = "".join(f"<li>{question}</li>\n" for question in _questions(calculation, tables, left))
    return (
        f'<section class="worksheet">\n{head}{_formula(calculation.formula)}'
        f"{''.join(_table(table, left, room) for table in tables)}{result}"
        f'<ol class="questions">{questions}</ol>\n</section>\n'
    )


def _told(calculation: Calculation, tables: list[Table], left: Blanks) -> list[str]:
    """The conventions, without those that end in a number that is left blank."""
    values = [calculation.shown] * left.value
    for entry in (entry for table in tables for entry in table.entries):
        if entry.column is not None and follows_value(entry.column) and left.of(entry.title):
            values.extend(entry.cells)
    return [words for words in calculation.conventions if not any(words.endswith(f": {value}") for value in values)]


def _questions(calculation: Calculation, tables: list[Table], left: Blanks) -> Iterable[str]:
    """One for each column with blanks, in the order of the calculation, and one for the value."""
    for table in tables:
        for entry in table.entries:
            if rows := left.asked.get(entry.title):
                asked = joined([str(row + 1) for row in sorted(rows)], "and")
                where = "" if len(rows) == _length(entry) else f", {table.axis.name} {asked}"
                yield f"Fill in <b>{one_line(entry.title)}</b>{one_line(where)}{_made(entry.definition)}."
    if left.value:
        box = f'<p class="result">{one_line(calculation.label)} = <span class="box"></span></p>'
        yield f'Work out <b>{one_line(calculation.label)}</b>.<div class="working"><div></div>{box}</div>'


def _made(definition: Node | None) -> str:
    """How a column is made, after its name."""
    if definition is None or definition.kind == "name":
        return ""
    sign = ":" if definition.kind in ("equation", "divisor") else " ="
    return f'{sign} <math displaystyle="true">{mathml(definition)}</math>'


def _result(calculation: Calculation) -> str:
    exact = calculation.exact
    sign = "=" if exact is not None and readable(exact) else "≈"
    return one_line(f"{calculation.label} {sign} {calculation.shown}")


def _calculation(
    calculation: Calculation, tables: list[Table], left: Blanks, room: int, display: Display, head: str
) -> str:
    """The whole calculation, with the answers in bold."""
    title = f"Answer key: {calculation.title}" if left else calculation.title
    head = head or _head(title, " · ".join(calculation.conventions), calculation.meaning)
    sentences = [*(step.text for step in calculation.steps()), calculation.closing()]
    steps = "".join(f"<li>{one_line(sentence)}</li>\n" for sentence in sentences)
    return (
        f'<section class="{"key" if left else "whole"}">\n{head}'
        f"{''.join(map(_formula, calculation.equations))}"
        f"{''.join(_table(table, left, room, display) for table in tables)}"
        f'<p class="result"><b>{_result(calculation)}</b></p>\n'
        f'<h2>Step by step</h2>\n<ul class="steps">{steps}</ul>\n</section>\n'
    )


def _head(title: str, small: str, meaning: str = "") -> str:
    paragraph = f"<p>{with_code(on_one_line(meaning))}</p>" if meaning else ""
    return f'<header><h1>{one_line(title)}</h1>{paragraph}<p class="conventions">{one_line(small)}</p></header>\n'


def _table(table: Table, left: Blanks, room: int, answers: Display | None = None) -> str:
    heads = []
    for entry in table.entries:
        definition = f"<span>{markup(entry.definition)}</span>" if entry.definition else ""
        heads.append(f'<th class="{_side(entry)}">{one_line(entry.title)}{definition}</th>')
    columns = [_cells(entry, left.of(entry.title), answers) for entry in table.entries]
    lines = "".join(f"<tr>{''.join(line)}</tr>\n" for line in zip(*columns, strict=True))
    hidden = f"<p><em>{one_line(table.hidden)}</em></p>" if table.hidden else ""
    full = across(table) / room
    size = "roomy" if full <= 1 else "dense" if full <= 1.25 else "denser"
    head = f"<thead><tr>{''.join(heads)}</tr></thead>"
    return f'<table class="{size}">{head}\n<tbody>{lines}</tbody></table>{hidden}\n'


def _cells(entry: Entry, blank: set[int], answers: Display | None) -> list[str]:
    side, column = _side(entry), entry.column
    written = []
    for row, cell in enumerate(entry.cells):
        if row not in blank or column is None:
            written.append(f'<td class="{side}">{one_line(cell)}</td>')
        elif answers:  # also the numbers that the table leaves out
            written.append(f'<td class="{side} answer">{one_line(cell or answers.plain(column.cells[row]))}</td>')
        else:
            written.append(f'<td class="{side}"><span class="box"></span></td>')
    return written


def _length(entry: Entry) -> int:
    """The rows of a column; others of its table can have more."""
    return min(len(entry.cells), 0 if entry.column is None else len(entry.column))


def _side(entry: Entry) -> str:
    if entry.title == "relevant" or entry.numeric:
        return "number" if entry.numeric and entry.title != "relevant" else "mark"
    return "words long" if max(map(len, entry.cells), default=0) > LONGEST_UNBROKEN else "words"


def _formula(node: Node) -> str:
    return f'<div class="formula"><math display="block">{mathml(node)}</math></div>\n'


def one_line(words: str) -> str:
    """Text from outside made harmless."""
    return escape_html(on_one_line(words))
