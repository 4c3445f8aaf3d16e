// Parts of a surface with a heading, sliders, and fields that find an entry of a long menu.

import { ifNew, make, write } from "../frame/elements.js";

/** @import { Option } from "../protocol.d.ts" */
/** @import { Surface, View } from "../frame/types.d.ts" */

/** A part of the surface: a heading with controls next to it. Append what comes below. @param {string} place @param {string} title @param {HTMLElement[]} controls */
export function makePart(place, title, ...controls) {
  const bar = make("div", { class: "rt-bar" }, make("h4", {}, title), ...controls);
  return make("div", { class: place, role: "group", "aria-label": title }, bar); // no landmark: there would be many
}

/** `move(value)` is what moving it does. @param {Surface<View>} surface @param {string} name @param {string} label @param {(value: number) => void} move */
export function makeSlider(surface, name, label, move) {
  const input = make("input", { type: "range", "aria-label": label, oninput: () => move(input.valueAsNumber) });
  const shown = make("b");
  const node = make("label", { class: "rt-slider" }, make("span", {}, name), shown, input);
  const drawEnds = ifNew((/** @type {{ min: number, max: number }} */ ends) => Object.assign(input, ends));
  const draw = (/** @type {{ value: number, words: string, min?: number, max: number }} */ { value, words, min = 1, max }) => {
    write(shown, words);
    drawEnds({ min, max });
    if (!surface.waits()) input.valueAsNumber = value; // else the hand is ahead of the answer
  };
  return { node, input, draw };
}

/**
 * A field that finds an entry of a long menu by any part of its words: `choose(value)` is what choosing one does; what
 * was typed may also be the value itself, in a menu or not.
 *
 * @param {string} label @param {(value: string) => void} choose @param {(typed: string) => void} typing is told what is typed
 */
export function makeFinder(label, choose, typing = () => {}, placeholder = label) {
  const id = `rt-${Math.random()}`;
  const entries = make("datalist", { id });
  /** @type {Option[]} */
  let known = [];
  const found = () => known.find(({ words }) => words === field.value.trim())?.value;
  const onchange = () => {
    const chosen = found() ?? field.value.trim();
    field.value = "";
    typing("");
    if (chosen) choose(chosen);
  };
  const oninput = (/** @type {Event} */ event) => {
    typing(field.value.trim().toLowerCase());
    // of an entry that is clicked, Firefox says no more until the field loses the focus
    if (/** @type {InputEvent} */ (event).inputType === "insertReplacementText" && found()) onchange();
  };
  const field = make("input", { class: "rt-quiet rt-find", type: "text", list: id, placeholder, "aria-label": label, onchange, oninput });
  const draw = ifNew((/** @type {Option[]} */ options) => {
    known = options;
    entries.replaceChildren(...options.map(({ words }) => make("option", { value: words })));
  });
  return { node: make("span", {}, field, entries), draw };
}
