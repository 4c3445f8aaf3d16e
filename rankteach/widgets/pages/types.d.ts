// What a saved page keeps of a surface, for who reads and checks the scripts of pages; recorder.py explains it.

import type { Action, MoveView, SwapView } from "../protocol.d.ts";
import type { Model } from "../frame/types.d.ts";

/** Lists or mappings of one kind, in columns of differences. */
export type Group = [keys: string[] | null, count: number, columns: number[][]];

/** For each state the way to another one, the turned order, the words, the news and the best swap; nulls where there is none. */
export type Edge = number[][];

export interface Table {
  arrangement: string;
  leaves: unknown[];
  groups: Group[];
  views: number[];
  formulas: number[];
  edges: Record<string, Edge>;
  orders: (number[] | null)[];
  start: number;
  order: number[];
  called: boolean;
  names: string[];
  signs: string;
  quoted: string[];
  implied: string;
  /** what of every view is another than that of the signs */
  own: { linked?: boolean; note?: string };
  /** the first place, and the number, of the items of each list */
  spans: Record<string, [number, number]>;
  /** whether Python names the items after an action that leads to one list, whatever was before */
  anew: Record<string, boolean>;
  reorder: string[];
  titles: Record<string, string>;
  titled: string;
}

/** Where the page is. */
export interface Place {
  state: number;
  order: number[];
  announcement: string;
  swap: SwapView | null;
  called: boolean;
  moves?: MoveView[] | null;
}

/** A change that can be undone or redone. */
export interface Change {
  before: Place;
  announcement: string;
}

/** What Python answers: the traits of its widget. */
export interface Answer {
  view: string;
  formulas: string;
  error: string;
  menu: unknown[];
  titles: Record<string, string>;
}

/** An action with its number, and those before it that an answer was not waited for. */
export type Sent = Omit<Action, "late"> & { n: number; late?: Sent[] };

export type Ask = (action: Partial<Sent>) => void;

/** A model that answers from what was recorded. */
export interface PageModel extends Model {
  ask(ask: Ask): void;
  goOnAlone(): void;
  receive(answer: Answer): void;
}
