// What is hidden while the learner predicts: the value, each next step, or a column, and everything that would give it
// away. This is decided here, from what every cell is made of, so that a prediction needs no kernel to be revealed.

import { everyOrigin, keyOf, VALUE, resultOf } from "./places.js";

/** @import { Head, Place, TraceView } from "../protocol.d.ts" */
/** @import { Player, Question } from "../frame/types.d.ts" */

/** What can be predicted: what is calculated, but for grades, which everybody sees. @param {Head} head */
export const isAsked = (head) => head.origin === "calculated" && head.kind === "number";

/** The keys of the cells to predict, and of all that is made of them. @param {TraceView} trace @param {Player} player */
export function hiddenCells(trace, player) {
  const { open } = player;
  /** @type {Set<string>} */
  const hidden = new Set();
  if (!player.quiz || !trace.tables.length || (player.quiz === "value" && open.has(VALUE))) return hidden;
  for (const key of cellsToPredict(trace, player)) if (!open.has(key)) hidden.add(key);
  const shows = (/** @type {Place} */ [table, column, first, last]) => {
    for (let row = first; row <= last; row += 1) if (hidden.has(keyOf(table, column, row))) return false;
    return true;
  };
  for (let before = -1; before < hidden.size; ) {
    before = hidden.size;
    for (const [key, places] of everyOrigin(trace)) if (!open.has(key) && !places.every(shows)) hidden.add(key);
  }
  return hidden;
}

/** @param {TraceView} trace @param {Player} player @returns {string[]} */
function cellsToPredict(trace, { quiz, at }) {
  if (quiz === "value") return [VALUE, ...valueCells(trace)];
  const [{ heads, rows }] = trace.tables;
  const asks = (/** @type {Head} */ head, /** @type {string} */ words, /** @type {number} */ row) =>
    quiz === "next" ? isAsked(head) && row + 1 >= (at ?? 1) : quiz === `column ${head.title}` && words !== "";
  return rows.flatMap((cells, row) =>
    cells.flatMap((words, column) => (asks(heads[column], words, row) ? [keyOf(0, column, row)] : [])),
  );
}

/** Cells that show the value: the last of a column that it is taken from, or of the measure at every k. @param {TraceView} trace */
function valueCells(trace) {
  const [{ heads, rows }] = trace.tables;
  const { origins } = resultOf(trace);
  const only = origins.length === 1 && origins[0][0] === 0 ? origins[0][1] : null;
  const last = (/** @type {number} */ column) => rows.findLastIndex((cells) => cells[column] !== ""); // where nothing is added the cell is empty
  return heads.flatMap((head, column) => (head.final || column === only ? [keyOf(0, column, last(column))] : []));
}

/** Whether a row's sentence would give away what is hidden. @type {(trace: TraceView, row: number, hidden: Set<string>) => boolean} */
export function givesAway(trace, row, hidden) {
  return (trace.tables[0]?.heads ?? []).some((_, column) => hidden.has(keyOf(0, column, row)));
}

// The question: the value, or a cell of the current row; null if nothing there is hidden. Of a whole step it is what
// the step leads to: the last column that grows, or else the last.
/** @param {TraceView} trace @param {Player} player @returns {Question | null} */
export function questionOf(trace, { quiz, at, hidden }) {
  if (quiz === "value") return hidden.has(VALUE) ? { key: VALUE, column: null, row: null, words: trace.label } : null;
  const [table] = trace.tables;
  if (!table || at === null || at > trace.steps.length) return null;
  const cells = table.rows[at - 1];
  const key = (/** @type {number} */ column) => keyOf(0, column, at - 1);
  const asked = table.heads.filter((head, column) => isAsked(head) && hidden.has(key(column)) && cells[column] !== "");
  const head = quiz === "next"
    ? (asked.findLast((one) => one.grows) ?? asked.at(-1))
    : asked.find((one) => quiz === `column ${one.title}`);
  if (!head) return null;
  const { title } = head;
  const words = title.endsWith("@i") ? title.replace("@i", `@${at}`) : `${title} at ${table.row} ${cells[0]}`;
  return { key: key(table.heads.indexOf(head)), column: title, row: at, words };
}
