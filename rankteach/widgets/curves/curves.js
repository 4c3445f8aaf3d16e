// The curve explorer: a ranked list with a threshold in it, the two curves that the threshold walks along, the
// counts and rates there, and the calculation of one area.

import { makeChips, makeValue } from "../parts/chips.js";
import { makePart, makeSlider } from "../parts/controls.js";
import { assign, ifNew, make, makeChildren, makeMath, modified, set, shape, write, writeOrHide } from "../frame/elements.js";
import { makeRankedList } from "../parts/ranked.js";
import { followPointer, highlight, reveal, whenResized } from "../frame/movement.js";
import { mount } from "../frame/frame.js";
import { makeTrace } from "../parts/trace.js";

/** @import { AxisView, ChartView, CountView, CurvesView, MatrixRow, RateView } from "../protocol.d.ts" */
/** @import { Context, Drawn, Surface } from "../frame/types.d.ts" */

const SPARSE = 61; // points: more of them would be one thick line, and are not drawn as dots
const NEAR = 0.1; // of an axis: where its own number gives way to that of the point
const SHAPES = /** @type {const} */ (["grid", "area", "so-far", "chance", "stems", "path", "dots"]);
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

function build(/** @type {Surface<CurvesView>} */ surface) {
  const threshold = makeThreshold(surface);
  const lineOf = (/** @type {CurvesView["list"]} */ { rows }) => {
    const { ends, value, words } = surface.view.threshold;
    return ends[value] > rows.length ? null : { after: ends[value], words, idle: false };
  };
  // a click on an item moves the threshold below it
  const cutBelow = (/** @type {EventTarget | null} */ target) => {
    const rank = ranked.list.items().findIndex(({ node }) => node.contains(/** @type {Node} */ (target))) + 1;
    if (rank) threshold.moveTo(surface.view.threshold.ends.findIndex((end) => end >= rank));
  };
  const ranked = makeRankedList(surface, cutBelow, lineOf);
  const list = makeCutList(surface, ranked, threshold);
  const choose = (/** @type {number} */ key) => {
    surface.dispatch({ do: "choose", card: key });
    surface.show(trace.node);
  };
  const trace = makeTrace(surface, {
    items: () => [ranked.list.nodes()],
    onRow: (row) => {
      if (!surface.view.linked) trace.mark(row);
      else if (row) threshold.moveTo(row);
    },
  });
  return [list, makeCurves(surface, threshold, choose), makeCounts(), makeLinkedTrace(trace)];
}

/** Where the rows of the calculation are the thresholds, the current one is marked. @param {ReturnType<typeof makeTrace>} trace */
function makeLinkedTrace(trace) {
  let linked = false;
  const draw = (/** @type {Drawn<CurvesView>} */ view) => {
    if (view.linked || linked) trace.player.row = view.linked ? view.threshold.value || null : null;
    linked = view.linked;
    trace.draw(view);
  };
  return { ...trace, draw, slow: false };
}

// --- moving the threshold -------------------------------------------------------------------------------

/** @typedef {ReturnType<typeof makeThreshold>} Threshold */

function makeThreshold(/** @type {Surface<CurvesView>} */ surface) {
  let at = 0; // where the hand is, ahead of the answer
  const slider = makeSlider(surface, "threshold", "threshold", (to) => moveTo(to));
  const moveTo = (/** @type {number} */ to) => {
    if (to === at) return;
    at = to;
    slider.input.valueAsNumber = to;
    surface.slide({ do: "threshold", to });
  };
  /**
   * A pointer takes the threshold in a node, and it follows until it is let go; Escape returns it to where it was.
   *
   * @param {HTMLElement} node @param {(event: PointerEvent) => number} where the threshold at the pointer
   * @param {(event: PointerEvent, target: Element) => unknown} starts whether it is taken there @param {HTMLElement} focused
   */
  const takenIn = (node, where, starts = () => true, focused = slider.input) => {
    node.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !starts(event, /** @type {Element} */ (event.target))) return;
      event.preventDefault();
      focused.focus({ preventScroll: true });
      const start = at;
      const end = () => {
        stop();
        surface.body.classList.remove("rt-holding");
        surface.drag = null;
      };
      const cancel = () => {
        end();
        moveTo(start);
      };
      node.setPointerCapture(event.pointerId);
      const stop = followPointer(node, (moved) => moveTo(where(moved)), end);
      surface.body.classList.add("rt-holding");
      surface.drag = { cancel, stays: true };
      moveTo(where(event));
    });
  };
  const draw = (/** @type {Drawn<CurvesView>} */ { threshold: { value, words, above, ends } }) => {
    if (!surface.waits()) at = value;
    slider.draw({ value, words, min: 0, max: ends.length - 1 });
    slider.input.setAttribute("aria-valuetext", `${words}: ${above}`);
  };
  return { node: slider.node, at: () => at, moveTo, takenIn, draw };
}

