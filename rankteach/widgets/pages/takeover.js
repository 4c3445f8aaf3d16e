// Python takes over a page that was recorded: a worker starts it after the first paint, and then knows every action.

const READY = "Python is ready: everything works now.";
const FAILED = "Python could not be loaded. The page shows what was saved in it.";

/** @import { PageModel } from "./types.d.ts" */

/**
 * @param {PageModel[]} models of the surfaces, in their order in the page
 * @param {object} python where the worker finds Python, and how the surfaces began
 * @param {HTMLElement} badge says when Python is there
 */
export function takeOver(models, python, badge) {
  const end = () => {
    badge.textContent = FAILED;
    for (const model of models) model.goOnAlone();
  };
  if (location.protocol === "file:") return end(); // a browser lets no such page start a worker
  const worker = new Worker("python/worker.js", { type: "module" });
  worker.onerror = end;
  worker.onmessage = ({ data: { ready, failed, place, answer } }) => {
    if (failed) end();
    else if (answer) models[place].receive(JSON.parse(answer));
    if (!ready) return;
    for (const [at, model] of models.entries()) {
      model.ask((action) => worker.postMessage({ place: at, action: JSON.stringify(action) }));
    }
    badge.textContent = READY;
    badge.dataset.ready = "";
  };
  worker.postMessage(python);
}
