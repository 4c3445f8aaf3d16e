"""The questions of the lesson on swaps and LambdaRank's gradient, with their answers."""

from fractions import Fraction

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["DCG", "nDCG"]

recipes = rt.Ranking.from_scores(
    [1, 0, 3, 0, 2],
    [2.0, 1.5, 1.0, 0.5, 0.0],
    items=["Leek pie", "Onion soup", "Leek soup", "Fish soup", "Leek and potato soup"],
)
"""Five recipes for a leek soup, by the scores of a model."""

one_swap = {
    "goal": "nDCG > 0.89 and nDCG < 0.9",
    "task": "Swap two recipes, and leave the others at their ranks, so that nDCG is between 0.89 and 0.9",
    "hints": [
        "The first rank counts most. What belongs there?",
        "If you drag the soup to the top, the pie slides to rank 2. In a swap, it takes the soup's place: rank 3.",
    ],
    "solution": recipes.moved(3, to=1).moved(2, to=3),
    "fixed": "labels",
}

PIE_UP = "The pie (rank 1) and the leek soup (rank 3)"
PIE_LAST = "The pie (rank 1) and the leek and potato soup (rank 5)"
NEXT_TO = "The leek soup (rank 3) and the onion soup (rank 2)"

best_swap = question(
    "Which swap helps nDCG most?",
    choices={
        PIE_UP: "",
        PIE_LAST: "It puts a grade-2 soup at rank 1. Another swap puts a grade-3 soup there.",
        NEXT_TO: "It helps. But rank 1 counts most, and the pie stays there.",
    },
    answer=PIE_UP,
    because="The best recipe comes to the rank that counts most, and the pie has a grade of only 1 to lose.",
)

no_lead = question(
    "Two recipes of different grades have the same score. How large is the doubt?",
    answer=Fraction(1, 2),
    choices={
        0: "Doubt is 0 only where the better one is infinitely far ahead.",
        1: "Doubt is 1 only where the better one is infinitely far behind.",
        2: "That is 1 + e⁰. Doubt is 1 divided by it.",
    },
    hints=["What is e to the power of 0?"],
    because="1/(1 + 1) = 1/2: the model can't tell which one is better.",
)

which_doubt = question(
    "The better recipe is behind by 2. Then the model learns, and it is ahead by 2. What does doubt do?",
    choices={
        "It falls from 0.88 to 0.12": "",
        "It falls from 0.88 to 0": "A finite lead leaves some doubt: 1/(1 + e²) is above 0.",
        "It rises from 0.12 to 0.88": "Behind means in doubt. What is 1/(1 + e^(−2))?",
        "It stays the same": "The sign of the lead matters. Put −2 and 2 into the formula.",
    },
    answer="It falls from 0.88 to 0.12",
    because="1/(1 + e⁻²) is about 0.88, and 1/(1 + e²) about 0.12. The two add up to 1.",
)

push = question(
    "In another list, doubt about a pair is 1/4, and swapping the two would change nDCG by 2/5. How strong is the push?",
    answer=Fraction(1, 10),
    choices={
        Fraction(13, 20): "You added doubt and change. LambdaRank multiplies them.",
        Fraction(5, 8): "You divided doubt by the change. LambdaRank multiplies them.",
        Fraction(8, 5): "You divided the change by doubt. LambdaRank multiplies them.",
        Fraction(-1, 10): "That is how far the worse item is pushed down. How strong is the push itself?",
    },
    hints=["Multiply doubt by the change."],
    because="1/4 times 2/5 is 1/10: up for the better item, and down for the other one.",
)

down = question(
    "The pie has grade 1, and two recipes have grade 0. Still, the pie is pushed down. Why?",
    choices={
        "Grade 1 counts as not relevant": "It has a gain. Against the onion soup it is even pushed up.",
        "The two better soups below it push it down harder than the worse recipes push it up": "",
        "It is at rank 1, and can't rise": "A score can always rise. The pushes decide.",
    },
    answer="The two better soups below it push it down harder than the worse recipes push it up",
    because="Pushes from the soups: 0.15 + 0.11 down. From the worse recipes: 0.03 + 0.02 up.",
)

first_step = question(
    "After one step, nDCG is the same as before. Did the model learn anything?",
    choices={
        "No: nDCG says so": "Look at the scores, not only at the order.",
        "Yes: the scores moved, but no two of them have changed places yet": "",
        "No: the gradients add up to 0": "They always do. Each pair pushes one up and the other one down, by the same amount.",
    },
    answer="Yes: the scores moved, but no two of them have changed places yet",
    because="nDCG jumps when two scores pass each other. In between it is flat, and the gradient of the swaps is not. "
    "After three steps, the leek soup is first.",
)

truncated = question(
    "With a truncation level of 2, which pairs do not push?",
    choices={
        "Those with one item below rank 2": "A pair across the cutoff pushes: a swap would change who is in the first two.",
        "Those with both items below rank 2": "",
        "Those with both items above it": "These two compete for the top. They push.",
    },
    answer="Those with both items below rank 2",
    because="No swap of the two would change the first two ranks, so such pairs are left out: 0 in the table.",
)

exit_question = question(
    'A colleague says: "We train with nDCG as our loss." Explain in one or two sentences what the model is really trained with.',
    answer="nDCG is flat, so it has no gradient. Each pair pushes its better item up, by how unsure the scores are about the "
    "pair, times how much swapping the two would change nDCG; the sum of these pushes is what the model follows.",
)
