// The measures: a card for each, with its value, its change and a small line. One of them is chosen. With them come
// the slider for their cutoff and the menu of measures to add. Python's side of it is cards.py.

import { drawSlider, makeSlider } from "./controls.js";
import { icon, isNew, keyed, make, shape, walk, write } from "./elements.js";
import { flash } from "./movement.js";

const SPARK = "Small line: the measure at every cutoff; dot: the value shown; dotted: before your changes";

export function makeCards(surface, label) {
  surface.cards = make("div", { class: "rt-cards", role: "radiogroup", "aria-label": label });
  surface.cards.addEventListener("keydown", (event) => onCardKey(surface, event));
  return surface.cards;
}

function makeCard(surface, { key }) {
  const choose = () => surface.act({ do: "choose", card: key });
  const remove = () => surface.act({ do: "remove", card: key });
  const lines = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  lines.append(shape("polyline", { class: "before" }), shape("polyline"));
  const pick = make(
    "button",
    { class: "rt-pick", type: "button", role: "radio", onclick: choose },
    make("span", { class: "rt-label" }),
    make("span", { class: "rt-value" }),
    make("span", { class: "rt-under" }, make("span"), make("span", { class: "rt-change" })),
    make("span", { class: "rt-spark", "aria-hidden": "true", title: SPARK }, lines, make("i")),
  );
  const away = make("button", { class: "rt-remove", type: "button", tabindex: -1, onclick: remove }, icon("remove"));
  return make("div", { class: "rt-card" }, pick, away);
}

// A value, or the word that says that there is none, which is longer. Says whether it changed.
export function writeValue(node, text) {
  node.classList.toggle("rt-word", !/\d/.test(text));
  return write(node, text);
}

// The name of a measure, which goes on in a new line after a sign or at its cutoff, and not within a word.
export function writeLabel(node, label) {
  if (isNew(node, label)) node.replaceChildren(...label.split(/(?<=[(=,])|(?=@)/).flatMap((part) => [part, make("wbr")]));
}

function drawCard(node, card, only) {
  const [pick, remove] = node.children;
  const [label, value, under, spark] = pick.children;
  const [exact, change] = under.children;
  writeLabel(label, card.label);
  pick.title = `${card.label}: ${card.title}`;
  pick.setAttribute("aria-checked", String(card.chosen));
  pick.tabIndex = card.chosen ? 0 : -1;
  if (writeValue(value, card.value) && node.isConnected) flash(value);
  write(exact, card.exact);
  drawChange(change, card);
  drawSpark(spark, card);
  remove.hidden = only;
  remove.setAttribute("aria-label", `Remove ${card.label}`);
}

// How a value has changed since the start.
export function drawChange(node, { way, change }) {
  write(node, { up: "▲ ", down: "▼ ", "": "" }[way] + change);
  node.className = `rt-change ${way}`;
}

// A measure without a cutoff has no points, and no line.
function drawSpark(spark, { points, start, at }) {
  const [svg, dot] = spark.children;
  spark.hidden = !points.length;
  svg.firstChild.setAttribute("points", across(start));
  svg.lastChild.setAttribute("points", across(points));
  dot.hidden = at === null;
  if (at === null) return;
  dot.style.left = `${points.length > 1 ? (at * 100) / (points.length - 1) : 50}%`;
  dot.style.bottom = `${100 * points[at]}%`;
}

// Numbers from 0 to 1 as a line from left to right.
function across(points) {
  if (!points.length) return "";
  const line = points.length > 1 ? points : [...points, ...points];
  return line.map((point, i) => `${(i * 100) / (line.length - 1)},${100 - 100 * point}`).join(" ");
}

export function drawCards(surface, cards) {
  const focused = surface.cards.contains(surface.focused());
  keyed(
    surface.cards,
    cards,
    (card) => card.key,
    (card) => makeCard(surface, card),
    (node, card) => drawCard(node, card, cards.length === 1),
  );
  // where the focused card went, its successor is in focus; where an arrow key chose, the chosen one is
  if (focused) surface.cards.querySelector('[aria-checked="true"]').focus({ preventScroll: true });
}

export function onCardKey(surface, event) {
  const picks = [...surface.cards.querySelectorAll(".rt-pick")];
  const here = picks.indexOf(event.target);
  if (here < 0) return;
  if (event.key === "Delete" && picks.length > 1) {
    surface.act({ do: "remove", card: event.target.parentNode.rtKey });
    return;
  }
  const vertical = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" }[event.key];
  const like = vertical ? { key: vertical, preventDefault: () => event.preventDefault() } : event;
  const to = walk(like, picks, here, "ArrowLeft", "ArrowRight");
  if (to && to !== event.target) surface.act({ do: "choose", card: to.parentNode.rtKey });
}

export function makeCutoff(surface) {
  return makeSlider(surface, "cutoff", "cutoff k", (k) => ({ do: "cut", k }));
}

// Where no measure has a cutoff there is none to move.
export function drawCutoff(surface, node, cutoff) {
  node.hidden = !cutoff;
  if (cutoff) drawSlider(surface, node, { value: cutoff.value, max: cutoff.most, words: `k = ${cutoff.value}` });
}

export function makeMenu(surface) {
  const add = (event) => {
    surface.act({ do: "add", measure: event.target.value });
    event.target.value = "";
  };
  return make("select", { class: "rt-quiet rt-menu", "aria-label": "Add a measure", onchange: add });
}

export function drawMenu(node, menu) {
  const drawn = JSON.stringify(menu);
  if (node.rtDrawn === drawn) return;
  node.rtDrawn = drawn;
  const groups = menu.map(({ group, options }) => {
    const made = options.map((one) => make("option", { value: one.measure, disabled: one.taken }, one.words));
    return make("optgroup", { label: group }, ...made);
  });
  node.replaceChildren(make("option", { value: "" }, "Add a measure"), ...groups);
}
