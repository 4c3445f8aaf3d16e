import assert from "node:assert/strict";
import { test } from "node:test";
import { changedBy, send } from "../../rankteach/widgets/frame/actions.js";

// A front end gives each view of a widget a model object of its own, with the same values behind it.
function modelsThatRecord(views = 1) {
  const sent = [];
  const make = () => ({ get: () => sent.at(-1), set: (_, action) => sent.push(action), save_changes: () => {} });
  return [sent, ...Array.from({ length: views }, make)];
}

test("actions are numbered, each message repeats those that Python has not answered", () => {
  const [sent, model] = modelsThatRecord();
  assert.equal(send(model, 0, { do: "reset" }), 1);
  assert.equal(send(model, 0, { do: "undo" }), 2);
  assert.deepEqual(sent[1], { do: "undo", n: 2, late: [{ do: "reset", n: 1 }] });
  send(model, 2, { do: "redo" });
  assert.deepEqual(sent[2], { do: "redo", n: 3 });
});

test("of a slider's movement only the last action is repeated", () => {
  const [sent, model] = modelsThatRecord();
  send(model, 0, { do: "undo" });
  for (const k of [3, 4, 5]) send(model, 0, { do: "cut", k, slides: true });
  assert.deepEqual(sent.at(-1), { do: "cut", k: 5, slides: true, n: 4, late: [{ do: "undo", n: 1 }] });
});

test("numbers go on from what Python has done, also after the page was loaded again", () => {
  const [, model] = modelsThatRecord();
  assert.equal(send(model, 7, { do: "reset" }), 8);
});

test("two views of a widget count their actions together and repeat each other's", () => {
  const [sent, one, other] = modelsThatRecord(2);
  send(one, 0, { do: "reset" });
  assert.equal(send(other, 0, { do: "undo" }), 2);
  assert.equal(send(one, 0, { do: "redo" }), 3);
  const late = [{ do: "reset", n: 1 }, { do: "undo", n: 2 }];
  assert.deepEqual(sent.at(-1), { do: "redo", n: 3, late });
});

test("changes are put in by name and by place, and leave the view before them alone", () => {
  const before = { cards: [{ value: "1", key: 1 }, { value: "2", key: 2 }], k: 3, list: [1, 2] };
  const after = changedBy(before, { cards: { 1: { value: "0" } }, list: [5] });
  assert.deepEqual(after, { cards: [{ value: "1", key: 1 }, { value: "0", key: 2 }], k: 3, list: [5] });
  assert.equal(before.cards[1].value, "2");
  assert.equal(after.cards[0], before.cards[0]);
});

test("a change to nothing and a change of nothing are changes", () => {
  assert.deepEqual(changedBy({ swap: { items: [] }, best: null }, { swap: null, best: { value: 1 } }), { swap: null, best: { value: 1 } });
});
