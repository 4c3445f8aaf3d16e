// The metric's own lines of Python. Those are lit that make what is asked about, or what the step shows.

import { titleOf } from "./description.js";
import { byPlace, keyed, make, write } from "../frame/elements.js";
import { reveal } from "../frame/movement.js";

/** @import { CodeLine } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

/** @param {Surface} surface */
export function drawCode({ asked: { cell }, formulas: { code }, player: { at, python }, trace, view }) {
  const [table] = view.trace.tables;
  const calculated = ({ origin }, column) => origin !== "given" && table.rows[at - 1]?.[column];
  const shown = () => at > view.trace.steps.length ? [view.trace.label] : table.heads.filter(calculated).map(({ title }) => title);
  const lit = cell ? [titleOf(view.trace, cell[0], cell[1])] : at ? shown() : [];
  python.hidden = !code.length;
  keyed(trace.code, code, byPlace, () => make("li"), (node, /** @type {CodeLine} */ { text, ran, makes }) => {
    write(node, text);
    node.className = ran ? "" : "rt-skipped";
    node.ariaCurrent = lit.some((title) => makes.includes(title)) ? "step" : null;
  });
  const first = trace.code.querySelector("[aria-current]");
  if (first) reveal(trace.code, first);
}
