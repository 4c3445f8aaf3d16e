"""What is known of another tool: its measures by our names, and how it treats lists and queries."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple


class ToolMeasure(NamedTuple):
    """A measure of a tool: what the tool calls it, with a cutoff and without one, and our parameters for it.

    An empty name says that the tool does not have the measure in this form. ``k`` among the parameters is the cutoff
    that the tool takes where none is written.
    """

    at_k: str
    whole: str
    parameters: Mapping[str, Any] = {}


class Tool(NamedTuple):
    """One tool: its measures by our names, and what it does about what is not a single measure's own.

    ``"RR@"`` among the measures is the reciprocal rank with a cutoff, where that goes another way. ``ties`` is the
    order of equal scores, None where the tool promises none; ``queries`` says which queries its means count;
    ``verified`` says how this row is known to be right: mostly by stored answers of the tool, else by a test that asks
    the tool in every run, by the numbers that a textbook prints, or only from its documentation and its code, which
    every header then says. ``scores`` is how exactly it compares scores, but for the measures in ``in_double``.
    ``instead`` says of measures that it lacks what comes near. ``compares`` says that its measures compare two lists,
    so that nothing is said about ties within one, about relevant items, or about queries. ``refuses`` names the lists
    for which it has no number of a measure, or another one than our parameters give: see ``refused.py``.
    ``numbered`` are the measures for which each query's name must have a number of its own, and where in it.
    ``counts_again`` are the measures in which an item that comes twice counts as with ``duplicates="count"``; in all
    others that is refused.
    """

    version: str
    measures: Mapping[str, ToolMeasure]
    source: str
    name: str = ""
    ties: str | None = None
    queries: str = "all"
    no_relevant: int | str = 0
    verified: Literal["test", "answers", "printed", "documentation"] = "answers"
    scores: Literal["float64", "float32"] = "float64"
    in_double: tuple[str, ...] = ()
    instead: Mapping[str, str] = {}
    compares: bool = False
    refuses: Mapping[str, Collection[str]] = {}
    numbered: Mapping[str, str] = {}
    counts_again: Collection[str] = ()

    @property
    def asked(self) -> bool:
        """Whether it is a program whose own numbers were compared with ours."""
        return self.verified in ("test", "answers")

    @property
    def single_precision(self) -> bool:
        """Whether scores are compared as 32-bit floats: those that differ only beyond these are tied."""
        return self.scores == "float32"

    def measure_for(self, metric: str, k: int | None = None) -> ToolMeasure | None:
        """The row of one of our metrics; None where the tool does not have it at this cutoff, or without one."""
        row = self.measures.get(metric)
        if k is None or (row is not None and row.parameters.get("k") == k):
            return row if row is not None and row.whole else None
        row = self.measures.get(f"{metric}@", row)
        return row if row is not None and row.at_k else None

    def rounds_for(self, metric: str, k: int | None = None) -> bool:
        """Whether scores are compared as 32-bit floats for one of our metrics."""
        return self.single_precision and self.key(metric, k) not in self.in_double

    def key(self, metric: str, k: int | None) -> str:
        """What the row of one of our metrics is called, if it has another one with a cutoff."""
        return f"{metric}@" if k is not None and f"{metric}@" in self.measures else metric

    @property
    def words(self) -> str:
        """What a header says."""
        untested = " (from its documentation, not tested)" if self.verified == "documentation" else ""
        return f"as in {self.name} {self.version}{untested}"
