"""Figures: curves and orders as matplotlib draws them, read off the traces.

Every function takes an ``ax`` to draw on, or makes a figure of its own, and returns the Axes. Whatever is drawn stands
in the columns of a trace: nothing is calculated a second time.

>>> from matplotlib.figure import Figure
>>> from rankteach import plots
>>> ax = Figure().subplots()
>>> ax is plots.roc([1, 0, 1, 1, 0, 1, 0, 0], ax, label="my model")
True
>>> ax.get_legend().get_texts()[0].get_text()
'my model: AUC = 3/4 = 0.75'
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import ceil
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from rankteach import measures as by_name
from rankteach import metrics
from rankteach.column import Column
from rankteach.notation import numbers
from rankteach.trace import Trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

# Okabe and Ito (2008): colours that everybody can tell apart; the dashes and marks do without any
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
DASHES: tuple[Any, ...] = ("-", "--", "-.", (0, (1, 1)), (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
MARKS = ("o", "s", "^", "D", "v", "P")
GREY = "#808080"
SHADE = 0.18  # the opacity of an area
WIDTH, LETTERS, NAMES = 2.2, 11, 12  # points: of lines, of ticks and legends, of the axes' names
SQUARE, WIDE = (5.4, 5.2), (7.0, 4.8)  # inches
LINE = 0.27  # inches, of the legend below a square
MOST_DOTS = 60  # thresholds or ranks: more would run together
LONGEST_NAME, LONGEST_LINE = 24, 44  # characters
PR_NAMES = {
    "steps": "steps (average precision)",
    "trapezoids": "trapezoids",
    "interpolated": "interpolated",
    "eleven_points": "eleven points",
}


def roc(
    ranking: Any,
    ax: Axes | None = None,
    *,
    threshold: int | None = None,
    label: str | None = None,
    **conventions: Any,
) -> Axes:
    """The ROC curve: how much of what is relevant stands above each threshold, over how much of all else.

    The shaded area is AUC. Tied items pass the threshold together, which makes a slanted step. Draw several rankings
    on one ``ax`` to compare them; only the first one's area is shaded. Weights on trapezoids show as darker and
    lighter ones.

    Parameters
    ----------
    ranking : Ranking, sequence of grades, or trace of ``rt.roc_auc``
    ax : Axes, optional
        Where to draw; a new figure by default.
    threshold : int, optional
        The number of a threshold, counted from 1 for the highest: its point is marked.
    label : str, optional
        What the legend calls the ranking.
    **conventions
        Those of ``rt.roc_auc``, such as ``k`` or ``ties``.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        For a batch, a threshold that there is not, pairs (which have no thresholds), and whatever ``rt.roc_auc``
        raises.

    >>> from matplotlib.figure import Figure
    >>> ax = roc([1, 0, 1, 0], Figure().subplots(), threshold=3)
    >>> ax.get_legend().get_texts()[1].get_text().splitlines()[1]
    'FPR = 1/2, TPR = 1'
    """
    trace = _one(ranking if _is(ranking, "AUC") else metrics.roc_auc(ranking, **conventions), "roc")
    if "TPR" not in trace.columns:
        raise ValueError('roc draws the curve of form="trapezoids"; pairs have no thresholds')
    fpr, tpr = trace.columns["FPR"], trace.columns["TPR"]
    row = _row(threshold, fpr)
    ax = _unit_square(ax, "FPR: retrieved share of the irrelevant", "TPR: retrieved share of the relevant", 4)
    weighted = "weighted" in trace.columns
    if not _curves(ax):
        ax.plot(
            [0, 1],
            [0, 1],
            color=GREY,
            linestyle=":",
            linewidth=2,
            label="chance" if weighted else "chance: AUC = 1/2",
            zorder=1,
            gid="chance",
        )
    x, y = _from(0, fpr), _from(0, tpr)
    said = _said(label, f"{trace.label} = {trace.shown}")
    if weighted:
        said += "\n(the darker, the more weight)"
    if not (x[-1] and y[-1]):
        said += "\n(needs relevant and irrelevant items)"
    line, each = _curve(ax, x, y, said, dots=len(fpr) <= MOST_DOTS), 1
    if trace.parameters.get("ties") == "strict":  # first across, then up: a tied pair is worth nothing
        line.set_drawstyle("steps-post")
        x, y, each = np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1], 2  # of two parts, the upright one has no area
    if weighted:
        _shade_by_weight(ax, x, y, np.repeat(np.asarray(trace.columns["weight of step"], dtype=float), each), line)
    else:
        _shade(ax, x, y, line)
    if row is not None:
        _mark(ax, {"FPR": fpr, "TPR": tpr}, row, line)
    return _with_legend(ax)


def precision_recall(
    ranking: Any,
    ax: Axes | None = None,
    *,
    forms: str | Sequence[str] = ("steps",),
    threshold: int | None = None,
    label: str | None = None,
    **conventions: Any,
) -> Axes:
    """The precision-recall curve in one or several forms: under which curve an area is taken, the form says.

    The dots are the thresholds. The area of the first form is shaded (the bars of the eleven points are 1/11 wide).
    What lies between ``"interpolated"`` and ``"trapezoids"`` is hatched where both are drawn.

    Parameters
    ----------
    ranking : Ranking, or sequence of grades
    ax : Axes, optional
        Where to draw; a new figure by default.
    forms : sequence of {"steps", "trapezoids", "interpolated", "eleven_points"}
        Which curves; see ``rt.pr_auc``.
    threshold : int, optional
        The number of a threshold, counted from 1 for the highest: its point is marked.
    label : str, optional
        What the legend calls the ranking.
    **conventions
        Those of ``rt.pr_auc`` but for its form: ``k`` and ``ties``.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        For a batch, a threshold that there is not, and whatever ``rt.pr_auc`` raises.

    >>> from matplotlib.figure import Figure
    >>> ax = precision_recall([1, 0, 1, 0, 0, 1], Figure().subplots(), forms=["trapezoids", "interpolated"])
    >>> print(*[text.get_text() for text in ax.get_legend().get_texts()[:3]], sep="\\n")
    trapezoids: 61/90 ≈ 0.6778
    interpolated: 13/18 ≈ 0.7222
    over-estimation by interpolating: 0.0444
    """
    chosen = [forms] if isinstance(forms, str) else list(forms)
    traces = {form: _one(metrics.pr_auc(ranking, form=form, **conventions), "precision_recall") for form in chosen}
    points = _one(metrics.pr_auc(ranking, **conventions), "precision_recall").columns
    recall, precision = points["recall"], points["precision"]
    row = _row(threshold, recall)
    entries = 2 + len(chosen) + (label is not None) + 2 * (row is not None)
    ax = _unit_square(
        ax, "recall: retrieved share of the relevant", "precision: relevant share of the retrieved", entries
    )
    lines = []
    for form, trace in traces.items():
        x, y = _pr_path(form, trace)
        said = _said(label, f"{PR_NAMES[form]}: {trace.shown}")
        lines.append(_curve(ax, x, y, said, joined=form != "eleven_points"))
        if len(lines) == 1:
            _shade(ax, *((_elevenths(y)) if form == "eleven_points" else (x, y)), lines[0])
    if {"interpolated", "trapezoids"} <= traces.keys():
        _hatch_between(ax, traces["interpolated"], traces["trapezoids"])
    dots = lines[0].get_color() if lines else COLOURS[0]
    if len(recall) <= MOST_DOTS:
        ax.plot(
            recall,
            precision,
            "o",
            color=dots,
            markersize=6,
            clip_on=False,
            zorder=4,
            label="each threshold",
            gid="thresholds",
            in_layout=len(recall) > 0,
        )
    if row is not None:
        _mark(ax, {"recall": recall, "precision": precision}, row, lines[0] if lines else None)
    return _with_legend(ax)


def at_every_k(ranking: Any, measures: Sequence[Any] = ("P", "R", "F1"), ax: Axes | None = None) -> Axes:
    """Measures at cutoff 1, 2, 3, ..., each as a line; the dots below say which ranks are relevant.

    Parameters
    ----------
    ranking : Ranking, or sequence of grades
    measures : sequence of measures
        Without a cutoff: ``["P", "R", "F1", "nDCG"]``.
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        Whatever ``rt.at_every_k`` raises.

    >>> from matplotlib.figure import Figure
    >>> ax = at_every_k([1, 0, 1], ["P", "R"], Figure().subplots())
    >>> ax.get_lines()[1].get_ydata().tolist()
    [0.5, 0.5, 1.0]
    """
    table = by_name.at_every_k(ranking, measures)
    return _by_rank(ax, table.columns, table.ranking.relevant, table.ranking)


def fap(ranking: Any, ax: Axes | None = None, **conventions: Any) -> Axes:
    """F, AP and FAP at every cutoff; the peak of FAP is the best one.

    Parameters
    ----------
    ranking : Ranking, or sequence of grades
    ax : Axes, optional
        Where to draw; a new figure by default.
    **conventions
        Those of ``rt.fap``: ``k``, ``beta`` and ``form``.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        For a batch, and whatever ``rt.fap`` raises.

    >>> import rankteach as rt
    >>> from matplotlib.figure import Figure
    >>> ax = fap(rt.Ranking([1, 1, 1, 0, 0], missed=[1, 1]), Figure().subplots())
    >>> ax.texts[0].get_text()
    'best cutoff k = 3: FAP = 2/3 ≈ 0.6667'
    """
    trace = _one(metrics.fap(ranking, **conventions), "fap")
    columns, every = trace.columns, trace.at_every_k()
    f = f"F{float(trace.parameters.get('beta', 1)):g}"
    drawn = {trace.symbol: every, f: columns[f], "AP": columns["AP"]}
    ax = _by_rank(ax, drawn, columns["relevant"], trace.ranking)
    values = np.asarray(every, dtype=float)
    if values.max(initial=0) > 0:
        best = int(values.argmax()) + 1
        peak = metrics.fap(ranking, **{**conventions, "k": best})
        _flag(ax, best, peak.value, f"best cutoff k = {best}: {trace.symbol} = {peak.shown}")
    return ax


def agreement(
    first: Any, second: Any, ax: Axes | None = None, *, labels: tuple[str, str] = ("first", "second")
) -> Axes:
    """Two ranked lists, a line from each item's rank in one to its rank in the other.

    Where two lines cross, the lists have the two items in opposite order: the pairs that ``rt.kendall_distance``
    counts. An item that is in one list only goes below the other, as it does there.

    Parameters
    ----------
    first, second : Ranking, or sequence of item names
        Best first. Their items need not be the same.
    ax : Axes, optional
        Where to draw; a new figure by default.
    labels : pair of str
        What stands above the lists.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        Whatever ``rt.kendall_distance`` raises.

    >>> from matplotlib.figure import Figure
    >>> ax = agreement(["a", "b", "c"], ["b", "a", "c"], Figure().subplots())
    >>> ax.get_xlabel()
    'Kendall distance: K = 1/3 ≈ 0.3333'
    """
    trace = _one(metrics.kendall_distance(first, second), "agreement")
    columns, lists = trace.columns, trace.ranking.lists
    one, other = np.asarray(columns["first"]), np.asarray(columns["second"])
    ax = _two_lists(ax, lists, labels)
    for words, (here, style) in _slopes(one, other, [len(names) for names in lists]).items():
        lines = ax.plot(np.array([[0], [1]]), [one[here], other[here]], **style, zorder=2, gid=words)
        for line in lines[:1]:
            line.set_label(words)
    if "opposite" in columns:
        _crossings(ax, one, other, np.asarray(columns["opposite"], dtype=bool))
    ax.set_xlabel(f"Kendall distance: {trace.label} = {trace.shown}", fontsize=NAMES)
    return _with_legend(ax, down=36)


# --- what is drawn -------------------------------------------------------------------------------------
def _is(given: Any, name: str) -> bool:
    """Whether this is a trace of the metric that is drawn; another trace is refused."""
    if isinstance(given, Trace) and given.metric.name.removeprefix("pooled ") != name:
        raise TypeError(f"this is a trace of {given.metric.name}; give a ranking, or a trace of {name}")
    return isinstance(given, Trace)


def _one(trace: Trace, function: str) -> Trace:
    """The trace itself, if it is that of one ranking."""
    if not trace.single:
        raise TypeError(f"{function} draws one ranking, not a batch: choose a query, batch[0] or batch['q1']")
    return trace


def _row(threshold: Any, column: Column) -> int | None:
    """The row of a threshold that is counted from 1."""
    if threshold is None:
        return None
    if isinstance(threshold, bool | np.bool_) or not isinstance(threshold, Integral):
        raise TypeError(f"threshold is {threshold!r}; it is the number of a threshold, 1 for the highest")
    if not 1 <= int(threshold) <= len(column):
        known = f"it lies between 1 and {len(column)}" if len(column) else "the list is empty and has none"
        raise ValueError(f"threshold is {threshold}; {known}")
    return int(threshold) - 1


def _from(start: float, column: Column) -> np.ndarray:
    """A column's values after the point where the curve starts."""
    return np.concatenate([[start], np.asarray(column, dtype=float)])


