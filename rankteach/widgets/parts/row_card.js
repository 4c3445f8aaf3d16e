// A step on a narrow page: the row of the table as a card, with the name of each number, the number, and what it is made of.

import { make, makeChildren, makeMath, write } from "../frame/elements.js";
import { nameTerms } from "./origins.js";
import { keyOf } from "./places.js";

/** @import { Head, StepFormula } from "../protocol.d.ts" */
/** @import { Calculation } from "../frame/types.d.ts" */

/** @typedef {{ head: Head, words: string, from: string, math?: string, room: number, wide: boolean }} CardLine with room for a formula */

const FRACTIONS = [/./, /<mfrac/, /<mfrac>((?!.mfrac).)*<mfrac/]; // what makes a formula one line higher
const HALF = 17; // letters that half a line has room for, in every step
const SAID = /** @type {Record<string, string>} */ ({ "●": "yes", "○": "no", "": "–" });

export function makeRowCard(/** @type {Calculation} */ { surface, player }) {
  const node = make("dl", { class: "rt-row-card" });
  const drawLines = makeChildren(node, makeCardLine);
  /** @param {number | null} row from 0, or none @param {StepFormula[][]} worked the formulas of every step */
  const draw = (row, worked) => {
    const { trace } = surface.view;
    const [table] = trace.tables;
    const lines = row === null ? [] : table.rows[row].map((cell, column) => {
      const from = keyOf(0, column, row);
      const secret = player.hidden.has(from);
      const mathOf = (/** @type {StepFormula[]} */ all) => all.filter((one) => `${one.cell}` === `0,${column}`).map(({ math }) => math);
      const all = mathOf(worked.flat()).join("");
      const room = FRACTIONS.filter((one) => one.test(all)).length; // the same in every step
      const head = table.heads[column];
      const wide = head.kind === "name" || table.rows.some((one) => head.title.length + one[column].length > HALF);
      const math = secret ? "" : mathOf(worked[row] ?? [])[0];
      return { head, from, math, words: secret ? "?" : cell, room, wide };
    });
    for (const { node: line } of drawLines(lines.filter(({ head }) => head.kind !== "row"))) nameTerms(line, trace);
  };
  /** The number of a column. @param {number} column @param {number} row */
  const numberAt = (column, row) => node.querySelector(`dd > [data-from="${keyOf(0, column, row)}"]`);
  return { node, draw, numberAt };
}

function makeCardLine() {
  const [name, number, made] = [make("dt"), make("b"), make("span")];
  const formula = makeMath(made);
  const node = make("div", {}, name, make("dd", {}, number), make("dd", {}, made));
  const draw = (/** @type {CardLine} */ { head, words, from, math = "", room, wide }) => {
    write(name, head.title);
    write(number, head.kind === "name" ? words : (SAID[words] ?? words));
    number.dataset.from = from;
    formula.draw(math, 0);
    node.classList.toggle("rt-made", room > 0);
    node.style.setProperty("--rt-row", String(room));
    node.classList.toggle("rt-named", wide);
  };
  return { node, draw };
}
