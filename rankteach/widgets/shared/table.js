// The formula and the tables of a calculation.

import { aloud, byPlace, keyed, make, set, write, writeMath } from "./elements.js";
import { flash } from "./movement.js";

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
 * @param {TableView} table
 * @param {Record<string, string>} titles those of items and queries
 * @param {boolean} flashes whether new numbers are highlighted
 */
export function drawTable(node, table, titles, flashes = false) {
  if (!node.firstChild) node.append(make("thead", {}, make("tr"), make("tr")), make("tbody"));
  const [head, body] = node.children;
  node.style.setProperty("--columns", table.heads.length);
  node.classList.toggle("rt-wide", table.heads.length > WIDE);
  node.rtLinked = table.linked;
  const classes = table.heads.map((one) => (one.edge ? `${one.kind} edge` : one.kind));
  const [top, definitions] = head.children;
  definitions.hidden = table.heads.every((one) => !one.math);
  keyed(top, table.heads, byPlace, () => make("th", { scope: "col" }), (cell, one, place) => {
    cell.className = classes[place];
    write(cell, one.title);
  });
  keyed(definitions, table.heads, byPlace, () => make("td"), (cell, one, place) => {
    cell.className = classes[place];
    writeMath(cell, one.math);
  });
  keyed(body, table.rows, byPlace, () => make("tr", { tabindex: -1 }), (line, cells) => {
    keyed(line, cells, byPlace, () => make("td", {}, make("span")), (cell, words, place) => {
      const name = classes[place].startsWith("name");
      const title = name || (!place && NAMED.includes(table.row)) ? titles[words] : "";
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
