# %% [markdown]
# # Why do two tools disagree?
#
# *The same list, the same judgements, the same measure. One tool says 0.77, the other 0.97.*
#
# Neither has a bug. A measure's name leaves questions open, and each tool has answered them in its own way. Here every such **fork** that we know is run:
# who takes which branch, what comes out, and at which row of the calculation the two part.
#
# **In a hurry?** [Two tools, three numbers](#1.-Two-tools,-three-numbers) shows how it goes. [All tools in one table](#10.-All-tools-in-one-table) says what yours does.
# [Find the fork yourself](#11.-Find-the-fork-yourself) starts from a number. [How to report a number](#12.-How-to-report-a-number-so-that-nobody-has-to-ask) ends the quarrel.
#
# [*Same name, different number*](conventions.ipynb) does the same for five documents: what they print, and what they mean. Here it is about tools.
#

# %%
from fractions import Fraction as F
from importlib.util import find_spec
from math import log2
from textwrap import fill

from IPython.display import Markdown

import rankteach as rt
from rankteach.classroom import question

# %% [markdown]
# ## 1. Two tools, three numbers
#
# Five results, best first, with grades from 0 to 3. An item of grade 3 and one of grade 2 were judged too, but the search did not find them: they are **missed**.
# How good is that list? For nDCG@5 the grade at each rank $i$ is divided by $\log_2(i + 1)$; that is added up, and divided by what the **ideal** list would get. But which list is the ideal one?

# %%
LIST = rt.Ranking([3, 2, 3, 0, 1], missed=[3, 2])


def dcg(grades):
    """Discounted cumulative gain, in one line."""
    return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))


found = dcg([3, 2, 3, 0, 1])
print(f"best five of all judged     {found / dcg([3, 3, 3, 2, 2]):.4f}")
print(f"all judged, seven ranks     {found / dcg([3, 3, 3, 2, 2, 1, 0]):.4f}")
print(f"what was retrieved, sorted  {found / dcg([3, 3, 2, 1, 0]):.4f}")

# %% [markdown]
# The first is trec_eval's `ndcg_cut_5`. The second is trec_eval's as well: its `ndcg`, without a cutoff. The third is scikit-learn's `ndcg_score`, which is told only
# what was retrieved, and so cannot know what was not. Where the tools are installed, the next cell asks them, and finds that these are their numbers:

# %%
if find_spec("pytrec_eval"):  # trec_eval, from Python
    import pytrec_eval

    judged = {"d1": 3, "d2": 2, "d3": 3, "d4": 0, "d5": 1, "m1": 3, "m2": 2}
    scores = {"d1": 0.9, "d2": 0.8, "d3": 0.7, "d4": 0.6, "d5": 0.5}
    asked = pytrec_eval.RelevanceEvaluator({"q": judged}, {"ndcg_cut.5", "ndcg"})
    said = asked.evaluate({"q": scores})["q"]

if find_spec("sklearn"):
    from sklearn.metrics import ndcg_score

    said = ndcg_score([[3, 2, 3, 0, 1]], [[0.9, 0.8, 0.7, 0.6, 0.5]], k=5)

# %% [markdown]
# Who is right? All of them, since they answer different questions:
#
# - **the best five of all judged**: could a better search have filled these five ranks better?
# - **all judged, never cut**: how much of all that there was has a reader of this list got?
# - **what was retrieved**: is that, whatever it is, in a good order? A reranker is asked just this; a search engine should be asked more.
#
# A tool's name stands for all its branches at once, as in `convention="scikit-learn"`. `rt.differences` lays one tool beside another:

# %%
rt.differences(LIST, measure="nDCG@5", conventions=("trec_eval", "scikit-learn"))

# %% [markdown]
# How to read it:
#
# - **trec_eval: ...; scikit-learn: ...**: each convention in which the two differ, and what *it alone* would change. Here there are two, and the second changes nothing: no scores are tied.
# - **They first differ at**: the first row with two numbers. The list has two items of grade 3, enough for an ideal list of one or two ranks; from rank 3 on, the missed items count.
# - **adds**, the last column: what each rank adds to the difference of the two values. All grades above 0 add something, since the sum that they are divided by is smaller.

# %% tags=["check"]
from itertools import permutations

parted = rt.differences(LIST, measure="nDCG@5", conventions=("trec_eval", "scikit-learn"))
assert round(float(parted.first), 4) == 0.7659
assert round(float(parted.second), 4) == 0.9724
assert parted.first_row == 3
assert len(parted.conventions) == len(parted.alone) == 2
assert abs(parted.alone[0] - parted.value) < 1e-12 and parted.alone[1] == 0
assert abs(sum(share.difference for share in parted.shares) - parted.value) < 1e-12
without_cutoff = rt.measure("nDCG", convention="trec_eval")  # as trec_eval's ndcg
assert round(float(without_cutoff(LIST)), 4) == 0.7334

# %% [markdown]
# ### Try it
#
# The list, live, under the three readings; from left to right the ideal list is cut at $k$, never cut, made of what was retrieved. Click grades, drag items.
# **Task:** change one grade so that two of the three agree. Can one grade make all three agree?

# %%
FORMS = ["nDCG@5", 'nDCG(ideal="uncut")@5', 'nDCG(ideal="retrieved")@5']
rt.explore(LIST, FORMS)

# %% jupyter={"source_hidden": true}
different = {}
for rank in range(1, 6):
    for grade in range(4):
        changed = LIST.with_grade(rank, grade)
        values = {round(float(rt.measure(form)(changed)), 9) for form in FORMS}
        different[rank, grade] = len(values)
question(
    "Which grade, and can all three agree?",
    answer="Make any of 3, 2, 3 or 1 a 0: then five items above 0 are left, five ranks hold "
    "them all, and cutting the ideal list changes nothing. No one grade makes all three "
    "agree, for a 3 and a 2 are still missed. Had nothing been missed, they would agree "
    "at once: whoever compares tools on such lists only never sees this fork.",
)


# %% tags=["check"]
assert {where for where, number in different.items() if number < 3} == {
    (1, 0), (2, 0), (3, 0), (5, 0)
}  # fmt: skip
assert min(different.values()) == 2
nothing_missed = rt.Ranking(LIST.grades)
assert len({float(rt.measure(form)(nothing_missed)) for form in FORMS}) == 1

# %% [markdown]
# ## How the rest is laid out
#
# Each fork has a small example that tells its branches apart, a table of the branches, and a line that says where the calculations part.
# The column *here* has this toolkit's name for a branch, and *who* names those that take it:
#
# - **Upright** names are calculated. Every tool that `rt.conventions()` knows is put to the example, and stands at the branch whose number it gives. The tests of this toolkit
#   compare what it says of them with the tools themselves, on random lists.
# - **In italics** stand rankeval, kaggle and torchmetrics, which are calculated as well, but known from their code only; and typed names, for what papers, scripts or options of a tool are reported to do.
# - A name **with code in brackets** is typed too. The code is how that tool is asked for this branch, and so it is asked [at the end](#10.-All-tools-in-one-table).
#
# In the tables of [AUC with weights](#AUC-with-weights,-and-FAP-with-a-beta) and of [Spearman's rho and RBO](#Spearman's-rho-with-ties,-and-RBO-of-lists-that-end) the values are calculated, and all names are typed.
#
# **trec_eval stands for its family**, pytrec_eval included: only the first is named of trec_eval (version 10.0), trec_eval_9 (version 9) and pytrec_eval, which is the code of version 9. So
# pytrec_eval goes with trec_eval_9 where that is named, and with trec_eval elsewhere.
#
# Where no name stands, no tool that is known here takes the branch. A tool is in no row if it does not have the measure, differs in a second way that changes the number, or promises no order for scores that are tied.
#
# Where pytrec_eval, scikit-learn, scipy, ir_measures or ranx are installed, they are asked for the same numbers in cells with `find_spec`, most of them [at the end](#10.-All-tools-in-one-table).
# Nothing is printed of it, so nothing looks different where they are not.

