"""The questions of the lesson on lists for more than one need, with their answers."""

from fractions import Fraction
from math import log, log10

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "nDCG", "StRecall", "alpha_nDCG"]

BOTH = "Cat and car"
GUITAR = "Guitar tabs"
CAT = "Big cats"
CARS = ["Car test", "Used cars", "Car prices"]

jaguar = rt.Ranking(
    [1, 1, 1, 1, 1, 1],
    items=[*CARS, CAT, GUITAR, BOTH],
    subtopics={"car": [*CARS, BOTH], "cat": [CAT, BOTH], "guitar": [GUITAR]},
)
"""Six pages for the query "jaguar". Each of them is relevant for one of the needs."""

two_pages = {
    "goal": "StRecall@2 == 1",
    "task": "Serve all three needs with two pages",
    "hints": ["Which page serves two needs at once?", "Drag it to the top. Which need is left?"],
    "solution": jaguar.moved(6, to=1).moved(6, to=2),
    "fixed": "labels",
}

best_three = {
    "goal": "alpha_nDCG@3 == 1",
    "task": "Make the first three pages as good as the greedy ideal",
    "hints": [
        "Choose greedily: at each rank, the page that gains most.",
        "The page on both comes first. After it, a car page gains 1/2. Which page gains 1?",
        "Drag the guitar page to rank 2. Then every page left gains 1/2, so any of them can be third.",
    ],
    "solution": jaguar.moved(6, to=1).moved(6, to=2),
    "fixed": "labels",
}

mercury = rt.Ranking(
    [1, 1, 1, 1],
    items=["The planet Mercury", "Is mercury poisonous?", "A day on Mercury", "Freddie Mercury"],
    missed={"The god Mercury": 1, "Mercury cars of the 1950s": 1},
    subtopics={
        "planet": ["The planet Mercury", "A day on Mercury"],
        "metal": ["Is mercury poisonous?"],
        "singer": ["Freddie Mercury"],
        "god": ["The god Mercury"],
        "car": ["Mercury cars of the 1950s"],
    },
)
"""Four pages for the query "mercury", which can mean five things."""

trap = rt.Ranking(
    [1, 1, 1],
    items=["Cat and concert", "Car and guitar", "Cat and car"],
    subtopics={
        "cat": ["Cat and car", "Cat and concert"],
        "car": ["Cat and car", "Car and guitar"],
        "concert": ["Cat and concert"],
        "guitar": ["Car and guitar"],
    },
)
"""Three pages that serve two needs each; the greedy order starts with the one that the other two make useless."""

same = {user: ["Alien", "Heat", "Jaws"] for user in ("Ana", "Ben", "Cem", "Dee")}
mixed = {
    "Ana": ["Alien", "Heat", "Amélie"],
    "Ben": ["Jaws", "Alien", "Persona"],
    "Cem": ["Heat", "Ran", "Tampopo"],
    "Dee": ["Ran", "Jaws", "Stalker"],
}
films = sorted({*(film for shown in mixed.values() for film in shown)})
likes = {
    "Ana": {"Alien", "Heat"},
    "Ben": {"Alien", "Jaws"},
    "Cem": {"Heat", "Ran", "Jaws"},
    "Dee": {"Jaws", "Ran", "Heat"},
}
"""Which films each user likes. Both systems show each of them two films that they like."""


def changed(lists):
    """How many places of *same* have another film now. Each user must see three films."""
    if any(len(shown) != 3 or len({*shown}) != 3 for shown in lists.values()):
        raise ValueError("Show each user three different films.")
    return sum(len({*shown} - {*same[user]}) for user, shown in lists.items())


unmoved = question(
    "All six pages are relevant. Which measure tells the three car pages from a mixed list?",
    choices={
        "P@3": "P@3 counts relevant pages. A third car page counts like the first one.",
        "nDCG@3": "All grades are 1, so every order has the same gains.",
        "StRecall@3": "",
    },
    answer="StRecall@3",
    because="P and nDCG judge each page by itself. Subtopic recall asks what the pages serve together.",
)

five_meanings = question(
    'The query "mercury" can mean a planet, a metal, a singer, a god or a car. '
    "How large is the subtopic recall of these four pages?",
    answer=rt.subtopic_recall(mercury, k=4),
    choices={
        1: "That is the fraction of the four pages that are relevant. How many of the five meanings do they serve?",
        "3/4": "You divided by the four pages. How many meanings does mercury have?",
        "2/5": "Those are the two meanings that are not served. Or did you leave out the last page?",
    },
    taught=TAUGHT,
    hints=["How many of the five meanings are served?", "The second page on the planet serves no new one."],
    because="Planet, metal and singer are served: 3 of 5.",
)

