"""Question banks: questions that are drawn, and curated ones, to show in a notebook or save for a learning platform."""

from __future__ import annotations

import random
from collections import Counter, UserList
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rankteach.classroom.drawn import CASES, LENGTHS, Different, NoList, measures_of
from rankteach.classroom.items import KINDS, Drawing, Item
from rankteach.core.checks import collected, file_path, must, one_of, seed_number, whole_number
from rankteach.tracing.measures import measure

MOST = 2000
TRIES = 60


class Bank(UserList[Item]):
    """Questions with their answers, hints, worked solutions, and a sentence for each likely wrong answer.

    It is a list: ``bank[0].question()`` is the first live question, and ``bank[:5]`` is a bank of five. ``save`` writes
    a file.
    """

    def __init__(self, items: Iterable[Item] = (), title: str = "Questions") -> None:
        super().__init__(items)
        self.title = title

    def __repr__(self) -> str:
        kinds = Counter(item.kind for item in self.data)
        return f"{len(self)} questions: {', '.join(f'{kind} ({number})' for kind, number in kinds.items())}"

    def save(self, path: Any) -> None:
        """Write the questions to a file. The end of its name says for what:

        - ``.xml``: Moodle XML, for Moodle's question bank;
        - ``.gift``: GIFT, which Moodle and others import;
        - ``.zip``: QTI 1.2, for Canvas and others; it needs text2qti: ``pip install text2qti``;
        - ``.md``: Markdown;
        - ``.html``: a page to print, with the answers behind the questions.

        Exported numbers are to be typed with three digits after the point. QTI has no sentence for a particular wrong
        number, so there the wrong numbers are choices.

        Parameters
        ----------
        path : str or path

        Raises
        ------
        ValueError
            For a path that ends otherwise.
        ImportError
            For a .zip without text2qti.
        """
        from rankteach.classroom.exports import FORMATS
        from rankteach.notation.saving import save

        file = Path(file_path(path, "path"))
        write = FORMATS.get(file.suffix.lower())
        if write is None:
            raise ValueError(must("path", file.name, f"end in {', '.join(FORMATS)}"))
        save(file, write(self.data, self.title))


def bank(
    measures: Any,
    *,
    n: int = 20,
    seed: int = 0,
    level: int = 2,
    kinds: Any = None,
    case: str | None = "recipes",
    taught: Iterable[str] = (),
) -> Bank:
    """Questions about some measures, drawn at random: each can be solved by hand and has one right answer.

    Parameters
    ----------
    measures : str or sequence of measure strings
        What the questions are about, in turn, such as ``["AP", "nDCG@5"]``.
    n : int
        How many questions.
    seed : int
        Another seed draws other questions; the same seed draws the same ones.
    level : int
        1: lists of three to five items; 2: of five or six; 3: of six to eight.
    kinds : sequence of str, optional
        Some of: recall a definition, calculate a value, fill a cell, predict a change, order a list, find the mistake,
        choose the metric. By default all, in turn. A measure has one definition, and few cases that it is chosen for:
        when they are used up, the next kind takes their turn.
    case : "recipes" or None
        What the lists are about: searches for recipes, with a cook's grades; None for items without names.
    taught : sequence of measure strings
        The only other measures that a reply to a number may name, and from which definitions are chosen if there are
        enough; by default those in ``measures``.

    Returns
    -------
    Bank
        ``bank[0].question()`` shows a question, and ``save("quiz.xml")`` writes all of them for Moodle.

    Raises
    ------
    TypeError, ValueError
        For measures of two lists or of many queries, a kind, case or level that there is not, and for more questions
        than can be drawn.

    >>> from rankteach.classroom import bank
    >>> questions = bank(["AP", "nDCG@5"], n=20, seed=7)
    >>> len(questions), questions[0].kind
    (20, 'recall a definition')
    >>> questions[0].question().check(questions[0].answer)
    ✓ Right.
    """
    found = measures_of(measures)
    n, seed = whole_number(n, "n", most=MOST), seed_number(seed)
    level = one_of(level, tuple(LENGTHS), "level")
    case = case if case is None else one_of(case, CASES, "case")
    named = [one_of(kind, tuple(KINDS), "kinds") for kind in collected(KINDS if kinds is None else kinds, "kinds")]
    known = tuple(str(measure(name)) for name in collected(taught, "taught")) or tuple(map(str, found))
    rng, lists = random.Random(seed), Different()
    items: list[Item] = []
    used: set[Any] = set()
    without_lists: set[Any] = set()
    turn = 0
    while len(items) < n:
        for _ in range(TRIES):
            about = found[sum(divmod(turn, len(named))) % len(found)]  # each kind meets each measure
            drawing = Drawing(rng, lists, about, level, case, known)
            kind = KINDS[named[turn % len(named)]]
            turn += 1
            if (kind, about) in without_lists:
                continue
            try:
                item = kind(drawing)
            except NoList:
                without_lists.add((kind, about))
                continue
            if item is None:
                continue
            asked = item.text, *(sorted(item.answer) if item.kind == "order a list" else ())
            if asked not in used and is_fair(item):
                used.add(asked)
                items.append(item)
                break
        else:
            raise ValueError(must("n", n, f"be at most {len(items)} for these measures and kinds"))
    return Bank(items, f"Questions about {', '.join(map(str, found))}")


def is_fair(item: Item) -> bool:
    """Whether the answer is right, and every likely wrong answer wrong."""
    answer = item.checked
    right = str(float(item.answer)) if answer.kind == "number" else item.answer
    return bool(answer.check(right)) and not any(answer.check(one).right for one in item.wrong if one != item.answer)
