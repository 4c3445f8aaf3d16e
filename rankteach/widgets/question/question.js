// A question: the student types a number, chooses, puts items in order, or writes. Python checks it, and sends the answer
// only when it was given or asked for.

import { byPlace, icon, isNew, keyed, make, makeFold, quiet, rove, walk, write, writeOrHide } from "../frame/elements.js";
import { mount } from "../frame/frame.js";
import { drawFormula, drawTable } from "../parts/table.js";

/** @import { Calculation, QuestionView } from "../protocol.d.ts" */
/** @import { Surface } from "../frame/types.d.ts" */

const EMPTY = "Type a number first.";

/** @param {Surface<QuestionView>} surface */
function build(surface) {
  const { kind } = surface.first;
  const id = `rt-question-${Math.random().toString(36).slice(2)}`; // a page has several
  const act = (action) => () => surface.dispatch({ do: action });
  surface.goOn = () => (surface.view.answer ? surface.told : surface.field.rtFocus());
  surface.asked = make("p", { class: "rt-asked", id });
  surface.field = FIELDS[kind](surface, id);
  surface.hint = quiet("", act("hint"));
  surface.reveal = quiet("Reveal answer", act("reveal"));
  surface.check = make("button", { class: "rt-quiet rt-check", type: "submit" }, kind === "text" ? "Compare with a model answer" : "Check");
  surface.buttons = make("div", { class: "rt-answering" }, surface.check, surface.hint, surface.reveal);
  surface.feedback = make("p", { class: "rt-feedback" }); // announced by the surface
  surface.hints = make("ol", { class: "rt-hints", "aria-label": "Hints" });
  const onsubmit = (event) => {
    event.preventDefault();
    const given = surface.field.rtGiven();
    if (kind === "number" && !given[0].trim()) {
      writeOrHide(surface.feedback, EMPTY);
      surface.live.replaceChildren(EMPTY); // announced again, although it is the same
    } else if (!surface.view.answer) surface.dispatch({ do: "answer", given });
  };
  const row = make("div", { class: `rt-reply${kind === "number" ? " rt-inline" : ""}` }, surface.field, surface.buttons);
  const form = make("form", { class: "rt-ask", "aria-labelledby": id, onsubmit }, surface.asked, row, surface.feedback, surface.hints);
  return [make("div", { class: "rt-exercise" }, form, makeSolution(surface, id))];
}

/** @param {Surface<QuestionView>} surface @param {QuestionView} view */
function draw(surface, view) {
  const { root, asked, field, feedback, hints } = surface;
  write(asked, view.text);
  if (isNew(field, [view.given, Boolean(view.answer), view.right])) field.rtDraw(view);
  root.dataset.verdict = view.right === null ? "" : view.right ? "right" : "wrong";
  writeOrHide(feedback, view.feedback);
  keyed(hints, view.hints, byPlace, () => make("li"), write);
  hints.hidden = !view.hints.length;
  writeOrHide(surface.hint, view.more);
  surface.buttons.hidden = Boolean(view.answer);
  drawSolution(surface, view);
  // what is new may be below the screen
  const replies = view.answer ? [surface.told] : [hints, feedback];
  if (surface.sent) replies.find((one) => !one.hidden)?.scrollIntoView({ block: "nearest" });
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

// The list is one stop of the Tab key: arrow keys go from item to item, and together with Alt they move one.
function makeOrder(surface, id) {
  const list = make("ol", { class: "rt-order", "aria-labelledby": id, "aria-describedby": `${id}-keys` });
  const keys = make("p", { class: "rt-soft rt-keys", id: `${id}-keys` }, "Drag, or press Alt+↑↓, Alt+Home or Alt+End.");
  const shift = (node, to) => {
    const nodes = [...list.children];
    const from = nodes.indexOf(node);
    if (surface.view.answer || to === from || !nodes[to]) return;
    const focused = surface.focused();
    nodes[to][to < from ? "before" : "after"](node);
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
  const placeOf = (node) => [...list.children].indexOf(node);
  const makeItem = (item) => {
    const button = (name, by) => {
      const onclick = () => shift(node, placeOf(node) + by);
      return make("button", { class: "rt-tool", type: "button", tabindex: -1, "aria-label": `Move ${item} ${name}`, onclick }, icon(name));
    };
    const moves = make("span", { class: "rt-shift" }, button("up", -1), button("down", 1));
    const shortcuts = { "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown Alt+Home Alt+End" };
    const node = make("li", { draggable: "true", ...shortcuts }, make("span", { class: "rt-soft" }), make("span", { dir: "auto" }, item), moves);
    node.addEventListener("keydown", (event) => {
      const [nodes, here] = [[...list.children], placeOf(node)];
      const to = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: nodes.length - 1 }[event.key];
      if (event.altKey && to !== undefined) {
        event.preventDefault();
        shift(node, to);
      } else walk(event, nodes, here);
    });
    node.addEventListener("focusin", () => rove([...list.children], node));
    node.addEventListener("dragstart", () => node.classList.add("rt-taken"));
    node.addEventListener("dragend", () => node.classList.remove("rt-taken"));
    node.addEventListener("dragover", (event) => {
      const taken = list.querySelector(".rt-taken");
      if (!taken) return;
      event.preventDefault();
      shift(taken, placeOf(node));
    });
    return node;
  };
  return Object.assign(make("div", {}, list, keys), {
    rtGiven: () => [...list.children].map((node) => /** @type {any} */ (node).rtKey),
    rtDraw: ({ given, answer }) => {
      keyed(list, given, (item) => item, makeItem, () => {});
      for (const node of list.children) node.draggable = !answer;
      list.classList.toggle("rt-done", Boolean(answer));
      keys.hidden = Boolean(answer);
      rove([...list.children]);
      number();
    },
    rtFocus: () => list.querySelector('[tabindex="0"]'),
  });
}

// --- the answer -------------------------------------------------------------------------------------------

// The next stop of the Tab key after the student's own answer, to read both.
function makeSolution(surface, id) {
  surface.answer = make("p", { class: "rt-answer", id: `${id}-answer` }, make("b"), make("span"));
  surface.because = make("p", { class: "rt-because" });
  surface.calculation = make("div", { class: "rt-worked-out" });
  const fold = makeFold("Calculation", surface.calculation, "How the answer is calculated");
  fold.click(); // open at first
  const again = quiet("Try again", () => surface.dispatch({ do: "reset" }));
  const stop = { class: "rt-told", role: "group", tabindex: 0, "aria-labelledby": `${id}-answer` };
  surface.told = make("div", stop, surface.answer, surface.because);
  const bar = make("div", { class: "rt-answering" }, fold, again);
  surface.solution = make("div", { class: "rt-solution" }, surface.told, bar, surface.calculation);
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
