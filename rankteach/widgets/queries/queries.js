// Several queries: their lists next to each other, each with its value; the means over them as cards; and the calculation
// of the chosen mean, whose rows are the queries, or that of one query.

import { drawChange, drawMeasures, makeMeasures, writeValue } from "../parts/cards.js";
import { makePart } from "../parts/controls.js";
import { icon, keyed, make, quiet, write, writeName, writeOrHide } from "../frame/elements.js";
import { drawMark, makeMark } from "../parts/judged.js";
import { cutLine, drawList, makeHint, makeList } from "../parts/list.js";
import { itemsOf, markNode } from "../parts/rows.js";
import { mount } from "../frame/frame.js";
import { drawTrace, makeTrace } from "../parts/trace.js";

/** @import { QueryListView, QueryListsView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

const OWN = "Show how this value is calculated";

/** @param {Surface<QueryListsView>} surface */
function build(surface) {
  const hint = makeHint();
  surface.lists = make("div", { class: "rt-each" });
  surface.note = make("p", { class: "rt-soft rt-note", role: "note" });
  surface.more = quiet("", () => surface.dispatch({ do: "show" }), { class: "rt-quiet rt-more" });
  const left = makePart("rt-left", "Queries", hint, surface.more);
  left.append(surface.lists, surface.note);
  surface.rows = () => [surface.view.query ? itemsOf(shownList(surface)) : countedLists(surface)];
  surface.marked = () => markQueries(surface);
  return [left, makeMeasures(surface, "rt-right"), makeOwnTrace(surface)];
}

/** @param {Surface<QueryListsView>} surface @param {Surface<QueryListsView>["view"]} view */
function draw(surface, view, fast = false) {
  const create = (list) => makeQuery(surface, list);
  keyed(surface.lists, view.lists, ({ query }) => query, create, (node, list) => drawQuery(surface, node, list, view));
  surface.root.classList.toggle("rt-four", view.lists.length > 3);
  writeOrHide(surface.more, view.more);
  writeOrHide(surface.note, view.note);
  drawMeasures(surface, view);
  if (fast) return;
  surface.back.hidden = !view.query;
  write(surface.back.firstChild, `← All queries: ${view.cards.find(({ chosen }) => chosen).label}`);
  write(surface.back.lastChild, view.query);
  drawTrace(surface, view.trace);
}

const queriesOf = (surface) => [...surface.lists.children];
const shownList = (surface) => queriesOf(surface).find((node) => node.rtKey === surface.view.query).rtList;

// The queries that the rows of the mean's table represent.
const countedLists = (surface) => queriesOf(surface).filter((node) => !node.classList.contains("rt-out"));

// --- one query --------------------------------------------------------------------------------------------

/** @param {Surface<QueryListsView>} surface @param {QueryListView} list */
function makeQuery(surface, { query }) {
  const show = () => surface.dispatch({ do: "query", query: surface.view.query === query ? "" : query });
  const own = make("button", { class: "rt-own", type: "button", title: OWN, onclick: show });
  own.append(make("span", { class: "rt-name", dir: "auto" }));
  const turn = ({ currentTarget }) =>
    surface.dispatch({ do: currentTarget.ariaPressed === "true" ? "put_back" : "take_out", query });
  const out = make("button", { class: "rt-take", type: "button", onclick: turn }, icon("remove"), icon("undo"));
  const value = make("span", { class: "rt-value" });
  const numbers = make("div", { class: "rt-result" }, make("span", { class: "rt-soft" }), value);
  numbers.append(make("span", { class: "rt-soft" }), make("span", { class: "rt-change" }));
  const move = (item, where) => surface.dispatch({ do: "move", query, item, ...where });
  const list = makeList(surface, `List of ${query}`, move);
  const node = make("div", { class: "rt-query", role: "group", "aria-label": query });
  node.append(make("div", { class: "rt-query-head" }, own, out), numbers, list, make("p", { class: "rt-soft rt-found" }));
  node.rtList = list;
  return node;
}

/** @param {Surface<QueryListsView>} surface @param node @param {QueryListView} list @param {QueryListsView} view */
function drawQuery(surface, node, { query, rows, more, below, value, out, counts }, view) {
  const [head, numbers, , note] = node.children;
  const [own, take] = head.children;
  const [label, number, exact, change] = numbers.children;
  node.classList.toggle("rt-out", out);
  node.classList.toggle("rt-uncounted", !out && !counts);
  writeName(own.firstChild, query, surface.titles[query]);
  own.setAttribute("aria-pressed", String(view.query === query));
  take.ariaPressed = String(out);
  take.ariaLabel = take.title = out ? `Put ${query} back` : `Take ${query} out`;
  write(label, value.label);
  writeValue(number, value.value);
  write(exact, value.exact === value.value ? "" : value.exact);
  drawChange(change, value);
  drawList(surface, node.rtList, rows, {
    more,
    line: cutLine(view, rows),
    all: view.lists.flatMap((one) => one.rows),
    create: ({ item }) => {
      const mark = makeMark(surface, { query, item });
      return { cells: [make("span", { class: "rt-score" }), mark], handle: mark };
    },
    update: (item, row, rank) => {
      write(item.querySelector(".rt-score"), row.score);
      drawMark(item.rtHandle, row, rank, view.binary);
      item.rtHandle.ariaLabel = `${query}, ${item.rtHandle.ariaLabel}`;
      item.rtHandle.title = row.mark;
    },
  });
  write(note, out ? "taken out" : counts ? below : `${below}; the mean leaves it out`);
}

// --- the calculation --------------------------------------------------------------------------------------

function makeOwnTrace(surface) {
  const section = makeTrace(surface);
  const leave = quiet("", () => surface.dispatch({ do: "query", query: "" }));
  surface.back = make("div", { class: "rt-back" }, leave, make("b", { dir: "auto" }));
  section.prepend(surface.back);
  surface.trace.tables.addEventListener("click", ({ target }) => {
    const cell = target.closest("tbody td.row, tbody td.name");
    if (!isOfQueries(surface) || !cell || cell.cellIndex) return;
    surface.dispatch({ do: "query", query: surface.view.trace.tables[0].rows[cell.parentNode.sectionRowIndex][0] });
  });
  return section;
}

const isOfQueries = ({ view }) => view.trace.tables[0]?.row === "query";

// The current row of the calculation: a query, or an item of the one whose own calculation is shown.
function markQueries(surface) {
  surface.trace.rows.classList.toggle("rt-of-queries", isOfQueries(surface));
  for (const node of queriesOf(surface)) {
    node.classList.remove("rt-now");
    if (node.rtKey !== surface.view.query) markNode(itemsOf(node), null);
  }
  if (isOfQueries(surface)) markNode(countedLists(surface), surface.row);
}

export default { render: (context) => mount(context, "rt-many", build, draw) };
