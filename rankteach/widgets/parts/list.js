// A list of items that can be reordered: with a pointer, with Alt and the arrow keys, or with the buttons of an item.
// Whose list it is decides the result, mostly Python.
//
// An item is a row of its grip, its rank, its name, the surface's own cells, and its buttons. One of the cells may be a
// button that has the focus for the whole item, such as its grade: its handle. Without one the item itself has the focus.
// Arrow keys go from handle to handle, and one of them is in the tab order.

import { aloud, arrowStep, forHand, icon, ifNew, longestOf, make, makeButton, makeChildren, makeName, set, setTabStop, write } from "../frame/elements.js";
import { animateMoves, followPointer, reveal, topsOf } from "../frame/movement.js";

/** @import { Action, Graded, ListRow, MoveView } from "../protocol.d.ts" */
/** @import { Surface, View } from "../frame/types.d.ts" */

const FIXED = "The labels stay as they are here: move the items.";
const LONG = 24; // letters: names that need the room of the words of a mark
const SINCE = "▲ and ▼ next to a value count from the start: Reset returns to it";
/** Why nothing can be dragged in a saved page @type {Record<string, string[]>} */
const STILL = {
  start: ["Reset to drag again", "This page saved only the first moves."],
  none: ["click a label", "This page saved no moves."],
};
const DRAG_FROM = 4; // pixels: less than that is a click
const SHORTCUTS = { "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown Alt+Home Alt+End" };

/** @typedef {{ to: number } | { by: number }} Where a rank, or so many ranks down */
/** @typedef {{ after: number, words: string, idle: boolean }} Line between the items, such as a cutoff */

/**
 * What an item has of the surface's own: cells, of which one may be its handle.
 *
 * @template R
 * @typedef {{ cells: HTMLElement[], handle?: HTMLElement, draw(row: R & { title?: string }, rank: number): void }} Cells
 */

/**
 * What can be done in a list.
 *
 * @typedef {object} Doing
 * @property {((item: string, where: Where) => void) | null} move null makes a list with a fixed order
 * @property {(item: string) => void} [hold] when an item is taken
 * @property {(target: EventTarget | null) => void} [pick] what a click does that is not for a button
 */

/**
 * @template {{ item: string }} R
 * @param {Surface<View>} surface @param {string} label
 * @param {(row: R) => Cells<R>} create what an item has of the surface's own
 * @param {Doing} doing
 */
