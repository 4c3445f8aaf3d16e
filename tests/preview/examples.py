"""What the preview shows: for each entry of its menu, the folder of a surface and a state."""

from __future__ import annotations

from collections.abc import Callable

from rankteach.core.ranking import Ranking
from rankteach.metrics import average_precision
from rankteach.runs.evaluation import evaluate
from rankteach.tracing.measures import mean
from rankteach.widgets.agreement.state import AgreementState
from rankteach.widgets.curves.state import CurveState
from rankteach.widgets.explorer.state import ExplorerState
from rankteach.widgets.queries.state import QueriesState
from rankteach.widgets.question.answers import Choice, Order, Text, Value
from rankteach.widgets.question.state import QuestionState
from rankteach.widgets.session.state import State
from rankteach.widgets.sides.state import SideBySideState
from rankteach.widgets.steps.state import PlayerState

SOUPS = {
    "Leek and potato soup": 3,
    "Onion tart": 0,
    "Creamy leek soup": 3,
    "Leek soup with trout": 2,
    "Potato salad": 0,
    "Vegetable broth with leek": 1,
}
RETRIEVED = Ranking(
    list(SOUPS.values()), items=list(SOUPS), scores=[0.93, 0.81, 0.81, 0.6, 0.42, 0.17], missed={"Cock-a-leekie": 2}
)
LEEK = {name for name, grade in SOUPS.items() if grade}
BY_TITLE, BY_TASTE = list(SOUPS), [*list(SOUPS)[2:5], "Cock-a-leekie", *list(SOUPS)[:2]]
QRELS = {"leek soup": SOUPS, "tart": {"Onion tart": 1, "Leek quiche": 1}, "salad": {"Potato salad": 1}}
RUN = {"leek soup": BY_TASTE, "tart": ["Leek quiche", "Potato salad", "Onion tart"], "salad": BY_TITLE}
BY_GRADE = [
    "Leek and potato soup (grade 3)",
    "Leek soup with trout (grade 2)",
    "Broth (grade 1)",
    "Onion tart (grade 0)",
]
TITLES = {f"d{rank}": title for rank, title in enumerate(SOUPS, start=1)}
LISTS = {query: Ranking.from_items(RUN[query], judged) for query, judged in QRELS.items()}


EXAMPLES: dict[str, tuple[str, Callable[[], State]]] = {
    "Explorer": ("explorer", lambda: ExplorerState([1, 0, 1, 1, 0, 1, 0, 0])),
    "Explorer: grades and scores": ("explorer", lambda: ExplorerState(RETRIEVED, chosen="nDCG@5")),
    "Explorer: a long list": ("explorer", lambda: ExplorerState([1, 0, 0] * 40)),
    "Explorer: an evaluated run": (
        "evaluation",
        lambda: ExplorerState.of_evaluation(evaluate(QRELS, RUN, ["nDCG@5", "AP", "RR"])),
    ),
    "Step player": ("steps", lambda: PlayerState(average_precision([1, 0, 1, 1, 0]))),
    "Step player: a mean": ("steps", lambda: PlayerState(mean("AP", {"leek soup": [1, 0, 1], "tart": [0, 1]}))),
    "Step player: titles": ("steps", lambda: PlayerState(average_precision([1, 0, 1, 1])).titled(TITLES)),
    "Curves": ("curves", lambda: CurveState(RETRIEVED)),
    "Agreement": ("agreement", lambda: AgreementState(BY_TITLE, BY_TITLE[1::-1] + BY_TITLE[2:])),
    "Agreement: different items": ("agreement", lambda: AgreementState(BY_TITLE, BY_TASTE)),
    "Queries": (
        "queries",
        lambda: QueriesState({"leek soup": [1, 0, 1, 1, 0], "tart": [0, 1, 0, 0], "salad": [0, 0, 0, 1, 1]}),
    ),
    "Queries: grades": ("queries", lambda: QueriesState(LISTS, ["mean nDCG@5", "MAP", "mean LAG"])),
    "Question: a number": (
        "question",
        lambda: QuestionState(
            "You searched for leek soup: recipes 1, 3 and 4 of five are relevant. What is the average precision?",
            Value(average_precision([1, 0, 1, 1, 0])),
            ["Only the relevant ranks count.", "The precision at rank 3 is 2/3.", "Divide the sum by 3."],
            "AP is the mean of the precision at ranks 1, 3 and 4.",
        ),
    ),
    "Question: a choice": (
        "question",
        lambda: QuestionState(
            "Two relevant soups change places. Which measure changes?",
            Choice(
                "None of them", {"P@5": "P@5 only counts. Both soups are still there.", "AP": "", "None of them": ""}
            ),
            ["At which ranks is a relevant soup, before and after?"],
            "P@5 and AP see only whether an item is relevant, and both soups are.",
        ),
    ),
    "Question: several choices": (
        "question",
        lambda: QuestionState("Which measures need grades?", Choice(["DCG", "nDCG"], ["AP", "DCG", "RR", "nDCG"])),
    ),
    "Question: an order": (
        "question",
        lambda: QuestionState("Put the soups in the order that has the highest nDCG.", Order(BY_GRADE)),
    ),
    "Question: a text": (
        "question",
        lambda: QuestionState(
            "Why does a user of a recipe search care more about rank 1 than about rank 10?",
            Text("Few users look at ten results. Most of them cook what they find at the top."),
        ),
    ),
    "Side by side": (
        "sides",
        lambda: SideBySideState(Ranking.from_items(BY_TITLE, LEEK), Ranking.from_items(BY_TASTE, LEEK)),
    ),
}
