// Written by python -m tests.javascript.typescript from protocol.py: change that file; it explains the keys.

export interface Action {
  do: string;
  fractions?: boolean;
  digits?: number;
  column?: string | null;
  row?: number | null;
  typed?: string;
  given?: Array<string>;
  list?: number;
  item?: string;
  back?: boolean;
  to?: number;
  by?: number;
  items?: Array<string>;
  k?: number;
  card?: number;
  parameter?: string;
  value?: string | number;
  measure?: string;
  query?: string;
  n?: number;
  slides?: boolean;
  late?: Array<Record<string, unknown>>;
}

export type Place = [number, number, number, number];

export interface Option {
  value: string;
  words: string;
}

export interface Convention {
  words: string;
  parameter?: string;
  value?: string;
  options?: Array<Option>;
}

export interface Piece {
  math: string;
  depth: number;
}

export interface Formula {
  name: string;
  pieces: Array<Piece>;
}

export interface Head {
  title: string;
  of: string;
  math: string;
  kind: "row" | "mark" | "number" | "name";
  edge: boolean;
  origin: "given" | "calculated" | "query";
  grows: boolean;
  final: boolean;
}

export interface Table {
  heads: Array<Head>;
  rows: Array<Array<string>>;
  hidden: string;
  row: string;
  linked: boolean;
}

export interface TracedTable {
  heads: Array<Head>;
  rows: Array<Array<string>>;
  hidden: string;
  row: string;
  linked: boolean;
  origins: Array<Array<Array<[number, number, number, number]>>>;
}

export interface Scalar {
  name: string;
  value: string;
  origins: Array<[number, number, number, number]>;
}

export interface StepText {
  row: number;
  lead: string;
  text: string;
}

export interface DisplayView {
  fractions: boolean;
  digits: number;
}

export interface Verdict {
  column: string | null;
  row: number | null;
  typed: string;
  right: boolean | null;
  words: string;
}

export interface Comparison {
  words: Array<string>;
  table: Table | null;
}

export interface Calculation {
  label: string;
  title: string;
  line: string;
  meaning: string;
  conventions: Array<Convention>;
  formula: Formula;
  tables: Array<TracedTable>;
  scalars: Array<Scalar>;
  steps: Array<StepText>;
  closing: string;
  item: [number, number] | null;
  display: DisplayView;
}

export interface TraceView {
  label: string;
  title: string;
  line: string;
  meaning: string;
  conventions: Array<Convention>;
  formula: Formula;
  tables: Array<TracedTable>;
  scalars: Array<Scalar>;
  steps: Array<StepText>;
  closing: string;
  item: [number, number] | null;
  display: DisplayView;
  digits: Array<number>;
  verdict: Verdict | null;
  comparison: Comparison | null;
}

export interface StepFormula {
  math: string;
}

export interface CodeLine {
  text: string;
  ran: boolean;
  makes: Array<string>;
}

export interface Worked {
  steps: Array<Array<StepFormula>>;
  code: Array<CodeLine>;
}

export interface Formulas {
  steps: Array<Array<StepFormula>>;
  code: Array<CodeLine>;
  n: number;
}

export interface ValueView {
  key: number;
  label: string;
  title: string;
  value: string;
  exact: string;
  way: "up" | "down" | "";
  better: boolean;
  change: string;
  chosen: boolean;
}

export interface CardView {
  key: number;
  label: string;
  title: string;
  value: string;
  exact: string;
  way: "up" | "down" | "";
  better: boolean;
  change: string;
  chosen: boolean;
  points: Array<number>;
  start: Array<number>;
  at: number | null;
}

export interface CutoffView {
  value: number;
  most: number;
}

export interface Graded {
  mark: string;
  state: "on" | "off" | "open" | "";
  pips: [number, number] | null;
}

export interface ListRow {
  mark: string;
  state: "on" | "off" | "open" | "";
  pips: [number, number] | null;
  item: string;
  score: string;
}

export interface SwapView {
  items: Array<string>;
  words: string;
  busy: boolean;
}

export interface MoveView {
  value: string;
  share: number;
}

export interface ListView {
  rows: Array<ListRow>;
  binary: boolean;
  scored: boolean;
  cut: number | null;
  cuts: boolean;
  hidden: string;
  more: string;
  missed: string;
  swap: SwapView | null;
  moves: Array<MoveView> | null;
}

export interface CurveListView {
  rows: Array<ListRow>;
  binary: boolean;
  scored: boolean;
  cut: number | null;
  cuts: boolean;
  hidden: string;
  more: string;
  missed: string;
  swap: SwapView | null;
  moves: Array<MoveView> | null;
  words: string;
}

export interface ComparedItem {
  item: string;
  way: "up" | "down" | "level" | "only" | "";
  shift: string;
  words: string;
}

export interface LineView {
  item: string;
  kind: "same" | "opposite" | "apart" | "up" | "down" | "level" | "only";
}

export interface SessionView {
  calculation: number;
  done: number;
  code: string;
  undo: boolean;
  redo: boolean;
}

export interface StepsView {
  announcement: string;
  trace: TraceView;
}

export interface QueryDot {
  query: string;
  at: number | null;
  second: number | null;
  way: "better" | "worse" | "level" | "";
  words: string;
}

export interface QueriesView {
  value: string;
  measure: string;
  runs: Array<string>;
  dots: Array<QueryDot>;
  ends: Array<string>;
  why: string;
  note: string;
}

