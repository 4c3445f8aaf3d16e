"""How functions in public code are called, and what is wrong in several of them: each written anew."""

import itertools
import math
import re
import statistics
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach.explain.checking.calls import ROLES


def over(above: Any, below: Any) -> Any:
    return above / below if below else 0.0


def ap(retrieved: Any, relevant: Any, again: bool = True) -> Any:
    places = [i for i, item in enumerate(retrieved) if item in relevant and (again or item not in retrieved[:i])]
    return over(sum(n / (i + 1) for n, i in enumerate(places, 1)), len(relevant))


def rr(retrieved: Any, relevant: Any) -> float:
    return next((1 / rank for rank, item in enumerate(retrieved, 1) if item in relevant), 0.0)


def dcg(gains: Any) -> float:
    return sum(gain / math.log2(i + 1) for i, gain in enumerate(gains, 1))


def praised(report: Any) -> bool:
    return bool(report) and "Well done" in report.words[0]


# --- lists of several queries get what one list gets
@pytest.mark.parametrize("again", [True, False])
def test_an_item_twice_is_tried_in_the_list_of_a_query(again: bool) -> None:
    def mapk(actual: Any, predicted: Any) -> float:
        return statistics.fmean(ap(p, a, again) for a, p in zip(actual, predicted, strict=True))

    report = rt.check(mapk, "MAP")
    assert report and praised(report) is not again and "an item twice" in report.covered
    assert ("which is above 1" in str(report)) is again


@pytest.mark.parametrize(
    ("measure", "of_one", "mistake"),
    [
        ("MAP", lambda g: over(sum(x * sum(g[:i]) / i for i, x in enumerate(g, 1)), sum(map(bool, g))), "add grades"),
        ("MRR", lambda g: 1 / (list(g).index(1) + 1) if 1 in g else 0, "grade 1 only"),
        ("mean P@3", lambda g: sum(g[:3]) / 3, "add grades"),
        ("MRR", lambda g: next((1 / i for i, x in enumerate(g, 1) if x), 0), None),
    ],
)
def test_grades_above_1_are_tried_in_lists_of_queries(measure: str, of_one: Any, mistake: str | None) -> None:
    report = rt.check(lambda grades: statistics.fmean(map(of_one, grades)), measure)
    assert (mistake or "") in (report.mistake or "") and praised(report) is (mistake is None)
    of_hits = rt.check(lambda hits: statistics.fmean(map(of_one, hits)), measure)
    assert of_hits and not praised(of_hits) and "0 and 1 only" in str(of_hits)


def test_a_function_of_one_query_is_called_with_one_whatever_it_returns_for_several() -> None:
    """No list is in a list of sets, so that it always returns 0 there."""
    report = rt.check(rr, "MRR")
    assert report and not praised(report) and "takes one query at a time, so I could not test MRR" in str(report)
    zero = rt.check(lambda retrieved, relevant: 0, "MRR")
    assert not zero and "always return 0" in str(zero)


# --- parameters
def test_parameters_before_others_without_a_name_are_filled() -> None:
    def with_more(relevant_elements: Any, retrieved_elements: Any, *args: Any, **options: Any) -> Any:
        return rr(retrieved_elements, relevant_elements)

    assert praised(rt.check(with_more, "RR"))
    assert praised(rt.check(lambda *lists, k=3: float(sum(map(bool, lists[0][:k])) / k), "P@3", takes="grades"))


@pytest.mark.parametrize("several", [list, dict])
def test_pairs_of_a_list_and_its_relevant_items(several: Any) -> None:
    def each(cases: Any) -> Any:
        assert isinstance(cases, several)
        return cases.values() if several is dict else cases

    first = rt.check(lambda cases: statistics.fmean(rr(*pair) for pair in each(cases)), "MRR")
    assert praised(first) and first.tried > 20
    twice = rt.check(lambda cases: statistics.fmean(ap(*pair) for pair in each(cases)), "MAP")
    assert twice and not praised(twice) and "which is above 1" in str(twice)
    found = rt.check(lambda pairs: statistics.fmean(ap(r, {*r} & {*gold}) for r, gold in each(pairs)), "MAP")
    assert "divided by the relevant items found" in (found.mistake or "")


