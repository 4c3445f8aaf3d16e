"""What can make a number mislead is said before it, with numbers; and nothing is said of clean data.

Each alarm has inputs for which it would be false.
"""

import ast
import itertools
import random
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach.classroom.examples import qrels as example_qrels
from rankteach.core.checks import counted
from rankteach.runs.evaluation import Evaluation
from rankteach.tracing.alarms import is_exponential, told
from rankteach.tracing.metric import known_metrics, metric
from rankteach.widgets.explorer.widget import ExplorerState
from tests.runs.forms import in_every_form, rows, written
from tests.tiers import LONG

MEASURES = ["AP", "nDCG", "P@5"]


def alarms(result: Evaluation) -> list[str]:
    return told(result.alarms())


def in_each_form(run: dict[Any, dict[Any, Any]], folder: Path) -> list[Any]:
    """In every form, and as a file whose lines are in any order."""
    lines = [f"{q} Q0 {item} 0 {score!r} t\n" for q, item, score in rows(run)]
    random.Random(1).shuffle(lines)
    return [*in_every_form(run, folder), written(folder, "shuffled.run", "".join(lines))]


def test_the_examples_have_no_alarm_but_their_missing_query() -> None:
    for run in (rt.examples.run(), rt.examples.second_run()):
        result = rt.evaluate(example_qrels(), run, ["nDCG@10", "AP", "RR", "P@10"])
        said = alarms(result)
        assert len(said) == len(result.missing) and all(
            "missing from the run (121), so it counts as 0" in one for one in said
        )


