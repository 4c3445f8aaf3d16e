# %% [markdown]
# # Lesson 12. Why do two tools disagree?
#
# A recommender shows Mia five films. You calculate nDCG@5 = 0.97. Your colleague, with the same list, gets 0.77. Both checked their code.
#
# After this lesson you can
#
# 1. name eight conventions on which tools differ, and see what each one changes;
# 2. find out how a printed number was calculated;
# 3. report a number so that your readers don't have to ask.
#
# **60 minutes.** You need [lesson 4](04_ap_at_k.ipynb), [lesson 6](06_ndcg.ipynb) and [lesson 7](07_many_queries.ipynb).
# Run each cell with `Shift`+`Enter`; then the list comes alive.
#
# ## Choices 1 and 2: gain and ideal list
#
# The list starts with your colleague's 0.77. Press *Conventions* right of *Play* (on a phone: *Calculation*, ⋯). Change the
# ideal list until you see your 0.97. Then change the gain: only the chosen card follows.

# %%
from tasks import why_do_two_tools_disagree as tasks

import rankteach as rt

rt.explore(tasks.films, measures=["nDCG@5", "DCG@5"])

# %%
tasks.which_is_right

# %% [markdown]
# A tool is a set of conventions. Your colleague uses `trec_eval`, the program of the TREC evaluations. You use `scikit-learn`, a Python library.
# The first column that differs is nDCG at each rank. The columns *adds* show what each rank adds: each star adds more in scikit-learn,
# because it divides by a smaller ideal sum.

# %%
rt.differences(tasks.films, measure="nDCG@5", conventions=("trec_eval", "scikit-learn"))

# %%
tasks.ideal

# %% [markdown]
# Any metric takes a tool's name, and calculates as the tool does. Predict first. Then write `"gdeval"` instead of `"trec_eval"`
# in the cell below the question, and run it again.

# %%
tasks.order

# %%
value = rt.ndcg(tasks.films, k=5, convention="trec_eval")
print(f"{float(value):.4f}")

# %% [markdown]
# ## Choices 3 and 4: what is relevant, and what is unjudged
#
# Ali got five films, too. He hasn't seen *Paprika*, so it has no stars. `rel=2` calls a film relevant from two stars on. And Paprika? Either
# it counts as not relevant, or `judged_only=True` leaves it out, and the films below it move up. Drag the films.

# %%
rt.explore(
    tasks.ali,
    measures=["P@3", "P(rel=2)@3", "P(judged_only=True)@3"],
    **tasks.threshold_and_hole,
)

# %%
tasks.from_two

# %%
tasks.left_out

# %% [markdown]
# ## Choice 5: equal scores
#
# The first two films have the same score. Which one comes first? Press *Conventions* and change the order of equal scores. How many values can
# RR have?

# %%
rt.explore(tasks.tied, measures=["RR", "P@1"])

# %%
rt.explore(tasks.three_equal, measures=['RR(ties="averaged")'], covered_until=tasks.ties)

# %%
tasks.ties

# %% [markdown]
# ## Choices 6 and 7: which queries count, and an empty one
#
# Four people, one mean. The recommender had no list for Ben, and no film at all is relevant for Eve. MAP is 1/3. Another tool prints 2/3.
# Take people out with ×, and put them back.

# %%
rt.explore_queries(tasks.people, measures=["MAP"])

# %%
tasks.four_people

# %% [markdown]
# ## Choice 8: the divisor
#
# You know it from lesson 4: AP@k divided by $m$, by min($m$, $k$), or by the hits. A leaderboard prints AP@3 = 0.5556. Results 1 and 3 of
# five are relevant, and two relevant items are missing. You calculate 0.4167. `rt.which` says where a number comes from. `taught=` names
# the metrics that you know. First your own number, then write the leaderboard's 0.5556 into the cell.

# %% tags=["yours"]
ranking = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
rt.which("0.4167", ranking, taught=["P", "R", "RR", "AP"])

# %%
tasks.divisor

# %% [markdown]
# ## Write it yourself
#
# trec_eval ignores the order of the file: of items with equal scores, the last name comes first. Make this draft do so.


# %%
def my_reciprocal_rank(qrels, run):
    ranked = sorted(run, key=lambda item: run[item], reverse=True)
    for rank, item in enumerate(ranked, start=1):
        if qrels.get(item, 0) > 0:
            return 1 / rank
    return 0


report = rt.check(my_reciprocal_rank, 'RR(ties="item_descending")')
report

# %% tags=["check"]


def my_reciprocal_rank(qrels, run):
    ranked = sorted(run, key=lambda item: (run[item], item), reverse=True)
    for rank, item in enumerate(ranked, start=1):
        if qrels.get(item, 0) > 0:
            return 1 / rank
    return 0


assert rt.check(my_reciprocal_rank, 'RR(ties="item_descending")')

# %% [markdown]
# ## Recap
#
# | choice | for example |
# |---|---|
# | gain | the grade, or $2^{\mathrm{grade}} - 1$ |
# | ideal list | all judged items, or the retrieved ones only |
# | relevant from | grade 1, or grade 2 |
# | unjudged results | not relevant, or left out of the list |
# | ties | file order, item name, or the average of all orders |
# | which queries | those with a list, or all judged ones |
# | nothing relevant | 0, 1, or leave the query out |
# | what to divide by | AP@k: all relevant items, the smaller of that and k, or the hits |
#
# - A metric's name doesn't fix its value; its conventions do.
# - If two numbers differ, both can be right. `rt.differences` explains two numbers, `rt.which` explains a printed number.
# - Report the tool, its version, and every convention you changed.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [same name, different number](../reference/conventions.ipynb), every choice of tools and documents.
# **All lessons:** [the list](../README.md). **Words:** [glossary](../glossary.md#convention).
#
# **Sources:** Järvelin and Kekäläinen (2002), *Cumulated Gain-Based Evaluation of IR Techniques*, ACM TOIS 20(4);
# McSherry and Najork (2008), *Computing Information Retrieval Performance Measures Efficiently in the Presence of Tied Scores*, ECIR.

# %% tags=["check"]
# the numbers that questions and prose name
tools = ("gdeval", "trec_eval", "scikit-learn")
values = [f"{float(rt.ndcg(tasks.films, k=5, convention=tool)):.4f}" for tool in tools]
assert values == ["0.7358", "0.7659", "0.9724"]

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=['RR(ties="item_descending")'])
