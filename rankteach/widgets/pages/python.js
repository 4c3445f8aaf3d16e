// Python in the browser, or in node: pyodide, and numpy as emscripten-forge has built it for the same Python.

/**
 * Starts Python with numpy. `files` are what to unpack: archives that hold `lib/python3.12/site-packages`, by their kinds.
 *
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {object} options of pyodide
 * @param {Uint8Array} numpy the package, a .tar.gz
 */
export async function startPython(loadPyodide, options, numpy) {
  const python = await loadPyodide(options);
  // numpy asks for it where it reports a crash; pyodide has none
  python._module.LDSO.loadedLibsByName.__main__.exports.backtrace = () => 0;
  python.unpackArchive(numpy, "gztar", { extractDir: "/" });
  return python;
}
