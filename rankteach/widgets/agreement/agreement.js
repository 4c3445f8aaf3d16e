// The explorer of agreement: two ranked lists with a line for each item between them, all pairs of items, the
// measures, and the calculation of the chosen one.
//
// An item or some pairs can be near: under the pointer, in focus, kept by a click, or in the current row of the
// table. They are then marked in both lists, among the lines and in the grid.

import { makeCard, makeMeasures } from "../parts/cards.js";
import { makePart } from "../parts/controls.js";
import { arrowStep, forHand, make, makeButton, makeChildren, modified, set, setTabStop, shape, write, writeOrHide } from "../frame/elements.js";
import { INSET, makeLadder, watchNear } from "../parts/ladder.js";
import { makeHint, makeList } from "../parts/list.js";
import { highlight } from "../frame/movement.js";
import { mount } from "../frame/frame.js";
import { makeTrace } from "../parts/trace.js";

/** @import { AgreementView, ComparedItem, PairsView, PairView } from "../protocol.d.ts" */
/** @import { DrawnLine, Side } from "../parts/ladder.js" */
/** @import { Context, Drawn, Surface } from "../frame/types.d.ts" */

/** @typedef {PairView["kind"]} Kind */
/** @typedef {{ item?: string, pairs?: number[] }} Near an item, or pairs by their numbers */
/** @typedef {{ x: number, y: number, pairs: number[] }} Crossing */
/** @typedef {{ item: string, numbers: number[] }} Line an item, and its pairs with the items before it */

const HINT =
  "Where lines cross, items are in opposite order. ▲ ▼: ranks up or down from the first list. Point at an item or a cross for its pairs.";
const DROP = "Drop the item to count its pairs.";
/** @type {Record<Kind, string>} */
const SIGNS = { same: "●", opposite: "×", single: "◐" };
const WIDE_CELLS = 7; // items: more have smaller cells in the grid
const SIZE = 14; // pixels: the size of letters for which crossings are drawn; they grow with it
const APART = 11; // pixels: crossings that are nearer become one mark with their number

function build(/** @type {Surface<AgreementView>} */ surface) {
  /** @type {Near | null} */
  let pointed = null;
  /** @type {string | null} */
  let kept = null;
  const words = make("p", { class: "rt-soft rt-words" });
  const note = make("p", { class: "rt-soft rt-note" });
  const keep = (/** @type {string} */ item) => {
    kept = kept === item ? null : item;
    drawNear();
  };
  const pick = (/** @type {EventTarget | null} */ target) => {
    for (const nodes of rows()) trace.pickAt(target, nodes);
  };
  const { lists, ladder, crossings: crossed, ...left } = makeTwoLists(surface, keep, pick, () => drawNear());
  left.node.append(words);
  const pairs = makePairs(pick, (number) => {
    if (surface.view.by_pairs) trace.mark(trace.player.row === number ? null : number);
  });
  const measures = makeMeasures(surface, makeCard, "rt-cards", (cards) => [cards, note]);
  measures.node.append(pairs.node);

  // the items of the second list in the order of the first; an element outside the page for each that is not shown
  const asInFirst = () => {
    const nodes = new Map(lists.second.items().map(({ item, node }) => [item, node]));
    return surface.view.first.rows.map(({ item }) => nodes.get(item) ?? make("i"));
  };
  const rows = () => (surface.view.by_pairs ? [pairs.cells().map(({ node }) => node)] : [lists.first.nodes(), asInFirst()]);
  const trace = makeTrace(surface, { rows, items: () => [lists.first.nodes(), lists.second.nodes()], marked: () => drawNear() });

  /** @returns {Near | null} */
  const near = () => {
    const here = pointed ?? (kept ? { item: kept } : nearRow(surface.view, trace.player.row));
    const known = surface.view.pairs.list;
    return !here?.pairs || here.pairs.every((number) => known[number - 1]) ? here : null;
  };
  const drawNear = () => {
    const { view } = surface;
    const here = near();
    const has = (/** @type {number} */ number, /** @type {string | undefined} */ item) =>
      item !== undefined && view.pairs.list[number - 1]?.items.includes(item);
    const isNear = (/** @type {string} */ item) => here?.item === item || Boolean(here?.pairs?.some((number) => has(number, item)));
    const arePairsNear = (/** @type {number[]} */ numbers) =>
      numbers.some((number) => here?.pairs?.includes(number) || has(number, here?.item));
    ladder.markNear(here && isNear);
    for (const { node, item } of pairs.names()) node.classList.toggle("rt-near", isNear(item));
    for (const one of [...pairs.cells(), ...crossed()]) one.node.classList.toggle("rt-near", Boolean(arePairsNear(one.pairs)));
    for (const { item, handle } of [...lists.first.items(), ...lists.second.items()]) {
      if (handle) set(handle, "ariaPressed", String(kept === item));
    }
    write(words, ladder.isHeld() ? DROP : nearWords(view, here));
  };
  const find = (/** @type {Element} */ target) => {
    const inGrid = [...pairs.cells(), ...crossed()].find(({ node }) => node.contains(target));
    if (inGrid) return { pairs: inGrid.pairs };
    const item = ladder.itemAt(target) ?? pairs.names().find(({ node }) => node.contains(target))?.item;
    return item === undefined ? null : { item };
  };
  watchNear(surface.body, find, (near) => {
    pointed = near;
    drawNear();
  });
  const draw = (/** @type {Drawn<AgreementView>} */ view) => {
    measures.draw(view);
    writeOrHide(note, view.note);
    pairs.draw(view.pairs);
    ladder.follow();
  };
  return [left, { node: measures.node, draw }, trace];
}

