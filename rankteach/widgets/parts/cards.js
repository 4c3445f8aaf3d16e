// The measures: a card for each, with its value, its change and a small line. One of them is chosen. With them come the
// slider for their cutoff and the field that finds measures to add. Python's side of it is cards.py.

import { drawFinder, drawSlider, makeFinder, makePart, makeSlider } from "./controls.js";
import { icon, isNew, keyed, make, shape, walk, write } from "../frame/elements.js";
import { flash } from "../frame/movement.js";

/** @import { CardView, CutoffView, Option, ValueView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

const SPARK = "Small line: the measure at every cutoff; dot: the value shown; dotted: before your changes";

/** The part of a surface with the measures; `nodes(cards)` are drawn in it. @param {Surface} surface */
export function makeMeasures(surface, place, name = "rt-cards", nodes = (cards) => [cards]) {
  const onkeydown = (event) => onCardKey(surface, event);
  surface.cards = make("div", { class: name, role: "radiogroup", "aria-label": "Measures", onkeydown });
  surface.cutoff = makeSlider(surface, "cutoff", "cutoff k", (k) => ({ do: "cut", k }));
  surface.menu = makeFinder("Add a measure", (measure) => surface.dispatch({ do: "add", measure }));
  const part = makePart(place, "Measures", surface.cutoff, surface.menu);
  part.append(...nodes(surface.cards));
  return part;
}

/**
 * Draws the measures, as cards or in another way: `create()` returns what a button has in it, `update` draws that.
 *
 * @template {{ key: number, label: string, chosen: boolean }} [Card=CardView]
 * @param {Surface} surface
 * @param {{ cards: Card[], cutoff: CutoffView | null, menu: Option[] }} view
 * @param {() => Element[]} create
 * @param {(pick: any, card: any) => void} update
 */
export function drawMeasures(surface, { cards, cutoff, menu }, create = makeCard, update = drawCard) {
  surface.cutoff.hidden = !cutoff; // no measure has one
  if (cutoff) drawSlider(surface, surface.cutoff, { value: cutoff.value, max: cutoff.most, words: `k = ${cutoff.value}` });
  surface.menu.hidden = !menu.length; // a recorded page has no Python that could add one
  drawFinder(surface.menu, menu);
  const focused = surface.cards.contains(surface.focused());
  const frame = ({ key }) => makeSlot(surface, key, create());
  keyed(surface.cards, cards, ({ key }) => key, frame, (node, card) => {
    const [pick, remove] = node.children;
    pick.ariaChecked = String(card.chosen);
    pick.tabIndex = card.chosen ? 0 : -1;
    remove.hidden = cards.length === 1;
    remove.ariaLabel = `Remove ${card.label}`;
    writeLabel(pick.firstChild, card.label);
    update(pick, card);
  });
  // where the focused card was removed, the next one is in focus; where an arrow key chose, the chosen one is
  if (focused) surface.cards.querySelector('[aria-checked="true"]').focus({ preventScroll: true });
}

function makeSlot(surface, card, nodes) {
  const choose = () => surface.dispatch({ do: "choose", card });
  const remove = () => surface.dispatch({ do: "remove", card });
  const pick = make("button", { class: "rt-pick", type: "button", role: "radio", onclick: choose }, ...nodes);
  const away = make("button", { class: "rt-remove", type: "button", tabindex: -1, onclick: remove }, icon("remove"));
  return make("div", { class: "rt-card" }, pick, away);
}

function makeCard() {
  const lines = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  lines.append(shape("polyline", { class: "before" }), shape("polyline"));
  return [
    make("span", { class: "rt-label" }),
    make("span", { class: "rt-value" }),
    make("span", { class: "rt-under" }, make("span"), make("span", { class: "rt-change" })),
    make("span", { class: "rt-spark", "aria-hidden": "true", title: SPARK }, lines, make("i")),
  ];
}

/** @param pick @param {CardView} card */
function drawCard(pick, card) {
  const [, value, under, spark] = pick.children;
  pick.title = `${card.label}: ${card.title}`;
  writeValue(value, card.value);
  write(under.firstChild, card.exact);
  drawChange(under.lastChild, card);
  drawSpark(spark, card);
}

/** A value, or a word instead of one, which is longer; another value is highlighted. @param node @param {string} text */
export function writeValue(node, text) {
  const known = node.textContent;
  node.classList.toggle("rt-word", !/\d/.test(text));
  if (write(node, text) && known) flash(node);
}

/** The name of a measure, whose line can break after a sign or before its cutoff, and not in a word. @param {string} label */
export function writeLabel(node, label) {
  if (isNew(node, label)) node.replaceChildren(...label.split(/(?<=[(=,])|(?=@)/).flatMap((part) => [part, make("wbr")]));
}

/** How a value has changed since the start. @param node @param {ValueView} card */
export function drawChange(node, { way, better, change }) {
  write(node, { up: "▲ ", down: "▼ ", "": "" }[way] + change);
  node.className = `rt-change ${better ? "better" : "worse"}`;
}

/** @param spark @param {CardView} card without points where the measure has no cutoff */
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

/** Numbers from 0 to 1 as a line from left to right. @param {number[]} points */
export function across(points) {
  if (!points.length) return "";
  const line = points.length > 1 ? points : [...points, ...points];
  return line.map((point, i) => `${(i * 100) / (line.length - 1)},${100 - 100 * point}`).join(" ");
}

function onCardKey(surface, event) {
  const picks = [...surface.cards.querySelectorAll(".rt-pick")];
  const here = picks.indexOf(event.target);
  if (here < 0) return;
  const keyOf = (pick) => pick.parentNode.rtKey;
  if (event.key === "Delete" && picks.length > 1) {
    surface.dispatch({ do: "remove", card: keyOf(event.target) });
    return;
  }
  const vertical = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" }[event.key];
  const like = vertical ? { key: vertical, preventDefault: () => event.preventDefault() } : event;
  const to = walk(like, picks, here, "ArrowLeft", "ArrowRight");
  if (to && to !== event.target) surface.dispatch({ do: "choose", card: keyOf(to) });
}
