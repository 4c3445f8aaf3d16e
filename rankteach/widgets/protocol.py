"""What Python and the browser send each other: every action and every part of every view, in one place.

A surface is a *state* in Python, drawn by JavaScript that calculates nothing. The host of a surface (a notebook widget,
the preview) carries these values between them:

- ``action``: an `Action` with its number, browser to Python;
- ``view``: a surface's view together with `SessionView`, Python to browser, as one string of JSON;
- ``menu``: the measures that can be added, a list of `Option`;
- ``titles``: those of the items and queries that the surface shows, by their names;
- ``formulas``: the `Formulas` of the steps, also as JSON, with the metric's source; they follow the view, because they
  take longest;
- ``error``: why the last action was refused; an empty string if it was not;
- ``arrangement``: the view to begin with, ``"full"`` or ``"lecture"``; empty for the last one that was chosen;
- ``own_id``: in a notebook, by which the browser finds the widget.

When it first draws a surface, the browser also sends a message to ask for predictions. From then on Python sends
``{"predicted": changes}``: what likely clicks would change in the view, each under its action as ``JSON.stringify``
writes it, so that the browser can draw them before the answer comes. A change holds only what differs, by key and (in a
list) by place: ``{"cards": {"0": {"value": "0.500"}}}``.

Text in a view is plain text: item names come from strangers' files, so set them as text and never as HTML. Keys called
``math`` (and a formula's ``name``) hold MathML, in which names are escaped.

The type check of the JavaScript makes a ``protocol.d.ts`` with the same types, which the package does not contain.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

# --- actions: what a person does --------------------------------------------------------------------------


class Action(TypedDict):
    """What a person does: ``do``, and the keys that it needs. The ``actions`` of a state declare each kind.

    ``reset`` returns to the list at the start, ``show`` shows more of a long list (or fewer items again), ``best_swap``
    finds the swap of two items that improves the chosen measure most, ``hold`` what the measure would be if the item
    that is dragged was dropped at each rank, ``list`` begins with a list of the learner's own, ``solution`` arranges
    the lists so that the goal is reached.
    """

    do: str  # one of the surface's ``actions``, or undo or redo
    fractions: NotRequired[bool]  # display: 2/3 instead of 0.667; without the key as it was
    digits: NotRequired[int]  # display: of a decimal, 2, 3, 4 or 6; without the key as it was
    column: NotRequired[str | None]  # predict: the title of a column; null for the value of the measure
    row: NotRequired[int | None]  # predict: from 1; null for the value of the measure
    typed: NotRequired[str]  # predict: what the learner typed, such as "2/3"; list: grades, such as "1 0 1 1 0"
    given: NotRequired[list[str]]  # answer: what was typed, what was chosen, or the items in their order
    list: NotRequired[int]  # toggle, move, side: 0 or 1, the first or the second list
    item: NotRequired[str]  # toggle, move, hold
    back: NotRequired[bool]  # toggle: to the grade before instead of the next one
    to: NotRequired[int]  # move: a rank; threshold: its number, where 0 is above the whole list
    by: NotRequired[int]  # move, instead of ``to``: so many ranks down; up if it is negative
    items: NotRequired[list[str]]  # swap: two names
    k: NotRequired[int]  # cut: the cutoff
    card: NotRequired[int]  # choose, remove: the key of a measure
    parameter: NotRequired[str]  # convention
    value: NotRequired[str | float]  # convention
    measure: NotRequired[str]  # add: such as "AP@5"
    query: NotRequired[str]  # query: of a run, or of several lists ("" for the mean); there also toggle, move
    n: NotRequired[int]  # the first action has number 1; Python performs each number once
    slides: NotRequired[bool]  # part of one movement, which is one step for undo
    hints: NotRequired[int]  # to the goal, that were read before
    late: NotRequired[list[dict[str, Any]]]  # earlier ones without an answer: a busy kernel sees the last message alone


# --- a calculation ------------------------------------------------------------------------------------------

Place = tuple[int, int, int, int]
"""Cells: the table, the column in it, the first and the last row, all from 0.

