// Where does this number come from? Pointing at a cell, a term of a formula or an item, or going there with the
// keyboard, marks what it is made of, and says so. Python read from the record which cells those are.

import { describeItem, describeOrigins, nameOf } from "./description.js";
import { arrowStep, make, modified, set, setTabStop, write } from "../frame/elements.js";
import { behind, cellOf, madeOf, originsAt, wholeColumn, within } from "./places.js";

/** @import { Place, TraceView } from "../protocol.d.ts" */
/** @import { Calculation, Cell } from "../frame/types.d.ts" */

const HEARD_AFTER = 400; // milliseconds: nothing is announced while the focus only passes by
const FORMULA = ".rt-formula, .rt-worked, .rt-row-card > div";
const UNSEEN = "[hidden], .rt-blank, .rt-scene:not(.rt-shown), .rt-trace:not(.rt-walking) .rt-scene";

/** @typedef {HTMLElement & { dataset: { from: string } }} Term of a formula */

/** @param {Element} node @returns {Term[]} */
export const termsOf = (node) => [...(/** @type {NodeListOf<Term>} */ (node.querySelectorAll("[data-from]")))];

/** Names the terms of a formula. One of them is in the tab order; arrow keys go on from it. @param {Element} node @param {TraceView} trace */
export function nameTerms(node, trace) {
  const terms = termsOf(node);
  for (const term of terms) {
    set(term, "role", "group"); // and not "img": what is in it is read, too
    set(term, "ariaLabel", nameOf(trace, cellOf(term.dataset.from)));
  }
  setTabStop(terms, null);
}

