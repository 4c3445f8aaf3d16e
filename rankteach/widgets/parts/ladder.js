// Two lists side by side, and a line from each item to itself in the other list.

import { assign, ifNew, make, makeChildren, shape, writeOrHide } from "../frame/elements.js";
import { whenResized } from "../frame/movement.js";
import { cutLine } from "./list.js";

/** @import { LineView } from "../protocol.d.ts" */
/** @import { Surface, View } from "../frame/types.d.ts" */

export const INSET = 4; // pixels between a list and the end of its lines
export const SIDES = /** @type {const} */ (["first", "second"]);

/** @typedef {typeof SIDES[number]} Side */
/** @typedef {{ rows: any[], below: string, more?: boolean }} SideView its rows are those of its list */
/** @typedef {View & { first: SideView, second: SideView, lines: LineView[], cut: number | null, cuts: boolean }} LadderView */
/** @typedef {{ item: string, kind: string, from: number, to: number }} DrawnLine */
/** @typedef {{ item: string, node: HTMLElement, handle?: HTMLElement }} Item */
/** @typedef {{ more?: boolean, line: ReturnType<typeof cutLine>, all: { item: string }[] }} How */
/** @typedef {{ node: HTMLElement, items(): Item[], isHeld(): boolean, draw(rows: any[], how: How): void }} OneList */

/**
 * @param {Surface<LadderView>} surface
 * @param {Record<Side, OneList>} lists
 * @param {Record<Side, [name: string, hint: string | HTMLElement]>} heads
 * @param {(lines: DrawnLine[], width: number, em: number) => void} lined draws what follows the lines; em: pixels
 * @param {SVGElement[]} over shapes to be drawn over the lines
 */
export function makeLadder(surface, lists, heads, lined, ...over) {
  const joins = shape("g");
  const svg = shape("svg", { class: "rt-lines", "aria-hidden": "true" }, joins, ...over);
  const below = { first: make("p", { class: "rt-below" }), second: make("p", { class: "rt-below" }) };
  const makeSide = (/** @type {Side} */ side) => {
    const [name, hint] = heads[side];
    const head = make("div", { class: "rt-side-head" }, make("b", {}, name), make("span", { class: "rt-soft" }, hint));
    lists[side].node.addEventListener("pointermove", () => surface.drag && follow());
    return make("div", { class: "rt-side" }, head, lists[side].node, below[side]);
  };
  const node = make("div", { class: "rt-ladder" }, makeSide("first"), svg, makeSide("second"));
  const drawJoins = makeChildren(joins, makeJoin, ({ item }) => item);
  let lines = drawJoins([]);

  const isHeld = () => SIDES.some((side) => lists[side].isHeld());
  const glides = () => SIDES.some((side) => lists[side].node.getAnimations({ subtree: true }).length);

  /** @type {number | null} */
  let next = null;
  // Draws the lines now, and again as long as items glide or are dragged. What a frame measures comes before all that it draws.
  const follow = () => {
    if (next === null) step();
  };
  const step = () => {
    next = isHeld() || glides() ? requestAnimationFrame(step) : null;
    drawLines();
  };

  // A line from each item to its place in the other list; where it has none, to what is written below that list.
  const drawLines = () => {
    const box = svg.getBoundingClientRect();
    if (!box.width) return;
    const middle = (/** @type {Element} */ one) => {
      const { top, height } = one.getBoundingClientRect();
      return top + height / 2 - box.top;
    };
    const [first, second] = SIDES.map((side) => {
      const places = new Map(lists[side].items().map((item) => [item.item, middle(item.node)]));
      const end = middle(below[side]);
      const shown = new Set(surface.view[side].rows.map(({ item }) => item));
      return { shown, place: (/** @type {string} */ item) => places.get(item) ?? end };
    });
    const em = parseFloat(getComputedStyle(svg).fontSize);
    const drawn = surface.view.lines.map(({ item, kind }) => {
      const both = first.shown.has(item) && second.shown.has(item);
      return { item, kind: both ? kind : `${kind} out`, from: first.place(item), to: second.place(item), width: box.width };
    });
    lines = drawJoins(drawn);
    lined(drawn, box.width, em);
  };

  whenResized([node], drawLines, surface.over);
  surface.over.addEventListener("abort", () => next !== null && cancelAnimationFrame(next));

  /** Marks the items, in both lists, and the lines for which `has(item)` is true; null for none at all. @param {((item: string) => boolean) | null} has */
  const markNear = (has) => {
    for (const one of [...lists.first.items(), ...lists.second.items(), ...lines]) {
      one.node.classList.toggle("rt-near", Boolean(has?.(one.item)));
    }
    node.classList.toggle("rt-picked", Boolean(has));
  };
  /** The item that a node is in, or whose line it is. @param {Element} target */
  const itemAt = (target) =>
    [...lists.first.items(), ...lists.second.items(), ...lines].find((one) => one.node.contains(target))?.item ?? null;
  /** Draws both lists, with what is said below them; `follow` then draws the lines. @param {LadderView} view */
  const draw = (view) => {
    const all = [...view.first.rows, ...view.second.rows];
    for (const side of SIDES) {
      const { rows, more, below: words } = view[side];
      lists[side].draw(rows, { more, line: cutLine(view, rows), all });
      writeOrHide(below[side], words);
    }
  };
  return { node, draw, follow, isHeld, markNear, itemAt };
}

function makeJoin(/** @type {DrawnLine} */ { item }) {
  const end = () => shape("circle", { r: 3 });
  const [hit, line, start, finish] = [shape("line", { class: "rt-hit" }), shape("line"), end(), end()];
  const node = shape("g", { "data-item": item }, hit, line, start, finish);
  const drawKind = ifNew((/** @type {string} */ kind) => node.setAttribute("class", `rt-join ${kind}`));
  const drawPlace = ifNew((/** @type {number[]} */ [from, to, width]) => {
    for (const one of [hit, line]) assign(one, { x1: INSET, y1: from, x2: width - INSET, y2: to });
    assign(start, { cx: INSET, cy: from });
    assign(finish, { cx: width - INSET, cy: to });
  });
  const draw = (/** @type {DrawnLine & { width: number }} */ { kind, from, to, width }) => {
    drawKind(kind);
    drawPlace([from, to, width]);
  };
  return { node, item, draw };
}

/**
 * Calls `tell` with what the pointer is over, or else with what is in focus: whatever `find` returns for that node.
 *
 * @template T
 * @param {HTMLElement} node @param {(target: Element) => T | null} find @param {(near: T | null) => void} tell
 */
export function watchNear(node, find, tell) {
  /** @type {{ over: T | null, focus: T | null }} */
  const near = { over: null, focus: null };
  const set = (/** @type {"over" | "focus"} */ how, /** @type {T | null} */ value) => {
    near[how] = value;
    tell(near.over ?? near.focus);
  };
  for (const [how, come, go] of /** @type {const} */ ([["over", "pointerover", "pointerleave"], ["focus", "focusin", "focusout"]])) {
    node.addEventListener(come, ({ target }) => set(how, find(/** @type {Element} */ (target))));
    node.addEventListener(go, () => set(how, null));
  }
}
