"""The notations are tried on what the package's own tests are: every metric under every convention."""

from tests.unit.conftest import pytest_generate_tests as pytest_generate_tests
