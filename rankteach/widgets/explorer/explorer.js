// The explorer of one list.

import { mount } from "../frame/frame.js";
import { makeCoach } from "./coach.js";
import { makeExplorer } from "./exploring.js";
import { makeOwnList } from "./own.js";
import { makePrinted } from "./printed.js";

/** @import { ExplorerView } from "../protocol.d.ts" */
/** @import { Context, Surface } from "../frame/types.d.ts" */

function build(/** @type {Surface<ExplorerView>} */ surface) {
  const coach = makeCoach(surface);
  const { ranked, parts } = makeExplorer(surface);
  const own = makeOwnList(surface, ranked.missed);
  const printed = makePrinted(surface);
  surface.body.before(coach.node, printed.node);
  ranked.node.append(...own.nodes);
  return [...parts, own, coach, printed];
}

export default { render: (/** @type {Context} */ context) => mount(context, "rt-explorer", build) };
