# %% [markdown]
# # Your own run, explained
#
# *You have a run, judgements, and a number from some tool. Where does the number come from?* Here is a whole evaluation, from the first line of a file to the last digit of a mean: you can open every value of every query
# and see its calculation. The data is a small search for recipes that comes with rankteach. It has the oddities of real data: tied scores, unjudged items, a missing query.
#
# **A reference**; about 45 minutes from top to bottom. Run each cell with `Shift`+`Enter`; then the lists come alive. In a hurry? [*Now yours*](#Now-yours), at the end, does it with files of your own.
# [Lesson 10](../lessons/10_your_own_run.ipynb) and [lesson 11](../lessons/11_is_the_difference_real.ipynb) are the short way in. Words: [glossary](../glossary.md).

# %%
from fractions import Fraction as F
from pathlib import Path
from tempfile import TemporaryDirectory

from tasks import runs as tasks

import rankteach as rt
from rankteach import examples
from rankteach.classroom import measured, table

run, qrels, titles = examples.run(), examples.qrels(), examples.queries()

# %% [markdown]
# ## 1. What a run is, and what judgements are
#
# You type *leek and potato soup*, and a search engine answers with recipes, best first. Do that for many **queries**, write the answers to a file, and you have a **run**. A cook looks at recipes and says how well each fits
# the query: these are the **judgements**, also called qrels.
#
# A line of a run has: query, an unused word, item, rank, **score**, and the name of the run. The rank is not read, neither here nor by trec_eval, the program that most others imitate: the scores make the order.
# A line of judgements has: query, an unused number, item, **grade**.


# %%
def first_lines(path):
    return "\n".join(Path(path).read_text(encoding="utf-8").splitlines()[:4])


print(first_lines(run.source), first_lines(qrels.source), run, qrels, sep="\n\n")

# %% [markdown]
# 29 queries with 50 recipes each, and grades from 0 (*not what you asked for*) to 3 (*exactly that*). More than half of the grades are 0.

# %%
grades = [grade for judged in qrels.values() for grade in judged.values()]
table({"grade": range(4), "times": [grades.count(grade) for grade in range(4)]})


# %% tags=["check"]
import gzip
import math
import subprocess
import sys
from importlib.util import find_spec
from itertools import product


def to_digits(*values, digits=4):
    """Numbers as they are printed."""
    return [f"{value:.{digits}f}" for value in values]


assert titles["101"] == "leek and potato soup" and run["101"]["leek-potato-soup"] == 10.5
assert qrels["101"]["beef-potato-soup"] == 1
assert len(run) == len(qrels) == 29 and {len(items) for items in run.values()} == {50}
assert set(grades) == {0, 1, 2, 3} and grades.count(0) > len(grades) / 2

# %% [markdown]
# ## 2. One line, and every number of it
#
# - **nDCG@10**: how close are the first ten to the best possible ten? Grades count ([lesson 6](../lessons/06_ndcg.ipynb)).
# - **AP**: the precision at each relevant recipe, averaged over all relevant ones ([lesson 3](../lessons/03_average_precision.ipynb)). Its mean over queries is called MAP ([lesson 7](../lessons/07_many_queries.ipynb)).
# - **RR**: 1 divided by the rank of the first relevant recipe ([lesson 2](../lessons/02_where_is_the_first_hit.ipynb)).
#
# For AP and RR a recipe is relevant from grade 1 on; `relevant_from=2` is stricter.

# %%
MEASURES = ["nDCG@10", "AP", "RR"]
result = rt.evaluate(qrels, run, MEASURES)
result

# %% [markdown]
# From top to bottom: which queries the means count; the **notes**, what can make a mean mislead first; the **means**; then the queries with the lowest and highest values, with the **reason for every 0**. Get each number by its name:
# `result.means["nDCG@10"]`, `result.per_query["109"]["AP"]`, `result.worst("AP", 4)`.
#
# ## 3. The notes, and what they do to a mean
#
# Three queries are odd. None of them is an error, but not all tools treat them alike.
#
# | query | title | what is odd | here |
# |---|---|---|---|
# | 121 | christmas biscuits | judged, but missing from the run | counts, as an empty list: 0 |
# | 128 | mushroom risotto | in the run, but unjudged | can't count |
# | 118 | sushi for beginners | judged, but no recipe is relevant | counts, as 0 |
#
# A run that fails on a query should not gain by leaving it out, so here a missing query counts. pytrec_eval, and trec_eval 9 without `-c`, count only queries that are in both files. Choose with `queries=`, or with the name of
# a tool, `convention="pytrec_eval"`. The sum is the same, divided by 29 and by 28: no list changed, and yet the second number looks like an improvement.

