"""One list against another."""
