# %% [markdown]
# # Which measure when? A review, tried out
#
# *Ranked evaluation measures: a review (ROC, DCG, AP, FAP)*, by Florian Leitner, tells you which measure to use when. It prints hardly any numbers, so here
# you try its claims on small lists. Most hold. Those that don't are marked **Slip**, with what is right and how the slip probably happened.
#
# **About an hour**, or a section at a time. Run each cell with `Shift`+`Enter`; then the lists come alive. You should know precision, recall and
# [average precision](../lessons/03_average_precision.ipynb). Words: [glossary](../glossary.md).

# %%
from fractions import Fraction as F

from tasks import ranked_evaluation_review as tasks

import rankteach as rt
from rankteach import examples
from rankteach.classroom import compare, measured, table

# %% [markdown]
# ## Three pairs of lists
#
# - **A tail of misses.** Three items are relevant, and both systems found them first. One stopped there, the other went on.
# - **A shorter list.** Five items are relevant. One system returned three of them, the other all five.
# - **Outside or inside.** Two of four items are relevant: the first and the last, or the two in the middle.

# %%
clean, tail = rt.Ranking([1, 1, 1]), rt.Ranking([1, 1, 1, 0, 0])
three, five = rt.Ranking([1, 1, 1], missed=[1, 1]), rt.Ranking([1, 1, 1, 1, 1])
outside, inside = rt.Ranking([1, 0, 0, 1]), rt.Ranking([0, 1, 1, 0])

PAIRS = {"clean": clean, "tail": tail, "three": three, "five": five, "outside": outside, "inside": inside}
MEASURES = ["AUC", "DCG", "nDCG", "RR", "AP", "FAP"]
measured(PAIRS, MEASURES)


# %% tags=["check"]
import math
from itertools import pairwise, product


def close(values, expected):
    """Equal to twelve digits."""
    return all(math.isclose(one, other, rel_tol=1e-12) for one, other in zip(values, expected, strict=True))


def same(name, one, other):
    """Whether a measure gives both lists the same number."""
    return rt.measure(name)(one).value == rt.measure(name)(other).value


assert clean.relevant_total == tail.relevant_total == 3
assert three.relevant_total == five.relevant_total == 5
assert outside.relevant_total == inside.relevant_total == 2
assert [name for name in MEASURES[1:] if not same(name, clean, tail)] == ["FAP"]
assert [name for name in MEASURES[1:] if same(name, three, five)] == ["RR"]
assert [name for name in MEASURES if same(name, outside, inside)] == ["AUC"]
assert rt.roc_auc(clean).exact == rt.roc_auc(three).exact == rt.roc_auc(five).exact == 0
assert set(measured(PAIRS, ["AUC"]).table().entries[1].cells) == {"0/0", "1", "1/2 = 0.5"}

# %% [markdown]
# AUC compares relevant items with irrelevant ones, so it is 0/0 where a list has only one kind. Read the table in pairs: only FAP notices the tail of
# misses, only AUC and RR miss the shorter list, and only AUC can't tell outside from inside. The rest of this notebook says why, measure by measure.
#
# The review's letters differ from ours in a few places:
#
# | the review | here | meaning |
# |---|---|---|
# | $\lvert I_{pos}\rvert$ | $m$ | all relevant items, retrieved or not |
# | $R$, a set | the list | the results that a system returned; $\lvert R\rvert$ is their number $n$ |
# | $p_i$ | $P(i)$ | precision of the first $i$ ranks |
# | | $R(i)$, $h_i$ | recall of the first $i$ ranks; relevant items among them |
# | $w_i$, $k$, $rel_i$ | $w_i$, $k$, $\mathrm{rel}_i$ | the weight of rank $i$; the cutoff; the relevance at rank $i$ |
#
# ## AUC: is a relevant item ahead of an irrelevant one?
#
# Draw a relevant item $p$ and an irrelevant item $n$ at random. AUC is the probability that $p$ is ranked higher
# ([lesson 8](../lessons/08_thresholds.ipynb); Hanley and McNeil 1982). With three relevant and two irrelevant items there are six pairs.

# %%
small = rt.Ranking([1, 0, 1, 1, 0])
rt.step_through(rt.roc_auc(small, form="pairs"))

# %% tags=["check"]
by_area, by_pairs = rt.roc_auc(small), rt.roc_auc(small, form="pairs")
assert by_pairs.exact == F(6 - 2, 3 * 2) == F(2, 3)  # d3 and d4 are ranked below d2
assert by_area.exact == F(1, 3) * F(1, 2) + 1 * F(1, 2) == by_pairs.exact
six_marks = list(product([0, 1], repeat=6))
assert all(rt.roc_auc(marks).exact == rt.roc_auc(marks, form="pairs").exact for marks in six_marks)

# %% [markdown]
# The review also gives it as an integral, $\int_0^1 \mathrm{TPR}(\mathrm{FPR}^{-1}(x))\,dx$. Let a threshold slide down the list. TPR is the fraction of the relevant
# items above it, FPR the fraction of the irrelevant ones. The points make the **ROC curve**, and the integral is the area under it. A list has finitely
# many ranks, so the integral is a sum of trapezoids. Both readings agree on every list, because each step to the right adds the fraction of the
# relevant items already above: the pairs won against this one irrelevant item.
#
# ### A test between two distributions
#
# The review reads the curve as a statistical test: the scores of irrelevant items are distributed by $H_0$, those of relevant items by $H_1$, and the threshold is
# the critical value. Then FPR is the probability of a false alarm (the level $\alpha$), and TPR is the power of the test. Move the threshold through the eight
# documents of the [introduction](02_ranking_metrics_introduction.ipynb), whose AUC is 1/16 + 3/16 + 1/4 + 1/4 = 3/4. Watch both rates, and the marks above the
# curves: the two distributions of scores, with the threshold between them.

# %%
eight = examples.eight_documents
rt.explore_curve(eight, threshold=3)

# %%
tasks.false_alarms

# %%
tasks.which_curve_gains


