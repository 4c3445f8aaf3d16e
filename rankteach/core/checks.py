"""Input is checked here, and an error says which argument is wrong, what it must be, what it was, and what to type.

The parts of every message are put together by ``must``, so that all of them read alike.
"""

from __future__ import annotations

import math
import os
import re
import reprlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import wraps
from itertools import count, islice
from numbers import Integral, Rational, Real
from operator import index
from typing import Any, TypeVar

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])
LONGEST_NAME = 255  # of a file, in bytes
MOST_ENTRIES = 10**8  # of a range, which would take gigabytes as a list
LONGEST = 60  # of what a message repeats
MOST_NAMED = 5  # of the names in a sentence
LARGEST_GRADE = 10**12  # beyond it whole numbers would lose digits, or overflow, on the way
LARGEST_WHOLE = 2**63 - 1  # of a count, a cutoff or a seed
LARGEST_APART = 2**62  # of whole numbers whose difference is one of 64 bits; larger ones are Python's own
LARGEST_SUM = 2**53  # of grades; a larger one is a sum of floats, which does not wrap round
LARGEST_NUMBER = 1e100  # of a parameter: its square is still a float
LARGEST_FLOAT_ID = 2**53  # beyond it floats have lost digits
NO_NAME = "Items with no name, or with a number that is not whole, cannot be told apart."
NUMERAL = r"[0-9]{1,12}(?:\.[0-9]{1,12}|/0{0,5}[1-9][0-9]{0,11})?"
DASHES = "-−–"
SIGNS = {"R": 1, "N": 0, "+": 1, "?": None, **dict.fromkeys(DASHES, 0)}
WHOLE_LIST = "Leave k out to use the whole list."


def must(argument: str, value: Any, rule: str, hint: str = "") -> str:
    """The message for a wrong argument; ``hint`` is a sentence that says what to type.

    >>> must("k", 0, "be at least 1", "Leave k out to use the whole list.")
    'k must be at least 1, not 0. Leave k out to use the whole list.'
    """
    return f"{argument} must {rule}, not {shown(value)}. {hint}".rstrip()


