# %% [markdown]
# # Lesson 2. Where is the first hit?
#
# Your train was 70 minutes late. You ask the railway's help page: *do I get money back?* One good answer is enough. How soon do you find it?
#
# After this lesson you can
#
# 1. calculate reciprocal rank and the hit rate at k by hand;
# 2. say when the first hit is all that matters, and when it isn't;
# 3. write reciprocal rank in Python, and find the usual mistakes.
#
# **45 minutes.** You need [lesson 1](01_is_this_a_good_list.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.

# %%
from tasks import where_is_the_first_hit as tasks

import rankteach as rt

late = tasks.late
late

# %% [markdown]
# Two results help: how to claim, and the form for it.
#
# ## Play first
#
# RR is reciprocal rank. Move the claim (rank 3) up and down, one rank at a time. How large is RR at each rank?

# %%
rt.explore(late, measures=["RR", "P@3"], chosen="RR")

# %% [markdown]
# And what does the other hit, the form, do? Predict first, then press *Reset* (↻) above the list and try it.

# %%
tasks.second_hit

# %% [markdown]
# ## How RR is made
#
# Read from the top until the first result that helps. If it is at rank $r$, reciprocal rank is $1/r$. If there is none, it is 0.
#
# $$\mathrm{RR} = \frac{1}{\text{rank of the first hit}}$$
#
# You read $r$ results and one of them was useful: $1/r$.
# RR@k looks at the first $k$ results only.
#
# Press *Play* under the list above, and watch how RR is calculated. In the formulas, $h_i$ counts the hits down to rank $i$, and
# $[h_i = 1]$ is 1 where that count is 1, and 0 elsewhere. So $f_i$ marks the first hit.
#
# ## Predict

# %%
tasks.two_results

# %% [markdown]
# Back to your own list, as it was at first.

# %%
tasks.claim_deleted

# %% [markdown]
# ## The top counts most
#
# How much more? Guess first, then calculate.

# %%
tasks.largest_gain

# %% tags=["check"]
from fractions import Fraction

gains = [Fraction(1, to) - Fraction(1, rank) for rank, to in ((2, 1), (10, 2), (3, 2), (10, 5))]
assert gains == [Fraction(1, 2), Fraction(2, 5), Fraction(1, 6), Fraction(1, 10)]

# %%
tasks.cliff

# %% [markdown]
# ## Reach it
#
# A bad list can still have RR = 1.

# %%
rt.explore(late, measures=["RR", "P@5"], chosen="P@5", **tasks.bad_and_perfect)

# %% [markdown]
# ## Near enough?
#
# If the page shows three results at once, ranks 1 and 3 are equally good. **Success@k** is 1 if one of the first $k$ results is a hit, and
# 0 if not. Over many queries its mean is the *hit rate*. (One of our documents calls it *Accuracy@k*. It is not the accuracy of lesson 1,
# which also counts what you don't see.)
#
# Here are three passengers. Each needs one particular result. MRR is the mean of their reciprocal ranks. Can *every* passenger find help
# soon enough, even though MRR is low?

# %%
rt.explore_queries(
    tasks.three,
    measures=["MRR", "mean Success@3"],
    **tasks.near_enough,
)

# %%
tasks.read_aloud

# %%
tasks.mean_rank

# %% [markdown]
# Should you average RR? Fuhr (2017) says no: equal steps in rank are not equal steps in RR. Sakai (2020) and Moffat (2022) disagree: what
# counts is whether 1/rank measures what the reader cares about. Most benchmarks average it.
#
# ## When is one hit enough?

# %%
tasks.one_is_enough

# %% [markdown]
# ## Write it yourself
#
# This first draft takes the grades from the top (0 is not relevant). It looks right, and it is wrong. Fix it, and rerun the cell.


# %%
def my_reciprocal_rank(grades):
    value = 0
    for rank, grade in enumerate(grades, start=1):
        if grade:
            value = 1 / rank
    return value


rt.check(my_reciprocal_rank, "RR")

# %% tags=["check"]


def my_reciprocal_rank(grades):
    for rank, grade in enumerate(grades, start=1):
        if grade:
            return 1 / rank
    return 0


assert rt.check(my_reciprocal_rank, "RR")

# %% [markdown]
# Passed? Break it in two other ways: count the ranks from 0, and forget the list without a hit. What does the check say? Then fix it again.
#
# ## Recap
#
# - RR is 1/rank of the first hit, and 0 if there is none. It ignores everything below that.
# - The step from rank 2 to rank 1 gains 1/2, as much as all steps below it together.
# - Success@k asks only whether there is a hit in the first k.
# - MRR and the hit rate are means over queries. 1/MRR is not the mean rank.
# - If you need more than one result, use a measure that sees them all.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 3, Average precision](03_average_precision.ipynb), which sees every hit. **All lessons:** [the list](../README.md).
# **Words:** [reciprocal rank](../glossary.md#reciprocal-rank), [hit rate](../glossary.md#hit-rate).
#
# **Sources:** Kantor and Voorhees (2000), *The TREC-5 Confusion Track*, Information Retrieval 2 (known items). Voorhees (1999), *The TREC-8
# Question Answering
# Track Report*. Fuhr (2017), *Some Common Mistakes in IR Evaluation*, SIGIR Forum 51(3). Sakai (2020), *On Fuhr's Guideline for IR
# Evaluation*, SIGIR Forum 54(1). Moffat (2022), *Batch Evaluation Metrics in Information Retrieval*, IEEE Access 10.

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["RR"])
