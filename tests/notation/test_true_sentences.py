"""Whatever a trace says is true: what it divides by, what it counts, and what it claims of all, none or the best.

Every closing, meaning, step and header of every metric under every convention is read, on lists chosen to make it
false. A claim is checked against the plain grades of the list, all of its orders, or the value; a sentence with a word
such as "no", "only" or "best" that no check knows fails, so that a new sentence gets a check.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import pytest

import rankteach as rt
from rankteach import Batch, Measure, Ranking, Trace
from rankteach.tracing.meaning import first_line
from rankteach.tracing.metric import Metric
from rankteach.tracing.paired import ranked
from tests.catalogue import AGREEING, OF_ONE_LIST, one_by_one
from tests.tiers import LONG

LISTS = [
    Ranking([]),
    Ranking([], missed=[2]),
    Ranking([None]),
    Ranking([0]),
    Ranking([1]),
    Ranking([3]),
    Ranking([0, 0, 0]),
    Ranking([1, 1, 1]),
    Ranking([0, 0], missed=[1]),
    Ranking([0, 1, 1, 0, 1]),
    Ranking([1, 0, 1], missed=[1, 2]),
    Ranking([3, 2, 3, 0, 1], missed=[3, 2]),
    Ranking([1, None, 0, 2]),
    Ranking([None, None, 1], scores=[3, 2, 2]),
    Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1]),
    Ranking([2, 1, 0, 3], scores=[1, 1, 1, 1]),
    Ranking([0.5, 1.5, 0], missed=[2.5]),
    Ranking([3, 1, 2, 0], relevant_from=2),
    Ranking([1, 1], relevant_from=2, missed=[1]),
    Ranking.from_items(list("aba"), {"a": 1}, duplicates="count"),
    Ranking.from_items(list("abacb"), {"a": 2, "b": 0, "d": 1}, duplicates="count"),
    Ranking.from_items(list("aabb"), {"a", "c"}, scores=[3, 2, 2, 2], duplicates="count"),
    Ranking.from_items(list("aba"), {"a", "c"}, duplicates="first"),
]
CUTOFFS = (None, 1, 3, 7)
N = r"[-−]?\d+(?:\.\d+)?(?:e-\d+)?(?:/\d+)?"
CLAIMS = re.compile(
    r"\b(empty|exactly|no|none|nothing|not|only|all|both|each|every\w*|any|most|least|best|never|always|without|first|"
    r"ends?|ended|still|more|less|0 means|1 means|0 is|1 is)\b",
    re.I,
)


def number(text: str) -> float:
    return float(Fraction(text.replace("−", "-")))


def near(text: str, value: float) -> bool:
    """Whether a number is shown as this text: a fraction exactly, a decimal to its digits."""
    if value != value or text == "undefined":
        return value != value and text == "undefined"
    digits = len(text.partition(".")[2])
    exact = "/" in text or "e" in text or not digits
    return abs(number(text) - value) <= (1e-9 * max(1, abs(value)) if exact else 0.5000001 * 10**-digits)


# --- what is so, without the package ------------------------------------------------------------------------------
class Facts(NamedTuple):
    """A list as its conventions have it, cut off; everything about it is counted anew."""

    trace: Trace
    grades: list[Any]
    missed: list[Any]
    least: float
    k: int | None

    @classmethod
    def of(cls, trace: Trace) -> "Facts":
        one = trace.ranking
        judged = [grade if known else None for grade, known in zip(one.grade.cells, one.judged.cells, strict=True)]
        return cls(trace, judged, list(one.missed), one.relevant_from, trace.parameters.get("k"))

    @property
    def value(self) -> float:
        return float(self.trace.value)

    @property
    def top(self) -> list[Any]:
        return self.grades[: self.k]

    @property
    def ranks(self) -> int:
        return self.k or len(self.grades)

    def is_relevant(self, grade: Any) -> bool:
        return grade is not None and grade >= self.least

    def hits_to(self, rank: int) -> int:
        return sum(map(self.is_relevant, self.top[:rank]))

    @property
    def hits(self) -> int:
        return self.hits_to(self.ranks)

    @property
    def pool(self) -> list[Any]:
        """The grades of all items, each once."""
        one = self.trace.ranking
        retrieved = zip(one.items, self.grades, strict=True)
        return [*(grade for item, grade in retrieved if item not in one.repeats), *self.missed]

    @property
    def repeats(self) -> set[str]:
        return {*self.trace.ranking.repeats}

    @property
    def graded_pairs(self) -> list[tuple[float, float]]:
        """The two grades of all pairs that have different ones, from above and from below."""
        return [two for two in combinations([grade or 0 for grade in self.top], 2) if len({*two}) > 1]

    @property
    def m(self) -> int:
        return sum(map(self.is_relevant, self.pool))

    @property
    def some_gain(self) -> bool:
        return self.m > 0 if self.setting("gain") == "binary" else any([*self.grades, *self.missed])

    @property
    def first(self) -> int:
        return next((rank for rank, grade in enumerate(self.top, 1) if self.is_relevant(grade)), 0)

    def items_to(self, rank: int) -> int:
        return min(rank, len(self.top))

    def wrong_above(self, rank: int) -> int:
        return self.items_to(rank) - self.hits_to(rank)

    def irrelevant(self, grades: list[Any]) -> int:
        return sum(grade is not None and not self.is_relevant(grade) for grade in grades)

    def lags(self) -> list[int]:
        return [self.wrong_above(rank) for rank, grade in enumerate(self.top, 1) if self.is_relevant(grade)]

    def setting(self, name: str) -> Any:
        return self.trace.metric.with_defaults(self.trace.parameters).get(name)  # type: ignore[attr-defined]

    def largest_precision(self, tenths: int) -> float:
        """The largest where so many tenths of the recall are reached."""
        reached = (rank for rank in range(1, len(self.top) + 1) if 10 * self.hits_to(rank) >= tenths * self.m)
        return max((self.hits_to(rank) / rank for rank in reached), default=0)

    def reaches_level(self, rank: int) -> bool:
        """Whether there is a rank, with the hits needed for a level of recall; those of trec_eval are read."""
        named = {column.name: column.values for column in self.trace.calculation.cells.values()}
        level = Fraction(str(self.setting("recall")))
        enough = named.get("hits needed", level * self.m if self.m or not level else math.inf)
        return rank > 0 and self.hits_to(rank) >= enough

    def precision(self, rank: int) -> float:
        items = self.trace.metric.name == "F" and self.setting("denominator") == "items"  # type: ignore[attr-defined]
        return self.hits_to(rank) / (self.items_to(rank) or 1 if items else rank)

    @property
    def left_out(self) -> int:
        return int(self.trace.ranking.arrays.left_out or 0)

    @property
    def pairs(self) -> int:
        return self.hits * (len(self.top) - self.hits)

    def results(self, words: str) -> bool:
        """Whether "the top 3 results", "the only result" and so on are those above the cutoff."""
        n, shown = len(self.top), int((re.findall(r"\d+", words) or [1])[0])
        judged = ("judged" in words) is (self.left_out > 0)
        whole = self.k is None or self.k >= len(self.grades)
        if words == "the empty list":
            return not n and not self.left_out
        if words == "no judged result":
            return not n and self.left_out > 0
        return judged and shown == n and (("top" in words) is not whole)

    def within(self, words: str) -> bool:
        if words == "in the list":
            return self.k is None or self.k >= len(self.grades)
        return len(self.top) == 1 if words == "at rank 1" else self.results(words.removeprefix("in "))


def settings(facts: Facts) -> tuple[Any, ...]:
    return tuple(facts.setting(name) for name in ("gain", "discount", "base"))


@cache
def best_dcg(pool: tuple[Any, ...], k: int | None, gain: str, discount: str, base: float) -> float:
    """The largest DCG of all orders."""
    orders = sorted(set(permutations(pool)))
    values = rt.dcg(Batch([list(one) for one in orders]), k=k, gain=gain, discount=discount, base=base).value
    return float(max(values))


def no_better_order(facts: Facts, value: float, pool: str) -> bool:
    """Whether no order of these items has a larger DCG; ``pool`` says which they are."""
    judged = tuple(grade or 0 for grade in facts.pool)
    retrieved = judged[: len(judged) - len(facts.missed)]
    items = retrieved if "retrieved" in pool else judged
    if facts.setting("gain") == "binary":
        items = tuple(int(facts.is_relevant(grade)) for grade in items)
    return best_dcg(items, None if "never cut" in pool else facts.k, *settings(facts)) <= value + 1e-9


# --- what a sentence can claim --------------------------------------------------------------------------------------
Check = Callable[[Facts, re.Match[str]], bool]
RESULTS = (
    r"(?:the (?:top )?\d+ (?:judged )?results|the (?:only|top) (?:judged )?result|the empty list|no judged result)"
)
WITHIN = rf"(?:in the list|at rank 1|in {RESULTS})"


def part(noun: str) -> str:
    return (
        rf"(?:(?P<all>All) |(?P<both>Both) |(?P<some>\d+|None) of |(?P<one>The (?:only|top)) )"
        rf"(?:the )?(?P<noun>(?:top )?\d* ?{noun}s?) (?:is|are)(?P<not> not)?"
    )


def is_part(match: re.Match[str], number: int, of: int) -> bool:
    shown = re.findall(r"\d+", match["noun"])
    if match["one"]:
        return of == 1 and number == (not match["not"])
    if match["both"]:
        return number == of == 2
    if match["all"]:
        return number == of == int(shown[0])
    return (int(match["some"]) if match["some"] != "None" else 0, int(shown[0])) == (number, of)


def harmonic(one: float, other: float, beta: str | None) -> float:
    square = float(beta or 1) ** 2
    return (1 + square) * one * other / (square * one + other) if one or other else 0.0


def lag_counts(facts: Facts, divisor: str) -> bool:
    end = facts.wrong_above(facts.ranks)
    total = sum(facts.lags()) + (facts.m - facts.hits) * end
    return int(divisor) == facts.m and abs(total / facts.m - facts.value) < 1e-9


def column_sum(facts: Facts, *names: str) -> bool:
    columns = facts.trace.columns
    name = next(name for name in names if name in columns)
    return abs(sum(map(float, columns[name].values)) - facts.value) < 1e-9


MEANT: list[tuple[str, Check]] = [
    (part("(?:judged )?result") + " relevant", lambda f, m: is_part(m, f.hits, len(f.top))
     and ("judged" in m["noun"]) is (f.left_out > 0)),
    (part("relevant item") + f" (?P<within>{WITHIN})", lambda f, m: is_part(m, f.hits, f.m) and f.within(m["within"])),
    (r"The list is empty", lambda f, m: not f.top and not f.left_out),
    (r"No result is judged", lambda f, m: not f.top and f.left_out > 0),
    (r"No relevant item exists", lambda f, m: f.m == 0),
    (r"No item has a grade above 0", lambda f, m: not f.some_gain),
    (rf"from ({RESULTS})", lambda f, m: f.results(m[1])),
    (rf"There is no gain ({WITHIN})", lambda f, m: f.within(m[1])
     and not any(map(f.is_relevant, f.top) if f.setting("gain") == "binary" else f.top)),
    (rf"divides by ({N}), counting (empty ranks too|no empty rank)", lambda f, m: f.ranks > len(f.top)
     and abs(f.value * number(m[1]) - f.hits) < 1e-9 and (m[2] == "no empty rank") is (number(m[1]) == len(f.top))),
    (r"the list ends there", lambda f, m: bool(f.top) and not f.left_out),
    (r"divides the (\d+) hits? by the ranks or by the (\d+) relevant items?, whichever is fewer", lambda f, m:
     (int(m[1]), int(m[2])) == (f.hits, f.m) and abs(f.value * min(f.ranks, f.m) - f.hits) < 1e-9),
    # --- F and FAP
    (rf"(?:Precision|F\S*) is ({N}) and (?:recall|AP) ({N}); their harmonic mean(?: with beta = ({N}))? is ({N})",
     lambda f, m: near(m[4], f.value) and abs(harmonic(number(m[1]), number(m[2]), m[3]) - f.value) < 0.02),
    (r"it is 1 only if both are 1", lambda f, m: (f.value == 1) == (f.hits == f.m and f.precision(f.ranks) == 1)),
    (r"which reaches 1 if exactly the relevant items are retrieved", lambda f, m:
     f.value == 1 or not f.hits == len(f.top) == f.m),
    (r"(\d+) hits?, (\d+) missed and (\d+) false alarms?(, empty ranks included,)? give", lambda f, m:
     (int(m[1]), int(m[2])) == (f.hits, f.m - f.hits)
     and int(m[3]) == (f.ranks if m[4] else len(f.top)) - f.hits and bool(m[4]) is (f.ranks > len(f.top))),
    (r"which is 1 only without misses and false alarms", lambda f, m: (f.value == 1) == (f.hits == f.m == f.ranks)),
    (r"the number that the review makes of them", lambda f, m: f.setting("form") == "printed"),
    # --- order
    (r"You find the first relevant result at rank (\d+); \S+ is 1 divided by this rank", lambda f, m:
     int(m[1]) == f.first and f.value == 1 / f.first),
    (rf"Averaged over the (\d+) relevant items?, (weighted )?precision is ({N}); relevant items not "
     rf"({WITHIN}) count as 0",
     lambda f, m: int(m[1]) == f.m and near(m[3], f.value) and f.within(m[4]) and f.hits < f.m),
    (rf"the (?:weighted )?precision at the (only|\d+) relevant ranks? is ({N})", lambda f, m:
     m[1] == (str(f.hits) if f.hits > 1 else "only") and near(m[2], f.value)),
    (rf"The (?:weighted )?precision at the only relevant item is ({N})", lambda f, m:
     f.hits == f.m == 1 and near(m[1], f.value)),
    (r"On average, the precision at the (?:only|\d+) relevant ranks? is", lambda f, m: abs(
     sum(f.precision(i) for i, g in enumerate(f.top, 1) if f.is_relevant(g)) / f.hits - f.value) < 1e-9),
    (r"Added up and divided by the most hits there can be", lambda f, m: abs(f.value * min(f.m, f.ranks) - sum(
     f.precision(i) for i, g in enumerate(f.top, 1) if f.is_relevant(g))) < 1e-9 or f.setting("weights") is not None),
    (rf"relevant items not ({WITHIN}) do not count", lambda f, m: f.within(m[1]) and f.hits < f.m),
    (r"1 means (?:all relevant items come|it comes) first", lambda f, m: (f.value == 1) == (f.hits_to(f.m) == f.m)),
    (rf"average number of (irrelevant|other) results above a relevant (?:one|item) is ({N})(?:, with missed items "
     r"at the end)?; 0 is best", lambda f, m: near(m[2], f.value) and (m[1] == "irrelevant" or f.value == sum(
     i - 1 for i, g in enumerate(f.top, 1) if f.is_relevant(g)) / max(1, f.hits))),
    (r"^(?:You|If you stop at rank (\d+), you) find (\d+) relevant items? in the first(?: (\d+))? ranks?; divided by "
     r"(\d+), \S+ is",
     lambda f, m: int(m[2]) == f.hits_to(int(m[4])) and (m[3] or "1") == m[4]
     and abs(f.value * int(m[4]) - int(m[2])) < 1e-9
     and (m[1] is None) is (f.k is None) and (m[1] is None or int(m[1]) == f.k)),
    (rf"Of (\d+) (results?, the fraction with a judgement|ranks?, the fraction with a judged item) is ({N})",
     lambda f, m: int(m[1]) == (len(f.top) if "result" in m[2] else f.ranks)
     and abs(f.value * int(m[1]) - sum(g is not None for g in f.top)) < 1e-9),
    # --- gains
    (rf"You collect a total grade of ({N}) .*; the order does not matter", lambda f, m:
     near(m[1], f.value) and near(m[1], float(sum(g or 0 for g in f.top)))),
    (r"a gain counts less (further down|below rank (\d+))", lambda f, m: f.setting("discount") == "rank" or
     ((f.setting("discount") == "log_rank") is bool(m[2])
      and (not m[2] or int(m[2]) == math.floor(f.setting("base"))))),
    (rf"[Bb]est order of (all judged items|the retrieved items)(, never cut,)? has a DCG(?:@(\d+))? of ({N})",
     lambda f, m: near(m[4], f.value) and no_better_order(f, f.value, m[1] + (m[2] or ""))
     and (m[3] is None or int(m[3]) == f.k)),
    (rf"DCG is ({N}) times that of the best order of all judged items, never cut; a list that is cut can't always "
     r"reach 1", lambda f, m: near(m[1], f.value)),
    (rf"DCG is ({N}) times that of the best order of (all judged items|the retrieved items); 1 means no "
     r"order of them is better", lambda f, m: near(m[1], f.value) and (f.value < 1 or no_better_order(
     f, float(f.trace.columns["DCG"].values[-1]), m[2]))),
    (r"1 means all find their relevant items first", lambda f, m: (f.value == 1) == all_first(f)),
    (rf"If users looked at every rank, the expected number of clicks would be ({N})", lambda f, m: near(
     m[1], sum(float(grade or 0) * i for i, grade in enumerate(f.top, start=1)))),
    (rf"1 divided by the rank at which they stop is ({N}); a user who never stops counts as 0", lambda f, m:
     near(m[1], f.value)),
    (rf"with probability ({N}) gains ({N}) per result read", lambda f, m: near(m[2], f.value)
     and near(m[1], f.setting("p"))),
    # --- pairs
    (rf"The fraction of pairs in which a relevant result is ranked above an irrelevant one is ({N})", lambda f, m:
     f.pairs > 0 and near(m[1], f.value)),
    (r"a tied pair counts (half a point|nothing)", lambda f, m: f.setting("ties") == {"half a point": "half",
     "nothing": "strict"}[m[1]]),
    (r"a random order (scores|reaches) 0.5(?: on average)?", lambda f, m: f.pairs > 0),
    (r"There is no pair of a relevant and an irrelevant result", lambda f, m: f.pairs == 0),
    (r"There is no pair with different grades", lambda f, m: not f.graded_pairs),
    (rf"The fraction of the irrelevant items that were retrieved is ({N})", lambda f, m:
     near(m[1], f.irrelevant(f.top) / f.irrelevant([*f.grades, *f.missed]))),
    (rf"No item is known to be irrelevant, so .* is ({N})", lambda f, m: not f.irrelevant([*f.grades, *f.missed])
     and near(m[1], f.value)),
    (rf"each strip weighted by its rank, is ({N})", lambda f, m: f.pairs > 0 and near(m[1], f.value)),
    (rf"the average precision is ({N})$", lambda f, m: near(m[1], f.value)),
    # --- by what the value is decided, and what it is
    (r"On average over all orders of equal scores", lambda f, m: f.trace.rows == "order"),
    (rf"is ({N}|undefined), where each item that comes again counts again", lambda f, m: near(m[1], f.value)
     and not f.repeats.isdisjoint(f.trace.ranking.items[: f.k])),
    (rf"(?:counts as|is) ({N}|undefined) by convention", lambda f, m: near(m[1], f.value)),
    (r"although 0 is its best value", lambda f, m: f.trace.metric.less_is_better and f.value == 0),
    (rf"(?:\S+ is|Here, \S+ is|is) ({N}|undefined)$", lambda f, m: near(m[1], f.value)),
]  # fmt: skip


def all_first(facts: Facts) -> bool:
    """Whether every user, at whatever grade they start, finds all of their relevant items above all others."""
    pool = [grade or 0 for grade in facts.pool]
    given = facts.setting("thresholds")
    users = [grade for grade in set(pool) if grade] if given is None else range(1, len(given) + 1)
    wanted = {level: sum(grade >= level for grade in pool) for level in users}
    found = all(sum((g or 0) >= level for g in facts.top[:number]) == number for level, number in wanted.items())
    return found and any(wanted.values())


CLOSED: list[tuple[str, Check]] = [
    (rf"Divide (?:the )?(?:sum, |sum of the lags, |DCG, )?({N})(?: hits?)?,? by .*?({N})(?: \w+)*(?:, the most "
     r"hits there can be)?$",
     lambda f, m: divided(f, m)),
    (r"Reading on costs no recall, so each level takes the highest precision still ahead\. Divide the sum, .*, "
     r"by (\d+)$", lambda f, m: int(m[1]) == 11 and (f.setting("form") != "textbook" or not f.value
     or math.isclose(f.value, sum(f.largest_precision(level) for level in range(11)) / 11))),
    (r"Divide 1 by the rank of the first relevant result", lambda f, m: f.value == 1 / f.first),
    (r"by hits and (missed items|false alarms), (\d+) \+ (\d+)(?: = \d+)?", lambda f, m: int(m[2]) == f.hits
     and int(m[2]) + int(m[3]) == (f.m if m[1] == "missed items" else len(f.top)
     if f.setting("denominator") == "items" else f.ranks)),
    (r"(?<=by the )(\d+) ranks?", lambda f, m: int(m[1]) == f.ranks),
    (r"(?<=by the )(\d+) items?", lambda f, m: int(m[1]) == len(f.top)),
    (r"(?<=by the )(\d+) relevant items?", lambda f, m: int(m[1]) == f.m),
    (r"(?<=by the )(\d+) hits?", lambda f, m: int(m[1]) == f.hits),
    (r"(?<=by the )(\d+) pairs?\b(?! with)", lambda f, m: int(m[1]) == f.pairs),
    (r"(\d+) right pairs? by the (\d+) pairs? with different grades", lambda f, m: (int(m[1]), int(m[2])) == (
     sum(one > other for one, other in f.graded_pairs), len(f.graded_pairs))),
    (r"There is no pair with different grades", lambda f, m: not f.graded_pairs),
    (r"by (\d+), the most hits there can be", lambda f, m: int(m[1]) == min(f.m, f.ranks)),
    (rf"by the most that all items could add, ({N})", lambda f, m: f.setting("thresholds") is not None
     or abs(number(m[1]) - sum(g or 0 for g in f.pool)) < 1e-9),
    (r"by the sum of a perfect order", lambda f, m: f.k is None),
    (r"Put the missed items at the end, and divide by the (\d+) relevant items?", lambda f, m: lag_counts(f, m[1])),
    (rf"Take the harmonic mean(?: with beta = ({N}))? of \S+ ({N}), and \w+, ({N})", lambda f, m: abs(
     harmonic(number(m[2]), number(m[3]), m[1]) - f.value) < 1e-9),
    (r"Add up the grades", lambda f, m: abs(sum(g or 0 for g in f.top) - f.value) < 1e-9),
    (r"Add up the discounted gains", lambda f, m: column_sum(f, "discounted gain", "ideal discounted gain")),
    (r"Add up the strips under the curve", lambda f, m: column_sum(f, "trapezoid", "step")),
    (r"No rank reaches the level", lambda f, m: not f.reaches_level(f.ranks)),
    (r"Take the highest precision from the level on", lambda f, m: f.value == max(
     f.precision(rank) for rank in range(1, f.ranks + 1) if f.reaches_level(rank))),
    (r"The sum is (?:RBP|ERR|IPS)", lambda f, m: column_sum(f, "credit")),
    (r"There is no result to divide by", lambda f, m: not f.top),
    (r"There is no hit to divide by|No relevant item was retrieved", lambda f, m: f.hits == 0),
    (r"There is no relevant item(?: to \w.*)?$|No relevant item serves a subtopic$", lambda f, m: f.m == 0),
    (r"There is no relevant item in the list", lambda f, m: not any(map(f.is_relevant, f.grades))),
    (r"There is no grade above 0", lambda f, m: not f.some_gain),
    (r"None of these results is relevant", lambda f, m: bool(f.top) and f.hits == 0),
    (r"The ideal order (has no gain|satisfies no reader)", lambda f, m: not any(
     one.values[-1:].any() for name, one in f.trace.columns.items() if name in ("ideal DCG", "ideal ERR"))),
    (r"No item reaches a threshold", lambda f, m: not f.some_gain),
    (r"No item is known to be irrelevant", lambda f, m: not f.irrelevant([*f.grades, *f.missed])),
    (r"There is no pair(?! with)", lambda f, m: f.pairs == 0),
    (r"No (relevant item exists|item has a grade above 0), so the convention decides", lambda f, m: not (
     f.m if f.trace.metric.binary else f.some_gain) and bool(f.trace.parameters.get("no_relevant"))),  # type: ignore[attr-defined]
]  # fmt: skip


def divided(facts: Facts, match: re.Match[str]) -> bool:
    """Whether the first number of a sentence, divided by the last one, is the value."""
    shown = [one[-1] if "/" in one else one for one in match.groups()]
    one, other = map(number, match.groups())
    tolerance = 1e-9 if not any("." in text for text in shown) else 1e-3
    return other != 0 and abs(one / other - facts.value) <= tolerance


def judged_as(facts: Facts, row: int, words: str) -> bool:
    grade = facts.top[row - 1] if row <= len(facts.top) else "no item"
    if "no item" in words or grade == "no item":
        return grade == "no item" and "no item" in words
    if grade is None or "not judged" in words:
        return grade is None and "not judged" in words
    shown = re.search(rf"has grade ({N})", words)
    told = "not relevant" not in words if "relevant" in words else None
    return (not shown or near(shown[1], float(grade))) and told in (None, facts.is_relevant(grade))


def running(facts: Facts, row: int, name: str) -> float:
    return float(facts.trace.columns[name].values[row - 1])


Told = Callable[[Facts, int, re.Match[str]], bool]
STEPS: list[tuple[str, Told]] = [
    (r"^Rank \d+: (?:\w+ )?((?:no item|is not judged|has grade|is relevant|is not relevant).*?)(?=, so|\. [A-Z]|$)",
     lambda f, i, m: judged_as(f, i, m[1])),
    (r"(?:That makes|Still) (\d+) hits?,?(?: now)? in (\d+) (rank|item)s?", lambda f, i, m: (int(m[1]), int(m[2])) == (
     f.hits_to(i), i if m[3] == "rank" else f.items_to(i))),
    (r"That makes (\d+) hits?, so", lambda f, i, m: int(m[1]) == f.hits_to(i)),
    (r"Still (\d+) hits?, so", lambda f, i, m: int(m[1]) == f.hits_to(i)),
    (r"That makes (\d+) of the (\d+) relevant items?", lambda f, i, m: (int(m[1]), int(m[2])) == (f.hits_to(i), f.m)),
    (rf"Recall stays at ({N})", lambda f, i, m: near(m[1], f.hits_to(i) / f.m if f.m else 0.0)),
    (r"Hits: (\d+)(?:, missed: (\d+))?(?:, false alarms: (\d+))?", lambda f, i, m: int(m[1]) == f.hits_to(i)
     and (m[2] is None or int(m[2]) == f.m - f.hits_to(i))
     and (m[3] is None or int(m[3]) == (i if f.setting("denominator") != "items" else f.items_to(i)) - f.hits_to(i))),
    (rf"Precision is ({N}) and recall ({N})", lambda f, i, m: near(m[1], f.precision(i))
     and near(m[2], f.hits_to(i) / f.m if f.m else 0.0)),
    (rf"so P@(\d+) = ({N})", lambda f, i, m: int(m[1]) == i and near(m[2], f.hits_to(i) / max(1, (
     f.items_to(i) if f.setting("denominator") == "items" else i)))),
    (r"is the first relevant result", lambda f, i, m: f.first == i),
    (r"but only the first relevant result counts", lambda f, i, m: 0 < f.first < i and f.hits_to(i) > f.hits_to(i - 1)),
    (r"so keep looking", lambda f, i, m: not 0 < f.first <= i),
    (rf"\bRR stays at ({N})", lambda f, i, m: near(m[1], 1 / f.first)),
    (r"with (\d+) wrong items? above it. The lags add up to (\d+)", lambda f, i, m: int(m[1]) == f.wrong_above(i)
     and int(m[2]) == sum(f.lags()[: f.hits_to(i)])),
    (r"so it has no lag", lambda f, i, m: f.hits_to(i) == f.hits_to(i - 1)),
    (r"the list has ended", lambda f, i, m: i > len(f.top)),
    (r"all its readers read on", lambda f, i, m: not (f.top[i - 1 : i] or [0])[0]),
    (rf"the best grade left, ({N})", lambda f, i, m: near(m[1], float(left(f)[i - 1]))),
    (r"the best (?:grade|gain) left is 0", lambda f, i, m: not (left(f)[i - 1 : i] or [0])[0]),
    (r"(\d+) relevant items? and (\d+) others? pass", lambda f, i, m: int(m[1]) + int(m[2]) <= len(f.top)
     and int(m[1]) <= f.hits),
    (r"The area does not grow", lambda f, i, m: running(f, i, "area") == (running(f, i - 1, "area") if i > 1 else 0)),
    (r"Judged not relevant (?:above it|so far): (\d+)", lambda f, i, m: int(m[1]) == f.irrelevant(f.top[:i])),
    (rf"so add 1 − ({N})\. The sum is now ({N})", lambda f, i, m: near(m[1], lost(f, i)) and near(m[2], sum(
     1 - lost(f, place) for place, grade in enumerate(f.top[:i], 1) if f.is_relevant(grade)))),
    (r"so Success@(\d+) = ([01])", lambda f, i, m: int(m[1]) == i and int(m[2]) == (f.hits_to(i) > 0)),
    (r"No hit so far", lambda f, i, m: f.hits_to(i) == 0),
    (r"in the first (?:(\d+) )?ranks?, so add 1\. The sum is now (\d+)", lambda f, i, m: i <= int(m[1] or 1)
     and int(m[2]) == f.hits_to(i)),
    (r"but below the first (?:(\d+) )?ranks?, so nothing", lambda f, i, m: i > int(m[1] or 1)),
    (r"has (\d+) items? with a higher grade above it, and (\d+) with a lower", lambda f, i, m: above(f, i) == (
     int(m[1]), int(m[2]))),
    (r"has (\d+) items? with a lower grade above it", lambda f, i, m: above(f, i) == (0, int(m[1]))),
    (rf"Users do ({N}) of their reading here(?:, which adds ({N}))?", lambda f, i, m: near(m[1], read(f)[i - 1])
     and (m[2] is not None) == f.is_relevant((f.top[i - 1 : i] or [None])[0])),
    (r"which is (not )?enough", lambda f, i, m: bool(m[1]) is not f.reaches_level(i)),
    (rf"Precision is ({N}); the highest so far is ({N})", lambda f, i, m: near(m[1], f.precision(i)) and near(m[2], max(
     f.precision(rank) for rank in range(1, i + 1) if f.reaches_level(rank)))),
    (r"Nothing above it was pooled", lambda f, i, m: all(grade is None for grade in f.top[: i - 1])),
    (r"nothing is added$", lambda f, i, m: unchanged(f, i)),
]  # fmt: skip


def lost(facts: Facts, row: int) -> float:
    """The fraction that Bpref takes off for the items judged not relevant above a row."""
    every = facts.irrelevant(facts.pool)
    most = facts.m if facts.setting("denominator") == "relevant" else min(facts.m, every)
    return min(facts.irrelevant(facts.top[:row]), facts.m) / most if most else 0.0


def above(facts: Facts, row: int) -> tuple[int, int]:
    """How many items above a row have a higher grade, and how many a lower one."""
    own, *others = [float(grade or 0) for grade in reversed(facts.top[:row])]
    return sum(one > own for one in others), sum(one < own for one in others)


def read(facts: Facts) -> list[float]:
    """The fraction of all reading that each rank has, from the chances to go on that the trace shows."""
    goes_on = [float(one) for one in facts.trace.columns["continuation"].values]
    viewed = [math.prod(goes_on[:row]) for row in range(len(goes_on))]
    beyond = float(facts.trace.columns["weight"].values[0])  # of the first rank, which all users read
    return [beyond * one for one in viewed]


def left(facts: Facts) -> list[Any]:
    """The grades of the ideal order, best first."""
    missed = [] if facts.setting("ideal") == "retrieved" else facts.missed
    pool = facts.pool[: len(facts.pool) - len(facts.missed)]
    best = sorted([*(grade or 0 for grade in pool), *missed], reverse=True)
    return [int(facts.is_relevant(grade)) for grade in best] if facts.setting("gain") == "binary" else best


SUMS = ("running sum", "CG", "DCG", "ERR", "ideal DCG", "area")


def unchanged(facts: Facts, row: int) -> bool:
    """Whether no running sum of a trace grows in a row."""
    for name in SUMS:
        column = facts.trace.columns.get(name)
        if column is not None and column.axis is facts.trace.axis and row <= len(column):
            before = float(column.values[row - 2]) if row > 1 else 0.0
            if abs(float(column.values[row - 1]) - before) > 1e-12:
                return False
    return True


def highest(facts: Facts, match: re.Match[str]) -> bool:
    metric = facts.trace.metric
    others = {name: value for name, value in facts.trace.parameters.items() if name not in ("k", "judged_only")}
    values = [float(metric(facts.trace.ranking, **others, k=k)) for k in range(1, len(facts.grades) + 3)]
    return abs(values[int(match[1]) - 1] - max(values)) < 1e-9 and near(match[2], max(values))


def between(facts: Facts, match: re.Match[str]) -> bool:
    """Whether a list's RBP lies between two numbers, whatever the unjudged items and those below the list are."""
    metric, chosen = facts.trace.metric, {**facts.trace.parameters, "no_relevant": 0}
    most = max([0, *(grade or 0 for grade in [*facts.grades, *facts.missed])])
    if chosen.get("ties") == "averaged":  # of which one order is tried here
        return near(match[1], facts.value)
    below = 200
    values = []
    for unknown in (0, most or 1):
        grades = [unknown if grade is None else grade for grade in facts.top] + [unknown] * below
        k = None if facts.k is None else below
        one = Ranking(grades, missed=facts.missed, relevant_from=facts.least)
        values.append(float(metric(one, **{**chosen, "k": k})))
    if chosen.get("gain", "binary") != "binary" and not most:
        values[1] = values[0]
    return near(match[1], facts.value) and values[0] >= number(match[1]) - 1e-4 and values[1] <= number(match[2]) + 1e-4


