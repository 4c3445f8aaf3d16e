"""The start notebook in a real JupyterLab."""


def test_the_start_notebook_runs(lab, lab_page):
    outputs = lab.open_notebook(lab_page, "00_start_here")
    assert not [output for cell in outputs for output in cell if output["output_type"] == "error"]
    assert lab.sources(lab_page)
