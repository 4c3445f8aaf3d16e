// What every explorer shows: a ranked list with grades and a cutoff, the measures, and the calculation of the chosen one.

import { drawMeasures, makeMeasures } from "../parts/cards.js";
import { drawJudged, makeJudged } from "../parts/judged.js";
import { cutLine } from "../parts/list.js";
import { itemsOf } from "../parts/rows.js";
import { drawTrace, makeTrace } from "../parts/trace.js";

/** @import { ExplorerView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

/** @param {Surface<ExplorerView>} surface */
export function buildExplorer(surface) {
  surface.rows = () => [itemsOf(surface.list)];
  return [makeJudged(surface), makeMeasures(surface, "rt-right"), makeTrace(surface)];
}

/** @param {Surface<ExplorerView>} surface @param {Surface<ExplorerView>["view"]} view */
export function drawExplorer(surface, view, fast = false) {
  drawJudged(surface, view.list, cutLine(view.list, view.list.rows));
  drawMeasures(surface, view);
  if (!fast) drawTrace(surface, view.trace);
}
