"""Heat maps of changes: blue for the better, orange for the worse, white for none."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import TYPE_CHECKING, Any

import numpy as np

from rankteach.notation.numbers import TOLERANCE, half_up
from rankteach.plots.figure import COLOURS, LETTERS, NAMES, dots, ink_of, inked, new_axes, whole_ticks

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LETTER, LINE = 0.1, 0.34  # inches: the width of a letter, and the height of a cell with a number
SMALL, LARGEST = 0.3, 9.0  # inches: a cell without a number, and the longest side of a map
AROUND, LEAST = (1.4, 2.4), (6.4, 3.4)  # inches: room for what is around a map, and the smallest figure
MOST_TICKS = 30  # rows or columns: more names would run together
UNCHANGED = "#dddddd"  # no swap, no other judgement


def heat_map(
    ax: Axes | None, changes: np.ndarray, across: Sequence[str], down: Sequence[str], title: str,
    *, change: str, numbered: bool, square: bool = False, falling: bool = False,
) -> Axes:  # fmt: skip
    """Cells whose places count from 1, the first row at the top; grey where there is nothing to change (NaN).

    If ``numbered``, the cells show their numbers where these have room; else a bar called ``change`` says what the
    colours mean. ``falling`` is for a value of which less is better.
    """
    (rows, columns), largest = changes.shape, float(np.abs(np.nan_to_num(changes)).max(initial=0))
    digits = _digits(largest)
    wide = LETTER * (digits + 4 + len(f"{largest:.0f}"))
    if ax is None:
        width, height = (wide, LINE) if numbered else (SMALL, SMALL)
        ax = _new(rows, columns, (width, width if square else height), max(map(len, down), default=0))
    elif new_axes(ax, LEAST) and numbered:
        box = ax.get_window_extent().transformed(ax.figure.dpi_scale_trans.inverted())
        width, height = box.width / max(1, columns), box.height / max(1, rows)
        numbered = (min(width, height) if square else width) >= wide and height >= LINE / 2
    from matplotlib.colors import LinearSegmentedColormap

    colours = [COLOURS[0], "white", COLOURS[1]] if falling else [COLOURS[1], "white", COLOURS[0]]
    if changes.size:
        mesh = ax.pcolormesh(
            np.arange(columns + 1) + 0.5, np.arange(rows + 1) + 0.5, changes,
            cmap=LinearSegmentedColormap.from_list("change", colours).with_extremes(bad=UNCHANGED),
            vmin=-(largest or 1), vmax=largest or 1, edgecolors="white", linewidth=1, gid="changes",
        )  # fmt: skip
        if numbered:
            _write(ax, changes, digits, _dark(mesh.to_rgba(changes)))
        else:
            bar = ax.figure.colorbar(mesh, cax=ax.inset_axes((1.04, 0, 0.05, 1)))
            bar.set_label(change, fontsize=NAMES)
            inked(bar.ax, ink_of(ax)).tick_params(labelsize=LETTERS)
    ax.set(xlim=(0.5, max(columns, 1) + 0.5), ylim=(max(rows, 1) + 0.5, 0.5), anchor="NW")
    ax.set_aspect("equal" if square else "auto")
    ax.tick_params(length=0, labelsize=LETTERS)
    ax.spines[:].set_visible(False)
    ax.set_title(title, loc="left", fontsize=NAMES, parse_math=False, color=ink_of(ax))
    for axis, names in ((ax.xaxis, across), (ax.yaxis, down)):
        if len(names) <= MOST_TICKS:
            axis.set_ticks(range(1, len(names) + 1), labels=names, parse_math=False)
        else:
            whole_ticks(axis, len(names))
    return ax


def frame(ax: Axes, cells: Sequence[tuple[int, int]], label: str) -> None:
    """A frame around cells (column, row), with one entry in the legend."""
    from matplotlib.patches import Rectangle

    look: dict[str, Any] = {"fill": False, "edgecolor": "black", "linewidth": 2.5, "clip_on": False}
    for column, row in cells:
        ax.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, **look, gid="most valuable"))
    dots(ax, [], [], 12, ink_of(ax), "frame", edge=2.5, marker="s", label=label)  # in the legend, which has no cells


def _new(rows: int, columns: int, cell: tuple[float, float], letters: int) -> Axes:
    """The axes of a new figure, with room for cells of this size and for names of so many letters next to them."""
    scale = min(1.0, LARGEST / max(cell[0], cell[1], columns * cell[0], rows * cell[1]))
    width, height = columns * cell[0] * scale + LETTER * letters + AROUND[0], rows * cell[1] * scale + AROUND[1]
    return new_axes(None, (max(LEAST[0], width), max(LEAST[1], height)))


def _digits(largest: float) -> int:
    """After the point: two digits of the largest change if that is below 1, three in all if it is above."""
    power = floor(log10(largest)) if largest else 0
    return 1 - power if power < 0 else max(0, 2 - power)


def _write(ax: Axes, changes: np.ndarray, digits: int, dark: np.ndarray) -> None:
    for (row, column), change in np.ndenumerate(changes):
        if not np.isnan(change):
            words = f"{'+' if change > 0 else '−'}{half_up(abs(change), digits)}" if abs(change) > TOLERANCE else "0"
            colour = "white" if dark[row, column] else "black"
            ax.text(column + 1, row + 1, words, ha="center", va="center", fontsize=LETTERS, color=colour)


def _dark(colours: np.ndarray) -> np.ndarray:
    """Whether white letters stand out better than black ones, by the relative luminance of WCAG 2."""
    shares = colours[..., :3]
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    luminance = linear @ [0.2126, 0.7152, 0.0722]
    return np.asarray(1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05)
