"""How a function of yours is called: what each of its parameters takes, and how it is stopped.

In the main thread an alarm signal stops the function, as a notebook's stop button does. On Windows, which has no such
signal, and in any other thread, it runs in a thread of its own, which is left behind when the time is up. A browser has
neither, so the time ends between two lists only.
"""

from __future__ import annotations

import inspect
import math
import os
import random
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from decimal import Decimal
from functools import cache, partial
from itertools import groupby, product, zip_longest
from numbers import Real
from types import FrameType
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import shown
from rankteach.core.ranking import Ranking
from rankteach.notation.numbers import TOLERANCE
from rankteach.tracing.measures import MeanMeasure, Measure
from rankteach.tracing.metric import Metric
from rankteach.tracing.trace import Trace

ALARM, BROWSER = hasattr(signal, "setitimer"), sys.platform == "emscripten"
PAUSE, PATIENCE = 0.05, 4  # seconds until a function that catches the exception is asked again to end, and how often
MOMENT, MOMENTS = 1e-6, 60  # how soon and at how many moments, from then on
UNKNOWN = inspect.Parameter("_", inspect.Parameter.POSITIONAL_ONLY)  # whose name tells nothing
LONGEST_WRITTEN, MOST_RUNS = 20, 5
OF_ROUNDING = 10  # times the precision of a number, such as one of 32 bits
QUERY = "q1"
CUTOFF, LARGEST = "k", "max_grade"
LARGEST_GRADES = (3, 4, 5)  # that a function may have for all lists, instead of the largest judged grade
SCALES = ((10.0, 1.0), (0.5, 0.25), (0.0, 1.0))  # the first score, and how much less each next one is
Shape = type[list[Any]] | type[dict[str, Any]]
NUMBERS = (Real, Decimal, np.bool_, Trace)

