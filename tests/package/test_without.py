"""What works where matplotlib, anywidget and ipywidgets are not installed: everything but figures and live widgets."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WITHOUT = "import sys; sys.modules.update(dict.fromkeys(['matplotlib', 'anywidget', 'ipywidgets', 'traitlets'])); "


def printed(program: str, *arguments: object) -> list[str]:
    """Return the lines that a program prints where these packages cannot be imported."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", WITHOUT + program, *map(str, arguments)]
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env={**os.environ, "PYTHONPATH": path}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_metrics_notations_and_runs_need_no_widgets_and_no_figures() -> None:
    program = """
import rankteach as rt
trace = rt.average_precision([1, 0, 1])
views = [trace.to_text(), trace.to_html(), trace.to_latex(), trace.to_markdown(), trace.to_json(), trace.closing]
print(trace.exact, all(views), rt.evaluate(rt.examples.qrels(), rt.examples.run(), ["AP"]).measures)
for name in rt.__all__:
    getattr(rt, name)
"""
    assert printed(program) == ["5/6 True ('AP',)"]


def test_a_surface_is_read_changed_and_saved(tmp_path: Path) -> None:
    program = """
import rankteach as rt
surface = rt.explore([1, 0, 1], ["AP"])
surface.ranking = [0, 1, 1]
print(repr(surface), surface.values, "average precision" in surface._repr_mimebundle_()[0]["text/html"])
surface.undo()
print(surface.code, surface.view["redo"])
surface.to_live_page(sys.argv[1])
"""
    page = tmp_path / "page.html"
    assert printed(program, page) == [
        "Explorer of 3 items: AP = 7/12 {'AP': 0.5833333333333333} True",
        "rt.explore(rt.Ranking([1, 0, 1]), measures=['AP'], chosen='AP') True",
    ]
    assert "<h1>AP: average precision</h1>" in page.read_text(encoding="utf-8")


def test_the_terminal_saves_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    program = "from rankteach.__main__ import main; main(sys.argv[1:])"
    printed(program, "page", "--grades", "1", "0", "1", "--out", page)
    assert page.exists()


def test_a_figure_says_what_to_install() -> None:
    program = """
import rankteach as rt
trace = rt.ndcg([3, 2, 0])
two = [1, 2, 3], [2, 1, 3]
given = dict(agreement=two, chance=(trace,), fap=([1, 0],), swaps=(trace,), toggles=(trace,))
for name in rt.plots.__all__:
    try:
        getattr(rt.plots, name)(*given.get(name, ([1, 0],)))
    except ImportError as error:
        print(error)
print(len(rt.plots.__all__))
"""
    *said, count = printed(program)
    assert said == ["rt.plots needs matplotlib. Install it: pip install matplotlib"] * int(count)
