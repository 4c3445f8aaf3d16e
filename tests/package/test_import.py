"""What `import rankteach` loads: nothing before it is used, and then nothing heavy but numpy."""

import os
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {
    "matplotlib", "pandas", "ipywidgets", "anywidget", "traitlets", "IPython", "scipy", "sklearn", "openpyxl",
    "logging", "importlib.metadata", "argparse", "csv", "narwhals",
}  # fmt: skip
# numpy loads some of what is too heavy for us: only what comes on top of it counts
LOADED = """
import sys, numpy, fractions
before = set(sys.modules)
{what}
print(*sorted(set(sys.modules) - before))
"""


def loaded_by(what: str) -> set[str]:
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-W", "error", "-c", LOADED.format(what=what)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, check=True)
    return set(done.stdout.split())


def test_the_import_loads_nothing_before_it_is_used() -> None:
    loaded = loaded_by("import rankteach")
    assert {name for name in loaded if name.startswith("rankteach")} == {
        "rankteach",
        "rankteach.core",
        "rankteach.core.later",
    }
    assert not HEAVY & loaded
    assert "rankteach.metrics" not in loaded_by("import rankteach; rankteach.Ranking([1])")


@pytest.mark.parametrize(
    "first",
    [
        "from rankteach.tracing.measures import measure; measure('AP')",
        "from rankteach.tracing.saved import read_json; from rankteach.tracing.metric import known_metrics; "
        "assert 'AP' in known_metrics()",
        "from rankteach.metrics.gain import ndcg; ndcg([1]); import rankteach; rankteach.measure('AP')",
        "from rankteach import *; measure('AP'); precision([1])",
    ],
)
def test_the_metrics_are_known_whatever_is_loaded_first(first: str) -> None:
    assert "rankteach.metrics" in loaded_by(first)


def test_a_metric_and_its_views_load_nothing_heavy() -> None:
    views = "t.to_text(); t.to_html(); t.to_markdown(); t.to_latex(); t.steps; t.at_every_k()"
    what = f"import rankteach as rt; t = rt.ndcg([3, 2, 0]); {views}"
    assert not HEAVY & loaded_by(what)


def test_the_examples_and_the_widgets_are_loaded_when_they_are_used() -> None:
    named = loaded_by("import rankteach; dir(rankteach)")
    assert not any(name.startswith(("rankteach.widgets", "rankteach.classroom.examples")) for name in named)
    assert "rankteach.classroom.examples" in loaded_by("import rankteach; rankteach.examples")


def test_an_unknown_name_is_an_attribute_error() -> None:
    import rankteach

    with pytest.raises(AttributeError, match="there is no attribute 'nothing' in module 'rankteach'"):
        _ = rankteach.nothing
    assert set(rankteach.__all__) <= set(dir(rankteach))


OTHER_NAMES = {
    "ap": "average_precision", "ndcg_at_k": "ndcg", "auc": "roc_auc", "MAP": "mean('AP', lists)",
    "mean_reciprocal_rank": "mean('RR', lists)", "gmap": """mean('AP(average="geometric")', lists)""",
    "mapk": """measure('AP(denominator="min")')""",
}  # fmt: skip


@pytest.mark.parametrize(("typed", "ours"), OTHER_NAMES.items())
def test_a_measure_with_another_name_is_said_to_have_ours(typed: str, ours: str) -> None:
    import rankteach

    with pytest.raises(AttributeError) as raised:
        getattr(rankteach, typed)
    said = traceback.format_exception(raised.value)[-1]
    assert f"Use rt.{ours}." in said and "Did you mean" not in said
    assert eval(f"rt.{ours}", {"rt": rankteach, "lists": [[1, 0], [0, 1]]})
