# %% [markdown]
# # Six requirements: the page says, the calculator does
#
# A requirement says what a program shall do, and some classes of its code do it. Which ones? A tool searches the code and returns, for each
# requirement, a ranked list of classes. Each true pair of requirement and class is a *traceability link*. How good are the lists?
#
# The wiki page *Rank Metrics* describes a calculator for just that: MAP, LAG, and AUC, the area under the ROC curve. It works out a single number,
# so the data here is invented. And what the page says is not always what the calculator does: both are here, side by side.
#

# %%
from fractions import Fraction as F
from itertools import product
from typing import NamedTuple

import rankteach as rt
from rankteach.classroom import question

# %% [markdown]
# ## The four inputs
#
# The program takes bookings for a bicycle workshop. It has six requirements, which are our queries:
#
# - **R1** A customer books a time for a repair.
# - **R2** A mechanic orders missing parts.
# - **R3** A customer gets a reminder the day before.
# - **R4** The program starts within two seconds.
# - **R5** An invoice lists parts and hours.
# - **R6** Only mechanics change the stock.
#
# ### 1. Ranked results
#
# The tool has read the code. What it returns are objects: a class, its package, and how many lines it has today. For each requirement there is a list of them, best first.


# %%
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

# %% [markdown]
# ### 2. Ground truth
#
# The developers wrote down the true links long ago. They noted package and name, nothing else.

# %%
truth = {
    "R1": {("booking", "Calendar"), ("booking", "Slot")},
    "R2": {("parts", "Order"), ("parts", "Supplier")},
    "R3": {("mail", "Reminder")},
    "R4": set(),  # no class in particular
    "R5": {("billing", "Invoice"), ("people", "Timesheet")},
    "R6": {("parts", "Stock"), ("people", "Login")},
}

# %% [markdown]
# ### 3. A function that says what is the same
#
# The tool's objects and the developers' notes are different things, even where they mean the same class. The page asks for a function that turns either into
# a string; two elements are the same if their strings are. The toolkit calls it `key`.


# %%
def class_id(element):
    """The full name of a class."""
    return f"{element[0]}.{element[1]}"


# %% tags=["check"]
from rankteach.classroom import compare

assert calendar != ("booking", "Calendar")
assert class_id(calendar) == class_id(("booking", "Calendar")) == "booking.Calendar"

# %% [markdown]
# ### 4. Scores
#
# How sure the tool was of each result. The page calls them relevance scores; they come from the tool, and say nothing of what is true. This input is optional; without it there is no AUC.

# %%
scores = {
    "R1": [0.9, 0.5, 0.5, 0.1],
    "R2": [0.8, 0.7, 0.4, 0.3],
    "R3": [0.6],
    "R4": [0.5, 0.3, 0.2],
    "R5": [0.7, 0.6, 0.4, 0.1],
    "R6": [0.9, 0.8, 0.2],
}

# %% [markdown]
# All four together give three numbers. The last column lists the conventions behind each; we shall come to them.

# %%
page = rt.rank_metrics(ranked, truth, key=class_id, scores=scores)
page


# %% tags=["check"]
assert list(page) == ["MAP", "LAG", "AUC"]
assert list(rt.rank_metrics(ranked, truth, key=class_id)) == ["MAP", "LAG"]  # no scores

# %% [markdown]
# ### Two wrong keys
#
# The default key is `str`. It writes the two kinds of element differently, so nothing matches, and nothing complains.
# The name without the package fails in another way: two classes are called `Order`, and both are in the list of R2.

# %%
print(str(calendar), "is not", str(("booking", "Calendar")))
by_str = rt.rank_metrics(ranked, truth, scores=scores)
for name, trace in by_str.items():
    print(name, trace.exact)

try:
    rt.rank_metrics(ranked, truth, key=lambda element: element[1])
except ValueError as error:
    print(error)

# %% [markdown]
# With `str`, MAP and AUC are 0, the worst there is. LAG is 0 too, and for LAG that is the *best* there is, as we shall see. So a 0 is first of all a reason to look at the key.
#
# ## Judged rankings
#
# With a good key each result can be marked: a true link (●) or a wrong one (○). From here on a *hit* is a true link in the list.
# A true link that is not in the list is *missed*.

# %%
lists = page.rankings
for query in lists.queries:
    ranking = lists[query]
    marks = " ".join("●" if grade else "○" for grade in ranking.grades)
    missed = ", ".join(ranking.missed_items) if ranking.missed else "-"
    print(f"{query}  {marks:8}  missed: {missed}")

r1, r2, r3, r4, r5, r6 = lists


