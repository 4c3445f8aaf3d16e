// A list of items that can be reordered: with a pointer, with Alt and the arrow keys, or with the buttons of an item.
// Python decides the result.
//
// An item is a row of its grip, its rank, its name, the surface's own cells, and its buttons. One of the cells may be a
// button that has the focus for the whole item, such as its grade: its handle. Arrow keys go from handle to handle, and
// one of them is in the tab order.

import { icon, keyed, make, rove, walk, write, writeName } from "../frame/elements.js";
import { followPointer, glide, reveal, topsOf } from "../frame/movement.js";
import { itemsOf } from "./rows.js";
import { onLinkedClick } from "./trace.js";

/** @import { MoveView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

const LONG = 24; // letters: names that need the room of the words of a mark
const DRAG_FROM = 4; // pixels: less than that is a click

// `move(item, where)` gets the item's key and { to: rank } or { by: steps }; null makes a list with a fixed order.
export function makeList(surface, label, move = (item, where) => surface.dispatch({ do: "move", item, ...where })) {
  const list = make("ol", { class: move ? "rt-list" : "rt-list rt-fixed", "aria-label": label });
  list.rtMove = move;
  list.addEventListener("keydown", (event) => onListKey(surface, list, event));
  list.addEventListener("click", (event) => {
    if (!surface.dragged && !event.target.closest("button")) onLinkedClick(surface, event);
    surface.dragged = false;
  });
  if (move) list.addEventListener("pointerdown", (event) => startDrag(surface, list, event));
  return list;
}

/** What can be done in a list: while the focus is in it, with keys. */
export const makeHint = (pointer = "click a label, drag", keys = "Enter, Alt+↑↓/End") =>
  make("span", { class: "rt-hint rt-soft" }, make("span", {}, pointer), make("span", {}, keys));

const handlesOf = (list) => itemsOf(list).flatMap((node) => node.rtHandle ?? []);

function makeItem(list, item, cells, handle = null) {
  const move = (by) => () => list.rtMove(item, { by });
  const rank = make("span", { class: "rt-rank" });
  const node = make("li", { class: "rt-item" }, rank, make("span", { class: "rt-name", dir: "auto" }), ...cells);
  node.rtItem = item;
  node.rtHandle = handle;
  if (!list.rtMove) return node;
  node.prepend(make("span", { class: "rt-grip", "aria-hidden": "true" }, icon("grip")));
  const up = make("button", { type: "button", tabindex: -1, onclick: move(-1) }, icon("up"));
  const down = make("button", { type: "button", tabindex: -1, onclick: move(1) }, icon("down"));
  node.append(make("span", { class: "rt-moves" }, up, down));
  handle?.setAttribute("aria-keyshortcuts", "Alt+ArrowUp Alt+ArrowDown Alt+Home Alt+End");
  return node;
}

function drawItem(list, node, { item: name, title }, rank, last) {
  const [number, words] = [...node.children].slice(list.rtMove ? 1 : 0);
  if (!list.classList.contains("rt-gliding")) write(number, String(rank)); // else the one that is held says it
  writeName(words, name, title);
  if (!list.rtMove) return;
  const [up, down] = node.lastChild.children;
  up.disabled = rank === 1;
  down.disabled = last;
  up.ariaLabel = `Move ${name} up`;
  down.ariaLabel = `Move ${name} down`;
}

/** The line of a cutoff after its rank. @param {{ cut: number | null, cuts: boolean }} view @param {object[]} rows */
export const cutLine = ({ cut, cuts }, rows) =>
  cut !== null && cut <= rows.length ? { after: cut, words: `k = ${cut}`, idle: !cuts } : null;

// Rows have an `item`, which is their name and their key. `create(row)` returns the cells that an item has of the
// widget's own, with its handle if it has one: { cells, handle }. `update(node, row, rank)` draws them.
//   more  whether the list goes on below the rows shown
//   line  a line between the items, such as a cutoff: { after: 5, words: "k = 5", idle: false }
//   all   the rows of all lists that are to look alike
export function drawList(surface, list, rows, { create, update, more = false, line = null, all = rows }) {
  const focused = list.contains(surface.focused()) ? surface.focused() : null;
  const key = (entry) => (entry.row ? `item ${entry.row.item}` : entry.line ? "line" : "head");
  const entries = rows.map((row, place) => ({ row: { ...row, title: surface.titles[row.item] }, rank: place + 1 }));
  if (line) entries.splice(line.after, 0, { line });
  if (rows.some(({ score }) => score)) entries.unshift({});
  // to measure positions takes time: only what moves glides, and what was dropped glides from where it is
  const stays = entries.every((entry, place) => list.children[place]?.rtKey === key(entry));
  const before = stays ? null : topsOf(list);
  if (!stays && !surface.drag?.stays) surface.drag?.cancel(); // a drag of something else than an item may stay
  const begin = (/** @type {any} */ { row, line }) => {
    if (line) return make("li", { class: "rt-cut" }, make("span"));
    if (!row) return make("li", { class: "rt-heads", "aria-hidden": "true" }, make("span", { class: "rt-score" }, "score"));
    const { cells, handle } = create(row);
    return makeItem(list, row.item, cells, handle);
  };
  keyed(list, entries, key, begin, (node, { row, rank, line }) => {
    if (row) {
      drawItem(list, node, row, rank, rank === rows.length && !more);
      update(node, row, rank);
    } else if (line) {
      write(node.firstChild, line.words);
      node.classList.toggle("rt-idle", line.idle);
    }
  });
  if (before) glide(list, before);
  list.hidden = !rows.length;
  const longest = Math.max(0, ...all.flatMap(({ item }) => [item.length, surface.titles[item]?.length ?? 0]));
  list.classList.toggle("rt-long", longest > LONG);
  surface.body.style.setProperty("--rt-names", String(longest));
  refocus(list, focused, before !== null);
}

