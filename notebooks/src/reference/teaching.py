# %% [markdown]
# # Step by step: a live surface for a class
#
# For whoever stands in front of a class, and for whoever sits in it: walk through a calculation and back, predict the next number and be told
# which mistake it was, lay two systems side by side, ask *what if?* and *could that be chance?*, and print a worksheet for the next day.
#
# Run the cells from top to bottom (`Shift`+`Enter`). The surfaces are live then; where no Python runs, as on a web page, each of them is
# shown as its whole calculation.

# %%
import csv
import math
from fractions import Fraction as F
from itertools import pairwise, permutations
from pathlib import Path
from tempfile import TemporaryDirectory

from IPython.display import Markdown

import rankteach as rt
from rankteach import examples
from rankteach.classroom import question

# %% [markdown]
# ## 1. Walk through a calculation
#
# Eight documents, best first; 06, 05, 00 and 02 are relevant. *How well are the relevant ones placed?* Average precision: walk down the
# list, note at each relevant document the precision so far, add up, and divide by the number of relevant documents.
#
# In the formula $i$ is a rank, $n$ the length of the list, $\mathrm{rel}_i$ is 1 if the document at rank $i$ is relevant, else 0,
# $h_i$ are the hits so far, $P(i)$ is the precision $h_i / i$, and $m$ are all relevant documents.

# %%
eight = examples.eight_documents

ap = rt.average_precision(eight)
rt.step_through(ap)


# %% tags=["check"]
from itertools import combinations

assert len(eight) == 8  # n
assert eight.relevant_total == 4  # m

# %% [markdown]
# | to | press | or the key |
# |---|---|---|
# | go on, go back | ▶, ◀ | `→`, `←` |
# | go to the first step, to the value | the arrows with a bar | `Home`, `End` |
# | let it run, hold it | *Play*, *Pause* | `Space` |
# | see everything at once | *Show every step* | |
#
# The keys work once a button of the player has been clicked, or reached with `Tab`. No key pressed there gets into the notebook, and no
# step asks Python for anything: the player goes on while Python is busy.
#
# **What to watch for**, on the way down:
#
# 1. *Hits* go up at relevant documents only.
# 2. *Precision* falls at every document that is not relevant, and rises again at the relevant ones.
# 3. Only relevant documents have a *credit*, so the *running sum* stays where it is at the others.
# 4. The formula gets its numbers in the end, and there are as many as there are relevant documents.

# %%
names = ("relevant", "hits", "precision", "credit", "running sum")
relevant, hits, precision, credit, sums = (ap.columns[name].exact for name in names)


# %% tags=["check"]
for before, here in pairwise(range(8)):
    assert hits[here] - hits[before] == relevant[here]
    assert (precision[here] > precision[before]) == bool(relevant[here])
    assert (precision[here] < precision[before]) == (not relevant[here])
    assert (sums[here] > sums[before]) == bool(relevant[here])

assert [term for term in credit if term] == [1, F(2, 3), F(3, 4), F(4, 6)]

# %% [markdown]
# ### Where does this number come from?
#
# Point at any number: in the table, in the formula, in the line of a step. What it was **made of** gets a dashed frame, what lies
# further behind a dotted one, and a few words say it. Without a mouse: `Tab` leads into the table, `↑` and `↓` walk along its rows, `→` goes
# into a row's cells.
# The frames are not drawn by hand: each column of a trace remembers which columns it was made of.
#
# **Task.** Before you point, say which numbers will be framed. Then look.

# %%
print([source.name for source in ap.columns["precision"].sources])
print([source.name for source in ap.columns["credit"].sources])

# %% jupyter={"source_hidden": true}
question(
    "Where does the credit 2/3 at rank 6 come from?",
    answer="From the precision there, 4/6, and the mark of document 02: it is relevant. "
    "Behind those: 4 hits and rank 6, and behind the hits all marks from 1 to 6.",
)


# %% tags=["check"]
assert credit[5] == precision[5] * relevant[5] == F(2, 3)
assert precision[5] == F(hits[5], 6) and hits[5] == sum(relevant[:6]) == 4

# %% jupyter={"source_hidden": true}
question(
    "Which numbers is 37/48 made of?",
    answer="Of the last running sum, 37/12, and the number of relevant documents, 4. "
    "Behind them: the credits 1, 2/3, 3/4 and 2/3, and what those were made of.",
)


