// Written by python -m rankteach.widgets.typescript from protocol.py: change that file, and not this one.

/**
 * An action that needs no more than its name.
 *
 * ``reset`` returns to the list at the start, ``show`` shows more of a long list (or fewer items again), ``best_swap``
 * finds the swap of two items that improves the chosen measure most.
 */
export interface PlainAction {
  do: "undo" | "redo" | "reset" | "show" | "best_swap";
}

/** Show numbers differently; a key that is left out keeps its setting. */
export interface DisplayAction {
  do: "display";
  /** 2/3 instead of 0.667 */
  fractions?: boolean;
  /** of a decimal: 2, 3, 4 or 6 */
  digits?: number;
}

/** Check a number that the learner typed. */
export interface PredictAction {
  do: "predict";
  /** the title of its column; null for the value of the measure */
  column: string | null;
  /** from 1; null for the value of the measure */
  row: number | null;
  /** what the learner typed, such as "2/3" */
  typed: string;
}

/** Give an item the next grade. */
export interface ToggleAction {
  do: "toggle";
  /** in a surface with two lists: which one */
  list?: 0 | 1;
  item: string;
  /** the grade before instead of the next one */
  back?: boolean;
}

/** Move an item to another rank. One of ``to`` and ``by`` is given. */
export interface MoveAction {
  do: "move";
  /** in a surface with two lists: which one */
  list?: 0 | 1;
  item: string;
  /** a rank */
  to?: number;
  /** so many ranks down; up if it is negative */
  by?: number;
}

/** Swap two items. */
export interface SwapAction {
  do: "swap";
  /** two names */
  items: string[];
}

/** Move the cutoff slider. */
export interface CutAction {
  do: "cut";
  k: number;
}

/** Choose the measure whose calculation is shown, or remove a measure. */
export interface CardAction {
  do: "choose" | "remove";
  /** its key */
  card: number;
}

/** Choose another convention for the chosen measure. */
export interface ConventionAction {
  do: "convention";
  parameter: string;
  value: string;
}

/** Add a measure. */
export interface AddAction {
  do: "add";
  /** such as "AP@5" */
  measure: string;
}

/** Show the list of another query of an evaluated run. */
export interface QueryAction {
  do: "query";
  query: string;
}

/** Move the threshold along the curves. */
export interface ThresholdAction {
  do: "threshold";
  /** 0 is above the whole list */
  to: number;
}

/** Show the calculation of the other list. */
export interface SideAction {
  do: "side";
  list: 0 | 1;
}

export type Action = PlainAction | DisplayAction | PredictAction | ToggleAction | MoveAction | SwapAction | CutAction | CardAction | ConventionAction | AddAction | QueryAction | ThresholdAction | SideAction;

/** What the browser adds to each action that it sends. */
export interface Numbered {
  /** the first action has number 1; Python performs each number once */
  n: number;
  /** part of one movement, which is one step for undo */
  slides?: boolean;
  /** earlier actions without an answer: a busy kernel sees the last alone */
  late?: Record<string, unknown>[];
}

/** The browser's request for predictions. */
export interface LookAhead {
  do: "look ahead";
}

/**
 * What likely actions would change of the view, each under its action as ``JSON.stringify`` writes it.
 *
 * A change holds only what differs, by key and (in a list) by place: ``{"cards": {"0": {"value": "0.500"}}}``.
 */
export interface Predictions {
  predicted: Record<string, unknown>;
}

/**
 * Cells: the table, the column in it, the first and the last row, all from 0.
 *
 * Table -1 holds the ``scalars``, one in each column; table -2 is the value itself.
 */
export type Place = [number, number, number, number];

/** An entry of a menu. */
export interface Option {
  value: string;
  words: string;
}

/** A convention in force. The last three keys are there if the learner can choose another value. */
export interface Convention {
  words: string;
  parameter?: string;
  /** empty for a function or table of the user's own */
  value?: string;
  options?: Option[];
}

