"""What a question says to right and wrong answers, without a page."""

import re
from fractions import Fraction

import pytest

import rankteach as rt
from rankteach.explain.numbers.diagnose import TOO_FEW, hint
from rankteach.explain.numbers.record import Asked
from rankteach.tracing.measures import metrics
from rankteach.widgets.question.answers import INTRODUCTORY, Choice, Number, Order, Text, Value, answer_of

FIVE = rt.average_precision([1, 0, 1, 1, 0])  # 29/36


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        *((typed, True) for typed in ("29/36", "0.8056", ".81", "0,81", "80.56%", "81 %", 0.8056, Fraction(29, 36))),
        *((typed, False) for typed in ("0.79", "29/12", "-0.81", "5/6", "80.56")),
        *((typed, None) for typed in ("0.8", "two", "", "1/0")),
    ],
)
def test_a_value_is_read_as_it_is_typed(typed, right):
    feedback = Value(FIVE).check(typed)
    assert feedback.right is right
    assert bool(feedback) is bool(right)
    assert feedback.message


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("0.8", "That could be right. Give two decimals or more, or a fraction."),
        ("29/12", "AP can't be above 1. That is AP not divided by the relevant items (m)."),
        (
            "-1",
            "AP can't be below 0. AP averages the precision at the relevant ranks 1, 3 and 4. Which numbers did you",
        ),
        ("80.56", "AP can't be above 1. That is AP in percent, without a % sign."),
        ("81", "AP can't be above 1. It could be AP in percent, without a % sign."),
        ("29/60", "Not quite. That is AP divided by the length of the list (n), not by the relevant items (m)."),
        ("3/5", "Not quite. It could be P, precision."),
        ("0.142", "Not quite. AP averages the precision at the relevant ranks 1, 3 and 4. Which numbers did you use?"),
        (
            "1/7",
            "Not quite. AP averages the precision at the relevant ranks 1, 3 and 4. You typed 1/7. Where does each",
        ),
    ],
)
def test_a_wrong_value_meets_the_range_then_a_slip_then_the_next_move(typed, said):
    message = Value(FIVE).check(typed).message
    assert message.startswith(said)
    assert "29/36" not in message and "0.805" not in message


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2/7", "You typed 2/7. The 2 is right. Check what you divide it by."),
        ("= 1 / 05", "You typed 1/5. You divide by the right number, 5. Check the 1."),
        ("3/8", "You typed 3/8. Where does each of the two numbers come from?"),
        ("-1/5", "Which numbers did you use?"),
        ("1 1/5", "Which numbers did you use?"),
        ("0.21", "Which numbers did you use?"),
        ("7/5", "You typed 7/5. You divide by the right number, 5. Check the 7."),
    ],
)
def test_of_a_wrong_fraction_the_part_to_check_is_named(typed, said):
    """P@5 is 2/5: two hits among five."""
    assert Value(rt.precision([1, 0, 1, 0, 0], k=5)).check(typed).message.endswith(said)
    assert (
        Number(Fraction(2, 5)).check("3/5").message
        == "Not quite. You typed 3/5. Where does each of the two numbers come from?"
    )
    cell = rt.diagnose(rt.average_precision([1, 0, 1, 0, 0, 1]), "3/7", column="precision", row=6)
    assert cell.said == "Not yet. You typed 3/7. The 3 is right. Check what you divide it by."


def test_a_quotient_of_numbers_that_are_not_whole_has_no_part_to_check():
    """AP is 5/6, (1 + 2/3) / 2; and where nothing is relevant, it can have no value."""
    assert (
        Value(rt.average_precision([1, 0, 1]))
        .check("3/7")
        .message.endswith("Where does each of the two numbers come from?")
    )
    assert "value at all" in Value(rt.average_precision([0, 0], no_relevant="nan")).check("1/2").message


