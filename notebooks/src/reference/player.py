# %% [markdown]
# # Step by step: the player and its neighbours
#
# Walk through a calculation and back, predict the next number and learn which mistake you made, put two systems next to each other, and ask
# *what if?* and *is it chance?*
#
# **A reference**; about 35 minutes from top to bottom. Run each cell with `Shift`+`Enter`; then the surfaces come alive. Without Python, as on a web page, each
# shows its whole calculation. If you teach, [for a class](teaching.ipynb) has a plan for one lesson. Words: [glossary](../glossary.md).

# %%
from tasks import player as tasks

import rankteach as rt
from rankteach import examples
from rankteach.classroom import table

eight, five = examples.eight_documents, examples.five_graded
ap, ndcg = rt.average_precision(eight), rt.ndcg(five)

# %% [markdown]
# ## 1. Walk through a calculation
#
# Eight documents, best first; 06, 05, 00 and 02 are relevant. *How well are the relevant ones ranked?* Average precision ([lesson 3](../lessons/03_average_precision.ipynb)): walk down the
# list, write down the precision at each relevant document, add up, and divide by the number of relevant documents.

# %%
rt.step_through(ap)

# %% [markdown]
# | to | press | or the key |
# |---|---|---|
# | go forward, go back | ▶, ◀ | `→`, `←` |
# | go to the first step, to the value | the arrows with a bar | `Home`, `End` |
# | play, pause | *Play*, *Pause* | `Space` |
# | see everything at once | *Show every step* | |
#
# Click any button of the player, or reach it with `Tab`, then use the keys. Stepping needs no kernel: the player goes on while Python is busy. **Watch**, on the way down:
#
# 1. *Hits* rise only at relevant documents.
# 2. *Precision* falls at every irrelevant document, and rises again at the relevant ones.
# 3. Only relevant documents have a *credit*, so the *running sum* stays where it is at the others.
# 4. In the end the formula shows its numbers, one for each relevant document.
#
# **Where does a number come from?** Point at any number: in the table, in the formula, in the line of a step. The numbers that it was **made of** get a dashed frame, those further behind a dotted one, and a
# few words say it. Without a mouse: `Tab` leads into the table, `↑` and `↓` walk along its rows, `→` goes into a row's cells. Before you point, predict which numbers will be framed.

# %%
tasks.where_from

# %%
tasks.if_07_were


# %% tags=["check"]
import math
from fractions import Fraction as F
from itertools import combinations, pairwise, permutations

names = ("relevant", "hits", "precision", "credit", "running sum")
relevant, hits, precision, credit, sums = (ap.columns[name].exact for name in names)
assert len(eight) == 8 and eight.relevant_total == 4
for before, here in pairwise(range(8)):
    assert hits[here] - hits[before] == relevant[here]
    assert (precision[here] > precision[before]) == bool(relevant[here])
    assert (precision[here] < precision[before]) == (not relevant[here])
    assert (sums[here] > sums[before]) == bool(relevant[here])
assert [term for term in credit if term] == [1, F(2, 3), F(3, 4), F(4, 6)]
assert [source.name for source in ap.columns["credit"].sources] == ["precision", "relevant"]
assert (
    credit[5] == precision[5] * relevant[5] == F(2, 3)
    and precision[5] == F(hits[5], 6)
    and hits[5] == sum(relevant[:6]) == 4
)
assert sums[-1] == sum(credit) == F(37, 12) and ap.exact == F(37, 12) / 4 == F(37, 48)
assert (
    rt.average_precision(eight.with_grade(8, 1)).exact
    == (1 + F(2, 3) + F(3, 4) + F(4, 6) + F(5, 8)) / 5
    == F(89, 120)
    < ap.exact
)

# %% [markdown]
# **Fractions or decimals.** The switch `2/3 | 0.667` shows the same numbers as fractions or as decimals, and you choose the digits next to it. The calculation always goes on with the exact numbers. If you
# round every term first, you get 0.7725 instead of 0.7708, and `rt.diagnose` can tell:

# %%
rt.diagnose(ap, "0.7725")

# %% [markdown]
# ## 2. Predict, then reveal
#
# Now five results with grades from 0 to 3. *How close is the list to the best order?* nDCG ([lesson 6](../lessons/06_ndcg.ipynb)) divides each grade by $\log_2(i + 1)$, adds up, and divides by the same sum for the best
# order. A star marks that ideal order.

# %%
rt.step_through(ndcg)

