"""The explorer of an evaluated run: a menu of queries, and the list of one of them."""

import pytest

import rankteach as rt
from rankteach.runs.evaluation import Evaluation
from rankteach.widgets.explorer.queries import MOST_QUERIES
from rankteach.widgets.explorer.widget import EvaluationExplorer

QRELS = {"1": {"a": 1}, "2": {"a": 2, "z": 1}, "3": {"a": 1}}
RUN = {"1": {"a": 2.0, "b": 1.0}, "2": {"b": 3.0, "c": 2.0, "a": 1.0}, "3": {"b": 1.0, "a": 0.5}}


@pytest.fixture
def result() -> Evaluation:
    return rt.evaluate(QRELS, RUN, ["RR", "AP", "P@2"])


def words(explorer: EvaluationExplorer) -> list[str]:
    return [option["words"] for option in explorer.view["queries"]["options"]]


def choose(explorer: EvaluationExplorer, query: str, n: int = 1) -> None:
    explorer.set_state({"action": {"do": "query", "query": query, "n": n}})


def test_an_explored_evaluation_begins_with_the_worst_query(result: Evaluation) -> None:
    explorer = rt.explore(result)
    assert (explorer.query, explorer.ranking) == ("2", result.ranking("2"))
    assert explorer.measures == ["RR", "AP", "P@2"]
    assert explorer.values == pytest.approx(result["2"])
    assert words(explorer) == ["RR 0.333: query 2", "RR 0.500: query 3", "RR 1.000: query 1"]


def test_explore_takes_an_evaluation(result: Evaluation) -> None:
    explorer = rt.explore(result, ["AP"])
    assert isinstance(explorer, EvaluationExplorer) and explorer.measures == ["AP"]
    with pytest.raises(TypeError, match="k, chosen and goal need a ranking"):
        rt.explore(result, k=3)


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


def test_the_menu_follows_the_chosen_measure(result: Evaluation) -> None:
    explorer = rt.explore(result, query="1")
    explorer.chosen = "AP"
    assert words(explorer) == ["AP 0.167: query 2", "AP 0.500: query 3", "AP 1.000: query 1"]
    explorer.measures = ["nDCG"]  # was not evaluated
    assert words(explorer) == ["RR 0.333: query 2", "RR 0.500: query 3", "RR 1.000: query 1"]


def test_a_query_that_is_not_there_changes_nothing(result: Evaluation) -> None:
    explorer = rt.explore(result, query="1")
    choose(explorer, "9")
    assert "must be one that was evaluated, but '9'" in explorer.error
    assert explorer.query == "1"


def test_of_many_queries_those_that_stand_out_are_in_the_menu() -> None:
    qrels = {str(q): {"a": 1} for q in range(100)}
    run = {str(q): {f"x{i}": 200 - i for i in range(q)} | {"a": 1} for q in range(100)}
    explorer = rt.explore(rt.evaluate(qrels, run, "RR"), query="50")
    values = [option["value"] for option in explorer.view["queries"]["options"]]
    assert values == [*map(str, range(99, 99 - MOST_QUERIES, -1)), "50", *map(str, range(MOST_QUERIES - 1, -1, -1))]


def test_the_static_view_is_the_query_and_whose_it_is(result: Evaluation) -> None:
    explorer = rt.explore(result, query="3")
    bundle, _ = explorer._repr_mimebundle_()
    assert bundle["text/plain"].startswith("Query 3. Explorer of 2 items")
    assert f"{result.summary} <b>Query 3</b>" in bundle["text/html"]


def test_an_explored_evaluation_with_a_key_goes_on_where_it_was(result: Evaluation) -> None:
    choose(rt.explore(result, query="1", key="evaluated"), "3")
    assert rt.explore(result, query="1", key="evaluated").query == "3"
