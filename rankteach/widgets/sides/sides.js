// Two rankings side by side: both lists with a line from each item to itself in the other one, the measures with the
// values of both, what each rank adds to the chosen one, and the calculation of either list.

import { drawMeasures, makeMeasures, writeValue } from "../parts/cards.js";
import { makePart } from "../parts/controls.js";
import { keyed, make, quiet, rove, walk, write, writeOrHide } from "../frame/elements.js";
import { drawDots, drawMark, makeMark } from "../parts/judged.js";
import { followLines, makeLadder, markNear, watchNear } from "../parts/ladder.js";
import { cutLine, drawList, makeHint, makeList } from "../parts/list.js";
import { flash } from "../frame/movement.js";
import { itemsOf, markNode } from "../parts/rows.js";
import { mount } from "../frame/frame.js";
import { drawComparison, drawTrace, makeComparison, makeTrace, onRowClick, onRowKey } from "../parts/trace.js";

/** @import { RankRow, RankSide, RanksView, SharedItem, SideBySideView, SideComparison, StandingView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

const NAMES = { first: "A", second: "B" };
const PLACES = { first: 0, second: 1 }; // what Python calls the lists
const ARROWS = { up: "▲ ", down: "▼ ", level: "=", only: "only here", "": "" };
const ADDS =
  "What a rank adds: how much the value grows when this rank counts too and every grade below it counts as 0. " +
  "The differences add up to the whole difference.";

/** @param {Surface<SideBySideView>} surface */
function build(surface) {
  surface.note = make("p", { class: "rt-soft rt-note" });
  surface.more = quiet("", () => surface.dispatch({ do: "show" }), { class: "rt-quiet rt-more" });
  const hint = makeHint();
  const left = makePart("rt-left", "Two lists", hint);
  left.append(makeTwoLists(surface), surface.more, surface.note);
  surface.rows = () => [itemsOf(shownList(surface)), rankRows(surface)];
  surface.marked = () => markRanks(surface);
  return [left, makeStandings(surface), makeRanks(surface), makePartings(surface), makeEitherTrace(surface)];
}

/** @param {Surface<SideBySideView>} surface @param {Surface<SideBySideView>["view"]} view */
function draw(surface, view, fast = false) {
  surface.body.classList.toggle("rt-apart", !view.linked);
  drawOneList(surface, "first", view);
  drawOneList(surface, "second", view);
  writeOrHide(surface.more, view.more);
  writeOrHide(surface.note, view.note);
  drawMeasures(surface, view, makeStanding, drawStanding);
  if (fast) return;
  drawRanks(surface, view.ranks);
  drawPartings(surface, view.comparison);
  drawSwitch(surface, view.side);
  drawTrace(surface, view.trace);
  followLines(surface);
}

const shownList = (surface) => (surface.view.side ? surface.second : surface.first);
const isLinked = ({ view }) => Boolean(view.trace.tables[0]?.linked);

// --- the two lists ----------------------------------------------------------------------------------------

function makeTwoLists(surface) {
  for (const [place, list] of Object.entries(PLACES)) {
    const move = (item, where) => surface.dispatch({ do: "move", list, item, ...where });
    surface[place] = makeList(surface, `List ${NAMES[place]}`, move);
  }
  surface.retrieved = { first: make("span"), second: make("span") };
  const ladder = makeLadder(surface, { first: ["A", surface.retrieved.first], second: ["B", surface.retrieved.second] });
  // an item is near while the pointer is over it or its line, or the focus is in it: both lists mark it
  let near = null;
  surface.lined = () => markNear(surface, near !== null && surface.view.linked ? (node) => node.rtItem === near : null);
  watchNear(ladder, (node) => node.closest(".rt-item, .rt-join")?.rtItem ?? null, (item) => {
    near = item;
    surface.lined();
  });
  return ladder;
}

