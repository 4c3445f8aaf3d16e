// The calculation of one measure: what it is called, its conventions, the formula, the tables and the sentences. The
// current row is local to the browser: marking it needs no kernel.

import { byPlace, isNew, keyed, make, walk, write, writeOrHide } from "./elements.js";
import { makeOrigins, onCellKey } from "./origins.js";
import { drawPlayer, goTo, makePlayer, onPlayerKey, viewPlayer } from "./player.js";
import { markRow, tableRows } from "./rows.js";
import { drawFormula, drawTable, roveTerms } from "./table.js";

export function makeTrace(surface) {
  const title = make("h4", { class: "rt-title" });
  const line = make("p", { class: "rt-line" });
  const conventions = make("div", { class: "rt-conventions" });
  const formula = make("div", { class: "rt-formula" }, make("span"), make("div", { class: "rt-pieces" }));
  const tables = make("div", { class: "rt-tables" });
  const parted = make("div", { class: "rt-parted" }, make("div"), make("div", {}, make("table", { class: "rt-table" })));
  const steps = make("ol", { class: "rt-steps", "aria-label": "Step by step" });
  surface.trace = { title, line, conventions, formula, tables, parted, steps, shown: "" };
  for (const [node, nodes] of [[tables, () => tableRows(surface)], [steps, () => [...steps.children]]]) {
    node.addEventListener("keydown", (event) => onRowKey(surface, event, nodes()));
    node.addEventListener("click", (event) => onRowClick(surface, event, nodes()));
  }
  const head = make("div", {}, title, line, conventions);
  const section = make("div", { class: "rt-trace", role: "group", "aria-label": "Calculation" });
  surface.section = section;
  const player = makePlayer(surface);
  section.append(head, formula, parted, player, makeOrigins(surface), tables, steps);
  section.addEventListener("keydown", (event) => onPlayerKey(surface, event));
  surface.onFormulas = () => surface.view && surface.player.at !== null && drawPlayer(surface);
  surface.resized = new ResizeObserver(() => letScroll(surface));
  surface.resized.observe(section);
  return section;
}

// What is wider than its place can be scrolled with keys too. The observer calls this when the sizes are known anyway:
// to ask for them while a view is drawn would take longer than to draw it.
function letScroll(surface) {
  const places = [...surface.body.querySelectorAll(".rt-tables > div, .rt-parted > div, .rt-scroll")];
  const widths = places.map((node) => node.scrollWidth > node.clientWidth);
  for (const [place, node] of places.entries()) {
    const wide = widths[place];
    for (const table of node.querySelectorAll("table")) surface.resized.observe(table);
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "table, wider than its place"]]) {
      if (wide) node.setAttribute(name, value);
      else node.removeAttribute(name);
    }
  }
}

export function drawTrace(surface, trace) {
  const { formula, tables, steps, shown } = surface.trace;
  surface.trace.shown = trace.label + trace.tables.map((table) => table.heads.length);
  const same = surface.trace.shown === shown;
  drawHead(surface, trace);
  drawFormula(formula, trace.formula);
  keyed(
    tables,
    trace.tables,
    byPlace,
    () => make("div", {}, make("table", { class: "rt-table" }), make("p", { class: "rt-soft rt-note" })),
    (node, table) => {
      drawTable(node.firstChild, table, same);
      writeOrHide(node.lastChild, table.hidden);
    },
  );
  drawParted(surface.trace.parted, trace.parted);
  keyed(
    steps,
    trace.steps,
    (step) => step.row,
    () => make("li", { tabindex: -1 }, make("b"), make("span")),
    (node, step) => {
      write(node.firstChild, step.lead);
      write(node.lastChild, step.text);
    },
  );
  roveTerms(formula);
  viewPlayer(surface);
}

// What other conventions than the first have changed, in words and row by row.
export function drawParted(node, parted) {
  node.hidden = !parted;
  if (!parted) return;
  const [words, rows] = node.children;
  keyed(words, parted.words, byPlace, () => make("p"), write);
  rows.hidden = !parted.table;
  if (parted.table) drawTable(rows.firstChild, parted.table, false);
}

function drawHead(surface, trace) {
  const { title, line, conventions } = surface.trace;
  if (isNew(title, [trace.label, trace.title])) title.replaceChildren(make("b", {}, trace.label), trace.title);
  const focused = conventions.contains(surface.focused()) ? surface.focused() : null;
  keyed(
    conventions,
    trace.conventions,
    (one, place) => (one.parameter ? `choose ${one.parameter}` : place),
    (one) => makeConvention(surface, one),
    drawConvention,
  );
  if (focused?.isConnected) focused.focus({ preventScroll: true });
  write(line, trace.line);
}

function makeConvention(surface, convention) {
  const node = make("span");
  if (!convention.options) return node;
  const choose = (event) => {
    surface.act({ do: "convention", parameter: convention.parameter, value: event.target.value });
  };
  node.append(make("select", { "aria-label": convention.parameter, onchange: choose }));
  return node;
}

function drawConvention(node, convention) {
  if (!convention.options) {
    write(node, convention.words);
    return;
  }
  const select = node.firstChild;
  if (isNew(node, convention)) drawOptions(select, convention);
  select.value = convention.value;
}

function drawOptions(select, convention) {
  select.title = convention.words;
  const options = convention.options.map((one) => make("option", { value: one.value }, one.words));
  // a gain of one's own has no name in the menu: it stands first
  if (!convention.value) options.unshift(make("option", { value: "", disabled: true }, convention.words));
  select.replaceChildren(...options);
}

export function onRowKey(surface, event, nodes) {
  if (onCellKey(surface, event)) return;
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

// Somebody chose a row: a walk goes there, else it is marked, unless the widget has set surface.onRow to do something
// else with it.
function pickRow(surface, row) {
  if (surface.player.at !== null) goTo(surface, row ?? surface.player.at);
  else if (surface.onRow) surface.onRow(row);
  else markRow(surface, row);
}

// For a click on one of the widget's own nodes.
export function onLinkedClick(surface, event) {
  for (const nodes of surface.rows()) onRowClick(surface, event, nodes);
}
