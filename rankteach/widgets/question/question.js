// A question: the student types a number, chooses, puts items in order, or writes. Python checks it, and sends the answer
// only when it was given or asked for.

import { byPlace, icon, isNew, keyed, make, makeFold, modified, quiet, write, writeOrHide } from "../shared/elements.js";
import { mount } from "../shared/surface.js";
import { drawFormula, drawTable } from "../shared/table.js";

/** @import { Calculation, QuestionView } from "../protocol.d.ts" */
/** @import { Surface } from "../shared/types.d.ts" */

/** @param {Surface<QuestionView>} surface */
function build(surface) {
  const { kind } = surface.first;
  const id = `rt-question-${Math.random().toString(36).slice(2)}`; // a page has several
  const act = (action) => () => surface.dispatch({ do: action });
  surface.asked = make("p", { class: "rt-asked", id });
  surface.field = FIELDS[kind](surface, id);
  surface.hint = quiet("", act("hint"));
  surface.reveal = quiet("Reveal answer", act("reveal"));
  surface.again = quiet("Try again", act("reset"));
  surface.check = make("button", { class: "rt-quiet rt-check", type: "submit" }, kind === "text" ? "Compare with a model answer" : "Check");
  surface.buttons = make("div", { class: "rt-answering" }, surface.check, surface.hint, surface.reveal, surface.again);
  surface.feedback = make("p", { class: "rt-feedback", tabindex: -1 }); // announced by the surface
  surface.hints = make("ol", { class: "rt-hints", "aria-label": "Hints" });
  const onsubmit = (event) => {
    event.preventDefault();
    const given = surface.field.rtGiven();
    if (kind === "number" && !given[0].trim()) writeOrHide(surface.feedback, "Type a number first.");
    else if (!surface.view.answer) surface.dispatch({ do: "answer", given });
  };
  const row = make("div", { class: `rt-reply${kind === "number" ? " rt-inline" : ""}` }, surface.field, surface.buttons);
  const form = make("form", { class: "rt-ask", "aria-labelledby": id, onsubmit }, surface.asked, row, surface.feedback, surface.hints);
  return [make("div", { class: "rt-exercise" }, form, makeSolution(surface))];
}

/** @param {Surface<QuestionView>} surface @param {QuestionView} view */
function draw(surface, view) {
  const { root, asked, field, feedback, hint, reveal, again, check } = surface;
  /** @type {any} */
  const focused = surface.focused(); // which loses the focus where it is disabled or hidden
  write(asked, view.text);
  if (isNew(field, [view.given, Boolean(view.answer), view.right])) field.rtDraw(view);
  root.dataset.verdict = view.right === null ? "" : view.right ? "right" : "wrong";
  writeOrHide(feedback, view.feedback);
  keyed(surface.hints, view.hints, byPlace, () => make("li"), write);
  surface.hints.hidden = !view.hints.length;
  writeOrHide(hint, view.more);
  for (const button of [check, reveal]) button.hidden = Boolean(view.answer);
  again.hidden = !view.answer;
  drawSolution(surface, view);
  if (root.contains(focused) && (focused.hidden || focused.disabled)) (view.answer ? again : field.rtFocus()).focus({ preventScroll: true });
}

// --- what the student answers with ------------------------------------------------------------------------
// A field can say what it holds (rtGiven), draw the last answer (rtDraw), and which of its nodes takes the focus (rtFocus).

const FIELDS = {
  number: makeNumber,
  choice: (surface, id) => makeChoices(surface, id, "radio"),
  choices: (surface, id) => makeChoices(surface, id, "checkbox"),
  order: makeOrder,
  text: makeText,
};

function makeNumber(surface, id) {
  const name = make("span", { id: `${id}-name` }, surface.first.label);
  const input = make("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "fraction or decimal",
    required: true,
    "aria-labelledby": `${id} ${id}-name`,
  });
  return Object.assign(make("label", { class: "rt-typed" }, name, input), {
    rtGiven: () => [input.value],
    rtDraw: ({ given, answer }) => {
      keep(input, given, answer);
      input.readOnly = Boolean(answer);
    },
    rtFocus: () => input,
  });
}

// While you type the next answer, the last one does not come back.
function keep(field, given, answer) {
  if (answer || !field.matches(":focus")) field.value = given[0] ?? (answer ? field.value : "");
}

function makeText(surface, id) {
  const area = make("textarea", { rows: 3, "aria-labelledby": id, title: "Ctrl+Enter compares", placeholder: "In your own words" });
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) surface.check.click();
  });
  return Object.assign(area, {
    rtGiven: () => [area.value],
    rtDraw: ({ given, answer }) => {
      keep(area, given, answer);
      area.readOnly = Boolean(answer);
    },
    rtFocus: () => area,
  });
}