# %% tags=["check"]
before, at, end = (rt.explore_curve(eight, threshold=t).point for t in (5, 6, 8))
assert before["TPR"] == F(3, 4) and at["TPR"] == at["recall"] == 1
assert eight.scores[6 - 1] == 0.36
assert at["FPR"] == F(2, 4) and at["precision"] == F(4, 6)
assert end["recall"] == end["FPR"] == 1 and end["precision"] == F(4, 8)
assert [area for area in rt.roc_auc(eight).columns["trapezoid"].exact if area] == [F(1, 16), F(3, 16), F(1, 4), F(1, 4)]
assert list(rt.pr_auc(eight, form="trapezoids").columns["trapezoid"].exact[6:]) == [0, 0]
assert eight.grades == [1, 0, 1, 1, 0, 1, 0, 0] and rt.roc_auc(eight).exact == F(3, 4)

# %% [markdown]
# > **Slip 1: "information-theoretic".** The review calls ROC a robust information-theoretic metric. AUC contains no entropy, no logarithm and no bits. It is a
# > probability, and the statistic of a rank test: AUC is Mann and Whitney's $U$ (1947) divided by the number of pairs. *Information retrieval* may have been meant.
#
# ### Scale and threshold: what AUC ignores on purpose
#
# The review calls ROC **scale-invariant**: only the order of the scores counts. So you may square them, or squeeze them together, as long as the order stays.
# It also calls ROC **invariant to the threshold**: it does not measure how far apart the two distributions are. F1 with a threshold of 0.5 does depend on it.

# %%
scores = {
    "as given": eight.scores,
    "squared": [s**2 for s in eight.scores],
    "close together": [0.5 + s / 1000 for s in eight.scores],
}
lists = {title: rt.Ranking(eight.grades, scores=each) for title, each in scores.items()}
above_half = [rt.f_score(eight, k=sum(s >= 0.5 for s in each)) for each in scores.values()]
table(
    {
        "scores": list(scores),
        "AUC": [rt.roc_auc(each) for each in lists.values()],
        "F1 of the items from 0.5": above_half,
    }
)


# %% tags=["check"]
assert {rt.roc_auc(each).exact for each in lists.values()} == {F(3, 4)}
assert [trace.exact for trace in above_half] == [F(3, 4), F(4, 7), F(2, 3)]

# %% [markdown]
# From scale invariance the review concludes that you can give each rank a weight. That does not follow: you can weigh the ranks of any ranked measure.
#
# ### The most robust measure?
#
# The review calls ROC the most robust of its measures, provided that you know all irrelevant items. Try both halves. If every irrelevant item occurs twice, AUC
# stays and AP falls. If eight irrelevant items, unknown before, are added at the end, AUC rises although the system ranks nothing better; AP stays.

# %%
doubled = rt.Ranking([1, 0, 0, 1, 1, 0, 0])
followed = rt.Ranking([*small.grades, *[0] * 8])
measured({"1 0 1 1 0": small, "irrelevant items doubled": doubled, "eight more at the end": followed}, ["AUC", "AP"])


# %% tags=["check"]
assert rt.roc_auc(doubled).exact == rt.roc_auc(small).exact == F(2, 3)
assert rt.roc_auc(followed).exact == F(3 * 10 - 2, 3 * 10) == F(14, 15)
assert rt.average_precision(small).exact == (1 + F(2, 3) + F(3, 4)) / 3 == rt.average_precision(followed).exact
assert rt.average_precision(doubled).exact == (1 + F(2, 4) + F(3, 5)) / 3

# %% [markdown]
# ### ROC against precision-recall, at the top of a long list
#
# The review compares both curves and finds that PR shows trouble at the top much better. Here are 100 items, five of them relevant, in two orders:
# at ranks 1, 2, 3, 4 and 30, or at ranks 6 to 10. AUC is 0.9474 for both, because 25 of the 475 pairs are lost either way.

# %%
at_the_top = rt.Ranking([int(rank in {1, 2, 3, 4, 30}) for rank in range(1, 101)])
below_it = rt.Ranking([int(6 <= rank <= 10) for rank in range(1, 101)])
measured({"ranks 1, 2, 3, 4, 30": at_the_top, "ranks 6 to 10": below_it}, ["AUC", "AP", "P@5"])

# %%
axes = rt.plots.precision_recall(at_the_top, label="ranks 1, 2, 3, 4, 30")
_ = rt.plots.precision_recall(below_it, axes, label="ranks 6 to 10")

# %%
rt.explore(below_it, ["P@5", "AUC", "AP"], chosen="P@5")


# %% tags=["check"]
assert rt.roc_auc(at_the_top).exact == rt.roc_auc(below_it).exact == 1 - F(25, 475) == F(18, 19)
assert rt.average_precision(at_the_top).exact == F(5, 6)
assert [f"{float(rt.average_precision(each)):.4f}" for each in (at_the_top, below_it)] == ["0.8333", "0.3544"]

# %% [markdown]
# ## Slip 2: ties in the pairs
#
# The review counts the pairs in which the relevant item has the larger score, $f(n) < f(p)$. It does not mention equal scores. Here the second and the
# third of four items are tied. Read literally, a tie is a defeat, and AUC is 3/4. But swap the two tied items and it would be 1. Like a coin toss, a tie counts one half: 7/8.

# %%
tied = rt.Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
rt.differences(rt.roc_auc(tied, form="pairs", ties="strict"), rt.roc_auc(tied, form="pairs"))

# %% [markdown]
# The area under the curve does that by itself: tied items pass the threshold together, so the step is slanted. The formula was probably written for
# continuous scores, where a tie has probability 0.

# %%
rt.explore_curve(tied, threshold=1)


# %% tags=["check"]
as_printed, with_ties = F(3, 4), (3 + F(1, 2)) / 4
assert rt.roc_auc(tied, ties="strict").exact == rt.roc_auc(tied, form="pairs", ties="strict").exact == as_printed
assert rt.roc_auc(tied, form="pairs").exact == rt.roc_auc(tied).exact == with_ties == F(7, 8)
either_order = [rt.roc_auc([1, 0, 1, 0]).exact, rt.roc_auc([1, 1, 0, 0]).exact]
assert either_order == [F(3, 4), 1] and sum(either_order) / 2 == with_ties

