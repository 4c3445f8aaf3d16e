"""The questions of the lesson on comparing two rankings, with their answers."""

import rankteach as rt
from rankteach.classroom import question

yours = ["Spirited Away", "Ponyo", "My Neighbour Totoro", "Porco Rosso", "Kiki's Delivery Service"]
"""Your favourites, the best first."""

mias = ["Ponyo", "Spirited Away", "My Neighbour Totoro", "Kiki's Delivery Service", "Porco Rosso"]
"""The same films, as Mia would rank them."""

noras = ["My Neighbour Totoro", "Spirited Away", "Ponyo", "Kiki's Delivery Service", "Porco Rosso"]
"""The same films, as Nora would rank them."""

swapped_top = ["Ponyo", "Spirited Away", "My Neighbour Totoro", "Porco Rosso", "Kiki's Delivery Service"]
swapped_end = ["Spirited Away", "Ponyo", "My Neighbour Totoro", "Kiki's Delivery Service", "Porco Rosso"]

pairs = question(
    "Five films make ten pairs. You and Nora disagree on three of them. What is Kendall's tau?",
    answer=rt.kendall_tau(yours, noras, variant="a"),
    choices={"7/10": "That is the fraction of pairs on which you agree. Tau subtracts the pairs you disagree on."},
    taught=["Tau"],
    hints=["Seven pairs agree and three disagree.", "Take 7 − 3, and divide by 10."],
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

exit_question = question(
    "You compare the first ten results of two search engines. They share only six. Which measure do you use, and why?",
    answer="RBO, because it compares lists that don't share all items, and gives the top the most weight. Tau and rho need the same items in both.",
)
