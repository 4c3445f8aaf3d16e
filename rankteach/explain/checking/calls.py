"""How a function of yours is called: what each of its parameters takes, and how it is stopped.

The function runs in a thread of its own. When the time is up, an exception is raised inside that thread
(``PyThreadState_SetAsyncExc``). This works on every platform and in any cell of a notebook; an alarm signal does not
exist on Windows, and a trace function would fight with debuggers and with the measuring of coverage, and cannot end a
``sleep``. A thread that still does not end, because it waits in C, is left behind; it ends with the process.
Where Python has no threads, as in a browser, a trace function stops yours all the same.
"""

from __future__ import annotations

import ctypes
import inspect
import random
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import shown
from rankteach.core.ranking import Ranking
from rankteach.tracing.measures import MeanMeasure, Measure
from rankteach.tracing.metric import Metric
from rankteach.tracing.trace import Trace

PATIENCE = 20  # how often a thread that catches the exception is asked again to end
PAUSE = 0.05
QUERY = "q1"
CUTOFF = "k"
NUMBERS = (Real, Decimal, np.bool_, Trace)

# What a parameter can take, made of a ranking; a graded metric has grades where a binary one has a set.
ROLES: dict[str, Callable[[Ranking, bool], Any]] = {
    "grades": lambda ranking, _: ranking.grades,
    "hits": lambda ranking, _: [int((grade or 0) >= ranking.relevant_from) for grade in ranking.grades],
    "ranking": lambda ranking, _: ranking,
    "m": lambda ranking, _: int(ranking.relevant_total.values),
    "missed": lambda ranking, _: ranking.missed,
    "retrieved": lambda ranking, _: _names(ranking)[: len(ranking)],
    "relevant": lambda ranking, binary: _relevant(ranking, binary),
    "judged": lambda ranking, _: grades_by_item(ranking),
    "scored": lambda ranking, _: _scored(ranking),
    "y_true": lambda ranking, _: [ranking.grades[place] for place in _mixed(ranking)],
    "y_score": lambda ranking, _: [_scores(ranking)[place] for place in _mixed(ranking)],
}
BY_QUERY = {"qrels": "judged", "run": "scored"}  # roles that are a dict of queries, and what it holds for each
# The names of parameters that say what they take; names that are not here tell nothing.
NAMES: dict[str, str] = {
    "grades": "grades rels relevance relevances labels gains marks ranking",
    "hits": "hits flags binary bits is_relevant rels relevance relevances labels",
    "m": "m r total n_relevant num_relevant n_rel num_rel total_relevant relevant_total all_relevant n_pos",
    "missed": "missed missing",
    "retrieved": "retrieved ranked ranking results result found items docs documents predicted prediction predictions "
    "pred preds recommended recommendations recs",
    "relevant": "relevant rel relevant_items relevant_docs truth gold ground_truth actual expected judgements",
    "qrels": "qrels qrel judgements judgments",
    "run": "run runs",
    "y_true": "y_true true labels targets target y truth actual relevance",
    "y_score": "y_score y_pred y_prob scores score predicted preds pred probabilities probs p",
    CUTOFF: "k n cutoff at top topk top_k at_k depth",
}
NAMES |= {"judged": f"{NAMES['qrels']} grades", "scored": f"{NAMES['run']} scores"}
PAIRS = (
    ("retrieved", "relevant"),
    ("retrieved", "judged"),
    ("qrels", "run"),
    ("judged", "scored"),
    ("y_true", "y_score"),
    ("grades", "m"),
    ("grades", "missed"),
    ("hits", "m"),
)
OF_SEVERAL = ("grades", "retrieved", "relevant", "m")  # a list of them: one for each query
OF_TWO_LISTS = ("first", "second")
ARRAYS_FIRST = {"y_true"}
LACKING = {"m", "missed", "relevant", "qrels", "judged", "ranking"}  # with these a function knows what a list misses
SCORED = {"y_score", "run", "scored", "ranking"}


class Trial(NamedTuple):
    """What a function is tried on: a ranking, two lists, or the rankings of several queries.

    ``kind`` says what is special about it; nothing, if it is empty. ``twice`` are the places of an item that is in the
    list twice: the second one, where the ranking has an irrelevant item, and the first.
    """

    lists: Any
    kind: str = ""
    twice: tuple[int, int] | None = None


