"""A table of which tools follow which convention, and the questions about tools, with their answers."""

from collections.abc import Mapping
from typing import Any

import rankteach as rt
from rankteach.classroom import question, table

TAUGHT = ["P", "R", "F1", "RR", "AP", "DCG", "nDCG", "AUC"]


def value_of(base: str, given: Any, **how: Any) -> rt.Trace:
    """A measure of one list, or its mean over lists."""
    one = isinstance(given, rt.Ranking)
    return rt.measure(base, **how)(given) if one else rt.mean(base, given, **how)


def takers(base: str, given: Any, value: rt.Trace) -> list[str]:
    """The tools that return this value, as ``rt.conventions()`` describes them; of trec_eval's family the first."""
    found = []
    for tool in rt.conventions():
        if tool.compares:
            continue  # two lists
        try:
            theirs, measure = value_of(base, given, convention=tool.name), rt.measure(base, convention=tool.name)
        except ValueError:
            continue  # the tool does not have this measure
        scores = getattr(given, "scores", None) or ()
        in_order = len(set(scores)) == len(scores) or "ties" in measure.parameters
        if in_order and f"{theirs.value:.4f}" == f"{value.value:.4f}":
            found.append(tool.name)
    family = [name for name in found if "trec_eval" in name]
    return [name for name in found if name not in family[1:]]


def choice(base: str, given: Any, conventions: Mapping[str, Any]) -> Any:
    """The conventions of a choice: words, and a measure or a way over queries; then other names that follow it, as a text."""
    rows: dict[str, list[Any]] = {title: [] for title in ("convention", "here", "value", "who")}
    for words, convention in conventions.items():
        how, others = convention if isinstance(convention, tuple) else (convention, "")
        ways = "" if isinstance(how, str) else "".join(f", {name}={way!r}" for name, way in how.items())
        trace = value_of(how, given) if isinstance(how, str) else value_of(base, given, **how)
        here = how if isinstance(how, str) else f'rt.mean("{base}", lists{ways})'.replace("'", '"')
        who = [*takers(base, given, trace), *([f"({others})"] if others else [])]
        for column, cell in zip(rows.values(), (words, here, trace, ", ".join(who)), strict=True):
            column.append(cell)
    return table(rows)


six = rt.Ranking([0, 2, None, 1, 0, 3], missed=[2, 1])
"""Six results with grades from 0 to 3, one of them unjudged; two more relevant items were missed."""

two_agree = question(
    "You may change one grade. Which change makes two of the three readings agree?",
    choices={
        "Raise the 0 to a 3": "Then more than five items are above 0. Does cutting the ideal list at 5 still lose one?",
        "Make any of 3, 2, 3 or 1 a 0": "",
        "No single change does": "How many items above 0 do the five ranks have room for?",
    },
    answer="Make any of 3, 2, 3 or 1 a 0",
    because="Then five items above 0 are left, five ranks have room for them all, and cutting the ideal list changes "
    "nothing. All three agree only if nothing is missed: on such lists you never see this difference.",
)

in_the_denominator = question(
    "a. How does P@10 become 0.5?",
    choices={
        "It is divided by the items in the list": "",
        "The unjudged item is left out": "Then three of five items are relevant. Divided by ten ranks that is still "
        "0.3.",
        "The missed items count as retrieved": "Three of eight would be 0.375. What else could the divisor be?",
    },
    answer="It is divided by the items in the list",
    because='Three hits of six items, not of ten ranks. Here: P(denominator="items")@10.',
)

moved_up = question(
    "b. How does AP become 0.3533?",
    choices={
        "The unjudged item is left out": "",
        "It is divided by the hits": "(1/2 + 2/4 + 3/6) / 3 is 0.5.",
        "Grade 1 does not count as relevant": "That is (1/2 + 2/6) / 3. Calculate it.",
    },
    answer="The unjudged item is left out",
    because="The hits at ranks 4 and 6 move up to 3 and 5: (1/2 + 2/3 + 3/5) / 5 instead of (1/2 + 2/4 + 3/6) / 5. "
    "Here: AP(judged_only=True).",
)

from_grade_2 = question(
    "c. How does AP become 0.2778?",
    choices={
        "It is divided by the smaller of k and m": "There is no cutoff, so the list has room for five of six.",
        "The unjudged item is left out": "That makes it rise to 0.3533.",
        "Grade 1 does not count as relevant": "",
    },
    answer="Grade 1 does not count as relevant",
    because="Two hits, at ranks 2 and 6, and three relevant items: (1/2 + 2/6) / 3. Not the choice of a tool, but of its "
    "user: trec_eval has -l 2 for it, here it is AP(rel=2).",
)

by_two_choices = question(
    "d. How does nDCG@5 become 0.2474?",
    choices={
        "By the exponential gain": "That alone gives another number. Which second convention does rax follow?",
        "By an ideal list of the retrieved items": "That alone gives another number. Which second convention does rax follow?",
        "By both of these at once": "",
    },
    answer="By both of these at once",
    because="Neither alone gives it. It is what rax does.",
)

slipped = question(
    "Three results, the first and the third relevant; a report prints an AP of 0.835. What happened?",
    choices={
        "2/3 was rounded before it was added": "",
        "It is divided by the hits": "All relevant items were found, so that is the same.",
        "The digits were cut off": "Exactly it is 0.8333. What could add 0.0017?",
    },
    answer="2/3 was rounded before it was added",
    because="(1 + 0.67) / 2 = 0.835. Exactly it is (1 + 2/3) / 2 ≈ 0.8333.",
)
