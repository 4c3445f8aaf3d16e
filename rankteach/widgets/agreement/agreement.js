// The explorer of agreement: two ranked lists with a line for each item between them, all pairs of items, the
// measures, and the calculation of the chosen one.
//
// An item or some pairs can be near: under the pointer, in focus, kept by a click, or in the current row of the
// table. They are then marked in both lists, among the lines and in the grid.

import { drawMeasures, makeMeasures } from "../parts/cards.js";
import { makePart } from "../parts/controls.js";
import { byPlace, isNew, keyed, make, modified, rove, shape, write, writeOrHide } from "../frame/elements.js";
import { followLines, INSET, isHeld, makeLadder, markNear, watchNear } from "../parts/ladder.js";
import { cutLine, drawList, makeHint, makeList } from "../parts/list.js";
import { flash } from "../frame/movement.js";
import { itemsOf, markRow } from "../parts/rows.js";
import { mount } from "../frame/frame.js";
import { drawTrace, makeTrace, onLinkedClick } from "../parts/trace.js";

/** @import { AgreementView, ComparedItem, PairView, PairsView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

const HINT =
  "Where two lines cross, two items are in opposite order. ▲ ▼: how many ranks higher or lower than in the first list. " +
  "Point at an item or a cross to see its pairs.";
const DROP = "Drop the item to count its pairs.";
const SIGNS = { same: "●", opposite: "×", single: "◐" };
const WIDE_CELLS = 9; // items: more have smaller cells in the grid
const SIZE = 14; // pixels: the size of letters for which crossings are drawn; they grow with it
const APART = 11; // pixels: crossings that are nearer become one mark with their number

/** @param {Surface<AgreementView>} surface */
function build(surface) {
  surface.words = make("p", { class: "rt-soft rt-words" });
  const left = makePart("rt-left", "Two lists");
  left.append(makeLists(surface), surface.words);
  surface.note = make("p", { class: "rt-soft rt-note" });
  const right = makeMeasures(surface, "rt-right", "rt-cards", (cards) => [cards, surface.note]);
  right.append(makePairs(surface));
  surface.rows = () => (surface.view.by_pairs ? [surface.pairs] : [itemsOf(surface.first), asInFirst(surface)]);
  surface.marked = () => drawNear(surface);
  watchNear(surface.body, nearAt, (near) => {
    surface.pointed = near;
    drawNear(surface);
  });
  return [left, right, makeTrace(surface)];
}

/** @param {Surface<AgreementView>} surface @param {Surface<AgreementView>["view"]} view */
function draw(surface, view) {
  drawSide(surface, "first", view);
  drawSide(surface, "second", view);
  drawMeasures(surface, view);
  writeOrHide(surface.note, view.note);
  drawPairs(surface, view.pairs);
  followLines(surface);
  drawTrace(surface, view.trace);
}

// --- the two lists --------------------------------------------------------------------------------------

function makeLists(surface) {
  surface.first = makeList(surface, "First list (fixed)", null);
  surface.second = makeList(surface, "Second list (reorder it)");
  surface.crossings = shape("g");
  const move = makeHint("drag", "Alt+↑↓/End");
  const ladder = makeLadder(surface, { first: ["First", "fixed"], second: ["Second", move] }, surface.crossings);
  ladder.addEventListener("click", ({ target }) => {
    if (!target.closest("button")) target.closest(".rt-item")?.rtHandle.focus({ preventScroll: true });
  });
  surface.lined = (lines, width) => {
    const scale = parseFloat(getComputedStyle(surface.lines).fontSize) / SIZE;
    const marks = crossings(surface.view.pairs.list, isHeld(surface), lines, width - 2 * INSET, APART * scale);
    keyed(surface.crossings, marks, byPlace, makeCrossing, (node, mark) => drawCrossing(node, mark, scale));
    drawNear(surface);
  };
  return ladder;
}

/** @param {Surface<AgreementView>} surface @param {"first" | "second"} side @param {AgreementView} view */
function drawSide(surface, side, view) {
  const { rows, below } = view[side];
  drawList(surface, surface[side], rows, {
    line: cutLine(view, rows),
    all: [...view.first.rows, ...view.second.rows],
    create: (row) => {
      const end = makeEnd(surface, row.item);
      return { cells: [end], handle: end };
    },
    update: (node, row) => drawEnd(node.rtHandle, row, side === "second"),
  });
  writeOrHide(surface.below[side], below);
}

// The end of an item that its line comes to: a button that keeps the item marked. In the second list it also says
// how far the item is above or below its rank in the first.
function makeEnd(surface, item) {
  const keep = () => {
    surface.kept = surface.kept === item ? null : item;
    drawNear(surface);
  };
  return make("button", { class: "rt-end", type: "button", onclick: keep });
}

