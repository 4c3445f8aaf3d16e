"""Serve the preview: ``python -m tests.preview``. Edit a file of a surface, and the page follows."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from threading import Thread
from time import sleep

from rankteach.widgets.frame.modules import WIDGETS
from tests.preview.server import Preview

OFTEN = 0.3  # seconds between two looks at the files


def times() -> dict[Path, int]:
    """When each Python file of the package was written last."""
    return {path: path.stat().st_mtime_ns for path in WIDGETS.parent.rglob("*.py") if path.exists()}


def compiles(path: Path) -> bool:
    """Whether a Python file can be loaded; its error is printed."""
    try:
        compile(path.read_text(encoding="utf-8"), str(path), "exec")
    except SyntaxError as error:
        print(f"{path.name}, line {error.lineno}: {error.msg}. The page still shows the last version.", flush=True)
        return False
    return True


def main() -> None:
    """Serve until Ctrl+C. Another version of the Python code starts the server anew, on the same port."""
    parser = argparse.ArgumentParser(prog="python -m tests.preview", description=__doc__)
    parser.add_argument("--port", type=int, default=8765, help="the port to listen on; 0 takes a free one")
    server = Preview(parser.parse_args().port)
    Thread(target=server.serve_forever, daemon=True).start()
    print(f"Every surface: {server.address} (Ctrl+C stops the server)", flush=True)
    before = times()
    try:
        while True:
            sleep(OFTEN)
            now = times()
            changed = [path for path, time in now.items() if before.get(path) != time]
            if changed and all(map(compiles, changed)):
                server.server_close()
                command = [sys.executable, "-m", "tests.preview", "--port", str(server.server_port)]
                os.execv(sys.executable, command)
            before = now
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
