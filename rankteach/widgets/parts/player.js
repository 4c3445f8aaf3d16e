// The step player: it walks through the rows of a calculation, forward and back, to the value at the end. Its cursor is
// local to the browser. No step asks Python anything, so it works while the kernel is busy or gone.
//
// `player.at` is the step: 1 to n are the rows, n + 1 is the value, null shows everything. What is drawn follows from it
// and from what the learner predicts, and from nothing that was drawn before.

import { arrowKeys, icon, ifNew, make, makeButton, makeChildren, makeFold, makeMath, makeMenu, modified, quiet, set, write } from "../frame/elements.js";
import { givesAway, hiddenCells, questionOf } from "./hiding.js";
import { nameTerms, termsOf } from "./origins.js";
import { flyFrom, revealRow } from "../frame/movement.js";
import { cellOf, keyOf, originsAt, VALUE } from "./places.js";
import { makeQuestion, makeQuizzes } from "./quiz.js";
import { makeRowCard } from "./row_card.js";

/** @import { StepFormula, StepText } from "../protocol.d.ts" */
/** @import { Calculation } from "../frame/types.d.ts" */

const PACES = [
  { value: "0.5", words: "Half speed" },
  { value: "1", words: "Normal speed" },
  { value: "2", words: "Double speed" },
  { value: "4", words: "Four times as fast" },
];
const FIRST_NUMBERS = 2; // how deep the numbers are that replace the letters of the formula
const MOST_WORKED = 60; // steps: of more only the formulas of the current one are in the page
const BEAT = 1600; // milliseconds for a step at normal speed

/**
 * @param {Calculation} calculation
 * @param {(walking: boolean) => void} drawn is told when what is shown of the calculation may be another
 */
