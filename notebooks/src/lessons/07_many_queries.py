# %% [markdown]
# # Lesson 7. Many queries
#
# You need things for your bicycle, and search a sports shop five times. Most of the searches go well. For "strong lock", the first result
# is de-icer. How good is this search, in one number? And what does that number hide?
#
# After this lesson you can
#
# 1. calculate MAP and MRR over several queries;
# 2. predict which queries a mean rewards, and what the geometric mean changes;
# 3. tell a mean over queries from one over all results, and ask which queries were counted.
#
# **50 minutes.** You need [lesson 3](03_average_precision.ipynb).
# Run each cell with `Shift`+`Enter`; then the lists come alive.

# %%
from tasks import many_queries as tasks

import rankteach as rt

shop = tasks.shop

# %% [markdown]
# ## Play first
#
# Look at the five lists. Which query is the hard one? Take it out with ×. What happens to the means? Then put it back.

# %%
rt.explore_queries(shop, measures=["MAP", "MRR"])

# %%
tasks.better

# %% [markdown]
# ## A mean of queries
#
# Calculate the measure for each query alone, then take the mean:
#
# $$\mathrm{MAP} = \frac{1}{Q} \sum_{q=1}^{Q} \mathrm{AP}(q)$$
#
# The mean of AP is MAP (*mean average precision*), the mean of the reciprocal rank is MRR. You can average any other measure the same way.

# %%
rt.explore_queries(tasks.other_shop, measures=["MRR"], covered_until=tasks.mrr)

# %%
tasks.mrr

# %% [markdown]
# Press the ▶ to the right of *Play*: the rows are queries now. Before each step, say what the query adds.

# %%
rt.step_through(rt.mean("RR", shop))

# %% [markdown]
# ## What does a mean reward?

# %%
tasks.where

# %% [markdown]
# The shop may see it differently: a customer who finds no lock leaves.
#
# The **geometric mean** (gMAP) multiplies the five APs and takes the fifth root. So doubling a small AP helps as much as doubling a large one.
# An AP of 0 counts as 0.00001, or it would make every product 0.

# %%
tasks.zero

# %% [markdown]
# ## Reach it
#
# Two moves are enough: one query gets better, and another one worse. Of the 72 ways to order the lists, only two do it.

# %%
rt.explore_queries(shop, measures=["MAP", "gMAP"], **tasks.fairer)

# %% [markdown]
# The same MAP, but a fairer search. And now a goal for the shop: no query is left behind.

# %%
rt.explore_queries(shop, measures=["MAP", "gMAP", "MRR"], **tasks.nobody_left_behind)

# %% [markdown]
# ## Nothing to find

# %%
tasks.unicycles

# %% [markdown]
# `queries=` says which queries a mean counts:

# %%
six = {**shop, "unicycle": tasks.unicycle}
rt.mean("AP", six, queries="with_relevant")

# %% [markdown]
# ## By query, or in one pool?

# %%
tasks.pool

# %% [markdown]
# The *macro* average treats all queries alike, the *micro* average all results. So a query with many results weighs more in the pool.
# For rankings, take the macro average unless you have a reason: every customer asked one question.
#
# ## Write it yourself
#
# Here is a first draft of MAP. It takes the grades and the scores of all queries, as two dictionaries. `rt.check` tries it with one query, and
# with several. What does the draft divide by? Look at the smallest list: what does `grades` hold? And what if the search found
# nothing for a query? Fix both, and rerun the cell.


# %%
def my_map(qrels, run):
    total = 0
    for query, grades in qrels.items():
        scores = run[query]
        hits = credit = 0
        for rank, item in enumerate(sorted(scores, key=scores.get, reverse=True), start=1):
            if grades.get(item, 0) > 0:
                hits += 1
                credit += hits / rank
        total += credit / len(grades)
    return total / len(qrels)


report = rt.check(my_map, "MAP")
report

# %% tags=["check"]


def my_map(qrels, run):
    total = 0
    for query, grades in qrels.items():
        scores = run.get(query, {})
        hits = credit = 0
        for rank, item in enumerate(sorted(scores, key=scores.get, reverse=True), start=1):
            if grades.get(item, 0) > 0:
                hits += 1
                credit += hits / rank
        relevant = sum(grade > 0 for grade in grades.values())
        total += credit / relevant if relevant else 0
    return total / len(qrels)


assert my_map({"helmet": {"a": 1}, "tent": {"b": 1}}, {"helmet": {"a": 0.9}}) == 1 / 2
assert rt.check(my_map, "MAP")

# %% [markdown]
# A query with no results at all is not in `run`. It counts as 0, so you divide by the number of *all* queries.
#
# ## Recap
#
# - MAP, MRR, and the mean of any other measure: one value per query, then the mean.
# - A mean rewards queries that are nearly right. The geometric mean punishes those that fail.
# - Leave out hard queries, or queries without relevant items, and the number rises even though no list has changed.
# - Macro counts queries, micro counts results.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 8, Thresholds](08_thresholds.ipynb). **All lessons:** [the list](../README.md).
# **Words:** [glossary](../glossary.md#mean-average-precision).
#
# **Sources:** Buckley and Voorhees (2005), *Retrieval System Evaluation*, in *TREC: Experiment and Evaluation in Information Retrieval*, MIT Press;
# geometric mean: Robertson (2006), *On GMAP: and Other Transformations*, CIKM.

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["MAP"])