/** @param {Surface<SideBySideView>} surface @param {"first" | "second"} place @param {SideBySideView} view */
function drawOneList(surface, place, view) {
  const { rows, below, retrieved, more } = view[place];
  const list = PLACES[place];
  drawList(surface, surface[place], rows, {
    more,
    line: cutLine(view, rows),
    all: [...view.first.rows, ...view.second.rows],
    create: ({ item }) => {
      const mark = makeMark(surface, { list, item });
      return { cells: [make("span", { class: "rt-way" }), mark], handle: mark };
    },
    update: (node, row, rank) => {
      drawMark(node.rtHandle, row, rank, view.binary);
      node.rtHandle.ariaLabel = `${NAMES[place]}, ${node.rtHandle.ariaLabel}${row.words ? `; ${row.words}` : ""}`;
      node.rtHandle.title = row.mark;
      drawWay(node.querySelector(".rt-way"), row, list === 1);
    },
  });
  writeOrHide(surface.below[place], below);
  write(surface.retrieved[place], retrieved);
}

/** In the second list: how far the item is above or below its rank in the first. @param node @param {SharedItem} row @param {boolean} moves */
function drawWay(node, { way, shift, words }, moves) {
  node.className = `rt-way ${way}`;
  node.title = words;
  write(node, moves || way === "only" ? ARROWS[way] + shift : "");
}

// --- the measures -----------------------------------------------------------------------------------------

const STANDINGS = ["measure", "A", "B", "B − A", "", ""];
const SHORT = 10; // letters of a name that has its numbers next to it; a longer one has a line of its own

/** @param {Surface<SideBySideView>} surface */
function makeStandings(surface) {
  const heads = make("div", { class: "rt-standing-heads", "aria-hidden": "true" });
  heads.append(...STANDINGS.map((words) => make("span", {}, words)));
  return makeMeasures(surface, "rt-right", "rt-standings", (cards) => [heads, cards]);
}

function makeStanding() {
  const unread = { "aria-hidden": "true" }; // a screen reader reads one sentence instead
  const number = () =>
    make("span", { class: "rt-number", ...unread }, make("span", { class: "rt-value" }), make("small"));
  const label = make("span", { class: "rt-label", ...unread });
  const verdict = make("span", { class: "rt-verdict", ...unread });
  return [label, number(), number(), number(), verdict, make("span", { class: "rt-unseen" })];
}

/** @param pick @param {StandingView} card */
function drawStanding(pick, card) {
  const [, ...numbers] = pick.children;
  const [verdict, sentence] = numbers.splice(-2);
  [...card.values, card.difference].forEach(({ value, exact }, place) => {
    const [number, fraction] = numbers[place].children;
    writeValue(number, value);
    write(fraction, exact === value ? "" : exact);
    numbers[place].classList.toggle("rt-ahead", card.ahead === place);
  });
  write(verdict, card.verdict);
  pick.classList.toggle("rt-far", card.label.length > SHORT);
  verdict.className = `rt-verdict ${["first", "second"][card.ahead] ?? "level"}`;
  pick.title = card.title;
  write(sentence, `${card.label}: ${card.words}`);
}

// --- rank by rank -----------------------------------------------------------------------------------------

function makeRanks(surface) {
  const titles = ["rank", "in A", "A adds", "B adds", "in B", "B − A", "so far"];
  const heads = make("thead", {}, make("tr", {}, ...titles.map((words) => make("th", { scope: "col" }, words))));
  surface.ranks = make("table", { class: "rt-ranks" }, heads, make("tbody"), make("tfoot"));
  for (const [type, react] of Object.entries({ keydown: onRowKey, click: onRowClick })) {
    surface.ranks.addEventListener(type, (event) => isLinked(surface) && react(surface, event, rankRows(surface)));
  }
  surface.contributions = make("p", { class: "rt-contributions" });
  const part = makePart("rt-by-rank", "Where the difference comes from");
  const end = make("tr", {}, make("th", { scope: "row" }, "all"), ...Array.from({ length: 6 }, () => make("td")));
  surface.ranks.tFoot.append(end);
  const note = make("p", { class: "rt-soft rt-note" }, ADDS);
  part.append(surface.contributions, make("div", { class: "rt-scroll" }, surface.ranks), note);
  return part;
}

// The rows that represent one rank each.
const rankRows = (surface) => [...surface.ranks.tBodies[0].rows].filter((row) => row.rtRank);

