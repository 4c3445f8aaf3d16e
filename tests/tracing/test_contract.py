"""The contract of a metric: the page of CONTRIBUTING.md that adds one, run as it stands, and what is refused."""

import doctest
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rankteach as rt
from rankteach.tracing.measures import metrics
from rankteach.tracing.metric import comparison, known_metrics, metric
from rankteach.tracing.paired import ranked
from rankteach.tracing.parameters import Parameter, Value

CONTRIBUTING = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
ABOUT: dict[str, Any] = {"title": "a draft", "family": "order", "source": "Draft (2026)"}


@pytest.fixture(autouse=True)
def the_same_catalogue() -> Iterator[None]:
    before = dict(known_metrics())
    yield
    known_metrics().clear()
    known_metrics().update(before)


def test_the_page_that_adds_a_metric_runs() -> None:
    known_metrics().pop("ESL", None)  # it may be in the package by now
    page = CONTRIBUTING.read_text(encoding="utf-8").partition("## Adding a metric")[2].partition("\n## ")[0]
    page = "\n".join("" if line.startswith("```") else line for line in page.splitlines())
    example = doctest.DocTestParser().get_doctest(page, {"__name__": "page"}, "CONTRIBUTING.md", None, 0)
    failed, tried = doctest.DocTestRunner().run(example)
    assert tried > 10 and not failed
    assert known_metrics()["ESL"].function.__name__ == "expected_search_length"
    assert 'counted : {"wrong", "read"}' in (known_metrics()["ESL"].function.__doc__ or "")


def no_cutoff(ranking: Any) -> Any:
    """A sentence."""
    return ranking.relevant.sum()


def no_docstring(ranking: Any, *, k: Any = None) -> Any:
    return ranking.top(k).relevant.sum()


def by_position(ranking: Any, k: Any = None) -> Any:
    """A sentence."""
    return ranking.top(k).relevant.sum()


def undeclared(ranking: Any, *, k: Any = None, q: float = 1) -> Any:
    """A sentence."""
    return ranking.top(k).relevant.sum()


def drafted(value: Callable[..., Any]) -> Callable[..., Any]:
    """A metric's function: what becomes of the lists, their first k ranks, and k."""

    def sound(ranking: Any, *, k: Any = None) -> Any:
        """A sentence."""
        return value(ranking, ranking.top(k), k)

    return sound


sound = drafted(lambda lists, top, k: top.relevant.sum())
BROKEN: dict[str, tuple[Callable[..., Any], str]] = {
    "a column": (lambda lists, top, k: top.relevant, "Draft must return one number for a list: end with a sum"),
    "not 0": (lambda lists, top, k: top.rank.last(), "Draft must be 0 for a list without a relevant item, not 2"),
    "an if": (
        lambda lists, top, k: top.hits.last() if top.relevant_total == 1 else top.hits.last() / 2,
        "must not decide an if: it is one number for each list of a batch. Write a comparison of columns.",
    ),
    "another value in a batch": (
        lambda lists, top, k: top.hits.last() / len(lists),
        r"Draft must give a batch the values of its lists, \[0.0, 0.666\d+, 0.2\], not \[0.0, 0.666\d+, 0.333\d+\]",
    ),
    "of the longest list": (
        lambda lists, top, k: top.relevant.sum() / (1 if k is None else min(k, lists.axis.length)),
        r"its lists, \[0.0, 0.666\d+, 0.2\], not \[0.0, 0.4, 0.2\] \(k=7\)",
    ),
    "one letter twice": (
        lambda lists, top, k: (top.hits * (top.hits == 1).named("first hit", "h_i")).named("first").sum(),
        "Draft must give each column its own letter, but h_i is both",
    ),
    "no name": (lambda lists, top, k: (top.hits * top.relevant).sum(), "Draft must name the column that it adds up"),
}
AT_LEAST_2 = Parameter(must_be="at least 2", allows=lambda value: value >= 2, sentence="q is {}", phrase="q = {}")
NAMED = Parameter(values={"a": Value("it is a", "a"), "b": Value("it is b", "b")})


