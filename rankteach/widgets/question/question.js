// A question: the student types a number, chooses, puts items in order, or writes. Python checks it, and sends the answer
// only when it was given or asked for.

import { assign, ifNew, make, makeChildren, makeFold, makeText, quiet, write, writeOrHide } from "../frame/elements.js";
import { mount } from "../frame/frame.js";
import { noteAnswered } from "../frame/memory.js";
import { makeList } from "../parts/list.js";
import { makeFormula, makeTable } from "../parts/table.js";

/** @import { Calculation, QuestionView } from "../protocol.d.ts" */
/** @import { Context, Drawn, Surface } from "../frame/types.d.ts" */

/** What holds an answer that is not checked yet, by question: a notebook that draws it anew goes on with it. @type {Map<string, Field>} */
const drafts = new Map();

function build(/** @type {Surface<QuestionView>} */ surface) {
  const first = surface.view; // the kind of a question and its choices do not change
  const { kind } = first;
  const id = `rt-question-${Math.random().toString(36).slice(2)}`;
  const asked = make("p", { class: "rt-asked", id });
  const check = make("button", { class: "rt-quiet rt-check", type: "submit" }, kind === "text" ? "Compare with a model answer" : "Check");
  const field = FIELDS[kind]({ surface, first, id, check });
  const hint = quiet("", () => surface.dispatch({ do: "hint" }));
  const reveal = quiet("Reveal answer", () => surface.dispatch({ do: "reveal" }));
  const buttons = make("div", { class: "rt-answering" }, check, hint, reveal);
  const feedback = make("p", { class: "rt-feedback" }); // announced by the surface
  const hints = make("ol", { class: "rt-hints", "aria-label": "Hints" });
  const drawHints = makeChildren(hints, () => makeText(make("li")));
  const solution = makeSolution(surface, id);
  const now = () => JSON.stringify(field.given());
  let known = now(); // the answer that was drawn or sent last
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    known = now();
    if (!surface.view.answer) surface.dispatch({ do: "answer", given: field.given() });
  };
  const oninput = () => drafts.set(first.text, field);
  const row = make("div", { class: `rt-reply${kind === "number" ? " rt-inline" : ""}` }, field.node, buttons);
  const form = make("form", { class: "rt-ask", "aria-labelledby": id, onsubmit, oninput }, asked, row, feedback, hints);
  let began = first.begun;
  const drawField = ifNew((/** @type {[string[], boolean, boolean | null, number | undefined]} */ [given, done, , begun]) => {
    if (begun !== began) noteAnswered(first.text, false);
    else if (!done && now() !== known) return; // the next answer, which the student gives while Python checks the last one
    began = begun;
    field.draw(given, done);
    if (drafts.get(first.text) === field) drafts.delete(first.text);
    known = now();
  });
  const draw = (/** @type {Drawn<QuestionView>} */ view) => {
    write(asked, view.text);
    drawField([view.given, Boolean(view.answer), view.right, view.begun]);
    surface.root.dataset.verdict = view.right === null ? "" : view.right ? "right" : "wrong";
    writeOrHide(feedback, view.feedback);
    drawHints(view.hints);
    hints.hidden = !view.hints.length;
    writeOrHide(hint, view.more);
    buttons.hidden = Boolean(view.answer);
    solution.draw(view);
    if (view.answer) noteAnswered(view.text);
    // what is new may be below the screen
    const replies = view.answer ? [solution.told] : [hints, feedback];
    if (surface.acted()) replies.find((one) => !one.hidden)?.scrollIntoView({ block: "nearest" });
  };
  const focusable = () => (surface.view.answer ? solution.told : field.focusable());
  if (drafts.get(first.text)?.node.isConnected === false) { // in the page it is of another question with the same words
    field.draw(drafts.get(first.text)?.given() ?? [], false);
    oninput();
  }
  return [{ node: make("div", { class: "rt-exercise" }, form, solution.node), draw, focusable }];
}

// --- what the student answers with ------------------------------------------------------------------------

/**
 * @typedef {object} Field
 * @property {HTMLElement} node
 * @property {() => string[]} given what it holds
 * @property {(given: string[], done: boolean) => void} draw the last answer; done: the solution is shown
 * @property {() => HTMLElement} focusable which of its nodes takes the focus
 */

/** @typedef {{ surface: Surface<QuestionView>, first: QuestionView, id: string, check: HTMLElement }} Asking */

const FIELDS = { number: makeNumber, choice: makeChoices, choices: makeChoices, order: makeOrder, text: makeWords };

/** @param {Asking} asking @returns {Field} */
function makeNumber({ first, id }) {
  const input = make("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "number or fraction",
    "aria-labelledby": `${id} ${id}-name`,
  });
  const node = make("label", { class: "rt-typed" }, make("span", { id: `${id}-name` }, first.label), input);
  return { node, ...makeTyped(input) };
}

/** @param {Asking} asking @returns {Field} */
function makeWords({ id, check }) {
  const node = make("textarea", { rows: 3, "aria-labelledby": id, title: "Ctrl+Enter compares", placeholder: "In your own words" });
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) check.click();
  });
  return { node, ...makeTyped(node) };
}

