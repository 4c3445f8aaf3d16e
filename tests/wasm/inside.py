"""What differs in WebAssembly: numbers of 32 bits, and little room for calls. Runs there, and anywhere else."""

import json
from fractions import Fraction

import numpy as np
import pytest

import rankteach as rt

LONG = 70_000  # its pairs are more than 2**31


def test_a_run_is_evaluated_compared_and_explained():
    result = rt.evaluate(rt.examples.qrels(), rt.examples.run(), ["AP", "nDCG@10"])
    assert result.means
    assert rt.compare(result, result, "AP").bootstrap().words


def test_pairs_of_a_long_list_are_counted():
    order = np.arange(LONG)
    assert rt.kendall_distance(order, order[::-1]).value == 1
    relevant = np.zeros(LONG, dtype=int)
    relevant[: LONG // 2] = 1
    assert rt.roc_auc(relevant).value == 1


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000])
def test_json_that_is_nested_deeply_is_refused(deep, tmp_path):
    with pytest.raises(ValueError, match="JSON"):
        rt.read_json(deep)
    path = tmp_path / "run.json"
    path.write_text(f'{{"q1": {deep}', encoding="utf-8")
    with pytest.raises(ValueError, match="nested"):
        rt.read_run(path)


def test_a_trace_is_read_again():
    trace = rt.average_precision([1, 0, 1])
    assert trace.exact == Fraction(5, 6) and json.loads(trace.to_json())
    assert rt.read_json(trace.to_json()) == trace