// Keeps the focus; from a button that is now disabled, it goes to the handle of its item.
function refocus(list, focused, moved) {
  const handles = handlesOf(list);
  rove(handles, handles.find((handle) => handle === focused));
  if (!focused) return;
  const node = focused.isConnected ? focused : handles.at(-1);
  const target = node?.disabled ? node.closest(".rt-item").rtHandle : node;
  target?.focus({ preventScroll: true });
  if (target && moved) reveal(list, target.closest(".rt-item"));
}

function onListKey(surface, list, event) {
  const handles = handlesOf(list);
  const here = handles.indexOf(event.target);
  if (here < 0) return;
  const where = { ArrowUp: { by: -1 }, ArrowDown: { by: 1 }, Home: { to: 1 }, End: { to: itemsOf(list).length } }[event.key];
  if (event.altKey && where) {
    event.preventDefault();
    if (list.rtMove) list.rtMove(event.target.closest(".rt-item").rtItem, where);
    else write(surface.live, list.ariaLabel); // that it is fixed
    return;
  }
  const to = walk(event, handles, here);
  if (to) rove(handles, to);
}

// While an item is held, each rank shows what the chosen measure would be there: the greener, the better.
/** @param {HTMLElement} list @param {MoveView[] | null} moves */
export function drawSlots(list, moves) {
  list.querySelector(".rt-slots")?.remove();
  if (!moves || !list.querySelector(".rt-held")) return;
  const items = itemsOf(list);
  const slots = moves.map(({ value, share }, place) => {
    const slot = make("span", {}, value);
    slot.style.top = `${items[place].offsetTop}px`;
    slot.style.height = `${items[place].offsetHeight}px`;
    slot.style.setProperty("--share", `${100 * share}%`);
    return slot;
  });
  list.append(make("li", { class: "rt-slots", "aria-hidden": "true" }, ...slots));
}

// Dragging with any pointer: a mouse takes the row anywhere, a finger takes its grip (elsewhere it scrolls).
// The other items make room while you hold one; Escape returns it to its place.
function startDrag(surface, list, event) {
  const node = event.target.closest(".rt-item");
  if (!node || event.button !== 0 || event.target.closest("button")) return;
  if (event.pointerType !== "mouse" && !event.target.closest(".rt-grip")) return;
  const items = itemsOf(list);
  const tops = items.map((item) => item.offsetTop);
  const scrolled = list.scrollTop;
  const from = items.indexOf(node);
  let to = from;
  let held = false;

  const rest = () => {
    for (const [place, item] of items.entries()) {
      item.style.transform = "";
      write(item.querySelector(".rt-rank"), String(place + 1));
    }
  };
  const end = () => {
    stop();
    list.querySelector(".rt-slots")?.remove();
    node.classList.remove("rt-held");
    list.classList.remove("rt-gliding");
    surface.drag = null;
  };
  const cancel = () => {
    end();
    rest();
  };
  const move = (moved) => {
    const shift = moved.clientY - event.clientY + list.scrollTop - scrolled;
    if (!held && Math.abs(shift) < DRAG_FROM) return;
    if (!held) {
      held = true;
      list.setPointerCapture(event.pointerId);
      node.rtHandle?.focus({ preventScroll: true });
      node.classList.add("rt-held");
      list.classList.add("rt-gliding");
      surface.drag = { cancel };
      list.rtHeld?.(node.rtItem);
    }
    const top = Math.min(Math.max(tops[from] + shift, tops[0]), tops.at(-1));
    const nearest = tops.map((one) => Math.abs(one - top));
    to = nearest.indexOf(Math.min(...nearest));
    const order = items.filter((item) => item !== node);
    order.splice(to, 0, node);
    for (const [place, item] of order.entries()) {
      const y = item === node ? top : tops[place];
      item.style.transform = `translateY(${y - tops[items.indexOf(item)]}px)`;
      write(item.querySelector(".rt-rank"), String(place + 1));
    }
    reveal(list, items[to]);
  };
  const drop = (dropped) => {
    end();
    if (held) surface.dragged = true;
    if (!held || dropped.type === "pointercancel" || to === from) {
      rest();
      return;
    }
    surface.drag = { cancel: rest }; // stays as it lies until the answer is drawn
    list.rtMove(node.rtItem, { to: to + 1 });
  };
  surface.dragged = false;
  const stop = followPointer(list, move, drop);
}
