"""Programs of the machine that some checks need: a browser, LibreOffice, TeX."""

import os
import shutil

import pytest


def program(what: str, *names: str) -> str:
    """Return the path of the first of these programs that is there; without one the test is skipped.

    ``RANKTEACH_CHROMIUM``, ``RANKTEACH_LIBREOFFICE`` and so on name a program that is not on the path.
    ``RANKTEACH_REQUIRE_TOOLS=1`` makes it a failure that there is none.
    """
    variable = f"RANKTEACH_{what.upper()}"
    path = os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        reason = f"no {what} on the path; {variable} can name one"
        pytest.fail(reason) if os.environ.get("RANKTEACH_REQUIRE_TOOLS") == "1" else pytest.skip(reason)
    return path
