# %% [markdown]
# # Your own run, explained
#
# *You have a run, judgements, and a number from some tool. Where does the number come from?*
#
# A whole evaluation, from the first line of a file to the last digit of a mean: every value of every query can be opened and shows its calculation. The data
# is a small search for recipes that comes with the toolkit. It has what real data has: tied scores, items that nobody judged, a query
# that is missing. The cells of [*Now yours*](#Now-yours), near the end, do the same with files of your own.
#
# Run the cells from top to bottom (`Shift`+`Enter`); then what can be clicked and dragged is live.

# %%
import gzip
import math
import subprocess
import sys
from collections import Counter
from contextlib import chdir
from fractions import Fraction as F
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from IPython.display import HTML

import rankteach as rt
from rankteach import examples
from rankteach.classroom import question

# %% [markdown]
# ## 1. What a run is, and what judgements are
#
# Somebody types *leek and potato soup*. A search engine answers with recipes, best first. That is done for many **queries**, and
# what comes back, written to a file, is a **run**. A cook looks at recipes and says how well each fits the query: those are the
# **judgements**, also called qrels.

# %%
run, qrels, titles = examples.run(), examples.qrels(), examples.queries()


def first_lines(path, number=4):
    """The first lines of a file."""
    with open(path, encoding="utf-8") as file:
        for _, line in zip(range(number), file, strict=False):
            print(line, end="")


first_lines(run.source)

# %% [markdown]
# A line of a run says: query, a word without meaning, item, rank, **score**, and the name of the run.
# The rank is not read, neither here nor by trec_eval, the program that most others imitate: the scores make the order.
#
# A line of judgements says: query, a number without meaning, item, **grade**.

# %%
first_lines(qrels.source)

# %%
print(run)
print(qrels)
counted = Counter(grade for grades in qrels.values() for grade in grades.values())
for grade in sorted(counted):
    print(f"grade {grade}: {counted[grade]:3} times")

# %% tags=["check"]
assert titles["101"] == "leek and potato soup"
assert run["101"]["leek-potato-soup"] == 10.5
assert qrels["101"]["beef-potato-soup"] == 1
assert len(run) == len(qrels) == 29
assert {len(items) for items in run.values()} == {50}
assert sorted(counted) == [0, 1, 2, 3]
assert counted[0] > counted.total() / 2

# %% [markdown]
# 29 queries with 50 recipes each, and grades from 0 (*not what was asked for*) to 3 (*exactly that*). More than half of them are 0.
#
# ## 2. One line, and every number of it
#
# - **nDCG@10**: how close do the first ten come to the best possible ten? Grades count.
# - **AP**, average precision: the precision at each relevant recipe, added up and divided by the number of relevant recipes. Its mean over queries is known as MAP.
# - **RR**, reciprocal rank: 1 divided by the rank of the first relevant recipe.
#
# For AP and RR a recipe is relevant from grade 1 on. `relevant_from=2` would be stricter.

# %%
MEASURES = ["nDCG@10", "AP", "RR"]
result = rt.evaluate(qrels, run, MEASURES)
result

# %% [markdown]
# From top to bottom: which queries the means are taken over; the **means**; the **notes**, whatever is odd about the data; then the queries that
# did worst and best, with the **reason behind every 0**. Each number can be had by its name:

# %%
print(result.means["nDCG@10"])
print(result.per_query["109"]["AP"])
print(result.worst("AP", 4))


# %%
def to_digits(*values, digits=4):
    """Numbers as they are printed."""
    return [f"{value:.{digits}f}" for value in values]


# %% tags=["check"]
assert to_digits(*result.means.values()) == ["0.6842", "0.6588", "0.7816"]
assert math.isclose(result.means["AP"], sum(result.by_query("AP").values()) / 29)
assert result.means["map"] == result.means["AP"]  # trec_eval's name for it

# %% [markdown]
# ## 3. The notes, and what they do to a mean
#
# Three queries are odd. None of them is an error, but not all tools do the same with them.
#
# | query | title | what about it | here |
# |---|---|---|---|
# | 121 | christmas biscuits | judged, but the run does not have it | counts, as an empty list: 0 |
# | 128 | mushroom risotto | the run has it, but nobody judged it | cannot count |
# | 118 | sushi for beginners | judged, but no recipe is relevant | counts, as 0 |