# %%
tasks.all_tied

# %% [markdown]
# ## Weights for AUC: one name, two calculations
#
# AUC treats all ranks alike, so the review offers weights that fall from rank to rank, $w_i = 0.8^{i-1}$. It has a formula, and a few lines of Python
# for scikit-learn. They don't calculate the same number. **The formula** multiplies each trapezoid by the weight of its rank:

# %%
rt.step_through(rt.roc_auc(eight, weights=0.8))

# %% [markdown]
# (Here the curve starts at the origin, so the trapezoid that ends at rank 1 has weight 1. The review's sum starts one rank later. Then each
# trapezoid has the weight of the rank before, and the result is 0.2448/0.8 = 0.3060.)
#
# **Instance weights**, scikit-learn's `sample_weight`, let each item count by its weight, in the totals too: a pair counts by the product of its two weights,
# and the sum is divided by the weight of all pairs. So a perfect order still gets 1. The formula divides by nothing: the perfect order gets 0.30, and it can
# prefer a worse order, because a trapezoid has an area only at an irrelevant item, and a good order puts those where weights are small.

# %%
perfect = rt.Ranking(sorted(eight.grades, reverse=True))
orders = {
    "eight documents": eight,
    "perfect order": perfect,
    "1 1 1 1 1 1 0": [1, 1, 1, 1, 1, 1, 0],
    "1 1 1 1 1 0 1": [1, 1, 1, 1, 1, 0, 1],
}
by_instances = 'AUC(weights=0.8, weighting="instances")'
measured(orders, {"no weights": "AUC", "the formula": "AUC(weights=0.8)", "instance weights": by_instances})


# %% tags=["check"]
w = F("0.8")
by_formula = rt.roc_auc(eight, weights=0.8)
areas = w * F(1, 16) + w**4 * F(3, 16) + w**6 * F(1, 4) + w**7 * F(1, 4)
assert by_formula.exact == areas == F("0.2447648")
to_the_letter = rt.roc_auc(eight, weights=[1] + [0.8**i for i in range(7)])
assert close([float(to_the_letter)], [float(by_formula) / 0.8]) and round(float(to_the_letter), 4) == 0.3060

weight = [w**i for i in range(8)]
relevant, others = ([i for i in range(8) if eight.grades[i] == kind] for kind in (1, 0))
won = sum(weight[p] * weight[q] for p in relevant for q in others if p < q)
assert rt.measure(by_instances)(eight).exact == won / sum(weight[p] * weight[q] for p in relevant for q in others)
assert rt.measure(by_instances)(perfect).exact == 1
best_by_formula = rt.roc_auc(perfect, weights=0.8)
assert best_by_formula.exact == (w**4 + w**5 + w**6 + w**7) / 4 and round(float(best_by_formula), 2) == 0.30
last_is_wrong, sixth_is_wrong = list(orders.values())[2:]
assert rt.roc_auc(last_is_wrong, weights=0.8).exact == w**6
assert rt.roc_auc(sixth_is_wrong, weights=0.8).exact == w**5 * F(5, 6) > w**6

# %% [markdown]
# ## Slip 3: the order of the weights
#
# The review prints one example that you can run: six instances in no particular order, each with its truth, its score and a weight. Here it is, live.

# %%
y_true = [0, 1, 1, 0, 1, 0]
y_scores = [0.1, 0.8, 0.4, 0.2, 0.9, 0.3]
decay_factor = 0.8
sample_weights = [round(decay_factor**i, 5) for i in range(6)]  # 1, 0.8, 0.64, 0.512, 0.4096, 0.32768

instances = rt.Ranking.from_scores(y_true, y_scores, items=[f"instance {i}" for i in range(1, 7)])
in_rank_order = [sample_weights[instance] for instance in instances.order]  # roc_auc takes them best rank first
with_weights = f'AUC(weights={in_rank_order}, weighting="instances")'
rt.explore(instances, ["AUC", with_weights])

# %% [markdown]
# With weights and without, AUC is 1: every relevant instance has a higher score than every irrelevant one, the lowest 0.4 against 0.3. All nine pairs are won,
# so the example can't show what its weights do. Click the label of instance 5 at rank 1. Now one of four irrelevant instances is ahead of both relevant ones, so AUC
# is 3/4. But the weighted AUC is 0.8179: although instance 5 is first in the ranking, it is fifth in the data, and weighs only $0.8^4 = 0.4096$.
#
# A comment in the review's code says that weights and scores need not be in the same order. But scikit-learn gives each weight to the instance *at its own position*.
# To compare both orders, let the first instance score 0.6 instead of 0.1. Then one pair is lost: instance 1 (rank 3) is ahead of instance 3 (rank 4).


# %% tags=["check"]
assert instances.items == tuple(f"instance {i}" for i in (5, 2, 3, 6, 4, 1))
assert rt.roc_auc(instances).exact == rt.measure(with_weights)(instances).value == 1
powers = [F(4, 5) ** i for i in range(6)]
assert [F(str(weight)) for weight in sample_weights] == powers
clicked = rt.explore(instances, ["AUC", with_weights])
clicked.ranking = instances.with_grade(1, 0)
negative = powers[0] + powers[3] + powers[5]
assert rt.roc_auc(clicked.ranking).exact == F(3, 4)
assert close(clicked.values.values(), [F(3, 4), negative / (negative + powers[4])])
assert f"{rt.measure(with_weights)(clicked.ranking).value:.4f}" == "0.8179" and float(powers[4]) == 0.4096

# %%
score = [0.6, *y_scores[1:]]
one_lost = rt.Ranking.from_scores(y_true, score)
ranks = [list(one_lost.order).index(instance) + 1 for instance in range(6)]
by_position, by_rank = [0.8**i for i in range(6)], [0.8 ** (rank - 1) for rank in ranks]
table(
    {
        "instance": range(1, 7),
        "truth": y_true,
        "score": score,
        "rank": ranks,
        "weight by position": by_position,
        "weight by rank": by_rank,
    }
)

# %% [markdown]
# Here is AUC under each. `rt.roc_auc` takes weights in the order of the ranking, so those by position are put into that order first.