def by_query(lists: Any) -> dict[str, Ranking]:
    """The ranking of each query."""
    return {query: lists[query] for query in lists.queries} if isinstance(lists, Batch) else {QUERY: lists}


def _names(ranking: Ranking) -> list[str]:
    """The names of the items, first those in the list, then the missed ones; made up ones are not in order."""
    n = len(ranking) + len(ranking.missed)
    names = [f"d{place}" for place in random.Random(n).sample(range(1, n + 1), n)]
    return [*ranking.items, *names[len(ranking) :]] if ranking.named else names


def grades_by_item(ranking: Ranking) -> dict[str, Any]:
    """The grades of all judged items, in the order of their names."""
    pairs = zip(_names(ranking), [*ranking.grades, *ranking.missed], strict=True)
    return dict(sorted((name, grade) for name, grade in pairs if grade is not None))


def _scored(ranking: Ranking) -> dict[str, float]:
    names, scores = _names(ranking), _scores(ranking)
    return {names[place]: scores[place] for place in _mixed(ranking)}


def _scores(ranking: Ranking) -> list[float]:
    return list(ranking.scores or [float(place) for place in range(len(ranking), 0, -1)])


def _relevant(ranking: Ranking, binary: bool) -> Any:
    judged = {
        name: grade
        for name, grade in grades_by_item(ranking).items()
        if grade >= (ranking.relevant_from if binary else 1)
    }
    return set(judged) if binary else judged


def _mixed(ranking: Ranking) -> list[int]:
    """The places in the list in another order, always the same one; items with equal scores keep theirs."""
    scores = _scores(ranking)
    tied = {score: iter([place for place, one in enumerate(scores) if one == score]) for score in scores}
    return [next(tied[scores[place]]) for place in random.Random(len(scores)).sample(range(len(scores)), len(scores))]


# --- what each parameter takes ----------------------------------------------------------------------------------------
class Call(NamedTuple):
    """A way to call a function: the parameters that are filled, what each takes, and whether lists become arrays.

    ``told`` says whether the names of the parameters tell it, ``several`` whether each takes a list with one entry for
    each query.
    """

    function: Callable[..., Any]
    roles: tuple[tuple[str | None, str], ...]  # the name of a parameter that is passed by name, and its role
    measure: Measure
    arrays: bool = False
    told: bool = True
    several: bool = False

    @property
    def takes(self) -> set[str]:
        """The roles of all parameters."""
        return {role for _, role in self.roles}

    @property
    def over_queries(self) -> MeanMeasure:
        """The mean of the measure, or the average that it names."""
        return MeanMeasure(
            self.measure.metric, self.measure.parameters, self.measure.relevant_from, self.measure.aggregation
        )

    def arguments(self, trial: Trial) -> tuple[list[Any], dict[str, Any]]:
        """New arguments for what a function is tried on, so that it may change them."""
        pairs = [(name, self._argument(role, trial)) for name, role in self.roles]
        return [value for name, value in pairs if name is None], {name: value for name, value in pairs if name}

    def written(self, trial: Trial) -> str:
        """The call as you would type it."""
        positional, named = self.arguments(trial)
        words = [*map(_written, positional), *(f"{name}={_written(value)}" for name, value in named.items())]
        return f"{name_of(self.function)}({', '.join(words)})".replace("array(", "np.array(")

    def __call__(self, trial: Trial) -> Any:
        """What the function returns."""
        positional, named = self.arguments(trial)
        return self.function(*positional, **named)

    def _argument(self, role: str, trial: Trial) -> Any:
        metric, lists = self.measure.metric, trial.lists
        if role in metric.parameters and role not in ROLES:
            return metric.with_defaults(self.measure.parameters)[role]
        if role in OF_TWO_LISTS:
            return self._as_array(list(lists[OF_TWO_LISTS.index(role)]))
        value = ROLES[BY_QUERY.get(role, role)]
        each = {query: value(one, metric.binary) for query, one in by_query(lists).items()}
        if role in BY_QUERY:  # a query without a list is not in the run
            return {query: one for query, one in each.items() if one or role == "qrels" or len(each) == 1}
        if role == "retrieved" and trial.twice:
            again, first = trial.twice
            each[QUERY][again] = each[QUERY][first]
        arrays = [self._as_array(one) for one in each.values()]
        return arrays if self.several else arrays[0]

    def _as_array(self, value: Any) -> Any:
        if self.arrays and isinstance(value, list | set):
            return np.array(sorted(value) if isinstance(value, set) else value)
        return value


