# %% [markdown]
# # Lesson 12. Why do two tools disagree?
#
# A recommender shows Mia five films. You calculate nDCG@5 = 0.97. Your colleague, with the same list, gets 0.77. Both checked their code.
#
# After this lesson you can
#
# 1. name the conventions on which tools differ, and see what each one changes;
# 2. find out how a printed number was calculated;
# 3. report a number so that your readers don't have to ask.
#
# **40 minutes.** You need [lesson 4](04_ap_at_k.ipynb) and [lesson 6](06_ndcg.ipynb).
# Run each cell with `Shift`+`Enter`; then the list comes alive.
#
# ## Play first
#
# The list starts with your colleague's 0.77. Press *Conventions* right of *Play*. Change the ideal list until you see your 0.97. Then
# change the gain.

# %%
from tasks import why_do_two_tools_disagree as tasks

import rankteach as rt

rt.explore(tasks.films, measures=["nDCG@5", "DCG@5"])

# %%
tasks.which_is_right

# %% [markdown]
# ## See the difference
#
# A tool is a set of conventions. Your colleague uses `trec_eval`, the program of the TREC evaluations. You use `scikit-learn`, a Python library.
# Which convention makes the difference, and at which rank?

# %%
rt.differences(tasks.films, measure="nDCG@5", conventions=("trec_eval", "scikit-learn"))

# %%
tasks.ideal

# %% [markdown]
# Any metric takes the name of a tool, and then calculates as the tool does. Predict first. Then write `"gdeval"` instead of `"trec_eval"`
# in the cell below the question, and run it again.

# %%
tasks.order

# %%
value = rt.ndcg(tasks.films, k=5, convention="trec_eval")
print(f"{float(value):.4f}")

# %% [markdown]
# ## The usual suspects
#
# Nearly all differences come from eight choices:
#
# | choice | for example |
# |---|---|
# | what to divide by | AP@k: all relevant items, k, the smaller of the two, or the hits |
# | gain | the grade, or $2^{\mathrm{grade}} - 1$ |
# | ideal list | all judged items, or the retrieved ones only |
# | relevant from | grade 1, or grade 2 |
# | unjudged results | not relevant, or left out of the list |
# | ties | file order, item name, or the average of all orders |
# | nothing relevant | 0, 1, or leave the query out |
# | which queries | those in both files, or all judged ones |
#
# Now the first of them, by hand.

# %%
tasks.by_min

# %%
tasks.kaggle

# %% [markdown]
# ## Detective work
#
# A leaderboard prints AP@3 = 0.5556. You know the list: results 1 and 3 of five are relevant, and two relevant items are missing. You calculate
# AP@3 = 0.4167. How did they calculate theirs?

# %%
tasks.divisor

# %% [markdown]
# Let `rt.which` explain your own number. `measures=` and `cutoffs=` say where to look. The first sentence is the answer.
# Then put the leaderboard's 0.5556 into the cell, and run it again.

# %%
ranking = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
rt.which("0.4167", ranking, measures=["P", "R", "RR", "AP"], cutoffs=[3])

# %% [markdown]
# Without `measures=`, `rt.which` searches all metrics under all conventions, and then the usual slips. It also tells you when it has found
# nothing. Try it with a number of your own.

# %% [markdown]
# ## Reach it
#
# When do both conventions agree? Click grades, or drag films. `NumRel` is the number of relevant films.

# %%
rt.explore(
    tasks.liked,
    measures=["AP@3", 'AP(denominator="min")@3', "NumRel"],
    **tasks.both_agree,
)

# %% [markdown]
# ## Write it yourself
#
# Write AP@3 as the leaderboard calculates it. `m` is the number of relevant items. The draft below divides by all relevant items. Fix it
# until the check passes.


# %%
def my_ap_at_3(grades, m):
    hits = total = 0
    for rank, grade in enumerate(grades[:3], start=1):
        if grade > 0:
            hits += 1
            total += hits / rank
    return total / m if m else 0


report = rt.check(my_ap_at_3, 'AP(denominator="min")@3')
report

# %% tags=["check"]


def my_ap_at_3(grades, m):
    hits = total = 0
    for rank, grade in enumerate(grades[:3], start=1):
        if grade > 0:
            hits += 1
            total += hits / rank
    return total / min(m, 3) if m else 0


assert rt.check(my_ap_at_3, 'AP(denominator="min")@3')

# %% [markdown]
# ## Recap
#
# - A metric's name doesn't fix its value; its conventions do.
# - If two numbers differ, both can be right. Ask what each one divides by, compares with, and leaves out.
# - `convention=` calculates as a tool does, `rt.differences` explains two numbers, `rt.which` explains a printed number.
# - Report the tool, its version, and every convention you changed.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [every difference between the tools](../reference/tools.ipynb), or [one ranking under every convention](../reference/conventions.ipynb).
# **All lessons:** [the list](../README.md). **Words:** [glossary](../glossary.md#convention).
#
# **Sources:** Järvelin and Kekäläinen (2002), *Cumulated Gain-Based Evaluation of IR Techniques*, ACM TOIS 20(4);
# McSherry and Najork (2008), *Computing Information Retrieval Performance Measures Efficiently in the Presence of Tied Scores*, ECIR.

# %% tags=["check"]
# the numbers that questions and prose name
tools = ("gdeval", "trec_eval", "scikit-learn")
values = [f"{float(rt.ndcg(tasks.films, k=5, convention=tool)):.4f}" for tool in tools]
assert values == ["0.7358", "0.7659", "0.9724"]

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=['AP(denominator="min")@3'])
