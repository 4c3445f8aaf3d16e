# %% [markdown]
# # Which measure when?
#
# *Ranked evaluation measures: a review (ROC, DCG, AP, FAP)* asks when to use which measure. It prints hardly any numbers, so here its
# claims are tried out: small lists go through all of its measures, side by side. Most claims hold. Five slip, and each of these has
# a section of its own, marked **Slip**, that says what is right and how it probably came about. Two smaller remarks stand where they belong.
#
# About forty minutes. You should have met precision, recall and average precision before, in
# [five results](01_learning_to_rank_metrics.ipynb) for instance.

# %%
import math
from fractions import Fraction as F
from itertools import permutations, product

import numpy as np

import rankteach as rt
from rankteach import examples
from rankteach.classroom import compare, question


def close(values, expected):
    """Equal to twelve digits."""
    pairs = zip(values, expected, strict=True)
    return all(math.isclose(one, other, rel_tol=1e-12) for one, other in pairs)


# %% [markdown]
# ## The letters
#
# The review has letters of its own. This is what they are called here:
#
# | the review | here | meaning |
# |---|---|---|
# | $rel_i$ | $\mathrm{rel}_i$ | relevance at rank $i$: 1 or 0, or a grade |
# | $\lvert I_{pos}\rvert$ | $m$ | all relevant items, retrieved or not |
# | $R$, a set | the list | the results that a system returned; $\lvert R\rvert$ is their number $n$ |
# | | $h_i$ | the hits so far: relevant items from rank 1 to rank $i$ |
# | $p_i$ | $P(i)$ | precision: hits among the first $i$ ranks, divided by $i$ |
# | | $R(i)$ | recall: hits among the first $i$ ranks, divided by $m$ |
# | $k$ | $k$ | the cutoff: only the first $k$ ranks count |
# | $w_i$ | $w_i$ | the weight of rank $i$ |
# | $Q$ | $Q$ | the number of queries; one of them is $q$ |
#
# So beware of $R$: a set of results there, recall here.
#
# ## Three pairs of lists
#
# - **A tail of misses.** Three items are relevant, and both systems found them first. One stopped there, the other went on.
# - **A shorter list.** Five items are relevant. One system returned three of them, the other all five.
# - **Outside or inside.** Two of four items are relevant: the first and the last, or the two in the middle.

# %%
clean, tail = rt.Ranking([1, 1, 1]), rt.Ranking([1, 1, 1, 0, 0])

three, five = rt.Ranking([1, 1, 1], missed=[1, 1]), rt.Ranking([1, 1, 1, 1, 1])

outside, inside = rt.Ranking([1, 0, 0, 1]), rt.Ranking([0, 1, 1, 0])


# %% tags=["check"]
from itertools import pairwise

assert clean.relevant_total == tail.relevant_total == 3
assert three.relevant_total == five.relevant_total == 5
assert outside.relevant_total == inside.relevant_total == 2

# %% [markdown]
# Now every list under every measure. A dash: AUC compares relevant items with others, so it needs both kinds in the list. (Without, the toolkit says 0, and in
# its header that 0/0 counts as 0.)

# %%
MEASURES = ["AUC", "DCG", "nDCG", "RR", "AP", "FAP"]
LISTS = {
    "clean   1 1 1": clean,
    "tail    1 1 1 0 0": tail,
    "three   1 1 1, 2 missed": three,
    "five    1 1 1 1 1": five,
    "outside 1 0 0 1": outside,
    "inside  0 1 1 0": inside,
}


def table_of(lists, names):
    """Print one row for each list, one column for each measure."""
    print(f"{'':24}", *[f"{name:>8}" for name in names])
    for title, ranking in lists.items():
        cells = [f"{float(rt.measure(name)(ranking)):.4f}" for name in names]
        if "AUC" in names and len(set(ranking.grades)) == 1:
            cells[names.index("AUC")] = "-"
        print(f"{title:24}", *[f"{cell:>8}" for cell in cells])


table_of(LISTS, MEASURES)


# %% tags=["check"]
def same(name, one, other):
    """Whether a measure gives both lists the same number."""
    return rt.measure(name)(one).value == rt.measure(name)(other).value


assert [name for name in MEASURES[1:] if not same(name, clean, tail)] == ["FAP"]
assert [name for name in MEASURES[1:] if same(name, three, five)] == ["RR"]
assert [name for name in MEASURES if same(name, outside, inside)] == ["AUC"]
assert rt.roc_auc(clean).exact == rt.roc_auc(three).exact == rt.roc_auc(five).exact == 0

# %% [markdown]
# Each pair has its blind measures. Only FAP minds the tail of misses. Only RR is content with the shorter list. And AUC alone cannot tell
# outside from inside. The rest of this notebook says why, measure by measure.
#
# ## AUC: is a relevant item ahead of another one?
#
# Pick a relevant item $p$ and an irrelevant one $q$, both at random. How often is $p$ ranked higher?
# With three relevant items and two others there are six pairs to ask. In the table, $[\ldots]$ is 1 if what stands in it is true, else 0.

# %%
small = rt.Ranking([1, 0, 1, 1, 0])
by_pairs = rt.roc_auc(small, form="pairs")
by_pairs


# %% tags=["check"]
assert by_pairs.exact == F(6 - 2, 3 * 2) == F(2, 3)  # d3 and d4 stand below d2

# %% [markdown]
# ### The same number as an area
#
# Let a *threshold* $t$ slide down the list. What is above it counts as found. TPR, the true positive rate, is the share of the relevant items
# that are above it; FPR, the false positive rate, the share of the others. Each threshold is a point, and the points make the
# **ROC curve**. AUC is the area under it, one trapezoid for each step.

# %%
by_area = rt.roc_auc(small)
by_area


# %% tags=["check"]
assert by_area.exact == F(1, 3) * F(1, 2) + 1 * F(1, 2) == by_pairs.exact
_ = rt.plots.roc(small)

# %% [markdown]
# Why are the two equal? The curve goes up at a relevant item and right at another one. Each step to the right adds a column,
# as high as the share of relevant items that are already above: those are the pairs won against this one item.
# It is no accident of this list. All 64 lists of six marks:

# %%
six_marks = list(product([0, 1], repeat=6))


# %% tags=["check"]
assert len(six_marks) == 64
for marks in six_marks:
    assert rt.roc_auc(marks).exact == rt.roc_auc(marks, form="pairs").exact

# %% [markdown]
# ### What it does not see
#
# Every pair counts the same, at the top of the list or at its end. Outside wins two pairs with its first item and loses two with its last;
# inside wins two and loses two in the middle. The curves differ, the areas do not.

# %%
for title, ranking in {"outside": outside, "inside": inside}.items():
    columns = rt.roc_auc(ranking).columns
    tpr, fpr = (", ".join(map(str, columns[rate].exact)) for rate in ("TPR", "FPR"))
    print(f"{title:8} TPR {tpr:15} FPR {fpr:15} area {rt.roc_auc(ranking).exact}")


# %% tags=["check"]
assert rt.roc_auc(outside).exact == rt.roc_auc(inside).exact == F(1, 2)
axes = rt.plots.roc(outside, label="outside 1 0 0 1")
_ = rt.plots.roc(inside, axes, label="inside 0 1 1 0")

# %% [markdown]
# ### What it needs, and what it gives in return
#
# The review calls ROC the most robust of its measures, as long as all irrelevant items are known. Both halves are easy to see.
#
# - Let each irrelevant item stand twice: the balance of the two kinds changes, AUC does not, AP does.
# - Let eight irrelevant items, unknown before, follow at the end: AUC rises, though nobody ranked anything better. AP stays.

# %%
doubled = rt.Ranking([1, 0, 0, 1, 1, 0, 0])
followed = rt.Ranking([*small.grades, *[0] * 8])
table_of({"small": small, "doubled": doubled, "followed": followed}, ["AUC", "AP"])


# %% tags=["check"]
assert rt.roc_auc(doubled).exact == rt.roc_auc(small).exact == F(2, 3)
assert rt.roc_auc(followed).exact == F(3 * 10 - 2, 3 * 10) == F(14, 15)
assert rt.average_precision(small).exact == (1 + F(2, 3) + F(3, 4)) / 3
assert rt.average_precision(followed).exact == rt.average_precision(small).exact
assert rt.average_precision(doubled).exact == (1 + F(2, 4) + F(3, 5)) / 3

# %% [markdown]
# ## Slip 1: ties in the pairs
#
# The review's formula counts the pairs in which the score of the relevant item is larger, $f(n) < f(p)$ in its letters. It has nothing to say of
# equal scores. Here the second and the third of four items are tied:

# %%
tied = rt.Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
scored = list(zip(tied.scores, tied.grades, strict=True))
relevant = [score for score, grade in scored if grade]
others = [score for score, grade in scored if not grade]

pairs = list(product(relevant, others))
larger = sum(p > n for p, n in pairs)
equal = sum(p == n for p, n in pairs)
print(f"{len(pairs)} pairs: {larger} larger, {equal} equal")

# %% [markdown]
# Read literally, a tie is a defeat: 3/4, which is `ties="strict"` here. But the two could as well stand in the other order, which would give 1. A tie is a coin toss,
# so it counts one half: 7/8, in the middle. The area under the curve does that by itself: tied items pass the threshold together, and the step is slanted.

# %%
rt.roc_auc(tied)


# %% tags=["check"]
as_printed, with_ties = F(larger, len(pairs)), (larger + F(equal, 2)) / len(pairs)
assert as_printed == F(3, 4) and with_ties == F(7, 8)
assert rt.roc_auc(tied, ties="strict").exact == as_printed
assert rt.roc_auc(tied, form="pairs").exact == rt.roc_auc(tied).exact == with_ties

either_order = [rt.roc_auc([1, 0, 1, 0]).exact, rt.roc_auc([1, 1, 0, 0]).exact]
assert either_order == [F(3, 4), 1] and sum(either_order) / 2 == with_ties
_ = rt.plots.roc(tied)

# %% [markdown]
# Pair by pair, what is printed and what is right:

# %%
rt.differences(
    rt.roc_auc(tied, form="pairs", ties="strict"),
    rt.roc_auc(tied, form="pairs"),
)

# %% [markdown]
# Probably it came about like this: with continuous scores a tie has probability 0, and the formula was written for those. Real scores do have ties.
#
# ## Weights for AUC: two things with one name
#
# AUC treats all ranks alike, so the review offers weights that fall from rank to rank, $w_i = 0.8^{i-1}$: 1, 0.8, 0.64, and so on. It has a formula,
# and a few lines of Python that use scikit-learn. They do not calculate the same thing. For the comparison we take the eight documents of
# [notebook 02](02_ranking_metrics_introduction.ipynb), four of them relevant; their AUC is 3/4.
#
# **The formula** multiplies each trapezoid by the weight of its rank. The darker a trapezoid in the figure, the more it weighs:

# %%
eight = examples.eight_documents

by_formula = rt.roc_auc(eight, weights=0.8)

print("rank    weight  trapezoid   weighted")
for i in range(8):
    names = ("weight", "trapezoid", "weighted")
    row = [float(by_formula.columns[name].exact[i]) for name in names]
    print(f"{i + 1:4}  {row[0]:8.4f} {row[1]:10.4f} {row[2]:10.4f}")
print(f"sum {float(by_formula):31.7f}")

w = F("0.8")


# %% tags=["check"]
assert eight.grades == [1, 0, 1, 1, 0, 1, 0, 0]
assert rt.roc_auc(eight).exact == F(3, 4)
_ = rt.plots.roc(eight, weights=0.8)
areas = w * F(1, 16) + w**4 * F(3, 16) + w**6 * F(1, 4) + w**7 * F(1, 4)
assert by_formula.exact == areas == F("0.2447648")

# %% [markdown]
# (Here the curve starts at the origin, and the trapezoid that ends at rank 1 has weight 1. The review's sum begins after the first result. Read to the letter,
# each weight is then that of one rank later, and all of it is divided by 0.8. Neither choice is wrong.)

# %%
one_rank_later = [1] + [0.8**i for i in range(7)]


# %% tags=["check"]
to_the_letter = rt.roc_auc(eight, weights=one_rank_later)
assert close([float(to_the_letter)], [float(by_formula) / 0.8])

