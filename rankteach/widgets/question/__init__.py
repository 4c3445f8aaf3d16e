"""The question that checks its answer."""