# %% tags=["check"]
assert sums[-1] == sum(credit) == 1 + F(2, 3) + F(3, 4) + F(2, 3) == F(37, 12)
assert ap.exact == F(37, 12) / 4 == F(37, 48)

# %% jupyter={"source_hidden": true}
question(
    "Document 07, at the end, adds nothing. Would AP be the same if it were relevant?",
    answer="No, it would fall from 37/48 to 89/120. Its credit of 5/8 comes in, "
    "but now the sum is divided by 5: the late document lowers the mean.",
)


# %% tags=["check"]
if_relevant = rt.average_precision(eight.with_grade(8, 1)).exact
assert if_relevant == (1 + F(2, 3) + F(3, 4) + F(4, 6) + F(5, 8)) / 5 == F(89, 120)
assert if_relevant < ap.exact

# %% [markdown]
# ### Fractions or decimals
#
# The switch `2/3 | 0.667` shows the same numbers as fractions or as decimals, and beside it you choose the digits. Rounding is for the eye
# only: the calculation goes on with the exact numbers. Whoever rounds every term first ends up beside it, and the toolkit can tell:

# %%
rounded_first = (1 + 0.67 + 0.75 + 0.67) / 4
print(f"{rounded_first:.4f} instead of {float(ap):.4f}")
print(rt.diagnose(ap, f"{rounded_first:.4f}"))

# %% [markdown]
# ## 2. Predict, then reveal
#
# A second calculation to play with. Five results now have grades from 0 to 3, and $\mathrm{rel}_i$ is the grade. *How close is the list to
# the best order?* nDCG: divide each grade by $\log_2(i + 1)$, so that lower ranks count less; add up; divide by what the best order
# would get. A star marks that ideal order.

# %%
five = examples.five_graded

ndcg = rt.ndcg(five)
rt.step_through(ndcg)


# %% tags=["check"]
assert five.grades == [3, 2, 3, 0, 1]

# %% [markdown]
# **How a class plays it.** Choose in the menu *Predict …* what is to be hidden, and with it goes everything that would give it away:
#
# - *Predict each step*: this row and the rows to come are closed. All write a number down, one types it, `Enter` checks it. If it is right,
#   the row opens, and `Enter` goes on.
# - *Predict discounted gain*, or another column: that column is closed, and what stands before it can be used.
# - *Predict the value*: all is open but the result. Good for the end of a lesson.
#
# *Reveal answer* gives up. Whoever types a wrong number is not told the right one, but **which mistake it looks like**.
#
# ### The same in Python
#
# `rt.diagnose` says of a number what the surface says. Fractions and decimals, a point or a comma, a percent sign: all are read. A cell of
# the table can be asked for too, by its column and its row, from 1.

# %%
for typed in ["37/48", "0.77", "0,771", "77.1%", "0.770", "0.8", "37/12"]:
    print(f"{typed:>6}", rt.diagnose(ap, typed))

print("     2", rt.diagnose(ap, "2", column="precision", row=3))

# %% tags=["check"]
assert rt.diagnose(ap, "77.1%").right
assert rt.diagnose(ap, "0.8").right is None  # nobody can tell
assert F(37, 12) == 4 * ap.exact
assert precision[2] == F(2, 3) and hits[2] == 2

# %% [markdown]
# ### Wrong answers to AP, and what is said of each
#
# On the left what a student did, in the middle the number that comes of it, on the right what the toolkit says when it is given that number
# and nothing else.


# %%
def table(head, rows):
    """A table of words."""
    lines = [head, ["---"] * len(head), *rows]
    return Markdown("\n".join(f"| {' | '.join(line)} |" for line in lines))


def diagnosed(trace, mistakes):
    """What each mistake gives, and what is said of it."""
    rows = []
    for what, number in mistakes.items():
        is_short = isinstance(number, F) and number.denominator < 100
        typed = str(number) if is_short else f"{float(number):.4f}"
        rows.append([what, typed, rt.diagnose(trace, typed).said])
    return table(["a student …", "types", "is told"], rows)


noted = [1, F(2, 3), F(3, 4), F(4, 6)]

