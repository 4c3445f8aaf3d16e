"""The settings of Sphinx."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import rankteach
from docs import formulas

project = "rankteach"
version = release = rankteach.__version__
copyright = "rankteach contributors. Code: MIT license. Texts and figures: CC BY 4.0"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]

nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_merge_streams = True
smartquotes_action = "De"  # dashes and ellipses; a value in quotes is what you type
myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["mystnb.unknown_mime_type"]

autodoc_typehints = "none"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
nitpicky = False

html_theme = "pydata_sphinx_theme"
html_title = "rankteach"
html_favicon = "../rankteach/widgets/pages/favicon.svg"
html_css_files = ["site.css"]
html_js_files = [("live.js", {"defer": "defer"})]
html_show_sourcelink = False
html_domain_indices = False  # the index has every name
html_sidebars: dict[str, list[str]] = {
    name: []
    for name in ("gallery", "teachers", "teachers/**", "rankmicro", "worked_examples", "cite", "notebooks/glossary")
}
html_copy_source = False
html_search_scorer = str(Path(__file__).with_name("search.js"))
html_theme_options = {
    "logo": {
        "text": "rankteach",
        "image_light": "_static/favicon.svg",
        "image_dark": "_static/favicon.svg",
        "alt_text": "",
    },
    "back_to_top_button": False,  # it would cover the surfaces
    "navbar_align": "left",
    "navbar_end": ["theme-switcher"],
    "secondary_sidebar_items": {"notebooks/**": ["page-toc"], "api/*": ["page-toc"]},
    "footer_start": ["copyright"],
    "footer_center": [],
    "footer_end": [],
    "show_prev_next": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_context = {"default_mode": "auto"}
html_math_renderer = "mathml"


def set_off(app: Any, what: str, name: str, about: Any, options: Any, lines: list[str]) -> None:
    """What Sphinx needs in a docstring and readers don't: empty lines around lists, and headings that end a section."""
    loose: list[str] = []
    section = item = None  # the section of arguments or errors, and how far the items of a list are indented
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        indent = len(line) - len(line.lstrip())
        heading = after.startswith("---")
        if line.startswith(">>>") and "Examples" not in loose:
            loose += ["", "Examples", "--------"]
            section = None
        elif section and line and not indent and not heading and not loose[-1]:
            loose += ["Notes", "-----"]
            section = None
        section = line if heading else section
        if line.startswith("- ", indent):
            loose += [""] * (item is None and bool(loose) and loose[-1].startswith(" " * indent))
            item = indent
        elif item is not None and line.strip() and indent <= item:
            loose.append("")
            item = None
        loose.append(line)
    if what == "data" and ":" in loose[0]:
        loose[0] = f": {loose[0]}"  # what is before the first colon would be the type
    lines[:] = loose


def setup(app: Any) -> None:
    """Formulas as MathML, and lists in docstrings."""
    formulas.set_up(app)
    app.connect("autodoc-process-docstring", set_off, priority=400)  # before napoleon
