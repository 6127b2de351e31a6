"""Takes the torch imports out of a file and puts one MindSpore block in their place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mindport.rewrite import statements
from mindport.rewrite.spelling import HELPERS_MODULE, Spelling
from mindport.syntax.source import LEFT_MARK, SourceFile
from mindport.text import Edit, Span

_SHORTEST_WIDTH = 88
_LONGEST_WIDTH = 120
_NOT_LOADED_BY_TORCH = (
    *(f"torch.utils.{m}" for m in ("benchmark", "checkpoint", "cpp_extension", "flop_counter", "mkldnn")),
    *(f"torch.utils.{m}" for m in ("mobile_optimizer", "model_zoo", "tensorboard")),
    *(f"torch.distributed.{m}" for m in ("checkpoint", "fsdp", "nn", "optim", "pipelining", "tensor")),
    "torch.distributed.algorithms._checkpoint.checkpoint_wrapper",
    "torch.distributed.elastic.multiprocessing.errors",
    "torch.ao.pruning",
    "torch.cuda.comm",
    "torch.multiprocessing.pool",
    "torch.quantization.quantize_fx",
)
"""What ``import torch`` alone does not import."""


@dataclass(frozen=True)
class TorchImport:
    """An import statement that binds torch names; ``local`` maps what it binds to the qualified name."""

    node: ast.Import | ast.ImportFrom
    local: dict[str, str]
    others: tuple[str, ...]  # names of the same statement that are not torch's
    top_level: bool


def is_torch(name: str | None) -> bool:
    return name is not None and (name == "torch" or name.startswith("torch."))


def torch_imports(source: SourceFile) -> Iterator[TorchImport]:
    """Every import of torch in the file (torchvision and the like are other packages)."""
    if source.tree is None:
        return
    for node in source.each(ast.Import, ast.ImportFrom):
        top = source.parent(node) is source.tree
        if isinstance(node, ast.Import):
            local: dict[str, str] = {}
            others: list[str] = []
            for alias in node.names:
                if is_torch(alias.name):
                    local[alias.asname or "torch"] = alias.name if alias.asname else "torch"
                else:
                    others.append(alias.name + (f" as {alias.asname}" if alias.asname else ""))
            if local:
                yield TorchImport(node, local, tuple(others), top)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and is_torch(node.module):
            names = {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names if a.name != "*"}
            yield TorchImport(node, names, (), top)


def mindspore_names(source: SourceFile) -> dict[str, str]:
    """Qualified MindSpore name → local name, for what the file imports at top level already."""
    out: dict[str, str] = {}
    for node in source.tree.body if source.tree else ():
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "mindspore" and (alias.asname or "." not in alias.name):
                    out[alias.name] = alias.asname or alias.name
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").split(".")[0] == "mindspore":
            for alias in node.names:
                if alias.name != "*":
                    out[f"{node.module}.{alias.name}"] = alias.asname or alias.name
    return out


def migrated_before(source: SourceFile) -> bool:
    """Whether an earlier pass has been here: something is marked as left, or MindSpore or the helpers are imported at the top."""
    if LEFT_MARK in source.text or mindspore_names(source):
        return True
    return any(
        isinstance(node, ast.ImportFrom) and node.module == HELPERS_MODULE
        for node in (source.tree.body if source.tree else ())
    )


def edits(source: SourceFile, found: list[TorchImport], spelling: Spelling, kept: set[str], package: str) -> list[Edit]:
    """Edits of the import statements; ``kept``: qualified torch names that the file still uses."""
    block = _wrapped(source, [*kept_lines(kept), *spelling.lines(package)])
    out: list[Edit] = []
    anchor: TorchImport | None = next((f for f in found if f.top_level), None)
    emptied = _emptied(source, found)
    out += [statements.removal(source, one) for one in emptied]
    for item in found:
        if source.parent(item.node) in emptied or source.parent(source.parent(item.node) or item.node) in emptied:
            continue
        if item is anchor:
            lines = [*([f"import {', '.join(item.others)}"] if item.others else []), *block]
            out.append(_replace(source, item.node, lines))
        elif item.others:
            out.append(_replace(source, item.node, [f"import {', '.join(item.others)}"]))
        else:
            out.append(statements.removal(source, item.node))
    if anchor is None and block:
        out.append(_insert(source, block))
    return out


def _emptied(source: SourceFile, found: list[TorchImport]) -> list[ast.Try]:
    """Each ``try`` that does nothing but import what goes: one place of torch's or another."""
    gone = {id(item.node) for item in found if not item.others}
    tries = [source.parent(item.node) for item in found]
    return [
        one
        for one in dict.fromkeys(tries)
        if isinstance(one, ast.Try)
        and all(id(statement) in gone for block in statements.blocks(one) for statement in block)
        and "#" not in source.text_of(one)
    ]


def insertion(source: SourceFile, spelling: Spelling, package: str = "") -> list[Edit]:
    """Adds the block beside imports that stay (a fix of one call)."""
    lines = _wrapped(source, spelling.lines(package))
    return [_insert(source, lines)] if lines else []


def _wrapped(source: SourceFile, lines: list[str]) -> list[str]:
    """An import longer than the file's own lines stands in parentheses, a name a line."""
    if all(len(line) <= _SHORTEST_WIDTH for line in lines):
        return lines
    longest = max(map(len, source.text.splitlines()), default=0)
    width = min(max(longest, _SHORTEST_WIDTH), _LONGEST_WIDTH)
    out: list[str] = []
    for line in lines:
        head, found, names = line.partition(" import ")
        if len(line) <= width or not found:
            out.append(line)
        else:
            out += [f"{head} import (", *(f"    {name}," for name in names.split(", ")), ")"]
    return out


def kept_lines(kept: set[str]) -> list[str]:
    """Imports of torch for the qualified names that stay."""
    lines = [f"import {m}" for m in _NOT_LOADED_BY_TORCH if any(k == m or k.startswith(m + ".") for k in kept)]
    return lines or (["import torch"] if kept else [])


def _replace(source: SourceFile, node: ast.stmt, lines: list[str]) -> Edit:
    if not lines:
        return statements.removal(source, node)
    indent = statements.indentation(source, node)
    return Edit(source.span(node), (f"\n{indent}".join(lines),), 1)


def _insert(source: SourceFile, lines: list[str]) -> Edit:
    tree = source.tree
    assert tree is not None
    newline = source.newline
    after: ast.stmt | None = None
    for statement in tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            after = statement
        elif after is None and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            after = statement
        elif after is not None and not _docstring(statement):
            break
    if after is None:
        at = source.span(tree.body[0]).start if tree.body else 0
        at = statements.line_span(source, tree.body[0]).start if tree.body else 0
        return Edit(Span(at, at), (newline.join(lines) + newline * 3,), 1)
    at = statements.line_span(source, after).end
    ends = source.text[:at].endswith(("\n", "\r"))
    blank = newline if _docstring(after) else ""
    text = blank + newline.join(lines) + newline
    return Edit(Span(at, at), (text if ends else newline + text,), 1)


def _docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
