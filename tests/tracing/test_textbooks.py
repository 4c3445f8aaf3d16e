"""Conventions of textbooks: each gives the numbers that the book prints for its own examples.

No book was at hand. Each number is one that others quote from it, found in November 2026: the four vectors of Järvelin
and Kekäläinen in summaries of their paper; of Croft, DCG and ideal DCG, and each AP with the terms of its sum, in
notes of lectures; of Manning, the sentence with 0.02% in a copy of the online edition, and that with 0.4 in two sets
of notes. What was not found is not here: precision and recall at each rank of Croft's figures, and the nDCG of 2002.
"""

from fractions import Fraction

import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.explain.printed import verdict
from rankteach.tracing.tools import TOOLS

FIRST, SECOND = Ranking("RNRRRRNNNR"), Ranking("NRNNRRRNRR")  # figure 8.2, six relevant documents
ONE, OTHER = Ranking("RNRNNRNNRR"), Ranking("NRNNRNRNNN")  # figure 8.3, five and three
GRADED = Ranking([3, 2, 3, 0, 0, 1, 2, 2, 3, 0])
RECALL_BASE = Ranking([3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed=[1, 1, 1])  # an ideal list of 3, 3, 3, 2, 2, 2, 1, 1, 1, 1
BEST = Ranking([3, 3, 3, 2, 2, 2, 1, 1, 1, 1])
DISCOUNTED = "3 5 6.89 6.89 6.89 7.28 7.99 8.66 9.61 9.61"
PRINTED_BY = [
    ("croft", "AP", FIRST, "0.78"),
    ("croft", "AP", SECOND, "0.52"),
    ("croft", "AP", ONE, "0.62"),
    ("croft", "AP", OTHER, "0.44"),
    ("croft", "DCG", GRADED, DISCOUNTED),
    ("croft", "IDCG", GRADED, "3 6 7.89 8.89 9.75 10.52 10.88 10.88 10.88 10.88"),
    ("manning", "F", Ranking([1, *[0] * 9999]), "0.0002"),  # all documents returned, one of 10,000 relevant
    ("manning", "P@20", Ranking([1] * 8 + [0] * 12), "0.4"),  # the most that eight relevant documents allow
    ("jarvelin", "CG", GRADED, "3 5 8 8 8 9 11 13 16 16"),
    ("jarvelin", "DCG", GRADED, DISCOUNTED),
    ("jarvelin", "IDCG", RECALL_BASE, "3 6 7.89 8.89 9.75 10.52 10.88 11.21 11.53 11.83"),
    ("jarvelin", "CG", BEST, "3 6 9 11 13 15 16 17 18 19"),
]


@pytest.mark.parametrize(("book", "name", "ranking", "printed"), PRINTED_BY)
def test_a_textbook_has_its_own_numbers(book, name, ranking, printed):
    numbers = printed.split()
    for k, number in enumerate(numbers, start=1):
        trace = rt.measure(name if len(numbers) == 1 else f"{name}@{k}", convention=book)(ranking)
        assert verdict(number, trace.value) in ("the same", "rounded", "cut off"), (k, trace.value)
        assert any(line.startswith(f"as in {book} ") for line in trace.conventions)


def test_other_conventions_do_not_have_these_numbers():
    assert verdict("6.89", float(rt.dcg(GRADED, k=3))) == "off"
    assert verdict("6.89", float(rt.measure("nDCG@3", convention="manning")(GRADED))) == "off"


def test_manning_has_exponential_gain():
    assert rt.measure("nDCG@2", convention="manning")([1, 2]).value == pytest.approx(
        float(rt.ndcg([1, 2], k=2, gain="exponential"))
    )


def test_croft_divides_bpref_by_the_relevant_documents():
    trace = rt.measure("Bpref", convention="croft")(Ranking([0, 1, 1, 1]))
    assert trace.exact == Fraction(3 * (3 - 1), 3 * 3)


@pytest.mark.parametrize("book", [one for one in TOOLS if one.verified == "printed"], ids=lambda one: one.name)
def test_a_textbook_is_a_row_with_its_source(book):
    assert book.source.split(",")[0].split(" and ")[0] in repr(rt.conventions(book.name))
    assert "its own examples" in repr(rt.conventions())
