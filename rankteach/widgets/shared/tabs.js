// The parts of a surface. The list and the measures are seen together, with one of the other parts below them; in a small
// window one part is seen at a time.

import { make, rove, walk } from "./elements.js";

const isUpper = (part) => part.matches(".rt-left, .rt-right");

/** A tab for each part, by its label. @param {any[]} parts @param {() => boolean} isSingle whether one is seen at a time */
export function makeTabs(parts, isSingle) {
  let [open] = parts;
  let lower = parts.find((part) => !isUpper(part));
  const tabs = parts.map((part) => {
    const label = part.getAttribute("aria-label");
    return make("button", { class: "rt-tab", type: "button", role: "radio", onclick: () => choose(part) }, label);
  });
  for (const part of parts) if (!part.querySelector("button, input, select")) part.tabIndex = 0; // to be scrolled
  const strip = make("div", { class: "rt-tabs", role: "radiogroup", "aria-label": "Parts" }, ...tabs);
  const choose = (part) => {
    open = part;
    if (!isUpper(part)) lower = part;
    draw();
  };
  const draw = () => {
    const chosen = isSingle() ? open : lower;
    for (const [place, part] of parts.entries()) {
      part.classList.toggle("rt-lower", isSingle() || !isUpper(part));
      part.hidden = isSingle() ? part !== open : !isUpper(part) && part !== lower;
      tabs[place].hidden = !isSingle() && isUpper(part);
      tabs[place].setAttribute("aria-checked", String(part === chosen));
    }
    strip.hidden = tabs.filter((tab) => !tab.hidden).length < 2;
    rove(tabs, tabs[parts.indexOf(chosen)]);
  };
  strip.addEventListener("keydown", (event) => {
    const shown = tabs.filter((tab) => !tab.hidden);
    walk(event, shown, shown.indexOf(/** @type {any} */ (event.target)), "ArrowLeft", "ArrowRight")?.click();
  });
  draw();
  return { strip, draw, choose };
}
