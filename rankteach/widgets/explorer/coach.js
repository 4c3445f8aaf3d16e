// The first minute: one thing to try after the other. A line ticks itself when you have done it; the next surface goes on
// from there. What was done or closed does not come back in this browser, and one surface of a page has a coach.

import { icon, make, write } from "../frame/elements.js";
import { recall, remember } from "../frame/memory.js";
import { rest } from "../frame/frame.js";

const TRY = [
  { does: "toggle", words: "Click a relevance label. Which numbers change?" },
  { does: "move", words: "Drag a row, or press Alt+↑. Which rank gives the best value?" },
  { does: "cut", words: "Move the cutoff k. Which numbers change?", there: ({ cutoff }) => Boolean(cutoff) },
  { does: "choose", words: "Choose another measure to see how it is calculated.", there: ({ cards, menu }) => cards.length + menu.length > 1 },
  { does: "step", words: "Press Play to see the calculation row by row." },
];
const OVER = "That's all: every number comes from the list.";

/** @param {import("../frame/types.d.ts").Surface<any>} surface */
export function makeCoach(surface) {
  const words = make("span", { role: "status" });
  const away = () => {
    node.hidden = true;
    remember("coach", String(TRY.length));
    rest(surface);
  };
  const close = make("button", { class: "rt-close", type: "button", "aria-label": "Close the hints", onclick: away }, icon("remove"));
  const node = make("p", { class: "rt-coach" }, make("b"), words, close);
  let at = Number(recall("coach"));
  /** What the surface doesn't have is no hint. @param {any} [view] */
  const draw = (view = surface.view) => {
    while (view && TRY[at]?.there?.(view) === false) at += 1;
    write(node.firstChild, TRY[at] ? `${at + 1} of ${TRY.length}` : "✓");
    write(words, TRY[at]?.words ?? OVER);
  };
  surface.coach = (does) => {
    if (TRY[at]?.does !== does) return;
    at += 1;
    remember("coach", String(at));
    draw();
  };
  surface.hint = draw;
  node.hidden = !TRY[at] || Boolean(document.querySelector(".rt-coach:not([hidden])"));
  draw();
  return node;
}
