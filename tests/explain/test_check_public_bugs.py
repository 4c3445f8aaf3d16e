"""Bugs seen in public code, written anew, and odd right ways: written before ``rt.check`` was tried on them."""

import functools
import itertools
import math
import operator
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from tests.explain.test_check_corpus import credits, over
from tests.explain.test_check_corpus import dcg_of as dcg
from tests.explain.test_check_corpus import rr_next as rr
from tests.explain.test_check_corpus import sort as best

pandas = pytest.importorskip("pandas", reason="some functions use pandas")

# ruff: noqa: B006, E731


def by_score(run: Any) -> list[Any]:
    return sorted(run, key=lambda name: -run[name])


def won(positive: Any, negative: Any) -> float:
    pairs = itertools.product(positive, negative)
    return float(over(sum((a > b) + (a == b) / 2 for a, b in pairs), len(positive) * len(negative)))


# --- right ------------------------------------------------------------------------------------------------------------
def p_counter(retrieved: Any, relevant: Any, k: int) -> float:
    return Counter(item in relevant for item in list(dict.fromkeys(retrieved))[:k])[True] / k


def hit_disjoint(predictions: Any, gold: Any, k: int) -> int:
    return int(not set(gold).isdisjoint(predictions[:k]))


def ap_triangle(grades: Any) -> float:
    hits = np.array([grade > 0 for grade in grades], dtype=float)
    if not hits.any():
        return 0.0
    return float((hits * (np.tri(len(hits)) @ hits) / np.arange(1, len(hits) + 1)).sum() / hits.sum())


def ndcg_natural(retrieved: Any, qrels: Any) -> Any:
    """The base of the logarithm cancels out."""
    gained, ideal = ([qrels.get(item, 0) for item in dict.fromkeys(retrieved)], best(qrels.values()))
    one, other = (sum(g / math.log(i + 2) for i, g in enumerate(grades)) for grades in (gained, ideal))
    return over(one, other)


def mrr_run_first(run: Any, qrels: Any) -> float:
    return sum(
        rr([judged.get(name, 0) >= 1 for name in by_score(run.get(q, {}))]) for q, judged in qrels.items()
    ) / len(qrels)


def auc_mann_whitney(y_true: Any, y_score: Any) -> float:
    scored = list(zip(y_true, y_score, strict=True))
    return won([s for y, s in scored if y], [s for y, s in scored if not y])


def err_of_gdeval(relevances: Any) -> float:
    goes_on, total = 1.0, 0.0
    for rank, grade in enumerate(relevances, 1):
        stops = (2**grade - 1) / 2**4
        total, goes_on = total + goes_on * stops / rank, goes_on * (1 - stops)
    return total


def rbp_numpy(rels: Any, p: float = 0.8) -> float:
    hits = np.asarray(rels) > 0
    return float((1 - p) * (hits * p ** np.arange(len(hits))).sum())


def f1_dice(found: Any, expected: Any) -> Any:
    return over(2 * len({*found} & {*expected}), len({*found}) + len({*expected}))


def tau_inversions(a: Any, b: Any) -> float:
    places = [a.index(name) for name in b]
    pairs = list(itertools.combinations(places, 2))
    return 1 - 2 * sum(one > other for one, other in pairs) / len(pairs)


def r_precision(rels: Any, n_relevant: int) -> Any:
    return over(sum(1 for grade in rels[:n_relevant] if grade > 0), n_relevant)


def p_by_tuples(y_true: Any, y_score: Any, k: int = 3) -> float:
    top = sorted(zip(y_score, range(len(y_true)), y_true, strict=True), key=lambda one: (-one[0], one[1]))[:k]
    return sum(y for *_, y in top) / k


RIGHT: list[tuple[str, Any]] = [
    ("P@4", p_counter), ("Success@3", hit_disjoint), ("AP", ap_triangle), ("nDCG", ndcg_natural),
    ("MRR", mrr_run_first), ("AUC", auc_mann_whitney), ("ERR", err_of_gdeval), ("RBP", rbp_numpy), ("F1", f1_dice),
    ("Tau", tau_inversions), ("RPrec", r_precision), ("P@3", p_by_tuples),
]  # fmt: skip


# --- wrong ------------------------------------------------------------------------------------------------------------
def mrr_of_the_mean_rank(qrels: Any, run: Any) -> float:
    values = [rr([qrels[q].get(name, 0) > 0 for name in by_score(run.get(q, {}))]) for q in qrels]
    ranks = [1 / value for value in values if value]
    return float(over(len(ranks), sum(ranks)))


def in_order(labels: Any, scores: Any) -> Any:
    return np.asarray(labels)[np.argsort(-np.asarray(scores), kind="stable")]


def p_of_full_lists(grades: Any, k: int) -> float:
    if len(grades) < k:
        raise ValueError("Relevance score length < k")
    return sum(grade > 0 for grade in grades[:k]) / k


def precision_at_the_last(grades: Any) -> Any:
    ranks = [rank for rank, grade in enumerate(grades, 1) if grade]
    return over(len(ranks), max(ranks, default=0))


def apk_of_nothing(actual: Any, predicted: Any, k: int = 5) -> Any:
    hits = [item in actual and item not in predicted[:place] for place, item in enumerate(predicted[:k])]
    return sum(credits(hits)) / min(len(actual), k) if actual else 1.0


def mapk_by_results(predicted: Any, actual: Any, k: int = 3) -> float:
    each = [
        over(sum(credits([item in a for item in p[:k]])), len(p[:k])) for p, a in zip(predicted, actual, strict=True)
    ]
    return sum(each) / len(each)


def p_remembers(grades: Any, history: list[Any] = []) -> Any:
    history.extend(grades[:3])
    return over(sum(map(bool, history)), len(history))


