// Python in a browser or in node: pyodide, with numpy as emscripten-forge builds it for the same Python.

const SITE = "/lib/python3.12/site-packages";

/**
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {object} options of pyodide
 * @param {Uint8Array[]} packages numpy of emscripten-forge, which holds the path from the root; and others, each a .zip
 */
export async function startPython(loadPyodide, options, [numpy, ...others]) {
  const python = await loadPyodide(options);
  python._module.LDSO.loadedLibsByName.__main__.exports.backtrace = () => 0; // which numpy imports, and pyodide lacks
  python.unpackArchive(numpy, "gztar", { extractDir: "/" });
  for (const other of others) python.unpackArchive(other, "zip", { extractDir: SITE });
  return python;
}