/** @param node @param {ComparedItem} row @param {boolean} moves */
function drawEnd(node, row, moves) {
  const shift = { up: `▲ ${row.shift}`, down: `▼ ${row.shift}`, level: "=", only: "" }[row.way];
  node.className = `rt-end ${row.way}${moves ? "" : " rt-dot"}`;
  if (row.way === "only") node.replaceChildren("only ", make("span", {}, "here"));
  else write(node, moves ? shift : "");
  node.ariaLabel = node.title = row.words;
}

// The items of the second list in the order of the first; an element outside the page for each that is not shown.
function asInFirst(surface) {
  const nodes = new Map(itemsOf(surface.second).map((node) => [node.rtItem, node]));
  return surface.view.first.rows.map(({ item }) => nodes.get(item) ?? make("i"));
}

// --- where the lines cross --------------------------------------------------------------------------------

// Where the lines of opposite pairs cross. While an item is held, Python does not yet know which pairs those are: then
// every crossing counts, except for pairs that only one list orders.
/** @param {PairView[]} list @param {boolean} held @param {{ item: string, from: number, to: number }[]} lines */
export function crossings(list, held, lines, width, apart) {
  const of = new Map(lines.map((line) => [line.item, line]));
  const results = [];
  for (const [place, { items, kind }] of list.entries()) {
    const [one, other] = items.map((item) => of.get(item));
    if (!one || !other || kind === "single" || (kind === "same" && !held)) continue;
    const [before, after] = [one.from - other.from, one.to - other.to];
    if (before * after >= 0) continue;
    const part = before / (before - after);
    join(results, { x: INSET + part * width, y: one.from + part * (one.to - one.from), pairs: [place + 1] }, apart);
  }
  return results;
}

// Crossings that lie on each other become one.
function join(results, crossing, apart) {
  const other = results.find(({ x, y }) => Math.hypot(x - crossing.x, y - crossing.y) < apart);
  if (other) other.pairs.push(...crossing.pairs);
  else results.push(crossing);
}

const makeCrossing = () =>
  shape("g", {}, shape("circle"), shape("path", { d: "M-3 -3 3 3M3 -3 -3 3" }), shape("text", { dy: ".35em" }));

function drawCrossing(node, { x, y, pairs }, scale) {
  const [circle, cross, number] = node.children;
  const many = pairs.length > 1;
  node.rtPairs = pairs;
  node.setAttribute("class", many ? "rt-crossing many" : "rt-crossing");
  node.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
  circle.setAttribute("r", many ? 8.5 : 6);
  cross.style.display = many ? "none" : "";
  write(number, many ? String(pairs.length) : "");
}

// --- all pairs ------------------------------------------------------------------------------------------

function makePairs(surface) {
  surface.counts = make("p", { class: "rt-counts" });
  surface.grid = make("div", { class: "rt-grid", role: "grid", "aria-label": "Pairs of items" });
  surface.pairsNote = make("p", { class: "rt-soft rt-note" });
  surface.pairs = [];
  surface.grid.addEventListener("keydown", (event) => onGridKey(surface, event));
  surface.grid.addEventListener("click", (event) => onLinkedClick(surface, event));
  const part = makePart("rt-all-pairs", "Pairs of items", surface.counts);
  part.append(make("div", { class: "rt-scroll" }, surface.grid), surface.pairsNote);
  return part;
}

/** @param {Surface<AgreementView>} surface @param {PairsView} pairs */
function drawPairs(surface, { items, list, counts, words }) {
  keyed(surface.counts, counts, (one) => one.kind, makeCount, (node, { count, words }) => {
    if (write(node.children[1], String(count)) && node.isConnected) flash(node.children[1]);
    write(node.lastChild, words);
  });
  surface.grid.hidden = !items.length;
  surface.grid.classList.toggle("rt-small", items.length > WIDE_CELLS);
  surface.grid.style.setProperty("--items", items.length);
  const numbers = numbered(items.length);
  const same = !isNew(surface.grid, items);
  surface.pairs = [];
  keyed(surface.grid, items, (item) => `item ${item}`, () => make("div", { role: "row" }), (line, item, row) => {
    const entries = [...numbers[row].map((number) => ({ number })), { item }];
    keyed(line, entries, (entry, place) => (entry.item ? "name" : place), makeCell, (cell, entry) => {
      if (entry.number) surface.pairs[entry.number - 1] = cell;
      drawCell(cell, entry, list, same);
    });
  });
  rove(surface.pairs);
  writeOrHide(surface.pairsNote, words);
}

