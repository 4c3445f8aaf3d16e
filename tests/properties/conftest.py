"""Properties are tried on what the package's own tests are: metrics and rankings are drawn as there."""

from tests.unit.conftest import pytest_generate_tests as pytest_generate_tests