# %% tags=["check"]
assert r1.grades == [1, 0, 1, 0] and r2.grades == [0, 1, 0, 1] and r3.grades == [1]
assert r4.grades == [0, 0, 0] and r4.relevant_total == 0  # nothing to find
assert r5.grades == [0, 0, 1, 0] and r5.missed_items == ("people.Timesheet",)
assert r6.grades == [1, 1, 0]

# %% [markdown]
# ## MAP: how early do the true links come, and do they come at all?
#
# For one requirement, average precision (AP): walk down the list, note the precision at each hit, add up, and divide by the number of all true links.
# ([Five results, step by step](01_learning_to_rank_metrics.ipynb) introduces it slowly.) R5 has two true links, and one was never retrieved:

# %%
ap = rt.average_precision(r5)
ap


# %% tags=["check"]
assert ap.exact == F(1, 3) / 2 == F(1, 6)
assert len(r5) == 4  # n
assert r5.relevant_total == 2  # m
assert list(ap.columns["hits"].exact) == [0, 0, 1, 1]  # h

# %% [markdown]
# The letters, here and below: $i$ is a rank; $n$ the length of the list; $\mathrm{rel}_i$ is 1 if there is a true link at rank $i$, else 0;
# $h_i$ the hits so far, from rank 1 to rank $i$; $m$ all true links of the requirement, retrieved or not.
# The missed link adds nothing to the sum, but it counts in $m$: that is how AP sees it.
#
# Here the page is of two minds. Its formula divides by all true links, as we just did. Its sentence above the formula takes the precision where
# something relevant was retrieved and averages "at those points": that divides by the hits. For R5 the two readings give 1/6 and 1/3.

# %%
by_hits = rt.average_precision(r5, denominator="hits")
rt.differences(ap, by_hits)


# %% tags=["check"]
assert by_hits.exact == F(1, 3) / 1 == F(1, 3)
for ranking in (r1, r2, r3, r4, r6):
    other_reading = rt.average_precision(ranking, denominator="hits")
    assert rt.average_precision(ranking).exact == other_reading.exact

# %% [markdown]
# The readings part only where something was missed: at R5, and at no other list. We follow the formula.
#
# MAP is the mean of AP over the queries: $q$ is a query, $Q$ is how many there are.

# %%
map_ = rt.mean(rt.average_precision, lists)

perfect = [[1] * len(wanted) for wanted in truth.values()]
map_


# %% tags=["check"]
assert map_.exact == (F(5, 6) + F(1, 2) + 1 + 0 + F(1, 6) + 1) / 6 == F(7, 12)
assert map_.exact == page["MAP"].exact
assert rt.mean(rt.average_precision, perfect).exact == F(5, 6)
assert rt.mean(rt.average_precision, perfect, queries="with_relevant").exact == 1

# %% [markdown]
# R4 has no true link, so its AP is 0/0, and the toolkit counts that as 0. No tool can do better on R4: with this convention
# even a perfect one has a MAP of 5/6 here. Over the queries that have a true link it has 1.
#
# ## LAG: how many wrong links stand above a true one?
#
# Somebody checks the list from the top. How many wrong links must be thrown out before the true one comes? This is the one number that the page works out: an item
# that should be at position 1 and is ranked at position 3 has lag 2.

# %%
third = rt.lag([0, 0, 1])
third


# %% tags=["check"]
assert compare("lag", "2", third).verdicts == ["the same"]

# %% [markdown]
# $w_i$ counts the wrong items so far. With several hits, LAG is the mean of their lags. (The last column is the LAG of the list cut after rank $i$.) R2 has hits at ranks 2 and 4:

# %%
r2_lag = rt.lag(r2)
r2_lag


# %% tags=["check"]
assert r2_lag.exact == F(1 + 2, 2) == F(3, 2)
assert rt.lag([1, 1, 0]).exact == 0
assert rt.lag([0] * 100 + [1]).exact == 100

# %% [markdown]
# 0 is the best: no wrong item above any hit. There is no upper bound: a true link under a hundred wrong ones has lag 100.
#
# ### Try it: LAG and AP
#
# LAG of R2 is 3/2, AP is 1/2. Move a single item so that LAG becomes 1. There are several ways: which one does AP like best?

# %%
rt.explore(r2, measures=["AP", "LAG"])

# %% jupyter={"source_hidden": true}
ways = {}
for rank, to in product(range(1, 5), repeat=2):
    after = r2.moved(rank, to=to)
    if rt.lag(after).exact == 1:
        ways[tuple(after.grades)] = rt.average_precision(after).exact