# %% [markdown]
# **Instance weights**, which scikit-learn calls `sample_weight`, let each item count by its weight, in the rates and in their totals.
# A pair then counts by the product of its two weights, and the sum is divided by the weight of all pairs. So the rates still reach 1.

# %%
by_instances = rt.roc_auc(eight, weights=0.8, weighting="instances")

weight = [w**i for i in range(8)]
relevant = [i for i in range(8) if eight.grades[i]]
others = [i for i in range(8) if not eight.grades[i]]
won = sum(weight[p] * weight[q] for p in relevant for q in others if p < q)
everything = sum(weight[p] * weight[q] for p in relevant for q in others)

print(f"no weights       {float(rt.roc_auc(eight)):.7f}")
print(f"the formula      {float(by_formula):.7f}")
print(f"instance weights {float(by_instances):.7f}")


# %% tags=["check"]
assert by_instances.exact == won / everything

# %% [markdown]
# ### Which of the two?
#
# The perfect order of the eight documents gets 1 from instance weights, but only 0.30 from the formula: it adds weights below 1 and divides by nothing.

# %% tags=["check"]
perfect = rt.Ranking(sorted(eight.grades, reverse=True))
assert rt.roc_auc(perfect, weights=0.8, weighting="instances").exact == 1

best_by_formula = rt.roc_auc(perfect, weights=0.8)
assert best_by_formula.exact == (w**4 + w**5 + w**6 + w**7) / 4
assert round(float(best_by_formula), 2) == 0.30

# %% [markdown]
# Worse, the formula can prefer a worse order. Trapezoids have an area only where an irrelevant item stands, and a good order has those at the bottom,
# where weights are small. Six relevant items and one other:

# %%
last_is_wrong, sixth_is_wrong = [1, 1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, 0, 1]
for marks in (last_is_wrong, sixth_is_wrong):
    formula = float(rt.roc_auc(marks, weights=0.8))
    instances = float(rt.roc_auc(marks, weights=0.8, weighting="instances"))
    print(*marks, f" formula {formula:.4f}   instance weights {instances:.4f}")


# %% tags=["check"]
assert rt.roc_auc(last_is_wrong, weights=0.8).exact == w**6
assert rt.roc_auc(sixth_is_wrong, weights=0.8).exact == w**5 * F(5, 6) > w**6

# %% [markdown]
# ## Slip 2: the order of the weights
#
# Now the review's Python lines, without scikit-learn. Six instances, in no particular order, each with its truth, its score and a weight.
# The toolkit takes weights in the order of the ranking; `ranking.order` says for each rank which instance (counted from 0) stands there:

# %%
y_true = [0, 1, 1, 0, 1, 0]
y_score = [0.1, 0.8, 0.4, 0.2, 0.9, 0.3]
decay = 0.8
by_position = [decay**i for i in range(6)]


def weighted_auc(truth, score, weights):
    """AUC of instances, each with its own weight, however they are ordered."""
    ranking = rt.Ranking.from_scores(truth, score)
    in_rank_order = np.array(weights)[ranking.order]
    return rt.roc_auc(ranking, weights=in_rank_order, weighting="instances")


snippet = rt.Ranking.from_scores(y_true, y_score)
print("AUC          ", float(rt.roc_auc(snippet)))
print("with weights ", float(weighted_auc(y_true, y_score, by_position)))


# %% tags=["check"]
assert rt.roc_auc(snippet).exact == 1
assert float(weighted_auc(y_true, y_score, by_position)) == 1
assert min(s for s, y in zip(y_score, y_true, strict=True) if y) == 0.4
assert max(s for s, y in zip(y_score, y_true, strict=True) if not y) == 0.3

# %% [markdown]
# 1 with weights and without. Every relevant instance has a higher score than every other one, the lowest of them 0.4 against 0.3: all pairs are won, so
# no weight can change the number. The example cannot show what its weights do.
#
# A comment in these lines says that weights and scores need not be in the same order. But each weight belongs to the instance
# *at its own position*, next to its truth and its score. To see it, let the first instance have the score 0.6, so that one pair is lost:

# %%
y_score_2 = [0.6, 0.8, 0.4, 0.2, 0.9, 0.3]
one_lost = rt.Ranking.from_scores(y_true, y_score_2)
rank_of = {instance: rank for rank, instance in enumerate(one_lost.order, start=1)}
by_rank = [decay ** (rank_of[i] - 1) for i in range(6)]

print("instance           ", *[f"{i + 1:6}" for i in range(6)])
print("truth              ", *[f"{y:6}" for y in y_true])
print("score              ", *[f"{s:6.1f}" for s in y_score_2])
print("rank               ", *[f"{rank_of[i]:6}" for i in range(6)])
print("weight by position ", *[f"{x:6.4f}" for x in by_position])
print("weight by rank     ", *[f"{x:6.4f}" for x in by_rank])

no_weights = rt.roc_auc(one_lost)
positions = weighted_auc(y_true, y_score_2, by_position)
ranks = weighted_auc(y_true, y_score_2, by_rank)

print(f"\nno weights          {float(no_weights):.4f}")
print(f"weights by position {float(positions):.4f}")
print(f"weights by rank     {float(ranks):.4f}")

# %% [markdown]
# Three numbers. The lost pair is instance 1 (not relevant, rank 3) against instance 3 (relevant, rank 4). By hand, one less its share of all pairs:

# %% tags=["check"]
assert no_weights.exact == 1 - F(1, 3 * 3)


def less_the_lost_pair(weights):
    """One less the weight of instances 1 and 3, as a share of all pairs' weight."""
    positive = weights[1] + weights[2] + weights[4]
    negative = weights[0] + weights[3] + weights[5]
    return 1 - weights[0] * weights[2] / (positive * negative)


assert close([float(positions)], [less_the_lost_pair(by_position)])
assert close([float(ranks)], [less_the_lost_pair(by_rank)])

# %% [markdown]
# So weights that fall down the *ranking* must be given by rank: find each instance's rank first, as above. Weights by position
# reward the order in which the data happened to be typed. What the comment probably meant is true: the *instances* need not be sorted by score.
# Shuffle truth, scores and weights together, and nothing changes.

