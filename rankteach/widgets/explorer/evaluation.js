// The explorer of an evaluated run: its queries as a strip of dots, and the list of one of them.

import { mount } from "../frame/frame.js";
import { makeExplorer } from "./exploring.js";
import { makeStrip } from "./strip.js";

/** @import { EvaluationView } from "./strip.js" */
/** @import { Context, Surface } from "../frame/types.d.ts" */

function build(/** @type {Surface<EvaluationView>} */ surface) {
  const { parts } = makeExplorer(surface);
  const strip = makeStrip(surface);
  surface.root.classList.add("rt-run");
  surface.body.append(strip.node);
  return [strip, ...parts];
}

export default { render: (/** @type {Context} */ context) => mount(context, "rt-explorer", build) };
