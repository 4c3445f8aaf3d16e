# %% [markdown]
# # Six requirements: the page says, the calculator does
#
# A requirement says what a program must do, and some classes of its code do it. A tool reads the code and returns a ranked list of classes for
# each requirement. Each true pair of requirement and class is a *traceability link*. How good are the lists?
#
# The wiki page *Rank Metrics* describes a calculator for ranked lists: MAP, LAG, the ROC curve and AUC. Here you play with all four. The page
# and the calculator, a program by the page's author, don't always agree: you'll see where, and how much it changes. (What its program does was read
# from its code; `rt.rank_metrics(..., convention="calculator")` calculates as it did then.)
#
# **50 minutes.** Run each cell with `Shift`+`Enter`; then the lists come alive and the questions listen.
# Click the dots of a folded cell to see its code.
#
# **New to a metric?** The lessons teach each one slowly: [average precision](../lessons/03_average_precision.ipynb),
# [MAP](../lessons/07_many_queries.ipynb), [ROC and AUC](../lessons/08_thresholds.ipynb), [LAG](../lessons/e1_lag.ipynb). The
# [glossary](../glossary.md) explains the words.

# %%
from tasks import rank_metrics as tasks
from tasks.rank_metrics import class_id, ranked, scores, truth

import rankteach as rt
from rankteach.classroom import switch

page = rt.rank_metrics(ranked, truth, key=class_id, scores=scores)
lists = page.rankings
rt.explore_queries(lists, measures=["MAP", "mean LAG", "pooled LAG", "pooled AUC"])

# %% tags=["check"]
from fractions import Fraction as F
from itertools import product

from rankteach.classroom import compare

r1, r2, r3, r4, r5, r6 = lists
assert list(page) == ["MAP", "LAG", "AUC"]
assert list(rt.rank_metrics(ranked, truth, key=class_id)) == ["MAP", "LAG"]  # no scores
assert r1.grades == [1, 0, 1, 0] and r2.grades == [0, 1, 0, 1] and r3.grades == [1]
assert r4.grades == [0, 0, 0] and r4.relevant_total == 0  # nothing to find
assert r5.grades == [0, 0, 1, 0] and r5.missed_items == ("people.Timesheet",)
assert r6.grades == [1, 1, 0]

# %% [markdown]
# These are the six lists for a bicycle workshop's booking program. (The page prints one number only, so the data is invented.)
#
# - **R1** A customer books a time for a repair.
# - **R2** A mechanic orders missing parts.
# - **R3** A customer gets a reminder the day before.
# - **R4** The program starts within two seconds. (No class in particular does this.)
# - **R5** An invoice lists parts and hours. (The tool never found *people.Timesheet*.)
# - **R6** Only mechanics change the stock.
#
# A *hit* is a true link in a list. Click a label and watch all means follow.
#
# ## The four inputs
#
# The page's calculator takes four inputs. Here is what each contains for R2:

# %%
print("1. ranked results:", *ranked["R2"], sep="\n   ")
print("2. ground truth:", *sorted(truth["R2"]), sep="\n   ")
print("3. key:", class_id(ranked["R2"][0]), class_id(("parts", "Order")), sep="\n   ")
print("4. scores:", *scores["R2"], sep="\n   ")

# %% [markdown]
# 1. **Ranked results**: a list of objects for each query, best first.
# 2. **Ground truth**: the true links, as the developers wrote them down.
# 3. **A function that turns each element into a string**: two elements are the same if their strings are. rankteach calls it `key`.
# 4. **Scores** (optional): how sure the tool was of each result. The page says that they let the calculator use degrees of relevance. But they
#    come from the tool, don't say what is true, and only their order counts. Without them you get no ROC curve and no AUC.
#
# The right key matters. With `key=str`, nothing matches, and MAP, LAG and AUC are all 0. With the class name
# alone, rankteach raises an error: R2 contains `Order` twice, because two packages have a class of this name.

# %% tags=["check"]
calendar = tasks.calendar
assert calendar != ("booking", "Calendar")
assert class_id(calendar) == class_id(("booking", "Calendar")) == "booking.Calendar"
by_str = rt.rank_metrics(ranked, truth, key=str, scores=scores)
assert [trace.exact for trace in by_str.values()] == [0, 0, 0]
try:
    rt.rank_metrics(ranked, truth, key=lambda element: element[1])