function makeChoices(surface, id, type) {
  const inputs = surface.first.items.map((value) => make("input", { type, name: id, value }));
  const options = inputs.map((input) => make("label", { class: "rt-option" }, input, make("span", { dir: "auto" }, input.value)));
  const role = type === "radio" ? "radiogroup" : "group";
  return Object.assign(make("div", { class: "rt-options", role, "aria-labelledby": id }, ...options), {
    rtGiven: () => inputs.filter((input) => input.checked).map((input) => input.value),
    rtDraw: ({ given, answer }) => {
      for (const input of inputs) {
        input.checked = given.includes(input.value) || (Boolean(answer) && input.checked);
        input.disabled = Boolean(answer);
      }
    },
    rtFocus: () => inputs.find((input) => input.checked) ?? inputs[0],
  });
}

function makeOrder(surface, id) {
  const list = make("ol", { class: "rt-order", "aria-labelledby": id });
  const shift = (node, by) => {
    const nodes = [...list.children];
    const to = nodes.indexOf(node) + by;
    if (surface.view.answer || to < 0 || to >= nodes.length) return;
    const focused = surface.focused();
    nodes[to][by < 0 ? "before" : "after"](node);
    if (node.contains(focused)) focused.focus(); // which a node loses that is put elsewhere
    number();
    write(surface.live, `${node.rtKey}: place ${to + 1} of ${nodes.length}`);
  };
  const number = () => {
    const last = list.children.length - 1;
    for (const [place, node] of [...list.children].entries()) {
      const [grip, , moves] = node.children;
      write(grip, String(place + 1));
      moves.firstChild.ariaDisabled = String(place === 0);
      moves.lastChild.ariaDisabled = String(place === last);
    }
  };
  const makeItem = (item) => {
    const button = (name, by) => {
      const onclick = () => shift(node, by);
      return make("button", { class: "rt-tool", type: "button", "aria-label": `Move ${item} ${name}`, onclick }, icon(name));
    };
    const moves = make("span", { class: "rt-shift" }, button("up", -1), button("down", 1));
    const node = make("li", { draggable: "true" }, make("span", { class: "rt-soft" }), make("span", { dir: "auto" }, item), moves);
    node.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by || (modified(event) && !event.altKey)) return;
      event.preventDefault();
      shift(node, by);
    });
    node.addEventListener("dragstart", () => node.classList.add("rt-taken"));
    node.addEventListener("dragend", () => node.classList.remove("rt-taken"));
    node.addEventListener("dragover", (event) => {
      const taken = list.querySelector(".rt-taken");
      if (!taken) return;
      event.preventDefault();
      const nodes = [...list.children];
      if (taken !== node) shift(taken, nodes.indexOf(node) - nodes.indexOf(taken));
    });
    return node;
  };
  return Object.assign(list, {
    rtGiven: () => [...list.children].map((node) => /** @type {any} */ (node).rtKey),
    rtDraw: ({ given, answer }) => {
      keyed(list, given, (item) => item, makeItem, () => {});
      for (const node of list.children) node.draggable = !answer;
      list.classList.toggle("rt-done", Boolean(answer));
      number();
    },
    rtFocus: () => list.querySelector("button"),
  });
}

// --- the answer -------------------------------------------------------------------------------------------

function makeSolution(surface) {
  surface.answer = make("p", { class: "rt-answer" }, make("b"), make("span"));
  surface.because = make("p", { class: "rt-because" });
  surface.calculation = make("div", { class: "rt-worked-out" });
  const fold = makeFold("Calculation", surface.calculation, "How the answer is calculated");
  fold.click(); // open at first
  surface.solution = make("div", { class: "rt-solution" }, surface.answer, surface.because, fold, surface.calculation);
  return surface.solution;
}

/** @param {Surface<QuestionView>} surface @param {QuestionView} view */
function drawSolution({ solution, calculation, ...surface }, { kind, answer, because, worked }) {
  solution.hidden = !answer;
  write(surface.answer.firstChild, kind === "text" ? "A model answer" : "Answer");
  write(surface.answer.lastChild, answer);
  writeOrHide(surface.because, because);
  solution.classList.toggle("rt-bare", !worked);
  if (isNew(calculation, worked)) calculation.replaceChildren(...(worked ? makeCalculation(worked) : []));
}

/** @param {Calculation} calculation */
function makeCalculation({ formula, tables, steps, closing }) {
  const written = make("div", { class: "rt-formula" }, make("span"), make("div", { class: "rt-pieces" }));
  drawFormula(written, formula);
  const drawn = tables.map((table) => {
    const node = make("table", { class: "rt-table" });
    drawTable(node, table, {});
    const hidden = table.hidden ? [make("p", { class: "rt-soft" }, table.hidden)] : [];
    const label = { tabindex: 0, role: "group", "aria-label": "Table of the calculation" };
    return make("div", { class: "rt-scroll", ...label }, node, ...hidden);
  });
  const sentences = [...steps.map(({ lead, text }) => `${lead}: ${text}`), ...(closing ? [closing] : [])];
  return [written, ...drawn, make("ol", { class: "rt-sentences" }, ...sentences.map((words) => make("li", {}, words)))];
}

export default {
  render: ({ model, el }) => {
    const first = JSON.parse(model.get("view")); // the kind of a question and its choices do not change
    /** @param {Surface<QuestionView>} surface */
    const begin = (surface) => build(Object.assign(surface, { first }));
    return mount({ model, el }, "rt-question-surface", begin, draw);
  },
};
