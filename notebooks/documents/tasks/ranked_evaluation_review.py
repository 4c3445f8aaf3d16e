"""The questions about the review, with their answers."""

from fractions import Fraction

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR", "AP", "DCG", "nDCG", "AUC", "FAP"]

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

all_tied = question(
    "A system gives all five items the same score; two are relevant. What is AUC?",
    answer=rt.roc_auc(rt.Ranking([1, 0, 1, 0, 0], scores=[0.5] * 5)),
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
