"""The questions on the introduction to ranking metrics, with their answers."""

import rankteach as rt
from rankteach import examples
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "AP", "DCG", "IDCG", "nDCG"]

eight = examples.eight_documents

why_rank = question(
    "A program scores fifty labels for your photo, and shows you three. Why does the order of the labels matter?",
    answer="You have time and space for three labels only. A correct label at rank 4 is lost to you, even if the "
    "program classified it correctly.",
)

who_notices = question(
    "Document 05 moves up from rank 3 to rank 2. Which of these measures rise? Choose all.",
    answer="AP, DCG@5, nDCG@5",
)

one_more = question(
    "A second look shows that document 04, at rank 5, is relevant, too. What is P@5 now?",
    answer=rt.precision([1, 0, 1, 1, 1, 1, 0, 0], k=5),
)

found_earlier = question(
    "Document 02 moves up from rank 6 to rank 2. What is R@5 now?",
    answer=rt.recall(eight.moved(6, to=2), k=5),
)

f1_at_three = question(
    "What is F1@3 of the eight documents? P@3 is 2/3 and R@3 is 1/2.",
    answer=rt.f_score(eight, k=3),
)

by_hits_or_all = question(
    "The article's AP@3 is 5/6, because it divides by the two hits so far. What is AP@3 if you divide by all four "
    "relevant documents?",
    answer=rt.average_precision(eight, k=3),
)

ideal_at_three = question(
    "What is IDCG@3?",
    answer=rt.ideal_dcg(eight, k=3, gain="exponential"),
)

compare_queries = question(
    "Query A has DCG = 1.0 and nDCG = 1. Query B has DCG = 2.3 and nDCG = 0.89. Which list is ranked better?",
    answer="A",
)

moved_up = question(
    "Document 05 moves up from rank 3 to rank 2. What is AP now?",
    answer=rt.average_precision(eight.moved(3, to=2)),
)

worst_order = question(
    "In the worst order the four relevant documents come last. What is AP then?",
    answer=rt.average_precision(sorted(eight.grades)),
)

four_missing = question(
    "Four more documents are relevant, but the list doesn't contain them. Which values are halved? Choose all.",
    answer="R@8, AP",
)
