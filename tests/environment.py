"""A virtual environment of its own, for the checks that install something."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any


class Environment:
    """A virtual environment with nothing in it but pip."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        own = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        self.variables = {**own, "PATH": path, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

    def run(self, *command: Any, **options: Any) -> str:
        """Run a command as in the activated environment and return what it prints."""
        done = subprocess.run(
            [str(part) for part in command], env=self.variables, capture_output=True, text=True, **options
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def python(self, *arguments: Any, **options: Any) -> str:
        return self.run(self.bin / "python", *arguments, **options)
