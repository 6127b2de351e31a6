"""How much is found where annotations say nothing: code is analysed as it is, and with those of its functions blanked out."""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mindport.engine import Engine, Settings

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_MEMBER = "torch.Tensor."
Place = tuple[str, int, int]


@dataclass
class Found:
    """Members of Tensors known with annotations, how many of them are known without, and what is claimed only then."""

    known: int = 0
    kept: int = 0
    lost: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)


def bare(text: str) -> str:
    """The text with spaces in the place of annotations of parameters and of results on one line; unchanged where these
    cannot be cut out."""
    lines = [bytearray(line.encode()) for line in text.split("\n")]
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    spans = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            spans.append(((node.lineno, node.col_offset + len(node.arg.encode())), _end(node.annotation)))
        elif isinstance(node, _FUNCTIONS) and node.returns is not None:
            start = _arrow(lines, node.returns)
            if start is not None and start[0] == _end(node.returns)[0]:  # no line may end there without its brackets
                spans.append((start, _end(node.returns)))
    for start, end in sorted(spans, reverse=True):  # what stands before keeps its place
        _blank(lines, start, end)
    found = b"\n".join(lines).decode()
    try:
        ast.parse(found)
    except SyntaxError:
        return text  # brackets around an annotation, say
    return found


def measure(folder: Path) -> Found:
    """Scans a folder as it is and a copy without annotations. Effect: writes a copy of its Python files for as long."""
    with tempfile.TemporaryDirectory() as place:
        for path in folder.rglob("*.py"):
            copy = Path(place, path.relative_to(folder))
            copy.parent.mkdir(parents=True, exist_ok=True)
            try:
                copy.write_bytes(bare(path.read_bytes().decode()).encode())
            except UnicodeDecodeError:
                continue
        before, after = dict(_members(folder)), dict(_members(Path(place)))
    found = Found(len(before))
    for one, api in before.items():
        if after.get(one) == api:
            found.kept += 1
        else:
            found.lost.append(_line(folder, one, api))
    found.other = [_line(folder, one, api) for one, api in after.items() if before.get(one) != api]
    return found


def _members(folder: Path) -> Iterator[tuple[Place, str]]:
    """Members of Tensors that are known for more than their names."""
    for file in Engine(Settings()).scan([folder]).to_json()["files"]:  # type: ignore[attr-defined]
        for use in file["uses"]:
            if use["api"].startswith(_MEMBER) and use["certainty"] != "guessed":
                yield (file["path"], use["line"], use["column"]), use["api"]


def _line(folder: Path, place: Place, api: str) -> str:
    return f"{folder / place[0]}:{place[1]}:{place[2]} {api}"


def _end(node: ast.expr) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


def _arrow(lines: list[bytearray], returns: ast.expr) -> tuple[int, int] | None:
    """Where the arrow before the annotation of a result stands."""
    line, column = returns.lineno, returns.col_offset
    while line > 0:
        at = bytes(lines[line - 1][:column]).rfind(b"->")
        if at >= 0:
            return line, at
        line -= 1
        column = len(lines[line - 1])
    return None


def _blank(lines: list[bytearray], start: tuple[int, int], end: tuple[int, int]) -> None:
    for line in range(start[0], end[0] + 1):
        first = start[1] if line == start[0] else 0
        last = end[1] if line == end[0] else len(lines[line - 1])
        lines[line - 1][first:last] = b" " * len(lines[line - 1][first:last].decode())
