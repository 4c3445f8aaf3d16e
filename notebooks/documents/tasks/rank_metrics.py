"""The case and the questions of the wiki page on rank metrics, with their answers."""

from fractions import Fraction
from typing import NamedTuple

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "AP", "LAG", "AUC"]


class CodeClass(NamedTuple):
    """What the tool knows of a class."""

    package: str
    name: str
    lines: int


calendar = CodeClass("booking", "Calendar", 210)
slot = CodeClass("booking", "Slot", 85)
invoice = CodeClass("billing", "Invoice", 160)
bill_order = CodeClass("billing", "Order", 120)
part_order = CodeClass("parts", "Order", 95)
stock = CodeClass("parts", "Stock", 140)
supplier = CodeClass("parts", "Supplier", 70)
reminder = CodeClass("mail", "Reminder", 60)
login = CodeClass("people", "Login", 50)

ranked = {
    "R1": [calendar, reminder, slot, stock],
    "R2": [bill_order, part_order, slot, supplier],
    "R3": [reminder],
    "R4": [invoice, calendar, reminder],
    "R5": [stock, bill_order, invoice, reminder],
    "R6": [stock, login, supplier],
}
"""What the tool returned for each requirement, best first."""

truth = {
    "R1": {("booking", "Calendar"), ("booking", "Slot")},
    "R2": {("parts", "Order"), ("parts", "Supplier")},
    "R3": {("mail", "Reminder")},
    "R4": set(),  # no class in particular
    "R5": {("billing", "Invoice"), ("people", "Timesheet")},
    "R6": {("parts", "Stock"), ("people", "Login")},
}
"""The true links, as the developers wrote them down: package and name."""

scores = {
    "R1": [0.9, 0.5, 0.5, 0.1],
    "R2": [0.8, 0.7, 0.4, 0.3],
    "R3": [0.6],
    "R4": [0.5, 0.3, 0.2],
    "R5": [0.7, 0.6, 0.4, 0.1],
    "R6": [0.9, 0.8, 0.2],
}
"""How sure the tool was of each result."""


def class_id(element):
    """The full name of a class."""
    return f"{element[0]}.{element[1]}"


lag_down = {
    "goal": "LAG == 1 and AP == 3/4",
    "task": "LAG is 1 and AP is 3/4",
    "hints": [
        "Drag a true link up. LAG loses half a rank for each wrong link that you pass.",
        "Which link must be first?",
    ],
    "solution": rt.rank_metrics(ranked, truth, key=class_id).rankings["R2"].moved(2, to=1),
    "fixed": "labels",
}

wrong_key = question(
    "You forget the key. Nothing matches, and LAG is 0. Why isn't that good news?",
    answer="LAG averages over the hits, and there is no hit: 0/0 counts as 0, the best value that LAG can have. "
    "MAP and AUC are 0, too, and for them 0 is the worst. So look at the key first.",
)

found_late = question(
    "The tool now finds people.Timesheet, too, as the fifth result for R5. What is AP of R5 then?",
    answer=rt.average_precision([0, 0, 1, 0, 1]),
    choices={Fraction(1, 6): "That was AP before. What does the new link at rank 5 add to the sum?"},
    taught=TAUGHT,
    hints=["What are the precisions at ranks 3 and 5?", "Divide their sum by the two true links."],
)

last_two = question(
    "Of three results, the last two are true links. What is LAG?",
    answer=rt.lag([0, 1, 1]),
    taught=TAUGHT,
    hints=["How many wrong links are above each of the two true links?", "Divide the sum by the number of hits."],
)

other_swap = question(
    "Swapping ranks 3 and 4 of R2 brings LAG to 1, too. What is AP then?",
    answer=rt.average_precision([0, 1, 1, 0]),
    choices={Fraction(3, 4): "That is AP after the other swap, with a true link first. Which link is first now?"},
    taught=TAUGHT,
    hints=["The hits are at ranks 2 and 3 now.", "Average the precisions 1/2 and 2/3."],
    because="Both swaps have the same LAG. AP likes the first one better, because the top of the list counts most.",
)

other_way = question(
    "Two other requirements have the lists [0, 1] and [1, 1, 1]. What is their pooled LAG?",
    answer=rt.mean(rt.lag, [[0, 1], [1, 1, 1]], average="pooled"),
    choices={
        Fraction(1, 2): "That is the mean of the two LAGs, 1 and 0. Pooled, each hit counts the same.",
        1: "That is the sum of all lags. Divide it by the hits of both lists.",
    },
    taught=TAUGHT,
    hints=["One hit has one wrong link above it. How many hits are there in all?"],
    because="Per query, LAG is 1/2. Here the better list has more hits, so pooling makes LAG smaller.",
)

let_through = question(
    "You want to accept three quarters of the true links, with as few wrong ones as possible. What is FPR then?",
    answer=Fraction(5, 11),
    choices={
        Fraction(3, 11): "At that threshold TPR is still 5/8. Move it on until TPR is 3/4.",
        Fraction(5, 19): "You divided by all 19 links. FPR divides by the wrong ones only.",
        Fraction(3, 4): "That is TPR, the fraction of the true links. FPR is about the wrong ones.",
    },
    hints=["Move the threshold until TPR is 3/4.", "At the score 0.5, read FPR."],
)

equal_scores = question(
    "A broken tool gives all four results of R2 the same score. What is AUC, if a tie counts half a point?",
    answer=rt.roc_auc(rt.Ranking([0, 1, 0, 1], scores=[0.5, 0.5, 0.5, 0.5])),
    choices={
        0: "That counts each tie as a defeat. What is a tie worth here?",
        1: "That counts each tie as a win. What is a tie worth here?",
    },
    taught=TAUGHT,
    hints=["How many of the four pairs are tied?"],
    because="If the input order decides, AUC is 1/4 here, and other orders give 0, 1/2, 3/4 or 1.",
)

lost_hits = question(
    "The tool gets worse: it no longer finds the two true links of R2. What does the calculator's MAP do?",
    choices={
        "It rises": "",
        "It stays the same": "R2 no longer has a hit. Does the calculator still count R2?",
        "It falls": "You would expect that, and the page's MAP does. But which queries does the calculator count?",
    },
    answer="It rises",
    because="R2 has no hit any more, so the calculator leaves it out: MAP rises from 11/15 to 19/24. The page's MAP "
    "falls from 7/12 to 1/2.",
)

first_only = question(
    "The tool now returns only its first result for each requirement. What is MAP, by the page?",
    answer=rt.rank_metrics({query: results[:1] for query, results in ranked.items()}, truth, key=class_id)["MAP"],
    choices={
        1: "That is the calculator's MAP: it divides by the hits, and counts only queries with a hit.",
        Fraction(1, 2): "You divided by the hits. How many true links does R1 have, and R6?",
    },
    taught=TAUGHT,
    hints=["Which three requirements have a true link at rank 1?", "Add 1/2, 1 and 1/2, and divide by six."],
    because="By the calculator it is 1, and LAG is 0 both ways, as if the tool were perfect.",
)

report = question(
    "You report MAP, LAG and AUC of a traceability tool. Which conventions must you name, so that others can compare?",
    answer="What AP is divided by, and which requirements MAP counts. Whether LAG and AUC are means per requirement or "
    "pooled, and what LAG does with links that were not retrieved. How AUC counts tied scores.",
)
