# %% [markdown]
# # Formulas without numbers
#
# The note *Metrics in LearnToRank (LTR) problems* is one page of formulas, each in a line or two, and not a single number. So here every one of them is worked out,
# on the eight documents and the five grades of the other articles: at one cutoff with all steps, and at every cutoff. On the way three things are put in order:
# the page has lost its minus signs, one of its names means something else elsewhere, and one formula leaves a question open.
#
# About 35 minutes.

# %%
import math
from fractions import Fraction as F
from itertools import combinations, permutations

import rankteach as rt
from rankteach import examples
from rankteach.classroom import question


def close(values, expected):
    """Equal to twelve digits."""
    pairs = zip(values, expected, strict=True)
    return all(math.isclose(one, other, rel_tol=1e-12) for one, other in pairs)


def in_a_row(values):
    return " ".join(f"{value!s:>6}" for value in values)


# %% [markdown]
# ## The lists and the letters
#
# Eight documents, of which four are relevant; and five results with grades, where 0 is useless. Both come from the other notebooks.
# A third list is late to find anything, and one relevant document is not in it at all.

# %%
eight = examples.eight_documents
graded = examples.five_graded
late = rt.Ranking([0, 0, 1, 0, 1], missed=[1])


# %% tags=["check"]
from itertools import pairwise

assert eight.grades == [1, 0, 1, 1, 0, 1, 0, 0] and eight.relevant_total == 4
assert graded.grades == [3, 2, 3, 0, 1]
assert late.relevant_total == 2 + 1

# %% [markdown]
# The note has letters of its own. This is what they are called here, in all notebooks:
#
# | the note | here | meaning |
# |---|---|---|
# | $K$ | $k$ | the cutoff: only the first $k$ ranks count |
# | $i$, or $k$ in a sum | $i$ | a rank |
# | $I(i)$, and $rel(k)$ for grades | $\mathrm{rel}_i$ | what stands at rank $i$: 1 if relevant, else 0; or a grade |
# | | $h_i$ | the hits so far, from rank 1 to rank $i$ |
# | $m$ | $m$ | all relevant documents, retrieved or not |
# | $N_q$ | $n$ | how many documents there are in the list of query $q$ |
# | $Q$ | $Q$ | the number of queries |
# | $P(k)$, $R(k)$ | $P(i)$, $R(i)$ | precision and recall of the first $i$ ranks |
# | $K_n@K$ | $K@k$ | Kendall's distance of two lists: here alone $K$ is not the cutoff |
# | $\tau_1$, $\tau_2$ | first, second | two lists that are compared; $\tau$ alone is Kendall's tau |
#
# ## The lost minus signs
#
# On the page stand $2^{rel(k)}\;\;1$, and $R(k)\;\;R(k1)$, and $n(n1)$. The words give away what happened: there is also a `PrecisionRecall` curve, and `LearnToRank` in the title.
# It seems that somewhere on the way every hyphen was dropped, and a minus sign from a keyboard is a hyphen. Drop the hyphens from what was meant, and you get what is there, down to the two spaces:

# %%
meant = {
    "2^rel(k) - 1": "2^rel(k)  1",
    "R(k) - R(k-1)": "R(k)  R(k1)",
    "n(n-1)": "n(n1)",
    "Precision-Recall": "PrecisionRecall",
    "Learn-To-Rank": "LearnToRank",
}
for text, on_the_page in meant.items():
    print(f"{on_the_page:15}  was  {text}")

# %% [markdown]
# So most likely nobody wrote anything wrong. But who takes the formulas as they stand gets wrong numbers. Each of the three is tried out below, where it belongs.
#
# ## Accuracy@k: is there anything relevant at all?
#
# 1 if the first $k$ results hold at least one hit, else 0. The note writes $A(K) = (\sum I(i)) > 0$: a question, whose answer counts 1 for yes and 0 for no.
# In our table such a question stands in brackets. A miss and then a hit is the smallest example: 0 at $k = 1$, 1 at $k = 2$. Then the late list and the eight documents at every cutoff, and the late list at $k = 4$ in full:

# %%
found, at_once = (rt.accuracy(each).at_every_k().exact for each in (late, eight))
print("late: ", in_a_row(found))
print("eight:", in_a_row(at_once))

rt.accuracy(late, k=4)


# %% tags=["check"]
assert list(rt.accuracy([0, 1]).at_every_k().exact) == [0, 1]
assert list(found) == [0, 0, 1, 1, 1] and set(at_once) == {1}

# %% [markdown]
# What it does not see: everything after the first hit. It is also called hit rate or Success@k. The accuracy of a classifier, the share of right decisions, is something else.
#
# ## Precision@k and Recall@k: one count, two divisors
#
# How much of what I see is relevant? Divide the hits by $k$. How much of what is relevant do I see? Divide them by $m$. The smallest example: one hit, one miss.

# %%
rt.precision(late, k=4)


# %% tags=["check"]
assert rt.precision([1, 0], k=2).exact == F(1, 2)
assert rt.recall([1, 0], k=2).exact == F(1, 1)

# %%
rt.recall(late, k=4)


# %% tags=["check"]
assert rt.precision(late, k=4).exact == F(1, 4)  # by k
assert rt.recall(late, k=4).exact == F(1, 3)  # by m: two in the list, one missed

# %% [markdown]
# The eight documents at every cutoff, with all that we have so far:

# %%
sets = rt.at_every_k(eight, ["Accuracy", "P", "R"])
sets


