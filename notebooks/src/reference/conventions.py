# %% [markdown]
# # Same name, different number
#
# *My tool says 0.83, yours says 0.42. Who is wrong?*
#
# Most likely nobody. A metric's name leaves things open: what is divided by what, what happens to items that were never retrieved, how tied scores
# count. Each tool, and each document, takes a branch at every such **fork**, and few say which. Here are the forks of the five
# documents of this project, one by one: which step of the calculation changes, and by how much.
#
# **In a hurry?** Find your metric in the table [*Every reading of one list*](#Every-reading-of-one-list): its last column is the number of a fork. Go there. You have a number, but
# no idea of the convention? Go to [*Find your number*](#Find-your-number). You want something to send? [*One page for a colleague*](#One-page-for-a-colleague).
#

# %%
import math
from fractions import Fraction as F
from itertools import pairwise, product
from textwrap import fill

from IPython.display import display

import rankteach as rt
from rankteach import examples
from rankteach.classroom import question
from rankteach.explain.printed import verdict
from rankteach.notation.html import table_html
from rankteach.notation.tables import Entry, Table
from rankteach.notation.terminal import table_text

# %% [markdown]
# ## The dispute in the first line
#
# Five results, best first, with grades from 0 to 3. Only the best will do: **relevant means grade 3**. Two more items of grade 3 were never retrieved.
# The second and the third result have the same score.

# %%
one_list = rt.Ranking(
    [3, 2, 3, 0, 1],
    missed=[3, 3],
    scores=[0.9, 0.5, 0.5, 0.2, 0.1],
    relevant_from=3,
)


# %% tags=["check"]
assert list(one_list.relevant.values) == [1, 0, 1, 0, 0]
assert one_list.relevant_total == 4

# %% [markdown]
# AP@3 is the average precision of the first three results. At each relevant one, note the precision so far; add up; divide. By what? Two tools, and
# `rt.differences` lays their calculations against each other:

# %%
yours = rt.average_precision(one_list, k=3)
mine = rt.average_precision(one_list, k=3, denominator="hits")

rt.differences(yours, mine)


# %% tags=["check"]
assert yours.exact == (1 + F(2, 3)) / 4 == F(5, 12) and round(5 / 12, 2) == 0.42
assert mine.exact == (1 + F(2, 3)) / 2 == F(5, 6) and round(5 / 6, 2) == 0.83

# %% [markdown]
# Nobody is wrong. Both add 1 and 2/3; one divides by the 4 relevant items that there are, the other by the 2 that it found. That is a fork.
# (In the table, AP@i is the value with cutoff $i$; `rel=3` in a measure's name says from which grade an item is relevant.)
#
# ## Every reading of one list
#
# The list above was made so that as many forks as possible show on it: grades for the gains, missed items for all that divides by them,
# a tie of a relevant and an irrelevant item for the curves. Now all that the five documents say about one list, as data: who, under which name, calculated how.
#
# - **wiki page** and **calculator**: *Rank Metrics*, a wiki page, and the calculator that it describes
# - **article**: *Evaluation Metrics For Learning to Rank Problems*
# - **review**: *Ranked evaluation measures: a review (ROC, DCG, AP, FAP)*
# - **note**: *Metrics in LearnToRank (LTR) problems*
# - **introduction**: *Evaluation Metrics for Ranking problems: Introduction and Examples*

# %%
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
FORKS = {"AP": 1, "AP@3": 1, "P@8": 2, "DCG@5": "3, 4", "nDCG@5": "3, 4, 5", "AUC": 6}
FORKS |= {"AUC, weights 0.8": 7, "area under PR": 8, "FAP, beta 2": 9}

# %% [markdown]
# The table is made from that. The column *toolkit* is what rankteach does when not told otherwise.

# %% jupyter={"source_hidden": true}
SIX = ["wiki page", "calculator", "article", "review", "note", "introduction"]
DEFAULTS = {
    "AP, weights 0.8": "AP(weights=0.8)",
    "area under PR": "PRAUC",
    "AUC, weights 0.8": "AUC(weights=0.8)",
    "FAP, beta 2": "FAP(beta=2)",
}


class Shown:
    """Columns of words as a table; those of numbers stand on the right."""

    def __init__(self, columns, numbers=()):
        entries = []
        for title, cells in columns.items():
            words = [str(cell) for cell in cells]
            entries.append(Entry(title, words, numeric=title in numbers))
        rows = rt.Axis("row", length=len(entries[0].cells))
        self.table = Table(rows, entries)

    def __repr__(self):
        return table_text(self.table)

    def _repr_html_(self):
        return table_html(self.table)


def number(how, given):
    """The value of a measure string, or of a function."""
    return float(how(given) if callable(how) else rt.measure(how)(given))


def written(values):
    """Numbers with four digits, each once."""
    return " or ".join(dict.fromkeys(f"{float(value):.4f}" for value in values))


def every_reading(readings, given, defaults, forks):
    """One row for each name, one column for each document."""
    names = list(dict.fromkeys(name for _, name, _ in readings))
    cells = {(document, name): [] for document in SIX for name in names}
    for documents, name, how in readings:
        for document in documents.split(", "):
            cells[document, name].append(number(how, given))
    columns = {"name": names}
    for document in SIX:
        columns[document] = [written(cells[document, name]) for name in names]
    columns["toolkit"] = [written([number(defaults.get(n, n), given)]) for n in names]
    columns["fork"] = [forks.get(name, "") for name in names]
    return Shown(columns, numbers=[*SIX, "toolkit"])


# %%
every_reading(READINGS, one_list, DEFAULTS, FORKS)

# %% [markdown]
# Two numbers in one row under one name: a fork. Two numbers in one *cell*: the document says one thing in its formula and another in its text, code or
# table. Eight of the seventeen names show no fork on this list.