# %% jupyter={"source_hidden": true}
TOOLS = [tool for tool in rt.conventions() if not tool.compares]  # those that measure one list
noted = []  # what the tools will be asked: tool, its name for the measure, list, number


def table(head, rows):
    """A table of words."""
    rules = ["---:" if title == "value" else ":---" for title in head]
    lines = [head, rules, *rows]
    return Markdown("\n".join(f"| {' | '.join(line)} |" for line in lines))


def four(value):
    """A number with four digits."""
    return f"{float(value):.4f}"


def their_name(tool, base):
    """What a tool calls a measure; nothing if it does not have it."""
    measure = rt.measure(base)
    k, name = measure.parameters.get("k"), measure.metric.name
    found = tool.measures.get(f"{name}@") if k else None
    found = found or tool.measures.get(name)
    if found is None:
        return ""
    return found.at_k.format(k) if k else found.whole


def order_is_known(tool, base, given):
    """Whether a tool has an order for the equal scores of a list, if there are any."""
    scores = getattr(given, "scores", None) or ()
    tied = len(set(scores)) < len(scores)
    return not tied or "ties" in rt.measure(base, convention=tool.name).parameters


def value_of(base, given, **ways):
    """The value of a measure of a list, or its mean over lists."""
    if isinstance(given, rt.Ranking):
        return four(rt.measure(base, **ways)(given))
    return four(rt.mean(base, given, **ways))


def by_name(tools):
    """The names of tools: of trec_eval's family the first, in italics what no test holds."""
    names = [tool.name if tool.verified != "code" else f"*{tool.name}*" for tool in tools]
    family = [name for name in names if "trec_eval" in name]
    return [name for name in names if name not in family[1:]]


def takers(base, given, value):
    """The tools that give this value."""
    found = []
    for tool in TOOLS:
        theirs = their_name(tool, base)
        known = theirs and order_is_known(tool, base, given)
        if known and value_of(base, given, convention=tool.name) == value:
            found.append(tool)
            noted.append((tool.name, theirs, given, value))
    return by_name(found)


def fork(base, given, *branches):
    """The branches of a fork: words, a measure or a way over queries, and who else."""
    rows = []
    for words, how, *others in branches:
        if isinstance(how, str):
            value, here = value_of(how, given), how
        else:
            value = value_of(base, given, **how)
            ways = "".join(f", {name}={way!r}" for name, way in how.items())
            here = f'rt.mean("{base}", ...{ways})'.replace("'", '"')
        who = takers(base, given, value)
        for other in others:
            if isinstance(other, str):
                who.append(f"*{other}*")
            else:  # a tool, and how it is asked
                who.append(f"{other[0]} (`{other[1]}`)")
                noted.append((*other, given, value))
        rows.append([words, f"`{here}`", value, ", ".join(who)])
    return table(["branch", "here", "value", "who"], rows)


def parting(base, given, one, other):
    """Where two branches part, in a sentence."""
    print(rt.differences(given, measure=base, conventions=(one, other)).words[-1])


def told(first, second):
    """What two traces do not have in common, in sentences only."""
    print(*(fill(words, 80) for words in rt.differences(first, second).words), sep="\n")


# %% tags=["check"]
assert {tool.name for tool in TOOLS if tool.verified == "code"} == {"rankeval", "kaggle", "torchmetrics"}

# %% [markdown]
# The first example once more, as all that follow:

# %%
fork(
    "nDCG@5",
    LIST,
    ("ideal: all judged, cut at k", "nDCG@5"),
    (
        "ideal: all judged, never cut",
        'nDCG(ideal="uncut")@5',
        ("pytrec_eval", "ndcg"),
        "Quepid",
    ),
    ("ideal: what was retrieved", 'nDCG(ideal="retrieved")@5'),
)

# %% [markdown]
# ## 2. Divided by what?
#
# ### P@k, when the list ends before rank k
#
# Three results, and precision at 5. The *ranks* were five: two more results could have stood there, and a system that keeps silent should not gain by it.
# The *items* were three: whoever shows three results is judged by three.

# %%
early = rt.Ranking([1, 0, 1])

fork(
    "P@5",
    early,
    ("by the ranks", "P@5"),
    ("by the items that there are", 'P(denominator="items")@5'),
)


# %% tags=["check"]
assert rt.precision(early, k=5).exact == F(2, 5)
assert rt.precision(early, k=5, denominator="items").exact == F(2, 3)

# %%
rt.differences(early, measure="P@5", conventions=("trec_eval", "rax"))

# %% [markdown]
# They first differ at rank 4, the first that is empty. Up to there nobody can tell the two apart.
#
# ### R@k, when more is relevant than k ranks can hold
#
# Four items are relevant, and $k = 2$. By *all relevant items*: which part of what there is does the reader get? Then even the best list gets no more than 1/2.
# By *what fits*: a perfect list should get 1. And in metric learning "Recall@k" is the question whether there is any hit at all; elsewhere that is called success or hit rate.

# %%
four_relevant = rt.Ranking([1, 0, 1], missed=[1, 1])

fork(
    "R@2",
    four_relevant,
    ("by all relevant items", "R@2"),
    ("by k, or by those if they are fewer", 'R(denominator="min")@2', "recommender code"),
    ("1 if there is a hit", "Success@2", "metric learning"),
)


# %% tags=["check"]
assert rt.recall(four_relevant, k=2).exact == F(1, 4)
assert rt.recall(four_relevant, k=2, denominator="min").exact == F(1, min(4, 2))
assert rt.recall([1, 1, 1, 1], k=2).exact == F(1, 2)

# %%
parting("R@2", four_relevant, None, {"denominator": "min"})

# %% [markdown]
# ### AP@k
#
# The same question once more. [*Same name, different number*](conventions.ipynb#1.-AP@k:-divided-by-what?) has it at every cutoff; here is who does what. By *all relevant items*: a list that misses much gets little.
# By *what fits*: a perfect top $k$ gets 1. By *the hits*: only the order of what was found is judged, and misses are forgiven.

# %%
marks = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])

fork(
    "AP@3",
    marks,
    ("by all relevant items", "AP@3"),
    ("by k, or by those if they are fewer", 'AP(denominator="min")@3', "rankeval"),
    ("by the hits among the k", 'AP(denominator="hits")@3', "recmetrics"),
)