# %%
both = rt.evaluate(qrels, run, MEASURES, queries="both")
table(
    {
        "mean": MEASURES,
        "all judged queries": [result.means[m] for m in MEASURES],
        "queries in both files": [both.means[m] for m in MEASURES],
    }
)

# %% [markdown]
# The notes come in the order of their weight: no id of the run is judged; equal scores decide ranks, with the lowest and the highest value over all their orders; queries are missing; the best item is the query itself; all scores
# are equal; one query makes the mean; one grade has all the exponential gain. What is small stays unsaid: here many scores are equal, but their order moves no mean by more than 2 %.
#
# ### The best there can be
#
# Query 117 has only twelve relevant recipes. So no list can reach a P@50 above 12/50, and 9/50 is 75 % of what is reachable. `trace.best_possible` takes the judged recipes, retrieved or missed, best first, in as many ranks.
# `result.best_possible` is its mean over the queries.

# %%
precise = rt.evaluate(qrels, run, ["P@10", "P@50", "AP"])
table(
    {
        "measure": precise.measures,
        "mean": list(precise.means.values()),
        "best possible": list(precise.best_possible.values()),
    }
)

# %%
tasks.which_means


# %% tags=["check"]
assert to_digits(*result.means.values()) == ["0.6842", "0.6588", "0.7816"]
assert (
    math.isclose(result.means["AP"], sum(result.by_query("AP").values()) / 29)
    and result.means["map"] == result.means["AP"]
)
assert [titles[query] for query in ("121", "128", "118")] == [
    "christmas biscuits",
    "mushroom risotto",
    "sushi for beginners",
]
assert result.missing == ["121"] and "121" in qrels and "121" not in run
assert (
    result.unjudged == ["128"] and "128" in run and "128" not in qrels and "128" not in result.queries
)
assert not any(qrels["118"].values())
total = sum(result.by_query("nDCG@10").values())
assert rt.evaluate(qrels, run, MEASURES, convention="pytrec_eval").means == both.means
assert len(result) == 29 and len(both) == 28
hard = result.trace("117", "P@50")
assert (hard.exact, hard.best_possible, hard.ranking.relevant_total.values) == (
    F(9, 50),
    F(12, 50),
    12,
)
assert math.isclose(
    precise.best_possible["P@50"], sum(precise.trace(q, "P@50").best_possible for q in qrels) / 29
)
assert math.isclose(result.means["nDCG@10"], total / 29) and math.isclose(
    both.means["nDCG@10"], total / 28
)
assert to_digits(both.means["nDCG@10"]) == ["0.7087"]
with_relevant = rt.evaluate(qrels, run, MEASURES, queries="with_relevant")
assert with_relevant.queries != both.queries and len(with_relevant) == len(both)
assert all(math.isclose(with_relevant.means[m], both.means[m]) for m in MEASURES)

# %% [markdown]
# ## 4. The reason for every 0
#
# A 0 can say that the search was bad, or that the data is. So each has its reason. 121 and 118 you know. **113** is a real failure: twelve recipes are relevant and none was retrieved. What was?

# %%
zeros = list(result.worst("RR", 3))
table(
    {
        "query": zeros,
        "title": [titles[query] for query in zeros],
        "why RR is 0": [result.reasons(query)["RR"] for query in zeros],
    }
)

# %%
items, scores = run.ranked("113")
table(
    {
        "retrieved": items[:2],
        "score": scores[:2],
        "a recipe with grade 3": [item for item, grade in qrels["113"].items() if grade == 3],
    }
)

# %%
tasks.same_score


# %% tags=["check"]
assert sum(grade > 0 for grade in qrels["113"].values()) == 12 and titles["113"] == "zucchini bake"
assert len(scores) == 50 and set(scores) == {1.5} and qrels["113"]["courgette-gratin"] == 3
assert not any("zucchini" in item for items in run.values() for item in items)