# %%
values = {}
for _, name, how in READINGS:
    values.setdefault(name, set()).add(f"{number(how, one_list):.4f}")

undisputed = [name for name in values if name not in FORKS]
print("no fork here:", ", ".join(undisputed))


# %% tags=["check"]
assert all(len(values[name]) == 1 for name in undisputed)
assert (len(undisputed), len(values)) == (8, 17)

only_one_document = "FAP, beta 2"  # its number is not the toolkit's
assert all(len(values[name]) > 1 for name in FORKS if name != only_one_document)

# %% [markdown]
# Over several queries there are more forks: which queries count, and whether one takes the mean of values or throws all items together.
# Three queries: the list above; a short one that is perfect, with lower scores; one that found nothing of what there was.

# %%
short = rt.Ranking([3, 3, 0], scores=[0.4, 0.3, 0.2], relevant_from=3)
nothing = rt.Ranking([0, 1], missed=[3], scores=[0.25, 0.1], relevant_from=3)
three_queries = [one_list, short, nothing]


def over(metric, **how):
    """A way to go over queries, as a function of the queries."""
    return lambda queries: rt.mean(metric, queries, **how)


AP, LAG, AUC, FAP = rt.average_precision, rt.lag, rt.roc_auc, rt.fap
BY_HITS = over(AP, denominator="hits", queries="with_hits")
IN_ORDER = over(AUC, average="pooled", ties="input_order")
OVER_QUERIES = [
    ("wiki page, article, review, note, introduction", "MAP", over(AP)),
    ("introduction", "MAP", over(AP, denominator="hits")),  # with AP by its algorithm
    ("calculator", "MAP", BY_HITS),
    ("wiki page", "LAG", over(LAG)),
    ("calculator", "LAG", over(LAG, average="pooled")),
    ("wiki page", "AUC", over(AUC, average="pooled")),  # one curve
    ("calculator", "AUC", IN_ORDER),
    ("review", "AUC", over(AUC)),
    ("review", "FAP", over(FAP)),
    ("review", "FAP", over(FAP, average="means")),  # its author's code
]
MEANS = {"MAP": over(AP), "LAG": over(LAG), "AUC": over(AUC), "FAP": over(FAP)}
MORE_FORKS = {"MAP": "1, 10, 11", "AUC": 12, "LAG": 13, "FAP": 15}

every_reading(OVER_QUERIES, three_queries, MEANS, MORE_FORKS)

# %% tags=["check"]
assert over(AP)(three_queries).exact == (F(5, 12) + 1 + 0) / 3 == F(17, 36)
assert BY_HITS(three_queries).exact == (F(5, 6) + 1) / 2 == F(11, 12)
assert (round(17 / 36, 2), round(11 / 12, 2)) == (0.47, 0.92)
assert over(LAG)(three_queries).exact == (F(1, 2) + 0 + 0) / 3 == F(1, 6)
assert over(LAG, average="pooled")(three_queries).exact == F(0 + 1 + 0 + 0, 4)

# %% [markdown]
# From the same three lists, MAP is 0.47 as the wiki's page has it, and 0.92 as the calculator does it that the page describes.
#
# ## Fork by fork
#
# Each fork on the smallest list that shows it: the branches with their numbers and who takes them, then two calculations laid against each other.
# What stands here of tools was found by reading and running them, in 2026. A little helper notes all forks for the page at the end.

# %% jupyter={"source_hidden": true}
page = []  # one row for each branch


def fork(name, example, branches):
    """Note and show a fork. A branch has words, a trace or number, and who takes it."""
    title = f"{len({row[0] for row in page}) + 1}. {name}"
    for words, value, who in branches:
        page.append((title, example, words, written([value]), who))
    rows = list(zip(*branches, strict=True))
    values = [written([value]) for value in rows[1]]
    columns = {"branch": rows[0], "value": values, "who takes it": rows[2]}
    display(Shown(columns, numbers=["value"]))


def close(values, expected):
    """Equal to four digits."""
    pairs = zip(values, expected, strict=True)
    return all(f"{float(one):.4f}" == f"{other:.4f}" for one, other in pairs)


# %% [markdown]
# ### 1. AP@k: divided by what?
#
# By all relevant items $m$, whether or not $k$ results can hold them; by the smaller of $m$ and $k$; or by the hits among the first $k$. The last forgives every miss.

# %%
marks = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
by_all = rt.average_precision(marks, k=3)
by_min = rt.average_precision(marks, k=3, denominator="min")
by_hits = rt.average_precision(marks, k=3, denominator="hits")

fork(
    "AP@k: divided by",
    "1 0 1 0 0, 2 more missed, k = 3",
    [
        ("all relevant items", by_all, "note, article, review, wiki page; trec_eval"),
        ("the smaller of k and those", by_min, "none of the five; Kaggle, rankeval"),
        ("the relevant items found", by_hits, "introduction, calculator; torchmetrics"),
    ],
)
rt.differences(by_all, by_min)


# %% tags=["check"]
total = 1 + F(2, 3)
assert [by_all.exact, by_min.exact, by_hits.exact] == [total / 4, total / 3, total / 2]
assert close([by_all, by_min, by_hits], [0.4167, 0.5556, 0.8333])
assert rt.average_precision([1, 0, 1, 0, 0], k=3).exact == by_hits.exact  # nothing missed

# %% [markdown]
# The three at every cutoff. As $k$ grows, only the first never falls.

# %%
measures = ["AP", 'AP(denominator="min")', 'AP(denominator="hits")']
_ = rt.plots.at_every_k(marks, measures)
rt.at_every_k(marks, measures)

# %%
never_falls = []
for name in measures:
    at_every_k = rt.measure(name)(marks).at_every_k().exact
    never_falls.append(all(one <= other for one, other in pairwise(at_every_k)))


# %% tags=["check"]
assert never_falls == [True, False, False]

