"""Imports of torchvision and torchaudio: what they bind, and what is left of them.

What stays torchvision's is imported where it is used, so that the file imports without torchvision. A star import becomes
imports of the names that are used; of several, it stays where nobody knows which of them brings a name. What a file takes from
another one, which has it from torchvision, comes from torchvision itself, for that file need not have it once it is migrated.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator, Mapping

from mindport.analysis.analyze import Analysis
from mindport.rewrite import statements
from mindport.rewrite.bound import bound_names
from mindport.rewrite.imports import is_torch
from mindport.rewrite.remaining import brought, is_variable
from mindport.rewrite.rule import Match, Module
from mindport.semantics.imports import IMPORTED
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

PACKAGES = ("torchvision", "torchaudio")
_Import = ast.Import | ast.ImportFrom
_Kept = Mapping[str, list[ast.Name]]


class Imports:
    """Such imports of one file. ``others``: the names that the file binds otherwise.

    ``knows``: whether a qualified name, without a row, is one of these packages'.
    """

    def __init__(self, module: Module, knows: Callable[[str], bool] = lambda _: False) -> None:
        source = module.source
        self._module = module
        self._knows = knows
        direct = [node for node in _imports(source) if _of_companion(node)]
        self._binds = {id(node): _bound(node) for node in direct if not _is_star(node)}
        indirect = _by_project(source, module.analysis)
        self._binds |= {id(node): names for node, names in indirect}
        named = set().union(*self._binds.values())
        aside = {id(node) for node in direct}
        self.others = bound_names(source, aside) - {"*"} - set().union(*(names for _, names in indirect))
        stars = [node for node in direct if isinstance(node, ast.ImportFrom) and _is_star(node)]
        loose = self._loose(named) if stars else {}
        places = {name: [f"{star.module}.{name}" for star in stars] for name in loose}
        unplaced = [n for n, api in loose.items() if api not in places[n] and not any(map(self._is_known, places[n]))]
        self._open = len(stars) > 1 or self._other_stars()
        for star in reversed(stars):  # the last one counts
            names = {name: f"{star.module}.{name}" for name in sorted(loose.keys() - named)}
            known = {n: full for n, full in names.items() if loose[n] == full or self._is_known(full) or not self._open}
            self._binds[id(star)] = known
            named |= known.keys()
        self._open = self._open and bool(unplaced)
        self._statements = [*direct, *(node for node, _ in indirect)]
        self._qualified = {local: name for node in self._statements for local, name in self._binds[id(node)].items()}

    def qualified(self, node: ast.AST) -> str | None:
        """What a plain name that is read stands for, of these packages."""
        if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
            return None
        found = self._qualified.get(node.id)
        variable = found is not None and node.id in self.others and is_variable(self._module.source, node)
        return None if variable else found

    def edits(self, kept: _Kept) -> Iterator[Match]:
        """What becomes of the statements. ``kept``: names that stay as they are, with their places."""
        for statement in self._statements:
            if isinstance(statement, ast.Import) and any(is_torch(alias.name) for alias in statement.names):
                continue  # the block of imports takes its place
            if _is_star(statement) and self._open:
                continue
            stay = set(self._staying(statement, kept))
            yield from self._without(statement, stay)
            yield from self._where_used(statement, kept, stay)

    def _loose(self, named: set[str]) -> dict[str, str]:
        """Names that the file reads and these star imports may bring, as nothing else has bound them, each with what it stands
        for, if that is known."""
        module = self._module
        walked = module.analysis.walked
        project = walked.stars if walked is not None else []
        loose: dict[str, str] = {}
        for node in module.source.each(ast.Name):
            if not isinstance(node.ctx, ast.Load) or node.id in self.others | named:
                continue
            api = module.api(node) or module.analysis.type_of(node).name
            if hasattr(builtins, node.id) or node.id.startswith("__") or is_torch(api):
                continue
            if api.partition(".")[0] in PACKAGES or not any(node.id in names for names in project):
                loose[node.id] = api
        return loose

    def _other_stars(self) -> bool:
        """Whether star imports bring names of which nothing is known."""
        source, walked = self._module.source, self._module.analysis.walked
        others = [n for n in _imports(source) if _is_star(n) and isinstance(n, ast.ImportFrom) and not _of_companion(n)]
        unknown = [n for n in others if n.level or not is_torch(n.module)]
        return len(unknown) > len(walked.stars if walked is not None else [])

    def _is_known(self, qualified: str) -> bool:
        return self._module.context.rows.canonical(qualified) is not None or self._knows(qualified)

    def _staying(self, statement: _Import, kept: _Kept) -> Iterator[str]:
        """Names that the statement binds and that must stay where they are bound."""
        top = self._module.source.parent(statement) is self._module.source.tree
        for name in self._binds[id(statement)]:
            if name in kept and not (top and all(_nested(self._module, node) for node in kept[name])):
                yield name

    def _without(self, node: _Import, stay: set[str]) -> Iterator[Match]:
        """Takes the names that are needed no more out of an import."""
        binds = self._binds[id(node)]
        gone = {"*", *binds, *brought(self._module.analysis)}
        left = [_written(alias) for alias in node.names if _local(node, alias) not in gone]
        lines = [_import_of(node, ", ".join(left))] if left else []
        own = [name for name in binds if name in stay]
        if not _is_star(node) and (isinstance(node, ast.Import) or _of_companion(node)):
            left = [
                _written(alias)
                for alias in node.names
                if _local(node, alias) not in binds or _local(node, alias) in stay
            ]
            if len(left) == len(node.names):
                return
            lines = [_import_of(node, ", ".join(left))] if left else []
        elif own:
            modules = sorted({binds[name].rpartition(".")[0] for name in own})
            lines += [_taken(one, {n: binds[n] for n in own if binds[n].rpartition(".")[0] == one}) for one in modules]
        if not lines:
            yield Match((statements.removal(self._module.source, node),))
            return
        indent = statements.indentation(self._module.source, node)
        yield Match((Edit(self._module.source.span(node), (f"{self._module.source.newline}{indent}".join(lines),), 1),))

    def _where_used(self, statement: _Import, kept: _Kept, stay: set[str]) -> Iterator[Match]:
        source = self._module.source
        for name, written in self._lines(statement):
            done: set[int] = set()  # blocks that import the name
            needed = kept.get(name, []) if name not in stay else []
            for node in sorted(needed, key=lambda n: (n.lineno, n.col_offset)):
                around = list(_blocks_around(self._module, node))
                if done.intersection(around):
                    continue
                done.add(around[0])
                first = statements.statement_of(source, node)
                at = statements.line_span(source, first).start
                line = f"{statements.indentation(source, first)}{written}{source.newline}"
                yield Match((Edit(Span(at, at), (line,), 0),))

    def _lines(self, statement: _Import) -> Iterator[tuple[str, str]]:
        """What a statement binds of these packages, each with an import of it alone."""
        binds = self._binds[id(statement)]
        if isinstance(statement, ast.ImportFrom):
            yield from ((n, _taken(full.rpartition(".")[0], {n: full})) for n, full in binds.items())
            return
        for alias in statement.names:
            if _local(statement, alias) in binds:
                yield _local(statement, alias), f"import {_written(alias)}"


def concern(source: SourceFile, analysis: Analysis) -> bool:
    """Whether a file takes names of these packages that a migrated one does without: by a star, or from another file."""
    if any(_of_companion(node) and _is_star(node) for node in _imports(source)):
        return True
    return bool(_by_project(source, analysis))


def _imports(source: SourceFile) -> list[_Import]:
    return list(source.each(ast.Import, ast.ImportFrom))


def _by_project(source: SourceFile, analysis: Analysis) -> list[tuple[_Import, dict[str, str]]]:
    """Imports of names that another file of the project has from these packages: migrated, it has them no more."""
    out: list[tuple[_Import, dict[str, str]]] = []
    if analysis.walked is None:
        return out
    variables = analysis.walked.module.vars
    for node in _imports(source):
        if isinstance(node, ast.Import) or _of_companion(node) or source.parent(node) is not source.tree:
            continue
        names: dict[str, str] = {}
        for alias in node.names:
            local = alias.asname or alias.name
            held = variables.get(local)
            if held is None or held.definition is not IMPORTED or held.name.split(".")[0] not in PACKAGES:
                continue
            if not analysis.bindings.is_bound_elsewhere(local) and len(analysis.bindings.qualified(local)) == 1:
                names[local] = held.name
        if names:
            out.append((node, names))
    return out


def _of_companion(node: _Import) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.level == 0 and (node.module or "").split(".")[0] in PACKAGES
    return any(alias.name.split(".")[0] in PACKAGES for alias in node.names)


def _is_star(node: _Import) -> bool:
    return any(alias.name == "*" for alias in node.names)


def _bound(node: _Import) -> dict[str, str]:
    """Local names of a statement that stand for something of these packages."""
    if isinstance(node, ast.ImportFrom):
        return {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    return {
        a.asname or a.name.split(".")[0]: a.name if a.asname else a.name.split(".")[0]
        for a in node.names
        if a.name.split(".")[0] in PACKAGES
    }


def _local(node: _Import, alias: ast.alias) -> str:
    return alias.asname or (alias.name.split(".")[0] if isinstance(node, ast.Import) else alias.name)


def _written(alias: ast.alias) -> str:
    return alias.name + (f" as {alias.asname}" if alias.asname else "")


def _taken(module: str, names: Mapping[str, str]) -> str:
    """``from module import …`` of local names, each with its qualified name."""
    leaves = [(local, full.rpartition(".")[2]) for local, full in names.items()]
    return (
        f"from {module} import {', '.join(leaf if leaf == local else f'{leaf} as {local}' for local, leaf in leaves)}"
    )


def _import_of(node: _Import, names: str) -> str:
    return (
        f"import {names}"
        if isinstance(node, ast.Import)
        else f"from {'.' * node.level}{node.module or ''} import {names}"
    )


def _nested(module: Module, node: ast.AST) -> bool:
    """Whether an import may stand in front of the node's statement, away from the top."""
    statement = statements.statement_of(module.source, node)
    parent = module.source.parent(statement)
    plain = not isinstance(statement, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
    if isinstance(parent, (ast.Module, ast.ClassDef)) or not plain:
        return False
    block = statements.siblings(module.source, statement)
    return block is not None and statements.alone_on_lines(module.source, statement)


def _blocks_around(module: Module, node: ast.AST) -> Iterator[int]:
    """The blocks that a statement stands in, by their ids, the innermost first: of its function and those around."""
    current: ast.AST | None = statements.statement_of(module.source, node)
    while isinstance(current, (ast.stmt, ast.ExceptHandler)):
        block = statements.siblings(module.source, current) if isinstance(current, ast.stmt) else None
        if block is not None:
            yield id(block)
        current = module.source.parent(current)