NOTED: list[tuple[str, Check]] = [
    (r"^m = (\d+) relevant items?", lambda f, m: int(m[1]) == f.m),
    (r"^(\d+) items? not judged: (?!left out$)", lambda f, m: int(m[1]) == sum(g is None for g in f.grades)),
    (r"^(\d+) items? not judged: left out$", lambda f, m: int(m[1]) == f.left_out),
    (r"^an item that came before counts again .*, at (\d+) ranks?(?:; (m counts it once))?$", lambda f, m:
     int(m[1]) == len(f.repeats)),
    (r"^an item that came before is left out .*, at (\d+) ranks?$", lambda f, m: not f.repeats
     and int(m[1]) == len("aba") - len(f.grades)),
    (r"^the list ends at rank (\d+)", lambda f, m: int(m[1]) == len(f.grades)),
    (r"^no relevant item at all", lambda f, m: not (f.m if f.trace.metric.binary else f.some_gain)),  # type: ignore[attr-defined]
    (r"^no item that is not relevant", lambda f, m: f.hits == len(f.top)),
    (r"^(\d+) relevant items? (?:is|are) not in the list", lambda f, m: int(m[1]) == sum(map(f.is_relevant, f.missed))),
    (r"^an empty rank counts as a false alarm", lambda f, m: f.ranks > len(f.top)),
    (rf"^highest at k = (\d+): ({N})", highest),
    (rf"^what is unknown leaves it between ({N}|undefined) and ({N}|undefined)", between),
]  # fmt: skip


