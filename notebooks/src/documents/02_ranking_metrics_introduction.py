# %% [markdown]
# # Eight documents, eight cutoffs
#
# The article *Evaluation Metrics for Ranking problems: Introduction and Examples* takes one ranking of eight documents through seven columns of
# numbers, each at every cutoff from 1 to 8, and works out average precision step by step. Here you find every number it prints, next to the exact one,
# and lists you can change. (Its three tables without numbers, which compare metrics in words, are left out, and so is a template for formulas,
# A = B = C, which it forgot above F1@8.) Two of its numbers are wrong: you'll see which, and what happened.
#
# **45 minutes.** Run each cell with `Shift`+`Enter`; then the lists come alive and the questions listen.
# Click the dots of a folded cell to see its code.
#
# **New to a metric?** The lessons teach each one slowly: [precision, recall and F1](../lessons/01_is_this_a_good_list.ipynb),
# [average precision](../lessons/03_average_precision.ipynb), [AP@k](../lessons/04_ap_at_k.ipynb), [DCG](../lessons/05_graded_relevance.ipynb),
# [nDCG](../lessons/06_ndcg.ipynb), [MAP](../lessons/07_many_queries.ipynb). The [glossary](../glossary.md) explains the words.

# %%
from tasks import ranking_metrics_introduction as tasks

import rankteach as rt
from rankteach.classroom import compare, table, worked

# %% [markdown]
# ## Why rank at all?
#
# A classifier says which documents are relevant, in any order. A ranking also says which to read first. The order matters because your time
# and your screen are limited: you look at the top and leave. The article names three domains:
#
# - **search engines**: are the relevant documents at the top of the list, or at the bottom?
# - **tag suggestions for tweets**: do the correct tags get higher scores than the others?
# - **label prediction for images**: do the correct labels weigh more than the wrong ones?
#
# If your classifier returns a score for each document, sort by score, and you have a ranking to compare with the ground truth. These are
# the article's eight documents. (Their texts are filler: document 06 reads *Donec eget enim vel nisl feugiat tincidunt.*)

# %%
documents = ["00", "01", "02", "03", "04", "05", "06", "07"]
scores = [0.63, 0.24, 0.36, 0.85, 0.47, 0.71, 0.90, 0.16]
relevant = [1, 0, 1, 0, 0, 1, 1, 0]

eight = rt.Ranking.from_scores(relevant, scores, items=documents)
rt.explore(eight, measures=["P@5", "R@5", "AP", "DCG@5", "nDCG@5"], chosen="R@5")

# %% tags=["check"]
import math
from fractions import Fraction as F
from itertools import pairwise, product

from rankteach import examples

assert eight == examples.eight_documents
assert eight.items == ("06", "03", "05", "00", "04", "02", "01", "07")
assert eight.grades == [1, 0, 1, 1, 0, 1, 0, 0]
assert eight.relevant_total == 4


def cut(number, digits):
    """Drop all digits after the first few."""
    return F(math.floor(F(number) * 10**digits), 10**digits)


def rounded(number, digits):
    """Round half up, as in school."""
    return cut(number + F(1, 2 * 10**digits), digits)


def close(values, expected):
    """Equal to twelve digits."""
    pairs = zip(values, expected, strict=True)
    return all(math.isclose(one, other, rel_tol=1e-12) for one, other in pairs)


# %% [markdown]
# From here on only the order counts, not the scores. Click a label, drag a document, move $k$. Then reset the list and predict:

# %%
tasks.who_notices

# %% tags=["check"]
moved = eight.moved(3, to=2)
for name in ("P@5", "R@5"):
    assert rt.measure(name)(moved).value == rt.measure(name)(eight).value
for name in ("AP", "DCG@5", "nDCG@5"):
    assert rt.measure(name)(moved).value > rt.measure(name)(eight).value

# %%
tasks.why_rank

# %% [markdown]
# ## Precision at every cutoff
#
# You stop after $k$ documents. Precision@k is the fraction of these $k$ that are relevant. The relevant ones are true positives (TP), and
# the others false positives (FP).

# %%
tasks.one_more

