"""RBO of lists with ties as the program of its authors has it: asked once, stored, and compared in every run."""

import functools
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rankteach as rt

PAIRS = 40
FORMS = {"ext": "extrapolated", "min": "minimum", "max": "maximum", "res": "residual"}
STORED: dict[str, Any] = json.loads(Path(__file__).with_name("rbo_with_ties.json").read_text(encoding="utf-8"))


@functools.cache
def pairs() -> list[tuple[list[Any], list[Any], float]]:
    """Two lists of 1 to 15 of 20 items, from hardly tied to all tied, and a persistence: by ``random()`` alone."""
    chance = random.Random(24)
    made = []
    for _ in range(PAIRS):
        both: list[list[Any]] = []
        for _ in range(2):
            names = sorted((f"i{number}" for number in range(20)), key=lambda _: chance.random())
            tied, groups = chance.random(), []
            for name in names[: 1 + int(chance.random() * 15)]:
                if groups and chance.random() < tied:
                    groups[-1].append(name)
                else:
                    groups.append([name])
            both.append([group[0] if len(group) == 1 else set(group) for group in groups])
        made.append((both[0], both[1], round(0.5 + 0.49 * chance.random(), 3)))
    return made


@pytest.mark.parametrize("ties", ["w", "a", "b"])
@pytest.mark.parametrize("form", FORMS)
def test_rbo_with_ties_is_that_of_its_authors(ties: str, form: str) -> None:
    found = [rt.rbo(*lists, p=p, ties=ties, form=FORMS[form]).value for *lists, p in pairs()]
    np.testing.assert_allclose(found, STORED["answers"][f"{ties}.{form}"], rtol=0, atol=1e-12)


def test_the_row_of_the_program_is_its_own_default() -> None:
    (row,) = rt.conventions("sigir2024-rbo")
    assert row.verified == "answers" and f"commit {row.version}" in STORED["source"]
    found = [rt.rbo(*lists, p=p, convention=row.name) for *lists, p in pairs()]
    np.testing.assert_allclose([trace.value for trace in found], STORED["answers"]["a.ext"], rtol=0, atol=1e-12)
    assert all(row.words in trace.conventions for trace in found)


def test_the_lists_are_those_that_were_asked_about() -> None:
    """Their own values differ, so that each way is told from the others."""
    answers = STORED["answers"]
    assert all(len(values) == PAIRS for values in answers.values())
    assert sum(len({answers[f"{ties}.ext"][pair] for ties in "wab"}) == 3 for pair in range(PAIRS)) > PAIRS / 2