# %% tags=["check"]
hits = [1, 1, 2, 3, 3, 4, 4, 4]
assert list(sets["P"].exact) == [F(h, k) for k, h in enumerate(hits, start=1)]
assert list(sets["R"].exact) == [F(h, 4) for h in hits]

# %% [markdown]
# What neither sees: the order within the first $k$. Average precision does.
#
# ## AP@k, first form: the precision at each hit
#
# How early do the relevant documents come, all of them? At each hit take the precision so far, add up, divide by $m$: $AP@k = \frac{1}{m}\sum_{i=1}^{k} P(i)\,\mathrm{rel}_i$.
# The smallest example in which something happens is a miss, then a hit.

# %%
at_five = rt.average_precision(eight, k=5)
at_five


# %% tags=["check"]
assert rt.average_precision([0, 1], k=2).exact == F(1, 2) / 1
assert at_five.exact == (1 + F(2, 3) + F(3, 4)) / 4 == F(29, 48)

# %% [markdown]
# ## AP@k, second form: the rise in recall
#
# The note's other form is $AP@k = \sum_{i=1}^{k} P(i)\,\Delta R(i)$, where $\Delta R(i) = R(i) - R(i-1)$ is what recall gains at rank $i$, and $R(0) = 0$.
# Here is one of the lost minus signs, put back.

# %%
in_steps = rt.average_precision(eight, k=5, form="recall_steps")
in_steps

# %% [markdown]
# Look at *rise in recall*: it is $1/m = 1/4$ at each hit and 0 elsewhere. So both forms add up the same terms; one divides at the end, the other on the way.

# %%
ap = rt.average_precision(eight).at_every_k().exact
steps = rt.average_precision(eight, form="recall_steps").at_every_k().exact
print("first form: ", in_a_row(ap))
print("second form:", in_a_row(steps))


# %% tags=["check"]
rises = list(in_steps.columns["rise in recall"].exact)
assert rises == [F(1, 4), 0, F(1, 4), F(1, 4), 0]
assert in_steps.exact == 1 * F(1, 4) + F(2, 3) * F(1, 4) + F(3, 4) * F(1, 4)
assert in_steps.exact == at_five.exact
assert list(ap) == list(steps)

# %% [markdown]
# ### Without the minus sign
#
# Two recalls side by side read like a product. Try that on a perfect answer: the only relevant document at rank 1, and useless ones below it. AP is 1, however many there are.


# %%
def as_it_stands(relevant):
    """The sum of P(i) R(i) R(i-1): the second form as it reads without its minus sign."""
    total, before = F(0), F(0)
    for rank in range(1, len(relevant) + 1):
        found = sum(relevant[:rank])
        recall = F(found, sum(relevant))
        total += F(found, rank) * recall * before
        before = recall
    return total


for length in (1, 2, 4, 8):
    perfect = [1] + [0] * (length - 1)
    wrong = float(as_it_stands(perfect))
    print(f"list of {length}: AP 1, without the minus {wrong:.4f}")

# %% [markdown]
# It starts at 0, and every useless document adds to it, beyond 1.
#
# ## One name, two numbers
#
# This note divides by $m$, all relevant documents. The introduction with the [eight documents](02_ranking_metrics_introduction.ipynb) also has a table called AP@k, but divides by $h_k$,
# the hits so far. Both are in use, by different tools, and the numbers differ:

# %%
both = rt.at_every_k(eight, ["AP", 'AP(denominator="hits")'])
both


# %% tags=["check"]
by_m, by_hits = (list(column.exact) for column in both.columns.values())
sums = [1, 1, F(5, 3), F(29, 12), F(29, 12), F(37, 12), F(37, 12), F(37, 12)]
assert by_m == [total / 4 for total in sums]
assert by_hits == [total / h for total, h in zip(sums, hits, strict=True)]

assert by_m == sorted(by_m) and by_hits != sorted(by_hits)
assert by_m[5:] == by_hits[5:] == [F(37, 48)] * 3
assert rt.average_precision([1, 1, 1, 1, 0, 0, 0, 0], k=2).exact == F(2, 4)

# %%
_ = rt.plots.at_every_k(eight, ["AP", 'AP(denominator="hits")'])

# %% [markdown]
# Divided by $m$, it never falls as $k$ grows, but it is small at a small $k$ even for the best list: at $k = 2$, only two of the four documents can be there.
# Divided by the hits, it starts high and may fall. They meet where all is found.
#
# ### Try it: when finding more looks worse
#
# **Task:** move one document up by one rank, so that one AP@5 rises and the other falls.

# %%
rt.explore(eight, measures=["AP@5", 'AP(denominator="hits")@5'])

# %% jupyter={"source_hidden": true}
parted = []
for rank in range(2, 9):
    moved = eight.moved(rank, to=rank - 1)
    new = rt.average_precision(moved, k=5).exact
    new_by_hits = rt.average_precision(moved, k=5, denominator="hits").exact
    if (new - F(29, 48)) * (new_by_hits - F(29, 36)) < 0:
        parted.append((rank, new, new_by_hits))
question(
    "Which move makes them part?",
    answer="The last relevant document, from rank 6 to rank 5. Now all four are found, "
    "so both are 193/240, about 0.80. Divided by m, AP@5 rises from 29/48, about 0.60. "
    "Divided by the hits it falls from 29/36, about 0.81: the new hit has a precision "
    "of 4/5, a little below the average so far, and finding more counts for nothing.",
)


# %% tags=["check"]
now = (1 + F(2, 3) + F(3, 4) + F(4, 5)) / 4
assert parted == [(6, now, now)] and now == F(193, 240)
assert (by_m[4], by_hits[4]) == (F(29, 48), F(29, 36)) and F(29, 48) < now < F(29, 36)
assert [round(float(ap), 2) for ap in (now, by_m[4], by_hits[4])] == [0.8, 0.6, 0.81]

