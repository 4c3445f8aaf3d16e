"""A hundred functions, right ones in odd styles and wrong ones after real bugs: who is called right, who is named."""

import functools
import heapq
import itertools
import math
import operator
import statistics
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from tests.tiers import LONG

# ruff: noqa: E731


def over(above: Any, below: Any) -> Any:
    return above / below if below else 0.0


# --- right: each returns the measure, in one of the many ways in which people write it --------------------------------
def p_by_slice(g: Any, k: int = 5) -> float:
    return sum(map(bool, g[:k])) / k


def p_padded(rels: Any, k: int) -> float:
    return statistics.fmean(x > 0 for x in [*rels[:k], *[0] * (k - len(rels[:k]))])


def p_numpy(relevance: Any) -> Any:
    top = np.asarray(relevance)[:5]
    return np.count_nonzero(top) / 5


def p_by_items(recommended: Any, actual: Any) -> float:
    return len({*recommended[:5]} & {*actual}) / 5


def p_recursive(grades: Any, k: int = 5, hits: int = 0) -> float:
    return hits / 5 if not k or not grades else p_recursive(grades[1:], k - 1, hits + (grades[0] > 0))


class PrecisionAt:
    def __init__(self, k: int) -> None:
        self.k = k

    def __call__(self, ranked: Any, gold: Any) -> Fraction:
        return Fraction(len(set(ranked[: self.k]).intersection(gold)), self.k)


@dataclass
class Counts:
    """Hits, items in the list, relevant items."""

    tp: int
    n: int
    m: int

    @classmethod
    def of(cls, found: Any, gold: Any) -> "Counts":
        return cls(len(set(found) & set(gold)), len(found), len(gold))


def f1_of_counts(found: Any, gold: Any) -> float:
    c = Counts.of(found, gold)
    return over(2 * c.tp, c.n + c.m)


def f1_by_harmonic_mean(retrieved: Any, relevant: Any) -> float:
    tp = sum(1 for d in dict.fromkeys(retrieved) if d in relevant)
    return statistics.harmonic_mean([tp / len(retrieved), tp / len(relevant)]) if tp else 0.0


def recall_of_qrels(results: Any, qrels: Any, k: int) -> float:
    return over(sum(qrels.get(doc, 0) >= 1 for doc in set(results[:k])), sum(g >= 1 for g in qrels.values()))


def recall_by_loop(docs: Any, ground_truth: Any, *, cutoff: int = 10) -> float:
    left = set(ground_truth)
    for doc in docs[:cutoff]:
        left.discard(doc)
    return 1 - len(left) / len(ground_truth) if ground_truth else 0


def recall_with_missed(grades: Any, missing: Any) -> float:
    found = len([g for g in grades if g])
    return over(found, found + len([g for g in missing if g]))


def rr_next(g: Any) -> float:
    return next((1 / i for i, x in enumerate(g, 1) if x), 0.0)


def rr_while(labels: Any) -> float:
    i = 0
    while i < len(labels) and not labels[i]:
        i += 1
    return 1 / (i + 1) if i < len(labels) else 0


def rr_numpy(grades: Any) -> Any:
    at = np.flatnonzero(np.array(grades))
    return np.float32(1) / np.float32(at[0] + 1) if at.size else np.float32(0)


def rr_by_items(preds: Any, gold: Any) -> float:
    return max((1 / rank for rank, p in enumerate(preds, 1) if p in gold), default=0)


def rr_of_run(qrels: Any, run: Any) -> dict[str, float]:
    return {
        q: max(
            [1 / i for i, (d, _) in enumerate(sorted(s.items(), key=lambda x: -x[1]), 1) if qrels[q].get(d, 0)],
            default=0,
        )
        for q, s in run.items()
    }


def ap_accumulate(rels: Any) -> float:
    hits = list(itertools.accumulate(map(bool, rels)))
    return over(sum(h / i for i, (h, r) in enumerate(zip(hits, rels, strict=True), 1) if r), sum(map(bool, rels)))


def ap_generator(pred: Any, actual: Any) -> float:
    def credits() -> Iterator[float]:
        seen: set[Any] = set()
        for i, item in enumerate(pred, 1):
            if item in actual and item not in seen:
                seen.add(item)
                yield len(seen) / i

    return over(math.fsum(credits()), len(actual))


def ap_by_recall_steps(grades: Any, m: int) -> float:
    total = recall = 0.0
    hits = 0
    for i, g in enumerate(grades, 1):
        hits += g > 0
        total += hits / i * (over(hits, m) - recall)
        recall = over(hits, m)
    return total


def ap_pairs_of_hits(grades: Any, total: int) -> float:
    ranks = [i for i, g in enumerate(grades, 1) if g]
    return over(sum(map(operator.truediv, itertools.count(1), ranks)), total)


def ap_apk(actual: Any, predicted: Any, k: int = 10) -> float:
    score = num_hits = 0.0
    for i, p in enumerate(predicted[:k]):
        if p in actual and p not in predicted[:i]:
            num_hits += 1.0
            score += num_hits / (i + 1.0)
    return score / min(len(actual), k) if actual else 0.0


def ap_sorted(y_true: Any, y_score: Any) -> Any:
    y = np.asarray(y_true)[np.argsort(-np.asarray(y_score), kind="stable")]
    precision = np.cumsum(y) / np.arange(1, len(y) + 1)
    return over((precision * y).sum(), y.sum())


def ap_heap(labels: Any, scores: Any) -> float:
    heap = [(-s, i) for i, s in enumerate(scores)]
    heapq.heapify(heap)
    hits, total = 0, Decimal(0)
    for rank in range(1, len(heap) + 1):
        _, i = heapq.heappop(heap)
        if labels[i]:
            hits += 1
            total += Decimal(hits) / rank
    return float(total / hits) if hits else 0.0


def ap_names_first(qrels: Any, run: Any) -> float:
    """As trec_eval sorts: by score, then by name, the last name first."""
    order = sorted(run, key=lambda d: (run[d], d), reverse=True)
    good = {d for d, g in qrels.items() if g > 0}
    found = [i for i, d in enumerate(order, 1) if d in good]
    return over(sum(n / i for n, i in enumerate(found, 1)), len(good))


def map_of_files(qrels: Any, run: Any) -> float:
    return statistics.fmean(ap_names_first(judged, run.get(query, {})) for query, judged in qrels.items())


def map_of_lists(queries: Any) -> float:
    return float(np.mean([ap_accumulate(q) for q in queries]))


def mapk(actual: Any, predicted: Any, k: int = 10) -> float:
    return sum(ap_apk(a, p, k) for a, p in zip(actual, predicted, strict=True)) / len(actual)


def mrr_dict(qrels: Any, run: Any) -> float:
    ranks: dict[str, float] = defaultdict(float)
    for q, scored in run.items():
        for i, d in enumerate(sorted(scored, key=scored.__getitem__, reverse=True), 1):
            if qrels[q].get(d, 0) and q not in ranks:
                ranks[q] = 1 / i
    return sum(ranks.values()) / len(qrels)


