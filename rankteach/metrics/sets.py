"""Metrics that look at the first k items as a set: their order among themselves does not count."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from rankteach.core.column import Column, as_written
from rankteach.core.judged import Judged
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value, literal
from rankteach.tracing.trace import Trace

LARGEST_BETA = 1e100
LONGEST_BETA = 5  # characters in a name
BOTH_1 = "it is 1 only if both are 1"
NONE_FOUND = "{how many}, so {label} is {value}"


def divisors(tool: str) -> dict[str, Value]:
    """The values of a denominator: all relevant items, or never more than the ranks, as a tool divides."""
    return {
        "relevant": Value("divided by all relevant items (as trec_eval does)", "division by all relevant items"),
        "min": Value(
            f"divided by the relevant items or the ranks, whichever are fewer (as {tool} does)",
            "division by the relevant items or the ranks, whichever are fewer",
        ),
    }


def _form(fraction: str, counts: str, **other: Any) -> Parameter:
    """The parameter that chooses between the fraction of hits and the counts in a table of confusion."""
    values = {
        "fraction": Value(f"the hits divided by {fraction}", "a fraction of hits"),
        "counts": Value(f"from counts: {counts}", "counts of hits and mistakes"),
    }
    return Parameter("Two ways to the same number.", values, hidden_if_default=True, **other)


RANKS_OR_ITEMS = Parameter(
    values={
        "ranks": Value("divided by all ranks, empty ones too (as trec_eval does)", "division by all ranks"),
        "items": Value(
            "divided by the items, which are fewer past the end of a list (as rankeval does)",
            "division by the items retrieved",
        ),
    }
)
_RECALLED = {
    "counts": Wording(
        rows={"": "{judged}. Hits: {hits}, missed: {missed}, so R@{row} = {recall}"},
        closing={
            "divisor": "Divide the {hits:hit} by hits and missed items, {divisor:=}: {result}",
            "": "There is no relevant item to find: {result}",
        },
        meaning={"": "{found}"},
    ),
    "relevant": Wording(
        rows={
            "relevant": "{judged}. That makes {hits} of the {relevant items:relevant item}, so R@{row} = {recall}",
            "": "{judged}. Recall stays at {recall}",
        },
        closing={
            "divisor": "Divide the {hits:hit} by the {divisor:relevant item}: {result}",
            "": "There is no relevant item to find: {result}",
        },
        meaning={"": "{found}"},
    ),
    "min": Wording(
        rows={
            "relevant": "{judged}. That makes {hits:hit}, so R@{row} = {recall}",
            "": "{judged}. Still {hits:hit}, so R@{row} = {recall}",
        },
        meaning={
            "": "{how many}. {label} divides the {relevant results:hit} by the ranks or by the "
            "{relevant items:relevant item}, whichever is fewer"
        },
    ),
}


BETA = Parameter(
    "How many times as much recall counts as precision.",
    sentence=lambda beta: f"beta is {_readable(beta)}",
    phrase=lambda beta: f"beta = {_readable(beta)}",
    must_be=f"above 0 and below {LARGEST_BETA:g}",
    allows=lambda beta: 0 < beta < LARGEST_BETA,
    common_values=(0.5, 2, math.sqrt(2), math.sqrt(0.5)),  # trec_eval's set_F.2 and set_F.0.5 among them
)


@metric(
    "P",
    title="precision",
    family="set",
    source="Kent, Berry, Luehrs and Perry (1955); the name: Cleverdon, Mills and Keen (1966)",
    popularity=2,
    wording=lambda chosen: _precise(**chosen),
    parameters={
        "denominator": RANKS_OR_ITEMS,
        "form": _form("the ranks", "TP / (TP + FP), hits and false alarms"),
    },
    notes=lambda trace: _empty_said(trace),
)
def precision(ranking: Judged, *, k: int | None = None, denominator: str = "ranks", form: str = "fraction") -> Column:
    """The fraction of the retrieved items that are relevant.

    P@k = (hits in the first k) / k.

    1: every one of the k items is relevant. 0: none is.

    >>> import rankteach as rt
    >>> precision(rt.Ranking([1, 0, 1, 0, 1]), k=3).exact
    Fraction(2, 3)
    >>> [str(precision(rt.Ranking([1, 0, 1]), k=5, denominator=d).exact) for d in ("ranks", "items")]
    ['2/5', '2/3']
    >>> print(precision([1, 0, 1], form="counts").closing)  # TP / (TP + FP)
    Divide the 2 hits by hits and false alarms, 2 + 1 = 3: P = 2/3 ≈ 0.6667.
    """
    top = ranking.top(k)
    hits, counted = top.hits, top.items_so_far if denominator == "items" else top.rank
    if form == "counts":
        hits = hits.named("hits", "TP_i")
        counted = hits + (counted - hits).named("false alarms", "FP_i")
    return (hits / counted).named("precision", "P(i)").last()


def _precise(denominator: str, form: str, **others: Any) -> Wording:
    counted = "rank" if denominator == "ranks" else "item"
    empty = "counting empty ranks too" if denominator == "ranks" else "counting no empty rank"
    meaning = {
        **({"no result": "{how many}"} if denominator == "items" else {}),
        "empty ranks": f"{{how many}}; {{label}} divides by {{divisor}}, {empty}",
        "": "{how many}",
    }
    nothing = "There is no result to divide by: {result}"
    if form == "counts":
        return Wording(
            rows={"": "{judged}. Hits: {hits}, false alarms: {false alarms}, so P@{row} = {precision}"},
            closing={"divisor": "Divide the {hits:hit} by hits and false alarms, {divisor:=}: {result}", "": nothing},
            meaning=meaning,
        )
    return Wording(
        rows={
            "relevant": f"{{judged}}. That makes {{hits:hit}} in {{divisor:{counted}}}, so P@{{row}} = {{precision}}",
            "": f"{{judged}}. Still {{hits:hit}}, now in {{divisor:{counted}}}, so P@{{row}} = {{precision}}",
        },
        closing={"divisor": f"Divide the {{hits:hit}} by the {{divisor:{counted}}}: {{result}}", "": nothing},
        meaning=meaning,
    )


def _empty_said(trace: Trace) -> Iterator[str]:
    """That empty ranks are among the false alarms, where a table of them has both."""
    past_the_end = (trace.parameters.get("k") or 0) > len(trace.ranking)
    if past_the_end and trace.parameters.get("form") == "counts" and trace.parameters.get("denominator") != "items":
        yield "an empty rank counts as a false alarm"


@metric(
    "R",
    title="recall",
    family="set",
    source="Kent, Berry, Luehrs and Perry (1955)",
    popularity=2,
    wording=lambda chosen: _RECALLED["counts" if _by_counts(**chosen) else chosen["denominator"]],
    parameters={
        "denominator": Parameter(values=divisors("recommender code")),
        "form": _form(
            "the relevant items",
            "TP / (TP + FN), hits and missed items",
            requires="denominator",
            works_with=lambda denominator: denominator == "relevant",
        ),
    },
)
def recall(ranking: Judged, *, k: int | None = None, denominator: str = "relevant", form: str = "fraction") -> Column:
    """The fraction of the relevant items that were retrieved.

    R@k = (hits in the first k) / (all relevant items).

    1: all relevant items are in the first k. 0: none is, or there is none at all.

    >>> import rankteach as rt
    >>> [str(recall(rt.Ranking([1, 0, 1], missed=[1, 1]), k=2, denominator=d).exact) for d in ("relevant", "min")]
    ['1/4', '1/2']
    >>> print(recall(rt.Ranking([1, 0], missed=[1]), form="counts").closing)  # TP / (TP + FN)
    Divide the 1 hit by hits and missed items, 1 + 1 = 2: R = 1/2 = 0.5.
    """
    top = ranking.top(k)
    if _by_counts(denominator, form):
        hits = top.hits.named("hits", "TP_i")
        return (hits / (hits + (top.relevant_total - hits).named("missed", "FN_i"))).named("recall", "R(i)").last()
    possible = top.relevant_total if denominator == "relevant" else top.relevant_total.minimum(top.rank)
    return (top.hits / possible).named("recall", "R(i)").last()


def _by_counts(denominator: str, form: str, **others: Any) -> bool:
    return form == "counts" and denominator == "relevant"


@metric(
    "F",
    title="F-score",
    family="set",
    source="van Rijsbergen (1979)",
    popularity=2,
    symbol=lambda parameters: f_symbol(parameters["beta"]),
    wording=lambda chosen: _measured(**chosen),
    parameters={
        "beta": BETA,
        "form": Parameter(
            "Two ways to the same number.",
            {
                "precision_recall": Value("from precision and recall", "precision and recall"),
                "counts": Value("from counts of hits, misses and false alarms", "counts of hits and mistakes"),
            },
        ),
        "denominator": replace(
            RANKS_OR_ITEMS,
            doc="What precision is divided by.",
            hidden_if_default=True,
            values={
                name: value._replace(phrase=f"precision {value.phrase.replace('division', 'divided')}")
                for name, value in RANKS_OR_ITEMS.values.items()
            },
        ),
    },
    averages={"means": "from the mean precision and the mean recall"},
    notes=lambda trace: _empty_said(trace),
)
def f_score(
    ranking: Judged,
    *,
    k: int | None = None,
    beta: float = 1,
    form: str = "precision_recall",
    denominator: str = "ranks",
) -> Column:
    """Precision and recall in one number: their weighted harmonic mean.

    F = (1 + b²) P R / (b² P + R).

    1: the first k items are exactly the relevant ones. 0: none of them is relevant.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0])
    >>> f_score(ranking, k=3).exact, f_score(ranking, k=3, form="counts").exact
    (Fraction(4, 7), Fraction(4, 7))
    """
    top, square = ranking.top(k), squared(beta)
    counted = top.items_so_far if denominator == "items" else top.rank
    if form == "counts":
        hits = top.hits.named("hits", "TP_i")
        missed = (top.relevant_total - hits).named("missed", "FN_i")
        false_alarms = (counted - hits).named("false alarms", "FP_i")
        weighted = Column.constant(1 + square) * hits
        score = weighted / (weighted + Column.constant(square) * missed + false_alarms)
    else:
        precision = (top.hits / counted).named("precision", "P(i)")
        recall = (top.hits / top.relevant_total).named("recall", "R(i)")
        score = weighted_harmonic(precision, recall, square)
    return score.named(f_symbol(beta), f"{f_symbol(beta)}(i)").last()


def f_symbol(beta: float, letter: str = "F") -> str:
    """F1, F2, F0.5, F√2, ..."""
    return f"{letter}{_root(beta) or f'{float(beta):g}'}"


def _readable(beta: float) -> str:
    """A weight with all its digits, or as a root."""
    return _root(beta) or literal(beta)


def _root(beta: float) -> str:
    """A weight as a root, if it is the root of a number with two digits and has many digits itself; or nothing."""
    square = float(beta) ** 2
    many = len(f"{float(beta):g}") > LONGEST_BETA
    return f"√{square:.2g}" if many and math.isclose(square, float(f"{square:.2g}"), rel_tol=1e-12) else ""


def squared(beta: float) -> Fraction:
    """The square of a weight; of √2, which no float is, exactly 2."""
    return Fraction(f"{float(beta) ** 2:.2g}") if _root(beta) else as_written(beta) ** 2


def _measured(beta: float, form: str, **others: Any) -> Wording:
    symbol = f_symbol(beta)
    so = f"so {symbol}@{{row}} = {{{symbol}}}"
    if form == "counts":
        counts = "{relevant results:hit}, {missed} missed and {false alarms:false alarm}"
        give = "give {label} = {value}, which is 1 only without misses and false alarms"
        return Wording(
            {"": f"{{judged}}. Hits: {{hits}}, missed: {{missed}}, false alarms: {{false alarms}}, {so}"},
            meaning={
                "all missed": NONE_FOUND,
                "empty ranks": f"{counts}, empty ranks included, {give}",
                "": f"{counts} {give}",
            },
        )
    sentence = f"Precision is {{precision}} and recall {{recall}}; their {harmonic(beta)} is {{value}}"
    return Wording(
        rows={"": f"{{judged}}. Precision is {{precision}} and recall {{recall}}, {so}"},
        closing={"": f"Take the {harmonic(beta)} of precision, {{precision}}, and recall, {{recall}}: {{result}}"},
        meaning={"relevant results": f"{sentence}; {BOTH_1}", "": NONE_FOUND},
    )


def harmonic(beta: float) -> str:
    """What the mean is called."""
    return "harmonic mean" if beta == 1 else f"harmonic mean with beta = {_readable(beta)}"


def weighted_harmonic(one: Column, other: Column, square: Fraction) -> Column:
    """The harmonic mean of two columns, the second ``square`` times as heavy; 0 where both are 0."""
    return Column.constant(1 + square) * one * other / (Column.constant(square) * one + other)


@metric(
    "Accuracy",
    title="hit rate",
    symbol="Success",
    family="set",
    source="Kohavi and Provost (1998)",
    popularity=1,
    wording=Wording(
        rows={
            "relevant": "{judged}. That makes {hits:hit}, so Success@{row} = 1",
            "hits": "{judged}. Still {hits:hit}, so Success@{row} = 1",
            "": "{judged}. No hit so far, so Success@{row} = 0",
        },
        meaning={"": NONE_FOUND},
    ),
)
def accuracy(ranking: Judged, *, k: int | None = None) -> Column:
    """Whether the first k items hold at least one relevant item; some documents call it Accuracy@k.

    Success@k = 1 if hits in the first k ≥ 1, else 0.

    1: there is a hit. 0: there is none.

    Its mean over queries is the hit rate.

    >>> import rankteach as rt
    >>> float(accuracy(rt.Ranking([0, 0, 1]), k=2)), float(accuracy(rt.Ranking([0, 0, 1]), k=3))
    (0.0, 1.0)
    """
    top = ranking.top(k)
    return (top.hits >= 1).named("found", "S(i)").last()


@metric(
    "FallOut",
    title="fall-out (false positive rate)",
    family="set",
    source="Cleverdon, Mills and Keen (1966)",
    less_is_better=True,
    about_relevance=False,
    unjudged="left out, only judged items count",
    wording=Wording(
        rows={"": "{judged}. False alarms so far: {false alarms}, so FallOut@{row} = {fall-out}"},
        closing={
            "divisor": "Divide the {false alarms:false alarm} by the {divisor:irrelevant item}: {result}",
            "": "No item is known to be irrelevant: {result}",
        },
        meaning={
            "divisor": "The fraction of the irrelevant items that were retrieved is {value}",
            "": "No item is known to be irrelevant, so {label} is {value}",
        },
    ),
)
def fall_out(ranking: Judged, *, k: int | None = None) -> Column:
    """The fraction of the irrelevant items that were retrieved.

    FallOut@k = (irrelevant items in the first k) / (all irrelevant items).

    1: all of them were retrieved. 0: none was; less is better. It is the false positive rate, the horizontal axis of
    the ROC curve. All irrelevant items are those judged so and, with ``collection_size``, all that were neither
    retrieved nor judged.

    >>> import rankteach as rt
    >>> fall_out(rt.Ranking([1, 0, 1, 0, 0])).exact, fall_out(rt.Ranking([1, 0, 1, 0, 0]), k=3).exact
    (Fraction(1, 1), Fraction(1, 3))
    >>> fall_out(rt.Ranking([1, 0, 1, 0], missed=[1], collection_size=1003), k=2).exact
    Fraction(1, 1000)
    """
    top = ranking.top(k)
    false_alarms = top.irrelevant.cumsum().named("false alarms", "FP_i")
    return (false_alarms / top.others_total).named("fall-out", "F(i)").last()


@metric(
    "RPrec",
    title="R-precision",
    family="set",
    source="Buckley and Voorhees (2005)",
    popularity=1,
    parameters={
        "multiple": Parameter(
            "After how many times m ranks, rounded as trec_eval does: 0.9 is added, the rest cut off.",
            sentence=lambda multiple: "after m ranks" if multiple == 1 else f"after {literal(multiple)} · m ranks",
            phrase=lambda multiple: f"the first {'' if multiple == 1 else f'{multiple:g} · '}m ranks",
            must_be="above 0 and at most 1000",
            allows=lambda multiple: 0 < multiple <= 1000,
            hidden_if_default=True,
        )
    },
    wording=lambda chosen: _first_ranks(**chosen),
    notes=lambda trace: _ranks_said(trace),
)
def r_precision(ranking: Judged, *, k: int | None = None, multiple: float = 1) -> Column:
    """The precision after as many ranks as there are relevant items.

    RPrec = (hits in the first m ranks) / m, with m for the number of all relevant items.

    1: the first m items are the relevant ones. 0: none of them is relevant. At rank m precision and recall are the
    same, and a list that ends before it is filled up with empty ranks.

    With a small multiple it says how precise the top is (trec_eval's Rprec_mult); a multiple
    of 1.1 or more keeps the value below 1.

    >>> import rankteach as rt
    >>> r_precision(rt.Ranking([1, 0, 1, 1])).exact, r_precision(rt.Ranking([1, 1], missed=[1, 1])).exact
    (Fraction(2, 3), Fraction(1, 2))
    """
    top = ranking.top(k)
    read = top.relevant_total
    if multiple != 1:
        read = Column(multiple_of(read.values, multiple), name="ranks read", symbol="r")
    return ((top.rank <= read) * top.relevant).named(f"hit in the first {_read(multiple)}").sum() / read


def _first_ranks(k: int | None, multiple: float, **others: Any) -> Wording:
    you = "You" if k is None else f"If you stop at rank {k}, you"
    hits = f"{you} find {{running sum:relevant item}} in the first {{divisor:rank}}"
    return Wording(
        rows={
            f"hit in the first {_read(multiple)}": "{judged}, in the first {divisor:rank}, so add 1. "
            "The sum is now {running sum}",
            "relevant": "{judged}, but below the first {divisor:rank}, so nothing is added",
            "": "{judged}, so nothing is added",
        },
        meaning={"": f"{hits}; divided by {{divisor}}, {{label}} is {{value}}"},
    )


def _read(multiple: float) -> str:
    """The letter of the number of ranks that count."""
    return "m" if multiple == 1 else "r"


def multiple_of(total: Any, multiple: float) -> Any:
    """How many items a multiple of all relevant ones is, as trec_eval rounds it in floating point."""
    return np.trunc(multiple * np.asarray(total) + 0.9).astype(np.int64)


def _ranks_said(trace: Trace) -> Iterator[str]:
    """How many ranks r stands for, where the formula has it."""
    multiple = trace.parameters.get("multiple", 1)
    if multiple != 1:
        yield f"r, the ranks read: {multiple_of(trace.ranking.relevant_total.values, multiple)}"


COUNT: dict[str, Any] = {"family": "set", "bounds": (0, None), "averages": {"sum": "sum over all queries"}}


@metric(
    "NumRet",
    **COUNT,
    title="number retrieved",
    about_relevance=False,
    source="trec_eval (1991), num_ret",
    binary=False,
    unjudged="counted like any other",
)
def retrieved_count(ranking: Judged, *, k: int | None = None) -> Column:
    """How many items were retrieved.

    NumRet@k = min(k, items in the list).

    0: nothing was retrieved. There is no upper bound; 1 has no special meaning. Over queries trec_eval and ir_measures
    give the sum: ``average="sum"`` of ``rt.mean``, which the name ``num_ret`` implies.

    >>> import rankteach as rt
    >>> retrieved_count(rt.Ranking([1, 0, 1]), k=5).exact
    Fraction(3, 1)
    """
    return ranking.top(k).present.named("retrieved", "ret_i").sum("number retrieved")


@metric("NumRelRet", **COUNT, title="number of hits", source="trec_eval (1991), num_rel_ret")
def hit_count(ranking: Judged, *, k: int | None = None) -> Column:
    """How many relevant items were retrieved.

    NumRelRet@k = hits in the first k.

    0: none of the items is relevant. There is no upper bound; 1 has no special meaning. Over queries trec_eval and
    ir_measures give the sum: ``average="sum"`` of ``rt.mean``, which the name ``num_rel_ret`` implies.

    >>> import rankteach as rt
    >>> hit_count(rt.Ranking([1, 0, 1])).exact
    Fraction(2, 1)
    """
    return ranking.top(k).hits.last()


@metric("NumRel", **COUNT, title="number of relevant items", source="trec_eval (1991), num_rel")
def relevant_count(ranking: Judged, *, k: int | None = None) -> Column:
    """How many relevant items there are, retrieved or not.

    NumRel = m = hits + relevant items that were missed.

    0: no item is relevant. There is no upper bound; 1 has no special meaning. It is about the judgements: no order of
    the list and no cutoff changes it. Over queries trec_eval and ir_measures give the sum: ``average="sum"`` of
    ``rt.mean``, which the name ``num_rel`` implies.

    >>> import rankteach as rt
    >>> relevant_count(rt.Ranking([1, 0, 1], missed=[2, 0])).exact
    Fraction(3, 1)
    """
    top = ranking.top(k)
    if not top.axis.length or top.axis.lengths is not None:  # an empty list has no row in which to count
        return top.relevant_total
    missed = (top.relevant_total - top.hits).named("missed so far", "FN_i")
    return (top.hits + missed).named("relevant items").last()
