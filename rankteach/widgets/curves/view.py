"""What a curve explorer shows, piece by piece: the charts, the confusion matrix, the rates, and the notes."""

from __future__ import annotations

from rankteach.tracing.trace import Trace
from rankteach.widgets.curves.thresholds import NOTHING, ROC, Thresholds, across_first, levels, pr_line
from rankteach.widgets.parts.two_lists import named
from rankteach.widgets.protocol import ChartView, CurveView, CutView, MatrixRow, RateView, ValueView

STRICT = "strict"

RATES = {
    "TPR": ("true positive rate", "of the relevant items in the list, the fraction above"),
    "FPR": ("false positive rate", "of the items that are not relevant, the fraction above"),
    "precision": ("", "of the items above, the fraction that is relevant"),
    "recall": ("", "of all relevant items, the fraction above"),
}
COUNTS = {
    "TP": "true positives",
    "FP": "false positives",
    "FN": "false negatives",
    "TN": "true negatives",
}


def cut(thresholds: Thresholds, t: int) -> CutView:
    """What a threshold makes of the list: the items above it, both kinds where their scores are, and the rates.

    AUC says how well a threshold can separate the two kinds.
    """
    end, items = thresholds.ends[t], thresholds.ranking.items
    relevant, others = thresholds.spread
    return {
        "threshold": {
            "value": t,
            "words": thresholds.words(t),
            "above": f"{end} of {len(items)} items above" + (f": {named(items[:end])}" if end else ""),
            "ends": thresholds.ends,
            "places": thresholds.places,
            "relevant": relevant,
            "others": others,
            "axis": ("score" if thresholds.scores else "rank 1") if len(thresholds) else "",
        },
        "matrix": matrix(thresholds, t),
        "rates": rates(thresholds, t),
        "note": note(thresholds, t),
    }


def curve(thresholds: Thresholds, area: Trace) -> CurveView:
    """The curve with an area under it: its points, and the line that the measure is the area of."""
    if area.metric.name == ROC:
        points = thresholds.roc
        line = across_first(points) if area.parameters.get("ties") == STRICT else points
        return {"curve": "ROC curve", "points": points, "line": line, "chance": [[0, 0], [1, 1]], "levels": []}
    line = pr_line(area, thresholds.recall)
    return {
        "curve": "Precision-recall curve",
        "points": thresholds.pr(line[0][1] if line else 0),
        "line": line,
        "chance": thresholds.chance,
        "levels": levels(area),
    }


def chart(value: ValueView, curve: CurveView, thresholds: Thresholds, t: int, across: str, up: str) -> ChartView:
    """A curve with its area, and with the rates at the threshold."""
    rates = thresholds.rates(t)
    names = {} if thresholds.missed else {"TPR": "TPR = recall", "recall": "recall = TPR"}
    return {
        **value,
        **curve,
        "across": {"name": names.get(across, across), "tick": rates[across].tick},
        "up": {"name": names.get(up, up), "tick": rates[up].tick},
        "words": f"{up} {rates[up].fraction}, {across} {rates[across].fraction}",
        "none": up == "precision" and not rates[up].whole,  # nothing above, no precision, and so no point
    }


def matrix(thresholds: Thresholds, t: int) -> list[MatrixRow]:
    """The confusion matrix by row; the last cell of each is what the others add up to."""
    counts = thresholds.counts(t)
    rows: list[tuple[str, str, dict[str, int | None]]] = [
        ("above", " the threshold", {name: counts[name] for name in ("TP", "FP")}),
        ("below", " the threshold", {name: counts[name] for name in ("FN", "TN")}),
        ("in the list", "", {"relevant": thresholds.relevant, "others": thresholds.others}),
    ]
    if thresholds.missed:
        rows.append(("not in the list", "", {"missed": thresholds.missed, "others": None}))
    return [
        {
            "head": head,
            "of": of,
            "cells": [
                {"name": name, "full": COUNTS.get(name, ""), "count": "" if count is None else str(count)}
                for name, count in (*cells.items(), ("all", sum(filter(None, cells.values()))))
            ],
        }
        for head, of, cells in rows
    ]


def rates(thresholds: Thresholds, t: int) -> list[RateView]:
    """The rates with their formulas; recall has a row of its own only if it differs from TPR."""
    shown = thresholds.rates(t)
    if not thresholds.missed:
        del shown["recall"]
    return [
        {
            "name": "TPR = recall" if name == "TPR" and "recall" not in shown else name,
            "full": RATES[name][0],
            "says": RATES[name][1],
            "math": rate.math,
            "nothing": "" if rate.whole else NOTHING,
            "words": rate.shown,
        }
        for name, rate in shown.items()
    ]


def note(thresholds: Thresholds, t: int) -> str:
    """What is unusual here."""
    if not len(thresholds):
        return "The list is empty."
    ends, notes = thresholds.ends, []
    tied = thresholds.ranking.items[ends[t - 1] : ends[t]] if t else []  # they pass this one, and none before
    if not t:
        notes.append("Nothing is above the threshold: precision is 0/0. Its curve starts at the first threshold.")
    if len(tied) > 1:
        notes.append(f"Equal scores pass the threshold together: {named(tied)}.")
    if not thresholds.relevant:
        notes.append("No item in the list is relevant, so TPR is 0/0 at every threshold.")
    if not thresholds.others:
        notes.append("All items in the list are relevant, so FPR is 0/0 at every threshold.")
    if thresholds.missed:
        notes.append("TPR counts the relevant items in the list; recall also counts those that are not in it.")
    return " ".join(notes)
