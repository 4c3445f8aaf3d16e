// A live surface: it draws the view that Python sends, and sends back what a person does. Nothing is calculated here.
// This file has what is around the parts of every surface.

import { changedBy, send } from "./actions.js";
import { arrowKeys, icon, make, makeButton, makeText, set, visible, write } from "./elements.js";
import { makeGoal } from "../parts/goal.js";
import { addFont, followHost, leave } from "./host.js";
import { isAnswered, recall, remember, whenAnswered } from "./memory.js";
import { clearHighlights } from "./movement.js";
import { letScroll } from "./scrolling.js";
import { makeTabs } from "./tabs.js";

/** @import { Action } from "../protocol.d.ts" */
/** @import { Context, Drawn, Surface, SurfacePart, View } from "./types.d.ts" */

const PATIENCE = 4000; // milliseconds: then the surface says that it has no answer
const SILENCE = "Python has not answered. If the kernel was restarted, run this cell again.";
const COVERED = "Answer this question to see the numbers: ";
const UNCOVERED = "The numbers are shown again.";
const LARGE = "projector"; // all surfaces of a page are large together
const SUPPRESS = "data-lm-suppress-shortcuts"; // Jupyter leaves alone the keys of what has it
const TEXT = "input[type=text], textarea";

/**
 * Shows a widget. `build(surface)` returns its parts: those that it has not put anywhere itself get a tab each.
 *
 * @template {View} V
 * @param {Context} context
 * @param {string} name the widget's own class, next to rankteach
 * @param {(surface: Surface<V>) => SurfacePart<V>[]} build
 */