# %% tags=["check"]
assert titles["121"] == "christmas biscuits"
assert titles["128"] == "mushroom risotto"
assert titles["118"] == "sushi for beginners"
assert result.missing == ["121"] and "121" in qrels and "121" not in run
assert result.unjudged == ["128"] and "128" in run and "128" not in qrels
assert not any(qrels["118"].values())
assert "128" not in result.queries

# %% [markdown]
# A run that fails on a query should not do better for having left it out; so here a missing query counts. pytrec_eval, and trec_eval 9
# without `-c`, count only queries that are in both files. `queries=` chooses, and so does the name of a tool, `convention="pytrec_eval"`:

# %%
both = rt.evaluate(qrels, run, MEASURES, queries="both")

print(f"{'':8}  judged    both")
for measure in MEASURES:
    print(f"{measure:8}{result.means[measure]:8.4f}{both.means[measure]:8.4f}")
print(both.notes[0])

# %%
total = sum(result.by_query("nDCG@10").values())


# %% tags=["check"]
assert rt.evaluate(qrels, run, MEASURES, convention="pytrec_eval").means == both.means
assert len(result) == 29 and len(both) == 28
assert math.isclose(result.means["nDCG@10"], total / 29)
assert math.isclose(both.means["nDCG@10"], total / 28)
assert to_digits(result.means["nDCG@10"], both.means["nDCG@10"]) == ["0.6842", "0.7087"]

# %% [markdown]
# The same sum, divided by 29 and by 28: 0.6842 and 0.7087. No list has changed, and whoever compares the one with the other sees an improvement that is none.

# %% jupyter={"source_hidden": true}
question(
    'queries="with_relevant" leaves out 118 and keeps 121. Which means come out?',
    answer='The same as with queries="both", for every measure: each of the two leaves '
    "out one query, and both queries have 0. Two conventions, one number: it does "
    "not tell which.",
)


# %% tags=["check"]
with_relevant = rt.evaluate(qrels, run, MEASURES, queries="with_relevant")
assert with_relevant.queries != both.queries and len(with_relevant) == len(both)
assert all(math.isclose(with_relevant.means[m], both.means[m]) for m in MEASURES)

# %% [markdown]
# ## 4. The reason behind every 0
#
# A 0 can say that the search was bad, or that the data is. So each comes with its reason:

# %%
for query in result.worst("RR", 3):
    print(query, titles[query], result.reasons(query)["RR"], sep="  |  ")

# %% [markdown]
# 121 and 118 we know. **113** is a real failure: twelve recipes are relevant and none of them was retrieved. What was?

# %%
items, scores = run.ranked("113")
print(*zip(items[:4], scores[:4], strict=True), sep="\n")
print([item for item, grade in qrels["113"].items() if grade == 3])

# %% tags=["check"]
assert sum(grade > 0 for grade in qrels["113"].values()) == 12
assert titles["113"] == "zucchini bake"
assert len(scores) == 50 and set(scores) == {1.5}
assert not any("zucchini" in item for items in run.values() for item in items)

# %% jupyter={"source_hidden": true}
question(
    "All 50 recipes have the same score, 1.5. What has happened?",
    answer="The search knows words only, and no recipe is called after zucchini: here "
    "they are courgettes. Nothing tells one recipe from another, and what is "
    "listed is no answer at all. Such a query is worth more than the third digit "
    "of a mean: it says what to mend.",
)


# %% tags=["check"]
assert qrels["113"]["courgette-gratin"] == 3

# %% [markdown]
# ## 5. The worst query above 0
#
# Of the queries that are not 0, 117 did worst: *winter stew without meat*. `trace` shows how its nDCG@10 comes about, on the real recipes.

# %%
above_0 = {query: value for query, value in result.by_query("nDCG@10").items() if value}

trace = result.trace("117", "nDCG@10")
trace


