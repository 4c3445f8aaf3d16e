# %% [markdown]
# # Lesson 6. nDCG
#
# You love slow, thoughtful science fiction. A film service recommends six films, and you give each 0 to 4 stars. DCG is 3.89.
# Is that good? You can't say, because DCG has no fixed upper limit. nDCG has one: 1.
#
# After this lesson you can
#
# 1. build the ideal list, and calculate nDCG with any cutoff;
# 2. say which films belong in the ideal list, and what goes wrong if some are left out;
# 3. name what a high nDCG can hide.
#
# **45 minutes.** You need [lesson 5](05_graded_relevance.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.

# %%
from tasks import ndcg as tasks

import rankteach as rt

films = tasks.films
films

# %% [markdown]
# You also gave Solaris 4 stars, but the service didn't recommend it.
#
# ## Play first
#
# nDCG compares your list with the best possible list. How high can it get? Only one order of the stars gets it above 0.645.

# %%
rt.explore(films, measures=["nDCG", "DCG", "CG"], chosen="DCG", **tasks.best_order)

# %% tags=["check"]
in_order = tasks.best_order["solution"]
assert in_order.grades[:3] == [3, 2, 1]
assert f"{float(rt.ndcg(in_order)):.3f}" == "0.650"
assert float(rt.ndcg(films.moved(3, to=1).moved(5, to=4))) < 0.645  # the second best order

# %%
tasks.why_stuck

# %% [markdown]
# ## The ideal list
#
# The [ideal list](../glossary.md#ideal-list) contains all the films you rated, the best first. Its DCG is called IDCG, and
#
# $$\mathrm{nDCG} = \frac{\mathrm{DCG}}{\mathrm{IDCG}}$$
#
# So nDCG = 1 means that no list of these films is better.

# %%
tasks.ideal_order

# %% [markdown]
# ## With a cutoff
#
# nDCG@k cuts *both* lists after rank k.

# %%
tasks.at_the_top

# %%
rt.explore(films, measures=["nDCG", "DCG"], chosen="nDCG", covered_until=tasks.one_more)

# %%
tasks.one_more

# %% [markdown]
# Now press *Play* above, and watch the last column: it is nDCG@k for every k.

# %% [markdown]
# nDCG@k falls and rises. AP@k, divided by all relevant items, never falls.
#
# ## Ideal of what?
#
# Some tools know only the list that was shown. They sort this list, and call it ideal.

# %%
tasks.only_arrival

# %% [markdown]
# With such a tool, a service can look better if it shows less. Here are both conventions for the six films, `judged` with Solaris and
# `retrieved` without:

# %%
for ideal in ("judged", "retrieved"):
    print(f"{ideal:9}  nDCG = {float(rt.ndcg(films, ideal=ideal)):.2f}")

# %% [markdown]
# Same films, same stars, same name. So when you read an nDCG, ask what it was divided by.
#
# ## What nDCG hides

# %%
tasks.worst_order

# %%
tasks.lone_film

# %% [markdown]
# If this film is at rank 3, RR is 1/3 and nDCG is 1/2. The list is the same; only the scales differ. So never compare an nDCG with an RR or an AP.
# Compare two *lists* by the same measure.
#
# ## Make them disagree
#
# Two lists of seven films have three relevant films each. Which of the two measures forgives a gap after a hit at rank 1?

# %%
rt.side_by_side(
    [1, 1, 1, 0, 0, 0, 0],
    [1, 1, 1, 0, 0, 0, 0],
    measures=["AP", "nDCG"],
    linked=False,
    **tasks.disagree,
)

# %% [markdown]
# Neither measure is wrong. AP asks how clean the list is down to each hit. nDCG rewards a hit for its rank, whatever is above it.
#
# ## Write it yourself
#
# Here is a first draft of nDCG@k. It takes the grades of the list, the grades of the films it missed, and k. Fix it, and rerun the cell.
# You need two steps: first, which films belong in the ideal list; then, where the cutoff cuts it. After each one, read what `rt.check` found.

# %%
from math import log2


def dcg(grades):
    return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))


def my_ndcg(grades, missed, k):
    ideal = sorted(grades[:k], reverse=True)
    best = dcg(ideal)
    return dcg(grades[:k]) / best if best else 0


rt.check(my_ndcg, "nDCG@5")

# %% tags=["check"]


def my_ndcg(grades, missed, k):
    ideal = sorted([*grades, *missed], reverse=True)[:k]
    best = dcg(ideal)
    return dcg(grades[:k]) / best if best else 0


assert rt.check(my_ndcg, "nDCG@5")

# %% [markdown]
# ## Recap
#
# - nDCG is DCG divided by the DCG of the ideal list. 1 means that no list is better.
# - The ideal list has *all* judged items, including the missed ones. The cutoff cuts both lists.
# - If the ideal list holds only the retrieved items, showing less can be rewarded.
# - 0.6 can be the worst order of a short list. Know the scale before you judge a value.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 7, Many queries](07_many_queries.ipynb). **All lessons:** [the list](../README.md).
# **Words:** [glossary](../glossary.md#normalised-discounted-cumulative-gain).
#
# **Source:** Järvelin and Kekäläinen (2002), *Cumulated Gain-Based Evaluation of IR Techniques*, ACM Transactions on Information Systems.
# The stars are made up.

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["nDCG@5"])
