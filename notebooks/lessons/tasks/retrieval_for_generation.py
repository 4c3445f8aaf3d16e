"""The questions of the lesson on retrieval for generation, with their answers."""

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "RR", "AP", "Success"]

passages = rt.Ranking(
    [0, 1, 0, 1, 0],
    items=[
        "Freezing your membership",
        "Notice is one month",
        "Opening hours in August",
        "Moving over 30 km away",
        "Guest passes",
    ],
    missed={"Send notice by letter": 1},
)
"""Five passages of a gym's rules. You ask: can I cancel my contract when I move?"""

perfect_and_wrong = {
    "goal": 'AP(denominator="hits")@2 == 1 and R@2 == 1/3',
    "task": "The model reads two passages: AP divided by the hits is 1, but only one of the three needed passages is there",
    "hints": ["A single hit at rank 1 has precision 1.", "Drag the notice up. What must not be at rank 2?"],
    "solution": passages.moved(2, to=1),
    "fixed": "labels",
}

other_question = rt.Ranking(
    [1, 0, 0, 0, 1],
    items=["Towels are free", "Lockers", "Sauna", "Parking", "Towels must be dry"],
    missed={"Lost towels": 1},
)
"""Five passages for another question, about towels."""

order_matters = question(
    "Which of the four measures changes when you only drag passages?",
    choices={
        "P": "P counts the needed passages among the five. Does dragging one change the count?",
        "R": "R counts the needed passages that are there. Dragging one neither adds nor removes any.",
        "Success": "It asks whether any passage helps. Dragging doesn't change that.",
        "AP ÷ the hits": "",
    },
    answer="AP ÷ the hits",
    because="The other three look at the five passages as a set. A model that reads all five does, too.",
)

name_trap = question(
    "Two teams report context precision for the same five passages: 0.40 and 0.50. Neither made a mistake. How?",
    choices={
        "One of them rounded": "0.40 and 0.50 are too far apart for that.",
        "One calculates P, the other one AP divided by the hits": "",
        "One counts the missing passage": "Then it would divide by all that is needed. Neither team does.",
        "One uses a larger model": "A model may change the labels. But here both have the same ones.",
    },
    answer="One calculates P, the other one AP divided by the hits",
    because="2 of 5 passages are needed, so P = 2/5. At the hits, precision is 1/2 and 2/4, with mean 1/2.",
)

two_hits = question(
    "For the question about towels, the passages at ranks 1 and 5 are needed, and a third one is missing. "
    "What does ragas report as context precision?",
    answer=rt.average_precision(other_question, denominator="hits"),
    choices={
        "2/5": "That is P, which some tools call context precision. ragas averages the precision at the hits.",
        "7/15": "You divided by all three passages that are needed. ragas divides by those that were found.",
    },
    taught=TAUGHT,
    hints=[
        "Calculate precision at rank 1, and at rank 5.",
        "ragas divides by the hits, not by all passages that are needed.",
    ],
    because="(1/1 + 2/5)/2 = 7/10. The missing passage doesn't lower it.",
)

full_recall = question(
    'Counted twice, the passages "notice", "opening hours", "notice" have recall 1. What is still missing?',
    choices={
        "Nothing": "Two passages are needed. Which two names are in the list?",
        '"moving"': "",
        '"opening hours"': "That one was retrieved, and it isn't needed.",
    },
    answer='"moving"',
    because='Two hits, divided by two needed passages, is 1. But both hits are the same passage, and "moving" is not there.',
)

generous = question(
    "The model calls everything needed that the person does, and two more. Your system didn't change. What do you report?",
    choices={
        "P = 1/2, from the model: it judges more passages": "Here both judged the same ten. And two of the model's five yeses are wrong.",
        "P = 1/2, and that a person agreed with only 3 of the model's 5 yeses": "",
        "P = 3/10, without saying who judged": "Readers will compare it with numbers that a model judged.",
    },
    answer="P = 1/2, and that a person agreed with only 3 of the model's 5 yeses",
    because="The judge's own precision is 3/5 and its recall 1. A generous judge raises precision, but not by the same amount for every system.",
)

exit_question = question(
    'A vendor says: "Our context precision is 0.98." Which two questions do you ask?',
    answer="Is it P, or AP divided by the hits? And what is the recall, judged by whom? Precision says nothing about the "
    "passages that are missing, and an answer can't contain what was not retrieved.",
)

DRAFTS = {
    "R": ["your function returns R divided by the length of the list (n), not by the relevant items (m)"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
