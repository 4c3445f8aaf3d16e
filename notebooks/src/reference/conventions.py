# %% [markdown]
# # Same name, different number
#
# *My tool says 0.83, yours says 0.42. Who is wrong?* Most likely neither. A metric's name leaves questions open: divided by what? What about items that the list
# missed? How do tied scores count? Each tool and each document chooses a **convention**, and few say which. Here is every **choice** that
# the five documents of this project make differently: which step of the calculation changes, and by how much.
#
# **A reference**; about an hour from top to bottom. Run each cell with `Shift`+`Enter`; then the lists come alive. In a hurry? Find your metric in
# [*Every reading of one list*](#Every-reading-of-one-list): its last column is the number of a choice. You only have a number? Go to [*Find your number*](#Find-your-number). You want something
# to send? [*One page for a colleague*](#One-page-for-a-colleague). Words: [glossary](../glossary.md).

# %%
from tasks import conventions as tasks

import rankteach as rt
from rankteach import examples
from rankteach.classroom import compare

eight, graded = examples.eight_documents, examples.five_graded

# %% [markdown]
# ## The dispute in the first line
#
# Five results, best first, with grades from 0 to 3. Only the best will do: **relevant means grade 3**. Two more items of grade 3 were not retrieved.
# The second and the third result have the same score. What is AP@3? Add up the precision at each relevant result of the first three, and divide. By what?
# `rt.differences` compares two calculations:

# %%
one_list = rt.Ranking([3, 2, 3, 0, 1], missed=[3, 3], scores=[0.9, 0.5, 0.5, 0.2, 0.1], relevant_from=3)
rt.differences(one_list, measure="AP@3", conventions=(None, {"denominator": "hits"}))


# %% tags=["check"]
import math
from fractions import Fraction as F
from itertools import pairwise, product


def close(values, expected):
    """Equal to four digits."""
    return all(f"{float(one):.4f}" == f"{other:.4f}" for one, other in zip(values, expected, strict=True))


assert list(one_list.relevant.values) == [1, 0, 1, 0, 0] and one_list.relevant_total == 4
yours, mine = (rt.average_precision(one_list, k=3, denominator=each) for each in ("relevant", "hits"))
assert yours.exact == (1 + F(2, 3)) / 4 == F(5, 12) and round(5 / 12, 2) == 0.42
assert mine.exact == (1 + F(2, 3)) / 2 == F(5, 6) and round(5 / 6, 2) == 0.83

# %% [markdown]
# Both are right. Both add 1 and 2/3; one divides by all 4 relevant items, the other by the 2 that it found. A document has to choose.
#
# ## Every reading of one list
#
# This list shows as many choices as possible. Here are all numbers that the five documents give it, each under the name that the document uses: the **wiki page** *Rank Metrics*, and the **calculator** that it
# describes; the **article** *Evaluation Metrics For Learning to Rank Problems*; the **review** *Ranked evaluation measures: a review (ROC, DCG, AP, FAP)*; the **note**
# *Metrics in LearnToRank (LTR) problems*; the **introduction** *Evaluation Metrics for Ranking problems: Introduction and Examples*.

# %%
tasks.every_reading(tasks.READINGS, one_list)

# %% [markdown]
# Two numbers in one row under one name: the documents choose different conventions. Two numbers in one *cell*: the document says one thing in its formula and another in its text, code or
# table. Eight of the seventeen names show no difference on this list. The column *rankteach* is the number that you get here if you say nothing else.
#
# Over several queries there are more choices: which queries count, and whether you average values or put all items together. Three queries: the list above; a short
# perfect one with lower scores; one that found no relevant item. From the same three lists, MAP is 0.47 as the wiki's page defines it, and 0.92 as the calculator works that the page describes.

# %%
short = rt.Ranking([3, 3, 0], scores=[0.4, 0.3, 0.2], relevant_from=3)
nothing = rt.Ranking([0, 1], missed=[3], scores=[0.25, 0.1], relevant_from=3)
tasks.every_reading(tasks.OVER_QUERIES, [one_list, short, nothing])

# %%
rt.explore_queries({"one": one_list, "short": short, "nothing": nothing}, ["MAP", "mean LAG", "mean AUC", "mean FAP"])


# %% tags=["check"]
values = {}
for _, name, how in tasks.READINGS:
    values.setdefault(name, set()).add(tasks.number(how, one_list))