# %% [markdown]
# ## 5. The worst query above 0
#
# Of the queries above 0, 117 has the lowest nDCG@10: *winter stew without meat*. Look at the items: ten stews, four of them with beef and two with salmon. The search does not know what *without* means.
#
# The list is live: click a grade to change a judgement, drag a recipe up, choose another measure, or click the dot of another query. **Try it:** which one recipe would you move to rank 1, so that nDCG@10 gains most?

# %%
rt.explore(result, query="117", titles=titles)

# %%
tasks.which_recipe


# %% tags=["check"]
trace = result.trace("117", "nDCG@10")
above_0 = {query: value for query, value in result.by_query("nDCG@10").items() if value}
assert min(above_0, key=above_0.get) == "117" and titles["117"] == "winter stew without meat"
top = result.ranking("117").items[:10]
assert all("stew" in item for item in top)
assert [sum(word in item for item in top) for word in ("beef", "salmon")] == [4, 2]
assert [rank for rank, grade in enumerate(trace.columns["grade"].exact, start=1) if grade] == [3, 8]
ideal = sum(
    grade / math.log2(rank + 1) for rank, grade in enumerate([3, 3, 2, 2, 2, 2, 1, 1, 1, 1], start=1)
)
assert math.isclose((1 / math.log2(3 + 1) + 3 / math.log2(8 + 1)) / ideal, float(trace))
ranking = result.ranking("117")
gains = {rank: float(rt.ndcg(ranking.moved(rank, to=1), k=10)) - float(trace) for rank in range(1, 51)}
best, second = sorted(gains, key=gains.get, reverse=True)[:2]
assert (best, second) == (12, 8) and f"{gains[best]:.2f} {gains[second]:.2f}" == "0.30 0.21"
assert [ranking.items[rank - 1] for rank in (12, 8)] == ["onion-pepper-stew", "pepper-pumpkin-stew"]
assert [ranking.grades[rank - 1] for rank in (12, 8, 3)] == [3, 3, 1]

# %% [markdown]
# ## 6. Ties that decide
#
# This search rounds its scores to one digit, so many recipes are tied. The order of lines in the file is not read. trec_eval orders equal scores by the item's name, the last one first, and so does `evaluate`. The script of
# MS MARCO does the opposite. Same scores, same judgements, same measure; 9 of 29 queries change their nDCG@10:

# %%
other_way = rt.evaluate(qrels, run, MEASURES, ties="item_ascending")
compared = [rt.compare(result, other_way, measure) for measure in MEASURES]
before, after = ([each.means[measure] for measure in MEASURES] for each in (result, other_way))
table(
    {
        "mean": MEASURES,
        "last name first": before,
        "first name first": after,
        "queries that change": [c.wins + c.losses for c in compared],
    }
)

# %% [markdown]
# Query 127, *cherry sorbet*, changes most. The plum sorbet and the cherry sorbet both have the score 9.6; at ranks 4 and 5 there is another tie.

# %%
first_first = 'nDCG(ties="item_ascending")@10'
rt.differences(result.trace("127", "nDCG@10"), result.trace("127", first_first))

# %% [markdown]
# The mean over all orders of the tied items does not depend on names: `'nDCG(ties="averaged")@10'`.

# %%
measured(result.ranking("127"), ["nDCG@10", first_first, 'nDCG(ties="averaged")@10'])

# %%
tasks.can_ties_harm


# %% tags=["check"]
assert compared[0].wins + compared[0].losses == 9 and compared[2].ties == 29
changes = dict(zip(compared[0].queries, abs(compared[0].differences.values), strict=True))
assert max(changes, key=changes.get) == "127" and titles["127"] == "cherry sorbet"
assert result.trace("127", first_first).exact == other_way.trace("127", "nDCG@10").exact
averaged, grades = result.trace("127", 'nDCG(ties="averaged")@10'), result.ranking("127").grades
four_orders = [
    float(rt.ndcg([grades[place] for place in (*first, 2, *second)]))
    for first, second in product([(0, 1), (1, 0)], [(3, 4), (4, 3)])
]
order, scores = run.ranked("127")
assert order[:2] == ["plum-sorbet", "cherry-sorbet"] and scores[:2] == [9.6, 9.6]
assert scores[3] == scores[4] and len(set(scores[:10])) == 8
assert not any(grades[5:])  # so the rest of the list adds nothing
assert math.isclose(sum(four_orders) / 4, float(averaged))
for query in both.queries:
    marks = [list(one.ranking(query).relevant.values) for one in (result, other_way)]
    assert 1 not in marks[0] or marks[0].index(1) == marks[1].index(1)

