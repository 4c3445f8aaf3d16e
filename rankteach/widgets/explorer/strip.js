// The queries of an evaluated run: each is a dot at its value, and dots at one place are stacked. With a second run, a line
// leads from each dot to the value there. One dot is in the tab order; arrow keys go on from it, and Enter shows its list.

import { drawFinder, makeFinder } from "../parts/controls.js";
import { aloud, assign, isNew, keyed, make, rove, shape, walk, write, writeOrHide } from "../frame/elements.js";

/** @import { QueriesView, QueryDot } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

const SIZES = [12, 10, 8, 6, 5]; // pixels: dots are as large as their stacks allow
const ROOM = { few: 40, many: 70, between: 46 }; // pixels: for the stacks of one run, and between those of two
const FOOT = 16; // pixels: for the ends of the axis
const FEW = 60; // queries
const NEAR = 24; // pixels: so far from a dot a click still means it
const SEARCHED = 40; // queries: of more one is found by its name, too
const ASIDE = 40; // pixels: so far from its place a dot may be in a full stack

/** @param {Surface<any>} surface */
export function makeStrip(surface) {
  const choose = (query) => query && surface.dispatch({ do: "query", query });
  const look = (node) => drawPointed(surface, node);
  const onkeydown = (event) => {
    const dots = dotsOf(surface);
    const here = dots.indexOf(event.target);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(dots[here].rtKey);
    }
    const to = walk(event, dots, here, "ArrowLeft", "ArrowRight") ?? walk(event, dots, here, "ArrowDown", "ArrowUp");
    if (to) rove(dots, to);
  };
  const listeners = {
    pointermove: (event) => look(nearest(surface, event)),
    pointerleave: () => look(surface.focused()),
    click: (event) => choose(nearest(surface, event)?.rtKey),
    focusin: ({ target }) => look(target),
    focusout: () => look(null),
    keydown: onkeydown,
  };
  surface.strip = shape("svg", { class: "rt-strip", role: "listbox", tabindex: -1, "aria-label": "Queries", "aria-orientation": "horizontal" });
  surface.strip.append(shape("g"), shape("g", { class: "rt-run-axis", "aria-hidden": "true" }));
  for (const [event, listener] of Object.entries(listeners)) surface.strip.addEventListener(event, listener);
  const oninput = ({ target }) => drawFound(surface, target.value.trim().toLowerCase());
  surface.find = makeFinder("Find a query", choose, { oninput });
  surface.measured = make("h4");
  surface.noted = make("span", { class: "rt-soft" });
  surface.pointed = make("p", { class: "rt-pointed" }, make("span"), make("span", { class: "rt-soft" }));
  const head = make("div", { class: "rt-queries-head" }, surface.measured, surface.noted, surface.find);
  surface.resized = new ResizeObserver(() => place(surface));
  surface.resized.observe(surface.strip);
  return make("div", { class: "rt-queries", role: "group", "aria-label": "Queries" }, head, surface.strip, surface.pointed);
}

const dotsOf = (surface) => [...surface.strip.firstChild.children];

/** @param {Surface<any>} surface @param {QueriesView} view */
export function drawStrip(surface, view) {
  const { measure, dots, value, note } = view;
  write(surface.measured, `Queries by ${measure}`);
  writeOrHide(surface.noted, note);
  if (isNew(surface.strip, view)) {
    const create = () => shape("g", { role: "option" }, shape("line"), shape("circle"), shape("circle"));
    keyed(surface.strip.firstChild, dots, ({ query }) => query, create, (node, /** @type {QueryDot} */ dot) => {
      const kind = dot.way + (dot.at === null ? " none" : "");
      assign(node, { class: kind, "aria-label": dot.words, "aria-selected": String(dot.query === value) });
    });
    surface.find.hidden = dots.length <= SEARCHED;
    const entry = ({ query }) => ({ value: query, words: aloud(query, surface.titles[query]) });
    drawFinder(surface.find, surface.find.hidden ? [] : dots.map(entry));
    const all = dotsOf(surface);
    rove(all, all.find((node) => node.rtKey === value));
    place(surface);
  }
  drawPointed(surface, surface.focused());
}

