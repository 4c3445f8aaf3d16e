"""What all checks share: how many random examples a property is tried on."""

import os

from hypothesis import settings

settings.register_profile("ci", max_examples=40, deadline=None, derandomize=True, database=None)
settings.register_profile("thorough", max_examples=3000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
