"""Lines, areas and marks on the unit square."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from rankteach.core.column import Column
from rankteach.notation import numbers
from rankteach.plots.figure import COLOURS, dots, line, new_axes, shortened, with_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

SHADE = 0.18  # the opacity of an area
SQUARE, LINE = (5.4, 5.2), 0.27  # inches: of the figure, and of a line of the legend below it


def unit_square(ax: Axes | None, x: str, y: str, lines: int) -> Axes:
    """Both axes from 0 to 1, with room for so many lines of a legend."""
    ax = new_axes(ax, (SQUARE[0], SQUARE[1] + LINE * lines))
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", anchor="SW")  # the legend stays in place
    return with_names(ax, x, y)


def curve(ax: Axes, x: np.ndarray, y: np.ndarray, label: str, *, joined: bool = True, marked: bool = False) -> Line2D:
    """A line, or single marks, in the next colour and dash."""
    number = number_of_curves(ax)
    look: dict[str, Any] = {"markersize": 6} if marked else {"marker": "none"}
    if not joined:
        look = {"linestyle": "none", "markersize": 9, "markerfacecolor": "none"}
    return line(ax, x, y, number, label, f"curve-{number}", markeredgewidth=2, **look)


def number_of_curves(ax: Axes, besides: Line2D | None = None) -> int:
    """How many curves are on it already."""
    return sum(str(one.get_gid()).startswith("curve-") for one in ax.get_lines() if one is not besides)


def shade(ax: Axes, x: np.ndarray, y: np.ndarray, line: Line2D) -> None:
    """The area between a curve and the axis below it; only the first one, since several would blend."""
    if len(x) and not number_of_curves(ax, besides=line):
        corners = np.concatenate([x, [x[-1], x[0]]]), np.concatenate([y, [0, 0]])
        ax.fill(*corners, color=line.get_color(), alpha=SHADE, linewidth=0, gid="area")


def shade_by_weight(ax: Axes, x: np.ndarray, y: np.ndarray, weights: np.ndarray, line: Line2D) -> None:
    """The trapezoids under a curve, darker where they weigh more."""
    if number_of_curves(ax, besides=line):
        return
    for end, share in enumerate(weights / (weights.max(initial=0) or 1), start=1):
        corners = [x[end - 1], x[end], x[end], x[end - 1]], [0, 0, y[end], y[end - 1]]
        ax.fill(*corners, color=line.get_color(), alpha=2 * SHADE * share, linewidth=0, gid="area")


def elevenths(heights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eleven bars side by side, as wide as the axis: their area is the mean of their heights."""
    edges = np.linspace(0, 1, len(heights) + 1)
    return np.column_stack([edges[:-1], edges[1:]]).ravel(), np.repeat(heights, 2)


def mark(ax: Axes, columns: Mapping[str, Column], row: int, line: Line2D | None) -> None:
    """A ring around the point of one threshold, and dashed lines to both axes."""
    (x, y), axis = (float(column[row]) for column in columns.values()), next(iter(columns.values())).axis
    assert axis is not None
    labels = axis.labels()
    place = labels["threshold"][row]
    place = f"{place:.6g}" if isinstance(place, float) else place
    text = f"threshold {place} ({shortened(labels['items'][row])})\n" + ", ".join(
        f"{name} = {numbers.plain(column.exact[row])}" for name, column in columns.items()
    )
    colour = line.get_color() if line else COLOURS[0]
    dashed: dict[str, Any] = {"color": colour, "linestyle": (0, (3, 2)), "linewidth": 2, "zorder": 2}
    ax.plot([x, x, 0], [0, y, y], clip_on=False, gid="to the axes", **dashed)
    dots(ax, [x], [y], 14, colour, "threshold", edge=2.5, zorder=5, label=text)