diagnosed(
    ap,
    {
        "forgets to divide": sum(noted),
        "divides by all documents": sum(noted) / 8,
        "adds up the precision of every rank": sum(precision) / 4,
        "does not add up the hits": (F(1, 1) + F(1, 3) + F(1, 4) + F(1, 6)) / 4,
        "forgets document 00": (sum(noted) - F(3, 4)) / 4,
        "stops after rank 5": sum(noted[:3]) / 4,
        "cuts all digits after the second": (1 + 0.66 + 0.75 + 0.66) / 4,
        "takes the precision of the whole list": F(4, 8),
        "divides by 5, for whatever reason": sum(noted) / 5,
    },
)


# %% tags=["check"]
assert sum(noted) / 4 == ap.exact

# %% [markdown]
# Three things to know before you rely on it:
#
# - **Different mistakes can give the same number.** Who stops after rank 5 has forgotten document 02 at rank 6; without document 05 at
#   rank 3 the number would be the same. Then it names what it finds, the likeliest first.
# - Numbers that come up often, such as 1 or 1/2, have many explanations. Of those it only says that it *could be*.
# - **It does not know every mistake.** Where nothing fits, as for the division by 5, it says so rather than guess.

# %% tags=["check"]
assert noted[1] == noted[3]  # ranks 3 and 6
assert all("could be" in rt.diagnose(ap, typed).said for typed in ["1", "1/2"])
assert rt.diagnose(ap, "37/60").mistakes == ()

# %% [markdown]
# ### Wrong answers to nDCG
#
# Here some mistakes are conventions of others: the same name, calculated in another way.


# %%
def dcg_by_hand(grades, divisors):
    """Each grade divided by the divisor of its rank, added up."""
    return sum(grade / divisor for grade, divisor in zip(grades, divisors, strict=True))


def ndcg_by_hand(grades, divisors):
    """The same divided by that of the best order."""
    best = sorted(grades, reverse=True)
    return dcg_by_hand(grades, divisors) / dcg_by_hand(best, divisors)


ranks, grades = range(1, 6), five.grades
logs = [math.log2(rank + 1) for rank in ranks]
logs_of_rank = [max(1, math.log2(rank)) for rank in ranks]

diagnosed(
    ndcg,
    {
        "does not divide by the best": dcg_by_hand(grades, logs),
        "takes 2^grade − 1": ndcg_by_hand([2**grade - 1 for grade in grades], logs),
        "takes log2(i), but 1 at rank 1": ndcg_by_hand(grades, logs_of_rank),
        "divides by i + 1": ndcg_by_hand(grades, [rank + 1 for rank in ranks]),
        "turns the division around": 1 / ndcg_by_hand(grades, logs),
    },
)


# %% tags=["check"]
assert math.isclose(ndcg_by_hand(grades, logs), float(ndcg))

# %% jupyter={"source_hidden": true}
natural, dcg = rt.ndcg(five, base=math.e), rt.dcg(five)
found = rt.diagnose(dcg, f"{float(rt.dcg(five, base=math.e)):.4f}")
question(
    "A student takes natural logarithms throughout. What is said of nDCG? And of DCG?",
    answer="Of nDCG: right. All logarithms shrink by the same factor, above and below, "
    "and it cancels. DCG has no division, so there it is found out.",
)


# %% tags=["check"]
assert math.isclose(float(natural), float(ndcg))
assert rt.diagnose(ndcg, f"{float(natural):.4f}").right
assert not found.right and found.mistakes[0].trace.parameters["base"] == math.e

# %% [markdown]
# ### What a diagnosis is
#
# There is no list of wrong answers behind it. The calculation is **run again**: under the other conventions of the metric, at other
# cutoffs, with one slip in it (a factor left out, ranks counted from 0, a term forgotten); and the other metrics run on the same list.
# What gives the number that was typed is the mistake. So a mistake can show its own calculation. Somebody calculates AP@3, with the
# first three documents only, and types 5/6:

# %%
ap_3 = rt.average_precision(eight, k=3)

found = rt.diagnose(ap_3, "5/6")
print(found)
found.mistakes[0].trace


# %% tags=["check"]
assert ap_3.exact == (1 + F(2, 3)) / 4 == F(5, 12)

# %% [markdown]
# It may even be that the student learned AP from another book. [Same name, different number](conventions.ipynb) is about that.
#
# ## 3. Two systems
#
# Model A puts its three relevant results first, model B puts them last. *Which one is better, by which measure, and which ranks make the
# difference?*