# %% [markdown]
# ### 2. P@k: what if the list ends before rank k?
#
# Three results, and $k = 5$. Empty ranks count as misses, or they do not count. The article and the introduction write TP / (TP + FP), hits over hits and false alarms: an empty rank is neither.

# %%
ends_early = [1, 0, 1]
by_k = rt.precision(ends_early, k=5)
by_items = rt.precision(ends_early, k=5, denominator="items")

fork(
    "P@k: past the end",
    "1 0 1, k = 5",
    [
        ("divided by k", by_k, "note; trec_eval, ranx, torchmetrics"),
        ("divided by the items", by_items, "article, introduction; rankeval, rax"),
    ],
)
rt.differences(by_k, by_items)


# %% tags=["check"]
assert by_k.exact == F(2, 5) and by_items.exact == F(2, 2 + 1)  # TP 2, FP 1

# %% [markdown]
# As long as there are items, the two are the same. At ranks 4 and 5 nothing stands: there the first falls, and the second stays as it was at rank 3.

# %% tags=["check"]
assert rt.differences(by_k, by_items).first_row == 4
assert list(by_k.at_every_k().exact) == [1, F(1, 2), F(2, 3), F(2, 4), F(2, 5)]
assert list(by_items.at_every_k().exact) == [1, F(1, 2), F(2, 3), F(2, 3), F(2, 3)]

# %% [markdown]
# ### 3. DCG: what is a grade worth?
#
# The grade itself, or $2^{\mathrm{rel}} - 1$: then grade 3 is worth 7 and grade 2 only 3. With marks 0 and 1 the two are the same, so the introduction's numbers do not tell.

# %%
graded = examples.five_graded
linear, exponential = rt.ndcg(graded, k=5), rt.ndcg(graded, k=5, gain="exponential")

fork(
    "nDCG@k: gain",
    "3 2 3 0 1, k = 5",
    [
        ("the grade", linear, "article (DCG); trec_eval, scikit-learn, ranx"),
        ("2^grade - 1", exponential, "review, note, introduction; gdeval, rax, Quepid"),
    ],
)
rt.differences(rt.dcg(graded, k=5), rt.dcg(graded, k=5, gain="exponential"))


# %% tags=["check"]
assert graded.grades == [3, 2, 3, 0, 1]
assert [2**grade - 1 for grade in (0, 1, 2, 3)] == [0, 1, 3, 7]
assert close([linear, exponential], [0.9724, 0.9575])
assert close([rt.dcg(graded), rt.dcg(graded, gain="exponential")], [6.1487, 12.7796])

# %% [markdown]
# ### 4. DCG: the discount
#
# The four documents that have DCG divide by $\log_2(i + 1)$. The metric's first paper, Järvelin and Kekäläinen 2002, leaves the first ranks whole and then divides by $\log_2 i$:

# %%
first_paper = rt.ndcg(graded, k=5, discount="log_rank")
divisors = rt.dcg(graded, discount="log_rank").columns["discount"].values

fork(
    "nDCG@k: discount",
    "3 2 3 0 1, k = 5",
    [
        ("log2(i + 1)", linear, "article, review, note, introduction; most tools"),
        ("log2(i), at least 1", first_paper, "none of the five; the first paper, base 2"),
    ],
)
rt.differences(rt.dcg(graded, k=5), rt.dcg(graded, k=5, discount="log_rank"))


# %% tags=["check"]
assert close(divisors, [1, 1, math.log2(3), 2, math.log2(5)])
assert close([first_paper], [0.9435])

# %% [markdown]
# The second result is no longer discounted at all.
#
# ### 5. nDCG: what is the ideal?
#
# The ideal list is made of all judged items, missed ones too, and cut at $k$; or never cut; or made of the retrieved items only. In the last case what was missed costs nothing.
# The same five grades, but a 3 and a 2 were missed:

# %%
missing = rt.Ranking([3, 2, 3, 0, 1], missed=[3, 2])
judged = rt.ndcg(missing, k=5)
uncut = rt.ndcg(missing, k=5, ideal="uncut")
retrieved = rt.ndcg(missing, k=5, ideal="retrieved")

fork(
    "nDCG@k: the ideal list",
    "3 2 3 0 1, missed 3 and 2, k = 5",
    [
        ("all judged items, cut at k", judged, "introduction; trec_eval's ndcg_cut"),
        ("all judged items, uncut", uncut, "review (k = all items); Quepid 8.1"),
        ("retrieved items only", retrieved, "review (k = |R|); scikit-learn, as a rule"),
    ],
)
rt.differences(judged, retrieved)


# %% tags=["check"]
assert close([judged, uncut, retrieved], [0.7659, 0.7334, 0.9724])
assert retrieved.value == linear.value  # as if nothing had been missed

# %% [markdown]
# At ranks 1 and 2 nothing differs: the best two of all are a 3 and a 3, retrieved or not. From rank 3 on the missed items push the ideal up. The note speaks of the "perfect ranking" and does not say of what.
#
# ### 6. AUC: tied scores
#
# AUC asks of every pair of a relevant and an irrelevant item whether the relevant one is ahead. If their scores are equal, that is half a point, or the order of the input decides, or (the review's formula, to the letter) it is no point.

# %%
tied = rt.Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
half = rt.roc_auc(tied, form="pairs")
as_given = rt.roc_auc(tied, form="pairs", ties="input_order")
swapped_list = tied.moved(3, to=2)
swapped = rt.roc_auc(swapped_list, form="pairs", ties="input_order")
strict = rt.roc_auc(tied, form="pairs", ties="strict")

fork(
    "AUC: tied scores",
    "1 0 1 0, scores .9 .5 .5 .1",
    [
        ("half a point", half, "wiki page (its curve); scikit-learn"),
        ("the input order", as_given, "calculator"),
        ("the input order, tie swapped", swapped, "calculator"),
        ("no point", strict, "review's formula"),
    ],
)
rt.differences(half, strict)


