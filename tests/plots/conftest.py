"""Figures are drawn without a window, and closed after each test."""

from collections.abc import Iterator
from typing import Any

import matplotlib

matplotlib.use("Agg")

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


def legend(ax: Axes) -> list[str]:
    """The words in a legend."""
    found = ax.get_legend()
    return [] if found is None else [text.get_text() for text in found.get_texts()]


def contrast(one: Any, other: Any) -> float:
    """The contrast of two colours by WCAG 2."""

    def luminance(colour: Any) -> float:
        shares = np.array(to_rgb(colour))
        linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
        return float(linear @ [0.2126, 0.7152, 0.0722])

    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)