question(
    "Which single move brings LAG of R2 to 1, and which such move is best for AP?",
    answer="Swap the first two, or the last two: either way one hit has one wrong link "
    "less above it. For LAG that is the same. AP becomes 3/4 with the first swap, "
    "7/12 with the second: for AP the top of the list counts most.",
)


# %% tags=["check"]
assert rt.average_precision(r2).exact == F(1, 2)
assert ways == {
    (1, 0, 0, 1): (1 + F(2, 4)) / 2,
    (0, 1, 1, 0): (F(1, 2) + F(2, 3)) / 2,
}
assert list(ways.values()) == [F(3, 4), F(7, 12)]

# %% [markdown]
# ### Two descriptions
#
# The page describes lag twice: as the *distance* from an item's position to its ideal position, and as the number of *wrong links above* it.
# Are they the same? For one true link, yes. For several it depends on what "ideal" means.


# %%
def distances(grades, ideal):
    """How far each hit is from its ideal position."""
    ranks = [rank for rank, grade in enumerate(grades, start=1) if grade]
    return [rank - place for rank, place in zip(ranks, ideal, strict=False)]


def wrong_above(grades):
    """How many wrong items stand above each hit."""
    return [grades[:place].count(0) for place, grade in enumerate(grades) if grade]


# %% tags=["check"]
assert distances([0, 0, 1], ideal=[1]) == wrong_above([0, 0, 1]) == [2]

# %% [markdown]
# Say the ideal position of *every* true link is 1. Then the two descriptions part at R2, and even R6, where no wrong link stands above a true one, does not get 0:

# %%
for name, ranking in {"R2": r2, "R6": r6}.items():
    away, above = distances(ranking.grades, ideal=[1, 1]), wrong_above(ranking.grades)
    print(f"{name} {ranking.grades}:  to position 1: {away}  wrong ones above: {above}")


# %% tags=["check"]
assert distances(r2.grades, ideal=[1, 1]) == [1, 3] and wrong_above(r2.grades) == [1, 2]
assert distances(r6.grades, ideal=[1, 1]) == [0, 1] and wrong_above(r6.grades) == [0, 0]

# %% [markdown]
# But two items cannot both be first. "As close to the top as possible" means position 1 for the first hit, 2 for the second, $j$ for the $j$-th.
# Then the descriptions agree. Here for every list of up to seven items:

# %%
short_lists = [list(one) for n in range(1, 8) for one in product([0, 1], repeat=n)]

print(len(short_lists), "lists")


# %% tags=["check"]
for grades in short_lists:
    lags = wrong_above(grades)
    assert distances(grades, ideal=range(1, 8)) == lags
    assert rt.lag(grades).exact == (F(sum(lags), len(lags)) if lags else 0)

# %% [markdown]
# ### Per query, or pooled?
#
# Two requirements: one with hits at ranks 2 and 4, one with its only hit on top. First the mean for each query, then the mean over queries, as the page says:

# %%
two = [[0, 1, 0, 1], [1]]
per_query = rt.mean(rt.lag, two)
per_query


# %% tags=["check"]
assert per_query.exact == (F(1 + 2, 2) + 0) / 2 == F(3, 4)

# %% [markdown]
# Or throw all hits of all queries into one pool, and take one mean, as the calculator does:

# %%
pooled = rt.mean(rt.lag, two, average="pooled")
pooled


# %% tags=["check"]
assert pooled.exact == F(1 + 2 + 0, 3) == 1

# %% [markdown]
# Neither is wrong. Per query, each *requirement* counts alike; pooled, each *hit* does, and a requirement with many hits counts more. Now our six:

# %%
lag_page = rt.mean(rt.lag, lists).exact

lag_with_hits = rt.mean(rt.lag, lists, queries="with_hits").exact

lag_pooled = rt.mean(rt.lag, lists, average="pooled").exact

print("per query, all six:       ", lag_page)
print("per query, those with hits:", lag_with_hits)
print("pooled:                   ", lag_pooled)


# %% tags=["check"]
assert lag_page == (F(1, 2) + F(3, 2) + 0 + 0 + 2 + 0) / 6 == F(2, 3)
assert lag_with_hits == (F(1, 2) + F(3, 2) + 0 + 2 + 0) / 5 == F(4, 5)
assert lag_pooled == F(1 + 3 + 0 + 2 + 0, 8) == F(3, 4)

# %% [markdown]
# The surface below offers all three: unfold *Conventions*, and change the average or the queries that it counts. Then take R4 out with ×: MAP and the mean LAG both
# rise, which is better for MAP and worse for LAG.