# %% tags=["check"]
backwards = [column[::-1] for column in (y_true, y_score_2, by_rank)]
assert close([float(weighted_auc(*backwards))], [float(ranks)])

# %% [markdown]
# ## DCG: what is the list worth to somebody who reads from the top?
#
# Each item brings a gain, and the gain is divided by a *discount* that grows with its rank, $\log_2(i + 1)$.

# %%
rt.dcg(tail)


# %% tags=["check"]
assert close([float(rt.dcg(tail))], [1 + 1 / math.log2(3) + 1 / 2])
assert float(rt.dcg(clean)) == float(rt.dcg(tail))

# %% [markdown]
# The two misses at the end add nothing and cost nothing: for DCG, clean and tail are equal, as the review says.
#
# The review's gain is $2^{rel_i} - 1$. With marks 0 and 1 that is the mark itself; with grades it makes the best results stand out.

# %%
grades = [3, 1, 2, 2]
linear, exponential = rt.dcg(grades), rt.dcg(grades, gain="exponential")
print(f"gain is the grade      DCG = {float(linear):.4f}")
print(f"gain is 2^grade - 1    DCG = {float(exponential):.4f}")


# %% tags=["check"]
assert float(rt.dcg(tail, gain="exponential")) == float(rt.dcg(tail))
assert close([float(linear)], [3 + 1 / math.log2(3) + 2 / 2 + 2 / math.log2(5)])
assert close([float(exponential)], [7 + 1 / math.log2(3) + 3 / 2 + 3 / math.log2(5)])

# %% [markdown]
# ## Slip 3: the discount is not exponential
#
# The review gives the first two discounts, 1 and 1.585, and concludes that DCG has an exponential decay built in. The two numbers are right:

# %%
discount = rt.dcg(tail).columns["discount"]
compare("discount at rank", ["1", "1.585"], discount.values[:2])


# %% tags=["check"]
assert close(discount.values[:2], [1, math.log2(3)])

# %% [markdown]
# The conclusion is not. An exponential decay loses the same share at every step: $0.8^{i-1}$ keeps 80 % each time. What DCG keeps from one rank
# to the next grows:

# %%
shown = [1, 2, 3, 4, 5, 6, 10, 20, 50, 100]
print("        DCG: 1/log2(i+1)      exponential: 0.8^(i-1)")
print("rank    weight  next/this        weight  next/this")
for i in shown:
    dcg_now, dcg_next = 1 / math.log2(i + 1), 1 / math.log2(i + 2)
    exp_now, exp_next = 0.8 ** (i - 1), 0.8**i
    left, right = dcg_next / dcg_now, exp_next / exp_now
    print(f"{i:4}  {dcg_now:8.4f}   {left:8.4f}      {exp_now:8.4f}   {right:8.4f}")

weights = [1 / math.log2(i + 1) for i in range(1, 1001)]

powers = [0.8 ** (i - 1) for i in range(1, 51)]


# %% tags=["check"]
ratios = [after / before for before, after in pairwise(weights)]
assert ratios == sorted(ratios) and ratios[-1] < 1
assert round(ratios[0], 2) == 0.63 and round(ratios[99], 3) == 0.998
assert weights[4] < 0.8**4
assert all(weights[i - 1] > 0.8 ** (i - 1) for i in range(6, 1001))
assert round(weights[49], 2) == 0.18 and 0.8**49 < 0.00002
assert close([after / before for before, after in pairwise(powers)], [0.8] * 49)
for falling in (weights, powers):
    losses = [before - after for before, after in pairwise(falling)]
    assert losses == sorted(losses, reverse=True)

# %% [markdown]
# DCG keeps 63 % at the first step and 99.8 % at the hundredth: the share goes to 1. It starts steeper than $0.8^{i-1}$, but from
# rank 6 on it lies above, and at rank 50 it still has 18 % left, where the other has practically nothing. It is a *logarithmic* discount, and a mild one.
# Perhaps it came about because both lose most at the top, and people often say "exponential" for that.
#
# ## nDCG: how close to the best possible?
#
# DCG has no upper end, so it is divided by the DCG of the ideal order. But ideal order of *what*? Of all judged items, or of those that were returned?
# The review warns: with $k = \lvert R\rvert$, the length of the returned list, three and five are equally good. That is so if the ideal is
# made of the returned items:

# %%
for title, ranking in {"three": three, "five": five}.items():
    returned = rt.ndcg(ranking, ideal="retrieved")
    judged = rt.ndcg(ranking, k=5, ideal="judged")
    print(f"{title:6} ideal from the returned {float(returned):.4f}", end="   ")
    print(f"ideal from all judged, k = 5 {float(judged):.4f}")


# %% tags=["check"]
for ranking in (three, five):
    assert float(rt.ndcg(ranking, ideal="retrieved")) == 1
    # cut at the length of the list, the judged ones give the same
    assert float(rt.ndcg(ranking, k=len(ranking), ideal="judged")) == 1

# %% [markdown]
# With one and the same $k$ for both, and all judged items in the ideal, the two missed items cost something: the list has three items, the ideal order five.
# $\mathrm{rel}^*_i$ is the grade at rank $i$ of the ideal order.

# %%
judged_three = rt.ndcg(three, k=5)
best_of_five = sum(1 / math.log2(i + 1) for i in range(1, 6))
judged_three


# %% tags=["check"]
assert close([float(judged_three)], [(1 + 1 / math.log2(3) + 1 / 2) / best_of_five])
assert round(float(judged_three), 4) == 0.7227 and float(rt.ndcg(five, k=5)) == 1
assert float(rt.dcg(five)) > float(rt.dcg(three))  # plain DCG had told them apart too

# %% [markdown]
# ## RR: how soon does the first hit come?
#
# The review calls reciprocal rank the tiny sibling of DCG: 1 divided by the rank of the first relevant item. It is the only one that sees no
# difference between three and five, because it stops reading after the first hit.

# %% tags=["check"]
assert rt.reciprocal_rank(three).exact == rt.reciprocal_rank(five).exact == 1
assert rt.reciprocal_rank(outside).exact == 1
assert rt.reciprocal_rank(inside).exact == F(1, 2)

