# %% [markdown]
# # Five results, number by number
#
# The article *Evaluation Metrics For Learning to Rank Problems* explains eight metrics with two small lists. Here you find every number
# that it prints, next to the exact one, and lists you can change. Three of its numbers are wrong, and a fourth in its last digit: you'll see which, and why.
#
# **40 minutes.** Run each cell with `Shift`+`Enter`; then the lists come alive and the questions listen.
# Click the dots of a folded cell to see its code.
#
# **New to a metric?** The lessons teach each one slowly: [precision, recall and F1](../lessons/01_is_this_a_good_list.ipynb),
# [reciprocal rank](../lessons/02_where_is_the_first_hit.ipynb), [average precision](../lessons/03_average_precision.ipynb),
# [CG and DCG](../lessons/05_graded_relevance.ipynb), [MAP and MRR](../lessons/07_many_queries.ipynb). The [glossary](../glossary.md)
# explains the words.

# %%
from tasks import learning_to_rank_metrics as tasks

import rankteach as rt
from rankteach import examples
from rankteach.classroom import compare, worked

five = examples.five_binary

# %% tags=["check"]
import math
from decimal import Decimal, localcontext
from fractions import Fraction as F
from itertools import pairwise, permutations

assert five.grades == [1, 0, 1, 0, 1]
assert five.relevant_total == 3


def cut(number, digits):
    """Drop all digits after the first few."""
    return F(math.floor(F(number) * 10**digits), 10**digits)


def rounded(number, digits):
    """Round half up, as in school."""
    return cut(number + F(1, 2 * 10**digits), digits)


def close(values, expected):
    """Equal to twelve digits."""
    pairs = zip(values, expected, strict=True)
    return all(math.isclose(one, other, rel_tol=1e-12) for one, other in pairs)


# %% [markdown]
# ## How good are the top results?
#
# Almost every program has a search box: you search the web, videos, products, messages, emails, people. A model ranks what it finds and
# shows you the top few. A metric says how good they are, before any user sees them: the article calls such metrics *offline*. You
# can use them for item recommendation and keyword extraction, too.
#
# In the first list, results 1, 3 and 5 are relevant. There are no other relevant results.
#
# ## Precision: how much of what you see is relevant?
#
# Cut the list after rank $k$. Precision@k is the fraction of these $k$ results that are relevant. Above the list are the five numbers
# the article prints. Click them: is each of them right? Then click a label, drag a result, and watch P@3.

# %%
p_printed = ["1", "0.5", "0.67", "0.5", "0.6"]
rt.explore(five, measures=["P@3", "R@3", "F1@3"], chosen="P@3", printed=p_printed)

# %% [markdown]
# In the formulas, $i$ is a rank, $\mathrm{rel}_i$ is 1 if the result at rank $i$ is relevant and 0 if not, $h_i$ counts the hits (relevant
# results) down to rank $i$, $m$ is the number of all relevant results, and $n$ is the length of the list.


# %% tags=["check"]
precision = rt.precision(five).at_every_k()
assert compare("P@k", p_printed, precision).verdicts == [
    "the same",
    "the same",
    "rounded",
    "the same",
    "the same",
]
assert list(precision.exact) == [F(1, 1), F(1, 2), F(2, 3), F(2, 4), F(3, 5)]

# %% [markdown]
# ### Precision ignores the order
#
# Model A shows its three relevant results first, and model B shows them last. You'd much rather read A's list. Compare P@5 with AP, which
# you'll meet below.

# %%
rt.side_by_side(examples.model_a, examples.model_b, measures=["P@5", "AP"], chosen="P@5")

# %% tags=["check"]
model_a, model_b = examples.model_a, examples.model_b
both = [rt.precision(model, k=5).exact for model in (model_a, model_b)]
assert compare("P@5", ["0.6", "0.6"], both).verdicts == ["the same"] * 2
assert model_a.grades == [1, 1, 1, 0, 0] and model_b.grades == [0, 0, 1, 1, 1]
assert both == [F(3, 5), F(3, 5)]

orders = set(permutations([1, 1, 1, 0, 0]))
assert len(orders) == 10
assert {rt.precision(order, k=5).exact for order in orders} == {F(3, 5)}
assert rt.precision(model_a, k=2).exact == 1
assert rt.precision(model_b, k=2).exact == 0

# %% [markdown]
# P@5 is 0.6 for both, as the article says. All ten orders of three relevant and two irrelevant results have the same P@5. Precision ignores the order only *within* the first
# $k$, though: P@2 is 1 for model A and 0 for model B.

