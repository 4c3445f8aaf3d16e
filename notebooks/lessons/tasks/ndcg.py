"""The questions of the lesson on nDCG, with their answers."""

from fractions import Fraction
from math import log2

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR", "AP", "CG", "DCG", "IDCG", "nDCG"]

films = rt.Ranking(
    [2, 0, 3, 0, 1, 0],
    items=[
        "Gravity: alone in orbit",
        "Space Sharks 3",
        "Arrival: talking with visitors",
        "Galaxy Racers",
        "Diner on Mars, a comedy",
        "Robots at War",
    ],
    missed={"Solaris: a sea that remembers": 4},
)
"""You love slow, thoughtful science fiction, and gave each film 0 to 4 stars. Solaris was not recommended."""

alone = rt.Ranking([3], items=films.items[2:3], missed=[4, 2, 1])
"""The service shows Arrival, and nothing else."""

best_order = {
    "goal": "nDCG > 0.645",
    "task": "Find the best order: nDCG is above 0.645",
    "hints": ["DCG is highest if the most stars come first.", "3 stars, then 2, then 1, then the rest."],
    "solution": films.moved(3, to=1).moved(5, to=3),
    "fixed": "labels",
}

disagree = {
    "goal": "AP of A > AP of B and nDCG of A < nDCG of B",
    "task": "AP prefers A, but nDCG prefers B",
    "hints": [
        "One list starts with a hit, and then has a gap. nDCG forgives that: it is B.",
        "A has no hit at rank 1, but its three hits follow at once.",
        "B has its other two hits far below: at ranks 5 and 6.",
    ],
    "solution": ([0, 1, 1, 1, 0, 0, 0], [1, 0, 0, 0, 1, 1, 0]),
    "fixed": "labels",
}

why_stuck = question(
    "You found the best order of the six films, and nDCG is only 0.65. Why?",
    choices={
        "Another order is better": "Look at the stars: 3, 2, 1, 0, 0, 0. No order of these six has a higher DCG.",
        "nDCG compares the list with one that includes Solaris": "",
        "nDCG never reaches 1": "nDCG is 1 if no list of the films you rated has a higher DCG. Which list has a higher DCG than yours?",
    },
    answer="nDCG compares the list with one that includes Solaris",
    because="You gave Solaris 4 stars, and the service didn't find it. No order of the other films makes up for that.",
)

ideal_order = question(
    "Put the ideal list in order (films with 0 stars come after these).",
    answer=[
        "Solaris: a sea that remembers",
        "Arrival: talking with visitors",
        "Gravity: alone in orbit",
        "Diner on Mars, a comedy",
    ],
    hints=[
        "All the films you rated take part, whether or not they were recommended.",
        "Only the stars decide. They are in the table at the top of the lesson.",
    ],
)

at_the_top = question(
    "Mia's list starts with a film she gave 3 stars. The service didn't recommend her favourite, with 5 stars. "
    "What is nDCG@1?",
    answer=rt.ndcg(rt.Ranking([3], items=["first film"], missed={"favourite": 5}), k=1),
    choices={
        3: "3 is DCG@1. Now divide by the ideal DCG@1.",
        1: "Does the best list start with 3 stars?",
        "3/8": "You divided by 3 + 5. How many films has the ideal list down to rank 1?",
    },
    taught=TAUGHT,
    hints=["The divisor at rank 1 is 1, so DCG@1 is 3.", "What is at rank 1 of the ideal list?"],
)

one_more = question(
    "Gravity has 2 stars and Space Sharks 0. What does nDCG@k do, from k = 1 to k = 2?",
    choices={
        "It rises": "DCG@k can't fall as k grows. But what does the ideal DCG@k do?",
        "It stays the same": "DCG@k stays the same, because 0 stars add nothing. What does the ideal list add at rank 2?",
        "It falls": "",
    },
    answer="It falls",
    because="The cutoff cuts both lists. Space Sharks adds nothing, and the ideal list adds 3/log2(3).",
)

only_arrival = question(
    "The service shows you Arrival, and drops everything else. A tool sorts what was shown, and takes that as the "
    "ideal list. What nDCG does it report?",
    answer=rt.ndcg(alone, ideal="retrieved"),
    choices={
        Fraction(3, 4): "You divided by the 4 stars of Solaris. But this tool knows only the film it showed.",
        3: "3 is DCG. Now divide by the DCG of this tool's ideal list.",
        0: "Arrival has 3 stars, so DCG isn't 0. What does the tool divide by?",
        rt.ndcg(alone).value: "You divided by the IDCG of all rated films. But this tool knows only what it showed.",
    },
    taught=TAUGHT,
    hints=["The list that was shown has one film. Sort it. What changes?"],
    because="A list of one film is always in its best order. With all the films you rated, nDCG is only 0.41.",
)

worst_order = question(
    "You give five films 0, 1, 2, 3 and 4 stars. The service ranks them in the worst possible order. "
    "Guess first: what is nDCG?",
    choices={
        "0": "0 needs a DCG of 0. But the film with 4 stars is in the list, and adds 4/log2(6).",
        "about 0.2": "Higher. The discount at rank 5 is 0.39, so your favourite still counts more than a third there.",
        "about 0.6": "",
    },
    answer="about 0.6",
    because="It is 0.61. The discount falls slowly, so even the last of five films counts. "
    "Before you call 0.6 good, ask what the worst order would score.",
)

lone_film = question(
    "Another user loves just one film, and it's at rank 7. RR is 1/7. What is nDCG?",
    answer=rt.ndcg([0, 0, 0, 0, 0, 0, 1]),
    choices={
        "1/8": "You forgot the logarithm: divide by log2(7 + 1), not by 8.",
        "1/7": "That is RR, which divides by the rank. What does DCG divide by at rank 7?",
        1 / log2(7): "You divided by log2(rank). DCG divides by log2(rank + 1).",
        1: "Only with the film at rank 1. What is DCG with the film at rank 7?",
    },
    taught=TAUGHT,
    hints=["The ideal list has this film at rank 1. So the ideal DCG is 1.", "1/log2(7 + 1)"],
    because="With one relevant film, nDCG is the discount of its rank: 1 at rank 1, 1/2 at rank 3, 1/3 at rank 7.",
)

exit_question = question(
    "The service writes: our nDCG is 0.82, so you see 82 % of the best. Which two questions do you ask?",
    answer="Is the ideal list made of all the films I rated, or only of the films you showed me? (With only those, this list has 0.82; with all of them, 0.53.) And what would the worst order score?",
)

DRAFTS = {
    "nDCG@5": ["your ideal list is built from the first k results only"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
