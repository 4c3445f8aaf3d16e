"""A Jupyter server on copies of notebooks, and JupyterLab, Notebook 7 and Voila in front of it."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Page

from notebooks.build import names, path_of, text_of
from tests.browser.pages import PATIENCE

ROOT = Path(__file__).resolve().parents[2]

# Where a page's notebook is, in JupyterLab and in Notebook 7.
PANEL = "window.jupyterapp.shell.currentWidget"
KERNEL = f"{PANEL}.sessionContext.session.kernel"

RUN_ALL = f"""
async () => {{
  const panel = {PANEL};
  await panel.context.ready;
  await panel.sessionContext.ready;
  await {KERNEL}.info;
  await window.jupyterapp.commands.execute("notebook:run-all-cells");
}}
"""

# Asks the model, which also has the cells that are scrolled out of sight. An error ends the run.
FINISHED = f"""
() => {{
  const cells = [...{PANEL}.content.model.cells].filter((cell) => cell.type === "code");
  const failed = cells.some((cell) => cell.outputs.toJSON().some((output) => output.output_type === "error"));
  return failed || cells.every((cell) => cell.executionCount !== null && cell.executionState !== "running");
}}
"""

OUTPUTS = f"""
() => [...{PANEL}.content.model.cells]
  .filter((cell) => cell.type === "code")
  .map((cell) => cell.outputs.toJSON())
"""

SOURCES = f"() => [...{PANEL}.content.model.cells].map((cell) => cell.sharedModel.source)"

# In a page that already shows JupyterLab, which takes long to load: what was open there goes, its kernel too.
OPEN = """
async (path) => {
  for (const panel of [...window.jupyterapp.shell.widgets("main")]) {
    await panel.sessionContext?.shutdown().catch(() => {});
    panel.dispose();
  }
  await window.jupyterapp.commands.execute("docmanager:open", { path });
}
"""

Outputs = list[dict[str, Any]]


@dataclass
class Server:
    """A running Jupyter server and the folder that it serves."""

    url: str
    token: str
    folder: Path
    numbers: Iterator[int] = field(default_factory=count)

    def copy(self, source: Path, *, run: bool) -> str:
        """Return where in the folder a fresh copy of a notebook lies; one that is to be run has no outputs yet."""
        # Pages that show the same path share a kernel.
        home = self.folder / str(next(self.numbers))
        home.mkdir()
        ours = {path_of(name): name for name in names()}
        # Where notebooks lie in one folder, as in JupyterLite, so do all their tasks.
        for folder in {one.parent for one in ours} if source in ours else {source.parent}:
            if (folder / "tasks").is_dir():
                shutil.copytree(folder / "tasks", home / "tasks", dirs_exist_ok=True)
        copy = home / source.name
        text = text_of(ours[source]) if source in ours else source.read_text(encoding="utf-8")
        content = nbformat.reads(text, as_version=4)
        for cell in content.cells if run else []:
            if cell.cell_type == "code":
                cell.update(outputs=[], execution_count=None)
        nbformat.write(content, copy)
        return copy.relative_to(self.folder).as_posix()

    def address(self, place: str, path: str) -> str:
        """Return where a notebook of the folder is shown."""
        return f"{self.url}{place}/{path}?token={self.token}"


@dataclass
class Lab:
    """Notebooks as JupyterLab shows them or, at another place of the same server, Notebook 7."""

    server: Server
    place: str = "lab/tree"

    def open_notebook(self, page: Page, notebook: str | Path, *, run: bool = True) -> list[Outputs]:
        """Open a fresh copy of a notebook, wait for its kernel, run all cells; return the outputs by cell.

        ``notebook`` is the name of one of ours (``"00_start_here"``) or the path of any other. With
        ``run=False`` it stays as a reader of a fresh clone first sees it: committed outputs, not trusted.
        Then use the page as a person would: ``page.get_by_role("button", name="...").first.click()``.
        """
        source = Path(notebook) if Path(notebook).suffix else ROOT / "notebooks" / f"{notebook}.ipynb"
        path = self.server.copy(source, run=run)
        if page.evaluate("() => Boolean(window.jupyterapp)"):
            page.evaluate(OPEN, path)
        else:
            page.goto(self.server.address(self.place, path) + "&reset")
        page.wait_for_function(f"() => {PANEL.replace('.', '?.')}?.sessionContext")
        if run:
            self.run_all(page)
        return self.outputs(page)

    def run_all(self, page: Page) -> None:
        """Run all cells of the open notebook and wait until the last has finished."""
        limit = f"new Promise((_, reject) => setTimeout(reject, {PATIENCE}, 'the notebook does not finish'))"
        page.evaluate(f"() => Promise.race([({RUN_ALL})(), {limit}])")
        page.wait_for_function(FINISHED)

    def outputs(self, page: Page) -> list[Outputs]:
        """Return the outputs of the open notebook, a list for each code cell."""
        outputs: list[Outputs] = page.evaluate(OUTPUTS)
        return outputs

    def sources(self, page: Page) -> list[str]:
        """Return the sources of all cells of the open notebook: did a key cut or insert one?"""
        sources: list[str] = page.evaluate(SOURCES)
        return sources


@dataclass
class Voila:
    """Notebooks as Voila shows them: all cells have run, their sources are not there."""

    server: Server

    def open_notebook(self, page: Page, notebook: Path) -> None:
        """Open a fresh copy of a notebook; what its cells show comes when they have run."""
        page.goto(self.server.address("voila/render", self.server.copy(notebook, run=True)))


def notebook_of(path: Path, *cells: str | nbformat.NotebookNode) -> Path:
    """Write a notebook of code cells: their sources, or whole cells."""
    made = [nbformat.v4.new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(nbformat.v4.new_notebook(cells=made, metadata={"kernelspec": kernel}), path)
    return path


@contextmanager
def serve(home: Path, python: str | Path) -> Iterator[Server]:
    """Run the Jupyter server of a Python that knows nothing of this machine's settings; its kernel is that Python."""
    folder = home / "notebooks"
    folder.mkdir()
    news = home / "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    news.parent.mkdir(parents=True)
    news.write_text('{"fetchNews": "false", "checkForUpdates": false}')
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    token = "rankteach"
    command = [
        *(python, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", "--port=0"),
        *(f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}"),
        *("--LabApp.expose_app_in_browser=True", "--JupyterNotebookApp.expose_app_in_browser=True"),
        *("--VoilaConfiguration.show_tracebacks=True", "--VoilaConfiguration.template=lessons"),
        *(["--allow-root"] if getattr(os, "geteuid", lambda: 1)() == 0 else []),
    ]
    log = home / "log"
    with log.open("wb") as output:
        own = {name: str(home / place) for name, place in places.items()}
        environment = {**os.environ, **own, "JUPYTER_PATH": str(ROOT / "notebooks")}
        server = subprocess.Popen(command, cwd=home, env=environment, stdout=output, stderr=output)
    try:
        yield Server(_address(home / "runtime", server, log), token, folder)
    finally:
        server.terminate()
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:  # it has shut its kernels down, and one of its threads goes on
            server.kill()
            server.wait()


def _address(runtime: Path, server: "subprocess.Popen[bytes]", log: Path) -> str:
    """Wait until the server has written down its port, which it does when it listens."""
    limit = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < limit and server.poll() is None:
        for path in runtime.glob("jpserver-*.json"):
            try:
                return str(json.loads(path.read_text())["url"])
            except (ValueError, KeyError):
                pass  # not yet written to the end
        time.sleep(0.05)
    pytest.fail(f"the Jupyter server does not start:\n{log.read_text()}")
