// A step on a narrow page: the row of the table as a card: with the name of each number, the number, and what it is made of.

import { make, makeChildren, makeMath, write } from "../frame/elements.js";
import { nameTerms } from "./origins.js";
import { keyOf } from "./places.js";

/** @import { Head, StepFormula, TraceView } from "../protocol.d.ts" */
/** @import { Calculation } from "../frame/types.d.ts" */

/** @typedef {{ head: Head, words: string, made: boolean, math: string, from: string, trace: TraceView }} CardLine */

const SAID = /** @type {Record<string, string>} */ ({ "●": "yes", "○": "no", "": "–" });

export function makeRowCard(/** @type {Calculation} */ { surface, player }) {
  const node = make("dl", { class: "rt-row-card" });
  const drawLines = makeChildren(node, makeCardLine);
  /** @param {number | null} row from 0, or nothing @param {StepFormula[][]} worked the formulas of every step */
  const draw = (row, worked = []) => {
    if (row === null) {
      drawLines([]);
      return;
    }
    const { trace } = surface.view;
    const [{ heads, rows }] = trace.tables;
    const made = new Set(worked.flat().map(({ cell }) => String(cell))); // these have room for a formula in every step
    const lines = heads.map((head, column) => {
      const from = keyOf(0, column, row);
      const secret = player.hidden.has(from);
      const cell = `0,${column}`;
      const formula = secret ? undefined : worked[row]?.find((one) => String(one.cell) === cell);
      return { head, trace, from, words: secret ? "?" : rows[row][column], made: made.has(cell), math: formula?.math ?? "" };
    });
    drawLines(lines.filter(({ head }) => head.kind !== "row"));
  };
  /** The number of a column. @param {number} column @param {number} row */
  const numberAt = (column, row) => node.querySelector(`dd > [data-from="${keyOf(0, column, row)}"]`);
  return { node, draw, numberAt };
}

function makeCardLine() {
  const [name, number, made] = [make("dt"), make("b"), make("span")];
  const math = makeMath(made);
  const node = make("div", {}, name, make("dd", {}, number), make("dd", {}, made));
  const draw = (/** @type {CardLine} */ line) => {
    write(name, line.head.title);
    write(number, line.head.kind === "name" ? line.words : (SAID[line.words] ?? line.words));
    number.dataset.from = line.from;
    math.draw(line.math, 0);
    node.classList.toggle("rt-made", line.made);
    nameTerms(node, line.trace);
  };
  return { node, draw };
}