except ValueError as error:
    message = str(error)
assert "Order" in message

# %%
tasks.wrong_key

# %% [markdown]
# ## MAP: how early do the true links come, and do they come at all?
#
# For one requirement, AP walks down the list, notes the precision at each hit, adds up, and divides by the number of all true links.

# %%
tasks.found_late

# %%
rt.explore(lists["R5"], measures=["AP", 'AP(denominator="hits")'])

# %% tags=["check"]
ap = rt.average_precision(r5)
assert ap.exact == F(1, 3) / 2 == F(1, 6)
by_hits = rt.average_precision(r5, denominator="hits")
assert by_hits.exact == F(1, 3) / 1 == F(1, 3)
assert tasks.found_late.answer.exact == (F(1, 3) + F(2, 5)) / 2 == F(11, 30)
assert tasks.other_swap.answer.exact == F(7, 12)
for ranking in (r1, r2, r3, r4, r6):
    other_reading = rt.average_precision(ranking, denominator="hits")
    assert rt.average_precision(ranking).exact == other_reading.exact

# %% [markdown]
# In the formulas, $i$ is a rank, $\mathrm{rel}_i$ is 1 if there is a true link at rank $i$ and 0 if not, $h_i$ counts the hits down to rank $i$, $m$ is
# the number of all true links of the requirement, and $n$ is the length of the list. The link that was not retrieved adds nothing to the sum, but
# it counts in $m$.
#
# The page contradicts itself here. Its formula divides by all true links (1/6 for R5). Its sentence averages the precision "at those points" where
# something relevant was retrieved, so it divides by the hits (1/3). The two differ only if a true link is missing from the list, here
# only at R5. We follow the formula.
#
# MAP is the mean of AP over the queries, 7/12 in the first live view. R4 has no true link, so its AP is 0/0, and rankteach counts 0/0 as
# 0. So even a perfect tool gets a MAP of 5/6 here. If you count only the queries with a true link, it gets 1.

# %% tags=["check"]
map_ = rt.mean(rt.average_precision, lists)
perfect = [[1] * len(wanted) for wanted in truth.values()]
assert map_.exact == (F(5, 6) + F(1, 2) + 1 + 0 + F(1, 6) + 1) / 6 == F(7, 12)
assert map_.exact == page["MAP"].exact
assert rt.mean(rt.average_precision, perfect).exact == F(5, 6)
assert rt.mean(rt.average_precision, perfect, queries="with_relevant").exact == 1

# %% [markdown]
# ## LAG: how many wrong links are above a true one?
#
# You check the list from the top. How many wrong links do you throw out before you reach a true one? The page works out one number: an item
# that should be at position 1 and is ranked at position 3 has lag 2. Here it is: two wrong links are above it. Move it up, and LAG falls to 1 and to 0.

# %%
expected_first = rt.Ranking([0, 0, 1], items=["parts.Stock", "parts.Supplier", "billing.Invoice"])
rt.explore(expected_first, measures=["LAG"])

# %% [markdown]
# With several hits, LAG is the mean of their lags. 0 is best: no wrong link is above any hit. There is no upper bound.
# R2 has hits at ranks 2 and 4, so LAG is (1 + 2)/2. Bring it to 1, and AP to 3/4, with a single move:

# %%
rt.explore(lists["R2"], measures=["LAG", "AP"], **tasks.lag_down)

# %% tags=["check"]
moved_up = [expected_first, expected_first.moved(3, to=2), expected_first.moved(3, to=1)]
assert [rt.lag(each).exact for each in moved_up] == [3 - 1, 1, 0] == [2, 1, 0]
assert compare("lag", "2", rt.lag(expected_first)).verdicts == ["the same"]
assert rt.lag(r2).exact == F(1 + 2, 2) == F(3, 2)
assert rt.lag([1, 1, 0]).exact == 0
assert rt.lag([0] * 100 + [1]).exact == 100
assert rt.average_precision(r2).exact == F(1, 2)
ways = {}
for rank, to in product(range(1, 5), repeat=2):
    after = r2.moved(rank, to=to)
    if rt.lag(after).exact == 1:
        ways[tuple(after.grades)] = rt.average_precision(after).exact