undisputed = [name for name in values if name not in tasks.CHOICES]
assert all(len(values[name]) == 1 for name in undisputed) and (len(undisputed), len(values)) == (8, 17)
assert all(len(values[name]) > 1 for name in tasks.CHOICES if name in values and name != "FAP, beta 2")
three_queries = [one_list, short, nothing]
by_hits = rt.mean("AP", three_queries, denominator="hits", queries="with_hits")
assert rt.mean("AP", three_queries).exact == (F(5, 12) + 1 + 0) / 3 == F(17, 36) and by_hits.exact == (
    F(5, 6) + 1
) / 2 == F(11, 12)
assert (round(17 / 36, 2), round(11 / 12, 2)) == (0.47, 0.92)
assert rt.mean("LAG", three_queries).exact == (F(1, 2) + 0 + 0) / 3 == F(1, 6)
assert rt.mean("LAG", three_queries, average="pooled").exact == F(0 + 1 + 0 + 0, 4)

# %% [markdown]
# ## Choice by choice
#
# Each choice on the smallest list that shows it: the conventions with their numbers, and the documents and tools that follow them; then two calculations compared.
# What the tools do was found in 2026 by reading and running them.
#
# ### 1. AP@k: divided by what?
#
# By all relevant items $m$, even if $k$ results can't hold them; by the smaller of $m$ and $k$; or by the hits among the first $k$, which forgives every miss.
# [Lesson 4](../lessons/04_ap_at_k.ipynb) is about this choice.

# %%
page = tasks.Page()
marks = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
by_all, by_min, by_hits = (rt.average_precision(marks, k=3, denominator=each) for each in ("relevant", "min", "hits"))
page.choice(
    "1. AP@k: divided by",
    "1 0 1 0 0, 2 more missed, k = 3",
    {
        "all relevant items": (by_all, "note, article, review, wiki page; trec_eval"),
        "the smaller of k and these": (by_min, "none of the five; Kaggle, rankeval"),
        "the relevant items found": (by_hits, "introduction, calculator; torchmetrics"),
    },
)

# %%
rt.differences(by_all, by_min)

# %% [markdown]
# The three at every cutoff. Only the first never decreases as $k$ grows.

# %%
rt.at_every_k(marks, ["AP", 'AP(denominator="min")', 'AP(denominator="hits")'])


# %% tags=["check"]
total = 1 + F(2, 3)
assert [by_all.exact, by_min.exact, by_hits.exact] == [total / 4, total / 3, total / 2]
assert close([by_all, by_min, by_hits], [0.4167, 0.5556, 0.8333])
assert rt.average_precision([1, 0, 1, 0, 0], k=3).exact == by_hits.exact  # nothing missed
never_decreases = []
for each in ("relevant", "min", "hits"):
    column = rt.average_precision(marks, denominator=each).at_every_k().exact
    never_decreases.append(all(one <= other for one, other in pairwise(column)))
assert never_decreases == [True, False, False]

# %% [markdown]
# ### 2. P@k: what if the list ends before rank k?
#
# Three results, and $k = 5$. Empty ranks count as misses, or they don't count. The article and the introduction write TP / (TP + FP): an empty rank is neither.
# The two first differ at rank 4, the first empty one.

# %%
by_k, by_items = rt.precision([1, 0, 1], k=5), rt.precision([1, 0, 1], k=5, denominator="items")
page.choice(
    "2. P@k: past the end",
    "1 0 1, k = 5",
    {
        "divided by k": (by_k, "note; trec_eval, ranx, torchmetrics"),
        "divided by the items": (by_items, "article, introduction; rankeval, rax"),
    },
)

# %%
rt.differences(by_k, by_items)


# %% tags=["check"]
assert by_k.exact == F(2, 5) and by_items.exact == F(2, 2 + 1)  # TP 2, FP 1
assert rt.differences(by_k, by_items).first_row == 4
assert list(by_k.at_every_k().exact) == [1, F(1, 2), F(2, 3), F(2, 4), F(2, 5)]
assert list(by_items.at_every_k().exact) == [1, F(1, 2), F(2, 3), F(2, 3), F(2, 3)]

# %% [markdown]
# ### 3. DCG: the gain of a grade
#
# The grade itself, or $2^{\mathrm{rel}} - 1$: then grade 3 gains 7 and grade 2 only 3 ([lesson 5](../lessons/05_graded_relevance.ipynb)). With grades 0 and 1 the two are equal, so the introduction's numbers don't tell.

