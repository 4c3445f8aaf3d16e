import assert from "node:assert/strict";
import { test } from "node:test";
import { behind, cellOf, everyOrigin, keyOf, madeOf, originsAt, VALUE, within } from "../../rankteach/widgets/parts/places.js";
import { averagePrecision } from "./trace.js";

const trace = averagePrecision();

test("a key is read back as its cell", () => {
  assert.deepEqual(cellOf(keyOf(0, 4, 2)), [0, 4, 2]);
  assert.deepEqual(cellOf(VALUE), [-2, 0, 0]);
});

test("a cell has its origins, the value those of the last scalar", () => {
  assert.deepEqual(originsAt(trace, [0, 4, 1]), [[0, 3, 1, 1], [0, 1, 1, 1]]);
  assert.deepEqual(originsAt(trace, [-1, 0, 0]), [[0, 1, 0, 2]]);
  assert.deepEqual(originsAt(trace, [-2, 0, 0]), trace.scalars[1].origins);
  assert.deepEqual(originsAt(trace, [0, 4, 9]), []);
});

test("a letter of the formula is made of whole columns", () => {
  assert.deepEqual(originsAt(trace, [0, 3]), [[0, 2, 0, 2], [0, 0, 0, 2]]);
  assert.deepEqual(originsAt(trace, [0, 1]), []);
});

test("neighbours that are made of a cell are one place", () => {
  assert.deepEqual(madeOf(trace, [0, 1, 0]), [[0, 2, 0, 2], [0, 4, 0, 0], [-1, 0, 0, 0]]);
  assert.deepEqual(madeOf(trace, [0, 4, 1]), [[-2, 0, 0, 0]]);
});

test("behind the value is everything, down to the grades, and each cell once", () => {
  const cells = behind(trace, trace.scalars[1].origins).map(([table, column, row]) => keyOf(table, column, row));
  assert.equal(new Set(cells).size, cells.length);
  assert.equal(cells.length, 5 * 3 + 1);
});

test("every cell and every number has its key once, the value comes last", () => {
  const keys = [...everyOrigin(trace)].map(([key]) => key);
  assert.equal(new Set(keys).size, 5 * 3 + 2);
  assert.equal(keys.at(-1), VALUE);
});

test("a place holds its first and its last row, and no letter", () => {
  assert.ok(within([0, 1, 0], [0, 1, 0, 2]) && within([0, 1, 2], [0, 1, 0, 2]));
  assert.ok(!within([0, 1, 3], [0, 1, 0, 2]) && !within([0, 2, 1], [0, 1, 0, 2]) && !within([0, 1], [0, 1, 0, 2]));
});
