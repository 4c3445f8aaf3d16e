// The explorer: a ranked list with grades and a cutoff, the measures, and the calculation of the chosen one.

import { drawMeasures, makeMeasures } from "../shared/cards.js";
import { drawMenu, make, makeMenu } from "../shared/elements.js";
import { drawJudged, makeJudged } from "../shared/judged.js";
import { cutLine } from "../shared/list.js";
import { itemsOf } from "../shared/rows.js";
import { mount } from "../shared/surface.js";
import { drawTrace, makeTrace } from "../shared/trace.js";
import { makeCoach } from "./coach.js";

/** @import { ExplorerView } from "../protocol.d.ts" */
/** @import { Surface } from "../shared/types.d.ts" */

/** @param {Surface<ExplorerView>} surface */
function build(surface) {
  const hint = make("span", { class: "rt-soft", title: "Or use the keys: Enter, Alt+↑, Alt+↓" }, "click a grade, drag");
  const choose = (query) => surface.dispatch({ do: "query", query });
  surface.queries = makeMenu("query", choose, "rt-quiet rt-queries"); // of an evaluated run
  surface.rows = () => [itemsOf(surface.list)];
  surface.body.before(makeCoach(surface));
  return [makeJudged(surface, surface.queries, hint), makeMeasures(surface, "rt-right"), makeTrace(surface)];
}

/** @param {Surface<ExplorerView>} surface @param {Surface<ExplorerView>["view"]} view */
function draw(surface, view, fast = false) {
  surface.queries.hidden = !view.queries;
  if (view.queries) drawMenu(surface.queries, view.queries.options, view.queries.value);
  drawJudged(surface, view.list, cutLine(view.list, view.list.rows));
  drawMeasures(surface, view);
  if (!fast) drawTrace(surface, view.trace);
}

export default { render: (context) => mount(context, "rt-explorer", build, draw) };
