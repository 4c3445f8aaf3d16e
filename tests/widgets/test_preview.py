"""The preview serves every surface without Jupyter, answers actions, and says when a file has changed."""

import json
import shutil
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from rankteach.widgets.frame import modules
from tests.preview import __main__ as preview
from tests.preview.examples import EXAMPLES
from tests.preview.server import Preview

PATIENCE = 60  # seconds, however busy the machine is
POLLED = 0.01  # seconds until the server sees that it is to end


@pytest.fixture
def server() -> Iterator[Preview]:
    """Serve on a free port."""
    server = Preview()
    Thread(target=server.serve_forever, args=[POLLED], daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def ask(server: Preview, method: str, path: str, content: Any = None, **headers: str) -> tuple[int, str]:
    """The status and the text of an answer."""
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
    connection.request(method, path, json.dumps(content), headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def post(server: Preview, path: str, content: Any) -> dict[str, Any]:
    status, text = ask(server, "POST", path, content)
    assert status == 200
    answer: dict[str, Any] = json.loads(text)
    return answer


def test_the_page_has_a_menu_of_all_surfaces(server):
    status, page = ask(server, "GET", "/")
    assert status == 200
    assert json.dumps(list(EXAMPLES)) in page
    assert {folder for folder, _ in EXAMPLES.values()} == set(modules.SURFACES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_opens_with_its_view_modules_and_styles(server, example):
    opened = post(server, "/open", {"example": example})
    assert json.loads(opened["view"])["calculation"] == json.loads(opened["formulas"])["n"]
    folder = opened["folder"]
    assert "export default" in ask(server, "GET", f"/module/{folder}?1")[1]
    assert ask(server, "GET", f"/style/{folder}")[1] == modules.style(folder)


def test_an_action_is_answered_and_a_refused_one_says_why(server):
    opened = post(server, "/open", {"example": "Explorer"})
    path = f"/act/{opened['session']}"
    answer = post(server, path, {"do": "toggle", "item": "d2", "n": 1})
    view = json.loads(answer["view"])
    assert (view["list"]["rows"][1]["state"], view["done"], view["undo"]) == ("on", 1, True)
    assert "must be one of the items" in post(server, path, {"do": "toggle", "item": "d99", "n": 2})["error"]
    other = post(server, "/open", {"example": "Explorer"})
    assert json.loads(other["view"])["undo"] is False  # each page has a session of its own


def test_likely_actions_are_predicted(server):
    opened = post(server, "/open", {"example": "Explorer"})
    predicted = post(server, f"/look-ahead/{opened['session']}", {})["predicted"]
    assert "cards" in predicted['{"do":"toggle","item":"d1"}']


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/nothing"),
        ("GET", "/style/nothing"),
        ("GET", "/module/../protocol.py"),
        ("GET", "/module/explorer/state.py"),
        ("GET", "/module//etc/passwd"),
        ("POST", "/act/99"),
        ("POST", "/act/-1"),
        ("POST", "/look-ahead/-1"),
        ("POST", "/act/x"),
        ("POST", "/open/it"),
    ],
)
def test_what_is_not_there_is_not_found(server, method, path):
    post(server, "/open", {"example": "Explorer"})
    assert ask(server, method, path, {})[0] == 404


def test_another_host_name_is_refused(server):
    assert ask(server, "GET", "/", Host="example.org:80")[0] == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null", "http://localhost"])
def test_a_page_of_another_site_is_refused(server, origin):
    assert ask(server, "POST", "/open", {"example": "Explorer"}, Origin=origin)[0] == 403
    assert not server.sessions


def test_the_page_itself_says_where_it_comes_from(server):
    for host in ("127.0.0.1", "localhost"):
        origin = f"http://{host}:{server.server_port}"
        assert ask(server, "POST", "/open", {"example": "Explorer"}, Origin=origin)[0] == 200


@pytest.mark.parametrize(
    ("length", "content"),
    [("2", b"[]"), ("4", b"null"), ("3", b"{x}"), ("0x", b""), ("-1", b""), ("9" * 9, b"{}"), ("9000", b"[" * 9000)],
)
def test_what_is_no_mapping_is_a_bad_request(server, length, content, capfd):
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
    connection.putrequest("POST", "/open")
    connection.putheader("Content-Length", length)
    connection.endheaders(content)
    assert connection.getresponse().status == 400
    connection.close()
    assert "Traceback" not in capfd.readouterr().err


def test_the_oldest_sessions_end(server, monkeypatch):
    monkeypatch.setattr("tests.preview.server.MOST_SESSIONS", 3)
    numbers = [post(server, "/open", {"example": "Explorer"})["session"] for _ in range(5)]
    assert [ask(server, "POST", f"/act/{number}", {"do": "reset", "n": 1})[0] for number in numbers] == [
        *(404, 404),
        *(200, 200, 200),
    ]


@pytest.fixture
def widgets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the files of the surfaces: those may be changed."""
    copied = tmp_path / "rankteach" / "widgets"
    shutil.copytree(modules.WIDGETS, copied, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(modules, "WIDGETS", copied)
    monkeypatch.setattr(preview, "WIDGETS", copied)
    return copied


def test_a_changed_file_is_noticed_and_served(server, widgets):
    def version() -> dict[str, str]:
        answer: dict[str, str] = json.loads(ask(server, "GET", "/version")[1])
        return answer

    for kind in ("css", "js"):
        before = version()
        path = widgets / "parts" / f"list.{kind}"
        path.write_text(f"/* changed */\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
        assert [name for name, value in version().items() if value != before[name]] == [kind]
    assert "/* changed */" in ask(server, "GET", "/style/explorer")[1]
    assert "/* changed */" in ask(server, "GET", "/module/explorer?2")[1]


def test_changed_python_is_noticed(widgets):
    before = preview.times()
    path = widgets / "explorer" / "state.py"
    path.write_text(f"# changed\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    assert [name for name, time in preview.times().items() if time != before[name]] == [path]


def test_python_with_a_syntax_error_is_not_loaded(tmp_path, capsys):
    path = tmp_path / "state.py"
    path.write_text("x = 1\n", encoding="utf-8")
    assert preview.compiles(path)
    path.write_text("x = 1\ny = (\n", encoding="utf-8")
    assert not preview.compiles(path)
    assert "state.py, line 2" in capsys.readouterr().out