def recall_remembers(retrieved: Any, relevant: Any, found: set[Any] = set()) -> Any:
    found |= relevant & set(retrieved)
    return over(len(found), len(relevant))


class Meter:
    """Whose ``reset`` nobody calls."""

    def __init__(self) -> None:
        self.values: list[float] = []

    def __call__(self, grades: Any) -> float:
        self.values.append(rr(grades))
        return sum(self.values) / len(self.values)


def accuracy(y_true: Any, y_score: Any) -> float:
    return sum((s >= 0.5) == bool(y) for y, s in zip(y_true, y_score, strict=True)) / len(y_true)


def auc_of_predictions(y_true: Any, y_score: Any) -> float:
    return auc_mann_whitney(y_true, [int(score > 0) for score in y_score])


def auc_by_dict(labels: Any, scores: Any) -> float:
    label_of = dict(zip(scores, labels, strict=True))
    return won([s for s, y in label_of.items() if y], [s for s, y in label_of.items() if not y])


def ap_by_dict(labels: Any, scores: Any) -> Any:
    label_of = dict(zip(scores, labels, strict=True))
    hits = [label_of[score] for score in sorted(label_of, reverse=True)]
    return over(sum(credits(hits)), sum(map(bool, hits)))


def trapezoids(y_true: Any, y_score: Any) -> Any:
    y = in_order(y_true, y_score)
    points = [(0.0, 1.0), *((over(sum(y[:n]), sum(y)), sum(y[:n]) / n) for n in range(1, len(y) + 1))]
    return sum((r - q) * (a + b) / 2 for (q, a), (r, b) in itertools.pairwise(points))


def f1_of_means(actual: Any, predicted: Any) -> Any:
    pairs = [({*a}, {*p}) for a, p in zip(actual, predicted, strict=True)]
    p, r = (np.mean([over(len(a & p), len(one)) for a, p in pairs for one in [(a, p)[of]]]) for of in (1, 0))
    return over(2 * p * r, p + r)


def recall_of_cut_truth(retrieved: Any, relevant: Any, k: int) -> Any:
    return over(len({*retrieved[:k]} & {*list(relevant)[:k]}), len(list(relevant)[:k]))


def ap_of_sorted_truth(retrieved: Any, relevant: Any, k: int) -> Any:
    gold = sorted(relevant)[:k]
    return over(
        sum(credits([item in gold and item not in retrieved[:i] for i, item in enumerate(retrieved[:k])])), len(gold)
    )


def recall_of_unions(actual: Any, predicted: Any, k: int = 3) -> Any:
    gold, found = set().union(*actual), set().union(*(one[:k] for one in predicted))
    return over(len(gold & found), len(gold))


def map_of_shared_truth(qrels: Any, run: Any) -> float:
    gold = {name for judged in qrels.values() for name, grade in judged.items() if grade > 0}
    each = [over(sum(credits([name in gold for name in by_score(run.get(q, {}))])), sum(map(bool, qrels[q].values())))
            for q in qrels]  # fmt: skip
    return sum(each) / len(each)


def ap_trapezoids(grades: Any, m: int) -> float:
    total, before, hits = 0.0, 1.0, 0
    for rank, grade in enumerate(grades, 1):
        hits += grade > 0
        total, before = total + (grade > 0) * (hits / rank + before) / 2, hits / rank
    return float(over(total, m))


def err_of_base_4(grades: Any) -> float:
    return err_of_gdeval(grades) * 16 / 15


def ap_returns_in_the_loop(grades: Any, m: int) -> float:
    for rank, grade in enumerate(grades, 1):
        if grade > 0:
            return 1 / rank / m
    return 0.0


def p_from_1(grades: Any, k: int) -> float:
    return sum(grades[i] > 0 for i in range(1, min(k, len(grades)))) / k


def err_of_grade(grades: Any) -> float:
    goes_on, total = 1.0, 0.0
    for rank, grade in enumerate(grades, 1):
        stops = over(grade, max(grades))
        total, goes_on = total + goes_on * stops / rank, goes_on * (1 - stops)
    return total


def rho_of_numbers(x: Any, y: Any) -> float:
    n = len(x)
    return 1 - 6 * sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) / (n**3 - n)


def ap_of_all_items(queries: Any) -> float:
    return over(sum(sum(credits(one)) for one in queries), sum(map(len, queries)))