export interface ConditionView {
  words: string;
  met: boolean;
  far: string;
}

export interface GoalView {
  conditions: Array<ConditionView>;
  reached: boolean;
  status: string;
}

export interface MeasuresView {
  announcement: string;
  trace: TraceView;
  cards: Array<CardView>;
  cutoff: CutoffView | null;
  changed: boolean;
  goal: GoalView | null;
}

export interface ExplorerView {
  announcement: string;
  trace: TraceView;
  cards: Array<CardView>;
  cutoff: CutoffView | null;
  changed: boolean;
  goal: GoalView | null;
  list: ListView;
  queries?: QueriesView;
}

export interface QueryListView {
  query: string;
  rows: Array<ListRow>;
  more: boolean;
  below: string;
  value: ValueView;
  out: boolean;
  counts: boolean;
}

export interface QueryListsView {
  announcement: string;
  trace: TraceView;
  cards: Array<CardView>;
  cutoff: CutoffView | null;
  changed: boolean;
  goal: GoalView | null;
  lists: Array<QueryListView>;
  query: string;
  binary: boolean;
  cut: number | null;
  cuts: boolean;
  note: string;
  more: string;
}

export interface SpreadView {
  relevant: Array<Array<number>>;
  others: Array<Array<number>>;
  axis: string;
}

export interface ThresholdView {
  value: number;
  words: string;
  above: string;
  ends: Array<number>;
  places: Array<number>;
  spread: SpreadView;
}

export interface AxisView {
  name: string;
  tick: string;
}

export interface ChartView {
  key: number;
  label: string;
  title: string;
  value: string;
  exact: string;
  way: "up" | "down" | "";
  better: boolean;
  change: string;
  chosen: boolean;
  curve: string;
  across: AxisView;
  up: AxisView;
  words: string;
  none: boolean;
  points: Array<Array<number>>;
  line: Array<Array<number>>;
  chance: Array<Array<number>>;
  levels: Array<Array<number>>;
}

export interface CountView {
  name: string;
  full: string;
  count: number;
}

export interface MatrixRow {
  head: string;
  of: string;
  cells: Array<CountView>;
  all: number;
}

export interface RateView {
  name: string;
  full: string;
  says: string;
  math: string;
  nothing: string;
  words: string;
}

export interface CurvesView {
  announcement: string;
  trace: TraceView;
  list: CurveListView;
  changed: boolean;
  threshold: ThresholdView;
  charts: Array<ChartView>;
  matrix: Array<MatrixRow>;
  rates: Array<RateView>;
  note: string;
  linked: boolean;
}

export interface ComparedList {
  rows: Array<ComparedItem>;
  below: string;
}

export interface PairView {
  items: [string, string];
  kind: "same" | "opposite" | "single";
  words: string;
}

export interface PairCount {
  kind: "same" | "opposite" | "single";
  count: number;
  words: string;
}

export interface PairsView {
  items: Array<string>;
  list: Array<PairView>;
  counts: Array<PairCount>;
  words: string;
}

export interface AgreementView {
  announcement: string;
  trace: TraceView;
  cards: Array<CardView>;
  cutoff: CutoffView | null;
  changed: boolean;
  goal: GoalView | null;
  first: ComparedList;
  second: ComparedList;
  cut: number | null;
  cuts: boolean;
  lines: Array<LineView>;
  pairs: PairsView;
  by_pairs: boolean;
  note: string;
}

export interface NumberView {
  value: string;
  exact: string;
}

export interface StandingView {
  key: number;
  label: string;
  title: string;
  chosen: boolean;
  values: Array<NumberView>;
  difference: NumberView;
  ahead: 0 | 1 | null;
  verdict: string;
  words: string;
}

export interface SharedItem {
  mark: string;
  state: "on" | "off" | "open" | "";
  pips: [number, number] | null;
  item: string;
  way: "up" | "down" | "level" | "only" | "";
  shift: string;
  words: string;
}

export interface SharedList {
  rows: Array<SharedItem>;
  more: boolean;
  retrieved: string;
  below: string;
}

export interface RankSide {
  mark: string;
  state: "on" | "off" | "open" | "";
  pips: [number, number] | null;
  item: string;
  adds: string;
  share: number;
}

export interface RankRow {
  rank: string;
  sides: Array<RankSide>;
  difference: string;
  total: string;
}

export interface RanksView {
  words: string;
  rows: Array<RankRow>;
  end: Array<string>;
}

export interface SideComparison {
  words: Array<string>;
  table: Table | null;
  rows: Array<number>;
}

export interface SideBySideView {
  announcement: string;
  trace: TraceView;
  cards: Array<StandingView>;
  cutoff: CutoffView | null;
  changed: boolean;
  goal: GoalView | null;
  binary: boolean;
  cut: number | null;
  cuts: boolean;
  first: SharedList;
  second: SharedList;
  linked: boolean;
  lines: Array<LineView>;
  note: string;
  more: string;
  side: 0 | 1;
  ranks: RanksView;
  comparison: SideComparison;
}

export interface QuestionView {
  announcement: string;
  text: string;
  kind: "number" | "choice" | "choices" | "order" | "text";
  label: string;
  items: Array<string>;
  given: Array<string>;
  right: boolean | null;
  feedback: string;
  hints: Array<string>;
  more: string;
  answer: string;
  because: string;
  worked: Calculation | null;
}
