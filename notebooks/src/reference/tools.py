# %% [markdown]
# # Why do two tools disagree?
#
# *The same list, the same judgements, the same measure. One tool says 0.77, the other 0.97.* Neither has a bug. A measure's name leaves questions open, and each tool answers them in
# its own way. Here you run every such **choice** that we know: which tool follows which convention, what number that gives, and at which row the calculations differ.
#
# **A reference**; about 40 minutes from top to bottom. Run each cell with `Shift`+`Enter`; then the lists come alive. In a hurry? [All tools in one table](#10.-All-tools-in-one-table) says what yours does.
# [Find the convention yourself](#11.-Find-the-convention-yourself) starts from a number, [How to report a number](#12.-How-to-report-a-number) ends the quarrel. [Lesson 12](../lessons/12_why_do_two_tools_disagree.ipynb)
# is the short way in; [same name, different number](conventions.ipynb) does the same for documents. Words: [glossary](../glossary.md).

# %%
from fractions import Fraction as F

from tasks import tools as tasks
from tasks.tools import choice

import rankteach as rt
from rankteach.classroom import measured, table

# %% [markdown]
# ## 1. Two tools, three numbers
#
# Five results, best first, with grades from 0 to 3. An item of grade 3 and one of grade 2 were judged too, but the search **missed** them. How good is the list?
# nDCG@5 divides by what the **ideal** list would get. But which list is the ideal one?
#
# - **The best five of all judged items**: could a better search have filled these five ranks better? That is trec_eval's `ndcg_cut_5`.
# - **All judged items, never cut**: how much of everything has the reader of this list got? That is trec_eval's `ndcg`.
# - **The retrieved items**: is what was found in a good order? That is scikit-learn's `ndcg_score`, which knows only what was retrieved. A reranker is asked just this; a search engine should be asked more.

# %%
LIST = rt.Ranking([3, 2, 3, 0, 1], missed=[3, 2])
READINGS = ["nDCG@5", 'nDCG(ideal="uncut")@5', 'nDCG(ideal="retrieved")@5']
rt.explore(LIST, READINGS)

# %%
tasks.two_agree

# %% [markdown]
# A tool's name stands for all its conventions at once, as in `convention="scikit-learn"`. `rt.differences` compares two tools:

# %%
rt.differences(LIST, measure="nDCG@5", conventions=("trec_eval", "scikit-learn"))

# %% [markdown]
# - **trec_eval: ...; scikit-learn: ...**: each convention in which they differ, and what *it alone* would change. The second changes nothing, because no scores are tied.
# - **They first differ at** rank 3: the list has two items of grade 3, enough for an ideal list of one or two ranks. From rank 3 on the missed items count.
# - **adds, trec_eval**, **adds, scikit-learn**, **adds**: what each rank adds to nDCG@5 in each tool, and to the difference. Rank 1 adds more in
#   scikit-learn even though nDCG@1 is 1 in both, because it divides the same gain by a smaller ideal sum.


# %% tags=["check"]
from itertools import permutations, product
from math import log2


def four(value):
    """A number with four digits."""
    return f"{float(value):.4f}"


compared = rt.differences(LIST, measure="nDCG@5", conventions=("trec_eval", "scikit-learn"))
assert [four(compared.first), four(compared.second), compared.first_row] == ["0.7659", "0.9724", 3]
assert len(compared.conventions) == len(compared.alone) == 2
assert abs(compared.alone[0] - compared.value) < 1e-12 and compared.alone[1] == 0
assert abs(sum(share.difference for share in compared.shares) - compared.value) < 1e-12
assert four(rt.measure("nDCG", convention="trec_eval")(LIST)) == "0.7334"
different = {}
for rank, grade in product(range(1, 6), range(4)):
    changed = LIST.with_grade(rank, grade)
    different[rank, grade] = len({round(float(rt.measure(form)(changed)), 9) for form in READINGS})
assert {where for where, number in different.items() if number < 3} == {(1, 0), (2, 0), (3, 0), (5, 0)}
assert min(different.values()) == 2
assert len({float(rt.measure(form)(rt.Ranking(LIST.grades))) for form in READINGS}) == 1
dcgs = [
    sum(g / log2(i + 1) for i, g in enumerate(each, 1))
    for each in ([3, 2, 3, 0, 1], [3, 3, 3, 2, 2], [3, 3, 3, 2, 2, 1, 0], [3, 3, 2, 1])
]
assert [four(dcgs[0] / ideal) for ideal in dcgs[1:]] == ["0.7659", "0.7334", "0.9724"]

# %% [markdown]
# ## How to read the tables
#
# Each choice has a small list that tells its conventions apart. *here* is our name for a convention. *who* lists the tools that follow it: every tool that `rt.conventions()` describes calculates the
# list, and is named at the convention whose number it gives. trec_eval stands for its family, with pytrec_eval and trec_eval_9, unless they differ. In brackets are papers, scripts and options that we know from
# reading. Where nothing is named, no tool that we know follows the convention; a tool that lacks the measure, or differs in a second way, is in no row.

