"""The fast reader of TREC files; the simple one gives the same results."""
