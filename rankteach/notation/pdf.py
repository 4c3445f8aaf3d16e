"""A page as PDF without a browser: its HTML, with the formulas, is written for Typst, which sets it."""

from __future__ import annotations

import json
import re
from xml.etree.ElementTree import Element, fromstring

PAGE = """
#set page("a4", flipped: {wide}, margin: {margin}, numbering: "1 / 1", number-align: right)
#set text(11pt, hyphenate: false)
#set par(leading: .55em, spacing: .9em)
#set rect(width: 100%, height: {height}, stroke: .7pt, radius: .8mm)
#set table(stroke: (bottom: .4pt + luma(180), rest: none), inset: (x: 1.2mm, y: .8mm))
#show heading.where(level: 1): set text(18pt)
#show math.equation.where(block: true): set align(left)
#let gap = box.with(width: 14mm, height: 5.2mm, baseline: 1.2mm, stroke: .7pt, radius: .8mm)
#let answer(body) = table.cell(fill: luma(235), strong(body))
#let tasks(..all) = block(breakable: false, for (place, task) in all.pos().enumerate(start: 1) {{
  if place < all.pos().len() [#box(inset: (right: 8mm, y: 1.6mm))[#place. #task] ] else {{ block[#place. #task] }}
}})
#let who = grid.with(columns: (1fr, 42mm), column-gutter: 8mm, stroke: (bottom: .6pt), inset: (bottom: 3mm))
"""
TAGS = {
    "header": "#block(width: 100%, stroke: (bottom: 1.2pt), inset: (bottom: 2.5mm))[{}]",
    "h1": "#heading[{}]",
    "h2": "#heading(level: 2)[{}]",
    "p": "#par[{}]",
    "p.conventions": "#par(text(9.5pt, luma(70))[{}])",
    "p.result": "#block(text(12.5pt)[#let gap = gap.with(width: 32mm, height: 9mm, baseline: 3mm);{}])",
    "div.formula": "#block(text(1.2em)[{}])",
    "div": "#rect()",
    "span": "{}",
    "span.box": "#gap()",
    "li": "{}",
    "code": '#text(font: "DejaVu Sans Mono", size: 0.9em)[{}]',
    "b": "#strong[{}]",
    "em": "#emph[{}]",
    "i": "#emph[{}]",
    "sub": "#sub[{}]",
    "sup": "#super[{}]",
}
SEVERAL = {
    "p.who": "#block(who({}))",
    "div.working": "#grid(columns: (1fr, auto), column-gutter: 5mm, align: bottom, {})",
    "ol.questions": "#tasks({})",
    "ul.steps": "#stack(spacing: 2mm, {})",
}
FORMULAS = {
    "mfrac": "frac({}, {})",
    "msub": "attach({}, b: {})",
    "msup": "attach({}, t: {})",
    "msubsup": "attach({}, b: {}, t: {})",
    "munder": "attach(limits({}), b: {})",
    "munderover": "attach(limits({}), b: {}, t: {})",
    "msqrt": "sqrt({})",
}


def pdf(body: str, wide: bool) -> bytes:
    """The PDF of a page's body; an ImportError without typst."""
    try:
        import typst
    except ImportError:
        raise ImportError("to_page needs typst for a .pdf: pip install typst") from None
    body = re.sub("[\ufffe\uffff]", "\N{REPLACEMENT CHARACTER}", body)  # XML has none
    page = fromstring(f"<body>{body}</body>".encode("utf-8", "backslashreplace"))
    margin = "12mm" if wide else "16mm"
    height = "16mm" if wide or body.count("<table") > body.count("<section") else "26mm"  # of a box to work in
    head = PAGE.format(wide=str(wide).lower(), margin=margin, height=height)
    written: bytes = typst.compile((head + _inside(page)).encode())
    return written


def _written(one: Element) -> str:
    """An element in Typst's markup."""
    name = f"{one.tag}.{one.get('class', '').partition(' ')[0]}"
    if name in SEVERAL:
        return SEVERAL[name].format(", ".join(f"[{_written(part)}]" for part in one))
    match one.tag:
        case "section":
            return "#pagebreak(weak: true)\n" + _inside(one)
        case "h1":
            one.text = (one.text or "")[:1].upper() + (one.text or "")[1:]
        case "table":
            return _table(one)
        case "math":
            formula = " ".join(map(_formula, one))
            return f"$ {formula} $" if one.get("display") == "block" else f"$display({formula})$"
    return TAGS[name if name in TAGS else one.tag].format(_inside(one))


def _inside(one: Element) -> str:
    return _words(one.text) + "".join(_written(part) + _words(part.tail) for part in one)


def _words(text: str | None) -> str:
    """Words as a string of Typst's, in which no sign has a meaning."""
    return f"#{_string(text)};" if text and text != "\n" else ""


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _table(table: Element) -> str:
    heads, cells = table.findall(".//th"), table.findall(".//td")
    kinds = [one.get("class", "") for one in heads]
    widths = ", ".join("1fr" if place and "words" not in kind else "auto" for place, kind in enumerate(kinds))
    sides = ", ".join({"number": "right", "mark": "center"}.get(kind, "left") + " + horizon" for kind in kinds)
    size = {"roomy": "11pt", "dense": "9pt"}.get(table.get("class", ""), "7.5pt")
    head = ", ".join(f"[*{_words(one.text)}*\\ #text(.84em)[{''.join(map(_written, one))}]]" for one in heads)
    body = ", ".join(f"{'answer' * ('answer' in one.get('class', ''))}[{_inside(one)}]" for one in cells)
    return (
        f"#block(text({size}, table(columns: ({widths},), align: ({sides},), table.hline(y: 1, stroke: .9pt), "
        f"table.header({head}), {body})))"
    )


def _formula(one: Element) -> str:
    """An element of MathML in Typst's mathematics."""
    parts, text = [_formula(part) for part in one], one.text or ""
    if one.tag in FORMULAS:
        return FORMULAS[one.tag].format(*parts)
    if not parts:
        sign = one.tag == "mo" and len(text) == 1
        return f"\\{text}" if sign else text if len(text) == 1 else f'class("normal", {_string(text)})'
    inside = " ".join(parts).replace('") \\(', '")\\(')  # TPR(t), and not TPR (t)
    stretched = one.tag == "mrow" and one[0].tag == "mo" and one[0].text == "(" and one[0].get("stretchy") is None
    return f"lr({inside})" if stretched else inside
