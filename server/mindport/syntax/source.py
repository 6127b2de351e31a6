"""Source files as the analysis sees them: text, tree, positions. Nothing here raises on what a user wrote."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar, cast, overload

from mindport.syntax.added_paths import added_paths
from mindport.syntax.below import INNER, children_of
from mindport.syntax.encoding import encoding_of
from mindport.syntax.holders import way_to
from mindport.syntax.parsing import parse
from mindport.text import LineIndex, Span

T = TypeVar("T")
_A = TypeVar("_A", bound=ast.AST)
_B = TypeVar("_B", bound=ast.AST)
_C = TypeVar("_C", bound=ast.AST)

LEFT_MARK = "# mindport:"
"""Begins the comment above what a migration left torch's."""

# Of lines, by the end of the one before: to look for that character is many times quicker than for where a line starts.
_IMPORTS_MINDSPORE = re.compile(r"\n[ \t]*(?:import|from)[ \t]+(?:mindspore|\.*mindport_helpers)\b")
_IMPORTS_NUMPY = re.compile(r"\n[ \t]*(?:import|from)[ \t]+(?:numpy|scipy)\b")
_IMPORTS_TENSORDICT = re.compile(r"\n[ \t]*(?:import|from)[ \t]+(?:tensordict|torchrl)\b")
_IMPORTS_TORCH = re.compile(
    r"\n[ \t]*(?:from[ \t]+|import[ \t]+(?:[\w.]+(?:[ \t]+as[ \t]+\w+)?[ \t]*,[ \t]*)*)torch(?:vision|audio)?\b"
)
_SPEAKS_OF_TORCH = re.compile(r"\n(?:[ \t]*(?:import|from)[ \t][^#\n]*torch|[ \t]+torch,?[ \t]*\r?(?=\n|\Z))")
_NOWHERE = Span(0, 0)
_BOM = "\ufeff"


@dataclass(frozen=True)
class SourceProblem:
    """Why a file could not be read or parsed: ``syntax-error``, ``encoding``, ``too-large`` or ``unreadable``."""

    kind: str
    message: str
    span: Span = _NOWHERE