# %% tags=["check"]
credits = 1 + F(2, 3)
assert rt.average_precision(marks, k=3).exact == credits / 4
assert rt.average_precision(marks, k=3, denominator="min").exact == credits / 3
assert rt.average_precision(marks, k=3, denominator="hits").exact == credits / 2

# %%
rt.differences(marks, measure="AP@3", conventions=("trec_eval", "kaggle"))

# %% [markdown]
# ### F with a beta
#
# $F_\beta = (1 + \beta^2) P R / (\beta^2 P + R)$: with $\beta = 2$ recall is worth twice as much as precision. trec_eval's `set_F.2` has the number 2 where others have $\beta^2$; so its 2 is their 1.4142.
# With 1 nobody can tell. Both are harmonic means with a weight, and both are 0 if P and R are.

# %%
half_a_quarter = rt.Ranking([1, 0], missed=[1, 1, 1])

fork(
    "F",
    half_a_quarter,
    ("the square of 2", "F(beta=2)", "textbooks", "scikit-learn's fbeta_score"),
    (
        "2 as it stands",
        "set_F.2",
        ("pytrec_eval", "set_F.2"),
        ("ir_measures", "SetF(beta=2.0)"),
    ),
)


# %% tags=["check"]
P, R = F(1, 2), F(1, 4)
assert rt.precision(half_a_quarter).exact == P and rt.recall(half_a_quarter).exact == R
assert four((1 + 2**2) * P * R / (2**2 * P + R)) == "0.2778"
assert four((1 + 2) * P * R / (2 * P + R)) == "0.3000" and four(2**0.5) == "1.4142"
assert rt.f_score([0, 0], beta=2).exact == rt.measure("set_F.2")([0, 0]).exact == 0
assert rt.measure("set_F.1")(half_a_quarter).exact == rt.f_score(half_a_quarter).exact

# %%
told(*(rt.measure(name)(half_a_quarter) for name in ("F(beta=2)", "set_F.2")))

# %% [markdown]
# ### bpref
#
# bpref looks at judged items only: for each relevant one, how many that are *judged not relevant* ($N$ of them in all) stand above it? Out of how many? The paper of 2004 says out of $m$, the number of relevant items.
# With few judgements that charges too little: here the only irrelevant item is above everything. trec_eval, from version 8, takes the smaller of $m$ and $N$: all that could be above *is* above, so 0.

# %%
one_above = rt.Ranking([0, 1, 1, 1])

fork(
    "Bpref",
    one_above,
    ("out of the smaller of m and N", "Bpref"),
    ("out of m", 'Bpref(denominator="relevant")', "the paper of 2004"),
)


# %% tags=["check"]
assert one_above.relevant_total == 3 and one_above.irrelevant_total == 1
assert rt.bpref(one_above).exact == 3 * (1 - F(1, min(3, 1))) / 3
assert rt.bpref(one_above, denominator="relevant").exact == 3 * (1 - F(1, 3)) / 3

# %%
newer, older = rt.bpref(one_above), rt.bpref(one_above, denominator="relevant")
rt.differences(newer, older, columns=["share lost", "credit", "running sum"])

# %% [markdown]
# ## 3. What is a grade worth, and how fast does attention fade?
#
# ### nDCG: the gain
#
# The *grade itself*: an item of grade 3 is worth three of grade 1. Or $2^{\mathrm{rel}} - 1$, which makes it worth seven: if only the very best will do, the others should not add up to it.

# %%
graded = rt.Ranking([3, 2, 3, 0, 1])

fork(
    "nDCG@5",
    graded,
    ("the grade", "nDCG@5"),
    ("2^grade - 1", 'nDCG(gain="exponential")@5', "Quepid"),
)


# %% tags=["check"]
assert [2**grade - 1 for grade in (1, 2, 3)] == [1, 3, 7]

# %% [markdown]
# The calculation with the second one, to walk through (▶ and ◀, or the keys `→` and `←`). Watch the gain of rank 2 beside that of ranks 1 and 3.

# %%
rt.step_through(rt.measure("nDCG@5", convention="rax")(graded))

# %%
parting("nDCG@5", graded, "trec_eval", "rax")


# %% tags=["check"]
assert rt.dcg(graded, gain="exponential").columns["gain"].exact[:3].tolist() == [7, 3, 7]

# %% [markdown]
# ### nDCG: the discount
#
# $\log_2(i + 1)$ discounts every rank but the first. The paper of Järvelin and Kekäläinen (2002) has $\log_b i$, and none before rank $b$: with $b = 2$ the first two ranks count in full,
# and with a patient reader, $b = 10$, the first ten. The tools that are known here all take $\log_2(i + 1)$.

# %%
fork(
    "nDCG@5",
    graded,
    ("log2(i + 1)", "nDCG@5"),
    ("log2(i), from rank 3 on", 'nDCG(discount="log_rank")@5', "the paper of 2002"),
)


# %% tags=["check"]
for tool in TOOLS:
    for name in {"DCG", "nDCG"} & set(tool.measures):
        assert tool.measures[name].parameters["discount"] == "log_next_rank"

# %%
linear, of_2002 = rt.dcg(graded, k=5), rt.dcg(graded, k=5, discount="log_rank")
rt.differences(linear, of_2002, columns=["discount", "discounted gain"])

# %% [markdown]
# (The third fork of nDCG, the ideal list, is [the first example](#1.-Two-tools,-three-numbers).)
#
# ### RBP: what is gained
#
# Rank-biased precision weighs rank $i$ by $(1 - p) p^{i-1}$; here $p = 0.8$. It was made for *marks*, relevant or not. Grades can be brought to the range from 0 to 1: each is divided by the *largest grade*, judged or possible.
# ranx adds up *grades as they are*: then RBP can be more than 1, and cannot be compared with that of others.

# %%
unjudged = rt.Ranking([2, None, 0, 1])

fork(
    "RBP(p=0.8)",
    unjudged,
    ("relevant: 1", "RBP"),
    ("grade / largest grade", 'RBP(gain="scaled")'),
    ("the grade", 'RBP(gain="raw")'),
)


# %% tags=["check"]
assert rt.measure("rbp.80")(rt.Ranking([2, 2, 2, 2])).value > 1

# %%
parting("RBP(p=0.8)", unjudged, "cwl-eval", "ranx")

# %% [markdown]
# ### ERR: the largest grade
#
# Expected reciprocal rank: at each rank the reader is satisfied, and stops, with probability $(2^{\mathrm{rel}} - 1) / 2^{\mathrm{max}}$. Is max the largest grade of the *scale* (gdeval: 4, always), or the largest that was *judged* for this query?
# The first makes queries comparable; the second needs no scale, but then grade 2 satisfies most readers of this list because there is no 3.

# %%
fork(
    "ERR@4",
    unjudged,
    ("4, whatever was judged", "ERR(max_grade=4)@4"),
    ("the largest judged", "ERR@4"),
)


# %% tags=["check"]
satisfied = [(2**2 - 1) / 2**largest for largest in (4, 2)]
assert rt.err(unjudged, max_grade=4).columns["satisfied"].values[0] == satisfied[0]
assert rt.err(unjudged).columns["satisfied"].values[0] == satisfied[1] > 1 / 2

# %%
fixed, seen = rt.err(unjudged, max_grade=4), rt.err(unjudged)
rt.differences(fixed, seen, columns=["satisfied", "viewed", "credit"])

