# %% [markdown]
# # Start here
#
# You asked a search engine, and it answered with a ranked list. How good is that list? Ranking metrics such as precision,
# average precision and nDCG answer with a number. rankteach shows you where the number comes from.
#
# **15 minutes.** Click into the first grey cell and press `Shift`+`Enter`, cell by cell: the page comes alive.

# %%
from tasks import start as tasks

import rankteach as rt

# %% [markdown]
# ## 1. A live list
#
# You searched for "leek soup", and got eight recipes. Four are relevant (●). Click a label (● or ○) to change your mind. Drag a recipe
# up or down. Every measure follows, and so does the calculation under the list. P@5 is precision at 5: the fraction of the first five results
# that are relevant. The line on top gives you five things to try. The lessons explain the other three measures.

# %%
rt.explore(tasks.soup, measures=["P@5", "R@5", "AP", "nDCG@5"], chosen="P@5", first_steps=True)

# %% [markdown]
# No mouse? Press `Tab` until a label of the list has a ring. The arrow keys walk along the list, `Space` changes a label, `Alt` with an arrow key
# moves a recipe, and `Esc` goes back to the cell. `Shift`+`Enter` goes on to the next cell, also from inside the list.
#
# ## 2. A number and its calculation
#
# A metric takes a list and returns a *trace*: the number, and everything that led to it. This one is average precision (AP). It takes the
# precision at the rank of each relevant result, and averages these precisions.
#
# From top to bottom you will see the value and what it means, the formula with symbols and with numbers, and a table with one row for each rank.

# %%
trace = rt.average_precision([1, 0, 1, 0])  # 1 is relevant, 0 is not; best rank first
trace

# %% [markdown]
# In the formulas, $i$ is a rank, $n$ the length of the list, and $k$ a cutoff: only the first $k$ ranks count. $\mathrm{rel}_i$ is 1 if the result at
# rank $i$ is relevant, $h_i$ counts the relevant results down to rank $i$, and $m$ counts all relevant items, also those that were not found.
#
# ## 3. Step by step
#
# Press *Play* and watch the calculation grow. Point at a number to see which numbers it was made from.

# %%
rt.step_through(trace)

# %% [markdown]
# ## 4. Your turn
#
# The second relevant result moves up from rank 3 to rank 2. Predict what happens, then check.

# %%
tasks.moved_up

# %%
tasks.better_still

# %% [markdown]
# ## Where to go next
#
# Choose the path that fits you. Each lesson fits into one class period; [the list of all notebooks](README.md) has the links. To play you
# need no Python. The last task of each lesson needs a little: a loop, a list, a function.
#
# - **You are a student**: lessons 1 to 9, in order.
# - **You work on a search engine**: lessons 1, 2, 3, 5, 6, 7, 10 and 11. Skip lessons 4, 8 and 9.
# - **You do machine learning or recommenders**: lessons 1, 2, 3, 4, 5, 6 and 8. Skip lesson 7.
# - **You teach**: [for a class](reference/teaching.ipynb) has a plan for one lesson, worksheets and goals.
#
# Begin with [lesson 1, *Is this a good list?*](lessons/01_is_this_a_good_list.ipynb) Some notebooks work through every number of a published
# text, for example of [an article on metrics for learning to rank](documents/01_learning_to_rank_metrics.ipynb).
