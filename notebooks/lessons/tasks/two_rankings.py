"""The questions of the lesson on comparing two rankings, with their answers."""

from fractions import Fraction

import rankteach as rt
from rankteach.classroom import question

yours = ["Spirited Away", "Ponyo", "Totoro", "Porco Rosso", "Kiki"]
"""Your favourites, the best first."""

mias = ["Ponyo", "Spirited Away", "Totoro", "Kiki", "Porco Rosso"]
"""The same films, as Mia would rank them."""

swapped_top = ["Ponyo", "Spirited Away", "Totoro", "Porco Rosso", "Kiki"]
swapped_end = ["Spirited Away", "Ponyo", "Totoro", "Kiki", "Porco Rosso"]

as_many = {
    "goal": "Tau == 0",
    "task": "You agree on as many pairs as you disagree on: tau is 0",
    "hints": [
        "Ten pairs: five must cross.",
        "Two pairs crossed at the start. Each rank that a film moves can cross one more.",
    ],
    "solution": ["Totoro", "Kiki", "Spirited Away", "Ponyo", "Porco Rosso"],
}

pairs = question(
    "You and Nora rank six films, which make 15 pairs. You disagree on four of them. What is Kendall's tau?",
    answer=Fraction(7, 15),
    choices={
        "4/15": "That is the fraction of pairs on which you disagree. Tau subtracts it from the fraction on which you agree.",
        "11/15": "That is the fraction of pairs on which you agree. Tau subtracts the pairs you disagree on.",
        1: "1 means you agree on every pair. Do you?",
    },
    hints=["Eleven pairs agree and four disagree.", "Take 11 − 4, and divide by 15."],
)

reversed_list = question(
    "Mia turns your whole list upside down. What is tau?",
    answer=rt.kendall_tau(yours, yours[::-1], variant="a"),
    choices={0: "Tau is 0 if you agree on as many pairs as you disagree on. How many pairs agree now?"},
    taught=["Tau"],
    hints=["How many of the ten pairs agree now?"],
)

top_or_end = question(
    "One friend swaps your first two films, another your last two. Which measure has different values for the two friends?",
    choices={
        "Kendall's tau": "Each friend disagrees on one pair, and tau only counts pairs.",
        "RBO": "",
        "Spearman's rho": "Each friend moves two films by one rank, and rho only looks at how far films moved.",
    },
    answer="RBO",
    because="RBO compares the tops of the lists most often, so a swap at the top costs more: RBO is 0.900 then, and 0.982 for a swap at the end.",
)

moved_far = question(
    "Bo moves your first film to the end. Ada turns your first three films around, and swaps the last two. Both disagree with "
    "you on four of the ten pairs, so tau is 1/5 for both. Whose rho is lower?",
    choices={
        "Bo's": "",
        "Ada's": "How far did each film move? Rho squares that: 4 ranks count 16.",
        "They are equal": "Tau is, because it counts pairs. How far did each film move?",
    },
    answer="Bo's",
    because="One film that moves four ranks counts 16, and four films that move one rank count 1 each. Rho is 0 for Bo and 1/2 for Ada.",
)

exit_question = question(
    "You compare the first ten results of two search engines. They share only six. Which measure do you use, and why?",
    answer="RBO, because it compares lists that don't share all items, and gives the top the most weight. Tau and rho need the same items in both.",
)

DRAFTS = {
    'Tau(variant="a")': ["your function returns the fraction of pairs that are concordant"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
