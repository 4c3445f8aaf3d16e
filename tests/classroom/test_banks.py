"""Questions that are drawn: one right answer each, to be found by hand; and what is said to the likely wrong ones."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

import pytest

from rankteach import Ranking, classroom
from rankteach.classroom.drawn import told, uneven
from rankteach.classroom.items import APART, KINDS, MOVES, TOLERANCE, Item, _first_change, cases, replies, typed
from rankteach.tracing.measures import Measure, measure, metrics
from rankteach.widgets.question.answers import Value
from tests.tiers import LONG, SEED

MEASURES = ["P@3", "R@3", "RR", "AP", "nDCG@5", "DCG", "AUC"]
BANKS = [classroom.bank(MEASURES, n=2000 // 3 if LONG else 35, seed=SEED + level, level=level) for level in (1, 2, 3)]
QUESTIONS = [item for bank in BANKS for item in bank]


def of_kind(kind: str) -> list[Item]:
    return [item for item in QUESTIONS if item.kind == kind]


def given_list(item: Item) -> Ranking:
    """The list of a question, read from its text."""
    lines = re.findall(r"^\d+\. (.*?)(?: \(score ([\d.]+)\))? – (●|○|grade \d)$", item.text, re.MULTILINE)
    marks = {"●": 1, "○": 0}
    missed = re.search(r"One more (?:relevant )?\w+(?:, of grade (\d),)? is not in the list", item.text)
    grades = [marks[mark] if mark in marks else int(mark[-1]) for *_, mark in lines]
    scores = [float(score) for _, score, _ in lines if score] or None
    lost = [int(missed[1] or 1)] if missed else []
    return Ranking(grades, items=[name for name, *_ in lines], scores=scores, missed=lost)


def others_as_told(item: Item) -> Iterator[Ranking]:
    """Lists of which the text says the same: what it leaves open is another one in each."""
    told_of = given_list(item)
    length = len(told_of)
    if told_of.scores is None:
        for scores in ([2.0**-rank for rank in range(length)], [-(rank // 2) for rank in range(length)]):
            yield told_of.replace(scores=scores)
    if "is not in the list" not in item.text and not re.search(r"No other \w+ (is|has)", item.text):
        for more in ([1], [1, 1, 1], [3] if "grade" in item.text else [1, 1]):
            yield told_of.replace(missed=more)
    if "N is the number" not in item.text:
        yield told_of.replace(missed=[*told_of.missed, 0, 0])
    if "grade" not in item.text:
        yield told_of.replace(
            grades=[2 * grade for grade in told_of.grades], missed=[3 * one for one in told_of.missed]
        )


def test_each_kind_and_measure_is_drawn() -> None:
    for bank in BANKS:
        assert {item.kind for item in bank} == {*KINDS}
        assert {item.measure for item in bank} == {*MEASURES}
        assert str(len(bank)) in repr(bank)


def test_no_question_is_asked_twice() -> None:
    for bank in BANKS:
        asked = {(item.text, *(sorted(item.answer) if isinstance(item.answer, list) else ())) for item in bank}
        assert len(asked) == len(bank)
        assert all(one.kind != other.kind for one, other in pairwise(bank))


def test_the_right_answer_is_right_and_each_likely_wrong_one_gets_its_sentence() -> None:
    for item in QUESTIONS:
        question = item.question()
        answer = item.checked
        if answer.kind == "number":
            value = answer.exact
            typed = [f"{float(value):.{digits}f}" for digits in (3, 4, 6)]
            typed += [str(value)] if isinstance(value, Fraction) else []
            assert all(question.check(one) for one in typed), (item, typed)
            for wrong, said in item.wrong.items():
                reply = question.check(wrong)
                if reply.right is None:  # one digit, to which the answer can be rounded, too
                    reply = question.check(f"{float(wrong):.2f}")
                assert (reply.right, reply.message) == (False, said)
                assert abs(float(wrong) - float(value)) > APART - 1e-4
        else:
            assert question.check(item.answer)
            for wrong, said in item.wrong.items():
                if wrong != item.answer:
                    assert question.check(wrong) == (False, said)
                    assert said


def test_numbers_are_typed_as_a_student_types_them() -> None:
    numbers = [0.5, Fraction(1, 3), 1, 100, 3.3e-13, -5e-6, -0.25, 1234567.0, 0.12345]
    assert " ".join(map(typed, numbers)) == "0.5 0.3333 1 100 0 0 -0.25 1234567 0.1235"
    for item in QUESTIONS:
        if item.checked.kind == "number":
            assert all(re.fullmatch(r"-?\d+(\.\d{0,3}[1-9])?|-?\d+\.\d{4}", one) for one in item.wrong), item.wrong


def test_wrong_numbers_can_be_told_apart() -> None:
    """Whatever is typed with three digits is close to one of them at most, so that a file's tolerance is no trap."""
    for item in QUESTIONS:
        if item.checked.kind == "number":
            numbers = sorted([float(item.checked.exact), *map(float, item.wrong)])
            assert all(b - a > 2 * TOLERANCE for a, b in pairwise(numbers)), item


