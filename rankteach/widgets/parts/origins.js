// Where does this number come from? Pointing at a cell, a term of a formula or an item, or going there with the
// keyboard, marks what it is made of, and says so. Python read from the record which cells those are.

import { drawCode } from "./code.js";
import { describeItem, describeOrigins, nameOf } from "./description.js";
import { make, modified, rove, set, walk, write } from "../frame/elements.js";
import { behind, cellOf, madeOf, originsAt, wholeColumn, within } from "./places.js";
import { cellAt, itemsOf, rowsOf } from "./rows.js";

/** @import { Place, TraceView } from "../protocol.d.ts" */
/** @import { Cell, Surface } from "../frame/types.d.ts" */

const HEARD_AFTER = 400; // milliseconds: nothing is announced while the focus only passes by
const FORMULA = ".rt-formula, .rt-worked, .rt-whole";

export function makeOrigins(surface) {
  surface.origin = make("span");
  surface.called = make("span", { class: "rt-called", "aria-hidden": "true", hidden: true });
  surface.asked = { node: null, timer: null };
  surface.body.addEventListener("pointerover", ({ target }) => askAbout(surface, target));
  surface.body.addEventListener("focusin", ({ target }) => askAbout(surface, target, target.matches(":focus-visible")));
  for (const type of ["pointerleave", "focusout"]) surface.body.addEventListener(type, () => forget(surface));
  surface.section.addEventListener("keydown", onTermKey);
  return [make("p", { class: "rt-origin rt-soft" }, surface.origin), surface.called];
}

/** Names the terms of a formula. One of them is in the tab order; arrow keys go on from it. @param node @param {TraceView} trace */
export function nameTerms(node, trace) {
  const terms = [...node.querySelectorAll("[data-from]")];
  for (const term of terms) {
    set(term, "role", "group"); // and not "img": what is in it is read, too
    set(term, "ariaLabel", nameOf(trace, cellOf(term.dataset.from)));
  }
  rove(terms, null);
}

// Shows the name of a term below its formula, where it covers no part of it.
/** @param {Surface} surface @param {HTMLElement} term */
function showName({ called, section }, term) {
  called.hidden = false;
  write(called, term.ariaLabel);
  const [here, formula, box] = [term, term.closest(FORMULA), section].map((node) => node.getBoundingClientRect());
  const left = Math.min(here.left - box.left, section.clientWidth - called.offsetWidth);
  called.style.translate = `${left}px ${formula.bottom - box.top + section.scrollTop}px`;
}

/** A cell or a term of a formula: what is it made of? An item: what is made of its grade? @param {Surface} surface */
function askAbout(surface, node, aloud = false) {
  const cell = findCell(surface, node);
  const given = cell ? null : findItem(surface, node);
  forget(surface);
  if (!cell && !given) return;
  Object.assign(surface.asked, { node, cell: cell ?? given });
  const term = node.closest("[data-from]");
  if (term) showName(surface, term);
  drawCode(surface);
  const { player, view: { trace } } = surface;
  const origins = cell ? originsAt(trace, cell) : [];
  const results = given ? madeOf(trace, given) : [];
  mark(surface, cell ?? given, origins, results);
  const words = cell
    ? describeOrigins(trace, cell, origins, player.hidden)
    : describeItem(trace, given, results, player.hidden);
  write(surface.origin, words);
  if (aloud) surface.asked.timer = setTimeout(() => write(surface.live, words), HEARD_AFTER);
}

// The same question about what is drawn now, if the node can still be seen.
export function askAgain(surface) {
  const { node } = surface.asked;
  if (!node) return;
  const hidden = "[hidden], .rt-blank, .rt-scene:not(.rt-shown), .rt-trace:not(.rt-walking) .rt-scene";
  const away = !node.isConnected || node.closest(hidden); // to ask for its visibility would lay out the page anew
  if (away) forget(surface);
  else askAbout(surface, node);
}

