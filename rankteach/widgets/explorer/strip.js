// The queries of an evaluated run: each is a dot at its value, and dots at one place are stacked. With a second run, each
// is a bar as high as its gain there, the highest first. One is in the tab order; arrow keys go on from it, and Enter shows
// its list.

import { makeFinder } from "../parts/controls.js";
import { whenResized } from "../frame/movement.js";
import { aloud, arrowStep, assign, ifNew, make, makeChildren, setTabStop, shape, write, writeOrHide } from "../frame/elements.js";

/** @import { ExplorerView, QueriesView, QueryDot } from "../protocol.d.ts" */
/** @import { Drawn, Surface } from "../frame/types.d.ts" */

const SIZES = [12, 10, 8, 6, 5]; // pixels: dots are as large as their stacks allow
const ROOM = { few: 40, many: 70 }; // pixels: for the stacks, and for the bars on either side
const NAMES = { share: 0.3, most: 130, signs: 14 }; // of bars: how much of the width their names take, pixels, and letters
const FOOT = 16; // pixels: for the ends of the axis
const FEW = 60; // queries
const NEAR = 24; // pixels: so far from a dot a click still means it
const SEARCHED = 40; // queries: of more one is found by its name, too
const ASIDE = 40; // pixels: so far from its place a dot may be in a full stack

/** @typedef {ExplorerView & { queries: QueriesView }} EvaluationView */

export function makeStrip(/** @type {Surface<EvaluationView>} */ surface) {
  const choose = (/** @type {string | undefined} */ query) => query && surface.dispatch({ do: "query", query });
  const marks = shape("g");
  const axis = shape("g", { class: "rt-run-axis", "aria-hidden": "true" });
  const svg = shape("svg", { class: "rt-strip", role: "listbox", tabindex: -1, "aria-label": "Queries", "aria-orientation": "horizontal" }, marks, axis);
  const drawDots = makeChildren(marks, makeDot, ({ query }) => query);
  let dots = drawDots([]);
  const dotAt = (/** @type {EventTarget | null} */ node) => dots.find((dot) => dot.node === node);
  const focused = () => dotAt(surface.focused());

  svg.addEventListener("pointermove", (event) => drawPointed(nearest(svg, dots, event)));
  svg.addEventListener("pointerleave", () => drawPointed(focused()));
  // where a finger slides to a thin bar, the browser reports no click
  const pick = (/** @type {PointerEvent} */ event, touch = false) => {
    if ((event.pointerType === "touch") === touch) choose(nearest(svg, dots, event)?.query);
  };
  svg.addEventListener("click", (event) => pick(/** @type {PointerEvent} */ (event)));
  svg.addEventListener("pointerup", (event) => pick(event, true));
  svg.addEventListener("focusin", ({ target }) => drawPointed(dotAt(target)));
  svg.addEventListener("focusout", () => drawPointed(undefined));
  svg.addEventListener("keydown", (event) => {
    const nodes = dots.map(({ node }) => node);
    const here = nodes.indexOf(/** @type {SVGGElement} */ (event.target));
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(dots[here]?.query);
    }
    const to = arrowStep(event, nodes, here, ["ArrowLeft", "ArrowRight"]) ?? arrowStep(event, nodes, here, ["ArrowDown", "ArrowUp"]);
    if (to) setTabStop(nodes, to);
  });

  // dots whose query is not meant by what was typed fade
  const drawFound = (/** @type {string} */ typed) => {
    for (const { node, query } of dots) {
      node.classList.toggle("rt-away", !aloud(query, surface.titles[query]).toLowerCase().includes(typed));
    }
  };
  const find = makeFinder("Find a query", choose, drawFound);
  const measured = make("h4");
  const note = make("span", { class: "rt-soft" });
  const [asked, words, reason] = [make("b"), make("span"), make("span", { class: "rt-soft" })];
  const pointed = make("p", { class: "rt-pointed" }, asked, words, reason, note);
  const head = make("div", { class: "rt-queries-head" }, measured, find.node);
  const node = make("div", { class: "rt-queries", role: "group", "aria-label": "Queries" }, head, svg, pointed);

  // What is known of the dot under the pointer or in focus; else why the value is so low of the query whose list is shown.
  const drawPointed = (/** @type {Dot | undefined} */ dot) => {
    const { dots: known, value, why } = surface.view.queries;
    const of = (/** @type {string | undefined} */ name) => known.find(({ query }) => query === name);
    const shown = of(dot?.query) ?? of(value);
    for (const one of dots) one.node.classList.toggle("rt-near", one === dot);
    const title = shown && surface.titles[shown.query];
    write(asked, !shown ? "" : title ? `${title} (${shown.query})` : `Query ${shown.query}`);
    write(words, shown ? shown.words.slice(`query ${aloud(shown.query, title)}, `.length) : "");
    write(reason, why);
    const isOther = shown?.query !== value;
    reason.style.visibility = isOther ? "hidden" : ""; // its room stays
    const read = [...pointed.children].filter((one) => one !== reason || !isOther);
    pointed.title = read.map(({ textContent }) => textContent).filter(Boolean).join(". ");
  };
  const drawQueries = ifNew((/** @type {QueriesView} */ view) => {
    dots = drawDots(view.runs.length > 1 ? view.dots.toSorted((one, other) => gainOf(other) - gainOf(one)) : view.dots);
    for (const dot of dots) dot.node.setAttribute("aria-selected", String(dot.query === view.value));
    find.node.hidden = dots.length <= SEARCHED;
    find.draw(find.node.hidden ? [] : dots.map(({ query }) => ({ value: query, words: aloud(query, surface.titles[query]) })));
    setTabStop(dots.map((dot) => dot.node), dots.find(({ query }) => query === view.value)?.node);
    placeAll(view);
  });
  const placeAll = (/** @type {QueriesView} */ view) => {
    const scale = parseFloat(getComputedStyle(svg).fontSize) / 14;
    if (svg.clientWidth) (view.runs.length > 1 ? placeBars : place)(svg, axis, dots, view, scale);
  };
  whenResized([svg], () => placeAll(surface.view.queries), surface.over);
  const draw = (/** @type {Drawn<EvaluationView>} */ { queries }) => {
    write(measured, `Queries by ${queries.measure}`);
    writeOrHide(note, queries.note);
    drawQueries(queries);
    drawPointed(focused());
  };
  return { node, draw };
}