/** A piece of a formula; the line may break before it. */
export interface Piece {
  math: string;
  /** how many equals signs come before it; the formula with letters has 1 */
  depth: number;
  /** whether it continues the sum of the piece before */
  goes_on: boolean;
}

/** The formula of a measure: with letters, with the list's numbers, and its value. */
export interface Formula {
  name: string;
  pieces: Piece[];
}

/** The head of a column. */
export interface Head {
  title: string;
  /** how the column is calculated; empty if it is given */
  math: string;
  /** what its cells are: the rows' labels, dots, numbers or text */
  kind: "row" | "mark" | "number" | "name";
  /** whether a line separates it from the column before */
  edge: boolean;
  /** "query": each cell has a calculation of its own */
  made: "given" | "calculated" | "query";
  /** whether it is a running sum, or the measure at every rank */
  grows: boolean;
  /** whether it is the measure at every rank, so that its last cell is the value */
  final: boolean;
}

/** A table of text. Empty cells stay empty: nothing is added there. */
export interface Table {
  heads: Head[];
  rows: string[][];
  /** which rows are left out, in words; empty if none are */
  hidden: string;
  /** what a row is, such as "rank" */
  row: string;
  /** whether the rows are those of the list */
  linked: boolean;
}

/** A table of a calculation. */
export interface TracedTable extends Table {
  /** for each row, for each cell: the cells that it is made of */
  origins: Place[][][];
}

/** A number that has no row, such as how many items are relevant. */
export interface Scalar {
  name: string;
  value: string;
  origins: Place[];
}

/** A step in words. */
export interface StepText {
  /** from 1 */
  row: number;
  /** such as "Rank 3" */
  lead: string;
  text: string;
}

/** How numbers are shown. */
export interface DisplayView {
  fractions: boolean;
  digits: number;
}

/** What Python says of a prediction: the keys of the `PredictAction`, and the answer. */
export interface Verdict {
  column: string | null;
  row: number | null;
  typed: string;
  /** null if what was typed is not a number */
  right: boolean | null;
  words: string;
}

/** Two calculations next to each other: sentences, and the columns in which they differ. */
export interface Comparison {
  words: string[];
  table: Table | null;
}

/** A calculation. */
export interface Calculation {
  /** such as "AP" */
  label: string;
  /** such as "average precision" */
  title: string;
  /** what it measures, in one line */
  line: string;
  conventions: Convention[];
  formula: Formula;
  tables: TracedTable[];
  /** the last one is the value */
  scalars: Scalar[];
  steps: StepText[];
  /** the table and column that show what is known of the items */
  item: [number, number] | null;
  display: DisplayView;
}

/** The calculation that a surface shows. */
export interface TraceView extends Calculation {
  /** what the menu of digits offers */
  digits: number[];
  /** of the last prediction */
  verdict: Verdict | null;
  /** what the learner's conventions changed, compared with those at the start */
  comparison: Comparison | null;
}

/** What is calculated in a step, with its numbers. */
export interface StepFormula {
  title: string;
  math: string;
}

/** The formulas of all steps. */
export interface Formulas {
  /** the ``calculation`` of the view that they belong to */
  n: number;
  steps: StepFormula[][];
}

/** A measure of one list, with its value. */
export interface ValueView {
  key: number;
  label: string;
  title: string;
  value: string;
  /** as a fraction; empty if there is none */
  exact: string;
  /** since the start */
  way: "up" | "down" | "";
  /** since the start, with its sign; empty if there is none */
  change: string;
  chosen: boolean;
}

/** A measure with its value and the small line of its values at every cutoff. */
export interface CardView extends ValueView {
  /** from 0 to 1; empty if it has no cutoff */
  points: number[];
  /** the same at the start; empty if nothing changed */
  start: number[];
  /** the point that the value belongs to */
  at: number | null;
}

/** The cutoff slider, from 1 to ``most``. */
export interface CutoffView {
  value: number;
  most: number;
}

/** A measure that can be added. */
export interface MenuOption {
  measure: string;
  words: string;
  /** shown already, or not possible here */
  taken: boolean;
}

