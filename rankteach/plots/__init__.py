"""Figures that matplotlib draws from traces.

Every function takes an ``ax`` to draw on, or makes a figure of its own, and returns the Axes. It draws the columns of
a trace: nothing is calculated a second time.

A new figure has no ground, and you can read its ink on a light and on a dark page. For paper, pass your own ``ax``: its
ground and its ink stay as your settings of matplotlib say.

>>> from matplotlib.figure import Figure
>>> from rankteach import plots
>>> ax = Figure().subplots()
>>> ax is plots.roc([1, 0, 1, 1, 0, 1, 0, 0], ax, label="my model")
True
>>> ax.get_legend().get_texts()[0].get_text()
'my model: AUC = 3/4 = 0.75'
"""

from rankteach.plots.by_rank import at_every_k, fap
from rankteach.plots.curves import precision_recall, roc
from rankteach.plots.two_lists import agreement
from rankteach.plots.what_if import chance, swaps, toggles

__all__ = ["agreement", "at_every_k", "chance", "fap", "precision_recall", "roc", "swaps", "toggles"]