# %%
model_a, model_b = examples.model_a, examples.model_b
two = rt.side_by_side(model_a, model_b, ["P@5", "RR", "AP", "nDCG@5"], chosen="AP")
two

# %% [markdown]
# Precision sees no difference: it counts, and does not look at the order. RR (1 divided by the rank of the first relevant result), AP and
# nDCG put A ahead. Click a measure to see which ranks make its difference. What a rank adds is how much the value grows when that rank counts too
# and all below it are still taken for not relevant.

# %% tags=["check"]
assert two.values["P@5"] == (3 / 5, 3 / 5)
assert two.values["RR"] == (1, 1 / 3)
assert two.values["nDCG@5"][0] > two.values["nDCG@5"][1]

assert [share.first for share in two.shares] == [F(1, 3), F(1, 3), F(1, 3), 0, 0]
assert [share.second for share in two.shares] == [0, 0, F(1, 9), F(1, 6), F(1, 5)]
assert two.shares[-1].total == (F(1, 3) + F(2, 4) + F(3, 5)) / 3 - 1 == F(-47, 90)

# %% [markdown]
# **Task.** Move one result of B, only one, so that its AP gets as high as it can.

# %% jupyter={"source_hidden": true}
moves = list(permutations(range(1, 6), 2))
after = [rt.average_precision(model_b.moved(rank, to=to)).exact for rank, to in moves]
best = (1 + F(2, 4) + F(3, 5)) / 3
best_moves = [move for move, value in zip(moves, after, strict=True) if value == best]
question(
    "How high can AP of B get with one move, and with which?",
    answer="(1 + 2/4 + 3/5)/3 = 7/10. Move any of the relevant results to rank 1.",
)


# %% tags=["check"]
assert max(after) == best == F(7, 10)
assert best_moves == [(3, 1), (4, 1), (5, 1)]

# %% [markdown]
# ### The same items in both lists
#
# The lists above were numbers only, so nothing in one had to do with anything in the other. If items have **names**, an item is the same
# in both: lines link them, it has one judgement, and what is relevant and was found by one list only counts as missed in the other.
# Two search engines were asked for *jaguar*, the animal:

# %%
judged = {"habitat": 1, "zoo": 1, "diet": 1, "cubs": 1, "car": 0, "guitar": 0, "logo": 0}
found_by_a = ["habitat", "car", "zoo", "diet", "guitar"]
found_by_b = ["diet", "cubs", "habitat", "car", "logo"]

a = rt.Ranking.from_items(found_by_a, judged)
b = rt.Ranking.from_items(found_by_b, judged)
engines = rt.side_by_side(a, b, ["P@5", "R@5", "AP"], chosen="AP")
engines

# %% tags=["check"]
assert engines.first.missed_items == ("cubs",) and engines.second.missed_items == ("zoo",)
assert engines.values["P@5"] == (3 / 5, 3 / 5)
assert engines.values["R@5"] == (3 / 4, 3 / 4)

ap_a, ap_b = (rt.average_precision(ranking).exact for ranking in (a, b))
assert ap_a == (1 + F(2, 3) + F(3, 4)) / 4 == F(29, 48)
assert ap_b == (1 + F(2, 2) + F(3, 3)) / 4 == F(36, 48)
assert engines.shares[-1].total == ap_b - ap_a == F(7, 48)

# %% jupyter={"source_hidden": true}
question(
    "Click cubs in B: not relevant. A does not even have it. Does anything change for A?",
    answer="Yes. Three documents are relevant now, and A has them all: its recall goes "
    "up from 3/4 to 1, its AP from 29/48 to 29/36. B falls to 20/36, and A is ahead.",
)


# %% tags=["check"]
without = {**judged, "cubs": 0}
a_now = rt.Ranking.from_items(found_by_a, without)
b_now = rt.Ranking.from_items(found_by_b, without)
assert rt.recall(a, k=5).exact == F(3, 4) and rt.recall(a_now, k=5).exact == F(3, 3)
assert rt.average_precision(a_now).exact == (1 + F(2, 3) + F(3, 4)) / 3 == F(29, 36)
assert rt.average_precision(b_now).exact == (1 + F(2, 3)) / 3 == F(20, 36)

# %% [markdown]
# ## 4. What if?
#
# *Which two items would you swap, if you could swap only two?* `rt.swaps` tries every pair. Here for the nDCG of the five graded results:

# %%
swaps = rt.swaps(ndcg)
_ = rt.plots.swaps(swaps)
swaps

# %% [markdown]
# ### The picture behind LambdaRank
#
# LambdaRank, a way to learn to rank (Burges, Ragno and Le, 2006), compares pairs of items, and a pair matters as much as nDCG would
# change if the two changed places: $|\Delta\mathrm{nDCG}|$. Just two terms of the sum are touched by a swap of ranks $i$ and $j$, so
#
# $$|\Delta\mathrm{nDCG}| = \frac{|\mathrm{rel}_i - \mathrm{rel}_j| \cdot \left|\frac{1}{\log_2(i + 1)} - \frac{1}{\log_2(j + 1)}\right|}{\mathrm{ideal\ DCG}}$$
#
# - The first factor is the difference of the **grades**: a pair of equal grades has 0. Its swap can do neither good nor harm.
# - The second is the difference of the **places**: of neighbours it is largest at the top, where the discount is steepest.

# %%
steps = [1 / above - 1 / below for above, below in pairwise(logs)]


# %% tags=["check"]
ideal = dcg_by_hand([3, 3, 2, 1, 0], logs)
for i, j in combinations(range(5), 2):
    by_grades, by_places = abs(grades[i] - grades[j]), abs(1 / logs[i] - 1 / logs[j])
    weight = by_grades * by_places / ideal
    assert math.isclose(abs(swaps.changes[i, j]), weight, abs_tol=1e-12)

assert grades[0] == grades[2] and swaps.changes[0, 2] == 0
assert steps == sorted(steps, reverse=True)

# %% jupyter={"source_hidden": true}
question(
    "Ranks 1 and 2, 2 and 3, 4 and 5: grades that differ by 1. Whose swap weighs most?",
    answer="The one at the top: 0.0584, then 0.0207, then 0.0069. "
    "The grades differ by the same, but the discount is steepest at the top.",
)


# %% tags=["check"]
pairs = [(1, 2), (2, 3), (4, 5)]
assert [abs(grades[i - 1] - grades[j - 1]) for i, j in pairs] == [1, 1, 1]
weights = [f"{abs(swaps.changes[i - 1, j - 1]):.4f}" for i, j in pairs]
assert weights == ["0.0584", "0.0207", "0.0069"]

# %% [markdown]
# **Task.** Press *Best swap*, then *Swap them*, and again, until no swap makes nDCG better. Guess first how many it takes.

# %%
rt.explore(five, measures=["nDCG", "DCG"])

# %% jupyter={"source_hidden": true}
trace, path = ndcg, []
while best := rt.swaps(trace).best:
    trace = rt.swaps(trace).swapped(best.first, best.second)
    path.append((best.first, best.second))
question(
    "How many swaps are needed, and where is nDCG then?",
    answer="Two: ranks 2 and 3, then ranks 4 and 5. Now the grades fall: nDCG is 1.",
)


# %% tags=["check"]
assert path == [(2, 3), (4, 5)]
assert trace.ranking.grades == [3, 3, 2, 1, 0] and math.isclose(float(trace), 1)

# %% [markdown]
# ### What if somebody judged otherwise?
#
# `rt.toggles` changes one judgement at a time. How much hangs on a single one, here for AP of the eight documents?

# %%
toggles = rt.toggles(ap)
_ = rt.plots.toggles(toggles)
toggles

# %% jupyter={"source_hidden": true}
question(
    "Document 02, at rank 6, is relevant. AP would rise if it were not. Is that absurd?",
    answer="It is what a mean does: 02 has the credit 2/3, below the mean of 37/48. "
    "Without it, the mean of the other three is 29/36. AP asks how well the relevant "
    "documents are placed, and there would be one less to place.",
)


# %% tags=["check"]
less = rt.average_precision(eight.with_grade(6, 0))
assert less.exact == (1 + F(2, 3) + F(3, 4)) / 3 == F(29, 36)
assert toggles.exact[5, 0] == less.exact - ap.exact == F(5, 144)
assert credit[5] == F(2, 3) < ap.exact

# %% [markdown]
# ## 5. By chance
#
# *AP is 0.77. Is that much?* Shuffle the same eight documents: what comes out without any skill? There are 70 ways to place four relevant
# documents on eight ranks, and `rt.chance` calculates all of them: no sample, no error.

