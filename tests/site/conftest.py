"""The site, built once for all tests, and the browser that opens it, which is that of the surfaces."""

import os
from pathlib import Path

import pytest

from docs.build import build
from docs.recordings import ROOT
from tests.browser.conftest import chromium
from tests.environment import Environment
from tests.tools import program

__all__ = ["chromium"]

SLOW = os.environ.get("RANKTEACH_SLOW") == "1"
SOME = {
    "index": ".rt-mark",
    "metrics/ap": ".rt-mark",
    "notebooks/lessons/06_ndcg": ".rt-mark",
}
"""Of each page that is quickly built, what a click on changes the live surface."""


@pytest.hookimpl(tryfirst=True)  # before xdist looks at the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give all tests of the built site to one process, so that it is built once."""
    for item in items:
        if "site" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("site"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the pages that are quickly built; in the long form all of the site, as ``make site`` does.

    Then a warning of Sphinx ends it.
    """
    folder = tmp_path_factory.mktemp("site")
    if SLOW:
        program("npm", "npm")
        environment = Environment(folder / "environment")
        environment.variables["RANKTEACH_REPOSITORY"] = "https://github.com/ann/rankteach"
        environment.python("-m", "pip", "install", "--editable", f"{ROOT}[site]")
        environment.python("-m", "docs.build", folder, cwd=ROOT)
    else:
        assert build(folder, SOME) == 0
    return folder / "site"
