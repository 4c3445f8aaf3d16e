"""The questions of the lesson on chance, with their answers."""

from fractions import Fraction

import rankteach as rt
from rankteach.classroom import question

MEASURES = ["AP", "RR"]
words = rt.evaluate(rt.examples.qrels(), rt.examples.run(), MEASURES)
"""The search that compares words."""

meaning = rt.evaluate(rt.examples.qrels(), rt.examples.second_run(), MEASURES)
"""The search that compares meanings."""

pie_by_words = words.ranking("109").head(6)
pie_by_meaning = meaning.ranking("109").head(6)

three = rt.compare({"soup": 0.5, "cake": 0.4, "stew": 0.6}, {"soup": 0.7, "cake": 0.5, "stew": 0.9}, "AP")
"""Three queries; the second search is ahead in each."""

one_lost = rt.compare({"soup": 0.5, "cake": 0.5, "stew": 0.6}, {"soup": 0.7, "cake": 0.4, "stew": 0.9}, "AP")
"""The same three queries, but the second search loses one."""

guess = question(
    "The keyword search has MAP 0.66 and the semantic search 0.58, over 29 queries. What would you tell the cook?",
    choices={
        "The keyword search is better": "Perhaps. But how often would chance alone make a difference this large?",
        "I need to see the queries first": "",
        "The semantic search is better": "Its mean is smaller. You would need a reason to doubt the mean.",
    },
    answer="I need to see the queries first",
    because="Two or three queries can decide a mean of 29.",
)

who_decides = question(
    "Three queries decide: without 109, 124 and 114, the keyword search is no longer ahead. What does that tell you?",
    choices={
        "The keyword search is better": "Then it should be ahead without these three, too.",
        "Each search is far better on some queries, and most of that cancels out": "",
        "The three queries are mistakes": "They are queries like any others. On 113 and 121, the semantic search is far ahead.",
    },
    answer="Each search is far better on some queries, and most of that cancels out",
    because="The keyword search wins where the title repeats the query's word; the semantic search wins where the title says it in another word.",
)

signs = question(
    "The second search is ahead in all three queries. If both were equally good, each difference could just as well have had the opposite sign. What fraction of the 8 choices of signs has a mean as far from 0 as the real one?",
    answer=Fraction(three.randomisation().count, three.randomisation().total),
    choices={
        Fraction(
            1, three.randomisation().total
        ): "That is one choice of signs: the real one. Which other one has a mean as far from 0, on the other side?",
        three.randomisation().count: "That's the number of sign choices that are as extreme. What fraction of all 8 is it?",
        Fraction(1, 2): "Half of all means are above 0, but only few are as far from 0 as the real one.",
    },
    hints=["Only one choice has all signs +. Which other choice is as far from 0?", "2 of the 8 choices."],
    because="They are + + + and − − −. With three queries, p can't get below 1/4. Three queries never show that a difference is real.",
)

ten_queries = question(
    "How small can p get with ten queries, if one search is ahead in every one of them?",
    answer=Fraction(2, 2**10),
    choices={
        Fraction(1, 2**10): "That counts the choice with all signs +. Is another choice as far from 0?",
        Fraction(1, 10): "Each query has a sign of its own. How many choices of ten signs are there?",
        Fraction(2, 10): "Each query has a sign of its own. How many choices of ten signs are there?",
        0: "The real choice of signs is always as far from 0 as itself, so p can't be 0. How many others are?",
        Fraction(1, 20): "0.05 is a limit people chose, whatever the number of queries. Count the choices of signs.",
    },
    hints=[
        "Ten signs: how many choices of them are there?",
        "2^10 = 1024 choices. Two of them have equal signs everywhere: all +, and all −.",
    ],
    because="Ten queries are enough for a small p, but only if nearly all of them agree.",
)

what_p_means = question(
    "p = 0.30 for keyword against semantic search. Which sentence is right?",
    choices={
        "The probability that the keyword search is better is 70 %": "p says nothing about that. It assumes that both are equally good.",
        "If both were equally good, 30 % of the choices of signs would show a difference at least as large": "",
        "The two searches are equally good": "A large p doesn't show that. 29 queries may be too few to show the difference.",
    },
    answer="If both were equally good, 30 % of the choices of signs would show a difference at least as large",
    because="So chance alone is a good explanation of this difference. It may still be the wrong one.",
)

how_many_agree = question(
    "All ten differences have the same size. In how many queries must the second search be ahead, so that p is below 0.05?",
    answer=9,
    choices={
        10: "Ten are enough, but p is far below 0.05 then. Could one query go the other way?",
        8: "p is above 0.1 with 8 of 10. Try it in the cell above.",
        7: "p is 0.34 with 7 of 10. Try one more in the cell above.",
        6: "A majority is not enough: try 6 in the cell above. What is p?",
        5: "Then each search wins five queries, and p is 1. Who must win more often?",
    },
    hints=["Try 8 in the cell above: what is p?"],
    because="With 9 of 10, p = 22/1024 ≈ 0.021. With 8 of 10, it is 112/1024 ≈ 0.109.",
)

exit_question = question(
    "A paper reports: our system improves MAP from 0.58 to 0.66 (29 queries). Write the one question you would ask.",
    answer="How many queries got better and how many worse, and how often would chance make a difference as large? "
    "(Here 16 against 11, and p = 0.30.)",
)

DRAFTS = {
    "AP": [
        'your function returns AP divided by the relevant items found (denominator="hits"), not by all relevant items'
    ],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