Table -1 holds the ``scalars``, one in each column; table -2 is the value itself.
"""


class Option(TypedDict):
    """An entry of a menu."""

    value: str
    words: str


class Convention(TypedDict):
    """A convention in force. The last three keys are there if the learner can choose another value."""

    words: str
    parameter: NotRequired[str]
    value: NotRequired[str]  # empty for a number, function or table of the user's own
    options: NotRequired[list[Option]]


class Piece(TypedDict):
    """A piece of a formula; the line may break before it."""

    math: str
    depth: int  # how many equals signs come before it; the formula with letters has 1


class Formula(TypedDict):
    """The formula of a measure: with letters, with the list's numbers, and its value."""

    name: str
    pieces: list[Piece]


class Head(TypedDict):
    """The head of a column."""

    title: str
    of: str  # whose column it is, next to that of another list or measure; or empty
    about: str  # a sentence: what its cells are
    math: str  # how the column is calculated; empty if it is given
    kind: Literal["row", "mark", "number", "name"]  # what its cells are: the rows' labels, dots, numbers or text
    edge: bool  # whether a line separates it from the column before
    origin: Literal["given", "calculated", "query"]  # "query": each cell has a calculation of its own
    grows: bool  # whether it is a running sum, or the measure at every rank
    final: bool  # whether it is the measure at every rank, so that its last cell is the value


class Table(TypedDict):
    """A table of text. Empty cells stay empty: nothing is added there."""

    heads: list[Head]
    rows: list[list[str]]
    hidden: str  # which rows are left out, in words; empty if none are
    row: str  # what a row is, such as "rank"
    linked: bool  # whether the rows are those of the list


class TracedTable(Table):
    """A table of a calculation."""

    origins: list[list[list[Place]]]  # for each row, for each cell: the cells that it is made of


class Scalar(TypedDict):
    """A number that has no row, such as how many items are relevant."""

    name: str
    value: str
    origins: list[Place]


class StepText(TypedDict):
    """A step in words."""

    row: int  # from 1
    lead: str  # such as "Rank 3"
    text: str


class DisplayView(TypedDict):
    """How numbers are shown."""

    fractions: bool
    digits: int


class Verdict(TypedDict):
    """What Python says of a prediction: its column and row as in the `Action`, and the answer."""

    column: str | None
    row: int | None
    right: bool | None  # null if what was typed is not a number
    words: str


class Comparison(TypedDict):
    """Two calculations next to each other: sentences, and the columns in which they differ."""

    words: list[str]
    table: Table | None


class Calculation(TypedDict):
    """A calculation."""

    label: str  # such as "AP"
    title: str  # such as "average precision"
    line: str  # what it measures, in one line
    meaning: str  # what the value says of this list, and what can make it mislead; of a batch the same as ``line``
    conventions: list[Convention]
    formula: Formula
    tables: list[TracedTable]
    scalars: list[Scalar]  # the last one is the value
    steps: list[StepText]
    closing: str  # the sentence after the last step
    item: tuple[int, int] | None  # the table and column that show what is known of the items
    display: DisplayView


class TraceView(Calculation):
    """The calculation that a surface shows."""

    digits: list[int]  # what the menu of digits offers
    verdict: Verdict | None  # of the last prediction
    comparison: Comparison | None  # what the learner's conventions changed, compared with those at the start


class StepFormula(TypedDict):
    """What is calculated in a step, with its numbers."""

    math: str
    cell: list[int]  # the table and the column


class CodeLine(TypedDict):
    """A statement of the metric's source."""

    text: str
    ran: bool
    makes: list[str]  # the titles of the columns that it made, the names of numbers, and the label of the value


class Worked(TypedDict):
    """How a calculation was made: the formulas of all steps, and the lines of Python."""

    steps: list[list[StepFormula]]
    code: list[CodeLine]


class Formulas(Worked):
    """The same as it is sent."""

    n: int  # the ``calculation`` of the view that they belong to


# --- measures -----------------------------------------------------------------------------------------------


class ValueView(TypedDict):
    """A measure of one list, with its value."""

    key: int
    label: str
    title: str
    value: str
    exact: str  # as a fraction; empty if there is none
    way: Literal["up", "down", ""]  # since the start
    better: bool  # whether that way is an improvement
    change: str  # since the start, with its sign; empty if there is none
    chosen: bool


