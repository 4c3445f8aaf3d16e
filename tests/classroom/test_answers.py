"""What a question says to right and wrong answers, without a page."""

import re
from fractions import Fraction

import pytest

import rankteach as rt
from rankteach.explain.numbers.diagnose import hint
from rankteach.explain.numbers.record import Asked
from rankteach.tracing.measures import metrics
from rankteach.widgets.question.answers import INTRODUCTORY, Order, Value

FIVE = rt.average_precision([1, 0, 1, 1, 0])  # 29/36


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


@pytest.mark.parametrize("items", ["ab", "ba", "abcd", "dcba", "cadb"])
def test_items_are_never_shown_in_the_order_that_is_asked_for(items):
    order = Order(items)
    assert order.items != list(items)
    assert sorted(order.items) == sorted(items)
    assert Order(items).items == order.items
    assert order.check(list(items))
    assert not order.check(order.items)


def test_a_grader_gets_the_sentence():
    assert Value(FIVE).check("29/36").require()
    for typed, said in {"29/60": "length of the list", "0.8": "Give two decimals"}.items():
        with pytest.raises(AssertionError, match=said):
            Value(FIVE).check(typed).require()
