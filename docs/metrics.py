"""A page for every metric, written from the catalogue: no number and no formula on it is written by hand."""

from __future__ import annotations

import inspect
import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import rankteach as rt
from rankteach.core.ranking import Ranking
from rankteach.notation.html import table_html
from rankteach.notation.mathml import row as mathml
from rankteach.notation.text import escape_html as escape
from rankteach.tracing.list_conventions import DEFAULTS
from rankteach.tracing.metric import Metric, known_metrics
from rankteach.tracing.paired import ranked
from rankteach.tracing.parameters import literal
from rankteach.tracing.tool_table import VERIFIED
from rankteach.tracing.tools import TOOLS
from rankteach.tracing.trace import Trace

WORDS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("metrics.toml").read_text(encoding="utf-8"))
FAMILIES = {
    "set": "Sets: the order within the list does not count",
    "order": "Order: where the relevant items are",
    "gain": "Gain: graded relevance, and models of readers",
    "curve": "Curves: every threshold at once",
    "agreement": "Agreement: two lists compared",
}
TITLES = ["Onion tart", "Creamy leek soup", "Chicken broth", "Vichyssoise", "Minestrone with leeks"]
LIVE = Ranking([0, 1, 0, 1, 1], items=TITLES, missed=[1])
LIVE_GRADED = Ranking([0, 2, 0, 1], items=TITLES[:4], missed=[1])
LIVE_CURVES = Ranking([0, 1, 0, 1], items=TITLES[:4])
"""Short, because every pattern of grades is recorded."""
TIED = Ranking([0, 3, 0, 2, 1], items=TITLES, missed=[2], scores=[9, 8, 7, 7, 5])
PARTLY_JUDGED = Ranking([0, 3, None, 2, 1], items=TITLES, missed=[2, 0, 0], scores=[9, 8, 7, 7, 5])
STARS = [{"leek": 5, "pea": 4, "tomato": 3, "onion": 3}, {"leek": 4, "pea": 5, "tomato": 1, "onion": 2}]
ORDERS: list[list[Any]] = [["leek", "pea", {"tomato", "onion"}], ["pea", "leek", "onion", "tomato"]]
COMPARED = ["leek", "pea", "tomato", "onion"], ["pea", "leek", "onion", "tomato"]
BESIDE = ("AP", "RR", "nDCG")
"""What is shown next to a metric, because a number says more among others."""
ABOUT_UNJUDGED = ("Bpref", "Judged", "infAP", "RBPResidual")
DRAWN_AS_CURVES = ("AUC", "PRAUC")
INDEX = re.compile(r"_(\([^)]*\)|[a-z\d](?:,[a-z])?|AP)(?!\w)")
POWER = re.compile(r"\^(\([^)]*\)|\w+(?:<sub>\w</sub>)?)")


def page_name(name: str) -> str:
    """The file of a metric's page, without its ending."""
    return name.lower()


def given(metric: Metric) -> tuple[Any, ...]:
    """The example of a metric: one list, or two."""
    if metric.pairing is None:
        return (PARTLY_JUDGED if metric.name in ABOUT_UNJUDGED else TIED,)
    return tuple(ORDERS if metric.pairing is ranked else STARS)


def surface(metric: Metric) -> Any:
    """The live surface of a metric."""
    if metric.pairing is not None:
        return rt.explore_agreement(*COMPARED, measures=[metric.name])
    if metric.name in DRAWN_AS_CURVES:
        return rt.explore_curve(LIVE_CURVES, chosen=metric.name)
    others = [one for one in BESIDE if one != metric.name][:2]
    return rt.explore(LIVE if metric.binary else LIVE_GRADED, [metric.name, *others])


def raw(html: str) -> str:
    """HTML as a block of MyST."""
    return f"```{{raw}} html\n{html}\n```\n"


def live(name: str) -> str:
    """The place of a recorded surface."""
    return raw(f'<div class="live" data-live="{name}"><noscript>This list needs JavaScript.</noscript></div>')


def plain(text: str) -> str:
    """Text of a docstring, in which only names between backquotes are marked, as Markdown."""
    return "`".join(
        part if inside % 2 else raised(re.sub(r"([*$<>\[\]\\])", r"\\\1", part)).replace("_", "\\_")
        for inside, part in enumerate(text.replace("``", "`").split("`"))
    )


def raised(text: str) -> str:
    """Text with the indices and powers of its formulas, such as ``V_i`` and ``p^(i-1)``, as HTML shows them."""
    text = INDEX.sub(lambda found: f"<sub>{found[1].strip('()')}</sub>", text)
    return POWER.sub(lambda found: f"<sup>{found[1].strip('()')}</sup>", text)


