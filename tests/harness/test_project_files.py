"""What others read of the project: how it is cited, its licenses, its forms and its containers."""

import json
import re
import tomllib
from pathlib import Path

import pytest

import rankteach

yaml = pytest.importorskip("yaml", reason="PyYAML reads the forms")
ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def read(name):
    return json.loads(text_of(name)) if name.endswith("json") else yaml.safe_load(text_of(name))


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("CITATION.cff", {"cff-version", "message", "title", "authors"}),
        (".zenodo.json", {"title", "description", "upload_type", "creators"}),
        ("codemeta.json", {"@context", "@type", "name", "description", "author"}),
    ],
)
def test_every_citation_has_the_projects_version_license_and_keywords(name, names):
    said = read(name)
    assert names <= set(said)
    assert said["version"] == rankteach.__version__ and said["license"].rpartition("/")[2] == PROJECT["license"]
    assert said["keywords"] == PROJECT["keywords"]
    (author,) = said.get("authors") or said.get("creators") or said.get("author")
    assert author["name"] == PROJECT["authors"][0]["name"]


def test_the_bibliography_cites_this_version():
    assert f"version = {{{rankteach.__version__}}}" in text_of("docs/pages/cite.md")


def test_the_classifiers_name_the_versions_that_are_tested():
    (tested,) = re.findall(r'python: (\["3.11", "3.12.*\])', text_of(".github/workflows/test.yml"))
    said = [one.rpartition(" :: ")[2] for one in PROJECT["classifiers"] if ":: Python :: 3." in one]
    assert said == json.loads(tested)


@pytest.mark.parametrize("form", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")), ids=lambda path: path.stem)
def test_an_issue_form_asks_each_question_once(form):
    said = read(form.relative_to(ROOT).as_posix())
    if form.stem == "config":
        assert said == {"blank_issues_enabled": True}
        return
    assert {"name", "description", "body"} <= set(said)
    asked = [one["id"] for one in said["body"]]
    assert len(asked) == len(set(asked)) > 1
    for one in said["body"]:
        assert one["type"] in ("input", "textarea") and one["attributes"]["label"]


def test_a_form_for_wrong_numbers_asks_what_is_needed_to_look_for_them():
    needed = {one["id"] for one in read(".github/ISSUE_TEMPLATE/wrong_number.yml")["body"] if "validations" in one}
    assert needed == {"list", "number", "expected", "tool", "version"}


def test_the_commands_of_the_containers_and_hooks_are_the_projects():
    installed = read(".devcontainer/devcontainer.json")["postCreateCommand"]
    extras = re.findall(r"\.\[(.*?)\]", installed)
    assert extras and set(extras) <= set(PROJECT["optional-dependencies"])
    ruff = next(one for one in PROJECT["optional-dependencies"]["test"] if one.startswith("ruff"))
    hooks = [hook for repo in read(".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    assert [hook["additional_dependencies"] for hook in hooks] == [[ruff]] * 2
    for update in read(".github/dependabot.yml")["updates"]:
        assert (ROOT / update["directory"].strip("/")).is_dir()


@pytest.mark.parametrize("name", ["LICENSE", "README.md", "docs/conf.py"])
def test_the_license_of_texts_is_said(name):
    assert "CC BY 4.0" in text_of(name)


def test_the_paper_cites_what_its_bibliography_has():
    cited = set(re.findall(r"@(\w+)", text_of("paper.md")))
    assert cited == set(re.findall(r"^@\w+\{(\w+),", text_of("paper.bib"), re.MULTILINE))


def test_the_folder_that_colab_changes_to_has_the_lessons():
    (folder,) = re.findall(r"^%cd rankteach/(.*)$", text_of("docs/pages/teachers.md"), re.MULTILINE)
    assert (ROOT / folder / "tasks").is_dir() and list((ROOT / folder).glob("*.ipynb"))