# %% tags=["check"]
assert [half.exact, as_given.exact, swapped.exact] == [F(7, 8), F(3, 4), 1]
assert strict.exact == rt.roc_auc(swapped_list, ties="strict").exact == F(3, 4)

# %% [markdown]
# One pair is tied, and its half point is gone. Where the input order decides, it is the point of the same pair that changes: to 0 as the list stands, to 1 if the two tied items are swapped.

# %%
points = [trace.columns["point"].exact[3 - 1] for trace in (strict, as_given, swapped)]


# %% tags=["check"]
assert points == [0, 0, 1]
assert rt.differences(half, strict).first_row == 3
assert rt.differences(half, as_given).first_row == 3

# %% [markdown]
# ### 7. AUC with weights
#
# Weights fall by 0.8 from rank to rank. The review's formula multiplies trapezoids by them, and divides by nothing: even a perfect list stays below 1. Its code hands them to
# scikit-learn, where each *item* counts by its weight, in the totals too. On the eight documents of the introduction:

# %%
eight = examples.eight_documents
by_formula = rt.roc_auc(eight, weights=0.8)
by_code = rt.roc_auc(eight, weights=0.8, weighting="instances")

fork(
    "weighted AUC",
    "1 0 1 1 0 1 0 0, weights .8",
    [
        ("trapezoids times weights", by_formula, "review's formula"),
        ("items count by weight", by_code, "review's code; scikit-learn's sample_weight"),
    ],
)


# %% tags=["check"]
assert eight.grades == [1, 0, 1, 1, 0, 1, 0, 0]
assert close([by_formula, by_code], [0.2448, 0.6839])
assert rt.roc_auc(eight).exact == F(3, 4)
assert rt.roc_auc([1, 1, 0, 0], weights=0.8).exact < 1
assert rt.roc_auc([1, 1, 0, 0], weights=0.8, weighting="instances").exact == 1

# %% [markdown]
# Here nearly every column differs, so of the whole comparison just the words and the trapezoids:

# %%
parted = rt.differences(by_formula, by_code)
print(*[fill(words, 90) for words in parted.words], sep="\n")

trapezoids = {
    "rank": range(1, 9),
    "weight": [f"{x:.4f}" for x in by_formula.columns["weight"].values],
    "by formula": [f"{x:.4f}" for x in by_formula.columns["weighted"].values],
    "by code": [f"{x:.4f}" for x in by_code.columns["trapezoid"].values],
}
Shown(trapezoids, numbers=list(trapezoids))


# %% tags=["check"]
assert parted.first_row == 1

# %% [markdown]
# ### 8. The area under the precision-recall curve
#
# Under *which* curve? Steps from hit to hit, which is average precision; straight lines between the points; or the *interpolated* curve, which takes at each recall the best precision
# still to come; or the mean of that at eleven levels of recall. "AP is the area under the PR curve" is true of the steps only.

# %%
forms = ["steps", "trapezoids", "interpolated", "eleven_points"]
areas = {form: rt.pr_auc(eight, form=form) for form in forms}

fork(
    "area under PR",
    "1 0 1 1 0 1 0 0",
    [
        ("steps (AP)", areas["steps"], "note, introduction's AP; scikit-learn's AP"),
        ("straight lines", areas["trapezoids"], "review's 'actual' curve"),
        ("interpolated", areas["interpolated"], "review's words for AP"),
        ("eleven points", areas["eleven_points"], "textbooks; trec_eval, nearly"),
    ],
)


# %% tags=["check"]
assert areas["steps"].exact == rt.average_precision(eight).exact == F(37, 48)
assert areas["interpolated"].exact == (1 + F(3, 4) + F(3, 4) + F(4, 6)) / 4 == F(19, 24)
assert areas["trapezoids"].exact == F(117, 160)
assert len({area.exact for area in areas.values()}) == 4
eleven = [1, 1, 1, *[F(3, 4)] * 5, *[F(4, 6)] * 3]  # at recall 0, .1, .2, ..., 1
assert areas["eleven_points"].exact == sum(eleven) / 11 == F(35, 44)

# %%
_ = rt.plots.precision_recall(eight, forms=("steps", "trapezoids", "interpolated"))
rt.differences(areas["steps"], areas["interpolated"])

# %% [markdown]
# The review says that AP is the area under the *interpolated* curve, but its formula for AP is that of the steps. The two part at rank 3: precision is 2/3 there, and 3/4 is still to come at rank 4.
#
# ### 9. FAP with a beta
#
# FAP is the harmonic mean of F and AP. A harmonic mean with weight $\beta$ has $\beta^2$ in its denominator; the review prints $\beta$ there. With $\beta = 1$ no one can tell.
# With $\beta = 2$ the printed one is no mean at all: a perfect list, with F = AP = 1, gets 5/3.

# %%
perfect = [1, 1, 1]
squared = rt.fap(perfect, beta=2)
as_printed = rt.fap(perfect, beta=2, form="printed")

fork(
    "FAP: beta = 2",
    "1 1 1",
    [
        ("b²: a harmonic mean", squared, "this toolkit"),
        ("b: as printed", as_printed, "review"),
    ],
)
rt.differences(squared, as_printed)


# %% tags=["check"]
assert squared.exact == F(5 * 1 * 1, 4 * 1 + 1) == 1
assert as_printed.exact == F(5 * 1 * 1, 2 * 1 + 1) == F(5, 3)
assert rt.fap(marks, form="printed").exact == rt.fap(marks).exact

# %% [markdown]
# ### 10. MAP: which queries?
#
# Two queries: one answered perfectly, one not answered at all. The run has no line for the second, so a tool may never notice it.

# %%
answered, absent = rt.Ranking([1]), rt.Ranking([], missed=[1])
all_queries = rt.mean("AP", [answered, absent])
in_the_run = rt.mean("AP", [answered])
with_a_hit = rt.mean("AP", [answered, absent], queries="with_hits")

