# %% [markdown]
# # Lesson 4. AP@k and its conventions
#
# A recommender shows Nour ten films; five fit on her screen. Three libraries measure AP@5 of this list. They print 0.40, 0.48 and 0.81.
# None of them has a bug.
#
# After this lesson you can
#
# 1. calculate AP@k under the usual conventions, and say which tools follow which;
# 2. say under which of them AP@k can fall as k grows, and under which it can reach 1;
# 3. report AP@k so that others can reproduce it.
#
# **55 minutes.** You need [lesson 3](03_average_precision.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.
#
# ## Play first
#
# Nour likes quiet science fiction: six films, and one of them wasn't shown. Move the cutoff from 1 to 10. Which numbers rise, and which fall?

# %%
from tasks import ap_at_k as tasks

import rankteach as rt

nour = tasks.nour
rt.explore(
    nour,
    measures=["AP@5", 'AP(denominator="min")@5', 'AP(denominator="hits")@5'],
    chosen='AP(denominator="hits")@5',
)

# %% [markdown]
# AP@k adds the precisions at the hits in the first $k$ ranks. Libraries agree on that sum, but not on what to divide it by: *AP@5* divides by
# $m$, the number of all relevant items. *AP@5 ÷ min(m, k)* divides by the smaller of $m$ and $k$, and the third card by the relevant items
# found so far. In code, they are `AP@5`, `AP(denominator="min")@5` and `AP(denominator="hits")@5`.

# %%
tasks.falls

# %% tags=["check"]
from fractions import Fraction

import numpy as np

falls = {
    divisor: bool((np.diff(rt.average_precision(nour, denominator=divisor).at_every_k()) < 0).any())
    for divisor in ("relevant", "min", "hits")
}
assert falls == {"relevant": False, "min": True, "hits": True}

# %% [markdown]
# ## One sum, four divisors
#
# In the first five ranks Nour has hits at ranks 1, 3 and 4. The sum is 1 + 2/3 + 3/4 = 29/12, about 2.42.
#
# | divide by | for Nour | the idea |
# |---|---|---|
# | $m$, all relevant items | 6 | a film she isn't shown counts as 0 |
# | min($m$, $k$) | 5 | films that can't fit on the screen don't count |
# | the relevant items found | 3 | films she isn't shown don't count |
# | $k$ | 5 | usually a mistake: if Nour liked two films, AP@5 could never reach 1 |

# %%
tasks.printed

# %% [markdown]
# If you meet such a number without its convention, ask rankteach how it was calculated. `taught=` names the metrics that you know.

# %%
rt.which("0.8056", nour, taught=["P", "R", "RR", "AP"])

# %% [markdown]
# ## Who does what?
#
# Pass the name of a tool as `convention=` to calculate AP as that tool does. What does each one divide by?

# %%
tools = ["trec_eval", "ranx", "mteb", "kaggle", "xgboost", "recommenders", "spark", "torchmetrics"]
{name: round(float(rt.average_precision(nour, k=5, convention=name)), 2) for name in tools}

# %% [markdown]
# For Nour, min($m$, $k$) and $k$ are both 5, so 0.48 could be either. It is min($m$, $k$). Tom sees the same ten films.

# %%
rt.explore(tasks.tom, measures=['AP(denominator="min")@5', "AP@5"], covered_until=tasks.toms)

# %%
tasks.toms

# %% tags=["check"]
tom = tasks.tom
assert rt.average_precision(tom, k=5, convention="kaggle").exact == Fraction(3, 10)
assert rt.average_precision(tom, k=5, convention="trec_eval").exact == Fraction(3, 10)
assert rt.average_precision(tom, k=5, convention="torchmetrics").exact == Fraction(9, 20)
assert rt.average_precision(tom).exact == Fraction(1275, 3000)

# %% [markdown]
# ## What does a divisor reward?
#
# Try two extreme screens.

# %%
tasks.perfect_screen

# %% [markdown]
# Now the opposite: how bad can a screen be that still has AP@5 = 1?

# %%
rt.explore(
    nour,
    measures=['AP(denominator="hits")@5', 'AP(denominator="min")@5', "R@5"],
    chosen="R@5",
    **tasks.worst_screen,
)

# %% [markdown]
# So if you divide by the films found, one safe film alone always scores 1.
#
# ## Which system is better?
#
# Two systems rank the same five films, and three films fit on the screen. Can they win by one divisor each?

# %%
rt.side_by_side(
    tasks.shown,
    tasks.shown,
    measures=['AP(denominator="min")@3', 'AP(denominator="hits")@3'],
    **tasks.two_winners,
)

# %% [markdown]
# So a convention can choose the winner. Never compare two systems measured under different conventions.

# %%
tasks.in_order

# %% [markdown]
# ## Write it yourself
#
# This draft should divide by $m$. Fix it, and rerun the cell.


# %%
def my_ap_at_k(grades, m, k):
    hits = total = 0
    for rank, grade in enumerate(grades[:k], start=1):
        if grade > 0:
            hits += 1
            total += hits / rank
    return total / k


rt.check(my_ap_at_k, "AP@5")

# %% tags=["check"]


def my_ap_at_k(grades, m, k):
    hits = total = 0
    for rank, grade in enumerate(grades[:k], start=1):
        if grade > 0:
            hits += 1
            total += hits / rank
    return total / m if m else 0


assert rt.check(my_ap_at_k, "AP@5")

# %% [markdown]
# Passed? The next function should return Kaggle's AP@5, but it divides by $m$, too. Fix it without another loop: what do you pass to your first
# function?


# %%
def my_kaggle_ap(grades, m, k):
    return my_ap_at_k(grades, m, k)


rt.check(my_kaggle_ap, 'AP(denominator="min")@5')

# %% tags=["check"]


def my_kaggle_ap(grades, m, k):
    return my_ap_at_k(grades, min(m, k), k)


assert rt.check(my_kaggle_ap, 'AP(denominator="min")@5')

# %% [markdown]
# ## How to report it
#
# Name the cutoff, the divisor, and which items $m$ counts. rankteach's full name of a measure contains the cutoff and the divisor
# (and here `no_relevant=1`: in Kaggle's code, a user who likes no film at all counts as 1):

# %%
rt.average_precision(nour, k=5, convention="kaggle").measure

# %%
tasks.report

# %% [markdown]
# ## Recap
#
# - All conventions add the same precisions; they divide by $m$, by min($m$, $k$), or by the relevant items found.
# - Divided by $m$, AP@k never decreases as k grows, but it can't reach 1 if $m$ is larger than $k$.
# - Divided by min($m$, $k$), a full screen of hits is 1.
# - Divided by the items found, a single hit is 1 if it is at rank 1, however many others are missing.
# - *AP@5 = 0.48* is incomplete. Always say what you divide by.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 5, Graded relevance](05_graded_relevance.ipynb): some hits are better than others. **All lessons:** [the list](../README.md).
# **Words:** [cutoff](../glossary.md#cutoff), [convention](../glossary.md#convention).
#
# **Sources:** Harman (1992) for AP; Buckley and Voorhees (2005), *Retrieval System Evaluation*, for its form in trec_eval; Hamner's
# *ml_metrics* for Kaggle's `apk`.

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["AP@5", 'AP(denominator="min")@5'])
