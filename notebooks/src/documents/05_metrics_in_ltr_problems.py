# %% [markdown]
# # Formulas without numbers
#
# The note *Metrics in LearnToRank (LTR) problems* is one page of formulas and not a single number. Here you work out each of its eleven metrics, live, on
# lists from the other documents. On the way you repair its lost minus signs, meet a name that means something else elsewhere, and close a question that it leaves open.
#
# **About 40 minutes**, or a metric at a time. Run each cell with `Shift`+`Enter`; then the lists come alive and the questions listen.
# Click the dots of a folded cell to see its code. Words: [glossary](../glossary.md).

# %%
import math
from fractions import Fraction as F

from tasks import metrics_in_ltr_problems as tasks

import rankteach as rt
from rankteach import examples
from rankteach.classroom import measured, switch, table

eight = examples.eight_documents
graded = examples.five_graded
late = rt.Ranking([0, 0, 1, 0, 1], missed=[1])


# %% tags=["check"]
from itertools import combinations, pairwise, permutations


def close(values, expected):
    """Equal to twelve digits."""
    return all(
        math.isclose(one, other, rel_tol=1e-12) for one, other in zip(values, expected, strict=True)
    )


assert eight.grades == [1, 0, 1, 1, 0, 1, 0, 0] and eight.relevant_total == 4
assert graded.grades == [3, 2, 3, 0, 1]
assert late.relevant_total == 2 + 1

# %% [markdown]
# Three lists: `eight` has eight documents, four of them relevant; `graded` has five results with grades 3, 2, 3, 0, 1; `late` finds its first relevant document at
# rank 3, and misses a third one. The note's letters differ from ours:
#
# | the note | here | meaning |
# |---|---|---|
# | $K$ | $k$ | the cutoff: only the first $k$ ranks count |
# | $i$, or $k$ in a sum | $i$ | a rank |
# | $I(i)$, and $rel(k)$ for grades | $\mathrm{rel}_i$ | 1 if the result at rank $i$ is relevant, else 0; or its grade |
# | $m$, $N_q$, $Q$ | $m$, $n$, $Q$ | all relevant documents, retrieved or not; the length of a list; the number of queries |
# | $P(k)$, $R(k)$ | $P(i)$, $R(i)$ | precision and recall of the first $i$ ranks |
# | $K_n@K$; $\tau_1$, $\tau_2$ | $K@k$; first, second | Kendall's distance of two lists |
#
# ## The lost minus signs
#
# The page has $2^{rel(k)}\;\;1$, and $R(k)\;\;R(k1)$, and $n(n1)$. The words give away what happened: it also has a `PrecisionRecall` curve, and `LearnToRank` in the title.
# Every hyphen seems to have been dropped, and a typed minus sign is a hyphen. So the author probably wrote nothing wrong, but if you use the formulas as
# they are printed, you get wrong numbers. Switch the minus signs on and off: each line is an example for one of the three.


# %% jupyter={"source_hidden": true}
def product_of_recalls(relevant):
    """The sum of P(i) R(i) R(i-1): two recalls side by side, as the page prints them."""
    recall = [F(sum(relevant[:i]), sum(relevant)) for i in range(len(relevant) + 1)]
    return sum(
        F(sum(relevant[:i]), i) * recall[i] * recall[i - 1] for i in range(1, len(relevant) + 1)
    )


def gain_of_misses(grades):
    """DCG with the gain 2^rel."""
    return sum(2**grade / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))


