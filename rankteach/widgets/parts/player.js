// The step player: it walks through the rows of a calculation, forward and back, to the value at the end. Its cursor is
// local to the browser. No step asks Python anything, so it works while the kernel is busy or gone.
//
// `surface.player.at` is the step: 1 to n are the rows, n + 1 is the value, null shows everything. What is drawn follows
// from it and from what the learner predicts, and from nothing that was drawn before.

import { drawCode } from "./code.js";
import { byPlace, drawMenu, icon, isNew, keyed, make, makeFold, makeMenu, modified, quiet, roam, rove, write, writeMath } from "../frame/elements.js";
import { givesAway, hiddenCells, questionOf } from "./hiding.js";
import { askAgain, nameTerms } from "./origins.js";
import { fly, revealRow } from "../frame/movement.js";
import { cellOf, keyOf, originsAt, VALUE } from "./places.js";
import { drawQuestion, drawQuizzes, makeQuestion } from "./quiz.js";
import { cellAt, markRow, rowsOf } from "./rows.js";
import { drawFormula } from "./table.js";

/** @import { StepFormula, TraceView } from "../protocol.d.ts" */
/** @import { Player, Surface } from "../frame/types.d.ts" */

const PACES = [
  { value: "0.5", words: "Half speed" },
  { value: "1", words: "Normal speed" },
  { value: "2", words: "Double speed" },
  { value: "4", words: "Four times as fast" },
];
const FIRST_NUMBERS = 2; // how deep the numbers are that replace the letters of the formula
const MOST_WORKED = 60; // steps: of more only the formulas of the current one are in the page
const BEAT = 1600; // milliseconds for a step at normal speed

/** @param {Surface} surface */
export function makePlayer(surface) {
  /** @type {Player} */
  const player = { at: null, timer: null, quiz: "", open: new Set(), hidden: new Set() };
  surface.player = player;
  const key = (name, title, onclick) =>
    make("button", { class: "rt-key", type: "button", title, "aria-label": title, onclick }, icon(name));
  player.first = key("first", "First step (Home)", () => goTo(surface, 1));
  player.back = key("back", "Back (←)", () => goBy(surface, -1));
  player.play = make("button", { class: "rt-key rt-play", type: "button", onclick: () => playOrPause(surface) });
  player.next = key("next", "Next (→)", () => {
    goBy(surface, 1);
    if (player.question) player.form.querySelector("input").focus();
  });
  player.last = key("last", "Last: the value (End)", () => goTo(surface, Infinity));
  const oninput = ({ target }) => goTo(surface, target.valueAsNumber);
  player.slider = make("input", { type: "range", class: "rt-scrub", "aria-label": "step", min: 1, step: 1, oninput });
  player.where = make("span", { class: "rt-where" });
  player.pace = makeMenu("speed", () => restart(surface));
  drawMenu(player.pace, PACES, "1");
  player.all = quiet("Show every step", () => goTo(surface, null));

  const turn = () => surface.dispatch({ do: "display", fractions: !surface.view.trace.display.fractions });
  player.fractions = make("button", { class: "rt-quiet rt-switch", type: "button", onclick: turn });
  player.fractions.append(make("span", {}, "2/3"), make("span", {}, "0.667"));
  player.digits = makeMenu("digits", (digits) => surface.dispatch({ do: "display", digits: Number(digits) }));
  player.predict = makeMenu("predict", (quiz) => startQuiz(surface, quiz));

  player.scenes = make("div", { class: "rt-scenes" });
  player.form = makeQuestion(surface, () => revealAnswer(surface));
  const keys = make("div", { class: "rt-buttons" }, player.first, player.back, player.play, player.next, player.last);
  const bar = make("div", { class: "rt-bar-player", role: "toolbar", "aria-label": "Steps", "aria-orientation": "vertical" }, keys, player.slider);
  bar.append(player.where, player.all);
  roam(bar, player.play, "ArrowUp", "ArrowDown"); // the others take steps
  const options = make("span", { class: "rt-choices" }, player.fractions, player.digits, player.pace);
  const fold = makeFold("Options", options, "How numbers are written, and how fast the steps are played");
  player.choices = make("div", { class: "rt-choices" }, player.predict, options, fold);
  player.node = make("div", { class: "rt-player" }, make("div", { class: "rt-controls" }, bar, player.choices));
  player.node.append(make("div", { class: "rt-stage" }, player.scenes, player.form));
  return player.node;
}

// --- the cursor ---------------------------------------------------------------------------------------------

const stepsOf = (surface) => surface.view.trace.steps.length;