# %%
choice(
    "nDCG@5",
    LIST,
    {
        "ideal: all judged, cut at k": "nDCG@5",
        "ideal: all judged, never cut": ('nDCG(ideal="uncut")@5', "trec_eval's ndcg, Quepid"),
        "ideal: the retrieved items": 'nDCG(ideal="retrieved")@5',
    },
)

# %% [markdown]
# ## 2. Divided by what?
#
# ### P@k, when the list ends before rank k
#
# Three results, and precision at 5. By *ranks*: two more results would have fit, and a system should not gain by staying silent.
# By *items*: if you show three results, you are judged by three. They first differ at rank 4, the first empty one.

# %%
early = rt.Ranking([1, 0, 1])
choice("P@5", early, {"by the ranks": "P@5", "by the items in the list": 'P(denominator="items")@5'})

# %%
rt.differences(early, measure="P@5", conventions=("trec_eval", "rax"))

# %% [markdown]
# ### R@k, when more is relevant than k ranks can hold
#
# Four items are relevant, and $k = 2$. By *all relevant items*, even the best list gets no more than 1/2. By *what fits*, a perfect list gets 1. And in metric learning "Recall@k" asks whether there
# is any hit at all; elsewhere that is called success or hit rate.

# %%
four_relevant = rt.Ranking([1, 0, 1], missed=[1, 1])
choice(
    "R@2",
    four_relevant,
    {
        "by all relevant items": "R@2",
        "by k, if that is fewer": ('R(denominator="min")@2', "recommender code"),
        "1 if there is a hit": ("Accuracy@2", "metric learning"),
    },
)

# %% [markdown]
# ### AP@k
#
# The same question once more ([choice 1](conventions.ipynb#1.-AP@k:-divided-by-what?), [lesson 4](../lessons/04_ap_at_k.ipynb)). By *all relevant items*: a list that misses much gets little. By *what fits*: a
# perfect top $k$ gets 1. By *the hits*: only the order of the found items is judged, and misses are forgiven.

# %%
marks = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
choice(
    "AP@3",
    marks,
    {
        "by all relevant items": "AP@3",
        "by k, if that is fewer": ('AP(denominator="min")@3', "rankeval"),
        "by the hits among the k": ('AP(denominator="hits")@3', "recmetrics"),
    },
)

# %%
rt.differences(marks, measure="AP@3", conventions=("trec_eval", "kaggle"))


# %% tags=["check"]
assert rt.precision(early, k=5).exact == F(2, 5) and rt.precision(early, k=5, denominator="items").exact == F(2, 3)
assert rt.recall(four_relevant, k=2).exact == F(1, 4) and rt.recall([1, 1, 1, 1], k=2).exact == F(1, 2)
assert rt.recall(four_relevant, k=2, denominator="min").exact == F(1, min(4, 2))
credits = 1 + F(2, 3)
assert [rt.average_precision(marks, k=3, denominator=d).exact for d in ("relevant", "min", "hits")] == [
    credits / n for n in (4, 3, 2)
]
assert tasks.takers("P@5", early, rt.precision(early, k=5))[0] == "trec_eval"
assert "kaggle" in tasks.takers("AP@3", marks, rt.average_precision(marks, k=3, denominator="min"))

# %% [markdown]
# ### F with a beta
#
# $F_\beta = (1 + \beta^2) P R / (\beta^2 P + R)$. trec_eval's `set_F.2` has the number 2 where others have $\beta^2$, so its 2 is their 1.4142. With 1 you can't tell.

# %%
half_a_quarter = rt.Ranking([1, 0], missed=[1, 1, 1])
choice(
    "F",
    half_a_quarter,
    {
        "2 squared": ("F(beta=2)", "textbooks, scikit-learn's fbeta_score"),
        "2 itself": ("set_F.2", "trec_eval, ir_measures' SetF"),
    },
)

# %% [markdown]
# ### bpref
#
# bpref looks at judged items only: for each relevant one, how many of the $N$ items *judged not relevant* are above it? Out of how many? The paper of 2004 (Buckley and Voorhees) says out of $m$, the number of relevant items. With
# few judgements that subtracts too little: here the only irrelevant item is above everything. trec_eval, from version 8, uses the smaller of $m$ and $N$: everything that could be above *is* above, so 0.

# %%
one_above = rt.Ranking([0, 1, 1, 1])
choice(
    "Bpref",
    one_above,
    {"out of the smaller of m and N": "Bpref", "out of m": ('Bpref(denominator="relevant")', "the paper of 2004")},
)


