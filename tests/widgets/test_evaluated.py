"""The explorer of an evaluated run: its queries as dots at their values, and the list of one of them."""

import numpy as np
import pytest

import rankteach as rt
from rankteach.runs.evaluation import Evaluation
from rankteach.widgets.explorer.queries import MOST_DOTS, place_among
from rankteach.widgets.explorer.widget import MOST_RECORDED, EvaluationExplorer

QRELS = {"1": {"a": 1}, "2": {"a": 2, "z": 1}, "3": {"a": 1}}
RUN = {"1": {"a": 2.0, "b": 1.0}, "2": {"b": 3.0, "c": 2.0, "a": 1.0}, "3": {"b": 1.0, "a": 0.5}}


@pytest.fixture
def result() -> Evaluation:
    return rt.evaluate(QRELS, RUN, ["RR", "AP", "P@2"])


def words(explorer: EvaluationExplorer) -> list[str]:
    return [dot["words"] for dot in explorer.view["queries"]["dots"]]


def run_of(n: int, name: str = "") -> Evaluation:
    """Query q finds its only relevant item at rank q + 1, in the middle of its list."""
    qrels = {str(q): {"a": 1} for q in range(n)}
    others = {str(q): {f"x{place}": place for place in range(-(q % 90), q % 90 + 1) if place} for q in range(n)}
    run = {query: {"a": 0, **around} for query, around in others.items()}
    return rt.evaluate(qrels, run, ["RR", "AP"], name=name or None)


def choose(explorer: EvaluationExplorer, query: str, n: int = 1) -> None:
    explorer.set_state({"action": {"do": "query", "query": query, "n": n}})


def test_an_explored_evaluation_begins_with_a_query_near_the_median(result: Evaluation) -> None:
    explorer = rt.explore(result)
    assert (explorer.query, explorer.ranking) == ("3", result.ranking("3"))
    assert explorer.measures == ["RR", "AP", "P@2"]
    assert explorer.values == pytest.approx(result["3"])
    assert words(explorer) == [
        "query 2, RR 0.333, lowest of 3",
        "query 3, RR 0.500, 2nd lowest of 3",
        "query 1, RR 1.000, highest of 3",
    ]


def test_a_run_begins_where_something_was_found() -> None:
    run = {query: {"x": 2.0, "a": 1.0} if query > "3" else {"x": 1.0} for query in "12345"}
    result = rt.evaluate({query: {"a": 1} for query in "12345"}, run, "RR")
    assert rt.explore(result).query == "4"
    nothing = rt.evaluate({"1": {"a": 1}, "2": {"a": 1}}, {"1": {"x": 1.0}, "2": {"x": 1.0}}, "RR")
    assert rt.explore(nothing).query == "1"
    undefined = rt.evaluate({"1": {"a": 0}}, {"1": {"a": 1.0}}, 'AP(no_relevant="nan")')
    assert rt.explore(undefined).query == "1"


def test_explore_takes_an_evaluation(result: Evaluation) -> None:
    explorer = rt.explore(result, ["AP"])
    assert isinstance(explorer, EvaluationExplorer) and explorer.measures == ["AP"]


def test_another_query_can_be_chosen_and_taken_back(result: Evaluation) -> None:
    explorer = rt.explore(result, query="1")
    choose(explorer, "3")
    assert (explorer.query, explorer.ranking) == ("3", result.ranking("3"))
    assert explorer.view["announcement"].startswith("query 3; RR 1/2")
    assert not explorer.view["changed"]
    explorer.undo()
    assert (explorer.query, explorer.ranking) == ("1", result.ranking("1"))
    explorer.query = "2"
    assert explorer.view["queries"]["value"] == "2"


