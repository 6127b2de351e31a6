"""The architecture's invariants, each as a test that names what breaks it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "server" / "mindport"
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def text(module: Path) -> str:
    return module.read_text(encoding="utf-8")


@cache
def tree(module: Path) -> ast.Module:
    return ast.parse(text(module))


def uses(module: Path, library: str) -> bool:
    """Whether the module imports the library. Few name it in a line with an import, so the others are not gone through."""
    named = re.search(rf"\bimport\b.*\b{library}\b|\bfrom\s+{library}\b", text(module).replace("\\\n", " "))
    return named is not None and library in {name.split(".")[0] for name in imports(module)}


def imports(module: Path) -> Iterator[str]:
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def room(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_imports_point_down_only() -> None:
    script = "from importlinter.cli import lint_imports; import sys; sys.exit(lint_imports(cache_dir=None))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("library", "rooms"),
    [
        ("torch", {"worker"}),
        ("mindspore", {"worker"}),
        ("pygls", {"lsp"}),
        ("lsprotocol", {"lsp"}),
        ("click", {"cli"}),
        ("rich", {"cli"}),
        ("jinja2", {"render"}),
    ],
)
def test_library_stays_in_its_room(library: str, rooms: set[str]) -> None:
    users = {room(module) for module in MODULES if uses(module, library)}

    assert users <= rooms


def test_only_the_command_line_and_the_worker_print() -> None:
    printers = [
        module.relative_to(PACKAGE).as_posix()
        for module in MODULES
        if room(module) not in ("cli", "worker") and "print(" in text(module)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]

    assert printers == []


def test_no_module_is_called_utils_or_manager() -> None:
    assert [m.name for m in MODULES if re.search(r"util|manager|helper_", m.stem)] == []


def test_every_module_says_what_it_is() -> None:
    silent = [
        module.relative_to(PACKAGE).as_posix()
        for module in MODULES
        if module.stat().st_size and not ast.get_docstring(tree(module))
    ]

    assert silent == []


def test_the_server_starts_without_frameworks() -> None:
    hide = "import sys; sys.modules['torch'] = None; sys.modules['mindspore'] = None; sys.modules['numpy'] = None"
    script = f"{hide}\nimport mindport.engine, mindport.cli.scan, mindport.cli.migrate, mindport.lsp.server"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