assert ways == {
    (1, 0, 0, 1): (1 + F(2, 4)) / 2,
    (0, 1, 1, 0): (F(1, 2) + F(2, 3)) / 2,
}
assert list(ways.values()) == [F(3, 4), F(7, 12)]

# %%
tasks.other_swap

# %% [markdown]
# ### Two descriptions
#
# The page describes lag twice: as the *distance* to an item's ideal position, and as the number of *wrong links above* it. For one true link they
# are the same. For several, it depends on what "ideal" means:
#
# | | hits at ranks | distance to position 1 | distance to positions 1, 2, … | wrong links above |
# |---|---|---|---|---|
# | R2 | 2, 4 | 1, 3 | 1, 2 | 1, 2 |
# | R6 | 1, 2 | 0, 1 | 0, 0 | 0, 0 |
#
# Two items can't both be first. If the ideal position of the first hit is 1, of the second 2, and so on ("as close to the top as possible"), the
# two descriptions always agree: above the second hit, say, every item but the first hit is wrong.


# %% tags=["check"]
def distances(grades, ideal):
    """How far each hit is from its ideal position."""
    ranks = [rank for rank, grade in enumerate(grades, start=1) if grade]
    return [rank - place for rank, place in zip(ranks, ideal, strict=False)]


def wrong_above(grades):
    """How many wrong items are above each hit."""
    return [grades[:place].count(0) for place, grade in enumerate(grades) if grade]


assert distances([0, 0, 1], ideal=[1]) == wrong_above([0, 0, 1]) == [2]
assert distances(r2.grades, ideal=[1, 1]) == [1, 3] and wrong_above(r2.grades) == [1, 2]
assert distances(r6.grades, ideal=[1, 1]) == [0, 1] and wrong_above(r6.grades) == [0, 0]
assert distances(r2.grades, ideal=[1, 2]) == [1, 2] and distances(r6.grades, ideal=[1, 2]) == [0, 0]

short_lists = [list(one) for n in range(1, 8) for one in product([0, 1], repeat=n)]
for grades in short_lists:
    lags = wrong_above(grades)
    assert distances(grades, ideal=range(1, 8)) == lags
    assert rt.lag(grades).exact == (F(sum(lags), len(lags)) if lags else 0)

# %% [markdown]
# ### Per query, or pooled?
#
# The page takes the mean lag of each query, and then the mean over the queries. The calculator puts all hits of all queries into one pool and takes
# one mean. Per query, each *requirement* counts the same. Pooled, each *hit* does. Two small lists show the difference:

# %%
rt.explore_queries(
    {"A": [0, 1, 0, 1], "B": [1]}, measures=["mean LAG", "pooled LAG"], chosen="pooled LAG"
)

# %% tags=["check"]
two = [[0, 1, 0, 1], [1]]
assert rt.mean(rt.lag, two).exact == (F(1 + 2, 2) + 0) / 2 == F(3, 4)
assert rt.mean(rt.lag, two, average="pooled").exact == F(1 + 2 + 0, 3) == 1
lag_page = rt.mean(rt.lag, lists).exact
lag_with_hits = rt.mean(rt.lag, lists, queries="with_hits").exact
lag_pooled = rt.mean(rt.lag, lists, average="pooled").exact
assert lag_page == (F(1, 2) + F(3, 2) + 0 + 0 + 2 + 0) / 6 == F(2, 3)
assert lag_with_hits == (F(1, 2) + F(3, 2) + 0 + 2 + 0) / 5 == F(4, 5)
assert lag_pooled == F(1 + 3 + 0 + 2 + 0, 8) == F(3, 4)

# %%
tasks.other_way

# %% [markdown]
# For the six requirements, LAG is 2/3 per query and 3/4 pooled. R4 has no hit, so its lag is 0/0. Counting that as 0 counts it as *best*, while in MAP
# the same 0 counts as worst. Over the five requirements with a hit, LAG is 4/5 per query. Take R4 out in the first live view with ×: MAP and mean
# LAG both rise, which is better for MAP and worse for LAG.
#
# ### What LAG doesn't see
#
# LAG ignores links that were not retrieved. The lag of R5 is 2, from its one hit. If you put the missing link below the whole list
# (`missed="after_list"`), it is (2 + 3)/2. So a tool can improve its LAG by returning less: cut R1 after its first result, and LAG falls
# from 1/2 to 0. Recall shows the price, because it falls from 1 to 1/2.

