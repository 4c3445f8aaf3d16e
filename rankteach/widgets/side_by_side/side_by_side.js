// Two rankings side by side: both lists with a line from each item to itself in the other one, the measures with the
// values of both, what each rank adds to the chosen one, and the calculation of either list.

import { drawCutoff, drawMenu, makeCutoff, makeMenu, onCardKey, writeLabel, writeValue } from "../shared/cards.js";
import { makePart } from "../shared/controls.js";
import { icon, keyed, make, rove, walk, write, writeName, writeOrHide } from "../shared/elements.js";
import { drawMark } from "../shared/judged.js";
import { followLines, makeLadder, markNear } from "../shared/ladder.js";
import { drawList, makeList } from "../shared/list.js";
import { flash } from "../shared/movement.js";
import { itemsOf, markNode } from "../shared/rows.js";
import { mount } from "../shared/surface.js";
import { drawParted, drawTrace, makeTrace, onRowClick, onRowKey } from "../shared/trace.js";

const NAMES = { first: "A", second: "B" };
const PLACES = { first: 0, second: 1 }; // what Python calls the lists
const ARROWS = { up: "▲ ", down: "▼ ", level: "=", only: "only here", "": "" };
const TALL = 12; // rows: beside a longer list there is room for what each rank brings
const ADDS =
  "What a rank adds is how much the value grows when it counts too and every grade below it counts as 0. " +
  "So the differences add up to the whole difference.";

function build(surface) {
  surface.note = make("p", { class: "rt-soft rt-note" });
  surface.more = make("button", { class: "rt-quiet rt-more", type: "button" });
  surface.more.addEventListener("click", () => surface.act({ do: "show" }));
  const keys = make("span", { class: "rt-keys" }, " or Alt+↑↓");
  const left = makePart("rt-left", "Two lists", make("span", { class: "rt-soft" }, "click a mark, drag", keys));
  left.append(makeTwoLists(surface), surface.more, surface.note);
  surface.rows = () => [itemsOf(shownList(surface)), rankRows(surface)];
  surface.marked = () => markRanks(surface);
  return [left, makeStandings(surface), makeRanks(surface), makePartings(surface), makeEitherTrace(surface)];
}

function draw(surface, view, atOnce = false) {
  surface.body.classList.toggle("rt-apart", !view.linked);
  surface.body.classList.toggle("rt-tall", Math.max(view.first.rows.length, view.second.rows.length) > TALL);
  drawCutoff(surface, surface.cutoff, view.cutoff);
  drawMenu(surface.menu, view.menu);
  for (const place of Object.keys(NAMES)) drawOneList(surface, place, view);
  writeOrHide(surface.more, view.more);
  writeOrHide(surface.note, view.note);
  drawStandings(surface, view.cards);
  if (atOnce) return;
  drawRanks(surface, view.ranks);
  drawPartings(surface, view.parted);
  drawSwitch(surface, view.side);
  drawTrace(surface, view.trace);
  followLines(surface);
}

const shownList = (surface) => (surface.view.side ? surface.second : surface.first);
const isLinked = ({ view }) => Boolean(view.trace.tables[0]?.linked);

// --- the two lists ----------------------------------------------------------------------------------------

function makeTwoLists(surface) {
  for (const [place, list] of Object.entries(PLACES)) {
    const move = (item, where) => surface.act({ do: "move", list, item, ...where });
    surface[place] = makeList(surface, `List ${NAMES[place]}`, move);
  }
  surface.found = { first: make("span"), second: make("span") };
  const ladder = makeLadder(surface, { first: ["A", surface.found.first], second: ["B", surface.found.second] });
  surface.near = { over: null, focus: null };
  watch(surface, ladder, "over", "pointerover", "pointerleave");
  watch(surface, ladder, "focus", "focusin", "focusout");
  surface.lined = () => drawNearItem(surface);
  return ladder;
}

// An item is near while the pointer is over it or its line, or the focus in it: it is marked wherever it stands.
function watch(surface, ladder, how, come, go) {
  const at = (item) => {
    surface.near[how] = item;
    drawNearItem(surface);
  };
  ladder.addEventListener(come, ({ target }) => at(target.closest(".rt-item, .rt-join")?.rtItem ?? null));
  ladder.addEventListener(go, () => at(null));
}

