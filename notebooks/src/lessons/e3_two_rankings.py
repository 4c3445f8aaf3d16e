# %% [markdown]
# # Extra lesson. Two rankings compared
#
# You and Mia rank the same five films. How much do you agree? There is no relevance here, only two orders.
#
# After this lesson you can
#
# 1. calculate Kendall's tau from pairs, by hand;
# 2. say what Spearman's rho and RBO see that tau doesn't;
# 3. choose a measure for two lists that share only some items.
#
# **35 minutes.** You need no other lesson. Run each cell with `Shift`+`Enter`; then the lists come alive.
#
# ## Play first
#
# Drag a film of the second list. Lines that cross are pairs you disagree on. What happens to tau when one more pair crosses?

# %%
from tasks import two_rankings as tasks

import rankteach as rt

rt.explore_agreement(tasks.yours, tasks.mias, measures=["Tau", "Rho"])

# %% [markdown]
# **Kendall's tau** takes every pair of films. If both lists order a pair the same way, the pair is *concordant*; if not, it is *discordant*.
# Tau is concordant minus discordant pairs, divided by all pairs. It is 1 if you agree on every pair.
# (The formula has a square root for ties. Without ties, the root is just the number of pairs.)

# %%
tasks.pairs

# %%
tasks.reversed_list

# %% [markdown]
# ## Reach it
#
# Start from Mia's order. How many of the ten pairs cross when tau is 0?

# %%
rt.explore_agreement(tasks.yours, tasks.mias, measures=["Tau", "Rho"], **tasks.as_many)

# %% [markdown]
# A tau of 0 means that you agree on as many pairs as you disagree on. Two random orders do so on average.
#
# ## The top matters more
#
# **Spearman's rho** asks how far each film moved. **RBO**, rank-biased overlap, compares the first film of both lists, then the first two, the
# first three, and so on. Each time it asks how many films they share. The shortest lists get the most weight.

# %%
tasks.top_or_end

# %%
tasks.moved_far

# %%
metrics = (rt.kendall_tau, rt.spearman, rt.rbo)
tau, rho, rbo = (metric(tasks.yours, tasks.swapped_top) for metric in metrics)
print(f"tau {float(tau):.3f}, rho {float(rho):.3f}, RBO {float(rbo):.3f}")

# %% [markdown]
# These are the values if the first two films are swapped. Write `swapped_end` instead of `swapped_top`, and run the cell again.
#
# Walk through RBO. A reader goes on from each depth to the next with probability p = 0.9, so deeper depths weigh less. Depth 2 means the
# first two films of each list. How many films do both lists share at each depth?

# %%
rt.step_through(rt.rbo(tasks.yours, tasks.swapped_top))

# %% [markdown]
# ## Write it yourself
#
# Here is a first draft of tau for two lists of scores of the same items. It is wrong. First fix it for lists without ties. If the check
# still finds a difference, look at the tied scores.


# %%
def my_tau(first, second):
    n = len(first)
    concordant = 0
    for i in range(n):
        for j in range(i):
            if (first[i] - first[j]) * (second[i] - second[j]) > 0:
                concordant += 1
    return concordant / (n * (n - 1) / 2)


report = rt.check(my_tau, 'Tau(variant="a")')
report

# %% tags=["check"]


def my_tau(first, second):
    n = len(first)
    concordant = discordant = 0
    for i in range(n):
        for j in range(i):
            same = (first[i] - first[j]) * (second[i] - second[j])
            concordant += same > 0
            discordant += same < 0
    return (concordant - discordant) / (n * (n - 1) / 2)


assert rt.check(my_tau, 'Tau(variant="a")')

# %% [markdown]
# ## Recap
#
# - Tau counts pairs: agreements minus disagreements, divided by all pairs.
# - Rho looks at how far items moved, tau at how many pairs changed.
# - RBO gives the top more weight, and compares lists that don't share all items.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [models of users](e4_models_of_users.ipynb). **All lessons:** [the list](../README.md). **Words:**
# [glossary](../glossary.md#kendalls-tau).
#
# **Sources:** Kendall (1938), *A New Measure of Rank Correlation*, Biometrika 30; Spearman (1904), *The Proof and Measurement of Association between
# Two Things*, American Journal of Psychology 15; Webber, Moffat and Zobel (2010), *A Similarity Measure for Indefinite Rankings*, ACM TOIS 28(4).

# %% tags=["check"]
# the numbers that questions and prose name
overlaps = [
    f"{float(rt.rbo(tasks.yours, other)):.3f}" for other in (tasks.swapped_top, tasks.swapped_end)
]
assert overlaps == ["0.900", "0.982"]
bo, ada = ([1, 2, 3, 4, 0], [2, 1, 0, 4, 3])
for other, far in ((bo, 0), (ada, 1 / 2)):
    moved = [tasks.yours[place] for place in other]
    assert abs(rt.kendall_tau(tasks.yours, moved).value - 1 / 5) < 1e-12
    assert abs(rt.spearman(tasks.yours, moved).value - far) < 1e-12

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=['Tau(variant="a")'])
