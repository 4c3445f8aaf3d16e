"""The questions on the article about learning to rank, with their answers."""

import rankteach as rt
from rankteach import examples
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR", "AP"]

five = examples.five_binary
graded = examples.five_graded

equal_models = question(
    "A colleague says: P@5 is 0.6 for model A and for model B, so they are equally good. What do you answer?",
    answer="P@5 only counts the hits in the first five, wherever they are. Model A shows its three relevant results "
    "first and model B shows them last, so you read two useless results of B before the first good one.",
)

recall_at_two = question(
    "In the first list, results 1, 3 and 5 are relevant. Suppose that a fourth relevant result was not found. What is R@2?",
    answer=rt.recall(rt.Ranking(five.grades, missed=[1]), k=2),
    choices={
        "1/3": "You divided by the relevant results in the list. The fourth was not found, but it is relevant, too.",
        "1/2": "That is P@2: you divided by the two results you see. Divide by all relevant results.",
    },
    taught=TAUGHT,
    hints=["Count the relevant results at ranks 1 and 2.", "Divide by all relevant results, found or not."],
)

same_three = question(
    "You swap two results, and P@3, R@3 and F1@3 all stay the same. Which two?",
    choices={
        "Ranks 1 and 2": "",
        "Ranks 2 and 5": "A relevant result moves up across the cutoff. How many hits are in the first three now?",
        "Ranks 3 and 4": "A relevant result moves down across the cutoff. How many hits are in the first three now?",
    },
    answer="Ranks 1 and 2",
    because="No relevant result crosses the cutoff, so the first three results still contain two hits.",
)

late = question(
    "Of eight results, only the last is relevant. What is RR?",
    answer=rt.reciprocal_rank([0, 0, 0, 0, 0, 0, 0, 1]),
    taught=TAUGHT,
    hints=["At which rank is the first relevant result?"],
)

when_mrr = question(
    "For which of these searches does MRR fit?",
    choices={
        "A bakery's opening hours": "",
        "Every patent on a hinge": "MRR stops at the first hit. Does one patent help you?",
        "Five films for a festival": "MRR stops at the first hit. What about the other four films?",
    },
    answer="A bakery's opening hours",
    because="One relevant result is enough, and you want it near the top. If you need several, MRR ignores the others.",
)

raised = question(
    "In the three lists, the hit of the second query moves from rank 5 to rank 1. What is MRR now?",
    answer=rt.mean(rt.reciprocal_rank, [five, rt.Ranking([1, 0, 0, 0, 0]), examples.no_hit]),
    choices={
        1: "You left out the query without a hit. How many queries are there?",
        "2/5": "That was MRR before the move. What is RR of the second query now?",
    },
    taught=TAUGHT,
    hints=["What are the three reciprocal ranks now?", "The query without a hit still counts, with 0."],
)

who_notices = question(
    "The result at rank 3 moves up to rank 2. Which of AP, RR and P@5 change?",
    choices={
        "Only AP": "",
        "AP and RR": "RR looks at the first relevant result only. Has that one moved?",
        "AP and P@5": "P@5 counts the hits in the first five. How many are there before and after?",
        "All three": "RR and P@5 each look at something that stays as it was. What is it?",
    },
    answer="Only AP",
    because="The first hit stays at rank 1, the first five results still contain three hits, and the precision at the "
    "second hit rises from 2/3 to 2/2.",
)

moved_up = question(
    "And what is AP after this move?",
    answer=rt.average_precision(five.moved(3, to=2)),
    choices={"34/45": "That was AP before the move. Which precision changes?"},
    taught=TAUGHT,
    hints=["Only the precision at the second hit changes.", "Add 1, 2/2 and 3/5, and divide by 3."],
)

best_order = question(
    "What is the largest DCG@5 that you can reach with the grades 3, 2, 3, 0 and 1?",
    answer=rt.dcg([3, 3, 2, 1, 0]),
    taught=["CG", "DCG"],
    hints=["Which order wastes the least gain?", "Sort the grades from high to low, then divide each by its divisor."],
)

alternate = question(
    "The second and the fourth of four results are relevant. What is AP?",
    answer=rt.average_precision([0, 1, 0, 1]),
    taught=TAUGHT,
    hints=["What is the precision at rank 2, and at rank 4?"],
)

last_first = question(
    "In the first list, the last result moves to the top. What is AP now?",
    answer=rt.average_precision(five.moved(5, to=1)),
    taught=TAUGHT,
    hints=["Write the list down first: all other results move down by one rank.", "The hits are at ranks 1, 2 and 4."],
)

worst_order = question(
    "The grades come in the worst order: 0, 1, 2, 3, 3. Which of CG@5 and DCG@5 falls, and how far?",
    choices={
        "DCG@5, by about a third": "",
        "DCG@5, almost to 0": "At rank 5 a grade is divided by 2.58. How much of it is left?",
        "Both, almost to 0": "CG@5 adds up the grades. Does their order matter to a sum?",
    },
    answer="DCG@5, by about a third",
    because="CG@5 stays 9. DCG@5 is 4.08, which is 65 % of the 6.32 of the best order: the divisors grow slowly.",
)