# %%
p_digits = ["1.0", "0.50", "0.66", "0.75", "0.60", "0.66", "0.57", "0.50"]
rt.explore(eight, measures=["P@4", "R@4", "F1@4"], printed=p_digits)

# %% [markdown]
# Above the list are the eight numbers the article prints. Click them: two are cut off instead of rounded. In the formulas, $i$ is a rank, $\mathrm{rel}_i$ is 1 if the document at rank $i$ is relevant and 0 if not, $h_i$ counts the hits (relevant
# documents) down to rank $i$, $m$ is the number of all relevant documents, and $n$ is the length of the list.
#
# The article works out three cutoffs:

# %%
worked(eight, 'P(form="counts")', at=[1, 4, 8])

# %% tags=["check"]
precision = rt.precision(eight).at_every_k()
p_printed = compare("P@k", p_digits, precision)
assert list(precision.exact[:4]) == [F(1, 1), F(1, 2), F(2, 3), F(3, 4)]
assert list(precision.exact[4:]) == [F(3, 5), F(4, 6), F(4, 7), F(4, 8)]
assert p_printed.verdicts.count("cut off") == 2 and "off" not in p_printed.verdicts
assert rt.precision(eight, k=1).exact == F(1, 1 + 0) == 1
assert rt.precision(eight, k=4).exact == F(3, 3 + 1) == F(3, 4)
assert rt.precision(eight, k=8).exact == F(4, 4 + 4) == F(1, 2)

# %% [markdown]
# ## Recall at every cutoff
#
# Recall@k is the fraction of the four relevant documents that are among the first $k$. The relevant documents further down are false
# negatives (FN).

# %%
tasks.found_earlier

# %%
r_digits = ["0.25", "0.25", "0.50", "0.75", "0.75", "1.0", "1.0", "1.0"]
rt.explore(eight, measures=['R(form="counts")@4'], printed=r_digits)

# %%
worked(eight, 'R(form="counts")', at=[1, 4, 8])

# %% tags=["check"]
recall = rt.recall(eight).at_every_k()
assert compare("R@k", r_digits, recall).verdicts == ["the same"] * 8
assert list(recall.exact) == [F(hits, 4) for hits in (1, 1, 2, 3, 3, 4, 4, 4)]
assert rt.recall(eight, k=1).exact == F(1, 1 + 3) == F(1, 4)
assert rt.recall(eight, k=4).exact == F(3, 3 + 1) == F(3, 4)
assert rt.recall(eight, k=8).exact == F(4, 4 + 0) == 1

# %% [markdown]
# ## F1, two ways
#
# F1 is the harmonic mean of precision and recall. You get the same number from the counts TP, FP and FN.

# %%
tasks.f1_at_three

# %%
rt.step_through(rt.f_score(eight, form="counts"))

# %% [markdown]
# The article works out three cutoffs in both ways:

# %%
worked(eight, ['F(form="counts")', "F1"], at=[1, 4, 8])

# %% jupyter={"source_hidden": true}
f1 = rt.f_score(eight).at_every_k().exact
compare("F1@k, worked", ["0.4", "0.75", "0.666"], [f1[k - 1] for k in (1, 4, 8)], rows=[1, 4, 8])

# %% [markdown]
# One number of its whole table can't be right. Which one? Click through them:

# %%
f1_digits = ["0.40", "0.33", "0.62", "0.75", "0.66", "0.80", "0.73", "0.66"]
rt.explore(eight, measures=["F1@1", "P@1", "R@1"], chosen="F1@1", printed=f1_digits)

# %% jupyter={"source_hidden": true}
f1_printed = compare(
    "F1@k",
    f1_digits,
    f1,
    how="At k = 3 the exact value is 4/7. No rounding of P = 2/3 gives 0.62, and the plain mean of P and R is 0.58. F with "
    "β = 1/2 and the printed P = 0.66 gives 0.62, perhaps by chance: all other rows fit β = 1. At k = 5 and 8 the digits of "
    "2/3 are cut off.",
)
f1_printed