@pytest.mark.parametrize("kind", ["calculate a value", "fill a cell", "find the mistake"])
def test_the_answer_is_that_of_the_list_in_the_text(kind: str) -> None:
    for item in of_kind(kind):
        trace = measure(item.measure)(given_list(item))
        if kind == "calculate a value":
            assert item.answer.shown == trace.shown
            assert (item.answer.exact, float(item.answer)) == (trace.exact, pytest.approx(float(trace)))
        elif item.cell is not None:
            title, row = item.cell
            entries = {entry.title: entry for table in trace.tables() for entry in table.entries}
            column = entries[title].column
            assert column is not None
            assert float(column.cells[row]) == pytest.approx(float(item.answer))
            assert f"“{title}” at {trace.axis.name} {next(iter(trace.axis.labels().values()))[row]}?" in item.text
        else:
            assert trace.shown in item.because
            typed = re.search(r"gets ([\d.-]+)\.(?: |$)", item.text)
            assert typed
            assert abs(float(typed[1]) - float(trace)) > APART - 1e-4


WITHOUT_QUESTIONS = {"Accuracy", "INST"}  # always 0 or 1; and never a value to be found by hand
ASKED_OF_ANY = dict.fromkeys(
    str(Measure(metric, {**metric.parameters, **({"k": k} if "k" in metric.parameters else {})}, relevant_from))
    for metric in metrics()
    if metric.pairing is None and metric.about_relevance and not metric.of_subtopics
    if LONG or metric.popularity == 2
    for k, relevant_from in ((None, None), (3, None), (None, 2))
)


@pytest.mark.parametrize("name", ASKED_OF_ANY)
def test_whatever_decides_the_value_is_in_the_text(name: str) -> None:
    """Another list of which the text says the same has the same answer; and the text says the cutoff and the grade."""
    asked = measure(name)
    drawn = 0
    for kind in ("calculate a value", "fill a cell", "predict a change", "find the mistake"):
        for level in (1, 2, 3) if LONG else (2,):
            try:
                bank = classroom.bank(name, n=4 if LONG else 1, seed=SEED + level, kinds=[kind], level=level)
            except ValueError:  # no such question comes out well
                continue
            for item in bank:
                drawn += 1
                right = asked(given_list(item))
                for other in others_as_told(item):
                    trace = asked(other)
                    assert float(trace) == pytest.approx(float(right)), (item.text, other)
                    if item.cell is not None:
                        title, row = item.cell
                        columns = {one.title: one.column for table in trace.tables() for one in table.entries}
                        assert float(columns[title].cells[row]) == pytest.approx(float(item.answer)), (item.text, other)
                assert asked.label in item.text
                if asked.relevant_from:
                    assert "relevant from grade 2" in item.text
    assert drawn or asked.name in WITHOUT_QUESTIONS


