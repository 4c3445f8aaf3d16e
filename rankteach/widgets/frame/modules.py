"""The JavaScript of a surface, and its style sheets: ES modules in the folders, one packed module for anywidget.

A surface gets what its own module imports, directly or not, and the style sheet next to each of these modules. No tool
is needed for that: an import is one statement with plain names, and no two modules of a surface define the same name.
"""

from __future__ import annotations

import base64
import re
import zlib
from functools import lru_cache
from os.path import normpath
from pathlib import Path

WIDGETS = Path(__file__).parents[1]
_IMPORT = re.compile(r'^import \{[\w\s,]+\} from "(?P<path>[\w./]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)
_COMMENT = re.compile(r"^[ ]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/)$| // [^\"'`/\n]*$|/\*\* @type [^*]*\*/ ", re.MULTILINE)
"""A comment on lines of its own, a comment at the end of a line (after which no string ends), or a type."""

_AROUND = re.compile(r'\s*([{};,])\s*|(?<=:) (?=[^"])')
"""What needs no space around it in a style sheet, and the space after a colon."""

_BREAK = re.compile(r"^((?:(?!//).)*[;{},(])\n", re.MULTILINE)
"""A line of a module that can go on in the next one: it has no comment."""

_REMARK = re.compile(r"/\*.*?\*/")
"""A comment in a line of a style sheet."""


def modules(surface: str) -> list[Path]:
    """The modules that a surface is made of, each after those that it imports; its own is the last."""
    ready: dict[Path, None] = {}
    _add(next(WIDGETS.glob(f"*/{surface}.js")), ready, ())
    return list(ready)


def script(surface: str) -> str:
    """A surface's modules as one, which exports what its own exports: ``{ render }``."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", _read(path))) for path in modules(surface))


def style(surface: str) -> str:
    """The style sheets next to these modules as one, in their order."""
    return "\n".join(_read(path) for module in modules(surface) if (path := module.with_suffix(".css")).exists())


def bundle(surface: str) -> str:
    """The module that anywidget takes: it unpacks ``script`` and ``style``, most comments left out."""
    return _bundle(surface, tuple((path, path.stat().st_mtime_ns) for path in sorted(WIDGETS.glob("*/*.[cj]s*"))))


@lru_cache
def _bundle(surface: str, files: tuple[tuple[Path, int], ...]) -> str:
    """The bundle of a surface, made anew when a file has changed."""
    sheet = _AROUND.sub(r"\1", _REMARK.sub("", _short(style(surface))))
    module = _BREAK.sub(r"\1", _short(script(surface)))
    packed = base64.b85encode(zlib.compress(f"{module}\0{sheet}".encode(), 9)).decode()
    return _short(_read(WIDGETS / "frame" / "unpack.js")).replace("PACKED", packed)


def _short(text: str) -> str:
    """A module or a style sheet without most of its comments, empty lines and indentation."""
    return "\n".join(line for line in map(str.strip, _COMMENT.sub("", text).split("\n")) if line)


def _add(path: Path, ready: dict[Path, None], importing: tuple[Path, ...]) -> None:
    """Add the modules that a module imports to those that are ready to be joined, and then the module itself."""
    if path in importing:
        raise ValueError(f"{path.name} must not import itself, also not by way of {importing[-1].name}")
    if path not in ready:
        for match in _IMPORT.finditer(_read(path)):
            _add(Path(normpath(path.parent / match["path"])), ready, (*importing, path))
        ready[path] = None


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
