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
# **35 minutes.** You need [lesson 6](06_ndcg.ipynb) and [lesson 8](08_thresholds.ipynb). Run each cell with `Shift`+`Enter`; then the lists
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
# Try it with your own six films. *Spirited Away* is your all-time favourite. Reorder the two lists until A has more films you like in the
# top three, and nDCG still prefers B. Don't change the stars.

# %%
rt.side_by_side(
    tasks.films,
    tasks.films,
    measures=["P@3", "nDCG@3"],
    goal="P@3 of A > P@3 of B and nDCG@3 of A < nDCG@3 of B and CG of A == 6",
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
# Make two lists of six with three relevant results each (`NumRel`), so that the tenant is better off with A (RR). The doctors have time for
# only four abstracts: they should prefer B (R@4). So should the engineer, who pays for each wrong link above a true one (LAG: less is
# better). Only 8 of the 190 pairs do all that.

# %%
rt.side_by_side(
    [1, 1, 1, 0, 0, 0],
    [1, 1, 1, 0, 0, 0],
    measures=["RR", "R@4", "LAG"],
    linked=False,
    goal="RR of A > RR of B and R@4 of A < R@4 of B and LAG of A > LAG of B and NumRel of A == 3 and NumRel of B == 3",
)

# %%
tasks.what_to_report

# %% [markdown]
# ## Recap
#
# | the reader | a measure that fits |
# |---|---|
# | needs one right answer | RR, Accuracy@k |
# | sees one screen, and likes some items more | nDCG@k |
# | must not miss anything | recall, as deep as they can read |
# | reads on, and every miss and every detour hurts | AP |
# | is sent a decision, not a list | precision and recall at the threshold |
# | confirms each item, and pays for each wrong one | LAG |
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
from itertools import combinations, permutations

lists = [[int(place in chosen) for place in range(6)] for chosen in combinations(range(6), 3)]
readers = [[rt.measure(name)(one).exact for name in ("RR", "R@4", "LAG")] for one in lists]
differ = [a[0] > b[0] and a[1] < b[1] and a[2] > b[2] for a, b in permutations(readers, 2)]
assert sum(differ) == 8 and len(differ) == 2 * 190
many = tasks.films.moved(1, to=6).moved(1, to=5).moved(2, to=5)
assert rt.precision(many, k=3).exact > rt.precision(tasks.films, k=3).exact
assert rt.ndcg(many, k=3).value < rt.ndcg(tasks.films, k=3).value and rt.cumulative_gain(many).exact == 6
first, second = [1] + [0] * 9, [0, 1] + [0] * 8
lost = {name: rt.measure(name)(first).value - rt.measure(name)(second).value for name in tasks.slip.answer}
assert sorted(lost, key=lost.get, reverse=True) == tasks.slip.answer
