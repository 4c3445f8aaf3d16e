"""Execute ``notebooks/src/NAME.py`` into ``notebooks/NAME.ipynb``: ``python -m notebooks.build [NAME ...]``.

The same source always gives the same bytes, so that the committed outputs can serve as expected results. Cells
with the tag ``check`` hold what must be true of the cells above them. The tests run them; a notebook leaves them out.
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


def names() -> list[str]:
    """The notebooks by name: the path of each below this folder, without its ending."""
    return sorted(source.relative_to(SOURCES).with_suffix("").as_posix() for source in SOURCES.rglob("*.py"))


def read_source(name: str) -> Any:
    """Read a percent script as a notebook without checks and outputs, and without a trace of who wrote it where."""
    notebook = jupytext.read(SOURCES / f"{name}.py", fmt="py:percent")
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    notebook.cells = [cell for cell in notebook.cells if "check" not in cell.metadata.get("tags", [])]
    for number, cell in enumerate(notebook.cells):
        cell.id = str(number)
        cell.metadata.pop("lines_to_next_cell", None)
    return notebook


def execute(name: str) -> str:
    """Execute a percent script and return the text of the notebook."""
    notebook = read_source(name)
    metadata = notebook.metadata.copy()
    NotebookClient(
        notebook,
        timeout=PATIENCE,
        startup_timeout=PATIENCE,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str((FOLDER / name).parent)}},
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


def main(chosen: list[str]) -> None:
    """Execute the named notebooks, or all of them."""
    for name in chosen or names():
        print(name, flush=True)
        (FOLDER / f"{name}.ipynb").write_text(execute(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