# %% [markdown]
# **In class**, choose in the menu *Predict …* what to hide. Everything that would give it away is hidden, too:
#
# - *Predict each step*: this row and the next ones are closed. Everyone writes a number down, one types it, `Enter` checks it. If it is right, the row opens, and `Enter` goes on.
# - *Predict discounted gain*, or another column: only that column is closed.
# - *Predict the value*: everything is open but the result. Good for the end of a lesson.
#
# *Reveal answer* gives up. A wrong number does not show the right one, but **which mistake it looks like**. `rt.diagnose` says the same in Python. It reads fractions and decimals, points, commas and percent signs, and
# checks a cell of the table, too: `rt.diagnose(ap, "2", column="precision", row=3)`.

# %%
typed = ["37/48", "0.77", "0,771", "77.1%", "0.770", "0.8", "37/12"]
table({"you type": typed, "and read": [rt.diagnose(ap, number).said for number in typed]})

# %% [markdown]
# **Wrong answers to AP.** On the left a mistake, then the number that comes of it, then what rankteach says when it gets that number and nothing else.

# %%
mistakes = {
    "forgets to divide": "37/12",
    "divides by all documents": "37/96",
    "adds up the precision of every rank": "1.3137",
    "does not add up the hits": "7/16",
    "forgets document 00": "7/12",
    "stops after rank 5": "29/48",
    "cuts all digits after the second": "0.7675",
    "uses the precision of the whole list": "1/2",
    "divides by 5, for whatever reason": "37/60",
}
table(
    {
        "a student …": list(mistakes),
        "types": list(mistakes.values()),
        "reads": [rt.diagnose(ap, number).said for number in mistakes.values()],
    }
)

# %% [markdown]
# - **Different mistakes can give the same number.** A student who stops after rank 5 forgets document 02; without document 05 the number would be the same. Then it names what it finds, the likeliest first.
# - Numbers that come up often, such as 1 or 1/2, have many explanations. Of these it only says that it *could be*.
# - **It does not know every mistake.** Where nothing fits, as for the division by 5, it says so.
#
# **Wrong answers to nDCG.** Some mistakes are other tools' conventions: the same name, calculated in another way.

# %%
mistakes = {
    "does not divide by the best": "6.1487",
    "uses the exponential gain": "0.9575",
    "uses log2(i), but 1 at rank 1": "0.9435",
    "divides by i + 1": "0.9635",
    "turns the division around": "1.0284",
}
table(
    {
        "a student …": list(mistakes),
        "types": list(mistakes.values()),
        "reads": [rt.diagnose(ndcg, number).said for number in mistakes.values()],
    }
)

# %%
tasks.natural_logarithms


# %% tags=["check"]
assert (
    rt.diagnose(ap, "77.1%").right
    and rt.diagnose(ap, "0.8").right is None
    and F(37, 12) == 4 * ap.exact
)
assert precision[2] == F(2, 3) and hits[2] == 2
rounded_first = (1 + 0.67 + 0.75 + 0.67) / 4
assert f"{rounded_first:.4f}" == "0.7725"
noted = [1, F(2, 3), F(3, 4), F(4, 6)]
assert [
    sum(noted),
    sum(noted) / 8,
    (sum(noted) - F(3, 4)) / 4,
    sum(noted[:3]) / 4,
    F(4, 8),
    sum(noted) / 5,
] == [F(each) for each in ("37/12", "37/96", "7/12", "29/48", "1/2", "37/60")]
assert (F(1, 1) + F(1, 3) + F(1, 4) + F(1, 6)) / 4 == F(
    7, 16
) and f"{float(sum(precision) / 4):.4f}" == "1.3137"
assert f"{(1 + 0.66 + 0.75 + 0.66) / 4:.4f}" == "0.7675" and noted[1] == noted[3]  # ranks 3 and 6
assert all("could be" in rt.diagnose(ap, number).said for number in ("1", "1/2"))
assert rt.diagnose(ap, "37/60").mistakes == ()


def ndcg_by_hand(grades, divisors):
    """Each grade divided by the divisor of its rank, added up; divided by the same of the best order."""
    both = [
        sum(g / d for g, d in zip(each, divisors, strict=True))
        for each in (grades, sorted(grades, reverse=True))
    ]
    return both[0] / both[1]