WRONG: list[tuple[str, Any, str]] = [
    ("AP", ap_returns_in_the_loop, "return at the first relevant item"),
    ("P@5", p_from_1, "begin at the second item"),
    ("ERR", err_of_grade, "grade / largest grade"),
    ("Rho", rho_of_numbers, "of the numbers themselves"),
    ("nDCG@5", lambda grades, k: over(dcg(grades[:k]), dcg([1] * min(k, sum(map(bool, grades))))),
     "grade 1 for each relevant item"),
    ("MAP", ap_of_all_items, ""),
    ("MRR", mrr_of_the_mean_rank, "divide 1 by the mean"),
    ("RR", lambda y_true, y_score: rr([y for _, y in sorted(zip(y_score, y_true, strict=True))]), "from the bottom"),
    ("nDCG@5", lambda grades, k: next((1 / math.log2(i + 1) for i, g in enumerate(grades[:k], 1) if g), 0),
     "first relevant item only"),
    ("P@5", lambda retrieved, relevant, k: over(len({*retrieved[:k]} & relevant), len(relevant)), "relevant items (m)"),
    ("P@5", p_of_full_lists, "fewer than 5 items"),
    ("RPrec", precision_at_the_last, "the rank of the last one"),
    ('AP(denominator="min")@5', apk_of_nothing, "no_relevant=1"),
    ("MAP@3", mapk_by_results, "min(k, n)"),
    ("R", lambda results, gold: over(sum(one in " ".join(gold) for one in {*results}), len(gold)), "whole names"),
    ("RR", lambda results, gold: rr([any(one in name for one in gold) for name in results]), "whole names"),
    ("P@3", lambda results, gold: sum(any(name in one for one in gold) for name in results[:3]) / 3, "whole names"),
    ("P@3", p_remembers, "keeps something"), ("R", recall_remembers, "keeps something"),
    ("RR", Meter(), "keeps something"),
    ("AUC", accuracy, "≥ 0.5 is right"), ("AUC", auc_of_predictions, "> 0 and 0 of any other"),
    ("AUC", auc_by_dict, "a dict by score"), ("AP", ap_by_dict, "a dict by score"),
    ("AP", trapezoids, "trapezoids"), ("AP", ap_trapezoids, "trapezoids"),
    ("mean F1", f1_of_means, "F-score of means"),
    ("R@3", recall_of_cut_truth, "cut off the relevant items"),
    ("AP@3", ap_of_sorted_truth, "cut off the sorted relevant"),
    ("mean R@3", recall_of_unions, "one set of the items of all queries"),
    ("MAP", map_of_shared_truth, "the relevant items of all queries"),
    ("P", lambda grades: over(sum(g > 0 for g in grades[:50]), len(grades[:50])), "cut off at rank 50"),
    ("AP", lambda grades, m: over(sum(credits(grades[:30])), m), "AP@30"),
    ("RR", lambda grades: rr(grades[:100]), "RR@100"),
    ("RR", lambda grades: next((1 // i for i, g in enumerate(grades, 1) if g), 0), "RR@1"),
    ("DCG", lambda grades: sum((2**g - 1) / math.log10(i + 1) for i, g in enumerate(grades, 1)), "base 10"),
    ("RBP", lambda rels: sum(0.8 * (g > 0) * 0.2 for g in rels), "forgot the exponent"),
    ("nDCG", lambda results, qrels: over(dcg([qrels.get(name, 0) for name in sorted({*results})]),
     dcg(best(qrels.values()))),
     "sort the items by name"),
    ("ERR", err_of_base_4, ""),
]  # fmt: skip


# --- forty more, as students and libraries write them: in numpy, pandas, generators, recursion, dicts and sets
def p_of_frame(retrieved: Any, relevant: Any, k: int) -> Any:
    frame = pandas.DataFrame({"item": retrieved})
    return frame.head(k).item.isin(relevant).sum() / k


def r_of_series(grades: Any, m: int, k: int) -> Any:
    return over(int((pandas.Series(grades, dtype=float).iloc[:k] > 0).sum()), m)


def ap_of_frame(grades: Any, m: int) -> Any:
    frame = pandas.DataFrame({"hit": [int(g > 0) for g in grades]})
    frame["precision"] = frame.hit.expanding().mean()
    return over(float(frame.precision[frame.hit == 1].sum()), m)


def ap_recursive(grades: Any, m: int, rank: int = 1, hits: int = 0) -> Any:
    if not len(grades):
        return 0.0
    first, *rest = grades
    hits += first > 0
    return over((first > 0) * hits / rank, m) + ap_recursive(rest, m, rank + 1, hits)


def ap_dot(grades: Any, m: int) -> Any:
    hit = (np.asarray(grades, dtype=float) > 0).astype(float)
    return over(float(np.tril(np.ones((len(hit),) * 2)) @ hit / np.arange(1, len(hit) + 1) @ hit), m)


def rr_walrus(retrieved: Any, relevant: Any) -> float:
    rank = 0
    return 1 / rank if any((rank := rank + 1) and item in relevant for item in retrieved) else 0.0


def rr_argmax(grades: Any) -> Any:
    hit = np.array([*grades, 1]) > 0
    return 1 / (hit.argmax() + 1) if hit[:-1].any() else 0


def ndcg_lambda(grades: Any, k: int) -> Any:
    total = lambda gains: sum(map(operator.truediv, gains, map(math.log2, range(2, k + 2))))
    return over(total(grades[:k]), total(sorted(grades)[::-1][:k]))


def ndcg_of_dicts(retrieved: Any, qrels: Any, k: int) -> Any:
    gains = {item: qrels.get(item, 0) for item in retrieved}
    weights = np.log2(np.arange(k) + 2)
    some = np.array([*gains.values()][:k] + [0] * k, dtype=float)[:k]
    top = np.sort(np.array([*qrels.values(), *[0] * k], dtype=float))[::-1][:k]
    return over(float((some / weights).sum()), float((top / weights).sum()))


def auc_roc_points(y_true: Any, y_score: Any) -> Any:
    y, s = np.asarray(y_true) > 0, np.asarray(y_score)
    cuts = np.unique(s)[::-1]
    tpr = [0.0, *((s[y] >= cut).mean() for cut in cuts)]
    fpr = [0.0, *((s[~y] >= cut).mean() for cut in cuts)]
    return float(np.trapezoid(tpr, fpr))


def auc_broadcast(y_true: Any, y_score: Any) -> Any:
    y, s = np.asarray(y_true) > 0, np.asarray(y_score)
    return float((np.sign(s[y][:, None] - s[~y]) + 1).mean() / 2)


def f1_at_k(retrieved: Any, relevant: Any, k: int) -> Any:
    found = len({*retrieved[:k]} & {*relevant})
    return over(2 * found, k + len(relevant))


def bpref_numpy(grades: Any) -> Any:
    judged = np.array([g > 0 for g in grades if g is not None], dtype=bool)
    m, others = int(judged.sum()), int((~judged).sum())
    above = np.minimum((~judged).cumsum()[judged], m)
    return over(float(sum(1 - over(a, min(m, others)) for a in above)), m)


def rbp_weights(grades: Any) -> Any:
    return float(0.2 * np.dot(0.8 ** np.arange(len(grades)), np.array([g > 0 for g in grades], dtype=float)))


def rbp_generator(grades: Any, p: float = 0.8) -> float:
    def weights() -> Iterator[float]:
        left = 1 - p
        while True:
            yield left
            left *= p

    return sum(weight for weight, grade in zip(weights(), grades, strict=False) if grade)


def ap_of_query(judged: Any, ranked: Any) -> Any:
    return over(sum(credits([judged.get(name, 0) > 0 for name in ranked])), sum(g > 0 for g in judged.values()))


def map_of_frame(qrels: Any, run: Any) -> float:
    return float(pandas.Series({q: ap_of_query(qrels[q], by_score(run.get(q, {}))) for q in qrels}).mean())


def lag_of_loop(grades: Any) -> float:
    skipped, lags = 0, []
    for grade in grades:
        if grade:
            lags.append(skipped)
        else:
            skipped += 1
    return float(np.mean(lags)) if lags else 0.0


def tau_b_numpy(x: Any, y: Any) -> Any:
    a, b = (np.sign(np.subtract.outer(np.asarray(one), np.asarray(one))) for one in (x, y))
    return float((a * b).sum() / math.sqrt((a * a).sum() * (b * b).sum()))


def recall_difference(retrieved: Any, relevant: Any, k: int) -> Any:
    return 1 - over(len(set(relevant) - set(retrieved[:k])), len(relevant)) if relevant else 0


RIGHT += [
    ("P@3", p_of_frame), ("R@3", r_of_series), ("AP", ap_of_frame), ("AP", ap_recursive), ("AP", ap_dot),
    ("RR", rr_walrus), ("RR", rr_argmax), ("nDCG@4", ndcg_lambda), ("nDCG@3", ndcg_of_dicts), ("AUC", auc_roc_points),
    ("AUC", auc_broadcast), ("F1@3", f1_at_k), ("Bpref", bpref_numpy), ("RBP", rbp_weights), ("RBP", rbp_generator),
    ("MAP", map_of_frame), ("LAG", lag_of_loop), ('Tau(variant="b")', tau_b_numpy), ("R@3", recall_difference),
]  # fmt: skip


def ap_up_to_last_hit(grades: Any) -> Any:
    hits = [sum(map(bool, grades[:i])) / i for i in range(1, len(grades) + 1)]
    return over(sum(hits), sum(map(bool, grades)))


def rbp_one_late(grades: Any, p: float = 0.8) -> float:
    return (1 - p) * sum(p**i for i, g in enumerate(grades, 1) if g)


def auc_of_losses(y_true: Any, y_score: Any) -> Any:
    rows = [*zip(y_true, y_score, strict=True)]
    pairs = [(s < t) + (s == t) / 2 for y, s in rows if y for z, t in rows if not z]
    return sum(pairs) / len(pairs)


def footrule_for_lag(grades: Any) -> Any:
    ranks = [i for i, g in enumerate(grades, 1) if g]
    return over(sum(i - n for n, i in enumerate(ranks, 1)), len(grades))


def bpref_of_all(grades: Any) -> Any:
    bad, total = 0, 0.0
    m = sum(bool(g) for g in grades)
    for grade in grades:
        if grade:
            total += 1 - min(bad, m) / m
        elif grade is not None:
            bad += 1
    return over(total, m)


def ndcg_natural(grades: Any) -> Any:
    gains = lambda some: sum(g / math.log(i + 1) for i, g in enumerate(some, 1))
    return over(gains(grades), sum(g / math.log2(i + 1) for i, g in enumerate(best(grades), 1)))


WRONG += [
    ("AP", ap_up_to_last_hit, "precision"),
    ("RBP", rbp_one_late, "p to the power of the rank; its power is rank − 1"),
    ("AUC", auc_of_losses, "1 − AUC"),
    ("LAG", footrule_for_lag, "length of the list"),
    ("Bpref", bpref_of_all, "denominator"),
    ("nDCG", ndcg_natural, "(base=e), not logarithms to base 2, only in the list itself"),
    ("P@5", lambda grades, k: sum(map(bool, grades)) / k, "the whole list, and divide by k"),
    ("RR", lambda grades: next((1 / i**2 for i, g in enumerate(grades, 1) if g), 0), "square"),
    ("DCG@3", lambda grades: sum(g / math.log2(i + 2) for i, g in enumerate(grades[:3], 1)), "log2(i + 2)"),
    ("F1@3", lambda retrieved, relevant, k: f1_at_k(retrieved, relevant, len(retrieved)), "F1 of the whole list"),
    ("AP", lambda grades, m: over(sum(credits([bool(g) for g in grades])), min(m, len(grades))), "min"),
]  # fmt: skip


# --- those of a hundred more that were called wrong, had no name, or a false one
def eleven_points(retrieved: Any, relevant: Any) -> Any:
    hits = list(itertools.accumulate(item in relevant for item in retrieved))
    points = [(hit / len(relevant), hit / rank) for rank, hit in enumerate(hits, 1)] if relevant else []
    return sum(max((p for r, p in points if 10 * r >= level), default=0) for level in range(11)) / 11


def tau_ap(true_order: Any, predicted_order: Any) -> float:
    place = {name: at for at, name in enumerate(true_order)}
    shares = [
        sum(place[one] < place[name] for one in predicted_order[:at]) / at
        for at, name in enumerate(predicted_order)
        if at
    ]
    return 2 * sum(shares) / len(shares) - 1


def somers(y_true: Any, y_pred: Any) -> Any:
    """Of the pairs that the first list orders, although that is the reference."""
    pairs = [(a - c, b - d) for (a, b), (c, d) in itertools.combinations(zip(y_true, y_pred, strict=True), 2)]
    return over(sum(np.sign(one * other) for one, other in pairs), sum(one != 0 for one, _ in pairs))


RIGHT += [("IPA11", eleven_points), ("TauAP", tau_ap), ('Tau(variant="somers")', somers)]


def ndcg_of_ones(retrieved_ids: Any, expected_ids: Any) -> Any:
    return over(dcg([item in expected_ids for item in retrieved_ids]), dcg([1] * len(retrieved_ids)))


def rbo_twice(a: Any, b: Any, p: float = 0.9, same: int = 0) -> float:
    total, overlap = 0.0, 0
    for depth, (one, other) in enumerate(zip(a, b, strict=True), 1):
        overlap += (one in b[:depth]) + (other in a[:depth]) - same * (one == other)
        total += overlap / depth * p ** (depth - 1)
    return (1 - p) * total + overlap / len(a) * p ** len(a)


def rank_sum(y_true: Any, y_score: Any, subtracted: Any = lambda m: 0) -> Any:
    y, m = np.asarray(y_true) > 0, int(sum(map(bool, y_true)))
    return over(pandas.Series(y_score).rank()[y].sum() - subtracted(m), m * (len(y) - m))


def roc(y_true: Any, y_score: Any, begin: Any = (), end: Any = ()) -> float:
    y, s = np.asarray(y_true) > 0, np.asarray(y_score)
    tpr, fpr = ([*begin, *((s[some] >= cut).mean() for cut in np.unique(s)[::-1]), *end] for some in (y, ~y))
    return float(np.trapezoid(tpr, fpr))


def f_2(retrieved: Any, relevant: Any, above: int = 4, below: int = 2) -> Any:
    found = len({*retrieved} & {*relevant})
    p, r = over(found, len({*retrieved})), over(found, len(relevant))
    return over((1 + above) * p * r, below * p + r)


def jaccard(retrieved: Any, relevant: Any) -> Any:
    return over(len({*retrieved} & {*relevant}), len({*retrieved} | {*relevant}))


def reciprocal_sum(retrieved: Any, relevant: Any) -> Any:
    return over(sum(1 / i for i, item in enumerate(retrieved, 1) if item in relevant), len(retrieved))


def mean_ndcg(grades: Any, step: int = 1) -> Any:
    each = [over(dcg(grades[:k]), dcg(best(grades)[:k])) for k in range(1, len(grades) + 1, step)]
    return over(sum(each), len(each))


def of_parts(part: Callable[[int], float]) -> Callable[[Any], float]:
    return lambda grades: sum(grade / part(i) for i, grade in enumerate(grades, 1))


def last_hit(results_list: Any, relevant_list: Any, k: int, ends: int | None = None) -> float:
    total = 0.0
    for results, relevant in zip(results_list, relevant_list, strict=True):
        ranks = [i for i, item in enumerate(results[: ends or k], 1) if item in relevant]
        total += 1 / ranks[-1] if ranks and ranks[-1] <= k else 0
    return total / len(results_list)


def misses(retrieved: Any, relevant: Any, k: int, by: int = 0) -> Any:
    return 1 - len({*retrieved[:k]} & {*relevant}) / (by or len(relevant)) if relevant else 0


def auc_of_ranks(method: str, less: int = 0) -> Callable[[Any, Any], Any]:
    def auc(y_true: Any, y_score: Any) -> Any:
        y, m = np.asarray(y_true) > 0, int(sum(map(bool, y_true)))
        ranks = pandas.Series(y_score).rank(method=method) - less
        return (ranks[y].sum() - m * (m + 1) / 2) / (m * (len(y) - m)) if 0 < m < len(y) else None

    return auc


def untied_concordant(x: Any, y: Any, tied: float = 0) -> Any:
    signs = [(a - c) * (b - d) for (a, b), (c, d) in itertools.combinations(zip(x, y, strict=True), 2)]
    return over(sum(sign > 0 for sign in signs), sum((sign != 0) + tied * (sign == 0) for sign in signs))


def geometric(qrels: Any, run: Any) -> float:
    each = [ap_of_query(qrels[q], by_score(run.get(q, {}))) for q in qrels]
    return math.exp(np.mean([math.log(one) for one in each if one])) if any(each) else 0.0


RIGHT += [
    ("AUC", auc_of_ranks("average")),  # which returns None for one class
    ("P@5", lambda *args: sum(map(bool, args[0][: args[1]])) / args[1]),
    ("CG@3", lambda rels, p: sum(g or 0 for g in rels[:p])),
    ("P@5", functools.cache(lambda grades, k: sum(map(bool, grades[:k])) / k)),
    ("R", functools.cache(lambda found, relevant: over(len({*found} & relevant), len(relevant)))),
    ("IDCG", lambda ideal: dcg(ideal)),
]
WRONG += [
    ("P@5", lambda grades, m: over(sum(map(bool, grades[:m])), m), ""),  # R-precision, whose m is not the cutoff
    ("AUC", lambda grades: won([-i for i, g in enumerate(grades) if g == 1],
                               [-i for i, g in enumerate(grades) if not g]), "whatever its grade above 0"),
    ("AUC", lambda y_true, y_score: won([-i for i, y in enumerate(y_true) if y],
                                        [-i for i, y in enumerate(y_true) if not y]), "do not sort by score"),
    ("nDCG@5", lambda grades, missed, k: over(dcg(grades[:k]), dcg(best([*grades, *missed])[: k + 1])),
     "cut off at rank 6, only in the ideal order"),
    ("LAG", lambda grades: np.mean([i - j for j, i in enumerate(i for i, g in enumerate(grades, 1) if g)] or [0]),
     "relevant items from 0"),
    ("Success@3", lambda grades, k: float(bool(sum(map(bool, grades[:1])))), "at the first item only"),
    ("MAP", lambda results, relevant: np.mean([*filter(None, (
        over(sum(credits([d in gold for d in some])), len(gold)) for some, gold in zip(results, relevant, strict=True)
     ))] or [0]),
     "queries with a relevant item in their list"),
    ("AUC", auc_of_ranks("min"), "tied numbers at the first of their ranks"),
    ("AUC", auc_of_ranks("max"), "tied numbers at the last of their ranks"),
    ("AUC", auc_of_ranks("dense"), "AUC with no gap in the ranks after a tie"),
    ("AUC", auc_of_ranks("average", less=1), "your ranks begin at 0"),
    ("R", lambda retrieved, relevant: jaccard(retrieved, relevant), "which is the Jaccard index, not R"),
    ("R", lambda retrieved, relevant: over(len({*retrieved} | {*relevant}), len(relevant)), "write & instead of |."),
    ("R", lambda found, relevant: over(len({*found} | {*relevant}), len(found)), "then divide by the relevant items"),
    ("R@3", lambda found, relevant, k: len({*found[:k]} | {*relevant}) / k, "then divide by the relevant items"),
    ("P", lambda retrieved, relevant: over(len({*retrieved} | {*relevant}), len(retrieved)), "write & instead of |."),
    ("P@3", lambda retrieved, relevant, k: jaccard(retrieved[:k], relevant), "which is the Jaccard index, not P@3"),
    ("RBP", lambda grades, p=0.8: sum(p**i for i, g in enumerate(grades) if g) / (1 - p), "divide by 1 − p; multiply"),
    ("Tau", lambda x, y: untied_concordant(x, y), "the fraction of the untied pairs that are concordant"),
    ("geometric mean AP", geometric, "item in their list, not the geometric mean over all queries."),
    ("TauAP", lambda first, second: tau_ap(first, second), "take the second list for the first"),
    ("TauAP", lambda reference, other: tau_ap(other, reference), "take the second list for the first"),
    ("nDCG", ndcg_of_ones, "your ideal list has grade 1 at every rank"),
    ("RBO", rbo_twice, "twice that both lists have at the same rank"),
    ("AUC", lambda y_true, y_score: rank_sum(y_true, y_score), "do not subtract m · (m + 1) / 2"),
    ("AUC", lambda y_true, y_score: roc(y_true, y_score, end=[1]), "does not begin at (0, 0)"),
    ("F(beta=2)", lambda retrieved, relevant: f_2(retrieved, relevant), "forget to square β in the divisor"),
    ("F1", jaccard, "which is the Jaccard index, not F1"),
    ("RR", reciprocal_sum, "divided by the number of ranks"),
    ("nDCG", lambda grades: mean_ndcg(grades), "the mean of nDCG at every rank"),
    ("DCG", of_parts(lambda i: math.log2(i) + 1), "with log2(i) + 1 instead of log2(i + 1)"),
    ("MRR@3", lambda results_list, relevant_list, k: last_hit(results_list, relevant_list, k), "last relevant item"),
    ("FallOut@3", lambda retrieved, relevant, k: misses(retrieved, relevant, k), "1 − R, the fraction of relevant"),
]  # fmt: skip
# what looks alike, but for which the same words would be false
NEAR = [
    ("AUC", auc_of_ranks("min", less=1), "at the first of"),
    ("AUC", auc_of_ranks("dense", less=1), "no gap"),
    ("AUC", auc_of_ranks("average", less=2), "begin at 0"),
    ("R", lambda retrieved, relevant: jaccard(retrieved, relevant) / 2, "Jaccard"),
    ("RBP", lambda grades, p=0.8: sum(p**i for i, g in enumerate(grades) if g) / p, "1 − p; multiply"),
    ("Tau", lambda x, y: untied_concordant(x, y, tied=1), "the untied pairs"),
    ("nDCG", lambda top_items, expected_ids: over(dcg(best(top_items)), 2), "grade 1 at every rank"),
    ("RBO", lambda a, b: rbo_twice(a, b, same=2), "twice that both"),
    ("AUC", lambda y_true, y_score: rank_sum(y_true, y_score, lambda m: m), "do not subtract"),
    ("AUC", lambda y_true, y_score: roc(y_true, y_score, begin=[0.5]), "(0, 0)"),
    ("F(beta=2)", lambda retrieved, relevant: f_2(retrieved, relevant, above=2), "in the divisor"),
    ("F1", lambda retrieved, relevant: jaccard(retrieved[1:], relevant), "Jaccard"),
    ("RR", lambda retrieved, relevant: over(reciprocal_sum(retrieved, relevant), 2), "number of ranks"),
    ("nDCG", lambda grades: mean_ndcg(grades, step=2), "at every rank"),
    ("DCG", of_parts(lambda i: math.log2(i + 1) + 1), "log2(i) + 1"),
    ("MRR@3", lambda results_list, relevant_list, k: last_hit(results_list, relevant_list, k, 9), "last relevant"),
    ("FallOut@3", lambda retrieved, relevant, k: misses(retrieved, relevant, k, by=k), "1 − R"),
]


@pytest.mark.parametrize(("measure", "function", "words"), NEAR)
def test_a_mistake_that_is_nearly_the_same_is_not_named_so(measure: str, function: Any, words: str) -> None:
    report = rt.check(function, measure, seconds=60)
    assert not report and words not in str(report), report


def test_lists_of_queries_are_tried_where_one_list_has_no_number() -> None:
    """Names of items are text, and so could be read as lists of items."""

    def hit_rate(recommendations: Any, ground_truth: Any, k: int = 3) -> Any:
        return np.mean([bool({*some[:k]} & {*gold}) for some, gold in zip(recommendations, ground_truth, strict=False)])

    with pytest.warns(RuntimeWarning, match="empty"):
        assert rt.check(hit_rate, "Success@3")


def test_short_lists_are_blamed_only_where_each_of_them_fails() -> None:
    def ndcg(grades: Any, k: int) -> Any:
        if len(grades) == 1:
            raise ValueError("one item")
        return over(dcg(grades[:k]), dcg(best(grades)[:k]))

    def at_k(grades: Any, k: int) -> Any:
        return over(dcg([grades[i] for i in range(k)]), dcg(best(grades)[:k]))

    blamed = "These lists have fewer than 3 items"
    assert blamed not in str(rt.check(ndcg, "nDCG@3")) and blamed in str(rt.check(at_k, "nDCG@3"))


@pytest.mark.parametrize(("measure", "function"), RIGHT)
def test_no_right_function_is_called_wrong(measure: str, function: Any) -> None:
    report = rt.check(function, measure, seconds=60)
    assert report and report.agreed == report.tried > 50, report


@pytest.mark.parametrize(("measure", "function", "words"), WRONG)
def test_no_wrong_function_is_praised_and_nearly_every_mistake_is_named(
    measure: str, function: Any, words: str
) -> None:
    report = rt.check(function, measure, seconds=60)
    assert not report and "Well done" not in str(report), report
    assert words in (report.mistake or ""), report
    assert words or report.mistake is None  # the list says which have no name


def test_so_many_are_named() -> None:
    assert len(RIGHT) >= 10 and len(WRONG) >= 30
    assert sum(bool(words) for *_, words in WRONG) / len(WRONG) >= 0.9


# --- right on the lists that people have, and what is said of others
def test_a_largest_grade_of_its_own_is_right_and_said() -> None:
    report = rt.check(err_of_gdeval, "ERR")
    assert report.computes == "ERR(max_grade=4)" and "ERR(max_grade=4)" in report.words[0]
    assert "It takes 4 as the largest grade; ERR takes the largest judged one." in report.words
    assert not rt.check(err_of_base_4, "ERR")


def err_up_to(grades: Any, max_grade: Any) -> float:
    goes_on, total = 1.0, 0.0
    for rank, grade in enumerate(grades, 1):
        stops = (2**grade - 1) / 2**max_grade
        total, goes_on = total + goes_on * stops / rank, goes_on * (1 - stops)
    return total


@pytest.mark.parametrize(
    ("function", "computes", "said"),
    [
        (lambda grades, max_grade=4: err_up_to(grades, max_grade), "ERR(max_grade=4)", "It takes 4 as the largest"),
        (lambda grades, *, max_grade=10: err_up_to(grades, max_grade), "ERR(max_grade=10)", "It takes 10 as the"),
        (err_up_to, "ERR(max_grade=3)", "I gave it each of 3, 4, 5 as the largest grade"),
        (lambda grades, max_grade=None: err_up_to(grades, max_grade or max(*grades, 0, 1)), "ERR", ""),
        (lambda grades, max_grade=None: err_up_to(grades, max_grade or len(grades)), None, ""),
        (lambda grades, max_grade: err_up_to(grades, 4), "ERR(max_grade=4)", ""),  # which it was not given
        (lambda grades, max_grade=4: err_up_to(grades, 3), None, ""),
    ],
)
def test_a_parameter_for_the_largest_grade_keeps_its_default(function: Any, computes: str | None, said: str) -> None:
    report = rt.check(function, "ERR")
    assert report.computes == computes
    assert bool(report) is bool(said or computes == "ERR")
    assert said in str(report) and ("as the largest grade;" in str(report)) is bool(said)


def test_more_than_everything_is_not_praised() -> None:
    """Recall of a list that has a relevant item twice is 2 there; precision with the same mistake is never above 1."""
    recall = rt.check(lambda retrieved, relevant: over(sum(d in relevant for d in retrieved), len(relevant)), "R")
    assert recall and "Well done" not in recall.words[0] and "which is above 1" in str(recall)
    precision = rt.check(lambda retrieved, relevant: over(sum(d in relevant for d in retrieved), len(retrieved)), "P")
    assert precision and "Well done" in precision.words[0]


def test_recall_that_counts_an_item_twice_is_not_praised_where_1_hides_it() -> None:
    def capped(retrieved: Any, needed: Any) -> Any:
        return min(1, over(sum(d in needed for d in retrieved), len(needed)))

    report = rt.check(capped, "R")
    repeated = "for Ranking([1, 0], missed=[1]), where rank 2 repeats the item of rank 1"
    assert "Well done" not in str(report) and repeated in str(report)


def test_a_measure_without_a_largest_value_is_not_said_to_be_above_one() -> None:
    def dcg(retrieved: Any, relevant: Any) -> Any:
        return sum(relevant.get(d, 0) / np.log2(rank + 1) for rank, d in enumerate(retrieved, start=1))

    report = rt.check(dcg, "DCG", takes="retrieved, judged")
    assert report and "counts an item twice" in str(report) and "above" not in str(report)


def test_what_the_main_mistake_explains_is_not_told_as_another_mistake() -> None:
    """Which skips an item that comes again, or orders equal scores, as it should."""

    def by_the_list(retrieved: Any, needed: Any) -> Any:
        return over(len({*retrieved} & {*needed}), len({*retrieved}))

    def one_late(qrels: Any, run: Any) -> Any:
        order = sorted(run, key=lambda item: (run[item], item), reverse=True)
        return next((1 / rank for rank, item in enumerate(order, start=2) if qrels.get(item, 0) > 0), 0)

    for function, measure in ((by_the_list, "R"), (one_late, 'RR(ties="item_descending")')):
        report = rt.check(function, measure, seconds=60)
        explained, _, of = (report.mistake or "").partition(" differences")[0].partition(" of ")
        assert explained == of and "Also" not in str(report)


def test_the_differences_in_a_table_and_those_below_it_are_all_of_them() -> None:
    report = rt.check(lambda grades: sum(grades) / max(1, len(grades)) if any(grades) else 1, "P@3")
    rows, more = report.table().axis.length, int(report.table().hidden.split()[0])
    assert rows + more == report.tried - report.agreed


def test_what_is_wrong_without_a_relevant_item_is_told_last() -> None:
    def ap(grades: list[int]) -> float:
        hits = total = 0.0
        for rank, grade in enumerate(grades, start=1):
            hits += grade
            total += (grade > 0) * hits / rank
        return total / sum(grade > 0 for grade in grades)

    report = rt.check(ap, "AP(denominator='hits')")
    assert "nothing is relevant" not in report.words[0] and "Also, with nothing relevant" in str(report)


def test_a_list_for_each_query_is_not_read_as_one_list() -> None:
    """Where only an empty list raises no error, the reading is wrong, although 0 is right there."""
    assert "TypeError" not in str(rt.check(ap_of_all_items, "MAP"))


def test_labels_above_1_are_tried_and_need_not_be_right() -> None:
    """Most code takes two classes for ``y_true``."""
    of_class_1: Any = lambda y_true, y_score: won(y_score[y_true == 1], y_score[y_true == 0])
    for measure, function in (("AUC", of_class_1), ("P@3", p_by_tuples)):
        report = rt.check(function, measure)
        assert report and "Well done" not in str(report) and "with grades up to 5, such as" in str(report)
    assert "Well done" in str(rt.check(auc_mann_whitney, "AUC"))


@pytest.mark.parametrize(
    ("hit", "praised", "unjudged", "below"),
    [
        (lambda grade: (grade or 0) > 0, True, "", ""),
        (lambda grade: grade > 0, True, "raised TypeError", ""),
        (lambda grade: grade is None or grade > 0, False, "returned 2/5, not 1/5", ""),
        (lambda grade: grade != 0, False, "returned 2/5, not 1/5", "returned 2/5, not 1/5"),
        (bool, True, "", "returned 2/5, not 1/5"),
    ],
)
def test_unjudged_items_and_grades_below_0_are_tried(
    hit: Callable[[Any], bool], praised: bool, unjudged: str, below: str
) -> None:
    """A function of grades need not know them, but what counts unjudged items as relevant is not praised."""
    report = rt.check(lambda grades: sum(map(hit, grades[:5])) / 5, "P@5")
    assert report and ("Well done" in report.words[0]) is praised
    said = {words.partition(",")[0]: words for words in report.remarks}
    for kind, words in {"unjudged items": unjudged, "grades below 0": below}.items():
        kind = f"Not counted: with {kind}"
        assert words in said.get(kind, "") and (kind in said) is bool(words)
    assert {"unjudged items", "grades below 0"} <= set(report.covered)


def test_a_name_that_tells_is_not_read_as_something_else() -> None:
    """Divided by the retrieved items it is precision, and recall only if the two lists change places."""

    def context_recall(retrieved: Any, needed: Any) -> Any:
        return over(len({*retrieved} & {*needed}), len(retrieved))

    assert not rt.check(context_recall, "R")
    report = rt.check(lambda retrieved, needed: over(len({*retrieved} & {*needed}), len(needed)), "R")
    assert report and "Well done" in report.words[0]
    letters = rt.check(lambda x, y: over(len({*x} & {*y}), len(y)), "R")  # where y need not be labels
    assert letters and "takes='retrieved, relevant'" in str(letters)


def test_a_long_list_is_written_as_you_would_type_it() -> None:
    report = rt.check(lambda grades: rr(grades[:30]), "RR")
    assert "[0] * 55 + [1] + [0] * 4" in str(report)


def test_a_way_to_call_it_that_no_name_tells_is_said_and_not_praised() -> None:
    report = rt.check(lambda a, b: rr(a), "RR")
    assert report and "Well done" not in str(report)
    assert any(words.startswith("I took the arguments as takes=") for words in report.untested)


def ndcg_of_sorted(grades: Any) -> Any:
    gained = dcg(grades)
    grades.sort(reverse=True)
    return over(gained, dcg(grades))


def ap_that_ticks_off(retrieved: Any, relevant: Any) -> Any:
    m, total, left = len(relevant), 0.0, len(relevant)
    for rank, item in enumerate(retrieved, 1):
        if item in relevant:
            relevant.remove(item)
            left -= 1
            total += (m - left) / rank
    return over(total, m)


@pytest.mark.parametrize(
    ("measure", "function", "said"),
    [
        ("nDCG", ndcg_of_sorted, True),
        ("AP", ap_that_ticks_off, True),
        ("nDCG", lambda grades: ndcg_of_sorted([*grades]), False),
        ("AP", lambda retrieved, relevant: ap_that_ticks_off(retrieved, {*relevant}), False),
        ("P", lambda ranking: rt.precision(ranking).value, False),  # which keeps columns that it was asked for
        ("AUC", lambda y_true, y_score: won(y_score[y_true > 0], y_score[y_true == 0]), False),
    ],
)
def test_a_function_that_changes_what_it_gets_is_not_praised(measure: str, function: Any, said: bool) -> None:
    report = rt.check(function, measure, seconds=60)
    assert report and ("changes what it gets" in str(report)) is said
    assert not (said and "Well done" in str(report))
