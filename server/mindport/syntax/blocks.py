"""The statements of a file as blocks of lines, so that an edit inside one has only that one parsed again.

Blocks are the statements of the module and, in its place, those of each top-level class. A block reaches from the first line
of its statement to that of the next. The tree's nodes keep the line numbers that they were parsed with: a block that an edit
above has moved is put right by ``settle``, when someone needs its positions.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from mindport.syntax import splicing, type_comments
from mindport.text import LineIndex, Span

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BOM = "\ufeff"
_LONG = 4_000  # characters of a statement of which a part may be parsed alone
_DECORATOR = re.compile(r"\n[ \t]*@(?!(?s:.)*\n[ \t]*(?:def|class|async)\b)")  # of nothing yet


@dataclass(eq=False)
class Block:
    """``line``: where it begins now, 1-based; ``siblings[place]`` is its ``node``. A class's block ends where its body
    begins. ``shared``: another statement stands on one of its lines."""

    line: int
    node: ast.stmt
    siblings: list[ast.stmt]
    place: int
    cls: ast.ClassDef | None = None
    shared: bool = False


@dataclass(frozen=True)
class Reparsed:
    """What an edit made of one block, which was ``span``. ``what`` is new: the ``body`` of a function, its ``header`` with its
    name too, or the whole ``statement``. A function's node stays the same object, with other parts; ``gone`` are nodes that left
    the tree."""

    block: Block
    span: Span
    what: str
    gone: Sequence[ast.AST]


class Blocks:
    """The blocks of one tree; ``apply`` and ``settle`` change the tree."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.blocks = list(_blocks(tree))
        for before, after in zip(self.blocks, self.blocks[1:]):
            last = before.node.body[0] if before.cls is None and isinstance(before.node, ast.ClassDef) else before.node
            if last is after.node:
                shared = before.node.lineno >= after.line
            else:
                shared = (last.end_lineno or last.lineno) >= after.line
            if shared:
                before.shared = after.shared = True
        self._unsettled = False
        self.broken: tuple[Block, SyntaxError] | None = None  # what the last ``apply`` broke beyond doubt

    def apply(self, lines: LineIndex, edit: Span, new: LineIndex) -> Reparsed | None:
        """Takes up that ``edit`` of the old text has made the new one. None when the edit is not inside one block, or
        cannot be shown to leave the others alone; nothing has changed then."""
        self.broken = None
        moved_by = len(new.text) - len(lines.text)
        index = bisect_right(self.blocks, lines.position(edit.start).line, key=attrgetter("line")) - 1
        if index < 0:
            return None
        block = self.blocks[index]
        following = self.blocks[index + 1] if index + 1 < len(self.blocks) else None
        start = lines.starts[block.line - 1]
        end = lines.starts[following.line - 1] if following is not None else len(lines.text)
        if block.shared or isinstance(block.node, ast.ClassDef) or not start <= edit.start <= edit.end <= end:
            return None
        text = new.text[start : end + moved_by]
        if following is not None and not text.endswith("\n"):
            return None
        what = "statement"
        gone = self._splice(block, lines, edit, new) if end - start > _LONG else None
        if gone is None:
            node = self._parse(block, text, new.text)
            if node is None:
                if edit.start <= start + block.node.col_offset:
                    self.broken = None  # what stands before the statement may belong to the one above
                return None
            what, gone = self._replace(block, node, self._header_holds(block, node, lines, edit))
        moved = len(new.starts) - len(lines.starts)
        if moved:
            for later in self.blocks[index + 1 :]:
                later.line += moved
            self._unsettled = self._unsettled or following is not None
        if block.cls is not None and block.place == len(block.siblings) - 1:
            block.cls.end_lineno, block.cls.end_col_offset = block.node.end_lineno, block.node.end_col_offset
        return Reparsed(block, Span(start, end), what, gone)

    def settle(self) -> None:
        """Puts the line numbers of all nodes right."""
        if not self._unsettled:
            return
        self._unsettled = False
        for block in self.blocks:
            by = block.line - _first_line(block.node)
            if by and block.node.__class__ is ast.ClassDef:
                inner = {id(one) for one in block.node.body} if block.cls is None else set()
                _shift(block.node, by, inner)
            elif by:
                _shift(block.node, by)
        for block in self.blocks:
            if isinstance(block.node, ast.ClassDef) and block.cls is None:
                last = block.node.body[-1]
                block.node.end_lineno, block.node.end_col_offset = last.end_lineno, last.end_col_offset

    def _splice(self, block: Block, lines: LineIndex, edit: Span, new: LineIndex) -> list[ast.AST] | None:
        found = splicing.splice(block.node, block.line - _first_line(block.node), lines, edit, new)
        return None if found is None else [found]

    def _parse(self, block: Block, text: str, whole: str) -> ast.stmt | None:
        """The one statement of the same kind that ``text`` is, at the place of the block."""
        # Lines before it give the nodes their line numbers; a class line before a method, its indentation.
        if "\t" in text or "\f" in text or (block.line == 1 and whole.startswith(_BOM)):
            return None
        if "\r" in text and (text.count("\r") != text.count("\r\n") or text.endswith("\\\r\n")):
            return None  # Python takes that backslash for nothing where the text ends behind it
        inside = block.cls is not None
        if inside and block.line < 2:
            return None
        lead = "\n" * (block.line - 2) + "class _:\n" if inside else "\n" * (block.line - 1)
        try:
            body = type_comments.parse(lead + text).body
        except SyntaxError as error:
            if _is_certain(error, block.line, text.rstrip()):
                self.broken = (block, error)
            return None
        except (ValueError, RecursionError, MemoryError):
            return None
        if inside:
            body = body[0].body if len(body) == 1 and isinstance(body[0], ast.ClassDef) else []
        if len(body) != 1:
            return None
        node = body[0]
        if node.col_offset != block.node.col_offset or isinstance(node, ast.ClassDef):
            return None
        return node

    def _replace(self, block: Block, node: ast.stmt, body_only: bool) -> tuple[str, list[ast.AST]]:
        old = block.node
        gone: list[ast.AST]
        if not (isinstance(old, _FUNCTIONS) and isinstance(node, _FUNCTIONS) and type(old) is type(node)):
            block.node = block.siblings[block.place] = node
            block.line = _first_line(node)  # empty lines may stand before it now
            return "statement", [old]
        if body_only:
            _shift_header(old, block.line - _first_line(old))
            gone, old.body = [*old.body], node.body
            old.end_lineno, old.end_col_offset = node.end_lineno, node.end_col_offset
            return "body", gone
        gone = [old.args, *old.decorator_list, *old.body, *([old.returns] if old.returns is not None else ())]
        old.__dict__.clear()
        old.__dict__.update(node.__dict__)
        block.line = _first_line(old)
        return "header", gone

    def _header_holds(self, block: Block, node: ast.stmt, lines: LineIndex, edit: Span) -> bool:
        """Whether the edit lies behind the header of a function, so that only its body has changed."""
        old = block.node
        if type(old) is not type(node) or not isinstance(old, _FUNCTIONS):
            return False
        first = old.body[0]
        line = _first_line(first) + block.line - _first_line(old)
        place = lines.position(edit.start)
        # Where lines hold more than ASCII, columns of the tree are not those of the text.
        return place.line > line or (
            place.line == line and place.column > first.col_offset + 1 and first.lineno > old.lineno
        )