export function makeList(surface, label, create, { move, hold, pick }) {
  const list = make("ol", { class: move ? "rt-list" : "rt-list rt-fixed", "aria-label": label });
  /** @typedef {{ row: R & { title?: string }, rank: number, last: boolean }} ItemEntry */
  /** @typedef {ItemEntry | { line: Line } | { heads: true }} Entry */

  const makeItem = (/** @type {R} */ row) => {
    const { cells, handle: cell, draw: drawCells } = create(row);
    const rank = make("span", { class: "rt-rank" });
    const name = makeName();
    const node = make("li", { class: "rt-item" }, rank, name.node, ...cells);
    const handle = cell ?? (move ? node : undefined);
    const buttons = ["up", "down"].map((way) => {
      const by = way === "up" ? -1 : 1;
      return makeButton(icon(way), () => move?.(row.item, { by }), { tabindex: -1, "aria-label": `Move ${row.item} ${way}` });
    });
    if (move) {
      node.prepend(make("span", { class: "rt-grip", "aria-hidden": "true" }, icon("grip")));
      node.append(make("span", { class: "rt-moves" }, ...buttons));
      if (handle) for (const [key, value] of Object.entries(SHORTCUTS)) handle.setAttribute(key, value);
    }
    const draw = (/** @type {Entry} */ entry) => {
      if (!("row" in entry)) return;
      if (!isHeld()) write(rank, String(entry.rank)); // else the one that is held says it
      name.draw(entry.row.item, entry.row.title);
      drawCells(entry.row, entry.rank);
      set(buttons[0], "disabled", entry.rank === 1);
      set(buttons[1], "disabled", entry.last);
    };
    return { node, item: row.item, handle, rank, draw };
  };
  const makeLine = () => {
    const words = make("span");
    const node = make("li", { class: "rt-cut" }, words);
    const draw = (/** @type {Entry} */ entry) => {
      if (!("line" in entry)) return;
      write(words, entry.line.words);
      node.classList.toggle("rt-idle", entry.line.idle);
    };
    return { node, item: null, draw };
  };
  const makeHeads = () => {
    const node = make("li", { class: "rt-heads", "aria-hidden": "true" }, make("span", { class: "rt-score" }, "score"));
    return { node, item: null, draw: () => {} };
  };
  /** @param {Entry} entry */
  const begin = (entry) => ("row" in entry ? makeItem(entry.row) : "line" in entry ? makeLine() : makeHeads());
  const key = (/** @type {Entry} */ entry) => ("row" in entry ? `item ${entry.row.item}` : "line" in entry ? "line" : "heads");
  const drawEntries = makeChildren(list, begin, key);

  /** @type {ReturnType<typeof makeItem>[]} */
  let items = [];
  /** @type {string[]} */
  let keys = [];
  /** @type {Map<string, { mark: unknown, rank: number }>} */
  let known = new Map();
  const nodes = () => items.map(({ node }) => node);
  const handles = () => items.flatMap(({ handle }) => handle ?? []);
  const itemAt = (/** @type {EventTarget | null} */ target) => items.find(({ node }) => node.contains(/** @type {Node} */ (target)));
  const isHeld = () => list.classList.contains("rt-gliding");
  const moves = () => !(list.classList.contains("rt-fixed") || surface.view.still);

  /**
   * @param {R[]} rows their `item` is their name and their key
   * @param {{ more?: boolean, line?: Line | null, all?: { item: string }[] }} how whether the list goes on below, a line
   *   between the items, and the rows of all lists that are to look alike
   */
  const draw = (rows, { more = false, line = null, all = rows } = {}) => {
    const focused = list.contains(surface.focused()) ? surface.focused() : null;
    /** @type {Entry[]} */
    const entries = rows.map((row, place) => (
      { row: { ...row, title: surface.titles[row.item] }, rank: place + 1, last: place + 1 === rows.length && !more }
    ));
    if (line) entries.splice(line.after, 0, { line });
    if (rows.some((row) => "score" in row && row.score)) entries.unshift({ heads: true });
    // to measure positions takes time: only what moves glides, and what was dropped glides from where it is
    const wanted = entries.map(key);
    const before = wanted.every((one, place) => one === keys[place]) ? null : topsOf(list);
    keys = wanted;
    if (before && !surface.drag?.stays) surface.drag?.cancel(); // a drag of something else than an item may stay
    items = drawEntries(entries).flatMap((part) => (part.item === null ? [] : [part]));
    if (before) animateMoves(list, before);
    list.hidden = !rows.length;
    const names = all.flatMap(({ item }) => [item, surface.titles[item] ?? ""]);
    list.classList.toggle("rt-long", longestOf(names) > LONG);
    surface.body.style.setProperty("--rt-names", String(longestOf(names)));
    surface.body.style.setProperty("--rt-word", String(longestOf(names.flatMap((name) => name.split(/[\s-]/)))));
    refocus(focused);
    markChanged(new Map(rows.map((row, place) => [row.item, { mark: "mark" in row && row.mark, rank: place + 1 }])));
  };

  let anew = false; // shown from the top: all of it may have changed
  surface.heard.push((does) => {
    anew = does === "reset" || does === "solution";
  });

  // Until the list changes again, the rows with a new label are marked, or those that went farthest; one is in sight.
  const markChanged = (/** @type {typeof known} */ now) => {
    const far = (/** @type {string} */ item) => Math.abs((now.get(item)?.rank ?? 0) - (known.get(item)?.rank ?? 0));
    const same = [...now.keys()].filter((item) => known.has(item));
    const farthest = Math.max(0, ...same.map(far));
    const changed = same.filter((item) => now.get(item)?.mark !== known.get(item)?.mark || (farthest && far(item) === farthest));
    const others = same.length < Math.max(now.size, known.size); // it is another list, or a longer one
    known = now;
    if (!changed.length) return;
    const touched = items.filter(({ node, item }) => node.classList.toggle("rt-touched", changed.includes(item)));
    const shown = touched.find(({ node }) => node.contains(surface.focused())) ?? (others ? null : touched[0]);
    if (anew) list.scrollTop = 0;
    else if (shown) reveal(list, shown.node);
  };

  // Keeps the focus; from a button that is now disabled, it goes to the handle of its item.
  const refocus = (/** @type {HTMLElement | null} */ focused) => {
    const all = handles();
    setTabStop(all, itemAt(focused)?.handle);
    if (!focused) return;
    const node = focused.isConnected ? focused : all.at(-1);
    const target = node?.matches(":disabled") ? itemAt(node)?.handle : node;
    target?.focus({ preventScroll: true });
  };

  list.addEventListener("keydown", (event) => {
    const all = handles();
    const here = all.indexOf(/** @type {HTMLElement} */ (event.target));
    if (here < 0) return;
    /** @type {Record<string, Where>} */
    const ways = { ArrowUp: { by: -1 }, ArrowDown: { by: 1 }, Home: { to: 1 }, End: { to: items.length } };
    if (event.altKey && ways[event.key]) {
      event.preventDefault();
      const item = itemAt(event.target);
      if (item && moves()) move?.(item.item, ways[event.key]);
      else surface.say(surface.view.still ? STILL[surface.view.still][1] : label); // that it is fixed
      return;
    }
    const to = arrowStep(event, all, here);
    if (to) setTabStop(all, to);
  });

  // --- dragging -----------------------------------------------------------------------------------------------

  let dragged = false; // so that what follows is not a click
  list.addEventListener("click", ({ target }) => {
    if (!dragged && !(/** @type {Element} */ (target).closest("button"))) pick?.(target);
    dragged = false;
  });

  // With any pointer: a mouse takes the row anywhere, a finger takes its grip (elsewhere it scrolls). The other items make
  // room while you hold one; Escape returns it to its place.
  if (move) list.addEventListener("pointerdown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const item = itemAt(target);
    if (!item || !moves() || event.button !== 0 || target.closest("button")) return;
    if (event.pointerType !== "mouse" && !target.closest(".rt-grip")) return;
    const all = items;
    const tops = all.map(({ node }) => node.offsetTop);
    const heights = all.map(({ node }) => node.offsetHeight);
    const gaps = tops.map((top, place) => (place ? top - tops[place - 1] - heights[place - 1] : 0)); // such as a cutoff's line
    const scrolled = list.scrollTop;
    const from = all.indexOf(item);
    let to = from;
    let held = false;

    const putBack = () => {
      for (const [place, { node, rank }] of all.entries()) {
        node.style.transform = "";
        write(rank, String(place + 1));
      }
    };
    const end = () => {
      stop();
      drawSlots(null);
      item.node.classList.remove("rt-held");
      list.classList.remove("rt-gliding");
      surface.drag = null;
    };
    const cancel = () => {
      end();
      putBack();
    };
    const follow = (/** @type {PointerEvent} */ moved) => {
      const shift = moved.clientY - event.clientY + list.scrollTop - scrolled;
      if (!held && Math.abs(shift) < DRAG_FROM) return;
      if (!held) {
        held = true;
        list.setPointerCapture(event.pointerId);
        item.handle?.focus({ preventScroll: true });
        item.node.classList.add("rt-held");
        list.classList.add("rt-gliding");
        surface.drag = { cancel };
        hold?.(item.item);
      }
      const top = Math.min(Math.max(tops[from] + shift, tops[0]), tops[tops.length - 1]);
      const nearest = tops.map((one) => Math.abs(one - top));
      to = nearest.indexOf(Math.min(...nearest));
      const order = all.filter((one) => one !== item);
      order.splice(to, 0, item);
      let [below] = tops;
      for (const [place, one] of order.entries()) {
        const before = all.indexOf(one);
        below += gaps[place];
        one.node.style.transform = `translateY(${(one === item ? top : below) - tops[before]}px)`;
        write(one.rank, String(place + 1));
        below += heights[before];
      }
      reveal(list, all[to].node);
    };
    const drop = (/** @type {PointerEvent} */ dropped) => {
      end();
      dragged = held;
      if (!held || dropped.type === "pointercancel" || to === from) {
        putBack();
        return;
      }
      surface.drag = { cancel }; // stays as it lies until the answer is drawn, once: later the places are others
      move(item.item, { to: to + 1 });
    };
    dragged = false;
    const stop = followPointer(list, follow, drop);
  });

  /** While an item is held, each rank shows what the chosen measure would be there: the greener, the better. @param {MoveView[] | null} moves */
  const drawSlots = (moves) => {
    list.querySelector(".rt-slots")?.remove();
    const valued = isHeld() && moves;
    list.classList.toggle("rt-valued", Boolean(valued));
    if (!valued) return;
    const slots = valued.map(({ value, share }, place) => {
      const slot = make("span", {}, value);
      slot.style.top = `${items[place].node.offsetTop}px`;
      slot.style.height = `${items[place].node.offsetHeight}px`;
      slot.style.setProperty("--share", `${100 * share}%`);
      return slot;
    });
    list.append(make("li", { class: "rt-slots", "aria-hidden": "true" }, ...slots));
  };

  return { node: list, nodes, items: () => items, itemAt, isHeld, draw, drawSlots };
}

