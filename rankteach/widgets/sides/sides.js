// Two rankings side by side: both lists with a line from each item to itself in the other one, the measures with the
// values of both, what each rank adds to the chosen one, and the calculation of either list.

import { makeMeasures } from "../parts/cards.js";
import { writeValue } from "../parts/chips.js";
import { makePart } from "../parts/controls.js";
import { arrowStep, make, makeChildren, quiet, set, setTabStop, write, writeOrHide } from "../frame/elements.js";
import { makeLadder, SIDES, watchNear } from "../parts/ladder.js";
import { makeDots, makeHint, makeList, makeMark } from "../parts/list.js";
import { highlight } from "../frame/movement.js";
import { mount } from "../frame/frame.js";
import { makeComparison, makeTrace, markNode } from "../parts/trace.js";

/** @import { RankRow, RankSide, SharedItem, SideBySideView, StandingView } from "../protocol.d.ts" */
/** @import { Side } from "../parts/ladder.js" */
/** @import { Context, Drawn, Surface } from "../frame/types.d.ts" */

const NAMES = { first: "A", second: "B" };
const NO_ITEM = /** @type {const} */ ({ item: "", mark: "", state: "", pips: null, way: "", shift: "", words: "" });
const ARROWS = { up: "▲ ", down: "▼ ", level: "=", only: "only here", "": "" };
const ADDS =
  "What a rank adds: what it contributes if you stop reading after it. The differences add up to the whole difference.";

function build(/** @type {Surface<SideBySideView>} */ surface) {
  const isLinked = () => Boolean(surface.view.trace.tables[0]?.linked);
  const shown = () => lists[SIDES[surface.view.side]];
  const other = () => lists[SIDES[1 - surface.view.side]];
  const { lists, ladder, ...left } = makeTwoLists(surface, (target) => trace.pickAt(target, shown().nodes()));
  const ranks = makeRanks();
  // the current row of the calculation, also in the list whose calculation is not shown
  const marked = (/** @type {number | null} */ row) => {
    const linked = isLinked();
    markNode(other().nodes(), linked ? row : null);
    ranks.table.classList.toggle("rt-linked", linked);
    if (linked) setTabStop(ranks.rows(), ranks.rows()[(row ?? 0) - 1]);
    else for (const one of ranks.rows()) one.tabIndex = -1;
  };
  const trace = makeTrace(surface, { rows: () => [shown().nodes(), ranks.rows()], marked });
  ranks.table.addEventListener("keydown", (event) => isLinked() && trace.pickByKey(event, ranks.rows()));
  ranks.table.addEventListener("click", ({ target }) => isLinked() && trace.pickAt(target, ranks.rows()));
  const standings = makeMeasures(surface, makeStanding, "rt-standings", (cards) => [makeStandingHeads(), cards]);
  const either = { ...trace, draw: makeSwitch(surface, trace) };
  const lines = { node: ladder.node, draw: ladder.follow, slow: true }; // drawn when everything has its place
  return [left, standings, ranks, makeDifferences(surface), either, lines];
}

// --- the two lists ----------------------------------------------------------------------------------------

/** @param {Surface<SideBySideView>} surface @param {(target: EventTarget | null) => void} pick */
function makeTwoLists(surface, pick) {
  const more = quiet("", () => surface.dispatch({ do: "show" }), { class: "rt-quiet rt-more" });
  const note = make("p", { class: "rt-soft rt-note" });
  const makeOne = (/** @type {Side} */ side) => {
    const list = SIDES.indexOf(side);
    return makeList(surface, `List ${NAMES[side]}`, (/** @type {SharedItem} */ { item }) => makeCells(surface, side, item), {
      move: (item, where) => surface.dispatch({ do: "move", list, item, ...where }),
      pick,
    });
  };
  const lists = { first: makeOne("first"), second: makeOne("second") };
  const retrieved = { first: make("span"), second: make("span") };
  // an item is near while the pointer is over it or its line, or the focus is in it: both lists mark it
  /** @type {string | null} */
  let near = null;
  const drawNear = () => ladder.markNear(near !== null && surface.view.linked ? (item) => item === near : null);
  const ladder = makeLadder(surface, lists, { first: ["A", retrieved.first], second: ["B", retrieved.second] }, drawNear);
  watchNear(ladder.node, ladder.itemAt, (item) => {
    near = item;
    drawNear();
  });
  const node = makePart("rt-left", "Two lists", makeHint(false));
  node.append(ladder.node, more, note);
  const draw = (/** @type {Drawn<SideBySideView>} */ view) => {
    surface.body.classList.toggle("rt-apart", !view.linked);
    ladder.draw(view);
    for (const side of SIDES) write(retrieved[side], view[side].retrieved);
    writeOrHide(more, view.more);
    writeOrHide(note, view.note);
  };
  return { node, draw, lists, ladder };
}