# %% [markdown]
# ## 7. Unjudged recipes
#
# A recipe without a judgement is shown as –, and counts as not relevant, here as in other tools. How much of the run was judged at all?
#
# - **Judged@k** is the fraction of the first $k$ that has a judgement: everything among the first ten, less than half of all fifty.
# - **`judged_only=True`** measures the *condensed* list: unjudged recipes are left out, and the rest moves up.
# - **Bpref** was made for this (Buckley and Voorhees 2004): it asks only how many recipes *judged* not relevant are above the relevant ones.

# %%
UNJUDGED = [
    "Judged@10",
    "Judged@50",
    "P@10",
    "P(judged_only=True)@10",
    "AP",
    "AP(judged_only=True)",
    "Bpref",
]
known = rt.evaluate(qrels, run, UNJUDGED, queries="both")
table({"measure": UNJUDGED, "mean": list(known.means.values())})

# %%
tasks.condensed

# %% [markdown]
# ### A number that says how much it does not know
#
# RBP, rank-biased precision (Moffat and Zobel 2008; [extra lesson](../lessons/e4_models_of_users.ipynb)), models a reader who goes on to the next rank with probability $p$ = 0.8. The weights of all ranks add up to 1, so those of the
# unjudged ranks can be added up, too: the **residual**. If it is high, judge more before you believe the number. Whatever a judge would say, RBP of query 103 is between 0.4857 and 0.5025. Here are also the
# queries with the smallest and the largest residual:

# %%
bounded = rt.evaluate(qrels, run, ["RBP", "RBPResidual"], queries="both")
shown = ["103", *bounded.worst("RBPResidual", 1), *bounded.best("RBPResidual", 1)]
rbp, residual = ([bounded[query][name] for query in shown] for name in ("RBP", "RBPResidual"))
table(
    {
        "query": [f"{q} {titles[q]}" for q in shown],
        "at least": rbp,
        "at most": [low + more for low, more in zip(rbp, residual, strict=True)],
    }
)


# %% tags=["check"]
assert known.means["Judged@10"] == 1 and known.means["Judged@50"] < 1 / 2
assert known.means["AP(judged_only=True)"] > known.means["AP"]
assert known.by_query("P@10") == known.by_query("P(judged_only=True)@10")
assert to_digits(rbp[0], rbp[0] + residual[0]) == ["0.4857", "0.5025"]
weights = [F(1, 5) * F(4, 5) ** place for place in range(50)]
below = F(4, 5) ** 50  # the weight of all further ranks
weighted = list(zip(weights, result.ranking("103").grades, strict=True))
assert sum(weights) + below == 1
assert result.trace("103", "RBP").exact == sum(weight for weight, grade in weighted if grade)
assert (
    result.trace("103", "RBPResidual").exact
    == sum(weight for weight, grade in weighted if grade is None) + below
)

# %% [markdown]
# ## 8. A mean is a calculation, too
#
# Its rows are the queries, and each value has a calculation of its own: `mean_ap["117"]` is the trace of query 117.

# %%
mean_ap = result.mean("AP")
mean_ap

# %% [markdown]
# In this mean each query counts alike, the three zeros too. The **geometric mean** shows failing queries best, because a product is small if one factor is. Values below 0.00001 count as 0.00001, or one 0 would make it 0.

# %%
gmap = rt.mean("AP", result.rankings(), average="geometric")
table({"mean": ["MAP", "gMAP"], "value": [float(mean_ap), float(gmap)]})

# %%
tasks.without_zeros


# %% tags=["check"]
assert mean_ap["117"].exact == result.trace("117", "AP").exact
values = list(result.by_query("AP").values())
assert values.count(0) == 3
assert math.isclose(float(gmap), math.prod(max(value, 0.00001) for value in values) ** (1 / 29))
without = [value for value in values if value]
assert to_digits(float(mean_ap), sum(without) / len(without), digits=2) == ["0.66", "0.73"]
assert to_digits(float(gmap), math.prod(without) ** (1 / len(without)), digits=2) == ["0.22", "0.70"]