def test_a_wrong_number_is_named_only_after_a_metric_that_was_taught():
    assert "P, precision" in Value(FIVE, ["P", "AP"]).check("3/5").message
    assert "P, precision" not in Value(FIVE, ["RR", "MRR"]).check("3/5").message
    assert "AP, average precision" in Value(rt.reciprocal_rank([0, 1, 1]), ["MAP"]).check("7/12").message
    with pytest.raises(ValueError, match="nonsense"):
        Value(FIVE, ["nonsense"])


LISTS = ["11010", "10110100", "01101", "0011", "100110", "1010010", "01010101", "11000", "000101", "1001"]
WRONG = [
    (rt.average_precision(list(map(int, grades))), Fraction(above, below))
    for grades in LISTS
    for below in range(1, 13)
    for above in range(below + 1)
]
WRONG = [(trace, number) for trace, number in dict.fromkeys(WRONG) if trace.exact != number]
BEGINNERS_KNOW = {metric.name for metric in metrics() if metric.name in INTRODUCTORY}
EXOTIC = re.compile(
    "|".join(
        rf"\b{re.escape(word)}\b"
        for metric in metrics()
        if metric.name not in BEGINNERS_KNOW
        for word in (metric.name, metric.title)
    )
)


def test_wrong_fractions_for_ap_are_never_blamed_on_an_exotic_metric():
    """As many are explained by a slip as by all metrics of the catalogue, those that a beginner knows, and no other."""
    assert len(WRONG) > 400
    before = after = exotic = 0
    for trace, number in WRONG:
        said, others = Value(trace).check(number).message, rt.diagnose(trace, number)
        exotic += bool(EXOTIC.search(others.said))
        before += bool(others.mistakes) and not EXOTIC.search(others.said)
        after += hint(Asked(trace)) not in said
        assert not EXOTIC.search(said), said
    assert exotic > 0
    assert after >= before > 0


@pytest.mark.parametrize(
    ("trace", "said"),
    [
        (rt.average_precision(rt.Ranking([1, 0, 1], missed=[1])), "AP is the precision at each relevant item"),
        (rt.precision([1, 0, 1], k=2), "P@2 is the fraction of the retrieved items that are relevant."),
        (rt.dcg([3, 2]), "DCG is the sum of the gains, each divided by"),
        (rt.spearman([1, 2, 3], [2, 1, 3]), "ρ is Pearson's correlation of two lists' ranks."),
        (rt.mean("AP", [[1, 0], [0, 1]]), "MAP averages AP over the 2 queries."),
        (rt.mean("AP", [[1, 0], [0, 1]], average="geometric"), "gMAP is the geometric mean of AP over all queries"),
        (rt.mean("AP", [[1], [0]], queries="with_relevant"), "MAP averages AP over queries with a relevant item."),
        (
            rt.mean("LAG", [[0, 1], [1]], average="pooled"),
            "Pooled LAG is LAG, pooled over all relevant items of all queries.",
        ),
    ],
)
def test_the_next_move_says_what_the_number_is_made_of(trace, said):
    assert hint(Asked(trace)).startswith(said)


@pytest.mark.parametrize(
    ("number", "typed", "right"),
    [
        (3, "3", True),
        (Fraction(5, 6), "0.83", True),
        (Fraction(5, 6), "0.9", False),
        (Fraction(1, 3), "33.3", False),
        (0.123456, "0.12", True),
        (0, "1", False),
        (0, "0.00", True),
        (Fraction(1, 512), "0.00", None),
        (Fraction(1, 512), "0.001", None),  # cut off, and one digit
        (Fraction(1, 512), "0.0019", True),
        (Fraction(1, 512), "0.002", True),
    ],
)
def test_a_number_needs_no_trace(number, typed, right):
    assert Number(number).check(typed).right is right


def test_a_forgotten_percent_sign_is_noticed():
    assert "write the % sign" in Number(Fraction(1, 3)).check("33.3").message
    assert "write the % sign" in Number(Fraction(1, 3)).check("33").message
    assert "write the % sign" not in Number(3).check("300").message