// The number of each pair, in the order of the trace, by the row and the column in which it is drawn.
export function numbered(items) {
  const rows = Array.from({ length: items }, () => []);
  let number = 0;
  for (let column = 0; column < items; column += 1) {
    for (let row = column + 1; row < items; row += 1) rows[row][column] = number += 1;
  }
  return rows;
}

const makeCount = ({ kind }) => make("span", {}, makeSign(kind), make("b"), make("span"));
const makeSign = (kind) => make("i", { class: `rt-sign ${kind}`, "aria-hidden": "true" }, SIGNS[kind]);

function makeCell({ number }) {
  return number
    ? make("div", { class: "rt-pair", role: "gridcell", tabindex: -1 })
    : make("div", { class: "rt-pair-name", role: "rowheader", dir: "auto" });
}

/** @param {PairView[]} list */
function drawCell(cell, { number, item }, list, flashes) {
  if (!number) {
    cell.rtItem = item;
    write(cell, item);
    cell.title = item;
    return;
  }
  const { kind, words } = list[number - 1];
  cell.rtPairs = [number];
  cell.ariaLabel = cell.title = words;
  if (cell.rtKind === kind) return;
  if (cell.rtKind && flashes) flash(cell);
  cell.rtKind = kind;
  cell.replaceChildren(makeSign(kind));
}

function onGridKey(surface, event) {
  const cell = event.target;
  if (!cell.rtPairs || modified(event)) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (surface.view.by_pairs) markRow(surface, surface.row === cell.rtPairs[0] ? null : cell.rtPairs[0]);
    return;
  }
  const lines = [...surface.grid.children].map((line) => [...line.children].filter((one) => one.rtPairs));
  const row = lines.findIndex((line) => line.includes(cell));
  const column = lines[row].indexOf(cell);
  const next = {
    ArrowLeft: lines[row][column - 1],
    ArrowRight: lines[row][column + 1],
    ArrowUp: lines[row - 1][column],
    ArrowDown: lines[row + 1]?.[column],
    Home: lines[row][0],
    End: lines[row].at(-1),
  };
  if (!(event.key in next)) return;
  event.preventDefault();
  if (!next[event.key]) return;
  rove(surface.pairs, next[event.key]);
  next[event.key].focus();
}

// --- what is near ---------------------------------------------------------------------------------------

// What a node represents: an item, or pairs by their numbers.
function nearAt(node) {
  for (let one = node; one; one = one.parentElement) {
    if (one.rtPairs) return { pairs: one.rtPairs };
    if (one.rtItem) return { item: one.rtItem };
  }
  return null;
}

function near(surface) {
  const here = surface.pointed ?? (surface.kept ? { item: surface.kept } : nearRow(surface));
  const pairs = surface.view.pairs.list;
  if (!here?.pairs) return here;
  return here.pairs.every((number) => pairs[number - 1]) ? here : null;
}

function nearRow({ row, view, trace }) {
  if (!row || !trace.tables.querySelector("table")?.rtLinked) return null;
  if (view.by_pairs) return { pairs: [row] };
  return view.first.rows[row - 1] ? { item: view.first.rows[row - 1].item } : null;
}

function drawNear(surface) {
  const { view } = surface;
  const here = near(surface);
  const list = view.pairs.list;
  const has = (number, item) => list[number - 1]?.items.includes(item);
  const item = ({ rtItem }) => here && (here.item === rtItem || here.pairs?.some((number) => has(number, rtItem)));
  const pair = (number) => here && (here.pairs?.includes(number) || has(number, here.item));
  markNear(surface, here && item);
  for (const node of surface.grid.querySelectorAll(".rt-pair-name")) {
    node.classList.toggle("rt-near", Boolean(item(node)));
  }
  for (const node of [...surface.pairs, ...surface.crossings.children]) {
    node.classList.toggle("rt-near", Boolean(node.rtPairs.some(pair)));
  }
  for (const node of [...itemsOf(surface.first), ...itemsOf(surface.second)]) {
    node.rtHandle.setAttribute("aria-pressed", String(surface.kept === node.rtItem));
  }
  write(surface.words, isHeld(surface) ? DROP : nearWords(view, here));
}

/** @param {AgreementView} view */
function nearWords({ first, second, pairs }, here) {
  if (here?.pairs) return here.pairs.map((number) => pairs.list[number - 1].words).join("; ");
  const row = here && [...first.rows, ...second.rows].find(({ item }) => item === here.item);
  return row?.words ?? (pairs.list.length ? HINT : "");
}

export default { render: (context) => mount(context, "rt-agreement", build, draw) };
