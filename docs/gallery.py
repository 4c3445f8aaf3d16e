"""What you type for one of each live surface, by its folder, in the order of the gallery."""

EXAMPLES = {
    "explorer": """
recipes = ["Onion tart", "Creamy leek soup", "Chicken broth", "Vichyssoise", "Minestrone with leeks"]
ranking = rt.Ranking([0, 1, 0, 1, 1], items=recipes, missed=[1])
rt.explore(ranking, ["AP", "P@3", "RR"])
""",
    "steps": """
recipes = ["Onion tart", "Creamy leek soup", "Chicken broth", "Vichyssoise"]
rt.step_through(rt.ndcg(rt.Ranking([0, 2, 0, 1], items=recipes, missed=[1])))
""",
    "sides": """
grades = {"leek soup": 1, "onion tart": 0, "pea soup": 1}
first = rt.Ranking.from_items(["leek soup", "onion tart", "pea soup"], grades)
second = rt.Ranking.from_items(["onion tart", "pea soup", "leek soup"], grades)
rt.side_by_side(first, second, measures=["AP"])
""",
    "queries": """
rt.explore_queries({"leek soup": [0, 1, 1], "plum tart": [1, 0, 0]}, ["MAP", "MRR"])
""",
    "evaluation": """
result = rt.evaluate(rt.examples.qrels(), rt.examples.run(), ["AP", "nDCG@10"])
rt.explore(result, query="117", titles=rt.examples.queries())
""",
    "curves": """
recipes = ["Onion tart", "Creamy leek soup", "Chicken broth", "Vichyssoise"]
rt.explore_curve(rt.Ranking([0, 1, 0, 1], items=recipes))
""",
    "agreement": """
first, second = ["leek", "pea", "tomato", "onion"], ["pea", "leek", "onion", "tomato"]
rt.explore_agreement(first, second, measures=["Tau"])
""",
    "signs": """
keywords, meaning = {"soup": 0.5, "tart": 0.5, "stew": 0.6}, {"soup": 0.7, "tart": 0.4, "stew": 0.9}
rt.explore_signs(rt.compare(keywords, meaning, "AP"))
""",
    "question": """
from rankteach.classroom import question

question("Ranks 1, 3 and 4 are relevant. What is AP?", answer=rt.average_precision([1, 0, 1, 1]))
""",
}