# %% [markdown]
# ## AP: how precise is the list at each of its hits?
#
# Note the precision at each relevant item, add up, divide by all relevant items, $m$. Two things follow.
#
# - AP sees that three missed two items: 3/5 against 1, because $m = 5$ counts them. (One can lose that: cut both lists at $k = 3$, or divide by
#   the hits instead of by $m$, as some tools do.)
# - AP does not see the tail of misses: it looks at precision only where there is a hit.

# %% tags=["check"]
assert rt.average_precision(three).exact == (1 + F(2, 2) + F(3, 3)) / 5 == F(3, 5)
assert rt.average_precision(five).exact == F(5, 5) == 1
assert same("AP@3", three, five)
assert same('AP(denominator="hits")', three, five)

assert rt.average_precision(clean).exact == rt.average_precision(tail).exact == 1

# %% [markdown]
# ### Weighted AP
#
# The review puts a weight $w_i$ on the precision at each rank, and names the price: the value can no longer be read as a share.
# Nothing makes up for the weights, so even the perfect order stays below 1. With 0.8 from rank to rank it has 0.738; our list has less:

# %%
weighted_ap = rt.average_precision(eight, weights=0.8)
weighted_ap


# %% tags=["check"]
terms = 1 * F(1, 1) + w**2 * F(2, 3) + w**3 * F(3, 4) + w**5 * F(4, 6)
assert weighted_ap.exact == terms / 4 == F(6341, 12500)
assert weighted_ap.exact < rt.average_precision(eight).exact == F(37, 48)

best_weighted = rt.average_precision(perfect, weights=0.8)
assert best_weighted.exact == (1 + w + w**2 + w**3) / 4 == F("0.738")

# %% [markdown]
# ## Slip 4: the baseline
#
# What does a system score that knows nothing? The review says: AP is then the share of relevant items among all, because such a baseline ranks all hits last.
# Let us look at *every* order of five items with two relevant ones. The share is 2/5.

# %%
orders = sorted(set(permutations([1, 1, 0, 0, 0])), reverse=True)
values = {order: rt.average_precision(order).exact for order in orders}
for order, value in values.items():
    print(*order, f"   AP = {value!s:6} = {float(value):.4f}")

mean_of_orders = sum(values.values()) / len(values)
print(f"\nmean      AP = {mean_of_orders} = {float(mean_of_orders):.4f}")


# %% tags=["check"]
share, hits_last = F(2, 5), (0, 0, 0, 1, 1)
assert len(orders) == 10
assert values[hits_last] == (F(1, 4) + F(2, 5)) / 2 == F(13, 40) == min(values.values())
assert values[hits_last] < share < mean_of_orders == F(237, 400)

# %% [markdown]
# Hits last give 13/40 = 0.325, *less* than the share: that is the worst order, not an ignorant one. An ignorant system orders at random, and
# the mean over all orders is 0.5925, *more* than the share. So the share is neither.
#
# How did it come about? Perhaps from the last hit alone: with all hits last, the precision there is 2/5, but AP averages it with the smaller 1/4 before it.
# Or from long lists, where the share is a good guess for a random order. By chance a relevant item at rank $i$ has $(i - 1)\frac{m - 1}{n - 1}$ hits above it,
# and itself. The mean AP over all orders follows from that alone, without listing the orders:


# %%
def mean_ap_at_random(m, n):
    """The mean of AP over all orders of n items of which m are relevant."""
    return sum((1 + (i - 1) * F(m - 1, n - 1)) / i for i in range(1, n + 1)) / n


for n in (5, 10, 100, 1000):
    m = n * 2 // 5
    worst = sum(F(j, n - m + j) for j in range(1, m + 1)) / m
    at_random = float(mean_ap_at_random(m, n))
    last = f"hits last {float(worst):.4f}"
    print(f"{n:5} items   share 0.4   random {at_random:.4f}   {last}")


# %% tags=["check"]
assert mean_ap_at_random(2, 5) == mean_of_orders

assert round(at_random, 3) == 0.404  # of 1,000
assert round(float(worst), 2) == 0.23

# %% [markdown]
# In a list of 1,000 a random order comes to 0.404, close to the share of 0.4; hits last fall to 0.23. The review's number is about right for a
# *random* order of a *long* list; its reason, hits last, is not.
#
# ## GAP: average precision with grades
#
# AP knows only relevant or not. The review names an extension to grades, graded average precision, and knows of no implementation. Here is one.
# Its question: what if users disagree about which grade is good enough? One takes everything from grade 1, the next from grade 2, another only grade 3.
# Each adds up the precision at their own hits; GAP adds up all of theirs and divides by the number of all their relevant items.
# In the table $\mathrm{rel1}_i$ is 1 if the item at rank $i$ has at least grade 1, and $m_1$ is how many such items there are; so on for grades 2 and 3.

# %%
gap = rt.gap(grades)
gap


# %% tags=["check"]
from_1, from_2, from_3 = F(4), 1 + F(2, 3) + F(3, 4), F(1)
assert gap.exact == (from_1 + from_2 + from_3) / (4 + 3 + 1) == F(89, 96)
assert round(float(gap), 7) == 0.9270833

assert rt.average_precision(grades).exact == 1
for marks in product([0, 1], repeat=5):
    assert rt.gap(marks).exact == rt.average_precision(marks).exact

# %% [markdown]
# AP gives this list 1, for it sees four relevant items and no order among them. With grades 0 and 1 there is one kind of user only, and GAP is AP.
#
# ## Precision over recall: an area under which curve?
#
# AP is often called the area under the precision-recall curve. But how are the points joined? There are three usual ways, and a short-cut:
#
# - **steps**: the precision at a hit counts for the whole rise in recall up to it. That is AP.
# - **trapezoids**: straight lines from point to point.
# - **interpolated**: at each recall, the best precision there *or further right*. This only ever lifts the curve.
# - **eleven points**: the mean of the interpolated precision at recall 0, 0.1, ..., 1.

# %%
FORMS = ["steps", "trapezoids", "interpolated", "eleven_points"]
pr = {form: rt.pr_auc(eight, form=form) for form in FORMS}
for form, trace in pr.items():
    print(f"{form:14} {trace.exact!s:8} = {float(trace):.4f}")