# %% tags=["check"]
assert min(above_0, key=above_0.get) == "117"
assert titles["117"] == "winter stew without meat"

# %% [markdown]
# Read it from the top: the conventions in italics, the formula with symbols and with numbers, then one row for each rank. On the left what was
# found, on the right, under *ideal*, the best that could have been.
#
# The whole story is in the column *item*: ten stews, four of them with beef and two with salmon. The search does not know what *without* means.

# %%
ideal_order = [3, 3, 2, 2, 2, 2, 1, 1, 1, 1]
ideal = sum(grade / math.log2(rank + 1) for rank, grade in enumerate(ideal_order, start=1))
by_hand = (1 / math.log2(3 + 1) + 3 / math.log2(8 + 1)) / ideal


# %% tags=["check"]
top = result.ranking("117").items[:10]
assert all("stew" in item for item in top)
assert [sum(word in item for item in top) for word in ("beef", "salmon")] == [4, 2]
found = trace.columns["grade"].exact
assert [rank for rank, grade in enumerate(found, start=1) if grade] == [3, 8]
assert math.isclose(by_hand, float(trace))

# %% [markdown]
# ### Try it on the list
#
# The same query, live: click a grade to change a judgement, drag a recipe up, choose another measure or, in the menu, another query. Of a long list
# the top is shown, *Show all* opens the rest. Relevant recipes that were not retrieved are named below, and count.
#
# **Task.** Which one recipe would you move to rank 1, so that nDCG@10 gains most?

# %%
rt.explore(result, query="117")

# %% jupyter={"source_hidden": true}
ranking = result.ranking("117")
gains = {}
for rank in range(1, 51):
    moved = ranking.moved(rank, to=1)
    gains[rank] = float(rt.ndcg(moved, k=10)) - float(trace)

best, second = sorted(gains, key=gains.get, reverse=True)[:2]
question(
    "Which recipe is it, and why not the one that is already at rank 8?",
    answer="The onion-pepper-stew, from rank 12: nDCG@10 gains 0.30. The "
    "pepper-pumpkin-stew has grade 3 as well, but at rank 8 it counted already, so it "
    "gains 0.21 only.",
)


# %% tags=["check"]
assert (best, second) == (12, 8)
assert ranking.items[best - 1] == "onion-pepper-stew"
assert ranking.items[second - 1] == "pepper-pumpkin-stew"
assert ranking.grades[best - 1] == ranking.grades[second - 1] == 3
assert f"{gains[best]:.2f} {gains[second]:.2f}" == "0.30 0.21"

# %% [markdown]
# ## 6. Ties that decide
#
# This search rounds its scores to one digit, so many recipes are tied. The file has them in some order, but the order of lines is not
# read either. trec_eval orders equal scores by the item's name, the last one first, and so does `evaluate`. The script of MS MARCO does it the other way round.

# %%
other_way = rt.evaluate(qrels, run, MEASURES, ties="item_ascending")
for measure in MEASURES:
    comparison = rt.compare(result, other_way, measure)
    before, after = to_digits(result.means[measure], other_way.means[measure])
    changed = comparison.wins + comparison.losses
    print(f"{measure:8}{before} -> {after}, {changed} queries change")

# %% tags=["check"]
by_ties = rt.compare(result, other_way, "nDCG@10")
assert by_ties.wins + by_ties.losses == 9
changes = dict(zip(by_ties.queries, abs(by_ties.differences.values), strict=True))
assert max(changes, key=changes.get) == "127"
assert rt.compare(result, other_way, "RR").ties == 29

# %% [markdown]
# The scores are the same, the judgements are the same, the measure is the same; 9 of 29 queries change their nDCG@10. Query 127, *cherry sorbet*, changes most:

# %%
last_first = result.trace("127", "nDCG@10")
first_first = result.trace("127", 'nDCG(ties="item_ascending")@10')
rt.differences(last_first, first_first)


# %% tags=["check"]
assert titles["127"] == "cherry sorbet"
assert first_first.exact == other_way.trace("127", "nDCG@10").exact
assert float(first_first) == other_way["127"]["nDCG@10"]

