"""The preview's server: pages, modules and style sheets as they are on disk, and the sessions behind them.

It listens on this machine alone. The page asks again and again when the files were changed: it then loads the style
sheets or the module anew and keeps its session, so that nothing a learner did is lost.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from time import time_ns
from typing import Any

from rankteach.widgets.frame import modules
from rankteach.widgets.session.predicted import Lookahead
from rankteach.widgets.session.session import Session
from tests.preview.examples import EXAMPLES

HERE = Path(__file__).parent
HOSTS = ("127.0.0.1", "localhost")
MOST_SESSIONS = 100  # older ones end
LONGEST = 1_000_000  # bytes of a request
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json"}


class Preview(ThreadingHTTPServer):
    """A server on the loopback address; port 0 takes a free one."""

    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.sessions: dict[int, Session] = {}
        self.numbers = count()
        self.began = time_ns()  # tells servers apart

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://127.0.0.1:{self.server_port}/"

    def version(self) -> dict[str, str]:
        """Which server this is, and when the newest of its modules and style sheets was changed."""
        newest = {
            kind: max(path.stat().st_mtime_ns for path in modules.WIDGETS.rglob(f"*.{kind}")) for kind in ("js", "css")
        }
        return {name: str(time) for name, time in {"server": self.began, **newest}.items()}

    # --- what pages ask for ---------------------------------------------------------------------------------
    def open(self, example: str) -> dict[str, Any]:
        """A session of its own for a page."""
        folder, make = EXAMPLES[example]
        number, session = next(self.numbers), Session(make())
        self.sessions[number] = session
        self.sessions.pop(number - MOST_SESSIONS, None)
        return {"session": number, "folder": folder, **session.traits()}

    def act(self, session: int, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to an action."""
        return self.sessions[session].answer(message)

    def look_ahead(self, session: int) -> Any:
        """What likely actions would change."""
        lookahead = Lookahead(self.sessions[session].state)
        while lookahead.goes_on():
            pass
        return {"predicted": lookahead.predictions}


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    timeout = 60  # seconds: then a request that does not go on is given up
    server: Preview

    def do_GET(self) -> None:
        """A page, a module or a style sheet; ``version`` says whether they have changed."""
        kind, _, rest = self.path.partition("?")[0].strip("/").partition("/")
        if not kind:
            page = (HERE / "page.html").read_text(encoding="utf-8")
            self._send(page.replace("EXAMPLES", json.dumps(list(EXAMPLES))), ".html")
        elif kind == "version":
            self._send(json.dumps(self.server.version()), ".json")
        elif kind == "style" and rest in modules.SURFACES:
            self._send(modules.style(rest), ".css")
        elif kind == "module" and rest in modules.SURFACES:
            self._send(modules.script(rest), ".js")
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Open a session, perform an action in it, or look ahead."""
        try:
            content = self._content()
        except (ValueError, RecursionError):
            self.close_connection = True  # what follows is the rest of the content
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        try:
            match self.path.strip("/").split("/"):
                case ["open"]:
                    answer = self.server.open(content["example"])
                case ["act", session]:
                    answer = self.server.act(int(session), content)
                case ["look-ahead", session]:
                    answer = self.server.look_ahead(int(session))
                case _:
                    raise LookupError(self.path)
        except (LookupError, ValueError):  # a session of a server that has been restarted, or nothing of ours
            self.send_error(HTTPStatus.NOT_FOUND)
        else:
            self._send(json.dumps(answer), ".json")

    def parse_request(self) -> bool:
        """Refuse requests that name another host or come from the page of one, because another site sends them."""
        if not super().parse_request():
            return False
        host, origin = self.headers.get("Host", "").rpartition(":")[0], self.headers.get("Origin")
        own = [None, *(f"http://{one}:{self.server.server_port}" for one in HOSTS)]
        if host in HOSTS and origin in own:
            return True
        self.send_error(HTTPStatus.FORBIDDEN)
        return False

    def _content(self) -> dict[str, Any]:
        """What a request says. Raises ``ValueError`` if it is no mapping in JSON, or has no length."""
        length = self.headers.get("Content-Length", "0")
        if not length.isdecimal() or int(length) > LONGEST:
            raise ValueError(length)
        content = json.loads(self.rfile.read(int(length)) or "{}")
        if not isinstance(content, dict):
            raise ValueError(content)
        return content

    def _send(self, text: str, suffix: str) -> None:
        body = text.encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", f"{TYPES[suffix]}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing, because the page shows every error."""
