"""What a lower floor needs of a higher one is named by the face, and loaded at its first use."""

DECLARING_METRICS: list[str] = []  # the names of modules
