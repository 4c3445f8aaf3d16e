# %% [markdown]
# # Extra lesson. FAP and GAP
#
# AP has two blind spots. It doesn't mind an endless list, and it can't tell a good film from a great one. Two measures fix that.
#
# After this lesson you can
#
# 1. find the best place to end a list, with FAP;
# 2. calculate GAP, which averages over picky and easy-going viewers;
# 3. say which blind spot each one has left.
#
# **40 minutes.** You need [lesson 3](03_average_precision.ipynb) and [lesson 5](05_graded_relevance.ipynb).
# Run each cell with `Shift`+`Enter`; then the lists come alive.
#
# ## Play first
#
# Your phone makes an album, "Grandma is ninety", and decides how many pictures go in. It overlooked one. Drag the cutoff from 1 to 7.
# Which measure tells you where to stop?

# %%
from tasks import fap_and_gap as tasks

import rankteach as rt

rt.explore(tasks.photos, measures=["F1@1", "AP@1", "FAP@1"], chosen="FAP@1")

# %%
tasks.album

# %% [markdown]
# ## FAP: was it right to stop here?
#
# AP@k never falls as the list grows: more results, more chances. F1 knows what a long list costs, but not the order.
# **F-measured average precision** is their harmonic mean, which stays near the smaller one:
#
# $$\mathrm{FAP} = \frac{2 \cdot F_1 \cdot \mathrm{AP}}{F_1 + \mathrm{AP}}$$

# %%
rt.step_through(rt.fap(tasks.photos, k=4))

# %%
tasks.two_wrong

# %% [markdown]
# ## Write it yourself
#
# This draft calculates F1 and AP correctly, and then joins them in the wrong way. `m` counts the relevant items. Fix it.


# %%
def my_fap(grades, m):
    hits = total = 0
    for rank, grade in enumerate(grades, start=1):
        if grade > 0:
            hits += 1
            total += hits / rank
    if hits == 0:
        return 0
    f = 2 * hits / (len(grades) + m)
    ap = total / m
    return (f + ap) / 2


report = rt.check(my_fap, "FAP")
report

# %% tags=["check"]


def my_fap(grades, m):
    hits = total = 0
    for rank, grade in enumerate(grades, start=1):
        if grade > 0:
            hits += 1
            total += hits / rank
    if hits == 0:
        return 0
    f = 2 * hits / (len(grades) + m)
    ap = total / m
    return 2 * f * ap / (f + ap)


assert rt.check(my_fap, "FAP")

# %% [markdown]
# ## GAP: how many stars make a good evening?
#
# Now a film night. **Graded average precision** (GAP) asks three viewers: the easy-going one is happy with every film from 1 star on, the
# next from 2, and the picky one only with 3. AP asks the easy-going one alone.

# %%
tasks.swap

# %% [markdown]
# Where is AP blind?

# %%
rt.explore(tasks.films, measures=["AP", "GAP", "nDCG"], chosen="GAP", **tasks.blind)

# %% [markdown]
# How is it calculated? Each viewer adds up the precision at their own hits. Add up all three sums. Divide by the number of hits of all
# three viewers together.

# %%
rt.step_through(rt.gap(tasks.films.moved(1, to=3)))

# %%
tasks.two_films

# %% [markdown]
# ## Recap
#
# - FAP is the harmonic mean of F1 and AP. Its peak over all cutoffs is the best place to stop.
# - GAP is AP for viewers who disagree about which grade is good enough. With grades 0 and 1 it is AP.
# - A tail of wrong results leaves AP, nDCG and GAP as they are. FAP falls. But FAP reads no grades.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [two rankings compared](e3_two_rankings.ipynb), or [the review that proposes FAP](../documents/04c_where_should_the_list_end.ipynb).
# **All lessons:** [the list](../README.md). **Words:** [glossary](../glossary.md#average-precision).
#
# **Sources:** Leitner (2012), PhD thesis, Universidad Autónoma de Madrid, section 3.2.5 (FAP).
# Robertson, Kanoulas and Yilmaz (2010), *Extending average precision to graded relevance judgments*, SIGIR.

# %% tags=["check"]
from fractions import Fraction as F
from itertools import permutations

by_cutoff = rt.fap(tasks.photos).at_every_k().exact
assert max(by_cutoff) == by_cutoff[3] == F(33, 46)
assert tasks.two_wrong.check("6/7") and tasks.two_films.check("9/10")
perfect = [
    rt.gap(order).exact
    for order in permutations([3, 2, 1, 0])
    if rt.average_precision(order).exact == 1
]
assert min(perfect) == F(3, 4) < max(perfect) == 1

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["FAP"])
