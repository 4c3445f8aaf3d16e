// The explorer of one list.

import { mount } from "../frame/frame.js";
import { makeCoach } from "./coach.js";
import { buildExplorer, drawExplorer } from "./exploring.js";
import { addOwn } from "./own.js";

/** @import { ExplorerView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

/** @param {Surface<ExplorerView>} surface */
function build(surface) {
  surface.body.before(makeCoach(surface));
  const parts = buildExplorer(surface);
  addOwn(surface, parts[0]);
  return parts;
}

/** @param {Surface<ExplorerView>} surface @param {Surface<ExplorerView>["view"]} view */
function draw(surface, view, fast = false) {
  drawExplorer(surface, view, fast);
  if (!view.cutoff) surface.coach?.("cut"); // there is none to move
  surface.own.hidden = !view.menu.length; // a recorded page has no Python
  surface.hint(view);
}

export default { render: (context) => mount(context, "rt-explorer", build, draw) };