/** @param {Surface<SideBySideView>} surface @param {RanksView} ranks */
function drawRanks(surface, { words, rows, end }) {
  write(surface.contributions, words);
  surface.ranks.parentNode.hidden = !rows.length;
  keyed(surface.ranks.tBodies[0], rows, ({ rank }) => rank, makeRankRow, drawRankRow);
  const [, , first, second, , difference] = surface.ranks.tFoot.rows[0].cells;
  [first, second, difference].forEach((cell, place) => write(cell, end[place]));
}

function makeRankRow({ rank }) {
  const dots = () => make("span", { class: "rt-dots", "aria-hidden": "true" });
  const item = () => make("td", {}, make("div", {}, dots(), make("span", { class: "rt-name", dir: "auto" })));
  const adds = (side) => make("td", { class: `rt-adds ${side}` }, make("span"), make("i", { "aria-hidden": "true" }));
  const cells = [item(), adds("first"), adds("second"), item(), make("td"), make("td")];
  const node = make("tr", { tabindex: -1 }, make("th", { scope: "row" }, rank), ...cells);
  node.rtRank = Number(rank) || null;
  return node;
}

/** @param node @param {RankRow} row */
function drawRankRow(node, { sides, difference, total }) {
  const [, inFirst, first, second, inSecond, by, sum] = node.cells;
  drawIn(inFirst, sides[0]);
  drawIn(inSecond, sides[1]);
  drawAdds(first, sides[0]);
  drawAdds(second, sides[1]);
  if (write(by, difference) && node.isConnected) flash(by);
  by.className = { "+": "second", "−": "first" }[difference[0]] ?? "";
  write(sum, total);
}

/** @param node @param {RankSide} side */
function drawIn(node, side) {
  const [dots, name] = node.querySelectorAll(".rt-dots, .rt-name");
  drawDots(dots, side);
  write(name, side.item);
  node.className = `rt-in ${side.state}`;
  node.title = side.item && `${side.item}: ${side.mark}`;
}

/** @param node @param {RankSide} side */
function drawAdds(node, { adds, share }) {
  const [number, bar] = node.children;
  write(number, adds);
  bar.style.setProperty("--share", Math.abs(share));
  bar.className = share < 0 ? "less" : "";
}

// The current row of the calculation, also in the list whose calculation is not shown.
function markRanks(surface) {
  const linked = isLinked(surface);
  const rows = rankRows(surface);
  markNode(itemsOf(surface.view.side ? surface.first : surface.second), linked ? surface.row : null);
  surface.ranks.classList.toggle("rt-linked", linked);
  if (linked) rove(rows, rows[surface.row - 1]);
  else rows.forEach((row) => (row.tabIndex = -1));
}

// --- where the calculations differ, and either of them ----------------------------------------------------

function makePartings(surface) {
  surface.parts = makePart("rt-partings", "Where the calculations differ");
  surface.parts.append(makeComparison({}));
  return surface.parts;
}

/** @param {Surface<SideBySideView>} surface @param {SideComparison} comparison */
function drawPartings(surface, comparison) {
  const node = surface.parts.lastChild;
  drawComparison(node, comparison, surface.titles);
  for (const [place, row] of [...node.querySelectorAll("tbody tr")].entries()) {
    row.classList.toggle("rt-same", !comparison.rows.includes(place + 1));
  }
}

function makeEitherTrace(surface) {
  const section = makeTrace(surface);
  surface.either = make("div", { class: "rt-either", role: "radiogroup", "aria-label": "Whose calculation" });
  for (const [place, list] of Object.entries(PLACES)) {
    const choose = () => surface.dispatch({ do: "side", list });
    surface.either.append(quiet(`Calculation of ${NAMES[place]}`, choose, { role: "radio" }));
  }
  surface.either.addEventListener("keydown", (event) => {
    const [first, second] = surface.either.children;
    const to = walk(event, [first, second], surface.view.side, "ArrowLeft", "ArrowRight");
    if (to) surface.dispatch({ do: "side", list: to === second ? 1 : 0 });
    event.stopPropagation(); // these keys take no step of the calculation
  });
  section.prepend(surface.either);
  return section;
}

function drawSwitch(surface, side) {
  for (const [place, node] of [...surface.either.children].entries()) {
    node.ariaChecked = String(place === side);
    node.tabIndex = place === side ? 0 : -1;
  }
}

export default { render: (context) => mount(context, "rt-sidebyside", build, draw) };