OTHER_WAYS = [
    ["nDCG@5", 'nDCG(gain="exponential")@5', 'nDCG(discount="rank")@5', 'nDCG(ideal="retrieved")@5'],
    ["DCG", 'DCG(gain="exponential")', 'DCG(gain="binary")', "DCG(base=10)", 'DCG(convention="jarvelin")'],
    ["AP@3", 'AP(denominator="min")@3', 'AP(denominator="hits")@3'],
    ["P@5", 'P(denominator="items")@5'],
    ["R@3", 'R(denominator="min")@3'],
    ["F1@3", "F2@3"],
    ["RBP", "RBP(p=0.5)", 'RBP(gain="scaled")'],
    ["LAG", 'LAG(missed="after_list")'],
    ["ERR", "ERR(max_grade=4)"],
]


@pytest.mark.parametrize("names", OTHER_WAYS, ids=lambda names: names[0])
def test_measures_that_differ_in_a_parameter_are_not_asked_for_in_the_same_words(names: list[str]) -> None:
    """Drawn from the same lists, the same text never has two answers; nor the words that are said for any list."""
    for kind in [*KINDS][1:6] if LONG else ["calculate a value"]:
        answers: dict[str, Any] = {}
        for name in names:
            for seed in range(SEED, SEED + (20 if LONG else 2)):
                try:
                    bank = classroom.bank(name, n=3, seed=seed, kinds=[kind], level=1 + seed % 3)
                except ValueError:  # this one has no such question
                    continue
                for item in bank:
                    number = item.checked.kind == "number"
                    choices = sorted(item.answer) if isinstance(item.answer, list) else sorted(item.wrong)
                    asked = item.text if number else " ".join([item.text, *choices])
                    right = round(float(item.answer), 9) if number else item.answer
                    assert answers.setdefault(asked, right) == right, (name, item.text)
    grades = [[0, 3, 1, 0, 2], [1, 0, 2], [2, 0, 3, 1, 0, 1, 0], [0, 1, 1, 0, 3, 3]]
    lists = [Ranking(one, missed=missed) for one in grades for missed in ([], [2], [1, 3])]
    for one, other in combinations(map(measure, names), 2):
        differ = any(abs(float(one(each)) - float(other(each))) > APART for each in lists)
        assert differ
        assert (one.label, told(one)) != (other.label, told(other))


@pytest.mark.parametrize("name", ["ERR", "IPrec", "Bpref(rel=2)", "P@3", "AUC"])
def test_what_is_missing_is_said_where_only_another_number_depends_on_it(name: str) -> None:
    """The largest grade can be that of a missing item, recall is on the way to IPrec, and of P@3 a mistake has m."""
    for item in classroom.bank(name, n=9, seed=SEED, kinds=["calculate a value", "find the mistake"]):
        assert re.search(r"No other recipe|One more .* is not in the list", item.text)
        assert ("N is the number of items" in item.text) == (name == "Bpref(rel=2)")
        assert ("that were not retrieved are left out" in item.text) == (name == "AUC")


@pytest.mark.parametrize("name", ["RBP(p=0.5)", "IDCG", "Q@4", "RR"])
def test_a_number_with_a_reply_is_wrong_however_it_was_rounded(name: str) -> None:
    """0.5 could be 0.516, rounded to one digit."""
    for item in classroom.bank(name, n=12, seed=SEED, level=3, kinds=["calculate a value"]):
        assert item.trace and item.wrong
        for number in item.wrong:
            assert Value(item.trace, item.taught).check(number).right is False, (item.text, number)


def test_a_reply_is_about_the_number_itself_and_no_other_that_rounds_to_it() -> None:
    """AP is 1/4 here, and FAP with a beta of 10 is 0.2512."""
    value = Value(measure("FAP@4")([0, 1, 0, 0, 1]), ["FAP"])
    assert "FAP10" in value.check("0.25").message
    said = replies(value.asked, value.check)["0.25"]
    assert "AP alone, without F1" in said and "FAP10" not in said


