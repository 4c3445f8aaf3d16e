"""A file is saved whole or not at all: whatever fails, an earlier file stays, and nothing is left next to it."""

import ast
import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rankteach as rt
from rankteach.notation import saving

TRACE = rt.average_precision([1, 0, 1, 1])
RESULT = rt.evaluate({"q1": {"a": 1}, "q2": {"b": 1}}, {"q1": {"a": 1}, "q2": {"c": 2, "b": 1}}, ["AP"])
KINDS = {
    "page.html": TRACE.to_page,
    "sheet.csv": TRACE.to_spreadsheet,
    "sheet.xlsx": TRACE.to_spreadsheet,
    "compared.csv": RESULT.compare(RESULT, "AP").to_spreadsheet,
    "live.html": rt.explore([1, 0], ["AP"]).to_live_page,
    "pages.html": lambda path: rt.live_page(["Text", TRACE], path),
}
EARLIER = "what was there before"


@pytest.fixture(params=KINDS)
def saved(request, tmp_path):
    """A path where a file is already, and what saves another one there."""
    if request.param.endswith(".xlsx"):
        pytest.importorskip("openpyxl")
    path = tmp_path / request.param
    path.write_text(EARLIER)
    return path, KINDS[request.param]


class Full:
    """A file on a disk that is full halfway."""

    def __init__(self, file):
        self.file = file

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.file.close()

    def __getattr__(self, name):
        return getattr(self.file, name)

    def write(self, content):
        self.file.write(content[: len(content) // 2])
        full()


def full(*arguments):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("part", ["fsync", "open"])
def test_on_a_full_disk_the_earlier_file_stays(saved, part, monkeypatch):
    """It can end halfway, or say so only when all is written."""
    path, save = saved
    if part == "fsync":
        monkeypatch.setattr(saving.os, "fsync", full)
    else:
        monkeypatch.setattr(saving, "open", lambda path, mode: Full(io.FileIO(path, mode)), raising=False)
    with pytest.raises(OSError, match="No space left on device") as caught:
        save(path)
    assert caught.value.filename == str(path)
    assert path.read_text() == EARLIER
    assert os.listdir(path.parent) == [path.name]


def test_a_workbook_that_cannot_be_written_leaves_the_earlier_one(tmp_path, monkeypatch):
    """Its writer keeps sheets in the folder for temporary files, which may be full, too."""
    workbook = pytest.importorskip("openpyxl").Workbook
    path = tmp_path / "sheet.xlsx"
    path.write_text(EARLIER)

    def half(book, file):
        file.write(b"half of it")
        full()

    monkeypatch.setattr(workbook, "save", half)
    with pytest.raises(OSError, match="No space left on device"):
        TRACE.to_spreadsheet(path)
    assert path.read_text() == EARLIER
    assert os.listdir(tmp_path) == [path.name]


def test_nothing_else_writes_files():
    """A function that saves does it through ``save``, so that what is tested here holds for it."""
    writes = {}
    for file in Path(rt.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                modes = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                if name in ("write_text", "write_bytes") or (
                    name == "open" and any(set(m) & set("wxa+") for m in modes)
                ):
                    writes.setdefault(file.name, []).append(ast.unparse(node))
    assert sorted(writes) == ["calls.py", "saving.py"] and writes["calls.py"] == ["open(os.devnull, 'w')"]


def test_what_is_saved_replaces_the_earlier_file_and_leaves_nothing_else(saved):
    path, save = saved
    path.chmod(0o640)
    save(path)
    assert EARLIER.encode() not in path.read_bytes()
    assert os.listdir(path.parent) == [path.name]
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_permissions_that_new_files_have(tmp_path):
    TRACE.to_page(tmp_path / "new.html")
    (tmp_path / "usual").write_text("")
    assert (tmp_path / "new.html").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
@pytest.mark.processes
def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "page.html").symlink_to(tmp_path / "real" / "page.html")
    for _ in range(2):  # first to a file that is not there yet
        TRACE.to_page(tmp_path / "page.html")
        assert (tmp_path / "page.html").is_symlink() and os.listdir(tmp_path / "real") == ["page.html"]
    os.mkfifo(tmp_path / "pipe.csv")
    reader = subprocess.Popen(["cat", tmp_path / "pipe.csv"], stdout=subprocess.PIPE)
    TRACE.to_spreadsheet(tmp_path / "pipe.csv")
    assert reader.communicate(timeout=60)[0].decode("utf-8-sig").startswith('"rank"')


@pytest.mark.parametrize(("path", "error"), [("no folder/a.html", FileNotFoundError), ("folder.html", OSError)])
def test_what_cannot_be_written_is_named_as_you_typed_it(tmp_path, monkeypatch, path, error):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(error) as caught:
        TRACE.to_page(path)
    assert caught.value.filename == path
    assert os.listdir(tmp_path) == ["folder.html"]


def test_half_of_a_pair_in_a_text_is_its_escape(tmp_path):
    rt.live_page(["half \ud800", TRACE], tmp_path / "page.html", title="\udfff")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "half \\ud800" in page and "<h1>\\udfff</h1>" in page


QUOTA = """
import resource, signal, sys
from tests.notation.test_saving import KINDS
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, resource.RLIM_INFINITY))
try:
    KINDS[sys.argv[1]](sys.argv[2])
except OSError as error:
    sys.exit(str(error))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a limit on the size of files")
def test_where_no_file_may_be_large_the_earlier_one_stays(saved, request):
    path, _ = saved
    command = [sys.executable, "-W", "error", "-c", QUOTA, request.node.callspec.params["saved"], str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if path.suffix == ".csv":  # which is small enough
        assert done.returncode == 0, done.stderr
        return
    refused = "[Errno 27] File too large"
    temporary = path.suffix == ".xlsx"  # openpyxl without lxml writes a file of its own first, and does not name it
    assert done.stderr.strip() in (f"{refused}: {str(path)!r}", refused if temporary else "")
    assert path.read_text() == EARLIER
    assert os.listdir(path.parent) == [path.name]
