// What every number is made of. A table's `origins` hold, for each row and column, places [table, column, first row,
// last row]. Table -1 holds the numbers without rows (`scalars`), table -2 is the value.

/** @import { Place, TraceView } from "../protocol.d.ts" */
/** @import { Cell } from "../frame/types.d.ts" */

export const VALUE = "-2.0.0"; // the key of the value itself

/** The key of a cell. @type {(table: number, column: number, row: number) => string} */
export const keyOf = (table, column, row) => `${table}.${column}.${row}`;

/** The cell that has a key. @param {string} key */
export const cellOf = (key) => /** @type {Cell} */ (key.split(".").map(Number));

/** The last of the numbers without rows is the value. @param {TraceView} trace */
export const resultOf = ({ scalars }) => scalars[scalars.length - 1];

/** What a cell is made of. @param {TraceView} trace @param {Cell} cell @returns {Place[]} */
export function originsAt(trace, [table, column, row]) {
  if (table === -2) return resultOf(trace).origins;
  if (table === -1) return trace.scalars[column].origins;
  if (row === undefined) return trace.tables[table].origins[0]?.[column] ? columnsOf(trace, table, column) : [];
  return trace.tables[table].origins[row]?.[column] ?? [];
}

/** A letter represents a whole column: it is made of whole columns. @type {(trace: TraceView, table: number, column: number) => Place[]} */
function columnsOf(trace, table, column) {
  const all = trace.tables[table].origins.flatMap((row) => row[column]);
  const cells = new Map(all.map(([t, c]) => [keyOf(t, c, 0), [t, c]]));
  return [...cells.values()].map(([t, c]) => wholeColumn(trace, [t, c]));
}

/** Each cell and each number without rows by its key, with its places. @param {TraceView} trace @returns {Generator<[string, Place[]]>} */
export function* everyOrigin(trace) {
  for (const [table, { origins }] of trace.tables.entries()) {
    for (const [row, cells] of origins.entries()) {
      for (const [column, places] of cells.entries()) yield [keyOf(table, column, row), places];
    }
  }
  for (const [number, { origins }] of trace.scalars.slice(0, -1).entries()) yield [keyOf(-1, number, 0), origins];
  yield [VALUE, resultOf(trace).origins];
}

/** What is made of a cell directly; neighbours in a column are one place. @param {TraceView} trace @param {Cell} cell */
export function madeOf(trace, cell) {
  /** @type {Place[]} */
  const results = [];
  for (const [key, places] of everyOrigin(trace)) {
    if (!places.some((place) => within(cell, place))) continue;
    const [table, column, row = 0] = cellOf(key);
    const before = results.find(([t, c, , last]) => t === table && c === column && last === row - 1);
    if (before) before[3] = row;
    else results.push([table, column, row, row]);
  }
  return results;
}

/** Everything that some places are made of, and so on to what is given. @param {TraceView} trace @param {Place[]} places */
export function behind(trace, places) {
  /** @type {Map<string, Place>} */
  const cells = new Map();
  const pending = [...places];
  for (let place = pending.pop(); place; place = pending.pop()) {
    const [table, column, first, last] = place;
    for (let row = first; row <= last; row += 1) {
      const key = keyOf(table, column, row);
      if (cells.has(key)) continue;
      cells.set(key, [table, column, row, row]);
      pending.push(...originsAt(trace, [table, column, row]));
    }
  }
  return [...cells.values()];
}

/** The place of a whole column. @param {TraceView} trace @param {Cell} cell @returns {Place} */
export const wholeColumn = (trace, [table, column]) => [table, column, 0, (trace.tables[table]?.rows.length ?? 1) - 1];

/** Whether a cell is in a place. @param {Cell} cell @param {Place} place */
export function within([table, column, row], [t, c, first, last]) {
  return table === t && column === c && row !== undefined && first <= row && row <= last;
}
