"""The statements of a file that others import, parsed when they are needed, and the names that they bind."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from typing import Final

from mindport.semantics.scope import local_name
from mindport.syntax.bodies import Body, FunctionNode, parse_headers
from mindport.syntax.nodes import (
    Attribute,
    Call,
    ExceptHandler,
    Expr,
    Import,
    ImportFrom,
    List,
    Load,
    Name,
    Starred,
    Subscript,
    Tuple,
)
from mindport.syntax.outline import Piece, outline, outlined, parse
from mindport.syntax.source import SourceFile
from mindport.syntax.words import written_out

_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Statements:
    """A piece, parsed when it is needed. ``bound``: what it binds or changes itself, ``imported``: what its imports bind,
    ``stars``: its star imports."""

    def __init__(self, piece: Piece, text: str, bodies: dict[FunctionNode, Body] | None) -> None:
        """``bodies``: where those are noted that are left out; None to have all parsed at once."""
        self.piece = piece
        self._text = text
        self._bodies = bodies
        self._nodes: list[ast.stmt] | None = None
        # A module has many pieces, of which most are never parsed, and an empty set takes more than all else here.
        self.bound: Collection[str] = (piece.name,) if piece.name else ()
        self.imported: Collection[str] = ()
        self.stars: Sequence[ast.ImportFrom] = ()

    def mentions(self, name: str) -> bool:
        return self._text.find(name, self.piece.start, self.piece.end) >= 0

    @property
    def is_parsed(self) -> bool:
        return self._nodes is not None

    @property
    def nodes(self) -> list[ast.stmt]:
        if self._nodes is None:
            self._nodes = self._parsed()
            if self.piece.kind in ("import", "other"):
                bound = set(self.bound)
                imported: set[str] = set()
                stars: list[ast.ImportFrom] = []
                for node in self._nodes:
                    _note(node, bound, imported, stars)
                self.bound, self.imported, self.stars = bound, imported, stars
        return self._nodes

    def _parsed(self) -> list[ast.stmt]:
        if self._bodies is not None and self.piece.kind in ("def", "class"):
            found = parse_headers(self._text, self.piece)
            if found is not None:
                self._bodies.update(found[1])
                return found[0]
        return parse(self._text, self.piece)

    def imports_from(self, libraries: Collection[str]) -> bool:
        """Whether it imports from one of these libraries: ``import scipy.sparse`` does from ``scipy``, not from ``sparse``."""
        if not any(self.mentions(one) for one in libraries):
            return False
        return any(name.partition(".")[0] in libraries for node in self.nodes for name in _imported_modules(node))

    def star_imports(self) -> Sequence[ast.ImportFrom]:
        return self.stars if self.mentions("*") and self.nodes else ()

    def binds(self, name: str) -> bool:
        """Whether the piece binds the name, but for star imports."""
        if self.piece.name:
            return self.piece.name == name
        return bool(self.nodes) and (name in self.bound or name in self.imported)


def _note(statement: ast.stmt, bound: set[str], imported: set[str], stars: list[ast.ImportFrom]) -> None:
    """Adds what a statement binds, what its imports bind, and its star imports."""
    stack: list[ast.AST] = [statement]
    while stack:
        node = stack.pop()
        if isinstance(node, _DEFINITIONS):
            bound.add(node.name)
        elif isinstance(node, (Import, ImportFrom)):
            for alias in node.names:
                if alias.name != "*":
                    imported.add(local_name(node, alias))
                elif type(node) is ImportFrom:
                    stars.append(node)
        elif type(node) is Name:
            if type(node.ctx) is not Load:
                bound.add(node.id)
        elif type(node) is ExceptHandler:
            bound.update([node.name] if node.name else ())
            stack.extend(node.body)
        elif type(node) is Expr:
            root: ast.AST = node.value  # ``names.append(…)``
            while isinstance(root, (Call, Attribute, Subscript)):
                root = root.func if isinstance(root, Call) else root.value
            if type(root) is Name and type(node.value) is Call and root is not node.value.func:
                bound.add(root.id)
        elif type(node) is Subscript and type(node.ctx) is not Load:
            if type(node.value) is Name:
                bound.add(node.value.id)
        elif not isinstance(node, ast.expr) or isinstance(node, (Tuple, List, Starred)):
            stack.extend(ast.iter_child_nodes(node))


def _imported_modules(statement: ast.stmt) -> list[str]:
    """The modules that a statement imports or imports from, but for those beside it."""
    found: list[str] = []
    stack: list[ast.AST] = [statement]
    while stack:
        node = stack.pop()
        if type(node) is Import:
            found += [alias.name for alias in node.names]
        elif type(node) is ImportFrom:
            found += [node.module] if node.module and not node.level else []
        elif not isinstance(node, (ast.expr, *_DEFINITIONS)):
            stack.extend(ast.iter_child_nodes(node))
    return found


def pieces_of(text: str) -> Sequence[Piece]:
    pieces = outline(text)
    if pieces is None:  # only a parser can tell its statements apart
        source = SourceFile.parse(text)
        pieces = outlined(source.tree, source.lines.starts) if source.tree is not None else []
    return pieces


class Names:
    """What names a text binds, for those who look for one through star imports. ``stars``: modules of which it imports all, and
    their dots. ``listed``: what a star import of it brings, where that is written out."""

    def __init__(self, text: str) -> None:
        self._statements = [Statements(piece, text, None) for piece in pieces_of(text)]
        found = [star for one in self._statements if not one.piece.name for star in one.star_imports()]
        self.stars = [(star.module or "", star.level) for star in found]
        self.listed = written_out(text)

    def binds(self, name: str) -> bool:
        """Whether the text binds the name itself."""
        return any(one.mentions(name) and one.binds(name) for one in self._statements)