# %%
chance = rt.chance(ap)
_ = rt.plots.chance(chance)
chance

# %% tags=["check"]
assert chance.exact and chance.orders == math.comb(8, 4) == 70
assert chance.worst == (F(1, 5) + F(2, 6) + F(3, 7) + F(4, 8)) / 4 > 0
assert chance.expected > F("0.6")
assert chance.share_above == F(13, 70)

# %% [markdown]
# Even the worst order does not get 0, shuffled documents get more than 0.6 on average, and 13 of the 70 orders are better than ours.
# So 0.77 by itself says little. The same for other measures (R is recall; AUC is the share of pairs, one relevant and one not, that are in the
# right order):

# %%
measures = [rt.measure(name) for name in ["P@5", "R@5", "RR", "AP", "nDCG", "AUC"]]
by_chance = {str(measure): rt.chance(measure(eight)) for measure in measures}
rows = []
for name, found in by_chance.items():
    values = [found.worst, found.expected, found.value, found.best]
    shown = [f"{float(value):.4f}" for value in values]
    rows.append([name, *shown, str(found.share_above)])

table(["measure", "worst", "by chance", "this list", "best", "better orders"], rows)

# %% [markdown]
# Some expected values need no computer, and make good questions for the blackboard. Let $R$ be the number of relevant documents in the list.
#
# - **P@k** is $R / n$ by chance, for every $k$: each rank holds a relevant document with that probability.
# - **AUC** is 1/2: a pair is as likely in the right order as in the wrong one.
# - **AP** is often said to be $R / n$, too, but for a short list that is far off. At rank $i$ there is a relevant document with probability
#   $R/n$. If so, it adds $1/i$ for itself to the precision, and $1/i$ more for each of the $i - 1$ documents above it that is relevant, which
#   each is with probability $(R - 1)/(n - 1)$. Added up over all ranks and divided by $R$:


# %%
def expected_ap(relevant, length):
    """What AP is on average, if the order is chance."""
    above = F(relevant - 1, length - 1)
    return sum((1 + (rank - 1) * above) / rank for rank in range(1, length + 1)) / length