# %% [markdown]
# The plum sorbet and the cherry sorbet both have the score 9.6. In one order the plum comes first, in the other the cherry; at ranks 4 and 5 there
# is another tie. What does not depend on names: the mean over all orders of what is tied.

# %%
averaged = result.trace("127", 'nDCG(ties="averaged")@10')
grades = result.ranking("127").grades
four_orders = []
for first, second in product([(0, 1), (1, 0)], [(3, 4), (4, 3)]):
    in_order = [grades[place] for place in (*first, 2, *second)]
    four_orders.append(float(rt.ndcg(in_order)))
print(f"{float(averaged):.4f}")


# %% tags=["check"]
order, scores = run.ranked("127")
assert order[:2] == ["plum-sorbet", "cherry-sorbet"] and scores[:2] == [9.6, 9.6]
assert scores[3] == scores[4] and len(set(scores[:10])) == 8

assert not any(grades[5:])  # so the rest of the list adds nothing
assert math.isclose(sum(four_orders) / 4, float(averaged))

# %% jupyter={"source_hidden": true}
question(
    "RR changes for no query at all. Can ties not harm it?",
    answer="They can, where the first relevant recipe is tied with one that is not "
    "relevant. Here the first relevant one stands at the same rank in both "
    "orders, for every query.",
)


# %% tags=["check"]
for query in both.queries:
    marks = [list(one.ranking(query).relevant.values) for one in (result, other_way)]
    assert 1 not in marks[0] or marks[0].index(1) == marks[1].index(1)

# %% [markdown]
# ## 7. What nobody judged
#
# A recipe without a judgement is shown as –, and counts as not relevant, here as in other tools. How much of the run was judged at all?

# %%
UNJUDGED = ["Judged@10", "Judged@50", "P@10", "P(judged_only=True)@10"]
UNJUDGED += ["AP", "AP(judged_only=True)", "Bpref"]
known = rt.evaluate(qrels, run, UNJUDGED, queries="both")
for measure, mean in known.means.items():
    print(f"{measure:24}{mean:.4f}")

# %% [markdown]
# - **Judged@k** is the share of the first $k$ that has a judgement. Of the first ten everything, of all fifty less than half.
# - **`judged_only=True`** takes a measure on the *condensed* list: what has no judgement is taken out, and the rest moves up.
# - **Bpref** was made for this: it asks only how many recipes that are *judged* not relevant stand above the relevant ones.

# %% tags=["check"]
assert known.means["Judged@10"] == 1 and known.means["Judged@50"] < 1 / 2
assert known.means["AP(judged_only=True)"] > known.means["AP"]

# %% jupyter={"source_hidden": true}
question(
    "AP changes on the condensed list, P@10 does not. Why?",
    answer="Each of the first ten has a judgement, so nothing is taken out there. AP "
    "looks at all fifty, and relevant recipes further down move up.",
)


# %% tags=["check"]
assert known.by_query("P@10") == known.by_query("P(judged_only=True)@10")

# %% [markdown]
# ### A number that says how much it does not know
#
# RBP, rank-biased precision, thinks of a reader who goes on to the next rank with probability $p$ = 0.8, or else stops. Each rank has a weight, and all weights together are 1.
# So what could be added by ranks of which nothing is known can be added up too: the **residual**. A high one says: judge more before you believe the number.

# %%
rbp, residual = (result.trace("103", name) for name in ("RBP", "RBPResidual"))
HTML(rbp.to_html(most_rows=12))  # of 50 rows those that tell most

# %% [markdown]
# See the last words of the conventions, the line in italics: whatever a judge would say of the recipes that nobody judged, RBP of this query lies between 0.4857 and 0.5025. The same for the smallest and the largest residual:

# %%
bounded = rt.evaluate(qrels, run, ["RBP", "RBPResidual"], queries="both")
for query in (*bounded.worst("RBPResidual", 1), *bounded.best("RBPResidual", 1)):
    value, unknown = bounded[query].values()
    print(f"{query}: between {value:.4f} and {value + unknown:.4f}, {titles[query]}")

