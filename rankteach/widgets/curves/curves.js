// The curve explorer: a ranked list with a threshold in it, the two curves that the threshold walks along, the
// counts and rates there, and the calculation of one area.

import { drawChange } from "../parts/cards.js";
import { drawSlider, makePart, makeSlider } from "../parts/controls.js";
import { assign, byPlace, keyed, make, modified, shape, write, writeMath, writeOrHide } from "../frame/elements.js";
import { drawJudged, makeJudged } from "../parts/judged.js";
import { flash, followPointer, reveal } from "../frame/movement.js";
import { itemsOf, markRow } from "../parts/rows.js";
import { mount } from "../frame/frame.js";
import { drawTrace, makeTrace } from "../parts/trace.js";

/** @import { AxisView, ChartView, CountView, CurvesView, MatrixRow, RateView, ThresholdView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

const SPARSE = 61; // points: more of them would be one thick line, and are not drawn as dots
const NEAR = 0.1; // of an axis: where its own number gives way to that of the point
const SHAPES = ["grid", "area", "so-far", "chance", "stems", "line", "dots"];
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** @param {Surface<CurvesView>} surface */
function build(surface) {
  const left = makeJudged(surface);
  surface.list.addEventListener("pointerdown", (event) => holdLine(surface, event));
  surface.list.addEventListener("click", (event) => cutBelow(surface, event), true);

  surface.slider = makeSlider(surface, "threshold", "threshold", (to) => {
    surface.at = to;
    return { do: "threshold", to };
  });
  const right = makePart("rt-right", "Threshold", surface.slider);
  surface.above = make("p", { class: "rt-soft rt-above" });
  surface.charts = make("div", { class: "rt-charts" });
  surface.matrix = makeMatrix();
  surface.rates = make("ol", { class: "rt-rates", "aria-label": "Rates" });
  surface.note = make("p", { class: "rt-soft rt-note" });
  surface.spread = makeSpread(surface);
  right.append(surface.above, surface.spread, surface.charts);
  const counts = make("div", { class: "rt-counting", role: "group", "aria-label": "Counts and rates" }, surface.matrix);
  counts.append(make("div", {}, surface.rates, surface.note));
  surface.onRow = (row) => (surface.view.linked ? row && moveTo(surface, row) : markRow(surface, row));
  return [left, right, counts, makeTrace(surface)];
}

/** @param {Surface<CurvesView>} surface @param {Surface<CurvesView>["view"]} view */
function draw(surface, view) {
  const { list, threshold } = view;
  if (!surface.waits()) surface.at = threshold.value; // else the hand is ahead of the answer
  drawJudged(surface, list, list.cut === null ? null : { after: list.cut, words: list.words, idle: false });
  drawThreshold(surface, threshold);
  const line = surface.list.querySelector(".rt-cut");
  if (line && surface.shown !== threshold.value) reveal(surface.list, line);
  surface.shown = threshold.value;
  const create = (chart) => makeChart(surface, chart);
  keyed(surface.charts, view.charts, ({ key }) => key, create, (node, chart) => drawChart(node, chart, threshold));
  drawMatrix(surface.matrix, view.matrix);
  drawRates(surface.rates, view.rates);
  writeOrHide(surface.note, view.note);
  // where the rows of the calculation are the thresholds, the current one is marked
  if (view.linked || surface.linked) surface.row = view.linked ? threshold.value || null : null;
  surface.linked = view.linked;
  drawTrace(surface, view.trace);
}

// --- moving the threshold -------------------------------------------------------------------------------

function moveTo(surface, to) {
  if (to === surface.at) return;
  surface.at = to;
  surface.slider.lastChild.value = to;
  surface.slide({ do: "threshold", to });
}

/** @param {Surface<CurvesView>} surface */
function onPlotKey(surface, event) {
  if (modified(event)) return;
  const last = surface.view.threshold.ends.length - 1;
  const to = { Home: 0, End: last }[event.key] ?? surface.at + STEPS[event.key];
  if (Number.isNaN(to)) return;
  event.preventDefault();
  moveTo(surface, Math.min(Math.max(to, 0), last));
}