class CardView(ValueView):
    """A measure with its value and the small line of its values at every cutoff."""

    points: list[float]  # from 0 to 1; empty if it has no cutoff
    start: list[float]  # the same at the start; empty if nothing changed
    at: int | None  # the point that the value belongs to


class CutoffView(TypedDict):
    """The cutoff slider, from 1 to ``most``."""

    value: int
    most: int


# --- lists --------------------------------------------------------------------------------------------------


class Graded(TypedDict):
    """A grade as it is drawn."""

    mark: str  # such as "relevant" or "grade 2"
    state: Literal["on", "off", "open", ""]  # "open": not judged; "": there is no item
    pips: tuple[int, int] | None  # so many of so many dots; null for one dot that is on or off


class ListRow(Graded):
    """An item of a list."""

    item: str
    score: str  # empty if the list has no scores


class SwapView(TypedDict):
    """The best swap, in words; ``items`` is empty if no swap helps. While ``busy``, the best one so far."""

    items: list[str]
    words: str
    busy: bool


class MoveView(TypedDict):
    """What the chosen measure would be with the item that is held at one rank."""

    value: str
    share: float  # from 0, the worst of all ranks, to 1, the best


class ListView(TypedDict):
    """A ranked list with grades."""

    rows: list[ListRow]
    binary: bool  # whether items are relevant or not, without grades between
    hidden: str  # which items are not shown, in words
    more: str  # the label of the button that shows more or fewer; empty if there is none
    missed: str  # what was not retrieved, in words
    swap: SwapView | None
    moves: list[MoveView] | None  # for each row, while an item is held


class ComparedItem(TypedDict):
    """An item of one of two lists, and where it is in the other one."""

    item: str
    way: Literal["up", "down", "level", "only", ""]  # "only": not in the other list; "": the lists are not linked
    shift: str  # by how many ranks
    words: str


class LineView(TypedDict):
    """A line from an item to itself in the other list."""

    item: str
    kind: Literal["same", "opposite", "apart", "up", "down", "level", "only"]


# --- the surfaces -------------------------------------------------------------------------------------------


class SessionView(TypedDict):
    """What every view has besides what its surface puts in."""

    calculation: int  # another number for another calculation
    done: int  # the number of the last action that was performed
    code: str  # the line of Python that makes this surface as it is now
    undo: bool  # whether there is something to undo
    redo: bool
    covered: str  # the question that has to be answered before any value is seen; empty if there is none
    begun: NotRequired[int]  # how often the learner started again, from 1
    still: NotRequired[
        Literal["start", "none"]
    ]  # a saved page has moves from its start alone, or none: it offers no other


class StepsView(TypedDict):
    """The step player."""

    announcement: str  # what the last action did, for those who listen
    trace: TraceView


class QueryDot(TypedDict):
    """A query of an evaluated run as a dot at its value."""

    query: str
    at: float | None  # from 0 to 1, the ends of the axis; null if it has no value
    second: float | None  # the same in the second run
    way: Literal["better", "worse", "level", ""]  # what the second run is; empty if there is none
    words: str  # such as "query 301, AP 0.420, 5th lowest of 29"


class QueriesView(TypedDict):
    """The queries of an evaluated run, from the lowest value to the highest."""

    value: str  # the query whose list is shown
    measure: str  # what the values are of
    runs: list[str]  # the name of the run, and of the second one if there is one
    dots: list[QueryDot]
    ends: list[str]  # the lowest and the highest number of the axis
    why: str  # why the value of the query whose list is shown is as low or high as it is
    note: str  # what is unusual


class ConditionView(TypedDict):
    """A condition of a goal."""

    words: str  # such as "AP = 5/12"
    met: bool
    far: str  # how far it is from holding, such as "AP is 0.583, needs 0.417"


class GoalView(TypedDict):
    """What a learner is to reach."""

    task: str  # what to reach, in a sentence; empty if only the conditions say it
    words: str  # all conditions, such as "AP = 5/12 and nDCG > 0.6"
    conditions: list[ConditionView]
    reached: bool  # whether all hold
    status: str  # how many hold, for those who listen too
    near: float  # from 0 to 1, where all hold: a learner sees whether a move leads there
    hints: list[str]  # to be shown one after the other
    solution: bool  # whether there is one to be shown, by the action ``solution``


