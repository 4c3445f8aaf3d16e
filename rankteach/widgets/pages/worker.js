// A worker in which Python takes over a saved page: it makes the page's surfaces again, and answers their actions.
// Next to it are rankteach as a .zip and, unless they come from elsewhere, pyodide and numpy.

import { startPython } from "./python.js";

/** @param {string} name */
const here = (name) => new URL(name, import.meta.url).href;

/** @param {string} address */
async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {{ pyodide: string, numpy: string, starts: string }} places of Python, and how the surfaces began */
async function start({ pyodide, numpy, starts }) {
  const files = Promise.all([numpy, "rankteach.zip"].map(here).map(read));
  const { loadPyodide } = await import(here(`${pyodide}pyodide.mjs`));
  const python = await startPython(loadPyodide, { indexURL: here(pyodide) }, await files);
  return python.pyimport("rankteach.widgets.pages.takeover").taken_over(starts);
}

const answers = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(start(data)), { once: true }));
answers.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error) }),
);
addEventListener("message", async ({ data: { place, action } }) => {
  if (action) postMessage({ place, answer: (await answers)(place, action) });
});