# %% tags=["check"]
assert rt.lag(r5).exact == 2
assert rt.lag(r5, missed="after_list").exact == F(2 + 3, 2) == F(5, 2)
assert rt.lag(r1).exact == F(1, 2) and rt.lag(r1, k=1).exact == 0
assert rt.recall(r1).exact == 1 and rt.recall(r1, k=1).exact == F(1, 2)

# %%
tasks.last_two

# %% [markdown]
# ## ROC and AUC: what does each threshold let through?
#
# Now the scores come in. Accept every link with a score at or above a threshold. The true positive rate (TPR, or recall) is the fraction of the true
# links that you accept, TP / (TP + FN). The false positive rate (FPR) is the fraction of the wrong links that you accept, FP / (FP + TN). Each
# threshold is a point of the ROC curve, TPR over FPR: the curve shows how well the scores separate true links from wrong ones.
#
# AUC is the area under this curve, $\int_0^1 \mathrm{TPR}\; d\,\mathrm{FPR}$: 1 means that every true link has a higher score than every wrong one, 0 the
# opposite, and a tool that guesses gets 1/2 on average. Move the threshold of R1. Its tied pair passes together, so the curve rises
# in a slanted step:

# %%
rt.explore_curve(lists["R1"], threshold=1)

# %% tags=["check"]
r1_auc = rt.roc_auc(r1)
tp, fp, tpr, fpr = (r1_auc.columns[name].exact for name in ("TP", "FP", "TPR", "FPR"))
assert list(tp) == [1, 2, 2] and list(fp) == [0, 1, 2]
for t in range(3):
    fn, tn = 2 - tp[t], 2 - fp[t]  # R1 has two true links and two wrong ones
    assert tpr[t] == F(tp[t], tp[t] + fn) and fpr[t] == F(fp[t], fp[t] + tn)
assert r1_auc.exact == F(1, 2) * (F(1, 2) + 1) / 2 + F(1, 2) * (1 + 1) / 2 == F(7, 8)

# %% [markdown]
# ### The same number, by pairs
#
# Take a true link $p$ and a wrong one $q$. The pair gets a point if the true one has the higher score $s$, and half a point for a tie. AUC is the
# fraction of all points.

# %%
rt.step_through(rt.roc_auc(lists["R1"], form="pairs"))

# %% tags=["check"]
by_pairs = rt.roc_auc(r1, form="pairs")
assert by_pairs.exact == (1 + 1 + F(1, 2) + 1) / 4 == F(7, 8) == r1_auc.exact
for grades in short_lists:
    tied = rt.Ranking(grades, scores=[2, 2, *range(1, -6, -1)][: len(grades)])
    for ranking in (rt.Ranking(grades), tied):
        assert rt.roc_auc(ranking).exact == rt.roc_auc(ranking, form="pairs").exact

each = {query: rt.roc_auc(lists[query]).exact for query in lists.queries}
assert list(each.values()) == [F(7, 8), F(1, 4), 0, 0, F(1, 3), 1]
assert set(r3.grades) == {1} and set(r4.grades) == {0}
orders = [grades for grades in product([0, 1], repeat=4) if sum(grades) == 2]
assert sum(rt.roc_auc(order).exact for order in orders) / len(orders) == F(1, 2)
assert rt.roc_auc([1, 1, 0, 0]).exact == 1 and rt.roc_auc([0, 0, 1, 1]).exact == 0

# %% [markdown]
# Half a point for a tie is a decision. The calculator takes tied scores one by one, in the order in which they came in. As R1 came in, the wrong one
# of the pair is first, and AUC is 3/4. The other way round it is 1. Half a point gives the mean of both, 7/8, in any order.

# %% tags=["check"]
exchanged = r1.moved(3, to=2)
as_given = rt.roc_auc(r1, ties="input_order").exact
other_way = rt.roc_auc(exchanged, ties="input_order").exact
assert exchanged.scores == r1.scores == (0.9, 0.5, 0.5, 0.1)
assert as_given == F(1 + 1 + 0 + 1, 4) == F(3, 4)
assert other_way == F(1 + 1 + 1 + 1, 4) == 1
assert (as_given + other_way) / 2 == r1_auc.exact == rt.roc_auc(exchanged).exact

# %%
tasks.equal_scores

