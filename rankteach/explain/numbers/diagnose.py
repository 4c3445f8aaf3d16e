"""What a learner typed: whether it is right; if not, which error or other convention returns it, or a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import begun, joined, listed
from rankteach.explain.numbers.errors import ERRORS
from rankteach.explain.numbers.explanation import ErrorModel, Explanation
from rankteach.explain.numbers.record import Asked
from rankteach.explain.printed import EXACTLY, Printed
from rankteach.notation.numbers import TOLERANCE, decimal, plain
from rankteach.tracing.mean import QUERIES, Mean
from rankteach.tracing.meaning import first_line, uncapitalised
from rankteach.tracing.trace import Trace

MOST_SAID = 2
SOLVED = {
    "the same": "Right.",
    "rounded": "Right, rounded.",
    "cut off": "Right. (Rounded, it's {}.)",
}
NO_NUMBER = ("nan", "undefined")  # typed where there is no value
UNREADABLE = "Type just a number, such as 12, 3/7, 0.43 or 43%. Work out a sum first; a guess is fine."
TOO_FEW = "That could be right. Give two decimals or more, or a fraction."
ONLY_ZEROS = "That could be right, but zeros are too few to tell. Give more digits, or a fraction."
UNKNOWN = "Not yet, and I don't recognise the mistake: go through the calculation row by row."
ASK = "Which numbers did you use?"
ASK_BOTH = "You typed {0}/{1}. Where does each of the two numbers come from?"
CHECK_ABOVE = "You typed {0}/{1}. You divide by the right number, {1}. Check the {0}."
CHECK_BELOW = "You typed {0}/{1}. The {0} is right. Check what you divide it by."
UNDEFINED = "Not yet: check whether there is a value at all when no item is relevant."
NEXT = "Go through the calculation row by row."
ALMOST = "Not yet, but very close: round at the very end only, and look at the last digit."
_SAME = re.compile(r" \([^()]*\)|, not .*")  # what may differ between two descriptions of one mistake


class Diagnosis(NamedTuple):
    """Whether a typed number is ``right`` (None: unreadable), the answer (``said``), and the likely ``mistakes``."""

    right: bool | None
    said: str
    mistakes: tuple[Explanation, ...] = ()

    def __repr__(self) -> str:
        return f"{ {True: '✓', False: '✗', None: '?'}[self.right] } {self.said}"


def diagnose(
    trace: Trace, typed: Any, *, column: str | None = None, row: int | None = None, taught: Iterable[str] | None = None
) -> Diagnosis:
    """Whether a number is right, and if not, which mistake it looks like.

    Right is the exact value, or a decimal of at least two digits that is the exact value rounded (or cut off). For any
    other number we run the metric under its other conventions and at other cutoffs, its record with one slip in it, and
    the other metrics of the catalogue, and name what returns that number. The answer never reveals the right value.

    Parameters
    ----------
    trace : Trace
        Of one list, of two lists, or of a mean over queries.
    typed : str or number
        What was typed: "2/3", "1 2/3", "0.67", ".667", "0,667", "66.7%"; "undefined" or "NaN" where there is no value.
        It is never run.
    column : str, optional
        The name of a recorded column, to ask for one of its cells instead of the value.
    row : int, optional
        The row of that cell, from 1; by default the last one.
    taught : sequence of measure strings, optional
        The only other metrics that the answer may name, such as ``["P", "R"]``; by default all of the catalogue.

    Returns
    -------
    Diagnosis
        ``right`` (None where the number cannot be read, or has too few digits to tell), ``said``, ``mistakes``.

    Raises
    ------
    TypeError, ValueError
        If the trace does not have one value, the column does not exist or does not have that row, or a metric taught is
        unknown.

    >>> import rankteach as rt
    >>> trace = rt.average_precision(rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1]))
    >>> diagnose(trace, "0.42")
    ✓ Right, rounded.
    >>> diagnose(trace, "5/6")
    ✗ Not yet. That is AP divided by the relevant items found (denominator="hits"), not by all relevant items.
    >>> diagnose(trace, "2", column="precision", row=3)
    ✗ Not yet. It could be hits at rank 3.
    """
    asked = Asked(trace, column, row, None if taught is None else listed(taught, "taught"))
    found = diagnosed(asked, typed)
    check = what_to_check(typed, asked)
    return found._replace(said=f"Not yet. {check}") if found.said == UNKNOWN and check != ASK else found


def errors_of(asked: Asked) -> Iterator[tuple[ErrorModel, list[Explanation]]]:
    """Each error that someone who types a number can have made, with what it makes of the number asked for."""
    for model in ERRORS:
        if model.typed:
            if model not in asked.explained:
                asked.explained[model] = list(model.of(asked))
            yield model, asked.explained[model]


def diagnosed(asked: Asked, typed: Any) -> Diagnosis:
    """What ``diagnose`` says of a number; what was found for it is kept for the next number that is typed."""
    trace, printed, compared = asked.trace, Printed.read(typed), compare(typed, asked.exact)
    if printed is None or compared.right is not False or asked.exact != asked.exact:
        return compared
    likely = tuple(islice(_likely(asked, printed), MOST_SAID))
    if printed.digits == 1:  # which many numbers are rounded to
        likely = tuple(sorted(likely, key=lambda one: printed.match(one.value) != EXACTLY))
    said = _in_words(likely, printed, trace) or compared.said
    beyond = out_of_range(trace, typed) if asked.column is None else ""
    if beyond and not said.startswith("Not yet. That is"):  # which says more than the range
        said = f"Not yet. {beyond} {said.removeprefix('Not yet. ') if likely else NEXT}"
    return Diagnosis(False, said, likely)


def compare(typed: Any, exact: Fraction | float) -> Diagnosis:
    """Whether a typed number is an exact one; what is wrong with another number is not looked for."""
    printed, undefined = Printed.read(typed), exact != exact
    if undefined and str(typed).strip().lower() in NO_NUMBER:
        return Diagnosis(True, SOLVED["the same"])
    if printed is None:
        return Diagnosis(None, UNREADABLE)
    if undefined:
        return Diagnosis(False, UNDEFINED)
    verdict = printed.verdict(exact)
    if verdict == "too few digits":
        return Diagnosis(None, TOO_FEW if printed.significant else ONLY_ZEROS)
    digits = printed.digits or 0
    if verdict != "off":
        return Diagnosis(True, SOLVED[verdict].format(decimal(exact, digits)))
    off = abs(printed.number - Fraction(exact))
    close = digits >= 2 and off <= min(Fraction(2, 10**digits), abs(Fraction(exact)) / 10)
    return Diagnosis(False, ALMOST if close else UNKNOWN)


def _likely(asked: Asked, printed: Printed) -> Iterator[Explanation]:
    """What returns the number, the likeliest first; some kinds of errors only if nothing else does."""
    likely: dict[str, Explanation] = {}
    for model, explanations in errors_of(asked):
        last = printed.number.denominator == 1 if model.last == "whole" else model.last
        if printed.number.denominator < model.denominator or (last and likely):
            continue
        matching = (one for one in explanations if printed.matches(one.value) and not _too_rare(one, asked, printed))
        for one in islice(matching, model.most):
            if likely.setdefault(_SAME.sub("", one.called), one) is one:
                exact = one.trace.exact if one.trace is not None and asked.column is None else None
                yield one if exact is None else one._replace(value=exact)


def _too_rare(one: Explanation, asked: Asked, printed: Printed) -> bool:
    """Whether it is another metric that few know, which two digits do not tell, or another number, such as a base."""
    other, changed = one.trace and one.trace.metric.of_one, one.variant.changed if one.variant else ()
    near = printed.digits == 1 and printed.match(one.value) != EXACTLY
    if near and any(not isinstance(change.value, str) for change in changed):
        return True
    return bool(other and other is not asked.own.metric and not other.popularity and (printed.digits or 0) <= 2)


def _in_words(likely: Sequence[Explanation], printed: Printed, trace: Trace) -> str:
    """One or two sentences; careful ones for few digits and for halves, which match often by chance. None is empty.

    Two digits are few for an error that few make. Also careful about a metric of another kind, which few learners take
    for the one that they are asked for.
    """
    if not likely:
        return ""
    first, *others = [one.called + one.remark for one in likely]
    kinds = {getattr(one.metric, "family", None) for one in (trace, likely[0].trace or trace)} - {None}
    by_chance = printed.digits == 2 and likely[0].rare and printed.match(likely[0].value) != EXACTLY
    if printed.number.denominator <= 2 or printed.digits == 1 or len(kinds) > 1 or by_chance:
        return f"Not yet. It could be {'; or '.join([first, *others])}."
    also = f" It could also be {'; or '.join(others)}." if others else ""
    return f"Not yet. That is {first}.{also}"


# --- what else to say to a wrong number -------------------------------------------------------------------------------
def hint(asked: Asked, typed: Any = None) -> str:
    """What the number is made of, and a question about what was typed. It does not say the number.

    >>> import rankteach as rt
    >>> print(hint(Asked(rt.average_precision([1, 0, 1, 1]))))
    AP averages the precision at the relevant ranks 1, 3 and 4. Which numbers did you use?
    >>> print(hint(Asked(rt.precision([1, 0, 1, 1], k=3)), "1/3"))
    P@3 is the fraction of the retrieved items that are relevant. You typed 1/3. You divide by the right number, 3. \
