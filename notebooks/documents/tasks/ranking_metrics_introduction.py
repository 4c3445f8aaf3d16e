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
    choices={
        "P@5": "P@5 counts the hits in the first five. How many are there before and after?",
        "R@5": "R@5 counts the hits in the first five. How many are there before and after?",
        "AP": "",
        "DCG@5": "",
        "nDCG@5": "",
    },
    answer=["AP", "DCG@5", "nDCG@5"],
    because="P@5 and R@5 only count the first five, and their order doesn't matter.",
)

one_more = question(
    "A second look shows that document 04, at rank 5, is relevant, too. What is P@5 now?",
    answer=rt.precision(rt.Ranking([1, 0, 1, 1, 1, 1, 0, 0], items=eight.items), k=5),
    choices={"3/5": "That was P@5 before the second look. How many of the first five are relevant now?"},
    taught=TAUGHT,
    hints=["Count the relevant documents at ranks 1 to 5.", "Divide by 5."],
)

found_earlier = question(
    "Document 02 moves up from rank 6 to rank 2. What is R@5 now?",
    answer=rt.recall(eight.moved(6, to=2), k=5),
    choices={"3/4": "That was R@5 before the move. Is document 02 among the first five now?"},
    taught=TAUGHT,
    hints=["Which five documents come first now?", "Four documents are relevant in all: 00, 02, 05 and 06."],
)

f1_at_three = question(
    "P@3 of the eight documents is 2/3. Suppose that two more relevant documents, six in all, were not retrieved. "
    "What is F1@3?",
    answer=rt.f_score(rt.Ranking(eight.grades, missed=[1, 1]), k=3),
    choices={"4/7": "That leaves out the two documents that were not retrieved. What is R@3 if six are relevant?"},
    taught=TAUGHT,
    hints=[
        "R@3 is 2/6 now. F1 is 2 · P · R / (P + R), the harmonic mean.",
        "From counts: 2 · TP / (2 · TP + FN + FP), with TP = 2 and FN = 4.",
    ],
)

by_hits_or_all = question(
    "The article's AP@4 is 29/36, because it divides by the three hits so far. What is AP@4 if you divide by all four "
    "relevant documents?",
    answer=rt.average_precision(eight, k=4),
    taught=TAUGHT,
    hints=["The sum stays 1 + 2/3 + 3/4."],
)

ideal_at_three = question(
    "Suppose that document 05 had grade 2, and the other three relevant documents grade 1. What is IDCG@3?",
    answer=rt.ideal_dcg([1, 0, 2, 1, 0, 1, 0, 0], k=3, gain="exponential"),
    taught=TAUGHT,
    hints=["In the ideal order 05 comes first. Its gain is 2^2 − 1.", "Add 3/log2(2), 1/log2(3) and 1/log2(4)."],
)

compare_queries = question(
    "Query A has DCG = 1.0 and nDCG = 1. Query B has DCG = 2.3 and nDCG = 0.89. Which list is ranked better?",
    choices={
        "A": "",
        "B": "B has more relevant documents to find, so more to add up. Is its order as good as it can be?",
        "You can't tell": "nDCG divides each DCG by the best one for the same query. What does nDCG = 1 mean?",
    },
    answer="A",
    because="No order of A's documents is better. B could reach a higher DCG with its own documents.",
)

moved_up = question(
    "Document 05 moves up from rank 3 to rank 2. What is AP now?",
    answer=rt.average_precision(eight.moved(3, to=2)),
    choices={"37/48": "That was AP before the move. Which precision changes?"},
    taught=TAUGHT,
    hints=["Only one precision in the sum changes.", "Add 1, 2/2, 3/4 and 4/6, and divide by 4."],
)

worst_order = question(
    "In the worst order the four relevant documents come last. What is AP then?",
    answer=rt.average_precision(sorted(eight.grades)),
    taught=TAUGHT,
    hints=["The hits are at ranks 5 to 8.", "Add 1/5, 2/6, 3/7 and 4/8, and divide by 4."],
)

four_missing = question(
    "Four more documents are relevant, but the list doesn't contain them. Which values are halved? Choose all.",
    choices={
        "P@8": "P@8 divides by the eight ranks. Does a document outside the list change its hits or its ranks?",
        "R@8": "",
        "AP": "",
        "AP with the hits as its divisor": "The missing documents do not count as hits, so this divisor stays 4.",
    },
    answer=["R@8", "AP"],
    because="R@8 falls from 4/4 to 4/8, and AP from 37/48 to 37/96, because both divide by all relevant documents.",
)