@pytest.mark.parametrize("denominator", ["relevant", "min"])
def test_three_lists_that_their_names_tell(denominator: str) -> None:
    def bpref(ranking: Any, rel: Any, judged: Any) -> Any:
        m, bad, total = len(rel), 0, 0.0
        least = min(m, len({*judged} - {*rel})) if denominator == "min" else m
        for item in dict.fromkeys(ranking):
            if item in rel:
                total += 1 - over(min(bad, m), least)
            else:
                bad += item in judged
        return over(total, m)

    def of_irrelevant(predicted: Any, relevant: Any, non_relevant: Any) -> Any:
        return bpref(predicted, relevant, {*relevant} | {*non_relevant})

    for function in (bpref, of_irrelevant):
        report = rt.check(function, f'Bpref(denominator="{denominator}")')
        assert praised(report) and report.tried > 100
        other = rt.check(function, f'Bpref(denominator="{"min" if denominator == "relevant" else "relevant"}")')
        assert not other and "divided by" in (other.mistake or "")


def test_hits_and_the_relevant_items() -> None:
    report = rt.check(lambda is_relevant, pos_items: over(sum(is_relevant), len(pos_items)), "R")
    assert report and not praised(report) and "takes='hits, relevant'" not in str(report)
    of_m = rt.check(lambda relevant, m: over(sum(relevant), m), "R")  # where relevant is all that has the order
    assert of_m and "0 and 1 only" in str(of_m)


@pytest.mark.parametrize(
    ("measure", "function", "right"),
    [
        ("HR@3", lambda ranklist, gtItem, k: gtItem in ranklist[:k], True),
        ("nDCG", lambda gt_item, pred_items: next((1 / math.log2(i + 2) for i, x in enumerate(pred_items)
                                                   if x == gt_item), 0), True),
        ("RR", lambda predictions, target: 1 / (predictions.index(target) + 2) if target in predictions else 0, False),
        ("RR", lambda predictions, target: 1 / (predictions.index(target) + 1), False),
    ],
)  # fmt: skip
def test_one_relevant_item_is_tried_in_lists_with_one(measure: str, function: Any, right: bool) -> None:
    report = rt.check(function, measure)
    assert bool(report) is right and report.tried > 20
    assert right or re.search("count the ranks from 2|No relevant item is retrieved", str(report), re.IGNORECASE)
    assert any(case.trial.lists.missed for case in report._cases) and "never sees" not in str(report)
    assert not praised(report) and "takes one relevant item" in str(report)


def test_the_ideal_list_as_a_parameter() -> None:
    def ndcg(relevances: Any, ideal: Any) -> Any:
        return over(dcg(relevances), dcg(ideal))

    assert praised(rt.check(ndcg, "nDCG"))
    short = rt.check(lambda grades, ideal: over(dcg(grades), dcg(ideal[: len(grades)])), "nDCG")
    assert "your ideal list is as long as the list" in (short.mistake or "")
    arrays = rt.check(lambda grades, ideal: (grades / 1).sum() / ideal.sum() if ideal.any() else 0, "nDCG")
    assert not arrays and not any("raised" in words for words in arrays.words)


def test_what_no_name_tells_is_asked_for_with_everything_that_there_is() -> None:
    def recall(found: Any, truth: Any, n_items: int) -> Any:
        return over(len({*found[:n_items]} & {*truth}), len(truth))

    with pytest.raises(TypeError, match=r"^recall must have parameters") as error:
        rt.check(recall, "R")
    said = str(error.value)
    assert all(role in said for role in ROLES) and "lambda retrieved, relevant: recall(...)" in said
    assert praised(rt.check(lambda retrieved, relevant: recall(retrieved, relevant, 500), "R"))


