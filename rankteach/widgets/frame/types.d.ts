// What the modules of the surfaces share, for who reads and checks them. The parts of a view are in protocol.d.ts.

import type { Action, Formulas, GoalView, Option, SessionView, TraceView } from "../protocol.d.ts";

/** What anywidget gives to a widget's module. */
export interface Model {
  get(name: string): any;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(message: object): void;
  on(event: string, callback: (...values: any[]) => void): void;
  off(event: string, callback: (...values: any[]) => void): void;
  widget_manager?: { get_model(id: string): Promise<any> }; // in a notebook
}

export interface Context {
  model: Model;
  el: ShadowRoot;
}

/** What the frame reads of a view. */
export interface View {
  announcement: string;
  trace?: Pick<TraceView, "verdict">;
  goal?: GoalView | null;
  changed?: boolean;
  fixed?: boolean;
  still?: "start" | "none";
}

/** A view as it is drawn, with the menu of measures, which comes apart from the rest. */
export type Drawn<V> = V & SessionView & { menu: Option[] };

/** A node, and what brings it up to date. */
export interface Part<D, N extends Element = HTMLElement> {
  node: N;
  draw(data: D, place: number): void;
}

/** A part of a surface: what the frame shows, and asks. */
export interface SurfacePart<V> {
  node: HTMLElement;
  draw(view: Drawn<V>): void;
  /** it takes long, and is not drawn while an answer is on its way */
  slow?: boolean;
  /** draws the formulas of the steps, which come after a view */
  drawFormulas?(): void;
  /** goes a step on or back, as a presenter asks */
  step?(by: 1 | -1): void;
  /** what takes the focus from a control that is gone */
  focusable?(): HTMLElement;
}

/** A surface while it is shown: what its parts ask of it, and what they know of each other. */
export interface Surface<V extends View = View> {
  root: HTMLElement;
  body: HTMLElement;
  view: Drawn<V>;
  formulas: Formulas;
  /** those of items and queries, by their names */
  titles: Record<string, string>;
  /** whether the learner predicts something */
  predicting: boolean;
  /** whether that is the value, which then nothing says */
  secret: boolean;
  /** what is held */
  drag: Drag | null;
  /** sends an action */
  dispatch(action: Action): void;
  /** sends an action of a hand that goes on moving: of several in a row only the last counts */
  slide(action: Action): void;
  /** whether Python still owes an answer: then a slider is ahead of the view */
  waits(): boolean;
  /** whether an action was sent at all */
  acted(): boolean;
  /** the element in focus */
  focused(): HTMLElement | null;
  /** gives the focus to something, where it had to leave a control */
  focusSomething(): void;
  /** tells those who listen; the same words again are told again */
  say(words: string): void;
  /** that the learner did something, such as "step" */
  did(what: string): void;
  /** is told what the learner did */
  heard: ((what: string) => void)[];
  /** shows a part of the surface, where only some are seen at a time */
  show(part: HTMLElement): void;
  /** fits formulas and what scrolls into their places, before the page is painted again */
  refit(): void;
  /** aborted when the surface is gone */
  over: AbortSignal;
}

/** What is held; it stays where something else than an item is, and the list is drawn anew. */
export interface Drag {
  cancel(): void;
  stays?: boolean;
}

/** The calculation in a surface, as its own parts know it. */
export interface Calculation {
  surface: Surface<{ announcement: string; trace: TraceView }>;
  node: HTMLElement;
  player: Player;
  /** the formula above the tables */
  formula: { node: HTMLElement; pieces(): Element[] };
  /** the rows of a table */
  lines(table: number): HTMLTableRowElement[];
  cellAt(cell: Cell): HTMLTableCellElement | undefined;
  /** the table, the column and the row of a cell */
  placeOf(cell: HTMLTableCellElement): Cell;
  /** the sentences of the steps */
  sentences(): Element[];
  /** what scrolls the rows */
  scroller: HTMLElement;
  /** nodes elsewhere in the surface that represent the rows, in the order of the table */
  linked(): Element[][];
  /** lists of items, in the order in which the calculation has their grades */
  items(): Element[][];
  /** makes a row the current one; null for none */
  mark(row: number | null): void;
}

/** What the learner sees of a calculation. */
export interface Player {
  /** the step: 1 to n are the rows, n + 1 is the value, null shows everything */
  at: number | null;
  /** what the learner predicts: "", "value", "next" or "column NAME" */
  quiz: string;
  /** keys of cells that are shown again */
  open: Set<string>;
  /** keys of cells that are hidden */
  hidden: Set<string>;
  /** the current row, from 1 */
  row: number | null;
}

/** The cell that the learner predicts. */
export interface Question {
  key: string;
  column: string | null;
  row: number | null;
  words: string;
}

/** A table, a column and a row; a column alone is a letter of the formula. */
export type Cell = [table: number, column: number, row?: number];

type Events<N> = {
  [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K] & { currentTarget: N; target: HTMLElement }) => void;
};

/** What an element is made with: attributes, and listeners such as onclick. */
export type Attributes<N> = Events<N> & { [name: string]: unknown };