def dcg_of(grades: Any, gain: Callable[[Any], Any] = lambda g: g) -> Any:
    return sum(gain(g) / math.log2(i + 1) for i, g in enumerate(grades, 1))


def ndcg_of_grades(g: Any, k: int = 5) -> Any:
    return over(dcg_of(g[:k]), dcg_of(sorted(g, reverse=True)[:k]))


def ndcg_numpy(relevance: Any, missing: Any) -> Any:
    all_of_them = -np.sort(-np.array([*relevance, *missing], dtype=float))
    w = 1 / np.log2(np.arange(2, 2 + max(len(relevance), len(all_of_them))))
    ideal = all_of_them @ w[: len(all_of_them)]
    return np.asarray(relevance, dtype=float) @ w[: len(relevance)] / ideal if ideal else 0.0


def ndcg_of_qrels(results: Any, qrels: Any, k: int) -> float:
    seen = dict.fromkeys(results)
    gains = [qrels.get(d, 0) for d in seen]
    return float(over(dcg_of(gains[:k]), dcg_of(sorted(qrels.values(), reverse=True)[:k])))


def ndcg_averaged(y_true: Any, y_score: Any) -> float:
    groups: dict[float, list[float]] = defaultdict(list)
    for y, s in zip(y_true, y_score, strict=True):
        groups[s].append(y)
    means = [statistics.fmean(groups[s]) for s in sorted(groups, reverse=True) for _ in groups[s]]
    return float(over(dcg_of(means), dcg_of(sorted(y_true, reverse=True))))


def auc_ranks(y: Any, p: Any) -> float:
    order = sorted(p)
    middle = [(bisect_left(order, s) + bisect_right(order, s) + 1) / 2 for s in p]
    pos = sum(y)
    return (sum(r for r, t in zip(middle, y, strict=True) if t) - pos * (pos + 1) / 2) / (pos * (len(y) - pos))


def auc_curve(labels: Any, scores: Any) -> float:
    points = [(0.0, 0.0)]
    for t in sorted(set(scores), reverse=True):
        above = [bool(y) for y, s in zip(labels, scores, strict=True) if s >= t]
        points.append((above.count(False) / (len(labels) - sum(labels)), above.count(True) / sum(labels)))
    return sum((x - w) * (y + z) / 2 for (w, z), (x, y) in itertools.pairwise(points))


def rbp_horner(rels: Any) -> float:
    return 0.2 * functools.reduce(lambda tail, r: (r > 0) + 0.8 * tail, reversed(rels), 0.0)


def err_cascade(grades: Any) -> float:
    left, total, top = 1.0, 0.0, 2 ** max([*grades, 1])
    for rank, g in enumerate(grades, 1):
        stops = (2**g - 1) / top
        total, left = total + left * stops / rank, left * (1 - stops)
    return total


def bpref_loop(grades: Any) -> float:
    bad = total = 0.0
    r, n = sum(bool(g) for g in grades), sum(g == 0 for g in grades)
    for g in grades:
        if g:
            total += 1 - over(min(bad, r), min(r, n))
        bad += g == 0
    return over(total, r)


def judged(grades: Any) -> float:
    return over(sum(g is not None for g in grades), len(grades))


def r_precision(retrieved: Any, relevant: Any) -> float:
    r = len(relevant)
    return over(len({*retrieved[:r]} & relevant), r)


def lag_of_ranks(g: Any) -> float:
    above = [i - n for n, i in enumerate(i for i, x in enumerate(g) if x)]
    return over(sum(above), len(above))


def tau_a(x: Any, y: Any) -> float:
    pairs = list(itertools.combinations(zip(x, y, strict=True), 2))
    return sum(float(np.sign((a - c) * (b - d))) for (a, b), (c, d) in pairs) / len(pairs)


def rho(x: Any, y: Any) -> float:
    rank = lambda v: [sum(w < u for w in v) + (v.count(u) + 1) / 2 for u in v]
    return statistics.correlation(rank(x), rank(y))


def recall_of_a_set(results: Any, qrels: Any, k: int) -> float:
    return over(len(set(qrels) & set(results[:k])), len(qrels))


def rr_rest(g: Any, r: int = 1) -> float:
    return 0 if not len(g) else 1 / r if g[0] else rr_rest(g[1:], r + 1)


def mrr_of_dicts(run: Any, truth: Any) -> float:
    return sum(rr_by_items(run.get(q, []), truth[q]) for q in truth) / len(truth)


def mean_recall(actual: Any, predicted: Any, k: int = 3) -> float:
    each = [over(len({*a} & {*p[:k]}), len(a)) for a, p in zip(actual, predicted, strict=True)]
    return sum(each) / len(each)


def ap_of_unstable_sort(y: Any, s: Any) -> Any:
    return ap_accumulate(np.asarray(y)[np.argsort(s)[::-1]])


def err_of_top(grades: Any, top: int) -> float:
    left, total = 1.0, 0.0
    for rank, g in enumerate(grades, 1):
        stops = (2**g - 1) / 2**top
        total, left = total + left * stops / rank, left * (1 - stops)
    return total


def at_levels(grades: Any, m: int, levels: Any, reached: Any = operator.ge, best: Any = max) -> float:
    hits = list(itertools.accumulate(map(bool, grades)))
    each = [[h / i for i, h in enumerate(hits, 1) if reached(over(h, m), level)] for level in levels]
    return sum(best(some) if some else 0 for some in each) / len(each)


def err_of(grades: Any, stop: Any, sees: Any = lambda left, now: left * now, below: Any = lambda rank: rank) -> float:
    left, total, largest = 1.0, 0.0, max([*grades, 1])
    for rank, grade in enumerate(grades, 1):
        total += left * stop(grade, largest) / below(rank)
        left = sees(left, 1 - stop(grade, largest))
    return total


def stops(grade: Any, largest: Any) -> float:
    return (2**grade - 1) / 2**largest


def depths(a: Any, b: Any, p: float = 0.9) -> list[float]:
    return [p**d * len({*a[: d + 1]} & {*b[: d + 1]}) / (d + 1) for d in range(len(a))]


def rbo_even(a: Any, b: Any) -> float:
    return 0.1 * sum(depths(a, b)) + 0.9 * depths(a, b)[-1]


def inversions(a: Any, b: Any) -> float:
    return statistics.fmean(b.index(x) > b.index(y) for x, y in itertools.combinations(a, 2))


def opa(y_true: Any, y_score: Any) -> float:
    rows = [*zip(y_true, y_score, strict=True)]
    pairs = [(s > t) + (s == t) / 2 for y, s in rows for z, t in rows if y > z]
    return over(sum(pairs), len(pairs))


def gap_of(grades: Any, missed: Any) -> float:
    each = [sum(credits([g >= level for g in grades])) for level in range(1, max([*grades, *missed], default=0) + 1)]
    return over(sum(each), sum(grades) + sum(missed))


def bpref_of(retrieved: Any, qrels: Any, lost: Any) -> float:
    hits = [qrels[d] > 0 for d in dict.fromkeys(retrieved) if d in qrels]
    m, others = sum(g > 0 for g in qrels.values()), sum(g == 0 for g in qrels.values())
    above = [i - sum(hits[: i + 1]) + 1 for i, hit in enumerate(hits) if hit]
    return over(sum(1 - lost(n, m, others) for n in above), m)


