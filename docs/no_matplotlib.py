"""What ``import matplotlib`` finds in JupyterLite: a line says why there is no figure, and the next cells still run."""

from typing import Any

from IPython.core.interactiveshell import InteractiveShell


class NoFiguresError(ImportError):
    """Nothing draws figures here."""


def show(_: Any, kind: Any, error: Exception, trace: Any, tb_offset: Any = None) -> None:
    """Print the message alone, without a traceback."""
    print(error)


shell: Any = InteractiveShell.instance()
shell.set_custom_exc((NoFiguresError,), show)
raise NoFiguresError(
    "This figure needs matplotlib, which JupyterLite doesn't have. The page that you came from shows it.\n"
    "To draw your own, open the notebook on Binder or with make lab."
)