# %%
grades = result.ranking("103").grades  # None: nobody judged it
weights = [F(1, 5) * F(4, 5) ** place for place in range(50)]
below = F(4, 5) ** 50  # the weight of all further ranks

weighted = list(zip(weights, grades, strict=True))
unknown = sum(weight for weight, grade in weighted if grade is None) + below


# %% tags=["check"]
assert to_digits(float(rbp), float(rbp) + float(residual)) == ["0.4857", "0.5025"]
assert sum(weights) + below == 1
assert rbp.exact == sum(weight for weight, grade in weighted if grade)
assert residual.exact == unknown

# %% [markdown]
# ## 8. A mean is a calculation too
#
# Its rows are the queries, and each value has a calculation of its own: `mean_ap["117"]` is the trace of query 117.

# %%
mean_ap = result.mean("AP")
mean_ap

# %% [markdown]
# In this mean each query counts alike, the three zeros too. In the **geometric mean** they are most of the story: it is the number for those who care about
# the queries that fail. It would be 0 if one value were, so values below 0.00001 count as 0.00001.

# %%
gmap = rt.mean("AP", result.rankings(), average="geometric")
print(f"MAP {float(mean_ap):.4f}, gMAP {float(gmap):.4f}")

# %% tags=["check"]
assert mean_ap["117"].exact == result.trace("117", "AP").exact
values = result.by_query("AP").values()
assert list(values).count(0) == 3
raised = [max(value, 0.00001) for value in values]
assert math.isclose(float(gmap), math.prod(raised) ** (1 / 29))

# %% jupyter={"source_hidden": true}
question(
    "Without the three zeros, what becomes of the two means?",
    answer="MAP goes up from 0.66 to 0.73, gMAP from 0.22 to 0.70: three queries of 29 "
    "had pulled it down to less than a third.",
)


# %% tags=["check"]
without = [value for value in values if value]
geometric = math.prod(without) ** (1 / len(without))
arithmetic = sum(without) / len(without)
assert to_digits(float(mean_ap), arithmetic, digits=2) == ["0.66", "0.73"]
assert to_digits(float(gmap), geometric, digits=2) == ["0.22", "0.70"]

# %% [markdown]
# ## 9. Two runs
#
# A second search engine answers the same queries. It compares meanings, not words. Which one is better?

# %%
other = rt.evaluate(qrels, examples.second_run(), MEASURES)
comparison = result.compare(other, "nDCG@10")
comparison

# %% [markdown]
# A difference is the second run less the first. The second run is better on fourteen queries and worse on fourteen; a few put the first run
# ahead: without 109 and 124 it would not be.
#
# The **share** of a query is its difference divided by the sum of all differences, here −1.2724. So it is negative where the second run is ahead, and all 29
# shares together are 100 %.

# %% tags=["check"]
all_differences = sum(comparison.differences.values)
assert to_digits(all_differences) == ["-1.2724"]
assert math.isclose(comparison.deciding[0].share, -1 / all_differences)  # query 109
assert (comparison.wins, comparison.losses) == (14, 14)
assert [one.query for one in comparison.deciding[: comparison.turning]] == ["109", "124"]
assert other.reasons("109")["nDCG@10"].startswith("the first relevant item is at rank 11")

# %% [markdown]
# ### The query that decides most
#
# Query 109, *mushroom pie*: the first run has a perfect 1, the second has 0. The first twelve of both lists, side by side. Lines link what is the same.

# %%
words, meaning = (one.ranking("109").head(12) for one in (result, other))
rt.side_by_side(words, meaning, measures=["nDCG@10", "RR"])


# %% tags=["check"]
assert titles["109"] == "mushroom pie"
assert (result["109"]["nDCG@10"], other["109"]["nDCG@10"]) == (1, 0)

# %% jupyter={"source_hidden": true}
question(
    "How much of the mean difference, 0.0439, is this one query? Is it that bad?",
    answer="1/29 = 0.0345. The second run has the first relevant recipe at rank 11: one "
    "rank higher, and its nDCG@10 would be 0.18 instead of 0. A query with few "
    "relevant recipes swings far, and so does a mean over few queries.",
)


