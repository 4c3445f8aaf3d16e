"""Which notebooks pytest runs: ours, and not what is yours next to them."""

from pathlib import Path

import pytest

from notebooks.build import FOLDER, names, path_of, saved_from_jupyter


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out a notebook without a source, such as ``Untitled.ipynb``."""
    ours = collection_path.suffix != ".ipynb" or collection_path in map(path_of, names())
    return None if ours else True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip a notebook that you have run and saved, because its outputs are yours."""
    saved = {path_of(name): name for name in names() if saved_from_jupyter(name)}
    for item in items:
        if name := saved.get(item.path):
            path = path_of(name).relative_to(FOLDER.parent).as_posix()
            item.add_marker(
                pytest.mark.skip(
                    f"You saved {path} from Jupyter, so its outputs are yours. To compare ours again, save your copy "
                    f"under another name, then type: git checkout {path}"
                )
            )
