"""The pages of the site, before Sphinx sees them."""

import json
import os
import re
import sys
from html import unescape
from pathlib import Path

import pytest

import rankteach as rt
from docs import lite, metrics, notebooks, pictures, recordings, worked_examples
from docs.build import LIVE, gallery
from docs.gallery import EXAMPLES
from docs.notebooks import NOTEBOOKS, learning_resource, linked, opened
from notebooks.build import names, path_of, text_of
from rankteach.tracing.metric import known_metrics
from rankteach.widgets.session.live import Live
from rankteach.widgets.session.picture import PROMPT

ROOT = NOTEBOOKS.parent
PAGES = metrics.pages()


@pytest.mark.parametrize("name", known_metrics())
def test_a_metric_has_a_page_with_its_list_formula_worked_example_and_conventions(name):
    metric, page = known_metrics()[name], PAGES[metrics.page_name(name)]
    value = metric(*metrics.given(metric)).shown
    assert f'data-live="{name}"' in page and page.count("<math") >= 2
    worked = page.index("## Worked example")
    assert value in unescape(page[worked:]), "the value of the example"
    for parameter, declared in metric.declared.items():
        if len([one for one in declared.values if one is not None]) > 1 and not declared.has_no_effect(
            metric.parameters
        ):
            assert page.count(f"<td><code>{parameter}</code></td>") >= len(declared.values)


@pytest.mark.parametrize("name", known_metrics())
def test_the_live_surface_of_a_page_shows_its_metric(name):
    surface = metrics.surface(known_metrics()[name])
    assert isinstance(surface, Live) and surface.trace.metric is known_metrics()[name]


@pytest.mark.parametrize("name", known_metrics())
def test_the_code_of_an_example_gives_its_value(name):
    metric, page = known_metrics()[name], PAGES[metrics.page_name(name)]
    *setup, last = re.split(r"\n(?=rt\.)", re.findall(r"```python\n(.*?)\n```", page, re.DOTALL)[0])
    namespace = {"rt": rt}
    exec("\n".join(setup), namespace)
    assert eval(last, namespace).shown == metric(*metrics.given(metric)).shown


def test_formulas_of_docstrings_have_indices_and_powers_and_names_stay():
    assert metrics.plain("C_(i-1) = 2^rel_i") == "C<sub>i-1</sub> = 2<sup>rel<sub>i</sub></sup>"
    assert metrics.plain("as trec_eval and ``rel_i``") == "as trec\\_eval and `rel_i`"


def test_each_metric_has_words_and_their_lessons_exist():
    assert set(metrics.WORDS) == set(known_metrics())
    for words in metrics.WORDS.values():
        assert set(words) == {"use", "avoid", "care", "lesson"}
        assert (NOTEBOOKS / f"{words['lesson'].split('|')[1]}.ipynb").exists()


def test_links_of_notebooks_lead_to_places_of_the_site():
    here = NOTEBOOKS / "reference" / "conventions.ipynb"
    assert linked(here, "[a](#1.-AP@k:-divided-by-what?)") == "[a](#1-apk-divided-by-what)"
    assert linked(here, "[the list](../README.md), [code](../../README.md)") == "[the list](../README.md), code"
    assert linked(here, "[a page](https://example.org/a.html#B.)") == "[a page](https://example.org/a.html#B.)"


def test_a_notebook_says_where_to_run_it(monkeypatch):
    path = "notebooks/lessons/06_ndcg.ipynb"
    address = "../../lite/notebooks/index.html?path=lessons/06_ndcg.ipynb"
    on_binder = "https://mybinder.org/v2/gh/ann/rankteach/main?urlpath=lab/tree/notebooks/lessons/06_ndcg.ipynb"
    monkeypatch.setenv("RANKTEACH_REPOSITORY", "https://github.com/ann/rankteach")
    monkeypatch.setattr(lite, "possible", lambda: True)
    in_lite = f'To run the cells, <a href="{address}">open the notebook in JupyterLite</a>'
    assert opened(path) == f"{in_lite} or [open it in Binder]({on_binder})."
    monkeypatch.delenv("RANKTEACH_REPOSITORY")
    assert opened(path) == f"{in_lite}."
    monkeypatch.setattr(lite, "possible", lambda: False)
    assert "make lab" in opened(path)


def test_every_page_that_a_page_links_to_is_there():
    """Sphinx says the same of the whole site; this takes no Sphinx."""
    for name, page in PAGES.items():
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page):
            path = Path(target)
            there = (ROOT / target.lstrip("/")).exists() if path.is_absolute() else path.stem in PAGES
            assert there, f"{name} links to {target}"


