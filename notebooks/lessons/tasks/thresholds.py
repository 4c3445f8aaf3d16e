"""The questions of the lesson on thresholds, with their answers."""

from fractions import Fraction

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "AP", "AUC"]

emails = rt.Ranking(
    [1, 1, 0, 1, 0, 1, 0, 0],
    items=[
        "You won a cruise, claim it today",
        "Your parcel waits, pay 2 € here",
        "50 % off your concert tickets",
        "Invoice 2291 attached",
        "News from your choir",
        "Hi Mum, this is my new number",
        "Re: sheet music for Sunday",
        "Dinner at seven?",
    ],
    scores=[0.97, 0.91, 0.83, 0.74, 0.52, 0.4, 0.22, 0.08],
)
"""A filter's scores. Four emails are spam: the cruise, the parcel, the invoice, and the new number."""

subjects = ["A cruise", "A parcel", "Tickets", "Invoice", "Choir", "New number", "Sheet music", "Dinner"]
unscored = rt.Ranking(emails.grades, items=subjects)
"""The same list in short, without the scores that would contradict another order."""

four = rt.Ranking([0, 1, 1, 0], items=["Your tax return", "You won a phone", "Cheap watches", "Lunch on Friday?"])
"""Four emails, as another filter ranks them."""

early = rt.Ranking([int(rank in {1, 2, 3, 4, 30}) for rank in range(1, 101)])
middle = rt.Ranking([int(rank in {6, 7, 8, 9, 10}) for rank in range(1, 101)])
"""Two filters, a hundred emails each, of which five are spam."""

same_auc = {
    "goal": "AUC of A == AUC of B and AP of A > AP of B",
    "task": "AUC is the same for both filters, but AP prefers A",
    "hints": [
        "Each neighbouring pair of spam and good email that you swap changes AUC by 1/16, wherever it is.",
        "Make A better by one pair at the top.",
        "Then make A worse by one pair at the bottom.",
    ],
    "solution": (unscored.moved(4, to=3).moved(6, to=7), unscored),
    "fixed": "labels",
}

no_loss = question(
    "You never want to lose a good email. How many of the four spam emails can the filter still catch?",
    choices={
        "One": "You can lower the threshold a little more: the parcel is spam, too.",
        "Two": "",
        "Three": "Then the concert tickets are in the junk folder, too. They score higher than the invoice.",
        "Four": "Then the tickets and the choir are in the junk folder, too.",
    },
    answer="Two",
    because="Below the parcel comes a good email. A threshold can't jump over it.",
)

all_caught = question(
    "Now catch all four spam emails, with the highest threshold that does so. What is the false positive rate?",
    choices={
        "1/4": "Two of the eight emails go wrong, but FPR divides by the good emails alone.",
        "1/3": "That is 1 minus precision: the good emails among all that are junked. Divide by all good emails.",
        "1/2": "",
        "1": "That is the true positive rate: all spam is caught. How many of the good emails are lost?",
    },
    answer="1/2",
    because="The threshold is 0.40. Two of the four good emails, the tickets and the choir, score higher.",
)

walk = question(
    "Another filter ranks four emails: good, spam, spam, good. Which way does its ROC curve go?",
    choices={
        "↑ → → ↑": "That exchanges the steps: spam goes up, and a good email goes right.",
        "↑ ↑ → →": "That is the best filter there is: it ranks all spam before all good emails.",
        "→ ↑ ↑ →": "",
        "→ → ↑ ↑": "That is the worst filter there is: it ranks all good emails before all spam.",
    },
    answer="→ ↑ ↑ →",
    because="Half of the square lies under this curve, so AUC is 1/2: no better than throwing a coin.",
)