# %% tags=["check"]
deciding = comparison.deciding[0]
assert deciding.query == "109" and deciding.difference == -1
assert to_digits(1 / 29, abs(comparison.mean)) == ["0.0345", "0.0439"]
assert list(meaning.relevant.values).index(1) + 1 == 11
one_higher = float(rt.ndcg(meaning.moved(11, to=10), k=10))
assert to_digits(one_higher, digits=2) == ["0.18"]

# %% [markdown]
# ### Could it be chance?
#
# Imagine that both runs were equally good. Then it would be chance which of the two values of a query belongs to which run, and each
# difference could as well have the other sign. So try all choices of signs, and count how many give a mean at least as far from 0 as ours: the **paired randomisation test**.

# %%
chance = comparison.randomisation()
chance

# %% tags=["check"]
assert comparison.ties == 1 and chance.total == 2**28
assert chance.p == F(chance.count, chance.total) and chance.p > F(1, 2)

# %% [markdown]
# One query has no difference, so 28 signs are free. More than half of all choices are at least as extreme as what was found: this difference
# shows nothing. On four queries the whole test can be done by hand:

# %%
few = [[F(1, 2), 1, 0, F(1, 4)], [1, 1, F(1, 2), 0]]
differences = [after - before for before, after in zip(*few, strict=True)]
sums = []
for signs in product([1, -1], repeat=4):
    sums.append(sum(sign * one for sign, one in zip(signs, differences, strict=True)))
extreme = sum(abs(one) >= abs(sum(differences)) for one in sums)
print(f"{extreme} of {len(sums)}")


# %% tags=["check"]
assert rt.compare(*few).randomisation().p == F(extreme, len(sums))

# %% [markdown]
# The **bootstrap** asks something else: how much would the mean difference vary if other queries like these had been typed? It draws 29 queries out of the 29, again and
# again, some twice, some not at all.

# %%
bootstrap = comparison.bootstrap()
bootstrap

# %% tags=["check"]
assert bootstrap.low < 0 < bootstrap.high and bootstrap.samples == 10_000

# %% jupyter={"source_hidden": true}
question(
    "Which of the two searches is better?",
    answer="By nDCG@10 and AP the first one, by RR the second, and p is above 0.3 for "
    "each of them. The honest answer is that these 29 queries do not tell. What "
    "they do tell is where each fails: the first with zucchini, the second with "
    "mushroom pie.",
)


# %% tags=["check"]
assert [result.means[m] > other.means[m] for m in MEASURES] == [True, True, False]
assert all(result.compare(other, m).randomisation().p > F(3, 10) for m in MEASURES)

# %% [markdown]
# ## 10. Your own files
#
# `evaluate` takes paths as well: `rt.evaluate("my.qrels", "my.run", ["nDCG@10"])`. Here are the forms that it reads. Every one below is the same small run.

# %%
trec = "q1 Q0 d7 1 0.9 mine\nq1 Q0 d3 2 0.5 mine\n"
FILES = {
    "mine.run": trec.encode(),
    "mine.run.gz": gzip.compress(trec.encode()),
    "mine.csv": b"query_id,doc_id,score\nq1,d7,0.9\nq1,d3,0.5\n",
    "mine.tsv": b"user\titem\trating\nq1\td7\t0.9\nq1\td3\t0.5\n",
    "mine.json": b'{"q1": {"d7": 0.9, "d3": 0.5}}',
    "mine.jsonl": b'{"query_id": "q1", "doc_id": "d7", "score": 0.9}\n'
    b'{"query_id": "q1", "doc_id": "d3", "score": 0.5}\n',
}
read = {}
with TemporaryDirectory() as folder, chdir(folder):
    for name, content in FILES.items():
        Path(name).write_bytes(content)
        read[name] = rt.read_run(name)
if find_spec("pandas"):  # polars does as well
    import pandas

    columns = {"qid": ["q1", "q1"], "docno": ["d7", "d3"], "score": [0.9, 0.5]}
    read["a data frame"] = rt.read_run(pandas.DataFrame(columns))
print(read["mine.csv"])


