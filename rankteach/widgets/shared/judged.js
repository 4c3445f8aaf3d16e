// A list with scores and relevance labels, as explorer/state.py and curves/state.py describe it.

import { make, write, writeOrHide } from "./elements.js";
import { drawList, makeList } from "./list.js";
import { itemsOf } from "./rows.js";

// Whether an item is relevant, or how much: a button that goes on to the next grade, with Shift to the one before.
function makeMark(surface, item) {
  const onclick = (event) => surface.act({ do: "toggle", item, ...(event.shiftKey && { back: true }) });
  return make("button", { class: "rt-mark", type: "button", onclick });
}

// A row has `mark` (words), `state` (on, off or open) and `pips` (how many of how many dots; null for one).
export function drawMark(node, row, rank, binary) {
  if (node.rtShown !== row.mark) {
    const [full, all] = row.pips ?? [row.state === "on" ? 1 : 0, 1];
    const dots = make("span", { class: "rt-dots", "aria-hidden": "true" });
    for (let i = 0; i < all; i += 1) dots.append(make("i", { class: i < full ? "full" : "" }));
    node.replaceChildren(dots, row.mark);
    node.rtShown = row.mark;
  }
  node.className = `rt-mark ${row.state}`;
  node.setAttribute("aria-label", `rank ${rank}, ${row.item}: ${row.mark}`);
  if (binary) node.setAttribute("aria-pressed", { on: "true", off: "false", open: "mixed" }[row.state]);
}

// The list, and under it a swap, what is hidden, and what was missed. `surface.best` asks for the swap that brings most.
export function makeJudged(surface) {
  const show = () => surface.act({ do: "show" });
  surface.list = makeList(surface, "Ranked list");
  surface.hidden = make("p", { class: "rt-soft rt-note" });
  surface.more = make("button", { class: "rt-quiet rt-more", type: "button", onclick: show });
  surface.missed = make("p", { class: "rt-soft rt-note" });
  const best = () => surface.act({ do: "best_swap" });
  surface.best = make("button", { class: "rt-quiet", type: "button", title: "Which swap of two items would bring most?", onclick: best }, "Best swap");
  const swap = () => surface.act({ do: "swap", items: surface.view.list.swap.items });
  const swapIt = make("button", { class: "rt-quiet", type: "button", onclick: swap }, "Swap them");
  surface.swap = make("p", { class: "rt-note rt-swap" }, make("span"), swapIt);
  return [surface.list, surface.swap, surface.hidden, surface.more, surface.missed];
}

export function drawJudged(surface, list, line) {
  drawList(surface, surface.list, list.rows, {
    line,
    more: Boolean(list.hidden),
    create: (row) => {
      const mark = makeMark(surface, row.item);
      return { cells: [make("span", { class: "rt-score" }), mark], handle: mark };
    },
    update: (node, row, rank) => {
      write(node.querySelector(".rt-score"), row.score);
      drawMark(node.rtHandle, row, rank, list.binary);
    },
  });
  for (const name of ["hidden", "more", "missed"]) writeOrHide(surface[name], list[name]);
  const items = list.swap?.items ?? [];
  surface.swap.hidden = !list.swap;
  write(surface.swap.firstChild, list.swap?.words ?? "");
  surface.swap.lastChild.hidden = !items.length;
  for (const node of itemsOf(surface.list)) node.classList.toggle("rt-to-swap", items.includes(node.rtItem));
}
