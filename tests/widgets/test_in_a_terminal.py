"""A surface where nobody can click on it: at a prompt of Python or IPython, and printed by a script."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

import rankteach as rt
from rankteach.widgets.session.live import ELSEWHERE
from tests.browser.surfaces import SURFACES

LINE = "Explorer of 2 items: RR = 1/2"
MAKE = "import rankteach as rt\nsurface = rt.explore([0, 1], ['RR'])\n"
TERMINALS = {
    "a prompt of Python": (["-i", "-q"], f"{MAKE}surface\n"),
    "a prompt of IPython": (["-m", "IPython", "--simple-prompt", "--no-banner", "--quick"], f"{MAKE}surface\n"),
    "a script": (["-c", f"{MAKE}print(surface)"], ""),
}


@pytest.mark.processes
@pytest.mark.parametrize(("command", "typed"), TERMINALS.values(), ids=TERMINALS)
def test_where_you_cannot_click_on_it_a_surface_says_where_you_can(command, typed, tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    said = subprocess.run([sys.executable, *command], input=typed, capture_output=True, text=True, check=True).stdout
    assert f"{LINE}\n{ELSEWHERE}\n" in said


@pytest.mark.parametrize("name", SURFACES)
def test_every_surface_says_it_in_a_terminal_and_no_surface_in_a_notebook(name, monkeypatch):
    surface = SURFACES[name].make()
    line = repr(surface)
    assert "\n" not in line and str(surface) == f"{line}\n{ELSEWHERE}"
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)  # IPython sets it in a kernel, too
    assert repr(surface) == f"{line}\n{ELSEWHERE}"
    for kind, said in {"TerminalInteractiveShell": f"{line}\n{ELSEWHERE}", "ZMQInteractiveShell": line}.items():
        shell = type(kind, (), {})()
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda shell=shell: shell))
        assert repr(surface) == str(surface) == said


def test_the_page_that_it_speaks_of_is_saved(tmp_path):
    call = ELSEWHERE.rpartition(": ")[2]
    assert call == '.to_live_page("list.html")'
    path = tmp_path / "list.html"
    eval(f"surface{call}".replace("list.html", str(path)), {"surface": rt.explore([0, 1], ["RR"])})
    assert path.stat().st_size > 10_000