# %% [markdown]
# ## "The area under the precision-recall curve"
#
# The note adds that AP is this area. Under which curve? Precision and recall are known at eight points, and there are several ways to join them.
# The second form is a sum of rectangles, each as wide as a rise in recall and as high as the precision there. That is the area under *steps*:

# %%
forms = ["steps", "trapezoids", "interpolated"]
areas = {form: rt.pr_auc(eight, form=form).exact for form in forms}
for form, area in areas.items():
    print(f"{form:12}  {area!s:>7} = {float(area):.4f}")


# %% tags=["check"]
assert areas["steps"] == rt.average_precision(eight).exact == F(37, 48)
assert areas["trapezoids"] == F(117, 160)  # straight lines from point to point
assert areas["interpolated"] == F(19, 24)  # the best precision here or further right

# %%
_ = rt.plots.precision_recall(eight, forms=forms)

# %% [markdown]
# So the sentence holds for one of three curves. [Which measure when?](04_ranked_evaluation_review.ipynb) works all of them out.
#
# ## RR: how soon does the first hit come?
#
# RR is 1 divided by the rank of the first hit. What if there is none? The note does not say; usually it is 0. In the table, $f_i$ is 1 at the first hit and 0 everywhere else.
# Again both lists at every cutoff, and the late one in full:

# %%
found, at_once = (rt.reciprocal_rank(each).at_every_k().exact for each in (late, eight))
print("late: ", in_a_row(found))
print("eight:", in_a_row(at_once))

rt.reciprocal_rank(late)


# %% tags=["check"]
assert rt.reciprocal_rank([0, 1]).exact == F(1, 2)
assert rt.reciprocal_rank([0, 0]).exact == 0
assert list(found) == [0, 0, F(1, 3), F(1, 3), F(1, 3)] and set(at_once) == {1}

# %% [markdown]
# It sees where the first hit stands, which accuracy does not; but it is just as blind to what comes after.
#
# ## Only for binary cases
#
# So the note says of P, R, AP and RR. Grades must first be turned into yes or no, and where the line is drawn changes the number. The five grades, relevant from grade 1, or from grade 3 only:

# %%
lines = rt.at_every_k(graded, ["P", "P(rel=3)", "AP", "AP(rel=3)"])
lines


# %% tags=["check"]
assert lines["AP"].exact[-1] == (1 + F(2, 2) + F(3, 3) + F(4, 5)) / 4 == F(19, 20)
assert lines["AP(rel=3)"].exact[-1] == (1 + F(2, 3)) / 2 == F(5, 6)

# %% [markdown]
# ## CG@k: how much is there to gain?
#
# The next three take grades as they are. CG just adds them up, and does not see their order: 2, 1 is worth as much as 1, 2.

# %%
rt.cumulative_gain(graded, k=3)


# %% tags=["check"]
assert rt.cumulative_gain([2, 1]).exact == rt.cumulative_gain([1, 2]).exact == 3
assert list(rt.cumulative_gain(graded).at_every_k().exact) == [3, 5, 8, 8, 9]
assert list(rt.cumulative_gain(eight).at_every_k().exact) == hits  # grades 0 and 1

# %% [markdown]
# ## DCG@k: and how soon?
#
# Divide what rank $i$ gives by $\log_2(i + 1)$, so that late ranks count less. And what it gives is not the grade but $2^{\mathrm{rel}_i} - 1$, with its minus sign put back.
# The power makes high grades stand out: grades 0, 1, 2, 3 give 0, 1, 3, 7.

# %%
dcg_at_3 = rt.dcg(graded, k=3, gain="exponential")
dcg_at_3


# %% tags=["check"]
assert [2**grade - 1 for grade in (0, 1, 2, 3)] == [0, 1, 3, 7]
assert close([float(dcg_at_3)], [7 / 1 + 3 / math.log2(3) + 7 / 2])

# %% [markdown]
# ### Without the minus sign
#
# A grade of 0 would give $2^0 = 1$. Then a miss earns something, and every further miss does too: a hundred of them would beat the five graded results.
# And divided by the best possible order, as in the next section, a list of misses would be perfect, because no order of them is better. The toolkit refuses such a gain.


# %%
def without_minus(grades):
    """DCG with 2^rel for a gain."""
    ranked = enumerate(grades, start=1)
    return sum(2**grade / math.log2(rank + 1) for rank, grade in ranked)


for length in (1, 2, 5, 100):
    misses = [0] * length
    print(f"misses: {length:3}   DCG 0, without the minus {without_minus(misses):.4f}")


# %% tags=["check"]
assert close([without_minus([0, 0])], [1 + 1 / math.log2(3)])
assert without_minus([0] * 100) > without_minus(graded.grades)
assert without_minus([0, 0, 0]) / without_minus(sorted([0, 0, 0])) == 1
assert rt.ndcg([0, 0, 0], gain="exponential").exact == 0

# %%
try:
    rt.dcg(graded, gain=lambda grade: 2**grade)
except ValueError as refusal:
    print(refusal)

# %% [markdown]
# ## NDCG@k: how close to the best possible?
#
# NDCG divides DCG by the ideal DCG: that of the same grades, highest first. In the table, the columns called *ideal* belong to that order, and $\mathrm{rel}^*_i$ are its grades.

# %%
ndcg_at_3 = rt.ndcg(graded, k=3, gain="exponential")
ndcg_at_3


