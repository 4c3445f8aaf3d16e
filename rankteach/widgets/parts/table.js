// The formula and the tables of a calculation.

import { aloud, ifNew, longestOf, make, makeChildren, makeMath, set, write } from "../frame/elements.js";
import { highlight } from "../frame/movement.js";

/** @import { Formula, Head, Table } from "../protocol.d.ts" */

const WIDE = 5; // columns: a table with more has the full width
const LONG_PAIR = 30; // letters: a pair of titles, which needs more room than a rank
const MOST = 15; // with more there is no room for their formulas, which the line above the table has for each step
const NAMED = ["item", "query"]; // rows whose first column has names

/** A formula, in an element with room for its name and its pieces. @param {string} look its class */
export function makeFormula(look) {
  const name = make("span");
  const pieces = make("div", { class: "rt-pieces" });
  const node = make("div", { class: look }, name, pieces);
  const title = makeMath(name);
  const drawPieces = makeChildren(pieces, () => {
    const piece = makeMath(make("span"));
    return { node: piece.node, draw: (/** @type {Formula["pieces"][0]} */ { math }) => piece.draw(math, 0) };
  });
  const draw = (/** @type {Formula} */ formula) => {
    title.draw(formula.name, 0);
    drawPieces(formula.pieces);
  };
  return { node, pieces: () => [...pieces.children], draw };
}

export function makeTable() {
  const tops = make("tr");
  const definitions = make("tr");
  const body = make("tbody");
  const node = make("table", { class: "rt-table" }, make("thead", {}, tops, definitions), body);
  /** @type {string[]} */
  let classes = []; // of the columns
  /** @type {Record<string, string>} those of items and queries */
  let titles = {};
  let named = false; // whether the first column has names
  let flashes = false; // whether new numbers are highlighted

  const drawTops = makeChildren(tops, () => {
    const cell = make("th", { scope: "col", tabindex: -1 });
    const draw = (/** @type {Head & { again: boolean }} */ head, /** @type {number} */ place) => {
      cell.className = classes[place];
      cell.hidden = head.again;
      cell.colSpan = head.of ? 2 : 1;
      set(cell, "title", head.about);
      write(cell, head.title);
    };
    return { node: cell, draw };
  });
  const makeDefinition = (/** @type {Head} */ { of }) => {
    const cell = make(of ? "th" : "td");
    const math = makeMath(cell);
    const draw = (/** @type {Head} */ head, /** @type {number} */ place) => {
      cell.className = classes[place];
      if (head.of) write(cell, head.of);
      else math.draw(head.math, place);
    };
    return { node: cell, draw };
  };
  const drawDefinitions = makeChildren(definitions, makeDefinition, ({ of }, place) => of + place);
  const makeCell = () => {
    const text = make("span");
    const cell = make("td", {}, text);
    const draw = (/** @type {string} */ words, /** @type {number} */ place) => {
      const name = classes[place].startsWith("name");
      const title = name || (!place && named) ? titles[words] : "";
      set(cell, "className", classes[place] + (words === "●" ? " on" : name && words.includes(" ") ? " words" : ""));
      set(cell, "dir", name ? "auto" : "");
      set(cell, "title", title ? aloud(words, title) : name ? words : "");
      if (title) text.dataset.title = title; // the style sheet shows it after the name, where there is room
      else if (text.dataset.title) delete text.dataset.title;
      if (write(text, words) && flashes) highlight(text);
    };
    return { node: cell, draw };
  };
  const drawRows = makeChildren(body, () => {
    const line = make("tr", { tabindex: -1 });
    return { node: line, draw: makeChildren(line, makeCell) };
  });
  const drawData = ifNew((/** @type {Pick<Table, "heads" | "rows">} */ { heads, rows }) => {
    const words = heads.filter(({ kind }, place) => kind === "name" && rows.some((cells) => cells[place].includes(" ")));
    node.style.setProperty("--columns", String(heads.length + words.length)); // names of several words need room for two
    const names = rows.flatMap((cells) => cells.filter((_, place) => heads[place].kind === "name"));
    node.style.setProperty("--letters", String(longestOf(names))); // of the longest name
    node.classList.toggle("rt-wide", heads.length > WIDE);
    node.classList.toggle("rt-pairs", heads[0]?.kind === "row" && rows.some((cells) => cells[0].length > LONG_PAIR));
    definitions.hidden = !heads.some(({ math, of }) => of || (math && heads.length <= MOST));
    drawTops(heads.map((head, place) => ({ ...head, again: head.title === heads[place - 1]?.title })));
    drawDefinitions(heads);
    drawRows(rows);
  });
  /** @param {Table} table @param {Record<string, string>} known @param {boolean} news whether new numbers are highlighted */
  const draw = ({ heads, rows, row }, known, news = false) => {
    [classes, titles, named, flashes] = [heads.map((one) => (one.edge ? `${one.kind} edge` : one.kind)), known, NAMED.includes(row), news];
    drawData({ heads, rows, ...(Object.keys(known).length && { known }) });
  };
  return { node, lines: () => [...body.rows], draw };
}
