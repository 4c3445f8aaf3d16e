"""The wheel is pure Python, brings the widgets' files and works where nothing else is installed."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT]
    subprocess.run(command, check=True)
    (path,) = folder.iterdir()
    return path


def test_the_wheel_is_pure_python(wheel):
    assert wheel.name.endswith("-py3-none-any.whl")


def test_the_wheel_holds_the_whole_package_and_nothing_else(wheel):
    package = ROOT / "rankteach"
    files = {path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == {path.relative_to(ROOT).as_posix() for path in files}
    assert "rankteach/py.typed" in packed
    assert {".js", ".css"} <= {Path(name).suffix for name in packed if "/widgets/" in name}


def test_the_wheel_installs_from_wheels_alone_and_imports(wheel, environment, tmp_path):
    environment.python("-m", "pip", "install", "--only-binary=:all:", wheel)
    version = environment.python("-c", "import rankteach; print(rankteach.__version__)", cwd=tmp_path)
    assert version.strip() in wheel.name
    environment.python("-c", "import rankteach.widgets", cwd=tmp_path)
