"""The questions of the lesson on AP at a cutoff and its conventions, with their answers."""

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR", "AP"]

films = [
    "Arrival (a linguist meets visitors)",
    "Transformers (robots, explosions)",
    "Moon (a miner alone up there)",
    "Her (in love with a voice)",
    "Fast & Furious 9 (cars, explosions)",
    "Solaris (a planet that remembers)",
    "Mamma Mia! (a wedding, songs)",
    "Die Hard (a tower, explosions)",
    "Contact (a signal from the stars)",
    "Paddington 2 (a bear, marmalade)",
]
nour = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0, 1, 0], items=films, missed={"Gattaca (genes, ambition)": 1})
"""Nour likes quiet science fiction: five of the ten films shown, and one that was not shown."""

tom = rt.Ranking([0, 1, 0, 0, 1, 0, 0, 1, 0, 0], items=films)
"""Tom likes explosions: three of the same ten films."""

shown = rt.Ranking([1, 0, 1, 0, 1], items=["Arrival", "Transformers", "Moon", "Mamma Mia!", "Solaris"])
"""Five films that two systems rank."""

worst_screen = {
    "goal": 'AP(denominator="hits")@5 == 1 and R@5 == 1/6',
    "task": "AP@5 is 1 if you divide by the films found, but only one of Nour's six films is on the screen",
    "hints": [
        "A single hit has precision 1 at one rank only.",
        "Keep Arrival first. Which films must leave the first five?",
    ],
    "solution": nour.moved(7, to=2).moved(8, to=2).moved(10, to=2),
    "fixed": "labels",
}

two_winners = {
    "goal": 'AP(denominator="min")@3 of A > AP(denominator="min")@3 of B '
    'and AP(denominator="hits")@3 of A < AP(denominator="hits")@3 of B',
    "task": "A wins if you divide by min(m, k), as Kaggle does; B wins if you divide by the films found, as torchmetrics does",
    "hints": [
        "Start with B. What must it show so that dividing by the films found gives 1?",
        "B shows one hit, at rank 1. Now A needs two hits, but not at ranks 1 and 2 together.",
    ],
    "solution": (shown.moved(2, to=1), shown.moved(4, to=2)),
    "fixed": "labels",
}

ALL, SMALLER, FOUND = "m, all relevant films", "min(m, k)", "the films found so far"

falls = question(
    "The cutoff moves from 1 to 10. With which divisors does AP@k fall on the way? There can be several.",
    choices={
        ALL: "A hit adds to the sum, and m never changes. So what can AP@k do as k grows?",
        SMALLER: "",
        FOUND: "",
    },
    answer=[SMALLER, FOUND],
    because="The sum never falls, so AP@k falls only where the divisor grows. m is fixed: divided by m, AP@k never "
    "decreases as k grows.",
)

printed = question(
    "One library printed 0.81 for Nour's first five films. What did it divide 29/12 by?",
    choices={
        "6, all the films she likes": "29/12 divided by 6 is 0.40. Which divisor makes it twice as large?",
        "5, what fits": "29/12 divided by 5 is 0.48. Is the divisor larger or smaller?",
        "3, those found": "",
    },
    answer="3, those found",
    because="29/12 divided by 3 is 29/36 ≈ 0.81. The films Nour likes but wasn't shown don't count at all.",
)

toms = question(
    "Tom likes the three films with explosions, at ranks 2, 5 and 8. What does Kaggle's AP@5 say?",
    choices={
        "0.9/5 = 0.18": "Kaggle divides by min(m, k), and Tom likes only three films. What is min(3, 5)?",
        "0.9/3 = 0.30": "",
        "0.9/2 = 0.45": "You divided by the two films found. Kaggle divides by min(m, k).",
        "1.275/3 = 0.425": "The film at rank 8 is past the cutoff, so it adds nothing to the sum.",
    },
    answer="0.9/3 = 0.30",
    because="1/2 + 2/5 = 0.9, and min(3, 5) = 3. Tom likes fewer than five films, so trec_eval prints the same number.",
)

perfect_screen = question(
    "Ana likes eight films, and her screen is perfect: all five films on it are among them. "
    "What is AP@5, divided by m?",
    answer=rt.average_precision(rt.Ranking([1, 1, 1, 1, 1], missed=[1, 1, 1]), k=5),
    choices={1: "You divided by the five films on the screen. How many does Ana like?"},
    taught=TAUGHT,
    hints=["What is the precision at each of the five ranks?", "Add five times 1. Divide by m."],
    because="Five films can't contain eight. Divided by m, AP@k can't reach 1 if m is larger than k: it contains recall.",
)

in_order = question(
    "Put the divisors in order: the one that gives the largest AP@k first.",
    answer=["the films found", "min(m, k)", "m"],
    hints=["The sum is the same. Which divisor is the smallest?"],
    because="The films found can't outnumber m or k, so found ≤ min(m, k) ≤ m in every list. "
    "The smaller the divisor, the larger AP@k.",
)

report = question(
    'Your report says "AP@5 = 0.48". Rewrite the sentence so that a reader can reproduce the number.',
    answer="AP@5, divided by min(m, 5) as in Kaggle's apk, is 0.48 for Nour; m counts every film she likes in the test data, including the films the recommender didn't show.",
)

exit_question = question(
    'A blog says: "We show one film instead of five, and Nour\'s AP@5 rose from 0.81 to 1." What do you reply?',
    answer="You divide by the films found, so one safe hit is perfect, and the films you don't find cost nothing. "
    "Divided by all six relevant films, AP@5 fell from 0.40 to 1/6.",
)

DRAFTS = {
    "AP@5": ["your function returns AP@5 divided by the cutoff (k), not by the relevant items (m)"],
    'AP(denominator="min")@5': [
        'your function returns AP@5 divided by all relevant items (denominator="relevant"), not by the relevant items or the ranks, whichever are fewer',
        "your function returns AP@5 divided by k, not by min(m, k)",
    ],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try.

The second check says either, depending on whether you fixed the first draft.
"""
