// The rows of a calculation, the nodes elsewhere that stand for the same rows, and the current row.

import { rove } from "./elements.js";

export const itemsOf = (list) => [...list.querySelectorAll(".rt-item")];

// The rows of the first table, which is the one that the sentences follow.
export const tableRows = (surface) => [...(surface.trace.tables.querySelector("tbody")?.rows ?? [])];

export const rowsOf = (surface, table) => [...(surface.trace.tables.children[table]?.querySelector("tbody").rows ?? [])];
export const cellAt = (surface, [table, column, row]) => rowsOf(surface, table)[row]?.cells[column];

// The same row in the table, among the sentences, and in what the widget has of it; null for no row.
//
// A widget sets surface.rows to a function that returns lists of nodes of its own which stand for the rows of the
// table, each in the table's order: the items of a list, the points of a curve. Where the table has other rows
// than the items, those nodes are not marked. What else there is to draw of it, surface.marked does, if it is set.
export function markRow(surface, row) {
  surface.row = row;
  const lines = [tableRows(surface), [...surface.trace.steps.children]];
  const linked = surface.trace.tables.querySelector("table")?.rtLinked;
  for (const nodes of lines) {
    markNode(nodes, row);
    rove(nodes, nodes[row - 1]);
  }
  for (const nodes of surface.rows()) markNode(nodes, linked ? row : null);
  surface.marked?.();
}

export function markNode(nodes, row) {
  for (const [place, node] of nodes.entries()) {
    node.classList.toggle("rt-now", place + 1 === row);
    if (place + 1 === row) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
  }
}