# %%
linear, exponential = rt.ndcg(graded, k=5), rt.ndcg(graded, k=5, gain="exponential")
page.choice(
    "3. nDCG@k: gain",
    "3 2 3 0 1, k = 5",
    {
        "the grade": (linear, "article (DCG); trec_eval, scikit-learn, ranx"),
        "2 to the power of the grade, minus 1": (exponential, "review, note, introduction; gdeval, rax, Quepid"),
    },
)

# %%
rt.differences(rt.dcg(graded, k=5), rt.dcg(graded, k=5, gain="exponential"))


# %% tags=["check"]
assert graded.grades == [3, 2, 3, 0, 1] and [2**grade - 1 for grade in (0, 1, 2, 3)] == [0, 1, 3, 7]
assert close([linear, exponential], [0.9724, 0.9575])
assert close([rt.dcg(graded), rt.dcg(graded, gain="exponential")], [6.1487, 12.7796])

# %% [markdown]
# ### 4. DCG: the discount
#
# The four documents that define DCG divide by $\log_2(i + 1)$. The metric's first paper, Järvelin and Kekäläinen 2002, divides by $\log_2 i$ and leaves the first ranks whole: the
# second result is not discounted at all.

# %%
first_paper = rt.ndcg(graded, k=5, discount="log_rank")
page.choice(
    "4. nDCG@k: discount",
    "3 2 3 0 1, k = 5",
    {
        "log2(i + 1)": (linear, "article, review, note, introduction; most tools"),
        "log2(i), at least 1": (first_paper, "none of the five; the first paper, base 2"),
    },
)

# %%
rt.differences(rt.dcg(graded, k=5), rt.dcg(graded, k=5, discount="log_rank"))


# %% tags=["check"]
assert close(rt.dcg(graded, discount="log_rank").columns["discount"].values, [1, 1, math.log2(3), 2, math.log2(5)])
assert close([first_paper], [0.9435])

# %% [markdown]
# ### 5. nDCG: what is the ideal?
#
# The ideal list contains all judged items, missed ones too, and is cut at $k$; or it is never cut; or it contains only the retrieved items, so that misses cost nothing. The same
# five grades, but a 3 and a 2 were missed. At ranks 1 and 2 nothing differs, because the best two items are a 3 and a 3 either way. The note speaks of the "perfect ranking" and does not say of what.

# %%
missing = rt.Ranking([3, 2, 3, 0, 1], missed=[3, 2])
judged, uncut, retrieved = (rt.ndcg(missing, k=5, ideal=each) for each in ("judged", "uncut", "retrieved"))
page.choice(
    "5. nDCG@k: the ideal list",
    "3 2 3 0 1, missed 3 and 2, k = 5",
    {
        "all judged items, cut at k": (judged, "introduction; trec_eval's ndcg_cut"),
        "all judged items, uncut": (uncut, "review (k = all items); Quepid 8.1"),
        "retrieved items only": (retrieved, "review (k = |R|); scikit-learn, as a rule"),
    },
)

# %%
rt.differences(judged, retrieved)


# %% tags=["check"]
assert close([judged, uncut, retrieved], [0.7659, 0.7334, 0.9724]) and retrieved.value == linear.value

# %% [markdown]
# ### 6. AUC: tied scores
#
# AUC asks of every pair of a relevant and an irrelevant item whether the relevant one is ahead. With equal scores that is half a point; or the order of the input decides; or, by the review's formula to the letter, it is
# no point. One pair is tied here.

# %%
tied = rt.Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
half, as_given, strict = (rt.roc_auc(tied, form="pairs", ties=each) for each in ("half", "input_order", "strict"))
swapped = rt.roc_auc(tied.moved(3, to=2), form="pairs", ties="input_order")
page.choice(
    "6. AUC: tied scores",
    "1 0 1 0, scores .9 .5 .5 .1",
    {
        "half a point": (half, "wiki page (its curve); scikit-learn"),
        "the input order": (as_given, "calculator"),
        "the input order, tie swapped": (swapped, "calculator"),
        "no point": (strict, "review's formula"),
    },
)

# %%
rt.differences(half, strict)


