// Predict, then reveal: the player asks for what is hidden, and Python says whether an answer is right or which mistake
// it looks like.

import { drawMenu, make, write, writeOrHide } from "../frame/elements.js";
import { isAsked, questionOf } from "./hiding.js";

/** @import { TraceView } from "../protocol.d.ts" */
/** @import { Player, Surface } from "../frame/types.d.ts" */

/** The menu: hide nothing, the value, the next step, or one column. @param {Player} player @param {TraceView} trace */
export function drawQuizzes(player, trace) {
  const columns = (trace.tables[0]?.heads ?? []).filter(isAsked);
  const options = [
    { value: "", words: "Predict …" },
    { value: "value", words: "Predict the value" },
    { value: "next", words: "Predict each step" },
    ...columns.map(({ title }) => ({ value: `column ${title}`, words: `Predict ${title}` })),
  ];
  if (!options.some(({ value }) => value === player.quiz)) player.quiz = "";
  drawMenu(player.predict, options, player.quiz);
}

/** `reveal()` shows what is asked for. @param {Surface} surface */
export function makeQuestion(surface, reveal) {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "fraction or decimal", required: true });
  const label = make("label", {}, make("span"), input);
  const check = make("button", { class: "rt-quiet rt-check", type: "submit" }, "Check");
  const giveUp = make("button", { class: "rt-quiet", type: "button", onclick: reveal }, "Reveal answer");
  const verdict = make("p", { class: "rt-said" });
  const onsubmit = (event) => {
    event.preventDefault();
    const asked = questionOf(surface.view.trace, surface.player);
    if (asked && input.value.trim()) surface.dispatch({ do: "predict", column: asked.column, row: asked.row, typed: input.value });
  };
  return make("form", { class: "rt-question", hidden: true, onsubmit }, label, check, giveUp, verdict);
}

// A new question empties the input, and so does a right answer. The verdict on an answer is shown with its question.
/** @param {Surface} surface */
export function drawQuestion({ player, view: { trace } }) {
  const [label, check, giveUp, verdict] = player.form.children;
  const asked = questionOf(trace, player);
  const last = trace.verdict;
  const shown = asked
    ? last?.column === asked.column && last.row === asked.row
    : last?.right && (last.row === null || last.row === player.at);
  player.form.hidden = !player.quiz;
  writeOrHide(verdict, shown ? last.words : asked ? "" : nothingAsked(player, trace));
  verdict.className = `rt-said ${shown ? (last.right ? "right" : "wrong") : ""}`;
  for (const node of [label, check, giveUp]) node.hidden = !asked;
  write(label.firstChild, asked ? `${asked.words} =` : "");
  if (player.question !== asked?.key) label.lastChild.value = "";
  player.question = asked?.key;
}

/** @param {Player} player @param {TraceView} trace */
function nothingAsked(player, trace) {
  if (player.quiz === "value") return "That is the value.";
  return player.at > trace.steps.length ? "All steps are done." : "Go on with the next step.";
}