over_estimation = pr["interpolated"].exact - pr["trapezoids"].exact
print(f"\ninterpolated less trapezoids: {over_estimation} = {float(over_estimation):.4f}")


# %% tags=["check"]
quarter = F(1, 4)  # each hit lifts recall by as much
assert pr["steps"].exact == quarter * (1 + F(2, 3) + F(3, 4) + F(4, 6)) == F(37, 48)
lines = [(1 + 1) / F(2), (F(1, 2) + F(2, 3)) / 2]
lines += [(F(2, 3) + F(3, 4)) / 2, (F(3, 5) + F(4, 6)) / 2]
assert pr["trapezoids"].exact == quarter * sum(lines) == F(117, 160)
best = [1, F(3, 4), F(3, 4), F(4, 6)]
assert pr["interpolated"].exact == quarter * sum(best) == F(19, 24)
assert pr["eleven_points"].exact == (3 * 1 + 5 * F(3, 4) + 3 * F(4, 6)) / 11 == F(35, 44)
assert over_estimation == F(29, 480)

# %% [markdown]
# The hatched area is what the review calls the over-estimation: what interpolating adds to the straight lines, here 29/480, about 0.06.

# %%
columns = pr["interpolated"].columns
print("rank   recall   precision   interpolated")
for i in range(8):
    names = ("recall", "precision", "interpolated precision")
    recall, precision, lifted = (str(columns[name].exact[i]) for name in names)
    print(f"{i + 1:4} {recall:>8} {precision:>11} {lifted:>14}")


# %% tags=["check"]
_ = rt.plots.precision_recall(eight, forms=["trapezoids", "interpolated"])

assert round(float(over_estimation), 2) == 0.06

# %% [markdown]
# One more remark: the review says that AP *is* the area under the interpolated curve. On this list they differ. Where do they part?

# %%
rt.differences(pr["steps"], pr["interpolated"])


# %% tags=["check"]
assert pr["steps"].exact == rt.average_precision(eight).exact == F(37, 48)

# %% [markdown]
# At the second hit: interpolation takes 3/4, from the hit below it, and AP the 2/3 that is there. The two agree where precision never rises from one hit to the next:

# %% tags=["check"]
falling = rt.Ranking([1, 0, 1, 0, 0, 1])
at_hits = [1, F(2, 3), F(3, 6)]
assert at_hits == sorted(at_hits, reverse=True)
assert rt.average_precision(falling).exact == sum(at_hits) / 3
assert rt.pr_auc(falling, form="interpolated").exact == sum(at_hits) / 3

# %% [markdown]
# ### Walk along both curves
#
# Move the threshold and watch the point on either curve. **Task:** move it down until TPR is 1. Read FPR and precision. Then go on to the end: which curve gains area on the way?

# %%
rt.explore_curve(eight, threshold=0)

# %% jupyter={"source_hidden": true}
question(
    "Where is TPR 1? And which curve gains area below that?",
    answer="At threshold 0.36, with six items above: FPR is 1/2, precision 2/3. Below, "
    "FPR goes on to 1 and the ROC curve gains another half. Recall stays at 1, so the "
    "other curve only falls straight down, to precision 1/2, and gains nothing. That is "
    "why AUC must know all irrelevant items, and AP need not.",
)


# %% tags=["check"]
before, at, end = (rt.explore_curve(eight, threshold=t).point for t in (5, 6, 8))
assert before["TPR"] == F(3, 4) and at["TPR"] == at["recall"] == 1
assert eight.scores[6 - 1] == 0.36
assert at["FPR"] == F(2, 4) and at["precision"] == F(4, 6)
assert end["recall"] == end["FPR"] == 1 and end["precision"] == F(4, 8)
assert list(rt.roc_auc(eight).columns["trapezoid"].exact[6:]) == [F(1, 4), F(1, 4)]
assert list(pr["trapezoids"].columns["trapezoid"].exact[6:]) == [0, 0]

# %% [markdown]
# ## FAP: was it right to stop here?
#
# The author's own measure answers the question that AP and DCG leave open. It is the harmonic mean of F1, which knows how long the list is, and AP, which
# knows the order: $\frac{2 F_1 \cdot AP}{F_1 + AP}$.

# %%
fap = rt.fap(tail)
fap


# %% tags=["check"]
f1_tail, ap_tail = rt.f_score(tail).exact, rt.average_precision(tail).exact
assert f1_tail == 2 * F(3, 5) * 1 / (F(3, 5) + 1) == F(3, 4) and ap_tail == 1
assert fap.exact == 2 * f1_tail * ap_tail / (f1_tail + ap_tail) == F(6, 7)
assert rt.fap(clean).exact == 1

# %% [markdown]
# Clean gets 1, tail 6/7. The tail of misses costs something at last.
#
# ### FAP at every cutoff: the peak
#
# The same marks, but five items are relevant and two were not found. Where should this list have ended?

# %%
incomplete = rt.Ranking([1, 1, 1, 0, 0], missed=[1, 1])
rt.at_every_k(incomplete, ["F1", "AP", "FAP"])


# %% tags=["check"]
at_every_k = rt.fap(incomplete).at_every_k()
assert list(at_every_k.exact) == [F(1, 4), F(8, 17), F(2, 3), F(12, 19), F(3, 5)]

_ = rt.plots.fap(incomplete)

# %% [markdown]
# FAP rises to rank 3 and falls after it: the peak is the best cutoff. AP alone never falls, so it cannot say where to stop.
# F1 has its peak at rank 3 too, but does not see the order within the first $k$; FAP does.

# %% tags=["check"]
assert max(at_every_k.exact) == at_every_k.exact[3 - 1]
f1_at_k = rt.f_score(incomplete).at_every_k()
assert max(f1_at_k.exact) == f1_at_k.exact[3 - 1]

for marks in six_marks:
    ap_values = rt.average_precision(marks).at_every_k().exact
    assert all(before <= after for before, after in pairwise(ap_values))

assert rt.f_score(outside).exact == rt.f_score(inside).exact == F(2, 3)
assert rt.fap(outside).exact > rt.fap(inside).exact

