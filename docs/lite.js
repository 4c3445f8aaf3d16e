// What the kernel of JupyterLite loads as pyodide.js: Python with numpy, rankteach and all that a notebook needs in it.
// The kernel would install each package by itself; they all arrive in one file instead.

self.loadPyodide = async ({ packages, ...options }) => {
  const { startPython } = await import("./python.js");
  const { loadPyodide } = await import("./pyodide.mjs");
  const read = async (name) => {
    const answer = await fetch(new URL(name, options.indexURL));
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  return startPython(loadPyodide, options, await Promise.all(["NUMPY", "packages.zip"].map(read)));
};
