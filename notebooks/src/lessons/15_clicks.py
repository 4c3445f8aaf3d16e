# %% [markdown]
# # Lesson 15. Clicks
#
# Your food site has no judges, but it has visitors. For *leek soup* they clicked the first recipe 24 times, and the third one 12 times.
# Do they like the first one twice as much? Or do they click it because it comes first?
#
# After this lesson you can
#
# 1. say what a click tells you about a list, and what it doesn't;
# 2. estimate how often users look at each rank, and correct clicks for it;
# 3. compare two rankings by clicks on a single list.
#
# **45 minutes.** You need [lesson 5](05_graded_relevance.ipynb). Run each cell with `Shift`+`Enter`; then the list comes alive.
#
# ## Play first
#
# Here a label is a click. CG counts the clicks. IPS counts what they stand for: at rank i, one user in i looks, so a click there stands for i
# clicks.

# %%
from tasks import clicks as tasks

import rankteach as rt

rt.explore(tasks.one_user, measures=["CG", "IPS"], chosen="IPS", **tasks.two_clicks)

# %%
tasks.what_moves

# %% [markdown]
# ## What a click says
#
# A click doesn't say *relevant*. You read from the top, and clicked what looked best so far. So clicks compare: a clicked item looked better
# than a skipped one above it (Joachims 2002). We don't know whether you saw what is below it.

# %%
tasks.preferences

# %% [markdown]
# ## Position bias
#
# Most users look at rank 1, and few at rank 9. To measure it, shuffle: then the recipes at each rank are equally good, and only the looks
# differ. Here are 24 searches with shuffled recipes.

# %%
looks = rt.examination(tasks.shuffled)
looks

# %%
tasks.how_often

# %% [markdown]
# This is the *examination model*: users click what they look at **and** like. In the *cascade model* they stop at the first click
# (Craswell et al. 2008 compare the two).
#
# ## Inverse propensity
#
# The probability of a look is called *propensity*. Divide each click by it.

# %%
tasks.stands_for

# %%
tasks.best_recipe

# %%
rt.step_through(rt.ips(tasks.logged, examination=looks.probabilities), covered_until=tasks.best_recipe)

# %% [markdown]
# The sum is right on average, but a few clicks at a rarely seen rank can move it far. And it is blind to what users never see: 0 clicks at
# rank 40 stay 0, even though the recipe there may be the best.
#
# ## A better order
#
# Now you know each recipe's *appeal*, what its clicks stand for: the grades below. Divide it by the rank, not by DCG's logarithm, and you
# get the clicks you expect in *any* order, without showing it to users.

# %%
rt.explore(tasks.likes, measures=[tasks.EXPECTED], **tasks.more_clicks)

# %% [markdown]
# ## Two rankings, one list
#
# Which of two rankings do users prefer? In *team-draft interleaving*, two captains pick teams, as for a ball game. A toss decides who picks
# first in each round, so that neither gets the better ranks. Each picks the best of what is left. Users see one list, and you count whose
# items they click. Here they click the soups.

# %%
rt.step_through(tasks.draft)

# %% [markdown]
# Drag the second list, B. The lead (TeamDraft) is 1 if all clicks are on A's items, and −1 if all are on B's.

# %%
rt.explore_agreement(tasks.a, tasks.b, measures=[tasks.LEAD], **tasks.b_wins)

# %% [markdown]
# ## Write it yourself
#
# `clicks` are the numbers of clicks at ranks 1, 2, 3, ..., and users look at rank i with probability 1/i. The draft corrects for that the
# wrong way round. Fix it, and rerun the cell.


# %%
def corrected_clicks(clicks):
    return sum(count / rank for rank, count in enumerate(clicks, start=1))


rt.check(corrected_clicks, "IPS")

# %% tags=["check"]


def corrected_clicks(clicks):
    return sum(count * rank for rank, count in enumerate(clicks, start=1))


assert rt.check(corrected_clicks, "IPS")

# %% [markdown]
# ## Recap
#
# - A click compares: it says more about the skipped items above it than about relevance.
# - Users look at high ranks more often. Shuffle once to measure how often.
# - Inverse propensity scoring divides each click by the probability of a look. It can't help where users never look.
# - Interleaving compares two rankings on one list. A fair coin keeps it fair.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 16, More than one need](16_more_than_one_need.ipynb). **All lessons:** [the list](../README.md). **Words:**
# [glossary](../glossary.md#position-bias).
#
# **Sources:** Joachims (2002), *Optimizing Search Engines Using Clickthrough Data*, KDD. Craswell, Zoeter, Taylor and Ramsey (2008), *An
# Experimental Comparison of Click Position-Bias Models*, WSDM. Radlinski, Kurup and Joachims (2008), *How Does Clickthrough Data Reflect
# Retrieval Quality?*, CIKM. Joachims, Swaminathan and Schnabel (2017), *Unbiased Learning-to-Rank with Biased Feedback*, WSDM.

# %% tags=["check"]
# the numbers that questions and prose name
from fractions import Fraction

assert [str(one) for one in looks.probabilities] == ["1", "1/2", "1/3", "1/4"]
assert rt.ips(tasks.logged, examination=looks.probabilities).columns["credit"].cells == [
    24,
    12,
    36,
    12,
]
assert tasks.likes.grades == [24, 12, 36, 12]
assert rt.measure(tasks.EXPECTED)(tasks.likes).exact == sum(tasks.logged.grades) == 45
clicked, skipped = (
    [i for i, click in enumerate(tasks.another_user.grades, start=1) if click == one] for one in (1, 0)
)
assert sum(i > j for i in clicked for j in skipped) == 4
assert Fraction(60, 300) / Fraction(200, 400) == Fraction(2, 5)

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["IPS"])
