import pytest

from notebooks.build import names


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test that asks for a ``name`` on each notebook."""
    if "name" in metafunc.fixturenames and not list(metafunc.definition.iter_markers("parametrize")):
        metafunc.parametrize("name", names())