# %%
tasks.equal_models

# %% [markdown]
# ## Recall: how much of what is relevant do you see?
#
# Count the same hits, and divide them by *all* relevant results, here three.

# %%
tasks.recall_at_two

# %%
r_printed = ["0.33", "0.33", "0.67", "0.67", "1"]
rt.explore(five, measures=["R@3"], printed=r_printed)

# %% tags=["check"]
recall = rt.recall(five).at_every_k()
assert compare("R@k", r_printed, recall).verdicts == ["rounded"] * 4 + ["the same"]
assert list(recall.exact) == [F(1, 3), F(1, 3), F(2, 3), F(2, 3), F(3, 3)]
assert all(before <= after for before, after in pairwise(recall.exact))
assert not all(before <= after for before, after in pairwise(precision.exact))

# %% [markdown]
# When you look further down, recall never falls. Precision can.
#
# ## F1: both in one number
#
# F1 is the harmonic mean of precision and recall, so it is high only if both are high. One of the five numbers that the article prints is
# wrong, and one is cut off. Which? Work it out before you click.

# %%
f1_digits = ["0.5", "0.4", "0.666", "0.571", "0.749"]
rt.explore(five, measures=["F1@1", "P@1", "R@1"], chosen="F1@1", printed=f1_digits)

# %% [markdown]
# Here are all three at each cutoff, worked out with
# the counts of hits (TP), irrelevant results (FP) and relevant results below the cutoff (FN):

# %%
worked(five, ['P(form="counts")', 'R(form="counts")', "F1"], at=[1, 2, 3, 4, 5])

# %% jupyter={"source_hidden": true}
f1_printed = compare(
    "F1@k",
    f1_digits,
    rt.f_score(five).at_every_k(),
    how="At k = 3 the digits of 2/3 are cut off; rounded it is 0.667. At k = 5 the value is exactly 3/4, but a computer that "
    "works with 0.6 gets 0.7499999999999999. Cut after three digits, that is 0.749.",
)
f1_printed

# %% tags=["check"]
f1 = rt.f_score(five).at_every_k()
pairs = zip(precision.exact, recall.exact, strict=True)
assert list(f1.exact) == [2 * p * r / (p + r) for p, r in pairs]
assert list(f1.exact) == [F(1, 2), F(2, 5), F(2, 3), F(4, 7), F(3, 4)]
assert f1_printed.verdicts == ["the same", "the same", "cut off", "rounded", "off"]

in_floating_point = 2 * 0.6 * 1 / (0.6 + 1)
assert str(in_floating_point) == "0.7499999999999999"
assert cut(in_floating_point, 3) == F("0.749")
assert cut(F(2, 3), 3) == F("0.666")

# %% [markdown]
# Try the next question in the first live list above.

# %%
tasks.same_three

# %% tags=["check"]
for one, other, same in ((1, 2, True), (2, 5, False), (3, 4, False)):
    grades = list(five.grades)
    grades[one - 1], grades[other - 1] = grades[other - 1], grades[one - 1]
    values = [
        (rt.measure(name)(grades).exact, rt.measure(name)(five).exact)
        for name in ("P@3", "R@3", "F1@3")
    ]
    assert same == all(after == before for after, before in values)

# %% [markdown]
# ## Reciprocal rank: how soon does the first relevant result come?
#
# RR is 1 divided by the rank of the first relevant result. It is 1 at rank 1, 1/2 at rank 2, and 0 if there is no relevant result.

# %%
tasks.late

# %% jupyter={"source_hidden": true}
three = {
    "first hit at rank 1": five,
    "first hit at rank 5": examples.one_hit_at_the_end,
    "no hit": examples.no_hit,
}
values = [rt.reciprocal_rank(ranking).exact for ranking in three.values()]
compare("RR", ["1", "0.2", "0"], values, rows=three)

# %% tags=["check"]
assert values == [F(1), F(1, 5), 0]
assert rt.reciprocal_rank([1, 0, 0, 0, 0]).exact == rt.reciprocal_rank([1, 1, 1, 1, 1]).exact == 1

# %% [markdown]
# ### MRR: the mean over queries
#
# One query says little about a system, so take the mean over many. Now the three lists answer three queries.

# %%
tasks.raised

# %% [markdown]
# Move the only hit of the second query up, one rank at a time: the last step raises MRR most. Then click the × of the query without a
# hit. MRR rises. Is the system any better?

# %%
rt.explore_queries(three, measures=["MRR"])