// The threshold follows the pointer until it is let go; `where(event)` is the threshold at the pointer. Escape returns
// it to where it was.
function hold(surface, node, event, where) {
  const start = surface.at;
  const move = (moved) => moveTo(surface, where(moved));
  const end = () => {
    stop();
    surface.body.classList.remove("rt-holding");
    surface.drag = null;
  };
  const cancel = () => {
    end();
    moveTo(surface, start);
  };
  node.setPointerCapture(event.pointerId);
  const stop = followPointer(node, move, end);
  surface.body.classList.add("rt-holding");
  surface.drag = { cancel, stays: true };
  move(event);
}

// A mouse takes the point from anywhere in the chart, a finger takes the point itself (elsewhere it scrolls, or taps).
function holdPoint(surface, event) {
  const plot = event.currentTarget;
  if (event.button !== 0 || (event.pointerType !== "mouse" && !event.target.closest(".rt-point"))) return;
  event.preventDefault();
  plot.focus({ preventScroll: true });
  hold(surface, plot, event, (moved) => nearestPoint(surface, plot, moved));
}

function tapPlot(surface, event) {
  if (event.pointerType !== "mouse") moveTo(surface, nearestPoint(surface, event.currentTarget, event));
}

function nearestPoint(surface, plot, { clientX, clientY }) {
  const box = plot.getBoundingClientRect();
  const x = (clientX - box.left) / box.width;
  const y = (box.bottom - clientY) / box.height;
  const far = plot.rtPoints.map(([across, up]) => Math.hypot(across - x, up - y));
  return nearest(far, surface.at);
}

// The place of the smallest number; of several the one at `here`, if it is among them.
export function nearest(numbers, here) {
  const least = Math.min(...numbers);
  return numbers[here] === least ? here : numbers.indexOf(least);
}

// The line in the list, which goes where a threshold can be.
/** @param {Surface<CurvesView>} surface */
function holdLine(surface, event) {
  if (event.button !== 0 || !event.target.closest(".rt-cut")) return;
  event.preventDefault();
  surface.slider.lastChild.focus({ preventScroll: true });
  hold(surface, surface.list, event, (moved) => {
    const y = moved.clientY - surface.list.getBoundingClientRect().top + surface.list.scrollTop;
    const items = itemsOf(surface.list);
    const below = items.filter((item) => item.offsetTop + item.offsetHeight / 2 < y).length;
    const ends = surface.view.threshold.ends.filter((end) => end <= items.length);
    return nearest(ends.map((end) => Math.abs(end - below)), surface.at);
  });
}

// A click on an item moves the threshold below it.
function cutBelow(surface, event) {
  const item = event.target.closest(".rt-item");
  if (!item || surface.dragged || event.target.closest("button")) return;
  const rank = itemsOf(surface.list).indexOf(item) + 1;
  moveTo(surface, surface.view.threshold.ends.findIndex((end) => end >= rank));
}

/** @param {Surface<CurvesView>} surface @param {ThresholdView} threshold */
function drawThreshold(surface, threshold) {
  const { value, words, above, ends } = threshold;
  drawSpread(surface.spread, threshold);
  drawSlider(surface, surface.slider, { value, words, min: 0, max: ends.length - 1 });
  surface.slider.lastChild.setAttribute("aria-valuetext", `${words}: ${above}`);
  write(surface.above, above);
}

// --- the two distributions ------------------------------------------------------------------------------

// The relevant items above a line, the others below it, both at their scores; the threshold can be dragged between them.
/** @param {Surface<CurvesView>} surface */
function makeSpread(surface) {
  const svg = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(...["axis", "relevant", "others"].map((name) => shape("path", { class: `rt-${name}` })));
  const words = ["above-line", "below-line", "score"].map((name) => make("span", { class: `rt-${name}`, "aria-hidden": "true" }));
  const onpointerdown = (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    surface.slider.lastChild.focus({ preventScroll: true });
    const node = event.currentTarget;
    hold(surface, node, event, ({ clientX }) => {
      const { left, width } = node.getBoundingClientRect();
      return nearest(surface.view.threshold.places.map((place) => Math.abs(left + place * width - clientX)), surface.at);
    });
  };
  return make("div", { class: "rt-spread", role: "img", onpointerdown }, svg, make("i"), ...words);
}

