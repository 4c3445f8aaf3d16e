# %% [markdown]
# # Where should the list end? AP, its curve, and FAP
#
# Florian Leitner's review of ranking measures says how AP relates to chance and to a curve, and how his own measure, FAP, finds the best
# place to stop. Try each claim before you read its verdict.
#
# **30 minutes.** Run each cell with `Shift`+`Enter`; then the lists come alive and the questions listen.
# Click the dots of a folded cell to see its code.
#
# **New to a metric?** The lessons teach each one slowly: [average precision](../lessons/03_average_precision.ipynb), [F1](../lessons/01_is_this_a_good_list.ipynb),
# [the precision-recall curve](../lessons/08_thresholds.ipynb), [FAP and GAP](../lessons/e2_fap_and_gap.ipynb). The [glossary](../glossary.md)
# explains the words.

# %%
from tasks import ranked_evaluation_review as tasks

import rankteach as rt
from rankteach import examples
from rankteach.classroom import table

eight = examples.eight_documents
clean, tail = rt.Ranking([1, 1, 1]), rt.Ranking([1, 1, 1, 0, 0])
three, five = rt.Ranking([1, 1, 1], missed=[1, 1]), rt.Ranking([1, 1, 1, 1, 1])

# %% tags=["check"]
from fractions import Fraction as F
from itertools import pairwise, product

six_marks = list(product([0, 1], repeat=6))

# %% [markdown]
# ## Claim: AP is a probability
#
# **The review says:** AP "has a probabilistic interpretation that ranges from 0 to 1 unless you are using weights". It doesn't say which. Draw a relevant item at random, then
# an item at or above it: AP is the chance that the second one is relevant.
#
# **Try it.** Step through the eight documents. At each hit, how many items are at or above it, and how many of them are relevant?

# %%
rt.step_through(rt.average_precision(eight))

# %%
tasks.a_chance


# %% tags=["check"]
def chance_of_two(marks):
    """A relevant item, then an item at or above it: how often is the second one relevant?"""
    relevant = [rank for rank, mark in enumerate(marks, start=1) if mark]
    successes = [
        F(sum(bool(marks[other - 1]) for other in range(1, rank + 1)), rank) for rank in relevant
    ]
    return sum(successes) / len(relevant) if relevant else 0


assert chance_of_two(eight.grades) == rt.average_precision(eight).exact == F(37, 48)
assert all(chance_of_two(marks) == rt.average_precision(marks).exact for marks in six_marks)

# %% [markdown]
# **Verdict: holds.** The second draw succeeds with the precision at the first item: 1, 2/3, 3/4 or 4/6. Each is drawn one time in four, so the chance is 37/48. A relevant item that the list
# lacks counts as a failure.
#
# ## Claim: a baseline gets the fraction of relevant items
#
# **The review says:** the baseline's AP is $\frac{|I_{pos}|}{|I|}$, "because such a baseline classifier ranks all hits last".
#
# **Try it.** Two of five items are relevant, so the fraction is 2/5. This list has its hits last. Is AP 2/5? Drag the items into other orders: can you find one that is?

# %%
rt.explore([0, 0, 0, 1, 1], ["AP"])

# %%
tasks.last_of_four

# %% [markdown]
# Hits last is the *worst* order: 13/40 = 0.325, less than the fraction. A system that knows nothing orders at random; its mean over all orders is 237/400 = 0.5925, more than the fraction.
# Do long lists behave better?

# %% jupyter={"source_hidden": true}
from fractions import Fraction


def at_random(m, n):
    """The mean of AP over all orders of n items of which m are relevant.

    A relevant item at rank i has (i - 1)(m - 1)/(n - 1) hits above it on average.
    """
    return float(sum((1 + (i - 1) * Fraction(m - 1, n - 1)) / i for i in range(1, n + 1)) / n)


