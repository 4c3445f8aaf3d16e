# %% [markdown]
# # Same name, different number
#
# *My tool says 0.83, yours says 0.42. Who is wrong?* Most likely neither. A metric's name leaves questions open: divided by what? What about items that the list
# missed? How do tied scores count? Each tool and each document chooses a **convention**, and few say which. Here is every **choice** that
# the five documents of this project or the tools that we know make differently: which step of the calculation changes, and by how much.
#
# **A reference**; about an hour and a half from top to bottom. Run each cell with `Shift`+`Enter`; then the lists come alive. In a hurry? [*One page for a colleague*](#One-page-for-a-colleague) is a
# table to send, which you filter by metric, tool or document, and [*All tools in one table*](#All-tools-in-one-table) says what yours does. You only have a number? Go to [*Find your number*](#Find-your-number).
# [*How to report a number*](#How-to-report-a-number) settles the argument. [Lesson 12](../lessons/12_why_do_two_tools_disagree.ipynb) is the short way in. Words: [glossary](../glossary.md).

# %%
from tasks import conventions as tasks

import rankteach as rt
from rankteach import examples
from rankteach.classroom import compare, measured, table

eight, graded = examples.eight_documents, examples.five_graded

# %% [markdown]
# ## The dispute in the first line
#
# Five results, best first, with grades from 0 to 3. Only the best will do: **relevant means grade 3**. Two more items of grade 3 were not retrieved.
# The second and the third result have the same score. What is AP@3? Add up the precision at each relevant result of the first three, and divide. By what?
# `rt.differences` compares two calculations:

# %%
one_list = rt.Ranking(
    [3, 2, 3, 0, 1], missed=[3, 3], scores=[0.9, 0.5, 0.5, 0.2, 0.1], relevant_from=3
)
rt.differences(one_list, measure="AP@3", conventions=(None, {"denominator": "hits"}))


# %% tags=["check"]
import math
from fractions import Fraction as F
from itertools import pairwise, permutations, product


def close(values, expected):
    """Equal to four digits."""
    return all(
        f"{float(one):.4f}" == f"{other:.4f}" for one, other in zip(values, expected, strict=True)
    )


def four(value):
    """A number with four digits."""
    return f"{float(value):.4f}"


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
rt.explore_queries(
    {"one": one_list, "short": short, "nothing": nothing}, ["MAP", "mean LAG", "mean AUC", "mean FAP"]
)


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
# Each choice on the smallest list that shows it: the conventions with their numbers, and what follows them; then two calculations compared. *here* is our name for a convention. Documents come
# first. After the semicolon are tools: every tool that `rt.conventions()` describes calculates the list, and is named at the convention whose number it gives; trec_eval represents its family, with pytrec_eval and
# trec_eval_9, unless they differ. In brackets are papers, scripts and options that we know from reading. A tool that lacks the measure, or differs in a second way, is in no row.
#
# ### 1. AP@k: divided by what?
#
# By all relevant items $m$, even if $k$ results can't hold them; by the smaller of $m$ and $k$; or by the hits among the first $k$, which forgives every miss.
# [Lesson 4](../lessons/04_ap_at_k.ipynb) is about this choice.

