// Parts of a surface with a heading, sliders, and fields that find an entry of a long menu.

import { isNew, make, write } from "../frame/elements.js";

/** @import { Option } from "../protocol.d.ts" */

// A part of the surface: a heading with controls next to it. Append what comes below.
export function makePart(place, title, ...controls) {
  const bar = make("div", { class: "rt-bar" }, make("h4", {}, title), ...controls);
  return make("div", { class: place, role: "group", "aria-label": title }, bar); // no landmark: there would be many
}

// `action(value)` is what moving it does.
export function makeSlider(surface, name, label, action) {
  const oninput = (event) => surface.slide(action(event.target.valueAsNumber));
  const input = make("input", { type: "range", "aria-label": label, oninput });
  return make("label", { class: "rt-slider" }, make("span", {}, name), make("b"), input);
}

export function drawSlider(surface, node, { value, words, min = 1, max, step = 1 }) {
  const [, shown, slider] = node.children;
  write(shown, words);
  Object.assign(slider, { min, max, step });
  if (!surface.waits()) slider.value = value; // else the hand is ahead of the answer
}

// A field that finds an entry of a long menu by any part of its words: `choose(value)` is what choosing one does; what was
// typed may also be the value itself, in a menu or not.
export function makeFinder(label, choose, attributes = {}) {
  const id = `rt-${Math.random()}`;
  const entries = make("datalist", { id });
  const found = ({ value }) => [...entries.children].find((entry) => entry.value === value.trim())?.rtValue;
  const onchange = ({ target }) => {
    const chosen = found(target) ?? target.value.trim();
    target.value = "";
    target.dispatchEvent(new Event("input")); // nothing is looked for any more
    if (chosen) choose(chosen);
  };
  // of an entry that is clicked, Firefox says no more until the field loses the focus
  const oninput = (event) => event.inputType === "insertReplacementText" && found(event.target) && onchange(event);
  const look = { class: "rt-quiet rt-find", type: "text", list: id, placeholder: label, "aria-label": label };
  const field = make("input", { ...look, onchange, ...attributes });
  field.addEventListener("input", oninput);
  return make("span", {}, field, entries);
}

/** @param node @param {Option[]} options */
export function drawFinder({ lastChild }, options) {
  if (!isNew(lastChild, options)) return;
  const entry = ({ value, words }) => Object.assign(make("option", { value: words }), { rtValue: value });
  lastChild.replaceChildren(...options.map(entry));
}
