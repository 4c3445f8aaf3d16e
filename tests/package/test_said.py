"""What a call says, word for word: an error, or the sentences that it returns. Each sentence stands here once.

The files in ``said`` have a call to a line, and below it, indented, what it says. ``python -m tests.package.test_said``
writes the answers anew: read what has changed. Other tests of a message assert its rule, not its sentence.
"""

import ast
import math
import os
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import pytest

import rankteach as rt
from rankteach import Batch, Ranking, Trace, classroom
from rankteach.notation.numbers import Display

FOLDER = Path(__file__).parent / "said"
INDENT = "    "
EXPECTED = (TypeError, ValueError, LookupError, AttributeError)  # any other error is a mistake in a file


def told(trace: Trace, *rows: int) -> list[str]:
    """The steps at some rows, and the closing sentence, with two digits."""
    steps = trace.calculation.steps(None, Display(2))
    return [*(steps[row - 1].text for row in rows), trace.calculation.closing(Display(2))]


def names(trace: Trace) -> str:
    """Its name, the measure that it is of, and its label."""
    return f"{trace.name} · {trace.measure} · {trace.label}"


def alike(functions: Iterable[Callable[..., Any]], call: Callable[[Any], Any]) -> list[str]:
    """What several functions say to one call: a sentence once, if it is the same."""
    return list(dict.fromkeys(answer(lambda one=one: call(one)) for one in functions))


def answer(call: Callable[[], Any]) -> str:
    """What a call says."""
    try:
        said = call()
    except EXPECTED as error:
        return f"{type(error).__name__}: {error}"
    return "\n".join(said) if isinstance(said, list) else str(said)


def reads(read: Callable[[Path], Any], name: str, content: str | bytes) -> str:
    """What a reader says of a file of this name and content."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return answer(lambda: read(path)).replace(f"{folder}{os.sep}", "")


KNOWN: dict[str, Any] = {
    "rt": rt, "np": np, "math": math, "Fraction": Fraction, "Decimal": Decimal, "Batch": Batch, "Ranking": Ranking,
    "classroom": classroom, "told": told, "alike": alike, "names": names, "reads": reads,
}  # fmt: skip


class Page(NamedTuple):
    """A file of calls: each line, and what it says; None where nothing is called."""

    path: Path
    lines: list[tuple[str, str | None]]

    @classmethod
    def read(cls, path: Path) -> "Page":
        lines: list[tuple[str, str | None]] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(INDENT):
                before, said = lines.pop()
                lines.append((before, "\n".join(filter(None, [said, line.removeprefix(INDENT)]))))
            else:
                lines.append((line, "" if line and not line.startswith("#") else None))
        return cls(path, lines)

    def calls(self) -> Iterator[tuple[str, str, Callable[[], str]]]:
        """Each call, what it said, and what it says now. Assignments are made on the way."""
        known = dict(KNOWN)
        for line, said in self.lines:
            if said is None:
                continue
            if isinstance(ast.parse(line).body[0], ast.Assign):
                exec(line, known)
            else:
                yield line, said, lambda line=line: answer(lambda: eval(line, known))  # type: ignore[misc]

    def written(self) -> str:
        """The file with the answers of today."""
        now = {line: says() for line, _, says in self.calls()}
        lines = []
        for line, _ in self.lines:
            lines += [line, *(INDENT + one for one in now.get(line, "").splitlines())]
        return "\n".join(lines) + "\n"


PAGES = [Page.read(path) for path in sorted(FOLDER.glob("*.txt"))]
CALLS = [pytest.param(*one, id=f"{page.path.stem} {one[0]}") for page in PAGES for one in page.calls()]


@pytest.mark.parametrize(("line", "said", "says"), CALLS)
def test_a_call_says_what_it_said(line: str, said: str, says: Callable[[], str]) -> None:
    assert says() == said, f"{line}: if that is meant, run python -m tests.package.test_said"


if __name__ == "__main__":
    for page in PAGES:
        page.path.write_text(page.written(), encoding="utf-8")
