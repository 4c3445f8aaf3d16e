# %% [markdown]
# # AUC, and the weights that do something else
#
# Florian Leitner's review of ranking measures prefers AUC, the area under the ROC curve, to all others, and offers weights for those who care about the top.
# It prints a formula for them, and a few lines of Python. They don't calculate the same number. Try each claim before you read its verdict.
#
# **30 minutes.** Run each cell with `Shift`+`Enter`; then the lists come alive and the questions listen.
# Click the dots of a folded cell to see its code.
#
# **New to a metric?** The lessons teach each one slowly: [AUC and thresholds](../lessons/08_thresholds.ipynb),
# [average precision](../lessons/03_average_precision.ipynb), [precision, recall and F](../lessons/01_is_this_a_good_list.ipynb).
# The [glossary](../glossary.md) explains the words.

# %%
from tasks import ranked_evaluation_review as tasks

import rankteach as rt
from rankteach import examples
from rankteach.classroom import table

small = rt.Ranking([1, 0, 1, 1, 0])
eight = examples.eight_documents

# %% tags=["check"]
import math
from fractions import Fraction as F
from itertools import product

six_marks = list(product([0, 1], repeat=6))


def close(values, expected):
    """Equal to twelve digits."""
    return all(
        math.isclose(one, other, rel_tol=1e-12) for one, other in zip(values, expected, strict=True)
    )


# %% [markdown]
# ## Claim: AUC is a probability
#
# **The review says:** AUC is "the fraction of all possible pairings" of a negative and a positive instance in which the classifier "correctly prefers the positive" one.
# Draw a relevant item $p$ and an irrelevant item $q$ at random: AUC is the probability that $p$ is ranked higher.
#
# **Try it.** Three relevant and two irrelevant items make six pairs. Step through them: which two are lost?

# %%
rt.step_through(rt.roc_auc(small, form="pairs"))

# %% tags=["check"]
by_area, by_pairs = rt.roc_auc(small), rt.roc_auc(small, form="pairs")
assert by_pairs.exact == F(6 - 2, 3 * 2) == F(2, 3)  # d3 and d4 are ranked below d2
assert by_area.exact == F(1, 3) * F(1, 2) + 1 * F(1, 2) == by_pairs.exact
assert all(rt.roc_auc(marks).exact == rt.roc_auc(marks, form="pairs").exact for marks in six_marks)

# %% [markdown]
# **Verdict: holds.** Four of six pairs are won (d3 and d4 are below d2), so AUC is 2/3.
#
# ## Claim: the area is an integral, and each threshold a test
#
# **The review says:** AUC is $\int_0^1 \mathrm{TPR}(\mathrm{FPR}^{-1}(x))\,dx$, and each ranked item is a significance test: irrelevant scores follow $H_0$, relevant ones $H_1$.
# TPR and FPR are the fractions of the relevant and of the irrelevant items above the threshold.
#
# **Try it.** Move the threshold through the eight documents of the [introduction](02_ranking_metrics_introduction.ipynb). Which rate rises when it passes which document?

# %%
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
assert [area for area in rt.roc_auc(eight).columns["trapezoid"].exact if area] == [
    F(1, 16),
    F(3, 16),
    F(1, 4),
    F(1, 4),
]
assert list(rt.pr_auc(eight, form="trapezoids").columns["trapezoid"].exact[6:]) == [0, 0]
assert eight.grades == [1, 0, 1, 1, 0, 1, 0, 0] and rt.roc_auc(eight).exact == F(3, 4)

# %% [markdown]
# **Verdict: holds.** FPR is the probability of a false alarm (the level $\alpha$), and TPR is the power. A step to the right is one irrelevant item; the height there says how
# many relevant ones beat it. So the area counts the pairs won: 1/16 + 3/16 + 1/4 + 1/4 = 3/4.
#
# > **Slip 5: "information-theoretic".** The review calls ROC a robust information-theoretic metric. AUC contains no entropy, no logarithm and no bits. It is
# > Mann and Whitney's $U$ (1947), a rank statistic, divided by the number of pairs. *Information retrieval* may have been meant.
#
# ## Claim: neither scale nor threshold matters
#
# **The review says:** ROC is "scale-invariant", and "invariant to the classification threshold".
#
# **Try it.** The same documents, with scores squeezed between 0.5 and 0.51. Does any point of either curve move?

# %% jupyter={"source_hidden": true}
scores = {
    "as given": eight.scores,
    "squared": [s**2 for s in eight.scores],
    "close together": [0.5 + s / 100 for s in eight.scores],
}
lists = {
    title: rt.Ranking(eight.grades, items=eight.items, scores=each) for title, each in scores.items()
}
rt.explore_curve(lists["close together"], threshold=3)