reverse = rt.kendall_distance(list("abcd"), list("dcba"))
opposite = int(sum(reverse.columns["opposite"].exact))
tried = {"of": ["AP of 1 0 0 0", "DCG of 0 0", "distance of abcd, dcba"]}
signs = {
    "with minus signs": {
        "formula": ["R(k) − R(k−1)", "2^rel(k) − 1", "n(n−1)/2 pairs"],
        **tried,
        "value": [rt.average_precision([1, 0, 0, 0]), rt.dcg([0, 0], gain="exponential"), reverse],
    },
    "without": {
        "formula": ["R(k) R(k1)", "2^rel(k) 1", "n(n1)/2 pairs"],
        **tried,
        "value": [product_of_recalls([1, 0, 0, 0]), gain_of_misses([0, 0]), F(opposite, 4 * 4 // 2)],
    },
}
switch({title: table(columns) for title, columns in signs.items()})

# %% jupyter={"source_hidden": true}
meant = ["2^rel(k) - 1", "R(k) - R(k-1)", "n(n-1)", "Precision-Recall", "Learn-To-Rank"]
table({"what was meant": meant, "without its hyphens": [text.replace("-", "") for text in meant]})

# %% [markdown]
# ## Accuracy@k, precision@k, recall@k
#
# - **Accuracy@k**: is anything relevant at all? 1 if the first $k$ results contain a relevant one, else 0. The note writes $A(K) = (\sum I(i)) > 0$. Other names
#   are hit rate and Success@k, as its card says. (The accuracy of a classifier is something else.) It ignores everything after the first hit.
# - **Precision@k**: how much of what I see is relevant? Divide the hits by $k$.
# - **Recall@k**: how much of what is relevant do I see? Divide the hits by $m$ ([lesson 1](../lessons/01_is_this_a_good_list.ipynb)).
#
# Move the cutoff through the late list. At $k = 4$ its one hit is 1/4 of what you see and 1/3 of what is relevant.

# %%
rt.explore(late, ["Accuracy@4", "P@4", "R@4"], chosen="P@4")

# %% [markdown]
# None of the three sees the order within the first $k$. The eight documents at every cutoff:

# %%
sets = rt.at_every_k(eight, ["Accuracy", "P", "R"])
sets


# %% tags=["check"]
hits = [1, 1, 2, 3, 3, 4, 4, 4]
assert list(rt.accuracy([0, 1]).at_every_k().exact) == [0, 1]
assert list(rt.accuracy(late).at_every_k().exact) == [0, 0, 1, 1, 1] and set(
    sets["Success"].exact
) == {1}
assert rt.precision([1, 0], k=2).exact == F(1, 2) and rt.recall([1, 0], k=2).exact == 1
assert rt.precision(late, k=4).exact == F(1, 4) and rt.recall(late, k=4).exact == F(1, 3)
assert list(sets["P"].exact) == [F(h, k) for k, h in enumerate(hits, start=1)]
assert list(sets["R"].exact) == [F(h, 4) for h in hits]

# %% [markdown]
# ## AP@k, in two forms
#
# How early do *all* relevant documents come? At each hit take the precision so far, add up, divide by $m$ ([lesson 3](../lessons/03_average_precision.ipynb),
# [lesson 4](../lessons/04_ap_at_k.ipynb)): $AP@k = \frac{1}{m}\sum_{i=1}^{k} P(i)\,\mathrm{rel}_i$. The note's other form, with its minus sign put back, is
# $AP@k = \sum_{i=1}^{k} P(i)\,\Delta R(i)$, where $\Delta R(i) = R(i) - R(i-1)$ is the rise in recall at rank $i$, and $R(0) = 0$.
#
# Press *Play* and watch *rise in recall*: it is $1/m = 1/4$ at each hit and 0 elsewhere. Both forms add up the same terms, because one divides at the end and the other on the way.

# %%
rt.step_through(rt.average_precision(eight, k=5, form="recall_steps"))

# %% [markdown]
# Without the minus sign, two recalls side by side read like a product. Try that on a perfect answer: the only relevant document at rank 1, irrelevant ones
# below it. AP is 1, however long the list is. The product starts at 0, and every irrelevant document adds to it, beyond 1.

# %% jupyter={"source_hidden": true}
perfect = {length: [1] + [0] * (length - 1) for length in (1, 2, 4, 8)}
table(
    {
        "length": list(perfect),
        "AP": [1] * 4,
        "without the minus": [product_of_recalls(each) for each in perfect.values()],
    }
)


# %% tags=["check"]
in_steps, at_five = (
    rt.average_precision(eight, k=5, form="recall_steps"),
    rt.average_precision(eight, k=5),
)
assert rt.average_precision([0, 1], k=2).exact == F(1, 2)
assert at_five.exact == (1 + F(2, 3) + F(3, 4)) / 4 == F(29, 48)
assert list(in_steps.columns["rise in recall"].exact) == [F(1, 4), 0, F(1, 4), F(1, 4), 0]
assert in_steps.exact == 1 * F(1, 4) + F(2, 3) * F(1, 4) + F(3, 4) * F(1, 4) == at_five.exact
assert all(rt.average_precision(each).exact == 1 for each in perfect.values())

# %% [markdown]
# ### One name, two numbers
#
# The note divides by $m$, all relevant documents. The introduction with the [eight documents](02_ranking_metrics_introduction.ipynb) also has a table called AP@k, but divides
# by $h_k$, the hits so far. Tools use both, and the numbers differ until all relevant documents are found. (The middle column is the note's second form: the same as its first.)

# %%
both = rt.at_every_k(eight, ["AP", 'AP(form="recall_steps")', 'AP(denominator="hits")'])
both

# %% [markdown]
# If you divide by $m$, AP@k never decreases as $k$ grows, but it is small at a small $k$ even for the best list: at $k = 2$, only two of the four documents fit.
# If you divide by the hits, it can start at 1 and decrease, as here.
#
# **Try it:** move one document up by one rank, so that one AP@5 rises and the other falls.

# %%
rt.explore(eight, ["AP@5", 'AP(denominator="hits")@5'])

# %%
tasks.finding_more


# %% tags=["check"]
by_m, in_rises, by_hits = (list(column.exact) for column in both.columns.values())
sums = [1, 1, F(5, 3), F(29, 12), F(29, 12), F(37, 12), F(37, 12), F(37, 12)]
assert by_m == in_rises == [total / 4 for total in sums]
assert by_hits == [total / h for total, h in zip(sums, hits, strict=True)]
assert by_m == sorted(by_m) and by_hits != sorted(by_hits)
assert by_m[5:] == by_hits[5:] == [F(37, 48)] * 3
assert rt.average_precision([1, 1, 1, 1, 0, 0, 0, 0], k=2).exact == F(2, 4)
differing = []
for rank in range(2, 9):
    moved = eight.moved(rank, to=rank - 1)
    new = [rt.average_precision(moved, k=5, denominator=each).exact for each in ("relevant", "hits")]
    if (new[0] - F(29, 48)) * (new[1] - F(29, 36)) < 0:
        differing.append((rank, *new))
now = (1 + F(2, 3) + F(3, 4) + F(4, 5)) / 4
assert differing == [(6, now, now)] and now == F(193, 240)
assert (by_m[4], by_hits[4]) == (F(29, 48), F(29, 36)) and F(29, 48) < now < F(29, 36)

# %%
tasks.two_divisors

# %% [markdown]
# ### "The area under the precision-recall curve"
#
# The note adds that AP is this area. Under which curve? Precision and recall are known at eight points, and there are several ways to join them. The second form is a
# sum of rectangles: as wide as a rise in recall, as high as the precision there. That is the area under *steps*, so the sentence is true of one of three curves.
# ([Where should the list end?](04c_where_should_the_list_end.ipynb) draws them and works them out.)

# %%
measured(eight, {form: f'PRAUC(form="{form}")' for form in ("steps", "trapezoids", "interpolated")})


# %% tags=["check"]
areas = {form: rt.pr_auc(eight, form=form).exact for form in ("steps", "trapezoids", "interpolated")}
assert areas["steps"] == rt.average_precision(eight).exact == F(37, 48)
assert areas["trapezoids"] == F(117, 160)  # straight lines from point to point
assert areas["interpolated"] == F(19, 24)  # the best precision here or further right

# %% [markdown]
# ## RR: where is the first hit?
#
# RR is 1 divided by the rank of the first hit ([lesson 2](../lessons/02_where_is_the_first_hit.ipynb)). What if there is none? The note does not say; usually RR is 0 then. For the late
# list it is 0, 0, 1/3, 1/3, 1/3 at the five cutoffs; for the eight documents it is always 1. RR sees where the first hit is, which accuracy does not, but it ignores what comes after.

# %%
rt.explore(late, ["RR@5", "Accuracy@5"])


# %% tags=["check"]
assert rt.reciprocal_rank([0, 1]).exact == F(1, 2) and rt.reciprocal_rank([0, 0]).exact == 0
assert list(rt.reciprocal_rank(late).at_every_k().exact) == [0, 0, F(1, 3), F(1, 3), F(1, 3)]
assert set(rt.reciprocal_rank(eight).at_every_k().exact) == {1}

# %% [markdown]
# ## Only for binary cases
#
# The note says so of P, R, AP and RR. You first turn grades into relevant or not, and where you draw the line changes the number. The graded list, relevant from grade 1 or only from grade 3:

# %%
lines = rt.at_every_k(graded, ["P", "P(rel=3)", "AP", "AP(rel=3)"])
lines


# %% tags=["check"]
assert lines["AP"].exact[-1] == (1 + F(2, 2) + F(3, 3) + F(4, 5)) / 4 == F(19, 20)
assert lines["AP(rel=3)"].exact[-1] == (1 + F(2, 3)) / 2 == F(5, 6)

# %% [markdown]
# ## CG@k: how much is there to gain?
#
# CG adds up the grades ([lesson 5](../lessons/05_graded_relevance.ipynb)). It does not see their order: 2, 1 and 1, 2 both get 3. Swap the first two results: which number stays?

# %%
gained = [f'{name}(gain="exponential")' for name in ("DCG", "IDCG", "nDCG")]
rt.explore(graded, ["CG@3", f"{gained[0]}@3", f"{gained[2]}@3"])

# %% [markdown]
# ## DCG@k: and how soon?
#
# The divisor of rank $i$ is $\log_2(i + 1)$, so late ranks count less. The gain is not the grade but $2^{\mathrm{rel}_i} - 1$, with its minus sign put back:
# grades 0, 1, 2, 3 gain 0, 1, 3, 7, so high grades count most.

# %%
rt.step_through(rt.dcg(graded, k=3, gain="exponential"))

# %% [markdown]
# Without the minus sign a grade of 0 would gain $2^0 = 1$. Then every miss adds something, and a hundred misses beat the five graded results
# (12.78). Divided by the best possible order, a list of misses would even be perfect, because no order of them is better. rankteach refuses such a gain.

# %% jupyter={"source_hidden": true}
lengths = [1, 2, 5, 100]
table(
    {
        "misses": lengths,
        "DCG": [rt.dcg([0] * n) for n in lengths],
        "without the minus": [gain_of_misses([0] * n) for n in lengths],
    }
)

# %%
try:
    rt.dcg(graded, gain=lambda grade: 2**grade)
except ValueError as refusal:
    print(refusal)


# %% tags=["check"]
dcg_at_3 = rt.dcg(graded, k=3, gain="exponential")
assert rt.cumulative_gain([2, 1]).exact == rt.cumulative_gain([1, 2]).exact == 3
assert list(rt.cumulative_gain(graded).at_every_k().exact) == [3, 5, 8, 8, 9]
assert list(rt.cumulative_gain(eight).at_every_k().exact) == hits  # grades 0 and 1
assert [2**grade - 1 for grade in (0, 1, 2, 3)] == [0, 1, 3, 7]
assert close([float(dcg_at_3)], [7 / 1 + 3 / math.log2(3) + 7 / 2])
assert close([gain_of_misses([0, 0])], [1 + 1 / math.log2(3)])
assert (
    gain_of_misses([0] * 100)
    > gain_of_misses(graded.grades)
    > float(rt.dcg(graded, gain="exponential"))
)
assert f"{float(rt.dcg(graded, gain='exponential')):.2f}" == "12.78"
assert gain_of_misses([0, 0, 0]) / gain_of_misses(sorted([0, 0, 0])) == 1
assert product_of_recalls([1, 0, 0, 0]) > 1 and (reverse.exact, opposite) == (1, 6)
assert rt.ndcg([0, 0, 0], gain="exponential").exact == 0

# %% [markdown]
# ## NDCG@k: how close to the best possible?
#
# NDCG divides DCG by the ideal DCG, the DCG of the same grades, highest first ([lesson 6](../lessons/06_ndcg.ipynb)). The columns called *ideal* belong to that order.

# %%
rt.step_through(rt.ndcg(graded, k=3, gain="exponential"))

# %% [markdown]
# Every cutoff, with all parts. In the last column the gain is the grade itself, as in some other tools: again the same name for another number.

# %%
gains = rt.at_every_k(graded, ["CG", *gained, "nDCG"])
gains

# %% [markdown]
# With grades 0 and 1 there is no such choice, because $2^0 - 1 = 0$ and $2^1 - 1 = 1$. The eight documents:

# %%
rt.at_every_k(eight, ["CG", *gained])

# %% [markdown]
# The note divides because results vary in length. But length as such has no effect: misses at the end add nothing to DCG. What varies is how much there is to find. The
# best answer to a query with one relevant document has DCG 1, with four 2.56; NDCG is 1 for both.

# %%
measured({"1": [1], "1 0 0 0": [1, 0, 0, 0], "1 1 1 1": [1, 1, 1, 1]}, ["DCG", "nDCG"])


# %% tags=["check"]
ndcg_at_3 = rt.ndcg(graded, k=3, gain="exponential")
assert close([float(ndcg_at_3)], [float(dcg_at_3) / (7 / 1 + 7 / math.log2(3) + 3 / 2)])
dcg, idcg, ndcg = (gains[name].values for name in ("DCG", "IDCG", gained[-1]))
assert close(ndcg, dcg / idcg) and close(dcg[2:3], [float(dcg_at_3)])
assert round(float(ndcg[-1]), 4) == 0.9575 and round(float(gains["nDCG"].values[-1]), 4) == 0.9724
for name in ("DCG", "IDCG", "nDCG"):
    columns = [
        rt.measure(f'{name}(gain="{gain}")')(eight).at_every_k() for gain in ("linear", "exponential")
    ]
    assert close(*(column.values for column in columns))
assert rt.dcg([3, 2, 3, 0, 1, 0, 0, 0]).value == rt.dcg(graded).value
assert [round(float(rt.dcg(best)), 2) for best in ([1], [1, 1, 1, 1])] == [1, 2.56]
assert [float(rt.ndcg(best)) for best in ([1], [1, 1, 1, 1])] == [1, 1]

# %%
tasks.worst_order

# %% [markdown]
# ## Over Q queries
#
# So far there was one query. "We need to average": take the mean over the queries, for each metric ([lesson 7](../lessons/07_many_queries.ipynb)). The mean of AP is called MAP, the mean of RR
# MRR. Here are three queries, the third without a hit. It counts as 0, because leaving it out would flatter the system: take it out with × and look at
# MAP. Then put it back, unfold *Conventions*, and choose the geometric mean, in which a query that fails weighs most. *+ measure* has the means of all others.

# %%
queries = {"q1": eight, "q2": late, "q3": rt.Ranking([0, 0, 0, 0], missed=[1])}
rt.explore_queries(queries, ["MAP@5", "MRR@5", f"mean {gained[-1]}@5"])


# %% tags=["check"]
mean = {name: rt.mean(name, queries, k=5).exact for name in ("AP", "Accuracy", "P", "R", "RR")}
assert mean["AP"] == (F(29, 48) + (F(1, 3) + F(2, 5)) / 3 + 0) / 3 == F(611, 2160)
assert mean["AP"] == rt.mean('AP(form="recall_steps")', queries, k=5).exact
assert mean["Accuracy"] == F(1 + 1 + 0, 3)
assert mean["P"] == (F(3, 5) + F(2, 5) + 0) / 3  # by 5, though q3 has only four
assert mean["R"] == (F(3, 4) + F(2, 3) + 0) / 3 and mean["RR"] == (1 + F(1, 3) + 0) / 3

# %% [markdown]
# ## Kendall tau distance: do two lists agree?
#
# Now nothing is relevant or not. Two systems rank the same items, and you ask how far their orders differ ([extra lesson](../lessons/e3_two_rankings.ipynb)). Take every pair of items and ask both lists
# which of the two is ahead. $K_d$ counts the pairs on which they disagree; divided by all pairs, $n(n-1)/2$, it is normalised: 0 for equal lists, 1 for the reverse. Kendall's $\tau$ is
# the same count from 1 to −1: $\tau = 1 - 2K$. (This form is called tau-a; without ties the other forms are equal.)
#
# Below, a line leads from each item's rank in one list to its rank in the other; where two lines cross, the pair is opposite. The rows of the calculation are pairs.
# **Try it:** reorder the second list until $\tau$ is 0.

# %%
one, two = tasks.one, tasks.two
rt.explore_agreement(one, two, measures=["KendallDistance", "Tau"], **tasks.as_many)

# %%
tasks.orders_with_tau_0

# %% [markdown]
# **The last minus sign.** Each of $n$ items makes a pair with $n - 1$ others, which counts each pair twice. Without the minus, $n(n1)$ reads as $n \cdot n$: for four items half of that is 8, but there
# are only 6 pairs, so no two lists could reach 1.
#
# Kendall's distance does not see *where* lists differ: a swap at the top, where people look, costs as much as one at the bottom.

# %%
swaps = ["bacd", "abdc"]
table({"abcd and": swaps, "distance": [rt.kendall_distance(one, list(each)) for each in swaps]})


# %% tags=["check"]
assert (
    rt.kendall_distance(["a", "b"], ["a", "b"]).exact == 0
    and rt.kendall_distance(["a", "b"], ["b", "a"]).exact == 1
)
distance = rt.kendall_distance(one, two)
assert list(distance.columns["opposite"].exact) == [1, 0, 0, 0, 0, 1]  # a b, and c d
assert distance.exact == F(2, 6) and rt.kendall_tau(one, two).exact == F(4 - 2, 6) == 1 - 2 * F(1, 3)
assert rt.kendall_distance(one, one).exact == 0 and rt.kendall_distance(one, one[::-1]).exact == 1
assert len(list(combinations(one, 2))) == 4 * (4 - 1) / 2 == 6 and 4 * 4 / 2 == 8
orders = list(permutations(one))
for order in orders:
    k, tau = rt.kendall_distance(one, order), rt.kendall_tau(one, order, variant="a")
    assert tau.exact == 1 - 2 * k.exact == rt.kendall_tau(one, order, variant="b").exact
half = [order for order in orders if rt.kendall_tau(one, order).exact == 0]
assert len(orders) == 24 and len(half) == 6 and tuple("bdac") in half
assert {rt.kendall_distance(one, order).exact for order in half} == {F(3, 6)}
assert {rt.kendall_distance(one, list(each)).exact for each in swaps} == {F(1, 6)}

# %% [markdown]
# ## Kendall distance at k: the open question
#
# "At K" means: take the first $k$ items of each list, and count pairs of those. But the two tops need not contain the same items. Which of two items is ahead in a list that contains only one of them,
# or neither? And what is $n$? The note does not say.
#
# Fagin, Kumar and Sivakumar (2003) do. They take all pairs of items that are in at least one of the lists, and distinguish four cases:
#
# 1. **Both items are in both lists.** 0 for the same order, 1 for the opposite one.
# 2. **Both are in one list, one of them is in the other.** The absent item must be further down there, so the other list has an order, too.
# 3. **Each is in a different list.** Each list ranks its own item ahead. They disagree: 1.
# 4. **Both are in the same list, neither is in the other.** That list tells their order, the other tells nothing. You need a convention, a penalty $p$: 0 is optimistic,
#    1 pessimistic, 1/2 neutral, and our default.
#
# Try all four: both lists have four items, and you can reorder the second. Which lines cross, and which pairs are counted although a list says nothing?

# %%
top_one, top_two = list("abcd"), list("dbef")
rt.explore_agreement(top_one, top_two, measures=["KendallDistance@4"])

# %% jupyter={"source_hidden": true}
cases = {
    "1, same order": ("ab", "ab"),
    "1, opposite": ("ab", "ba"),
    "2, b absent": ("ab", "a"),
    "2, a absent": ("ab", "b"),
}
cases |= {"3": ("a", "b"), "4": ("ab", "")}
shown = {
    "case": list(cases),
    "first": [a for a, _ in cases.values()],
    "second": [b for _, b in cases.values()],
}
for p in (0, F(1, 2), 1):
    shown[f"p = {p}"] = [rt.kendall_distance(list(a), list(b), p=p).exact for a, b in cases.values()]
table(shown)

# %% [markdown]
# The lists above show all cases at once. The rows with a 1 under *ordered by one* are case 4. Eight pairs cost 1, five cost 0, and the two of case 4
# cost $p$ each: $(8 + 2p)/15$, here 9/15 = 3/5.
#
# **One rule instead of four cases.** rankteach has no cases. An absent item is ranked below all items that are present, level with the other absent ones: $e$ and $f$ have rank 5 in the first list, and
# $a$ and $c$ in the second. Lines that meet at the bottom without crossing are case 4. The rule gives the four cases for the list $a\,b\,c$ against each of 120 lists of three out of six items, for three values of $p$.
#
# **Why 1/2 is neutral.** Suppose both lists went on until they hold all six items: the first with $e$ and $f$, the second with $a$ and $c$, in any order. That gives four pairs of complete lists.
# Their smallest distance is the one for $p = 0$, the largest that for $p = 1$, and the mean that for $p = 1/2$.

# %% jupyter={"source_hidden": true}
rests = [(list(a), list(b)) for a in ("ef", "fe") for b in ("ac", "ca")]
complete = [rt.kendall_distance(top_one + a, top_two + b) for a, b in rests]
cut = [rt.kendall_distance(top_one, top_two, p=p) for p in (0, F(1, 2), 1)]
table(
    {
        "lists": [
            *("".join([*a, " and ", *b, " added"]) for a, b in rests),
            "cut, p = 0",
            "cut, p = 1/2",
            "cut, p = 1",
        ],
        "distance": complete + cut,
    }
)

# %% [markdown]
# **What is n?** The number of items in at least one list, their union. To see why, take two lists of two without a common item: four items, six pairs, four of case 3 and two of case 4. Divided by the single pair that
# $n = k = 2$ would give, the distance is far above 1. Divided by the pairs of items that are in *both* lists, it is 0/0. With the union it is never above 1.

# %%
apart = [rt.kendall_distance(["a", "b"], ["c", "d"], p=p) for p in (0, F(1, 2), 1)]
costs = [sum(trace.columns["penalty"].exact) for trace in apart]
table(
    {"p": [0, F(1, 2), 1], "cost of all pairs": costs, "n = 2: cost/1": costs, "n = 4: cost/6": apart}
)


# %% tags=["check"]
def case_of(i, j, first, second):
    """Which of the four cases a pair is: only membership counts."""
    in_first, in_second = {i, j} & set(first), {i, j} & set(second)
    if len(in_first) + len(in_second) > 2:
        return 1 if in_first == in_second else 2
    return 3 if in_first and in_second else 4


def by_cases(i, j, first, second, p):
    """The penalty of a pair, case by case."""
    case = case_of(i, j, first, second)
    if case > 2:
        return 1 if case == 3 else p
    if case == 1:
        in_order = [each.index(i) < each.index(j) for each in (first, second)]
        return int(in_order[0] != in_order[1])
    whole, part = (first, second) if {i, j} <= set(first) else (second, first)
    absent, present = (i, j) if j in part else (j, i)
    return int(whole.index(absent) < whole.index(present))


top = cut[1]
penalties = dict(zip(combinations("abcdef", 2), top.columns["penalty"].exact, strict=True))
assert all(by_cases(*pair, top_one, top_two, F(1, 2)) == cost for pair, cost in penalties.items())
assert {case_of(*pair, top_one, top_two) for pair in penalties} == {1, 2, 3, 4}
assert sorted(penalties.values()) == [0] * 5 + [F(1, 2)] * 2 + [1] * 8
ranks = [list(top.columns[name].exact) for name in ("first", "second")]
assert ranks == [[1, 2, 3, 4, 5, 5], [5, 2, 5, 1, 3, 4]]  # of a, b, c, d, e, f
others = list(permutations("abcdef", 3))
assert len(others) == 120
for other in others:
    pairs = list(combinations(sorted({*"abc", *other}), 2))
    assert {case_of(*pair, "abc", other) for pair in pairs} < {1, 2, 3, 4}
    for p in (0, F(1, 2), 1):
        total = sum(by_cases(*pair, "abc", other, p) for pair in pairs)
        assert rt.kendall_distance(list("abc"), other, p=p).exact == F(total) / len(pairs)
values = [trace.exact for trace in complete]
assert (
    [min(values), sum(values) / 4, max(values)]
    == [trace.exact for trace in cut]
    == [F(8, 15), F(9, 15), F(10, 15)]
)
assert costs == [4, 5, 6] and apart[2].exact == 1

# %%
tasks.top_lists

# %% [markdown]
# **At every cutoff** two lists can disagree completely or hardly at all. *abcde* and *bacde* differ in the first two places only. Move the cutoff: at $k = 1$ the tops contain different
# items, one pair, of case 3. From $k = 2$ on they contain the same items, and one pair is opposite, out of 1, 3, 6, 10.

# %%
five, exchanged = list("abcde"), list("bacde")
rt.explore_agreement(five, exchanged, measures=["KendallDistance@1"])

# %% [markdown]
# Over queries, each with two lists, take the mean. At $k = 3$ this pair of lists has 1/3, and *abcd* and *dbef* have 7/10: the mean is $(1/3 + 7/10)/2$.

# %%
rt.mean("KendallDistance@3", [(five, exchanged), (top_one, top_two)])

# %%
tasks.at_one


# %% tags=["check"]
assert rt.kendall_distance(five, exchanged).at_every_k().exact.tolist() == [
    1,
    1,
    F(1, 3),
    F(1, 6),
    F(1, 10),
]
every_k = [rt.kendall_distance(top_one, top_two, k=k).exact for k in range(1, 6)]
assert every_k == [1, 1, F(7, 10), F(9, 15), F(9, 15)]
assert (
    rt.mean("KendallDistance@3", [(five, exchanged), (top_one, top_two)]).exact
    == (F(1, 3) + F(7, 10)) / 2
    == F(31, 60)
)
at_one = rt.kendall_distance(five, five, k=1)
assert at_one.exact == 0 and len(at_one.columns["penalty"]) == 0
assert rt.kendall_distance(five, exchanged, k=1).exact == 1

# %% [markdown]
# ## Spearman's rho: how far apart are the ranks?
#
# The note's last formula is $\rho = \dfrac{\mathrm{cov}(R(X),\,R(Y))}{\delta_{R(X)}\,\delta_{R(Y)}}$. Each item has two numbers $X$ and $Y$, such as two scores, and $R$ turns them into ranks.
# $\delta$ is the standard deviation, usually written $\sigma$. $\rho$ is 1 for the same order and $-1$ for the reverse.
#
# The rows are items: $dx_i$ and $dy_i$ are the distances of their ranks from the mean rank, here 5/2. Covariance has a factor $1/n$ and each standard deviation $\sqrt{1/n}$: they cancel, so it
# does not matter whether you divide by $n$ or by $n - 1$. Without ties, $\rho = 1 - \dfrac{6 \sum d_i^2}{n(n^2 - 1)}$ is quicker on paper, where $d_i$ is the difference of an item's two ranks. It is the second measure below.

# %%
rt.explore_agreement(one, two, measures=["Rho", 'Rho(form="differences")', 'Tau(variant="a")'])

# %% [markdown]
# **Not tau.** Differences are squared, so one long way weighs more than several short ones; for Kendall each item passed counts the same. Six of the 24 orders have $\tau = 0$; here is their $\rho$.
# In *dabc* the last item jumped to the top: it passes three, so $\tau = 0$, but $\rho = -1/5$.

# %% jupyter={"source_hidden": true}
orders_with_tau_0 = ["adcb", "bdac", "cadb", "cbad", "dabc", "bcda"]
table(
    {
        "abcd and": orders_with_tau_0,
        "tau": [rt.kendall_tau(one, list(each)) for each in orders_with_tau_0],
        "rho": [rt.spearman(one, list(each)) for each in orders_with_tau_0],
    }
)

# %% [markdown]
# **With ties.** Two judges rank five items. The second can't decide between two of them and says 1, 2, 2, 3, 4. Tied items share the mean of the ranks that they fill: ranks 2 and 3, so
# 5/2 each. The second judge's ranks then spread a little less, 19/2 instead of 10 for the sum of squares. The shortcut uses 10 for both, and is slightly off: 0.975 instead of 0.97468.

# %%
judge_one, judge_two = [1, 2, 3, 4, 5], [1, 2, 2, 3, 4]
rt.differences(
    rt.spearman(judge_one, judge_two), rt.spearman(judge_one, judge_two, form="differences")
)

# %% [markdown]
# **Pearson on ranks.** The formula is that of Pearson's $r$; Spearman applied it to ranks. So $\rho$ sees only the order, and $r$ asks whether the numbers are on a straight line:

# %%
x, y = [1, 2, 3], [1, 4, 9]
table({"x": ["1, 2, 3"], "y": ["1, 4, 9"], "rho": [rt.spearman(x, y)], "r": [rt.pearson(x, y)]})

# %% [markdown]
# $\rho$ has no cutoff, and both lists must contain the same items; for top lists use the distance above. Over queries you average it like the rest: of *badc* (3/5) and *dabc* (−1/5), each against *abcd*, the mean is 1/5.

# %%
try:
    rt.spearman(["a", "b", "c"], ["a", "c", "d"])
except ValueError as refusal:
    print(refusal)


# %% tags=["check"]
rho, tied = rt.spearman(one, two), rt.spearman(judge_one, judge_two)
assert (
    rt.spearman(["a", "b"], ["a", "b"]).exact == 1 and rt.spearman(["a", "b"], ["b", "a"]).exact == -1
)
dx, dy = ([rank - F(5, 2) for rank in ranks] for ranks in ([1, 2, 3, 4], [2, 1, 4, 3]))
products = sum(x * y for x, y in zip(dx, dy, strict=True))
assert products == 3 and sum(x * x for x in dx) == sum(y * y for y in dy) == 5 and rho.exact == F(3, 5)
for divisor in (4, 3):
    cov, deviation = products / divisor, math.sqrt(5 / divisor)
    assert math.isclose(cov / (deviation * deviation), 3 / 5)
assert (
    rt.spearman(one, two, form="differences").exact
    == 1 - 6 * F(1 + 1 + 1 + 1, 4 * (4**2 - 1))
    == F(3, 5)
)
assert {tuple(each) for each in orders_with_tau_0} == set(half)
assert {rt.spearman(one, order).exact for order in half} == {-F(1, 5), 0, F(1, 5)}
assert rt.spearman(one, list("dabc")).exact == 1 - 6 * F(9 + 1 + 1 + 1, 60) == -F(1, 5)
assert list(tied.columns["rank in second"].exact) == [1, F(5, 2), F(5, 2), 4, 5]
assert (
    close([float(tied)], [(4 + F(1, 2) + 0 + 1 + 4) / math.sqrt(10 * F(19, 2))])
    and round(float(tied), 5) == 0.97468
)
assert (
    rt.spearman(judge_one, judge_two, form="differences").exact
    == 1 - 6 * (F(1, 4) + F(1, 4)) / (5 * (5**2 - 1))
    == F("0.975")
)
assert math.isclose(float(rt.pearson(judge_one, [1, 2.5, 2.5, 4, 5])), float(tied))
assert close([float(rt.pearson(x, y))], [8 / math.sqrt(2 * F(98, 3))]) and rt.spearman(x, y).exact == 1
assert rt.mean("Rho", [(one, two), (one, list("dabc"))]).exact == (F(3, 5) - F(1, 5)) / 2 == F(1, 5)

# %% tags=["check"]
# Every formula of the note once more in plain Python, with its minus signs.
for ranking in (eight, graded, late):
    relevant = [int(grade >= 1) for grade in ranking.grades]
    m, ideal = int(ranking.relevant_total), sorted([*ranking.grades, *ranking.missed], reverse=True)
    for k in range(1, len(relevant) + 1):
        precision = [F(sum(relevant[:i]), i) for i in range(1, k + 1)]
        recall = [F(sum(relevant[:i]), m) for i in range(k + 1)]
        rise = [after - before for before, after in pairwise(recall)]
        expected = {
            "Accuracy": int(sum(relevant[:k]) > 0),
            "P": precision[-1],
            "R": recall[-1],
            "AP": sum(precision[i] for i in range(k) if relevant[i]) / F(m),
            'AP(form="recall_steps")': sum(p * step for p, step in zip(precision, rise, strict=True)),
            "RR": F(1, relevant.index(1) + 1) if 1 in relevant[:k] else 0,
            "CG": sum(ranking.grades[:k]),
        }
        assert expected == {name: rt.measure(f"{name}@{k}")(ranking).exact for name in expected}
        dcg, idcg = (
            sum((2**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(grades[:k], start=1))
            for grades in (ranking.grades, ideal)
        )
        assert close(
            [rt.measure(f"{name}@{k}")(ranking).value for name in gained], [dcg, idcg, dcg / idcg]
        )
for order in permutations(five):
    k_d = sum(order.index(i) > order.index(j) for i, j in combinations(five, 2))
    squares = sum((order.index(item) - five.index(item)) ** 2 for item in five)
    assert rt.kendall_distance(five, order).exact == F(2 * k_d, 5 * (5 - 1))
    assert (
        rt.spearman(five, order).exact
        == rt.spearman(five, order, form="differences").exact
        == 1 - F(6 * squares, 5 * (25 - 1))
    )

# %% [markdown]
# **Source of this notebook:** *Metrics in LearnToRank (LTR) problems*, a note without author and year. It refers to Wikipedia on [discounted cumulative
# gain](https://en.wikipedia.org/wiki/Discounted_cumulative_gain) and [Kendall tau distance](https://en.wikipedia.org/wiki/Kendall_tau_distance), and to
# `towardsdatascience.com/normalizeddiscountedcumulativegain37e6f75090e9`: an address that lost its hyphens just as the formulas lost their minus signs.
#
# **Sources of the metrics:** van Rijsbergen (1979), *Information Retrieval* (P, R) · Voorhees (1999), *The TREC-8 question answering track report* (RR) · Buckley and Voorhees (2005), *Retrieval system evaluation*, in
# *TREC*, MIT Press (AP) · Järvelin and Kekäläinen (2002), *Cumulated gain-based evaluation of IR techniques*, ACM TOIS 20 (CG, DCG, NDCG) · Burges and others (2005), *Learning to rank using gradient
# descent*, ICML (the gain $2^{rel} - 1$) · Kendall (1938), *A new measure of rank correlation*, Biometrika 30 · Fagin, Kumar and Sivakumar (2003), *Comparing top k lists*, SIAM Journal on Discrete Mathematics 17 ·
# Spearman (1904), *The proof and measurement of association between two things*, American Journal of Psychology 15.
#
# **Next:** [same name, different number](../reference/conventions.ipynb), for more of what you met with AP@k and NDCG. **Other documents:** [eight documents](02_ranking_metrics_introduction.ipynb),
# [what does each measure not see?](04a_what_does_each_measure_not_see.ipynb) [Start](../00_start_here.ipynb).
