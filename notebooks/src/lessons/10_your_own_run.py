# %% [markdown]
# # Lesson 10. Your own run
#
# A cook has a search for recipes. Its mean AP is 0.66. Is that good, and what should the cook fix first? The mean can't say, but the
# individual queries can.
#
# After this lesson you can
#
# 1. evaluate a run against judgements, from files or from Python;
# 2. find out why a query scores 0, or less than you hoped;
# 3. say what a mean leaves out.
#
# **45 minutes.** You need [lesson 7](07_many_queries.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.
#
# ## Play first
#
# Each dot is one of 29 queries, placed by its AP: the worst are on the left. The list shows what the search found for one of them. Click other
# dots, or go along them with the arrow keys and press Enter. Then come back to 113. Read the names in the list, and the note below it:
# what is missing?

# %%
from tasks import your_own_run as tasks

import rankteach as rt

cook = tasks.result
rt.explore(cook, query="113", titles=rt.examples.queries())

# %%
tasks.zucchini

# %% [markdown]
# ## Two files
#
# An evaluation needs two things. A **run** lists what the search returned: query, Q0, item, rank, score, name of the run. The
# **judgements** (*qrels*) list what a person said: query, 0, item, grade. (Q0 and 0 mean nothing: old tools expect a word there.)

# %%
for file in (rt.examples.run(), rt.examples.qrels()):
    with open(file.source, encoding="utf-8") as lines:
        print(*[next(lines).strip() for _ in range(3)], "...", sep="\n", end="\n\n")

# %% [markdown]
# One line evaluates them. It also takes the paths of your own files: `rt.evaluate("my.qrels", "my.run", ["AP", "RR"])`.

# %%
rt.evaluate(rt.examples.qrels(), rt.examples.run(), ["AP", "nDCG@10", "RR"])

# %% [markdown]
# Read the notes above the table before you read the mean: 121 is missing from the run, 128 was never judged, 118 has nothing to find.

# %%
tasks.without_sushi

# %% [markdown]
# ## Why so low?
#
# Query 117 asks for a "winter stew without meat". Look at what the search ranks first, and press *Play* to see where RR comes from.
# Then choose 117 among the dots at the top of the lesson, and look for results that are *not judged*.

# %%
rt.step_through(rt.reciprocal_rank(cook.ranking("117").head(10)))

# %%
tasks.unjudged

# %% [markdown]
# Where do such holes come from? Judging is expensive, so people judge only the first results of a few searches: this is called *pooling*. A
# new search finds something else.
#
# ## Reach it
#
# You are the search now. Here are six of its results.

# %%
rt.explore(tasks.stew, measures=["nDCG@10", "AP"], **tasks.without_meat)

# %% [markdown]
# ## Write it yourself
#
# Here is a first draft of the reciprocal rank of one query. It takes what the files hold: grades by item, scores by item. It is wrong. Fix
# it until `rt.check` finds no difference.


# %%
def my_reciprocal_rank(qrels, run):
    items = sorted(run, key=run.get)
    for rank, item in enumerate(items, start=1):
        if qrels.get(item, 0) > 0:
            return 1 / rank
    return 0


report = rt.check(my_reciprocal_rank, "RR")
report

# %% tags=["check"]


def my_reciprocal_rank(qrels, run):
    items = sorted(run, key=run.get, reverse=True)
    for rank, item in enumerate(items, start=1):
        if qrels.get(item, 0) > 0:
            return 1 / rank
    return 0


assert rt.check(my_reciprocal_rank, "RR")

# %% [markdown]
# ## Now yours
#
# Type your own judgements and scores here: a search of yours, a friend's film list, last week's predictions.

# %% tags=["yours"]
qrels = {"soup": {"leek soup": 2, "vichyssoise": 2, "soup spoons": 0}, "cake": {"lemon cake": 1}}
run = {
    "soup": {"soup spoons": 9.1, "leek soup": 8.7, "vichyssoise": 2.5},
    "cake": {"lemon cake": 7, "lemonade": 6},
}
result = rt.evaluate(qrels, run, ["AP", "RR", "nDCG@3"])
result

# %%
rt.explore(result)

# %% [markdown]
# ## Recap
#
# - A run holds scores, and qrels hold grades, both for a query and an item.
# - A 0 has a reason: nothing relevant exists, nothing relevant was retrieved, or the query is missing.
# - An unjudged result counts as not relevant. That is only a guess.
# - Report which queries you average over, and look at the worst ones before you look at the mean.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 11, Is the difference real?](11_is_the_difference_real.ipynb) **More:** [a whole run explained](../reference/runs.ipynb).
# **All lessons:** [the list](../README.md). **Words:** [glossary](../glossary.md#run).
#
# **Source:** Voorhees and Harman (2005), *TREC: Experiment and Evaluation in Information Retrieval*, MIT Press. The recipes and grades are made up.

# %% tags=["check"]
# the numbers that questions and prose name
assert f"{tasks.result.means['AP']:.4f}" == "0.6588"

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["RR"])
