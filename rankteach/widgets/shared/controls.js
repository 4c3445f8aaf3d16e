// Parts of a surface with a heading, and sliders.

import { make, write } from "./elements.js";

// A part of the surface: its heading, what stands beside that, and under both whatever is appended.
export function makePart(place, title, ...beside) {
  const bar = make("div", { class: "rt-bar" }, make("h4", {}, title), ...beside);
  return make("div", { class: place, role: "group", "aria-label": title }, bar); // no landmark: there would be many
}

// `gesture(value)` is what moving it means.
export function makeSlider(surface, name, label, gesture) {
  const oninput = (event) => surface.slide(gesture(event.target.valueAsNumber));
  const input = make("input", { type: "range", "aria-label": label, oninput });
  return make("label", { class: "rt-slider" }, make("span", {}, name), make("b"), input);
}

export function drawSlider(surface, node, { value, words, min = 1, max, step = 1 }) {
  const [, shown, slider] = node.children;
  write(shown, words);
  Object.assign(slider, { min, max, step });
  if (!surface.waits()) slider.value = value; // else the hand is ahead of the answer
}