# %% tags=["check"]
P, R = F(1, 2), F(1, 4)
assert rt.precision(half_a_quarter).exact == P and rt.recall(half_a_quarter).exact == R
assert four(rt.f_score(half_a_quarter, beta=2)) == four((1 + 2**2) * P * R / (2**2 * P + R)) == "0.2778"
assert (
    four(rt.measure("set_F.2")(half_a_quarter)) == four((1 + 2) * P * R / (2 * P + R)) == "0.3000"
    and four(2**0.5) == "1.4142"
)
assert rt.f_score([0, 0], beta=2).exact == rt.measure("set_F.2")([0, 0]).exact == 0
assert rt.measure("set_F.1")(half_a_quarter).exact == rt.f_score(half_a_quarter).exact
assert one_above.relevant_total == 3 and one_above.irrelevant_total == 1
assert rt.bpref(one_above).exact == 3 * (1 - F(1, min(3, 1))) / 3
assert rt.bpref(one_above, denominator="relevant").exact == 3 * (1 - F(1, 3)) / 3

# %% [markdown]
# ## 3. The gain of a grade, and how fast attention fades
#
# **nDCG: the gain.** The *grade itself*: grade 3 gains as much as three items of grade 1. Or $2^{\mathrm{rel}} - 1$, which makes it seven: if only the very best will do, the others should not add up to it.
#
# **nDCG: the discount.** $\log_2(i + 1)$ discounts every rank but the first. Järvelin and Kekäläinen (2002) use $\log_b i$, and none before rank $b$: with $b = 2$ the first two ranks count in full.
# All tools that we know use $\log_2(i + 1)$.

# %%
graded = rt.Ranking([3, 2, 3, 0, 1])
choice(
    "nDCG@5",
    graded,
    {
        "the grade": "nDCG@5",
        "2 to the power of the grade, minus 1": ('nDCG(gain="exponential")@5', "Quepid"),
        "discount log2(i), from rank 3 on": (
            'nDCG(discount="log_rank")@5',
            "the paper of 2002; lenskit, without grades",
        ),
    },
)

# %%
rt.differences(
    graded, measure="nDCG@5", conventions=("trec_eval", "rax"), columns=["discounted gain", "ideal discounted gain"]
)

# %% [markdown]
# **RBP: the gain.** Rank-biased precision (Moffat and Zobel 2008) weighs rank $i$ by $(1 - p) p^{i-1}$; here $p = 0.8$. It was made for *relevant or not*. Grades can be divided by the *largest grade*. ranx adds up the
# *grades as they are*: then RBP can be more than 1.

# %%
unjudged = rt.Ranking([2, None, 0, 1])
choice(
    "RBP(p=0.8)",
    unjudged,
    {
        "relevant: 1": "RBP(p=0.8)",
        "grade / largest grade": 'RBP(p=0.8, gain="scaled")',
        "the grade": 'RBP(p=0.8, gain="raw")',
    },
)

# %% [markdown]
# **ERR: the largest grade.** At each rank the reader is satisfied, and stops, with probability $(2^{\mathrm{rel}} - 1) / 2^{\mathrm{max}}$ (Chapelle and others 2009). Is max the largest grade of the *scale* (gdeval: always 4), or the
# largest *judged* for this query? The first makes queries comparable; the second needs no scale, but then grade 2 satisfies most readers of this list.

# %%
choice("ERR@4", unjudged, {"4, whatever was judged": "ERR(max_grade=4)@4", "the largest judged": "ERR@4"})

# %%
rt.differences(rt.err(unjudged, max_grade=4), rt.err(unjudged), columns=["satisfied", "credit"])


# %% tags=["check"]
assert [2**grade - 1 for grade in (1, 2, 3)] == [1, 3, 7]
for tool in rt.conventions():
    for name in {"DCG", "nDCG"} & set(tool.measures):
        assert (tool.measures[name].parameters["discount"] == "log_rank") is (
            tool.name in ("lenskit", "croft", "jarvelin")
        )
assert rt.dcg(graded, gain="exponential").columns["gain"].exact[:3].tolist() == [7, 3, 7]
assert rt.measure("rbp.80")(rt.Ranking([2, 2, 2, 2])).value > 1
satisfied = [(2**2 - 1) / 2**largest for largest in (4, 2)]
assert rt.err(unjudged, max_grade=4).columns["satisfied"].values[0] == satisfied[0]
assert rt.err(unjudged).columns["satisfied"].values[0] == satisfied[1] > 1 / 2

# %% [markdown]
# ## 4. Ties
#
# Three items have the same score, and only *a* is relevant. The file lists them as b, a, c. A measure needs an order:
#
# - **by name, the last first**, whatever the file says: a system can't gain by how it writes its file. trec_eval does so.
# - **by name, the first first**: the same idea, in alphabetical order. The script of MS MARCO does so.
# - **as in the file**: simple, and fair if the system means its order. Then the same scores can give any value.
# - **the mean over all orders**: what happens on average if chance breaks the ties. scikit-learn does so in nDCG.
# - **refuse**: `ties="refuse"` raises an error, if you want to know first.

