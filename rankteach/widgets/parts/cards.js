// The measures: a card for each, with its value, its change and a small line. One of them is chosen. With them come the
// slider for their cutoff and the field that finds measures to add. Python's side of it is cards.py.

import { makeChips, makeValue } from "./chips.js";
import { makeFinder, makePart, makeSlider } from "./controls.js";
import { arrowStep, icon, ifNew, make, makeButton, makeChildren, set, shape } from "../frame/elements.js";

/** @import { AnyCard } from "./chips.js" */
/** @import { CardView, CutoffView } from "../protocol.d.ts" */
/** @import { Drawn, Surface, View } from "../frame/types.d.ts" */

const SPARK = "Small line: the measure at every cutoff; dot: the value shown; dotted: before your changes";

/** @template C @typedef {View & { cards: C[], cutoff: CutoffView | null }} MeasuredView */

/**
 * What a card has in it: the name of its measure, which is written here, and what is its own.
 *
 * @template C
 * @typedef {{ label: HTMLElement, nodes: HTMLElement[], draw(card: C, pick: HTMLElement): void }} Content
 */

/**
 * The part of a surface with the measures.
 *
 * @template {AnyCard} C
 * @param {Surface<MeasuredView<C>>} surface
 * @param {() => Content<C>} create
 * @param {string} look the class of the cards
 * @param {(cards: HTMLElement) => HTMLElement[]} around what is drawn with them
 */
export function makeMeasures(surface, create, look = "rt-cards", around = (cards) => [cards]) {
  const cards = make("div", { class: "rt-picks", role: "radiogroup", "aria-label": "Measures" });
  const cutoff = makeSlider(surface, "cutoff", "cutoff k", (k) => surface.slide({ do: "cut", k }));
  const menu = makeFinder("Add a measure", (measure) => surface.dispatch({ do: "add", measure }), undefined, "+ measure");
  const node = makePart("rt-right", "Measures", cutoff.node);
  node.append(...around(make("div", { class: look }, cards, menu.node)));

  const makeCard = (/** @type {C} */ { key }) => {
    const { label, nodes, draw: drawContent } = create();
    const choose = () => surface.dispatch({ do: "choose", card: key });
    const pick = make("button", { class: "rt-pick", type: "button", role: "radio", onclick: choose }, ...nodes);
    const remove = makeButton(icon("remove"), () => surface.dispatch({ do: "remove", card: key }), { class: "rt-remove", tabindex: -1 });
    const drawLabel = makeLabel(label);
    const draw = (/** @type {C} */ card) => {
      set(pick, "ariaChecked", String(card.chosen));
      pick.tabIndex = card.chosen ? 0 : -1;
      pick.classList.toggle("rt-wordy", card.label.length > 14); // a line of its own, where a card is a line
      set(remove, "ariaLabel", `Remove ${card.label}`);
      drawLabel(card.label);
      drawContent(card, pick);
    };
    return { node: make("div", { class: "rt-card" }, pick, remove), key, pick, remove, draw };
  };
  const drawCards = makeChildren(cards, makeCard, ({ key }) => key);
  const chips = makeChips(surface);
  let shown = drawCards([]);

  const draw = (/** @type {Drawn<MeasuredView<C>>} */ view) => {
    cutoff.node.hidden = !view.cutoff; // no measure has one
    if (view.cutoff) cutoff.draw({ value: view.cutoff.value, max: view.cutoff.most, words: `k = ${view.cutoff.value}` });
    menu.node.hidden = !view.menu.length; // a recorded page has no Python that could add one
    menu.draw(view.menu);
    const focused = cards.contains(surface.focused());
    shown = drawCards(view.cards);
    chips.draw(view.cards);
    for (const { remove } of shown) remove.hidden = shown.length === 1;
    // where the focused card was removed, the next one is in focus; where an arrow key chose, the chosen one is
    if (focused) shown.find(({ pick }) => pick.ariaChecked === "true")?.pick.focus({ preventScroll: true });
  };

  cards.addEventListener("keydown", (event) => {
    const picks = shown.map(({ pick }) => pick);
    const here = picks.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (here < 0) return;
    if (event.key === "Delete" && picks.length > 1) {
      surface.dispatch({ do: "remove", card: shown[here].key });
      return;
    }
    const across = ["ArrowUp", "ArrowDown"].includes(event.key) ? undefined : ["ArrowLeft", "ArrowRight"];
    const to = arrowStep(event, picks, here, across);
    if (to && to !== picks[here]) surface.dispatch({ do: "choose", card: shown[picks.indexOf(to)].key });
  });
  return { node, draw };
}

/** @returns {Content<CardView>} */
export function makeCard() {
  const label = make("span", { class: "rt-label" });
  const { value, exact, change, draw: drawValue } = makeValue();
  const spark = makeSpark();
  const draw = (/** @type {CardView} */ card, /** @type {HTMLElement} */ pick) => {
    set(pick, "title", `${card.label}: ${card.title}`);
    drawValue(card);
    spark.draw(card);
  };
  return { label, nodes: [label, value, make("span", { class: "rt-under" }, exact, change), spark.node], draw };
}

/** The name of a measure, whose line can break after a sign or before its cutoff, and not in a word. @param {HTMLElement} node */
const makeLabel = (node) =>
  ifNew((/** @type {string} */ label) => {
    node.replaceChildren(...label.split(/(?<=[^ ][(=,])|(?=@)/).flatMap((part) => [part, make("wbr")]));
  });

function makeSpark() {
  const [before, now] = [shape("polyline", { class: "before" }), shape("polyline")];
  const dot = make("i");
  const svg = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" }, before, now);
  const node = make("span", { class: "rt-spark", "aria-hidden": "true", title: SPARK }, svg, dot);
  const draw = ifNew((/** @type {CardView} */ { points, start, at }) => {
    node.hidden = !points.length; // the measure has no cutoff
    before.setAttribute("points", across(start));
    now.setAttribute("points", across(points));
    dot.hidden = at === null;
    if (at === null) return;
    dot.style.left = `${points.length > 1 ? (at * 100) / (points.length - 1) : 50}%`;
    dot.style.bottom = `${100 * points[at]}%`;
  });
  return { node, draw };
}

/** Numbers from 0 to 1 as a line from left to right. @param {number[]} points */
export function across(points) {
  if (!points.length) return "";
  const line = points.length > 1 ? points : [...points, ...points];
  return line.map((point, i) => `${(i * 100) / (line.length - 1)},${100 - 100 * point}`).join(" ");
}