# %% tags=["check"]
same_scores = [0.5, 0.5, 0.5, 0.5]
flat = rt.Ranking(r2.grades, scores=same_scores)
assert rt.roc_auc(flat).exact == F(1, 2)
assert rt.roc_auc(flat, ties="input_order").exact == F(1, 4)
for hits, value in {(1, 1, 0, 0): 1, (0, 0, 1, 1): 0}.items():
    assert rt.roc_auc(rt.Ranking(hits, scores=same_scores), ties="input_order").exact == value

# %% [markdown]
# ### One curve for all
#
# AUC of R1 to R6 is 7/8, 1/4, 0, 0, 1/3 and 1. R3 and R4 have no pair of a true and a wrong link, so 0/0 counts as 0, and the mean is only 59/144. The
# calculator sorts the results of all queries into one list by their scores, and draws one curve. (The page doesn't say.) Here is this list:

# %%
rt.explore_curve(lists.pooled(), threshold=1)

# %%
tasks.let_through

# %% tags=["check"]
everything = lists.pooled()
pooled_auc = rt.mean(rt.roc_auc, lists, average="pooled")
mean_auc = rt.mean(rt.roc_auc, lists)
assert mean_auc.exact == (F(7, 8) + F(1, 4) + 0 + 0 + F(1, 3) + 1) / 6 == F(59, 144)
assert pooled_auc.exact == page["AUC"].exact == F(135, 176)
found = pooled_auc.columns
assert list(found["TPR"].exact) == [F(tp, 8) for tp in found["TP"].exact]
assert list(found["FPR"].exact) == [F(fp, 11) for fp in found["FP"].exact]
labels = pooled_auc.axis.labels()["threshold"]
explorer = rt.explore_curve(everything, threshold=5)
assert labels[4] == 0.5
assert explorer.point["TPR"] == F(6, 8) == F(3, 4) and explorer.point["FPR"] == F(5, 11)
explorer.threshold = 4
assert explorer.point["TPR"] == F(5, 8) and explorer.point["FPR"] == F(3, 11)

high = rt.Ranking([1, 0], scores=[0.9, 0.8])
low = rt.Ranking([1, 0], scores=[0.3, 0.2])
alone = rt.mean(rt.roc_auc, [high, low]).exact
together = rt.mean(rt.roc_auc, [high, low], average="pooled").exact
assert alone == F(1 + 1, 2) == 1 and together == F(1 + 1 + 0 + 1, 4) == F(3, 4)

longer = rt.Ranking([*r2.grades] + [0] * 12)
assert rt.roc_auc(r2).exact == F(1, 2 * 2) == F(1, 4)
assert rt.roc_auc(longer).exact == F(1 + 2 * 12, 2 * 14) == F(25, 28)
assert rt.average_precision(longer).exact == rt.average_precision(r2).exact == F(1, 2)
assert rt.lag(longer).exact == rt.lag(r2).exact == F(3, 2)
assert rt.roc_auc(r5).exact == rt.roc_auc(r5.grades).exact  # without the missed link

# %% [markdown]
# One curve asks more of the tool: a score must mean the same for every requirement. Take two perfect lists with the scores 0.9, 0.8 and 0.3, 0.2. Per
# query AUC is 1. Pooled it is 3/4, because the true link with 0.3 is below the wrong one with 0.8, although you never compare these two.
#
# AUC ignores links that were not retrieved, too. And it is easy to please: put twelve more wrong links at the end of R2, where you never look, and AUC
# rises from 1/4 to 25/28, because both true links are above each of them. AP and LAG don't change.
#
# ## The page says, the calculator does
#
# The same data, by the page and by the calculator. Switch between them: which numbers change? The last column lists the conventions behind each.

# %%
calculator = rt.rank_metrics(ranked, truth, key=class_id, scores=scores, convention="calculator")
switch({"page": page, "calculator": calculator})

# %% [markdown]
# The tool is the same, and only the calculation has changed. All three numbers rise, and for LAG that is worse.
#
# **MAP.** The calculator divides AP by the hits, so the missing link of R5 costs nothing. And it counts only the queries with a hit:
#
# | AP divided by | over all six queries | over queries with a hit |
# |---|---|---|
# | all true links | **7/12** (the page) | 7/10 |
# | the hits | 11/18 | **11/15** (the calculator) |
#
# It's fair to leave R4 out: there is nothing to find. But the calculator also leaves out a query with true links if *none* of them
# was retrieved:


