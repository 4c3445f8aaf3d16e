// A live surface: it draws the view that Python sends, and sends back what a person does. Nothing is calculated here.
// This file has the frame of every surface and its tools; the other files of this folder have its parts.

import { changedBy, send } from "./actions.js";
import { icon, make, roam, write } from "./elements.js";
import { drawGoal, makeGoal } from "../parts/goal.js";
import { followHost, leave } from "./host.js";
import { recall, remember } from "./memory.js";
import { calm } from "./movement.js";
import { makeTabs } from "./tabs.js";

/** @import { Model, Surface } from "./types.d.ts" */

const PATIENCE = 4000; // milliseconds: then the surface says that it has no answer
const SILENCE = "Python has not answered. If the kernel was restarted, run this cell again.";
const LARGE = "projector"; // all surfaces of a page are large together

/**
 * Shows a widget in el. `build(surface)` returns the nodes of its body, once; `draw(surface, view)` brings them up to a
 * view, every time; `draw(surface, view, true)` may leave out what takes long, because an answer is on its way.
 *
 * @template {{ announcement: string }} V
 * @param {{ model: Model, el: HTMLElement }} context
 * @param {string} name the widget's own class, next to rankteach
 * @param {(surface: Surface<V>) => Element[]} build
 * @param {(surface: Surface<V>, view: Surface<V>["view"], fast?: boolean) => void} draw
 */
export function mount({ model, el }, name, build, draw) {
  /** @type {any} */
  const state = { sent: 0, timer: null, drag: null, dragged: false, predicted: {}, ahead: false, row: null, rows: () => [] };
  /** @type {Surface<V>} */
  const surface = state;
  const ask = (action, slides) => {
    surface.sent = send(model, surface.view.done, slides ? { ...action, slides } : action, slides);
    write(surface.live, ""); // so that the same words are announced again
    wait();
  };
  surface.dispatch = (action) => {
    const idle = !surface.waits();
    ask(action, false);
    surface.coach?.(action.do);
    if (idle) lookAhead(action);
  };
  surface.slide = (action) => {
    ask(action, true);
    surface.coach?.(action.do);
  };
  surface.waits = () => surface.sent > surface.view.done;
  surface.focused = () => /** @type {any} */ (el.getRootNode()).activeElement;
  const drawView = (view, fast = false) => {
    const focused = surface.focused();
    draw(surface, view, fast);
    const moved = focused !== surface.focused() && root.contains(surface.focused());
    if (!moved && root.contains(focused) && focused.closest("[hidden], :disabled")) rest(surface);
    drawGoal(surface.goal, view.goal);
  };
  // draws at once what Python predicted that an action would change; while the learner predicts a value, nothing
  const lookAhead = (action) => {
    const changes = surface.predicted[JSON.stringify(action)];
    if (!changes || surface.player.quiz) return;
    surface.ahead = true;
    calm();
    drawView(changedBy(surface.view, changes), true);
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
    surface.titles = model.get("titles");
    surface.predicted = {};
    answered();
    if (!surface.ahead) calm(); // else what it changed has just been highlighted
    surface.ahead = false;
    drawView(surface.view);
    drawTools(surface);
    onError();
    if (surface.sent && surface.view.announcement && !surface.waits()) write(surface.live, announced(surface));
  };
  // the formulas of the steps come after the rest of a view: they are many, and seldom seen
  const onFormulas = () => {
    surface.formulas = JSON.parse(model.get("formulas"));
    surface.onFormulas?.();
  };
  const onMessage = ({ predicted }) => {
    surface.predicted = predicted;
  };
  const onError = () => {
    surface.error.hidden = !model.get("error");
    write(surface.error.firstChild, model.get("error"));
  };
  const listeners = Object.entries({
    "change:view": onView,
    "change:titles": onView,
    "change:formulas": onFormulas,
    "change:error": onError,
    "msg:custom": onMessage,
  });
  const root = makeFrame(surface, name);
  const onSize = () => drawSize(surface);
  onSize();
  document.addEventListener("rankteach-size", onSize);
  const parts = build(surface);
  const tabs = makeTabs(parts, root);
  surface.showPart = tabs.choose;
  surface.body.append(tabs.strip, ...parts);
  setView(surface, model.get("arrangement") || recall("view") || "full");
  el.append(root);
  const leaveHost = followHost(root, tabs.draw);
  for (const [event, listener] of listeners) model.on(event, listener);
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
    leaveHost();
    document.removeEventListener("rankteach-size", onSize);
    for (const [event, listener] of listeners) model.off(event, listener);
    root.remove();
  };
}

/** What an action did, without the value if the learner is to predict it. @param {Surface<any>} surface */
function announced({ secret, view: { announcement, trace } }) {
  return secret && !trace.verdict ? announcement.split("; ")[0] : announcement;
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
  // on top of the surface: what is under the pointer stays there
  const notices = make("div", { class: "rt-notices" }, surface.error, surface.silence);
  surface.live = make("div", { class: "rt-unseen", role: "status", "aria-live": "polite" });
  surface.body = make("div", { class: "rt-body" });
  surface.goal = makeGoal();
  const parts = [notices, makeTools(surface), surface.goal, surface.body, surface.live];
  const frame = make("div", { class: "rt-frame" }, ...parts);
  // Jupyter binds single keys: none that is typed in here may reach it (x would cut the cell). JupyterLab listens when
  // the key has come up to the document, Notebook 7 before it goes down to its target, and asks that for the attribute.
  const root = make("div", { class: `rankteach ${name}`, tabindex: -1 }, frame);
  surface.root = root;
  root.addEventListener("focusin", ({ target }) => {
    target.setAttribute("data-lm-suppress-shortcuts", "true");
    root.classList.toggle("rt-by-keys", target.matches(".rt-list :focus-visible")); // a :has() would make each click slower
  });
  root.addEventListener("focusout", () => root.classList.remove("rt-by-keys"));
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") onEscape(surface);
    else if (event.key === "Enter" && event.shiftKey && !event.target.matches(":is(input[type=text], textarea):read-write")) {
      event.preventDefault(); // not a click: in a notebook it goes on
      leave(root, true);
    } else if (document.fullscreenElement && (event.target === root ? /Page|Arrow/ : /Page/).test(event.key)) onStepKey(surface, event);
    else onToolKey(surface, event);
    event.stopPropagation();
  });
  return root;
}