# %%
rt.explore_queries(lists, measures=["MAP", "mean LAG", "pooled LAG", "mean AUC", "pooled AUC"], chosen="mean LAG")

# %% [markdown]
# The middle line is there because of R4. It has no hit, so its lag is 0/0, and counting that as 0 means counting it as *best*. In MAP the same 0 counts as worst.
# Pooled, R4 does not come up at all.
#
# ### What LAG does not see
#
# Links that were never retrieved. R5 missed one of its two links, and its lag, 2, is that of the other. One can ask the toolkit to put missed links
# after the whole list instead, with all wrong items above them:

# %%
after_list = rt.lag(r5, missed="after_list")
after_list


# %% tags=["check"]
assert rt.lag(r5).exact == 2
assert after_list.exact == F(2 + 3, 2) == F(5, 2)

assert rt.lag(r1).exact == F(1, 2) and rt.lag(r1, k=1).exact == 0
assert rt.recall(r1).exact == 1 and rt.recall(r1, k=1).exact == F(1, 2)

# %% [markdown]
# Why it matters: a tool can improve its LAG by returning less. Cut R1 after its first result, and its lag falls from 1/2 to 0. Recall shows the price: it falls from 1 to 1/2.
#
# ## ROC: what does each threshold let through?
#
# Now the scores come in. Accept every link with a score of at least some threshold: which share of the true links is accepted, and which share of the wrong ones?
# The first is the true positive rate, $\mathrm{TPR} = \mathrm{TP} / (\mathrm{TP} + \mathrm{FN})$; the second the false positive rate, $\mathrm{FPR} = \mathrm{FP} / (\mathrm{FP} + \mathrm{TN})$.
# TP are the true links above the threshold and FN those below; FP are the wrong links above and TN those below.
#
# R1 has four results and three thresholds, because two scores are tied:

# %%
r1_auc = rt.roc_auc(r1)
r1_auc

# %% [markdown]
# The rows of the first table are thresholds: $t$ is the number of a threshold, $T$ the number of the last one, and $i(t)$ the last rank above it.
# Above the last threshold is everything, so $\mathrm{TP}_T$ is all hits in the list and $\mathrm{FP}_T$ all others. In the second table $f_i$ counts the wrong ones so far ("false alarms").
#
# ### The curve, and the area under it
#
# Each threshold is a point, TPR over FPR; the table above has the numbers. The tied pair passes the second threshold together, one true and one wrong: a slanted step.
# The area under the curve is AUC, added up from trapezoids.

# %%
tp, fp, tpr, fpr = (r1_auc.columns[name].exact for name in ("TP", "FP", "TPR", "FPR"))


# %% tags=["check"]
assert list(tp) == [1, 2, 2] and list(fp) == [0, 1, 2]
for t in range(3):
    fn, tn = 2 - tp[t], 2 - fp[t]  # R1 has two true links and two wrong ones
    assert tpr[t] == F(tp[t], tp[t] + fn) and fpr[t] == F(fp[t], fp[t] + tn)

assert r1_auc.exact == F(1, 2) * (F(1, 2) + 1) / 2 + F(1, 2) * (1 + 1) / 2 == F(7, 8)
_ = rt.plots.roc(r1, label="R1")

# %% [markdown]
# ### The same number, by pairs
#
# The area has a simpler meaning. Take a true link and a wrong one: does the true one have the higher score? A point if it does, half a point for a tie.
# AUC is the share of points. In the table $(p, q)$ is such a pair with the scores $s_p$ and $s_q$; a bracket such as $[s_p > s_q]$ is 1 if what stands in it is true, else 0.

# %%
by_pairs = rt.roc_auc(r1, form="pairs")

by_pairs


# %% tags=["check"]
assert by_pairs.exact == (1 + 1 + F(1, 2) + 1) / 4 == F(7, 8) == r1_auc.exact

for grades in short_lists:
    tied = rt.Ranking(grades, scores=[2, 2, *range(1, -6, -1)][: len(grades)])
    for ranking in (rt.Ranking(grades), tied):
        assert rt.roc_auc(ranking).exact == rt.roc_auc(ranking, form="pairs").exact

# %% [markdown]
# That the two are equal is no accident of R1: the cell has checked it for all our short lists, with and without a tie between the first two.
#
# 1 means that all true links stand above all wrong ones, 0 that all stand below. 1/2 is what all orders give on average, so a tool that guesses has that.
# Where a list has only one kind there is no pair, and the toolkit counts 0/0 as 0. So it is for R3 and R4.