/** The place of the smallest number; of several the one at `here`, if it is among them. @param {number[]} numbers @param {number} here */
export function nearest(numbers, here) {
  const least = Math.min(...numbers);
  return numbers[here] === least ? here : numbers.indexOf(least);
}

/** The list, with the line of the threshold, which goes where a threshold can be. @param {Surface<CurvesView>} surface @param {ReturnType<typeof makeRankedList>} ranked @param {Threshold} threshold */
function makeCutList(surface, ranked, threshold) {
  const { node: list, items } = ranked.list;
  const where = (/** @type {PointerEvent} */ { clientY }) => {
    const y = clientY - list.getBoundingClientRect().top + list.scrollTop;
    const below = items().filter(({ node }) => node.offsetTop + node.offsetHeight / 2 < y).length;
    const ends = surface.view.threshold.ends.filter((end) => end <= items().length);
    return nearest(ends.map((end) => Math.abs(end - below)), threshold.at());
  };
  threshold.takenIn(list, where, (_, target) => target.closest(".rt-cut"));
  let scrolled = 0;
  const revealLine = () => {
    const line = /** @type {HTMLElement | null} */ (list.querySelector(".rt-cut"));
    if (line) reveal(list, line);
    scrolled = list.scrollTop;
  };
  const follow = ifNew(revealLine);
  // a list that had less room at first is again at its top, unless you have scrolled
  whenResized([list], () => {
    if (list.scrollTop !== scrolled) return;
    list.scrollTop = 0;
    revealLine();
  }, surface.over);
  const draw = (/** @type {Drawn<CurvesView>} */ view) => {
    ranked.draw(view);
    follow(view.threshold.value);
  };
  return { node: ranked.node, draw };
}

// --- the two distributions ------------------------------------------------------------------------------

/** The relevant items above a line, the others below it, both at their scores; the threshold can be dragged between them. @param {Surface<CurvesView>} surface @param {Threshold} threshold */
function makeSpread(surface, threshold) {
  const paths = ["axis", "relevant", "others"].map((name) => shape("path", { class: `rt-${name}` }));
  const svg = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, ...paths);
  const words = ["above-line", "below-line", "score"].map((name) => make("span", { class: `rt-${name}`, "aria-hidden": "true" }));
  const node = make("div", { class: "rt-spread", role: "img" }, svg, make("i"), ...words);
  threshold.takenIn(node, ({ clientX }) => {
    const { left, width } = node.getBoundingClientRect();
    return nearest(surface.view.threshold.places.map((place) => Math.abs(left + place * width - clientX)), threshold.at());
  });
  const drawItems = ifNew((/** @type {Pick<CurvesView["threshold"], "relevant" | "others" | "axis">} */ { relevant, others, axis }) => {
    node.hidden = !axis;
    node.setAttribute("aria-label", `relevant and other items by ${axis === "score" ? "score" : "rank"}, and the threshold`);
    const bars = (/** @type {number[][]} */ kind, /** @type {number} */ way) =>
      kind.map(([place, share]) => `M${100 * place} 50v${way * 44 * share}`).join("");
    for (const [place, path] of ["M0 50H100", bars(relevant, -1), bars(others, 1)].entries()) paths[place].setAttribute("d", path);
    for (const [place, text] of ["relevant", "not relevant", `${axis} →`].entries()) write(words[place], text);
  });
  const draw = (/** @type {CurvesView["threshold"]} */ { value, places, relevant, others, axis }) => {
    node.style.setProperty("--x", String(places[value]));
    drawItems({ relevant, others, axis });
  };
  return { node, draw };
}

// --- the charts -----------------------------------------------------------------------------------------

/** @typedef {{ chart: ChartView, at: CurvesView["threshold"] }} OneChart */

/** @param {Surface<CurvesView>} surface @param {Threshold} threshold @param {(key: number) => void} choose */
function makeCurves(surface, threshold, choose) {
  const above = make("p", { class: "rt-soft rt-above" });
  const spread = makeSpread(surface, threshold);
  const charts = make("div", { class: "rt-charts" });
  const node = makePart("rt-right", "Threshold", threshold.node);
  node.append(above, spread.node, charts);
  const chips = makeChips(surface);
  const drawCharts = makeChildren(
    charts,
    (/** @type {OneChart} */ { chart }) => makeChart(surface, chart.key, threshold, choose),
    ({ chart }) => chart.key,
  );
  const draw = (/** @type {Drawn<CurvesView>} */ view) => {
    threshold.draw(view);
    spread.draw(view.threshold);
    write(above, view.threshold.above);
    chips.draw(view.charts);
    drawCharts(view.charts.map((chart) => ({ chart, at: view.threshold })));
  };
  return { node, draw };
}