def shown(value: Any) -> str:
    """A value for an error message, without numpy's type around it; the beginning of a long one."""
    text = _Short().repr(value.item() if isinstance(value, np.generic) else value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


class _Short(reprlib.Repr):
    """Writes any value without much work: little of what is long or deep, and the type where that is all there is."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = self.maxdeque = LONGEST // 2
        self.maxarray = self.maxstring = self.maxother = 3 * LONGEST

    def repr1(self, x: Any, level: int) -> str:
        """The value; lists and texts are shortened on the way, all other things may do what they like."""
        try:
            text = super().repr1(x, level)
        except Exception:  # of a value that cannot be written, or has thousands of digits
            many = isinstance(x, (int, Fraction))
            return "a number with too many digits to print" if many else f"a value of type {type(x).__name__}"
        return f"a value of type {type(x).__name__}" if "\n" in text else text  # such as a table

    def repr_dict(self, x: Any, level: int) -> str:
        """The entries in their own order."""
        most = self.maxdict if level > 0 else 0
        pairs = [f"{self.repr1(name, level - 1)}: {self.repr1(x[name], level - 1)}" for name in islice(x, most)]
        return f"{{{', '.join([*pairs, *['...'] * (len(x) > most)])}}}"

    def repr_instance(self, x: Any, level: int) -> str:
        """What the value says of itself."""
        return repr(x)

    repr_int = repr_instance  # which fails for thousands of digits, where Python 3.14's own gives an address


def scalar(value: Any) -> Any:
    """Python's own number or text for one of numpy's, or for an array of any library without dimensions.

    >>> scalar(np.array(3)), scalar(np.float32(0.5)), scalar([3])
    (3, 0.5, [3])
    """
    value = array_of(value)
    single = isinstance(value, np.generic) or (type(value) is np.ndarray and not value.ndim)
    value = value.item() if single else value
    return float(value) if isinstance(value, np.longdouble) else value


def array_of(values: Any, argument: str = "a number") -> Any:
    """An array of another library, such as a tensor of torch, as one of numpy; all else as it is."""
    if not hasattr(values, "__dlpack__") or isinstance(values, np.ndarray):
        return values
    try:
        return np.asarray(values)
    except (RuntimeError, TypeError, ValueError):  # it needs a gradient, or lies on a graphics card
        hint = "Detach it: tensor.detach().cpu()." if hasattr(values, "detach") else "Copy it to an array of numpy."
        raise TypeError(must(argument, values, "be in main memory, without a gradient", hint)) from None


def plural(noun: str) -> str:
    """More than one: ranks, queries."""
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 query, 2 queries."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def joined(words: Iterable[str], last: str = "or") -> str:
    """Several words as one: a, b or c."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def begun(name: str) -> str:
    """A name as the beginning of a sentence, where words begin it: Mean nDCG, but not NDCG.

    >>> begun("pooled LAG"), begun("nDCG of A")
    ('Pooled LAG', 'nDCG of A')
    """
    first, space, _ = name.partition(" ")
    return name[0].upper() + name[1:] if space and first.isalpha() and first.islower() else name


def first_named(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    return f"{', '.join(names[:MOST_NAMED])}{more}"


def one_of(value: Any, choices: Collection[Any], argument: str, hint: str = "") -> Any:
    """The value, if it is one of the choices.

    >>> one_of("best", ["first", "last"], "order")
    Traceback (most recent call last):
    ...
    ValueError: order must be 'first' or 'last', not 'best'.
    """
    value = scalar(value)
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise ValueError(must(argument, value, f"be {joined(map(repr, choices))}", hint))
    return value


def whole_number(value: Any, argument: str, hint: str = "", *, least: int = 1, most: int = LARGEST_WHOLE) -> int:
    """A whole number of at least 1, or of at least another one, and of a size that can be meant."""
    number = scalar(value)
    if isinstance(number, bool) or not isinstance(number, Integral):
        raise TypeError(must(argument, value, f"be a whole number of at least {least}", hint))
    number = int(number)
    if number < least:
        raise ValueError(must(argument, value, f"be at least {least}", hint))
    if number > most:
        raise ValueError(must(argument, value, f"be at most {most:,}", hint))
    return number


def yes_or_no(value: Any, argument: str) -> bool:
    """True or False."""
    return bool(one_of(value, (True, False), argument))


def seed_number(value: Any) -> int:
    """A whole number of at least 0, from which random numbers start."""
    return whole_number(value, "seed", "The same seed always gives the same random numbers.", least=0)


def real_number(
    value: Any,
    argument: str,
    hint: str = "",
    *,
    above: float,
    most: float = math.inf,
) -> Any:
    """A finite number above one bound, and at most another one.

    >>> real_number(0, "beta", above=0)
    Traceback (most recent call last):
    ...
    ValueError: beta must be a finite number above 0, not 0.
    """
    number = scalar(value)
    known = isinstance(number, Real) and not isinstance(number, bool)
    if not known or not above < number <= most or not fits_a_float(number):
        lowest = f" above {above:g}" * (above > -math.inf)
        rule = f"be a finite number{lowest}{f' and at most {most:g}' * (most < math.inf)}"
        raise (ValueError if known else TypeError)(must(argument, value, rule, hint))
    return number


def threshold(value: Any) -> float:
    """A grade from which items count as relevant; 2.0 is exactly grade 2."""
    grade: float = real_number(value, "relevant_from", "Items with grade 0 are not relevant.", above=0)
    return int(grade) if grade <= LARGEST_GRADE and grade == int(grade) else grade


def takes(**rules: Callable[[Any, str], Any]) -> Callable[[Function], Function]:
    """Arguments of a function are checked by their names before it is called; a rule takes a value and its name.

    >>> @takes(most=whole_number)
    ... def first(items, most): return items[:most]
    >>> first("abc", 0)
    Traceback (most recent call last):
    ...
    ValueError: most must be at least 1, not 0.
    """

    def checking(function: Function) -> Function:
        names = function.__code__.co_varnames

        @wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            for name, value in (*zip(names, given, strict=False), *named.items()):
                if name in rules:
                    rules[name](value, name)
            return function(*given, **named)

        return call  # type: ignore[return-value]

    return checking


def or_none(rule: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    """A rule that allows None, too."""
    return lambda value, argument: None if value is None else rule(value, argument)


def a_text(value: Any, argument: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(must(argument, value, "be a text"))
    return value


def mapping(value: Any, argument: str) -> Mapping[Any, Any]:
    """A mapping, such as a dict."""
    if not isinstance(value, Mapping):
        raise TypeError(must(argument, value, "be a dict, or another mapping"))
    return value


def file_path(value: Any, argument: str = "path") -> str:
    """A path as text, in which ~ is your home folder. Refuses what cannot be one, and an address of the web."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(must(argument, value, "be the path of a file"))
    path = os.fsdecode(value)
    try:
        usable = "\n" not in path and "\0" not in path and len(os.fsencode(os.path.basename(path))) <= LONGEST_NAME
    except UnicodeEncodeError:
        usable = False
    if not usable:
        raise ValueError(f"{argument} must be the path of a file, not its text {shown(path)}. Save the text first.")
    if "://" in path:
        raise ValueError(must(argument, path, "be the path of a file", "Download the file first, and give its path."))
    return os.path.expanduser(path)


def is_list(values: Any) -> bool:
    """Whether something has entries, and a text has none."""
    return isinstance(values, Iterable) and not isinstance(values, (str, bytes)) and getattr(values, "ndim", 1) != 0


def collected(values: Any, argument: str, hint: str = "") -> list[Any]:
    """Anything iterable as a list, but no text."""
    if type(values) in (list, tuple):
        return list(values)
    if hasattr(values, "columns"):
        part = "the list of the trace: trace.ranking" if hasattr(values, "ranking") else "one column of the data frame"
        raise TypeError(must(argument, values, "be a list or an array", f"Pass {part}."))
    if not is_list(values):
        raise TypeError(must(argument, values, "be a list or an array", hint))
    if isinstance(values, range) and len(values[:MOST_ENTRIES]) == MOST_ENTRIES:  # nothing else takes no room
        raise ValueError(must(argument, values, f"have fewer than {MOST_ENTRIES:,} entries"))
    return list(values)


def listed(values: Any, argument: str, hint: str = "") -> list[Any]:
    """Anything that has an order as a list: no text, no set, no mapping.

    >>> listed({"a"}, "items")
    Traceback (most recent call last):
    ...
    TypeError: items must be a list, which has an order, not {'a'}.
    """
    if isinstance(values, (set, frozenset, Mapping)):
        raise TypeError(must(argument, values, "be a list, which has an order", hint))
    values = unmasked(values, argument, "Leave the masked entries out: values.compressed().")
    return collected(values, argument, hint)


def unmasked(values: Any, argument: str, hint: str) -> Any:
    """The values, unless they are an array with masked entries, which would come through as what is under the mask."""
    values = array_of(values, argument)
    if isinstance(values, np.ma.MaskedArray):
        if np.ma.getmaskarray(values).any():
            raise ValueError(f"{argument} must not have masked entries. {hint}")
        return np.asarray(values)
    return values


def item_name(value: Any, argument: str = "item") -> str:
    r"""The name of an item, by one rule everywhere: text as it is, 7 and 7.0 as "7".

    Half of a surrogate pair, which no file can hold, becomes its escape.

    >>> item_name(7.0), item_name("07"), item_name("\ud800")
    ('7', '07', '\\ud800')
    """
    if isinstance(value, Enum):
        hint = "Use its name or its value."
    elif isinstance(value, str):
        return whole_pairs(str(value))
    elif isinstance(number := scalar(value), Real) and not isinstance(number, bool):
        whole = fits_a_float(number) and number == int(number)  # type: ignore[call-overload]
        all_digits = isinstance(number, Integral) or abs(number) <= LARGEST_FLOAT_ID  # type: ignore[operator]
        if whole and all_digits:
            return text_of(int(number), argument)  # type: ignore[call-overload]
        hint = NO_NAME
    elif isinstance(value, tuple) and argument.startswith("items"):
        hint = "Of pairs use items=[item for item, score in pairs], scores=[score for item, score in pairs]."
    else:
        text = "item.decode()" if isinstance(value, bytes) else "str(item)"
        text = "item[0]" if isinstance(value, tuple) and len(value) == 2 else text
        hint = NO_NAME if value is None else f"Turn each into one, such as [{text} for item in items], or use key=."
    raise ValueError(must(argument, value, "be a text or a whole number", hint))


def names_of(values: Sequence[Any], argument: str, key: Callable[[Any], Any] | None = None) -> tuple[str, ...]:
    """The names of items, or of what ``key`` makes of them."""
    names = tuple(values if key is None else (keyed(key, item) for item in values))
    if are_names(names):
        return names
    return tuple(item_name(item, f"{argument}[{place}]") for place, item in enumerate(names))


def written_grades(text: str, argument: str = "grades") -> list[Any]:
    """The grades of a list as you write it on a blackboard, or type it; next to numbers, - is not judged.

    >>> written_grades("RNR?"), written_grades("+-+"), written_grades("1, 0 - 2.5")
    ([1, 0, 1, None], [1, 0, 1], [1, 0, None, Fraction(5, 2)])
    """
    signs = text.replace(",", " ").split()
    numerals = [sign for sign in signs if re.fullmatch(NUMERAL, sign)]
    for sign in numerals:
        lost = sign.isdigit() and len(sign) > 2 and set(sign) <= {"0", "1"}  # their spaces
        if lost or (text.strip() == sign and len(sign) > 1):
            written = f"{' '.join(sign)!r}, or '{sign}.0,'" if sign.isdigit() else f"'{sign},'"
            rule = "have a space between two grades"
            raise ValueError(must(argument, text, rule, f"Write {written} for one grade."))
    if not any(map(str.isdigit, text)):
        signs = list("".join(signs))
        if "N" in text.upper() and re.fullmatch(rf"[RN?]([{DASHES}][RN?])+", "".join(signs).upper()):
            rule = "have one sign for what is not relevant"
            raise ValueError(must(argument, text, rule, f"Write {''.join(signs[::2])!r} if - only separates items."))
    read = SIGNS | dict.fromkeys(DASHES) if numerals else SIGNS
    grades: list[Any] = []
    for rank, sign in enumerate(signs, start=1):
        if sign.upper() not in read and sign not in numerals:
            hint = "Write RNRN, +-+-, or grades such as 3 0 1; ? is an item that is not judged."
            place = "place" if argument == "missed" else "rank"  # missed items have no ranks
            raise ValueError(must(f"{argument}, at {place} {rank},", sign, "be R, N, +, -, ? or a number", hint))
        grades.append(read[sign.upper()] if sign.upper() in read else Fraction(sign))
    return [int(grade) if isinstance(grade, Fraction) and grade.denominator == 1 else grade for grade in grades]


def checked_grades(
    values: Any, argument: str, *, may_be_unjudged: bool, names: Sequence[Any] | None = None, copied: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """Grades as an array (0 where not judged) of whole numbers, fractions or floats; and what is judged.

    Errors name the entry of ``argument`` by its position, or by its name. An array that needs no change is returned
    as it is unless it is to be ``copied``.
    """
    values = unmasked(values, argument, "Use values.tolist(), in which a masked grade is None: not judged.")
    many_lists = "Use rt.mean for the mean over many lists, rt.Batch for the value of each."
    many_lists = "Use rt.Batch.from_scores for many lists at once." if argument == "y_true" else many_lists
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            hint = many_lists if values.ndim == 2 else ""
            raise ValueError(
                f"{argument} must be one list of grades, not an array of {values.ndim} dimensions. {hint}".rstrip()
            )
        if values.dtype.kind == "f":
            values = values.astype(np.float64)
        if values.dtype.kind in "biuf" and ((values >= 0) & (values <= np.int64(LARGEST_GRADE))).all():
            numbers = _whole_floats(values) if values.dtype.kind == "f" else _own(values, np.int64, copied)
            return _summable(numbers), np.ones(len(values), dtype=bool)
    hint = "Use Ranking.from_items for a set of relevant items, or a dict of item to grade."
    if argument == "missed":
        hint = "Write the grade of each relevant item that is not in the list: missed=[1, 1] for two of grade 1."
    grades = listed(values, argument, hint)
    for position, grade in enumerate(grades):
        grade = grade.item() if isinstance(grade, np.generic) else grade
        if type(grade) is int and 0 <= grade <= LARGEST_GRADE:
            continue
        if grade is None and may_be_unjudged:
            continue
        where = f"{argument}[{position if names is None else repr(names[position])}]"
        hint = f"Use 0 for not relevant{', None for not judged' * may_be_unjudged}."
        if isinstance(grade, (list, tuple, np.ndarray)):
            raise ValueError(must(where, grade, "be one grade", many_lists))
        if not isinstance(grade, (Real, np.bool_)):
            hint = "Use rt.Batch or rt.mean for many rankings." if hasattr(grade, "grades") else hint
            if isinstance(grade, str) and argument == "grades":
                hint = "Use numbers, or write the list as one text: 'RNRN', '+-+-' or '3 0 1'."
            raise TypeError(must(where, grade, f"be a number of at least 0{', or None' * may_be_unjudged}", hint))
        if not isinstance(grade, Integral) and not fits_a_float(grade):
            raise ValueError(must(where, grade, "be a finite number", hint))
        if grade < 0:
            raise ValueError(must(where, grade, "be at least 0", hint))
        if grade > LARGEST_GRADE:  # type: ignore[operator]
            raise ValueError(must(where, grade, f"be at most {LARGEST_GRADE:,}"))
    judged = np.array([grade is not None for grade in grades], dtype=bool)
    known = [0 if grade is None else grade for grade in grades]
    kinds = set(map(type, known))  # to ask each grade would take long
    if any(issubclass(kind, Fraction) for kind in kinds):
        return np.array([Fraction(grade) if isinstance(grade, Rational) else grade for grade in known], object), judged
    if all(issubclass(kind, (Integral, np.bool_)) for kind in kinds):
        return _summable(np.array(known, dtype=np.int64)), judged
    return _summable(_whole_floats(np.array(known, dtype=np.float64))), judged


def _own(values: np.ndarray, dtype: Any, copied: bool) -> np.ndarray:
    """A copy, unless none is needed or the array can never change."""
    changeable = values.flags.writeable or not values.flags.owndata
    return np.array(values, dtype=dtype, copy=True if copied and changeable else None)


def _summable(grades: np.ndarray) -> np.ndarray:
    """The grades, as floats where their sum could be more than whole numbers of 64 bits can be."""
    few = len(grades) <= LARGEST_SUM // LARGEST_GRADE
    return grades if few or int(grades.max()) * len(grades) <= LARGEST_SUM else grades.astype(np.float64)


def _whole_floats(values: np.ndarray) -> np.ndarray:
    """Floats; as whole numbers where all of them are, because 3.0 is exactly grade 3."""
    whole = values.astype(np.int64)
    return whole if (whole == values).all() else values.astype(np.float64)


def checked_scores(
    values: Any,
    length: int | None,
    argument: str = "scores",
    paired_with: str = "grades",
    *,
    copied: bool = True,
) -> np.ndarray:
    """Scores as an array, as many as there are grades."""
    values = unmasked(values, argument, "Leave the masked entries out.")
    fast = isinstance(values, np.ndarray) and values.ndim == 1 and values.dtype.kind in "iuf"
    scores = values if fast else listed(values, argument)
    if length is not None and len(scores) != length:
        raise ValueError(
            f"{argument} must have {counted(length, 'entry')}, as many as {paired_with}, not {len(scores)}."
        )
    if fast and np.isfinite(values).all():
        if values.dtype.kind == "f":
            return _own(values, np.float64, copied)
        # differences of small, of unsigned or of the largest whole numbers would wrap round
        if not len(values) or (values.min() >= -LARGEST_APART and values.max() <= LARGEST_APART):
            return _own(values, np.int64, copied)
    for position, score in enumerate(scores):
        if isinstance(score, (bool, np.bool_)) or not isinstance(score, Real):
            raise TypeError(must(f"{argument}[{position}]", score, "be a number"))
        if not fits_a_float(score):
            raise ValueError(must(f"{argument}[{position}]", score, "be a finite number that fits a float"))
    numbers = [score.item() if isinstance(score, np.generic) else score for score in scores]
    own = any(isinstance(one, Fraction) or (isinstance(one, int) and abs(one) > LARGEST_APART) for one in numbers)
    return np.array(numbers, dtype=object if own else None)


def item_names(values: Any, length: int, argument: str = "items", *, once: bool = True) -> tuple[str, ...]:
    """Names as strings, each once unless they may come again."""
    names = names_of(listed(values, argument), argument)
    if len(names) != length:
        raise ValueError(f"{argument} must have {counted(length, 'entry')}, not {len(names)}.")
    if once and len(set(names)) < length:
        hint = (
            " Use duplicates='first' to drop the later ones, or 'count' to count each." if argument == "items" else ""
        )
        first: dict[str, int] = {}
        noun = argument.split()[-1]  # of "the first list"
        for position, name in enumerate(names):
            if name in first:
                raise ValueError(
                    f"{argument} must all differ, but {noun}[{first[name]}] and {noun}[{position}] "
                    f"are both {shown(name)}.{hint}"
                )
            first[name] = position
    return names


def told_apart(names: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """The names, each once, and the name that a renamed one had: the second "a" is called "a (2)".

    >>> told_apart(["a", "b", "a"])
    (['a', 'b', 'a (2)'], {'a (2)': 'a'})
    """
    names = list(names)
    taken, times, had = set(names), Counter[str](), dict[str, str]()
    apart = []
    for name in names:
        times[name] += 1
        numbered = (f"{name} ({number})" for number in count(times[name]))
        own = name if times[name] == 1 else next(one for one in numbered if one not in taken)
        if own != name:
            had[own] = name
            taken.add(own)
        apart.append(own)
    return apart, had


def is_unicode(text: str) -> bool:
    """Whether a text can be written in UTF-8: it has no half of a surrogate pair."""
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def are_names(values: Collection[Any]) -> bool:
    """Whether all are names as they are."""
    return set(map(type, values)) <= {str} and is_unicode("".join(values))


def whole_pairs(name: str) -> str:
    """A name in which half of a surrogate pair is its escape."""
    return name if name.isascii() else name.encode(errors="backslashreplace").decode()


def text_of(value: Any, argument: str) -> str:
    """A name as text."""
    try:
        return whole_pairs(str(value))
    except Exception:
        raise TypeError(must(argument, value, "be a name, such as a text or a number")) from None


def keyed(key: Callable[[Any], Any], item: Any) -> Any:
    """What a function of yours makes of an item. Its errors say which item it got."""
    try:
        return key(item)
    except Exception as error:
        raised = f"but for {shown(item)} it raised {shown(error)}."
        raise ValueError(f"key must turn every item into text, {raised}") from error


def place_of(query: int | str, queries: Sequence[str]) -> int:
    """The place of a query, which may be its name."""
    if not isinstance(query, str):
        try:
            return range(len(queries))[index(query)]
        except TypeError:
            raise TypeError(must("query", query, "be the name of a query, or its place")) from None
        except IndexError:
            raise IndexError(f"query must be a place below {len(queries)}, not {shown(query)}") from None
    if query not in queries:
        raise KeyError(f"query must be one of {first_named(queries)}, not {shown(query)}")
    return queries.index(query)


def fits_a_float(value: Any) -> bool:
    """Whether a number is finite, and remains so as a float; of a fraction, whether both of its numbers do."""
    try:
        if isinstance(value, Fraction):
            return math.isfinite(value.numerator) and math.isfinite(value.denominator)
        return math.isfinite(value)
    except (OverflowError, TypeError, ValueError):  # of a time span of numpy; of a decimal that signals NaN
        return False