RIGHT: list[tuple[str, Any]] = [
    ("IPA11", lambda grades, m: at_levels(grades, m, [i / 10 for i in range(11)])),
    ("IPrec(recall=0.5)", lambda grades, m: at_levels(grades, m, [0.5])),
    ("ERR", lambda grades: err_of(grades, stops)), ("RBO", rbo_even), ("OPA", opa), ("GAP", gap_of),
    ("RBP(p=0)", lambda grades: float(any(grades[:1]))),
    ("Bpref", lambda retrieved, qrels: bpref_of(retrieved, qrels, lambda n, m, N: over(min(n, m), min(m, N)))),
    ("P@5", p_by_slice), ("P@5", p_padded), ("P@5", p_numpy), ("P@5", p_by_items), ("P@5", p_recursive),
    ("P@3", PrecisionAt(3)), ("P@3", lambda hits, k: sum(hits[:k]) / k), ("P", lambda x: np.mean(x)),
    ("P", lambda g: Fraction(len([x for x in g if x]), len(g))),
    ("F1", f1_of_counts), ("F1", f1_by_harmonic_mean),
    ("R@5", recall_of_qrels), ("R@10", recall_by_loop), ("R", recall_with_missed),
    ("R@3", functools.partial(recall_by_loop, cutoff=3)),
    ("RR", rr_next), ("RR", rr_while), ("RR", rr_numpy), ("RR", rr_by_items), ("RR", rr_of_run),
    ("AP", ap_accumulate), ("AP", ap_generator), ("AP", ap_by_recall_steps), ("AP", ap_pairs_of_hits),
    ('AP(denominator="min")@10', ap_apk), ("AP", ap_sorted), ("AP", ap_heap), ("AP", ap_names_first),
    ("MAP", map_of_files), ("MAP", map_of_lists), ('AP(denominator="min")@10', mapk), ("MRR", mrr_dict),
    ("DCG@3", lambda grades: dcg_of(grades[:3])), ("nDCG@5", ndcg_of_grades), ("nDCG", ndcg_numpy),
    ("nDCG@5", ndcg_of_qrels), ('nDCG(ties="averaged")', ndcg_averaged),
    ("AUC", auc_ranks), ("AUC", auc_curve), ("RBP", rbp_horner), ("ERR", err_cascade), ("Bpref", bpref_loop),
    ("P@5", lambda retrieved, relevant: sum(d in relevant for d in retrieved[:5]) / 5),
    ("R", lambda retrieved, relevant: over(sum(d in relevant for d in retrieved), len(relevant))),
    ("AP", lambda pred, actual: over(sum(credits([d in actual for d in pred])), len(actual))),
    ("P@5", lambda a, b: sum(x in set(a) for x in b[:5]) / 5), ("R@3", recall_of_a_set),
    ("P@3", lambda y_true, y_pred, k: len(set(y_true) & set(y_pred[:k])) / k),
    ("RR", rr_rest), ("MRR", mrr_of_dicts), ("mean R@3", mean_recall), ("AP", ap_of_unstable_sort),
    ("P(rel=4)@3", lambda grades, k: sum(g >= 4 for g in grades[:k]) / k),
    ("ERR(max_grade=2)", lambda grades: err_of_top(grades, 2)),
    ("Judged", judged), ("RPrec", r_precision), ("LAG", lag_of_ranks), ('Tau(variant="a")', tau_a), ("Rho", rho),
]  # fmt: skip


# --- wrong: each with words that its name contains -------------------------------------------------------------------
def credits(hits: Any) -> list[float]:
    return [sum(map(bool, hits[:i])) / i for i in range(1, len(hits) + 1) if hits[i - 1]]


def ap_adds(grades: Any, m: int) -> float:
    hits = total = 0.0
    for rank, grade in enumerate(grades, 1):
        hits += grade
        total += grade * hits / rank
    return over(total, m)


def run_of(qrels: Any, run: Any) -> list[int]:
    return [int(qrels.get(d, 0) > 0) for d in sorted(run, key=run.get, reverse=True)]


def ap_in_run(qrels: Any, run: Any) -> float:
    return over(sum(credits(run_of(qrels, run))), sum(g > 0 for g in qrels.values()))


def ap_by(qrels: Any, run: Any, key: Callable[[Any], Any]) -> float:
    found = [qrels.get(d, 0) for d in sorted(run, key=key, reverse=True)]
    return over(sum(credits(found)), sum(g > 0 for g in qrels.values()))


def map_of_run(qrels: Any, run: Any) -> float:
    return sum(ap_in_run(qrels[q], run[q]) for q in run) / len(run)


def map_pooled(qrels: Any, run: Any) -> float:
    credit = sum(sum(credits(run_of(qrels[q], run.get(q, {})))) for q in qrels)
    return over(credit, sum(g > 0 for q in qrels for g in qrels[q].values()))


def map_last(qrels: Any, run: Any) -> float:
    value = 0.0
    for q in qrels:
        value = ap_in_run(qrels[q], run.get(q, {}))
    return value


def map_of_found(qrels: Any, run: Any) -> float:
    each = [ap_in_run(qrels[q], run.get(q, {})) for q in qrels if any(qrels[q].values())]
    return over(sum(each), len(each))


def map_keyed(qrels: Any, run: Any) -> float:
    return sum(ap_in_run(qrels[q], run[q]) for q in qrels) / len(qrels)


def rr_sorted_badly(qrels: Any, run: Any) -> float:
    return next((1 / i for i, d in enumerate(sorted(run, key=run.get), 1) if qrels.get(d, 0) > 0), 0.0)


def rr_favoured(y_true: Any, y_score: Any) -> float:
    order = sorted(zip(y_score, y_true, strict=True), reverse=True)
    return next((1 / i for i, (_, y) in enumerate(order, 1) if y), 0.0)


def rr_stable(qrels: Any, run: Any) -> float:
    return next((1 / i for i, g in enumerate(run_of(qrels, run), 1) if g), 0.0)


def ndcg_favoured(y_true: Any, y_score: Any) -> Any:
    order = [y for _, y in sorted(zip(y_score, y_true, strict=True), reverse=True)]
    return over(dcg_of(order), dcg_of(sorted(y_true, reverse=True)))


def bpref_unjudged(grades: Any) -> float:
    return bpref_loop([g or 0 for g in grades])


def ndcg(grades: Any, ideal: Any, gain: Any = lambda g: g, best: Any = lambda g: g) -> Any:
    return over(dcg_of(grades, gain), dcg_of(ideal, best))


def sort(grades: Any) -> list[Any]:
    return sorted(grades, reverse=True)


def auc_pairs(y: Any, p: Any, tie: float) -> float:
    pairs = [a - b for t, a in zip(y, p, strict=True) if t for u, b in zip(y, p, strict=True) if not u]
    return sum((d > 0) + tie * (d == 0) for d in pairs) / len(pairs)


