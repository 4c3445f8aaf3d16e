# %% [markdown]
# # Lesson 4. AP@k and its conventions
#
# A recommender shows Nour ten films; five fit on her screen. Three libraries measure AP@5 of this list. They print 0.40, 0.48 and 0.81.
# None of them has a bug.
#
# After this lesson you can
#
# 1. calculate AP@k under the usual conventions, and say which tools follow which;
# 2. say which of them can fall as k grows, and which can reach 1;
# 3. report AP@k so that others can repeat it.
#
# **50 minutes.** You need [lesson 3](03_average_precision.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.

# %%
from tasks import ap_at_k as tasks

import rankteach as rt

nour = tasks.nour
nour

# %% [markdown]
# Nour likes quiet science fiction. She likes six films, and one of them was not shown.
#
# ## Play first
#
# AP@k adds the precisions at the hits in the first $k$ ranks. Libraries agree on that sum, but not on what to divide it by: $m$, all relevant items
# (the label names no denominator); the smaller of $m$ and $k$ (`min`); or the relevant items found so far (`hits`). Move the cutoff from 1 to 10. Which numbers rise, and which fall?

# %%
rt.explore(
    nour, measures=["AP@5", 'AP(denominator="min")@5', 'AP(denominator="hits")@5'], chosen='AP(denominator="hits")@5'
)

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
# | $m$, all relevant items | 6 | what isn't shown counts as 0 |
# | min($m$, $k$) | 5 | what can't fit is forgiven |
# | the relevant items found | 3 | what isn't found is forgotten |
# | $k$ | 5 | a slip, usually: a user with few favourites can never reach 1 |

# %%
tasks.printed

# %% [markdown]
# If you meet such a number without its convention, ask:

# %%
rt.which("0.8056", nour)

# %% [markdown]
# ## Who does what?
#
# `convention=` sets everything as a tool has it.

# %%
tools = [tool.name for tool in rt.conventions() if "AP" in tool.measures]
{name: round(float(rt.average_precision(nour, k=5, convention=name)), 2) for name in tools}

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
# Two extreme screens tell you more than a formula.

# %%
tasks.perfect_screen

# %% [markdown]
# Now the opposite: make the *worst* screen that still has AP@5 = 1 if you divide by the films found. Move the films, and leave Nour's taste alone
# (P, over all ten, must stay 1/2).

# %%
rt.explore(
    nour,
    measures=['AP(denominator="hits")@5', 'AP(denominator="min")@5', "R@5"],
    chosen="R@5",
    goal='AP(denominator="hits")@5 == 1 and R@5 == 1/6 and P == 1/2',
)

# %% tags=["check"]
worst = nour.moved(7, to=2).moved(8, to=2).moved(10, to=2)
assert rt.average_precision(worst, k=5, denominator="hits").exact == 1
assert rt.recall(worst, k=5).exact == Fraction(1, 6)

# %% [markdown]
# Four of five films are wrong, and the number says *perfect*. A recommender that shows one safe film and nothing else is unbeatable here.
#
# ## Which system is better?
#
# Two systems rank the same five films, and three films fit on the screen. Move the films until Kaggle's AP@3 prefers A, and torchmetrics' AP@3 prefers B.

# %%
shown = rt.Ranking([1, 0, 1, 0, 1], items=["Arrival", "Transformers", "Moon", "Mamma Mia!", "Solaris"])
rt.side_by_side(
    shown,
    shown,
    measures=['AP(denominator="min")@3', 'AP(denominator="hits")@3'],
    goal='AP(denominator="min")@3 of A > AP(denominator="min")@3 of B '
    'and AP(denominator="hits")@3 of A < AP(denominator="hits")@3 of B',
)

# %% tags=["check"]
a, b = shown.moved(2, to=1), shown.moved(4, to=2)
assert rt.average_precision(a, k=3, denominator="min").exact > rt.average_precision(b, k=3, denominator="min").exact
assert rt.average_precision(a, k=3, denominator="hits").exact < rt.average_precision(b, k=3, denominator="hits").exact

# %% [markdown]
# So a convention can choose the winner. Never compare two systems that were measured by two conventions.

# %%
tasks.in_order

# %% [markdown]
# ## Write it yourself
#
# This draft should divide by $m$. Mend it, and run both cells.


# %%
def my_ap_at_k(grades, m, k):
    hits = total = 0
    for rank, grade in enumerate(grades[:k], start=1):
        hits += grade
        total += grade * hits / rank
    return total / k


rt.check(my_ap_at_k, "AP@5")

# %% [markdown]
# Passed? The next check wants Kaggle's AP@5. Read what it says your function calculates *instead*; then change the divisor once more.

# %%
rt.check(my_ap_at_k, 'AP(denominator="min")@5')

# %% tags=["check"]


def mended(grades, m, k, kaggle=False):
    hits = total = 0
    for rank, grade in enumerate(grades[:k], start=1):
        hits += grade
        total += grade * hits / rank
    return total / (min(m, k) if kaggle else m) if m else 0


assert rt.check(mended, "AP@5")
assert rt.check(lambda grades, m, k: mended(grades, m, k, kaggle=True), 'AP(denominator="min")@5')

# %% [markdown]
# ## How to report it
#
# Name the cutoff, the divisor, and what $m$ counts. The full name of a measure has the first two, and `rt.measure` reads it again:

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
# - *AP@5 = 0.48* is half a sentence. Say by what you divide.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 5, Graded relevance](05_graded_relevance.ipynb): some hits are better than others. **All lessons:** [the list](../README.md).
# **Words:** [cutoff](../glossary.md#cutoff), [convention](../glossary.md#convention).
#
# **Sources:** Harman (1992) for AP; Buckley and Voorhees (2005), *Retrieval System Evaluation*, for its form in trec_eval; Hamner's *ml_metrics* for Kaggle's `apk`.
