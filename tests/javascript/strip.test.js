// The places of dots: none covers another, and each is as near to its value as the others let it be.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stacked } from "../../rankteach/widgets/explorer/strip.js";

const keys = (places) => new Set(places.map(({ column, row }) => `${column} ${row}`));

for (const n of [1, 29, 300]) {
  test(`${n} dots have ${n} places`, () => {
    const at = Array.from({ length: n }, (_, place) => (place < n / 3 ? 0 : (place * 0.37) % 1)).sort((one, other) => one - other);
    const places = stacked(at, 60, 8);
    assert.equal(keys(places).size, n);
    assert.ok(places.every(({ column, row }) => column >= 0 && column < 60 && row >= 0 && row < 8));
  });
}

test("dots with room are at their values, and equal ones are stacked from below", () => {
  assert.deepEqual(stacked([0, 0, 0.5, 1], 11, 2), [
    { column: 0, row: 0 },
    { column: 0, row: 1 },
    { column: 5, row: 0 },
    { column: 10, row: 0 },
  ]);
});

test("a full stack goes on in the nearest column", () => {
  assert.deepEqual(stacked([1, 1, 1], 3, 2).map(({ column }) => column), [2, 2, 1]);
  assert.deepEqual(stacked([0.5, 0.5, 0.5], 3, 1).map(({ column }) => column), [1, 2, 0]);
});
