# %% [markdown]
# # Lesson 14. Swaps, and the gradient made of them
#
# You search for *leek soup*. A model gave each recipe a score, and the list is sorted by the scores. The best soup is only at rank 3. How does
# the model learn from that? nDCG can't tell it: nudge a score a little, and the order, and so nDCG, stays exactly the same.
#
# After this lesson you can
#
# 1. say how much each swap of two items changes a measure;
# 2. calculate by hand how strongly a pair pushes in LambdaRank;
# 3. take a step of learning, and say why nDCG may not move at first.
#
# **35 minutes.** You need [lesson 6](06_ndcg.ipynb). Run each cell with `Shift`+`Enter`; then the list comes alive.
#
# ## Play first
#
# Grades go up to 3. Two recipes change places, and the others keep their ranks. Which swap helps nDCG most?

# %%
from tasks import swaps_and_the_gradient as tasks

import rankteach as rt

rt.explore(tasks.recipes, measures=["nDCG", "DCG"], **tasks.one_swap)

# %% tags=["check"]
swapped = rt.swaps(rt.ndcg(tasks.recipes)).swapped(1, 3)
assert 0.89 < float(swapped) < 0.9

# %%
tasks.best_swap

# %% [markdown]
# `rt.swaps` tries every pair, here of another list. The column *change* is $\Delta$nDCG.

# %%
rt.swaps(rt.ndcg([1, 3, 0, 2]))

# %% [markdown]
# ## Doubt
#
# A model should learn most from pairs that it gets wrong, or is unsure about. Let $s_i$ be the score of the better item of a pair, and $s_j$ the
# other one. The *doubt* that the scores put the pair in the right order is
#
# $$\rho_{ij} = \frac{1}{1 + e^{s_i - s_j}}$$
#
# If the better item is far ahead, doubt is near 0. If it is far behind, doubt is near 1.

# %%
tasks.no_lead

# %%
tasks.which_doubt

# %% [markdown]
# ## Push
#
# LambdaRank (2006) multiplies the two. Each pair pushes its better item up, and the other one down, by
#
# $$\lambda_{ij} = \rho_{ij} \cdot |\Delta\mathrm{nDCG}_{ij}|$$
#
# A pair pushes hard if the model is in doubt *and* the swap matters. The gradient of an item is the sum of its pushes.

# %%
tasks.push

# %%
rt.lambdas(rt.ndcg(tasks.recipes))

# %%
tasks.down

# %% [markdown]
# ## Learn
#
# Now take steps: add its gradient to each score, and sort again. How many steps until the leek soup is first? Change `steps`, and rerun the
# cell.

# %% tags=["yours"]
steps = 1

scores = dict(zip(tasks.recipes.items, tasks.recipes.scores, strict=True))
grades = dict(zip(tasks.recipes.items, tasks.recipes.grades, strict=True))
for _ in range(steps):
    learned = rt.Ranking.from_scores(list(grades.values()), list(scores.values()), items=list(grades))
    gradients = rt.lambdas(rt.ndcg(learned)).gradients
    for item, gradient in zip(learned.items, gradients, strict=True):
        scores[item] += float(gradient)
rounded = [round(score, 3) for score in scores.values()]
learned = rt.Ranking.from_scores(list(grades.values()), rounded, items=list(grades))
print(f"nDCG = {float(rt.ndcg(learned)):.4f}")
learned

# %%
tasks.first_step

# %% tags=["check"]
found = []
scores = dict(zip(tasks.recipes.items, tasks.recipes.scores, strict=True))
for _ in range(4):
    learned = rt.Ranking.from_scores(list(grades.values()), list(scores.values()), items=list(grades))
    found.append((round(float(rt.ndcg(learned)), 4), learned.items[0]))
    for item, gradient in zip(learned.items, rt.lambdas(rt.ndcg(learned)).gradients, strict=True):
        scores[item] += float(gradient)
assert [value for value, _ in found] == [0.6875, 0.6875, 0.77, 0.9434]
assert [first for _, first in found].index("Leek soup") == 3

# %% [markdown]
# ## What libraries add
#
# LightGBM looks only at pairs with an item in the first 30 ranks (its *truncation level*; here 2), divides each weight by 0.01 plus the distance of the
# scores, and scales all pushes. `rt.lambdas(trace, convention="lightgbm")` returns exactly its numbers. XGBoost's are the same.

# %%
rt.lambdas(rt.ndcg(tasks.recipes, k=2, gain="exponential"), convention="lightgbm")

# %%
tasks.truncated

# %% [markdown]
# ## Recap
#
# - A ranking measure is flat: small changes of scores change nothing. So it has no gradient of its own.
# - LambdaRank makes one of swaps: doubt times |Δ measure|, summed up over all pairs of an item.
# - A pair that is right, with a large lead, hardly pushes. Neither does a swap that changes nothing.
# - Any measure can be used instead of nDCG. What you put there decides what the model learns.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 15, Clicks](15_clicks.ipynb). **All lessons:** [the list](../README.md).
# **Words:** [nDCG](../glossary.md#normalised-discounted-cumulative-gain).
#
# **Sources:** Burges, Ragno and Le (2006), *Learning to Rank with Nonsmooth Cost Functions*, NIPS. Burges (2010), *From RankNet to LambdaRank
# to LambdaMART: An Overview*, MSR-TR-2010-82. Ke et al. (2017), *LightGBM: A Highly Efficient Gradient Boosting Decision Tree*, NIPS.

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks)