# %%
def weighted_auc(weights):
    in_rank_order = [weights[instance] for instance in one_lost.order]
    return rt.roc_auc(one_lost, weights=in_rank_order, weighting="instances")


table(
    {
        "weights": ["none", "by position", "by rank"],
        "AUC": [rt.roc_auc(one_lost), weighted_auc(by_position), weighted_auc(by_rank)],
    }
)


# %% tags=["check"]
def minus_the_lost_pair(weights):
    """1 minus the weight of instances 1 and 3, as a fraction of the weight of all pairs."""
    positive, negative = weights[1] + weights[2] + weights[4], weights[0] + weights[3] + weights[5]
    return 1 - weights[0] * weights[2] / (positive * negative)


assert rt.roc_auc(one_lost).exact == 1 - F(1, 3 * 3)
assert close(
    [float(weighted_auc(by_position)), float(weighted_auc(by_rank))], map(minus_the_lost_pair, (by_position, by_rank))
)
shuffled = rt.Ranking.from_scores(y_true[::-1], score[::-1])
moved = rt.roc_auc(shuffled, weights=[by_rank[::-1][i] for i in shuffled.order], weighting="instances")
assert close([float(moved)], [float(weighted_auc(by_rank))])

# %% [markdown]
# If weights should fall down the *ranking*, find each instance's rank first. Weights by position reward the order in which the data was typed. The
# comment probably meant something that is true: the *instances* need not be sorted by score. Shuffle truth, scores and weights together, and nothing changes.
#
# ## DCG: how much do you gain if you read from the top?
#
# Each item adds a gain, divided by $\log_2(i + 1)$, which grows with its rank ([lesson 5](../lessons/05_graded_relevance.ipynb); Järvelin and Kekäläinen 2002).
# The two misses at the end of *tail* add nothing and cost nothing: DCG is 2.1309 for clean and tail, as the review says.
#
# The review's gain is $2^{rel_i} - 1$. With grades 0 and 1 that is the grade itself; with more grades, it makes the best results count most. Change a grade and compare:

# %%
rt.explore([3, 1, 2, 2], ["DCG", 'DCG(gain="exponential")'])


# %% tags=["check"]
assert close([float(rt.dcg(tail))], [1 + 1 / math.log2(3) + 1 / 2]) and float(rt.dcg(clean)) == float(rt.dcg(tail))
assert float(rt.dcg(tail, gain="exponential")) == float(rt.dcg(tail))
graded = [3, 1, 2, 2]
assert close([float(rt.dcg(graded))], [3 + 1 / math.log2(3) + 2 / 2 + 2 / math.log2(5)])
assert close([float(rt.dcg(graded, gain="exponential"))], [7 + 1 / math.log2(3) + 3 / 2 + 3 / math.log2(5)])

# %% [markdown]
# ### Click-through rates as grades
#
# In search, the review says, a result's click-through rate often is its grade. Grades may be any numbers from 0, so you can try it: four results that were
# clicked by 31, 12, 2 and 15 of 100 users. But users click what is ranked high, so the rate judges the old ranking, too (Joachims and others 2005).
# And rates are small, where $2^{rel} - 1$ is nearly a straight line: it no longer makes the best results count more. (All are below 1, so none counts as *relevant* for AP.)

# %%
rates = [F(31, 100), F(12, 100), F(2, 100), F(15, 100)]
rt.explore(rates, ["nDCG", 'nDCG(gain="exponential")'])


# %% tags=["check"]
assert [f"{float(rt.ndcg(rates, gain=gain)):.4f}" for gain in ("linear", "exponential")] == ["0.9727", "0.9732"]

# %% [markdown]
# ## Slip 4: the discount is not exponential
#
# The review gives the first two divisors and concludes that DCG has an exponential decay built in. The numbers are right:

# %%
compare("divisor at rank", ["1", "1.585"], rt.dcg(tail).columns["discount"].values[:2])

# %% [markdown]
# The conclusion is not. An exponential decay keeps the same fraction at every step: $0.8^{i-1}$ keeps 80 % each time. What DCG keeps grows from 63 % at the
# first step to 99.8 % at the hundredth. Its weights fall faster at first, but from rank 6 on they are larger, and at rank 50 it still has 18 % left, where
# the exponential has practically nothing. It is a *logarithmic* discount, and a mild one. Both lose most at the top, and people often call that "exponential".

# %%
ranks = [1, 2, 3, 4, 5, 6, 10, 20, 50, 100]
discount = rt.dcg([1] * 101).columns["discounted gain"].values
decay = [0.8**i for i in range(101)]
shown = {"rank": ranks}
for name, weights in {"1/log2(i+1)": discount, "0.8^(i-1)": decay}.items():
    shown |= {
        name: [float(weights[i - 1]) for i in ranks],
        f"{name}: next/this": [float(weights[i] / weights[i - 1]) for i in ranks],
    }
table(shown)


# %% tags=["check"]
assert close(rt.dcg(tail).columns["discount"].values[:2], [1, math.log2(3)])
weights = [1 / math.log2(i + 1) for i in range(1, 1001)]
assert close(discount, weights[:101])
ratios = [after / before for before, after in pairwise(weights)]
assert ratios == sorted(ratios) and ratios[-1] < 1
assert round(ratios[0], 2) == 0.63 and round(ratios[99], 3) == 0.998
assert weights[4] < 0.8**4 and all(weights[i - 1] > 0.8 ** (i - 1) for i in range(6, 1001))
assert round(weights[49], 2) == 0.18 and 0.8**49 < 0.00002
for falling in (weights, decay[:51]):
    losses = [before - after for before, after in pairwise(falling)]
    assert losses == sorted(losses, reverse=True)

# %% [markdown]
# ## nDCG: how close to the best possible?
#
# DCG has no upper end, so nDCG divides it by the DCG of the ideal order ([lesson 6](../lessons/06_ndcg.ipynb)). But the ideal order of *which* items? The review warns: with
# $k = \lvert R\rvert$, the length of the returned list, three and five are equally good. That is so if the ideal order contains only the returned
# items. If it contains all judged items, and $k$ is 5 for both lists, the two missed items cost three 0.28.