# --- reading ----------------------------------------------------------------------------------------------------------
def falsehoods(facts: Facts, sentence: str, checks: list[tuple[str, Check]], covered: bool = True) -> Iterator[str]:
    """What is false in a sentence, and what it claims without a check."""
    rest = sentence
    for pattern, holds in checks:
        for match in re.finditer(pattern, sentence):
            rest = rest[: match.start()] + "·" * len(match[0]) + rest[match.end() :]
            if not holds(facts, match):
                yield f"{facts.trace.measure} of {facts.grades}, missed {facts.missed}: {sentence!r}: {match[0]!r}"
    if covered and (claim := CLAIMS.search(rest)):
        yield f"{facts.trace.measure} of {facts.grades}: no check knows {claim[0]!r} in {sentence!r}"


# what the first lines of descriptions say
COUNTED: dict[str, Callable[[Facts], float]] = {
    "How many items were retrieved": lambda f: len(f.top),
    "How many relevant items were retrieved": lambda f: f.hits,
    "How many relevant items there are, retrieved or not": lambda f: f.m,
    "The fraction of the retrieved items that have a judgement": lambda f: (
        sum(g is not None for g in f.top) / max(1, len(f.top))
    ),
    "The precision after as many ranks as there are relevant items": lambda f: (
        sum(map(f.is_relevant, f.grades[: f.m])) / max(1, f.m)
    ),
}


