"""A real browser for the tests: Jupyter on copies of the notebooks, and a bare page for one widget.

Nothing here reaches the network, and every wait is for a state, none for a time.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.bare import BARE, STAND_IN, BarePage, BareSite, at_rest, on_a_phone, traits_of
from tests.browser.jupyter import ROOT, Lab, Server, Voila, serve
from tests.browser.kernel import Kernel
from tests.browser.pages import PATIENCE, new_page, open_page, ours
from tests.environment import Environment
from tests.tools import program

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
    path = program("chromium", *NAMES)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Open an empty page of its own."""
    with open_page(chromium) as page:
        yield page


# --- Jupyter ------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start the Jupyter server that JupyterLab, Notebook 7 and Voila share; its kernel is this Python."""
    with serve(tmp_path_factory.mktemp("jupyter"), sys.executable) as server:
        yield server


@pytest.fixture(scope="session")
def lab(server: Server) -> Lab:
    """Return the JupyterLab that is installed."""
    return Lab(server)


@pytest.fixture(scope="session")
def notebook_7(server: Server) -> Lab:
    """Return Notebook 7, which is used as JupyterLab is."""
    return Lab(server, "notebooks")


@pytest.fixture(scope="session")
def voila(server: Server) -> Voila:
    """Return Voila."""
    return Voila(server)


@pytest.fixture(scope="session")
def lab_4_4(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Start a JupyterLab 4.4, as Binder has it, in an environment of its own; only for slow tests."""
    home = tmp_path_factory.mktemp("jupyterlab-4.4")
    environment = Environment(home / "environment")
    environment.python("-m", "pip", "install", "jupyterlab==4.4.*", "ipywidgets", ROOT)
    with serve(home, environment.bin / "python") as server:
        yield Lab(server)


@pytest.fixture(scope="session")
def opened_lab(lab: Lab, chromium: Browser) -> Iterator[tuple[Page, list[str]]]:
    """Open the page in which all tests use JupyterLab, since it takes long to load; with its exceptions."""
    page, errors = new_page(chromium)
    yield page, errors
    page.context.close()  # before the server ends, which a page that goes on asking can keep alive


@pytest.fixture
def lab_page(opened_lab: tuple[Page, list[str]]) -> Iterator[Page]:
    """Return JupyterLab's page, in which ``lab.open_notebook`` closes what an earlier test has opened."""
    page, errors = opened_lab
    yield page
    wrong = ours(errors)
    errors.clear()
    assert not wrong, wrong


@pytest.fixture
def kernel(lab_page: Page) -> Iterator[Kernel]:
    """Return the kernel of the notebook that JupyterLab is going to open; a test asks for it before it opens one."""
    kernel = Kernel(lab_page)
    yield kernel
    kernel.close()


# --- one widget in a bare page ------------------------------------------------------------------------


@pytest.fixture(scope="session")
def bare_site(chromium: Browser) -> BareSite:
    """Return what lends a bare page to each test."""
    return BareSite(chromium)


@pytest.fixture
def bare_page(bare_site: BareSite) -> Any:
    """Return a function that renders an anywidget, or a module with the traits given, in a bare page.

    ``bare_page(widget)`` connects the page with a widget in this process: what the page saves reaches Python,
    and what Python then changes reaches the page, as with a kernel.
    ``bare_page(esm=..., traits={...})`` renders a module (path or text) alone.
    Both return a `BarePage`. A request for anything else fails the test, but for the modules of ``others``: widgets
    that the test draws itself, from ``/other0.js`` and so on.
    """

    def text(source: str | Path) -> str:
        return source.read_text(encoding="utf-8") if isinstance(source, Path) else str(source)

    with bare_site.lend() as page:

        def render(
            widget: Any = None,
            *,
            esm: str | Path = "",
            traits: dict[str, Any] | None = None,
            others: Sequence[Any] = (),
        ) -> BarePage:
            if widget is not None:
                esm = str(widget._esm)
            files = {
                "": ("text/html", BARE),
                "widget.js": ("text/javascript", text(esm)),
                **{f"other{place}.js": ("text/javascript", other._esm) for place, other in enumerate(others)},
            }
            bare = BarePage(page, widget)

            def to_python(changes: dict[str, Any]) -> dict[str, Any]:
                bare.saved.append(changes)
                if widget is None:
                    return {}
                widget.set_state(changes)
                answer = traits_of(widget)
                del answer["action"]  # no kernel sends back what the browser has sent: there may be a later one
                return answer

            bare_site.load(page, files, to_python)
            page.evaluate(STAND_IN, traits_of(widget) if widget is not None else traits or {})
            return bare

        yield render


@pytest.fixture
def opened(bare_page: Any) -> Any:
    """Return a function that opens a surface in a window of some size, where nothing glides; its page.

    ``touch`` gives it a finger instead of a mouse, and ``lecture`` shows the view for lectures.
    """

    def open_in(widget: Any, size: ViewportSize, *, touch: bool = False, lecture: bool = False) -> Page:
        page: Page = bare_page(widget).page
        page.emulate_media(reduced_motion="reduce")
        if touch:
            on_a_phone(page)
        page.set_viewport_size(size)
        if lecture:
            page.get_by_role("button", name="Lecture view").click()
        at_rest(page)
        return page

    return open_in