# %%
tied = rt.Ranking([0, 1, 0], items=["b", "a", "c"], scores=[0.5, 0.5, 0.5])
orders = {
    "by name, last first": 'RR(ties="item_descending")',
    "by name, first first": ('RR(ties="item_ascending")', "the MS MARCO script"),
    "the input order": "RR",
    "the mean over all orders": 'RR(ties="averaged")',
}
choice("RR", tied, orders)

# %% [markdown]
# Three items have 3! = 6 orders. The mean shows three, because *b* and *c* have the same grade: orders that differ only in these two have the same value.

# %%
rt.step_through(rt.measure('RR(ties="averaged")')(tied))

# %% [markdown]
# scikit-learn has no RR, so no tool averaged above. It has nDCG. And a tool can disagree with itself: ir_measures takes its RR from trec_eval and its RR@k from the MS MARCO script, so a cutoff that cuts nothing off changes the value.

# %%
choice(
    "nDCG@3",
    tied,
    {
        "by name, last first": 'nDCG(ties="item_descending")@3',
        "by name, first first": 'nDCG(ties="item_ascending")@3',
        "the mean over all orders": 'nDCG(ties="averaged")@3',
    },
)

# %%
theirs = [rt.measure(name, convention="ir_measures") for name in ("RR", "RR@3")]
table({"ir_measures' name": ["RR", "RR@3"], "here": list(map(str, theirs)), "value": [each(tied) for each in theirs]})

# %% [markdown]
# **AUC** is the fraction of pairs of a relevant and an irrelevant item in the right order. A tied pair counts *half a point*, like a coin toss; or *the input order* decides.

# %%
pairs = rt.Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
choice("AUC", pairs, {"half a point": "AUC", "the input order": ('AUC(ties="input_order")', "a wiki's calculator")})

# %%
rt.explore_curve(pairs, measures=['AUC(ties="input_order")'])


# %% tags=["check"]
for order, expected in {"cba": F(1, 3), "bac": F(1, 2), "acb": F(1)}.items():
    as_given = rt.Ranking([int(item == "a") for item in order], items=list(order), scores=[0.5] * 3)
    assert rt.reciprocal_rank(as_given).exact == expected
    six_orders = [F(1, places.index("a") + 1) for places in permutations(order)]
    assert rt.reciprocal_rank(as_given, ties="averaged").exact == sum(six_orders) / 6 == F(11, 18)
    assert rt.reciprocal_rank(as_given, ties="item_descending").exact == F(1, 3)
assert tied.reordered("item_descending").items == ("c", "b", "a") and tied.reordered("item_ascending").items == (
    "a",
    "b",
    "c",
)
try:
    rt.reciprocal_rank(tied, ties="refuse")
except ValueError:
    pass
else:
    raise AssertionError
assert rt.roc_auc(pairs).exact == (1 + 1 + F(1, 2) + 1) / 4 == F("0.875")
assert rt.roc_auc(pairs, ties="input_order").exact == F(1 + 1 + 0 + 1, 4)
assert rt.roc_auc(pairs.moved(3, to=2), ties="input_order").exact == 1

# %% [markdown]
# ## 5. Unjudged items
#
# Judges look at a part of the results. The rest is *unjudged*, shown as –. Is it not relevant?
#
# - **It counts as irrelevant**, in nearly every tool: mostly true, because judges look at what systems rank first. But a new system that finds new items is punished for it.
# - **It is left out first**, and the rest moves up (a *condensed list*). But a list of mostly unknown items may look perfect.
# - **It is bounded**: RBP says how much the unknown items could still add, its *residual*.
# - **It is skipped**: bpref compares judged items only; infAP estimates from the judged ones.

# %%
holes = rt.Ranking([None, 1, None, 0, 1])
choice(
    "AP",
    holes,
    {"counts as irrelevant": "AP", "is left out first": ("AP(judged_only=True)", "ir_measures' option, trec_eval -J")},
)

# %%
measured(holes, {"RBP": "RBP(p=0.8)", "the most that the unjudged could add": "RBPResidual(p=0.8)", "bpref": "Bpref"})

# %%
rt.differences(holes, measure="AP", conventions=(None, {"judged_only": True}), columns=["precision", "credit"])


# %% tags=["check"]
assert rt.average_precision(holes).exact == (F(1, 2) + F(2, 5)) / 2
assert rt.average_precision(holes, judged_only=True).exact == (1 + F(2, 3)) / 2
assert holes.condensed().items == ("d2", "d4", "d5")
assert rt.rbp(holes, p=0.8).exact == F(1, 5) * (F(4, 5) + F(4, 5) ** 4)
assert rt.rbp_residual(holes, p=0.8).exact == F(1, 5) * (1 + F(4, 5) ** 2) + F(4, 5) ** 5

