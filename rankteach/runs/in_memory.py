"""A run and judgements in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from operator import itemgetter
from types import MappingProxyType
from typing import Any, TypeVar, get_args

from rankteach.core.checks import counted, listed, mapping, must, one_of, text_of
from rankteach.core.ranking import Ranking, Ties
from rankteach.runs.values import Number, name_of, shown, tied_scores

Value = TypeVar("Value", int, float, Number)


class ByQuery(Mapping[str, Mapping[str, Value]]):
    """Queries, and for each of them a number for every item; it cannot be changed from outside."""

    _table: dict[str, dict[str, Value]]
    source: str | None
    notes: tuple[str, ...]

    def __init__(
        self, table: dict[str, dict[str, Value]], *, source: str | None = None, notes: Iterable[str] = ()
    ) -> None:
        if not all(issubclass(kind, Mapping) for kind in set(map(type, mapping(table, "table").values()))):
            read = "rt.read_run" if isinstance(self, Run) else "rt.read_qrels"
            raise TypeError(must("table", table, "have a dict of items for each query", f"Use {read}."))
        vars(self).update(_table=table, source=source, notes=tuple(listed(notes, "notes")))

    def __getitem__(self, query: str) -> Mapping[str, Value]:
        return MappingProxyType(self._table[query])

    def get(self, query: Any, default: Any = None) -> Any:
        """The items of a query, or the default."""
        query = name_of(query, "query")
        return self[query] if query in self._table else default

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} cannot be set, because a {type(self).__name__} never changes. Make a new one.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(
            f"{name} cannot be deleted, because a {type(self).__name__} never changes. Make a new one."
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._table == other._table

    def _size(self, noun: str) -> str:
        return f"{counted(len(self), 'query')}, {counted(sum(map(len, self._table.values())), noun)}"


class Qrels(ByQuery[Number]):
    """Judgements: for each query the grade of every judged item. Never changes.

    ``rt.read_qrels`` makes it. A grade below 0 says that the item was in the pool, but not judged. ``source`` is the
    path of the file, if there is one; ``notes`` says in sentences what was odd in it, but not wrong. Two are equal when
    they have the same queries, items and grades.
    """

    def __repr__(self) -> str:
        return f"Qrels({self._size('judgement')})"


class Run(ByQuery[float]):
    """What a system retrieved: for each query the score of every item. Never changes.

    ``rt.read_run`` makes it. ``ranked`` gives a query's items best first, ``ranking`` gives them with their
    judgements. ``ties`` says how equal scores are ordered; ``name`` is the run's tag or the file's name; ``source`` is
    the path of the file, if there is one; ``notes`` says in sentences what was odd in it, but not wrong. Two runs are
    equal when they have the same queries and rank the same items with the same scores, whatever they are called.
    """

    name: str
    ties: Ties
    repeats: Mapping[str, Any]  # the items of a query that were left out, or the item of each name that comes again

    def __init__(
        self,
        table: dict[str, dict[str, float]],
        *,
        ties: Ties = "item_descending",
        name: str = "run",
        source: str | None = None,
        notes: Iterable[str] = (),
        repeats: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        super().__init__(table, source=source, notes=notes)
        vars(self).update(repeats=repeats, ties=one_of(ties, get_args(Ties), "ties"), name=text_of(name, "name"))

    def ranked(self, query: str) -> tuple[list[str], list[float]]:
        """The items of a query, best first, and their scores.

        Raises ``KeyError`` for a query that the run does not have, and ``ValueError`` for equal scores where the run's
        ``ties`` is ``"refuse"``.
        """
        if (query := text_of(query, "query")) not in self._table:
            raise KeyError(f"query must be in the run, not {shown(query)}")
        pairs = list(self._table[query].items())
        if self.ties == "item_descending":  # code points sort like their bytes in UTF-8
            pairs.sort(key=itemgetter(1, 0), reverse=True)
        else:
            if self.ties == "item_ascending":
                pairs.sort(key=itemgetter(0))
            pairs.sort(key=itemgetter(1), reverse=True)
        if self.ties == "refuse":
            for (one, score), (other, below) in pairwise(pairs):
                if score == below:
                    raise tied_scores(query, one, other, score)
        return [item for item, _ in pairs], [score for _, score in pairs]

    def ranking(self, query: str, qrels: Mapping[str, Mapping[str, Number]], relevant_from: float = 1) -> Ranking:
        """A query's ranked list with its judgements, as a ranking that every metric takes.

        Items without a judgement are unjudged; judged items that the run does not have are missed. A grade below 0 says
        that the item was in the pool, but not judged. A query that only the judgements have gives an empty ranking.

        Raises ``KeyError`` for a query that neither has.
        """
        query, qrels = text_of(query, "query"), mapping(qrels, "qrels")
        if query not in self and query not in qrels:
            raise KeyError(f"query must be in the run or in the judgements, not {shown(query)}")
        items, scores = self.ranked(query) if query in self else ([], [])
        grades, again = qrels.get(query, {}), self.repeats.get(query)
        if isinstance(again, Mapping):
            items = [again.get(item, item) for item in items]
        elif again:
            items, scores = [*items, *again], [*scores, *scores[-1:] * len(again)]
        retrieved = set(items)
        judged = {item: grade for item, grade in grades.items() if grade >= 0}
        return Ranking(
            [judged.get(item) for item in items],
            items=items,
            scores=scores,
            missed={item: grade for item, grade in judged.items() if item not in retrieved},
            pooled=[item for item, grade in grades.items() if grade < 0 and item in retrieved],
            relevant_from=relevant_from,
            duplicates="refuse" if not again else "count" if isinstance(again, Mapping) else "first",
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Run):
            return NotImplemented
        if self.ties != other.ties or self._table != other._table:
            return False
        return self.ties != "stable" or all(list(self._table[query]) == list(other._table[query]) for query in self)

    def __repr__(self) -> str:
        return f"Run({shown(self.name)}, {self._size('item')}, ties={self.ties!r})"


def table_of(source: Mapping[str, Mapping[str, Value]]) -> Mapping[str, Mapping[str, Value]]:
    """The dict inside a run or judgements, which is faster to go through; any other mapping as it is."""
    return source._table if isinstance(source, ByQuery) else source
