# %% [markdown]
# # Models of users
#
# Your tap drips, and you search for help. How far down the list do you read, and what makes you stop? A metric can be built on the answer.
#
# After this lesson you can
#
# 1. read a metric as a story of a person who goes down a list;
# 2. calculate rank-biased precision (RBP) and expected reciprocal rank (ERR);
# 3. choose between a reader who stops by chance and one who stops when satisfied.
#
# **25 minutes.** You need [lesson 2](02_where_is_the_first_hit.ipynb). Run each cell with `Shift`+`Enter`; then the list comes alive.
#
# ## Play first
#
# Move the full guide down the list. Which of the two numbers falls faster?

# %%
from tasks import models_of_users as tasks

import rankteach as rt

rt.explore(tasks.answers, measures=["RBP(p=0.5)", "ERR"])

# %% [markdown]
# ## A reader who tosses a coin
#
# **RBP**: after each result, relevant or not, you go on to the next one with probability $p$, your *persistence*. So rank $i$ has the weight
# $(1 - p) \cdot p^{i-1}$, and the weights of a long list add up to 1. RBP adds up the weights of the relevant results.

# %%
tasks.half

# %%
tasks.rbp_half

# %%
tasks.patient

# %%
rt.step_through(rt.rbp(tasks.marks, p=0.5))

# %% [markdown]
# ## A reader who stops when satisfied
#
# **ERR**: a result of grade 3 satisfies 7 of 8 readers, and they stop there; the rest read on. If you stop at rank $i$, the search earns $1/i$.
# ERR is what it earns on average.

# %%
rt.step_through(rt.err(tasks.answers))

# %%
tasks.second_full_guide

# %% [markdown]
# ## Two searches, two winners
#
# Make two lists with three relevant results each (any grades) where RBP prefers A and ERR prefers B.

# %%
rt.side_by_side(
    rt.Ranking([2, 1, 0, 1]),
    rt.Ranking([2, 1, 0, 1]),
    measures=["RBP(p=0.8)", "ERR(max_grade=3)", "NumRel"],
    linked=False,
    goal="RBP(p=0.8) of A > RBP(p=0.8) of B and ERR(max_grade=3) of A < ERR(max_grade=3) of B "
    "and NumRel of A == 3 and NumRel of B == 3",
)

# %% [markdown]
# ## Write it yourself
#
# A first draft of RBP with p = 0.8. It forgets something. What?


# %%
def my_rbp(grades):
    return sum(grade * 0.8**place for place, grade in enumerate(grades))


rt.check(my_rbp, "RBP")

# %% [markdown]
# ## Recap
#
# - RBP: you stop by chance, and every rank has a fixed weight.
# - ERR: you stop when satisfied, and a good first result leaves little for the rest.
# - Choose the story that fits your users; the metric follows.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [which metric when?](09_which_metric_when.ipynb) **All lessons:** [the list](../README.md). **Words:** [glossary](../glossary.md#user-model).
#
# **Sources:** Moffat and Zobel (2008), *Rank-Biased Precision for Measurement of Retrieval Effectiveness*, ACM TOIS 27(1);
# Chapelle, Metzler, Zhang and Grinspan (2009), *Expected Reciprocal Rank for Graded Relevance*, CIKM.
