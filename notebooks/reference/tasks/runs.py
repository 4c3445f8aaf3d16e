"""The questions about a run, with their answers."""

from rankteach.classroom import question

which_means = question(
    'queries="with_relevant" leaves out 118 and keeps 121. How do its means compare with those of queries="both"?',
    choices={
        "They are equal": "",
        "They are higher": "Which value do 118 and 121 have? How many queries are left in each?",
        "They are lower": "Which value do 118 and 121 have? How many queries are left in each?",
    },
    answer="They are equal",
    because="Each of the two leaves out one query, and both queries have 0. Two conventions, one number: it does not "
    "tell which.",
)

same_score = question(
    "All 50 recipes have the same score, 1.5. What happened?",
    answer="The search knows only words, and no recipe is named after zucchini: here they are courgettes. Nothing "
    "tells one recipe from another, so the list does not answer anything. Such a query says what to mend.",
)

which_recipe = question(
    "Which recipe did you move to rank 1?",
    choices={
        "pepper-pumpkin-stew, from rank 8": "It gains 0.21. At rank 8 it counted already. Is there a grade 3 that did "
        "not?",
        "onion-pepper-stew, from rank 12": "",
        "The recipe at rank 3": "Its grade is 1. Is there a better one below rank 10?",
    },
    answer="onion-pepper-stew, from rank 12",
    because="nDCG@10 gains 0.30. The pepper-pumpkin-stew has grade 3 as well, but at rank 8 it counted already: 0.21.",
)

can_ties_harm = question(
    "RR changes for no query at all. Can ties never change it?",
    choices={
        "Never: RR is about ranks, not scores": "Ranks come from scores. What if the first relevant recipe is tied?",
        "They can, but not in this run": "",
    },
    answer="They can, but not in this run",
    because="They change it where the first relevant recipe is tied with an irrelevant one. Here the first relevant "
    "recipe has the same rank in both orders, for every query.",
)

condensed = question(
    "AP changes on the condensed list, P@10 does not. Why?",
    choices={
        "Each of the first ten recipes has a judgement": "",
        "P@10 ignores the order": "It does. But would an unjudged recipe among the first ten change it?",
        "AP divides by all relevant recipes": "It does, on both lists. What moves up in the condensed one?",
    },
    answer="Each of the first ten recipes has a judgement",
    because="So nothing is left out there. AP looks at all fifty, and relevant recipes further down move up.",
)

without_zeros = question(
    "Without the three zeros, which of the two means rises more?",
    choices={
        "MAP": "The sum stays the same, and is divided by 26 instead of 29. What about a product?",
        "gMAP": "",
    },
    answer="gMAP",
    because="MAP rises from 0.66 to 0.73, gMAP from 0.22 to 0.70: three queries of 29 had pulled it down to less than "
    "a third.",
)

one_query = question(
    "How much of the mean difference, 0.0439, is query 109 alone? Type a fraction or a decimal.",
    answer=1 / 29,
    choices={
        1: "That is its own difference. How much of it is left in a mean over 29 queries?",
        1 / 29 / 0.0439: "That is the fraction of the mean difference. How much is it by itself?",
    },
    hints=["Its difference is 1. The mean is over 29 queries."],
    because="1/29 ≈ 0.0345. The first relevant recipe of the second run is at rank 11: one rank higher, and its "
    "nDCG@10 would be 0.18 instead of 0. A mean over few queries swings far.",
)

which_search = question(
    "Which of the two searches is better?",
    choices={
        "The first": "By nDCG@10 and AP. Could that be chance?",
        "The second": "By RR. Could that be chance?",
        "These 29 queries don't tell": "",
    },
    answer="These 29 queries don't tell",
    because="p is above 0.3 for each measure. What they do tell is where each fails: the first with zucchini, the "
    "second with mushroom pie.",
)
