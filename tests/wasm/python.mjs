// Python in node, as a saved page has it: node python.mjs NODE_MODULES PATH [PYTHON'S ARGUMENTS]. The folders of PATH,
// separated as those of PYTHONPATH are, can be imported from.

import { readFileSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { startPython } from "../../rankteach/widgets/pages/python.js";

const [modules, path, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(modules, "pyodide", "pyodide.mjs")).href);
const folder = join(modules, "@emscripten-forge", "numpy", "pkg");
const numpy = new Uint8Array(readFileSync(join(folder, readdirSync(folder)[0])));
const here = process.cwd();
const python = await startPython(loadPyodide, { indexURL: join(modules, "pyodide"), args }, numpy);
