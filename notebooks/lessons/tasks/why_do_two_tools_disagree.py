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

ali = rt.Ranking([2, None, 1, 3, 0], items=["Princess Mononoke", "Paprika", "Akira", "Your Name", "Fast Cars 7"])
"""Five films recommended to Ali, with the stars he gave them. He hasn't seen Paprika."""

tied = rt.Ranking([0, 1, 0, 0], items=["Akira", "Ponyo", "Fast Cars 7", "Cars"], scores=[0.9, 0.9, 0.6, 0.2])
"""The recommender gives Akira and Ponyo the same score."""

people = {
    "Mia": rt.Ranking([1, 0, 1], items=["Spirited Away", "Fast Cars 7", "Ponyo"]),
    "Ali": rt.Ranking([0, 1], items=["Cars", "Your Name"]),
    "Ben": rt.Ranking([], missed={"Akira": 1}),
    "Eve": rt.Ranking([0, 0], items=["Akira", "Cars"]),
}
"""Four people, with the films recommended to them. Ben got none, and nothing is relevant for Eve."""

threshold_and_hole = {
    "goal": "P@3 == P(rel=2)@3 and P@3 == P(judged_only=True)@3",
    "task": "P@3 is the same under all three conventions",
    "hints": [
        "Akira has one star: it is relevant from grade 1 on, but not from grade 2 on. Move it out of the first three.",
        "If Paprika is in the first three, it is left out, and the film at rank 4 moves up: make that Fast Cars 7.",
    ],
    "solution": ali.moved(4, to=2).moved(5, to=3),
    "fixed": "labels",
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
    because="Its ideal list starts with all films of 3 stars, including the one that the recommender missed.",
)

order = question(
    "Put the three tools in order, the lowest nDCG@5 first. "
    "(gdeval is a program of TREC, too. It has the same ideal list as trec_eval, but its gain is 2 to the power of the "
    "grade, minus 1.)",
    answer=["gdeval", "trec_eval", "scikit-learn"],
    hints=["A film of 3 stars gains 2 · 2 · 2 − 1 = 7 in gdeval: missing one costs even more than in trec_eval."],
    because="0.7358, 0.7659 and 0.9724: one list, one name, three numbers.",
)

from_two = question(
    "Zoe's four films have 1, 0, 2 and 1 stars. What is P@4 if a film is relevant from two stars on?",
    answer=rt.precision(rt.Ranking([1, 0, 2, 1]).with_relevant_from(2), k=4),
    choices={
        "3/4": "That counts every film with a star. How many have at least two?",
        0: "From two stars on includes two stars. Which film has them?",
        1: "You divided by the relevant films. Precision divides by the four films.",
    },
    taught=TAUGHT,
    hints=["Which of the four films are relevant now?"],
)

left_out = question(
    "Six other films: 2 stars, not judged, 1, 0, 3 and 1 stars. What is P@5 if the unjudged film is left out first? "
    "(Relevant is at least one star.)",
    answer=rt.precision([2, None, 1, 0, 3, 1], k=5, judged_only=True),
    choices={
        "3/5": "That counts the unjudged film as not relevant. Leave it out: which film moves up to rank 5?",
        "3/4": "You left the film out, but no other film moved up. Which one is at rank 5 now?",
        "2/3": "You divided by all six films. How many are left without the unjudged one?",
    },
    taught=TAUGHT,
    hints=["Cross out the unjudged film. Which five films are the first five now?"],
)

three_equal = rt.Ranking([0, 0, 0, 1, 0], scores=[0.9, 0.7, 0.7, 0.7, 0.2])
"""Five films, three of them with the same score."""

ties = question(
    "In this list three films have the score 0.7, and only the last of these is relevant. What is RR, averaged over all "
    "orders of the three?",
    answer=rt.reciprocal_rank(three_equal, ties="averaged"),
    choices={
        "1/4": "That is RR in the order of the file. At which other ranks could the film be?",
        "1/2": "That is RR in the best order. At which other ranks could the film be?",
        "3/8": "That is halfway between the best order and the worst. At which third rank could the film be?",
        "1/3": "That is 1 divided by the mean rank. Take 1/rank in each order first, then the mean.",
        "13/12": "That is the sum of 1/rank over the three ranks. Now take the mean.",
        1: "A film with a higher score is always above it. At which ranks could the film be?",
    },
    taught=TAUGHT,
    hints=["The film is at rank 2, 3 or 4, each equally often.", "Average 1/2, 1/3 and 1/4."],
    because="One list, three honest values: 1/4 in file order, 1/2 in the best order, and 13/36 on average.",
)

four_people = question(
    "The other tool prints 2/3. Whom does it count?",
    choices={
        "All four": "Then MAP is (5/6 + 1/2 + 0 + 0)/4 = 1/3. Who adds nothing to the sum?",
        "All but Ben, who got no list": "Then Eve still counts as 0, and MAP is 4/9. Take her out, too.",
        "All but Eve, for whom nothing is relevant": "Then Ben still counts as 0, and MAP is 4/9. Take him out, too.",
        "Mia and Ali": "",
    },
    answer="Mia and Ali",
    because="No list has changed, but MAP doubled. A third tool counts Eve as 1: 7/12.",
)

divisor = question(
    "The precisions at ranks 1 and 3 are 1 and 2/3, so their sum is 5/3. Four items are relevant in all. "
    "What did the leaderboard divide by to get 0.5556?",
    answer=3,
    choices={
        4: "5/3 divided by 4, the number of relevant items, is 0.4167. The leaderboard divided by less.",
        2: "5/3 divided by 2, the number of hits, is 0.8333. The leaderboard divided by more.",
        5: "5/3 divided by 5, the length of the list, is 0.3333. The leaderboard divided by less.",
        "5/9": "That is the leaderboard's value, 0.5556. What do you divide 5/3 by to get it?",
    },
    hints=["Divide 5/3 by 4, by 3 and by 2. Which one is 0.5556?"],
    because="The smaller of m = 4 and k = 3.",
)

exit_question = question(
    "Write the line under your table that lets your readers reproduce your nDCG@5. What must it contain?",
    answer="The tool and its version; the gain (the grade, or 2 to the power of the grade, minus 1); the ideal list (all "
    "judged items, or the retrieved ones); what happens to ties; and what a query without relevant items counts.",
)

DRAFTS = {
    'RR(ties="item_descending")': ["you keep the order of the input among equal scores"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