# %%
ideals = {"ideal: the returned items": 'nDCG(ideal="retrieved")', "ideal: all judged, k = 5": "nDCG@5", "DCG": "DCG"}
measured({"three": three, "five": five}, ideals)

# %%
rt.explore(three, ["nDCG@5", 'nDCG(ideal="retrieved")@5', "DCG@5"])


# %% tags=["check"]
for ranking in (three, five):
    assert float(rt.ndcg(ranking, ideal="retrieved")) == float(rt.ndcg(ranking, k=len(ranking), ideal="judged")) == 1
best_of_five = sum(1 / math.log2(i + 1) for i in range(1, 6))
assert close([float(rt.ndcg(three, k=5))], [(1 + 1 / math.log2(3) + 1 / 2) / best_of_five])
assert round(float(rt.ndcg(three, k=5)), 4) == 0.7227 and float(rt.ndcg(five, k=5)) == 1
assert float(rt.dcg(five)) > float(rt.dcg(three))

# %% [markdown]
# ## RR: where is the first hit?
#
# The review calls reciprocal rank the tiny sibling of DCG: 1 divided by the rank of the first relevant item ([lesson 2](../lessons/02_where_is_the_first_hit.ipynb)). It sees no
# difference between three and five, because it stops after the first hit. Click labels and watch the mean, MRR:

# %%
rt.explore_queries({"three": three, "five": five, "outside": outside, "inside": inside}, ["MRR", "MAP"])


# %% tags=["check"]
assert [rt.reciprocal_rank(each).exact for each in (three, five, outside, inside)] == [1, 1, 1, F(1, 2)]
assert rt.mean("RR", [three, five, outside, inside]).exact == F(7, 8)

# %% [markdown]
# > **Slip 5: an index.** The review prints $\frac{1}{|Q|}\sum_{i=1}^{|Q|}\frac{1}{rank_Q}$. $Q$ is the set of all queries there, so no term depends on $i$, and the mean of
# > equal numbers is that number. It must be $rank_i$, the rank of the first hit of query $i$.
#
# ## AP: how precise is the list at each hit?
#
# AP averages the precision at the relevant items, over *all* relevant items ([lesson 3](../lessons/03_average_precision.ipynb)). Therefore
#
# - AP sees that three missed two items: 3/5 against 1. You lose that if you cut both lists at $k = 3$, or divide by the hits;
# - AP ignores the tail of misses, because it looks at precision only where there is a hit: clean and tail both get 1.

# %%
rt.explore(three, ["AP", "AP@3", 'AP(denominator="hits")'])


# %% tags=["check"]
assert rt.average_precision(three).exact == (1 + F(2, 2) + F(3, 3)) / 5 == F(3, 5)
assert rt.average_precision(five).exact == rt.average_precision(clean).exact == rt.average_precision(tail).exact == 1
assert same("AP@3", three, five) and same('AP(denominator="hits")', three, five)

# %%
tasks.last_of_four

# %% [markdown]
# ### Weighted AP
#
# The review multiplies the precision at each rank by a weight $w_i$, and names the price: you can no longer read the value as a probability. Because it
# still divides by $m$, even the perfect order stays below 1: with 0.8 from rank to rank it gets 0.738.

# %%
rt.step_through(rt.average_precision(eight, weights=0.8))

# %% [markdown]
# > **Slip 6: weights for ranks, again.** The review says that scikit-learn's `sample_weight` gives every *rank* a weight here, too. It gives every *instance* a weight,
# > in the precisions and in the number of relevant items. So its perfect order gets 1, and the eight documents get 0.8161 instead of the formula's 0.5073.

# %%
readings = {
    "no weights": "AP",
    "the formula": "AP(weights=0.8)",
    "sample_weight": 'AP(weights=0.8, weighting="instances")',
}
measured({"eight documents": eight, "perfect order": perfect}, readings)


# %% tags=["check"]
terms = 1 * F(1, 1) + w**2 * F(2, 3) + w**3 * F(3, 4) + w**5 * F(4, 6)
formula, instances = ([rt.measure(how)(each) for each in (eight, perfect)] for how in list(readings.values())[1:])
assert formula[0].exact == terms / 4 == F(6341, 12500) < rt.average_precision(eight).exact == F(37, 48)
assert formula[1].exact == (1 + w + w**2 + w**3) / 4 == F("0.738")
assert [round(float(value), 4) for value in (formula[0], *instances)] == [0.5073, 0.8161, 1]

# %% [markdown]
# ## Slip 7: the baseline
#
# What does a system score that knows nothing? The review says: the fraction of relevant items, because such a baseline ranks all hits last. Take five items, two
# of them relevant: the fraction is 2/5. Here are *all* orders of the list with its hits last.

# %%
last = rt.average_precision([0, 0, 0, 1, 1])
chance = rt.chance(last)
_ = rt.plots.chance(chance)
chance


# %% tags=["check"]
assert chance.orders == 10 and chance.worst == last.exact == (F(1, 4) + F(2, 5)) / 2 == F(13, 40)
assert last.exact < F(2, 5) < chance.expected == F(237, 400)

# %% [markdown]
# Hits last give 13/40 = 0.325, *less* than the fraction: that is the worst order, not an ignorant one. An ignorant system orders at random, and the mean over
# all orders is 237/400 = 0.5925, *more* than the fraction. The slip may come from the last hit alone, where precision is 2/5, or from long lists: there, a
# random order does come close to the fraction, while hits last fall far below it. In the formula, a relevant item at rank $i$ has $(i - 1)\frac{m - 1}{n - 1}$ hits above it on average.


# %%
def at_random(m, n):
    """The mean of AP over all orders of n items of which m are relevant."""
    return float(sum((1 + (i - 1) * F(m - 1, n - 1)) / i for i in range(1, n + 1)) / n)


