"""The exercise under three graders: each lets a right solution pass, and shows a wrong one what is wrong.

nbgrader and otter bring much with them, so a scheduled job installs them: ``pip install nbgrader otter-grader``.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GRADERS = Path(__file__).resolve().parents[2] / "graders"
NAME = "average_precision"
RIGHT, WRONG = ("0.81", "m"), ("29/48", "hits")
BY_HAND = "That is AP divided by the length of the list"
IN_PYTHON = "Your function returns AP divided by the relevant items found"
FUNCTION = """def {}(grades, m):
    hits = total = 0
    for rank, grade in enumerate(grades, start=1):
        if grade > 0:
            hits += 1
            total += hits / rank
    return total / {divisor} if {divisor} else 0
"""


def grader(name):
    """The path of a grader; without it the test is skipped."""
    path = os.environ.get(f"RANKTEACH_{name.upper()}") or shutil.which(name)
    return path or pytest.skip(f"no {name} on the path; RANKTEACH_{name.upper()} can name one")


def run(folder, *command):
    """Run a command of a grader, with the programs next to it on the path."""
    path = f"{Path(command[0]).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)


def hand_in(given, answers, path):
    """What a student makes of the notebook that was handed out."""
    by_hand, divisor = answers
    notebook = json.loads(given.read_text(encoding="utf-8"))
    answered = 0
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        assert "29/36" not in source and "hits" not in source, "the solution was handed out"
        if cell["cell_type"] == "code" and source.startswith("ap_by_hand"):
            cell["source"], answered = f"ap_by_hand = {by_hand!r}", answered + 1
        elif source.startswith("def my_average_precision"):
            cell["source"], answered = FUNCTION.format("my_average_precision", divisor=divisor), answered + 1
    assert answered == 2
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")


@pytest.mark.parametrize(("answers", "passes"), [(RIGHT, True), (WRONG, False), (("", "1"), False)])
def test_a_repository_for_github_classroom(tmp_path, answers, passes):
    folder = tmp_path / "repository"
    shutil.copytree(GRADERS / "github_classroom", folder)
    by_hand, divisor = answers
    function = FUNCTION.format("average_precision", divisor=divisor)
    (folder / "answers.py").write_text(f"AP_BY_HAND = {by_hand!r}\n\n\n{function}", encoding="utf-8")
    done = run(folder, sys.executable, "-m", "pytest", "-p", "no:cacheprovider")
    assert (done.returncode == 0) is passes, done.stdout
    if answers == WRONG:
        assert BY_HAND in done.stdout and IN_PYTHON in done.stdout


def test_what_github_classroom_hands_out_fails(tmp_path):
    shutil.copytree(GRADERS / "github_classroom", tmp_path / "repository")
    done = run(tmp_path / "repository", sys.executable, "-m", "pytest", "-p", "no:cacheprovider")
    assert done.returncode == 1 and "2 failed" in done.stdout
    assert "returned None; end it with return and the number" in done.stdout


def test_nbgrader(tmp_path):
    nbgrader, course = grader("nbgrader"), tmp_path / "course"
    shutil.copytree(GRADERS / "nbgrader", course)
    released = run(course, nbgrader, "generate_assignment", NAME)
    assert released.returncode == 0, released.stderr
    for student, answers in {"right": RIGHT, "wrong": WRONG}.items():
        path = course / "submitted" / student / NAME / f"{NAME}.ipynb"
        hand_in(course / "release" / NAME / f"{NAME}.ipynb", answers, path)
    for command in ("autograde", "generate_feedback", "export"):
        done = run(course, nbgrader, command, *([] if command == "export" else [NAME]))
        assert done.returncode == 0, done.stderr
    head, *rows = (line.split(",") for line in (course / "grades.csv").read_text(encoding="utf-8").splitlines())
    scores = {row[head.index("student_id")]: float(row[head.index("score")]) for row in rows}
    assert scores == {"right": 3.0, "wrong": 0.0}
    feedback = {
        student: (course / "feedback" / student / NAME / f"{NAME}.html").read_text(encoding="utf-8")
        for student in scores
    }
    assert BY_HAND in feedback["wrong"] and IN_PYTHON in feedback["wrong"]
    assert "AssertionError" not in feedback["right"]


def test_otter(tmp_path):
    otter, folder = grader("otter"), tmp_path / "otter"
    shutil.copytree(GRADERS / "otter", folder)
    assigned = run(folder, otter, "assign", f"{NAME}.ipynb", "dist")
    assert assigned.returncode == 0, assigned.stdout + assigned.stderr
    (autograder,) = (folder / "dist" / "autograder").glob("*.zip")
    said = {}
    for student, answers in {"right": RIGHT, "wrong": WRONG}.items():
        path = folder / student / f"{NAME}.ipynb"
        hand_in(folder / "dist" / "student" / f"{NAME}.ipynb", answers, path)
        done = run(path.parent, otter, "run", "-a", str(autograder), path.name)
        assert done.returncode == 0, done.stdout + done.stderr
        tests = json.loads((path.parent / "results.json").read_text(encoding="utf-8"))["tests"]
        said[student] = {one["name"]: (one.get("score"), one["output"]) for one in tests}
    assert [said["right"][name][0] for name in ("by_hand", "in_python")] == [1, 2]
    assert [said["wrong"][name][0] for name in ("by_hand", "in_python")] == [0, 0]
    assert BY_HAND in said["wrong"]["by_hand"][1] and IN_PYTHON in said["wrong"]["in_python"][1]
