// What the modules of the surfaces share, for who reads and checks them. The parts of a view are in protocol.d.ts.

import type { Action, Formulas, GoalView, Option, SessionView, StepsView } from "../protocol.d.ts";

/** What anywidget gives to a widget's module. */
export interface Model {
  get(name: string): any;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(message: object): void;
  on(event: string, callback: (...values: any[]) => void): void;
  off(event: string, callback: (...values: any[]) => void): void;
}

/** A surface while it is shown. What build puts into it besides, its draw finds there. */
export interface Surface<V extends { announcement: string } = StepsView> {
  /** what Python sends, with the menu of measures, which comes apart from the rest */
  view: V & SessionView & { menu: Option[]; changed?: boolean; goal?: GoalView | null };
  formulas: Formulas;
  /** those of items and queries, by their names */
  titles: Record<string, string>;
  /** sends an action */
  dispatch(action: Action): void;
  /** sends an action of a hand that goes on moving: of several in a row only the last counts */
  slide(action: Action): void;
  /** whether Python still owes an answer: then a slider is ahead of the view */
  waits(): boolean;
  /** the element in focus */
  focused(): HTMLElement | null;
  /** lists of nodes that represent the rows of the calculation */
  rows(): HTMLElement[][];
  /** the current row, from 1 */
  row: number | null;
  player: Player;
  [part: string]: any;
}

export interface Player {
  /** the step: 1 to n are the rows, n + 1 is the value, null shows everything */
  at: number | null;
  timer: ReturnType<typeof setInterval> | null;
  /** what the learner predicts: "", "value", "next" or "column NAME" */
  quiz: string;
  /** keys of cells that are shown again */
  open: Set<string>;
  /** keys of cells that are hidden */
  hidden: Set<string>;
  [part: string]: any;
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
