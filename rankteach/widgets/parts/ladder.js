// Two lists side by side, and a line from each item to itself in the other list.
//
// A surface puts its lists into surface.first and surface.second; its view has first and second, each with `rows` and
// what is written `below` the list, and `lines`: for each item its `kind`, which is the class of its line.

import { assign, isNew, keyed, make, shape } from "../frame/elements.js";
import { itemsOf } from "./rows.js";

export const INSET = 4; // pixels between a list and the end of its lines

// `heads` has a name and a hint for each side; `over` are shapes to be drawn over the lines. What is drawn along
// with the lines, surface.lined(lines, width) does, if it is set.
export function makeLadder(surface, heads, ...over) {
  surface.joins = shape("g");
  surface.lines = shape("svg", { class: "rt-lines", "aria-hidden": "true" }, surface.joins, ...over);
  surface.below = { first: make("p", { class: "rt-below" }), second: make("p", { class: "rt-below" }) };
  const side = (place) => {
    const [name, hint] = heads[place];
    const head = make("div", { class: "rt-side-head" }, make("b", {}, name), make("span", { class: "rt-soft" }, hint));
    surface[place].addEventListener("pointermove", () => surface.drag && followLines(surface));
    return make("div", { class: "rt-side" }, head, surface[place], surface.below[place]);
  };
  surface.ladder = make("div", { class: "rt-ladder" }, side("first"), surface.lines, side("second"));
  new ResizeObserver(() => drawLines(surface)).observe(surface.ladder);
  return surface.ladder;
}

// Whether an item is being dragged.
export const isHeld = ({ first, second }) => [first, second].some((list) => list.classList.contains("rt-gliding"));

const glides = ({ first, second }) => [first, second].some((list) => list.getAnimations({ subtree: true }).length);

// Draws the lines now, and again as long as items glide or are dragged.
export function followLines(surface) {
  if (surface.follows) return;
  const follow = () => {
    drawLines(surface);
    surface.follows = isHeld(surface) || glides(surface) ? requestAnimationFrame(follow) : null;
  };
  follow();
}

// A line from each item to its place in the other list; where it has none, to what is written below that list.
function drawLines(surface) {
  const box = surface.lines.getBoundingClientRect();
  if (!box.width) return;
  const middle = (node) => {
    const { top, height } = node.getBoundingClientRect();
    return top + height / 2 - box.top;
  };
  const ends = ["first", "second"].map((side) => {
    const places = new Map(itemsOf(surface[side]).map((node) => [node.rtItem, middle(node)]));
    return (item) => places.get(item) ?? middle(surface.below[side]);
  });
  const shows = (side, item) => surface.view[side].rows.some((row) => row.item === item);
  const out = (item) => !(shows("first", item) && shows("second", item));
  const lines = surface.view.lines.map(({ item, kind }) => (
    { item, kind: out(item) ? `${kind} out` : kind, from: ends[0](item), to: ends[1](item) }
  ));
  keyed(surface.joins, lines, (line) => line.item, makeJoin, (node, line) => drawJoin(node, line, box.width));
  surface.lined?.(lines, box.width);
}

function makeJoin({ item }) {
  const end = () => shape("circle", { r: 3 });
  const node = shape("g", {}, shape("line", { class: "rt-hit" }), shape("line"), end(), end());
  node.rtItem = item;
  return node;
}

function drawJoin(node, { kind, from, to }, width) {
  if (isNew(node, kind)) node.setAttribute("class", `rt-join ${kind}`);
  const [hit, line, start, end] = node.children;
  for (const one of [hit, line]) assign(one, { x1: INSET, y1: from, x2: width - INSET, y2: to });
  assign(start, { cx: INSET, cy: from });
  assign(end, { cx: width - INSET, cy: to });
}

// Calls `tell` with what the pointer is over, or else with what is in focus: whatever `find` returns for that node.
export function watchNear(node, find, tell) {
  const near = { over: null, focus: null };
  const set = (how, value) => {
    near[how] = value;
    tell(near.over ?? near.focus);
  };
  for (const [how, come, go] of [["over", "pointerover", "pointerleave"], ["focus", "focusin", "focusout"]]) {
    node.addEventListener(come, ({ target }) => set(how, find(target)));
    node.addEventListener(go, () => set(how, null));
  }
}

// Marks the items, in both lists, and the lines of which `has(node)` is true; null for none at all.
export function markNear(surface, has) {
  for (const node of [...itemsOf(surface.first), ...itemsOf(surface.second), ...surface.joins.children]) {
    node.classList.toggle("rt-near", Boolean(has?.(node)));
  }
  surface.ladder.classList.toggle("rt-picked", Boolean(has));
}