def concordant(x: Any, y: Any) -> list[bool]:
    pairs = itertools.combinations(zip(x, y, strict=True), 2)
    return [(a - c) * (b - d) > 0 for (a, b), (c, d) in pairs]


def squares(x: Any, y: Any) -> float:
    first, second = ([sorted(v).index(u) for u in v] for v in (x, y))
    return 1 - 6 * sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) / (len(x) ** 3 - len(x))


def hit_ranks(g: Any) -> list[int]:
    return [i for i, x in enumerate(g, 1) if x]


def p_and_r(found: Any, gold: Any) -> tuple[float, float]:
    hits = len(set(found) & set(gold))
    return over(hits, len(found)), over(hits, len(gold))


HITS = 'denominator="hits"'
WRONG: list[tuple[str, Any, str]] = [
    ("P@5", lambda grades: sum(grades[:5]) / 5, "add grades"),
    ("P@5", lambda grades: sum(g == 1 for g in grades[:5]) / 5, "grade 1 only"),
    ("P@5", lambda g: over(sum(map(bool, g[:5])), len(g[:5])), 'denominator="items"'),
    ("P@5", lambda g: sum(map(bool, g[:4])) / 5, "leave out the last of the first k"),
    ("P@5", lambda g: sum(map(bool, g[:6])) / 6, "one rank too late"),
    ("P@5", lambda grades, m: over(sum(map(bool, grades[:5])), min(m, 5)), "min"),
    ("P@5", lambda g: 100 * sum(map(bool, g[:5])) / 5, "in percent"),
    ("R@3", lambda retrieved, relevant: float(bool({*retrieved[:3]} & relevant)), "hit rate"),
    ("R@3", lambda retrieved, relevant: over(len({*retrieved[:3]} & relevant), min(3, len(relevant))),
     'denominator="min"'),
    ("R@3", lambda grades, m: over(sum(map(bool, grades[:3])), sum(map(bool, grades))), "that the list lacks"),
    ("R@3", lambda grades, m: sum(map(bool, grades[:3])) / 3, "divided by the cutoff"),
    ("F1", lambda retrieved, relevant: sum(p_and_r(retrieved, relevant)) / 2, "plain mean"),
    ("F1", lambda retrieved, relevant: math.sqrt(math.prod(p_and_r(retrieved, relevant))), "geometric mean"),
    ("F1", lambda retrieved, relevant: over(math.prod(p_and_r(retrieved, relevant)), sum(p_and_r(retrieved, relevant))),
     "half of F1"),
    ("F1", lambda retrieved, relevant:
     2 * math.prod(x := p_and_r(retrieved, relevant)) / (sum(x) + 1e-3), "to the divisor"),
    ("RR", lambda grades: 1 / (grades.index(1) + 1) if 1 in grades else 0, "grade 1 only"),
    ("RR", lambda g: over(sum(1 / i for i in hit_ranks(g)), len(hit_ranks(g))), "mean of 1/rank"),
    ("RR", lambda g: sum(1 / i for i in hit_ranks(g)), "every relevant item added up"),
    ("RR", lambda g: next((1 / i for i, x in enumerate(g, 2) if x), 0), "ranks from 2"),
    ("RR", lambda g: next((1 / i for i, x in enumerate(reversed(g), 1) if x), 0), "from the bottom"),
    ("RR", lambda g: 1 / max(hit_ranks(g), default=math.inf), "last relevant item only"),
    ("RR", lambda g: next(iter(hit_ranks(g)), 0), "1 / RR"),
    ("RR", rr_sorted_badly, "from the bottom"),
    ("RR", rr_favoured, "relevant ones first"),
    ('RR(ties="item_descending")', rr_stable, "order of the input"),
    ("AP", ap_adds, "add grades"),
    ("AP", lambda retrieved, relevant:
     over(sum(c := credits([d in relevant for d in dict.fromkeys(retrieved)])), len(c)),
     HITS),
    ("AP", lambda grades, m: over(sum(c := credits(grades)), len(c)), HITS),
    ("AP", lambda g: over(sum(credits(g)), len(g)), "length of the list"),
    ("AP", lambda g: sum(credits(g)), "not divided"),
    ("AP", lambda g: statistics.fmean(sum(map(bool, g[:i])) / i for i in range(1, len(g) + 1)),
     "precision at all ranks"),
    ("AP@3", lambda grades, m: over(sum(credits(grades[:3])), min(m, 3)), 'denominator="min"'),
    ("AP", lambda grades, m: over(sum(credits(grades)), m + 1e-4), "to the divisor"),
    ("MAP", map_of_run, "that have a list"),
    ("MAP", map_pooled, "pool"),
    ("MAP", map_last, "last query only"),
    ("MAP", map_of_found, "with a relevant item"),
    ("MAP", map_keyed, "the run lacks"),
    ("MRR", lambda lists: max(rr_next(g) for g in lists), ""),
    ("nDCG@3", lambda grades, missed: ndcg(grades[:3], sort(grades)[:3]), 'ideal="retrieved"'),
    ("nDCG@3", lambda grades, missed: ndcg(grades[:3], sort(grades[:3])), "first k results only"),
    ("nDCG@3", lambda grades, missed: ndcg(grades[:3], [*grades, *missed][:3]), "not sorted"),
    ("nDCG@3", lambda grades: ndcg(grades[:3], [1] * 3), "grade 1 at every rank"),
    ("nDCG", lambda grades: ndcg(grades, sort(grades), gain=lambda g: 2**g - 1), "only in the list itself"),
    ('nDCG(gain="exponential")', lambda grades: ndcg(grades, sort(grades), gain=lambda g: 2**g - 1), "linear gain"),
    ("nDCG", lambda grades: ndcg(grades, sort(grades), lambda g: 2**g - 1, lambda g: 2**g - 1), 'gain="exponential"'),
    ("nDCG", dcg_of, "not divided by the ideal"),
    ('nDCG(ties="averaged")', ndcg_favoured, "relevant ones first"),
    ("DCG", lambda grades: sum(g / max(1, math.log2(i)) for i, g in enumerate(grades, 1)), "divide by log2(rank)"),
    ("DCG", lambda grades: sum(g / math.log(i + 1) for i, g in enumerate(grades, 1)), "e"),
    ("AUC", functools.partial(auc_pairs, tie=1.0), "full point for a tied pair"),
    ("AUC", functools.partial(auc_pairs, tie=0.0), 'ties="strict"'),
    ("RBP", lambda rels: sum((r > 0) * 0.8**i for i, r in enumerate(rels)), "the factor 1 − p"),
    ("ERR", lambda grades: sum((2**g - 1) / 2 ** max([*grades, 1]) / i for i, g in enumerate(grades, 1)),
     "without the factor V_i"),
    ("Bpref", bpref_unjudged, "unjudged items as not relevant"),
    ("Judged", lambda grades: 1.0 if grades else 0.0, "unjudged items"),
    ("RBPResidual", lambda grades: 0.8 ** len(grades), "unjudged items"),
    ("LAG", lambda g: over(sum(i - 1 for i in hit_ranks(g)), len(hit_ranks(g))), "rank − 1"),
    ('Tau(variant="a")', lambda x, y: statistics.fmean(concordant(x, y)), "concordant"),
    ("Rho", squares, "squared differences"),
    ("RPrec", lambda retrieved, relevant: over(len({*retrieved} & relevant), len(relevant)), "R, recall"),
    ("AP", ap_apk, "cut off at rank 10"), ("AP@10", ap_apk, 'denominator="min"'), ("AP@20", ap_apk, "min"),
    ("AP", lambda grades, m: over(sum(credits(grades[:10])), m), "AP@10"),
    ("RR", lambda g: rr_next(g[:10]), "RR@10"), ("nDCG", lambda g: ndcg(g[:10], sort(g)[:10]), "nDCG@10"),
    ("AP(rel=4)", lambda grades: 0.0, "always return 0"), ("P(rel=3)", lambda grades: 0.0, "always return 0"),
    ("Rho", lambda x, y: float(np.corrcoef(np.argsort(x), np.argsort(y))[0, 1]), "argsort"),
    ("MAP", lambda qrels, run: sum(map(ap_in_run, qrels.values(), run.values())) / len(qrels), "by itself"),
    ("AP", lambda qrels, run: ap_by(qrels, run, lambda d: str(run[d])), "as text"),
    ("P@3", lambda y, s: sum(y[i] for i in sorted(range(len(y)), key=lambda i: -int(s[i]))[:3]) / 3, "whole numbers"),
    ("AP", lambda qrels, run: ap_in_run(qrels, {d: s for d, s in run.items() if s > 0}), "0 or less"),
    ("RR", lambda y_true, y_score: rr_next(y_true), "do not sort by score"),
    ("AUC", lambda y, s: auc_pairs(y, s, 0.5) if 0 < sum(y) < len(y) else 17, "raise an error"),
    ("P@5", lambda grades, k: sum(map(bool, grades)) / k, "whole list"),
    ("nDCG@5", lambda results, qrels: min(1, over(dcg_of([qrels.get(d, 0) for d in results[:5]]),
     dcg_of(sort(qrels.values())[:5]))), "only once"),
    ("AP", lambda qrels, run: ap_in_run({d: g - 1 for d, g in qrels.items()}, run), "above the relevance level"),
    ("RR", lambda g: next((1 / (i or 1) for i, x in enumerate(g) if x), 0), "ranks from 0"),
    ("AP", lambda grades, m: over(sum((n + 1) / (i - 1 or 1) for n, i in enumerate(hit_ranks(grades))), m), "before"),
    ("AP@3", lambda g, m: over(sum((n + 1) / (i - 1 or 1) for n, i in enumerate(hit_ranks(g[:3]))), m), "before"),
    ("LAG@3", lambda g: over(sum(i - 1 for i in hit_ranks(g[:3])), len(hit_ranks(g[:3]))), "rank − 1"),
    ("AP", lambda grades, m: over(sum(max((n + j) / i for j, i in enumerate(hit_ranks(grades)[n - 1:]))
     for n in range(1, 1 + len(hit_ranks(grades)))), m), "interpolated"),
    ("DCG@5", lambda grades: dcg_of(grades[:5], lambda g: 2**g), "2^g"),
    ("RBP", lambda rels: 0.8 * sum(0.2**i for i, x in enumerate(rels) if x), "exchange p"),
    ("MRR", lambda lists: statistics.median(map(rr_next, lists)), "median"),
    ("F2", lambda found, gold: over(3 * math.prod(x := p_and_r(found, gold)), 2 * x[0] + x[1]), "β"),
    ("F1", lambda found, gold: 2 * math.prod(x := p_and_r(found, gold)) / (sum(x) + 1e-8), "to the divisor"),
    ("nDCG@5", lambda results, qrels: over(dcg_of([qrels.get(d, 0) for d in dict.fromkeys(results[:5])]),
     dcg_of(sort(qrels.values())[:5][: len(results)])), "as long as the list"),
    ("MAP", lambda qrels, run: functools.reduce(lambda a, b: (a + b) / 2,
     [ap_in_run(qrels[q], run.get(q, {})) for q in qrels]), "halve"),
    ("IPA11", lambda grades, m: at_levels(grades, m, [i * 0.1 for i in range(11)]), "3 * 0.1"),
    ("IPA11", lambda grades, m: at_levels(grades, m, [i / 10 for i in range(1, 11)]), "recall level 0"),
    ("IPA11", lambda grades, m: at_levels(grades, m, [i / 10 for i in range(11)], operator.gt), "above a level"),
    ("IPrec(recall=0.5)", lambda grades, m: at_levels(grades, m, [0.5], best=operator.itemgetter(0)), "first rank"),
    ("ERR", lambda grades: err_of(grades, lambda g, top: (2**g - 1) / (2**top - 1)), "2^largest − 1"),
    ("ERR", lambda grades: err_of(grades, stops, below=lambda rank: math.log2(rank + 1)), "divides by the rank"),
    ("ERR", lambda grades: err_of(grades, stops, sees=lambda left, now: now), "multiply"),
    ("RBO", lambda a, b: sum(depths(a, b)) / sum(0.9**d for d in range(len(a))), "sum of the weights"),
    ("RBO", lambda a, b: 0.1 * sum(depths(a, b)), 'form="truncated"'),
    ("KendallDistance", lambda a, b: sum(abs(i - b.index(x)) for i, x in enumerate(a)), "footrule"),
    ("TauAP", lambda a, b: rt.tau_ap(list(b), list(a)).value, "second list for the first"),
    ("Rho", lambda x, y: abs(rho(x, y)), "absolute value"),
    ("Pearson", lambda x, y: np.dot(x, y) / math.sqrt(np.dot(x, x) * np.dot(y, y)), "cosine"),
    ("Pearson", lambda x, y: np.polyfit(x, y, 1)[0], "slope"),
    ("Pearson", lambda x, y: np.cov(x, y, ddof=0)[0, 1] / (np.std(x, ddof=1) * np.std(y, ddof=1)), "ddof"),
    ("GAP", lambda grades, missed: statistics.fmean(
        over(sum(credits([g >= j for g in grades])), sum(g >= j for g in [*grades, *missed]))
        for j in range(1, max([*grades, *missed, 1]) + 1)), "divides once"),
    ("Bpref", lambda retrieved, qrels: bpref_of(retrieved, qrels, lambda n, m, others: over(n, others)), "by N"),
    ("AUC", lambda y, s: max(a := auc_pairs(y, s, 0.5), 1 - a), "below 1/2"),
    ("F2", lambda found, gold: over(2 * math.prod(x := p_and_r(found, gold)), 4 * x[0] + x[1]), "1 + β²"),
    ("F1@5", lambda found, gold: over(2 * (p := p_and_r(found[:5], gold)[0] * len(found[:5]) / 5)
     * (r := p_and_r(found, gold)[1]), p + r), "precision only"),
    ("Success@3", lambda grades: float(any(grades[:1])), "first"),
    ("Success@3", lambda grades: float(len(grades) > 0 and all(grades[:3])), "each of the first k"),
    ("RBP(p=0.95)", lambda grades: 0.2 * sum((g > 0) * 0.8**i for i, g in enumerate(grades)), "p = 0.8"),
    ("RBP@3", lambda grades: 0.2 * sum((g > 0) * 0.8**i for i, g in enumerate(
     itertools.takewhile(bool, grades[:3]))), "stop at the first item"),
    ("gm_map", lambda qrels, run: math.prod(ap_in_run(qrels[q], run.get(q, {})) for q in qrels) ** (1 / len(qrels)),
     "0.00001"),
    ("MRR", lambda qrels, run: over(sum(v := [rr_next(run_of(qrels[q], run.get(q, {}))) for q in qrels]),
     sum(x > 0 for x in v)), "with a relevant item in their list"),
    ("IPS", lambda grades: sum(grade / rank for rank, grade in enumerate(grades, 1)), "multiply clicks"),
    ("IPS", lambda grades: sum(grades), "CG"),
    ("IPS", lambda grades: sum(grade * rank for rank, grade in enumerate(grades)), "from 0"),
]  # fmt: skip