# %% tags=["check"]
assert [half.exact, as_given.exact, swapped.exact] == [F(7, 8), F(3, 4), 1]
assert strict.exact == rt.roc_auc(tied.moved(3, to=2), ties="strict").exact == F(3, 4)
assert [trace.columns["point"].exact[3 - 1] for trace in (strict, as_given, swapped)] == [0, 0, 1]
assert rt.differences(half, strict).first_row == rt.differences(half, as_given).first_row == 3

# %% [markdown]
# ### 7. AUC with weights
#
# Weights fall by 0.8 from rank to rank. The review's formula multiplies trapezoids by them and divides by nothing, so even a perfect list stays below 1. Its code passes them to
# scikit-learn, where each *item* counts by its weight, in the totals too. On the eight documents of the introduction:

# %%
by_formula, by_code = rt.roc_auc(eight, weights=0.8), rt.roc_auc(eight, weights=0.8, weighting="instances")
page.choice(
    "7. weighted AUC",
    "1 0 1 1 0 1 0 0, weights .8",
    {
        "trapezoids times weights": (by_formula, "review's formula"),
        "items count by weight": (by_code, "review's code; scikit-learn's sample_weight"),
    },
)

# %%
rt.differences(by_formula, by_code, columns=["trapezoid"])


# %% tags=["check"]
assert eight.grades == [1, 0, 1, 1, 0, 1, 0, 0] and rt.roc_auc(eight).exact == F(3, 4)
assert close([by_formula, by_code], [0.2448, 0.6839])
assert (
    rt.roc_auc([1, 1, 0, 0], weights=0.8).exact
    < rt.roc_auc([1, 1, 0, 0], weights=0.8, weighting="instances").exact
    == 1
)

# %% [markdown]
# ### 8. The area under the precision-recall curve
#
# Under *which* curve? Steps from hit to hit, which is average precision; straight lines between the points; or the *interpolated* curve, the best precision at this recall or later;
# or its mean at eleven levels of recall. The review says that AP is the area under the *interpolated* curve, but its formula for AP is that of the steps. The two first differ at rank 3.

# %%
areas = {form: rt.pr_auc(eight, form=form) for form in ("steps", "trapezoids", "interpolated", "eleven_points")}
page.choice(
    "8. area under PR",
    "1 0 1 1 0 1 0 0",
    {
        "steps (AP)": (areas["steps"], "note, introduction's AP; scikit-learn's AP"),
        "straight lines": (areas["trapezoids"], "review's 'actual' curve"),
        "interpolated": (areas["interpolated"], "review's words for AP"),
        "eleven points": (areas["eleven_points"], "textbooks; trec_eval, nearly"),
    },
)

# %%
rt.differences(areas["steps"], areas["interpolated"])


# %% tags=["check"]
assert areas["steps"].exact == rt.average_precision(eight).exact == F(37, 48)
assert areas["interpolated"].exact == (1 + F(3, 4) + F(3, 4) + F(4, 6)) / 4 == F(19, 24)
assert areas["trapezoids"].exact == F(117, 160)
eleven = [1, 1, 1, *[F(3, 4)] * 5, *[F(4, 6)] * 3]  # at recall 0, .1, .2, ..., 1
assert areas["eleven_points"].exact == sum(eleven) / 11 == F(35, 44)

# %% [markdown]
# ### 9. FAP with a beta
#
# FAP is the harmonic mean of F and AP ([extra lesson](../lessons/e2_fap_and_gap.ipynb)). A weighted harmonic mean has $\beta^2$ in its denominator; the review prints $\beta$. With $\beta = 1$ you
# can't tell. With $\beta = 2$ the printed one is not a mean: a perfect list, with F = AP = 1, gets 5/3.

# %%
squared, as_printed = rt.fap([1, 1, 1], beta=2), rt.fap([1, 1, 1], beta=2, form="printed")
page.choice(
    "9. FAP: beta = 2",
    "1 1 1",
    {"b²: a harmonic mean": (squared, "rankteach"), "b: as printed": (as_printed, "review")},
)


# %% tags=["check"]
assert squared.exact == F(5 * 1 * 1, 4 * 1 + 1) == 1 and as_printed.exact == F(5 * 1 * 1, 2 * 1 + 1) == F(5, 3)
assert rt.fap(marks, form="printed").exact == rt.fap(marks).exact

