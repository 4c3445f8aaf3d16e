"""What five documents and the tools make of one list, tables of choices, and questions about them, with their answers."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import rankteach as rt
from rankteach.classroom import question, table

TAUGHT = ["P", "R", "F1", "RR", "AP", "DCG", "nDCG", "AUC"]
DOCUMENTS = ["wiki page", "calculator", "article", "review", "note", "introduction"]
EXP = 'gain="exponential"'
READINGS = [
    ("article, introduction", "P@8", 'P(denominator="items")@8'),  # TP / (TP + FP)
    ("note", "P@8", "P@8"),  # hits / k
    ("article, introduction, note", "R@3", "R@3"),
    ("article, introduction", "F1@3", "F1@3"),
    ("note", "Accuracy@3", "Accuracy@3"),
    ("article, review, note", "RR", "RR"),
    ("wiki page, article, review, introduction", "AP", "AP"),  # their formulas
    ("wiki page", "AP", 'AP(denominator="hits")'),  # its sentence
    ("introduction", "AP", 'AP(denominator="hits")'),  # its algorithm
    ("calculator", "AP", 'AP(denominator="hits")'),
    ("note", "AP@3", "AP@3"),
    ("introduction", "AP@3", 'AP(denominator="hits")@3'),
    ("review", "AP, weights 0.8", "AP(weights=0.8)"),
    ("note", "area under PR", "PRAUC"),
    ("review", "area under PR", 'PRAUC(form="interpolated")'),  # AP, it says
    ("review", "area under PR", 'PRAUC(form="trapezoids")'),  # "the actual PR curve"
    ("wiki page", "AUC", "AUC"),
    ("calculator", "AUC", 'AUC(ties="input_order")'),
    ("review", "AUC", 'AUC(ties="strict")'),  # its formula
    ("review", "AUC, weights 0.8", "AUC(weights=0.8)"),  # its formula
    ("review", "AUC, weights 0.8", 'AUC(weights=0.8, weighting="instances")'),  # its code
    ("wiki page, calculator", "LAG", "LAG"),
    ("review", "FAP", "FAP"),
    ("review", "FAP, beta 2", 'FAP(beta=2, form="printed")'),
    ("article, note", "CG@5", "CG@5"),
    ("article", "DCG@5", "DCG@5"),
    ("review, note, introduction", "DCG@5", f"DCG({EXP})@5"),
    ("note, introduction", "nDCG@5", f"nDCG({EXP})@5"),
    ("review", "nDCG@5", f'nDCG({EXP}, ideal="retrieved")@5'),  # k is the list's length
    ("review", "nDCG@5", f'nDCG({EXP}, ideal="uncut")@5'),  # k is all items there are
]
"""Who calculates what, under which name, and how."""

OURS = {
    "AP, weights 0.8": "AP(weights=0.8)",
    "area under PR": "PRAUC",
    "AUC, weights 0.8": "AUC(weights=0.8)",
    "FAP, beta 2": "FAP(beta=2)",
}
CHOICES = {"AP": 1, "AP@3": 1, "P@8": 2, "DCG@5": "3, 4", "nDCG@5": "3, 4, 5", "AUC": 6}
CHOICES |= {"AUC, weights 0.8": 7, "area under PR": 8, "FAP, beta 2": 9}
CHOICES |= {"MAP": "1, 10, 11", "AUC over queries": 12, "LAG over queries": 13, "FAP over queries": 15}


def over(metric: str, **how: Any) -> Callable[[Any], Any]:
    """A way over queries, as a function of the queries."""
    return lambda queries: rt.mean(metric, queries, **how)


OVER_QUERIES = [
    ("wiki page, article, review, note, introduction", "MAP", over("AP")),
    ("introduction", "MAP", over("AP", denominator="hits")),  # with AP by its algorithm
    ("calculator", "MAP", over("AP", denominator="hits", queries="with_hits")),
    ("wiki page", "LAG over queries", over("LAG")),
    ("calculator", "LAG over queries", over("LAG", average="pooled")),
    ("wiki page", "AUC over queries", over("AUC", average="pooled")),  # one curve
    ("calculator", "AUC over queries", over("AUC", average="pooled", ties="input_order")),
    ("review", "AUC over queries", over("AUC")),
    ("review", "FAP over queries", over("FAP")),
    ("review", "FAP over queries", over("FAP", average="means")),  # its author's code
]


def number(how: Any, given: Any) -> str:
    """The value of a measure string, or of a function, with four digits."""
    return f"{float(how(given) if callable(how) else rt.measure(how)(given)):.4f}"


def ours(name: str) -> Any:
    """What rankteach calculates under a name if you say nothing else."""
    metric = "AP" if name == "MAP" else name.removesuffix(" over queries")
    return over(metric) if metric != name else OURS.get(name, name)


def every_reading(readings: list[tuple[str, str, Any]], given: Any) -> Any:
    """One row for each name, one column for each document, and the number of the choice."""
    cells: dict[str, dict[str, dict[str, None]]] = {}
    for documents, name, how in readings:
        for document in documents.split(", "):
            cells.setdefault(name, {}).setdefault(document, {})[number(how, given)] = None
    columns = {document: [" or ".join(row.get(document, {})) for row in cells.values()] for document in DOCUMENTS}
    choices = [str(CHOICES.get(name, "")) for name in cells]
    return table(
        {"name": list(cells), **columns, "rankteach": [number(ours(name), given) for name in cells], "choice": choices}
    )


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


def calculated(base: str, given: Any, how: Any) -> tuple[rt.Trace, str, list[str]]:
    """What a convention gives, what it is called here, and the tools that follow it; of a trace these are not asked."""
    if isinstance(how, rt.Trace):
        return how, how.measure, []
    if isinstance(how, str):
        trace = value_of(how, given)
        return trace, how, takers(base, given, trace)
    ways = "".join(f", {name}={way!r}" for name, way in how.items()).replace("'", '"')
    trace = value_of(base, given, **how)
    return trace, f'rt.mean("{base}", lists{ways})', takers(base, given, trace)


def example(given: Any) -> str:
    """Lists as you would type them: grades or names, best first."""
    if isinstance(given, rt.Ranking):
        missed = f", missed {' '.join(map(str, given.missed))}" if given.missed else ""
        scores = f", scores {' '.join(map(str, given.scores))}" if given.scores else ""
        tied = len({*(given.scores or ())}) < len(given.scores or ())
        names = f", items {' '.join(given.items)}" if given.named and tied else ""
        grades = " ".join("–" if grade is None else str(grade) for grade in given.grades)
        return f"{grades or 'nothing retrieved'}{missed}{scores}{names}"
    if isinstance(given, Mapping):
        return "; ".join(f"{query}: {example(one)}" for query, one in given.items())
    return "; ".join(example(one) if isinstance(one, rt.Ranking) else " ".join(map(str, one)) for one in given)


class Page:
    """Every choice, with an example small enough to try in your own tool."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Any]] = {
            title: [] for title in ("choice", "example", "convention", "value", "followed by")
        }

    def choice(self, name: str, base: str, given: Any, conventions: Mapping[str, Any]) -> Any:
        """Note a choice and show it.

        A convention has its words, and what calculates it: a measure, a way over queries, or a trace; then documents,
        and other names, that follow it.
        """
        shown: dict[str, list[Any]] = {title: [] for title in ("convention", "here", "value", "followed by")}
        for words, convention in conventions.items():
            how, documents, others = (*(convention if isinstance(convention, tuple) else (convention,)), "", "")[:3]
            trace, here, tools = calculated(base, given, how)
            named = ", ".join([*tools, *([f"({others})"] if others else [])])
            followed = "; ".join(filter(None, [documents, named]))
            for column, cell in zip(shown.values(), (words, here, trace, followed), strict=True):
                column.append(cell)
        if name not in self.rows["choice"]:
            blank = [""] * (len(conventions) - 1)
            k = f", {base}" if "@" in base else ""
            noted = {"choice": [name, *blank], "example": [f"{example(given)}{k}", *blank], **shown}
            for title, column in self.rows.items():
                column += noted[title]
        return table(shown)

    def table(self, about: str = "") -> Any:
        """All choices that were shown so far; or those about a metric, a tool or a document, such as "trec_eval"."""
        starts = [place for place, name in enumerate(self.rows["choice"]) if name] + [len(self.rows["choice"])]
        kept = []
        for start, end in pairwise(starts):
            cells = (str(cell) for name, cells in self.rows.items() if name != "value" for cell in cells[start:end])
            if about.lower() in " ".join(cells).lower():
                kept += range(start, end)
        if not kept:
            raise ValueError(
                f"No choice is about {about!r}. Write a metric, a tool or a document, such as 'AP' or 'rax'."
            )
        return table({title: [cells[place] for place in kept] for title, cells in self.rows.items()})


