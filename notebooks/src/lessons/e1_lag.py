# %% [markdown]
# # Extra lesson. Lag
#
# Your ticket machine must give change. Which tests check that? A tool ranks them, and you confirm each true link by hand.
# How much of your time goes to wrong ones?
#
# After this lesson you can
#
# 1. calculate lag (LAG), and say what it costs in work;
# 2. say what LAG doesn't see;
# 3. tell a mean by requirement from a pooled one.
#
# **40 minutes.** You need [lesson 3](03_average_precision.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.
#
# ## Play first
#
# The tool compares words, and the word *change* misleads it. Move the wrong links down, one at a time. Smaller is better:
# when does LAG fall, and by how much?

# %%
from tasks import lag as tasks

import rankteach as rt

rt.explore(tasks.change, measures=["LAG", "AP", "R"], chosen="LAG")

# %% [markdown]
# ## Wrong links ahead
#
# The lag of a true link is the number of wrong links above it. LAG is the mean over the true links in the list. It is 0 if all of them
# come first, and it has no upper limit.
#
# $$\mathrm{LAG} = \frac{1}{h_n} \sum_{i\,:\,\mathrm{rel}_i = 1} (i - h_i)$$
#
# $h_i$ counts the true links down to rank $i$, and $h_n$ those in the whole list. So $i - h_i$ counts the wrong ones so far.

# %%
rt.step_through(rt.lag(tasks.change))

# %%
tasks.four_links

# %%
tasks.tail

# %% [markdown]
# ## One lag, two lists
#
# Can LAG miss a difference that AP sees?

# %%
rt.side_by_side(tasks.change, tasks.change, measures=["LAG", "AP"], **tasks.one_lag)

# %% [markdown]
# LAG counts every wrong link above a true one the same, wherever the two are. AP cares most about the top.
#
# ## What LAG doesn't see

# %%
tasks.lazy

# %% [markdown]
# ## Many requirements
#
# Now three requirements. Click a label, and watch two means: *mean LAG* counts each requirement the same, *pooled LAG* each link.
# Why are they so far apart? Then take the label off *Low buttons*: its LAG is 0 by convention, and both
# means look better.

# %%
rt.explore_queries(tasks.requirements, measures=["mean LAG", "pooled LAG"])

# %%
tasks.pooled

# %%
tasks.brochure

# %% [markdown]
# ## Write it yourself
#
# This first draft of LAG counts too much. Look at the smallest list `rt.check` shows, and fix it.


# %%
def my_lag(grades):
    lags = []
    for rank, grade in enumerate(grades, start=1):
        if grade:
            lags.append(rank - 1)
    return sum(lags) / len(lags) if lags else 0


report = rt.check(my_lag, "LAG")
report

# %% tags=["check"]


def my_lag(grades):
    lags, wrong = [], 0
    for grade in grades:
        if grade:
            lags.append(wrong)
        else:
            wrong += 1
    return sum(lags) / len(lags) if lags else 0


assert rt.check(my_lag, "LAG")

# %% [markdown]
# ## Recap
#
# - LAG is the mean number of wrong links above a true one: work, not a fraction.
# - Wrong links at the end cost nothing, and neither do true links that are missing. Read LAG next to recall.
# - A mean over requirements and a pooled LAG can tell opposite stories. Say which one you print.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [FAP and GAP](e2_fap_and_gap.ipynb), or [the wiki page on lag, number by number](../documents/03_rank_metrics.ipynb).
# **All lessons:** [the list](../README.md). **Words:** [glossary](../glossary.md#lag).
#
# **Sources:** Hayes, Dekhtyar and Sundaram (2006), *Advancing candidate link generation for requirements tracing*, IEEE TSE 32(1).
# Fuchß (2024), *Rank Metrics* (wiki page).

# %% tags=["check"]
from fractions import Fraction as F

assert (
    rt.lag(tasks.change).exact == F(5, 3) and tasks.four_links.check("5/4") and tasks.pooled.check("2")
)
assert rt.lag(tasks.change.head(1)).exact == 0

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["LAG"])