def general(trace: Trace) -> tuple[str, bool, str]:
    """The value in a meaning; whether it says what the metric measures in general; that without its first letter."""
    value, _, doc = trace.meaning.removeprefix(f"{trace.label} is ").partition(": ")
    return value, doc[1:] == first_line(trace.metric)[1:], doc[1:]


def said_of(trace: Trace) -> Iterator[str]:
    """Everything false that a trace of one list says."""
    facts = Facts.of(trace)
    meaning = trace.meaning.removesuffix(".")
    value, here, doc = general(trace)
    metric: Any = trace.metric
    if here:  # what the metric measures in general
        own = {name for name in metric.non_default(trace.parameters) if name in metric.declared} - {"k"}
        if own or trace.parameters.get("judged_only"):
            yield f"{trace.measure} is not what the first line of its description says: {meaning}"
        counted = next((count(facts) for line, count in COUNTED.items() if doc.startswith(line[1:])), facts.value)
        if not near(value, facts.value) or abs(counted - facts.value) > 1e-9:
            yield f"{trace.measure} of {facts.grades}: {meaning}"
    elif not meaning.startswith(f"{trace.label} ({trace.title.partition(' (')[0]}) with "):
        yield from falsehoods(facts, meaning, MEANT)
    before, colon, result = trace.closing.removesuffix(".").rpartition(": ")
    shown = re.findall(rf"[=≈] ({N}|undefined)", result if colon else trace.closing)
    if not shown or not all(near(one, facts.value) for one in shown):
        yield f"{trace.measure}: {trace.closing}"
    yield from falsehoods(facts, before, CLOSED)
    for note in trace.conventions:
        yield from falsehoods(facts, note, NOTED, covered=False)
    for step in trace.steps:
        if re.search(r"\bItems ?\.", step.text):
            yield f"{trace.measure} of {facts.grades}: {step.text}"
        for pattern, holds in STEPS if trace.rows in ("rank", "ideal rank", "threshold") else []:
            for match in re.finditer(pattern, step.text.removesuffix(".")):
                if not holds(facts, step.row, match):
                    yield f"{trace.measure} of {facts.grades}, missed {facts.missed}: {step.text!r}: {match[0]!r}"