# %% tags=["check"]
best_three = 7 / 1 + 7 / math.log2(3) + 3 / 2
assert close([float(ndcg_at_3)], [float(dcg_at_3) / best_three])

# %% [markdown]
# Every cutoff, with all parts. The last column has the grade itself for a gain, as other tools do: the same name for another number once more.

# %%
gained = [f'{name}(gain="exponential")' for name in ("DCG", "IDCG", "nDCG")]
gains = rt.at_every_k(graded, ["CG", *gained, "nDCG"])
dcg, idcg, ndcg = (gains[name].values for name in ("DCG", "IDCG", gained[-1]))
gains


# %% tags=["check"]
assert close(ndcg, dcg / idcg) and close(dcg[2:3], [float(dcg_at_3)])
assert round(float(ndcg[-1]), 4) == 0.9575
assert round(float(gains["nDCG"].values[-1]), 4) == 0.9724

# %% [markdown]
# With grades 0 and 1 there is no such choice, since $2^0 - 1 = 0$ and $2^1 - 1 = 1$. The eight documents:

# %%
rt.at_every_k(eight, ["CG", *gained])


# %% tags=["check"]
for name in ("DCG", "IDCG", "nDCG"):
    linear, exponential = (f'{name}(gain="{gain}")' for gain in ("linear", "exponential"))
    columns = [rt.measure(each)(eight).at_every_k() for each in (linear, exponential)]
    assert close(*(column.values for column in columns))

# %% [markdown]
# The note divides because results vary in length. But length as such has no effect: misses at the end add nothing to DCG. What varies is how much there is to find. The best answer to a query
# with one relevant document has DCG 1, that to a query with four has 2.56; NDCG is 1 for either.

# %% tags=["check"]
assert rt.dcg([3, 2, 3, 0, 1, 0, 0, 0]).value == rt.dcg(graded).value
assert [round(float(rt.dcg(best)), 2) for best in ([1], [1, 1, 1, 1])] == [1, 2.56]
assert [float(rt.ndcg(best)) for best in ([1], [1, 1, 1, 1])] == [1, 1]

# %% [markdown]
# ## Over Q queries
#
# All of it was for one query. "We need to average": take the mean over the queries, for each metric. Three queries, the third without a hit:

# %%
queries = {"q1": eight, "q2": late, "q3": rt.Ranking([0, 0, 0, 0], missed=[1])}
mean_ap = rt.mean("AP", queries, k=5)
mean_ap


# %% tags=["check"]
of_late = (F(1, 3) + F(2, 5)) / 3
assert mean_ap.exact == (F(29, 48) + of_late + 0) / 3 == F(611, 2160)

# %% [markdown]
# Take the third query out with ×, and look at MAP. Then put it back, unfold *Conventions*, and choose the geometric mean, in which a query that fails weighs most.

# %%
rt.explore_queries(queries, measures=["MAP@5", "MRR@5", "mean nDCG@5"])

# %% [markdown]
# This one is called MAP, as the mean of RR is called MRR. The query without a hit counts as 0; to leave it out would flatter the system. Every metric so far, at $k = 5$:


# %%
def short(trace):
    return f"{trace.value:.4f}" if trace.exact is None else str(trace.exact)


binary = ["Accuracy", "P", "R", "AP", 'AP(form="recall_steps")', "RR", "CG"]
means = {name: rt.mean(f"{name}@5", queries) for name in [*binary, *gained]}
for name, mean in means.items():
    values = [mean[query] for query in queries]
    print(f"{name:24} {in_a_row(map(short, values))}   mean {short(mean)}")


# %% tags=["check"]
assert means["Accuracy"].exact == F(1 + 1 + 0, 3)
assert means["P"].exact == (F(3, 5) + F(2, 5) + 0) / 3  # by 5, though q3 has only four
assert means["R"].exact == (F(3, 4) + F(2, 3) + 0) / 3
assert means["RR"].exact == (1 + F(1, 3) + 0) / 3

# %% [markdown]
# ## Kendall tau distance: do two lists agree?
#
# Now nothing is relevant or not. There are two lists of the same items, by two systems say, and the question is how far their orders differ.
# Take every pair of items and ask both lists which of the two is ahead. $K_d$ is the number of pairs on which they disagree; divided by the number of all pairs, $n(n-1)/2$, it is normalised.
#
# The smallest example has two items, so one pair: the lists agree on it, 0, or they do not, 1. Here are four, with the first two exchanged and the last two as well. The rows of the trace are not ranks but pairs $i, j$ of items. $x_i$ is the rank of item $i$ in the first list, and $y_i$ in the second.
# $s_{ij}$ is 1 if $i$ is ahead of $j$ in the first list and $-1$ if $j$ is ahead; $t_{ij}$ is the same for the second. $o_{ij}$ is 1 for an opposite pair.
# The column *ordered by one* is of no use yet; its turn comes below.

# %%
one, two = list("abcd"), list("badc")
distance = rt.kendall_distance(one, two)
distance


# %% tags=["check"]
assert rt.kendall_distance(["a", "b"], ["a", "b"]).exact == 0
assert rt.kendall_distance(["a", "b"], ["b", "a"]).exact == 1
assert list(distance.columns["opposite"].exact) == [1, 0, 0, 0, 0, 1]  # a b, and c d
assert distance.exact == F(2, 6)

# %% [markdown]
# Draw a line from each item's place in one list to its place in the other. Where two lines cross, the pair is opposite: two rings.

# %%
_ = rt.plots.agreement(one, two)