/** The item or the pair of the current row. @param {AgreementView} view @param {number | null} row @returns {Near | null} */
function nearRow({ by_pairs, first, trace }, row) {
  if (!row || !trace.tables[0]?.linked) return null;
  if (by_pairs) return { pairs: [row] };
  return first.rows[row - 1] ? { item: first.rows[row - 1].item } : null;
}

/** @param {AgreementView} view @param {Near | null} here */
function nearWords({ first, second, pairs }, here) {
  if (here?.pairs) return here.pairs.map((number) => pairs.list[number - 1].words).join("; ");
  const row = here && [...first.rows, ...second.rows].find(({ item }) => item === here.item);
  return row?.words ?? (pairs.list.length ? forHand(HINT) : "");
}

// --- the two lists --------------------------------------------------------------------------------------

/** @param {Surface<AgreementView>} surface @param {(item: string) => void} keep @param {(target: EventTarget | null) => void} pick @param {() => void} drawNear */
function makeTwoLists(surface, keep, pick, drawNear) {
  const makeOne = (/** @type {Side} */ side) =>
    makeList(
      surface,
      side === "first" ? "First list (fixed)" : "Second list (reorder it)",
      (/** @type {ComparedItem} */ { item }) => makeEnd(item, side === "second", keep),
      {
        move: side === "first" ? null : (item, where) => surface.dispatch({ do: "move", item, ...where }),
        pick: (target) => {
          pick(target);
          lists[side].itemAt(target)?.handle?.focus({ preventScroll: true });
        },
      },
    );
  const lists = { first: makeOne("first"), second: makeOne("second") };
  const shapes = shape("g");
  const drawCrossings = makeChildren(shapes, makeCrossing);
  let crossed = drawCrossings([]);
  const lined = (/** @type {DrawnLine[]} */ lines, /** @type {number} */ width, /** @type {number} */ em) => {
    const scale = em / SIZE;
    const marks = crossings(surface.view.pairs.list, ladder.isHeld(), lines, width - 2 * INSET, APART * scale);
    crossed = drawCrossings(marks.map((mark) => ({ ...mark, scale })));
    drawNear();
  };
  const move = makeHint(false, "", "");
  const ladder = makeLadder(surface, lists, { first: ["First", "fixed"], second: ["Second", move] }, lined, shapes);
  const node = makePart("rt-left", "Two lists");
  node.append(ladder.node);
  return { node, draw: ladder.draw, lists, ladder, crossings: () => crossed };
}

