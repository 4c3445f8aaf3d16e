// Several queries: their lists next to each other, each with its value; the means over them as cards; and the calculation
// of the chosen mean, whose rows are the queries, or that of one query.

import { makeCard, makeMeasures } from "../parts/cards.js";
import { makeValue } from "../parts/chips.js";
import { makePart } from "../parts/controls.js";
import { aloud, icon, make, makeButton, makeChildren, makeName, quiet, set, write, writeOrHide } from "../frame/elements.js";
import { cutLine, makeGraded, makeHint, makeList } from "../parts/list.js";
import { mount } from "../frame/frame.js";
import { makeTrace, markNode } from "../parts/trace.js";

/** @import { ListRow, QueryListView, QueryListsView } from "../protocol.d.ts" */
/** @import { Context, Drawn, Surface } from "../frame/types.d.ts" */

const OWN = "Show how this value is calculated";

/** @typedef {{ list: QueryListView, view: QueryListsView }} OneQuery */

function build(/** @type {Surface<QueryListsView>} */ surface) {
  const queries = makeQueries(surface, (target) => {
    for (const nodes of rows()) trace.pickAt(target, nodes);
  });
  const rows = () => [surface.view.query ? (queries.shown()?.items() ?? []) : queries.counted()];
  const isOfQueries = () => surface.view.trace.tables[0]?.row === "query";
  // the current row of the calculation: a query, or an item of the one whose own calculation is shown
  const marked = (/** @type {number | null} */ row) => {
    trace.scroller.classList.toggle("rt-of-queries", isOfQueries());
    const counted = isOfQueries() ? queries.counted() : [];
    for (const query of queries.all()) {
      if (!counted.includes(query.node)) markNode([query.node], null);
      if (query !== queries.shown()) markNode(query.items(), null);
    }
    markNode(counted, row);
  };
  const trace = makeTrace(surface, { rows, marked });
  trace.tables.addEventListener("click", ({ target }) => {
    const cell = /** @type {HTMLTableCellElement | null} */ (/** @type {Element} */ (target).closest("tbody td.row, tbody td.name"));
    if (!isOfQueries() || !cell || cell.cellIndex) return;
    const line = /** @type {HTMLTableRowElement} */ (cell.parentNode);
    surface.dispatch({ do: "query", query: surface.view.trace.tables[0].rows[line.sectionRowIndex][0] });
  });
  return [queries, makeMeasures(surface, makeCard), makeBack(surface, trace)];
}

/** The calculation, with the way from that of one query to that of the mean. @param {Surface<QueryListsView>} surface @param {ReturnType<typeof makeTrace>} trace */
function makeBack(surface, trace) {
  const leave = quiet("", () => surface.dispatch({ do: "query", query: "" }));
  const name = make("b", { dir: "auto" });
  const back = make("div", { class: "rt-back" }, leave, name);
  trace.node.prepend(back);
  const draw = (/** @type {Drawn<QueryListsView>} */ view) => {
    back.hidden = !view.query;
    write(leave, `← All queries: ${view.cards.find(({ chosen }) => chosen)?.label}`);
    write(name, aloud(view.query, surface.titles[view.query]));
    trace.draw(view);
  };
  return { ...trace, draw };
}

/** The lists, in a part. @param {Surface<QueryListsView>} surface @param {(target: EventTarget | null) => void} pick */
function makeQueries(surface, pick) {
  const lists = make("div", { class: "rt-each" });
  const note = make("p", { class: "rt-soft rt-note", role: "note" });
  const more = quiet("", () => surface.dispatch({ do: "show" }), { class: "rt-quiet rt-more" });
  const node = makePart("rt-left", "Queries", makeHint(), more);
  node.append(lists, note);
  const drawLists = makeChildren(lists, (/** @type {OneQuery} */ { list }) => makeQuery(surface, list.query, pick), ({ list }) => list.query);
  let all = drawLists([]);
  const draw = (/** @type {Drawn<QueryListsView>} */ view) => {
    all = drawLists(view.lists.map((list) => ({ list, view })));
    lists.style.setProperty("--rt-count", String(all.length));
    lists.style.setProperty("--rt-half", String(Math.ceil(all.length / 2)));
    writeOrHide(more, view.more);
    writeOrHide(note, view.note);
  };
  return {
    node,
    draw,
    all: () => all,
    shown: () => all.find(({ query }) => query === surface.view.query),
    // those that the rows of the mean's table represent
    counted: () => all.filter(({ node: one }) => !one.classList.contains("rt-out")).map(({ node: one }) => one),
  };
}

/** @param {Surface<QueryListsView>} surface @param {string} query @param {(target: EventTarget | null) => void} pick */
function makeQuery(surface, query, pick) {
  const name = makeName();
  const called = () => aloud(query, surface.titles[query]);
  const show = () => surface.dispatch({ do: "query", query: surface.view.query === query ? "" : query });
  const own = makeButton(name.node, show, { class: "rt-own", title: OWN });
  const turn = () => surface.dispatch({ do: take.ariaPressed === "true" ? "put_back" : "take_out", query });
  const take = make("button", { class: "rt-take", type: "button", onclick: turn }, icon("remove"), icon("undo"));
  const label = make("span", { class: "rt-soft" });
  const { value, exact, change, draw: drawValue } = makeValue();
  const list = makeList(
    surface,
    `List of ${query}`,
    (/** @type {ListRow} */ { item }) => makeGraded(surface, { query, item }, () => surface.view.binary, `${query}, `),
    { move: (item, where) => surface.dispatch({ do: "move", query, item, ...where }), pick },
  );
  const note = make("p", { class: "rt-soft rt-found" });
  const node = make("div", { class: "rt-query", role: "group", "aria-label": query });
  const result = make("div", { class: "rt-result" }, label, value, exact, change);
  node.append(make("div", { class: "rt-query-head" }, own, take, result), list.node, note);
  const draw = (/** @type {OneQuery} */ { list: { rows, more, below, value: of, out, counts }, view }) => {
    node.classList.toggle("rt-out", out);
    node.classList.toggle("rt-uncounted", !out && !counts);
    name.draw(query, surface.titles[query]);
    set(own, "ariaPressed", String(view.query === query));
    set(take, "ariaPressed", String(out));
    take.ariaLabel = take.title = out ? `Put ${called()} back` : `Take ${called()} out`;
    node.ariaLabel = called();
    list.node.ariaLabel = `List of ${called()}`;
    write(label, of.label);
    drawValue(of);
    list.draw(rows, { more, line: cutLine(view, rows), all: view.lists.flatMap((one) => one.rows) });
    write(note, out ? "taken out" : counts ? below : `${below}; the mean leaves it out`);
  };
  return { node, query, draw, items: list.nodes };
}

export default { render: (/** @type {Context} */ context) => mount(context, "rt-many", build) };
