// The explorer of one list.

import { mount } from "../shared/surface.js";
import { makeCoach } from "./coach.js";
import { buildExplorer, drawExplorer } from "./exploring.js";
import { addOwn } from "./own.js";

/** @import { ExplorerView } from "../protocol.d.ts" */
/** @import { Surface } from "../shared/types.d.ts" */

/** @param {Surface<ExplorerView>} surface */
function build(surface) {
  surface.body.before(makeCoach(surface));
  const parts = buildExplorer(surface);
  addOwn(surface, parts[0]);
  return parts;
}

export default { render: (context) => mount(context, "rt-explorer", build, drawExplorer) };