new_number = question(
    "Another filter ranks six emails: spam, good, spam, spam, good, good. What is AUC?",
    answer=rt.roc_auc([1, 0, 1, 1, 0, 0]),
    choices={
        Fraction(2, 9): "That's the share of pairs in the wrong order. AUC counts the other pairs.",
        Fraction(2, 3): "Nearly. In how many of the 9 pairs does the good email score higher? Count them again.",
        7: "That's how many pairs are in the right order. Divide it by all pairs.",
        Fraction(7, 15): "You divided by all 15 pairs of emails. A pair needs one spam email and one good one.",
    },
    taught=TAUGHT,
    hints=[
        "Three spam emails and three good emails make 9 pairs. In how many does the good email score higher?",
        "The good email at rank 2 scores higher than two spam emails. These are the only pairs in the wrong order.",
    ],
)

long_auc = question(
    "Which filter has the greater AUC?",
    choices={
        "Early": "Count its wrong pairs: how many good emails rank above the spam at rank 30? Now Middle.",
        "Middle": "Count its wrong pairs: how many good emails rank above each of its five? Now Early.",
        "Neither: they are equal": "",
    },
    answer="Neither: they are equal",
    because="Early: 25 good emails rank above the spam at rank 30. Middle: 5 above each of 5 spam emails, also 25. "
    "So 25 of 5 · 95 pairs are wrong, and AUC is 18/19 ≈ 0.9474 for both.",
)

slipped = question(
    "Early gets worse: its last spam email slips from rank 30 to rank 60. What is AP now?",
    answer=rt.average_precision(early.moved(30, to=60)).exact,
    choices={
        Fraction(4, 5): "That leaves out the last spam email. What does it add at rank 60?",
        Fraction(5, 6): "That is AP before the email slips. What is the precision at rank 60?",
        Fraction(1, 12): "That is the precision at rank 60 alone. What are the other four?",
        Fraction(49, 12): "That is the sum of the precisions. Now divide it by the number of spam emails.",
    },
    hints=["The first four precisions are 1. What is the precision at rank 60?", "At rank 60 it is 5/60 = 1/12."],
    because="AP = (1 + 1 + 1 + 1 + 1/12) / 5. It hardly moves, from 0.83 to 0.82. But AUC falls from 0.95 to 0.88, because 30 more pairs are wrong.",
)

without_teeth = question(
    "A third filter ranks seven emails: good, spam, spam, good, spam, spam, spam. At recall 3/5 (rank 5), precision is 3/5. "
    "What is the interpolated precision there?",
    answer=Fraction(5, 7),
    choices={
        Fraction(3, 5): "That is the precision itself. Is precision higher at a higher recall?",
        Fraction(2, 3): "That is the precision at recall 4/5. Is it higher still when all spam is found?",
    },
    hints=["Precision at ranks 6 and 7, where the recall is 4/5 and 1, is 4/6 and 5/7."],
    because="At rank 7 all spam is found, and precision is 5/7. So you can have at least 3/5 of the spam with precision 5/7.",
)

squared = question(
    "A colleague squares all scores: 0.9 becomes 0.81, and 0.5 becomes 0.25. What changes?",
    choices={
        "AUC and AP": "Both look at the order of the scores. Does squaring change it?",
        "AUC, but not AP": "AUC asks which of two emails scores higher. Does squaring change the answer?",
        "The threshold you need": "",
        "Nothing at all": "With the threshold left at 0.5, is the choir's newsletter (0.52) still in the junk folder?",
    },
    answer="The threshold you need",
    because="Squaring keeps the order, so both areas stay. But 0.52 is 0.27 now, so a threshold of 0.5 catches less.",
)

exit_question = question(
    "A test for a rare illness has AUC 0.99. Of 100,000 people, 20 are ill. Why isn't that enough to know?",
    answer="Because a small false positive rate is still a crowd: 1 % of 99,980 healthy people is 1,000 false alarms, "
    "for at most 20 ill people. Precision is about 2 %, and ROC doesn't show it: look at the precision-recall curve.",
)

DRAFTS = {
    "AUC": ['your function returns AUC with nothing for a tied pair (ties="strict"), not half a point for a tied pair'],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