# %% [markdown]
# ## 4. Ties
#
# ### Equal scores
#
# Three items with the same score, and only *a* is relevant. The file has them in the order b, a, c. A measure needs an order, so somebody makes one:
#
# - **by name, the last first**, whatever the file says: no system can gain by how it writes its file. trec_eval does so.
# - **by name, the first first**: the same idea, with the alphabet the right way up. The script of MS MARCO does so.
# - **as the file has it**: the simplest, and fair if the system means its order. Then the same scores can give any value.
# - **the mean over all orders**: what happens on average if ties are broken by chance; no name matters. scikit-learn does so in nDCG.
# - **refuse**: `ties="refuse"` raises an error, for whoever wants to know first.

# %%
tied = rt.Ranking([0, 1, 0], items=["b", "a", "c"], scores=[0.5, 0.5, 0.5])

fork(
    "RR",
    tied,
    ("by name, last first", 'RR(ties="item_descending")'),
    ("by name, first first", 'RR(ties="item_ascending")', "the MS MARCO script"),
    ("the input order", "RR"),
    ("the mean over all orders", 'RR(ties="averaged")'),
)

# %% [markdown]
# The last one as a calculation. Three items have 3! = 6 orders, and it shows three: *b* and *c* have the same grade, and orders that differ only in which of the two comes first
# have the same value, so they count once. The mean is that of all six.

# %%
rt.measure('RR(ties="averaged")')(tied)

# %%
try:
    rt.reciprocal_rank(tied, ties="refuse")
except ValueError as error:
    print(error)


# %% tags=["check"]
in_file = {"cba": F(1, 3), "bac": F(1, 2), "acb": F(1)}
for order, expected in in_file.items():
    marks_of = [int(item == "a") for item in order]
    as_given = rt.Ranking(marks_of, items=list(order), scores=[0.5] * 3)
    assert rt.reciprocal_rank(as_given).exact == expected
    averaged = rt.reciprocal_rank(as_given, ties="averaged")
    six_orders = [F(1, places.index("a") + 1) for places in permutations(order)]
    assert averaged.exact == sum(six_orders) / 6 == (1 + F(1, 2) + F(1, 3)) / 3 == F(11, 18)
    assert rt.reciprocal_rank(as_given, ties="item_descending").exact == F(1, 3)

# %% [markdown]
# `reordered` gives the list that a tool sees. Side by side, on the left as trec_eval has it, on the right as the MS MARCO script:

# %%
last_first = tied.reordered("item_descending")
first_first = tied.reordered("item_ascending")
rt.side_by_side(last_first, first_first, ["RR", "AP", "nDCG"])


# %% tags=["check"]
assert last_first.items == ("c", "b", "a") and first_first.items == ("a", "b", "c")

# %% [markdown]
# A tool can disagree with itself. ir_measures takes its RR from trec_eval and its RR@k from the MS MARCO script, so a cutoff that cuts nothing off changes the value:

# %%
for name in ("RR", "RR@3"):
    measure = rt.measure(name, convention="ir_measures")
    value = four(measure(tied))
    noted.append(("ir_measures", name, tied, value))
    print(f"{name:5} of ir_measures is {measure}: {value}")

# %% [markdown]
# scikit-learn has no RR, so no tool averaged above. It has nDCG:

# %%
fork(
    "nDCG@3",
    tied,
    ("by name, last first", 'nDCG(ties="item_descending")@3'),
    ("by name, first first", 'nDCG(ties="item_ascending")@3'),
    ("the mean over all orders", 'nDCG(ties="averaged")@3'),
)

# %% [markdown]
# ### AUC
#
# AUC is the share of pairs, one relevant and one not, that are in the right order. A tied pair is neither right nor wrong: *half a point* is what tossing a coin would give on average. Where *the input order* decides, it gets no point or a whole one.

# %%
pairs = rt.Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
half = rt.measure("AUC", convention="scikit-learn")(pairs)
as_written = rt.roc_auc(pairs, ties="input_order")

fork(
    "AUC",
    pairs,
    ("half a point", "AUC"),
    ("the input order", 'AUC(ties="input_order")', "a wiki's calculator"),
)


# %% tags=["check"]
assert half.exact == (1 + 1 + F(1, 2) + 1) / 4 == F("0.875")
assert as_written.exact == F(1 + 1 + 0 + 1, 4)
assert rt.roc_auc(pairs.moved(3, to=2), ties="input_order").exact == 1

# %%
half = rt.roc_auc(pairs, form="pairs")
as_written = rt.roc_auc(pairs, form="pairs", ties="input_order")
rt.differences(half, as_written, columns=["point", "running sum"])

# %% [markdown]
# ## 5. What nobody judged
#
# Judges look at a part of what is found. The rest is *unjudged*, shown as –. Is it not relevant?
#
# - **It counts as irrelevant**, in nearly every tool: mostly true, since judges look at what systems put first. But a new system that finds new things is punished for it.
# - **It is left out first**, and the rest moves up (a *condensed list*): then only what is known counts. But a list full of unknown things may look perfect.
# - **It is bounded**: RBP says how much the unknown could still add, its *residual*.
# - **It is skipped**: bpref compares judged items only; infAP guesses the share of relevant ones from those that were judged.

# %%
holes = rt.Ranking([None, 1, None, 0, 1])

fork(
    "AP",
    holes,
    ("counts as irrelevant", "AP"),
    (
        "is left out first",
        "AP(judged_only=True)",
        ("ir_measures", "AP(judged_only=True)"),
        "trec_eval -J",
    ),
)


# %% tags=["check"]
assert rt.average_precision(holes).exact == (F(1, 2) + F(2, 5)) / 2
assert rt.average_precision(holes, judged_only=True).exact == (1 + F(2, 3)) / 2

# %%
before, after = rt.average_precision(holes), rt.average_precision(holes, judged_only=True)
rt.differences(before, after, columns=["precision", "credit"])


# %% tags=["check"]
condensed = holes.condensed()
assert condensed.items == ("d2", "d4", "d5")

# %% [markdown]
# They first differ at rank 1: the first has an unknown item there, the second *d2*, which is relevant. Bounded and skipped:

# %%
rbp, residual = rt.rbp(holes, p=0.8), rt.rbp_residual(holes, p=0.8)
print(f"RBP    {four(rbp)}, and at most {four(rbp.exact + residual.exact)}")
print(f"bpref  {four(rt.bpref(holes))}")
noted.append(("pytrec_eval", "bpref", holes, four(rt.bpref(holes))))


# %% tags=["check"]
assert rbp.exact == F(1, 5) * (F(4, 5) + F(4, 5) ** 4)
assert residual.exact == F(1, 5) * (1 + F(4, 5) ** 2) + F(4, 5) ** 5

# %%
residual

# %% [markdown]
# ## 6. When nothing is relevant
#
# Two queries, with the marks 0, 1 and 0, 0: nothing is relevant to the second. Its AP is 0/0, and so are its recall and nDCG. *It counts as 0*: nothing was found, and the mean is always over the same number of queries.
# *It counts as 1*: nothing was there to find, and nothing was missed. *It is skipped*: the query says nothing about the system. *It has no value*, `no_relevant="nan"`: then a mean that counts the query has none either. Or it is an error, `no_relevant="error"`: somebody should look at it.