def _pr_path(form: str, trace: Trace) -> tuple[np.ndarray, np.ndarray]:
    """The corners of one form of the curve."""
    columns = trace.columns
    if form == "eleven_points":
        height = columns["precision at level"]
        assert height.axis is not None
        return np.array(height.axis.labels()["recall level"], dtype=float), np.asarray(height, dtype=float)
    if form == "trapezoids":
        return _from(0, columns["recall"]), _from(1, columns["precision"])
    rises = np.asarray(columns["rise in recall"], dtype=float) > 0
    height = columns["interpolated precision" if form == "interpolated" else "precision"]
    ends = _from(0, columns["recall"])[np.concatenate([[True], rises])]
    return np.column_stack([ends[:-1], ends[1:]]).ravel(), np.repeat(np.asarray(height, dtype=float)[rises], 2)


def _said(label: str | None, value: str) -> str:
    if label is None:
        return value
    return f"{label}: {value}" if len(label) + len(value) <= LONGEST_LINE else f"{label}\n{value}"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


# --- on the unit square --------------------------------------------------------------------------------
def _curve(ax: Axes, x: np.ndarray, y: np.ndarray, label: str, *, joined: bool = True, dots: bool = False) -> Line2D:
    """A line, or single marks, in the next colour and dash."""
    number = _curves(ax)
    (line,) = ax.plot(
        x,
        y,
        color=_of(COLOURS, number),
        linestyle=_of(DASHES, number) if joined else "none",
        linewidth=WIDTH,
        marker=_of(MARKS, number) if dots or not joined else "none",
        markersize=6 if joined else 9,
        markerfacecolor=_of(COLOURS, number) if joined else "none",
        markeredgewidth=2,
        clip_on=False,
        zorder=3,
        label=label,
        gid=f"curve-{number}",
        in_layout=len(x) > 0,
    )
    return line


