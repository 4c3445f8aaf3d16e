// Runs pytest in WebAssembly, as a browser would: node python.mjs NODE_MODULES PACKAGES ARGUMENTS OF PYTEST.
// PACKAGES is a folder with pytest in it. Python sees it, and the project.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startPython } from "../../rankteach/widgets/pages/python.js";

const [modules, packages, ...args] = process.argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url));
const { loadPyodide } = await import(pathToFileURL(join(modules, "pyodide", "pyodide.mjs")).href);
const folder = join(modules, "@emscripten-forge", "numpy", "pkg");
const [name] = readdirSync(folder);
const env = { PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", PYTHONDONTWRITEBYTECODE: "1" };
const numpy = new Uint8Array(readFileSync(join(folder, name)));
const python = await startPython(loadPyodide, { indexURL: join(modules, "pyodide"), env }, [numpy]);
for (const [inside, outside] of Object.entries({ "/project": root, "/packages": packages })) {
  python.FS.mkdirTree(inside);
  python.mountNodeFS(inside, outside);
}
python.runPython("import os, sys; os.chdir('/project'); sys.path[:0] = ['/project', '/packages']");
process.exitCode = python.pyimport("tests.wasm.suite").main(python.toPy(args));