/** @typedef {ReturnType<typeof makeDot>} Dot */

function makeDot(/** @type {QueryDot} */ { query }) {
  const line = shape("line");
  const circle = shape("circle");
  const node = shape("g", { role: "option" }, line, circle);
  let gain = 0;
  /** @param {QueryDot} dot */
  const draw = (dot) => {
    assign(node, { class: dot.way + (dot.at === null ? " none" : ""), "aria-label": dot.words });
    gain = dot.way ? gainOf(dot) : 0;
  };
  /** @type {{ x: number, y: number }[]} */
  let places = []; // of the dot, and of the end of its bar
  /** @param {number} x @param {number} y @param {number} r @param {number} height of the bar @param {number} width */
  const put = (x, y, r, height = 0, width = 0) => {
    places = [{ x, y }, ...(height ? [{ x, y: y - height / 2 }, { x, y: y - height }] : [])];
    assign(circle, { cx: x, cy: y, r });
    assign(line, { x1: x, y1: y, x2: x, y2: y - height, "stroke-width": width });
    line.style.display = height ? "" : "none";
  };
  return { node, query, draw, put, gain: () => gain, places: () => places };
}

/** The dot that is meant by a pointer. @param {SVGElement} svg @param {Dot[]} dots @param {MouseEvent} event */
function nearest(svg, dots, { clientX, clientY }) {
  const { left, top } = svg.getBoundingClientRect();
  const distanceTo = (/** @type {Dot} */ { places }) => Math.min(...places().map(({ x, y }) => Math.hypot(x + left - clientX, y + top - clientY)));
  const [best] = dots.map((dot) => ({ dot, distance: distanceTo(dot) })).sort((one, other) => one.distance - other.distance);
  return best && best.distance <= NEAR ? best.dot : undefined;
}

// --- places -------------------------------------------------------------------------------------------------