lengths = [5, 10, 100, 1000]
hits_last = [float(rt.average_precision([0] * (n * 3 // 5) + [1] * (n * 2 // 5))) for n in lengths]
table(
    {
        "items": lengths,
        "fraction relevant": [0.4] * 4,
        "random order": [at_random(n * 2 // 5, n) for n in lengths],
        "hits last": hits_last,
    }
)

# %% tags=["check"]
last = rt.average_precision([0, 0, 0, 1, 1])
chance = rt.chance(last)
assert chance.orders == 10 and chance.worst == last.exact == (F(1, 4) + F(2, 5)) / 2 == F(13, 40)
assert last.exact < F(2, 5) < chance.expected == F(237, 400)
assert at_random(2, 5) == float(chance.expected)
assert round(at_random(400, 1000), 3) == 0.404 and round(hits_last[-1], 2) == 0.23

# %% [markdown]
# > **Slip 9: the baseline.** The number is about right for a *random* order of a *long* list. The reason, hits last, is not. It may come from the last hit alone, where
# > precision is 2/5.
#
# ## Claim: AP is the area under the interpolated curve
#
# **The review says:** AP "represents the area under the interpolated PR curve", which overestimates the real one. The area depends on how you join the points:
#
# - **steps**: the precision at a hit counts for the whole rise in recall up to it.
# - **trapezoids**: straight lines from point to point.
# - **interpolated**: at each recall, the best precision there *or further right*. This only ever lifts the curve.
# - **eleven points**: the mean of the interpolated precision at recall 0, 0.1, ..., 1.
#
# **Try it.** Open *Calculation* and *Conventions*, and choose one way of joining the points after the other. Which area equals AP, 37/48?

# %%
rt.explore_curve(eight, chosen='PRAUC(form="interpolated")')

# %% tags=["check"]
forms = ("steps", "trapezoids", "interpolated", "eleven_points")
area = {form: rt.pr_auc(eight, form=form).exact for form in forms}
quarter = F(1, 4)  # each hit lifts recall by as much
assert (
    area["steps"]
    == rt.average_precision(eight).exact
    == quarter * (1 + F(2, 3) + F(3, 4) + F(4, 6))
    == F(37, 48)
)
lines = [(1 + 1) / F(2), (F(1, 2) + F(2, 3)) / 2, (F(2, 3) + F(3, 4)) / 2, (F(3, 5) + F(4, 6)) / 2]
assert area["trapezoids"] == quarter * sum(lines) == F(117, 160)
assert area["interpolated"] == quarter * sum([1, F(3, 4), F(3, 4), F(4, 6)]) == F(19, 24)
assert area["eleven_points"] == (3 * 1 + 5 * F(3, 4) + 3 * F(4, 6)) / 11 == F(35, 44)
assert area["interpolated"] - area["trapezoids"] == F(29, 480) and round(29 / 480, 2) == 0.06
falling = rt.Ranking([1, 0, 1, 0, 0, 1])
assert (
    rt.average_precision(falling).exact
    == rt.pr_auc(falling, form="interpolated").exact
    == sum([1, F(2, 3), F(3, 6)]) / 3
)

# %% [markdown]
# > **Slip 10: AP and interpolation.** The review's own formula adds up the *steps*: 37/48. Interpolated it is 19/24, because precision rises from 2/3 at the second hit to 3/4 at
# > the third. The two agree where precision never rises from one hit to the next, as in 1 0 1 0 0 1.
#
# Straight lines give 117/160, eleven points 35/44. The overestimation is real: interpolating adds 19/24 − 117/160 = 29/480, about 0.06, to the straight lines.
#
# ## Claim: next to ROC, AP and DCG suffice
#
# **The review says:** unlike AP, the area under the PR curve has no probabilistic reading; "therefore, AP and DCG are sufficient" next to ROC.
#
# **Try it.** A stops after its three hits, B goes on. Add F1 and FAP: do you learn anything that DCG and AP don't tell you?

# %%
rt.side_by_side(clean, tail, ["DCG", "AP", "F1", "FAP"], chosen="FAP")

# %% [markdown]
# **Verdict: for the order, yes; for the length of the list, no.** The reading as a chance belongs to AP alone, so the other area adds little. But AP is 1 and DCG is 2.1309 for both lists, and AUC is 0/0
# for A and 1 for B: it rewards the tail. F1 falls to 3/4 and FAP to 6/7. The review's own last section is about that gap.
#
# ## Claim: FAP sees whether it was right to stop
#
# **The review says:** FAP "dynamically penalizes long result list tails". It is the harmonic mean of F1, which knows the length, and AP, which knows the order: $\frac{2 F_1 \cdot AP}{F_1 + AP}$.
#
# **Try it.** Step through FAP of B. Which of the two numbers does the tail lower?

# %%
rt.step_through(rt.fap(tail))

# %%
tasks.one_miss

# %% tags=["check"]
assert (
    rt.f_score(tail).exact == 2 * F(3, 5) * 1 / (F(3, 5) + 1) == F(3, 4) and rt.fap(clean).exact == 1
)
assert rt.fap(tail).exact == 2 * F(3, 4) * 1 / (F(3, 4) + 1) == F(6, 7)
assert f"{float(rt.dcg(clean)):.4f}" == f"{float(rt.dcg(tail)):.4f}" == "2.1309"
assert rt.roc_auc(clean).exact == 0 and rt.roc_auc(tail).exact == 1
outside, inside = rt.Ranking([1, 0, 0, 1]), rt.Ranking([0, 1, 1, 0])
assert rt.f_score(outside).exact == rt.f_score(inside).exact == F(2, 3)
assert rt.fap(outside).exact > rt.fap(inside).exact

# %% [markdown]
# ## Claim: FAP@k peaks at the best cutoff, and the harmonic mean shows it best
#
# **The review says:** the harmonic mean, unlike other means, gives "a more clear cutoff point at peak performance".
#
# **Try it.** Five items are relevant, and two were not found. Where should this list have ended? Move $k$.

# %%
incomplete = rt.Ranking([1, 1, 1, 0, 0], missed=[1, 1])
rt.explore(incomplete, ["FAP@5", "F1@5", "AP@5"], chosen="FAP@5")

# %%
tasks.best_cutoff

# %% jupyter={"source_hidden": true}
f1, ap = (rt.measure(name)(incomplete).at_every_k().values for name in ("F1", "AP"))
fap = rt.fap(incomplete).at_every_k()
means = {"arithmetic mean": (f1 + ap) / 2, "geometric mean": (f1 * ap) ** 0.5}
table(
    {
        "k": range(1, 6),
        "F1": f1.tolist(),
        "AP": ap.tolist(),
        "FAP, harmonic": fap.values.tolist(),
        **{name: mean.tolist() for name, mean in means.items()},
    }
)

# %% tags=["check"]
assert list(fap.exact) == [F(1, 4), F(8, 17), F(2, 3), F(12, 19), F(3, 5)]
for peak in (fap.values, f1, *means.values()):
    assert max(peak) == peak[3 - 1]
for marks in six_marks:
    assert all(
        before <= after for before, after in pairwise(rt.average_precision(marks).at_every_k().exact)
    )


def ahead(values):
    """How far the best cutoff is ahead of the second best."""
    second, best = sorted(values)[-2:]
    return (best - second) / best


leads = []
for marks, missed in product(list(product([0, 1], repeat=8))[1:], ([], [1, 1])):
    f, a = (
        rt.measure(name)(rt.Ranking(marks, missed=missed)).at_every_k().values for name in ("F1", "AP")
    )
    both = f + a + (f + a == 0)
    leads.append([ahead(mean) for mean in (2 * f * a / both, (f * a) ** 0.5, (f + a) / 2, f)])
assert [f"{100 * sum(lead) / len(leads):.1f}" for lead in zip(*leads, strict=True)] == [
    "11.6",
    "11.2",
    "10.8",
    "10.7",
]

# %% [markdown]
# **Verdict: holds, barely.** AP never falls as $k$ grows, so it can't say where to stop. All three means peak at rank 3, and so does F1, which ignores the order above $k$.
#
# Over all lists of eight results (with nothing or two items missed), the best cutoff of the harmonic mean is 11.6 % ahead of the second best, on average. For the geometric mean it is 11.2 %, for
# the arithmetic 10.8 %, for F1 alone 10.7 %.
#
# ## Claim: FAP is ideal in an ensemble
#
# **The review says:** use FAP "in bagging or other ensemble learning setups", because it asks which results to *keep*.
#
# **Try it.** Three programs search for genes in a paper; four genes are right. You rank the genes by votes. A keeps those with at least two votes, B keeps all. Which do AP and FAP prefer?

# %% jupyter={"source_hidden": true}
votes = {"3 votes": [1, 1], "2 or more": [1, 1, 0, 1], "1 or more": [1, 1, 0, 1, 0, 0, 1, 0, 0]}
kept = {name: rt.Ranking(marks, missed=[1] * (4 - sum(marks))) for name, marks in votes.items()}
rt.side_by_side(kept["2 or more"], kept["1 or more"], ["P", "R", "F1", "AP", "FAP"], chosen="FAP")

# %% tags=["check"]
aps, faps = ([rt.measure(name)(each).exact for each in kept.values()] for name in ("AP", "FAP"))
assert aps == sorted(aps) and max(faps) == faps[1]
assert ", ".join(f"{float(value):.2f}" for value in aps) == "0.50, 0.69, 0.83"
assert ", ".join(f"{float(value):.2f}" for value in faps) == "0.57, 0.72, 0.71"

# %% [markdown]
# **Verdict: holds.** AP says the more, the better: 0.50, 0.69, 0.83 for three votes, at least two, and all. FAP says at least two votes: 0.57, 0.72, 0.71.
#
# ## Claim: beta in FAP
#
# **The review prints** $(1 + \beta^2)\,\frac{F_\beta \cdot AP}{\beta\,F_\beta + AP}$, where $\beta$ says how many times as much the second number counts as the first.
#
# **Try it.** The list is perfect, so F and AP are both 1. What must their mean be? Then click a label.

# %%
rt.explore(clean, ['FAP(beta=2, form="printed")', "FAP(beta=2)", "FAP"])

# %% tags=["check"]
assert rt.fap(clean, beta=2, form="printed").exact == F(1 + 2**2, 2 * 1 + 1) == F(5, 3)
assert rt.fap(clean, beta=2).exact == F(1 + 2**2, 2**2 * 1 + 1) == 1
assert all(
    rt.fap(marks).exact == rt.fap(marks, form="printed").exact for marks in product([0, 1], repeat=5)
)

# %% [markdown]
# > **Slip 11: the square of beta.** As printed, the perfect list gets 5/3. A weighted harmonic mean has $\beta^2$ in both places, and gives 1. With $\beta = 1$ the two agree, because 1 is its
# > own square. The review only uses that form, so the lost exponent did no harm.
#
# ## FAP over queries: two ways
#
# You can average the FAPs of two queries. Or you average F1 and AP first, and take the harmonic mean of these means. The review doesn't say which.
#
# **Try it.** Two queries are answered with *tail* and *three*. Which way gives more? Click labels: can the other one win?

# %%
rt.explore_queries({"tail": tail, "three": three}, ["mean FAP", 'FAP(average="means")'])

# %% tags=["check"]
assert rt.mean(rt.fap, [tail, three]).exact == (F(6, 7) + F(2, 3)) / 2 == F(16, 21)
mean_f1, map_ = (F(3, 4) + F(3, 4)) / 2, (1 + F(3, 5)) / 2
assert (
    rt.mean(rt.fap, [tail, three], average="means").exact
    == 2 * mean_f1 * map_ / (mean_f1 + map_)
    == F(24, 31)
)
every = [rt.Ranking(marks, missed=[1]) for marks in product([0, 1], repeat=3)]
for pair in product(every, repeat=2):
    assert rt.mean(rt.fap, pair, average="means").exact >= rt.mean(rt.fap, pair).exact

# %% [markdown]
# **Verdict: say which one you report.** The mean of the FAPs is 16/21, FAP of the means 24/31. The second is never smaller, because one query's good F1 can make up for another's poor AP.
#
# ## Claim: AP with grades is GAP
#
# **The review says:** it knows of "no implementation in common ML libraries" of graded average precision (GAP; Robertson, Kanoulas and Yilmaz 2010), whose authors claim that learning to rank
# from grades works better with it than with nDCG.
#
# **Try it.** Here is an implementation ([extra lesson](../lessons/e2_fap_and_gap.ipynb)). One user accepts everything from grade 1, the next from grade 2, another only grade 3. Sort the list by grade: what do GAP and AP do?

# %%
rt.explore([3, 1, 2, 2], ["GAP", "AP", "nDCG"])

# %% tags=["check"]
graded = [3, 1, 2, 2]
gap = rt.gap(graded)
from_1, from_2, from_3 = F(4), 1 + F(2, 3) + F(3, 4), F(1)
assert (
    gap.exact == (from_1 + from_2 + from_3) / (4 + 3 + 1) == F(89, 96)
    and round(float(gap), 7) == 0.9270833
)
assert rt.average_precision(graded).exact == 1 and rt.gap(sorted(graded, reverse=True)).exact == 1
assert all(
    rt.gap(marks).exact == rt.average_precision(marks).exact for marks in product([0, 1], repeat=5)
)

# %% tags=["check"]
assert (
    rt.average_precision(three).exact == F(3, 5)
    and rt.fap(three).exact == F(2, 3)
    and rt.fap(five).exact == 1
)
assert rt.fap(clean).exact == 1 and rt.fap(tail).exact == F(6, 7)
scores, judged = [0.9, 0.8, 0.3, 0.1], [3, 1, 2, 0]
squared = [score**2 for score in scores]  # changes r, but no rank
assert rt.spearman(scores, judged).exact == 1 - F(6 * (0 + 1 + 1 + 0), 4 * (16 - 1)) == F(4, 5)
assert rt.spearman(squared, judged).exact == F(4, 5)
assert abs(float(rt.pearson(squared, judged)) - float(rt.pearson(scores, judged))) > 0.01
for swapped, grades, ndcg in (("bacd", [2, 3, 1, 0], "0.9225"), ("abdc", [3, 2, 0, 1], "0.9854")):
    assert (
        rt.spearman(list("abcd"), list(swapped)).exact
        == rt.spearman([4, 3, 2, 1], grades).exact
        == F(4, 5)
    )
    assert f"{float(rt.ndcg(grades)):.4f}" == ndcg

# %% [markdown]
# **Verdict:** you have an implementation now; a claim about training can't be tried on one list. AP gives 3, 1, 2, 2 a perfect 1, GAP 89/96: each user adds up the precision at their own hits,
# and GAP divides by the number of all their relevant items.
#
# ## When to use AP, FAP, or a correlation
#
# - **AP**, if you want a readable number and know all relevant items: it is between 0 and 1, and misses count (*three*: 3/5).
# - **FAP**, if the system chooses how many results it returns: a tail of misses costs (*clean*, *tail*: 1 and 6/7), and so does stopping early (*five*, *three*: 1 and 2/3).
# - **Spearman's $\rho$**, if you compare two whole orders. The review ends with it and Pearson's $r$; try both in [two rankings compared](../lessons/e3_two_rankings.ipynb) and in
#   [the note](05_metrics_in_ltr_problems.ipynb). It doesn't see the top: swap the first two of four items or the last two, and $\rho$ is 4/5 either way, while nDCG is 0.9225 and 0.9854.
#
# The review's own summary is close to this: AUC where you know everything, DCG where the top counts, AP next to it as a number to read, FAP where the cutoff counts.
#
# **Next:** [formulas without numbers](05_metrics_in_ltr_problems.ipynb), or practise the choice in [which metric when?](../lessons/09_which_metric_when.ipynb)
# **Before:** [what does each measure not see?](04a_what_does_each_measure_not_see.ipynb), [AUC and its weights](04b_auc_and_weights.ipynb). **All notebooks:** [the list](../README.md).
#
# **Source:** Florian Leitner, *Ranked evaluation measures: a review (ROC, DCG, AP, FAP)*, undated web page; FAP is section 3.2.5 of
# [his PhD thesis](https://repositorio.uam.es/bitstream/handle/10486/8883/47142_leitner_florian.pdf?sequence=1) (2012, Universidad Autónoma de Madrid).
#
# **The metrics:** AP: Buckley and Voorhees (2005), *Retrieval system evaluation*, in *TREC*, MIT Press. GAP: Robertson, Kanoulas and Yilmaz (2010), *Extending average precision to
# graded relevance judgments*, SIGIR. $\rho$: Spearman (1904), *The proof and measurement of association between two things*, American Journal of Psychology 15.