# %% tags=["check"]
def evaluate(convention, results=ranked, **more):
    """All metrics of the bicycle workshop."""
    return rt.rank_metrics(results, truth, key=class_id, convention=convention, **more)


assert [trace.exact for trace in page.values()] == [F(7, 12), F(2, 3), F(135, 176)]
assert [trace.exact for trace in calculator.values()] == [F(11, 15), F(3, 4), F(17, 22)]
assert all(calculator[name].exact > page[name].exact for name in page)

choices = list(product(["relevant", "hits"], ["all", "with_hits"]))
aps = [F(5, 6), F(1, 2), F(1), F(1, 3), F(1)]  # by the hits, where there are any
lower = sum(aps) - F(1, 3) + F(1, 6)  # R5 by all its true links
expected = [lower / 6, lower / 5, sum(aps) / 6, sum(aps) / 5]
means = [
    rt.mean(rt.average_precision, lists, denominator=below, queries=which).exact
    for below, which in choices
]
assert means == expected == [F(7, 12), F(7, 10), F(11, 18), F(11, 15)]

worse = {**ranked, "R2": [tasks.bill_order, tasks.slot]}
assert evaluate("page", worse)["MAP"].exact == (lower - F(1, 2)) / 6 == F(1, 2) < F(7, 12)
rises_to = evaluate("calculator", worse)["MAP"].exact
assert rises_to == (sum(aps) - F(1, 2)) / 4 == F(19, 24) > F(11, 15)

# %%
tasks.lost_hits

# %% [markdown]
# **LAG.** The page takes the mean per query, and the calculator pools all hits. Both ignore the missing link.
#
# **AUC.** The page doesn't mention ties. The calculator takes tied scores one by one, so the order of the queries decides: with the requirements from R6
# to R1, its AUC is 3/4 instead of 17/22. By the page it is 135/176 in both orders.
#
# **Nothing to find.** If no query has a true link, the calculator returns NaN (not a number). rankteach counts 0/0 as 0, and its header says so.
#
# **One set for all queries.** The page calls the ground truth "a set of items". If each string names its requirement, one set works. But a link in no
# list then belongs to no query, so it can't count against R5, and MAP rises to 11/18.

# %% tags=["check"]
assert page["LAG"].exact == lag_page and calculator["LAG"].exact == lag_pooled
forgotten = {**truth, "R5": {("billing", "Invoice")}}
for name, before in {"page": page, "calculator": calculator}.items():
    after = rt.rank_metrics(ranked, forgotten, key=class_id, convention=name)
    assert after["LAG"].exact == before["LAG"].exact

backwards = dict(reversed(ranked.items()))
assert list(backwards) == ["R6", "R5", "R4", "R3", "R2", "R1"]
assert evaluate("page", backwards, scores=scores)["AUC"].exact == F(135, 176)
assert calculator["AUC"].exact == F(68, 88) == F(17, 22)  # 8 hits, 11 others: 88 pairs
assert evaluate("calculator", backwards, scores=scores)["AUC"].exact == F(66, 88) == F(3, 4)

nothing = rt.rank_metrics([["a"]], [set()], convention="calculator")
for name in ("MAP", "LAG"):
    assert nothing[name].exact == 0 and "0/0 counts as 0" in nothing[name].conventions


def links(found_by_query):
    """For each query the full names of its classes, with the query in front."""
    return {q: [f"{q}: {class_id(one)}" for one in found_by_query[q]] for q in ranked}


one_set = rt.rank_metrics(links(ranked), set().union(*links(truth).values()))
assert one_set.unassigned == ("R5: people.Timesheet",)
assert one_set["MAP"].exact == sum(aps) / 6 == F(11, 18)

# %%
tasks.first_only

