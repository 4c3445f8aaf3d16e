"""Several lists and the mean over them: what is shown, what each action changes, and what Python can do with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

from rankteach.core.batch import Batch
from rankteach.core.checks import listed, shown, text_of
from rankteach.core.ranking import Ranking
from rankteach.notation import numbers
from rankteach.tracing.measures import OVER, MeanMeasure, Measure
from rankteach.tracing.trace import Trace
from rankteach.widgets.parts.cards import Card, ScoredList, changed, decimal_text
from rankteach.widgets.parts.goal import Begins
from rankteach.widgets.parts.list import JudgedState, retrieved
from rankteach.widgets.parts.measures import Which
from rankteach.widgets.parts.trace_view import MOST_ROWS
from rankteach.widgets.parts.two_lists import named
from rankteach.widgets.protocol import Action, Convention, Option, QueryListsView, QueryListView, TraceView
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveMeasures
from rankteach.widgets.session.state import Actions, Kind, literal, method

MOST_QUERIES = MOST_ROWS  # so that the table of the mean shows them all


class Queries(ScoredList):
    """The lists of several queries, some of them taken out; what has been calculated over the others.

    ``rankings`` are the lists of all queries.
    """

    def __init__(self, lists: Mapping[str, ScoredList], out: frozenset[str] = frozenset()) -> None:
        self.lists, self.out = lists, out
        self.taken_out = [query for query in lists if query in out]
        self.rankings = {query: one.ranking for query, one in lists.items()}
        super().__init__(Batch({query: one for query, one in self.rankings.items() if query not in out}))

    def changed(self, which: Which, change: str, *where: Any) -> Queries:
        """The same with another list for a query."""
        query = which["query"]
        return Queries({**self.lists, query: self.lists[query].changed(which, change, *where)}, self.out)

    def content(self) -> tuple[object, ...]:
        """What a reset returns to: every list, and what is taken out."""
        return [one.content() for one in self.lists.values()], self.out

    def calculated(self, shown: Measure) -> Trace:
        """A mean over these lists."""
        return shown(self.ranking)

    def points(self, card: Card) -> list[float]:
        """The mean at every cutoff; none of another average."""
        return [] if card.measure.aggregation else super().points(card)

    def counted(self, card: Card) -> set[str]:
        """The queries that the mean counts."""
        trace = self.trace(card)
        if isinstance(trace.ranking, Ranking) or "counted" not in trace.columns:
            return set(self.ranking.queries)
        counts = trace.columns["counted"].values
        return {query for query, one in zip(self.ranking.queries, counts, strict=True) if one}


class QueriesState(JudgedState):
    """The lists of several queries, which can be judged anew, reordered and taken out, with means over them.

    ``query`` is the one whose own calculation is shown; empty for that of the mean.
    """

    defaults: ClassVar[Sequence[str]] = ("MAP", "MRR", "mean P@{k}", "mean nDCG@{k}")
    read: ClassVar[staticmethod[[Any], Measure]] = staticmethod(MeanMeasure.of)
    actions: ClassVar[Actions] = {
        **JudgedState.actions,
        "query": Kind(
            method("set_query", "query"),
            recorded=lambda state: ({"do": "query", "query": query} for query in ("", *state.now.lists)),
            changes="choice",
        ),
        "take_out": Kind(
            lambda state, action: state.set_out(state.now.out | {state.known(action["query"])}),
            recorded=method("queries_to_take_out"),
            changes="queries",
            part="now",
        ),
        "put_back": Kind(
            lambda state, action: state.set_out(state.now.out - {state.known(action["query"])}),
            recorded=lambda state: ({"do": "put_back", "query": query} for query in sorted(state.now.out)),
            changes="queries",
            part="now",
        ),
    }
    kept = (*JudgedState.kept, "query")
    now: Queries
    start: Queries
    query = ""

    def __init__(self, rankings: Any, setup: Begins = None, without: Iterable[Any] = ()) -> None:
        batch = rankings if isinstance(rankings, Batch) else Batch(rankings)
        if not 0 < len(batch) <= MOST_QUERIES:
            raise ValueError(
                f"rankings must be 1 to {MOST_QUERIES} lists, not {len(batch)}. "
                "In a whole run, explore one query at a time: rt.explore(rt.evaluate(qrels, run, 'AP'))."
            )
        self.now = self.start = Queries(dict(zip(batch.queries, map(ScoredList, batch), strict=True)))
        self.set_grades()
        self.start_with(setup)
        self.trace()  # refuses measures that these lists do not have
        if without := listed(without, "without"):
            self.set_without(without)

    @property
    def explained(self) -> ScoredList:
        """The lists, or the one list, whose calculation is shown."""
        return self.now.lists[self.query] if self.query else self.now

    def lists(self) -> Iterable[tuple[Which, Ranking]]:
        """The list of each query."""
        return [({"query": query}, one) for query, one in self.now.rankings.items()]

    def list_of(self, action: Action) -> tuple[Which, Ranking, str]:
        """The list of the query that an action is about."""
        query = self.known(action["query"])
        return {"query": query}, self.now.lists[query].ranking, f"the list of {query}"

    def names(self) -> Iterable[str]:
        """The queries, and the items that can be shown."""
        return *self.now.lists, *super().names()

    def rankings(self, now: Any = None) -> Mapping[str, Ranking]:
        """The list of each query."""
        rankings: Mapping[str, Ranking] = (now or self.start).rankings
        return rankings

    def with_rankings(self, rankings: Mapping[str, Ranking]) -> Queries:
        """Other lists, with the same queries taken out as at the start."""
        return Queries({query: ScoredList(one) for query, one in rankings.items()}, self.start.out)

    def known(self, query: Any, argument: str = "query") -> str:
        """The name of a query, which is one of those shown."""
        query = text_of(query, argument)
        if query not in self.now.lists:
            raise ValueError(f"{argument} must be one of {', '.join(self.now.lists)}, not {shown(query)}")
        return query

    def code(self) -> str:
        """The line of Python that makes this surface as it is now."""
        without = f", without={literal(self.now.taken_out)}" if self.now.out else ""
        return f"rt.explore_queries({self.arguments(literal(self.now.rankings))}{without})"

    def drop_caches(self, shown: Self) -> None:
        """Drop the calculations of the lists that are shown no more, too."""
        super().drop_caches(shown)
        used = {*shown.now.lists.values(), *self.start.lists.values()}
        for one in set(self.now.lists.values()) - used:
            one.forget()

    # --- actions; each returns what it did, in words ------------------------------------------------------
    def told(self, which: Which, item: str, what: str, moved: bool = False) -> str:
        """What became of an item of a query."""
        return f"{self.with_title(which['query'])}: {self.with_title(item)} {what}"

    def set_query(self, query: str) -> str:
        """Show a query's own calculation; of no query, that of the mean."""
        self.query = self.known(query) if query else ""
        return f"calculation of {self.with_title(query) if query else 'the mean'}"

    def set_without(self, queries: Any) -> str:
        """Take out these queries, and no others."""
        return self.set_out(frozenset(self.known(query, "without") for query in listed(queries, "without")))

    def set_out(self, out: frozenset[str]) -> str:
        """Which queries are taken out."""
        if len(out) == len(self.now.lists):
            raise ValueError(
                "The last query must stay, because there is no mean of nothing. Put another one back first."
            )
        changed = [*map(self.with_title, sorted(out ^ self.now.out, key=list(self.now.lists).index))] or ["no query"]
        back = bool(self.now.out - out)
        self.now = Queries(self.now.lists, out)
        return f"{named(changed)} {'put back' if back else 'taken out'}"

    def set_convention(self, parameter: str, value: Any) -> str:
        """Give the chosen measure another convention. A pooled average is over all queries."""
        card = self.cards.card
        if (parameter, value) == ("average", "pooled"):
            self.cards.replace(card.with_parameters(queries="all"))
        words = super().set_convention(parameter, value)
        self.now.trace(self.cards.card)  # refuses an average that these lists do not have
        return words

    def queries_to_take_out(self) -> Iterable[Action]:
        """Each query that the means count, but the last one stays."""
        counted = [query for query in self.now.lists if query not in self.now.out]
        return ({"do": "take_out", "query": query} for query in counted if len(counted) > 1 and not self.fixed)

    # --- the view -----------------------------------------------------------------------------------------
    def view(self) -> QueryListsView:
        """Everything there is to draw."""
        return {
            **self.measures_view(self._with_results(self.trace_view(self.comparison()))),
            "cards": self.cards_view(),
            "lists": self.lists_view()["lists"],
            "query": self.query,
            "binary": self.grades.binary,
            "note": self.note(),
            "more": self.more(),
        }

    def lists_view(self) -> dict[str, Any]:
        """Every list with its value."""
        card, start = self.cards.card, self.start.lists
        counted = self.now.counted(card)
        label = card.measure.of_one.label
        lists: list[QueryListView] = [
            {
                "query": query,
                "rows": self.list_rows(one),
                "more": len(one.ranking) > self.rows,
                "below": retrieved(one.ranking),
                "value": one.once(
                    ("value of", card.key, label, card.cache_key, start[query]),
                    self.cards.value_view,
                    card,
                    label,
                    one,
                    start[query],
                ),
                "out": query in self.now.out,
                "counts": query in counted,
            }
            for query, one in self.now.lists.items()
        ]
        return {"lists": lists}

    def note(self) -> str:
        """Which queries are taken out, and what the mean would be with them."""
        out = self.now.taken_out
        if not out:
            return ""
        card, whole = self.cards.card, self.now.once("whole", Queries, self.now.lists)
        here, there = (decimal_text(one.value(card)) for one in (self.now, whole))
        n, label = len(self.now.lists), self.cards.name
        without = named([*map(self.with_title, out)])
        return f"Without {without}, {label} is {here} over {n - len(out)} of {n} queries. Over all {n} it is {there}."

    def _with_results(self, trace: TraceView) -> TraceView:
        """The same calculation, whose averages to choose from say what each would be."""
        if self.query:
            return trace

        def result(parameter: str, option: Option) -> Option:
            key = "result", self.cards.card.cache_key, parameter, option["value"]
            words = self.now.once(key, self._result, parameter, option["value"])
            return {**option, "words": f"{option['words']}{words}"}

        conventions: list[Convention] = [
            {**one, "options": [result(one["parameter"], option) for option in one["options"]]}
            if one.get("parameter") in OVER
            else one
            for one in trace["conventions"]
        ]
        return {**trace, "conventions": conventions}

    def _result(self, parameter: str, value: str) -> str:
        """What the chosen measure would be under another convention; nothing where these lists have no such value."""
        try:
            result = float(self.now.calculated(changed(self.cards.card.measure, **{parameter: value})))
        except (TypeError, ValueError):
            return ""
        return f": {numbers.decimal(result, 3)}" if result == result else f": {numbers.UNDEFINED}"