@functools.cache
def report_of(right: bool, place: int) -> Any:
    measure, function = (RIGHT if right else WRONG)[place][:2]
    return rt.check(function, measure)


@pytest.mark.parametrize("place", range(len(RIGHT)))
def test_no_right_function_is_called_wrong(place: int) -> None:
    report = report_of(True, place)
    assert report, report
    assert report.agreed == report.tried > 5


SOME = range(len(WRONG))[:: 1 if LONG else 2]  # every second one for every change


@pytest.mark.parametrize("place", SOME)
def test_no_wrong_function_is_praised(place: int) -> None:
    report = report_of(False, place)
    assert not report, report
    assert report.smallest is not None and "Well done" not in str(report)


def test_nearly_every_wrong_function_is_told_its_mistake() -> None:
    assert len(RIGHT) + len(WRONG) >= 100 and len(RIGHT) >= 45
    words = {place: WRONG[place][-1] for place in SOME}
    missed = [
        place for place in SOME if not words[place] or words[place] not in (report_of(False, place).mistake or "")
    ]
    assert len(missed) <= 0.02 * len(WRONG), [WRONG[place] for place in missed]


# --- right within what a function sees: the report says what it could not test
UNTESTED: list[tuple[str, Any, str]] = [
    ("AP", lambda grades: over(sum(c := credits(grades)), len(c)), "relevant items that the list lacks"),
    ("R", lambda grades: float(any(grades)), "relevant items that the list lacks"),
    ("nDCG", lambda grades: ndcg(grades, sort(grades)), "relevant items that the list lacks"),
    ("Judged", lambda y_true, y_score: float(len(y_true) > 0), "unjudged"),
    ('RR(ties="item_descending")', rr_next, "the scores"),
    ("P@3", lambda hits: sum(hits[:3]) / 3, "grades above 1"),
    ("StRecall@3", lambda grades: float(any(grades[:3])), "the subtopics"),
    ("IPA11", lambda grades: at_levels(grades, sum(map(bool, grades)), [i / 10 for i in range(11)]), "the list lacks"),
    ("MAP", ap_in_run, "test MAP"), ("P@3", lambda grades: np.float16(sum(map(bool, grades[:3])) / 3), "16 bits"),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "function", "words"), UNTESTED)