ranks, grades, best = range(1, 6), five.grades, [3, 3, 2, 1, 0]
logs = [math.log2(rank + 1) for rank in ranks]
by_hand = ndcg_by_hand(grades, logs)
assert (
    math.isclose(by_hand, float(ndcg))
    and f"{float(rt.dcg(five)):.4f}" == "6.1487"
    and f"{1 / by_hand:.4f}" == "1.0284"
)
assert f"{ndcg_by_hand([2**grade - 1 for grade in grades], logs):.4f}" == "0.9575"
assert f"{ndcg_by_hand(grades, [max(1, math.log2(rank)) for rank in ranks]):.4f}" == "0.9435"
assert f"{ndcg_by_hand(grades, [rank + 1 for rank in ranks]):.4f}" == "0.9635"
natural = rt.diagnose(rt.dcg(five), f"{float(rt.dcg(five, base=math.e)):.4f}")
assert rt.diagnose(ndcg, f"{float(rt.ndcg(five, base=math.e)):.4f}").right
assert not natural.right and natural.mistakes[0].trace.parameters["base"] == math.e

# %% [markdown]
# **What a diagnosis is.** There is no list of wrong answers behind it. The calculation is **run again**: under the metric's other conventions, at other cutoffs, with one slip in it (a factor left out, ranks counted from 0, a
# term forgotten); and the other metrics run on the same list. The mistake is what gives the number that you typed, so it can show its own calculation. You calculate AP@3 and type 5/6:

# %%
ap_3 = rt.average_precision(eight, k=3)
found = rt.diagnose(ap_3, "5/6")
print(found)
rt.differences(ap_3, found.mistakes[0].trace)

# %% [markdown]
# Perhaps you learned AP from another book: [same name, different number](conventions.ipynb) is about that.
#
# ## 3. Two systems
#
# Model A ranks its three relevant results first, model B ranks them last. *Which is better, by which measure, and which ranks make the difference?* Precision sees no difference, because it counts and ignores
# the order. RR, AP and nDCG prefer A. Click a measure: a rank adds as much as the value grows when that rank counts, too. **Try it:** move one result of B, only one, so that its AP gets as high as possible.

# %%
model_a, model_b = examples.model_a, examples.model_b
two = rt.side_by_side(model_a, model_b, ["P@5", "RR", "AP", "nDCG@5"], chosen="AP")
two

# %%
tasks.one_move


# %% tags=["check"]
assert ap_3.exact == (1 + F(2, 3)) / 4 == F(5, 12)
assert two.values["P@5"] == (3 / 5, 3 / 5) and two.values["RR"] == (1, 1 / 3)
assert two.values["nDCG@5"][0] > two.values["nDCG@5"][1]
assert [share.first for share in two.shares] == [F(1, 3), F(1, 3), F(1, 3), 0, 0]
assert [share.second for share in two.shares] == [0, 0, F(1, 9), F(1, 6), F(1, 5)]
assert two.shares[-1].total == (F(1, 3) + F(2, 4) + F(3, 5)) / 3 - 1 == F(-47, 90)
moves = {
    move: rt.average_precision(model_b.moved(move[0], to=move[1])).exact
    for move in permutations(range(1, 6), 2)
}
assert max(moves.values()) == (1 + F(2, 4) + F(3, 5)) / 3 == F(7, 10)
assert [move for move, value in moves.items() if value == F(7, 10)] == [(3, 1), (4, 1), (5, 1)]

# %% [markdown]
# **The same items in both lists.** The lists above had no names, so nothing linked them. If items have **names**, an item is the same in both: lines link them, it has one judgement, and a relevant item that only one list found
# counts as missed in the other. Two search engines answer *jaguar*; you mean the animal:

# %%
judged = {"habitat": 1, "zoo": 1, "diet": 1, "cubs": 1, "car": 0, "guitar": 0, "logo": 0}
a = rt.Ranking.from_items(["habitat", "car", "zoo", "diet", "guitar"], judged)
b = rt.Ranking.from_items(["diet", "cubs", "habitat", "car", "logo"], judged)
engines = rt.side_by_side(a, b, ["P@5", "R@5", "AP"], chosen="AP")
engines

# %%
tasks.without_cubs


