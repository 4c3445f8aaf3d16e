# %% [markdown]
# # Five results, step by step
#
# Every number of the article *Evaluation Metrics For Learning to Rank Problems* is worked out here again, with the calculation laid open.
# It has two small lists: five results that are relevant or not, and five results with grades. Where a printed number is not quite right,
# a note says what the exact one is.
#
# Run the cells from top to bottom (`Shift`+`Enter`). Where a question comes, its answer is folded: guess first, then open it.

# %%
import math
from fractions import Fraction as F
from itertools import pairwise, permutations

import rankteach as rt
from rankteach import examples
from rankteach.classroom import compare, question

# %% [markdown]
# `F(2, 3)` is exactly two thirds. With fractions we can check a result with `==` and never wonder about rounding.

# %% tags=["check"]
assert F(1, 3) + F(1, 3) == F(2, 3)

# %% [markdown]
# ## The first list: relevant or not
#
# A system returned five results. A person looked at each: the first, third and fifth are relevant. Nothing else is.

# %%
five = examples.five_binary
five

# %% tags=["check"]
assert five.grades == [1, 0, 1, 0, 1]
assert five.relevant_total == 3

# %% [markdown]
# ## Precision: how much of what I see is relevant?
#
# Look at the first $k$ results only. Precision@k is the share of them that is relevant.
# For $k = 3$: two of three.
#
# The letters, here and below: $i$ is a rank; $k$ the cutoff; $n$ the length of the list, where there is no cutoff; $\mathrm{rel}_i$ is 1 if
# the result at rank $i$ is relevant, else 0; $h_i$ the hits so far, from rank 1 to rank $i$; $m$ all relevant results, retrieved or not.

# %%
rt.precision(five, k=3)

# %% tags=["check"]
assert len(five) == 5  # n
assert five.relevant_total == 3  # m
assert list(rt.precision(five, k=3).columns["hits"].exact) == [1, 1, 2]  # h

# %% [markdown]
# Read the table downwards: *hits* counts the relevant results so far, *precision* divides that by the rank.
# The last row has rank $k$, so for precision it is the answer.
#
# All five cutoffs at once, beside what the article prints:

# %%
precision = rt.precision(five).at_every_k()

compare("P@k", ["1", "0.5", "0.67", "0.5", "0.6"], precision)


# %% tags=["check"]
assert list(precision.exact) == [F(1, 1), F(1, 2), F(2, 3), F(2, 4), F(3, 5)]

# %% [markdown]
# ### Precision does not care about order
#
# Model A puts its three relevant results first, model B puts them last. A reader would much prefer A.

# %%
model_a, model_b = examples.model_a, examples.model_b
p_a, p_b = rt.precision(model_a, k=5).exact, rt.precision(model_b, k=5).exact

models = [f"A: {model_a.grades}", f"B: {model_b.grades}"]
compare("P@5", ["0.6", "0.6"], [p_a, p_b], rows=models)


# %% tags=["check"]
assert p_a == p_b == F(3, 5)

# %% [markdown]
# There are ten ways to place three relevant results on five ranks. Precision@5 is the same for all ten.
# But it is only blind *within* the first $k$: cut both lists after two results and the models are as different as can be.

# %%
orders = set(permutations([1, 1, 1, 0, 0]))


# %% tags=["check"]
assert len(orders) == 10
assert {rt.precision(order, k=5).exact for order in orders} == {F(3, 5)}

assert rt.precision(model_a, k=2).exact == 1
assert rt.precision(model_b, k=2).exact == 0

# %% [markdown]
# ## Recall: how much of what is relevant do I see?
#
# The same hits, divided by something else: by *all* relevant results, here three.

# %%
rt.recall(five, k=3)

# %%
recall = rt.recall(five).at_every_k()

compare("R@k", ["0.33", "0.33", "0.67", "0.67", "1"], recall)


# %% tags=["check"]
assert list(recall.exact) == [F(1, 3), F(1, 3), F(2, 3), F(2, 3), F(3, 3)]

# %% [markdown]
# Recall never falls when we look further down. Precision can.

# %% tags=["check"]
assert all(before <= after for before, after in pairwise(recall.exact))
assert not all(before <= after for before, after in pairwise(precision.exact))

# %% [markdown]
# ## F1: both in one number
#
# F1 is the harmonic mean of precision and recall. It is high only if both are.

# %%
rt.f_score(five, k=3)

# %%
f1 = rt.f_score(five).at_every_k()

