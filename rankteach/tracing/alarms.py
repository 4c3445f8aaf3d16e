"""What can make a number mislead: each function takes a fact and makes a note of it, or none where it does no harm.

A note says how much is affected, and the one call that shows more. The gravest ones come first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, pairwise
from math import log
from typing import Any, NamedTuple
from unicodedata import normalize

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import counted, first_named, shown
from rankteach.core.ranking import Ranking
from rankteach.tracing.extremes import over_ties
from rankteach.tracing.paired import scored, valued

SPREAD = 0.02  # of the largest value: what the order of ties may move it without a word
RARE = 1e-3  # so seldom is a query by chance among the best items of its own list as often as it is
FAR = 4  # standard deviations: so far from the middle are relevant items in one of 30,000 random runs
FIRST = 10  # items of a list, whose names are compared with those of judged ones, or which are its top
LONGEST = 200  # characters of such a name
PARTS = re.compile(r"(.*?)(\d++|[^\W\d_]++)(\.0+|\.[a-z]\w{0,3})?", re.DOTALL)
DEEP = 2  # judged items for each rank: so many say that the top was to be judged
SEVERAL = 0.1  # of the lists: fewer that have their query do not matter
ALONE = 0.999  # of all gain: what the items with the largest grade have where they decide alone
REACHABLE = 8  # the weight of notes that are not alarms
FULL = 0.95  # of the upper bound: from here on the best that is possible need not be told
STARS, NEARLY = 5, 0.95  # levels of ratings at least, and half of the most; how many judged items are nearly all


class Note(NamedTuple):
    """A sentence about what misleads, how grave that is (1 is the gravest), and a sentence with the call for more.

    ``moves`` says that it is about the order, which means nothing where items are moved.
    """

    weight: int
    sentence: str
    call: str
    moves: bool = False


def told(notes: Iterable[Note | None]) -> list[str]:
    """The notes as texts, the gravest first."""
    return [
        f"{note.sentence} {note.call}".strip() for note in sorted(filter(None, notes), key=lambda note: note.weight)
    ]


def around(meaning: str, notes: Iterable[Note | None]) -> str:
    """The notes and what the value means: what misleads comes before it, what is reachable after it."""
    every = [note for note in notes if note]
    before, after = ([note for note in every if (note.weight < REACHABLE) is side] for side in (True, False))
    return " ".join([*told(before), meaning, *told(after)])


def swapped(grades: np.ndarray, scores: Iterator[Any], first: str, call: str) -> Note | None:
    """Grades look like scores, and scores, if there are any, like grades; ``scores`` are asked only if grades do.

    Grades in halves are stars, and whole numbers that are as many as the grades are counts or ranks.
    """
    if 2 * np.count_nonzero(2 * grades % 1) <= len(grades):
        return None
    levels, most = {next(scores, -1)}, len(np.unique(grades))
    for score in chain([*levels], scores):
        levels.add(score)
        if score < 0 or score % 1 or len(levels) >= most:
            return None
    sentence = f"Most grades are not whole numbers, but all scores are. If you gave the {first} first, swap the two:"
    return Note(1, sentence, call)


def nothing_in_common(number: int, lists: int, retrieved: Sequence[str], judged: Sequence[str], call: str) -> Note:
    """No item of so many lists is judged, or relevant; an item of either kind shows what they are called."""
    of_several = f"in any of {lists:,} lists" if number == lists else f"in {number:,} of {lists:,} lists"
    alike = ((one, other) for one in retrieved for other in judged if _parts(one)[1:2] == _parts(other)[1:2] != ())
    one, other = _pair(*next(alike, (retrieved[0], judged[0])))
    ids = f"Run ids look like {one}, judged ids like {other}."
    if not look_different(retrieved, judged):
        ids = f"Compare the ids, such as {one} and {other}: are both from the same collection?"
    return Note(1, f"No retrieved item is judged {'in the list' if lists == 1 else of_several}. {ids}", call)


def look_different(retrieved: Iterable[str], judged: Iterable[str]) -> bool:
    """Whether no name of one kind is built like one of the other; letters count if all judged ones have the same."""
    names = list(judged)
    same = len(names) > 1 and len({re.sub(r"\d+", "0", name) for name in names}) == 1
    one, other = (
        {re.sub(r"\d+", "0", name if same else re.sub(r"[^\W\d_]+", "a", name)) for name in side}
        for side in (retrieved, names)
    )
    return bool(one) and bool(other) and one.isdisjoint(other)


def nearly_alike(lists: Sequence[tuple[list[str], list[str]]], judged: Iterable[str]) -> Note | None:
    """Unjudged items are called like judged ones that their list lacks, but for capitals, spaces, zeros or an affix.

    Each of the ``lists`` has its unjudged items and the judged ones that it lacks. A prefix or an ending can be that of
    other items with the same numbers. So it must be there twice, none of the ``judged`` names may be built like that,
    and the items of the next list must be called so in fewer lists.
    """
    found = _alike(lists)
    by_chance = _alike([(one, then) for (one, _), (_, then) in pairwise(lists)])
    for how, pairs in sorted(found.items(), key=lambda one: -len(one[1])):
        here, names = {place for place, *_ in pairs}, {name for _, name, _ in pairs}
        same_by_chance = {place for place, *_ in by_chance.get(how, ())} if how else ()
        if how and (len(names) < 2 or not look_different(names, judged)):
            continue
        if len(here) > SEVERAL * len(lists) + 2 * len(same_by_chance):
            where = f"In {len(here):,} of {len(lists):,} lists" if len(lists) > 1 else "In the list"
            such = " and ".join(_pair(*pairs[0][1:]))
            sentence = f"{where} an item has almost the name of a judged item that the list lacks, such as {such}."
            return Note(1, sentence, "If they are the same item, use one name.")
    return None


def _alike(lists: Sequence[tuple[list[str], list[str]]]) -> dict[tuple[str, ...], list[tuple[int, str, str]]]:
    """The place of a list, a name, and another one that is nearly the same, by how the two differ."""
    found: dict[tuple[str, ...], list[tuple[int, str, str]]] = {}
    for place, (unjudged, lacking) in enumerate(lists):
        known = {parts[1]: (parts, name) for name in lacking if (parts := _parts(name))}
        for name in unjudged:
            parts = _parts(name)
            if parts and parts[1] in known:
                others, other = known[parts[1]]
                if others[2] in ("", parts[2]) or not parts[2]:  # else they are two files, such as a.py and a.js
                    apart = [*parts[::2], *others[::2]] if parts != others else []
                    how = tuple(re.sub(r"\d+", "0", one) for one in apart)
                    found.setdefault(how, []).append((place, name, other))
    return found


def _parts(name: str) -> tuple[str, ...]:
    """A name as prefix, last number or word, and ending: ("doc", "7", ".txt") of Doc007.txt; nothing of other names."""
    if len(name) > LONGEST or not (match := PARTS.fullmatch(normalize("NFKC", name).strip().casefold())):
        return ()
    prefix, last, ending = match.groups("")
    return prefix, last.lstrip("0") or "0", ending


def _pair(one: str, other: str) -> tuple[str, str]:
    """Two names as a note shows them; where they look the same, by their code points."""
    write = ascii if normalize("NFC", one) == normalize("NFC", other) else shown
    return write(one), write(other)


def below_level(levels: Mapping[str, float], grades: np.ndarray) -> Note | None:
    """No grade reaches the one from which items are relevant, or few of those between 0 and 1, as chances are, do."""
    above = grades[grades > 0]
    reached = {label: (int((above >= level).sum()), float(level)) for label, level in levels.items()}
    few = {label: one for label, one in reached.items() if not one[0] or (one[1] <= 1 and 2 * one[0] < len(above))}
    if not few or not len(above):
        return None
    number, level = min(few.values(), key=lambda one: one[1])
    named = [label for label, one in few.items() if one == (number, level)]
    lower, share = float(above.max()), "none is relevant"
    if number:
        lower, share = level / 2, f"only {number:,} of {len(above):,} with a grade above 0 are relevant"
    sentence = f"The largest grade is {float(above.max()):g}, and items are relevant from grade {level:g}, so {share}."
    lower_text = f"{lower:g}" if float(f"{lower:g}") <= lower else repr(lower)  # not rounded to above the grade
    call = f"`relevant_from={lower_text}` or `rel={lower_text}` counts from that grade on in {first_named(named)}."
    return Note(2, sentence, call)


def ratings(levels: Mapping[str, float], grades: np.ndarray) -> Note | None:
    """Nearly all of many judged items are relevant, and most have high grades, as ratings have, but not counts."""
    scale = np.unique(grades) if grades.min(initial=0) >= 0 else grades[:0]
    if not (STARS <= len(scale) <= 2 * STARS and scale[0] > 0 and grades.mean() > (scale[0] + scale[-1]) / 2):
        return None
    every = {label: level for label, level in levels.items() if (grades >= level).mean() >= NEARLY}
    good = scale[scale >= grades.mean()][0]
    share = _percent((grades >= max(every.values(), default=0)).mean())
    sentence = f"The grades go from {scale[0]:g} to {scale[-1]:g}, and {share} of the judged items count as relevant."
    call = f"If these are ratings, `relevant_from={good:g}` or `rel={good:g}` counts only good ones in {{}}."
    return Note(2, sentence, call.format(first_named([*every]))) if every else None


def counts_relevant(one: Any) -> bool:
    """Whether a measure, or that of a trace, is about items that are relevant or not."""
    return bool(one.metric.about_relevance and one.metric.counts_relevant({**one.metric.parameters, **one.parameters}))


def ties(tied: int, judged: int, between: Mapping[str, Sequence[float]], call: str) -> Note | None:
    """Equal scores move the value of some measures between these ends."""
    moved = {name: ends for name, ends in between.items() if ends[1] - ends[0] > SPREAD * abs(ends[1])}
    values = ", ".join(f"{name} is between {least:.4g} and {largest:.4g}" for name, (least, largest) in moved.items())
    share = f"{tied:,} of {counted(judged, 'judged item')} ({_percent(tied / max(1, judged))})"
    sentence = f"Equal scores decide the rank of {share}. Depending on their order, {values}."
    return Note(2, sentence, call) if moved else None


def without_items(names: Sequence[str], queries: int, value: str, what: tuple[str, str], call: str) -> Note | None:
    """Judged queries for which a run has nothing, and what each counts as."""
    one, several = what
    verb, they, them = (one, "it counts", "it") if len(names) == 1 else (several, "they count", "them")
    which = f"{len(names):,} of {counted(queries, 'query')} {verb} the run ({first_named(names)})"
    return Note(3, f"{which}, so {they} {value}.", call.format(them)) if names else None


def by_convention(
    label: str, metric: Any, given: Mapping[str, Any], hits: np.ndarray, lengths: np.ndarray, relevant: np.ndarray
) -> Note | None:
    """Lists that a metric counts as 0, though it says nothing of them; with all relevant items of each.

    Such are lists without a hit for which 0 is the best value, and lists of hits only for which it is not.
    """

    def counts(grade: int, **other: Any) -> bool:
        chosen = {name: value for name, value in given.items() if name not in ("k", "convention")} | other
        try:
            return bool(metric(Ranking([grade] * 3, missed=[1]), **chosen).value)
        except (TypeError, ValueError):  # such as weights of other lists, or a table of gains without this grade
            return True

    if not metric.about_relevance or counts(int(not metric.less_is_better)):
        return None
    if metric.less_is_better:
        which, why, zero = hits == 0, "no relevant item is retrieved", "0, its best value"
        others = ((name, one) for name, declared in metric.declared.items() for one in declared.values)
        named = [
            f"`{metric.name}({name}={one!r})` is above 0 there." for name, one in others if counts(0, **{name: one})
        ]
    else:
        which, why, zero = hits == lengths, "all items are relevant", "0"
        if not counts(0):
            which, why = which | (hits == 0), "all items are of one kind, relevant or not"
        named = [f"`{metric.name}(average='by_items')` leaves such lists out."] * ("by_items" in metric.averages)
    which = which & (lengths > 0) & (relevant > 0)
    where = f"In {np.count_nonzero(which):,} of {counted(len(which), 'list')}"
    return Note(3, f"{where} {why}, so {label} counts as {zero}.", " ".join(named[:1])) if which.any() else None


def unjudged(missing: int, ranks: int, k: int, relevant: Mapping[str, tuple[float, float]]) -> Note:
    """So many items in the first k ranks are not judged; some values, and what they were if all these were relevant."""
    share = f"{missing:,} of {counted(ranks, 'item')} ({_percent(missing / ranks)})"
    sentence = f"Of the top {k:,} of each list, {share} are not judged."
    if values := [f"{name} would be {most:.4g}, not {value:.4g}" for name, (value, most) in relevant.items()]:
        sentence = f"{sentence} If all of them were relevant, {', '.join(values)}."
    return Note(4, sentence, f"`rt.evaluate(..., 'Judged@{k}')` has the judged fraction of each query.")


def own_items(ranks: Mapping[str, int], lengths: np.ndarray) -> Note | None:
    """The query itself is the best item of its list, or the second best, more often than chance could explain."""
    lists = len(lengths)
    for rank, where in ((1, "the best item is the query itself"), (2, "one of the best two items is the query itself")):
        own = [query for query, place in ranks.items() if place <= rank]
        by_chance = min(1.0, float(np.mean(rank / lengths))) if own else 1.0
        if len(own) >= SEVERAL * lists and _log_chance(len(own), lists, by_chance) < log(RARE):
            sentence = f"In {len(own):,} of {counted(lists, 'list')} {where}. Leave it out of the run."
            return Note(4, sentence, f"`result.ranking({own[0]!r})` shows one list.")
    return None


def _log_chance(times: int, of: int, each: float) -> float:
    """A bound for the logarithm of how likely it is that something happens at least so many times."""
    share = times / of
    if share <= each:
        return 0.0
    rest = 0.0 if times == of else (1 - share) * log((1 - share) / (1 - each))
    return -of * (share * log(share / each) + rest)


def rising(lists: Ranking | Batch) -> Note | None:
    """Scores that are not in order, of a list that is as it was given; an item that you move takes its score along."""
    scores = np.zeros((1, 0)) if lists.arrays.scores is None else np.atleast_2d(lists.arrays.scores)
    rises = scores[:, 1:] > scores[:, :-1]
    for query in np.flatnonzero(rises.any(axis=1)).tolist():
        one = lists if isinstance(lists, Ranking) else lists[query]
        if (one.order == np.arange(len(one))).all():
            place = int(rises[query].argmax())
            rise = f"from {scores[query, place]:.4g} to {scores[query, place + 1]:.4g} at rank {place + 2}"
            of = "" if isinstance(lists, Ranking) else f" of {first_named([lists.queries[query]])}"
            sentence = f"The scores rise, such as {rise}{of}, but the order of the list counts."
            return Note(2, sentence, "`Ranking.from_scores(y_true, y_score)` sorts by score.", moves=True)
    return None


def equal_scores(alike: int, lists: int, call: str) -> Note | None:
    """In most lists all items have one score."""
    where = "in the list" if lists == 1 else f"in {alike:,} of {counted(lists, 'list')}"
    sentence = f"All scores are equal {where}, so they rank nothing."
    return Note(5, sentence, call) if 2 * alike > lists else None


def upside_down(
    places: np.ndarray, owners: np.ndarray, lengths: np.ndarray, queries: Sequence[str], scored: bool
) -> Note | None:
    """Relevant items are lower than chance could explain: their places from 0 on, and in which list each one is."""
    hits = np.bincount(owners, minlength=len(lengths))
    below = np.bincount(owners, places - (lengths[owners] - 1) / 2, len(lengths))  # the middle
    spread = np.sqrt((hits * (lengths - hits) * (lengths + 1)).sum() / 12)
    where = f"In {np.count_nonzero(below > 0):,} of {counted(int(np.count_nonzero(hits)), 'list')}"
    low = "a low score is good here, such as a distance, evaluate its negative"
    remedy = low if scored else "your lists begin with the worst item, reverse them"
    sentence = f"{where} the relevant items rank below the middle on average. If {remedy}."
    call = f"`result.ranking({queries[int(below.argmax())]!r})` shows one list." if len(below) else ""
    return Note(5, sentence, call) if below.sum() > FAR * spread else None


def one_query(query: str, queries: int, call: str) -> Note | None:
    """A mean over one query."""
    sentence = f"The mean is over one query, {query}: it says nothing about others."
    return Note(6, sentence, call) if queries == 1 else None


def steep_gain(measures: Sequence[str], pools: Sequence[np.ndarray]) -> Note | None:
    """Exponential gain of probabilities, or nearly all of it for the largest grade; ``pools`` are grades by query."""
    above = [np.array(grades[grades > 0], dtype=np.float64) for grades in pools if measures]
    every = np.concatenate([np.zeros(0), *above])
    if 2 * len(between := every[every < 1]) > len(every) and every.max() <= 1:
        counts = f"{first_named(measures)} {'counts' if len(measures) == 1 else 'count'} 2^grade − 1"
        sentence = f"Most grades above 0 are below 1, such as {between[0]:g}, but {counts}, which is for whole grades."
        return Note(2, sentence, "If these are probabilities or gains, use `nDCG`, whose gain is linear.")
    steep = 0
    for grades in above:
        gains = 2.0**grades - 1
        largest = gains == gains.max(initial=0)
        steep += not largest.all() and gains[largest].sum() > ALONE * gains.sum()
    where = "" if len(pools) == 1 else f" in {steep:,} of {len(pools):,} queries"
    sentence = f"The items with the largest grade have {_percent(ALONE)} of the exponential gain or more{where}"
    call = "`nDCG`, whose gain is linear, counts the other grades, too."
    return Note(7, f"{sentence}, so they alone decide {first_named(measures)}.", call) if steep else None


def limited(reached: Mapping[str, tuple[float, Any]], call: str) -> Note | None:
    """The cutoff and the judged items leave less possible than the bound; for each measure the value, and the best."""
    below = {label: value / best for label, (value, best) in reached.items() if value <= best}  # not an item again
    parts = [f"{_percent(share)} of what is reachable for {label}" for label, share in below.items()]
    return Note(REACHABLE, f"You reach {', '.join(parts)}.", call) if parts else None


def one_pair(label: str) -> Note:
    """A correlation of two items."""
    return Note(6, f"With two items, {label} says only whether both lists order them alike.", "")


def is_limited(measure: Any, best: Any) -> bool:
    """Whether a cutoff leaves less possible than the bound of a measure, such as 3/4 of AP@3 with 4 relevant items."""
    metric = measure.metric.of_one
    high, cut = metric.bounds[1], measure.parameters.get("k") is not None and not metric.less_is_better
    return bool(cut and best is not None and high is not None and 0 < best < FULL * high)


def is_exponential(metric: Any, parameters: Mapping[str, Any]) -> bool:
    """Whether grades count by powers of two."""
    chosen = {**metric.parameters, **parameters}
    return bool(chosen.get("gain", "exponential" if "max_grade" in chosen else "") == "exponential")


def of_list(trace: Any) -> Iterator[Note | None]:
    """What can make the value of one list, or of a mean, mislead."""
    metric, parameters, ranking = trace.metric, trace.parameters, trace.ranking
    if not trace.single or metric.of_one.pairing:
        correlates = metric.of_one is metric and metric.pairing in (valued, scored) and metric.bounds[0] == -1
        yield one_pair(trace.label) if trace.single and correlates and len(ranking) == 2 else None
        return
    best: Any = None if parameters.get("k") is None else trace.best_possible  # which takes long
    yield limited(
        {trace.label: (float(trace), float(best))} if is_limited(trace, best) else {},
        "`trace.best_possible` is the best value.",
    )
    if trace.rows == "query":
        counted_queries = np.ones(trace.axis.length)
        if (counts := trace.columns.get("counted")) is not None:
            counted_queries = np.asarray(counts.values)
        first, number = int(np.argmax(counted_queries)), int(counted_queries.sum())
        yield one_query(trace.axis.labels()["query"][first], number, f"`trace[{first}]` shows its calculation.")
        if metric.average == "query":
            top, relevant = ranking.top(parameters.get("k")), ranking.relevant_total.values * counted_queries
            found = top.hits.last().values, top.items_so_far.last().values, relevant
            yield by_convention(metric.of_one.name, metric.of_one, parameters, *found)
    if isinstance(ranking, Ranking | Batch):
        yield rising(ranking)
    if not isinstance(ranking, Ranking) or metric.of_one is not metric:
        return
    if counts_relevant(trace):
        yield below_level({trace.label: ranking.relevant_from}, ranking.arrays.all_grades.max(initial=0, keepdims=True))
    labels = (ranking.scores or ()) if ranking.arrays.tied else ()  # those that a list without scores gets are not
    yield swapped(ranking.arrays.grades, iter(labels), "scores", "`Ranking.from_scores(y_true, y_score)`.")
    retrieved, missed, judged = ranking.items, ranking.missed_items, ranking.arrays.judged
    nothing = not ranking.arrays.grades.any() and judged.any() == judged.all()  # out of a set all others have grade 0
    if retrieved and missed and nothing and look_different(retrieved, missed):
        yield nothing_in_common(1, 1, retrieved, missed, "`trace.ranking` shows both.")
    elif retrieved and missed:
        without = ~judged if (~judged).any() else ranking.arrays.grades == 0  # as a set is given
        unjudged, others = (list(compress(retrieved, which)) for which in (without, ~without))
        yield nearly_alike([(unjudged[:FIRST], list(missed))], [*missed, *others])
    if (decided := over_ties(metric, parameters, ranking)) is not None:
        tied, judged_items, *ends = decided
        note = ties(tied, judged_items, {trace.label: ends}, "`ties='averaged'` takes the mean over all orders.")
        yield note
        yield note and equal_scores(int(len(ranking.tied_runs()) == 1), 1, "`trace.ranking.scores` lists them.")
    if is_exponential(metric, parameters):
        yield steep_gain([trace.label], [ranking.arrays.all_grades])


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