/** @param {Surface<CurvesView>} surface @param {number} key @param {Threshold} threshold @param {(key: number) => void} choose */
function makeChart(surface, key, threshold, choose) {
  const pick = makePick(() => choose(key));
  const shapes = SHAPES.map((name) => shape("path", { class: `rt-${name}` }));
  const svg = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, ...shapes);
  const [up, across] = [makeAxis("up"), makeAxis("across")];
  const chance = make("span", { class: "rt-chance-name", "aria-hidden": "true" }, "chance");
  const marks = ["rt-guide-up", "rt-guide-across", "rt-point"].map((name) => make("i", { class: name }));
  const plot = make("div", { class: "rt-plot", role: "slider", tabindex: 0 }, svg, ...marks, ...up.nodes, ...across.nodes, chance);
  /** @type {ChartView["points"]} */
  let points = [];
  const nearestPoint = (/** @type {MouseEvent} */ { clientX, clientY }) => {
    const box = plot.getBoundingClientRect();
    const x = (clientX - box.left) / box.width;
    const y = (box.bottom - clientY) / box.height;
    return nearest(points.map(([one, other]) => Math.hypot(one - x, other - y)), threshold.at());
  };
  plot.addEventListener("keydown", (event) => {
    if (modified(event)) return;
    const last = surface.view.threshold.ends.length - 1;
    const to = { Home: 0, End: last }[event.key] ?? threshold.at() + STEPS[event.key];
    if (Number.isNaN(to)) return;
    event.preventDefault();
    threshold.moveTo(Math.min(Math.max(to, 0), last));
  });
  // a mouse takes the point from anywhere in the chart, a finger takes the point itself (elsewhere it scrolls, or taps)
  threshold.takenIn(plot, nearestPoint, ({ pointerType }, target) => pointerType === "mouse" || target.closest(".rt-point"), plot);
  plot.addEventListener("click", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType !== "mouse") threshold.moveTo(nearestPoint(event));
  });

  const drawShapes = ifNew((/** @type {Record<typeof SHAPES[number], string>} */ data) => {
    for (const [place, name] of SHAPES.entries()) shapes[place].setAttribute("d", data[name]);
  });
  const draw = (/** @type {OneChart} */ { chart, at: { value, words, ends } }) => {
    points = chart.points;
    const [x, y] = points[value];
    pick.draw(chart);
    plot.style.setProperty("--x", String(x));
    plot.style.setProperty("--y", String(y));
    plot.classList.toggle("rt-none", chart.none);
    plot.classList.toggle("rt-mean", chart.levels.length > 0);
    assign(plot, { "aria-valuemin": 0, "aria-valuemax": ends.length - 1, "aria-valuenow": value });
    assign(plot, { "aria-label": `threshold on the ${chart.curve}`, "aria-valuetext": `${words}: ${chart.words}` });
    drawShapes(shapesOf(chart, x));
    up.draw(chart.up, y, chart.none);
    across.draw(chart.across, x, chart.none);
    // at the end of the line of chance, or where it is level at its beginning, on the side where the curve is not
    chance.hidden = !chart.chance.length;
    if (chance.hidden) return;
    const [[, from], [, to]] = chart.chance;
    chance.classList.toggle("rt-level", from === to);
    chance.classList.toggle("rt-beneath", from === to && !chart.line.some(([across, up]) => across < 0.25 && up < from));
    chance.style.setProperty("--at", String(from));
  };
  return { node: make("div", { class: "rt-chart" }, pick.node, plot), draw };
}

/** The name of a curve, its area, and how that changed. @param {() => void} choose */
function makePick(choose) {
  const label = make("span", { class: "rt-label" });
  const { value, exact, change, draw: drawValue } = makeValue();
  const node = make("button", { class: "rt-pick", type: "button", onclick: choose }, label, value, make("span", {}, exact, change));
  const draw = (/** @type {ChartView} */ chart) => {
    write(label, `${chart.curve}: ${chart.label}`);
    drawValue(chart);
    set(node, "title", `${chart.label}: ${chart.title}. Click to see its calculation.`);
    set(node, "ariaPressed", String(chart.chosen));
  };
  return { node, draw };
}

/** @typedef {number[]} Point */

