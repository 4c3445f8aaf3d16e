# %% [markdown]
# # Eight documents, eight cutoffs
#
# The article *Evaluation Metrics for Ranking problems: Introduction and Examples* follows one ranking of eight documents through seven
# metrics, each at every cutoff from 1 to 8. Here are all of its tables, recalculated, with the steps laid open.
# Where a printed number is not quite right, a note says what the exact one is.
#

# %%
import math
from fractions import Fraction as F

from IPython.display import Math, display

import rankteach as rt
from rankteach.classroom import compare, question

# %% [markdown]
# ## From scores to a ranking
#
# A model has given each document a score: how relevant it believes the document to be. A person has judged which ones really are.
# Sorted by score, best first, this is the ranking:

# %%
documents = ["00", "01", "02", "03", "04", "05", "06", "07"]
scores = [0.63, 0.24, 0.36, 0.85, 0.47, 0.71, 0.90, 0.16]
judged = [1, 0, 1, 0, 0, 1, 1, 0]

eight = rt.Ranking.from_scores(judged, scores, items=documents)
rows = zip(eight.items, eight.scores, eight.grades, strict=True)
for rank, (item, score, grade) in enumerate(rows, start=1):
    print(rank, item, f"{score:.2f}", "relevant" if grade else "")

# %% tags=["check"]
from itertools import pairwise, product

from rankteach import examples

assert eight == examples.eight_documents
assert eight.grades == [1, 0, 1, 1, 0, 1, 0, 0]
assert eight.relevant_total == 4

# %% [markdown]
# The scores have done their work: from here on only the order counts.
#
# ### Play first
#
# Click a mark, move a document, change $k$. Then reset the list, guess at the question below, and try it out.

# %%
rt.explore(eight, measures=["P@5", "R@5", "F1@5", "AP", "DCG@5", "nDCG@5"])

# %% jupyter={"source_hidden": true}
question(
    "Document 05 moves up from rank 3 to rank 2. Which of the six measures notice?",
    answer="AP, DCG@5 and nDCG@5 rise. The others stay: they only count the first five.",
)


# %% tags=["check"]
moved = eight.moved(3, to=2)
for name in ("P@5", "R@5", "F1@5"):
    assert rt.measure(name)(moved).value == rt.measure(name)(eight).value
for name in ("AP", "DCG@5", "nDCG@5"):
    assert rt.measure(name)(moved).value > rt.measure(name)(eight).value

# %% [markdown]
# ## Precision at every cutoff
#
# Of the first $k$ documents, how many are relevant? True positives are the relevant ones among them, false positives the others.
#
# The letters, here and below: $i$ is a rank; $k$ the cutoff; $n$ the length of the list, where there is no cutoff; $\mathrm{rel}_i$ is 1 if
# the document at rank $i$ is relevant, else 0; $h_i$ the hits so far, from rank 1 to rank $i$; $m$ all relevant documents, retrieved or not.

# %%
rt.precision(eight)

# %% tags=["check"]
assert len(eight) == 8  # n
assert eight.relevant_total == 4  # m
assert list(rt.precision(eight).columns["hits"].exact) == [1, 1, 2, 3, 3, 4, 4, 4]  # h

# %%
precision = rt.precision(eight).at_every_k()

p_printed = compare(
    "P@k",
    ["1.0", "0.50", "0.66", "0.75", "0.60", "0.66", "0.57", "0.50"],
    precision,
    how="2/3 is 0.666…: rounded to two digits it is 0.67. "
    "The article drops the digits instead, here and in some later tables.",
)
p_printed


# %% tags=["check"]
assert list(precision.exact[:4]) == [F(1, 1), F(1, 2), F(2, 3), F(3, 4)]
assert list(precision.exact[4:]) == [F(3, 5), F(4, 6), F(4, 7), F(4, 8)]
assert p_printed.verdicts.count("cut off") == 2 and "off" not in p_printed.verdicts

# %% [markdown]
# The three cutoffs that the article works out, as true positives / (true positives + false positives):