/** @param {Calculation} calculation @param {(cell: Cell | null) => void} asked is told what is asked about */
export function makeOrigins(calculation, asked) {
  const { surface, node: section, player } = calculation;
  const words = make("span");
  const label = make("span", { class: "rt-called", "aria-hidden": "true", hidden: true });
  /** @type {{ node: Element, timer?: ReturnType<typeof setTimeout> } | null} */
  let asking = null;
  /** @type {Element[]} */
  let marked = [];

  const forget = () => {
    if (!asking) return;
    clearTimeout(asking.timer);
    asking = null;
    asked(null);
    for (const node of marked) node.classList.remove("rt-itself", "rt-source", "rt-behind", "rt-into");
    marked = [];
    write(words, "");
    label.hidden = true;
  };

  /** A cell or a term of a formula: what is it made of? An item: what is made of its grade? @param {Element} node */
  const askAbout = (node, aloud = false) => {
    const cell = findCell(node);
    const given = cell ? null : findItem(node);
    forget();
    const about = cell ?? given;
    const head = /** @type {HTMLElement | null} */ (node.closest(".rt-tables thead th"));
    if (head) {
      asking = { node };
      write(words, `${head.textContent}: ${head.title}`);
    }
    if (!about) return;
    asking = { node };
    const term = /** @type {HTMLElement | null} */ (node.closest("[data-from]"));
    if (term) showName(term);
    asked(about);
    const { trace } = surface.view;
    const origins = cell ? originsAt(trace, cell) : [];
    const results = given ? madeOf(trace, given) : [];
    mark(about, origins, results);
    const text = cell
      ? describeOrigins(trace, cell, origins, player.hidden)
      : describeItem(trace, about, results, player.hidden);
    write(words, text);
    if (aloud) asking.timer = setTimeout(() => surface.say(text), HEARD_AFTER);
  };

  /** The same question about what is drawn now, if the node can still be seen; returns whether there was one. */
  const askAgain = () => {
    if (!asking) return false;
    const { node } = asking;
    if (!node.isConnected || node.closest(UNSEEN)) forget(); // to ask for its visibility would lay out the page anew
    else askAbout(node);
    return true;
  };

  /** Shows the name of a term below its formula, where it covers no part of it. @param {HTMLElement} term */
  const showName = (term) => {
    label.hidden = false;
    write(label, term.ariaLabel ?? "");
    const formula = /** @type {Element} */ (term.closest(FORMULA));
    const [here, around, box] = [term, formula, section].map((node) => node.getBoundingClientRect());
    const left = Math.min(here.left - box.left, section.clientWidth - label.offsetWidth);
    label.style.translate = `${left}px ${around.bottom - box.top + section.scrollTop}px`;
  };

  /** The cell that shows the grade of the item that a node is in. @param {Element} node @returns {Cell | null} */
  const findItem = (node) => {
    const item = node.closest(".rt-item");
    const place = surface.view.trace.item;
    if (!item || !place || section.contains(node)) return null;
    const items = calculation.items().find((nodes) => nodes.includes(item)) ?? [];
    /** @type {Cell} */
    const cell = [...place, items.indexOf(item)];
    return calculation.cellAt(cell) ? cell : null;
  };

  /** The cell, or the cell of the term of a formula, that a node is in. @param {Element} node @returns {Cell | null} */
  const findCell = (node) => {
    const term = /** @type {Term | null} */ (node.closest("[data-from]"));
    if (term) return cellOf(term.dataset.from);
    const cell = /** @type {HTMLTableCellElement | null} */ (node.closest(".rt-tables tbody td"));
    if (!cell || cell.matches(".rt-blank:not(.rt-masked)")) return null; // what is to come says nothing yet
    return calculation.placeOf(cell);
  };

  /** The nodes in some places. @param {Place[]} places @returns {Element[]} */
  const nodesIn = (places) =>
    places.flatMap(([table, column, first, last]) =>
      calculation.lines(table).slice(first, last + 1).map((line) => line.cells[column]),
    );

  /** Marks the cell, the cells it is made of, the cells behind those, and the cells made of it, each in its own way. @param {Cell} cell @param {Place[]} origins @param {Place[]} results */
  const mark = (cell, origins, results) => {
    const { trace } = surface.view;
    const [table, column, row] = cell;
    /** @type {Place} */
    const whole = row === undefined ? wholeColumn(trace, cell) : [table, column, row, row];
    const add = (/** @type {string} */ name, /** @type {Element[]} */ nodes) => {
      for (const node of nodes) node.classList.add(name);
      marked.push(...nodes);
    };
    const direct = nodesIn(origins);
    add("rt-behind", nodesIn(behind(trace, origins)).filter((node) => !direct.includes(node)));
    add("rt-source", direct);
    add("rt-into", nodesIn(results));
    add("rt-itself", nodesIn([whole]));
    for (const term of termsOf(section)) {
      const here = cellOf(term.dataset.from);
      if (within(here, whole)) add("rt-itself", [term]);
      else if (origins.some((one) => within(here, one))) add("rt-source", [term]);
    }
  };

  surface.body.addEventListener("pointerover", ({ target }) => askAbout(/** @type {Element} */ (target)));
  surface.body.addEventListener("focusin", ({ target }) => {
    const node = /** @type {Element} */ (target);
    askAbout(node, node.matches(":focus-visible"));
  });
  for (const type of ["pointerleave", "focusout"]) surface.body.addEventListener(type, forget);
  section.addEventListener("keydown", onTermKey);
  return { nodes: [make("p", { class: "rt-origin rt-soft" }, words), label], askAgain };
}

/** Arrow keys lead from a row into its cells, on among the cells, and up to the heads. Returns whether the key was one of these. @param {KeyboardEvent} event */
export function onCellKey(event) {
  const target = /** @type {Element} */ (event.target);
  const cell = /** @type {HTMLTableCellElement | null} */ (target.closest("td, th"));
  const line = target.closest("tr");
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!line || !step || modified(event) || (!cell && event.key !== "ArrowRight")) return false;
  const column = cell ? cell.cellIndex + step[0] : 0;
  const { rows } = /** @type {HTMLTableElement} */ (line.closest("table"));
  const heads = 2; // rows of the head, of which the second has definitions
  const at = line.rowIndex + step[1];
  const row = step[1] && at < heads ? (step[1] < 0 ? 0 : heads) : at;
  const to = column < 0 ? line : rows[row]?.cells[column];
  event.preventDefault();
  if (!to) return true;
  to.tabIndex = -1;
  to.focus();
  return true;
}

function onTermKey(/** @type {KeyboardEvent} */ event) {
  const target = /** @type {Term} */ (event.target);
  const formula = target.closest(FORMULA);
  if (!formula || !target.dataset.from) return;
  const terms = termsOf(formula).filter((term) => term.checkVisibility({ visibilityProperty: true }));
  const to = arrowStep(event, terms, terms.indexOf(target), ["ArrowLeft", "ArrowRight"]);
  if (to) setTabStop(terms, to);
}