# %%
each = {query: rt.roc_auc(lists[query]).exact for query in lists.queries}
print("  ".join(f"{query}: {value}" for query, value in each.items()))


# %% tags=["check"]
assert list(each.values()) == [F(7, 8), F(1, 4), 0, 0, F(1, 3), 1]
assert set(r3.grades) == {1} and set(r4.grades) == {0}

orders = [grades for grades in product([0, 1], repeat=4) if sum(grades) == 2]
assert sum(rt.roc_auc(order).exact for order in orders) / len(orders) == F(1, 2)
assert rt.roc_auc([1, 1, 0, 0]).exact == 1 and rt.roc_auc([0, 0, 1, 1]).exact == 0

# %% [markdown]
# ### Ties
#
# Half a point for a tie is a decision. The calculator does not group tied scores: it takes them one by one, in the order in which they came in.
# As R1 came in, the wrong one of the tied pair is ahead; it could as well be the other way round.

# %%
exchanged = r1.moved(3, to=2)

as_given = rt.roc_auc(r1, ties="input_order").exact
other_way = rt.roc_auc(exchanged, ties="input_order").exact
print(f"half a point: {r1_auc.exact}   as given: {as_given}   exchanged: {other_way}")


# %% tags=["check"]
assert exchanged.scores == r1.scores == (0.9, 0.5, 0.5, 0.1)

assert as_given == F(1 + 1 + 0 + 1, 4) == F(3, 4)
assert other_way == F(1 + 1 + 1 + 1, 4) == 1
assert (as_given + other_way) / 2 == r1_auc.exact == rt.roc_auc(exchanged).exact

# %% [markdown]
# Same tool, same scores, and 3/4 or 1 as the input order happens to be. Half a point is the mean of the two, and does not depend on the order.
#
# ### Per query, or one curve for all?
#
# The mean of the six values above is 59/144, below 1/2: R3 and R4, which have no pairs, drag it down. The calculator takes another way, and the toolkit follows
# (the page does not say): the results of all queries go into one list, by their scores, and have one curve.

# %%
pooled_auc = rt.mean(rt.roc_auc, lists, average="pooled")

found = pooled_auc.columns
labels = pooled_auc.axis.labels()["threshold"]
print("score  TPR    FPR")
for label, tp, fp in zip(labels, found["TP"].exact, found["FP"].exact, strict=True):
    print(f"{label:5}  {tp}/8   {fp:2}/11")
everything = lists.pooled()


# %% tags=["check"]
mean_auc = rt.mean(rt.roc_auc, lists)
assert mean_auc.exact == (F(7, 8) + F(1, 4) + 0 + 0 + F(1, 3) + 1) / 6 == F(59, 144)
assert mean_auc.exact < F(1, 2) < (F(7, 8) + F(1, 4) + F(1, 3) + 1) / 4  # without R3, R4
assert pooled_auc.exact == page["AUC"].exact == F(135, 176)

assert list(found["TPR"].exact) == [F(tp, 8) for tp in found["TP"].exact]
assert list(found["FPR"].exact) == [F(fp, 11) for fp in found["FP"].exact]
_ = rt.plots.roc(everything, label="six requirements")

# %% [markdown]
# One curve asks more: the scores must mean the same for every requirement. Two small lists, both perfect, but the second has lower scores throughout:

# %%
high = rt.Ranking([1, 0], scores=[0.9, 0.8])
low = rt.Ranking([1, 0], scores=[0.3, 0.2])
alone = rt.mean(rt.roc_auc, [high, low]).exact
together = rt.mean(rt.roc_auc, [high, low], average="pooled").exact

print(f"per query: {alone}   one curve: {together}")


# %% tags=["check"]
assert alone == F(1 + 1, 2) == 1 and together == F(1 + 1 + 0 + 1, 4) == F(3, 4)

# %% [markdown]
# The true link with 0.3 stands below the wrong one with 0.8, though nobody ever compares the two.
#
# ### What AUC does not see
#
# Missed links, again: only what is in the list is on the curve. And AUC is easily pleased. Put twelve more wrong links at the end of R2, where nobody looks, and AUC rises
# from 1/4 to 25/28, because each of them is one more that both true links stand above. AP and LAG stay as they are.

# %% tags=["check"]
longer = rt.Ranking([*r2.grades] + [0] * 12)
assert rt.roc_auc(r2).exact == F(1, 2 * 2) == F(1, 4)
assert rt.roc_auc(longer).exact == F(1 + 2 * 12, 2 * 14) == F(25, 28)
assert rt.average_precision(longer).exact == rt.average_precision(r2).exact == F(1, 2)
assert rt.lag(longer).exact == rt.lag(r2).exact == F(3, 2)
assert rt.roc_auc(r5).exact == rt.roc_auc(r5.grades).exact  # without the missed link