@pytest.fixture
def shown(tmp_path, monkeypatch):
    """Return a function that writes a notebook of one cell, and lists what the site shows of it live."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("MPLBACKEND", os.environ.get("MPLBACKEND", "agg"))

    def run(source, text):
        cell = {"cell_type": "code", "source": source, "outputs": [{"data": {"text/plain": text}}]}
        notebook = json.dumps({"cells": [cell]})
        return [(number, repr(surface)) for number, surface in recordings.shown(tmp_path / "one.ipynb", notebook)]

    return run


def test_what_a_cell_shows_is_recorded_if_the_notebook_has_the_same(shown):
    source, text = "import rankteach as rt\nrt.explore([0, 1], ['RR'])", "Explorer of 2 items: RR = 1/2"
    assert shown(source, text) == [(0, text)]
    with pytest.raises(SystemExit, match="Run make notebooks"):
        shown(source, "Explorer of 2 items: RR = 1")


def test_questions_are_recorded(shown):
    source = "from rankteach.classroom import question\nquestion('What is 1 + 1?', answer=2)"
    asked = "What is 1 + 1?\nTry q.check(...), or see q.answer."
    assert shown(source, asked) == [(0, asked)]


@pytest.mark.parametrize("name", names())
def test_no_page_says_run_each_cell(name):
    assert "Run each cell" not in notebooks.page(path_of(name), text_of(name), {})


def test_a_page_has_the_static_view_until_its_surface_is_drawn_and_says_what_was_not_recorded(monkeypatch):
    monkeypatch.setattr(lite, "possible", lambda: True)
    path = NOTEBOOKS / "lessons" / "06_ndcg.ipynb"
    whole, partly = recordings.place(path, 1), recordings.place(path, 2)
    outputs = [{"data": {"text/html": f"<p>{html}</p>"}} for html in ("a list", "a long list")]
    cells = [{"cell_type": "code", "source": "", "outputs": [output]} for output in outputs]
    text = json.dumps({"cells": [{"cell_type": "markdown", "source": "# A lesson"}, *cells]})
    made = json.loads(notebooks.page(path, text, {whole: ("", True), partly: ("", False)}))
    first, second = (cell["outputs"][0]["data"]["text/html"] for cell in made["cells"][1:])
    assert first == '<div class="live" data-live="lessons-06_ndcg-1"><p>a list</p></div>'
    assert "<p>a long list</p></div>" in second and "not all changes can follow each other" in second


def test_no_picture_on_a_page_says_how_to_run_a_cell():
    path = NOTEBOOKS / "lessons" / "06_ndcg.ipynb"
    cell = {"cell_type": "code", "source": "", "outputs": [{"data": {"text/html": rt.explore([1, 0])._html()}}]}
    text = json.dumps({"cells": [{"cell_type": "markdown", "source": "# A lesson"}, cell, cell]})
    made = json.loads(notebooks.page(path, text, {recordings.place(path, 1): ("", True)}))
    live, still = (one["outputs"][0]["data"]["text/html"] for one in made["cells"][1:])
    assert PROMPT not in live and PROMPT not in still
    assert notebooks.WAITS in live and notebooks.NOT_HERE in still


def test_the_gallery_shows_each_kind_of_surface_and_what_you_type_for_it():
    page = gallery()
    assert {*LIVE.findall(page)} == {*EXAMPLES}
    for code in re.findall(r"```python\n(.*?)\n```", page, re.DOTALL):
        *setup, last = code.split("\n")
        namespace = {"rt": rt}
        exec("\n".join(setup), namespace)
        assert isinstance(eval(last, namespace), Live)


def test_a_recording_is_made_once(tmp_path):
    name = "steps"
    assert recordings.of_surfaces([name], tmp_path) == recordings.of_surfaces([name], tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_text(json.dumps({name: ["kept", True]}), encoding="utf-8")
    assert recordings.of_surfaces([name], tmp_path)[name] == ["kept", True]


def test_each_lesson_has_a_card_with_a_picture_instead_of_a_row():
    text = (ROOT / "notebooks" / "README.md").read_text(encoding="utf-8")
    page = pictures.with_cards(text)
    lessons = [name for name in names() if name.startswith("lessons/")]
    assert [page.count(f'href="{name}.html"') for name in lessons] == [1] * len(lessons)
    assert page.count("<svg") == len(lessons) and "| lesson |" not in page and "Run one cell" not in page
    numbers = re.findall(r"^\| (\d+) \|", text, re.MULTILINE)
    assert {*numbers} <= {*pictures.PICTURES}, "draw a picture of the lesson in PICTURES of docs/pictures.py"


def test_the_front_page_leads_to_pages_that_there_are():
    paths = re.findall(r'href="([^"]+)\.html"', pictures.front())
    there = {"gallery", "metrics/index", "teachers", "notebooks/README", "notebooks/glossary"}
    assert len(paths) == 6 and {*paths} <= there | {f"notebooks/{name}" for name in names()}


def test_every_number_that_a_document_prints_is_live_and_a_click_changes_it():
    """The page refuses a number that no surface shows; only what every list has in common stays."""
    examples = [*worked_examples.examples()]
    rows = [re.findall(r"(?<=\| ).*?(?= \|)", line) for line in worked_examples.page().splitlines()]
    rows = [row for row in rows if len(row) == 7 and row[0] != "number"]
    assert [row[2] for row in rows] == [example.about["printed"] for example in examples]
    off = [row[0] for row in rows if row[4] == "off"]
    assert off == ["F1@5", "AP", "DCG@5", "F1@3", "running sum of AP at rank 6"]
    stay = [row[0] for row in rows if row[6] == "—" and not row[0].startswith("divisor")]
    # the whole list has all that is relevant; with one less, the ideal order still has three
    assert stay == ["R@5", "R@8", "IDCG@1", "IDCG@2", "IDCG@3"]
    assert all(worked_examples.live(example, []) is None for example in examples)


@pytest.mark.parametrize("name", [name for name in names() if name.startswith("lessons/")])
def test_a_lesson_says_to_search_engines_what_it_teaches(name):
    head, *lines = json.loads(text_of(name))["cells"][0]["source"]
    (written,) = re.findall(
        r'<script type="application/ld\+json">(.*)</script>', learning_resource(head, "".join(lines))
    )
    about = json.loads(written)
    assert about["@type"] == "LearningResource" and head.strip() == f"# {about['name']}"
    assert len(about["teaches"]) == 3 and not re.search(r"[*`$\]\n]", "".join(about["teaches"]))
    assert about["timeRequired"] in (f"PT{minutes}M" for minutes in range(10, 61))
    assert learning_resource(head, "No lesson.") == ""
