// Predict, then reveal: the player asks for what is hidden, and Python says whether an answer is right or which mistake
// it looks like.

import { make, makeButton, makeMenu, write, writeOrHide } from "../frame/elements.js";
import { isAsked, questionOf } from "./hiding.js";

/** @import { TraceView } from "../protocol.d.ts" */
/** @import { Calculation, Player } from "../frame/types.d.ts" */

/** The menu: hide nothing, the value, the next step, or one column. @param {Player} player @param {(quiz: string) => void} choose */
export function makeQuizzes(player, choose) {
  const menu = makeMenu("predict", choose);
  const draw = (/** @type {TraceView} */ trace) => {
    const columns = (trace.tables[0]?.heads ?? []).filter(isAsked);
    const options = [
      { value: "", words: "Predict …" },
      { value: "value", words: "Predict the value" },
      { value: "next", words: "Predict each step" },
      ...columns.map(({ title }) => ({ value: `column ${title}`, words: `Predict ${title}` })),
    ];
    if (!options.some(({ value }) => value === player.quiz)) player.quiz = "";
    menu.draw(options, player.quiz);
  };
  return { node: menu.node, draw };
}

/** `reveal()` shows what is asked for. @param {Calculation} calculation @param {() => void} reveal */
export function makeQuestion({ surface, player }, reveal) {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "number or fraction", required: true });
  const words = make("span");
  const label = make("label", {}, words, input);
  const check = make("button", { class: "rt-quiet rt-check", type: "submit" }, "Check");
  const giveUp = makeButton("Reveal answer", reveal, { class: "rt-quiet" });
  const verdict = make("p", { class: "rt-said" });
  const ask = () => questionOf(surface.view.trace, player);
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const asked = ask();
    if (asked && input.value.trim()) surface.dispatch({ do: "predict", column: asked.column, row: asked.row, typed: input.value });
  };
  const node = make("form", { class: "rt-question", hidden: true, onsubmit }, label, check, giveUp, verdict);
  /** @type {string | undefined} */
  let key;

  /** A new question empties the input, and so does a right answer. The verdict on an answer is shown with its question. */
  const draw = () => {
    const { trace } = surface.view;
    const asked = ask();
    const last = trace.verdict;
    const shown = asked
      ? last?.column === asked.column && last.row === asked.row
      : last?.right && (last.row === null || last.row === player.at);
    node.hidden = !player.quiz;
    const isOver = (player.at ?? 0) > trace.steps.length;
    const nothing = player.quiz === "value" ? "That is the value." : isOver ? "All steps are done." : "Go on with the next step.";
    writeOrHide(verdict, shown && last ? last.words : asked ? "" : nothing);
    verdict.className = `rt-said ${shown ? (last?.right ? "right" : "wrong") : ""}`;
    for (const one of [label, check, giveUp]) one.hidden = !asked;
    write(words, asked ? `${asked.words} =` : "");
    if (key !== asked?.key) input.value = "";
    key = asked?.key;
  };
  return { node, draw, isAsked: () => Boolean(key), focus: () => input.focus() };
}