# %% tags=["check"]
above_half = [rt.f_score(eight, k=sum(s >= 0.5 for s in each)) for each in scores.values()]
assert {rt.roc_auc(each).exact for each in lists.values()} == {F(3, 4)}
assert [trace.exact for trace in above_half] == [F(3, 4), F(4, 7), F(2, 3)]

# %% [markdown]
# **Verdict: holds.** Squared or squeezed, AUC stays 3/4, because only the order counts. F1 of the items that score at least 0.5 depends on the scale: 3/4 as given, 4/7 squared, 2/3 squeezed.
#
# From scale invariance the review concludes that you can weigh the ranks. That does not follow; any ranked measure can be weighted.
#
# ## Claim: ROC is hard to tune towards precision
#
# **The review says:** it is "hard to tune this metric to prefer, say, precision over recall", which $\beta$ does easily for F.
#
# **Try it.** Move $k$. F0.5 prefers precision, F2 prefers recall. Which cutoff does each choose, and what does AUC do?

# %%
rt.explore(eight, ["F0.5@8", "F2@8", "AUC"], chosen="F0.5@8")

# %%
tasks.best_with_precision

# %% tags=["check"]
for name, best in (("F0.5", 4), ("F2", 6)):
    values = list(rt.measure(name)(eight).at_every_k().values)
    assert values.index(max(values)) == best - 1 and values.count(max(values)) == 1
assert (
    f"{float(rt.measure('F0.5@6')(eight)):.2f}"
    == "0.71"
    == f"{sorted(rt.measure('F0.5')(eight).at_every_k().values)[-2]:.2f}"
)

# %% [markdown]
# **Verdict: holds.** F0.5 is highest at $k = 4$, F2 at $k = 6$. AUC adds up all thresholds, the strict and the lenient ones alike, so it has nothing to tune.
#
# ## Claim: ROC is the most robust measure
#
# **The review says:** ROC is "insensitive to changes in class distribution", if you know all irrelevant items.
#
# **Try it.** A is 1 0 1 1 0; in B every irrelevant item occurs twice. Which number stays? In the list below, eight irrelevant items, unknown before, follow A. Which number stays now?

# %%
doubled = rt.Ranking([1, 0, 0, 1, 1, 0, 0])
rt.side_by_side(small, doubled, ["AUC", "AP"])

# %%
followed = rt.Ranking([*small.grades, *[0] * 8])
rt.explore(followed, ["AUC", "AP"])

# %% tags=["check"]
assert rt.roc_auc(doubled).exact == rt.roc_auc(small).exact == F(2, 3)
assert rt.roc_auc(followed).exact == F(3 * 10 - 2, 3 * 10) == F(14, 15)
assert (
    rt.average_precision(small).exact
    == (1 + F(2, 3) + F(3, 4)) / 3
    == rt.average_precision(followed).exact
)
assert rt.average_precision(doubled).exact == (1 + F(2, 4) + F(3, 5)) / 3
assert [f"{float(rt.average_precision(each)):.2f}" for each in (small, doubled)] == ["0.81", "0.70"]

# %% [markdown]
# **Verdict: holds, with its condition.** Doubled: AUC stays 2/3, AP falls from 0.81 to 0.70. Followed: AUC rises to 14/15 although the system ranks nothing better; AP stays. That is
# why AUC needs to know all irrelevant items, and AP doesn't.
#
# ## Claim: precision-recall curves show trouble at the top
#
# **The review says:** PR curves are "much better at highlighting any issues with the top ranks".
#
# **Try it.** Five of 100 items are relevant: first at ranks 1, 2, 3, 4 and 30, then at ranks 6 to 10. Compare the two pairs of curves: which pair looks alike? Click rank 1 of the second list.

# %%
at_the_top = rt.Ranking([int(rank in {1, 2, 3, 4, 30}) for rank in range(1, 101)])
rt.explore_curve(at_the_top, threshold=5)

# %%
below_it = rt.Ranking([int(6 <= rank <= 10) for rank in range(1, 101)])
rt.explore_curve(below_it, threshold=5)

# %% tags=["check"]
assert rt.roc_auc(at_the_top).exact == rt.roc_auc(below_it).exact == 1 - F(25, 475) == F(18, 19)
assert f"{18 / 19:.4f}" == "0.9474"
assert rt.average_precision(at_the_top).exact == F(5, 6)
assert [f"{float(rt.average_precision(each)):.4f}" for each in (at_the_top, below_it)] == [
    "0.8333",
    "0.3544",
]
assert [rt.precision(each, k=5).exact for each in (at_the_top, below_it)] == [F(4, 5), 0]

