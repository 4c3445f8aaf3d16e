// What all live surfaces share. A surface draws the view that Python sends, and sends back what somebody did;
// nothing is calculated here. This file has elements, movement, gestures, the frame around a surface and its
// controls; list.js, cards.js and trace.js have its parts.
//
// These files and the widget's own, which is the last, are put together to one module (by live.py): each uses
// what the others define, and no two define the same name.
//
// Names of items come from strangers: they are only ever set as text. MathML comes from Python, escaped.

const ICONS = {
  grip: ["0 0 8 14", "M2 2h.01M6 2h.01M2 7h.01M6 7h.01M2 12h.01M6 12h.01", 2],
  up: ["0 0 10 6", "M1.5 5 5 1.5 8.5 5", 1.5],
  down: ["0 0 10 6", "M1.5 1 5 4.5 8.5 1", 1.5],
  remove: ["0 0 10 10", "M1 1l8 8M9 1l-8 8", 1.6],
};
const SVG = "http://www.w3.org/2000/svg";
const GLIDE = { duration: 200, easing: "cubic-bezier(.2, .7, .3, 1)" };
const CHANGED = "rt-changed";
const FLASH = 500; // milliseconds
const FADE = 250; // milliseconds, after these
const WORD = /[\p{L}\p{M}\p{N}]/u; // a sign of it
const PATIENCE = 4000; // milliseconds: then the surface says that it has no answer
const SILENCE = "Python has not answered. If the kernel was restarted, run this cell again.";

// --- elements -------------------------------------------------------------------------------------------

// An element with attributes, listeners (onclick: ...) and children, which are elements or text.
function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

// The same for a piece of SVG.
function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function icon(name) {
  const [viewBox, d, width] = ICONS[name];
  const line = { fill: "none", stroke: "currentColor", "stroke-linecap": "round", "stroke-linejoin": "round" };
  return shape("svg", { viewBox, "aria-hidden": "true" }, shape("path", { d, "stroke-width": width, ...line }));
}

// Says whether the text changed.
function write(node, text) {
  if (node.textContent === text) return false;
  node.textContent = text;
  return true;
}

// A name; one of many signs in two halves, which part where a word ends if one does near the middle.
function writeName(node, name, short = 8) {
  if (node.textContent === name) return false;
  const signs = [...name];
  const long = signs.length > short;
  node.classList.toggle("rt-halves", long);
  if (!long) return write(node, name);
  const half = signs.length / 2;
  const far = (place) => Math.abs(place - half) + (WORD.test(signs[place - 1]) ? half / 2 : 0);
  const parts = signs.reduce((best, _, place) => (far(place) < far(best) ? place : best), Math.ceil(half));
  const [first, last] = [signs.slice(0, parts), signs.slice(parts)].map((one) => one.join(""));
  node.replaceChildren(make("span", {}, first), make("span", {}, make("bdi", {}, last)));
  return true;
}

// A property, where it is another.
function set(node, name, value) {
  if (node[name] !== value) node[name] = value;
}

// For a line that is there only if it has something to say.
function writeOrHide(node, text) {
  write(node, text);
  node.hidden = !text;
}

// Whether something is to be drawn in a node that is not there yet.
function isNew(node, data) {
  const drawn = JSON.stringify(data);
  const differs = node.rtDrawn !== drawn;
  node.rtDrawn = drawn;
  return differs;
}

function writeMath(node, math) {
  if (node.rtMath !== math) node.innerHTML = node.rtMath = math;
}

// One child for each entry, kept from draw to draw by its key, so that focus and animations survive.
function keyed(parent, entries, key, create, update) {
  const old = new Map([...parent.children].map((node) => [node.rtKey, node]));
  entries.forEach((entry, place) => {
    const name = key(entry, place);
    const node = old.get(name) ?? create(entry);
    old.delete(name);
    node.rtKey = name;
    update(node, entry, place);
    if (parent.children[place] !== node) parent.insertBefore(node, parent.children[place] ?? null);
  });
  old.forEach((node) => node.remove());
}

