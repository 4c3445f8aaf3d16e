// What this browser remembers from one surface to the next, where the page may store something.

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