/** @param node @param {ThresholdView} threshold */
function drawSpread(node, { value, places, spread }) {
  const { relevant, others, axis } = spread;
  node.hidden = !axis;
  node.setAttribute("aria-label", `relevant and other items by ${axis === "score" ? "score" : "rank"}, and the threshold`);
  node.style.setProperty("--x", places[value]);
  const bars = (kind, way) => kind.map(([place, share]) => `M${100 * place} 50v${way * 44 * share}`).join("");
  const drawn = ["M0 50H100", bars(relevant, -1), bars(others, 1)];
  for (const [place, path] of drawn.entries()) node.firstChild.children[place].setAttribute("d", path);
  const said = ["relevant", "not relevant", `${axis} →`];
  for (const [place, text] of said.entries()) write(node.children[place + 2], text);
}

// --- the charts -----------------------------------------------------------------------------------------

function makeChart(surface, { key }) {
  const choose = () => {
    surface.dispatch({ do: "choose", card: key });
    surface.showPart(surface.section);
  };
  const pick = make(
    "button",
    { class: "rt-pick", type: "button", onclick: choose },
    make("span", { class: "rt-label" }),
    make("span", { class: "rt-value" }),
    make("span", {}, make("span", { class: "rt-exact" }), make("span", { class: "rt-change" })),
  );
  const svg = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(...SHAPES.map((name) => shape("path", { class: `rt-${name}` })));
  const words = (name, text = "") => make("span", { class: `rt-${name}`, "aria-hidden": "true" }, text);
  const axis = (way) => [words(`${way}-name`), words(`${way}-0`, "0"), words(`${way}-1`, "1"), words(`${way}-tick`)];
  const plot = make(
    "div",
    {
      class: "rt-plot",
      role: "slider",
      tabindex: 0,
      onkeydown: (event) => onPlotKey(surface, event),
      onpointerdown: (event) => holdPoint(surface, event),
      onclick: (event) => tapPlot(surface, event),
    },
    svg,
    make("i", { class: "rt-guide-up" }),
    make("i", { class: "rt-guide-across" }),
    make("i", { class: "rt-point" }),
    ...axis("up"),
    ...axis("across"),
    words("chance-name", "chance"),
  );
  return make("div", { class: "rt-chart" }, pick, plot);
}

/** @param node @param {ChartView} chart @param {ThresholdView} threshold */
function drawChart(node, chart, threshold) {
  const [pick, plot] = node.children;
  drawPick(pick, chart);
  const [x, y] = chart.points[threshold.value];
  plot.rtPoints = chart.points;
  plot.style.setProperty("--x", x);
  plot.style.setProperty("--y", y);
  plot.classList.toggle("rt-none", chart.none);
  plot.classList.toggle("rt-mean", chart.levels.length > 0);
  const { value, words, ends } = threshold;
  assign(plot, { "aria-valuemin": 0, "aria-valuemax": ends.length - 1, "aria-valuenow": value });
  assign(plot, { "aria-label": `threshold on the ${chart.curve}`, "aria-valuetext": `${words}: ${chart.words}` });
  drawShapes(plot.firstChild, chart, x);
  drawAxis(plot, "up", chart.up, y, chart.none);
  drawAxis(plot, "across", chart.across, x, chart.none);
  drawChance(plot.querySelector(".rt-chance-name"), chart.chance);
}

/** @param pick @param {ChartView} chart */
function drawPick(pick, chart) {
  const [label, value, under] = pick.children;
  write(label, `${chart.curve}: ${chart.label}`);
  if (write(value, chart.value) && pick.isConnected) flash(value);
  write(under.firstChild, chart.exact);
  drawChange(under.lastChild, chart);
  pick.title = `${chart.label}: ${chart.title}. Click to see its calculation.`;
  pick.setAttribute("aria-pressed", String(chart.chosen));
}

