"""Every column of every metric says in a sentence what it is."""

import re

import pytest

import rankteach as rt
from rankteach.notation.column_words import described
from rankteach.widgets.parts.trace_view import without_calls
from tests.catalogue import random_traces


def test_every_column_has_a_sentence(anything):
    for table in random_traces(anything, 1)[0].calculation.tables():
        for entry in table.entries:
            said = described(entry.title.removesuffix(f", {entry.of}"), entry.column)
            assert re.fullmatch(r"\w.*\.", said) and said != "Given.", (entry.title, said)
            assert len(said.split()) <= 30


def test_the_columns_of_a_mean_have_sentences():
    trace = rt.mean(rt.average_precision, [[1, 0], [0, 1]])
    (table,) = trace.calculation.tables()
    said = {entry.title: described(entry.title, entry.column) for entry in table.entries}
    assert said["AP"] == "AP of this query."
    assert said["running sum"] == "The sum of all credit down to this row."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("AP is 0.5. `trace.ranking` shows both.", "AP is 0.5."),
        ("`rt.evaluate(..., ties='averaged')` takes the mean. AP is 0.5.", "AP is 0.5."),
        ("Nothing to call.", "Nothing to call."),
    ],
)
def test_a_surface_has_no_calls_in_its_notes(text, shown):
    assert without_calls(text) == shown