# %%
lists = [[0, 1], [0, 0]]

fork(
    "AP@2",
    lists,
    ("counts as 0", {}),
    ("counts as 1", {"no_relevant": 1}, "rankeval"),
    ("is skipped", {"queries": "with_relevant"}),
    ("has no value", {"no_relevant": "nan"}, "scikit-learn's roc_auc_score"),
)


# %% tags=["check"]
assert rt.mean("AP", lists).exact == (F(1, 2) + 0) / 2
assert rt.mean("AP", lists, no_relevant=1).exact == (F(1, 2) + 1) / 2
assert rt.mean("AP", lists, queries="with_relevant").exact == F(1, 2)

# %%
as_0, as_1 = rt.mean("AP", lists), rt.mean("AP", lists, no_relevant=1)
rt.differences(as_0, as_1)

# %%
print(rt.mean("AP", lists, no_relevant="nan").conventions[-1])
try:
    rt.measure('AP(no_relevant="error")')([0, 0])
except ValueError as error:
    print(error)


# %% tags=["check"]
for measure in ("R", "AP", "nDCG"):
    assert rt.measure(measure)([0, 0]).exact == 0
    assert rt.measure(f"{measure}(no_relevant=1)")([0, 0]).exact == 1
    assert rt.measure(f'{measure}(no_relevant="nan")')([0, 0]).shown == "undefined"

# %% [markdown]
# Two tools let one choose. xgboost counts it as 1 unless the name of the measure ends in a dash, as in `map@2-`. torchmetrics has `empty_target_action`; its default is 0.
#
# ## 7. Means over queries
#
# ### MAP: over which queries?
#
# Five queries: q1 is answered perfectly, for q2 nothing relevant was found, q3 is missing from the run, and for q4 and q5 nothing is relevant at all.
# *All judged queries*: a system should not gain by staying silent. *Those in both files*: one cannot judge what is not there. *Those with a relevant item*: the others say nothing.
# *Those with a hit*: hardly ever meant; each failure drops out.

# %%
lists = {
    "q1": rt.Ranking([1]),
    "q2": rt.Ranking([0], missed=[1]),
    "q3": rt.Ranking([], missed=[1]),
    "q4": rt.Ranking([0]),
    "q5": rt.Ranking([0]),
}
fork(
    "AP@3",
    lists,
    ("all judged queries", {}, "trec_eval -c"),
    ("those in both files", {"queries": "with_items"}),
    ("those with a relevant item", {"queries": "with_relevant"}),
    ("those with a hit", {"queries": "with_hits"}, "a wiki's calculator"),
)

# %%
rt.mean("AP", lists, convention="pytrec_eval")

# %% [markdown]
# $c_q$ is 1 for a query that counts. Now q1 and q3 only, as judgements and a run; `evaluate` takes a tool's name, too.

# %%
two = {name: lists[name] for name in ("q1", "q3")}

qrels, run = {"q1": {"d1": 1}, "q3": {"d1": 1}}, {"q1": {"d1": 1.0}}
for tool in ("ir_measures", "pytrec_eval"):
    print(f"{tool:12}", rt.evaluate(qrels, run, ["AP"], convention=tool).means)


# %% tags=["check"]
assert rt.mean("AP", two, convention="ir_measures").exact == F(1 + 0, 2)
assert rt.mean("AP", two, convention="pytrec_eval").exact == 1
assert rt.mean("AP", two, queries="with_hits").exact == 1

# %% [markdown]
# And the tools themselves, where they are installed. (The program trec_eval, in version 10.0, stops at a missing query, unless `-c` tells it that all of them count.)

# %%
if find_spec("pytrec_eval"):
    import pytrec_eval

    said = pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run)

if find_spec("ir_measures") and find_spec("pytrec_eval"):
    import ir_measures

    said = ir_measures.calc_aggregate([ir_measures.AP], qrels, run)

# %% [markdown]
# ### AUC: a mean, or one list?
#
# Two queries, each in perfect order, but with scores on different scales. The *mean of each query's AUC*: scores of one query need not be comparable with those of another. *Pooled*: they
# should be, if one threshold is to hold for all. Whoever gives scikit-learn's `roc_auc_score` all items at once has pooled.

# %%
high = rt.Ranking([1, 0, 0], scores=[0.9, 0.8, 0.7])
low = rt.Ranking([1, 1, 0], scores=[0.3, 0.2, 0.1])
pooled = rt.mean("AUC", [high, low], average="pooled")

if find_spec("sklearn"):
    from sklearn.metrics import roc_auc_score

    said = roc_auc_score([1, 0, 0, 1, 1, 0], [0.9, 0.8, 0.7, 0.3, 0.2, 0.1])

pooled


# %% tags=["check"]
assert rt.mean("AUC", [high, low]).exact == 1
assert pooled.exact == F(1 * 2 + 2 * 1 + 1 * 1, 3 * 3)

# %% [markdown]
# The first relevant item wins all its pairs; the second and the third, at ranks 4 and 5, lose to two items of the other query.
#
# ### LAG, F1 and FAP: combine first, or average first?
#
# LAG is the mean number of wrong items above a relevant one, and FAP combines F1 with AP. The *mean of each query's value* gives each query the same say. The other way, LAG takes the relevant items of
# all queries together, and each of them has the same say; F1 is made of the mean precision and the mean recall, and FAP of the mean F1 and the mean AP: then bad precision for one query can be made up for by recall for another.


# %%
def both_ways(name, lists, other):
    """A measure's mean, and the other way over queries."""
    mean, otherwise = rt.mean(name, lists), rt.mean(name, lists, average=other)
    return [f"`{name}`", str(mean.exact), str(otherwise.exact), f'`average="{other}"`']


late, equal_recall = [[0, 1, 0, 1], [1]], [[1, 1, 0, 0], [1, 0, 0, 0]]

table(
    ["measure", "mean of values", "the other way", "which is"],
    [
        both_ways("LAG", late, "pooled"),
        both_ways("F1", equal_recall, "means"),
        both_ways("FAP", equal_recall, "means"),
    ],
)


# %% tags=["check"]
assert rt.mean("LAG", late).exact == (F(1 + 2, 2) + 0) / 2
assert rt.mean("LAG", late, average="pooled").exact == F(1 + 2 + 0, 3)
P = (F(1, 2) + F(1, 4)) / 2
assert rt.mean("F1", equal_recall).exact == (F(2, 3) + F(2, 5)) / 2
assert rt.mean("F1", equal_recall, average="means").exact == 2 * P * 1 / (P + 1)
f1 = F(8, 15)
assert rt.mean("FAP", equal_recall).exact == (F(4, 5) + F(4, 7)) / 2
assert rt.mean("FAP", equal_recall, average="means").exact == 2 * f1 * 1 / (f1 + 1)

# %%
fork(
    "F1@4",
    equal_recall,
    ("mean of F1", {}),
    ("F1 of mean P and mean R", {"average": "means"}),
)

# %%
rt.mean("F1@4", equal_recall, convention="evidently")

