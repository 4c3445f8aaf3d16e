"""Every surface in Firefox and in WebKit: it is drawn, it answers a click, and it fits the window.

A page opens them one after the other in frames, clicks, and sends what is wrong; so a browser only has to open it.
"""

import json
import os
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from glob import glob
from io import BytesIO
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from tests import preview
from tests.browser.pages import PATIENCE
from tests.browser.test_hosts import WINDOWS
from tests.tools import program

PAGE = (Path(__file__).parent / "engines.html").read_text(encoding="utf-8")
PREFERENCES = {  # Firefox opens nothing but the page, and asks no other host
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
Found = Queue[list[str]]


def tall_font() -> str:
    """A font whose lines are three times as high as its letters, as those of mathematical fonts are."""
    pytest.importorskip("matplotlib", reason="its font is made taller")
    from fontTools.ttLib import TTFont
    from matplotlib import get_data_path

    font, written = TTFont(Path(get_data_path()) / "fonts/ttf/STIXGeneral.ttf"), BytesIO()
    em = font["head"].unitsPerEm
    font["hhea"].ascent = font["OS/2"].sTypoAscender = font["OS/2"].usWinAscent = 2 * em
    font["hhea"].descent = font["OS/2"].sTypoDescender = -em
    font["OS/2"].usWinDescent = em
    font.save(written)
    return b64encode(written.getvalue()).decode()


class Handler(preview.Handler):
    """The preview, with the page that tries all of it."""

    found: Found
    font: str

    def do_GET(self) -> None:
        """Also the page that tries all surfaces."""
        if self.path != "/all":
            super().do_GET()
            return
        settings = {"examples": list(preview.EXAMPLES), "windows": WINDOWS, "patience": PATIENCE / 4, "font": self.font}
        self.send(PAGE.replace("SETTINGS", json.dumps(settings)), "html")

    def do_POST(self) -> None:
        """Also what that page has found."""
        if self.path != "/found":
            super().do_POST()
            return
        self.found.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send("{}", "json")


@contextmanager
def running(*command: str, **options: object) -> Iterator["subprocess.Popen[str]"]:
    """Run a program to the end of the test."""
    quiet = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "text": True}
    process = subprocess.Popen(command, **{**quiet, **options})  # type: ignore[call-overload]
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE / 1000)


@contextmanager
def firefox(home: Path, address: str) -> Iterator[None]:
    """Open a page in Firefox."""
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items())
    (home / "user.js").write_text("\n".join(lines), encoding="utf-8")
    path = program("firefox", "firefox-esr", "firefox")
    with running(path, "--headless", "--no-remote", "--profile", str(home), address):
        yield


@contextmanager
def webkit(home: Path, address: str) -> Iterator[None]:
    """Open a page in WebKitGTK, on a screen that nobody sees."""
    browsers = glob("/usr/lib/*/webkit2gtk-*/MiniBrowser")
    path, xvfb = program("webkit", *browsers), program("xvfb", "Xvfb")
    with running(xvfb, "-displayfd", "1", "-screen", "0", "2000x1200x24", stdout=subprocess.PIPE) as screen:
        assert screen.stdout is not None
        display = f":{screen.stdout.readline().strip()}"
        with running(path, address, env={**os.environ, "HOME": str(home), "DISPLAY": display}):
            yield


@pytest.mark.slow
@pytest.mark.parametrize("opened", [firefox, webkit], ids=lambda one: one.__name__)
def test_every_surface_works_in_another_browser(opened: Callable[..., object], tmp_path: Path) -> None:
    server = preview.server()
    server.RequestHandlerClass, Handler.found, Handler.font = Handler, Queue(), tall_font()
    server.handle_error = lambda *_: None  # a frame that closes may leave a question
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        with opened(tmp_path, f"http://127.0.0.1:{server.server_address[1]}/all"):
            assert Handler.found.get(timeout=4 * PATIENCE / 1000) == []
    finally:
        server.shutdown()
        server.server_close()