/** @param {Point} point */
const spot = ([x, y]) => `${100 * x} ${100 - 100 * y}`;
export const outline = (/** @type {Point[]} */ points) => (points.length ? `M${points.map(spot).join("L")}` : "");
/** Down to the axis, and back along it. @param {Point[]} points */
const under = (points) => (points.length ? `${outline(points)}L${spot([points[points.length - 1][0], 0])}L0 100Z` : "");

/** @param {ChartView} chart @param {number} x where the threshold is */
const shapesOf = ({ points, line, chance, levels }, x) => ({
  grid: "M0 0H100V100M0 50H100M50 0V100",
  area: under(line),
  "so-far": under(line.filter((point) => point[0] <= x)),
  chance: outline(chance),
  stems: levels.map(([across, up]) => `M${spot([across, 0])}L${spot([across, up])}`).join(""),
  path: outline(line),
  dots: points.length <= SPARSE ? points.slice(1).map((point) => `M${spot(point)}h0`).join("") : "",
});

/** The name of an axis, and the number of the point on it, which replaces the number of an end that is near. @param {"up" | "across"} way */
function makeAxis(way) {
  const words = (/** @type {string} */ name, text = "") => make("span", { class: `rt-${way}-${name}`, "aria-hidden": "true" }, text);
  const [title, tick] = [words("name"), words("tick")];
  const ends = [words("0", "0"), words("1", "1")];
  /** @param {AxisView} axis @param {number} value @param {boolean} none */
  const draw = (axis, value, none) => {
    write(title, way === "up" ? `↑ ${axis.name}` : `${axis.name} →`);
    write(tick, none ? "" : axis.tick);
    for (const [end, node] of ends.entries()) node.hidden = !none && Math.abs(value - end) < NEAR;
  };
  return { nodes: [title, ...ends, tick], draw };
}

// --- the numbers ----------------------------------------------------------------------------------------

function makeCounts() {
  const matrix = makeMatrix();
  const rates = make("ol", { class: "rt-rates", "aria-label": "Rates" });
  const drawRates = makeChildren(rates, makeRate);
  const note = make("p", { class: "rt-soft rt-note" });
  const node = make("div", { class: "rt-counting", role: "group", "aria-label": "Counts and rates" }, matrix.node, make("div", {}, rates, note));
  const draw = (/** @type {Drawn<CurvesView>} */ view) => {
    matrix.draw(view.matrix);
    drawRates(view.rates);
    writeOrHide(note, view.note);
  };
  return { node, draw };
}

function makeMatrix() {
  const head = (/** @type {string} */ dot, /** @type {string} */ words) =>
    make("th", { scope: "col" }, make("span", { "aria-hidden": "true" }, dot), ` ${words}`);
  const all = make("th", { scope: "col" }, "all");
  const heads = make("thead", {}, make("tr", {}, make("td"), head("●", "relevant"), head("○", "not relevant"), all));
  const body = make("tbody");
  const node = make("table", { class: "rt-matrix" }, make("caption", {}, "Confusion matrix"), heads, body);
  const draw = makeChildren(body, () => {
    const [title, of] = [make("span"), make("span", { class: "rt-unseen" })];
    const cells = [makeCount(), makeCount(), makeCount()];
    const line = make("tr", {}, make("th", { scope: "row" }, title, of), ...cells.map((cell) => cell.node));
    const drawRow = (/** @type {MatrixRow} */ row) => {
      write(title, row.head);
      write(of, row.of);
      for (const [place, cell] of row.cells.entries()) cells[place].draw(cell);
    };
    return { node: line, draw: drawRow };
  });
  return { node, draw };
}

function makeCount() {
  const [number, short, long] = [make("b"), make("abbr"), make("small")];
  const node = make("td", {}, number, make("span", {}, short, long));
  const draw = (/** @type {CountView} */ { name, full, count }) => {
    set(node, "className", full ? `rt-count rt-${name}` : "");
    if (write(number, count) && node.isConnected && full) highlight(node);
    write(short, full ? name : "");
    write(long, full);
  };
  return { node, draw };
}

function makeRate() {
  const [head, says, math, nothing] = [make("b"), make("small"), make("span"), make("small")];
  const formula = makeMath(math);
  const draw = (/** @type {RateView} */ rate) => {
    write(head, rate.name);
    write(says, rate.says);
    set(head, "title", rate.full);
    formula.draw(rate.math, 0);
    write(nothing, rate.nothing);
  };
  return { node: make("li", {}, head, says, make("span", {}, math, nothing)), draw };
}

export default { render: (/** @type {Context} */ context) => mount(context, "rt-curve", build) };
