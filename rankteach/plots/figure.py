"""The parts of every figure: size, letters, lines, dots, legend, colours; and of those on the unit square."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from rankteach.core.checks import must
from rankteach.core.column import Column
from rankteach.core.outside import on_one_line
from rankteach.notation import numbers
from rankteach.tracing.trace import Trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.lines import Line2D

# Okabe and Ito (2008): colours that everybody can tell apart, the last two darker, so that each stands out from white
# and from a dark page; the dashes and marks do without any
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#A87400", "#2F93CE")
DASHES: tuple[Any, ...] = ("-", "--", "-.", (0, (1, 1)), (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
MARKS = ("o", "s", "^", "D", "v", "P")
GREY = "#797979"  # as far from white as from the ground of JupyterLab's dark theme: the ink where no style says another
FONTS = ("Inter", "Segoe UI", "Helvetica Neue", "Arial", "Liberation Sans", "DejaVu Sans")  # as of the live surfaces
OURS = "rankteach"  # the gid of the axes of a new figure
WIDTH, LETTERS, NAMES = 2.2, 11, 12  # points: of lines, of ticks and legends, of the axes' names
MOST_DOTS = 60  # thresholds or ranks: more would run together
LONGEST_NAME = 24  # characters
SHADE = 0.18  # the opacity of an area
SQUARE, LINE = (5.4, 5.2), 0.27  # inches: of a unit square's figure, and of a line of the legend below it


def of_one_list(trace: Trace, function: str) -> Trace:
    """The trace itself, if it is that of one ranking."""
    if not trace.single:
        raise TypeError(f"{function} must get one ranking, not a batch. Choose a query: batch[0] or batch['q1'].")
    return trace


def shortened(text: str) -> str:
    """A name that is not too long for a figure."""
    text = on_one_line(text)
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


def new_axes(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """The Axes that were given, as they are; or those of a new figure for a light or a dark page, without a ground."""
    if ax is not None:
        if not hasattr(ax, "get_window_extent"):
            raise TypeError(must("ax", ax, "be matplotlib Axes", "Leave ax out for a figure of its own."))
        return ax
    try:
        from matplotlib import pyplot
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ModuleNotFoundError:
        raise ImportError("rt.plots needs matplotlib. Install it: pip install matplotlib") from None

    for unsaid in (r"Glyph \d+ .* missing from", "constrained_layout not applied"):  # names are as you gave them
        warnings.filterwarnings("ignore", unsaid, UserWarning)
    room = ConstrainedLayoutEngine(w_pad=0.14, h_pad=0.14)  # inches, for marks at the edge of the axes
    ax = pyplot.subplots(figsize=size, layout=room)[1]
    for ground in (ax.figure.patch, ax.patch):  # a colour without opacity would get a white ground from IPython
        ground.set_visible(False)
    ax.set_gid(OURS)
    ink = pyplot.rcParams["text.color"]  # black is for a white ground
    return inked(ax, GREY if ink == "black" else ink)


def inked(ax: Axes, ink: Any) -> Axes:
    """The same Axes with frame, ticks and names in this ink."""
    ax.tick_params(colors=ink)
    ax.spines[:].set_color(ink)
    for name in (ax.xaxis.label, ax.yaxis.label):
        name.set_color(ink)
    return ax


def titled(ax: Axes, name: str, value: str = "", pad: float = 8) -> Axes:
    """What is drawn as the title, unless you set one, and its value as long as it is the only one."""
    known = ax.get_title(loc="left")
    if not ax.get_title() and (not known or known.startswith(name)):
        words = f"{name}: {value}" if value and not known else name
        look: dict[str, Any] = {"fontsize": NAMES, "fontweight": "bold", "parse_math": False, "pad": pad}
        ax.set_title(words, loc="left", color=ink_of(ax), **look)
    return ax


def _in_our_font(ax: Axes) -> None:
    """The letters of a new figure as those of the live surfaces, if they are installed and no style says others."""
    from matplotlib import font_manager, rcParams
    from matplotlib.text import Text

    if ax.get_gid() == OURS and rcParams["font.family"] == ["sans-serif"]:
        there = {*font_manager.get_font_names()}
        fonts = [font for font in FONTS if font in there]
        ax.tick_params(labelfontfamily=fonts)
        for text in ax.findobj(Text):
            text.set_fontfamily(fonts)


def ink_of(ax: Axes) -> Any:
    """What the names of the axes are written in: so are all other words."""
    return ax.xaxis.label.get_color()


def with_names(ax: Axes, x: str, y: str, pad: float = 4) -> Axes:
    """Names for both axes, in letters that can be read from the last row."""
    ax.set_xlabel(x, fontsize=NAMES)
    ax.set_ylabel(y, fontsize=NAMES)
    ax.tick_params(labelsize=LETTERS)
    ax.tick_params("x", pad=pad)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def line(ax: Axes, x: Any, y: Any, number: int, label: str, gid: str, **look: Any) -> Line2D:
    """A line with the colour, the dashes and the marks of its number; they start anew when they are used up."""
    colour, dash, mark = (choice[number % len(choice)] for choice in (COLOURS, DASHES, MARKS))
    own = {"color": colour, "linestyle": dash, "linewidth": WIDTH, "marker": mark, "zorder": 3}
    return ax.plot(x, y, label=label, gid=gid, clip_on=False, in_layout=len(x) > 0, **{**own, **look})[0]


def dots(
    ax: Axes, x: Any, y: Any, size: float, colour: Any, gid: str, *, face: Any = "none", edge: float = 2, **look: Any
) -> None:
    """Dots with a coloured edge of so many points, hollow by default."""
    own = {
        "marker": "o",
        "linestyle": "none",
        "markersize": size,
        "markerfacecolor": face,
        "markeredgecolor": colour,
        "markeredgewidth": edge,
    }
    ax.plot(x, y, gid=gid, clip_on=False, in_layout=len(x) > 0, **{**own, **look})


def whole_ticks(axis: Axis, length: int) -> None:
    """Ticks at ranks only: at each of them, or at every fifth, tenth, ..."""
    from matplotlib.ticker import MaxNLocator

    if length <= 15:
        axis.set_ticks(range(1, length + 1))
    else:
        axis.set_major_locator(MaxNLocator("auto", steps=[1, 5, 10]))


def with_legend(ax: Axes, columns: int = 1, down: float = 46) -> Axes:
    """A legend below the axis and its name, so many points down, where it hides nothing."""
    # the chance line comes first, but says least
    handles = sorted(ax.get_legend_handles_labels()[0], key=lambda one: getattr(one, "get_gid", str)() == "chance")
    if not handles:
        _in_our_font(ax)
        return ax
    legend = ax.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(0, 0),
        bbox_transform=ax.transAxes + points_up(ax, -down),
        borderaxespad=0,
        frameon=False,
        fontsize=LETTERS,
        labelcolor=ink_of(ax),
        handlelength=3,
        ncols=columns,
    )
    for text in legend.get_texts():  # a dollar sign in an item's name is a dollar sign
        text.set_parse_math(False)
    _in_our_font(ax)
    return ax


def points_up(ax: Axes, up: float) -> Any:
    """A shift of so many points up, whatever the size of the figure."""
    from matplotlib.transforms import ScaledTranslation

    return ScaledTranslation(0, up / 72, ax.figure.dpi_scale_trans)


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


def shade(ax: Axes, x: np.ndarray, y: np.ndarray, line: Line2D, weights: np.ndarray | None = None) -> None:
    """The area between a curve and the axis below it; with weights its trapezoids, darker where they weigh more.

    Only of the first curve, since several areas would blend.
    """
    if not len(x) or number_of_curves(ax, besides=line):
        return
    parts = [(slice(None), 1.0)]
    if weights is not None:
        parts = [(slice(i, i + 2), 2 * share) for i, share in enumerate(weights / (weights.max(initial=0) or 1))]
    for part, share in parts:
        corners = [*x[part], x[part][-1], x[part][0]], [*y[part], 0, 0]
        ax.fill(*corners, color=line.get_color(), alpha=SHADE * share, linewidth=0, gid="area")


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
