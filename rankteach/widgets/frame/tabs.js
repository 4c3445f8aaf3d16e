// The parts of a surface. The list and the measures are seen together, with one of the other parts below them. In a low
// window they are seen without the other parts; in a narrow one, each part is seen alone. In both, the formula is below the
// measures, or in a narrow one below the list, where that leaves room.

import { arrowStep, make, makeButton, setTabStop, write } from "./elements.js";
import { revealAcross } from "./movement.js";

const GLIMPSES = ["whole", "short", ""]; // the formula with the player, without it, or nothing
const SCROLLED = ".rt-list, .rt-cards, .rt-each, .rt-standings, .rt-scroll"; // of a list or the measures
const isCut = (/** @type {Element} */ node) => node.scrollHeight > node.clientHeight + 1;
const isUpper = (/** @type {HTMLElement} */ part) => part.matches(".rt-left, .rt-right");

/** A tab for each part, by its label. @param {HTMLElement[]} parts @param {HTMLElement} root has the classes of its size */
export function makeTabs(parts, root) {
  let [open] = parts;
  let lower = parts.find((part) => !isUpper(part)) ?? open;
  const tabs = parts.map((part) => makeButton("", () => choose(part), { class: "rt-tab", role: "tab" }));
  const trace = parts.find((part) => part.matches(".rt-trace"));
  trace?.addEventListener("click", () => trace.matches(".rt-glimpse") && choose(trace));
  for (const part of parts) if (!part.querySelector("button, input, select, .rt-list")) part.tabIndex = 0; // to be scrolled
  const strip = make("div", { class: "rt-tabs", role: "tablist", "aria-label": "Parts" }, ...tabs);
  const choose = (/** @type {HTMLElement} */ part) => {
    open = part;
    if (!isUpper(part)) lower = part;
    draw();
  };
  const draw = () => {
    const roomy = root.matches(".rt-single:not(.rt-low), .rt-paired:not(.rt-many, [data-layout=lecture])") && isUpper(open);
    for (const glimpse of roomy ? GLIMPSES : [""]) {
      drawParts(glimpse);
      const above = root.matches(".rt-single") ? open : (parts[1] ?? open);
      if (!glimpse || ![above, ...above.querySelectorAll(SCROLLED), trace].some((one) => one && isCut(one))) break;
    }
  };
  /** @param {string} glimpse what is seen of the calculation below a list or the measures */
  const drawParts = (glimpse) => {
    const single = root.matches(".rt-single");
    const paired = root.matches(".rt-paired");
    const isAbove = (/** @type {HTMLElement} */ part) => !single && isUpper(part);
    const shown = single || paired ? open : lower;
    const chosen = isAbove(shown) ? parts[0] : shown;
    for (const [place, part] of parts.entries()) {
      const above = isAbove(part);
      const both = paired && !place; // the first tab is that of the list and the measures
      const seen = Boolean(glimpse) && part === trace;
      part.classList.toggle("rt-lower", !above && !seen);
      part.classList.toggle("rt-glimpse", seen);
      part.classList.toggle("rt-short", seen && glimpse === "short");
      part.hidden = above ? paired && !isUpper(open) : part !== shown && !seen;
      tabs[place].hidden = above && !both;
      tabs[place].ariaSelected = String(part === chosen);
      write(tabs[place], part.ariaLabel + (both ? ` · ${parts[1]?.ariaLabel}` : ""));
    }
    strip.hidden = tabs.filter((tab) => !tab.hidden).length < 2;
    for (const part of parts) part.role = strip.hidden || (isAbove(part) && !paired) || part.matches(".rt-glimpse") ? "group" : "tabpanel";
    const next = parts.find((part) => paired || !isAbove(part));
    if (next && strip.nextSibling !== next) next.before(strip); // in the order in which the parts are seen
    setTabStop(tabs, tabs[parts.indexOf(chosen)]);
    revealAcross(strip, tabs[parts.indexOf(chosen)]);
  };
  strip.addEventListener("keydown", (event) => {
    const shown = tabs.filter((tab) => !tab.hidden);
    const here = shown.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    arrowStep(event, shown, here, ["ArrowLeft", "ArrowRight"])?.click();
  });
  draw();
  return { strip, draw, choose };
}