# %% [markdown]
# ### Try it
#
# All results of the six requirements in one list. Somebody wants three quarters of the true links in it accepted, with as few wrong ones as can be.
# Move the threshold until TPR is 3/4. Which score is it, and what is FPR then?

# %%
rt.explore_curve(everything, threshold=1)

# %% jupyter={"source_hidden": true}
question(
    "At which score is TPR 3/4, and what is FPR there?",
    answer="At 0.5: TPR is 6/8 and FPR 5/11. One threshold before: 5/8 and 3/11.",
)


# %% tags=["check"]
explorer = rt.explore_curve(everything, threshold=5)
assert labels[4] == 0.5
assert explorer.point["TPR"] == F(6, 8) == F(3, 4) and explorer.point["FPR"] == F(5, 11)
explorer.threshold = 4
assert explorer.point["TPR"] == F(5, 8) and explorer.point["FPR"] == F(3, 11)

# %% [markdown]
# ## The page says, the calculator does
#
# On the same data, the three places side by side:


# %%
def evaluate(convention, results=ranked, **more):
    """All metrics of the bicycle workshop."""
    return rt.rank_metrics(results, truth, key=class_id, convention=convention, **more)


calculator = evaluate("calculator", scores=scores)

print("     the page says      the calculator does")
for name in page:
    print(f"{name}  {page[name].shown:18} {calculator[name].shown}")


# %% tags=["check"]
assert [trace.exact for trace in page.values()] == [F(7, 12), F(2, 3), F(135, 176)]
assert [trace.exact for trace in calculator.values()] == [F(11, 15), F(3, 4), F(17, 22)]
assert all(calculator[name].exact > page[name].exact for name in page)

# %% [markdown]
# Nothing about the tool has changed, only the way to calculate. All three numbers went up, and for LAG up is worse.
#
# **MAP.** The calculator divides AP by the hits, not by all true links: the missed link of R5 costs nothing. And it divides by the queries that have
# a hit, not by all: R4 is left out. One step at a time:

# %%
choices = list(product(["relevant", "hits"], ["all", "with_hits"]))
for below, which in choices:
    other = rt.mean(rt.average_precision, lists, denominator=below, queries=which)
    print(f"AP divided by: {below:8}  queries: {which:9}  MAP = {other.exact}")


# %% tags=["check"]
aps = [F(5, 6), F(1, 2), F(1), F(1, 3), F(1)]  # by the hits, where there are any
lower = sum(aps) - F(1, 3) + F(1, 6)  # R5 by all its true links
expected = [lower / 6, lower / 5, sum(aps) / 6, sum(aps) / 5]
means = [rt.mean(rt.average_precision, lists, denominator=below, queries=which).exact for below, which in choices]
assert means == expected == [F(7, 12), F(7, 10), F(11, 18), F(11, 15)]

# %% [markdown]
# The last one is the calculator's. Its trace, where $c_q$ is 1 for a query that counts and 0 for one that does not:

# %%
calculator["MAP"]

# %% [markdown]
# R4 may be left out in good conscience: there was nothing to find. But a query with true links *none* of which was retrieved is left out too.
# Take away both hits of R2, and the calculator's MAP rises:

# %%
worse = {**ranked, "R2": [bill_order, slot]}
for name, before in {"page": page, "calculator": calculator}.items():
    after = evaluate(name, worse)
    print(f"{name:10}  {before['MAP'].exact} -> {after['MAP'].exact}")


# %% tags=["check"]
assert evaluate("page", worse)["MAP"].exact == (lower - F(1, 2)) / 6 == F(1, 2) < F(7, 12)
rises_to = evaluate("calculator", worse)["MAP"].exact
assert rises_to == (sum(aps) - F(1, 2)) / 4 == F(19, 24) > F(11, 15)

# %% [markdown]
# **LAG.** Per query, says the page; pooled over all hits, does the calculator. Neither would notice if the developers had never written down the missed link.

# %% tags=["check"]
assert page["LAG"].exact == lag_page and calculator["LAG"].exact == lag_pooled

forgotten = {**truth, "R5": {("billing", "Invoice")}}
for name, before in {"page": page, "calculator": calculator}.items():
    after = rt.rank_metrics(ranked, forgotten, key=class_id, convention=name)
    assert after["LAG"].exact == before["LAG"].exact