def _written(value: Any) -> str:
    """A value as you would type it; a set always in the same order."""
    return f"{{{', '.join(map(repr, sorted(value)))}}}" if isinstance(value, set) and value else repr(value)


def name_of(function: Any) -> str:
    """What a function is called."""
    name = getattr(function, "__name__", "")
    return name if name.isidentifier() else "your_function"


def calls(function: Callable[..., Any], measure: Measure, takes: str | None) -> Iterator[Call]:
    """Every way to call a function, the likeliest first: what the names of its parameters say, then all other ways."""
    parameters = _parameters(function)
    if takes is not None:
        roles = [role.strip() for role in takes.split(",")]
        known = [*OF_TWO_LISTS] if measure.metric.pairing else [*ROLES, *BY_QUERY]
        for role in roles:
            if role not in known and role not in measure.metric.parameters:
                raise ValueError(
                    f"takes must name what each parameter takes, from {', '.join(known)}, not {shown(role)}"
                )
        every = [(True, roles)]
    else:
        every = list(_roles(parameters, measure))
    for several, (told, roles) in product((False, True), every):
        lists = {role for role in roles if role in ROLES or role in BY_QUERY}
        keyed = lists <= {*BY_QUERY} and not measure.metric.pairing
        if (keyed or not measure.aggregation) if not several else (not keyed and lists <= {*OF_SEVERAL}):
            first = bool(ARRAYS_FIRST & lists)
            for arrays in (first, not first):
                yield Call(function, _by_name(roles, parameters), measure, arrays, told and not several, several)


