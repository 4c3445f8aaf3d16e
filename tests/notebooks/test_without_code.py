"""The notebooks as pages without code: they speak of no cells, ask no other host, and reply to no hidden draft."""

import json
import re

import pytest

from notebooks import without_code
from notebooks.build import TEXTS, names, path_of, text_of

LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")


def texts(cells):
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


@pytest.mark.parametrize("name", names())
def test_a_page_has_no_latex_and_no_word_about_cells(name):
    made = texts(without_code.page(name)["cells"])
    outside_of_code = re.sub(r"(`+).*?\1", "", made, flags=re.DOTALL)
    assert "Run each cell" not in made and not re.search(r"\$[^$\n]+\$", outside_of_code)
    assert (
        made.count("<math") == made.count("</math>") >= (1 if "$$" in texts(json.loads(text_of(name))["cells"]) else 0)
    )


@pytest.mark.parametrize("name", [name for name in names() if "rt.check(" in text_of(name)])
def test_a_draft_is_shown_with_a_link_to_where_it_runs_and_without_a_reply(name):
    cells, made = json.loads(text_of(name))["cells"], without_code.page(name)["cells"]
    drafts = [
        one
        for one, cell in enumerate(cells)
        if "def " in "".join(cell["source"]) and "rt.check(" in "".join(cell["source"])
    ]
    for number in (one for one in drafts if cells[one]["cell_type"] == "code"):
        assert made[number]["cell_type"] == "markdown" and "```python" in made[number]["source"]
        assert f'href="../../../../../lab/tree/notebooks/{name}.ipynb"' in made[number]["source"]


def test_a_page_without_cells_has_no_report_to_rerun():
    lessons = [name for name in names() if name.startswith("lessons/")]
    for name in lessons:
        shown = json.dumps(without_code.page(name)["cells"])
        assert "Hand in" not in shown and "classroom.report(" not in shown
        assert "classroom.report(" in text_of(name)


def test_every_link_leads_to_a_page_that_is_written(tmp_path):
    (tmp_path / "own.txt").write_text("mine", encoding="utf-8")
    without_code.write(tmp_path)
    without_code.write(tmp_path)
    assert (tmp_path / "own.txt").exists()
    pages = sorted(tmp_path.rglob("*.ipynb"))
    assert len(pages) == len(names()) + len(TEXTS)
    for page in pages:
        for target in LINK.findall(texts(json.loads(page.read_text(encoding="utf-8"))["cells"])):
            there = (page.parent / target).resolve()
            inside = there.is_relative_to(tmp_path)
            assert there.suffix == ".ipynb" and there.exists() if inside else True, (page.name, target)
    for name in names():
        assert (tmp_path / name).parent.joinpath("tasks").is_dir() == (path_of(name).parent / "tasks").is_dir()