/** @param {Surface<SideBySideView>} surface @param {Side} side @param {string} item */
function makeCells(surface, side, item) {
  const shift = make("span", { class: "rt-way" });
  const mark = makeMark(surface, { list: SIDES.indexOf(side), item });
  /** @param {SharedItem & { title?: string }} row @param {number} rank */
  const draw = (row, rank) => {
    mark.draw(row, rank, surface.view.binary, `${NAMES[side]}, `, row.words ? `; ${row.words}` : "");
    // in the second list: how far the item is above or below its rank in the first
    set(shift, "className", `rt-way ${row.way}`);
    set(shift, "title", row.words);
    write(shift, side === "second" || row.way === "only" ? ARROWS[row.way] + row.shift : "");
  };
  return { cells: [shift, mark.node], handle: mark.node, draw };
}

// --- the measures -----------------------------------------------------------------------------------------

const STANDINGS = ["measure", "A", "B", "B − A", "", ""];
const SHORT = 10; // letters of a name that has its numbers next to it; a longer one has a line of its own

const makeStandingHeads = () =>
  make("div", { class: "rt-standing-heads", "aria-hidden": "true" }, ...STANDINGS.map((words) => make("span", {}, words)));

function makeStanding() {
  const unread = { "aria-hidden": "true" }; // a screen reader reads one sentence instead
  const numbers = [0, 1, 2].map(() => {
    const [value, exact] = [make("span", { class: "rt-value" }), make("small")];
    return { node: make("span", { class: "rt-number", ...unread }, value, exact), value, exact };
  });
  const label = make("span", { class: "rt-label", ...unread });
  const verdict = make("span", { class: "rt-verdict", ...unread });
  const sentence = make("span", { class: "rt-unseen" });
  /** @param {StandingView} card @param {HTMLElement} pick */
  const draw = (card, pick) => {
    for (const [place, { value, exact }] of [...card.values, card.difference].entries()) {
      writeValue(numbers[place].value, value);
      write(numbers[place].exact, exact === value ? "" : exact);
      numbers[place].node.classList.toggle("rt-ahead", card.ahead === place);
    }
    write(verdict, card.verdict);
    pick.classList.toggle("rt-far", card.label.length > SHORT);
    set(verdict, "className", `rt-verdict ${SIDES.at(card.ahead ?? 2) ?? "level"}`);
    set(pick, "title", card.title);
    write(sentence, `${card.label}: ${card.words}`);
  };
  return { label, nodes: [label, ...numbers.map(({ node }) => node), verdict, sentence], draw };
}

// --- rank by rank -----------------------------------------------------------------------------------------

function makeRanks() {
  const titles = ["rank", "in A", "A adds", "B adds", "in B", "B − A", "so far"];
  const heads = make("thead", {}, make("tr", {}, ...titles.map((words) => make("th", { scope: "col" }, words))));
  const body = make("tbody");
  const sums = titles.slice(1).map(() => make("td"));
  const foot = make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "all"), ...sums));
  const table = make("table", { class: "rt-ranks" }, heads, body, foot);
  const scroll = make("div", { class: "rt-scroll" }, table);
  const contributions = make("p", { class: "rt-contributions" });
  const node = makePart("rt-by-rank", "Where the difference comes from");
  node.append(contributions, scroll, make("p", { class: "rt-soft rt-note" }, ADDS));
  const drawRows = makeChildren(body, makeRankRow, ({ row }) => row.rank);
  let drawn = drawRows([]);
  const draw = (/** @type {Drawn<SideBySideView>} */ { ranks: { words, rows, end }, first, second }) => {
    write(contributions, words);
    scroll.hidden = !rows.length;
    drawn = drawRows(rows.map((row) => ({ row, items: [first, second].map((list) => list.rows[Number(row.rank) - 1]) })));
    for (const [place, sum] of [sums[1], sums[2], sums[4]].entries()) write(sum, end[place]);
  };
  // those that represent one rank each
  const rows = () => drawn.filter(({ single }) => single).map(({ node: one }) => one);
  return { node, table, rows, draw, slow: true };
}