def test_a_parameter_that_was_left_out_is_told_where_no_mistake_is_known() -> None:
    def precision(y_true: Any, y_pred: Any, k: int, threshold: float = 3.5) -> Any:
        return sum(np.asarray(y_true)[np.argsort(-np.asarray(y_pred))][:k] >= threshold) / k

    report = rt.check(precision, "P@3")
    assert "always return 0" in (report.mistake or "") and "left threshold=3.5 as it is" in str(report)

    def mrr(relevances: Any, threshold: float = 3.5) -> float:
        return statistics.fmean(next((1 / i for i, x in enumerate(g, 1) if x >= threshold), 0) for g in relevances)

    grades = rt.check(mrr, "MRR", takes="grades")
    assert "left threshold=3.5 as it is" in str(grades) and "relevance level" not in str(grades)


# --- what is wrong
def test_of_several_readings_that_names_tell_the_one_with_a_known_mistake_is_told() -> None:
    """Of y_true and y_pred as labels and scores, it is a number, too, as no score is a label."""

    def ndcg(y_true: Any, y_pred: Any, k: int) -> Any:
        return dcg([item in y_true for item in y_pred[:k]]) / dcg([1] * k)

    report = rt.check(ndcg, "nDCG@5")
    assert "your ideal list has grade 1 at every rank" in (report.mistake or "") and "{'d1': 1}" in str(report)


def test_a_mistake_in_a_reading_that_no_name_tells_is_said_with_the_reading() -> None:
    report = rt.check(lambda one, other: len({*one} & {*other}) / max(1, len({*one} | {*other})), "R")
    assert not report and report.mistake and "I took the arguments as takes=" in str(report)
    told = rt.check(lambda retrieved, relevant: len({*retrieved} & relevant) / max(1, len(retrieved)), "R")
    assert not told and told.mistake and "I took" not in str(told)
    assert "I took" not in str(rt.check(lambda retrieved, relevant: None, "R"))  # no return is no other reading


def test_of_two_readings_that_no_name_tells_one_that_varies_is_told() -> None:
    """In lists for each query, the rounded mean; in one list, names are compared letter by letter."""

    def mrr(many_answers: Any, many_truths: Any) -> float:
        return round(statistics.fmean(map(rr, many_answers, many_truths)), 2)

    report = rt.check(mrr, "MRR")
    assert "MRR rounded to 2 digits" in (report.mistake or "") and "takes='retrieved, relevant'" in str(report)


@pytest.mark.parametrize("wrong", [False, True])
def test_a_function_that_takes_no_dict_of_grades_gets_a_set(wrong: bool) -> None:
    def ndcg(retrieved: Any, relevant: Any, k: int) -> Any:
        found = [item in relevant for item in dict.fromkeys(retrieved)][:k]
        return over(dcg(found), dcg([1] * min(k, len(relevant | set(retrieved) if wrong else relevant | set()))))

    report = rt.check(ndcg, "nDCG@3")
    assert report.passed is not wrong and 'nDCG(gain="binary")@3' in str(report)
    assert "It takes no dict of grades, so I gave it a set" in str(report) and not praised(report)
    assert "a set of relevant" not in str(rt.check(lambda retrieved, relevant, k: 1 / 0, "nDCG@3"))


@pytest.mark.parametrize("k", [3, None])
def test_nan_without_a_hit_hides_no_mistake(k: int | None) -> None:
    def ndcg(retrieved: Any, relevant: Any) -> Any:
        gains = np.array([float(item in relevant) for item in retrieved][:k])
        weights = 1 / np.log2(np.arange(len(gains)) + 2)
        return (gains * weights).sum() / (np.sort(gains)[::-1] * weights).sum()

    report = rt.check(ndcg, f"nDCG@{k}" if k else "nDCG")
    words = "ideal list is built from the first k results only" if k else "you leave out the relevant items"
    assert words in str(report.mistake).lower() and "gain of 1 for each relevant item" in str(report.mistake)
    assert not math.isnan(float(report.got)) and "returned undefined" in str(report)
    undefined = rt.check(
        lambda grades: over(dcg(grades), dcg(sorted(grades)[::-1])) if any(grades) else math.nan, "nDCG"
    )
    assert 'no_relevant="nan"' in (undefined.mistake or "")