# %% [markdown]
# **Verdict: holds.** AUC is 0.9474 for both, because 25 of the 475 pairs are lost either way. AP is 0.8333 and 0.3544, P@5 is 0.8 and 0.
#
# ## Claim: a pair is won if $f(q) < f(p)$
#
# **The review says** nothing about equal scores: it counts the pairs in which the relevant item has the larger score.
#
# **Try it.** The second and the third of four items are tied. Count a tie as a defeat, as printed; as half a point; or let the list decide. Swap the two tied items: which of the three numbers changes?

# %%
tied = rt.Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
rt.explore(tied, ['AUC(ties="strict")', "AUC", 'AUC(ties="input_order")'])

# %%
rt.explore_curve(tied, threshold=1)

# %%
tasks.all_tied

# %% tags=["check"]
as_printed, with_ties = F(3, 4), (3 + F(1, 2)) / 4
assert (
    rt.roc_auc(tied, ties="strict").exact
    == rt.roc_auc(tied, form="pairs", ties="strict").exact
    == as_printed
)
assert rt.roc_auc(tied, form="pairs").exact == rt.roc_auc(tied).exact == with_ties == F(7, 8)
either_order = [rt.roc_auc([1, 0, 1, 0]).exact, rt.roc_auc([1, 1, 0, 0]).exact]
by_list = [rt.roc_auc(each, ties="input_order").exact for each in (tied, tied.moved(3, to=2))]
assert rt.roc_auc(tied.moved(3, to=2), ties="strict").exact == as_printed and by_list == either_order
assert either_order == [F(3, 4), 1] and sum(either_order) / 2 == with_ties

# %% [markdown]
# > **Slip 6: ties.** As printed, AUC is 3/4. If the list decides, it is 3/4 or 1, by chance. Like a coin toss, a tie counts one half: 7/8. The area under the
# > curve does that by itself: tied items pass the threshold together, so the step is slanted. The formula was probably written for continuous scores, which never tie.
#
# ## Claim: weights and scores need not be in the same order
#
# **The review says** so in a comment of the one example you can run: six instances in no particular order, each with its truth, its score and a weight.
#
# **Try it.** AUC is 1 with weights and without. Click the label of instance 5 at rank 1. Why do the two numbers differ now?
# (Another comment names the weights for a factor of 0.5: 1, 0.5, 0.25, 0.125. Change `decay_factor`, and rerun the cell.)

# %%
y_true = [0, 1, 1, 0, 1, 0]
y_scores = [0.1, 0.8, 0.4, 0.2, 0.9, 0.3]
decay_factor = 0.8
sample_weights = [round(decay_factor**i, 5) for i in range(6)]  # 1, 0.8, 0.64, 0.512, 0.4096, 0.32768

instances = rt.Ranking.from_scores(y_true, y_scores, items=[f"instance {i}" for i in range(1, 7)])
in_rank_order = [
    sample_weights[instance] for instance in instances.order
]  # roc_auc takes them best rank first
with_weights = f'AUC(weights={in_rank_order}, weighting="instances")'
rt.explore(instances, ["AUC", with_weights])

# %% [markdown]
# All nine pairs are won, the closest by 0.4 against 0.3, so the example can't show what its weights do. After the click, one of four irrelevant instances is ahead of both relevant ones, so AUC
# is 3/4. But the weighted AUC is 0.8179: although instance 5 is first in the ranking, it is fifth in the data, and weighs only $0.8^4 = 0.4096$.
#
# Now let the first instance score 0.6 instead of 0.1. One pair is lost: instance 1 (rank 3) is ahead of instance 3 (rank 4). The second card weighs by position in the data, the third by rank:

# %% tags=["check"]
assert instances.items == tuple(f"instance {i}" for i in (5, 2, 3, 6, 4, 1))
assert rt.roc_auc(instances).exact == rt.measure(with_weights)(instances).value == 1
powers = [F(4, 5) ** i for i in range(6)]
assert [F(str(weight)) for weight in sample_weights] == powers
assert [0.5**i for i in range(4)] == [1.0, 0.5, 0.25, 0.125]
clicked = rt.explore(instances, ["AUC", with_weights])
clicked.ranking = instances.with_grade(1, 0)
negative = powers[0] + powers[3] + powers[5]
assert rt.roc_auc(clicked.ranking).exact == F(3, 4)
assert close(clicked.values.values(), [F(3, 4), negative / (negative + powers[4])])
assert (
    f"{rt.measure(with_weights)(clicked.ranking).value:.4f}" == "0.8179" and float(powers[4]) == 0.4096
)