f1_printed = compare(
    "F1@k",
    ["0.5", "0.4", "0.666", "0.571", "0.749"],
    f1,
    how="At k = 3 the digits of 2/3 are cut off; rounded it would be 0.667. "
    "At k = 5 the value is exactly 3/4, but a computer that works with 0.6 gets "
    "0.7499999999999999, and cutting that after three digits gives 0.749.",
)
f1_printed


# %% tags=["check"]
pairs = zip(precision.exact, recall.exact, strict=True)
assert list(f1.exact) == [2 * p * r / (p + r) for p, r in pairs]
assert list(f1.exact) == [F(1, 2), F(2, 5), F(2, 3), F(4, 7), F(3, 4)]
assert f1_printed.verdicts == ["the same", "the same", "cut off", "rounded", "off"]

# %% [markdown]
# We cannot look over the author's shoulder, but we can repeat the calculation in floating point and cut:


# %%
def cut(number, digits):
    """Drop all digits after the first few."""
    return F(math.floor(F(number) * 10**digits), 10**digits)


in_floating_point = 2 * 0.6 * 1 / (0.6 + 1)
print(in_floating_point)


# %% tags=["check"]
assert cut(in_floating_point, 3) == F("0.749")
assert cut(F(2, 3), 3) == F("0.666")

# %% [markdown]
# ### Try it: the three together
#
# Click a mark to make a result relevant or not, move a result up or down, change $k$, and watch what follows.

# %%
rt.explore(five, measures=["P@3", "R@3", "F1@3"])

# %% jupyter={"source_hidden": true}
question(
    "Can the order change without changing P@3, R@3 and F1@3?",
    answer="Yes, if no relevant result crosses the dashed line: exchange the first two.",
)


# %% tags=["check"]
names = ["P@3", "R@3", "F1@3"]
exchanged = five.moved(1, to=2)
assert exchanged.grades == [0, 1, 1, 0, 1]
for name in names:
    assert rt.measure(name)(exchanged).exact == rt.measure(name)(five).exact

# %% [markdown]
# ## Reciprocal rank: how soon does the first relevant result come?
#
# Only the first hit counts: at rank 1 it gives 1, at rank 2 it gives 1/2, at rank 5 it gives 1/5. No hit at all gives 0.
#
# In the table, a bracket such as $[h_i = 1]$ is a question: it is 1 if what stands in it is true, else 0.
# So $f_i$ is 1 at the first hit, where the result is relevant and the count of hits is just 1, and 0 everywhere else.

# %%
rt.reciprocal_rank(five)

# %% tags=["check"]
assert rt.reciprocal_rank(five).exact == F(1, 1)
assert list(rt.reciprocal_rank(five).columns["first hit"].exact) == [1, 0, 0, 0, 0]

# %% [markdown]
# The hits at ranks 3 and 5 added nothing: one relevant result or five, RR is the same.

# %% tags=["check"]
assert rt.reciprocal_rank([1, 0, 0, 0, 0]).exact == 1
assert rt.reciprocal_rank([1, 1, 1, 1, 1]).exact == 1

# %% jupyter={"source_hidden": true}
late = rt.reciprocal_rank(examples.one_hit_at_the_end)
question("Of five results, only the last is relevant. What is RR?", answer=late)


# %% tags=["check"]
assert late.exact == F(1, 5)

# %% [markdown]
# The three cases that the article works out:

# %%
no_hit = rt.reciprocal_rank(examples.no_hit)

compare(
    "RR",
    ["1", "0.2", "0"],
    [rt.reciprocal_rank(five).exact, late.exact, no_hit.exact],
    rows=["first hit at rank 1", "first hit at rank 5", "no hit"],
)


# %% tags=["check"]
assert no_hit.exact == 0

# %% [markdown]
# ### MRR: the mean over queries
#
# One query says little about a system. Take the three lists above as the answers to three queries and average.

# %%
mrr = rt.mean(rt.reciprocal_rank, [five, examples.one_hit_at_the_end, examples.no_hit])
mrr


# %% tags=["check"]
assert mrr.exact == (F(1, 1) + F(1, 5) + 0) / 3 == F(2, 5)

# %% [markdown]
# Now change the lists. Move the only hit of the second query up one rank at a time: the first steps hardly change MRR, the last one changes it most. Then take the
# query without a hit out with ×. What becomes of MRR, and did the system get any better?

# %%
three = {"first hit at rank 1": five, "first hit at rank 5": examples.one_hit_at_the_end, "no hit": examples.no_hit}
rt.explore_queries(three, measures=["MRR", "MAP"])

# %% [markdown]
# ## Average precision: every relevant result counts, and so does its place
#
# Walk down the list. At each relevant result, note the precision so far. Add these up and divide by the number of relevant results, $m$.

