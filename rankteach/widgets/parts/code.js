// The metric's own lines of Python: those that calculate, the rest unfolds. Those are lit that make what is asked about,
// or what the step shows.

import { titleOf } from "./description.js";
import { make, makeChildren, quiet, write } from "../frame/elements.js";
import { reveal } from "../frame/movement.js";

/** @import { CodeLine } from "../protocol.d.ts" */
/** @import { Calculation, Cell } from "../frame/types.d.ts" */

export function makeCode(/** @type {Calculation} */ { surface, player }) {
  const node = make("ol", { class: "rt-code", "aria-label": "Python", tabindex: 0 });
  /** @type {string[]} */
  let lit = [];
  const drawLines = makeChildren(node, () => {
    const line = make("li");
    const draw = (/** @type {CodeLine} */ { text, ran, makes }) => {
      write(line, text);
      line.className = ran ? "" : "rt-skipped";
      line.ariaCurrent = lit.some((title) => makes.includes(title)) ? "step" : null;
    };
    return { node: line, draw };
  });
  let folded = true;
  const unfold = quiet("", () => {
    folded = !folded;
    draw(null);
  });
  const more = make("li", { class: "rt-more" }, unfold);
  node.append(more);
  /** The titles of what a step shows. @param {number} at */
  const shown = (at) => {
    const { label, steps, tables: [table] } = surface.view.trace;
    if (at > steps.length) return [label];
    return table.heads.filter(({ origin }, column) => origin !== "given" && table.rows[at - 1]?.[column]).map(({ title }) => title);
  };
  /** @param {Cell | null} cell that is asked about */
  const draw = (cell) => {
    const { code } = surface.formulas;
    lit = cell ? [titleOf(surface.view.trace, cell[0], cell[1])] : player.at ? shown(player.at) : [];
    const core = coreOf(code);
    drawLines(folded ? core : code);
    more.hidden = core.length === code.length;
    write(unfold, folded ? `Show all ${code.length} lines` : "Show the lines that calculate");
    const first = /** @type {HTMLElement | null} */ (node.querySelector("[aria-current]"));
    if (first && !node.hidden) reveal(node, first);
  };
  return { node, draw };
}

/** The lines that calculate: those that make a column or the value, and those that make what these use. @param {CodeLine[]} code */
export function coreOf(code) {
  const made = code.filter(({ makes }) => makes.length).map(({ text }) => text).join("\n");
  const names = (/** @type {string} */ text) => text.match(/^\s*([\w, ]+?) = /)?.[1].split(", ") ?? [];
  const used = (/** @type {string} */ name) => new RegExp(`\\b${name}\\b`).test(made);
  return code.filter(({ text, ran, makes }) => ran && (text.startsWith("def ") || makes.length || names(text).some(used)));
}
