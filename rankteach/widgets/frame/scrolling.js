// What is larger than its place: a list or a table scrolls, with keys too, and ends with a whole row; a formula is smaller.

import { whenResized } from "./movement.js";

/** @import { Surface, View } from "./types.d.ts" */

const SEEN = 4; // rows of a table that are always seen; a step takes the room of one, a goal or a hint that of two
const MOST_LESS = 300; // pixels: by so much lists are less high at most
const SMALLER = 0.08; // of the size of a formula, in one step
const SMALLEST = 0.76;
const BETWEEN = /^[+−]$/; // between the terms of a sum
const WHOLE = ":scope > li, tr, [role=row], .rt-steps > li, .rt-note, .rt-comparison p, .rt-item, .rt-standings .rt-card, .rt-below, .rt-row-card > div";
const SCROLLS = { tabindex: "0", role: "group", "aria-label": "wide table: scroll to see all columns" };

/** Fits what scrolls into its place, now and whenever sizes change. Returns what does so after something was drawn. @param {Surface<View>} surface */
export function letScroll({ root, body, over: ended }) {
  let [size, less, kept] = ["", 0, 0];
  const overflow = () => Math.max(body.scrollHeight - body.clientHeight, 0);
  const shrinkBy = (/** @type {number} */ pixels, most = MOST_LESS) => {
    less = Math.min(pixels, most);
    body.style.setProperty("--rt-less", `${less}px`);
  };
  // where all of it is higher than its place, lists are less high by what helps, until the surface has another size; a step
  // takes its room from the table
  const shrinkLists = () => {
    const now = `${root.style.getPropertyValue("--rt-room")} ${body.offsetTop}`;
    const steps = now === size && body.querySelector(":scope > .rt-walking");
    if (now !== size) {
      shrinkBy(0);
      kept = 0;
    }
    size = now;
    const [known, over] = [less, overflow()];
    const left = body.querySelector(".rt-left");
    if (over < 2 || over === kept || known >= MOST_LESS || !left || steps) return;
    // with 8 pixels more, which a step takes more than the row that it replaces
    const from = known + 8 + Math.max(parseFloat(getComputedStyle(left).maxHeight) - left.clientHeight, 0); // it may be lower than it could be
    shrinkBy(from + over, from + MOST_LESS);
    shrinkBy(from + over - overflow(), less);
    kept = overflow(); // for which lists cannot help: to try again would draw all of it anew
  };
  const fit = () => {
    for (const formula of body.querySelectorAll(".rt-formula")) fitFormula(/** @type {HTMLElement} */ (formula));
    const places = /** @type {HTMLElement[]} */ ([...body.querySelectorAll(":scope > *, .rt-list, .rt-scroll, .rt-standings")]).filter((node) => node.clientHeight);
    const found = places.map((node) => ({ node, ...overflowOf(node), few: fewRows(node) })); // all is measured before anything changes
    for (const { node, wide, rest, more, few } of found) {
      node.style.setProperty("--rt-rest", `${rest}px`);
      node.classList.toggle("rt-more-below", more);
      if (few && node.matches(".rt-rows")) body.style.setProperty("--rt-few", `${few}px`);
      for (const [name, value] of Object.entries(node.matches(".rt-scroll") ? SCROLLS : {})) {
        if (wide) node.setAttribute(name, value);
        else node.removeAttribute(name);
      }
      for (const one of [node, ...node.querySelectorAll("table")]) sizes.observe(one);
    }
    shrinkLists();
  };
  // once for all changes before the page is painted: to measure while a view is drawn would take longer than to draw it
  const sizes = whenResized([body], fit, ended);
  body.addEventListener("scroll", sizes.later, { capture: true, passive: true });
  return sizes.later;
}

/** How much of a row is cut at the lower edge, which is then covered; whether there is more below, or at the side. @param {HTMLElement} node */
function overflowOf(node) {
  const below = node.scrollHeight - node.scrollTop - node.clientHeight;
  const more = below > 1 && getComputedStyle(node).overflowY !== "visible";
  const edge = node.getBoundingClientRect().top + node.clientTop + node.clientHeight;
  const boxes = more ? [...node.querySelectorAll(WHOLE)].map((row) => row.getBoundingClientRect()) : [];
  const cut = boxes.find(({ top, bottom }) => top < edge && bottom > edge + 2); // so few pixels have no letters
  return { wide: node.scrollWidth > node.clientWidth, more, rest: cut && cut.height < node.clientHeight / 2 ? edge - cut.top : 0 };
}