function drawNearItem(surface) {
  const item = surface.near.over ?? surface.near.focus;
  const linked = item !== null && surface.view.linked;
  markNear(surface, linked ? (node) => node.rtItem === item : null);
}

function drawOneList(surface, place, view) {
  const { rows, below, found, more } = view[place];
  const { binary, cut, cuts } = view.list;
  const list = PLACES[place];
  drawList(surface, surface[place], rows, {
    more,
    line: cut !== null && cut <= rows.length ? { after: cut, words: `k = ${cut}`, idle: !cuts } : null,
    create: ({ item }) => {
      const toggle = (event) => surface.act({ do: "toggle", list, item, ...(event.shiftKey && { back: true }) });
      const mark = make("button", { class: "rt-mark", type: "button", onclick: toggle });
      return { cells: [make("span", { class: "rt-way" }), mark], handle: mark };
    },
    update: (node, row, rank) => {
      drawMark(node.rtHandle, row, rank, binary);
      node.rtHandle.ariaLabel = `${NAMES[place]}, ${node.rtHandle.ariaLabel}${row.words ? `; ${row.words}` : ""}`;
      node.rtHandle.title = row.mark;
      drawWay(node.querySelector(".rt-way"), row, list === 1);
    },
  });
  writeOrHide(surface.below[place], below);
  write(surface.found[place], found);
}

// In the second list: how far the item stands above or below its rank in the first.
function drawWay(node, { way, shift, words }, moves) {
  node.className = `rt-way ${way}`;
  node.title = words;
  write(node, moves || way === "only" ? ARROWS[way] + shift : "");
}

// --- the measures -----------------------------------------------------------------------------------------

function makeStandings(surface) {
  surface.cutoff = makeCutoff(surface);
  surface.menu = makeMenu(surface);
  surface.cards = make("div", { class: "rt-standings", role: "radiogroup", "aria-label": "Measures" });
  surface.cards.addEventListener("keydown", (event) => onCardKey(surface, event));
  const heads = ["measure", "A", "B", "B − A", "", ""].map((words) => make("span", {}, words));
  const part = makePart("rt-right", "Measures", surface.cutoff, surface.menu);
  part.append(make("div", { class: "rt-standing-heads", "aria-hidden": "true" }, ...heads), surface.cards);
  return part;
}

function makeStanding(surface, { key }) {
  const shown = { "aria-hidden": "true" }; // what is heard of it is one sentence
  const value = () => make("span", { class: "rt-value" });
  const number = () => make("span", { class: "rt-number", ...shown }, value(), make("small"));
  const pick = make(
    "button",
    { class: "rt-pick", type: "button", role: "radio", onclick: () => surface.act({ do: "choose", card: key }) },
    make("span", { class: "rt-label", ...shown }),
    number(),
    number(),
    number(),
    make("span", { class: "rt-verdict", ...shown }),
    make("span", { class: "rt-unseen" }),
  );
  const remove = () => surface.act({ do: "remove", card: key });
  const away = make("button", { class: "rt-remove", type: "button", tabindex: -1, onclick: remove }, icon("remove"));
  return make("div", { class: "rt-card" }, pick, away);
}

function drawStanding(node, card, only) {
  const [pick, remove] = node.children;
  const [label, ...rest] = pick.children;
  const [verdict, sentence] = rest.splice(-2);
  writeLabel(label, card.label);
  [...card.values, card.difference].forEach(({ value, exact }, place) => {
    const [number, fraction] = rest[place].children;
    if (writeValue(number, value) && node.isConnected) flash(number);
    write(fraction, exact === value ? "" : exact);
    rest[place].classList.toggle("rt-ahead", card.ahead === place);
  });
  write(verdict, card.verdict);
  verdict.className = `rt-verdict ${["first", "second"][card.ahead] ?? "level"}`;
  pick.title = card.title;
  write(sentence, `${card.label}: ${card.words}`);
  pick.ariaChecked = String(card.chosen);
  pick.tabIndex = card.chosen ? 0 : -1;
  remove.hidden = only;
  remove.ariaLabel = `Remove ${card.label}`;
}

