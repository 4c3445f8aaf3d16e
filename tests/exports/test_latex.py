"""TeX takes what is exported: without an error, and with nothing wider than the page."""

import itertools
from collections.abc import Callable

import pytest

import rankteach as rt
from rankteach import Ranking, Trace
from rankteach.classroom import examples
from rankteach.notation.latex import escape_latex
from tests.exports.conftest import HOSTILE, of_one_list, of_two_lists, over_queries

Typeset = Callable[[str], list[str]]
# What the docstring of to_latex asks of a document, and no more.
PLAIN = "\\documentclass{article}\\usepackage{amsmath}\\allowdisplaybreaks\\begin{document}\n%s\n\\end{document}\n"
LONG = Ranking([3, 0, 1, None, 2, 4, 1, 0] * 5, items=[f"document {i}" for i in range(1, 41)], missed=[2, 2])
NUMBERS = (
    [0.123456, -22.5, 3.25, 17, 1e-3, 12345.678, 9, 8, 7, 6, 5, 4],
    [5, 4.75, -3, 2, 2, 2, 1.5, 1000.25, 7, 0, 1, 3],
)


def many() -> list[Trace]:
    long = [rt.ndcg(LONG, gain="exponential"), rt.gap(LONG), rt.fap(LONG)]
    numbers = [rt.pearson(*NUMBERS), rt.spearman(*NUMBERS), rt.kendall_tau(*NUMBERS)]
    return [
        *itertools.islice(of_one_list(), 0, None, 2),
        *of_two_lists(),
        *itertools.islice(over_queries(), 0, None, 3),
        *long,
        *numbers,
    ]


def test_every_metric_goes_into_any_document(typeset: Typeset) -> None:
    assert typeset(PLAIN % "\n".join(trace.to_latex() for trace in many())) == []


def test_names_from_outside_are_typeset(typeset: Typeset) -> None:
    """As items of pairs they stand in the formulas, and in a document's table."""
    ascii_names = [name for name in HOSTILE if name.isascii()]
    trace = rt.kendall_distance(ascii_names[:12], ascii_names[6:14])
    assert trace.rows == "pair"
    assert typeset(PLAIN % trace.to_latex()) == []
    shown = "\n\n".join(
        rf"\fbox{{{escape_latex(name)[:60] if name.startswith('x') else escape_latex(name)}}}" for name in HOSTILE
    )
    preamble, begin, _ = rt.precision([1]).to_latex(document=True).partition("\\begin{document}")
    assert typeset(f"{preamble}{begin}\n{shown}\n\\end{{document}}") == []


@pytest.mark.parametrize(
    "trace",
    [
        rt.average_precision(examples.eight_documents),
        rt.ndcg(Ranking([1, 0] * (len(HOSTILE) // 2), items=HOSTILE[: len(HOSTILE) // 2 * 2], missed={"=2": 3}), k=70),
        rt.kendall_tau(dict.fromkeys(HOSTILE[-12:], 1), dict.fromkeys(HOSTILE[-12:], 2)),
        rt.mean("Tau", {name: ([1, 2], [2, 1]) for name in HOSTILE[:20]}),
        rt.roc_auc(Ranking([]), form="pairs"),
        rt.gap(LONG),
    ],
    ids=lambda trace: trace.label,
)
def test_a_document_of_its_own_is_typeset(typeset: Typeset, trace: Trace) -> None:
    assert typeset(trace.to_latex(document=True)) == []
