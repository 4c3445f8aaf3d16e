"""The questions of the lesson on tools that disagree, with their answers."""

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR", "AP", "DCG", "nDCG"]

films = rt.Ranking(
    [3, 2, 3, 0, 1],
    items=["Spirited Away", "Ponyo", "My Neighbour Totoro", "Fast Cars 7", "The Boy and the Beast"],
    missed=[3, 2],
)
"""Five films recommended to Mia, with the stars that she gave them later. Two films that she loves are not in the list."""

liked = films.with_relevant_from(2)

which_is_right = question(
    "Your notebook says 0.9724, your colleague's paper 0.7659, for the same five films. Who made a mistake?",
    choices={
        "The notebook": "Its arithmetic is right. Look at what it compares the list with.",
        "The paper": "Its arithmetic is right. Look at what it compares the list with.",
        "Neither: they calculate different things": "",
    },
    answer="Neither: they calculate different things",
    because="The notebook's ideal list holds the five recommended films only; the paper's holds every film that Mia graded.",
)

ideal = question(
    "Which of the two notices that two of Mia's favourite films were never recommended?",
    choices={
        "scikit-learn, 0.97": "It sorts the five films that were recommended. What was left out can't lower its value.",
        "trec_eval, 0.77": "",
    },
    answer="trec_eval, 0.77",
    because="Its ideal list starts with all films of 3 stars, also those that the recommender missed.",
)

order = question(
    "Put the three tools in order, the lowest nDCG@5 first. (gdeval uses the gain 2^grade − 1.)",
    answer=["gdeval", "trec_eval", "scikit-learn"],
    hints=["With 2^grade − 1 a missed film of 3 stars costs even more."],
    because="0.7359, 0.7659 and 0.9724: one list, one name, three numbers.",
)

by_min = question(
    "Count films of at least 2 stars as relevant: five in all, three of them in the first three places. "
    "What is AP@3 for trec_eval, which divides by all relevant films?",
    answer=rt.average_precision(liked, k=3),
    taught=TAUGHT,
    hints=["The precisions at ranks 1, 2 and 3 are 1, 1 and 1.", "Divide their sum by 5."],
)

kaggle = question(
    "And for a tool that divides by the relevant films or by k, whichever is less?",
    answer=rt.average_precision(liked, k=3, denominator="min"),
    taught=TAUGHT,
    hints=["There are five relevant films, and k is 3. Which is less?"],
    because="So the same list scores 3/5 or 1. Dividing by the smaller number asks: could the first three be better?",
)

exit_question = question(
    "Write the line under your table that lets your readers reproduce your nDCG@5. What must it contain?",
    answer="The tool and its version; the gain (grade, or 2^grade − 1); the ideal list (all judged items, or the retrieved "
    "ones); what happens to ties; and what a query without relevant items counts.",
)