class QueriesExplorer(LiveMeasures):
    """The lists of several queries, and the means over them, to play with.

    ``rt.explore_queries`` makes one. What the browser shows can be read and changed from Python too: ``measures``,
    ``k``, ``chosen``, ``without``, ``query``; read only are ``rankings``, ``trace``, ``values`` and ``goal_reached``.

    >>> import rankteach as rt
    >>> queries = rt.explore_queries({"soup": [1, 0, 1], "tart": [0, 1]}, ["MAP", "MRR"])
    >>> queries
    2 queries: MAP = 2/3, MRR = 3/4
    >>> queries.set_state({"action": {"do": "toggle", "query": "tart", "item": "d1", "n": 1}})  # as the browser does
    >>> queries
    2 queries: MAP = 11/12, MRR = 1
    >>> queries.undo()
    >>> queries.without = ["tart"]
    >>> queries
    1 of 2 queries: MAP = 5/6, MRR = 1
    """

    folder = "queries"
    title = "Several queries"
    how = "Click a label to change it, or take a query out of the mean. Its value and the mean follow at once."
    rankings: Any = state_property(
        "The list of every query as it is now, also of those that are taken out.",
        lambda state: state.now.rankings,
    )
    without: Any = state_property(
        "The queries that are taken out. Set it to take out others.",
        lambda state: state.now.taken_out,
        lambda state, queries: state.set_without(queries),
    )
    query: Any = state_property(
        "The query whose own calculation is shown; empty for that of the mean.",
        lambda state: state.query,
        lambda state, query: state.set_query(query),
    )

    def _line(self) -> str:
        n, out = len(self.rankings), len(self.without)
        number = f"{n - out} of {n}" if out else str(n)
        return f"{number} {'query' if n == 1 else 'queries'}: {self._values_text()}"

    def _parts(self) -> Iterable[Any]:
        state, view = self._state, self.view
        lists: list[Any] = []
        for one, scored in zip(view["lists"], state.now.lists.values(), strict=True):
            value = one["value"]["exact"] or one["value"]["value"]
            out = " (taken out)" * one["out"]
            lists += [f"{one['query']}{out}: {one['below']}; {one['value']['label']} {value}", scored.ranking]
        return self._goal_text(), *lists, view["note"], state.query, state.changed_conventions(), self.trace
