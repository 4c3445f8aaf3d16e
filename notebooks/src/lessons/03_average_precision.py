# %% [markdown]
# # Lesson 3. Average precision
#
# You want a vegetarian leek soup. Your search returns six results. How good is their *order*, in one number?
#
# After this lesson you can
#
# 1. calculate average precision (AP) by hand, and say what each number in it means;
# 2. say which moves in a list change AP, and which do not;
# 3. write AP in Python, and find the usual mistakes.
#
# **45 minutes.** You need [lesson 1](01_is_this_a_good_list.ipynb) and [lesson 2](02_where_is_the_first_hit.ipynb).
# Run each cell with `Shift`+`Enter`; then the lists come alive.
#
# ## Play first
#
# The search missed a fourth soup, so four soups are relevant in all. Move the vichyssoise (a leek soup without a leek in its name) up, one rank
# at a time. When does AP change?

# %%
from tasks import average_precision as tasks

import rankteach as rt

rt.explore(tasks.soup, measures=["AP", "P@3", "R@3", "RR"], chosen="AP")

# %% [markdown]
# Precision at 3 doesn't notice what happens below rank 3. RR stops at the first hit. AP keeps going to the last one.

# %%
tasks.third_hit

# %% [markdown]
# ## How AP is made
#
# Walk down the list. Each time you meet a relevant result, write down the precision at that rank. Average these precisions over
# *all* relevant items. A relevant item that the search missed counts as 0.
#
# $$\mathrm{AP} = \frac{1}{m} \sum_{i=1}^{n} P(i) \cdot \mathrm{rel}_i$$
#
# $P(i)$ is the precision at rank $i$, $\mathrm{rel}_i$ is 1 if the result there is relevant and 0 if not, $n$ is the length
# of the list, and $m$ is the number of relevant items.
#
# Press *Play* and watch the sum grow. Point at a number to see which numbers it was made from.

# %%
rt.step_through(rt.average_precision(tasks.soup))

# %% [markdown]
# ## Predict
#
# Take a pencil first: the numbers appear when you have answered.

# %%
rt.explore(tasks.leek_tart, measures=["AP", "P@3"], covered_until=tasks.tart)

# %%
tasks.tart

# %%
tasks.neighbours

# %% [markdown]
# ## Reach it
#
# How high can AP get?

# %%
rt.explore(tasks.soup, measures=["AP", "R"], **tasks.best_order)

# %% [markdown]
# No reordering gets AP to 1, because one of the four relevant soups is missing and counts as 0. So AP contains recall. The same holds for
# another search:

# %%
tasks.ceiling

# %% [markdown]
# ## Two lists, one number
#
# AP is an average, so different lists can have the same AP. Here are two lists with two relevant results each. Only one of the 225 pairs of
# such lists has the same AP and an earlier first hit in A. The hints lead you there.
#
# Why can't A start with a hit? With one at rank 1, AP is at least (1 + 2/6)/2 = 2/3; without one, it is at most (1/2 + 2/3)/2 = 7/12.

# %%
rt.side_by_side(
    [1, 1, 0, 0, 0, 0],
    [1, 1, 0, 0, 0, 0],
    measures=["AP", "RR"],
    linked=False,
    **tasks.same_ap,
)

# %% [markdown]
# So when the first hit matters most, read another measure next to AP.
#
# ## Write it yourself
#
# Here is a first draft of AP. It takes the grades from the top of the list (0 is not relevant) and the number $m$ of all relevant items.
# It is wrong. `rt.check` tries it on many short lists, and shows you the smallest one on which it fails. Fix it, and rerun the cell. In the
# reply, `missed=[1]` is a relevant item that isn't in the list.


# %%
def my_average_precision(grades, m):
    hits = total = 0
    for rank, grade in enumerate(grades, start=1):
        if grade > 0:
            hits += 1
            total += hits / rank
    return total / len(grades)


rt.check(my_average_precision, "AP")

# %% tags=["check"]


def my_average_precision(grades, m):
    hits = total = 0
    for rank, grade in enumerate(grades, start=1):
        if grade > 0:
            hits += 1
            total += hits / rank
    return total / m if m else 0


assert rt.check(my_average_precision, "AP")

# %% [markdown]
# Passed? Now break it on purpose: divide by `hits`, not by `m`, and check again. Some tools do exactly that, and call it AP, too: [lesson
# 4](04_ap_at_k.ipynb).
#
# ## Recap
#
# - AP adds up the precisions at the relevant results, and divides by the number of *all* relevant items.
# - An irrelevant result lowers the precision at every relevant result below it.
# - If two irrelevant neighbours swap, AP stays the same.
# - AP is 1 if all relevant items come first, and 0 if none is found. It is also a chance: pick a random relevant item, then a random result
#   at or above it (none if the item is missing). AP is the probability that this result is relevant.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 4, AP@k and its conventions](04_ap_at_k.ipynb). **All lessons:** [the list](../README.md).
# **Words:** [glossary](../glossary.md#average-precision).
#
# **Source:** Buckley and Voorhees (2005), *Retrieval System Evaluation*, in *TREC: Experiment and Evaluation in Information Retrieval*, MIT Press.

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["AP"])