/** The cell that shows the grade of the item that a node is in. @param {Surface} surface @returns {Cell | null} */
function findItem(surface, node) {
  const item = node.closest(".rt-item");
  const { trace } = surface.view;
  if (!item || !trace.item || surface.section.contains(node)) return null;
  const items = surface.rows().find((nodes) => nodes.includes(item)) ?? (surface.list?.contains(item) ? itemsOf(surface.list) : []);
  const [table, column] = trace.item;
  return cellAt(surface, [table, column, items.indexOf(item)]) ? [table, column, items.indexOf(item)] : null;
}

/** The cell, or the cell of the term of a formula, that a node is in. @param {Surface} surface @returns {Cell | null} */
function findCell(surface, node) {
  const term = node.closest("[data-from]");
  if (term) return cellOf(term.dataset.from);
  const cell = node.closest(".rt-tables tbody td");
  if (!cell || cell.matches(".rt-blank:not(.rt-masked)")) return null; // what is to come says nothing yet
  const table = [...surface.trace.tables.children].findIndex((one) => one.contains(cell));
  return [table, cell.cellIndex, cell.parentNode.sectionRowIndex];
}

/** The nodes in some places. @param {Surface} surface @param {Place[]} places @returns {Element[]} */
function nodesIn(surface, places) {
  return places.flatMap(([table, column, first, last]) =>
    rowsOf(surface, table).slice(first, last + 1).map((line) => line.cells[column]),
  );
}

// Marks the cell, the cells it is made of, the cells behind those, and the cells made of it, each in its own way.
/** @param {Surface} surface @param {Cell} cell @param {Place[]} origins @param {Place[]} results */
function mark(surface, cell, origins, results) {
  const { trace } = surface.view;
  const [table, column, row] = cell;
  /** @type {Place} */
  const whole = row === undefined ? wholeColumn(trace, cell) : [table, column, row, row];
  const add = (name, nodes) => nodes.forEach((node) => node.classList.add(name));
  const direct = nodesIn(surface, origins);
  add("rt-behind", nodesIn(surface, behind(trace, origins)).filter((node) => !direct.includes(node)));
  add("rt-source", direct);
  add("rt-into", nodesIn(surface, results));
  add("rt-itself", nodesIn(surface, [whole]));
  for (const term of surface.section.querySelectorAll("[data-from]")) {
    const here = cellOf(term.dataset.from);
    if (within(here, whole)) term.classList.add("rt-itself");
    else if (origins.some((one) => within(here, one))) term.classList.add("rt-source");
  }
}

function forget(surface) {
  clearTimeout(surface.asked.timer);
  if (surface.asked.cell) {
    Object.assign(surface.asked, { node: null, cell: null });
    drawCode(surface);
  }
  for (const name of ["rt-itself", "rt-source", "rt-behind", "rt-into"]) {
    surface.section.querySelectorAll(`.${name}`).forEach((node) => node.classList.remove(name));
  }
  write(surface.origin, "");
  surface.called.hidden = true;
}

// Arrow keys lead from a row into its cells, and on among the cells. Returns whether the key was one of these.
export function onCellKey(event) {
  const cell = event.target.closest("td");
  const line = event.target.closest("tbody tr");
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!line || !step || modified(event) || (!cell && event.key !== "ArrowRight")) return false;
  const column = cell ? cell.cellIndex + step[0] : 0;
  const to = column < 0 ? line : line.parentNode.rows[line.sectionRowIndex + step[1]]?.cells[column];
  event.preventDefault();
  if (!to) return true;
  to.tabIndex = -1;
  to.focus();
  return true;
}

function onTermKey(event) {
  const formula = event.target.closest(FORMULA);
  if (!formula || !event.target.dataset.from) return;
  const terms = [...formula.querySelectorAll("[data-from]")].filter((term) => term.checkVisibility({ visibilityProperty: true }));
  const to = walk(event, terms, terms.indexOf(event.target), "ArrowLeft", "ArrowRight");
  if (to) rove(terms, to);
}
