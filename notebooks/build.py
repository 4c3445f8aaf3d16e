"""Execute ``notebooks/src/NAME.py`` into ``notebooks/NAME.ipynb``: ``python -m notebooks.build [NAME ...]``.

The same source always gives the same bytes, so that the committed outputs can serve as expected results. Cells
with the tag ``check`` hold what must be true of the cells above them. The tests run them; a notebook leaves them out.

`names` and `text_of` say which notebooks there are and what they contain, to everything that reads them: next to them
are copies that JupyterLab keeps, notebooks of your own, and what you typed into ours.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
SOURCES = FOLDER / "src"
TEXTS = [FOLDER / "README.md", FOLDER / "glossary.md"]
PATIENCE = 600
"""Seconds for a kernel to start, and for a cell to run: many times what either takes, for a busy machine."""


def names() -> list[str]:
    """The notebooks by name: the path of each below this folder, without its ending."""
    sources = (path.relative_to(SOURCES) for path in SOURCES.rglob("*.py"))
    hidden = ".ipynb_checkpoints"  # where JupyterLab keeps a copy of each file that you open
    return sorted(path.with_suffix("").as_posix() for path in sources if hidden not in path.parts)


def path_of(name: str) -> Path:
    """Where a notebook is."""
    return FOLDER / f"{name}.ipynb"


def saved_from_jupyter(name: str) -> bool:
    """Was this notebook saved from Jupyter? Then it names the version of the Python that ran it."""
    metadata = json.loads(path_of(name).read_text(encoding="utf-8"))["metadata"]
    return bool(metadata.get("language_info", {}).keys() - {"name"})


def text_of(name: str) -> str:
    """What this module wrote into a notebook. If you have saved yours over it, git has what was committed."""
    path = path_of(name)
    if not saved_from_jupyter(name):
        return path.read_bytes().decode()
    command = ["git", "show", f"HEAD:./{path.name}"]
    try:
        return subprocess.run(command, cwd=path.parent, check=True, capture_output=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        sys.exit(
            f"notebooks/{name}.ipynb was saved from Jupyter, and git does not have ours. Save your copy under another "
            f"name, then type: make notebooks NAMES={name}"
        )


def read_source(name: str) -> Any:
    """Read a percent script as a notebook without checks and outputs, and without a trace of who wrote it where."""
    import jupytext
    import nbformat

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
    import nbformat
    from nbclient import NotebookClient

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


def typed(about: str | None, name: str, **what: Any) -> Any:
    """What is typed after the name of a program of this repository; with ``--help`` it ends, and says what it does."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(name, **what)
    return vars(parser.parse_args())[name]


def typed_folder(about: str | None, default: Path) -> Path:
    """The folder that a program is to write into, which it can be told."""
    folder: Path = typed(about, "folder", nargs="?", type=Path, default=default, help=f"instead of {default}")
    return folder.resolve()


def main(chosen: list[str]) -> None:
    """Execute the named notebooks, or all of them."""
    for name in chosen or names():
        print(name, flush=True)
        path_of(name).write_text(execute(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(typed(__doc__, "name", nargs="*", help="such as lessons/03_average_precision; without one, all notebooks"))
