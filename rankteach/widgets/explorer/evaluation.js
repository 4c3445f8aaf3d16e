// The explorer of an evaluated run: its queries as a strip of dots, and the list of one of them.

import { make, makeFold, write } from "../frame/elements.js";
import { mount } from "../frame/frame.js";
import { makeExplorer } from "./exploring.js";
import { makeStrip } from "./strip.js";

/** @import { EvaluationView } from "./strip.js" */
/** @import { Context, Drawn, Surface } from "../frame/types.d.ts" */

function build(/** @type {Surface<EvaluationView>} */ surface) {
  const { ranked, parts } = makeExplorer(surface);
  const strip = makeStrip(surface);
  const missed = makeMissed(ranked.missed);
  const [run, second] = surface.view.queries.runs;
  const title = ranked.node.querySelector("h4");
  if (second && title) ranked.node.ariaLabel = title.textContent = `Ranked list: ${run}`;
  surface.root.classList.add("rt-run");
  surface.body.append(strip.node);
  return [strip, ...parts, missed];
}

/** Folds the names of the items that were not retrieved. @param {HTMLElement} note that says how many, and then names them */
function makeMissed(note) {
  const names = make("p", { class: "rt-soft rt-note" });
  const fold = makeFold("Not retrieved", names, "Name the items that were not retrieved");
  const foot = make("div", { class: "rt-foot" });
  note.replaceWith(foot, names);
  foot.append(note, fold);
  const draw = (/** @type {Drawn<EvaluationView>} */ { list }) => {
    const [many, ...others] = list.missed.split(" Not retrieved: ");
    const named = others.join(" Not retrieved: "); // a name can have it, too
    write(note, many);
    write(names, named);
    fold.hidden = !named;
    names.hidden = !named || fold.getAttribute("aria-expanded") === "false";
  };
  return { node: foot, draw };
}

export default { render: (/** @type {Context} */ context) => mount(context, "rt-explorer", build) };