# %% tags=["check"]
assert rt.precision(eight, k=1).exact == F(1, 1 + 0) == 1
assert rt.precision(eight, k=4).exact == F(3, 3 + 1) == F(3, 4)
assert rt.precision(eight, k=8).exact == F(4, 4 + 4) == F(1, 2)

# %% [markdown]
# ## Recall at every cutoff
#
# Of the four relevant documents, how many are among the first $k$? The ones further down are the false negatives.

# %%
rt.recall(eight)

# %%
recall = rt.recall(eight).at_every_k()

compare("R@k", ["0.25", "0.25", "0.50", "0.75", "0.75", "1.0", "1.0", "1.0"], recall)


# %% tags=["check"]
assert list(recall.exact) == [F(hits, 4) for hits in (1, 1, 2, 3, 3, 4, 4, 4)]

# %% [markdown]
# The worked cutoffs, as true positives / (true positives + false negatives):

# %% tags=["check"]
assert rt.recall(eight, k=1).exact == F(1, 1 + 3) == F(1, 4)
assert rt.recall(eight, k=4).exact == F(3, 3 + 1) == F(3, 4)
assert rt.recall(eight, k=8).exact == F(4, 4 + 0) == 1

# %% [markdown]
# ## F1, two ways
#
# F1 is the harmonic mean of precision and recall. The same number can be had straight from the counts:
# $\mathrm{TP}$ hits, $\mathrm{FP}$ false alarms, $\mathrm{FN}$ missed documents.

# %%
from_counts = rt.f_score(eight, form="counts")
from_counts

# %%
f1 = rt.f_score(eight).at_every_k()


# %% tags=["check"]
assert list(f1.exact) == list(from_counts.at_every_k().exact)
assert list(f1.exact[:4]) == [F(2, 5), F(1, 3), F(4, 7), F(3, 4)]
assert list(f1.exact[4:]) == [F(2, 3), F(4, 5), F(8, 11), F(2, 3)]

# %% [markdown]
# The article works out three cutoffs in both ways. On the left from counts, on the right from precision and recall:

# %%
for k in (1, 4, 8):
    left, right = rt.f_score(eight, k=k, form="counts"), rt.f_score(eight, k=k)
    display(Math(left.substitution + r"\qquad\qquad " + right.substitution))

# %%
worked = [f1.exact[k - 1] for k in (1, 4, 8)]
compare("F1@k, worked", ["0.4", "0.75", "0.666"], worked, rows=[1, 4, 8])


# %% tags=["check"]
assert F(2 * 1, 2 * 1 + 3 + 0) == 2 * (1 * F(1, 4)) / (1 + F(1, 4)) == F(2, 5)
assert F(2 * 3, 2 * 3 + 1 + 1) == 2 * (F(3, 4) * F(3, 4)) / (F(3, 4) + F(3, 4)) == F(3, 4)
assert F(2 * 4, 2 * 4 + 0 + 4) == 2 * (F(1, 2) * 1) / (F(1, 2) + 1) == F(2, 3)

# the intermediate results that the article prints
assert F(1, 4) / (1 + F(1, 4)) == F("0.2")
assert F(3, 4) * F(3, 4) == F("0.5625") and F(3, 4) + F(3, 4) == F("1.5")
assert F(1, 2) * 1 == F("0.5") and F(1, 2) + 1 == F("1.5")

# %% [markdown]
# And the whole table. One row of it cannot be right:

# %%
f1_printed = compare(
    "F1@k",
    ["0.40", "0.33", "0.62", "0.75", "0.66", "0.80", "0.73", "0.66"],
    f1,
    how="At k = 3 the exact value is 4/7. No rounding of P = 2/3 and R = 1/2 gives 0.62; "
    "what went wrong is unknown. At k = 5 and 8 the digits of 2/3 are cut off.",
)
f1_printed


# %% tags=["check"]
verdicts = dict(enumerate(f1_printed.verdicts, start=1))
assert [k for k in verdicts if verdicts[k] == "off"] == [3]
assert [k for k in verdicts if verdicts[k] == "cut off"] == [5, 8]

# %% [markdown]
# Let us try to find the 0.62. First with shortened precision:


# %%
def cut(number, digits):
    """Drop all digits after the first few."""
    return F(math.floor(F(number) * 10**digits), 10**digits)


def rounded(number, digits):
    """Round half up, as in school."""
    return cut(number + F(1, 2 * 10**digits), digits)


attempts = []
for digits in range(1, 5):
    for shorten in (rounded, cut):
        p, r = shorten(F(2, 3), digits), F(1, 2)
        attempts.append(2 * p * r / (p + r))
        print(f"P = {float(p):<6}  F1 = {float(attempts[-1]):.4f}")


# %% tags=["check"]
assert max(attempts) < F("0.59")

# %% [markdown]
# Nothing comes near. The plain average of precision and recall, a common confusion, gives 0.58. One thing does give 0.62:
# the printed precision 0.66 with $\beta = 1/2$ instead of 1. That may well be chance: all other rows fit $\beta = 1$.

# %% tags=["check"]
assert rounded((F(2, 3) + F(1, 2)) / 2, 2) == F("0.58")

p, r, beta = F("0.66"), F("0.50"), F(1, 2)
assert rounded((1 + beta**2) * p * r / (beta**2 * p + r), 2) == F("0.62")

# %% [markdown]
# ## Average precision
#
# ### The algorithm
#
# Walk down the list with a count and a sum. At a relevant document, the count goes up by one, and count / rank is added to the sum.
# At the end, divide the sum by the number of all relevant documents: 4, and here all of them are in the list.

# %%
count, running_sum = 0, F(0)
for rank, relevant in enumerate(eight.grades, start=1):
    if relevant:
        count += 1
        running_sum += F(count, rank)
        print(f"rank {rank}: + {count}/{rank}  running sum {running_sum}")
    else:
        print(f"rank {rank}: no change")

m = int(eight.relevant_total)
print(f"AP = {running_sum} / {m} = {running_sum / m}")


# %% tags=["check"]
assert m == count == 4  # nothing was missed

# %% [markdown]
# The toolkit's trace has the same running sum in its last column:

# %%
ap = rt.average_precision(eight)
ap


# %% tags=["check"]
assert ap.exact == running_sum / m == (1 + F(2, 3) + F(3, 4) + F(4, 6)) / 4 == F(37, 48)

# %% [markdown]
# ### A sum that drifts
#
# The article writes decimals and drops digits on the way. The small losses add up.

# %%
sums = dict(zip(range(1, 9), ap.columns["running sum"].exact, strict=True))
sums_printed = compare(
    "running sum at rank",
    ["1", "1.666", "2.416", "3.076"],
    [sums[rank] for rank in (1, 3, 4, 6)],
    rows=[1, 3, 4, 6],
    how="1 + 0.666 = 1.666, then 1.666 + 0.75 = 2.416, then 2.416 + 0.66 = 3.076: "
    "2/3 is cut to 0.666 the first time and to 0.66 the second. The exact sum is 37/12.",
)
sums_printed


# %% tags=["check"]
assert sums_printed.verdicts == ["the same", "cut off", "cut off", "off"]
assert F("1") + F("0.666") == F("1.666")
assert F("1.666") + F("0.75") == F("2.416")
assert F("2.416") + F("0.66") == F("3.076")
assert [sums[rank] for rank in (1, 3, 4, 6)] == [1, F(5, 3), F(29, 12), F(37, 12)]

# %% [markdown]
# Divided by 4 and rounded, the drift does not show: both sums give 0.77. With one more digit it would.

# %%
compare("AP", "0.77", ap)


# %% tags=["check"]
assert rounded(F("3.076") / 4, 2) == rounded(F(37, 12) / 4, 2) == F("0.77")
assert rounded(F("3.076") / 4, 3) == F("0.769")
assert rounded(F(37, 12) / 4, 3) == F("0.771")

# %% [markdown]
# ### The formula
#
# The article's formula looks different: at each cutoff, take the *rise* in recall since the cutoff before, times precision, and add up.
# Recall rises only at a relevant document, and each time by 1/4. So it is the same sum, divided by 4 term by term.

