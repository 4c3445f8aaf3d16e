// The calculation of one measure: what it is called, its conventions, the formula, the tables and the sentences. The
// current row is local to the browser: marking it needs no kernel.

import { makeCode } from "./code.js";
import { arrowStep, ifNew, make, makeChildren, makeFold, makeMenu, makeText, setTabStop, write, writeOrHide } from "../frame/elements.js";
import { revealRow } from "../frame/movement.js";
import { makeOrigins, nameTerms, onCellKey } from "./origins.js";
import { makePlayer } from "./player.js";
import { makeFormula, makeTable } from "./table.js";

/** @import { Comparison, Convention, StepText, TracedTable, TraceView } from "../protocol.d.ts" */
/** @import { Calculation, Drawn, Surface } from "../frame/types.d.ts" */

/** @typedef {{ announcement: string, trace: TraceView }} TracedView */

/**
 * What a surface says of the rows of its calculation.
 *
 * @typedef {object} Links
 * @property {() => Element[][]} [rows] its own nodes that represent them, each list in their order: items, points
 * @property {() => Element[][]} [items] its lists, if they are not among those
 * @property {(row: number | null) => void} [marked] draws what else depends on the current row
 * @property {(row: number | null) => void} [onRow] what choosing a row does, unless it is to mark it
 */

/** @param {Surface<TracedView>} surface @param {Links} links */
export function makeTrace(surface, links = {}) {
  const title = make("h4", { class: "rt-title" });
  const line = make("p", { class: "rt-line" });
  const formula = makeFormula("rt-formula");
  const comparison = makeComparison("rt-comparison");
  const tables = make("div", { class: "rt-tables" });
  const steps = make("ol", { class: "rt-steps", "aria-label": "Step by step" });
  const scroller = make("div", { class: "rt-rows rt-scroll" }, comparison.node, tables, steps);
  const node = make("div", { class: "rt-trace", role: "group", "aria-label": "Calculation" });
  const lines = (/** @type {number} */ table) => drawn[table]?.lines() ?? [];
  const linked = links.rows ?? (() => []);

  /** Marks a row in the table, among the sentences, and in the surface's own nodes; null for no row. @param {number | null} row */
  const mark = (row) => {
    const moved = row !== player.row;
    player.row = row;
    for (const nodes of [lines(0), [...steps.children]]) {
      markNode(nodes, row);
      const last = player.at !== null && row === null; // at the end
      setTabStop(nodes, last ? nodes.at(-1) : nodes[(row ?? 0) - 1]);
    }
    // where the rows of the table are not the items, those are not marked
    const rows = surface.view.trace.tables[0]?.linked ? row : null;
    for (const nodes of linked()) markNode(nodes, rows);
    const current = lines(0)[(row ?? 0) - 1];
    if (moved && current) revealRow(scroller, current);
    links.marked?.(row);
  };

  /** @type {Calculation["player"]} */
  const player = { at: null, quiz: "", open: new Set(), hidden: new Set(), row: null };
  /** @type {Calculation} */
  const calculation = {
    surface,
    node,
    player,
    formula,
    lines,
    scroller,
    linked,
    mark,
    items: links.items ?? linked,
    sentences: () => [...steps.children],
    cellAt: ([table, column, row]) => lines(table)[row ?? 0]?.cells[column],
    placeOf: (cell) => {
      const row = /** @type {HTMLTableRowElement} */ (cell.parentNode);
      return [drawn.findIndex((one) => one.node.contains(cell)), cell.cellIndex, row.sectionRowIndex];
    },
  };
  const code = makeCode(calculation);
  const origins = makeOrigins(calculation, code.draw);
  // what the value means for this list, once all of it is shown; before, what the measure measures
  const walk = makePlayer(calculation, (all) => {
    const { trace } = surface.view;
    write(line, all ? trace.meaning : trace.line);
    line.title = line.textContent ?? "";
    if (!origins.askAgain()) code.draw(null);
  });

  /** Chooses a row: a walk goes there, else it becomes the current one, unless the surface does something else with it. @param {number | null} row */
  const pick = (row) => {
    if (player.at !== null) walk.goTo(row ?? player.at);
    else if (links.onRow) links.onRow(row);
    else mark(row);
  };
  /** For a click on a node: if it represents a row, that is chosen. @param {EventTarget | null} target @param {Element[]} nodes */
  const pickAt = (target, nodes) => {
    const row = nodes.findIndex((one) => one.contains(/** @type {Node} */ (target))) + 1;
    if (row) pick(player.row === row ? null : row);
  };
  /** For a key that is pressed in a node that represents a row. @param {KeyboardEvent} event @param {HTMLElement[]} nodes */
  const pickByKey = (event, nodes) => {
    if (onCellKey(event)) return;
    const here = nodes.indexOf(/** @type {HTMLElement} */ (event.target));
    if (here < 0) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(player.row === here + 1 ? null : here + 1);
    }
    const to = arrowStep(event, nodes, here);
    if (to) pick(nodes.indexOf(to) + 1);
  };
  const rowsIn = [[tables, () => lines(0)], [steps, () => /** @type {HTMLElement[]} */ ([...steps.children])]];
  for (const [place, nodes] of /** @type {[HTMLElement, () => HTMLElement[]][]} */ (rowsIn)) {
    place.addEventListener("keydown", (event) => pickByKey(event, nodes()));
    place.addEventListener("click", ({ target }) => pickAt(target, nodes()));
  }

  // --- what it consists of ------------------------------------------------------------------------------------

  const conventions = make("div", { class: "rt-conventions" });
  const drawConventions = makeChildren(
    conventions,
    (/** @type {Convention} */ one) => makeConvention(surface, one),
    (one, place) => (one.options ? `choose ${one.parameter}` : place),
  );
  const makeOneTable = () => {
    const table = makeTable();
    const hidden = make("p", { class: "rt-soft rt-note" });
    const draw = (/** @type {TracedTable} */ data) => {
      table.draw(data, surface.titles, same);
      writeOrHide(hidden, data.hidden);
    };
    return { node: make("div", {}, table.node, hidden), lines: table.lines, draw };
  };
  const drawTables = makeChildren(tables, makeOneTable);
  let drawn = drawTables([]);
  const drawSteps = makeChildren(steps, makeStep, ({ row }) => row);
  const drawTitle = ifNew((/** @type {string[]} */ [label, words]) => title.replaceChildren(make("b", {}, label), words));
  const python = makeFold("Python", code.node, "The lines that calculate this measure");
  const inWords = makeFold("In words", steps, "Every step in a sentence");
  inWords.classList.add("rt-in-words");
  const named = makeFold("Conventions", conventions, "What this measure counts, and what else it could count");
  walk.choices.append(python, inWords, named);
  const head = make("div", { class: "rt-head" }, title, line);
  const both = make("div", { class: "rt-both" }, scroller, code.node);
  node.append(head, formula.node, walk.node, conventions, both, ...origins.nodes); // unfolded below its button: Tab leads on to it

  let shape = ""; // of what is drawn
  let same = false; // whether it has had that shape before: then new numbers are highlighted
  const draw = (/** @type {Drawn<TracedView>} */ { trace }) => {
    const before = shape;
    shape = trace.label + trace.tables.map((table) => table.heads.length);
    same = shape === before;
    drawTitle([trace.label, trace.title]);
    const focused = conventions.contains(surface.focused()) ? surface.focused() : null;
    drawConventions(trace.conventions);
    if (focused?.isConnected) focused.focus({ preventScroll: true });
    formula.draw(trace.formula);
    nameTerms(formula.node, trace);
    drawn = drawTables(trace.tables);
    comparison.draw(trace.comparison, surface.titles);
    drawSteps(trace.steps);
    python.hidden = !surface.formulas.code.length;
    walk.draw();
    const changed = tables.querySelector(".rt-changed")?.closest("tr");
    if (changed) revealRow(scroller, changed);
  };
  const drawFormulas = () => {
    python.hidden = !surface.formulas.code.length;
    walk.drawFormulas();
    if (!origins.askAgain()) code.draw(null);
  };
  return { node, slow: true, draw, drawFormulas, step: walk.step, player, tables, scroller, mark, pickAt, pickByKey };
}

