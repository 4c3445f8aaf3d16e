"""The start notebook in a real JupyterLab."""

import pytest


@pytest.fixture
def start(lab, page):
    """Open the start notebook with all its cells run."""
    outputs = lab.open_notebook(page, "00_start_here")
    assert not [output for cell in outputs for output in cell if output["output_type"] == "error"]
    return page


def test_the_start_notebook_runs(start, lab):
    assert lab.sources(start)
