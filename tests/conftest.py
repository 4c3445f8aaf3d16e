"""What all checks share: how many examples a property is tried on, long forms of tests, and the catalogue."""

import os
import sys

import pytest
from hypothesis import HealthCheck, settings

from tests.catalogue import pytest_generate_tests as pytest_generate_tests
from tests.tiers import A_THIRD, LONG, a_third

# No test may fail because the machine is busy: neither an example nor drawing one has a time limit.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", PATIENT, max_examples=15 if A_THIRD else 40, derandomize=True, database=None)
settings.register_profile("thorough", PATIENT, max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if A_THIRD:
        chosen = a_third(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]
    skip = pytest.mark.skip(reason="runs with RANKTEACH_SLOW=1")
    for item in items:
        if item.get_closest_marker("slow") and not LONG:
            item.add_marker(skip)
        if item.get_closest_marker("processes") and sys.platform == "emscripten":
            item.add_marker(pytest.mark.skip(reason="WebAssembly has no processes"))
