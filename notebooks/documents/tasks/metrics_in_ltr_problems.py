"""The questions about the note, with their answers."""

import rankteach as rt
from rankteach.classroom import examples, question

TAUGHT = ["Accuracy", "P", "R", "RR", "AP", "CG", "DCG", "nDCG"]

one, two = list("abcd"), list("badc")
as_many = {
    "goal": "Tau == 0",
    "task": "As many pairs are opposite as not: tau is 0",
    "hints": [
        "Four items make six pairs, so three lines must cross.",
        "Two pairs cross now. Swap two neighbours that agree.",
    ],
    "solution": list("bdac"),
}
"""Two orders of four items, and an aim for the second one."""

finding_more = question(
    "Which document did you move?",
    choices={
        "The one at rank 3": "At rank 2 it raises its precision. Do both numbers rise?",
        "The one at rank 6": "",
        "The one at rank 7": "It moves to rank 6. Which of the first five ranks changes?",
        "The one at rank 8": "It moves to rank 7. Which of the first five ranks changes?",
    },
    answer="The one at rank 6",
    because="At rank 5 it is found, so both are 193/240 ≈ 0.80. Divided by m, AP@5 rises from 29/48 ≈ 0.60. Divided "
    "by the hits it falls from 29/36 ≈ 0.81: the new hit has precision 4/5, a little below the average so far.",
)

two_divisors = question(
    "Of four documents the second and third are relevant; two more were missed. What is AP@3, as the note defines it?",
    answer=rt.average_precision(rt.Ranking([0, 1, 1, 0], missed=[1, 1]), k=3),
    taught=TAUGHT,
    hints=["What are the precisions at ranks 2 and 3?", "The note divides by all relevant documents, m = 4."],
    because="The introduction divides by the two hits instead: 7/12.",
)

worst_order = question(
    "The five grades in their worst order, 0 1 2 3 3. Is the note's NDCG close to 0? Type it, with two digits.",
    answer=rt.ndcg([*sorted(examples.five_graded.grades)], gain="exponential"),
    taught=TAUGHT,
    hints=[
        "The gains in this order are 0, 1, 3, 7, 7.",
        "Divide them by 1, 1.585, 2, 2.322, 2.585, and add up.",
        "The ideal DCG is 13.35.",
    ],
    because="The gains are discounted, not lost: no order removes them.",
)

orders_with_tau_0 = question(
    "How many of the 24 orders of four items have τ = 0, that is, three of their six pairs in opposite order?",
    answer=6,
    choices={
        12: "There are orders with 0, 1, 2, 3, 4, 5 and 6 opposite pairs. How many have exactly three?",
        1: "b a d c is only a start: swap neighbours, and count the opposite pairs each time.",
    },
    hints=[
        "From b a d c, swap the middle two: b d a c is one of them.",
        "If d is first, three pairs are opposite already: d a b c.",
    ],
    because="They are adcb, bcda, bdac, cadb, cbad and dabc.",
)

top_lists = question(
    "The top lists a b c d and a b d e: what is their distance?",
    answer=rt.kendall_distance(list("abcd"), list("abde")),
    hints=["There are five items, so ten pairs.", "Only two pairs cost something: c and d, and c and e."],
)

at_one = question(
    "Which values can Kendall's distance have at k = 1?",
    choices={
        "0 and 1": "",
        "Only 1": "What if both lists have the same first item?",
        "Every value from 0 to 1": "How many pairs can two items make?",
    },
    answer="0 and 1",
    because="With the same first item there is no pair, and 0/0 counts as 0. Two different ones are one pair of case "
    "3, which costs 1.",
)