# %% tags=["check"]
assert list(f1) == list(rt.f_score(eight, form="counts").at_every_k().exact)
assert list(f1[:4]) == [F(2, 5), F(1, 3), F(4, 7), F(3, 4)]
assert list(f1[4:]) == [F(2, 3), F(4, 5), F(8, 11), F(2, 3)]
assert F(2 * 1, 2 * 1 + 3 + 0) == 2 * (1 * F(1, 4)) / (1 + F(1, 4)) == F(2, 5)
assert F(2 * 3, 2 * 3 + 1 + 1) == 2 * (F(3, 4) * F(3, 4)) / (F(3, 4) + F(3, 4)) == F(3, 4)
assert F(2 * 4, 2 * 4 + 0 + 4) == 2 * (F(1, 2) * 1) / (F(1, 2) + 1) == F(2, 3)

# the intermediate results that the article prints
assert F(1, 4) / (1 + F(1, 4)) == F("0.2")
assert F(3, 4) * F(3, 4) == F("0.5625") and F(3, 4) + F(3, 4) == F("1.5")
assert F(1, 2) * 1 == F("0.5") and F(1, 2) + 1 == F("1.5")

verdicts = dict(enumerate(f1_printed.verdicts, start=1))
assert [k for k in verdicts if verdicts[k] == "off"] == [3]
assert [k for k in verdicts if verdicts[k] == "cut off"] == [5, 8]

for digits in range(1, 5):
    for shorten in (rounded, cut):
        p, r = shorten(F(2, 3), digits), F(1, 2)
        assert 2 * p * r / (p + r) < F("0.59")
assert rounded((F(2, 3) + F(1, 2)) / 2, 2) == F("0.58")
p, r, beta = F("0.66"), F("0.50"), F(1, 2)
assert rounded((1 + beta**2) * p * r / (beta**2 * p + r), 2) == F("0.62")

# %% [markdown]
# On the way, the article prints the parts of the second formula: $2 \cdot 0.2$ at $k = 1$, $2 \cdot 0.5625 / 1.5$ at $k = 4$, and
# $2 \cdot 0.5 / 1.5$ at $k = 8$. All are exact.
#
# ## Average precision
#
# AP says how much of the relevant documents is concentrated at the top. The article's algorithm walks down the list with a count and a
# running sum: at each relevant document the count grows by 1, and you add count / rank. At the end, divide the sum by the number of
# relevant documents. *Play* walks with you:

# %%
rt.explore(eight, measures=["AP"])

# %% [markdown]
# The article works with decimals and drops digits on the way. The small losses add up:

# %% jupyter={"source_hidden": true}
sums = rt.average_precision(eight).columns["running sum"].exact
sums_printed = compare(
    "running sum at rank",
    ["1", "1.666", "2.416", "3.076"],
    [sums[rank - 1] for rank in (1, 3, 4, 6)],
    rows=[1, 3, 4, 6],
    how="1 + 0.666 = 1.666, then 1.666 + 0.75 = 2.416, then 2.416 + 0.66 = 3.076: 2/3 is cut to 0.666 the first time and to "
    "0.66 the second time. The exact sum is 37/12.",
)
sums_printed

# %% jupyter={"source_hidden": true}
compare("AP", "0.77", rt.average_precision(eight))

# %% [markdown]
# Divided by 4 and rounded to two digits, both sums give 0.77. With three digits the loss shows: 0.769 instead of 0.771.

# %% tags=["check"]
ap = rt.average_precision(eight)
assert ap.exact == (1 + F(2, 3) + F(3, 4) + F(4, 6)) / 4 == F(37, 48)
assert sums_printed.verdicts == ["the same", "cut off", "cut off", "off"]
assert F("1") + F("0.666") == F("1.666")
assert F("1.666") + F("0.75") == F("2.416")
assert F("2.416") + F("0.66") == F("3.076")
assert [sums[rank - 1] for rank in (1, 3, 4, 6)] == [1, F(5, 3), F(29, 12), F(37, 12)]
assert rounded(F("3.076") / 4, 2) == rounded(F(37, 12) / 4, 2) == F("0.77")
assert rounded(F("3.076") / 4, 3) == F("0.769")
assert rounded(F(37, 12) / 4, 3) == F("0.771")