@pytest.mark.parametrize("digits", [2, 4])
def test_a_rounded_mean_is_named(digits: int) -> None:
    def mrr(results: Any, relevant: Any) -> float:
        return round(statistics.fmean(map(rr, results, relevant)), digits)

    report = rt.check(mrr, "MRR")
    explained, of = re.findall(r"(\d+) of (\d+) differences", str(report.mistake))[0]
    assert f"rounded to {digits} digits" in (report.mistake or "") and explained == of and "Also" not in str(report)


@pytest.mark.parametrize(
    ("ideal", "words"),
    [
        (lambda found, gold, k: sorted(found[:k])[::-1], "first k results only"),
        (lambda found, gold, k: [1] * min(k, len(gold)), None),
    ],
)
def test_a_mistake_is_named_where_items_are_only_relevant_or_not(ideal: Any, words: str | None) -> None:
    def ndcg(retrieved: Any, gold_set: Any, k: int = 5) -> Any:
        found = [int(item in gold_set) for item in dict.fromkeys(retrieved)]
        return over(dcg(found[:k]), dcg(ideal(found, gold_set, k)))

    report = rt.check(ndcg, "nDCG@5")
    assert 'gain="binary"' in (report.mistake or "") and (words or "linear gain") in (report.mistake or "")


def f(of: Any) -> Any:
    def score(retrieved: Any, relevant: Any) -> Any:
        found = len({*retrieved} & {*relevant})
        return of(found / len({*retrieved}), found / len(relevant)) if found else 0

    return score


def square_root(grades: Any) -> float:
    return math.fsum(gain / math.sqrt(rank) for rank, gain in enumerate(grades, 1))


@pytest.mark.parametrize(
    ("measure", "function", "words"),
    [
        ("F1", f(lambda p, r: 2 * p * r / p + r), "add R; put the whole divisor in brackets"),
        ("F(beta=2)", f(lambda p, r: 5 * p * r / (4 * p) + r), "add R; put the whole divisor in brackets"),
        ("F1", f(lambda p, r: 2 * p * r / 1 * (p + r)), "multiply by P + R"),
        ("F(beta=2)", f(lambda p, r: 5 * p * r / 4 * (p + r)), "multiply by P + R"),
        ("F(beta=2)", f(lambda p, r: 5 * p * r / (2 * p + r)), "forget to square β"),
        ("F1", f(lambda p, r: 2 * p * r / p - r), None),
        ("DCG", square_root, "square root of the rank; DCG divides by"),
        (
            "nDCG",
            lambda grades: over(square_root(grades), square_root(sorted(grades)[::-1])),
            "square root of the rank",
        ),
        ("DCG", lambda grades: square_root([gain / 2 for gain in grades]), None),
    ],
)
def test_brackets_and_square_roots(measure: str, function: Any, words: str | None) -> None:
    report = rt.check(function, measure)
    assert not report and (words or "") in (report.mistake or "")
    assert words or not {"brackets", "square root"} & {*re.findall("brackets|square root", report.mistake or "")}


def weighted_tau(x: Any, y: Any, ranks_of: str = "both", weight: Any = lambda r, s: 1 / (r * s)) -> float:
    found = []
    for main, other in {"both": [(x, y), (y, x)], "first": [(x, y)]}[ranks_of]:
        order = sorted(range(len(x)), key=lambda place: (-main[place], -other[place]))
        rank = {place: n for n, place in enumerate(order, 1)}
        sums = np.zeros(3)
        for i, j in itertools.combinations(range(len(x)), 2):
            a, b = np.sign(x[i] - x[j]), np.sign(y[i] - y[j])
            sums += weight(rank[i], rank[j]) * np.array([a * b, a * a, b * b])
        found.append(sums[0] / math.sqrt(sums[1] * sums[2]))
    return float(np.mean(found))