# %% [markdown]
# ## 9. Two runs
#
# A second search engine answers the same queries. It compares meanings, not words. Which one is better?

# %%
other = rt.evaluate(qrels, examples.second_run(), MEASURES)
comparison = result.compare(other, "nDCG@10")
comparison

# %% [markdown]
# A difference is the second run minus the first. The second run is better on fourteen queries and worse on fourteen. Two queries, 109 and 124, decide that the first run is ahead. The **fraction** of a
# query is its difference divided by the sum of all differences, −1.2724. So it is negative where the second run is ahead, and all 29 fractions together are 100 %.
#
# Query 109, *mushroom pie*, decides most: the first run has a perfect 1, the second 0. Lines link the same recipes:

# %%
words, meaning = (one.ranking("109").head(12) for one in (result, other))
rt.side_by_side(words, meaning, measures=["nDCG@10", "RR"])

# %%
tasks.one_query


# %% tags=["check"]
all_differences, deciding = sum(comparison.differences.values), comparison.deciding[0]
assert to_digits(all_differences) == ["-1.2724"] and math.isclose(deciding.share, -1 / all_differences)
assert (comparison.wins, comparison.losses, comparison.ties) == (14, 14, 1)
assert [one.query for one in comparison.deciding[: comparison.turning]] == ["109", "124"]
assert other.reasons("109")["nDCG@10"].startswith("the first relevant item is at rank 11")
assert titles["109"] == "mushroom pie" and (result["109"]["nDCG@10"], other["109"]["nDCG@10"]) == (
    1,
    0,
)
assert deciding.query == "109" and deciding.difference == -1
assert to_digits(1 / 29, abs(comparison.mean)) == ["0.0345", "0.0439"]
assert list(meaning.relevant.values).index(1) + 1 == 11
assert to_digits(float(rt.ndcg(meaning.moved(11, to=10), k=10)), digits=2) == ["0.18"]

# %% [markdown]
# ### Could it be chance?
#
# Imagine that both runs were equally good. Then chance would decide which of the two values of a query belongs to which run, so each difference could just as well have had the opposite sign. Try all choices of signs, and count how many
# give a mean at least as far from 0 as ours: the **paired randomisation test** (Smucker, Allan and Carterette 2007). One query has no difference, so 28 signs are free.

# %%
comparison.randomisation()

# %% [markdown]
# More than half of all choices are at least as extreme: this difference shows nothing. With four queries you can do the whole test by hand. One of these four has no difference, so there are only $2^3 = 8$ choices:

# %%
few = rt.compare([F(1, 2), 1, 0, F(1, 4)], [1, 1, F(1, 2), 0])
few.randomisation()

# %% [markdown]
# The **bootstrap** asks something else: how much would the mean difference vary for other queries like these? It draws 29 queries out of the 29, again and again, some twice, some not at all.

# %%
comparison.bootstrap()

# %%
tasks.which_search


# %% tags=["check"]
chance, bootstrap = comparison.randomisation(), comparison.bootstrap()
assert chance.total == 2**28 and chance.p == F(chance.count, chance.total) > F(1, 2)
differences = [F(1, 2), 0, F(1, 2), -F(1, 4)]
sums = [
    sum(s * d for s, d in zip(signs, differences, strict=True)) for signs in product([1, -1], repeat=4)
]
assert few.randomisation().p == F(sum(abs(one) >= abs(sum(differences)) for one in sums), len(sums))
assert bootstrap.low < 0 < bootstrap.high and bootstrap.samples == 10_000
assert [result.means[m] > other.means[m] for m in MEASURES] == [True, True, False]
assert all(result.compare(other, m).randomisation().p > F(3, 10) for m in MEASURES)