# %% [markdown]
# ### The formula
#
# The article's formula looks different: at each cutoff, multiply precision by the *rise* in recall since the cutoff before. Recall rises
# only at a relevant document, here by 1/4 each time. So you get the same sum, divided by 4 term by term:

# %%
worked(eight, ["AP", 'AP(form="recall_steps")'], at=[8])

# %% tags=["check"]
rise = F(1, 4)
by_steps = rt.average_precision(eight, form="recall_steps")
assert by_steps.exact == ap.exact
assert by_steps.exact == 1 * rise + F(2, 3) * rise + F(3, 4) * rise + F(4, 6) * rise

# %% [markdown]
# ### AP@k
#
# What is AP@4? The article divides by the relevant documents found *so far*. trec_eval and many other tools divide by *all* relevant
# documents. Both are called AP@k.

# %%
tasks.by_hits_or_all

# %% [markdown]
# Click the article's eight numbers, and compare the two cards:

# %%
ap_digits = ["1.0", "1.0", "0.83", "0.81", "0.81", "0.77", "0.77", "0.77"]
rt.explore(eight, measures=['AP(denominator="hits")@3', "AP@3"], printed=ap_digits)

# %% tags=["check"]
ap_at_k = rt.average_precision(eight, denominator="hits").at_every_k()
assert compare("AP@k", ap_digits, ap_at_k).verdicts == ["the same"] * 2 + ["rounded"] * 6
assert list(ap_at_k.exact[:5]) == [1, 1, F(5, 6), F(29, 36), F(29, 36)]
assert list(ap_at_k.exact[5:]) == [F(37, 48), F(37, 48), F(37, 48)]
assert ap_at_k.exact[-1] == ap.exact
by_all = rt.average_precision(eight).at_every_k()
assert by_all.exact[2] == (1 + F(2, 3)) / 4 == F(5, 12)
assert all(before <= after for before, after in pairwise(by_all.exact))
assert not all(before <= after for before, after in pairwise(ap_at_k.exact))

# %% [markdown]
# If you divide by all relevant documents, AP@k never falls as $k$ grows, because the sum only grows and the divisor stays. If you
# divide by the hits so far, AP@k can fall: here from 1 to 5/6 at $k = 3$. At $k = 8$ all four are found, and both equal AP. So say which one
# you report.
#
# ## DCG, and the best possible DCG
#
# DCG also works if relevance is a number: the gain $2^{rel_i} - 1$ is divided by $\log_2(i + 1)$, so lower ranks count less. With
# grades 0 and 1 the gain is the grade itself. IDCG is the DCG of the ideal order, which has all four relevant documents first. nDCG divides
# DCG by IDCG, cutoff by cutoff: 1 means that no order of these documents is better.

# %%
tasks.ideal_at_three

# %%
exponential = [name + '(gain="exponential")@3' for name in ("nDCG", "DCG", "IDCG")]
ndcg_digits = ["1.0", "0.61", "0.70", "0.75", "0.75", "0.89", "0.89", "0.89"]
rt.explore(eight, measures=exponential, printed=ndcg_digits)

# %% jupyter={"source_hidden": true}
dcg_digits = ["1.0", "1.0", "1.5", "1.93", "1.93", "2.29", "2.29", "2.29"]
idcg_digits = ["1.0", "1.63", "2.13"] + ["2.56"] * 5
dcg_at_k = rt.dcg(eight, gain="exponential").at_every_k()
idcg_at_k = rt.ideal_dcg(eight, gain="exponential").at_every_k()
table(
    {
        "k": range(1, 9),
        "DCG, printed": dcg_digits,
        "DCG": dcg_at_k.values.tolist(),
        "IDCG, printed": idcg_digits,
        "IDCG": idcg_at_k.values.tolist(),
    }
)

# %% tags=["check"]
ndcg_at_k = rt.ndcg(eight, gain="exponential").at_every_k()
for digits, exact in ((dcg_digits, dcg_at_k), (idcg_digits, idcg_at_k), (ndcg_digits, ndcg_at_k)):
    assert set(compare("at k", digits, exact).verdicts) <= {"the same", "rounded"}