# What a parameter can take, made of a ranking; a graded metric has grades where a binary one has a set.
ROLES: dict[str, Callable[[Ranking, bool], Any]] = {
    "grades": lambda ranking, _: ranking.grades,
    "hits": lambda ranking, _: [int((grade or 0) >= ranking.relevant_from) for grade in ranking.grades],
    "ranking": lambda ranking, _: ranking,
    "m": lambda ranking, _: int(ranking.relevant_total.values),
    "missed": lambda ranking, _: ranking.missed,
    "retrieved": lambda ranking, _: names_of(ranking)[: len(ranking)],
    "relevant": lambda ranking, binary: _relevant(ranking, binary),
    "irrelevant": lambda ranking, _: {*grades_by_item(ranking)} - _relevant(ranking, True),
    "target": lambda ranking, _: next(iter(_relevant(ranking, True)), None),
    "pairs": lambda ranking, binary: (names_of(ranking)[: len(ranking)], _relevant(ranking, binary)),
    "ideal": lambda ranking, _: sorted((g or 0 for g in [*ranking.grades, *ranking.missed]), reverse=True),
    "judged": lambda ranking, _: grades_by_item(ranking),
    "scored": lambda ranking, _: _scored(ranking),
    "y_true": lambda ranking, _: _in_input_order(ranking, ranking.grades),
    "y_score": lambda ranking, _: _in_input_order(ranking, scores_of(ranking)),
    "qrels": lambda ranking, _: grades_by_item(ranking),
    "run": lambda ranking, _: _scored(ranking),
    "subtopics": lambda ranking, _: [
        {name for name, items in ranking.served.items() if item in items} for item in ranking.items
    ],
}
BY_QUERY = {"qrels", "run"}  # which are a dict with an entry for each query
# The names of parameters that say what they take; names that are not here tell nothing.
NAMES: dict[str, str] = {
    "grades": "grades rels relevance relevances labels gains marks ranking",
    "hits": "hits flags binary bits is_relevant rels relevance relevances labels",
    "m": "m r total n_relevant num_relevant n_rel num_rel total_relevant relevant_total all_relevant n_pos",
    "missed": "missed missing",
    "retrieved": "retrieved ranked ranking rank ranklist rankedlist results result res found items docs documents "
    "predicted prediction predictions pred preds y_pred recommended recommendations recs rec reco y_reco candidates",
    "relevant": "relevant rel needed wanted truth gold ground_truth gt true actual expected judgements y_true labels "
    "qrels qrel targets pos positives",
    "irrelevant": "irrelevant non_relevant nonrelevant not_relevant unrelevant neg negatives",
    "target": "target gt gt_item gtitem true_item pos_item test_item next_item",
    "pairs": "cases pairs queries query_results results",
    "ideal": "ideal ideal_grades ideal_rels ideal_relevance",
    "qrels": "qrels qrel judgements judgments",
    "run": "run runs",
    "y_true": "y_true true labels targets target y truth ground_truth actual relevance",
    "y_score": "y_score y_pred y_prob y_hat yhat scores score s predicted prediction predictions preds pred posterior "
    "probabilities probs p",
    "subtopics": "subtopics topics aspects intents nuggets",
    CUTOFF: "k n cutoff cut at top topk top_k topn top_n at_k depth",
}
NAMES |= {"judged": f"{NAMES['qrels']} grades judged judge pool", "scored": f"{NAMES['run']} scores"}
NAMES["second"] = "reference ref true truth gold ground_truth actual expected ideal y_true"  # of two lists
# as in relevant_ids, but not as in pred_scores
OF_ITEMS = re.compile("(_(?!scores|grades|labels|gains|hits|ranks|values)([a-z]+s|list|set|order|ranking|ranked))+$")
WITH_ENDINGS = {"retrieved", "relevant", "irrelevant", "second"}  # the roles whose names can have these endings
PAIRS = (
    ("retrieved", "judged"),
    ("retrieved", "relevant"),
    ("qrels", "run"),
    ("judged", "scored"),
    ("y_true", "y_score"),
    ("retrieved", "target"),
    ("grades", "m"),
    ("grades", "ideal"),
    ("grades", "missed"),
    ("hits", "m"),
)
OF_SEVERAL = {"grades", "hits", "retrieved", "relevant", "pairs", "m"}  # a list of them: one for each query
OF_TWO_LISTS = ("first", "second")
IN_PAIRS = {"y_true", "y_score", "scored", "qrels", "run", "pairs"}  # which mean nothing next to any other role
ARRAYS_FIRST = {"y_true"}
# with these a function knows what a list misses
LACKING = {"m", "missed", "relevant", "target", "pairs", "ideal", "qrels", "judged", "ranking"}
OF_GRADES = {"grades", "judged", "qrels"}  # which a function gets as numbers
SCORED = {"y_score", "run", "scored", "ranking"}
IN_ORDER = {"grades", "hits", "ranking", "retrieved", "subtopics"}  # all but those in pairs
LISTED = {"retrieved", "pairs"}  # with these a function gets the names of the items in order


class Trial(NamedTuple):
    """What a function is tried on: a ranking, two lists, or the rankings of several queries.

    ``kind`` says what is special about it; nothing, if it is empty. ``twice`` are the places of an item that is in the
    list twice: the second one, where the ranking has an irrelevant item, and the first. ``scored`` says whether the
    function gets the items in another order, with scores; ``zero`` is what it gets for grade 0.
    """

    lists: Any
    kind: str = ""
    twice: tuple[int, int] | None = None
    scored: bool = False
    zero: int = 0

    def with_zero(self, grades: Any) -> Any:
        """The grades that the function gets, in a list or a dict."""
        if isinstance(grades, dict):
            return dict(zip(grades, self.with_zero(list(grades.values())), strict=True))
        return [self.zero if grade == 0 else grade for grade in grades]


def by_query(lists: Any) -> dict[str, Ranking]:
    """The ranking of each query."""
    return {query: lists[query] for query in lists.queries} if isinstance(lists, Batch) else {QUERY: lists}


def names_of(ranking: Ranking) -> list[str]:
    """The names of the items, first those in the list, then the missed ones.

    Those that are made up are not in order, and each fourth one contains another: d1 and d1b.
    """
    places = (place + 1 for place in _mixed(len(ranking) + len(ranking.missed)))
    names = [f"d{place}" if place % 4 else f"d{place // 4}b" for place in places]
    return [*ranking.items, *names[len(ranking) :]] if ranking.named else names