# %% [markdown]
# ## 8. Curves
#
# ### The 11-point average
#
# At each level of recall, 0, 0.1, ..., 1, take the best precision from there on; the measure is the mean of the eleven. With three relevant items a recall of 0.7 lies between two hits and three. How many are needed for it?
#
# - **the textbook**: as many as are needed for a recall of at least 0.7: three.
# - **trec_eval 9** takes 0.7 · 3 + 0.9 and drops the decimals. That is 3, but in floating point it is a hair less, and it becomes two.
# - **trec_eval 10** takes 0.7 · 3, rounded: two.

# %%
three_hits = rt.Ranking([1, 0, 1, 0, 0, 1])

fork(
    "IPA11",
    three_hits,
    ("at least the level", "IPA11", "textbooks"),
    ("+ 0.9, decimals dropped", 'IPA11(form="trec_eval_9")'),
    ("rounded", 'IPA11(form="trec_eval_10")'),
)


# %% tags=["check"]
assert 0.7 * 3 + 0.9 < 3 and int(0.7 * 3 + 0.9) == 2
assert F(7, 10) * 3 + F(9, 10) == 3
assert int(0.7 * 3 + 0.5) == 2
for form, hits in {"textbook": 3, "trec_eval_9": 2, "trec_eval_10": 2}.items():
    needed = rt.eleven_point_average(three_hits, form=form).columns["hits needed"]
    assert needed.exact[7] == hits  # the eighth level, 0.7

# %%
rt.differences(
    three_hits,
    measure="IPA11",
    conventions=("trec_eval_9", "trec_eval"),
    columns=["hits needed", "precision at level"],
)

# %% [markdown]
# Two versions of one program, two numbers: whoever reports one has to say which version.
#
# ### The area under the precision-recall curve
#
# *Steps*: precision counts where a hit is, which is AP. *Straight lines* between the points: what scikit-learn's `auc` makes of any curve; between two points no threshold gives what the line promises. *Interpolated*: the best precision still to come,
# for whoever may choose the threshold afterwards. In this list precision never rises from hit to hit, so the interpolated area is that of the steps; [another list](conventions.ipynb#8.-The-area-under-the-precision-recall-curve) tells them apart.

# %%
forms = ("steps", "trapezoids", "interpolated")
areas = {form: rt.pr_auc(three_hits, form=form) for form in forms}

if find_spec("sklearn"):
    from sklearn.metrics import auc, average_precision_score, precision_recall_curve

    scores = [6, 5, 4, 3, 2, 1]
    precision, recall, _ = precision_recall_curve(three_hits.grades, scores)
    steps, lines = average_precision_score(three_hits.grades, scores), auc(recall, precision)

fork(
    "PRAUC",
    three_hits,
    ("steps", "PRAUC"),
    ("straight lines", 'PRAUC(form="trapezoids")', "scikit-learn's auc, given the curve"),
)


# %% tags=["check"]
assert areas["steps"].exact == rt.average_precision(three_hits).exact
assert areas["interpolated"].exact == areas["steps"].exact != areas["trapezoids"].exact

# %%
told(areas["steps"], areas["trapezoids"])

# %% [markdown]
# ### AUC with weights, and FAP with a beta
#
# *Trapezoids times weights*, the formula of a review: the top of the ranking counts more, but even a perfect list stays below 1. *Items count by weight*, in the totals too, as scikit-learn's `sample_weight` has it: then a perfect list gets 1.
# FAP is the harmonic mean of F and AP; with $\beta^2$ it stays between the two, and with $\beta$, as that review prints it, it does not.

# %%
eight = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0])

if find_spec("sklearn"):
    from sklearn.metrics import roc_auc_score

    weights = [0.8**place for place in range(8)]
    said = roc_auc_score(eight.grades, range(8, 0, -1), sample_weight=weights)

WAYS = [
    ("trapezoids times weights", "AUC(weights=0.8)", eight, "*a review's formula*"),
    ("items by weight", 'AUC(weights=0.8, weighting="instances")', eight, "scikit-learn"),
    ("b²", "FAP(beta=2)", rt.Ranking([1]), "*this toolkit*"),
    ("b, as printed", 'FAP(beta=2, form="printed")', rt.Ranking([1]), "*that review*"),
]
rows = [[words, f"`{how}`", value_of(how, given), who] for words, how, given, who in WAYS]
table(["branch", "here", "value", "who"], rows)


# %% tags=["check"]
assert four(rt.roc_auc(eight, weights=0.8)) == "0.2448"
assert four(rt.roc_auc(eight, weights=0.8, weighting="instances")) == "0.6839"
assert rt.roc_auc([1, 1, 0, 0], weights=0.8).exact < 1
assert rt.roc_auc([1, 1, 0, 0], weights=0.8, weighting="instances").exact == 1
assert rt.fap([1], beta=2).exact == 1
assert rt.fap([1], beta=2, form="printed").exact == F(5, 3)

# %%
for_trapezoids = rt.roc_auc(eight, weights=0.8)
for_items = rt.roc_auc(eight, weights=0.8, weighting="instances")
told(for_trapezoids, for_items)

# %% [markdown]
# ## 9. Two lists
#
# ### Kendall's distance of two top lists
#
# The share of pairs that two lists have in opposite order. In lists that are cut, not every pair has an order in both. So there are kinds of pairs, *a* and *b*, and this is what each costs (Fagin and others 2003):

# %%
KINDS = [
    ("both in both lists, same order", "ab", "ab"),
    ("both in both lists, opposite", "ab", "ba"),
    ("the second list lacks the one that is ahead", "ab", "b"),
    ("the second list lacks the one behind", "ab", "a"),
    ("each in a list of its own", "a", "b"),
    ("both in the first list only", "ab", ""),
]
rows = []
for words, one, other in KINDS:
    costs = [rt.kendall_distance(list(one), list(other), p=p).exact for p in (0, F(1, 2))]
    rows.append([words, one, other, *map(str, costs)])
table(["pair a, b", "first list", "second list", "p = 0", "p = 1/2"], rows)


# %% tags=["check"]
assert [row[3:] for row in rows] == [
    ["0", "0"], ["1", "1"], ["1", "1"], ["0", "0"], ["1", "1"], ["0", "1/2"]
]  # fmt: skip

# %% [markdown]
# Only the last kind is a fork: the second list says nothing about *a* and *b*. It costs nothing (p = 0, *optimistic*: they may agree), or half a point (p = 1/2, *neutral*: a coin).

# %%
tops = list("abc"), list("a")
rt.differences(rt.kendall_distance(*tops, p=0), rt.kendall_distance(*tops, p=F(1, 2)))

# %% [markdown]
# ### Spearman's rho with ties, and RBO of lists that end
#
# Rho is the correlation of ranks, where tied items share the mean of theirs. The short formula with squared differences gives the same without ties, and a number near it with them.
#
# Rank-biased overlap adds up how far two lists agree at each depth, with weights that fall, without end. But lists end. *Extrapolated*: they would go on agreeing as they do at their end; equal lists get 1. *Truncated*: depths
# that nobody has seen add nothing; equal lists get less than 1, and the shorter they are, the less.