assert [2**grade - 1 for grade in (0, 1)] == [0, 1]
assert rt.dcg(eight, gain="exponential").value == rt.dcg(eight, gain="linear").value
second, fourth, sixth = 1 / math.log2(3), 1 / math.log2(5), 1 / math.log2(7)
assert close(dcg_at_k.values[:5], [1, 1, 1.5, 1.5 + fourth, 1.5 + fourth])
assert close(dcg_at_k.values[5:], [1.5 + fourth + sixth] * 3)
assert close(idcg_at_k.values[:3], [1, 1 + second, 1 + second + 0.5])
assert close(idcg_at_k.values[3:], [1 + second + 0.5 + fourth] * 5)
assert close(ndcg_at_k.values, dcg_at_k.values / idcg_at_k.values)

every_list = list(product([0, 1], repeat=8))
assert len(every_list) == 2**8
for grades in every_list:
    values = rt.dcg(grades).at_every_k().values
    assert all(before <= after for before, after in pairwise(values))

# %% [markdown]
# DCG never falls as you look further down, because each document adds something or nothing. IDCG stays at 2.56 after rank 4, because
# nothing is left to add.
#
# ## DCG or nDCG? And the mean over queries
#
# AP, DCG and nDCG say how *one* query went. For a system you need the mean over many: the mean of AP is called MAP. Here are our
# eight documents and two perfect lists, with one and with four relevant documents. A click on a label changes the value of its
# query, and the mean by a third of that.

# %%
one, four = rt.Ranking([1, 0, 0, 0, 0, 0, 0, 0]), rt.Ranking([1, 1, 1, 1, 0, 0, 0, 0])
queries = {"eight documents": eight, "one relevant": one, "four relevant": four}
rt.explore_queries(queries, measures=["MAP", "mean nDCG", "mean DCG", "MRR"])

# %% tags=["check"]
three = list(queries.values())
assert rt.mean(rt.average_precision, three).exact == (F(37, 48) + 1 + 1) / 3 == F(133, 144)
assert math.isclose(float(rt.mean("nDCG", three)), (float(rt.ndcg(eight)) + 1 + 1) / 3)
assert float(rt.dcg(one)) == 1
assert close([float(rt.dcg(four))], [1 + second + 0.5 + fourth])
assert float(rt.ndcg(one)) == float(rt.ndcg(four)) == 1
assert round(float(rt.dcg(four)) / float(rt.dcg(one)), 1) == 2.6
assert float(rt.dcg(eight)) > float(rt.dcg(one))
assert float(rt.ndcg(eight)) < float(rt.ndcg(one))
longer = rt.Ranking([*eight.grades, 0, 0, 0, 0])
assert float(rt.dcg(longer)) == float(rt.dcg(eight))
assert float(rt.ndcg(longer)) == float(rt.ndcg(eight))
assert float(rt.dcg([*eight.grades, 1])) > float(rt.dcg(eight))

# %% [markdown]
# Click *mean DCG*. Both perfect lists are as good as they can be, but their DCG differs by a factor of 2.6. And our flawed eight
# documents have a higher DCG than the perfect list with one relevant document. So DCG says more about how much there was to find than
# about the order, and you shouldn't average it over queries. nDCG is 1 for both perfect lists.
#
# What about longer lists? The article says in one place that they tend to have higher DCG, and in another that DCG is unfair to them. More
# documents never lower DCG. Irrelevant ones at the end change neither DCG nor nDCG.

# %%
tasks.compare_queries

# %% tags=["check"]
table = rt.at_every_k(
    eight,
    [
        "P",
        "R",
        "F1",
        'AP(denominator="hits")',
        'DCG(gain="exponential")',
        'IDCG(gain="exponential")',
        'nDCG(gain="exponential")',
    ],
)
total = sum(eight.grades)
ideal = sorted(eight.grades, reverse=True)


def sum_of_gains(grades, k):
    """DCG@k in two lines."""
    ranked = enumerate(grades[:k], start=1)
    return sum((2**grade - 1) / math.log2(rank + 1) for rank, grade in ranked)


