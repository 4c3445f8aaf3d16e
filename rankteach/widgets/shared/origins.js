// Where does this number come from? Pointing at a cell, a term of a formula or an item, or going there with the
// keyboard, marks what it was made of, and says so. Python read off the record which cells those are.

import { make, rove, walk, write } from "./elements.js";
import { behind, keyOf, madeOf, originsAt, placeOf, wholeColumn, within } from "./places.js";
import { cellAt, itemsOf, rowsOf } from "./rows.js";

const MOST_SAID = 4; // cells of one column that are named one by one
const HEARD_AFTER = 400; // milliseconds: who only passes by hears nothing

export function makeOrigins(surface) {
  surface.origin = make("span");
  surface.asked = { node: null, timer: null };
  surface.body.addEventListener("pointerover", ({ target }) => askAbout(surface, target));
  surface.body.addEventListener("focusin", ({ target }) => askAbout(surface, target, target.matches(":focus-visible")));
  for (const type of ["pointerleave", "focusout"]) surface.body.addEventListener(type, () => forget(surface));
  surface.section.addEventListener("keydown", onTermKey);
  return make("p", { class: "rt-origin rt-soft" }, surface.origin);
}

// A cell or a term of a formula: what it was made of. An item stands for what is given of it: what was made of that.
function askAbout(surface, node, aloud = false) {
  const place = findPlace(surface, node);
  const given = place ? null : findItem(surface, node);
  forget(surface);
  if (!place && !given) return;
  surface.asked.node = node;
  const { trace } = surface.view;
  const made = place ? originsAt(trace, place) : [];
  const into = given ? madeOf(trace, given) : [];
  mark(surface, place ?? given, made, into);
  const words = place ? saidOf(surface, place, made) : saidOfItem(surface, given, into);
  write(surface.origin, words);
  if (aloud) surface.asked.timer = setTimeout(() => write(surface.live, words), HEARD_AFTER);
}

// The same again of what is drawn now, if it is still to be seen.
export function askAgain(surface) {
  const { node } = surface.asked;
  if (!node) return;
  const hidden = "[hidden], .rt-blank, .rt-scene:not(.rt-shown), .rt-trace:not(.rt-walking) .rt-scene";
  const away = !node.isConnected || node.closest(hidden); // to ask for its visibility would lay out the page anew
  if (away) forget(surface);
  else askAbout(surface, node);
}

// Where it stands what is given of the item in which a node lies; null for no item.
function findItem(surface, node) {
  const item = node.closest(".rt-item");
  const { trace } = surface.view;
  if (!item || !trace.item || surface.section.contains(node)) return null;
  const items = surface.rows().find((nodes) => nodes.includes(item)) ?? (surface.list?.contains(item) ? itemsOf(surface.list) : []);
  const place = [...trace.item, items.indexOf(item)];
  return cellAt(surface, place) ? place : null;
}

// The place of the cell, or of the term of a formula, that a node is or lies in; null for none.
function findPlace(surface, node) {
  const term = node.closest("[data-from]");
  if (term) return placeOf(term.dataset.from);
  const cell = node.closest(".rt-tables td");
  const line = cell?.parentNode;
  if (!line || line.parentNode.tagName !== "TBODY") return null;
  const table = [...surface.trace.tables.children].findIndex((one) => one.contains(cell));
  return [table, cell.cellIndex, line.sectionRowIndex];
}

function cellsIn(surface, places) {
  return places.flatMap(([table, column, first = 0, last = first]) =>
    rowsOf(surface, table).slice(first, last + 1).map((line) => line.cells[column]),
  );
}

// What was asked about itself, what it was made of, what is behind that, and what was made of it: each in its own way.
function mark(surface, asked, made, into) {
  const { trace } = surface.view;
  const whole = asked.length === 2 ? wholeColumn(trace, asked) : [...asked, asked[2]];
  const add = (name, nodes) => nodes.forEach((node) => node.classList.add(name));
  const direct = cellsIn(surface, made);
  add("rt-behind", cellsIn(surface, behind(trace, made)).filter((node) => !direct.includes(node)));
  add("rt-source", direct);
  add("rt-into", cellsIn(surface, into));
  add("rt-itself", cellsIn(surface, [whole]));
  for (const term of surface.section.querySelectorAll("[data-from]")) {
    const place = placeOf(term.dataset.from);
    if (within(place, whole)) term.classList.add("rt-itself");
    else if (made.some((one) => within(place, one))) term.classList.add("rt-source");
  }
}

function forget(surface) {
  clearTimeout(surface.asked.timer);
  surface.asked.node = null;
  for (const name of ["rt-itself", "rt-source", "rt-behind", "rt-into"]) {
    surface.section.querySelectorAll(`.${name}`).forEach((node) => node.classList.remove(name));
  }
  write(surface.origin, "");
}

