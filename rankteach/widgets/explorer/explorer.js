// The explorer: a ranked list with grades and a cutoff, the measures, and the calculation of the chosen one.

import { drawMeasures, makeMeasures } from "../shared/cards.js";
import { makePart } from "../shared/controls.js";
import { keyed, make, write } from "../shared/elements.js";
import { drawJudged, makeJudged } from "../shared/judged.js";
import { cutLine } from "../shared/list.js";
import { itemsOf } from "../shared/rows.js";
import { mount } from "../shared/surface.js";
import { drawTrace, makeTrace } from "../shared/trace.js";

/** @import { ExplorerView, QueriesView } from "../protocol.d.ts" */
/** @import { Surface } from "../shared/types.d.ts" */

const LONG = 12; // rows: a longer list has the calculation next to it

/** @param {Surface<ExplorerView>} surface */
function build(surface) {
  const keys = make("span", { class: "rt-keys" }, " or Alt+↑↓");
  const hint = make("span", { class: "rt-soft" }, "click a grade, drag", keys);
  const judged = makeJudged(surface);
  const choose = ({ target }) => surface.dispatch({ do: "query", query: target.value });
  surface.queries = make("select", { class: "rt-quiet rt-queries", "aria-label": "query", onchange: choose });
  const left = makePart("rt-left", "Ranked list", surface.queries, hint, surface.best);
  left.append(...judged);
  surface.rows = () => [itemsOf(surface.list)];
  return [left, makeMeasures(surface, "rt-right"), makeTrace(surface)];
}

/** @param {Surface<ExplorerView>} surface @param {Surface<ExplorerView>["view"]} view */
function draw(surface, view, fast = false) {
  surface.body.classList.toggle("rt-long", view.list.rows.length > LONG);
  drawQueries(surface.queries, view.queries);
  drawJudged(surface, view.list, cutLine(view.list, view.list.rows));
  drawMeasures(surface, view);
  if (!fast) drawTrace(surface, view.trace);
}

/** Of an evaluated run: some of its queries, one of which is shown. @param {QueriesView} [queries] */
function drawQueries(select, queries) {
  select.hidden = !queries;
  if (!queries) return;
  keyed(select, queries.options, ({ value }) => value, () => make("option"), (node, { value, words }) => {
    node.value = value;
    write(node, words);
  });
  select.value = queries.value;
}

export default { render: (context) => mount(context, "rt-explorer", build, draw) };