def test_a_likely_mistake_takes_a_number_that_is_in_use() -> None:
    """A logarithm to base e or 10, and F2: no logarithm to base 3, no F10, and no 0/0, as LAG@1 is without a hit."""
    said = [
        f"{item.wrong}"
        for name in ("DCG", "F", "RBP")
        for item in classroom.bank(name, n=8, seed=SEED, level=3, kinds=["calculate a value", "find the mistake"])
    ]
    assert any("F2" in one for one in said) and any("base 10" in one for one in said)
    assert not any(re.search(r"\bF(3|10)\b|base 3|p = (0|0\.1|1)\b(?!\.)", one) for one in said)
    late = Value(measure("LAG")([0, 1, 0, 1]), ["LAG"])
    assert "LAG@1" in late.check("0").message and "0" not in replies(late.asked, late.check)


def test_what_a_value_divides_by_and_its_gain_are_said() -> None:
    for item in QUESTIONS:
        if item.measure in ("nDCG@5", "DCG") and item.kind not in ("recall a definition", "choose the metric"):
            assert f"{item.measure}: gain = grade; divided by log2(rank + 1)" in item.text
        if item.measure == "AP" and item.kind not in ("recall a definition", "choose the metric"):
            assert "AP: divided by all relevant items (found or not)." in item.text
        if item.kind == "find the mistake":
            for letter, words in (("m", "m is the number of all relevant items"), ("n", "n is the length of the list")):
                assert (words in item.text) == any(re.search(rf"\b{letter}\b", choice) for choice in item.wrong)


def test_it_can_be_worked_out_by_hand() -> None:
    for item in QUESTIONS:
        if item.kind in ("calculate a value", "fill a cell", "find the mistake", "predict a change"):
            assert uneven(measure(item.measure)(given_list(item))) <= 3
        elif item.kind == "order a list" and "●" in item.text:
            for look in item.answer:
                assert uneven(measure(item.measure)([int(mark == "●") for mark in look.split()])) <= 3


def test_a_prediction_is_that_of_the_changed_list() -> None:
    for item in of_kind("predict a change"):
        before = given_list(item)
        if swap := re.search(r"The items at ranks (\d+) and (\d+) change places\.", item.text):
            first, second = int(swap[1]), int(swap[2])
            after = before.moved(second, to=first)
            assert second == first + 1
        else:
            judged = re.search(r"The item at rank (\d+) is judged again: now it (.*)\. What", item.text)
            assert judged
            grade = {"is relevant": 1, "is not relevant": 0}.get(judged[2])
            after = before.with_grade(int(judged[1]), int(judged[2][-1]) if grade is None else grade)
            assert after != before
        assert after.relevant_total > 0, "tools differ on a list without relevant items"
        change = float(measure(item.measure)(after)) - float(measure(item.measure)(before))
        assert ("before and after" in item.because) == (item.answer == MOVES[0])
        assert item.answer == MOVES[0 if abs(change) < 1e-9 else 1 if change > 0 else -1]
        assert abs(change) < 1e-9 or abs(change) > APART


def test_a_reply_to_a_prediction_points_to_more_than_one_column_that_misleads() -> None:
    """Where it names one column alone, that column changes as the value does."""
    for item in of_kind("predict a change"):
        (said,) = {one for one in item.wrong.values() if one}
        alone = re.search(r"Compare the column “(.*)” at (?:rank|threshold) ([\d.]+) before and after\. What", said)
        if "judged again" in item.text and item.measure in ("AP", "R@3"):
            assert "m changes, too" in said or "which numbers" in said
        if alone and item.trace is not None:
            before = measure(item.measure)(given_list(item))
            row = [str(one) for one in next(iter(before.axis.labels().values()))].index(alone[2])
            change = float(item.trace.columns[alone[1]].cells[row]) - float(before.columns[alone[1]].cells[row])
            assert item.answer == MOVES[1 if change > 0 else -1], item.text


def test_a_rounded_value_is_not_said_to_be_equal() -> None:
    rounded = [item for item in QUESTIONS if item.kind == "calculate a value" and item.measure in ("nDCG@5", "DCG")]
    for item in rounded:
        sign = "=" if item.answer.exact is not None else "≈"
        assert str(item.checked) == f"{item.answer.label} {sign} {item.answer.shown}"
    assert any("≈" in str(item.checked) for item in rounded)
    for item in of_kind("find the mistake"):
        assert item.trace is not None
        assert ("about" in item.because) == (item.trace.exact is None), item.because