# %% tags=["check"]
read["a dict"] = rt.read_run({"q1": {"d7": 0.9, "d3": 0.5}})
read["tuples"] = rt.read_run([("q1", "d7", 0.9), ("q1", "d3", 0.5)])

assert all(one == read["a dict"] for one in read.values())

# %% [markdown]
# | form | how it looks |
# |---|---|
# | TREC, plain or `.gz` | `q1 Q0 d7 1 0.9 mine` on each line; judgements `q1 0 d7 2` |
# | CSV, TSV | a first line with the names of the columns |
# | JSON, JSON Lines | `{"q1": {"d7": 0.9}}`; or one record on each line |
# | dict | `{"q1": {"d7": 0.9}}`; without scores `{"q1": ["d7", "d3"]}`, best first |
# | lists of lists | `[["d7", "d3"], ["d4"]]`, as recommenders have them: one list for each user, of what was recommended, or of what is relevant |
# | tuples | `("q1", "d7", 0.9)` |
# | data frame (pandas, polars) | columns as in CSV |
#
# Columns may be called as ir_measures, PyTerrier, ranx and recommenders call them: `qid`, `query_id`, `user`; `docno`, `doc_id`, `item`; `score`, `prediction`, `rating`.

# %%
recommended, bought = [["d7", "d3"], ["d4", "d5"]], [["d3"], ["d4"]]
print(rt.evaluate(bought, recommended, ["RR", "Success@1"]).means)

# %% tags=["check"]
assert rt.evaluate(bought, recommended, "RR").means["RR"] == (1 / 2 + 1) / 2

# %% [markdown]
# ### When a line is broken
#
# Nothing is skipped in silence. What cannot be read stops with the file, the line, what stands there and what was expected. What is odd
# but can be read is noted.

# %%
BROKEN = {
    "comma.run": "q1 Q0 d7 1 0,9 mine\n",
    "twice.run": "q1 Q0 d7 1 0.9 mine\nq1 Q0 d3 2 0.5 mine\nq1 Q0 d7 3 0.2 mine\n",
    "nan.run": "q1 Q0 d7 1 0.9 mine\nq1 Q0 d3 2 nan mine\n",
    "mixed_up.run": "q1 0 d7 1\n",
    "short.csv": "qid,docno,score\nq1,d7,0.9\nq1,d3\n",
    "empty.run": "",
}
with TemporaryDirectory() as folder, chdir(folder):
    for name, text in BROKEN.items():
        Path(name).write_text(text, encoding="utf-8")
        try:
            rt.read_run(name)
        except ValueError as error:
            print(error, end="\n\n")

    Path("same.qrels").write_text("q1 0 d7 2\nq1 0 d7 2\n", encoding="utf-8")
    print(*rt.read_qrels("same.qrels").notes)

# %% [markdown]
# ## 11. Which measure gave this number?
#
# A report says 0.7087, and nothing else. `rt.which` tries measures, cutoffs, conventions and ways to take a mean, and names the likeliest that gives the number, unless it could explain too many other numbers as well.

# %%
answer = rt.which("0.7087", result, measures=MEASURES, cutoffs=[10, None])
answer

# %% [markdown]
# It is [part 3](#3.-The-notes,-and-what-they-do-to-a-mean) again: one of the queries with 0 has been left out.
#
# Or a tool prints 0.1532 for query 117, where our nDCG@10 is 0.1526:

# %%
one_query = rt.which("0.1532", result.ranking("117"), measures=["nDCG"], cutoffs=[10])
one_query

# %% tags=["check"]
assert math.isclose(float(answer.origins[0].value), both.means["nDCG@10"])
assert to_digits(float(trace)) == ["0.1526"]
assert one_query.origins[0].measure == 'nDCG(gain="exponential")@10'
exponential = result.trace("117", 'nDCG(gain="exponential")@10')
assert to_digits(float(exponential)) == ["0.1532"]

