"""The parts of every figure: size, letters, lines, dots, legend, and colours that everybody can tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rankteach.tracing.trace import Trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.lines import Line2D

# Okabe and Ito (2008): colours that everybody can tell apart; the dashes and marks do without any
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
DASHES: tuple[Any, ...] = ("-", "--", "-.", (0, (1, 1)), (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
MARKS = ("o", "s", "^", "D", "v", "P")
GREY = "#808080"
WIDTH, LETTERS, NAMES = 2.2, 11, 12  # points: of lines, of ticks and legends, of the axes' names
MOST_DOTS = 60  # thresholds or ranks: more would run together
LONGEST_NAME = 24  # characters


def of_one_list(trace: Trace, function: str) -> Trace:
    """The trace itself, if it is that of one ranking."""
    if not trace.single:
        raise TypeError(f"{function} must get one ranking, not a batch. Choose a query: batch[0] or batch['q1'].")
    return trace


def shortened(text: str) -> str:
    """A name that is not too long for a figure."""
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


def new_axes(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """The Axes that were given, or those of a new figure."""
    if ax is not None:
        return ax
    from matplotlib import pyplot
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    room = ConstrainedLayoutEngine(w_pad=0.14, h_pad=0.14)  # inches, for marks at the edge of the axes
    return pyplot.subplots(figsize=size, layout=room)[1]


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
    own = {"markersize": size, "markerfacecolor": face, "markeredgecolor": colour, "markeredgewidth": edge}
    ax.plot(x, y, "o", gid=gid, clip_on=False, in_layout=len(x) > 0, **{**own, **look})


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
        return ax
    legend = ax.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(0, 0),
        bbox_transform=ax.transAxes + points_up(ax, -down),
        borderaxespad=0,
        frameon=False,
        fontsize=LETTERS,
        handlelength=3,
        ncols=columns,
    )
    for text in legend.get_texts():  # a dollar sign in an item's name is a dollar sign
        text.set_parse_math(False)
    return ax


def points_up(ax: Axes, up: float) -> Any:
    """A shift of so many points up, whatever the size of the figure."""
    from matplotlib.transforms import ScaledTranslation

    return ScaledTranslation(0, up / 72, ax.figure.dpi_scale_trans)