# %%
ap = rt.average_precision(five)
ap

# %% tags=["check"]
assert ap.exact == (1 + F(2, 3) + F(3, 5)) / 3 == F(34, 45)
assert round(float(ap), 4) == 0.7556

# %% [markdown]
# The article has the same three terms, $(1 + 2/3 + 3/5)/3$, but prints another result.

# %%
ap_printed = compare(
    "AP",
    "0.7575",
    ap,
    how="Rounding or cutting the terms does not lead there (see the next cell). "
    "The exact value cut after four digits is 0.7555, one digit away from 0.7575: "
    "most likely a misprint.",
)
ap_printed


# %% tags=["check"]
assert ap_printed.verdicts == ["off"]

# %% [markdown]
# Could a shortened 2/3 explain it? Try one digit to six, rounded and cut:


# %%
def rounded(number, digits):
    """Round half up, as in school."""
    return cut(number + F(1, 2 * 10**digits), digits)


attempts = {}
for digits in range(1, 7):
    for shorten in (rounded, cut):
        two_thirds = shorten(F(2, 3), digits)
        attempts[f"{float(two_thirds)}"] = (1 + two_thirds + F(3, 5)) / 3

for two_thirds, result in attempts.items():
    print(f"(1 + {two_thirds:8} + 3/5) / 3 = {float(result):.4f}")

# %% tags=["check"]
printed = F("0.7575")
for result in attempts.values():
    assert printed not in (rounded(result, 4), cut(result, 4))

nearest = min(attempts.values(), key=lambda result: abs(result - printed))
assert nearest == (1 + F("0.67") + F(3, 5)) / 3 and rounded(nearest, 4) == F("0.7567")
assert cut(ap.exact, 4) == F("0.7555")

# %% [markdown]
# None of them gives 0.7575; the nearest, with 0.67, gives 0.7567.
#
# ### The best order
#
# Put the three relevant results first, and every precision that is noted is 1.

# %%
best = rt.average_precision(examples.hits_first)
best


# %% tags=["check"]
assert best.exact == (F(1, 1) + F(2, 2) + F(3, 3)) / 3 == F("1")  # as printed

# %% [markdown]
# So average precision does tell models A and B apart, where precision@5 did not.
# Its reading of the ten orders runs from B, the worst, to A, the best:

# %%
by_order = sorted(rt.average_precision(order).exact for order in orders)
print(", ".join(str(value) for value in by_order))


# %% tags=["check"]
ap_a, ap_b = rt.average_precision(model_a).exact, rt.average_precision(model_b).exact
assert by_order[0] == ap_b == (F(1, 3) + F(2, 4) + F(3, 5)) / 3 == F(43, 90)
assert by_order[-1] == ap_a == 1

# %% [markdown]
# ### MAP: the mean over queries
#
# Two queries, answered with our two lists:

# %%
map_ = rt.mean(rt.average_precision, [five, examples.hits_first])
map_


# %% tags=["check"]
assert map_.exact == (F(34, 45) + 1) / 2 == F(79, 90)

# %% [markdown]
# ### Try it
#
# Move results, change marks, and compare what each of the three notices.

# %%
rt.explore(five, measures=["AP", "RR", "P@5"])

# %% jupyter={"source_hidden": true}
question(
    "The result at rank 3 moves up to rank 2. Which of AP, RR and P@5 change?",
    answer="Only AP: it rises from 34/45 to (1 + 2/2 + 3/5)/3 = 13/15. "
    "The first hit stays at rank 1, and the first five still hold three hits.",
)


# %% tags=["check"]
moved = five.moved(3, to=2)
assert rt.reciprocal_rank(moved).exact == rt.reciprocal_rank(five).exact == 1
assert rt.precision(moved, k=5).exact == rt.precision(five, k=5).exact == F(3, 5)
assert rt.average_precision(moved).exact == (1 + F(2, 2) + F(3, 5)) / 3 == F(13, 15)

# %% [markdown]
# ## The second list: grades
#
# Relevance is often a matter of degree. Now each of five results has a grade, from 0 (useless) to 5 (perfect),
# and $\mathrm{rel}_i$ is the grade at rank $i$.

# %%
graded = examples.five_graded
graded


# %% tags=["check"]
assert graded.grades == [3, 2, 3, 0, 1]

# %% [markdown]
# ## Cumulative gain: add up the grades

# %%
cg = rt.cumulative_gain(graded)
cg

# %%
cg_at_k = list(cg.at_every_k().exact)

compare("CG@k", ["3", "5", "8", "8", "9"], cg_at_k)


