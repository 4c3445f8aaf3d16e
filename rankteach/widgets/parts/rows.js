// The rows of a calculation, the nodes elsewhere that represent the same rows, and the current row.

import { rove } from "../frame/elements.js";
import { revealRow } from "../frame/movement.js";

/** @import { Cell, Surface } from "../frame/types.d.ts" */

export const itemsOf = (list) => [...list.querySelectorAll(".rt-item")];

// The rows of a table. The sentences follow those of the first one.
export const rowsOf = (surface, table) => [...(surface.trace.tables.children[table]?.querySelector("tbody").rows ?? [])];

/** @type {(surface: Surface, cell: Cell) => HTMLTableCellElement | undefined} */
export const cellAt = (surface, [table, column, row]) => rowsOf(surface, table)[row]?.cells[column];

// Marks a row in the table, among the sentences, and in the surface's own nodes; null for no row.
//
// A surface sets surface.rows to a function that returns lists of its own nodes that represent the rows of the table,
// each in the table's order: the items of a list, the points of a curve. Where the rows of the table are not the items,
// those nodes are not marked. surface.marked, if it is set, draws what else depends on the current row.
/** @param {Surface} surface @param {number | null} row */
export function markRow(surface, row) {
  const moved = row !== surface.row;
  surface.row = row;
  const lines = [rowsOf(surface, 0), [...surface.trace.steps.children]];
  const linked = surface.trace.tables.querySelector("table")?.rtLinked;
  for (const nodes of lines) {
    markNode(nodes, row);
    rove(nodes, nodes[row - 1]);
  }
  for (const nodes of surface.rows()) markNode(nodes, linked ? row : null);
  if (moved && lines[0][row - 1]) revealRow(surface.trace.rows, lines[0][row - 1]);
  surface.marked?.();
}

export function markNode(nodes, row) {
  for (const [place, node] of nodes.entries()) {
    node.classList.toggle("rt-now", place + 1 === row);
    if (place + 1 === row) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
  }
}
