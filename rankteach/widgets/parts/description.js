// A number in words: where it is, its value, and what it is made of. It does not give away what the learner predicts:
// `hidden` has the keys of those cells.

import { keyOf, resultOf } from "./places.js";

/** @import { Place, TraceView } from "../protocol.d.ts" */
/** @import { Cell } from "../frame/types.d.ts" */

const MOST_VALUES = 4; // of one column that are listed one by one
/** @type {Record<string, string>} */
const MARKS = { "●": "yes", "○": "no", "": "nothing" };

/** @type {(trace: TraceView, cell: Cell, origins: Place[], hidden: Set<string>) => string} */
export function describeOrigins(trace, cell, origins, hidden) {
  const [table, column, row] = cell;
  if (row === undefined) {
    const names = origins.map(([t, c]) => titleOf(trace, t, c));
    const here = titleOf(trace, table, column);
    return names.length ? `${here} is made of ${listed(names)}.` : `${here} is given, not calculated.`;
  }
  const here = describeCell(trace, cell, hidden);
  const given = origins.length && origins.every(([t, c]) => t >= 0 && trace.tables[t].heads[c].kind === "name");
  if (given) return `${here}, as given for ${listed(origins.map(([t, c, first]) => valueAt(trace, [t, c, first], hidden)))}.`;
  if (origins.length) return `${here}, made of ${listed(origins.map((one) => describePlace(trace, one, hidden)))}.`;
  const how = table < 0 ? "given" : trace.tables[table].heads[column].origin;
  return `${here}: ${{ given: "given, not calculated", query: "a calculation of its own", calculated: "a fixed number" }[how]}.`;
}

/** @type {(trace: TraceView, cell: Cell, results: Place[], hidden: Set<string>) => string} */
export function describeItem(trace, cell, results, hidden) {
  const [table, column, row = 0] = cell;
  const value = valueAt(trace, cell, hidden);
  const [at, title] = [`${trace.tables[table].row} ${rowLabel(trace, table, row)}`, titleOf(trace, table, column)].map(capital);
  const isHere = (/** @type {Place} */ [t, , first, last]) => t === table && first === row && last === row;
  const here = results.filter(isHere);
  const what = { yes: `${at} is relevant`, no: `${at} is not relevant` }[value ?? ""] ?? `${title} ${value} at ${at.toLowerCase()}`;
  if (value === "0" && here.some(([t, c]) => ["nothing", "0"].includes(valueAt(trace, [t, c, row], hidden) ?? ""))) {
    return `${what}, so nothing is gained here.`;
  }
  const uses = results.map((one) => {
    const name = isHere(one) ? `${titleOf(trace, one[0], one[1])} here` : describePlace(trace, one, hidden, 0);
    return one[0] < 0 ? name : `the ${name}`;
  });
  return `${what}. ${uses.length ? `That decides ${listed(uses)}` : "No number depends on it"}.`;
}

const capital = (/** @type {string} */ words) => words[0].toUpperCase() + words.slice(1);

/** @type {(trace: TraceView, cell: Cell, hidden: Set<string>) => string} */
function describeCell(trace, cell, hidden) {
  const value = valueAt(trace, cell, hidden);
  return nameOf(trace, cell) + (value === null ? "" : ` is ${value}`);
}

/** @type {(trace: TraceView, place: Place, hidden: Set<string>, most?: number) => string} */
function describePlace(trace, [table, column, first, last], hidden, most = MOST_VALUES) {
  const rows = Array.from({ length: last - first + 1 }, (_, step) => first + step);
  const values = rows.length <= most ? rows.map((row) => valueAt(trace, [table, column, row], hidden)) : [null];
  const shown = values.includes(null) ? "" : ` (${values.join(", ")})`;
  const several = table < 0 ? "" : `${trace.tables[table].row.replace(/y$/, "ie")}s`; // ranks, queries
  if (isLabel(trace, table, column) && several === "queries") return `the number of ${several} (${last + 1})`;
  if (first === last) return nameOf(trace, [table, column, first]) + shown;
  return `${titleOf(trace, table, column)} at ${several} ${rowLabel(trace, table, first)} to ${rowLabel(trace, table, last)}${shown}`;
}

/** @type {(trace: TraceView, table: number, column: number) => string} */
export function titleOf(trace, table, column) {
  if (table === -2) return trace.label;
  return table === -1 ? trace.scalars[column].name : trace.tables[table].heads[column].title || "value";
}

/** @type {(trace: TraceView, table: number, row: number) => string | number} */
const rowLabel = (trace, table, row) => trace.tables[table].rows[row]?.[0] ?? row + 1;

/** The label of a row has its value in its name: rank 3. @type {(trace: TraceView, table: number, column: number) => boolean} */
const isLabel = (trace, table, column) => table >= 0 && trace.tables[table].heads[column].kind === "row";

/** What a cell is called, or a whole column. @type {(trace: TraceView, cell: Cell) => string} */
export function nameOf(trace, [table, column, row]) {
  const title = titleOf(trace, table, column);
  if (table < 0 || row === undefined) return title;
  const label = rowLabel(trace, table, row);
  return isLabel(trace, table, column) ? `${title} ${label}` : `${title} at ${trace.tables[table].row} ${label}`;
}

/** A value in words; null where there is nothing to say. @type {(trace: TraceView, cell: Cell, hidden: Set<string>) => string | null} */
export function valueAt(trace, [table, column, row = 0], hidden) {
  if (hidden.has(keyOf(table, column, row))) return "?";
  if (table < 0) return (table === -2 ? resultOf(trace) : trace.scalars[column]).value;
  if (isLabel(trace, table, column)) return null;
  const { heads, rows } = trace.tables[table];
  const words = rows[row]?.[column] ?? null; // null: the row is not shown
  const before = words === "" && heads[column].grows ? rows.slice(0, row).findLastIndex((cells) => cells[column] !== "") : -1;
  if (before >= 0) return `still ${valueAt(trace, [table, column, before], hidden)}`;
  return words === null ? null : (MARKS[words] ?? words);
}

export function listed(/** @type {(string | null)[]} */ words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