# %% tags=["check"]
assert cg_at_k == [3, 3 + 2, 3 + 2 + 3, 3 + 2 + 3 + 0, 3 + 2 + 3 + 0 + 1]

# %% [markdown]
# ### Cumulative gain does not care about order either
#
# Swap the first two. The better result now comes second, and CG@2 does not notice. All orders of the five grades have the same CG@5.

# %%
swapped = examples.five_graded_swapped
before = rt.cumulative_gain(graded, k=2).exact
after = rt.cumulative_gain(swapped, k=2).exact

rows = [f"as returned: {graded.grades}", f"swapped: {swapped.grades}"]
compare("CG@2", ["5", "5"], [before, after], rows=rows)


# %% tags=["check"]
assert before == after == 3 + 2 == 2 + 3

grade_orders = set(permutations([3, 2, 3, 0, 1]))
assert {rt.cumulative_gain(order).exact for order in grade_orders} == {9}

# %% [markdown]
# ## The discount: lower ranks count less
#
# The cure: divide the gain at rank $i$ by $\log_2(i + 1)$. Here are the divisors.
# Most logarithms are no fractions, so here we compare floats, up to their last digits.


# %%
dcg = rt.dcg(graded)
discount = dcg.columns["discount"]

divisors = "1  1.5849625007211563  2  2.321928094887362  2.584962500721156"
compare("discount at rank", divisors.split(), discount)


# %% tags=["check"]
def close(values, expected):
    """Equal to twelve digits."""
    pairs = zip(values, expected, strict=True)
    return all(math.isclose(one, other, rel_tol=1e-12) for one, other in pairs)


assert close(discount.values, [1, math.log2(3), 2, math.log2(5), math.log2(6)])

# %% [markdown]
# The weight of a rank is 1 divided by that. From rank 1 to rank 2 it loses more than at any later step: the discount is steepest at the very top.

# %%
weights = [1 / divisor for divisor in discount.values.tolist()]
losses = [before - after for before, after in pairwise(weights)]
print("weights:", ", ".join(f"{weight:.4f}" for weight in weights))
print("losses: ", ", ".join(f"{loss:.4f}" for loss in losses))


# %% tags=["check"]
assert losses == sorted(losses, reverse=True)

# %% [markdown]
# ## Discounted cumulative gain
#
# Gain by discount, rank by rank, added up:

# %%
dcg

# %%
discounted = dcg.columns["discounted gain"]

gains_printed = compare(
    "discounted gain at rank",
    ["3", "1.2618", "1.5", "0", "0.3868"],
    discounted,
    how="At ranks 2 and 5 the article keeps four digits and drops the rest.",
)
cut_off = [rank for rank, word in enumerate(gains_printed.verdicts, 1) if word == "cut off"]
gains_printed


# %% tags=["check"]
second, fourth, fifth = 2 / math.log2(3), 0 / math.log2(5), 1 / math.log2(6)
assert close(discounted.values, [3 / 1, second, 3 / 2, fourth, fifth])
assert cut_off == [2, 5] and gains_printed.verdicts.count("the same") == 3

# %% [markdown]
# A small trap for those who check with a pocket calculator: the article writes $2 / 1.5849 = 1.2618$. With the shortened divisor the quotient is 1.2619.
# The printed 1.2618 comes from the full logarithm, cut afterwards.

# %% tags=["check"]
assert cut(2 / F("1.5849"), 4) == F("1.2619")
assert cut(2 / math.log2(3), 4) == F("1.2618")

# %% [markdown]
# Now the sums, DCG@1 to DCG@5:

# %%
at_every_k = dcg.at_every_k()

dcg_printed = compare(
    "DCG@k",
    ["3", "4.2618", "5.7618", "5.7618", "6.1486"],
    at_every_k,
    how="The terms were cut before they were added: "
    "3 + 1.2618 + 1.5 + 0 + 0.3868 = 6.1486. "
    "Both cuts lose a little, and at k = 5 the loss has grown large enough to change "
    "the fourth digit even of a cut value.",
)
dcg_printed


# %% tags=["check"]
assert close(at_every_k.values[:3], [3, 3 + second, 3 + second + 1.5])
assert close(at_every_k.values[3:], [3 + second + 1.5 + 0, 3 + second + 1.5 + 0 + fifth])
assert dcg_printed.verdicts == ["the same", "cut off", "cut off", "cut off", "off"]
assert F("3") + F("1.2618") + F("1.5") + F("0") + F("0.3868") == F("6.1486")
assert cut(float(dcg), 4) == rounded(F(float(dcg)), 4) == F("6.1487")