// The key of entries that are what they are by their place.
const byPlace = (_, place) => place;

// Arrow keys, Home and End among nodes of which one is in the tab order.
function walk(event, nodes, here, previous = "ArrowUp", next = "ArrowDown") {
  const last = nodes.length - 1;
  const to = { [previous]: here - 1, [next]: here + 1, Home: 0, End: last }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return null;
  event.preventDefault();
  const node = nodes[Math.min(Math.max(to, 0), last)];
  node.focus();
  return node;
}

// Puts one of the nodes into the tab order, and only that one.
function rove(nodes, chosen) {
  const one = chosen ?? nodes.find((node) => node.getAttribute("tabindex") === "0") ?? nodes[0];
  for (const node of nodes) {
    const place = node === one ? "0" : "-1";
    if (node.getAttribute("tabindex") !== place) node.setAttribute("tabindex", place);
  }
}

// --- movement -------------------------------------------------------------------------------------------

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Where the children of a list stand.
function places(list) {
  const top = list.getBoundingClientRect().top;
  return new Map([...list.children].map((node) => [node, node.getBoundingClientRect().top - top]));
}

// What stood elsewhere before glides to its new place.
function glide(list, before) {
  if (still()) return;
  for (const [node, now] of places(list)) {
    const moved = before.has(node) ? before.get(node) - now : 0;
    if (Math.abs(moved) > 1) node.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], GLIDE);
  }
}

// Scrolls the list until the node is in sight, and never the page.
function reveal(list, node) {
  const lowest = node.offsetTop + node.offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(Math.max(list.scrollTop, lowest), node.offsetTop);
}

// What a view changed stands out until the next one, or for a moment. It fades only then: an animation of so many cells
// while somebody goes on would keep the page busy.
const changed = new Set();
let fading = null;

function flash(node) {
  node.classList.add(CHANGED);
  changed.add(node);
  fading ??= setTimeout(fade, FLASH);
}

function fade() {
  const tints = [...changed].map((node) => [node, getComputedStyle(node).backgroundColor]);
  calm();
  if (still()) return;
  for (const [node, tint] of tints) node.animate([{ backgroundColor: tint, offset: 0 }], FADE);
}

function calm() {
  clearTimeout(fading);
  fading = null;
  for (const node of changed) node.classList.remove(CHANGED);
  changed.clear();
}

// --- gestures -------------------------------------------------------------------------------------------

// Gestures that Python has not answered yet, by model. A busy kernel sees only the last message of many,
// so each message repeats those before it.
const waiting = new WeakMap();

function send(model, done, gesture, slides) {
  const queue = (waiting.get(model) ?? []).filter((one) => one.n > done);
  const n = Math.max(done, queue.at(-1)?.n ?? 0) + 1;
  if (slides && queue.at(-1)?.do === gesture.do) queue.pop(); // only where a slider stops counts
  waiting.set(model, [...queue, { ...gesture, n }]);
  model.set("gesture", queue.length ? { ...gesture, n, late: queue } : { ...gesture, n });
  model.save_changes();
  return n;
}

// --- the frame ------------------------------------------------------------------------------------------