# %% tags=["check"]
mrr = rt.mean(rt.reciprocal_rank, list(three.values()))
assert mrr.exact == (F(1, 1) + F(1, 5) + 0) / 3 == F(2, 5)
assert rt.mean(rt.reciprocal_rank, list(three.values())[:2]).exact > mrr.exact
by_rank = [F(1, rank) for rank in (5, 4, 3, 2, 1)]
assert max(pairwise(by_rank), key=lambda pair: pair[1] - pair[0]) == (F(1, 2), 1)

# %% [markdown]
# MRR fits if you want one relevant result, at a high rank. RR of the first list ignores the hits at ranks 3 and 5, so MRR doesn't fit if
# you want several relevant results.

# %%
tasks.when_mrr

# %% [markdown]
# ## Average precision: every relevant result counts, and so does its rank
#
# Walk down the list. At each relevant result, note the precision so far. Add these up, and divide the sum by $m$, the number of all
# relevant results. Press *Play* and watch the sum grow. Then move results, and compare what AP, RR and P@5 notice.

# %%
rt.explore(five, measures=["AP", "RR", "P@5"])

# %% [markdown]
# The article adds the same three terms, $(1 + 2/3 + 3/5)/3$, but prints another result:

# %% jupyter={"source_hidden": true}
ap_printed = compare(
    "AP",
    ["0.7575", "1"],
    [rt.average_precision(five).exact, rt.average_precision(examples.hits_first).exact],
    rows=["the first list", "the three hits first"],
    how="0.7575 is most likely a misprint: the exact value cut after four digits is 0.7555, one digit away. Shorten 2/3 "
    "to anything from one digit to six, rounded or cut: you never get 0.7575. The nearest is 0.7567, with 0.67.",
)
ap_printed

# %% tags=["check"]
ap = rt.average_precision(five)
assert ap.exact == (1 + F(2, 3) + F(3, 5)) / 3 == F(34, 45)
assert round(float(ap), 4) == 0.7556
assert ap_printed.verdicts == ["off", "the same"]

printed = F("0.7575")
attempts = [
    (1 + shorten(F(2, 3), digits) + F(3, 5)) / 3
    for digits in range(1, 7)
    for shorten in (rounded, cut)
]
for result in attempts:
    assert printed not in (rounded(result, 4), cut(result, 4))
nearest = min(attempts, key=lambda result: abs(result - printed))
assert nearest == (1 + F("0.67") + F(3, 5)) / 3 and rounded(nearest, 4) == F("0.7567")
assert cut(ap.exact, 4) == F("0.7555")
assert rt.average_precision(examples.hits_first).exact == (F(1, 1) + F(2, 2) + F(3, 3)) / 3 == 1

# %% [markdown]
# With the three hits first, each precision in the sum is 1, and so is AP. So AP tells models A and B apart, which P@5 couldn't: A is the
# best of the ten orders, with AP = 1, and B is the worst, with 43/90.

# %% tags=["check"]
by_order = sorted(rt.average_precision(order).exact for order in orders)
ap_a, ap_b = rt.average_precision(model_a).exact, rt.average_precision(model_b).exact
assert by_order[0] == ap_b == (F(1, 3) + F(2, 4) + F(3, 5)) / 3 == F(43, 90)
assert by_order[-1] == ap_a == 1

# %%
tasks.who_notices

# %%
tasks.moved_up

# %% tags=["check"]
moved = five.moved(3, to=2)
assert rt.reciprocal_rank(moved).exact == rt.reciprocal_rank(five).exact == 1
assert rt.precision(moved, k=5).exact == rt.precision(five, k=5).exact == F(3, 5)
assert rt.average_precision(moved).exact == (1 + F(2, 2) + F(3, 5)) / 3 == F(13, 15)

# %% [markdown]
# ### MAP: the mean over queries
#
# MAP is the mean of AP over the queries. The article gives the formula without numbers, so here are its own two lists as the
# answers to two queries:

# %%
rt.explore_queries({"first list": five, "hits first": examples.hits_first}, measures=["MAP"])

# %% tags=["check"]
assert (
    rt.mean(rt.average_precision, [five, examples.hits_first]).exact
    == (F(34, 45) + 1) / 2
    == F(79, 90)
)