# %% [markdown]
# ### 10. MAP: which queries?
#
# Two queries: one answered perfectly, one not answered at all. The run has no line for the second, so a tool may never notice it. From here on the rows are queries, and $c_q$ is 1 if
# query $q$ is counted.

# %%
answered, absent = rt.Ranking([1]), rt.Ranking([], missed=[1])
all_queries, with_a_hit = rt.mean("AP", [answered, absent]), rt.mean("AP", [answered, absent], queries="with_hits")
page.choice(
    "10. MAP: which queries",
    "1; and a query with no results",
    {
        "all judged queries": (all_queries, "wiki page; trec_eval -c, ir_measures"),
        "those in the run": (rt.mean("AP", [answered]), "trec_eval, pytrec_eval"),
        "those with a hit": (with_a_hit, "calculator"),
    },
)

# %%
rt.differences(all_queries, with_a_hit)


# %% tags=["check"]
assert all_queries.exact == F(1 + 0, 2) and rt.mean("AP", [answered]).exact == with_a_hit.exact == 1

# %% [markdown]
# ### 11. A query without any relevant item
#
# Then AP is 0/0. It counts as 0; or as 1, because nothing was there to find and nothing was missed; or the query is skipped. Some tools return NaN or an error instead.

# %%
queries = [[1, 0], [0, 1], [0, 0]]
as_0, skipped, as_1 = (rt.mean("AP", queries, **how) for how in ({}, {"queries": "with_relevant"}, {"no_relevant": 1}))
page.choice(
    "11. MAP: no relevant item",
    "1 0; 0 1; 0 0",
    {
        "counts as 0": (as_0, "rankteach; trec_eval, ranx, rax, scikit-learn"),
        "counts as 1": (as_1, "rankeval, xgboost by default"),
        "is skipped": (skipped, "calculator (no hit, no query)"),
    },
)

# %%
rt.differences(as_0, skipped)


# %% tags=["check"]
assert as_0.exact == (1 + F(1, 2) + 0) / 3 == F(1, 2) and skipped.exact == (1 + F(1, 2)) / 2 == F(3, 4)
assert as_1.exact == (1 + F(1, 2) + 1) / 3 == F(5, 6)

# %% [markdown]
# ### 12. AUC over queries: the mean, or one curve?
#
# Two queries, both ranked perfectly, but the second with lower scores. In one list, the relevant items of the second are ranked below the irrelevant ones of the first: 4 of 9 pairs are lost.

# %%
high, low = rt.Ranking([1, 0, 0], scores=[0.9, 0.8, 0.7]), rt.Ranking([1, 1, 0], scores=[0.3, 0.2, 0.1])
mean_auc, pooled_auc = rt.mean("AUC", [high, low]), rt.mean("AUC", [high, low], average="pooled")
page.choice(
    "12. AUC over queries",
    "1 0 0 (.9 .8 .7); 1 1 0 (.3 .2 .1)",
    {
        "mean of per-query AUC": (mean_auc, "review"),
        "one curve for all": (pooled_auc, "calculator, wiki page as read here"),
    },
)

# %%
pooled_auc


# %% tags=["check"]
assert mean_auc.exact == F(1 + 1, 2) == 1 and pooled_auc.exact == 1 - F(2 * 2, 3 * 3) == F(5, 9)

# %% [markdown]
# ### 13, 14 and 15. LAG, F1 and FAP over queries
#
# The lag of a relevant item is the number of irrelevant ones above it ([the lesson on lag](../lessons/e1_lag.ipynb)). The wiki's page takes the mean for each query and then over queries; its calculator pools all relevant items.
# F1 combines precision and recall, FAP combines F1 and AP. You can combine first and then average, or average first. The same two queries show all three choices; choose `average` under *Conventions*:

# %%
two = [[0, 1, 0, 1], [1]]
rt.explore_queries({"q1": two[0], "q2": two[1]}, ["mean LAG", "mean F1", "mean FAP"])

# %%
page.choice(
    "13. LAG over queries",
    "0 1 0 1; 1",
    {
        "mean of per-query means": (rt.mean("LAG", two), "wiki page"),
        "pooled over relevant items": (rt.mean("LAG", two, average="pooled"), "calculator"),
    },
)

# %%
page.choice(
    "14. F1 over queries",
    "0 1 0 1; 1",
    {
        "mean of F1": (rt.mean("F1", two), "rankteach; none of the five says"),
        "F1 of mean P and mean R": (rt.mean("F1", two, average="means"), "evidently"),
    },
)

