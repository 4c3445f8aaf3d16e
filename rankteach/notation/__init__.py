"""Notations: pure functions from recorded columns to strings. They import neither IPython nor a widget."""