for length in (8, 80, 800):
    expected = float(expected_ap(length // 2, length))
    print(f"AP by chance, if half of {length:3} documents are relevant: {expected:.4f}")


# %% tags=["check"]
for k in range(1, 9):
    assert rt.chance(rt.precision(eight, k=k)).expected == F(4, 8)
for some in [eight, [1, 0, 0], [0, 0, 1, 0, 1, 0, 0]]:
    assert rt.chance(rt.roc_auc(some)).expected == F(1, 2)
assert expected_ap(4, 8) == chance.expected == F(2441, 3920)

# %% [markdown]
# Only in long lists does it come close to the share of relevant documents.
#
# ### When there are too many orders
#
# Thirty documents, eight of them relevant: millions of orders. Then a sample is drawn (`seed=` chooses another one), and each
# estimate comes with its **standard error**, after the ±. Here we know the exact mean from the formula above, and can see how far off it is:

# %%
relevant_ranks = {1, 3, 4, 6, 11, 14, 20, 26}
thirty = rt.Ranking([int(rank in relevant_ranks) for rank in range(1, 31)])
sampled = rt.chance(rt.average_precision(thirty))

print(f"exact: {float(expected_ap(8, 30)):.4f}")
sampled


# %% tags=["check"]
assert sampled.orders == math.comb(30, 8) > 5_000_000 and not sampled.exact

# %% jupyter={"source_hidden": true}
error = sampled.standard_error.expected
question(
    "10,000 random orders were drawn. How many must it be for half the standard error?",
    answer="Four times as many, 40,000: it falls with the square root of their number.",
)


# %% tags=["check"]
assert abs(sampled.expected - float(expected_ap(8, 30))) < 2 * error
larger = rt.chance(sampled.trace, samples=40_000).standard_error.expected
assert math.isclose(error / larger, 2, rel_tol=0.05)

# %% [markdown]
# ## 6. For the teacher
#
# ### Prepare an example, and find it again
#
# On every surface there is *Large*, for the projector, and *Copy as code*: the line of Python that makes the surface as it stands now.
# Paste it into tomorrow's notebook. Where something can be changed there are *Undo*, *Redo* (`Ctrl`+`Z`, `Ctrl`+`Shift`+`Z`) and *Reset*.
#
# With a **key**, a surface goes on where the last one with that key was: run the cell again, and your changes are still there. (It must be
# the same list and the same measures. After a restart of the kernel all begins anew.)

# %%
lesson = rt.explore(eight, measures=["P@5", "R@5"], key="first lesson")
lesson.k = 3  # as if somebody moved the slider

once_more = rt.explore(eight, measures=["P@5", "R@5"], key="first lesson")
print(once_more)
print(once_more.code)

# %%
once_more.undo()
once_more.redo()


# %% tags=["check"]
assert once_more.k == 3
assert eval(once_more.code).values == once_more.values

# %% [markdown]
# ### A worksheet to print
#
# `to_page` writes a calculation as a page to print. With `blanks`, it is a worksheet with gaps, and the answer key comes on a page of its
# own. Say what is left blank: whole columns by name, single cells as `("precision", 3)`, the result as `"value"`.
# (In your own notebook leave out the temporary folder; open the page in a browser and print it.)

# %%
blanks = ["hits", "precision", "credit", "running sum", "value"]
with TemporaryDirectory() as folder:
    page = Path(folder) / "worksheet.html"
    ap.to_page(page, blanks=blanks)
    worksheet, answers = page.read_text(encoding="utf-8").split("Answer key", 1)


# %% tags=["check"]
assert "37/48" not in worksheet and "37/48" in answers

# %% [markdown]
# ### Into a spreadsheet, a paper, a file
#
# - `to_spreadsheet("ap.xlsx")`, or `.csv`: the cells are **formulas**, so that a class can change a grade in its own spreadsheet and
#   watch the rest follow. (The `.xlsx` needs the package openpyxl.)
# - `to_latex()`: the formula and every step, for a paper; `to_latex(document=True)` is a document of its own. `to_markdown()` for a web page.
# - `to_json()`: everything, for a file. `rt.read_json` reads it back, and refuses a file whose numbers somebody has changed.

# %%
with TemporaryDirectory() as folder:
    sheet = Path(folder) / "ap.csv"
    ap.to_spreadsheet(sheet)
    cells = list(csv.reader(sheet.read_text(encoding="utf-8-sig").splitlines()))

for row in cells[:4]:
    print("".join(f"{cell:16}" for cell in row[4:]))

# %%
text = ap.to_json()

try:
    rt.read_json(text.replace('"37/48"', '"38/48"', 1))
except ValueError as error:
    print(error)


# %% tags=["check"]
assert rt.read_json(text) == ap

# %% [markdown]
# ### One lesson, 45 minutes
#
# | minutes | what | part |
# |---|---|---|
# | 5 | Somebody searched and got eight documents. Is that a good list? Collect opinions. | |
# | 10 | Walk through AP together, forward and back. Where does this number come from? | 1 |
# | 10 | *Predict each step* in pairs. Collect wrong answers, and let the surface say which mistakes they are. | 2 |
# | 10 | Models A and B: why does precision see no difference? The task with one move. | 3 |
# | 5 | Guess the best swap, then look. Or: what would a shuffled list get? | 4, 5 |
# | 5 | Hand out the worksheet, with another list. | 6 |
#
# ## By hand and by library
#
# Chance and swaps once more in plain Python, without the toolkit. The numbers agree.


# %%
print("70 orders and 28 swaps: all equal")


# %% tags=["check"]
def ap_by_hand(marks):
    """Average precision in two lines."""
    found = [rank for rank, mark in enumerate(marks, start=1) if mark]
    return sum(F(hits, rank) for hits, rank in enumerate(found, start=1)) / len(found)


marks = eight.grades
all_values = [ap_by_hand(order) for order in set(permutations(marks))]
assert len(all_values) == chance.orders and sum(all_values) / 70 == chance.expected
assert F(sum(value > ap.exact for value in all_values), 70) == chance.share_above

library = rt.swaps(ap).exact
for i, j in combinations(range(8), 2):
    swapped = marks.copy()
    swapped[i], swapped[j] = marks[j], marks[i]
    assert ap_by_hand(swapped) - ap_by_hand(marks) == library[i, j]

# %% [markdown]
# **Go on with:** [five results](../documents/01_learning_to_rank_metrics.ipynb), metric by metric, or
# [same name, different number](conventions.ipynb), when two answers are both right. **Back to** [the start](../00_start_here.ipynb).