# %% [markdown]
# ## The second list: grades
#
# Relevance can be a matter of degree. In the second list each result has a grade from 0 (least relevant) to 5 (most relevant), and
# $\mathrm{rel}_i$ is the grade at rank $i$.
#
# ## Cumulative gain: add up the grades
#
# CG@k is the sum of the first $k$ grades. Click a grade to change it, and move results: CG@5 follows the grades alone, and DCG@5 follows
# the order, too. (No result has more than 3 here, so a click gives at most 3. For the whole scale press *Your own list* and type `5 2 4 0 1`.)

# %%
graded, swapped = examples.five_graded, examples.five_graded_swapped
cg_printed = ["3", "5", "8", "8", "9"]
rt.explore(graded, measures=["CG@5", "DCG@5", "CG@2", "DCG@2"], printed=cg_printed)

# %% tags=["check"]
assert (
    compare("CG@k", cg_printed, rt.cumulative_gain(graded).at_every_k()).verdicts == ["the same"] * 5
)
assert graded.grades == [3, 2, 3, 0, 1] and swapped.grades == [2, 3, 3, 0, 1]
cg_at_k = list(rt.cumulative_gain(graded).at_every_k().exact)
assert cg_at_k == [3, 3 + 2, 3 + 2 + 3, 3 + 2 + 3 + 0, 3 + 2 + 3 + 0 + 1]

# %% [markdown]
# So CG@k ignores the order within the first $k$, as precision does. Swap the first two results, and CG@2 stays 5. DCG@2 falls from 4.26 to 3.89.

# %% tags=["check"]
both = [rt.cumulative_gain(ranking, k=2).exact for ranking in (graded, swapped)]
assert compare("CG@2", ["5", "5"], both).verdicts == ["the same"] * 2
assert both == [3 + 2, 2 + 3]
grade_orders = set(permutations([3, 2, 3, 0, 1]))
assert {rt.cumulative_gain(order).exact for order in grade_orders} == {9}
assert math.isclose(float(rt.dcg(graded, k=2)), 3 + 2 / math.log2(3))
assert math.isclose(float(rt.dcg(swapped, k=2)), 2 + 3 / math.log2(3))
assert [round(float(rt.dcg(ranking, k=2)), 2) for ranking in (graded, swapped)] == [4.26, 3.89]

# %% [markdown]
# ## DCG: lower ranks count less
#
# A grade of 3 at rank 1 is better for you than a grade of 3 at rank 2. So DCG divides the grade at rank $i$ by $\log_2(i + 1)$, which grows
# down the list, and then adds up. The article calls these divisors the penalty:

# %% jupyter={"source_hidden": true}
dcg = rt.dcg(graded)
divisors = "1  1.5849625007211563  2  2.321928094887362  2.584962500721156"
compare(
    "divisor at rank",
    divisors.split(),
    dcg.columns["discount"],
    how="To twelve digits all five are the same. But the last digit of the second one is wrong ✗: with twenty digits, log2(3) is "
    "1.58496250072115618145, so a number with 16 digits after the point must end in 1562, not in 1563.",
)

# %% tags=["check"]
assert close(dcg.columns["discount"].values, [1, math.log2(3), 2, math.log2(5), math.log2(6)])
with localcontext() as context:
    context.prec = 40
    log2_3 = Decimal(3).ln() / Decimal(2).ln()
assert str(log2_3).startswith("1.58496250072115618145") and round(log2_3, 16) == Decimal(
    "1.5849625007211562"
)
assert repr(math.log(3, 2)) == divisors.split()[1]
assert repr(math.log2(3)) == "1.584962500721156"
weights = [1 / divisor for divisor in dcg.columns["discount"].values.tolist()]
losses = [before - after for before, after in pairwise(weights)]
assert losses == sorted(losses, reverse=True)

# %% [markdown]
# In Python, `math.log(3, 2)` divides two rounded logarithms and prints the article's …1563. `math.log2(3)` doesn't: it prints `1.584962500721156`.
#
# From rank 1 to rank 2 a result loses more than at any later step. *Play* shows what each rank adds. The last of the printed numbers is
# wrong in its fourth digit. Click through them, then change a grade or move a result:

# %%
dcg_digits = ["3", "4.2618", "5.7618", "5.7618", "6.1486"]
rt.explore(graded, measures=["DCG@5"], printed=dcg_digits)

# %% jupyter={"source_hidden": true}
gains_printed = compare(
    "grade / divisor at rank",
    ["3", "1.2618", "1.5", "0", "0.3868"],
    dcg.columns["discounted gain"],
    how="The article keeps four digits and drops the rest. It writes 2 / 1.5849 = 1.2618, but with this shortened divisor you get "
    "1.2619: the printed 1.2618 comes from the full logarithm, cut afterwards.",
)
gains_printed

