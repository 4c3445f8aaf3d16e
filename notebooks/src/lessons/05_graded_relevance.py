# %% [markdown]
# # Lesson 5. Graded relevance
#
# You want a vegetarian lasagne on the table within an hour. One recipe is vegetarian, but takes three hours. Is it relevant?
# *Nearly* is an honest answer, and grades let you give it.
#
# After this lesson you can
#
# 1. calculate CG and DCG by hand, and say what a grade and a rank add;
# 2. predict which swap in a list costs more;
# 3. choose between linear and exponential gain, and write DCG in Python.
#
# **50 minutes.** You need [lesson 3](03_average_precision.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.

# %%
from tasks import graded_relevance as tasks

import rankteach as rt

lasagne = tasks.lasagne
lasagne

# %% [markdown]
# The [grades](../glossary.md#grade): **3** exactly what you want, **2** nearly, **1** a start (you could leave out the beef), **0** no use.
#
# ## Play first
#
# You know AP. CG and DCG are new: they use the grades. Move the mushroom lasagne up by one rank, past the beef lasagne. Which numbers change?

# %%
rt.explore(lasagne, measures=["AP", "CG", "DCG"], chosen="DCG")

# %%
tasks.who_notices

# %% [markdown]
# ## Gain
#
# *Cumulative gain*, CG@k, adds up the first k grades.

# %%
tasks.gain_so_far

# %% [markdown]
# CG knows how good the recipes are, but not where they are. You look at rank 1 first, and maybe never at rank 6.
#
# ## Discount
#
# So *discounted cumulative gain* divides each grade, now $\mathrm{rel}_i$, by a number that grows down the list:
#
# $$\mathrm{DCG} = \sum_{i=1}^{n} \frac{\mathrm{rel}_i}{\log_2(i + 1)}$$
#
# | rank | 1 | 2 | 3 | 4 | 5 | 6 | 7 |
# |---|---:|---:|---:|---:|---:|---:|---:|
# | divisor | 1.00 | 1.58 | 2.00 | 2.32 | 2.58 | 2.81 | 3.00 |
# | discount (1/divisor) | 1.00 | 0.63 | 0.50 | 0.43 | 0.39 | 0.36 | 0.33 |
#
# Go step by step with the small ▶ after *Play*. Before each step, look up the divisor, and say what the step will add.

# %%
rt.step_through(rt.dcg(lasagne))

# %%
tasks.by_hand

# %%
rt.explore(tasks.goulash, measures=["CG@4", "DCG@3"], chosen="DCG@3", covered_until=tasks.by_hand)

# %%
tasks.as_little

# %% [markdown]
# ## At the top, at the bottom
#
# The discount falls fast at first, then slowly. So the same swap costs more at the top. But which of two *different* swaps costs more?

# %%
tasks.swaps

# %% [markdown]
# ## Reach it
#
# Two moves are enough.

# %%
rt.explore(lasagne, measures=["DCG", "CG"], **tasks.above_six)

# %% tags=["check"]
assert (
    max(float(rt.dcg(lasagne.moved(start, to=end))) for start in range(1, 7) for end in range(1, 7))
    < 6.1
)

# %% [markdown]
# ## How much better is perfect?
#
# Until now, the gain was the grade itself (*linear* gain), so three recipes of grade 1 gain as much as one of grade 3. If you need *one*
# recipe, that's wrong. **Exponential gain** is $2^{\mathrm{rel}} - 1$: grades 1, 2, 3 gain 1, 3, 7.

# %%
tasks.exponential

# %% [markdown]
# Now make the two gains disagree. Two searches found the same four recipes.

# %%
rt.side_by_side(
    tasks.four, tasks.four, measures=["DCG", 'DCG(gain="exponential")'], **tasks.gains_disagree
)

# %%
tasks.which_gain

# %% [markdown]
# ## Write it yourself
#
# Here is a first draft of DCG with linear gain. `rt.check` shows you the smallest list on which it fails. Fix it, and rerun the cell.

# %%
from math import log2


def my_dcg(grades):
    total = 0
    for rank, grade in enumerate(grades, start=1):
        total += grade / max(1, log2(rank))
    return total


rt.check(my_dcg, "DCG")

# %% tags=["check"]
assert rt.check(my_dcg, "DCG").computes == 'DCG(discount="log_rank")'

# %% tags=["check"]


def my_dcg(grades):
    total = 0
    for rank, grade in enumerate(grades, start=1):
        total += grade / log2(rank + 1)
    return total


assert rt.check(my_dcg, "DCG")

# %% [markdown]
# The draft is the original DCG of 2002, where ranks 1 and 2 share a divisor. Passed? Then use exponential gain, and check it against
# `'DCG(gain="exponential")'`.
#
# ## Recap
#
# - Grades say *how* relevant. AP sees only relevant or not.
# - CG adds up grades; DCG divides each by log2(rank + 1) first. DCG has no upper limit.
# - A swap costs the difference of the gains, times the difference of the discounts.
# - Exponential gain makes one perfect result outweigh several fair ones.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 6, nDCG](06_ndcg.ipynb). **All lessons:** [the list](../README.md).
# **Words:** [glossary](../glossary.md#discounted-cumulative-gain).
#
# **Sources:** Järvelin and Kekäläinen (2002), *Cumulated Gain-Based Evaluation of IR Techniques*, ACM Transactions on Information Systems;
# exponential gain: Burges et al. (2005), *Learning to Rank Using Gradient Descent*, ICML.

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["DCG"])