def _curves(ax: Axes, besides: Line2D | None = None) -> int:
    """How many curves are on it already."""
    return sum(str(line.get_gid()).startswith("curve-") for line in ax.get_lines() if line is not besides)


def _of(choice: Sequence[Any], number: int) -> Any:
    return choice[number % len(choice)]


def _shade(ax: Axes, x: np.ndarray, y: np.ndarray, line: Line2D) -> None:
    """The area between a curve and the axis below it; only the first one, since several would blend."""
    if len(x) and not _curves(ax, besides=line):
        corners = np.concatenate([x, [x[-1], x[0]]]), np.concatenate([y, [0, 0]])
        ax.fill(*corners, color=line.get_color(), alpha=SHADE, linewidth=0, gid="area")


def _shade_by_weight(ax: Axes, x: np.ndarray, y: np.ndarray, weights: np.ndarray, line: Line2D) -> None:
    """The trapezoids under a curve, darker where they weigh more."""
    if _curves(ax, besides=line):
        return
    for end, share in enumerate(weights / (weights.max(initial=0) or 1), start=1):
        corners = [x[end - 1], x[end], x[end], x[end - 1]], [0, 0, y[end], y[end - 1]]
        ax.fill(*corners, color=line.get_color(), alpha=2 * SHADE * share, linewidth=0, gid="area")


