import pytest

from notebooks.build import FOLDER, SOURCES

NAMES = sorted({path.stem for path in [*FOLDER.glob("*.ipynb"), *SOURCES.glob("*.py")]})


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test that asks for a ``name`` on each notebook."""
    if "name" in metafunc.fixturenames and not list(metafunc.definition.iter_markers("parametrize")):
        metafunc.parametrize("name", NAMES)