Check the 1.
    """
    return f"{_made_of(asked.trace)} {what_to_check(typed, asked)}"


def what_to_check(typed: Any, asked: Asked | None = None) -> str:
    """Which part of a wrong fraction is right, so that you check the other one; else where the numbers come from."""
    printed = Printed.read(typed)
    if printed is None or printed.parts is None:
        return ASK
    right = (asked and asked.quotient) or (None, None)
    said = CHECK_BELOW if printed.parts[0] == right[0] else CHECK_ABOVE if printed.parts[1] == right[1] else ASK_BOTH
    return said.format(*printed.parts)


def _made_of(trace: Trace) -> str:
    metric = trace.metric
    line = uncapitalised(first_line(metric.of_one))
    if isinstance(metric, Mean):
        label, one = begun(trace.label), metric.metric.label(trace.parameters)
        if metric.average == "query":
            over = f"the {len(trace.ranking)} queries" if metric.queries == "all" else QUERIES[metric.queries]
            return f"{label} averages {one} over {over}."
        if metric.average in metric.metric.averages and metric.average != "sum":
            return f"{label} is {line.removesuffix('.')}, {metric.words}."
        return f"{label} is the {metric.words.replace(' over ', f' of {one} over ', 1)}."
    ranks = list(_averaged_ranks(trace))
    if len(ranks) > 1:
        return f"{trace.label} averages the precision at the relevant ranks {joined(map(str, ranks), 'and')}."
    return f"{trace.label} is {line}"


def _averaged_ranks(trace: Trace) -> Iterator[int]:
    """The ranks at which AP takes the mean of the precision; none where it calculates anything else."""
    columns = trace.columns
    if trace.name == "AP" and {"precision", "relevant"} <= {*columns}:
        precision, relevant = (np.asarray(columns[name].values, dtype=float) for name in ("precision", "relevant"))
        rows = np.flatnonzero(relevant)
        if len(rows) and abs(float(precision[rows].mean()) - float(trace)) <= TOLERANCE:
            yield from (rows + 1).tolist()


def out_of_range(trace: Trace, typed: Any) -> str:
    """Why a number cannot be a value of this metric, whatever the list; empty if it can.

    >>> import rankteach as rt
    >>> out_of_range(rt.average_precision([1, 0]), "1.2"), out_of_range(rt.dcg([3, 2]), "-1")
    ("AP can't be above 1.", "DCG can't be below 0.")
    """
    printed, (low, high) = Printed.read(typed), trace.metric.of_one.bounds
    if printed is None:
        return ""
    if printed.number < low:
        return f"{begun(trace.label)} can't be below {plain(low)}."
    return f"{begun(trace.label)} can't be above {plain(high)}." if high is not None and printed.number > high else ""
