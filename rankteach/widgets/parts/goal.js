// The goal of a surface: its conditions in a line, ticked where they hold, and how far the others are.

import { make, makeChildren, write } from "../frame/elements.js";

/** @import { ConditionView, GoalView } from "../protocol.d.ts" */

export function makeGoal() {
  const status = make("span", { class: "rt-progress", role: "status" });
  const list = make("ul", { "aria-label": "Goal" });
  const node = make("div", { class: "rt-goal", hidden: true }, make("b", {}, "Goal"), list, status);
  const drawConditions = makeChildren(list, makeCondition);
  /** @param {GoalView | null} [goal] */
  const draw = (goal) => {
    node.hidden = !goal;
    if (!goal) return;
    drawConditions(goal.conditions);
    node.classList.toggle("reached", goal.reached);
    write(status, goal.status);
  };
  return { node, draw };
}

function makeCondition() {
  const parts = [make("span", { class: "rt-unseen" }), make("span"), make("small", { class: "rt-soft" })];
  const node = make("li", {}, ...parts);
  const draw = (/** @type {ConditionView} */ { words, met, far }) => {
    node.className = met ? "met" : "";
    for (const [place, text] of [met ? "met: " : "not met: ", words, far].entries()) write(parts[place], text);
  };
  return { node, draw };
}
