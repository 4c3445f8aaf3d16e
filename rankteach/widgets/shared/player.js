// The step player: it walks through the rows of a calculation, forward and back, to the value at the end. Where it
// stands is local to the browser. No step asks Python anything, so it works while the kernel is busy or gone.
//
// `surface.player.at` is the step: 1 to n are the rows, n + 1 is the value, null shows everything and walks nowhere.
// What is drawn follows from it and from what somebody is asked to predict, and from nothing that was drawn before.

import { byPlace, icon, keyed, make, rove, write, writeMath } from "./elements.js";
import { askAgain } from "./origins.js";
import { keyOf, VALUE } from "./places.js";
import { drawQuestion, drawQuizzes, hiddenCells, makeQuestion, questionOf, tells } from "./quiz.js";
import { markRow, rowsOf } from "./rows.js";
import { drawFormula, roveTerms } from "./table.js";

const PACES = [[0.5, "half speed"], [1, "speed 1"], [2, "speed 2"], [4, "speed 4"]];
const BEAT = 1600; // milliseconds for a step at speed 1

export function makePlayer(surface) {
  const player = { at: null, timer: null, quiz: "", open: new Set(), hidden: new Set(), drawn: "" };
  surface.player = player;
  const button = (name, words, onclick) => make("button", { class: "rt-key", type: "button", title: words, "aria-label": words, onclick }, icon(name));
  player.first = button("first", "First step (Home)", () => goTo(surface, 1));
  player.back = button("back", "Back (←)", () => goBy(surface, -1));
  player.play = make("button", { class: "rt-key rt-play", type: "button", onclick: () => playOrPause(surface) });
  player.next = button("next", "Next (→)", () => {
    goBy(surface, 1);
    if (player.question) player.form.querySelector("input").focus();
  });
  player.last = button("last", "Last: the value (End)", () => goTo(surface, Infinity));
  player.slider = make("input", { type: "range", class: "rt-scrub", "aria-label": "step", min: 1, step: 1 });
  player.slider.addEventListener("input", () => goTo(surface, player.slider.valueAsNumber));
  player.where = make("span", { class: "rt-where" });
  player.pace = make("select", { class: "rt-quiet", "aria-label": "speed", onchange: () => restart(surface) });
  player.pace.append(...PACES.map(([value, words]) => make("option", { value, selected: value === 1 }, words)));
  player.all = make("button", { class: "rt-quiet", type: "button", onclick: () => goTo(surface, null) }, "Show all");

  player.fractions = make("button", { class: "rt-quiet rt-switch", type: "button" }, make("span", {}, "2/3"), make("span", {}, "0.667"));
  player.fractions.addEventListener("click", () => surface.act({ do: "display", fractions: !surface.view.trace.display.fractions }));
  player.digits = make("select", { class: "rt-quiet", "aria-label": "digits" });
  player.digits.addEventListener("change", () => surface.act({ do: "display", digits: Number(player.digits.value) }));
  player.predict = make("select", { class: "rt-quiet", "aria-label": "predict", onchange: (event) => startQuiz(surface, event.target.value) });

  player.scenes = make("div", { class: "rt-scenes" });
  player.form = makeQuestion(surface, () => revealAnswer(surface));
  const keys = make("div", { class: "rt-buttons" }, player.first, player.back, player.play, player.next, player.last);
  const bar = make("div", { class: "rt-bar-player", role: "toolbar", "aria-label": "Steps" }, keys, player.slider, player.where);
  bar.append(player.pace, player.all);
  const choices = make("div", { class: "rt-choices" }, player.predict, player.fractions, player.digits);
  player.node = make("div", { class: "rt-player" }, make("div", { class: "rt-controls" }, bar, choices));
  player.node.append(make("div", { class: "rt-stage" }, player.scenes, player.form));
  return player.node;
}

export const stepsOf = (surface) => surface.view.trace.steps.length;

export function goTo(surface, at) {
  const { player } = surface;
  const end = stepsOf(surface) + 1;
  player.at = at === null ? null : Math.min(Math.max(at, 1), end);
  if (player.at === null || player.at === end) pause(surface);
  drawPlayer(surface);
  write(surface.live, saidNow(surface));
}

// A step from where everything is shown begins at one end.
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