/** @param {number[]} point */
const spot = ([x, y]) => `${100 * x} ${100 - 100 * y}`;
export const outline = (points) => (points.length ? `M${points.map(spot).join("L")}` : "");
// down to the axis, and back along it
const under = (points) => (points.length ? `${outline(points)}L${spot([points.at(-1)[0], 0])}L0 100Z` : "");

/** @param svg @param {ChartView} chart @param {number} x where the threshold is */
function drawShapes(svg, { points, line, chance, levels }, x) {
  const drawn = {
    grid: "M0 0H100V100M0 50H100M50 0V100",
    area: under(line),
    "so-far": under(line.filter((point) => point[0] <= x)),
    chance: outline(chance),
    stems: levels.map(([across, up]) => `M${spot([across, 0])}L${spot([across, up])}`).join(""),
    line: outline(line),
    dots: points.length <= SPARSE ? points.slice(1).map((point) => `M${spot(point)}h0`).join("") : "",
  };
  for (const [place, name] of SHAPES.entries()) svg.children[place].setAttribute("d", drawn[name]);
}

// The name of an axis, and the number of the point on it, which replaces the number of an end that is near.
/** @param plot @param {"up" | "across"} way @param {AxisView} axis @param {number} value @param {boolean} none */
function drawAxis(plot, way, { name, tick }, value, none) {
  write(plot.querySelector(`.rt-${way}-name`), way === "up" ? `↑ ${name}` : `${name} →`);
  write(plot.querySelector(`.rt-${way}-tick`), none ? "" : tick);
  for (const end of [0, 1]) plot.querySelector(`.rt-${way}-${end}`).hidden = !none && Math.abs(value - end) < NEAR;
}

// Over the line of chance where it is level, else below its middle.
function drawChance(node, chance) {
  node.hidden = !chance.length;
  if (node.hidden) return;
  const [[, from], [, to]] = chance;
  node.classList.toggle("rt-level", from === to);
  node.style.setProperty("--at", from);
}

// --- the numbers ----------------------------------------------------------------------------------------

function makeMatrix() {
  const head = (dot, words) => make("th", { scope: "col" }, make("span", { "aria-hidden": "true" }, dot), ` ${words}`);
  const all = make("th", { scope: "col" }, "all");
  const heads = make("thead", {}, make("tr", {}, make("td"), head("●", "relevant"), head("○", "not relevant"), all));
  return make("table", { class: "rt-matrix" }, make("caption", {}, "Confusion matrix"), heads, make("tbody"));
}

/** @param table @param {MatrixRow[]} rows */
function drawMatrix(table, rows) {
  keyed(table.tBodies[0], rows, byPlace, makeCounts, (line, row) => {
    write(line.firstChild.firstChild, row.head);
    write(line.firstChild.lastChild, row.of);
    const [first, second] = row.cells;
    const cells = [first, second ?? { name: "", full: "", count: "" }, { name: "", full: "", count: row.all }];
    cells.forEach((cell, place) => drawCount(line.children[place + 1] ?? line.appendChild(makeCount()), cell));
  });
}

const makeCounts = () =>
  make("tr", {}, make("th", { scope: "row" }, make("span"), make("span", { class: "rt-unseen" })));

function makeCount() {
  return make("td", {}, make("b"), make("span", {}, make("abbr"), make("small")));
}

/** @param node @param {Omit<CountView, "count"> & { count: number | "" }} cell */
function drawCount(node, { name, full, count }) {
  const [number, [short, long]] = [node.firstChild, node.lastChild.children];
  node.className = full ? `rt-count rt-${name}` : "";
  if (write(number, String(count)) && node.isConnected && full) flash(node);
  write(short, full ? name : "");
  write(long, full);
}

/** @param list @param {RateView[]} rates */
function drawRates(list, rates) {
  const create = () => make("li", {}, make("b"), make("small"), make("span", {}, make("span"), make("small")));
  keyed(list, rates, byPlace, create, (node, rate) => {
    const [head, says, value] = node.children;
    write(head, rate.name);
    write(says, rate.says);
    head.title = rate.full;
    writeMath(value.firstChild, rate.math);
    write(value.lastChild, rate.nothing);
  });
}

export default { render: (context) => mount(context, "rt-curve", build, draw) };