# %% [markdown]
# The lesson: keep all digits until the end, and round once.
#
# ### DCG sees the swap
#
# The same two lists that CG could not tell apart:

# %%
print(f"as returned: DCG@2 = {float(rt.dcg(graded, k=2)):.4f}")
print(f"swapped:     DCG@2 = {float(rt.dcg(swapped, k=2)):.4f}")


# %% tags=["check"]
assert math.isclose(float(rt.dcg(graded, k=2)), 3 + 2 / math.log2(3))
assert math.isclose(float(rt.dcg(swapped, k=2)), 2 + 3 / math.log2(3))
assert float(rt.dcg(swapped, k=2)) < float(rt.dcg(graded, k=2))

# %% [markdown]
# ### Try it
#
# Click a grade to change it, and move results: CG@5 follows the grades only, DCG@5 the order too.

# %%
rt.explore(graded, measures=["DCG@5", "CG@5"])

# %% jupyter={"source_hidden": true}
question(
    "Which order of the grades 3 2 3 0 1 has the largest DCG?",
    answer="3 3 2 1 0, from the highest grade to the lowest. No other order does better.",
)


# %% tags=["check"]
largest = max(grade_orders, key=lambda order: float(rt.dcg(order)))
assert largest == (3, 3, 2, 1, 0)

# %% [markdown]
# ## Check yourself
#
# Work it out on paper, then open the answer.

# %% jupyter={"source_hidden": true}
first = rt.average_precision([0, 1, 0, 1])
question("The second and the fourth of four results are relevant. What is AP?", answer=first)


# %% tags=["check"]
assert first.exact == (F(1, 2) + F(2, 4)) / 2 == F(1, 2)

# %% jupyter={"source_hidden": true}
last_first = five.moved(5, to=1)
question(
    "In the first list, the last result moves to the top. What is AP now?",
    answer=rt.average_precision(last_first),
)


# %% tags=["check"]
assert last_first.grades == [1, 1, 0, 1, 0]
assert rt.average_precision(last_first).exact == (1 + F(2, 2) + F(3, 4)) / 3

# %% jupyter={"source_hidden": true}
question(
    "The grades stand in the worst order, 0 1 2 3 3. What are CG@5 and DCG@5? Close to 0?",
    answer="CG@5 stays 9. DCG@5 falls to 4.08, which is still 65 % of the 6.32 "
    "of the best order: the discount is mild, and no order takes the gains away.",
)


# %% tags=["check"]
worst = rt.dcg([0, 1, 2, 3, 3])
assert rt.cumulative_gain([0, 1, 2, 3, 3]).exact == rt.cumulative_gain(graded).exact == 9
assert float(worst) == min(float(rt.dcg(order)) for order in grade_orders)
assert round(float(worst), 2) == 4.08 and round(float(rt.dcg(largest)), 2) == 6.32
assert round(float(worst) / float(rt.dcg(largest)), 2) == 0.65

# %% [markdown]
# ## By hand and by library
#
# All of it once more in plain Python, without the toolkit. The numbers agree.

# %%
relevant = [1, 0, 1, 0, 1]
hits, noted = 0, []
for rank, is_relevant in enumerate(relevant, start=1):
    hits += is_relevant
    if is_relevant:
        noted.append(F(hits, rank))

by_hand = {
    "P@3": F(sum(relevant[:3]), 3),
    "R@3": F(sum(relevant[:3]), sum(relevant)),
    "F1@3": F(2 * sum(relevant[:3]), 3 + sum(relevant)),
    "RR": F(1, relevant.index(1) + 1),
    "AP": sum(noted) / sum(relevant),
}

for name, value in by_hand.items():
    library = rt.measure(name)(relevant).exact
    print(f"{name:5} by hand {value!s:6} library {library}")

# %%
grades = [3, 2, 3, 0, 1]
dcg_by_hand = 0.0
for rank, grade in enumerate(grades, start=1):
    dcg_by_hand += grade / math.log2(rank + 1)

print(f"CG    by hand {sum(grades)}       library {rt.cumulative_gain(grades).exact}")
print(f"DCG   by hand {dcg_by_hand:.4f}  library {float(rt.dcg(grades)):.4f}")


# %% tags=["check"]
assert sum(grades) == rt.cumulative_gain(grades).exact
assert math.isclose(dcg_by_hand, float(rt.dcg(grades)), rel_tol=1e-12)

# %% [markdown]
# **Next:** [eight documents](02_ranking_metrics_introduction.ipynb), where DCG is normalised and average precision gets a cutoff.
