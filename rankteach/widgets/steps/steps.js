// The step player alone: one calculation, from its first row to its value.

import { mount } from "../frame/frame.js";
import { drawTrace, makeTrace } from "../parts/trace.js";

/** @import { Surface } from "../frame/types.d.ts" */

/** @param {Surface} surface */
function build(surface) {
  const section = makeTrace(surface);
  surface.player.at = 1;
  return [section];
}

/** @param {Surface} surface @param {Surface["view"]} view */
function draw(surface, view) {
  drawTrace(surface, view.trace);
}

export default { render: (context) => mount(context, "rt-step", build, draw) };