# %% [markdown]
# ## 6. When nothing is relevant
#
# Two queries, with the grades 0, 1 and 0, 0. For the second, AP is 0/0, and so are recall and nDCG. *It counts as 0*: nothing was found. *It counts as 1*: nothing was there to find, and nothing was missed. *It is
# skipped*: the query says nothing about the system. *It has no value*: then the mean has none either. `no_relevant="error"` raises an error.
# xgboost counts it as 1 unless the measure's name ends in a dash, as in `map@2-`; torchmetrics has `empty_target_action`, which is 0 by default.

# %%
lists = [[0, 1], [0, 0]]
choice(
    "AP@2",
    lists,
    {
        "counts as 0": {},
        "counts as 1": ({"no_relevant": 1}, "rankeval"),
        "is skipped": {"queries": "with_relevant"},
        "has no value": ({"no_relevant": "nan"}, "scikit-learn's roc_auc_score"),
    },
)


# %% tags=["check"]
assert (
    rt.mean("AP", lists).exact == (F(1, 2) + 0) / 2 and rt.mean("AP", lists, no_relevant=1).exact == (F(1, 2) + 1) / 2
)
assert rt.mean("AP", lists, queries="with_relevant").exact == F(1, 2)
for measure in ("R", "AP", "nDCG"):
    values = [rt.measure(f"{measure}(no_relevant={how})")([0, 0]).shown for how in ("0", "1", '"nan"')]
    assert values == ["0", "1", "undefined"] and rt.measure(measure)([0, 0]).exact == 0

# %% [markdown]
# ## 7. Means over queries
#
# ### MAP: over which queries?
#
# q1 is answered perfectly, for q2 nothing relevant was found, q3 is missing from the run, and for q4 and q5 nothing is relevant at all. *All judged queries*: a system should not gain by staying silent. *Those in both files*: you can't judge
# what is not there. *Those with a relevant item*: the others say nothing. *Those with a hit*: hardly ever meant, because each failure drops out.

# %%
five_queries = {
    "q1": rt.Ranking([1]),
    "q2": rt.Ranking([0], missed=[1]),
    "q3": rt.Ranking([], missed=[1]),
    "q4": rt.Ranking([0]),
    "q5": rt.Ranking([0]),
}
choice(
    "AP@3",
    five_queries,
    {
        "all judged queries": ({}, "trec_eval -c"),
        "those in both files": {"queries": "with_items"},
        "those with a relevant item": {"queries": "with_relevant"},
        "those with a hit": ({"queries": "with_hits"}, "a wiki's calculator"),
    },
)

# %%
rt.explore_queries(five_queries, ["MAP", "mean P@1"])


# %% tags=["check"]
two = {name: five_queries[name] for name in ("q1", "q3")}
qrels, run = {"q1": {"d1": 1}, "q3": {"d1": 1}}, {"q1": {"d1": 1.0}}
for tool, expected in {"ir_measures": F(1, 2), "pytrec_eval": 1}.items():
    assert (
        rt.mean("AP", two, convention=tool).exact
        == expected
        == rt.evaluate(qrels, run, ["AP"], convention=tool).means["AP"]
    )
assert rt.mean("AP", two, queries="with_hits").exact == 1

# %% [markdown]
# ### AUC: a mean, or one list?
#
# Two queries, each in perfect order, with scores on different scales. The *mean of each query's AUC* compares scores of one query only: 1. *Pooled*, one threshold must hold for all: 5/9. If you give scikit-learn's
# `roc_auc_score` all items at once, you have pooled. The relevant items at ranks 4 and 5 lose to two items of the other query.

# %%
high, low = rt.Ranking([1, 0, 0], scores=[0.9, 0.8, 0.7]), rt.Ranking([1, 1, 0], scores=[0.3, 0.2, 0.1])
pooled = rt.mean("AUC", [high, low], average="pooled")
pooled

# %% [markdown]
# ### LAG, F1 and FAP: combine first, or average first?
#
# The *mean of each query's value* gives each query the same weight. The other way, LAG pools the relevant items of all queries; F1 combines mean precision and mean recall, FAP mean F1 and mean AP, so
# recall for one query can make up for bad precision for another.

# %%
late, equal_recall = [[0, 1, 0, 1], [1]], [[1, 1, 0, 0], [1, 0, 0, 0]]
ways = {"LAG": (late, "pooled"), "F1": (equal_recall, "means"), "FAP": (equal_recall, "means")}
means = [rt.mean(name, given) for name, (given, _) in ways.items()]
others = [rt.mean(name, given, average=way) for name, (given, way) in ways.items()]
table(
    {
        "measure": list(ways),
        "mean of values": means,
        "the other way": others,
        "which is": [f'average="{way}"' for _, way in ways.values()],
    }
)