which_denominator = question(
    "You can make AP@3 of this list 5/9 by changing one convention. Which one, to what?",
    choices={
        "The denominator, to the relevant items found (hits)": "That gives 5/6: the sum 5/3 is divided by 2.",
        "The denominator, to the smaller of k and the relevant items (min)": "",
        "The grade from which an item is relevant": "Then other items are relevant. Is there a way with the same sum, "
        "5/3?",
    },
    answer="The denominator, to the smaller of k and the relevant items (min)",
    because="5/3 is divided by min(4, 3) = 3. Row 1 changes first: with cutoff 1, AP was 1/4 and is 1 now, since one "
    "rank has room for one hit.",
)

which_ideal = question(
    "A report says nDCG@5 = 0.9724 for the list 3 2 3 0 1, of which a 3 and a 2 were missed. Which convention makes "
    "that number?",
    choices={
        "Another gain": "That gives 0.7358, because the missed items still count.",
        "An ideal list that is never cut": "Then the ideal is larger, so nDCG is smaller: 0.7334.",
        "An ideal list of the retrieved items": "",
    },
    answer="An ideal list of the retrieved items",
    because="Row 3 is the first to change: the best three judged items are 3, 3, 3, the best three retrieved ones 3, "
    "3, 2. With the exponential gain as well you get 0.9575.",
)

