"""Files that are saved whole or not at all."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import Any


def save(path: Any, content: bytes) -> None:
    """Write a file next to where it goes, and rename it when it is whole: whatever fails, an earlier file stays.

    An earlier file keeps its permissions, and a link leads where it did. Errors name ``path``. A pipe, which
    is not a file, is written directly; so is an earlier file in a folder where no other can be made.
    """
    target = os.path.realpath(path)
    try:
        earlier = os.stat(target) if os.path.exists(target) else None
        if earlier and not (stat.S_ISREG(earlier.st_mode) and os.access(os.path.dirname(target), os.W_OK)):
            with open(target, "wb") as file:
                file.write(content)
            return
        if earlier:
            open(target, "r+b").close()  # refuses what must not be changed
        _replace(target, content, earlier)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def _replace(target: str, content: bytes, earlier: os.stat_result | None) -> None:
    beside = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.part")
    try:
        with open(beside, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # now a full disk says so
        if earlier:
            os.chmod(beside, stat.S_IMODE(earlier.st_mode))
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            os.remove(beside)
        raise
