# %% [markdown]
# # Lesson 1. Is this a good list?
#
# Eight emails are waiting in your inbox. A filter gave each one a score: how likely is it to be phishing, an email that tries to steal your
# password or your money?
# You have time to check a few, so the filter puts the most suspicious first. Is this a good list?
#
# After this lesson you can
#
# 1. count the two kinds of errors at a cutoff, and calculate precision, recall and F from them;
# 2. say which error hurts more in a task, and choose the cutoff for it;
# 3. write F in Python, and spot the usual mistakes.
#
# **60 minutes.** Run each cell with `Shift`+`Enter`; then the lists come alive.

# %%
from tasks import is_this_a_good_list as tasks

import rankteach as rt

emails = tasks.emails
emails

# %% [markdown]
# Four emails really are phishing. They are what you're looking for, so we call them *relevant* and mark them ●. The filter can't see the labels.
#
# ## Play first
#
# You check the first $k$ emails, and trust the rest. P@k, precision, is the fraction of the checked emails that are phishing. R@k, recall, is the
# fraction of the phishing emails that you check. Move the cutoff $k$ (on a phone: *Measures*). When does each
# number rise, and when does it fall?

# %%
rt.explore(emails, measures=["P@4", "R@4"], chosen="P@4")

# %%
tasks.one_more

# %% [markdown]
# ## Two ways to be right, two ways to be wrong
#
# *Positive* means that you check the email. *True* means that this was right.
#
# |  | phishing | harmless |
# |---|---|---|
# | **you check it** | true positive (TP), a hit | false positive (FP), a false alarm |
# | **you trust it** | false negative (FN), a miss | true negative (TN) |

# %%
tasks.missed

# %% [markdown]
# $$P = \frac{TP}{TP + FP} \qquad R = \frac{TP}{TP + FN}$$

# %%
tasks.monday

# %%
tasks.precision

# %%
tasks.recall

# %% [markdown]
# Neither formula uses TN. Here's why.

# %%
tasks.lazy_filter

# %% [markdown]
# ## One number for both
#
# A suspicious filter does the opposite: it calls all 1,000 emails phishing. Its recall is 1, and its precision is 0.004. The plain mean of
# both is 0.502,
# which sounds fine. F1 is their *harmonic* mean, which stays near the smaller number: 0.008.
#
# $$F_1 = \frac{2 P R}{P + R} = \frac{2\,TP}{2\,TP + FN + FP}$$
#
# Press *Play* and watch the counts change.

# %%
rt.step_through(rt.f_score(emails, k=4, form="counts"))

# %% tags=["check"]
from fractions import Fraction

import numpy as np

assert Fraction(1 + Fraction(4, 1000)) / 2 == Fraction(502, 1000)
assert round(float(rt.f_score([1] * 4 + [0] * 996)), 3) == 0.008

# %%
tasks.f_of_monday

# %% [markdown]
# ## Reach it
#
# Only one of 70 patterns of phishing and harmless emails is perfect.

# %%
rt.explore(tasks.unscored, measures=["P@4", "R@4", "F1@4"], chosen="R@4", **tasks.perfect_four)

# %% tags=["check"]
for one in range(1, 9):
    for to in range(1, 9):
        assert rt.f_score(emails.moved(one, to=to), k=4).exact != 1, "one move is too few"
        moved = emails.moved(one, to=to)
        assert rt.precision(moved, k=4).exact == rt.recall(moved, k=4).exact

# %%
tasks.why_equal

# %% [markdown]
# ## What recall sees
#
# Precision at 4 doesn't see below rank 4; recall does. Click labels until the two lists differ in recall only.

# %%
rt.side_by_side(
    [1, 0, 1, 0, 0, 0],
    [1, 0, 1, 0, 0, 0],
    measures=["P@4", "R@4"],
    linked=False,
    **tasks.half_below,
)

# %% tags=["check"]
half = rt.Ranking([1, 0, 1, 0, 1, 1])
assert rt.precision(half, k=4).exact == rt.precision([1, 0, 1, 0, 0, 0], k=4).exact
assert rt.recall(half, k=4).exact == Fraction(1, 2) and rt.recall([1, 0, 1, 0, 0, 0], k=4).exact == 1

# %% [markdown]
# ## Which error hurts more?
#
# You can use the list in two ways.

# %%
tasks.by_hand

# %%
tasks.deleted

# %% tags=["check"]


def cost(k, false_alarm, miss):
    hits = sum(emails.grades[:k])
    return (k - hits) * false_alarm + (4 - hits) * miss


assert [cost(k, 1, 10) for k in (2, 4, 7, 8)] == [20, 11, 3, 4]
assert [cost(k, 10, 1) for k in (1, 2, 4, 7)] == [3, 2, 11, 30]
assert min(range(9), key=lambda k: cost(k, 1, 10)) == 7
assert min(range(9), key=lambda k: cost(k, 10, 1)) == 2

# %% [markdown]
# $F_\beta$ puts that judgement into a number: with β = 2, F turns towards recall, with β = 0.5 towards precision. (Precisely: where R = β ·
# P, a little more recall raises F as much as a little more precision.)
# Move the cutoff. At which $k$ is each of the three F scores highest?

# %%
rt.explore(emails, measures=["F(beta=0.5)@4", "F1@4", "F(beta=2)@4"], chosen="F(beta=2)@4")

# %%
tasks.best_cutoffs

# %% tags=["check"]
best = {beta: rt.f_score(emails, beta=beta).at_every_k() for beta in (0.5, 1, 2)}
assert [int(np.argmax(values)) + 1 for values in best.values()] == [2, 4, 7]

# %% [markdown]
# So "Is this a good list?" needs a second question: good for what?
#
# ## Write it yourself
#
# This first draft of F1 takes the grades from the top (0 is not relevant), the number $m$ of all relevant items, and the cutoff $k$. It is wrong.
# `rt.check` tries it with k = 3 on many short lists and shows where it fails. In its reply, `missed=[1]` is a relevant item that isn't in the list.
# Fix the draft, and rerun the cell.


# %%
def my_f(grades, m, k):
    hits = sum(grade > 0 for grade in grades[:k])
    precision = hits / k
    recall = hits / m if m else 0
    return (precision + recall) / 2


rt.check(my_f, "F1@3")

# %% tags=["check"]


def my_f(grades, m, k):
    hits = sum(grade > 0 for grade in grades[:k])
    precision = hits / k
    recall = hits / m if m else 0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0


assert rt.check(my_f, "F1@3")

# %% [markdown]
# ## Recap
#
# - False alarms lower precision, and misses lower recall.
# - If you check more, recall never falls; precision can.
# - F1 stays near the smaller of the two. Accuracy is useless where relevant items are rare.
# - Which error hurts more depends on the task, and so does the best cutoff.
# - None of these numbers sees the order *within* the first $k$. The next lessons do.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 2, Where is the first hit?](02_where_is_the_first_hit.ipynb) **All lessons:** [the list](../README.md).
# **Words:** [precision](../glossary.md#precision), [recall](../glossary.md#recall), [F score](../glossary.md#f-score).
#
# **Sources:** Kent, Berry, Luehrs and Perry (1955), *Machine literature searching VIII*, American Documentation 6(2) (both ratios).
# Cleverdon, Mills and Keen (1966), *Factors Determining the Performance of Indexing Systems* (the name precision).
# Van Rijsbergen (1979), *Information Retrieval*, 2nd edition, chapter 7 (F, as its complement E).

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["F1@3"])