fork(
    "MAP: which queries",
    "1; and a query with no results",
    [
        ("all judged queries", all_queries, "wiki page; trec_eval -c, ir_measures"),
        ("those in the run", in_the_run, "trec_eval, pytrec_eval"),
        ("those with a hit", with_a_hit, "calculator"),
    ],
)
rt.differences(all_queries, with_a_hit)


# %% tags=["check"]
assert all_queries.exact == F(1 + 0, 2)
assert in_the_run.exact == with_a_hit.exact == 1

# %% [markdown]
# Here and in the next forks the rows are queries, and the queries' values are the same: how they are put together is not. $c_q$ is 1 if query $q$ is counted.

# %%
with_a_hit

# %% [markdown]
# ### 11. A query without any relevant item
#
# Then AP is 0/0. It counts as 0, or as 1 (there was nothing to find, and nothing was missed), or the query is skipped. Some tools return NaN or an error instead.

# %%
queries = [[1, 0], [0, 1], [0, 0]]
as_0 = rt.mean("AP", queries)
skipped = rt.mean("AP", queries, queries="with_relevant")
as_1 = sum([*skipped.columns["AP"].exact[:2], F(1)]) / 3

fork(
    "MAP: no relevant item",
    "1 0; 0 1; 0 0",
    [
        ("counts as 0", as_0, "this toolkit; trec_eval, ranx, rax, scikit-learn"),
        ("counts as 1", as_1, "rankeval, xgboost unless told otherwise"),
        ("is skipped", skipped, "calculator (no hit, no query)"),
    ],
)
rt.differences(as_0, skipped)


# %% tags=["check"]
assert as_0.exact == (1 + F(1, 2) + 0) / 3 == F(1, 2)
assert skipped.exact == (1 + F(1, 2)) / 2 == F(3, 4)
assert as_1 == (1 + F(1, 2) + 1) / 3 == F(5, 6)

# %% [markdown]
# ### 12. AUC over queries: the mean, or one curve?
#
# Two queries, both ranked perfectly, but the second on a lower scale of scores. Thrown into one list, the relevant items of the second stand below the others of the first.

# %%
high = rt.Ranking([1, 0, 0], scores=[0.9, 0.8, 0.7])
low = rt.Ranking([1, 1, 0], scores=[0.3, 0.2, 0.1])
mean_auc = rt.mean("AUC", [high, low])
pooled_auc = rt.mean("AUC", [high, low], average="pooled")

fork(
    "AUC over queries",
    "1 0 0 (.9 .8 .7); 1 1 0 (.3 .2 .1)",
    [
        ("mean of per-query AUC", mean_auc, "review"),
        ("one curve for all", pooled_auc, "calculator, wiki page as read here"),
    ],
)
rt.differences(mean_auc, pooled_auc)


# %% tags=["check"]
assert mean_auc.exact == F(1 + 1, 2) == 1
assert pooled_auc.exact == 1 - F(2 * 2, 3 * 3) == F(5, 9)  # 4 of 9 pairs are lost

# %%
pooled_auc

# %% [markdown]
# ### 13. LAG over queries
#
# The lag of a relevant item is the number of wrong ones above it. The wiki's page takes the mean for each query and then over queries; its calculator pools all relevant items.

# %%
two = [[0, 1, 0, 1], [1]]
mean_lag, pooled_lag = rt.mean("LAG", two), rt.mean("LAG", two, average="pooled")

fork(
    "LAG over queries",
    "0 1 0 1; 1",
    [
        ("mean of per-query means", mean_lag, "wiki page"),
        ("pooled over relevant items", pooled_lag, "calculator"),
    ],
)
rt.differences(mean_lag, pooled_lag)


# %% tags=["check"]
assert mean_lag.exact == (F(1 + 2, 2) + 0) / 2 == F(3, 4)
assert pooled_lag.exact == F(1 + 2 + 0, 3) == 1

# %%
pooled_lag

# %% [markdown]
# ### 14 and 15. F1 and FAP over queries
#
# F1 combines precision and recall, FAP combines F1 and AP. First combine and then average, or the other way round? The same two queries:

# %%
mean_f1, f1_of_means = rt.mean("F1", two), rt.mean("F1", two, average="means")

fork(
    "F1 over queries",
    "0 1 0 1; 1",
    [
        ("mean of F1", mean_f1, "this toolkit; none of the five says"),
        ("F1 of mean P and mean R", f1_of_means, "evidently"),
    ],
)
rt.differences(mean_f1, f1_of_means)


# %% tags=["check"]
assert mean_f1.exact == (F(2, 3) + 1) / 2 == F(5, 6)
assert f1_of_means.exact == 2 * F(3, 4) * 1 / (F(3, 4) + 1) == F(6, 7)

# %%
f1_of_means

# %%
mean_fap, fap_of_means = rt.mean("FAP", two), rt.mean("FAP", two, average="means")

fork(
    "FAP over queries",
    "0 1 0 1; 1",
    [
        ("mean of FAP", mean_fap, "review, as read here"),
        ("FAP of mean F1 and MAP", fap_of_means, "its author's own code"),
    ],
)
rt.differences(mean_fap, fap_of_means)


# %% tags=["check"]
one_fap = 2 * F(2, 3) * F(1, 2) / (F(2, 3) + F(1, 2))
assert mean_fap.exact == (one_fap + 1) / 2 == F(11, 14)
assert fap_of_means.exact == 2 * F(5, 6) * F(3, 4) / (F(5, 6) + F(3, 4)) == F(15, 19)

# %% [markdown]
# ### 16. Kendall's distance of two top lists
#
# The share of pairs that two lists have in opposite order. The note cuts both at $K$ and does not say what a pair costs if one list has neither of its items, such as b and c here:
# nothing (p = 0, optimistic) or half a point (p = 1/2, neutral).

