"""Puts the helpers that a migrated project needs into the text of one module."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mindport.mapping.index import RowIndex, load

MODULE = "mindport_helpers"
_NEEDS = re.compile(r"^# needs: *(.+)$", re.MULTILINE)
_IMPORT = re.compile(r"^(?:import \S.*|from \S+ import .*)$")
_OPTIONAL = ("einops", "PIL")  # which a project may do without
_HEADER = '"""What PyTorch has and MindSpore lacks, used by the modules of this project."""'


def closure(names: frozenset[str] | set[str], index: RowIndex) -> list[str]:
    """``names`` and the helpers that they need, each after those it needs."""
    out: list[str] = []

    def visit(name: str) -> None:
        if name in out:
            return
        for needed in needs(_source(name, index)):
            visit(needed)
        out.append(name)

    for name in sorted(names):
        visit(name)
    return out


def needs(source: str) -> list[str]:
    """Helpers that a helper calls."""
    return [name.strip() for line in _NEEDS.findall(source) for name in line.split(",") if name.strip()]


def module_text(names: frozenset[str] | set[str], index: RowIndex | None = None) -> str:
    """Text of the generated module that holds the helpers, their imports merged at its top."""
    index = index or load()
    imports: set[str] = set()
    bodies: list[str] = []
    for name in closure(names, index):
        found, body = split(_source(name, index))
        imports |= found
        bodies.append(body + _named_as_torch(name, body, index))
    head = "\n".join([_HEADER, "", "from __future__ import annotations", "", *_ordered(imports)])
    return "\n\n\n".join([head, *bodies]) + "\n"


def split(source: str) -> tuple[set[str], str]:
    """The import lines of a helper file, and the rest without its docstring and notes."""
    text = _NEEDS.sub("", source)
    text = re.sub(r'\A\s*"""(?:.|\n)*?"""', "", text)
    imports: set[str] = set()
    body: list[str] = []
    for line in text.splitlines():
        if _IMPORT.match(line):
            if not line.startswith("from __future__"):
                imports.add(line)
        else:
            body.append(line)
    return imports, "\n".join(body).strip("\n")


def _named_as_torch(name: str, body: str, index: RowIndex) -> str:
    """What gives a layer's class the name that it has in torch: programs ask ``type(m).__name__ == "BatchNorm2d"``."""
    named = name.removeprefix("Torch")
    row = index.get(f"torch.nn.{named}") if named != name and f"class {name}" in body else None
    return f'\n\n\n{name}.__name__ = "{named}"' if row is not None and row.kind == "class" else ""


def _ordered(imports: set[str]) -> list[str]:
    """Standard library first, then others; ``from m import a`` lines of one module merged."""
    plain = sorted(line for line in imports if line.startswith("import "))
    names: dict[str, set[str]] = {}
    for line in imports:
        match = re.match(r"from (\S+) import (.+)", line)
        if match:
            names.setdefault(match.group(1), set()).update(part.strip() for part in match.group(2).split(","))
    merged = [f"from {module} import {', '.join(sorted(found))}" for module, found in sorted(names.items())]
    lines = plain + merged
    tried = [line for package in _OPTIONAL for line in _tried(package, lines)]
    lines = [line for line in lines if f"    {line}" not in tried]
    third = [line for line in lines if re.match(r"(?:import|from) (?:mindspore|numpy)\b", line)]
    standard = [line for line in lines if line not in third]
    return [*standard, *([""] if standard and third else []), *third, *tried]


def _tried(package: str, lines: Iterable[str]) -> list[str]:
    """The imports of a package, which the module does without as long as nothing asks for it; helpers may inherit from its
    classes."""
    asked = [line for line in lines if re.match(rf"(?:import|from) {package}\b", line)]
    if not asked:
        return []
    names = [name for line in asked for name in line.rpartition("import ")[2].split(", ")]
    missing = f'{" = ".join(names)} = type("{package}_is_missing", (), {{}})'
    return ["", "try:", *(f"    {line}" for line in asked), "except ImportError:", f"    {missing}"]


def _source(name: str, index: RowIndex) -> str:
    source = index.helper(name)
    if source is None:
        raise KeyError(f"no helper {name!r} in mapping_db/helpers")
    return source
