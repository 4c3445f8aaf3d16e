"""JSON out of text, whatever the machine: one that is nested too deeply raises ``RecursionError`` everywhere."""

from __future__ import annotations

import json
import sys
from typing import Any


def decoder(**hooks: Any) -> json.JSONDecoder:
    """A decoder with the hooks of ``json.JSONDecoder``.

    >>> decoder(parse_constant=str.lower).decode('[1, NaN]')
    [1, 'nan']
    """
    made = json.JSONDecoder(**hooks)
    if sys.platform == "emscripten":  # the stack of C is small in a browser: the scanner in C would end Python
        made.scan_once = json.scanner.py_make_scanner(made)
    return made
