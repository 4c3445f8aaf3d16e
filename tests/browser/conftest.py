"""A real browser for the tests: a JupyterLab on copies of the notebooks, and a bare page for one widget.

Nothing here reaches the network, and every wait is for a state, none for a time.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start the machine's own Chromium, once for all tests."""
    path = os.environ.get("RANKTEACH_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        reason = "no Chromium on the path; RANKTEACH_CHROMIUM can name one"
        pytest.fail(reason) if os.environ.get("RANKTEACH_REQUIRE_BROWSER") == "1" else pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Open an empty page of its own; an exception that its JavaScript does not catch fails the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(20_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors


# --- JupyterLab -------------------------------------------------------------------------------------

RUN_ALL = """
async () => {
  const app = window.jupyterapp;
  const panel = app.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
  await app.commands.execute("notebook:run-all-cells");
}
"""

# Asks the model, which also has the cells that are scrolled out of sight. An error ends the run.
FINISHED = """
() => {
  const model = window.jupyterapp.shell.currentWidget.content.model;
  const cells = [...model.cells].filter((cell) => cell.type === "code");
  const failed = cells.some((cell) => cell.outputs.toJSON().some((output) => output.output_type === "error"));
  return failed || cells.every((cell) => cell.executionCount !== null && cell.executionState !== "running");
}
"""

OUTPUTS = """
() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
  .filter((cell) => cell.type === "code")
  .map((cell) => cell.outputs.toJSON())
"""

SOURCES = """
() => [...window.jupyterapp.shell.currentWidget.content.model.cells].map((cell) => cell.sharedModel.source)
"""

Outputs = list[dict[str, Any]]


@dataclass
class Lab:
    """A running JupyterLab server and the folder that it serves."""

    url: str
    token: str
    folder: Path
    numbers: Iterator[int] = field(default_factory=count)

    def open_notebook(self, page: Page, notebook: str | Path, *, run: bool = True) -> list[Outputs]:
        """Open a fresh copy of a notebook, wait for its kernel, run all cells; return the outputs by cell.

        ``notebook`` is the name of one of ours (``"00_start_here"``) or the path of any other. With
        ``run=False`` it stays as a reader of a fresh clone first sees it: committed outputs, not trusted.
        Then use the page as a person would: ``page.get_by_role("button", name="...").first.click()``.
        """
        source = Path(notebook) if Path(notebook).suffix else ROOT / "notebooks" / f"{notebook}.ipynb"
        # Pages that show the same path share a kernel.
        copy = self.folder / f"{source.stem}-{next(self.numbers)}.ipynb"
        content = nbformat.read(source, as_version=4)
        for cell in content.cells if run else []:
            if cell.cell_type == "code":
                cell.update(outputs=[], execution_count=None)
        nbformat.write(content, copy)
        page.goto(f"{self.url}lab/tree/{copy.name}?token={self.token}&reset")
        page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext")
        if run:
            self.run_all(page)
        return self.outputs(page)

    def run_all(self, page: Page) -> None:
        """Run all cells of the open notebook and wait until the last has finished."""
        limit = "new Promise((_, reject) => setTimeout(reject, 60000, 'the notebook does not finish'))"
        page.evaluate(f"() => Promise.race([({RUN_ALL})(), {limit}])")
        page.wait_for_function(FINISHED, timeout=60_000)

    def outputs(self, page: Page) -> list[Outputs]:
        """Return the outputs of the open notebook, a list for each code cell."""
        outputs: list[Outputs] = page.evaluate(OUTPUTS)
        return outputs

    def sources(self, page: Page) -> list[str]:
        """Return the sources of all cells of the open notebook: did a key cut or insert one?"""
        sources: list[str] = page.evaluate(SOURCES)
        return sources


def address(runtime: Path, server: "subprocess.Popen[bytes]", log: Path) -> str:
    """Wait until the server has written down its port, which it does when it listens."""
    limit = time.monotonic() + 60
    while time.monotonic() < limit and server.poll() is None:
        for path in runtime.glob("jpserver-*.json"):
            try:
                return str(json.loads(path.read_text())["url"])
            except (ValueError, KeyError):
                pass  # not yet written to the end
        time.sleep(0.05)
    pytest.fail(f"JupyterLab does not start:\n{log.read_text()}")


@pytest.fixture(scope="session")
def lab(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Start a JupyterLab that knows nothing of this machine's settings; its kernel is this Python."""
    home = tmp_path_factory.mktemp("lab")
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
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", "--port=0"),
        *(f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}"),
        "--LabApp.expose_app_in_browser=True",
        *(["--allow-root"] if getattr(os, "geteuid", lambda: 1)() == 0 else []),
    ]
    log = home / "log"
    with log.open("wb") as output:
        environment = {**os.environ, **{name: str(home / place) for name, place in places.items()}}
        server = subprocess.Popen(command, cwd=home, env=environment, stdout=output, stderr=output)
    try:
        yield Lab(address(home / "runtime", server, log), token, folder)
    finally:
        server.terminate()
        server.wait(30)


# --- one widget in a bare page ------------------------------------------------------------------------

SITE = "http://rankteach.test/"

BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>widget</title>
<link rel="stylesheet" href="widget.css"><body><div id="widget"></div></body></html>"""

# What anywidget gives to a widget's module: a model with traits, changes saved in one message, and listeners.
STAND_IN = """
async (state) => {
  const listeners = [];
  const pending = {};
  const fire = (event, ...values) =>
    listeners.filter((l) => l.event.split(" ").includes(event)).forEach((l) => l.callback(...values));
  const put = (name, value) => {
    if (JSON.stringify(state[name]) === JSON.stringify(value)) return false;
    state[name] = value;
    fire(`change:${name}`, model, value);
    return true;
  };
  const model = {
    get: (name) => state[name],
    set: (name, value) => { pending[name] = value; if (put(name, value)) fire("change", model); },
    save_changes: async () => {
      const changes = { ...pending };
      Object.keys(pending).forEach((name) => delete pending[name]);
      model.receive(await window.toPython(changes));
    },
    receive: (changes) => {
      const changed = Object.entries(changes).filter(([name, value]) => put(name, value));
      if (changed.length) fire("change", model);
    },
    on: (event, callback) => listeners.push({ event, callback }),
    off: (event, callback) => {
      const other = (l) => (event && l.event !== event) || (callback && l.callback !== callback);
      listeners.splice(0, listeners.length, ...listeners.filter(other));
    },
    send: () => { throw new Error("use traits, not custom messages"); },
  };
  window.model = model;
  const module = await import("/widget.js");
  const widget = typeof module.default === "function" ? await module.default() : module.default ?? module;
  await widget.initialize?.({ model });
  window.cleanup = await widget.render({ model, el: document.getElementById("widget") });
}
"""


@dataclass
class BarePage:
    """A page that shows nothing but one widget."""

    page: Page
    saved: list[dict[str, Any]] = field(default_factory=list)
    """What the widget saved: a dictionary of traits for each ``save_changes``."""

    def push(self, **traits: Any) -> None:
        """Change traits as the kernel would."""
        self.page.evaluate("(changes) => window.model.receive(changes)", traits)


def traits_of(widget: Any) -> dict[str, Any]:
    """Return the widget's own synchronised traits, without ipywidgets' machinery."""
    machinery = {"layout", "tabbable", "tooltip"}
    return dict(widget.get_state([key for key in widget.keys if key[0] != "_" and key not in machinery]))


@pytest.fixture
def bare_page(page: Page) -> Any:
    """Return a function that renders an anywidget, or a module with the traits given, in a bare page.

    ``bare_page(widget)`` connects the page with a widget in this process: what the page saves reaches Python,
    and what Python then changes reaches the page, as with a kernel.
    ``bare_page(esm=..., css=..., traits={...})`` renders a module (path or text) alone.
    Both return a `BarePage`. A request for anything but the two files fails the test.
    """
    strangers: list[str] = []

    def text(source: str | Path) -> str:
        return source.read_text(encoding="utf-8") if isinstance(source, Path) else str(source)

    def render(
        widget: Any = None,
        *,
        esm: str | Path = "",
        css: str | Path = "",
        traits: dict[str, Any] | None = None,
    ) -> BarePage:
        if widget is not None:
            esm, css = str(widget._esm), str(getattr(widget, "_css", ""))
        files = {
            "": ("text/html", BARE),
            "widget.js": ("text/javascript", text(esm)),
            "widget.css": ("text/css", text(css)),
        }

        def answer(route: Route) -> None:
            kind, body = files.get(route.request.url.removeprefix(SITE), (None, ""))
            if kind is None:
                strangers.append(route.request.url)
                route.abort()
            else:
                route.fulfill(body=body, content_type=f"{kind}; charset=utf-8")

        bare = BarePage(page)

        def to_python(changes: dict[str, Any]) -> dict[str, Any]:
            bare.saved.append(changes)
            if widget is None:
                return {}
            widget.set_state(changes)
            return traits_of(widget)

        page.route("**/*", answer)
        page.expose_function("toPython", to_python)
        page.goto(SITE)
        page.evaluate(STAND_IN, traits_of(widget) if widget is not None else traits or {})
        return bare

    yield render
    assert not strangers
