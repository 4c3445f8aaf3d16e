"""The pages of the site, before Sphinx sees them."""

import re
from html import unescape
from pathlib import Path

import pytest

from docs import lite, metrics
from docs.notebooks import NOTEBOOKS, linked, opened
from rankteach.tracing.metric import METRICS
from rankteach.widgets.shared.live import LiveTrace

ROOT = NOTEBOOKS.parent
PAGES = metrics.pages()


@pytest.mark.parametrize("name", METRICS)
def test_a_metric_has_a_page_with_its_list_formula_worked_example_and_conventions(name):
    metric, page = METRICS[name], PAGES[metrics.page_name(name)]
    value = metric(*metrics.given(metric)).shown
    assert f'data-live="{name}"' in page and page.count("<math") >= 2
    worked = page.index("## Worked example")
    assert value in unescape(page[worked:]), "the value of the example"
    for parameter, declared in metric.declared.items():
        if len([one for one in declared.values if one is not None]) > 1 and not declared.idle(metric.parameters):
            assert page.count(f"<td><code>{parameter}</code></td>") >= len(declared.values)


@pytest.mark.parametrize("name", METRICS)
def test_the_live_surface_of_a_page_shows_its_metric(name):
    surface = metrics.surface(METRICS[name])
    assert isinstance(surface, LiveTrace) and surface.trace.metric is METRICS[name]


@pytest.mark.parametrize("name", METRICS)
def test_the_code_of_an_example_gives_its_value(name):
    import rankteach as rt

    metric, page = METRICS[name], PAGES[metrics.page_name(name)]
    *setup, last = re.split(r"\n(?=rt\.)", re.findall(r"```python\n(.*?)\n```", page, re.DOTALL)[0])
    namespace = {"rt": rt}
    exec("\n".join(setup), namespace)
    assert eval(last, namespace).shown == metric(*metrics.given(metric)).shown


def test_the_words_are_about_metrics_and_their_lessons_exist():
    assert set(metrics.WORDS) <= set(METRICS)
    for words in metrics.WORDS.values():
        assert set(words) == {"use", "avoid", "care", "lesson"}
        assert (NOTEBOOKS / f"{words['lesson'].split('|')[1]}.ipynb").exists()


def test_links_of_notebooks_lead_to_places_of_the_site():
    here = NOTEBOOKS / "reference" / "tools.ipynb"
    assert linked(here, "[a](#1.-AP@k:-divided-by-what?)") == "[a](#1-apk-divided-by-what)"
    assert linked(here, "[the list](../README.md), [code](../../README.md)") == "[the list](../README.md), code"
    assert linked(here, "[a page](https://example.org/a.html#B.)") == "[a page](https://example.org/a.html#B.)"


def test_a_notebook_says_where_to_run_it(monkeypatch):
    path = "notebooks/lessons/06_ndcg.ipynb"
    address = "../../lite/lab/index.html?path=lessons/06_ndcg.ipynb"
    on_binder = "https://mybinder.org/v2/gh/ann/rankteach/main?urlpath=lab/tree/notebooks/lessons/06_ndcg.ipynb"
    monkeypatch.setenv("RANKTEACH_REPOSITORY", "https://github.com/ann/rankteach")
    monkeypatch.setattr(lite, "possible", lambda: True)
    assert opened(path) == f'<a href="{address}">Open in JupyterLite</a> · [Open in Binder]({on_binder})'
    monkeypatch.delenv("RANKTEACH_REPOSITORY")
    assert opened(path) == f'<a href="{address}">Open in JupyterLite</a>'
    monkeypatch.setattr(lite, "possible", lambda: False)
    assert "make lab" in opened(path)


def test_every_page_that_a_page_links_to_is_there():
    """Sphinx says the same of the whole site; this takes no Sphinx."""
    for name, page in PAGES.items():
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page):
            path = Path(target)
            there = (ROOT / target.lstrip("/")).exists() if path.is_absolute() else path.stem in PAGES
            assert there, f"{name} links to {target}"
