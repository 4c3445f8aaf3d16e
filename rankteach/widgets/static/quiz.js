// Predict, then reveal: the value, each next step, or a column is hidden, with everything that would give it away, and
// the player asks for it. Python says whether an answer is right or which mistake it looks like; what is hidden is
// decided here, from where every cell was made of, so that showing it needs no kernel.
//
// `player.quiz` says what is asked for ("", "value", "next" or "column NAME"), `player.open` which cells are open again.

// What can be predicted: what was calculated, but for whether an item is relevant, which everybody sees.
const isAsked = (head) => head.made === "calculated" && head.kind === "number";

// The menu: nothing is hidden; the value is; the next step is; or one column.
function drawQuizzes(player, trace) {
  const columns = (trace.tables[0]?.heads ?? []).filter(isAsked);
  const options = [["", "Predict …"], ["value", "Predict the value"], ["next", "Predict each step"]];
  options.push(...columns.map((head) => [`column ${head.title}`, `Predict ${head.title}`]));
  player.predict.replaceChildren(...options.map(([value, words]) => make("option", { value }, words)));
  if (!options.some(([value]) => value === player.quiz)) player.quiz = "";
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

// The cells that are to be predicted, and all that would give them away: whatever was made of them.
function hiddenCells(surface) {
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
function tells(trace, row, hidden) {
  return (trace.tables[0]?.heads ?? []).some((_, column) => hidden.has(keyOf(0, column, row)));
}

// What is asked: the value, or a cell of the current row; null if nothing there is hidden. Of a whole step it is what
// the step leads to: the last column that grows, or else the last.
function questionOf(surface, hidden) {
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

function makeQuestion(surface) {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "2/3 or 0.667" });
  const label = make("label", {}, make("span"), input);
  const check = make("button", { class: "rt-quiet rt-check", type: "submit" }, "Check");
  const show = make("button", { class: "rt-quiet", type: "button", onclick: () => showIt(surface) }, "Show it");
  const verdict = make("p", { class: "rt-said" });
  const form = make("form", { class: "rt-question", hidden: true }, label, check, show, verdict);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = questionOf(surface, surface.player.hidden);
    if (asked && input.value.trim()) surface.act({ do: "predict", column: asked.column, row: asked.row, typed: input.value });
  });
  return form;
}

// A new question empties the input, and so does an answer that was right. What Python said of an answer stands where it
// was asked for.
function drawQuestion(surface, hidden) {
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
  return player.at > stepsOf(surface) ? "All steps are done." : "Go on with the next step.";
}

// What was answered right, or is shown on demand, stays open. A step is open as a whole.
function openUp(surface, key, row) {
  const { player } = surface;
  player.open.add(key);
  if (player.quiz === "next") surface.view.trace.tables[0].heads.forEach((_, column) => player.open.add(keyOf(0, column, row - 1)));
}

function showIt(surface) {
  const asked = questionOf(surface, surface.player.hidden);
  if (asked) openUp(surface, asked.key, asked.row);
  drawPlayer(surface);
  write(surface.live, saidNow(surface));
}

// A new view: what was predicted right is shown. Another list asks anew, another measure asks nothing. Who was at the end
// stays there.
function viewPlayer(surface) {
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
