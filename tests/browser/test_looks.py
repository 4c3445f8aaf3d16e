"""Every surface in every size: nothing that is seen is cut, broken, covered, or too small to read or to hit."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

import rankteach as rt
from tests.browser import screen
from tests.browser.bare import at_rest, on_a_phone
from tests.browser.looks import RING_CUT, SMALL, TINY, UNFOLD, WHOLE, looked, parts
from tests.browser.pages import LAB, LARGE, LOW, PHONE, PROJECTOR
from tests.browser.player import button, open_part
from tests.browser.surfaces import EACH, SURFACES

ITEMS = ["Kartoffelpuffer", "Ratatouille niçoise", "Leek soup", "Fish and chips", "Bread and butter pudding"]
ITEMS += ["Coq au vin", "Antidisestablishmentarianism", "Pea risotto", "Tarte tatin", "Bouillabaisse", "Crêpes"]
SHORT = [item for item in ITEMS if len(item) < 24]  # next to which a label has its words
LISTEN = "() => { window.loops = []; addEventListener('error', ({ message }) => window.loops.push(message)); }"


def wide(width, height=900):
    return {"width": width, "height": height}


@pytest.mark.parametrize("name", EACH)
def test_every_surface_looks_right_in_every_size_and_view(bare_page, name):
    """Neither does an observer of sizes change what it observes."""
    page = bare_page(SURFACES[name].make()).page
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(LISTEN)
    found = {}

    def look(*sizes, also=()):
        for size in sizes:
            page.set_viewport_size(size)
            at_rest(page)
            page.locator(SURFACES[name].click).first.evaluate("(node) => node.click()")
            for part in parts(page):
                at_rest(page)
                found[(*size.values(), len(found), part)] = looked(page, *also)

    look(wide(1024, 768), LOW, LAB, wide(848, 480))
    look(PROJECTOR, also=[RING_CUT])
    page.get_by_role("button", name="Lecture view").click()
    look(PROJECTOR, LARGE)
    page.get_by_role("button", name="Lecture view").click()
    on_a_phone(page)
    look(wide(1280), also=[TINY])
    look(PHONE, also=[SMALL])
    look(PHONE, also=[UNFOLD, TINY])
    assert not "\n".join(f"{state}: {one}" for state, some in found.items() for one in some)
    assert page.evaluate("() => window.loops") == []


class Row(NamedTuple):
    """A surface, the sizes of its window, and what is done before each look."""

    make: Callable[[], Any]
    sizes: Sequence[Any]
    do: Callable[[Any], object] = lambda page: None
    lecture: bool = False
    touch: bool = False
    whole: bool = False
    """Whether all lines of its names and of what is said below them are seen."""


def moved(times, item):
    """Move an item up so many times, after which its card has the room of its change."""

    def move(page):
        for _ in range(times):
            page.get_by_role("button", name=f"Move {item} up").first.click()
        page.wait_for_function(
            "() => [...surface.querySelectorAll('.rt-card .rt-change, .rt-standings')].some((one) => one.textContent)"
        )

    return move


def stepped(page):
    button(page, "next").click()


def three_steps(page):
    """Where the formulas of a step leave their columns no line, two of these share one."""
    open_part(page, "Calculation")
    for _ in range(3):
        button(page, "next").click()


def last_step(page):
    slider = screen.slider(page, "step")
    slider.press("End")
    slider.press("ArrowLeft")


def first_label(page):
    screen.marks(page).first.click()
    page.locator(".rt-cards .rt-change", has_text="0").first.wait_for()


def judged(*orders, relevant=2):
    """Two lists of the same items."""
    return [rt.Ranking.from_items(order, orders[0][:relevant]) for order in orders]


DISHES = ["Potato pancakes with apple sauce", "Kartoffelpuffer", "Leek soup", "Wholegrain sourdough bread", "Tart"]
FILMS = rt.Ranking([3, 0, 1], items=["Spirited Away", "Traffic Cops", "Paddington 2"])
PIES = [
    ["mushroom-tomato-pie", "mushroom-pie", "potato-prawn-pie", "kale-pie", "aubergine-onion-pie", "tomato-pie"],
    ["mushroom-bean-pasta", "mushroom-gratin", "kale-pie", "mushroom-gnocchi", "prawn-pie", "aubergine-onion-pie"],
]
CLASSES = [rt.Ranking([1, 0], items=["booking.Calendar", "parts.Supplier"])] * 6
THREE = {"soup": [1, 0, 1, 0], "tart": [1, 1], "salad": [0, 0, 0, 1]}
NAN = ['AP(no_relevant="nan")', 'nDCG(no_relevant="nan")@2', "P@2", "R@2"]
LONG_NAMES = ['AP(denominator="min")@3', 'AP(denominator="hits")@3']
SUBTOPICS = {"car": ["Car test", "Used cars", "Car prices", "Cat and car"], "cat": ["Big cats", "Cat and car"]}
SUBTOPICS |= {"guitar": ["Guitar tabs"]}
SEARCH = rt.Ranking([1] * 6, items=[*{one: 1 for some in SUBTOPICS.values() for one in some}], subtopics=SUBTOPICS)
LISTS = ["leek", "pie", "potato", "salad"], ["pie", "onion", "potato", "leek"]
DRAFT = rt.team_draft(*LISTS, coins="AB", clicks=["leek", "potato", "onion"]).measure


def of_dishes(number, items):
    names = [f"{DISHES[rank % 5]}{f' {rank}' * (rank >= 5)}" for rank in range(items)]
    one = rt.Ranking([rank % 3 == 0 for rank in range(items)], items=names)
    return lambda: rt.explore_queries({f"dish {place}": one for place in range(number)}, ["MAP"])


NAMED = {
    "agreement": lambda: rt.explore_agreement(ITEMS, ITEMS[::-1]),
    "side by side": lambda: rt.side_by_side(*judged(SHORT, SHORT[::-1])),
    "explore": lambda: rt.explore(rt.Ranking([1, 0] * 4, items=SHORT[:8])),
    "scores": lambda: rt.explore(
        rt.Ranking([1, 0, 1], items=["leek-potato-gratin", "Kale-tart", "Pie"], scores=[9, 8, 7])
    ),
}
BESIDE = {name: SURFACES[name].make for name in ("curve", "evaluated run")}
BESIDE["goal"] = lambda: rt.side_by_side([1, 0, 1], [0, 1, 1], ["AP"], goal="AP of A == AP of B")
LOCKED = {"films": {}, "films with a goal": {"goal": "P@3 of A > P@3 of B", "fixed": "labels"}}
STEPPED = {
    "nDCG": lambda: rt.explore(rt.Ranking([3, 2, 0, 1, 2, 0], missed=[3]), ["nDCG"]),
    "MAP": lambda: rt.explore_queries({q: [1, 0, 0, q == "tart", 1, 0, 1] for q in ("soup", "tart", "pie")}, ["MAP"]),
}
ROWS = {
    **{f"steps, {name}": Row(make, [PHONE, wide(360, 844)], three_steps) for name, make in STEPPED.items()},
    **{f"names, {name}": Row(make, [PHONE], touch=True, whole=True) for name, make in NAMED.items()},
    **{
        f"no room for measures, {name}": Row(make, [wide(660, 1100), wide(740, 1100)], whole=True)
        for name, make in [*list(NAMED.items())[:2], *BESIDE.items()]
    },
    **{
        f"step {n}": Row(lambda n=n: rt.step_through(rt.average_precision([1] * n)), [PHONE], last_step)
        for n in (5, 15, 105)
    },
    "step": Row(lambda: rt.explore([1, 0] * 4), [LOW | {"width": width} for width in (736, 848, 1008, 1280)], stepped),
    "pies": Row(
        lambda: rt.side_by_side(*(rt.Ranking.from_items(one, dict.fromkeys(PIES[0][:2], 3)) for one in PIES), ["AP"]),
        [LAB],
        whole=True,
    ),
    "parts of names": Row(lambda: rt.explore_queries(CLASSES, ["MAP"]), [LAB], whole=True),
    "many columns": Row(lambda: rt.step_through(rt.alpha_ndcg(SEARCH, k=4)), [LAB]),
    "long measures": Row(
        lambda: rt.explore_agreement(
            list("abcd"), list("badc"), measures=["KendallDistance@4", 'Rho(form="differences")', "Tau"]
        ),
        [LAB],
    ),
    "long measures of a lecture": Row(
        lambda: rt.side_by_side([1, 0, 1, 0], [0, 1, 1, 0], LONG_NAMES), [PROJECTOR], lecture=True
    ),
    "one measure": Row(lambda: rt.explore_agreement(*LISTS, measures=[DRAFT]), [wide(880, 600)], moved(2, "potato")),
    "a word for a value": Row(lambda: rt.explore([0, 0, 0], NAN), [wide(360), wide(1000), wide(1280)]),
    "words for values": Row(lambda: rt.side_by_side([0, 0], [0, 0], NAN[::2]), [wide(360), wide(700), wide(1100)]),
    "a change": Row(
        lambda: rt.explore(rt.examples.eight_documents, ["P@5", "AP", "nDCG@5"]),
        [wide(1000, 800), wide(1280, 800), wide(390, 800)],
        lambda page: screen.marks(page).nth(6).click(),
    ),
    **{
        name: Row(
            lambda lock=lock: rt.side_by_side(FILMS, FILMS.moved(1, to=3), ["P@3", 'DCG(gain="exponential")'], **lock),
            [wide(800, 800), wide(900, 800)],
            whole=True,
        )
        for name, lock in LOCKED.items()
    },
    **{
        ", ".join(means): Row(
            lambda means=means: rt.explore_queries(THREE, means), [LOW, wide(1040, 700), wide(1440)], first_label
        )
        for means in (["mean LAG", "pooled LAG"], ["mean nDCG@5", "mean Success@3"])
    },
    **{
        f"{number} lists of {items}{', lecture' * lecture}": Row(
            of_dishes(number, items), [*[PHONE] * (not lecture), PROJECTOR, wide(1440), LARGE], lecture=lecture
        )
        for number, items in [(2, 10), (3, 3), (4, 5), (5, 5), (8, 3)]
        for lecture in (False, True)
    },
    "a question": Row(
        lambda: rt.classroom.question("Which order?", answer=["a", "b", "c"]), [PHONE, wide(1280)], touch=True
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_nothing_is_cut_broken_or_covered(opened, name):
    row, found = ROWS[name], {}
    page = opened(row.make(), row.sizes[0], touch=row.touch, lecture=row.lecture)
    row.do(page)
    for size in row.sizes:
        page.set_viewport_size(size)
        at_rest(page)
        for part in parts(page):
            at_rest(page)
            found[(*size.values(), part)] = looked(page, *[WHOLE] * row.whole, *[TINY] * row.touch)
    assert not "\n".join(f"{state}: {one}" for state, some in found.items() for one in some)
