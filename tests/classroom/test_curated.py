"""The questions that were written for the lessons: right answers, a reply to each wrong one, and claims that hold."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction as F
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Ranking, classroom
from rankteach.classroom.banks import FOLDER
from rankteach.classroom.items import APART, Item
from rankteach.tracing.measures import Measure, measure

ALL = list(classroom.curated())
LESSONS = Path(__file__).parents[2] / "notebooks" / "src" / "lessons"


def test_there_are_some_for_each_lesson() -> None:
    found = Counter(item.lesson for item in ALL)
    assert all(number >= (8 if lesson[0] in "01" else 2) for lesson, number in found.items())
    assert {*found} == {path.stem for path in LESSONS.glob("*.py")}
    assert len({item.text for item in ALL}) == len(ALL)


def test_each_has_tags() -> None:
    for item in ALL:
        assert item.level in (1, 2, 3)
        assert measure(item.measure)
        assert item.misconception
        assert {item.measure, item.lesson, item.misconception, f"level {item.level}"} <= {*item.tags}
        for asked in re.findall(r"What (?:is|does) (\w+@\d+)", item.text):
            assert measure(item.measure).metric.name == measure(asked).metric.name and item.measure.endswith(asked[-2:])


@pytest.mark.parametrize("item", ALL, ids=lambda item: f"{item.lesson[:2]} {item.text[:40]}")
def test_the_right_answer_is_right_and_each_wrong_one_has_a_reply(item: Item) -> None:
    question = item.question()
    is_number = item.checked.kind == "number"
    assert question.check(str(float(item.answer)) if is_number else item.answer)
    right = item.answer if isinstance(item.answer, list) else [item.answer]
    wrong = {one: said for one, said in item.wrong.items() if one not in right}
    assert len(wrong) >= (1 if isinstance(item.answer, list) else 2)
    for one, said in wrong.items():
        assert said.endswith((".", "?"))
        assert question.check(one) == (False, said)
    assert not any(item.wrong.get(one) for one in right if isinstance(one, str))
    if is_number:
        numbers = sorted([float(item.checked.exact), *(float(F(one)) for one in item.wrong)])
        assert all(b - a > APART - 1e-4 for a, b in pairwise(numbers))


def test_the_list_of_a_question_is_the_one_in_its_text() -> None:
    checked = 0
    for item in ALL:
        if item.trace is None or item.kind == "predict a change":
            continue
        ranking = item.trace.ranking
        if marks := re.search(r"[●○](?: [●○])+", item.text):
            assert [mark == "●" for mark in marks[0].split()] == [bool(grade) for grade in ranking.grades]
            checked += 1
        elif grades := re.search(r"grades ((?:\d, )+\d)", item.text):
            assert [int(grade) for grade in grades[1].split(", ")] == ranking.grades
            checked += 1
        missed = re.search(r"(One|Two|one|two) more (?:relevant item|of|that|passage)?", item.text)
        assert len(ranking.missed) == ({"one": 1, "two": 2}[missed[1].lower()] if missed else 0)
    assert checked >= 16


def test_a_list_says_what_is_missing_and_which_gain_counts_where_the_answer_depends_on_it() -> None:
    """One more relevant item that was not found, or another gain or discount, changes the answer of an unclear one."""
    before = dict(_read_lists())
    checked = 0
    for item in ALL:
        if item.trace is None:
            continue

        def answered(lost: list[int], item: Item = item, **other: Any) -> float:
            assert item.trace is not None
            asked = measure(item.measure)
            asked = Measure(asked.metric, {**asked.parameters, **other}, asked.relevant_from)
            old, new = (float(asked(Ranking(one.grades, missed=[*one.missed, *lost]))) for one in before[item.text])
            return round(new, 9) if item.kind == "calculate a value" else float(np.sign(round(new - old, 9)))

        highest = max(*item.trace.ranking.grades, 1)
        if any(answered([grade]) != answered([]) for grade in (1, highest)):
            said = r"(no|nothing|One|one|Two|two|more) .*(relevant|missing|needs?)|\bitems are relevant"
            assert re.search(said, item.text), item.text
            checked += 1
        gains: list[dict[str, Any]] = [{"gain": "exponential"}, {"discount": "rank"}]
        if item.measure.startswith(("DCG", "nDCG", "IDCG")) and any(
            answered([], **one) != answered([]) for one in gains
        ):
            assert "gain = grade" in item.text
            checked += 1
    assert checked >= 10


def _read_lists() -> Iterator[tuple[str, tuple[Ranking, Ranking]]]:
    """The list of each question before and after a change; twice the same one where nothing changes."""
    for path in FOLDER.glob("*.toml"):
        for one in tomllib.loads(path.read_text("utf-8"))["question"]:
            if "list" in one:
                missed = one.get("missed", [])
                after = one.get("after", one["list"]), one.get("after_missed", missed)
                yield one["text"], (Ranking(one["list"], missed=missed), Ranking(after[0], missed=after[1]))


def answer(beginning: str) -> str:
    (item,) = [item for item in ALL if item.text.startswith(beginning)]
    return str(item.answer)


def by_hand(marks: str) -> F:
    """AP divided by the hits."""
    found = [rank for rank, mark in enumerate(marks.split(", ")[0].split(), 1) if mark == "●"]
    return sum((F(hits, rank) for hits, rank in enumerate(found, 1)), F(0)) / len(found)


def test_claims_about_numbers_hold() -> None:
    """What is chosen from, not typed, is calculated here a second time."""
    assert 2 * 0.5 * 0.5 / 1 > 2 * 0.9 * 0.1 / 1 and answer("System A has P = 0.5") == "A's"
    steps = {
        "from rank 10 to rank 5": F(1, 5) - F(1, 10),
        "from rank 4 to rank 2": F(1, 4),
        "from rank 2 to rank 1": F(1, 2),
    }
    assert answer("Which move of the first hit") == max(steps, key=steps.__getitem__)
    assert answer("The first hits of two queries").startswith(f"MRR is {(1 + F(1, 3)) / 2}, and the mean rank")
    assert (
        F(answer("Five items are relevant"))
        == measure('AP(denominator="min")@2')(Ranking([1, 1], missed=[1] * 3)).exact
    )
    assert F(answer("Ten items are relevant")) == rt.average_precision(Ranking([1] * 5, missed=[1] * 5), k=5).exact
    (hits,) = [item for item in ALL if item.text.startswith("You divide by the relevant items found")]
    assert hits.answer == max(hits.wrong, key=by_hand) and by_hand(hits.answer) == 1
    assert [by_hand(one) for one in hits.wrong].count(F(1)) == 1
    assert F(answer("Two queries have AP = 1")) == F(3, 4)
    assert F(answer("The first hits of three queries")) == (1 + F(1, 2)) / 3
    assert answer("Query 1 returns 2").endswith(f"is {(F(2, 2) + F(0, 8)) / 2}, the micro average {F(2, 10)}")
    assert F(answer("A query has three relevant items")) == rt.precision([1] * 3 + [0] * 7, k=10).exact
    assert F(answer("The first three results are relevant, unjudged")) == rt.precision([1, None, 0], k=3).exact
    signs = [sum(one) for one in product((1, -1), repeat=4)]
    assert F(answer("B wins on all of 4 queries")) == F(sum(abs(one) == 4 for one in signs), 16)
    assert F(answer("A list has 5 results")) == rt.precision([1] * 5, k=10).exact
    assert F(answer("Two rankings of three items")) == rt.kendall_tau([1, 2, 3], [1, 3, 2]).exact
    assert pytest.approx(0.999, abs=1e-3) == 1 - 1000 / (10**6 - 10) and answer("Ten of a million items") == "0"
    best = rt.swaps(rt.ndcg([0, 3, 3, 3])).best
    assert answer("The grades are 0, 3, 3, 3") == f"ranks {best.first} and {best.second}"
    natural, usual = (float(rt.dcg([3, 1, 2], base=base)) for base in (2.718281828459045, 2))
    assert natural > usual and answer("DCG with natural logarithms").startswith("DCG is larger")
    assert float(rt.ndcg([3, 1, 2], base=2.718281828459045)) == pytest.approx(float(rt.ndcg([3, 1, 2])))
    tail = [1, 0, 1], [1, 0, 1, 0, 0, 0, 0, 0]
    assert {
        name for name in ("AP", "GAP", "R", "FAP") if float(measure(name)(tail[1])) < float(measure(name)(tail[0]))
    } == {"FAP"}
    assert answer("Five wrong results are added") == "FAP"
    assert rt.gap([1, 0, 1]).exact == rt.average_precision([1, 0, 1]).exact and answer("All grades are 0 or 1") == "AP"
    assert 2**3 - 1 == 7 * (2**1 - 1) and answer("With exponential gain").startswith("seven")


def test_claims_about_clicks_and_needs_hold() -> None:
    assert F(answer("The order is random").split()[0]) == F(15, 150) / F(60, 200)
    rates = rt.examination([*[[1, 0]] * 60, *[[0, 1]] * 20, *[[0, 0]] * 120])  # each rank in all 200 lists
    assert rates.probabilities[1] == F(20, 60)
    sums = [rt.dcg([*order], discount="rank").exact for order in ((30, 20, 10), (10, 20, 30))]
    assert [f"{sums[0] // 1} and {sums[0] % 1}", str(sums[1])] == [answer("Three recipes have the appeal"), "30"]
    a, b = ["leek soup", "leek pie", "onion soup"], ["leek pie", "leek salad", "leek soup"]
    assert rt.team_draft(a, b, coins="AB", clicks=["leek soup", "leek salad"]).exact == 0
    assert answer("Team-draft interleaving").startswith("neither")
    names = ["a", "b", "c"]
    needs = {"1": ["a", "b"], "2": ["c"], "3": ["d"], "4": ["d"]}
    served = Ranking([1] * 3, items=names, missed={"d": 1}, subtopics=needs)
    assert F(answer("A query has four needs")) == rt.subtopic_recall(served, k=3).exact
    two = Ranking([1, 1], items=names[:2], subtopics={"1": ["a", "b"], "2": ["b"]})
    assert F(answer("A result serves two needs")) == rt.alpha_ndcg(two, alpha=F(1, 4)).columns["gain"].exact[1]
    again = Ranking([1, 1], items=names[:2], subtopics={"1": ["a", "b"]})
    gains = {alpha: float(rt.alpha_ndcg(again, alpha=alpha).columns["gain"].values[1]) for alpha in (0, 0.5, 1)}
    assert answer("With which α") == "α = 1" and gains == {0: 1, 0.5: 0.5, 1: 0}
    shown = [{"a", "b"}, {"a", "c"}, {"b", "c"}]
    assert F(answer("A shop has ten films")) == F(len(set().union(*shown)), 10)
    assert F(answer("Novelty is")) == -F(np.log2(1) + np.log2(1 / 8)) / 2


def test_a_part_can_be_chosen() -> None:
    assert {item.lesson for item in classroom.curated("03")} == {"03_average_precision"}
    assert {item.level for item in classroom.curated(level=3)} == {3}
    assert {measure(item.measure).name for item in classroom.curated(metric="AP")} == {"AP"}
    assert len(classroom.curated("e1")) == 2


def test_they_are_exported_like_others(tmp_path: Path) -> None:
    lesson = classroom.curated("01")
    for ending in ("xml", "gift", "md", "html"):
        lesson.save(tmp_path / f"lesson.{ending}")
        written = (tmp_path / f"lesson.{ending}").read_text("utf-8")
        plain = written.replace("\\", "")  # some formats escape signs with it
        assert all(item.text.split(",")[0].split(".")[0] in plain for item in lesson)
        assert ("false alarms lower recall" in written) == (ending in ("xml", "gift"))