def test_one_order_is_the_best() -> None:
    for item in of_kind("order a list"):
        value = measure(item.measure)
        if "●" in item.text:
            values = [float(value([int(mark == "●") for mark in look.split()])) for look in item.answer]
            assert all(a - b > APART for a, b in pairwise(values))
        else:
            grades = [int(re.search(r"\(grade (\d)\)", one)[1]) for one in item.answer]  # type: ignore[index]
            orders = sorted((float(value(list(one))), one) for one in permutations(grades))
            assert orders[-1][1] == tuple(grades)
            assert orders[-1][0] - orders[-2][0] > APART - 1e-9
            assert item.trace is not None
            assert [
                f"{name} (grade {grade})" for name, grade in zip(item.trace.ranking.items, grades, strict=True)
            ] == item.answer


def test_only_one_mistake_leads_to_the_number() -> None:
    for item in of_kind("find the mistake"):
        number = re.search(r"gets ([\d.-]+)\.(?: |$)", item.text)
        others = [re.search(r"That would be ([\d.-]+)\.$", said) for said in item.wrong.values() if said]
        assert number and len(others) == 3
        assert all(one and abs(float(one[1]) - float(number[1])) > 2 * TOLERANCE for one in others)


def test_a_choice_has_no_letter_that_only_a_table_explains() -> None:
    for item in classroom.bank(["AUC", "Bpref", "RR"], n=12, seed=SEED, level=3, kinds=["find the mistake"]):
        assert not any("_" in choice or "(t" in choice for choice in item.wrong), item


def test_a_definition_does_not_name_what_it_defines() -> None:
    for item in classroom.bank(["Success@3", "PRAUC", "AP", "P", "nDCG", "AUC"], n=10, seed=SEED, level=3):
        if item.kind == "recall a definition":
            own = measure(item.measure).metric
            assert not re.search(rf"\b({own.name}|{own.title}|Success)\b", item.answer), item
    with pytest.raises(ValueError, match=r"^measures must have a question of one of these kinds"):
        classroom.bank("PRAUC", n=1, kinds=["recall a definition"])


def test_the_example_of_a_definition_is_a_whole_list() -> None:
    """The F-score of three items is no F1@5, which divides by five ranks."""
    for asked, value in {"F1@5": "4/5", "P@5": "2/3", "AP@2": "5/6", "nDCG@2": "0.9639"}.items():
        (item,) = classroom.bank(asked, n=1, seed=SEED, kinds=["recall a definition"])
        assert f" is {value} " in item.because or item.because.endswith(f"about {value}."), item


def test_the_hints_to_a_cell_explain_the_letters_of_the_first_one() -> None:
    asked = classroom.bank(["RR", "AUC"], n=40, seed=SEED, kinds=["fill a cell"])
    hints = {item.hints[0]: item.hints[1:] for item in asked}
    assert hints["rank if first: f_i · i"][0] == "first hit: f_i = rel_i · [h_i = 1]"
    assert hints["FP: FP_t = f_i(t)"][0] == "false alarms: f_i = i − h_i"


def test_a_definition_has_one_that_is_right() -> None:
    for item in of_kind("recall a definition"):
        own = measure(item.measure).metric
        assert f"({own.name})" in item.text
        for line, said in item.wrong.items():
            lines = [one for one in metrics() if (one.function.__doc__ or "").startswith(line.rstrip("."))]
            assert (own in lines) == (line == item.answer)
            assert any(f"({one.name})" in said for one in lines) == bool(said)


def test_each_case_has_a_right_measure_and_a_reply_to_each_wrong_one() -> None:
    assert len({case["text"] for case in cases()}) == len(cases())
    for case in cases():
        assert measure(case["answer"]).name == case["answer"]
        assert case["answer"] not in case["wrong"] and len(case["wrong"]) == 3
        for name, said in case["wrong"].items():
            assert measure(name).name == name
            assert said.endswith((".", "?"))


