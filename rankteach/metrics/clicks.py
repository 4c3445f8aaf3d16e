"""What clicks say of a list, and of two lists in one: inverse propensity scoring, and team-draft interleaving."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rankteach.core.checks import first_named, listed, must, names_of
from rankteach.core.column import Axis, Column
from rankteach.core.judged import Judged
from rankteach.metrics.weights import at_ranks, numbers_within
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import comparison, metric
from rankteach.tracing.paired import ranked
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.trace import Trace


def _probabilities(examination: Any) -> np.ndarray:
    """The probability for each rank. Raises ``ValueError`` for one that is not above 0 and at most 1."""
    rule, hint = "be above 0 and at most 1", "Clicks say nothing about ranks that users never look at."
    return numbers_within(
        listed(examination, "examination"), "examination", lambda each: (each > 0) & (each <= 1), rule, hint
    )


@metric(
    "IPS",
    title="inverse propensity scoring",
    family="gain",
    source="Joachims, Swaminathan and Schnabel (2017)",
    bounds=(0, None),
    binary=False,
    about_relevance=False,
    extremes_by_grades=False,
    wording=Wording(
        rows={
            "clicks": "{item} has {clicks:click}, and users look here with probability {examined}, so add {credit}. "
            "The sum is now {running sum}",
            "": "there is no click, so nothing is added",
        },
        closing={"": "The sum is IPS: {result}"},
        meaning={"": "If users looked at every rank, the expected number of clicks would be {value}"},
    ),
    parameters={
        "examination": Parameter(
            "The probability that a user looks at each rank (the propensity), such as ``rt.examination`` estimates.",
            {None: Value("a user looks at rank i with probability 1/i", "a probability of 1/i for rank i")},
            sentence="the probability that a user looks at each rank is given",
            phrase="given probabilities of looking at each rank",
            refuse=_probabilities,
            kind="sequence of numbers",
        )
    },
)
def ips(ranking: Judged, *, k: int | None = None, examination: Any = None) -> Column:
    """How many clicks a list would get if users looked at every rank, estimated from its clicks.

    IPS = sum of c_i / p_i, where c_i counts the clicks on the item at rank i, and p_i is the probability that a user
    looks there.

    0: no item was clicked. There is no upper bound.

    The labels of the list are clicks: 1 for an item that was clicked once. A click at a rank that one user in three
    looks at stands for three. On average over many users this is right; of a few users it can be far off.

    >>> import rankteach as rt
    >>> ips([1, 0, 1]).exact  # 1/1 + 1/(1/3)
    Fraction(4, 1)
    >>> ips([30, 10, 15], examination=[1, 0.5, 0.5]).columns["credit"].values.tolist()
    [30.0, 20.0, 30.0]
    """
    top = ranking.top(k)
    clicks, examined = top.grade.named("clicks", "c_i"), (1 / top.rank).named("examined", "p_i")
    if examination is not None:
        examined = at_ranks(top.rank, _probabilities(examination), "examination", "examined", "p_i")
    return (clicks / examined).named("credit").sum()


def _tosses(coins: Any) -> str:
    if not isinstance(coins, str) or not coins or set(coins) - {"A", "B"}:
        raise ValueError(must("coins", coins, "be letters A and B, such as 'ABBA'"))
    return coins


def _counts(clicks: Any) -> Counter[str]:
    """How often each item was clicked."""
    return Counter(names_of(listed(clicks, "clicks"), "clicks"))


def _about_teams(trace: Trace) -> Iterator[str]:
    """What a header says of the draft, and of clicks on items that users don't see."""
    yield "A is the first list, and B the second one; the loser of a toss picks next"
    yield "it ends when every item of A or every item of B has been picked"
    shown = trace.axis.labels()["item"]
    if unseen := [name for name in _counts(trace.parameters.get("clicks") or []) if name not in shown]:
        yield f"not in the list that users see, so these clicks don't count: {first_named(unseen)}"


def _on(clicks: Any) -> str:
    return f"clicks on {first_named(list(_counts(clicks)))}" if clicks else "no clicks"


_PICK = "its best item that is left, {item}, with {clicks:click}. A's clicks minus B's: {difference}"