def grades_by_item(ranking: Ranking) -> dict[str, Any]:
    """The grades of all judged items, in the order of their names."""
    pairs = zip(names_of(ranking), [*ranking.grades, *ranking.missed], strict=True)
    return dict(sorted((name, grade) for name, grade in pairs if grade is not None))


def _scored(ranking: Ranking) -> dict[str, float]:
    pairs = zip(names_of(ranking), scores_of(ranking), strict=False)
    return dict(_in_input_order(ranking, list(pairs)))


def scores_of(ranking: Ranking) -> list[float]:
    """Its own scores; or falling ones, some of them fractions or not above 0, and 10 before 9."""
    start, step = SCALES[sum(grade or 0 for grade in ranking.grades) % len(SCALES)]
    return list(ranking.scores or [start - step * place for place in range(len(ranking))])


def _relevant(ranking: Ranking, binary: bool) -> Any:
    judged = {
        name: grade
        for name, grade in grades_by_item(ranking).items()
        if grade >= (ranking.relevant_from if binary else 1)
    }
    return set(judged) if binary else judged


def input_order(ranking: Ranking) -> list[int]:
    """The places in the list in another order, always the same one; items with equal scores keep theirs."""
    scores, tied = scores_of(ranking), dict[float, list[int]]()
    for place in reversed(range(len(scores))):
        tied.setdefault(scores[place], []).append(place)
    return [tied[scores[place]].pop() for place in _mixed(len(scores))]


def _in_input_order(ranking: Ranking, values: Sequence[Any]) -> list[Any]:
    return [values[place] for place in input_order(ranking)]


@cache
def _mixed(n: int) -> tuple[int, ...]:
    """The places from 0 in an order by chance, always the same one."""
    return tuple(random.Random(n).sample(range(n), n))


# --- what each parameter takes ----------------------------------------------------------------------------------------
class Call(NamedTuple):
    """A way to call a function: the parameters that are filled, what each takes, and whether lists become arrays.

    ``told`` says whether the names of the parameters tell it; ``several`` is a list or a dict, if each parameter takes
    one with an entry for each query. ``left`` are the parameters that are not filled, with their defaults.
    """

    function: Callable[..., Any]
    roles: tuple[tuple[str | None, str], ...]  # the name of a parameter that is passed by name, and its role
    measure: Measure
    arrays: bool = False
    told: bool = True
    several: Shape | None = None
    left: tuple[str, ...] = ()

    @property
    def takes(self) -> set[str]:
        """The roles of all parameters."""
        return {role for _, role in self.roles}

    @property
    def lists(self) -> list[str]:
        """The roles of the parameters that are made of the lists."""
        return [role for _, role in self.roles if role in ROLES]

    @property
    def over_queries(self) -> MeanMeasure:
        """The mean of the measure, or the average that it names."""
        return MeanMeasure.of(self.measure)

    def arguments(self, trial: Trial) -> tuple[list[Any], dict[str, Any]]:
        """New arguments for what a function is tried on, so that it may change them."""
        pairs = [(name, self._argument(role, trial)) for name, role in self.roles]
        return [value for name, value in pairs if name is None], {name: value for name, value in pairs if name}

    def written(self, trial: Trial) -> str:
        """The call as you would type it."""
        positional, named = self.arguments(trial)
        words = [*map(written, positional), *(f"{name}={written(value)}" for name, value in named.items())]
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
        binary = metric.binary or self.measure.parameters.get("gain") == "binary"
        each = {query: ROLES[role](one, binary) for query, one in by_query(lists).items()}
        if trial.zero and role in OF_GRADES:
            each = {query: trial.with_zero(one) for query, one in each.items()}
        if role in BY_QUERY:  # a query without a list is not in the run
            judged = role == "qrels"
            order = list(each) if judged else sorted(each, key=lambda query: (query != "q2") * (len(each) > 2))
            return {query: each[query] for query in order if each[query] or judged or len(each) == 1}
        if role in LISTED and trial.twice:
            again, first = trial.twice
            items = each[QUERY] if role == "retrieved" else each[QUERY][0]
            items[again] = items[first]
        arrays = {query: self._as_array(one) for query, one in each.items()}
        return arrays if self.several is dict else list(arrays.values()) if self.several else arrays[QUERY]

    def _as_array(self, value: Any) -> Any:
        if self.arrays and isinstance(value, list | set):
            return np.array(sorted(value) if isinstance(value, set) else value)
        if hasattr(self.function, "cache_info") and isinstance(value, list | set):  # a cache takes no list
            return tuple(value) if isinstance(value, list) else frozenset(value)
        return value


