# %% [markdown]
# # Lesson 8. Thresholds
#
# A filter gives each of your emails a score: how likely is it to be spam? You decide from which score on an email goes to the junk folder.
# Where do you draw the line? And how good is the filter, whatever line you draw?
#
# After this lesson you can
#
# 1. move a threshold, and read its four counts and its points on two curves;
# 2. calculate AUC by counting pairs, and say what it means;
# 3. say when a ROC curve makes a filter look better than it is, and what to plot instead.
#
# **50 minutes.** You need [lesson 3](03_average_precision.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.
#
# ## Play first
#
# The filter looks for spam, so spam counts as relevant here. Drag the threshold down the list, and watch the two points move.

# %%
from tasks import thresholds as tasks

import rankteach as rt

rt.explore_curve(tasks.emails, threshold=1)

# %%
tasks.no_loss

# %% [markdown]
# ## One threshold, four counts
#
# | | spam | good email |
# |---|---|---|
# | **above the threshold** | true positive (TP) | false positive (FP): you lose it |
# | **below it** | false negative (FN): it reaches you | true negative (TN) |
#
# The true positive rate is recall under another name:
#
# $$\mathrm{TPR} = \frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FN}} \qquad \mathrm{FPR} = \frac{\mathrm{FP}}{\mathrm{FP} + \mathrm{TN}}$$

# %%
tasks.all_caught

# %% [markdown]
# ## The curve is a walk
#
# Lower the threshold past one email after the other. Each spam email takes you a step *up* the ROC curve (*receiver operating
# characteristic*). Each good email takes you one step *right*.

# %%
rt.explore_curve(tasks.four, threshold=0, covered_until=tasks.walk)

# %%
tasks.walk

# %% [markdown]
# ## The area is a probability
#
# Each step to the right adds a strip as high as the curve is there: the fraction of spam that ranks above this good email.
# All strips together count the pairs in which a spam email ranks above a good one. So the area under the curve, **AUC**, is
# the probability that a random spam email scores higher than a
# random good one. A tie counts half.
#
# Press *Play*. Each row is one of 16 pairs.

# %%
rt.step_through(rt.roc_auc(tasks.emails, form="pairs"))

# %%
tasks.new_number

# %% [markdown]
# ## Reach it
#
# Filters with the same AUC can differ. Make two.

# %%
rt.side_by_side(tasks.unscored, tasks.unscored, measures=["AP", "AUC"], **tasks.same_auc)

# %% [markdown]
# AUC treats a wrong pair at the top like a wrong pair at the bottom. AP gives the top more weight.
#
# ## A hundred emails
#
# Two filters sort a hundred emails, of which five are spam. *Early* has the spam at ranks 1, 2, 3, 4 and 30. *Middle* has it at ranks 6 to 10.

# %%
tasks.long_auc

# %%
for draw in (rt.plots.roc, rt.plots.precision_recall):
    axes = draw(tasks.early, label="Early")
    draw(tasks.middle, axes, label="Middle")

# %% [markdown]
# FPR divides by 95 good emails, so five false alarms hardly lower the ROC curve. Precision divides by the few emails above the threshold,
# so it suffers.
# The area of the second figure, summed in steps, is AP: 0.8333 for Early and 0.3544 for Middle.

# %%
tasks.slipped

# %% [markdown]
# ## A curve without teeth
#
# From point to point (blue), precision falls at good emails and rises at spam. The *interpolated precision* at a recall is the highest precision at this recall or any higher one, so its curve (dashed) never rises.

# %%
_ = rt.plots.precision_recall(tasks.emails, forms=["trapezoids", "interpolated"])

# %%
tasks.without_teeth

# %% [markdown]
# ## What is a score worth?

# %%
tasks.squared

# %% [markdown]
# ## Write it yourself
#
# This first draft of AUC counts the correctly ordered pairs. Its arguments are NumPy arrays: `y_score[y_true == 1]` holds the scores of the
# spam. On which lists does it fail? Fix it, and rerun the cell.


# %%
def my_auc(y_true, y_score):
    spam = y_score[y_true == 1]
    good = y_score[y_true == 0]
    right = sum(s > g for s in spam for g in good)
    pairs = len(spam) * len(good)
    return right / pairs if pairs else 0


report = rt.check(my_auc, "AUC")
report

# %% tags=["check"]


def my_auc(y_true, y_score):
    spam = y_score[y_true == 1]
    good = y_score[y_true == 0]
    right = sum((s > g) + (s == g) / 2 for s in spam for g in good)
    pairs = len(spam) * len(good)
    return right / pairs if pairs else 0


assert rt.check(my_auc, "AUC")

# %% [markdown]
# ## Recap
#
# - A threshold makes four counts. Move it, and (FPR, TPR) walks along the ROC curve.
# - AUC is the fraction of pairs in the right order: 1 is perfect, 1/2 is chance. Only the order counts.
# - AUC treats a pair at the bottom like a pair at the top. If few items are relevant and you read from the top, look at precision and recall.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [lesson 9, Which metric when?](09_which_metric_when.ipynb) **More:** [the review, number by
# number](../documents/04b_auc_and_weights.ipynb).
# **All lessons:** [the list](../README.md). **Words:** [glossary](../glossary.md#roc-curve).
#
# **Sources:** Hanley and McNeil (1982), *The meaning and use of the area under a receiver operating characteristic (ROC) curve*, Radiology 143.
# Davis and Goadrich (2006), *The relationship between precision-recall and ROC curves*, ICML.

# %% tags=["check"]
from fractions import Fraction as F

assert tasks.new_number.check("7/9") and tasks.slipped.check("49/60")
assert rt.roc_auc(tasks.early).exact == rt.roc_auc(tasks.middle).exact == F(18, 19)
assert round(rt.average_precision(tasks.early).value, 4) == 0.8333
assert round(rt.average_precision(tasks.middle).value, 4) == 0.3544
assert rt.roc_auc([0, 1, 1, 0]).exact == F(1, 2)

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["AUC"])