def _is_certain(error: SyntaxError, first: int, text: str) -> bool:
    """Whether the block of ``text``, which begins on line ``first``, breaks the file whatever follows. Blocks that follow are
    balanced, so that they close no bracket; but they may end a string, go on with the last line, or be what is decorated."""
    message = error.msg or ""
    if "was never closed" in message:
        return True
    open_end = ("triple-quoted", "EOF", "indented block", "expected 'except'", "decorator")
    if error.lineno is None or any(word in message for word in open_end):
        return False
    decorator = _DECORATOR.search(text)
    return error.lineno <= first + text.count("\n", 0, decorator.start() if decorator is not None else len(text))


def _blocks(tree: ast.Module) -> Iterator[Block]:
    for place, node in enumerate(tree.body):
        yield Block(_first_line(node), node, tree.body, place)
        if isinstance(node, ast.ClassDef):
            for inner, one in enumerate(node.body):
                yield Block(_first_line(one), one, node.body, inner, node)


def _first_line(node: ast.stmt) -> int:
    decorators: Sequence[ast.expr] = getattr(node, "decorator_list", ())
    return decorators[0].lineno if decorators else node.lineno


def _shift_header(node: ast.FunctionDef | ast.AsyncFunctionDef, by: int) -> None:
    if by:
        _shift(node, by, {id(one) for one in node.body})


def _shift(top: ast.AST, by: int, without: set[int] | None = None) -> None:
    stack = [top]
    while stack:
        node = stack.pop()
        if without and id(node) in without:
            continue
        fields = node.__dict__
        if "lineno" in fields:
            fields["lineno"] += by
            if fields.get("end_lineno") is not None:
                fields["end_lineno"] += by
            if "_quoted" in fields:  # what a string says in the place of a type stands where the string does
                said = fields["_quoted"][1]
                fields["_quoted"] = ((fields["lineno"], fields["col_offset"]), said)
                stack.append(said)
        for name in node._fields:
            value = fields.get(name)
            if type(value) is list:
                stack.extend(one for one in value if isinstance(one, ast.AST))
            elif isinstance(value, ast.AST):
                stack.append(value)
