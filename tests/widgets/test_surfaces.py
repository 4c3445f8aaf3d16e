"""Every surface has a row in the list of surfaces, and the row is true of it."""

import pytest

from rankteach.widgets import protocol
from rankteach.widgets.frame.modules import WIDGETS, script
from rankteach.widgets.surfaces import SURFACES
from tests.preview import made


def test_every_folder_with_a_widget_has_a_row():
    said = "add a row to rankteach/widgets/surfaces.py"
    assert {path.parent.name for path in WIDGETS.glob("*/widget.py")} <= SURFACES.keys(), said


@pytest.mark.parametrize("name", SURFACES)
def test_the_row_of_a_surface_is_true(name):
    row = SURFACES[name]
    surface = made(row.example)
    assert (type(surface).__name__, surface.folder) == (row.widget, name)
    assert "render" in script(name) and hasattr(protocol, row.view)
    assert row.how and (surface._state.recordable_actions() or not surface._state.actions)  # a saved page can answer
