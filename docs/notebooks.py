"""A notebook as a page of the site: its surfaces live, links that work there, and formulas that need no script."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from docs import lite
from docs.formulas import in_html
from docs.recordings import NOTEBOOKS, ROOT, Recordings, place
from rankteach.widgets.session.picture import PROMPT

BINDER = "https://mybinder.org/v2/gh/{}/main?urlpath=lab/tree/{}"
RUN = re.compile(r"\s?Run each cell with `Shift`\+`Enter`; then [^.]*\.")
"""What no page says, because everything on it is alive already."""
WAITS, NOT_HERE = "Loading …", "Live in a notebook"
"""What the picture of a surface says here instead of how to run its cell: until it is drawn, and where it never is."""
ANSWERED_HERE = "<p>Run this cell to answer.</p>"
ON_YOUR_MACHINE = re.compile(r"On the site, .*?alive\.\n\n", re.DOTALL)
"""How the list of notebooks begins where it is a file."""
LINK = re.compile(r"(?<!!)\[(?P<text>[^]]*)\]\((?P<path>(?!https?:)[^)#\s]*)(?P<anchor>#[^)\s]*)?\)")


def page(path: Path, text: str, recordings: Recordings) -> str:
    """A notebook for the site. Where a surface is recorded, its static view is what the place shows until then."""
    data = json.loads(text)
    data["cells"] = without_report(data["cells"])
    address = path.relative_to(ROOT).as_posix()
    for number, cell in enumerate(data["cells"]):
        if cell["cell_type"] == "markdown":
            cell["source"] = linked(path, RUN.sub("", "".join(cell["source"])))
        for shown in (output.get("data", {}) for output in cell.get("outputs", [])):
            if "text/html" in shown:
                static = in_html("".join(shown["text/html"])).replace(ANSWERED_HERE, "")
                name = place(path, number)
                static = static.replace(PROMPT, WAITS if name in recordings else NOT_HERE)
                shown["text/html"] = live(name, static, recordings[name][1], address) if name in recordings else static
    head, _, rest = data["cells"][0]["source"].partition("\n")
    data["cells"][0]["source"] = f"{head}\n\n{opened(address)}\n{rest}{learning_resource(head, rest)}"
    return json.dumps(data, ensure_ascii=False)


def without_report(cells: list[Any]) -> list[Any]:
    """The cells of a lesson but for the report at its end, which you have to rerun."""
    return cells[:-2] if "".join(cells[-1]["source"]).startswith("rt.classroom.report(") else cells


def learning_resource(head: str, text: str) -> str:
    """What a search engine reads of a lesson: its goals, its minutes and its license, as schema.org names them.

    Empty for a page that does not say its minutes.
    """
    minutes = re.search(r"\*\*(\d+) minutes\.", text)
    if not minutes:
        return ""
    about = {
        "@context": "https://schema.org",
        "@type": "LearningResource",
        "name": plain(head.lstrip("# ")),
        "learningResourceType": "lesson",
        "teaches": [plain(goal) for goal in re.findall(r"^\d\. (.*(?:\n(?!\d\.|\n).*)*)", text, re.MULTILINE)],
        "timeRequired": f"PT{minutes[1]}M",
        "inLanguage": "en",
        "isAccessibleForFree": True,
        "license": "https://creativecommons.org/licenses/by/4.0/",
    }
    written = json.dumps(about, ensure_ascii=False).replace("<", "\\u003c")
    return f'\n\n<script type="application/ld+json">{written}</script>'


def plain(markdown: str) -> str:
    """A sentence without signs of Markdown, on one line."""
    return " ".join(re.sub(r"\[([^]]*)\]\([^)]*\)|[*`$]", r"\1", markdown).split()).rstrip(";.")


def live(name: str, static: str, whole: bool, address: str) -> str:
    """The place of a surface, and where to try what was not recorded of it."""
    place = f'<div class="live" data-live="{name}">{static}</div>'
    if whole:
        return place
    more = in_lite(address, "In JupyterLite they do.") or "In a notebook they do."
    return f'{place}<p class="more">On this page not all changes can follow each other. {more}</p>'


def opened(path: str) -> str:
    """Where to run a notebook: in JupyterLite if the site has it, and on Binder if it knows its repository."""
    places = [in_lite(path, "open the notebook in JupyterLite")] * lite.possible()
    repository = os.environ.get("RANKTEACH_REPOSITORY", "").removeprefix("https://github.com/").strip("/")
    if repository:
        places.append(f"[open it in Binder]({BINDER.format(repository, path)})")
    return f"To run the cells, {' or '.join(places) or 'type `make lab`'}."


def in_lite(path: str, words: str) -> str:
    """A link to a notebook in JupyterLite; nothing if the site has none."""
    up, inside = "../" * path.count("/"), path.removeprefix("notebooks/")
    return f'<a href="{up}{lite.PAGE}{inside}">{words}</a>' if lite.possible() else ""


def linked(path: Path, text: str) -> str:
    """Markdown with anchors as the site makes them; of links to files that are not on it, the text."""

    def there(link: re.Match[str]) -> str:
        words, target, anchor = link["text"], link["path"], link["anchor"] or ""
        if target and not (path.parent / target).resolve().is_relative_to(NOTEBOOKS):
            return words
        slug = re.sub(r"[^\w-]", "", anchor.lower())
        return f"[{words}]({target}{'#' * bool(slug)}{slug})"

    return LINK.sub(there, text)