# %%
page.choice(
    "15. FAP over queries",
    "0 1 0 1; 1",
    {
        "mean of FAP": (rt.mean("FAP", two), "review, as read here"),
        "FAP of mean F1 and MAP": (rt.mean("FAP", two, average="means"), "its author's own code"),
    },
)


# %% tags=["check"]
assert rt.mean("LAG", two).exact == (F(1 + 2, 2) + 0) / 2 == F(3, 4)
assert rt.mean("LAG", two, average="pooled").exact == F(1 + 2 + 0, 3) == 1
assert rt.mean("F1", two).exact == (F(2, 3) + 1) / 2 == F(5, 6)
assert rt.mean("F1", two, average="means").exact == 2 * F(3, 4) * 1 / (F(3, 4) + 1) == F(6, 7)
one_fap = 2 * F(2, 3) * F(1, 2) / (F(2, 3) + F(1, 2))
assert rt.mean("FAP", two).exact == (one_fap + 1) / 2 == F(11, 14)
assert rt.mean("FAP", two, average="means").exact == 2 * F(5, 6) * F(3, 4) / (F(5, 6) + F(3, 4)) == F(15, 19)

# %% [markdown]
# ### 16. Kendall's distance of two top lists
#
# The fraction of pairs that two lists have in opposite order ([extra lesson](../lessons/e3_two_rankings.ipynb)). The note cuts both at $K$ and does not say what a pair costs if one list contains neither of its items, such
# as b and c here: nothing (p = 0, optimistic) or half a point (p = 1/2, neutral).

# %%
first, second = ["a", "b", "c"], ["a", "d", "e"]
optimistic, neutral = rt.kendall_distance(first, second, p=0), rt.kendall_distance(first, second)
page.choice(
    "16. Kendall distance: items in one list",
    "a b c; a d e",
    {
        "pairs of one list cost 0": (optimistic, "note, read literally"),
        "pairs of one list cost 1/2": (neutral, "rankteach; Fagin and others 2003"),
    },
)

# %%
rt.differences(optimistic, neutral)

# %% [markdown]
# ### 17. Spearman's rho with ties
#
# The correlation of the ranks, where tied items share the mean of their ranks; or the short formula with squared differences, which is exact only without ties.

# %%
x, y = [1, 2, 3, 3, 5], [1, 2, 3, 4, 5]
of_ranks, short_formula = rt.spearman(x, y), rt.spearman(x, y, form="differences")
page.choice(
    "17. Spearman: ties",
    "1 2 3 3 5; 1 2 3 4 5",
    {
        "correlation of ranks": (of_ranks, "note; scipy"),
        "by squared differences": (short_formula, "textbooks"),
    },
)


# %% tags=["check"]
assert optimistic.exact == F(4, 10)  # b or c against d or e: four pairs, all opposite
assert neutral.exact == (4 + 2 * F(1, 2)) / 10 == F(1, 2)
assert (
    short_formula.exact == 1 - F(6, 5 * 24) * (F(1, 4) + F(1, 4)) == F("0.975")
    and f"{float(of_ranks):.5f}" == "0.97468"
)
assert (
    rt.spearman([1, 2, 4, 3], [1, 2, 3, 4], form="differences").exact
    == rt.spearman([1, 2, 4, 3], [1, 2, 3, 4]).exact
    == F(4, 5)
)
assert page.rows["choice"].count("") == len(page.rows["choice"]) - 17
chosen_rows = page.table("RankEval").columns["choice"]
assert [name for name in chosen_rows if name] == [
    name for name in page.rows["choice"] if name[:2] in ("1.", "2.", "11")
]
assert page.table("").columns == page.rows

# %% [markdown]
# ## Live: change a convention and see what follows
#
# The first list again, with each measure that needs a choice on one list (FAP2 is FAP with $\beta = 2$). Choose a card, and in the line under its name choose another convention.
# The block below says what changed, row by row. **Try it:** make AP@3 5/9.

# %%
FORKED = [
    "AP@3",
    "AP",
    "AP(weights=0.8)",
    "P@8",
    "DCG@5",
    "nDCG@5",
    "AUC",
    "AUC(weights=0.8)",
    "PRAUC",
    "LAG",
    "FAP(beta=2)",
]
rt.explore(one_list, FORKED)

