// What a measure's value looks like, and the values in a line.

import { make, makeChildren, set, write } from "../frame/elements.js";
import { highlight, revealAcross, whenResized } from "../frame/movement.js";

/** @import { StandingView, ValueView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

/** @typedef {{ key: number, label: string, chosen: boolean }} AnyCard */

/**
 * The values in a line above the tabs. A narrow surface shows one part at a time: with the line, a tap on the list moves a
 * number in sight. A measure of two lists has both values.
 *
 * @param {Surface<any>} surface
 */
export function makeChips(surface) {
  const node = make("div", { class: "rt-chips", role: "group", "aria-label": "Values" });
  const { later: reveal } = whenResized([node], () => revealAcross(node, node.querySelector("[aria-pressed=true]")), surface.over);
  surface.body.before(node);
  const makeChip = (/** @type {AnyCard} */ { key }) => {
    const label = make("span", { class: "rt-soft" });
    const { value, change, draw: drawValue } = makeValue(make("b"));
    const chip = make("button", { class: "rt-chip", type: "button", onclick: () => surface.dispatch({ do: "choose", card: key }) }, label, value, change);
    const draw = (/** @type {AnyCard & (ValueView | StandingView)} */ card) => {
      if (card.chosen) reveal(); // its change makes it wider
      set(chip, "ariaPressed", String(card.chosen));
      write(label, card.label);
      if ("values" in card) writeValue(value, card.values.map((one) => one.value).join(" · "));
      else drawValue(card);
    };
    return { node: chip, draw };
  };
  const draw = makeChildren(node, makeChip, ({ key }) => key);
  return { node, draw };
}

/** A value, or a word instead of one, which is longer; another value is highlighted. @param {HTMLElement} node @param {string} text */
export function writeValue(node, text) {
  const known = node.textContent;
  node.classList.toggle("rt-word", !/\d/.test(text));
  if (write(node, text) && known) highlight(node);
}

/** A value, the same as a fraction, and how it has changed since the start. @param {HTMLElement} value */
export function makeValue(value = make("span", { class: "rt-value" })) {
  const [exact, change] = [make("span", { class: "rt-exact" }), make("span")];
  const draw = (/** @type {ValueView} */ card) => {
    writeValue(value, card.value);
    write(exact, card.exact === card.value ? "" : card.exact);
    write(change, { up: "▲ ", down: "▼ ", "": "" }[card.way] + card.change);
    set(change, "title", card.change && "since the start");
    set(change, "className", `rt-change ${card.better ? "better" : "worse"}`);
  };
  return { value, exact, change, draw };
}
