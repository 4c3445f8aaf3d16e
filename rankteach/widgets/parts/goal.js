// The goal of a surface: its conditions in a line, ticked where they hold, and how far the others are.

import { byPlace, keyed, make, write } from "../frame/elements.js";

/** @import { ConditionView, GoalView } from "../protocol.d.ts" */

export function makeGoal() {
  const status = make("span", { class: "rt-progress", role: "status" });
  return make("div", { class: "rt-goal", hidden: true }, make("b", {}, "Goal"), make("ul", { "aria-label": "Goal" }), status);
}

/** @param node @param {GoalView | null} [goal] */
export function drawGoal(node, goal) {
  node.hidden = !goal;
  if (!goal) return;
  const [, conditions, status] = node.children;
  keyed(conditions, goal.conditions, byPlace, makeCondition, drawCondition);
  node.classList.toggle("reached", goal.reached);
  write(status, goal.status);
}

const makeCondition = () =>
  make("li", {}, make("span", { class: "rt-unseen" }), make("span"), make("small", { class: "rt-soft" }));

/** @param node @param {ConditionView} condition */
function drawCondition(node, { words, met, far }) {
  node.className = met ? "met" : "";
  const texts = [met ? "met: " : "not met: ", words, far];
  texts.forEach((text, place) => write(node.children[place], text));
}
