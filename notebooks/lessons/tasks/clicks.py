"""The questions of the lesson on clicks, with their answers."""

from fractions import Fraction

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["IPS", "TeamDraft", "CG"]

RECIPES = ["Leek pie", "Leek salad", "Leek soup", "Potato soup", "Onion soup"]

one_user = rt.Ranking([1, 1, 0, 0, 0], items=RECIPES)
"""One search for a leek soup. A label is a click."""

two_clicks = {
    "goal": "CG == 2 and IPS == 6",
    "task": "Two clicks that stand for six",
    "hints": [
        "At rank i, one click stands for i. Which two ranks add up to 6?",
        "Ranks 2 and 4, or 1 and 5.",
    ],
    "solution": rt.Ranking([1, 0, 0, 0, 1], items=RECIPES),
}

another_user = rt.Ranking([0, 1, 0, 0, 1, 0], items=["Chutney", "Jam", "Jelly", "Curd", "Marmalade", "Syrup"])
"""One search for marmalade."""

SHUFFLED = [([1, 0, 0, 0], 9), ([0, 1, 0, 0], 4), ([0, 0, 1, 0], 3), ([0, 0, 0, 1], 2)]
SHUFFLED += [([1, 1, 0, 0], 1), ([1, 1, 1, 0], 1), ([1, 0, 0, 1], 1), ([0, 0, 0, 0], 3)]
shuffled = [clicks for clicks, times in SHUFFLED for _ in range(times)]
"""24 searches whose four recipes were shown in random order."""

logged = rt.Ranking([24, 6, 12, 3], items=RECIPES[:4])
"""The clicks of 60 users, who all saw this list."""

likes = rt.Ranking(rt.ips(logged).columns["credit"].cells, items=RECIPES[:4])
"""The same list with what its clicks stand for."""

EXPECTED = 'DCG(discount="rank")'
"""The clicks that you expect on a list: each recipe's appeal times the probability of a look, 1/i."""

more_clicks = {
    "goal": f"{EXPECTED} >= 55",
    "task": "Expect at least 55 clicks, instead of 45",
    "hints": ["Rank 1 gets most looks. Which recipe has the most to gain from them?", "Sort by appeal."],
    "solution": likes.moved(3, to=1),
    "fixed": "labels",
}

a = ["Leek soup", "Leek pie", "Potato soup", "Leek salad"]
b = ["Leek pie", "Onion soup", "Leek soup", "Potato soup"]
"""Two rankings for one search."""

soups = ["Leek soup", "Potato soup", "Onion soup"]
draft = rt.team_draft(a, b, coins="AB", clicks=soups)
LEAD = draft.measure

b_wins = {
    "goal": f"{LEAD} < 0",
    "task": "Users click the three soups. Reorder the second list, so that it leads",
    "hints": [
        "The first list wins the first toss and picks the leek soup. The second list makes the next two picks.",
        "The second list needs both other soups. Drag them above the pie.",
    ],
    "solution": ["Potato soup", "Onion soup", "Leek pie", "Leek soup"],
}

what_moves = question(
    "The only click is at rank 1. You drag this recipe to rank 3. What happens to IPS?",
    choices={
        "It rises": "",
        "It falls": "A click counts more at a rank that fewer users look at. Which rank do more users look at, 1 or 3?",
        "It stays the same": "That is true of CG, which only counts clicks.",
    },
    answer="It rises",
    because="One user in three looks at rank 3, so one click there stands for three.",
)

preferences = question(
    "In another search, a user clicks ranks 2 and 5 of six. For how many pairs does that say which item looked better?",
    answer=4,
    choices={
        8: "You counted the skipped items below a click, too. Nothing says that the user saw those first.",
        5: "Rank 5 is below rank 2, and both were clicked. That pair says nothing.",
        2: "Count pairs: each click can beat several skipped items above it.",
        3: "Rank 2 was clicked, too: it beats the item above it.",
        6: "Ranks 3 and 4 are below rank 2. A click beats only the skipped items above it.",
    },
    hints=["Which items above rank 2 were skipped? Which above rank 5?"],
    because="Rank 2 beats rank 1. Rank 5 beats ranks 1, 3 and 4.",
)

how_often = question(
    "On another site, the order was random, and some lists had only one recipe. Rank 1 was clicked in 200 of 400 lists, "
    "rank 2 in 60 of 300. "
    "How often do users look at rank 2, compared with rank 1?",
    answer=Fraction(2, 5),
    choices={
        Fraction(3, 10): "You divided clicks by clicks. But rank 2 was shown less often: compare rates.",
        Fraction(1, 5): "That is the clickthrough rate at rank 2. Divide it by the rate at rank 1.",
        Fraction(1, 2): "That is the clickthrough rate at rank 1. Divide the rate at rank 2 by it.",
        Fraction(5, 2): "You divided the other way round. Can users look at rank 2 more often than at rank 1?",
    },
    hints=["Calculate both clickthrough rates.", "60/300 is 0.2, and 200/400 is 0.5."],
    because="0.2/0.5 = 2/5. The recipes are equally good at both ranks, so the difference is in the looks.",
)

stands_for = question(
    "At a rank that 2 users in 5 look at, you count 14 clicks. How many clicks do they stand for?",
    answer=35,
    choices={
        Fraction(28, 5): "You multiplied by the probability. Those who didn't look couldn't click, so divide.",
        70: "You divided by 1/5. The probability is 2/5.",
        14: "These are the clicks that you saw. What if every user had looked?",
    },
    hints=["Divide the clicks by the probability of a look."],
    because="14/(2/5) = 35.",
)

best_recipe = question(
    "60 users saw this list: leek pie with 24 clicks, leek salad 6, leek soup 12, potato soup 3. "
    "Users look at rank i with probability 1/i. Which recipe do they like best?",
    choices={
        "Leek pie": "It has the most clicks. But it is at rank 1, where all users look.",
        "Leek salad": "Its 6 clicks at rank 2 stand for 12.",
        "Leek soup": "",
        "Potato soup": "Its 3 clicks at rank 4 stand for 12.",
    },
    answer="Leek soup",
    because="12 clicks at rank 3 stand for 36, more than the pie's 24.",
)

exit_question = question(
    'A colleague says: "Our new ranking has more clicks at rank 1 than the old one, so it is better." '
    "What do you ask, and what do you propose?",
    answer="Would anything at rank 1 get these clicks? Most of them come from the position. Interleave both lists with a fair "
    "coin and count whose items are clicked, or divide clicks by the probability of a look at their rank.",
)

DRAFTS = {
    "IPS": ["you multiply clicks by the probability of a look; divide them by it"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
