import assert from "node:assert/strict";
import { test } from "node:test";
import { givesAway, hiddenCells, questionOf } from "../../rankteach/widgets/parts/hiding.js";
import { VALUE } from "../../rankteach/widgets/parts/places.js";
import { averagePrecision } from "./trace.js";

const trace = averagePrecision();

function playerAt(at, quiz, ...open) {
  const player = { at, quiz, open: new Set(open), hidden: new Set(), timer: null };
  player.hidden = hiddenCells(trace, player);
  return player;
}

test("without a prediction nothing is hidden, and nothing is asked", () => {
  const player = playerAt(1, "");
  assert.equal(player.hidden.size, 0);
  assert.equal(questionOf(trace, player), null);
});

test("the value is asked alone, and nothing else gives it away", () => {
  const player = playerAt(null, "value");
  assert.deepEqual([...player.hidden], [VALUE]);
  assert.deepEqual(questionOf(trace, player), { key: VALUE, column: null, row: null, words: "AP" });
  assert.equal(playerAt(null, "value", VALUE).hidden.size, 0);
});

test("a column hides what is made of it, down to the value", () => {
  const { hidden } = playerAt(1, "column precision");
  assert.deepEqual([...hidden].sort(), [VALUE, "0.3.0", "0.3.1", "0.3.2", "0.4.0", "0.4.1", "0.4.2"].sort());
});

test("what is open again is shown; what is made of hidden cells still is not", () => {
  const { hidden } = playerAt(2, "column precision", "0.3.0");
  assert.ok(!hidden.has("0.3.0") && !hidden.has("0.4.0") && hidden.has("0.4.1") && hidden.has(VALUE));
});

test("each step hides the rows from there on, and asks for what it leads to", () => {
  const player = playerAt(2, "next");
  assert.ok(!player.hidden.has("0.2.0") && player.hidden.has("0.3.1") && player.hidden.has("0.4.2"));
  assert.deepEqual(questionOf(trace, player), { key: "0.3.1", column: "precision", row: 2, words: "precision at rank 2" });
  assert.equal(questionOf(trace, playerAt(3, "next")).column, "hits");
});

test("a column is asked for in the current row, and not where its cell is empty", () => {
  assert.equal(questionOf(trace, playerAt(3, "column credit")).words, "credit at rank 3");
  assert.equal(questionOf(trace, playerAt(2, "column credit")), null);
});

test("at the end and where everything is shown no row is asked for", () => {
  for (const at of [4, null]) assert.equal(questionOf(trace, playerAt(at, "column credit")), null);
});

test("a sentence gives away its own row only", () => {
  const { hidden } = playerAt(2, "next");
  assert.deepEqual([0, 1, 2].map((row) => givesAway(trace, row, hidden)), [false, true, true]);
});
