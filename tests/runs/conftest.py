"""Hypothesis draws measures and rankings for these tests as it does for the package's own."""

from tests.unit import conftest as conftest