# %% [markdown]
# **AUC.** The page does not speak of ties. But its curve has a point for each threshold, and equal scores pass a threshold together. The calculator takes them one by one,
# so the order of the queries decides. The same six requirements from the last to the first:

# %%
backwards = dict(reversed(ranked.items()))
for name, before in {"page": page, "calculator": calculator}.items():
    after = evaluate(name, backwards, scores=scores)
    print(f"{name:10}  {before['AUC'].exact} -> {after['AUC'].exact}")


# %% tags=["check"]
assert list(backwards) == ["R6", "R5", "R4", "R3", "R2", "R1"]

assert evaluate("page", backwards, scores=scores)["AUC"].exact == F(135, 176)
assert calculator["AUC"].exact == F(68, 88)  # 8 hits, 11 others: 88 pairs
assert evaluate("calculator", backwards, scores=scores)["AUC"].exact == F(66, 88)

nothing = rt.rank_metrics([["a"]], [set()], convention="calculator")
for name in ("MAP", "LAG"):
    assert nothing[name].exact == 0 and "0/0 counts as 0" in nothing[name].conventions

# %% [markdown]
# One more difference is not in the table. Where no query has any true link, the calculator's answer is NaN, "not a number". The toolkit counts 0/0 as 0, and its header says so.
#
# **One set for all queries.** The page calls the ground truth "a set of items", one set. That works too, if each string says which requirement it belongs to. But a missed link
# is then in no list, and nothing says whose it is: it cannot count against R5, and AP by "all" true links is AP by the hits.


# %%
def links(found_by_query):
    """For each query the full names of its classes, with the query in front."""
    return {q: [f"{q}: {class_id(one)}" for one in found_by_query[q]] for q in ranked}


one_set = rt.rank_metrics(links(ranked), set().union(*links(truth).values()))
print("in no list:", *one_set.unassigned)
print("MAP:", one_set["MAP"].exact)


# %% tags=["check"]
assert one_set.unassigned == ("R5: people.Timesheet",)
assert one_set["MAP"].exact == sum(aps) / 6 == F(11, 18)

# %% [markdown]
# ## Two projects
#
# A second project is small: two requirements, three true links, plain strings for its classes, so the default key will do. The tool got everything right.

# %%
seeds = rt.rank_metrics(
    {"S1": ["Seed", "Bed"], "S2": ["Loan", "Member", "Bed"]},
    {"S1": {"Seed"}, "S2": {"Loan", "Member"}},
    scores={"S1": [0.9, 0.3], "S2": [0.8, 0.7, 0.2]},
)


# %% tags=["check"]
assert [trace.exact for trace in seeds.values()] == [1, 0, 1]  # MAP, LAG, AUC
assert seeds.size == 3 and page.size == 9  # true links

# %% [markdown]
# How good is the tool over both? Either each project counts alike (the *macro* average), or each by its size, which is the number of its true links.
# Below the values is the weighted MAP in full; there $p$ is a project, $P$ is how many there are, and $s_p$ is the size.

# %%
projects = {"workshop": page, "seeds": seeds}
macro = rt.aggregate(projects)
weighted = rt.aggregate(projects, weights="size")

print("     workshop  seeds  macro    weighted")
for name in macro:
    one, other = page[name].exact, seeds[name].exact
    alike, by_size = macro[name].exact, weighted[name].exact
    print(f"{name}  {one!s:8}  {other!s:5}  {alike!s:7}  {by_size}")
weighted["MAP"]


# %% tags=["check"]
assert weighted["MAP"].exact == (9 * F(7, 12) + 3 * 1) / 12 == F(11, 16)

# %% [markdown]
# Weighted, the workshop counts three times as much as the seeds. Macro, three easy links count as much as nine others.
# Report the values of the projects beside either, and say which it is.
#
# ## Check yourself
#
# Work it out on paper, then open the answer.

# %% jupyter={"source_hidden": true}
late = rt.lag([0, 1, 1])
question("Of three results, the last two are true links. What is LAG?", answer=late)


# %% tags=["check"]
assert late.exact == F(1 + 1, 2) == 1

# %% jupyter={"source_hidden": true}
first_only = {query: results[:1] for query, results in ranked.items()}
cut = {name: evaluate(name, first_only) for name in ("page", "calculator")}
question(
    "The tool now returns only the first result for each requirement. "
    "What become of LAG and MAP, by the page and by the calculator?",
    answer="LAG is 0 both ways, as if perfect: above the hits that are left is nothing. "
    "By the page, MAP falls from 7/12 to (1/2 + 0 + 1 + 0 + 0 + 1/2)/6 = 1/3. "
    "By the calculator it is 1: three requirements have a hit, each on top, "
    "and all that is missing is left out.",
)


