"""The questions of the three notebooks about the review, with their answers."""

from fractions import Fraction

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR", "AP", "DCG", "nDCG", "AUC", "FAP"]

two_and_three = rt.Ranking([0, 1, 1, 0, 0])
same_auc = {
    "goal": "AUC == 2/3 and AP == 3/4",
    "task": "AUC is 2/3 again, but AP is 3/4",
    "hints": [
        "AP rises most if a relevant item comes first.",
        "The item that you moved up passed one irrelevant item. Move the other one down past one.",
    ],
    "solution": two_and_three.moved(2, to=1).moved(3, to=4),
    "fixed": "labels",
}

sees_the_tail = question(
    "Which measures see the tail of misses?",
    choices=["DCG", "nDCG", "RR", "AP", "FAP"],
    answer=["FAP"],
    because="FAP contains F1, which divides by the length of the list. The others look only at the relevant items and "
    "the ranks above them.",
)

misses_the_shorter_list = question(
    "Which measures can't tell three from five?",
    choices=["DCG", "nDCG@5", "nDCG, ideal of the returned items", "AP", "RR"],
    answer=["nDCG, ideal of the returned items", "RR"],
    because="That nDCG compares each list with its own best order, and RR stops at rank 1. DCG, nDCG@5 and AP see the "
    "two missed items.",
)

fixed_cutoff = question(
    "Both answers are perfect, and k is 3 for both. Why do their DCG@3 differ?",
    choices={
        "The second query has more to find": "",
        "The first answer has worse ranks": "Its only relevant item is at rank 1. Can it be ranked any better?",
        "The cutoff is too small": "Add ranks to the first list: does its DCG grow?",
    },
    answer="The second query has more to find",
    because="DCG adds up gains, so its maximum depends on how many relevant items there are. nDCG divides by it.",
)

false_alarms = question(
    "Lower the threshold until the test finds every relevant document (power 1). What is its level, FPR, there?",
    answer=Fraction(1, 2),
    choices={
        Fraction(
            1, 3
        ): "2 of the 6 documents above are irrelevant: that is 1 − precision. FPR divides by all irrelevant ones.",
        Fraction(2, 8): "You divided by all eight documents. FPR divides by the irrelevant ones only.",
        2: "So many irrelevant documents are above. What fraction of all irrelevant documents is that?",
    },
    hints=[
        "TPR first reaches 1 at the fourth relevant document.",
        "How many of the four irrelevant documents are above?",
    ],
    because="At the threshold 0.36 six documents are above, and two of them are irrelevant: 2 of 4.",
)

which_curve_gains = question(
    "You lower the threshold further, to the end of the list. Which area still grows?",
    choices={
        "Only the area under the ROC curve": "",
        "Only the area under the precision-recall curve": "Recall can't rise above 1. Does this curve move to the "
        "right?",
        "Both": "Recall can't rise above 1. Does the precision-recall curve move to the right?",
        "Neither": "FPR is only 1/2. Where does the ROC curve end?",
    },
    answer="Only the area under the ROC curve",
    because="FPR goes on to 1 and adds another half. Recall stays at 1, so the other curve falls straight down to "
    "precision 1/2. That is why AUC must know all irrelevant items, and AP need not.",
)

best_with_precision = question(
    "Move k. At which cutoff is F0.5, which prefers precision, highest?",
    answer=4,
    choices={
        6: "That is the best cutoff for F2, which prefers recall.",
        1: "Precision is 1 there, but recall only 1/4.",
    },
    hints=["Try every k, and write down F0.5.", "The next best is 0.71, at k = 6."],
    because="At k = 4 both precision and recall are 3/4. F2 prefers k = 6, where recall is 1. AUC has no such knob.",
)

a_chance = question(
    "Relevant items are at ranks 2 and 3 of three. Draw one of them, then any item at or above it. "
    "How likely is the second one relevant?",
    answer=rt.average_precision([0, 1, 1]),
    choices={
        Fraction(2, 3): "That is the chance if you first draw the item at rank 3. What is it for rank 2?",
        Fraction(1, 2): "That is the chance if you first draw the item at rank 2. What is it for rank 3?",
    },
    taught=TAUGHT,
    hints=["From rank 2 you draw among two items, from rank 3 among three.", "Take the mean of 1/2 and 2/3."],
)

best_cutoff = question(
    "Move k. At which cutoff is FAP highest?",
    answer=3,
    choices={5: "AP is as high there as at 3. Is F1?"},
    hints=["Try every k, and watch FAP.", "From which rank on are there only misses?"],
    because="FAP rises to 2/3 at k = 3, then each miss lowers F1, and AP stays.",
)

all_tied = question(
    "A system gives all five items the same score; two are relevant. What is AUC?",
    answer=rt.roc_auc(rt.Ranking([1, 0, 1, 0, 0], scores=[0.5] * 5)),
    choices={
        0: "That counts each tie as a defeat. What is a tie worth?",
        1: "That counts each tie as a win. What is a tie worth?",
    },
    taught=TAUGHT,
    hints=["How many pairs of a relevant and an irrelevant item are there?", "All six pairs are tied."],
)

last_of_four = question(
    "Two of four items are relevant and ranked last. Is AP their fraction, 1/2? Type AP.",
    answer=rt.average_precision([0, 0, 1, 1]),
    taught=TAUGHT,
    hints=["What is the precision at ranks 3 and 4?"],
)

one_miss = question(
    "Two hits, then a miss; nothing else is relevant. What is FAP?",
    answer=rt.fap([1, 1, 0]),
    choices={
        Fraction(4, 5): "That is F1. FAP is the harmonic mean of F1 and AP. How large is AP?",
        1: "That is AP, which ignores the miss. FAP is the harmonic mean of F1 and AP. How large is F1?",
    },
    taught=TAUGHT,
    hints=["AP is 1: no miss comes before a hit.", "F1 is 2 · 2 / (3 + 2) = 4/5. Take the harmonic mean of 1 and 4/5."],
)

one_up_one_down = question(
    "What happened to DCG, nDCG, AP and FAP?",
    choices={
        "All four rose": "",
        "All four stayed the same": "One pair won, one pair lost: that is what AUC counts. Do the others give every "
        "rank the same weight?",
        "All four fell": "Which of the two moves is nearer to the top?",
    },
    answer="All four rose",
    because="AP rose from 7/12 to 3/4: a rank gained at the top outweighs a rank lost further down.",
)

long_tail = question(
    "The list 0 1 1 gets another 97 misses at its end. Which measures change?",
    choices=["AUC", "DCG", "nDCG", "RR", "AP", "FAP"],
    answer=["AUC", "FAP"],
    because="AUC rises from 0 to 97/98, because each hit wins 97 easy pairs. FAP falls, because precision does. The "
    "others look only at the relevant items and the ranks above them.",
)