@pytest.mark.parametrize(
    ("measure", "ranks_of", "weight", "words"),
    [
        ("TauW", "both", lambda r, s: 1 / r + 1 / s, ""),
        ("TauW", "both", lambda r, s: 1 / (r * s), "you multiply the weights"),
        ('TauW(importance="first")', "first", lambda r, s: 1 / (r * s), "you multiply the weights"),
        ("TauW", "both", lambda r, s: 1 / (r * s) ** 2, None),
        ("TauW", "first", lambda r, s: 1 / (r * s), None),
    ],
)
def test_weights_of_pairs(measure: str, ranks_of: str, weight: Any, words: str | None) -> None:
    report = rt.check(lambda x, y: weighted_tau(x, y, ranks_of, weight), measure)
    assert report.passed is (words == "") and (words or "") in (report.mistake or "")
    assert words or "multiply" not in str(report.mistake)


@pytest.mark.parametrize("wanted", [1, 3])
@pytest.mark.parametrize("late", [0, 1, 2])
def test_a_goal_that_is_lowered_late(wanted: int, late: int) -> None:
    def inst(grades: Any) -> Any:
        hits = [0, 0, *map(bool, grades)]
        seen, total, ranks = 1.0, 0.0, 0.0
        for i in range(1, len(grades) + 1):
            total, ranks = total + seen * hits[i + 1], ranks + seen
            left = wanted - sum(hits[: i + 2 - late])
            seen *= ((i + wanted + left - 1) / (i + wanted + left)) ** 2
        return over(total, ranks)

    report = rt.check(inst, f'INST(tail="cut", T={wanted})')
    assert report.passed is (late == 0) and ("one rank late" in str(report.mistake)) is (late == 1)


def test_a_number_of_queries_is_not_taken_for_a_short_list() -> None:
    def ndcg(predictions: Any, targets: Any, k: int) -> float:
        raise KeyError(0)

    assert "fewer than 5 items" not in str(rt.check(ndcg, "mean nDCG@5"))
    assert "such as lambda retrieved, relevant: ndcg(...)" in str(rt.check(ndcg, "mean nDCG@5"))


@pytest.mark.parametrize("name", ["relevant_urls", "gold_passages_ids", "true_titles", "expected_set", "rel_documents"])
def test_what_relevant_items_are_called(name: str) -> None:
    function = eval(f"lambda retrieved_chunks, {name}: len({{*retrieved_chunks}} & {{*{name}}}) / max(1, len({name}))")
    assert praised(rt.check(function, "R"))


@pytest.mark.parametrize("name", ["rel_scores", "expected_grades", "true_labels", "gold_ranks"])
def test_scores_and_grades_are_not_names_of_items(name: str) -> None:
    function = eval(f"lambda retrieved, {name}: len({{*retrieved}} & {{*{name}}}) / max(1, len({name}))")
    report = rt.check(function, "R")
    assert report and not praised(report) and "I took the arguments" in str(report)


def test_the_mean_of_a_measure_typed_by_another_name_has_that_name() -> None:
    report = rt.check(lambda grades: math.fsum(map(any, grades)) / len(grades) / 2, "HR@3")
    assert not report and "mean HR@3 is" in str(report) and "Accuracy" not in str(report)


def test_lists_of_queries_are_tried_where_names_are_read_as_items() -> None:
    """A name is a text of letters, which another name has, too."""

    def recall(predicted: Any, actual: Any) -> Any:
        return np.mean([over(len({*p} & {*a}), len(a)) for p, a in zip(predicted, actual, strict=False)])

    with pytest.warns(RuntimeWarning, match="empty"):
        assert rt.check(recall, "R")
