"""The live list."""