# %% [markdown]
# ### 0, 1, and the last minus sign
#
# The distance of equal lists is 0, and that of a list and its reverse 1. This takes the right number of pairs: each of $n$ items pairs up with $n - 1$ others, which counts each pair twice.
# On the page, $n(n1)$ reads as $n \cdot n$. For four items, half of that is 8, but there are only 6 pairs: no two lists could reach 1.

# %% tags=["check"]
assert rt.kendall_distance(one, one).exact == 0
assert rt.kendall_distance(one, one[::-1]).exact == 1
assert len(list(combinations(one, 2))) == 4 * (4 - 1) / 2 == 6
assert 4 * 4 / 2 == 8 > 6

# %% [markdown]
# ### Kendall's tau: the same count, from −1 to 1
#
# Kendall's $\tau$ takes the pairs in the same order, less those in opposite order, and divides by all pairs: 1 for equal lists, $-1$ for the reverse. It is the distance on another scale, $\tau = 1 - 2K$.
# (This form is called tau-a. With ties there are others; without ties they are all equal.)

# %%
orders = list(permutations(one))
print(f"{len(orders)} orders of four items: tau is 1 - 2 K for each")


# %% tags=["check"]
for order in orders:
    k, tau = rt.kendall_distance(one, order), rt.kendall_tau(one, order, variant="a")
    assert tau.exact == 1 - 2 * k.exact == rt.kendall_tau(one, order, variant="b").exact

assert rt.kendall_tau(one, two).exact == F(4 - 2, 6) == 1 - 2 * F(1, 3)

# %% [markdown]
# ### Try it
#
# **Task:** reorder the second list until $\tau$ is 0. An exchange of two neighbours turns one pair round. How many of the 24 orders have $\tau = 0$?

# %%
rt.explore_agreement(one, two, measures=['Tau(variant="a")', "KendallDistance"])

# %% jupyter={"source_hidden": true}
half = [order for order in orders if rt.kendall_tau(one, order).exact == 0]
question(
    "Which exchange makes τ 0? How many orders have it?",
    answer="From b a d c, exchange the middle two: b d a c. Three of the six pairs are "
    "now in opposite order, so K is 1/2 and τ is 0. Six of the 24 orders are like that.",
)


# %% tags=["check"]
assert len(orders) == 24 and len(half) == 6 and tuple("bdac") in half
assert {rt.kendall_distance(one, order).exact for order in half} == {F(3, 6)}

# %% [markdown]
# What it does not see: where lists differ. An exchange at the top, where people look, costs as much as one at the bottom.

# %% tags=["check"]
at_the_top, at_the_bottom = list("bacd"), list("abdc")
assert rt.kendall_distance(one, at_the_top).exact == F(1, 6)
assert rt.kendall_distance(one, at_the_bottom).exact == F(1, 6)

# %% [markdown]
# ## Kendall distance at k: the open question
#
# "At K" means: of either list take the first $k$ items, and count pairs of those. But the two tops need not hold the same items. Which of two items is ahead in a list that holds only one of them,
# or neither? And what is $n$? The note does not say.
#
# Fagin, Kumar and Sivakumar (2003) do. They look at all pairs of items that are in at least one of the lists, and tell four cases apart. Here is each with its smallest example.
#
# **Case 1: both items are in both lists.** All is known: 0 for the same order, 1 for the opposite one, as above.
#
# **Case 2: both are in one list, only one is in the other.** The absent one must be further down there, below the cut. So the other list has an order too: the present one is ahead.
# If the list with both has it ahead as well, the pair costs 0; if not, 1.

# %% tags=["check"]
assert rt.kendall_distance(["a", "b"], ["a"]).exact == 0  # b is absent, and was behind
assert rt.kendall_distance(["a", "b"], ["b"]).exact == 1  # a is absent, and was ahead

# %% [markdown]
# **Case 3: each is in a different list.** Each list has its own item ahead, and the other one somewhere below. They disagree: always 1.

# %% tags=["check"]
assert rt.kendall_distance(["a"], ["b"]).exact == 1

# %% [markdown]
# **Case 4: both are in the same list, neither is in the other.** One list tells their order; in the other, both are below the cut, and nobody knows. So this takes a convention, a penalty $p$.
# With $p = 0$ we are optimistic: the lists will agree. With $p = 1$ we assume that they do not. $p = 1/2$ is neutral, and the toolkit's default. (The smallest example has an empty list: a system that found nothing.)

# %% tags=["check"]
for p in (0, F(1, 2), 1):
    assert rt.kendall_distance(["a", "b"], [], p=p).exact == p

# %% [markdown]
# ### All four at once
#
# Lists of four can show all the cases; lists of three cannot, for case 1 takes two items that are in both, and case 4 two that are in only one.

# %%
top_one, top_two = list("abcd"), list("dbef")
top = rt.kendall_distance(top_one, top_two)
top

# %% [markdown]
# The rows with a 1 under *ordered by one*, $u_{ij}$, are case 4; there the penalty is $p$. To check every row, here are the four cases in plain Python:


# %%
def case_of(i, j, first, second):
    """Which of the four cases a pair is: only membership counts."""
    in_first, in_second = {i, j} & set(first), {i, j} & set(second)
    if len(in_first) + len(in_second) > 2:
        return 1 if in_first == in_second else 2
    return 3 if in_first and in_second else 4


def by_cases(i, j, first, second, p):
    """What a pair costs, case by case."""
    case = case_of(i, j, first, second)
    if case > 2:
        return 1 if case == 3 else p
    if case == 1:
        in_order = [each.index(i) < each.index(j) for each in (first, second)]
        return int(in_order[0] != in_order[1])
    whole, part = (first, second) if {i, j} <= set(first) else (second, first)
    absent, present = (i, j) if j in part else (j, i)
    return int(whole.index(absent) < whole.index(present))


