# %% [markdown]
# # Start here
#
# rankteach calculates ranking metrics such as precision, average precision and nDCG, and shows every step of the calculation.
# It is made for learning, for teaching, and for finding out why a number is what it is.
#
# Five minutes: one live list, how to read a calculation, where to go next. Run the cells from top to bottom with `Shift`+`Enter`.

# %%
from fractions import Fraction

import rankteach as rt
from rankteach import examples
from rankteach.classroom import question

# %% [markdown]
# ## A live list
#
# Somebody searched, and got eight documents, best first. Four of them are relevant.
# Click a mark to change your mind about a document, move documents up and down, choose a measure, and watch its calculation follow.

# %%
ranking = examples.eight_documents
rt.explore(ranking, measures=["P@5", "R@5", "F1@5", "RR", "AP", "DCG@5", "nDCG@5"])

# %% tags=["check"]
assert len(ranking) == 8
assert ranking.relevant_total == 4

# %% [markdown]
# **The cards** of the live view: the small line is the measure at every cutoff, the dot is the value shown, and the dotted line, once you have
# changed something, is how it was before.
#
# **Without a mouse:** `Tab` walks into the list, `↑` and `↓` walk along it, `Space` changes the mark of a document,
# and `Alt`+`↑` or `Alt`+`↓` moves it. `Tab` again leads to the cutoff $k$ and to the measures; there the arrow keys choose.
#
# ## A calculation in five lines
#
# A shorter list: four results, the first and the third are relevant. A metric is a function from a ranking to a *trace*: the number,
# and all that led to it.

# %%
results = rt.Ranking([1, 0, 1, 0])  # 1: relevant, 0: not; best rank first
trace = rt.average_precision(results)
print(float(trace))
print(trace.exact)
print(trace.steps[2].text)

# %% tags=["check"]
assert trace.exact == (1 + Fraction(2, 3)) / 2 == Fraction(5, 6)

# %% [markdown]
# ## How to read a trace
#
# Here it is in full. From top to bottom:
#
# 1. **Name and value**, as an exact fraction where there is one.
# 2. **Conventions**, in italics. Tools often disagree about a metric because they silently chose different ones; here they are written down.
# 3. **The formula** with symbols, and below it with the numbers of this list.
# 4. **The table**, one row for each rank, one column for each step of the formula. ● is relevant, ○ is not. A blank cell: this rank adds nothing.
# 5. **Step by step**, at the bottom: open it for one sentence per rank.
#
# The letters in the formulas:
#
# - $i$ is a rank, $n$ the length of the list, and $k$ the cutoff: only the first $k$ ranks count. Without a cutoff, all $n$ do.
# - $\mathrm{rel}_i$ is 1 if the item at rank $i$ is relevant, else 0. In a gain (CG, DCG, nDCG) it is the grade.
# - $h_i$ are the hits so far: the relevant items from rank 1 to rank $i$.
# - $m$ are all relevant items, retrieved or not.

# %%
trace

# %% tags=["check"]
assert len(results) == 4  # n
assert results.relevant_total == 2  # m
assert list(trace.columns["hits"].exact) == [1, 1, 2, 2]  # h
assert list(trace.columns["relevant"].exact) == [1, 0, 1, 0]  # rel
assert list(rt.dcg([3, 0, 1]).columns["grade"].exact) == [3, 0, 1]  # rel, as grades

# %% [markdown]
# Each column can be had by its name:

# %%
trace.columns["precision"]

# %% tags=["check"]
precision = trace.columns["precision"].exact
assert list(precision) == [Fraction(1, 1), Fraction(1, 2), Fraction(2, 3), Fraction(2, 4)]

# %% [markdown]
# ## One step after the other
#
# The same calculation to walk through: ▶ and ◀, or the keys `→` and `←`. Point at a number to see what it was made of.
# In the menu *Predict …* you choose what to hide; then you are asked for it.

# %%
rt.step_through(trace)

# %% [markdown]
# ## Check yourself: predict, then look
#
# The second relevant result moves up from rank 3 to rank 2. Take a pencil: what will average precision be?
# Write the number down, then open the answer.

# %% jupyter={"source_hidden": true}
better = results.moved(3, to=2)
moved_up = rt.average_precision(better)
question("What is AP once d3 has moved up to rank 2?", answer=moved_up)


