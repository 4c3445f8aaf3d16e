// The step player alone: one calculation, from its first row to its value.

import { mount } from "../frame/frame.js";
import { makeTrace } from "../parts/trace.js";

/** @import { StepsView } from "../protocol.d.ts" */
/** @import { Context, Surface } from "../frame/types.d.ts" */

function build(/** @type {Surface<StepsView>} */ surface) {
  const trace = makeTrace(surface);
  trace.player.at = 1;
  return [trace];
}

export default { render: (/** @type {Context} */ context) => mount(context, "rt-step", build) };
