"""Every surface has an example in the gallery and words for a page, and a saved notebook shows it safely."""

import re

import pytest

import rankteach as rt
from docs.gallery import EXAMPLES
from rankteach.widgets.frame.modules import WIDGETS
from tests.browser.surfaces import SURFACES
from tests.preview import made
from tests.widgets.shared import HOSTILE, Tags


def test_every_folder_with_a_widget_has_an_example():
    assert {path.parent.name for path in WIDGETS.glob("*/widget.py")} <= EXAMPLES.keys(), "add one to docs/gallery.py"


def test_every_surface_is_tried_in_the_browsers():
    tried = {one.make().folder for one in SURFACES.values()} | {"question"}  # which has browser tests of its own
    assert EXAMPLES.keys() <= tried, "add one to tests/browser/surfaces.py"


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_one_of_its_surface_and_a_saved_page_can_answer(name):
    surface = made(EXAMPLES[name])
    assert surface.folder == name and surface.title and surface.how
    assert surface._state.recordable_actions() or not surface._state.actions


HOSTILE_LISTS = [rt.Ranking.from_items(items, {HOSTILE[0], "<b>"}) for items in (HOSTILE, HOSTILE[:0:-1])]
OF_STRANGERS = {
    "explorer": lambda: rt.explore(
        rt.Ranking([1, 0], items=HOSTILE[:2], missed={"<script>": 1, HOSTILE[2]: 0}, scores=[2.5, 1])
    ),
    "curves": lambda: rt.explore_curve(rt.Ranking([1, 0, 1], items=HOSTILE, scores=[2, 1, 1]), threshold=2),
    "agreement": lambda: rt.explore_agreement(HOSTILE, HOSTILE[::-1]),
    "sides": lambda: rt.side_by_side(*HOSTILE_LISTS),
}


@pytest.mark.parametrize("name", OF_STRANGERS)
def test_the_static_view_survives_a_cleaner_and_is_the_same_every_time(name):
    data, again = (OF_STRANGERS[name]()._repr_mimebundle_()[0] for _ in range(2))
    assert set(data) == {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"}
    found = Tags(data["text/html"])
    assert found.survive_a_cleaner()
    assert any(HOSTILE[0] in words for words in found.words)
    assert not re.search(r"(?<!>)\$x\$", re.sub("<img.*?>", "", data["text/html"]))
    assert all(data[kind] == again[kind] for kind in ("text/plain", "text/html"))