// Shows a widget in el. `build(surface)` returns the nodes of its body, once; `draw(surface, view)` brings them
// up to a view, every time; `draw(surface, view, true)` may leave out what takes long, since an answer is on its way.
// They find in the surface:
//   act(gesture)    sends what somebody did: { do: "move", ... }
//   slide(gesture)  the same for a hand that goes on moving: of several in a row only the last counts
//   waits()         whether Python still owes an answer: then a slider is ahead of the view
//   focused()       the element in focus
//   body, view      the element with the nodes of build; what is drawn
// and keep in it what they like. Where build sets `rows`, see trace.js. `name` is the widget's own class, next to rankteach.
function mount({ model, el }, name, build, draw) {
  const surface = { sent: 0, timer: null, drag: null, dragged: false, foreseen: {}, ahead: false, row: null, rows: () => [] };
  const ask = (gesture, slides) => {
    surface.sent = send(model, surface.view.done, slides ? { ...gesture, slides } : gesture, slides);
    wait();
  };
  surface.act = (gesture) => {
    const idle = !surface.waits();
    ask(gesture, false);
    if (idle) lookAhead(gesture);
  };
  surface.slide = (gesture) => ask(gesture, true);
  surface.waits = () => surface.sent > surface.view.done;
  surface.focused = () => el.getRootNode().activeElement;
  // draws at once what Python worked out beforehand of a gesture; while a value is to be predicted, nothing
  const lookAhead = (gesture) => {
    const changes = surface.foreseen[JSON.stringify(gesture)];
    if (!changes || surface.player.quiz) return;
    surface.ahead = true;
    calm();
    draw(surface, changedBy(surface.view, changes), true);
  };
  const wait = () => {
    surface.timer ??= setTimeout(() => write(surface.silence, SILENCE), PATIENCE);
  };
  const answered = () => {
    clearTimeout(surface.timer);
    surface.timer = null;
    write(surface.silence, "");
    if (surface.waits()) wait(); // for the rest
  };
  const onView = () => {
    surface.view = { ...JSON.parse(model.get("view")), menu: model.get("menu") };
    surface.foreseen = {};
    answered();
    if (!surface.ahead) calm(); // else what it changed has just begun to stand out
    surface.ahead = false;
    draw(surface, surface.view);
    drawTools(surface);
    onError();
    if (surface.sent && surface.view.said && !surface.waits()) write(surface.live, sayable(surface));
  };
  // the formulas of the steps come after the rest of a view: they are much, and seldom to be seen
  const onFormulas = () => {
    surface.formulas = JSON.parse(model.get("formulas"));
    if (surface.view && surface.player && surface.player.at !== null) drawPlayer(surface);
  };
  const onMessage = ({ foreseen }) => {
    surface.foreseen = foreseen;
  };
  const onError = () => {
    surface.error.hidden = !model.get("error");
    write(surface.error.firstChild, model.get("error"));
  };
  const root = makeFrame(surface, name);
  surface.body.append(...build(surface));
  el.append(root);
  model.on("change:view", onView);
  model.on("change:formulas", onFormulas);
  model.on("change:error", onError);
  model.on("msg:custom", onMessage);
  onFormulas();
  onView();
  try {
    model.send({ do: "look ahead" });
  } catch {
    // there is no kernel any more
  }
  return () => {
    clearTimeout(surface.timer);
    clearInterval(surface.player?.timer);
    surface.resized?.disconnect();
    model.off("change:view", onView);
    model.off("change:formulas", onFormulas);
    model.off("change:error", onError);
    model.off("msg:custom", onMessage);
    root.remove();
  };
}

// Plain data with other values at some names and places.
function changedBy(before, changes) {
  const isData = (one) => one !== null && typeof one === "object";
  if (!isData(before) || !isData(changes) || Array.isArray(changes)) return changes;
  const after = Array.isArray(before) ? [...before] : { ...before };
  for (const [name, change] of Object.entries(changes)) after[name] = changedBy(before[name], change);
  return after;
}

// What was said, but for the value that comes with it while that is to be predicted.
function sayable({ secret, view: { said, trace } }) {
  return secret && !trace.verdict ? said.split("; ")[0] : said;
}

function makeFrame(surface, name) {
  const close = () => closeError(surface);
  surface.error = make(
    "div",
    { class: "rt-error", hidden: true },
    make("span", { role: "alert" }),
    make("button", { class: "rt-close", type: "button", "aria-label": "Close", onclick: close }, icon("remove")),
  );
  surface.silence = make("div", { class: "rt-silence", role: "status" });
  // over the surface: what is under the pointer stays there
  const notices = make("div", { class: "rt-notices" }, surface.error, surface.silence);
  surface.live = make("div", { class: "rt-unseen", role: "status", "aria-live": "polite" });
  surface.body = make("div", { class: "rt-body" });
  const frame = make("div", { class: "rt-frame" }, notices, makeTools(surface), surface.body, surface.live);
  // Jupyter binds single keys: none that is typed in here may reach it (x would cut the cell). JupyterLab listens when
  // the key has come up to the document, Notebook 7 before it goes down to its target, and asks that for the attribute.
  const root = make("div", { class: `rankteach ${name}`, tabindex: -1 }, frame);
  root.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"));
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") surface.drag ? surface.drag.cancel() : close();
    onToolKey(surface, event);
    event.stopPropagation();
  });
  return root;
}