which_pairs = question(
    "Which pairs change if you make Kendall's distance of the first three 3/5 by a convention?",
    choices={
        "b and c, d and e": "",
        "b and d, c and e": "These are in different lists, so they cost 1 under every convention.",
        "a and b, a and d": "Both lists tell that a is ahead. They cost 0.",
    },
    answer="b and c, d and e",
    because="A pair that only one list orders costs 1 instead of 1/2 (p = 1). So 4 + 2 of 10 pairs.",
)

by_all = question(
    "Two results, the second is relevant; three more relevant items were missed. What is AP@2, divided by all "
    "relevant items?",
    answer=rt.average_precision(rt.Ranking([0, 1], missed=[1, 1, 1]), k=2),
    taught=TAUGHT,
    hints=["The sum is 1/2. How many items are relevant?"],
    because="Divided by the smaller of k and m it is 1/4, and divided by the hits 1/2.",
)

toy_examples = question(
    "All marks are 0 or 1, nothing was missed, and there is no cutoff. Which of the choices 1, 3 and 5 remain?",
    choices={
        "Only choice 1": "All relevant items are found. Do the three denominators differ?",
        "Only choice 3": "What is 2^1 - 1?",
        "Only choice 5": "Nothing was missed. Do the three ideal lists differ?",
        "None of them": "",
    },
    answer="None of them",
    because="The three denominators are equal, so are the three ideal lists, and 2^1 - 1 is 1. Toy examples hide "
    "conventions.",
)

one_score = question(
    "A model gives three items the same score; one is relevant. What is AUC if a tie counts half a point?",
    answer=rt.roc_auc(rt.Ranking([1, 0, 0], scores=[0.5, 0.5, 0.5])),
    hints=["How many pairs of a relevant and an irrelevant item are there?", "Both pairs are tied."],
    because="It is 1, 1/2 or 0 where the input order decides, and 0 by the review's formula.",
)

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
        "It is divided by the smaller of k and m": "There is no cutoff: six ranks have room for all five relevant items.",
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