# %%
tasks.which_denominator

# %%
rt.explore(missing, ["nDCG@5", "DCG@5"])

# %%
tasks.which_ideal

# %% [markdown]
# Two lists have conventions, too. Cut at 3, these are the lists of choice 16. **Try it:** make Kendall's distance of the first three 3/5 without moving an item.

# %%
whole_first, whole_second = ["a", "b", "c", "d", "e"], ["a", "d", "e", "b", "c"]
rt.explore_agreement(whole_first, whole_second, measures=["KendallDistance@3", "Tau", "Rho"])

# %%
tasks.which_pairs


# %% tags=["check"]
def chosen(card, how):
    """The measure, its value, and the number of choices that lead there from a card."""
    live = rt.explore(one_list, FORKED)
    live.chosen = card
    choices = rt.measure(how).parameters.items() - rt.measure(card).parameters.items()
    for n, (parameter, value) in enumerate(sorted(choices), start=1):
        live.set_state({"action": {"do": "convention", "parameter": parameter, "value": value, "n": n}})
    return live.chosen, live.trace.value, len(choices)


most = 0
for _, name, how in tasks.READINGS:
    if name in tasks.CHOICES:
        measure, value, choices = chosen(tasks.OURS.get(name, name), how)
        assert measure == str(rt.measure(how)) and f"{value:.4f}" == tasks.number(how, one_list)
        most = max(most, choices)
assert most == 2
ninths = rt.average_precision(one_list, k=3, denominator="min")
assert ninths.exact == (1 + F(2, 3)) / min(4, 3) == F(5, 9) and rt.differences(yours, ninths).first_row == 1
assert [rt.average_precision(one_list, k=1, denominator=each).exact for each in ("relevant", "min")] == [F(1, 4), 1]
assert rt.differences(judged, retrieved).first_row == 3
assert close([rt.ndcg(missing, k=5, ideal="retrieved", gain="exponential")], [0.9575])
assert close([rt.ndcg(missing, k=5, gain="exponential")], [0.7358])
assert (whole_first[:3], whole_second[:3]) == (first, second)
assert rt.kendall_distance(whole_first, whole_second, k=3, p=1).exact == (4 + 2 * 1) / F(10) == F(3, 5)

# %% [markdown]
# ## Find your number
#
# You have a list and a printed number, and nothing says which convention was used. `rt.which` tries measures, cutoffs and conventions, and says how many other numbers it could explain as well.
# The introduction prints AP@3 = **0.83** for its eight documents:

# %%
rt.which("0.83", eight, measures=["AP"], cutoffs=[3])

# %% [markdown]
# The article prints DCG@2 = **4.2618** for its graded list. The gain is linear, and the digits are cut off, not rounded:

# %%
compare("DCG@2", "4.2618", rt.dcg(graded, k=2))

# %% [markdown]
# A match does not prove anything. In its table of F1 the introduction prints **0.62** at $k = 3$, where F1 is 4/7. F with $\beta = 1/2$ would be 0.625. But every other row fits F1, and
# only one of them fits the other F: most likely a slip that happens to look like a convention.

# %%
printed = ["0.40", "0.33", "0.62", "0.75", "0.66", "0.80", "0.73", "0.66"]
compare("F1@k", printed, rt.f_score(eight).at_every_k())

# %%
compare("F with beta 1/2 @k", printed, rt.f_score(eight, beta=0.5).at_every_k())

# %% [markdown]
# And sometimes no convention gives the number. The article prints AP = **0.7575** for its five results; the exact value is 34/45 ([notebook 01](../documents/01_learning_to_rank_metrics.ipynb)).
# So: few digits find too much, and a number that nothing gives deserves a second look.

# %%
rt.which("0.7575", examples.five_binary, measures=["AP"])


# %% tags=["check"]
assert rt.which("0.83", eight, measures=["AP"], cutoffs=[3]).origins[0].measure == 'AP(denominator="hits")@3'
assert compare("DCG@2", "4.2618", rt.dcg(graded, k=2)).verdicts == ["cut off"]
off = [compare("", printed, rt.f_score(eight, beta=beta).at_every_k()).verdicts for beta in (1, 0.5)]
assert [[k for k, words in enumerate(each, start=1) if words != "off"] for each in off] == [
    [1, 2, 4, 5, 6, 7, 8],
    [3, 4],
]
assert rt.f_score(eight).at_every_k().exact[3 - 1] == F(4, 7) and rt.f_score(eight, beta=0.5, k=3).exact == F(5, 8)
assert not rt.which("0.7575", examples.five_binary, measures=["AP"]).origins
assert rt.average_precision(examples.five_binary).exact == F(34, 45)