def clean(seed: int) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Queries and items whose names are numbers or words; different scores, some items judged, any query may fail."""
    chance = random.Random(seed)
    items = [str(i) if seed % 2 else f"doc-{i}" for i in range(chance.choice([6, 30, 200]))]
    queries = [str(i) for i in range(chance.randint(2, 12))]
    run = {
        q: {d: chance.random() for d in chance.sample(items, min(len(items), chance.randint(3, 40)))} for q in queries
    }
    judged = {q: {d: chance.choice([0, 0, 1, 2, 4]) for d in chance.sample([*items], 5)} for q in queries}
    for query in queries:
        judged[query][chance.choice(list(run[query]))] = chance.choice([0, 1, 3])
    return judged, run


@pytest.mark.parametrize("seed", range(200))
def test_a_clean_run_has_no_alarm(seed: int) -> None:
    judged, run = clean(seed)
    result = rt.evaluate(judged, run, [*MEASURES, 'nDCG(gain="exponential")@10', "ERR"])
    assert alarms(result) == []
    traces = [result.trace(query, measure) for query in result.queries[:2] for measure in ("AP", "nDCG")]
    assert not [trace.notes for trace in traces if trace.notes]


# --- the run in the place of the judgements ---------------------------------------------------------
def test_a_run_in_the_place_of_the_judgements_is_said_first() -> None:
    pd = pytest.importorskip("pandas")
    judged, run = clean(3)
    for swapped in (run, pd.DataFrame(rows(run), columns=["user", "item", "score"])):
        result = rt.evaluate(swapped, judged, ["AP"])
        assert result.notes[0].startswith("Most grades are not whole") and "evaluate(qrels, run," in result.notes[0]


def test_grades_of_any_kind_are_not_taken_for_scores() -> None:
    pd = pytest.importorskip("pandas")
    judged, run = clean(3)
    places = {query: {item: place for place, item in enumerate(items)} for query, items in run.items()}
    stars = {query: {item: grade + 0.5 for item, grade in items.items()} for query, items in judged.items()}
    ranks = [(query, item, place + 1) for query, item, place in rows(places)]
    for grades, ranked in (
        (stars, run),  # fractional grades and scores
        (stars, {query: list(items) for query, items in run.items()}),  # no scores
        (stars, pd.DataFrame(ranks, columns=["user", "item", "rank"])),
        (judged, places),  # whole grades and scores
        ({query: {item: place / 99 for item, place in items.items()} for query, items in places.items()}, places),
        ({query: {item: grade % 3 + 0.7 for item, grade in items.items()} for query, items in judged.items()}, places),
        (
            {query: {item: place % 9 / 2 for item, place in items.items()} for query, items in places.items()},
            {query: {item: place % 2 for item, place in items.items()} for query, items in places.items()},
        ),  # half stars next to a recommendation or none
        (
            {query: {item: place % 4 + 0.5 for item, place in items.items()} for query, items in places.items()},
            {query: {item: place % 4 for item, place in items.items()} for query, items in places.items()},
        ),
    ):
        result = rt.evaluate(grades, ranked, ["AP"])
        assert not [note for note in (*result.notes, *result.trace(result.queries[0]).notes) if "swap" in note]


def test_scores_in_the_place_of_labels_are_said_first() -> None:
    swapped = rt.Ranking.from_scores([0.1, 0.25, 0.9], [1, 0, 1])
    assert rt.roc_auc(swapped).notes[0].startswith("Most grades are not whole") and rt.roc_auc(swapped).value == 0
    for ranking in (
        rt.Ranking.from_scores([1, 0, 1], [0.1, 0.25, 0.9]),
        rt.Ranking.from_scores([0.1, 0.25, 0.9], [1, 0, 0.5]),
        rt.Ranking.from_scores([0.1, 0.25, 1, 1], [1, 0, 1, 0]),  # as many whole grades as others
        rt.Ranking.from_scores([0.5, 1.5, 2.5], [1, 0, 1]),  # half stars
        rt.Ranking.from_scores([0.1, 0.25, 0.9, 0.1], [3, 1, 2, 2]),  # as many scores as grades
        rt.Ranking([0.1, 0.25, 0.9]),
        rt.Ranking([]),
    ):
        assert not [note for note in rt.roc_auc(ranking).notes if "swap" in note]


def test_scores_that_rise_are_said_of_a_list_that_nobody_has_moved() -> None:
    labels, scores = [0, 0, 1], [0.1, 0.25, 0.9]
    given = rt.Ranking.from_scores(labels, scores)
    for ranking in (rt.Ranking(labels, scores=scores), rt.Ranking.from_items([*"abc"], {"c"}, scores=scores)):
        notes = rt.roc_auc(ranking).notes
        assert notes == [
            "The scores rise, such as from 0.1 to 0.25 at rank 2, but the order of the list counts. "
            "`Ranking.from_scores(y_true, y_score)` sorts by score."
        ]
        assert rt.reciprocal_rank(ranking).notes == notes and rt.reciprocal_rank(ranking).value == 1 / 3
        means = rt.mean("RR", {"a": given, "b": ranking, "c": labels}), rt.mean("RR", [given, ranking.moved(1, to=3)])
        assert [len(mean.notes) for mean in means] == [1, 0] and "at rank 2 of b, but" in means[0].notes[0]
    for ranking in (
        given, given.moved(1, to=3), rt.Ranking(labels, scores=scores[::-1]), rt.Ranking(labels), rt.Ranking([]),
        rt.Ranking(labels, scores=[1, 1, 0]), given.head(2), rt.Ranking(labels, scores=scores[::-1]).moved(3, to=1),
    ):  # fmt: skip
        assert not [note for note in rt.roc_auc(ranking).notes if "rise" in note]
    assert rt.reciprocal_rank(rt.Ranking(labels, scores=[0.9, 0.5, 0.6])).notes[0].startswith("The scores rise, such")


@pytest.mark.parametrize("grade", [Fraction(1, 3), Fraction(2, 3), 2 / 3, 0.5])
def test_the_grade_to_count_from_is_not_rounded_to_above_the_grades(grade: Any) -> None:
    (note,) = rt.average_precision([0, grade, grade]).notes
    level = float(re.search(r"relevant_from=([0-9.]+)", note)[1])  # type: ignore[index]
    assert rt.average_precision(rt.Ranking([0, grade, grade], relevant_from=level)).value > 0


# --- no identifier in common ------------------------------------------------------------------------
def test_no_identifier_in_common_is_said_with_both_shapes(tmp_path: Path) -> None:
    judged = {"q": {"a": 1}, "p": {"b": 2}}
    for run in in_each_form({"q": {"chunk:a": 2.0, "chunk:c": 1.0}, "p": {"chunk:b": 1.0}}, tmp_path):
        result = rt.evaluate(judged, run, MEASURES)
        assert alarms(result)[0] == (
            "No retrieved item is judged in any of 2 lists. Run ids look like 'chunk:a', judged ids like 'a'. "
            "`result.ranking('q')` shows one list."
        )
        assert result.notes[0] == alarms(result)[0] and result.to_text().index("No retrieved") < result.to_text().index(
            "AP"
        )
        (note,) = result.trace("p", "AP").notes
        assert "Run ids look like 'chunk:b', judged ids like 'b'" in note
        assert note in str(result.trace("p", "AP"))
        html = result.trace("p", "AP").to_html().replace("&#x27;", "'")
        assert note in re.sub("</?code>", "`", html)


def test_one_item_in_common_or_none_judged_is_no_alarm() -> None:
    run = {"q": {"c": 2.0}, "p": {"b": 1.0}}
    assert alarms(rt.evaluate({"q": {"a": 1, "b": 0}, "p": {"b": 0}}, run, MEASURES)) == []
    assert alarms(rt.evaluate({"q": {}, "p": {}}, run, MEASURES)) == []
    deep = {"q": {f"d{i}": -i for i in range(9)}, "p": {"d1": 1.0, "d2": 0.5}}
    assert alarms(rt.evaluate({"q": {"d8": 1}, "p": {"d9": 1}}, deep, MEASURES, depth=3)) == []  # in common below it
    failed = rt.Ranking([None, None], items=["d1", "d2"], missed={"d7": 1})
    assert rt.average_precision(failed).notes == []  # names of one kind: simply not found
    assert rt.average_precision(rt.Ranking([], missed={"d7": 1})).notes == []
    for relevant in ({"d7"}, {"d7": 1, "d1": 0}):
        assert rt.average_precision(rt.Ranking.from_items(["d1"], relevant)).notes == []


def test_ids_that_are_built_alike_are_not_said_to_differ() -> None:
    """That nothing retrieved is judged is said all the same: the item may simply be unjudged."""
    for run, judged in (("d2", "d1"), ("b", "a"), ("7", "12"), ("x/1.txt", "y/2.txt")):
        (said, _) = alarms(rt.evaluate({"q": {judged: 1}}, {"q": {run: 0.5}}, "AP"))
        assert said.startswith("No retrieved item is judged in the list. Compare the ids, such as")


def test_no_identifier_in_common_is_said_of_a_set_and_of_some_of_the_queries(tmp_path: Path) -> None:
    (note,) = rt.average_precision(rt.Ranking.from_items(["chunk:a"], {"a"})).notes
    assert "Run ids look like 'chunk:a', judged ids like 'a'" in note
    judged = {f"q{i}": {f"d{i}": 1, f"d{i + 10}": 0} for i in range(10)}
    for prefix in ("chunk:d", "x"):  # x is a name of the same shape, but all judged ones begin with d
        called = {f"q{i}": "d" if i < 3 else prefix for i in range(10)}
        items = {q: {f"{name}{q[1:]}": 2.0, f"{name}99": 1.0} for q, name in called.items()}
        for run in in_each_form(items, tmp_path):
            result = rt.evaluate(judged, run, "AP")
            (said,) = alarms(result)
            assert said.startswith("No retrieved item is judged in 7 of 10 lists. Run ids look like") and prefix in said
            assert result.mean("AP").notes == [said]


CALLED: dict[str, Callable[[str], str]] = {
    "capitals": str.upper,
    "zeros": lambda d: f"d{d[1:].zfill(5)}",
    "a float": lambda d: f"{d}.0",
    "a file": lambda d: f"{d}.txt",
    "a prefix": lambda d: f"chunk:{d}",
    "another prefix": lambda d: f"x{d[1:]}",
    "no prefix": lambda d: d[1:],
    "a space": lambda d: f"{d}\u00a0",
    "wide digits": lambda d: d[0] + "".join(chr(ord(digit) + ord("０") - ord("0")) for digit in d[1:]),
}


def half_called(how: str, chance: random.Random, relevant: int = 6) -> tuple[Any, Any]:
    """Lists where every other item may be called otherwise than in the judgements, which have few of all items."""
    judged, run = {}, {}
    for query in range(40):
        items = [f"d{chance.randint(1, 400)}" for _ in range(12)]
        known = dict.fromkeys(chance.sample(items, relevant), 1) | {f"d{chance.randint(1, 400)}": 0 for _ in range(4)}
        run[f"q{query}"] = {(CALLED[how](d) if chance.random() < 0.5 else d): 1.0 - i / 20 for i, d in enumerate(items)}
        judged[f"q{query}"] = known
    return judged, run


@pytest.mark.parametrize("how", CALLED)
@pytest.mark.parametrize("seed", range(5))
def test_items_called_nearly_like_judged_ones_are_said(how: str, seed: int, tmp_path: Path) -> None:
    judged, run = half_called(how, random.Random(f"{how}{seed}"))
    for given in in_each_form(run, tmp_path):
        said = [note for note in alarms(rt.evaluate(judged, given, "AP")) if "almost the name of a judged item" in note]
        assert len(said) == 1 and re.match(r"In \d+ of 40 lists", said[0])
        name, other = map(ast.literal_eval, re.findall(r"'[^']+'", said[0]))
        assert any(name in run[q] and other in judged[q] and name not in judged[q] and other not in run[q] for q in run)


def test_ids_that_look_alike_are_shown_by_their_code_points_and_those_of_one_item_as_a_pair() -> None:
    judged = {q: {"é1": 1, f"é{q}": 1, "é9": 0} for q in ("p", "q")}
    result = rt.evaluate(judged, {q: {"e\u0301p": 0.5, "é9": 0.1} for q in judged}, "AP")
    (said,) = alarms(result)
    assert "In 1 of 2 lists" in said and r"'e\u0301p' and '\xe9p'" in said
    (said,) = alarms(rt.evaluate(judged, {q: {"e\u0301p": 0.5} for q in judged}, "AP"))
    assert said.startswith("No retrieved") and r"like 'e\u0301p', judged ids like '\xe9p'" in said
    padded = {q: {f"D-{i}": i % 2 for i in range(9)} for q in ("p", "q")}
    (said,) = alarms(rt.evaluate(padded, {q: {"D-07": 0.5, "D-08": 0.4} for q in padded}, "AP"))
    assert "Compare the ids, such as 'D-07' and 'D-7'" in said


def test_a_run_with_names_of_its_own_for_other_items_has_no_alarm() -> None:
    seeds = range(200 if LONG else 20)
    runs = (half_called("a prefix", random.Random(seed), relevant=0) for seed in seeds)
    said = [note for judged, run in runs for note in alarms(rt.evaluate(judged, run, "AP")) if "nearly" in note]
    assert len(said) <= 0.01 * len(seeds)


@pytest.mark.parametrize(
    ("retrieved", "judged"),
    [
        (["a.py", "b.py"], {"a.js": 1, "b.js": 1, "c.js": 0}),  # other files
        (["machine-learning", "python"], {"learning": 1, "python": 1}),  # one prefix
        (["deep-learning", "deep-vision"], {"big-learning": 1, "big-vision": 1}),  # names built like judged ones
        (["REQ-1", "REQ-2", "SYS-REQ-1"], {"SYS-REQ-2": 1, "REQ-3": 1, "SYS-REQ-7": 1}),
        (["FT911-12", "FT922-7"], {"FT922-12": 1, "FT911-7": 1}),
        (["D1", "d1"], {"d1": 1, "d2": 1}),  # the list has both
        (["10", "100", "1.5"], {"1": 1, "1000": 1, "2.5": 1}),
        (["1.0", "2.0"], {"1": 1, "2": 1, "3.0": 1}),  # sections of a text
        (["", "?"], {"!": 1, "??": 1}),
    ],
)
def test_names_of_other_items_are_no_alarm(retrieved: list[str], judged: dict[str, int]) -> None:
    lists = {q: {name or "-": -float(place) for place, name in enumerate(retrieved)} for q in "pq"}
    known = judged | {name or "-": 1 for name in retrieved[-1:]}
    assert not [one for one in alarms(rt.evaluate(dict.fromkeys("pq", known), lists, "AP")) if "nearly" in one]
    assert not [
        one for one in rt.average_precision(rt.Ranking.from_items(list(lists["p"]), known)).notes if "nearly" in one
    ]


# --- ties -------------------------------------------------------------------------------------------
def orders_of(run: dict[str, float]) -> list[list[str]]:
    """All orders in which equal scores can be."""
    groups = [[item for item in run if run[item] == score] for score in sorted(set(run.values()), reverse=True)]
    return [list(itertools.chain(*one)) for one in itertools.product(*map(itertools.permutations, groups))]


@pytest.mark.parametrize("seed", range(12))
def test_ties_are_said_with_the_least_and_the_largest_mean_of_all_orders(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    queries = ["q", "p", "r"]
    run = {q: {f"d{i}": float(chance.randint(1, 3)) for i in range(chance.randint(3, 5))} for q in queries}
    judged = {q: {f"d{i}": chance.choice([0, 1, 1, 2, 3]) for i in range(0, 6, chance.choice([1, 2]))} for q in queries}
    names = ["AP(rel=2)", "nDCG@3", "RR", "Bpref", "R@2", "ERR", "RBP", "Judged@2", "LAG@2", "AUC"]
    for given in in_each_form(run, tmp_path):
        result = rt.evaluate(judged, given, names)
        tied = [q for q in queries for item in judged[q] if list(run[q].values()).count(run[q].get(item)) > 1]
        there = [item for q in queries for item in judged[q] if item in run[q]]
        (said,) = [note for note in alarms(result) if "Equal scores" in note] or [""]
        assert not said or f"rank of {len(tied)} of {counted(len(there), 'judged item')}" in said
        for name in names:
            ends = result._between(name)
            assert bool(ends) == (name not in ("Judged@2", "LAG@2", "AUC"))
            if not ends:
                continue
            of_query = []
            for q in queries:
                lists = [rt.Ranking.from_items(order, judged[q]) for order in orders_of(run[q])]
                of_query.append([float(rt.measure(name)(one)) for one in lists])
            least, largest = (float(np.mean([end(values) for values in of_query])) for end in (min, max))
            assert ends == pytest.approx((least, largest))
            assert (f"{name} is between {least:.4g} and {largest:.4g}" in said) == (largest - least > 0.02 * largest)


@pytest.mark.parametrize(
    ("grades", "measure", "tied"),
    [
        ([1, None, None, 0], "AP", (1, 2)),  # unjudged items only
        ([1, 0, 1, 1], "P@1", (2, 3)),  # below the cutoff
        ([1, 1, 1, 0], "AP", (0, 2)),  # judged alike
        ([1, 0, 0, 0], 'AP(ties="averaged")', (0, 2)),  # the mean over all orders
        ([1, 0, 1, 0], "AUC", (0, 2)),  # half a point
    ],
)
def test_ties_that_decide_nothing_are_no_alarm(grades: list[Any], measure: str, tied: tuple[int, int]) -> None:
    first, last = tied
    scores = [9.0 - place if place < first else 1.0 if place <= last else 0.5 / place for place in range(4)]
    assert rt.measure(measure)(rt.Ranking(grades, scores=scores)).notes == []
    run = {q: {f"d{i}": score for i, score in enumerate(scores)} for q in "qp"}
    judged = {q: {f"d{i}": grade for i, grade in enumerate(grades) if grade is not None} for q in "qp"}
    assert alarms(rt.evaluate(judged, run, measure)) == []


# --- a run that is upside down ----------------------------------------------------------------------
def judged_and_scored(sign: int, queries: int = 8, least: int = 1) -> tuple[Any, Any]:
    """Relevant items with high scores, which become low ones with the other sign; every fifth item is missed."""
    judged = {f"q{q}": {f"d{i}": least * (i % 3 == 0) for i in range(12)} for q in range(queries)}
    run = {q: {d: sign * (g + i / 100) for i, (d, g) in enumerate(of.items()) if i % 5} for q, of in judged.items()}
    return judged, run


def test_scores_of_which_low_ones_are_good_are_said(tmp_path: Path) -> None:
    judged, run = judged_and_scored(-1)
    for form in in_each_form(run, tmp_path):
        (note,) = alarms(rt.evaluate(judged, form, "AP"))
        assert note.startswith("In 8 of 8 lists the relevant items rank below the middle on average. If a low score")
        assert note.endswith("distance, evaluate its negative. `result.ranking('q0')` shows one list.")
    one_list = {**judged_and_scored(1)[1], "q3": run["q3"]}  # in a run that is right otherwise
    assert alarms(rt.evaluate(judged, one_list, "AP")) == alarms(rt.evaluate(*judged_and_scored(1), "AP")) == []
    assert alarms(rt.evaluate(*judged_and_scored(-1, queries=2), "AP")) == []  # which can be chance
    low = alarms(rt.evaluate(*judged_and_scored(-1, least=2), "AP", relevant_from=2))
    (nothing,) = alarms(rt.evaluate(judged, run, "AP", relevant_from=2))
    assert len(low) == 1 and nothing.startswith("The largest grade is 1, and items are relevant from grade 2, so none")
    (note,) = alarms(rt.evaluate(judged, {q: sorted(of, key=of.get, reverse=True) for q, of in run.items()}, "AP"))
    assert "If your lists begin with the worst item, reverse them." in note and "score" not in note
    alike = {q: dict.fromkeys(of, 0.0) for q, of in run.items()}  # the order of their names
    assert not [note for note in alarms(rt.evaluate(judged, alike, "AP")) if "below the middle" in note]


# --- an item in its own list ------------------------------------------------------------------------
def neighbours(count: int, own: float, length: int = 20) -> dict[str, dict[str, float]]:
    """Lists in which the first so many have the query itself, with this score; the others are near 1/2."""
    others = {f"{100 + place}": 0.5 - place / 1000 for place in range(length)}
    return {str(place): ({str(place): own} if place < count else {}) | others for place in range(10)}


def test_an_item_in_its_own_list_is_said(tmp_path: Path) -> None:
    judged = {str(place): {"103": 1, "104": 0} for place in range(10)}
    by_number = {
        int(q): {int(item): score for item, score in items.items()} for q, items in neighbours(10, 1.0).items()
    }
    numbered = {int(q): {int(item): grade for item, grade in items.items()} for q, items in judged.items()}
    pairs = [(judged, run) for run in in_each_form(neighbours(9, 1.0), tmp_path)] + [(numbered, by_number)]
    for these, run in pairs:
        times = 10 if run is by_number else 9
        (note,) = alarms(rt.evaluate(these, run, "AP"))
        assert note.startswith(f"In {times} of 10 lists the best item is the query itself. Leave it out of the run.")


@pytest.mark.parametrize(("count", "own", "where"), [(5, 1.0, "the best item"), (10, 0.4999, "one of the best two")])
def test_an_item_in_half_of_the_lists_or_second_is_said(count: int, own: float, where: str, tmp_path: Path) -> None:
    judged = {str(place): {"103": 1, "104": 0} for place in range(10)}
    for run in in_each_form(neighbours(count, own), tmp_path):
        (note,) = alarms(rt.evaluate(judged, run, "AP"))
        assert note.startswith(f"In {count} of 10 lists {where}")


def test_an_own_name_by_chance_or_on_purpose_is_no_alarm(tmp_path: Path) -> None:
    judged = {str(place): {"103": 1, "104": 0} for place in range(10)}
    for run in (neighbours(1, 1.0), neighbours(2, 0.4999), neighbours(10, 0.1)):  # once, twice, at the end
        for given in in_each_form(run, tmp_path):
            assert alarms(rt.evaluate(judged, given, "AP")) == []
    sought = {str(place): {str(place): 1, "104": 0} for place in range(10)}  # a caption and its image have one name
    assert alarms(rt.evaluate(sought, neighbours(10, 1.0), "AP")) == []
    two = {q: {q: 1.0, "103": 0.5} for q in "12"}  # of two items, either is first by chance
    assert alarms(rt.evaluate({q: {"103": 1, q: 1} for q in "12"}, two, "AP")) == []


# --- grades -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("grades", "missed", "measure", "said"),
    [
        ([100, 50, 3], [], 'nDCG(gain="exponential")', True),
        ([50, 3], [100], "ERR", True),
        ([100, 50, 3], [], "nDCG", False),
        ([100, 99, 98], [], 'DCG(gain="exponential")', False),  # the next grades count half and a quarter
        ([100, 100, 0], [], 'nDCG(gain="exponential")', False),  # there is no other grade
        ([5, 1, 0], [4], 'nDCG(gain="exponential")', False),
        ([0, None], [], "ERR", False),
        ([100, 50], [], "RBP", False),
    ],
)
def test_grades_that_decide_alone_are_said(grades: list[Any], missed: list[int], measure: str, said: bool) -> None:
    trace = rt.measure(measure)(rt.Ranking(grades, missed=missed))
    notes = [note for note in trace.notes if "largest grade" in note]
    assert bool(notes) == said and is_exponential(trace.metric, trace.parameters) == ("RBP" != measure != "nDCG")
    items = [f"d{place}" for place in range(9)]
    judged = dict(zip(items, [grade for grade in [*grades, *missed] if grade is not None], strict=False))
    run = {item: -float(place) for place, item in enumerate(items)}
    result = rt.evaluate({"q": judged, "p": {"d1": 1, "d2": 0}}, {"q": run, "p": run}, measure)
    assert [note for note in alarms(result) if " or more in 1 of 2 queries" in note] == alarms(result)
    assert bool(alarms(result)) == said


# --- 0 by convention --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("measure", "grades", "missed", "said"),
    [
        ("LAG", [0, 0], [1], True), ("LAG", [0, 1], [], False), ("LAG@1", [0, 1], [], True), ("LAG", [1], [1], False),
        ("LAG(missed='after_list')", [0, 0], [1], False), ("LAG", [0, 0], [], False), ("AUC", [1, 1], [], True),
        ("AUC", [0, 0], [1], True), ("AUC", [0, 1], [], False), ("AUC@1", [1, 0], [], True),
        ("GAUC", [1, 1], [], False), ("AUC(no_relevant=1)", [0, 0], [], False), ("AUC", [0, 0], [], False),
        ("FallOut", [1], [], False),
    ],
)  # fmt: skip
def test_a_0_that_means_nothing_is_said(measure: str, grades: list[int], missed: list[int], said: bool) -> None:
    """Of queries with a list and a relevant item: what others count is said, too."""
    every = {f"d{place}": grade for place, grade in enumerate([*grades, *missed])}
    run = {f"d{place}": -float(place) for place in range(len(grades))}
    result = rt.evaluate({"q": every, "p": {"d0": 1, "d1": 0}}, {"q": run, "p": {"d0": 2.0, "d1": 1.0}}, measure)
    label = result.measures[0]
    both = 2 if measure.endswith("@1") and measure.startswith("AUC") else 1
    told = [note for note in result.notes if note.startswith("In ") and f"so {label} counts as 0" in note]
    assert bool(told) is said and all(note.startswith(f"In {both} of 2 lists ") for note in told)
    assert not said or result.per_query["q"][label] == 0
    if measure != "GAUC":
        mean = rt.mean(measure, [rt.Ranking(grades, missed=missed), rt.Ranking([1, 0])])
        assert any(note.startswith(f"In {both} of 2 lists ") for note in mean.notes) is said
        left_out = rt.mean(measure, mean.ranking, queries="with_hits")
        assert "LAG" not in measure or not [note for note in left_out.notes if note.startswith("In ")]


def test_a_metric_of_your_own_has_these_alarms_without_a_declaration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankteach.tracing.metric._DECLARED", dict(known_metrics()))
    about: Any = {"title": "a metric of your own", "family": "order", "source": "you (2026)"}

    @metric("FirstHit", **about, bounds=(0, None), less_is_better=True)
    def first_hit(ranking: Any, *, k: int | None = None) -> Any:
        """The rank of the first hit, 0 without one."""
        top = ranking.top(k)
        return (top.rank * top.relevant * (top.hits == 1)).named("rank if first", "f_i").sum()

    @metric("Contrast", **about)
    def contrast(ranking: Any, *, k: int | None = None) -> Any:
        """Whether the list has items of both kinds."""
        top = ranking.top(k)
        return ((top.items_so_far - top.hits) * top.hits).minimum(1).last()

    @metric("ESL", **about, bounds=(0, None), less_is_better=True)
    def search_length(ranking: Any, *, k: int | None = None) -> Any:
        """How many items you look at in vain before the first relevant one."""
        top = ranking.top(k)
        return (top.present * (top.hits == 0) * (top.relevant_total > 0)).named("in vain", "v_i").sum()

    run = {"q": {"a": 2.0, "b": 1.0}, "p": {"b": 2.0, "a": 1.0}}
    for name, grades, said in (
        (
            first_hit,
            {"a": 0, "b": 0, "z": 1},
            "no relevant item is retrieved, so FirstHit counts as 0, its best value.",
        ),
        (contrast, {"a": 1, "b": 1}, "all items are of one kind, relevant or not, so Contrast counts as 0."),
        (search_length, {"a": 0, "b": 0, "z": 1}, ""),
    ):
        told = alarms(rt.evaluate({"q": grades, "p": {"b": 1, "a": 0}}, run, name.metric.name))
        assert [note for note in told if "counts as 0" in note] == ([f"In 1 of 2 lists {said}"] if said else [])


# --- the top is not judged --------------------------------------------------------------------------
def half_judged(seed: int, depth: int = 30) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """A run whose best items are mostly unknown to judgements that are deep enough."""
    chance = random.Random(seed)
    judged = {q: {f"d{i}": chance.choice([0, 0, 1, 2]) for i in chance.sample(range(90), depth)} for q in "pqr"}
    run = {q: {f"{chance.choice('ddnnnnn')}{i}": chance.random() for i in chance.sample(range(90), 25)} for q in judged}
    return judged, run


@pytest.mark.parametrize("seed", range(6))
def test_a_top_that_is_mostly_not_judged_is_said_with_what_it_could_be(seed: int, tmp_path: Path) -> None:
    judged, run = half_judged(seed)
    best = {q: sorted(items, key=items.__getitem__, reverse=True)[:10] for q, items in run.items()}
    unknown = {q: [item for item in best[q] if item not in judged[q]] for q in run}
    number = sum(map(len, unknown.values()))
    names = ["P@10", "nDCG(gain='exponential')@10", "AP(rel=2)@10", "P@20", "AP", "Bpref", "Judged@3"]
    relevant = {level: {q: judged[q] | dict.fromkeys(unknown[q], level) for q in judged} for level in (1, 2)}
    for form in in_each_form(run, tmp_path):
        result = rt.evaluate(judged, form, names)
        (said,) = [note for note in alarms(result) if "not judged" in note]
        assert said.startswith(
            f"Of the top 10 of each list, {number} of 30 items ({100 * number / 30:.3g} %) are not judged. If"
        )
        assert said.endswith("`rt.evaluate(..., 'Judged@10')` has the judged fraction of each query.")
        for name in names:
            most = rt.evaluate(relevant[2 if "rel=2" in name else 1], run, [name]).means[name]
            words = f"mean {name} would be {most:.4g}, not {result.means[name]:.4g}"
            assert (words in said) == (name.endswith("@10"))
    nothing = judged | {"p": dict.fromkeys(judged["p"], 0)}
    (said,) = [n for n in alarms(rt.evaluate(nothing, run, "P(no_relevant='nan')@10")) if "not judged" in n]
    assert "top 10" in said and "nan" not in said
    (said,) = [note for note in alarms(rt.evaluate(judged, run, ["AP", "Bpref"])) if "not judged" in note]
    assert "top 10" in said and "If all" not in said


def test_a_top_that_is_not_judged_is_no_alarm_where_nothing_says_that_it_should_be() -> None:
    judged, run = half_judged(0)
    shallow = {q: dict(itertools.islice(items.items(), 19)) for q, items in judged.items()}
    only_good = {q: {item: grade for item, grade in items.items() if grade} for q, items in judged.items()}
    more = {q: grades | {f"e{i}": 1 for i in range(30)} for q, grades in only_good.items()}
    strange = {q: {f"x:{item}": score for item, score in items.items()} for q, items in run.items()}
    known = {q: {item.replace("n", "d"): score for item, score in items.items()} for q, items in run.items()}
    pairs = [(shallow, run), (only_good, run), (more, run), (judged, strange)]
    complete = {q: {**dict.fromkeys(known[q], 0), **judged[q]} for q in judged}
    for grades, ranked, measure in (
        *((grades, ranked, "P@10") for grades, ranked in pairs),
        (complete, known, "P@10"),
        *((judged, run, name) for name in ("P(judged_only=True)@10", "Judged@10", "Bpref", "FallOut@10", "NumRet")),
    ):
        assert not [note for note in alarms(rt.evaluate(grades, ranked, measure)) if "not judged" in note]


# --- what is reachable ------------------------------------------------------------------------------
def test_what_is_reachable_is_said_where_a_cutoff_leaves_less() -> None:
    trace = rt.average_precision(rt.Ranking([1, 0, 1], missed=[1, 1]), k=3)
    assert trace.notes == ["You reach 55.6 % of what is reachable for AP@3. `trace.best_possible` is the best value."]
    again = rt.Ranking([1, 1, 0], items=["a", "a", "b"], duplicates="count")
    assert rt.f_score(again, k=5).notes == []  # which is above what is reachable, as each item can come again
    for clean in (rt.average_precision([1, 0, 1], k=2), rt.precision([1, 0]), rt.dcg([1, 0], k=1), rt.lag([0, 1], k=5)):
        assert clean.notes == []
    judged = {"q": {"a": 1, "b": 1}, "p": {"c": 1}}
    result = rt.evaluate(judged, {"q": {"b": 2.0, "x": 1.0}, "p": {"y": 1.0}}, ["P@5", "AP", "NumRet", "AP(rel=2)"])
    assert result.best_possible == {"P@5": pytest.approx(0.3), "AP": 1.0, "AP(rel=2)": 0.0}
    assert result.best_possible["Precision@5"] == result.best_possible["P@5"]
    assert "NumRet" not in result.best_possible
    assert result.notes[1].startswith("You reach 33.3 % of what is reachable for mean P@5.")


@pytest.mark.parametrize("measure", ["R", "P@3", "AP@2", "nDCG", "RPrec", "AP"])
@pytest.mark.parametrize(("items", "relevant"), [("aab", "abc"), ("aa", "a"), ("xaa", "a"), ("abxa", "abcd")])
def test_the_best_has_an_item_that_comes_again_once(items: str, relevant: str, measure: str) -> None:
    again = rt.measure(measure)(rt.Ranking.from_items([*items], {*relevant}, duplicates="count"))
    first = [*dict.fromkeys(items)]
    rest = ["y", "z", "w"][: len(items) - len(first)]
    lacking = [item for item in relevant if item not in first]
    every = [rt.measure(measure)(rt.Ranking.from_items(order, {*relevant}))
             for order in itertools.permutations([*first, *lacking, *rest], len(items))]  # fmt: skip
    assert float(again.best_possible) == pytest.approx(max(map(float, every)))


# --- no grade is high enough ------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("measure", "grades", "level", "said"),
    [
        ("AP", [0.2, 0.9], 1, True), ("P@2", [1, 0], 2, True), ("RBP", [1], 3, True),
        ("nDCG(gain='binary')", [1], 2, True), ("RBP(gain='scaled')", [1], 2, True),
        ("AP", [0.2, 1], 1, False), ("AP", [0, 0], 1, False), ("AP", [None], 2, False), ("nDCG", [0.2, 0.9], 1, False),
        ("ERR", [1], 2, False), ("NumRet", [1], 2, False), ("Judged", [1], 2, False),
    ],
)  # fmt: skip
def test_a_level_that_no_grade_reaches_is_said(measure: str, grades: list[Any], level: float, said: bool) -> None:
    """Whether it belongs to the list, to the measure or to the whole evaluation."""
    asked = rt.measure(measure)
    zero = float(asked(rt.Ranking(grades, relevant_from=level))) == 0
    assert zero or not said
    notes = asked(rt.Ranking(grades, relevant_from=level)).notes
    judged = {f"d{place}": grade for place, grade in enumerate(grades) if grade is not None}
    run = {f"d{place}": -float(place) for place in range(len(grades))}
    result = rt.evaluate({"q": judged, "p": judged}, {"q": run, "p": run}, measure, relevant_from=level)
    words = f"The largest grade is {max(judged.values(), default=0):g}, and items are relevant from grade {level:g}"
    for some in (notes, result.notes):
        assert any(note.startswith(words) for note in some) is said
    if said:
        lower = rt.Ranking(grades, relevant_from=max(judged.values()))
        assert not [note for note in asked(lower).notes if note.startswith("The largest")] and float(asked(lower)) > 0


@pytest.mark.parametrize(
    ("grades", "measure", "level", "words"),
    [
        ([0.2, 0.8, 0.95, 1, 0], "AP", 1, "only 2 of 8 with a grade above 0 are relevant. `relevant_from=0.5`"),
        ([0.2, 0.4, 0.9, 0.1], "P@3", 0.8, "only 2 of 8 with a grade above 0 are relevant. `relevant_from=0.4`"),
        ([0.2, 0.9, 1, 1], "AP", 1, ""), ([0.2, 0.9, 0.3], "nDCG", 1, ""), ([0.2, 0.9, 1], "AP(rel=0.5)", 1, ""),
        ([1, 1, 1, 3], "AP", 2, ""),  # as TREC's judgements are read at times
        ([0.9, 0.3, 1, 0], "ERR", 1, "ERR counts 2^grade − 1"), ([0.5, 1], "ERR", 1, ""), ([0.5, 0.5, 2], "ERR", 1, ""),
        ([0.2, 0.1], 'DCG(gain="exponential")', 1, "counts 2^grade − 1"), ([0], "ERR", 1, ""),
    ],
)  # fmt: skip
def test_chances_as_grades_are_said_where_few_reach_the_level_or_powers_of_two_count(
    grades: list[float], measure: str, level: float, words: str
) -> None:
    judged = {q: {f"d{place}": grade for place, grade in enumerate(grades)} for q in "pq"}
    run = {q: {f"d{place}": -place for place in range(len(grades))} for q in "pq"}
    one = rt.measure(measure)(rt.Ranking(grades, relevant_from=level))
    some = [*one.notes, *alarms(rt.evaluate(judged, run, measure, relevant_from=level))]
    told = [note for note in some if "largest grade is" in note or "2^grade" in note]
    assert len(told) == bool(words) + ("2^" in words)
    assert all(words in note and ("2^" in words or f"rel={level / 2:g}`" in note) for note in told)


@pytest.mark.parametrize("measure", ["P@3", "AP(judged_only=True)@4", "nDCG@5", "RR", "Bpref", "AP@2", "LAG", "R@3"])
def test_the_best_of_a_result_is_the_mean_of_the_best_of_its_traces(measure: str) -> None:
    result = rt.evaluate(example_qrels(), rt.examples.run(), [measure], queries="both")
    best = [result.trace(query, measure).best_possible for query in result.queries]
    assert result.best_possible[measure] == pytest.approx(float(np.mean([float(one) for one in best])))


def test_the_best_of_a_mean_is_the_mean_of_the_best() -> None:
    mean = rt.mean(rt.average_precision, [rt.Ranking([1, 0], missed=[1, 1]), [0, 1], [0]], k=2)
    assert mean.best_possible == (Fraction(2, 3) + 1 + 0) / 3
    assert "of what is reachable for MAP@2" in mean.notes[0]
    of_two = rt.mean("AP", [[1, 0], [0, 1], [0]], k=1, queries="with_relevant")
    assert of_two.best_possible == 1
    for other in ({"average": "geometric"}, {"queries": "with_hits"}):
        assert rt.mean("AP", [[1], [0, 1]], **other).best_possible is None
    judged, run = {"q": {"a": 1, "b": 1}, "p": {"c": 1}}, {"q": {"b": 2.0, "x": 1.0}, "p": {"y": 1.0}}
    result = rt.evaluate(judged, run, ["P@5"])
    assert float(result.mean("P@5").best_possible) == pytest.approx(result.best_possible["P@5"])


# --- where they are shown ---------------------------------------------------------------------------
def test_surfaces_show_the_alarms() -> None:
    judged = {"q": {"a": 1, "b": 0}, "p": {"a": 1, "c": 0}}
    result = rt.evaluate(judged, {"q": {"a": 1.0, "b": 1.0}}, ["AP", "P@2"])
    view = ExplorerState.of_evaluation(result, query="q").view()
    assert re.fullmatch(r"Equal scores decide .* result.notes says more.", view["queries"]["note"])
    assert "Equal scores decide the rank of 2 of 2 judged items" in view["trace"]["meaning"]
    assert "You reach" in ExplorerState([0, 1], ["P@5"]).view()["trace"]["meaning"]


# --- ratings ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("grades", "measure", "level", "good"),
    [
        ([1, 2, 3, 4, 4, 5, 5, 5], "AP", 1, 4), ([1, 3, 5, 7, 8, 8, 9, 10, 10], "P@3", 1, 7),
        ([0.5, *[1.5, 3, 3.5, 4, 4.5, 5, 5] * 3], "RR", 1, 4), ([1, 2, 3, 4, 4, 5, 5, 5], "AP", 4, None),
        ([1, 2, 3, 4, 4, 5, 5, 5], "nDCG", 1, None), ([1, 2, 3, 4, 4, 5, 5, 5], "AP(rel=4)", 1, None),
        ([0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5], "AP", 1, None),  # there is a grade for what is not relevant
        ([-1, 1, 2, 3, 4, 5, 5, 5, 5], "AP", 1, None),
        ([1, 1, 1, 1, 2, 2, 3, 4, 5], "AP", 1, None),  # how often a song was played
        ([1, 2, 3, 4, 4, 4], "AP", 1, None), ([1] * 9, "AP", 1, None), ([*range(1, 40), 40, 40], "AP", 1, None),
    ],
)  # fmt: skip
def test_ratings_that_count_as_relevant_though_bad_are_said(
    grades: list[float], measure: str, level: float, good: float | None
) -> None:
    judged = {q: {f"d{place}": grade for place, grade in enumerate(grades)} for q in "pq"}
    run = {q: {f"d{place}": -float(place) for place in range(len(grades))} for q in "pq"}
    told = alarms(rt.evaluate(judged, run, measure, relevant_from=level))
    (said,) = [note for note in told if note.startswith("The grades go from")] or [""]
    assert bool(said) is (good is not None)
    if good:
        share = np.mean([grade >= 1 for grade in grades])
        assert f"from {min(grades):g} to {max(grades):g}, and {100 * share:.3g} % of the judged items count" in said
        assert f"`relevant_from={good:g}` or `rel={good:g}` counts only good ones in {measure}." in said
        again = rt.evaluate(judged, run, measure, relevant_from=good)
        assert not [note for note in alarms(again) if note.startswith("The grades go from")]