# --- two lists --------------------------------------------------------------------------------------------------------
class Two(NamedTuple):
    """Two numbers for each item, and the order of every pair in both; counted anew."""

    trace: Trace

    @property
    def numbers(self) -> list[tuple[float, float]]:
        one = self.trace.ranking
        return list(zip(map(float, one.x.cells), map(float, one.y.cells), strict=True))

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """1 if the second item has the larger number, 0 for a tie; ranks below the end of a list are tied."""
        return [
            (
                order(x[0], y[0], self.trace.ranking.x.argument),
                order(x[1], y[1], self.trace.ranking.y.argument),
            )
            for x, y in combinations(self.numbers, 2)
        ]

    @property
    def value(self) -> float:
        return float(self.trace.value)

    @property
    def grades(self) -> Any:
        return self.numbers

    missed = ()

    def setting(self, name: str) -> Any:
        return self.trace.metric.with_defaults(self.trace.parameters).get(name)  # type: ignore[attr-defined]

    @property
    def tied(self) -> bool:
        return any(len(set(side)) < 2 for side in zip(*self.numbers, strict=True))


def order(one: float, other: float, end: Any) -> int:
    return 0 if end is not None and min(one, other) > end else (other > one) - (other < one)


def at_the_ends(two: Any, of_first: bool) -> bool:
    """Whether 1 is the same order, and −1 the reverse one, and nothing else is; of the pairs that the first orders."""
    pairs = [pair for pair in two.pairs if pair[0] or not of_first]
    same, reverse = (all(one == sign * other for one, other in pairs) for sign in (1, -1))
    return (abs(two.value - 1) < 1e-9, abs(two.value + 1) < 1e-9) == (same, reverse)


