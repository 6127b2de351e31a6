"""Files of a given length, made of the example project's own code: its classes again and again under new names."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "vit-classifier"
SIZES = {"300 lines": 300, "1,500 lines": 1500, "5,300 lines": 5300}
_FILE_LENGTHS = (150, 300, 200, 600, 400, 1000, 250, 1500)


@dataclass(frozen=True)
class _Model:
    """The parts of the example's model: what stands before its definitions, and the definitions by name."""

    head: list[str]
    definitions: dict[str, list[str]]


def model(lines: int) -> str:
    """Valid Python of exactly ``lines`` lines; ``lines`` must hold the imports at least."""
    parts = _model()
    out = list(parts.head)
    names = re.compile(rf"\b({'|'.join(parts.definitions)})\b")
    for number in count():
        rest = lines - len(out)
        fitting = {name: body for name, body in parts.definitions.items() if len(body) <= rest}
        if not fitting:
            break
        for body in fitting.values():
            if len(body) <= lines - len(out):
                out += [names.sub(rf"\1_{number}", line) for line in body]
    out += ["# the end"] * (lines - len(out))
    return "\n".join(out) + "\n"


def project(folder: Path, lines: int) -> tuple[int, int]:
    """Effect: writes packages of model files of many lengths, each with a data set and a training script.

    Returns how many files and lines they have.
    """
    companions = {name: (EXAMPLE / name).read_text(encoding="utf-8") for name in ("data.py", "train.py")}
    files = written = 0
    for number, length in enumerate(cycle(_FILE_LENGTHS)):
        if written >= lines:
            return files, written
        package = folder / f"package_{number}"
        package.mkdir(parents=True)
        for name, text in {"__init__.py": "", "model.py": model(length), **companions}.items():
            (package / name).write_text(text, encoding="utf-8")
            files += 1
            written += text.count("\n")
    raise AssertionError("cycle ends")


def _model() -> _Model:
    text = (EXAMPLE / "model.py").read_text(encoding="utf-8")
    lines = text.splitlines()
    defined = [n for n in ast.parse(text).body if isinstance(n, (ast.ClassDef, ast.FunctionDef))]
    first = defined[0].lineno - 1
    bodies = {node.name: ["", "", *lines[node.lineno - 1 : node.end_lineno]] for node in defined}
    return _Model("\n".join(lines[:first]).rstrip().split("\n"), bodies)
