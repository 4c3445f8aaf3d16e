"""A card with a small picture for each lesson: a list, and next to it what the lesson calculates of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from math import comb, exp

import rankteach as rt
from docs.notebooks import ON_YOUR_MACHINE
from rankteach.notation.text import escape_html as escape

ROW = re.compile(r"\| (?P<number>\w+) \| \[(?P<title>[^]]+)\]\((?P<path>[^)]+)\.ipynb\) \| (?P<learn>[^|\n]+) \|\n")
"""A lesson in the table of lessons."""
EXTRA = re.compile(r"\[(?P<title>[^]]+)\]\((?P<path>lessons/(?P<number>e\d)_\w+)\.ipynb\)(?: ·\s|\.\n)")
TABLE = re.compile(r"\| \| lesson \| you learn \|\n\|[-|]+\n")
WHERE = (
    ("notebooks/README.html", "3", "Learn", "Lessons of one class period: you play, predict, and reach goals."),
    (
        "metrics/index.html",
        "9",
        "Look up",
        "Any metric: its formula, a live list, its conventions, and what tools calculate.",
    ),
    (
        "notebooks/lessons/12_why_do_two_tools_disagree.html",
        "12",
        "Find out why",
        "Two tools, one list, two numbers: which convention makes the difference?",
    ),
    ("teachers.html", "7", "Teach", "Live lists to share with a link, worksheets and questions."),
    ("gallery.html", "8", "Play", "Every live surface, from curves to whole runs."),
    ("notebooks/glossary.html", "e3", "Words", "Sixty terms, with the names that other books use."),
)
"""The cards of the front page: where each leads to, its picture, its title and what is there."""
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 176, 96, 76, 160, 14, 80
"""Of a picture, and of the chart in it."""
Draw = Callable[[], str]


def picture(grades: Sequence[float], *charts: str) -> str:
    """A list, a dot for each item, and charts beside it."""
    rows = []
    for rank, grade in enumerate(grades):
        y = TOP + 5 + rank * 13
        kind = "relevant" if grade else "plain"
        rows.append(f'<circle class="{kind}" cx="20" cy="{y}" r="{3.2 + grade / 2:.1f}"/>')
        rows.append(f'<rect class="item" x="30" y="{y - 2.5}" width="{26 - rank * 7 % 11}" height="5" rx="2.5"/>')
    return _svg("".join([*rows, *charts]))


def _svg(inside: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{inside}</svg>'


def _y(value: float, most: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * value / most


def bars(values: Sequence[float], chosen: Sequence[bool], left: float = LEFT) -> str:
    """A bar for each value, some of them in colour."""
    step, most = (RIGHT - left) / len(values), max(values)
    return "".join(
        f'<rect class="{"accent" if one else "item"}" x="{left + at * step + 2:.1f}" y="{_y(value, most):.1f}"'
        f' width="{step - 4:.1f}" height="{max(BOTTOM - _y(value, most), 1.5):.1f}" rx="1.5"/>'
        for at, (value, one) in enumerate(zip(values, chosen, strict=True))
    )


def line(values: Sequence[float], kind: str = "accent", most: float = 1, across: Sequence[float] | None = None) -> str:
    """A line through values, with a dot at its end."""
    places = [at / (len(values) - 1) for at in range(len(values))] if across is None else across
    points = [(LEFT + (RIGHT - LEFT) * x, _y(y, most)) for x, y in zip(places, values, strict=True)]
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    end = f'<circle class="{kind}" cx="{points[-1][0]:.1f}" cy="{points[-1][1]:.1f}" r="3"/>'
    return f'<polyline class="{kind}" points="{drawn}"/>{end}'


def dots(values: Sequence[float], left: float = 20) -> str:
    """A dot for each value, and a line at their mean."""
    step, mean = (RIGHT - left) / (len(values) - 1), _y(sum(values) / len(values), 1)
    drawn = [
        f'<circle class="accent" cx="{left + at * step:.1f}" cy="{_y(one, 1):.1f}" r="3.4"/>'
        for at, one in enumerate(values)
    ]
    return f'<path class="mean" d="M{left - 6} {mean:.1f}H{RIGHT + 6}"/>{"".join(drawn)}'


def crossings(order: Sequence[int]) -> str:
    """Lines from each place to its place in another order."""
    step, paths = 13, []
    for at, to in enumerate(order):
        y, other = TOP + 5 + at * step, TOP + 5 + to * step
        crossed = any((one < at) != (there < to) for one, there in enumerate(order) if one != at)
        paths.append(f'<path class="{"accent" if crossed else "plain"}" d="M62 {y}C95 {y} 105 {other} 138 {other}"/>')
        paths.append(f'<rect class="item" x="142" y="{other - 2.5}" width="22" height="5" rx="2.5"/>')
    return "".join(paths)


def at_every_k(grades: Sequence[float], *measures: str) -> list[Sequence[float]]:
    """Some measures at every cutoff."""
    values = rt.at_every_k(list(grades), list(measures))
    return [[float(one) for one in column.values] for column in values.columns.values()]


def _lesson_1() -> str:
    precision, recall = at_every_k(grades := [1, 1, 0, 1, 0, 0], "P", "R")
    return picture(grades, line(precision), line(recall, "relevant"))


def _lesson_2() -> str:
    grades = [0, 0, 1, 0, 0, 1]
    return picture(grades, bars([1 / rank for rank in range(1, 7)], [rank == 3 for rank in range(1, 7)]))


def _lesson_3() -> str:
    (precision,) = at_every_k(grades := [1, 0, 1, 0, 0, 1], "P")
    return picture(grades, bars(precision, [bool(one) for one in grades]))


def _lesson_4() -> str:
    grades = rt.Ranking([1, 0, 1, 1, 0, 0], missed=[1, 1])
    lines = [
        line([float(rt.average_precision(grades, k=k, denominator=name)) for k in range(1, 7)], kind)
        for name, kind in (("relevant", "accent"), ("min", "relevant"), ("hits", "plain"))
    ]
    return picture([1, 0, 1, 1, 0, 0], *lines)


def _lesson_5() -> str:
    grades = [3, 0, 2, 1, 0, 2]
    gains = at_every_k(grades, "DCG")[0]
    return picture(grades, bars([now - before for before, now in zip([0, *gains], gains, strict=False)], [True] * 6))


def _lesson_6() -> str:
    grades = [1, 0, 3, 2, 0, 2]
    gains, ideal = at_every_k(grades, "DCG", "IDCG")
    return picture(grades, line(gains, most=max(ideal)), line(ideal, "plain", max(ideal)))


def _lesson_8() -> str:
    grades = [1, 1, 0, 1, 0, 0]
    curve = [sum(grades[:at]) / 3 for at in range(7)]
    across = [(at - sum(grades[:at])) / 3 for at in range(7)]
    return picture(grades, line([0, 1], "plain"), line(curve, across=across))


def _values() -> list[float]:
    """AP of the queries of the example, the lowest first."""
    values = rt.evaluate(rt.examples.qrels(), rt.examples.run(), ["AP"]).values["AP"]
    return sorted(float(one) for one in values)


def _lesson_9() -> str:
    measures = ["P@3", "R", "RR", "AP", "nDCG"]
    values = [float(rt.measure(one)(list(grades))) for one in measures for grades in ([1, 0, 0, 1, 0], [0, 1, 1, 1, 0])]
    return _svg(bars(values, [True, False] * len(measures), 16))


def _lesson_e4() -> str:
    kinds = {0.5: "accent", 0.8: "relevant", 0.95: "plain"}
    return picture([1, 0, 1, 0, 1, 0], *(line([p**rank for rank in range(6)], kind) for p, kind in kinds.items()))


PICTURES: dict[str, Draw] = {
    "1": _lesson_1,
    "2": _lesson_2,
    "3": _lesson_3,
    "4": _lesson_4,
    "5": _lesson_5,
    "6": _lesson_6,
    "7": lambda: _svg(dots(_values()[3::4])),
    "8": _lesson_8,
    "9": _lesson_9,
    "10": lambda: _svg(bars(_values()[::2], [at < 3 for at in range(len(_values()[::2]))], 12)),
    "11": lambda: _svg(bars([comb(12, n) for n in range(13)], [n > 8 for n in range(13)], 14)),
    "12": lambda: picture([1, 0, 1, 0, 0], bars([0.4167, 0.5556], [False, True])),
    "13": lambda: picture(
        [1, 1, 0, 1, 0, 0], bars([1, 1, 2 / 3, 3 / 4, 3 / 5, 1 / 2], [True, True, True, False, False, False])
    ),
    "14": lambda: picture([0, 1, 0, 1, 0, 0], line([1 / (1 + exp(step - 4)) for step in range(9)])),
    "15": lambda: picture([1, 0, 1, 0, 0, 0], line([1 / rank for rank in range(1, 9)])),
    "16": lambda: picture([1, 1, 1, 0, 0, 0], bars([2, 1, 1 / 2, 1 / 2, 1 / 4], [True] * 3 + [False] * 2)),
    "e1": lambda: picture([0, 1, 0, 0, 1, 1], crossings([1, 0, 4, 5, 2, 3])),
    "e2": lambda: picture(
        [1, 0, 1, 1, 0, 0], *map(partial(line, kind="accent"), at_every_k([1, 0, 1, 1, 0, 0], "AP", "P"))
    ),
    "e3": lambda: picture([0] * 6, crossings([0, 2, 1, 3, 5, 4])),
    "e4": _lesson_e4,
}
"""By the number of the lesson."""
OTHER = PICTURES["3"]
"""Of a lesson that has no picture of its own."""


def card(path: str, number: str, title: str, words: str) -> str:
    """A card that leads to a page."""
    drawn = PICTURES.get(number, OTHER)()
    return f'<a class="tile" href="{path}">{drawn}<b>{escape(title)}</b><span>{escape(words)}</span></a>'


def cards(several: Sequence[str]) -> str:
    """Cards in rows, as a block of MyST."""
    return f'```{{raw}} html\n<div class="tiles">{"".join(several)}</div>\n```\n'


def front() -> str:
    """The cards of the front page."""
    return cards([card(*one) for one in WHERE])


def with_cards(text: str) -> str:
    """The list of the lessons, with a card for each instead of a row of a table."""
    made = [
        card(f"{row['path']}.html", row["number"], f"{row['number']} · {row['title']}", row["learn"])
        for row in ROW.finditer(text)
    ]
    extra = [
        card(f"{row['path']}.html", row["number"], row["title"][0].upper() + row["title"][1:], "")
        for row in EXTRA.finditer(text)
    ]
    text = ROW.sub("", TABLE.sub(lambda _: cards(made), text, count=1))
    head, _, rest = ON_YOUR_MACHINE.sub("", text).partition("Extra lessons, in any order: ")
    return f"{head}Extra lessons, in any order:\n\n{cards(extra)}{EXTRA.sub('', rest)}"