function saidOf(surface, place, made) {
  const { trace } = surface.view;
  const [table, column, row] = place;
  if (row === undefined) {
    const names = made.map(([t, c]) => titleOf(trace, t, c));
    const here = titleOf(trace, table, column);
    return names.length ? `${here} is made of ${listed(names)}.` : `${here} is given.`;
  }
  const here = cellSaid(surface, place);
  const given = made.length && made.every(([t, c]) => t >= 0 && trace.tables[t].heads[c].kind === "name");
  if (given) return `${here}, as given for ${listed(made.map(([t, c, first]) => valueAt(surface, [t, c, first])))}.`;
  if (made.length) return `${here}, made of ${listed(made.map((one) => rowsSaid(surface, one)))}.`;
  const how = table < 0 ? "given" : trace.tables[table].heads[column].made;
  return `${here}: ${{ given: "given", query: "a calculation of its own", calculated: "a constant" }[how]}.`;
}

function saidOfItem(surface, place, into) {
  const goes = into.length ? `it goes into ${listed(into.map((one) => rowsSaid(surface, one, 0)))}` : "nothing is made of it";
  return `${cellSaid(surface, place)}; ${goes}.`;
}

function cellSaid(surface, place) {
  const value = valueAt(surface, place);
  return `${nameOf(surface.view.trace, place)}${value === null ? "" : ` is ${value}`}`;
}

function titleOf(trace, table, column) {
  if (table === -2) return trace.label;
  return table === -1 ? trace.scalars[column].name : trace.tables[table].heads[column].title || "value";
}

// What counts the rows says where, and needs no value beside it: rank 3.
const counts = (trace, table, column) => table >= 0 && trace.tables[table].heads[column].kind === "row";

function nameOf(trace, [table, column, row]) {
  const title = titleOf(trace, table, column);
  if (table < 0) return title;
  const label = trace.tables[table].rows[row]?.[0] ?? row + 1;
  return counts(trace, table, column) ? `${title} ${label}` : `${title} at ${trace.tables[table].row} ${label}`;
}

// What is to be predicted is not told.
function valueAt(surface, [table, column, row]) {
  const { trace } = surface.view;
  if (surface.player.hidden.has(keyOf(table, column, row))) return "?";
  if (table < 0) return trace.scalars.at(table === -2 ? -1 : column).value;
  if (counts(trace, table, column)) return null;
  const { heads, rows } = trace.tables[table];
  const words = rows[row]?.[column] ?? null; // of what is not shown nothing is said
  const before = words === "" && heads[column].grows ? rows.slice(0, row).findLastIndex((cells) => cells[column] !== "") : -1;
  if (before >= 0) return `still ${valueAt(surface, [table, column, before])}`;
  return { "●": "yes", "○": "no", "": "nothing" }[words] ?? words;
}

function rowsSaid(surface, [table, column, first, last], most = MOST_SAID) {
  const { trace } = surface.view;
  const rows = Array.from({ length: last - first + 1 }, (_, step) => first + step);
  const values = rows.length <= most ? rows.map((row) => valueAt(surface, [table, column, row])) : [null];
  const said = values.includes(null) ? "" : ` (${values.join(", ")})`;
  if (first === last) return nameOf(trace, [table, column, first]) + said;
  const label = (row) => trace.tables[table].rows[row]?.[0] ?? row + 1;
  return `${titleOf(trace, table, column)} at ${trace.tables[table].row}s ${label(first)} to ${label(last)}${said}`;
}

function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

// From a row into its cells, and on among the cells. Says whether the key was one of these.
export function onCellKey(surface, event) {
  const cell = event.target.closest("td");
  const line = event.target.closest("tbody tr");
  if (!line || event.altKey || event.ctrlKey || event.metaKey) return false;
  const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  if (!cell && across < 1) return false;
  if (cell && !across && !down) return false;
  const column = cell ? cell.cellIndex + across : 0;
  const other = line.parentNode.rows[line.sectionRowIndex + down];
  const to = column < 0 ? line : other?.cells[column];
  event.preventDefault();
  if (!to) return true;
  to.tabIndex = -1;
  to.focus();
  return true;
}

function onTermKey(event) {
  const formula = event.target.closest(".rt-formula, .rt-worked, .rt-whole");
  if (!formula || !event.target.dataset.from) return;
  const terms = [...formula.querySelectorAll("[data-from]")].filter((term) => term.checkVisibility({ visibilityProperty: true }));
  const to = walk(event, terms, terms.indexOf(event.target), "ArrowLeft", "ArrowRight");
  if (to) rove(terms, to);
}