# %% tags=["check"]
first_result = {query: results[:1] for query, results in ranked.items()}
cut = {name: evaluate(name, first_result) for name in ("page", "calculator")}
assert cut["page"]["LAG"].exact == cut["calculator"]["LAG"].exact == 0
assert (
    tasks.first_only.answer.exact
    == cut["page"]["MAP"].exact
    == (F(1, 2) + 0 + 1 + 0 + 0 + F(1, 2)) / 6
    == F(1, 3)
)
assert cut["calculator"]["MAP"].exact == F(1 + 1 + 1, 3) == 1
assert rt.lag([0, 1, 1]).exact == F(1 + 1, 2) == 1
mixed = [[0, 1], [1, 1, 1]]
assert rt.mean(rt.lag, mixed).exact == F(1 + 0, 2) == F(1, 2)
assert tasks.other_way.answer.exact == F(1 + 0 + 0 + 0, 4) == F(1, 4)

# %% [markdown]
# ## Two projects
#
# A second project, a seed library, is small: two requirements with three true links, all found first. How good is the tool over both projects? Either
# each project counts the same (the *macro* average), or each counts by its number of true links, here 9 and 3.

# %%
seeds = rt.rank_metrics(
    {"S1": ["Seed", "Bed"], "S2": ["Loan", "Member", "Bed"]},
    {"S1": {"Seed"}, "S2": {"Loan", "Member"}},
    scores={"S1": [0.9, 0.3], "S2": [0.8, 0.7, 0.2]},
)
rt.aggregate({"workshop": page, "seeds": seeds})

# %%
weighted = rt.aggregate({"workshop": page, "seeds": seeds}, weights="size")
weighted

# %% tags=["check"]
assert [trace.exact for trace in seeds.values()] == [1, 0, 1]  # MAP, LAG, AUC
assert seeds.size == 3 and page.size == 9  # true links
assert rt.aggregate({"workshop": page, "seeds": seeds})["MAP"].exact == (F(7, 12) + 1) / 2 == F(19, 24)
assert weighted["MAP"].exact == (9 * F(7, 12) + 3 * 1) / 12 == F(11, 16)

# %% [markdown]
# Weighted, the workshop counts three times as much as the seeds: MAP is (9 · 7/12 + 3 · 1)/12. Macro, three easy links count as much as nine others. So report the values of the
# projects next to each average, and say which average it is.
#
# ## By hand and by library
#
# LAG takes a few lines of Python. `rt.check` compares them with the library on many short lists.


# %%
def lag(grades):
    above = [grades[:i].count(0) for i, grade in enumerate(grades) if grade]
    return sum(above) / len(above) if above else 0


rt.check(lag, "LAG")

# %% tags=["check"]
by_hand = {"MAP": [], "LAG": []}
scored = []
for query, results in ranked.items():
    wanted = {class_id(element) for element in truth[query]}
    hits = [class_id(element) in wanted for element in results]
    precisions = [F(sum(hits[:rank]), rank) for rank, hit in enumerate(hits, start=1) if hit]
    by_hand["MAP"].append(sum(precisions) / len(wanted) if wanted else F(0))
    above = wrong_above(hits)
    by_hand["LAG"].append(F(sum(above), len(above)) if above else F(0))
    scored += zip(scores[query], hits, strict=True)
for name, values in by_hand.items():
    assert sum(values) / len(values) == page[name].exact

pairs = [(one, other) for (one, hit), (other, wrong) in product(scored, repeat=2) if hit and not wrong]
assert (
    F(sum(2 * (one > other) + (one == other) for one, other in pairs), 2 * len(pairs))
    == page["AUC"].exact
)

one_list = [
    hit for _, hit in sorted(scored, key=lambda pair: -pair[0])
]  # equal scores keep their order
wrong = one_list.count(False)
above = [F(wrong - lag, wrong) for lag in wrong_above(one_list)]
assert sum(above) / len(above) == calculator["AUC"].exact

# %% [markdown]
# ## Before you go

# %%
tasks.report

# %% [markdown]
# **Next:** [what does each measure not see?](04a_what_does_each_measure_not_see.ipynb), or more conventions that change a number:
# [same name, different number](../reference/conventions.ipynb).
# **Before:** [eight documents](02_ranking_metrics_introduction.ipynb). **All notebooks:** [the list](../README.md).
#
# **Source:** Dominik Fuchß, *Rank Metrics*, a page in the wiki of a metrics calculator for traceability links, 23 August 2024.
#
# **The metrics:** AP: Harman (1992), *Evaluation Issues in Information Retrieval*. LAG: the page itself. AUC: Hanley and McNeil (1982), *The Meaning and
# Use of the Area under a Receiver Operating Characteristic (ROC) Curve*.
