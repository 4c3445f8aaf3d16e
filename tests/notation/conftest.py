"""What several tests of notations share."""

from fractions import Fraction


def read(shown: str) -> Fraction:
    """The number that is shown, with the sign for minus."""
    return Fraction(shown.replace("−", "-"))