# %% tags=["check"]
assert moved_up.exact == (Fraction(1, 1) + Fraction(2, 2)) / 2 == 1

# %% jupyter={"source_hidden": true}
question(
    "Could another order of the four do better still?",
    answer="No. Precision is 1 at both relevant results, and it is never more than that.",
)


# %% tags=["check"]
precision = moved_up.columns["precision"].exact
assert list(precision[:2]) == [1, 1]

# %% [markdown]
# ## What else is there
#
# - **Every cutoff at once**: `rt.at_every_k(ranking, ["P", "R"])`.
# - **Measures by name**: `rt.measure("nDCG@10")(ranking)`, with conventions in parentheses, `rt.measure('AP(denominator="min")@3')`.
# - **Many queries**: `rt.mean(rt.average_precision, rankings)` is MAP, and keeps the trace of each query; `rt.Batch` holds thousands.
# - **Areas under curves, lag, FAP, GAP**: `rt.roc_auc`, `rt.pr_auc`, `rt.lag`, `rt.fap`, `rt.gap`; `rt.explore_curve` moves the threshold.
# - **Two lists**: `rt.kendall_tau`, `rt.kendall_distance`, `rt.spearman`, `rt.pearson`; `rt.explore_agreement` reorders one against the other.
# - **Ranked lists against a ground truth**: `rt.rank_metrics(lists, links, key=...)`, over projects `rt.aggregate`. Figures: `rt.plots`.
# - **Why two numbers differ**: `rt.differences(one_trace, other_trace)`.
# - **A run and judgements of your own**: `rt.evaluate("my.qrels", "my.run", ["nDCG@10", "AP"])`, with the trace of every query; `rt.compare` for two runs.
# - **Which measure gave a number**: `rt.which("0.5556", ranking)`.
# - **Exact fractions**: `trace.exact`, or `None` where a logarithm makes the value irrational.

# %%
rt.at_every_k(results, ["P", "R", "F1", "AP"])

# %% tags=["check"]
assert rt.measure("P@2")(results).exact == rt.precision(results, k=2).exact
assert rt.dcg([0, 1]).exact is None  # 1 divided by log2(3)

mean = rt.mean(rt.average_precision, [results, better])
assert mean.exact == (Fraction(5, 6) + 1) / 2

# %% [markdown]
# Every metric has a row in the catalogue, with its formula and its source: `rt.catalogue()` shows them all. Here are the first questions that they answer:

# %%
for row in rt.catalogue()[:6]:
    print(f"{row.name}, {row.title}: {row.line}")

# %% [markdown]
# ## By hand and by library
#
# Average precision of the four results once more, in plain Python:

# %%
hits, total = 0, Fraction(0)
for rank, relevant in enumerate([1, 0, 1, 0], start=1):
    hits += relevant
    total += relevant * Fraction(hits, rank)

print(total / hits)


# %% tags=["check"]
assert total / hits == rt.average_precision(results).exact

# %% [markdown]
# ## Where to go next
#
# - [Five results, step by step](documents/01_learning_to_rank_metrics.ipynb): precision, recall, F1, reciprocal rank, average precision, and gains for graded results.
# - [Eight documents, eight cutoffs](documents/02_ranking_metrics_introduction.ipynb): the same metrics at every cutoff, two ways to average precision, nDCG and why one normalises.
# - [Rank Metrics](documents/03_rank_metrics.ipynb): many queries, lag, ROC and AUC; what a page says and what its calculator does.
# - [A review: ROC, DCG, AP, FAP](documents/04_ranked_evaluation_review.ipynb): when to use which, weights, interpolation, the best cutoff.
# - [Metrics in LTR problems](documents/05_metrics_in_ltr_problems.ipynb): formulas without numbers get their numbers; two lists compared.
# - [Same name, different number](reference/conventions.ipynb): one ranking under every convention. Send it to a colleague.
# - [Step by step](reference/teaching.ipynb): for a class. Walk through a calculation, predict, compare two systems, ask what if, print a worksheet.
# - [Your own run, explained](reference/runs.ipynb): a run and judgements from files. The reason behind every 0, ties, two runs compared, which measure gave a number.
# - [Why do two tools disagree?](reference/tools.ipynb): every fork where tools part, who takes which branch, and how to report a number so that nobody has to ask.
#
# The first five follow a published document number by number, and show where its printed numbers slipped.
