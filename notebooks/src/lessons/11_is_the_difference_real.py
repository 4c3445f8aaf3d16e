# %% [markdown]
# # Lesson 11. Is the difference real?
#
# The cook of lesson 10 has two searches. One compares words, the other meanings. Words has the higher MAP. Should the cook switch the other one off?
#
# After this lesson you can
#
# 1. see which queries make a difference between two systems;
# 2. calculate how often chance would make a difference as large;
# 3. say what such a p-value means, and what it doesn't.
#
# **50 minutes.** You need [lesson 10](10_your_own_run.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.

# %%
from tasks import is_the_difference_real as tasks

import rankteach as rt

# %% [markdown]
# ## Play first
#
# One query, "mushroom pie": words (A) finds both mushroom pies at once, and meaning (B) offers pumpkin pasta. Move recipes until B catches up.

# %%
rt.side_by_side(tasks.pie_by_words, tasks.pie_by_meaning, measures=["AP", "RR"])

# %%
tasks.guess

# %% [markdown]
# ## Query by query

# %%
difference = tasks.words.compare(tasks.meaning, "AP")
difference

# %% [markdown]
# Every row is one query: what each search scored, and the difference. The last column says how much of the whole difference it makes; it is
# negative where the search that is behind overall is ahead.

# %%
tasks.who_decides

# %% [markdown]
# ## Could it be chance?
#
# Suppose both searches are equally good. Then which one is ahead in a query is a coin toss, and each difference could as well have the other
# sign. Try all choices of signs, and count how many have a mean as far from 0 as yours. That fraction is **p**, and the test is
# the *randomisation test*.
#
# Three queries are enough to do it by hand.

# %%
tasks.three

# %%
tasks.signs

# %%
tasks.three.randomisation()

# %%
tasks.four_queries

# %% [markdown]
# Now the two searches of the cook. 27 differences are not 0, so there are more than 134 million choices of signs; each was counted.

# %%
difference.randomisation()

# %%
tasks.what_p_means

# %% [markdown]
# ## How large is it?
#
# A p-value doesn't say how large a difference is. The *bootstrap* does: draw 29 queries with replacement, again and again, and see how the mean
# difference moves.

# %%
difference.bootstrap()

# %% [markdown]
# Zero lies inside the interval. So the cook can't tell which search is better overall, but can tell where each one is: use both.
#
# ## Write it yourself
#
# Both tests need one number per query. Here is a first draft of AP for one query, from grades and scores by item. It is wrong in a way that
# no table of means would show. Mend it.


# %%
def my_average_precision(qrels, run):
    ranked = sorted(run, key=run.get, reverse=True)
    hits = total = 0
    for rank, item in enumerate(ranked, start=1):
        if qrels.get(item, 0) > 0:
            hits += 1
            total += hits / rank
    return total / hits if hits else 0


rt.check(my_average_precision, "AP")

# %% [markdown]
# ## Make it significant
#
# Here are the values of ten queries. Change `second` until p is below 0.05, with as few changes as you can. How many queries must agree?

# %%
first = [0.50, 0.40, 0.60, 0.30, 0.70, 0.20, 0.80, 0.55, 0.45, 0.65]
second = [0.60, 0.50, 0.70, 0.40, 0.80, 0.10, 0.70, 0.45, 0.35, 0.55]
print(f"p = {float(rt.compare(first, second, 'AP').randomisation().p):.3f}")

# %% [markdown]
# ## Recap
#
# - Compare two systems query by query; a mean hides who wins where.
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
