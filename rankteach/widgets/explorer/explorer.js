// The explorer: a ranked list with marks and a cutoff, the measures, and the calculation of the chosen one.

import { drawCards, drawCutoff, drawMenu, makeCards, makeCutoff, makeMenu } from "../shared/cards.js";
import { makePart } from "../shared/controls.js";
import { keyed, make, write } from "../shared/elements.js";
import { drawJudged, makeJudged } from "../shared/judged.js";
import { itemsOf } from "../shared/rows.js";
import { mount } from "../shared/surface.js";
import { drawTrace, makeTrace } from "../shared/trace.js";

const LONG = 12; // rows: a longer list has the calculation beside it

function build(surface) {
  surface.cutoff = makeCutoff(surface);
  surface.menu = makeMenu(surface);

  const keys = make("span", { class: "rt-keys" }, " or Alt+↑↓");
  const hint = make("span", { class: "rt-soft" }, "click a mark, drag", keys);
  const judged = makeJudged(surface);
  const choose = (event) => surface.act({ do: "query", query: event.target.value });
  surface.queries = make("select", { class: "rt-quiet rt-queries", "aria-label": "query", onchange: choose });
  const left = makePart("rt-left", "Ranked list", surface.queries, hint, surface.best);
  left.append(...judged);
  const right = makePart("rt-right", "Measures", surface.cutoff, surface.menu);
  right.append(makeCards(surface, "Measures"));
  surface.rows = () => [itemsOf(surface.list)];
  return [left, right, makeTrace(surface)];
}

function draw(surface, view, atOnce = false) {
  surface.body.classList.toggle("rt-long", view.list.rows.length > LONG);
  drawCutoff(surface, surface.cutoff, view.cutoff);
  drawMenu(surface.menu, view.menu);
  drawQueries(surface.queries, view.queries);
  const { cut, cuts } = view.list;
  drawJudged(surface, view.list, cut === null ? null : { after: cut, words: `k = ${cut}`, idle: !cuts });
  drawCards(surface, view.cards);
  if (!atOnce) drawTrace(surface, view.trace);
}

// Of an evaluated run: the queries that stand out, one of which is shown.
function drawQueries(select, queries) {
  select.hidden = !queries;
  if (!queries) return;
  const option = () => make("option");
  keyed(select, queries.options, ({ value }) => value, option, (node, { value, words }) => {
    node.value = value;
    write(node, words);
  });
  select.value = queries.value;
}

export default { render: (context) => mount(context, "rt-explorer", build, draw) };
