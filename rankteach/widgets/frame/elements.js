// Elements: made once, written to when a view differs, and walked through with arrow keys.
//
// Names of items come from strangers: they are only ever set as text. MathML comes from Python, escaped.

/** @import { Option } from "../protocol.d.ts" */
/** @import { Attributes, Part } from "./types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, [viewBox: string, d: string, width: number]>} */
export const ICONS = {
  grip: ["0 0 8 14", "M2 2h.01M6 2h.01M2 7h.01M6 7h.01M2 12h.01M6 12h.01", 2],
  up: ["0 0 10 6", "M1.5 5 5 1.5 8.5 5", 1.5],
  down: ["0 0 10 6", "M1.5 1 5 4.5 8.5 1", 1.5],
  remove: ["0 0 10 10", "M1 1l8 8M9 1l-8 8", 1.6],
  first: ["0 0 12 12", "M2.5 2v8M10 2 4.5 6 10 10z", 1.6],
  back: ["0 0 12 12", "M8.5 2 3 6l5.5 4z", 1.6],
  play: ["0 0 12 12", "M3.5 2 9.5 6l-6 4z", 1.6],
  pause: ["0 0 12 12", "M4 2v8M8 2v8", 2.2],
  next: ["0 0 12 12", "M3.5 2 9 6l-5.5 4z", 1.6],
  last: ["0 0 12 12", "M9.5 2v8M2 2l5.5 4L2 10z", 1.6],
  undo: ["0 0 16 16", "M6 3 2.5 6.5 6 10M2.5 6.5h7a4 4 0 0 1 0 8H6", 1.5],
  redo: ["0 0 16 16", "M10 3l3.5 3.5L10 10M13.5 6.5h-7a4 4 0 0 0 0 8H10", 1.5],
  reset: ["0 0 16 16", "M13.5 8a5.5 5.5 0 1 1-1.7-4M13.5 1.5v3h-3", 1.5],
  copy: ["0 0 16 16", "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3", 1.5],
  large: ["0 0 16 16", "M1.5 13.5 5.5 3.5l4 10M3 10h5M11 13.5l2-5 2 5M11.7 12h2.6", 1.5],
  lecture: ["0 0 16 16", "M1.5 2.5h13M2.5 2.5v8h11v-8M8 10.5v2M5 14.5l3-2 3 2", 1.5],
  present: ["0 0 16 16", "M2.5 6v-3.5h3.5M10 2.5h3.5v3.5M13.5 10v3.5h-3.5M6 13.5h-3.5v-3.5", 1.5],
};

/**
 * An element with attributes, listeners (onclick: ...) and children, which are elements or text.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes<HTMLElementTagNameMap[T]>} attributes @param {(Node | string)[]} children
 */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value !== false && value != null) node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children);
  return node;
}

/**
 * The same for an element of SVG.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, unknown>} attributes @param {(Node | string)[]} children
 */
export function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  assign(node, attributes);
  node.append(...children);
  return node;
}

/** @param {Element} node @param {Record<string, unknown>} attributes */
export function assign(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
}

/** A button. @param {string | Element} content @param {() => void} onclick @param {Attributes<HTMLButtonElement>} attributes */
export const makeButton = (content, onclick, attributes) => make("button", { type: "button", onclick, ...attributes }, content);

/** A button without emphasis. @param {string} words @param {() => void} onclick @param {Attributes<HTMLButtonElement>} attributes */
export const quiet = (words, onclick, attributes = {}) => makeButton(words, onclick, { class: "rt-quiet", ...attributes });

/** A button that unfolds something, and folds it away again. @param {string} words @param {HTMLElement} node @param {string} title */
export function makeFold(words, node, title) {
  const fold = quiet(words, () => {
    node.hidden = !node.hidden;
    fold.setAttribute("aria-expanded", String(!node.hidden));
    /** @type {HTMLElement | null} */ (node.querySelector("label > [type=text]"))?.focus(); // you can type at once
  }, { class: "rt-quiet rt-fold", title, "aria-expanded": "false" });
  node.hidden = true;
  return fold;
}

export function icon(/** @type {string} */ name) {
  const [viewBox, d, width] = ICONS[name];
  const line = { fill: "none", stroke: "currentColor", "stroke-linecap": "round", "stroke-linejoin": "round" };
  return shape("svg", { viewBox, "aria-hidden": "true" }, shape("path", { d, "stroke-width": width, ...line }));
}

const isTouched = () => matchMedia("(hover: none)").matches;

/** What a mouse clicks and points at, a finger taps, and it has no keys. @param {string} words @param {string} [keys] */
export function forHand(words, keys = "") {
  if (!isTouched()) return keys ? `${words} (${keys})` : words;
  return words.replace(/\b(Click|Point at)\b/g, "Tap").replace(/\bclick\b/g, "tap");
}

/** Returns whether the text changed. @param {Node} node @param {string} words */
export function write(node, words) {
  const text = visible(words);
  if (node.textContent === text) return false;
  node.textContent = text;
  return true;
}

/** A node whose text is all that is drawn. @template {Element} N @param {N} node @returns {Part<string, N>} */
export const makeText = (node) => ({ node, draw: (words) => write(node, words) });

/** A name, and its title in a line below it; both in full on hover. */
export function makeName() {
  const node = make("span", { class: "rt-name", dir: "auto" });
  const drawBoth = ifNew(([name, title]) => {
    const [shown, below] = [name, title].map(visible);
    node.replaceChildren(...(title ? [make("span", {}, shown), make("small", {}, below)] : atSigns(shown)));
    node.title = aloud(name, title);
  });
  return { node, draw: (/** @type {string} */ name, title = "") => drawBoth([name, title]) };
}

