// Movement: nodes with a new place glide there, and nodes with a new value are highlighted for a moment.

const GLIDE = { duration: 200, easing: "cubic-bezier(.2, .7, .3, 1)" };
const CHANGED = "rt-changed";
const FLASH = 500; // milliseconds
const FADE = 250; // milliseconds, after these
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// How far below the top of a list each of its children is.
export function topsOf(list) {
  const top = list.getBoundingClientRect().top;
  return new Map([...list.children].map((node) => [node, node.getBoundingClientRect().top - top]));
}

// Nodes that were elsewhere before glide to their new places.
export function glide(list, before) {
  if (still()) return;
  for (const [node, now] of topsOf(list)) {
    const moved = before.has(node) ? before.get(node) - now : 0;
    if (Math.abs(moved) > 1) node.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], GLIDE);
  }
}

// Follows the pointer from a node until it is let go, or until the function that this returns is called.
export function followPointer(node, move, drop) {
  const over = new AbortController();
  const { signal } = over;
  node.addEventListener("pointermove", move, { signal });
  for (const type of ["pointerup", "pointercancel"]) node.addEventListener(type, drop, { signal });
  return () => over.abort();
}

// Scrolls the list until the node is in sight, and never the page.
export function reveal(list, node) {
  const lowest = node.offsetTop + node.offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(Math.max(list.scrollTop, lowest), node.offsetTop);
}

// What a view changed is highlighted until the next view, or for a moment. It fades only then: an animation of so many
// cells between two quick actions would keep the page busy.
const changed = new Set();

let fading = null;

export function flash(node) {
  node.classList.add(CHANGED);
  changed.add(node);
  fading ??= setTimeout(fade, FLASH);
}

function fade() {
  const tints = [...changed].map((node) => [node, getComputedStyle(node).backgroundColor]);
  calm();
  if (still()) return;
  for (const [node, tint] of tints) node.animate([{ backgroundColor: tint, offset: 0 }], FADE);
}

export function calm() {
  clearTimeout(fading);
  fading = null;
  for (const node of changed) node.classList.remove(CHANGED);
  changed.clear();
}
