"""The questions of the lesson on comparing two rankings, with their answers."""

import rankteach as rt
from rankteach.classroom import question

yours = ["Spirited Away", "Ponyo", "My Neighbour Totoro", "Porco Rosso", "Kiki's Delivery Service"]
"""Your favourites, the best first."""

mias = ["Ponyo", "Spirited Away", "My Neighbour Totoro", "Kiki's Delivery Service", "Porco Rosso"]
"""The same films, as Mia would rank them."""

swapped_top = ["Ponyo", "Spirited Away", "My Neighbour Totoro", "Porco Rosso", "Kiki's Delivery Service"]
swapped_end = ["Spirited Away", "Ponyo", "My Neighbour Totoro", "Kiki's Delivery Service", "Porco Rosso"]

pairs = question(
    "Five films make ten pairs. You and Mia disagree on two of them. What is Kendall's tau?",
    answer=rt.kendall_tau(yours, mias),
    taught=["Tau"],
    hints=["Eight pairs agree and two disagree.", "Take 8 − 2, and divide by 10."],
)

reversed_list = question(
    "Mia turns your whole list upside down. What is tau?",
    answer=rt.kendall_tau(yours, yours[::-1]),
    taught=["Tau"],
    hints=["How many of the ten pairs agree now?"],
)

top_or_end = question(
    "One friend swaps your first two films, another your last two. Which measure tells the two friends apart?",
    choices={
        "Kendall's tau": "Each friend disagrees on one pair, and tau only counts pairs.",
        "Spearman's rho": "Each friend moves two films by one rank, and rho only looks at how far films moved.",
        "RBO": "",
    },
    answer="RBO",
    because="RBO compares the tops of the lists again and again, so a swap at the top costs more: 0.900 against 0.982.",
)

exit_question = question(
    "You compare the first ten results of two search engines. They share only six. Which measure do you take, and why?",
    answer="RBO: it takes lists that don't hold the same items, and weighs the top most. Tau and rho need the same items in both.",
)
