// The goal of a surface: the task in a sentence, its conditions, ticked where they hold, and how far the others are; then
// whether the last move led there, hints, and after some moves a solution.

import { ifNew, make, makeChildren, makeText, quiet, set, write, writeOrHide } from "../frame/elements.js";

/** @import { ConditionView, GoalView } from "../protocol.d.ts" */
/** @import { Surface, View } from "../frame/types.d.ts" */

const MOVES = ["toggle", "move", "swap"];
const ENOUGH = 6; // moves, after which a solution can be shown

/** @param {Surface<View>} surface */
export function makeGoal(surface) {
  const task = make("b", { class: "rt-task" });
  const list = make("ul", { "aria-label": "Goal" });
  const status = make("span", { role: "status" });
  const bar = make("i");
  const near = make("span", { class: "rt-nearness", role: "meter", title: "How near you are" }, bar);
  const hint = quiet("", () => {
    taken += 1;
    redraw();
    surface.say(goal?.hints[taken - 1] ?? "");
    if (hint.hidden) surface.focusSomething();
  });
  /** @param {string} words @param {"solution" | "reset"} what */
  const ask = (words, what) => quiet(words, () => {
    surface.dispatch({ do: what });
    surface.focusSomething();
  });
  const [solve, again] = [ask("Show one solution", "solution"), ask("Start again", "reset")];
  const hints = make("ol", { class: "rt-hints", "aria-label": "Hints" });
  const drawHints = makeChildren(hints, () => makeText(make("li")));
  const progress = make("span", { class: "rt-progress" }, near, status, hint, solve, again);
  const node = make("div", { class: "rt-goal rt-top", hidden: true }, make("b", {}, "Goal"), task, list, progress, hints);
  const drawConditions = makeChildren(list, makeCondition);
  /** @type {GoalView | null | undefined} */
  let goal;
  let [taken, moves, solved] = [0, 0, false];
  const startAgain = ifNew(() => {
    [taken, moves, solved] = [0, 0, false];
  });
  surface.heard.push((does) => {
    moves += Number(MOVES.includes(does));
    if (does !== "choose" && does !== "step") solved = does === "solution";
  });
  const redraw = () => {
    if (!goal) return;
    const left = !goal.reached && taken < goal.hints.length;
    drawHints(goal.hints.slice(0, taken));
    hints.hidden = !taken;
    writeOrHide(hint, left ? `Hint ${taken + 1} of ${goal.hints.length}` : "");
    again.hidden = !(goal.reached && surface.view.changed);
    solve.hidden = goal.reached || !goal.solution || moves < ENOUGH;
  };
  /** @param {GoalView | null} [now] @param {number} [begun] */
  const draw = (now, begun) => {
    goal = now;
    startAgain(begun);
    node.hidden = !goal;
    if (!goal) return;
    drawConditions(goal.conditions);
    writeOrHide(task, goal.task);
    set(task, "title", goal.words);
    node.classList.toggle("rt-told", Boolean(goal.task));
    node.classList.toggle("reached", goal.reached);
    write(status, goal.reached && solved ? "One solution." : goal.status);
    bar.style.width = `${100 * goal.near}%`;
    near.ariaValueNow = String(Math.round(100 * goal.near));
    near.hidden = goal.reached;
    redraw();
  };
  return { node, draw, taken: () => taken };
}

function makeCondition() {
  const parts = [make("span", { class: "rt-unseen" }), make("span"), make("small", { class: "rt-soft" })];
  const node = make("li", {}, ...parts);
  const draw = (/** @type {ConditionView} */ { words, met, far }) => {
    node.className = met ? "met" : "";
    node.title = words;
    for (const [place, text] of [met ? "met: " : "not met: ", words, far].entries()) write(parts[place], text);
  };
  return { node, draw };
}