/** @typedef {{ row: RankRow, items: (SharedItem | undefined)[] }} OneRank several ranks together have no items */

function makeRankRow(/** @type {OneRank} */ { row: { rank } }) {
  const [first, second] = SIDES.map(makeRankSide);
  const [by, sum] = [make("td"), make("td")];
  const node = make("tr", { tabindex: -1 }, make("th", { scope: "row" }, rank), first.item, first.adds, second.adds, second.item, by, sum);
  const draw = (/** @type {OneRank} */ { row: { sides, difference, total }, items }) => {
    first.draw(sides[0], items[0]);
    second.draw(sides[1], items[1]);
    if (write(by, difference) && node.isConnected) highlight(by);
    set(by, "className", { "+": "second", "−": "first" }[difference[0]] ?? "");
    write(sum, total);
  };
  return { node, single: Boolean(Number(rank)), draw };
}

/** The cells of one list: the item at the rank, and what it adds. @param {Side} side */
function makeRankSide(side) {
  const dots = makeDots();
  const name = make("span", { class: "rt-name", dir: "auto" });
  const item = make("td", {}, make("div", {}, dots.node, name));
  const [number, bar] = [make("span"), make("i", { "aria-hidden": "true" })];
  const adds = make("td", { class: `rt-adds ${side}` }, ...(side === SIDES[0] ? [number, bar] : [bar, number]));
  const draw = (/** @type {RankSide} */ { adds: words, share }, /** @type {SharedItem} */ here = NO_ITEM) => {
    dots.draw(here);
    write(name, here.item);
    set(item, "className", `rt-in ${here.state}`);
    set(item, "title", here.item && `${here.item}: ${here.mark}`);
    write(number, words);
    bar.style.setProperty("--share", String(Math.abs(share)));
    set(bar, "className", share < 0 ? "less" : "");
  };
  return { item, adds, draw };
}

// --- where the calculations differ, and either of them ----------------------------------------------------

function makeDifferences(/** @type {Surface<SideBySideView>} */ surface) {
  const comparison = makeComparison("");
  const node = makePart("rt-differences", "Where the calculations differ");
  node.append(comparison.node);
  const draw = (/** @type {Drawn<SideBySideView>} */ view) => {
    comparison.draw(view.comparison, surface.titles);
    for (const [place, row] of comparison.lines().entries()) {
      row.classList.toggle("rt-same", !view.comparison.rows.includes(place + 1));
    }
  };
  return { node, draw, slow: true };
}

/** @param {Surface<SideBySideView>} surface @param {ReturnType<typeof makeTrace>} trace */
function makeSwitch(surface, trace) {
  const choices = SIDES.map((side, list) =>
    quiet(`Calculation of ${NAMES[side]}`, () => surface.dispatch({ do: "side", list }), { role: "radio" }),
  );
  const either = make("div", { class: "rt-either", role: "radiogroup", "aria-label": "Whose calculation" }, ...choices);
  either.addEventListener("keydown", (event) => {
    const to = arrowStep(event, choices, surface.view.side, ["ArrowLeft", "ArrowRight"]);
    if (to) surface.dispatch({ do: "side", list: choices.indexOf(to) });
    event.stopPropagation(); // these keys take no step of the calculation
  });
  trace.node.prepend(either);
  /** @param {Drawn<SideBySideView>} view */
  return (view) => {
    for (const [place, choice] of choices.entries()) {
      set(choice, "ariaChecked", String(place === view.side));
      choice.tabIndex = place === view.side ? 0 : -1;
    }
    trace.draw({ ...view, trace: { ...view.trace, title: `${view.trace.title} of ${NAMES[SIDES[view.side]]}` } }); // also where the switch is not seen
  };
}

export default { render: (/** @type {Context} */ context) => mount(context, "rt-sidebyside", build) };