// What is known of the dot under the pointer or in focus; else why the value is so low of the query whose list is shown.
function drawPointed(surface, node) {
  const { dots, value, why } = surface.view.queries;
  const of = (name) => dots.find(({ query }) => query === name);
  const shown = of(node?.rtKey) ?? of(value);
  for (const one of dotsOf(surface)) one.classList.toggle("rt-near", one === node);
  const [words, reason] = surface.pointed.children;
  write(words, shown.words[0].toUpperCase() + shown.words.slice(1));
  write(reason, shown.query === value ? why : "");
  surface.pointed.title = `${words.textContent}. ${reason.textContent}`;
}

// Dots whose query is not meant by what was typed fade.
function drawFound(surface, typed) {
  for (const node of dotsOf(surface)) {
    node.classList.toggle("rt-away", !aloud(node.rtKey, surface.titles[node.rtKey]).toLowerCase().includes(typed));
  }
}

/** The dot that is meant by a pointer. @param {Surface<any>} surface */
function nearest(surface, { clientX, clientY }) {
  const { left, top } = surface.strip.getBoundingClientRect();
  const far = ({ rtPlaces }) => Math.min(...rtPlaces.map(({ x, y }) => Math.hypot(x + left - clientX, y + top - clientY)));
  const [best] = dotsOf(surface).map((node) => ({ node, far: far(node) })).sort((one, other) => one.far - other.far);
  return best.far <= NEAR ? best.node : null;
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
    for (let far = 1; heights[to] >= rows && far < columns; far += 1) {
      to = [column + far, column - far].find((other) => heights[other] < rows) ?? to;
    }
    heights[to] += 1;
    return { column: to, row: heights[to] - 1 };
  });
}

/** The largest dots that have room near their places. @param {number[]} at */
function fitted(at, width, room, scale) {
  const all = SIZES.map((one) => {
    const size = one * scale;
    const columns = Math.max(Math.floor(width / size), 1);
    const stacks = stacked(at, columns, Math.max(Math.floor(room / size), 1));
    const aside = Math.max(...stacks.map(({ column }, n) => Math.abs(column - Math.round(at[n] * (columns - 1))))) * size;
    return { size, columns, stacks, fits: aside <= ASIDE * scale };
  });
  return all.find(({ fits }) => fits) ?? all.at(-1);
}

/** Puts each dot where its value is. @param {Surface<any>} surface */
function place({ strip, view: { queries } }) {
  const { dots, runs, ends } = queries;
  const width = strip.clientWidth;
  if (!width) return;
  const scale = parseFloat(getComputedStyle(strip).fontSize) / 14;
  const dense = dots.length > FEW;
  const room = ((dense ? ROOM.many : ROOM.few) / (runs.length > 1 ? 1.6 : 1)) * scale;
  const bases = runs.map((_, run) => room + run * ROOM.between * scale); // where the stacks of each run begin
  const bottom = bases.at(-1) + (runs.length > 1 ? room : 0) + FOOT * scale;
  strip.classList.toggle("rt-dense", dense);
  strip.style.height = `${bottom}px`;
  for (const node of strip.firstChild.children) node.rtPlaces = [];
  for (const [run, base] of bases.entries()) {
    const at = (dot) => (run ? dot.second : (dot.at ?? 0));
    const shown = [...dots.entries()].filter(([, dot]) => at(dot) !== null).sort(([, one], [, other]) => at(one) - at(other));
    const { size, columns, stacks } = fitted(shown.map(([, dot]) => at(dot)), width, room, scale);
    for (const [n, { column, row }] of stacks.entries()) {
      const x = (column * (width - size)) / Math.max(columns - 1, 1) + size / 2;
      const y = base + (row + 0.5) * (run ? size : -size);
      const node = strip.firstChild.children[shown[n][0]];
      node.rtPlaces.push({ x, y });
      assign(node.children[run + 1], { cx: x, cy: y, r: size / 2 - 0.75 * scale });
    }
  }
  for (const { rtPlaces: [from, to], children: [line, , other] } of strip.firstChild.children) {
    other.style.display = line.style.display = to ? "" : "none";
    if (to) assign(line, { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  }
  const text = (words, y, x = 0) => shape("text", { x, y, "text-anchor": x ? "end" : "start" }, words);
  const names = runs.length > 1 ? [text(runs[0], bases[0] + 12 * scale), text(runs[1], bases[1] - 4 * scale)] : [];
  const lines = bases.map((y) => shape("path", { d: `M0 ${y}H${width}` }));
  strip.lastChild.replaceChildren(...lines, ...names, text(ends[0], bottom - 4), text(ends[1], bottom - 4, width));
}