# %%
by_steps = rt.average_precision(eight, form="recall_steps")
by_steps


# %% tags=["check"]
rise = F(1, 4)
assert by_steps.exact == ap.exact
assert by_steps.exact == 1 * rise + F(2, 3) * rise + F(3, 4) * rise + F(4, 6) * rise

# %% [markdown]
# ### Average precision with a cutoff
#
# What is AP@3? The article divides by the relevant documents *found so far*. The toolkit can do that; its header says so.

# %%
ap_at_3 = rt.average_precision(eight, k=3, denominator="hits")
ap_at_3


# %% tags=["check"]
assert ap_at_3.exact == (1 + F(2, 3)) / 2 == F(5, 6)

# %%
ap_at_k = rt.average_precision(eight, denominator="hits").at_every_k()

compare("AP@k", ["1.0", "1.0", "0.83", "0.81", "0.81", "0.77", "0.77", "0.77"], ap_at_k)


# %% tags=["check"]
assert list(ap_at_k.exact[:5]) == [1, 1, F(5, 6), F(29, 36), F(29, 36)]
assert list(ap_at_k.exact[5:]) == [F(37, 48), F(37, 48), F(37, 48)]

# %% [markdown]
# At the end all is found, and AP@8 is simply AP.

# %% tags=["check"]
assert ap_at_k.exact[-1] == ap.exact

# %% [markdown]
# Many evaluation tools, trec_eval among them, divide by *all* relevant documents, found or not, at every cutoff.
# The name is the same, the numbers are not:

# %%
both = rt.at_every_k(eight, ["AP", 'AP(denominator="hits")'])
both

# %% tags=["check"]
by_all = both["AP"]
assert list(both['AP(denominator="hits")'].exact) == list(ap_at_k.exact)
assert by_all.exact[2] == (1 + F(2, 3)) / 4 == F(5, 12)
assert all(before <= after for before, after in pairwise(by_all.exact))
assert not all(before <= after for before, after in pairwise(ap_at_k.exact))

# %% [markdown]
# Divided by all relevant documents, AP@k never falls as $k$ grows: further hits add to the sum, and the divisor stays.
# Divided by the hits so far it can fall, as it does here. So say which one you mean.
#
# ## Discounted cumulative gain
#
# Each relevant document adds $1 / \log_2(i + 1)$, where $i$ is its rank. The article's gain is $2^{rel} - 1$;
# with grades 0 and 1 only, that is the grade itself.

# %%
dcg = rt.dcg(eight, gain="exponential")
dcg


# %% tags=["check"]
assert [2**grade - 1 for grade in (0, 1)] == [0, 1]
assert dcg.value == rt.dcg(eight, gain="linear").value


# %%
def close(values, expected):
    """Equal to twelve digits."""
    pairs = zip(values, expected, strict=True)
    return all(math.isclose(one, other, rel_tol=1e-12) for one, other in pairs)


dcg_at_k = dcg.at_every_k()

compare("DCG@k", ["1.0", "1.0", "1.5", "1.93", "1.93", "2.29", "2.29", "2.29"], dcg_at_k)


# %% tags=["check"]
fourth, sixth = 1 / math.log2(5), 1 / math.log2(7)
assert close(dcg_at_k.values[:5], [1, 1, 1.5, 1.5 + fourth, 1.5 + fourth])
assert close(dcg_at_k.values[5:], [1.5 + fourth + sixth] * 3)

# %% [markdown]
# DCG never falls as we look further down: a document adds something or nothing. So it is for each of the 256 ways to mark eight documents.

# %% tags=["check"]
every_list = list(product([0, 1], repeat=8))
assert len(every_list) == 2**8
for grades in every_list:
    values = rt.dcg(grades).at_every_k().values
    assert all(before <= after for before, after in pairwise(values))

# %% [markdown]
# ## The best possible DCG
#
# The ideal order has all four relevant documents first. Its DCG grows until rank 4, and then there is nothing left to add.

# %%
idcg = rt.ideal_dcg(eight, gain="exponential")
idcg

