// A live surface: it draws the view that Python sends, and sends back what a person did. Nothing is calculated here.
// This file has the frame of every surface and its tools; the other files of this folder have its parts.

import { changedBy, send } from "./actions.js";
import { icon, make, write } from "./elements.js";
import { calm } from "./movement.js";

const PATIENCE = 4000; // milliseconds: then the surface says that it has no answer
const SILENCE = "Python has not answered. If the kernel was restarted, run this cell again.";
const LARGE = "projector"; // all surfaces of a page are large together

// Shows a widget in el. `build(surface)` returns the nodes of its body, once; `draw(surface, view)` brings them
// up to a view, every time; `draw(surface, view, true)` may leave out what takes long, since an answer is on its way.
// They find in the surface:
//   act(gesture)    sends what somebody did: { do: "move", ... }
//   slide(gesture)  the same for a hand that goes on moving: of several in a row only the last counts
//   waits()         whether Python still owes an answer: then a slider is ahead of the view
//   focused()       the element in focus
//   body, view      the element with the nodes of build; what is drawn
// and keep in it what they like. Where build sets `rows`, see trace.js. `name` is the widget's own class, next to rankteach.
export function mount({ model, el }, name, build, draw) {
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
    surface.onFormulas?.();
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