function onEscape(surface) {
  if (surface.drag) surface.drag.cancel();
  else if (!surface.error.hidden) closeError(surface);
  else if (!document.fullscreenElement) leave(surface.root, false);
}

// From a control that is hidden or disabled the focus goes to the first thing that arrow keys lead on from.
/** @param {Surface<any>} surface */
export function rest(surface) {
  const node = surface.goOn?.() ?? surface.body.querySelector('[role="group"] [tabindex="0"]');
  node?.focus({ preventScroll: true });
}

function closeError(surface) {
  if (surface.error.contains(surface.focused())) rest(surface);
  surface.error.hidden = true;
}

function makeTools(surface) {
  const tool = (name, title, onclick) => {
    const press = ({ currentTarget }) => currentTarget.ariaDisabled === "true" || onclick(currentTarget);
    const label = title.split(/[:(]/)[0].trim();
    return make("button", { class: "rt-tool", type: "button", title, "aria-label": label, onclick: press }, icon(name));
  };
  const act = (action) => () => surface.dispatch({ do: action });
  surface.undo = tool("undo", "Undo (Ctrl+Z)", act("undo"));
  surface.redo = tool("redo", "Redo (Ctrl+Shift+Z)", act("redo"));
  surface.reset = tool("reset", "Reset: back to the start", act("reset"));
  const copy = tool("copy", "Copy as code: the Python of this surface as it is now", () => copyCode(surface));
  surface.large = tool("large", "Large: for a projector", () => {
    const { dataset } = document.documentElement;
    if (dataset.rtSize === LARGE) delete dataset.rtSize;
    else dataset.rtSize = LARGE;
    // those in a shadow root cannot see that
    document.dispatchEvent(new Event("rankteach-size"));
    write(surface.live, dataset.rtSize === LARGE ? "large" : "normal size");
  });
  surface.lecture = tool("lecture", "Lecture view: the list, one number and how it is calculated", () => {
    const view = surface.root.dataset.view === "lecture" ? "full" : "lecture";
    setView(surface, view);
    remember("view", view);
    document.dispatchEvent(new Event("rankteach-size"));
    write(surface.live, `${view} view`);
  });
  const present = tool("present", "Present: fill the screen (Esc to leave)", () => {
    if (document.fullscreenElement) {
      document.exitFullscreen();
      return;
    }
    surface.root.requestFullscreen?.();
    surface.root.focus(); // where the keys take steps
  });
  present.hidden = !document.fullscreenEnabled;
  const steps = make("span", { class: "rt-undo" }, surface.undo, surface.redo, surface.reset);
  const bar = make("div", { class: "rt-tools", role: "toolbar", "aria-label": "Surface" }, steps, copy, surface.large, surface.lecture, present);
  roam(bar, surface.large, "ArrowLeft", "ArrowRight", "Home", "End");
  return bar;
}

/** Shows a surface in full, or what a lecture needs. @param {Surface<any>} surface @param {string} view */
function setView(surface, view) {
  surface.root.dataset.view = view;
  surface.lecture.setAttribute("aria-pressed", String(view === "lecture"));
}

/** Takes the size that all surfaces of the page have. @param {Surface<any>} surface */
function drawSize({ root, large }) {
  const { rtSize } = document.documentElement.dataset;
  root.classList.toggle("rt-large", rtSize === LARGE);
  large.setAttribute("aria-pressed", String(rtSize === LARGE));
}

function drawTools(surface) {
  const { undo, redo, changed } = surface.view;
  surface.undo.parentNode.hidden = undo === undefined || changed === undefined;
  // and not disabled: it may be in focus
  for (const [name, can] of Object.entries({ undo, redo, reset: changed })) surface[name].ariaDisabled = String(!can);
}

function onToolKey(surface, event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("input[type=text], textarea")) return;
  const key = event.key.toLowerCase();
  const redo = key === "y" || (key === "z" && event.shiftKey);
  if (!redo && key !== "z") return;
  event.preventDefault();
  (redo ? surface.redo : surface.undo).click();
}

// Of a presenter: a remote control sends PageUp and PageDown.
function onStepKey({ section, showPart, player }, { key }) {
  if (section?.hidden) showPart(section);
  player?.[/Left|Up/.test(key) ? "back" : "next"].click();
}

async function copyCode(surface) {
  try {
    await navigator.clipboard.writeText(surface.view.code);
    write(surface.silence, "Copied: paste it into a cell.");
    setTimeout(() => write(surface.silence, ""), 2500);
  } catch {
    write(surface.silence, surface.view.code); // no access to the clipboard: it is shown, to be copied by hand
  }
}