# %% [markdown]
# Without `measures` and `cutoffs` it looks at everything there is, which takes some seconds.
#
# ## 12. In a terminal
#
# The same without a notebook, for a log or a colleague:
#
# ```
# python -m rankteach evaluate --qrels recipes.qrels --run words.run --measure nDCG@10 AP RR
# python -m rankteach explain  --qrels recipes.qrels --run words.run --query 117 --measure nDCG@10
# python -m rankteach compare  --qrels recipes.qrels --run words.run meaning.run --measure nDCG@10
# ```


# %%
def in_a_terminal(*words):
    """What ``python -m rankteach`` prints."""
    command = [sys.executable, "-X", "utf8", "-m", "rankteach", *words]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return done.stdout


paths = ["--qrels", qrels.source, "--run", run.source]
printed = in_a_terminal("evaluate", *paths, "--queries", "4")
print(printed)

# %% tags=["check"]
assert all(f"{result.means[measure]:.4f}" in printed for measure in MEASURES)

# %% [markdown]
# ## 13. A large file
#
# Give `evaluate` the **path** of a TREC run and the file is read once, in blocks; only what is judged is kept of it, so memory does not grow with
# the file. A calculation that is asked for later reads the lines of its one query again. The values are the same. (How fast it is, beside
# other tools: [*Speed* in the README](../../README.md#speed).)

# %%
one = rt.read_ranking(qrels.source, run.source, "117")  # only its lines are read
print(one.items[:3], one.grades[:3])


# %% tags=["check"]
by_path = rt.evaluate(qrels.source, run.source, MEASURES)
assert by_path.means == result.means
assert by_path.trace("117", "nDCG@10") == trace
assert one == result.ranking("117")

# %% [markdown]
# ## By hand and by library
#
# The whole of MAP once more in plain Python, from the lines of the files, without the toolkit.

# %%
judged, retrieved = {}, {}
for line in Path(qrels.source).read_text(encoding="utf-8").splitlines():
    query, _, item, grade = line.split()
    judged.setdefault(query, {})[item] = int(grade)
for line in Path(run.source).read_text(encoding="utf-8").splitlines():
    query, _, item, _, score, _ = line.split()
    retrieved.setdefault(query, []).append((float(score), item))

ap = {}
for query, grades in judged.items():
    hits, total = 0, F(0)
    best_first = sorted(retrieved.get(query, []), reverse=True)
    for rank, (_, item) in enumerate(best_first, start=1):
        if grades.get(item, 0) > 0:
            hits += 1
            total += F(hits, rank)
    relevant = sum(grade > 0 for grade in grades.values())
    ap[query] = total / relevant if relevant else F(0)
by_hand = float(sum(ap.values()) / len(ap))
print(f"by hand {by_hand:.6f}, library {result.means['AP']:.6f}")


# %% tags=["check"]
for query, value in ap.items():
    assert value == result.trace(query, "AP").exact

# %% [markdown]
# ## Now yours
#
# Put the paths of your files in place of the two below: TREC (plain or `.gz`), CSV, TSV, JSON or JSON Lines, as in [part 10](#10.-Your-own-files). Besides the
# imports at the top, these cells need nothing from above, and nothing in them depends on the recipes. Read the notes first, then the zeros.

# %%
QRELS = examples.qrels().source  # such as "my.qrels"
RUN = examples.run().source  # such as "my.run.gz"

mine = rt.evaluate(QRELS, RUN, ["nDCG@10", "AP", "RR"])
mine

# %% [markdown]
# One query as a calculation, and live. It is the last of the four worst; any other name will do.

# %%
query = list(mine.worst("nDCG@10", 4))[-1]
mine.trace(query, "nDCG@10")

# %%
rt.explore(mine, query=query)

# %% [markdown]
# ## What to do next
#
# - **A query of yours in class**: [Step by step](teaching.ipynb) works on `result.ranking("117")` as on any list.
# - **Two tools, two numbers**: [Why do two tools disagree?](tools.ipynb), and [Same name, different number](conventions.ipynb)
#   with the forks one by one. `rt.conventions()` says which tool takes which branch.
# - **To a spreadsheet**: `trace.to_spreadsheet("ndcg.xlsx")` for one calculation, `result.to_frame()` for all values (needs pandas).
#
# **Back to** [the start](../00_start_here.ipynb).
