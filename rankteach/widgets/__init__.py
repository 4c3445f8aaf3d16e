"""Live surfaces for notebooks. Python calculates, the browser only draws."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Literal

from rankteach.core.batch import Batch, holds_lists
from rankteach.core.checks import collected, shown
from rankteach.tracing.measures import Measure
from rankteach.tracing.trace import Trace
from rankteach.widgets.agreement.widget import AgreementExplorer, AgreementState
from rankteach.widgets.curves.widget import CurveExplorer, CurveState
from rankteach.widgets.explorer.widget import EvaluationExplorer, Explorer, ExplorerState
from rankteach.widgets.pages.page import write_page
from rankteach.widgets.parts.goal import Setup
from rankteach.widgets.queries.widget import QueriesExplorer, QueriesState
from rankteach.widgets.session.host import View
from rankteach.widgets.session.live import Live
from rankteach.widgets.sides.widget import SideBySide, SideBySideState
from rankteach.widgets.signs.widget import SignsExplorer, SignsState
from rankteach.widgets.steps.widget import PlayerState, StepPlayer

__all__ = [
    "AgreementExplorer",
    "CurveExplorer",
    "Explorer",
    "QueriesExplorer",
    "SideBySide",
    "SignsExplorer",
    "StepPlayer",
    "explore",
    "explore_agreement",
    "explore_curve",
    "explore_queries",
    "explore_signs",
    "live_page",
    "side_by_side",
    "step_through",
]


def explore(
    ranking: Any,
    measures: Sequence[str | Measure] | None = None,
    *,
    k: int | None = None,
    chosen: str | Measure | None = None,
    goal: str | None = None,
    task: str | None = None,
    hints: Sequence[str] = (),
    solution: Any = None,
    fixed: Literal["labels"] | None = None,
    first_steps: bool = False,
    printed: Sequence[str] = (),
    query: str | None = None,
    second: Any = None,
    titles: Mapping[Any, str] | None = None,
    covered_until: Any = None,
    key: Hashable = None,
    view: View | None = None,
) -> Explorer | QueriesExplorer:
    """A ranked list to play with: click, reorder, move the cutoff, and every measure follows.

    Parameters
    ----------
    ranking : Ranking, or anything that ``Ranking`` takes; or what ``rt.evaluate`` returns; or several lists
        An evaluated run also shows its queries as dots, each at its value. Several lists, such as a mapping of query
        to list, open ``rt.explore_queries``.
    measures : measure, or sequence of measures, optional
        What to show, such as ``["P@3", "AP", "nDCG@5"]``; P, R, F1, RR, AP, DCG and nDCG by default. The
        cutoff slider moves those that have the same cutoff as the one chosen.
    k : int, optional
        The cutoff of all measures that have one. By default they keep their own; the default measures
        have 5, or the length of a shorter list.
    chosen : measure string, optional
        The measure whose calculation is shown at first.
    goal : str, optional
        What to reach, such as ``"AP == 5/12 and nDCG > 0.6"``: conditions joined by ``and``, each with ``==``, ``!=``,
        ``<``, ``<=``, ``>`` or ``>=`` between measures, fractions and decimals. (Where a value is not exact, equal
        means within 1e-12.) A line ticks the conditions that hold and says how far the others are; ``goal_reached``
        is true when all hold. Measures of the goal that are not shown are added.
    task : str, optional
        The goal in a sentence, such as ``"AP is equal, but A's first hit comes earlier"``.
    hints : sequence of str
        Up to three, shown one after the other.
    solution : the list at the goal, optional
        As ``ranking`` is given, with the same items. After some moves, the learner can have it shown; with several
        lists, a mapping of those that change.
    fixed : {"labels"}, optional
        What stays: with ``"labels"``, items can only be moved.
    first_steps : bool
        Whether hints for the first minute are shown above the list.
    printed : sequence of str
        What a document prints of the chosen measure at k = 1, 2, 3, ..., such as ``["1", "0.5", "0.67"]``. A click on a
        number moves the cutoff there, and says how it relates to the exact one.
    query : str, optional
        The query of an evaluated run whose list is shown at first; by default one near the median.
    second : what ``rt.evaluate`` returns, optional
        A second run, to be compared with an evaluated run: a line leads from the value of each query to its value in
        the second run.
    titles : mapping of name to title, optional
        A second line for items and queries, such as ``{"d1": "Leek soup"}``. An item and a query with the same name
        have the same title.
    covered_until : question, optional
        What ``rankteach.classroom.question`` returned: the values are covered until it is answered on the page.
    key : str, optional
        With a key, the state survives when the cell runs again: the explorer starts from the last state of the
        explorer with this key, as long as both have the same ranking and measures.
    view : {"full", "lecture"}, optional
        Everything, or what a lecture needs: the list, one number, and how it is calculated. By default the view that
        you chose last in this browser.

    Returns
    -------
    Explorer
        The live widget, which can also be read and driven from Python.

    Raises
    ------
    TypeError, ValueError
        For grades that are not numbers, an unknown measure, a mean over queries such as MAP, no measure at all, a
        goal that cannot be read, or a cutoff that is not a whole number of at least 1.

    >>> import rankteach as rt
    >>> explorer = rt.explore([1, 0, 1, 1, 0], ["P@3", "AP"])
    >>> explorer.values["P@3"]
    0.6666666666666666
    >>> explorer.k = 4
    >>> explorer.measures, str(explorer.trace.exact)
    (['P@4', 'AP'], '3/4')
    >>> explorer = rt.explore([0, 0, 1], ["AP"], goal="AP >= 1/2")
    >>> explorer.set_state({"action": {"do": "move", "item": "d3", "to": 2, "n": 1}})  # as the browser does
    >>> explorer.goal_reached
    True
    """
    if hasattr(ranking, "per_query"):
        if any(one is not None for one in (k, chosen, goal, fixed)) or collected(printed, "printed"):
            raise TypeError(
                "k, chosen, goal, fixed and printed need a ranking, not an evaluated run. Choose measures instead: "
                "rt.explore(result, ['AP@5'])."
            )
        evaluated = ExplorerState.of_evaluation(ranking, measures, query, second)
        return EvaluationExplorer(evaluated.titled(titles).covered_by(covered_until), key, view)
    for name, given in (("query", query), ("second", second)):
        if given is not None:
            raise TypeError(
                f"{name} needs an evaluated run, not a single ranking. Pass what rt.evaluate returns: "
                f"rt.explore(result, {name}={shown(given) if name == 'query' else 'other'})."
            )
    setup = Setup(measures, k, chosen, goal, task, hints, solution, fixed)
    if isinstance(ranking, Batch) or holds_lists(ranking):
        if collected(printed, "printed"):
            raise TypeError("printed needs a single ranking, not several lists. Make a surface of each.")
        return QueriesExplorer(QueriesState(ranking, setup).titled(titles).covered_by(covered_until), key, view)
    state = ExplorerState(ranking, setup, first_steps, printed)
    return Explorer(state.titled(titles).covered_by(covered_until), key, view)


def explore_queries(
    rankings: Any,
    measures: Sequence[str | Measure] | None = None,
    *,
    k: int | None = None,
    without: Iterable[str] = (),
    chosen: str | Measure | None = None,
    goal: str | None = None,
    task: str | None = None,
    hints: Sequence[str] = (),
    solution: Any = None,
    fixed: Literal["labels"] | None = None,
    titles: Mapping[Any, str] | None = None,
    covered_until: Any = None,
    key: Hashable = None,
    view: View | None = None,
) -> QueriesExplorer:
    """Several ranked lists to play with, and the mean that they make: MAP, MRR, mean nDCG, and so on.

    A click on a label changes the value of its query and every mean. The mean is 1 where the measure is 1 for every
    query, and 0 where it is 0 for every one.

    Parameters
    ----------
    rankings : mapping of query to list, sequence of lists, or Batch
        One ranked list for each query, up to 20: a Ranking, or anything that ``Ranking`` takes.
    measures : measure, or sequence of measures, optional
        What to show, such as ``["MAP", "MRR", "mean nDCG@5", "gMAP", "pooled LAG"]``: of ``"AP"`` its mean. MAP, MRR,
        mean P and mean nDCG by default. Other averages and conventions can be chosen on the surface.
    k : int, optional
        The cutoff of all measures that have one, as in ``explore``.
    without : sequence of str
        The queries that are taken out at first. Their lists stay on the surface, and can be put back.
    chosen : measure string, optional
        The measure whose calculation is shown at first.
    goal : str, optional
        What the means are to reach, such as ``"MAP == 5/12"``, as in ``explore``.
    task, hints, solution, fixed, optional
        As in ``explore``; the solution is a mapping of query to list.
    titles, covered_until, key, view, optional
        As in ``explore``.

    Returns
    -------
    QueriesExplorer
        The live widget, which can also be read and driven from Python.

    Raises
    ------
    TypeError, ValueError
        For no list or too many, grades that are not numbers, an unknown measure, one that compares two lists, no
        measure at all, an unknown query, or a cutoff that is not a whole number of at least 1.

    >>> import rankteach as rt
    >>> surface = rt.explore_queries({"soup": [1, 0, 1], "tart": [0, 1], "salad": [0, 0, 1]}, ["MAP", "mean nDCG@2"])
    >>> str(surface.trace.exact)  # (5/6 + 1/2 + 1/3) / 3
    '5/9'
    >>> surface.without = ["salad"]  # the hard query
    >>> surface
    2 of 3 queries: MAP = 2/3, mean nDCG@2 = 0.6220
    """
    state = QueriesState(rankings, Setup(measures, k, chosen, goal, task, hints, solution, fixed), without)
    return QueriesExplorer(state.titled(titles).covered_by(covered_until), key, view)


def explore_agreement(
    first: Any,
    second: Any,
    *,
    k: int | None = None,
    measures: Sequence[str | Measure] | None = None,
    chosen: str | Measure | None = None,
    goal: str | None = None,
    task: str | None = None,
    hints: Sequence[str] = (),
    solution: Any = None,
    titles: Mapping[Any, str] | None = None,
    covered_until: Any = None,
    key: Hashable = None,
    view: View | None = None,
) -> AgreementExplorer:
    """One list reordered against another: opposite pairs cross, and every measure of agreement follows.

    Parameters
    ----------
    first, second : sequence of item names, or Ranking
        Two ranked lists, best first, without ties in a set; of a Ranking only the order counts. You can reorder the
        second one.
        Their items may differ. Measures that need the same items in both are then not shown.
    k : int, optional
        The cutoff of all measures that have one; for the default measures 5, or the length of shorter lists.
    measures : measure, or sequence of measures, optional
        What to show, of the measures that compare two lists; Tau, KendallDistance@k and Rho by default.
    chosen : measure string, optional
        The measure whose calculation is shown at first.
    goal : str, optional
        What to reach, such as ``"Tau == 0"``, as in ``explore``.
    task, hints, solution, optional
        As in ``explore``; the solution has the items of the second list, best first.
    titles, covered_until, key, view, optional
        As in ``explore``.

    Returns
    -------
    AgreementExplorer
        The live widget, which can also be read and driven from Python.

    Raises
    ------
    TypeError, ValueError
        For an item that is twice in a list, an unknown measure, one that cannot compare these lists, no measure at
        all, or a cutoff that is not a whole number of at least 1.

    >>> import rankteach as rt
    >>> explorer = rt.explore_agreement(["a", "b", "c", "d"], ["b", "a", "c", "d"], k=2)
    >>> explorer
    Agreement of 4 and 4 items: Tau = 2/3, KendallDistance@2 = 1, Rho = 4/5
    >>> explorer.k = 3
    >>> explorer.values["KendallDistance@3"]
    0.3333333333333333
    """
    state = AgreementState(first, second, Setup(measures, k, chosen, goal, task, hints, solution))
    return AgreementExplorer(state.titled(titles).covered_by(covered_until), key, view)


def explore_signs(
    comparison: Any,
    *,
    alternative: Literal["two_sided", "larger", "smaller"] = "two_sided",
    titles: Mapping[Any, str] | None = None,
    covered_until: Any = None,
    view: View | None = None,
) -> SignsExplorer:
    """The randomisation test by hand: click the sign of a difference, and the histogram of means grows.

    It needs no kernel. A button draws a choice of signs at random, and another one counts them all.

    Parameters
    ----------
    comparison : what ``rt.compare`` returns
        With up to 10 differences that are not 0.
    alternative : {"two_sided", "larger", "smaller"}
        Which means count as extreme, as in ``Comparison.randomisation``.
    titles, covered_until, view, optional
        As in ``explore``. The question covers the histogram.

    Returns
    -------
    SignsExplorer
        The live widget.

    Raises
    ------
    TypeError, ValueError
        For anything but a comparison, more than 10 differences, and an unknown alternative.

    >>> import rankteach as rt
    >>> rt.explore_signs(rt.compare([0, 0, 0, 1], [1, 1, 1, 0], "RR"))
    Signs of 4 differences in RR: mean +1/2, 16 choices of signs
    """
    state = SignsState(comparison, alternative).titled(titles).covered_by(covered_until)
    return SignsExplorer(state, view=view)


def explore_curve(
    ranking: Any,
    *,
    threshold: int | None = None,
    measures: Sequence[str | Measure] = (),
    chosen: str | Measure = "AUC",
    titles: Mapping[Any, str] | None = None,
    covered_until: Any = None,
    key: Hashable = None,
    view: View | None = None,
) -> CurveExplorer:
    """The threshold along the ROC and the precision-recall curve: list, counts, rates and both points move together.

    Parameters
    ----------
    ranking : Ranking, or anything that ``Ranking`` takes
        Items with the same score pass the threshold together. Without scores each rank is a threshold.
    threshold : int, optional
        Where to start: 0 is above everything, the last one lets everything pass; the middle one by default.
    measures : measure, or sequence of measures, optional
        ``AUC`` and ``PRAUC`` under other conventions, such as ``['PRAUC(form="trapezoids")']``.
    chosen : measure string
        The area whose calculation is shown at first.
    titles, covered_until, key, view, optional
        As in ``explore``.

    Returns
    -------
    CurveExplorer
        The live widget, which can also be read and driven from Python.

    Raises
    ------
    TypeError, ValueError
        For grades that are not numbers, or a threshold that is not a whole number from 0 to the last one.

    >>> import rankteach as rt
    >>> curves = rt.explore_curve(rt.Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1]), threshold=1)
    >>> curves.point["TP"], str(curves.point["TPR"]), str(curves.trace.exact)
    (1, '1/2', '7/8')
    >>> curves.threshold = 2  # lets both items with 0.5 pass
    >>> curves.point["TP"], curves.point["FP"]
    (2, 1)
    """
    state = CurveState(ranking, threshold, measures, chosen)
    return CurveExplorer(state.titled(titles).covered_by(covered_until), key, view)


def step_through(
    trace: Trace,
    *,
    titles: Mapping[Any, str] | None = None,
    covered_until: Any = None,
    key: Hashable = None,
    view: View | None = None,
) -> StepPlayer:
    """A calculation to walk through: first, back, next, last, play, scrub; and predict what comes next.

    Stepping needs no kernel. Point at a number to mark the numbers that it was calculated from.

    Parameters
    ----------
    trace : Trace
        What a metric returned for one list, for two lists, or as a mean over queries.
    titles, covered_until, key, view, optional
        As in ``explore``. With a key, the way numbers are shown survives when the cell runs again.

    Returns
    -------
    StepPlayer
        The live widget. Without a kernel it shows the whole trace.

    Raises
    ------
    TypeError
        For anything but the trace of one list, two lists or a mean.

    >>> import rankteach as rt
    >>> rt.step_through(rt.reciprocal_rank([0, 0, 1]))
    Steps of RR: 3 rows, RR = 1/3 ≈ 0.3333
    """
    return StepPlayer(PlayerState(trace).titled(titles).covered_by(covered_until), key, view)


def side_by_side(
    a: Any,
    b: Any,
    measures: Sequence[str | Measure] | None = None,
    *,
    k: int | None = None,
    linked: bool | None = None,
    chosen: str | Measure | None = None,
    goal: str | None = None,
    task: str | None = None,
    hints: Sequence[str] = (),
    solution: Any = None,
    fixed: Literal["labels"] | None = None,
    titles: Mapping[Any, str] | None = None,
    covered_until: Any = None,
    key: Hashable = None,
    view: View | None = None,
) -> SideBySide:
    """Two systems, one set of judgements: which list is ahead, by how much, and which ranks make the difference.

    Parameters
    ----------
    a, b : Ranking, or anything that ``Ranking`` takes
        If their items have names, an item of one list is the item of that name in the other. It has one grade, and
        the other list missed each relevant item that only one list contains: both lists share all judgements.
        (Missed grades without names count as such items, as long as there are any with that grade.)
        Lists without names, such as ``[1, 1, 0]`` and ``[0, 1, 1]``, are lists of different things:
        they are not linked, and each has judgements of its own.
    measures : measure, or sequence of measures, optional
        What to show, as in ``explore``.
    k : int, optional
        The cutoff of all measures that have one, as in ``explore``.
    linked : bool, optional
        Whether items of the same name are the same. By default they are if both lists were given names (or scores to
        be sorted by), or if both have the same grades for the same names and missed the same, as a list reordered.
    chosen : measure string, optional
        The measure whose ranks and calculations are shown at first.
    goal : str, optional
        What to reach, as in ``explore``; each measure says of which list it is, such as
        ``"AP of A == AP of B and nDCG of A > nDCG of B"``.
    task, hints, solution, fixed, optional
        As in ``explore``; the solution is both lists, A first.
    titles, covered_until, key, view, optional
        As in ``explore``.

    Returns
    -------
    SideBySide
        The live widget, which can also be read and driven from Python.

    Raises
    ------
    TypeError, ValueError
        For grades that are not numbers, an item, a threshold or a collection size that differs between
        the lists, an unknown measure, no measure at all, one that compares two lists with each
        other, or a cutoff that is not a whole number of at least 1.

    >>> import rankteach as rt
    >>> two = rt.side_by_side(rt.examples.model_a, rt.examples.model_b, ["AP", "P@5", "RR"])
    >>> two
    A and B side by side, 5 and 5 items: AP = 1 and 43/90, P@5 = 3/5 and 3/5, RR = 1 and 1/3
    >>> [(share.end, str(share.difference), str(share.total)) for share in two.shares]
    [(1, '-1/3', '-1/3'), (2, '-1/3', '-2/3'), (3, '-2/9', '-8/9'), (4, '1/6', '-13/18'), (5, '1/5', '-47/90')]
    >>> a, b = ["x", "y", "z"], ["z", "w", "x"]
    >>> two = rt.side_by_side(*(rt.Ranking.from_items(items, {"x", "w"}) for items in (a, b)), ["R"])
    >>> two.first, two.values["R"]
    (Ranking([1, 0, 0], items=['x', 'y', 'z'], missed={'w': 1}), (0.5, 1.0))
    """
    state = SideBySideState(a, b, Setup(measures, k, chosen, goal, task, hints, solution, fixed), linked)
    return SideBySide(state.titled(titles).covered_by(covered_until), key, view)


def live_page(
    surface: Any,
    path: Any,
    python: bool = False,
    *,
    runtime: Any = "node_modules",
    title: str | None = None,
    text: str | None = None,
) -> None:
    """Save surfaces as one HTML page that answers clicks without Python, from a server or from the file system.

    Python records what every gesture leads to, and the page follows the record. Of a list of up to 8 items that is
    every pattern of grades, each with every order, cutoff and chosen measure, the best swap, undo and reset; if that
    would be more than 3,000 states, each cutoff is recorded at the start only, and of a longer list each single
    gesture. Of a curve with more than 1,000 states those that the fewest gestures lead to are recorded. To any other
    gesture the page answers that it has no Python.

    With ``python=True``, Python takes over once it is loaded, some seconds after the page: then every gesture works.
    Its files lie in a folder ``python`` next to the page, and both must come from a server. Opened from the file
    system, the page goes on alone.

    Parameters
    ----------
    surface : live surface, question or Trace, or a sequence of these and of text
        What the page shows, from top to bottom. A trace is shown as ``step_through`` shows it. In a text, an empty
        line begins a new paragraph. A question replies to what is near the right number and to known mistakes as it
        does here; its answer cannot be read in the file, but the page shows it when a reader asks for it.
    path : str or path
        Ends in .html.
    python : bool, optional
        Whether Python takes over in the page.
    runtime : str or path, optional
        Where Python comes from: the folder into which ``npm install pyodide@0.27.7
        @emscripten-forge/numpy@2.0.1-py312h4e66579-0`` has put it, which is copied (20 MB), or ``"cdn"``: then each
        reader's browser loads it from cdn.jsdelivr.net.
    title : str, optional
        The heading of the page; by default the name of the first calculation.
    text : str, optional
        What the page says above its first surface, instead of how to play with each kind of surface. An empty text
        says nothing.

    Raises
    ------
    TypeError, ValueError
        For anything but surfaces, traces and text, no surface at all, a path that does not end in .html, a runtime
        that is not there or that is given without ``python``, or a surface that Python cannot make again, such as one
        of an evaluated run.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import rankteach as rt
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = Path(folder, "ap.html")
    ...     rt.live_page(["Which item matters most?", rt.explore([1, 0, 1], ["AP"])], page)
    ...     "<h1>AP: average precision</h1>" in page.read_text(encoding="utf-8")
    True
    """
    given = list(surface) if isinstance(surface, list | tuple) else [surface]
    surfaces = [step_through(one) if isinstance(one, Trace) else one for one in given]
    for one in surfaces:
        if not isinstance(one, str | Live):
            raise TypeError(
                f"surface must be a live surface, such as rt.explore([1, 0, 1]), or a trace, not {shown(one)}"
            )
    if all(isinstance(one, str) for one in surfaces):
        raise ValueError("surface must have at least one live surface, such as rt.explore([1, 0, 1]), not only text.")
    write_page(surfaces, path, title, python, runtime, text)