def page(metric: Metric) -> str:
    """The page of one metric, in MyST."""
    return "\n".join(_parts(metric))


def _parts(metric: Metric) -> Iterator[str]:
    name, words = metric.name, WORDS.get(metric.name, {})
    if missing := [key for key in ("use", "avoid", "care", "lesson") if key not in words]:
        raise ValueError(f"{name} needs {', '.join(missing)} in the table [{name}] of docs/metrics.toml.")
    trace = metric(*given(metric))
    first, *paragraphs = _paragraphs(metric)
    yield f"# {_capital(metric.title)} ({_short(trace)})\n"
    yield f"{plain(first)}\n"
    yield live(name)
    yield "## Definition\n"
    yield raw(_formula(trace.calculation.formula))
    yield from (f"{plain(one)}\n" for one in paragraphs)
    yield "## When to use it\n"
    yield f"**Use it** {words['use']}\n"
    yield f"**Don't use it** {words['avoid']}\n"
    yield f"**Take care:** {words['care']}\n"
    yield "## Worked example\n"
    yield f"{_about_example(metric)} {plain(trace.meaning.removeprefix(first).lstrip())}\n"
    yield raw(worked(trace, steps=metric.wording({}) is not None))
    yield f"```python\n{_code(metric)}\n```\n"
    rows = list(conventions(metric))
    if rows:
        yield "## Conventions\n"
        yield "Each row changes one parameter; the value is that of the example above. Defaults are in bold.\n"
        yield raw(html_table(["parameter", "value", _short(trace), "meaning"], rows, "conventions"))
    theirs = list(tools(metric))
    if theirs:
        yield "## What tools calculate\n"
        yield (
            f'What each tool calculates by default, and `convention="{theirs[0][0]}"` in rankteach, for the same '
            "example. *Verified* says how we know.\n"
        )
        yield raw(html_table(["tool", "value", "its name", "our parameters", "verified"], theirs))
    yield "## Reference\n"
    yield f"{plain(metric.source)}. Arguments and errors: {{py:obj}}`rankteach.{metric.function.__name__}`.\n"
    yield "## See also\n"
    title, path = words["lesson"].split("|")
    yield f"- {'Lesson' if path.startswith('lessons/') else 'Notebook'}: [{title}](/notebooks/{path}.ipynb)"
    same = [one for one in known_metrics().values() if one.family == metric.family and one is not metric]
    others = ", ".join(f"[{one.title}]({page_name(one.name)}.md)" for one in same)
    yield f"- The same family: {others}"
    yield "- [All metrics](index.md), and the [glossary](/notebooks/glossary.md)"


def _capital(title: str) -> str:
    return title[0].upper() + title[1:]


def _short(trace: Trace) -> str:
    """The letter of a metric, or its name where the letter has an index, for which a heading has no room."""
    return trace.metric.name if "_" in trace.label else trace.label


def _paragraphs(metric: Metric) -> list[str]:
    """What the docstring says before its parameters."""
    about = (inspect.getdoc(metric.function) or "").split("\nParameters\n")[0]
    return [" ".join(one.split()) for one in about.split("\n\n") if one.strip()]


def _about_example(metric: Metric) -> str:
    if metric.pairing is not None:
        if metric.pairing is ranked:
            return "Two cooks rank four soups; the first one has a tie."
        return "Two cooks give stars to four soups; the first one gives two of them the same number."
    unjudged = (
        " The chicken broth is unjudged, and two recipes that you didn't get are judged not relevant."
        if metric.name in ABOUT_UNJUDGED
        else ""
    )
    return f"You searched for a leek soup, got five recipes, and the search missed a sixth one.{unjudged}"


def _formula(node: Any) -> str:
    return f'<div class="formula"><math display="block">{mathml(node)}</math></div>'


def worked(trace: Trace, steps: bool) -> str:
    """The calculation of a trace: its formula with numbers, tables and, if they say more than these, its steps."""
    account = trace.calculation
    formulas = "".join(map(_formula, account.equations[1:]))
    tables = "".join(table_html(table) for table in account.tables(salient=True))
    shown = f'{formulas}<div class="trace">{tables}</div>'
    if not steps:
        return shown
    said = [*(step.text for step in account.steps(salient=True)), account.closing()]
    sentences = "".join(f"<li>{escape(sentence)}</li>" for sentence in said)
    return f"{shown}<details><summary>Step by step</summary><ul>{sentences}</ul></details>"


