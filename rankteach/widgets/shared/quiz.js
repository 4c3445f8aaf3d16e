// Predict, then reveal: the value, each next step, or a column is hidden, with everything that would give it away, and
// the player asks for it. Python says whether an answer is right or which mistake it looks like; what is hidden is
// decided here, from where every cell was made of, so that showing it needs no kernel.
//
// `player.quiz` says what is asked for ("", "value", "next" or "column NAME"), `player.open` which cells are open again.

import { make, write, writeOrHide } from "./elements.js";
import { everyOrigin, keyOf, VALUE } from "./places.js";

// What can be predicted: what was calculated, but for whether an item is relevant, which everybody sees.
const isAsked = (head) => head.made === "calculated" && head.kind === "number";

// The menu: nothing is hidden; the value is; the next step is; or one column.
export function drawQuizzes(player, trace) {
  const columns = (trace.tables[0]?.heads ?? []).filter(isAsked);
  const options = [["", "Predict …"], ["value", "Predict the value"], ["next", "Predict each step"]];
  options.push(...columns.map((head) => [`column ${head.title}`, `Predict ${head.title}`]));
  player.predict.replaceChildren(...options.map(([value, words]) => make("option", { value }, words)));
  if (!options.some(([value]) => value === player.quiz)) player.quiz = "";
}

// The cells that are to be predicted, and all that would give them away: whatever was made of them.
export function hiddenCells(surface) {
  const { quiz, open, at } = surface.player;
  const { trace } = surface.view;
  const hidden = new Set();
  const [table] = trace.tables;
  if (!quiz || !table || (quiz === "value" && open.has(VALUE))) return hidden;
  const said = quiz === "value" ? [VALUE, ...valueCells(trace)] : [];
  const secret = (head, cell, row) => (quiz === "next" ? isAsked(head) && row + 1 >= (at ?? 1) : quiz === `column ${head.title}` && cell !== "");
  table.rows.forEach((cells, row) => cells.forEach((cell, column) => secret(table.heads[column], cell, row) && said.push(keyOf(0, column, row))));
  for (const key of said) if (!open.has(key)) hidden.add(key);
  const shows = (places) => places.every(([t, c, first, last]) => {
    for (let row = first; row <= last; row += 1) if (hidden.has(keyOf(t, c, row))) return false;
    return true;
  });
  for (let before = -1; before < hidden.size; ) {
    before = hidden.size;
    for (const [key, places] of everyOrigin(trace)) if (!open.has(key) && !shows(places)) hidden.add(key);
  }
  return hidden;
}

// Where else the value itself stands: at the end of a column that it is the last number of, or of the measure at every k.
function valueCells(trace) {
  const [{ heads, rows }] = trace.tables;
  const { origins } = trace.scalars.at(-1);
  const only = origins.length === 1 && origins[0][0] === 0 ? origins[0][1] : null;
  const written = (column) => rows.findLastIndex((cells) => cells[column] !== ""); // where nothing is added nothing is written
  return heads.flatMap((head, column) => (head.final || column === only ? [keyOf(0, column, written(column))] : []));
}

// Whether a row's sentence would tell what is hidden.
export function tells(trace, row, hidden) {
  return (trace.tables[0]?.heads ?? []).some((_, column) => hidden.has(keyOf(0, column, row)));
}

// What is asked: the value, or a cell of the current row; null if nothing there is hidden. Of a whole step it is what
// the step leads to: the last column that grows, or else the last.
export function questionOf(surface, hidden) {
  const { player } = surface;
  const { trace } = surface.view;
  if (player.quiz === "value") return hidden.has(VALUE) ? { key: VALUE, column: null, row: null, words: trace.label } : null;
  const [table] = trace.tables;
  if (!table || player.at === null || player.at > trace.steps.length) return null;
  const row = player.at - 1;
  const isHidden = (head, column) => isAsked(head) && hidden.has(keyOf(0, column, row)) && table.rows[row][column] !== "";
  const asked = table.heads.filter(isHidden);
  const found = player.quiz === "next" ? (asked.findLast((head) => head.grows) ?? asked.at(-1)) : asked.find((head) => player.quiz === `column ${head.title}`);
  if (!found) return null;
  const cut = found.title.endsWith("@i"); // says its rank itself
  const words = cut ? found.title.replace("@i", `@${row + 1}`) : `${found.title} at ${table.row} ${table.rows[row][0]}`;
  return { key: keyOf(0, table.heads.indexOf(found), row), column: found.title, row: row + 1, words };
}

// `show()` opens what is asked for.
export function makeQuestion(surface, show) {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "2/3 or 0.667" });
  const label = make("label", {}, make("span"), input);
  const check = make("button", { class: "rt-quiet rt-check", type: "submit" }, "Check");
  const giveUp = make("button", { class: "rt-quiet", type: "button", onclick: show }, "Show it");
  const verdict = make("p", { class: "rt-said" });
  const form = make("form", { class: "rt-question", hidden: true }, label, check, giveUp, verdict);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = questionOf(surface, surface.player.hidden);
    if (asked && input.value.trim()) surface.act({ do: "predict", column: asked.column, row: asked.row, typed: input.value });
  });
  return form;
}

// A new question empties the input, and so does an answer that was right. What Python said of an answer stands where it
// was asked for.
export function drawQuestion(surface, hidden) {
  const { player } = surface;
  const [label, check, show, verdict] = player.form.children;
  const input = label.lastChild;
  const asked = questionOf(surface, hidden);
  const { verdict: last } = surface.view.trace;
  const said = last && (asked ? asked.column === last.column && asked.row === last.row : last.right && (last.row === null || last.row === player.at)) ? last : null;
  player.form.hidden = !player.quiz;
  writeOrHide(verdict, said ? said.said : asked ? "" : nothingAsked(surface));
  verdict.className = `rt-said ${said ? (said.right ? "right" : "wrong") : ""}`;
  label.hidden = check.hidden = show.hidden = !asked;
  write(label.firstChild, asked ? `${asked.words} =` : "");
  if (player.question !== asked?.key) input.value = "";
  player.question = asked?.key;
}

function nothingAsked(surface) {
  const { player } = surface;
  if (player.quiz === "value") return "That is the value.";
  return player.at > surface.view.trace.steps.length ? "All steps are done." : "Go on with the next step.";
}