# %% tags=["check"]
assert engines.first.missed_items == ("cubs",) and engines.second.missed_items == ("zoo",)
assert engines.values["P@5"] == (3 / 5, 3 / 5) and engines.values["R@5"] == (3 / 4, 3 / 4)
ap_a, ap_b = (rt.average_precision(ranking).exact for ranking in (a, b))
assert ap_a == (1 + F(2, 3) + F(3, 4)) / 4 == F(29, 48) and ap_b == (1 + F(2, 2) + F(3, 3)) / 4 == F(
    36, 48
)
assert engines.shares[-1].total == ap_b - ap_a == F(7, 48)
now = [rt.Ranking.from_items(each.items, {**judged, "cubs": 0}) for each in (a, b)]
assert rt.recall(a, k=5).exact == F(3, 4) and rt.recall(now[0], k=5).exact == 1
assert (
    [rt.average_precision(each).exact for each in now]
    == [(1 + F(2, 3) + F(3, 4)) / 3, (1 + F(2, 3)) / 3]
    == [F(29, 36), F(20, 36)]
)

# %% [markdown]
# ## 4. What if?
#
# *Which two items would you swap, if you could swap only two?* `rt.swaps` tries every pair, here for nDCG:

# %%
swaps = rt.swaps(ndcg)
_ = rt.plots.swaps(swaps)

# %% [markdown]
# **The picture behind LambdaRank** (Burges, Ragno and Le 2006). LambdaRank learns to rank from pairs of items. A pair matters as much as nDCG changes when the two swap places. A swap of ranks $i$ and $j$ touches only two terms of the sum:
#
# $$|\Delta\mathrm{nDCG}| = \frac{|\mathrm{rel}_i - \mathrm{rel}_j| \cdot \left|\frac{1}{\log_2(i + 1)} - \frac{1}{\log_2(j + 1)}\right|}{\mathrm{ideal\ DCG}}$$
#
# The first factor is the difference of the **grades**: if they are equal, the swap changes nothing. The second is the difference of the **places**: for neighbours it is largest at the top, where the discount is steepest.

# %%
tasks.heaviest_swap

# %% [markdown]
# **Try it:** press *Best swap*, then *Swap them*, and again, until nDCG is 1. First guess how many swaps you need.

# %%
rt.explore(five, measures=["nDCG", "DCG"], goal="nDCG == 1")


# %% tags=["check"]
ideal = sum(grade / log for grade, log in zip(best, logs, strict=True))
for i, j in combinations(range(5), 2):
    weight = abs(grades[i] - grades[j]) * abs(1 / logs[i] - 1 / logs[j]) / ideal
    assert math.isclose(abs(swaps.changes[i, j]), weight, abs_tol=1e-12)
assert grades[0] == grades[2] and swaps.changes[0, 2] == 0
steps = [1 / above - 1 / below for above, below in pairwise(logs)]
assert steps == sorted(steps, reverse=True)
pairs = [(1, 2), (2, 3), (4, 5)]
assert [abs(grades[i - 1] - grades[j - 1]) for i, j in pairs] == [1, 1, 1]
assert [f"{abs(swaps.changes[i - 1, j - 1]):.4f}" for i, j in pairs] == ["0.0584", "0.0207", "0.0069"]
trace, path = ndcg, []
while best_swap := rt.swaps(trace).best:
    trace = rt.swaps(trace).swapped(best_swap.first, best_swap.second)
    path.append((best_swap.first, best_swap.second))
assert path == [(2, 3), (4, 5)] and trace.ranking.grades == best and math.isclose(float(trace), 1)

# %% [markdown]
# **What if the judge decided otherwise?** `rt.toggles` changes one judgement at a time. How much depends on a single one, here for AP of the eight documents?

# %%
toggles = rt.toggles(ap)
_ = rt.plots.toggles(toggles)

# %%
tasks.less_is_more


# %% tags=["check"]
less = rt.average_precision(eight.with_grade(6, 0))
assert less.exact == (1 + F(2, 3) + F(3, 4)) / 3 == F(29, 36)
assert toggles.exact[5, 0] == less.exact - ap.exact == F(5, 144) and credit[5] == F(2, 3) < ap.exact

# %% [markdown]
# ## 5. By chance
#
# *AP is 0.77. Is that much?* Shuffle the same eight documents: which value do you get without any skill? There are 70 ways to place four relevant documents on eight ranks, and `rt.chance` calculates all of them.

# %%
chance = rt.chance(ap)
_ = rt.plots.chance(chance)
chance

# %% [markdown]
# Even the worst order does not get 0, shuffled documents get more than 0.6 on average, and 13 of the 70 orders are better than ours. So 0.77 by itself says little. The same for other measures:

# %%
found = {
    name: rt.chance(rt.measure(name)(eight)) for name in ["P@5", "R@5", "RR", "AP", "nDCG", "AUC"]
}
columns = {
    title: [getattr(each, title) for each in found.values()]
    for title in ("worst", "expected", "value", "best")
}
table(
    {
        "measure": list(found),
        **columns,
        "fraction of better orders": [each.share_above for each in found.values()],
    }
)

# %% [markdown]
# Some expected values need no computer, and make good questions for the blackboard. Let $R$ be the number of relevant documents in the list.
#
# - **P@k** is $R / n$ by chance, for every $k$: each rank holds a relevant document with that probability.
# - **AUC** is 1/2: a pair is as likely in the right order as in the wrong one.
# - **AP** is often said to be $R / n$, too, but for a short list that is far off. Rank $i$ holds a relevant document with probability $R/n$. If so, it adds $1/i$ to the precision for itself, and $1/i$ more for each of the $i - 1$
#   documents above it that is relevant, which each is with probability $(R - 1)/(n - 1)$. Add up over all ranks and divide by $R$. If half of the documents are relevant:


# %%
def expected_ap(relevant, length):
    """What AP is on average, if the order is chance."""
    above = (relevant - 1) / (length - 1)
    return sum((1 + (rank - 1) * above) / rank for rank in range(1, length + 1)) / length


table({"documents": [8, 80, 800], "AP by chance": [expected_ap(n // 2, n) for n in (8, 80, 800)]})

# %% [markdown]
# **When there are too many orders.** Thirty documents, eight of them relevant: millions of orders. Then a sample is drawn (`seed=` chooses another one), and each estimate comes with its **standard error**, after the ±. By the
# formula above the exact mean is 0.3424.

# %%
thirty = rt.Ranking([int(rank in {1, 3, 4, 6, 11, 14, 20, 26}) for rank in range(1, 31)])
sampled = rt.chance(rt.average_precision(thirty))
sampled

# %%
tasks.half_the_error


# %% tags=["check"]
assert chance.exact and chance.orders == math.comb(8, 4) == 70
assert chance.worst == (F(1, 5) + F(2, 6) + F(3, 7) + F(4, 8)) / 4 > 0
assert chance.expected > F("0.6") and chance.share_above == F(13, 70)
assert all(rt.chance(rt.precision(eight, k=k)).expected == F(4, 8) for k in range(1, 9))
assert all(
    rt.chance(rt.roc_auc(some)).expected == F(1, 2) for some in ([1, 0, 0], [0, 0, 1, 0, 1, 0, 0])
)
assert chance.expected == F(2441, 3920) and math.isclose(expected_ap(4, 8), float(chance.expected))
assert (
    sampled.orders == math.comb(30, 8) > 5_000_000
    and not sampled.exact
    and f"{expected_ap(8, 30):.4f}" == "0.3424"
)
error = sampled.standard_error.expected
assert abs(sampled.expected - expected_ap(8, 30)) < 2 * error
larger = rt.chance(sampled.trace, samples=40_000).standard_error.expected
assert math.isclose(error / larger, 2, rel_tol=0.05)


def ap_by_hand(marks):
    """Average precision in two lines."""
    found = [rank for rank, mark in enumerate(marks, start=1) if mark]
    return sum(F(hits, rank) for hits, rank in enumerate(found, start=1)) / len(found)


marks = eight.grades
all_values = [ap_by_hand(order) for order in set(permutations(marks))]
assert len(all_values) == chance.orders and sum(all_values) / 70 == chance.expected
assert F(sum(value > ap.exact for value in all_values), 70) == chance.share_above
for i, j in combinations(range(8), 2):
    swapped = marks.copy()
    swapped[i], swapped[j] = marks[j], marks[i]
    assert ap_by_hand(swapped) - ap_by_hand(marks) == rt.swaps(ap).exact[i, j]

# %% [markdown]
# **Sources:** Burges, Ragno and Le (2006), *Learning to rank with nonsmooth cost functions*, NIPS · Buckley and Voorhees (2005), *Retrieval system evaluation*, in *TREC*, MIT Press (AP) · Järvelin and
# Kekäläinen (2002), *Cumulated gain-based evaluation of IR techniques*, ACM TOIS 20 (nDCG). The eight documents and the five grades are from
# [the introduction](../documents/02_ranking_metrics_introduction.ipynb) and [the article](../documents/01_learning_to_rank_metrics.ipynb).
#
# **Go on with** [for a class](teaching.ipynb), or [the lessons](../README.md). [Start](../00_start_here.ipynb).