@comparison(
    "TeamDraft",
    title="team-draft interleaving",
    source="Radlinski, Kurup and Joachims (2008)",
    symbol="lead",
    bounds=(-1, 1),
    wording=Wording(
        rows={
            "toss for A": f"A wins the toss and picks {_PICK}",
            "toss for B": f"B wins the toss and picks {_PICK}",
            "A picks": f"A picks {_PICK}",
            "": f"B picks {_PICK}",
        },
        closing={
            "divisor": "Divide A's clicks minus B's, {difference}, by all clicks, {divisor}: {result}",
            "": "There is no click, so neither list leads: {result}",
        },
        meaning={
            "divisor": "From −1 (all clicks are on B's items) to 1 (all on A's), A's lead is {value}",
            "": "There is no click, so A's lead counts as {value} by convention",
        },
    ),
    parameters={
        "coins": Parameter(
            "Who wins each toss, A or B. If there are more tosses than letters, the letters begin again.",
            sentence=lambda coins: f"the tosses are won by {', '.join(coins)}, and so on",
            phrase="the tosses {}",
            refuse=_tosses,
            common_values=("B", "BA"),
            kind="str",
        ),
        "clicks": Parameter(
            "The items that users clicked; one that comes twice was clicked twice.",
            {None: Value("every item is clicked once", "one click on every item")},
            sentence=_on,
            phrase=_on,
            refuse=_counts,
            kind="sequence of items",
        ),
    },
    pairing=ranked,
    notes=_about_teams,
)
def team_draft(first: Column, second: Column, /, *, coins: str = "AB", clicks: Any = None) -> Column:
    """Which of two lists users like better, by their clicks on one list that both teams pick.

    lead = (clicks on A's items − clicks on B's items) / (all clicks).

    1: all clicks are on items that the first list picked. 0: both have as many. −1: all are on the second list's.

    Two captains pick a team for a ball game. In each round a toss decides who picks first; each picks the best item of
    its list that is left. Users see the items in the order of the picks. If the coin is fair, so is the list.

    Its rows are the ranks of the list that users see. Tied items are picked in the order in which they are listed.

    >>> import rankteach as rt
    >>> trace = rt.team_draft(["soup", "pie", "stew"], ["stew", "soup", "dip"], coins="B", clicks=["stew"])
    >>> trace.axis.labels()["item"], trace.columns["A picks"].values.tolist(), float(trace)
    (['stew', 'soup', 'dip'], [0, 1, 0], -1.0)
    """
    assert first.axis is not None
    orders = [np.argsort(ranks.values, kind="stable")[: ranks.argument].tolist() for ranks in (first, second)]
    picked, won = _drafted(orders, coins)
    items = first.axis.labels()["item"]
    names = [items[row] for row in picked]
    labels: dict[str, Any] = {"rank": range(1, len(names) + 1), "item": names}
    for team, order in zip("AB", orders, strict=True):
        place = {row: rank for rank, row in enumerate(order, start=1)}
        labels[f"rank in {team}"] = [place.get(row) for row in picked]
    axis = Axis("rank", length=len(names), labels=lambda: labels)
    counts = dict.fromkeys(names, 1) if clicks is None else _counts(clicks)
    clicked = Column([counts.get(name, 0) for name in names], axis, name="clicks", symbol="c_i")
    for_a = Column([captain == "A" for captain in won], axis, name="toss for A", symbol="a_i")
    for_b = Column([captain == "B" for captain in won], axis, name="toss for B", symbol="b_i")
    picks = (for_a + for_b.shift()).named("A picks", "t_i")
    return (clicked * (2 * picks - 1)).named("credit", "d_i").sum("difference") / clicked.sum("clicks so far")


def _drafted(orders: Sequence[Sequence[int]], coins: str) -> tuple[list[int], list[str]]:
    """The items of two lists in the order in which they are picked; and who wins the toss, if there is one."""
    left = [list(reversed(order)) for order in orders]
    picked: dict[int, str] = {}
    while all(left):
        tosses, second = divmod(len(picked), 2)
        winner = "AB".index(coins[tosses % len(coins)])
        picked[left[winner ^ second][-1]] = "" if second else "AB"[winner]
        for rows in left:
            while rows and rows[-1] in picked:
                rows.pop()
    return list(picked), list(picked.values())
