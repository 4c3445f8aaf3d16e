"""Every surface without Jupyter: ``python -m tests.preview``. The page follows each module and sheet that you save.

After a change of Python, start it anew. It listens on this machine alone, and answers no other site.
"""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import rankteach as rt
from docs import gallery
from rankteach.widgets.frame.modules import WIDGETS, bundle
from rankteach.widgets.session.session import Session
from tests.browser.surfaces import SURFACES

STAND_IN = (Path(__file__).parent / "browser" / "stand_in.js").read_text(encoding="utf-8")
OF_GALLERY = {f"{name} of the gallery": example for name, example in gallery.EXAMPLES.items()}
EXAMPLES = OF_GALLERY | {name: one.source for name, one in SURFACES.items()}
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>rankteach surfaces</title>
<style>:root { color-scheme: light dark } body { margin: 1em auto; max-width: 70em; font-family: system-ui }</style>
<nav>NAVIGATION</nav><pre id="wrong" role="alert"></pre><main id="widget"></main>
<script type="module">
const wrong = document.getElementById("wrong");
const asked = async (path, content) => (await fetch(path, { method: "POST", body: JSON.stringify(content) })).json();
async function open() {
  const { session, module, ...traits } = await asked("/open", location.hash.slice(1) || "explorer of the gallery");
  window.widgetModule = module;
  window.toPython = ({ action }) => asked(`/act/${session}`, action);
  const anew = document.createElement("main"); // a shadow root stays with its element
  anew.id = "widget";
  document.getElementById("widget").replaceWith(anew);
  await (STAND_IN)(traits).catch((error) => { wrong.textContent = error.stack; });
}
let last = Promise.resolve();
addEventListener("hashchange", () => { last = last.then(open); });
const version = await asked("/version");
setInterval(async () => (await asked("/version")) === version || location.reload(), 500);
last = last.then(open);
</script></html>"""


class Handler(BaseHTTPRequestHandler):
    """One request; the sessions are those of all pages that were opened."""

    sessions: list[Session] = []  # noqa: RUF012

    def do_GET(self) -> None:
        """The page, or the module of a surface."""
        kind, _, name = self.path.partition("?")[0].strip("/").partition("/")
        links = " ".join(f'<a href="#{one}">{one}</a>' for one in EXAMPLES)
        page = PAGE.replace("NAVIGATION", links).replace("STAND_IN", STAND_IN)
        text, media = (bundle(name), "javascript") if kind == "module" and name in gallery.EXAMPLES else (page, "html")
        self.send(text, media)

    def do_POST(self) -> None:
        """Open a session, perform an action in it, or say which version the files are."""
        own = [f"{host}:{self.server.server_address[1]}" for host in ("127.0.0.1", "localhost")]
        host, origin = self.headers["Host"], self.headers["Origin"]
        if host not in own or origin not in (None, *(f"http://{one}" for one in own)):
            self.send_error(403)
            return
        content = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or "null")
        self.send(json.dumps(self.answer(*self.path.strip("/").split("/"), content)), "json")

    def answer(self, kind: str, *of: Any) -> Any:
        """What a page is told."""
        if kind == "version":
            return max(path.stat().st_mtime_ns for path in WIDGETS.rglob("*.[cj]s*"))
        if kind == "act":
            return self.sessions[int(of[0])].answer(of[1])
        surface = made(EXAMPLES[unquote(of[0])])
        self.sessions.append(Session(surface._state))
        told = {"session": len(self.sessions) - 1, "module": f"/module/{surface.folder}?{len(self.sessions)}"}
        return {**told, **self.sessions[-1].traits(), "arrangement": "", "action": {}}

    def send(self, text: str, media: str) -> None:
        """Send a text."""
        self.send_response(200)
        self.send_header("Content-Type", f"{'application' if media == 'json' else 'text'}/{media}; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing, because the page shows every error."""


def made(source: str) -> Any:
    """The surface that the last line of some Python makes."""
    *setup, last = source.strip().split("\n")
    names: dict[str, Any] = {"rt": rt}
    exec("\n".join(setup), names)
    return eval(last, names)


def server(port: int = 0) -> ThreadingHTTPServer:
    """A server on the loopback address; port 0 takes a free one."""
    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


if __name__ == "__main__":
    serving = server(int(sys.argv[1]) if sys.argv[1:] else 8765)
    print(f"Every surface: http://127.0.0.1:{serving.server_address[1]}/ (Ctrl+C stops the server)", flush=True)
    serving.serve_forever()
