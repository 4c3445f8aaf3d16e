"""Subtopic recall and α-nDCG, as ndeval has them: stored answers, and pyndeval itself where it is installed.

``python -m tests.oracle.test_diversity`` asks it anew. Of equal gains ndeval's ideal takes the item whose identifier is
last, so the identifiers here put the items in the order in which ours takes them.
"""

import json
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Ranking

ANSWERS = Path(__file__).with_name("diversity.json")
STORED = json.loads(ANSWERS.read_text(encoding="utf-8")) if ANSWERS.exists() else {"cases": []}
MEASURES = {"strec": "StRecall", "alpha-nDCG": "alpha_nDCG"}


def cases() -> list[dict[str, Any]]:
    """Items with the subtopics they serve, in the order of the list: some not retrieved, some not judged."""
    random = np.random.default_rng(16)
    made = []
    for number in range(60):
        n, subtopics = int(random.integers(1, 9)), int(random.integers(1, 6))
        chance = random.choice([0.1, 0.4, 0.8])
        serves = (random.random((n, subtopics)) < chance).astype(int).tolist()
        retrieved = n if number % 3 else int(random.integers(1, n + 1))
        alpha = float(random.choice([0.0, 0.3, 0.5, 1.0]))
        made.append({"serves": serves, "retrieved": retrieved, "alpha": alpha})
    return made


def of_ndeval(serves: list[list[int]], retrieved: int, alpha: float) -> dict[str, float]:
    pyndeval = pytest.importorskip("pyndeval", reason="pyndeval is not there: pip install pyndeval")
    in_order = sorted(
        range(len(serves)), key=lambda item: serves[item]
    )  # the last identifier serves the first subtopic
    name = {item: f"d{place:02}" for place, item in enumerate(in_order)}
    qrels = [
        pyndeval.SubtopicQrel("1", str(place + 1), name[item], 1)
        for item, row in enumerate(serves)
        for place, one in enumerate(row)
        if one
    ]
    run = [pyndeval.ScoredDoc("1", name[item], float(len(serves) - item)) for item in range(retrieved)]
    asked = [f"{measure}@{k}" for measure in MEASURES for k in (5, 10, 20)]
    found = pyndeval.ndeval(qrels, run, measures=asked, alpha=alpha).get("1", {}) if qrels else {}
    return {measure: float(value) for measure, value in found.items()}


def ours(serves: Sequence[Sequence[int]], retrieved: int) -> Ranking:
    names = [f"item {place}" for place in range(len(serves))]
    needs = {
        f"need {place}": [name for name, row in zip(names, serves, strict=True) if row[place]]
        for place in range(len(serves[0]))
    }
    grades = [int(any(row)) for row in serves]
    missed = dict(zip(names[retrieved:], grades[retrieved:], strict=True))
    return Ranking(grades[:retrieved], items=names[:retrieved], missed=missed, subtopics=needs)


def agree(ranking: Ranking, alpha: float, known: dict[str, float]) -> None:
    for measure, value in known.items():
        name, _, k = measure.partition("@")
        given = {"alpha": alpha} if name == "alpha-nDCG" else {}
        found = rt.measure(MEASURES[name]).metric(ranking, k=int(k), **given)
        assert found.value == pytest.approx(value, abs=1e-6), (measure, ranking, alpha)


@pytest.mark.parametrize("case", STORED["cases"], ids=lambda case: f"{len(case['serves'])} items, α={case['alpha']}")
def test_the_values_are_those_that_ndeval_gave(case: dict[str, Any]) -> None:
    agree(ours(case["serves"], case["retrieved"]), case["alpha"], case["values"])


def test_enough_values_are_stored() -> None:
    values = [value for case in STORED["cases"] for value in case["values"].values()]
    assert len(values) >= 200 and sum(0 < value < 1 for value in values) >= 60


def test_the_values_are_those_of_ndeval() -> None:
    pytest.importorskip("pyndeval", reason="pyndeval is not there: pip install pyndeval")
    for case in cases():
        agree(ours(case["serves"], case["retrieved"]), case["alpha"], of_ndeval(**case))


if __name__ == "__main__":
    asked = [{**case, "values": of_ndeval(**case)} for case in cases()]
    lines = ",\n".join(json.dumps(case) for case in asked)
    version = metadata.version("pyndeval")
    ANSWERS.write_text(f'{{"tool": "pyndeval", "version": "{version}", "cases": [\n{lines}\n]}}\n', encoding="utf-8")
