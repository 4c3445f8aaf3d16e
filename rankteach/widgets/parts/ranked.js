// A ranked list with its grades, and what is below it.

import { makePart } from "./controls.js";
import { make, quiet, write, writeOrHide } from "../frame/elements.js";
import { makeGraded, makeHint, makeList } from "./list.js";

/** @import { ListRow, ListView } from "../protocol.d.ts" */
/** @import { Drawn, Surface, View } from "../frame/types.d.ts" */
/** @import { Doing, Line } from "./list.js" */

/**
 * A ranked list with scores and grades, under it a swap, what is hidden, and which relevant items the list misses.
 *
 * @param {Surface<View & { list: ListView }>} surface
 * @param {Doing["pick"]} pick
 * @param {(list: ListView) => Line | null} lineOf between the items
 */
export function makeRankedList(surface, pick, lineOf) {
  const list = makeList(
    surface,
    "Ranked list",
    (/** @type {ListRow} */ { item }) => makeGraded(surface, { item }, () => surface.view.list.binary),
    {
      move: (item, where) => surface.dispatch({ do: "move", item, ...where }),
      hold: (item) => surface.dispatch({ do: "hold", item }),
      pick,
    },
  );
  const hidden = make("p", { class: "rt-soft rt-note" });
  const more = quiet("", () => surface.dispatch({ do: "show" }), { class: "rt-quiet rt-more" });
  const missed = make("p", { class: "rt-soft rt-note" });
  const title = "Which swap of two items improves the measure most?";
  const best = quiet("Best swap", () => surface.dispatch({ do: "best_swap" }), { title });
  const words = make("span");
  const swapThem = quiet("Swap them", () => surface.dispatch({ do: "swap", items: surface.view.list.swap?.items ?? [] }));
  const swap = make("p", { class: "rt-note rt-swap" }, words, swapThem);
  const node = makePart("rt-left", "Ranked list", makeHint(), best);
  node.append(list.node, swap, make("div", { class: "rt-foot" }, hidden, more), missed);
  const draw = (/** @type {Drawn<View & { list: ListView }>} */ { list: view, goal }) => {
    best.hidden = Boolean(goal?.solution && !goal.reached); // which is shown after some moves only
    list.draw(view.rows, { line: lineOf(view), more: Boolean(view.hidden) });
    list.drawSlots(surface.secret ? null : view.moves);
    writeOrHide(hidden, view.hidden);
    writeOrHide(more, view.more);
    writeOrHide(missed, view.missed);
    missed.title = view.missed;
    const items = view.swap?.items ?? [];
    swap.hidden = !view.swap;
    swap.ariaBusy = String(view.swap?.busy ?? false);
    write(words, view.swap?.words ?? "");
    swapThem.hidden = !items.length;
    for (const one of list.items()) one.node.classList.toggle("rt-to-swap", items.includes(one.item));
  };
  return { node, draw, list, missed };
}