# %% jupyter={"source_hidden": true}
dcg_printed = compare(
    "DCG@k",
    dcg_digits,
    dcg.at_every_k(),
    how="The terms were cut before they were added: 3 + 1.2618 + 1.5 + 0 + 0.3868 = 6.1486. At k = 5 both losses together change the "
    "fourth digit. Keep all digits until the end, and round once.",
)
dcg_printed

# %% tags=["check"]
second, fourth, fifth = 2 / math.log2(3), 0 / math.log2(5), 1 / math.log2(6)
assert close(dcg.columns["discounted gain"].values, [3 / 1, second, 3 / 2, fourth, fifth])
assert [rank for rank, word in enumerate(gains_printed.verdicts, 1) if word == "cut off"] == [2, 5]
assert gains_printed.verdicts.count("the same") == 3
assert cut(2 / F("1.5849"), 4) == F("1.2619") and cut(2 / math.log2(3), 4) == F("1.2618")

at_every_k = dcg.at_every_k().values
assert close(at_every_k[:3], [3, 3 + second, 3 + second + 1.5])
assert close(at_every_k[3:], [3 + second + 1.5 + 0, 3 + second + 1.5 + 0 + fifth])
assert dcg_printed.verdicts == ["the same", "cut off", "cut off", "cut off", "off"]
assert F("3") + F("1.2618") + F("1.5") + F("0") + F("0.3868") == F("6.1486")
assert cut(float(dcg), 4) == rounded(F(float(dcg)), 4) == F("6.1487")

# %%
tasks.best_order

# %% tags=["check"]
largest = max(grade_orders, key=lambda order: float(rt.dcg(order)))
assert largest == (3, 3, 2, 1, 0)

# %% [markdown]
# ## Check yourself
#
# Take a pencil first.

# %%
tasks.alternate

# %% tags=["check"]
assert tasks.alternate.answer.exact == (F(1, 2) + F(2, 4)) / 2 == F(1, 2)

# %%
tasks.last_first

# %% tags=["check"]
assert five.moved(5, to=1).grades == [1, 1, 0, 1, 0]
assert tasks.last_first.answer.exact == (1 + F(2, 2) + F(3, 4)) / 3

# %%
tasks.worst_order

# %% tags=["check"]
worst = rt.dcg([0, 1, 2, 3, 3])
assert rt.cumulative_gain([0, 1, 2, 3, 3]).exact == rt.cumulative_gain(graded).exact == 9
assert float(worst) == min(float(rt.dcg(order)) for order in grade_orders)
assert round(float(worst), 2) == 4.08 and round(float(rt.dcg(largest)), 2) == 6.32
assert round(float(worst) / float(rt.dcg(largest)), 2) == 0.65

# %% [markdown]
# ## By hand and by library
#
# You can write both metrics in a few lines of Python. `rt.check` compares them with the library on many short lists.


# %%
def average_precision(grades, m):
    hits = [rank for rank, grade in enumerate(grades, start=1) if grade]
    return sum(i / rank for i, rank in enumerate(hits, start=1)) / m if m else 0


rt.check(average_precision, "AP")


# %%
from math import log2


def dcg_by_hand(grades):
    return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))


rt.check(dcg_by_hand, "DCG")

# %% [markdown]
# **Next:** [eight documents, eight cutoffs](02_ranking_metrics_introduction.ipynb), where you normalise DCG and cut AP.
# **All notebooks:** [the list](../README.md).
#
# **Source:** *Evaluation Metrics For Learning to Rank Problems*, 4 August 2020. It refers to Wikipedia's pages on
# [evaluation measures](https://en.wikipedia.org/wiki/Evaluation_measures_(information_retrieval)) and
# [mean reciprocal rank](https://en.wikipedia.org/wiki/Mean_reciprocal_rank).
#
# **The metrics:** precision and recall: Kent, Berry, Luehrs and Perry (1955), *Machine literature searching VIII*. The name precision:
# Cleverdon, Mills and Keen (1966), *Factors Determining the Performance of Indexing Systems*.
# F: van Rijsbergen (1979), *Information Retrieval*. RR: Kantor and Voorhees (2000), *The TREC-5 Confusion Track*.
# AP: Harman (1992), *Evaluation Issues in Information Retrieval*. CG: Järvelin and Kekäläinen (2000), *IR Evaluation Methods for
# Retrieving Highly Relevant Documents*. DCG: the same (2002), *Cumulated Gain-Based Evaluation of IR Techniques*.
