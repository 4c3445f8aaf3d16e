"""What two rankings side by side show, piece by piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rankteach.explain.contributions import Contribution
from rankteach.explain.differences import Differences
from rankteach.notation import numbers
from rankteach.notation.numbers import TOLERANCE, Display, signed
from rankteach.widgets.parts.cards import Card, decimal_text, exact_text
from rankteach.widgets.parts.list import Grades, retrieved
from rankteach.widgets.parts.trace_view import MOST_ROWS, table_surface
from rankteach.widgets.parts.two_lists import below, compared, named, ranks_of, way
from rankteach.widgets.protocol import (
    ComparedItem,
    LineView,
    RankRow,
    RankSide,
    RanksView,
    SharedItem,
    SharedList,
    SideComparison,
    StandingView,
)
from rankteach.widgets.sides.judgements import NAMES, JudgedPair

NOT_LINKED = "The lists are not linked. A and B contain different items, and each has labels of its own."
UNION = "A relevant item that only one list contains counts as missed in the other list."
DECIMALS = 3
LONGEST_FRACTION = 9  # signs


class BothValues:
    """Both values of a card's measure, as fractions where there are.

    ``difference`` is the second value minus the first, and ``defined`` if both lists have a value. The list with the
    larger value is ``ahead``, unless less is better. ``verdict`` says which one, and ``words`` also both values:
    A 1, B 0.478; A ahead by 0.522.
    """

    def __init__(self, card: Card, first: Any, second: Any) -> None:
        self.card, self.first, self.second = card, first, second
        self.difference, less = second - first, card.measure.metric.less_is_better
        self.defined = bool(self.difference == self.difference)
        self.ahead: Literal[0, 1] | None = None
        self.verdict = "equal" if self.defined else numbers.UNDEFINED
        self.words = f"A {numbers.decimal(first, DECIMALS)}, B {numbers.decimal(second, DECIMALS)}"
        if abs(self.difference) > TOLERANCE:
            self.ahead = 1 if (self.difference > 0) != less else 0
            self.verdict = f"{NAMES[self.ahead]} ahead{', less is better' if less else ''}"
            self.words += f"; {NAMES[self.ahead]} ahead by {numbers.decimal(abs(self.difference), DECIMALS)}"
        elif self.defined:
            self.words += "; equal"

    def view(self, label: str) -> StandingView:
        """Both values, and their difference with its sign, as they are drawn on a card that is not chosen."""
        exact, both = signed(self.difference) if _short_fraction(self.difference) else "", (self.first, self.second)
        return {
            "key": self.card.key,
            "label": label,
            "title": self.card.title,
            "chosen": False,
            "values": [{"value": decimal_text(value), "exact": _short_fraction(value)} for value in both],
            "difference": {"value": signed(float(self.difference), Display(DECIMALS)) or "0", "exact": exact},
            "ahead": self.ahead,
            "verdict": self.verdict,
            "words": self.words,
        }


# --- the lists ------------------------------------------------------------------------------------------
def list_view(pair: JudgedPair, side: int, grades: Grades, listed: int) -> SharedList:
    """One of the lists: its first items, and a note on those that are not shown."""
    here, there = pair.lists[side], pair.lists[1 - side]
    ranks, other = ranks_of(there.items), NAMES[1 - side]

    def row(rank: int, item: str, grade: Any) -> SharedItem:
        place: ComparedItem = {"item": item, "way": "", "shift": "", "words": ""}
        if pair.linked:
            known = ranks.get(item)
            place = compared(item, rank, known, f"rank {known} in {other}" if known else f"not in {other}")
        return {**grades.view(grade, here.relevant_from), **place}

    def graded(item: str) -> str:
        grade = pair.judgements[item]
        return f"{item} ({grades.mark(grade)})" if grade else item

    top = zip(here.items, here.grades[:listed], strict=False)
    return {
        "rows": [row(rank, item, grade) for rank, (item, grade) in enumerate(top, start=1)],
        "retrieved": retrieved(here),
        "below": below(here.items, there.items if pair.linked else (), listed, NAMES[side], name=graded),
    }


def lines(pair: JudgedPair, listed: int) -> list[LineView]:
    """A line for each item that is shown, and which way it goes from the first list to the second."""
    if not pair.linked:
        return []
    first, second = (ranks_of(one.items) for one in pair.lists)
    shown = dict.fromkeys(item for ranks in (first, second) for item in ranks if ranks[item] <= listed)
    return [{"item": item, "kind": way(first.get(item), second.get(item))} for item in shown]


def note(pair: JudgedPair) -> str:
    """How the two lists are judged."""
    if not pair.linked:
        return NOT_LINKED
    here = {*pair.first.items, *pair.second.items}
    missed = [item for item, grade in pair.judgements.items() if grade and item not in here]
    missed += [f"{len(pair.unnamed)} without a name"] if pair.unnamed else []
    lacking = any(pair.judgements[item] for item in set(pair.first.items) ^ set(pair.second.items))
    notes = [
        *([] if set(pair.first.items) & set(pair.second.items) else ["No item is in both lists."]),
        *([UNION] if lacking else []),
        *([f"Missed by both: {named(missed)}."] if missed else []),
    ]
    return " ".join(notes)


# --- rank by rank ---------------------------------------------------------------------------------------
def ranks_view(shares: Sequence[Contribution], standing: BothValues) -> RanksView:
    """What each rank adds to both values."""
    largest = max((abs(float(added)) for share in shares for added in share[2:4]), default=0) or 1

    def side(added: Any) -> RankSide:
        adds = numbers.plain(added) if abs(added) > TOLERANCE else ""
        return {"adds": adds, "share": round(float(added) / largest, 4)}

    rows: list[RankRow] = [
        {
            "rank": rank_label(share),
            "sides": [*map(side, share[2:4])],
            "difference": signed(share.difference),
            "total": signed(share.total) or "0",
        }
        for share in shares
    ]
    return {
        "words": contributions_text(shares) if standing.defined else "A list without a value has no contributions.",
        "rows": rows,
        "end": [numbers.plain(standing.first), numbers.plain(standing.second), signed(standing.difference) or "0"],
    }


def contributions_text(shares: Sequence[Contribution]) -> str:
    """Which ranks add more to which list, in a sentence."""
    if not shares:
        return "There is nothing to compare rank by rank here."
    parts = []
    for name, sign in zip(NAMES, (-1, 1), strict=True):
        more = [share for share in shares if sign * share.difference > TOLERANCE]
        if more:
            ranks = "rank" if len(more) == 1 and more[0].start == more[0].end else "ranks"
            gain = numbers.plain(abs(sum(share.difference for share in more)))
            parts.append(f"{ranks} {named([rank_label(share) for share in more])}: {gain} more for {name}")
    words = "; ".join(parts)
    return f"{words[0].upper()}{words[1:]}." if parts else "Every rank adds the same to both."


def rank_label(share: Contribution) -> str:
    """The rank, or the ranks, of a contribution."""
    if not share.end:
        return "before 1"
    return str(share.end) if share.start == share.end else f"{share.start} to {share.end}"


def comparison_view(differences: Differences) -> SideComparison:
    """Where two calculations differ: in words, in which columns, and in which rows."""
    table = differences.table(MOST_ROWS, subtracted=False)
    drawn = table_surface(table, table.axis) if differences.columns else None
    names = [column.head for column in differences.columns]
    if drawn:
        firsts = [f"{name}, {NAMES[0]}" for name in names]
        drawn["heads"] = [{**head, "edge": head["title"] in firsts} for head in drawn["heads"]]
    return {
        "words": differences.words[1:],
        "table": drawn,
        "rows": sorted({row for column in differences.columns for row in column.rows()}),
    }


# --- numbers --------------------------------------------------------------------------------------------
def _short_fraction(value: Any) -> str:
    fraction = exact_text(value)
    return fraction if len(fraction) <= LONGEST_FRACTION else ""