# %%
first, second = ["a", "b", "c"], ["a", "d", "e"]
optimistic = rt.kendall_distance(first, second, p=0)
neutral = rt.kendall_distance(first, second)

fork(
    "Kendall distance: items in one list",
    "a b c; a d e",
    [
        ("untold pairs cost 0", optimistic, "note, read as it stands"),
        ("untold pairs cost 1/2", neutral, "this toolkit; Fagin and others 2003"),
    ],
)
rt.differences(optimistic, neutral)


# %% tags=["check"]
assert optimistic.exact == F(4, 10)  # b or c against d or e: four pairs, all opposite
assert neutral.exact == (4 + 2 * F(1, 2)) / 10 == F(1, 2)

# %% [markdown]
# ### 17. Spearman's rho with ties
#
# The correlation of the ranks, where tied items share the mean of theirs; or the short formula with squared differences, which is exact only without ties.

# %%
x, y = [1, 2, 3, 3, 5], [1, 2, 3, 4, 5]
of_ranks, short_formula = rt.spearman(x, y), rt.spearman(x, y, form="differences")

fork(
    "Spearman: ties",
    "1 2 3 3 5; 1 2 3 4 5",
    [
        ("correlation of ranks", of_ranks, "note; scipy"),
        ("by squared differences", short_formula, "textbooks"),
    ],
)
rt.differences(of_ranks, short_formula)


# %% tags=["check"]
assert short_formula.exact == 1 - F(6, 5 * 24) * (F(1, 4) + F(1, 4)) == F("0.975")
assert f"{float(of_ranks):.5f}" == "0.97468"
assert rt.spearman([1, 2, 4, 3], [1, 2, 3, 4], form="differences").exact == F(4, 5)
assert rt.spearman([1, 2, 4, 3], [1, 2, 3, 4]).exact == F(4, 5)

# %% [markdown]
# ## Live: take a branch and see what changes
#
# The first list again, with each measure of the first table that has a fork on one list, and weighted AP and LAG besides (FAP2 is FAP with $\beta = 2$). Choose a card, and in the line under its name choose another
# convention. The block below then says what changed, row by row.

# %%
FORKED = ["AP@3", "AP", "AP(weights=0.8)", "P@8", "DCG@5", "nDCG@5", "AUC"]
FORKED += ["AUC(weights=0.8)", "PRAUC", "LAG", "FAP(beta=2)"]
rt.explore(one_list, FORKED)

# %% [markdown]
# Each number that the first table has in a row with a fork can be had here, by two choices at most.


# %% jupyter={"source_hidden": true}
def chosen(card, how):
    """The measure, its value, and the choices that lead there from a card, one by one."""
    live = rt.explore(one_list, FORKED)
    live.chosen = card
    choices = rt.measure(how).parameters.items() - rt.measure(card).parameters.items()
    for n, (parameter, value) in enumerate(sorted(choices), start=1):
        choice = {"do": "convention", "parameter": parameter, "value": value, "n": n}
        live.set_state({"action": choice})  # as the browser does
    return live.chosen, live.trace.value, len(choices)


besides = set(FORKED) - {DEFAULTS.get(name, name) for name in FORKS}


# %% tags=["check"]
most = 0
for _, name, how in READINGS:
    if name in FORKS:
        measure, value, choices = chosen(DEFAULTS.get(name, name), how)
        assert measure == str(rt.measure(how)) and value == number(how, one_list)
        most = max(most, choices)

assert most == 2
assert besides == {"AP(weights=0.8)", "LAG"} and len(FORKED) == len(FORKS) + 2

# %% [markdown]
# **Task:** make AP@3 of this list 5/9, by changing one convention only. Which row changes first?

# %% jupyter={"source_hidden": true}
explorer = rt.explore(one_list, ["AP@3"])
before = explorer.trace
choice = {"do": "convention", "parameter": "denominator", "value": "min", "n": 1}
explorer.set_state({"action": choice})  # as the browser does
question(
    "Which convention makes AP@3 5/9, and which row changes first?",
    answer="The denominator: 'min', the smaller of 3 and 4. Row 1 changes first: with "
    "cutoff 1, AP was 1/4 and is 1 now, since one result holds at most one hit.",
)


# %% tags=["check"]
assert explorer.trace.exact == (1 + F(2, 3)) / min(4, 3) == F(5, 9)
assert rt.differences(before, explorer.trace).first_row == 1
assert rt.average_precision(one_list, k=1).exact == F(1, 4)
assert rt.average_precision(one_list, k=1, denominator="min").exact == 1

# %% [markdown]
# **Task:** somebody reports nDCG@5 = 0.9724 for the list below, of which a 3 and a 2 were missed. Change one convention to get there. Which is the first row to change? And what do you get if you now take the other gain as well?

# %%
rt.explore(missing, ["nDCG@5", "DCG@5"])

# %% jupyter={"source_hidden": true}
question(
    "Which convention makes nDCG@5 0.9724? Which row changes first? And the other gain?",
    answer="The ideal: 'retrieved'. Row 3 is the first: the best three judged items are "
    "3, 3, 3, the best three retrieved ones 3, 3, 2. With the other gain too: 0.9575.",
)


# %% tags=["check"]
parted = rt.differences(rt.ndcg(missing, k=5), rt.ndcg(missing, k=5, ideal="retrieved"))
assert close([parted.first, parted.second], [0.7659, 0.9724])
assert parted.first_row == 3
both = rt.ndcg(missing, k=5, ideal="retrieved", gain="exponential")
assert close([both], [0.9575])

# %% [markdown]
# Comparing two lists has its conventions too. Cut at 3, these two are the lists of fork 16. Tau's variant and rho's form can be chosen as well, but names have no ties, so their numbers stay.
#
# **Task:** make Kendall's distance of the first three 3/5, without moving an item.

