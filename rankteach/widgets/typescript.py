"""``protocol.py`` as TypeScript declarations: ``python -m rankteach.widgets.typescript`` writes ``protocol.d.ts``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).with_name("protocol.py")
TARGET = Path(__file__).with_name("protocol.d.ts")
HEAD = "// Written by python -m rankteach.widgets.typescript from protocol.py: change that file, and not this one.\n"
NAMES = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "Any": "unknown"}


def declarations(source: str) -> str:
    """TypeScript for every type in a Python source: an interface for a ``TypedDict``, and aliases as they are.

    >>> print(declarations('class Row(TypedDict):\\n    \"\"\"A row.\"\"\"\\n\\n    k: int | None  # the cutoff\\n'))
    /** A row. */
    export interface Row {
      /** the cutoff */
      k: number | null;
    }
    """
    lines = source.splitlines()
    nodes = ast.parse(source).body
    blocks = []
    for node, following in zip(nodes, [*nodes[1:], None], strict=True):
        if isinstance(node, ast.ClassDef):
            blocks.append("\n".join(_interface(node, lines)))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            doc = _comment(_text_of(following))
            blocks.append("\n".join([*doc, f"export type {node.targets[0].id} = {_type(node.value)};"]))
    return "\n\n".join(blocks)


def _interface(node: ast.ClassDef, lines: list[str]) -> Iterator[str]:
    bases = ", ".join(base.id for base in node.bases if isinstance(base, ast.Name) and base.id != "TypedDict")
    yield from _comment(ast.get_docstring(node) or "")
    yield f"export interface {node.name}{f' extends {bases}' * bool(bases)} {{"
    for field in node.body:
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            annotation, mark = field.annotation, ""
            if isinstance(annotation, ast.Subscript) and _name(annotation.value) == "NotRequired":
                annotation, mark = annotation.slice, "?"
            doc = lines[field.lineno - 1].partition("  # ")[2]
            yield from (f"  {line}" for line in _comment(doc))
            yield f"  {field.target.id}{mark}: {_type(annotation)};"
    yield "}"


def _type(node: ast.expr) -> str:
    """An annotation in TypeScript."""
    match node:
        case ast.BinOp(left, ast.BitOr(), right):
            return f"{_type(left)} | {_type(right)}"
        case ast.Constant(None):
            return "null"
        case ast.Subscript(ast.Name("Literal"), values):
            return " | ".join(_literal(value) for value in _parts(values))
        case ast.Subscript(ast.Name("list"), of):
            inner = _type(of)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case ast.Subscript(ast.Name("tuple"), of):
            return f"[{', '.join(map(_type, _parts(of)))}]"
        case ast.Subscript(ast.Name("dict"), ast.Tuple([key, value])):
            return f"Record<{_type(key)}, {_type(value)}>"
        case ast.Name(name):
            return NAMES.get(name, name)
    raise TypeError(f"{ast.unparse(node)} needs a translation to TypeScript. Add one to _type() in {__name__}.")


def _literal(node: ast.expr) -> str:
    assert isinstance(node, ast.Constant)
    return f'"{node.value}"' if isinstance(node.value, str) else str(node.value)


def _parts(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _text_of(node: ast.stmt | None) -> str:
    """The text of a docstring that follows an alias."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return ""


def _comment(text: str) -> list[str]:
    lines = [line.strip() for line in text.strip().splitlines()]
    if len(lines) < 2:
        return [f"/** {line} */" for line in lines]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


def generated() -> str:
    """What ``protocol.d.ts`` must contain."""
    return f"{HEAD}\n{declarations(SOURCE.read_text(encoding='utf-8'))}\n"


if __name__ == "__main__":
    TARGET.write_text(generated(), encoding="utf-8")
