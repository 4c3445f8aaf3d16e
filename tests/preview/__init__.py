"""The surfaces in a page of their own, without Jupyter: ``python -m tests.preview`` serves them."""
