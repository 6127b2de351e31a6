"""Rewrites a file's tree so that running it tells, for each attribute and each imported name, what stood there."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass, field

RECEIVER, VALUE = "__seen_receiver__", "__seen_value__"
_KEPT = frozenset([*dir(builtins), "__class__", "super", "locals", "globals"])


@dataclass(frozen=True)
class Site:
    """A place of the text: ``line`` from 1, columns from 0 in code points. ``kind``: method, attribute or name."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    kind: str


@dataclass
class Sites:
    """All sites of one file; a site's number is its index. ``imported``: names that from-imports bind in it."""

    path: str
    sites: list[Site] = field(default_factory=list)
    imported: set[str] = field(default_factory=set)
    star: bool = False


class _Instrumenter(ast.NodeTransformer):
    def __init__(self, text: str, out: Sites, first: int) -> None:
        self._lines = text.splitlines(keepends=True)
        self._out = out
        self._first = first
        self._callees: set[int] = set()

    def _column(self, line: int, offset: int) -> int:
        if not 0 < line <= len(self._lines):
            return offset
        return len(self._lines[line - 1].encode()[:offset].decode(errors="replace"))

    def _site(self, node: ast.expr, text: str, kind: str) -> int:
        end_line, end = node.end_lineno or node.lineno, node.end_col_offset or 0
        self._out.sites.append(
            Site(
                node.lineno,
                self._column(node.lineno, node.col_offset),
                end_line,
                self._column(end_line, end),
                text,
                kind,
            )
        )
        return self._first + len(self._out.sites) - 1

    def _wrapped(self, inner: ast.expr, place: ast.expr, function: str, site: int) -> ast.expr:
        callee = ast.copy_location(ast.Name(function, ast.Load()), place)
        number = ast.copy_location(ast.Constant(site), place)
        return ast.copy_location(ast.Call(callee, [inner, number], []), place)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self._callees.add(id(node.func))
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        kind = "method" if id(node) in self._callees else "attribute"
        site = self._site(node, node.attr, kind)
        receiver = node.value
        if isinstance(receiver, ast.Name):
            inner: ast.expr = receiver  # what is logged of a receiver tells what its name is
        else:
            inner = self.visit(receiver)
        node.value = self._wrapped(inner, receiver, RECEIVER, site)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or node.id in _KEPT or node.id.startswith("__"):
            return node
        kind = "callee" if id(node) in self._callees else "name"
        return self._wrapped(node, node, VALUE, self._site(node, node.id, kind))

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        node.defaults = [self.visit(default) for default in node.defaults]
        node.kw_defaults = [self.visit(default) if default is not None else None for default in node.kw_defaults]
        return node

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        # Frameworks read a compiled function's source and closure: left alone, as are annotations.
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        node.args = self.visit(node.args)
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if not isinstance(node.target, ast.Name):
            node.target = self.visit(node.target)
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        for alias in node.names:
            self._out.star = self._out.star or alias.name == "*"
            self._out.imported.add(alias.asname or alias.name)
        return node


def instrument(text: str, path: str, first: int) -> tuple[ast.Module, Sites]:
    """The tree to run, and its sites, numbered from ``first``. Raises SyntaxError."""
    tree = ast.parse(text, path)
    sites = Sites(path)
    tree = _Instrumenter(text, sites, first).visit(tree)
    ast.fix_missing_locations(tree)
    return tree, sites
