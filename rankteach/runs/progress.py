"""A bar for long work, drawn by tqdm."""

from __future__ import annotations

import sys
import time
from typing import Any

from rankteach.core.checks import yes_or_no

SOON = 2  # seconds without a bar


class Bar:
    """How much of some work is done. ``wanted`` is None for a bar after two seconds; without tqdm a line says it.

    ``total`` is None where it is unknown; ``look`` is for tqdm.
    """

    def __init__(self, wanted: bool | None, total: int | None, **look: Any) -> None:
        if wanted is not None:
            wanted = yes_or_no(wanted, "progress")
        self.wanted, self.total, self.look = wanted, total, look
        self.done, self.start = 0, time.monotonic()
        self.drawn: Any = None
        if wanted and not self._draw():
            raise ImportError("progress=True needs tqdm. Install it: pip install tqdm")

    def advance(self, count: int) -> None:
        """So much more is done."""
        self.done += count
        more = self.done != self.total
        if self.wanted is None and self.drawn is None and more and time.monotonic() - self.start > SOON:
            self.wanted = self._draw()
            if not self.wanted and "desc" in self.look:
                print(f"{self.look['desc']} … (pip install tqdm shows how far it is)", file=sys.stderr, flush=True)
        if self.drawn is not None:
            self.drawn.update(self.done - self.drawn.n)

    def close(self) -> None:
        """The work is over."""
        if self.drawn is not None:
            self.drawn.close()

    def _draw(self) -> bool:
        """Draw the bar; whether there is tqdm."""
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return False
        self.drawn = tqdm(total=self.total, leave=False, **self.look)
        return True