# %%
pairs = list(combinations("abcdef", 2))
penalty = dict(zip(pairs, top.columns["penalty"].exact, strict=True))
for case in (1, 2, 3, 4):
    found = [pair for pair in pairs if case_of(*pair, top_one, top_two) == case]
    costs = [by_cases(*pair, top_one, top_two, F(1, 2)) for pair in found]
    row = zip(found, costs, strict=True)
    print(f"case {case}: " + "   ".join(f"{i}{j} {cost}" for (i, j), cost in row))


# %% tags=["check"]
for other in permutations("abcdef", 3):
    three = combinations(sorted({*"abc", *other}), 2)
    assert {case_of(*pair, "abc", other) for pair in three} < {1, 2, 3, 4}

# %% [markdown]
# So eight pairs cost 1, and the two of case 4 cost $p$ each:

# %%
for p in (0, F(1, 2), 1):
    value = rt.kendall_distance(top_one, top_two, p=p).exact
    print(f"p = {p!s:3}  K = {8 + 2 * p}/15 = {value}")


# %% tags=["check"]
assert sorted(penalty.values()) == [0] * 5 + [F(1, 2)] * 2 + [1] * 8

# %% [markdown]
# ### One rule instead of four cases
#
# The toolkit knows of no cases. Look at the trace's last table, the items and their ranks: $e$ and $f$ have rank 5 in the first list, right below its four items, and so have $a$ and $c$ in the second.
# **An absent item stands below all that are there, level with the other absent ones.** That is the whole rule. Case 1: nobody is absent. Case 2: the absent item is below the present one.
# Case 3: each list has the other's item below. Case 4: both are level, so there is no order. In the picture, lines that meet at the bottom without crossing are case 4.

# %% tags=["check"]
ranks = [list(top.columns[name].exact) for name in ("first", "second")]
assert ranks == [[1, 2, 3, 4, 5, 5], [5, 2, 5, 1, 3, 4]]  # of a, b, c, d, e, f

_ = rt.plots.agreement(top_one, top_two)

# %% [markdown]
# Does the rule give the four cases always? Here is the list $a\,b\,c$ against every list of three out of six items:

# %%
checked = 0
print(f"{checked} distances, all equal")


# %% tags=["check"]
for other in permutations("abcdef", 3):
    pairs = list(combinations(sorted({*"abc", *other}), 2))
    for p in (0, F(1, 2), 1):
        total = sum(by_cases(*pair, "abc", other, p) for pair in pairs)
        assert rt.kendall_distance(list("abc"), other, p=p).exact == F(total) / len(pairs)
        checked += 1

assert checked == 6 * 5 * 4 * 3

# %% [markdown]
# ### Why 1/2 is neutral
#
# A top list is the visible part of a longer one. Suppose both went on until they hold all six items: the first goes on with $e$ and $f$, the second with $a$ and $c$, in whatever order.
# Then there are four possible pairs of complete lists. Their smallest distance is the one with $p = 0$, the largest that with $p = 1$, and the mean that with $p = 1/2$. Only case 4 was ever in doubt.

# %%
complete = []
for rest_one in permutations("ef"):
    for rest_two in permutations("ac"):
        lists = [*top_one, *rest_one], [*top_two, *rest_two]
        complete.append(rt.kendall_distance(*lists).exact)

print(in_a_row(sorted(complete)))


# %% tags=["check"]
assert min(complete) == rt.kendall_distance(top_one, top_two, p=0).exact == F(8, 15)
assert max(complete) == rt.kendall_distance(top_one, top_two, p=1).exact == F(10, 15)
assert sum(complete) / 4 == top.exact == F(9, 15)

# %% [markdown]
# ### What is n?
#
# The number of items in *either* list, their union: 6 above, not 4. To see why, take two lists of two that share nothing. There are four items and six pairs, four of case 3 and two of case 4.
# Divided by the single pair that $n = k = 2$ would give, the distance is far above 1. Divided by the pairs of items that are in *both* lists, it is 0/0. With the union it is never above 1.

# %%
for p in (0, F(1, 2), 1):
    trace = rt.kendall_distance(["a", "b"], ["c", "d"], p=p)
    cost = sum(trace.columns["penalty"].exact)
    print(f"p = {p!s:3}  n = 2: {cost}/1   n = 4: {cost}/6 = {trace.exact}")

# %% [markdown]
# ### At every cutoff
#
# Two complete lists that differ in the first two places only; at each $k$ both are cut, and then compared. And the two lists of the four cases:

# %%
five, exchanged = list("abcde"), list("bacde")
every_k = rt.kendall_distance(five, exchanged).at_every_k()

print("abcde bacde:", in_a_row(every_k.exact))
print("abcd  dbef: ", in_a_row(top.at_every_k().exact))


# %% tags=["check"]
assert list(every_k.exact) == [1, 1, F(1, 3), F(1, 6), F(1, 10)]
assert list(top.at_every_k().exact) == [1, 1, F(7, 10), F(9, 15)]

# %% [markdown]
# In the first row, at $k = 1$ the lists hold different items: one pair, of case 3. From $k = 2$ on they hold the same ones, and one pair is opposite, out of 1, 3, 6, 10.
# So two lists can disagree completely or hardly at all, depending on $k$. Over queries, each with two lists, take the mean:

# %%
mean_distance = rt.mean("KendallDistance@3", [(five, exchanged), (top_one, top_two)])
mean_distance


# %% tags=["check"]
assert mean_distance.exact == (F(1, 3) + F(7, 10)) / 2 == F(31, 60)

