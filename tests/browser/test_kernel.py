"""What a surface asks of the kernel: one message for a gesture, none for what the browser can do alone."""

import pytest

from tests.browser import screen
from tests.browser.jupyter import notebook_of
from tests.browser.player import button, cell, rows, sentence

EXPLORER = "explorer = rt.explore([1, 0, 1, 1, 0, 1, 0, 0], ['P@5', 'AP'])\nexplorer"
PLAYER = "rt.step_through(rt.measure('AP')(rt.Ranking([1, 0, 1, 1])))"


@pytest.fixture
def live(lab, kernel, lab_page, tmp_path):
    """Open a notebook with an explorer and a player, all cells run; both."""
    made = notebook_of(tmp_path / "messages.ipynb", "import rankteach as rt", EXPLORER, PLAYER)
    lab.open_notebook(lab_page, made)
    explorer, player = (screen.surface(lab_page).nth(place) for place in (0, 1))
    screen.where(player).filter(has_text="step 1 of 4").wait_for()
    return explorer, player


def look(explorer, player, place):
    """Choose a row of the calculation, walk through another one, and predict."""
    keyboard = player.page.keyboard
    rows(explorer).nth(place).click()
    explorer.locator(f".rt-table tbody tr.rt-now:nth-child({place + 1})").wait_for()
    assert explorer.locator(".rt-item.rt-now").count() == 1
    button(player, "next").focus()
    keyboard.press("Home")
    for step in (2, 3):
        keyboard.press("ArrowRight")
        screen.where(player).filter(has_text=f"step {step} of 4").wait_for()
    button(player, "last").click()
    screen.where(player).filter(has_text="the value").wait_for()
    player.get_by_label("step", exact=True).fill("2")
    player.get_by_label("predict", exact=True).select_option("next")
    player.get_by_role("button", name="Reveal answer").click()
    assert sentence(player).startswith("Rank 2: d2 is not relevant, ")
    cell(player, 1, 4).hover()
    assert player.locator(".rt-source").count() > 0
    player.get_by_label("predict", exact=True).select_option("")


def test_an_action_is_one_message_and_what_only_looks_is_none(live, kernel):
    """Not while the kernel is idle, busy, or interrupted, and not when it has died."""
    explorer, player = live
    mark, value = screen.marks(explorer).nth(1), screen.values(explorer).first
    sent = kernel.sent_during(mark.click)
    assert [(message.channel, message.kind) for message in sent] == [("shell", "comm_msg")]
    assert sent[0].content["data"]["state"] == {"action": {"do": "toggle", "item": "d2", "n": 1}}
    value.filter(has_text="0.800").wait_for()
    assert kernel.sent_during(lambda: look(*live, 0)) == []
    with kernel.busy():
        assert kernel.sent_during(lambda: look(*live, 1)) == []
        assert len(kernel.sent_during(mark.click)) == 1  # answered now where the kernel has a subshell for it, or later
    assert kernel.sent_during(lambda: look(*live, 0)) == []  # it was interrupted
    value.filter(has_text="0.600").wait_for()
    player.get_by_role("button", name="Copy as code").click()
    player.get_by_role("status").filter(has_text="Copied").wait_for()
    assert player.page.evaluate("() => navigator.clipboard.readText()") == PLAYER
    kernel.restart()
    sent = kernel.sent_during(lambda: look(*live, 2))
    # ipywidgets asks the new kernel which widgets it knows
    assert not [message for message in sent if message.content.get("data", {}).get("method") == "update"]
    kernel.shut_down()
    before = len(kernel.sent)
    look(*live, 3)
    assert len(kernel.sent) == before
