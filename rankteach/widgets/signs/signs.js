// The signs of differences: each can be the opposite one, and each new choice of signs adds its mean to the histogram.
// Python has sent every choice at once, so nothing here needs a kernel.

import { aloud, arrowKeys, forHand, make, makeButton, makeChildren, makeName, quiet, set, write } from "../frame/elements.js";
import { makePart } from "../parts/controls.js";
import { mount } from "../frame/frame.js";

/** @import { SignRow, SignsView } from "../protocol.d.ts" */
/** @import { Context, Surface } from "../frame/types.d.ts" */

const LOW = 4; // means: a bar of so many is as high as the histogram
const STONES = 64; // choices: up to so many are drawn one by one

function build(/** @type {Surface<SignsView>} */ surface) {
  const first = surface.view; // all choices are in it
  const { rows, means, extreme, as_extreme } = first;
  const seen = new Set([0]);
  let now = 0;
  /** Makes a choice of signs the current one. @param {number} choice @param {string} did */
  const go = (choice, did) => {
    const isNew = !seen.has(choice);
    now = choice;
    seen.add(choice);
    draw();
    surface.say(surface.root.matches(".rt-covered") ? did : `${did}: mean ${means[now]}, ${isNew ? "new" : "seen before"}. ${told()}`);
  };
  let bit = 0;
  const lines = rows.map((row) => makeRow(row, row.values.length > 1 ? bit++ : null, (one, did) => go(now ^ (1 << one), did)));
  const list = make("div", { class: "rt-signs-list", role: "group", "aria-label": "Differences" }, ...lines.map(({ node }) => node));
  const [sign] = list.querySelectorAll("button");
  arrowKeys(list, sign, "ArrowUp", "ArrowDown", "Home", "End");
  const mean = make("b", { class: "rt-value" });
  const kind = make("span", { class: "rt-soft" });
  const heap = makeHeap(first);
  const count = make("p");
  const all = quiet(`Count all ${means.length.toLocaleString("en")}`, () => {
    for (const choice of means.keys()) seen.add(choice);
    draw();
    surface.say(told());
  });
  const random = quiet("Draw one at random", () => go(Math.floor(Math.random() * means.length), "Drawn"));
  const anew = quiet("Start again", () => {
    seen.clear();
    go(0, "the observed choice");
  });
  const isAll = () => seen.size === means.length;
  const told = () => {
    const far = [...seen].filter((choice) => extreme[choice]).length;
    if (isAll()) return first.result;
    const [some, every] = [seen.size, means.length].map((one) => one.toLocaleString("en"));
    return `${some} of ${every} choices of signs. Of their means, ${far.toLocaleString("en")} ${far === 1 ? "is" : "are"} ${as_extreme} (filled).`;
  };
  const draw = () => {
    for (const line of lines) line.draw(now, surface.titles);
    write(mean, means[now]);
    write(kind, now ? (extreme[now] ? "filled" : "not filled") : "observed");
    heap.draw(seen, now);
    write(count, told());
    set(all, "ariaDisabled", String(isAll()));
  };
  const node = makePart("rt-left", `Differences in ${first.label}`, make("span", { class: "rt-soft" }, forHand("Click a difference: it gets the opposite sign.")));
  const right = make("div", { class: "rt-signs-heap" }, heap.node, count, make("div", { class: "rt-draws" }, random, all, anew));
  heap.node.append(make("p", { class: "rt-signs-mean" }, "Mean now ", mean, " ", kind));
  node.append(make("div", { class: "rt-signs-body" }, list, right));
  return [{ node, draw, focusable: () => sign }];
}

/** A query with its difference. @param {SignRow} row @param {number | null} bit of the numbers of choices; null if the difference is 0 @param {(bit: number, did: string) => void} flip */
function makeRow({ query, values, share }, bit, flip) {
  const name = makeName();
  const bar = make("i", { style: `--share: ${share}` });
  let called = query;
  const value = bit === null ? make("span", {}, values[0]) : makeButton("", () => flip(bit, `${called} ${values[Number(value.dataset.flipped) ? 0 : 1]}`), { class: "rt-flip" });
  const draw = (/** @type {number} */ now, /** @type {Record<string, string>} */ titles) => {
    const flipped = bit === null ? 0 : (now >> bit) & 1;
    called = aloud(query, titles[query]);
    name.draw(query, titles[query]);
    write(value, values[flipped]);
    value.dataset.flipped = String(flipped);
    bar.classList.toggle("rt-less", values[flipped].startsWith("−"));
    if (bit !== null) set(value, "ariaLabel", `${called}: ${values[flipped]}, change the sign`);
  };
  return { node: make("div", { class: "rt-signs-row" }, name.node, make("span", { class: "rt-signs-bar" }, bar), value), draw };
}

/** @typedef {{ x: number, counts: number[], most: number }} Bar how many means of either kind are at a place */

/** The histogram of the means that were seen, with the observed one and the current one. @param {SignsView} view */
function makeHeap({ means, extreme, bar, bars, at, ends, limits }) {
  const many = means.length > STONES;
  const plot = make("div", { class: `rt-heap${many ? "" : " rt-stones"}`, role: "img", style: `--wide: ${many ? 1 / (bars.length - 1) : 0.04}` });
  const place = (/** @type {string} */ name, /** @type {number} */ x, /** @type {string[]} */ ...words) => make("span", { class: name, style: `--at: ${x}` }, ...words);
  const observed = place("rt-heap-observed", at[0], `observed ${means[0]}`);
  const here = place("rt-heap-now", at[0]);
  const drawBars = makeChildren(plot, (/** @type {Bar} */ { x }) => {
    const [near, far] = [make("i"), make("i", { class: "rt-extreme" })];
    const draw = (/** @type {Bar} */ { counts, most }) => {
      for (const [kind, one] of [near, far].entries()) {
        one.hidden = !counts[kind];
        one.style.height = `${(100 * counts[kind]) / most}%`;
        one.style.setProperty("--count", String(counts[kind]));
      }
    };
    return { node: make("span", { class: "rt-heap-bar", style: `--at: ${x}` }, near, far), draw };
  });
  const axis = make("div", { class: "rt-heap-axis" }, place("", 0, ends[0]), place("", 0.5, "0"), place("", 1, ends[1]), here);
  const lines = [...limits.map((limit) => place("rt-heap-limit", limit)), place("rt-heap-limit rt-first", at[0])];
  const node = make("div", { class: "rt-heap-frame" }, make("div", { class: "rt-heap-above" }, observed), make("div", { class: "rt-heap-plot" }, ...lines, plot), axis);
  const draw = (/** @type {Set<number>} */ seen, /** @type {number} */ now) => {
    const counts = bars.map(() => [0, 0]);
    for (const choice of seen) counts[bar[choice]][Number(extreme[choice])] += 1;
    const most = Math.max(LOW, ...counts.map(([near, far]) => near + far));
    drawBars(bars.map((x, one) => ({ x, counts: counts[one], most })));
    here.style.setProperty("--at", String(at[now]));
    plot.ariaLabel = `Histogram of ${seen.size} means, from ${ends[0]} to ${ends[1]}; the observed one is ${means[0]}`;
  };
  return { node, draw };
}

export default { render: (/** @type {Context} */ context) => mount(context, "rt-signs", build) };