export function goTo(surface, at) {
  const { player } = surface;
  const end = stepsOf(surface) + 1;
  const before = player.at;
  surface.coach?.("step");
  player.at = at === null ? null : Math.min(Math.max(at, 1), end);
  if (player.at === null || player.at === end) pause(surface);
  drawPlayer(surface);
  announce(surface);
  if (before !== null && player.at === before + 1 && player.at < end) showRow(surface, player.at - 1);
}

// What is calculated in a row comes, one cell after the other, from what it is made of; its terms go on to the formula.
/** @param {Surface} surface @param {number} row */
function showRow(surface, row) {
  const { trace } = surface.view;
  const cells = rowsOf(surface, 0)[row].cells;
  const shown = [...cells].filter((cell) => cell.textContent && !cell.matches(".rt-masked"));
  const made = shown.filter((cell) => originsAt(trace, [0, cell.cellIndex, row]).length);
  for (const [turn, cell] of made.entries()) {
    const [place] = originsAt(trace, [0, cell.cellIndex, row]);
    fly(cell.firstChild, cellAt(surface, [place[0], place[1], place[3]])?.firstChild, turn);
  }
  for (const term of surface.trace.formula.lastChild.querySelectorAll(".rt-numbers [data-from]")) {
    const [table, column, from] = cellOf(term.dataset.from);
    if (table === 0 && from === row) fly(term, cells[column].firstChild, made.length);
  }
}

// Where everything is shown, a walk begins at one end.
function goBy(surface, by) {
  const { at } = surface.player;
  goTo(surface, at === null ? (by > 0 ? 1 : stepsOf(surface) + 1) : at + by);
}

function playOrPause(surface) {
  if (surface.player.timer) {
    pause(surface);
    return;
  }
  if (surface.player.at === null || surface.player.at > stepsOf(surface)) goTo(surface, 1);
  else goBy(surface, 1);
  if (surface.player.at <= stepsOf(surface)) play(surface);
}

function play(surface) {
  surface.player.timer = setInterval(() => goBy(surface, 1), BEAT / Number(surface.player.pace.value));
  drawPlay(surface.player);
}

function pause(surface) {
  clearInterval(surface.player.timer);
  surface.player.timer = null;
  drawPlay(surface.player);
}

function restart(surface) {
  if (!surface.player.timer) return;
  pause(surface);
  play(surface);
}

// The player's keys, wherever in the calculation they are pressed and have no other meaning.
export function onPlayerKey(surface, event) {
  if (event.defaultPrevented || modified(event) || !stepsOf(surface)) return;
  const { target, key } = event;
  const slides = target === surface.player.slider;
  if (target.matches("select, input") && !slides) return;
  if (key === " " && !target.matches("button")) playOrPause(surface);
  else if (slides) return; // moves by itself
  else if (key === "ArrowLeft") goBy(surface, -1);
  else if (key === "ArrowRight") goBy(surface, 1);
  else if (key === "Home") goTo(surface, 1);
  else if (key === "End") goTo(surface, Infinity);
  else return;
  event.preventDefault();
}

function startQuiz(surface, quiz) {
  const { player } = surface;
  player.quiz = quiz;
  player.open.clear();
  pause(surface);
  if (quiz && quiz !== "value" && (player.at === null || player.at > stepsOf(surface))) player.at = 1;
  drawPlayer(surface);
  announce(surface); // what was announced before could be what is asked
  if (quiz) player.form.querySelector("input").focus();
}

// An answered or revealed cell stays open; with "each step", so does its whole row.
function openUp(surface, key, row) {
  const { player } = surface;
  player.open.add(key);
  if (player.quiz !== "next") return;
  surface.view.trace.tables[0].heads.forEach((_, column) => player.open.add(keyOf(0, column, row - 1)));
}

function revealAnswer(surface) {
  const asked = questionOf(surface.view.trace, surface.player);
  if (asked) openUp(surface, asked.key, asked.row);
  drawPlayer(surface);
  announce(surface);
}

// A new view: what was predicted right is shown. Another list asks anew, another measure asks nothing. A player at the end
// stays there.
export function viewPlayer(surface) {
  const { player } = surface;
  const { trace } = surface.view;
  const { verdict } = trace;
  const display = JSON.stringify(trace.display);
  const content = JSON.stringify([trace.label, trace.tables.map((table) => table.rows)]);
  if (player.content !== content && player.display === display) player.open.clear();
  if (player.title !== trace.title) player.quiz = "";
  Object.assign(player, { content, display, title: trace.title });
  if (player.end) player.at = Infinity;
  if (verdict?.right) {
    const column = trace.tables[0]?.heads.findIndex((head) => head.title === verdict.column);
    openUp(surface, verdict.row === null ? VALUE : keyOf(0, column, verdict.row - 1), verdict.row);
  }
  drawPlayer(surface);
}

