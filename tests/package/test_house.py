"""The floors: a folder imports only from lower floors, and no two files import each other.

Imports inside functions count as well, and those that only a type checker sees.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools import files

PACKAGE = Path(__file__).parents[2] / "rankteach"
FLOORS = (
    ("core",),
    ("notation",),
    ("tracing",),
    ("metrics", "explain"),
    ("runs", "plots"),
    ("widgets",),
    ("classroom",),
    ("__init__", "__main__"),
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS, start=1) for room in rooms}


def name_of(path: Path) -> str:
    """The dotted name of a module: rankteach.core.column."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in files(PACKAGE, ".py")}


def module_of(name: str) -> str:
    """The module that an imported name lies in."""
    while name not in MODULES:
        name = name.rpartition(".")[0]
    return name


TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def imported_by(tree: ast.AST) -> Iterator[str]:
    """Every module of the package that a file imports, wherever in the file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "rankteach":
            yield from {module_of(f"{node.module}.{alias.name}") for alias in node.names}
        elif isinstance(node, ast.Import):
            yield from {module_of(alias.name) for alias in node.names if alias.name.partition(".")[0] == "rankteach"}


IMPORTS = {name: set(imported_by(tree)) - {name} for name, tree in TREES.items()}


def room_of(module: str) -> str:
    """The folder at the package's root that a module lies in, or the face, or the terminal."""
    return module.split(".")[1] if "." in module else "__init__"


def test_only_the_rooms_of_the_plan_are_at_the_package_root() -> None:
    found = {path.name for path in PACKAGE.iterdir() if not path.name.startswith((".", "__pycache__"))}
    folders = {room for room in FLOOR if not room.startswith("__")}
    assert found == folders | {"__init__.py", "__main__.py", "py.typed"}


def test_a_module_imports_only_from_its_own_room_and_lower_floors() -> None:
    upward = [
        f"{module} imports {other}"
        for module, others in IMPORTS.items()
        for other in others
        if room_of(other) != room_of(module) and FLOOR[room_of(other)] >= FLOOR[room_of(module)]
    ]
    assert not upward


SURFACES = {path.parent.name for path in (PACKAGE / "widgets").glob("*/widget.py")}


def folder_of(module: str) -> str:
    """The folder within widgets/ that a module lies in; an empty string for any other module."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["rankteach", "widgets"] and len(parts) > 3 else ""


@pytest.mark.parametrize("surface", sorted(SURFACES | {"frame", "parts", "session"}))
def test_a_surface_imports_nothing_from_the_folder_of_another_surface(surface: str) -> None:
    others = {
        other
        for module in MODULES
        if folder_of(module) == surface
        for other in IMPORTS[module]
        if folder_of(other) in SURFACES - {surface}
    }
    assert not others


def test_no_modules_import_each_other_in_a_circle() -> None:
    left = dict(IMPORTS)
    while free := {module for module, others in left.items() if not others & left.keys()}:
        left = {module: others for module, others in left.items() if module not in free}
    assert not left, f"these import each other: {sorted(left)}"


def test_relative_imports_would_not_be_seen_so_there_are_none() -> None:
    relative = [
        name
        for name, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert not relative


# --- what is private to the core ---------------------------------------------------------------------------------
def private_names(tree: ast.AST) -> set[str]:
    """The private attributes that a file's classes set or define; names that Jupyter asks for end in an underscore."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            parts = [part.target if isinstance(part, ast.AnnAssign) else part for part in node.body]
            names |= {str(getattr(part, "name", getattr(part, "id", ""))) for part in parts}
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.attr)
    return {name for name in names if name.startswith("_") and not name.endswith("_")}


PRIVATE_TO_CORE = {name for module, tree in TREES.items() if room_of(module) == "core" for name in private_names(tree)}
OUTSIDE_CORE = [path for module, path in MODULES.items() if room_of(module) != "core"]
TESTS = files(PACKAGE.parent / "tests", ".py")


def asks_the_operation(tree: ast.AST) -> Iterator[int]:
    """The lines on which code compares what a column's operation is called with a name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [
                isinstance(side, ast.Attribute) and side.attr == "operation" for side in (node.left, *node.comparators)
            ]
            yield from [node.lineno] * (any(sides) and not all(sides))
        part = node.subject if isinstance(node, ast.Match) else node.slice if isinstance(node, ast.Subscript) else None
        if isinstance(part, ast.Attribute) and part.attr == "operation":
            yield part.lineno


def test_only_the_core_and_its_notation_ask_what_an_operation_is_called() -> None:
    of_room: dict[str, list[str]] = {}
    for name, tree in TREES.items():
        of_room.setdefault(room_of(name), []).extend(f"{name}:{line}" for line in asks_the_operation(tree))
    assert of_room.pop("core")
    assert of_room.pop("notation")
    elsewhere = [place for places in of_room.values() for place in places]
    assert not elsewhere, "ask a Column instead (is_sum, is_quotient, ...): " + ", ".join(elsewhere)


def private_reads(path: Path) -> Iterator[str]:
    """Where a file reads what is private to the core and not its own."""
    source = path.read_text(encoding="utf-8")
    if not set(re.findall(r"\w+", source)) & PRIVATE_TO_CORE:
        return
    tree = ast.parse(source)
    theirs = PRIVATE_TO_CORE - private_names(tree)
    for node in ast.walk(tree):
        own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
        if isinstance(node, ast.Attribute) and node.attr in theirs and not own:
            yield f"{path.relative_to(PACKAGE.parent)}:{node.lineno}: {ast.unparse(node)}"


def test_nobody_outside_the_core_reads_its_private_attributes() -> None:
    reads = [read for path in (*OUTSIDE_CORE, *TESTS) for read in private_reads(path)]
    assert not reads, "\n" + "\n".join(reads)


def test_the_idea_is_small_to_read() -> None:
    """What CONTRIBUTING names takes a quarter of an hour, at 150 words a minute."""
    page = (PACKAGE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    parts = re.findall(r"^\d\. `(core/\w+\.py)`, (?:down to `(# --- [^`]+)`|all of it)", page, re.MULTILINE)
    assert len(parts) == 3
    words = 0
    for path, end in parts:
        text = (PACKAGE / path).read_text(encoding="utf-8")
        assert text.count(end) == 1 or not end
        words += len(text.partition(end)[0].split() if end else text.split())
    assert words <= 15 * 150
