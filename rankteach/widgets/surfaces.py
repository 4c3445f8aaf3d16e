"""One row for each live surface: what is shown of it, and how to play with it, for pages, the site, and the tests.

A new surface is a folder with its code, and a row here.
"""

from __future__ import annotations

from typing import NamedTuple


class Surface(NamedTuple):
    """A surface: the class that makes it, the type of its view in the protocol, and the words about it.

    ``how`` says how to play with it in a saved page. ``example`` is what you type for one.
    """

    widget: str
    view: str
    title: str
    how: str
    example: str


SURFACES = {
    "explorer": Surface(
        "Explorer",
        "ExplorerView",
        "A list",
        "Click a label to change it, drag an item to another rank, or move the cutoff. All measures follow at once. "
        "Click a measure to see how it is calculated, and Play to walk through it.",
        """
recipes = ["Onion tart", "Creamy leek soup", "Chicken broth", "Vichyssoise", "Minestrone with leeks"]
ranking = rt.Ranking([0, 1, 0, 1, 1], items=recipes, missed=[1])
rt.explore(ranking, ["AP", "P@3", "RR"])
""",
    ),
    "steps": Surface(
        "StepPlayer",
        "StepsView",
        "Step by step",
        "Click Next or Play to walk through the calculation. Point at a number to see where it comes from.",
        """
recipes = ["Onion tart", "Creamy leek soup", "Chicken broth", "Vichyssoise"]
rt.step_through(rt.ndcg(rt.Ranking([0, 2, 0, 1], items=recipes, missed=[1])))
""",
    ),
    "sides": Surface(
        "SideBySide",
        "SideBySideView",
        "Two systems, side by side",
        "Click a label in either list, or move the cutoff, and see which list is ahead and why.",
        """
grades = {"leek soup": 1, "onion tart": 0, "pea soup": 1}
first = rt.Ranking.from_items(["leek soup", "onion tart", "pea soup"], grades)
second = rt.Ranking.from_items(["onion tart", "pea soup", "leek soup"], grades)
rt.side_by_side(first, second, measures=["AP"])
""",
    ),
    "queries": Surface(
        "QueriesExplorer",
        "QueryListsView",
        "Several queries",
        "Click a label to change it, or take a query out of the mean. Its value and the mean follow at once.",
        """
rt.explore_queries({"leek soup": [0, 1, 1], "plum tart": [1, 0, 0]}, ["MAP", "MRR"])
""",
    ),
    "evaluation": Surface(
        "EvaluationExplorer",
        "ExplorerView",
        "A whole run",
        "Click a dot to see the list of its query and why its value is low. Click a label in the list to change it. "
        "All measures follow at once.",
        """
result = rt.evaluate(rt.examples.qrels(), rt.examples.run(), ["AP", "nDCG@10"])
rt.explore(result, query="117", titles=rt.examples.queries())
""",
    ),
    "curves": Surface(
        "CurveExplorer",
        "CurvesView",
        "Curves",
        "Move the threshold, or click a label to change it. Curves, counts and rates follow at once.",
        """
recipes = ["Onion tart", "Creamy leek soup", "Chicken broth", "Vichyssoise"]
rt.explore_curve(rt.Ranking([0, 1, 0, 1], items=recipes))
""",
    ),
    "agreement": Surface(
        "AgreementExplorer",
        "AgreementView",
        "Two orders",
        "Drag an item of the second list to another rank. Lines that cross are pairs in opposite order.",
        """
first, second = ["leek", "pea", "tomato", "onion"], ["pea", "leek", "onion", "tomato"]
rt.explore_agreement(first, second, measures=["Tau"])
""",
    ),
    "signs": Surface(
        "SignsExplorer",
        "SignsView",
        "Choices of signs",
        "Click a difference to give it the opposite sign. Each new choice of signs adds its mean to the histogram.",
        """
keywords, meaning = {"soup": 0.5, "tart": 0.5, "stew": 0.6}, {"soup": 0.7, "tart": 0.4, "stew": 0.9}
rt.explore_signs(rt.compare(keywords, meaning, "AP"))
""",
    ),
    "question": Surface(
        "Question",
        "QuestionView",
        "A question",
        "Type your answer and check it. A reply to a wrong answer says what to look at next.",
        """
from rankteach.classroom import question

question("Ranks 1, 3 and 4 are relevant. What is AP?", answer=rt.average_precision([1, 0, 1, 1]))
""",
    ),
}
"""By the name of its module, which its folder also has, if it is not in that of another surface."""
