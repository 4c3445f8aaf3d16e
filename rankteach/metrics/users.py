"""Metrics of user models (C/W/L): what a user gains at each rank read, given how far they read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import shown
from rankteach.core.column import Axis, Column, as_written
from rankteach.core.judged import Judged
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.trace import Trace

PERSISTENCE = Parameter(
    "The user's persistence: 0.5 reads two ranks on average, 0.8 five, 0.95 twenty.",
    sentence="a user goes on to the next rank with probability {}",
    phrase="persistence p = {}",
    must_be="at least 0 and below 1",
    allows=lambda p: 0 <= p < 1,
    common_values=(0.5, 0.9, 0.95),
)
RELATIVE_GAIN = Parameter(
    values={
        "binary": Value("gain is 1 for a relevant item", "a gain of 1 for each relevant item"),
        "scaled": Value("gain is a relevant item's grade over the largest grade", "gain scaled to the largest grade"),
    }
)
MAX_GRADE = Parameter(
    "The largest grade there can be, such as gdeval's 4; no grade may be above it.",
    {None: Value("the largest grade is the largest judged one", "the largest judged grade")},
    sentence="the largest grade is {}",
    phrase="a largest grade of {}",
    must_be="above 0",
    allows=lambda grade: 0 < grade < math.inf,
    common_values=(4,),
    kind="number",
)
SCALED_TO = replace(
    MAX_GRADE,
    doc='For ``gain="scaled"`` the largest grade there can be; no grade may be above it.',
    hidden_if_default=True,
)


def endless(ranking: Judged, k: int | None) -> Judged:
    """The first k ranks for users who go on without end, as ranks that all count 1, 2, 3, ...

    An empty rank in the list is the same to them as a rank after its end, so all lists of a batch end with the
    longest one.
    """
    return ranking.top(ranking.axis.length if k is None and isinstance(ranking, Batch) and ranking.axis.length else k)


def user_gain(ranking: Judged, top: Judged, gain: str, max_grade: Any) -> Column:
    """The gain at each rank of a top: of a relevant item 1, its grade over the largest one, or its grade itself."""
    if gain == "binary":
        return top.relevant
    grade = top.relevant * top.level
    return (grade / largest_grade(ranking, max_grade) if gain == "scaled" else grade).named("gain", "gain_i")


def largest_grade(ranking: Judged, max_grade: Any) -> Column:
    """The largest grade there can be: as given, or else the largest judged (in a batch: of each query).

    Raises ``ValueError`` for one that is below a grade.
    """
    judged = np.asarray(ranking.ideal(1).grade.values)[..., 0]
    if max_grade is None:
        return Column(judged if judged.ndim else judged.item(), name="largest grade", symbol="g_max")
    if (highest := judged.max(initial=0)) > max_grade:
        raise ValueError(f"max_grade must be at least the largest grade, {highest}, not {shown(max_grade)}.")
    return Column.constant(max_grade)


def _continuation(
    user: str, rank: Column, so_far: Column, p: float, T: float, cut: bool
) -> tuple[Column, Column | None]:
    """The probability of going on from each rank; and how many ranks are read on average past the last one.

    The number of ranks is None if no user reads past the last one, as always if ``cut``.
    """
    goes_on = rank < rank.last() if cut else rank >= 1
    if user == "P":
        return goes_on * 1, None
    if user == "SDCG":
        return goes_on * ((rank + 1).log2() / (rank + 2).log2()), None
    if user == "RBP":
        return goes_on * Column.constant(p), None if cut else Column.constant(1 / (1 - as_written(p)))
    if user == "RR":
        return goes_on * (so_far == 0) * 1, None
    wanted = Column.constant(T)
    away = rank + Column.constant(2 * as_written(T))
    if user == "INST":
        away = rank + (wanted - so_far).named("still wanted", "T_i") + wanted
    continuation, end = ((away - 1) / away) ** 2, away.last()
    if cut or not len(rank):
        return goes_on * continuation, None
    return continuation, end**2 * end.inverse_squares()


USERS = {
    "P": Value("the user reads all ranks", "a user who reads all ranks"),
    "RR": Value("the user reads on to the first gain", "a user who stops at the first gain"),
    "RBP": Value("the user goes on from every rank with probability p", "the user of RBP"),
    "SDCG": Value(
        "the user goes on from rank i with probability log2(i + 1) / log2(i + 2)", "the user of scaled DCG", ("DCG",)
    ),
    "INSQ": Value("the user goes on from rank i with probability ((i + 2T − 1) / (i + 2T))²", "the user of INSQ"),
    "INST": Value(
        "the user goes on from rank i with probability ((i + T + T_i − 1) / (i + T + T_i))²", "the user of INST"
    ),
}
LEAST_GAIN = Parameter(
    "The gain that the user wants.",
    sentence="the user wants a gain of {}",
    phrase="a wanted gain of T = {}",
    must_be="at least 1/2",
    allows=lambda T: 0.5 <= T < math.inf,
    common_values=(2,),
)
TAIL = Parameter(
    "Lists have an end, but RBP, INSQ and INST are made for lists without one.",
    {
        "endless": Value("endless ranks without gain follow rank k, or the list", "a list that goes on without end"),
        "cut": Value(
            "no user reads past the last rank (as in cwl-eval for 1000 ranks)", "no reading past the last rank"
        ),
    },
)
WANTED = {
    "T": LEAST_GAIN,
    "gain": RELATIVE_GAIN,
    "max_grade": replace(SCALED_TO, common_values=()),
    "tail": TAIL,
}

_READING = Wording(
    rows={
        "gain": "{judged}. Users do {weight} of their reading here, which adds {credit}. The sum is now {running sum}",
        "": "{judged}. Users do {weight} of their reading here; nothing is added",
    },
)


@metric(
    "CWL",
    title="gain of a user model",
    family="gain",
    source="Moffat, Bailey, Scholer and Thomas (2017)",
    parameters={
        **WANTED,
        "user": Parameter("P, RR and SDCG always stop at the last rank.", USERS),
        "p": replace(
            PERSISTENCE,
            doc="For RBP the probability of going on.",
            sentence="p is {}",
            requires="user",
            works_with=lambda user: user == "RBP",
        ),
        "T": replace(
            LEAST_GAIN,
            doc="For INSQ and INST the gain that is wanted.",
            sentence="T is {}",
            requires="user",
            works_with=lambda user: user in ("INSQ", "INST"),
        ),
        "form": Parameter(
            "Two ways to the same number; the second one has columns for all of C, V, W and L.",
            {
                "weights": Value("the weight of each rank times its gain, added up", "the weight of each rank"),
                "last": Value(
                    "the users who stop at each rank times their gain so far, added up, times the weight of rank 1",
                    "the users who stop at each rank",
                ),
            },
        ),
    },
    wording=lambda chosen: _READING if chosen["form"] == "weights" else None,
    notes=lambda trace: ranks_read(trace),
)
def cwl(
    ranking: Judged,
    *,
    k: int | None = None,
    user: str = "P",
    p: float = 0.8,
    T: float = 1,
    gain: str = "binary",
    max_grade: Any = None,
    tail: str = "endless",
    form: str = "weights",
) -> Column:
    """A user's gain per rank read, the one calculation behind precision, RR, RBP, scaled DCG, INSQ and INST.

    CWL = sum of W(i) gain_i. A user is described by C(i), the probability of going on from rank i to the next. So
    V(i) = C(1) C(2) ... C(i−1) of all users read rank i; E = V(1) + V(2) + ... ranks are read on average;
    W(i) = V(i) / E of all ranks read are rank i; and L(i) = V(i) (1 − C(i)) of all users stop there.

    1: every item read is relevant. 0: no item read has a gain.

    >>> import rankteach as rt
    >>> [str(cwl([0, 1, 1, 1], user=user, k=3).exact) for user in ("P", "RR", "RBP")]
    ['2/3', '1/2', '36/125']
    """
    cut = tail == "cut" or user in ("P", "RR", "SDCG")
    top = ranking.top(k) if cut else endless(ranking, k)
    gains = user_gain(ranking, top, gain, max_grade).named("gain", "gain_i")
    so_far = gains.cumsum().named("gains so far", "G_i")
    goes_on, beyond = _continuation(user, top.rank, so_far, p, T, cut)
    continuation = goes_on.named("continuation", "C(i)")
    reached = continuation.cumprod()
    viewed = reached.shift(1).named("viewed", "V(i)")
    ranks, after = viewed.sum(""), reached.last()
    if beyond is not None:
        ranks = ranks + after * beyond
    weight = (viewed / ranks.named("ranks read", "E")).named("weight", "W(i)")
    if form == "weights":
        return (gains * weight).named("credit").sum()
    last = (viewed * (1 - continuation)).named("last", "L(i)")
    total = (so_far * last).named("credit").sum()
    if beyond is not None:
        total = total + after * so_far.last()
    first_weight = weight.take(Axis("first rank", length=1), np.array([0]), "1").last()
    return total * first_weight.named("weight of rank 1", "W(1)")


def ranks_read(trace: Trace) -> Iterator[str]:
    """How many ranks one list's user reads."""
    behind = [trace.result] if trace.rows == "rank" else []
    for column in behind:
        if column.symbol == "E" and len(trace.ranking):
            yield f"ranks read on average: E = V(1) + V(2) + ..., which is {float(column):.4g}"
            break
        behind.extend(column.sources)