def most_untied(items: int, distinct: int) -> int:
    """The most pairs of so many items with so many distinct numbers that are no ties."""
    sizes = [items // distinct + (place < items % distinct) for place in range(distinct)]
    return (items**2 - sum(size**2 for size in sizes)) // 2


OF_TWO: list[tuple[str, Any]] = [
    (rf"(?:divide|Divide) (?:the sum, |the sum of products, )({N}),? by .*?, ({N})$", divided),
    (rf"by the number of pairs, ({N})", lambda t, m: int(m[1]) == len(t.pairs)),
    (rf"by the geometric mean of the untied pairs in each list, ({N})", lambda t, m: near(m[1], math.sqrt(
     math.prod(sum(one[side] != 0 for one in t.pairs) for side in (0, 1))))),
    (rf"by the number of untied pairs in the first list, ({N})", lambda t, m: int(m[1]) == sum(
     x != 0 for x, _ in t.pairs)),
    (rf"by the most pairs that so few distinct numbers can order, ({N})", lambda t, m: number(m[1]) == most_untied(
     len(t.numbers), min(len(set(side)) for side in zip(*t.numbers, strict=True)))),
    (r"In at least one list all (ranks|numbers) are equal|At least one list has no two different numbers",
     lambda t, m: t.tied),
    (rf"From −1 \(reverse order\) to 1 \(same order\), (?:the lists' )?agreement on the (order of pairs|pairs that "
     rf"the first list orders) is ({N}); 0 means neither", lambda t, m: near(m[2], t.value)
     and at_the_ends(t, "first" in m[1])),
    (rf"From −1 to 1, the lists' agreement on the order of pairs is ({N}); ties can keep it from either end",
     lambda t, m: near(m[1], t.value) and abs(t.value) <= 1),
    (rf"From −1 \(reverse order\) to 1 \(same order\), the ranks in the two lists correlate at ({N}); 0 means neither",
     lambda t, m: near(m[1], t.value) and abs(t.value - float(rt.pearson(*ranks(t)))) < 1e-9 and at_the_ends(t, False)),
    (rf"The squared differences of the ranks give ({N}): 1 means no difference and, without ties, −1 the reverse order",
     lambda t, m: near(m[1], t.value) and (t.value == 1) == (ranks(t)[0] == ranks(t)[1])),
    (rf"On average over all pairs, the lists' disagreement is ({N}) \(({N}) for a pair that only one list orders\); 0 "
     r"means (the same order|no pair in opposite order)", lambda t, m: near(m[1], t.value)
     and near(m[2], t.setting("p"))
     and (t.value == 0) == all(x == y if "same" in m[3] else x != -y or not x for x, y in t.pairs)),
    (r"There is no pair of items", lambda t, m: not t.pairs),
    (rf"the fraction of items that the lists share is (at least )?({N})", lambda t, m: near(m[2], t.value)
     and bool(m[1]) is (t.setting("form") != "extrapolated")),
    (r"Multiply the sum by 1 − p(, and add what the agreement at the end gives below the lists)?$", lambda t, m: abs(
     (1 - t.setting("p")) * sum(map(float, t.trace.columns["credit"].values)) + beyond(t, bool(m[1]))
     - t.value) < 1e-9),
    (rf"Divide A's clicks minus B's, ({N}), by all clicks, ({N})$", lambda t, m: near(m[2], t.trace.axis.length)
     and t.value == number(m[1]) / number(m[2])),
    (rf"From −1 \(all clicks are on B's items\) to 1 \(all on A's\), A's lead is ({N})", lambda t, m:
     near(m[1], t.value) and abs(t.value) <= 1),
    (r"There is no click", lambda t, m: not t.trace.axis.length),
    (rf"(?:counts as|is) ({N})(?: by convention)?$", lambda t, m: near(m[1], t.value)),
]  # fmt: skip


def beyond(two: Any, some: bool) -> float:
    """What the agreement in the last row gives below the lists, to users who go on with probability p."""
    columns = two.trace.columns
    agreement = columns.get("agreement expected", columns["agreement"])
    return float(agreement.values[-1]) * two.setting("p") ** len(agreement) if some else 0.0


def ranks(two: Two) -> tuple[list[float], list[float]]:
    """The mean ranks of both lists."""
    sides = list(zip(*two.numbers, strict=True))
    one, other = ([sum(y < x for y in side) + (side.count(x) + 1) / 2 for x in side] for side in sides)
    return one, other


def fraction_above(two: Two, row: int) -> tuple[int, Fraction]:
    """How many items the first list has above that of a row, and which fraction of them the second one has, too."""
    x, y = two.numbers[row]
    others = [second for first, second in two.numbers if first > x]
    tie = Fraction(two.setting("ties") == "half", 2)
    right = sum((Fraction(second > y) + tie * (second == y) for second in others), Fraction(0))
    return len(others), right / max(len(others), 1)


def distances(two: Two, row: int) -> tuple[float, float]:
    """How far the two numbers of a row are from their means; of rho, the ranks."""
    sides = ranks(two) if two.trace.measure.startswith("Rho") else zip(*two.numbers, strict=True)
    one, other = (side[row] - sum(side) / len(side) for side in map(list, sides))
    return one, other


ITEM_STEPS: list[tuple[str, Callable[[Two, int, re.Match[str]], bool]]] = [
    (r"all above it in the first list, (\d+) items?, count as", lambda two, row, m: fraction_above(two, row) == (
     int(m[1]), 1)),
    (rf"({N}) of the (\d+) items? above it in the first list count", lambda two, row, m: fraction_above(two, row) == (
     int(m[2]), Fraction(m[1]))),
    (r"nothing above it in the first list counts", lambda two, row, m: fraction_above(two, row)[0] > 0
     and fraction_above(two, row)[1] == 0),
    (r"nothing is above it in the first list", lambda two, row, m: fraction_above(two, row)[0] == 0),
    (rf"differ from (?:their means|the mean) by ({N}) and ({N})\. The product is ({N})", lambda two, row, m: all(map(
     near, m.groups(), (*distances(two, row), math.prod(distances(two, row)))))),
]  # fmt: skip
PAIR_STEPS: list[tuple[str, Callable[[int, int], bool]]] = [
    (r"the lists order this pair in opposite ways", lambda one, other: one * other < 0),
    (r"only one list orders this pair", lambda one, other: (one == 0) is not (other == 0)),
    (r"the lists agree, so nothing is added", lambda one, other: one == other),
    (r"at least one list ties this pair, so nothing is added", lambda one, other: one * other == 0),
]


def said_of_two(trace: Trace) -> Iterator[str]:
    """Everything false that a trace of two lists says."""
    two: Any = Two(trace)
    meaning = trace.meaning.removesuffix(".")
    value, here, _ = general(trace)
    if here:
        own = set(trace.metric.non_default(trace.parameters))  # type: ignore[attr-defined]
        if own or not near(value, two.value):
            yield f"{trace.measure}: {meaning}"
    elif not meaning.startswith(f"{trace.label} ({trace.title.partition(' (')[0]}) with "):
        yield from falsehoods(two, meaning, OF_TWO)
    before, colon, result = trace.closing.removesuffix(".").rpartition(": ")
    shown = re.findall(rf"[=≈] ({N})", result if colon else trace.closing)
    if not shown or not all(near(one, two.value) for one in shown):
        yield f"{trace.measure}: {trace.closing}"
    yield from falsehoods(two, before, OF_TWO)
    for step in trace.steps if trace.rows == "item" else []:
        for item_pattern, is_true in ITEM_STEPS:
            for match in re.finditer(item_pattern, step.text):
                if not is_true(two, step.row - 1, match):
                    yield f"{trace.measure} of {two.numbers}: {step.text}"
    if trace.rows == "pair":
        for step, (one, other) in zip(trace.steps, two.pairs, strict=True):
            for pattern, holds in PAIR_STEPS:
                if re.search(pattern, step.text) and not holds(one, other):
                    yield f"{trace.measure} of {two.numbers}: {step.text}"


NUMBERS = [
    ([1, 2, 3, 4], [1, 3, 2, 4]), ([1, 2, 3], [3, 2, 1]), ([1, 2, 3], [2, 4, 6]), ([1, 1, 2], [1, 2, 2]),
    ([1, 1, 2], [1, 1, 2]), ([1, 1, 2], [2, 2, 1]), ([1, 1, 2], [1, 2, 3]), ([1, 2, 3], [1, 1, 2]), ([1, 1], [1, 2]),
    ([1, 1], [1, 1]), ([1, 2], [3, 4]), ([1, 1, 2, 2], [1, 1, 2, 2]), ([1, 1, 1, 2], [1, 2, 2, 2]),
    ([0, -1, 2.5, 0], [1, 2, 0, 0]),
]  # fmt: skip
NAMES: list[tuple[list[Any], list[Any]]] = [
    (["a"], ["a"]), (["a"], ["b"]), (["a", "b"], ["a", "b"]), (["a", "b"], ["b", "a"]), (list("abc"), list("acd")),
    ([{"a", "b"}, "c"], list("abc")), ([{"a", "b"}, "c"], [{"a", "b"}, "c"]), ([{"a", "b"}], ["a", "b"]),
    (list("abcd"), ["d"]), (list("abc"), list("cba")), (list("ab"), list("cd")),
]  # fmt: skip


@pytest.mark.parametrize("measure", AGREEING, ids=str)
def test_everything_that_is_said_of_two_lists_is_true(measure: Measure) -> None:
    lists: list[tuple[Any, Any]] = NAMES if measure.metric.pairing is ranked else NUMBERS  # type: ignore[assignment]
    if measure.parameters.get("ties") == "order":  # which sets do not have
        lists = [two for two in lists if not any(isinstance(item, set) for item in two[0] + two[1])]
    assert_nothing_false((measure(*two) for two in lists), said_of_two)


def with_shared(metric: Metric) -> list[Measure]:
    """The metric under each of its own conventions, and each that it shares with others."""
    shared = [
        {name: value}
        for name, declared in metric.shared.items()
        for value in declared.values
        if value not in (metric.default(name), "error", "refuse") and (name != "no_relevant" or metric.about_relevance)
    ]
    return [*one_by_one(metric), *(Measure(metric, chosen) for chosen in shared)]


def assert_nothing_false(traces: Iterable[Trace], said: Callable[[Trace], Iterator[str]]) -> None:
    """One example of each kind of false sentence is shown."""
    wrong = {re.sub(r"\d+", "N", one.partition(": ")[2]): one for trace in traces for one in said(trace)}
    assert not wrong, f"{len(wrong)} kinds of sentences are false:\n" + "\n".join(wrong.values())


def lists_of(metric: Metric) -> list[Ranking]:
    """Those that a metric takes: a curve needs each item once."""
    return [one for one in LISTS if metric.family != "curve" or not one.repeats]


@pytest.mark.parametrize("metric", OF_ONE_LIST, ids=lambda metric: metric.name)
def test_everything_that_is_said_of_a_list_is_true(metric: Metric) -> None:
    """The default at every cutoff, and each other convention so, too, or at one cutoff of every second list in turn."""
    each = (
        (measure, ranking, k)
        for turn, measure in enumerate(with_shared(metric))
        for place, ranking in enumerate(lists_of(metric))
        for k in (CUTOFFS if LONG or not turn else CUTOFFS[(turn + place) // 2 % 4 :][: (turn + place) % 2])
    )
    assert_nothing_false((metric(ranking, **measure.parameters, k=k) for measure, ranking, k in each), said_of)
