"""Worksheets: one document with a different list for each student, and the keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rankteach.classroom.drawn import Different, judgements, letters, measures_of, sees_grades, told
from rankteach.core.checks import file_path, must, or_none, takes, whole_number
from rankteach.notation.page import NAME_LINE, Sheet, document, one_line, sheet
from rankteach.notation.pdf import pdf
from rankteach.notation.saving import save
from rankteach.notation.text import text as as_text
from rankteach.tracing.meaning import first_line, uncapitalised
from rankteach.tracing.measures import Measure
from rankteach.tracing.trace import Trace

MOST = 300


class Worksheet(NamedTuple):
    """One student's list: what it is about, and the calculations that are asked for."""

    scenario: str
    traces: tuple[Trace, ...]


class Worksheets:
    """Worksheets for a class. ``rankteach.classroom.worksheets`` makes them; ``to_page`` writes them to be printed."""

    def __init__(self, sheets: Iterable[Worksheet], measures: Iterable[Measure], blanks: Any, keep: Any) -> None:
        self._sheets, self._measures, self._blanks, self._keep = list(sheets), list(measures), blanks, keep

    def __len__(self) -> int:
        return len(self._sheets)

    def __getitem__(self, place: int) -> Worksheet:
        return self._sheets[place]

    def __repr__(self) -> str:
        asked = ", ".join(trace.measure for trace in self._sheets[0].traces)
        return f"{len(self)} worksheets on {asked}: to_page('worksheets.html') writes them"

    @takes(keys=or_none(file_path))
    def to_page(self, path: Any, *, keys: Any = None) -> None:
        """Write the worksheets to an .html file, which a browser prints, or to a .pdf.

        Parameters
        ----------
        path : str or path
            Ends in .html or .pdf; a .pdf needs typst: ``pip install typst``.
        keys : str or path, optional
            Another file for the keys; by default they are behind the worksheets.

        Raises
        ------
        TypeError, ValueError
            For a path that ends otherwise.
        ImportError
            For a .pdf without typst.
        """
        files = [Path(file_path(path, "path")), *([] if keys is None else [Path(keys)])]
        for name, file in zip(("path", "keys"), files, strict=False):
            if file.suffix.lower() not in (".html", ".htm", ".pdf"):
                raise ValueError(must(name, file.name, "end in .html or .pdf"))
        if len({file.resolve() for file in files}) < len(files):
            raise ValueError(must("keys", keys, "be another file than path"))
        made = [part for number, one in enumerate(self._sheets, start=1) for part in self._parts(number, one)]
        worksheets, answers = "".join(part.worksheet for part in made), "".join(part.key for part in made)
        wide = any(part.wide for part in made)
        title = ", ".join(trace.title for trace in self._sheets[0].traces)
        contents = [  # of both before one is written
            pdf(body, wide) if file.suffix.lower() == ".pdf" else document(title, body, wide).encode()
            for file, body in zip(files, [worksheets, answers] if keys else [worksheets + answers], strict=True)
        ]
        for file, content in zip(files, contents, strict=True):
            save(file, content)

    def _parts(self, number: int, one: Worksheet) -> Iterator[Sheet]:
        """The worksheet and the key of each calculation of a sheet; all begin a page, so all ask for the name."""
        graded = any(map(sees_grades, self._measures))
        for trace, asked in zip(one.traces, self._measures, strict=True):
            title, about = one_line(trace.title), map(one_line, (one.scenario, _task(trace, asked, graded)))
            told = "".join(f"<p>{line}</p>" for line in about)
            head = f"{NAME_LINE}<header><h1>Sheet {number}: {title}</h1>{told}</header>\n"
            key = f"<header><h1>Sheet {number}, key: {title}</h1><p>{one_line(trace.meaning)}</p></header>\n"
            yield sheet(trace.calculation, self._blanks, self._keep, (head, key))


def _task(trace: Trace, asked: Measure, graded: bool) -> str:
    """What to do, in plain words."""
    line = uncapitalised(first_line(asked.metric))
    conventions = told(asked, graded, trace.ranking.axis.length)
    meant = letters(f"{conventions} {as_text(trace.calculation.formula)}")
    if "ideal" in asked.metric.parameters:
        meant = meant.replace("the list", "each list")
    more = "; ".join(filter(None, (conventions, meant)))
    k = asked.parameters.get("k") or len(trace.ranking)
    rest = ", ".join(judgements(trace.ranking, graded)[k:])  # m and the ideal order depend on it
    end = f"The table ends at rank {k}; the rest of the list is {rest}. " if rest else ""
    return f"{end}Fill in the table, then work out {trace.label}: {line}{f' Here: {more}.' if more else ''}"


def worksheets(
    measures: Any,
    *,
    n: int = 30,
    seed: int = 0,
    case: str | None = "recipes",
    level: int = 2,
    blanks: Any = None,
    keep: Any = (),
) -> Worksheets:
    """Worksheets with a different list for each student, whose numbers come out well, and their keys.

    Parameters
    ----------
    measures : str or sequence of measure strings
        What to work out on each worksheet, such as ``"AP"`` or ``["P@3", "nDCG"]``.
    n : int
        How many worksheets.
    seed : int
        Another seed draws other lists; the same seed draws the same ones.
    case : "recipes" or None
        What the lists are about: searches for recipes, with a cook's grades; None for items without names.
    level : int
        1: three to five items; 2: five or six, and some lists lack a relevant one; 3: the same with six to eight.
    blanks, keep
        What is left blank and what is printed, as in ``trace.to_page``; by default all that is calculated is blank.

    Returns
    -------
    Worksheets
        ``to_page("worksheets.html")`` or ``.pdf`` writes them; ``sheets[0].traces`` are the first one's calculations.

    Raises
    ------
    TypeError, ValueError
        For measures of two lists or of many queries, a case or a level that there is not, and for more worksheets than
        there are different lists.

    >>> from rankteach.classroom import worksheets
    >>> sheets = worksheets("AP", n=30, seed=7)
    >>> sheets
    30 worksheets on AP: to_page('worksheets.html') writes them
    >>> sheets[0].scenario.split(". ")[1:]
    ['A cook marked each relevant recipe with ●', 'No other recipe is relevant.']
    >>> print(sheets[0].traces[0].ranking.grades, sheets[0].traces[0].shown)
    [0, 0, 0, 1, 1] 13/40 = 0.325
    """
    found = measures_of(measures)
    n, lists = whole_number(n, "n", most=MOST), Different(seed, level, case)
    drawn = [lists.draw(found) for _ in range(n)]
    made = [Worksheet(one.scenario, tuple(measure(one.ranking) for measure in found)) for one in drawn]
    return Worksheets(made, found, blanks, keep)