export function mount({ model, el }, name, build) {
  const ending = new AbortController();
  const over = ending.signal;
  let sent = 0;
  let ahead = false; // what Python predicted has just been drawn, and its changes highlighted
  /** @type {Record<string, unknown>} */
  let predicted = {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const live = make("div", { class: "rt-unseen", role: "status", "aria-live": "polite" });
  const body = make("div", { class: "rt-body" });
  const root = make("div", { class: `rankteach ${name}`, tabindex: -1 });

  /** @param {Action} action */
  const ask = (action) => {
    const hints = goal.taken();
    sent = send(model, surface.view.done, hints ? { ...action, hints } : action);
    write(live, ""); // so that the same words are announced again
    wait();
    surface.did(action.do);
  };
  const waits = () => sent > surface.view.done;
  /** @type {Surface<V>} */
  const surface = {
    root,
    body,
    over,
    view: JSON.parse(model.get("view")),
    formulas: JSON.parse(model.get("formulas")),
    titles: {},
    secret: false,
    predicting: false,
    drag: null,
    heard: [],
    dispatch: (action) => {
      const idle = !waits();
      ask(action);
      if (idle) lookAhead(action);
    },
    slide: (action) => ask({ ...action, slides: true }),
    waits,
    acted: () => sent > 0,
    focused: () => /** @type {HTMLElement | null} */ (el.activeElement),
    // the first thing that arrow keys lead on from, unless a part knows better
    focusSomething: () => {
      const own = parts.find((part) => part.focusable)?.focusable?.();
      const node = own ?? body.querySelector(':is([role="group"], [role="tabpanel"]) [tabindex="0"]');
      /** @type {HTMLElement | null} */ (node)?.focus({ preventScroll: true });
    },
    say: (words) => live.replaceChildren(visible(words)),
    did: (what) => {
      for (const hears of surface.heard) hears(what);
    },
    show: (part) => tabs.choose(part),
    refit: () => fitLater(),
  };

  /** @param {Drawn<V>} view */
  const drawView = (view, fast = false) => {
    const focused = surface.focused();
    for (const part of parts) if (!(fast && part.slow)) part.draw(view);
    const moved = focused !== surface.focused() && root.contains(surface.focused());
    if (!moved && focused && root.contains(focused) && focused.closest("[hidden], :disabled")) surface.focusSomething();
    goal.draw(view.goal, view.begun);
    body.classList.toggle("rt-fixed-labels", Boolean(view.fixed));
    if (view.still) root.dataset.still = view.still;
    else delete root.dataset.still;
    drawCover();
    if (!fast) fitLater(); // what another size needs is seen anyway
  };
  /** The values are covered until a question is answered, here or in another surface of the page. */
  const drawCover = () => {
    const { covered } = surface.view;
    const hides = Boolean(covered) && !isAnswered(covered);
    if (!hides && root.classList.contains("rt-covered")) surface.say(UNCOVERED);
    root.classList.toggle("rt-covered", hides);
    cover.draw(hides ? `${COVERED}${covered}` : "", 0);
  };
  whenAnswered(() => drawCover(), over);
  /** Draws at once what Python predicted; while the learner predicts a value, nothing. @param {Action} action */
  const lookAhead = (action) => {
    const changes = predicted[JSON.stringify(action)];
    if (!changes || surface.predicting) return;
    ahead = true;
    clearHighlights();
    drawView(changedBy(surface.view, changes), true);
  };
  const wait = () => {
    timer ??= setTimeout(() => notices.tell(SILENCE), PATIENCE);
  };
  const answered = () => {
    clearTimeout(timer);
    timer = undefined;
    notices.tell("");
    if (waits()) wait(); // for the rest
  };
  const onView = () => {
    surface.view = { ...JSON.parse(model.get("view")), menu: model.get("menu") };
    surface.titles = model.get("titles");
    predicted = {};
    answered();
    if (!ahead) clearHighlights();
    ahead = false;
    drawView(surface.view);
    tools.draw(surface.view);
    onError();
    if (sent && surface.view.announcement && !waits()) write(live, announced(surface, root.classList.contains("rt-covered")));
  };
  // the formulas of the steps come after the rest of a view: they are many, and seldom seen
  const onFormulas = () => {
    surface.formulas = JSON.parse(model.get("formulas"));
    for (const part of parts) part.drawFormulas?.();
  };
  const onError = () => {
    if (model.get("error")) surface.drag?.cancel(); // what was dropped and refused goes back
    notices.refuse(model.get("error"));
  };
  const listeners = Object.entries({
    "change:view": onView,
    "change:titles": onView,
    "change:formulas": onFormulas,
    "change:error": onError,
    "msg:custom": (/** @type {{ predicted: Record<string, unknown> }} */ message) => {
      predicted = message.predicted;
    },
  });

  const notices = makeNotices(surface);
  const tools = makeTools(surface, notices.tell);
  const goal = makeGoal(surface);
  const cover = makeText(make("p", { class: "rt-cover rt-top" }));
  root.append(make("div", { class: "rt-frame" }, tools.node, goal.node, cover.node, body, notices.node, live));
  const parts = build(surface);
  const tabs = makeTabs(parts.map(({ node }) => node).filter((node) => !node.parentNode), root);
  body.append(tabs.strip, ...parts.map(({ node }) => node).filter((node) => !node.parentNode));
  addFont();
  const fitLater = letScroll(surface);
  el.append(root);
  tools.setLayout(model.get("arrangement") || recall("layout") || "full");
  const leaveHost = followHost(root, tabs.draw);
  listenToKeys(surface, tools, notices, parts);
  for (const [event, listener] of listeners) model.on(event, listener);
  onView();
  try {
    model.send({ do: "look ahead" });
  } catch {
    // there is no kernel any more
  }
  return () => {
    clearTimeout(timer);
    ending.abort();
    leaveHost();
    for (const [event, listener] of listeners) model.off(event, listener);
    root.remove();
  };
}

/** What an action did, without the value if the learner is to predict it. @param {Surface<View>} surface @param {boolean} covered */
function announced({ secret, view: { announcement, trace } }, covered) {
  return covered || (secret && !trace?.verdict) ? announcement.split("; ")[0] : announcement;
}

/** What Python refused, and that it says nothing, below the surface: what is under the pointer stays there. @param {Surface<View>} surface */
function makeNotices(surface) {
  const words = make("span", { role: "alert" });
  const close = () => {
    if (error.contains(surface.focused())) surface.focusSomething();
    error.hidden = true;
  };
  const away = makeButton(icon("remove"), close, { class: "rt-close", "aria-label": "Close" });
  const error = make("div", { class: "rt-error", hidden: true }, words, away);
  const silence = make("div", { class: "rt-silence", role: "status" });
  return {
    node: make("div", { class: "rt-notices" }, error, silence),
    error,
    close,
    tell: (/** @type {string} */ text) => write(silence, text),
    refuse: (/** @type {string} */ text) => {
      error.hidden = !text;
      write(words, text);
    },
  };
}

// --- keys ---------------------------------------------------------------------------------------------------

/** @param {KeyboardEvent} event "undo", "redo" or nothing */
function historyKey({ ctrlKey, metaKey, altKey, shiftKey, key }) {
  const letter = key.toLowerCase();
  if (!(ctrlKey || metaKey) || altKey || !["z", "y"].includes(letter)) return "";
  return letter === "y" || shiftKey ? "redo" : "undo";
}

/**
 * Jupyter binds single keys: none that is typed in here may reach it (x would cut the cell), but Ctrl+S may. JupyterLab
 * listens when a key has come up to the document, Notebook 7 before it goes down; both look for the attribute.
 *
 * @param {Surface<View>} surface @param {ReturnType<typeof makeTools>} tools @param {ReturnType<typeof makeNotices>} notices
 * @param {Pick<SurfacePart<View>, "node" | "step">[]} parts
 */
function listenToKeys(surface, tools, notices, parts) {
  const { root, over } = surface;
  const { host } = /** @type {ShadowRoot} */ (root.getRootNode());
  const isOwn = (/** @type {KeyboardEvent} */ event, /** @type {Element} */ target) =>
    !(event.ctrlKey || event.metaKey) || event.key.length > 1 || Boolean(historyKey(event)) || target.matches(TEXT);
  const onAnyKey = (/** @type {KeyboardEvent} */ event) => {
    const [target] = /** @type {Element[]} */ (event.composedPath());
    if (event.composedPath().includes(root)) host.toggleAttribute(SUPPRESS, isOwn(event, target));
  };
  addEventListener("keydown", onAnyKey, { capture: true, signal: over });
  root.addEventListener("focusin", ({ target }) => {
    const node = /** @type {Element} */ (target);
    root.classList.toggle("rt-by-keys", node.matches(".rt-list :focus-visible")); // a :has() would make each click slower
  });
  root.addEventListener("focusout", () => root.classList.remove("rt-by-keys"));
  root.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const history = target.matches(TEXT) ? "" : historyKey(event);
    if (event.key === "Escape") {
      if (surface.drag) surface.drag.cancel();
      else if (!notices.error.hidden) notices.close();
      else if (!document.fullscreenElement) leave(root, false);
    } else if (event.key === "Enter" && event.shiftKey && !target.matches(`:is(${TEXT}):read-write`)) {
      event.preventDefault(); // not a click: in a notebook it goes on
      leave(root, true);
    } else if (document.fullscreenElement && (target === root ? /Page|Arrow/ : /Page/).test(event.key)) {
      const part = parts.find(({ step }) => step); // a presenter's remote control sends PageUp and PageDown
      if (part?.node.hidden) surface.show(part.node);
      part?.step?.(/Left|Up/.test(event.key) ? -1 : 1);
    } else if (history) {
      event.preventDefault();
      tools[history].click();
    }
    if (isOwn(event, target)) event.stopPropagation();
  });
}