# %%
whole_first, whole_second = ["a", "b", "c", "d", "e"], ["a", "d", "e", "b", "c"]
MEASURES = ["KendallDistance@3", "Tau", "Rho"]
rt.explore_agreement(whole_first, whole_second, measures=MEASURES)


# %% tags=["check"]
assert (whole_first[:3], whole_second[:3]) == (first, second)

# %% jupyter={"source_hidden": true}
explorer = rt.explore_agreement(whole_first, whole_second, measures=MEASURES)
choice = {"do": "convention", "parameter": "p", "value": "1", "n": 1}
explorer.set_state({"action": choice})  # as the browser does
names = whole_first, whole_second
question(
    "Which convention makes it 3/5, and which pairs change?",
    answer="A pair that only one list orders costs 1 instead of 1/2. There are two of "
    "them: b and c, d and e. So 4 + 2 of 10 pairs.",
)


# %% tags=["check"]
assert neutral.exact == F(1, 2)
assert explorer.trace.exact == (4 + 2 * 1) / F(10) == F(3, 5)
assert rt.kendall_tau(*names).exact == rt.kendall_tau(*names, variant="a").exact
assert rt.spearman(*names).exact == rt.spearman(*names, form="differences").exact

# %% [markdown]
# ## Find your number
#
# You have a list and a printed number, and nobody remembers the convention. There are not that many: try them all. A measure of this toolkit knows its conventions and their values, so a few lines will do.


# %%
OF_THE_DOCUMENTS = [
    "P",
    "R",
    "F",
    "Accuracy",
    "AP",
    "FAP",
    "GAP",
    "RR",
    "LAG",
    "CG",
    "DCG",
    "IDCG",
    "nDCG",
    "AUC",
    "PRAUC",
]
SAME = {(name, "form") for name in ("AP", "F", "AUC", "FAP")}  # one number, two ways
SAME |= {("DCG", "ties"), ("nDCG", "ties")}  # no scores, no ties


def every_measure(name, k):
    """A metric under each of its named conventions, with cutoff k."""
    metric = rt.measure(name).metric
    choices = {"beta": [1, 0.5, 2]} if name == "F" else {}
    for parameter, declared in metric.declared.items():
        idle = (name, parameter) in SAME or declared.requires
        if any(declared.values) and not idle:
            choices[parameter] = [one for one in declared.values if one is not None]
    for chosen in product(*choices.values()):
        given = [f"{p}={v!r}" for p, v in zip(choices, chosen, strict=True)]
        yield rt.measure(f"{name}({', '.join(given)})" + (f"@{k}" if k else ""))


def find(printed, ranking, cutoffs, names=None):
    """The measures of a list that give a printed number, rounded or cut to its digits."""
    found = {"measure": [], "value": [], "so the printed number is": []}
    tried = 0
    for name, k in product(names or OF_THE_DOCUMENTS, cutoffs):
        for measure in every_measure(name, k):
            trace = measure(ranking)
            value = trace.value if trace.exact is None else trace.exact
            tried += 1
            if verdict(printed, value) != "off":
                row = str(measure), f"{float(value):.6f}", verdict(printed, value)
                for column, cell in zip(found.values(), row, strict=True):
                    column.append(cell)
    print(f"{printed}: {len(found['measure'])} of {tried} measures")
    return found


# %% [markdown]
# The introduction prints AP@3 = **0.83** for its eight documents. Which average precision is that?

# %%
found = find("0.83", eight, cutoffs=[3])
Shown(found, numbers=["value"])


# %% tags=["check"]
assert found["measure"] == ['AP(denominator="hits")@3']

# %% [markdown]
# Of all measures of the documents with cutoff 3 it is the only one. (`rt.which` looks among all there are.) The article prints DCG@2 = **4.2618** for its graded list. Which gain?

# %%
found = find("4.2618", graded, cutoffs=[2])
Shown(found, numbers=["value"])


# %% tags=["check"]
assert found["measure"] == ["DCG@2"] and found["so the printed number is"] == ["cut off"]

# %% [markdown]
# The linear one; the digits are cut, not rounded. Without a cutoff to go by, more measures match, and some of them by chance:

# %%
found = find("0.83", eight, cutoffs=[None, *range(1, 9)])
Shown(found, numbers=["value"])


# %% tags=["check"]
assert found["measure"] == ["F(beta=2)", "F(beta=2)@8", 'AP(denominator="hits")@3']

# %% [markdown]
# A match is no proof. In its table of F1 the introduction prints **0.62** at $k = 3$, where F1 is 4/7. Does it mean another F?

# %%
found = find("0.62", eight, cutoffs=[3], names=["F"])
Shown(found, numbers=["value"])


# %% tags=["check"]
assert found["measure"] == ["F(beta=0.5)@3"]

# %% [markdown]
# F with $\beta = 1/2$ would do it. But all other rows of that table fit F1, and only one of them fits the other F: most likely a slip that happens to look like something.

# %%
printed = ["0.40", "0.33", "0.62", "0.75", "0.66", "0.80", "0.73", "0.66"]
table = dict(enumerate(printed, start=1))
f1, f_half = rt.f_score(eight).at_every_k(), rt.f_score(eight, beta=0.5).at_every_k()
fits_f1 = [k for k in table if verdict(table[k], f1.exact[k - 1]) != "off"]
fits_f_half = [k for k in table if verdict(table[k], f_half.values[k - 1]) != "off"]
print("F1 fits at k =", *fits_f1, "  F with beta 1/2 at k =", *fits_f_half)


# %% tags=["check"]
assert fits_f1 == [1, 2, 4, 5, 6, 7, 8]
assert f1.exact[3 - 1] == F(4, 7)
assert fits_f_half == [3, 4]

# %% [markdown]
# And sometimes none does. The article prints AP = **0.7575** for its five results, and no convention gives that: it is a slip (the exact value is 34/45, see [notebook 01](../documents/01_learning_to_rank_metrics.ipynb)).