def test_the_list_of_a_query_is_looked_up_once(result: Evaluation, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    ranking = Evaluation.ranking
    monkeypatch.setattr(Evaluation, "ranking", lambda self, query: asked.append(query) or ranking(self, query))
    explorer = rt.explore(result)
    for n, query in enumerate(["1", "3", "2", "1", "2"], start=1):
        choose(explorer, query, n)
        assert (explorer.query, explorer.ranking) == (query, ranking(result, query))
    assert sorted(asked) == ["1", "2", "3"]


def test_the_dots_follow_the_chosen_measure(result: Evaluation) -> None:
    explorer = rt.explore(result, query="1")
    explorer.chosen = "AP"
    assert explorer.view["queries"]["measure"] == "AP"
    assert [dot["at"] for dot in explorer.view["queries"]["dots"]] == [0.1667, 0.5, 1]
    explorer.measures = ["nDCG"]  # was not evaluated
    assert explorer.view["queries"]["measure"] == "RR"
    assert words(explorer)[0] == "query 2, RR 0.333, lowest of 3"


@pytest.mark.parametrize("n", [1, 29, 300])
def test_each_query_is_a_dot(n: int) -> None:
    explorer = rt.explore(run_of(n))
    dots = explorer.view["queries"]["dots"]
    assert sorted(dot["query"] for dot in dots) == sorted(map(str, range(n)))
    assert [dot["at"] for dot in dots] == sorted(dot["at"] for dot in dots)
    assert explorer.view["queries"]["note"].startswith("The mean is over one query" if n == 1 else "")
    assert bool(explorer.view["queries"]["note"]) == (n == 1)


def test_of_a_very_long_run_a_dot_stands_for_several_queries() -> None:
    result = run_of(2 * MOST_DOTS)
    own = sorted(result.by_query("RR"), key=lambda query: result[query]["RR"])[3]
    explorer = rt.explore(result, query=own)
    queries = explorer.view["queries"]
    shown = [dot["query"] for dot in queries["dots"]]
    assert MOST_DOTS <= len(shown) <= MOST_DOTS + 1 and own in shown
    assert queries["note"] == "Each dot stands for about 2 of 1,000 queries."
    values = result.values["RR"]
    assert {result[shown[0]]["RR"], result[shown[-1]]["RR"]} == {values.min(), values.max()}
    explorer.query = other = next(query for query in result.queries if query not in shown)
    assert other in [dot["query"] for dot in explorer.view["queries"]["dots"]]


def test_a_saved_page_has_the_queries_that_stand_out() -> None:
    state = rt.explore(run_of(300), query="50")._state
    recorded = [gesture["query"] for gesture in state.recordable_actions() if gesture["do"] == "query"]
    assert len(recorded) == 2 * MOST_RECORDED + 1 and "50" in recorded


def test_equal_values_have_the_same_place() -> None:
    few, many = np.array([0, 0, 0, 0.5, 1]), np.arange(60)
    assert place_among(few, 0) == "lowest of 5 with 2 others"
    assert place_among(few, 0.5) == "2nd highest of 5"
    assert place_among(few, float("nan")) == "no value"
    expected = ["lowest", "2nd lowest", "3rd lowest", "4th lowest", "11th lowest", "12th lowest", "23rd lowest"]
    assert [place_among(many, place) for place in (0, 1, 2, 3, 10, 11, 22)] == [f"{one} of 60" for one in expected]


def test_a_query_without_a_value_is_a_dot_without_a_place() -> None:
    result = rt.evaluate({"1": {"a": 1}, "2": {"a": 0}}, RUN, 'AP(no_relevant="nan")')
    dots = rt.explore(result).view["queries"]["dots"]
    assert [dot["at"] for dot in dots] == [1, None]
    assert dots[1]["words"].endswith("no value")


def test_the_axis_of_a_measure_without_an_upper_bound_ends_at_the_largest_value() -> None:
    explorer = rt.explore(rt.evaluate(QRELS, RUN, ["LAG", "P@2"]))
    largest = max(explorer._state.queries.evaluation.by_query("LAG").values())
    assert explorer.view["queries"]["ends"] == ["0", f"{largest:.3g}"]
    assert explorer.view["queries"]["note"] == "Less is better."


def test_a_second_run_is_compared_query_by_query(result: Evaluation) -> None:
    other = rt.evaluate(QRELS, {"1": {"b": 2.0, "a": 1.0}, "2": {"a": 3.0}, "3": RUN["3"]}, ["RR"], name="other")
    explorer = rt.explore(result, second=other)
    queries = explorer.view["queries"]
    assert [(dot["query"], dot["way"]) for dot in queries["dots"]] == [("2", "better"), ("3", "level"), ("1", "worse")]
    assert [dot["second"] for dot in queries["dots"]] == [1, 0.5, 0.5]
    said = [dot["words"].partition(f"query {dot['query']}, ")[2] for dot in queries["dots"]]
    assert said == [
        "run 0.333, other 1.000: 0.667 better",
        "run 0.500, other 0.500: the same",
        "run 1.000, other 0.500: 0.500 worse",
    ]
    assert [line.partition(": ")[0] for line in queries["why"].splitlines()] == ["run", "other"]
    assert queries["why"].splitlines()[1] == f"other: {rt.explore(other, query='3').view['queries']['why']}"
    unnamed = rt.explore(result, second=rt.evaluate(QRELS, RUN, ["RR"])).view["queries"]["dots"]
    assert all(dot["words"].count(" run ") == 2 for dot in unnamed)
    explorer.chosen = "AP"
    queries = explorer.view["queries"]
    assert queries["note"] == "other was not measured by AP."
    assert {dot["way"] for dot in queries["dots"]} == {""} and len(queries["runs"]) == 1
    assert "\n" not in queries["why"] and "run " not in queries["dots"][0]["words"]
    explorer.measures = ["nDCG"]  # was not evaluated: the dots show RR, by which both runs were measured
    assert len(explorer.view["queries"]["runs"]) == 2


def test_where_less_is_better_a_lower_value_is_better() -> None:
    low = rt.evaluate(QRELS, RUN, "LAG")
    lower = rt.evaluate(QRELS, {query: {"a": 1.0} for query in QRELS}, "LAG")
    ways = {dot["query"]: dot["way"] for dot in rt.explore(low, second=lower).view["queries"]["dots"]}
    assert ways["3"] == "better" and ways["1"] == "level"
    assert rt.explore(low, second=lower).view["queries"]["runs"] == ["first run", "second run"]


def test_the_static_view_is_the_query_and_whose_it_is(result: Evaluation) -> None:
    explorer = rt.explore(result, query="3")
    bundle, _ = explorer._repr_mimebundle_()
    assert bundle["text/plain"].startswith("Query 3. Explorer of 2 items")
    assert f"{result.summary} Query 3" in bundle["text/html"]
    assert "Query 3, RR 0.500, 2nd lowest of 3. 1 of 1 relevant item" in bundle["text/html"]