/**
 * The end of an item that its line comes to: a button that keeps the item marked. In the second list it also says how far
 * the item is above or below its rank in the first.
 *
 * @param {string} item @param {boolean} moves @param {(item: string) => void} keep
 */
function makeEnd(item, moves, keep) {
  const node = makeButton("", () => keep(item), { class: "rt-end" });
  const draw = (/** @type {ComparedItem} */ { way, shift, words }) => {
    const text = { up: `▲ ${shift}`, down: `▼ ${shift}`, level: "=", only: "", "": "" }[way];
    set(node, "className", `rt-end ${way}${moves ? "" : " rt-dot"}`);
    if (way === "only") node.replaceChildren("only ", make("span", {}, "here"));
    else write(node, moves ? text : "");
    node.ariaLabel = node.title = words;
  };
  return { cells: [node], handle: node, draw };
}

// --- where the lines cross --------------------------------------------------------------------------------

/**
 * Where the lines of opposite pairs cross. While an item is held, Python does not yet know which pairs those are: then
 * every crossing counts, except for pairs that only one list orders.
 *
 * @param {PairView[]} list @param {boolean} held @param {Pick<DrawnLine, "item" | "from" | "to">[]} lines
 * @param {number} width @param {number} apart
 */
export function crossings(list, held, lines, width, apart) {
  const of = new Map(lines.map((line) => [line.item, line]));
  /** @type {Crossing[]} */
  const results = [];
  for (const [place, { items, kind }] of list.entries()) {
    const [one, other] = items.map((item) => of.get(item));
    if (!one || !other || kind === "single" || (kind === "same" && !held)) continue;
    const [before, after] = [one.from - other.from, one.to - other.to];
    if (before * after >= 0) continue;
    const part = before / (before - after);
    const crossing = { x: INSET + part * width, y: one.from + part * (one.to - one.from), pairs: [place + 1] };
    // crossings that lie on each other become one
    const same = results.find(({ x, y }) => Math.hypot(x - crossing.x, y - crossing.y) < apart);
    if (same) same.pairs.push(...crossing.pairs);
    else results.push(crossing);
  }
  return results;
}

function makeCrossing() {
  const circle = shape("circle");
  const cross = shape("path", { d: "M-3 -3 3 3M3 -3 -3 3" });
  const count = shape("text", { dy: ".35em" });
  const part = {
    node: shape("g", {}, circle, cross, count),
    pairs: /** @type {number[]} */ ([]),
    draw: (/** @type {Crossing & { scale: number }} */ { x, y, pairs, scale }) => {
      const many = pairs.length > 1;
      part.pairs = pairs;
      part.node.setAttribute("class", many ? "rt-crossing many" : "rt-crossing");
      part.node.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
      circle.setAttribute("r", many ? "8.5" : "6");
      cross.style.display = many ? "none" : "";
      write(count, many ? String(pairs.length) : "");
    },
  };
  return part;
}

// --- all pairs ------------------------------------------------------------------------------------------

