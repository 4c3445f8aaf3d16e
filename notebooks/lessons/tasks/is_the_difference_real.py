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
    "Words has MAP 0.66 and meaning 0.58, over 29 queries. What would you tell the cook?",
    choices={
        "Words is better": "Perhaps. But how often would a difference as large come by chance alone?",
        "I need to see the queries first": "",
        "Meaning is better": "Its mean is smaller. You would need a reason to doubt the mean.",
    },
    answer="I need to see the queries first",
    because="Two or three queries can decide a mean of 29.",
)

who_decides = question(
    "Three queries decide: without 109, 124 and 114, words is no longer ahead. What does that tell you?",
    choices={
        "Words is the better search": "Then it should be ahead without these three, too.",
        "Each search is far better on some queries, and most of that cancels out": "",
        "The three queries are mistakes": "They are queries like all others. On 113 and 121 it is meaning that is far ahead.",
    },
    answer="Each search is far better on some queries, and most of that cancels out",
    because="Words wins where the title has the word of the query; meaning wins where it has another word for it.",
)

signs = question(
    "The second search is ahead in all three queries. If both were equally good, each difference could as well have the "
    "other sign. What fraction of the 8 choices of signs has a mean as far from 0 as the real one?",
    answer=Fraction(three.randomisation().count, three.randomisation().total),
    choices={
        Fraction(
            1, three.randomisation().total
        ): "That is one choice of signs: the real one. Which other one has a mean as far from 0, on the other side?",
        three.randomisation().count: "So many choices are as far from 0. What fraction of all 8 choices is that?",
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
    },
    hints=[
        "Ten signs: how many choices of them are there?",
        "2^10 = 1024 choices. Two of them have equal signs everywhere: all +, and all −.",
    ],
    because="Ten queries are enough for a small p, but only if nearly all of them agree.",
)

what_p_means = question(
    "p = 0.30 for words against meaning. Which sentence is right?",
    choices={
        "The probability that words is better is 70 %": "p says nothing about that. It assumes that both are equally good.",
        "If both were equally good, 30 % of the choices of signs would show a difference at least as large": "",
        "The two searches are equally good": "A large p doesn't show that. 29 queries may be too few to show the difference.",
    },
    answer="If both were equally good, 30 % of the choices of signs would show a difference at least as large",
    because="So chance alone is a good explanation of this difference. It need not be the right one.",
)

how_many_agree = question(
    "All ten differences have the same size. In how many queries must the second search be ahead, so that p is below 0.05?",
    answer=9,
    choices={
        10: "Ten are enough, but p is far below 0.05 then. Could one query go the other way?",
        8: "p is above 0.1 with 8 of 10. Try it in the cell above.",
        6: "A majority is not enough: try 6 in the cell above. What is p?",
    },
    hints=["Try 8 in the cell above: what is p?"],
    because="With 9 of 10, p = 22/1024 ≈ 0.021. With 8 of 10, it is 112/1024 ≈ 0.109.",
)

exit_question = question(
    "A paper reports: our system improves MAP from 0.58 to 0.66 (29 queries). Write the one question that you would ask.",
    answer="How many queries got better and how many worse, and how often would chance make a difference as large? "
    "(Here 16 against 11, and p = 0.30.)",
)