def test_the_answer_is_written_exactly_and_as_a_decimal():
    answers = [Number(Fraction(5, 6)), Number(Fraction(1, 4)), Number(3), Number(0.5), Value(FIVE)]
    assert list(map(str, answers)) == ["5/6 ≈ 0.8333", "1/4 = 0.25", "3", "0.5", "AP = 29/36 ≈ 0.8056"]


def test_a_choice_is_answered_with_its_reply():
    one = Choice("AP", {"P": "P does not see the order.", "AP": "Yes: it sees the order.", "R": ""})
    assert one.check("P") == (False, "P does not see the order.")
    assert one.check(["AP"]) == (True, "Yes: it sees the order.")
    assert one.check("R").message.startswith("Not quite.")
    assert one.check([]).right is None
    with pytest.raises(ValueError, match="must be among the choices 'P', 'AP', 'R', not 'F'"):
        one.check("F")


@pytest.mark.parametrize(
    ("chosen", "right", "said"),
    [
        (["DCG", "nDCG"], True, "Right."),
        (["DCG"], False, "Right so far, but not all"),
        (["DCG", "AP"], False, "Not quite. 1 of the 2 that you chose is right."),
        (["DCG", "nDCG", "AP"], False, "Not quite. 2 of the 3 that you chose are right."),
        (["AP"], False, "Not quite. Your choice"),
        ([], None, "Choose"),
    ],
)
def test_several_choices_can_be_right(chosen, right, said):
    feedback = Choice({"DCG", "nDCG"}, ["AP", "DCG", "RR", "nDCG"]).check(chosen)
    assert feedback.right is right
    assert feedback.message.startswith(said)


@pytest.mark.parametrize("items", ["ab", "ba", "abcd", "dcba", "cadb"])
def test_items_are_never_shown_in_the_order_that_is_asked_for(items):
    order = Order(items)
    assert order.items != list(items)
    assert sorted(order.items) == sorted(items)
    assert Order(items).items == order.items
    assert order.check(list(items))
    assert not order.check(order.items)


def test_an_order_is_told_how_many_first_places_are_right():
    order = Order(["a", "b", "c", "d"])
    assert order.check(["b", "a", "c", "d"]).message.startswith("Not quite. Look at the first place")
    assert order.check(["a", "c", "b", "d"]).message == "The first place is right. What comes next?"
    assert order.check(["a", "b", "d", "c"]).message == "The first 2 places are right. What comes next?"
    with pytest.raises(ValueError, match="must contain each of"):
        order.check(["a", "b"])


def test_a_text_is_compared_with_the_model_answer_once_it_is_written():
    text = Text("Few users look further.")
    assert "Few users" not in text.check(" ").message
    assert text.check("They stop.") == (None, "Compare your answer with this one: Few users look further.")


@pytest.mark.parametrize(
    ("answer", "choices", "words"),
    [
        ("F", ["P", "R"], "answer must be among the choices 'P', 'R', not 'F'"),
        (["P", "F"], ["P", "R"], "answer must be among the choices 'P', 'R', not 'F'"),
        ([], ["P", "R"], "answer must have at least one of the choices"),
        (3, ["3", "4"], "answer must be a choice"),
        ("P", ["P"], "choices must be at least two different strings"),
        ("1", [1, 2], "choices must be at least two different strings"),
        (["a", "a"], None, "answer must be at least two different items"),
        (["a"], None, "answer must be at least two different items"),
        ({"a", "b"}, None, "pass all choices"),
        (True, None, "answer must be a number, a trace, a text"),
        (None, None, "answer must be a number, a trace, a text"),
        (float("nan"), None, "answer must be a finite number"),
        (rt.average_precision(rt.Batch([[1, 0], [0, 1]])), None, "answer must be the trace of one query"),
    ],
)
def test_what_is_no_answer_is_refused(answer, choices, words):
    with pytest.raises((TypeError, ValueError), match=re.escape(words)):
        answer_of(answer, choices, ())