# %%
page = tasks.Page()
marks = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
by_all, by_min, by_hits = (
    rt.average_precision(marks, k=3, denominator=each) for each in ("relevant", "min", "hits")
)
page.choice(
    "1. AP@k: divided by",
    "AP@3",
    marks,
    {
        "all relevant items": ("AP@3", "note, article, review, wiki page"),
        "the smaller of k and these": 'AP(denominator="min")@3',
        "the relevant items found": (
            'AP(denominator="hits")@3',
            "introduction, calculator",
            "recmetrics",
        ),
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
    "P@5",
    rt.Ranking([1, 0, 1]),
    {
        "divided by k": ("P@5", "note"),
        "divided by the items": ('P(denominator="items")@5', "article, introduction"),
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
    "nDCG@5",
    graded,
    {
        "the grade": ("nDCG@5", "article (DCG)"),
        "2 to the power of the grade, minus 1": (
            'nDCG(gain="exponential")@5',
            "review, note, introduction",
            "Quepid",
        ),
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
    "nDCG@5",
    graded,
    {
        "log2(i + 1)": ("nDCG@5", "article, review, note, introduction"),
        "log2(i), at least 1": (
            'nDCG(discount="log_rank")@5',
            "",
            "the first paper, base 2; lenskit, without grades",
        ),
    },
)

# %%
rt.differences(rt.dcg(graded, k=5), rt.dcg(graded, k=5, discount="log_rank"))


# %% tags=["check"]
assert close(
    rt.dcg(graded, discount="log_rank").columns["discount"].values,
    [1, 1, math.log2(3), 2, math.log2(5)],
)
assert close([first_paper], [0.9435])

# %% [markdown]
# ### 5. nDCG: what is the ideal?
#
# The ideal list contains all judged items, missed ones too, and is cut at $k$; or it is never cut; or it contains only the retrieved items, so that misses cost nothing. The same
# five grades, but a 3 and a 2 were missed. At ranks 1 and 2 nothing differs, because the best two items are a 3 and a 3 either way. The note speaks of the "perfect ranking" and does not say of what.

# %%
missing = rt.Ranking([3, 2, 3, 0, 1], missed=[3, 2])
judged, uncut, retrieved = (
    rt.ndcg(missing, k=5, ideal=each) for each in ("judged", "uncut", "retrieved")
)
page.choice(
    "5. nDCG@k: the ideal list",
    "nDCG@5",
    missing,
    {
        "all judged items, cut at k": ("nDCG@5", "introduction"),
        "all judged items, uncut": (
            'nDCG(ideal="uncut")@5',
            "review (k = all items)",
            "trec_eval's ndcg, Quepid 8.1",
        ),
        "retrieved items only": ('nDCG(ideal="retrieved")@5', "review (k = |R|)"),
    },
)

# %%
rt.differences(missing, measure="nDCG@5", conventions=("trec_eval", "scikit-learn"))

# %%
rt.explore(missing, ["nDCG@5", 'nDCG(ideal="uncut")@5', 'nDCG(ideal="retrieved")@5'])

# %%
tasks.two_agree


# %% tags=["check"]
assert close([judged, uncut, retrieved], [0.7659, 0.7334, 0.9724]) and retrieved.value == linear.value
compared = rt.differences(missing, measure="nDCG@5", conventions=("trec_eval", "scikit-learn"))
assert [four(compared.first), four(compared.second), compared.first_row] == ["0.7659", "0.9724", 3]
assert len(compared.conventions) == len(compared.alone) == 2
assert abs(compared.alone[0] - compared.value) < 1e-12 and compared.alone[1] == 0
different = {}
for rank, grade in product(range(1, 6), range(4)):
    changed = missing.with_grade(rank, grade)
    readings = (rt.ndcg(changed, k=5, ideal=ideal) for ideal in ("judged", "uncut", "retrieved"))
    different[rank, grade] = len({round(float(one), 9) for one in readings})
assert {where for where, number in different.items() if number < 3} == {(1, 0), (2, 0), (3, 0), (5, 0)}
assert min(different.values()) == 2

# %% [markdown]
# ### 6. AUC: tied scores
#
# AUC asks of every pair of a relevant and an irrelevant item whether the relevant one is ahead. With equal scores that is half a point; or the order of the input decides; or, by the review's formula to the letter, it is
# no point. One pair is tied here.

# %%
tied = rt.Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
half, as_given, strict = (
    rt.roc_auc(tied, form="pairs", ties=each) for each in ("half", "input_order", "strict")
)
swapped = rt.roc_auc(tied.moved(3, to=2), form="pairs", ties="input_order")
page.choice(
    "6. AUC: tied scores",
    "AUC",
    tied,
    {
        "half a point": ('AUC(form="pairs")', "wiki page (its curve)"),
        "the input order": ('AUC(form="pairs", ties="input_order")', "calculator"),
        "the input order, tie swapped": (swapped, "calculator"),
        "no point": ('AUC(form="pairs", ties="strict")', "review's formula"),
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
by_formula, by_code = (
    rt.roc_auc(eight, weights=0.8),
    rt.roc_auc(eight, weights=0.8, weighting="instances"),
)
page.choice(
    "7. weighted AUC",
    "AUC(weights=0.8)",
    eight,
    {
        "trapezoids times weights": (by_formula, "review's formula"),
        "items count by weight": (by_code, "review's code", "scikit-learn's sample_weight"),
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
areas = {
    form: rt.pr_auc(eight, form=form)
    for form in ("steps", "trapezoids", "interpolated", "eleven_points")
}
page.choice(
    "8. area under PR",
    "PRAUC",
    eight,
    {
        "steps (AP)": ("PRAUC", "note, introduction's AP"),
        "straight lines": (
            'PRAUC(form="trapezoids")',
            "review's 'actual' curve",
            "scikit-learn's auc, given the curve",
        ),
        "interpolated": ('PRAUC(form="interpolated")', "review's words for AP"),
        "eleven points": ('PRAUC(form="eleven_points")', "", "textbooks; trec_eval, nearly"),
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
    "FAP(beta=2)",
    rt.Ranking([1, 1, 1]),
    {
        "b²: a harmonic mean": ("FAP(beta=2)", "", "rankteach"),
        "b: as printed": ('FAP(beta=2, form="printed")', "review"),
    },
)


# %% tags=["check"]
assert squared.exact == F(5 * 1 * 1, 4 * 1 + 1) == 1 and as_printed.exact == F(
    5 * 1 * 1, 2 * 1 + 1
) == F(5, 3)
assert rt.fap(marks, form="printed").exact == rt.fap(marks).exact

# %% [markdown]
# ### 10. MAP: which queries?
#
# q1 is answered perfectly, for q2 nothing relevant was found, q3 is missing from the run, and for q4 and q5 nothing is relevant at all. *All judged queries*: a system should not gain by staying silent. *Those in both files*:
# you can't judge what is not there. *Those with a relevant item*: the others say nothing. *Those with a hit*: hardly ever meant, because each failure drops out. From here on the rows are queries, and $c_q$ is 1 if query $q$
# is counted.

# %%
five_queries = {
    "q1": rt.Ranking([1]),
    "q2": rt.Ranking([0], missed=[1]),
    "q3": rt.Ranking([], missed=[1]),
    "q4": rt.Ranking([0]),
    "q5": rt.Ranking([0]),
}
all_queries, with_a_hit = rt.mean("AP", five_queries), rt.mean("AP", five_queries, queries="with_hits")
page.choice(
    "10. MAP: which queries",
    "AP",
    five_queries,
    {
        "all judged queries": ({}, "wiki page", "trec_eval -c"),
        "those in both files": {"queries": "with_items"},
        "those with a relevant item": {"queries": "with_relevant"},
        "those with a hit": ({"queries": "with_hits"}, "calculator"),
    },
)

# %%
rt.differences(all_queries, with_a_hit)


# %% tags=["check"]
assert all_queries.exact == F(1, 5) and with_a_hit.exact == 1
answered = {name: five_queries[name] for name in ("q1", "q3")}
qrels, run = {"q1": {"d1": 1}, "q3": {"d1": 1}}, {"q1": {"d1": 1.0}}
for tool, expected in {"ir_measures": F(1, 2), "pytrec_eval": 1}.items():
    of_lists, of_files = (
        rt.mean("AP", answered, convention=tool),
        rt.evaluate(qrels, run, ["AP"], convention=tool),
    )
    assert of_lists.exact == of_files.means["AP"] == expected

# %% [markdown]
# ### 11. A query without any relevant item
#
# Then AP is 0/0. It counts as 0; or as 1, because nothing was there to find and nothing was missed; or the query is skipped; or it has no value, and then the mean has none either. `no_relevant="error"` raises an error.
# xgboost counts it as 1 unless the measure's name ends in a dash, as in `map@2-`; torchmetrics has `empty_target_action`, which is 0 by default.

# %%
queries = [[1, 0], [0, 1], [0, 0]]
as_0, skipped, as_1 = (
    rt.mean("AP", queries, **how) for how in ({}, {"queries": "with_relevant"}, {"no_relevant": 1})
)
page.choice(
    "11. MAP: no relevant item",
    "AP@2",
    queries,
    {
        "counts as 0": {},
        "counts as 1": {"no_relevant": 1},
        "is skipped": ({"queries": "with_relevant"}, "calculator (no hit, no query)"),
        "has no value": ({"no_relevant": "nan"}, "", "scikit-learn's roc_auc_score"),
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
high, low = (
    rt.Ranking([1, 0, 0], scores=[0.9, 0.8, 0.7]),
    rt.Ranking([1, 1, 0], scores=[0.3, 0.2, 0.1]),
)
mean_auc, pooled_auc = rt.mean("AUC", [high, low]), rt.mean("AUC", [high, low], average="pooled")
page.choice(
    "12. AUC over queries",
    "AUC",
    [high, low],
    {
        "mean of per-query AUC": ({}, "review"),
        "one curve for all": (
            {"average": "pooled"},
            "calculator, wiki page as read here",
            "roc_auc_score of all items",
        ),
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
    "LAG",
    two,
    {
        "mean of per-query means": ({}, "wiki page"),
        "pooled over relevant items": ({"average": "pooled"}, "calculator"),
    },
)

# %%
page.choice(
    "14. F1 over queries",
    "F1",
    two,
    {"mean of F1": {}, "F1 of mean P and mean R": {"average": "means"}},
)

# %%
page.choice(
    "15. FAP over queries",
    "FAP",
    two,
    {
        "mean of FAP": ({}, "review, as read here"),
        "FAP of mean F1 and MAP": ({"average": "means"}, "its author's own code"),
    },
)


# %% tags=["check"]
assert rt.mean("LAG", two).exact == (F(1 + 2, 2) + 0) / 2 == F(3, 4)
assert rt.mean("LAG", two, average="pooled").exact == F(1 + 2 + 0, 3) == 1
assert rt.mean("F1", two).exact == (F(2, 3) + 1) / 2 == F(5, 6)
assert rt.mean("F1", two, average="means").exact == 2 * F(3, 4) * 1 / (F(3, 4) + 1) == F(6, 7)
one_fap = 2 * F(2, 3) * F(1, 2) / (F(2, 3) + F(1, 2))
assert rt.mean("FAP", two).exact == (one_fap + 1) / 2 == F(11, 14)
assert (
    rt.mean("FAP", two, average="means").exact
    == 2 * F(5, 6) * F(3, 4) / (F(5, 6) + F(3, 4))
    == F(15, 19)
)

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
    "KendallDistance",
    (first, second),
    {
        "pairs of one list cost 0": (optimistic, "note, read literally"),
        "pairs of one list cost 1/2": (neutral, "", "rankteach; Fagin and others 2003"),
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
    "Rho",
    (x, y),
    {
        "correlation of ranks": (of_ranks, "note", "scipy"),
        "by squared differences": (short_formula, "", "textbooks"),
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

# %% [markdown]
# ### 18. R@k: more is relevant than k ranks can hold
#
# Four items are relevant, and $k = 2$. Divided by *all relevant items*, even the best list gets no more than 1/2. Divided by *what fits*, a perfect list gets 1. And in metric learning "Recall@k" asks whether there is any hit at all.

# %%
four_relevant = rt.Ranking([1, 0, 1], missed=[1, 1])
page.choice(
    "18. R@k: divided by",
    "R@2",
    four_relevant,
    {
        "all relevant items": ("R@2", "article, introduction, note"),
        "k, if that is fewer": ('R(denominator="min")@2', "", "recommender code"),
        "1 if there is a hit": ("Success@2", "", "metric learning"),
    },
)

# %% [markdown]
# ### 19. F with a beta
#
# $F_\beta = (1 + \beta^2) P R / (\beta^2 P + R)$. trec_eval's `set_F.2` has the number 2 where others have $\beta^2$, so its 2 is their 1.4142. With 1 you can't tell.

# %%
half_a_quarter = rt.Ranking([1, 0], missed=[1, 1, 1])
page.choice(
    "19. F: beta = 2",
    "F",
    half_a_quarter,
    {
        "2 squared": ("F(beta=2)", "", "textbooks, scikit-learn's fbeta_score"),
        "2 itself": ("set_F.2", "", "trec_eval, ir_measures' SetF"),
    },
)

# %% [markdown]
# ### 20. bpref: divided by what?
#
# For each relevant item, bpref asks how many of the $N$ items *judged not relevant* are above it. Out of how many? The paper of 2004 (Buckley and Voorhees) says out of $m$, the number of relevant items. With few judgements
# that subtracts too little: here the only irrelevant item is above everything. trec_eval, from version 8, uses the smaller of $m$ and $N$: everything that could be above *is* above, so 0.

# %%
one_above = rt.Ranking([0, 1, 1, 1])
page.choice(
    "20. bpref: out of",
    "Bpref",
    one_above,
    {
        "the smaller of m and N": "Bpref",
        "m": ('Bpref(denominator="relevant")', "", "the paper of 2004"),
    },
)

# %% [markdown]
# ### 21. RBP: the gain
#
# Rank-biased precision (Moffat and Zobel 2008) weighs rank $i$ by $(1 - p) p^{i-1}$; here $p = 0.8$. It was made for *relevant or not*. Grades can be divided by the *largest grade*. ranx adds up the *grades as they are*: then RBP can be
# more than 1.

# %%
unjudged = rt.Ranking([2, None, 0, 1])
page.choice(
    "21. RBP: gain",
    "RBP(p=0.8)",
    unjudged,
    {
        "relevant: 1": "RBP(p=0.8)",
        "grade / largest grade": 'RBP(p=0.8, gain="scaled")',
        "the grade": 'RBP(p=0.8, gain="raw")',
    },
)

# %% [markdown]
# ### 22. ERR: the largest grade
#
# At each rank the reader is satisfied, and stops, with probability $(2^{\mathrm{rel}} - 1) / 2^{\mathrm{max}}$ (Chapelle and others 2009). Is max the largest grade of the *scale* (gdeval: always 4), or the largest *judged* for this query?
# The first makes queries comparable; the second needs no scale, but then grade 2 satisfies most readers of this list.

# %%
page.choice(
    "22. ERR: largest grade",
    "ERR@4",
    unjudged,
    {"4, whatever was judged": "ERR(max_grade=4)@4", "the largest judged": "ERR@4"},
)


# %% tags=["check"]
assert rt.recall(four_relevant, k=2).exact == F(1, 4) and rt.recall([1, 1, 1, 1], k=2).exact == F(1, 2)
assert rt.recall(four_relevant, k=2, denominator="min").exact == F(1, min(4, 2))
P, R = F(1, 2), F(1, 4)
assert rt.precision(half_a_quarter).exact == P and rt.recall(half_a_quarter).exact == R
assert (
    four(rt.f_score(half_a_quarter, beta=2)) == four((1 + 2**2) * P * R / (2**2 * P + R)) == "0.2778"
)
assert four(rt.measure("set_F.2")(half_a_quarter)) == four((1 + 2) * P * R / (2 * P + R)) == "0.3000"
assert four(2**0.5) == "1.4142"
assert one_above.relevant_total == 3 and one_above.irrelevant_total == 1
assert rt.bpref(one_above).exact == 3 * (1 - F(1, min(3, 1))) / 3
assert rt.bpref(one_above, denominator="relevant").exact == 3 * (1 - F(1, 3)) / 3
assert rt.measure("rbp.80")(rt.Ranking([2, 2, 2, 2])).value > 1
satisfied = [(2**2 - 1) / 2**largest for largest in (4, 2)]
assert rt.err(unjudged, max_grade=4).columns["satisfied"].values[0] == satisfied[0]
assert rt.err(unjudged).columns["satisfied"].values[0] == satisfied[1] > 1 / 2

# %% [markdown]
# ### 23. Tied scores: in which order?
#
# Three items have the same score, and only *a* is relevant. The file lists them as b, a, c. A measure needs an order:
#
# - **by name, the last first**, whatever the file says: a system can't gain by how it writes its file. trec_eval does so.
# - **by name, the first first**: the same idea, in alphabetical order. The script of MS MARCO does so.
# - **as in the file**: simple, and fair if the system means its order. Then the same scores can give any value.
# - **the mean over all orders**: what happens on average if chance breaks the ties. scikit-learn does so in nDCG.
# - **refuse**: `ties="refuse"` raises an error, if you want to know first.

# %%
equal = rt.Ranking([0, 1, 0], items=["b", "a", "c"], scores=[0.5, 0.5, 0.5])
page.choice(
    "23. RR: tied scores",
    "RR",
    equal,
    {
        "by name, last first": 'RR(ties="item_descending")',
        "by name, first first": ('RR(ties="item_ascending")', "", "the MS MARCO script"),
        "the input order": "RR",
        "the mean over all orders": 'RR(ties="averaged")',
    },
)

# %% [markdown]
# Three items have 3! = 6 orders. The mean shows three, because *b* and *c* have the same grade: orders that differ only in these two have the same value.

# %%
rt.step_through(rt.measure('RR(ties="averaged")')(equal))

# %% [markdown]
# scikit-learn has no RR, so no tool averaged above. It has nDCG. And a tool can disagree with itself: ir_measures takes its RR from trec_eval and its RR@k from the MS MARCO script, so a cutoff that cuts nothing off changes the value.

# %%
page.choice(
    "23. nDCG: tied scores",
    "nDCG@3",
    equal,
    {
        "by name, last first": 'nDCG(ties="item_descending")@3',
        "by name, first first": 'nDCG(ties="item_ascending")@3',
        "the mean over all orders": 'nDCG(ties="averaged")@3',
    },
)

# %%
theirs = [rt.measure(name, convention="ir_measures") for name in ("RR", "RR@3")]
table(
    {
        "ir_measures' name": ["RR", "RR@3"],
        "here": list(map(str, theirs)),
        "value": [each(equal) for each in theirs],
    }
)

# %% [markdown]
# ### 24. Unjudged items
#
# Judges look at a part of the results. The rest is *unjudged*, shown as –. Is it not relevant?
#
# - **It counts as irrelevant**, in nearly every tool: mostly true, because judges look at what systems rank first. But a new system that finds new items is punished for it.
# - **It is left out first**, and the rest moves up (a *condensed list*). But a list of mostly unknown items may look perfect.
# - **It is bounded**: RBP says how much the unknown items could still add, its *residual*.
# - **It is skipped**: bpref compares judged items only; infAP estimates from the judged ones.

# %%
holes = rt.Ranking([None, 1, None, 0, 1])
page.choice(
    "24. AP: unjudged items",
    "AP",
    holes,
    {
        "count as irrelevant": "AP",
        "are left out first": ("AP(judged_only=True)", "", "ir_measures' option, trec_eval -J"),
    },
)

# %%
measured(
    holes,
    {
        "RBP": "RBP(p=0.8)",
        "the most that the unjudged could add": "RBPResidual(p=0.8)",
        "bpref": "Bpref",
    },
)

# %% [markdown]
# ### 25. The 11-point average: how many hits is a recall of 0.7?
#
# At each level of recall, 0, 0.1, ..., 1, take the best precision from there on, and average the eleven. With three relevant items a recall of 0.7 lies between two hits and three.
#
# - **the textbook**: as many as reach 0.7: three.
# - **trec_eval 9** takes 0.7 · 3 + 0.9 and drops the decimals. That is 3, but in floating point it is slightly less, and becomes two.
# - **trec_eval 10** takes 0.7 · 3, rounded: two. So if you report one, say which version.

# %%
three_hits = rt.Ranking([1, 0, 1, 0, 0, 1])
page.choice(
    "25. 11-point average",
    "IPA11",
    three_hits,
    {
        "at least the level": ("IPA11", "", "textbooks"),
        "+ 0.9, decimals dropped": 'IPA11(form="trec_eval_9")',
        "rounded": 'IPA11(form="trec_eval_10")',
    },
)

# %% [markdown]
# ### 26. RBO: how does a list go on?
#
# Rank-biased overlap (Webber, Moffat and Zobel 2010) adds up how far two lists agree at each depth. But lists end. *Extrapolated*: they would go on agreeing as at their end; equal lists get 1. *Truncated*: unseen depths add nothing;
# equal lists get less than 1, and the shorter they are, the less.

# %%
same = list("abc"), list("abc")
extrapolated, truncated = (rt.rbo(*same, p=0.9, form=form) for form in ("extrapolated", "truncated"))
page.choice(
    "26. RBO: the end of a list",
    "RBO",
    same,
    {"extrapolated": (extrapolated, "", "its paper"), "truncated": (truncated, "", "short scripts")},
)


# %% tags=["check"]
for order, expected in {"cba": F(1, 3), "bac": F(1, 2), "acb": F(1)}.items():
    in_file = rt.Ranking([int(item == "a") for item in order], items=list(order), scores=[0.5] * 3)
    assert rt.reciprocal_rank(in_file).exact == expected
    six_orders = [F(1, places.index("a") + 1) for places in permutations(order)]
    assert rt.reciprocal_rank(in_file, ties="averaged").exact == sum(six_orders) / 6 == F(11, 18)
    assert rt.reciprocal_rank(in_file, ties="item_descending").exact == F(1, 3)
try:
    rt.reciprocal_rank(equal, ties="refuse")
except ValueError:
    pass
else:
    raise AssertionError
assert rt.average_precision(holes).exact == (F(1, 2) + F(2, 5)) / 2
assert rt.average_precision(holes, judged_only=True).exact == (1 + F(2, 3)) / 2
assert rt.rbp(holes, p=0.8).exact == F(1, 5) * (F(4, 5) + F(4, 5) ** 4)
assert rt.rbp_residual(holes, p=0.8).exact == F(1, 5) * (1 + F(4, 5) ** 2) + F(4, 5) ** 5
assert (
    0.7 * 3 + 0.9 < 3
    and int(0.7 * 3 + 0.9) == int(0.7 * 3 + 0.5) == 2
    and F(7, 10) * 3 + F(9, 10) == 3
)
for form, hits in {"textbook": 3, "trec_eval_9": 2, "trec_eval_10": 2}.items():
    assert (
        rt.eleven_point_average(three_hits, form=form).columns["hits needed"].exact[7] == hits
    )  # the level 0.7
assert extrapolated.exact == 1 and truncated.exact == F(1, 10) * (1 + F(9, 10) + F(9, 10) ** 2) == F(
    "0.271"
)
for tool in rt.conventions():
    for name in {"DCG", "nDCG"} & set(tool.measures):
        discounted = tool.measures[name].parameters["discount"] == "log_rank"
        assert discounted is (tool.name in ("lenskit", "croft", "jarvelin"))
assert {name.split(".")[0] for name in page.rows["choice"] if name} == {
    str(number) for number in range(1, 27)
}
for about in ("RankEval", "calculator", "nDCG"):
    some = page.table(about).columns
    assert 0 < len(some["choice"]) < len(page.rows["choice"])
    assert any(about.lower() in str(cell).lower() for cells in some.values() for cell in cells)
assert page.table("").columns == page.rows

# %% [markdown]
# ## All tools in one table
#
# What each tool does with any measure, then the parameters of single metrics. `stable` keeps the order of the file. Scores read as 32-bit numbers are equal if they differ only after some seven digits. Some tools make exceptions for
# one measure, such as the order of ir_measures for `RR@k`. *verified* says how we know: tests of rankteach compare the description with the tool itself, on random lists, or with answers that the tool
# gave once. Where *verified* says *not tested*, we only read the tool's documentation; every trace with its name repeats that.

# %%
rt.conventions()

# %% [markdown]
# One tool, with its own names for its measures, and the parameters that give the same here:

# %%
rt.conventions("scikit-learn")

# %% [markdown]
# ## Live: change a convention and see what follows
#
# The first list again, with each measure that needs a choice on one list (FAP2 is FAP with $\beta = 2$). Choose a card, press *Conventions*, and change one.
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
        live.set_state(
            {"action": {"do": "convention", "parameter": parameter, "value": value, "n": n}}
        )
    return live.chosen, live.trace.value, len(choices)


most = 0
for _, name, how in tasks.READINGS:
    if name in tasks.CHOICES:
        measure, value, choices = chosen(tasks.OURS.get(name, name), how)
        assert measure == str(rt.measure(how)) and f"{value:.4f}" == tasks.number(how, one_list)
        most = max(most, choices)
assert most == 2
ninths = rt.average_precision(one_list, k=3, denominator="min")
assert (
    ninths.exact == (1 + F(2, 3)) / min(4, 3) == F(5, 9)
    and rt.differences(yours, ninths).first_row == 1
)
assert [
    rt.average_precision(one_list, k=1, denominator=each).exact for each in ("relevant", "min")
] == [F(1, 4), 1]
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
assert (
    rt.which("0.83", eight, measures=["AP"], cutoffs=[3]).origins[0].measure
    == 'AP(denominator="hits")@3'
)
assert compare("DCG@2", "4.2618", rt.dcg(graded, k=2)).verdicts == ["cut off"]
off = [compare("", printed, rt.f_score(eight, beta=beta).at_every_k()).verdicts for beta in (1, 0.5)]
assert [[k for k, words in enumerate(each, start=1) if words != "off"] for each in off] == [
    [1, 2, 4, 5, 6, 7, 8],
    [3, 4],
]
assert rt.f_score(eight).at_every_k().exact[3 - 1] == F(4, 7) and rt.f_score(
    eight, beta=0.5, k=3
).exact == F(5, 8)
assert not rt.which("0.7575", examples.five_binary, measures=["AP"]).origins
assert rt.average_precision(examples.five_binary).exact == F(34, 45)

# %% [markdown]
# Of a tool you know no more. A report says 0.5556 for five results of which the first and the third are relevant, while two more relevant ones were missed. `rt.which` tries measures, cutoffs and conventions by the thousand, names the likeliest, and
# says how many other numbers it could explain as well.

# %%
rt.which("0.5556", marks)

# %% [markdown]
# Now you. Six results with grades from 0 to 3, one of them unjudged, and two more relevant items that were missed. A tool reports (a) P@10 = 0.5000, (b) AP = 0.3533, (c) AP = 0.2778 and (d) nDCG@5 = 0.2474. Here they are:

# %%
measured(tasks.six, ["P@10", "AP", "nDCG@5"])

# %%
rt.explore(tasks.six, ["P@10", "AP", "nDCG@5"], chosen="AP")

# %%
tasks.in_the_denominator

# %%
tasks.moved_up

# %%
tasks.from_grade_2

# %%
tasks.by_two_choices

# %% [markdown]
# And some numbers come from no convention at all:

# %%
tasks.slipped


# %% tags=["check"]
six = tasks.six
assert [four(rt.measure(name)(six)) for name in ("P@10", "AP", "nDCG@5")] == [
    "0.3000",
    "0.3000",
    "0.2784",
]
found = {
    ("0.5000", "P", 10): 'P(denominator="items")@10',
    ("0.3533", "AP", None): "AP(judged_only=True)",
    ("0.2778", "AP", None): "AP(rel=2)",
    ("0.2474", "nDCG", 5): 'nDCG(gain="exponential", ideal="retrieved")@5',
}
for (number, measure, k), expected in found.items():
    assert rt.which(number, six, measures=[measure], cutoffs=[k]).origins[0].measure == expected
    assert four(rt.measure(expected)(six)) == number
assert rt.precision(six, k=10, denominator="items").exact == F(3, 6)
assert rt.average_precision(six).exact == (F(1, 2) + F(2, 4) + F(3, 6)) / 5 == F(3, 10)
assert rt.average_precision(six, judged_only=True).exact == (F(1, 2) + F(2, 3) + F(3, 5)) / 5
assert rt.measure("AP(rel=2)")(six).exact == (F(1, 2) + F(2, 6)) / 3 == F(5, 18)
assert four(rt.measure("nDCG@5", convention="rax")(six)) == "0.2474"
for half_way in ('nDCG(gain="exponential")@5', 'nDCG(ideal="retrieved")@5'):
    assert four(rt.measure(half_way)(six)) != "0.2474"
slip = rt.which("0.835", [1, 0, 1], measures=["AP"])
assert not slip.origins and slip.first is slip.slips[0] and (1 + F("0.67")) / 2 == F("0.835")
assert rt.which("0.5006", [1, 0, 1]).first is None  # of a random number it knows nothing

# %% [markdown]
# ## One page for a colleague
#
# Every choice, with an example small enough to try in your own tool. Items are listed best first, 1 is relevant, – is unjudged; semicolons separate lists.
# The versions are those in [all tools in one table](#All-tools-in-one-table); other versions may differ.

# %%
page.table()

# %% [markdown]
# Too long? Name a metric, a tool or a document, and only the choices about it stay. Write `"nDCG"`, `"calculator"` or your tool instead, and rerun the cell.

# %% tags=["yours"]
page.table("rankeval")

# %% [markdown]
# ## How to report a number
#
# > MAP is 0.25.
#
# From the queries of [choice 10](#10.-MAP:-which-queries?), that is one of four numbers. Better:
#
# > MAP is 0.25: `AP(ties="item_descending")`, mean over the queries that are in both files (4 of 5), relevant from grade 1, unjudged items count as irrelevant; as pytrec_eval 0.5.11.
#
# | say | because | here |
# |---|---|---|
# | the measure with its cutoff | AP and AP@3 are two measures | `AP@3` |
# | every parameter that is not the default, or the tool and its *version* | choices 1 to 9 | `str(measure)` |
# | from which grade an item is relevant | a user's choice | `AP(rel=2)` |
# | what happens to ties | choice 23 | `ties=` |
# | what happens to unjudged items, and how many there are | choice 24 | `judged_only=`, `Judged@10` |
# | which queries the mean counts, and how many there are | choices 10 to 15 | `queries=` |
#
# The **measure string** says most of it. It names what is not the default, and it reads back as the same measure without the tool's name:

# %%
REPORTED = {"nDCG@10": "scikit-learn", "RR@10": "ir_measures", "AP@3": "kaggle"}
table(
    {
        "tool": list(REPORTED.values()),
        "name": list(REPORTED),
        "here": [str(rt.measure(name, convention=tool)) for name, tool in REPORTED.items()],
    }
)

# %% [markdown]
# And for the footnote, the header of a trace as a list:

# %%
reported = rt.mean("AP", five_queries, convention="pytrec_eval")
print(reported.shown, *reported.conventions, sep="\n- ")


# %% tags=["check"]
for name, tool in REPORTED.items():
    measure = rt.measure(name, convention=tool)
    for ranking in (missing, equal, marks, holes):
        assert rt.measure(str(measure))(ranking).value == measure(ranking).value
assert reported.exact == F(1, 4) and reported.measure == 'AP(ties="item_descending")'
assert sum(reported.columns["counted"].exact) == 4 and len(five_queries) == 5
assert any("pytrec_eval 0.5.11" in words for words in reported.conventions)

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
assert [rt.average_precision(quiz, k=2, denominator=d).exact for d in denominators] == [
    F(1, 8),
    F(1, 4),
    F(1, 2),
]
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
    dcgs = [
        sum(gains[gain](g) / math.log2(i + 1) for i, g in enumerate(each, 1))
        for each in (grades, ideals[ideal])
    ]
    assert math.isclose(dcgs[0] / dcgs[1], float(rt.ndcg(missing, k=5, gain=gain, ideal=ideal)))

# %% [markdown]
# **The documents, one by one:** [five results](../documents/01_learning_to_rank_metrics.ipynb) (the article), [eight documents](../documents/02_ranking_metrics_introduction.ipynb) (the introduction),
# [the page and the calculator](../documents/03_rank_metrics.ipynb) (the wiki), [what each measure does not see](../documents/04a_what_does_each_measure_not_see.ipynb), [AUC and weights](../documents/04b_auc_and_weights.ipynb), [where to end](../documents/04c_where_should_the_list_end.ipynb) (the review),
# [formulas without numbers](../documents/05_metrics_in_ltr_problems.ipynb) (the note). **Your files:** [your own run](runs.ipynb). **Tools:** [lesson 12](../lessons/12_why_do_two_tools_disagree.ipynb). [Start](../00_start_here.ipynb).
#
# **Sources:** Järvelin and Kekäläinen (2002), *Cumulated gain-based evaluation of IR techniques*, ACM TOIS 20 · Buckley and Voorhees (2005), *Retrieval system evaluation*, in *TREC*, MIT Press ·
# Fagin, Kumar and Sivakumar (2003), *Comparing top k lists*, SIAM Journal on Discrete Mathematics 17 · Leitner (2012), PhD thesis, Universidad Autónoma de Madrid (FAP) ·
# Buckley and Voorhees (2004), *Retrieval evaluation with incomplete information*, SIGIR (bpref) · Moffat and Zobel (2008), *Rank-biased precision for measurement of retrieval effectiveness*, ACM TOIS 27 ·
# Chapelle, Metzler, Zhang and Grinspan (2009), *Expected reciprocal rank for graded relevance*, CIKM · Webber, Moffat and Zobel (2010), *A similarity measure for indefinite rankings*, ACM TOIS 28. The documents' own data is in their notebooks.
