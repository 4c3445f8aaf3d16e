// A list of the learner's own, typed as grades in one line. Only Python can read it.

import { make, makeFold } from "../frame/elements.js";

/** @param {import("../frame/types.d.ts").Surface<any>} surface @param {Element} part with the ranked list */
export function addOwn(surface, part) {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "1 0 1 1 0" });
  const label = make("label", {}, make("span", {}, "Grades, best rank first"), input);
  const show = make("button", { class: "rt-quiet", type: "submit" }, "Show this list");
  const onsubmit = (event) => {
    event.preventDefault();
    surface.dispatch({ do: "list", typed: input.value });
  };
  const form = make("form", { class: "rt-yours", onsubmit }, label, show);
  surface.own = makeFold("Your own list", form, "Type the grades of a list of your own");
  part.append(make("div", { class: "rt-foot" }, surface.missed, surface.own), form);
}
