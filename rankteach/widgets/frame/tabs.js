// The parts of a surface. The list and the measures are seen together, with one of the other parts below them. In a low
// window they are seen without the other parts; in a narrow one, each part is seen alone.

import { make, rove, walk, write } from "./elements.js";

const isUpper = (part) => part.matches(".rt-left, .rt-right");

/** A tab for each part, by its label. @param {any[]} parts @param {HTMLElement} root has the classes of its size */
export function makeTabs(parts, root) {
  let [open] = parts;
  let lower = parts.find((part) => !isUpper(part));
  const tabs = parts.map((part) =>
    make("button", { class: "rt-tab", type: "button", role: "radio", onclick: () => choose(part) }),
  );
  for (const part of parts) if (!part.querySelector("button, input, select, .rt-list")) part.tabIndex = 0; // to be scrolled
  const strip = make("div", { class: "rt-tabs", role: "radiogroup", "aria-label": "Parts" }, ...tabs);
  const choose = (part) => {
    open = part;
    if (!isUpper(part)) lower = part;
    draw();
  };
  const draw = () => {
    const single = root.matches(".rt-single");
    const paired = root.matches(".rt-paired");
    const isAbove = (part) => !single && isUpper(part);
    const shown = single || paired ? open : lower;
    const chosen = isAbove(shown) ? parts[0] : shown;
    for (const [place, part] of parts.entries()) {
      const above = isAbove(part);
      const both = paired && !place; // the first tab is that of the list and the measures
      part.classList.toggle("rt-lower", !above);
      part.hidden = above ? paired && !isUpper(open) : part !== shown;
      tabs[place].hidden = above && !both;
      tabs[place].ariaChecked = String(part === chosen);
      write(tabs[place], part.ariaLabel + (both ? ` · ${parts[1]?.ariaLabel}` : ""));
    }
    strip.hidden = tabs.filter((tab) => !tab.hidden).length < 2;
    const next = parts.find((part) => paired || !isAbove(part));
    if (strip.nextSibling !== next) next.before(strip); // in the order in which the parts are seen
    rove(tabs, tabs[parts.indexOf(chosen)]);
  };
  strip.addEventListener("keydown", (event) => {
    const shown = tabs.filter((tab) => !tab.hidden);
    walk(event, shown, shown.indexOf(/** @type {any} */ (event.target)), "ArrowLeft", "ArrowRight")?.click();
  });
  draw();
  return { strip, draw, choose };
}