# %%
choice("F1@4", equal_recall, {"mean of F1": {}, "F1 of mean P and mean R": {"average": "means"}})


# %% tags=["check"]
assert rt.mean("AUC", [high, low]).exact == 1 and pooled.exact == F(1 * 2 + 2 * 1 + 1 * 1, 3 * 3)
assert [trace.exact for trace in means] == [(F(1 + 2, 2) + 0) / 2, (F(2, 3) + F(2, 5)) / 2, (F(4, 5) + F(4, 7)) / 2]
P, f1 = (F(1, 2) + F(1, 4)) / 2, F(8, 15)
assert [trace.exact for trace in others] == [F(1 + 2 + 0, 3), 2 * P * 1 / (P + 1), 2 * f1 * 1 / (f1 + 1)]

# %% [markdown]
# ## 8. Curves
#
# ### The 11-point average
#
# At each level of recall, 0, 0.1, ..., 1, take the best precision from there on, and average the eleven. With three relevant items a recall of 0.7 lies between two hits and three. How many does it need?
#
# - **the textbook**: as many as reach 0.7: three.
# - **trec_eval 9** takes 0.7 · 3 + 0.9 and drops the decimals. That is 3, but in floating point it is slightly less, and becomes two.
# - **trec_eval 10** takes 0.7 · 3, rounded: two. So if you report one, say which version.

# %%
three_hits = rt.Ranking([1, 0, 1, 0, 0, 1])
choice(
    "IPA11",
    three_hits,
    {
        "at least the level": ("IPA11", "textbooks"),
        "+ 0.9, decimals dropped": 'IPA11(form="trec_eval_9")',
        "rounded": 'IPA11(form="trec_eval_10")',
    },
)

# %%
rt.differences(
    three_hits, measure="IPA11", conventions=("trec_eval_9", "trec_eval"), columns=["hits needed", "precision at level"]
)

# %% [markdown]
# ### The area under the precision-recall curve
#
# *Steps*: precision counts where a hit is, which is AP. *Straight lines*: what scikit-learn's `auc` makes of any curve, although between two points no threshold gives what the line promises. *Interpolated*: the best precision still to come. In this
# list precision never rises from hit to hit, so the interpolated area equals that of the steps; [another list](conventions.ipynb#8.-The-area-under-the-precision-recall-curve) tells them apart.

# %%
choice(
    "PRAUC",
    three_hits,
    {
        "steps": "PRAUC",
        "straight lines": ('PRAUC(form="trapezoids")', "scikit-learn's auc, given the curve"),
    },
)

# %% [markdown]
# **AUC with weights, FAP with a beta.** *Trapezoids times weights*, the formula of a review: even a perfect list stays below 1. *Items count by weight*, scikit-learn's `sample_weight`: a perfect list gets 1. FAP is the harmonic mean of F and
# AP; with $\beta^2$ it stays between the two, with $\beta$, as that review prints it, it does not. ([AUC and weights](../documents/04b_auc_and_weights.ipynb), [FAP](../documents/04c_where_should_the_list_end.ipynb))

# %%
eight = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0])
weighted = ["AUC(weights=0.8)", 'AUC(weights=0.8, weighting="instances")', "FAP(beta=2)", 'FAP(beta=2, form="printed")']
measured({"eight documents": eight, "perfect list": rt.Ranking([1, 1, 1, 1, 0, 0, 0, 0])}, weighted)


# %% tags=["check"]
assert 0.7 * 3 + 0.9 < 3 and int(0.7 * 3 + 0.9) == int(0.7 * 3 + 0.5) == 2 and F(7, 10) * 3 + F(9, 10) == 3
for form, hits in {"textbook": 3, "trec_eval_9": 2, "trec_eval_10": 2}.items():
    assert rt.eleven_point_average(three_hits, form=form).columns["hits needed"].exact[7] == hits  # the level 0.7
areas = {form: rt.pr_auc(three_hits, form=form).exact for form in ("steps", "trapezoids", "interpolated")}
assert rt.average_precision(three_hits).exact == areas["steps"] == areas["interpolated"] != areas["trapezoids"]
assert [four(rt.measure(name)(eight)) for name in weighted[:2]] == ["0.2448", "0.6839"]
assert rt.fap([1], beta=2).exact == 1 and rt.fap([1], beta=2, form="printed").exact == F(5, 3)

# %% [markdown]
# ## 9. Two lists
#
# **Kendall's distance of two top lists** is the fraction of pairs in opposite order. If lists are cut, not every pair has an order in both (Fagin, Kumar and Sivakumar 2003). Only the last kind of pair needs a choice: the second list says nothing
# about *a* and *b*. It costs nothing (p = 0, *optimistic*), or half a point (p = 1/2, *neutral*).