/** A name whose line can break after the signs that join its parts, as in parts.Stock. @param {string} name */
const atSigns = (name) => name.split(/(?<=\w[._/])(?=\w)/).flatMap((part, place) => (place ? [make("wbr"), part] : [part]));

/** The same in one line. @param {string} name @param {string} [title] */
export const aloud = (name, title) => visible(title ? `${name}, ${title}` : name);

// Characters that hide or reorder what is next to them, as core/outside.py has them, are shown as code points.
const HIDDEN =
  /[\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<![^\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f])/gu;
const codePoint = (/** @type {string} */ sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

export const visible = (/** @type {string} */ text) => (typeof text === "string" ? text.replace(HIDDEN, codePoint) : text);

/** How many letters the longest of these has. @param {string[]} texts */
export const longestOf = (texts) => Math.max(0, ...texts.map(({ length }) => length));

/** Sets a property if it differs. @template {Element} N @template {keyof N} K @param {N} node @param {K} name @param {N[K]} value */
export function set(node, name, value) {
  if (node[name] !== value) node[name] = value;
}

/** Writes a line, and hides it if it is empty. @param {HTMLElement} node @param {string} text */
export function writeOrHide(node, text) {
  write(node, text);
  node.hidden = !text;
}

/** Draws only what differs from what was drawn last. @template D @param {(data: D) => void} draw @returns {(data: D) => void} */
export function ifNew(draw) {
  /** @type {string} */
  let drawn;
  return (data) => {
    const text = JSON.stringify(data);
    if (text === drawn) return;
    drawn = text;
    draw(data);
  };
}

/** A menu: `choose(value)` is what choosing an entry does. @param {string} label @param {(value: string) => void} choose @param {string} name */
export function makeMenu(label, choose, name = "rt-quiet") {
  const onchange = () => choose(node.value);
  const node = make("select", { class: name, "aria-label": label, onchange });
  const drawOptions = ifNew((/** @type {Option[]} */ options) => {
    node.replaceChildren(...options.map(({ value, words }) => make("option", { value }, words)));
  });
  /** @param {Option[]} options @param {string} value the chosen one */
  const draw = (options, value) => {
    drawOptions(options);
    node.value = value;
  };
  return { node, draw };
}

/** MathML, which Python has escaped. @param {Element} node @returns {Part<string, Element>} */
export const makeMath = (node) => {
  let drawn = "";
  const draw = (/** @type {string} */ math) => {
    if (drawn !== math) node.innerHTML = drawn = math;
  };
  return { node, draw };
};

/**
 * The children of a node: a part for each entry, kept by its key, so that focus and animations survive. Returns what
 * draws the entries, and returns their parts.
 *
 * @template E
 * @template {Part<E, Element>} P
 * @param {Element} parent
 * @param {(entry: E) => P} create
 * @param {(entry: E, place: number) => unknown} key an entry's place, unless it is known by something else
 */
export function makeChildren(parent, create, key = (_, place) => place) {
  /** @type {Map<unknown, P>} */
  let known = new Map();
  return (/** @type {E[]} */ entries) => {
    const parts = new Map(entries.map((entry, place) => [key(entry, place), known.get(key(entry, place)) ?? create(entry)]));
    for (const [name, { node }] of known) if (!parts.has(name)) node.remove();
    known = parts;
    const drawn = [...parts.values()];
    for (const [place, part] of drawn.entries()) {
      part.draw(entries[place], place);
      if (parent.children[place] !== part.node) parent.insertBefore(part.node, parent.children[place] ?? null);
    }
    return drawn;
  };
}

/** Whether a key is pressed together with one that gives it another meaning. @param {KeyboardEvent} event */
export const modified = (event) => event.altKey || event.ctrlKey || event.metaKey;

const VERTICAL = ["ArrowUp", "ArrowDown"];

/**
 * Arrow keys, Home and End among nodes of which one is in the tab order.
 *
 * @template {HTMLElement | SVGElement} N
 * @param {KeyboardEvent} event @param {N[]} nodes @param {number} here
 */
export function arrowStep(event, nodes, here, [previous, next] = VERTICAL) {
  const last = nodes.length - 1;
  const to = { [previous]: here - 1, [next]: here + 1, Home: 0, End: last }[event.key];
  if (to === undefined || modified(event)) return null;
  event.preventDefault();
  const node = nodes[Math.min(Math.max(to, 0), last)];
  node.focus();
  return node;
}

/** Makes a toolbar one stop of the Tab key; `keys`, such as two arrows, go on among its controls. @param {HTMLElement} bar @param {HTMLElement} first @param {string[]} keys */
export function arrowKeys(bar, first, ...keys) {
  const controls = /** @type {HTMLElement[]} */ ([...bar.querySelectorAll("button, input")]);
  setTabStop(controls, first);
  bar.addEventListener("focusin", ({ target }) => setTabStop(controls, /** @type {HTMLElement} */ (target)));
  bar.addEventListener("keydown", (event) => {
    const shown = controls.filter((one) => one.offsetParent);
    const here = shown.indexOf(/** @type {HTMLElement} */ (event.target));
    if (keys.includes(event.key)) arrowStep(event, shown, here, keys);
  });
}

/** Puts one of the nodes into the tab order, and only that one. @param {Element[]} nodes @param {Element | null} [chosen] */
export function setTabStop(nodes, chosen) {
  const one = chosen ?? nodes.find((node) => node.getAttribute("tabindex") === "0") ?? nodes[0];
  for (const node of nodes) {
    const place = node === one ? "0" : "-1";
    if (node.getAttribute("tabindex") !== place) node.setAttribute("tabindex", place);
  }
}
