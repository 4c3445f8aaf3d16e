"""Metrics of user models (C/W/L): what a user gains at each rank read, given how far they read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.core.ranking import Ranking
from rankteach.metrics.users import (
    SCALED_TO,
    endless,
    gain_per_rank,
    maximum,
    persistence,
    relative_gain,
    user_gain,
    who,
)
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.trace import Trace

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
        "endless": Value("after the list come ranks without gain, and without end", "a list that goes on without end"),
        "cut": Value(
            "no user reads past the last rank (as cwl-eval has it for 1000 ranks)", "no reading past the last rank"
        ),
    },
)
WANTED = {
    "T": LEAST_GAIN,
    "gain": relative_gain(),
    "max_grade": maximum(SCALED_TO, quiet=True, common_values=()),
    "tail": TAIL,
}


@metric(
    "CWL",
    title="gain of a user model",
    family="gain",
    source="Moffat, Bailey, Scholer and Thomas (2017)",
    parameters={
        **WANTED,
        "user": Parameter("P, RR and SDCG always stop at the last rank.", USERS),
        "p": persistence("For RBP the probability of going on.", "p is {}, where it is asked for"),
        "T": Parameter(
            "For INSQ and INST the gain that is wanted.",
            sentence="T is {}, where it is asked for",
            phrase=LEAST_GAIN.phrase,
            must_be=LEAST_GAIN.must_be,
            allows=LEAST_GAIN.allows,
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
    """What a user gains at each rank read: the one calculation behind precision, RR, RBP, scaled DCG, INSQ and INST.

    CWL = sum of W(i) gain_i. A user is known by C(i), the probability of going on from rank i to the next. So
    V(i) = C(1) C(2) ... C(i-1) of all users read rank i; E = V(1) + V(2) + ... ranks are read on average;
    W(i) = V(i) / E of all ranks read are rank i; and L(i) = V(i) (1 - C(i)) of all users stop there.

    1: whatever is read is relevant. 0: nothing of worth was retrieved.

    >>> import rankteach as rt
    >>> [str(cwl([0, 1, 1, 1], user=user, k=3).exact) for user in ("P", "RR", "RBP")]
    ['2/3', '1/2', '36/125']
    """
    cut = tail == "cut" or user in ("P", "RR", "SDCG")
    top = ranking.top(k) if cut else endless(ranking, k)
    gains = user_gain(ranking, top, gain, max_grade).named("gain", "gain_i")
    return gain_per_rank(who(user, top, gains, p, T, cut), gains, form)


def ranks_read(trace: Trace) -> Iterator[str]:
    """How many ranks one list's user reads."""
    behind = [trace.result] if isinstance(trace.ranking, Ranking) and trace.rows == "rank" else []
    for column in behind:
        if column.symbol == "E" and len(trace.ranking):
            yield f"ranks read on average: E = V(1) + V(2) + ..., which is {float(column):.4g}"
            break
        behind.extend(column.sources)