# %% jupyter={"source_hidden": true}
score = [0.6, *y_scores[1:]]
one_lost = rt.Ranking.from_scores(y_true, score, items=[f"instance {i}" for i in range(1, 7)])
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


# %% jupyter={"source_hidden": true}
def weighted_auc(weights):
    """The weighted AUC as a measure's name: its weights are put in the order of the ranking."""
    in_rank_order = [round(weights[instance], 5) for instance in one_lost.order]
    return f'AUC(weights={in_rank_order}, weighting="instances")'


rt.explore(one_lost, ["AUC", weighted_auc(by_position), weighted_auc(by_rank)])


# %% tags=["check"]
def minus_the_lost_pair(weights):
    """1 minus the weight of instances 1 and 3, as a fraction of the weight of all pairs."""
    positive, negative = weights[1] + weights[2] + weights[4], weights[0] + weights[3] + weights[5]
    return 1 - weights[0] * weights[2] / (positive * negative)


both = [rt.measure(weighted_auc(weights))(one_lost).value for weights in (by_position, by_rank)]
assert rt.roc_auc(one_lost).exact == 1 - F(1, 3 * 3) == F(8, 9)
assert close(both, map(minus_the_lost_pair, (by_position, by_rank)))
assert [f"{1 - value:.4f}" for value in both] == ["0.1881", "0.1029"]
shuffled = rt.Ranking.from_scores(y_true[::-1], score[::-1])
moved = rt.roc_auc(shuffled, weights=[by_rank[::-1][i] for i in shuffled.order], weighting="instances")
assert close([float(moved)], [both[1]])

# %% [markdown]
# > **Slip 7: the order of the weights.** One pair lost costs 1/9: AUC is 8/9. By position, the pair costs 0.1881; by rank, 0.1029. scikit-learn gives each weight to the
# > instance *at its own position*. Weights by position reward the order in which the data was typed.
#
# If weights should fall down the *ranking*, find each instance's rank first. The comment probably meant something true: the *instances* need not be
# sorted by score. Shuffle truth, scores and weights together, and nothing changes.
#
# ## Claim: the formula and the code give the same weighted AUC
#
# **The review prints** $\sum_{i=1}^{|I|-1} w_i \frac{(FPR_{i+1} - FPR_i)(TPR_i + TPR_{i+1})}{2}$ above that code. So $w_i$ multiplies the trapezoid from rank $i$ to rank $i + 1$.
#
# **Try it.** Step through the formula with $w_i = 0.8^{i-1}$ on the eight documents. Which trapezoids have an area at all?

# %%
to_the_letter = [
    0,
    *[0.8**i for i in range(7)],
]  # no trapezoid ends at rank 1, the first ends at rank 2
rt.step_through(rt.roc_auc(eight, weights=to_the_letter))

# %% jupyter={"source_hidden": true}
perfect = rt.Ranking(sorted(eight.grades, reverse=True))
orders = {
    "eight documents": eight,
    "perfect order": perfect,
    "1 1 1 1 1 1 0": rt.Ranking([1, 1, 1, 1, 1, 1, 0]),
    "1 1 1 1 1 0 1": rt.Ranking([1, 1, 1, 1, 1, 0, 1]),
}
table(
    {
        "list": list(orders),
        "no weights": [rt.roc_auc(each) for each in orders.values()],
        "the formula": [
            rt.roc_auc(each, weights=to_the_letter[: len(each)]) for each in orders.values()
        ],
        "counted from the origin": [rt.roc_auc(each, weights=0.8) for each in orders.values()],
        "instance weights": [
            rt.roc_auc(each, weights=0.8, weighting="instances") for each in orders.values()
        ],
    }
)

# %% tags=["check"]
w = F("0.8")
by_formula = rt.roc_auc(eight, weights=0.8)
areas = w * F(1, 16) + w**4 * F(3, 16) + w**6 * F(1, 4) + w**7 * F(1, 4)
assert by_formula.exact == areas == F("0.2447648") and round(float(by_formula), 4) == 0.2448
literally = [float(rt.roc_auc(each, weights=to_the_letter)) for each in (eight, perfect)]
assert close(literally, [float(by_formula) / 0.8, float(rt.roc_auc(perfect, weights=0.8)) / 0.8])
assert [f"{value:.4f}" for value in literally] == ["0.3060", "0.3779"]