/** What is typed into a field. @param {HTMLInputElement | HTMLTextAreaElement} field @returns {Omit<Field, "node">} */
const makeTyped = (field) => ({
  given: () => [field.value],
  draw: (given, done) => {
    field.value = given[0] ?? (done ? field.value : "");
    field.readOnly = done;
  },
  focusable: () => field,
});

/** @param {Asking} asking @returns {Field} */
function makeChoices({ first, id }) {
  const [type, role] = first.kind === "choice" ? ["radio", "radiogroup"] : ["checkbox", "group"];
  const inputs = first.items.map((value) => make("input", { type, name: id, value }));
  const options = inputs.map((input) => make("label", { class: "rt-option" }, input, make("span", { dir: "auto" }, input.value)));
  return {
    node: make("div", { class: "rt-options", role, "aria-labelledby": id }, ...options),
    given: () => inputs.filter((input) => input.checked).map((input) => input.value),
    draw: (given, done) => {
      for (const input of inputs) {
        input.checked = given.includes(input.value) || (done && input.checked);
        input.disabled = done;
      }
    },
    focusable: () => inputs.find((input) => input.checked) ?? inputs[0],
  };
}

/** @param {Asking} asking @returns {Field} */
function makeOrder({ surface, id }) {
  /** @type {string[]} */
  let order = [];
  /** @param {string} item @param {import("../parts/list.js").Where} where */
  const move = (item, where) => {
    const from = order.indexOf(item);
    const to = Math.min(Math.max("to" in where ? where.to - 1 : from + where.by, 0), order.length - 1);
    if (to === from) return;
    order.splice(to, 0, ...order.splice(from, 1));
    drawOrder();
    list.node.dispatchEvent(new Event("input", { bubbles: true }));
    surface.say(`${item}: place ${to + 1} of ${order.length}`);
  };
  const list = makeList(surface, "Your order", () => ({ cells: [], draw: () => {} }), { move });
  assign(list.node, { "aria-labelledby": id, "aria-describedby": `${id}-keys` });
  const drawOrder = () => list.draw(order.map((item) => ({ item })));
  const keys = make("p", { class: "rt-soft rt-keys", id: `${id}-keys` }, "Drag, or press Alt+↑↓, Alt+Home or Alt+End.");
  return {
    node: make("div", {}, list.node, keys),
    given: () => order,
    draw: (given, done) => {
      order = [...given];
      list.node.classList.toggle("rt-fixed", done);
      keys.hidden = done;
      drawOrder();
    },
    focusable: () => list.nodes().find((node) => node.tabIndex === 0) ?? list.node,
  };
}

// --- the answer -------------------------------------------------------------------------------------------

/** The next stop of the Tab key after the student's own answer, to read both. @param {Surface<QuestionView>} surface @param {string} id */
function makeSolution(surface, id) {
  const [head, words] = [make("b"), make("span")];
  const answer = make("p", { class: "rt-answer", id: `${id}-answer` }, head, words);
  const because = make("p", { class: "rt-because" });
  const calculation = make("div", { class: "rt-worked-out" });
  const fold = makeFold("Calculation", calculation, "How the answer is calculated");
  fold.click(); // open at first
  const again = quiet("Try again", () => surface.dispatch({ do: "reset" }));
  const told = make("div", { class: "rt-told", role: "group", tabindex: 0, "aria-labelledby": `${id}-answer` }, answer, because);
  const node = make("div", { class: "rt-solution" }, told, make("div", { class: "rt-answering" }, fold, again), calculation);
  const drawWorked = ifNew((/** @type {Calculation | null} */ worked) => {
    calculation.replaceChildren(...(worked ? makeCalculation(worked) : []));
  });
  const draw = (/** @type {QuestionView} */ view) => {
    node.hidden = !view.answer;
    write(head, view.kind === "text" ? "A model answer" : "Answer");
    write(words, view.answer);
    writeOrHide(because, view.because);
    node.classList.toggle("rt-bare", !view.worked);
    drawWorked(view.worked);
  };
  return { node, told, draw };
}

function makeCalculation(/** @type {Calculation} */ { formula, tables, steps, closing }) {
  const written = makeFormula("rt-formula");
  written.draw(formula);
  const drawn = tables.map((data) => {
    const table = makeTable();
    table.draw(data, {});
    const hidden = data.hidden ? [make("p", { class: "rt-soft" }, data.hidden)] : [];
    const label = { tabindex: 0, role: "group", "aria-label": "Table of the calculation" };
    return make("div", { class: "rt-scroll", ...label }, table.node, ...hidden);
  });
  const sentences = [...steps.map(({ lead, text }) => `${lead}: ${text}`), ...(closing ? [closing] : [])];
  return [written.node, ...drawn, make("ol", { class: "rt-sentences" }, ...sentences.map((words) => make("li", {}, words)))];
}

export default { render: (/** @type {Context} */ context) => mount(context, "rt-question-surface", build) };
