"""A parameter of a metric, declared once: its check, docstring, header line, menu and sentences are made from it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import LARGEST_NUMBER, fits_a_float, joined, must, scalar

WIDTH = 109  # of a line in a docstring, behind its indentation
Text = str | Callable[[Any], str]


class Value(NamedTuple):
    """A value that has a name.

    ``sentence`` is for the header of a trace and the docstring ("divided by all relevant items"); ``phrase`` is a noun
    phrase that can follow "with" ("division by all relevant items"); ``spellings`` are other names of the same value.
    """

    sentence: str
    phrase: str
    spellings: tuple[str, ...] = ()


@dataclass(eq=False, slots=True)
class Parameter:
    """What a metric says about one of its parameters. Its default is in the signature of the metric's function.

    Attributes
    ----------
    doc
        What the docstring says about it, before the named values.
    values
        The values that have a name.
    free
        What else is allowed where some values have a name, in words: "a function of a grade, or a table".
    sentence, phrase
        For a value without a name: as in ``Value``, with ``{}`` in the value's place; or a function of the value.
    must_be, allows
        For a number: which numbers are allowed, in words ("above 0"), and as a test.
    refuse
        For anything else: raises an error for a value that has no name and is not allowed.
    requires, works_with
        Another parameter, and the values of it with which this one has an effect: by default all but None.
    common_values
        Values without a name that are in use besides the default.
    hidden_if_default
        Whether a header is silent about the default.
    kind
        Its type in the docstring, besides the named values.
    """

    doc: str = ""
    values: Mapping[Any, Value] = field(default_factory=dict)
    _: KW_ONLY
    free: str = ""
    sentence: Text = ""
    phrase: Text = ""
    must_be: str = ""
    allows: Callable[[Any], bool] | None = None
    refuse: Callable[[Any], object] | None = None
    requires: str | None = None
    works_with: Callable[[Any], bool] = lambda other: other is not None
    common_values: Sequence[Any] = ()
    hidden_if_default: bool = False
    kind: str = ""

    def resolve(self, value: Any) -> Any:
        """The value under its own name, if it is one of the other spellings; of numpy's numbers Python's."""
        value = scalar(value)
        if hasattr(value, "to_list"):  # a series of pandas or polars
            return value.to_list()
        if type(value) is np.ndarray and value.ndim == 1:  # which could not be compared with other values
            return value.tolist()
        if not isinstance(value, str):
            return value
        return next((name for name, known in self.values.items() if value in known.spellings), value)

    def with_values(self, values: Mapping[Any, Value]) -> Parameter:
        """The same with other words for some of the named values."""
        return replace(self, values={**self.values, **values})

    def is_named(self, value: Any) -> bool:
        """Whether this is one of the values that have a name."""
        kinds = {type(name) for name in self.values}
        return type(value) in kinds and value in self.values

    def has_no_effect(self, parameters: Mapping[str, Any]) -> bool:
        """Whether it has no effect next to all parameters."""
        return self.requires is not None and not self.works_with(parameters[self.requires])

    def check(self, name: str, value: Any, default: Any) -> None:
        """Refuse a value that the parameter does not take; the message says which ones it takes."""
        if self.is_named(value) or (value is None and default is None):
            return
        if self.allows is not None:
            usual = literal(default) if default is not None else self.values[None].phrase
            leave_out = f"Leave {name} out to use {usual}."
            if isinstance(value, bool) or not isinstance(value, Real):
                raise TypeError(must(name, value, f"be a number, {self.must_be}", leave_out))
            if not self.allows(value):
                raise ValueError(must(name, value, f"be {self.must_be}", leave_out))
            if value > LARGEST_NUMBER or not fits_a_float(value):  # type: ignore[operator]
                raise ValueError(must(name, value, f"be at most {LARGEST_NUMBER:g}, and fit a float", leave_out))
        elif (named := [repr(one) for one in self.values if one is not None]) and (
            isinstance(value, str) or not self.free
        ):
            wanted = [*named, self.free] if self.free else named
            raise ValueError(must(name, value, f"be {joined(wanted)}"))
        elif self.refuse is not None:
            self.refuse(value)

    def describe(self, name: str, value: Any, k: int | None = None) -> str:
        """What a value means, as a line of a header; ``{cut}`` in it says that there is a cutoff."""
        text = self.values[value].sentence if self.is_named(value) else self.sentence or f"{name} is {{}}"
        return _filled(text, value).replace("{cut}", "" if k is None else ", cut at k")

    def noun_phrase(self, name: str, value: Any) -> str:
        """What a value is, as words that can follow "with"."""
        return _filled(self.values[value].phrase if self.is_named(value) else self.phrase or f"{name} = {{}}", value)

    def documented(self, name: str, default: Any) -> list[str]:
        """The lines of a docstring."""
        names = [one for one in self.values if one is not None]
        kinds = ([f"{{{', '.join(map(literal, names))}}}"] if names else []) + ([self.kind] if self.kind else [])
        lead = [self.doc] if self.doc else []
        if self.must_be:
            lead.append(f"It must be {self.must_be}.")
        if None in self.values:
            lead.append(f"Leave it out for {self.values[None].phrase}.")
        lines = wrapped(" ".join(lead))
        for one in names:
            sentence = self.values[one].sentence.replace("{cut}", ", cut at k")
            first, *others = wrapped(f"{literal(one)}{' (default)' * (one == default)}: {sentence}.")
            lines += [f"- {first}", *(f"  {line}" for line in others)]
        kind = ", ".join(kinds) or "float"
        return [f"{name} : {kind}{', optional' * (default is None)}", *(f"    {line}" for line in lines)]


def _filled(text: Text, value: Any) -> str:
    return text.replace("{}", literal(value)) if isinstance(text, str) else text(value)


def wrapped(text: str) -> list[str]:
    """A text in lines that fit a docstring."""
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def literal(value: Any) -> str:
    """A parameter's value as it is written in a measure string, which reads it back."""
    value = scalar(value)
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return repr(value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{literal(one)}: {literal(other)}' for one, other in value.items())}}}"
    if isinstance(value, list | tuple | np.ndarray):
        return f"[{', '.join(map(literal, np.asarray(value, dtype=object).tolist()))}]"
    if isinstance(value, Real):
        number = float(value)
        return repr(int(number) if number.is_integer() else number)
    return getattr(value, "__name__", None) or repr(value)
