"""What a lower floor needs of a higher one is named by the face, and loaded at its first use."""

from importlib import import_module

DECLARING_METRICS: list[str] = []


def load(modules: list[str]) -> None:
    """Load modules by their names; one that is there already costs nothing."""
    for name in modules:
        import_module(name)
