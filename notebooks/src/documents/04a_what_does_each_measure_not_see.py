# %% [markdown]
# # Two lists, one number: what does each measure not see?
#
# *Ranked evaluation measures: a review (ROC, DCG, AP, FAP)*, by Florian Leitner, tells you which measure to use when. It prints hardly any numbers, so you
# try its claims on small lists. Most hold; eleven contain a **slip**. Try each claim before you read its verdict.
#
# **25 minutes.** Run each cell with `Shift`+`Enter`; then the lists come alive and the questions listen.
# Click the dots of a folded cell to see its code.
#
# **New to a metric?** The lessons teach each one slowly: [reciprocal rank](../lessons/02_where_is_the_first_hit.ipynb),
# [average precision](../lessons/03_average_precision.ipynb), [DCG](../lessons/05_graded_relevance.ipynb), [nDCG](../lessons/06_ndcg.ipynb),
# [AUC](../lessons/08_thresholds.ipynb), [FAP](../lessons/e2_fap_and_gap.ipynb). The [glossary](../glossary.md) explains the words.
#
# The review's $\lvert I_{pos}\rvert$ is our $m$, all relevant items, retrieved or not; its $p_i$ is our $P(i)$, precision of the first $i$ ranks; $\lvert R\rvert$ is the length $n$ of the list, and $\lvert I\rvert$ counts all items.
#
# This is the first of three notebooks on the review. Next come [AUC and its weights](04b_auc_and_weights.ipynb), then
# [where the list should end](04c_where_should_the_list_end.ipynb).

# %%
from tasks import ranked_evaluation_review as tasks

import rankteach as rt
from rankteach.classroom import table

clean, tail = rt.Ranking([1, 1, 1]), rt.Ranking([1, 1, 1, 0, 0])
three, five = rt.Ranking([1, 1, 1], missed=[1, 1]), rt.Ranking([1, 1, 1, 1, 1])
outside, inside = rt.Ranking([1, 0, 0, 1]), rt.Ranking([0, 1, 1, 0])

# %% tags=["check"]
import math
from fractions import Fraction as F
from itertools import pairwise, product

from rankteach.classroom import compare, measured


def close(values, expected):
    """Equal to twelve digits."""
    return all(
        math.isclose(one, other, rel_tol=1e-12) for one, other in zip(values, expected, strict=True)
    )


def same(name, one, other):
    """Whether a measure gives both lists the same number."""
    return rt.measure(name)(one).value == rt.measure(name)(other).value


MEASURES = ["AUC", "DCG", "nDCG", "RR", "AP", "FAP"]
PAIRS = {
    "clean": clean,
    "tail": tail,
    "three": three,
    "five": five,
    "outside": outside,
    "inside": inside,
}
six_marks = list(product([0, 1], repeat=6))
assert clean.relevant_total == tail.relevant_total == 3
assert three.relevant_total == five.relevant_total == 5
assert outside.relevant_total == inside.relevant_total == 2
assert [name for name in MEASURES[1:] if not same(name, clean, tail)] == ["FAP"]
assert [name for name in MEASURES if same(name, three, five)] == ["AUC", "RR"]
assert [name for name in MEASURES if same(name, outside, inside)] == ["AUC"]
assert rt.roc_auc(clean).exact == rt.roc_auc(three).exact == rt.roc_auc(five).exact == 0
assert set(measured(PAIRS, ["AUC"]).table().entries[1].cells) == {"0/0", "1", "1/2 = 0.5"}

# %% [markdown]
# ## Claim: a tail of misses costs nothing
#
# **The review says:** with 1,1,1 and 1,1,1,0,0 "both would be considered equal" by DCG, nDCG and AP, "even though the latter contains two negative results".
#
# **Try it.** Three items are relevant, and both systems found them first. A (*clean*) stopped there; B (*tail*) went on. Which cards differ? Then move a miss of B to the top.

# %%
rt.side_by_side(clean, tail, ["DCG", "nDCG", "RR", "AP", "FAP"], chosen="FAP")

# %%
tasks.sees_the_tail

# %% [markdown]
# **Verdict: holds.** The two misses add nothing and cost nothing: DCG is 2.1309 twice, AP is 1 twice. Only FAP, the author's own measure, falls from 1 to 6/7.
#
# ## Claim: unlike DCG, AP sees a shorter list
#
# **The review says:** "Unlike DCG, AP never suffers from different result set sizes"; 1,1,1 and 1,1,1,1,1 "would lead to different scores", except in AP@3.
#
# **Try it.** Five items are relevant. A (*three*) returned three of them, B (*five*) all five. The second nDCG puts only the *returned* items in its ideal order. Which
# cards are equal?