def test_the_answer_is_nowhere_before_it_is_given() -> None:
    for item in QUESTIONS:
        if item.kind == "calculate a value":
            written = {*item.answer.shown.split()} - {"=", "≈"}
            words = {word.strip(".,:;") for hint in item.hints for word in hint.split()}
            assert not written & words and len(item.hints) <= 3


def test_replies_name_only_what_was_taught() -> None:
    default, also = (
        " ".join(words for item in bank for two in item.wrong.items() for words in two)
        for taught in ((), ["AP", "RR"])
        for bank in [classroom.bank("AP", n=24, seed=1, kinds=["calculate a value", "find the mistake"], taught=taught)]
    )
    others = [other for other in metrics() if other.name not in ("AP", "P")]
    assert not any(f"{other.name}, {other.title}" in default for other in others)
    assert "RR, reciprocal rank" in also and "nDCG, " not in also


def test_definitions_are_chosen_among_what_was_taught() -> None:
    taught = ["P", "R", "F1", "RR", "AP"]
    (item,) = classroom.bank("AP", n=1, kinds=["recall a definition"], taught=taught)
    named = {re.search(r"\((\w+)\)\.$", said)[1] for said in item.wrong.values() if said}  # type: ignore[index]
    assert named <= {"P", "R", "F1", "RR"} and len(named) == 3
    (few,) = classroom.bank("nDCG", n=1, kinds=["recall a definition"], taught=["nDCG"])
    assert len(few.wrong) == 4


def test_a_seed_draws_the_same_questions() -> None:
    one, again, other = (classroom.bank(["AP", "P@3"], n=14, seed=seed) for seed in (7, 7, 8))
    assert [item.text for item in one] == [item.text for item in again] != [item.text for item in other]


def test_kinds_and_cases_can_be_chosen() -> None:
    bank = classroom.bank("DCG", n=4, kinds=["order a list"], case=None, level=1)
    assert {item.kind for item in bank} == {"order a list"}
    plain = classroom.bank("AP", n=3, kinds=["calculate a value"], case=None)
    assert all("1. d1 – " in item.text for item in plain)


def test_a_live_question_has_its_hints_and_its_calculation() -> None:
    item = of_kind("calculate a value")[0]
    state = item.question()._state
    assert state.hints == list(item.hints)
    state.reveal()
    assert state.view()["worked"] is not None


@pytest.mark.parametrize(("rank", "changes"), [(1, False), (2, True)])
def test_m_counts_items_from_the_grade_that_is_relevant(rank, changes):
    """An item of grade 1 is not relevant from grade 2 on, so m stays when it loses its grade."""
    ranking, asked = Ranking([1, 2, 0, 3], missed=[1]), measure("Q(rel=2)")
    said = _first_change(asked(ranking), asked(ranking.with_grade(rank, 0)))
    assert ("m and the ideal order change, too" in said) is changes and "the ideal order change" in said


def test_fewer_hits_that_are_needed_explain_no_fall():
    ranking, asked = Ranking([1, 0, 0, 0, 1, 1]), measure("IPA11")
    assert "“precision at level”" in _first_change(asked(ranking), asked(ranking.with_grade(1, 0)))


def test_a_question_and_a_message_have_the_name_that_is_on_the_screen() -> None:
    """Where the catalogue calls a metric otherwise, as it does hit rate."""
    (asked,) = classroom.bank("Accuracy@3", n=1, kinds=["recall a definition"])
    assert "hit rate (Success)" in asked.text
    with pytest.raises(ValueError, match=r"^measures must not be Success@3: no list of level 2"):
        classroom.worksheets("Accuracy@3", n=1)


def test_empty_ranks_are_told_only_where_the_cutoff_is_past_the_end_of_a_list():
    items = [one for k in (2, 5, 10) for one in classroom.bank([f"P@{k}"], n=20, seed=7)]
    asked = [one for one in items if one.trace and "divided by all" in one.text]
    past = [len(one.trace.ranking) < one.trace.parameters["k"] for one in asked]
    assert ["empty ones too" in one.text for one in asked] == past and {*past} == {True, False}