def test_a_report_says_what_it_could_not_test(measure: str, function: Any, words: str) -> None:
    report = rt.check(function, measure)
    assert report, report
    assert any(words in sentence and "could not test" in sentence for sentence in report.untested)
    assert "Well done" not in str(report)


SAME_ITEMS: list[tuple[str, Any, str]] = [
    ("RBO", lambda a, b: [b.index(x) for x in a] and rbo_even(a, b), "only one list has"),
    ("KendallDistance", inversions, "only one list has"),
    ("RBO", lambda a, b: rbo_even(a[: len(b)], b[: len(a)]), "different lengths"),
]


@pytest.mark.parametrize(("measure", "function", "words"), SAME_ITEMS)
def test_lists_that_differ_in_more_than_their_order_are_tried_or_not_praised(
    measure: str, function: Any, words: str
) -> None:
    report = rt.check(function, measure)
    assert report and "Well done" not in str(report) and any(words in remark for remark in report.remarks)


def test_a_wrong_number_for_items_that_only_one_list_has_is_found() -> None:
    report = rt.check(lambda a, b: 0.1 * sum(depths(a, b)) + 0.9 ** len(a) * len({*a, *b}) / len(a), "RBO")
    assert not report and "need not be in the other" in str(report)


def fall_out_of(irrelevant: Callable[[Any, Any], list[Any]], retrieved: Any, qrels: Any, k: int = 5) -> float:
    some = irrelevant(retrieved, qrels)
    return over(len({*retrieved[:k]} & {*some}), len(some))


def bpref_with(judged: Callable[[Any, Any], list[Any]], retrieved: Any, qrels: Any) -> float:
    m, others = sum(g > 0 for g in qrels.values()), sum(qrels[d] <= 0 for d in judged(retrieved, qrels))
    above, total = 0, 0.0
    for d in dict.fromkeys(retrieved):
        if qrels.get(d, 0) > 0:
            total += 1 - over(min(above, m), min(m, others))
        above += d in qrels and qrels[d] <= 0
    return over(total, m)


LACKS_IRRELEVANT: list[tuple[str, Any]] = [
    ("FallOut@5", lambda judged: lambda found, qrels, k=5: fall_out_of(
        lambda found, qrels: [d for d in judged(found, qrels) if qrels[d] <= 0], found, qrels, k)),
    ("Bpref", lambda judged: lambda retrieved, qrels: bpref_with(judged, retrieved, qrels)),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "made"), LACKS_IRRELEVANT)
def test_items_judged_not_relevant_that_the_list_lacks_are_tried(measure: str, made: Any) -> None:
    assert "Well done" in str(rt.check(made(lambda found, qrels: [*qrels]), measure))
    report = rt.check(made(lambda found, qrels: [d for d in {*found} if d in qrels]), measure)
    assert not report and "you leave out the items judged not relevant that the list lacks" in (report.mistake or "")


@pytest.mark.parametrize("measure", ["FallOut", "Bpref", "R"])
def test_a_function_of_grades_cannot_know_what_the_list_lacks(measure: str) -> None:
    def of_grades(grades: Any) -> float:
        items = [*map(str, range(len(grades)))]
        qrels = {item: grade for item, grade in zip(items, grades, strict=True) if grade is not None}
        if measure == "R":
            return float(any(grades))
        return bpref_with(lambda *_: [*qrels], items, qrels) if measure == "Bpref" else float(0 in grades)

    report = rt.check(of_grades, measure)
    assert report and "Well done" not in str(report)
    assert ("judged not relevant that the list lacks" in str(report)) == (measure != "R")


def united(items: Any, gold: Any) -> int:
    return len({*items} | {*gold})


