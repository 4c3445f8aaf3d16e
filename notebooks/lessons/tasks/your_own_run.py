"""The questions of the lesson on your own run, with their answers."""

import rankteach as rt
from rankteach.classroom import question

result = rt.evaluate(rt.examples.qrels(), rt.examples.run(), ["AP", "nDCG@10", "RR"])
"""A search for recipes that compares words, with a cook's grades."""

stew = result.ranking("117").moved(8, to=6).head(6).replace(scores=None)
"""Six of the first results for "winter stew without meat", without the scores that would contradict another order."""

without_meat = {
    "goal": "nDCG@10 > 0.3",
    "task": "Move recipes up until nDCG@10 is above 0.3",
    "hints": ["Two recipes have a grade above 0. Drag both to the top, grade 3 first."],
    "solution": stew.moved(3, to=1).moved(6, to=1),
    "fixed": "labels",
}

TAUGHT = ["P", "R", "F1", "RR", "AP", "DCG", "nDCG"]

zucchini = question(
    'Query 113, "zucchini bake", scores 0 in every measure. Why?',
    choices={
        "No recipe is relevant": "The cook judged 12 recipes relevant. Press Not retrieved under the list, and read their names.",
        "The search compares words, and the recipes say courgette": "",
        "The run has no results for it": "There are 50 results in the list. Which of them are gratins with courgette?",
    },
    answer="The search compares words, and the recipes say courgette",
    because="None of the 12 relevant recipes was retrieved, because none of them contains the word zucchini.",
)

without_sushi = question(
    "MAP over 29 queries is 0.6588. Query 118 has no relevant recipe, so no search can score there. "
    "Leave it out: what is MAP over the other 28?",
    answer=29 / 28 * result.means["AP"],
    choices={
        result.means[
            "AP"
        ]: "That is the mean over all 29. You leave out a 0, and the sum stays the same. What do you divide it by?",
        28
        / 29
        * result.means["AP"]: "MAP can't fall when you leave out a 0. Which of the two numbers, 28 or 29, do you "
        "divide by?",
        29
        / 27
        * result.means["AP"]: "You left out 121, too. The run has no list for it, so it counts as 0: divide by 28.",
        29 * result.means["AP"]: "That is the sum of the APs. Divide it by the number of queries that are left.",
    },
    hints=[
        "Multiply by 29 to get the sum of the APs.",
        "You leave out a 0, so the sum stays the same. Now divide it by 28.",
    ],
    because="The search is the same, and its number is higher: say which queries you average over.",
)

unjudged = question(
    'For "winter stew without meat", 30 of the 50 results have no grade. What do AP and nDCG make of them?',
    choices={
        "They are left out of the list": "Then the results below them would move up. AP and nDCG leave every rank as it is.",
        "They count as not relevant": "",
        "They count as half relevant": "Choose 117 among the dots at the top of the lesson. What does AP add at a result that is not judged?",
    },
    answer="They count as not relevant",
    because="So a new kind of search can look worse than it is: it finds recipes the judges never saw.",
)

exit_question = question(
    "You can fix one thing before Monday. Which query do you start with, and what do you change?",
    answer='Start from 113, "zucchini bake": add synonyms (zucchini, courgette), since 12 relevant recipes are out of '
    'reach. Then 117, "without meat": the search thinks you want meat, so it ranks beef first.',
)

DRAFTS = {
    "RR": ["you read the list from the bottom; if you sort by score, use reverse=True"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
