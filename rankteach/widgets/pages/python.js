// Python in a browser or in node: pyodide, with numpy as emscripten-forge builds it for the same Python.

const SITE = "/lib/python3.12/site-packages";

/**
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {object} options of pyodide
 * @param {Uint8Array} numpy the package of emscripten-forge, which holds the path from the root
 * @param {Uint8Array[]} wheels other packages, each a .zip
 */
export async function startPython(loadPyodide, options, numpy, ...wheels) {
  const python = await loadPyodide(options);
  python._module.LDSO.loadedLibsByName.__main__.exports.backtrace = () => 0; // which numpy imports, and pyodide lacks
  python.unpackArchive(numpy, "gztar", { extractDir: "/" });
  for (const wheel of wheels) python.unpackArchive(wheel, "zip", { extractDir: SITE });
  return python;
}
