"""A picture of a surface for where it is not live yet: in a notebook as you open it, on GitHub, in nbviewer.

It is an SVG image that contains XHTML with a style sheet of its own. What cleans notebooks sees one image, so that it
looks the same everywhere. Nothing in it depends on the machine that makes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rankteach.core.outside import escape_html

FOLDER = Path(__file__).parent
PROMPT = "▶ Run this cell: Shift+Enter"
WIDTH, TALLEST = 960, 620
LONG = 6000  # signs of MathML: the numbers of a longer formula are left out
MOST_SIGNS = 115  # of a formula in one line
LONGEST = 32  # signs of a cell
LINE = 30  # pixels of an item, and of a row of a table
MOST_ITEMS, MOST_LISTS, MOST_CARDS, MOST_COLUMNS, MOST_POINTS = 10, 4, 8, 7, 60
CHOSEN = " class='chosen'"
SVG, XHTML = "svg xmlns='http://www.w3.org/2000/svg'", "xmlns='http://www.w3.org/1999/xhtml'"
MATHML = "<math xmlns='http://www.w3.org/1998/Math/MathML'"
_IGNORED = re.compile(r' (data-from="[^"]*"|display="inline"|form="infix"|stretchy="false")')
_TAG = re.compile(r"<.*?>|\s")
_TALL = re.compile("<mfrac>(?:(?!</mfrac>).)*<(mfrac|munder)")
_ENCODED = str.maketrans({"%": "%25", "&": "%26", "#": "%23", "<": "%3C", ">": "%3E", '"': "'", "\n": " "})
Part = tuple[str, int]
"""A part of the picture, and how many pixels it is high."""


def picture(view: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    """The image, as HTML; ``view`` and ``titles`` are what a browser would get."""
    if "text" in view:
        parts = [*_question(view)]
    elif "means" in view:
        parts = [_signs(view, titles)]
    else:
        parts = [*_above(view, titles)]
        parts.append(_trace(view["trace"], TALLEST - sum(pixels for _, pixels in parts)))
    inside, height = "".join(part for part, _ in parts), 30 + sum(pixels for _, pixels in parts)
    body = f"<main {XHTML}><strong>{PROMPT}</strong>{inside}</main>"
    source = (
        f"<{SVG} width='{WIDTH}' height='{height}' viewBox='0 0 {WIDTH} {height}'><style>{_sheet(body)}</style>"
        f"<foreignObject width='100%' height='100%'>{body}</foreignObject></svg>"
    ).translate(_ENCODED)
    return f'<p><img alt="{PROMPT}" width="{WIDTH}" src="data:image/svg+xml;charset=utf-8,{source}"></p>'


def _above(view: Mapping[str, Any], titles: Mapping[str, str]) -> Iterator[Part]:
    """A goal, printed numbers, lists, and measures."""
    if view.get("goal"):
        yield _line_of("Goal", view["goal"]["task"] or " and ".join(one["words"] for one in view["goal"]["conditions"]))
    if view.get("printed"):
        yield _line_of("Printed", f"{', '.join(view['printed']['numbers'])}. {view['printed']['says']}")
    if "lists" in view:
        named = [(titles.get(one["query"]) or one["query"], one["rows"]) for one in view["lists"]]
        lists = [_list(name, rows, titles) for name, rows in named[:MOST_LISTS]]
        height = 2 + 30 * (len(lists) > 3) + max(pixels for _, pixels in lists)
        yield f"<div class='lists'>{''.join(part for part, _ in lists)}</div>", height
        if others := ", ".join(name for name, _ in named[MOST_LISTS:]):
            yield _note(f"and {others}")
    columns = []
    if "list" in view:
        columns.append([_list("Ranked list", view["list"]["rows"], titles, brief=False), _note(view["list"]["missed"])])
    if "first" in view:
        columns.append([_two_lists(view, titles)])
    if "cards" in view or "charts" in view:
        cards = _cards(view["cards"]) if "cards" in view else _cards(view["charts"], "Threshold", 216, 300)
        columns.append([*([_dots(view["queries"], titles)] if "queries" in view else []), cards])
    if columns:
        inside = "".join(f"<div>{''.join(part for part, _ in column)}</div>" for column in columns)
        height = max(sum(pixels for _, pixels in column) for column in columns)
        yield f"<div class='top of{len(columns)}'>{inside}</div>", height


def _line_of(name: str, words: str) -> Part:
    return f"<p class='goal'><b>{name}</b> {escape_html(words)}</p>", 46 + 26 * (len(words) // 70)


def _note(words: str) -> Part:
    return f"<p class='note'>{escape_html(words)}</p>", 24


def _list(title: str, rows: Sequence[Any], titles: Mapping[str, str], brief: bool = True) -> Part:
    """Items with their ranks, and their grades or how they moved; in a narrow list, ``brief``."""
    lines = "".join(
        f"<li><i>{rank}</i><span>{escape_html(titles.get(row['item']) or row['item'])}</span>{_mark(row, brief)}</li>"
        for rank, row in enumerate(rows[:MOST_ITEMS], start=1)
    )
    lines += "<li><i>⋮</i></li>" * (len(rows) > MOST_ITEMS)
    return f"<div><h4>{escape_html(title)}</h4><ol>{lines}</ol></div>", 46 + LINE * min(len(rows), MOST_ITEMS + 1)


def _mark(row: Mapping[str, Any], brief: bool) -> str:
    if "state" not in row:
        return f"<em>{ {'up': '▲ ', 'down': '▼ ', 'only': 'only here'}.get(row['way'], '') }{row['shift']}</em>"
    full, of = row["pips"] or (row["state"] == "on", 1)
    words = "" if brief else f" {escape_html(row['mark'])}"
    return f"<b class='{row['state']}'>{'●' * full}{'○' * (of - full)}{words}</b>"


def _two_lists(view: Mapping[str, Any], titles: Mapping[str, str]) -> Part:
    """Two lists, with a line from each item to itself."""
    sides = [view[name]["rows"][:MOST_ITEMS] for name in ("first", "second")]
    names = "AB" if "ranks" in view else ("First", "Second")
    (first, one), (second, other) = (_list(name, side, titles) for name, side in zip(names, sides, strict=True))
    from_, to = ({row["item"]: 47 + LINE * place for place, row in enumerate(side)} for side in sides)
    lines = "".join(
        f"<line class='{line['kind']}' x1='2' y1='{from_[line['item']]}' x2='58' y2='{to[line['item']]}'/>"
        for line in view["lines"]
        if line["item"] in from_ and line["item"] in to
    )
    between = f"<{SVG} width='60' height='{max(one, other)}'>{lines}</svg>"
    return f"<div class='two'>{first}{between}{second}</div>", max(one, other)


def _cards(cards: Sequence[Any], title: str = "Measures", width: int = 126, height: int = 108) -> Part:
    """Measures with their values, and a line of these at every cutoff, or a curve."""
    drawn = "".join(
        f"<li{CHOSEN * card['chosen']}>{escape_html(card['label'])}"
        f"<b>{' · '.join(one['value'] for one in card.get('values', [card]))}</b>"
        f"<small>{escape_html(card.get('verdict') or card.get('exact', ''))}</small>{_line(card)}</li>"
        for card in cards[:MOST_CARDS]
    )
    rows = 1 + (min(len(cards), MOST_CARDS) - 1) // 4
    return f"<h4>{title}</h4><ul style='--width:{width}px'>{drawn}</ul>", 36 + height * rows


def _line(card: Mapping[str, Any]) -> str:
    points = card.get("line") or [
        [i / max(1, len(card["points"]) - 1), y] for i, y in enumerate(card.get("points", ()))
    ]
    width, height = (190, 190) if "line" in card else (100, 18)
    if len(points) < 2:
        return ""

    def path(points: Sequence[Sequence[float]]) -> str:
        some = [*points[: -1 : 1 + len(points) // MOST_POINTS], points[-1]]
        return " ".join(f"{width * x:.4g},{(height - 2) * (1 - y) + 1:.4g}" for x, y in some)

    area = f"<polygon points='0,{height} {path(points)} {width},{height}'/>" if "line" in card else ""
    chance = f"<polyline class='chance' points='{path(card['chance'])}'/>" if card.get("chance") else ""
    look = " class='curve'" * ("line" in card)
    return f"<{SVG}{look} width='{width}' height='{height}'>{area}{chance}<polyline points='{path(points)}'/></svg>"


def _dots(queries: Mapping[str, Any], titles: Mapping[str, str]) -> Part:
    dots = "".join(
        f"<circle cx='{8 + 540 * dot['at']:.4g}' cy='14' r='6'{CHOSEN * (dot['query'] == queries['value'])}/>"
        for dot in queries["dots"]
        if dot["at"] is not None
    )
    of, asked = queries["measure"], titles.get(queries["value"]) or f"Query {queries['value']}"
    drawn = f"<h4>Queries by {escape_html(of)}</h4><{SVG} width='556' height='28'>{dots}</svg>"
    return f"{drawn}<h3 style='margin-bottom:14px'><b>{escape_html(asked)}</b></h3>", 106


def _trace(trace: Mapping[str, Any], room: int) -> Part:
    """The formula, the player, and as many rows of the table as there is room for."""
    formula, table = trace["formula"], trace["tables"][0]
    long = sum(len(piece["math"]) for piece in formula["pieces"]) > LONG
    shown = (piece["math"] for piece in formula["pieces"] if not long or piece["depth"] != 2)
    pieces = "".join(f"<span>{_plain(math)}</span>" for math in (formula["name"], *shown))
    above = 115 + (82 if _TALL.search(pieces) else 50) + 62 * (len(_TAG.sub("", pieces)) // MOST_SIGNS)
    kinds = [head["kind"] for head in table["heads"]]

    def line(tag: str, cells: Iterable[str]) -> str:
        row = (f"<{tag} class='{kind}'>{cell}</{tag}>" for kind, cell in zip(kinds, cells, strict=True))
        return f"<tr>{''.join(row)}</tr>"

    wide = len(kinds) > MOST_COLUMNS
    lines = [line("th", (escape_html(head["title"]) for head in table["heads"]))]
    lines += [] if wide else [line("td", (_plain(head["math"]) for head in table["heads"]))]
    rows = table["rows"][: max(2, (room - above) // LINE - len(lines))]
    lines += [line("td", (escape_html(cell[:LONGEST] + "…" * (len(cell) > LONGEST)) for cell in row)) for row in rows]
    head = f"<h3><b>{escape_html(trace['label'])}</b> {escape_html(trace['title'])}</h3>"
    below = f"<div class='formula'>{pieces}</div><p class='player'><b>▶ Play</b></p>"
    cut = " class='cut'" if len(rows) < len(table["rows"]) else ""
    narrow = f" class='wide{' widest' * (len(kinds) > 2 * MOST_COLUMNS)}'" if wide else ""
    return f"<section{cut}>{head}{below}<table{narrow}>{''.join(lines)}</table></section>", above + LINE * len(lines)


def _question(view: Mapping[str, Any]) -> Iterator[Part]:
    items = "".join(f"<li>{escape_html(one)}</li>" for one in view["items"])
    yield f"<h3><b>{escape_html(view['text'])}</b></h3>", LINE * (1 + len(view["text"]) // 70)
    typed = f"<p class='asked'>{escape_html(view['label'])} <i></i></p>"
    yield f"<ol class='{view['kind']}'>{items}</ol>" if items else typed, LINE * max(1, len(view["items"])) + 20


def _signs(view: Mapping[str, Any], titles: Mapping[str, str]) -> Part:
    """Differences, and the histogram of means with the observed one in it."""
    lines = "".join(
        f"<li><span>{escape_html(titles.get(row['query']) or row['query'])}</span>{row['values'][0]}</li>"
        for row in view["rows"][:MOST_ITEMS]
    )
    across = [16 + 524 * at for at in view["limits"]]
    limits = "".join(f"<line class='down' x1='{x:.4g}' y1='0' x2='{x:.4g}' y2='120'/>" for x in across)
    observed = f"<circle class='chosen' cx='{16 + 524 * view['at'][0]:.4g}' cy='108' r='10'/>"
    axis = f"<{SVG} width='556' height='122'>{limits}{observed}<line x1='0' y1='120' x2='556' y2='120'/></svg>"
    ends = f"from {view['ends'][0]} to {view['ends'][1]}; observed {view['means'][0]}"
    rows = f"<div><h4>Differences in {escape_html(view['label'])}</h4><ol>{lines}</ol></div>"
    heap = f"<div><h4>Mean difference</h4>{axis}<p class='note'>{ends}</p></div>"
    return f"<div class='top of2'>{rows}{heap}</div>", max(46 + LINE * min(len(view["rows"]), MOST_ITEMS), 190)


def _plain(math: str) -> str:
    """MathML in XHTML, without what only a live surface reads."""
    return _IGNORED.sub("", math).replace("<math", MATHML)


def _sheet(body: str) -> str:
    """The rules that a picture needs, and the colours of all surfaces that these name."""
    colours, rules = _sheets()
    known = {*re.findall(r"\w+", " ".join(re.findall("class='(.*?)'", body)))}
    kept = "".join(rule for classes, rule in rules if any(known.issuperset(some) for some in classes))
    named = ""
    for name, colour in reversed(colours.items()):  # one can be made of those before it
        if f"var({name})" in kept + named:
            named += f"{name}:{colour};"
    return f":root{{color-scheme:light dark;{named}}}{kept}"


@cache
def _sheets() -> tuple[dict[str, str], list[tuple[list[list[str]], str]]]:
    """The colours by their names; and each rule, with the classes that each of its selectors names."""
    elements, own = (FOLDER.parent / "frame" / "elements.css", FOLDER / "picture.css")
    colours = dict(re.findall(r"(--rt-[\w-]+): (.*?);", elements.read_text(encoding="utf-8").partition("--rt-low")[0]))
    _, *rules = own.read_text(encoding="utf-8").splitlines()
    selectors = (re.sub(r":not\(.*?\)", "", rule.partition("{")[0]).split(",") for rule in rules)
    classes = [[re.findall(r"\.([a-z]\w*)", one) for one in some] for some in selectors]
    return colours, list(zip(classes, (re.sub(r"(?<=[{};,:]) | (?=[{}])", "", rule) for rule in rules), strict=True))
