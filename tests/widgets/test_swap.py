"""The most valuable swap on demand: what it promises, it does."""

import asyncio
import itertools
import random
import re

import pytest

import rankteach as rt
from rankteach.explain.what_if import alternatives
from rankteach.explain.what_if.alternatives import best_swaps, swaps
from rankteach.tracing.measures import metrics
from tests.tiers import in_turn, many
from tests.widgets.shared import play

WORDS = re.compile(r"Best swap for (\S+): (\S+) \(rank (\d+)\) and (\S+) \(rank (\d+)\), ([+−][\d.]+)\.")


def asked(widget):
    """What is said of the best swap: its words, the items, what it promises."""
    assert not play(widget, "best_swap")
    found = widget.view["list"]["swap"]
    assert widget.view["announcement"] == found["words"]
    if not found["items"]:
        return None
    label, first, rank, second, other, change = WORDS.fullmatch(found["words"]).groups()
    assert found["items"] == [first, second] == [widget.ranking.items[int(one) - 1] for one in (rank, other)]
    return label, found["items"], float(change.replace("−", "-"))


def check_that_it_does_what_it_promises(widget):
    found = asked(widget)
    before = widget.trace
    if found is not None:
        assert found[0] == before.label
        assert not play(widget, "swap", items=found[1])
        assert widget.trace.value - before.value == pytest.approx(found[2], abs=5e-5)
        assert widget.view["list"]["swap"] is None
        assert widget.view["announcement"].startswith(f"{found[1][0]} and {found[1][1]} swapped; {before.label} ")
        assert sorted(widget.ranking.items) == sorted(before.ranking.items)
        assert not play(widget, "undo")
        assert widget.trace == before
    return found


LISTS = {
    "binary": rt.Ranking([0, 1, 0, 1, 1], missed=[1]),
    "graded": rt.Ranking([1, 3, None, 0, 2, 3], missed=[2]),
    "scored": rt.Ranking([0, 2, 1, 0, 3], items=list("vwxyz"), scores=[5, 4, 4, 2, 2]),
}


@pytest.mark.parametrize("metric", [one for one in metrics() if one.pairing is None], ids=lambda metric: metric.name)
@pytest.mark.parametrize("ranking", LISTS.values(), ids=LISTS)
def test_a_swap_brings_what_it_promises_and_no_other_brings_more(metric, ranking):
    explorer = rt.explore(ranking, [rt.Measure(metric, {"k": 3} if "k" in metric.parameters else {})])
    found = check_that_it_does_what_it_promises(explorer)
    sign = -1 if metric.less_is_better else 1
    most, before = 0, explorer.trace
    for one, other in itertools.combinations(range(len(ranking)), 2):
        grades = ranking.grades
        grades[one], grades[other] = grades[other], grades[one]
        most = max(most, sign * (metric(ranking.replace(grades=grades), **before.parameters).value - before.value))
    assert most == pytest.approx(sign * found[2] if found else 0, abs=5e-5)


def test_a_list_that_no_swap_helps_is_said_to_be_one():
    for grades in ([2, 1, 0], []):
        explorer = rt.explore(grades, ["nDCG@2"])
        assert asked(explorer) is None
        assert explorer.view["announcement"] == "No swap of two items improves nDCG@2."


def test_a_long_list_names_ranks_that_are_not_shown():
    chance = random.Random(3)
    explorer = rt.explore([0, 0, *chance.choices([0, 0, 1, 2], k=40)], ["nDCG"])
    found = check_that_it_does_what_it_promises(explorer)
    assert explorer.ranking.items.index(found[1][1]) + 1 > len(explorer.view["list"]["rows"]) == 20


@pytest.mark.parametrize("chosen", ["AUC", "PRAUC", 'AUC(ties="input_order")', 'PRAUC(form="interpolated")'])
def test_the_curve_explorer_offers_the_best_swap(chosen):
    for ranking in LISTS.values():
        assert check_that_it_does_what_it_promises(rt.explore_curve(ranking, chosen=chosen))


