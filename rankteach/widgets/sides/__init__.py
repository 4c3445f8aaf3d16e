"""Two systems, one set of judgements."""
