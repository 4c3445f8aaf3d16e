// What a person does, on its way to Python, and how a prediction changes a view.

/** @import { Action } from "../protocol.d.ts" */
/** @import { Model } from "./types.d.ts" */
/** @typedef {Action & { n: number, late?: (Action & { n: number })[] }} Sent */

/**
 * Sends an action and returns its number. A busy kernel sees only the last message of many, so each message repeats
 * those that Python has not answered yet. All views of a widget share its messages, and so their numbers.
 * @type {(model: Model, done: number, action: Action) => number}
 */
export function send(model, done, action) {
  const { late = [], ...last } = /** @type {Sent} */ (model.get("action") ?? {});
  const queue = [...late, last].filter((one) => one.n > done);
  const n = Math.max(done, queue.at(-1)?.n ?? 0) + 1;
  if (action.slides && queue.at(-1)?.do === action.do) queue.pop(); // only where a slider stops counts
  model.set("action", queue.length ? { ...action, n, late: queue } : { ...action, n });
  model.save_changes();
  return n;
}

/** @param {unknown} one @returns {one is Record<string, unknown>} */
const isData = (one) => one !== null && typeof one === "object";

/** A copy of plain data with some values changed. @template T @param {T} before @param {unknown} changes @returns {T} */
export function changedBy(before, changes) {
  if (!isData(before) || !isData(changes) || Array.isArray(changes)) return /** @type {T} */ (changes);
  /** @type {Record<string, unknown>} */
  const after = Object.assign(Array.isArray(before) ? [] : {}, before);
  for (const [name, change] of Object.entries(changes)) after[name] = changedBy(before[name], change);
  return /** @type {T} */ (after);
}