// What the value means for this list, once all of it is shown; before, what the measure measures.
/** @param {Surface} surface */
function drawMeaning({ trace: { line }, player, view: { trace } }) {
  const all = (player.at === null || player.end) && !player.hidden.size;
  write(line, all ? trace.meaning : trace.line);
  line.title = line.textContent;
}

/** @param {Surface} surface */
export function drawPlayer(surface) {
  const { player, view: { trace } } = surface;
  const n = trace.steps.length;
  const focused = surface.focused();
  if (player.at !== null) player.at = Math.min(player.at, n + 1);
  player.end = player.at === n + 1;
  player.node.hidden = !n;
  drawControls(player, trace, n);
  drawCurrent(surface, n);
  player.hidden = hiddenCells(trace, player);
  drawMeaning(surface);
  drawRows(surface);
  drawStage(surface);
  drawQuestion(surface);
  surface.secret = player.hidden.has(VALUE); // nor does a card say it
  surface.body.classList.toggle("rt-secret", surface.secret);
  drawCode(surface);
  askAgain(surface);
  const gone = surface.section.contains(focused) && !focused.checkVisibility({ visibilityProperty: true });
  if (gone) player.next.focus({ preventScroll: true }); // what was in focus cannot be seen any more: Enter goes on
}

// Marks the row of the step. After the walk, the row that was current before it is marked again.
function drawCurrent(surface, n) {
  const { player } = surface;
  const walking = player.at !== null;
  if (walking && surface.row !== player.row) player.rest = surface.row;
  if (!walking && player.row !== undefined) surface.row = player.rest;
  player.row = walking ? (player.at <= n ? player.at : null) : undefined;
  markRow(surface, walking ? player.row : surface.row);
  if (player.end) for (const nodes of [rowsOf(surface, 0), [...surface.trace.steps.children]]) rove(nodes, nodes.at(-1));
}

/** @param {Player} player @param {TraceView} trace @param {number} n */
function drawControls(player, trace, n) {
  const { at } = player;
  const idle = { first: at === 1, back: at === 1, next: at === n + 1, last: at === n + 1, all: at === null };
  // and not disabled: it may be in focus
  for (const [name, is] of Object.entries(idle)) player[name].setAttribute("aria-disabled", String(is));
  player.slider.max = n + 1;
  player.slider.value = at ?? n + 1;
  const words = at === null ? `${n} ${n === 1 ? "step" : "steps"}` : at > n ? "the value" : `step ${at} of ${n}`;
  player.slider.setAttribute("aria-valuetext", at !== null && at <= n ? `${words}: ${trace.steps[at - 1].lead}` : words);
  write(player.where, words);
  drawPlay(player);
  const { fractions, digits } = trace.display;
  const [now, other] = fractions ? ["fractions", "decimals"] : ["decimals", "fractions"];
  player.fractions.setAttribute("aria-label", `2/3 0.667: numbers as ${now}, switch to ${other}`);
  [...player.fractions.children].forEach((one, place) => one.classList.toggle("on", (place === 0) === fractions));
  drawMenu(player.digits, trace.digits.map((one) => ({ value: String(one), words: `${one} digits` })), String(digits));
  drawQuizzes(player, trace);
}

/** @param {Player} player */
function drawPlay({ play, timer }) {
  const words = timer ? "Pause" : "Play";
  if (!isNew(play, words)) return;
  play.replaceChildren(icon(words.toLowerCase()), make("span", {}, words));
  play.setAttribute("aria-label", words);
  play.title = `${words} (Space)`;
}

