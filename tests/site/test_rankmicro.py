"""The program of a hundred lines: it has the values of the package, and says how each was made."""

import runpy
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankteach as rt
from docs.build import FOLDER, rankmicro

PATH = FOLDER / "pages" / "rankmicro.py"
micro = SimpleNamespace(**runpy.run_path(str(PATH)))
GRADES = st.lists(st.integers(0, 3), max_size=12)


@given(GRADES, st.integers(0, 3))
def test_ap_is_that_of_the_package_exactly(grades, missed):
    (value,) = micro.average_precision(grades, missed).values
    assert value == rt.average_precision(rt.Ranking(grades, missed=[1] * missed)).exact


@given(GRADES)
def test_ndcg_is_that_of_the_package(grades):
    (value,) = micro.ndcg(grades).values
    assert value == pytest.approx(rt.ndcg(grades).value)


@given(GRADES)
def test_every_column_at_every_rank_is_that_of_the_package(grades):
    made = {column.name: column.values for column in micro.columns_of(micro.average_precision(grades))}
    trace = rt.average_precision(grades)
    for name in ("hits", "precision", "credit"):
        assert made[name] == pytest.approx(list(trace.columns[name].values))


def test_it_prints_each_number_of_a_calculation_and_how_it_was_made():
    lines = rankmicro().splitlines()
    assert lines[3].split() == ["1", "2", "3", "2/3", "2/3"]
    assert "AP = sum of credit / 4 = 17/30" in lines and "precision = hits / rank" in lines


def test_it_has_a_hundred_lines_and_no_dependency():
    source = PATH.read_text(encoding="utf-8")
    imported = [line.split()[1] for line in source.splitlines() if line.startswith(("import ", "from "))]
    assert len(source.splitlines()) <= 110 and {*imported} <= {*sys.stdlib_module_names}
