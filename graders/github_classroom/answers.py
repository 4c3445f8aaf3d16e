"""Your answers."""

AP_BY_HAND = ""  # a fraction such as "3/7", or a decimal such as "0.43"


def average_precision(grades, m):
    """Return the AP of a list with these grades, if m items are relevant in all."""