@metric(
    "INSQ",
    title="gain of a user with a goal of T relevant items",
    family="gain",
    source="Moffat, Scholer and Thomas (2012)",
    parameters=WANTED,
    wording=_READING,
    notes=ranks_read,
)
def insq(
    ranking: Judged,
    *,
    k: int | None = None,
    T: float = 1,
    gain: str = "binary",
    max_grade: Any = None,
    tail: str = "endless",
) -> Column:
    """A user's gain per rank read, if they want T relevant items and give up less easily further down.

    INSQ = sum of W(i) gain_i, where W is the weight that C(i) = ((i + 2T − 1) / (i + 2T))² gives (see ``cwl``).

    1: every item read is relevant. 0: no item read has a gain.

    >>> import rankteach as rt
    >>> insq(rt.Ranking([0, 1]), tail="cut").exact  # (2/3)² of all users read rank 2
    Fraction(4, 13)
    """
    return cwl.metric.function(ranking, k=k, user="INSQ", T=T, gain=gain, max_grade=max_grade, tail=tail)


@metric(
    "INST",
    title="gain of a user with a goal of T relevant items, which they count",
    family="gain",
    source="Moffat, Bailey, Scholer and Thomas (2015)",
    parameters=WANTED,
    wording=_READING,
    notes=ranks_read,
)
def inst(
    ranking: Judged,
    *,
    k: int | None = None,
    T: float = 1,
    gain: str = "binary",
    max_grade: Any = None,
    tail: str = "endless",
) -> Column:
    """A user's gain per rank read, if they want T relevant items and give up more easily with each one found.

    INST = sum of W(i) gain_i, where W is the weight that C(i) = ((i + T + T_i − 1) / (i + T + T_i))² gives (see
    ``cwl``), and T_i what is still wanted: T minus the gain so far.

    1: every item read is relevant. 0: no item read has a gain.

    >>> import rankteach as rt
    >>> inst(rt.Ranking([1, 0]), tail="cut").exact  # (1/2)² of all users read rank 2
    Fraction(4, 5)
    """
    return cwl.metric.function(ranking, k=k, user="INST", T=T, gain=gain, max_grade=max_grade, tail=tail)