# %% tags=["check"]
assert cut["page"]["LAG"].exact == cut["calculator"]["LAG"].exact == 0
fallen = (F(1, 2) + 0 + 1 + 0 + 0 + F(1, 2)) / 6
assert cut["page"]["MAP"].exact == fallen == F(1, 3) and page["MAP"].exact == F(7, 12)
assert cut["calculator"]["MAP"].exact == F(1 + 1 + 1, 3) == 1

# %% jupyter={"source_hidden": true}
question(
    "A broken tool gives all four results of R2 the same score. What is AUC?",
    answer="1/2: every pair is tied, half a point each. If the input order decides, "
    "it is 1/4 as R2 came in, and could have been anything from 0 to 1.",
)


# %% tags=["check"]
same_scores = [0.5, 0.5, 0.5, 0.5]
flat = rt.Ranking(r2.grades, scores=same_scores)
assert rt.roc_auc(flat).exact == F(1, 2)
assert rt.roc_auc(flat, ties="input_order").exact == F(1, 4)
for hits, value in {(1, 1, 0, 0): 1, (0, 0, 1, 1): 0}.items():
    other_order = rt.Ranking(hits, scores=same_scores)
    assert rt.roc_auc(other_order, ties="input_order").exact == value

# %% jupyter={"source_hidden": true}
question(
    "On [0, 1, 0, 1] and [1], LAG was larger pooled than per query. Is it always?",
    answer="No. On [0, 1] and [1, 1, 1] it is 1/4 pooled and 1/2 per query: "
    "now the better list has more hits, and counts more.",
)


# %% tags=["check"]
mixed = [[0, 1], [1, 1, 1]]
assert rt.mean(rt.lag, mixed).exact == F(1 + 0, 2) == F(1, 2)
assert rt.mean(rt.lag, mixed, average="pooled").exact == F(1 + 0 + 0 + 0, 4) == F(1, 4)

# %% [markdown]
# ## By hand and by library
#
# Everything once more in plain Python, from the four inputs. First as the page says:

# %%
marked, true_counts, scored = [], [], []
for query, results in ranked.items():
    wanted = {class_id(element) for element in truth[query]}
    hits = [class_id(element) in wanted for element in results]
    marked.append(hits)
    true_counts.append(len(wanted))
    scored += zip(scores[query], hits, strict=True)


def precisions(hits):
    """The precision at each hit."""
    ranks = [rank for rank, hit in enumerate(hits, start=1) if hit]
    return [F(sum(hits[:rank]), rank) for rank in ranks]


def mean(values):
    """Their sum divided by their number; 0 if there are none."""
    return F(sum(values), len(values)) if values else F(0)


# %%
pairs = zip(marked, true_counts, strict=True)
aps_by_hand = [sum(precisions(hits)) / count if count else F(0) for hits, count in pairs]

true_scores = [score for score, hit in scored if hit]
wrong_scores = [score for score, hit in scored if not hit]
pairs = product(true_scores, wrong_scores)
points = [F(1, 2) if one == other else F(one > other) for one, other in pairs]

by_page = {
    "MAP": mean(aps_by_hand),
    "LAG": mean([mean(wrong_above(hits)) for hits in marked]),
    "AUC": mean(points),
}
for name, value in by_page.items():
    print(f"{name}  by hand {value!s:8} library {page[name].exact}")

# %% [markdown]
# Then as the calculator does. Its last line is worth a thought: a true link with three wrong ones above it stands above all others, so the lags in the one long list give its AUC.

# %%
in_order = sorted(scored, key=lambda pair: -pair[0])  # equal scores stay in their order
one_list = [hit for _, hit in in_order]
wrong = one_list.count(False)

by_calculator = {
    "MAP": mean([mean(precisions(hits)) for hits in marked if any(hits)]),
    "LAG": mean([lag for hits in marked for lag in wrong_above(hits)]),
    "AUC": mean([F(wrong - lag, wrong) for lag in wrong_above(one_list)]),
}
for name, value in by_calculator.items():
    print(f"{name}  by hand {value!s:6} library {calculator[name].exact}")

# %% [markdown]
# **Next:** [which measure when?](04_ranked_evaluation_review.ipynb), or more conventions that change a number: [same name, different number](../reference/conventions.ipynb).
#
# **Back to:** [five results](01_learning_to_rank_metrics.ipynb), [eight documents](02_ranking_metrics_introduction.ipynb) or [the start](../00_start_here.ipynb).
