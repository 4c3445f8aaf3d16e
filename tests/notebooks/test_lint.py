"""What can be said about the committed notebooks without a kernel."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import nbformat
import pytest

from notebooks.build import FOLDER, TEXTS, names, path_of, read_source, text_of

ROOT = FOLDER.parent
MACHINE = re.compile(
    r"/(?:home|root|tmp|Users|usr|opt|var/folders)/|\b[A-Z]:\\|site-packages|ipykernel_\d|\b0x[0-9a-f]{6,}"
)
NETWORK = re.compile(r"<script|<link|<iframe|\b(?:unpkg|jsdelivr|cdnjs|skypack|esm\.sh|googleapis)\b")


@pytest.fixture
def notebook(name: str):
    return nbformat.reads(text_of(name), as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def texts(notebook):
    """Every piece of text that an output of the notebook shows, with the number of its cell."""
    for cell in code_cells(notebook):
        for output in cell.outputs:
            shown = {**output.get("data", {}), "text": output.get("text"), "error": output.get("traceback")}
            for kind, text in shown.items():
                if text and not kind.startswith("image/png"):
                    yield cell.execution_count, kind, str(text)


def test_every_notebook_has_its_source_and_the_other_way_round():
    assert all(path_of(name).is_file() for name in names())
    if git := shutil.which("git"):
        committed = subprocess.run([git, "ls-files", "*.ipynb"], cwd=FOLDER, capture_output=True, text=True).stdout
        assert {FOLDER / line for line in committed.splitlines()} <= {*map(path_of, names())}


def test_a_notebook_is_made_from_its_source(name, notebook):
    source = read_source(name)
    cells = [(cell.id, cell.cell_type, cell.source, dict(cell.metadata)) for cell in notebook.cells]
    assert cells == [(cell.id, cell.cell_type, cell.source, dict(cell.metadata)) for cell in source.cells]
    assert notebook.metadata == source.metadata, "`make notebooks` writes no more metadata than this"


def test_a_notebooks_bytes_do_not_depend_on_the_system(name):
    text = text_of(name)
    assert "\r" not in text and text.endswith("}\n")


def test_a_notebook_is_executed_from_top_to_bottom(notebook):
    """nbval compares nothing in a cell that has neither a count nor an output."""
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))


def test_no_cell_fails(notebook):
    for cell in code_cells(notebook):
        assert not any(output.output_type == "error" for output in cell.outputs), cell.source


def test_no_output_escapes_the_comparison(notebook):
    for cell in code_cells(notebook):
        assert not {"nbval-skip", "nbval-ignore-output"} & set(cell.metadata.get("tags", [])), cell.source
        assert not re.search(r"#\s*(NBVAL_|PYTEST_VALIDATE_)", cell.source), cell.source


def test_a_reader_meets_no_assert(notebook):
    """Cells with the tag ``check`` hold them, in the source only."""
    assert not [cell.source for cell in code_cells(notebook) if re.search(r"^\s*assert\b", cell.source, re.MULTILINE)]


def test_no_line_of_a_cell_scrolls_sideways_in_a_window_of_1280_pixels(notebook):
    """A cell is formatted with the limit of ``notebooks/src``; of a string in it the formatter breaks no line."""
    limit = tomllib.loads((FOLDER / "src" / "ruff.toml").read_text(encoding="utf-8"))["line-length"]
    seen = [cell.source for cell in code_cells(notebook) if not cell.metadata.get("jupyter", {}).get("source_hidden")]
    assert not [line for source in seen for line in source.splitlines() if len(line) > limit]


def test_prose_is_in_no_cell_of_code(notebook):
    """It would be there without its marker ``[markdown]``."""
    assert not [cell.source for cell in code_cells(notebook) if re.search(r"\n#\n#", cell.source)]


def broken_links(text: str, folder: Path) -> list[str]:
    """Links to a file that is not there, and to a heading of the glossary that it does not have."""
    terms = re.findall(r"^## (.+)$", (FOLDER / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", term.lower()).replace(" ", "-") for term in terms}
    links = re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", text)
    return [
        f"{file}#{anchor}"
        for file, anchor in links
        if "://" not in file
        and not ((folder / file).exists() and (anchor in anchors or not anchor or not file.endswith("glossary.md")))
    ]


def test_links_lead_to_files_and_terms(name, notebook):
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert not broken_links(text, (FOLDER / name).parent)


@pytest.mark.parametrize("page", TEXTS, ids=lambda page: page.name)
def test_links_of_a_page_lead_to_files_and_terms(page):
    text = page.read_text(encoding="utf-8").replace("](#", f"]({page.name}#")
    assert not broken_links(text, FOLDER)


def test_the_table_of_textbooks_leads_to_every_lesson():
    """On the page for teachers, whose links lead somewhere where it is read as a file, too."""
    pages = ROOT / "docs" / "pages"
    text = (pages / "teachers.md").read_text(encoding="utf-8")
    assert not broken_links(text, pages)
    lessons = [name for name in names() if name.startswith("lessons/")]
    missing = [name for name in lessons if f"notebooks/{name}.ipynb" not in text]
    assert not missing, "link to them in docs/pages/teachers.md"


def test_the_glossary_is_in_order():
    terms = re.findall(r"^## (.+)$", (FOLDER / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert terms == sorted(terms, key=str.lower)


def test_a_notebook_saves_no_widget_state(notebook):
    """With saved state, a page exported from the notebook loads scripts from the network."""
    assert "widgets" not in notebook.metadata
    assert not [where for *where, _ in texts(notebook) if "vnd.jupyter.widget" in where[1]]


def test_a_notebooks_outputs_are_the_same_on_every_machine(notebook):
    found = [(*where, match[0]) for *where, text in texts(notebook) if (match := MACHINE.search(text))]
    assert not found
    assert not [where for *where, text in texts(notebook) if str(ROOT) in text or str(Path.home()) in text]


def test_a_notebooks_outputs_load_nothing_from_the_network(notebook):
    assert not [(*where, match[0]) for *where, text in texts(notebook) if (match := NETWORK.search(text))]
