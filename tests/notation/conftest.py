"""The notations are tried on what the package's own tests are: every metric under every convention."""

from fractions import Fraction

from tests.unit.conftest import pytest_generate_tests as pytest_generate_tests


def read(shown: str) -> Fraction:
    """The number that is shown, with the sign for minus."""
    return Fraction(shown.replace("−", "-"))