// Keys of the player, wherever they were typed in the calculation and nothing else has a use for them.
export function onPlayerKey(surface, event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !stepsOf(surface)) return;
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
  write(surface.live, saidNow(surface)); // what was said before could be what is asked
  if (quiz) player.form.querySelector("input").focus();
}

// What was answered right, or is shown on demand, stays open. A step is open as a whole.
function openUp(surface, key, row) {
  const { player } = surface;
  player.open.add(key);
  if (player.quiz === "next") surface.view.trace.tables[0].heads.forEach((_, column) => player.open.add(keyOf(0, column, row - 1)));
}

function revealAnswer(surface) {
  const asked = questionOf(surface, surface.player.hidden);
  if (asked) openUp(surface, asked.key, asked.row);
  drawPlayer(surface);
  write(surface.live, saidNow(surface));
}

// A new view: what was predicted right is shown. Another list asks anew, another measure asks nothing. Who was at the end
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

export function drawPlayer(surface) {
  const { player } = surface;
  const { trace } = surface.view;
  const n = trace.steps.length;
  const focused = surface.focused();
  if (player.at !== null) player.at = Math.min(player.at, n + 1);
  player.end = player.at === n + 1;
  player.node.hidden = !n;
  drawControls(player, trace, n);
  drawCurrent(surface, n);
  const hidden = (player.hidden = hiddenCells(surface));
  drawRows(surface, hidden);
  drawStage(surface, hidden);
  drawQuestion(surface, hidden);
  surface.secret = hidden.has(VALUE); // nor does a card say it
  surface.body.classList.toggle("rt-secret", surface.secret);
  askAgain(surface);
  const gone = surface.section.contains(focused) && !focused.checkVisibility({ visibilityProperty: true });
  if (gone) player.next.focus({ preventScroll: true }); // what was in focus is not to be seen any more: Enter goes on
}

// The row where it stands. Where it stood before the walk began, it stands again when everything is shown.
function drawCurrent(surface, n) {
  const { player } = surface;
  const walking = player.at !== null;
  if (walking && surface.row !== player.row) player.rest = surface.row;
  if (!walking && player.row !== undefined) surface.row = player.rest;
  player.row = walking ? (player.at <= n ? player.at : null) : undefined;
  markRow(surface, walking ? player.row : surface.row);
  if (player.end) for (const nodes of [rowsOf(surface, 0), [...surface.trace.steps.children]]) rove(nodes, nodes.at(-1));
}

function drawControls(player, trace, n) {
  const { at } = player;
  const off = (node, idle) => node.setAttribute("aria-disabled", String(idle)); // and not disabled: it may be in focus
  off(player.first, at === 1);
  off(player.back, at === 1);
  off(player.next, at === n + 1);
  off(player.last, at === n + 1);
  off(player.all, at === null);
  player.slider.max = n + 1;
  player.slider.value = at ?? n + 1;
  const words = at === null ? `${n} steps` : at > n ? "the value" : `step ${at} of ${n}`;
  player.slider.setAttribute("aria-valuetext", at !== null && at <= n ? `${words}: ${trace.steps[at - 1].lead}` : words);
  write(player.where, words);
  drawPlay(player);
  const { fractions, digits } = trace.display;
  player.fractions.setAttribute("aria-label", `2/3 0.667: numbers as ${fractions ? "fractions" : "decimals"}, switch to ${fractions ? "decimals" : "fractions"}`);
  [...player.fractions.children].forEach((one, place) => one.classList.toggle("on", (place === 0) === fractions));
  const drawn = JSON.stringify([trace.digits, trace.label, trace.tables.map((table) => table.heads.map((head) => head.title))]);
  if (player.drawn !== drawn) {
    player.drawn = drawn;
    player.digits.replaceChildren(...trace.digits.map((one) => make("option", { value: one }, `${one} digits`)));
    drawQuizzes(player, trace);
  }
  player.digits.value = digits;
  player.predict.value = player.quiz;
}

function drawPlay(player) {
  const playing = Boolean(player.timer);
  if (player.play.rtPlaying === playing) return;
  player.play.rtPlaying = playing;
  player.play.replaceChildren(icon(playing ? "pause" : "play"), make("span", {}, playing ? "Pause" : "Play"));
  player.play.setAttribute("aria-label", playing ? "Pause" : "Play");
  player.play.title = `${playing ? "Pause" : "Play"} (Space)`;
}

