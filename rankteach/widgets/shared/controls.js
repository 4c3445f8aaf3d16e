// Parts of a surface with a heading, and sliders.

import { make, write } from "./elements.js";


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