# %%
x, y = [1, 2, 3, 4, 5], [1, 2, 3, 3, 5]
same = list("abc"), list("abc")
rho, short = rt.spearman(x, y), rt.spearman(x, y, form="differences")
extrapolated, truncated = rt.rbo(*same, p=0.9), rt.rbo(*same, p=0.9, form="truncated")
no_ties = [1, 2, 3], [1, 3, 2]

if find_spec("scipy"):
    pass

five = [f"{float(trace):.5f}" for trace in (rho, short)]
rows = [
    ["rho: ranks", "`rt.spearman(x, y)`", five[0], "scipy"],
    ["differences", '`rt.spearman(x, y, form="differences")`', five[1], "*textbooks*"],
    ["RBO: extrapolated", "`rt.rbo(a, b)`", four(extrapolated), "*its paper*"],
    ["truncated", '`rt.rbo(a, b, form="truncated")`', four(truncated), "*short scripts*"],
]
table(["branch", "here", "value", "who"], rows)


# %% tags=["check"]
assert f"{float(rho):.5f}" == "0.97468"
assert short.exact == 1 - F(6, 5 * 24) * (F(1, 2) ** 2 + F(1, 2) ** 2) == F("0.975")
assert rt.rbo(*same).exact == extrapolated.exact == 1
assert truncated.exact == F(1, 10) * (1 + F(9, 10) + F(9, 10) ** 2) == F("0.271")
assert rt.spearman(*no_ties).exact == F(1, 2)
assert rt.spearman(*no_ties, form="differences").exact == F(1, 2)

# %%
truncated

# %% [markdown]
# ## 10. All tools in one table
#
# Every fork at which tools part, as `rt.conventions()` knows it: what a tool does with any measure, then the parameters of single metrics; the branches, and who takes which. As above, trec_eval stands for
# its family, pytrec_eval included.

# %% jupyter={"source_hidden": true}
branches = {}
for tool in TOOLS:
    averages = "nDCG" in tool.measures and "ties" in tool.measures["nDCG"].parameters
    no_ties = "averaged, in nDCG" if averages else "any order"
    taken = {
        "ties": f"`{tool.ties}`" if tool.ties else no_ties,
        "scores": f"`{tool.scores}`",
        "no relevant item": f"`{tool.no_relevant}`",
        "mean over queries": f"`{tool.queries}`",
    }
    for metric, theirs in tool.measures.items():
        for parameter, branch in theirs.parameters.items():
            taken[f"{metric}: {parameter}"] = f"`{branch}`"
    for fork_name, branch in taken.items():
        branches.setdefault(fork_name, {}).setdefault(branch, []).append(tool)

rows = []
for fork_name, tools_at in branches.items():
    if len(tools_at) > 1:
        for number, (branch, tools) in enumerate(tools_at.items()):
            shown = "" if number else f"**{fork_name}**"
            rows.append([shown, branch, ", ".join(by_name(tools))])
            names = {tool.name for tool in tools}
table(["fork", "branch", "who"], rows)

# %% [markdown]
# `stable` keeps the order of the file. Scores that are read as `float32` are equal if they differ only after some seven digits. `with_items` are those queries that have a list in the run, too. `IPrec` is interpolated precision at
# one level of recall, and `None` as the largest grade of ERR is the largest that was judged.
#
# Some tools make exceptions for one measure, such as the order of ir_measures for `RR@k`. They are in the same once more, with a row for each tool, pytrec_eval too:

# %%
rt.conventions()

# %% [markdown]
# One tool, with its own names for its measures, and the parameters that give the same here:

# %%
rt.conventions("scikit-learn")

# %% [markdown]
# So far the presets of this toolkit have spoken for the tools. Now pytrec_eval, ir_measures and scikit-learn are **asked themselves**, as far as they are installed here, for every value of one list beside which they stand (pytrec_eval also where trec_eval stands for it), ERR apart.
# A tool that is missing is passed over, and so is ranx, which compiles itself for a minute before it answers; with `ASK_RANX = True` it is asked as well.


# %% jupyter={"source_hidden": true}
def judgements(ranking):
    """The judged items of a list with their grades, and its scores, as tools take them."""
    found = zip(ranking.items, ranking.grades, strict=True)
    grades = {item: int(grade) for item, grade in found if grade is not None}
    grades |= {f"missed{number}": int(grade) for number, grade in enumerate(ranking.missed)}
    scores = ranking.scores or range(len(ranking), 0, -1)
    return grades, dict(zip(ranking.items, map(float, scores), strict=True))


def ask_pytrec_eval(name, ranking):
    """A measure of trec_eval 9."""
    from pytrec_eval import RelevanceEvaluator

    grades, scores = judgements(ranking)
    stem, _, number = name.rpartition("_")
    wanted = f"{stem}.{number}" if number[:1].isdigit() else name
    said = RelevanceEvaluator({"q": grades}, {wanted}).evaluate({"q": scores})["q"]
    (value,) = said.values()
    return value


def ask_ir_measures(name, ranking):
    """A measure of ir_measures, most of which come from trec_eval."""
    from ir_measures import calc_aggregate, parse_measure

    grades, scores = judgements(ranking)
    measure = parse_measure(name)
    return calc_aggregate([measure], {"q": grades}, {"q": scores})[measure]


def ask_scikit_learn(name, ranking):
    """A score of scikit-learn, which knows of no missed items."""
    from sklearn import metrics

    _, scores = judgements(ranking)
    score, values = getattr(metrics, name), list(scores.values())
    if name == "ndcg_score":
        return score([ranking.grades], [values])
    return score([grade > 0 for grade in ranking.grades], values)


def ask_ranx(name, ranking):
    """A measure of ranx."""
    from warnings import catch_warnings, simplefilter

    with catch_warnings():
        simplefilter("ignore")  # numba's, about casts
        from ranx import Qrels, Run, evaluate

        grades, scores = judgements(ranking)
        return evaluate(Qrels({"q": grades}), Run({"q": scores}), name)


ASK = {
    "pytrec_eval": (ask_pytrec_eval, ["pytrec_eval"]),
    "ir_measures": (ask_ir_measures, ["ir_measures", "pytrec_eval"]),
    "scikit-learn": (ask_scikit_learn, ["sklearn"]),
    "ranx": (ask_ranx, ["ranx"]),
}

# %% tags=["check"]
assert set(ASK) <= {tool for tool, *_ in noted}
ASK_RANX = False
for tool, name, ranking, value in noted:
    one_list = isinstance(ranking, rt.Ranking)  # means over queries had cells of their own
    passed = "ERR" in name or (tool == "ranx" and not ASK_RANX)  # ERR is a script in Perl
    if one_list and tool in ASK and not passed:
        ask, needed = ASK[tool]
        if all(find_spec(package) for package in needed):
            said = four(ask(name, ranking))
            assert said == value, (tool, name, said, value)

# %% [markdown]
# It printed nothing: all that were there agree.
#
# ## 11. Find the fork yourself
#
# Somebody reports a number, and you have another. `rt.which` tries measures, cutoffs and conventions by the thousand, names the likeliest, and says how many random numbers it could explain as well.
# A report says 0.5556 for five results of which the first and the third are relevant, while two more relevant ones were missed:

# %%
rt.which("0.5556", marks)

