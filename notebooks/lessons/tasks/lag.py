"""The questions of the lesson on lag, with their answers."""

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR", "AP", "LAG"]

change = rt.Ranking(
    [1, 0, 0, 1, 0, 1],
    items=[
        "Change for 5 €",
        "Language changes",
        "Prices change",
        "Empty coin box",
        "Clock changes",
        "Cancel: coins back",
    ],
)
"""Requirement: the ticket machine gives change. A tool that compares words ranks its tests."""

requirements = {
    "gives change": rt.Ranking(
        [1, 0, 1, 0], items=["Change for 5 €", "Prices change", "Empty coin box", "Clock changes"]
    ),
    "prints tickets": rt.Ranking([1, 1, 1, 1], items=["Day ticket", "Paper is out", "Two tickets", "Reprint"]),
    "wheelchair access": rt.Ranking(
        [0, 0, 0, 1], items=["Chair lift ad", "Screen saver", "Login screen", "Low buttons"]
    ),
}
"""Three requirements, and the tests that the tool ranks for each."""

one_lag = {
    "goal": "LAG of A == LAG of B and AP of A > AP of B",
    "task": "LAG is the same in both lists, but AP prefers A",
    "hints": [
        "LAG counts wrong links above true ones, wherever they are. AP cares most about the top.",
        "In A, put two true links first, and the third one last. How many wrong links are above each?",
        "In B, let true and wrong links alternate, a true one first. Add up the wrong links above each again.",
    ],
    "solution": (change.moved(4, to=2), change.moved(4, to=3).moved(6, to=5)),
    "fixed": "labels",
}

four_links = question(
    "Another requirement has true links at ranks 1, 3, 5 and 6. What is LAG?",
    answer=rt.lag([1, 0, 1, 0, 1, 1]),
    choices={
        5: "That is the sum of the lags. LAG is their mean: how many true links are there?",
        0: "0 means no wrong link above any true one. How many are above the true link at rank 6?",
        "11/4": "You counted all links above each true one. Count the wrong ones only.",
    },
    taught=TAUGHT,
    hints=["How many wrong links rank above each of the four?", "0, 1, 2 and 2. Take their mean."],
)

tail = question(
    "The tool adds ten more wrong links at the end of the list. What does LAG do?",
    choices={
        "It rises": "Is any of the ten above a true link?",
        "It stays the same": "",
        "It falls": "LAG falls when a wrong link above a true one goes away. Where do the ten rank?",
    },
    answer="It stays the same",
    because="You meet none of them before a true link. AP and nDCG stay the same, too; precision falls.",
)

lazy = question(
    "A lazy tool returns only the first test, and drops the other five. What is its LAG?",
    choices={
        "0, the best there is": "",
        "5/3, as before": "That list had three true links with lags 0, 2 and 3. Which of them are still in the list?",
        "It has none, because two links are missing": "It has one: it averages over the true links in the list.",
    },
    answer="0, the best there is",
    because="LAG leaves out true links that are not in the list. So always read it next to recall, which is 1/3 here.",
)

pooled = question(
    "One requirement has true links at ranks 1 and 4, another has a single one at rank 5. What is the pooled LAG?",
    answer=rt.mean(rt.lag, [[1, 0, 0, 1], [0, 0, 0, 0, 1]], average="pooled"),
    choices={
        "5/2": "That is the mean over the two requirements. Pooled, each true link counts once: how many are there?",
        6: "That is the sum of the lags. Divide it by the number of true links.",
        4: "That is the lag of the second requirement's link alone. Pooled, the two links of the first one count, too.",
        3: "You divided by the two requirements. Pooled, each true link counts once: how many are there?",
    },
    taught=["LAG"],
    hints=[
        "Pooled: add up the lags of all true links of all requirements. Then divide by the number of true links.",
        "The lags are 0 and 2 for the first requirement, and 4 for the second.",
    ],
)

brochure = question(
    "Your tool is perfect on one requirement with forty links, and bad on nine requirements with one link each. "
    "Which LAG will its maker print?",
    choices={
        "The mean by requirement": "There nine of ten requirements are bad, so this mean is bad.",
        "The pooled one": "",
    },
    answer="The pooled one",
    because="Forty of 49 links come from the easy requirement. Pooling is fair to links; the mean is fair to requirements.",
)

exit_question = question(
    "Tool X has LAG 0.8, tool Y has LAG 3.1. Your boss wants to buy X. What do you ask first?",
    answer="How many of the true links does X find at all? A link that is not in the list doesn't count in LAG, so X may "
    "simply return less. I'd ask for recall, and whether both LAGs are pooled or by requirement.",
)

DRAFTS = {
    "LAG": ["you count all items above a relevant one (rank − 1); LAG counts those that are not relevant"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