/** Measures that can be added. */
export interface MenuGroup {
  group: string;
  options: MenuOption[];
}

/** A grade as it is drawn. */
export interface Graded {
  /** such as "relevant" or "grade 2" */
  mark: string;
  /** "open": not judged; "": there is no item */
  state: "on" | "off" | "open" | "";
  /** so many of so many dots; null for one dot that is on or off */
  pips: [number, number] | null;
}

/** An item of a list. */
export interface ListRow extends Graded {
  item: string;
  /** empty if the list has no scores */
  score: string;
}

/** The best swap, in words; ``items`` is empty if no swap helps. */
export interface SwapView {
  items: string[];
  words: string;
}

/** A ranked list with grades. */
export interface ListView {
  rows: ListRow[];
  /** whether items are relevant or not, without grades between */
  binary: boolean;
  scored: boolean;
  /** the rank under which the line of the cutoff is drawn */
  cut: number | null;
  /** whether that cutoff is the chosen measure's own */
  cuts: boolean;
  /** which items are not shown, in words */
  hidden: string;
  /** the label of the button that shows more or fewer; empty if there is none */
  more: string;
  /** what was not retrieved, in words */
  missed: string;
  swap: SwapView | null;
}

/** A list with the line of a threshold. */
export interface CurveListView extends ListView {
  /** the label of the line */
  words: string;
}

/** Where an item is in the other list. */
export interface ShiftView {
  /** "only": not in the other list; "": the lists are not linked */
  way: "up" | "down" | "level" | "only" | "";
  /** by how many ranks */
  shift: string;
  words: string;
}

/** A line from an item to itself in the other list. */
export interface LineView {
  item: string;
  kind: "same" | "opposite" | "apart" | "up" | "down" | "level" | "only";
}

/** What every view has besides what its surface puts in. */
export interface SessionView {
  /** another number for another calculation */
  calculation: number;
  /** the number of the last action that was performed */
  done: number;
  /** the line of Python that makes this surface as it is now */
  code: string;
  /** whether there is something to undo */
  undo: boolean;
  redo: boolean;
}

/** The step player. */
export interface StepsView {
  /** what the last action did, for those who listen */
  announcement: string;
  trace: TraceView;
}

/** The menu of queries of an evaluated run. */
export interface QueriesView {
  value: string;
  options: Option[];
}

/** The explorer. */
export interface ExplorerView extends StepsView {
  cards: CardView[];
  cutoff: CutoffView | null;
  /** whether a reset would change something */
  changed: boolean;
  list: ListView;
  /** of an evaluated run */
  queries?: QueriesView;
}

/** The threshold in a list. */
export interface ThresholdView {
  value: number;
  words: string;
  /** the items above it, in words */
  above: string;
  /** for every threshold, how many items are above it */
  ends: number[];
}

/** An axis of a chart, with the place of the threshold on it. */
export interface AxisView {
  name: string;
  tick: string;
}

/** A curve, and the area under it. Its points are pairs of numbers from 0 to 1: across, up. */
export interface ChartView extends ValueView {
  /** its name */
  curve: string;
  across: AxisView;
  up: AxisView;
  /** both rates at the threshold */
  words: string;
  /** whether the curve has no point at this threshold */
  none: boolean;
  /** one for each threshold */
  points: number[][];
  line: number[][];
  /** the curve of a random order */
  chance: number[][];
  /** the heights that the eleven-point average takes its mean of */
  levels: number[][];
}

/** A cell of the confusion matrix. */
export interface CountView {
  /** such as "TP" */
  name: string;
  /** such as "true positives" */
  full: string;
  count: number;
}

/** A row of the confusion matrix. */
export interface MatrixRow {
  head: string;
  /** how the head continues where there is room */
  of: string;
  cells: CountView[];
  all: number;
}

