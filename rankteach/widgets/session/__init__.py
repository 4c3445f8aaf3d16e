"""A surface in Python: its state, the actions on it, and the hosts that show it."""
