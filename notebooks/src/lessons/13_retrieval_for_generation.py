# %% [markdown]
# # Lesson 13. Retrieval for generation
#
# You ask your gym's chat assistant: *can I cancel my contract when I move?* It looks up five passages and writes an answer from them. If the
# passages are wrong, so is the answer. So you measure the passages first.
#
# After this lesson you can
#
# 1. say which measure fits a reader that is a model, and why order matters less to it;
# 2. calculate what evaluators of such systems call context precision and context recall;
# 3. say what a passage that comes twice, and a judge that is a model, do to the numbers.
#
# **50 minutes.** You need [lesson 4](04_ap_at_k.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.
#
# ## Play first
#
# Three passages of the gym's rules are needed for a full answer; the search missed one of them. Drag a passage up and down. Which measures
# change, and which ones don't?

# %%
from tasks import retrieval_for_generation as tasks

import rankteach as rt

rt.explore(tasks.passages, measures=['AP(denominator="hits")', "P", "R", "Success"], chosen="P")

# %%
tasks.order_matters

# %% [markdown]
# ## A reader that reads everything
#
# You stop at the first result that helps. A model gets all five passages at once, so recall comes first: what isn't in the passages can't be
# in the answer. Precision comes second: a passage that doesn't help costs money, and it can mislead. The order matters least.
#
# | name in the tools | what it is here |
# |---|---|
# | hit rate | Success: is there a passage that helps? |
# | context recall | R: which part of the needed passages is there? |
# | context precision (by identifiers) | P: which part of the passages is needed? |
# | context precision (of ragas), contextual precision (of deepeval) | AP, divided by the hits |
#
# The last row surprises many: its name says precision, but it is a mean of precisions, and it depends on the order.

# %%
tasks.name_trap

# %%
rt.explore(
    tasks.other_question,
    measures=['AP(denominator="hits")', "AP", "R"],
    covered_until=tasks.two_hits,
)

# %%
tasks.two_hits

# %% [markdown]
# Any measure takes the name of a tool, and then calculates as the tool does. Write `"llama-index"` instead of `"ragas"`, and run
# the cell again. Now it divides by every passage that is needed, found or not.

# %% tags=["yours"]
trace = rt.average_precision(tasks.passages, convention="ragas")
trace

# %% [markdown]
# ## Reach it
#
# A tool reports context precision 1, and the answer is wrong. How can that be?

# %%
rt.explore(
    tasks.passages,
    measures=['AP(denominator="hits")@2', "R@2"],
    **tasks.perfect_and_wrong,
)

# %% [markdown]
# ## The same passage twice
#
# Long pages are cut into chunks that overlap, so one rule often comes twice. Evaluators disagree: in AP, ragas and llama-index count it
# twice, haystack once; in recall, Spark counts it twice, these three once. `duplicates="count"` counts twice; by default, rankteach refuses
# such lists, so that you notice.

# %%
twice = ["notice", "opening hours", "notice"]
needed = {"notice", "moving"}
counted = rt.Ranking.from_items(twice, needed, duplicates="count")
once = rt.Ranking.from_items(twice, needed, duplicates="first")
print(f"counted twice: R = {rt.recall(counted).exact}, counted once: R = {rt.recall(once).exact}")
rt.step_through(rt.recall(counted))

# %%
tasks.full_recall

# %% [markdown]
# ## Who says what is needed?
#
# Often a model judges the passages, not a person. Treat it like any other measuring device: compare it with a person on a sample. Here both
# judged ten passages; 1 means *needed*.

# %%
person = [1, 0, 0, 1, 0, 0, 1, 0, 0, 0]
model = [1, 1, 0, 1, 0, 1, 1, 0, 0, 0]
for who, labels in (("person", person), ("model", model)):
    print(f"P by the {who}: {rt.precision(labels).exact}")

# %%
tasks.generous

# %% [markdown]
# ## Write it yourself
#
# Write context recall. `retrieved` are identifiers, best first, and `needed` is the set of those that are needed. The draft divides by the
# wrong number. Fix it, and rerun the cell.


# %%
def context_recall(retrieved, needed):
    found = set(retrieved) & set(needed)
    return len(found) / len(retrieved) if retrieved else 0


rt.check(context_recall, "R")

# %% tags=["check"]


def context_recall(retrieved, needed):
    found = set(retrieved) & set(needed)
    return len(found) / len(needed) if needed else 0


assert rt.check(context_recall, "R")

# %% [markdown]
# ## Recap
#
# - A model reads every passage you give it: recall first, then precision, then order.
# - *Context precision* is P in some tools and AP divided by the hits in others. Ask which.
# - AP divided by the hits doesn't see what is missing: always report recall next to it.
# - A passage that is counted twice can make recall 1 when something is missing.
# - If a model judges, compare it with a person first, and say so in your report.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [what tools do](../reference/conventions.ipynb). **All lessons:** [the list](../README.md). **Words:** [glossary](../glossary.md#recall).
#
# **Sources:** Lewis et al. (2020), *Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks*, NeurIPS. Es et al. (2024), *RAGAs:
# Automated Evaluation of Retrieval Augmented Generation*, EACL. Liu et al. (2024), *Lost in the Middle: How Language Models Use Long
# Contexts*, TACL 12. Faggioli et al. (2023), *Perspectives on Large Language Models for Relevance Judgment*, ICTIR.

# %% tags=["check"]
# the numbers that questions and prose name
from fractions import Fraction

assert tasks.passages.relevant_total == 3
assert rt.recall(counted).exact == 1 and rt.recall(once).exact == Fraction(1, 2)
assert all(rt.average_precision(counted, convention=tool) for tool in ("ragas", "llama-index"))
assert rt.recall(counted, k=3, convention="spark")
once_in = [
    (rt.average_precision, "haystack"),
    *((rt.recall, tool) for tool in ("ragas", "llama-index", "haystack")),
]
for metric, tool in once_in:
    try:
        metric(counted, convention=tool)
    except ValueError as error:
        assert "counts an item again" in str(error), error
    else:
        raise AssertionError(tool)
assert rt.precision(person).exact == Fraction(3, 10) and rt.precision(model).exact == Fraction(1, 2)
assert [rt.precision(model), rt.recall(model)] != [rt.precision(person), rt.recall(person)]

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks, code=["R"])