# %%
rt.side_by_side(
    three, five, ["DCG", "nDCG@5", 'nDCG(ideal="retrieved")', "AP", "AP@3", "RR"], chosen="DCG"
)

# %% tags=["check"]
for ranking in (three, five):
    assert (
        float(rt.ndcg(ranking, ideal="retrieved"))
        == float(rt.ndcg(ranking, k=len(ranking), ideal="judged"))
        == 1
    )
best_of_five = sum(1 / math.log2(i + 1) for i in range(1, 6))
assert close([float(rt.ndcg(three, k=5))], [(1 + 1 / math.log2(3) + 1 / 2) / best_of_five])
assert round(float(rt.ndcg(three, k=5)), 4) == 0.7227 and float(rt.ndcg(five, k=5)) == 1
assert f"{1 - float(rt.ndcg(three, k=5)):.2f}" == "0.28"
assert float(rt.dcg(five)) > float(rt.dcg(three))
assert [f"{float(rt.dcg(each)):.2f}" for each in (three, five)] == ["2.13", "2.95"]
assert rt.average_precision(three).exact == (1 + F(2, 2) + F(3, 3)) / 5 == F(3, 5)
assert (
    rt.average_precision(five).exact
    == rt.average_precision(clean).exact
    == rt.average_precision(tail).exact
    == 1
)
assert same("AP@3", three, five) and same('AP(denominator="hits")', three, five)

# %%
tasks.misses_the_shorter_list

# %% [markdown]
# **Verdict:** true of AP (3/5 and 1), not of DCG.
#
# > **Slip 1: DCG sees it, too.** Plain DCG is 2.13 and 2.95. nDCG with $k = \lvert R\rvert$, the length of each list, is what can't tell them apart. DCG was probably written for nDCG.
#
# The review says so itself, correctly, where it warns of that $k$. If the ideal order contains all judged items, and $k$ is 5 for both, the two missed items cost three 0.28.
# AP goes blind, too, if you cut both lists at 3, or divide by the hits. AUC is 0/0 for both, because there is no irrelevant item.
#
# **Try it again.** Click off the last hit of *three*: which of these stay at 1?

# %%
rt.explore(three, ["nDCG@5", 'nDCG(ideal="retrieved")@5', "DCG@5", "AP", 'AP(denominator="hits")'])

# %% [markdown]
# ## Claim: if the top counts, prefer DCG
#
# **The review says:** prefer DCG if "concentrating hits in the top ranks is paramount".
#
# **Try it.** Two of four items are relevant: the first and the last (A, *outside*), or the two in the middle (B, *inside*). Who wins, and who calls it a draw?

# %%
rt.side_by_side(outside, inside, ["AUC", "RR", "AP", "DCG", "FAP"], chosen="AUC")

# %% tags=["check"]
assert all(rt.measure(name)(outside).value > rt.measure(name)(inside).value for name in MEASURES[1:])
assert rt.roc_auc(outside).exact == rt.roc_auc(inside).exact == F(1, 2)

# %% [markdown]
# **Verdict: holds.** AUC is 1/2 twice: two pairs won, two lost, wherever they are. All others prefer *outside*, because its first hit comes at rank 1.
#
# ## Claim: DCG's decay is exponential
#
# **The review says:** the divisor is 1 for the first result and 1.585 for the second, so DCG "has exponential rank decay built in".
#
# **Try it.** All ten items are relevant. RBP adds $0.8^{i-1}$ for each, an exponential decay (times 0.2). Click off ranks 9 and 10. Which measure loses the larger part of its value?

# %%
rt.explore([1] * 10, ["DCG", "RBP(p=0.8)"], chosen="DCG")

# %% jupyter={"source_hidden": true}
ranks = [1, 2, 3, 4, 5, 6, 10, 20, 50, 100]
discount = rt.dcg([1] * 101).columns["discounted gain"].values
decay = [0.8**i for i in range(101)]
shown = {"rank": ranks}
for name, weights in {"1/log2(i+1)": discount, "0.8^(i-1)": decay}.items():
    shown |= {
        name: [float(weights[i - 1]) for i in ranks],
        f"{name}: next/this": [float(weights[i] / weights[i - 1]) for i in ranks],
    }
table(shown)

# %% tags=["check"]
assert "1.585" in str(
    compare("divisor at rank", ["1", "1.585"], rt.dcg(tail).columns["discount"].values[:2])
)
assert (
    close(rt.dcg(tail).columns["discount"].values[:2], [1, math.log2(3)])
    and round(math.log2(3), 3) == 1.585
)
weights = [1 / math.log2(i + 1) for i in range(1, 1001)]
assert close(discount, weights[:101])
ratios = [after / before for before, after in pairwise(weights)]
assert ratios == sorted(ratios) and ratios[-1] < 1
assert round(ratios[0], 2) == 0.63 and round(ratios[99], 3) == 0.998
assert weights[4] < 0.8**4 and all(weights[i - 1] > 0.8 ** (i - 1) for i in range(6, 1001))
assert round(weights[49], 2) == 0.18 and 0.8**49 < 0.00002
for falling in (weights, decay[:51]):
    losses = [before - after for before, after in pairwise(falling)]
    assert losses == sorted(losses, reverse=True)
