// What every explorer shows: a ranked list with grades and a cutoff, the measures, and the calculation of the chosen one.

import { drawMeasures, makeMeasures } from "../shared/cards.js";
import { drawJudged, makeJudged } from "../shared/judged.js";
import { cutLine } from "../shared/list.js";
import { itemsOf } from "../shared/rows.js";
import { drawTrace, makeTrace } from "../shared/trace.js";

/** @import { ExplorerView } from "../protocol.d.ts" */
/** @import { Surface } from "../shared/types.d.ts" */

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