# %% tags=["check"]
five = examples.five_binary
found = find("0.7575", five, cutoffs=[None, *range(1, 6)])
assert found["measure"] == []
assert rt.average_precision(five).exact == F(34, 45)

# %% [markdown]
# So: few digits find too much, and a number that nothing gives is worth a second look.
#
# ## One page for a colleague
#
# Every fork, with an example small enough to try in your own tool. Items are written best first, 1 is relevant; several lists are separated by semicolons.
# Wiki page, calculator, article, review, note and introduction are the documents listed under [*Every reading of one list*](#Every-reading-of-one-list).
# Versions, as far as they are noted: trec_eval 10.0, pytrec-eval-terrier 0.5.11, ir_measures 0.4.3, ranx 0.3.21, scikit-learn 1.9, torchmetrics 1.9, rax 0.4, rankeval 0.8, evidently 0.7; other versions may do otherwise.

# %%
titles = ["fork", "example", "branch", "value", "who takes it"]
rows, before = [], None
for row in page:
    rows.append(("", "", *row[2:]) if row[:2] == before else row)  # named once
    before = row[:2]

columns = dict(zip(titles, zip(*rows, strict=True), strict=True))
Shown(columns, numbers=["value"])

# %%
branches = {}
for title, _, _, value, _ in page:
    branches.setdefault(title, []).append(value)


# %% tags=["check"]
assert len(branches) == 17
assert all(len(set(values)) > 1 for values in branches.values())  # each is a fork

# %% [markdown]
# ## Check yourself
#
# Work it out on paper, then open the answer.

# %% jupyter={"source_hidden": true}
question(
    "Two results, the second is relevant; three more relevant items were missed. "
    "What is AP@2 under each of the three denominators?",
    answer="1/8, 1/4 and 1/2: the sum is 1/2, divided by 4, by 2, by 1.",
)


# %% tags=["check"]
quiz = rt.Ranking([0, 1], missed=[1, 1, 1])
denominators = ["relevant", "min", "hits"]
answers = [rt.average_precision(quiz, k=2, denominator=d).exact for d in denominators]
assert answers == [F(1, 2) / 4, F(1, 2) / 2, F(1, 2) / 1]

# %% jupyter={"source_hidden": true}
ideals = ["judged", "uncut", "retrieved"]
question(
    "Marks 0 and 1, nothing missed, no cutoff. Which of the forks 1, 3 and 5 are left?",
    answer="None. All relevant items are found, so the three denominators are the same, "
    "and so are the three ideals; and 2^1 - 1 is 1. Toy examples hide forks.",
)


# %% tags=["check"]
complete = rt.Ranking([1, 0, 1])
precisions = {rt.average_precision(complete, denominator=d).exact for d in denominators}
assert precisions == {F(5, 6)}
assert len({rt.ndcg(complete, ideal=ideal).value for ideal in ideals}) == 1
assert rt.ndcg(complete).value == rt.ndcg(complete, gain="exponential").value

# %% jupyter={"source_hidden": true}
question(
    "A model gives three items the same score; one is relevant. What can AUC be?",
    answer="1/2 with half a point for a tie. 1, 1/2 or 0 where the input order decides. "
    "0 by the review's formula. Say which, or shuffle and be surprised.",
)


# %% tags=["check"]
orders = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
ordered = [rt.Ranking(order, scores=[0.5] * 3) for order in orders]
by_order = [rt.roc_auc(ranking, ties="input_order").exact for ranking in ordered]
assert by_order == [1, F(1, 2), 0]
assert {rt.roc_auc(ranking).exact for ranking in ordered} == {F(1, 2)}
assert {rt.roc_auc(ranking, ties="strict").exact for ranking in ordered} == {0}

# %% [markdown]
# ## By hand and by library
#
# The three forks that start most disputes, once more in plain Python.

# %%
relevant, m, k = [1, 0, 1, 0, 0], 4, 3
noted = [F(sum(relevant[:i]), i) for i in range(1, k + 1) if relevant[i - 1]]
divisors = {"relevant": m, "min": min(m, k), "hits": sum(relevant[:k])}

for denominator, divisor in divisors.items():
    by_hand = sum(noted) / divisor
    library = rt.average_precision(marks, k=k, denominator=denominator).exact
    print(f"AP@3  {denominator:10} by hand {by_hand!s:5} library {library}")

# %%
grades, missed = [3, 2, 3, 0, 1], [3, 2]


def dcg(grades, gain):
    """The gains, each divided by the logarithm of its rank + 1."""
    return sum(gain(grade) / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))


gains = {"linear": lambda grade: grade, "exponential": lambda grade: 2**grade - 1}
everything = sorted(grades + missed, reverse=True)
ideals = {
    "judged": everything[:5],
    "uncut": everything,
    "retrieved": sorted(grades, reverse=True),
}

for gain, ideal in product(gains, ideals):
    by_hand = dcg(grades, gains[gain]) / dcg(ideals[ideal], gains[gain])
    library = float(rt.ndcg(missing, k=5, gain=gain, ideal=ideal))
    print(f"nDCG@5  {gain:12}{ideal:10} by hand {by_hand:.4f}  library {library:.4f}")

# %% [markdown]
# **The documents, one by one:** [five results](../documents/01_learning_to_rank_metrics.ipynb) (the article), [eight documents](../documents/02_ranking_metrics_introduction.ipynb) (the introduction),
# [the page and the calculator](../documents/03_rank_metrics.ipynb) (the wiki), [which measure when](../documents/04_ranked_evaluation_review.ipynb) (the review),
# [formulas without numbers](../documents/05_metrics_in_ltr_problems.ipynb) (the note). **Which tool takes which branch:**
# [why do two tools disagree?](tools.ipynb) **Back to** [the start](../00_start_here.ipynb).
