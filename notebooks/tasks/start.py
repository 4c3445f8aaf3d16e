"""The list and the questions of the first notebook, with their answers."""

import rankteach as rt
from rankteach.classroom import question

soup = rt.Ranking(
    [1, 0, 1, 1, 0, 1, 0, 0],
    items=[
        "Leek and potato soup",
        "Leek quiche",
        "Creamy leek soup with nutmeg",
        "Leek soup with barley",
        "Onion soup",
        "Vichyssoise, served cold",
        "How to wash a leek",
        "Soup spoons, set of six",
    ],
)
"""You searched for "leek soup"."""

moved_up = question(
    "The list is now relevant, relevant, not, not. What is its average precision?",
    answer=rt.average_precision([1, 1, 0, 0]),
    choices={
        "5/6": "That is AP before the move. The second relevant result is at rank 2 now.",
        "3/4": "You divided the hits by the 2 relevant results. Precision divides by the rank: how many results so far?",
        2: "That is the sum of the two precisions. Now take their mean.",
    },
    hints=["Precision is 1/1 at rank 1, and at rank 2?", "Average the two precisions."],
)

better_still = question(
    "Could another order of the four results reach a higher average precision?",
    choices={
        "Yes": "Precision at a rank is a fraction of the results so far. Can it be above 1?",
        "No": "",
    },
    answer="No",
    because="Precision is 1 at both relevant results, and a mean of ones can't be beaten.",
)