class MeasuresView(StepsView):
    """What a surface shows with measures that can be cut, besides their values."""

    cutoff: CutoffView | None
    cut: int | None  # the rank under which the line of the cutoff is drawn in lists
    cuts: bool  # whether that cutoff is the chosen measure's own
    changed: bool  # whether a reset would change something
    goal: GoalView | None
    fixed: bool  # whether the labels stay as they are: items can only be moved


class PrintedView(TypedDict):
    """What a document prints of a measure."""

    numbers: list[str]  # at k = 1, 2, 3, ...
    says: str  # of the number at the cutoff: what is exact, and how the printed one relates to it


class ExplorerView(MeasuresView):
    """The explorer."""

    cards: list[CardView]
    list: ListView
    first_steps: bool  # whether the hints of the first minute are shown
    printed: NotRequired[PrintedView]
    queries: NotRequired[QueriesView]  # of an evaluated run


class QueryListView(TypedDict):
    """The list of one of several queries, and its value."""

    query: str
    rows: list[ListRow]
    more: bool  # whether there are items below those shown
    below: str  # what the list missed, or what is not shown of it
    value: ValueView  # of the chosen measure
    out: bool  # whether the query is taken out
    counts: bool  # whether the mean counts it


class QueryListsView(MeasuresView):
    """The lists of several queries, and the mean of each measure over them."""

    cards: list[CardView]
    lists: list[QueryListView]
    query: str  # whose own calculation is shown; empty for the mean's
    binary: bool
    note: str  # which queries are taken out, and what that changes
    more: str  # the label of the button that shows more or fewer; empty if there is none


class ThresholdView(TypedDict):
    """The threshold in a list."""

    value: int
    words: str
    above: str  # the items above it, in words
    ends: list[int]  # for every threshold, how many items are above it
    places: list[float]  # for every threshold, where it is on an axis from 0 to 1: between the scores, or the ranks
    relevant: list[list[float]]  # for the relevant items, a place on the axis, and how many: 1 for the most of a kind
    others: list[list[float]]  # the same for the other items
    axis: str  # its name; empty if the list is


class AxisView(TypedDict):
    """An axis of a chart, with the place of the threshold on it."""

    name: str
    tick: str


class CurveView(TypedDict):
    """A curve. Its points are pairs of numbers from 0 to 1: across, up."""

    curve: str  # its name
    points: list[list[float]]  # one for each threshold
    line: list[list[float]]
    chance: list[list[float]]  # the curve of a random order
    levels: list[list[float]]  # the heights that the eleven-point average takes its mean of


class ChartView(ValueView, CurveView):
    """A curve, and the area under it."""

    across: AxisView
    up: AxisView
    words: str  # both rates at the threshold
    none: bool  # whether the curve has no point at this threshold


class CountView(TypedDict):
    """A cell of the confusion matrix."""

    name: str  # such as "TP"
    full: str  # such as "true positives"
    count: str


class MatrixRow(TypedDict):
    """A row of the confusion matrix."""

    head: str
    of: str  # how the head continues where there is room
    cells: list[CountView]  # the last one counts all


class RateView(TypedDict):
    """A rate at the threshold."""

    name: str  # such as "TPR"
    full: str  # such as "true positive rate"
    says: str  # what is divided by what, in words
    math: str
    nothing: str  # what 0/0 counts as, where it is 0/0
    words: str


class CutView(TypedDict):
    """What a threshold makes of the list."""

    threshold: ThresholdView
    matrix: list[MatrixRow]
    rates: list[RateView]
    note: str  # what is unusual here


class CurvesView(StepsView, CutView):
    """The curve explorer."""

    list: ListView
    changed: bool
    charts: list[ChartView]
    linked: bool  # whether the rows of the calculation are thresholds


class ComparedList(TypedDict):
    """One of two lists whose order is compared."""

    rows: list[ComparedItem]
    below: str  # what is not in the list, or not shown of it