# %% [markdown]
# ## Spearman's rho: how far apart are the places?
#
# The note's last formula is $\rho = \dfrac{\mathrm{cov}(R(X),\,R(Y))}{\delta_{R(X)}\,\delta_{R(Y)}}$. Each item has two numbers $X$ and $Y$, two scores for instance, and $R$ turns them into ranks.
# $\delta$ is the standard deviation, mostly written $\sigma$; cov, the covariance, is the mean of the products of two distances from the means. $\rho$ is 1 for the same order and $-1$ for the reverse.
#
# The rows are items now. $r_i$ is the rank of item $i$ in the first list and $q_i$ in the second; $dx_i$ and $dy_i$ are their distances from the mean rank ($\bar r$ and $\bar q$), here 5/2 in both lists.

# %%
rho = rt.spearman(one, two)
rho


# %% tags=["check"]
assert rt.spearman(["a", "b"], ["a", "b"]).exact == 1
assert rt.spearman(["a", "b"], ["b", "a"]).exact == -1

# %% [markdown]
# Where are the means of cov and $\delta$? There is a $1/n$ above the line and twice $\sqrt{1/n}$ below: they cancel. So it does not matter either whether one divides by $n$ or, as for samples, by $n - 1$.

# %% tags=["check"]
dx, dy = ([rank - F(5, 2) for rank in ranks] for ranks in ([1, 2, 3, 4], [2, 1, 4, 3]))
products = sum(x * y for x, y in zip(dx, dy, strict=True))
assert products == 3 and sum(x * x for x in dx) == sum(y * y for y in dy) == 5
assert rho.exact == products / 5 == F(3, 5)  # the root of 5 times 5 is 5

for divisor in (4, 3):
    cov, deviation = products / divisor, math.sqrt(5 / divisor)
    assert math.isclose(cov / (deviation * deviation), 3 / 5)

# %% [markdown]
# ### The shortcut
#
# Without ties there is another formula, quicker on paper: $\rho = 1 - \dfrac{6 \sum d_i^2}{n(n^2 - 1)}$, where $d_i$ is the difference of an item's two ranks. For all 120 orders of five items it gives the same.

# %%
shortcut = rt.spearman(one, two, form="differences")
shortcut


# %% tags=["check"]
all_of_five = list(permutations(five))
for order in all_of_five:
    by_differences = rt.spearman(five, order, form="differences")
    assert by_differences.exact == rt.spearman(five, order).exact

assert len(all_of_five) == 120
assert shortcut.exact == 1 - 6 * F(1 + 1 + 1 + 1, 4 * (4**2 - 1)) == F(3, 5)

# %% [markdown]
# ### Not tau
#
# Differences are squared, so one long way weighs more than several short ones; for Kendall each item that is passed counts the same. Let the last of four items jump to the top: it passes three, so
# three of six pairs are opposite and $\tau = 0$, but $\rho = -1/5$. Of the six orders with $\tau = 0$, some have a $\rho$ above 0, some below.

# %%
jump = list("dabc")

rhos = [rt.spearman(one, order).exact for order in half]
print(in_a_row(sorted(rhos)))


# %% tags=["check"]
assert rt.kendall_tau(one, jump).exact == F(3 - 3, 6) == 0
assert rt.spearman(one, jump).exact == 1 - 6 * F(9 + 1 + 1 + 1, 60) == -F(1, 5)
assert sorted(set(rhos)) == [-F(1, 5), 0, F(1, 5)]

# %% [markdown]
# ### With ties
#
# Two judges place five items. The second cannot decide between two of them and says 1, 2, 2, 3, 4. Tied items share the mean of the ranks that they fill: ranks 2 and 3, so 5/2 each.

# %%
judge_one, judge_two = [1, 2, 3, 4, 5], [1, 2, 2, 3, 4]
tied = rt.spearman(judge_one, judge_two)
tied


# %% tags=["check"]
assert list(tied.columns["rank in second"].exact) == [1, F(5, 2), F(5, 2), 4, 5]

# %% [markdown]
# The second judge's ranks spread a little less, 19/2 instead of 10 for the sum of squares. The shortcut takes both for 10, and is a little off:

# %%
short_tied = rt.spearman(judge_one, judge_two, form="differences")

print(f"correlation of the ranks: {float(tied):.5f}")
print(f"shortcut:                 {float(short_tied):.5f}")


# %% tags=["check"]
assert close([float(tied)], [(4 + F(1, 2) + 0 + 1 + 4) / math.sqrt(10 * F(19, 2))])
assert short_tied.exact == 1 - 6 * (F(1, 4) + F(1, 4)) / (5 * (5**2 - 1)) == F("0.975")
assert round(float(tied), 5) == 0.97468

# %% [markdown]
# ### Pearson on ranks
#
# The formula is that of Pearson's correlation $r$; Spearman applied it to ranks. So $\rho$ sees the order only, while $r$ on the numbers themselves asks whether they lie on a straight line.
# 1, 2, 3 and their squares 1, 4, 9 are in the same order, but not on a line:

# %%
r = rt.pearson([1, 2, 3], [1, 4, 9])
print(f"rho = 1, r = {float(r):.4f}")


# %% tags=["check"]
mean_ranks = [1, 2.5, 2.5, 4, 5]
assert math.isclose(float(rt.pearson(judge_one, mean_ranks)), float(tied))
assert close([float(r)], [8 / math.sqrt(2 * F(98, 3))])
assert rt.spearman([1, 2, 3], [1, 4, 9]).exact == 1

