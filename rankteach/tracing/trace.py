"""A trace: the value of a metric, with every column and every step that led to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import takes, yes_or_no
from rankteach.core.column import Axis, Column
from rankteach.core.judged import Judged
from rankteach.core.ranking import Ranking
from rankteach.core.running import can_be_cut
from rankteach.notation.calculation import Calculation, exact_value
from rankteach.notation.html import calculation_html, in_a_card
from rankteach.notation.latex import latex
from rankteach.notation.markdown import calculation_markdown
from rankteach.notation.sentence import Step
from rankteach.notation.tables import MOST_ROWS, Table, divides_nothing, recorded
from rankteach.notation.terminal import calculation_text
from rankteach.notation.wording import Wording
from rankteach.tracing import alarms
from rankteach.tracing.extremes import best_values
from rankteach.tracing.meaning import meaning, with_closing
from rankteach.tracing.paired import Paired
from rankteach.tracing.plain import NOT_PLAIN, to_plain


class _Definition(Protocol):
    """What a trace needs from the metric, or the mean, that it is a trace of: see ``Metric``."""

    name: str
    title: str
    less_is_better: bool
    of_one: Any

    def __call__(self, ranking: Any, /, **parameters: Any) -> Trace: ...
    def to_dict(self, parameters: Mapping[str, Any]) -> dict[str, Any]: ...
    def symbol(self, parameters: Mapping[str, Any]) -> str: ...
    def label(self, parameters: Mapping[str, Any]) -> str: ...
    def measure(self, parameters: Mapping[str, Any], relevant_from: float = 1) -> str: ...
    def describe(self, parameters: Mapping[str, Any], ranking: Any) -> list[str]: ...
    def notes(self, trace: Trace) -> list[str]: ...
    def wording(self, parameters: Mapping[str, Any]) -> Wording | None: ...
    def column_at_every_k(self, trace: Trace) -> Column: ...
    def of_query(self, ranking: Any, parameters: Mapping[str, Any]) -> Trace: ...


class Trace:
    """What a metric returns: a number that can explain itself.

    ``float(trace)`` and ``trace.value`` are the number (for a batch, ``trace.value`` is an array with
    one number per query), ``trace.exact`` is the same as a fraction where there is one. Everything else
    is a view of the columns that were recorded on the way. Views are made when they are asked for.

    >>> import rankteach as rt
    >>> trace = rt.average_precision(rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0]))
    >>> trace.exact, trace.measure, list(trace.columns)
    (Fraction(37, 48), 'AP', ['grade', 'relevant', 'hits', 'rank', 'precision', 'credit', 'running sum'])
    >>> print(trace.steps[2].text)
    Rank 3: d3 is relevant, so add the precision here, 2/3. The sum is now 5/3.
    """

    def __init__(
        self, result: Column, axis: Axis, metric: _Definition, ranking: Any, parameters: dict[str, Any]
    ) -> None:
        self.result = result
        self._rows = axis
        self.metric = metric
        self.ranking = ranking
        self.parameters = MappingProxyType(parameters)
        self.misleading: Callable[[Trace], Iterable[alarms.Note | None]] = alarms.of_list

    # --- the number ---------------------------------------------------------------------------------
    @property
    def value(self) -> Any:
        """The number; a ``Fraction`` if the grades were fractions; NaN where it is undefined; for a batch an array."""
        value = self.result.values
        if isinstance(value, np.ndarray) and value.ndim:
            return value
        return value if isinstance(value, Fraction) else float(value)

    @property
    def exact(self) -> Any:
        """The number as a ``Fraction``; None where a log, a root or a float makes it inexact, or it is undefined."""
        return exact_value(self.result)

    def __float__(self) -> float:
        self._only_single("float(trace)")
        return float(self.value)

    def __round__(self, digits: int | None = None) -> float | int:
        return round(float(self), digits)

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self.result, dtype=dtype if dtype or not self.single else np.float64)

    def at_every_k(self) -> Column:
        """The metric at cutoff 1, 2, 3, ... up to the end, in one go.

        The last one is the metric of this trace, unless judged items were missed and the ideal order
        is longer than the list: at a cutoff it is cut too.

        >>> import rankteach as rt
        >>> rt.recall(rt.Ranking([1, 0, 1])).at_every_k()
        R@i: 0.5, 0.5, 1.0
        """
        return self._every_k

    @cached_property
    def _every_k(self) -> Column:
        return self.metric.column_at_every_k(self).named(f"{self.symbol}@i")

    # --- what it is called --------------------------------------------------------------------------
    @property
    def name(self) -> str:
        """The metric's short name, such as AP."""
        return self.metric.name

    @property
    def title(self) -> str:
        """The metric's name in words."""
        return self.metric.title

    @property
    def measure(self) -> str:
        """The canonical measure string: name, parameters that differ from the default, cutoff."""
        return self.metric.measure(self.parameters, self.ranking.relevant_from)

    @property
    def symbol(self) -> str:
        """What formulas call the metric, without a cutoff."""
        return self.metric.symbol(self.parameters)

    @property
    def label(self) -> str:
        """What formulas call the metric, with its cutoff."""
        return self.metric.label(self.parameters)

    @property
    def shown(self) -> str:
        """The value in one line of text: 37/48 ≈ 0.7708."""
        return self.calculation.shown

    @property
    def meaning(self) -> str:
        """What the value means for this list, in one sentence; of a batch what each value measures.

        >>> import rankteach as rt
        >>> print(rt.precision([1, 0, 1, 1, 0, 1], k=5).meaning)
        3 of the top 5 results are relevant.
        >>> print(rt.average_precision([0, 0]).meaning)
        No relevant item exists, so AP counts as 0 by convention.
        """
        return meaning(self, self.calculation.wording, self.calculation.cells)

    @property
    def conventions(self) -> list[str]:
        """Every convention in force, in words."""
        sentences = [*self.metric.describe(self.parameters, self.ranking), *self.metric.notes(self)]
        return [*sentences, "0/0 counts as 0"] if divides_nothing(self._record) else sentences

    @property
    def best_possible(self) -> Any:
        """The best value that any list of these judged items can reach with as many ranks.

        best possible = the value of the items by falling grade, those missed among them, in as many ranks as the cutoff
        or, without one, the list has. A fraction where ``exact`` is one; of a metric of which less is better, the least
        value. Of a mean it is the mean of the best values. None where no order is the best one: for two lists that are
        compared, a batch, weights or gains of your own, a curve that is cut, and metrics that are not about relevant
        items.

        >>> import rankteach as rt
        >>> trace = rt.average_precision(rt.Ranking([1, 0, 1], missed=[1, 1]), k=3)
        >>> trace.exact, trace.best_possible  # at most 3 of the 4 relevant items fit in 3 ranks
        (Fraction(5, 12), Fraction(3, 4))
        """
        metric, way = self.metric.of_one, getattr(self.metric, "average", "")
        chosen = getattr(self.metric, "queries", "") == "with_hits"  # by the order of their lists
        known = Batch if way == "query" and not chosen else () if way else Ranking
        if not isinstance(self.ranking, known) or not self.single:
            return None
        best = best_values(metric, self.parameters, self.ranking, exactly=True)
        if best is not None and "counted" in self.columns:
            best = best[np.asarray(self.columns["counted"].values, dtype=bool)]
        return None if best is None or not len(best) or (best != best).any() else sum(best) / len(best)

    @property
    def notes(self) -> list[str]:
        """What can make the value mislead, in sentences, the gravest first; none for most lists.

        >>> import rankteach as rt
        >>> print(rt.precision([1, 0, 1], k=5).notes[0])
        You reach 100 % of what is reachable for P@5. `trace.best_possible` is the best value.
        """
        return alarms.told(self.misleading(self))

    # --- what was recorded --------------------------------------------------------------------------
    @property
    def single(self) -> bool:
        """Whether this is the trace of one list, not of a batch."""
        return not np.ndim(self.result.values)

    @property
    def columns(self) -> dict[str, Column]:
        """The recorded columns by name, in the order of the calculation, running sums included."""
        return {column.name or "": column for column in self._columns}

    @property
    def axis(self) -> Axis:
        """What the rows are: what the value is added up over, or the last row of."""
        added_up = next(_reductions(self._record), None)
        return self._rows if added_up is None else added_up.sources[0].axis or self._rows

    @property
    def rows(self) -> str:
        """What the rows are: rank, query, ..."""
        return self.axis.name

    @property
    def steps(self) -> tuple[Step, ...]:
        """One step for each row, in words."""
        self._only_single("trace.steps")
        return self.calculation.steps(None)

    @property
    def closing(self) -> str:
        """The sentence after the last step, which finishes the calculation.

        >>> import rankteach as rt
        >>> print(rt.average_precision(rt.Ranking([1, 0, 1], missed=[1])).closing)
        Divide the sum, 5/3, by the 3 relevant items: AP = 5/9 ≈ 0.5556.
        """
        self._only_single("trace.closing")
        return self.calculation.closing()

    def tables(self, *, digits: int = 4, fractions: bool = True, most_rows: int | None = MOST_ROWS) -> list[Table]:
        """The recorded columns as tables; ``digits``, ``fractions`` and ``most_rows`` choose the display."""
        return self.calculation.tables(digits=digits, fractions=fractions, most_rows=most_rows)

    @cached_property
    def calculation(self) -> Calculation:
        """What the notations are given: the record, and what everything is called."""
        return Calculation(
            name=self.name,
            title=self.title,
            symbol=self.symbol,
            label=self.label,
            measure=self.measure,
            describe=lambda: self.conventions,
            result=self._record,
            columns=self._columns,
            axis=self.axis,
            queries=None if self.single else self.ranking.queries,
            wording=with_closing(self, self.metric.wording(self.parameters)),
            interpret=lambda: alarms.around(self.meaning, self.misleading(self)),
        )

    # --- notations: where they have tables, digits=4, fractions=True, most_rows=60 choose the display ----
    @property
    def formula(self) -> str:
        """The formula with symbols, as LaTeX."""
        return latex(self.calculation.formula)

    @property
    def substitution(self) -> str:
        """The formula with this ranking's numbers and its value, as LaTeX."""
        self._only_single("trace.substitution")
        return latex(self.calculation.substitution)

    def to_text(self, *, digits: int = 4, fractions: bool = True, most_rows: int | None = MOST_ROWS) -> str:
        """For a terminal."""
        return calculation_text(self.calculation, digits=digits, fractions=fractions, most_rows=most_rows)

    def to_markdown(self, *, digits: int = 4, fractions: bool = True, most_rows: int | None = MOST_ROWS) -> str:
        """For a document or an issue."""
        return calculation_markdown(self.calculation, digits=digits, fractions=fractions, most_rows=most_rows)

    def to_html(self, *, digits: int = 4, fractions: bool = True, most_rows: int | None = MOST_ROWS) -> str:
        """Static HTML without a script. Its one style shows formulas as text where no TeX renderer runs."""
        return calculation_html(self.calculation, digits=digits, fractions=fractions, most_rows=most_rows)

    @takes(document=yes_or_no)
    def to_latex(self, *, document: bool = False) -> str:
        """The formula, the substitution and one line per row, as LaTeX.

        It goes into any document with ``\\usepackage{amsmath}``; ``\\allowdisplaybreaks`` lets long calculations go on
        on the next page.

        Parameters
        ----------
        document : bool
            Whether it is a document of its own, with a heading, the list and the conventions.

        Returns
        -------
        str

        Raises
        ------
        TypeError
            For a batch: choose a query.
        """
        from rankteach.notation import typeset

        self._only_single("trace.to_latex()")
        return typeset.document(self.calculation) if document else typeset.calculation_latex(self.calculation)

    def to_mathml(self) -> str:
        """The formula with symbols and with numbers, as MathML."""
        from rankteach.notation.mathml import mathml

        self._only_single("trace.to_mathml()")
        return "".join(map(mathml, self.calculation.equations))

    def to_json(self) -> str:
        """Everything, as JSON: every number, and what the metric was given. ``rt.read_json`` reads it back.

        Returns
        -------
        str
            What JSON cannot hold, such as a function as gain, leaves a note in its place: that is not read back.

        >>> import json
        >>> import rankteach as rt
        >>> json.loads(rt.precision([1, 0, 1]).to_json())["exact"]
        '2/3'
        """
        import json

        from rankteach.notation.data import FORMAT, VERSION, calculation_data

        def noted(thing: Any) -> dict[str, str]:
            """A note in the place of what JSON cannot hold."""
            return {NOT_PLAIN: getattr(thing, "__name__", type(thing).__name__)}

        data = {"format": FORMAT, "version": VERSION, **calculation_data(self.calculation), "input": self._given}
        return json.dumps(data, ensure_ascii=False, default=noted)

    def to_records(self) -> list[dict[str, Any]]:
        """One dict of plain numbers for each row."""
        from rankteach.notation.data import records

        return records(self.calculation)

    def to_frame(self) -> Any:
        """The rows as a pandas data frame."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_frame needs pandas: pip install pandas") from None
        return pandas.DataFrame(self.to_records())

    def to_spreadsheet(self, path: Any) -> None:
        """The rows as live formulas, written to an .xlsx (needs openpyxl) or a .csv file.

        Both say the same. An .xlsx opens everywhere as it is, and a name such as 007 stays a name in it; the formulas
        of a .csv are read by spreadsheets whose decimal sign is a point.

        Parameters
        ----------
        path : str or path
            Ends in .xlsx or .csv.

        Raises
        ------
        TypeError, ValueError
            For a batch (choose a query), and a path that ends otherwise.
        ImportError
            For an .xlsx where openpyxl is not there.
        """
        from rankteach.notation.spreadsheet import save_sheet

        self._only_single("trace.to_spreadsheet()")
        save_sheet(self.calculation, path)

    @takes(answers=yes_or_no)
    def to_page(
        self,
        path: Any,
        *,
        blanks: Any = (),
        keep: Any = (),
        answers: bool = True,
        digits: int = 4,
        fractions: bool = True,
        most_rows: int | None = MOST_ROWS,
    ) -> None:
        """A page to print, written to an .html file: the whole calculation, or a worksheet and its answer key.

        Parameters
        ----------
        path : str or path
            Ends in .html. A browser prints it on A4 or Letter, or saves it as PDF.
        blanks : sequence of column names, of pairs of a name and a row, or "value"
            What is left blank on the worksheet: ``["hits", ("precision", 3), "value"]``, and with it everything that
            is calculated from it. None leaves everything blank that is calculated from the list.
        keep : the same
            What is printed even though it is calculated from a blank: ``["value"]`` for students to check their
            result, or the columns from which they work backwards.
        answers : bool
            Whether the answer key comes on a page of its own behind the worksheet.
        digits, fractions, most_rows
            The display of the tables.

        Raises
        ------
        TypeError, ValueError
            For a batch, a path that does not end in .html, and a name or a row that is not in the tables.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> import rankteach as rt
        >>> with TemporaryDirectory() as folder:
        ...     page = Path(folder, "worksheet.html")
        ...     rt.precision([1, 0, 1]).to_page(page, blanks=["value"])
        ...     print("Work out" in page.read_text(encoding="utf-8"))
        True
        """
        from rankteach.notation.page import save_page

        self._only_single("trace.to_page()")
        save_page(
            self.calculation,
            path,
            blanks=blanks,
            keep=keep,
            answers=answers,
            digits=digits,
            fractions=fractions,
            most_rows=most_rows,
        )

    # --- as a value -----------------------------------------------------------------------------------
    def __eq__(self, other: object) -> bool:
        """Whether the other is a trace of the same measure of the same input, with the same recorded values."""
        if self is other or not isinstance(other, Trace):
            return self is other or NotImplemented
        if (self.name, self.measure, self._given) != (other.name, other.measure, other._given):
            return False
        one, another = ([trace.result, *trace.columns.values()] for trace in (self, other))
        return len(one) == len(another) and all(map(_same_values, one, another))

    def __hash__(self) -> int:
        value = self.value if self.single else len(self.value)
        return hash((self.name, self.measure, value if value == value else None))  # no two NaN have one hash

    def __reduce__(self) -> Any:
        return partial(self.metric, self.ranking, **self.parameters), ()  # it is calculated again

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return in_a_card(self.to_html())

    def _mime_(self) -> tuple[str, str]:
        """The same for marimo, which typesets no TeX in HTML."""
        from rankteach.notation.mathml import mathml

        return "text/html", in_a_card(calculation_html(self.calculation, write=mathml))

    # --- how ----------------------------------------------------------------------------------------
    @property
    def _given(self) -> dict[str, Any]:
        """The metric, its parameters and its input, as plain data."""
        return {**self.metric.to_dict(self.parameters), **to_plain(self.ranking)}

    @cached_property
    def _record(self) -> Column:
        """The result with its record, made once: another time its rows would be other rows."""
        return self.result.materialise()

    @cached_property
    def _columns(self) -> list[Column]:
        return [*recorded(self._record), *([self.at_every_k()] if self._combines_numbers() else [])]

    def _combines_numbers(self) -> bool:
        """Whether the value is made of several sums or last rows, or is a function of one.

        At every k it then says more than the columns.
        """
        if self._rows.length == 0 or not isinstance(self.ranking, Ranking):
            return False
        result = self._record
        calculated = result.rule.arity == 1 and not result.reduces
        return (calculated or len(list(_reductions(result))) > 1) and can_be_cut(result)

    def _only_single(self, what: str) -> None:
        if not self.single:
            raise TypeError(f"{what} needs one list, not a batch. Choose a query: trace[0] or trace['q1'].")

    def __getitem__(self, query: int | str) -> Trace:
        """The trace of one query, of a batch or of a mean."""
        if isinstance(self.ranking, Judged | Paired) and not isinstance(self.ranking, Batch):
            raise TypeError("trace[query] needs the trace of a batch or of a mean, and this is the trace of one list.")
        return self.metric.of_query(self.ranking[query], self.parameters)


def _reductions(column: Column) -> Iterator[Column]:
    """The sums and last rows that a number is made of."""
    if column.reduces:
        yield column
    elif column.axis is None:
        for source in column.sources:
            yield from _reductions(source)


def _same_values(one: Column, other: Column) -> bool:
    """Whether two columns hold the same; NaN, the score of an empty rank, is the same as NaN."""
    values, others = np.asarray(one.values), np.asarray(other.values)
    if one.name != other.name or values.shape != others.shape:
        return False
    return bool(np.all((values == others) | ((values != values) & (others != others))))
