"""The questions of the lesson on graded relevance, with their answers."""

from math import log2

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR", "AP", "CG", "DCG"]

lasagne = rt.Ranking(
    [2, 0, 1, 3, 0, 3],
    items=[
        "Spinach lasagne, baked for 3 hours",
        "Lasagne dish, stoneware, 30 cm",
        "Classic beef lasagne, 50 minutes",
        "Mushroom lasagne in 40 minutes",
        "Beef broth in ten minutes",
        "Weeknight vegetable lasagne, one pan",
    ],
)
"""You want a vegetarian lasagne on the table within an hour."""

goulash = rt.Ranking([3, 0, 2, 3], items=["Goulash of beans", "Goulash bowl, blue", "Beef goulash", "Mushroom goulash"])
"""Another search. You want a vegetarian goulash."""

four = rt.Ranking([2, 0, 1, 3], items=["Spinach", "Beef broth", "Beef", "Mushrooms"])
"""Four of the six."""

above_six = {
    "goal": "DCG > 6.1",
    "task": "Move the recipes until DCG is above 6.1",
    "hints": [
        "The best grades belong on top, where they count most.",
        "Drag both recipes of grade 3 to the top.",
    ],
    "solution": lasagne.moved(6, to=1).moved(5, to=1),
    "fixed": "labels",
}

gains_disagree = {
    "goal": 'DCG of A > DCG of B and DCG(gain="exponential") of A < DCG(gain="exponential") of B',
    "task": "Linear gain prefers A, exponential gain prefers B",
    "hints": [
        "Exponential gain loves grade 3. Where does B need it?",
        "B has grade 3 at the top, and the others in a bad order below it.",
        "B has grades 3, 0, 1, 2. A has grade 3 at rank 2, and the others in the best order.",
    ],
    "solution": (four.moved(4, to=2).moved(4, to=3), four.moved(4, to=1).moved(2, to=4)),
    "fixed": "labels",
}

who_notices = question(
    "The mushroom lasagne (grade 3) moves up to rank 3, past the beef lasagne (grade 1). Which measures change? There can be several.",
    choices={
        "AP": "AP asks one question only: relevant or not? Both recipes are, so nothing has changed for it.",
        "CG": "CG adds up grades. A sum doesn't depend on the order of its terms.",
        "DCG": "",
    },
    answer=["DCG"],
    because="Only DCG uses both the grade and the rank.",
)

gain_so_far = question(
    "The search for a vegetarian goulash ranks grades 3, 0, 2, 3. What is CG@4?",
    answer=rt.cumulative_gain(goulash, k=4),
    choices={3: "You counted the relevant recipes. CG adds up their grades."},
    taught=TAUGHT,
    hints=["Add the four grades. Don't count how many recipes are relevant."],
)

by_hand = question(
    "Goulash again: the first grades are 3, 0, 2. What is DCG@3?",
    answer=rt.dcg(goulash, k=3),
    choices={
        8: "That is CG@4, the sum of all four grades. DCG@3 divides each of the first three by its divisor.",
        3 + 2 / log2(3): "You divided the 2 by log2(3), the divisor of rank 2. At which rank is the grade 2?",
    },
    taught=TAUGHT,
    hints=[
        "Divide each grade by log2(rank + 1), then add up.",
        "The divisors are log2(2) = 1, log2(3) and log2(4) = 2. You don't need log2(3), because the grade there is 0.",
    ],
    because="3/1 + 0 + 2/2. At rank 3, a grade counts half.",
)

as_little = question(
    "At which rank does a recipe of grade 3 add as little as a recipe of grade 1 at the top?",
    choices={
        "rank 3": "There the divisor is log2(4) = 2, so grade 3 still adds 3/2. The divisor isn't the rank itself.",
        "rank 4": "There the divisor is 2.32, so grade 3 still adds 1.29. Go further down.",
        "rank 7": "",
        "rank 8": "Close: 8 is rank + 1.",
    },
    answer="rank 7",
    hints=[
        "Grade 1 at rank 1 adds 1. So grade 3 needs the divisor 3.",
        "log2(rank + 1) = 3. Which power of 2 is that?",
        "2 · 2 · 2 = 8, and 8 is rank + 1.",
    ],
    because="log2(7 + 1) = 3. Below rank 7, even a grade-3 recipe adds less than a grade-1 recipe at the top.",
)

swaps = question(
    "Two neighbours change places, and the better one moves down. Put the swaps in order: the most DCG lost first.",
    answer=["grades 3 and 0 at ranks 2 and 3", "grades 3 and 2 at ranks 1 and 2", "grades 3 and 0 at ranks 5 and 6"],
    hints=[
        "A swap loses the difference of the grades, times the difference of the discounts.",
        "The discounts, 1/divisor, at ranks 1 to 6 are 1, 0.63, 0.50, 0.43, 0.39 and 0.36.",
        "3 · (0.63 − 0.50), 1 · (1 − 0.63), 3 · (0.39 − 0.36).",
    ],
    because="They lose 0.39, 0.37 and 0.09. With the same two grades, a swap at ranks 1 and 2 costs twelve times as much "
    "as one at ranks 5 and 6.",
)

exponential = question(
    "A search for gnocchi ranks grades 2, 0, 3 first. What is DCG@3 with exponential gain?",
    answer=rt.dcg([2, 0, 3], k=3, gain="exponential"),
    choices={
        8: "You left out the minus 1: grade 2 gains 2² − 1 = 3.",
        "11/2": "Check both gains: grade 2 gains 2² − 1 = 3, and grade 3 gains 2³ − 1 = 7.",
        10: "That adds up the gains, 3 and 7. Divide each by its divisor first.",
    },
    taught=TAUGHT,
    hints=["First turn each grade into its gain: grade 2 gains 3.", "Grade 3 gains 7, at half its value: 7/2."],
)

which_gain = question(
    "Your guests arrive in an hour. You'll open one recipe, and it must be perfect. Which gain fits?",
    choices={
        "Linear gain": "With linear gain, three recipes of grade 1 make up for one of grade 3. Would they, tonight?",
        "Exponential gain": "",
        "Both agree anyway": "You have just made two lists on which they disagree.",
    },
    answer="Exponential gain",
    because="A perfect recipe gains 7, as much as seven of grade 1. If every partial answer helps, use linear gain.",
)

exit_question = question(
    'A colleague says: "DCG is 9 for lasagne and only 3 for truffle soup. Our search is bad at truffle soup." '
    "What do you answer?",
    answer="DCG has no upper limit. Perhaps there is one good truffle soup in all, and 3 is the best possible. "
    "Compare each DCG with the best its own query allows: that is nDCG.",
)

DRAFTS = {
    "DCG": ["you divide by log2(rank); DCG divides by log2(rank + 1)"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