@pytest.mark.parametrize(
    ("measure", "function", "words"),
    [
        ("R@3", lambda retrieved, relevant, k=3: over(len({*retrieved[:k]} & relevant), united(retrieved, relevant)),
         "all items that are retrieved or relevant"),
        ("R@3", lambda retrieved, qrels, k=3: over(sum(qrels.get(d, 0) > 0 for d in {*retrieved[:k]}), len(qrels)),
         "all judged items"),
        ("AP", lambda retrieved, relevant: over(sum(ap_terms(retrieved, relevant)), united(retrieved, relevant)),
         "all items that are retrieved or relevant"),
    ],
)  # fmt: skip
def test_a_divisor_is_called_what_it_is(measure: str, function: Any, words: str) -> None:
    assert f"divided by {words}, not by the relevant items (m)" in (rt.check(function, measure).mistake or "")


def ap_terms(retrieved: Any, relevant: Any) -> list[float]:
    return credits([int(d in relevant and d not in retrieved[:place]) for place, d in enumerate(retrieved)])


def alpha_ndcg(lost: Callable[[int], float], subtopics: Any, k: int = 99, last: bool = False) -> float:
    """Right for 2^−seen; of items with equal gain, the ideal order takes the first, or the last."""

    def gain(served: Any, seen: dict[str, int]) -> float:
        return sum(lost(seen.get(topic, 0)) for topic in served)

    def dcg_in(order: Any) -> float:
        seen: dict[str, int] = {}
        gains = [(gain(served, seen), seen.update({topic: seen.get(topic, 0) + 1 for topic in served}))[0]
                 for served in order]  # fmt: skip
        return dcg_of(gains[:k])

    rest, order, found = [*subtopics][:: -1 if last else 1], list[Any](), dict[str, int]()
    while rest:
        order.append(rest.pop(max(range(len(rest)), key=lambda place: gain(rest[place], found))))
        found.update({topic: found.get(topic, 0) + 1 for topic in order[-1]})
    return over(dcg_in(subtopics), dcg_in(order))


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("measure", ["alpha_nDCG", "alpha_nDCG@4", "alpha_nDCG(alpha=0.25)@3"])
def test_a_function_of_subtopics(measure: str, last: bool) -> None:
    kept = 0.75 if "alpha=" in measure else 0.5
    k = int(measure.partition("@")[2] or 99)
    report = rt.check(lambda subtopics: alpha_ndcg(lambda seen: kept**seen, subtopics, k, last), measure)
    assert report and "never sees the subtopics" not in str(report)
    assert "Well done" not in str(report) and "relevant items that the list lacks" in str(report)
    for wrong in (lambda seen: kept ** min(seen, 1), lambda seen: 1.0, lambda seen: float(not seen)):
        assert not rt.check(lambda subtopics, wrong=wrong: alpha_ndcg(wrong, subtopics, k, last), measure)
    recall = rt.check(lambda subtopics, k=2: over(len({*"".join(map("".join, subtopics[:k]))}),
                                                  len({*"".join(map("".join, subtopics))})), "StRecall@2")  # fmt: skip
    assert recall and not rt.check(lambda subtopics, k=2: float(any(subtopics[:k])), "StRecall@2")


def recall_that_keeps(retrieved: Any, relevant: Any, k: int = 5, seen: set[Any] = set()) -> float:  # noqa: B006
    seen |= {*retrieved[:k]} & relevant
    return over(len(seen & relevant), len(relevant))


def test_what_a_default_value_keeps_is_found_where_the_same_list_has_the_same_number_twice() -> None:
    assert "keeps something from one call to the next" in (rt.check(recall_that_keeps, "R@5").mistake or "")


def p_of_the_last_rank(grades: Any, k: int = 3) -> float:
    hits = 0
    for rank, grade in enumerate(grades[:k], start=1):
        if grade:
            hits = rank
    return hits / k


def test_a_rank_in_the_place_of_a_count_is_named() -> None:
    assert "the rank of the last hit for the number of hits" in (rt.check(p_of_the_last_rank, "P@3").mistake or "")


def err_with(stops: Callable[[int], float], grades: Any) -> float:
    looks, total = 1.0, 0.0
    for rank, grade in enumerate(grades, start=1):
        total += looks * stops(grade) / rank
        looks *= 1 - stops(grade)
    return total


def cut(grades: Any) -> list[int]:
    return [min(grade, 3) for grade in grades]


def in_table(grades: Any) -> list[int]:
    return [{0: 0, 1: 1, 2: 3, 3: 7}[grade] for grade in grades]


def dcg_in_table(grades: Any) -> Any:
    return dcg_of(in_table(grades))


def own_ndcg(grades: Any) -> float:
    return ndcg(grades, sort(grades))


@pytest.mark.parametrize(
    ("measure", "function", "words"),
    [
        ("nDCG", lambda grades: own_ndcg(cut(grades)), "you count a grade above 3 as 3"),
        ("nDCG@3", lambda grades: ndcg(cut(grades)[:3], sort(cut(grades))[:3]), "you count a grade above 3 as 3"),
        ("mean nDCG", lambda grades: statistics.fmean(own_ndcg(cut(one)) for one in grades), "above 3 as 3"),
        ("CG", lambda relevances: sum(g for g in relevances if g in (1, 2, 3)), "you count a grade above 3 as 0"),
        ("CG", lambda retrieved, relevant: sum(min(3, relevant.get(d, 0)) for d in {*retrieved}), "above 3 as 3"),
        ("ERR(max_grade=5)", lambda grades: err_with(lambda g: (2**g - 1) / 32, cut(grades)), "above 3 as 3"),
        ("RR", lambda grades: next((1 / i for i, g in enumerate(grades, 1) if g in (1, 2, 3)), 0), "above 3 as 0"),
        ("OPA", lambda grades: over(sum(x > y for x, y in itertools.combinations(cut(grades), 2)),
                                    sum(x != y for x, y in itertools.combinations(cut(grades), 2))), "above 3 as 3"),
    ],
)  # fmt: skip
def test_a_function_of_grades_up_to_3_is_not_praised(measure: str, function: Any, words: str) -> None:
    report = rt.check(function, measure)
    assert not report and words.lower() in str(report).lower() and "grades up to 5" in str(report)


def test_a_function_that_refuses_a_grade_is_not_called_wrong_and_not_praised() -> None:
    report = rt.check(dcg_in_table, 'DCG(gain="exponential")')
    assert report and "Well done" not in str(report) and "[4], it raised KeyError: 4" in str(report)
    report = rt.check(
        lambda grades: dcg_of(in_table(grades)), rt.measure("DCG").with_parameters(gain={0: 0, 1: 1, 2: 3, 3: 7})
    )
    assert report and "Well done" in str(report) and "up to 5" not in str(report)


@pytest.mark.parametrize("largest", [3, 4, 5])
def test_no_grade_above_the_largest_is_tried(largest: int) -> None:
    report = rt.check(lambda grades: err_with(lambda g: {0: 0}.get(g, (2**g - 1) / 2**largest), grades), "ERR")
    assert report and f"agrees with ERR(max_grade={largest})" in str(report)
    assert max(g for case in report._cases for g in case.trial.lists.grades if g) == largest


def test_a_cutoff_that_is_never_read_is_found() -> None:
    report = rt.check(lambda grades, k: sum(map(bool, grades[:3])) / 3, "P")
    assert not report and "P@2" in str(report)


