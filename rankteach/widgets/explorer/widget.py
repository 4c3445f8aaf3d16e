"""The explorer: what it shows, what each action changes, and what Python can read and change of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rankteach.core.checks import counted, listed, must, text_of, written_grades, yes_or_no
from rankteach.core.ranking import Ranking
from rankteach.explain.printed import Printed
from rankteach.notation.text import on_one_line
from rankteach.runs.evaluation.result import Evaluation
from rankteach.tracing.measures import Measure, each_measure
from rankteach.widgets.explorer.queries import EvaluatedQueries, typical
from rankteach.widgets.parts.cards import changed
from rankteach.widgets.parts.goal import Begins
from rankteach.widgets.parts.list import RankingState
from rankteach.widgets.protocol import Action, ExplorerView, QueriesView
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveMeasures
from rankteach.widgets.session.state import Actions, Kind, literal, method

MOST_RECORDED = 20  # in a saved page, on either side: the queries with the lowest values, and those with the highest


class ExplorerState(RankingState):
    """A ranking whose grades and order can be changed, with measures of it.

    With ``queries``, the ranking is that of one ``query`` of an evaluated run.
    """

    actions: ClassVar[Actions] = {
        **RankingState.actions,
        "query": Kind(method("set_query", "query"), recorded=method("queries_to_show"), changes="choice"),
        "list": Kind(method("set_own", "typed")),
    }
    queries: EvaluatedQueries | None = None
    query = ""

    def __init__(
        self, ranking: Any, setup: Begins = None, first_steps: bool = False, printed: Sequence[str] = ()
    ) -> None:
        self.first_steps = yes_or_no(first_steps, "first_steps")
        self.set_ranking(ranking)
        self.start_with(setup)
        self.printed = dict(enumerate(map(Printed, listed(printed, "printed")), start=1))
        self.exact = self._exact() if self.printed else []

    @classmethod
    def of_evaluation(
        cls,
        evaluation: Evaluation,
        measures: Sequence[str | Measure] | None = None,
        query: str | None = None,
        second: Any = None,
    ) -> ExplorerState:
        """One query of an evaluated run, with the others; also with their values in a second run."""
        queries = EvaluatedQueries(evaluation, second)
        query = typical(evaluation) if query is None else text_of(query, "query")
        asked = evaluation.measures if measures is None else each_measure(measures)
        state = cls(queries.ranking(query), [evaluation.measure(one) for one in asked])
        state.queries, state.query = queries, query
        return state

    def code(self) -> str:
        """The line of Python that makes an explorer as this one is now."""
        more = ", first_steps=True" if self.first_steps else ""
        if self.printed and self._as_printed():
            more += f", printed={[one.text for one in self.printed.values()]}"
        return f"rt.explore({self.arguments(self.now.once('code', literal, self.ranking))}{more})"

    def set_query(self, query: str) -> str:
        """The list of another query. Raises ``KeyError`` for one that was not evaluated."""
        if self.queries is None:
            raise ValueError("query needs an evaluated run, such as rt.explore(rt.evaluate(qrels, run, 'AP'))")
        self.query = text_of(query, "query")
        self.set_ranking(self.queries.ranking(self.query))
        return f"query {self.query}"

    def set_own(self, typed: str) -> str:
        """A list of your own: grades as you typed them. What its items are is not known, so they have no titles."""
        if self.queries is not None:
            raise ValueError("a list of your own needs an explorer of one list, such as rt.explore([1, 0, 1])")
        if self.fixed:
            raise ValueError("The list must keep its items here. Drag them.")
        grades = written_grades(typed, "your list")
        if not grades:
            raise ValueError(must("your list", typed, "be grades, best rank first", "Type RNRRN, or 1 0 1 1 0."))
        self.set_ranking(Ranking(grades, relevant_from=self.ranking.relevant_from))
        self.titles, self.printed = {}, {}
        return f"your own list of {counted(len(grades), 'item')}"

    def dots(self) -> list[str]:
        """The queries, from the lowest value to the highest."""
        view = self.queries_view()
        return [dot["query"] for dot in view["dots"]] if view else []

    def queries_to_show(self) -> Iterable[Action]:
        """The queries that stand out, and the one that is shown."""
        dots = self.dots()
        shown = dict.fromkeys([*dots[:MOST_RECORDED], *dots[-MOST_RECORDED:], self.query] if dots else ())
        return ({"do": "query", "query": query} for query in shown)

    def shown_titles(self) -> dict[str, str]:
        """Also those of the queries."""
        return self.titles_of([*self.names(), *self.dots()])

    # --- the view -----------------------------------------------------------------------------------------
    def queries_view(self) -> QueriesView | None:
        """The queries of the evaluated run."""
        return self.queries.view(self.query, self.cards.card, self.with_title) if self.queries else None

    def view(self) -> ExplorerView:
        """Everything there is to draw."""
        view: ExplorerView = {
            **self.measures_view(self.trace_view(self.comparison())),  # type: ignore[typeddict-item]
            "cards": self.cards_view(),
            "list": self.lists_view()["list"],
            "first_steps": self.first_steps,
        }
        if queries := self.queries_view():
            view["queries"] = queries
        if self.printed:
            view["printed"] = {"numbers": [one.text for one in self.printed.values()], "says": self._says()}
        return view

    def lists_view(self) -> dict[str, Any]:
        """The list."""
        return {"list": self.list_view()}

    def _exact(self) -> list[Any]:
        """The chosen measure of the list as it was given, at each cutoff."""
        card, n = self.cards.card, len(self.ranking)
        if card.cutoff is None:
            example = "rt.explore([1, 0], ['P@1'], printed=['1', '0.5'])"
            raise ValueError(
                f"printed needs a chosen measure with a cutoff, but {card.name} has none. Write {example}."
            )
        if len(self.printed) > n:
            raise ValueError(f"printed must be at most {n} numbers, one for each cutoff, not {len(self.printed)}.")
        self.printed_of = card.measure
        exact: list[Any] = card.whole(self.ranking).at_every_k().cells
        return exact

    def _as_printed(self) -> bool:
        """Whether the list and the measure are those whose numbers are printed."""
        same = changed(self.cards.card.measure, k=1) == changed(self.printed_of, k=1)
        return same and self.ranking.grades == self.start.ranking.grades

    def _says(self) -> str:
        """How the printed number at the cutoff relates to the exact one, whatever the list is now."""
        k = self.cards.cutoff
        if k not in self.printed:
            return ""
        printed, exact = self.printed[k], self.exact[k - 1]
        verdict = printed.verdict(exact)
        words = {"the same": "as printed", "off": f"so {printed.text} is wrong ✗"}
        shown = f"{changed(self.printed_of, k=k).label} is {printed.shown(exact)}"
        return f"{shown}, {words.get(verdict, f'so {printed.text} is {verdict}')}."


class Explorer(LiveMeasures):
    """A ranked list, its measures, and the calculation of one of them, to play with.

    ``rt.explore`` makes one. What the browser shows can be read and changed from Python too:
    ``ranking``, ``measures``, ``k``, ``chosen``; read only are ``trace``, ``values`` and
    ``goal_reached``.

    >>> import rankteach as rt
    >>> explorer = rt.explore([1, 0, 1], ["P@2", "AP"])
    >>> explorer
    Explorer of 3 items: P@2 = 1/2, AP = 5/6
    >>> explorer.chosen = "AP"
    >>> explorer.set_state({"action": {"do": "move", "item": "d3", "to": 2, "n": 1}})  # as the browser does
    >>> explorer
    Explorer of 3 items: P@2 = 1, AP = 1
    """

    folder = "explorer"
    title = "A list"
    how = (
        "Click a label to change it, drag an item to another rank, or move the cutoff. All measures follow at once. "
        "Click a measure to see how it is calculated, and Play to walk through it."
    )
    ranking: Any = state_property(
        "The list as it is now. Set it to start anew from another list.",
        lambda state: state.ranking,
        ExplorerState.set_ranking,
    )

    def _line(self) -> str:
        return f"Explorer of {counted(len(self.ranking), 'item')}: {self._values_text()}"

    def _parts(self) -> Iterable[Any]:
        return self._goal_text(), self.ranking, self._state.changed_conventions(), self.trace


class EvaluationExplorer(Explorer):
    """An explorer of the lists of an evaluated run; ``rt.explore(result)`` makes one.

    >>> import rankteach as rt
    >>> qrels = {"301": {"a": 1}, "302": {"a": 1}}
    >>> result = rt.evaluate(qrels, {"301": {"a": 2, "b": 1}, "302": {"b": 1, "a": 0}}, "RR")
    >>> explorer = rt.explore(result)
    >>> explorer
    Query 302. Explorer of 2 items: RR = 1/2
    >>> explorer.query = "301"
    >>> explorer
    Query 301. Explorer of 2 items: RR = 1
    """

    folder = "evaluation"
    title = "A whole run"
    how = (
        "Click a dot to see the list of its query and why its value is low. Click a label in the list to change it. "
        "All measures follow at once."
    )
    query: str = state_property(
        "The query whose list is shown. Set it to show another one.",
        lambda state: state.query,
        ExplorerState.set_query,
    )

    def _line(self) -> str:
        return f"Query {on_one_line(self.query)}. {super()._line()}"

    def _parts(self) -> Iterable[Any]:
        summary, queries = self._state.queries.evaluation.summary, self.view["queries"]
        words = next(dot["words"] for dot in queries["dots"] if dot["query"] == self.query)
        why = f"{words[0].upper()}{words[1:]}. {queries['why']}"
        return f"{summary} Query {self.query}", why, *super()._parts()