def needs_cutoff(function: Callable[..., Any], takes: str | None) -> bool:
    """Whether a function must be given a cutoff."""
    if takes is not None:
        return CUTOFF in takes.replace(" ", "").split(",")
    return any(_tells(one.name, CUTOFF) and one.default is one.empty for one in _parameters(function) or ())


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter] | None:
    """The parameters of a function; None where Python does not know them."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return None
    return [one for one in parameters if one.kind is not one.VAR_KEYWORD]


def _roles(parameters: list[inspect.Parameter] | None, measure: Measure) -> Iterator[tuple[bool, list[str]]]:
    """What the parameters may take, and whether their names say so; an optional one that is left out has no role."""
    if parameters is None:
        for number in (1, 2):
            yield from _of_lists([""] * number, measure.metric)
        return
    extras = [_extra(one, measure) for one in parameters]
    lists = [one.name for one, extra in zip(parameters, extras, strict=True) if extra is None]
    for told, roles in _of_lists(lists, measure.metric):
        rest = iter(roles)
        yield told, [next(rest) if extra is None else extra for extra in extras]


def _extra(parameter: inspect.Parameter, measure: Measure) -> str | None:
    """What a parameter takes that is not a list; empty if it is left out, None if it is a list."""
    metric, optional = measure.metric, parameter.default is not parameter.empty
    own = CUTOFF if _tells(parameter.name, CUTOFF) else parameter.name
    if own in metric.parameters and (not optional or own in measure.parameters):
        return own
    lacking = [role for role in ("m", "missed") if optional and not metric.pairing and _tells(parameter.name, role)]
    return lacking[0] if lacking else "" if optional else None


def _of_lists(names: Sequence[str], metric: Metric) -> Iterator[tuple[bool, list[str]]]:
    """What parameters for lists may take: what their names tell, then everything else that they do not rule out."""
    if metric.pairing:
        every = [[*OF_TWO_LISTS]] if len(names) == 2 else []
    elif len(names) == 1:
        every = [["grades"], ["hits"], ["ranking"]]
    else:
        every = [*map(list, PAIRS), *([other, one] for one, other in PAIRS)] if len(names) == 2 else []
    told = [roles for roles in every if metric.pairing or all(map(_tells, names, roles))]
    if any("grades" in roles for roles in told) and not any("hits" in roles for roles in told):
        every = [roles for roles in every if "hits" not in roles]  # grades are more than 0 and 1
    for roles in [*told, *(roles for roles in every if roles not in told)]:
        if metric.binary or "hits" not in roles:
            yield roles in told, roles


def _tells(name: str, role: str) -> bool:
    return name.lower().strip("_") in NAMES.get(role, "").split()


def _by_name(roles: Sequence[str], parameters: list[inspect.Parameter] | None) -> tuple[tuple[str | None, str], ...]:
    """The roles of parameters that are filled, by name where they are after one that is left out."""
    named: list[tuple[str | None, str]] = []
    by_name = False
    for place, role in enumerate(roles):
        parameter = parameters[place] if parameters is not None and place < len(parameters) else None
        by_name |= not role or (parameter is not None and parameter.kind is parameter.KEYWORD_ONLY)
        if role:
            named.append((parameter.name if parameter is not None and by_name else None, role))
    return tuple(named)


# --- running it -------------------------------------------------------------------------------------------------------
class Answer(NamedTuple):
    """What a function returned: the number, or the ``problem`` in words; ``got`` is what to show.

    ``each`` are the numbers of several queries, ``raised`` says whether the function raised an error, and
    ``stopped`` whether it gave no answer.
    """

    number: float | None
    got: Any
    problem: str = ""
    precision: float = 0.0
    each: Mapping[str, float] | None = None
    raised: bool = False
    stopped: bool = False


class Stopped(SystemExit):
    """Ends the thread of a function whose time is up, silently. ``except Exception`` does not catch it."""


def answers(call: Callable[..., Any], lists: Sequence[Any], seconds: float) -> list[Answer]:
    """What a function returns for each list, until the time is up: the last answer then says so."""
    returned: list[Answer] = []
    over, ended = threading.Event(), threading.Event()

    def work() -> None:
        try:
            with np.errstate(all="ignore"):
                for one in lists:
                    answer = _answer(call, one)
                    if over.is_set():
                        return
                    returned.append(answer)
        except Stopped:
            pass
        finally:
            ended.set()

    thread = threading.Thread(target=work, daemon=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            thread.start()
        except RuntimeError:  # Python has no threads here
            _traced(work, seconds, over)
            ended.set()
        try:  # an interrupt ends this wait; the thread itself then looks as if it had ended (Python 3.11 and 3.12)
            ended.wait(min(seconds, threading.TIMEOUT_MAX))
        finally:
            if not ended.is_set():
                over.set()
                _stop(thread, ended)
    done = list(returned)
    if over.is_set() and len(done) < len(lists):
        words = f"no answer within {seconds:g} second{'s' * (seconds != 1)}"
        done.append(Answer(None, words, f"gave {words}, so I stopped it", stopped=True))
    return done


def _traced(work: Callable[[], None], seconds: float, over: threading.Event) -> None:
    end = time.monotonic() + seconds

    def look(*_: Any) -> Any:
        if time.monotonic() > end:
            over.set()
            raise Stopped
        return look

    before = sys.gettrace()
    try:
        sys.settrace(look)
        work()
    except Stopped:  # between two lists
        pass
    finally:
        sys.settrace(before)


def _stop(thread: threading.Thread, ended: threading.Event) -> None:
    """Raise an exception in a thread until it has ended."""
    number, stopped = ctypes.c_ulong(thread.ident or 0), ctypes.py_object(Stopped)
    for _ in range(PATIENCE):
        if not ctypes.pythonapi.PyThreadState_SetAsyncExc(number, stopped) or ended.wait(PAUSE):
            return


def _answer(call: Callable[[Any], Any], lists: Any) -> Answer:
    try:
        return _read(call(lists))
    except Stopped:
        raise
    except BaseException as error:  # also what would end Python, such as exit()
        try:
            words = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":.")
        except Exception:  # an error of the function's own kind that cannot be written
            words = type(error).__name__
        return Answer(None, words, f"raised {words}", raised=True)


def _read(got: Any) -> Answer:
    """A returned value as a number, or what is wrong with it."""
    value = got
    while isinstance(value, Mapping) and len(value) == 1:  # of the only query
        (value,) = value.values()
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item") and not isinstance(value, np.generic):
        value = value.item()
    if value is None:
        return Answer(None, got, "returned None; end it with return and the number")
    if not isinstance(value, NUMBERS):
        problem = f"returned {shown(got)}; it must return one number"
        numbers = isinstance(value, Mapping) and all(isinstance(one, NUMBERS) for one in value.values())
        each = {str(query): float(one) for query, one in value.items()} if numbers else None
        return Answer(None, got, problem, each=each)
    precision = float(np.finfo(type(value)).eps) if isinstance(value, np.floating) else 0.0
    return Answer(float(value), got, "", precision)
