"""The wheel is pure Python, brings the widgets' files and works where nothing else is installed."""

import os
import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

from tests.tools import files

ROOT = Path(__file__).resolve().parents[2]


REPOSITORY = "https://example.org/somewhere/rankteach"


def built(folder, **variables):
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT]
    subprocess.run(command, check=True, env=os.environ | variables)
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return built(tmp_path_factory.mktemp("wheel"), RANKTEACH_REPOSITORY="")


def metadata_of(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("dist-info/METADATA"))
        found = message_from_bytes(archive.read(name))
    return found, found.get_payload(decode=True).decode()


def test_the_wheel_is_pure_python(wheel):
    assert wheel.name.endswith("-py3-none-any.whl")


def test_the_wheel_holds_the_whole_package_and_nothing_else(wheel):
    package = ROOT / "rankteach"
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == {path.relative_to(ROOT).as_posix() for path in files(package)}
    assert "rankteach/py.typed" in packed
    assert {".js", ".css"} <= {Path(name).suffix for name in packed if "/widgets/" in name}


def test_a_wheel_without_an_address_names_none_and_has_no_broken_picture_or_link(wheel):
    metadata, page = metadata_of(wheel)
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert metadata.get_all("Project-URL") is None
    assert "](" not in page and "CONTRIBUTING says how rankteach is built" in page
    assert page.count("```") == (ROOT / "README.md").read_text(encoding="utf-8").count("```")


def test_a_release_has_the_address_that_it_is_given_and_the_pictures_of_its_tag(tmp_path):
    metadata, page = metadata_of(built(tmp_path, RANKTEACH_REPOSITORY=f"{REPOSITORY}/"))
    tag = f"v{metadata['Version']}"
    assert metadata.get_all("Project-URL") == [
        f"Repository, {REPOSITORY}",
        f"Issues, {REPOSITORY}/issues",
        f"Changelog, {REPOSITORY}/blob/{tag}/CHANGELOG.md",
    ]
    links = re.findall(r"(!?)\[[^]]*\]\(([^)]*)\)", page)
    assert {picture for picture, _ in links} == {"!", ""}
    for picture, address in links:
        start = f"{REPOSITORY}/{'raw' if picture else 'blob'}/{tag}/"
        assert address.startswith(start) and (ROOT / address.removeprefix(start).partition("#")[0]).is_file()


def test_the_wheel_installs_from_wheels_alone_and_imports(wheel, environment, tmp_path):
    environment.python("-m", "pip", "install", "--only-binary=:all:", wheel)
    version = environment.python("-c", "import rankteach; print(rankteach.__version__)", cwd=tmp_path)
    assert version.strip() in wheel.name
    environment.python("-c", "import rankteach.widgets", cwd=tmp_path)