def written(value: Any) -> str:
    """A value as you would type it; a set always in the same order, and a long list as runs of equal items."""
    if isinstance(value, list) and len(value) > LONGEST_WRITTEN:
        runs = [(one, len([*some])) for one, some in groupby(value)]
        if len(runs) <= MOST_RUNS:
            return " + ".join(f"[{one!r}] * {number}" if number > 1 else f"[{one!r}]" for one, number in runs)
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    return f"{{{', '.join(map(repr, sorted(value)))}}}" if isinstance(value, set) and value else repr(value)


def name_of(function: Any) -> str:
    """What a function is called."""
    name = getattr(function, "__name__", "")
    return name if name.isidentifier() else "your_function"


def calls(function: Callable[..., Any], measure: Measure, takes: str | None, named_mean: bool) -> Iterator[Call]:
    """Every way to call a function, the likeliest first: what the names of its parameters say, then all other ways."""
    if takes is not None:
        roles = [role.strip() for role in takes.split(",")]
        for role in roles:
            if role not in (known := roles_of(measure)) and role not in measure.metric.parameters:
                raise ValueError(
                    f"takes must name what each parameter takes, from {', '.join(known)}, not {shown(role)}"
                )
        every = [(True, roles, _signatures(function, len(roles))[0])]
    else:
        every = [(*way, parameters) for parameters in _signatures(function) for way in _roles(parameters, measure)]
    mean_first = measure.aggregation or named_mean
    some = OF_SEVERAL | {"y_true", "y_score"} if measure.metric.family == "curve" else OF_SEVERAL
    shapes: tuple[Shape | None, ...] = (list, dict, None) if mean_first else (None, list)
    for several, (told, roles, parameters) in product(shapes, every):
        lists = {*roles} & {*ROLES}
        keyed = lists <= BY_QUERY and not measure.metric.pairing
        one_query = (keyed or not measure.aggregation) and "pairs" not in lists
        if one_query if not several else (not keyed and lists <= some):
            first = bool(ARRAYS_FIRST & lists)
            for arrays in (first, not first):
                says = told and bool(mean_first or not several)
                unfilled = [one for one, role in zip_longest(parameters, roles) if one and not role]
                left = tuple(str(one.replace(annotation=one.empty)) for one in unfilled)
                yield Call(function, _by_name(roles, parameters), measure, arrays, says, several, left)


def roles_of(measure: Measure) -> list[str]:
    """What a parameter can take, without the conventions of the metric."""
    return [*OF_TWO_LISTS] if measure.metric.pairing else [*ROLES, *[CUTOFF] * (CUTOFF in measure.metric.parameters)]


def needs_cutoff(function: Callable[..., Any], takes: str | None) -> bool:
    """Whether a function must be given a cutoff."""
    if takes is not None:
        return CUTOFF in takes.replace(" ", "").split(",")
    return any(_tells(one.name, CUTOFF) and one.default is one.empty for one in _signatures(function)[0])


def largest_grades(function: Callable[..., Any], takes: str | None) -> list[Sequence[float]]:
    """The largest grades that a function may have for all lists; with each group of them, it must be right with all.

    That is its own default, any one that it does not tell, or all, if it must be given one.
    """
    own = next((one for one in _signatures(function)[0] if one.name == LARGEST), None)
    if LARGEST in (takes or "") or (own and own.default is own.empty):
        return [LARGEST_GRADES]
    known = LARGEST_GRADES if own is None else [own.default] if isinstance(own.default, int | float) else []
    return [[one] for one in known if 0 < one < math.inf]


def _signatures(function: Callable[..., Any], *numbers: int) -> list[list[inspect.Parameter]]:
    """The parameters of a function; where Python does not know them, so many: one, or two, if nothing is said."""
    try:
        parameters = inspect.signature(function).parameters.values()
        every = [[one for one in parameters if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]]
        if any(one.kind is not one.KEYWORD_ONLY for one in every[0]) or len(every[0]) == len(parameters):
            return every
    except (TypeError, ValueError):
        pass
    return [[UNKNOWN] * number for number in numbers or (1, 2)]