# %% [markdown]
# ## One page for a colleague
#
# Every choice, with an example small enough to try in your own tool. Items are listed best first, 1 is relevant; semicolons separate lists.
# Versions: trec_eval 10.0, pytrec-eval-terrier 0.5.11, ir_measures 0.4.3, ranx 0.3.21, scikit-learn 1.9, torchmetrics 1.9, rax 0.4, rankeval 0.8, evidently 0.7; other versions may differ.

# %%
page.table()

# %% [markdown]
# Too long? Name a metric, a tool or a document, and only the choices about it stay. Write `"nDCG"`, `"calculator"` or your tool instead, and rerun the cell.

# %% tags=["yours"]
page.table("rankeval")

# %% [markdown]
# ## Check yourself

# %%
tasks.by_all

# %%
tasks.toy_examples

# %%
tasks.one_score


# %% tags=["check"]
quiz, denominators = rt.Ranking([0, 1], missed=[1, 1, 1]), ["relevant", "min", "hits"]
assert [rt.average_precision(quiz, k=2, denominator=d).exact for d in denominators] == [F(1, 8), F(1, 4), F(1, 2)]
complete = rt.Ranking([1, 0, 1])
assert {rt.average_precision(complete, denominator=d).exact for d in denominators} == {F(5, 6)}
assert len({rt.ndcg(complete, ideal=ideal).value for ideal in ("judged", "uncut", "retrieved")}) == 1
assert rt.ndcg(complete).value == rt.ndcg(complete, gain="exponential").value
ordered = [rt.Ranking(order, scores=[0.5] * 3) for order in ([1, 0, 0], [0, 1, 0], [0, 0, 1])]
assert [rt.roc_auc(each, ties="input_order").exact for each in ordered] == [1, F(1, 2), 0]
assert {rt.roc_auc(each).exact for each in ordered} == {F(1, 2)} and {
    rt.roc_auc(each, ties="strict").exact for each in ordered
} == {0}

# nDCG under each gain and each ideal once more in plain Python
grades, missed = [3, 2, 3, 0, 1], [3, 2]
everything = sorted(grades + missed, reverse=True)
ideals = {"judged": everything[:5], "uncut": everything, "retrieved": sorted(grades, reverse=True)}
gains = {"linear": lambda grade: grade, "exponential": lambda grade: 2**grade - 1}
for gain, ideal in product(gains, ideals):
    dcgs = [sum(gains[gain](g) / math.log2(i + 1) for i, g in enumerate(each, 1)) for each in (grades, ideals[ideal])]
    assert math.isclose(dcgs[0] / dcgs[1], float(rt.ndcg(missing, k=5, gain=gain, ideal=ideal)))

# %% [markdown]
# **The documents, one by one:** [five results](../documents/01_learning_to_rank_metrics.ipynb) (the article), [eight documents](../documents/02_ranking_metrics_introduction.ipynb) (the introduction),
# [the page and the calculator](../documents/03_rank_metrics.ipynb) (the wiki), [what each measure does not see](../documents/04a_what_does_each_measure_not_see.ipynb), [AUC and weights](../documents/04b_auc_and_weights.ipynb), [where to end](../documents/04c_where_should_the_list_end.ipynb) (the review),
# [formulas without numbers](../documents/05_metrics_in_ltr_problems.ipynb) (the note). **Tools:** [why do two tools disagree?](tools.ipynb), and [lesson 12](../lessons/12_why_do_two_tools_disagree.ipynb). [Start](../00_start_here.ipynb).
#
# **Sources:** Järvelin and Kekäläinen (2002), *Cumulated gain-based evaluation of IR techniques*, ACM TOIS 20 · Buckley and Voorhees (2005), *Retrieval system evaluation*, in *TREC*, MIT Press ·
# Fagin, Kumar and Sivakumar (2003), *Comparing top k lists*, SIAM Journal on Discrete Mathematics 17 · Leitner (2012), PhD thesis, Universidad Autónoma de Madrid (FAP). The documents' own data is in their notebooks.
