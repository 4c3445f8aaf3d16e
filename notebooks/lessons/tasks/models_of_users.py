"""The questions of the lesson on models of users, with their answers."""

from fractions import Fraction

import rankteach as rt
from rankteach.classroom import question

answers = rt.Ranking(
    [3, 1, 0, 2],
    items=[
        "Dripping tap: full guide",
        "Tap repair, a short note",
        "Tap dancing for beginners",
        "Replace a tap washer",
    ],
)
"""You searched for "dripping tap". Grades from 0, useless, to 3, solves it."""

two_readers = {
    "goal": "RBP(p=0.8) of A > RBP(p=0.8) of B and ERR of A < ERR of B",
    "task": "RBP prefers A, but ERR prefers B",
    "hints": [
        "ERR wants the full guide first: that is B.",
        "RBP wants all three relevant results above the dancing. In A, put the full guide last of the three.",
        "In B, the dancing can be anywhere but last.",
    ],
    "solution": (answers.moved(1, to=4).moved(2, to=4).moved(3, to=2), answers),
    "fixed": "labels",
}

late = rt.Ranking([0, 1, 1, 0])
"""The second and the third result are relevant."""

seen = question(
    "A reader goes on to the next result with probability 2/3. What is the probability that the reader sees rank 3?",
    answer=Fraction(4, 9),
    choices={
        "8/27": "That reader goes on three times, to rank 4. How often do you go on from rank 1 to rank 3?",
        "4/27": "That is the probability of seeing rank 3 and stopping there. Those who go on have seen it, too.",
        "2/3": "That is the probability of seeing rank 2. What must happen after that?",
        "5/9": "That is the probability of stopping before rank 3.",
        "4/3": "Both must happen, so multiply the two probabilities.",
    },
    hints=["The reader must go on twice: after rank 1 and after rank 2.", "2/3 times 2/3."],
)

rbp_half = question(
    "Of four results, only the second and the third are relevant, and p = 1/2. What is RBP?",
    answer=rt.rbp(late, p=0.5),
    taught=["P", "RR", "AP", "RBP"],
    hints=["The weights of the ranks are 1/2, 1/4, 1/8 and 1/16.", "Add the weights of ranks 2 and 3."],
)

patient = question(
    "A second reader is more patient: p = 0.8. For which reader does the fourth result matter more?",
    choices={
        "The impatient one": "The impatient reader reaches rank 4 one time in eight. The patient reader gets there about every second time.",
        "The patient one": "",
        "The same for both": "How often does each of them get to rank 4?",
    },
    answer="The patient one",
    because="The weight of rank 4 is 1/16 for p = 1/2 and about 1/10 for p = 0.8.",
)

note_first = rt.Ranking([1, 3])
"""A short note before the full guide."""

err_by_hand = question(
    "The short note (grade 1) is first, the full guide (grade 3) is second, and nothing else is relevant. What is ERR?",
    answer=rt.err(note_first),
    choices={
        1: "That is 1/8 + 7/8. But not everyone sees rank 2, and readers who stop there count as 1/2.",
        "9/16": "That is 1/8 + 7/16. Some readers have stopped at rank 1, so fewer see rank 2.",
        "57/64": "You know who stops where. A reader who stops at rank 2 counts as 1/2.",
    },
    taught=["P", "RR", "RBP", "ERR"],
    hints=[
        "At rank 1, 1/8 of the readers stop. The other 7/8 see rank 2.",
        "7/8 of those stop there, and each counts as 1/2.",
    ],
)

second_full_guide = question(
    "You add a second full guide (grade 3) right behind the first one. ERR hardly moves. Why?",
    choices={
        "ERR ignores grade 3": "The first result has grade 3, and it makes most of ERR.",
        "Most readers have stopped at the first guide": "",
        "Rank 2 has weight 0": "A reader who stops there counts as 1/2. How many readers get there?",
    },
    answer="Most readers have stopped at the first guide",
    because="A guide of grade 3 satisfies 7 of 8 readers. Only 1 in 8 looks at the next result.",
)

exit_question = question(
    "You run a help page where people want one good answer. RBP or ERR? Give the reason in one sentence.",
    answer="ERR, because its readers stop as soon as a result satisfies them; RBP's readers go on however good the last result was.",
)

DRAFTS = {
    "RBP": ["you forgot the factor 1 − p"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
