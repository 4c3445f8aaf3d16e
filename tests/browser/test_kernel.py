"""What a surface asks of the kernel: one message for a gesture, none for what the browser can do alone."""

import pytest

from tests.browser import screen
from tests.browser.jupyter import notebook_of


@pytest.fixture
def live(lab, kernel, lab_page, tmp_path):
    """Open a notebook with an explorer, all cells run."""
    made = "import rankteach as rt\nexplorer = rt.explore([1, 0, 1, 1, 0, 1, 0, 0], ['P@5', 'AP'])\nexplorer"
    lab.open_notebook(lab_page, notebook_of(tmp_path / "messages.ipynb", made))
    screen.cards(lab_page).first.wait_for()
    return lab_page


def rows(page):
    return screen.table_rows(page)


def choose(page, place):
    """Choose a row of the calculation and see that it is marked."""
    rows(page).nth(place).click()
    page.locator(f".rt-table tbody tr.rt-now:nth-child({place + 1})").wait_for()
    assert page.locator(".rt-item.rt-now").count() == 1


def test_an_action_is_one_message_and_a_chosen_row_none(live, kernel):
    mark, value = screen.marks(live).nth(1), screen.values(live).first
    sent = kernel.sent_during(mark.click)
    assert [(message.channel, message.kind) for message in sent] == [("shell", "comm_msg")]
    assert sent[0].content["data"]["state"] == {"action": {"do": "toggle", "item": "d2", "n": 1}}
    value.filter(has_text="0.800").wait_for()
    assert kernel.sent_during(lambda: choose(live, 0)) == []
    with kernel.busy():
        assert kernel.sent_during(lambda: choose(live, 1)) == []
        assert len(kernel.sent_during(mark.click)) == 1  # answered now where the kernel has a subshell for it, or later
    value.filter(has_text="0.600").wait_for()
    kernel.restart()
    sent = kernel.sent_during(lambda: choose(live, 2))
    # ipywidgets asks the new kernel which widgets it knows
    assert not [message for message in sent if message.content.get("data", {}).get("method") == "update"]
    kernel.shut_down()
    before = len(kernel.sent)
    choose(live, 3)
    assert len(kernel.sent) == before