# %% [markdown]
# Now you. Six results with grades from 0 to 3, one of them unjudged, and two more relevant items that were missed. First think, then open the answer.

# %%
six = rt.Ranking([0, 2, None, 1, 0, 3], missed=[2, 1])
rt.at_every_k(six, ["P", "R", "AP", "nDCG"])

# %% [markdown]
# | | the measure | we say | a tool says |
# |---|---|---|---|
# | a | P@10 | 0.3000 | 0.5000 |
# | b | AP | 0.3000 | 0.3533 |
# | c | AP | 0.3000 | 0.2778 |
# | d | nDCG@5 | 0.2784 | 0.2474 |

# %% jupyter={"source_hidden": true}
here = [value_of(name, six) for name in ("P@10", "AP", "nDCG@5")]
question(
    "a. How does P@10 become 0.5?",
    answer="Three hits of six items: divided by the items that there are, not by ten ranks. "
    'Here: P(denominator="items")@10.',
)


# %% tags=["check"]
assert here == ["0.3000", "0.3000", "0.2784"]


def likeliest(number, measure, **only):
    """The measure that rt.which puts first, after it was calculated once more."""
    first = rt.which(number, six, measures=[measure], **only).origins[0].measure
    assert value_of(first, six) == number
    return first


assert likeliest("0.5000", "P", cutoffs=[10]) == 'P(denominator="items")@10'
assert rt.precision(six, k=10, denominator="items").exact == F(3, 6)

# %% jupyter={"source_hidden": true}
question(
    "b. How does AP become 0.3533?",
    answer="The unjudged item is left out, so the hits at ranks 4 and 6 move up to 3 and 5: "
    "(1/2 + 2/3 + 3/5) / 5 in place of (1/2 + 2/4 + 3/6) / 5. Here: AP(judged_only=True).",
)


# %% tags=["check"]
assert likeliest("0.3533", "AP") == "AP(judged_only=True)"
by_rank = (F(1, 2) + F(2, 4) + F(3, 6)) / 5
assert rt.average_precision(six).exact == by_rank == F(3, 10)
moved_up = (F(1, 2) + F(2, 3) + F(3, 5)) / 5
assert rt.average_precision(six, judged_only=True).exact == moved_up

# %% jupyter={"source_hidden": true}
question(
    "c. How does AP become 0.2778?",
    answer="Grade 1 no longer counts as relevant: two hits, at ranks 2 and 6, and three "
    "relevant items: (1/2 + 2/6) / 3. That is no fork of a tool, but of its user: "
    "trec_eval has -l 2 for it, here it is AP(rel=2).",
)


# %% tags=["check"]
assert likeliest("0.2778", "AP") == "AP(rel=2)"
assert rt.measure("AP(rel=2)")(six).exact == (F(1, 2) + F(2, 6)) / 3 == F(5, 18)

# %% jupyter={"source_hidden": true}
question(
    "d. How does nDCG@5 become 0.2474?",
    answer="By two forks at once: gain 2^grade - 1, and an ideal list of what was retrieved "
    "only. Neither alone gives it. It is what rax does.",
)


# %% tags=["check"]
first = likeliest("0.2474", "nDCG")
assert first == 'nDCG(gain="exponential", ideal="retrieved")@5'
assert value_of('nDCG(gain="exponential")@5', six) != "0.2474"
assert value_of('nDCG(ideal="retrieved")@5', six) != "0.2474"
assert value_of("nDCG@5", six, convention="rax") == "0.2474"

# %% [markdown]
# And some numbers come from no convention at all. Three results, the first and the third relevant; somebody prints an AP of 0.835:

# %%
slip = rt.which("0.835", [1, 0, 1], measures=["AP"])
slip

# %% jupyter={"source_hidden": true}
question(
    "What has happened?",
    answer="2/3 was rounded to 0.67 before it was added: (1 + 0.67) / 2. Exactly it is (1 + 2/3) / 2, or 0.8333.",
)


# %% tags=["check"]
assert not slip.origins and slip.first is slip.slips[0]
assert rt.which("0.5006", [1, 0, 1]).first is None  # of a random number it knows nothing
assert rt.average_precision([1, 0, 1]).exact == (1 + F(2, 3)) / 2
assert (1 + F("0.67")) / 2 == F("0.835") and four((1 + F(2, 3)) / 2) == "0.8333"

# %% [markdown]
# ## 12. How to report a number so that nobody has to ask
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
# | over which queries the mean goes, and how many they are | sections 6, 7 | `queries=` |
#
# The **measure string** says most of it. It names what is not the default, and it reads back as the same measure, with no tool's name needed:

# %%
REPORTED = [("nDCG@10", "scikit-learn"), ("RR@10", "ir_measures"), ("AP@3", "kaggle")]
for name, tool in REPORTED:
    print(f"{tool:13} {name:8} is {rt.measure(name, convention=tool)}")

# %% tags=["check"]
for name, tool in REPORTED:
    measure = rt.measure(name, convention=tool)
    for ranking in (LIST, tied, marks, holes):
        assert rt.measure(str(measure))(ranking).value == measure(ranking).value

# %% [markdown]
# And what the header of a trace says in words can be had as a list, for the footnote:

# %%
reported = rt.mean("AP", lists, convention="pytrec_eval")
print(four(reported), *reported.conventions, sep="\n- ")

# %% tags=["check"]
assert reported.exact == F(1, 4) and reported.measure == 'AP(ties="item_descending")'
assert sum(reported.columns["counted"].exact) == 4 and len(lists) == 5
assert any("pytrec_eval 0.5.11" in words for words in reported.conventions)

# %% [markdown]
# Whoever has this and your files gets your number. Whoever gets another one can say why.
#
# ## By hand and by library
#
# Every branch of nDCG of the first list once more, in plain Python, without the toolkit.


# %%
judged, compared = [*LIST.grades, 3, 2], 0

print(compared, "branches of nDCG@5: all equal")


# %% tags=["check"]
def ndcg_by_hand(found, judged, k, gain, divisor, ideal):
    """nDCG of grades, with a function for the gain and one for the discount."""

    def total(grades):
        ranked = enumerate(grades, start=1)
        return sum(gain(grade) / divisor(rank) for rank, grade in ranked)

    pool = sorted(found if ideal == "retrieved" else judged, reverse=True)
    return total(found[:k]) / total(pool if ideal == "uncut" else pool[:k])


GAINS = {"linear": lambda grade: grade, "exponential": lambda grade: 2**grade - 1}
DISCOUNTS = {
    "log_next_rank": lambda rank: log2(rank + 1),
    "log_rank": lambda rank: max(1, log2(rank)),
}
for gain, gain_of in GAINS.items():
    for discount, divisor in DISCOUNTS.items():
        for ideal in ("judged", "uncut", "retrieved"):
            by_hand = ndcg_by_hand(LIST.grades, judged, 5, gain_of, divisor, ideal)
            library = rt.ndcg(LIST, k=5, gain=gain, discount=discount, ideal=ideal)
            assert abs(by_hand - float(library)) < 1e-12
            compared += 1

# %% [markdown]
# **Go on with:** [your own run](runs.ipynb), with files of your own, or [same name, different number](conventions.ipynb), where documents disagree.
# **Back to** [the start](../00_start_here.ipynb).
