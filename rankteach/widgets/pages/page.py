"""A live page: surfaces and text in one HTML file, which works from the file system and needs no network."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rankteach.core.checks import a_text, file_path, or_none, shown, takes, yes_or_no
from rankteach.notation.saving import save
from rankteach.notation.text import escape_html
from rankteach.widgets.frame.modules import WIDGETS, bundle
from rankteach.widgets.pages.recorder import record
from rankteach.widgets.pages.runtime import NODE_MODULES, put_next_to
from rankteach.widgets.pages.takeover import beginning
from rankteach.widgets.parts.trace import TraceState
from rankteach.widgets.question.recorded import recorded
from rankteach.widgets.question.state import QuestionState
from rankteach.widgets.session.host import Host

HERE = Path(__file__).parent
BADGE = '<p id="python" role="status">Python is loading. You can play already.</p>'
DRAG = "Drag an item to another rank: the labels stay, and every value follows."
Part = str | Host
"""A paragraph, or a surface."""


@takes(title=or_none(a_text), text=or_none(a_text))
def write_page(
    parts: Sequence[Part], path: Any, title: str | None, python: bool, runtime: Any, text: str | None
) -> None:
    """Write surfaces and paragraphs as one .html file; with ``python``, Python comes from the folder next to it."""
    path = Path(file_path(path))
    if path.suffix.lower() not in (".html", ".htm"):
        raise ValueError(f"the path must end in .html, not {shown(path.name)}. Open the page in a browser.")
    files = None
    if yes_or_no(python, "python"):
        states = [part._state for part in parts if isinstance(part, Host)]
        starts = [beginning(state) for state in states if isinstance(state, TraceState)]
        files = {**put_next_to(path, runtime), "starts": json.dumps(starts)}
    elif not isinstance(runtime, str) or runtime != NODE_MODULES:
        raise ValueError(f"runtime={shown(runtime)} needs python=True. Leave runtime out for a page without Python.")
    save(path, live_page(parts, title, files, text).encode(errors="backslashreplace"))


def live_page(
    parts: Sequence[Part],
    title: str | None = None,
    python: dict[str, str] | None = None,
    text: str | None = None,
) -> str:
    """The page; without a title of its own it has the name of what its first surface calculates.

    A ``text`` of its own replaces how to play with its surfaces. ``python`` says where the page finds Python, and how
    its surfaces begin there.
    """
    surfaces = [part for part in parts if isinstance(part, Host)]
    trace = next((one._state.trace() for one in surfaces if isinstance(one._state, TraceState)), None)
    asks = any(isinstance(one._state, QuestionState) for one in surfaces)
    named = f"{trace.label}: {trace.title}" if trace else "Questions" if asks else surfaces[0].title
    data = {
        "modules": {one.folder: module(one.folder) for one in surfaces},
        "python": python,
        "tables": [
            {"folder": one.folder, "table": recording(one), "asks": isinstance(one._state, TraceState)}
            for one in surfaces
        ],
    }
    pieces = {
        "TITLE": escape_html(named if title is None else title),
        "ICON": base64.b64encode((HERE / "favicon.svg").read_bytes()).decode(),
        "BADGE": BADGE if python else "",
        "BODY": "\n".join(_body(parts, text)),
        "MODEL": (HERE / "model.js").read_text(encoding="utf-8"),
        "TAKEOVER": (HERE / "takeover.js").read_text(encoding="utf-8"),
        "PACKED": packed(data),
    }
    page = (HERE / "page.html").read_text(encoding="utf-8")
    return "".join(pieces.get(piece, piece) for piece in re.split(f"\\b({'|'.join(pieces)})\\b", page))


def module(folder: str) -> str:
    """The module of a surface as a page takes it: if the surface has a model of its own there, that too."""
    model = WIDGETS / folder / "recorded.js"
    return "\n".join([bundle(folder), *([model.read_text(encoding="utf-8")] if model.exists() else [])])


def recording(surface: Host, *most_answers: float) -> dict[str, Any]:
    """What a page needs to answer for a surface, and its view to begin with: plain data, for JSON."""
    state = surface._state
    table = recorded(state) if isinstance(state, QuestionState) else record(state, *most_answers)
    return {"arrangement": surface.arrangement, **table}


def packed(data: Any) -> str:
    """Plain data as the text that ``unpacked`` in model.js takes."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _body(parts: Sequence[Part], text: str | None) -> list[str]:
    """Each paragraph, and a place for each surface. The text is above the first; else how to play above each kind."""
    body: list[str] = []
    surfaces: list[str] = []
    for part in parts:
        if isinstance(part, str):
            body += _paragraphs(part)
            continue
        folder = part.folder
        if text and not surfaces:
            body += _paragraphs(text)
        if text is None and folder not in (*surfaces, "question"):  # which says itself what to do
            fixed = getattr(part._state, "fixed", False)
            body.append(f'<p class="how">{DRAG if fixed else part.how}</p>')
        wait = "<noscript>This page needs JavaScript.</noscript>"
        body.append(f'<section id="surface-{len(surfaces)}">{wait}</section>')
        surfaces.append(folder)
    return body


def _paragraphs(text: str) -> list[str]:
    return [f"<p>{escape_html(one)}</p>" for one in text.split("\n\n")]
