// A list of the learner's own, typed as grades in one line. Only Python can read it.

import { make, makeFold } from "../frame/elements.js";

/** @import { ExplorerView } from "../protocol.d.ts" */
/** @import { Drawn, Surface } from "../frame/types.d.ts" */

/** @param {Surface<ExplorerView>} surface @param {HTMLElement} note that is next to the button */
export function makeOwnList(surface, note) {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "1 0 1 1 0" });
  const label = make("label", {}, make("span", {}, "Grades, best rank first"), input);
  const show = make("button", { class: "rt-quiet", type: "submit" }, "Show this list");
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    surface.dispatch({ do: "list", typed: input.value });
  };
  const form = make("form", { class: "rt-yours", onsubmit }, label, show);
  const node = makeFold("Your own list", form, "Type the grades of a list of your own");
  const draw = (/** @type {Drawn<ExplorerView>} */ { menu, fixed }) => {
    node.hidden = !menu.length || Boolean(fixed); // a recorded page has no Python
  };
  return { node, nodes: [make("div", { class: "rt-foot" }, note, node), form], draw };
}