/** How high the head and the first rows of a table are, with what is above it. @param {HTMLElement} node */
function fewRows(node) {
  const table = [...node.querySelectorAll("table")].find((one) => one.clientHeight);
  const fewer = node.closest(".rt-frame:has(:is(.rt-goal, .rt-coach):not([hidden]))") ? 2 : Number(node.closest(".rt-walking") !== null);
  const lines = [...(table?.tBodies[0]?.rows ?? [])].slice(0, SEEN - fewer);
  return lines.length ? Math.ceil(lines[lines.length - 1].getBoundingClientRect().bottom - node.getBoundingClientRect().top + node.scrollTop) : 0;
}

/** Makes a formula so small that it fits. One that is still too wide leaves out terms; one too high has more room. @param {HTMLElement} node */
function fitFormula(node) {
  const gaps = () => (node.querySelector(".rt-ellipsis") ? node.querySelectorAll(".rt-gap").length : "");
  const key = () => `${node.parentElement?.clientWidth} ${getComputedStyle(node).maxHeight} ${gaps()} ${node.textContent}`;
  if (!node.clientHeight || node.dataset.fitted === key()) return;
  node.classList.remove("rt-tall");
  for (const dots of node.querySelectorAll(".rt-ellipsis")) dots.remove();
  for (const one of node.querySelectorAll(".rt-left-out")) one.classList.remove("rt-left-out");
  let scale = 1;
  const set = () => node.style.setProperty("--rt-fit", String(scale));
  const isWide = () => node.scrollWidth > node.clientWidth + 1;
  for (set(); scale > SMALLEST && (isWide() || node.scrollHeight > node.clientHeight + 1); set()) scale -= SMALLER;
  const sums = isWide() ? sumsOf(node) : [];
  while (isWide() && sums.some(({ order }) => order.length)) {
    const able = sums.filter(({ order }) => order.length);
    const widths = able.map(({ sum }) => sum.getBoundingClientRect().width);
    able[widths.indexOf(Math.max(...widths))].leaveOut();
  }
  node.classList.toggle("rt-tall", node.scrollHeight > node.clientHeight + 1);
  node.dataset.fitted = key();
}

/** The sums in a formula. Dots can take the place of any term but the last one known, and the last of all that are known. @param {HTMLElement} node */
function sumsOf(node) {
  const signs = [...node.querySelectorAll("mo")].filter((mo) => BETWEEN.test(mo.textContent ?? "") && mo.previousElementSibling);
  return [...new Set(signs.map((sign) => /** @type {Element} */ (sign.parentElement)))].map((sum) => {
    const all = [...sum.children].filter(({ textContent }) => textContent !== ")"); // which stays
    const starts = signs.filter((sign) => sign.parentElement === sum).map((sign) => all.indexOf(sign));
    const terms = starts.map((start, place) => all.slice(start, starts[place + 1])); // each with the sign before it
    const last = terms.length - 1;
    const known = terms.findLastIndex((term) => !term.some((one) => one.matches(".rt-gap, :has(.rt-gap)")));
    // in a walk, those far from the step go first; else those in the middle
    const keeps = (/** @type {number} */ place) => (known < last ? -Math.abs(place - known) : Math.abs(place - (last - 1) / 2));
    const order = [...terms.keys()].filter((place) => place !== known && place !== last).sort((one, other) => keeps(one) - keeps(other));
    if (known < last) order.push(last);
    const first = all.slice(0, starts[0]).filter(({ textContent }) => textContent !== "(");
    if (first.length && known >= 0) order.push(-1);
    const leaveOut = () => {
      const dots = sum.ownerDocument.createElementNS(sum.namespaceURI, "mo");
      dots.classList.add("rt-ellipsis");
      dots.textContent = "⋯";
      for (const side of ["lspace", "rspace"]) dots.setAttribute(side, "0"); // the signs around them have enough
      const [sign, ...term] = terms[order.shift() ?? 0] ?? [null, ...first];
      sum.insertBefore(dots, sign ? sign.nextSibling : first[0]);
      for (const one of term) one.classList.add("rt-left-out");
    };
    return { sum, order, leaveOut };
  });
}