# %% [markdown]
# ## 10. Your own files
#
# `evaluate` takes paths as well: `rt.evaluate("my.qrels", "my.run", ["nDCG@10"])`. It reads these forms:
#
# | form | how it looks |
# |---|---|
# | TREC, plain or `.gz` | `q1 Q0 d7 1 0.9 mine` on each line; judgements `q1 0 d7 2` |
# | CSV, TSV | a first line with the names of the columns |
# | JSON, JSON Lines | `{"q1": {"d7": 0.9}}`; or one record on each line |
# | dict | `{"q1": {"d7": 0.9}}`; without scores `{"q1": ["d7", "d3"]}`, best first |
# | lists of lists | `[["d7", "d3"], ["d4"]]`, as recommenders have them: one list for each user, of recommended or of relevant items |
# | tuples | `("q1", "d7", 0.9)` |
# | data frame (pandas, polars) | columns as in CSV |
# | table of Spark or Dask, relation of DuckDB, `LazyFrame` of polars | both tables; evaluated where their rows are, for a run that does not fit into memory |
#
# Columns may have the names of ir_measures, PyTerrier, ranx and recommenders: `qid`, `query_id`, `user`; `docno`, `doc_id`, `item`; `score`, `prediction`, `rating`.

# %%
recommended, bought = [["d7", "d3"], ["d4", "d5"]], [["d3"], ["d4"]]
rt.evaluate(bought, recommended, ["RR", "Success@1"])


# %% tags=["check"]
assert rt.evaluate(bought, recommended, "RR").means["RR"] == (1 / 2 + 1) / 2
FILES = {
    "mine.run": (trec := b"q1 Q0 d7 1 0.9 mine\nq1 Q0 d3 2 0.5 mine\n"),
    "mine.run.gz": gzip.compress(trec),
    "mine.csv": b"query_id,doc_id,score\nq1,d7,0.9\nq1,d3,0.5\n",
    "mine.tsv": b"user\titem\trating\nq1\td7\t0.9\nq1\td3\t0.5\n",
    "mine.json": b'{"q1": {"d7": 0.9, "d3": 0.5}}',
    "mine.jsonl": b'{"query_id": "q1", "doc_id": "d7", "score": 0.9}\n{"query_id": "q1", "doc_id": "d3", "score": 0.5}\n',
}
read = [rt.read_run([("q1", "d7", 0.9), ("q1", "d3", 0.5)])]
with TemporaryDirectory() as folder:
    for name, content in FILES.items():
        (Path(folder) / name).write_bytes(content)
        read.append(rt.read_run(Path(folder) / name))
if find_spec("pandas"):
    import pandas

    read.append(
        rt.read_run(
            pandas.DataFrame({"qid": ["q1", "q1"], "docno": ["d7", "d3"], "score": [0.9, 0.5]})
        )
    )
assert all(one == rt.read_run({"q1": {"d7": 0.9, "d3": 0.5}}) for one in read)

# %% [markdown]
# ### When a line is broken
#
# Nothing is skipped in silence. A line that can't be read stops the evaluation, with the file, the line, what it contains and what was expected. A line that is odd but readable is noted.

# %%
BROKEN = {
    "comma.run": "q1 Q0 d7 1 0,9 mine\n",
    "twice.run": "q1 Q0 d7 1 0.9 mine\nq1 Q0 d3 2 0.5 mine\nq1 Q0 d7 3 0.2 mine\n",
    "nan.run": "q1 Q0 d7 1 0.9 mine\nq1 Q0 d3 2 nan mine\n",
    "mixed_up.run": "q1 0 d7 1\n",
    "short.csv": "qid,docno,score\nq1,d7,0.9\nq1,d3\n",
    "empty.run": "",
}


