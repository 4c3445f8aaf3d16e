// Movement: nodes with a new place glide there, and nodes with a new value are highlighted for a moment.

const GLIDE = { duration: 200, easing: "cubic-bezier(.2, .7, .3, 1)" };
const FLIGHT = { duration: 350, easing: "ease-in-out" };
const TURN = 150; // milliseconds between two that fly
const CHANGED = "rt-changed";
const FLASH = 500; // milliseconds
const FADE = { duration: 250, easing: "steps(4)" }; // after these; each frame that differs is a calculation of styles
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Calls `tell` in the frame after a node has got another size, or when asked to: an observer that changed sizes itself
 * would be told again within the same frame, which browsers report as an error.
 *
 * @param {Element[]} nodes @param {() => void} tell @param {AbortSignal} over
 */
export function whenResized(nodes, tell, over) {
  let asked = 0;
  const later = () => {
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      tell();
    });
  };
  const sizes = new ResizeObserver(later);
  for (const node of nodes) sizes.observe(node);
  over.addEventListener("abort", () => {
    sizes.disconnect();
    cancelAnimationFrame(asked);
  });
  return { observe: (/** @type {Element} */ node) => sizes.observe(node), later };
}

/** How far below the top of a list each of its children is. @param {Element} list @returns {Map<Element, number>} */
export function topsOf(list) {
  const top = list.getBoundingClientRect().top;
  return new Map([...list.children].map((node) => [node, node.getBoundingClientRect().top - top]));
}

/** Nodes that were elsewhere before glide to their new places. @param {Element} list @param {Map<Element, number>} before */
export function animateMoves(list, before) {
  if (still()) return;
  for (const [node, now] of topsOf(list)) {
    const moved = (before.get(node) ?? now) - now;
    if (Math.abs(moved) > 1) node.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], GLIDE);
  }
}

/** A node comes from another one, after those that have earlier turns; for those who want no movement it fades in. @param {Element} node @param {Element | null | undefined} from @param {number} turn */
export function flyFrom(node, from, turn) {
  if (!from) return;
  const [here, there] = [node, from].map((one) => one.getBoundingClientRect());
  if (!here.width || !there.width) return;
  const [across, down] = still() ? [0, 0] : [there.left - here.left, there.top - here.top];
  const start = { translate: `${across}px ${down}px`, opacity: 0 };
  node.animate([start, { translate: "none", opacity: 1 }], { ...FLIGHT, delay: turn * TURN, fill: "backwards" });
}

/**
 * Follows the pointer from a node until it is let go, or until the function that this returns is called.
 *
 * @param {HTMLElement} node @param {(event: PointerEvent) => void} move @param {(event: PointerEvent) => void} drop
 */
export function followPointer(node, move, drop) {
  const over = new AbortController();
  const { signal } = over;
  node.addEventListener("pointermove", move, { signal });
  node.addEventListener("pointerup", drop, { signal });
  node.addEventListener("pointercancel", drop, { signal });
  return () => over.abort();
}

/** Scrolls the list until the node is in sight, and never the page. @param {HTMLElement} list @param {HTMLElement} node */
export function reveal(list, node) {
  const lowest = node.offsetTop + node.offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(Math.max(list.scrollTop, lowest), node.offsetTop);
}

/** The same for a row of a table, below the head of the table, which stays. @param {HTMLElement} rows @param {HTMLElement} line */
export function revealRow(rows, line) {
  const [box, here] = [rows, line].map((node) => node.getBoundingClientRect());
  const head = line.closest("table")?.tHead?.offsetHeight ?? 0;
  if (here.top < box.top + head) rows.scrollTop -= box.top + head - here.top;
  else if (here.bottom > box.bottom) rows.scrollTop += here.bottom - box.bottom;
}

/** Scrolls what is wide until a part of it is in sight: a term of a formula, a value. @param {Element} wide @param {Element | null} part */
export function revealAcross(wide, part) {
  if (!part) return;
  const [box, here] = [wide, part].map((node) => node.getBoundingClientRect());
  if (here.left < box.left || here.right > box.right) wide.scrollLeft += (here.left + here.right - box.left - box.right) / 2;
}

// What a view changed is highlighted until the next view, or for a moment. It fades only then: an animation of so many
// cells between two quick actions would keep the page busy.
/** @type {Set<Element>} */
const changed = new Set();

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

export function highlight(/** @type {Element} */ node) {
  node.classList.add(CHANGED);
  changed.add(node);
  fading ??= setTimeout(fade, FLASH);
}

function fade() {
  const tints = [...changed].map((node) => ({ node, tint: getComputedStyle(node).backgroundColor }));
  clearHighlights();
  if (still()) return;
  for (const { node, tint } of tints) node.animate([{ backgroundColor: tint, offset: 0 }], FADE);
}

export function clearHighlights() {
  clearTimeout(fading);
  fading = undefined;
  for (const node of changed) node.classList.remove(CHANGED);
  changed.clear();
}