def _roles(parameters: list[inspect.Parameter], measure: Measure) -> Iterator[tuple[bool, list[str]]]:
    """What the parameters may take, and whether their names say so; an optional one that is left out has no role."""
    extras = [_extra(one, measure) for one in parameters]
    ways = [(True, extras)]
    if CUTOFF in measure.parameters and CUTOFF not in extras:  # a parameter whose name tells nothing can be the cutoff
        unknown = [place for place, one in enumerate(parameters) if extras[place] is None and _says_nothing(one.name)]
        ways += [(False, [*extras[:place], CUTOFF, *extras[place + 1 :]]) for place in reversed(unknown)]
    for known, some in ways:
        lists = [one.name for one, extra in zip(parameters, some, strict=True) if extra is None]
        for told, roles in _of_lists(lists, measure.metric):
            rest = iter(roles)
            yield told and known, [next(rest) if extra is None else extra for extra in some]


def _extra(parameter: inspect.Parameter, measure: Measure) -> str | None:
    """What a parameter takes that is not a list; empty if it is left out, None if it is a list."""
    metric, optional = measure.metric, parameter.default is not parameter.empty
    own = CUTOFF if _tells(parameter.name, CUTOFF) else parameter.name
    if own in metric.parameters and own not in ROLES and (not optional or own in measure.parameters):
        return own
    fills = optional and not metric.pairing and not isinstance(parameter.default, int | float)
    lacking = [role for role in ("m", "missed") if fills and _tells(parameter.name, role)]
    return lacking[0] if lacking else "" if optional else None


def _of_lists(names: Sequence[str], metric: Metric) -> Iterator[tuple[bool, list[str]]]:
    """What parameters for lists may take: what their names tell, then everything else that they do not rule out."""
    if metric.pairing:
        backwards = [_tells(name, "second") for name in names] == [True, False]
        named = backwards and metric.parameters.get("form") == "reference"  # which a measure has second
        every = [[*OF_TWO_LISTS], [*reversed(OF_TWO_LISTS)]][named : 1 + backwards] if len(names) == 2 else []
    elif len(names) == 1:
        every = [*[["subtopics"]] * metric.of_subtopics, ["grades"], ["hits"], ["ranking"], ["pairs"], ["ideal"]]
    else:
        every = [*map(list, PAIRS), *([other, one] for one, other in PAIRS)] if len(names) == 2 else []
    # a name that tells one of these roles rules out the ways in which it is another one; a single letter doesn't
    ruled = [roles for roles in every if all(_fits(name, role, every) for name, role in zip(names, roles, strict=True))]
    every = every if metric.pairing else ruled or every
    told = [roles for roles in every if metric.pairing or all(map(_tells, names, roles))]
    if not told and len(names) > 1:  # each name for itself
        each = [[role for role in ROLES if role not in IN_PAIRS and _tells(name, role)] for name in names]
        told = [list(roles) for roles in product(*each) if len({*roles}) == len(roles)]
        labels = {"relevant": "hits" if metric.binary else "grades"}
        # nothing else has the order, so what is called relevant has it
        told = [roles if IN_ORDER & {*roles} else [labels.get(role, role) for role in roles] for roles in told]
    if any("grades" in roles for roles in told) and not any("hits" in roles for roles in told):
        every = [roles for roles in every if "hits" not in roles]  # grades are more than 0 and 1
    every = [roles for roles in every if not {"target", "ideal"} & {*roles}]  # which only a name can tell
    told += [["grades"], ["hits"]] * (["pairs"] in told)  # whose names tell only that there is one for each query
    for roles in [*told, *(roles for roles in every if roles not in told)]:
        if metric.binary or "hits" not in roles:
            yield roles in told, roles


def _fits(name: str, role: str, every: Sequence[Sequence[str]]) -> bool:
    return _tells(name, role) or len(name) == 1 or not any(_tells(name, one) for roles in every for one in roles)


