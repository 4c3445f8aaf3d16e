"""A bar for long work, drawn by tqdm."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any

from rankteach.batch import Batch

SOON = 2  # seconds without a bar


def shown(batches: Iterable[Batch], queries: int, wanted: bool | None) -> Iterator[Batch]:
    """The same batches; a bar tells how many queries are done. ``None``: after two seconds, if there is tqdm."""
    start, done = time.monotonic(), 0
    bar: Any = _bar(queries) if wanted else None
    if wanted and bar is None:
        raise ImportError("progress=True needs tqdm: pip install tqdm")
    for batch in batches:
        yield batch
        done += len(batch)
        if wanted is None and bar is None and done < queries and time.monotonic() - start > SOON:
            bar = _bar(queries)
            wanted = bar is not None
        if bar is not None:
            bar.update(done - bar.n)
    if bar is not None:
        bar.close()


def _bar(queries: int) -> Any:
    """A new bar; None without tqdm."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=queries, unit=" queries", leave=False)
