"""The questions of the lesson on tools that disagree, with their answers."""

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR", "AP", "DCG", "nDCG"]

films = rt.Ranking(
    [3, 2, 3, 0, 1],
    items=["Spirited Away", "Ponyo", "My Neighbour Totoro", "Fast Cars 7", "The Boy and the Beast"],
    missed=[3, 2],
)
"""Five films recommended to Mia, with the stars she gave them later. Two films she loves are not in the list."""

liked = films.with_relevant_from(2)

both_agree = {
    "goal": 'AP@3 == AP(denominator="min")@3 and AP@3 > 0 and NumRel > 1',
    "task": "AP@3 is the same under both conventions, above 0, and at least two films are relevant",
    "hints": [
        "One divides by m, the other by the smaller of m and 3.",
        "Click grades until at most three films are relevant.",
    ],
    "solution": liked.with_grade(2, 0).with_grade(3, 0),
}

which_is_right = question(
    "For the same five films you get 0.9724, and your colleague gets 0.7659. Who made a mistake?",
    choices={
        "I did": "Your arithmetic is right. Which ideal list do you divide by?",
        "Neither: we calculate different things": "",
        "My colleague": "Your colleague's arithmetic is right. Which ideal list is it divided by?",
    },
    answer="Neither: we calculate different things",
    because="Your ideal list holds only the five recommended films. Your colleague's holds every film that Mia graded.",
)

ideal = question(
    "Which of the two notices that two of Mia's favourite films were never recommended?",
    choices={
        "scikit-learn, 0.97": "It sorts the five films that were recommended. A film that was left out can't lower its value.",
        "trec_eval, 0.77": "",
    },
    answer="trec_eval, 0.77",
    because="Its ideal list starts with all films of 3 stars, also those that the recommender missed.",
)

order = question(
    "Put the three tools in order, the lowest nDCG@5 first. "
    "(gdeval is a program of TREC, too. It has the same ideal list as trec_eval, but its gain is 2 to the power of the "
    "grade, minus 1.)",
    answer=["gdeval", "trec_eval", "scikit-learn"],
    hints=["A film of 3 stars gains 2 · 2 · 2 − 1 = 7 in gdeval: missing one costs even more than in trec_eval."],
    because="0.7358, 0.7659 and 0.9724: one list, one name, three numbers.",
)

by_min = question(
    "Count films of at least 2 stars as relevant: five in all, three of them in the first three places. "
    "What is AP@3 for trec_eval, which divides by all relevant films?",
    answer=rt.average_precision(liked, k=3),
    choices={1: "You divided the sum of the precisions by 3. How many films are relevant in all?"},
    taught=TAUGHT,
    hints=["The precisions at ranks 1, 2 and 3 are 1, 1 and 1.", "Divide their sum by 5."],
)

kaggle = question(
    "And for a tool that divides by the number of relevant films or by k, whichever is less?",
    answer=rt.average_precision(liked, k=3, denominator="min"),
    choices={"3/5": "You divided by all five relevant films again. Which is less, that number or k?"},
    taught=TAUGHT,
    hints=["There are five relevant films, and k is 3. Which is less?"],
    because="So the same list scores 3/5 or 1. Dividing by the smaller number asks: could the first three be better?",
)

divisor = question(
    "The precisions at ranks 1 and 3 are 1 and 2/3, so their sum is 5/3. Four items are relevant in all. "
    "What did the leaderboard divide by to get 0.5556?",
    answer=3,
    choices={
        4: "5/3 divided by 4, the number of relevant items, is 0.4167. The leaderboard divided by less.",
        2: "5/3 divided by 2, the number of hits, is 0.8333. The leaderboard divided by more.",
    },
    hints=["Divide 5/3 by 4, by 3 and by 2. Which one is 0.5556?"],
    because="The smaller of m = 4 and k = 3.",
)

exit_question = question(
    "Write the line under your table that lets your readers reproduce your nDCG@5. What must it contain?",
    answer="The tool and its version; the gain (the grade, or 2 to the power of the grade, minus 1); the ideal list (all "
    "judged items, or the retrieved ones); what happens to ties; and what a query without relevant items counts.",
)
