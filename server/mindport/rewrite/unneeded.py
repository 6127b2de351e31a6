"""Imports that a migrated file needs no more: names that nothing reads once all else is rewritten.

``device = torch.device(pick_device())`` leaves ``Optional`` or ``MNIST`` behind where only what vanished has read them. At the
top of a file only imports of Python's own modules and of packages built on torch are looked at: others may be there for what
importing them does, or for the files that import them from here. What a function imports is for its own use, unless a ``try``
asks whether it is there at all.
"""

from __future__ import annotations

import ast
import re
import sys

from mindport.rewrite import statements
from mindport.rewrite.imports import is_torch
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

_LONG_STRINGS = re.compile(r"(\"{3}|'{3}).*?\1", re.DOTALL)
_BUILT_ON_TORCH = ("torchvision", "torchaudio", "einops")


def unneeded(source: SourceFile, made: SourceFile, written: frozenset[str]) -> frozenset[str]:
    """Names that the imports of ``made`` bind in vain: of those ``written`` by the migration, and of the source's own that the
    source still read."""
    if made.tree is None:
        return frozenset()
    read_before = _read(source)
    own = _imported(source)
    candidates = ({name for name in own if name in read_before} | _beside_torch(source)) - _exported(source)
    candidates |= {name for name in written if name in read_before or name not in own}
    code = _LONG_STRINGS.sub("", made.text)
    doubtful = {name for name in candidates if not _surely_reads(code, name)}
    if not doubtful:
        return frozenset()
    words: set[str] = set()
    documentation = {id(node.value) for node in made.each(ast.Expr)}
    for node in made.nodes:
        if isinstance(node, ast.Name):
            words.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            words.update(re.findall(r"\w+", node.value))  # an annotation, or a name for export
    return frozenset(doubtful - words)


def _surely_reads(text: str, name: str) -> bool:
    """Whether a look at the text is enough: the name at work, in code that is no import."""
    for found in re.finditer(rf"{name}[.(\[]", text):  # what begins with a letter is looked for much quicker
        before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if not re.search(r"""[\w.]\Z|[#"']|^\s*(?:from|import)\b""", before):
            return True
    return False


def without(source: SourceFile, names: frozenset[str], before: list[Edit]) -> list[Edit]:
    """Takes such names out of the source's own imports, those of torch aside and what ``before`` edits already."""
    out: list[Edit] = []
    for node in source.each(ast.Import, ast.ImportFrom) if names else ():
        if _is_of_torch(node):
            continue
        gone = [alias for alias in _concerned(source, node) if _local(alias) in names]
        if gone and any(edit.span.overlaps(source.span(node)) for edit in before):
            continue
        if len(gone) == len(node.names):
            out.append(statements.removal(source, node))
        elif gone:
            out += _fewer(source, node, gone)
    return out


def _fewer(source: SourceFile, node: ast.Import | ast.ImportFrom, names: list[ast.alias]) -> list[Edit]:
    spans = [source.span(alias) for alias in node.names]
    gone = [alias in names for alias in node.names]
    last = max(i for i, vanishes in enumerate(gone) if not vanishes)
    out = [Edit(Span(spans[i].start, spans[i + 1].start), ("",)) for i in range(last) if gone[i]]
    if last + 1 < len(spans):
        out.append(Edit(Span(spans[last].end, spans[-1].end), ("",)))
    return out


def _imported(source: SourceFile) -> set[str]:
    found = (n for n in source.each(ast.Import, ast.ImportFrom))
    return {_local(alias) for node in found for alias in _concerned(source, node)}


def _beside_torch(source: SourceFile) -> set[str]:
    """``import torch, torchvision``: what no file needs without torch, read or not."""
    plain = (n for n in source.each(ast.Import) if any(is_torch(alias.name) for alias in n.names))
    return {_local(a) for node in plain for a in node.names if a.name.split(".")[0] in _BUILT_ON_TORCH}


def _exported(source: SourceFile) -> set[str]:
    """A package's own file imports for others."""
    return _imported(source) if source.path is not None and source.path.name == "__init__.py" else set()


def _concerned(source: SourceFile, node: ast.Import | ast.ImportFrom) -> list[ast.alias]:
    if not _is_of_torch(node) and _for_a_function(source, node):
        return [alias for alias in node.names if alias.name != "*"]
    if isinstance(node, ast.Import):
        return [alias for alias in node.names if _is_known(alias.name)]
    return node.names if not node.level and _is_known(node.module or "") else []


def _is_of_torch(node: ast.Import | ast.ImportFrom) -> bool:
    if isinstance(node, ast.ImportFrom):
        return not node.level and is_torch(node.module)
    return any(is_torch(alias.name) for alias in node.names)


def _for_a_function(source: SourceFile, node: ast.stmt) -> bool:
    """Whether the import stands in a function, and nothing but the function can notice that it is gone."""
    name = {_local(alias) for alias in node.names} if isinstance(node, (ast.Import, ast.ImportFrom)) else set()
    around = source.around(node, ast.FunctionDef, ast.AsyncFunctionDef)
    if around is None or any(isinstance(a, (ast.Try, ast.ClassDef)) for a in source.above(node, type(around))):
        return False
    passed_out = (one for one in ast.walk(around) if isinstance(one, (ast.Global, ast.Nonlocal)))
    return not any(name & set(one.names) for one in passed_out)


def _is_known(module: str) -> bool:
    top = module.split(".")[0]
    return (top in sys.stdlib_module_names and top != "__future__") or top in _BUILT_ON_TORCH


def _local(alias: ast.alias) -> str:
    return alias.asname or alias.name.split(".")[0]


def _read(source: SourceFile) -> set[str]:
    return {n.id for n in source.each(ast.Name) if isinstance(n.ctx, ast.Load)}