def as_printed_there(marks):
    """The review's sum, term by term, from i = 1."""
    relevant, irrelevant = sum(marks), len(marks) - sum(marks)
    tpr = [F(sum(marks[:i]), relevant) for i in range(len(marks) + 1)]
    fpr = [F(i - sum(marks[:i]), irrelevant) for i in range(len(marks) + 1)]
    return sum(
        w ** (i - 1) * (fpr[i + 1] - fpr[i]) * (tpr[i] + tpr[i + 1]) / 2 for i in range(1, len(marks))
    )


for each in orders.values():
    by_hand = as_printed_there([int(grade) for grade in each.grades])
    assert close([float(rt.roc_auc(each, weights=to_the_letter[: len(each)]))], [float(by_hand)])

by_instances = 'AUC(weights=0.8, weighting="instances")'
weight = [w**i for i in range(8)]
relevant, others = ([i for i in range(8) if eight.grades[i] == kind] for kind in (1, 0))
won = sum(weight[p] * weight[q] for p in relevant for q in others if p < q)
assert rt.measure(by_instances)(eight).exact == won / sum(
    weight[p] * weight[q] for p in relevant for q in others
)
assert rt.measure(by_instances)(perfect).exact == 1
best_by_formula = rt.roc_auc(perfect, weights=0.8)
assert (
    best_by_formula.exact == (w**4 + w**5 + w**6 + w**7) / 4
    and round(float(best_by_formula), 4) == 0.3023
)
last_is_wrong, sixth_is_wrong = list(orders.values())[2:]
assert rt.roc_auc(last_is_wrong, weights=0.8).exact == w**6
assert rt.roc_auc(sixth_is_wrong, weights=0.8).exact == w**5 * F(5, 6) > w**6

# %% [markdown]
# **Verdict: they differ.** By *the formula* the eight documents get 0.3060, and the perfect order only 0.3779, because nothing divides by the weights. (If the sum starts one rank
# earlier, at the origin, all is multiplied by 0.8: 0.2448 and 0.3023.)
#
# It even prefers 1 1 1 1 1 0 1 to 1 1 1 1 1 1 0: a trapezoid has an area only at an irrelevant item, and a good order puts those where weights are small. *Instance weights*,
# scikit-learn's `sample_weight`, let a pair count by the product of its two weights and divide by the weight of all pairs. So a perfect order gets 1.
#
# ## Claim: `sample_weight` weighs the ranks of AP
#
# **The review says:** AP has a weight $w_i$ for every rank, too; with scikit-learn's `sample_weight` "you can give every rank in the result a specific weight".
#
# **Try it.** Three readings of AP. Drag the documents into the perfect order: which of them reach 1?

# %%
readings = ["AP", "AP(weights=0.8)", 'AP(weights=0.8, weighting="instances")']
rt.explore(eight, readings, chosen="AP(weights=0.8)")

# %% tags=["check"]
terms = 1 * F(1, 1) + w**2 * F(2, 3) + w**3 * F(3, 4) + w**5 * F(4, 6)
formula, by_instance = ([rt.measure(how)(each) for each in (eight, perfect)] for how in readings[1:])
assert formula[0].exact == terms / 4 == F(6341, 12500) < rt.average_precision(eight).exact == F(37, 48)
assert formula[1].exact == (1 + w + w**2 + w**3) / 4 == F("0.738")
assert [round(float(value), 4) for value in (formula[0], *by_instance)] == [0.5073, 0.8161, 1]

# %% [markdown]
# > **Slip 8: weights for ranks, again.** `sample_weight` gives every *instance* a weight, in the precisions and in the number of relevant items. So its perfect order
# > gets 1, and the eight documents get 0.8161 instead of the formula's 0.5073.
#
# The formula still divides by $m$, all relevant items, so even its perfect order stays below 1: 0.738. The review names the price itself: you can no longer read the value as a probability.
#
# ## When to use AUC
#
# Use it if you know and rank all items, and queries differ in how many are relevant: with every irrelevant item twice, AUC stays 2/3. If the top matters most, don't weigh AUC;
# use a measure that starts at the top.
#
# **Next:** [where should the list end?](04c_where_should_the_list_end.ipynb)
# **Before:** [what does each measure not see?](04a_what_does_each_measure_not_see.ipynb) **All notebooks:** [the list](../README.md).
#
# **Source:** Florian Leitner, *Ranked evaluation measures: a review (ROC, DCG, AP, FAP)*, undated web page.
#
# **The metrics:** Hanley and McNeil (1982), *The meaning and use of the area under a ROC curve*, Radiology 143. Mann and Whitney (1947), *On a test of whether one of two
# random variables is stochastically larger than the other*, Annals of Mathematical Statistics 18.
