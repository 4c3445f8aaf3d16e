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

first_hit = question(
    "Vichyssoise is the third relevant result, at rank 6. What is the precision there?",
    answer=rt.precision(soup),
    taught=TAUGHT,
    hints=["Precision at a rank is a fraction: relevant results so far, divided by all results so far."],
)

moved_up = question(
    "Vichyssoise moves up from rank 6 to rank 4. What is AP now?",
    answer=rt.average_precision(soup.moved(6, to=4)),
    choices={"13/24": "That is AP before the move. What is the precision at the new rank of the vichyssoise?"},
    taught=TAUGHT,
    hints=[
        "Only one of the precisions changes. Which one?",
        "At rank 4 there are three relevant results among four: 3/4.",
        "Add 1, 2/3 and 3/4. Divide by all relevant soups, including the one the search missed.",
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
    "2/3 and 1/2. Finding the missing soup adds at most 1/4.",
)