/** @param {(target: EventTarget | null) => void} pick @param {(number: number) => void} choose a pair */
function makePairs(pick, choose) {
  const counts = make("p", { class: "rt-counts" });
  const grid = make("div", { class: "rt-grid", role: "grid", "aria-label": "Pairs of items" });
  const note = make("p", { class: "rt-soft rt-note" });
  const scroll = make("div", { class: "rt-scroll" }, grid);
  const node = makePart("rt-all-pairs", "Pairs of items", counts);
  node.append(scroll, note);
  let same = false; // whether the same items were drawn before
  let known = "";
  /** @type {PairView[]} */
  let list = [];
  const makeCell = () => {
    /** @type {Kind | undefined} */
    let kind;
    const part = {
      node: make("div", { class: "rt-pair", role: "gridcell", tabindex: -1 }),
      pairs: /** @type {number[]} */ ([]),
      draw: (/** @type {number} */ number) => {
        const pair = list[number - 1];
        part.pairs = [number];
        part.node.ariaLabel = part.node.title = pair.words;
        if (kind === pair.kind) return;
        if (kind && same) highlight(part.node);
        kind = pair.kind;
        part.node.replaceChildren(makeSign(kind));
      },
    };
    return part;
  };
  const drawLines = makeChildren(
    grid,
    (/** @type {Line} */ { item }) => {
      const name = make("div", { class: "rt-pair-name", role: "rowheader", dir: "auto", title: item });
      write(name, item);
      const line = make("div", { role: "row" }, name);
      const drawCells = makeChildren(line, makeCell); // before the name
      const part = {
        node: line,
        name: { node: name, item },
        cells: drawCells([]),
        draw: (/** @type {Line} */ { numbers }) => {
          part.cells = drawCells(numbers);
        },
      };
      return part;
    },
    ({ item }) => item,
  );
  let lines = drawLines([]);
  /** @type {ReturnType<typeof makeCell>[]} */
  let cells = []; // of the pairs, in their order
  const drawCounts = makeChildren(counts, makeCount, ({ kind }) => kind);

  const draw = (/** @type {PairsView} */ pairs) => {
    const { items } = pairs;
    list = pairs.list;
    drawCounts(pairs.counts);
    grid.hidden = !items.length;
    grid.classList.toggle("rt-small", items.length > WIDE_CELLS);
    grid.style.setProperty("--items", String(items.length));
    same = known === JSON.stringify(items);
    known = JSON.stringify(items);
    const numbers = numbered(items.length);
    lines = drawLines(items.map((item, row) => ({ item, numbers: numbers[row] })));
    cells = [];
    for (const cell of lines.flatMap((line) => line.cells)) cells[cell.pairs[0] - 1] = cell;
    setTabStop(cells.map((cell) => cell.node));
    writeOrHide(note, pairs.words);
  };

  grid.addEventListener("click", ({ target }) => pick(target));
  grid.addEventListener("keydown", (event) => {
    const rows = lines.map((line) => line.cells.map(({ node: cell }) => cell));
    const target = /** @type {HTMLDivElement} */ (event.target);
    const row = rows.find((nodes) => nodes.includes(target));
    if (!row || modified(event)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(cells.findIndex((cell) => cell.node === target) + 1);
      return;
    }
    const here = row.indexOf(target);
    const column = rows.flatMap((nodes) => nodes[here] ?? []);
    const to = arrowStep(event, row, here, ["ArrowLeft", "ArrowRight"]) ?? arrowStep(event, column, column.indexOf(target));
    if (to) setTabStop(cells.map((cell) => cell.node), to);
  });
  return { node, draw, cells: () => cells, names: () => lines.map(({ name }) => name) };
}

/** The number of each pair, in the order of the trace, by the row and the column in which it is drawn. @param {number} items */
export function numbered(items) {
  /** @type {number[][]} */
  const rows = Array.from({ length: items }, () => []);
  let number = 0;
  for (let column = 0; column < items; column += 1) {
    for (let row = column + 1; row < items; row += 1) rows[row][column] = number += 1;
  }
  return rows;
}

function makeCount(/** @type {PairsView["counts"][0]} */ { kind }) {
  const [number, words] = [make("b"), make("span")];
  const node = make("span", {}, makeSign(kind), number, words);
  const draw = (/** @type {PairsView["counts"][0]} */ count) => {
    if (write(number, String(count.count)) && node.isConnected) highlight(number);
    write(words, count.words);
  };
  return { node, draw };
}

const makeSign = (/** @type {Kind} */ kind) => make("i", { class: `rt-sign ${kind}`, "aria-hidden": "true" }, SIGNS[kind]);

export default { render: (/** @type {Context} */ context) => mount(context, "rt-agreement", build) };
