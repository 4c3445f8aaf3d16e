"""The questions of the lesson on FAP and GAP, with their answers."""

import rankteach as rt
from rankteach.classroom import question

photos = rt.Ranking(
    [1, 1, 0, 1, 0, 0, 0],
    items=[
        "Grandma blows out ninety candles",
        "Grandma with all her grandchildren",
        "A cake in a shop window",
        "Grandma dances with the vicar",
        "Your thumb",
        "A receipt for candles",
        "A dog with a party hat",
    ],
    missed=[1],
)
"""What the phone suggests for the album "Grandma is ninety". It overlooked one more picture of her."""

films = rt.Ranking(
    [3, 2, 1, 0],
    items=["Spirited Away", "Paddington 2", "Local Hero", "Traffic Cops"],
)
"""Your stars. Viewers differ on how many stars make a good evening."""

blind = {
    "goal": "AP == 1 and GAP == 3/4",
    "task": "GAP is as low as it can be while AP is still 1",
    "hints": ["AP is 1 as long as Traffic Cops is last.", "GAP is lowest if the picky viewer waits longest."],
    "solution": films.moved(1, to=3).moved(2, to=1),
    "fixed": "labels",
}

album = question(
    "Where should the album end?",
    choices={
        "After rank 2": "Precision is 1 there. But half of the four right pictures are left out.",
        "After rank 4": "",
        "After rank 7": "It finds no more pictures of Grandma after rank 4, but your thumb is in the album.",
        "It doesn't matter": "AP thinks so, from rank 4 on. What do F1 and you think about the thumb?",
    },
    answer="After rank 4",
    because="FAP is highest there, 33/46 ≈ 0.72: one wrong picture costs less than the dance with the vicar brings.",
)

two_wrong = question(
    "Another album has exactly three right pictures. The phone ranks them first, and adds two wrong ones. What is FAP?",
    answer=rt.fap([1, 1, 1, 0, 0]),
    choices={1: "That is AP, which doesn't see the two wrong pictures. What is F1?"},
    taught=["P", "R", "F1", "AP", "FAP"],
    hints=[
        "AP is 1, because all right pictures come first. What is F1?",
        "Precision is 3/5 and recall 1, so F1 = 3/4.",
        "The harmonic mean of F and AP is 2 · F · AP / (F + AP).",
    ],
    because="AP alone gives this album a perfect 1. FAP takes back what the two wrong pictures cost.",
)

swap = question(
    "A list ranks Spirited Away (3 stars), Paddington 2 (2), Local Hero (1) and Traffic Cops (0). "
    "Swap the first film and the third. What happens to AP and to GAP?",
    choices={
        "Both fall": "AP takes a film from one star on as relevant. Are the first three still relevant?",
        "AP stays, GAP falls": "",
        "Both stay": "Think of a viewer who only wants films with 3 stars. Does the list serve her as well as before?",
        "AP falls, GAP stays": "Which of the two knows the number of stars?",
    },
    answer="AP stays, GAP falls",
    because="For AP the first three films are the same. The picky viewer now waits until rank 3.",
)

two_films = question(
    "Only two films: Paddington 2 (2 stars) first, Spirited Away (3 stars) second. What is GAP?",
    answer=rt.gap([2, 3]),
    choices={
        "9/2": "That is the sum of all three viewers. Now divide by the hits of all three.",
        "5/6": "That is the mean of the three APs. GAP adds up all three sums first, and then divides by all hits.",
        "1/2": "That is AP for the picky viewer. What do the other two add, who like both films?",
        1: "That is AP for the viewers who like both films. What does the picky one see?",
    },
    taught=["P", "R", "F1", "AP", "nDCG", "GAP"],
    hints=[
        "Three viewers want at least 1, 2 and 3 stars. For each one, add up the precisions at their own hits.",
        "The first and second viewer: 1 + 1 each. The third: 1/2, at rank 2.",
        "Divide the sum, 9/2, by the hits that there are for all viewers: 2 + 2 + 1.",
    ],
)

exit_question = question(
    "You rank songs for a party, from 0 to 5 stars, and your program decides where the list ends. "
    "What do you measure with FAP, what with GAP, and what does each of them not see?",
    answer="FAP says whether the list ends well: too long costs precision, too short costs recall. GAP says whether the "
    "best songs come first, for easy-going and picky guests. FAP doesn't see stars, and GAP doesn't see a tail of bad songs.",
)

DRAFTS = {
    "FAP": ["your function returns the plain mean of F1 and AP"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