# %% [markdown]
# ## Slip 5: beta in FAP
#
# With $\beta$ one says how many times as much the second number counts as the first. The review prints, for any $\beta$,
#
# $$(1 + \beta^2)\,\frac{F_\beta \cdot AP}{\beta\,F_\beta + AP}$$
#
# A weighted harmonic mean has $\beta^2$ in both places. Try a perfect list, where both numbers are 1, with $\beta = 2$. A mean of 1 and 1 must be 1:

# %%
printed = rt.fap(clean, beta=2, form="printed")
right = rt.fap(clean, beta=2)
print("as printed, with beta:   ", printed.exact)
print("with beta squared:       ", right.exact)


# %% tags=["check"]
assert printed.exact == F(1 + 2**2, 2 * 1 + 1) == F(5, 3)
assert right.exact == F(1 + 2**2, 2**2 * 1 + 1) == 1

for marks in product([0, 1], repeat=5):
    assert rt.fap(marks).exact == rt.fap(marks, form="printed").exact

# %% [markdown]
# 5/3 is no mean, and no share either. With $\beta = 1$ the two agree, because 1 is its own square. That is the form which the review then uses,
# so the exponent was lost without doing harm.
#
# ## FAP over queries: two ways
#
# Two queries, answered with tail and three. One can take the mean of their FAPs:

# %%
mean_of_faps = rt.mean(rt.fap, [tail, three])
mean_of_faps


# %% tags=["check"]
assert mean_of_faps.exact == (F(6, 7) + F(2, 3)) / 2 == F(16, 21)

# %% [markdown]
# Or first the mean F1 and the mean AP (which is MAP), and then their harmonic mean, as the author's own program does:

# %%
fap_of_means = rt.mean(rt.fap, [tail, three], average="means")
fap_of_means


# %% tags=["check"]
mean_f1, map_ = (F(3, 4) + F(3, 4)) / 2, (1 + F(3, 5)) / 2
assert fap_of_means.exact == 2 * mean_f1 * map_ / (mean_f1 + map_) == F(24, 31)

# %% [markdown]
# The second is never smaller: in the mean, one query's good F1 can make up for another's poor AP. When you report FAP over queries, say which.

# %%
every = [rt.Ranking(marks, missed=[1]) for marks in product([0, 1], repeat=3)]


# %% tags=["check"]
for pair in product(every, repeat=2):
    of_means = rt.mean(rt.fap, pair, average="means").exact
    assert of_means >= rt.mean(rt.fap, pair).exact

# %% [markdown]
# ## Pearson and Spearman: do scores and grades go together?
#
# The review ends with two correlations. Neither is a ranking measure in the sense of the others: they compare two numbers for each item,
# such as a system's score and a person's grade. Pearson's looks at the numbers, Spearman's at their ranks only.

# %%
scores, judged = [0.9, 0.8, 0.3, 0.1], [3, 1, 2, 0]
squared = [s**2 for s in scores]  # other scores, the same order
print(f"scores:  Pearson {float(rt.pearson(scores, judged)):.4f}", end="   ")
print(f"Spearman {float(rt.spearman(scores, judged)):.4f}")
print(f"squared: Pearson {float(rt.pearson(squared, judged)):.4f}", end="   ")
print(f"Spearman {float(rt.spearman(squared, judged)):.4f}")


# %% tags=["check"]
by_differences = 1 - F(6 * (0 + 1 + 1 + 0), 4 * (16 - 1))
assert rt.spearman(scores, judged).exact == by_differences == F(4, 5)
assert rt.spearman(squared, judged).exact == F(4, 5)
assert abs(float(rt.pearson(squared, judged)) - float(rt.pearson(scores, judged))) > 0.01

# %% [markdown]
# What Spearman's does not see is the top. An exchange of the first two or of the last two is the same to it; to nDCG it is not.

# %%
best_first = [4, 3, 2, 1]  # the system's order, as scores
exchanges = {"at the top": [2, 3, 1, 0], "at the end": [3, 2, 0, 1]}
for where, judged in exchanges.items():
    rho, ndcg = rt.spearman(best_first, judged), rt.ndcg(judged)
    print(f"exchanged {where}: Spearman {float(rho):.4f}   nDCG {float(ndcg):.4f}")


# %% tags=["check"]
top, end = exchanges.values()
assert rt.spearman(best_first, top).exact == rt.spearman(best_first, end).exact == F(4, 5)
assert float(rt.ndcg(top)) < float(rt.ndcg(end))

# %% [markdown]
# ## All five, live
#
# **Task:** move one relevant item up by one rank and another relevant item down by one rank, so that AUC comes back to where it was. What has become of the other four?

# %%
start = rt.Ranking([0, 1, 1, 0, 0])
rt.explore(start, measures=["AUC", "DCG", "nDCG", "AP", "FAP"])

# %% jupyter={"source_hidden": true}
question(
    "One up, one down: what do the five say?",
    answer="With d2 at rank 1 and d3 at rank 4, AUC is 2/3 as before: a pair won, a pair "
    "lost. The others have risen, AP from 7/12 to 3/4, because a rank gained at the top "
    "is worth more to them than a rank lost further down.",
)


# %% tags=["check"]
changed = start.moved(2, to=1).moved(3, to=4)
assert changed.grades == [1, 0, 0, 1, 0]
assert rt.roc_auc(changed).exact == rt.roc_auc(start).exact == F(2, 3)
for name in ("DCG", "nDCG", "AP", "FAP"):
    assert rt.measure(name)(changed).value > rt.measure(name)(start).value
assert rt.average_precision(start).exact == (F(1, 2) + F(2, 3)) / 2 == F(7, 12)
assert rt.average_precision(changed).exact == (1 + F(2, 4)) / 2 == F(3, 4)