for k in range(1, len(eight) + 1):
    hits = sum(eight.grades[:k])
    ranks = [rank for rank in range(1, k + 1) if eight.grades[rank - 1]]
    noted = [F(sum(eight.grades[:rank]), rank) for rank in ranks]

    assert table["P"].exact[k - 1] == F(hits, k)
    assert table["R"].exact[k - 1] == F(hits, total)
    assert table["F1"].exact[k - 1] == F(2 * hits, k + total)
    assert table["AP"].exact[k - 1] == sum(noted) / hits

    dcg_by_hand, ideal_by_hand = sum_of_gains(eight.grades, k), sum_of_gains(ideal, k)
    by_hand = dcg_by_hand, ideal_by_hand, dcg_by_hand / ideal_by_hand
    library = [table[name].values[k - 1] for name in ("DCG", "IDCG", "nDCG")]
    assert close(library, by_hand)

# %% [markdown]
# ## Check yourself
#
# Take a pencil first.

# %%
tasks.moved_up

# %% tags=["check"]
assert tasks.moved_up.answer.exact == (1 + F(2, 2) + F(3, 4) + F(4, 6)) / 4 == F(41, 48)

# %%
tasks.worst_order

# %% tags=["check"]
worst = rt.Ranking(sorted(eight.grades))
assert worst.grades == [0, 0, 0, 0, 1, 1, 1, 1]
assert tasks.worst_order.answer.exact == (F(1, 5) + F(2, 6) + F(3, 7) + F(4, 8)) / 4 == F(307, 840)
assert round(float(rt.ndcg(worst)), 2) == 0.54
assert rt.precision(worst, k=8).exact == rt.precision(eight, k=8).exact == F(1, 2)

# %% [markdown]
# Even the worst order has P@8 = 1/2 and nDCG = 0.54, because P@8 ignores the order, and nDCG discounts gains but loses none.

# %%
tasks.four_missing

# %% tags=["check"]
missing = rt.Ranking(eight.grades, missed=[1, 1, 1, 1])
assert rt.precision(missing, k=8).exact == rt.precision(eight, k=8).exact
assert rt.recall(missing).exact == F(4, 8)
assert rt.average_precision(missing).exact == ap.exact / 2 == F(37, 96)
assert rt.average_precision(missing, denominator="hits").exact == ap.exact

# %% [markdown]
# ## By hand and by library
#
# Here is the article's algorithm for AP in Python. It divides by the correct predictions, so it agrees with AP only if the list contains all
# relevant documents. `rt.check` finds the smallest list where the two differ. Fix the function: divide by `m`.


# %%
def average_precision(grades, m):
    running_sum = correct = 0
    for rank, grade in enumerate(grades, start=1):
        if grade > 0:
            correct += 1
            running_sum += correct / rank
    return running_sum / correct if correct else 0


rt.check(average_precision, "AP")

# %% [markdown]
# **Next:** [six requirements](03_rank_metrics.ipynb), where a page says one thing and its calculator does another.
# **Before:** [five results](01_learning_to_rank_metrics.ipynb). **All notebooks:** [the list](../README.md).
#
# **Source:** *Evaluation Metrics for Ranking problems: Introduction and Examples*. It refers to Chen et al. (2009), *Ranking Measures and Loss
# Functions in Learning to Rank*, NIPS: models are evaluated by ranking metrics, but their loss functions often don't optimise these metrics directly.
#
# **The metrics:** precision and recall: Kent, Berry, Luehrs and Perry (1955), *Machine literature searching VIII*. The name precision:
# Cleverdon, Mills and Keen (1966), *Factors Determining the Performance of Indexing Systems*.
# F: van Rijsbergen (1979), *Information Retrieval*. AP: Harman (1992), *Evaluation Issues in Information Retrieval*.
# DCG and nDCG: Järvelin and Kekäläinen (2002), *Cumulated Gain-Based Evaluation of IR Techniques*; with exponential gain: Burges et al. (2005),
# *Learning to Rank Using Gradient Descent*.
