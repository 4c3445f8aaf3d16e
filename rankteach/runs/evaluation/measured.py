"""The values of every query by every measure: their means, the reasons for 0, and the calculation behind each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache, cached_property
from itertools import compress, islice
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import counted, first_named, joined, shown, text_of, whole_number
from rankteach.core.outside import on_one_line
from rankteach.core.ranking import Ranking, Ties
from rankteach.runs.evaluation.sources import Source
from rankteach.runs.positions import JudgedPositions
from rankteach.runs.progress import Bar
from rankteach.runs.values import RUN
from rankteach.tracing import alarms
from rankteach.tracing.alarms import Note
from rankteach.tracing.extremes import best_values, counts_from, is_by_grades
from rankteach.tracing.measures import Measure, mean, measure
from rankteach.tracing.tools import settings
from rankteach.tracing.trace import Trace

MOST_LISTS = 1_000  # whose names are compared
MOST_NAMED = 5  # queries, of the worst and of the best
QUERIES = {
    "judged": "all judged queries",
    "both": "queries that are in both",
    "with_relevant": "judged queries with a relevant item",
}


class Task(NamedTuple):
    """What is to be evaluated, whatever the run is in: it can be sent to where the rows are."""

    measures: dict[str, Measure]
    ties: Ties | None
    queries: str
    relevant_from: float
    depth: int | None

    def counts(self, source: Source) -> np.ndarray:
        """Whether each judged query counts."""
        matched = source.matched
        if self.queries == "with_relevant":
            return matched.relevant_counts(self.relevant_from) > 0
        if self.queries == "judged":
            return np.ones(len(matched.queries), dtype=bool)
        missing = {*source.missing, *compress(matched.queries, matched.without_judgements)}
        return np.array([query not in missing for query in matched.queries], dtype=bool)

    def values(self, source: Source, matched: JudgedPositions, progress: bool | None = None) -> dict[str, np.ndarray]:
        """Every measure of the queries that count."""
        values = {label: np.empty(len(matched.queries)) for label in self.measures}
        ranked = {label: of_ranked(resolved, source.ties) for label, resolved in self.measures.items()}
        with closing(Bar(progress, len(matched.queries), unit=" queries")) as bar:
            for batch in matched.batches(self.relevant_from):
                done = slice(bar.done, bar.done + len(batch))
                scored: dict[Any, Batch] = {}
                for label, resolved in ranked.items():
                    lists = batch
                    if resolved.needs_scores or source.counts_again:
                        order = None if self.depth is None else resolved.order
                        if order not in scored:
                            scored[order] = source.rankings(batch.queries, self.relevant_from, order)
                        lists = scored[order]
                    values[label][done] = resolved(lists).value
                batch.clear_cache()  # a batch and its tops know each other, so it would stay for a while
                bar.advance(len(batch))
        return values


class ByMeasure(dict[str, float]):
    """Numbers by measure; any other spelling of a measure finds its number, too."""

    def __init__(self, numbers: Mapping[str, float], asked: Mapping[str, Measure]) -> None:
        super().__init__(numbers)
        self._asked = asked

    def __missing__(self, name: Any) -> float:
        label = label_of(name, self._asked)
        if label is None or not dict.__contains__(self, label):
            raise KeyError(f"measure must be one of {', '.join(self)}, not {name}")
        return self[label]

    def __contains__(self, name: object) -> bool:
        return self.get(name) is not None

    def get(self, name: Any, default: Any = None) -> Any:
        """The number of a measure under any way to write it; ``default`` where it was not measured."""
        try:
            return self[name]
        except (KeyError, TypeError, ValueError):
            return default


class Measured:
    """The values of every query by every measure, and everything behind them; ``Evaluation`` displays it."""

    def __init__(
        self,
        measures: Mapping[str, Measure],
        values: Mapping[str, np.ndarray],
        matched: JudgedPositions,
        source: Source,
        queries_in_words: str,
        relevant_from: float,
        settings_text: str = "",
    ) -> None:
        self._asked, self._matched, self._source, self._counted = dict(measures), matched, source, queries_in_words
        self._relevant_from, self._settings_text = relevant_from, settings_text
        self.measures, self.queries = tuple(measures), tuple(matched.queries)
        self.values = dict(values)
        self.missing, self.unjudged, self.name = source.missing, source.unjudged, source.name

    @cached_property
    def means(self) -> ByMeasure:
        """The mean of each measure over the queries."""
        return ByMeasure(
            {
                label: float(self._mean(label) if self._own_mean(label) else np.mean(values))
                for label, values in self.values.items()
            },
            self._asked,
        )

    @cached_property
    def per_query(self) -> Mapping[str, ByMeasure]:
        """Each query's values."""
        return PerQuery(self)

    def __getitem__(self, query: str) -> ByMeasure:
        """The values of one query."""
        return self.per_query[query]

    def __len__(self) -> int:
        return len(self.queries)

    def trace(self, query: str, measure: str | None = None) -> Trace:
        """The calculation of one number, by the first measure if you name none, on the query's real items.

        Where scores are tied, it says in which order.
        """
        place = self._place(query)
        measure = self.measures[0] if measure is None else measure
        resolved = self.measure(measure)
        ranking = self._source.ranking(self.queries[place], self._relevant_from, resolved.order)
        trace = with_order(resolved, ranking, self._source.ties)(ranking)
        if (label := label_of(measure, self._asked)) is not None:
            self._same(float(trace), self.values[label][place], f"{label} of query {query!r}")
        return trace

    def mean(self, measure: str | None = None) -> Trace:
        """The calculation of a mean, that of the first measure by default: its rows are the queries' calculations."""
        measure = self.measures[0] if measure is None else measure
        trace, label = self._mean(measure), label_of(measure, self._asked)
        trace.misleading = lambda _: self._misleading([] if label is None else [label])
        return trace

    def _mean(self, measure: str) -> Trace:
        resolved = self.measure(measure)
        queries = resolved.aggregation.get("queries", "all")  # of those that were evaluated
        if resolved.needs_scores or self._source.counts_again:
            lists = self._source.rankings(self.queries, self._relevant_from, resolved.order)
            trace = mean(resolved, lists, queries=queries)
            if (label := label_of(measure, self._asked)) is not None and not self._own_mean(label):
                self._same(float(trace), float(np.mean(self.values[label])), f"the mean of {label}")
            return trace
        # the items of a list are looked up when it is taken out of the batch
        lists = self._matched.batch(0, len(self), self._relevant_from, lambda place: self.ranking(self.queries[place]))
        return mean(resolved, lists, queries=queries)

    def _same(self, now: float, kept: float, what: str) -> None:
        """Refuse the calculation of another number than the one that was kept."""
        if not np.isclose(now, kept, rtol=1e-9, atol=1e-12, equal_nan=True):
            how = f"{what} is {now:g}, not {kept:g}"
            raise self._source.changed(RUN, how)

    def ranking(self, query: str) -> Ranking:
        """The list of one query, with its items, scores and judgements. Raises ``KeyError`` for one not evaluated."""
        return self._source.ranking(self.queries[self._place(query)], self._relevant_from)

    def rankings(self) -> Batch:
        """The lists of all queries, with their items, scores and judgements: a run out of a file is read whole."""
        return self._source.rankings(self.queries, self._relevant_from)

    def reasons(self, query: str) -> dict[str, str]:
        """For each measure that is 0 for a query, or has no value, why."""
        place = self._place(query)
        return {label: why for label in self.measures if (why := self._reason(label, place))}

    def _reason(self, label: str, place: int) -> str:
        """Why a query (by its place) has 0, or no value, under a measure; nothing where it has another value."""
        value, matched, resolved = self.values[label][place], self._matched, self._asked[label]
        undefined = bool(np.isnan(value))
        if not undefined and value != 0:
            return ""
        if not undefined and matched.queries[place] in self.missing:
            return "missing from the run"
        if not undefined and not matched.lengths[place]:
            return "its list is empty"
        counts_relevant = resolved.metric.counts_relevant(resolved.parameters)
        grade = self._level(resolved) if counts_relevant else np.nextafter(0, 1)
        relevant, first = (int(facts[place]) for facts in self._facts(grade))
        binary = counts_relevant or relevant == int(self._facts(self._relevant_from)[0][place])
        if not relevant:
            return "no judged item is relevant" if binary else "no judged item has a grade above 0"
        one, many = (f"relevant {noun}" if binary else f"{noun} with a grade above 0" for noun in ("item", "items"))
        if not self._counts_hits(label):
            return "its calculation gives 0"
        if not first:
            down_to = "" if matched.depth is None else f" down to depth {matched.depth:,}"
            none = f"none of {relevant} {many} was" if relevant > 1 else f"the only {one} was not"
            return f"{none} retrieved{down_to}"
        k = resolved.parameters.get("k")
        if k is not None and first > k:
            return f"the first {one} is at rank {first}, after the cutoff {k}"
        return "its calculation gives 0"

    @cached_property
    def _counts_hits(self) -> Callable[[str], bool]:
        return cache(self._find_if_it_counts_hits)

    def _find_if_it_counts_hits(self, label: str) -> bool:
        """Whether a measure is 0 where nothing relevant was retrieved, and above 0 where something was."""
        one = self._asked[label].with_parameters(no_relevant=0)
        grade = math.ceil(self._level(one))
        try:
            miss, hit = (one(Ranking(grades, relevant_from=self._relevant_from)).value for grades in ([0], [grade]))
        except ValueError:  # a table of gains without this grade
            return True
        return bool(miss == 0 and hit > 0)

    @cached_property
    def _facts(self) -> Callable[[float], tuple[np.ndarray, np.ndarray]]:
        return cache(self._count)

    def _count(self, grade: float) -> tuple[np.ndarray, np.ndarray]:
        """For each query the items with at least this grade, and the rank of the first one retrieved (0: none)."""
        matched, none = self._matched, np.iinfo(np.int64).max
        hit = (matched.grades >= grade) & (matched.places >= 0)
        first = np.full(len(self), none)
        np.minimum.at(first, matched.owners[hit], matched.places[hit] + 1)
        return matched.relevant_counts(grade), np.where(first == none, 0, first)

    @property
    def skipped(self) -> dict[str, str]:
        """The queries that count in no mean, and why."""
        why = dict.fromkeys(self._source.matched.queries, "left out: no judged item is relevant")
        if self._counted == QUERIES["both"]:
            why |= dict.fromkeys(self.missing, "left out: missing from the run")
            matched = self._source.matched
            why |= dict.fromkeys(compress(matched.queries, matched.without_judgements), "left out: not judged")
        why |= dict.fromkeys(self.unjudged, "left out: not judged")
        return {query: words for query, words in why.items() if query not in self._places}

    def worst(self, measure: str | None = None, n: int = MOST_NAMED) -> dict[str, float]:
        """The worst queries, worst first; those with equal values in their order, those without a value last."""
        return self._first(measure, n, best=False)

    def best(self, measure: str | None = None, n: int = MOST_NAMED) -> dict[str, float]:
        """The best queries, best first; those with equal values in their order, those without a value last."""
        return self._first(measure, n, best=True)

    def by_query(self, measure: str | None = None) -> dict[str, float]:
        """The value of every query by one measure, the first one by default."""
        return dict(zip(self.queries, self.values[self._label(measure)].tolist(), strict=True))

    def of_a_query(self, measure: str) -> str:
        """The name of a measure's value for one query: for gm_map it is AP."""
        one = self.measure(measure)
        return str(Measure(one.metric, one.parameters, one.relevant_from)) if one.aggregation else str(measure)

    @cached_property
    def best_possible(self) -> ByMeasure:
        """The mean of the best values that the queries can reach with their judged items and as many ranks.

        A list that lacks relevant items could have them: see ``Trace.best_possible``, of which this is the mean over
        the queries. Measures that have no best order, or another mean, are not in it.

        >>> import rankteach as rt
        >>> result = rt.evaluate({"q": {"a": 1, "b": 1}}, {"q": {"b": 0.9, "x": 0.5, "y": 0.2}}, ["P@3", "AP"])
        >>> result.best_possible["AP"], round(result.best_possible["P@3"], 4)  # 2 relevant items in 3 ranks
        (1.0, 0.6667)
        """
        best = {label: self._best(label) for label in self.measures}
        return ByMeasure({label: value for label, value in best.items() if value is not None}, self._asked)

    def _best(self, label: str) -> float | None:
        """The mean of the best values; None where there is no best order, or another mean."""
        one = self._asked[label]
        batches = self._matched.batches(self._level(one))
        values = [best_values(one.metric, one.parameters, batch) for batch in batches]
        known = [best for best in values if best is not None and not np.isnan(best).any()]
        return (
            float(np.mean(np.concatenate(known))) if len(known) == len(values) and not self._own_mean(label) else None
        )

    def alarms(self, measures: Sequence[str] | None = None) -> Iterator[Note | None]:
        """What can make the means of some measures mislead, by default of all of them."""
        asked = {self._label(one): self.measure(one) for one in (self.measures if measures is None else measures)}
        matched, source = self._matched, self._source
        queries = [self.queries[place] for place in np.flatnonzero(matched.lengths).tolist()]
        shows = f"`result.ranking({queries[0]!r})` shows one list." if queries else ""
        if (matched.tied[:, 1] > 1).any() or (matched.lengths <= 1).all():  # else scores are ranks, no grades
            yield alarms.swapped(matched.grades, source.scores(), "run", "`rt.evaluate(qrels, run, measures)`.")
        strange = self._strange
        levels = {label: self._level(one) for label, one in asked.items() if alarms.counts_relevant(one)}
        yield alarms.below_level(levels, matched.grades)
        yield alarms.ratings(levels, matched.grades)
        if strange:
            call = f"`result.ranking({strange[0]!r})` shows one list."
            retrieved = source.best_items(strange[0])
            known = [*dict.fromkeys([*source.judged[strange[0]], *self._judged_items(strange)])]
            yield alarms.nothing_in_common(len(strange), len(queries), retrieved, known, call)
        if len(strange) < len(queries) and not source.values:  # whose names would be fetched
            some = queries[:: len(queries) // MOST_LISTS + 1]
            names, told = self._judged_items(some), {*strange}
            lists = [([], []) if query in told else source.without_each_other(query) for query in some]
            yield alarms.nearly_alike(lists, names)
        missing = [query for query in self.missing if query in self._places]
        empty = [self.queries[place] for place in np.flatnonzero(matched.lengths == 0).tolist()]
        empty = sorted(set(empty).difference(missing), key=self._places.__getitem__)
        for names, what, call in (
            (missing, ("is missing from", "are missing from"), "`result.missing` lists {}."),
            (empty, ("has an empty list in", "have empty lists in"), "Leave {} out, or fill the list."),
        ):
            yield alarms.without_items(names, len(self), self._counts_as(names, asked), what, call)
        own = {query: rank for query, rank in source.own_ranks.items() if query in self._places}
        if len(own) >= alarms.SEVERAL * len(queries):  # only then it matters whether each is the one that is sought
            own = {query: rank for query, rank in own.items() if self._relevant_items(query) != [query]}
        yield alarms.own_items(own, matched.lengths[matched.lengths > 0])
        owners, tied, grades = (
            of_all[matched.retrieved] for of_all in (matched.owners, matched.tied[:, 1], matched.grades)
        )
        for label, one in asked.items():
            least, k = self._level(one), one.parameters.get("k") or np.inf
            if not self._own_mean(label):
                found = owners[(grades >= least) & (matched.places[matched.retrieved] < k)]
                hits, relevant = np.bincount(found, minlength=len(self)), matched.relevant_counts(least)
                lengths = np.minimum(matched.lengths, k)
                yield alarms.by_convention(label, one.metric, one.parameters, hits, lengths, relevant)
        yield None if strange else self._unjudged_top(asked)  # whose items have names of their own
        several = matched.lengths[owners] > 1
        level = np.unique(owners[several & (tied >= matched.lengths[owners])])
        yield alarms.equal_scores(len(level), len(np.unique(owners[several])), shows)
        found = (grades >= self._relevant_from) & ~np.isin(owners, level)
        places, scored = matched.places[matched.retrieved][found], source.ties != "stable"
        yield alarms.upside_down(places, owners[found], matched.lengths, self.queries, scored)
        if matched.depth is None and (tied > 1).any():
            between = {self._mean_of(label): ends for label in asked if (ends := self._between(label))}
            all_tied, judged_items = (int((grades[which] >= 0).sum()) for which in (tied > 1, tied > 0))
            mean = "`rt.evaluate(..., ties='averaged')` takes the mean over all orders."
            yield alarms.ties(all_tied, judged_items, between, mean)
        trace = f"`result.trace({self.queries[0]!r}, {self.measures[0]!r})` shows its calculation."
        yield alarms.one_query(self.queries[0], len(self), trace)
        if steep := [label for label, one in asked.items() if alarms.is_exponential(one.metric, one.parameters)]:
            yield alarms.steep_gain(steep, [np.concatenate(matched.of_query(place)) for place in range(len(self))])

    @property
    def _strange(self) -> list[str]:
        """The queries with a list in which nothing can be judged, because its items are called otherwise."""
        source = self._source
        places = source.unmatched
        queries = [query for place in places.tolist() if (query := source.matched.queries[place]) in self._places]
        if not queries:
            return []
        judged = self._judged_items(self.queries)
        if len(queries) == np.count_nonzero(self._matched.lengths):  # names of one kind, too, are strange here
            return queries
        return [query for query in queries if alarms.look_different(source.best_items(query), judged)]

    def _judged_items(self, queries: Sequence[str]) -> list[str]:
        return [item for query in queries for item in islice(self._source.judged[query], MOST_NAMED)]

    def relevant_by_query(self, measure: str | Measure | None) -> dict[str, int]:
        """How many items are relevant to a measure in the judgements of each query."""
        level = self.measure(self._label(None) if measure is None else measure).relevant_from or self._relevant_from
        return dict(zip(self.queries, self._matched.relevant_counts(level).tolist(), strict=True))

    def _counts_as(self, names: Sequence[str], measures: Iterable[str]) -> str:
        """What queries without items count."""
        values = {label: {float(self.values[label][self._places[name]]) for name in names} for label in measures}
        if any(any(of_all) for of_all in values.values()):
            return "as an empty list"
        best = [label for label in values if self._asked[label].metric.less_is_better]
        return f"as 0, the best value of {joined(best, 'and')}" if best else "as 0"

    def _without_relevant(self, names: Sequence[str]) -> str:
        """What queries without a relevant item count, where that is 0 for all measures."""
        if any(self.values[label][self._places[name]] for label in self.measures for name in names):
            return ""
        count, them = ("it counts", "it") if len(names) == 1 else ("they count", "them")
        return f": {count} {self._counts_as(names, self.measures)}; queries='with_relevant' leaves {them} out"

    def _relevant_items(self, query: str) -> list[str]:
        return [item for item, grade in self._source.judged[query].items() if grade >= self._relevant_from]

    def _between(self, label: str) -> Sequence[float]:
        """The least and the largest mean over all orders of equal scores; none where it is not known."""
        one = of_ranked(self._asked[label], self._source.ties)
        known = is_by_grades(one.metric, one.parameters) and one.metric.extremes_by_grades
        if one.needs_scores or self._own_mean(label) or not known:
            return ()
        least = counts_from(one.metric, self._level(one))
        orders = (self._matched.in_ties(least, best=best) for best in (False, True))
        return sorted(_mean_over(one, order.batches(self._relevant_from)) for order in orders)

    def _unjudged_top(self, asked: Mapping[str, Measure]) -> Note | None:
        """Most of the best items are not judged, though so many are that the top was to be judged, and not all good."""
        counting = {
            label: one
            for label, one in asked.items()
            if one.metric.about_relevance and one.metric.counts_unjudged and not one.parameters.get("judged_only")
        }
        matched, source = self._matched, self._source
        k = min(filter(None, (one.parameters.get("k") for one in counting.values())), default=alarms.FIRST)
        poor = (matched.grades >= 0) & (matched.grades < self._relevant_from)
        deep = len(matched.grades) >= alarms.DEEP * max(k, alarms.FIRST) * len(self)
        if not counting or source.counts_again or not deep or not poor.any():
            return None
        of_all = int(np.minimum(matched.lengths, k).sum())
        missing = of_all - np.count_nonzero((matched.grades >= 0) & (matched.places >= 0) & (matched.places < k))
        if 2 * missing <= of_all:
            return None
        relevant = {}
        for label, one in counting.items():
            level, plain = self._level(one), not one.needs_scores and not self._own_mean(label)
            with suppress(ValueError):  # of a tool that refuses such lists
                if plain and one.parameters.get("k") == k:
                    batches = (_as_relevant(batch, k, level) for batch in matched.batches(self._relevant_from))
                    most, value = _mean_over(of_ranked(one, source.ties), batches), self.means[label]
                    if abs(most - value) > 0:  # neither is undefined
                        relevant[self._mean_of(label)] = value, most
        return alarms.unjudged(int(missing), of_all, k, relevant)

    def _level(self, one: Measure) -> float:
        """The grade from which items are relevant to a measure."""
        return one.relevant_from or self._relevant_from

    def _mean_of(self, label: str) -> str:
        """What a mean is called next to the values of its queries."""
        return label if len(self) == 1 else f"mean {label}"

    def _misleading(self, labels: Sequence[str]) -> Iterator[Note | None]:
        """The alarms of some measures, and how much of what is reachable they reach."""
        yield from self.alarms(labels)
        cut = {label: self._best(label) for label in labels if self._asked[label].parameters.get("k") is not None}
        reached = {
            self._mean_of(label): (self.means[label], best)
            for label, best in cut.items()
            if best is not None and alarms.is_limited(self._asked[label], best)
        }
        yield alarms.limited(reached, "`result.best_possible` lists the best values.")

    @property
    def notes(self) -> list[str]:
        """What can make the means mislead, the gravest first, and what else is odd; in sentences."""
        notes = [*alarms.told(self._misleading(self.measures)), *self._source.notes]
        if left := [query for query in self.missing if query not in self._places]:
            notes.append(f"{_queries(left, 'judged, but missing from the run')}: left out.")
        if self.unjudged:
            notes.append(f"{_queries(self.unjudged, 'in the run, but not judged')}: left out.")
        relevant, _ = self._facts(self._relevant_from)
        if nothing := [self.queries[place] for place in np.flatnonzero(relevant == 0).tolist()]:
            notes.append(f"{_queries(nothing, 'without a relevant item')}{self._without_relevant(nothing)}.")
        undefined: dict[tuple[int, ...], list[str]] = {}
        for label in self.measures:
            undefined.setdefault(tuple(np.flatnonzero(np.isnan(self.values[label])).tolist()), []).append(label)
        for places, labels in undefined.items():
            if places:
                without = _queries([self.queries[place] for place in places], f"without a value by {', '.join(labels)}")
                them = "them" if len(places) > 1 else "it"
                notes.append(f"{without}: the mean is undefined. queries='with_relevant' leaves {them} out.")
        return notes

    @property
    def summary(self) -> str:
        """The run, how many queries count, and how."""
        return on_one_line(f"{self.name}: mean over {self._counted} ({len(self.queries):,}){self._settings_text}.")

    @cached_property
    def _places(self) -> dict[str, int]:
        return {query: place for place, query in enumerate(self.queries)}

    def _place(self, query: str) -> int:
        query = text_of(query, "query")
        try:
            return self._places[query]
        except KeyError:
            reason = "is not judged" if query in self.unjudged else "is neither judged nor in the run"
            if query in self.missing:
                reason = "is missing from the run"
            raise KeyError(f"query must be one that was evaluated, but {shown(query)} {reason}") from None

    def _label(self, wanted: str | None) -> str:
        """The name under which a measure was asked for; the first one by default."""
        if wanted is None:
            return self.measures[0]
        label = label_of(wanted, self._asked)
        if label is None:
            raise ValueError(f"measure must be one of {', '.join(self.measures)}, not {wanted}")
        return label

    def measure(self, wanted: str | Measure) -> Measure:
        """A measure as it was evaluated, or any other one."""
        label = label_of(wanted, self._asked) if isinstance(wanted, str) else None
        return measure(wanted) if label is None else self._asked[label]

    def _own_mean(self, label: str) -> bool:
        """Whether a measure, or its tool, aggregates queries in another way than the plain mean."""
        resolved = self._asked[label]
        convention, k = resolved.parameters.get("convention"), resolved.parameters.get("k")
        theirs = settings(convention, resolved.name, k) if convention else {}
        return bool(resolved.aggregation) or theirs.get("average", "query") != "query"

    def order(self, label: str, best: bool = False) -> np.ndarray:
        """The places of the queries from the worst to the best by one measure, or from the best on.

        Of some measures less is better. Queries without a value come last either way.
        """
        label = self._label(label)
        less = self._asked[label].metric.less_is_better
        return np.argsort((1 if less is best else -1) * self.values[label], kind="stable")

    def _first(self, wanted: str | None, n: int, best: bool) -> dict[str, float]:
        label, n = self._label(wanted), whole_number(n, "n", "This is the number of queries to name.")
        places = self.order(label, best)[:n].tolist()
        return {self.queries[place]: float(self.values[label][place]) for place in places}


class PerQuery(Mapping[str, ByMeasure]):
    """The values of every query, made as they are asked for."""

    def __init__(self, measured: Measured) -> None:
        self._of = measured

    def __getitem__(self, query: str) -> ByMeasure:
        place = self._of._place(query)
        return ByMeasure({label: float(values[place]) for label, values in self._of.values.items()}, self._of._asked)

    def __iter__(self) -> Iterator[str]:
        return iter(self._of.queries)

    def __len__(self) -> int:
        return len(self._of.queries)

    def __repr__(self) -> str:
        return f"<{len(self)} queries, {len(self._of.measures)} measures>"


def _mean_over(one: Measure, batches: Iterable[Batch]) -> float:
    return float(np.mean(np.concatenate([np.asarray(one(batch).value) for batch in batches])))


def _as_relevant(batch: Batch, k: int, grade: float) -> Batch:
    """The lists with this grade for each item among the first k that is not judged."""
    arrays = batch.arrays
    there = np.arange(arrays.grades.shape[-1]) < np.minimum(arrays.lengths, k)[:, None]
    judged = arrays.judged | there
    grades = np.where(judged & ~arrays.judged, grade, arrays.grades)
    return Batch.of_arrays(batch.queries, arrays._replace(grades=grades, judged=judged))


def of_ranked(chosen: Measure, ties: str) -> Measure:
    """The measure of lists whose ties are in this order already, unless its tool rounds scores: then more are equal."""
    rounds, _ = chosen.order
    return chosen.with_parameters(ties="stable") if chosen.parameters.get("ties") == ties and not rounds else chosen


def with_order(chosen: Measure, ranking: Ranking, ties: str) -> Measure:
    """The measure with the order of equal scores as a parameter, if the ranking has equal scores."""
    scores = ranking.scores or ()
    if "ties" not in chosen.metric.shared or "ties" in chosen.parameters or len(set(scores)) == len(scores):
        return chosen
    return chosen.with_parameters(ties=ties)


def label_of(wanted: Any, asked: Mapping[str, Measure]) -> str | None:
    """The name under which a measure was asked for; ``wanted`` may be any other spelling of it."""
    if isinstance(wanted, str) and wanted in asked:
        return str(wanted)
    resolved = measure(wanted)
    return next((label for label, one in asked.items() if resolved in (one, measure(label))), None)


def _queries(names: Sequence[str], what: str) -> str:
    """Some queries by name: how many there are, and the first of them."""
    return f"{counted(len(names), 'query')} {what} ({first_named(names)})"