lengths = [5, 10, 100, 1000]
hits_last = [float(rt.average_precision([0] * (n * 3 // 5) + [1] * (n * 2 // 5))) for n in lengths]
table(
    {
        "items": lengths,
        "fraction relevant": [0.4] * 4,
        "random order": [at_random(n * 2 // 5, n) for n in lengths],
        "hits last": hits_last,
    }
)


# %% tags=["check"]
assert at_random(2, 5) == float(chance.expected)
assert round(at_random(400, 1000), 3) == 0.404 and round(hits_last[-1], 2) == 0.23

# %% [markdown]
# So the number is about right for a *random* order of a *long* list. The reason, hits last, is not.
#
# ## GAP: average precision with grades
#
# AP knows only relevant or not. The review names an extension, graded average precision (Robertson, Kanoulas and Yilmaz 2010;
# [extra lesson](../lessons/e2_fap_and_gap.ipynb)), knows of no implementation in common ML libraries, and reports its authors' claim that learning to rank
# from grades works better with GAP than with nDCG. Here is an implementation. Users disagree about which grade is good enough: one accepts
# everything from grade 1, the next from grade 2, another only grade 3. Each adds up the precision at their own hits; GAP adds up all of these precisions and
# divides by the number of all their relevant items. AP gives 3, 1, 2, 2 a perfect 1; GAP gives 89/96.

# %%
rt.explore([3, 1, 2, 2], ["GAP", "AP", "nDCG"])


# %% tags=["check"]
gap = rt.gap(graded)
from_1, from_2, from_3 = F(4), 1 + F(2, 3) + F(3, 4), F(1)
assert gap.exact == (from_1 + from_2 + from_3) / (4 + 3 + 1) == F(89, 96) and round(float(gap), 7) == 0.9270833
assert rt.average_precision(graded).exact == 1
assert all(rt.gap(marks).exact == rt.average_precision(marks).exact for marks in product([0, 1], repeat=5))

# %% [markdown]
# ## Precision over recall: the area under which curve?
#
# AP is often called the area under the precision-recall curve. It depends on how you join the points:
#
# - **steps**: the precision at a hit counts for the whole rise in recall up to it. That is AP.
# - **trapezoids**: straight lines from point to point.
# - **interpolated**: at each recall, the best precision there *or further right*. This only ever lifts the curve.
# - **eleven points**: the mean of the interpolated precision at recall 0, 0.1, ..., 1.

# %%
forms = {form: f'PRAUC(form="{form}")' for form in ("steps", "trapezoids", "interpolated", "eleven_points")}
measured(eight, forms)

# %%
_ = rt.plots.precision_recall(eight, forms=["trapezoids", "interpolated"])

# %% [markdown]
# The hatched area is what the review calls the overestimation: interpolating adds 19/24 − 117/160 = 29/480, about 0.06, to the straight lines.
#
# > **Slip 8: AP and interpolation.** The review says that AP *is* the area under the interpolated curve. Its own formula adds up the steps. On this list they differ,
# > because precision rises from 2/3 at the second hit to 3/4 at the third. They agree where precision never rises from one hit to the next, as in 1 0 1 0 0 1.

# %%
rt.differences(*(rt.pr_auc(eight, form=form) for form in ("steps", "interpolated")))


# %% tags=["check"]
area = {form: rt.measure(how)(eight).exact for form, how in forms.items()}
quarter = F(1, 4)  # each hit lifts recall by as much
assert area["steps"] == rt.average_precision(eight).exact == quarter * (1 + F(2, 3) + F(3, 4) + F(4, 6)) == F(37, 48)
lines = [(1 + 1) / F(2), (F(1, 2) + F(2, 3)) / 2, (F(2, 3) + F(3, 4)) / 2, (F(3, 5) + F(4, 6)) / 2]
assert area["trapezoids"] == quarter * sum(lines) == F(117, 160)
assert area["interpolated"] == quarter * sum([1, F(3, 4), F(3, 4), F(4, 6)]) == F(19, 24)
assert area["eleven_points"] == (3 * 1 + 5 * F(3, 4) + 3 * F(4, 6)) / 11 == F(35, 44)
assert area["interpolated"] - area["trapezoids"] == F(29, 480) and round(29 / 480, 2) == 0.06
falling = rt.Ranking([1, 0, 1, 0, 0, 1])
assert (
    rt.average_precision(falling).exact
    == rt.pr_auc(falling, form="interpolated").exact
    == sum([1, F(2, 3), F(3, 6)]) / 3
)

# %% [markdown]
# ## FAP: was it right to stop here?
#
# The author's own measure (Leitner 2012) answers what AP and DCG leave open: is the *length* of the list right? FAP is the harmonic mean of F1, which knows the length,
# and AP, which knows the order: $\frac{2 F_1 \cdot AP}{F_1 + AP}$. Clean gets 1. The tail of misses costs something at last: F1 falls to 3/4, and FAP to 6/7.

# %%
rt.step_through(rt.fap(tail))

# %%
tasks.one_miss


# %% tags=["check"]
assert rt.f_score(tail).exact == 2 * F(3, 5) * 1 / (F(3, 5) + 1) == F(3, 4) and rt.fap(clean).exact == 1
assert rt.fap(tail).exact == 2 * F(3, 4) * 1 / (F(3, 4) + 1) == F(6, 7)

# %% [markdown]
# ### FAP at every cutoff: the peak, and the claim about the harmonic mean
#
# Now five items are relevant, and two were not found. Where should this list have ended? AP never falls as $k$ grows, so it can't say.
# FAP rises to rank 3 and falls after it. F1 peaks there as well, but ignores the order within the first $k$.
#
# The review adds that the *harmonic* mean gives a clearer peak than other means. Try them side by side:

# %%
incomplete = rt.Ranking([1, 1, 1, 0, 0], missed=[1, 1])
f1, ap = (rt.measure(name)(incomplete).at_every_k().values for name in ("F1", "AP"))
fap = rt.fap(incomplete).at_every_k()
means = {"arithmetic mean": (f1 + ap) / 2, "geometric mean": (f1 * ap) ** 0.5}
table(
    {
        "k": range(1, 6),
        "F1": f1.tolist(),
        "AP": ap.tolist(),
        "FAP, harmonic": fap.values.tolist(),
        **{name: mean.tolist() for name, mean in means.items()},
    }
)

# %% [markdown]
# The three means peak at the same rank, and the harmonic one only a little more clearly. Over all lists of eight results (with nothing or two items missed) its best cutoff is 11.6 % ahead
# of the second best, on average; that of the geometric mean 11.2 %, of the arithmetic mean 10.8 %, of F1 alone 10.7 %. The claim holds, by a little. Move the cutoff yourself:

# %%
rt.explore(incomplete, ["FAP@3", "F1@3", "AP@3"])


# %% tags=["check"]
assert list(fap.exact) == [F(1, 4), F(8, 17), F(2, 3), F(12, 19), F(3, 5)]
for peak in (fap.values, f1, *means.values()):
    assert max(peak) == peak[3 - 1]
for marks in six_marks:
    assert all(before <= after for before, after in pairwise(rt.average_precision(marks).at_every_k().exact))
assert rt.f_score(outside).exact == rt.f_score(inside).exact == F(2, 3)
assert rt.fap(outside).exact > rt.fap(inside).exact


def ahead(values):
    """How far the best cutoff is ahead of the second best."""
    second, best = sorted(values)[-2:]
    return (best - second) / best


leads = []
for marks, missed in product(list(product([0, 1], repeat=8))[1:], ([], [1, 1])):
    f, a = (rt.measure(name)(rt.Ranking(marks, missed=missed)).at_every_k().values for name in ("F1", "AP"))
    both = f + a + (f + a == 0)
    leads.append([ahead(mean) for mean in (2 * f * a / both, (f * a) ** 0.5, (f + a) / 2, f)])
assert [f"{100 * sum(lead) / len(leads):.1f}" for lead in zip(*leads, strict=True)] == ["11.6", "11.2", "10.8", "10.7"]

# %% [markdown]
# ### In an ensemble
#
# The review recommends FAP for bagging and other ensembles, because it asks which results to *keep*. Suppose that three programs search for genes in a paper, and you rank
# the genes by votes. Do you keep those with three votes, with at least two, or all? AP says: the more, the better. FAP says: at least two votes.

# %%
votes = {"3 votes": [1, 1], "2 or more": [1, 1, 0, 1], "1 or more": [1, 1, 0, 1, 0, 0, 1, 0, 0]}
measured(
    {kept: rt.Ranking(marks, missed=[1] * (4 - sum(marks))) for kept, marks in votes.items()},
    ["P", "R", "F1", "AP", "FAP"],
)


# %% tags=["check"]
kept = [rt.Ranking(marks, missed=[1] * (4 - sum(marks))) for marks in votes.values()]
aps, faps = ([rt.measure(name)(each).exact for each in kept] for name in ("AP", "FAP"))
assert aps == sorted(aps) and max(faps) == faps[1]

# %% [markdown]
# ### Slip 9: beta in FAP
#
# $\beta$ says how many times as much the second number counts as the first. For any $\beta$ the review prints $(1 + \beta^2)\,\frac{F_\beta \cdot AP}{\beta\,F_\beta + AP}$.
# A weighted harmonic mean has $\beta^2$ in both places. Try a perfect list with $\beta = 2$: both numbers are 1, so their mean must be 1. As printed it is 5/3.

# %%
measured(
    {"1 1 1": clean},
    {"as printed": 'FAP(beta=2, form="printed")', "with beta squared": "FAP(beta=2)", "beta = 1": "FAP"},
)


# %% tags=["check"]
assert rt.fap(clean, beta=2, form="printed").exact == F(1 + 2**2, 2 * 1 + 1) == F(5, 3)
assert rt.fap(clean, beta=2).exact == F(1 + 2**2, 2**2 * 1 + 1) == 1
assert all(rt.fap(marks).exact == rt.fap(marks, form="printed").exact for marks in product([0, 1], repeat=5))

# %% [markdown]
# With $\beta = 1$ the two agree, because 1 is its own square. The review only uses that form, so the lost exponent did no harm.
#
# ### FAP over queries: two ways
#
# Two queries are answered with tail and three. You can average their FAPs: 16/21. Or you average F1 and AP first and take the harmonic mean of these means, as
# the author's program does: 24/31. The second is never smaller, because one query's good F1 can make up for another's poor AP. Choose `average` under *Conventions*,
# and say which one you report.

# %%
rt.explore_queries({"tail": tail, "three": three}, ["mean FAP", "mean F1", "MAP"])

# %%
rt.mean(rt.fap, {"tail": tail, "three": three}, average="means")


# %% tags=["check"]
assert rt.mean(rt.fap, [tail, three]).exact == (F(6, 7) + F(2, 3)) / 2 == F(16, 21)
mean_f1, map_ = (F(3, 4) + F(3, 4)) / 2, (1 + F(3, 5)) / 2
assert rt.mean(rt.fap, [tail, three], average="means").exact == 2 * mean_f1 * map_ / (mean_f1 + map_) == F(24, 31)
every = [rt.Ranking(marks, missed=[1]) for marks in product([0, 1], repeat=3)]
for pair in product(every, repeat=2):
    assert rt.mean(rt.fap, pair, average="means").exact >= rt.mean(rt.fap, pair).exact

# %% [markdown]
# ## Pearson and Spearman: do scores and grades agree?
#
# The review ends with two correlations ([extra lesson](../lessons/e3_two_rankings.ipynb)). They compare two numbers for each item, such as a system's score and a person's grade.
# Pearson's $r$ uses the numbers, Spearman's $\rho$ only their ranks: square the scores, and only $r$ changes.

# %%
scores, judged = [0.9, 0.8, 0.3, 0.1], [3, 1, 2, 0]
both = {"scores": scores, "scores squared": [s**2 for s in scores]}
table(
    {
        "the grades against": list(both),
        "Pearson": [rt.pearson(each, judged) for each in both.values()],
        "Spearman": [rt.spearman(each, judged) for each in both.values()],
    }
)

# %% [markdown]
# Spearman's $\rho$ does not see the top: swap the first two items or the last two, and it is 4/5 either way. nDCG tells them apart (0.9225 and 0.9854).

# %%
rt.explore_agreement(list("abcd"), list("bacd"), measures=["Rho", "Tau"])


# %% tags=["check"]
assert rt.spearman(scores, judged).exact == 1 - F(6 * (0 + 1 + 1 + 0), 4 * (16 - 1)) == F(4, 5)
assert rt.spearman(both["scores squared"], judged).exact == F(4, 5)
assert abs(float(rt.pearson(both["scores squared"], judged)) - float(rt.pearson(scores, judged))) > 0.01
for swapped, grades, ndcg in (("bacd", [2, 3, 1, 0], "0.9225"), ("abdc", [3, 2, 0, 1], "0.9854")):
    assert rt.spearman(list("abcd"), list(swapped)).exact == rt.spearman([4, 3, 2, 1], grades).exact == F(4, 5)
    assert f"{float(rt.ndcg(grades)):.4f}" == ndcg

# %% [markdown]
# ## All five, live
#
# Move one relevant item up by one rank and another relevant item down by one rank, so that AUC returns to 2/3. What happened to the other four?

# %%
rt.explore([0, 1, 1, 0, 0], ["AUC", "DCG", "nDCG", "AP", "FAP"], goal="AUC == 2/3 and AP == 3/4")

# %%
tasks.one_up_one_down


# %% tags=["check"]
start, changed = rt.Ranking([0, 1, 1, 0, 0]), rt.Ranking([1, 0, 0, 1, 0])
assert start.moved(2, to=1).moved(3, to=4).grades == changed.grades
assert rt.roc_auc(changed).exact == rt.roc_auc(start).exact == F(2, 3)
assert all(rt.measure(name)(changed).value > rt.measure(name)(start).value for name in ("DCG", "nDCG", "AP", "FAP"))
assert rt.average_precision(start).exact == F(7, 12) and rt.average_precision(changed).exact == F(3, 4)

# %%
tasks.long_tail

# %% [markdown]
# ## When to use which
#
# | if ... | use | because | tried on |
# |---|---|---|---|
# | you know and rank all items, and queries differ in how many are relevant | AUC | class balance does not matter | every irrelevant item twice: AUC stays 2/3, AP falls from 0.81 to 0.70 |
# | the top of the list matters most | nDCG or AP, not AUC | AUC gives every rank the same weight | outside, inside: AUC 1/2 and 1/2, AP 3/4 and 7/12 |
# | relevance has grades | nDCG or GAP | AP knows only relevant or not | 3 1 and 1 3: AP 1 and 1, nDCG 1 and 0.80 |
# | you can't know all relevant items, but users see $k$ results | DCG@k | it looks at nothing below rank $k$ | two more relevant items turn up: DCG@3 stays 2.13, AP falls from 1 to 3/5 |
# | queries differ in how much there is to find | nDCG | a perfect answer is always 1 | one or three relevant items: nDCG 1 and 1, DCG 1 and 2.13 |
# | one right answer is enough | RR | it stops at the first hit | three, five: RR 1 and 1 |
# | you want a readable number, and know all relevant items | AP | it is between 0 and 1, and misses count | three: 3/5 |
# | the system chooses how many results it returns | FAP | a tail of misses costs, and so does stopping early | clean, tail: 1 and 6/7; five, three: 1 and 2/3 |
# | you compare two whole orders | Spearman | all ranks count alike | a swap at the top or at the end: 4/5 and 4/5 |
#
# The review's own summary is close to this: AUC where you know everything, DCG where the top counts, AP next to it as a number to read, FAP where the cutoff counts.
# [Lesson 9](../lessons/09_which_metric_when.ipynb) lets you practise the choice.

# %% tags=["check"]
assert [f"{float(rt.average_precision(each)):.2f}" for each in (small, doubled)] == ["0.81", "0.70"]
assert [rt.average_precision(each).exact for each in (outside, inside)] == [F(3, 4), F(7, 12)]
assert [f"{float(rt.ndcg(each)):.2f}" for each in ([3, 1], [1, 3])] == ["1.00", "0.80"] and same("AP", [3, 1], [1, 3])
assert rt.gap([3, 1]).value > rt.gap([1, 3]).value
assert same("DCG@3", clean, three) and f"{float(rt.dcg(three, k=3)):.2f}" == "2.13"
assert rt.average_precision(three).exact == F(3, 5) and rt.fap(three).exact == F(2, 3) and rt.fap(five).exact == 1
assert same("nDCG", [1, 0, 0], clean) and float(rt.dcg([1, 0, 0])) == 1
assert same("RR", three, five) and all(0 <= rt.average_precision(marks).exact <= 1 for marks in six_marks)

# %% [markdown]
# **Source of this notebook:** Florian Leitner, *Ranked evaluation measures: a review (ROC, DCG, AP, FAP)*, undated web page; FAP is section 3.2.5 of
# [his PhD thesis](https://repositorio.uam.es/bitstream/handle/10486/8883/47142_leitner_florian.pdf?sequence=1) (2012, Universidad Autónoma de Madrid).
#
# **Sources of the measures:** Hanley and McNeil (1982), *The meaning and use of the area under a ROC curve*, Radiology 143 · Mann and Whitney (1947), *On a test of whether one of two
# random variables is stochastically larger than the other*, Annals of Mathematical Statistics 18 · Järvelin and Kekäläinen (2002), *Cumulated gain-based evaluation of IR techniques*, ACM TOIS 20 · Buckley and Voorhees
# (2005), *Retrieval system evaluation*, in *TREC*, MIT Press · Robertson, Kanoulas and Yilmaz (2010), *Extending average precision to graded relevance judgments*, SIGIR · Joachims and others (2005),
# *Accurately interpreting clickthrough data as implicit feedback*, SIGIR · Spearman (1904), *The proof and measurement of association between two things*, American Journal of Psychology 15.
#
# **Lessons:** [thresholds](../lessons/08_thresholds.ipynb), [which metric when](../lessons/09_which_metric_when.ipynb). **Other documents:** [five results](01_learning_to_rank_metrics.ipynb),
# [eight documents](02_ranking_metrics_introduction.ipynb), [six requirements](03_rank_metrics.ipynb), [formulas without numbers](05_metrics_in_ltr_problems.ipynb). [Start](../00_start_here.ipynb).
