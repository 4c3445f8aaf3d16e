// The nodes that represent the rows of a calculation: one of them is the current row.

/** Marks the node of a row, from 1; null for none. @param {Element[]} nodes @param {number | null} row */
export function markNode(nodes, row) {
  for (const [place, node] of nodes.entries()) {
    const current = place + 1 === row;
    if (node.classList.contains("rt-now") === current) continue;
    node.classList.toggle("rt-now", current);
    if (current) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
  }
}
