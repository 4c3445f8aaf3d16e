// What the page around a surface decides: its colours, and how much of it can be seen at once.

import { whenResized } from "./movement.js";

const NARROW = 46; // em: a narrower surface shows one part at a time
const RICH = 56; // the same of two lists, curves, or the queries of a run; and in a lower window, of many pairs and of two runs
const LOWEST = 34; // em: in a lower window it shows fewer parts at a time
const LEAST = 24; // em: a surface is never less high than this
const MARGIN = 24; // pixels around a surface in a window
const FRAME = 700; // pixels: a frame can be as high as what is in it, so its height says nothing
const BRIGHT = 0.18; // luminance: on a brighter ground dark letters are easier to read
const THEMES = { attributes: true, attributeFilter: ["class", "style", "theme", "data-theme", "data-jp-theme-light"] };

// The fonts for formulas, in lines as high as those of text: their own are up to five times as high, and Firefox makes
// every letter of a formula as high as its line.
const FONT = "rankteach math";
const FONTS = ["STIX Two Math", "STIXTwoMath-Regular", "Cambria Math", "Latin Modern Math", "LatinModernMath-Regular", "STIXMath-Regular", "DejaVuMathTeXGyre-Regular"];
const LINES = { ascentOverride: "90%", descentOverride: "25%", lineGapOverride: "0%" };

/** A shadow root has no fonts of its own: they are those of the page. */
export function addFont() {
  if ([...document.fonts].some(({ family }) => family.includes(FONT))) return;
  document.fonts.add(new FontFace(FONT, FONTS.map((name) => `local("${name}")`).join(), LINES));
}

/**
 * Keeps the colours and the size of a surface as the page wants them, until the function that this returns is called.
 *
 * @param {HTMLElement} root
 * @param {() => void} resized
 */
export function followHost(root, resized) {
  const paint = () => {
    if (root.isConnected) matchBackground(root); // a notebook may build an output before it shows it
  };
  const fit = () => {
    if (!root.isConnected) return;
    paint();
    fitInto(root);
    resized();
  };
  const later = () => requestAnimationFrame(paint); // a theme sets its attributes before its colours
  const themes = new MutationObserver(later);
  const ancestors = [...ancestorsOf(root)];
  const around = new Set([...ancestors, document.body, document.documentElement]);
  for (const node of around) themes.observe(node, THEMES);
  themes.observe(document.head, { childList: true });
  const events = new AbortController();
  whenResized([root, windowOf(ancestors)], fit, events.signal);
  addEventListener("resize", fit, events);
  document.addEventListener("rankteach-size", fit, events);
  // of all that moves in a page, only what is around the surface can change its ground
  document.addEventListener("transitionend", ({ target }) => around.has(/** @type {HTMLElement} */ (target)) && paint(), events);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint, events);
  fit();
  return () => {
    events.abort();
    themes.disconnect();
  };
}

/** Back from a surface to the cells of its notebook, and on to the next one if asked. @param {HTMLElement} root @param {boolean} on */
export function leave(root, on) {
  const notebook = [...ancestorsOf(root)].find((node) => node.matches(".jp-Notebook"));
  notebook?.focus(); // which hands it to the cell
  if (notebook && on) document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", code: "ArrowDown", keyCode: 40, bubbles: true }));
}

/** The elements around a node, also outside of its shadow root. @param {Node} node @returns {Generator<HTMLElement>} */
function* ancestorsOf(node) {
  for (let one = node.parentNode; one; one = one instanceof ShadowRoot ? one.host : one.parentNode) {
    if (one instanceof HTMLElement) yield one;
  }
}

// --- colours ------------------------------------------------------------------------------------------------

/** Draws on the ground of the page, in the scheme that suits it. @param {HTMLElement} root */
function matchBackground(root) {
  const ground = [...ancestorsOf(root)].map((node) => pixel(getComputedStyle(node).backgroundColor)).find(isOpaque);
  const [red, green, blue] = ground ?? pixel(canvasOf(root));
  root.style.setProperty("--rt-bg", `rgb(${red} ${green} ${blue})`);
  root.style.colorScheme = luminance([red, green, blue]) > BRIGHT ? "light" : "dark";
}

/** @param {number[]} colour */
const isOpaque = ([, , , alpha]) => alpha === 255;

/** The colour of a page that has none of its own: an editor around it may say which. @param {HTMLElement} root */
function canvasOf(root) {
  const editor = getComputedStyle(root).getPropertyValue("--vscode-editor-background");
  if (editor) return editor;
  const probe = document.createElement("i");
  probe.style.backgroundColor = "Canvas";
  root.before(probe);
  const colour = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return colour;
}

/** @type {CanvasRenderingContext2D | null | undefined} */
let brush;

/** A colour as red, green, blue and alpha, from 0 to 255, however it is written. @param {string} colour */
function pixel(colour) {
  brush ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!brush) return [255, 255, 255, 255];
  brush.clearRect(0, 0, 1, 1);
  brush.fillStyle = colour;
  brush.fillRect(0, 0, 1, 1);
  return [...brush.getImageData(0, 0, 1, 1).data];
}

/** How bright a colour is, from 0 to 1 (WCAG 2.2, relative luminance). @param {number[]} colour from 0 to 255 */
export function luminance(colour) {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// --- size ---------------------------------------------------------------------------------------------------

/** What scrolls the page: the outermost, because the place of an output grows with what is in it. @param {HTMLElement[]} ancestors */
const windowOf = (ancestors) =>
  ancestors.findLast((node) => /auto|scroll/.test(getComputedStyle(node).overflowY)) ?? document.documentElement;

/** A surface is as high as the window at most; in a small one it shows fewer parts at a time. @param {HTMLElement} root */
function fitInto(root) {
  const scroller = windowOf(root.matches(":fullscreen") ? [] : [...ancestorsOf(root)]);
  const framed = window.parent !== window;
  root.style.setProperty("--rt-width", `${root.clientWidth}px`);
  const seen = scroller === document.documentElement ? innerHeight : Math.min(innerHeight, scroller.clientHeight);
  const style = getComputedStyle(root);
  const [em, low] = [style.fontSize, style.getPropertyValue("--rt-low")].map(parseFloat);
  const room = Math.max((framed ? Math.max(seen, Math.min(FRAME, screen.availHeight)) : seen) - MARGIN, LEAST * em);
  root.style.setProperty("--rt-room", `${room}px`);
  const lowest = room < LOWEST * em;
  const isLow = room < low * em;
  root.classList.toggle("rt-low", isLow);
  // two lists leave no room for measures next to them; a lecture has some for a formula below a list, and a curve fills it
  root.classList.toggle("rt-single", root.clientWidth < (root.matches(":has(.rt-ladder, .rt-charts, .rt-queries)") ? RICH : NARROW) * em || (lowest && root.matches(":has(.rt-ladder)")));
  const paired = root.matches("[data-layout=lecture]") ? root.matches(":has(.rt-charts)") : lowest || (isLow && root.matches(".rt-run, .rt-many, .rt-agreement, .rt-sidebyside")) || (room < RICH * em && root.matches(":has(.rt-small, .better line, .worse line)"));
  root.classList.toggle("rt-paired", paired && !root.matches(".rt-single"));
}
