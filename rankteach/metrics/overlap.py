"""Rank-biased overlap: how much two ranked lists share at each depth, the top weighing most."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import counted
from rankteach.core.column import Axis, Column
from rankteach.metrics.pairs import TIED_IN
from rankteach.notation.numbers import decimal
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import comparison
from rankteach.tracing.paired import ranked
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.trace import Trace

_LITTLE = 1e-3  # of p^d
_ENOUGH = 40  # e^-40 changes nothing if added to 1


def _about_depths(trace: Trace) -> Iterator[str]:
    """What a header says of the two lists, and of letters that the formulas use."""
    lengths = " and ".join(str(len(names)) for names in trace.ranking.lists)
    yield f"two lists of {lengths} items; {counted(len(trace.ranking), 'item')} in at least one of the lists"
    if not trace.ranking.tied:
        yield "c_d: how many items are in both lists down to depth d, and were not one depth above"
    chosen = {name: value for name, value in trace.parameters.items() if name != "form"}
    if trace.parameters.get("form", "extrapolated") == "extrapolated":
        between = (float(rbo.metric(trace.ranking, **chosen, form=form)) for form in ("minimum", "maximum"))
        yield f"what is below the lists leaves it between {' and '.join(map(decimal, between))}"
    unlisted = float(trace.parameters.get("p", 0.9)) ** trace.axis.length <= _LITTLE
    if unlisted and trace.parameters.get("form") in ("minimum", "residual"):
        yield "T: all deeper p^(d−1) / d added up, which is ln(1 / (1 − p)) / p minus the terms of listed depths"


_CLOSING = {
    "extrapolated": "Multiply the sum by 1 − p, and add what the agreement at the end gives below the lists",
    "minimum": "Add what the shared items give below the lists, and multiply by 1 − p",
    "truncated": "Multiply the sum by 1 − p",
}


_SHARED = "{items in both:item}. With its weight, {weight}, this depth adds {credit}. The sum is now {running sum}"


def _wording(form: str) -> Wording:
    """Sentences for the forms whose rows add what the lists share."""
    if form not in _CLOSING:
        return Wording()
    least = "" if form == "extrapolated" else "at least "
    return Wording(
        rows={
            "new in both": f"the lists now share {_SHARED}",
            "items in both": f"the lists still share {_SHARED}",
            "": "the lists share nothing yet, so nothing is added",
        },
        closing={"": f"{_CLOSING[form]}: {{result}}"},
        meaning={
            "": "On average over the depths that users reach, the fraction of items that the lists share is "
            f"{least}{{value}}"
        },
    )


@comparison(
    "RBO",
    title="rank-biased overlap",
    source="Webber, Moffat and Zobel (2010); ties: Corsi and Urbano (2024)",
    symbol="RBO",
    wording=lambda chosen: _wording(chosen["form"]),
    parameters={
        "p": Parameter(
            "How far down the lists it looks: the first ten depths have 86 % of the weight at 0.9.",
            sentence="a user goes on from each depth to the next with probability {}",
            phrase="persistence p = {}",
            must_be="above 0 and below 1",
            allows=lambda p: 0 < p < 1,
            common_values=(0.8, 0.98),
        ),
        "form": Parameter(
            "What is assumed of the depths beyond the lists. Minimum and residual together are the maximum.",
            {
                "extrapolated": Value(
                    "beyond the lists agreement stays what it is at their end (RBO_EXT)",
                    "agreement extrapolated beyond the lists",
                    ("ext",),
                ),
                "minimum": Value(
                    "beyond the lists nothing more agrees (RBO_MIN)", "no agreement beyond the lists", ("min",)
                ),
                "maximum": Value(
                    "beyond the lists all agrees that can (RBO_MAX)",
                    "all possible agreement beyond the lists",
                    ("max",),
                ),
                "residual": Value(
                    "what can still come to the minimum beyond the lists (RBO_RES)",
                    "only what can still come beyond the lists",
                    ("res",),
                ),
                "truncated": Value("depths beyond the lists add nothing", "nothing beyond the lists"),
            },
        ),
        "ties": Parameter(
            "What tied items are: those in one set, as in [{'a', 'b'}, 'c'], or with the same score. Without ties it "
            "makes no difference.",
            {
                "a": Value(
                    "tied items have an unknown order: at each depth the overlap is the mean over all orders (RBO^a)",
                    "the mean over all orders of tied items",
                ),
                "b": Value(
                    "tied items have an unknown order, and the overlap is divided by what each list would have with "
                    "itself (RBO^b)",
                    "the overlap divided by what each list with ties has with itself",
                ),
                "w": Value(
                    "tied items are equally good: all of them are in the top from the first of their ranks (RBO^w)",
                    "tied items in the top together",
                ),
                "order": Value(
                    "the order of the list decides between tied items", "ties broken by the order of the list"
                ),
            },
            hidden_if_default=True,
        ),
    },
    pairing=ranked,
    notes=_about_depths,
)
def rbo(first: Column, second: Column, /, *, p: float = 0.9, form: str = "extrapolated", ties: str = "a") -> Column:
    """The mean overlap of the tops of two lists; deeper tops count less.

    RBO = (1 − p) (sum of p^(d−1) A_d over the depths d), A_d = (items in both lists' first d) / d.

    If extrapolated, 1: the same items in the same order. 0: no item is in both lists.

    Its rows are depths; each counts p times as much as the one above it. Tied items are in the top of depth d in part:
    (d − t + 1) / (b − t + 1) of each, where the tie has the ranks t to b. This is how many are there in the mean over
    their orders, and X_d then adds up the product of both parts over all items. If a longer list has ties, what is
    assumed of the shorter one below its end counts in part, too.

    >>> import rankteach as rt
    >>> rt.rbo(["a", "b", "c"], ["a", "c", "d"]).exact
    Fraction(137, 200)
    >>> rt.rbo(["a", "b", "c"], ["a", "b", "c"], form="truncated").exact
    Fraction(271, 1000)
    >>> rt.rbo([{"a", "b"}, "c"], ["a", "b", "c"]).exact, rt.rbo([{"a", "b"}, "c"], ["a", "b", "c"], ties="w").exact
    (Fraction(19, 20), Fraction(29, 30))
    """
    tops = [_Top.of(first), _Top.of(second)]
    shorter, longer = sorted(len(top.rows) for top in tops)
    last, end = (len(first), "n") if form in ("maximum", "residual") else (longer, "l")
    goes_on = Column.constant(p)
    axis = Axis("depth", length=last, index="d", end=end, labels=lambda: _items(first, tops, last))
    depth = Column(np.arange(1, last + 1), axis, name="depth", symbol="d")
    part = None
    if not any(top.tied for top in tops):
        overlap, size = _overlap(first, second, tops, depth), depth
    elif ties == "w":
        overlap, size = _together(first, second, tops, depth)
    else:
        overlap, size, part = _in_part(first, second, tops, depth, squared=ties == "b")
    weight = (goes_on ** (depth - 1)).named("weight", "w_d")
    missing = (depth - shorter).maximum(0)
    if form in ("maximum", "residual"):
        filled = missing if part is None else part.at_most(missing)
        unknown = (filled + (depth - longer).maximum(0)).named("unknown places", "e_d")
        rest = goes_on ** Column(last, name="items", symbol="n")
        if form == "maximum":
            most = ((overlap + unknown) / size).named("agreement at most", "G_d")
            return (1 - goes_on) * (most * weight).named("credit").sum() + rest
        credit = ((unknown / size).named("could agree", "G_d") * weight).named("credit").sum()
        return (1 - goes_on) * (credit - overlap.last() * _below(goes_on, weight, depth)) + rest
    agreement = (overlap / size).named("agreement", "A_d")
    if form == "extrapolated" and shorter < longer:
        missing = missing.named("places not there", "e_d")
        where = np.array([shorter - 1])
        at_the_end = agreement.take(Axis("end", length=1), where, "s").last().named("agreement at s", "A_s")
        assumed = missing * at_the_end if part is None else missing * at_the_end * part.mean
        agreement = ((overlap + assumed) / size).named("agreement expected", "E_d")
    credit = (agreement * weight).named("credit").sum()
    if form == "truncated":
        return (1 - goes_on) * credit
    if form == "minimum":
        return (1 - goes_on) * (credit + overlap.last() * _below(goes_on, weight, depth))
    return (1 - goes_on) * credit + agreement.last() * goes_on ** Column(longer, name="depths", symbol="l")


class _Top(NamedTuple):
    """A list from the top: the row of the item at each rank, and the first and the last rank of its tie."""

    rows: np.ndarray
    start: np.ndarray
    end: np.ndarray

    @classmethod
    def of(cls, ranks: Column) -> _Top:
        """The list whose items have these ranks."""
        rows = np.argsort(ranks.values, kind="stable")[: ranks.argument]
        start = ranks.values[rows]
        return cls(rows, start, np.searchsorted(start, start, "right"))

    @property
    def tied(self) -> bool:
        """Whether it has ties."""
        return bool((self.start < self.end).any())

    def edges(self, depth: Column) -> tuple[np.ndarray, np.ndarray]:
        """The first and the last rank of the tie at each depth; no tie below the end of the list."""
        below = np.asarray(depth)[len(self.rows) :]
        start, end = (np.concatenate([edge[: len(depth)], below]) for edge in (self.start, self.end))
        return start, end


class _Unmatched(NamedTuple):
    """What only the longer list has at each depth: items wholly in its top, those in part, and in which part."""

    whole: Column
    partial: Column
    share: Column

    def at_most(self, missing: Column) -> Column:
        """How much of them the missing places can match."""
        return missing.minimum(self.whole) + self.share * (missing - self.whole).maximum(0)

    @property
    def mean(self) -> Column:
        """In which part one of them is in the top, on average."""
        some = (self.whole + self.share * self.partial) / (self.whole + self.partial)
        return some.named("mean part", "z_d")


def _overlap(first: Column, second: Column, tops: Sequence[_Top], depth: Column) -> Column:
    """How many items are in both lists' tops, at each depth; tied items come in together."""
    start, _ = _spans(first, tops)
    new = _covering(start.max(axis=0), start.max(axis=0), depth)
    return Column.opaque(new, (first, second), "new in both", "c_d", depth.axis).cumsum().named("items in both", "X_d")


def _spans(first: Column, tops: Sequence[_Top]) -> tuple[np.ndarray, np.ndarray]:
    """The first and the last rank of each item's tie in both lists; below both lists' ends if it is not in one."""
    start, end = (np.full((2, len(first)), len(first) + 1) for _ in range(2))
    for place, top in enumerate(tops):
        start[place, top.rows], end[place, top.rows] = top.start, top.end
    return start, end


def _together(first: Column, second: Column, tops: Sequence[_Top], depth: Column) -> tuple[Column, Column]:
    """How many items are in both lists' tops, and the mean size of these, where tied items come in together."""
    both = first, second
    one, other = (
        Column.opaque(top.edges(depth)[1], (ranks,), f"top of {name}", letter, depth.axis)
        for top, ranks, name, letter in zip(tops, both, ("first", "second"), ("a_d", "b_d"), strict=True)
    )
    return _overlap(first, second, tops, depth), ((one + other) / 2).named("mean top", "m_d")


def _in_part(
    first: Column, second: Column, tops: Sequence[_Top], depth: Column, squared: bool
) -> tuple[Column, Column, _Unmatched | None]:
    """How much of the items is in both lists' tops, and of what; and what only the longer list has, if it has ties."""
    depths, both, (start, end) = len(depth), (first, second), _spans(first, tops)

    def counted(name: str, letter: str, begin: np.ndarray, finish: Any, items: Any = slice(None)) -> Column:
        finish = np.broadcast_to(finish, begin.shape)
        return Column.opaque(_covering(begin[items], finish[items], depth), both, name, letter, depth.axis)

    overlap = counted("whole in both", "F_d", end.max(axis=0), depths)
    shares: list[Column | None] = [None, None]
    norms = [depth, depth]
    for own, name, letters in ((0, "first", "tbqPN"), (1, "second", "uvrQM")):
        if tops[own].tied:
            from_, to = (
                Column.opaque(edge, both[own : own + 1], f"{words} of tie in {name}", f"{letter}_d", depth.axis)
                for edge, words, letter in zip(tops[own].edges(depth), ("start", "end"), letters[:2], strict=True)
            )
            items = to - from_ + 1
            share = ((depth - from_ + 1) / items).named(f"part in {name}", f"{letters[2]}_d")
            tied = counted(f"tied in {name}", f"{letters[3]}_d", np.maximum(start[own], end[1 - own]), end[own] - 1)
            overlap, shares[own] = overlap + share * tied, share
            norms[own] = (from_ - 1 + items * share**2).named(f"{name} with itself", f"{letters[4]}_d")
    if shares[0] is not None and shares[1] is not None:
        tied = counted("tied in both", "R_d", start.max(axis=0), end.min(axis=0) - 1)
        overlap = overlap + shares[0] * shares[1] * tied
    size = (norms[0] * norms[1]).sqrt().named("size", "m_d") if squared else depth
    longer = int(len(tops[1].rows) > len(tops[0].rows))
    part, only = shares[longer], start[1 - longer] > depths
    if part is None or len(tops[0].rows) == len(tops[1].rows):
        return overlap.named("items in both", "X_d"), size, None
    name = ("first", "second")[longer]
    whole = counted(f"whole in {name} only", "O_d", end[longer], depths, only)
    partial = counted(f"tied in {name} only", "Z_d", start[longer], end[longer] - 1, only)
    return overlap.named("items in both", "X_d"), size, _Unmatched(whole, partial, part)


def _covering(start: np.ndarray, end: np.ndarray, depth: Column) -> np.ndarray:
    """How many spans of depths, first and last, each depth is in; a span that ends before it starts is empty."""
    spans = start <= np.minimum(end, len(depth))
    changes = [np.bincount(edge[spans], minlength=len(depth) + 2) for edge in (start, np.minimum(end, len(depth)) + 1)]
    return (changes[0] - changes[1]).cumsum()[1 : len(depth) + 1]


def _items(first: Column, tops: Sequence[_Top], depths: int) -> dict[str, Sequence[Any]]:
    """The items of both lists at each depth, and in which list it lies within a tie."""
    assert first.axis is not None
    names = first.axis.labels()["item"]
    one, other = ([names[row] for row in top.rows] + [None] * (depths - len(top.rows)) for top in tops)
    labels: dict[str, Sequence[Any]] = {"depth": range(1, depths + 1), "item in first": one, "item in second": other}
    if any(top.tied for top in tops):
        ties = ((top.start < top.end).tolist() + [False] * (depths - len(top.rows)) for top in tops)
        labels["tied"] = [TIED_IN[tied] for tied in zip(*ties, strict=True)]
    return labels


def _below(goes_on: Column, weight: Column, depth: Column) -> Column:
    """The sum of p^(d−1) / d over all depths below the rows: that over all depths, less that over the rows.

    Where little is left of it, this would lose digits: then it is added up, depth by depth.
    """
    p, depths = float(goes_on), len(depth)
    if p**depths > _LITTLE:
        everything = (1 / (1 - goes_on)).log(math.e) / goes_on
        return everything - (weight / depth).named("weight by depth").sum("")
    deeper = np.arange(depths + 1, depths + 2 + math.ceil(_ENOUGH / (1 - p)))
    return Column.opaque(float((p ** (deeper - 1.0) / deeper).sum()), (weight,), "deeper weights", "T")