def message(name):
    """The error for one of these files."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(BROKEN[name], encoding="utf-8")
        try:
            rt.read_run(path)
        except ValueError as error:
            return str(error).replace(str(path), name)


table({"file": list(BROKEN), "and its error": [message(name) for name in BROKEN]})

# %% [markdown]
# ## 11. Which measure gave this number?
#
# A report says 0.7087, and nothing else. `rt.which` tries measures, cutoffs, conventions and ways to average, and names the likeliest that gives the number, unless it could explain too many other numbers as well. Without
# `measures` and `cutoffs` it looks at everything, which takes some seconds. It is [part 3](#3.-The-notes,-and-what-they-do-to-a-mean) again: one of the queries with 0 is left out.

# %%
rt.which("0.7087", result, measures=MEASURES, cutoffs=[10, None])

# %% [markdown]
# Or a tool prints 0.1532 for query 117, where our nDCG@10 is 0.1526:

# %%
rt.which("0.1532", result.ranking("117"), measures=["nDCG"], cutoffs=[10])


# %% tags=["check"]
answer = rt.which("0.7087", result, measures=MEASURES, cutoffs=[10, None])
assert math.isclose(float(answer.origins[0].value), both.means["nDCG@10"])
exponential = 'nDCG(gain="exponential")@10'
assert (
    rt.which("0.1532", result.ranking("117"), measures=["nDCG"], cutoffs=[10]).origins[0].measure
    == exponential
)
assert to_digits(float(trace), float(result.trace("117", exponential))) == ["0.1526", "0.1532"]

# %% [markdown]
# ## 12. In a terminal, and with a large file
#
# The same without a notebook, for a log or a colleague:
#
# ```
# python -m rankteach evaluate --qrels recipes.qrels --run words.run --measure nDCG@10 AP RR
# python -m rankteach explain  --qrels recipes.qrels --run words.run --query 117 --measure nDCG@10
# python -m rankteach compare  --qrels recipes.qrels --run words.run meaning.run --measure nDCG@10
# ```
#
# Give `evaluate` the **path** of a TREC run, and it reads the file once, in blocks, and keeps only judged items, so memory does not grow with the file. If you open a calculation later, it reads the lines of that query again. The
# values are the same. ([*Speed* in the README](../../README.md#speed).)


# %% tags=["check"]
paths = ["--qrels", qrels.source, "--run", run.source]
command = [sys.executable, "-X", "utf8", "-m", "rankteach", "evaluate", *paths, "--queries", "4"]
printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
assert all(f"{result.means[measure]:.4f}" in printed for measure in MEASURES)
by_path = rt.evaluate(qrels.source, run.source, MEASURES)
assert by_path.means == result.means and by_path.trace("117", "nDCG@10") == trace
assert rt.read_ranking(qrels.source, run.source, "117") == result.ranking("117")

# MAP once more in plain Python, from the lines of the files
judged, retrieved, ap = {}, {}, {}
for line in Path(qrels.source).read_text(encoding="utf-8").splitlines():
    query, _, item, grade = line.split()
    judged.setdefault(query, {})[item] = int(grade)
for line in Path(run.source).read_text(encoding="utf-8").splitlines():
    query, _, item, _, score, _ = line.split()
    retrieved.setdefault(query, []).append((float(score), item))
for query, grades in judged.items():
    marks = [grades.get(item, 0) > 0 for _, item in sorted(retrieved.get(query, []), reverse=True)]
    relevant = sum(grade > 0 for grade in grades.values())
    ap[query] = sum(F(sum(marks[:i]), i) for i in range(1, len(marks) + 1) if marks[i - 1]) / F(
        relevant or 1
    )
assert all(value == result.trace(query, "AP").exact for query, value in ap.items())

# %% [markdown]
# ## Now yours
#
# Put the paths of your files instead of the two below: TREC (plain or `.gz`), CSV, TSV, JSON or JSON Lines. Besides the imports at the top, these cells need nothing from above. Read the notes first, then the zeros.

# %%
QRELS = examples.qrels().source  # such as "my.qrels"
RUN = examples.run().source  # such as "my.run.gz"

mine = rt.evaluate(QRELS, RUN, ["nDCG@10", "AP", "RR"])
mine

# %% [markdown]
# One query, live, with its calculation. It is the last of the four worst; click a dot to see any other.

# %%
rt.explore(mine, query=list(mine.worst("nDCG@10", 4))[-1])

# %% [markdown]
# - **A query of yours in class**: [Step by step](teaching.ipynb) works on `result.ranking("117")` as on any list.
# - **Two tools, two numbers**: [Same name, different number](conventions.ipynb) has the choices one by one.
# - **To a spreadsheet**: `trace.to_spreadsheet("ndcg.xlsx")` for one calculation, `result.to_frame()` for all values (needs pandas).
#
# **Sources:** Buckley and Voorhees (2004), *Retrieval evaluation with incomplete information*, SIGIR (bpref) · Moffat and Zobel (2008), *Rank-biased precision for measurement of retrieval effectiveness*, ACM TOIS 27 ·
# Robertson (2006), *On GMAP: and other transformations*, CIKM · Smucker, Allan and Carterette (2007), *A comparison of statistical significance tests for information retrieval evaluation*, CIKM. [Start](../00_start_here.ipynb).
