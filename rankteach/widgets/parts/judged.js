// A ranked list with scores and grades, as in the explorer and in the curve explorer.

import { makePart } from "./controls.js";
import { aloud, isNew, make, quiet, write, writeOrHide } from "../frame/elements.js";
import { drawList, drawSlots, makeHint, makeList } from "./list.js";
import { itemsOf } from "./rows.js";

/** @import { Graded, ListRow, ListView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

/** The grade of an item: a button that goes on to the next grade, with Shift to the one before. @param {Surface} surface */
export function makeMark(surface, item) {
  const onclick = ({ shiftKey }) => surface.dispatch({ do: "toggle", ...item, ...(shiftKey && { back: true }) });
  const dots = make("span", { class: "rt-dots", "aria-hidden": "true" });
  return make("button", { class: "rt-mark", type: "button", onclick }, dots, "");
}

/** @param node @param {Graded & { item: string, title?: string }} row @param {number} rank @param {boolean} binary */
export function drawMark(node, row, rank, binary) {
  drawDots(node.firstChild, row);
  write(node.lastChild, row.mark);
  node.title = row.mark; // where there is room for dots only
  node.className = `rt-mark ${row.state}`;
  node.ariaLabel = `rank ${rank}, ${aloud(row.item, row.title)}: ${row.mark}`;
  if (binary) node.ariaPressed = { on: "true", off: "false", open: "mixed" }[row.state];
}

/** @param node @param {Graded} grade */
export function drawDots(node, { state, pips }) {
  const [full, all] = pips ?? [state === "on" ? 1 : 0, state ? 1 : 0];
  if (!isNew(node, [full, all])) return;
  node.replaceChildren(...Array.from({ length: all }, (_, place) => make("i", { class: place < full ? "full" : "" })));
}

// The list with its controls, and under it a swap, what is hidden, and which relevant items the list misses. `surface.best` asks for the best swap.
/** @param {Surface<any>} surface */
export function makeJudged(surface) {
  surface.list = makeList(surface, "Ranked list");
  surface.list.rtHeld = (item) => surface.dispatch({ do: "hold", item });
  surface.hidden = make("p", { class: "rt-soft rt-note" });
  surface.more = quiet("", () => surface.dispatch({ do: "show" }), { class: "rt-quiet rt-more" });
  surface.missed = make("p", { class: "rt-soft rt-note" });
  const title = "Which swap of two items improves the measure most?";
  surface.best = quiet("Best swap", () => surface.dispatch({ do: "best_swap" }), { title });
  const swap = quiet("Swap them", () => surface.dispatch({ do: "swap", items: surface.view.list.swap.items }));
  surface.swap = make("p", { class: "rt-note rt-swap" }, make("span"), swap);
  const part = makePart("rt-left", "Ranked list", makeHint(), surface.best);
  part.append(surface.list, surface.swap, surface.hidden, surface.more, surface.missed);
  return part;
}

/** @param {Surface<any>} surface @param {ListView} list @param {{ after: number, words: string, idle: boolean } | null} line */
export function drawJudged(surface, list, line) {
  drawList(surface, surface.list, list.rows, {
    line,
    more: Boolean(list.hidden),
    create: ({ item }) => {
      const mark = makeMark(surface, { item });
      return { cells: [make("span", { class: "rt-score" }), mark], handle: mark };
    },
    update: (node, /** @type {ListRow} */ row, rank) => {
      write(node.querySelector(".rt-score"), row.score);
      drawMark(node.rtHandle, row, rank, list.binary);
    },
  });
  drawSlots(surface.list, surface.secret ? null : list.moves);
  for (const name of ["hidden", "more", "missed"]) writeOrHide(surface[name], list[name]);
  const items = list.swap?.items ?? [];
  surface.swap.hidden = !list.swap;
  surface.swap.ariaBusy = String(list.swap?.busy ?? false);
  write(surface.swap.firstChild, list.swap?.words ?? "");
  surface.swap.lastChild.hidden = !items.length;
  for (const node of itemsOf(surface.list)) node.classList.toggle("rt-to-swap", items.includes(node.rtItem));
}