/** A rate at the threshold. */
export interface RateView {
  /** such as "TPR" */
  name: string;
  /** such as "true positive rate" */
  full: string;
  /** what is divided by what, in words */
  says: string;
  math: string;
  /** what 0/0 counts as, where it is 0/0 */
  nothing: string;
  words: string;
}

/** The curve explorer. */
export interface CurvesView extends StepsView {
  list: CurveListView;
  changed: boolean;
  threshold: ThresholdView;
  charts: ChartView[];
  matrix: MatrixRow[];
  rates: RateView[];
  /** what is unusual here */
  note: string;
  /** whether the rows of the calculation are thresholds */
  linked: boolean;
}

/** An item of one of two lists. */
export interface ComparedItem extends ShiftView {
  item: string;
}

/** One of two lists whose order is compared. */
export interface ComparedList {
  rows: ComparedItem[];
  /** what is not in the list, or not shown of it */
  below: string;
}

/** Two items. */
export interface PairView {
  items: [string, string];
  /** "single": only one list orders them */
  kind: "same" | "opposite" | "single";
  words: string;
}

/** How many pairs are of a kind. */
export interface PairCount {
  kind: "same" | "opposite" | "single";
  count: number;
  words: string;
}

/** All pairs of items; ``items`` and ``list`` are empty if there are too many to list. */
export interface PairsView {
  items: string[];
  list: PairView[];
  counts: PairCount[];
  words: string;
}

/** The explorer of agreement. */
export interface AgreementView extends StepsView {
  cards: CardView[];
  cutoff: CutoffView | null;
  changed: boolean;
  first: ComparedList;
  second: ComparedList;
  /** the rank under which the line of the cutoff is drawn */
  cut: number | null;
  /** whether that cutoff is the chosen measure's own */
  cuts: boolean;
  lines: LineView[];
  pairs: PairsView;
  /** whether the rows of the calculation are pairs */
  by_pairs: boolean;
  /** which measures are missing, and why */
  note: string;
}

/** A number, and the same as a fraction if it is a short one. */
export interface NumberView {
  value: string;
  exact: string;
}

/** A measure of both lists. */
export interface StandingView {
  key: number;
  label: string;
  title: string;
  chosen: boolean;
  values: NumberView[];
  difference: NumberView;
  ahead: 0 | 1 | null;
  /** such as "A ahead" */
  verdict: string;
  words: string;
}

/** An item of one of two lists with grades. */
export interface SharedItem extends Graded, ShiftView {
  item: string;
}

/** One of two lists with grades. */
export interface SharedList {
  rows: SharedItem[];
  /** whether there are items below those shown */
  more: boolean;
  /** how many relevant items it has */
  found: string;
  /** what is not in the list, or not shown of it */
  below: string;
}

/** What both lists have in common. */
export interface SharedCut {
  binary: boolean;
  cut: number | null;
  cuts: boolean;
}

/** What a rank adds to the value of one list. */
export interface RankSide extends Graded {
  /** empty for several ranks together */
  item: string;
  adds: string;
  /** of the largest contribution, from -1 to 1 */
  share: number;
}

/** What a rank adds to both values; the first list comes first. */
export interface RankRow {
  rank: string;
  sides: RankSide[];
  difference: string;
  /** the difference so far */
  total: string;
}

/** Where the difference comes from, rank by rank. */
export interface RanksView {
  words: string;
  rows: RankRow[];
  /** both values, and their difference */
  end: string[];
}

/** Both calculations, and the rows of the list in which they differ. */
export interface SideComparison extends Comparison {
  rows: number[];
}

/** Two rankings next to each other. */
export interface SideBySideView extends StepsView {
  cards: StandingView[];
  cutoff: CutoffView | null;
  changed: boolean;
  list: SharedCut;
  first: SharedList;
  second: SharedList;
  /** whether items of the same name are the same */
  linked: boolean;
  lines: LineView[];
  note: string;
  /** the label of the button that shows more or fewer; empty if there is none */
  more: string;
  /** whose calculation is shown */
  side: 0 | 1;
  ranks: RanksView;
  comparison: SideComparison;
}
