"""``protocol.py`` as TypeScript declarations: ``python -m tests.javascript.typescript`` writes ``protocol.d.ts``."""

from pathlib import Path
from types import GenericAlias, ModuleType, NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from rankteach.widgets import protocol

TARGET = Path(__file__).with_name("protocol.d.ts")
HEAD = "// Written by python -m tests.javascript.typescript from protocol.py, which explains the keys."
NAMES = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}


def declarations(module: ModuleType) -> str:
    """An interface for each ``TypedDict`` of a module, and its other types by their names."""
    blocks = [HEAD]
    for name, kind in vars(module).items():
        if isinstance(kind, GenericAlias):
            blocks.append(f"export type {name} = {translated(kind)};")
        elif is_typeddict(kind):
            hints = get_type_hints(kind, vars(module), include_extras=True)
            blocks.append("\n".join([f"export interface {name} {{", *map(key, hints, hints.values()), "}"]))
    return "\n\n".join(blocks) + "\n"


def key(name: str, kind: Any) -> str:
    if get_origin(kind) is NotRequired:
        return f"  {name}?: {translated(get_args(kind)[0])};"
    return f"  {name}: {translated(kind)};"


def translated(kind: Any) -> str:
    """A type in TypeScript."""
    origin, inner = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return kind.__name__
    if origin in (Union, UnionType):
        return " | ".join(map(translated, inner))
    if origin is Literal:
        return " | ".join(f'"{one}"' if isinstance(one, str) else str(one) for one in inner)
    if origin is list:
        return f"Array<{translated(inner[0])}>"
    if origin is tuple:
        return f"[{', '.join(map(translated, inner))}]"
    if origin is dict:
        return f"Record<{', '.join(map(translated, inner))}>"
    if kind not in NAMES:
        raise TypeError(f"{kind} needs a translation to TypeScript. Add one to translated() in {__name__}.")
    return NAMES[kind]


def write() -> None:
    """Write the declarations here: for tsc, this folder is one with that of the widgets."""
    TARGET.write_text(declarations(protocol), encoding="utf-8")


if __name__ == "__main__":
    write()
