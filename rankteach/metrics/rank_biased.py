"""Rank-biased precision: from each rank the same share of users goes on to the next; and what is not known of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rankteach.core.column import Column, as_written
from rankteach.core.judged import Judged
from rankteach.metrics.users import PERSISTENCE, RELATIVE_GAIN, SCALED_TO, largest_grade, user_gain
from rankteach.notation import numbers
from rankteach.notation.wording import Wording
from rankteach.tracing.meaning import is_chosen
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.trace import Trace

_ADDED = {
    True: "The weight of its rank, {weight}, is added",
    False: "Its gain {gain} times the weight {weight} adds {credit}",
}


@metric(
    "RBP",
    title="rank-biased precision",
    family="gain",
    bounds=(0, None),
    source="Moffat and Zobel (2008)",
    wording=lambda chosen: Wording(
        rows={
            "credit": f"{{judged}}. {_ADDED[chosen['gain'] == 'binary']}. The sum is now {{running sum}}",
            "": "{judged}, so nothing is added",
        },
        closing={"": "The sum is RBP: {result}"},
        meaning={
            "": f"A user who goes on to the next rank with probability {numbers.given(chosen['p'])} gains {{value}} "
            "per result read"
        },
    ),
    parameters={
        "p": PERSISTENCE,
        "gain": RELATIVE_GAIN.with_values(
            {"raw": Value("gain is a relevant item's grade (as in ranx)", "the grade of a relevant item as gain")}
        ),
        "max_grade": SCALED_TO,
    },
    notes=lambda trace: _bounds(trace),
    popularity=2,
)
def rbp(
    ranking: Judged, *, k: int | None = None, p: float = 0.8, gain: str = "binary", max_grade: Any = None
) -> Column:
    """A user's gain per rank read, if they go on to the next rank with probability p.

    RBP = (1 − p) (sum of gain_i p^(i−1)).

    1: every item is relevant, in a list without end; a list with an end stays below 1, unless p is 0. 0: no
    retrieved item is relevant.

    At most 1, unless ``gain`` is ``"raw"``. A cutoff leaves the weights of the ranks as they are. The header says
    between which two values it would lie if everything were judged: see ``rbp_residual``.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([2, None, 0, 1])
    >>> [round(float(rbp(ranking, gain=gain)), 4) for gain in ("binary", "scaled", "raw")]
    [0.3024, 0.2512, 0.5024]
    """
    top = ranking.top(k)
    return (user_gain(ranking, top, gain, max_grade) * _weight(top.rank, p)).named("credit").sum()


@metric(
    "RBPResidual",
    title="residual of rank-biased precision",
    family="gain",
    source="Moffat and Zobel (2008)",
    binary=False,
    about_relevance=False,
    parameters={
        "p": PERSISTENCE,
        "tail": Parameter(
            values={
                "unknown": Value("what is below the list counts as unknown", "unknown ranks below the list"),
                "unjudged": Value(
                    "what is below the list counts as unknown only if an item in it is (as in trec_eval 10)",
                    "ranks below the list that count only if an item in it is unknown",
                ),
            },
            hidden_if_default=True,
        ),
    },
    unjudged="counted as what could be added",
)
def rbp_residual(ranking: Judged, *, k: int | None = None, p: float = 0.8, tail: str = "unknown") -> Column:
    """How much could still be added to RBP, by unjudged ranks and by all ranks below the list.

    RBPResidual = (1 − p) (sum of p^(i−1) over the ranks without a judgement) + p^n.

    0: all that is read is judged, which happens only if p is 0, because some users always read on; with
    ``tail="unjudged"`` also if the whole list is judged. 1: nothing is judged.

    RBP, with a gain of at most 1, would lie between its value and its value plus this if everything were judged.

    >>> import rankteach as rt
    >>> round(float(rbp_residual(rt.Ranking([2, None, 0, 1]))), 4), round(0.2 * 0.8 + 0.8**4, 4)
    (0.5696, 0.5696)
    """
    top = ranking.top(k)
    unjudged = (1 - top.judged).named("unjudged", "u_i")
    could = (unjudged * _weight(top.rank, p)).named("could add")
    below = Column.constant(p) ** top.rank.last()
    return could.sum() + (below if tail == "unknown" else below * unjudged.cummax().last())


def _weight(rank: Column, p: float) -> Column:
    """The share of all ranks read that are this one."""
    return (Column.constant(1 - as_written(p)) * Column.constant(p) ** (rank - 1)).named("weight", "w_i")


def _bounds(trace: Trace) -> Iterator[str]:
    """Between which values one list's RBP would lie if everything were judged."""
    ranking = trace.ranking
    if ranking.arrays.left_out or is_chosen(trace):
        return  # what was left out is unknown, too
    chosen = {name: trace.parameters[name] for name in ("k", "p", "ties") if name in trace.parameters}
    residual, least = rbp_residual(ranking, **chosen).value, trace.value
    gain = trace.parameters.get("gain", "binary")
    largest = float(largest_grade(ranking, trace.parameters.get("max_grade") if gain == "scaled" else None))
    most = least + (largest if gain == "raw" else 1) * residual
    beyond = "" if gain == "binary" else f", no grade being above {largest:g}"
    between = " and ".join(map(numbers.decimal, (least, most)))
    yield f"what is unknown leaves it between {between}{beyond}"