@pytest.mark.parametrize(
    ("function", "declared", "message"),
    [
        (no_cutoff, {}, "no_cutoff must have a cutoff: add k=None"),
        (no_docstring, {}, "no_docstring must have a docstring whose first line is one sentence"),
        (by_position, {}, r"everything else by keyword with a default: def by_position\(ranking, \*, k=None\)"),
        (undeclared, {}, r'undeclared must declare q: metric\(..., parameters={"q": Parameter\(...\)}\)'),
        (undeclared, {"parameters": {"q": NAMED}}, "undeclared must say which numbers q can be"),
        (undeclared, {"parameters": {"q": AT_LEAST_2}}, "q must be at least 2, not 1"),
        (sound, {"parameters": {"q": NAMED}}, "sound declares q, but must have it in its signature"),
        (sound, {"title": ""}, "Draft must have a title"),
        (sound, {"family": "sets"}, "family must be 'set', 'order', 'gain', 'curve' or 'agreement', not 'sets'"),
        (sound, {"source": "a draft"}, r"must have a source with its year, such as 'Cooper \(1968\)', not 'a draft'"),
    ],
)
def test_a_metric_that_breaks_the_contract_is_refused_where_it_is_declared(
    function: Callable[..., Any], declared: dict[str, Any], message: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        metric("Draft", **{**ABOUT, **declared})(function)
    assert "Draft" not in known_metrics()


@pytest.mark.parametrize(("value", "message"), BROKEN.values(), ids=BROKEN)
def test_a_value_that_breaks_the_contract_is_refused_at_the_first_call(value: Any, message: str) -> None:
    draft = metric("Draft", **ABOUT)(drafted(value))
    with pytest.raises((TypeError, ValueError), match=message):
        draft([1, 0])


def test_two_metrics_cannot_have_the_same_name() -> None:
    with pytest.raises(ValueError, match="There is already a metric AP: average precision"):
        metric("AP", **ABOUT)(sound)


def test_a_comparison_needs_no_cutoff() -> None:
    about = {name: value for name, value in ABOUT.items() if name != "family"}

    @comparison("Same", symbol="s", pairing=ranked, **about)
    def same(first: Any, second: Any, /) -> Any:
        """A sentence."""
        return (first == second).sum()

    assert float(same(["a", "b"], ["a", "b"])) == 2


def test_every_function_of_a_metric_has_complete_numpydoc_parameters() -> None:
    for one in metrics():
        doc = inspect.getdoc(one.function) or ""  # without the indentation, which Python 3.13 takes off by itself
        for name in {**one.parameters, **one.shared}:
            assert f"\n{name} : " in doc, f"{one.name}: {name}"
        for section in ("Parameters", "Returns", "Raises"):
            assert f"\n{section}\n{'-' * len(section)}\n" in doc, one.name
        assert max(map(len, doc.splitlines())) <= 120


def test_a_better_list_has_a_lower_value_where_that_is_declared() -> None:
    for one in metrics():
        if one.name == "IPS":  # neither is better: further down, a click stands for more
            continue
        better, worse = (
            ((["a", "b"], ["a", "b"]), (["a", "b"], ["b", "a"])) if one.pairing else (([[1, 0]]), ([[0, 1]]))
        )
        cutoffs: list[dict[str, Any]] = [{}] if one.pairing else [{}, {"k": 1}]
        lower = [one(*better, **cutoff).value < one(*worse, **cutoff).value for cutoff in cutoffs]
        assert any(lower) is one.less_is_better, one.name


def test_every_named_value_has_a_phrase_of_its_own() -> None:
    for one in metrics():
        for name, declared in {**one.declared, **one.shared}.items():
            phrases = [one.phrase(name, value) for value in declared.values]
            assert all(phrases) and len(set(phrases)) == len(phrases), f"{one.name}: {name}"


def test_a_value_can_be_given_by_its_other_spellings() -> None:
    assert rt.roc_auc([1, 0], ties="stable").measure == 'AUC(ties="input_order")'
    assert rt.tau_ap([1, 2], [2, 1], ties="strict").measure == 'TauAP(ties="wrong")'
    assert rt.dcg([1], gain="exp-log2").measure == 'DCG(gain="exponential")'
