// The calculation of one measure: what it is called, its conventions, the formula, the tables and the sentences. The
// current row is local to the browser: marking it needs no kernel.

import { drawCode } from "./code.js";
import { byPlace, drawMenu, isNew, keyed, make, makeFold, makeMenu, walk, write, writeOrHide } from "../frame/elements.js";
import { revealRow } from "../frame/movement.js";
import { makeOrigins, nameTerms, onCellKey } from "./origins.js";
import { drawPlayer, goTo, makePlayer, onPlayerKey, viewPlayer } from "./player.js";
import { markRow, rowsOf } from "./rows.js";
import { drawFormula, drawTable } from "./table.js";

/** @import { Comparison, Convention, TraceView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

export function makeTrace(surface) {
  const title = make("h4", { class: "rt-title" });
  const line = make("p", { class: "rt-line" });
  const conventions = make("div", { class: "rt-conventions" });
  const formula = make("div", { class: "rt-formula" }, make("span"), make("div", { class: "rt-pieces" }));
  const tables = make("div", { class: "rt-tables" });
  const comparison = makeComparison({ class: "rt-comparison" });
  const steps = make("ol", { class: "rt-steps", "aria-label": "Step by step" });
  const rows = make("div", { class: "rt-rows rt-scroll" }, comparison, tables, steps);
  const code = make("ol", { class: "rt-code", "aria-label": "Python", tabindex: 0 });
  surface.trace = { title, line, conventions, formula, rows, tables, comparison, steps, code, shown: "" };
  for (const [node, nodes] of [[tables, () => rowsOf(surface, 0)], [steps, () => [...steps.children]]]) {
    node.addEventListener("keydown", (event) => onRowKey(surface, event, nodes()));
    node.addEventListener("click", (event) => onRowClick(surface, event, nodes()));
  }
  const head = make("div", { class: "rt-head" }, title, line);
  const section = make("div", { class: "rt-trace", role: "group", "aria-label": "Calculation" });
  surface.section = section;
  const player = makePlayer(surface);
  surface.player.python = makeFold("Python", code, "The lines that calculate this measure");
  surface.player.choices.append(
    surface.player.python,
    makeFold("In words", steps, "Every step in a sentence"),
    makeFold("Conventions", conventions, "What this measure counts, and what else it could count"),
  );
  section.append(head, conventions, formula, player, make("div", { class: "rt-both" }, rows, code), ...makeOrigins(surface));
  section.addEventListener("keydown", (event) => onPlayerKey(surface, event));
  surface.onFormulas = () => surface.view && (surface.player.at === null ? drawCode : drawPlayer)(surface);
  surface.resized = new ResizeObserver(() => letScroll(surface));
  surface.resized.observe(section);
  return section;
}

// What is larger than its place can be scrolled with keys too. The observer calls this when the sizes are known anyway:
// to ask for them while a view is drawn would take longer than to draw it.
function letScroll(surface) {
  const places = [...surface.body.querySelectorAll(".rt-scroll")];
  const widths = places.map((node) => node.scrollWidth > node.clientWidth);
  for (const [place, node] of places.entries()) {
    const wide = widths[place];
    for (const table of node.querySelectorAll("table")) surface.resized.observe(table);
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "wide table: scroll to see all columns"]]) {
      if (wide) node.setAttribute(name, value);
      else node.removeAttribute(name);
    }
  }
}

/** @param {Surface} surface @param {TraceView} trace */
export function drawTrace(surface, trace) {
  const { formula, tables, steps, shown } = surface.trace;
  surface.trace.shown = trace.label + trace.tables.map((table) => table.heads.length);
  const same = surface.trace.shown === shown;
  drawHead(surface, trace);
  drawFormula(formula, trace.formula);
  nameTerms(formula, trace);
  const makeTable = () => make("div", {}, make("table", { class: "rt-table" }), make("p", { class: "rt-soft rt-note" }));
  keyed(tables, trace.tables, byPlace, makeTable, (node, table) => {
    drawTable(node.firstChild, table, surface.titles, same);
    writeOrHide(node.lastChild, table.hidden);
  });
  drawComparison(surface.trace.comparison, trace.comparison, surface.titles);
  const makeStep = () => make("li", { tabindex: -1 }, make("b"), make("span"));
  keyed(steps, trace.steps, ({ row }) => row, makeStep, (node, { lead, text }) => {
    write(node.firstChild, lead);
    write(node.lastChild, text);
  });
  viewPlayer(surface);
  const changed = tables.querySelector("tr:has(.rt-changed)");
  if (changed) revealRow(surface.trace.rows, changed);
}

// Sentences, and a table of the columns that differ.
export const makeComparison = (attributes) =>
  make("div", attributes, make("div"), make("div", { class: "rt-compared" }, make("table", { class: "rt-table" })));

/** @param node @param {Comparison | null} comparison @param {Record<string, string>} titles */
export function drawComparison(node, comparison, titles) {
  node.hidden = !comparison;
  if (!comparison) return;
  const [words, rows] = node.children;
  keyed(words, comparison.words, byPlace, () => make("p"), write);
  rows.hidden = !comparison.table;
  if (comparison.table) drawTable(rows.firstChild, comparison.table, titles);
}

/** @param {Surface} surface @param {TraceView} trace */
function drawHead(surface, trace) {
  const { title, conventions } = surface.trace;
  if (isNew(title, [trace.label, trace.title])) title.replaceChildren(make("b", {}, trace.label), trace.title);
  const focused = conventions.contains(surface.focused()) ? surface.focused() : null;
  keyed(
    conventions,
    trace.conventions,
    (one, place) => (one.options ? `choose ${one.parameter}` : place),
    (one) => makeConvention(surface, one),
    drawConvention,
  );
  if (focused?.isConnected) focused.focus({ preventScroll: true });
}

/** @param {Surface} surface @param {Convention} convention */
function makeConvention(surface, { parameter, options }) {
  const choose = (value) => surface.dispatch({ do: "convention", parameter, value });
  return make("span", {}, ...(options ? [makeMenu(parameter, choose, "")] : []));
}

/** @param node @param {Convention} convention */
function drawConvention(node, { words, value, options }) {
  if (!options) {
    write(node, words);
    return;
  }
  node.firstChild.title = words;
  // a function or table of the user's own has no name in the menu: it is the first option
  drawMenu(node.firstChild, value ? options : [{ value, words }, ...options], value);
}

export function onRowKey(surface, event, nodes) {
  if (onCellKey(event)) return;
  const here = nodes.indexOf(event.target);
  if (here < 0) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    pickRow(surface, surface.row === here + 1 ? null : here + 1);
  }
  const to = walk(event, nodes, here);
  if (to) pickRow(surface, nodes.indexOf(to) + 1);
}

export function onRowClick(surface, event, nodes) {
  const place = nodes.findIndex((node) => node.contains(event.target)) + 1;
  if (place) pickRow(surface, surface.row === place ? null : place);
}

// A chosen row: a walk goes there, else it becomes the current row, unless the surface has set surface.onRow to do
// something else with it.
function pickRow(surface, row) {
  if (surface.player.at !== null) goTo(surface, row ?? surface.player.at);
  else if (surface.onRow) surface.onRow(row);
  else markRow(surface, row);
}

// For a click on one of the surface's own nodes.
export function onLinkedClick(surface, event) {
  for (const nodes of surface.rows()) onRowClick(surface, event, nodes);
}
