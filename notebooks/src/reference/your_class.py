# %% [markdown]
# # Your class
#
# *What did your students solve, and which mistakes did they make?* At the end of each lesson a student gets a code, such as `RT-010G1-P901A-19010`, and pastes it into your form. This notebook reads the codes, and shows what to talk about next.
#
# **A reference**; about 10 minutes. Run each cell with `Shift`+`Enter`; then the lists come alive. The codes are an honesty system, not an exam: they have no name in them, nothing is sent anywhere, and a student can make one up.
#
# ## 1. The codes
#
# Use any form, with one field for the code. Save its answers as a CSV file next to this notebook; if the form gives you an Excel file, save that as CSV in Excel. Other columns don't matter.
#
# Here is a class of thirty that never was. It has just finished [lesson 3](../lessons/03_average_precision.ipynb).

# %%
from tasks import your_class as example

import rankteach as rt

codes = example.codes()  # yours: codes = "answers.csv"
print(*codes[:3], sep="\n")

# %% [markdown]
# ## 2. What was solved, and which mistakes were made
#
# Name the notebook your students worked in: it says which tasks it has, and which code it checks. A mistake counts once for each student: in the first wrong answer to a task. The draft of a function that the lesson begins with doesn't count.

# %%
# yours: seen = rt.classroom.class_view(codes, "../lessons/03_average_precision.ipynb")
seen = rt.classroom.class_view(codes, example.LESSON, code=["AP"])
seen

# %% [markdown]
# ## 3. Refute the commonest mistake
#
# Ask the class first: *which of these two lists is better?* Then click the two measures. The mistake is a measure as well, and prefers the other list, or can't tell the two apart.

# %%
commonest = next(mistake for mistake in seen.mistakes if mistake.refutation())
print(commonest.said)
commonest.show()

# %% tags=["check"]
better, worse = commonest.refutation()
assert seen.students == 30 and not seen.refused
assert commonest.instead == rt.measure('AP(denominator="hits")')
assert rt.average_precision(better).exact > rt.average_precision(worse).exact
assert commonest.instead(better).value <= commonest.instead(worse).value
assert 0 < sum(one.students for one in seen.mistakes if one.task == "tart") <= 30

# %% [markdown]
# Not every mistake is a measure. For the others `mistake.show()` raises an error: let the class find two lists.
#
# **If a code can't be read**, it is named above with the reason. It was mistyped, it is from another lesson, or the student has another version of the lesson.
#
# **More for teachers:** [for a class](teaching.ipynb). [The list of lessons](../README.md). [Start](../00_start_here.ipynb).
