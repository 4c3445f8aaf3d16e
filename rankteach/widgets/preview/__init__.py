"""The surfaces in a page of their own, without Jupyter: ``python -m rankteach.widgets.preview`` serves them."""