/** What can be done in a list besides moving an item: while the focus is in it, with keys; and what ▲▼ count from. @param {boolean} counts @param {string} pointer @param {string} keys */
export const makeHint = (counts = true, pointer = "click a label, ", keys = "Enter, ") => {
  const [click, press] = [pointer, keys].map((words) => make("span", { class: "rt-clicks" }, forHand(words)));
  const how = make("span", { class: "rt-hand rt-how" }, click, "drag");
  const since = counts ? [make("span", { class: "rt-hand rt-since", title: SINCE }, "▲▼ since the start")] : [];
  const still = Object.entries(STILL).map(([when, [words, title]]) => make("span", { class: `rt-still-${when} rt-hand`, title }, forHand(words)));
  return make("span", { class: "rt-hint rt-soft" }, how, ...since, ...still, make("span", { class: "rt-press" }, press, "Alt+↑↓/End"));
};

/** The line of a cutoff after its rank. @param {{ cut: number | null, cuts: boolean }} view @param {object[]} rows */
export const cutLine = ({ cut, cuts }, rows) =>
  cut !== null && cut <= rows.length ? { after: cut, words: `k = ${cut}`, idle: !cuts } : null;

// --- grades -------------------------------------------------------------------------------------------------

/** The dots of a grade: some of them are full. */
export function makeDots() {
  const node = make("span", { class: "rt-dots", "aria-hidden": "true" });
  const drawDots = ifNew(([full, all]) => {
    node.replaceChildren(...Array.from({ length: all }, (_, place) => make("i", { class: place < full ? "full" : "" })));
  });
  const draw = (/** @type {Graded} */ { state, pips }) => drawDots(pips ?? [state === "on" ? 1 : 0, state ? 1 : 0]);
  return { node, draw };
}

