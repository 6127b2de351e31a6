"""What mypyc cannot compile is found here within a second; the build that compiles takes minutes (``tests/compiled``)."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_no_unpacking_within_what_is_searched() -> None:
    """``x in (*NAMES, "more")`` stops mypyc; a constant of the module does not."""
    compiled: list[str] = runpy.run_path(str(ROOT / "scripts" / "compile.py"))["modules"]()
    found = []
    for module in compiled:
        for node in ast.walk(ast.parse((ROOT / "server" / module).read_text("utf-8"))):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
                parts = getattr(node.comparators[0], "elts", ())
                if any(isinstance(one, ast.Starred) for one in parts):
                    found.append(f"{module}:{node.lineno}")

    assert compiled
    assert found == []
