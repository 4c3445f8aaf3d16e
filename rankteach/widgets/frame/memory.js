// What this browser remembers from one surface to the next, where the page may store something; and which questions of
// the page are answered.

const NAME = "rankteach ";

export function recall(/** @type {string} */ what) {
  try {
    return localStorage.getItem(NAME + what);
  } catch {
    return null;
  }
}

/** @param {string} what @param {string} value */
export function remember(what, value) {
  try {
    localStorage.setItem(NAME + what, value);
  } catch {
    // it is forgotten with the page
  }
}

const ANSWERED = "rankteach-answered";
/** The questions of this page whose answers are shown, by their words. @type {Set<string>} */
const answered = /** @type {any} */ (globalThis).rtAnswered ?? new Set();
Object.assign(globalThis, { rtAnswered: answered }); // each surface has modules of its own

export const isAnswered = (/** @type {string} */ question) => answered.has(question);

export function noteAnswered(/** @type {string} */ question, is = true) {
  answered[is ? "add" : "delete"](question);
  document.dispatchEvent(new Event(ANSWERED));
}

/** @param {() => void} then @param {AbortSignal} signal */
export const whenAnswered = (then, signal) => document.addEventListener(ANSWERED, then, { signal });