# %% [markdown]
# $\rho$ has no cutoff, and both lists must hold the same items; for top lists there is the distance above. Over queries it is averaged like the rest:

# %%
mean_rho = rt.mean("Rho", [(one, two), (one, jump)])
print("mean rho:", mean_rho.exact)

try:
    rt.spearman(["a", "b", "c"], ["a", "c", "d"])
except ValueError as refusal:
    print(refusal)


# %% tags=["check"]
assert mean_rho.exact == (F(3, 5) - F(1, 5)) / 2 == F(1, 5)

# %% [markdown]
# ## Check yourself
#
# Work it out on paper, then open the answer.

# %% jupyter={"source_hidden": true}
question(
    "Of four documents the second and third are relevant; two more were missed. "
    "What is AP@3, by the note and by the introduction?",
    answer="The note divides by m = 4: (1/2 + 2/3)/4 = 7/24. The introduction divides "
    "by the two hits: 7/12. What was missed does not trouble it.",
)


# %% tags=["check"]
missing = rt.Ranking([0, 1, 1, 0], missed=[1, 1])
note = rt.average_precision(missing, k=3).exact
introduction = rt.average_precision(missing, k=3, denominator="hits").exact
assert note == (F(1, 2) + F(2, 3)) / 4 == F(7, 24)
assert introduction == (F(1, 2) + F(2, 3)) / 2 == F(7, 12)

# %% jupyter={"source_hidden": true}
question(
    "The five grades in their worst order, 0 1 2 3 3. Is the note's NDCG close to 0?",
    answer="No, it is about 0.59 (with the grade itself for a gain, 0.65). The gains are "
    "discounted, not lost: no order takes them away.",
)


# %% tags=["check"]
worst = rt.ndcg([0, 1, 2, 3, 3], gain="exponential")
assert round(float(worst), 2) == 0.59
assert round(float(rt.ndcg([0, 1, 2, 3, 3])), 2) == 0.65

# %% jupyter={"source_hidden": true}
question(
    "Which values can Kendall's distance have at k = 1?",
    answer="0 and 1. With the same first item there is no pair, and 0/0 counts as 0. "
    "With different ones there is one pair, of case 3, and it costs 1.",
)


# %% tags=["check"]
at_one = rt.kendall_distance(five, five, k=1)
assert at_one.exact == 0 and len(at_one.columns["penalty"]) == 0
assert rt.kendall_distance(five, exchanged, k=1).exact == 1

# %% jupyter={"source_hidden": true}
tops = rt.kendall_distance(list("abc"), list("acd"))
question("The top lists a b c and a c d: what is their distance?", answer=tops)


# %% tags=["check"]
assert tops.exact == F(1 + 1, 6) == F(1, 3)
cases = [case_of(*pair, "abc", "acd") for pair in combinations("abcd", 2)]
assert cases == [2, 1, 2, 2, 3, 2]  # no case 4, so p does not matter
assert rt.kendall_distance(list("abc"), list("acd"), p=0).exact == tops.exact

# %% [markdown]
# ## By hand and by library
#
# Every formula of the note once more in plain Python, with its minus signs. The numbers agree.


# %%
checked = 0

print(f"three lists at every cutoff: {checked} numbers, all equal")


# %% tags=["check"]
def dcg_by_hand(grades):
    """The sum of (2^rel - 1) / log2(i + 1)."""
    ranked = enumerate(grades, start=1)
    return sum((2**grade - 1) / math.log2(rank + 1) for rank, grade in ranked)


for ranking in (eight, graded, late):
    relevant = [int(grade >= 1) for grade in ranking.grades]
    m = int(ranking.relevant_total)
    ideal = sorted([*ranking.grades, *ranking.missed], reverse=True)
    for k in range(1, len(relevant) + 1):
        precision = [F(sum(relevant[:i]), i) for i in range(1, k + 1)]
        recall = [F(sum(relevant[:i]), m) for i in range(k + 1)]
        rise = [after - before for before, after in pairwise(recall)]
        at_hits = [precision[i] for i in range(k) if relevant[i]]
        exact = [
            int(sum(relevant[:k]) > 0),
            precision[-1],
            recall[-1],
            sum(at_hits) / F(m),
            sum(p * step for p, step in zip(precision, rise, strict=True)),
            F(1, relevant.index(1) + 1) if 1 in relevant[:k] else 0,
            sum(ranking.grades[:k]),
        ]
        assert exact == [rt.measure(f"{name}@{k}")(ranking).exact for name in binary]

        dcg, idcg = dcg_by_hand(ranking.grades[:k]), dcg_by_hand(ideal[:k])
        library = [rt.measure(f"{name}@{k}")(ranking).value for name in gained]
        assert close(library, [dcg, idcg, dcg / idcg])
        checked += len(exact) + len(library)

# %%
print("Kendall's distance and Spearman's rho of 120 orders: all equal")


# %% tags=["check"]
for order in all_of_five:
    k_d = sum(order.index(i) > order.index(j) for i, j in combinations(five, 2))
    d = [order.index(item) - five.index(item) for item in five]
    assert rt.kendall_distance(five, order).exact == F(2 * k_d, 5 * (5 - 1))
    squares = sum(x * x for x in d)
    assert rt.spearman(five, order).exact == 1 - F(6 * squares, 5 * (25 - 1))

# %% [markdown]
# **Next:** [same name, different number](../reference/conventions.ipynb), for more of what this notebook met with AP@k and NDCG.
# **Back to:** [eight documents](02_ranking_metrics_introduction.ipynb), [which measure when?](04_ranked_evaluation_review.ipynb) or [the start](../00_start_here.ipynb).