/**
 * The grade of an item: a button that goes on to the next grade, with Shift to the one before.
 *
 * @param {Surface<View>} surface @param {Partial<Action>} item the keys that say which item it is
 */
export function makeMark(surface, item) {
  const dots = makeDots();
  const words = make("span");
  const onclick = (/** @type {MouseEvent} */ { shiftKey }) => {
    if (surface.view.fixed) surface.say(FIXED);
    else surface.dispatch({ do: "toggle", ...item, ...(shiftKey && { back: true }) });
  };
  const node = make("button", { class: "rt-mark", type: "button", onclick }, dots.node, words);
  /** @param {Graded & { item: string, title?: string }} row @param {number} rank @param {boolean} binary @param {string} whose @param {string} after */
  const draw = (row, rank, binary, whose = "", after = "") => {
    dots.draw(row);
    write(words, row.mark);
    set(node, "title", surface.view.fixed ? FIXED : row.mark); // where there is room for dots only
    set(node, "ariaDisabled", surface.view.fixed ? "true" : null);
    set(node, "className", `rt-mark ${row.state}`);
    set(node, "ariaLabel", `${whose}rank ${rank}, ${aloud(row.item, row.title)}: ${row.mark}${after}`);
    if (binary) set(node, "ariaPressed", { on: "true", off: "false", open: "mixed", "": null }[row.state]);
  };
  return { node, draw };
}

/**
 * The cells of an item with a score and a grade.
 *
 * @param {Surface<View>} surface @param {Partial<Action>} item @param {() => boolean} binary @param {string} whose
 * @returns {Cells<ListRow>}
 */
export function makeGraded(surface, item, binary, whose = "") {
  const score = make("span", { class: "rt-score" });
  const mark = makeMark(surface, item);
  return {
    cells: [score, mark.node],
    handle: mark.node,
    draw: (row, rank) => {
      write(score, row.score);
      mark.draw(row, rank, binary(), whose);
    },
  };
}
