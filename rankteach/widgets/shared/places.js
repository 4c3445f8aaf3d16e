// What every number was made of. A table's `origins` have, for each row and column, places [table, column, first row,
// last row]. Table -1 are the numbers without rows (`scalars`), table -2 is the value.

export const VALUE = "-2.0.0"; // the key of the value itself
export const keyOf = (table, column, row) => `${table}.${column}.${row}`;
export const placeOf = (words) => words.split(".").map(Number);

export function originsAt(trace, [table, column, row]) {
  if (table === -2) return trace.scalars.at(-1).origins;
  if (table === -1) return trace.scalars[column].origins;
  if (row === undefined) return trace.tables[table].origins[0]?.[column] ? columnsOf(trace, table, column) : [];
  return trace.tables[table].origins[row]?.[column] ?? [];
}

// A letter stands for a whole column: it was made of whole columns.
function columnsOf(trace, table, column) {
  const all = trace.tables[table].origins.flatMap((row) => row[column]);
  const named = new Map(all.map(([one, other]) => [`${one}.${other}`, [one, other]]));
  return [...named.values()].map(([one, other]) => [one, other, 0, one < 0 ? 0 : trace.tables[one].rows.length - 1]);
}

// What everything was made of: the key of each cell and of each number without rows, and its places.
export function* everyOrigin(trace) {
  for (const [table, { origins }] of trace.tables.entries()) {
    for (const [row, cells] of origins.entries()) {
      for (const [column, places] of cells.entries()) yield [keyOf(table, column, row), places];
    }
  }
  for (const [number, { origins }] of trace.scalars.slice(0, -1).entries()) yield [keyOf(-1, number, 0), origins];
  yield [VALUE, trace.scalars.at(-1).origins];
}

// The cells that were made of a cell, one step on; what follows on each other in a column together.
export function madeOf(trace, cell) {
  const found = [];
  for (const [key, places] of everyOrigin(trace)) {
    if (!places.some((place) => within(cell, place))) continue;
    const [table, column, row] = placeOf(key);
    const before = found.find(([t, c, , last]) => t === table && c === column && last === row - 1);
    if (before) before[3] = row;
    else found.push([table, column, row, row]);
  }
  return found;
}

// Everything behind some places, as far back as it goes.
export function behind(trace, places) {
  const seen = new Set();
  const found = [];
  const pending = [...places];
  while (pending.length) {
    const [table, column, first, last] = pending.pop();
    for (let row = first; row <= last; row += 1) {
      const key = keyOf(table, column, row);
      if (seen.has(key)) continue;
      seen.add(key);
      found.push([table, column, row, row]);
      pending.push(...originsAt(trace, [table, column, row]));
    }
  }
  return found;
}

export const wholeColumn = (trace, [table, column]) => [table, column, 0, (trace.tables[table]?.rows.length ?? 1) - 1];

export function within([table, column, row], [t, c, first, last]) {
  return table === t && column === c && row !== undefined && first <= row && row <= last;
}