# %%
KINDS = {
    "both in both lists, same order": ("ab", "ab"),
    "both in both lists, opposite": ("ab", "ba"),
    "the second list lacks the one ahead": ("ab", "b"),
    "the second list lacks the one behind": ("ab", "a"),
    "each in a list of its own": ("a", "b"),
    "both in the first list only": ("ab", ""),
}
costs = {
    p: [rt.kendall_distance(list(one), list(other), p=p).exact for one, other in KINDS.values()] for p in (0, F(1, 2))
}
table(
    {
        "pair a, b": list(KINDS),
        "lists": [f"{one} | {other}" for one, other in KINDS.values()],
        "p = 0": costs[0],
        "p = 1/2": costs[F(1, 2)],
    }
)

# %%
rt.explore_agreement(list("abc"), list("a"), measures=["KendallDistance@3"])

# %% [markdown]
# **Spearman's rho** is the correlation of ranks, where tied items share the mean of theirs; the short formula with squared differences is exact only without ties. **Rank-biased overlap** (Webber, Moffat and Zobel 2010) adds up how far
# two lists agree at each depth. But lists end. *Extrapolated*: they would go on agreeing as at their end; equal lists get 1. *Truncated*: unseen depths add nothing; equal lists get less than 1, and the shorter they are, the less.

# %%
x, y, same = [1, 2, 3, 4, 5], [1, 2, 3, 3, 5], (list("abc"), list("abc"))
table(
    {
        "convention": ["rho: ranks", "rho: differences", "RBO: extrapolated", "RBO: truncated"],
        "here": [
            "rt.spearman(x, y)",
            'rt.spearman(x, y, form="differences")',
            "rt.rbo(a, b)",
            'rt.rbo(a, b, form="truncated")',
        ],
        "value": [
            rt.spearman(x, y),
            rt.spearman(x, y, form="differences"),
            rt.rbo(*same, p=0.9),
            rt.rbo(*same, p=0.9, form="truncated"),
        ],
        "who": ["scipy", "(textbooks)", "(its paper)", "(short scripts)"],
    }
)


# %% tags=["check"]
assert costs == {0: [0, 1, 1, 0, 1, 0], F(1, 2): [0, 1, 1, 0, 1, F(1, 2)]}
assert f"{float(rt.spearman(x, y)):.5f}" == "0.97468"
assert rt.spearman(x, y, form="differences").exact == 1 - F(6, 5 * 24) * (F(1, 2) ** 2 + F(1, 2) ** 2) == F("0.975")
assert rt.rbo(*same).exact == rt.rbo(*same, p=0.9).exact == 1
assert rt.rbo(*same, p=0.9, form="truncated").exact == F(1, 10) * (1 + F(9, 10) + F(9, 10) ** 2) == F("0.271")
assert rt.spearman([1, 2, 3], [1, 3, 2]).exact == rt.spearman([1, 2, 3], [1, 3, 2], form="differences").exact == F(1, 2)

# %% [markdown]
# ## 10. All tools in one table
#
# What each tool does with any measure, then the parameters of single metrics. `stable` keeps the order of the file. Scores read as 32-bit numbers are equal if they differ only after some seven digits. Some tools make exceptions for
# one measure, such as the order of ir_measures for `RR@k`. *verified* says how we know: tests of rankteach compare the description with the tool itself, on random lists, or with answers that the tool
# gave once. Where *verified* says *not tested*, we only read the tool's documentation; every trace with its name repeats that.

# %%
rt.conventions()

# %% [markdown]
# One tool, with its own names for its measures, and the parameters that give the same here:

# %%
rt.conventions("scikit-learn")

# %% [markdown]
# ## 11. Find the convention yourself
#
# A report says 0.5556 for five results of which the first and the third are relevant, while two more relevant ones were missed. `rt.which` tries measures, cutoffs and conventions by the thousand, names the likeliest, and
# says how many random numbers it could explain as well.

# %%
rt.which("0.5556", marks)

# %% [markdown]
# Now you. Six results with grades from 0 to 3, one of them unjudged, and two more relevant items that were missed. A tool reports (a) P@10 = 0.5000, (b) AP = 0.3533, (c) AP = 0.2778 and (d) nDCG@5 = 0.2474. Here they are:

# %%
measured(tasks.six, ["P@10", "AP", "nDCG@5"])

# %%
rt.explore(tasks.six, ["P@10", "AP", "nDCG@5"], chosen="AP")

# %%
tasks.in_the_denominator

# %%
tasks.moved_up

# %%
tasks.from_grade_2

# %%
tasks.by_two_choices

# %% [markdown]
# And some numbers come from no convention at all:

# %%
tasks.slipped


