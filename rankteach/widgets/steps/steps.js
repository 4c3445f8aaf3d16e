// The step player alone: one calculation, from its first row to its value.

import { mount } from "../shared/surface.js";
import { drawTrace, makeTrace } from "../shared/trace.js";

function build(surface) {
  const section = makeTrace(surface);
  surface.player.at = 1;
  return [section];
}

function draw(surface, view) {
  drawTrace(surface, view.trace);
}

export default { render: (context) => mount(context, "rt-step", build, draw) };
