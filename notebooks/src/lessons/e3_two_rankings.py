# %% [markdown]
# # Two rankings compared
#
# You and Mia rank the same five films. How much do you agree? There is no relevance here, only two orders.
#
# After this lesson you can
#
# 1. calculate Kendall's tau from pairs, by hand;
# 2. say what Spearman's rho and RBO see that tau doesn't;
# 3. choose a measure for two lists that share only some items.
#
# **25 minutes.** You need no other lesson. Run each cell with `Shift`+`Enter`; then the lists come alive.
#
# ## Play first
#
# Drag a film of the second list. Lines that cross are pairs on which the two of you disagree. What happens to tau when one more pair crosses?

# %%
from tasks import two_rankings as tasks

import rankteach as rt

rt.explore_agreement(tasks.yours, tasks.mias)

# %% [markdown]
# **Kendall's tau** takes every pair of films. If both lists order a pair the same way, the pair is *concordant*; if not, it is *discordant*.
# Tau is concordant minus discordant pairs, divided by all pairs: 1 for the same order, −1 for the reverse.

# %%
tasks.pairs

# %%
tasks.reversed_list

# %% [markdown]
# ## Reach it
#
# Start from Mia's order and reach a tau of exactly 0 in as few moves as you can. How many lines cross then?

# %%
rt.explore_agreement(tasks.yours, tasks.mias, measures=["Tau", "Rho"], goal="Tau == 0")

# %% [markdown]
# Five of ten. A tau of 0 means that you agree on half of the pairs, as two random orders would.
#
# ## The top matters more
#
# **Spearman's rho** asks how far each film moved. **RBO**, rank-biased overlap, asks how much the first 1, 2, 3, ... films of both lists overlap,
# and gives the first depths the most weight.

# %%
for name, other in [("first two swapped", tasks.swapped_top), ("last two swapped", tasks.swapped_end)]:
    tau, rho, rbo = (metric(tasks.yours, other) for metric in (rt.kendall_tau, rt.spearman, rt.rbo))
    print(f"{name}: tau {float(tau):.3f}, rho {float(rho):.3f}, RBO {float(rbo):.3f}")

# %%
tasks.top_or_end

# %% [markdown]
# Walk through RBO: at each depth, how many films do both lists share so far?

# %%
rt.step_through(rt.rbo(tasks.yours, tasks.swapped_top))

# %% [markdown]
# ## Write it yourself
#
# A first draft of tau for two lists of numbers, where the numbers are scores of the same items. It is wrong. Mend it for lists without ties first;
# then look at what the check says of ties.


# %%
def my_tau(first, second):
    n = len(first)
    concordant = 0
    for i in range(n):
        for j in range(i):
            if (first[i] - first[j]) * (second[i] - second[j]) > 0:
                concordant += 1
    return concordant / (n * (n - 1) / 2)


rt.check(my_tau, 'Tau(variant="a")')

# %% [markdown]
# ## Recap
#
# - Tau counts pairs: agreements minus disagreements, divided by all pairs.
# - Rho looks at how far items moved, tau at how many pairs changed.
# - RBO weighs the top, and takes lists that don't share all items.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [models of users](e4_models_of_users.ipynb). **All lessons:** [the list](../README.md). **Words:** [glossary](../glossary.md#kendalls-tau).
#
# **Sources:** Kendall (1938), *A New Measure of Rank Correlation*, Biometrika 30; Spearman (1904), *The Proof and Measurement of Association between
# Two Things*, American Journal of Psychology 15; Webber, Moffat and Zobel (2010), *A Similarity Measure for Indefinite Rankings*, ACM TOIS 28(4).