def test_weights_of_items_go_with_swapped_items():
    ranking = rt.Ranking([0, 1, 1, 0], scores=[4, 3, 3, 1])
    explorer = rt.explore(ranking, ['AUC(weights=[3, 1, 2, 5], weighting="instances")'])
    _, items, _ = check_that_it_does_what_it_promises(explorer)
    play(explorer, "swap", items=items)
    assert explorer.measures == ['AUC(weights=[2, 1, 3, 5], weighting="instances")']
    assert explorer.view["trace"]["comparison"] is None


def test_a_swap_of_what_is_not_there_is_refused():
    explorer = rt.explore([0, 1], ["AP"])
    assert play(explorer, "swap", items=["d1", "d9"]) == "item must be one of the items in the list, not 'd9'"
    assert explorer.ranking == rt.Ranking([0, 1])


# --- a long list -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("metric", [one for one in metrics() if one.pairing is None], ids=lambda metric: metric.name)
def test_the_search_in_parts_finds_what_all_swaps_at_once_show(metric, monkeypatch):
    chance = random.Random(metric.name)
    drawn = (rt.Ranking(chance.choices([0, 1, 2, None], k=7), missed=[2]) for _ in range(many(3)))
    for turn, ranking in enumerate((*LISTS.values(), *drawn)):
        for k in in_turn((None, 1, 3, 9), turn) if "k" in metric.parameters else (None,):
            trace = metric(ranking, **({"k": k} if k else {}))
            found = []
            for part in (alternatives.PART, 2 * len(ranking)):
                monkeypatch.setattr(alternatives, "PART", part)
                *_, (best, share) = best_swaps(trace)
                assert share == 1
                found.append(best)
            wanted = swaps(trace).best
            for best in found:
                assert best == (wanted and pytest.approx(wanted))
            monkeypatch.undo()


def long_explorer():
    return rt.explore([0, *random.Random(5).choices([0, 1], k=150)], ["AP"])


async def turns(widget, number):
    """Gives the widget some turns; how many views were sent meanwhile."""
    seen = []
    widget.observe(seen.append, "view")
    for _ in range(number):
        await asyncio.sleep(0)
    return len(seen)


def test_a_long_search_answers_at_once_says_that_it_works_and_ends_in_the_best_swap():
    async def click():
        explorer = long_explorer()
        assert not play(explorer, "best_swap")
        first = explorer.view
        assert first["list"]["swap"]["busy"] and "Still looking: " in first["list"]["swap"]["words"]
        assert (first["done"], first["announcement"]) == (1, "Looking for the best swap for AP.")
        while explorer.view["list"]["swap"]["busy"]:
            await asyncio.sleep(0)
        return explorer

    explorer, without_loop = asyncio.run(click()), long_explorer()
    assert asked(without_loop)
    assert explorer.view["list"]["swap"] == without_loop.view["list"]["swap"]
    assert explorer.view["announcement"] == explorer.view["list"]["swap"]["words"]
    assert WORDS.fullmatch(explorer.view["announcement"])


@pytest.mark.parametrize("action", [{"do": "toggle", "item": "d1"}, {"do": "swap"}, {"do": "display", "digits": 3}])
def test_another_action_ends_the_search(action):
    async def click():
        explorer = long_explorer()
        play(explorer, "best_swap")
        await turns(explorer, 2)
        items = explorer.view["list"]["swap"]["items"]  # the best one so far can be swapped already
        assert not play(explorer, **{"items": items, **action})
        assert explorer.view["list"]["swap"] is None
        await asyncio.sleep(0.1)  # until the formulas are sent
        assert not await turns(explorer, 400)
        if explorer.view["undo"]:
            explorer.undo()
            assert explorer.view["list"]["swap"] is None

    asyncio.run(click())


@pytest.mark.parametrize("name", ["P(judged_only=True)@2", 'RR(ties="item_descending")'])
def test_no_swap_is_looked_for_in_another_list_than_the_one_shown(name, tmp_path):
    """Unjudged items are left out, or ties are in another order: then a rank is that of another item."""
    shown = rt.Ranking([0, None, 1], items=["a", "b", "c"], scores=[3, 3, 2])
    explorer = rt.explore(shown, [name])
    assert asked(explorer) is None
    assert "another list" in explorer.view["announcement"]
    explorer.to_live_page(tmp_path / "page.html")
    assert (
        rt.explore(rt.Ranking([0, 0, 1], items=["a", "c", "d"]), [name])._state.find_best_swap().startswith("Best swap")
    )