/**
 * In which column and row each dot is, so that none covers another: a full column goes on in the nearest one that is not.
 *
 * @param {number[]} at places from 0 to 1, in order
 * @param {number} columns
 * @param {number} rows
 */
export function stacked(at, columns, rows) {
  const heights = Array(columns).fill(0);
  return at.map((one) => {
    const column = Math.round(one * (columns - 1));
    let to = column;
    for (let distance = 1; heights[to] >= rows && distance < columns; distance += 1) {
      to = [column + distance, column - distance].find((other) => heights[other] < rows) ?? to;
    }
    heights[to] += 1;
    return { column: to, row: heights[to] - 1 };
  });
}

/** The largest dots that have room near their places. @param {number[]} at @param {number} width @param {number} room @param {number} scale */
function fitted(at, width, room, scale) {
  const all = SIZES.map((one) => {
    const size = one * scale;
    const columns = Math.max(Math.floor(width / size), 1);
    const stacks = stacked(at, columns, Math.max(Math.floor(room / size), 1));
    const aside = Math.max(...stacks.map(({ column }, n) => Math.abs(column - Math.round(at[n] * (columns - 1))))) * size;
    return { size, columns, stacks, fits: aside <= ASIDE * scale };
  });
  return all.find(({ fits }) => fits) ?? all[all.length - 1];
}

/** Puts each dot where its value is. @param {SVGSVGElement} svg @param {SVGElement} axis @param {Dot[]} drawn @param {QueriesView} view @param {number} scale */
function place(svg, axis, drawn, { dots, ends }, scale) {
  const width = svg.clientWidth;
  const room = (dots.length > FEW ? ROOM.many : ROOM.few) * scale;
  const bottom = room + FOOT * scale;
  svg.style.height = `${bottom}px`;
  const shown = drawn.map((dot, n) => ({ dot, at: dots[n].at ?? 0 })).sort((one, other) => one.at - other.at);
  const { size, columns, stacks } = fitted(shown.map(({ at }) => at), width, room, scale);
  for (const [n, { column, row }] of stacks.entries()) {
    const x = (column * (width - size)) / Math.max(columns - 1, 1) + size / 2;
    shown[n].dot.put(x, room - (row + 0.5) * size, size / 2 - 0.75 * scale);
  }
  const line = shape("path", { d: `M0 ${room}H${width}` });
  axis.replaceChildren(line, textAt(ends[0], 0, bottom - 4), textAt(ends[1], width, bottom - 4));
}

/** What a query gains in the second run; a query without a value there is the last one. @param {QueryDot} dot */
function gainOf({ at, second, way }) {
  return way ? Math.abs((second ?? 0) - (at ?? 0)) * (way === "worse" ? -1 : 1) : -2;
}

/** Draws each gain as a bar. @param {SVGSVGElement} svg @param {SVGElement} axis @param {Dot[]} drawn @param {QueriesView} view @param {number} scale */
function placeBars(svg, axis, drawn, { runs }, scale) {
  const width = svg.clientWidth;
  const [room, aside] = [ROOM.few * scale, Math.min(NAMES.share * width, NAMES.most * scale)];
  const base = room + 6 * scale;
  svg.style.height = `${2 * base}px`;
  const most = Math.max(...drawn.map((dot) => Math.abs(dot.gain()))) || 1;
  const step = (width - aside) / drawn.length;
  for (const [n, dot] of drawn.entries()) {
    dot.put(aside + (n + 0.5) * step, base, Math.min(2.5 * scale, step / 2), (dot.gain() / most) * room, Math.min(step * 0.7, 14 * scale));
  }
  const names = runs.map((name) => `${name.length > NAMES.signs ? `${name.slice(0, NAMES.signs - 1)}…` : name} better`);
  const line = shape("path", { d: `M${aside} ${base}H${width}` });
  axis.replaceChildren(line, textAt(names[1], 0, base - room / 2), textAt(names[0], 0, base + room / 2 + 8 * scale));
}

const textAt = (/** @type {string} */ words, /** @type {number} */ x, /** @type {number} */ y) => shape("text", { x, y, "text-anchor": x ? "end" : "start" }, words);
