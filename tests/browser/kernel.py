"""The kernel behind a notebook in a page: what the page sends to it, and what can become of it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page, WebSocket

from tests.browser.jupyter import KERNEL, PANEL
from tests.browser.pages import PATIENCE

# Asked of the kernel after something was done: whatever that sent was sent before. Nobody waits for the answer.
MARK = f"(mark) => {{ {KERNEL}.requestCommInfo({{ target_name: mark }}).catch(() => {{}}); }}"

# Answers as soon as the code runs, which then sleeps until it is interrupted.
SLEEP = f"""
() => new Promise((asleep) => {{
  const code = "import time\\nprint('asleep', flush=True)\\ntime.sleep(3600)";
  const future = {KERNEL}.requestExecute({{ code, store_history: false }});
  future.onIOPub = ({{ header }}) => header.msg_type === "stream" && asleep();
  window.rtSleep = future.done;
}})
"""
WAKE = f"async () => {{ await {KERNEL}.interrupt(); await window.rtSleep; }}"
RESTART = f"() => {KERNEL}.restart()"
SHUT_DOWN = f"() => {PANEL}.sessionContext.shutdown()"
EXECUTE = f"(code) => {KERNEL}.requestExecute({{ code, store_history: false }}).done"
COMM = ("comm_open", "comm_msg", "comm_close")


@dataclass(frozen=True)
class Message:
    """A message from the page to the kernel."""

    channel: str
    kind: str
    content: dict[str, Any]


def read(frame: bytes) -> Message:
    """Read a frame of Jupyter's websocket: how many offsets, the offsets, and between them the message's parts."""
    count = int.from_bytes(frame[:8], "little")
    offsets = [int.from_bytes(frame[8 * n : 8 * n + 8], "little") for n in range(1, count + 1)]
    channel, header, _, _, content, *_ = (frame[start:end] for start, end in pairwise(offsets))
    return Message(channel.decode(), json.loads(header)["msg_type"], json.loads(content))


class Kernel:
    """The kernel of the notebook that a page is going to open. It listens from then on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: list[Message] = []
        self._socket: WebSocket | None = None
        page.on("websocket", self._listen)

    def close(self) -> None:
        """Listen no longer: the page opens other notebooks."""
        self.page.remove_listener("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        if "/api/kernels/" in socket.url:
            self._socket = socket
            socket.on("framesent", lambda frame: self.sent.append(read(frame)))

    def sent_during(self, action: Callable[[], object]) -> list[Message]:
        """Do something in the page and return what the widgets sent to the kernel meanwhile; it may be busy.

        Jupyter's own questions to the kernel, such as the debugger's, are only in ``sent``.
        """
        assert self._socket, "the page has not yet opened a notebook"
        before = len(self.sent)
        action()
        mark = f"mark {before}"
        with self._socket.expect_event("framesent", lambda frame: mark.encode() in frame, timeout=PATIENCE):
            self.page.evaluate(MARK, mark)
        return [message for message in self.sent[before:] if message.kind in COMM]

    def execute(self, code: str) -> None:
        """Run code outside the notebook and wait until it has run."""
        self.page.evaluate(EXECUTE, code)

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Keep the kernel busy, as a cell that sleeps does; in the end interrupt it.

        With ipykernel 7 JupyterLab has widgets' messages answered in a subshell: a thread beside the one that sleeps.
        """
        self.page.evaluate(SLEEP)
        yield
        self.page.evaluate(WAKE)

    def restart(self) -> None:
        """Restart the kernel: it lives, and knows nothing of what is in the page."""
        self.page.evaluate(RESTART)

    def shut_down(self) -> None:
        """End the kernel: no one answers any more, and nothing can be sent."""
        self.page.evaluate(SHUT_DOWN)