// From the button that closed it the focus goes to the first thing that arrow keys lead on from.
function closeError(surface) {
  if (surface.error.contains(surface.focused())) surface.body.querySelector('[tabindex="0"]')?.focus();
  surface.error.hidden = true;
}

// --- the tools of every surface ---------------------------------------------------------------------------

const LARGE = "projector"; // all surfaces of a page are large together

function makeTools(surface) {
  const tool = (words, title, onclick) => {
    const press = () => node.ariaDisabled === "true" || onclick();
    const node = make("button", { class: "rt-quiet", type: "button", title, onclick: press }, words);
    return node;
  };
  surface.undo = tool("Undo", "Undo (Ctrl+Z)", () => surface.act({ do: "undo" }));
  surface.redo = tool("Redo", "Redo (Ctrl+Shift+Z)", () => surface.act({ do: "redo" }));
  surface.reset = tool("Reset", "Back to the start", () => surface.act({ do: "reset" }));
  const copy = tool("Copy as code", "Copy the line of Python that makes this surface as it stands", () => copyCode(surface));
  const size = tool("Large", "Large, for a projector: all surfaces of this page", () => {
    const { dataset } = document.documentElement;
    if (dataset.rtSize === LARGE) delete dataset.rtSize;
    else dataset.rtSize = LARGE;
    write(surface.live, dataset.rtSize === LARGE ? "large" : "normal size");
  });
  const steps = make("span", { class: "rt-undo" }, surface.undo, surface.redo, surface.reset);
  return make("div", { class: "rt-tools", role: "toolbar", "aria-label": "Surface" }, steps, copy, size);
}

function drawTools(surface) {
  const { undo, redo, changed } = surface.view;
  const idle = (node, is) => node.setAttribute("aria-disabled", String(is)); // and not disabled: it may be in focus
  surface.undo.parentNode.hidden = undo === undefined || changed === undefined;
  idle(surface.undo, !undo);
  idle(surface.redo, !redo);
  idle(surface.reset, !changed);
}

function onToolKey(surface, event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("input[type=text]")) return;
  const key = event.key.toLowerCase();
  const redo = key === "y" || (key === "z" && event.shiftKey);
  if (!redo && key !== "z") return;
  event.preventDefault();
  (redo ? surface.redo : surface.undo).click();
}

async function copyCode(surface) {
  try {
    await navigator.clipboard.writeText(surface.view.code);
    write(surface.silence, "Copied: paste it into a cell.");
    setTimeout(() => write(surface.silence, ""), 2500);
  } catch {
    write(surface.silence, surface.view.code); // no access to the clipboard: it stands there to be copied by hand
  }
}

// --- controls -------------------------------------------------------------------------------------------

// A part of the surface: its heading, what stands beside that, and under both whatever is appended.
function makePart(place, title, ...beside) {
  const bar = make("div", { class: "rt-bar" }, make("h4", {}, title), ...beside);
  return make("div", { class: place, role: "group", "aria-label": title }, bar); // no landmark: there would be many
}

// `gesture(value)` is what moving it means.
function makeSlider(surface, name, label, gesture) {
  const oninput = (event) => surface.slide(gesture(event.target.valueAsNumber));
  const input = make("input", { type: "range", "aria-label": label, oninput });
  return make("label", { class: "rt-slider" }, make("span", {}, name), make("b"), input);
}

function drawSlider(surface, node, { value, words, min = 1, max, step = 1 }) {
  const [, shown, slider] = node.children;
  write(shown, words);
  Object.assign(slider, { min, max, step });
  if (!surface.waits()) slider.value = value; // else the hand is ahead of the answer
}