// Dims the rows to come and empties what is calculated in them. The formula is written as far as the calculation has come.
/** @param {Surface} surface */
function drawRows(surface) {
  const { player, view: { trace } } = surface;
  const { at, hidden } = player;
  const { formula, steps } = surface.trace;
  const coming = (row) => at !== null && row >= at;
  const done = (at === null || at > trace.steps.length) && !hidden.has(VALUE);
  for (const [place, piece] of [...formula.lastChild.children].entries()) {
    const { depth } = trace.formula.pieces[place];
    piece.classList.toggle("rt-numbers", depth > 1);
    piece.classList.toggle("rt-blank", depth > 1 && !done && !(depth === FIRST_NUMBERS && drawTerms(piece, player)));
    if (done) drawTerms(piece, player);
  }
  const plain = at === null && !hidden.size; // and if it was so before, no row has anything to lose
  if (plain && player.plain) return;
  player.plain = plain;
  for (const [table, { heads }] of trace.tables.entries()) {
    const grows = heads.map((head) => head.grows || (head.origin !== "given" && head.kind === "number"));
    for (const [row, line] of rowsOf(surface, table).entries()) {
      const later = table === 0 && coming(row);
      line.classList.toggle("rt-to-come", later);
      for (const [column, cell] of [...line.cells].entries()) {
        cell.classList.toggle("rt-blank", later && grows[column]);
        cell.classList.toggle("rt-masked", hidden.has(keyOf(table, column, row)));
      }
    }
  }
  const linked = Boolean(trace.tables[0]?.linked);
  for (const nodes of surface.rows()) nodes.forEach((node, row) => node.classList.toggle("rt-to-come", linked && coming(row)));
  for (const [row, line] of [...steps.children].entries()) {
    line.classList.toggle("rt-to-come", coming(row));
    line.classList.toggle("rt-blank", coming(row) || givesAway(trace, row, hidden));
  }
}

// Leaves a gap for each term of the rows to come; returns whether the other terms may be shown.
/** @param {Element} piece @param {Player} player */
function drawTerms(piece, { at, hidden }) {
  const terms = [.../** @type {NodeListOf<HTMLElement>} */ (piece.querySelectorAll("[data-from]"))].map((node) => (
    { node, cell: cellOf(node.dataset.from) }
  ));
  for (const { node, cell: [table, , row] } of terms) {
    node.classList.toggle("rt-gap", at !== null && table === 0 && row !== undefined && row >= at);
  }
  const rows = terms.filter(({ cell: [table, , row] }) => table === 0 && row !== undefined);
  return rows.length > 0 && !hidden.size;
}

// Every step has its sentence and its formulas in the same place, so that its size stays the same; one of them is shown.
// The last is the value; on a narrow page its formula is drawn there, and takes no room until then.
/** @param {Surface} surface */
function drawStage(surface) {
  const { player, view: { trace } } = surface;
  surface.section.classList.toggle("rt-walking", player.at !== null);
  if (player.at === null) return;
  if (player.staged !== trace) {
    player.staged = trace;
    const value = { lead: "The value", text: trace.closing, whole: trace.formula };
    keyed(player.scenes, [...trace.steps, value], (step) => (step.whole ? "value" : step.row), makeScene, (node, step) => drawScene(node, step, trace));
  }
  const { n, steps } = surface.formulas;
  const at = steps.length > MOST_WORKED ? Math.min(player.at, steps.length) : 0;
  if ((player.worked !== steps || player.workedAt !== at) && n === surface.view.calculation) {
    Object.assign(player, { worked: steps, workedAt: at });
    for (const [place, formulas] of steps.entries()) {
      drawWorked(player.scenes.children[place].lastChild, at && place + 1 !== at ? [] : formulas, trace);
    }
  }
  for (const [place, scene] of [...player.scenes.children].entries()) {
    const value = place === trace.steps.length;
    scene.classList.toggle("rt-shown", place + 1 === player.at);
    scene.classList.toggle("rt-untold", value ? player.hidden.has(VALUE) : givesAway(trace, place, player.hidden));
  }
  const line = rowsOf(surface, 0)[player.row - 1];
  if (line) revealRow(surface.trace.rows, line); // now that the stage has its room
}

function makeScene({ whole }) {
  const what = make("span", { class: "rt-what" }, "what comes here?");
  const sentence = make("p", { class: "rt-sentence" }, make("b"), make("span"), what);
  const formula = whole ? [make("span"), make("div", { class: "rt-pieces" })] : [];
  return make("div", { class: "rt-scene" }, sentence, make("div", { class: whole ? "rt-whole" : "rt-worked" }, ...formula));
}

function drawScene(node, { lead, text, whole }, trace) {
  const [sentence, formula] = node.children;
  write(sentence.children[0], `${lead}: `);
  write(sentence.children[1], text);
  if (!whole) return;
  drawFormula(formula, whole);
  nameTerms(formula, trace);
}

/** @param node @param {StepFormula[]} formulas @param {TraceView} trace */
function drawWorked(node, formulas, trace) {
  keyed(node, formulas, byPlace, () => make("span"), (one, { math }) => writeMath(one, math));
  nameTerms(node, trace);
}

// Says the current step, but not what the learner predicts.
function announce({ player, live }) {
  const scene = player.scenes.querySelector(".rt-shown");
  const [lead, text, what] = scene?.firstChild.children ?? [];
  const hidden = scene?.classList.contains("rt-untold");
  write(live, player.at === null || !scene ? "" : lead.textContent + (hidden ? what : text).textContent);
}