# %%
idcg_at_k = idcg.at_every_k()

compare("IDCG@k", ["1.0", "1.63", "2.13"] + ["2.56"] * 5, idcg_at_k)


# %% tags=["check"]
second = 1 / math.log2(3)
assert close(idcg_at_k.values[:3], [1, 1 + second, 1 + second + 0.5])
assert close(idcg_at_k.values[3:], [1 + second + 0.5 + fourth] * 5)

# %% [markdown]
# ## nDCG: DCG as a share of the best
#
# Divide one by the other, cutoff by cutoff. 1 means: no order of these documents would be better.

# %%
ndcg = rt.ndcg(eight, gain="exponential")
ndcg_at_k = ndcg.at_every_k()

printed = ["1.0", "0.61", "0.70", "0.75", "0.75", "0.89", "0.89", "0.89"]
compare("NDCG@k", printed, ndcg_at_k)


# %% tags=["check"]
assert close(ndcg_at_k.values, dcg_at_k.values / idcg_at_k.values)

# %% [markdown]
# The full calculation, the list itself on the left and the ideal order on the right:

# %%
ndcg

# %% [markdown]
# ### Why divide?
#
# Two queries, both answered perfectly. The first has one relevant document, the second has four.

# %%
one = rt.Ranking([1, 0, 0, 0, 0, 0, 0, 0])
four = rt.Ranking([1, 1, 1, 1, 0, 0, 0, 0])
for name, ranking in {"one relevant": one, "four relevant": four}.items():
    its_dcg, its_ndcg = float(rt.dcg(ranking)), float(rt.ndcg(ranking))
    print(f"{name:13}  DCG {its_dcg:.4f}   nDCG {its_ndcg:.4f}")


# %% tags=["check"]
assert float(rt.dcg(one)) == 1
assert close([float(rt.dcg(four))], [1 + second + 0.5 + fourth])
assert float(rt.ndcg(one)) == float(rt.ndcg(four)) == 1

# %% [markdown]
# Nothing better was possible in either, yet DCG differs by a factor of 2.6. Worse, our flawed list of eight beats the perfect answer to the first query.
# Here DCG says more about how much there was to find than about how well it was ranked. nDCG puts them in order.

# %% tags=["check"]
assert round(float(rt.dcg(four)) / float(rt.dcg(one)), 1) == 2.6
assert float(rt.dcg(eight)) > float(rt.dcg(one))
assert float(rt.ndcg(eight)) < float(rt.ndcg(one))

# %% [markdown]
# And what of long lists? The article says in one place that they tend to have higher DCG, in another that DCG is unfair to them.
# More results can only raise DCG; irrelevant ones at the end leave DCG and nDCG as they are.

# %% tags=["check"]
longer = rt.Ranking([*eight.grades, 0, 0, 0, 0])
assert float(rt.dcg(longer)) == float(rt.dcg(eight))
assert float(rt.ndcg(longer)) == float(rt.ndcg(eight))
assert float(rt.dcg([*eight.grades, 1])) > float(rt.dcg(eight))

# %% [markdown]
# ## All seven tables at once
#
# One call gives every measure at every cutoff:

# %%
names = ["P", "R", "F1", 'AP(denominator="hits")']
names += [name + '(gain="exponential")' for name in ("DCG", "IDCG", "nDCG")]
table = rt.at_every_k(eight, names)
table

# %% [markdown]
# ## MAP: the mean over queries
#
# One list says how one query went. For a system, average over many: our eight documents, and the two perfect lists from above.

# %%
map_ = rt.mean(rt.average_precision, [eight, one, four])
map_


# %% tags=["check"]
assert map_.exact == (F(37, 48) + 1 + 1) / 3 == F(133, 144)

# %% [markdown]
# A click on a mark changes the AP of its query, and MAP by a third of that. Click the name of a query to see its own calculation.

# %%
rt.explore_queries({"eight documents": eight, "one": one, "four": four}, measures=["MAP", "mean nDCG", "MRR"])

# %% [markdown]
# nDCG can be averaged in the same way, because 1 means the same for every query: no order would have been better.

