"""Execute ``notebooks/src/NAME.py`` into ``notebooks/NAME.ipynb``: ``python -m notebooks.build [NAME ...]``.

The same source always gives the same bytes, so that the committed outputs can serve as expected results.
"""

import sys
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent
SOURCES = FOLDER / "src"
PATIENCE = 600
"""Seconds for a kernel to start, and for a cell to run: many times what either takes, for a busy machine."""


def read_source(source: Path) -> Any:
    """Read a percent script as a notebook without outputs, and without a trace of who wrote it where."""
    notebook = jupytext.read(source, fmt="py:percent")
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    for number, cell in enumerate(notebook.cells):
        cell.id = str(number)
        cell.metadata.pop("lines_to_next_cell", None)
    return notebook


def execute(source: Path) -> str:
    """Execute a percent script and return the text of the notebook."""
    notebook = read_source(source)
    metadata = notebook.metadata.copy()
    NotebookClient(
        notebook,
        timeout=PATIENCE,
        startup_timeout=PATIENCE,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(FOLDER)}},
        coalesce_streams=True,
        record_timing=False,
        store_widget_state=False,
    ).execute()
    notebook.metadata = metadata  # the kernel has added the version of Python
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            # A model's id is random, and points to nothing once the kernel is gone: the static view stays.
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
            if output.output_type == "error":
                # The frames hold paths of this machine.
                output.traceback = [f"{output.ename}: {output.evalue}"]
    text: str = nbformat.writes(notebook)
    return text + "\n"


def main(names: list[str]) -> None:
    """Execute the named notebooks, or all of them."""
    sources = [SOURCES / f"{name}.py" for name in names] or sorted(SOURCES.glob("*.py"))
    for source in sources:
        print(source.stem, flush=True)
        target = FOLDER / f"{source.stem}.ipynb"
        target.write_text(execute(source), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