@dataclass(frozen=True, eq=False)
class SourceFile:
    """Text and, where it parses, its tree. Spans count code points, whatever the encoding on disk."""

    text: str
    path: Path | None = None
    tree: ast.Module | None = None
    problem: SourceProblem | None = None
    _parents: dict[ast.AST, ast.AST] = field(default_factory=dict, repr=False)
    _facts: dict[tuple[object, ...], object] = field(default_factory=dict, repr=False)
    _in_quotes: dict[ast.AST, ast.AST] = field(default_factory=dict, repr=False)  # the same in quoted annotations

    @classmethod
    def parse(cls, text: str, path: Path | None = None, *, lasting: bool = False) -> SourceFile:
        """Parses ``text``; what does not parse comes back with ``problem`` and without a tree. ``lasting``: into a small tree."""
        try:
            tree = parse(text[1:] if text.startswith(_BOM) else text, lasting=lasting)
        except SyntaxError as error:
            return cls(text, path, None, syntax_problem(LineIndex(text), error))
        except ValueError as error:  # null bytes, lone surrogates
            return cls(text, path, None, SourceProblem("syntax-error", str(error)))
        except (RecursionError, MemoryError):
            return cls(text, path, None, SourceProblem("too-large", "nested too deeply to be parsed"))
        return cls(text, path, tree)

    def kept(self, key: tuple[object, ...], work: Callable[[], T]) -> T:
        """What ``work`` makes of this text, worked out once; the key's first part says who asks."""
        if key not in self._facts:
            self._facts[key] = work()
        return cast("T", self._facts[key])

    @cached_property
    def lines(self) -> LineIndex:
        return LineIndex(self.text)

    @cached_property
    def newline(self) -> str:
        """The line end that the file uses."""
        at = self.text.find("\n")
        return "\r\n" if at > 0 and self.text[at - 1] == "\r" else "\n"

    @cached_property
    def migrated(self) -> bool:
        """Whether the file is MindSpore's already, by an earlier pass or by hand: its tensors are MindSpore's, then, even if
        something was left or files that it imports are still torch's."""
        text = self.text
        if not ("mindspore" in text or "mindport_helpers" in text) or not _in_a_line(_IMPORTS_MINDSPORE, text):
            return False
        return LEFT_MARK in self.text or not self.imports_torch

    @cached_property
    def imports_torch(self) -> bool:
        """Whether a line of the file imports torch, torchvision or torchaudio, wherever it stands."""
        return "torch" in self.text and _in_a_line(_IMPORTS_TORCH, self.text)

    @cached_property
    def has_tensordicts(self) -> bool:
        """Whether a line of the file imports tensordict or torchrl."""
        text = self.text
        return ("tensordict" in text or "torchrl" in text) and _in_a_line(_IMPORTS_TENSORDICT, text)

    @cached_property
    def imports_numpy(self) -> bool:
        """Whether a line of the file imports NumPy or SciPy, be it within a function."""
        text = self.text
        return ("numpy" in text or "scipy" in text) and _in_a_line(_IMPORTS_NUMPY, text)

    @cached_property
    def added_paths(self) -> Sequence[str]:
        """Folders that the file puts into Python's path itself, as they are written."""
        return added_paths(self.text)

    @cached_property
    def may_hold_torch(self) -> bool:
        """Whether an import statement of the file names torch or a module called after it, or brings all of another file, so that
        the file's own words of torch may be no mere remarks."""
        text = self.text
        return "torch" in text and (_in_a_line(_SPEAKS_OF_TORCH, text) or "import *" in text)

    @cached_property
    def nodes(self) -> Sequence[ast.AST]:
        """Every node of the tree, in the order of ``ast.walk``; none without a tree. Contexts and operators are left out."""
        return () if self.tree is None else _walked(self.tree)

    def within(self, node: ast.AST) -> Sequence[ast.AST]:
        """A node and all that stand in it, in the order of ``ast.walk``; without contexts and operators."""
        return self.nodes if node is self.tree else self.kept(("within", node), lambda: _walked(node))

    @cached_property
    def _places(self) -> dict[type[ast.AST], list[int]]:
        """Where nodes of each kind stand among ``nodes``."""
        out: dict[type[ast.AST], list[int]] = {}
        for place, node in enumerate(self.nodes):
            out.setdefault(type(node), []).append(place)
        return out

    @overload
    def each(self, kind: type[_A], /) -> Sequence[_A]: ...
    @overload
    def each(self, kind: type[_A], other: type[_B], /) -> Sequence[_A | _B]: ...
    @overload
    def each(self, kind: type[_A], other: type[_B], third: type[_C], /) -> Sequence[_A | _B | _C]: ...

    def each(self, *kinds: type[ast.AST]) -> Sequence[ast.AST]:
        """The ``nodes`` of these classes (not of classes derived from them), in the same order: dozens of rules each look for one
        kind, and need not go through all nodes for it."""
        return self.kept(("each", *kinds), lambda: self._of(kinds))

    def _of(self, kinds: tuple[type[ast.AST], ...]) -> list[ast.AST]:
        places = [place for kind in kinds for place in self._places.get(kind, ())]
        return [self.nodes[place] for place in (places if len(kinds) == 1 else sorted(places))]

    @cached_property
    def _ascii(self) -> bool:
        return self.text.isascii()

    @cached_property
    def _starts(self) -> Sequence[int]:
        return self.lines.starts

    def offset(self, line: int, byte_column: int) -> int:
        """Code point offset of a position of ``ast``: a 1-based line and a 0-based column in UTF-8 bytes."""
        starts = self._starts
        if line > len(starts):
            return len(self.text)
        start = starts[line - 1]
        if line == 1 and self.text.startswith(_BOM):
            start = 1
        if self._ascii or byte_column == 0:
            return start + byte_column
        # At most ``byte_column`` code points lie before the position.
        piece = self.text[start : start + byte_column]
        if piece.isascii():
            return start + byte_column
        return start + len(piece.encode("utf-8", "surrogatepass")[:byte_column].decode("utf-8", "ignore"))

    def span(self, node: ast.AST) -> Span:
        """Where a node stands in the text; empty for nodes without a position."""
        line = getattr(node, "lineno", None)
        if line is None:
            return Span(0, len(self.text)) if isinstance(node, ast.Module) else Span(0, 0)
        start = self.offset(line, getattr(node, "col_offset", 0))
        end_line, end_column = getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)
        end = self.offset(end_line, end_column) if end_line is not None and end_column is not None else start
        return Span(start, max(start, end))

    def end(self, node: ast.expr) -> int:
        """Where an expression ends."""
        if node.end_lineno is None or node.end_col_offset is None:
            return self.span(node).end
        return self.offset(node.end_lineno, node.end_col_offset)

    def text_of(self, node: ast.AST) -> str:
        span = self.span(node)
        return self.text[span.start : span.end]

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node that holds ``node``; None for the module itself."""
        found = self._parents.get(node) or self._in_quotes.get(node)
        if found is None and self.tree is not None and node is not self.tree:
            self._look_for(node, self.tree)
            found = self._parents.get(node)
        return found

    @overload
    def around(self, node: ast.AST, kind: type[_A], /) -> _A | None: ...
    @overload
    def around(self, node: ast.AST, kind: type[_A], other: type[_B], /) -> _A | _B | None: ...
    @overload
    def around(self, node: ast.AST, kind: type[_A], other: type[_B], third: type[_C], /) -> _A | _B | _C | None: ...
    @overload
    def around(self, node: ast.AST, /, *kinds: type[ast.AST]) -> ast.AST | None: ...

    def around(self, node: ast.AST, /, *kinds: type[ast.AST]) -> ast.AST | None:
        """The nearest of the nodes that hold ``node`` which is of one of these classes; None where there is none."""
        found = self.parent(node)
        while found is not None and not isinstance(found, kinds):
            found = self.parent(found)
        return found

    def above(self, node: ast.AST, *ends: type[ast.AST]) -> Iterator[ast.AST]:
        """The nodes that hold ``node``, from the inside out, up to one of the classes ``ends``, which is left out."""
        found = self.parent(node)
        while found is not None and not isinstance(found, ends):
            yield found
            found = self.parent(found)

    def function_around(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """The function that a node stands in."""
        return self.around(node, ast.FunctionDef, ast.AsyncFunctionDef)

    def holders(self, node: ast.expr) -> Sequence[ast.AST]:
        """The nodes that hold ``node``, from the inside out: for few nodes quicker than ``parent``, which knows of all in a class
        then."""
        if self.tree is not None and node not in self._parents:
            way = way_to(self.tree, node)
            if way:
                return way[::-1]
        return list(self.above(node))

    def quoted(self, node: ast.Constant) -> ast.expr | None:
        """The expression in a string (a quoted annotation), its nodes at their places in the file.

        None for a string that is no expression or whose text is not literally in the file (escapes, several parts). The
        expression hangs on its constant, so it is the same for every caller.
        """
        place = (node.lineno, node.col_offset)
        known: tuple[tuple[int, int], ast.expr] | None = getattr(node, "_quoted", None)
        if known is not None and known[0] == place:
            if known[1] not in self._in_quotes:  # an edit has made the text another one since
                self._hang(known[1], node)
            return known[1]
        expression = self._parse_quoted(node)
        if expression is not None:  # it may only be that the text is not yet the one in which the node has this place
            node._quoted = (place, expression)  # type: ignore[attr-defined]
        return expression

    def _parse_quoted(self, node: ast.Constant) -> ast.expr | None:
        value = node.value
        if not isinstance(value, str) or node.lineno != node.end_lineno:
            return None
        inner = value.strip()
        quotes = 1
        # Nothing but two quotes more than the value: no prefix, no escapes. An edit may have made the text another one meanwhile,
        # but the node is at its place.
        if (node.end_col_offset or 0) - node.col_offset != len(value.encode("utf-8", "surrogatepass")) + 2:
            raw = self.text_of(node)
            quotes = 3 if raw[:3] in ('"""', "'''") else 1
            if raw[quotes:-quotes] != value:
                return None
        if not inner:
            return None
        try:
            expression = ast.parse(inner, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        by = node.col_offset + quotes + len(value[: value.index(inner)].encode())
        for part in ast.walk(expression):
            if isinstance(part, (ast.expr, ast.keyword)):
                part.lineno = part.end_lineno = node.lineno
                part.col_offset += by
                part.end_col_offset = (part.end_col_offset or 0) + by
        self._hang(expression, node)
        return expression

    def _hang(self, expression: ast.expr, node: ast.Constant) -> None:
        for parent in ast.walk(expression):
            self._in_quotes.update(dict.fromkeys(ast.iter_child_nodes(parent), parent))
        self._in_quotes[expression] = node

    def _look_for(self, node: ast.AST, tree: ast.Module) -> None:
        """Notes the parents in the statement of the module that holds the node, rather than in all: few are asked for."""
        line: int | None = getattr(node, "lineno", None)
        others: list[ast.stmt] = []
        for statement in tree.body:
            if statement not in self._parents:
                end = statement.end_lineno or statement.lineno
                if line is None or not statement.lineno <= line <= end and not _decorated(statement, line):
                    others.append(statement)
                elif self._note_parents(statement, tree, node):
                    return
        for statement in others:  # lines may be those of before an edit
            if self._note_parents(statement, tree, node):
                return

    def _note_parents(self, statement: ast.stmt, tree: ast.Module, wanted: ast.AST) -> bool:
        parents = self._parents
        parents[statement] = tree
        stack: list[ast.AST] = [statement]
        while stack:
            node = stack.pop()
            for name in INNER[type(node)]:  # as ``children_of``, in half the time: every analysis does this
                value = getattr(node, name, None)
                if type(value) is list:
                    inner = [item for item in value if isinstance(item, ast.AST)]
                    stack += inner
                    for item in inner:
                        parents[item] = node
                elif isinstance(value, ast.AST):
                    parents[value] = node
                    stack.append(value)
        return wanted in parents


def _walked(start: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = [start]
    for node in found:  # grows on the way
        found += children_of(node)
    return found


def _in_a_line(pattern: re.Pattern[str], text: str) -> bool:
    """Whether a line matches a pattern that begins with a line's end."""
    return pattern.search(f"\n{text}") is not None


def _decorated(statement: ast.stmt, line: int) -> bool:
    return any(one.lineno <= line <= statement.lineno for one in getattr(statement, "decorator_list", ()))


def syntax_problem(lines: LineIndex, error: SyntaxError) -> SourceProblem:
    """The problem that an error of the parser reports."""
    start = lines.offset(error.lineno or 1, error.offset or 1)
    end = start
    if error.end_lineno and error.end_offset:
        end = lines.offset(error.end_lineno, error.end_offset)
    return SourceProblem("syntax-error", error.msg or "invalid syntax", Span(start, max(start, end)))


def decode(data: bytes) -> str | SourceProblem:
    """Text of a Python file's bytes, by byte order mark and coding line; line ends stay as they are."""
    if b"\0" in data[:8192]:
        return SourceProblem("encoding", "not a text file")
    try:
        return data.decode(encoding_of(data))
    except (SyntaxError, LookupError) as error:
        return SourceProblem("encoding", str(error))
    except UnicodeDecodeError as error:
        return SourceProblem("encoding", f"not {error.encoding}: byte {error.start}")


def read_text(path: Path) -> str | SourceProblem:
    """The text of the file at ``path``. Effect: reads the disk."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return SourceProblem("unreadable", error.strerror or str(error))
    return decode(data)


def read_source(path: Path) -> SourceFile:
    """The file at ``path``, parsed. Effect: reads the disk."""
    text = read_text(path)
    if isinstance(text, SourceProblem):
        return SourceFile("", path, None, text)
    return SourceFile.parse(text, path)