all_ten, first_eight = [1] * 10, [1] * 8 + [0] * 2
kept = [
    rt.measure(name)(first_eight).value / rt.measure(name)(all_ten).value
    for name in ("DCG", "RBP(p=0.8)")
]
assert [f"{100 * (1 - fraction):.0f}" for fraction in kept] == ["13", "7"]

# %% [markdown]
# > **Slip 2: the discount is logarithmic.** The numbers are right, the conclusion is not. An exponential decay keeps the same fraction at every step, here 80 %.
# > What DCG keeps grows from 63 % at the first step to 99.8 % at the hundredth.
#
# DCG's weights fall faster at first, but from rank 6 on they are larger: without ranks 9 and 10, DCG loses 13 % and RBP 7 %. At rank 50, 18 % is left, where the exponential has practically nothing. Both lose most at
# the top, and people often call that "exponential".
#
# ## Claim: the gain is $2^{rel} - 1$, and a grade can be a click-through rate
#
# **The review says:** with grades 0 and 1, $2^{rel_i} - 1$ is the grade itself; in search, the click-through rate is a common grade.
#
# **Try it.** Change a grade in the first list: the exponential gain makes the best results count most. The second list was clicked by 31, 12, 2 and 15 of 100 users. Is there still a difference?

# %%
rt.explore([3, 1, 2, 2], ["DCG", 'DCG(gain="exponential")'])

# %% jupyter={"source_hidden": true}
from fractions import Fraction

rates = [Fraction(31, 100), Fraction(12, 100), Fraction(2, 100), Fraction(15, 100)]
rt.explore(rates, ["nDCG", 'nDCG(gain="exponential")'])

# %% tags=["check"]
assert close([float(rt.dcg(tail))], [1 + 1 / math.log2(3) + 1 / 2]) and float(rt.dcg(clean)) == float(
    rt.dcg(tail)
)
assert f"{float(rt.dcg(clean)):.4f}" == "2.1309"
assert float(rt.dcg(tail, gain="exponential")) == float(rt.dcg(tail))
graded = [3, 1, 2, 2]
assert close([float(rt.dcg(graded))], [3 + 1 / math.log2(3) + 2 / 2 + 2 / math.log2(5)])
assert close(
    [float(rt.dcg(graded, gain="exponential"))], [7 + 1 / math.log2(3) + 3 / 2 + 3 / math.log2(5)]
)
assert [f"{float(rt.ndcg(rates, gain=gain)):.4f}" for gain in ("linear", "exponential")] == [
    "0.9727",
    "0.9732",
]

# %% [markdown]
# **Verdict: holds, with care.** Rates are small, and there $2^{rel} - 1$ is nearly a straight line: nDCG is 0.9727 and 0.9732. And users click what is ranked high, so a rate also
# judges the old ranking (Joachims and others 2005). All rates are below 1, so AP counts none of them as *relevant*.
#
# ## Claim: with a clear, fixed $k$, DCG@k is enough
#
# **The review says** three things about nDCG: it is best with $k = \lvert I\rvert$ and fine grades; with "a clear, fixed $k$" you "can just use DCG"; without grades,
# ROC or the area under the precision-recall curve "might be better".
#
# **Try it.** Two queries, $k$ fixed at 3, and both answers are perfect: the bakery's hours are on one page, leek soup has three recipes. What does each mean say?

# %%
queries = {"bakery hours": [1, 0, 0], "leek soup": [1, 1, 1]}
rt.explore_queries(queries, ["mean DCG@3", "mean nDCG@3"], chosen="mean DCG@3")

# %%
tasks.fixed_cutoff

# %% tags=["check"]
assert [f"{float(rt.dcg(each, k=3)):.2f}" for each in queries.values()] == ["1.00", "2.13"]
assert all(float(rt.ndcg(each, k=3)) == 1 for each in queries.values())
assert same("AUC", outside, inside) and not same("nDCG", outside, inside)
assert not same("nDCG", [3, 0, 1], [3, 1, 0]) and same("nDCG@1", [3, 0, 1], [3, 1, 0])

