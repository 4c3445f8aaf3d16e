"""The explorer as a widget: gestures come from the browser, a view goes back."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from rankteach.measures import Measure
from rankteach.ranking import Ranking
from rankteach.trace import Trace
from rankteach.widgets.exploration import Exploration
from rankteach.widgets.static_view import explorer_html, explorer_text

STATIC = Path(__file__).parent / "static"


class Explorer(anywidget.AnyWidget):
    """A ranked list, its measures, and the calculation of one of them, to play with.

    ``rt.explore`` makes one. What the browser shows can be read and changed from Python too:
    ``ranking``, ``measures``, ``k``, ``chosen``; read only are ``trace`` and ``values``.

    >>> import rankteach as rt
    >>> explorer = rt.explore([1, 0, 1], ["P@2", "AP"])
    >>> explorer
    Explorer of 3 items: P@2 = 1/2, AP = 5/6
    >>> explorer.chosen = "AP"
    >>> explorer.set_state({"gesture": {"do": "move", "item": "d3", "to": 2, "n": 1}})  # as the browser does
    >>> explorer
    Explorer of 3 items: P@2 = 1, AP = 1
    """

    _esm = STATIC / "explorer.js"
    _css = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in ("surface.css", "explorer.css"))

    view = traitlets.Dict(help="everything to draw; Python to browser").tag(sync=True)
    gesture = traitlets.Dict(help="what somebody did, numbered by n; browser to Python").tag(
        sync=True, echo_update=False
    )
    error = traitlets.Unicode("", help="why the last gesture could not be done").tag(sync=True)

    def __init__(self, ranking: Any, measures: Sequence[str | Measure] | None = None, *, k: int | None = None) -> None:
        self._exploration = Exploration(ranking, measures, k)
        self._done = 0
        # its content gives it no width of its own: beside another widget it takes its share
        super().__init__(view=self._view(self._exploration), layout={"width": "100%", "min_width": "0"})

    # --- from Python ------------------------------------------------------------------------------------
    @property
    def ranking(self) -> Ranking:
        """The list as it stands; setting one makes it the start that changes are counted from."""
        return self._exploration.ranking

    @ranking.setter
    def ranking(self, ranking: Any) -> None:
        self._change(lambda exploration: exploration.set_ranking(ranking))

    @property
    def measures(self) -> list[str]:
        """The measures shown, as measure strings."""
        return [card.name for card in self._exploration.cards]

    @measures.setter
    def measures(self, measures: Sequence[str | Measure]) -> None:
        self._change(lambda exploration: exploration.set_measures(measures))

    @property
    def k(self) -> int:
        """The cutoff of the slider and of the measures that it moves: all that had the same one."""
        return self._exploration.cutoff

    @k.setter
    def k(self, k: int) -> None:
        self._change(lambda exploration: exploration.set_cutoff(k))

    @property
    def chosen(self) -> str:
        """The measure whose calculation is shown."""
        return self._exploration.card.name

    @chosen.setter
    def chosen(self, chosen: str | Measure) -> None:
        self._change(lambda exploration: exploration.choose(chosen))

    @property
    def trace(self) -> Trace:
        """The trace of the chosen measure."""
        return self._exploration.trace()

    @property
    def values(self) -> dict[str, float]:
        """The value of every measure shown, by its label."""
        shown = self._exploration
        return {label: float(shown.now.trace(card)) for label, card in zip(shown.labels(), shown.cards, strict=True)}

    # --- from the browser ---------------------------------------------------------------------------------
    @traitlets.observe("gesture")
    def _on_gesture(self, change: Any) -> None:
        """Do the gesture. ``late`` holds those before it whose message a busy kernel never saw."""
        gesture = change["new"]
        try:
            for one in [*gesture.get("late", ()), gesture]:
                if one.get("n", 0) > self._done:
                    self._done = one["n"]
                    self._change(partial(Exploration.act, gesture=one))
        except Exception as error:  # nobody sees an exception in an observer: the surface says it
            with self.hold_sync():
                self.error = str(error) or type(error).__name__
                self.view = self._view(self._exploration)

    def _change(self, change: Callable[[Exploration], None]) -> None:
        """Change the exploration as a whole or, where anything about it fails, not at all."""
        changed = copy.copy(self._exploration)
        changed.said = ""
        change(changed)
        view = self._view(changed)
        self._exploration = changed
        with self.hold_sync():
            self.view = view
            self.error = ""

    def _view(self, exploration: Exploration) -> dict[str, Any]:
        return {**exploration.view(), "done": self._done}

    # --- where nothing is live ----------------------------------------------------------------------------
    def __repr__(self) -> str:
        return explorer_text(self._exploration)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, "text/plain": repr(self), "text/html": explorer_html(self._exploration)}, metadata
