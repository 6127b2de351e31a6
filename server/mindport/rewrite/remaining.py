"""What of a file stays torch's: its names are spelled in full, and the imports that they need stay."""

from __future__ import annotations

import ast
from collections.abc import Callable

from mindport.analysis.analyze import Analysis
from mindport.rewrite import imports, statements
from mindport.semantics.imports import IMPORTED, STAND_IN
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def keep_torch_names(
    source: SourceFile,
    analysis: Analysis,
    torch: list[imports.TorchImport],
    settled: list[Span],
    edits: list[Edit],
    survives: Callable[[Span], bool],
    apis: dict[int, str],
) -> tuple[set[str], list[tuple[ast.expr, str]], list[ast.stmt]]:
    """Spells what stays torch's in full (``torch.nn.Foo``), for the short names now mean MindSpore.

    A function that keeps torch imports it itself, so that the file imports without torch; returns the names for which
    the import must stand at the top, every node that stays with its full name, and the imports within functions that
    serve as they are.
    """
    nodes: list[tuple[ast.expr, str]] = []
    kept: set[str] = set()
    functions: dict[int, tuple[ast.FunctionDef | ast.AsyncFunctionDef, set[str]]] = {}
    remains = _remains(source, settled, edits, survives)
    loads = [n for n in source.each(ast.Name) if isinstance(n.ctx, ast.Load)]
    optional = _optional(source, analysis, torch)
    by_others = brought(analysis)
    read = {node.id for node in loads if node.id in optional and remains(node)}
    stays: list[ast.stmt] = [item.node for item in torch if any(item.node in optional[name] for name in read)]
    standing = {name for item in torch if item.node in stays for name in item.local}
    for node in loads:
        qualified = _qualified(analysis, node, by_others) if node.id not in standing else None
        if not imports.is_torch(qualified) or not remains(node):
            continue
        assert qualified is not None
        span = source.span(node)
        # Where the API is public: some modules of torch's are hidden behind functions of the same name.
        qualified = apis.get(id(node), qualified)
        outer, name = _full_name(source, node, qualified)
        nodes.append((outer, name))
        function = _function_of(source, node)
        if function is None:
            kept.add(name)
        else:
            functions.setdefault(id(function), (function, set()))[1].add(name)
        if source.text[span.start : span.end] == node.id != qualified:
            edits.append(Edit(span, (qualified,)))
    if kept or (functions and imports.migrated_before(source) and any(item.top_level for item in torch)):
        # an earlier pass has left the import at the top for reasons that are gone from sight
        return kept | {name for _, names in functions.values() for name in names}, nodes, stays
    local = stays
    for function, names in functions.values():
        own = [t.node for t in torch if t.local == {"torch": "torch"} and _function_of(source, t.node) is function]
        if own:  # what guards it goes on guarding it
            local += own
            continue
        first = first_statement(function)
        start = statements.line_span(source, first).start
        indent = statements.indentation(source, first)
        lines = "".join(f"{indent}{line}{source.newline}" for line in imports.kept_lines(names))
        edits.append(Edit(Span(start, start), (lines,)))
    return set(), nodes, local


def brought(analysis: Analysis) -> dict[str, str]:
    """Names that imports bring from torch by way of another file of the project, which will have none of them once it is
    migrated, each with its qualified name."""
    if analysis.walked is None:
        return {}
    found: dict[str, str] = {}
    for name in analysis.bindings.names():
        if name.star or isinstance(name.statement, ast.Import) or imports.is_torch(name.qualified):
            continue
        if analysis.bindings.is_bound_elsewhere(name.local) or len(analysis.bindings.qualified(name.local)) > 1:
            continue
        held = analysis.walked.module.vars.get(name.local)
        if (
            held is not None
            and imports.is_torch(held.name)
            and (held.kind == "namespace" or held.definition in (IMPORTED, STAND_IN))
        ):
            found[name.local] = held.name
    return found


def without_brought(source: SourceFile, analysis: Analysis) -> tuple[list[Edit], list[imports.TorchImport]]:
    """Takes such names out of the imports; imports of nothing else are torch's, in effect."""
    names = brought(analysis)
    out: list[Edit] = []
    whole: list[imports.TorchImport] = []
    for node, bound in analysis.bindings.imports if names else ():
        stay = [n.alias for n in bound if n.local not in names]
        if len(stay) == len(bound) or not isinstance(node, ast.ImportFrom):
            continue
        if stay:
            listed = ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in stay)
            out.append(Edit(source.span(node), (f"from {'.' * node.level}{node.module or ''} import {listed}",), 1))
        else:
            local = {n.local: names[n.local] for n in bound}
            whole.append(imports.TorchImport(node, local, (), source.parent(node) is source.tree))
    return out, whole


