import shutil
from pathlib import Path

import pytest

from tests.environment import Environment

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(
    *(".git", ".venv", "build", "dist", "__pycache__", ".ipynb_checkpoints", ".hypothesis", ".*_cache")
)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Copy the tree as a fresh clone would hold it."""
    return Path(shutil.copytree(ROOT, tmp_path / "clone", ignore=LEFT_OUT))


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    return Environment(tmp_path / "environment")
