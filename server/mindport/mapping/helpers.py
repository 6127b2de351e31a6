"""Helpers: small MindSpore functions for what MindSpore lacks, and the module that a migrated project gets of them."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from pathlib import Path

_NEEDS = re.compile(r"^# needs: (.+)$", re.MULTILINE)
_HEADER = '"""Helpers for code migrated from PyTorch: what MindSpore has no counterpart for, with PyTorch\'s signatures."""'


def folder() -> Path:
    """Where the helpers lie: beside the rows."""
    from mindport.mapping import index

    return index.database() / "helpers"


@lru_cache(maxsize=None)
def source(name: str) -> str:
    """Source of one helper; raises ``FileNotFoundError`` for a name that no row should have used."""
    return (folder() / f"{name}.py").read_text(encoding="utf-8")


def closure(names: frozenset[str]) -> list[str]:
    """The helpers and all that they need, needed ones first."""
    ordered: list[str] = []

    def visit(name: str) -> None:
        if name in ordered:
            return
        for match in _NEEDS.finditer(source(name)):
            for other in re.split(r"[,\s]+", match.group(1).strip()):
                visit(other)
        ordered.append(name)

    for name in sorted(names):
        visit(name)
    return ordered


def module_text(names: frozenset[str]) -> str:
    """The generated module: one import block, then each helper."""
    imports: set[str] = set()
    bodies: list[str] = []
    wanted = closure(names)
    for name in wanted:
        text = source(name)
        tree = ast.parse(text)
        lines = text.splitlines()
        drop: set[int] = set()
        for statement in tree.body:
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                drop.update(range(statement.lineno - 1, statement.end_lineno or statement.lineno))
                if not (isinstance(statement, ast.ImportFrom) and statement.module in wanted):
                    imports.update(_import_lines(statement))
            elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                if statement is tree.body[0]:
                    drop.update(range(statement.lineno - 1, statement.end_lineno or statement.lineno))
        kept = [l for i, l in enumerate(lines) if i not in drop and not l.startswith("# needs:")]
        bodies.append("\n".join(kept).strip("\n"))
    return "\n\n\n".join([_HEADER + "\n\n" + "\n".join(_merged(imports)), *bodies]) + "\n"


def _import_lines(statement: ast.Import | ast.ImportFrom) -> list[str]:
    out = []
    for alias in statement.names:
        tail = f" as {alias.asname}" if alias.asname else ""
        if isinstance(statement, ast.ImportFrom):
            out.append(f"from {statement.module} import {alias.name}{tail}")
        else:
            out.append(f"import {alias.name}{tail}")
    return out


def _merged(lines: set[str]) -> list[str]:
    """``from x import a`` and ``from x import b`` in one line; the future first, the standard library before others."""
    plain = sorted(l for l in lines if l.startswith("import "))
    groups: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith("from "):
            module, _, name = line[5:].partition(" import ")
            groups.setdefault(module, []).append(name)
    froms = [f"from {m} import {', '.join(sorted(ns, key=lambda n: (not n.islower(), n.lower())))}"
             for m, ns in sorted(groups.items())]
    future = [f for f in froms if f.startswith("from __future__")]
    return future + plain + [f for f in froms if f not in future]
