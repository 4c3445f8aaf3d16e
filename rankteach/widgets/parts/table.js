// The formula and the tables of a calculation.

import { aloud, byPlace, keyed, make, set, write, writeMath } from "../frame/elements.js";
import { flash } from "../frame/movement.js";

/** @import { Formula, Table as TableView } from "../protocol.d.ts" */

const WIDE = 5; // columns: a table with more has the full width
const NAMED = ["item", "query"]; // rows whose first column has names

/** @param node @param {Formula} formula */
export function drawFormula(node, formula) {
  const [name, pieces] = node.children;
  writeMath(name, formula.name);
  keyed(pieces, formula.pieces, byPlace, () => make("span"), (one, { math }) => writeMath(one, math));
}

/**
 * @param node
 * @param {TableView} table heads and rows
 * @param {Record<string, string>} titles those of items and queries
 * @param {boolean} flashes whether new numbers are highlighted
 */
export function drawTable(node, { heads, rows, row, linked }, titles, flashes = false) {
  if (!node.firstChild) node.append(make("thead", {}, make("tr"), make("tr")), make("tbody"));
  const [head, body] = node.children;
  const words = heads.filter(({ kind }, place) => kind === "name" && rows.some((cells) => cells[place].includes(" ")));
  node.style.setProperty("--columns", heads.length + words.length); // names of several words need room for two
  node.classList.toggle("rt-wide", heads.length > WIDE);
  node.rtLinked = linked;
  const classes = heads.map((one) => (one.edge ? `${one.kind} edge` : one.kind));
  const [top, definitions] = head.children;
  definitions.hidden = heads.every(({ math, of }) => !(math || of));
  keyed(top, heads, byPlace, () => make("th", { scope: "col" }), (cell, one, place) => {
    cell.className = classes[place];
    cell.hidden = one.title === heads[place - 1]?.title;
    cell.colSpan = one.of ? 2 : 1;
    write(cell, one.title);
  });
  keyed(definitions, heads, ({ of }, place) => of + place, ({ of }) => make(of ? "th" : "td"), (cell, { math, of }, place) => {
    cell.className = classes[place];
    if (of) write(cell, of);
    else writeMath(cell, math);
  });
  keyed(body, rows, byPlace, () => make("tr", { tabindex: -1 }), (line, cells) => {
    keyed(line, cells, byPlace, () => make("td", {}, make("span")), (cell, words, place) => {
      const name = classes[place].startsWith("name");
      const title = name || (!place && NAMED.includes(row)) ? titles[words] : "";
      set(cell, "className", classes[place] + (words === "●" ? " on" : name && words.includes(" ") ? " words" : ""));
      set(cell, "dir", name ? "auto" : "");
      set(cell, "title", title ? aloud(words, title) : name ? words : "");
      const { dataset } = cell.firstChild;
      if (title) dataset.title = title; // the style sheet shows it after the name, where there is room
      else if (dataset.title) delete dataset.title;
      if (write(cell.firstChild, words) && flashes) flash(cell);
    });
  });
}