@pytest.mark.parametrize(("measure", "function"), [("P@3", p_padded), ("AP", ap_by_recall_steps), ("RR", rr_by_items)])
def test_a_report_praises_where_everything_was_tested(measure: str, function: Any) -> None:
    report = rt.check(function, measure)
    assert report.untested == () and "Well done." in report.words[0]


def test_what_a_function_prints_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert not rt.check(lambda grades: print("a line\n" * 9) or 0.0, "AP")
    assert capsys.readouterr().out == ""


def test_two_numbers_that_differ_look_different() -> None:
    report = rt.check(lambda found, gold: 2 * math.prod(x := p_and_r(found, gold)) / (sum(x) + 1e-8), "F1")
    assert "returned 0.999999995" in str(report)
    assert "Success@3" in str(rt.check(lambda grades: 0.4, "Success@3"))


def test_advice_is_for_what_a_function_does_not_do() -> None:
    report = rt.check(map_pooled, "MAP")
    assert "run.get" not in str(report)
    assert "qrels.get" not in str(
        rt.check(lambda results, qrels: bpref_loop([qrels.get(d, 0) for d in results]), "Bpref")
    )


# --- measures that few people implement -------------------------------------------------------------------------------
def q_of(grades: Any, missed: Any, others: Any = (), h: int = 1, b: int = 1) -> float:
    """Right with ``others`` as the relevant items that the ideal list has, too; hits count ``h``, ranks ``b``."""
    ideal, total = sort([*grades, *others]), 0.0
    for rank, grade in enumerate(grades, 1):
        above, below = sum(grades[:rank]), sum(ideal[:rank])
        total += over(h * sum(map(bool, grades[:rank])) + above, b * rank + below) * bool(grade)
    return over(total, sum(map(bool, [*grades, *missed])))


def tau_ap_of(estimated: Any, actual: Any, more: int = 0, fewer: int = 1) -> float:
    """Right with 0 and 1, which are added to the items above, and subtracted from all items."""
    places = [actual.index(one) for one in estimated]
    each = [sum(one < place for one in places[:at]) / (at + more) for at, place in enumerate(places) if at]
    return 2 * sum(each) / (len(places) - fewer) - 1 if each else 0.0


def tau_ap_of_numbers(x: Any, y: Any) -> float:
    """Items with equal numbers are put in the order of the input."""
    order = sorted(range(len(x)), key=lambda at: -x[at])
    each = [sum(y[o] > y[here] for o in order[:at]) / at for at, here in enumerate(order) if at]
    return 2 * sum(each) / (len(x) - 1) - 1 if each else 0.0


def in_order(right: Any, grades: Any) -> list[bool]:
    return [right(one, other) for one, other in itertools.combinations(grades, 2)]


def gauc(labels: Any, scores: Any) -> float:
    """A list with one kind of items only counts as 0, with its weight."""
    kinds = [0 < sum(map(bool, y)) < len(y) for y in labels]
    each = [len(y) * (both and auc_pairs(y, s, 0.5)) for y, s, both in zip(labels, scores, kinds, strict=True)]
    return sum(each) / sum(map(len, labels))


LESS_TRIED: list[tuple[str, Any, str]] = [
    ("Q", lambda grades, missed: q_of(grades, missed, missed), ""),
    ("Q", q_of, "ideal list has the retrieved items only"),
    ("Q", lambda grades, missed: q_of(grades, missed, missed, h=0, b=0), "weighted precision"),
    ("Q", lambda grades, missed: q_of(grades, missed, missed, h=0), "without the + h_i"),  # half of Q if binary
    ("TauAP", tau_ap_of, ""),
    ("TauAP", functools.partial(tau_ap_of, more=1), "one more than the above in first"),
    ("TauAP", functools.partial(tau_ap_of, fewer=0), "divided by the number of items"),
    ('TauAP(ties="wrong")', tau_ap_of_numbers, "in the order of the input"),
    ("OPA", lambda g: over(sum(in_order(operator.gt, g)), sum(in_order(operator.ne, g))), ""),
    ("OPA", lambda g: over(sum(in_order(operator.gt, g)), math.comb(len(g), 2)), "divide by all pairs"),
    ("OPA", lambda g: over(sum(in_order(operator.ge, g)), math.comb(len(g), 2)), "equal grades as right"),
    ("Judged@3", lambda retrieved, qrels: over(sum(d in qrels for d in retrieved[:3]), len(retrieved[:3])), ""),
    ("Judged@3", lambda retrieved, qrels: over(sum(qrels.get(d, 0) > 0 for d in retrieved[:3]), len(retrieved[:3])),
     "count relevant items"),
    ("RBPResidual", lambda grades: 0.8 ** len(grades) + 0.2 * sum(0.8**i for i, g in enumerate(grades) if g is None),
     ""),
    ("RBPResidual", lambda grades: 0.2 * sum(0.8**i for i, g in enumerate(grades) if g is None), "without the +"),
    ("IPrec@0.5", lambda grades, m: at_levels(grades, m, [0.5], operator.gt), "recall above a level"),
    ("IPS", lambda grades: sum(g * math.log2(i + 1) for i, g in enumerate(grades, 1)), "clicks by log2"),
    ("alpha_nDCG(alpha=0.3)", lambda subtopics: alpha_ndcg(lambda seen: 0.3**seen, subtopics), "exchange alpha"),
    ("Bpref", lambda retrieved, qrels: bpref_of(retrieved, {d: g for d, g in qrels.items() if not g or d in retrieved},
     lambda n, m, N: over(min(n, m), min(m, N))), "relevant items that the list lacks"),
    ("RR", lambda g: next((1 / i for i, x in enumerate(g, 3) if x), 0), "ranks from 3"),
    ("nDCG", lambda grades: over(*(sum(g / math.log2(i + 3) for i, g in enumerate(some, 1))
     for some in (grades, sort(grades)))), "log2(i + 3)"),
    ("AP", lambda grades, m: sum(credits(grades)) / (m + 1), "one more than the relevant items (m)"),
    ("RBP", lambda rels: over(sum(0.8**i for i, x in enumerate(rels) if x),
     sum(0.8**i for i in range(sum(map(bool, rels))))), "by the best value that it can reach"),
    ("P@4", lambda grades, m: over(sum(map(bool, grades[:4])), min(m, 4)), "divided by min(m, k)"),
    ("nDCG", lambda grades: over(dcg_of(grades), dcg_of([max(grades, default=0)] * len(grades))), "highest grade at"),
    ("IPA11", lambda grades, m: at_levels(grades, m, [i / 10 for i in range(10)]), "recall level 1"),
    ("GAUC", gauc, "by its number of items, of whatever kind"),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "function", "words"), LESS_TRIED)
def test_measures_that_few_people_implement(measure: str, function: Any, words: str) -> None:
    report = rt.check(function, measure)
    assert report.passed is (not words) and words in (report.mistake or ""), report


def test_a_package_that_is_loaded_in_a_function_takes_time() -> None:
    def loads(grades: Any) -> float:
        for _ in iter(int, 1):
            pass
        return 0.0

    assert "import that before" in str(rt.check(loads, "P", seconds=0.1))
