"""LaTeX as MathML when the site is built, so that a page needs no script for its formulas."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

IN_HTML = re.compile(r"\$(\\displaystyle [^$]+)\$")
WITH_SIGN = re.compile(r"(<math\b(?:(?!</math>).)*</math>)([.,;:?!)]+)", re.DOTALL)


def set_up(app: Any) -> None:
    """Formulas as MathML in what Sphinx builds."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    app.connect("html-page-context", lambda app, page, template, context, tree: unbroken(context))


def unbroken(context: dict[str, Any]) -> None:
    """No line begins with the comma after a formula, as browsers let it."""
    context["body"] = WITH_SIGN.sub(r'<span style="white-space: nowrap">\1\2</span>', context.get("body", ""))


def convert(formula: str, display: str = "inline") -> str:
    """LaTeX as a ``<math>`` element."""
    from latex2mathml import converter  # the tests of the pages do without it

    return str(converter.convert(formula, display=display))


def in_html(text: str) -> str:
    """A static view of a trace, whose formulas are LaTeX between dollar signs."""
    return IN_HTML.sub(lambda found: convert(unescape(found[1])), text)


def inline(translator: Any, node: Any) -> None:
    """A formula in a line of text."""
    _visit(translator, node, "inline")


def block(translator: Any, node: Any) -> None:
    """A formula on a line of its own."""
    _visit(translator, node, "block")


def _visit(translator: Any, node: Any, display: str) -> None:
    from docutils.nodes import SkipNode

    translator.body.append(convert(node.astext(), display=display))
    raise SkipNode
