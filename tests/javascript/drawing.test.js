import assert from "node:assert/strict";
import { test } from "node:test";
import { crossings, numbered } from "../../rankteach/widgets/agreement/agreement.js";
import { nearest, outline } from "../../rankteach/widgets/curves/curves.js";
import { across } from "../../rankteach/widgets/parts/cards.js";
import { cutLine } from "../../rankteach/widgets/parts/list.js";

test("a small line goes from left to right, also of one point, and none of no point", () => {
  assert.equal(across([0, 0.5, 1]), "0,100 50,50 100,0");
  assert.equal(across([0.25]), "0,75 100,75");
  assert.equal(across([]), "");
});

test("a cutoff has a line only within the list", () => {
  assert.deepEqual(cutLine({ cut: 2, cuts: true }, [{}, {}]), { after: 2, words: "k = 2", idle: false });
  assert.equal(cutLine({ cut: 3, cuts: true }, [{}, {}]), null);
  assert.equal(cutLine({ cut: null, cuts: false }, [{}]), null);
});

test("of several nearest places the current one stays", () => {
  assert.equal(nearest([3, 1, 1, 2], 2), 2);
  assert.equal(nearest([3, 1, 1, 2], 0), 1);
});

test("a curve is drawn with its origin at the bottom left", () => {
  assert.equal(outline([[0, 0], [0.5, 1]]), "M0 100L50 0");
  assert.equal(outline([]), "");
});

test("the pairs of three items are numbered column by column", () => {
  assert.deepEqual(numbered(3), [[], [1], [2, 3]]);
});

const LINES = [
  { item: "a", from: 0, to: 40 },
  { item: "b", from: 40, to: 0 },
  { item: "c", from: 80, to: 80 },
];
const pair = (kind, ...items) => ({ kind, items, words: "" });

test("lines of opposite pairs cross where they meet", () => {
  const [crossing, ...others] = crossings([pair("opposite", "a", "b"), pair("same", "a", "c")], false, LINES, 100, 5);
  assert.deepEqual(crossing, { x: 54, y: 20, pairs: [1] });
  assert.equal(others.length, 0);
});

test("while an item is held, all lines that cross count, but not those of one list alone", () => {
  assert.equal(crossings([pair("same", "a", "b")], true, LINES, 100, 5).length, 1);
  assert.equal(crossings([pair("single", "a", "b")], true, LINES, 100, 5).length, 0);
});

test("crossings that are near each other become one mark", () => {
  const twice = [pair("opposite", "a", "b"), pair("opposite", "b", "a")];
  assert.deepEqual(crossings(twice, false, LINES, 100, 5), [{ x: 54, y: 20, pairs: [1, 2] }]);
});