/** Marks the node of a row, from 1, among those that represent rows; null for none. @param {Element[]} nodes @param {number | null} row */
export function markNode(nodes, row) {
  for (const [place, node] of nodes.entries()) {
    const current = place + 1 === row;
    if (node.classList.contains("rt-now") === current) continue;
    node.classList.toggle("rt-now", current);
    node.ariaCurrent = current ? "step" : null;
  }
}

function makeStep() {
  const [lead, words] = [make("b"), make("span")];
  const draw = (/** @type {StepText} */ step) => {
    write(lead, step.lead);
    write(words, step.text);
  };
  return { node: make("li", { tabindex: -1 }, lead, words), draw };
}

/** Sentences, and a table of the columns that differ. @param {string} look its class */
export function makeComparison(look) {
  const words = make("div");
  const table = makeTable();
  const compared = make("div", { class: "rt-compared" }, table.node);
  const node = make("div", { class: look }, words, compared);
  const drawWords = makeChildren(words, () => makeText(make("p")));
  /** @param {Comparison | null} comparison @param {Record<string, string>} titles */
  const draw = (comparison, titles) => {
    node.hidden = !comparison;
    if (!comparison) return;
    drawWords(comparison.words);
    compared.hidden = !comparison.table;
    if (comparison.table) table.draw(comparison.table, titles);
  };
  return { node, lines: table.lines, draw };
}

/** @param {Surface<TracedView>} surface @param {Convention} convention */
function makeConvention(surface, { parameter = "", options }) {
  if (!options) {
    const node = make("span");
    return { node, draw: (/** @type {Convention} */ { words }) => write(node, words) };
  }
  const menu = makeMenu(parameter, (value) => surface.dispatch({ do: "convention", parameter, value }), "");
  const draw = (/** @type {Convention} */ { words, value = "", options: all = [] }) => {
    menu.node.title = words;
    // a function or table of the user's own has no name in the menu: it is the first option
    menu.draw(value ? all : [{ value, words }, ...all], value);
  };
  return { node: make("span", {}, menu.node), draw };
}
