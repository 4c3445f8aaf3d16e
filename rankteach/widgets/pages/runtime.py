"""The files of Python for a saved page, in a folder next to it: pyodide, numpy, and rankteach itself."""

from __future__ import annotations

import io
import zipfile
from os import PathLike
from pathlib import Path
from typing import Any

from rankteach.core.checks import shown
from rankteach.notation.saving import save

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1]
FOLDER, NODE_MODULES = "python", "node_modules"
PYODIDE = "pyodide@0.27.7"
NUMPY = "@emscripten-forge/numpy@2.0.1-py312h4e66579-0"  # built for pyodide's Python
ARCHIVE = "numpy-2.0.1-py312h4e66579_0.tar.gz"
FILES = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
CDN = "https://cdn.jsdelivr.net/npm"
INSTALL = f"npm install {PYODIDE} {NUMPY}"


def put_next_to(page: Path, runtime: Any) -> dict[str, str]:
    """Write the folder, and say where in it, or on the web, the page finds pyodide and numpy.

    ``runtime`` is the folder into which npm has installed both, or ``"cdn"``.
    """
    folder = page.parent / FOLDER
    on_the_web = {"pyodide": f"{CDN}/{PYODIDE}/", "numpy": f"{CDN}/{NUMPY}/pkg/{ARCHIVE}"}
    files = on_the_web if runtime == "cdn" else copied(runtime, folder)
    folder.mkdir(exist_ok=True)
    for name in ("python.js", "worker.js"):
        save(folder / name, (HERE / name).read_bytes())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml")]):
            if not path.parent.name.startswith("."):  # where JupyterLab keeps copies of what you open
                archive.write(path, path.relative_to(PACKAGE.parent))
    save(folder / "rankteach.zip", packed.getvalue())
    return files


def copied(runtime: Any, folder: Path) -> dict[str, str]:
    """Copy what npm has installed, if it is all there."""
    modules = Path(runtime if isinstance(runtime, str | PathLike) else "")
    needed = [*(modules / "pyodide" / name for name in FILES), modules / "@emscripten-forge/numpy/pkg" / ARCHIVE]
    if not all(path.is_file() for path in needed):
        raise ValueError(
            f"runtime must be the folder into which npm has installed all files of pyodide and numpy, not "
            f'{shown(runtime)}. Type in a terminal: {INSTALL}. Or pass runtime="cdn".'
        )
    folder.mkdir(exist_ok=True)
    for path in needed:
        save(folder / path.name, path.read_bytes())
    return {"pyodide": "./", "numpy": ARCHIVE}