# %% [markdown]
# **Verdict.** *Whole list and fine grades:* holds, because no cutoff hides an item. *No grades:* a matter of what you want. nDCG works with 0 and 1, too, and it tells
# outside from inside, which AUC can't.
#
# > **Slip 3: a fixed $k$ doesn't make queries comparable.** Two perfect answers get DCG@3 = 1 and 2.13, because the second query has more to find. A mean
# > of such numbers favours queries with many relevant items. nDCG@3 is 1 for both.
#
# ## Claim: RR is the tiny sibling of DCG
#
# **The review says:** reciprocal rank is for those who need only the first hit.
#
# **Try it.** RR sees no difference between three and five, because it stops at rank 1. Click labels: which of them move MRR, and which only MAP?

# %%
rt.explore_queries(
    {"three": three, "five": five, "outside": outside, "inside": inside}, ["MRR", "MAP"]
)

# %% tags=["check"]
assert [rt.reciprocal_rank(each).exact for each in (three, five, outside, inside)] == [
    1,
    1,
    1,
    F(1, 2),
]
assert rt.mean("RR", [three, five, outside, inside]).exact == F(7, 8)

# %% [markdown]
# **Verdict: holds.**
#
# > **Slip 4: an index.** The review prints $\frac{1}{|Q|}\sum_{i=1}^{|Q|}\frac{1}{rank_Q}$. $Q$ is the set of all queries, so no term depends on $i$, and the mean of
# > equal numbers is that number. It must be $rank_i$, the rank of the first hit of query $i$.
#
# ## All five, live
#
# Move one relevant item up by one rank and another relevant item down by one rank, so that AUC returns to 2/3. What happened to the other four?

# %%
rt.explore(tasks.two_and_three, ["AUC", "DCG", "nDCG", "AP", "FAP"], **tasks.same_auc)

# %%
tasks.one_up_one_down

# %% tags=["check"]
start, changed = rt.Ranking([0, 1, 1, 0, 0]), rt.Ranking([1, 0, 0, 1, 0])
assert start.moved(2, to=1).moved(3, to=4).grades == changed.grades
assert rt.roc_auc(changed).exact == rt.roc_auc(start).exact == F(2, 3)
assert all(
    rt.measure(name)(changed).value > rt.measure(name)(start).value
    for name in ("DCG", "nDCG", "AP", "FAP")
)
assert rt.average_precision(start).exact == F(7, 12) and rt.average_precision(changed).exact == F(3, 4)

# %%
tasks.long_tail

# %% tags=["check"]
assert [rt.average_precision(each).exact for each in (outside, inside)] == [F(3, 4), F(7, 12)]
assert [f"{float(rt.ndcg(each)):.2f}" for each in ([3, 1], [1, 3])] == ["1.00", "0.80"] and same(
    "AP", [3, 1], [1, 3]
)
assert rt.gap([3, 1]).value > rt.gap([1, 3]).value
assert same("DCG@3", clean, three) and f"{float(rt.dcg(three, k=3)):.2f}" == "2.13"
assert rt.average_precision(three).exact == F(3, 5)
assert same("nDCG", [1, 0, 0], clean) and float(rt.dcg([1, 0, 0])) == 1
assert same("RR", three, five) and all(
    0 <= rt.average_precision(marks).exact <= 1 for marks in six_marks
)

# %% [markdown]
# ## When to use which
#
# | if ... | use | tried on |
# |---|---|---|
# | the top of the list matters most | nDCG or AP, not AUC | outside, inside: AUC 1/2 and 1/2, AP 3/4 and 7/12 |
# | relevance has grades | nDCG or GAP, not AP | 3 1 and 1 3: AP 1 and 1, nDCG 1 and 0.80 |
# | you can't know all relevant items, but users see $k$ results | DCG@k | two more relevant items turn up: DCG@3 stays 2.13, AP falls from 1 to 3/5 |
# | queries differ in how much there is to find | nDCG | one or three relevant items: nDCG 1 and 1, DCG 1 and 2.13 |
# | one right answer is enough | RR | three, five: RR 1 and 1 |
#
# **Next:** [AUC, and the weights that do something else](04b_auc_and_weights.ipynb); then [where should the list end?](04c_where_should_the_list_end.ipynb)
# **Before:** [six requirements](03_rank_metrics.ipynb). **Practise:** [which metric when?](../lessons/09_which_metric_when.ipynb) **All notebooks:** [the list](../README.md).
#
# **Source:** Florian Leitner, *Ranked evaluation measures: a review (ROC, DCG, AP, FAP)*, undated web page.
#
# **The metrics:** DCG: Järvelin and Kekäläinen (2002), *Cumulated gain-based evaluation of IR techniques*, ACM TOIS 20. AP: Buckley and Voorhees (2005),
# *Retrieval system evaluation*, in *TREC*, MIT Press. Clicks: Joachims and others (2005), *Accurately interpreting clickthrough data as implicit feedback*, SIGIR.
# RBP: Moffat and Zobel (2008), *Rank-biased precision for measurement of retrieval effectiveness*, ACM TOIS 27.