def _code(metric: Metric) -> str:
    """The example as you type it."""
    function, lists = f"rt.{metric.function.__name__}", given(metric)
    if metric.pairing is not None:
        return f"{function}(\n    {lists[0]},\n    {lists[1]},\n)"
    (ranking,) = lists
    about = {"items": TITLES, "scores": list(ranking.scores), "missed": list(ranking.missed)}
    lines = "".join(f"    {name}={value},\n" for name, value in about.items())
    return f"ranking = rt.Ranking(\n    {list(ranking.grades)},\n{lines})\n{function}(ranking)"


def conventions(metric: Metric) -> Iterator[list[str]]:
    """For each convention: the parameter, its value, the number, and what that means."""
    lists = given(metric)
    usual = {**DEFAULTS, **metric.parameters} if metric.shared else metric.parameters
    default = metric(*lists)
    for name, parameter in {**metric.declared, **metric.shared}.items():
        values = dict.fromkeys([*parameter.values, usual[name], *parameter.common_values])
        values = dict.fromkeys([None, 3]) if name == "k" else values
        if len(values) < 2 or parameter.has_no_effect(usual):
            continue
        rows = [(value, _shown(metric, lists, {name: value})) for value in values]
        if name in metric.shared and all(shown in (default.shown, "") for _, shown in rows):
            continue  # what all metrics of a list share, and this list does not show
        for value, shown in rows:
            code = f"<code>{escape(_typed(value))}</code>"
            code = f"<strong>{code}</strong>" if value == usual[name] and type(value) is type(usual[name]) else code
            meaning = parameter.describe(name, value)
            cells = [f"<code>{name}</code>", code, escape(shown) or "refused", raised(escape(meaning))]
            yield [cell.replace(literal(math.e), "e") for cell in cells]


def _typed(value: Any) -> str:
    """A value as you type it: the root of 2 is ``2 ** 0.5``."""
    root = isinstance(value, float) and len(str(value)) > 8 and value != math.e
    return f"{value**2:.4g} ** 0.5" if root else literal(value)


def _shown(metric: Metric, lists: Sequence[Any], parameters: dict[str, Any]) -> str:
    """The value under a convention; nothing where the list is refused."""
    try:
        return metric(*lists, **parameters).shown
    except ValueError:
        return ""


def tools(metric: Metric) -> Iterator[list[str]]:
    """For each tool that has the metric: the number, its name of it, our parameters, how this is verified."""
    for tool in TOOLS:
        theirs = next(filter(None, (tool.measure_for(metric.name), tool.measure_for(metric.name, 3))), None)
        if theirs is None:
            continue
        whole = tool.measure_for(metric.name) is not None
        named = dict.fromkeys(filter(None, (theirs.whole, theirs.at_k.format("k"))))
        parameters = ", ".join(f"{name}={literal(value)}" for name, value in theirs.parameters.items())
        chosen: dict[str, Any] = {"convention": tool.name} if whole else {"convention": tool.name, "k": 3}
        value = _shown(metric, given(metric), chosen)
        yield [
            escape(tool.name),
            escape(value) + ("" if whole or not value else " at k = 3") or "refused",
            ", ".join(f"<code>{escape(one)}</code>" for one in named),
            f"<code>{escape(parameters)}</code>" if parameters else "as by default",
            escape(VERIFIED[tool.verified].format(tool.version)),
        ]


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table whose cells are HTML."""
    head = "".join(f"<th scope=col>{escape(one)}</th>" for one in heads)
    lines = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    body = f"<thead><tr>{head}</tr></thead><tbody>{lines}</tbody>"
    return f'<div class="wide"><table class="{f"table {kind}".strip()}">{body}</table></div>'


def index() -> str:
    """The list of all metrics, by family."""
    parts = ["# Metrics\n", f"All {len(known_metrics())} metrics; each page has a live list and a worked example.\n"]
    for family, title in FAMILIES.items():
        parts.append(f"## {title}\n")
        members = [one for one in known_metrics().values() if one.family == family]
        for one in members:
            parts.append(f"- [{_capital(one.title)}]({page_name(one.name)}.md): {plain(_paragraphs(one)[0])}")
        names = "\n".join(page_name(one.name) for one in members)
        parts.append(f"\n```{{toctree}}\n:hidden:\n:caption: {title.partition(':')[0]}\n\n{names}\n```\n")
    return "\n".join(parts)


def pages() -> dict[str, str]:
    """The text of every page by its name."""
    return {"index": index(), **{page_name(name): page(metric) for name, metric in known_metrics().items()}}
