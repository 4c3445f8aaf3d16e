"""The lines of Python that a metric ran, and the columns that each of them made."""

import ast
import inspect
import sys
from pathlib import Path

import pytest

import rankteach as rt
from rankteach.tracing import source
from rankteach.tracing.metric import known_metrics, metric
from tests.catalogue import random_traces

FILES = {path: path.read_text(encoding="utf-8") for path in (Path(source.__file__).parents[1] / "metrics").glob("*.py")}


def text_of(trace, name):
    """The one line that made a column."""
    (text,) = (line.text.strip() for line in source.lines(trace) if name in line.makes)
    return text


def test_every_column_and_the_value_are_made_by_one_line_that_ran(anything):
    for trace in random_traces(anything):
        lines = source.lines(trace)
        assert lines[0].text.startswith(f"def {trace.metric.function.__name__}(")
        makes = [name for line in lines for name in line.makes]
        assert len(makes) == len(set(makes))
        assert all(line.ran for line in lines if line.makes)
        calculated = {name for name, column in trace.columns.items() if column.sources}
        assert {*calculated, trace.label} <= {*makes}


def test_a_line_that_names_a_column_has_made_it(anything):
    for trace in random_traces(anything):
        lines = source.lines(trace)
        for line in lines:
            for name in line.makes:
                naming = [one for one in lines if f'.named("{name}"' in one.text and one.ran]
                assert not naming or line in naming, name


def test_all_that_is_shown_is_in_the_files_of_the_metrics(anything):
    for line in source.lines(random_traces(anything, 1)[0]):
        assert line.text.startswith("def ") or any(line.text in file for file in FILES.values()), line.text


def test_what_ran_is_what_a_debugger_sees(anything):
    """Each line runs only if its statement did: those of ``else`` follow the statement after them."""
    (trace,) = random_traces(anything, 1)
    seen = set()

    def look(frame, event, argument):
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        trace.metric(trace.ranking, **trace.parameters).result.materialise()
    finally:
        sys.settrace(before)
    texts = {path: [*enumerate(file.split("\n"), 1)] for path, file in FILES.items()}
    run = {line.strip() for path, lines in texts.items() for number, line in lines if (str(path), number) in seen}
    for line in source.lines(trace):
        if line.ran and not line.text.strip().startswith(("def ", "else:", "#")):
            assert any(part.strip() in run for part in line.text.split("\n")), line.text


def test_a_column_of_a_helper_is_made_in_the_helper():
    trace = rt.ndcg([3, 2, 0], k=2)
    assert text_of(trace, "discounted gain") == text_of(trace, "ideal discounted gain")
    assert text_of(trace, "discounted gain").startswith("return (gained / divisor.named(")
    assert text_of(trace, "nDCG@2").startswith("return actual / discounted(best")


def test_a_metric_of_ones_own_shows_its_lines(monkeypatch):
    monkeypatch.setattr(sys.modules[metric.__module__], "_DECLARED", {**known_metrics()})

    @metric("Late", title="rank of the last hit", family="order", source="Test (2026)", bounds=(0, None))
    def late(ranking, *, k=None):
        """The rank of the last relevant item; 0 if there is none."""
        top = ranking.top(k)
        return (top.relevant * top.rank).named("hit at", "a_i").cummax().named("latest", "l_i").last()

    lines = source.lines(late([0, 1, 0]))
    assert [line.text.strip() for line in lines][1] == "top = ranking.top(k)"
    assert lines[-1].makes == ["Late", "latest", "hit at", *lines[-1].makes[3:]]


def test_nothing_is_shown_of_a_mean_nor_of_what_was_typed_at_a_prompt(monkeypatch):
    assert source.lines(rt.mean("AP", [[1, 0], [0, 1]])) == []
    source._statements.cache_clear()
    monkeypatch.setattr(inspect, "getsourcelines", lambda code: (_ for _ in ()).throw(OSError("no source")))
    assert source.lines(rt.average_precision([1, 0])) == []


def test_who_watches_already_goes_on_watching():
    watching = lambda frame, event, argument: None  # noqa: E731
    before = sys.gettrace()
    sys.settrace(watching)
    try:
        source.lines(rt.precision([1, 0]))
        assert sys.gettrace() is watching
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("name", known_metrics())
def test_the_source_of_every_metric_can_be_read(name):
    statements = source._statements(known_metrics()[name].function.__code__)
    assert ast.parse("\n".join(["def f():", *(text for text, _, _ in statements[1:])]))
