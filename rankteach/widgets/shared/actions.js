// What a person did, on its way to Python, and what a view becomes by it.

// Gestures that Python has not answered yet, by model. A busy kernel sees only the last message of many,
// so each message repeats those before it.
const waiting = new WeakMap();

export function send(model, done, gesture, slides) {
  const queue = (waiting.get(model) ?? []).filter((one) => one.n > done);
  const n = Math.max(done, queue.at(-1)?.n ?? 0) + 1;
  if (slides && queue.at(-1)?.do === gesture.do) queue.pop(); // only where a slider stops counts
  waiting.set(model, [...queue, { ...gesture, n }]);
  model.set("gesture", queue.length ? { ...gesture, n, late: queue } : { ...gesture, n });
  model.save_changes();
  return n;
}

// Plain data with other values at some names and places.
export function changedBy(before, changes) {
  const isData = (one) => one !== null && typeof one === "object";
  if (!isData(before) || !isData(changes) || Array.isArray(changes)) return changes;
  const after = Array.isArray(before) ? [...before] : { ...before };
  for (const [name, change] of Object.entries(changes)) after[name] = changedBy(before[name], change);
  return after;
}
