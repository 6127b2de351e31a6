"""A Tensor that is formatted with a specification (``f"{loss:.4f}"``) gives its number: MindSpore's Tensor knows none.

What is a number or a Tensor, as a sum that begins with 0 is, becomes a number by ``float``.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator

from mindport.rewrite import template as templates
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import scalar_items
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch

loss = torch.ones(3).sum()
print("{} {:.4f}".format("loss", loss))
print("{:.4f}".format(loss + 1), format(loss, ".2f"))


def mean(losses: list[torch.Tensor]):
    total, best = 0, float("inf")
    for loss in losses:
        total += loss
        best = loss if loss < best else best
    print(f"{total / len(losses):.4f} {len(losses):d}", "{:.2f} {}".format(best, total))


class Stopping:
    def __init__(self):
        self.lowest, self.count = float("inf"), 0

    def __call__(self, loss):
        if loss < self.lowest:
            print(f"{self.lowest:.4f} -> {self.count:.1f}")
            self.lowest = loss
""",
        """
from mindspore import mint, Tensor

loss = mint.ones(3).sum()
print("{} {:.4f}".format("loss", loss.item()))
print("{:.4f}".format((loss + 1).item()), format(loss.item(), ".2f"))


def mean(losses: list[Tensor]):
    total, best = 0, float("inf")
    for loss in losses:
        total += loss
        best = loss if loss < best else best
    print(f"{float(total / len(losses)):.4f} {len(losses):d}", "{:.2f} {}".format(float(best), total))


class Stopping:
    def __init__(self):
        self.lowest, self.count = float("inf"), 0

    def __call__(self, loss):
        if loss < self.lowest:
            print(f"{float(self.lowest):.4f} -> {self.count:.1f}")
            self.lowest = loss
""",
    ),
]
NOOPS = ["loss = 0.5\nprint('{:.4f}'.format(loss))\n"]

_FLOATING = frozenset("eEfFgG%")
_KINDS = frozenset(["tensor", "int", "float"])
_INFINITE = re.compile(r"-?((np|numpy|math|torch)\.[Ii]nf|float\('[-+]?[Ii]nf(inity)?'\)|sys\.maxsize)")


def matches(module: Module) -> Iterator[Match]:
    numbers = {id(node) for node, _ in scalar_items.numbers(module)}
    for match, value in _tensors(module):
        if id(value) not in numbers:
            yield match


def _tensors(module: Module) -> Iterator[tuple[Match, ast.expr]]:
    for node in module.source.each(ast.FormattedValue, ast.Call):
        if isinstance(node, ast.FormattedValue):
            if node.format_spec is not None:
                yield from _number(module, node.value, _last(node.format_spec))
        elif isinstance(node.func, ast.Name) and node.func.id == "format":
            if len(node.args) == 2:
                yield from _number(module, node.args[0], _last(node.args[1]))
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            if isinstance(node.func.value, ast.Constant) and isinstance(node.func.value.value, str):
                for argument, spec in _specified(node.func.value.value, node):
                    yield from _number(module, argument, spec[-1:])


def _last(spec: ast.expr) -> str:
    """The last letter of a specification that is written out."""
    if isinstance(spec, ast.JoinedStr) and spec.values:
        spec = spec.values[-1]
    return spec.value[-1:] if isinstance(spec, ast.Constant) and isinstance(spec.value, str) else ""


def _specified(text: str, call: ast.Call) -> Iterator[tuple[ast.expr, str]]:
    """Arguments of ``format`` that the text formats with a specification, and that."""
    try:
        fields = [(name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name is not None]
    except ValueError:
        return
    if any(isinstance(a, ast.Starred) for a in call.args):
        return
    named = {k.arg: k.value for k in call.keywords if k.arg}
    for number, (name, spec) in enumerate(fields):
        if not spec:
            continue
        if name in named:
            yield named[name], spec
        elif name == "" or name.isdigit():
            at = number if name == "" else int(name)
            if at < len(call.args):
                yield call.args[at], spec


def _number(module: Module, value: ast.expr, letter: str) -> Iterator[tuple[Match, ast.expr]]:
    found = module.analysis.type_of(value)
    either = letter in _FLOATING and found.name == "either" and _KINDS.issuperset(item.kind for item in found.items)
    either = either or letter in _FLOATING and found.kind in ("unknown", "float") and _is_best(module, value)
    if found.certain_kind != "tensor" and not either:
        return
    span = module.source.span(value)
    if not _stands_at(module.source.text[span.start : span.end], value):
        return
    parts: tuple[str | Span, ...] = (span, ".item()")
    if either:
        parts = ("float(", span, ")")
    elif not templates.is_atom(value):
        parts = ("(", span, ").item()")
    yield Match((Edit(span, parts, 0),)), value


def _is_best(module: Module, value: ast.expr) -> bool:
    """Whether an object keeps the best of what it is given there: infinity at first, then perhaps a Tensor."""
    if not isinstance(value, ast.Attribute) or not isinstance(value.value, ast.Name) or value.value.id != "self":
        return False
    around = module.source.around(value, ast.ClassDef)
    wanted = ast.unparse(value)
    kept = [
        one
        for node in (ast.walk(around) if around is not None and module.source.imports_torch else ())
        if isinstance(node, ast.Assign)
        for target, one in _pairs(node)
        if ast.unparse(target) == wanted
    ]
    given = [one for one in kept if isinstance(one, ast.Name) and module.analysis.kind_of(one) in ("unknown", "tensor")]
    either = [one for one in kept if isinstance(one, ast.Name) and module.analysis.type_of(one).name == "either"]
    return any(map(_is_infinite, kept)) and bool(given or either)


def _pairs(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts)
        else:
            yield target, node.value


def _is_infinite(value: ast.expr) -> bool:
    return _INFINITE.fullmatch(ast.unparse(value)) is not None


def _stands_at(text: str, value: ast.expr) -> bool:
    """Whether ``text`` is the value: before Python 3.12, places in formatted strings are not always known."""
    try:
        return ast.dump(ast.parse(text.strip(), mode="eval").body) == ast.dump(value)
    except SyntaxError:
        return False