def test_a_number_replies_to_the_wrong_numbers_that_it_knows():
    pairs = answer_of(6, {12: "You counted each pair twice.", "5/3": "Which sum is that?", 5.8: "So near."}, ())
    typed = ["12", "12.0", "1 2/3", "1.67", "5.8", "6", "7", "1.5"]
    assert [pairs.check(one).message.partition(".")[0] for one in typed] == [
        *["You counted each pair twice"] * 2,
        *["Which sum is that?"] * 2,
        "So near",
        "Right",
        *["Not quite"] * 2,
    ]
    assert [pairs.check(one).right for one in typed] == [*[False] * 5, True, False, False]
    assert not pairs.items


def test_a_trace_replies_to_the_wrong_numbers_that_it_knows_and_explains_the_others():
    precision = answer_of(rt.average_precision([1, 0, 1]), {"1/2": "Which precision is that?"}, ["AP"])
    assert precision.check("0.50").message == "Which precision is that?"
    assert precision.check("5/6").right
    assert "not divided by the relevant items" in precision.check("5/3").message


@pytest.mark.parametrize(("wrong", "said"), [("a dozen", "must have a number"), ("6.0", "is the answer"), (6, "wrong")])
def test_a_reply_to_no_wrong_number_is_refused(wrong, said):
    with pytest.raises(ValueError, match=said):
        answer_of(6, {wrong: "..."}, ())


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("0.62", "Right. (Rounded, it's 0.63.)"),
        ("0.63", "Right, rounded."),
        ("2.5/4", "Right."),
        ("2,5/4", "Right."),
    ],
)
def test_a_half_is_rounded_up_and_a_fraction_can_have_decimals(typed, said):
    assert Number(Fraction(5, 8)).check(typed) == (True, said)


def test_commas_group_the_digits_of_a_large_number():
    assert [Number(40000).check(typed).right for typed in ("40,000", "40000", "40", "20,000")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("0.001", False),  # the mistake rounded, and the answer cut off
        ("0.00098", False),
        ("0.00195", True),
        ("0.0019", True),
        ("2/1024", True),
        ("1/1024", False),
        ("0.1 %", False),
    ],
)
def test_a_listed_wrong_number_wins_over_a_tolerance(typed, right):
    answer = Number(Fraction(2, 1024), {Fraction(1, 1024): "You counted one of two."})
    feedback = answer.check(typed)
    assert feedback.right is right
    assert right or feedback.message == "You counted one of two."


def test_a_number_that_a_mistake_rounds_to_as_well_asks_for_more_digits():
    answer = Number(Fraction(2, 3), {Fraction(669, 1000): "Which sum is that?"})
    assert answer.check("0.67") == (None, TOO_FEW)
    assert answer.check("0.667").right
    assert answer.check("0.669") == (False, "Which sum is that?")


def test_of_two_replies_that_fit_a_rounded_number_the_closest_is_said():
    answer = Number(Fraction(2), {"1.387": "The rank itself?", "1.4": "Base e?"})
    assert answer.check("1.4") == (False, "Base e?")
    assert answer.check("1.39") == answer.check("1.387") == (False, "The rank itself?")
    assert answer.check("2") == (True, "Right.")


def test_a_number_that_is_cut_off_is_right_and_says_how_it_is_rounded():
    assert Number(Fraction(2, 3)).check("0.66") == (True, "Right. (Rounded, it's 0.67.)")
    assert Number(Fraction(2, 3)).check("66.6 %") == (True, "Right. (Rounded, it's 0.667.)")


def test_a_grader_gets_the_sentence():
    assert Value(FIVE).check("29/36").require()
    for typed, said in {"29/60": "length of the list", "0.8": "Give two decimals"}.items():
        with pytest.raises(AssertionError, match=said):
            Value(FIVE).check(typed).require()


@pytest.mark.parametrize(("typed", "right"), [("0.8", None), ("4/5", False), ("0.80", False), ("0.82", True)])
def test_a_digit_that_fits_the_right_number_and_a_wrong_one_is_too_few(typed, right):
    answer = Number(Fraction(49, 60), {Fraction(4, 5): "That leaves out the last one."})
    assert answer.check(typed).right is right
