"""The signs of the differences of two systems."""
