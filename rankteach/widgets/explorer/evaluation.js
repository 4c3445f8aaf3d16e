// The explorer of an evaluated run: its queries as a strip of dots, and the list of one of them.

import { mount } from "../frame/frame.js";
import { buildExplorer, drawExplorer } from "./exploring.js";
import { drawStrip, makeStrip } from "./strip.js";

/** @import { ExplorerView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

/** @param {Surface<ExplorerView>} surface */
function build(surface) {
  const parts = buildExplorer(surface);
  surface.root.classList.add("rt-run");
  surface.body.append(makeStrip(surface));
  return parts;
}

/** @param {Surface<ExplorerView>} surface @param {Surface<ExplorerView>["view"]} view */
function draw(surface, view, fast = false) {
  drawStrip(surface, view.queries);
  drawExplorer(surface, view, fast);
}

export default { render: (context) => mount(context, "rt-explorer", build, draw) };
