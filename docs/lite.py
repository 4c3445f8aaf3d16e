"""JupyterLite, a part of the site: each notebook runs in the browser, and nothing comes from another host.

Pyodide and numpy come from npm when the site is built, the other packages that a notebook needs from PyPI. The kernel
gets all of them in one file, so that it has nothing to install.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from notebooks.build import TEXTS, names, path_of, text_of
from rankteach.widgets.pages import runtime

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
NOTEBOOKS = ROOT / "notebooks"
NAME = "lite"
"""Its folder on the site."""
APPS = ("notebooks", "lab", "tree", "edit")
"""Notebook 7, which has room for a notebook on a phone, too, and what its menus lead to."""
PAGE = f"{NAME}/{APPS[0]}/index.html?path="
"""The address of a notebook on the site, without its path."""
ICON = '<link rel="icon" href="../../_static/favicon.svg">'
FIRST = "first_cell.js"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSION = Path(sys.prefix, "share/jupyter/labextensions", KERNEL)
NEEDED = (
    "anywidget",
    "comm",
    "ipython==9.12.*",  # newer ones need a compiled package
    "ipywidgets==8.1.7",
    "jedi",
    "jupyterlab_widgets==3.0.15",  # newer ones need a newer JupyterLab than that of JupyterLite
    "narwhals",
)
PURE = ("--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none", "--python-version=3.12")
READY = ("comm", "ipykernel", "ipython", "jedi", "micropip", "piplite", "pyodide_kernel", "sqlite3", "ssl")
"""What the kernel does not install: it is there, or, as the last two, nothing needs it."""
LEFT_OUT = re.compile(r"\.data/|^widgetsnbextension|^jedi/third_party/(django-stubs|typeshed/stubs)/")
"""Most files of the packages, and none that a notebook needs."""


def possible() -> bool:
    """Is npm there, which brings Python for the browser?"""
    return shutil.which("npm") is not None


def build(site: Path, scratch: Path) -> None:
    """Build it into the site; ``scratch`` is a folder for what is needed meanwhile."""
    target, scratch = (site / NAME).resolve(), scratch.resolve()
    wheels = scratch / "wheels"
    for old in (target, scratch):
        shutil.rmtree(old, ignore_errors=True)
    _write_contents(scratch)
    _run(scratch, str(shutil.which("npm")), "install", "--prefix=.", runtime.PYODIDE, runtime.NUMPY)
    lock = json.loads((scratch / "node_modules/pyodide/pyodide-lock.json").read_text(encoding="utf-8"))
    micropip = f"micropip=={lock['packages']['micropip']['version']}"
    _pip(scratch, "download", f"--dest={wheels}", *PURE, *NEEDED, micropip)
    _pip(scratch, "wheel", f"--wheel-dir={wheels}", "--no-deps", str(ROOT))
    extensions = [EXTENSION, *wheels.glob("anywidget-*"), *wheels.glob("jupyterlab_widgets-*")]
    shown = [f"--LiteBuildConfig.federated_extensions={path}" for path in extensions]
    apps = [f"--apps={app}" for app in APPS]
    small = ["--ignore-sys-prefix", "--no-libarchive", "--no-sourcemaps", "--no-unused-shared-packages"]
    _run(scratch, sys.executable, "-m", "jupyterlite_core", "build", f"--output-dir={target}", *apps, *small, *shown)
    for app in APPS:
        page = target / app / "index.html"
        text = page.read_text(encoding="utf-8")
        added = ICON + f'<script defer src="../{FIRST}"></script>' * (app == APPS[0])
        page.write_text(text.replace("<head>", f"<head>\n    {added}", 1), encoding="utf-8")
    shutil.copy(FOLDER / FIRST, target)
    _write_python(target / runtime.FOLDER, scratch / "node_modules", wheels)


def _write_contents(scratch: Path) -> None:
    """The notebooks, and the settings of JupyterLite."""
    texts = {path: path.read_text(encoding="utf-8") for path in TEXTS}
    for path, text in (texts | {path_of(name): text_of(name) for name in names()}).items():
        copy = scratch / "files" / path.relative_to(NOTEBOOKS)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(with_version(text) if path.suffix == ".ipynb" else text, encoding="utf-8")
    kernel = {
        "pyodideUrl": f"./{runtime.FOLDER}/pyodide.js",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": READY},
    }
    plugins = {f"{KERNEL}:kernel": kernel}
    settings = {
        "appName": "rankteach",
        "disabledExtensions": ["@jupyter-notebook/notebook-extension:tab-icon"],  # whose icons are not there
        "exposeAppInBrowser": True,
        "litePluginSettings": plugins,
    }
    files = {
        "jupyter-lite.json": {"jupyter-lite-schema-version": 0, "jupyter-config-data": settings},
        "overrides.json": {
            "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
            "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
        },
    }
    for name, content in files.items():
        (scratch / name).write_text(json.dumps(content), encoding="utf-8")


def with_version(text: str) -> str:
    """A notebook that names the version of its cells, so that a copy saved in a browser is known to be older."""
    notebook = json.loads(text)
    sources = "\0".join("".join(cell["source"]) for cell in notebook["cells"])
    notebook["metadata"]["rankteach"] = {"version": hashlib.sha256(sources.encode()).hexdigest()[:16]}
    return json.dumps(notebook, ensure_ascii=False)


def _write_python(folder: Path, modules: Path, wheels: Path) -> None:
    """Pyodide, numpy, and all other packages in one file."""
    found = runtime.copied(modules, folder)
    shutil.copy(runtime.HERE / "python.js", folder)
    script = (FOLDER / "lite.js").read_text(encoding="utf-8").replace("NUMPY", found["numpy"])
    (folder / "pyodide.js").write_text(script, encoding="utf-8")
    lock = folder / "pyodide-lock.json"
    known = json.loads(lock.read_text(encoding="utf-8"))
    lock.write_text(json.dumps({**known, "packages": {}}), encoding="utf-8")  # none of them is on the site
    with zipfile.ZipFile(folder / "packages.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in NOTEBOOKS.rglob("tasks/*.py"):
            archive.write(path, f"tasks/{path.name}")
        archive.write(FOLDER / "no_matplotlib.py", "matplotlib.py")
        for wheel in sorted([*wheels.iterdir(), *EXTENSION.glob("static/pypi/*.whl")]):
            with zipfile.ZipFile(wheel) as source:
                for name in source.namelist():
                    if not LEFT_OUT.search(name):
                        archive.writestr(name, source.read(name))


def _pip(where: Path, *command: str) -> None:
    _run(where, sys.executable, "-m", "pip", "--disable-pip-version-check", *command)


def _run(where: Path, *command: str) -> None:
    """Run a command; what it says is of interest only if it fails."""
    done = subprocess.run(command, cwd=where, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"JupyterLite could not be built: {' '.join(command)}\n{done.stdout}")