class PairView(TypedDict):
    """Two items."""

    items: tuple[str, str]
    kind: Literal["same", "opposite", "single"]  # "single": only one list orders them
    words: str


class PairCount(TypedDict):
    """How many pairs are of a kind."""

    kind: Literal["same", "opposite", "single"]
    count: int
    words: str


class PairsView(TypedDict):
    """All pairs of items; ``items`` and ``list`` are empty if there are too many to list."""

    items: list[str]
    list: list[PairView]
    counts: list[PairCount]
    words: str


class AgreementView(MeasuresView):
    """The explorer of agreement."""

    cards: list[CardView]
    first: ComparedList
    second: ComparedList
    lines: list[LineView]
    pairs: PairsView
    by_pairs: bool  # whether the rows of the calculation are pairs
    note: str  # which measures are missing, and why


class NumberView(TypedDict):
    """A number, and the same as a fraction if it is a short one."""

    value: str
    exact: str


class StandingView(TypedDict):
    """A measure of both lists."""

    key: int
    label: str
    title: str
    chosen: bool
    values: list[NumberView]
    difference: NumberView
    ahead: Literal[0, 1] | None
    verdict: str  # such as "A ahead"
    words: str


class SharedItem(Graded, ComparedItem):
    """An item of one of two lists with grades."""


class SharedList(TypedDict):
    """One of two lists with grades."""

    rows: list[SharedItem]
    retrieved: str  # how many relevant items it has
    below: str  # what is not in the list, or not shown of it


class RankSide(TypedDict):
    """What a rank adds to the value of one list."""

    adds: str
    share: float  # of the largest contribution, from -1 to 1


class RankRow(TypedDict):
    """What a rank adds to both values; the first list comes first."""

    rank: str
    sides: list[RankSide]
    difference: str
    total: str  # the difference so far


class RanksView(TypedDict):
    """Where the difference comes from, rank by rank."""

    words: str
    rows: list[RankRow]
    end: list[str]  # both values, and their difference


class SideComparison(Comparison):
    """Both calculations, and the rows of the list in which they differ."""

    rows: list[int]


class SideBySideView(MeasuresView):
    """Two rankings next to each other."""

    cards: list[StandingView]
    binary: bool
    first: SharedList
    second: SharedList
    linked: bool  # whether items of the same name are the same
    lines: list[LineView]
    note: str
    more: str  # the label of the button that shows more or fewer; empty if there is none
    side: Literal[0, 1]  # whose calculation is shown
    ranks: RanksView
    comparison: SideComparison


class SignRow(TypedDict):
    """A query, and its difference."""

    query: str
    values: list[str]  # the difference as observed and with the opposite sign; "0" alone has no sign
    share: float  # of the largest difference, without its sign


class SignsView(TypedDict):
    """The signs of differences. Bit i of a choice's number says that the sign of difference i is the opposite one."""

    announcement: str
    rows: list[SignRow]
    label: str  # what the differences are in, such as "AP"
    means: list[str]  # of every choice, the observed one first; so are the next two and ``at``
    extreme: list[bool]  # whether the mean counts as extreme
    bar: list[int]  # which bar of the histogram it belongs to
    at: list[float]  # where it is on the axis, from 0 to 1
    bars: list[float]  # where each bar is on the axis
    ends: list[str]  # the lowest and the highest number of the axis
    limits: list[float]  # from where on means are extreme
    as_extreme: str  # what an extreme mean is, in words
    result: str  # what the test says of all choices


class QuestionView(TypedDict):
    """A question. Nothing of the answer is in it before it was given or asked for."""

    announcement: str
    text: str
    kind: Literal["number", "choice", "choices", "order", "text"]
    label: str  # what the student types is called
    items: list[str]  # the choices
    given: list[str]  # the last answer, as in `Action`; at first the order to begin with
    right: bool | None  # null: not answered yet, or not to be judged
    feedback: str  # about the last answer
    hints: list[str]  # those that the student has asked for
    more: str  # the label of the button for the next hint; empty if there is none
    answer: str  # empty until it was given or revealed, and so are the next two
    because: str
    worked: Calculation | None  # how the answer is calculated