def _elevenths(heights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eleven bars side by side, as wide as the axis: their area is the mean of their heights."""
    edges = np.linspace(0, 1, len(heights) + 1)
    return np.column_stack([edges[:-1], edges[1:]]).ravel(), np.repeat(heights, 2)


def _hatch_between(ax: Axes, interpolated: Trace, trapezoids: Trace) -> None:
    """What lies between the interpolated curve and straight lines, which tied items may lift above it."""
    (x, y), (x_back, y_back) = _pr_path("interpolated", interpolated), _pr_path("trapezoids", trapezoids)
    more = interpolated.result.exact - trapezoids.result.exact
    words = f"over-estimation by {'interpolating' if more >= 0 else 'straight lines'}: {numbers.decimal(abs(more))}"
    ax.fill(
        np.concatenate([x, x_back[::-1]]),
        np.concatenate([y, y_back[::-1]]),
        facecolor="none",
        edgecolor=GREY,
        hatch="///",
        linewidth=0,
        label=words,
        gid="difference",
    )


def _mark(ax: Axes, columns: Mapping[str, Column], row: int, line: Line2D | None) -> None:
    """A ring around the point of one threshold, and dashed lines to both axes."""
    (x, y), axis = (float(column[row]) for column in columns.values()), next(iter(columns.values())).axis
    assert axis is not None
    found = axis.labels()
    place = found["threshold"][row]
    place = f"{place:.6g}" if isinstance(place, float) else place
    said = f"threshold {place} ({_shortened(found['items'][row])})\n" + ", ".join(
        f"{name} = {numbers.plain(column.exact[row])}" for name, column in columns.items()
    )
    colour = line.get_color() if line else COLOURS[0]
    ax.plot(
        [x, x, 0],
        [0, y, y],
        color=colour,
        linestyle=(0, (3, 2)),
        linewidth=2,
        clip_on=False,
        zorder=2,
        gid="to the axes",
    )
    ring: dict[str, Any] = {
        "markersize": 14,
        "markeredgewidth": 2.5,
        "markerfacecolor": "none",
        "markeredgecolor": colour,
    }
    ax.plot([x], [y], "o", **ring, linestyle="none", clip_on=False, zorder=5, label=said, gid="threshold")


def _unit_square(ax: Axes | None, x: str, y: str, lines: int) -> Axes:
    """Both axes from 0 to 1, with room for so many lines of a legend."""
    ax = _axes(ax, (SQUARE[0], SQUARE[1] + LINE * lines))
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", anchor="SW")  # the legend stays in place
    return _named(ax, x, y)


# --- by rank -------------------------------------------------------------------------------------------
def _by_rank(ax: Axes | None, columns: Mapping[str, Column], relevant: Column, ranking: Any) -> Axes:
    """A line for each column, over the ranks; below them filled dots for relevant ranks and hollow ones for others."""
    total = int(ranking.relevant_total)
    few = len(relevant) <= MOST_DOTS
    words = f"filled: relevant, m = {total}; hollow: not relevant" if few else f"dots: relevant, m = {total}"
    ax = _named(_axes(ax, WIDE), f"rank k ({words})", "value at cutoff k", pad=14)
    ranks = np.arange(1, len(relevant) + 1)
    for number, (label, column) in enumerate(columns.items()):
        ax.plot(
            ranks,
            np.asarray(column, dtype=float),
            color=_of(COLOURS, number),
            linestyle=_of(DASHES, number),
            linewidth=WIDTH,
            marker=_of(MARKS, number),
            markersize=7,
            markevery=1 if few else len(ranks) // 15,
            clip_on=False,
            zorder=3,
            label=label,
            gid=label,
            in_layout=len(ranks) > 0,
        )
    highest = max((np.asarray(column, dtype=float).max(initial=0) for column in columns.values()), default=0)
    ax.set(xlim=(0.5, max(len(ranks), 1) + 0.5), ylim=(0, 1 if highest <= 1 else highest * 1.05))
    _whole_ticks(ax, len(ranks))
    _relevance(ax, ranks, np.asarray(relevant, dtype=bool))
    return _with_legend(ax, columns=_beside(list(columns)), down=58)


def _beside(labels: Collection[str]) -> int:
    """How many columns a legend below a wide figure has, so that its rows are about equally long."""
    longest = max(map(len, labels), default=1)
    most = max(1, min(5, int(6 / (0.8 + 0.09 * longest))))  # inches: in all, for a sample of a line, for a letter
    return ceil(len(labels) / ceil(len(labels) / most)) if labels else 1


def _relevance(ax: Axes, ranks: np.ndarray, relevant: np.ndarray) -> None:
    """Dots just below the axis; in a long list only those of relevant ranks."""
    below = ax.get_xaxis_transform() + _points(ax, -10)
    size = float(np.clip(300 / max(len(ranks), 1), 2, 8))
    dots = [(relevant, GREY, "relevant"), (~relevant, "none", "not relevant")]
    for here, face, words in dots if len(ranks) <= MOST_DOTS else dots[:1]:
        ax.plot(
            ranks[here],
            np.zeros(np.count_nonzero(here)),
            "o",
            markersize=size,
            markerfacecolor=face,
            markeredgecolor=GREY,
            markeredgewidth=min(size / 4, 1.6),
            transform=below,
            clip_on=False,
            gid=words,
            in_layout=bool(here.any()),
        )


def _flag(ax: Axes, k: int, value: float, said: str) -> None:
    """A ring around a peak, a line through it, and above that what it is."""
    top = ax.get_ylim()[1]
    ax.plot([k, k], [0, top], color=GREY, linestyle=":", linewidth=2, zorder=1, gid="best cutoff")
    ax.plot(
        [k],
        [value],
        "o",
        markersize=16,
        markerfacecolor="none",
        markeredgecolor=GREY,
        markeredgewidth=2,
        clip_on=False,
        gid="peak",
    )
    left, right = ax.get_xlim()
    side = "left" if k < left + (right - left) / 4 else "right" if k > right - (right - left) / 4 else "center"
    ax.annotate(said, (k, top), xytext=(0, 6), textcoords="offset points", ha=side, va="bottom", fontsize=NAMES)


# --- two lists -----------------------------------------------------------------------------------------
def _two_lists(ax: Axes | None, lists: Sequence[Sequence[str]], labels: tuple[str, str]) -> Axes:
    """The items of both lists, best at the top, and under them a place for what is not in the list."""
    longest = max(map(len, lists))
    letters = max((len(_shortened(name)) for names in lists for name in names), default=0)
    ax = _axes(ax, (max(5.4, 4 + 0.18 * letters), 2.2 + 0.34 * longest))
    ax.set(xlim=(-0.05, 1.05), ylim=(longest + 1.5, 0.5), yticks=[])
    ax.set_xticks([0, 1], labels=[_shortened(label) for label in labels], fontsize=NAMES, parse_math=False)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    for x, (names, others) in enumerate([(lists[0], lists[1]), (lists[1], lists[0])]):
        for rank, name in enumerate(names, start=1):
            _beside_end(ax, x, rank, str(rank), 10, GREY)
            _beside_end(ax, x, rank, _shortened(name), 34)
        if set(others) - set(names):
            _beside_end(ax, x, len(names) + 1, "not in the list", 10, GREY)
    return ax


def _beside_end(ax: Axes, x: int, place: int, words: str, points: float, colour: str | None = None) -> None:
    """Words so many points left of the left end of a line, or right of its right end."""
    ax.annotate(
        words,
        (x, place),
        xytext=(points if x else -points, 0),
        textcoords="offset points",
        ha="left" if x else "right",
        va="center",
        fontsize=LETTERS,
        color=colour,
        parse_math=False,
    )


def _slopes(one: np.ndarray, other: np.ndarray, lengths: Sequence[int]) -> dict[str, tuple[np.ndarray, dict[str, Any]]]:
    """The items that go up, go down, stay, or are in one list only; and how their lines look."""
    both = (one <= lengths[0]) & (other <= lengths[1])
    solid = {"linewidth": WIDTH, "marker": "o", "markersize": 7, "clip_on": False}
    return {
        "higher in the second list": (both & (other < one), {**solid, "color": COLOURS[0], "linestyle": "-"}),
        "lower in the second list": (both & (other > one), {**solid, "color": COLOURS[1], "linestyle": "--"}),
        "at the same rank": (both & (other == one), {**solid, "color": GREY, "linestyle": "-"}),
        "in one list only": (~both, {**solid, "color": GREY, "linestyle": ":", "marker": "x"}),
    }


def _crossings(ax: Axes, one: np.ndarray, other: np.ndarray, opposite: np.ndarray) -> None:
    """A ring where the lines of two items cross that the lists have in opposite order."""
    p, q = (side[opposite] for side in np.triu_indices(len(one), 1))
    if not len(p):
        return
    before, after = one[q] - one[p], other[q] - other[p]
    x = before / (before - after)
    pairs = "1 pair" if len(p) == 1 else f"{len(p)} pairs"
    ax.plot(
        x,
        one[p] + x * (other[p] - one[p]),
        "o",
        markersize=8 if len(p) <= 30 else 5,
        markerfacecolor=ax.get_facecolor(),
        markeredgecolor=COLOURS[3],
        markeredgewidth=2,
        zorder=3,
        label=f"{pairs} in opposite order",
        gid="opposite",
    )


# --- every figure --------------------------------------------------------------------------------------
def _axes(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """The Axes that were given, or those of a new figure."""
    if ax is not None:
        return ax
    from matplotlib import pyplot
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    room = ConstrainedLayoutEngine(w_pad=0.14, h_pad=0.14)  # inches, for marks at the edge of the axes
    return pyplot.subplots(figsize=size, layout=room)[1]


def _named(ax: Axes, x: str, y: str, pad: float = 4) -> Axes:
    """Names for both axes, in letters that can be read from the last row."""
    ax.set_xlabel(x, fontsize=NAMES)
    ax.set_ylabel(y, fontsize=NAMES)
    ax.tick_params(labelsize=LETTERS)
    ax.tick_params("x", pad=pad)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _whole_ticks(ax: Axes, length: int) -> None:
    """Ticks at ranks only: at each of them, or at every fifth, tenth, ..."""
    from matplotlib.ticker import MaxNLocator

    if length <= 15:
        ax.set_xticks(range(1, length + 1))
    else:
        ax.xaxis.set_major_locator(MaxNLocator("auto", steps=[1, 5, 10]))


def _with_legend(ax: Axes, columns: int = 1, down: float = 46) -> Axes:
    """A legend below the axis and its name, so many points down, where it hides nothing."""
    # the chance line comes first, but says least
    handles = sorted(ax.get_legend_handles_labels()[0], key=lambda one: getattr(one, "get_gid", str)() == "chance")
    if not handles:
        return ax
    legend = ax.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(0, 0),
        bbox_transform=ax.transAxes + _points(ax, -down),
        borderaxespad=0,
        frameon=False,
        fontsize=LETTERS,
        handlelength=3,
        ncols=columns,
    )
    for text in legend.get_texts():  # a dollar sign in an item's name is a dollar sign
        text.set_parse_math(False)
    return ax


def _points(ax: Axes, up: float) -> Any:
    """So many points up, whatever the size of the figure."""
    from matplotlib.transforms import ScaledTranslation

    return ScaledTranslation(0, up / 72, ax.figure.dpi_scale_trans)