def _optional(source: SourceFile, analysis: Analysis, torch: list[imports.TorchImport]) -> dict[str, list[ast.stmt]]:
    """Names that torch's imports bind under a condition while something else binds them under another, each with these
    imports: what still reads such a name reads whichever it was, so the imports stay."""
    found: dict[str, list[ast.stmt]] = {}
    for item in torch:
        if isinstance(source.parent(item.node), (ast.Try, ast.ExceptHandler, ast.If)):
            for name in item.local:
                if analysis.bindings.is_bound_elsewhere(name) or len(analysis.bindings.qualified(name)) > 1:
                    found.setdefault(name, []).append(item.node)
    return found


def _remains(
    source: SourceFile, settled: list[Span], edits: list[Edit], survives: Callable[[Span], bool]
) -> Callable[[ast.expr], bool]:
    """Tells whether a name is still there once ``edits`` are applied."""
    covered = {e.span for e in edits if e.layer == 0}

    def remains(node: ast.expr) -> bool:
        span = source.span(node)
        if any(s.contains(span) for s in settled) or not survives(span):
            return False
        return not any(c.contains(span) and c.end > c.start and _replaces(c, edits, span) for c in covered)

    return remains


def _qualified(analysis: Analysis, node: ast.Name, by_others: dict[str, str]) -> str | None:
    """Qualified torch name that a plain name stands for."""
    bound = analysis.bindings.qualified(node.id)
    found = analysis.type_of(node)
    if analysis.bindings.is_bound_elsewhere(node.id) and (not bound or is_variable(analysis.source, node)):
        return None  # a variable that holds something of torch's keeps its name
    if len(bound) == 1:
        only = next(iter(bound))
        return only if imports.is_torch(only) else by_others.get(node.id, only)
    if found.kind == "namespace" or (found.kind in ("module_class", "class", "function") and found.definition is None):
        return found.name or None
    if bound and all(imports.is_torch(name) for name in bound):  # imported again from elsewhere: the last one counts
        return [name.qualified for name in analysis.bindings.names() if name.local == node.id][-1]
    return None


def is_variable(source: SourceFile, node: ast.Name) -> bool:
    """Whether the name, where it stands, may be anything but what an import bound it to."""
    child: ast.AST = node
    current = source.parent(node)
    while current is not None:
        if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            body = current.body if isinstance(current.body, list) else [current.body]
            if any(child is part for part in body) and node.id in _bound_in(current):
                return True
        elif isinstance(current, (ast.Module, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            if node.id in _bound_in(current):
                return True
        elif isinstance(current, ast.ClassDef) and child in current.body and not isinstance(child, _DEFINITIONS):
            if node.id in _bound_in(current):
                return True
        child, current = current, source.parent(current)
    return False


def _bound_in(scope: ast.AST) -> set[str]:
    """Names that a scope binds itself, its imports aside."""
    found: set[str] = set()
    arguments = getattr(scope, "args", None)
    if isinstance(arguments, ast.arguments):
        found |= {node.arg for node in ast.walk(arguments) if isinstance(node, ast.arg)}
    stack = [node for node in ast.iter_child_nodes(scope) if node is not arguments]
    while stack:
        node = stack.pop()
        if isinstance(node, _DEFINITIONS):
            found.add(node.name)
        elif not isinstance(node, _SCOPES):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
                found.add(node.name)
            stack += ast.iter_child_nodes(node)
    return found


def _full_name(source: SourceFile, node: ast.Name, qualified: str) -> tuple[ast.expr, str]:
    """The whole dotted chain that begins at ``node``, and its qualified name."""
    outer: ast.expr = node
    name = qualified
    parent = source.parent(outer)
    while isinstance(parent, ast.Attribute) and parent.value is outer:
        name = f"{name}.{parent.attr}"
        outer, parent = parent, source.parent(parent)
    return outer, name


def _function_of(source: SourceFile, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The outermost function whose body holds ``node``; None where an import in it would not serve."""
    best: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    child: ast.AST = node
    current = source.parent(node)
    while current is not None:
        if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef)):
            in_body = any(child is statement for statement in current.body)
            best = current if in_body and statements.alone_on_lines(source, first_statement(current)) else None
        child, current = current, source.parent(current)
    return best


def first_statement(function: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.stmt:
    """The first statement after the docstring."""
    first = function.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(function.body) > 1:
        return function.body[1]
    return first


def _replaces(span: Span, edits: list[Edit], inner: Span) -> bool:
    """Whether an edit on ``span`` does away with the text of ``inner``."""
    for edit in edits:
        if edit.span == span:
            if not any(isinstance(p, Span) and p.contains(inner) for p in edit.parts):
                return True
    return False