fourth_helping = question(
    "Three pages above serve the car, and α is 1/2. How much does a fourth page gain that serves only the car?",
    answer=Fraction(1, 8),
    choices={
        Fraction(1, 4): "That is the gain of the third page. How many pages above the fourth one serve the car?",
        Fraction(1, 16): "That is one factor too many: only the three pages above it count.",
        Fraction(1, 2): "That is the gain of the second page. Each page above halves it again.",
        0: "It gains little, but not nothing. It would be 0 if α were 1.",
        1: "Only the first page for a need gains 1.",
        8: "You divided by 1/2 for each page above. Multiply by it.",
    },
    hints=["Multiply by 1 − α once for each page above that serves the car."],
    because="(1/2)³ = 1/8.",
)

second_place = question(
    "The greedy ideal starts with the page on both the cat and the car. Which page does it take next?",
    choices={
        "A page on cars": "It would gain 1/2, because the first page serves the car already.",
        "The page on big cats": "It would gain 1/2, because the first page serves the cat already.",
        "The page on the guitar": "",
    },
    answer="The page on the guitar",
    because="It gains 1, because nothing above it serves that need. Every other page gains 1/2.",
)

above_one = question(
    "The list scores above 1. How can it be better than the ideal?",
    choices={
        "It is a rounding error": "1.24 is too far from 1 for that.",
        "Greedy takes the best page at each rank, and that isn't always the best list": "",
        "α is too large": "α changes how much, but a greedy order can be beaten with other values, too.",
    },
    answer="Greedy takes the best page at each rank, and that isn't always the best list",
    because="All three pages gain 2 at rank 1. Greedy takes cat and car (of equally good pages, the one whose needs are listed first). After it, each other page gains only 1. "
    "Finding the best list takes too long: no fast way is known.",
)

same_three = question(
    "A shop has 25 films. It shows each of its four users the same three. How large is coverage?",
    answer=Fraction(3, 25),
    choices={
        3: "That is how many films are shown. Divide it by all films of the shop.",
        12: "That is 4 times 3, with the same films each time. How many different ones are shown, out of 25?",
        Fraction(12, 25): "12 films are shown, but the same three again and again. Count each film once.",
        Fraction(3, 4): "Coverage divides by the films that the shop has, not by its users.",
        Fraction(4, 25): "You divided the users by the films. Coverage divides the different films shown by all films.",
    },
    hints=["How many different films are shown?"],
    because="3 of 25 films are shown.",
)

replaced = question(
    "Each of the four users sees three films. How many of the twelve places do you have to change until Gini is below 1/3?",
    answer=5,
    choices={
        3: "Three new films can be enough, but then each takes two places. Count the places.",
        4: "With four, Gini is 17/48 at best, still above 1/3. Which film is not shown at all?",
        6: "With six, Gini can be 1/6, and you are done. But can you do it with fewer?",
        7: "With seven, you are done. But can you do it with fewer?",
        8: "You can stop earlier. How many of the eight films are not shown yet?",
        12: "You don't have to change every place. How many of the eight films are not shown yet?",
    },
    hints=[
        "Five films are not shown at all. Show each of them to one user.",
        "Which films lose their places counts, too: if Jaws loses four, it is not shown at all.",
    ],
    because="One place for each of the five films that were not shown: then all are shown [1, 1, 1, 1, 1, 2, 2, 3] times, Gini 11/48.",
)

known_by_few = question(
    "One user in 16 knows a film. How many bits of novelty does it have?",
    answer=4,
    choices={
        Fraction(1, 16): "That is the fraction of users who know it. Novelty is minus its logarithm to base 2.",
        -4: "The logarithm of 1/16 is −4. Novelty is minus that.",
        16: "Take the logarithm to base 2 of 16.",
        log(16): "That is the natural logarithm. Bits have base 2.",
        log10(16): "That is the logarithm to base 10. Bits have base 2.",
    },
    hints=["Which power of 2 is 16?"],
    because="−log2(1/16) = 4. A film that everybody knows has 0.",
)

exit_question = question(
    'A colleague says: "Our list has nDCG 1, so it can\'t be improved." Answer in one or two sentences.',
    answer="nDCG judges each result by itself, so ten near duplicates of one good result score 1. Ask how many of the needs "
    "behind the query are served, with subtopic recall or α-nDCG, and over all users, how many items are shown at all.",
)
