"""Where the arguments of a call stand in the text, parentheses and comments accounted for."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property

from mindport.syntax.source import SourceFile
from mindport.text import Span

_UNBRACKETED = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp)
"""Expressions that may stand as an argument as they are."""


@dataclass(frozen=True)
class Item:
    """One argument; ``span`` covers its keyword, stars and parentheses, ``value`` only the expression (with parentheses)."""

    node: ast.expr | ast.keyword
    span: Span
    value: Span


class ArgumentList:
    """The text between a call's parentheses."""

    def __init__(self, source: SourceFile, call: ast.Call) -> None:
        self.source = source
        self.call = call
        text = source.text
        self.close = source.span(call).end - 1
        self.open = _skip_to(text, source.span(call.func).end, "(")

    @cached_property
    def items(self) -> tuple[Item, ...]:
        text = self.source.text
        nodes: list[ast.expr | ast.keyword] = [*self.call.args, *self.call.keywords]
        nodes.sort(key=lambda n: (n.lineno, n.col_offset))
        if len(nodes) == 1 and isinstance(nodes[0], ast.GeneratorExp):
            inner = Span(self.open + 1, self.close)
            return (Item(nodes[0], inner, inner),)
        out: list[Item] = []
        start = self.open + 1
        for node in nodes:
            span = self.source.span(node.value if isinstance(node, ast.keyword) else node)
            begin = _skip_blank(text, start)
            end, comma = _argument_end(text, span.end, self.close)
            value_start = begin
            if isinstance(node, ast.keyword) and node.arg is not None:
                value_start = _skip_blank(text, _skip_to(text, begin + len(node.arg), "=") + 1)
            elif isinstance(node, ast.keyword):
                value_start = _skip_blank(text, begin + 2)
            elif isinstance(node, ast.Starred):
                value_start = _skip_blank(text, begin + 1)
            out.append(Item(node, Span(begin, end), Span(value_start, end)))
            start = comma + 1 if comma is not None else end
        return tuple(out)

    def item(self, value: ast.expr) -> Item:
        """The item whose value is ``value``."""
        for item in self.items:
            node = item.node.value if isinstance(item.node, ast.keyword) else item.node
            if node is value or item.node is value:
                return item
        raise KeyError(ast.dump(value))

    @cached_property
    def trailing_comma(self) -> Span | None:
        """The comma after the last argument."""
        if not self.items:
            return None
        at = _skip_blank(self.source.text, self.items[-1].span.end)
        return Span(at, at + 1) if self.source.text[at] == "," else None


def attribute_name(source: SourceFile, node: ast.Attribute) -> Span:
    """Span of the attribute's own name."""
    end = source.span(node).end
    return Span(end - len(node.attr), end)


def receiver_span(source: SourceFile, node: ast.Attribute) -> Span:
    """Span of what stands before the dot, its parentheses included."""
    text = source.text
    at = attribute_name(source, node).start
    dot = _skip_to(text, _past_parens(text, source.span(node.value).end, at), ".")
    end = dot
    while end > 0 and _is_blank_before(text, end):
        end -= 1
    return Span(source.span(node).start, _past_parens(text, source.span(node.value).end, dot))


def bare_receiver_span(source: SourceFile, node: ast.Attribute) -> Span:
    """The same where it becomes an argument: without parentheses that only the dot asked for."""
    whole, inner = receiver_span(source, node), source.span(node.value)
    around = source.text[whole.start : inner.start] + source.text[inner.end : whole.end]
    return inner if around == "()" and isinstance(node.value, _UNBRACKETED) else whole


def _past_parens(text: str, start: int, limit: int) -> int:
    """End of the closing parentheses that follow ``start``."""
    end = start
    at = _skip_blank(text, start)
    while at < limit and text[at] == ")":
        end = at + 1
        at = _skip_blank(text, end)
    return end


def _is_blank_before(text: str, offset: int) -> bool:
    return text[offset - 1] in " \t\r\n\\"


def _skip_blank(text: str, at: int) -> int:
    """First offset that is neither white space, comment nor line continuation."""
    while at < len(text):
        char = text[at]
        if char in " \t\r\n\f\\":
            at += 1
        elif char == "#":
            while at < len(text) and text[at] not in "\r\n":
                at += 1
        else:
            break
    return at


def _skip_to(text: str, at: int, char: str) -> int:
    """Offset of ``char`` from ``at`` on, comments skipped."""
    while at < len(text) and text[at] != char:
        if text[at] == "#":
            while at < len(text) and text[at] not in "\r\n":
                at += 1
        else:
            at += 1
    return at


def _argument_end(text: str, at: int, close: int) -> tuple[int, int | None]:
    """End of the argument that ends at or after ``at`` (closing parentheses included), and its comma."""
    end = at
    while True:
        at = _skip_blank(text, at)
        if at >= close:
            return end, None
        if text[at] == ",":
            return end, at
        at += 1
        end = at
