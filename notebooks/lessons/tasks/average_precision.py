"""The questions of the lesson on average precision, with their answers."""

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR", "AP"]

soup = rt.Ranking(
    [1, 0, 1, 0, 0, 1],
    items=[
        "Leek and potato soup",
        "Leek quiche",
        "Creamy leek soup with nutmeg",
        "Chicken soup with leeks",
        "Six soup spoons, stainless steel",
        "Vichyssoise, served cold",
    ],
    missed=[1],
)
"""You want a vegetarian leek soup. The search didn't find a fourth one, with carrots."""

best_order = {
    "goal": "AP == 3/4",
    "task": "Reach the highest AP that this list can have",
    "hints": ["Every relevant soup should have precision 1.", "Two soups have to move up."],
    "solution": soup.moved(3, to=2).moved(6, to=3),
    "fixed": "labels",
}

same_ap = {
    "goal": "AP of A == AP of B and RR of A > RR of B",
    "task": "AP is equal, but A's first hit comes earlier",
    "hints": [
        "A's first hit is at rank 2. Its second one must be far below.",
        "A has hits at ranks 2 and 6: AP is (1/2 + 2/6)/2 = 5/12.",
        "B's hits are neighbours, and the first one is below rank 2.",
    ],
    "solution": ([0, 1, 0, 0, 0, 1], [0, 0, 1, 1, 0, 0]),
    "fixed": "labels",
}

third_hit = question(
    "In another list, the results at ranks 1, 4 and 5 are relevant. What is the precision at the third hit, rank 5?",
    answer=rt.precision([1, 0, 0, 1, 1]),
    choices={
        "1/3": "That is the precision at rank 3. The third hit is at rank 5: how many hits are there so far?",
        "1/5": "You counted one hit. At rank 5, how many hits have you seen so far?",
        "2/5": "You counted two hits. The result at rank 5 is relevant, too.",
        1: "You divided the hits by the number of relevant items. Precision divides by the rank.",
    },
    taught=TAUGHT,
    hints=["Precision at a rank is a fraction: relevant results so far, divided by all results so far."],
)

leek_tart = rt.Ranking(
    [0, 1, 1, 0, 0],
    items=["Apple tart", "Leek tart with goat cheese", "Leek and pear tart", "Tart moulds", "Onion soup"],
    missed={"Quiche of young leeks": 1},
)
"""Another search. You want a leek tart."""

tart = question(
    "You search for a leek tart. The search finds two of the three relevant recipes, at ranks 2 and 3. What is AP?",
    answer=rt.average_precision(leek_tart),
    choices={
        "7/12": "You divided by the two tarts in the list. How many are relevant in all?",
        "2/3": "That is the recall, and P@3. AP is a mean of precisions: take one at each relevant result.",
    },
    taught=TAUGHT,
    hints=[
        "What is the precision at rank 2, and at rank 3?",
        "At rank 2 one of two results is relevant: 1/2. At rank 3 it is two of three.",
        "Add 1/2 and 2/3. Divide by all relevant tarts, including the one the search missed.",
    ],
)

neighbours = question(
    "You swap the chicken soup (rank 4) and the spoons (rank 5). What does AP do?",
    choices={
        "It rises": "AP rises when a relevant result moves up. Is one of these two relevant?",
        "It stays the same": "",
        "It falls": "AP falls when a relevant result moves down. Is one of these two relevant?",
    },
    answer="It stays the same",
    because="Neither of them is relevant, so no relevant result changes its rank, and no precision in the sum changes.",
)

ceiling = question(
    "Seven recipes are relevant to another query. The search finds two of them, among six results. "
    "What is the highest AP that it can reach by reordering the six?",
    answer=rt.average_precision(rt.Ranking([1, 1, 0, 0, 0, 0], missed=[1] * 5)),
    choices={
        "1": "You divided by the two recipes the search found. How many are relevant in all?",
        "1/3": "You divided by the six results. How many recipes are relevant in all?",
    },
    taught=TAUGHT,
    hints=["Put the two relevant recipes first. What are the two precisions?", "How many items do you divide by?"],
)

exit_question = question(
    "The search for a vegetarian leek soup has AP = 0.54. Tell a colleague, in one sentence, what to improve first, and why.",
    answer="Move the relevant soups to the first ranks: the precision at the second and third relevant result is only "
    "2/3 and 1/2. With the best order, AP is 0.75. Then find the missing soup: nothing else leads from there to 1.",
)

DRAFTS = {
    "AP": ["your function returns AP divided by the length of the list (n), not by the relevant items (m)"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
