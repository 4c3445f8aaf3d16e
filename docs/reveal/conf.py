"""The settings of Sphinx for slides."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from docs import formulas

project = "rankteach"
extensions = ["myst_parser", "sphinx_revealjs"]
myst_enable_extensions = ["dollarmath"]
suppress_warnings = ["myst.header"]
smartquotes_action = "De"
html_math_renderer = "mathml"
html_favicon = "../../rankteach/widgets/pages/favicon.svg"
html_show_sourcelink = False
html_copy_source = False
pygments_style = "a11y-high-contrast-light"

revealjs_static_path = [str(Path(__file__).parent)]
revealjs_style_theme = "slides.css"
revealjs_use_index = False
revealjs_js_files = ["deck.js"]
revealjs_script_plugins = [{"name": "RevealNotes", "src": "revealjs/plugin/notes/notes.js"}]
# A key that a surface knows is not the deck's.
revealjs_script_conf = """{
  width: "100%", height: "100%", margin: 0, minScale: 1, maxScale: 1, center: false, hash: true,
  controls: true, controlsLayout: "edges", progress: true, slideNumber: "c/t", transition: "none",
  keyboardCondition: (event) => !event.target.closest(".live"),
}"""


def setup(app: Any) -> None:
    """Formulas as MathML."""
    formulas.set_up(app)