// --- the tools ----------------------------------------------------------------------------------------------

/** @param {Surface<View>} surface @param {(words: string) => void} tell */
function makeTools(surface, tell) {
  const { root } = surface;
  /** @param {string} name @param {string} title @param {() => void} press */
  const tool = (name, title, press) => {
    const label = title.split(/[:(]/)[0].trim();
    const onclick = () => node.ariaDisabled === "true" || press(); // and not disabled: it may be in focus
    const node = makeButton(icon(name), onclick, { class: "rt-tool", title, "aria-label": label });
    return node;
  };
  const undo = tool("undo", "Undo (Ctrl+Z)", () => surface.dispatch({ do: "undo" }));
  const redo = tool("redo", "Redo (Ctrl+Shift+Z)", () => surface.dispatch({ do: "redo" }));
  const reset = tool("reset", "Reset: back to the start", () => surface.dispatch({ do: "reset" }));
  const copy = tool("copy", "Copy as code: the Python of this surface as it is now", () => copyCode(surface, tell));
  const large = tool("large", "Large: for a projector", () => {
    const { dataset } = document.documentElement;
    if (dataset.rtSize === LARGE) delete dataset.rtSize;
    else dataset.rtSize = LARGE;
    document.dispatchEvent(new Event("rankteach-size")); // those in a shadow root cannot see that
    surface.say(dataset.rtSize === LARGE ? "large" : "normal size");
  });
  const lecture = tool("lecture", "Lecture view: the list, one number and how it is calculated", () => {
    const layout = root.dataset.layout === "lecture" ? "full" : "lecture";
    setLayout(layout);
    remember("layout", layout);
    document.dispatchEvent(new Event("rankteach-size"));
    surface.say(`${layout} view`);
  });
  const present = tool("present", "Present: fill the screen (Esc to leave)", () => {
    if (document.fullscreenElement) {
      document.exitFullscreen();
      return;
    }
    root.requestFullscreen?.();
    root.focus(); // where the keys take steps
  });
  present.hidden = !document.fullscreenEnabled;
  const steps = make("span", { class: "rt-undo" }, undo, redo, reset);
  const node = make("div", { class: "rt-tools", role: "toolbar", "aria-label": "Surface" }, steps, copy, large, lecture, present);
  arrowKeys(node, large, "ArrowLeft", "ArrowRight", "Home", "End");

  /** Shows the surface in full, or what a lecture needs. @param {string} layout */
  const setLayout = (layout) => {
    root.dataset.layout = layout;
    const { host } = /** @type {ShadowRoot} */ (root.getRootNode());
    host?.setAttribute("data-rt-layout", layout); // a page then gives it its whole width
    lecture.setAttribute("aria-pressed", String(layout === "lecture"));
  };
  const drawSize = () => {
    const isLarge = document.documentElement.dataset.rtSize === LARGE;
    root.classList.toggle("rt-large", isLarge);
    large.setAttribute("aria-pressed", String(isLarge));
  };
  drawSize();
  document.addEventListener("rankteach-size", drawSize, { signal: surface.over });
  const draw = (/** @type {Drawn<View>} */ view) => {
    root.classList.toggle("rt-has-changed", Boolean(view.changed));
    steps.hidden = view.undo === undefined || view.changed === undefined;
    for (const [one, can] of /** @type {const} */ ([[undo, view.undo], [redo, view.redo], [reset, view.changed]])) {
      set(one, "ariaDisabled", String(!can));
    }
  };
  return { node, undo, redo, draw, setLayout };
}

/** @param {Surface<View>} surface @param {(words: string) => void} tell */
async function copyCode({ view }, tell) {
  try {
    await navigator.clipboard.writeText(view.code);
    tell("Copied: paste it into a cell.");
    setTimeout(tell, 2500, "");
  } catch {
    tell(view.code); // no access to the clipboard: it is shown, to be copied by hand
  }
}
