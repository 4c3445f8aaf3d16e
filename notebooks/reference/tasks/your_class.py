"""A class of thirty that never was: the codes that it hands in after the lesson on average precision."""

import random
from pathlib import Path

from rankteach.classroom.codes import lesson_of, tasks_of, written
from rankteach.classroom.record import Progress

HERE = Path(__file__).resolve()
NAME = "average_precision.py"
LESSON = next(path for path in (HERE.parents[2] / "lessons/tasks" / NAME, HERE.with_name(NAME)) if path.exists())
"""In JupyterLite the tasks of all notebooks are in one folder."""
CODE = ["AP"]
BY_HITS = 'your function returns AP divided by the relevant items found (denominator="hits"), not by all relevant items'
FROM_0 = "your function returns AP with ranks counted from 0"
MISTAKES = {
    "third hit": [["1/5"], ["1"], ["0.2"]],
    "tart": [["7/12"], ["0.58"], ["7/30"], ["1/3"]],
    "neighbours": [["It rises"], ["It falls"]],
    "ceiling": [["1"], ["1/3"], ["1"]],
    "AP in Python": [BY_HITS, BY_HITS, FROM_0],
}
"""Wrong answers, a common one more than once."""


def codes(students=30, seed=3):
    """One code for each student."""
    chance, lesson = random.Random(seed), lesson_of(LESSON)
    tasks = tasks_of(lesson, CODE)
    handed_in = []
    for _ in range(students):
        progress = []
        for task in tasks:
            wrong = chance.random() < 0.5 and MISTAKES.get(task.name)
            solved, helped = chance.random() < 0.85, chance.random() < 0.2
            tries = (1 + chance.randint(0, 2) if wrong else 0) + solved
            progress.append(Progress(solved, tries, helped, chance.choice(wrong) if wrong else ""))
        handed_in.append(written(lesson, tasks, progress))
    return handed_in
