// The first minute, where a surface is asked to show it: one thing to try after the other. A line ticks itself when you have done it; the next surface goes on
// from there. What was done or closed does not come back in this browser.

import { forHand, icon, make, makeButton, write } from "../frame/elements.js";
import { recall, remember } from "../frame/memory.js";

/** @import { ExplorerView } from "../protocol.d.ts" */
/** @import { Drawn, Surface } from "../frame/types.d.ts" */

/** @type {{ does: string, words: string, keys?: string, there?: (view: Drawn<ExplorerView>) => boolean }[]} */
const TRY = [
  { does: "toggle", words: "Click a relevance label. Which numbers change?" },
  { does: "move", words: "Drag a row. Which rank gives the best value?", keys: "or press Alt+↑" },
  { does: "cut", words: "Move the cutoff k. Which numbers change?", there: ({ cutoff }) => Boolean(cutoff) },
  { does: "choose", words: "Choose another measure to see how it is calculated.", there: ({ cards, menu }) => cards.length + menu.length > 1 },
  { does: "step", words: "Press Play to see the calculation row by row." },
];
const OVER = "That's all: every number comes from the list.";

export function makeCoach(/** @type {Surface<ExplorerView>} */ surface) {
  const place = make("b");
  const words = make("span", { role: "status" });
  const close = () => {
    node.hidden = true;
    at = TRY.length;
    remember("coach", String(TRY.length));
    surface.focusSomething();
  };
  const away = makeButton(icon("remove"), close, { class: "rt-close", "aria-label": "Close the hints" });
  const node = make("p", { class: "rt-coach rt-top" }, place, words, away);
  let at = Number(recall("coach"));
  node.hidden = !TRY[at] || !surface.view.first_steps;
  /** What the surface doesn't have is no hint. @param {Drawn<ExplorerView>} view */
  const draw = (view) => {
    while (TRY[at]?.there?.(view) === false) at += 1;
    write(place, TRY[at] ? `${at + 1} of ${TRY.length}` : "✓");
    write(words, forHand(TRY[at]?.words ?? OVER, TRY[at]?.keys));
  };
  surface.heard.push((does) => {
    if (TRY[at]?.does !== does) return;
    at += 1;
    remember("coach", String(at));
    draw(surface.view);
  });
  return { node, draw };
}