export function makePlayer(calculation, drawn) {
  const { surface, node: section, player } = calculation;
  const trace = () => surface.view.trace;
  const count = () => trace().steps.length;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  let atEnd = false; // a player at the end stays there
  /** @type {number | null | undefined} */
  let step; // the row that the walk has made the current one
  /** @type {number | null} */
  let before = null; // the row that was it before

  // --- what it consists of ------------------------------------------------------------------------------------

  const key = (/** @type {string} */ name, /** @type {string} */ title, /** @type {() => void} */ press) =>
    makeButton(icon(name), press, { class: "rt-key", title, "aria-label": title });
  const first = key("first", "First step (Home)", () => goTo(1));
  const back = key("back", "Back (←)", () => goBy(-1));
  const play = makeButton("", () => playOrPause(), { class: "rt-key rt-play" });
  const next = key("next", "Next (→)", () => {
    goBy(1);
    if (question.isAsked()) question.focus();
  });
  const last = key("last", "Last: the value (End)", () => goTo(Infinity));
  const slider = make("input", { type: "range", class: "rt-scrub", "aria-label": "step", min: 1, step: 1, oninput: () => goTo(slider.valueAsNumber) });
  const where = make("span", { class: "rt-where" });
  const pace = makeMenu("speed", () => timer && start());
  pace.draw(PACES, "1");
  const all = quiet("Show every step", () => goTo(null));

  const turn = () => surface.dispatch({ do: "display", fractions: !trace().display.fractions });
  const switched = [make("span", {}, "2/3"), make("span", {}, "0.667")];
  const fractions = make("button", { class: "rt-quiet rt-switch", type: "button", onclick: turn }, ...switched);
  const digits = makeMenu("digits", (value) => surface.dispatch({ do: "display", digits: Number(value) }));
  const quizzes = makeQuizzes(player, (quiz) => startQuiz(quiz));

  const scenes = make("div", { class: "rt-scenes" });
  const drawScenes = makeChildren(scenes, makeScene, ({ row }) => row);
  let shown = drawScenes([]);
  const question = makeQuestion(calculation, () => revealAnswer());
  const keys = make("div", { class: "rt-buttons" }, first, back, play, next, last);
  const bar = make("div", { class: "rt-bar-player", role: "toolbar", "aria-label": "Steps" }, keys, slider, where, all);
  arrowKeys(bar, play, "ArrowUp", "ArrowDown"); // the others take steps
  const options = make("span", { class: "rt-choices" }, fractions, digits.node, pace.node);
  const fold = makeFold("Options", options, "How numbers are written, and how fast the steps are played");
  const menu = quiet("⋯", () => set(menu, "ariaExpanded", String(controls.classList.toggle("rt-unfolded"))), { class: "rt-key rt-menu", "aria-label": "More", "aria-expanded": "false" });
  const choices = make("div", { class: "rt-choices" }, quizzes.node, options, fold);
  const controls = make("div", { class: "rt-controls" }, bar, menu, choices);
  const node = make("div", { class: "rt-player" }, controls);
  const card = makeRowCard(calculation);
  node.append(make("div", { class: "rt-stage" }, scenes, question.node), card.node);

  // --- the cursor ---------------------------------------------------------------------------------------------

  const goTo = (/** @type {number | null} */ at) => {
    const end = count() + 1;
    const from = player.at;
    surface.did("step");
    player.at = at === null ? null : Math.min(Math.max(at, 1), end);
    if (player.at === null || player.at === end) pause();
    draw();
    announce();
    if (from !== null && player.at === from + 1 && player.at < end) showRow(player.at - 1);
  };

  // Where everything is shown, a walk begins at one end.
  const goBy = (/** @type {number} */ by) => goTo(player.at === null ? (by > 0 ? 1 : count() + 1) : player.at + by);

  const isDone = () => player.at === null || player.at > count();

  const playOrPause = () => {
    if (timer) {
      pause();
      return;
    }
    if (isDone()) goTo(1);
    else goBy(1);
    if (!isDone()) start();
  };
  const start = () => {
    clearInterval(timer);
    timer = setInterval(() => goBy(1), BEAT / Number(pace.node.value));
    drawPlay(Boolean(timer));
  };
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
    drawPlay(false);
  };
  surface.over.addEventListener("abort", pause);

  // The player's keys, wherever in the calculation they are pressed and have no other meaning.
  section.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || modified(event) || !count()) return;
    const target = /** @type {Element} */ (event.target);
    const slides = target === slider;
    if (target.matches("select, input") && !slides) return;
    if (event.key === " " && !target.matches("button")) playOrPause();
    else if (slides) return; // moves by itself
    else if (event.key === "ArrowLeft") goBy(-1);
    else if (event.key === "ArrowRight") goBy(1);
    else if (event.key === "Home") goTo(1);
    else if (event.key === "End") goTo(Infinity);
    else return;
    event.preventDefault();
  });

  const startQuiz = (/** @type {string} */ quiz) => {
    player.quiz = quiz;
    player.open.clear();
    pause();
    if (quiz && quiz !== "value" && isDone()) player.at = 1;
    draw();
    announce(); // what was announced before could be what is asked
    if (quiz) question.focus();
  };

  // An answered or revealed cell stays open; with "each step", so does its whole row.
  const openUp = (/** @type {string} */ cell, /** @type {number | null} */ row) => {
    player.open.add(cell);
    if (player.quiz !== "next" || row === null) return;
    for (const column of trace().tables[0].heads.keys()) player.open.add(keyOf(0, column, row - 1));
  };

  const revealAnswer = () => {
    const asked = questionOf(trace(), player);
    if (asked) openUp(asked.key, asked.row);
    draw();
    announce();
  };

  // --- drawing ------------------------------------------------------------------------------------------------

  let [content, display, title] = ["", "", ""];

  // A new view: what was predicted right is shown. Another list asks anew, another measure asks nothing.
  const drawView = () => {
    const { verdict, tables, label } = trace();
    const numbers = JSON.stringify([label, tables.map(({ rows }) => rows)]);
    const written = JSON.stringify(trace().display);
    if (content !== numbers && display === written) player.open.clear();
    if (title !== trace().title) player.quiz = "";
    [content, display, title] = [numbers, written, trace().title];
    if (atEnd) player.at = Infinity;
    if (verdict?.right) {
      const column = tables[0]?.heads.findIndex((head) => head.title === verdict.column);
      openUp(verdict.row === null ? VALUE : keyOf(0, column, verdict.row - 1), verdict.row);
    }
    draw();
  };

  const draw = () => {
    const n = count();
    const focused = surface.focused();
    if (player.at !== null) player.at = Math.min(player.at, n + 1);
    atEnd = player.at === n + 1;
    node.hidden = !n;
    drawControls(n);
    markStep(n);
    player.hidden = hiddenCells(trace(), player);
    drawRows();
    drawStage();
    question.draw();
    surface.predicting = Boolean(player.quiz);
    surface.secret = player.hidden.has(VALUE); // nor does a card say it
    surface.body.classList.toggle("rt-secret", surface.secret);
    drawn((player.at === null || atEnd) && !player.hidden.size);
    const gone = focused && section.contains(focused) && !focused.checkVisibility({ visibilityProperty: true });
    if (gone) next.focus({ preventScroll: true }); // what was in focus cannot be seen any more: Enter goes on
  };

  // Marks the row of the step. After the walk, the row that was current before it is marked again.
  const markStep = (/** @type {number} */ n) => {
    const { at } = player;
    if (at !== null && player.row !== step) before = player.row;
    if (at === null && step !== undefined) player.row = before;
    step = at === null ? undefined : at <= n ? at : null;
    calculation.mark(step === undefined ? player.row : step);
  };

  const drawPlay = ifNew((/** @type {boolean} */ plays) => {
    const words = plays ? "Pause" : "Play";
    play.replaceChildren(icon(words.toLowerCase()), make("span", {}, words));
    play.setAttribute("aria-label", words);
    play.title = `${words} (Space)`;
  });
  drawPlay(false);

  const drawControls = (/** @type {number} */ n) => {
    const { at } = player;
    const { display: { fractions: asFractions, digits: shownDigits }, digits: offered, steps } = trace();
    const idle = /** @type {const} */ ([[first, at === 1], [back, at === 1], [next, at === n + 1], [last, at === n + 1], [all, at === null]]);
    for (const [button, is] of idle) set(button, "ariaDisabled", String(is)); // and not disabled: it may be in focus
    slider.max = String(n + 1);
    slider.value = String(at ?? n + 1);
    const words = at === null ? `${n} ${n === 1 ? "step" : "steps"}` : at > n ? "the value" : `step ${at} of ${n}`;
    slider.setAttribute("aria-valuetext", at !== null && at <= n ? `${words}: ${steps[at - 1].lead}` : words);
    write(where, words);
    const [now, other] = asFractions ? ["fractions", "decimals"] : ["decimals", "fractions"];
    fractions.setAttribute("aria-label", `2/3 0.667: numbers as ${now}, switch to ${other}`);
    for (const [place, one] of switched.entries()) one.classList.toggle("on", (place === 0) === asFractions);
    digits.draw(offered.map((one) => ({ value: String(one), words: `${one} digits` })), String(shownDigits));
    quizzes.draw(trace());
  };

  // Dims the rows to come and empties what is calculated in them. The formula is written as far as the calculation has come.
  let plain = false;
  const drawRows = () => {
    const { at, hidden } = player;
    const { formula, tables } = trace();
    const coming = (/** @type {number} */ row) => at !== null && row >= at;
    const done = isDone() && !hidden.has(VALUE);
    const hasNumbers = formula.pieces.some(({ depth }) => depth > 1);
    for (const [place, piece] of calculation.formula.pieces().entries()) {
      const { depth } = formula.pieces[place];
      piece.classList.toggle("rt-numbers", depth > 1);
      piece.classList.toggle("rt-letters", depth <= 1 && hasNumbers);
      const may = depth === FIRST_NUMBERS && !done ? drawTerms(piece) : done;
      piece.classList.toggle("rt-blank", depth > 1 && !may);
      if (done) drawTerms(piece);
    }
    surface.refit(); // of a long sum the terms of this step are seen
    const wasPlain = plain;
    plain = at === null && !hidden.size;
    if (plain && wasPlain) return; // no row has anything to lose
    for (const [table, { heads }] of tables.entries()) {
      const grows = heads.map((head) => head.grows || (head.origin !== "given" && head.kind === "number"));
      for (const [row, line] of calculation.lines(table).entries()) {
        const later = table === 0 && coming(row);
        line.classList.toggle("rt-to-come", later);
        for (const [column, cell] of [...line.cells].entries()) {
          cell.classList.toggle("rt-blank", later && grows[column]);
          cell.classList.toggle("rt-masked", hidden.has(keyOf(table, column, row)));
        }
      }
    }
    const linked = Boolean(tables[0]?.linked);
    for (const nodes of calculation.linked()) {
      for (const [row, one] of nodes.entries()) one.classList.toggle("rt-to-come", linked && coming(row));
    }
    for (const [row, line] of calculation.sentences().entries()) {
      line.classList.toggle("rt-to-come", coming(row));
      line.classList.toggle("rt-blank", coming(row) || givesAway(trace(), row, hidden));
    }
  };

  /** Leaves a gap for each term of the rows to come; returns whether the other terms may be shown. @param {Element} piece */
  const drawTerms = (piece) => {
    const { at, hidden } = player;
    const terms = termsOf(piece).map((term) => ({ term, cell: cellOf(term.dataset.from) }));
    for (const { term, cell: [table, , row] } of terms) {
      term.classList.toggle("rt-gap", at !== null && table === 0 && row !== undefined && row >= at);
    }
    return terms.some(({ cell: [table, , row] }) => table === 0 && row !== undefined) && !hidden.size;
  };

  // Every step has its sentence and its formulas in the same place, so that its size stays the same; one of them is shown.
  /** @type {{ trace?: object, worked?: object, at?: number }} */
  const staged = {};
  const drawStage = () => {
    const { at, hidden, row } = player;
    section.classList.toggle("rt-walking", at !== null);
    const { n, steps: worked } = surface.formulas;
    const isKnown = n === surface.view.calculation;
    card.draw(at === null || !count() ? null : Math.min(at, count()) - 1, isKnown ? worked : []);
    if (at === null) return;
    const { steps, closing } = trace();
    if (staged.trace !== trace()) {
      staged.trace = trace();
      shown = drawScenes([...steps, { row: 0, lead: "The value", text: closing }]);
    }
    const only = worked.length > MOST_WORKED ? Math.min(at, worked.length) : 0;
    if ((staged.worked !== worked || staged.at !== only) && isKnown) {
      Object.assign(staged, { worked, at: only });
      for (const [place, formulas] of worked.entries()) {
        shown[place]?.drawWorked(only && place + 1 !== only ? [] : formulas);
        nameTerms(shown[place].node, trace());
      }
    }
    for (const [place, scene] of shown.entries()) {
      scene.node.classList.toggle("rt-shown", place + 1 === at);
      scene.node.classList.toggle("rt-untold", place === steps.length ? hidden.has(VALUE) : givesAway(trace(), place, hidden));
    }
    const line = calculation.lines(0)[(row ?? 0) - 1];
    if (line) revealRow(calculation.scroller, line); // now that the stage has its room
  };

  // What is calculated in a row comes, one cell after the other, from what it is made of; its terms go on to the formula.
  const showRow = (/** @type {number} */ row) => {
    const cells = calculation.lines(0)[row].cells;
    const seen = [...cells].filter((cell) => cell.textContent && !cell.matches(".rt-masked"));
    const made = seen.filter((cell) => originsAt(trace(), [0, cell.cellIndex, row]).length);
    for (const [turn, cell] of made.entries()) {
      const [[table, column, , end]] = originsAt(trace(), [0, cell.cellIndex, row]);
      flyFrom(/** @type {Element} */ (cell.firstChild), calculation.cellAt([table, column, end])?.firstElementChild, turn);
    }
    for (const term of termsOf(calculation.formula.node).filter((one) => one.closest(".rt-numbers"))) {
      const [table, column, from] = cellOf(term.dataset.from);
      if (table !== 0 || from !== row) continue;
      flyFrom(term, card.node.offsetParent ? card.numberAt(column, row) : cells[column].firstElementChild, made.length);
    }
  };

  // Says the current step, but not what the learner predicts.
  const announce = () => {
    const scene = player.at === null ? null : shown[player.at - 1];
    surface.say(scene ? scene.said() : "");
  };

  const drawFormulas = () => {
    if (player.at !== null) drawStage();
  };
  return { node, choices, draw: drawView, drawFormulas, goTo, step: goBy };
}

function makeScene() {
  const lead = make("b");
  const text = make("span");
  const what = make("span", { class: "rt-what" }, "what comes here?");
  const sentence = make("p", { class: "rt-sentence" }, lead, text, what);
  const worked = make("div", { class: "rt-worked" });
  const node = make("div", { class: "rt-scene" }, sentence, worked);
  const drawWorked = makeChildren(worked, () => {
    const one = makeMath(make("span"));
    return { node: one.node, draw: (/** @type {StepFormula} */ { math }) => one.draw(math, 0) };
  });
  const draw = (/** @type {StepText} */ step) => {
    write(lead, `${step.lead}: `);
    write(text, step.text);
  };
  const said = () => `${lead.textContent}${(node.matches(".rt-untold") ? what : text).textContent}`;
  return { node, draw, drawWorked, said };
}