# %% tags=["check"]
six = tasks.six
assert [four(rt.measure(name)(six)) for name in ("P@10", "AP", "nDCG@5")] == ["0.3000", "0.3000", "0.2784"]
found = {
    ("0.5000", "P", 10): 'P(denominator="items")@10',
    ("0.3533", "AP", None): "AP(judged_only=True)",
    ("0.2778", "AP", None): "AP(rel=2)",
    ("0.2474", "nDCG", 5): 'nDCG(gain="exponential", ideal="retrieved")@5',
}
for (number, measure, k), expected in found.items():
    assert rt.which(number, six, measures=[measure], cutoffs=[k]).origins[0].measure == expected
    assert four(rt.measure(expected)(six)) == number
assert rt.precision(six, k=10, denominator="items").exact == F(3, 6)
assert rt.average_precision(six).exact == (F(1, 2) + F(2, 4) + F(3, 6)) / 5 == F(3, 10)
assert rt.average_precision(six, judged_only=True).exact == (F(1, 2) + F(2, 3) + F(3, 5)) / 5
assert rt.measure("AP(rel=2)")(six).exact == (F(1, 2) + F(2, 6)) / 3 == F(5, 18)
assert four(rt.measure("nDCG@5", convention="rax")(six)) == "0.2474"
for half_way in ('nDCG(gain="exponential")@5', 'nDCG(ideal="retrieved")@5'):
    assert four(rt.measure(half_way)(six)) != "0.2474"
slip = rt.which("0.835", [1, 0, 1], measures=["AP"])
assert not slip.origins and slip.first is slip.slips[0] and (1 + F("0.67")) / 2 == F("0.835")
assert rt.which("0.5006", [1, 0, 1]).first is None  # of a random number it knows nothing

# %% [markdown]
# ## 12. How to report a number
#
# > MAP is 0.25.
#
# From the queries of [section 7](#7.-Means-over-queries), that is one of four numbers. Better:
#
# > MAP is 0.25: `AP(ties="item_descending")`, mean over the queries that are in both files (4 of 5), relevant from grade 1, unjudged items count as irrelevant; as pytrec_eval 0.5.11.
#
# | say | because | here |
# |---|---|---|
# | the measure with its cutoff | AP and AP@3 are two measures | `AP@3` |
# | every parameter that is not the default, or the tool and its *version* | sections 2, 3, 8 | `str(measure)` |
# | from which grade an item is relevant | puzzle c | `AP(rel=2)` |
# | what happens to ties | section 4 | `ties=` |
# | what happens to unjudged items, and how many there are | section 5 | `judged_only=`, `Judged@10` |
# | which queries the mean counts, and how many there are | sections 6, 7 | `queries=` |
#
# The **measure string** says most of it. It names what is not the default, and it reads back as the same measure without the tool's name:

# %%
REPORTED = {"nDCG@10": "scikit-learn", "RR@10": "ir_measures", "AP@3": "kaggle"}
table(
    {
        "tool": list(REPORTED.values()),
        "name": list(REPORTED),
        "here": [str(rt.measure(name, convention=tool)) for name, tool in REPORTED.items()],
    }
)

# %% [markdown]
# And for the footnote, the header of a trace as a list:

# %%
reported = rt.mean("AP", five_queries, convention="pytrec_eval")
print(reported.shown, *reported.conventions, sep="\n- ")


# %% tags=["check"]
for name, tool in REPORTED.items():
    measure = rt.measure(name, convention=tool)
    for ranking in (LIST, tied, marks, holes):
        assert rt.measure(str(measure))(ranking).value == measure(ranking).value
assert reported.exact == F(1, 4) and reported.measure == 'AP(ties="item_descending")'
assert sum(reported.columns["counted"].exact) == 4 and len(five_queries) == 5
assert any("pytrec_eval 0.5.11" in words for words in reported.conventions)

# %% [markdown]
# With this and your files, anyone gets your number, or can say why not.
#
# **Sources:** Järvelin and Kekäläinen (2002), *Cumulated gain-based evaluation of IR techniques*, ACM TOIS 20 · Buckley and Voorhees (2004), *Retrieval evaluation with incomplete information*, SIGIR (bpref) · Moffat and Zobel (2008),
# *Rank-biased precision for measurement of retrieval effectiveness*, ACM TOIS 27 · Chapelle, Metzler, Zhang and Grinspan (2009), *Expected reciprocal rank for graded relevance*, CIKM · Fagin, Kumar and Sivakumar (2003),
# *Comparing top k lists*, SIAM Journal on Discrete Mathematics 17 · Webber, Moffat and Zobel (2010), *A similarity measure for indefinite rankings*, ACM TOIS 28.
#
# **Go on with** [your own run](runs.ipynb), with files of your own, or [same name, different number](conventions.ipynb), where documents disagree. [Start](../00_start_here.ipynb).
