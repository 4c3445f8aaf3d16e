// What every explorer shows: a ranked list with grades and a cutoff, the measures, and the calculation of the chosen one.

import { makeCard, makeMeasures } from "../parts/cards.js";
import { cutLine } from "../parts/list.js";
import { makeRankedList } from "../parts/ranked.js";
import { makeTrace } from "../parts/trace.js";

/** @import { ExplorerView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

export function makeExplorer(/** @type {Surface<ExplorerView>} */ surface) {
  const pick = (/** @type {EventTarget | null} */ target) => trace.pickAt(target, ranked.list.nodes());
  const ranked = makeRankedList(surface, pick, ({ rows }) => cutLine(surface.view, rows));
  const trace = makeTrace(surface, { rows: () => [ranked.list.nodes()] });
  return { ranked, parts: [ranked, makeMeasures(surface, makeCard), trace] };
}