# %% [markdown]
# ## When to use which
#
# | if ... | use | because | example |
# |---|---|---|---|
# | all items are known and ranked, and queries differ in how many are relevant | AUC | the balance of the two kinds does not matter | 1 |
# | the top of the list matters most | nDCG or AP, not AUC | AUC gives every rank the same weight | 2 |
# | relevance has grades | nDCG or GAP | AP knows only relevant or not | 3 |
# | the relevant items cannot all be known, but users see $k$ results | DCG@k | it asks for nothing below rank $k$ | 4 |
# | queries differ in how much there is to find | nDCG | a perfect answer is always 1 | 5 |
# | one right answer is enough | RR | it stops at the first hit | 6 |
# | you want a number that can be read, and all relevant items are known | AP | it lies between 0 and 1, and misses count | 7 |
# | the system chooses how many results it returns | FAP | a tail of misses costs, and so does stopping early | 8 |
# | two whole orders are to be compared | Spearman | all ranks count alike, up and down | 9 |
#
# Each advice in one line, checked:

# %% tags=["check"]
# 1: every irrelevant item twice
assert same("AUC", small, doubled) and not same("AP", small, doubled)

# 2: outside has the better top
assert same("AUC", outside, inside)
for name in ("nDCG", "AP"):
    assert rt.measure(name)(outside).value > rt.measure(name)(inside).value

# 3: the better grade first
for name in ("nDCG", "GAP"):
    assert rt.measure(name)([3, 1]).value > rt.measure(name)([1, 3]).value
assert same("AP", [3, 1], [1, 3])

# 4: two more relevant items turn up that nobody returned
assert same("DCG@3", clean, three)
for name in ("nDCG", "AP"):
    assert not same(name + "@5", clean, three)

# 5: two perfect answers, to one relevant item and to three
assert same("nDCG", [1, 0, 0], clean) and not same("DCG", [1, 0, 0], clean)

# 6: only the first hit counts
assert same("RR", three, five) and same("RR", [0, 1, 0], [0, 1, 1])

# 7: misses count
assert rt.average_precision(three).exact == F(3, 5)
assert all(0 <= rt.average_precision(m).exact <= 1 for m in six_marks)

# 8: too long, and too short
assert rt.fap(tail).exact < rt.fap(clean).exact
assert rt.fap(three).exact < rt.fap(five).exact

# 9: an exchange at the top or at the end
assert rt.spearman(best_first, top).exact == rt.spearman(best_first, end).exact

# %% [markdown]
# The review's own summary is close to this: AUC where everything is known, DCG where the top counts, AP beside it as a number to read, FAP where the cutoff counts.
#
# ## Check yourself
#
# Work it out on paper, then open the answer.

# %% jupyter={"source_hidden": true}
question(
    "A system gives all five items the same score; two are relevant. What is AUC?",
    answer="1/2. All six pairs are tied, and each is worth half a point.",
)


# %% tags=["check"]
all_tied = rt.roc_auc(rt.Ranking([1, 0, 1, 0, 0], scores=[0.5] * 5))
assert all_tied.exact == 6 * F(1, 2) / 6 == F(1, 2)

# %% jupyter={"source_hidden": true}
one_miss = rt.fap([1, 1, 0])
question("Two hits, then a miss; nothing else is relevant. What is FAP?", answer=one_miss)


# %% tags=["check"]
assert rt.f_score([1, 1, 0]).exact == F(2 * 2, 3 + 2)
assert rt.average_precision([1, 1, 0]).exact == 1
assert one_miss.exact == 2 * F(4, 5) * 1 / (F(4, 5) + 1) == F(8, 9)

# %% jupyter={"source_hidden": true}
question(
    "The list 0 1 1 gets another 97 misses at its end. Which measures change?",
    answer="AUC and FAP. AUC rises from 0 to 97/98, because 97 easy pairs have come in "
    "for each hit. FAP falls, because precision does. DCG, nDCG, RR and AP stay.",
)


# %% tags=["check"]
before, after = rt.Ranking([0, 1, 1]), rt.Ranking([0, 1, 1, *[0] * 97])
for name in ("DCG", "nDCG", "RR", "AP"):
    assert same(name, before, after)
assert rt.roc_auc(before).exact == 0 and rt.roc_auc(after).exact == F(97, 98)
assert rt.fap(after).exact < rt.fap(before).exact

# %% jupyter={"source_hidden": true}
question(
    "Two of four items are relevant and stand last. Is AP their share, 1/2?",
    answer="No, it is (1/3 + 2/4)/2 = 5/12, less than 1/2.",
)


# %% tags=["check"]
last_of_four = rt.average_precision([0, 0, 1, 1])
assert last_of_four.exact == (F(1, 3) + F(2, 4)) / 2 == F(5, 12) < F(2, 4)

# %% [markdown]
# ## By hand and by library
#
# AUC, DCG, nDCG, RR, AP and FAP once more in plain Python, without the toolkit, for every list of six marks that has both kinds.


# %%
def by_hand(marks):
    """Six measures of a list of marks, all relevant items being in it."""
    n, m = len(marks), sum(marks)
    ranks = [rank for rank, mark in enumerate(marks, start=1) if mark]
    won = sum(p < q for p in ranks for q in range(1, n + 1) if not marks[q - 1])
    ap = sum(F(hits, rank) for hits, rank in enumerate(ranks, start=1)) / m
    f1 = F(2 * m, n + m)
    gain = sum(1 / math.log2(rank + 1) for rank in ranks)
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, m + 1))
    return {
        "AUC": F(won, m * (n - m)),
        "DCG": gain,
        "nDCG": gain / ideal,
        "RR": F(1, ranks[0]),
        "AP": ap,
        "FAP": 2 * f1 * ap / (f1 + ap),
    }


mixed = [marks for marks in six_marks if 0 < sum(marks) < 6]

print(f"{len(mixed)} lists, 6 measures: all equal")
for name, value in by_hand(eight.grades).items():
    library = float(rt.measure(name)(eight))
    print(f"{name:5} by hand {float(value):.4f}   library {library:.4f}")


# %% tags=["check"]
for marks in mixed:
    for name, value in by_hand(marks).items():
        library = rt.measure(name)(marks)
        assert close([float(value)], [float(library)])
        assert library.exact in (value, None)

# %% [markdown]
# **Back to:** [five results](01_learning_to_rank_metrics.ipynb), [eight documents](02_ranking_metrics_introduction.ipynb), [six requirements](03_rank_metrics.ipynb) or [the start](../00_start_here.ipynb).
