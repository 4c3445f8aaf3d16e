# %% [markdown]
# # Lesson 11. Is the difference real?
#
# The cook from lesson 10 has two searches: a *keyword search*, which compares words, and a *semantic search*, which compares meanings. The
# keyword search has the higher MAP. Should the cook switch the other one off?
#
# After this lesson you can
#
# 1. see which queries make a difference between two systems;
# 2. calculate how often chance would make a difference as large;
# 3. say what such a p-value means, and what it doesn't.
#
# **45 minutes.** You need [lesson 10](10_your_own_run.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.

# %%
from tasks import is_the_difference_real as tasks

import rankteach as rt

# %% [markdown]
# ## Play first
#
# One query, "mushroom pie", and the first six results: the keyword search (A) ranks both mushroom pies first. The semantic search (B) starts
# with a mushroom pasta and a mushroom gratin. Suppose the cook accepts the pasta as well: click its grade. In which measure does B catch up?

# %%
rt.side_by_side(tasks.pie_by_words, tasks.pie_by_meaning, measures=["AP", "RR"])

# %% tags=["check"]
pasta = tasks.pie_by_meaning.with_grade(1, 1)  # a click
assert rt.reciprocal_rank(pasta).value == 1 and rt.average_precision(pasta).value == 1 / 3

# %%
tasks.guess

# %% [markdown]
# ## Query by query

# %%
difference = tasks.words.compare(tasks.meaning, "AP")
difference

# %% [markdown]
# Every row is one query, and 109 is the mushroom pie: the AP of each search over its whole list (*first* is the keyword search, *second* the
# semantic one), and the difference. The last column says how much of the whole difference this query makes.

# %%
tasks.who_decides

# %% [markdown]
# ## Could it be chance?
#
# Suppose both searches are equally good. Then a coin toss decides which one is ahead in a query, so each difference could just as well have
# had the opposite sign. Try all choices of signs, and count how many have a mean at least as far from 0 as yours. That fraction is **p**,
# and the test is
# the *randomisation test*.
#
# Three queries are enough to do it by hand.

# %%
tasks.three

# %%
tasks.signs

# %% [markdown]
# If the second search loses one of the three, more choices are as far from 0. Click the signs: each new choice adds a stone to the
# histogram. Can you find all eight?

# %%
rt.explore_signs(tasks.one_lost)

# %% [markdown]
# Did you find them all? `rankteach` counts the same eight.

# %%
tasks.one_lost.randomisation()

# %%
tasks.ten_queries

# %% [markdown]
# Now the two searches of the cook. 27 differences are not 0, so there are more than 134 million choices of signs. `rankteach` counts them all.

# %%
difference.randomisation()

# %%
tasks.what_p_means

# %% [markdown]
# ## How large is it?
#
# A p-value doesn't say how large a difference is. The *bootstrap* does. It draws 29 queries, and may draw a query twice. It does so again and
# again, and the mean difference of each draw is a little different. Between which two values do 95 % of these means lie?

# %%
difference.bootstrap()

# %% [markdown]
# 0 lies inside the interval, so the cook can't say which search is better overall. But the table shows where each one is better, so the cook
# should keep both.
#
# ## Write it yourself
#
# Both tests need one number per query. Here is a first draft of AP for one query, from grades and scores by item. It is wrong, but a table
# of means wouldn't show it. Fix it.


# %%
def my_average_precision(qrels, run):
    ranked = sorted(run, key=run.get, reverse=True)
    hits = total = 0
    for rank, item in enumerate(ranked, start=1):
        if qrels.get(item, 0) > 0:
            hits += 1
            total += hits / rank
    return total / hits if hits else 0


report = rt.check(my_average_precision, "AP")
report

# %% tags=["check"]


def my_average_precision(qrels, run):
    ranked = sorted(run, key=run.get, reverse=True)
    relevant = sum(grade > 0 for grade in qrels.values())
    hits = total = 0
    for rank, item in enumerate(ranked, start=1):
        if qrels.get(item, 0) > 0:
            hits += 1
            total += hits / rank
    return total / relevant if relevant else 0


assert rt.check(my_average_precision, "AP")

# %% [markdown]
# ## Make it significant
#
# By habit, a difference is called *significant* if p is below 0.05. Here are the values of ten queries. Change `second` until the difference is
# significant, with as few changes as you can. Write decimals with a point: 0.30.

# %% tags=["yours"]
first = [0.50, 0.40, 0.60, 0.30, 0.70, 0.20, 0.80, 0.55, 0.45, 0.65]
second = [0.60, 0.50, 0.70, 0.40, 0.80, 0.10, 0.70, 0.45, 0.35, 0.55]
ten = rt.compare(first, second, "AP")
print(*ten.notes, f"p = {float(ten.randomisation().p):.3f}", sep="\n")
rt.explore_signs(ten)

# %% tags=["check"]
for agree, p in ((8, 0.109), (9, 0.021)):
    values = [value + (0.1 if place < agree else -0.1) for place, value in enumerate(first)]
    assert round(float(rt.compare(first, values, "AP").randomisation().p), 3) == p

# %%
tasks.how_many_agree

# %% [markdown]
# ## Recap
#
# - Compare two systems query by query, because a mean hides which system wins where.
# - p is the fraction of sign choices that are as extreme as what you saw, if both systems are equally good.
# - Few queries can't give a small p: with n queries it is at least 2/2ⁿ.
# - A large p doesn't show that two systems are equal.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 12, Why do two tools disagree?](12_why_do_two_tools_disagree.ipynb) **All lessons:** [the list](../README.md).
# **Words:** [glossary](../glossary.md#randomisation-test).
#
# **Sources:** Smucker, Allan and Carterette (2007), *A Comparison of Statistical Significance Tests for Information Retrieval Evaluation*, CIKM;
# Sakai (2006), *Evaluating Evaluation Metrics Based on the Bootstrap*, SIGIR.

# %% tags=["check"]
# the numbers that questions and prose name
assert [f"{one.means['AP']:.2f}" for one in (tasks.words, tasks.meaning)] == ["0.66", "0.58"]
assert f"{float(difference.randomisation().p):.2f}" == "0.30"
assert (difference.losses, difference.wins) == (16, 11)

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["AP"])
