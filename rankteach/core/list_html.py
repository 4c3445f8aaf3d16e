"""A judged list as static HTML, for a notebook: it needs no style sheet, and takes its colours from the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rankteach.core.checks import counted
from rankteach.core.outside import escape

MOST_ROWS, MOST_DOTS = 20, 5


def list_html(
    items: Sequence[str],
    grades: Sequence[Any],
    scores: Sequence[float] | None,
    missed: Sequence[tuple[str, Any]],
    relevant_from: Any,
) -> str:
    """A table of ranks, items, grades as dots and scores; below them the items that were not retrieved.

    ``grades`` has None for an item that is not judged; ``missed`` has names, which can be empty, and grades.
    """
    known = [grade for grade in (*grades, *(grade for _, grade in missed)) if grade is not None]
    binary = relevant_from == 1 and set(known) <= {0, 1}
    dots = max(map(int, known), default=1) if all(grade == int(grade) for grade in known) else MOST_DOTS + 1

    def mark(grade: Any) -> str:
        if grade is None:
            return "– not judged"
        if binary:
            return "● relevant" if grade else "○ not relevant"
        shown = f"{'●' * int(grade)}{'○' * (dots - int(grade))} " if dots <= MOST_DOTS else ""
        return f"{shown}{_number(grade)}"

    relevant = sum(grade is not None and grade >= relevant_from for grade in grades)
    unfound = sum(grade >= relevant_from for _, grade in missed)
    summary = [counted(len(items), "item"), f"{relevant} relevant"]
    summary += [f"{counted(unfound, 'relevant item')} not retrieved"] * bool(unfound)
    summary += [f"relevant from grade {_number(relevant_from)}"] * (not binary)
    rows = [
        [str(rank), item, mark(grade), *([] if scores is None else [_number(scores[rank - 1])])]
        for rank, (item, grade) in enumerate(zip(items[:MOST_ROWS], grades, strict=False), start=1)
    ]
    for item, grade in missed[:MOST_ROWS]:
        rows.append(["–", f"{item} (not retrieved)" if item else "not retrieved", mark(grade), *[""] * bool(scores)])
    heads = ["rank", "item", "relevance" if binary else "grade", *([] if scores is None else ["score"])]
    left_out = max(0, len(items) - MOST_ROWS) + max(0, len(missed) - MOST_ROWS)
    hidden = f"<p><em>{left_out:,} more {'row is' if left_out == 1 else 'rows are'} not shown.</em></p>" * bool(
        left_out
    )
    lines = "".join(f"<tr>{_cells('td', row)}</tr>" for row in rows)
    table = f"<table><thead><tr>{_cells('th', heads)}</tr></thead><tbody>{lines}</tbody></table>"
    return f"<div><p><b>Ranking</b>: {' · '.join(summary)}</p>{table if rows else ''}{hidden}</div>"


def _cells(kind: str, words: Sequence[str]) -> str:
    sides = "right", "left", "left", "right"
    return "".join(
        f'<{kind} style="text-align:{side}">{escape(word)}</{kind}>' for side, word in zip(sides, words, strict=False)
    )


def _number(value: Any) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)