// Rows to come are dimmed, and what grows has not grown there yet. The formula has its numbers at the end.
function drawRows(surface, hidden) {
  const { at } = surface.player;
  const { formula, steps } = surface.trace;
  const { trace } = surface.view;
  const coming = (row) => at !== null && row >= at;
  const done = at === null || at > trace.steps.length;
  for (const [place, piece] of [...formula.lastChild.children].entries()) {
    const numbers = trace.formula.pieces[place].depth > 1;
    piece.classList.toggle("rt-numbers", numbers);
    piece.classList.toggle("rt-blank", numbers && (!done || hidden.has(VALUE)));
  }
  const plain = at === null && !hidden.size; // and if it was so before, no row has anything to lose
  if (plain && surface.player.plain) return;
  surface.player.plain = plain;
  for (const [table, { heads }] of trace.tables.entries()) {
    for (const [row, line] of rowsOf(surface, table).entries()) {
      const later = table === 0 && coming(row);
      line.classList.toggle("rt-to-come", later);
      for (const [column, cell] of [...line.cells].entries()) {
        cell.classList.toggle("rt-blank", later && heads[column].grows);
        cell.classList.toggle("rt-masked", hidden.has(keyOf(table, column, row)));
      }
    }
  }
  const linked = Boolean(trace.tables[0]?.linked);
  for (const nodes of surface.rows()) nodes.forEach((node, row) => node.classList.toggle("rt-to-come", linked && coming(row)));
  for (const [row, line] of [...steps.children].entries()) {
    line.classList.toggle("rt-to-come", coming(row));
    line.classList.toggle("rt-blank", coming(row) || tells(trace, row, hidden));
  }
}

// Every step has its sentence and its formulas in the same place, so that its size stays the same; one of them is to be
// seen. The last is the value; on a narrow page its formula stands there, and takes no room until then.
function drawStage(surface, hidden) {
  const { player } = surface;
  const { trace } = surface.view;
  surface.section.classList.toggle("rt-walking", player.at !== null);
  surface.trace.steps.hidden = player.at !== null;
  if (player.at === null) return;
  if (player.staged !== trace) {
    player.staged = trace;
    const text = `${trace.label} is ${trace.scalars.at(-1).value}.`;
    const value = { lead: "The value", text, whole: trace.formula };
    keyed(player.scenes, [...trace.steps, value], (step) => (step.whole ? "value" : step.row), makeScene, drawScene);
  }
  const { n, steps } = surface.formulas;
  if (player.worked !== steps && n === surface.view.calculation) {
    player.worked = steps;
    steps.forEach((formulas, place) => drawWorked(player.scenes.children[place].lastChild, formulas));
  }
  for (const [place, scene] of [...player.scenes.children].entries()) {
    scene.classList.toggle("rt-shown", place + 1 === player.at);
    const secret = place < trace.steps.length ? tells(trace, place, hidden) : hidden.has(VALUE);
    scene.classList.toggle("rt-untold", secret);
  }
}

function makeScene({ whole }) {
  const said = make("p", { class: "rt-sentence" }, make("b"), make("span"), make("span", { class: "rt-what" }, "what comes here?"));
  const formula = whole ? [make("span"), make("div", { class: "rt-pieces" })] : [];
  return make("div", { class: "rt-scene" }, said, make("div", { class: whole ? "rt-whole" : "rt-worked" }, ...formula));
}

function drawScene(node, step) {
  const [said, worked] = node.children;
  write(said.children[0], `${step.lead}: `);
  write(said.children[1], step.text);
  if (!step.whole) return;
  drawFormula(worked, step.whole);
  roveTerms(worked);
}

function drawWorked(node, formulas) {
  keyed(node, formulas, byPlace, () => make("span"), (one, { math }) => writeMath(one, math));
  roveTerms(node);
}

function saidNow(surface) {
  const scene = surface.player.scenes.querySelector(".rt-shown");
  if (surface.player.at === null || !scene) return "";
  const [lead, text, what] = scene.firstChild.children;
  return lead.textContent + (scene.classList.contains("rt-untold") ? what : text).textContent;
}
