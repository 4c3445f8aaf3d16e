"""rankteach in a hundred lines: numbers that remember how they were made. Run it: python rankmicro.py

Read it from top to bottom. A Column is a list of numbers, one at each rank, that knows the columns it was made from. A
metric is then written once, as in a textbook; its table and its explanation are read off what it remembers.
"""

from fractions import Fraction
from itertools import accumulate
from math import log2
from operator import add, mul


class Column:
    """Numbers, one at each rank, and how they were made: from which columns, and in what words."""

    def __init__(self, values, words="", sources=(), is_number=False):
        self.values, self.words, self.sources = list(values), words, sources
        self.is_number, self.name = is_number, ""

    def named(self, name):
        """The same column, with a name: every column with a name is shown."""
        self.name = name
        return self

    def __str__(self):
        return self.name or self.words

    def with_other(self, other, sign, calculate):
        """Rank by rank: this column, a sign, and another column or number."""
        if not isinstance(other, Column):
            other = Column([other] * len(self.values), str(other))
        values = map(calculate, self.values, other.values)
        return Column(values, f"{self} {sign} {other}", (self, other), self.is_number)

    def __add__(self, other):
        return self.with_other(other, "+", add)

    def __mul__(self, other):
        return self.with_other(other, "·", mul)

    def __truediv__(self, other):
        return self.with_other(other, "/", lambda one, by: one / by if by else 0)

    def log2(self):
        """The logarithm at each rank."""
        return Column(map(log2, self.values), f"log2({self})", (self,))

    def cumsum(self):
        """What has been added up so far, at each rank."""
        return Column(accumulate(self.values), f"{self}, added up so far", (self,))

    def sum(self):
        """One number: everything added up."""
        return Column([sum(self.values)], f"sum of {self}", (self,), is_number=True)


def ranks(grades):
    """1, 2, 3 and so on, one for each grade."""
    return Column(map(Fraction, range(1, len(grades) + 1))).named("rank")


def average_precision(grades, missed=0):
    """The precision at each relevant rank, averaged over all relevant items, also those that the list missed."""
    relevant = Column([Fraction(grade > 0) for grade in grades]).named("relevant")
    hits = relevant.cumsum().named("hits")
    precision = (hits / ranks(grades)).named("precision")
    credit = (precision * relevant).named("credit")
    return (credit.sum() / (sum(relevant.values) + missed)).named("AP")


def ndcg(grades):
    """Grades divided by log2(rank + 1) and added up, next to the same for the best order of the grades."""
    divisor = (ranks(grades) + 1).log2().named("divisor")
    gain = (Column(grades).named("grade") / divisor).named("gain")
    best_gain = (Column(sorted(grades, reverse=True)).named("best grade") / divisor).named("best gain")
    return (gain.sum().named("DCG") / best_gain.sum().named("ideal DCG")).named("nDCG")


def columns_of(column):
    """Every column with a name that this one was made from, and itself, in the order in which they were made."""
    before = [one for source in column.sources for one in columns_of(source)]
    return list(dict.fromkeys(before + [column] * bool(column.name)))


def short(value):
    """A fraction as it is, any other number with four decimals."""
    return str(value if isinstance(value, Fraction) else round(value, 4))


def explain(column):
    """Print the table, then how each column was made, and the value."""
    made = columns_of(column)
    table = [one for one in made if not one.is_number]
    print("  ".join(f"{one.name:>10}" for one in table))
    for row in zip(*(one.values for one in table), strict=True):
        print("  ".join(f"{short(value):>10}" for value in row))
    for one in made:
        if one.words:
            print(f"{one} = {one.words}" + f" = {short(one.values[0])}" * one.is_number)


if __name__ == "__main__":
    explain(average_precision([1, 0, 1, 0, 1], missed=1))
    print()
    explain(ndcg([3, 0, 2, 1]))
