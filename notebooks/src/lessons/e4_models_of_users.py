# %% [markdown]
# # Extra lesson. Models of users
#
# Your tap drips, and you search for help. How far down the list do you read, and what makes you stop? A metric can be built on the answer.
#
# After this lesson you can
#
# 1. read a metric as a story of a person who goes down a list;
# 2. calculate rank-biased precision (RBP) and expected reciprocal rank (ERR);
# 3. choose between a reader who stops at random and one who stops when satisfied.
#
# **40 minutes.** You need [lesson 2](02_where_is_the_first_hit.ipynb). Run each cell with `Shift`+`Enter`; then the list comes alive.
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
# **RBP**: after each result, relevant or not, you go on to the next one with probability $p$, your *persistence*. So you reach rank $i$
# with probability
# $p^{i-1}$. Times $1 - p$, this is the weight of the rank: the weights of a long list add up to nearly 1. RBP adds up the weights of the
# relevant results.

# %%
tasks.seen

# %%
tasks.rbp_half

# %%
tasks.patient

# %%
rt.step_through(rt.rbp(tasks.answers, p=0.8))

# %% [markdown]
# ## A reader who stops when satisfied
#
# **ERR**: a result of grade 3 satisfies 7 of 8 readers, grade 2 satisfies 3 of 8, and grade 1 satisfies 1 of 8. Satisfied readers stop there, and
# the others read on. A reader who stops at rank $i$ counts as $1/i$. ERR is the average over all readers.

# %%
rt.step_through(rt.err(tasks.answers))

# %%
tasks.err_by_hand

# %%
tasks.second_full_guide

# %% [markdown]
# ## Two searches, two winners
#
# RBP only asks whether a result is relevant, and ERR reads the grade.

# %%
rt.side_by_side(tasks.answers, tasks.answers, measures=["RBP(p=0.8)", "ERR"], **tasks.two_readers)

# %% [markdown]
# ## Write it yourself
#
# Here is a first draft of RBP with p = 0.8. One factor is missing. Which one?


# %%
def my_rbp(grades):
    return sum((grade > 0) * 0.8**place for place, grade in enumerate(grades))


report = rt.check(my_rbp, "RBP")
report

# %% tags=["check"]


def my_rbp(grades):
    return (1 - 0.8) * sum((grade > 0) * 0.8**place for place, grade in enumerate(grades))


assert rt.check(my_rbp, "RBP")

# %% [markdown]
# ## Recap
#
# - RBP: you stop at random, and every rank has a fixed weight.
# - ERR: you stop when satisfied, and a good first result leaves little for the rest.
# - Choose the story that fits your users; the metric follows.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [which metric when?](09_which_metric_when.ipynb) **All lessons:** [the list](../README.md). **Words:**
# [glossary](../glossary.md#user-model).
#
# **Sources:** Moffat and Zobel (2008), *Rank-Biased Precision for Measurement of Retrieval Effectiveness*, ACM TOIS 27(1);
# Chapelle, Metzler, Zhang and Grinspan (2009), *Expected Reciprocal Rank for Graded Relevance*, CIKM.

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["RBP"])
