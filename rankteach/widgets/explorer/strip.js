// The queries of an evaluated run: each is a dot at its value, and dots at one place are stacked. With a second run, a line
// leads from each dot to the value there. One dot is in the tab order; arrow keys go on from it, and Enter shows its list.

import { makeFinder } from "../parts/controls.js";
import { aloud, arrowStep, assign, ifNew, make, makeChildren, setTabStop, shape, write, writeOrHide } from "../frame/elements.js";

/** @import { ExplorerView, QueriesView, QueryDot } from "../protocol.d.ts" */
/** @import { Drawn, Surface } from "../frame/types.d.ts" */

const SIZES = [12, 10, 8, 6, 5]; // pixels: dots are as large as their stacks allow
const ROOM = { few: 40, many: 70, between: 46 }; // pixels: for the stacks of one run, and between those of two
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
  /** @type {Dot[]} */
  let dots = [];
  const dotAt = (/** @type {EventTarget | null} */ node) => dots.find((dot) => dot.node === node);
  const focused = () => dotAt(surface.focused());

  svg.addEventListener("pointermove", (event) => drawPointed(nearest(svg, dots, event)));
  svg.addEventListener("pointerleave", () => drawPointed(focused()));
  svg.addEventListener("click", (event) => choose(nearest(svg, dots, event)?.query));
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
  const [words, reason] = [make("span"), make("span", { class: "rt-soft" })];
  const pointed = make("p", { class: "rt-pointed" }, words, reason, note);
  const head = make("div", { class: "rt-queries-head" }, measured, find.node);
  const node = make("div", { class: "rt-queries", role: "group", "aria-label": "Queries" }, head, svg, pointed);

  // What is known of the dot under the pointer or in focus; else why the value is so low of the query whose list is shown.
  const drawPointed = (/** @type {Dot | undefined} */ dot) => {
    const { dots: known, value, why } = surface.view.queries;
    const of = (/** @type {string | undefined} */ name) => known.find(({ query }) => query === name);
    const shown = of(dot?.query) ?? of(value);
    for (const one of dots) one.node.classList.toggle("rt-near", one === dot);
    write(words, shown ? shown.words[0].toUpperCase() + shown.words.slice(1) : "");
    write(reason, shown?.query === value ? why : "");
    pointed.title = `${words.textContent}. ${reason.textContent}`;
  };
  const drawQueries = ifNew((/** @type {QueriesView} */ view) => {
    dots = drawDots(view.dots);
    for (const dot of dots) dot.node.setAttribute("aria-selected", String(dot.query === view.value));
    find.node.hidden = dots.length <= SEARCHED;
    find.draw(find.node.hidden ? [] : dots.map(({ query }) => ({ value: query, words: aloud(query, surface.titles[query]) })));
    setTabStop(dots.map((dot) => dot.node), dots.find(({ query }) => query === view.value)?.node);
    place(svg, axis, dots, view);
  });
  const resized = new ResizeObserver(() => place(svg, axis, dots, surface.view.queries));
  resized.observe(svg);
  surface.over.addEventListener("abort", () => resized.disconnect());
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
  const circles = [shape("circle"), shape("circle")]; // in the run, and in the second one
  const node = shape("g", { role: "option" }, line, ...circles);
  /** @param {QueryDot} dot */
  const draw = ({ way, at, words }) => assign(node, { class: way + (at === null ? " none" : ""), "aria-label": words });
  /** @type {{ x: number, y: number }[]} */
  const places = []; // in each run
  /** A line from the place in one run to that in the other. */
  const join = () => {
    const [from, to] = places;
    circles[1].style.display = line.style.display = to ? "" : "none";
    if (to) assign(line, { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  };
  return { node, query, circles, places, draw, join };
}

/** The dot that is meant by a pointer. @param {SVGElement} svg @param {Dot[]} dots @param {MouseEvent} event */
function nearest(svg, dots, { clientX, clientY }) {
  const { left, top } = svg.getBoundingClientRect();
  const distanceTo = (/** @type {Dot} */ { places }) => Math.min(...places.map(({ x, y }) => Math.hypot(x + left - clientX, y + top - clientY)));
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

/** Puts each dot where its value is. @param {SVGSVGElement} svg @param {SVGElement} axis @param {Dot[]} drawn @param {QueriesView} view */
function place(svg, axis, drawn, { dots, runs, ends }) {
  const width = svg.clientWidth;
  if (!width) return;
  const scale = parseFloat(getComputedStyle(svg).fontSize) / 14;
  const dense = dots.length > FEW;
  const room = ((dense ? ROOM.many : ROOM.few) / (runs.length > 1 ? 1.6 : 1)) * scale;
  const bases = runs.map((_, run) => room + run * ROOM.between * scale); // where the stacks of each run begin
  const bottom = bases[bases.length - 1] + (runs.length > 1 ? room : 0) + FOOT * scale;
  svg.classList.toggle("rt-dense", dense);
  svg.style.height = `${bottom}px`;
  for (const { places } of drawn) places.length = 0;
  for (const [run, base] of bases.entries()) {
    const shown = drawn
      .map((dot, n) => ({ dot, at: run ? dots[n].second : (dots[n].at ?? 0) }))
      .filter((/** @type {{ dot: Dot, at: number | null }} */ one) => one.at !== null)
      .map(({ dot, at }) => ({ dot, at: Number(at) }))
      .sort((one, other) => one.at - other.at);
    const { size, columns, stacks } = fitted(shown.map(({ at }) => at), width, room, scale);
    for (const [n, { column, row }] of stacks.entries()) {
      const x = (column * (width - size)) / Math.max(columns - 1, 1) + size / 2;
      const y = base + (row + 0.5) * (run ? size : -size);
      shown[n].dot.places.push({ x, y });
      assign(shown[n].dot.circles[run], { cx: x, cy: y, r: size / 2 - 0.75 * scale });
    }
  }
  for (const dot of drawn) dot.join();
  const text = (/** @type {string} */ words, /** @type {number} */ y, x = 0) => shape("text", { x, y, "text-anchor": x ? "end" : "start" }, words);
  const names = runs.length > 1 ? [text(runs[0], bases[0] + 12 * scale), text(runs[1], bases[1] - 4 * scale)] : [];
  const lines = bases.map((y) => shape("path", { d: `M0 ${y}H${width}` }));
  axis.replaceChildren(...lines, ...names, text(ends[0], bottom - 4), text(ends[1], bottom - 4, width));
}
