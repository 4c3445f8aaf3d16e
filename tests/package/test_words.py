"""Every sentence that a person reads is plain English, and every error message says what must be.

A short list of words that carry nothing is refused in docstrings, comments, messages and labels (Python and
JavaScript), in the pages at the root, and in the notebooks. The sentences of steps are not read here.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.tools import files

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "rankteach"
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")

REFUSED = {
    r"\bwhoever\b": "you; or any user who",
    r"\b(?:some|no|any)body\b": "you; or the noun: unjudged, nothing calls it",
    r"\bcan be had\b": "get",
    r"(?<!it )\b(?:is|are) worth\b(?! [a-z]+ing)|\bthe worth of\b": "gain",
    r"\bwhat there is\b": "the noun",
    r"(?<!there )\b(?:is|are) no (?!longer|more|less|such)": "is not a, are not",
    r"\btold (?:by|of|to)\b": "shown, given, named",
    r"\bbeside\b": "next to",
    r"\bin place of\b": "instead of",
    r"\bstands? (?:at|in|for itself|first|last|there|where|here|beside|before|behind)\b": "is, is ranked, comes",
    r"\b(?:they|that|two|lists|traces|calculations) part\b": "differ",
    r"\bcome about\b|\bcame about\b": "happen, was calculated",
    r"\b(?:one|who) (?:asks|takes|wants)\b": "you ask",
    r"\bbrings? (?:the|a|its|no)\b": "makes, adds, returns",
    r"\bwhat was missed\b": "the relevant items that the list misses",
    r"\bnobody judged\b": "unjudged",
}
RULE = re.compile(r"\b(must|needs?|cannot|[Tt]here is no|already)\b")
EXCEPTIONS: dict[str, tuple[str, ...]] = {
    # file: parts of sentences that may stay as they are
    "rankteach/notation/sentence.py": ("",),  # the sentences of steps
}


class Sentence(NamedTuple):
    """Words for a person, and the line that they begin in."""

    line: int
    words: str


def sentences_of_python(source: str) -> Iterator[Sentence]:
    """The docstrings, comments and other texts of a module. Where a text has values in it, these are left out."""
    inside: set[int] = set()
    nodes = list(ast.walk(ast.parse(source)))
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            parts = [part for part in node.values if isinstance(part, ast.Constant)]
            inside |= {id(part) for part in parts}
            yield Sentence(node.lineno, "…".join(str(part.value) for part in parts))
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield Sentence(node.lineno, node.value)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield Sentence(token.start[0], token.string)


def sentences_of_javascript(source: str) -> Iterator[Sentence]:
    """The comments and texts of a module, line by line."""
    for number, line in enumerate(source.splitlines(), start=1):
        comment = re.search(r"(?:^|\s)//\s?(.*)", line)
        if comment:
            yield Sentence(number, comment[1])
        for text in re.findall(r'"([^"]* [^"]*)"|`([^`]* [^`]*)`', line):
            yield Sentence(number, "".join(text))


def sentences_of_a_page(source: str) -> Iterator[Sentence]:
    """The lines of a page that are not code."""
    code = False
    for number, line in enumerate(source.splitlines(), start=1):
        code ^= line.startswith("```")
        if not code:
            yield Sentence(number, line)


READERS = {".py": sentences_of_python, ".js": sentences_of_javascript, ".md": sentences_of_a_page}
FILES = files(PACKAGE, ".py", ".js") + [ROOT / page for page in PAGES]
LESSONS = files(ROOT / "notebooks/src", ".py") + [
    path for ending in ("**/tasks/*.py", "*.md") for path in sorted((ROOT / "notebooks").glob(ending))
]


def refused_in(path: Path) -> list[str]:
    """Where a file uses a refused word, and what to write instead."""
    name = path.relative_to(ROOT).as_posix()
    said = [(line, " ".join(words.split())) for line, words in READERS[path.suffix](path.read_text(encoding="utf-8"))]
    said = [(line, plain) for line, plain in said if not any(part in plain for part in EXCEPTIONS.get(name, ()))]
    together = "\n".join(plain for _, plain in said)  # all at once: no pattern goes on in the next line
    lines = []
    for pattern, instead in REFUSED.items():
        for match in re.finditer(pattern, together, re.IGNORECASE):
            line, plain = said[together.count("\n", 0, match.start())]
            lines.append(f"{name}:{line}: ... {plain[:160]} ... ({match[0]!r}: write {instead})")
    return lines


@pytest.mark.parametrize("suffix", READERS)
def test_a_file_talks_in_plain_words(suffix: str) -> None:
    lines = [line for path in FILES + LESSONS if path.suffix == suffix for line in refused_in(path)]
    assert not lines, "\n" + "\n".join(lines)


def messages_without_a_rule(path: Path) -> list[str]:
    """The messages of errors that do not say what must be, what is needed, or what is not there."""
    messages = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            for argument in node.exc.args:
                if isinstance(argument, ast.JoinedStr | ast.Constant):
                    words = " ".join(
                        part.value
                        for part in ast.walk(argument)
                        if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    )
                    if " " in words.strip(" :") and not RULE.search(words):
                        messages.append(f"{path.relative_to(ROOT).as_posix()}:{node.lineno}: {ast.unparse(argument)}")
    return messages


def test_error_messages_say_what_must_be() -> None:
    messages = [message for path in FILES if path.suffix == ".py" for message in messages_without_a_rule(path)]
    assert not messages, "\n" + "\n".join(messages)


@pytest.mark.parametrize("sentence", ["the items beside it", "whoever reads on", "a list is no set"])
def test_the_lint_sees_a_foreign_sentence(sentence: str) -> None:
    assert any(re.search(pattern, sentence) for pattern in REFUSED)
