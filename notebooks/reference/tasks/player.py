"""The questions of the notebook on the player, with their answers."""

from fractions import Fraction

import rankteach as rt
from rankteach.classroom import examples, question

TAUGHT = ["P", "R", "F1", "RR", "AP", "DCG", "nDCG"]
eight, ndcg = examples.eight_documents, rt.ndcg(examples.five_graded)

where_from = question(
    "Which numbers is the credit 2/3 at rank 6 made of, directly?",
    choices={
        "The precision 4/6 and the mark of document 02": "",
        "The 4 hits and the rank 6": "Those make the precision. What turns a precision into a credit?",
        "The credits above it": "Those make the running sum.",
    },
    answer="The precision 4/6 and the mark of document 02",
    because="Behind them are the 4 hits and rank 6, and behind the hits all marks from rank 1 to 6.",
)

if_07_were = question(
    "Document 07, at the end, adds nothing. What would AP be if it were relevant?",
    answer=rt.average_precision(eight.with_grade(8, 1)),
    taught=TAUGHT,
    hints=["Its credit would be 5/8.", "Now the sum is divided by 5."],
    because="AP falls from 37/48: the late document lowers the mean.",
)

natural_logarithms = question(
    "A student uses natural logarithms throughout. Which of the two numbers is wrong?",
    choices={
        "Only nDCG": "The factor between the logarithms is above and below the line.",
        "Only DCG": "",
        "Both": "nDCG divides. What happens to a factor above and below the line?",
        "Neither": "DCG does not divide. What happens to a sum if every divisor shrinks?",
    },
    answer="Only DCG",
    because="All logarithms shrink by the same factor. nDCG has it above and below, where it cancels.",
)

one_move = question(
    "How high can AP of model B get if you move one result?",
    answer=Fraction(7, 10),
    hints=["Move a relevant result to rank 1.", "Then the precisions are 1, 2/4 and 3/5."],
    because="Any of its three relevant results will do.",
)

without_cubs = question(
    "Click cubs in B, so that it is not relevant. A does not even contain it. What happens to AP of A?",
    choices={
        "It rises": "",
        "It stays the same": "How many items are relevant now?",
        "It falls": "A finds the same items, but how many are there to find?",
    },
    answer="It rises",
    because="Three documents are relevant now, and A contains them all: recall rises from 3/4 to 1, AP from 29/48 to "
    "29/36. B falls to 20/36, so A is ahead.",
)

heaviest_swap = question(
    "Ranks 1 and 2, 2 and 3, 4 and 5: the grades of each pair differ by 1. Whose swap weighs most?",
    choices={
        "Ranks 1 and 2": "",
        "Ranks 2 and 3": "Where is the discount steepest?",
        "Ranks 4 and 5": "Where is the discount steepest?",
        "All the same": "The grades differ by the same. Do the places?",
    },
    answer="Ranks 1 and 2",
    because="0.0584, then 0.0207, then 0.0069.",
)

less_is_more = question(
    "Document 02, at rank 6, is relevant. AP would rise if it were not. To what?",
    answer=rt.average_precision(eight.with_grade(6, 0)),
    taught=TAUGHT,
    hints=["Which three credits remain? What do you divide by?"],
    because="That is what a mean does: 02 has the credit 2/3, below the mean of 37/48.",
)

half_the_error = question(
    "10,000 random orders were drawn. How many do you need for half the standard error?",
    answer=40000,
    choices={
        20000: "Twice as many orders divide the error by √2. How many divide it by 2?",
        5000: "With fewer orders the error gets larger.",
    },
    hints=["The error falls with the square root of their number."],
)
