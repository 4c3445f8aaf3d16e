# %% [markdown]
# # Lesson 9. Which metric when?
#
# Two searches look for court rulings. By one metric the first wins, by another the second. Which metric is right? That is the wrong
# question. The right one: who is reading?
#
# After this lesson you can
#
# 1. choose a metric for a task, and say why;
# 2. build two lists about which two metrics disagree;
# 3. spot a metric that was picked after seeing the results.
#
# **45 minutes.** You need [lesson 6](06_ndcg.ipynb) and [lesson 8](08_thresholds.ipynb). Run each cell with `Shift`+`Enter`; then the lists
# come alive.
#
# ## Play first
#
# May a tenant keep a cat? A compares words, B compares meanings. Click the measures, and see which list each one prefers.

# %%
from tasks import which_metric_when as tasks

import rankteach as rt

rt.side_by_side(tasks.by_words, tasks.by_meaning, measures=["RR", "P@2", "R", "AP", "nDCG"])

# %%
tasks.two_readers

# %% [markdown]
# ## One right answer
#
# So start from the reader. What do they do with the list, and which mistake costs them most?

# %%
tasks.known_item

# %%
tasks.slip

# %% [markdown]
# ## Nothing may be missed

# %%
tasks.every_study

# %% [markdown]
# A colleague is proud: "Our R@3 is often 1, even where six studies exist." That can't be: three results can't contain six studies.
# Here is their code. Find out what it really calculates, and fix it.


# %%
def my_recall(grades, m, k):
    if m == 0:
        return 0
    return sum(grade > 0 for grade in grades[:k]) / min(m, k)


report = rt.check(my_recall, "R@3")
report

# %% tags=["check"]


def my_recall(grades, m, k):
    if m == 0:
        return 0
    return sum(grade > 0 for grade in grades[:k]) / m


assert rt.check(my_recall, "R@3")

# %% [markdown]
# Their number has its uses: it is 1 whenever the first three are all right. But it isn't recall, and it doesn't warn a doctor.
#
# ## A screen full of films

# %%
tasks.film_night

# %% [markdown]
# Try it with your own six films. *Spirited Away* is your all-time favourite.

# %%
rt.side_by_side(
    tasks.films,
    tasks.films,
    measures=["P@3", "nDCG@3"],
    **tasks.more_or_better,
)

# %% [markdown]
# P@3 counts the films you like. nDCG@3 also asks how much you like them.
#
# ## A decision, not a list

# %%
tasks.junk

# %% [markdown]
# ## Work to be done

# %%
tasks.links

# %% [markdown]
# ## Three readers, two lists
#
# The tenant wants one ruling soon (RR). The doctors have time for four abstracts (R@4). For the engineer, each wrong link above a true
# one is a wait (each such pair lowers AUC). Of the 400 pairs of lists, 8 split the three like this.

# %%
rt.side_by_side(
    [1, 1, 1, 0, 0, 0],
    [1, 1, 1, 0, 0, 0],
    measures=["RR", "R@4", "AUC"],
    linked=False,
    **tasks.three_readers,
)

# %%
tasks.what_to_report

# %% [markdown]
# ## Recap
#
# | the reader | a measure that fits |
# |---|---|
# | needs one right answer | RR, Success@k |
# | sees one screen, and likes some items more | nDCG@k |
# | must not miss anything | recall, as deep as they can read |
# | reads on, and every miss and every detour hurts | AP |
# | is sent a decision, not a list | precision and recall at the threshold |
# | goes through all of it, and pays for each wrong item above a right one | AUC; in minutes: [lag](e1_lag.ipynb) |
#
# No metric is best. Each one is a small model of a reader: choose the reader first, then the metric, then look at the result.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 10, Your own run](10_your_own_run.ipynb). **Extra lessons:** [lag](e1_lag.ipynb), [models of users](e4_models_of_users.ipynb).
# **All lessons:** [the list](../README.md). **Words:** [glossary](../glossary.md#user-model).
#
# **Sources:** Manning, Raghavan and Schütze (2008), *Introduction to Information Retrieval*, chapter 8, Cambridge University Press.
# Järvelin and Kekäläinen (2002), *Cumulated gain-based evaluation of IR techniques*, ACM TOIS 20(4).

# %% tags=["check"]
first, second = [1] + [0] * 9, [0, 1] + [0] * 8
lost = {
    name: rt.measure(name)(first).value - rt.measure(name)(second).value for name in tasks.slip.answer
}
assert sorted(lost, key=lost.get, reverse=True) == tasks.slip.answer

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["R@3"])