def _says_nothing(name: str) -> bool:
    """Whether a name is that of no role, or a single letter that is not the number of relevant items."""
    return not _tells(name, "m") and (len(name) == 1 or not any(_tells(name, role) for role in NAMES))


def _tells(name: str, role: str) -> bool:
    name = name.lower().strip("_")
    return (OF_ITEMS.sub("", name) if role in WITH_ENDINGS else name) in NAMES.get(role, "").split()


def _by_name(roles: Sequence[str], parameters: list[inspect.Parameter]) -> tuple[tuple[str | None, str], ...]:
    """The roles of parameters that are filled, by name where they are after one that is left out."""
    named: list[tuple[str | None, str]] = []
    by_name = False
    for role, parameter in zip_longest(roles, parameters):
        by_name |= not role or (parameter is not None and parameter.kind is parameter.KEYWORD_ONLY)
        if role:
            named.append((parameter.name if parameter is not None and by_name else None, role))
    return tuple(named)


# --- running it -------------------------------------------------------------------------------------------------------
class Answer(NamedTuple):
    """What a function returned: the number, or the ``problem`` in words; ``got`` is what to show.

    ``tolerance`` is how far the number may be off, ``each`` are the numbers of several queries, ``raised`` says whether
    the function raised an error, and ``stopped`` whether it gave no answer.
    """

    number: float | None
    got: Any
    problem: str = ""
    tolerance: float = TOLERANCE
    each: Mapping[str, float] | None = None
    raised: bool = False
    stopped: bool = False


class Stopped(BaseException):
    """Ends a function whose time is up, or whose check is interrupted. ``except Exception`` does not catch it."""


def answers(call: Callable[..., Any], lists: Sequence[Any], seconds: float) -> list[Answer]:
    """What a function returns for each list, until the time is up: the last answer then says so."""
    returned: list[Answer] = []
    end = time.monotonic() + seconds

    def work() -> None:
        with np.errstate(all="ignore"):
            for one in lists:
                returned.append(_answer(call, one))
                if time.monotonic() > end:
                    return

    alone = threading.current_thread() is not threading.main_thread() or not (ALARM or BROWSER)
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):  # what it prints would be there for every list
        if alone:  # nothing can stop this thread: it is left behind when the time is up
            (thread := threading.Thread(target=work, daemon=True)).start()
            thread.join(min(seconds, threading.TIMEOUT_MAX))
        else:
            _interruptible(work, min(seconds, threading.TIMEOUT_MAX))
    done = list(returned)
    if len(done) < len(lists):
        words = f"no answer within {seconds:g} second{'s' * (seconds != 1)}"
        then = "and I could not stop it" if alone else "so I stopped it"
        then += "" if done else " (if it loads a package, import that before, or give it more seconds)"
        done.append(Answer(None, words, f"gave {words}, {then}", stopped=True))
    return done


def _interruptible(work: Callable[[], None], seconds: float) -> None:
    """Do some work until it is interrupted, or until an alarm says that the time is up.

    Code that catches ``BaseException`` goes on. So the exception is raised again and again, each time a little later
    after the last one, until it is raised where nothing catches it.
    """
    here, tries, interrupted, ended = sys._getframe(), 0, False, False
    set_alarm = partial(signal.setitimer, signal.ITIMER_REAL) if ALARM else lambda *_: (0.0,)

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal tries, interrupted
        interrupted |= number == signal.SIGINT
        if ended:
            return
        tries += 1
        set_alarm(PAUSE if tries < PATIENCE else MOMENT * (1 + tries % MOMENTS))
        if frame is not here:
            raise Stopped

    before = {number: signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGINT)}
    timer = signal.getitimer(signal.ITIMER_REAL) if ALARM else (0.0,)
    try:
        signal.signal(signal.SIGALRM, stop)
        set_alarm(max(seconds, MOMENT))
        # after the alarm, which would take the place of the one that follows an interrupt
        signal.signal(signal.SIGINT, stop)
        work()
    except Stopped:
        pass
    finally:
        ended = True
        set_alarm(*timer)
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
    if interrupted:
        raise KeyboardInterrupt


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
    return Answer(float(value), got, "", max(TOLERANCE, OF_ROUNDING * precision))
