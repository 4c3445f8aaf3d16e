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
    "What is R@2 of the first list, relevant at ranks 1, 3 and 5?",
    answer=rt.recall(five, k=2),
)

same_three = question(
    "You swap two results, and P@3, R@3 and F1@3 all stay the same. Which two?",
    answer="Ranks 1 and 2",
)

late = question(
    "Of five results, only the last is relevant. What is RR?",
    answer=rt.reciprocal_rank(examples.one_hit_at_the_end),
)

when_mrr = question(
    "For which of these searches does MRR fit?",
    answer="You want the opening hours of one bakery",
)

raised = question(
    "In the three lists, the hit of the second query moves from rank 5 to rank 1. What is MRR now?",
    answer=rt.mean(rt.reciprocal_rank, [five, rt.Ranking([1, 0, 0, 0, 0]), examples.no_hit]),
)

who_notices = question(
    "The result at rank 3 moves up to rank 2. Which of AP, RR and P@5 change?",
    answer="Only AP",
)

moved_up = question(
    "And what is AP after this move?",
    answer=rt.average_precision(five.moved(3, to=2)),
)

best_order = question(
    "What is the largest DCG@5 that you can reach with the grades 3, 2, 3, 0 and 1?",
    answer=rt.dcg([3, 3, 2, 1, 0]),
)

alternate = question(
    "The second and the fourth of four results are relevant. What is AP?",
    answer=rt.average_precision([0, 1, 0, 1]),
)

last_first = question(
    "In the first list, the last result moves to the top. What is AP now?",
    answer=rt.average_precision(five.moved(5, to=1)),
)

worst_order = question(
    "The grades come in the worst order: 0, 1, 2, 3, 3. What happens to CG@5 and DCG@5?",
    answer="CG@5 stays 9, and DCG@5 falls by about a third",
)
