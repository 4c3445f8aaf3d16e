import assert from "node:assert/strict";
import { test } from "node:test";
import { describeItem, describeOrigins, listed, valueAt } from "../../rankteach/widgets/parts/description.js";
import { madeOf, originsAt, VALUE } from "../../rankteach/widgets/parts/places.js";
import { averagePrecision } from "./trace.js";

const trace = averagePrecision();
const describe = (cell, hidden = new Set()) => describeOrigins(trace, cell, originsAt(trace, cell), hidden);

test("a cell is described with its value and the cells that it is made of", () => {
  assert.equal(describe([0, 3, 2]), "precision at rank 3 is 2/3, made of hits at rank 3 (2) and rank 3.");
  assert.equal(describe([0, 2, 2]), "hits at rank 3 is 2, made of rel at ranks 1 to 3 (yes, no, yes).");
});

test("the value and the numbers without rows have names", () => {
  assert.equal(describe([-2, 0, 0]), "AP is 5/6, made of credit at ranks 1 to 3 (1, nothing, 2/3) and m (2).");
});

test("a letter is made of letters", () => {
  assert.equal(describe([0, 3]), "precision is made of hits and rank.");
  assert.equal(describe([0, 1]), "rel is given, not calculated.");
});

test("queries have names, so their number is not the label of the last one", () => {
  const mean = { ...trace, tables: [{ ...trace.tables[0], row: "query" }] };
  const words = describeOrigins(mean, [0, 3, 2], [[0, 2, 0, 2], [0, 0, 2, 2]], new Set());
  assert.equal(words, "precision at query 3 is 2/3, made of hits at queries 1 to 3 (1, still 1, 2) and the number of queries (3).");
});

test("what is given says so", () => {
  assert.equal(describe([0, 1, 0]), "rel at rank 1 is yes: given, not calculated.");
});

test("what the learner predicts is not described", () => {
  assert.equal(describe([0, 4, 0], new Set(["0.3.0", "0.4.0", VALUE])), "credit at rank 1 is ?, made of precision at rank 1 (?) and rel at rank 1 (yes).");
});

test("an item says where it goes", () => {
  const words = describeItem(trace, [0, 1, 2], madeOf(trace, [0, 1, 2]), new Set());
  assert.equal(words, "Rank 3 is relevant. That decides the hits here, the credit here and m.");
});

test("a running sum keeps its value where nothing is added", () => {
  assert.equal(valueAt(trace, [0, 2, 1], new Set()), "still 1");
  assert.equal(valueAt(trace, [0, 4, 1], new Set()), "nothing");
  assert.equal(valueAt(trace, [0, 0, 1], new Set()), null);
});

test("words are listed with commas and one and", () => {
  assert.deepEqual([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listed), ["", "a", "a and b", "a, b and c"]);
});