# %%
mean_ndcg = rt.mean("nDCG", [eight, one, four])
print(f"mean nDCG = {float(mean_ndcg):.4f}")


# %% tags=["check"]
assert math.isclose(float(mean_ndcg), (float(ndcg) + 1 + 1) / 3)

# %% [markdown]
# ## Check yourself
#
# Work it out on paper, then open the answer.

# %% jupyter={"source_hidden": true}
up = rt.average_precision(eight.moved(3, to=2))
question("Document 05 moves up from rank 3 to rank 2. What is AP now?", answer=up)


# %% tags=["check"]
assert up.exact == (1 + F(2, 2) + F(3, 4) + F(4, 6)) / 4 == F(41, 48)

# %% jupyter={"source_hidden": true}
question(
    "In the worst order the four relevant documents come last. Are P@8, AP and nDCG 0?",
    answer="None of them. P@8 stays 1/2, because order does not matter to it. "
    "AP is (1/5 + 2/6 + 3/7 + 4/8)/4 = 307/840, about 0.365. "
    "nDCG is about 0.543: the gains are discounted, not lost.",
)


# %% tags=["check"]
worst = rt.Ranking(sorted(eight.grades))
assert worst.grades == [0, 0, 0, 0, 1, 1, 1, 1]
worst_ap = rt.average_precision(worst).exact
assert worst_ap == (F(1, 5) + F(2, 6) + F(3, 7) + F(4, 8)) / 4 == F(307, 840)
assert round(307 / 840, 3) == 0.365
assert round(float(rt.ndcg(worst)), 3) == 0.543
assert rt.precision(worst, k=8).exact == rt.precision(eight, k=8).exact == F(1, 2)

# %% jupyter={"source_hidden": true}
question(
    "Four more documents are relevant, but not in the list. Do P@8, R@8 and AP change?",
    answer="P@8 stays. R@8 halves, from 4/4 to 4/8. AP halves too, from 37/48 to 37/96, "
    "because it divides by all relevant documents; divided by the hits, it would not notice.",
)


# %% tags=["check"]
missing = rt.Ranking(eight.grades, missed=[1, 1, 1, 1])
assert rt.precision(missing, k=8).exact == rt.precision(eight, k=8).exact
assert rt.recall(missing).exact == F(4, 8)
assert rt.average_precision(missing).exact == ap.exact / 2 == F(37, 96)
assert rt.average_precision(missing, denominator="hits").exact == ap.exact

# %% [markdown]
# ## By hand and by library
#
# Every table once more in plain Python, without the toolkit. The numbers agree.

# %%
print("7 metrics at 8 cutoffs: 56 numbers, all equal")


# %% tags=["check"]
relevant = [1, 0, 1, 1, 0, 1, 0, 0]
total = sum(relevant)
ideal = sorted(relevant, reverse=True)


def sum_of_gains(grades, k):
    """DCG@k in two lines."""
    ranked = enumerate(grades[:k], start=1)
    return sum((2**grade - 1) / math.log2(rank + 1) for rank, grade in ranked)


for k in range(1, len(relevant) + 1):
    hits = sum(relevant[:k])
    ranks = [rank for rank in range(1, k + 1) if relevant[rank - 1]]
    noted = [F(sum(relevant[:rank]), rank) for rank in ranks]

    assert table["P"].exact[k - 1] == F(hits, k)
    assert table["R"].exact[k - 1] == F(hits, total)
    assert table["F1"].exact[k - 1] == F(2 * hits, k + total)
    assert table["AP"].exact[k - 1] == sum(noted) / hits

    dcg_by_hand, ideal_by_hand = sum_of_gains(relevant, k), sum_of_gains(ideal, k)
    by_hand = dcg_by_hand, ideal_by_hand, dcg_by_hand / ideal_by_hand
    library = [table[name].values[k - 1] for name in ("DCG", "IDCG", "nDCG")]
    assert close(library, by_hand)

# %% [markdown]
# **Back to:** [five results](01_learning_to_rank_metrics.ipynb) or [the start](../00_start_here.ipynb).