function drawStandings(surface, cards) {
  const focused = surface.cards.contains(surface.focused());
  const only = cards.length === 1;
  const create = (card) => makeStanding(surface, card);
  keyed(surface.cards, cards, ({ key }) => key, create, (node, card) => drawStanding(node, card, only));
  if (focused) surface.cards.querySelector('[aria-checked="true"]').focus({ preventScroll: true });
}

// --- rank by rank -----------------------------------------------------------------------------------------

function makeRanks(surface) {
  const titles = ["rank", "in A", "A adds", "B adds", "in B", "B − A", "so far"];
  const heads = make("thead", {}, make("tr", {}, ...titles.map((words) => make("th", { scope: "col" }, words))));
  surface.ranks = make("table", { class: "rt-ranks" }, heads, make("tbody"), make("tfoot"));
  for (const [type, react] of [["keydown", onRowKey], ["click", onRowClick]]) {
    surface.ranks.addEventListener(type, (event) => isLinked(surface) && react(surface, event, rankRows(surface)));
  }
  surface.brought = make("p", { class: "rt-brought" });
  const part = makePart("rt-by-rank", "Which ranks bring the difference");
  const end = make("tr", {}, make("th", { scope: "row" }, "all"), ...Array.from({ length: 6 }, () => make("td")));
  surface.ranks.tFoot.append(end);
  const note = make("p", { class: "rt-soft rt-note" }, ADDS);
  part.append(surface.brought, make("div", { class: "rt-scroll rt-shaded" }, surface.ranks), note);
  return part;
}

// The rows that stand for one rank each.
const rankRows = (surface) => [...surface.ranks.tBodies[0].rows].filter((row) => row.rtRank);

function drawRanks(surface, { said, rows, end }) {
  write(surface.brought, said);
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

function drawIn(node, { item, mark, state, pips }) {
  const [dots, name] = node.firstChild.children;
  const [full, all] = pips ?? [state === "on" ? 1 : 0, state ? 1 : 0];
  const drawn = `${full} of ${all}`;
  if (dots.rtDrawn !== drawn) {
    dots.rtDrawn = drawn;
    const dot = (_, place) => make("i", { class: place < full ? "full" : "" });
    dots.replaceChildren(...Array.from({ length: all }, dot));
  }
  writeName(name, item);
  node.className = `rt-in ${state}`;
  node.title = item && `${item}: ${mark}`;
}

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

// --- where the calculations part, and either of them ------------------------------------------------------

function makePartings(surface) {
  surface.parts = makePart("rt-partings", "Where the calculations part");
  const rows = make("table", { class: "rt-table" });
  const scrolls = { class: "rt-scroll rt-shaded" };
  surface.parts.append(make("div", {}, make("div"), make("div", scrolls, rows)));
  return surface.parts;
}

function drawPartings(surface, parted) {
  const node = surface.parts.lastChild;
  drawParted(node, parted);
  for (const [place, row] of [...node.querySelectorAll("tbody tr")].entries()) {
    row.classList.toggle("rt-same", !parted.rows.includes(place + 1));
  }
}

function makeEitherTrace(surface) {
  const section = makeTrace(surface);
  surface.either = make("div", { class: "rt-either", role: "radiogroup", "aria-label": "Whose calculation" });
  for (const [place, list] of Object.entries(PLACES)) {
    const choose = () => surface.act({ do: "side", list });
    const button = make("button", { class: "rt-quiet", type: "button", role: "radio", onclick: choose });
    write(button, `Calculation of ${NAMES[place]}`);
    surface.either.append(button);
  }
  surface.either.addEventListener("keydown", (event) => {
    const [first, second] = surface.either.children;
    const to = walk(event, [first, second], surface.view.side, "ArrowLeft", "ArrowRight");
    if (to) surface.act({ do: "side", list: to === second ? 1 : 0 });
    event.stopPropagation(); // these keys are no steps of the calculation
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
